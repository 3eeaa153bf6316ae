"""What a bot's machine is made of, as the diagrams show it."""

from enum import Enum
from typing import Any

from engines.engine import Engine
from engines.turn import Turn

Transition = dict[str, Any]
"""A row of the table in `machine.py`."""


def turn_of(engine: Engine[Any]) -> Turn[Any]:
    """Return the model of an engine's machine, which has its transitions and its decisions."""
    turn: Turn[Any] = engine.machine.model  # type: ignore[assignment]  # its only model
    return turn


def kind(engine: Engine[Any], turn: Turn[Any], phase: Enum) -> str:
    """Return what a phase does: "asks", "passes" or "decides"."""
    if phase in turn.decisions:
        return "decides"
    return "asks" if engine.asks(phase) else "passes"


def label(turn: Turn[Any], row: Transition) -> str:
    """Return the trigger of a transition, with its conditions if it has any."""
    guards = conditions(turn, row)
    return f"{row['trigger']} [{' and '.join(guards)}]" if guards else str(row["trigger"])


def _is_else(turn: Turn[Any], row: Transition) -> bool:
    """Return whether a row is what remains after guarded rows of the same phase and trigger."""
    same = [one for one in turn.transitions if (one["source"], one["trigger"]) == (row["source"], row["trigger"])]
    return len(same) > 1


def conditions(turn: Turn[Any], row: Transition) -> list[str]:
    """Return the guards of a transition; "else" where it is what remains after guarded ones."""
    guards = [*names(row, "conditions"), *(f"not {name}" for name in names(row, "unless"))]
    return guards or (["else"] if _is_else(turn, row) else [])


def names(row: Transition, field: str) -> list[str]:
    """Return the methods that a transition names in a field: one, several or none."""
    found = row.get(field, [])
    return [found] if isinstance(found, str) else list(found)
