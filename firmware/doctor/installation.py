"""What the doctor examines: the computer it runs on with the parts of its build, or simulated ones with a fault."""

import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from msgspec.structs import replace

from firmware import settings
from firmware.data import Lock
from firmware.doctor.dialogue import Question
from firmware.errors import TavolinoError
from firmware.plays.folder import LIVE
from firmware.plays.kept_file import name_of
from hw import computer
from hw.build import Build, SignalPins
from hw.clock import Clock, HandClock, SystemClock
from hw.computer import Access, Computer
from hw.epd import EpdPanel, open_panel
from hw.events import Edge, Key
from hw.inputs import Inputs
from hw.light import Lights
from hw.sim.epd import SimPanel
from hw.sim.faults import Trouble
from hw.sim.hand import Hand, mock_factory

PAUSE_S, TAP_S, HOLD_S = 0.2, 0.08, 0.7
"""How long a simulated hand rests between two moves, taps a key and holds one, s."""


class Installation:
    """This computer. `panel` says which panel it has; None: its settings do."""

    def __init__(self, folder: Path, panel: str | None = None) -> None:
        self.folder = folder
        self.panel_key = panel
        self.clock: Clock = SystemClock()
        self.moving = True
        """Whether a key may still move."""

    def computer(self, build: Build) -> Computer:
        """Return what the computer offers."""
        return computer.look(build.panel.spi)

    def inputs(self, build: Build, sink: Callable[[Edge], None]) -> Inputs:
        """Return the open keys and knob. HwError where they cannot be opened."""
        return Inputs(sink, self.clock, build.pins)

    def lights(self, build: Build) -> Lights:
        """Return LED and buzzer, open; `failures` says what could not be opened."""
        return Lights(build.signals, self.clock)

    def panel(self, build: Build, known: dict[str, float] | None = None) -> EpdPanel:
        """Return the open panel, judged by what is known of its pace. HwError where it cannot be opened."""
        return open_panel(build.panel, self.clock, lambda _: None, known=known)

    def load_fonts(self, load: Callable[[], int]) -> int:
        """Load the fonts and return how many there are."""
        return load()

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        time.sleep(seconds)

    def next_edge(self, edges: SimpleQueue[Edge], until: float | None) -> Edge | None:
        """Wait for an edge, at most until a time, s. None: none came."""
        with suppress(Empty):
            return edges.get(timeout=None if until is None else max(until - self.clock.now(), 0))
        return None

    def asked(self, question: Question) -> None:
        """Take note that a question is asked, with its picture on the glass and the keys open."""

    def close(self) -> None:
        """Let go of what was held."""


class Defect(Enum):
    """What can be made to be wrong with a simulated installation."""

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
    NO_LGPIO = "no-lgpio"
    NO_SPIDEV = "no-spidev"
    OTHER_FACTORY = "other-factory"
    NO_FONT = "no-font"
    NO_FOLDER = "no-folder"
    DAMAGED_STORE = "damaged-store"
    SECOND = "second-tavolino"
    BAD_SETTINGS = "bad-settings"
    PIN_TWICE = "pin-twice"


def defect_of(name: str | None) -> Defect | None:
    """Return the defect of a name; None for none. TavolinoError where there is no such defect."""
    try:
        return None if name is None else Defect(name)
    except ValueError:
        known = ", ".join(defect.value for defect in Defect)
        raise TavolinoError(f"There is no fault {name}. There are: {known}.") from None


_TROUBLE = {
    Defect.BUSY_STUCK: Trouble.BUSY_STUCK,
    Defect.BUSY_DEAD: Trouble.BUSY_DEAD,
    Defect.SPI_ERROR: Trouble.SPI_ERROR,
}
_FALLEN_BACK: dict[str, Any] = {"factory": "NativeFactory", "refused": "No module named 'lgpio'"}
_COMPUTER: dict[Defect, dict[str, Any]] = {
    Defect.NO_SPI: {"spi": Access.MISSING},
    Defect.SPI_DENIED: {"spi": Access.DENIED, "groups": ("gpio",), "enrolled": ("gpio",)},
    Defect.NO_GPIO: {"chip": Access.MISSING, "factory": "", "refused": "can not open gpiochip"},
    Defect.GPIO_DENIED: {"chip": Access.DENIED, "groups": ("spi",), "factory": "", "refused": "can not open gpiochip"},
    Defect.NO_LGPIO: {"missing": ("lgpio",)} | _FALLEN_BACK,
    Defect.NO_SPIDEV: {"missing": ("spidev",)},
    Defect.OTHER_FACTORY: {"factory": "MockFactory"},
}
_SETTINGS = {
    Defect.BAD_SETTINGS: 'panel = "9.9"\n',
    Defect.PIN_TWICE: "[hardware.keys]\nnext = 25\n",
}


