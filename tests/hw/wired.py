"""A simulated chip of any family on a test's wires."""

from collections.abc import Callable

from hw.clock import Clock, HandClock
from hw.sim.chip import Chip, Misuse
from hw.sim.kinds import ChipKind


class WiredChip:
    """A chip with a clock, spoken to in commands. `levels` are those of BUSY."""

    def __init__(self, make: Callable[[ChipKind, Clock, Callable[[bool], None]], Chip], kind: ChipKind) -> None:
        self.clock = HandClock(3.0)
        self.levels: list[bool] = []
        self.chip = make(kind, self.clock, self.levels.append)
        self.size = kind.stride * kind.height

    def send(self, command: int, data: bytes = b"") -> None:
        """Send one command with its data."""
        self.chip.receive(bytes((command,)), dc=False)
        if data:
            self.chip.receive(data, dc=True)

    def settle(self) -> float:
        """Wait until the chip is not busy; return when that was, s."""
        at = self.chip.deadline()

        assert at is not None

        self.clock.advance_to(at)
        self.chip.poll()
        return at

    def glass_bytes(self) -> set[int]:
        """Return the bytes on the glass."""
        return set(self.chip.glass.picture().tobytes())

    def misuses(self) -> list[Misuse]:
        """Return what was found, and forget it."""
        found = [one.what for one in self.chip.violations]
        self.chip.violations.clear()
        return found
