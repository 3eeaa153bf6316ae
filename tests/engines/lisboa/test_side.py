"""Lacerda's side of the table: its words name all his pieces, and screens show the latest changes."""

import re
from typing import Any

import pytest

from engines.lisboa.pieces import TYPES
from engines.lisboa.state import State
from tests.engines.lisboa.turns import NOBLE_BEFORE, bot_with, his_turn
from tests.protocol_client import Outsider
from tests.rules import rule

NAMES = {"Builder": "builder", "Minister": "marquis", "King": "king", "Treasury": "treasury"}
SHIPS = {"Blue ship": "blue", "Red ship": "red", "Purple ship": "purple", "Brown ship": "brown"}


def check_pieces(state: State, sentences: list[str]) -> None:
    """Raise unless the table can be set up again from the words of his side alone."""
    assert _pieces_of_state(state) == _pieces_in_words(sentences)


def _pieces_of_state(state: State) -> dict[str, Any]:
    """Return by name every piece that he has or moves, and his places on the tracks."""
    return {
        "helper": state.helper,
        "courtier": state.courtier,
        "decks": state.deck,
        "Officials": state.off_L,
        "Yours": state.off_you,
        "Favors": state.favors,
        "Influence": state.influence,
        "Treasury": state.treasury,
        "Cardinal": state.cardinal,
        "Wigs": state.wigs,
        "Area": [state.area, state.houses, state.rubble, state.plans, state.decrees],
        "Stores": [state.stores.of(kind) for kind in TYPES],
        "out": [kind for kind in TYPES if kind in state.tiles_out],
        "ships": [[ship.colour, ship.influence, ship.hull] for ship in state.ships],
    }


def _pieces_in_words(sentences: list[str]) -> dict[str, Any]:
    """Return the same, read from the words of his side: its first rows are decks, its last six titles."""
    pairs = [sentence.rstrip(".").split(": ", 1) for sentence in sentences if ": " in sentence]
    decks, words = {NAMES[name]: has for name, has in reversed(pairs[: len(NAMES)])}, dict(pairs[:-6])
    return {
        "helper": next(figure for figure, has in decks.items() if "Helper here" in has),
        "courtier": next(figure for figure, has in decks.items() if "Courtier here" in has),
        "decks": [_numbers(has)[0] for has in decks.values()],
        **{name: _numbers(words[name]) for name in ("Officials", "Yours", "Stores", "Area")},
        **{name: _numbers(words[name])[0] for name in ("Influence", "Treasury", "Wigs")},
        "Favors": [NAMES[name] for name in re.findall(r"(\w+) his", words["Favors"])],
        "Cardinal": "I12T45".index(words["Cardinal"].removeprefix("at ")[0]),
        "out": re.findall(r"(\w+) out", words.get("City tiles", "")),
        "ships": [[SHIPS[name], *_numbers(has)] for name, has in words.items() if name in SHIPS],
    }


def _numbers(words: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", words)]


@rule("lisboa.helper.up", "lisboa.turn.courtier")
def test_his_helper_and_his_courtier_on_your_turn() -> None:
    """Your turn shows the decks in the order of the board, with the old and the new place of his Helper."""
    moved = {
        "Treasury": [5, None, None],
        "King": [5, None, "token"],
        "Minister": [5, "token", None],
        "Builder": [4, "was", None],
    }
    drawn = _drawn_rows(his_turn("king", helper="builder"))
    assert (moved, [*moved]) == (drawn, [*drawn])
    stays = his_turn("king", period=2, helper="treasury", deck=[0, 0, 0, 2])
    assert ([1, "token", None], [0, None, None]) == (_drawn_rows(stays)["Treasury"], _drawn_rows(stays)["Builder"])
    assert "His Helper stays: no other deck has cards." in stays.screen["lines"]


@rule("lisboa.cardinal.move")
def test_the_cardinal_on_his_way() -> None:
    """The question what the Cardinal passed shows the church track, with the Cardinal two spaces further."""
    bot = bot_with(courtier="marquis", helper="king", cardinal=4)
    bot.answer("go_on", "none")
    drawing = bot.screen["drawing"]
    assert ("track", 0, 2, True) == tuple(drawing[name] for name in ("kind", "at", "moved", "loop"))
    assert ["I", None, None, "T", None, None] == [slot.get("text") for slot in drawing["slots"]]


@rule("lisboa.officials.fewest", "lisboa.favor.order", "lisboa.store.type", "lisboa.visit.cost")
@pytest.mark.parametrize(
    ("noble", "state", "label", "row"),
    [
        ("builder", {"helper": "king"}, "Officials", [1, 1, 1]),
        ("king", {"helper": "builder"}, "Favors", ["token", None, None]),
        ("builder", {"helper": "builder"}, "Store", ["gold", "gold", "cloth", "books", "tools"]),
        ("builder", {"tiles_out": ["gold", "cloth"]}, "Store", ["locked", "locked", "books", "books", "tools"]),
        ("marquis", {"helper": "builder"}, "Yours", [0, 1, 0]),
    ],
)
def test_the_drawing_of_a_question(noble: str, state: dict[str, Any], label: str, row: list[Any]) -> None:
    """A question shows the offices if they just changed or cost him influence, the columns if he builds a store."""
    bot = bot_with(courtier=NOBLE_BEFORE[noble], **state)
    bot.answer("go_on", "none")
    assert row == _drawn_rows(bot)[label]


@rule("lisboa.setup.pieces", "lisboa.setup.helper", "lisboa.setup.courtier")
def test_the_set_up_shows_where_his_pieces_go() -> None:
    """His Official in the Minister's office, his influence on its track, his Helper and his Courtier."""
    bot = Outsider("lisboa")
    bot.answer(True)
    assert [0, 1, 0] == _drawn_rows(bot)["Officials"]
    bot.answer(True)
    assert (5, 11) == (bot.screen["drawing"]["at"], len(bot.screen["drawing"]["slots"]))
    bot.answer(True, "king", "treasury", "marquis")
    assert ([5, "token", None], [5, None, "token"]) == (_drawn_rows(bot)["Treasury"], _drawn_rows(bot)["Minister"])


@rule("lisboa.title.court")
def test_the_present_needs_of_the_titles() -> None:
    """The least that each title needs of you follows from his present score and Stores."""
    bot = bot_with(wigs=20, rubble=3, stores={"gold": 4, "cloth": 2})
    assert [
        "Your wigs: Hand 24+, Favorite 24+, Servant 24+.",
        "Stores: Hand 7+, Favorite 6+, Servant 4+.",
        "Majorities: Hand 3+, Favorite 2+, Servant 1+.",
        "Réis: Hand 20+, Favorite 10+, Servant 5+.",
        "Decrees: Hand 8+, Favorite 7+, Servant 6+.",
        "Ships: Hand 2+, Favorite 1+.",
    ] == bot.send(side=True)["words"][-6:]
    words = bot_with(stores={"gold": 2}).send(side=True)["words"]
    assert "Stores: Hand 4+, Favorite 4+, Servant 4+." == words[-5], "fewer than 4 bring the worst title"


def _drawn_rows(bot: Outsider) -> dict[str, list[Any]]:
    """Return the rows of the drawing on the screen, each with the text or the mark of its places."""
    rows = bot.screen["drawing"]["rows"]
    return {row["label"]: [slot.get("text", slot.get("mark")) for slot in row["slots"]] for row in rows}
