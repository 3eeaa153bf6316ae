"""The box of every build, from its profile: `python -m tests.docs.box docs/drawings` writes it.

    profile ─▶ parameters ─┬▶ plate-NAME.svg   the front plate at 1:1, to print on paper
                           └▶ box-NAME.scad    the same numbers for docs/drawings/box.scad, to print in plastic

The sizes of boards and holes are not in a profile, since the device does not need them; they are here, each with its
source. Everything that depends on the place of a part is a formula, which both Python and OpenSCAD read.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from firmware.device.builds import load
from hw.build import Build
from tests.docs.pages import write_files
from tests.docs.svg import document, tag, text
from tests.docs.wiring import WIRED


class Module(Struct, frozen=True):
    """A panel on its board, mm. `off` is the offset of the board's middle from the picture's, to the right and up."""

    active: tuple[float, float]
    glass: tuple[float, float]
    board: tuple[float, float]
    offset: tuple[float, float]
    pi: str
    """The larger Raspberry Pi that has room behind it."""
    board_source: str
    offset_source: str
    """The source of the board's size and of its offset."""


# Active area and glass: Good Display's figures for both types, and the same in Waveshare's wiki (4.2inch e-Paper Module
# B, Pico-ePaper-2.9-D). Boards: Waveshare's wiki, 4.2inch and 2.9inch e-Paper Module. The offsets are guesses; where
# the cable leaves the glass its border is wider.
MODULES = {
    "GDEY042T81": Module((84.8, 63.6), (91, 77), (103, 78.5), (0, -4), "large", "Waveshare's", "a guess"),
    "GDEY029T94": Module(
        (66.9, 29.06),
        (79, 36.7),
        (89.5, 38),
        (0, 0),
        "zero",
        "a Waveshare board's outline, only as an example: yours is another",
        "0 is not measured, and the border with the cable is wider",
    ),
}


class Group(Struct, frozen=True):
    """A group of parameters: name, value, meaning and source."""

    title: str
    rows: tuple[tuple[str, Any, str], ...]


def module_of(build: Build) -> Module:
    """Return the module that a build has as its part."""
    return next(module for code, module in MODULES.items() if code in build.panel.part)


def groups(build: Build) -> tuple[Group, ...]:
    """Return the parameters of a build's box; lengths in mm."""
    panel, module = build.panel, module_of(build)
    return (
        Group(
            f"Panel: {panel.part}",
            (
                ("active", module.active, f"the picture, {panel.width} x {panel.height} px; data sheet"),
                ("gap", 0.5, "how much larger the window is on each side, so that no pixel is hidden"),
                ("glass", module.glass, "the glass; data sheet"),
                ("board", module.board, f"the board behind the glass; {module.board_source}. MEASURE YOURS"),
                (
                    "board_off",
                    module.offset,
                    f"how far right of and above the picture its middle is; {module.offset_source}. MEASURE YOURS",
                ),
                ("stack", 3, "from the front of the glass to the back of the board at its edge. MEASURE YOURS"),
            ),
        ),
        Group(
            "Buttons, knob, light",
            (
                ("button_hole", 12.2, "for a button with a thread of 12 mm. MEASURE YOURS"),
                ("button_cap", 18, "its widest part, nut or rim. MEASURE YOURS"),
                ("knob_hole", 7.2, "for a bushing M7, as Bourns PEC11H has. MEASURE YOURS"),
                ("knob_cap", 30, "the widest knob that has room"),
                ("led_hole", 5.1 if build.signals.led is not None else 0, "for an LED of 5 mm; 0 is none"),
                ("finger", 8, "room for a finger between a button and the knob"),
            ),
        ),
        Group(
            "Plate",
            (
                ("thickness", 3, "of the plate. The threads of buttons and knob have to reach through: MEASURE YOURS"),
                ("side", 6, "left and right of the board"),
                ("rim", 14, "above the board, with the light"),
                ("controls", 44, "below the board, with buttons and knob"),
                ("corner", 6, "radius"),
                ("inset", 6, "of the screws from the edges"),
                ("screw", 3.2, "hole for M3"),
                ("pilot", 2.5, "hole that an M3 screw cuts its thread into"),
            ),
        ),
        Group(
            "Shell",
            (
                ("front", 34, "height at the front edge. Buttons up to 30 mm deep fit: MEASURE YOURS"),
                ("tilt", 12, "degrees that the plate leans towards you"),
                ("wall", 2.4, "thickness of walls and floor"),
                ("pi", module.pi, 'the Raspberry Pi: "zero" (Zero 2 W) or "large" (3, 4, 5)'),
                ("post", 4, "height of what the Pi stands on"),
                ("slot", (60, 14), "opening in the back for the Pi's plugs"),
            ),
        ),
    )


