"""Lacerda's score, your title at the Court of the new Lisboa, and the result of a play, as values."""

import itertools

from engines.kit.contract import Part, Result, Row, Sheet
from engines.kit.text import Text
from engines.lisboa.deeds import Final
from engines.lisboa.pieces import TITLE_NAMES, TYPES, Stores, Title, TypeCard, cards
from engines.lisboa.state import MAX_ANSWER, State

DECREE_WIGS = 3
FAVOR_WIGS = 2
OFFICIALS_WIGS = ("0", "5", "15")
"""Wigs for hired officials: none, second most, most."""
MIN_STORES = 4
MIN_FOR_TITLE = {"stores": MIN_STORES, "majorities": 1, "reis": 5, "decrees": 4}
"""The least that every title but the worst needs (lisboa.title.fester)."""

PARTS = (
    Part("track", Text("Wigs on the track"), 0, MAX_ANSWER, 0),
    Part("hulls", Text("Wigs of your ships"), 0, 99, 0),
    Part("stores", Text("Wigs of Store majorities"), 0, 99, 0),
    Part("officials", Text("Wigs of Officials"), 0, 15, 0),
    Part("decree_wigs", Text("Wigs of Decrees"), 0, 199, 0),
    Part("favors", Text("Wigs of Royal Favors"), 0, 99, 0),
    Part("other", Text("All other wigs"), 0, 199, 0),
)
"""The parts of your wigs (lisboa.end.numbers)."""


def score(state: State) -> Sheet:
    """Return his present score; majorities are scored at the end (lisboa.end.score)."""
    final = state.final
    return Sheet(
        (
            Row("wigs", Text("Wigs so far"), state.wigs),
            Row("ships", Text("Ships"), sum(ship.hull for ship in state.ships)),
            Row("rubble", Text("Rubble"), state.rubble),
            Row("stores", Text("Store majorities"), 0 if final is None else final.his_stores),
            Row("decrees", Text("Decrees"), DECREE_WIGS * state.decrees),
            Row("officials", Text("Hired Officials"), 0 if final is None else final.his_officials),
            Row("favors", Text("Royal Favors"), FAVOR_WIGS * len(state.favors)),
        )
    )


def store_wigs(card: TypeCard, his: int, yours: int) -> int:
    """Return his wigs for a type of store without a tie (lisboa.end.majorities, lisboa.ruling.no_store)."""
    if his == 0:
        return 0
    return card.most if his > yours else card.second


def hired_officials(state: State) -> int:
    """Return his hired officials: none, or those in offices if the house rule says so (lisboa.ruling.hired)."""
    return sum(state.off_L) if state.hired == "offices" else 0


def official_wigs(state: State, yours: int) -> int:
    """Return his wigs for hired officials without a tie (lisboa.end.officials)."""
    his = hired_officials(state)
    if his == 0:
        return 5 if state.hired == "second" and yours else 0
    return 15 if his > yours else 5


def your_majority_wigs(state: State, yours: Stores, officials: int) -> dict[str, int]:
    """Return your likely wigs for stores and hired officials; a tie scores as second (lisboa.end.majorities)."""
    stores = sum(store_wigs(card, yours.of(card.id), state.stores.of(card.id)) for card in cards().types.cards)
    return {"stores": stores, "officials": 0 if officials == 0 else 15 if officials > hired_officials(state) else 5}


def majorities(state: State, yours: Stores, officials: int) -> int:
    """Count your majorities: types of store of which you have most, and hired officials (lisboa.ruling.majorities)."""
    return sum(yours.of(kind) > state.stores.of(kind) for kind in TYPES) + (officials > hired_officials(state))


def title(state: State) -> str | None:
    """Return your title; None before the end, or if the table of titles names none (lisboa.title)."""
    if state.final is None:
        return None
    if fester_causes(state):
        return "fester"
    return next((card.id for card in cards().titles.cards if not _unmet_needs(state, needs(state, card))), None)


def fester_causes(state: State) -> tuple[str, ...]:
    """Return the names of the numbers that are too low for any better title (lisboa.title.fester)."""
    return tuple(_unmet_needs(state, {"wigs": score(state).total, **MIN_FOR_TITLE}))


def next_title(state: State) -> tuple[str, dict[str, int]] | None:
    """Return the next better title, and its needs that you do not meet; None if there is none."""
    titles, current = cards().titles.cards, title(state)
    better = [*itertools.takewhile(lambda card: card.id != current, titles)]
    return (better[-1].id, _unmet_needs(state, needs(state, better[-1]))) if better else None


def needs(state: State, card: Title) -> dict[str, int]:
    """Return the least that a title needs of you now, by name (lisboa.title)."""
    stores = {"more": state.stores.total + 1, "as_many": state.stores.total, "four": MIN_STORES}[card.stores]
    least = {"wigs": score(state).total + 1, "stores": max(MIN_STORES, stores)}
    return least | {"majorities": card.majorities, "reis": card.reis, "decrees": card.decrees, "ships": card.ships}


def _unmet_needs(state: State, least: dict[str, int]) -> dict[str, int]:
    """Return the needs that you do not meet, by name."""
    final = _final(state)
    yours = {name: final.stores.total if name == "stores" else getattr(final, name) for name in least}
    return {name: n for name, n in least.items() if yours[name] < n}


def _final(state: State) -> Final:
    assert state.final is not None  # the play is over
    return state.final


def result(state: State) -> Result:
    """Return your title and both totals (lisboa.title)."""
    bot, you, name = score(state).total, _final(state).wigs, title(state)
    if name is None:
        return Result(None, bot, you, Text("No title, {you} to {bot}.", you=you, bot=bot), "lisboa.title.court")
    verdict = Text("{title}, {you} to {bot}.", title=TITLE_NAMES[name], you=you, bot=bot)
    return Result("bot" if name == "fester" else "you", bot, you, verdict, "lisboa.title.court")
