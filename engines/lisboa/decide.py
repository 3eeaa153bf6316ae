"""Decisions of Lacerda: facts in, choice and reasons out."""

from typing import Any, Literal

from msgspec import Struct

from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question, Span, ask_numbers
from engines.lisboa import score
from engines.lisboa.deeds import Final, Passed
from engines.lisboa.pieces import (
    CHURCH_SPACES,
    COLOURS,
    COLUMNS,
    FIGURES,
    HOUSES,
    MAX_PRINTED,
    NOBLES,
    OFFICIALS,
    TILES,
    TREASURY_SPACES,
    TYPES,
    Colour,
    Column,
    Figure,
    Noble,
    Stores,
    Tile,
    Type,
    cards,
)
from engines.lisboa.state import MAX_ANSWER, MAX_EARNED, MAX_PIECES, State


class NewShip(Struct, frozen=True):
    """The ship he takes, and its printed values; `numbers` are those that you gave, also those for the cost."""

    colour: Colour
    influence: int
    hull: int
    numbers: dict[str, int]


class Church(Struct, frozen=True):
    """The move of the Cardinal; `numbers` are those that you gave, also those for the cost."""

    passed: Passed
    numbers: dict[str, int]


class Store(Struct, frozen=True):
    """He builds a store of a type in a column, and earns wigs."""

    kind: Type
    column: Column
    wigs: int


class Building(Struct, frozen=True):
    """He opens a public building of an architect, and earns wigs."""

    tile: Tile
    wigs: int


class Visit(Struct, frozen=True):
    """A Noble's action, None if it is not possible.

    `tiles_out` are types whose City tiles ran out; `numbers` are those that you gave for the cost.
    """

    action: Store | Building | Literal["decrees"] | None
    tiles_out: list[Type] = []
    numbers: dict[str, int] = {}


# --- your turn ---


def report(state: State) -> Decision[Any]:
    """Return the number that you report, or your officials by office."""
    match state.report:
        case "wigs":
            question = Question("his_wigs", "lisboa.you.wigs", high=max(MAX_ANSWER, state.wigs), likely=state.wigs)
        case "treasury":
            question = Question("treasury", "lisboa.you.treasury", low=1, high=TREASURY_SPACES, likely=state.treasury)
        case "officials":
            counts: dict[str, Span] = {
                noble: Span(0, OFFICIALS, n) for noble, n in zip(NOBLES, state.off_you, strict=True)
            }
            question = Question("my_officials", "lisboa.you.officials", counts=counts)
        case "cardinal":
            question = Question("cardinal_moved", "lisboa.you.cardinal", low=1, high=CHURCH_SPACES - 1, likely=1)
        case _:
            question = Question("church", "lisboa.you.church", high=MAX_EARNED, likely=state.portfolio_you)
    return (yield question)


VISITS = {noble: f"visit_{noble}" for noble in NOBLES}
"""Reports that you visit a noble whose Royal Favor he has."""
COLUMNS_FROM_MIDDLE: tuple[Column, ...] = ("c3", "c2", "c4", "c1", "c5")
DECKS_FROM_MIDDLE: tuple[Figure, ...] = ("marquis", "king", "builder", "treasury")
"""Columns and decks from the middle of their lists: the first possible one is highlighted, so that the way is short."""


def drawn_deck(state: State) -> Decision[Figure | Noble | None]:
    """Return the deck that you drew from (lisboa.turn.drew), or a visit that you report only now."""
    empty = tuple(figure for figure in FIGURES if not state.cards_of(figure))
    visits = tuple(VISITS[noble] for noble in state.nobles_he_follows)
    if len(empty) == len(FIGURES) and not visits:
        return None
    likely = next((figure for figure in DECKS_FROM_MIDDLE if figure not in empty), "none")
    ids = (*reversed(FIGURES), "none", *visits)
    drawn: str = yield Question("deck_drawn", "lisboa.turn.drew", ids=ids, blocked=empty, likely=likely)
    return None if drawn == "none" else drawn  # type: ignore[return-value]  # an id is a deck, or a visit


