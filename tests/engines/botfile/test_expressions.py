"""Any expression is refused with a sentence, or gives the value that Python gives, within bounds."""

import ast
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engines.botfile.expressions import FUNCTIONS, MAX_DEPTH, MAX_LETTERS, MAX_NUMBER, BadExpression, Expression
from engines.kit.contract import Refused
from engines.kit.text import ENGLISH
from tests.engines.botfile.inline_bots import Names

VALUES: dict[str, Any] = {
    "coins": 7,
    "debt": -3,
    "stop": True,
    "mood": "calm",
    "hoard": ["near", "far"],
    "steps": [1, 2, 3],
    "pay": {"near": 2, "far": 5},
}
IDS = ("near", "far", "calm")
NAMES = (*VALUES, *IDS)
SIGNS = (
    "+", "-", "*", "//", "%", "/", "**", "==", "!=", "<", "<=", ">", ">=", " and ", " or ", " not ", " in ", " not in ",
    " if ", " else ", "(", ")", "[", "]", ",", ".", ":", "=", ":=", "'", '"', "lambda ", "@", "~", "<<", "{", "}", "f'",
)  # fmt: skip


class _Unknown(Exception):
    """A name without a value; the check of a file would refuse it."""


class _Look(Names):
    def __missing__(self, name: str) -> Any:
        raise _Unknown


_look = _Look(VALUES)


def _is_id(name: str) -> bool:
    return name in IDS


def _value_of(text: str) -> Any:
    """Return the value of an expression; None if it is refused, which must be in a sentence."""
    try:
        return Expression(text, _is_id)(_look)
    except BadExpression as bad:
        said = str(bad)
    except Refused as refused:
        said = ENGLISH.words(refused.text)
    except _Unknown:
        return None
    assert said == " ".join(said.split())
    assert said.endswith(".")
    return None


def _is_within_bounds(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_within_bounds, value))
    return abs(value) <= MAX_NUMBER if isinstance(value, int) else isinstance(value, str | dict)


pieces = st.lists(
    st.one_of(
        st.sampled_from(NAMES), st.sampled_from(SIGNS), st.sampled_from(tuple(FUNCTIONS)), st.integers().map(str)
    ),
    max_size=14,
).map("".join)


@pytest.mark.all
@settings(max_examples=120, deadline=None)
@given(st.one_of(st.text(max_size=40), pieces))
@example("(" * 5000)
@example("-" * 299 + "1")
@example("not " * 70 + "1")
@example("+".join("9" * 5 for _ in range(50)))
@example("1" * 299)
@example("coins.__class__")
@example("__import__('os')")
@example("[" * 21 + "]" * 21)
@example("ｃｏｉｎｓ")
@example("coinſ")
@example("min(steps)")
@example("0x7f_ff + 1e3")
@example("pay[hoard]")
@example("True + 1j")
@example("(yield)")
@example("coins\x00")
def test_any_text_is_refused_or_gives_a_value(text: str) -> None:
    """No text raises any other error, or gives a number beyond the bounds."""
    value = _value_of(text)
    assert value is None or _is_within_bounds(value)


numbers = st.one_of(st.integers(-999, 999).map(str), st.sampled_from(("coins", "debt", "stop")))
sums = st.recursive(
    numbers,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(("+", "-", "*", "//", "%")), inner).map(
            lambda one: f"({one[0]} {one[1]} {one[2]})"
        ),
        st.tuples(inner, st.sampled_from(("==", "!=", "<", "<=", ">", ">=")), inner, inner, inner).map(
            lambda one: f"({one[3]} if {one[0]} {one[1]} {one[2]} else {one[4]})"
        ),
        st.tuples(inner, inner).map(lambda one: f"min({one[0]}, {one[1]})"),
        st.tuples(inner, inner).map(lambda one: f"max({one[0]}, abs({one[1]}))"),
        inner.map(lambda one: f"(-{one})"),
    ),
    max_leaves=6,
)
conditions = st.recursive(
    st.one_of(
        st.tuples(sums, st.sampled_from(("==", "!=", "<", "<=", ">", ">=")), sums).map(" ".join),
        st.sampled_from(("stop", "mood == calm", "near in hoard", "calm not in hoard", "1 < coins <= 7")),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(("and", "or")), inner).map(lambda one: f"({' '.join(one)})"),
        inner.map(lambda one: f"(not {one})"),
    ),
    max_leaves=4,
)


