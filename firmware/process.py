"""What commands have in common: where their data is, how they log, how they end."""

import argparse
import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware.errors import TavolinoError
from firmware.files import disk as data

LOG = "%(levelname)s %(name)s: %(message)s"


@contextmanager
def loading() -> Iterator[None]:
    """Load what stays: it is never searched for garbage, neither now nor later. That is a tenth of a start."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def data_folder(chosen: Path | None, name: str = "tavolino") -> Path:
    """Return the data folder of the command line, or else the usual one. It may be missing where none can be made."""
    if chosen is None:
        return data.data_folder(name)
    with suppress(OSError):  # where no folder can be made, nothing is kept
        chosen.mkdir(parents=True, exist_ok=True)
    return chosen


def end_in_order() -> None:
    """End at SIGTERM as at the end of a command, so that whatever was opened is closed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def in_data_folder(
    parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Let a command take the data folder; `run` runs it. Return its parser."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.set_defaults(run=run)
    return parser


def read(path: Path) -> bytes:
    """Return the content of a file that the player named."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise TavolinoError(f"{path.name} cannot be read: {error.strerror}. Check its name.") from None