# --- State actions ---


def state_action(state: State) -> Decision[NewShip | Church | Noble | list[Noble] | bool | None]:
    """Return what his State action takes or brings; nothing if it is not possible (lisboa.turn.skip)."""
    match state.deed.action:
        case "plans":
            return state.plans_left
        case "ships":
            return (yield from _ship(state))
        case "cardinal":
            return (yield from _cardinal(state))
        case "favor":
            return (yield from _favor(state))
        case "officials":
            return offices(state)
    return state.stores.total > 0


def offices(state: State) -> list[Noble]:
    """Return the two offices that get an official (lisboa.officials.fewest, lisboa.officials.tie)."""
    fewest = sorted(NOBLES, key=lambda noble: state.off_L[NOBLES.index(noble)])  # stable: ties from the left
    return fewest[: min(2, state.area)]


def tied_offices(state: State, taken: list[Noble]) -> list[Noble]:
    """Return the offices with as many of his officials as the last one taken; none if all of them are taken."""
    counts = dict(zip(NOBLES, state.off_L, strict=True))
    tied = [noble for noble in NOBLES if counts[noble] == counts[taken[-1]]]
    return tied if set(tied) - set(taken) else []


def _ship(state: State) -> Decision[NewShip | None]:
    """Return the ship that he takes (lisboa.ships.take)."""
    ships = state.available_ships
    if not ships:
        return None
    colour = yield Question("top_ship", "lisboa.ships.take", ids=(*ships, "none"), likely=ships[0])
    if colour == "none":
        return None
    counts = {}
    if colour not in state.ship_influence:
        counts["ship_influence"] = Span(0, MAX_PRINTED, 1)
    if colour not in state.ship_hull:
        counts["ship_size"] = Span(1, MAX_PRINTED, 2)
    counts |= {"portfolio": _portfolio(state), **cost_counts(state)}
    numbers = yield from _ask_numbers("ship_numbers", "lisboa.ships.influence", counts, {"ship": colour})
    printed = state.ship_values(colour)
    influence, hull = numbers.get("ship_influence", printed.influence), numbers.get("ship_size", printed.hull)
    return NewShip(colour, influence, hull, numbers)


def _cardinal(state: State) -> Decision[Church]:
    """Return what the Cardinal's move brings (lisboa.cardinal)."""
    places = ("nothing", "treasury", "influence")
    likely = cardinal_passes(state.cardinal)
    passed: Passed = yield Question("cardinal_passed", "lisboa.ruling.church", ids=places, likely=likely)
    counts = {"tile_wigs": Span(0, MAX_PRINTED, 1)}
    if passed == "influence":
        counts["portfolio"] = _portfolio(state)
    if passed == "treasury":  # it moves up from there, if it can
        counts |= _treasury_count(state)
    numbers = yield from _ask_numbers("church_numbers", "lisboa.cardinal.move", counts)
    return Church(passed, numbers)


def cardinal_passes(space: int) -> Passed:
    """Return what the Cardinal reaches or passes in two steps from a space; the Influence icon is space 0."""
    passed = {(space + step) % CHURCH_SPACES for step in (1, 2)}
    return "influence" if 0 in passed else "treasury" if CHURCH_SPACES // 2 in passed else "nothing"


def cardinal_space(space: int, passed: Passed) -> int:
    """Return the Cardinal's space after two steps. If he cannot have passed this from `space`, he began further on."""
    starts = [(space + further) % CHURCH_SPACES for further in range(CHURCH_SPACES)]
    return (next((start for start in starts if cardinal_passes(start) == passed), space) + 2) % CHURCH_SPACES


def _portfolio(state: State) -> Span:
    return Span(0, MAX_EARNED, state.portfolio_you)


def _ask_numbers(
    key: str, rule: str, counts: dict[str, Span], facts: dict[str, Any] | None = None
) -> Decision[dict[str, int]]:
    """Return several numbers, asked for on one screen; a single number has a screen of its own name."""
    screen = next(iter(counts)) if len(counts) == 1 else key
    return (yield from ask_numbers(screen, rule, counts, facts or {}))


