"""The digest of random plays stays the same for the same bot, and shows each change that a player sees."""

import pytest

from engines.kit.text import Text
from engines.magpie import state
from tests.plays.replies import differences, play_once


def test_the_same_bot_replies_the_same() -> None:
    """A seed fixes options, answers and replies; another seed has others."""
    first, again, other = (play_once("magpie", seed) for seed in (1, 1, 2))
    assert first == again
    assert first.digest != other.digest
    assert {'"why"', '"undo"', '"correct"', '"answer"'} <= {line[0][1 : line[0].find(":")] for line in first.lines}


def test_another_word_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One changed word gives another digest; its place in the replies is reported once, with an example."""
    before = play_once("magpie", 1)
    monkeypatch.setitem(state.DEED_NAMES, "hop", Text("Leap"))
    after = play_once("magpie", 1)
    assert before.digest != after.digest
    found = differences(before.text, after.text)
    assert "Magpie: Leap" in found["screen.headline"]
    assert {} == differences(before.text, before.text)
