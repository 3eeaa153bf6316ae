// The developer's drawer: what is inside of the device, and what can be done to it.
import { $, download, element } from "./dom.js";

export class Drawer {
  #link;
  #inside = null;
  #game = "";
  #at = "";

  constructor(link) {
    this.#link = link;
    $("open-drawer").addEventListener("click", () => this.#open($("drawer").hidden));
    $("fault").addEventListener("change", () => link.send("fault", { fault: $("fault").value || null }));
    $("brown-out").addEventListener("click", () => link.send("fault", { fault: "brown-out" }));
    $("save").addEventListener("click", () => link.send("save"));
    $("load").addEventListener("change", () => this.#load());
    $("seed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if ($("next-seed").value) link.send("seed", { seed: $("next-seed").value });
    });
    this.#open(localStorage.getItem("drawer") === "open");
  }

  // Takes what is inside; a drawer that is shut is filled when it is opened.
  show(inside) {
    this.#inside = inside;
    if (!$("drawer").hidden) this.#fill(inside);
  }

  #fill(inside) {
    const play = inside.play;
    $("screen").textContent = JSON.stringify(inside.screen, null, 2);
    $("state").textContent = play ? JSON.stringify(play.state, null, 2) : "no play";
    $("seed").textContent = play ? play.seed : "–";
    if (document.activeElement !== $("next-seed")) $("next-seed").value = inside.next_seed ?? "";
    $("reasons").replaceChildren(...(play ? play.reasons.map(reason) : [element("li", {}, "no play")]));
    this.#journal(play);
    this.#bus(inside.bus);
    this.#machine(play);
  }

  // Hands the play file to the browser's downloads.
  save(file) {
    download(file.name, new Blob([file.file], { type: "application/jsonl" }));
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
    const text = await file.text();
    $("load").value = "";
    this.#link.send("load", { file: text });
  }

  #journal(play) {
    const lines = play ? [{ n: 0, text: "the start", undone: false }, ...play.journal] : [];
    $("journal").classList.toggle("none", !play);
    $("journal").replaceChildren(...lines.map((line) => this.#line(line, play.n)));
    this.#scroll();
  }

  // Brings the step of the play into sight, in its list alone.
  #scroll() {
    const current = $("journal").querySelector("[aria-current]");
    if (current) $("journal").scrollTop = current.offsetTop - $("journal").offsetTop - $("journal").clientHeight / 2;
  }

  #line(line, n) {
    const button = element("button", { type: "button" }, element("span", { class: "n" }, `${line.n}`));
    button.append(element("span", line.undone ? { class: "undone" } : {}, line.text));
    if (line.n === n) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => this.#link.send("go", { to: line.n }));
    return element("li", {}, button);
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
    this.#at = play?.at ?? "";
    const game = play?.game ?? "";
    if (game !== this.#game) {
      this.#game = game;
      const drawn = game ? await (await fetch(`/machines/${game}.svg`)).text() : "";
      if (game !== this.#game) return;
      const picture = drawn ? new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement : "";
      $("machine").replaceChildren(picture);
    }
    for (const phase of document.querySelectorAll(".phase")) phase.classList.toggle("lit", phase.dataset.phase === this.#at);
    const ways = [...document.querySelectorAll(".way")];
    for (const way of ways) way.classList.toggle("lit", way.dataset.from === this.#at);
    const lit = ways.filter((way) => way.dataset.from === this.#at);
    const leads = lit.map((way) => `${way.dataset.on} → ${way.dataset.to}`).join("; ");
    $("ways").textContent = this.#at ? `${this.#at}: ${leads || "the end"}` : "no play";
    $("machine").setAttribute("aria-label", `State diagram; the play waits in ${this.#at || "no phase"}`);
  }
}

function reason(given) {
  return element("li", {}, element("span", {}, given.text), " ", element("code", {}, given.rule));
}
