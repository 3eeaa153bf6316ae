"""The device on parts that cost nothing, so that what is measured is the device's own work."""

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from engines.contract import Done
from engines.play import Play
from engines.registry import GAMES, load_engine
from firmware.data import memory_folder
from firmware.dealer import dealer
from firmware.device.rig import Rig, Sockets, build_of
from firmware.plays.store import Store
from firmware.settings import Settings
from hw.clock import HandClock
from hw.events import Key
from hw.sim.hand import Hand, mock_factory
from hw.sim.null import NullPanel, free_pin

GAME = next(iter(GAMES))
"""What is played where any game will do."""
SEED = "1"
REFRESH_S = 2.0
"""Longer than any refresh that is asked for here."""
SEEN_S = 0.3
"""Long enough for a step to count as seen, and short enough for the panel's voltage to be on still."""
CONTACT_S = 0.05
"""Longer than a contact bounces."""


def new_play(key: str = GAME, seed: str = SEED) -> Play[Any]:
    """Return a play at its first step."""
    return Play(load_engine(key), {}, dealer(seed), seed=seed)


def prepared(folder: Path) -> Path:
    """Make a data folder with a play in it, set up, which the device then goes on with; return the folder."""
    folder.mkdir(parents=True)
    play = new_play()
    while isinstance(play.screen.ask, Done):
        play.give(True)
    with Store.open(folder) as store:
        store.create(play)
    return folder


class NullRig(Rig):
    """A device whose bus takes bytes and does nothing and whose pins cost nothing. A hand moves its clock and keys.

    It is the device that `tavolino run` starts, from the edge of a key to the last byte: nothing in between is
    replaced. `store` opens the plays; `InMemory.open` leaves out the disk.
    """

    def __init__(self, folder: Path, settings: Settings, store: Callable[[Path], Store] = Store.open) -> None:
        factory, build = mock_factory(), build_of(settings)
        self.null = NullPanel(build.panel, factory)
        self.led = None if build.signals.led is None else free_pin(factory, build.signals.led)
        self.time = HandClock()
        sockets = Sockets(factory, self.null.spi, self.null.wait)
        super().__init__(folder, settings, self.time, lambda: SEED, sockets=sockets, store=store)
        self.hand = Hand(build.pins, factory)

    def press(self, key: Key, clock: Callable[[], float] = process_time) -> tuple[float, float]:
        """Press a key; return on a clock when the device was given its edge, and when it had nothing more to do, s.

        The edge is in the device's queue when the clock starts: gpiozero's part is not ours. What comes last is the
        command 0x20, if the key changed the glass; then the panel is busy.
        """
        self.null.busy(high=True)  # as it will be after the command; so the measured call does not set it
        self.device.pump()
        self.hand.down(key)
        began = clock()
        self.device.pump()
        return began, clock()

    def let_go(self, key: Key) -> None:
        """Let a key go, and let everything wanted come to the glass and be seen."""
        self._work()
        self.hand.up(key)
        self._work()
        self.settle()

    def settle(self) -> None:
        """Let everything wanted come to the glass and be seen."""
        while not self.device.glass.still:
            self.time.advance(REFRESH_S)
            self.null.busy(high=False)
            self.device.pump()
        self.time.advance(SEEN_S)

    def _work(self) -> None:
        """Let a contact come to rest."""
        for _ in range(2):
            self.device.pump()
            self.time.advance(CONTACT_S)
        self.device.pump()


class InMemory(Store):
    """A store whose files are in memory: everything that the device does to keep an input is done, but for the disk."""

    def __init__(self, folder: Path) -> None:
        self._memory = TemporaryDirectory(dir=memory_folder())
        super().__init__(Path(shutil.copytree(folder, self._memory.name, dirs_exist_ok=True)))

    def close(self) -> None:
        """Let go of the memory."""
        super().close()
        self._memory.cleanup()
