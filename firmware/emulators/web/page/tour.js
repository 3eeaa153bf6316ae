// "Three turns with me": a first play that names each key when it is needed. What is done is read from the device, so
// whatever else is pressed in between, it goes on from there.
import { $ } from "./dom.js";

const PLAY = "PlayView";
const acted = (now, began) => now.n > began.n && !now.asks;
// What is said, the keys that are marked, and when it is over; `view` is where it can be done, and `asks` whether a
// question may be open meanwhile.
const LESSONS = [
  { say: "tour-first", keys: ["next"], over: acted },
  { say: "tour-why", keys: ["push"], over: (now) => now.view === "Why" },
  { say: "tour-close", keys: ["back"], view: "Why", over: (now) => now.view === PLAY },
  { say: "tour-second", keys: ["next"], over: acted },
  { say: "tour-undo", keys: ["back"], over: (now, began) => now.n < began.n },
  { say: "tour-redo", keys: ["next"], asks: true, over: acted },
  { say: "tour-side", keys: ["turn-left"], over: (now) => now.view === "SideView" },
  { say: "tour-close-side", keys: ["back"], view: "SideView", over: (now) => now.view === PLAY },
  { say: "tour-third", keys: ["next"], over: acted },
  { say: "tour-menu", keys: ["push"], over: (now) => now.view === "Menu" },
  { say: "tour-last", keys: ["back"], view: "Menu", over: (now) => now.view === PLAY },
];
const ELSEWHERE = { say: "tour-elsewhere", keys: ["back"] };
const QUESTION = { say: "tour-question", keys: ["turn-left", "turn-right", "next"] };
const ROWS = { say: "tour-rows", keys: ["turn-left", "turn-right", "push", "next"] };

export class Tour {
  #at = -1;
  #began = null;
  #resized;

  // `resized` is called when the words take another room than before.
  constructor(link, resized) {
    this.#resized = resized;
    $("tour").addEventListener("click", () => {
      link.send("tour");
      this.#at = 0;
      this.#began = null;
    });
    $("coach-leave").addEventListener("click", () => this.#end());
  }

  show({ screen, play, view }) {
    if (this.#at < 0) return;
    if (!play) return this.#began && this.#end();
    const now = { n: play.n, view, asks: screen.role === "question", kind: screen.ask.kind };
    if (!this.#began) {
      if (view !== PLAY || now.asks) return undefined;
      this.#began = now;
    }
    if (LESSONS[this.#at].over(now, this.#began)) {
      this.#at += 1;
      this.#began = now;
    }
    if (this.#at === LESSONS.length) return this.#end();
    $("coach").dataset.step = `${now.n} ${now.view}`;
    return this.#say(this.#lesson(now));
  }

  // Returns what to say: the lesson, unless the device waits for something else.
  #lesson(now) {
    const lesson = LESSONS[this.#at];
    if (now.view !== (lesson.view ?? PLAY)) return ELSEWHERE;
    if (!now.asks || lesson.asks || lesson.view) return lesson;
    return ["marks", "counters"].includes(now.kind) ? ROWS : QUESTION;
  }

  #say({ say, keys }) {
    $("coach").hidden = false;
    $("coach-says").className = `label ${say}`;
    $("coach-at").textContent = `${this.#at + 1}/${LESSONS.length}`;
    mark(keys);
    this.#resized();
  }

  #end() {
    this.#at = -1;
    $("coach").hidden = true;
    mark([]);
    this.#resized();
  }
}

const OF_FOUR = { "turn-left": ["up"], "turn-right": ["down"], push: ["up", "down"] };

// Without a knob the keys that do the same are marked.
function mark(keys) {
  const four = $("case").classList.contains("four");
  const wanted = keys.flatMap((id) => (four && OF_FOUR[id]) || [id]);
  for (const id of ["back", "turn-left", "push", "turn-right", "up", "down", "next"]) $(id).classList.toggle("wanted", wanted.includes(id));
}
