"""Pictures of the box, by OpenSCAD: `python -m tests.docs.box_pictures docs/drawings` writes them.

Where there is no OpenSCAD they stay as they are. Each holds a digest of the files that it shows, by which a test sees
that it is stale.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from firmware.device.builds import load
from tests.docs.box import values

STAMP = "of"
SIZE = "900,720"
COLOURS = 64


class View(Struct, frozen=True):
    """A picture of a part: what of, and how the camera is turned, degrees."""

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
    """Return what a picture depends on, as a short digest."""
    sources = (folder / f"box-{view.build}.scad", folder / "box.scad")
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources) + repr(view).encode()).hexdigest()[:16]


def openscad(*arguments: str) -> list[str]:
    """Return the command that runs OpenSCAD, on a screen of its own where there is none."""
    own = [] if os.environ.get("DISPLAY") or not shutil.which("xvfb-run") else ["xvfb-run", "-a"]
    return [*own, "openscad", "-q", *arguments]


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
    camera = f"{at['width'] / 2:g},{at['height'] / 2:g},15,{view.turned},{3.5 * max(at['width'], at['height']):g}"
    shown = ("--imgsize", SIZE, "--colorscheme", "Tomorrow", "--camera", camera, "-D", f'part="{view.part}"')
    command = openscad(*shown, "-o", str(path), str(folder / f"box-{view.build}.scad"))
    subprocess.run(command, check=True, timeout=300)
    info = PngInfo()
    info.add_text(STAMP, digest(folder, view))
    with Image.open(path) as drawn:
        few = drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True, pnginfo=info)


if __name__ == "__main__":
    main(sys.argv[1:])
