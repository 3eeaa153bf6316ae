"""Diagrams in Mermaid: the machine of a bot in a folder, and the blocks of a bot in a file."""

import re
from collections.abc import Iterator
from typing import Any

from engines.botfile.tables import BotFile
from engines.kit.engine import Engine
from engines.kit.turn import Turn
from firmware.emulators.web.chart import Transition, conditions, method_names, phase_kind, transition_label, turn_model

MACHINE = """\
## The machine

The phases of a play, and what leads from one to the next. A phase with a **solid** border asks the player something;
with a **dashed** border it passes by itself; with a **thick** border a decision is made there, which asks only what
it must know. `[guard]` is a condition; `[else]` is taken where no guard above it holds.

```mermaid
{diagram}
```

### Decisions

{decisions}

### Transitions

In this order: the first row whose guards hold is taken.

| from | on | if | to | does |
|---|---|---|---|---|
{rows}
"""
BLOCKS = """\
## The shape of a turn

The blocks of the file that make a turn. An arrow leads to the steps that may be done inside a block, in their order. A
box names what you see there: a card or a die that comes up, a question, an instruction. A block with a **dashed**
border only leads on; one with the name of a card has the steps of the card that came up. Blocks that only compute are
left out.

```mermaid
{diagram}
```
"""
PLAY = "play"
ASKS = ("yes_no", "number", "pick", "marks", "counters")
STYLES = """\
    classDef asks stroke-width:1px
    classDef passes stroke-dasharray:4 4
    classDef decides stroke-width:4px"""


def machine(engine: Engine[Any]) -> str:
    """Return the section about the machine of a bot: its diagram, its decisions and its transitions."""
    turn = turn_model(engine)
    return MACHINE.format(
        diagram="\n".join(_phases(engine, turn)),
        decisions="\n".join(f"- `{phase.value}`: {_summary(does)}" for phase, does in turn.decisions.items()),
        rows="\n".join(_row(turn, row) for row in turn.transitions),
    )


def _phases(engine: Engine[Any], turn: Turn[Any]) -> Iterator[str]:
    yield "stateDiagram-v2"
    yield f"    [*] --> {engine.start({}).state.at.value}"
    ways: dict[tuple[str, str], list[str]] = {}
    for row in turn.transitions:
        ways.setdefault((row["source"].value, row["dest"].value), []).append(transition_label(turn, row))
    for (source, dest), labels in ways.items():
        yield f"    {source} --> {dest}: {'<br>'.join(labels)}"
    sources = {row["source"] for row in turn.transitions}
    for phase in turn.phases:
        if phase not in sources:
            yield f"    {phase.value} --> [*]"
    yield STYLES
    for kind in ("asks", "passes", "decides"):
        phases = [phase.value for phase in turn.phases if phase_kind(engine, turn, phase) == kind]
        if phases:
            yield f"    class {', '.join(phases)} {kind}"


def _row(turn: Turn[Any], row: Transition) -> str:
    guards = conditions(turn, row)
    does = [_summary(getattr(turn, name)) for name in method_names(row, "before")]
    cells = (f"`{row['source'].value}`", f"`{row['trigger']}`", ", ".join(guards), f"`{row['dest'].value}`")
    return f"| {' | '.join((*cells, ' '.join(does)))} |"


def _summary(function: Any) -> str:
    """Return the first line of a docstring."""
    return str(function.__doc__).splitlines()[0]


# --- a bot in a file ---


def blocks(file: BotFile) -> str:
    """Return the section about the blocks of a bot in a file that are done from its play on."""
    return BLOCKS.format(diagram="\n".join(_blocks(file)))


def _blocks(file: BotFile) -> Iterator[str]:
    found = {name: _Block(file, steps) for name, steps in (*file.do.items(), (PLAY, file.play))}
    cards = (card for deck in file.decks.values() for card in deck.cards.values())
    of_cards = _Block(file, [{"do": card.get("do", [])} for card in cards if isinstance(card, dict)])
    found |= {name: of_cards for block in (*found.values(), of_cards) for name in block.inside if name not in found}
    seen = {name for name, block in found.items() if block.seen}
    while more := {name for name, block in found.items() if name not in seen and not seen.isdisjoint(block.inside)}:
        seen |= more
    ordered = [PLAY]
    for name in ordered:
        ordered += [one for one in found[name].inside if one in seen and one not in ordered]
    yield "flowchart LR"
    for name in ordered:
        title = f"<b>{name.replace('_', ' ')}</b>"
        yield f'    {name}_["{"<br>".join((title, *found[name].seen))}"]'
    for name in ordered:
        yield from (f"    {name}_ --> {one}_" for one in found[name].inside if one in seen)
    yield "    classDef passes stroke-dasharray:4 4"
    if passing := [f"{name}_" for name in ordered if not found[name].seen]:
        yield f"    class {','.join(passing)} passes"


class _Block:
    """What the player sees in the steps of a block, and the blocks that they begin, in order."""

    def __init__(self, file: BotFile, steps: list[dict[str, Any]]) -> None:
        self.seen: list[str] = []
        self.inside: list[str] = []
        self._file = file
        self._walk(steps)

    def _walk(self, steps: Any) -> None:
        if isinstance(steps, str):
            self._add(self.inside, steps)
            return
        for step in steps:
            self._add(self.seen, self._sight(step))
            for field in ("do", "else", "not_possible"):
                self._walk(step.get(field, []))
            for report in step.get("reports", []):
                self._walk(report.get("do", []))

    def _add(self, found: list[str], one: str) -> None:
        if one and one not in found:
            found.append(one)

    def _sight(self, step: dict[str, Any]) -> str:
        if "your_turn" in step:
            return "your turn"
        if "draw" in step:
            return f"card: {self._file.decks[step['draw']].label}"
        if "roll" in step:
            return f"die: {self._file.dice[step['roll']].label}"
        if "tell" in step:
            return f"tells: {_sentence(step['tell']) or 'what it does'}"
        asked = next((step[verb] for verb in ASKS if verb in step), None)
        return f"asks: {_sentence(asked) or 'what it needs'}" if asked else ""


def _sentence(given: Any) -> str:
    """Return words as one label; of several sentences the last, which has no condition.

    It is empty if all of it is values.
    """
    while not isinstance(given, str):
        given = given[-1] if isinstance(given, list) else given["say"]
    return re.sub(r"\{.*?\}", "…", given).replace('"', "'").removeprefix("…").removeprefix(": ")
