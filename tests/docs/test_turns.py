"""The pictures on the pages of the bots are what the device draws now."""

from pathlib import Path

import pytest

from engines.registry import GAMES
from tests.docs import turns
from tests.docs.bot_pages import FILES
from tests.docs.pages import ROOT, STALE, is_same_picture

MAX_BYTES = 20_000
"""Six screens fit."""


def test_every_play_has_its_pictures() -> None:
    """Each play has its pictures, each game those of its set-up too; no picture is large."""
    plans = turns.plans()
    names = {f"{key}-{part}.png" for key in plans for part in ("set-up", "turn") if plans[key].shots(part)}
    sizes = {
        path.name: path.stat().st_size
        for folder in ("games", "bots")
        for path in (ROOT / "docs" / folder).glob("*.png")
    }

    assert plans.keys() <= {*GAMES, *FILES}
    assert names == sizes.keys()
    assert all(f"{key}-turn.png" in names for key in plans)
    assert all(f"{key}-set-up.png" in names for key in GAMES)
    assert [] == [name for name, size in sizes.items() if size > MAX_BYTES]


@pytest.mark.all
def test_every_bot_has_a_play() -> None:
    """A new bot has a turn on its page, too: turns.toml has its play."""
    assert turns.plans().keys() >= {*GAMES, *FILES}


@pytest.mark.all
@pytest.mark.parametrize("key", turns.plans())
def test_a_picture_is_fresh(tmp_path: Path, key: str) -> None:
    """The play of a bot leads to the same screens, pixel by pixel."""
    for name, picture in turns.draw(key).items():
        picture.save(tmp_path / name)
        assert is_same_picture(tmp_path / name, turns.folder_of(key, ROOT / "docs") / name), f"{name} {STALE}"
