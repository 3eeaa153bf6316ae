// Shows a guide of the folder docs: the part of Markdown that our guides use.
import { $, element } from "./dom.js";

const INLINE = /`([^`]+)`|!\[([^\]]*)\]\(([^)]+)\)|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)]+)\)|\*\*(.+?)\*\*|\*(\S.*?)\*/s;
const ITEM = /^( *)([-*]|\d+\.) +/;
const SAFE_TARGET = /^(https?:|#)/;
const path = location.search.slice(1) || "README.md";
const base = new URL(`guide/${path}`, location.href);

function inline(text) {
  const found = INLINE.exec(text);
  if (!found) return [text];
  const [all, code, alt, image, label, target, strong, soft] = found;
  let made;
  if (code !== undefined) made = element("code", {}, code);
  else if (image !== undefined) made = element("img", { alt, src: new URL(image, base).pathname });
  else if (label !== undefined) made = element("a", { href: link(target) }, ...inline(label));
  else made = element(strong === undefined ? "em" : "strong", {}, ...inline(strong ?? soft));
  return [text.slice(0, found.index), made, ...inline(text.slice(found.index + all.length))];
}

// Returns the address of a link: a guide opens here, another file of ours by itself.
function link(target) {
  if (SAFE_TARGET.test(target)) return target;
  const { origin, pathname, hash } = new URL(target, base);
  if (origin !== location.origin) return "#";
  return pathname.endsWith(".md") ? `read.html?${pathname.replace(/^\/guide\//, "")}${hash}` : pathname;
}

function blocks(lines) {
  const made = [];
  const take = (holds) => {
    const taken = [];
    while (lines.length && holds(lines[0])) taken.push(lines.shift());
    return taken;
  };
  while (lines.length) {
    const line = lines[0];
    if (!line.trim() || line.startsWith("<!--")) lines.shift();
    else if (line.startsWith("```")) {
      lines.shift();
      made.push(element("pre", {}, element("code", {}, take((one) => !one.startsWith("```")).join("\n"))));
      lines.shift();
    } else if (/^#+ /.test(line)) {
      const [, marks, title] = /^(#+) (.*)/.exec(lines.shift());
      const id = title.toLowerCase().replace(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-");
      made.push(element(`h${marks.length}`, { id }, ...inline(title)));
    } else if (line.startsWith("|")) made.push(table(take((one) => one.startsWith("|"))));
    else if (ITEM.test(line)) made.push(list(take((one) => ITEM.test(one) || /^ +\S/.test(one) || (!one.trim() && /^ /.test(lines[1] ?? "")))));
    else made.push(element("p", {}, ...inline(take((one) => one.trim() && !/^(```|#+ |\|)/.test(one) && !ITEM.test(one)).join(" "))));
  }
  return made;
}

function table(rows) {
  const cells = rows.map((row) => row.slice(1).replace(/\|\s*$/, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")));
  const [head, , ...body] = cells;
  const made = (name, row) => element("tr", {}, ...row.map((cell) => element(name, {}, ...inline(cell))));
  return element("div", { class: "table" }, element("table", {}, made("th", head), ...body.map((row) => made("td", row))));
}

function list(lines) {
  const made = element(/^\d/.test(lines[0]) ? "ol" : "ul", {});
  while (lines.length) {
    const mark = ITEM.exec(lines[0])[0].length;
    const own = [lines.shift().slice(mark)];
    while (lines.length && !(ITEM.test(lines[0]) && /^\S/.test(lines[0]))) own.push(lines.shift().replace(new RegExp(`^ {0,${mark}}`), ""));
    const [first, ...rest] = blocks(own);
    made.append(element("li", {}, ...(first.localName === "p" ? first.childNodes : [first]), ...rest));
  }
  return made;
}

const response = await fetch(base);
$("guide").append(...(response.ok ? blocks((await response.text()).split("\n")) : [element("p", {}, "There is no such guide.")]));
document.title = `Tavolino: ${document.querySelector("h1")?.textContent ?? ""}`;
document.documentElement.dataset.ready = "yes";
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
