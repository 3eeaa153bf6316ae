// The developer's drawer: it shows the inside of the device, and sends commands to it.
import { $, download, element } from "./dom.js";

export class Drawer {
  #link;
  #inside = null;
  #game = "";
  #phase = "";
  #n = -1;
  #covered = ""; // the play whose coverage was asked for last
  #phases = []; // the phases that it reached

  constructor(link) {
    this.#link = link;
    $("open-drawer").addEventListener("click", () => this.#open($("drawer").hidden));
    $("fault").addEventListener("change", () => link.send("fault", { fault: $("fault").value || null }));
    $("brown-out").addEventListener("click", () => link.send("fault", { fault: "brown-out" }));
    $("record").addEventListener("click", () => link.send("record", { on: !this.#inside?.recording }));
    $("test").addEventListener("click", () => link.send("test"));
    $("save").addEventListener("click", () => link.send("save"));
    $("load").addEventListener("change", () => this.#load());
    $("filter").addEventListener("input", () => this.#filter());
    $("reached").addEventListener("toggle", () => this.#cover(this.#inside?.play));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) this.#sendFile(event.dataTransfer.files[0]);
    });
    $("seed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if ($("next-seed").value) link.send("seed", { seed: $("next-seed").value });
    });
    this.#open(localStorage.getItem("drawer") === "open");
  }

  // Takes the inside; a closed drawer is filled when it is opened.
  show(inside) {
    this.#inside = inside;
    if (!$("drawer").hidden) this.#fill(inside);
  }

  #fill(inside) {
    const play = inside.play;
    $("screen").textContent = JSON.stringify(inside.screen, null, 2);
    $("state").textContent = play ? JSON.stringify(play.state, null, 2) : "no play";
    $("changes").replaceChildren(...(play ? play.changes.map(changeRow) : []));
    $("record").textContent = inside.recording ? "Stop, and save the script" : "Record";
    $("record").setAttribute("aria-pressed", inside.recording);
    $("seed").textContent = play ? play.seed : "–";
    if (document.activeElement !== $("next-seed")) $("next-seed").value = inside.next_seed ?? "";
    $("reasons").replaceChildren(...(play ? play.reasons.map(reasonRow) : [element("li", {}, "no play")]));
    this.#chance(play);
    this.#journal(play);
    this.#cover(play);
    this.#bus(inside.bus);
    this.#machine(play);
  }

  // Lists the parts of the bot by kind, and how many of them the play has reached.
  cover(kinds) {
    const lists = $("parts");
    if (Object.keys(kinds).join() !== [...lists.children].map((one) => one.dataset.kind).join())
      lists.replaceChildren(...Object.keys(kinds).map((kind) => element("details", { "data-kind": kind }, element("summary", {}), element("ul", { class: "rows" }))));
    for (const [n, [kind, parts]] of Object.entries(kinds).entries()) {
      const [summary, list] = lists.children[n].children;
      summary.textContent = `${kind}: ${parts.filter((one) => one.reached).length} of ${parts.length}`;
      list.replaceChildren(...parts.map(partRow));
    }
    this.#phases = kinds.Phases.filter((one) => one.reached).map((one) => one.id);
    this.#lightPhases();
  }

  // Hands the play file to the browser's downloads.
  save(file) {
    download(file.name, new Blob([file.file], { type: "text/plain" }));
  }

  #open(open) {
    $("drawer").hidden = !open;
    $("open-drawer").setAttribute("aria-expanded", open);
    localStorage.setItem("drawer", open ? "open" : "closed");
    window.dispatchEvent(new Event("resize"));
    if (open && this.#inside) this.#fill(this.#inside);
  }

  async #load() {
    const [file] = $("load").files;
    if (!file) return;
    await this.#sendFile(file);
    $("load").value = "";
  }

  // Lets the device try a file: a bot, or a play.
  async #sendFile(file) {
    const text = await file.text();
    if (file.name.toLowerCase().endsWith(".toml")) this.#link.send("try", { name: file.name.slice(0, 200), file: text });
    else this.#link.send("load", { file: text });
  }

  // Rows are kept, and with them the focus. Asked outcomes can be chosen here as well as on the glass.
  #chance(play) {
    const list = $("chance");
    const rows = play?.chance ?? [];
    while (list.children.length > rows.length) list.lastChild.remove();
    for (const [n, row] of rows.entries()) {
      const drawn = list.children[n] ?? list.appendChild(this.#source());
      const hadFocus = drawn.contains(document.activeElement);
      const [label, next, outcomes] = drawn.children;
      drawn.dataset.source = row.source;
      label.textContent = row.owner === "own" ? `${row.label} (yours)` : row.label;
      next.hidden = row.owner === "own" || row.outcomes.length > 0;
      next.setAttribute("aria-pressed", row.is_next);
      next.setAttribute("aria-label", `Choose the next of ${row.label}`);
      outcomes.replaceChildren(...row.outcomes.map(([value, text]) => this.#outcome(row.source, value, text)));
      if (hadFocus && !next.hidden) next.focus();
    }
    list.classList.toggle("none", rows.length === 0);
  }

  #source() {
    const next = element("button", { type: "button" }, "Choose the next");
    const made = element("li", {}, element("span", {}), next, element("div", { class: "outcomes" }));
    next.addEventListener("click", () => {
      const source = next.getAttribute("aria-pressed") === "true" ? "" : made.dataset.source;
      this.#link.send("asknext", { source });
    });
    return made;
  }

  #outcome(source, value, text) {
    const button = element("button", { type: "button" }, text);
    button.addEventListener("click", () => this.#link.send("give", { source, value }));
    return button;
  }

  // Asks what the play has reached, while the list is open.
  #cover(play) {
    const open = $("reached").open && Boolean(play);
    const now = open ? JSON.stringify(play) : "";
    if (now === this.#covered) return;
    this.#covered = now;
    if (open) this.#link.send("coverage");
    else {
      $("parts").replaceChildren();
      this.#phases = [];
      this.#lightPhases();
    }
  }

  // Rows are kept from one step to the next, and with them the focus and the place in the list.
  #journal(play) {
    const lines = play ? [{ n: 0, kind: "", text: "the start", undone: false }, ...play.journal] : [];
    const list = $("journal");
    list.classList.toggle("none", !play);
    while (list.children.length > lines.length) list.lastChild.remove();
    for (const line of lines) fillRow(list.children[line.n] ?? list.appendChild(this.#row(line.n)), line, play.n);
    this.#filter();
    if (play && play.n !== this.#n) this.#scroll();
    this.#n = play?.n ?? -1;
  }

  // Scrolls the list to the step of the play, unless the list has the focus.
  #scroll() {
    const list = $("journal");
    const current = list.querySelector("[aria-current]")?.parentElement;
    if (!current || list.contains(document.activeElement)) return;
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }

  #row(n) {
    const button = element("button", { type: "button" }, element("span", { class: "n" }, `${n}`), element("span", {}), element("span", { class: "kind" }));
    button.addEventListener("click", () => this.#link.send("go", { to: n }));
    return element("li", {}, button);
  }

  #filter() {
    const wanted = $("filter").value.trim().toLowerCase();
    for (const row of $("journal").children) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  }

  #bus(bus) {
    const rows = [
      ["last refresh", bus.refresh || "none yet"],
      ["BUSY", `${Math.round(1000 * bus.busy_s)} ms`],
      ["transactions", bus.transactions],
      ["bytes", bus.bytes.toLocaleString("en")],
      ["partial, full", `${bus.partials}, ${bus.fulls}`],
      ["misuses", bus.misused],
    ];
    $("bus").replaceChildren(...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, `${value}`)]));
    $("misuses").replaceChildren(...bus.misuses.map((misuse) => element("li", {}, misuse)));
  }

  async #machine(play) {
    this.#phase = play?.at ?? "";
    const game = play?.game ?? "";
    if (game !== this.#game) {
      this.#game = game;
      const drawn = game ? await (await fetch(`/machines/${game}.svg`)).text() : "";
      if (game !== this.#game) return;
      const picture = drawn ? new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement : "";
      $("machine").replaceChildren(picture);
    }
    this.#lightPhases();
    const ways = [...document.querySelectorAll(".way")];
    for (const way of ways) way.classList.toggle("lit", way.dataset.from === this.#phase);
    const lit = ways.filter((way) => way.dataset.from === this.#phase);
    const leads = lit.map((way) => `${way.dataset.on} → ${way.dataset.to}`).join("; ");
    $("ways").textContent = this.#phase ? `${this.#phase}: ${leads || "the end"}` : "no play";
    $("machine").setAttribute("aria-label", `State diagram; the play waits in ${this.#phase || "no phase"}`);
  }

  #lightPhases() {
    for (const phase of document.querySelectorAll(".phase")) {
      phase.classList.toggle("lit", phase.dataset.phase === this.#phase);
      phase.classList.toggle("reached", this.#phases.includes(phase.dataset.phase));
    }
  }
}

function reasonRow({ text, rule }) {
  return element("li", {}, element("span", {}, text), " ", element("code", {}, rule));
}

const KINDS = { correct: "correction", draw: "own card", roll: "own die" };

function fillRow(row, line, n) {
  const button = row.firstChild;
  const [, text, kind] = button.children;
  if (text.textContent !== line.text) text.textContent = line.text;
  text.classList.toggle("undone", line.undone);
  kind.textContent = [KINDS[line.kind], line.undone ? "undone" : ""].filter(Boolean).join(", ");
  if (line.n === n) button.setAttribute("aria-current", "step");
  else button.removeAttribute("aria-current");
}

function partRow({ id, text, reached }) {
  return element("li", { class: reached ? "reached" : "" }, element("span", { class: "mark" }, reached ? "✓" : ""), element("code", {}, id), " ", text);
}

function changeRow({ path, before, after }) {
  const was = element("span", { class: "was" }, JSON.stringify(before));
  return element("li", {}, element("code", {}, path), " ", was, " → ", JSON.stringify(after));
}
