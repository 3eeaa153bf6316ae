"""VJ's side of the table as drawings: the solo cards, his pieces on the board, his grid board and possessions."""

from collections import Counter
from collections.abc import Iterator

from engines.kit.decisions import run
from engines.kit.drawings import Card, Cards, Drawing, Grid, Mark, Row, Side, Slot, Slots, Track
from engines.kit.text import Icon, Text
from engines.pampero.decide.turn import leading_space
from engines.pampero.pieces import Deed
from engines.pampero.state import POSITIONS, SPACES, State
from engines.pampero.words import SHORT_ACTIONS, card_title, type_option, type_word

PIECE_LABELS = {"wind": Text("Wind farms"), "towers": Text("Towers"), "transformers": Text("Transformers")}
"""VJ's pieces on the board."""
MAX_DRAWN_SPACES = 12
"""The most spaces of income tracks that are drawn; on longer tracks markers are numbers."""
USUAL_LAST_SPACE = 5
"""Income tracks are drawn at least up to this space."""
COLUMNS_PER_ROW = 7
"""Columns of his grid board in one row, as many as a colour has towers."""


def side(state: State) -> Side:
    """Return all things of VJ on the table."""
    unused = Text("The pass tile is unused.") if state.flags.pass_tile_unused else Text("The pass tile is used.")
    parts = (
        cards(state),
        pieces(state, *PIECE_LABELS),
        Track(Text("Energy"), tuple(map(Slot, range(state.board.energy.max + 1))), state.vj.energy),
        income(state),
        _possessions(state),
        unused,
    )
    return Side(Text("What he has"), parts)


def changed_part(state: State) -> Drawing:
    """Return his pieces or income markers that VJ's last deed changed; if it changed none, the majorities."""
    did = state.did
    kinds = {"wind": ("wind",), "tower": ("towers",), "contract": ("transformers",)}
    if did is None or did.action not in kinds:
        return majorities(state)
    return income(state, did) if did.steps else pieces(state, *kinds[did.action], new=did)


def cards(state: State) -> Cards:
    """Return the solo cards as far as they were read; the card that VJ follows is marked."""
    leading = run(leading_space(state), ()).choice
    return Cards(tuple(_card(state, space, active=space == leading) for space in SPACES))


def _card(state: State, space: int, *, active: bool) -> Card:
    slot, pair = state.cards[space - 1], state.majority[space - 1]
    sections = (slot.card.section_at(position) for position in POSITIONS)
    known = tuple(SHORT_ACTIONS["?" if section is None else section.action] for section in sections)
    items = Text("VJ {vj}, you {you}", vj=pair.vj, you=pair.you), *(known if slot.face_up else (Text("face down"),))
    return Card(Text("{n}: {title}", n=space, title=card_title(slot.card)), None, tuple(map(Slot, items)), active)


def majorities(state: State) -> Grid:
    """Return the markers of the red track."""
    vj = tuple(Slot(pair.vj) for pair in state.majority)
    you = tuple(Slot(pair.you) for pair in state.majority)
    return Grid(SPACES, (Row(Text("Majority: VJ"), vj), Row(Text("You"), you)))


def pieces(state: State, *kinds: str, new: Deed | None = None) -> Grid:
    """Return the number of VJ's pieces in each sector; the piece of a deed is drawn apart, as in "2+1"."""
    sectors = state.board.sectors
    rows = []
    for kind in kinds:
        counts: dict[str, int] = getattr(state.vj, kind)
        slots = (_piece_slot(counts.get(sector, 0), new=new is not None and sector == new.sector) for sector in sectors)
        rows.append(Row(PIECE_LABELS[kind], tuple(slots)))
    return Grid(sectors, tuple(rows))


def _piece_slot(n: int, *, new: bool) -> Slot:
    if not n:
        return Slot()
    return Slot(f"{n - 1 or ''}+1", said=Text("new")) if new else Slot(n)


def income(state: State, did: Deed | None = None) -> Grid | Slots:
    """Return the income tracks from the top; of a marker that a deed moved, also the space before."""
    types = tuple(dict.fromkeys((*state.types(), *state.vj.income)))
    spaces = {name: state.vj.income.get(name, 0) for name in types}
    last = max(USUAL_LAST_SPACE, *(state.board.last_space(name) or 0 for name in types), *spaces.values())
    rightmost = state.rightmost()
    notes = {name: Text("rightmost") if name == rightmost else None for name in types}
    if last > MAX_DRAWN_SPACES:
        return Slots(tuple(Row(type_option(name), (Slot(space),), notes[name]) for name, space in spaces.items()))
    rows = []
    for name, space in spaces.items():
        slots = {space: Slot(mark=Mark.TOKEN, said=Text("his marker"))}
        if did is not None and did.moved == name:
            slots = {space - did.steps: Slot(mark=Mark.WAS)} | slots
        rows.append(Row(type_option(name), tuple(slots.get(n, Slot()) for n in range(last + 1)), notes[name]))
    return Grid(tuple(range(last + 1)), tuple(rows))


def _possessions(state: State) -> Slots:
    """Return the columns of his grid board, and the things on it and beside it."""
    vj = state.vj
    contracts = Counter(contract.type for contract in vj.contracts)
    rows = [
        *_columns(state),
        Row(
            Text("Contracts"),
            tuple(Slot(Text("{n} {type}", n=n, type=type_word(name))) for name, n in contracts.items()),
        ),
        Row(Text("Network tiles"), (Slot(vj.network_tiles),)),
        Row(Text("Money"), (Slot(vj.money, Icon.COIN),)),
        Row(Text("Batteries"), (Slot(vj.batteries),)),
        Row(Text("Wind farms left"), (Slot(vj.wind_left),)),
    ]
    gained = (
        Row(Text("Bonus tiles"), (Slot(len(vj.bonus_tiles)),)),
        Row(Text("Ongoing tiles"), tuple(map(Slot, vj.ongoing))),
        Row(Text("Scoring cards"), (Slot(len(vj.scoring_cards), Icon.CARD),)),
        Row(Text("Connection tiles"), (Slot(len(vj.connection_tiles)),)),
        Row(Text("Parked bulldozers"), (Slot(vj.dozers_parked),)),
    )
    return Slots((*rows, *(row for row in gained if row.slots and row.slots[0].text != 0)))


def _columns(state: State) -> Iterator[Row]:
    """Yield the transformers in the columns of his grid board, locked while the column has its tower."""
    remaining, total = state.vj.towers_left or 0, state.board.supply.towers
    slots = []
    for column in range(total):
        n = state.board.transformers(column)
        slots.append(Slot("?" if n is None else n, mark=Mark.LOCKED if column >= total - remaining else None))
    unlocked = state.vj.unlocked_transformers
    note = None if unlocked == "?" else Text("{n} unlocked", n=unlocked)
    yield Row(Text("Transformer columns"), tuple(slots[:COLUMNS_PER_ROW]), note)
    for start in range(COLUMNS_PER_ROW, total, COLUMNS_PER_ROW):
        yield Row(Text("Columns from {n}", n=start + 1), tuple(slots[start : start + COLUMNS_PER_ROW]))
