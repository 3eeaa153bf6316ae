"""The wiring of every build, drawn from its profile: `python -m tests.docs.wiring_drawing docs/drawings` writes it.

             panel                 its wires go up, the outer ones from lower pins
       │ │ │ │     │ │ │ │
       │ │ │ └──··─┘ │ │ │
       │ └───── ·· ──┘ …           the 40 pins, odd ones left
     ┌─┼─────── ·· ──────┐ ┐
     │ │ ┌───── ·· ────┐ │ │       wires to the parts go down, the outer ones from upper pins
    Next Back Knob    LED  │
          │    └───────────┼ ┘     grounds from the right go under the parts, the outer ones further to the left
          └────────────────┘

Each part has its own ground pin. If the panel's pins are above those of the keys, no wire crosses another, except a
ground that leaves the header between wires of the panel, and the dashed ones, which some knobs need.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot
from pathlib import Path

from msgspec import Struct

from firmware.device.builds import load
from hw.build import Build
from hw.events import InputLine
from hw.pinout import HEADER
from tests.docs.pages import write_files
from tests.docs.svg import Point, document, points, tag, text
from tests.docs.wiring import GROUND, POWER, WIRED

HEIGHT = 1196
ROW, FIRST_ROW = 27, 226
ODD, EVEN = 400, 428
"""The two columns of the header, and its first row."""
NEAR = 60
SLOT, PART_SLOT, GROUND_SLOT = 40, 46, 30
"""Distance of the nearest wire from its column, and of two wires: to panel, keys and grounds."""
SIGNAL_SLOTS = {"LED": 100, "buzzer": 50}
"""The room right of the wire of a light or a sound, for it and its words."""
GLASS_END, PARTS_TOP, BUTTON_HIGH, GROUNDS_TOP = 172, 806, 28, 952
"""The bottom of the panel, the top of the parts, the height of a button's lower contact, and the uppermost ground under
the parts."""
JOINED_TOP = 1108
"""The top of the variant with joined grounds."""
SIGNALS = ("LED", "buzzer")
LEFT_GROUNDS, RIGHT_GROUNDS = (25, 39), (34, 30, 20, 14)
"""The ground pins of the parts: of the outermost and the innermost key; of the light, the sound and the other keys,
from right to left."""

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
    """A wire from a pin of the header, by its position, to a terminal of a part. Dashed: only some parts need it."""

    header: int
    name: str
    """The name of the pin: "GPIO 25"."""
    terminal: str
    part: str
    colour: str
    dashed: bool = False

    @property
    def left(self) -> bool:
        """Return whether it leaves the header on the left."""
        return self.header % 2 == 1

    @property
    def row(self) -> int:
        """The row of its pin, from 0."""
        return (self.header - 1) // 2

    @property
    def pin(self) -> Point:
        """Return the place of its pin in the drawing."""
        return ODD if self.left else EVEN, FIRST_ROW + self.row * ROW

    @property
    def is_ground(self) -> bool:
        """Return whether it is a ground, other than the panel's."""
        return self.name == "GND" and self.part != "panel"


PLUS = Wire(POWER[1], "3.3 V", "+", "knob", RED, dashed=True)
"""Only a knob on a breakout board has this wire."""
ON_A_BOARD = {"push": "SW", "A": "CLK", "B": "DT", "C": "GND"}
"""The names of the knob's terminals on a breakout board."""
KNOB_HIGH = 112

Routes = dict[Wire, tuple[Point, ...]]


def wires(build: Build) -> tuple[Wire, ...]:
    """Return every wire of a build from the header, each pin once."""
    panel, led, buzzer = build.panel, build.signals.led, build.signals.buzzer
    chip = 8 - panel.spi.device
    signal_wires = [
        Wire(POWER[0], "3.3 V", "VCC", "panel", RED),
        Wire(GROUND[0], "GND", "GND", "panel", BLACK),
        _gpio(10, "DIN", "panel", "#3a7bd5"),
        _gpio(11, "CLK", "panel", "#f2c811"),
        _gpio(chip, "CS", "panel", "#f08c1a"),
        _gpio(panel.pins.dc, "DC", "panel", "#2e9e4f"),
        _gpio(panel.pins.rst, "RST", "panel", "#fff"),
        _gpio(panel.pins.busy, "BUSY", "panel", "#8e44ad"),
        *(_gpio(use.pin, *KEYS[line]) for line, use in build.pins.items()),
        *([_gpio(led, "", "LED", "#8e44ad")] if led is not None else []),
        *([_gpio(buzzer, "+", "buzzer", "#b5651d")] if buzzer is not None else []),
    ]
    return (*signal_wires, *_grounds(signal_wires), *([PLUS] if build.keys.has_knob else []))


