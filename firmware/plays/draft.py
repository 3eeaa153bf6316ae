"""A half-entered answer at a step of a play, in a small file beside the snapshots.

    plays/0042-wyrmspan/draft.jsonl

Each line (`lines.py`) is an answer as far as it was entered, and the last line counts. The first line is chained to the
play's line that led to the step, so the draft is only valid at that step. The journal has no part of it.
"""

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from engines.kit.contract import Entry
from firmware.files.disk import sync, write_rest, write_whole
from firmware.plays import lines
from firmware.plays.folder import content
from firmware.plays.lines import Line

NAME = "draft.jsonl"
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


class Draft:
    """The draft of a play. `folder` has its snapshots, and `link` is the link of the line that led to its step.

    `_written` is the number of its bytes on the disk; None if the file has to be written whole.
    """

    def __init__(self, folder: Path, link: int) -> None:
        self.folder, self.link = folder, link
        self._raw = b""
        with suppress(OSError):
            self._raw = content(folder / NAME)
        self._written: int | None = len(self._raw)

    @property
    def is_saved(self) -> bool:
        """True if all of it is on the disk."""
        return not self._raw or self._written == len(self._raw)

    def entry(self) -> Entry | None:
        """Return the last answer entered at this step; None without any."""
        with suppress(msgspec.MsgspecError, IndexError):
            return _decode(self._lines()[-1].body)
        return None

    def enter(self, entry: Entry) -> None:
        """Add a line, in memory."""
        found = self._lines()
        self._raw += lines.encode(0, found[-1].chain if found else self.link, _encode(entry)).raw

    def write(self) -> None:
        """Write the rest to the disk, with one sync, or more for a new file. OSError if it cannot be written."""
        if not self._lines() or self.is_saved:
            return
        if not write_rest(self.folder / NAME, self._raw, self._written):
            self._written = None
            write_whole(self.folder / NAME, self._raw)
            sync(self.folder.parent)
        self._written = len(self._raw)

    def _lines(self) -> list[Line]:
        """Return the lines of this step, and cut off all others: those of another step, or a torn one."""
        found = lines.read(self._raw, chain=self.link)
        end = len(b"".join(line.raw for line in found))
        if end < len(self._raw):
            self._raw, self._written = self._raw[:end], self._written and min(self._written, end)
            with suppress(OSError):  # if they come back after a power cut, they are cut off again
                os.truncate(self.folder / NAME, end)
        return found
