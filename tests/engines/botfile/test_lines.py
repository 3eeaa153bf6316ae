"""The line of every key and value of a file is found, as an editor counts lines."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.botfile.lines import line_of
from tests.contract import walk
from tests.contract.walk import CORE_FILES
from tests.core import core
from tests.engines.botfile.hostile import FILES

MARK = 4_000_000
"""Numbers from here on occur in a text once, so that a search finds their lines."""

keys = st.one_of(
    st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True),
    st.sampled_from((".", "=", "[", "]", "{", "}", ",", "#", "a b", "İ", "''", '"', "a.b")),
)
leaves = st.one_of(st.integers(0, 99), st.text(max_size=6), st.booleans(), st.floats(0, 9, allow_nan=False))
values = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=12,
)


@pytest.mark.all
@settings(max_examples=60, deadline=None)
@given(st.dictionaries(keys, values, max_size=4))
def test_every_place_has_its_line(tree: dict[str, Any]) -> None:
    """Each number that occurs once is on the line of its path, with any keys and strings around it."""
    marked = _marked(tree, [MARK])
    text = tomli_w.dumps(marked)
    assert marked == tomllib.loads(text)
    odd = any(not key.replace("_", "").replace("-", "").isalnum() or not key.isascii() for key in _keys(marked))
    for path, mark in _marks(marked, ()):
        found = line_of(text, path)
        assert 1 <= found <= text.count("\n") + 1
        if not odd:
            assert str(mark) in text.splitlines()[found - 1], (path, text)


@pytest.mark.parametrize("path", core(FILES, *map(walk.FILES.get, CORE_FILES)), ids=lambda path: path.stem)
def test_every_key_of_our_files_is_on_its_line(path: Any) -> None:
    """The line found for a path contains the path's last key."""
    text = path.read_text("utf-8")
    rows = text.splitlines()
    for place in _paths(tomllib.loads(text), ()):
        if isinstance(place[-1], str):
            assert place[-1] in rows[line_of(text, place) - 1], place


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab=.[]{}\"'#,\n\\ 1", max_size=80), st.lists(st.one_of(keys, st.integers(0, 3)), max_size=4))
def test_any_text_comes_to_an_end(text: str, path: list[str | int]) -> None:
    """A text that is no TOML has lines, too; nothing goes round."""
    assert 1 <= line_of(text, tuple(path)) <= text.count("\n") + 1


def test_the_line_of_what_is_not_there_is_that_of_what_is_around_it() -> None:
    """However deep it would be; and of two tables of an array each has its own lines."""
    text = "a = 1\n[b]\nc = 2\n[[d]]\ne = 1\n[[d]]\ne = 2\n"
    assert [2, 3] == [line_of(text, ("b", "x", 5, "y")), line_of(text, ("b", "c", 0, "y"))]
    assert [5, 7] == [line_of(text, ("d", n, "e")) for n in (0, 1)]


def _marked(value: Any, count: list[int]) -> Any:
    """Return the same tree with each number replaced by a unique one."""
    if isinstance(value, dict):
        return {key: _marked(one, count) for key, one in value.items()}
    if isinstance(value, list):
        return [_marked(one, count) for one in value]
    if type(value) is int:
        count[0] += 1
        return count[0]
    return value


def _marks(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], int]]:
    if type(value) is int:
        yield path, value
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _marks(one, (*path, key))


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _keys(one)


def _paths(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _paths(one, (*path, key))
