"""Options of a play of Pampero, and its start."""

from typing import Any

import msgspec

from engines.contract import Choice, Choose, Embed, Option, Options, Refused
from engines.options import house_rule
from engines.pampero.board import Board
from engines.pampero.card import UNKNOWN, Card, bare, blank
from engines.pampero.pieces import Slot, Vj
from engines.pampero.state import SPACES, Phase, State, board, book, card_faults, cards, start_of
from engines.text import Text

MODES = (
    Choice("learning", Text("Learn unknown cells")),
    Choice("digital", Text("Digital cards")),
    Choice("table", Text("Cards on the table")),
)


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play."""
    return (
        Choose("mode", Text("Solo cards"), MODES, "learning"),
        house_rule("skipping", Text("Pass tile"), book().ruled("pampero.ruling.pass_tile")),
        Embed("cards", Text("Known cards"), "cards"),
        Embed("board", Text("Board"), "board"),
    )


def start(options: Options) -> State:
    """Return the state before the first step; `Refused` where the cards do not fit the board."""
    facts = _board(options)
    deck = _deck(options)
    for fault in card_faults(deck, facts):
        name = options["cards"]["name"] if "cards" in options else "cards"
        raise Refused(Text("{name}: {fault}. Correct it in the file.", name=name, fault=fault))
    likely = [*deck[: len(SPACES)], *(blank(UNKNOWN, title=f"card {space}") for space in SPACES[len(deck) :])]
    return State(
        at=Phase.SET_UP,
        mode=options["mode"],
        skipping=options["skipping"],
        board=facts,
        deck=deck,
        cards=[Slot(bare(card) if options["mode"] == "table" else card) for card in likely],
        vj=Vj(
            energy=facts.energy.start,
            wind={start_of(facts): 1},
            unlocked_transformers=facts.grid.unlocked_at_start,
        ),
    )


def _board(options: Options) -> Board:
    known: list[Any] = options["board"]["cards"] if "board" in options else []
    return msgspec.convert(known[0], Board) if known else board().cards[0]


def _deck(options: Options) -> list[Card]:
    if "cards" not in options:
        return list(cards().cards)
    return msgspec.convert(options["cards"]["cards"], list[Card])
