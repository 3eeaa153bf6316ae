"""What is half entered at a step of a play, in a small file beside the snapshots.

    plays/0042-wyrmspan/draft.jsonl

Each line (`lines.py`) is an answer as far as it was entered, and the last one counts. The first is chained to the line
of the play that led to the step, so at another step none of them reads. Nothing of it is in the journal.
"""

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from engines.kit.contract import Entry
from firmware.files.disk import sync, write_rest, write_whole
from firmware.plays import lines
from firmware.plays.lines import Line

NAME = "draft.jsonl"
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


class Draft:
    """The draft of one play; `folder` has its snapshots, and `link` is that of the line that led to its step."""

    def __init__(self) -> None:
        self._raw: bytes | None = None
        """The lines; None before they are read."""
        self._written: int | None = None
        """How many bytes of them are on the disk; None if the file has to be written whole."""

    @property
    def kept(self) -> bool:
        """Whether all of it is on the disk."""
        return not self._raw or self._written == len(self._raw)

    def entered(self, folder: Path, link: int) -> Entry | None:
        """Return what was entered last at a step; None if nothing was."""
        found = self._lines(folder, link)
        with suppress(msgspec.MsgspecError):
            return _decode(found[-1].body) if found else None
        return None

    def enter(self, folder: Path, link: int, entry: Entry) -> None:
        """Add a line, in memory."""
        found = self._lines(folder, link)
        line, _ = lines.written(0, found[-1].chain if found else link, _encode(entry))
        self._raw = (self._raw or b"") + line

    def write(self, folder: Path, link: int) -> None:
        """Write what is not written yet: one sync, but for a new file. OSError if it cannot be written."""
        if not self._raw or not self._lines(folder, link) or self.kept:
            return
        if not write_rest(folder / NAME, self._raw, self._written):
            self._written = None
            write_whole(folder / NAME, self._raw)
            sync(folder.parent)
        self._written = len(self._raw)

    def _lines(self, folder: Path, link: int) -> list[Line]:
        """Return the lines of a step; what else there is, of another step or torn, is cut off."""
        if self._raw is None:
            self._raw = _read(folder / NAME)
            self._written = len(self._raw)
        found = lines.read(self._raw, chain=link)
        end = len(b"".join(line.raw for line in found))
        if end < len(self._raw):
            self._raw, self._written = self._raw[:end], self._written and min(self._written, end)
            with suppress(OSError):  # if it comes back after a power cut, it does not read again
                os.truncate(folder / NAME, end)
        return found


def _read(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes()
    return b""
