"""A simulated installation with a defect, and with a hand on its keys."""

from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from enum import Enum
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from firmware.data_folder import DataFolder
from firmware.doctor import examination
from firmware.doctor.installation import SimulatedInstallation
from firmware.files.disk import lock
from firmware.plays.folder import LIVE, name_of
from firmware.settings import settings
from hw.build import Build, SignalPins
from hw.computer import Access, Computer
from hw.epd import EpdPanel
from hw.events import Edge, InputLine, Key
from hw.inputs import Inputs
from hw.signals import Signals
from hw.sim.chip import Trouble
from hw.sim.epd import SimPanel
from hw.sim.hand import Hand

PAUSE_S, TAP_S, HOLD_S = 0.2, 0.08, 0.7
"""Times of the hand, s: between two moves, of a tap, of a hold."""


class Defect(Enum):
    """The defects of a simulated installation."""

    BUSY_STUCK = "busy-stuck"
    BUSY_ENDLESS = "busy-endless"
    BUSY_DEAD = "busy-dead"
    SPI_ERROR = "spi-error"
    BROWN_OUT = "brown-out"
    PIN_IN_USE = "pin-in-use"
    PANEL_PIN_IN_USE = "panel-pin-in-use"
    LED_IN_USE = "led-in-use"
    KEY_CLOSED = "key-closed"
    NO_SPI = "no-spi"
    SPI_DENIED = "spi-denied"
    NO_GPIO = "no-gpio"
    GPIO_DENIED = "gpio-denied"
    NO_GPIOD = "no-gpiod"
    NO_SPIDEV = "no-spidev"
    OTHER_FACTORY = "other-factory"
    NO_FONT = "no-font"
    NO_FOLDER = "no-folder"
    DAMAGED_STORE = "damaged-store"
    SECOND = "second-tavolino"
    BAD_SETTINGS = "bad-settings"
    PIN_TWICE = "pin-twice"


_TROUBLE = {
    Defect.BUSY_STUCK: Trouble.BUSY_STUCK,
    Defect.BUSY_DEAD: Trouble.BUSY_DEAD,
    Defect.SPI_ERROR: Trouble.SPI_ERROR,
}
_NO_CHIP = "can not open gpiochip"
_COMPUTER: dict[Defect, dict[str, Any]] = {
    Defect.NO_SPI: {"spi": Access.MISSING},
    Defect.SPI_DENIED: {"spi": Access.DENIED, "groups": ("gpio",), "login_groups": ("gpio",)},
    Defect.NO_GPIO: {"chip": Access.MISSING, "factory": "", "factory_error": _NO_CHIP},
    Defect.GPIO_DENIED: {
        "chip": Access.DENIED,
        "groups": ("spi",),
        "factory": "",
        "factory_error": "can not open gpiochip",
    },
    Defect.NO_GPIOD: {"missing": ("gpiod",), "factory": "", "factory_error": "No module named 'gpiod'"},
    Defect.NO_SPIDEV: {"missing": ("spidev",)},
    Defect.OTHER_FACTORY: {"factory": "MockFactory"},
}
_SETTINGS = {
    Defect.BAD_SETTINGS: 'panel = "9.9"\n',
    Defect.PIN_TWICE: "[hardware.keys]\nnext = 25\n",
}


