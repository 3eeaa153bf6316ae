"""The state diagram of a bot as SVG, from its machine.

Phases are a column. Transitions to later phases are at its right, those to earlier ones at its left, each in its own
lane; between neighbours it is a straight arrow. The page lights the phase that a play waits in, by its `data-phase`.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any
from xml.sax.saxutils import quoteattr

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.engine import Engine
from engines.kit.turn import Turn

Transition = dict[str, Any]
"""A row of the table in `machine.py`."""
WIDTH, HEIGHT, PITCH = 150, 26, 44
"""A phase, and the distance of two in the column; all in the units of the picture."""
LANE = 12
MARGIN = 10
CORNER = 6
PORT = 5
"""Distance of arrows from the middle of a phase."""


class Way(Struct, frozen=True):
    """A way from one row of the column to another, its transitions, and its lane, 0 next to the column."""

    source: int
    dest: int
    labels: tuple[str, ...]
    lane: int = 0

    @property
    def rows(self) -> range:
        """The rows from its upper end to its lower."""
        return range(min(self.source, self.dest), max(self.source, self.dest) + 1)


def draw(engine: Engine[Any]) -> str:
    """Return the diagram of a bot."""
    turn = turn_model(engine)
    phases = list(turn.phases)
    ways = list(_ways(engine))
    steps = [way for way in ways if way.dest == way.source + 1]
    forward = _lanes(way for way in ways if way.dest > way.source + 1)
    backward = _lanes(way for way in ways if way.dest <= way.source)
    left, right = _lanes_width(backward), _lanes_width(forward)
    width, height = left + WIDTH + right, 2 * MARGIN + PITCH * (len(phases) - 1) + HEIGHT
    names = [phase.value for phase in phases]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-left} 0 {width} {height}" width="{width}">',
        *(_way_svg(way, _straight(way), names) for way in steps),
        *(_way_svg(way, _around(way, WIDTH, 1), names) for way in forward),
        *(_way_svg(way, _around(way, 0, -1), names) for way in backward),
        *(_phase_svg(row, phase.value, phase_kind(engine, turn, phase)) for row, phase in enumerate(phases)),
        "</svg>",
    ]
    return "\n".join(parts)


def turn_model(engine: Engine[Any]) -> Turn[Any]:
    """Return the model of an engine's machine, which has its transitions and its decisions."""
    turn: Turn[Any] = engine.machine.model  # type: ignore[assignment]  # its only model
    return turn


def phase_kind(engine: Engine[Any], turn: Turn[Any], phase: Enum) -> str:
    """Return whether a phase "asks", "passes" or "decides"."""
    if phase in turn.decisions:
        return "decides"
    return "asks" if engine.asks(phase) else "passes"


def transition_label(turn: Turn[Any], row: Transition) -> str:
    """Return the trigger of a transition, with its conditions if it has any."""
    guards = conditions(turn, row)
    return f"{row['trigger']} [{' and '.join(guards)}]" if guards else str(row["trigger"])


def conditions(turn: Turn[Any], row: Transition) -> list[str]:
    """Return the guards of a transition; "else" if it remains after guarded ones of its phase and trigger."""
    guards = [*method_names(row, "conditions"), *(f"not {name}" for name in method_names(row, "unless"))]
    if guards:
        return guards
    same = [one for one in turn.transitions if (one["source"], one["trigger"]) == (row["source"], row["trigger"])]
    return ["else"] if len(same) > 1 else []


def method_names(row: Transition, field: str) -> list[str]:
    """Return the methods that a transition names in a field."""
    found = row.get(field, [])
    return [found] if isinstance(found, str) else list(found)


def _ways(engine: Engine[Any]) -> Iterator[Way]:
    """Yield the ways of a machine; transitions between the same phases are one."""
    turn = turn_model(engine)
    rows = {phase: row for row, phase in enumerate(turn.phases)}
    found: dict[tuple[int, int], list[str]] = {}
    for row in turn.transitions:
        found.setdefault((rows[row["source"]], rows[row["dest"]]), []).append(transition_label(turn, row))
    for (source, dest), labels in found.items():
        yield Way(source, dest, tuple(labels))


def _lanes(ways: Iterable[Way]) -> list[Way]:
    """Give every way the first lane in which it meets no other, the short ones first."""
    lanes: list[set[int]] = []
    placed = []
    for way in sorted(ways, key=lambda way: (len(way.rows), way.source)):
        lane = next((lane for lane, rows in enumerate(lanes) if rows.isdisjoint(way.rows)), len(lanes))
        if lane == len(lanes):
            lanes.append(set())
        lanes[lane].update(way.rows)
        placed.append(replace(way, lane=lane))
    return placed


def _lanes_width(ways: list[Way]) -> int:
    """Return the width of the lanes at one side."""
    return 2 * MARGIN + LANE * max((way.lane + 1 for way in ways), default=0)


def _middle(row: int) -> int:
    return MARGIN + PITCH * row + HEIGHT // 2


def _straight(way: Way) -> str:
    x, below, above = WIDTH // 2, _middle(way.source) + HEIGHT // 2, _middle(way.dest) - HEIGHT // 2
    return f"M{x} {below}V{above - 1}" + _arrow_head(x, above, 0, 1)


def _around(way: Way, edge: int, side: int) -> str:
    """Return the way out of a phase, along its lane, and into another, at one side of the column."""
    source, dest = _middle(way.source) + PORT, _middle(way.dest) - PORT
    lane = edge + side * (MARGIN + LANE * way.lane)
    down = 1 if dest > source else -1
    bend = f"H{lane - side * CORNER}Q{lane} {source} {lane} {source + down * CORNER}V{dest - down * CORNER}"
    into = f"Q{lane} {dest} {lane - side * CORNER} {dest}H{edge}"
    return f"M{edge} {source}{bend}{into}" + _arrow_head(edge, dest, -side, 0)


def _arrow_head(x: int, y: int, dx: int, dy: int) -> str:
    """Return the head of an arrow that ends at a point and comes along (dx, dy)."""
    length, half = 5, 3
    left = (x - length * dx + half * dy, y - length * dy + half * dx)
    right = (x - length * dx - half * dy, y - length * dy - half * dx)
    return f"M{left[0]} {left[1]}L{x} {y}L{right[0]} {right[1]}"


def _way_svg(way: Way, path: str, names: list[str]) -> str:
    """Return a way as SVG; the page shows its phases and transitions when the pointer rests on it."""
    source, dest, labels = names[way.source], names[way.dest], "\n".join(way.labels)
    data = f"data-from={quoteattr(source)} data-to={quoteattr(dest)} data-on={quoteattr(', '.join(way.labels))}"
    title = _escape(f"{source} → {dest}\n{labels}")
    return f'<path class="way" {data} d="{path}"><title>{title}</title></path>'


def _phase_svg(row: int, name: str, does: str) -> str:
    top = _middle(row) - HEIGHT // 2
    box = f'<rect y="{top}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
    text = f'<text x="{WIDTH // 2}" y="{_middle(row) + 4}">{_escape(name)}</text>'
    title = f"<title>{_escape(f'{name} {does}')}</title>"
    return f'<g class="phase {does}" data-phase={quoteattr(name)}>{title}{box}{text}</g>'


def _escape(text: str) -> str:
    return quoteattr(text)[1:-1]
