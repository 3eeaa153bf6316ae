"""Options before a play: their defaults, and the sentences for those that are refused."""

from typing import Any

import pytest

from engines.kit.contract import Refused
from engines.kit.text import ENGLISH
from engines.registry import MAGPIE, load_engine


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"rounds": 0}, "Option rounds cannot be 0. Allowed: 1 to"),
        ({"rounds": 1_000}, "Option rounds cannot be 1000. Allowed: 1 to"),
        ({"rounds": True}, "Option rounds cannot be True. Allowed: 1 to"),
        ({"rounds": "2"}, "Option rounds cannot be 2. Allowed: 1 to"),
        ({"tie": "nobody"}, "Option tie cannot be nobody. Allowed: "),
        ({"round": 2}, "has no option round. It has: rounds, "),
    ],
)
def test_options_that_are_refused(given: dict[str, Any], sentence: str) -> None:
    """An unknown name, a number out of bounds or of another type, and an unknown choice are named."""
    with pytest.raises(Refused) as refused:
        load_engine(MAGPIE).complete(given)
    assert sentence in ENGLISH.words(refused.value.text)


def test_options_that_are_missing() -> None:
    """Missing options have their defaults; a missing deck is omitted, since the game's own deck is used."""
    complete = load_engine(MAGPIE).complete({"rounds": 3})
    assert 3 == complete["rounds"]
    assert {option.name for option in load_engine(MAGPIE).options()} == {*complete, "charms"}
