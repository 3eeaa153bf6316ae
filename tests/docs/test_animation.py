"""The animation of the README is what the device does now, at a pace that can be followed."""

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageSequence

from tests.docs import animation
from tests.docs.pages import ROOT, STALE

pytestmark = pytest.mark.all

MAX_BYTES = 300_000
NAME = "docs/turn.gif"


def test_the_animation_is_fresh() -> None:
    """It has the pictures and durations that are drawn now."""
    drawn, kept = _pictures(animation.gif_bytes()), _pictures((ROOT / NAME).read_bytes())

    assert drawn == kept, f"{NAME} {STALE}"


def test_the_animation_is_small_and_short() -> None:
    """It loads at once, and ends before a reader has left the page."""
    seconds = sum(time for _, time in _pictures((ROOT / NAME).read_bytes())) / 1000

    assert (ROOT / NAME).stat().st_size < MAX_BYTES
    assert 10 <= seconds <= 16


def test_a_key_is_seen_before_what_it_does() -> None:
    """While a key is down the glass is as before, and it changes when the key is up again."""
    shown = [moment.picture.convert("L") for moment in animation.moments()]
    keys = animation.KEYS_HEIGHT
    glass = [picture.crop((0, 0, picture.width, picture.height - keys)) for picture in shown]
    below = [picture.crop((0, picture.height - keys, *picture.size)) for picture in shown]

    assert [False, True] * (len(shown) // 2) == [_differ(*pair) for pair in pairwise(glass)]
    assert {True} == {_differ(*pair) for pair in pairwise(below)}


def _pictures(gif: bytes) -> list[tuple[bytes, int]]:
    """Return the pixels of each picture, and its duration, ms."""
    with Image.open(BytesIO(gif)) as file:
        return [(one.convert("L").tobytes(), one.info["duration"]) for one in ImageSequence.Iterator(file)]


def _differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None