FORMULAS = (
    ("spread", "max(active[0] / 2 - 8, knob_cap / 2 + button_cap / 2 + finger)"),
    ("width", "max(board[0] + 2 * abs(board_off[0]) + 2 * side, 2 * (spread + button_cap / 2 + 6))"),
    ("height", "controls + board[1] + rim"),
    ("board_x", "width / 2 + board_off[0]"),
    ("board_y", "controls + board[1] / 2"),
    ("picture_x", "width / 2"),
    ("picture_y", "board_y - board_off[1]"),
    ("window_w", "active[0] + 2 * gap"),
    ("window_h", "active[1] + 2 * gap"),
    ("key_y", "controls / 2"),
    ("back_x", "width / 2 - spread"),
    ("knob_x", "width / 2"),
    ("next_x", "width / 2 + spread"),
    ("led_x", "width - 18"),
    ("led_y", "height - rim / 2"),
)
"""The places of all parts: x from the left edge, y from the lower edge, seen from the front."""


class Hole(Struct, frozen=True):
    """A round cut-out; `across` is its diameter, `cap` the diameter of its cover."""

    name: str
    x: float
    y: float
    across: float
    cap: float


def values(build: Build) -> dict[str, Any]:
    """Return every parameter of a build's box, and the values of all formulas."""
    known = {name: value for group in groups(build) for name, value, _ in group.rows}
    for name, formula in FORMULAS:
        known[name] = eval(formula, {"max": max, "abs": abs}, known)  # noqa: S307 - the formulas above
    return known


def holes(at: dict[str, Any]) -> tuple[Hole, ...]:
    """Return the round cut-outs of a plate."""
    keys = (("Back", "back_x", "button"), ("Knob", "knob_x", "knob"), ("Next", "next_x", "button"))
    cut = [Hole(name, at[x], at["key_y"], at[f"{kind}_hole"], at[f"{kind}_cap"]) for name, x, kind in keys]
    if at["led_hole"]:
        cut.append(Hole("LED", at["led_x"], at["led_y"], at["led_hole"], at["led_hole"] + 1))
    across = (at["inset"], at["width"] - at["inset"]), (at["inset"], at["height"] - at["inset"])
    return (*cut, *(Hole("", x, y, at["screw"], 6) for x in across[0] for y in across[1]))


# --- OpenSCAD ---


def parameters(name: str, build: Build) -> str:
    """Return the OpenSCAD file of a build: its parameters, and the box that they make."""
    return "\n".join(_scad(name, build)) + "\n"


def _scad(name: str, build: Build) -> Iterator[str]:
    yield f"// {build.title}: its box. Written by `make docs` from hw/profiles/{name}.toml."
    yield "// Lengths in mm, as seen from the front. Change what differs on your own parts."
    yield "\n/* [What to make] */"
    yield 'part = "all"; // [all, behind, inside, plate, paper, shell, clamps]'
    for group in groups(build):
        yield f"\n/* [{group.title.partition(':')[0]}] */"
        if ":" in group.title:
            yield f"// {group.title}"
        for key, value, words in group.rows:
            yield f"{key} = {_scad_value(value)}; // {words}"
    yield "\n/* [Hidden] */"
    yield from (f"{key} = {formula};" for key, formula in FORMULAS)
    yield "\ninclude <box.scad>"


def _scad_value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_scad_value, value))}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


# --- paper ---

MARGIN, RULER = 12, 26
STYLE = """
text{font-family:sans-serif;font-size:3.4px;fill:#111}.small{font-size:2.8px}.mid{text-anchor:middle}
.cut{fill:none;stroke:#000;stroke-width:.3}.behind{fill:none;stroke:#777;stroke-width:.25;stroke-dasharray:2 1.2}
.cap{fill:none;stroke:#777;stroke-width:.2;stroke-dasharray:.8 .8}.cross,.ruler{fill:none;stroke:#777;stroke-width:.2}
"""


