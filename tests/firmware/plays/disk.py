"""A disk that fails, lies or loses power: the layer of `disk.c` below the real store, in its own process."""

import ctypes
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from itertools import count
from pathlib import Path

from msgspec import Struct


class What(IntEnum):
    """The calls that change a file or folder, numbered as in `disk.c`."""

    WRITE = 0
    SYNC = 1
    TRUNCATE = 2
    OPEN = 3
    RENAME = 4
    UNLINK = 5
    MKDIR = 6


class Call(Struct, frozen=True):
    """One call. `at` is the offset of a write; `size` the new length, or for an open whether it empties the file."""

    what: What
    path: Path
    raw: bytes = b""
    at: int = 0
    size: int = 0

    @property
    def to(self) -> Path:
        """Return the new name of a rename."""
        return Path(os.fsdecode(self.raw))


Rule = Callable[[Call], int]
"""Gets each call before it is done; an error number makes it fail, -n makes it write n bytes, 0 lets it pass."""
_HOOK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_long, ctypes.c_long
)


@contextmanager
def disk_rule(folder: Path, rule: Rule) -> Iterator[None]:
    """Pass every call that changes something in a folder to a rule, at any depth."""

    def hook(what: int, fd: int, path: bytes, raw: int | None, size: int, at: int) -> int:
        place = Path(os.fsdecode(path)) if path else Path(f"/proc/self/fd/{fd}").readlink()
        if not place.is_relative_to(folder):
            return 0
        here = os.lseek(fd, 0, os.SEEK_CUR) if at < 0 else at
        return rule(Call(What(what), place, ctypes.string_at(raw, size) if raw else b"", here, size))

    layer, kept = ctypes.CDLL(None), _HOOK(hook)
    layer.disk_hook(kept)
    try:
        yield
    finally:
        layer.disk_hook(None)


def fail_at(nth: int, answer: int) -> Rule:
    """Return a rule with this answer at one call, counted from 0; an answer that is no error applies only to writes."""
    calls = count()

    def rule(call: Call) -> int:
        fails = next(calls) == nth and (answer > 0 or call.what is What.WRITE)
        return answer if fails else 0

    return rule


class DiskFile:
    """A file of a disk: its synced content, and the later calls."""

    def __init__(self, raw: bytes = b"") -> None:
        self.raw = bytearray(raw)
        self.waiting: list[Call] = []

    def sync(self) -> None:
        """Make all calls permanent."""
        for call in self.waiting:
            _apply_call(self.raw, call, len(call.raw))
        self.waiting.clear()

    def after_a_cut(self, chance: random.Random) -> bytes:
        """Return the content after a power cut: the synced bytes, some later calls, and a part of the next."""
        raw = bytearray(self.raw)
        kept = chance.randint(0, len(self.waiting))
        for call in self.waiting[:kept]:
            _apply_call(raw, call, len(call.raw))
        if kept < len(self.waiting) and self.waiting[kept].what is What.WRITE:
            _apply_call(raw, self.waiting[kept], chance.randint(0, len(self.waiting[kept].raw)))
        return bytes(raw)


class Log:
    """A rule that notes every call and lets it pass, and models the disk after a power cut.

    Names change in order, as in a file system with a journal: a sync of a folder makes its last change permanent, and
    all changes before it. With `lies` the disk reports syncs that it has not done.
    """

    def __init__(self, folder: Path, *, lies: bool = False) -> None:
        self.calls: list[Call] = []
        self._folder = folder
        self._lies = lies
        self._before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def __call__(self, call: Call) -> int:
        """Note a call, and let it pass."""
        self.calls.append(call)
        return 0

    def write_disk_after(self, n: int, folder: Path, chance: random.Random) -> None:
        """Write the files of a disk after a power cut that follows `n` calls."""
        files = {path: DiskFile(raw) for path, raw in self._before.items()}
        permanent, changes = dict(files), list[tuple[Call, dict[Path, DiskFile]]]()
        for call in self.calls[:n]:
            match call.what:
                case What.OPEN | What.RENAME | What.UNLINK:
                    names = _names_after(files, call)
                    if names.keys() != files.keys() or call.what is What.RENAME:
                        changes.append((call, names))
                    files = names
                    if call.what is What.OPEN and call.size:
                        files[call.path].waiting.append(Call(What.TRUNCATE, call.path))
                case What.SYNC if self._lies:
                    pass
                case What.SYNC if call.path in files:
                    files[call.path].sync()
                case What.SYNC:
                    last = max((i for i, (one, _) in enumerate(changes) if _is_in(one, call.path)), default=-1)
                    permanent = changes[last][1] if last >= 0 else permanent
                    del changes[: last + 1]
                case What.WRITE | What.TRUNCATE:
                    files[call.path].waiting.append(call)
        names_left = [permanent, *(names for _, names in changes)][chance.randint(0, len(changes))]
        folder.mkdir()
        for path, file in names_left.items():
            place = folder / path.relative_to(self._folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.after_a_cut(chance))


def _names_after(files: dict[Path, DiskFile], call: Call) -> dict[Path, DiskFile]:
    """Return the names of files after a call that may change them. Files in a folder move with it."""
    if call.what is What.OPEN:
        return files if call.path in files else files | {call.path: DiskFile()}
    gone = {path: file for path, file in files.items() if path == call.path or call.path in path.parents}
    rest = {path: file for path, file in files.items() if path not in gone}
    if call.what is What.UNLINK:
        return rest
    return rest | {call.to / path.relative_to(call.path): file for path, file in gone.items()}


def _is_in(call: Call, folder: Path) -> bool:
    return folder == call.path.parent or (call.what is What.RENAME and folder == call.to.parent)


def _apply_call(file: bytearray, call: Call, size: int) -> None:
    """Apply the first `size` bytes of a call to the content of a file."""
    if call.what is What.TRUNCATE:
        del file[call.size :]
        file.extend(bytes(call.size - len(file)))
    if call.what is What.WRITE:
        file.extend(bytes(max(call.at - len(file), 0)))
        file[call.at : call.at + size] = call.raw[:size]
