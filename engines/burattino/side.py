"""Burattino's side of the table as drawings: the actions with his workers, what he owns, and his hand."""

from collections.abc import Iterable

from msgspec.structs import replace

from engines.burattino.pieces import CARDS, EVENT_PRICE, KIND_NAMES, SPACE_PRICE, WORKERS, Season, letters
from engines.burattino.state import State
from engines.kit.drawings import Card, Cards, Mark, Row, Side, Slot, Slots
from engines.kit.text import Icon, Text

SEASON_NAMES = {Season.SUMMER: Text("Summer"), Season.WINTER: Text("Winter")}
WORKER = Slot(mark=Mark.TOKEN, said=Text("his worker"))
"""A worker of his; those of the season before are still there."""


def side(state: State) -> Side:
    """Return all that Burattino has on the table."""
    workers = tuple(filter(None, (spaces(state),)))
    hand = (_hand(state),) if state.track_hand else ()
    return Side(Text("His side"), (*workers, possessions(state), *hand))


def spaces(state: State) -> Slots | None:
    """Return his workers on the actions of the year so far, the last season first; None before summer."""
    begun = [season for season in SEASON_NAMES if state.has_begun(season)]
    return Slots(tuple(_actions(state, season) for season in reversed(begun))) if begun else None


def _actions(state: State, season: Season) -> Row:
    """Return the actions of a season, or only his workers if the device does not know their spaces."""
    occupied = state.board.of(season)
    if state.card_mode == "table":
        return Row(SEASON_NAMES[season], (WORKER,) * len(occupied))
    slots = (replace(WORKER, text=one) if one in occupied else Slot(one) for one in letters(season))
    return Row(SEASON_NAMES[season], tuple(slots))


def possessions(state: State) -> Slots:
    """Return what he owns, and what his lira can still buy."""
    rows = [
        Row(Text("Lira"), (Slot(state.lira, Icon.COIN),), _buys(state)),
        Row(Text("Workers left"), (Slot(state.supply),)),
        Row(Text("VP"), (Slot(state.vp, Icon.TROPHY),)),
        Row(Text("Cards left"), (Slot(CARDS - state.deck_pos, Icon.CARD),)),
        Row(Text("His actions"), (_action_slot("H", used=state.used_h), _action_slot("P", used=state.used_p))),
    ]
    if state.event == "oceania":
        rows.append(Row(Text("Aid steps"), (Slot(state.aid, Icon.STEPS),)))
    return Slots(tuple(rows))


def _action_slot(action: str, *, used: bool) -> Slot:
    return Slot(action, mark=Mark.TICK if used else None)


def _buys(state: State) -> Text | None:
    """Return what his lira can still buy, of the things with a known price."""
    prices = (
        (Text("a space"), SPACE_PRICE, state.supply < WORKERS),
        (Text("an event"), EVENT_PRICE, state.event_line == "event"),
        (Text("a part of the goal"), EVENT_PRICE, state.event_line == "africa" and state.has_card),
    )
    bought = tuple(what for what, price, wanted in prices if wanted and price <= state.lira)
    return Text("enough for {what}", what=bought) if bought else None


def _hand(state: State) -> Cards:
    items = tuple(Slot(KIND_NAMES[kind]) for kind in state.hand_types)
    return Cards((Card(Text("His hand"), len(items), items),))


def card(season: Season, marked: Iterable[str], asked: str = "") -> Slots:
    """Return the places of a card by their letters of a season; marked ones shaded, a triangle on the one asked."""
    places = {one: Slot(one, shaded=True, said=Text("marked")) for one in marked}
    places |= {asked: Slot(asked, mark=Mark.NEXT)} if asked else {}
    return Slots((Row(Text("Card"), tuple(places.get(one, Slot(one)) for one in letters(season))),))
