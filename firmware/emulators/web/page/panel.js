// The glass on a canvas: ink is black, paper is clear. Between two pictures it shows how e-ink changes from one to the
// other; afterwards it is the glass of the simulated panel, bit by bit. If a pixel of the glass is no whole number of
// pixels of the screen, the canvas is `times` as large, so that its letters stay sharp when the page scales it.
const INK = 255;
const FLASH_PHASES = [
  // The phases of a full refresh: the part of its time at which each is reached, and its shade.
  [0.0, (before) => before],
  [0.16, (before) => INK - before],
  [0.34, () => INK],
  [0.56, () => 0],
  [0.78, (_, after) => INK - after],
  [1.0, (_, after) => after],
];

export class Panel {
  #canvas;
  #context;
  #bits = document.createElement("canvas");
  #times = 1;
  #drawn = "";
  #run = 0;
  #coming = "";

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
  }

  // Draws each pixel of the glass as `times` pixels of the canvas, in both directions.
  enlarge(times) {
    if (this.#times === times) return;
    this.#times = times;
    this.#redraw();
  }

  // Returns the glass as it is now as a PNG of its own size.
  png() {
    const canvas = document.createElement("canvas");
    canvas.width = this.#bits.width;
    canvas.height = this.#bits.height;
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(this.#bits, 0, 0);
    return new Promise((resolve) => canvas.toBlob(resolve));
  }

  show(face) {
    if (this.#bits.width !== face.width || this.#bits.height !== face.height) {
      this.#bits.width = face.width;
      this.#bits.height = face.height;
      this.#drawn = "";
    }
    const refresh = face.refresh;
    if (refresh && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      if (this.#coming !== refresh.glass) this.#begin(shades(face.glass, face.width), refresh);
      return;
    }
    this.#coming = "";
    this.#run += 1;
    if (this.#drawn === face.glass) return;
    this.#paint(shades(face.glass, face.width));
    this.#drawn = face.glass;
  }

  #begin(before, refresh) {
    const after = shades(refresh.glass, this.#bits.width);
    const began = performance.now();
    const run = (this.#run += 1);
    this.#coming = refresh.glass;
    this.#drawn = "";
    const step = (now) => {
      if (run !== this.#run) return;
      const part = Math.min(Math.max(now - began, 0) / (1000 * refresh.seconds), 1);
      this.#paint(refresh.full ? flashShades(before, after, part) : mixShades(before, after, part));
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  #paint(inks) {
    const context = this.#bits.getContext("2d");
    const image = context.createImageData(this.#bits.width, this.#bits.height);
    for (let i = 0; i < inks.length; i += 1) image.data[4 * i + 3] = inks[i];
    context.putImageData(image, 0, 0);
    this.#redraw();
  }

  #redraw() {
    this.#canvas.width = this.#times * this.#bits.width;
    this.#canvas.height = this.#times * this.#bits.height;
    this.#canvas.dataset.times = this.#times;
    this.#context.imageSmoothingEnabled = false;
    this.#context.drawImage(this.#bits, 0, 0, this.#canvas.width, this.#canvas.height);
  }
}

// Returns the ink of each pixel of a message's bits, in which 1 is paper and each row begins a byte.
function shades(bits, width) {
  const bytes = atob(bits);
  const stride = Math.ceil(width / 8);
  const inks = new Uint8Array((width * bytes.length) / stride);
  for (let i = 0; i < inks.length; i += 1) {
    const x = i % width;
    const byte = bytes.charCodeAt(stride * Math.floor(i / width) + (x >> 3));
    inks[i] = (byte >> (7 - (x & 7))) & 1 ? 0 : INK;
  }
  return inks;
}

function mixShades(before, after, part) {
  const inks = new Uint8Array(after.length);
  for (let i = 0; i < inks.length; i += 1) inks[i] = before[i] + (after[i] - before[i]) * part;
  return inks;
}

function flashShades(before, after, part) {
  const next = Math.max(FLASH_PHASES.findIndex(([at]) => at >= part), 1);
  const [from, first] = FLASH_PHASES[next - 1];
  const [to, second] = FLASH_PHASES[next];
  const mix = Math.min(1, (1.6 * (part - from)) / (to - from));
  const inks = new Uint8Array(after.length);
  for (let i = 0; i < inks.length; i += 1) {
    const ink = first(before[i], after[i]);
    inks[i] = ink + (second(before[i], after[i]) - ink) * mix;
  }
  return inks;
}
