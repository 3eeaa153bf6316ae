"""Lacerda's side of the table as drawings: display, offices, tracks, Stores, and his area."""

from collections.abc import Iterable

from engines.kit.drawings import Grid, Mark, Row, Side, Slot, Slots, Track
from engines.kit.text import Text
from engines.lisboa.decide import store_type
from engines.lisboa.pieces import (
    CHURCH_SPACES,
    COLUMNS,
    FIGURE_NAMES,
    FIGURES,
    MAX_INFLUENCE,
    NOBLE_NAMES,
    NOBLES,
    SHIP_NAMES,
    STORE_NAMES,
    TREASURY_SPACES,
    TYPES,
    OwnedShip,
    Type,
    cards,
)
from engines.lisboa.score import needs
from engines.lisboa.state import State


def side(state: State) -> Side:
    """Return all that he has on the table, and the present needs of the titles."""
    parts = (
        display(state),
        offices(state),
        influence(state),
        _area(state),
        stores(state),
        treasury(state),
        church(state.cardinal),
        _titles(state),
    )
    return Side(Text("What he has"), parts)


def display(state: State) -> Grid:
    """Return the decks in the order of the board with their cards, his Helper and his Courtier.

    If his Helper has just moved, its previous deck is marked.
    """
    token = Slot(mark=Mark.TOKEN, said=Text("here"))
    was = state.did.helper_was if state.did else None
    rows = []
    for figure in reversed(FIGURES):
        before = Slot(mark=Mark.WAS) if figure == was else Slot()
        helper = token if figure == state.helper else before
        courtier = token if figure == state.courtier else Slot()
        rows.append(Row(FIGURE_NAMES[figure], (Slot(state.cards_of(figure)), helper, courtier)))
    return Grid((Text("Cards"), Text("Helper"), Text("Courtier")), tuple(rows))


def offices(state: State) -> Grid:
    """Return the offices from left to right: his Officials and yours, and the Royal Favors that he has."""
    favors = (Slot(mark=Mark.TOKEN, said=Text("his")) if noble in state.favors else Slot() for noble in NOBLES)
    rows = (Row(Text("Yours"), _number_slots(state.off_you)), Row(Text("Favors"), tuple(favors)))
    his = officials(state)
    return Grid(his.columns, (*his.rows, *rows))


def officials(state: State) -> Grid:
    """Return the offices from left to right with his Officials."""
    return Grid(tuple(NOBLE_NAMES[noble] for noble in NOBLES), (Row(Text("Officials"), _number_slots(state.off_L)),))


def influence(state: State) -> Track:
    """Return his influence on its track."""
    return Track(Text("Influence"), _number_slots(range(MAX_INFLUENCE + 1)), state.influence)


def treasury(state: State) -> Track:
    """Return the marker of the Treasury on its track."""
    return Track(Text("Treasury"), _number_slots(range(1, TREASURY_SPACES + 1)), state.treasury - 1)


def church(cardinal: int, moved: int = 0) -> Track:
    """Return the light spaces of the church track with the Cardinal, who has just moved `moved` spaces."""
    ends = {
        0: Slot("I", said=Text("Influence icon")),
        CHURCH_SPACES // 2: Slot("T", said=Text("Treasury")),
    }
    slots = tuple(ends.get(space, Slot()) for space in range(CHURCH_SPACES))
    return Track(Text("Cardinal"), slots, cardinal, moved, loop=True, first=0)


def stores(state: State) -> Grid:
    """Return his Stores by type, and the types whose City tiles are out."""
    rows = [Row(Text("Stores"), _number_slots(state.stores.of(kind) for kind in TYPES))]
    if state.tiles_out:
        out = Slot(mark=Mark.LOCKED, said=Text("out"))
        rows.append(Row(Text("City tiles"), tuple(out if kind in state.tiles_out else Slot() for kind in TYPES)))
    return Grid(tuple(STORE_NAMES[kind] for kind in TYPES), tuple(rows))


def columns(out: list[Type]) -> Grid:
    """Return the columns of downtown with the type of store that he would build there; locked if no tiles are left."""
    kinds = (store_type(column, out) for column in COLUMNS)
    none = Slot(mark=Mark.LOCKED, said=Text("no tiles"))
    slots = tuple(none if kind is None else Slot(STORE_NAMES[kind]) for kind in kinds)
    return Grid(tuple(range(1, len(COLUMNS) + 1)), (Row(Text("Store"), slots),))


def _area(state: State) -> Slots:
    """Return the pieces in his area, and his wigs."""
    pieces = (
        Text("{n} Official", plural="{n} Officials", n=state.area),
        Text("{n} house", plural="{n} houses", n=state.houses),
        Text("{n} cube", plural="{n} cubes", n=state.rubble),
        Text("{n} Plan", plural="{n} Plans", n=state.plans),
        Text("{n} Decree", plural="{n} Decrees", n=state.decrees),
    )
    ships = (Row(SHIP_NAMES[ship.colour], (), _ship_words(ship)) for ship in state.ships)
    return Slots((Row(Text("Wigs"), (), state.wigs), Row(Text("Area"), tuple(map(Slot, pieces))), *ships))


def _ship_words(ship: OwnedShip) -> Text:
    return Text("influence {n}, size {hull}", n=ship.influence, hull=ship.hull)


def _titles(state: State) -> Grid:
    """Return the least that each title needs of you, the best one first."""
    titles = [needs(state, card) for card in cards().titles.cards]
    rows = (Row(label, tuple(_at_least(title[name]) for title in titles)) for name, label in _NEED_LABELS.items())
    return Grid((Text("Hand"), Text("Favorite"), Text("Servant")), tuple(rows))


_NEED_LABELS = {
    "wigs": Text("Your wigs"),
    "stores": Text("Stores"),
    "majorities": Text("Majorities"),
    "reis": Text("Réis"),
    "decrees": Text("Decrees"),
    "ships": Text("Ships"),
}


def _at_least(n: int) -> Slot:
    return Slot(Text("{n}+", n=n)) if n else Slot()


def _number_slots(numbers: Iterable[int]) -> tuple[Slot, ...]:
    return tuple(Slot(n) for n in numbers)
