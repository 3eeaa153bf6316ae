"""Decisions about what VJ gains: a column of tower bonuses, specialist cards, a scoring."""

from typing import Any, Literal

from msgspec import Struct

from engines.contract import GO_ON, Reason
from engines.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, Card
from engines.pampero.pieces import How
from engines.pampero.read import Reader, changed
from engines.pampero.state import MARKER_DOLLARS, ONGOING, State
from engines.pampero.ties import marker

KINDS = (
    "kept", "money", "energy", "battery", "income", "dozer", "specialist", "connection",
    *(f"ongoing_{tile}" for tile in ONGOING),
)  # fmt: skip
"""What can lie in a column: `kept` are tiles that do nothing now."""
AMOUNTS = {"money": 50, "energy": 10, "battery": 12, "income": 6, "dozer": 6, "specialist": 4, "connection": 4}
"""Of which there can be several, and how many."""
MOST_TILES = 12
USUAL_MONEY = 5


def amounts(
    key: str, rule: str, usual: dict[str, int], most: dict[str, int], facts: dict[str, Any]
) -> Decision[dict[str, int]]:
    """Return some amounts, all shown at once: one press where they are the usual ones; each can be set, once."""
    values = dict(usual)
    left = [name for name in usual if most[name] > 0]
    while left:
        name = yield Question(key, rule, ids=(GO_ON, *left), likely=GO_ON, facts=facts | values)
        if name == GO_ON:
            break
        left.remove(name)
        if most[name] == 1:
            values = values | {name: 1 - values[name]}
        else:
            about = facts | {"amount": name}
            n = yield Question(f"{key}_amount", rule, low=0, high=most[name], likely=values[name], facts=about)
            values = values | {name: n}
    return values


# --- tower bonuses --------------------------------------------------------------------------------------------------


class Gains(Struct, frozen=True):
    """What a column brought, by kind; the income marker that it moves; and the cards as read by then."""

    amounts: dict[str, int]
    kinds: tuple[str, ...]
    moved: str
    cards: tuple[Card, ...]


def column(state: State) -> Decision[Gains]:
    """Return what VJ takes of the tower bonus board (pampero.tower.zone to pampero.tower.whole)."""
    did = state.did
    assert did is not None  # a tower was built
    reader = Reader(state)
    zone = state.board.zone(did.sector)
    symbols = yield from reader.bonus(did.space, did.section, zone)
    tile = symbols.tile
    if tile == "rb":
        yield Reason("pampero.ruling.rb_symbol")
        tile = f"type:{yield from marker(reader)}"
    columns = state.board.tower_bonus_board.columns_per_zone
    facts = {
        "space": did.space,
        "sector": did.sector,
        "zone": zone,
        "tile": _shown(tile),
        "printed": _shown(symbols.printed),
        "columns": columns.get(zone, UNKNOWN) if isinstance(columns, dict) else columns,
    }
    if symbols.printed.startswith("money"):
        yield Reason("pampero.ruling.money_symbol", {"printed": _shown(symbols.printed)})
    for rule in ("tower.printed", "tower.most", "ruling.covered"):
        yield Reason(f"pampero.{rule}", {"zone": zone})
    ids = tuple(kind for kind in KINDS if kind.removeprefix("ongoing_") not in map(str, state.vj.ongoing))
    kinds = yield Question("bonus_column", "pampero.tower.tile", ids=ids, low=0, high=len(ids), facts=facts)
    yield Reason(
        "pampero.tower.zone",
        {"zone": zone, "tile": _shown(tile), "printed": _shown(symbols.printed)},
        {"gains": list(kinds)},
    )
    usual, most = _amounts(state, tuple(kinds), symbols.printed)
    values = (yield from amounts("gains", "pampero.tower.bonuses", usual, most, facts)) if kinds else {}
    moved = (yield from marker(reader)) if values.get("income") else ""
    yield from changed(state, reader.cards)
    return Gains(values, tuple(kinds), moved, tuple(reader.cards))


def _shown(symbol: str) -> list[str | int]:
    """Return a symbol as values: its kind, or the type of a tile; and its amount, or its text."""
    kind, _, value = symbol.partition(":")
    if kind == "type":
        return [value]
    return [kind, int(value) if value.isdigit() else value] if value else [kind]


