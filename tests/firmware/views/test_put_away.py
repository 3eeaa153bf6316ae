"""After the result, the steps for putting away the bot's components; they are optional and change nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.kit.text import ENGLISH
from engines.registry import KEYS, MAGPIE
from firmware.views.play_view import PlayView, PutAway
from tests.contract.walk import ended_play, levels
from tests.core import core
from tests.firmware.device.bench import Bench, bench

pytestmark = pytest.mark.usefixtures("magpie_menu")
GAMES = (*KEYS, MAGPIE)
ROW = "device.put_away"


@pytest.fixture(params=core(GAMES, MAGPIE, "lisboa"))
def device(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A device at the result of a play."""
    with bench(tmp_path) as made:
        made.enter(ended_play(request.param, levels(request.param)[0], 1))
        yield made


def test_the_steps_are_read(device: Bench) -> None:
    """A row of the result opens the steps; Next leads through them and back to the result; the play is unchanged."""
    n, steps = device.play.n, device.play.engine.put_away(device.play.state)
    device.choose(ROW)
    words = ""
    for _ in range(4 * len(steps)):
        words += device.words
        if isinstance(device.session.top, PutAway):
            device.next()
    assert isinstance(device.session.top, PlayView)
    assert n == device.play.n
    for step in steps:
        assert ENGLISH.words(step.texts[0]) in words


def test_back_leads_back(device: Bench) -> None:
    """Back goes to the previous step, and from the first to the result."""
    steps = device.play.engine.put_away(device.play.state)
    device.choose(ROW)
    for _ in steps[1:]:
        device.next()
    assert isinstance(device.session.top, PutAway)
    for _ in steps:
        device.back()
    assert isinstance(device.session.top, PlayView)


def test_done_is_highlighted_after_the_last_step(device: Bench) -> None:
    """After the last step Done is highlighted, and puts the play away; after Back the row is highlighted."""
    steps = device.play.engine.put_away(device.play.state)
    device.choose(ROW)
    device.back()
    assert device.footer.endswith("Tidy up…")
    device.next()
    for _ in range(4 * len(steps)):
        if isinstance(device.session.top, PutAway):
            device.next()
    assert device.footer.endswith("Done")
    assert "> Done" in device.words
    device.next()
    if device.store.current() is not None:
        assert "Keep what you taught?" in device.words
        device.next()
    (info,) = device.store.plays()
    assert info.over


@pytest.mark.parametrize("key", core(GAMES, MAGPIE))
def test_every_level_says_what_differs(key: str) -> None:
    """At every level each step has a headline and one to five whole sentences, none of them twice."""
    for level in levels(key):
        play = ended_play(key, level, 2)
        steps = play.engine.put_away(play.state)
        assert 1 <= len(steps) <= 3
        lines = [ENGLISH.words(line) for step in steps for line in step.texts[1:]]
        assert all(1 <= len(step.lines) <= 5 for step in steps)
        assert len(lines) == len(set(lines))
        assert all(line.endswith(".") and "{" not in line for line in lines)
