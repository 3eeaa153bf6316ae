"""What the device says at once, before the panel has drawn anything."""

from typing import Protocol


class Signals(Protocol):
    """A light or a sound. Each call starts the signal and returns at once; the loop does the rest with `tick`."""

    @property
    def present(self) -> bool:
        """Whether the player can notice it; otherwise the footer must give the reason of a refused key."""
        ...

    def allow(self, *, light: bool, sound: bool) -> None:
        """Say it by these parts alone from now on."""
        ...

    def accepted(self) -> None:
        """Say: the key did something."""
        ...

    def too_early(self) -> None:
        """Say: what the key answers had not been on the glass."""
        ...

    def not_allowed(self) -> None:
        """Say: the key does nothing here."""
        ...

    def deadline(self) -> float | None:
        """Return the time at which `tick` must be called next, in clock seconds; None: nothing is being said."""
        ...

    def tick(self, now: float) -> None:
        """Do what is due at the time `now`."""
        ...

    def close(self) -> None:
        """Fall silent and release the parts. May be called twice."""
        ...


class NoSignals:
    """A build with neither light nor sound."""

    present = False

    def allow(self, *, light: bool, sound: bool) -> None:
        """There is nothing to choose from."""

    def accepted(self) -> None:
        """Stay silent."""

    def too_early(self) -> None:
        """Stay silent."""

    def not_allowed(self) -> None:
        """Stay silent."""

    def deadline(self) -> None:
        """Nothing is ever due."""

    def tick(self, now: float) -> None:
        """Stay silent."""

    def close(self) -> None:
        """Stay silent."""
