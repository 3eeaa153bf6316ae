"""The core of Wyrmspan's Automa as a file: deck, track, coins, dragons, markers and objectives, at all six levels.

Cards have other ids in the file (an id there is small letters), so that both are played with own cards: what comes up
of the one is told to the other by its printed name. Where the play stands is told otherwise in the set-up, and what
the player's total is asked by: both are left out.
"""

from typing import Any

import pytest

from engines.botfile import load
from engines.kit.contract import Draw
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware import as_json
from firmware.authoring.random_plays import has_ended
from firmware.dealer import dealer
from tests.contract.walk import TWIN_FILES, luck, reply
from tests.core import core

FILE = TWIN_FILES["wyrmspan-automa"]
MAX_LINES = 400
"""Lines that the twin may have."""
LEVELS = ("automa1", "automa2", "automa3", "ravel1", "ravel2", "ravel3")
OWN_WORDS = ("final", "your_total", "over")
"""Screens that a file words in its own way; what they ask and what comes of it is the same."""


def _begin(engine: Any, options: dict[str, Any], seed: int) -> Play[Any]:
    sources: dict[str, Any] = {source.name: "own" for source in engine.sources}
    return Play(engine, options, dealer(str(seed)), seed=str(seed), sources=sources)


NOTHING_ELSE = "Nothing else to do."
"""In a file what is noted is an order, too, so that it is never alone there."""


def _told(play: Play[Any]) -> dict[str, Any]:
    """Return what a player is told, and can answer, in words."""
    screen = as_json.screen(play.screen, ENGLISH)
    ask, engine = screen["ask"], play.engine
    words = {one["id"]: one["text"] for one in ask.get("options", ask.get("left", []))}
    blocked = [one["id"] for one in ask.get("options", []) if one.get("blocked")]
    result = engine.result(play.state)
    sheet = engine.score(play.state)
    assert sheet is not None, "she has a score at every step"
    return {
        "screen": (screen["key"], screen["role"]),
        "words": None
        if screen["key"] in OWN_WORDS
        else (screen["headline"], [line for line in screen["lines"] if line != NOTHING_ELSE]),
        "ask": (ask["kind"], sorted(words.values()), len(blocked), words.get(ask.get("likely"))),
        "counters": [(one["text"], one["low"], one["high"], one["likely"]) for one in ask.get("lines", [])],
        "score": [(ENGLISH.words(row.text), row.value) for row in sheet.rows],
        "result": result and (result.winner, result.bot, result.you, ENGLISH.words(result.verdict)),
    }


def _same(play: Play[Any], file: Play[Any], value: Any) -> Any:
    """Return the answer in the ids of the file: what is drawn goes by its words, a row of the tile by its number."""
    if isinstance(play.screen.ask, Draw):
        said = next(card.text for card in play.screen.ask.remaining if card.id == value)
        assert isinstance(file.screen.ask, Draw), "both draw"
        return next(card.id for card in file.screen.ask.remaining if ENGLISH.words(card.text) == ENGLISH.words(said))
    return f"row{value}" if play.screen.key == "your_marker" else value


def _equal_steps(seed: int) -> int:
    chance = luck("twin", seed)
    options = {
        "level": LEVELS[seed % len(LEVELS)],
        "ravel_bonus": chance.choice(["automa_only", "ravel_too"]),
        "coin_limit": chance.choice(["each_round", "until_last"]),
    }
    play = _begin(load_engine("wyrmspan"), options, seed)
    file = _begin(load(FILE.read_bytes(), FILE.name), options, seed)
    for step in range(1_000):
        assert _told(play) == _told(file), f"seed {seed}, step {step}"
        if has_ended(play):
            return step
        value = reply(play, chance)
        same = _same(play, file, value)
        play.give(value)
        file.give(same)
    raise AssertionError("the play does not end")


def test_the_twin_is_short() -> None:
    """Her core is at most 400 lines, cards and tiles included."""
    assert len(FILE.read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("seed", core(range(12), 2, 5))
def test_equal_plays(seed: int) -> None:
    """The same cards and answers lead to the same words, choices, scores and verdict, at every step."""
    assert _equal_steps(seed)


@pytest.mark.long
def test_equal_plays_long() -> None:
    """A thousand random plays are equal step by step."""
    assert sum(_equal_steps(seed) for seed in range(1_000)) > 50_000
