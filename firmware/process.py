"""The common part of commands: log, loading, arguments, files, exit."""

import argparse
import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import TavolinoError

Run = Callable[[argparse.Namespace], int | None]
"""The function of a command; it returns the exit code, or None for 0."""
LOG_FORMAT = "%(levelname)s %(name)s: %(message)s"


@contextmanager
def loading() -> Iterator[None]:
    """Load modules without garbage collection, which skips them later, too: that saves a tenth of a start."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def exit_on_sigterm() -> None:
    """Exit at SIGTERM as at the end of a command, so that everything open is closed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def in_data_folder(parser: argparse.ArgumentParser, run: Run) -> argparse.ArgumentParser:
    """Add the data folder to the arguments of a command that `run` runs; return its parser."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.set_defaults(run=run)
    return parser


def whole_number(name: str, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from 0 to `most`; its errors call the number `name`."""

    def parse(typed: str) -> int:
        if typed.isascii() and typed.isdigit() and int(typed) <= most:
            return int(typed)
        raise argparse.ArgumentTypeError(f"{typed} is no {name}")

    return parse


def read(path: Path) -> bytes:
    """Return the content of a file that the player named."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise TavolinoError(f"{path.name} cannot be read: {error.strerror}. Check its name.") from None
