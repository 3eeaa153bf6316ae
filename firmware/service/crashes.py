"""Starts that did not end well, noted where a restart finds them and a loss of power does not.

The note lies in the folder that systemd makes in memory for the service: nothing is written to the card, and a plug
that was pulled is no crash. Without such a folder nothing is noted.
"""

import os
from contextlib import suppress
from pathlib import Path

NAME = "crashes"
MANY = 2
"""How many crashes in a row make the device start in safe mode."""
UNKNOWN = "It hung, or was ended from outside"
LONGEST = 120
"""Characters of a reason: the panel shows it."""


class Crashes:
    """One line for each start since the last one that went well. `folder` None: nothing is noted."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / NAME
        self._lines: list[str] = []

    def begin(self) -> str | None:
        """Note a start, which counts as a crash until `clear`; return the reason for safe mode, if there is one."""
        if self._path is not None:
            with suppress(OSError):
                self._lines = self._path.read_text("utf-8", "replace").splitlines()
        reason = self._lines[-1] if len(self._lines) >= MANY else None
        self._lines.append(UNKNOWN)
        self._write()
        return reason

    def note(self, reason: str) -> None:
        """Say why this start ends, though it may have gone well for long."""
        self._lines[-1:] = [" ".join(reason.split())[:LONGEST]]
        self._write()

    @property
    def known(self) -> bool:
        """Whether it was said why this start ends."""
        return self._lines[-1:] not in ([], [UNKNOWN])

    def clear(self) -> None:
        """All is well."""
        if self._lines:
            self._lines = []
            self._write()

    def _write(self) -> None:
        if self._path is not None:
            with suppress(OSError):  # without a note the next start is like any other
                self._path.write_text("".join(f"{line}\n" for line in self._lines), "utf-8")


def runtime_folder() -> Path | None:
    """Return the folder in memory that systemd made for the service; None where it did not."""
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(given) if given else None
