"""Pictures of the box, by OpenSCAD: `python -m tests.docs.box_pictures docs/drawings` writes them.

Without OpenSCAD they stay as they are. Each has a digest of the files that it shows, so a test notices a stale one.
`box.scad` has the labels and their places; they are drawn here, beside the things.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from math import cos, radians, sin, tan
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

from display.letters import Face, font
from firmware.device.builds import load
from tests.docs.box import values

DIGEST_KEY = "of"
WIDTH, HEIGHT = 900, 720
COLOURS = 64
VIEW_DEGREES = 22.5
"""The vertical angle of view of OpenSCAD's camera."""
INK = "#111"
LABEL = Face("Semibold", 22, 16)
MARGIN, ROW, GAP = 14, 34, 8
"""Distances, px: from the edge to a label, from one label to the next, and from a label to its line."""

Point3 = tuple[float, float, float]


class View(Struct, frozen=True):
    """A picture of a part of a build's box; `turned` are the angles of the camera, degrees."""

    build: str
    part: str
    turned: str

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"box-{self.build}-{self.part}.png"


VIEWS = (
    View("4.2", "all", "52,0,18"),
    View("4.2", "behind", "35,0,15"),
    View("4.2", "inside", "35,0,15"),
    View("2.9", "all", "52,0,18"),
)


def digest(folder: Path, view: View) -> str:
    """Return a short digest of what a picture depends on."""
    sources = (folder / f"box-{view.build}.scad", folder / "box.scad")
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources) + repr(view).encode()).hexdigest()[:16]


def openscad(*arguments: str, quiet: bool = True) -> list[str]:
    """Return the command that runs OpenSCAD, on a virtual screen if there is none. With `quiet` it echoes nothing."""
    own = [] if os.environ.get("DISPLAY") or not shutil.which("xvfb-run") else ["xvfb-run", "-a"]
    return [*own, "openscad", *(["-q"] if quiet else []), *arguments]


def main(arguments: Sequence[str]) -> None:
    """Write the pictures into the folder that is given, beside the files that they show."""
    (name,) = arguments
    if not shutil.which("openscad"):
        sys.stdout.write("The pictures of the box stay as they are: there is no openscad.\n")
        return
    for view in VIEWS:
        _write(Path(name), view)


def _write(folder: Path, view: View) -> None:
    path, at = folder / view.name, values(load(view.build))
    # The camera looks at the middle; a preview is bounded by what is cut away, so OpenSCAD cannot find it itself.
    middle, distance = (at["width"] / 2, at["height"] / 2, 15), 3.5 * max(at["width"], at["height"])
    camera = ",".join(f"{one:g}" for one in middle) + f",{view.turned},{distance:g}"
    source, part = str(folder / f"box-{view.build}.scad"), ("-D", f'part="{view.part}"')
    view_options = ("--imgsize", f"{WIDTH},{HEIGHT}", "--colorscheme", "Tomorrow", "--camera", camera, *part)
    subprocess.run(openscad(*view_options, "-o", str(path), source), check=True, timeout=300)
    with Image.open(path) as drawn:
        picture = drawn.convert("RGB")
    turned = tuple(float(one) for one in view.turned.split(","))
    _label(picture, [(words, _projected(place, middle, turned, distance)) for words, place in _labels(source, part)])
    info = PngInfo()
    info.add_text(DIGEST_KEY, digest(folder, view))
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True, pnginfo=info)


def _labels(source: str, part: tuple[str, str]) -> list[tuple[str, Point3]]:
    """Return the labels that OpenSCAD echoes, and their places, mm."""
    with TemporaryDirectory() as folder:
        echo = Path(folder) / "labels.echo"
        command = openscad(*part, "-o", str(echo), source, quiet=False)
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        echoed = [line.partition("labels = ")[2] for line in echo.read_text().splitlines()]
    return [label for line in echoed if line for label in json.loads(line)]


def _projected(place: Point3, middle: Point3, turned: Sequence[float], distance: float) -> tuple[float, float]:
    """Return the place in the picture of a camera, px, turned as in OpenSCAD: by z, then by x."""
    x, y, z = (a - b for a, b in zip(place, middle, strict=True))
    down, _, round_ = (radians(one) for one in turned)
    x, y = x * cos(round_) + y * sin(round_), y * cos(round_) - x * sin(round_)
    y, z = y * sin(down) - z * cos(down), y * cos(down) + z * sin(down)
    scale = HEIGHT / 2 / tan(radians(VIEW_DEGREES / 2)) / (distance + y)
    return WIDTH / 2 + x * scale, HEIGHT / 2 - z * scale


def _label(picture: Image.Image, labels: Sequence[tuple[str, tuple[float, float]]]) -> None:
    """Write each label at the nearer edge of the picture, with a line to its object."""
    draw = ImageDraw.Draw(picture)
    for left in (True, False):
        side = sorted((at[1], at[0], words) for words, at in labels if (at[0] < WIDTH / 2) is left)
        free = float(MARGIN)
        for y, x, words in side:
            row = max(y, free)
            edge = MARGIN if left else WIDTH - MARGIN
            draw.text((edge, row), words, INK, font(LABEL), "lm" if left else "rm")
            end = edge + (1 if left else -1) * (draw.textlength(words, font(LABEL)) + GAP)
            draw.line((end, row, x, y), INK, 2)
            draw.ellipse((x - 4, y - 4, x + 4, y + 4), INK)
            free = row + ROW


if __name__ == "__main__":
    main(sys.argv[1:])
