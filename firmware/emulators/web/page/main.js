// The page: it shows the messages of the device, and sends what the player does. Its words come from the device.
import { $, download } from "./dom.js";
import { Drawer } from "./drawer.js";
import { Keys } from "./keys.js";
import { Lights } from "./lights.js";
import { Link } from "./link.js";
import { Panel } from "./panel.js";
import { Tour } from "./tour.js";
import { View } from "./view.js";

const CASE_MM = { side: 12, slim: 4, around: 4, above_and_below: 12 + 44 + 4, beside: 4 + 2 + 50 + 4, keys: 62, edges: 8, key: 22, bare: 12 + 8 + 4 };
const NARROW_PX = 700;
const SIDES_PX = 16;
const BELOW_PX = 24; // margins of the parts below the case
const MIN_EVEN_RATIO = 0.95; // a pixel of the glass is rounded down to whole pixels of the screen if it loses no more
const TOAST_MS = 6000;
const SPOKEN = ["words", "text", "reasons", "chance", "journal", "parts", "turn-left", "push", "turn-right", "both", "said"]; // in the language of the glass

const link = new Link();
const panel = new Panel($("glass"));
const lights = new Lights($("led"), $("buzzer"));
const keys = new Keys(link);
const drawer = new Drawer(link);
const view = new View(link, () => fit());
const tour = new Tour(link, () => {
  label(face.labels);
  fit();
});
let face = null;
let toast = 0;

link
  .on("face", (message) => show(message))
  .on("drawer", (message) => {
    drawer.show(message);
    tour.show(message);
  })
  .on("file", (message) => drawer.save(message))
  .on("covered", (message) => drawer.cover(message.parts))
  .on("error", (message) => {
    if (message.error !== $("said").textContent) complain(message.error);
  })
  .on("open", () => {
    $("toast").hidden = true;
    link.send("languages", { languages: navigator.languages.slice(0, 10) });
  })
  .on("closed", () => {
    keys.releaseAll();
    complain(face?.labels.unreachable ?? "The device cannot be reached. Is the emulator running?", Infinity);
  });

$("panel").addEventListener("change", () => link.send("panel", { panel: $("panel").value }));
$("instant").addEventListener("change", () => link.send("pace", { instant: $("instant").checked }));
$("power").addEventListener("click", () => link.send("power", { on: !face.on }));
$("picture").addEventListener("click", async () => download(`tavolino-${face.panel}.png`, await panel.png()));
window.addEventListener("resize", () => fit());
link.open();
fetch("guide/README.md", { method: "HEAD" }).then((found) => ($("guides").hidden = !found.ok));

function show(newFace) {
  if (face && !face.on && newFace.on) clearPowerMessages();
  face = newFace;
  $("panel").value = face.panel;
  $("instant").checked = face.instant;
  $("fault").value = face.fault ?? "";
  $("power").className = `label ${face.on ? "unplug" : "plug-in"}`;
  document.documentElement.lang = face.language;
  $("case").classList.toggle("off", !face.on);
  $("case").classList.toggle("turned", face.turned);
  document.documentElement.classList.toggle("four-keys", face.keys !== "knob");
  $("case").classList.toggle("four", face.keys !== "knob");
  $("led").hidden = !face.led;
  $("buzzer").hidden = !face.buzzer;
  const both = face.down.includes("push");
  for (const key of ["next", "back", "push"]) $(key).classList.toggle("down", face.down.includes(key));
  for (const key of ["up", "down"]) $(key).classList.toggle("down", both || face.down.includes(key));
  label(face.labels);
  view.show(face);
  fit();
  panel.show(face);
  for (const part of [...SPOKEN.map($), ...document.querySelectorAll(".label")]) part.lang = face.language;
  const words = face.on ? face.words : `${face.words}\n${face.labels["no-power"]}`;
  if ($("words").textContent !== words) $("words").textContent = words;
  $("text").textContent = face.words;
  if (lights.show(face.signal)) say(face.signal.name);
  else if (!face.on) say("no-power");
  document.documentElement.dataset.ready = "yes";
}

