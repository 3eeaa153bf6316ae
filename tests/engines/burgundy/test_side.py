"""The Automata's side of the table: drawings and words have all its pieces."""

import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from engines.burgundy.state import State
from tests.engines.burgundy.turns import YOUR_TURN, bot_in_your_turn, state, turn, usual_answer
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.burgundy import COLOURS, Table

TILES = {
    "castle": "dark_green",
    "mine": "gray",
    "yellow tile": "yellow",
    "White castle (yellow)": "yellow",
    "ship": "blue",
    "livestock": "light_green",
    "building": "brown",
    "? (wild tile)": "wild",
}
"""Colours of the reserve's tiles by their words; a tile that was just taken has no details."""


def pieces(words: str) -> Counter[str]:
    """Count the pieces that a row lists: "2 × 1 (sold, next), 3"."""
    counts: Counter[str] = Counter()
    for one in words.replace(" (sold, next)", "").replace(" (next)", "").split(", ") if words != "none" else ():
        n, _, name = one.rpartition(" × ")
        counts[name] += int(n or 1)
    return counts


def check_pieces(held: State, sentences: list[str]) -> None:
    """Raise unless the words have points, silver, goods, reserve, duchy, and each item of both cards."""
    state: dict[str, Any] = msgspec.to_builtins(held)
    words = dict(one.removesuffix(".").split(": ", 1) for one in sentences if ": " in one)
    assert f"{state['vp']} (points), {state['silver']} (silver)" == words["Has"]
    assert +Counter(state["goods"]) == pieces(words["Goods"])
    reserve = Counter(TILES[name] for name in pieces(words["Reserve"]).elements())
    assert Counter(one["colour"] for one in state["reserve"]) == reserve
    counts = [int(n) for n in re.findall(r"(\d+)/\d+ \(", words["Duchy"])]
    assert state["duchy"]["counts"] == dict(zip(COLOURS, counts, strict=True))
    assert len(state["claimed"]) == words["Duchy"].count("done")
    for side in ("left", "right"):
        if (held := state["cards"][side]) is not None:
            [items] = [row for name, row in words.items() if name.startswith(f"{side.capitalize()} card {held['id']},")]
            marked = sum(n for name, n in pieces(items).items() if name.endswith("(done)"))
            assert sum(one is not None for one in held["tiles"]) == marked
    assert words["Its steps in turn order"].startswith(f"{state['ships']}. ")
    deck, discarded = words["Its deck"].split(". Discarded: ")
    assert (pieces(deck), pieces(discarded)) == (Counter(state["deck"]), Counter(state["discard"]))


def drawn_cards(table: Table, left: str, right: str = "") -> list[dict[str, Any]]:
    """Return the cards drawn on the screen after the last turn of a round; check that the next screen draws none."""
    bot = turn(table, left, right, white=1, die=1).bot
    cards: list[dict[str, Any]] = bot.screen["drawing"]["cards"]
    bot.until(lambda _: 3, YOUR_TURN)
    assert (None, "Take your turn") == (bot.screen["drawing"], bot.screen["headline"])
    return cards


@rule("burgundy.place.mark")
def test_the_changed_card_is_drawn() -> None:
    """The card is drawn with its items from the top, their marks, and its next item while it is active."""
    [card] = drawn_cards(Table({1: "bank"}), "2 . . wild")
    assert ("Left card 2", 18, True) == (card["title"], card["value"], card["active"])
    marked = [("Bank", "tick"), ("Building", "next"), ("Wild tile", "tick"), ("Knowledge", None)]
    assert marked == [(item["text"], item.get("mark")) for item in card["items"]]


@rule("burgundy.card.next")
def test_after_a_complete_card_both_are_drawn() -> None:
    """After a complete card, the card that slid and the new one are drawn."""
    cards = drawn_cards(Table({1: "mine"}), "1 . cow2 knowledge", "6 ship")
    assert ["Left card 6", "Right card 2"] == [card["title"] for card in cards]


def words_of_side(left: str, **fields: Any) -> list[str]:
    """Return its side in words, in a position."""
    words: list[str] = bot_in_your_turn(state(left, **fields)).do(side=True)["words"]
    return words


@rule("burgundy.sale.box")
@pytest.mark.parametrize(("left", "first"), [("6", "Ship (sells)"), ("6 ship", "Ship (done)"), ("9", "Livestock")])
def test_an_item_with_a_box_says_that_it_sells(left: str, first: str) -> None:
    """An item with a box says so until it is marked."""
    assert f": {first}, " in words_of_side(left, white=5)[0]


@rule("burgundy.sale.most")
def test_the_goods_that_are_sold_next_are_marked() -> None:
    """The goods it has most of are marked, in a tie the lower number."""
    assert "Goods: 2 × 2 (sold, next), 3, 2 × 5." in words_of_side("2", goods={2: 2, 3: 1, 5: 2})


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"absent": ["gray", "blue"]}, "In no depot: mines, ships."),
        ({"market_empty": True}, "The black market is empty."),
        ({"duchy": "cow2 cow3 pig4"}, "Animals that count: 5 cows, 4 pigs."),
        ({"ships": 2, "ahead": "bot"}, "Its steps in turn order: 2. It is ahead."),
        ({"ships": 2}, "Its steps in turn order: 2. You are ahead."),
        ({"deck": list("3459"), "discard": list("178")}, "Its deck: 3, 4, 5, 9. Discarded: 1, 7, 8."),
    ],
)
def test_the_side_has_everything_the_device_knows(fields: dict[str, Any], line: str) -> None:
    """The side has everything that the device knows, so that the player can correct it."""
    assert line in words_of_side("2", **fields)


@rule("burgundy.setup.pieces", "burgundy.setup.castle")
def test_the_drawings_of_the_set_up() -> None:
    """The set-up draws its first pieces, then both cards and the castle."""
    bot = Outsider("burgundy")
    assert ["Has", "Goods", "Reserve"] == [row["label"] for row in bot.screen["drawing"]["rows"]]
    bot.until(usual_answer, "castle")
    left, right = bot.screen["drawing"]["cards"]
    assert [None, "tick", None, None, None] == [item.get("mark") for item in left["items"]]
    assert not any("mark" in item for item in right["items"])


@rule("burgundy.ruling.clockwise")
def test_the_search_begins_on_the_ring_of_depots() -> None:
    """The depots are drawn as a ring, with a mark on the first one that it searches."""
    bot = bot_in_your_turn(state("2", white=4))
    bot.answer("go_on", 5)
    ring = bot.screen["drawing"]
    assert ([1, 2, 3, 4, 5, 6], 5, True) == ([slot["text"] for slot in ring["slots"]], ring["at"] + 1, ring["loop"])
