"""The folder of everything that outlives a play, and one owner for each part of it.

settings   the settings, and the last options of each game
exchange   the folder that a PC can open
bots       the files of bots
decks      the decks of files, and those that plays taught
plays      the plays, while the folder is open
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.files.disk import lock
from firmware.plays.kept_file import options_of_plays
from firmware.plays.losses import Loss
from firmware.plays.store import Store
from firmware.settings.settings import SettingsFiles

if TYPE_CHECKING:  # no start needs them
    from firmware.bots.files import Bots
    from firmware.decks.files import Decks
    from firmware.files.exchange import Exchange
    from firmware.history.records import Record


class DataFolder:
    """A data folder. It is made once at each start and passed on; parts that no start needs are made when used."""

    plays: Store
    """The plays, while the folder is open."""

    def __init__(self, path: Path, store: Callable[[Path], Store] = Store) -> None:
        """`store` opens the plays."""
        self.path = path
        self.settings = SettingsFiles(path)
        self._store = store

    @contextmanager
    def open(self) -> Iterator[Store]:
        """Keep other processes out, and open the plays; TavolinoError if another process has the folder."""
        with lock(self.path), self._store(self.path) as self.plays:
            yield self.plays

    @cached_property
    def exchange(self) -> "Exchange":
        """The folder that a PC can open."""
        from firmware.files.exchange import Exchange

        return Exchange(self.path)

    @cached_property
    def bots(self) -> "Bots":
        """The bots that can be played."""
        from firmware.bots.files import Bots

        return Bots(self.path, self.exchange, partial(options_of_plays, self.path))

    @cached_property
    def decks(self) -> "Decks":
        """The decks that were taught."""
        from firmware.decks.files import Decks

        return Decks(self.path, self.settings, self.bots)

    def records(self, lose: Callable[[dict[str, Loss]], object] | None = None) -> "tuple[Record, ...]":
        """Return the plays that are put away or over, the one used last at the end.

        `lose` is given their losses; without it the open store is.
        """
        from firmware.history.records import records

        return records(self.path, lose or self.plays.losses.add)


def data_folder(chosen: Path | None = None, name: str = "tavolino") -> DataFolder:
    """Return the chosen data folder, or else the usual one: systemd's or XDG's.

    A missing one is made if that is possible, the usual one for its owner alone.
    """
    path = _usual_path(name) if chosen is None else chosen
    with suppress(OSError):  # if no folder can be made, nothing is kept
        path.mkdir(0o777 if chosen else 0o700, parents=True, exist_ok=True)
    return DataFolder(path)


def _usual_path(name: str) -> Path:
    of_service = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if of_service:
        return Path(of_service)
    xdg = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (xdg if xdg.is_absolute() else Path.home() / ".local" / "share") / name
