"""Answers that an ask allows, and the sentences for those it refuses."""

from typing import Any

import pytest

from engines.kit.contract import Choice, Counter, Counters, Marks, Refused, check, sort_answer
from engines.kit.decisions import Question, Span, ask
from engines.kit.text import ENGLISH, Text

GOODS = Counters((Counter("red", Text("Red goods"), 0, 3, 1), Counter("blue", Text("Blue goods"), 1, 2, 1)))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (None, "A number is needed for each of these, and nothing else: red, blue."),
        ([1, 1], "A number is needed for each of these, and nothing else: red, blue."),
        ({"red": 1}, "A number is needed for each of these, and nothing else: red, blue."),
        ({"red": 1, "blue": 1, "black": 1}, "A number is needed for each of these, and nothing else: red, blue."),
        ({"red": 4, "blue": 1}, "Red goods: it must be a number from 0 to 3."),
        ({"red": 1, "blue": 0}, "Blue goods: it must be a number from 1 to 2."),
        ({"red": True, "blue": 1}, "Red goods: it must be a number from 0 to 3."),
        ({"red": "1", "blue": 1}, "Red goods: it must be a number from 0 to 3."),
    ],
)
def test_counters_that_are_refused(value: Any, sentence: str) -> None:
    """Counters need the number of every line within its bounds; the refusal names the wrong line."""
    with pytest.raises(Refused) as refused:
        check(GOODS, value)
    assert ENGLISH.words(refused.value.text) == sentence


def test_counters_in_order() -> None:
    """The journal has the numbers in the order of the lines, not in the order given."""
    check(GOODS, {"blue": 2, "red": 0})
    assert list(sort_answer(GOODS, {"blue": 2, "red": 0}).items()) == [("red", 0), ("blue", 2)]


def test_counts_of_a_question() -> None:
    """The counts of a decision's question become an ask with the words of the lines."""
    question = Question("goods", "rule.goods", counts={"red": Span(0, 3, 1), "blue": Span(1, 2, 1)})
    assert GOODS == ask(question, {"blue": Text("Blue goods"), "red": Text("Red goods")})


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (["red"], None),
        (["red", "blue"], None),
        ([], "Tick 1 to 2."),
        (["red", "red"], "Each can be ticked once."),
        (["red", "black"], "Only these can be ticked: red, blue, white."),
        (["red", "blue", "white"], "Tick 1 to 2."),
        ("red", "Only these can be ticked: red, blue, white."),
    ],
)
def test_ticks(value: Any, sentence: str | None) -> None:
    """Ticks are different options that are not blocked, as many as the ask allows, in any order."""
    names = ("red", "blue", "white")
    blocked = Choice("black", Text("Black"), blocked=Text("none left"))
    ask = Marks((*(Choice(name, Text("{name}", name=name)) for name in names), blocked), 1, 2, ())
    if sentence is None:
        check(ask, value)
        assert value == sort_answer(ask, value[::-1])
        return
    with pytest.raises(Refused) as refused:
        check(ask, value)
    assert ENGLISH.words(refused.value.text) == sentence
