"""Frames are, pixel by pixel, those that were looked at."""

import pytest
from PIL import Image

from tests.core import core
from tests.display.golden import FOLDER, PICTURES, Picture, render, symbols
from tests.profiles import PROFILES

_BUILT = [which for which in PICTURES if which.profile in PROFILES]


@pytest.mark.parametrize("which", core(PICTURES, *_BUILT), ids=lambda which: which.name)
def test_a_frame_is_the_recorded_one(which: Picture) -> None:
    """A frame equals its recorded picture in every pixel."""
    assert render(which).tobytes() == _recorded(which.name)


def test_symbols_are_the_recorded_ones() -> None:
    """Icons and hatches equal their recorded sheet in every pixel."""
    assert symbols().tobytes() == _recorded("symbols")


def test_no_recorded_picture_is_left_over() -> None:
    """Every file of the folder is compared with something."""
    assert {path.stem for path in FOLDER.glob("*.png")} == {"symbols", *(which.name for which in PICTURES)}


def _recorded(name: str) -> bytes:
    with Image.open(FOLDER / f"{name}.png") as image:
        assert image.mode == "1"
        return image.tobytes()
