"""Decisions of Lacerda: facts in, choice and reasons out."""

from typing import Any

from msgspec import Struct

from engines.contract import Reason
from engines.decisions import Decision, Question
from engines.lisboa import score
from engines.lisboa.state import (
    COLOURS,
    COLUMNS,
    EARNED,
    FIGURES,
    HOUSES,
    MANY,
    MOST,
    NOBLES,
    OFFICIALS,
    PRINTED,
    TREASURY,
    TYPES,
    Building,
    Colour,
    Column,
    Decrees,
    Effect,
    Figure,
    Final,
    Noble,
    Passed,
    State,
    Store,
    Stores,
    Type,
    cards,
)


class NewShip(Struct, frozen=True):
    """The ship he takes, what is printed on it, and the influence of your portfolio."""

    colour: Colour
    influence: int
    hull: int
    portfolio: int


class Church(Struct, frozen=True):
    """What the Cardinal's move brought: wigs of the tile, what he passed, and the influence of your portfolio."""

    tile_wigs: int
    passed: Passed
    portfolio: int


# --- your turn ---


def report(state: State) -> Decision[int]:
    """Return what you report: his wigs, the space of the Treasury, or your influence in a church scoring."""
    if state.report == "wigs":
        wigs = yield Question("his_wigs", "lisboa.you.wigs", high=max(MANY, state.wigs), likely=state.wigs)
        return int(wigs)
    if state.report == "treasury":
        space = yield Question("treasury", "lisboa.you.treasury", low=1, high=TREASURY, likely=state.treasury)
        return int(space)
    influence = yield Question("church", "lisboa.you.church", high=EARNED, likely=state.portfolio_you)
    return int(influence)


def drew(state: State) -> Decision[Figure | None]:
    """Return the deck that you drew from, asked while there is one (lisboa.turn.drew)."""
    empty = tuple(figure for figure in FIGURES if not state.cards_of(figure))
    if len(empty) == len(FIGURES):
        return None
    likely = next(figure for figure in FIGURES if figure not in empty)
    deck: Figure | str = yield Question(
        "deck_drawn", "lisboa.turn.drew", ids=(*FIGURES, "none"), blocked=empty, likely=likely
    )
    return next((figure for figure in FIGURES if figure == deck), None)


# --- State actions ---


def state_action(state: State) -> Decision[NewShip | Church | Noble | list[Noble] | None]:
    """Return what his State action needs to be known; None where that is nothing, or it is not possible."""
    match state.did.action if state.did else None:
        case "ships":
            return (yield from _ship(state))
        case "cardinal":
            return (yield from _cardinal(state))
        case "favor":
            return (yield from _favor(state))
        case "officials":
            return offices(state)
    return None


def offices(state: State) -> list[Noble]:
    """Return the offices that get an official: two different ones (lisboa.officials.fewest, lisboa.officials.tie)."""
    fewest = sorted(NOBLES, key=lambda noble: state.off_L[NOBLES.index(noble)])  # stable: ties from the left
    return fewest[: min(2, state.area)]


def _ship(state: State) -> Decision[NewShip | None]:
    """Return the ship that he takes (lisboa.ships.take)."""
    yard = tuple(colour for colour in state.shipyard if state.his_ship(colour) is None)
    if not yard:
        return None
    colour = yield Question("top_ship", "lisboa.ships.take", ids=(*yard, "none"), likely=yard[0])
    if colour == "none":
        return None
    influence = state.ship_influence.get(colour)
    if influence is None:
        facts = {"ship": colour}
        influence = yield Question("ship_influence", "lisboa.ships.influence", high=PRINTED, likely=1, facts=facts)
    hull = state.ship_hull.get(colour)
    if hull is None:
        facts = {"ship": colour}
        hull = yield Question("ship_size", "lisboa.end.ships", low=1, high=PRINTED, likely=2, facts=facts)
    portfolio = yield from _portfolio(state, "lisboa.ships.influence")
    return NewShip(colour, influence, hull, portfolio)