KEYS = {
    InputLine.NEXT: ("", "Next", "#2e9e4f"),
    InputLine.BACK: ("", "Back", "#f08c1a"),
    InputLine.PUSH: ("push", "knob", "#fff"),
    InputLine.A: ("A", "knob", "#3a7bd5"),
    InputLine.B: ("B", "knob", "#f2c811"),
    InputLine.UP: ("", "▲", "#3a7bd5"),
    InputLine.DOWN: ("", "▼", "#f2c811"),
}
"""The terminal, the part and the colour of the wire to each contact."""


def _grounds(made: Sequence[Wire]) -> Iterator[Wire]:
    """Yield the ground of each part. A knob without a board has two: for turning, and for its push."""
    parts = list(dict.fromkeys(wire.part for wire in sorted(made, key=_row) if wire.part not in {"panel", *SIGNALS}))
    keys = [one for part in parts for one in ([(part, "push"), (part, "C")] if part == "knob" else [(part, "")])]
    right = [(part, "") for part in SIGNALS if any(wire.part == part for wire in made)] + keys[-2:0:-1]
    left = [keys[0], keys[-1]] if keys else []
    for pin, (part, terminal) in (*zip(LEFT_GROUNDS, left, strict=False), *zip(RIGHT_GROUNDS, right, strict=False)):
        yield Wire(pin, "GND", terminal, part, BLACK, dashed=terminal == "push")


def routes_of(build: Build) -> Routes:
    """Return each wire with its corners, from the pin to the terminal."""
    made = wires(build)
    lanes = {**_lanes(made, left=True), **_lanes(made, left=False)}
    own = {wire.part: lanes[wire] for wire in made if not wire.is_ground and wire is not PLUS}  # the last: B of a knob
    push = next((lanes[wire] for wire in made if wire.terminal == "push" and not wire.is_ground), 0.0)
    a = next((lanes[wire] for wire in made if wire.terminal == "A"), 0.0)
    routes: Routes = {}
    level = GROUNDS_TOP
    for wire in sorted(made, key=lambda wire: lanes[wire]):
        (x, y), out = wire.pin, lanes[wire]
        goal = {"+": push, "push": a}.get(wire.terminal, own[wire.part])
        rest: tuple[Point, ...] = ((out, GLASS_END if wire.part == "panel" else PARTS_TOP),)
        if wire is PLUS:
            rest = _from_below(out, GROUNDS_TOP - 18, goal, PARTS_TOP + KNOB_HIGH)
        elif wire.is_ground and wire.terminal != "C":
            high = {"LED": 73, "buzzer": 60, "knob": KNOB_HIGH}.get(wire.part, BUTTON_HIGH)
            near = wire.left or wire.part in SIGNALS
            rest = _from_below(out, PARTS_TOP + high + 28 if near else level, goal, PARTS_TOP + high)
            level += 0 if near else 18
        routes[wire] = ((x, y), (out, y), *rest)
    return routes


def _lanes(made: Iterable[Wire], *, left: bool) -> dict[Wire, float]:
    """Return the x of the lane of each wire of a side."""
    side = [wire for wire in made if wire.left is left and wire is not PLUS]
    up = sorted((wire for wire in side if wire.part == "panel"), key=_row)
    down = sorted((wire for wire in side if wire.part != "panel"), key=_row, reverse=True)
    if left:
        places: dict[Wire, float] = {wire: ODD - NEAR - n * PART_SLOT for n, wire in enumerate(down)}
        outer = {PLUS: min(places.values(), default=ODD) - SLOT}
        return {wire: ODD - NEAR - n * SLOT for n, wire in enumerate(up)} | places | outer
    lanes: dict[Wire, float] = {wire: EVEN + NEAR + n * SLOT for n, wire in enumerate(up)}
    x = EVEN + NEAR
    for n, wire in enumerate(down):
        if wire.header < max(one.header for one in up):  # outside the wires of the panel
            x = max(x, EVEN + NEAR + len(up) * SLOT)
        lanes[wire] = x
        following = down[n + 1] if n + 1 < len(down) else wire
        x += SIGNAL_SLOTS.get(wire.part, GROUND_SLOT) if not wire.is_ground else GROUND_SLOT
        x += GROUND_SLOT if wire.is_ground and not following.is_ground else 0
    return lanes


def _from_below(out: float, level: float, x: float, end: float) -> tuple[Point, ...]:
    """Return the corners from a lane to a terminal, which is reached from below."""
    return (out, level), (x, level), (x, end)


