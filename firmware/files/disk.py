"""Files on a disk: read, written whole, appended to and synced, and the lock that keeps a second Tavolino out."""

import contextlib
import errno
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from engines.kit.rules import BadFile
from firmware.errors import TavolinoError, reason
from firmware.text import Text


@contextlib.contextmanager
def lock(folder: Path) -> Iterator[bool]:
    """Keep other processes out of a folder while this one lives, however it ends; TavolinoError if another has it.

    Yields False if the folder cannot be written: then there is nothing to protect.
    """
    try:
        file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        yield False
        return
    held = True
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise TavolinoError(
                f"Another Tavolino runs on {folder}. Stop it first, or choose another folder with --data."
            ) from None
        except OSError:  # a file system without locks
            held = False
        yield held
    finally:
        os.close(file)


class Unsynced(OSError):
    """The kernel may have dropped data that was not synced, and reports that only once: do not trust the file."""


@contextlib.contextmanager
def convert_read_error(path: Path) -> Iterator[None]:
    """Raise the OSError of a file that cannot be read as a TavolinoError."""
    try:
        yield
    except OSError as error:
        raise TavolinoError(
            Text("{file} cannot be read: {reason}. See who owns it.", file=str(path), reason=reason(error))
        ) from None


@contextlib.contextmanager
def convert_write_error(path: Path) -> Iterator[None]:
    """Raise the OSError of a file that cannot be written, and is unchanged, as a TavolinoError."""
    try:
        yield
    except OSError as error:
        raise TavolinoError(
            Text("{file} cannot be written: {reason}. Nothing was kept.", file=str(path), reason=reason(error))
        ) from None


@contextlib.contextmanager
def convert_bad_file(game: str | None = None) -> Iterator[None]:
    """Raise a BadFile as a TavolinoError, with the words of a game."""
    try:
        yield
    except BadFile as bad:
        raise TavolinoError(bad.text, game) from None


def read_if_present(path: Path, limit: int = -1) -> bytes | None:
    """Return at most `limit` bytes of a file; None if there is none, TavolinoError if it cannot be read."""
    missing = contextlib.suppress(FileNotFoundError, NotADirectoryError)
    with convert_read_error(path), missing, path.open("rb") as file:
        return file.read(limit)
    return None


def plain_text(raw: bytes) -> bytes:
    """Return a text of any editor as UTF-8 with plain line ends."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raw = raw.decode("utf-16", errors="replace").encode(errors="replace")
    return raw.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")


def write_whole(path: Path, raw: bytes) -> None:
    """Write a file; after a power cut it is the old one or the new one. OSError if it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    try:
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            _write(file, raw, 0)
        finally:
            os.close(file)
        new.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise
    sync(path.parent)


def write_unsynced(path: Path, raw: bytes) -> None:
    """Write a file that may be lost to a power cut; OSError if it cannot be written."""
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(raw)
    new.replace(path)


def append(path: Path, at: int, raw: bytes) -> None:
    """Append to a file of `at` bytes; the rest of an unfinished write behind them is cut off first.

    Raises:
        Unsynced: the file is changed, or may be; it has to be written whole.
        OSError: it cannot be written now.

    """
    file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        size = os.fstat(file).st_size
        if size < at:
            raise Unsynced(errno.EIO, "The file was cut", str(path))
        if size > at:
            os.ftruncate(file, at)
            _sync(file)
        _write(file, raw, at)
    finally:
        os.close(file)


def write_rest(path: Path, raw: bytes | bytearray, written: int | None) -> bool:
    """Append the rest to a file of which `written` bytes are on the disk; False if it must be written whole."""
    if written is not None:
        with contextlib.suppress(Unsynced, FileNotFoundError):
            append(path, written, bytes(raw[written:]))
            return True
    return False


def sync(path: Path) -> None:
    """Sync a folder, so that its names survive a power cut."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        _sync(file)
    finally:
        os.close(file)


def _write(file: int, raw: bytes, at: int) -> None:
    while raw:  # on a disk that fills up, the first call writes a part and the second one raises
        done = os.pwrite(file, raw, at)
        raw, at = raw[done:], at + done
    _sync(file)


def _sync(file: int) -> None:
    try:
        os.fsync(file)
    except OSError as error:
        raise Unsynced(error.errno, error.strerror) from error
