"""Lists in expressions of a bot file."""

import pytest

from engines.botfile.expressions import Expression
from engines.kit.contract import Refused
from tests.engines.botfile.written import Names


def test_a_list_is_read_backwards() -> None:
    """An arrow that points up reads a list of the card from its end."""
    read = Expression("first(backwards(order), open)", lambda name: name in ("owl", "fox", "hen"))
    assert read(Names({"order": ["owl", "fox", "hen"], "open": ["owl", "fox"]})) == "fox"


def test_lists_are_joined() -> None:
    """Ids of the one, then those of the other; numbers are added as ever, and a list is no number."""
    names = Names({"order": ["owl", "fox"], "open": ["fox"], "hens": {"hen": 2}, "n": 2})
    is_id = {"owl", "fox", "hen"}.__contains__
    assert ["owl", "fox", "fox", "hen"] == Expression("order + open + [hen]", is_id)(names)
    assert ["fox", "hen"] == Expression("open + hens", is_id)(names)
    assert 3 == Expression("n + 1", is_id)(names)
    with pytest.raises(Refused, match="a list is wanted, and 2 is none"):
        Expression("open + n", is_id)(names)
    assert names.work == 3 + 4 + 2
