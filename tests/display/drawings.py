"""One drawing of every kind, each with every part that its kind can have, and screens with drawings."""

from collections.abc import Iterable

from hypothesis import strategies as st
from msgspec.structs import replace

from engines.kit.contract import GO_ON, Badge, Choice, Done, Pick, Role, Screen, Who
from engines.kit.drawings import (
    Bar,
    Bars,
    Card,
    Cards,
    Drawing,
    Grid,
    Label,
    Mark,
    Row,
    Side,
    Slot,
    Slots,
    Track,
    legend,
)
from engines.kit.text import Icon, Text
from tests.display.screens import a_screen

BROWN = Slot(shaded=True, said=Text("brown"))
TOWER = Slot(icon=Icon.FLAG, said=Text("tower"))


def _item(name: str, icon: Icon, mark: Mark | None = None) -> Slot:
    return Slot(Text("{name}", name=name), icon, mark)


_MARKS = {"B": Mark.TOKEN, "C": Mark.WAS, "E": Mark.TOKEN, "F": Mark.YOURS, "G": Mark.LOCKED, "H": Mark.NEXT}
_LEFT_ITEMS = (
    _item("Building", Icon.HATCH_DIAGONAL, Mark.TICK),
    _item("Castle", Icon.HATCH_SOLID, Mark.TICK),
    _item("Knowledge", Icon.HATCH_EMPTY, Mark.NEXT),
    _item("Mine", Icon.HATCH_DOTS),
    _item("Building", Icon.HATCH_DIAGONAL),
)
_RIGHT_ITEMS = (
    _item("Livestock", Icon.HATCH_CROSS),
    _item("Ship", Icon.HATCH_HORIZONTAL),
    _item("Building", Icon.HATCH_DIAGONAL, Mark.LOCKED),
    Slot(said=Text("nothing")),
)
_BOARD = (Slot(), TOWER, Slot(mark=Mark.LOCKED), Slot(2, Icon.MARKER), Slot(mark=Mark.TOKEN), BROWN)

DRAWINGS: dict[str, Drawing] = {
    "loop": Track(
        Text("Guild"),
        (BROWN, Slot(), Slot(mark=Mark.YOURS), BROWN, Slot(), Slot(), BROWN, *[Slot()] * 5),
        at=7,
        moved=2,
        loop=True,
    ),
    "track": Track(Text("Influence"), tuple(Slot(n) for n in range(14)), at=9, moved=3),
    "slots": Slots(
        (
            Row(
                Text("Spaces"),
                tuple(Slot(name, mark=_MARKS.get(name)) for name in "ABCDEFGH"),
                Text("{n} lira: free a space", n=3),
            ),
            Row(Text("Goods"), (Slot(2, Icon.DIE_1), Slot(1, Icon.DIE_3))),
            Row(Text("Reserve"), (_item("Mine", Icon.HATCH_DOTS), _item("Wild", Icon.HATCH_EMPTY), Slot())),
            Row(Text("Points"), note=17),
            Row(Text("Hand")),
        )
    ),
    "cards": Cards(
        (
            Card(Text("Left card {n}", n=4), 17, _LEFT_ITEMS, active=True),
            Card(Text("Right card {n}", n=9), 4, _RIGHT_ITEMS),
        )
    ),
    "grid": Grid(
        ("A", "B", "C", "D", "E"),
        tuple(Row(n, (*_BOARD[n:], *_BOARD[:n])[:5], Text("hot") if n == 2 else None) for n in range(1, 5)),
    ),
    "bars": Bars(
        Text("Last results"),
        tuple(Bar(n, Text("{n}", n=n), f"{n:+}", marked=n in (-4, 12)) for n in (-4, 0, 12, 5, -1, 30)),
    ),
}
DRAWINGS["legend"] = legend(Side(Text("His side"), tuple(DRAWINGS.values()))) or DRAWINGS["loop"]