class SimulatedInstallation(Installation):
    """A Pi that is not there, on a clock moved by hand, so that nothing takes real time.

    `folder` must be empty and of no use to anyone else; `frames` is where pictures of the glass go.
    """

    def __init__(
        self, folder: Path, panel: str | None = None, defect: Defect | None = None, frames: Path | None = None
    ) -> None:
        super().__init__(_spoilt(folder, defect), panel)
        self.clock: HandClock = HandClock()
        self.sim: SimPanel | None = None
        self._defect = defect
        self._frames = frames
        self._factory = mock_factory()
        self._held: list[Any] = []
        self._moves: list[tuple[float, Callable[[], None]]] = []
        if defect is Defect.SECOND:
            self._held.append(Lock(self.folder).__enter__())

    def computer(self, build: Build) -> Computer:  # noqa: ARG002 - as that of a real one
        """Return what a Pi offers, apart from the defect."""
        return replace(Computer(), **_COMPUTER.get(self._defect, {})) if self._defect else Computer()

    def inputs(self, build: Build, sink: Callable[[Edge], None]) -> Inputs:
        """Return keys and knob, and put a hand on them."""
        if self._defect is Defect.PIN_IN_USE:
            self._occupy(build.keys.next)
        inputs = Inputs(sink, self.clock, build.pins, self._factory)
        self._hand = hand = Hand(build.pins, self._factory)
        if self._defect is Defect.KEY_CLOSED:
            hand.down(Key.NEXT)
        self._moves = _routine(hand, self.clock.now())
        return inputs

    def lights(self, build: Build) -> Lights:
        """Return LED and buzzer."""
        if self._defect is Defect.LED_IN_USE and build.signals.led is not None:
            self._occupy(build.signals.led)
        return Lights(build.signals, self.clock, self._factory)

    def panel(self, build: Build, known: dict[str, float] | None = None) -> EpdPanel:
        """Return the real driver on a simulated chip."""
        if self.sim is None:
            self.sim = SimPanel(build.panel, self.clock, self._factory)
            self.sim.chip.trouble = _TROUBLE.get(self._defect) if self._defect else None
        if self._defect is Defect.PANEL_PIN_IN_USE:
            self._occupy(build.panel.pins.dc)
        ways: dict[str, Any] = {"factory": self._factory, "spi": self.sim.spi, "wait": self.wait}
        return open_panel(build.panel, self.clock, lambda _: None, known=known, **ways)

    def load_fonts(self, load: Callable[[], int]) -> int:
        """Load the fonts, unless they are lost."""
        if self._defect is Defect.NO_FONT:
            raise OSError("cannot open resource")
        return super().load_fonts(load)

    def wait(self, seconds: float) -> None:
        """Move the clock. Some defects come while the voltage is on, in the middle of a refresh."""
        self.clock.advance(seconds)
        if self.sim is None:
            return
        self.sim.poll()
        chip = self.sim.chip
        if self._defect is Defect.BROWN_OUT and chip.voltage:
            chip.brown_out()
        if self._defect is Defect.BUSY_ENDLESS and chip.voltage:
            chip.trouble = Trouble.BUSY_STUCK

    def next_edge(self, edges: SimpleQueue[Edge], until: float | None) -> Edge | None:
        """Move the clock to the time or to the hand's next move, whichever comes first."""
        due = self._moves[0][0] if self._moves else None
        if due is not None and (until is None or due <= until):
            self.clock.advance_to(due)
            self._moves.pop(0)[1]()
            self.moving = bool(self._moves)
        elif until is not None:
            self.clock.advance_to(max(until, self.clock.now()))
        with suppress(Empty):
            return edges.get_nowait()
        return None

    def asked(self, question: Question) -> None:
        """Write what is on the glass, if it is wanted, and let the hand say that all is right."""
        if self._frames is not None and self.sim is not None:
            self._frames.mkdir(parents=True, exist_ok=True)
            self.sim.picture().save(self._frames / f"{question.name}.png")
        self.take(Key.NEXT)

    def take(self, key: Key, detents: int = 0) -> None:
        """Let the hand turn the knob and then press a key, and nothing else."""
        at, hand = self.clock.now() + PAUSE_S, self._hand
        turn = [] if detents == 0 else [(at, partial(hand.detent, detents))]
        self._moves = [*turn, (at + PAUSE_S, partial(_press, hand, key)), (at + PAUSE_S + TAP_S, partial(hand.up, key))]
        self.moving = True

    def close(self) -> None:
        """Let go of folder and pins."""
        while self._held:
            held = self._held.pop()
            held.close() if isinstance(held, Lights) else held.__exit__(None, None, None)

    def _occupy(self, pin: int) -> None:
        """Let another program hold a pin."""
        self._held.append(Lights(SignalPins(led=pin), self.clock, self._factory))


def _routine(hand: Hand, began: float) -> list[tuple[float, Callable[[], None]]]:
    """Return the moves of a hand that does everything once, each with its time, s."""
    moves: list[tuple[float, Callable[[], None]]] = []
    at = began
    for key, seconds in (*((key, TAP_S) for key in Key), (Key.BACK, HOLD_S), (Key.PUSH, HOLD_S)):
        moves += [(at + PAUSE_S, partial(_press, hand, key)), (at + PAUSE_S + seconds, partial(hand.up, key))]
        at = moves[-1][0]
    return [*moves, (at + PAUSE_S, partial(hand.detent, 1)), (at + 2 * PAUSE_S, partial(hand.detent, -1))]


def _press(hand: Hand, key: Key) -> None:
    """Press a key as a finger does: the contact bounces."""
    hand.down(key)
    hand.bounce(key)


def _spoilt(folder: Path, defect: Defect | None) -> Path:
    """Return the data folder with its defect."""
    if defect in _SETTINGS:
        (folder / settings.NAME).write_text(_SETTINGS[defect], encoding="utf-8")
    if defect is Defect.DAMAGED_STORE:
        damaged = folder / LIVE / name_of(1, "wyrmspan")
        damaged.parent.mkdir()
        damaged.write_bytes(b"no play")
    if defect is Defect.NO_FOLDER:
        (folder / "file").touch()
        return folder / "file" / "data"
    return folder
