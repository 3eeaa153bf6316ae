"""The lint of every bot's machine: what it names exists, every phase can be reached and left, guards only read."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest

from engines.kit import ending
from engines.kit.contract import GO_ON, NOT_POSSIBLE
from engines.kit.engine import Engine
from engines.kit.screens import OVER
from engines.kit.turn import Turn
from engines.registry import KEYS
from tests.contract.laws import guide
from tests.contract.walk import ENGINES, engine

for_every_bot = pytest.mark.parametrize("key", KEYS)
TRANSITION_KEYS = {"trigger", "source", "dest", "conditions", "unless", "before", "after"}
MUTATING_METHODS = {
    "append",
    "clear",
    "extend",
    "insert",
    "pop",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "update",
    "load",
}
"""Methods that change their object."""


@guide("machine.py")
@for_every_bot
def test_a_transition_names_what_exists(key: str) -> None:
    """Sources and destinations are phases; guards and callbacks are methods with a docstring.

    A guard may also be a property or a bool of the state.
    """
    turn = _turn(key)
    for step in turn.transitions:
        lacking, strange = {"trigger", "source", "dest"} - set(step), set(step) - TRANSITION_KEYS
        assert not lacking, f"a transition lacks {', '.join(sorted(lacking))}: {step}"
        assert not strange, f"a transition has {', '.join(sorted(strange))}, which means nothing: {step}"
        for end in ("source", "dest"):
            assert step[end] in turn.phases, f"{step[end]} is no phase"
        for name in _method_names(step, "before", "after"):
            assert callable(getattr(turn, name, None)), f"the turn has no method {name}"
            assert getattr(turn, name).__doc__, f"{name} does not say what it is for"
        for name in _method_names(step, "conditions", "unless"):
            assert _is_flag(key, name) or _guard(key, name).__doc__, f"{name} does not say what it is for"


@guide("machine.py")
@for_every_bot
def test_a_machine_has_8_to_20_phases(key: str) -> None:
    """Phases are what the player can be waiting in, not the lines of a rule."""
    number = len(_turn(key).phases)
    assert 8 <= number <= 20, f"there are {number} phases"


@guide("machine.py")
@for_every_bot
def test_every_phase_can_be_reached_and_left(key: str) -> None:
    """From the first phase every phase can be reached; all but the last can be left."""
    turn = _turn(key)
    reached = {engine(key).start({}).state.at}
    while grown := {step["dest"] for step in turn.transitions if step["source"] in reached} - reached:
        reached |= grown
    lost = [phase.value for phase in turn.phases if phase not in reached]
    assert not lost, f"no way leads to {', '.join(lost)}"
    last = [phase for phase in turn.phases if phase not in {step["source"] for step in turn.transitions}]
    assert 1 == len(last), f"one phase is the last, not {len(last)}: {', '.join(phase.value for phase in last)}"
    assert engine(key).asks(last[0]), f"the last phase, {last[0].value}, has no builder in steps.py"


@guide("machine.py")
@for_every_bot
def test_a_phase_asks_or_decides_or_passes(key: str) -> None:
    """A phase with a builder asks; one that decides or passes has transitions on go_on only, and never gets stuck."""
    turn = _turn(key)
    for phase in turn.phases:
        triggers = {step["trigger"] for step in turn.transitions if step["source"] is phase}
        if engine(key).asks(phase):
            assert phase not in turn.decisions, f"{phase.value} has a builder and a decision"
            builder = getattr(engine(key)._steps, phase.value, None)
            if builder is not None or phase.value != OVER:
                module = getattr(builder, "__module__", "no module")
                assert module.startswith(f"engines.{key}.steps"), f"the builder of {phase.value} is that of {module}"
        else:
            assert {GO_ON} == triggers, f"{phase.value} has no builder, so it is left on go_on, and on nothing else"


@guide("machine.py")
@for_every_bot
def test_every_trigger_is_known(key: str) -> None:
    """A trigger is go_on, answered, or an option’s id in steps.py or ending.py, and hides no method of the turn."""
    turn = _turn(key)
    known = {GO_ON, "answered", *_strings_in_steps(engine(key)), *(one.id for one in ending.CHOICES)}
    triggers = {step["trigger"] for step in turn.transitions}
    strange = sorted(triggers - known)
    assert not strange, f"no option in steps.py has the id {', '.join(strange)}"
    hidden = sorted(triggers & {name for one in turn.mro() for name in vars(one)})
    assert not hidden, f"{', '.join(hidden)} is a trigger and a method of the turn"


@guide("machine.py")
@for_every_bot
def test_guards_leave_no_gap(key: str) -> None:
    """Of the transitions of a phase on one trigger only the last one has no guard."""
    turn = _turn(key)
    ways: dict[tuple[Any, str], list[bool]] = {}
    for step in turn.transitions:
        guarded = bool(list(_method_names(step, "conditions", "unless")))
        ways.setdefault((step["source"], step["trigger"]), []).append(guarded)
    for (phase, trigger), guards in ways.items():
        closed = [True] * (len(guards) - 1) + [False] == guards
        assert closed, f"of the ways out of {phase.value} on {trigger} the last, and only that, has no guard"


@guide("machine.py")
@for_every_bot
def test_guards_only_read(key: str) -> None:
    """A guard assigns nothing, deletes nothing and calls nothing that changes or gives a reason."""
    turn = _turn(key)
    for name in {name for step in turn.transitions for name in _method_names(step, "conditions", "unless")}:
        for node in () if _is_flag(key, name) else ast.walk(_source(_guard(key, name))):
            assigns = isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete | ast.NamedExpr)
            assert not assigns, f"the guard {name} assigns something"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in MUTATING_METHODS | {"add_reason", "add_rules"}, (
                    f"the guard {name} calls {node.func.attr}"
                )


@guide("machine.py")
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
                fires = node.func.attr in triggers and ast.unparse(node.func.value) == "self"
                assert not fires, f"{name} fires the trigger {node.func.attr}"
            if isinstance(node, ast.Assign):
                targets = {ast.unparse(target) for target in node.targets}
                assert not {"self.phase", "self.state.at", "state.at"} & targets, f"{name} moves the phase"


@guide("machine.py")
@for_every_bot
def test_every_method_of_a_turn_is_used(key: str) -> None:
    """A guard or callback that no transition names is dead."""
    turn = _turn(key)
    used = {
        name for step in turn.transitions for name in _method_names(step, "conditions", "unless", "before", "after")
    }
    own = {name for name, _ in inspect.getmembers(turn, inspect.isfunction) if not hasattr(Turn, name)}
    own = {name for name in own if not name.startswith("_")}
    dead = sorted(own - used)
    assert not dead, f"no transition names {', '.join(dead)}; what only callbacks use begins with an underscore"


@guide("machine.py")
@for_every_bot
def test_only_triggers_move_a_machine(key: str) -> None:
    """A machine has no automatic transitions, no queue and one model: only triggers of its table move it."""
    machine = engine(key).machine
    assert not machine.has_queue, "its triggers queue"
    assert 1 == len(machine.models), f"it has {len(machine.models)} models"
    triggers = {step["trigger"] for step in _turn(key).transitions}
    assert triggers == set(machine.events), "it has triggers that its table does not name"


def _turn(key: str) -> type[Turn[Any]]:
    turn: type[Turn[Any]] = type(engine(key).machine.model)  # type: ignore[assignment]  # its only model
    return turn


def _is_flag(key: str, name: str) -> bool:
    """Return whether a guard is a bool of the state."""
    return not hasattr(_turn(key), name) and engine(key).state_type.__annotations__.get(name) is bool


def _guard(key: str, name: str) -> Any:
    """Return the method of a guard, from the turn or else from the state, where it may be a property."""
    guard: Any = getattr(_turn(key), name, None) or getattr(engine(key).state_type, name, None)
    assert guard is not None, f"neither the turn nor the state has {name}"
    return guard.fget if isinstance(guard, property) else guard


def _method_names(step: dict[str, Any], *places: str) -> Iterator[str]:
    for place in places:
        named = step.get(place, [])
        yield from [named] if isinstance(named, str) else named


def _source(method: Any) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(method)))


def _strings_in_steps(bot: Engine[Any]) -> set[str]:
    """Return every string in steps.py or its parts, and the ids of options in the contract."""
    folder = ENGINES / bot.key
    trees = [ast.parse(path.read_text("utf-8")) for path in (*folder.glob("steps.py"), *folder.glob("steps/*.py"))]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {str(node.value) for node in nodes if isinstance(node, ast.Constant)} | {NOT_POSSIBLE}
