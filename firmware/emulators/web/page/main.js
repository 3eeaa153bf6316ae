// The page: what the device tells is shown, what the player does is sent.
import { Drawer } from "./drawer.js";
import { Keys } from "./keys.js";
import { Lights } from "./lights.js";
import { Link } from "./link.js";
import { Panel } from "./panel.js";

const $ = (id) => document.getElementById(id);
const CASE_MM = { side: 12, slim: 4, around: 4, above_and_below: 12 + 44 + 4 };
const NARROW_PX = 700;
const SIDES_PX = 16;
const BELOW_PX = 42; // the margins of what stands below the case
const EVEN = 0.95;
const TOAST_MS = 6000;
const SPOKEN = ["words", "text", "reasons", "journal", "turn-left", "push", "turn-right", "said"]; // in the language of the glass

const link = new Link();
const panel = new Panel($("glass"));
const lights = new Lights($("led"), $("buzzer"));
const keys = new Keys(link);
const drawer = new Drawer(link);
let face = null;
let toast = 0;

link
  .on("face", (told) => show(told))
  .on("drawer", (told) => drawer.show(told))
  .on("file", (told) => drawer.save(told))
  .on("error", (told) => complain(told.error))
  .on("open", () => ($("toast").hidden = true))
  .on("closed", () => {
    keys.letGo();
    complain("The device cannot be reached. Is the emulator running?", Infinity);
  });

$("panel").addEventListener("change", () => link.send("panel", { panel: $("panel").value }));
$("instant").addEventListener("change", () => link.send("pace", { instant: $("instant").checked }));
$("power").addEventListener("click", () => link.send("power", { on: !face.on }));
window.addEventListener("resize", () => fit());
window.addEventListener("refused", (event) => complain(event.detail));
link.open();

function show(told) {
  if (face && !face.on && told.on) settle();
  face = told;
  fit();
  panel.show(face);
  $("panel").value = face.panel;
  $("instant").checked = face.instant;
  $("fault").value = face.fault ?? "";
  $("power").textContent = face.on ? "Pull the plug" : "Put the plug in";
  $("case").classList.toggle("off", !face.on);
  $("case").classList.toggle("turned", face.turned);
  $("led").hidden = !face.led;
  $("buzzer").hidden = !face.buzzer;
  for (const key of ["next", "back", "push"]) $(key).classList.toggle("down", face.down.includes(key));
  label(face.labels);
  for (const part of [...SPOKEN.map($), ...document.querySelectorAll(".label")]) part.lang = face.language;
  const words = face.on ? face.words : `${face.words}\n${face.labels["no-power"]}`;
  if ($("words").textContent !== words) $("words").textContent = words;
  $("text").textContent = face.words;
  if (lights.show(face.signal)) say(face.signal.name);
  else if (!face.on) say("no-power");
  document.documentElement.dataset.ready = "yes";
}

// The keys are called what the glass calls them.
function label(labels) {
  for (const [id, words] of Object.entries(labels)) for (const place of document.querySelectorAll(`.${id}`)) place.textContent = words;
  for (const key of ["turn-left", "push", "turn-right"]) $(key).setAttribute("aria-label", labels[key]);
}

// A key that counted shows on the glass; only why one did not is worth words.
function say(name) {
  $("said").textContent = face?.labels[name] ?? "";
}

// What was said of a device without power is over once it has some.
function settle() {
  say("accepted");
  $("toast").hidden = true;
}

// The device is as large as the window has room for; on a narrow screen, and where the window is very low, as wide as it
// has. Where that is nearly a whole number of pixels of the screen for one of the glass, it is exactly that.
function fit() {
  if (!face) return;
  const ratio = window.devicePixelRatio;
  const narrow = window.innerWidth < NARROW_PX;
  const side = narrow ? CASE_MM.slim : CASE_MM.side;
  const top = $("case").getBoundingClientRect().top + window.scrollY;
  const below = [...$("table").children].filter((part) => part !== $("case") && !part.matches(".unseen"));
  const height = window.innerHeight - top - below.reduce((sum, part) => sum + part.offsetHeight, BELOW_PX);
  const wide = ($("table").clientWidth - SIDES_PX) / (face.width + (2 * side + CASE_MM.around) / face.pitch_mm);
  const high = height / (face.height + CASE_MM.above_and_below / face.pitch_mm);
  const most = ratio * (narrow ? wide : Math.min(wide, Math.max(high, 1)));
  const even = Math.floor(most) >= EVEN * most;
  const scale = (even ? Math.floor(most) : most) / ratio;
  panel.enlarge(even ? 1 : Math.ceil(most));
  $("case").style.setProperty("--side", side);
  $("case").style.setProperty("--mm", `${scale / face.pitch_mm}px`);
  $("glass").style.width = `${scale * face.width}px`;
  $("glass").style.height = `${scale * face.height}px`;
  $("glass").classList.toggle("smooth", !even);
}

function complain(sentence, ms = TOAST_MS) {
  $("toast").textContent = sentence;
  $("toast").hidden = false;
  clearTimeout(toast);
  if (ms !== Infinity) toast = setTimeout(() => ($("toast").hidden = true), ms);
}
