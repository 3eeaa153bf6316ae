"""What lies on the table and can be corrected, and what must hold of it.

Most values are declared where they live (`pieces.py`); here are those that are no field, but follow from some.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from engines.kit.contract import Choice, Law, Refused
from engines.kit.text import Text
from engines.kit.tracked_values import YES, YES_NO, Group, Value, tracked_values
from engines.pampero.board import SECTORS, Board
from engines.pampero.card import UNKNOWN, Card, Section, place_faults, unread
from engines.pampero.faults import within, wrong
from engines.pampero.pieces import LIMIT, MOST, SCORINGS, Pair
from engines.pampero.state import ONGOING, POSITIONS, ROWS, SECTIONS, SPACES, TYPES, Phase, State, book
from engines.pampero.words import contract

__all__ = ["TRACKED", "State", "book", "card_faults", "laws"]

MOST_PIECES = 30
"""Of a kind in a sector; how many VJ really has is part of the board."""


def _pair(state: State, space: int) -> Pair:
    return state.majority[space - 1] if len(state.majority) >= space else Pair()


def _marker(side: Literal["vj", "you"], space: int) -> Value:
    """Return a majority marker: VJ's or yours, at a space."""
    label, word = {
        "vj": (Text("Majority {n}: VJ", n=space), Text("VJ’s majority {n}", n=space)),
        "you": (Text("Majority {n}: you", n=space), Text("your majority {n}", n=space)),
    }[side]

    def put(state: State, n: int) -> None:
        setattr(_pair(state, space), side, n)

    return Value(
        f"{side}_{space}", label, word, lambda state: int(getattr(_pair(state, space), side)), put, MOST, limit=LIMIT
    )


def _sector(state: State, n: int) -> str:
    """Return the n-th sector (from 1)."""
    sectors = state.board.sectors
    return sectors[n - 1] if len(sectors) >= n else ""


def _sector_name(n: int, state: State) -> Text:
    return Text("Sector {sector}", sector=_sector(state, n))


def _standing(kind: Literal["wind", "towers", "transformers"], n: int) -> Value:
    """Return VJ's pieces of a kind in the n-th sector; wind farms and towers come from his grid board."""

    def pieces(state: State) -> dict[str, int]:
        found: dict[str, int] = getattr(state.vj, kind)
        return found

    def label(state: State) -> Text:
        return _PIECES[kind][0](_sector(state, n))

    def put(state: State, value: int) -> None:
        left, sector = f"{kind}_left", _sector(state, n)
        if kind != "transformers":
            rest = getattr(state.vj, left) + pieces(state).get(sector, 0) - value
            if rest < 0:
                raise Refused(Text("VJ has not so many left: {n}.", n=rest + value))
            setattr(state.vj, left, rest)
        pieces(state)[sector] = value

    high = MOST if kind == "transformers" else MOST_PIECES
    word = _PIECES[kind][1](n)
    return Value(
        f"{kind}_{n}", label, word, lambda state: pieces(state).get(_sector(state, n), 0), put, high, limit=LIMIT
    )


_PIECES: dict[str, tuple[Callable[[str], Text], Callable[[int], Text]]] = {
    "wind": (lambda one: Text("{sector}: wind farms", sector=one), lambda n: Text("wind farms in sector {n}", n=n)),
    "towers": (lambda one: Text("{sector}: towers", sector=one), lambda n: Text("towers in sector {n}", n=n)),
    "transformers": (
        lambda one: Text("{sector}: transformers", sector=one),
        lambda n: Text("transformers in sector {n}", n=n),
    ),
}


def _income(n: int) -> Value:
    """Return the income marker of the n-th track, from the top; before the tracks are known, all there can be."""

    def name(state: State) -> str:
        types = state.types()
        return types[n - 1] if len(types) >= n else ""

    def label(state: State) -> Text:
        known = name(state)
        return Text("Income, {type}", type=contract(known)) if known else Text("Income track {n}", n=n)

    def last(state: State, most: int) -> int:
        known = state.board.last_space(name(state))
        return most if known is None else known

    def put(state: State, value: int) -> None:
        types = state.types()
        if n > len(types):
            raise Refused(Text("There is no such income track."))
        if types is TYPES:  # of which none is known yet: all of them are, so that each stays where it is listed
            state.vj.income = dict.fromkeys(TYPES, 0)
        state.vj.income[types[n - 1]] = value

    return Value(
        f"income_{n}",
        label,
        Text("income track {n}", n=n),
        lambda state: state.vj.income.get(name(state), 0),
        put,
        lambda state: last(state, MOST),
        limit=lambda state: last(state, LIMIT),
        when=lambda state: bool(name(state)) or state.at in {Phase.LAY_OUT, Phase.SET_UP},
    )


