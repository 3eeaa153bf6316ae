// The view of the device: at its true size, and with other panels beside it.
import { $, element } from "./dom.js";
import { Panel } from "./panel.js";

const CARD_MM = { width: 85.6, height: 53.98 }; // of ISO/IEC 7810, ID-1
const USUAL_PX_PER_MM = 96 / 25.4;
const AROUND_PX = 44; // margins and frame of a panel beside the device
const MAX_OTHERS = 2;

export class View {
  #link;
  #changed;
  #others = []; // of each: its part of the face, its figure and its panel

  // `changed` is called when the device needs more or less room.
  constructor(link, changed) {
    this.#link = link;
    this.#changed = changed;
    $("true-size").checked = localStorage.getItem("true-size") === "yes" && this.#dotsPerMm() > 0;
    $("true-size").addEventListener("change", () => this.#toggleTrueSize());
    $("measure").addEventListener("click", () => this.#measure());
    $("card-size").addEventListener("input", () => this.#drawCard());
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

  // The pixels of a millimetre if the device has its true size; null if it is as large as there is room.
  get mm() {
    return $("true-size").checked && this.#dotsPerMm() ? this.#dotsPerMm() / window.devicePixelRatio : null;
  }

  // The width of the panels beside the device: of their glasses, mm, and of margins and frames, px.
  get beside() {
    const mm = this.#others.reduce((sum, { face }) => sum + face.width * face.pitch_mm, 0);
    return { mm, px: this.#others.length * AROUND_PX };
  }

  show(face) {
    this.#choices(face);
    const kept = this.#others;
    this.#others = face.beside.map((face) => ({ ...(kept.find((one) => one.face.panel === face.panel) ?? newOther(face)), face }));
    for (const { figure } of kept) if (!this.#others.some((one) => one.figure === figure)) figure.remove();
    for (const { face, figure, panel } of this.#others) {
      $("devices").append(figure);
      figure.lastChild.textContent = document.querySelector(`#panel option[value="${face.panel}"]`).textContent;
      panel.show(face);
    }
  }

  // Draws the panels beside the device in its scale: `mm` pixels of the page for a millimetre.
  fit(mm) {
    for (const { face, figure, panel } of this.#others) {
      const canvas = figure.firstChild;
      panel.enlarge(Math.max(1, Math.ceil(window.devicePixelRatio * mm * face.pitch_mm)));
      canvas.style.width = `${mm * face.pitch_mm * face.width}px`;
      canvas.style.height = `${mm * face.pitch_mm * face.height}px`;
    }
  }

  // Lists the panels that can be beside the device; the words are those of the list of panels.
  #choices(face) {
    const shown = face.beside.map((face) => face.panel);
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

  #toggleTrueSize() {
    localStorage.setItem("true-size", $("true-size").checked ? "yes" : "no");
    if ($("true-size").checked && !this.#dotsPerMm()) this.#measure();
    this.#changed();
  }

  #measure() {
    $("card-size").value = (this.#dotsPerMm() || USUAL_PX_PER_MM * window.devicePixelRatio) / window.devicePixelRatio;
    this.#drawCard();
    $("card").showModal();
  }

  #drawCard() {
    const mm = Number($("card-size").value);
    $("card-frame").style.width = `${mm * CARD_MM.width}px`;
    $("card-frame").style.height = `${mm * CARD_MM.height}px`;
  }

  #dotsPerMm() {
    return Number(localStorage.getItem("dots-per-mm") ?? 0);
  }
}

function newOther(face) {
  const canvas = element("canvas", { role: "img", "aria-label": face.panel });
  const figure = element("figure", { class: "other" }, canvas, element("figcaption", { class: "label" }));
  return { figure, panel: new Panel(canvas) };
}
