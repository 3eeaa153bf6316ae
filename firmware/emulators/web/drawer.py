"""The device from inside: the screen as data, the play, its reasons and its state, the panel's bus."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from engines.kit.contract import Draw, Entry, Roll
from engines.kit.options import select_active
from engines.kit.play import Play, Step, source_of
from engines.kit.text import Catalogue
from firmware import as_json
from firmware.dealer import dealer
from firmware.device.rig import Simulated
from firmware.emulators.web.device import WebDevice
from firmware.text import Text
from firmware.views import recap
from firmware.views.corrections import correction_words
from hw.sim.chip import Update

MAX_SHOWN_MISUSES = 5
"""Misuses of the panel that are shown, at most."""


class JournalLine(Struct, frozen=True):
    """An input of a play: its number, its kind and its words; undone inputs come after the others."""

    n: int
    kind: str
    text: str
    undone: bool = False


class Changed(Struct, frozen=True):
    """A value of the state that the last input changed: its path, the old and the new value; None: no value."""

    path: str
    before: Any
    after: Any


class Chance(Struct, frozen=True):
    """A deck or die, whether its next outcome is asked for, and the outcomes (id, words) that the open ask allows."""

    source: str
    label: str
    owner: str
    is_next: bool
    outcomes: tuple[tuple[str | int, str], ...]


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
    changes: tuple[Changed, ...]
    chance: tuple[Chance, ...]
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
    recording: bool


class Observer:
    """Looks into one device again and again, and words only new lines of the journal."""

    def __init__(self, device: WebDevice) -> None:
        self._device = device
        self._lines: list[tuple[Step, JournalLine]] = []
        self._words: dict[int, tuple[Entry, str]] = {}
        self._state: Any = None
        self._changed: tuple[Changed, ...] = ()
        self._bus = Bus()
        self._rig: Simulated | None = None
        self._update: Update | None = None
        self._sent = (0, 0)

    def look(self) -> Drawer:
        """Return the inside as it is now; without power, as it was last."""
        device, rig = self._device, self._device.last_rig
        play, catalogue = rig.session.play, rig.device.session.catalogue
        screen = as_json.screen(rig.device.frames.layout.screen, catalogue)
        inside = self._inside(play, catalogue) if play else None
        view = type(rig.session.top).__name__
        return Drawer(view, screen, inside, self._read_bus(rig), device.next_seed, device.recorder is not None)

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
            changes=self._changes(play),
            chance=tuple(_chance(play, catalogue)),
            score=None if score is None else as_json.score(score, catalogue),
        )

    def _journal(self, play: Play[Any], catalogue: Catalogue) -> Iterator[JournalLine]:
        """Yield the inputs, and after them the undone ones."""
        lines, inputs = self._lines, play.steps[1:]
        pairs = zip(lines, inputs, strict=False)
        first_new = next((i for i, (line, step) in enumerate(pairs) if line[0] is not step), len(inputs))
        del lines[first_new:]
        for n, step in enumerate(inputs[len(lines) :], len(lines) + 1):
            assert step.entry is not None  # only the start has none
            self._words[id(step.entry)] = step.entry, _input_words(play, n, catalogue)
            lines.append((step, JournalLine(n, step.entry.kind, self._words[id(step.entry)][1])))
        yield from (line for _, line in lines)
        if any(id(entry) not in self._words for entry in play.redo_stack):
            self._word_undone(play, catalogue)
        for n, entry in enumerate(play.redo_stack, play.n + 1):
            yield JournalLine(n, entry.kind, self._words[id(entry)][1], undone=True)

    def _word_undone(self, play: Play[Any], catalogue: Catalogue) -> None:
        """Word undone inputs whose screens are not known here, by redoing them in a copy of the play."""
        copy = Play.restore(play.engine, dealer(play.seed), play.saved())
        while (entry := copy.offered) is not None:
            copy.redo()
            self._words[id(entry)] = entry, _input_words(copy, copy.n, catalogue)
        for entry in play.redo_stack:
            self._words.setdefault(id(entry), (entry, f"{entry.key}: {encode(entry.value).decode()}"))

    def _changes(self, play: Play[Any]) -> tuple[Changed, ...]:
        """Return what the last input changed in the state; the first step has none."""
        if play.state is not self._state:
            self._state = play.state
            before = play.state if play.n == play.undo_limit else play.state_at(play.n - 1)
            self._changed = tuple(_differences(to_builtins(before), to_builtins(play.state)))
        return self._changed

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
            misuses=tuple(f"{one.what.value} ({one.detail})" for one in chip.violations[-MAX_SHOWN_MISUSES:]),
        )


def _chance(play: Play[Any], catalogue: Catalogue) -> Iterator[Chance]:
    ask, open_source = play.screen.ask, ""
    outcomes: tuple[tuple[str | int, str], ...] = ()
    if isinstance(ask, Draw | Roll):
        open_source = source_of(ask)
    if isinstance(ask, Draw):
        outcomes = tuple((card.id, catalogue.words(card.text)) for card in ask.remaining)
    elif isinstance(ask, Roll):
        outcomes = tuple((face, str(face)) for face in range(ask.low, ask.high + 1))
    for one in select_active(play.engine.sources, play.options):
        label, is_next = catalogue.words(one.label), one.name == play.ask_next
        yield Chance(one.name, label, play.sources[one.name], is_next, outcomes if one.name == open_source else ())


def _input_words(play: Play[Any], n: int, catalogue: Catalogue) -> str:
    """Return input `n` in words; of a correction, the values that it set."""
    entry = play.steps[n].entry
    if entry is None or entry.kind != "correct":
        return catalogue.words(recap.input_line(play, n))
    values = correction_words(play.engine, play.state_at(n - 1), entry.value)
    return catalogue.words(Text("Corrected: {values}", values=values))


def _differences(before: Any, after: Any, path: str = "") -> Iterator[Changed]:
    """Yield the values that differ, as deep as both have the same shape."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for name in before | after:
            yield from _differences(before.get(name), after.get(name), f"{path}.{name}".lstrip("."))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _differences(one, other, f"{path}[{place}]")
    else:
        yield Changed(path, before, after)
