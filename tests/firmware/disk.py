"""A disk that fails, lies, or loses its power: the layer of `disk.c` under the real store, in a process of its own."""

import ctypes
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path

from msgspec import Struct

SECTOR = 512
"""A disk writes that many bytes whole or not at all."""


class What(IntEnum):
    """What is done to a file, as `disk.c` numbers it."""

    WRITE = 0
    SYNC = 1
    TRUNCATE = 2
    OPEN = 3


class Call(Struct, frozen=True):
    """One call that changes a file: `at` is where it is written, `size` what a file is cut to."""

    what: What
    name: str
    raw: bytes = b""
    at: int = 0
    size: int = 0


Rule = Callable[[Call], int]
"""Sees each call before it is done; an error number lets it fail, 0 lets it be."""
_HOOK = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_long, ctypes.c_long
)


@contextmanager
def ruled(folder: Path, rule: Rule) -> Iterator[None]:
    """Let a rule see every call that changes a file of a folder."""

    def hook(what: int, fd: int, path: bytes, raw: int | None, size: int, at: int) -> int:
        place = Path(os.fsdecode(path)) if path else Path(f"/proc/self/fd/{fd}").readlink()
        if place.parent != folder or place.name.endswith("-shm"):  # which is memory, and made anew
            return 0
        return rule(Call(What(what), place.name, ctypes.string_at(raw, size) if raw else b"", at, size))

    layer, kept = ctypes.CDLL(None), _HOOK(hook)
    layer.disk_hook(kept)
    try:
        yield
    finally:
        layer.disk_hook(None)


class Log:
    """A rule that lets everything be and notes it, and what would be on a disk that loses its power.

    `lies`: the disk says that it has synced, and has not.
    """

    def __init__(self, folder: Path, *, lies: bool = False) -> None:
        self.calls: list[Call] = []
        self._lies = lies
        self._before = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".sqlite-shm"}

    def __call__(self, call: Call) -> int:
        """Note a call."""
        self.calls.append(call)
        return 0

    def after(self, n: int, folder: Path, chance: random.Random) -> None:
        """Write what a disk holds that lost its power after `n` calls: what was synced, and of the rest anything."""
        folder.mkdir()
        files = {name: bytearray(raw) for name, raw in self._before.items()}
        waiting: dict[str, list[Call]] = {}
        for call in self.calls[:n]:
            waiting.setdefault(call.name, []).append(call)
            if call.what is What.SYNC and not self._lies:
                for one in waiting.pop(call.name):
                    _do(files.setdefault(call.name, bytearray()), one, len(one.raw))
        for name, calls in waiting.items():
            for call in calls:
                if chance.random() < 0.5:
                    whole = chance.random() < 0.7
                    size = len(call.raw) if whole else chance.randrange(len(call.raw) // SECTOR + 1) * SECTOR
                    _do(files.setdefault(name, bytearray()), call, size)
        for name, raw in files.items():
            (folder / name).write_bytes(raw)


def _do(file: bytearray, call: Call, size: int) -> None:
    """Do the first bytes of a call to what a file holds."""
    if call.what is What.TRUNCATE:
        del file[call.size :]
        file.extend(bytes(call.size - len(file)))
    if call.what is What.WRITE:
        file.extend(bytes(max(call.at - len(file), 0)))
        file[call.at : call.at + size] = call.raw[:size]
