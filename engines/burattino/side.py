"""Burattino's side of the table as drawings: the actions with his workers, what he owns, and his hand."""

from collections.abc import Iterable

from msgspec.structs import replace

from engines.burattino.deck import CARDS
from engines.burattino.pieces import EVENT, FREE, KINDS, WORKERS, Season, letters
from engines.burattino.state import State
from engines.kit.drawings import Card, Cards, Mark, Row, Side, Slot, Slots
from engines.kit.text import Icon, Text

SEASONS = {Season.SUMMER: Text("Summer"), Season.WINTER: Text("Winter")}
WORKER = Slot(mark=Mark.TOKEN, said=Text("his worker"))
"""A worker of his; those of the season before stand there still."""


def side(state: State) -> Side:
    """Return all that lies before Burattino."""
    workers = tuple(filter(None, (spaces(state),)))
    hand = (_hand(state),) if state.track_hand else ()
    return Side(Text("His side"), (*workers, owned(state), *hand))


def spaces(state: State) -> Slots | None:
    """Return his workers on the actions of the year so far, the last season first; None before summer."""
    begun = [season for season in SEASONS if state.begun(season)]
    return Slots(tuple(_actions(state, season) for season in reversed(begun))) if begun else None


def _actions(state: State, season: Season) -> Row:
    """Return the actions of a season; where the device was not told their letters, only his workers."""
    there = state.board.of(season)
    if state.card_mode == "table":
        return Row(SEASONS[season], (WORKER,) * len(there))
    slots = (replace(WORKER, text=one) if one in there else Slot(one) for one in letters(season))
    return Row(SEASONS[season], tuple(slots))


def owned(state: State) -> Slots:
    """Return what he owns, and what his lira still buys."""
    rows = [
        Row(Text("Lira"), (Slot(state.lira, Icon.COIN),), _buys(state)),
        Row(Text("Supply"), (Slot(state.supply),)),
        Row(Text("VP"), (Slot(state.vp, Icon.TROPHY),)),
        Row(Text("Cards left"), (Slot(CARDS - state.deck_pos, Icon.CARD),)),
        Row(Text("His actions"), (_used("H", used=state.used_h), _used("P", used=state.used_p))),
    ]
    if state.event == "oceania":
        rows.append(Row(Text("Aid steps"), (Slot(state.aid, Icon.STEPS),)))
    return Slots(tuple(rows))


def _used(action: str, *, used: bool) -> Slot:
    return Slot(action, mark=Mark.TICK if used else None)


def _buys(state: State) -> Text | None:
    """Return what his lira still buys, as far as its price is known; nothing where that is nothing."""
    prices = (
        (Text("a space"), FREE, state.supply < WORKERS),
        (Text("an event"), EVENT, state.part == "event"),
        (Text("a part of the goal"), EVENT, state.part == "africa" and state.has_card),
    )
    bought = tuple(what for what, price, wanted in prices if wanted and price <= state.lira)
    return Text("buys {what}", what=bought) if bought else None


def _hand(state: State) -> Cards:
    items = tuple(Slot(KINDS[kind]) for kind in state.owned)
    return Cards((Card(Text("His hand"), len(items), items),))


def card(season: Season, marked: Iterable[str], asked: str = "") -> Slots:
    """Return the places of a card by their letters of a season: those that are marked, and the one that is asked."""
    marks = dict.fromkeys(marked, Mark.TICK) | ({asked: Mark.NEXT} if asked else {})
    return Slots((Row(Text("Card"), tuple(Slot(one, mark=marks.get(one)) for one in letters(season))),))
