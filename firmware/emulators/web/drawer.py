"""The device from inside: the screen as data, the play, its reasons and its state, the panel's bus."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from engines.kit.play import Play, Step
from engines.kit.text import Catalogue
from firmware import as_json
from firmware.device.rig import Simulated
from firmware.emulators.web.device import WebDevice
from firmware.views import recap
from hw.sim.chip import Update

MAX_MISUSES = 5
"""Misuses of the panel that are shown, at most."""


class JournalLine(Struct, frozen=True):
    """An input of a play: its number and its words; undone inputs come after the others."""

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
    journal: tuple[JournalLine, ...]
    reasons: list[dict[str, Any]]
    state: Any
    score: dict[str, Any] | None


class Bus(Struct, frozen=True):
    """The bytes to the panel since the last refresh but one, and the last refresh.

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
    """The device from inside: its view and screen, and the seed that a page has set for the next play."""

    view: str
    screen: dict[str, Any]
    play: Inside | None
    bus: Bus
    next_seed: str | None


class Observer:
    """Looks into one device again and again, and words only new lines of the journal."""

    def __init__(self, device: WebDevice) -> None:
        self._device = device
        self._lines: list[tuple[Step, JournalLine]] = []
        self._bus = Bus()
        self._rig: Simulated | None = None
        self._update: Update | None = None
        self._sent = (0, 0)

    def look(self) -> Drawer:
        """Return the inside as it is now; without power, as it was last."""
        rig = self._device.last_rig
        play, catalogue = rig.session.play, rig.device.session.catalogue
        screen = as_json.screen(rig.device.frames.layout.screen, catalogue)
        inside = self._inside(play, catalogue) if play else None
        view = type(rig.session.top).__name__
        return Drawer(view, screen, inside, self._read_bus(rig), self._device.next_seed)

    def _inside(self, play: Play[Any], catalogue: Catalogue) -> Inside:
        engine, score = play.engine, play.engine.score(play.state)
        return Inside(
            game=engine.key,
            title=catalogue.words(engine.title),
            seed=play.seed,
            n=play.n,
            at=play.state.at.value,
            journal=tuple(self._journal(play, catalogue)),
            reasons=as_json.reasons(engine, play.why(), catalogue),
            state=to_builtins(play.state),
            score=None if score is None else as_json.score(score, catalogue),
        )

    def _journal(self, play: Play[Any], catalogue: Catalogue) -> Iterator[JournalLine]:
        """Yield the inputs, and after them the undone ones, whose screens are not known any more."""
        lines, inputs = self._lines, play.steps[1:]
        both = zip(lines, inputs, strict=False)
        same = next((i for i, (line, step) in enumerate(both) if line[0] is not step), len(inputs))
        del lines[same:]
        for n, step in enumerate(inputs[len(lines) :], len(lines) + 1):
            lines.append((step, JournalLine(n, catalogue.words(recap.line(play, n)))))
        yield from (line for _, line in lines)
        for n, entry in enumerate(play.redo_stack, play.n + 1):
            yield JournalLine(n, f"{entry.key}: {encode(entry.value).decode()}", undone=True)

    def _read_bus(self, rig: Simulated) -> Bus:
        """Return the traffic to the panel, and its last refresh."""
        chip, bus = rig.sim.chip, rig.panel.bus
        if rig is not self._rig:
            self._rig, self._update, self._sent, self._bus = rig, None, (0, 0), Bus()
        if chip.updates and chip.updates[-1] is not self._update:
            transactions, sent = self._sent
            self._sent = (bus.transactions, bus.bytes)
            self._update = last = chip.updates[-1]
            kind = "partial" if last.partial else "full"
            self._bus = Bus(bus.transactions - transactions, bus.bytes - sent, kind, last.seconds)
        return replace(
            self._bus,
            partials=rig.panel.partials,
            fulls=rig.panel.fulls,
            misused=len(chip.violations),
            misuses=tuple(f"{one.what.value} ({one.detail})" for one in chip.violations[-MAX_MISUSES:]),
        )