def width_of(laid: Routes) -> float:
    """Return the width of the paper."""
    return max(x for path in laid.values() for x, _ in path) + 32


def drawing(build: Build) -> str:
    """Return the picture of a build's wires, as SVG."""
    laid = routes_of(build)
    inside = [*_panel(build, laid), *_header(laid), *_draw_wires(laid), *_parts(laid), *_labels(laid), *_words(laid)]
    title = f"Wiring: {build.title}"
    return document(title, width_of(laid), HEIGHT, text(title, 20, 30, class_="name"), *inside, style=STYLE)


def pages() -> dict[str, str]:
    """Return the name and the text of every drawing."""
    return {f"wiring-{name}.svg": drawing(load(name)) for name in WIRED}


def main(arguments: Sequence[str]) -> None:
    """Write the drawings into the folder that is given."""
    (folder,) = arguments
    write_files(Path(folder), pages())


def _gpio(pin: int, terminal: str, part: str, colour: str) -> Wire:
    return Wire(HEADER[pin], f"GPIO {pin}", terminal, part, colour)


def _row(wire: Wire) -> int:
    return wire.row


# --- what is drawn ---


def _panel(build: Build, laid: Routes) -> Iterator[str]:
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


def _header(laid: Routes) -> Iterator[str]:
    top, height = FIRST_ROW - 20, 19 * ROW + 40
    yield tag("rect", x=ODD - 18, y=top, width=EVEN - ODD + 36, height=height, rx=5, fill="#3c4a3e", stroke=BLACK)
    used = {wire.header for wire in laid}
    for pin in range(1, 41):
        x, y = (ODD if pin % 2 else EVEN), FIRST_ROW + (pin - 1) // 2 * ROW
        fill, ink = ("#fff", BLACK) if pin in used else ("#3c4a3e", "#cdd3cd")
        if pin == 1:
            yield tag("rect", x=x - 11, y=y - 11, width=22, height=22, fill=fill, stroke="#cdd3cd")
        else:
            yield tag("circle", cx=x, cy=y, r=11, fill=fill, stroke="#cdd3cd")
        yield text(str(pin), x, y + 4.5, class_="mid small", style=f"fill:{ink}")
    yield text("SD card end", ODD + 14, top - 8, class_="mid small halo")
    yield text("edge of", ODD + 14, top + height + 17, class_="mid small halo")
    yield text("the Pi ▸", ODD + 14, top + height + 33, class_="mid small halo")


def _draw_wires(laid: Routes) -> Iterator[str]:
    for wire, path in sorted(laid.items(), key=lambda item: not item[0].dashed):  # solid ones are above dashed ones
        shape, pin = points(_shortened(path)), {"data_pin": wire.header}
        if wire.dashed:
            yield tag("polyline", points=shape, class_="dashed", stroke=wire.colour, **pin)
        else:
            yield tag("polyline", points=shape, class_="edge")
            yield tag("polyline", points=shape, class_="wire", stroke=wire.colour, **pin)


