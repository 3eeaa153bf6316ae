"""The wiring of every build, drawn from its profile: `python -m tests.docs.wiring_drawing docs/drawings` writes it.

             panel                 its wires go up, the outer ones from lower pins
       │ │ │ │     │ │ │ │
       │ │ │ └──··─┘ │ │ │
       │ └───── ·· ──┘ …           the 40 pins, odd ones left
     ┌─┼─────── ·· ──────┐ ┐
     │ │ ┌───── ·· ────┐ │ │       wires to the parts go down, the outer ones from upper pins
    Next Back Knob    LED  │
     └───┴────┴─────────┴──┘       all grounds are one

So no wire crosses another, as long as the panel's pins lie above those of the keys. Only the dashed one does, to the
"+" that some knobs have: it leaves the header between wires of the panel.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot
from pathlib import Path

from msgspec import Struct

from firmware.device.builds import load
from hw.build import Build, names
from hw.events import InputLine
from hw.pinout import HEADER
from tests.docs.svg import Point, document, points, tag, text
from tests.docs.wiring import GROUND, POWER

WIDTH, HEIGHT = 580, 1054
ROW, FIRST = 27, 226
ODD, EVEN = 320, 348
"""The two columns of the header, and its first row."""
NEAR = 60
SLOT, PART_SLOT, SIGNAL_SLOT = 40, 46, 100
"""How far the nearest wire lies from its column, and two wires from each other: to panel, keys and signals."""
GLASS_END, PARTS, RAIL, RISER = 172, 806, 950, 558
"""Where the panel ends, where the parts begin, and the line that joins the grounds, with its wire to the header."""

BLACK, RED = "#111", "#d62828"
STYLE = """
text{font-family:sans-serif;font-size:15px;fill:#111}
.small{font-size:12.5px}.name{font-weight:bold;font-size:17px}.mid{text-anchor:middle}.end{text-anchor:end}
.edge{fill:none;stroke:#111;stroke-width:5.5;stroke-linejoin:round;stroke-linecap:round}
.wire{fill:none;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}
.dashed{fill:none;stroke-width:3;stroke-dasharray:8 5}
.part{fill:#f4f2ec;stroke:#111;stroke-width:2}
.halo{stroke:#fff;stroke-width:4px;paint-order:stroke}
"""


class Wire(Struct, frozen=True):
    """A wire from a pin of the header, by its position, to a terminal of a part."""

    header: int
    name: str
    """What the pin is called: "GPIO 25"."""
    terminal: str
    part: str
    colour: str

    @property
    def left(self) -> bool:
        """Whether it leaves the header on the left."""
        return self.header % 2 == 1

    @property
    def row(self) -> int:
        """The row of its pin, from 0."""
        return (self.header - 1) // 2

    @property
    def pin(self) -> Point:
        """Where its pin is drawn."""
        return ODD if self.left else EVEN, FIRST + self.row * ROW


PLUS = Wire(POWER[1], "3.3 V", "+", "knob", RED)
"""Only a knob on a board of its own has this one."""
ON_A_BOARD = {"push": "SW", "A": "CLK", "B": "DT"}
"""What the knob's terminals are called on a board of its own."""
KNOB_HIGH = 112

Laid = dict[Wire, tuple[Point, ...]]


def wires(build: Build) -> tuple[Wire, ...]:
    """Return every wire of a build from the header, each pin once; the grounds of all parts but the panel have one."""
    panel, led, buzzer = build.panel, build.signals.led, build.signals.buzzer
    chip = 8 - panel.spi.device
    made = [
        Wire(POWER[0], "3.3 V", "VCC", "panel", RED),
        Wire(GROUND[0], "GND", "GND", "panel", BLACK),
        _gpio(10, "DIN", "panel", "#3a7bd5"),
        _gpio(11, "CLK", "panel", "#f2c811"),
        _gpio(chip, "CS", "panel", "#f08c1a"),
        _gpio(panel.pins.dc, "DC", "panel", "#2e9e4f"),
        _gpio(panel.pins.rst, "RST", "panel", "#fff"),
        _gpio(panel.pins.busy, "BUSY", "panel", "#8e44ad"),
        _gpio(build.pins[InputLine.NEXT].pin, "", "Next", "#2e9e4f"),
        _gpio(build.pins[InputLine.BACK].pin, "", "Back", "#f08c1a"),
        _gpio(build.pins[InputLine.PUSH].pin, "push", "knob", "#fff"),
        _gpio(build.pins[InputLine.A].pin, "A", "knob", "#3a7bd5"),
        _gpio(build.pins[InputLine.B].pin, "B", "knob", "#f2c811"),
        *([_gpio(led, "", "LED", "#8e44ad")] if led is not None else []),
        *([_gpio(buzzer, "+", "buzzer", "#b5651d")] if buzzer is not None else []),
    ]
    return (*made, Wire(_common(made), "GND", "", "ground", BLACK))


def lay(build: Build) -> Laid:
    """Return each wire with its corners, from the pin to the terminal."""
    laid: Laid = {}
    for left in (True, False):
        side = [wire for wire in wires(build) if wire.left is left]
        up = sorted((wire for wire in side if wire.part == "panel"), key=_row)
        down = sorted((wire for wire in side if wire.part != "panel"), key=_row, reverse=True)
        apart = PART_SLOT if left else SIGNAL_SLOT
        for group, end, slot in ((up, GLASS_END, SLOT), (down, PARTS, apart)):
            for n, wire in enumerate(group):
                x, y = wire.pin
                out = x + (-1 if left else 1) * (NEAR + n * slot) if wire.part != "ground" else RISER
                laid[wire] = ((x, y), (out, y), (out, RAIL if wire.part == "ground" else end))
    return laid


def plus(laid: Laid) -> tuple[Point, ...]:
    """Return the way of the knob's own power: outside all other wires, and into the knob from below."""
    x, y = PLUS.pin
    out = min(end[0] for *_, end in laid.values()) - PART_SLOT
    knob = min(path[-1][0] for wire, path in laid.items() if wire.part == PLUS.part)
    under = PARTS + KNOB_HIGH + 16
    return (x, y), (out, y), (out, under), (knob, under), (knob, PARTS + KNOB_HIGH)


def drawing(build: Build) -> str:
    """Return the picture of a build's wires, as SVG."""
    laid = lay(build)
    inside = [*_panel(build, laid), *_parts(laid), *_header(laid), *_drawn(laid), *_labels(laid)]
    title = f"Wiring: {build.title}"
    return document(title, WIDTH, HEIGHT, text(title, 20, 30, class_="name"), *inside, style=STYLE)


def pages() -> dict[str, str]:
    """Return the name and the text of every drawing."""
    return {f"wiring-{name}.svg": drawing(load(name)) for name in names()}


def main(arguments: Sequence[str]) -> None:
    """Write the drawings into the folder that is given."""
    (folder,) = arguments
    for name, page in pages().items():
        (Path(folder) / name).write_text(page, encoding="utf-8")


def _gpio(pin: int, terminal: str, part: str, colour: str) -> Wire:
    return Wire(HEADER[pin], f"GPIO {pin}", terminal, part, colour)


def _common(made: Iterable[Wire]) -> int:
    """Return the ground from which all parts but the panel have theirs: just above their other wires on the right."""
    right = [wire.header for wire in made if wire.part != "panel" and not wire.left]
    return max(pin for pin in GROUND if pin % 2 == 0 and pin < min(right, default=40) and pin != GROUND[0])


def _row(wire: Wire) -> int:
    return wire.row


# --- what is drawn ---


def _panel(build: Build, laid: Laid) -> Iterator[str]:
    ends = [path[-1][0] for wire, path in laid.items() if wire.part == "panel"]
    left, right = min(ends) - 30, max(ends) + 30
    yield tag("rect", x=left, y=44, width=right - left, height=GLASS_END - 44, rx=6, class_="part")
    high = 70
    wide = high * build.panel.width / build.panel.height
    yield tag("rect", x=left + 24, y=54, width=wide, height=high, fill="#fff", stroke=BLACK, stroke_width=2)
    beside = left + 24 + wide + 16
    inches = hypot(build.panel.width, build.panel.height) * build.panel.pitch_mm / 25.4
    yield text(f'{inches:.1f}" e-paper panel', beside, 72)
    yield text("Go by the names on your", beside, 95, class_="small")
    yield text("board: their order differs.", beside, 113, class_="small")


def _header(laid: Laid) -> Iterator[str]:
    top, height = FIRST - 20, 19 * ROW + 40
    yield tag("rect", x=ODD - 18, y=top, width=EVEN - ODD + 36, height=height, rx=5, fill="#3c4a3e", stroke=BLACK)
    used = {PLUS.header, *(wire.header for wire in laid)}
    for pin in range(1, 41):
        x, y = (ODD if pin % 2 else EVEN), FIRST + (pin - 1) // 2 * ROW
        fill, ink = ("#fff", BLACK) if pin in used else ("#3c4a3e", "#cdd3cd")
        if pin == 1:
            yield tag("rect", x=x - 11, y=y - 11, width=22, height=22, fill=fill, stroke="#cdd3cd")
        else:
            yield tag("circle", cx=x, cy=y, r=11, fill=fill, stroke="#cdd3cd")
        yield text(str(pin), x, y + 4.5, class_="mid small", style=f"fill:{ink}")
    yield text("SD card end", ODD + 14, top - 8, class_="mid small halo")
    yield text("edge of", ODD + 14, top + height + 17, class_="mid small halo")
    yield text("the Pi ▸", ODD + 14, top + height + 33, class_="mid small halo")


def _drawn(laid: Laid) -> Iterator[str]:
    rail = _rail(laid)
    for line in ((rail, BLACK, {}), *((path, wire.colour, {"data_pin": wire.header}) for wire, path in laid.items())):
        path, colour, data = line
        shape = points(_shortened(path))
        yield tag("polyline", points=shape, class_="edge")
        yield tag("polyline", points=shape, class_="wire", stroke=colour, **data)
    yield tag("polyline", points=points(_shortened(plus(laid))), class_="dashed", stroke=RED, data_pin=PLUS.header)


def _shortened(path: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a line that begins at the rim of its pin."""
    (x, y), *rest = path
    return ((x + (11 if rest[0][0] > x else -11), y), *rest) if len(path) > 2 else path


def _rail(laid: Laid) -> tuple[Point, ...]:
    ends = [path[-1][0] for wire, path in laid.items() if wire.part not in {"panel", "ground"}]
    return (min(ends), RAIL), (RISER, RAIL)


def _labels(laid: Laid) -> Iterator[str]:
    for wire in (*laid, PLUS):
        x, y = wire.pin
        away, anchor = (-21, "end") if wire.left else (21, "")
        yield text(wire.name, x + away, y - 8, class_=f"small halo {anchor}".strip())
    for wire, path in laid.items():
        if wire.part == "panel":
            yield text(wire.terminal, path[-1][0], GLASS_END - 9, class_="mid small")


def _parts(laid: Laid) -> Iterator[str]:
    draw: dict[str, Callable[[list[Wire], Laid], Iterator[str]]] = {
        "Next": _button, "Back": _button, "knob": _knob, "LED": _led, "buzzer": _buzzer,
    }  # fmt: skip
    for part, drawn in draw.items():
        if ends := [wire for wire in laid if wire.part == part]:
            yield from drawn(ends, laid)
    words = (
        "The grounds below are joined, with one wire to the header.",
        f"Or each part goes to a ground pin of its own: {_grounds(laid)}.",
        f"The panel has its own, {GROUND[0]}.",
        "Dashed: only where the knob has a pin “+”.",
    )
    for n, line in enumerate(words):
        yield text(line, 20, RAIL + 26 + 20 * n, class_="small")


def _grounds(laid: Laid) -> str:
    return ", ".join(str(pin) for pin in GROUND if all(pin != wire.header or wire.part == "ground" for wire in laid))


def _to_rail(x: float, y: float) -> str:
    return tag("polyline", points=points(((x, y), (x, RAIL))), class_="wire", stroke=BLACK)


def _button(ends: list[Wire], laid: Laid) -> Iterator[str]:
    (wire,) = ends
    x = laid[wire][-1][0]
    yield tag("circle", cx=x, cy=PARTS + 18, r=18, class_="part")
    blade = (x, PARTS), (x, PARTS + 9), (x + 9, PARTS + 26)
    yield tag("polyline", points=points(blade), class_="wire", stroke=BLACK)
    yield _to_rail(x, PARTS + 28)
    yield text(wire.part, x - 6, PARTS + 58, class_="end")


def _knob(ends: list[Wire], laid: Laid) -> Iterator[str]:
    places = {wire: laid[wire][-1][0] for wire in ends}
    left, right = min(places.values()) - 18, max(places.values()) + 18
    middle = (left + right) / 2
    low = PARTS + KNOB_HIGH
    yield _to_rail(middle, low)
    yield tag("rect", x=left, y=PARTS, width=right - left, height=KNOB_HIGH, rx=6, class_="part")
    for wire, x in places.items():
        yield text(wire.terminal, x, PARTS + 17, class_="mid small")
        yield text(ON_A_BOARD[wire.terminal], x, PARTS + 32, class_="mid small")
    yield tag("circle", cx=middle, cy=PARTS + 57, r=19, fill="#3a3733", stroke=BLACK)
    yield text("Knob", middle, PARTS + 62, class_="mid small", style="fill:#fff")
    yield text("C and push", middle, low - 21, class_="mid small")
    yield text("GND", middle, low - 6, class_="mid small")
    yield text(PLUS.terminal, min(places.values()), low - 5, class_="mid")


def _led(ends: list[Wire], laid: Laid) -> Iterator[str]:
    (wire,) = ends
    x = laid[wire][-1][0]
    yield _to_rail(x, PARTS + 73)
    yield tag("rect", x=x - 8, y=PARTS, width=16, height=34, class_="part")
    yield tag("polyline", points=points(((x, PARTS + 34), (x, PARTS + 48))), class_="wire", stroke=BLACK)
    yield tag("path", d=f"M{x - 13} {PARTS + 48}h26l-13 24z", fill="#e7b416", stroke=BLACK, stroke_width=2)
    yield tag("path", d=f"M{x - 13} {PARTS + 73}h26", stroke=BLACK, stroke_width=3)
    yield text("330 Ω", x + 14, PARTS + 16, class_="small")
    yield text("to 1 kΩ", x + 14, PARTS + 31, class_="small")
    yield text("long leg", x + 18, PARTS + 54, class_="small")
    yield text("LED", x + 18, PARTS + 72)
    yield text("short leg", x + 18, PARTS + 90, class_="small")


def _buzzer(ends: list[Wire], laid: Laid) -> Iterator[str]:
    (wire,) = ends
    x = laid[wire][-1][0]
    yield _to_rail(x, PARTS + 60)
    yield tag("circle", cx=x, cy=PARTS + 30, r=30, class_="part")
    yield text("+", x, PARTS + 18, class_="mid")
    yield text("buzzer", x, PARTS + 36, class_="mid small")


if __name__ == "__main__":
    main(sys.argv[1:])