class FaultyInstallation(SimulatedInstallation):
    """A simulated Pi with a defect. Its `folder` must be empty and used by nothing else."""

    def __init__(self, folder: Path, panel: str | None = None, defect: Defect | None = None) -> None:
        super().__init__(DataFolder(_prepare_folder(folder, defect)), panel)
        self._defect = defect
        self._factory: Any = self.sockets.factory
        self._held = ExitStack()
        self._moves: list[tuple[float, Callable[[], None]]] = []
        if defect is Defect.SECOND:
            self._held.enter_context(lock(self.folder.path))
        if defect is Defect.NO_FONT:
            self._held.enter_context(patch.object(examination, "font", side_effect=OSError("cannot open resource")))

    def computer(self, build: Build) -> Computer:
        """Return the properties of a Pi, changed by the defect."""
        return replace(super().computer(build), **_COMPUTER.get(self._defect, {})) if self._defect else Computer()

    def inputs(self, build: Build, sink: Callable[[Edge], None]) -> Inputs:
        """Return keys and knob, with a hand that uses each of them once."""
        if self._defect is Defect.PIN_IN_USE:
            self._occupy(build.pins[InputLine.NEXT].pin)
        inputs = super().inputs(build, sink)
        self._hand = hand = Hand(build.pins, self._factory)
        if self._defect is Defect.KEY_CLOSED:
            hand.down(Key.NEXT)
        self._moves = _routine(hand, self.clock.now())
        return inputs

    def lights(self, build: Build) -> Signals:
        """Return LED and buzzer."""
        if self._defect is Defect.LED_IN_USE and build.signals.led is not None:
            self._occupy(build.signals.led)
        return super().lights(build)

    def panel(self, build: Build, known: dict[str, float] | None = None) -> EpdPanel:
        """Return the real driver on a simulated chip."""
        if self.sim is None:
            self.sim = SimPanel(build.panel, self.clock, self._factory)
            self.sim.chip.trouble = _TROUBLE.get(self._defect) if self._defect else None
        if self._defect is Defect.PANEL_PIN_IN_USE:
            self._occupy(build.panel.pins.dc)
        return super().panel(build, known)

    def wait(self, seconds: float) -> None:
        """Advance the clock. Some defects begin while the voltage is on, during a refresh."""
        super().wait(seconds)
        if self.sim is None:
            return
        chip = self.sim.chip
        if self._defect is Defect.BROWN_OUT and chip.voltage:
            chip.brown_out()
        if self._defect is Defect.BUSY_ENDLESS and chip.voltage:
            chip.trouble = Trouble.BUSY_STUCK

    def next_edge(self, edges: SimpleQueue[Edge], until: float | None) -> Edge | None:
        """Advance the clock to the time or to the hand's next move. A hand without moves presses Ctrl-C."""
        if until is None and not self._moves:
            raise KeyboardInterrupt
        due = self._moves[0][0] if self._moves else None
        if due is not None and (until is None or due <= until):
            self.clock.advance_to(due)
            self._moves.pop(0)[1]()
        elif until is not None:
            self.clock.advance_to(max(until, self.clock.now()))
        with suppress(Empty):
            return edges.get_nowait()
        return None

    def take(self, key: Key, detents: int = 0) -> None:
        """Replace the moves of the hand: it turns the knob by detents, then presses a key."""
        at, hand = self.clock.now() + PAUSE_S, self._hand
        turn = [] if detents == 0 else [(at, partial(hand.detent, detents))]
        self._moves = [*turn, (at + PAUSE_S, partial(_press, hand, key)), (at + PAUSE_S + TAP_S, partial(hand.up, key))]

    def close(self) -> None:
        """Release folder, pins and typeface."""
        self._held.close()

    def _occupy(self, pin: int) -> None:
        """Occupy a pin as another program does."""
        self._held.enter_context(closing(Signals(SignalPins(led=pin), self.clock, self._factory)))


def _routine(hand: Hand, began: float) -> list[tuple[float, Callable[[], None]]]:
    """Return the moves of a hand that uses everything once, each with its time, s."""
    moves: list[tuple[float, Callable[[], None]]] = []
    at = began
    taps = ((key, TAP_S) for key in (Key.NEXT, Key.BACK, Key.PUSH))
    for key, seconds in (*taps, (Key.BACK, HOLD_S), (Key.PUSH, HOLD_S)):
        moves += [(at + PAUSE_S, partial(_press, hand, key)), (at + PAUSE_S + seconds, partial(hand.up, key))]
        at = moves[-1][0]
    for direction in (1, -1):
        moves += [
            (at + PAUSE_S, partial(hand.begin_turn, direction)),
            (at + PAUSE_S + TAP_S, partial(hand.end_turn, direction)),
        ]
        at = moves[-1][0]
    return moves


def _press(hand: Hand, key: Key) -> None:
    """Press a key as a finger does, with a bouncing contact."""
    hand.down(key)
    hand.bounce(key)


def _prepare_folder(folder: Path, defect: Defect | None) -> Path:
    """Return the data folder, with the defect applied."""
    if defect in _SETTINGS:
        (folder / settings.FILE_NAME).write_text(_SETTINGS[defect], encoding="utf-8")
    if defect is Defect.DAMAGED_STORE:
        damaged = folder / LIVE / name_of(1, "wyrmspan")
        damaged.parent.mkdir()
        damaged.write_bytes(b"no play")
    if defect is Defect.NO_FOLDER:
        (folder / "file").touch()
        return folder / "file" / "data"
    return folder
