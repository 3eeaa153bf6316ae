"""The one source of time: everything else is given a clock."""

import time
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock."""

    def now(self) -> float:
        """Return seconds since an arbitrary start; never less than before."""

    def time_of(self, ticks: float) -> float:
        """Return this clock's time of an edge with these ticks of gpiozero: seconds of CLOCK_MONOTONIC.

        Our factory passes on the kernel's time stamp of the edge.
        """


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        """Return the seconds of `time.monotonic`."""
        return time.monotonic()

    def time_of(self, ticks: float) -> float:
        """Return the ticks: they are times of this clock."""
        return ticks


class LeapClock:
    """The clock of the machine, for an emulator: it can leap ahead. `instant`: it leaps over every wait."""

    def __init__(self) -> None:
        self.instant = False
        self._leapt = 0.0

    def now(self) -> float:
        """Return the seconds of `time.monotonic`, and those leapt over so far."""
        return self.time_of(time.monotonic())

    def time_of(self, ticks: float) -> float:
        """Return the ticks, and the seconds leapt over so far."""
        return ticks + self._leapt

    def leap(self, seconds: float) -> None:
        """Leap over `seconds` >= 0."""
        self._leapt += seconds

    def wait(self, seconds: float) -> None:
        """Wait `seconds` >= 0."""
        if self.instant:
            self.leap(seconds)
        else:
            time.sleep(seconds)


class HandClock:
    """A clock moved by hand, for tests and for the emulator's fast time."""

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def now(self) -> float:
        """Return the seconds set so far."""
        return self._now

    def time_of(self, ticks: float) -> float:  # noqa: ARG002 - the hand alone says what time it is
        """Return the current time."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Move forward by `seconds` >= 0; raise ValueError on less."""
        self.advance_to(self._now + seconds)

    def advance_to(self, t: float) -> None:
        """Move forward to the time `t`, in seconds; raise ValueError if it is in the past."""
        if t < self._now:
            raise ValueError(f"The clock is at {self._now} s and cannot go back to {t} s.")
        self._now = t