def a_side(*parts: Drawing | Text) -> Screen:
    """Return a screen that shows a side of the table."""
    side = Side(Text("His side"), parts)
    return Screen("device.side", Role.RESULT, side.title, (), Badge(Who.TABLE), Done(), {}, drawing=side)


SIDES: dict[str, Screen] = {
    **{name: a_side(drawing) for name, drawing in DRAWINGS.items()},
    "side": a_side(DRAWINGS["loop"], DRAWINGS["cards"], Text("Silver: {n}. No goods.", n=2), DRAWINGS["slots"]),
}


REPORTS = ("I have played my turn", "I pass", "I placed a marker", "Correct a value…")


def screen_after_move(*lines: str, reports: int = 4, drawing: Drawing = DRAWINGS["loop"]) -> Screen:
    """Return your turn after she moved, with `reports` rows besides the first."""
    rows = (Choice(GO_ON if n == 0 else name, Text("{name}", name=name)) for n, name in enumerate(REPORTS[:reports]))
    ask = Pick(tuple(rows), GO_ON)
    words = tuple(Text("{line}", line=line) for line in lines)
    return replace(a_screen(Text("Move her {n} steps", n=2), words, ask, Role.INSTRUCTION), drawing=drawing)


BESIDE_WORDS: dict[str, Screen] = {
    "moved": screen_after_move("1 coin on objective 1."),
    "placed": screen_after_move("Put a worker on each.", reports=2, drawing=Slots(DRAWINGS["slots"].rows[:1])),  # type: ignore[union-attr, arg-type]
}


# --- any drawing there can be ---

_WORDS = st.text("ABgjÅmi ", max_size=30).map(lambda words: Text("{words}", words=words.strip() or "x"))
LABELS: st.SearchStrategy[Label] = st.one_of(_WORDS, st.integers(0, 999), st.sampled_from("ABCDEFGH"))
_MAYBE: st.SearchStrategy[Label | None] = st.one_of(st.none(), LABELS)


def _slot(text: Label | None, icon: Icon | None, mark: Mark | None, said: Text | None, *, shaded: bool) -> Slot:
    needed = shaded or (icon is not None and text is None)
    return Slot(text, icon, mark, shaded, said or (Text("that") if needed else None))


SLOTS = st.builds(
    _slot,
    text=_MAYBE,
    icon=st.one_of(st.none(), st.sampled_from(Icon)),
    mark=st.one_of(st.none(), st.sampled_from(Mark)),
    said=st.one_of(st.none(), _WORDS),
    shaded=st.booleans(),
)


def _tuples(one: st.SearchStrategy[Slot], most: int, least: int = 0) -> st.SearchStrategy[tuple[Slot, ...]]:
    return st.lists(one, min_size=least, max_size=most).map(tuple)


def _track(label: Label, slots: tuple[Slot, ...], at: int, moved: int, *, loop: bool) -> Track:
    return Track(label, slots, at % len(slots), moved, loop)


def _grid(columns: list[Label], rows: Iterable[tuple[Label, tuple[Slot, ...], Label | None]]) -> Grid:
    return Grid(tuple(columns), tuple(Row(label, slots[: len(columns)], note) for label, slots, note in rows))


ANY_DRAWING: st.SearchStrategy[Drawing] = st.one_of(
    st.builds(_track, LABELS, _tuples(SLOTS, 30, 1), st.integers(0, 99), st.integers(0, 40), loop=st.booleans()),
    st.lists(st.builds(Row, LABELS, _tuples(SLOTS, 12), _MAYBE), min_size=1, max_size=6).map(tuple).map(Slots),
    st.lists(st.builds(Card, LABELS, _MAYBE, _tuples(SLOTS, 8), st.booleans()), min_size=1, max_size=4)
    .map(tuple)
    .map(Cards),
    st.builds(
        _grid,
        st.lists(LABELS, min_size=1, max_size=6),
        st.lists(st.tuples(LABELS, _tuples(SLOTS, 6, 6), _MAYBE), min_size=1, max_size=6),
    ),
)
