"""One declaration of a tracked value gives its field, its correction, the law of its bounds and its word."""

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct, field

from engines.kit import turn
from engines.kit.contract import Field
from engines.kit.text import ENGLISH, Text
from engines.kit.tracked_values import YES_NO, Group, Value, choice, each, number, tracked_values, yes_no

ROW = {"east": Text("east"), "west": Text("west")}


class Phase(Enum):
    """The only phase."""

    HERE = "here"


def _label(key: str) -> Text:
    return Text("Piece {key}", key=key)


def _word(key: str) -> Text:
    return Text("pieces of {key}", key=key)


Pieces = Annotated[int, number(_label, _word, 5)]


class Purse(Struct):
    """A struct in the state."""

    coins: Annotated[int, number(Text("Its coins"), Text("its coins"), 99, 1, limit=999)] = 1


class State(turn.State, kw_only=True):
    """A state with one value of each kind."""

    at: Phase = Phase.HERE
    undeclared: int = 0
    wind: Annotated[Literal["east", "west"], choice(Text("Wind"), Text("wind"), ROW)] = "east"
    tame: Annotated[bool, yes_no(Text("Tame"), Text("tame"))] = False
    deep: Annotated[
        int, number(Text("Depth"), Text("depth"), lambda state: state.most, when=lambda state: state.tame)
    ] = 0
    most: int = 3
    purse: Purse = field(default_factory=Purse)
    by_name: dict[str, Pieces] = {}
    in_order: list[Pieces] = []


TRACKED = tracked_values(
    State,
    Group(Text("Purse"), Text("It pays with them."), "purse.coins"),
    Group(lambda state: Text("Den {most}", most=state.most), Text("It lives there."), "wind", "tame", "deep"),
    Group(
        Text("Board"),
        Text("It moves them."),
        *each(State, "by_name", ("red", "blue")),
        *each(State, "in_order", ("left", "right"), "row"),
        Value("double", Text("Twice"), Text("twice"), lambda state: 2 * state.undeclared, lambda *_: None, 10),
    ),
)


def test_fields_are_in_the_order_of_the_table() -> None:
    """A number has its bounds and a choice its words; values that the play does not have are omitted."""
    state = State(by_name={"red": 2}, in_order=[1])
    assert ("coins", "wind", "tame", "by_name_red", "by_name_blue", "row_left", "row_right", "double") == tuple(
        one.name for one in TRACKED.fields(state)
    )
    coins, wind, tame, red, blue, left, right, double = TRACKED.fields(state)
    purse, board = (Text("Purse"), Text("It pays with them.")), (Text("Board"), Text("It moves them."))
    assert Field("coins", Text("Its coins"), 1, 1, 99, (), *purse) == coins
    assert ("east", ["east", "west"]) == (wind.value, [one.id for one in wind.choices])
    assert ("no", YES_NO) == (tame.value, tame.choices)
    assert Field("by_name_red", Text("Piece {key}", key="red"), 2, 0, 5, (), *board) == red
    assert Text("Den {most}", most=3) == wind.group
    assert (0, 1, 0, 0) == (blue.value, left.value, right.value, double.value)
    state.tame = True
    assert 3 == next(one.high for one in TRACKED.fields(state) if one.name == "deep")


@pytest.mark.parametrize(
    ("name", "value", "is_set"),
    [
        ("coins", 7, lambda state: state.purse.coins == 7),
        ("wind", "west", lambda state: state.wind == "west"),
        ("tame", "yes", lambda state: state.tame is True),
        ("by_name_blue", 4, lambda state: state.by_name == {"blue": 4}),
        ("row_right", 3, lambda state: state.in_order == [0, 3]),
    ],
)
def test_a_value_is_set_where_it_lives(name: str, value: Any, is_set: Any) -> None:
    """Setting a value changes its field anywhere in the state, and then reads as it was set."""
    state = State(in_order=[0, 0])
    TRACKED.put(state, name, value)
    assert is_set(state)
    assert value == next(one.value for one in TRACKED.fields(state) if one.name == name)


def test_the_bounds_are_a_law() -> None:
    """Each number beyond its bounds is named, also inside a list or mapping."""
    state = State(purse=Purse(0), by_name={"red": 6}, in_order=[-1, 5])
    broken = [ENGLISH.words(text) for holds, text in TRACKED.laws(state) if not holds]
    assert ["coins must be 1 to 999.", "by_name_red must be 0 to 5.", "row_left must be 0 to 5."] == broken


def test_each_value_has_its_word() -> None:
    """Why calls a value by its declared word; a member of a family by its key."""
    words = {name: ENGLISH.words(word) for name, word in TRACKED.words().items()}
    assert ("its coins", "pieces of red", "twice") == (words["coins"], words["by_name_red"], words["double"])


def test_without_a_table_all_declared_fields_are_listed() -> None:
    """A simple bot needs no groups: its tracked values are the declared fields of its state."""
    assert ["wind", "tame", "deep"] == [one.name for one in tracked_values(State)]
