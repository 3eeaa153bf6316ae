"""Values that can be corrected and are computed from fields of the state."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Literal

from msgspec.structs import replace

from engines.kit.contract import Choice, Refused
from engines.kit.text import Text
from engines.kit.tracked_values import YES_NO, Value, in_list
from engines.pampero.card import UNKNOWN, Section, unread_section
from engines.pampero.pieces import MAX_CORRECTION, MAX_COUNT, Ongoing, Pair, Side
from engines.pampero.words import type_word

PieceKind = Literal["wind", "towers", "transformers"]
"""A kind of VJ's pieces in the sectors."""
MAX_PIECES = 30
"""The most pieces of a kind in a sector; the board says how many VJ really has."""


def marker(side: Side, space: int) -> Value:
    """Return a majority marker: VJ's or yours, at a space."""
    label, word = {
        "vj": (Text("Majority {n}: VJ", n=space), Text("VJ’s majority {n}", n=space)),
        "you": (Text("Majority {n}: you", n=space), Text("your majority {n}", n=space)),
    }[side]

    def pair(state: Any) -> Pair:
        return state.majority[space - 1] if len(state.majority) >= space else Pair()

    def put(state: Any, n: int) -> None:
        setattr(pair(state), side, n)

    return Value(
        f"{side}_{space}", label, word, lambda state: getattr(pair(state), side), put, MAX_CORRECTION, limit=MAX_COUNT
    )


def sector_label(n: int, state: Any) -> Text:
    """Return the label of the values of the n-th sector (from 1)."""
    return Text("Sector {sector}", sector=_sector(state, n))


def _sector(state: Any, n: int) -> str:
    sectors = state.board.sectors
    return sectors[n - 1] if len(sectors) >= n else ""


def pieces(kind: PieceKind, n: int) -> Value:
    """Return VJ's pieces of a kind in the n-th sector; wind farms and towers come from his grid board."""

    def get(state: Any) -> int:
        counts: dict[str, int] = getattr(state.vj, kind)
        return counts.get(_sector(state, n), 0)

    def put(state: Any, value: int) -> None:
        if kind != "transformers":
            most = getattr(state.vj, f"{kind}_left") + get(state)
            if value > most:
                raise Refused(Text("VJ has only {n} left.", n=most))
            setattr(state.vj, f"{kind}_left", most - value)
        getattr(state.vj, kind)[_sector(state, n)] = value

    label, word = _PIECES[kind]
    high = MAX_CORRECTION if kind == "transformers" else MAX_PIECES
    return Value(f"{kind}_{n}", lambda state: label(_sector(state, n)), word(n), get, put, high, limit=MAX_COUNT)


_PIECES: dict[str, tuple[Callable[[str], Text], Callable[[int], Text]]] = {
    "wind": (lambda name: Text("{sector}: wind farms", sector=name), lambda n: Text("wind farms in sector {n}", n=n)),
    "towers": (lambda name: Text("{sector}: towers", sector=name), lambda n: Text("towers in sector {n}", n=n)),
    "transformers": (
        lambda name: Text("{sector}: transformers", sector=name),
        lambda n: Text("transformers in sector {n}", n=n),
    ),
}


def income(n: int) -> Value:
    """Return the income marker of the n-th track from the top; while the tracks are unknown, of any possible one."""

    def name(state: Any) -> str:
        types = state.types()
        return types[n - 1] if len(types) >= n else ""

    def label(state: Any) -> Text:
        known = name(state)
        return Text("Income, {type}", type=type_word(known)) if known else Text("Income track {n}", n=n)

    def last_space(state: Any, default: int) -> int:
        known: int | None = state.board.last_space(name(state))
        return default if known is None else known

    def put(state: Any, value: int) -> None:
        """Move a marker; all tracks are stored, so that each keeps its number while their order is unknown."""
        if not name(state):
            raise Refused(Text("There is no such income track."))
        state.vj.income = {**dict.fromkeys(state.types(), 0), **state.vj.income, name(state): value}

    return Value(
        f"income_{n}",
        label,
        Text("income track {n}", n=n),
        lambda state: state.vj.income.get(name(state), 0),
        put,
        lambda state: last_space(state, MAX_CORRECTION),
        limit=lambda state: last_space(state, MAX_COUNT),
        when=lambda state: bool(name(state)) or state.at.value in {"lay_out", "set_up"},
    )


def unlocked_transformers() -> Value:
    """Return the number of unlocked transformers; an unknown one counts as 0."""

    def get(state: Any) -> int:
        known = state.vj.unlocked_transformers
        return 0 if known == UNKNOWN else known

    def put(state: Any, n: int) -> None:
        state.vj.unlocked_transformers = n

    label, word = Text("His unlocked transformers"), Text("unlocked transformers")
    return Value("unlocked_transformers", label, word, get, put, MAX_CORRECTION, limit=MAX_COUNT)


def connection_tiles() -> Value:
    """Return the number of his connection tiles."""

    def put(state: Any, n: int) -> None:
        state.vj.connection_tiles = ["kept"] * n

    label, word = Text("His connection tiles"), Text("his connection tiles")
    return Value("connection_tiles", label, word, lambda state: len(state.vj.connection_tiles), put, MAX_CORRECTION)


def ongoing_tile(tile: Ongoing) -> Value:
    """Return whether he has an ongoing tile."""
    label, word = Text("Ongoing tile {n}", n=tile), Text("ongoing tile {n}", n=tile)
    return Value(f"ongoing_{tile}", label, word, *in_list(attrgetter("vj.ongoing"), tile, sort_key=str), choices=YES_NO)


def card_section(space: int, position: int) -> Value:
    """Return whether a section of a card was read; it can be forgotten and is then asked again (pampero.card.cell)."""

    def read_section(state: Any) -> Section | None:
        section: Section | None = state.card(space).section_at(position)
        return None if section == unread_section(position) else section

    def put(state: Any, value: str) -> None:
        """Forget the section wherever the card is."""
        section, card = read_section(state), state.card(space)
        if section is None and value == "read":
            raise Refused(Text("It is read when VJ comes to it."))
        if section is not None and value == "unread":
            sections = tuple(unread_section(position) if one is section else one for one in card.section)
            forgotten = replace(card, section=sections, complete=False)
            state.deck = [forgotten if one == card else one for one in state.deck]
            for slot in state.cards:
                slot.card = forgotten if slot.card == card else slot.card

    label, word = (
        Text("Card {card}, section {n}", card=space, n=position),
        Text("card {card}, section {n}", card=space, n=position),
    )
    choices = Choice("read", Text("as it was read")), Choice("unread", Text("to be read"))
    return Value(
        f"card_{space}_{position}",
        label,
        word,
        lambda state: "unread" if read_section(state) is None else "read",
        put,
        choices=choices,
    )