def _amounts(state: State, kinds: tuple[str, ...], printed: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return what a column usually brings of each kind, and the most."""
    usual, most = {"tiles": len(kinds)}, {"tiles": MOST_TILES}
    for kind in kinds:
        if kind in AMOUNTS:
            usual[kind], most[kind] = 1, AMOUNTS[kind]
    if "money" in usual:
        usual["money"] = int(printed.removeprefix("money:")) if printed.startswith("money:") else USUAL_MONEY
        usual["tiles"] -= 1
    left = state.board.supply.batteries_total - state.vj.batteries
    if "battery" in usual:
        usual["battery"], most["battery"] = min(1, left), left
    if "income" in usual and state.board.income.last_space == UNKNOWN:
        usual["last"], most["last"] = 0, 1
    return usual, most


# --- specialist cards -----------------------------------------------------------------------------------------------


class Taken(Struct, frozen=True):
    """How VJ takes a card: face up (tile, yours, vj, you) or from the deck; and the type of your rightmost marker."""

    how: How
    your_type: str = ""


def specialist(state: State) -> Decision[Taken]:
    """Return how VJ takes a card (pampero.specialist.order)."""
    did = state.did
    assert did is not None  # VJ has acted
    yield Reason("pampero.specialist.scoring", {"due": list(state.due)})
    if state.first_down():
        yield Reason("pampero.ruling.next_tile", {"scorings_done": state.clock.scorings_done})
    matching = yield Question(
        "specialist_tile",
        "pampero.specialist.order",
        ids=("one", "several", "none"),
        likely="one",
        facts={
            "scorings_done": state.clock.scorings_done,
            "number": len(did.specialists) + 1,
            "refill": did.specialists[-1:] not in ([], ["deck"]),
        },
    )
    yield Reason("pampero.specialist.order", {"matching": matching})
    if matching == "one":
        return Taken("tile", did.your_type)
    yours = did.your_type
    if not yours:
        types = state.types()
        likely = state.you.rb_type if state.you.rb_type in types else types[-1]
        yours = yield Question("your_rightmost", "pampero.specialist.order", ids=types, likely=likely)
    found = yield from _most(matching, "yours", yours)
    if found == "one":
        return Taken("yours", yours)
    if found == "none" and matching == "none":
        yield Reason("pampero.specialist.order", {"found": "none"}, {"card": "deck"})
        return Taken("deck", yours)
    reader = Reader(state)
    found = yield from _most(matching, "vj", (yield from marker(reader)))
    return Taken("vj" if found == "one" else "you", yours)


def _most(matching: str, whose: str, name: str) -> Decision[str]:
    """Return whether one, several or none of the cards still tied has most icons of a type."""
    facts = {"whose": whose, "type": name, "matching": matching}
    found: str = yield Question(
        "specialist_icons", "pampero.specialist.order", ids=("one", "several", "none"), likely="one", facts=facts
    )
    yield Reason("pampero.ruling.specialist_icons", facts, {"found": found})
    return found


# --- scorings -------------------------------------------------------------------------------------------------------


class Tally(Struct, frozen=True):
    """VJ’s $ of a scoring, the spaces with "!!" that he has covered, and the values of its majorities."""

    money: int = 0
    marked: int = 0
    majority: dict[str, int] = {}


SCORING = ("first", "second", "final")


def scoring(state: State) -> Decision[Tally]:
    """Return what VJ has of the scoring that was reached; nothing where none was (pampero.scoring.majority)."""
    if not state.scores():
        return Tally()
    which = SCORING[state.clock.scorings_done]
    facts: dict[str, Any] = {"which": which, "round": state.clock.round}
    pairs = yield from majorities(state, SCORED_AT[which])
    marked = 0
    if "2.7" in state.tiles and not state.marked:
        marked = yield Question("marked_spaces", "pampero.special.tile_27", low=0, high=30, likely=0, facts=facts)
        if marked:
            yield Reason("pampero.special.tile_27", {"marked": marked}, {"money": MARKER_DOLLARS * marked})
    facts |= {"marked": marked} | pairs
    facts["winners"] = [
        part for space in SCORED_AT[which] for part in (space, winner(pairs[f"vj_{space}"], pairs[f"you_{space}"]))
    ]
    rule = "pampero.scoring.majority" if pairs else "pampero.scoring.first"
    money = yield Question("scoring_money", rule, low=0, high=200, likely=0, facts=facts)
    return Tally(money, marked, pairs)


SCORED_AT: dict[str, tuple[int, ...]] = {"first": (), "second": (1,), "final": (2, 3)}
"""Spaces of the majorities that are compared at a scoring."""


def winner(vj: int, you: int) -> Literal["vj", "you"]:
    """Return who has a majority: VJ wins ties (pampero.majority.tie)."""
    return "you" if you > vj else "vj"


# --- majorities -----------------------------------------------------------------------------------------------------

MOST_MARKERS = 30


def majorities(state: State, spaces: tuple[int, ...] | None = None) -> Decision[dict[str, int]]:
    """Return both sides’ values at some spaces, or at all that are face up (pampero.majority.markers).

    Yours are asked, and VJ's where the device cannot count them: one press where nothing changed.
    """
    spaces = state.up() if spaces is None else spaces
    pairs = {f"{side}_{space}": getattr(state.majority[space - 1], side) for space in spaces for side in ("you", "vj")}
    usual = {name: n for name, n in pairs.items() if name.startswith("you") or not state.auto(int(name[-1]))}
    facts = {"up": list(spaces), "pairs": [n for pair in state.majority for n in (pair.vj, pair.you)]}
    most = {name: max(MOST_MARKERS, n) for name, n in usual.items()}
    told = yield from amounts("majority_values", "pampero.majority.markers", usual, most, facts)
    if usual:
        yield Reason("pampero.majority.markers", {}, {name: n for name, n in told.items() if n != usual[name]})
    return pairs | told