def plate(build: Build) -> str:
    """Return the front plate at 1:1, as SVG in mm."""
    at = values(build)
    width, height = at["width"] + 2 * MARGIN, at["height"] + 2 * MARGIN + RULER
    title = f"Front plate: {build.title}, 1:1"
    return document(title, width, height, *_shapes(at, title), unit="mm", style=STYLE)


def _shapes(at: dict[str, Any], title: str) -> Iterator[str]:
    def box(x: float, y: float, wide: float, high: float, **more: object) -> str:
        return tag(
            "rect", x=MARGIN + x - wide / 2, y=MARGIN + at["height"] - y - high / 2, width=wide, height=high, **more
        )

    middle = at["width"] / 2
    size = f"{at['width']:g} × {at['height']:g} mm, seen from the front. Black lines are cut."
    yield text(title, MARGIN, 5.5)
    yield text(size, MARGIN, 10, class_="small")
    yield box(middle, at["height"] / 2, at["width"], at["height"], rx=at["corner"], class_="cut", id="plate")
    yield box(at["board_x"], at["board_y"], *at["board"], class_="behind", id="board")
    yield box(at["picture_x"], at["picture_y"], at["window_w"], at["window_h"], class_="cut", id="window")
    yield box(at["picture_x"], at["picture_y"], *at["active"], class_="behind", id="active")
    top = MARGIN + at["height"]
    words = (
        f"window {at['window_w']:g} × {at['window_h']:g}",
        f"picture {at['active'][0]:g} × {at['active'][1]:g}",
        f"outer dashes: its board, {at['board'][0]:g} × {at['board'][1]:g}, behind",
    )
    for n, line in enumerate(words):
        yield text(line, MARGIN + middle, top - at["picture_y"] - 4 + 5 * n, class_="mid small" if n else "mid")
    for hole in holes(at):
        yield from _hole(hole, MARGIN + hole.x, top - hole.y)
    corner, beside = at["inset"], at["inset"] + at["screw"] / 2 + 1.5
    yield text(f"4 × ⌀ {at['screw']:g}", MARGIN + beside, top - at["height"] + corner + 1, class_="small")
    yield from _ruler(MARGIN, top + 16)


def _hole(hole: Hole, x: float, y: float) -> Iterator[str]:
    yield tag("circle", cx=x, cy=y, r=hole.across / 2, class_="cut", data_hole=hole.name or "screw")
    yield tag("path", d=f"M{x - 2:g} {y:g}h4M{x:g} {y - 2:g}v4", class_="cross")
    if hole.name:
        yield tag("circle", cx=x, cy=y, r=hole.cap / 2, class_="cap")
        words, beyond = f"{hole.name}, ⌀ {hole.across:g}", hole.cap / 2 + 1.5
        if hole.name == "LED":
            yield text(words, x - beyond, y + 1, class_="small", text_anchor="end")
        else:
            yield text(words, x, y + beyond + 2, class_="mid small")


def _ruler(x: float, y: float) -> Iterator[str]:
    ticks = "".join(f"M{x + mm:g} {y:g}v{-4 if mm % 10 == 0 else -2.5:g}" for mm in range(0, 51, 5))
    yield tag("path", d=f"M{x:g} {y:g}h50{ticks}", class_="ruler", id="ruler")
    yield text("50 mm. Print at 100 % (“actual size”),", x + 54, y - 2.4, class_="small")
    yield text("then measure this line on the paper.", x + 54, y + 1.4, class_="small")


# --- files ---


def pages() -> dict[str, str]:
    """Return the name and the text of every file."""
    builds = {name: load(name) for name in WIRED}
    plates = {f"plate-{name}.svg": plate(build) for name, build in builds.items()}
    return plates | {f"box-{name}.scad": parameters(name, build) for name, build in builds.items()}


def main(arguments: Sequence[str]) -> None:
    """Write the files into the folder that is given."""
    (folder,) = arguments
    write_files(Path(folder), pages())


if __name__ == "__main__":
    main(sys.argv[1:])
