"""A disk below the device's own calls: it fails on demand, and loses unsynced data in a power cut.

Its calls are the same as in `tests.firmware.plays.disk`, which sees them below the C library; a test compares the two.
"""

import builtins
import errno
import io
import os
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self
from unittest.mock import patch

from tests.firmware.plays.disk import Call, Log, What

READS = "rb", "r", "rt"
FULL, BROKEN, READ_ONLY = errno.ENOSPC, errno.EIO, errno.EROFS


class PowerCut(BaseException):
    """The power is gone. No later call of the process reaches disk or bus."""


class Disk:
    """A folder whose calls pass through here.

    `trouble` maps a call, or the path of a file to be read, to an error number, or to 0 for none. `work` counts calls,
    syncs and bytes. The power fails after `cut_in` changing calls; None: never.
    """

    def __init__(self, folder: Path, work: Counter[str]) -> None:
        self.folder, self.work = folder, work
        self.trouble: Callable[[Call | Path], int] = lambda _: 0
        self.cut_in: int | None = None
        self.frozen = False
        self.on = False
        """Whether a device uses the folder; other calls are not seen."""
        self._root = Path(os.path.abspath(folder))  # noqa: PTH100 - a link is not followed
        self._paths: dict[int, Path] = {}
        self.log = Log(folder)

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Patch the calls of this process."""
        with ExitStack() as stack:
            for (module, name), made in self._calls().items():
                stack.enter_context(patch.object(module, name, made(getattr(module, name))))
            yield

    def start(self) -> None:
        """Begin with the present content of the disk, and power."""
        self.frozen, self.cut_in = False, None
        self._paths.clear()
        self.log = Log(self.folder)
        self.on = True

    def lose_power(self, chance: random.Random) -> None:
        """Replace the content of the folder by that of a disk after a power cut."""
        left = self.folder.with_name(f"{self.folder.name}.left")
        self.log.write_disk_after(len(self.log.calls), left, chance)
        shutil.rmtree(self.folder)
        left.rename(self.folder)

    # --- inside ---

    def _ours(self, path: Any) -> Path | None:
        """Return a path as in the log, if it is in the folder and a device is on."""
        if not self.on:
            return None
        place = Path(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100 - as above
        return self.folder / place.relative_to(self._root) if place.is_relative_to(self._root) else None

    def changed(self, call: Call) -> int:
        """Note a call; return the number of bytes that it writes too little."""
        if self.frozen:
            raise PowerCut
        if self.cut_in is not None:
            self.cut_in -= 1
            if self.cut_in < 0:
                self.frozen = True
                self.log(call)  # on its way: the disk has all of it, a part or nothing
                if call.what is What.SYNC:
                    self.log.calls.pop()
                raise PowerCut
        answer = self.trouble(call)
        if answer > 0:
            raise OSError(answer, os.strerror(answer), str(call.path))
        self.work["calls"] += 1
        self.work["syncs"] += call.what is What.SYNC
        cut = max(len(call.raw) + answer, 0) if answer < 0 else 0
        raw = call.raw[: len(call.raw) - cut] if call.what is What.WRITE else call.raw
        self.work["written"] += len(raw) if call.what is What.WRITE else 0
        self.log(Call(call.what, call.path, raw, call.at, len(raw) or call.size))
        return cut

    def _check_read(self, path: Path, *, only_power: bool = False) -> None:
        if self.frozen:
            raise PowerCut
        if not only_power and (answer := self.trouble(path)):
            raise OSError(answer, os.strerror(answer), str(path))

    def _opener(self, real: Any) -> Any:
        """Watch files opened by Python's own functions, to be read or written whole."""

        def call(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
            ours = None if isinstance(file, int) else self._ours(file)
            if ours is None:
                return real(file, mode, *args, **kwargs)
            if mode in READS:
                self._check_read(ours)
                self.work["read"] += os.stat(file).st_size if os.path.exists(file) else 0  # noqa: PTH110, PTH116 - any path
                return real(file, mode, *args, **kwargs)
            assert mode == "wb", f"{ours} is opened to {mode}, which this disk does not know"
            self.changed(Call(What.OPEN, ours, b"", 1, 1))
            return _Writer(self, ours, real(file, mode, 0))

        return call

    def _open(self, real: Any) -> Any:
        def call(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
            ours = None if "dir_fd" in kwargs else self._ours(path)
            if ours is not None and flags & (os.O_WRONLY | os.O_RDWR):
                self.changed(Call(What.OPEN, ours, b"", int(bool(flags & os.O_CREAT)), int(bool(flags & os.O_TRUNC))))
            elif ours is not None:
                self._check_read(ours, only_power=True)
            file: int = real(path, flags, *args, **kwargs)
            if ours is not None:
                self._paths[file] = ours
            return file

        return call

    def _close(self, real: Any) -> Any:
        def call(file: int) -> None:
            self._paths.pop(file, None)
            real(file)

        return call

    def _pwrite(self, real: Any) -> Any:
        def call(file: int, raw: bytes, at: int) -> int:
            ours = self._paths.get(file)
            cut = 0 if ours is None else self.changed(Call(What.WRITE, ours, bytes(raw), at))
            done: int = real(file, raw[: len(raw) - cut], at)
            return done

        return call

    def _of_file(self, what: What, real: Any) -> Any:
        def call(file: int, size: int = 0) -> None:
            if (ours := self._paths.get(file)) is not None:
                self.changed(Call(what, ours, b"", 0, size))
            real(*((file,) if what is What.SYNC else (file, size)))

        return call

    def _of_path(self, what: What, real: Any) -> Any:
        def call(path: Any, *args: Any, **kwargs: Any) -> None:
            if "dir_fd" not in kwargs and (ours := self._ours(path)) is not None:
                to = self._ours(args[0]) if what is What.RENAME else None
                size = args[0] if what is What.TRUNCATE else 0
                self.changed(Call(what, ours, b"" if to is None else os.fsencode(to), 0, size))
            real(path, *args, **kwargs)

        return call

    def _calls(self) -> dict[tuple[Any, str], Callable[[Any], Any]]:
        """Return the wrapper of each real call, by module and name."""
        paths = {"rename": What.RENAME, "replace": What.RENAME, "unlink": What.UNLINK, "remove": What.UNLINK}
        return {
            (io, "open"): self._opener,
            (builtins, "open"): self._opener,
            (os, "open"): self._open,
            (os, "close"): self._close,
            (os, "pwrite"): self._pwrite,
            (os, "fsync"): partial(self._of_file, What.SYNC),
            (os, "ftruncate"): partial(self._of_file, What.TRUNCATE),
            **{(os, name): partial(self._of_path, what) for name, what in (*paths.items(), ("mkdir", What.MKDIR))},
        }


class _Writer:
    """A file written whole by Python's own functions."""

    def __init__(self, disk: Disk, path: Path, file: Any) -> None:
        self._disk, self._path, self._file = disk, path, file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, raw: Any) -> int:
        """Write bytes, as many as the disk accepts."""
        cut = self._disk.changed(Call(What.WRITE, self._path, bytes(raw), self._file.tell()))
        done: int = self._file.write(bytes(raw)[: len(raw) - cut])
        if cut:
            raise OSError(FULL, os.strerror(FULL), str(self._path))
        return done
