// How the device is seen: at its true size, and with other panels beside it.
import { $, element } from "./dom.js";
import { Panel } from "./panel.js";

const CARD_MM = { width: 85.6, height: 53.98 }; // of ISO/IEC 7810, ID-1
const USUAL_PX_PER_MM = 96 / 25.4;
const AROUND_PX = 44; // margins and frame of a panel beside the device
const MAX_OTHERS = 2;

export class View {
  #link;
  #changed;
  #others = []; // of each: what the device told of it, its figure and its panel

  // `changed` is called when the device takes another room than before.
  constructor(link, changed) {
    this.#link = link;
    this.#changed = changed;
    $("true-size").checked = localStorage.getItem("true-size") === "yes" && this.#dots() > 0;
    $("true-size").addEventListener("change", () => this.#size());
    $("measure").addEventListener("click", () => this.#measure());
    $("card-size").addEventListener("input", () => this.#frame());
    $("card-done").addEventListener("click", () => $("card").close());
    document.addEventListener("click", (event) => {
      if (!$("view").contains(event.target)) $("view").open = false;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") $("view").open = false;
    });
    $("card").addEventListener("close", () => {
      localStorage.setItem("dots-per-mm", Number($("card-size").value) * window.devicePixelRatio);
      this.#changed();
    });
  }

  // The pixels of a millimetre where the device has its true size; null where it is as large as there is room.
  get mm() {
    return $("true-size").checked && this.#dots() ? this.#dots() / window.devicePixelRatio : null;
  }

  // The width of the panels beside the device: of their glasses, mm, and of what is around them, px.
  get beside() {
    const mm = this.#others.reduce((sum, { told }) => sum + told.width * told.pitch_mm, 0);
    return { mm, px: this.#others.length * AROUND_PX };
  }

  show(face) {
    this.#choices(face);
    const kept = this.#others;
    this.#others = face.beside.map((told) => ({ ...(kept.find((one) => one.told.panel === told.panel) ?? made(told)), told }));
    for (const { figure } of kept) if (!this.#others.some((one) => one.figure === figure)) figure.remove();
    for (const { told, figure, panel } of this.#others) {
      $("devices").append(figure);
      figure.lastChild.textContent = document.querySelector(`#panel option[value="${told.panel}"]`).textContent;
      panel.show(told);
    }
  }

  // Draws the panels beside the device in its scale: so many pixels of the page for a millimetre.
  fit(mm) {
    for (const { told, figure, panel } of this.#others) {
      const canvas = figure.firstChild;
      panel.enlarge(Math.max(1, Math.ceil(window.devicePixelRatio * mm * told.pitch_mm)));
      canvas.style.width = `${mm * told.pitch_mm * told.width}px`;
      canvas.style.height = `${mm * told.pitch_mm * told.height}px`;
    }
  }

  // Lists the panels that can be beside the device; the words are those of the list of panels.
  #choices(face) {
    const shown = face.beside.map((told) => told.panel);
    const options = [...$("panel").options].filter((option) => option.value !== face.panel);
    if ($("others").querySelectorAll("input").length !== options.length || $("others").dataset.panel !== face.panel) {
      $("others").dataset.panel = face.panel;
      for (const old of $("others").querySelectorAll("label")) old.remove();
      $("others").append(...options.map((option) => this.#choice(option)));
    }
    for (const [n, option] of options.entries()) $("others").querySelectorAll("span")[n].textContent = option.textContent;
    for (const box of $("others").querySelectorAll("input")) {
      box.checked = shown.includes(box.value);
      box.disabled = !box.checked && shown.length >= MAX_OTHERS;
    }
  }

  #choice(option) {
    const box = element("input", { type: "checkbox", value: option.value });
    box.addEventListener("change", () => {
      const panels = [...$("others").querySelectorAll("input:checked")].map((one) => one.value);
      this.#link.send("beside", { panels });
    });
    return element("label", { class: "switch" }, box, " ", element("span", { class: "label" }));
  }

  #size() {
    localStorage.setItem("true-size", $("true-size").checked ? "yes" : "no");
    if ($("true-size").checked && !this.#dots()) this.#measure();
    this.#changed();
  }

  #measure() {
    $("card-size").value = (this.#dots() || USUAL_PX_PER_MM * window.devicePixelRatio) / window.devicePixelRatio;
    this.#frame();
    $("card").showModal();
  }

  #frame() {
    const mm = Number($("card-size").value);
    $("card-frame").style.width = `${mm * CARD_MM.width}px`;
    $("card-frame").style.height = `${mm * CARD_MM.height}px`;
  }

  #dots() {
    return Number(localStorage.getItem("dots-per-mm") ?? 0);
  }
}

function made(told) {
  const canvas = element("canvas", { role: "img", "aria-label": told.panel });
  const figure = element("figure", { class: "other" }, canvas, element("figcaption", { class: "label" }));
  return { figure, panel: new Panel(canvas) };
}