def _favor(state: State) -> Decision[Noble | None]:
    """Return the first available Royal Favor that he lacks (lisboa.favor.order)."""
    missing = list(state.deed.no_favor)
    for noble in NOBLES:
        if noble in state.favors or noble in missing:
            continue
        if state.favor_supply[NOBLES.index(noble)] == 0:
            back = yield Question("favor_back", "lisboa.ruling.favor_gone", likely=False, facts={"noble": noble})
            if not back:
                missing.append(noble)
                continue
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


def cost_counts(state: State) -> dict[str, Span]:
    """Return the numbers for the cost of his visit that you did not give since his last turn (lisboa.visit.cost)."""
    noble = state.deed.noble
    counts: dict[str, Span] = {}
    if noble not in state.told:
        counts["your_officials"] = Span(0, OFFICIALS, state.off_you[NOBLES.index(noble)])
    return counts | _treasury_count(state)


def _treasury_count(state: State) -> dict[str, Span]:
    return {} if "treasury" in state.told else {"treasury": Span(1, TREASURY_SPACES, state.treasury)}


def visit(state: State) -> Decision[Visit | None]:
    """Return his Noble's action, and the numbers for its cost (lisboa.visit.cost); None if his Favor was gone."""
    match state.deed.noble:
        case "builder":
            return (yield from _store(state))
        case "king":
            return (yield from _building(state))
    numbers = yield from _ask_numbers("cost_numbers", "lisboa.visit.cost", cost_counts(state))
    return Visit("decrees", numbers=numbers)


TILES_OUT: dict[Type, str] = {kind: f"out_{kind}" for kind in TYPES}
"""Answers that the City tiles of a type are out."""


def store_type(column: Column, out: list[Type]) -> Type | None:
    """Return the type of a store in a column: the one that faces left, if tiles remain (lisboa.store.type)."""
    fits = next(card.fits for card in cards().columns.cards if card.id == column)
    has_own_stack = column == COLUMNS[-1]
    return next((kind for kind in fits if has_own_stack or kind not in out), None)


def _store(state: State) -> Decision[Visit]:
    """Return the store that earns him the most wigs (lisboa.store.plot, lisboa.store.tie, lisboa.store.type)."""
    if not state.houses:
        return Visit(None)
    out = list(state.tiles_out)
    while True:
        full = tuple(column for column in COLUMNS if store_type(column, out) is None)
        likely = next((column for column in COLUMNS_FROM_MIDDLE if column not in full), "none")
        facts: dict[str, Any] = {"tiles_out": list(out)}
        ids = (*COLUMNS, "none", *(row for kind, row in TILES_OUT.items() if kind not in out))
        column = yield Question("store_column", "lisboa.store.plot", ids=ids, blocked=full, likely=likely, facts=facts)
        ran_out = [kind for kind, row in TILES_OUT.items() if row == column]
        if not ran_out:
            break
        out += ran_out
    kind = None if column == "none" else store_type(column, out)
    if kind is None:
        return Visit(None, out)
    facts = {"column": column, "type": kind}
    counts = {"store_wigs": Span(0, MAX_EARNED, state.column_wigs[COLUMNS.index(column)]), **cost_counts(state)}
    numbers = yield from _ask_numbers("store_numbers", "lisboa.store.score", counts, facts)
    yield Reason("lisboa.store.plot", {}, {"column": column})
    yield Reason("lisboa.store.tie")
    yield Reason("lisboa.store.type", {"column": column, "tiles_out": list(out)}, {"type": kind})
    return Visit(Store(kind, column, numbers["store_wigs"]), out, numbers)


