"""What can be seen inside of the device: the screen as data, the play, its reasons and its state, the panel's bus."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from engines.play import Play, Step
from engines.text import Catalogue
from firmware import recap, told
from firmware.rig import Simulated
from firmware.web.emulated import Emulated
from hw.sim.faults import Update

FAULTS = 5
"""So many of the panel's last misuses are told."""


class Line(Struct, frozen=True):
    """An input of a play: its number, what it answered and how; those taken back stand behind the others."""

    n: int
    text: str
    undone: bool = False


class Inside(Struct, frozen=True):
    """The play on the device. `at` is the phase that its machine waits in."""

    game: str
    title: str
    seed: str
    n: int
    at: str
    journal: tuple[Line, ...]
    reasons: list[dict[str, Any]]
    state: Any
    score: dict[str, Any] | None


class Bus(Struct, frozen=True):
    """What went to the panel from the end of the refresh before the last on, and what the last one was.

    `busy_s` is how long BUSY was high for it; `partials` and `fulls` count since power-on; `misuses` are the last of
    `misused`.
    """

    transactions: int = 0
    bytes: int = 0
    refresh: str = ""
    busy_s: float = 0.0
    partials: int = 0
    fulls: int = 0
    misused: int = 0
    misuses: tuple[str, ...] = ()


class Drawer(Struct, frozen=True, tag_field="kind", tag="drawer"):
    """The device from inside; `next_seed` is what a page has set for the next play."""

    screen: dict[str, Any]
    play: Inside | None
    bus: Bus
    next_seed: str | None


class Watch:
    """Looks into one device, again and again; what was told of journal and bus before is not worked out anew."""

    def __init__(self, emulated: Emulated) -> None:
        self._emulated = emulated
        self._lines: list[tuple[Step, Line]] = []
        self._bus = Bus()
        self._rig: Simulated | None = None
        self._update: Update | None = None
        self._carried = (0, 0)

    def look(self) -> Drawer:
        """Return what can be seen inside now; without power, what was there last."""
        self._count()
        rig = self._emulated.seen
        play, catalogue = rig.desk.play, rig.device.catalogue
        screen = told.screen(rig.device.layout.screen, catalogue)
        return Drawer(screen, self._inside(play, catalogue) if play else None, self._bus, self._emulated.next_seed)

    def _inside(self, play: Play[Any], catalogue: Catalogue) -> Inside:
        engine, score = play.engine, play.engine.score(play.state)
        return Inside(
            game=engine.key,
            title=catalogue.words(engine.title),
            seed=play.seed,
            n=play.n,
            at=play.state.at.value,
            journal=tuple(self._journal(play, catalogue)),
            reasons=told.reasons(engine, play.why(), catalogue),
            state=to_builtins(play.state),
            score=None if score is None else told.score(score, catalogue),
        )

    def _journal(self, play: Play[Any], catalogue: Catalogue) -> Iterator[Line]:
        """Yield the inputs, and behind them those that were taken back, whose screens nobody knows any more."""
        lines, inputs = self._lines, play.steps[1:]
        both = zip(lines, inputs, strict=False)
        same = next((i for i, (line, step) in enumerate(both) if line[0] is not step), len(inputs))
        del lines[same:]
        for n, step in enumerate(inputs[len(lines) :], len(lines) + 1):
            assert step.entry is not None  # only the start has none
            lines.append((step, Line(n, catalogue.words(recap.told(play.screen_before(n), step.entry)))))
        yield from (line for _, line in lines)
        for n, entry in enumerate(play.tail, play.n + 1):
            yield Line(n, f"{entry.key}: {encode(entry.value).decode()}", undone=True)

    def _count(self) -> None:
        """Note what went to the panel, where it was refreshed since the last time."""
        rig = self._emulated.seen
        chip, bus = rig.sim.chip, rig.panel.bus
        if rig is not self._rig:
            self._rig, self._update, self._carried, self._bus = rig, None, (0, 0), Bus()
        misuses = tuple(f"{fault.what.value} ({fault.detail})" for fault in chip.faults[-FAULTS:])
        counts = {"partials": rig.panel.partials, "fulls": rig.panel.fulls, "misused": len(chip.faults)}
        self._bus = replace(self._bus, misuses=misuses, **counts)
        last = chip.updates[-1] if chip.updates else None
        if last is None or last is self._update:
            return
        transactions, sent = self._carried
        self._update, self._carried = last, (bus.transactions, bus.bytes)
        self._bus = replace(
            self._bus,
            transactions=bus.transactions - transactions,
            bytes=bus.bytes - sent,
            refresh="partial" if last.partial else "full",
            busy_s=last.seconds,
        )
