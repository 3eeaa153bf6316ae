"""The box that builders cut or print fits the panel of its profile."""

import math
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from firmware.device.builds import load
from tests.docs import box, box_pictures
from tests.docs.box import Hole
from tests.docs.box_pictures import Point3
from tests.docs.wiring import WIRED

FOLDER = Path(__file__).parents[2] / "docs/drawings"
SVG = "{http://www.w3.org/2000/svg}"
BRIDGE = 2.5
"""The least distance between two cut-outs, and to an edge, mm."""
each_build = pytest.mark.parametrize("name", WIRED)
wants_openscad = pytest.mark.skipif(not shutil.which("openscad"), reason="openscad is not installed")


@pytest.mark.parametrize("name", box.pages())
def test_the_files_are_those_of_the_profiles(name: str) -> None:
    """Each committed file is what `make docs` writes."""
    assert box.pages()[name] == (FOLDER / name).read_text(encoding="utf-8"), (
        "it is stale: python -m tests.docs.box docs/drawings"
    )


def test_the_command_writes_the_files(tmp_path: Path) -> None:
    """The command writes each file into the folder that it is given."""
    box.main([str(tmp_path)])

    assert box.pages() == {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}


@each_build
def test_a_millimetre_is_a_millimetre(name: str) -> None:
    """The numbers of the drawing count in millimetres, so that it prints at 1:1; its ruler is 50 of them."""
    picture = _plate(name)
    _, _, width, height = picture.get("viewBox", "").split()
    (ruler,) = (path for path in picture.iter(f"{SVG}path") if path.get("id") == "ruler")

    assert (f"{width}mm", f"{height}mm") == (picture.get("width"), picture.get("height"))
    assert float(width) < 210 - 10
    assert float(height) < 297 - 10
    assert "h50" in ruler.get("d", "")


@each_build
def test_the_window_shows_the_picture(name: str) -> None:
    """The window is the active area and a gap all round; that area is the pixels of the profile at their pitch."""
    panel = load(name).panel
    shapes = {rect.get("id"): rect for rect in _plate(name).iter(f"{SVG}rect")}
    active, window, board = (_box(shapes[key]) for key in ("active", "window", "board"))
    gap = box.values(load(name))["gap"]

    assert (active[2] - active[0], active[3] - active[1]) == pytest.approx(box.module_of(load(name)).active)
    assert (active[2] - active[0], active[3] - active[1]) == pytest.approx(
        (panel.width * panel.pitch_mm, panel.height * panel.pitch_mm), abs=0.3
    )
    assert [active[0] - gap, active[1] - gap, active[2] + gap, active[3] + gap] == pytest.approx(window)
    assert board[0] < window[0] < window[2] < board[2]
    assert board[1] < window[1] < window[3] < board[3]


@each_build
def test_cut_outs_keep_clear_of_each_other(name: str) -> None:
    """Enough material is between two cut-outs, and between each and the edge; their covers have the same distance."""
    at = box.values(load(name))
    cut = box.holes(at)
    window = (at["picture_x"] - at["window_w"] / 2, at["picture_y"] - at["window_h"] / 2,
              at["picture_x"] + at["window_w"] / 2, at["picture_y"] + at["window_h"] / 2)  # fmt: skip

    assert all(math.dist((a.x, a.y), (b.x, b.y)) - (a.cap + b.cap) / 2 > 0 for a, b in combinations(cut, 2))
    assert all(_from_box(hole, window) - hole.cap / 2 > BRIDGE for hole in cut)
    assert all(_to_edge(hole, at) - hole.across / 2 > BRIDGE for hole in cut)
    assert BRIDGE < min(window[0], window[1], at["width"] - window[2], at["height"] - window[3])


@each_build
def test_keys_lie_under_their_words(name: str) -> None:
    """Back is on the left, the knob in the middle, Next on the right, below the board; a finger fits between them."""
    at = box.values(load(name))
    under = at["board_y"] - at["board"][1] / 2

    assert at["back_x"] < at["knob_x"] < at["next_x"]
    assert at["knob_x"] - at["back_x"] - at["knob_cap"] / 2 - at["button_cap"] / 2 >= at["finger"]
    assert at["key_y"] + at["knob_cap"] / 2 < under


def test_only_a_build_with_a_light_has_its_hole() -> None:
    """There is a hole for the LED only if the profile has one."""
    assert ["4.2"] == [name for name in WIRED if 'data-hole="LED"' in box.plate(load(name))]


@pytest.mark.parametrize("view", box_pictures.VIEWS, ids=lambda view: view.name)
def test_the_pictures_are_fresh(view: box_pictures.View) -> None:
    """Each picture was made of the files as they are now."""
    with Image.open(FOLDER / view.name) as picture:
        assert box_pictures.digest(FOLDER, view) == picture.info[box_pictures.DIGEST_KEY], (
            "it is stale: python -m tests.docs.box_pictures docs/drawings"
        )


