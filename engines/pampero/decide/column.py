"""The column of tower bonuses that VJ takes."""

from msgspec import Struct

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, Card
from engines.pampero.decide.amounts import amounts
from engines.pampero.decide.read import Reader, changed
from engines.pampero.decide.rightmost import marker
from engines.pampero.state import ONGOING, State

KINDS = (
    "kept", "money", "energy", "battery", "income", "dozer", "specialist", "connection",
    *(f"ongoing_{tile}" for tile in ONGOING),
)  # fmt: skip
"""What can lie in a column: `kept` are tiles that do nothing now."""
AMOUNTS = {"money": 50, "energy": 10, "battery": 12, "income": 6, "dozer": 6, "specialist": 2, "connection": 4}
"""Of which there can be several, and how many."""
MOST_TILES = 12
USUAL_MONEY = 5


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
    least = {"tiles": sum(kind.startswith("ongoing") for kind in kinds)}
    values = (yield from amounts("gains", "pampero.tower.bonuses", usual, most, facts, least)) if kinds else {}
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