def _shortened(path: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a line that begins at the rim of its pin."""
    (x, y), *rest = path
    return ((x + (11 if rest[0][0] > x else -11), y), *rest) if len(path) > 2 else path


def _labels(laid: Routes) -> Iterator[str]:
    for wire in laid:
        x, y = wire.pin
        away, anchor = (-21, "end") if wire.left else (21, "")
        yield text(wire.name, x + away, y - 8, class_=f"small halo {anchor}".strip())
    for wire, path in laid.items():
        if wire.part == "panel":
            yield text(wire.terminal, path[-1][0], GLASS_END - 9, class_="mid small")


def _parts(laid: Routes) -> Iterator[str]:
    draw: dict[str, Callable[[str, Routes], Iterator[str]]] = {"knob": _knob, "LED": _led, "buzzer": _buzzer}
    for part in dict.fromkeys(wire.part for wire in laid if wire.part != "panel"):
        yield from draw.get(part, _button)(part, laid)


def _words(laid: Routes) -> Iterator[str]:
    """Yield the notes on grounds and dashed wires, and the variant with joined grounds."""
    grounds = [wire for wire in laid if wire.is_ground]
    free = ", ".join(str(pin) for pin in GROUND if all(pin != wire.header for wire in laid))
    lines = [f"Black is ground. All ground pins are alike; free are {free}."]
    if PLUS in laid:
        lines += [
            "Dashed red: only if the knob is on a board, to its pin “+”.",
            "Dashed black: only if it is not, to the other contact of its push.",
        ]
    for n, line in enumerate(lines):
        yield text(line, 20, JOINED_TOP - 98 + 20 * n, class_="small")
    if len(grounds) > 1:
        joined = [wire for wire in laid if not wire.is_ground and wire.part != "panel" and wire is not PLUS]
        yield from _joined_grounds(tuple(dict.fromkeys(wire.part for wire in joined)), grounds[0].header)


def _joined_grounds(parts: tuple[str, ...], pin: int) -> Iterator[str]:
    """Yield the variant with the grounds of the parts joined, and one wire to a pin."""
    how = "Or join these grounds, in lever terminals or by soldering, with one wire to the header:"
    yield text(how, 20, JOINED_TOP - 30, class_="small")
    low, step = JOINED_TOP + 44, 80
    for n, part in enumerate(parts):
        x = 50 + n * step
        yield tag("polyline", points=points(((x, JOINED_TOP + 8), (x, low))), class_="wire", stroke=BLACK)
        yield text(part, x, JOINED_TOP, class_="mid")
    end = 50 + len(parts) * step
    yield tag("polyline", points=points(((50, low), (end, low))), class_="edge")
    yield tag("circle", cx=end + 11, cy=low, r=11, fill="#fff", stroke=BLACK)
    yield text(str(pin), end + 11, low + 4.5, class_="mid small")


def _own_x(part: str, laid: Routes) -> float:
    return next(path[-1][0] for wire, path in laid.items() if wire.part == part)


def _button(part: str, laid: Routes) -> Iterator[str]:
    x = _own_x(part, laid)
    yield tag("circle", cx=x, cy=PARTS_TOP + 18, r=18, class_="part")
    blade = (x, PARTS_TOP), (x, PARTS_TOP + 9), (x + 9, PARTS_TOP + 26)
    yield tag("polyline", points=points(blade), class_="wire", stroke=BLACK)
    yield tag(
        "polyline", points=points(((x, PARTS_TOP + BUTTON_HIGH), (x, PARTS_TOP + 36))), class_="wire", stroke=BLACK
    )
    yield text(part, x - 5, PARTS_TOP + 72, class_="end")


def _knob(part: str, laid: Routes) -> Iterator[str]:
    tops = {wire: laid[wire][-1][0] for wire in laid if wire.part == part and laid[wire][-1][1] == PARTS_TOP}
    left, right = min(tops.values()) - 18, max(tops.values()) + 18
    middle, low = (left + right) / 2, PARTS_TOP + KNOB_HIGH
    yield tag("rect", x=left, y=PARTS_TOP, width=right - left, height=KNOB_HIGH, rx=6, class_="part")
    for wire, x in tops.items():
        yield text(wire.terminal, x, PARTS_TOP + 17, class_="mid small")
        yield text(ON_A_BOARD[wire.terminal], x, PARTS_TOP + 32, class_="mid small")
    yield tag("circle", cx=middle, cy=PARTS_TOP + 60, r=19, fill="#3a3733", stroke=BLACK)
    yield text("Knob", middle, PARTS_TOP + 65, class_="mid small", style="fill:#fff")
    for wire in laid:
        if wire.dashed:
            yield text(wire.terminal, laid[wire][-1][0], low - 6, class_="mid small")


def _led(part: str, laid: Routes) -> Iterator[str]:
    x = _own_x(part, laid)
    yield tag("rect", x=x - 8, y=PARTS_TOP, width=16, height=34, class_="part")
    yield tag("polyline", points=points(((x, PARTS_TOP + 34), (x, PARTS_TOP + 48))), class_="wire", stroke=BLACK)
    yield tag("path", d=f"M{x - 13} {PARTS_TOP + 48}h26l-13 24z", fill="#e7b416", stroke=BLACK, stroke_width=2)
    yield tag("path", d=f"M{x - 13} {PARTS_TOP + 73}h26", stroke=BLACK, stroke_width=3)
    yield text("330 Ω", x + 14, PARTS_TOP + 16, class_="small")
    yield text("to 1 kΩ", x + 14, PARTS_TOP + 31, class_="small")
    yield text("long leg", x + 18, PARTS_TOP + 54, class_="small")
    yield text("LED", x + 18, PARTS_TOP + 72)
    yield text("short leg", x + 18, PARTS_TOP + 90, class_="small")


def _buzzer(part: str, laid: Routes) -> Iterator[str]:
    x = _own_x(part, laid)
    yield tag("circle", cx=x, cy=PARTS_TOP + 30, r=30, class_="part")
    yield text("+", x, PARTS_TOP + 18, class_="mid")
    yield text("buzzer", x, PARTS_TOP + 36, class_="mid small")


if __name__ == "__main__":
    main(sys.argv[1:])
