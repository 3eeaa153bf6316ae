"""State diagrams, one page for each bot, read off its machine: `python -m tests.docs.diagrams docs` writes them.

A test compares them with the machines as they are now.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.kit.engine import Engine
from engines.kit.text import ENGLISH
from engines.kit.turn import Turn
from engines.registry import KEYS, load_engine
from firmware.emulators.web.chart import Transition, conditions, method_names, phase_kind, transition_label, turn_model

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
    turn = turn_model(engine)
    return PAGE.format(
        title=ENGLISH.words(engine.title),
        folder=key,
        diagram="\n".join(_diagram(engine, turn)),
        decisions="\n".join(f"- `{phase.value}`: {_summary(does)}" for phase, does in turn.decisions.items()),
        rows="\n".join(_row(turn, row) for row in turn.transitions),
    )


def pages() -> dict[str, str]:
    """Return the name and text of every page, the Magpie's last."""
    return {f"{key}.md": page(key) for key in KEYS}


def write(docs: Path) -> None:
    """Write every page into `docs/machines`, and leave nothing else there."""
    folder = docs / "machines"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        old.unlink()
    for name, text in pages().items():
        (folder / name).write_text(text)


# --- the diagram ---


def _diagram(engine: Engine[Any], turn: Turn[Any]) -> Iterator[str]:
    yield "stateDiagram-v2"
    yield f"    [*] --> {engine.start({}).state.at.value}"
    for row in turn.transitions:
        yield f"    {row['source'].value} --> {row['dest'].value}: {transition_label(turn, row)}"
    left = {row["source"] for row in turn.transitions}
    for phase in turn.phases:
        if phase not in left:
            yield f"    {phase.value} --> [*]"
    yield STYLES
    for does in ("asks", "passes", "decides"):
        phases = [phase.value for phase in turn.phases if phase_kind(engine, turn, phase) == does]
        if phases:
            yield f"    class {', '.join(phases)} {does}"


# --- the tables ---


def _row(turn: Turn[Any], row: Transition) -> str:
    guards = conditions(turn, row)
    does = [_summary(getattr(turn, name)) for name in method_names(row, "before")]
    cells = (f"`{row['source'].value}`", f"`{row['trigger']}`", ", ".join(guards), f"`{row['dest'].value}`")
    return f"| {' | '.join((*cells, ' '.join(does)))} |"


def _summary(function: Any) -> str:
    """Return the first line of a docstring."""
    return str(function.__doc__).splitlines()[0]


if __name__ == "__main__":
    write(Path(sys.argv[1]))