def _cardinal(state: State) -> Decision[Church]:
    """Return what the Cardinal's move brings (lisboa.cardinal)."""
    wigs: int = yield Question("tile_wigs", "lisboa.cardinal.move", high=PRINTED, likely=1)
    places = ("nothing", "treasury", "influence", "both")
    passed: Passed = yield Question("cardinal_passed", "lisboa.ruling.church", ids=places, likely="nothing")
    if passed not in {"influence", "both"}:
        return Church(wigs, passed, state.portfolio_you)
    portfolio = yield from _portfolio(state, "lisboa.cardinal.church")
    return Church(wigs, passed, portfolio)


def _portfolio(state: State, rule: str) -> Decision[int]:
    portfolio: int = yield Question("portfolio", rule, high=EARNED, likely=state.portfolio_you)
    return portfolio


def _favor(state: State) -> Decision[Noble | None]:
    """Return the first Royal Favour that he lacks and that is there (lisboa.favor.order)."""
    missing = list(state.did.no_favor) if state.did else []
    for noble in NOBLES:
        if noble in state.favors or noble in missing:
            continue
        if state.favor_supply[NOBLES.index(noble)] == 0:
            back = yield Question("favor_back", "lisboa.ruling.favor_gone", likely=False, facts={"noble": noble})
            if not back:
                missing.append(noble)
                continue
        yield Reason("lisboa.favor.order", {"favors": list(state.favors), "missing": missing}, {"favor": noble})
        return noble
    return None


# --- a visit, his own or one that follows yours ---


def cost(state: State, noble: Noble) -> int:
    """Return the usual cost of an office in influence (lisboa.visit.cost)."""
    place = NOBLES.index(noble)
    return max(0, state.off_you[place] + state.neutral[place] + treasury_adds(state))


def treasury_adds(state: State) -> int:
    """Return what the Treasury adds to a cost: -1 to 1 (lisboa.visit.cost)."""
    return cards().treasury.modifier[state.treasury - 1]


def officials_there(state: State) -> Decision[int]:
    """Return your officials in the office that he pays for, asked once a round (lisboa.visit.cost)."""
    assert state.did is not None  # he acts
    noble = state.did.noble
    known = state.off_you[NOBLES.index(noble)]
    if noble in state.told:
        return known
    officials: int = yield Question(
        "your_officials", "lisboa.visit.cost", high=OFFICIALS, likely=known, facts={"noble": noble}
    )
    return officials


def visit(state: State) -> Decision[tuple[Effect | None, list[Type]]]:
    """Return his Noble's action, None where it is not possible, and types whose City tiles ran out."""
    assert state.did is not None  # he acts
    match state.did.noble:
        case "builder":
            return (yield from _store(state))
        case "king":
            return (yield from _building(state)), []
    return Decrees(), []


def kind_in(column: Column, out: list[Type]) -> Type | None:
    """Return the type of a store in a column: the one that faces left, if it has tiles (lisboa.store.type)."""
    fits = next(card.fits for card in cards().columns.cards if card.id == column)
    small = column == COLUMNS[-1]  # the tiles of the last column are a stack of their own
    return next((kind for kind in fits if small or kind not in out), None)


def _store(state: State) -> Decision[tuple[Store | None, list[Type]]]:
    """Return the store that earns him most wigs (lisboa.store.plot, lisboa.store.tie, lisboa.store.type)."""
    if not state.houses:
        return None, []
    out = list(state.tiles_out)
    while True:
        left = tuple(kind for kind in TYPES if kind not in out)
        full = tuple(column for column in COLUMNS if kind_in(column, out) is None)
        likely = next((column for column in COLUMNS if column not in full), "none")
        facts: dict[str, Any] = {"tiles_out": list(out)}
        ids = (*COLUMNS, "none", *(("out",) if left else ()))
        column = yield Question("store_column", "lisboa.store.plot", ids=ids, blocked=full, likely=likely, facts=facts)
        if column != "out":
            break
        out.append((yield Question("tiles_out", "lisboa.store.type", ids=left, likely=left[0])))
    kind = None if column == "none" else kind_in(column, out)
    if kind is None:
        return None, out
    facts = {"column": column, "type": kind}
    likely_wigs = state.column_wigs[COLUMNS.index(column)]
    wigs = yield Question("store_wigs", "lisboa.store.score", high=EARNED, likely=likely_wigs, facts=facts)
    yield Reason("lisboa.store.plot", {}, {"column": column})
    yield Reason("lisboa.store.tie")
    yield Reason("lisboa.store.type", {"column": column, "tiles_out": list(out)}, {"type": kind})
    return Store(kind, column, wigs), out


