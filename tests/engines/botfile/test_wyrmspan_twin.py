"""The core of Wyrmspan's Automa as a file: deck, track, coins, dragons, markers and objectives, at all six levels.

Ids of cards differ, since those of a file have small letters. So both are played with own cards: the card of the one
is given to the other by its printed name. The badge of the set-up and the words for the player's total differ, too, and
are not compared.
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
"""Screens that a file words in its own way; their asks and results are the same."""
NOTHING_ELSE = "Nothing else to do."
"""The line of a screen without orders. A file has none of these: there, notes are orders, too."""


def _begin(engine: Any, options: dict[str, Any], seed: int) -> Play[Any]:
    sources: dict[str, Any] = {source.name: "own" for source in engine.sources}
    return Play(engine, options, dealer(str(seed)), seed=str(seed), sources=sources)


def _player_view(play: Play[Any]) -> dict[str, Any]:
    """Return the words that a player sees at a step, the possible answers included."""
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


def _file_answer(play: Play[Any], file: Play[Any], value: Any) -> Any:
    """Return an answer in the ids of the file: a card is found by its words, a row of the tile by its number."""
    if isinstance(play.screen.ask, Draw):
        said = next(card.text for card in play.screen.ask.remaining if card.id == value)
        assert isinstance(file.screen.ask, Draw), "both draw"
        return next(card.id for card in file.screen.ask.remaining if ENGLISH.words(card.text) == ENGLISH.words(said))
    return f"row{value}" if play.screen.key == "your_marker" else value


def _play_both(seed: int) -> int:
    chance = luck("twin", seed)
    options = {
        "level": LEVELS[seed % len(LEVELS)],
        "ravel_bonus": chance.choice(["automa_only", "ravel_too"]),
        "coin_limit": chance.choice(["each_round", "until_last"]),
    }
    play = _begin(load_engine("wyrmspan"), options, seed)
    file = _begin(load(FILE.read_bytes(), FILE.name), options, seed)
    for step in range(1_000):
        assert _player_view(play) == _player_view(file), f"seed {seed}, step {step}"
        if has_ended(play):
            return step
        value = reply(play, chance)
        file_value = _file_answer(play, file, value)
        play.give(value)
        file.give(file_value)
    raise AssertionError("the play does not end")


def test_the_twin_is_short() -> None:
    """Her core is at most 400 lines, cards and tiles included."""
    assert len(FILE.read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("seed", core(range(12), 2, 5))
def test_equal_plays(seed: int) -> None:
    """The same cards and answers lead to the same words, choices, scores and verdict, at every step."""
    assert _play_both(seed)


@pytest.mark.long
def test_equal_plays_long() -> None:
    """A thousand random plays are equal step by step."""
    assert sum(_play_both(seed) for seed in range(1_000)) > 50_000
