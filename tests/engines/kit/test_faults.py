"""The one sentence about plain values that do not fit a struct: the place, the value, what is allowed."""

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from engines.kit.faults import Fault, find_fault
from engines.kit.text import ENGLISH


class Colour(Enum):
    """A closed set."""

    RED = "red"
    BLUE = "blue"


class Near(Struct, tag_field="kind", tag="near", forbid_unknown_fields=True):
    """One of two tagged structs."""

    steps: Annotated[int, Meta(ge=1, le=3)]


class Far(Struct, tag_field="kind", tag="far"):
    """The other one."""

    to: str


class Spot(Struct, array_like=True, forbid_unknown_fields=True):
    """A struct that is a list in a file."""

    x: int
    colour: Colour = Colour.RED


class Card(Struct, forbid_unknown_fields=True):
    """A struct with a field of every sort."""

    id: str
    colour: Colour = Colour.RED
    size: Literal[1, 2] | None = None
    move: Near | Far | None = None
    pair: tuple[int, int] = (0, 0)
    ways: tuple[Near, ...] | Literal["?"] = "?"
    by_zone: dict[str, Annotated[float, Meta(ge=0)]] = {}
    at_most: Annotated[int, Meta(le=9)] = 0
    sure: bool = False
    note: Annotated[str, Meta(max_length=3)] = ""
    first_last: tuple[Near, Near] | None = None
    spots: list[Spot] = []

    def __post_init__(self) -> None:
        if self.id == "joker":
            raise ValueError("it is no joker")


@pytest.mark.parametrize(
    ("values", "place", "text"),
    [
        ({"id": 5}, "id", ' cannot be 5. Allowed: "words".'),
        ({"note": "long"}, "note", ' cannot be "long". Allowed: "words", at most 3 letters.'),
        ({}, "id", " is missing."),
        ({"color": "red"}, "color", " is no field. Allowed: id, colour, size,"),
        ({"colour": "green"}, "colour", ' cannot be "green". Allowed: "red", "blue".'),
        ({"size": 3}, "size", ' cannot be 3. Allowed: 1, 2, "none".'),
        ({"move": {"kind": "near", "steps": 4}}, "move.steps", " cannot be 4. Allowed: 1 to 3."),
        ({"move": {"kind": "near", "steps": 1, "x": 1}}, "move.x", " is no field. Allowed: kind, steps."),
        ({"move": {"kind": "far"}}, "move.to", " is missing."),
        (
            {"move": {"kind": "up"}},
            "move",
            ' cannot be {"kind":"up"}. Allowed: a table of steps, a table of to, "none".',
        ),
        ({"pair": [1, "b"]}, "pair", ' cannot be [1,"b"]. Allowed: [a whole number, a whole number].'),
        ({"pair": [1]}, "pair", " cannot be [1]. Allowed: [a whole number, a whole number]."),
        ({"ways": [{"kind": "near", "steps": 1}, {"kind": "near"}]}, "ways.1.steps", " is missing."),
        ({"ways": "!"}, "ways", ' cannot be "!". Allowed: a list, "?".'),
        ({"by_zone": {"A": 1, "B": -0.5}}, "by_zone.B", " cannot be -0.5. Allowed: at least 0"),
        ({"by_zone": 5}, "by_zone", " cannot be 5. Allowed: a table."),
        ({"at_most": 10}, "at_most", " cannot be 10. Allowed: at most 9."),
        ({"sure": 1}, "sure", " cannot be 1. Allowed: true, false."),
        ({"first_last": [{"kind": "near", "steps": 9}]}, "first_last", " cannot be a list of 1. Allowed: a list of 2"),
        ({"spots": [[1], [2, "green"]]}, "spots.1.1", ' cannot be "green". Allowed: "red", "blue".'),
        ({"spots": [[]]}, "spots.0", " cannot be []. Allowed: a list of x, colour."),
        ({"id": "joker"}, "", "is wrong: it is no joker. Correct it."),
    ],
)
def test_the_first_fault_is_named(values: dict[str, Any], place: str, text: str) -> None:
    """Its path leads through structs, unions, lists and tables; the sentence says what is allowed at its end."""
    fault = find_fault(Card, values if "id" in values or not values else {"id": "a"} | values)
    assert fault is not None
    assert ENGLISH.words(fault.sentence).startswith((place + text).strip()), fault.sentence


def test_what_fits_has_no_fault() -> None:
    """A valid value has no fault, and every value that the library refuses has one."""
    whole = {"id": "a", "move": {"kind": "far", "to": "b"}, "ways": [{"kind": "near", "steps": 3}]}
    assert None is find_fault(Card, whole)
    for kind, value in ((Card, []), (list[int], [1, "a"]), (dict[str, int], {"a": None})):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(value, kind)
        assert isinstance(find_fault(kind, value), Fault)
