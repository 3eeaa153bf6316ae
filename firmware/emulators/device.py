"""A simulated device with a plug, for the script and for the page."""

from collections.abc import Callable
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from firmware.data_folder import DataFolder
from firmware.dealer import new_seed
from firmware.device.rig import Simulated
from firmware.plays.store import Store
from hw.clock import Clock

HOLD_MARGIN_S = 0.1
"""A key is held this much longer than necessary, s."""


class EmulatedDevice:
    """A device with simulated parts. `rig` is None while it has no power; its folder stays.

    `last_rig` is the rig whose glass is shown: the one with power, or the last that had it.

    Args:
        clock: the time of all its parts.
        folder: its data folder.
        seeds: returns the seed of a new play.
        flags: settings of this run, which replace those of the folder until something else is chosen.
        make: makes the device whenever the power comes on.
        first_start: whether a new folder begins with the questions of the first start.
        store: opens its plays.

    """

    last_rig: Simulated

    def __init__(
        self,
        clock: Clock,
        folder: Path,
        seeds: Callable[[], str] = new_seed,
        flags: dict[str, Any] | None = None,
        make: Callable[..., Simulated] = Simulated,
        *,
        first_start: bool = False,
        store: Callable[[Path], Store] = Store,
    ) -> None:
        self.rig: Simulated | None = None
        self._folder = DataFolder(folder, store)
        self._seeds = seeds
        self._flags = flags or {}
        self._first_start = first_start
        self._make = partial(make, clock=clock, seeds=self._next_seed)
        self.power_on()

    def power_on(self) -> None:
        """Put the plug in.

        Raises:
            TavolinoError: another process has the folder, or the settings cannot be used.
            HwError: the build cannot be used.

        """
        settings = self._folder.settings
        first = settings.first_start() if self._first_start else {}
        self.rig = self.last_rig = self._make(self._folder, replace(settings.load(), **first, **self._flags))

    def power_off(self) -> None:
        """Pull the plug. The glass stays as it is."""
        rig, self.rig = self.rig, None
        if rig is not None:
            rig.cut()
            self._flags = {name: getattr(rig.session.settings, name) for name in self._flags}

    def _next_seed(self) -> str:
        return self._seeds()


def numbered_seeds(seed: str) -> Callable[[], str]:
    """Return a source of seeds for the plays of one run: the first as it is, each further one with a number."""
    return chain([seed], (f"{seed}-{n}" for n in count(2))).__next__
