"""The drawn wires are those of the profiles, and can be followed."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from firmware.device.builds import load
from hw.build import Build, names
from hw.pinout import HEADER
from tests.docs import wiring, wiring_drawing
from tests.docs.svg import Point
from tests.docs.wiring import GROUND, POWER

FOLDER = Path(__file__).parents[2] / "docs/drawings"
SVG = "{http://www.w3.org/2000/svg}"
FULL = {"signals": {"led": 16, "buzzer": 12}}
each_build = pytest.mark.parametrize(
    "build", [*map(load, names()), load("2.9", FULL)], ids=[*names(), "with LED and buzzer"]
)


@pytest.mark.parametrize("name", names())
def test_the_drawing_is_that_of_the_profile(name: str) -> None:
    """Each committed drawing is what `make docs` writes."""
    page = wiring_drawing.pages()[f"wiring-{name}.svg"]

    assert page == (FOLDER / f"wiring-{name}.svg").read_text(encoding="utf-8"), (
        "it is stale: python -m tests.docs.wiring_drawing docs/drawings"
    )


def test_the_command_writes_the_drawings(tmp_path: Path) -> None:
    """The command writes each drawing into the folder that it is given."""
    wiring_drawing.main([str(tmp_path)])

    assert wiring_drawing.pages() == {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}


@each_build
def test_every_pin_has_one_wire(build: Build) -> None:
    """The drawn wires end at the pins of the table, each at its own; two are power, one of them dashed."""
    picture = ET.fromstring(wiring_drawing.drawing(build))  # noqa: S314 - written here
    drawn = sorted(int(wire.get("data-pin", 0)) for wire in picture.iter(f"{SVG}polyline") if wire.get("data-pin"))
    rows = [int(header) for header in re.findall(r"\| GPIO \d+.*? \| (\d+) \|", wiring.section("x", build))]
    uses = [use.pin for use in (*build.panel.pins.uses(), *build.pins.values(), *build.signals.uses())]

    assert sorted(set(drawn)) == drawn
    assert sorted(rows) == [pin for pin in drawn if pin not in {*POWER, *GROUND}]
    assert {HEADER[pin] for pin in uses} < set(rows)
    assert (2, 2) == (len({*drawn} & {*POWER}), len({*drawn} & {*GROUND}))


@each_build
def test_no_wire_crosses_another(build: Build) -> None:
    """Wires lie in lanes: no two meet, and none leaves the paper."""
    laid = wiring_drawing.lay(build).values()

    assert [] == [(one, other) for one, other in combinations(laid, 2) if _meet(one, other)]
    assert all(0 < x < wiring_drawing.WIDTH and 0 < y < wiring_drawing.HEIGHT for path in laid for x, y in path)


@each_build
def test_the_dashed_wire_crosses_only_the_panels(build: Build) -> None:
    """The one to the knob's "+" meets no other wire of the keys or the signals, and stays on the paper."""
    laid = wiring_drawing.lay(build)
    dashed = wiring_drawing.plus(laid)

    assert {"panel"} >= {wire.part for wire, path in laid.items() if _meet(dashed, path)}
    assert all(0 < x < wiring_drawing.WIDTH and 0 < y < wiring_drawing.RAIL for x, y in dashed)


def test_wires_that_cross_would_be_seen() -> None:
    """The check above knows two lines that cross from two that do not."""
    upright: tuple[Point, ...] = ((5.0, 0.0), (5.0, 10.0))

    assert _meet(upright, ((0.0, 4.0), (9.0, 4.0)))
    assert not _meet(upright, ((6.0, 4.0), (9.0, 4.0)))


def test_only_parts_of_the_build_are_drawn() -> None:
    """A build without LED and buzzer shows neither."""
    bare, full = wiring_drawing.drawing(load("2.9")), wiring_drawing.drawing(load("2.9", FULL))

    assert not any(word in bare for word in (">LED<", ">buzzer<"))
    assert all(word in full for word in (">LED<", ">buzzer<"))


def _meet(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    return any(_touch(*a, *b) for a in pairwise(one) for b in pairwise(other))


def _touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two lines touch; each is upright or level."""
    return all(low <= high for low, high in _overlap((a, b), (c, d)))


def _overlap(one: tuple[Point, Point], other: tuple[Point, Point]) -> Iterator[tuple[float, float]]:
    for axis in (0, 1):
        mine, yours = sorted(p[axis] for p in one), sorted(p[axis] for p in other)
        yield max(mine[0], yours[0]), min(mine[1], yours[1])