@pytest.mark.parametrize(
    ("turned", "place", "seen"),
    [
        ((52.0, 0.0, 18.0), (5, 6, 7), (450, 360)),
        ((0.0, 0.0, 0.0), (15, 16, 7), (486.2, 323.8)),  # from above: right and up
        ((0.0, 0.0, 90.0), (15, 6, 7), (450, 396.2)),  # turned a quarter
        ((90.0, 0.0, 0.0), (5, 6, 17), (450, 323.8)),  # from the front: up
        ((90.0, 0.0, 0.0), (15, 506, 7), (468.1, 360)),  # twice as far away
    ],
)
def test_a_label_points_at_its_thing(turned: Point3, place: Point3, seen: tuple[float, float]) -> None:
    """A place is drawn where the camera of OpenSCAD shows it, looking at (5, 6, 7) from 500 mm."""
    assert seen == pytest.approx(box_pictures._projected(place, (5, 6, 7), turned, 500), abs=0.05)


@wants_openscad
def test_the_inside_is_labelled() -> None:
    """Each part behind the plate and in the shell has its label; the whole box has none."""
    labels = {
        part: {words for words, _ in box_pictures._labels(str(FOLDER / "box-4.2.scad"), ("-D", f'part="{part}"'))}
        for part in ("inside", "behind", "all")
    }

    assert {"Next", "Back", "knob", "LED", "clamp", "frame", "panel's board", "screw to the shell"} == labels["behind"]
    assert {"power", "SD card", "pins 1 and 2"} < labels["inside"]
    assert not labels["all"]


@wants_openscad
@each_build
@pytest.mark.parametrize("part", ["plate", "shell", "clamps"])
def test_the_parts_can_be_printed(part: str, name: str, tmp_path: Path) -> None:
    """OpenSCAD makes a solid of each part; plate and shell have the computed widths, and nothing is below zero."""
    solid = tmp_path / "part.stl"
    coarse = box_pictures.openscad("-D", f'part="{part}"', "-D", "$fn=8", "-o", str(solid))
    done = subprocess.run([*coarse, str(FOLDER / f"box-{name}.scad")], capture_output=True, text=True, check=False)
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", solid.read_text())
    x, _, z = ([float(corner[axis]) for corner in corners] for axis in range(3))

    assert (0, "") == (done.returncode, done.stderr)
    assert min(z) == pytest.approx(0, abs=1e-3)
    assert part == "clamps" or max(x) - min(x) == pytest.approx(box.values(load(name))["width"])


@wants_openscad
@each_build
def test_openscad_cuts_the_plate_on_paper(name: str, tmp_path: Path) -> None:
    """The flat plate of OpenSCAD is cut as in the drawing: as many lines, in millimetres, with the same window."""
    flat, at = tmp_path / "paper.svg", box.values(load(name))
    command = box_pictures.openscad("-D", 'part="paper"', "-D", "$fn=8", "-o", str(flat))
    subprocess.run([*command, str(FOLDER / f"box-{name}.scad")], check=True)
    (path,) = ET.fromstring(flat.read_text()).iter(f"{SVG}path")  # noqa: S314 - made here
    lines = [_corners(line) for line in re.findall(r"M([^z]*)z", path.get("d", ""))]
    across = (at["picture_x"] - at["window_w"] / 2, at["picture_x"] + at["window_w"] / 2)
    upright = (at["picture_y"] - at["window_h"] / 2, at["picture_y"] + at["window_h"] / 2)
    window = {(round(x, 2), round(y, 2)) for x in across for y in upright}

    assert 2 + len(box.holes(at)) == len(lines)
    assert window in [{(round(x, 2), round(-y, 2)) for x, y in line} for line in lines]


@wants_openscad
def test_a_pi_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    """A large Raspberry Pi behind the small panel is refused in a sentence."""
    command = box_pictures.openscad("-D", 'pi="large"', "-o", str(tmp_path / "x.csg"), str(FOLDER / "box-2.9.scad"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert 'failed: "A large Raspberry Pi does not fit behind this panel' in done.stderr


def _plate(name: str) -> ET.Element:
    return ET.fromstring(box.plate(load(name)))  # noqa: S314 - written here


def _corners(line: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(\S+),(\S+)", line)]


def _box(rect: ET.Element) -> list[float]:
    x, y, width, height = (float(rect.get(key, "nan")) for key in ("x", "y", "width", "height"))
    return [x, y, x + width, y + height]


def _from_box(hole: Hole, window: tuple[float, ...]) -> float:
    """Return the distance from the middle of a hole to a box."""
    left, low, right, high = window
    return math.hypot(max(left - hole.x, 0, hole.x - right), max(low - hole.y, 0, hole.y - high))


def _to_edge(hole: Hole, at: dict[str, Any]) -> float:
    return float(min(hole.x, hole.y, at["width"] - hole.x, at["height"] - hole.y))