def _building(state: State) -> Decision[Visit | None]:
    """Return the public building with the best difference (lisboa.building.best, lisboa.ruling.site_first)."""
    favor = state.deed.favor
    choices = (*TILES, "same", "none", *(("no_favor",) if favor else ()))
    facts = {"favor": favor} if favor else {}
    best = yield Question("best_building", "lisboa.building.best", ids=choices, likely=choices[1], facts=facts)
    if best == "no_favor":
        return None
    if best == "none":
        return Visit(None)
    helper_tile: Tile = "green" if state.helper_in_upper_half else "blue"
    tile: Tile = helper_tile if best == "same" else best
    counts = {"building_wigs": Span(0, MAX_EARNED, state.building_wigs), **cost_counts(state)}
    numbers = yield from _ask_numbers("building_numbers", "lisboa.building.best", counts, {"tile": tile})
    wigs = numbers["building_wigs"]
    tiles = list(TILES) if best == "same" else [tile]
    yield Reason("lisboa.building.best", {"best": tiles}, {"tile": tile, "earned": wigs})
    yield Reason("lisboa.building.site_tie")
    if best == "same":
        yield Reason("lisboa.ruling.site_first")
        yield Reason("lisboa.building.tile_tie", {"helper": state.helper} | tie_fact(tiles), {"tile": tile})
    return Visit(Building(tile, wigs), numbers=numbers)


# --- the Helper ---


def next_deck(state: State) -> Figure | None:
    """Return the next deck with cards above the Helper, his own last; None if all are empty (lisboa.helper.up)."""
    place = FIGURES.index(state.helper)
    above = [*FIGURES[place + 1 :], *FIGURES[: place + 1]]
    return next((figure for figure in above if state.cards_of(figure)), None)


# --- the end ---


def final(state: State) -> Decision[Final]:
    """Return your numbers, and his wigs for majorities (lisboa.end.majorities, lisboa.end.officials)."""
    counts: dict[str, Span] = {kind: Span(0, HOUSES, 2) for kind in TYPES}
    stores = yield Question("your_stores", "lisboa.end.numbers", counts=counts)
    yours = Stores(**stores)
    his_stores = yield from _majorities(state, yours)
    counts = {"hired": Span(0, OFFICIALS, 2), "decrees": Span(0, MAX_PIECES, 6), "reis": Span(0, MAX_ANSWER, 10)}
    counts |= {"ships": Span(0, len(COLOURS), 1)}
    numbers = yield Question("your_numbers", "lisboa.end.numbers", counts=counts)
    hired = numbers["hired"]
    his_officials = yield from _officials(state, hired)
    likely = min(MAX_ANSWER, score.score(state).total + his_stores + his_officials)
    spans = {name: Span(0, n, n) for name, n in score.your_majority_wigs(state, yours, hired).items()}
    wigs = yield Question("your_wigs", "lisboa.end.numbers", high=MAX_ANSWER, likely=likely, counts=spans)
    return Final(
        stores=yours,
        officials=hired,
        reis=numbers["reis"],
        decrees=numbers["decrees"],
        ships=numbers["ships"],
        wigs=wigs,
        majorities=score.majorities(state, yours, hired),
        his_stores=his_stores,
        his_officials=his_officials,
    )


def _majorities(state: State, yours: Stores) -> Decision[int]:
    """Return his wigs for stores; ask for the wigs of a tie (lisboa.ruling.majority_tie)."""
    wigs = 0
    for card in cards().types.cards:
        his = state.stores.of(card.id)
        if his and his == yours.of(card.id):
            most, facts = card.most, {"type": card.id, "stores": his}
            wigs += yield Question("tied_stores", "lisboa.ruling.majority_tie", high=most, likely=most, facts=facts)
        else:
            wigs += score.store_wigs(card, his, yours.of(card.id))
    return wigs


def _officials(state: State, yours: int) -> Decision[int]:
    """Return his wigs for hired officials; ask for those of a tie (lisboa.ruling.hired, lisboa.end.officials)."""
    his = score.hired_officials(state)
    if not his or his != yours:
        return score.official_wigs(state, yours)
    ids, facts = score.OFFICIALS_WIGS, {"hired": his, "your_officials": yours}
    wigs = yield Question("tied_officials", "lisboa.ruling.majority_tie", ids=ids, likely="15", facts=facts)
    return int(wigs)
