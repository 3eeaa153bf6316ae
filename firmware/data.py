"""The folder where everything lives that outlives a play, and the lock that keeps a second Tavolino out of it.

A disk that cannot be written is no reason not to play: nothing here fails for that, the store says "Nothing is kept".
"""

import contextlib
import fcntl
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware.errors import TavolinoError


def data_folder(name: str = "tavolino") -> Path:
    """Return the data folder, made for its owner alone: systemd's, else XDG's. It may be missing where none can be."""
    folder = _place(name)
    with contextlib.suppress(OSError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _place(name: str) -> Path:
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    xdg = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (xdg if xdg.is_absolute() else Path.home() / ".local" / "share") / name


class Lock:
    """Keeps a second process out of a folder for as long as this one lives, however it ends.

    `held` is False where the folder cannot be written: then there is nothing to protect.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: int | None = None

    @property
    def held(self) -> bool:
        """Whether the folder is ours."""
        return self._file is not None

    def __enter__(self) -> Self:
        try:
            file = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return self
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise TavolinoError(
                f"Another Tavolino runs on {self.folder}. Stop it first, or choose another folder with --data."
            ) from None
        except OSError:
            os.close(file)  # a file system without locks
            return self
        self._file = file
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def write_whole(path: Path, raw: bytes) -> None:
    """Write a file so that after a power cut it is the old one or the new one; OSError where it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(file, "wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(path: Path) -> None:
    """Make a file last, or the names in a folder."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def memory_folder() -> str | None:
    """Return a folder in memory in which one of our own can be made; None: as Python finds one."""
    shared = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    return str(shared) if shared.is_dir() else None