// Writes the words of the page, in the language of the glass.
function label(labels) {
  for (const [id, words] of Object.entries(labels)) for (const place of document.querySelectorAll(`.${id}`)) place.textContent = words;
  for (const option of $("panel").options) option.textContent = option.value.replace(/-big$/, `, ${labels["big-text"]}`);
  for (const key of ["turn-left", "push", "turn-right", "both"]) $(key).setAttribute("aria-label", labels[key]);
}

// Says why a key did not count; the labels have no words for one that did, which shows on the glass.
function say(name) {
  $("said").textContent = face?.labels[name] ?? "";
}

// Clears the messages about a device without power.
function clearPowerMessages() {
  say("accepted");
  $("toast").hidden = true;
}

// Makes the device as large as the window has room for, on a narrow screen as wide as the screen. In a window too low for
// one pixel of the screen per pixel of the glass, the keys are beside the glass. If it costs little, a pixel of the glass
// is a whole number of pixels of the screen.
function fit() {
  if (!face) return;
  const ratio = window.devicePixelRatio;
  const widthMm = face.width * face.pitch_mm;
  const heightMm = face.height * face.pitch_mm;
  const isNarrow = window.innerWidth < NARROW_PX;
  const side = isNarrow ? CASE_MM.slim : CASE_MM.side;
  const beside = isNarrow ? { mm: 0, px: 0 } : view.beside;
  const width = $("table").clientWidth - SIDES_PX - beside.px;
  const top = $("devices").getBoundingClientRect().top + window.scrollY;
  const below = [...$("table").children].filter((part) => !["devices", "coach"].includes(part.id) && !part.matches(".unseen"));
  const height = window.innerHeight - top - below.reduce((sum, part) => sum + part.offsetHeight, BELOW_PX);
  const column = face.keys_beside ? CASE_MM.key : 0;
  const rows = column ? CASE_MM.bare : CASE_MM.above_and_below;
  const mmByHeight = height / (heightMm + rows);
  const isLow = window.innerWidth > window.innerHeight && top + (heightMm + rows) / face.pitch_mm > window.innerHeight;
  let mm = width / (widthMm + 2 * side + CASE_MM.around + column + beside.mm);
  if (isLow) {
    const seen = window.innerHeight - top - $("said").offsetHeight - BELOW_PX;
    mm = Math.min(width / (widthMm + CASE_MM.around + CASE_MM.beside + beside.mm), seen / (Math.max(heightMm + CASE_MM.around, CASE_MM.keys) + CASE_MM.edges));
  } else if (!isNarrow) mm = Math.min(mm, Math.max(mmByHeight, 1 / face.pitch_mm));
  mm = view.mm ?? mm;
  const maxPixel = ratio * mm * face.pitch_mm;
  const isEven = view.mm === null && Math.floor(maxPixel) >= MIN_EVEN_RATIO * maxPixel;
  const scale = (isEven ? Math.floor(maxPixel) : maxPixel) / ratio;
  panel.enlarge(isEven ? 1 : Math.ceil(maxPixel));
  $("case").classList.toggle("low", isLow);
  $("case").classList.toggle("keys-beside", face.keys_beside && !isLow);
  $("case").style.setProperty("--side", side);
  $("case").style.setProperty("--mm", `${scale / face.pitch_mm}px`);
  $("glass").style.width = `${scale * face.width}px`;
  $("glass").style.height = `${scale * face.height}px`;
  $("glass").classList.toggle("smooth", !isEven);
  view.fit(scale / face.pitch_mm);
}

function complain(sentence, ms = TOAST_MS) {
  $("toast").textContent = sentence;
  $("toast").hidden = false;
  clearTimeout(toast);
  if (ms !== Infinity) toast = setTimeout(() => ($("toast").hidden = true), ms);
}