def _building(state: State) -> Decision[Building | None]:
    """Return the public building with the best difference (lisboa.building.best, lisboa.building.tile_tie)."""
    choices = ("blue", "green", "equal", "none")
    best = yield Question("best_building", "lisboa.building.best", ids=choices, likely=choices[0])
    if best == "none":
        return None
    tile = best
    if best == "equal":
        tile = "green" if state.upper else "blue"
    facts = {"tile": tile}
    wigs = yield Question("building_wigs", "lisboa.building.best", high=EARNED, likely=state.building_wigs, facts=facts)
    yield Reason("lisboa.building.best", {}, {"tile": tile, "earned": wigs})
    yield Reason("lisboa.building.site_tie")
    if best == "equal":
        yield Reason("lisboa.building.tile_tie", {"helper": state.helper}, {"tile": tile})
        yield Reason("lisboa.ruling.site_first")
    return Building(tile, wigs)


# --- the Helper ---


def next_deck(state: State) -> Figure | None:
    """Return the next deck with cards above the Helper, his own last; None where all are empty (lisboa.helper.up)."""
    here = FIGURES.index(state.helper)
    above = [*FIGURES[here + 1 :], *FIGURES[: here + 1]]
    return next((figure for figure in above if state.cards_of(figure)), None)


# --- the end ---

NUMBERS = {
    "your_gold": HOUSES,
    "your_cloth": HOUSES,
    "your_books": HOUSES,
    "your_tools": HOUSES,
    "your_hired": OFFICIALS,
    "your_reis": MANY,
    "your_decrees": MOST,
    "your_ships": len(COLOURS),
}
"""What only you can count, in the order in which it is asked, and its bound; your wigs come last, all scored."""


def final(state: State) -> Decision[Final]:
    """Return your numbers, and his wigs for majorities (lisboa.end.majorities, lisboa.end.officials)."""
    given = {}
    for name, most in NUMBERS.items():
        given[name] = yield Question(name, "lisboa.end.numbers", high=most, likely=0)
    yours = Stores(given["your_gold"], given["your_cloth"], given["your_books"], given["your_tools"])
    his_stores = yield from _majorities(state, yours)
    his_officials = yield from _officials(state, given["your_hired"])
    majorities = score.majorities(state, yours, given["your_hired"])
    majorities = yield Question("your_majorities", "lisboa.ruling.majorities", high=len(TYPES) + 1, likely=majorities)
    wigs = yield Question("your_wigs", "lisboa.end.numbers", high=MANY, likely=min(MANY, state.wigs))
    return Final(
        stores=yours,
        officials=given["your_hired"],
        reis=given["your_reis"],
        decrees=given["your_decrees"],
        ships=given["your_ships"],
        wigs=wigs,
        majorities=majorities,
        his_stores=his_stores,
        his_officials=his_officials,
    )


def _majorities(state: State, yours: Stores) -> Decision[int]:
    """Return his wigs for stores; what a tie is worth is asked (lisboa.ruling.majority_tie)."""
    wigs = 0
    for card in cards().types.cards:
        his = state.stores.of(card.id)
        if his and his == yours.of(card.id):
            facts = {"type": card.id, "stores": his}
            wigs += yield Question(
                "tied_stores", "lisboa.ruling.majority_tie", high=card.most, likely=card.most, facts=facts
            )
        else:
            wigs += score.for_stores(card, his, yours.of(card.id))
    return wigs


def _officials(state: State, yours: int) -> Decision[int]:
    """Return his wigs for hired officials, which the table may change (lisboa.ruling.hired)."""
    likely = str(score.for_officials(state, yours))
    facts = {"hired": score.hired(state), "your_officials": yours}
    wigs = yield Question("his_officials", "lisboa.ruling.hired", ids=score.OFFICIALS_WIGS, likely=likely, facts=facts)
    return int(wigs)
