// "Three turns with me": a first play that names each key when it is needed. It follows the state of the device, so it
// continues from there whatever else was pressed in between.
import { $ } from "./dom.js";

const PLAY = "PlayView";
const hasActed = (now, began) => now.n > began.n && !now.asks;
// Each lesson: its sentence, the keys it marks, and when it is over; `view`: the view it needs, if not the play; `asks`: a
// question may be open meanwhile.
const LESSONS = [
  { say: "tour-first", keys: ["next"], over: hasActed },
  { say: "tour-why", keys: ["push"], over: (now) => now.view === "Why" },
  { say: "tour-close", keys: ["back"], view: "Why", over: (now) => now.view === PLAY },
  { say: "tour-second", keys: ["next"], over: hasActed },
  { say: "tour-undo", keys: ["back"], over: (now, began) => now.n < began.n },
  { say: "tour-redo", keys: ["next"], asks: true, over: hasActed },
  { say: "tour-side", keys: ["turn-left"], over: (now) => now.view === "SideView" },
  { say: "tour-close-side", keys: ["back"], view: "SideView", over: (now) => now.view === PLAY },
  { say: "tour-third", keys: ["next"], over: hasActed },
  { say: "tour-menu", keys: ["push"], over: (now) => now.view === "Menu" },
  { say: "tour-last", keys: ["back"], view: "Menu", over: (now) => now.view === PLAY },
];
const ELSEWHERE = { say: "tour-elsewhere", keys: ["back"] };
const QUESTION = { say: "tour-question", keys: ["turn-left", "turn-right", "next"] };
const ROWS = { say: "tour-rows", keys: ["turn-left", "turn-right", "push", "next"] };

export class Tour {
  #place = -1;
  #began = null;
  #resized;

  // `resized` is called when the words take more or less room.
  constructor(link, resized) {
    this.#resized = resized;
    $("tour").addEventListener("click", () => {
      link.send("tour");
      this.#place = 0;
      this.#began = null;
    });
    $("coach-leave").addEventListener("click", () => this.#end());
  }

  show({ screen, play, view }) {
    if (this.#place < 0) return;
    if (!play) return this.#began && this.#end();
    const now = { n: play.n, view, asks: screen.role === "question", kind: screen.ask.kind };
    if (!this.#began) {
      if (view !== PLAY || now.asks) return undefined;
      this.#began = now;
    }
    if (LESSONS[this.#place].over(now, this.#began)) {
      this.#place += 1;
      this.#began = now;
    }
    if (this.#place === LESSONS.length) return this.#end();
    $("coach").dataset.step = `${now.n} ${now.view}`;
    return this.#say(this.#lesson(now));
  }

  // Returns what to say: the lesson, unless the device waits for something else.
  #lesson(now) {
    const lesson = LESSONS[this.#place];
    if (now.view !== (lesson.view ?? PLAY)) return ELSEWHERE;
    if (!now.asks || lesson.asks || lesson.view) return lesson;
    return ["marks", "counters"].includes(now.kind) ? ROWS : QUESTION;
  }

  #say({ say, keys }) {
    $("coach").hidden = false;
    $("coach-says").className = `label ${say}`;
    $("coach-at").textContent = `${this.#place + 1}/${LESSONS.length}`;
    mark(keys);
    this.#resized();
  }

  #end() {
    this.#place = -1;
    $("coach").hidden = true;
    mark([]);
    this.#resized();
  }
}

const OF_FOUR = { "turn-left": ["up"], "turn-right": ["down"], push: ["up", "down"] };

// Marks keys; without a knob, those that do the same.
function mark(keys) {
  const four = $("case").classList.contains("four");
  const wanted = keys.flatMap((id) => (four && OF_FOUR[id]) || [id]);
  for (const id of ["back", "turn-left", "push", "turn-right", "up", "down", "next"]) $(id).classList.toggle("wanted", wanted.includes(id));
}
