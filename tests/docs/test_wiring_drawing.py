"""The drawn wires are those of the profiles, and can be followed."""

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from firmware.device.builds import load
from hw.build import Build
from hw.pinout import HEADER
from tests.docs import wiring_drawing
from tests.docs.svg import Point
from tests.docs.wiring import GROUND, POWER, WIRED

FOLDER = Path(__file__).parents[2] / "docs/drawings"
SVG = "{http://www.w3.org/2000/svg}"
LED_AND_BUZZER = {"signals": {"led": 16, "buzzer": 12}}
OTHER_BUILDS = {
    "with LED and buzzer": load("2.9", LED_AND_BUZZER),
    "four keys": load("4.2", {"keys": {"set": "four"}}),
    "USB keys": load("2.9", {"keys": {"set": "usb"}}),
}
each_build = pytest.mark.parametrize("build", [*map(load, WIRED), *OTHER_BUILDS.values()], ids=[*WIRED, *OTHER_BUILDS])


@pytest.mark.parametrize("name", WIRED)
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
    """The drawn wires end at the pins of the table, each at its own: power, ground and signals."""
    picture = ET.fromstring(wiring_drawing.drawing(build))  # noqa: S314 - written here
    drawn = sorted(int(wire.get("data-pin", 0)) for wire in picture.iter(f"{SVG}polyline") if wire.get("data-pin"))
    uses = [use.pin for use in (*build.panel.pins.uses(), *build.pins.values(), *build.signals.uses())]
    bus = [10, 11, 8 - build.panel.spi.device]

    assert sorted(set(drawn)) == drawn
    assert sorted(HEADER[pin] for pin in (*uses, *bus)) == [pin for pin in drawn if pin not in {*POWER, *GROUND}]
    assert 1 + build.keys.has_knob == len({*drawn} & {*POWER})


@each_build
def test_every_ground_has_a_pin_of_its_own(build: Build) -> None:
    """Each contact to ground has one: panel, light, sound, each key; a knob has two, one only without a board."""
    signals = [*build.signals.uses()]
    contacts = {"knob": 4, "four": 4, "usb": 0}[build.keys.set]
    grounds = [wire for wire in wiring_drawing.wires(build) if wire.name == "GND"]

    assert 1 + len(signals) + contacts == len({wire.header for wire in grounds} & {*GROUND}) == len(grounds)
    assert ["push"] * build.keys.has_knob == [wire.terminal for wire in grounds if wire.dashed]


@each_build
def test_no_wire_crosses_another(build: Build) -> None:
    """Wires are in lanes: none leaves the paper, and no two meet, except a ground from between the panel's wires."""
    laid = wiring_drawing.routes_of(build)
    solid = [wire for wire in laid if not wire.dashed]
    lowest = max(wire.header for wire in laid if wire.part == "panel")
    meet = [
        (one, other)
        for one, other in combinations(solid, 2)
        if _meet(laid[one], laid[other])
        and not any(a.is_ground and a.header < lowest and b.part == "panel" for a, b in permutations((one, other)))
    ]
    width = wiring_drawing.width_of(laid)

    assert [] == meet
    assert all(0 < x < width and 0 < y < wiring_drawing.JOINED_TOP - 110 for path in laid.values() for x, y in path)


@each_build
def test_a_dashed_wire_crosses_only_the_panels_and_grounds(build: Build) -> None:
    """The wires to the knob's "+" and to its push meet no wire from a key or a signal."""
    laid = wiring_drawing.routes_of(build)
    dashed = [wire for wire in laid if wire.dashed]

    met = {other for one in dashed for other in laid if other is not one and _meet(laid[one], laid[other])}
    assert all(wire.part == "panel" or wire.is_ground for wire in met)
    assert ({17} if build.keys.has_knob else set()) == {wire.header for wire in dashed} & {*POWER}


def test_wires_that_cross_would_be_seen() -> None:
    """The check above knows two lines that cross from two that do not."""
    upright: tuple[Point, ...] = ((5.0, 0.0), (5.0, 10.0))

    assert _meet(upright, ((0.0, 4.0), (9.0, 4.0)))
    assert not _meet(upright, ((6.0, 4.0), (9.0, 4.0)))


def test_only_parts_of_the_build_are_drawn() -> None:
    """A build without LED and buzzer shows neither."""
    bare, full = wiring_drawing.drawing(load("2.9")), wiring_drawing.drawing(load("2.9", LED_AND_BUZZER))

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
