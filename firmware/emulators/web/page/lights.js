// LED and buzzer: each signal of the device is played once, in its own rhythm.
export class Lights {
  #parts;
  #number = null;

  constructor(...parts) {
    this.#parts = parts;
  }

  // Returns whether there was a new signal.
  show(signal) {
    const isNew = this.#number !== null && signal.number !== this.#number && signal.number > 0;
    this.#number = signal.number;
    if (isNew) this.#play(signal.pattern);
    return isNew;
  }

  async #play(pattern) {
    for (const [place, seconds] of pattern.entries()) {
      for (const part of this.#parts) part.classList.toggle("lit", place % 2 === 0);
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    }
    for (const part of this.#parts) part.classList.remove("lit");
  }
}
