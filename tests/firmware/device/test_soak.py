"""Hours of keys over all games: every play comes to its end, and neither memory nor handles grow."""

import gc
import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Self

import pytest
from PIL.Image import Image

from engines.registry import GAMES
from firmware.device import rig
from firmware.device.rig import Rig, Simulated, Sockets, build_of
from firmware.settings import Settings
from hw.build import Times
from hw.clock import Clock, HandClock
from hw.events import Key
from hw.panel import Mode
from hw.sim.hand import Hand, mock_factory

pytestmark = pytest.mark.all

TAP_S, HOLD_S, QUIET_S = 0.08, 0.7, 2.0
ENDLESS = 3000
"""Presses of Next after which a play will never come to its end."""
PER_PLAY = 12
"""Objects that a finished play may leave in memory: its line in the list, and where its journal stands."""
NOISE = 2_000_000
"""Bytes by which what the process holds may differ between two looks; what C libraries lose shows in it too."""


class MemoryPanel:
    """A panel without a chip, which never fails and takes its time."""

    busy = False
    failures: tuple[Exception, ...] = ()

    def __init__(self, times: Times, clock: Clock) -> None:
        self._times = times
        self._clock = clock
        self._over_at: float | None = None

    def start(self, _: Image, mode: Mode) -> None:
        """Begin a refresh."""
        self._over_at = self._clock.now() + self._times.refresh_s(mode)

    def deadline(self) -> float | None:
        """Return when the refresh that runs will be over."""
        return self._over_at

    def poll(self, now: float) -> bool:
        """Return True once, when the refresh is over."""
        over = self._over_at is not None and now >= self._over_at
        if over:
            self._over_at = None
        return over

    def sleep(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Held(NamedTuple):
    """What a process holds: objects of Python, bytes of memory, open files, threads."""

    objects: int
    memory: int
    files: int
    threads: int

    @classmethod
    def now(cls) -> Self:
        """Return what this process holds."""
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        files = len(list(Path("/proc/self/fd").iterdir()))
        return cls(len(gc.get_objects()), pages * os.sysconf("SC_PAGE_SIZE"), files, threading.active_count())

    @property
    def handles(self) -> tuple[int, int]:
        """Files and threads."""
        return self.files, self.threads


class Player:
    """A device and a player who presses whatever comes to hand, on a virtual clock. `events` counts the keys."""

    def __init__(self, made: Rig, hand: Hand, clock: HandClock, seed: int) -> None:
        self.rig, self.hand, self.clock = made, hand, clock
        self.chance = random.Random(seed)  # noqa: S311 - the same keys every time
        self.events = 0
        self.finished: dict[str, int] = dict.fromkeys(GAMES, 0)
        self.wait(QUIET_S)

    def wait(self, seconds: float) -> None:
        """Let the device work."""
        until = self.clock.now() + seconds
        while (due := self.rig.deadline()) <= until:
            self.clock.advance_to(max(due, self.clock.now() + rig.RESOLUTION_S))
            self.rig.pump()
        self.clock.advance_to(max(until, self.clock.now()))
        self.rig.pump()

    def press(self, key: Key, seconds: float = TAP_S) -> None:
        """Press a key."""
        self.events += 1
        self.hand.down(key)
        self.wait(seconds)
        self.hand.up(key)
        self.wait(QUIET_S)

    def turn(self, n: int) -> None:
        """Turn the knob."""
        self.events += 1
        self.hand.detent(n)
        self.wait(self.chance.choice((0.02, 0.5)))

    def touch(self, game: str, keys: int) -> None:
        """Go on with the play of a game, or begin one, and press keys by chance."""
        self._enter(game)
        moves: list[Callable[[], None]] = [
            *[lambda: self.press(Key.NEXT)] * 12,
            *[lambda: self.turn(self.chance.choice((1, 1, -1)))] * 4,
            *[lambda: self.press(Key.BACK)] * 2,
            lambda: self.press(Key.PUSH),
            lambda: self.press(Key.PUSH, HOLD_S),
            lambda: self.press(Key.BACK, HOLD_S),
        ]
        for _ in range(keys):
            self.chance.choice(moves)()

    def finish(self, game: str) -> None:
        """Go on with the play of a game, wherever the keys have led, and press Next until it is over and put away."""
        session = self.rig.session
        self._enter(game)
        for _ in range(ENDLESS):
            if session.play is None:
                break
            self.press(Key.NEXT)
        number = max(info.number for info in session.store.plays() if info.game == game)
        [last] = [info for info in session.store.plays() if info.number == number]
        assert last.over, f"{game} does not end: {session.top.screen().key}"
        self.finished[game] += 1

    def _enter(self, game: str) -> None:
        """Go on with the play of a game, or begin one."""
        self.rig.session.choose(game)
        self.rig.device.frames.renew()
        self.wait(QUIET_S)
        while self.rig.session.play is None:
            self.press(Key.NEXT)


@contextmanager
def player(folder: Path, *, chip: bool, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """Return a player of a device with a simulated chip, or with a panel in memory."""
    clock = HandClock()
    if chip:
        simulated = Simulated(folder, Settings(), clock, lambda: "7")
        yield Player(simulated, simulated.hand, clock, 1)
        assert [] == list(simulated.sim.chip.violations)
        simulated.close()
        return
    factory, build = mock_factory(), build_of(Settings())
    monkeypatch.setattr(rig, "open_panel", lambda *_, **__: MemoryPanel(build.panel.times, clock))
    made = Rig(folder, Settings(), clock, lambda: "7", sockets=Sockets(factory))
    yield Player(made, Hand(build.pins, factory), clock, 1)
    made.close()


def _soak(folder: Path, monkeypatch: pytest.MonkeyPatch, *, chip: bool, events: int, keys: int) -> None:
    """Play all games in turn until so many keys were pressed, `keys` of each play by chance."""
    before, looks = Held.now(), list[Held]()
    with player(folder, chip=chip, monkeypatch=monkeypatch) as at:
        while at.events < events:
            for game in GAMES:
                at.touch(game, keys)
                at.finish(game)
            looks.append(Held.now())
    assert before.handles == Held.now().handles
    assert {looks[0].handles} == {look.handles for look in looks}
    plays = sum(at.finished.values())
    assert len(looks) * len(GAMES) == plays
    settled, last = looks[len(looks) // 2], looks[-1]  # caches of letters and layouts fill up before
    print(f"{at.events} keys, {plays} plays; at the first look, in the middle, at the end:")  # noqa: T201 - the figures
    print(looks[0], settled, last, sep="\n")  # noqa: T201 - as above
    assert last.objects - settled.objects <= PER_PLAY * plays / 2
    assert last.memory - settled.memory <= NOISE


def test_soak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some keys in a play of every game, on the panel in memory; one of them to its end."""
    before = Held.now().handles
    with player(tmp_path, chip=False, monkeypatch=monkeypatch) as at:
        for game in GAMES:
            at.touch(game, 10)
        at.finish(next(iter(GAMES)))
    assert before == Held.now().handles


@pytest.mark.long
def test_a_hundred_thousand_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays of all games until 100,000 keys were pressed, on the panel in memory."""
    _soak(tmp_path, monkeypatch, chip=False, events=100_000, keys=300)


@pytest.mark.long
def test_two_thousand_keys_on_the_chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays of all games until 2,000 keys were pressed, on the simulated chip, which is never misused."""
    _soak(tmp_path, monkeypatch, chip=True, events=2_000, keys=60)
