"""The device on parts that cost nothing, so that only its own work is measured."""

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from engines.kit.contract import Done
from engines.kit.play import Play
from engines.registry import GAMES, load_engine
from firmware.data_folder import DataFolder
from firmware.dealer import dealer
from firmware.device.builds import build_of
from firmware.device.rig import Rig, Sockets
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from hw.bus import Buffer
from hw.chips import CHIPS
from hw.clock import HandClock
from hw.epd import CLOSE_POLL_S, RISE_POLL_S
from hw.events import Key
from hw.sim.hand import Hand, mock_factory
from hw.sim.wires import FreePin

GAME = next(iter(GAMES))
"""The game that is played if any game will do."""
SEED = "1"
REFRESH_S = 2.0
"""Longer than any refresh of the bench."""
SEEN_S = 0.3
"""Long enough for a step to count as seen, short enough for the panel's voltage to stay on."""
CONTACT_S = 0.05
"""Longer than the bounce of a contact."""


def new_play(key: str = GAME, seed: str = SEED) -> Play[Any]:
    """Return a play at its first step."""
    return Play(load_engine(key), {}, dealer(seed), seed=seed)


def make_data_folder(folder: Path) -> Path:
    """Make a data folder with a play after its set-up, for the device to resume; return the folder."""
    folder.mkdir(parents=True)
    play = new_play()
    while isinstance(play.screen.ask, Done):
        play.give(True)
    with Store(folder) as store:
        store.create(play)
    return folder


class LedPin(FreePin):
    """The pin of an LED, which reports its changes."""

    changed: Callable[[bool], None] | None = None

    def _set_state(self, value: bool) -> None:
        super()._set_state(value)
        if self.changed is not None:
            self.changed(bool(value))


class NullSpi:
    """A bus with nothing behind it."""

    max_speed_hz = 0

    def writebytes2(self, values: Buffer, /) -> None:
        """Ignore the bytes."""

    def close(self) -> None:
        """Do nothing."""


class NullRig(Rig):
    """The device of `tavolino run` on a bus without a panel and on pins that cost nothing.

    Nothing is replaced between the edge of a key and the last byte. A hand moves its clock, its keys and BUSY.
    """

    def __init__(self, folder: Path, settings: Settings) -> None:
        factory, build = mock_factory(), build_of(settings)
        pins, led = build.panel.pins, build.signals.led
        for pin in (pins.dc, pins.rst):
            factory.pin(pin, pin_class=FreePin)
        self._busy = factory.pin(pins.busy)
        self._busy_low = CHIPS[build.panel.driver].busy_low
        self.led: LedPin | None = None if led is None else factory.pin(led, pin_class=LedPin)
        self.time = HandClock()
        super().__init__(
            DataFolder(folder),
            settings,
            self.time,
            lambda: SEED,
            sockets=Sockets(factory, NullSpi(), self._answer_wait),
        )
        self.hand = Hand(build.pins, factory)

    def press(self, key: Key, clock: Callable[[], float] = process_time) -> tuple[float, float]:
        """Press a key; return the times, s, when the device got its edge and when it had finished.

        The edge is in the device's queue when the clock starts: gpiozero's part is not ours. The last action is the
        command of the refresh, if the key changed the glass; then the panel is busy.
        """
        self._set_busy(busy=True)  # the level after the command, so that the measured call does not set it
        self.device.pump()
        self.hand.down(key)
        began = clock()
        self.device.pump()
        return began, clock()

    def let_go(self, key: Key) -> None:
        """Release a key, and let everything be drawn and seen."""
        self._settle_contact()
        self.hand.up(key)
        self._settle_contact()
        self.settle()

    def settle(self) -> None:
        """Let everything be drawn and seen."""
        while not self.device.glass.is_settled:
            self.time.advance(REFRESH_S)
            self._set_busy(busy=False)
            self.device.pump()
        self.time.advance(SEEN_S)

    def _settle_contact(self) -> None:
        for _ in range(2):
            self.device.pump()
            self.time.advance(CONTACT_S)
        self.device.pump()

    def _set_busy(self, *, busy: bool) -> None:
        if busy is not self._busy_low:
            self._busy.drive_high()
        else:
            self._busy.drive_low()

    def _answer_wait(self, seconds: float) -> None:
        """Wait no time. If the driver waits for BUSY to rise, it rises; if for its end, it ends."""
        if seconds in (RISE_POLL_S, CLOSE_POLL_S):
            self._set_busy(busy=seconds == RISE_POLL_S)
