"""The simulated device as a page has it: fingers on its keys, a plug, a switch for its pace, and faults.

It knows nothing of threads and pages. `do` carries out a command of someone, `pump` lets the device work.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PIL.Image import Image

from engines.kit.contract import Refused
from firmware.dealer import new_seed
from firmware.device.keys import SEEN_S
from firmware.device.rig import RESOLUTION_S, Simulated, build_of
from firmware.emulators import script
from firmware.emulators.web.messages import (
    AnyCommand,
    Down,
    File,
    Go,
    InjectFault,
    Load,
    Pace,
    Panel,
    Power,
    Save,
    Seed,
    Turn,
    Up,
)
from firmware.plays.from_outside import load_play
from firmware.plays.kept_file import name_of
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from firmware.text import Text
from hw.clock import LeapClock
from hw.events import Key
from hw.keys import DEBOUNCE_S
from hw.sim.faults import Trouble

TROUBLES = {
    "busy-stuck": Trouble.BUSY_STUCK,
    "busy-dead": Trouble.BUSY_DEAD,
    "spi-error": Trouble.SPI_ERROR,
}
"""What can be wrong with the panel."""
DISK_FULL = "disk-full"
NEXT_STUCK = "next-stuck"


class Disk(Store):
    """The plays on a disk that can be made to refuse every write."""

    _full = False

    def fill(self, full: bool) -> None:
        """Let every write fail from now on, or none."""
        self._full = full

    def _write_all(self) -> None:
        if self._full:
            self.kept = False
        else:
            super()._write_all()


class Emulated:
    """A device with simulated parts. `rig` is None while it has no power.

    Args:
        folder: where its plays are.
        settings: called whenever the power comes on: a device reads its settings then.
        seeds: gives the seeds of new plays, until a page sets one.
        flags: settings of this run, whatever is kept; until something else is chosen.

    """

    def __init__(
        self,
        folder: Path,
        settings: Callable[[], Settings],
        seeds: Callable[[], str] = new_seed,
        flags: dict[str, Any] | None = None,
        make: Callable[..., Simulated] = Simulated,
    ) -> None:
        self.clock = LeapClock()
        self.rig: Simulated | None = None
        self.fault: str | None = None
        self.next_seed: str | None = None
        self._folder = folder
        self._read = settings
        self._seeds = seeds
        self._flags = flags or {}
        self._make = make
        self._fingers: dict[Key, set[object]] = {key: set() for key in Key}
        self._down_at: dict[Key, float] = {}
        self._last: Simulated | None = None
        self.power_on()

    # --- the plug ---

    def power_on(self) -> None:
        """Put the plug in. The glass still shows what it showed.

        Raises:
            TavolinoError: another process has the folder, or the settings cannot be used.
            HwError: the build cannot be used.

        """
        if self.rig is not None:
            return
        rig = self._make(self._folder, self.settings(), self.clock, self._seed, store=Disk)
        last = self._last
        if last is not None and last.sim.chip.glass.size == rig.sim.chip.glass.size:
            rig.sim.chip.glass = last.sim.chip.glass
        self.rig = self._last = rig
        self._suffer(rig)

    def power_off(self) -> None:
        """Pull the plug."""
        rig, self.rig = self.rig, None
        for fingers in self._fingers.values():
            fingers.clear()
        self._down_at.clear()
        if rig is not None:
            rig.cut()
            self._flags = script.followed(self._flags, rig.session.settings)

    @property
    def seen(self) -> Simulated:
        """The rig whose glass can be seen: the one with power, or the last that had it."""
        assert self._last is not None  # the power was on at the beginning
        return self._last

    def settings(self) -> Settings:
        """Return the settings, with what holds for this run: the panel that was chosen on a page, for one."""
        return replace(self._read(), **self._flags)

    def picture(self) -> Image:
        """Return the glass as it can be seen (mode "1")."""
        return self.seen.sim.picture()

    # --- the loop ---

    def pump(self) -> None:
        """Let the device do what is due."""
        rig = self.rig
        if rig is None:
            return
        rig.pump()
        if self.clock.instant:
            self._leap(rig)
        if rig.device.over:
            self.power_off()

    def deadline(self) -> float | None:
        """Return when to pump at the latest, on its clock, s; None: nothing is due without power."""
        return None if self.rig is None else self.rig.deadline()

    def _leap(self, rig: Simulated) -> None:
        """Leap over the time that the panel needs, and its picture to be seen; never over what a finger waits for."""
        while not (rig.device.glass.still or self._holding(rig)):
            self.clock.leap(max((rig.deadline() or 0.0) - self.clock.now(), RESOLUTION_S))
            rig.pump()
        shown = rig.device.shown
        if shown is not None and not self._holding(rig):
            self.clock.leap(max(shown.since + SEEN_S - self.clock.now(), 0.0))

    def _holding(self, rig: Simulated) -> bool:
        now, hold_s = self.clock.now(), rig.device.hold_s
        return any(now - at < hold_s for key, at in self._down_at.items() if key is not Key.NEXT)

    # --- commands ---

    def do(self, command: AnyCommand, who: object) -> File | None:  # noqa: C901 - one case for each command
        """Carry out a command of someone; return the answer to it, if it has one.

        Raises:
            TavolinoError, HwError, Refused: it cannot be; nothing has changed.

        """
        match command:
            case Down():
                self._press(Key(command.key), who)
            case Up():
                self._let_go(Key(command.key), who)
            case Turn():
                self._powered().hand.detent(command.by)
            case Power():
                self.power_on() if command.on else self.power_off()
            case Panel():
                self._change_panel(command.panel)
            case Pace():
                self.clock.instant = command.instant
            case InjectFault():
                self._break(command.fault)
            case Go():
                rig = self._powered()
                rig.device.act(lambda: rig.session.go_to(command.to))
            case Load():
                rig, play = self._powered(), load_play(command.file.encode(), "The file")
                rig.device.act(lambda: rig.session.take_in(play))
            case Save():
                return self._file()
            case Seed():
                self.next_seed, self._seeds = command.seed, script.counted(command.seed)
        return None

    def leave(self, who: object) -> None:
        """Take the fingers of someone who is gone off the keys."""
        for key in Key:
            self._let_go(key, who)

    def down(self) -> tuple[Key, ...]:
        """Return the keys that are held down, by whomever."""
        return tuple(key for key, fingers in self._fingers.items() if fingers)

    def _press(self, key: Key, who: object) -> None:
        rig, fingers = self._powered(), self._fingers[key]
        if not fingers:
            rig.hand.down(key)
            self._down_at[key] = self.clock.now()
            self._rest(rig)
        fingers.add(who)

    def _let_go(self, key: Key, who: object) -> None:
        fingers = self._fingers[key]
        if who not in fingers:
            return
        fingers.remove(who)
        if not fingers and self.rig is not None:
            self._down_at.pop(key)
            self.rig.hand.up(key)
            self._rest(self.rig)

    def _rest(self, rig: Simulated) -> None:
        """Leap over the time that a contact bounces."""
        if self.clock.instant:
            rig.pump()
            self.clock.leap(DEBOUNCE_S)

    def _change_panel(self, panel: str) -> None:
        on, wanted = self.rig is not None, replace(self._read(), panel=panel)
        build_of(wanted)  # raises before the plug is pulled
        self.power_off()
        self._flags = {**self._flags, "panel": panel}
        if on:
            self.power_on()

    def _break(self, fault: str | None) -> None:
        if fault == "brown-out":
            self._powered().sim.chip.brown_out()
            return
        self.fault = fault
        if self.rig is not None:
            self._suffer(self.rig)

    def _suffer(self, rig: Simulated) -> None:
        """Let this fault, and no other, have its effect on the parts that have power."""
        assert isinstance(rig.store, Disk)  # it was opened as one
        rig.sim.chip.trouble = TROUBLES.get(self.fault or "")
        rig.store.fill(self.fault == DISK_FULL)
        if self.fault == NEXT_STUCK:
            self._press(Key.NEXT, NEXT_STUCK)
        else:
            self._let_go(Key.NEXT, NEXT_STUCK)

    def _file(self) -> File:
        session = self._powered().session
        if session.play is None:
            raise Refused(Text("There is no play on the device."))
        return File(name_of(session.number, session.play.engine.key), session.store.text(session.number))

    def _powered(self) -> Simulated:
        if self.rig is None:
            raise Refused(Text("The device has no power."))
        return self.rig

    def _seed(self) -> str:
        seed, self.next_seed = self._seeds(), None
        return seed