def _unlocked() -> Value:
    def get(state: State) -> int:
        known = state.vj.unlocked_transformers
        return 0 if known == UNKNOWN else known

    def put(state: State, n: int) -> None:
        state.vj.unlocked_transformers = n

    label, word = Text("His unlocked transformers"), Text("unlocked transformers")
    return Value("unlocked_transformers", label, word, get, put, MOST, limit=LIMIT)


def _connections() -> Value:
    def put(state: State, n: int) -> None:
        state.vj.connection_tiles = ["kept"] * n

    label, word = Text("His connection tiles"), Text("his connection tiles")
    return Value("connection_tiles", label, word, lambda state: len(state.vj.connection_tiles), put, MOST)


def _ongoing(tile: Literal[2, 3, 30]) -> Value:
    def put(state: State, value: str) -> None:
        others = [one for one in state.vj.ongoing if one != tile]
        state.vj.ongoing = sorted([*others, tile]) if value == "yes" else others

    label, word = Text("Ongoing tile {n}", n=tile), Text("ongoing tile {n}", n=tile)
    return Value(f"ongoing_{tile}", label, word, lambda state: YES[tile in state.vj.ongoing], put, choices=YES_NO)


def _reading(space: int, position: int) -> Value:
    """Return whether a section of a card was read: it can be forgotten, to be asked again (pampero.card.cell)."""

    def found(state: State) -> Section | None:
        section = state.card(space).placed(position)
        return None if section == unread(position) else section

    def put(state: State, value: str) -> None:
        section, card = found(state), state.card(space)
        if section is None:
            if value == "read":
                raise Refused(Text("It is read when VJ comes to it."))
            return
        if value == "unread":  # wherever the card lies
            sections: Any = tuple(unread(position) if one is section else one for one in card.section)
            again = replace(card, section=sections, complete=False)
            state.deck = [again if one == card else one for one in state.deck]
            for slot in state.cards:
                slot.card = again if slot.card == card else slot.card

    return Value(
        f"card_{space}_{position}",
        Text("Card {card}, section {n}", card=space, n=position),
        Text("card {card}, section {n}", card=space, n=position),
        lambda state: "unread" if found(state) is None else "read",
        put,
        choices=(Choice("read", Text("as it was read")), Choice("unread", Text("to be read"))),
    )


TRACKED = tracked_values(
    State,
    Group(
        Text("Energy and money"),
        Text("He pays contracts with energy and batteries; money is his score."),
        "vj.energy",
        "vj.batteries",
        "vj.money",
    ),
    Group(
        Text("Majority tracks"),
        Text("He follows the first card whose majority he has not."),
        *(_marker(side, space) for space in SPACES for side in ("vj", "you")),
    ),
    *(
        Group(
            partial(_sector_name, n),
            Text("His pieces say where he builds next, and where he can fulfil contracts."),
            *(_standing(kind, n) for kind in ("wind", "towers", "transformers")),
        )
        for n in range(1, SECTORS + 1)
    ),
    Group(
        Text("Income tracks"),
        Text("His rightmost marker breaks ties and moves with a bonus; he collects at each consolidation."),
        *(_income(n) for n in range(1, len(ROWS) + 1)),
    ),
    Group(
        Text("His boards"),
        Text("His grid board says what he can build, and which transformers he can place."),
        "vj.network_tiles",
        _unlocked(),
        "vj.dozers_parked",
        _connections(),
        *(_ongoing(tile) for tile in ONGOING),
        "flags.pass_tile_unused",
    ),
    Group(
        Text("Where the game stands"),
        Text("The device counts rounds and turns by it."),
        "clock.round",
        "clock.turn_in_round",
        "clock.scorings_done",
    ),
    *(
        Group(
            Text("Solo card {n}", n=space),
            Text("A section that is to be read is asked again when VJ comes to it."),
            *(_reading(space, position) for position in POSITIONS),
        )
        for space in SPACES
    ),
)


