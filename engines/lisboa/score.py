"""Lacerda's score, your title at the Court of the new Lisboa, and how a play ends, as values."""

from msgspec import to_builtins

from engines.contract import Options, Result, Row, Sheet
from engines.lisboa.state import SHIPS, TYPES, Final, Phase, State, Stores, Title, TypeCard, cards
from engines.text import Text

DECREE_WIGS = 3
FAVOR_WIGS = 2
OFFICIALS_WIGS = ("0", "5", "15")
"""Wigs for hired officials: none, second most, most."""
FOUR = 4
"""Fewer stores or decrees than this make the worst of all titles."""
FEW_REIS = 5

TITLES = {
    "fester": Text("Fester"),
    "servant": Text("Court Servant"),
    "favorite": Text("King's Favorite"),
    "right_hand": Text("Marquis' Right Hand"),
}


def score(state: State) -> Sheet:
    """Return his score as it stands: majorities are scored at the end (lisboa.end.score)."""
    final = state.final
    return Sheet(
        (
            Row("wigs", Text("Wigs so far"), state.wigs),
            Row("ships", Text("Ships"), sum(ship.hull for ship in state.ships)),
            Row("rubble", Text("Rubble"), state.rubble),
            Row("stores", Text("Store majorities"), 0 if final is None else final.his_stores),
            Row("decrees", Text("Decrees"), DECREE_WIGS * state.decrees),
            Row("officials", Text("Hired officials"), 0 if final is None else final.his_officials),
            Row("favors", Text("Royal Favours"), FAVOR_WIGS * len(state.favors)),
        )
    )


def for_stores(card: TypeCard, his: int, yours: int) -> int:
    """Return his wigs for a type of which you have not as many (lisboa.end.majorities, lisboa.ruling.no_store)."""
    if his == 0:
        return 0
    return card.most if his > yours else card.second


def hired(state: State) -> int:
    """Return his hired officials: none, or those in offices where the table plays so (lisboa.ruling.hired)."""
    return sum(state.off_L) if state.hired == "offices" else 0


def for_officials(state: State, yours: int) -> int:
    """Return his wigs for hired officials as computed; a tie is not the most (lisboa.end.officials)."""
    his = hired(state)
    if his == 0:
        return 5 if state.hired == "second" else 0
    return 15 if his > yours else 5


def majorities(state: State, yours: Stores, officials: int) -> int:
    """Return your majorities: types of which you have most, and hired officials (lisboa.ruling.majorities)."""
    return sum(yours.of(kind) > state.stores.of(kind) for kind in TYPES) + (officials > hired(state))


def title(state: State) -> str | None:
    """Return your title; None before the end, and where the table of titles names none (lisboa.title)."""
    final = state.final
    if final is None:
        return None
    if festers(state, final):
        return "fester"
    return next((one.id for one in cards().titles.cards if _holds(state, final, one)), None)


def festers(state: State, final: Final) -> bool:
    """Return whether one thing is wanting for any title (lisboa.title.fester)."""
    return (
        final.wigs < score(state).total
        or final.stores.total < FOUR
        or final.majorities == 0
        or final.reis < FEW_REIS
        or final.decrees < FOUR
    )


def _holds(state: State, final: Final, one: Title) -> bool:
    stores = {"more": state.stores.total + 1, "as_many": state.stores.total, "four": FOUR}[one.stores]
    needs = {"majorities": one.majorities, "reis": one.reis, "decrees": one.decrees, "ships": one.ships}
    enough = all(getattr(final, name) >= least for name, least in needs.items())
    return final.wigs > score(state).total and final.stores.total >= stores and enough


def result(state: State) -> Result | None:
    """Return your title and both totals (lisboa.title); None while the play goes on."""
    if state.at is not Phase.OVER or state.final is None:
        return None
    bot, you, name = score(state).total, state.final.wigs, title(state)
    if name is None:
        return Result(None, bot, you, Text("No title, {you} to {bot}.", you=you, bot=bot))
    verdict = Text("{title}, {you} to {bot}.", title=TITLES[name], you=you, bot=bot)
    return Result("bot" if name == "fester" else "you", bot, you, verdict)


def learned(state: State) -> Options | None:
    """Return the ships with what is printed on them, once something of it was learned."""
    if not state.new_ships:
        return None
    known = {"influence": state.ship_influence, "hull": state.ship_hull}
    ships = [
        to_builtins(ship) | {name: values[ship.id] for name, values in known.items() if ship.id in values}
        for ship in cards().ships.cards
    ]
    return {"ships": SHIPS.learned("lisboa", ships)}
