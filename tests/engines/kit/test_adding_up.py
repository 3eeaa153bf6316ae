"""The player enters the total, or counts it line by line: one input either way."""

from functools import cache
from typing import Any

import pytest

from engines.kit import why
from engines.kit.contract import Number, Part, Refused, Result, add_up, points
from engines.kit.ending import margin_and_pad, score_lines
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import KEYS
from firmware.authoring.random_plays import fork
from tests.contract.walk import Walk, engine, levels

PARTS = (Part("eggs", engine("wyrmspan").title, 0, 9, 0), Part("items", engine("wyrmspan").title, 0, 9, 0, 2, 4))
WITH_TOTAL = tuple(key for key in KEYS if key not in {"burattino", "magpie"})
"""The games that ask for the player's total; the Magpie asks for its parts instead."""


def play_at_total(key: str) -> tuple[Play[Any], Number]:
    """Return a play that asks for the player's total."""
    play = fork(_play_at_total(key))
    assert isinstance(play.screen.ask, Number)
    return play, play.screen.ask


@cache
def _play_at_total(key: str) -> Play[Any]:
    plays = (play for seed in range(30) for play in Walk(key, levels(key)[0], seed))
    return next(play for play in plays if isinstance(play.screen.ask, Number) and play.screen.ask.parts)


def counts(ask: Number) -> dict[str, int]:
    """Return a count for every part, all of them different."""
    return {part.id: n for n, part in enumerate(ask.parts, 3)}


def test_points() -> None:
    """Every `per` of a part are worth `worth` points, fewer nothing; a part without a count adds nothing."""
    assert [0, 0, 2, 2, 4] == [points(PARTS[1], n) for n in (0, 3, 4, 7, 8)]
    assert 5 + 2 == add_up(PARTS, {"eggs": 5, "items": 6})
    assert add_up(PARTS, {"eggs": 5}) == 5


@pytest.mark.parametrize("key", WITH_TOTAL)
def test_counts_answer_as_their_total_does(key: str) -> None:
    """Counts and their total lead to the same result; only the score pad differs, and undo takes back all of it."""
    play, ask = play_at_total(key)
    before = play.state_at(play.n)
    given = counts(ask)
    total = add_up(ask.parts, given)
    play.give(dict(reversed(given.items())))
    counted, result = play.state, play.engine.result(play.state)
    assert list(given.items()) == list(counted.pad.items())
    assert list(given.items()) == list(play.steps[-1].entry.value.items())  # type: ignore[union-attr]
    assert result is not None
    assert total == result.you
    play.undo()
    assert before == play.state
    assert play.offered is not None
    assert given == play.offered.value
    play.give(total)
    assert result == play.engine.result(play.state)
    assert {**play.engine.plain_state(counted), "pad": {}} == play.engine.plain_state(play.state)


@pytest.mark.parametrize("key", WITH_TOTAL)
def test_why_shows_the_sum(key: str) -> None:
    """Why has the counts and the total, each by a name; the result has the counts in its words and facts, too."""
    play, ask = play_at_total(key)
    question = play.screen
    given = counts(ask)
    play.give(given)
    reason = next(one for one in play.why(play.n) if f"your_{ask.parts[0].id}" in one.facts)
    assert question.rule == reason.rule
    assert {f"your_{name}": n for name, n in given.items()} == reason.facts
    assert {question.key: add_up(ask.parts, given)} == reason.outcome
    assert str(add_up(ask.parts, given)) in ENGLISH.words(why.sentence(play.engine.book, reason))
    assert given == play.screen.facts["pad"]
    last = ENGLISH.words(play.screen.lines[-1])
    assert all(ENGLISH.words(part.text) in last for part in ask.parts)


@pytest.mark.parametrize("key", WITH_TOTAL)
def test_wrong_counts_are_refused(key: str) -> None:
    """Every part needs a count within its bounds, and the total must be within its own."""
    play, ask = play_at_total(key)
    likely = {part.id: part.likely for part in ask.parts}
    first = ask.parts[0]
    state = play.state
    wrong: list[Any] = [{}, likely | {first.id: first.high + 1}, likely | {first.id: -1}, likely | {"luck": 1}, [1]]
    if sum(part.high for part in ask.parts) > ask.high:
        wrong.append({part.id: part.high for part in ask.parts})
    for value in wrong:
        with pytest.raises(Refused):
            play.give(value)
        assert play.state is state


@pytest.mark.parametrize("key", WITH_TOTAL)
def test_parts_are_likely(key: str) -> None:
    """Each part has an id of its own, and its likely count is within its bounds."""
    _, ask = play_at_total(key)
    assert len({part.id for part in ask.parts}) == len(ask.parts) > 1
    assert all(0 <= part.low <= part.likely <= part.high for part in ask.parts)


def test_the_last_line_of_a_result() -> None:
    """The last line has the margin, if there is one, and each part with its points, and its count if that differs."""
    result = Result("you", 20, 34, engine("wyrmspan").title)
    (line,) = margin_and_pad(result, PARTS, {"eggs": 5, "items": 6})
    assert ENGLISH.words(line) == "Margin: 14. You: Wyrmspan 5, Wyrmspan 6 → 2."
    (line,) = margin_and_pad(Result(None, 20, 20, result.verdict), PARTS, {"eggs": 5, "items": 0})
    assert ENGLISH.words(line) == "You: Wyrmspan 5."
    assert margin_and_pad(Result(None, 20, None, result.verdict), PARTS, {}) == ()


@pytest.mark.parametrize("key", WITH_TOTAL)
def test_a_score_is_four_lines(key: str) -> None:
    """A result has all rows of a score in at most four lines."""
    play, _ = play_at_total(key)
    sheet = play.engine.score(play.state)
    assert sheet is not None
    lines = [ENGLISH.words(line) for line in score_lines(sheet)]
    assert min(4, len(sheet.rows)) == len(lines)
    assert all(f"{ENGLISH.words(row.text)}: {row.value}" in " ".join(lines) for row in sheet.rows)