# --- what must hold ---


def laws(state: State) -> Iterator[Law]:
    """Yield what must hold of a position beyond the bounds of its values."""
    faults = [*state.board.faults()]
    yield from ((False, Text("Board: {fault}.", fault=fault)) for fault in faults)
    if not faults:
        yield from (*_laws_of_table(state), *_laws_of_cards(state), *_laws_of_pieces(state), *_laws_of_phase(state))


def card_faults(deck: list[Card], board: Board) -> Iterator[Text]:
    """Yield what is wrong with cards, by themselves and on a board."""
    for n, card in enumerate(deck, 1):
        for fault in (*card.faults(), *place_faults(card, board.places)):
            yield within(Text("card {id}", id=card.key or str(n)), fault)
        if card.majority not in (UNKNOWN, *board.majority_kinds):
            fault = wrong("majority", repr(card.majority), (*board.majority_kinds, UNKNOWN))
            yield within(Text("card {id}", id=card.key or str(n)), fault)


def _laws_of_cards(state: State) -> Iterator[Law]:
    yield len(state.cards) == len(SPACES), Text("There are {n} solo cards.", n=len(SPACES))
    yield len(state.majority) == len(SPACES), Text("There are {n} majorities.", n=len(SPACES))
    for fault in card_faults([*state.deck, *(slot.card for slot in state.cards)], state.board):
        yield False, Text("Solo cards: {fault}.", fault=fault)
    if len(state.cards) == len(SPACES):
        yield bool(state.up()), Text("One solo card at least is face up.")


def _laws_of_pieces(state: State) -> Iterator[Law]:
    vj, supply = state.vj, state.board.supply
    sectors = state.board.sectors
    for name in ("towers", "wind", "transformers"):
        counts: dict[str, int] = getattr(vj, name)
        yield set(counts) <= set(sectors), Text("A sector must be one of: {sectors}.", sectors=sectors)
    whole = {"towers": supply.towers, "wind": supply.wind_farms_left + 1}
    for name, n in whole.items():
        left = getattr(vj, f"{name}_left")
        together = left >= 0 and sum(getattr(vj, name).values()) + left == n
        yield together, Text("VJ’s {name} on the board and left must together be {n}.", name=name, n=n)
    yield len(set(vj.ongoing)) == len(vj.ongoing), Text("There is one of each ongoing tile.")


def _laws_of_table(state: State) -> Iterator[Law]:
    rows = state.board.income.rows_top_to_bottom
    for name in state.vj.income:
        yield rows == UNKNOWN or name in rows, Text("An income track must be one of: {types}.", types=state.types())
    yield 0 <= state.last_income <= LIMIT, Text("Income must be 0 to {most}.", most=LIMIT)


_AT_THE_END = (Phase.SCORED, Phase.FINAL, Phase.YOUR_TOTAL, Phase.OVER)


def _laws_of_phase(state: State) -> Iterator[Law]:
    """Yield what a phase needs to have happened."""
    at, did, finished = state.at, state.did, state.clock.scorings_done == SCORINGS
    yield state.flags.over == (at is Phase.OVER), Text("The play is over in its last phase, and not before.")
    yield not finished or at in _AT_THE_END, Text("After the final scoring no turn is left.")
    ended = at in _AT_THE_END[1:]
    yield not ended or finished, Text("The final scoring comes first.")
    yield at is not Phase.SCORED or state.scored is not None, Text("Nothing was scored yet.")
    spaces = set() if state.scored is None else set(state.scored.winners)
    yield spaces <= {str(space) for space in SPACES}, Text("A majority is at space 1, 2 or 3.")
    built = did is not None and did.action == "tower" and did.sector in state.board.sectors
    read = did is not None and did.space in SPACES and did.section in SECTIONS
    yield at is not Phase.COLUMN or read, Text("VJ follows a section of a solo card.")
    yield at is not Phase.COLUMN or built, Text("A tower must have been built.")
    taking = at in {Phase.EFFECT, Phase.SPECIALIST, Phase.TURN_OVER, Phase.ROUND_END}
    yield not taking or did is not None, Text("VJ’s turn must have been played.")
    yield at is not Phase.SPECIALIST or bool(state.due), Text("No specialist card is due.")
