"""State diagrams, one page for each bot, read off its machine: `python -m firmware.diagrams docs` writes them anew.

A test compares them with the machines as they are now.
"""

import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from engines.engine import Engine, Turn
from engines.registry import GAMES, TEMPLATE, load_engine
from engines.text import ENGLISH

Row = dict[str, Any]
"""A transition, as `machine.py` writes it."""

PAGE = """\
# {title}: the machine

<!-- Written by `make docs` from engines/{folder}/machine.py. -->

The phases of a play, and what leads from one to the next. A phase with a **solid** border asks the player something;
with a **dashed** border it passes by itself; with a **thick** border a decision is made there, which asks only what
it must know. `[guard]` is a condition; `[else]` is taken where no guard above it holds.

```mermaid
{diagram}
```

## Decisions

{decisions}

## Transitions

In this order: the first row whose guards hold is taken.

| from | on | if | to | does |
|---|---|---|---|---|
{rows}
"""
STYLES = """\
    classDef asks stroke-width:1px
    classDef passes stroke-dasharray:4 4
    classDef decides stroke-width:4px"""


def page(key: str) -> str:
    """Return the page of a bot."""
    engine = load_engine(key)
    turn = turn_of(engine)
    return PAGE.format(
        title=ENGLISH.words(engine.title),
        folder=key,
        diagram="\n".join(_diagram(engine, turn)),
        decisions="\n".join(f"- `{phase.value}`: {_summary(does)}" for phase, does in turn.decisions.items()),
        rows="\n".join(_row(turn, row) for row in turn.transitions),
    )


def pages() -> dict[str, str]:
    """Return the name and text of every page, the template's first."""
    return {f"{key.lstrip('_')}.md": page(key) for key in (TEMPLATE, *GAMES)}


def write(docs: Path) -> None:
    """Write every page anew into `docs/machines`, and nothing else."""
    folder = docs / "machines"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        old.unlink()
    for name, text in pages().items():
        (folder / name).write_text(text)


def turn_of(engine: Engine[Any]) -> Turn[Any]:
    """Return the model of an engine's machine, which has its transitions and its decisions."""
    turn: Turn[Any] = engine.machine.model  # type: ignore[assignment]  # its only model
    return turn


# --- the diagram ---


def _diagram(engine: Engine[Any], turn: Turn[Any]) -> Iterator[str]:
    yield "stateDiagram-v2"
    yield f"    [*] --> {engine.start({}).state.at.value}"
    for row in turn.transitions:
        yield f"    {row['source'].value} --> {row['dest'].value}: {label(turn, row)}"
    left = {row["source"] for row in turn.transitions}
    for phase in turn.phases:
        if phase not in left:
            yield f"    {phase.value} --> [*]"
    yield STYLES
    for does in ("asks", "passes", "decides"):
        phases = [phase.value for phase in turn.phases if kind(engine, turn, phase) == does]
        if phases:
            yield f"    class {', '.join(phases)} {does}"


def kind(engine: Engine[Any], turn: Turn[Any], phase: Enum) -> str:
    """Return what a phase does: "asks", "passes" or "decides"."""
    if phase in turn.decisions:
        return "decides"
    return "asks" if engine.asks(phase) else "passes"


def label(turn: Turn[Any], row: Row) -> str:
    """Return what a transition is taken on, and where it has them, under which conditions."""
    guards = _guards(row) or (["else"] if _is_else(turn, row) else [])
    return f"{row['trigger']} [{' and '.join(guards)}]" if guards else str(row["trigger"])


def _is_else(turn: Turn[Any], row: Row) -> bool:
    """Return whether a row is what remains after guarded rows of the same phase and trigger."""
    same = [one for one in turn.transitions if (one["source"], one["trigger"]) == (row["source"], row["trigger"])]
    return len(same) > 1


# --- the tables ---


def _row(turn: Turn[Any], row: Row) -> str:
    guards = _guards(row) or (["else"] if _is_else(turn, row) else [])
    does = [_summary(getattr(turn, name)) for name in _names(row, "before")]
    cells = (f"`{row['source'].value}`", f"`{row['trigger']}`", ", ".join(guards), f"`{row['dest'].value}`")
    return f"| {' | '.join((*cells, ' '.join(does)))} |"


def _guards(row: Row) -> list[str]:
    return [*_names(row, "conditions"), *(f"not {name}" for name in _names(row, "unless"))]


def _names(row: Row, field: str) -> list[str]:
    found = row.get(field, [])
    return [found] if isinstance(found, str) else list(found)


def _summary(function: Any) -> str:
    """Return the first line of a docstring."""
    return str(function.__doc__).splitlines()[0]


if __name__ == "__main__":
    write(Path(sys.argv[1]))
