"""An undone correction on the device: the row that offers it, by its keys and after a power cut."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from display.layout import options_of
from engines.kit.contract import Counters, Done, Draw, Marks, Number, Pick, Roll, YesNo
from engines.kit.play import Play
from engines.registry import MAGPIE
from firmware.authoring.random_plays import answer
from firmware.emulators.device import numbered_seeds
from firmware.emulators.script import HeadlessDevice, ScriptFailed, parse
from tests.contract.walk import begin, luck, moments
from tests.core import core
from tests.firmware.device.bench import Bench, bench

Run = Callable[[str], None]

UNDO_KEYS = (
    "turn:+1 next next next next turn:+1 next turn:+1 next next turn:+1 next back turn:-1 expect:1_(silver) back\n"
)
"""The keys that lead to Burgundy's first turn, correct silver to 2 and undo that."""
ROW = 'expect:"> Again: Its silver 2" expect:"Undo | (Why?) | Again: Its silver 2"\n'
POWER_CUT = "power:cut power:on\n"
each_power = pytest.mark.parametrize("power", core(["", POWER_CUT], POWER_CUT), ids=["on", "cut"])


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a runner of a headless device's keys and expectations."""
    device = HeadlessDevice(tmp_path, numbered_seeds("7"))
    return lambda keys: device.run(parse(keys, "keys"), tmp_path)


@each_power
def test_the_correction_is_a_row(run: Run, power: str) -> None:
    """The row is highlighted first and names the correction; Next repeats it, after a power cut, too."""
    run(f"{UNDO_KEYS}{power}{ROW} next turn:-1 expect:2_(silver)")


@each_power
def test_another_row_does_what_it_says(run: Run, power: str) -> None:
    """“My turn is done” is another row: it continues without the correction, and undo does not offer it again."""
    run(f"{UNDO_KEYS}{ROW} turn:+1 expect:(Why?)_|_My_turn_is_done\n")
    run(f"next expect:Which_is_there_first\n {power} back turn:-1 expect:1_(silver) back\n")
    with pytest.raises(ScriptFailed):
        run("expect:Again:_Its_silver")


@each_power
def test_the_answer_after_a_correction_is_redone(run: Run, power: str) -> None:
    """Next twice redoes a correction and the answer after it."""
    run(f"{UNDO_KEYS} next next expect:Which_is_there_first\n back back {power}{ROW}")
    run("next expect:My_turn_is_done_again\n")
    run("next expect:Which_is_there_first")


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize("kind", core([Number, Marks, Counters, Roll, Done]))
def test_two_rows_before_a_step_without_a_list(tmp_path: Path, kind: type[Any], again: bool) -> None:
    """A step without a list is preceded by two rows, correct again or go on without; both survive power cuts."""
    with bench(tmp_path) as device:
        device.enter(_play_at(kind))
        field = device.play.engine.fields(device.play.state)[0]
        device.session.commit(device.play.correct({field.name: field.value}))
        step = device.play.screen
        device.session.commit(device.play.undo())
        n = device.play.n
    with bench(tmp_path) as device:
        assert _options(device) == ["device.again", "device.without"]
        device.choose("device.again" if again else "device.without")
    with bench(tmp_path) as device:
        assert (device.play.n, device.play.redo_stack) == (n + again, ())
        assert device.layout.screen == step


@pytest.mark.parametrize("kind", [YesNo, Draw, Pick])
def test_a_row_in_a_list(tmp_path: Path, kind: type[Any]) -> None:
    """A list of cards, of yes and no or of options has the row first."""
    with bench(tmp_path) as device:
        device.enter(_play_at(kind))
        before = _options(device)
        field = device.play.engine.fields(device.play.state)[0]
        device.session.commit(device.play.correct({field.name: field.value}))
        device.session.commit(device.play.undo())
    with bench(tmp_path) as device:
        assert _options(device) == ["device.again", *before]


def _play_at(kind: type[Any]) -> Play[Any]:
    """Return a play of the Magpie with the player's cards and dice, at its first step of a kind."""
    play, chance = begin(MAGPIE, {}, 7, {"deeds", "charms", "hop", "luck"}), luck("again")
    return next(play for play in moments(play, lambda play: answer(play.screen.ask, chance)) if _is(play, kind))


def _is(play: Play[Any], kind: type[Any]) -> bool:
    return isinstance(play.screen.ask, kind)


def _options(device: Bench) -> list[str]:
    ask: Any = device.layout.screen.ask
    return [option.id for option in options_of(ask)]
