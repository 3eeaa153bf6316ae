"""What every command that runs on is as a process: where its data is, how it logs, how it ends."""

import sys
from contextlib import suppress
from pathlib import Path

from firmware import data

LOG = "%(levelname)s %(name)s: %(message)s"


def data_folder(given: Path | None, name: str = "tavolino") -> Path:
    """Return the data folder of the command line, or else the usual one. It may be missing where none can be made."""
    if given is None:
        return data.data_folder(name)
    with suppress(OSError):  # a folder that cannot be made is one where nothing is kept
        given.mkdir(parents=True, exist_ok=True)
    return given


def end_in_order() -> None:
    """End at SIGTERM as at the end of a command, so that whatever was opened is closed."""
    import signal  # noqa: PLC0415 - wanted only by what runs on

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
