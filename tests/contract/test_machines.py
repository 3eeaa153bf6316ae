"""The lint of every bot's machine: what it names exists, every phase can be reached and left, guards only read."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest

from engines.contract import GO_ON, NOT_POSSIBLE
from engines.engine import Engine, Turn
from tests.contract.walk import FOLDER, KEYS, engine

for_every_bot = pytest.mark.parametrize("key", KEYS)
CHANGES = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "setdefault", "sort", "update", "load"}
"""Calls that change what they are called on; `because` is for callbacks too."""


@for_every_bot
def test_a_transition_names_what_exists(key: str) -> None:
    """Sources and destinations are phases; guards and callbacks are methods with a docstring that names what for."""
    turn = _turn(key)
    for step in turn.transitions:
        assert {"trigger", "source", "dest"} <= set(step)
        assert set(step) <= {"trigger", "source", "dest", "conditions", "unless", "before", "after"}
        assert step["source"] in turn.phases
        assert step["dest"] in turn.phases
        for name in _names(step, "conditions", "unless", "before", "after"):
            assert callable(getattr(turn, name)), name
            assert getattr(turn, name).__doc__, name


@for_every_bot
def test_a_machine_has_8_to_20_phases(key: str) -> None:
    """Phases are what the player can be waiting in, not the lines of a rule."""
    assert 8 <= len(_turn(key).phases) <= 20


@for_every_bot
def test_every_phase_can_be_reached_and_left(key: str) -> None:
    """From the first phase every phase can be reached; all but the last can be left."""
    turn = _turn(key)
    reached = {engine(key).start({}).state.at}
    while grown := {step["dest"] for step in turn.transitions if step["source"] in reached} - reached:
        reached |= grown
    assert set(turn.phases) == reached
    last = set(turn.phases) - {step["source"] for step in turn.transitions}
    assert 1 == len(last)
    assert last <= {phase for phase in turn.phases if engine(key).asks(phase)}


@for_every_bot
def test_a_phase_asks_or_decides_or_passes(key: str) -> None:
    """A phase with a builder asks; one that decides or passes is left on go_on alone, and never gets stuck."""
    turn = _turn(key)
    for phase in turn.phases:
        triggers = {step["trigger"] for step in turn.transitions if step["source"] is phase}
        if engine(key).asks(phase):
            assert phase not in turn.decisions
            assert f"engines.{key}.steps" == engine(key)._builder(phase.value).__module__
        elif triggers:
            assert {GO_ON} == triggers
        else:
            pytest.fail(f"{phase} neither asks nor passes")


@for_every_bot
def test_every_trigger_is_known(key: str) -> None:
    """A trigger is go_on, answered, or the id of an option that stands in steps.py, and hides no method of the turn."""
    turn = _turn(key)
    known = {GO_ON, "answered", *_literals(engine(key))}
    triggers = {step["trigger"] for step in turn.transitions}
    assert set() == triggers - known
    assert set() == triggers & {name for one in turn.mro() for name in vars(one)}


@for_every_bot
def test_guards_leave_no_gap(key: str) -> None:
    """Of the ways out of a phase on one trigger the last has no guard, and nothing stands behind such a one."""
    turn = _turn(key)
    ways: dict[tuple[Any, str], list[bool]] = {}
    for step in turn.transitions:
        guarded = bool(list(_names(step, "conditions", "unless")))
        ways.setdefault((step["source"], step["trigger"]), []).append(guarded)
    for way, guards in ways.items():
        assert [True] * (len(guards) - 1) + [False] == guards, way


@for_every_bot
def test_guards_only_read(key: str) -> None:
    """A guard assigns nothing, deletes nothing and calls nothing that changes or gives a reason."""
    turn = _turn(key)
    for name in {name for step in turn.transitions for name in _names(step, "conditions", "unless")}:
        for node in ast.walk(_source(getattr(turn, name))):
            assert not isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete | ast.NamedExpr), name
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in CHANGES | {"because"}, name


@for_every_bot
def test_callbacks_fire_no_trigger(key: str) -> None:
    """No method of a turn fires a trigger or moves the phase: the machine alone does."""
    turn = _turn(key)
    triggers = {step["trigger"] for step in turn.transitions} | {"trigger"}
    for name, method in inspect.getmembers(turn, inspect.isfunction):
        if hasattr(Turn, name):
            continue
        for node in ast.walk(_source(method)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert not (node.func.attr in triggers and ast.unparse(node.func.value) == "self"), name
            if isinstance(node, ast.Assign):
                targets = [ast.unparse(target) for target in node.targets]
                assert not {"self.phase", "self.state.at", "state.at"} & set(targets), name


@for_every_bot
def test_every_method_of_a_turn_is_used(key: str) -> None:
    """A guard or callback that no transition names is dead."""
    turn = _turn(key)
    used = {name for step in turn.transitions for name in _names(step, "conditions", "unless", "before", "after")}
    own = {name for name, _ in inspect.getmembers(turn, inspect.isfunction) if not hasattr(Turn, name)}
    own = {name for name in own if not name.startswith("_")}
    assert used == own


@for_every_bot
def test_the_machine_is_the_small_one(key: str) -> None:
    """No automatic transitions, no queue, one model: nothing moves it but the triggers of its table."""
    machine = engine(key).machine
    assert not machine.has_queue
    assert 1 == len(machine.models)
    assert {step["trigger"] for step in _turn(key).transitions} == set(machine.events)


def _turn(key: str) -> type[Turn[Any]]:
    return type(engine(key)._turn)


def _names(step: dict[str, Any], *places: str) -> Iterator[str]:
    for place in places:
        named = step.get(place, [])
        yield from [named] if isinstance(named, str) else named


def _source(method: Any) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(method)))


def _literals(bot: Engine[Any]) -> set[str]:
    """Return every string that stands in steps.py, or in the contract as the id of an option."""
    nodes = ast.walk(ast.parse((FOLDER / bot.key / "steps.py").read_text("utf-8")))
    return {str(node.value) for node in nodes if isinstance(node, ast.Constant)} | {NOT_POSSIBLE}