@pytest.mark.all
@settings(max_examples=120, deadline=None)
@given(st.one_of(sums, conditions))
def test_parts_that_python_has_mean_the_same(text: str) -> None:
    """An expression gives Python's result, unless it is too long, too deep or too large, or divides by 0."""
    names = VALUES | {name: name for name in IDS}
    value = _value_of(text)
    if value is not None:
        assert value == eval(text, {"__builtins__": {"min": min, "max": max, "abs": abs}}, names)  # noqa: S307 - a test
        return
    too_long = len(text) > MAX_LETTERS or text.count("(") > MAX_DEPTH
    depth = max((text[:at].count("(") - text[:at].count(")") for at in range(len(text))), default=0)
    assert too_long or depth > 4 or _leaves_bounds(text, names), text


def _leaves_bounds(text: str, names: dict[str, Any]) -> bool:
    """Return whether a part of an expression divides by 0 or is beyond the bounds."""
    for node in ast.walk(ast.parse(text, mode="eval").body):
        if isinstance(node, ast.BinOp | ast.Call):
            try:
                part = eval(ast.unparse(node), {}, names)  # noqa: S307 - a test
            except ZeroDivisionError:
                return True
            if abs(part) > MAX_NUMBER:
                return True
    return False


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("steps[2]", 2),
        ("pay[far]", 5),
        ("first(hoard)", "near"),
        ("place(hoard, far)", 2),
        ("total(hoard, pay)", 7),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("coins if stop else debt", 7),
        ("9 > coins > 8", False),
        ("having([near, calm], pay, 2)", ["near"]),
    ],
)
def test_parts_that_python_has_not(text: str, value: Any) -> None:
    """Places count from 1, a table is read by id, and numbers round down as in Python."""
    assert value == _value_of(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1" + " " * 300, "it has 301 letters; 300 are the most"),
        ("ｃｏｉｎｓ", "names and signs are plain letters"),
        ("not " * 30 + "1", "more than 20 parts are nested"),
        ("min()", "takes 1 to 9 values"),
        ("-999_999 - 2", "a number grows beyond 1000000"),
        ("steps[0]", "steps has no entry 0"),
    ],
)
def test_why_an_expression_is_refused(text: str, words: str) -> None:
    """The sentence names the bound, in the check of the file or during a play."""
    with pytest.raises((BadExpression, Refused), match=words):
        Expression(text, _is_id)(_look)


def test_a_list_is_read_backwards() -> None:
    """`backwards` reads a list from its end."""
    read = Expression("first(backwards(order), open)", lambda name: name in ("owl", "fox", "hen"))
    assert read(Names({"order": ["owl", "fox", "hen"], "open": ["owl", "fox"]})) == "fox"


def test_lists_are_joined() -> None:
    """`+` puts the ids of the second list after those of the first; it still adds numbers, and refuses one of each."""
    names = Names({"order": ["owl", "fox"], "open": ["fox"], "hens": {"hen": 2}, "n": 2})
    is_id = {"owl", "fox", "hen"}.__contains__
    assert ["owl", "fox", "fox", "hen"] == Expression("order + open + [hen]", is_id)(names)
    assert ["fox", "hen"] == Expression("open + hens", is_id)(names)
    assert 3 == Expression("n + 1", is_id)(names)
    with pytest.raises(Refused, match="a list is wanted, and 2 is none"):
        Expression("open + n", is_id)(names)
    assert names.work == 3 + 4 + 2
