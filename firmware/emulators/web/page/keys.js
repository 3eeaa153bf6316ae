// Fingers on the device: pointers and the keyboard, sent as downs, ups and turns. The device decides what they do.
const KEYBOARD = { PageDown: "next", " ": "next", PageUp: "back", Backspace: "back", Enter: "push" };
const ARROWS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
const DEVICE_KEYS = ["next", "back", "push", "up", "down"];
const DETENT_DEGREES = 18;
const DETENT_PX = 40;
const MOVED_PX = 6;
const STILL_MS = 150; // a finger that rests on the knob for this long pushes it; one that moves earlier turns it

export class Keys {
  #link;
  #held = new Set();
  #angle = 0;

  constructor(link) {
    this.#link = link;
    for (const key of ["next", "back", "up", "down"]) this.#button(key);
    this.#button("push", document.getElementById("both"));
    this.#knob(document.getElementById("push"));
    for (const [id, by] of [["turn-left", -1], ["turn-right", 1]]) {
      const button = document.getElementById(id);
      keepFocus(button);
      button.addEventListener("click", () => this.#turn(by));
    }
    this.#keyboard();
    window.addEventListener("blur", () => this.releaseAll());
    for (const done of ["click", "change"]) document.addEventListener(done, dropFocus);
  }

  // Takes all fingers off: the page is left, or the link is gone.
  releaseAll() {
    for (const key of [...this.#held]) this.#up(key);
  }

  #down(key) {
    if (this.#held.has(key)) return;
    this.#held.add(key);
    this.#link.send("down", { key });
  }

  #up(key) {
    if (this.#held.delete(key)) this.#link.send("up", { key });
  }

  #turn(by) {
    this.#link.send("turn", { by });
    this.#angle += DETENT_DEGREES * by;
    document.getElementById("cap").style.transform = `rotate(${this.#angle}deg)`;
  }

  #button(key, button = document.getElementById(key)) {
    keepFocus(button);
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.#down(key);
    });
    button.addEventListener("lostpointercapture", () => this.#up(key));
  }

  #knob(knob) {
    let finger = null;
    keepFocus(knob);
    knob.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      knob.setPointerCapture(event.pointerId);
      finger = { x: event.clientX, y: event.clientY, angle: angleOf(knob, event), turned: 0, turns: false };
      finger.timer = setTimeout(() => this.#down("push"), STILL_MS);
    });
    knob.addEventListener("pointermove", (event) => {
      if (!finger || this.#held.has("push")) return;
      if (!finger.turns && Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < MOVED_PX) return;
      clearTimeout(finger.timer);
      finger.turns = true;
      const angle = angleOf(knob, event);
      finger.turned += ((angle - finger.angle + 540) % 360) - 180;
      finger.angle = angle;
      const by = Math.trunc(finger.turned / DETENT_DEGREES);
      if (by) this.#turn(by);
      finger.turned -= by * DETENT_DEGREES;
    });
    knob.addEventListener("lostpointercapture", () => {
      if (!finger) return;
      clearTimeout(finger.timer);
      if (!finger.turns) this.#down("push");
      this.#up("push");
      finger = null;
    });
    let rolled = 0;
    knob.addEventListener("wheel", (event) => {
      event.preventDefault();
      rolled += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : DETENT_PX);
      const by = Math.max(-20, Math.min(20, Math.trunc(rolled / DETENT_PX)));
      rolled -= by * DETENT_PX;
      if (by) this.#turn(by);
    }, { passive: false });
  }

  #keyboard() {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isForThePage(event)) return;
      const by = ARROWS[event.key];
      const key = focusedKey(event) ?? KEYBOARD[event.key] ?? arrowKey(by);
      if (!key && !by) return;
      event.preventDefault();
      if (by && !arrowKey(by)) this.#turn(by);
      else if (!event.repeat) this.#down(key);
    });
    document.addEventListener("keyup", (event) => {
      const key = focusedKey(event) ?? KEYBOARD[event.key] ?? arrowKey(ARROWS[event.key]);
      if (key) this.#up(key);
    });
  }
}

// Returns the key of an arrow on a device without a knob: ▲ or ▼.
function arrowKey(by) {
  if (!by || !document.getElementById("case").classList.contains("four")) return undefined;
  return by < 0 ? "up" : "down";
}

// Returns the key of the device that has the focus, which Enter and Space press, as on any button.
function focusedKey(event) {
  const id = event.target.id === "both" ? "push" : event.target.id;
  return DEVICE_KEYS.includes(id) && ["Enter", " "].includes(event.key) ? id : undefined;
}

// Returns whether a key of the keyboard is for the page, as on any page, and not for the device.
function isForThePage(event) {
  const target = event.target;
  if (target.id === "both" || DEVICE_KEYS.includes(target.id)) return false;
  if (target.closest("input:not([type=checkbox]), select, textarea, dialog, .drawer")) return true;
  return target.closest("button, input, summary, a") !== null && ["Enter", " "].includes(event.key);
}

// Keeps a clicked button from taking the focus, so that the keyboard still presses the keys of the device.
function keepFocus(button) {
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

// Drops the focus of anything else on the page that a pointer used, except of fields for text.
function dropFocus() {
  const focused = document.activeElement;
  if (focused && !focused.matches(":focus-visible, body")) focused.blur();
}

function angleOf(knob, event) {
  const box = knob.getBoundingClientRect();
  const x = event.clientX - box.left - box.width / 2;
  const y = event.clientY - box.top - box.height / 2;
  return (Math.atan2(y, x) * 180) / Math.PI;
}
