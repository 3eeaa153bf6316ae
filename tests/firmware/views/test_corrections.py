"""The list of values to correct: first those that the last step changed, then the groups; each value has its effect."""

from typing import Any

import pytest

from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import KEYS, load_engine
from firmware.dealer import dealer
from firmware.views.corrections import MAX_LISTED_FIELDS
from tests.firmware.device.bench import Bench


def test_a_group_is_a_row(device: Bench) -> None:
    """Of many values each group is one row that opens them; a value has its effect on the bot."""
    _begin(device, "pampero")
    device.pause("correct")
    assert "  Majority tracks…" in device.words.splitlines()
    device.choose("group.vj_1")
    assert ["vj_1", "you_1", "vj_2", "you_2", "vj_3", "you_3"] == device.listed
    device.choose("you_2")
    assert "He follows the first card whose majority he has not." in device.text
    device.turn(3)
    device.next()
    assert 3 == next(one.value for one in device.play.engine.fields(device.play.state) if one.name == "you_2")


def test_few_values_are_listed_at_once(device: Bench) -> None:
    """If a bot has few values, all are listed under the names of their groups."""
    _begin(device, "magpie")
    device.pause("correct")
    lines = device.words.splitlines()
    assert lines.index("Its nest") < lines.index("> Its trinkets: 0") < lines.index("Your purse")


def test_what_the_last_step_changed_stands_first(device: Bench) -> None:
    """The values that the last input changed are listed before the groups."""
    _begin(device, "wyrmspan")
    while not (changed := _changed(device)):
        device.next()
    device.pause("correct")
    assert changed == device.listed[: len(changed)]
    assert all(one.startswith("group.") for one in device.listed[len(changed) :])
    assert "Changed by the last step" in device.words
    assert "All values" in device.words


@pytest.mark.parametrize("key", KEYS)
def test_each_value_has_a_group_and_what_follows(key: str) -> None:
    """Every value of every bot has a group with a name, and a sentence about its use."""
    engine = load_engine(key)
    state = engine.start({}).state
    for field in engine.fields(state):
        assert ENGLISH.words(field.group), field.name
        assert ENGLISH.words(field.follows).endswith("."), field.name
    assert len(engine.fields(state)) <= MAX_LISTED_FIELDS or len({field.group for field in engine.fields(state)}) > 1


def _begin(device: Bench, key: str) -> None:
    device.enter(Play(load_engine(key), {}, dealer("7"), seed="7"))


def _changed(device: Bench) -> list[Any]:
    play = device.play
    if play.n == 0:
        return []
    before = {one.name: one.value for one in play.engine.fields(play.state_at(play.n - 1))}
    return [one.name for one in play.engine.fields(play.state) if before.get(one.name) != one.value]
