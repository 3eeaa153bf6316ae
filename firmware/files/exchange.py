"""Import and export without a network: a folder that any PC can open, on a partition of the card.

in    tavolino/ ─▶ bytes, without additions of editors ─▶ checked by the caller
out   bytes ─▶ outbox/ ─▶ tavolino-exchange.service: writable, copied, synced, read-only again ─▶ tavolino/

The service sets $TAVOLINO_EXCHANGE to that folder. Without it, as in the emulators, the folder is `exchange/` in the
data folder, and is written directly. Nothing is ever overwritten, and only `settings.toml` is read unasked.
"""

import os
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from engines.kit.text import Value
from firmware.errors import TavolinoError, reason
from firmware.files.disk import convert_read_error, plain_text, write_whole
from firmware.text import Text

FOLDER_VARIABLE = "TAVOLINO_EXCHANGE"
HELPER_COMMAND = ("systemctl", "--no-ask-password", "start", "tavolino-exchange.service")
"""Allowed to the service's user by the polkit rule that the installer brings."""
HELPER_MAX_S = 6.0
"""The longest time for the helper: less than a turn of the loop."""
SETTINGS_NAME = "settings.toml"
"""The file that the next start reads; it is not a deck or a play."""
MAX_FILE_BYTES = 1 << 20
"""The most bytes of a deck or a play."""
SUFFIXES = (".toml", ".jsonl", ".txt")
"""The suffixes of files that can be imported: decks, plays, and reports that a phone read from codes."""
MAX_NAME_CHARS = 32
"""The longest name that a list shows, in letters."""


class Exchange:
    """The folder of exchange of a data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def place(self) -> Path:
        """The path of the folder, which may not exist."""
        return Path(os.environ[FOLDER_VARIABLE]) if self.on_card else self._folder / "exchange"

    @property
    def on_card(self) -> bool:
        """True if the folder is on the card that the Pi boots from."""
        return bool(os.environ.get(FOLDER_VARIABLE))

    def files(self) -> list[Path]:
        """Return the files that can be imported, by name.

        It omits the files that a Mac adds beside each file (`._x`), and the settings, which the next start reads.
        """
        names: list[Path] = []
        with convert_read_error(self.place), suppress(FileNotFoundError), os.scandir(self.place) as entries:
            names = [Path(one) for one in entries if not one.name.startswith(".") and one.is_file()]
        return sorted(path for path in names if path.suffix.lower() in SUFFIXES and path.name.lower() != SETTINGS_NAME)

    def write(self, files: Iterable[tuple[str, bytes]]) -> list[str]:
        """Write files under their names, or numbered ones if these are taken; return the names.

        Names are of ASCII letters, digits, `-`, `_` and one dot. TavolinoError if something cannot be written.
        """
        place = self.place
        written: dict[str, bytes] = {}
        try:
            taken = {one.name.casefold() for one in place.iterdir()} if place.exists() else set()
            out = self._folder / "outbox" if self.on_card else place
            if self.on_card:
                shutil.rmtree(out, ignore_errors=True)  # what a power cut left there was never said to be written
            for name, raw in files:
                free = _free_name(name, taken)
                taken.add(free.casefold())
                written[free] = raw
                write_whole(out / free, raw)
        except OSError as error:
            raise TavolinoError(
                Text(
                    "{file} cannot be written: {reason}. Nothing was overwritten.",
                    file=str(place),
                    reason=reason(error),
                )
            ) from None
        if self.on_card:
            _run_helper(out, place, written)
        return list(written)


def display_name(path: Path) -> str:
    """Return the name of a file as it can be drawn: a long one by its beginning and end."""
    name = "".join(one if one.isprintable() else "?" for one in os.fsencode(path.name).decode(errors="replace"))
    return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 10]}…{name[-9:]}"


def read(path: Path) -> bytes:
    """Return a file as `plain_text`; TavolinoError if it cannot be read or is too large."""
    name = display_name(path)
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise TavolinoError(
            Text("{file} cannot be read: {reason}. Copy it to the card again.", file=name, reason=reason(error))
        ) from None
    if len(raw) > MAX_FILE_BYTES:
        raise TavolinoError(Text("{file} is larger than any deck or play. Choose another file.", file=name))
    return plain_text(raw)


def deck_name(name: str) -> str:
    """Return a name that a deck may have: at most 30 letters of any script, digits, - and _."""
    return re.sub(r"[^\w-]+", "-", unicodedata.normalize("NFC", name))[:30].strip("-_") or "deck"


# --- inside ---


def _free_name(name: str, taken: set[str]) -> str:
    """Return a name that no file has, whatever its capitals, since the partition ignores case."""
    stem, _, suffix = name.rpartition(".")
    names = (name if n == 1 else f"{stem}-{n}.{suffix}" for n in range(1, len(taken) + 2))
    return next(one for one in names if one.casefold() not in taken)


def _run_helper(out: Path, place: Path, files: dict[str, bytes]) -> None:
    """Let the helper copy files to their place, and check that they are there."""
    why: Value = ""
    try:
        done = subprocess.run(  # noqa: S603 - the words above
            HELPER_COMMAND, capture_output=True, text=True, check=False, timeout=HELPER_MAX_S
        )
        why = " ".join(done.stderr.split()) if done.returncode else ""
        copied = not why and all((place / name).read_bytes() == raw for name, raw in files.items())
    except subprocess.TimeoutExpired:
        copied, why = False, Text("It took too long.")
    except OSError as error:
        copied, why = False, Text("{reason}.", reason=reason(error))
    shutil.rmtree(out, ignore_errors=True)
    if not copied:
        raise TavolinoError(
            Text("{file} cannot be written. {why} The log of tavolino-exchange says more.", file=str(place), why=why)
        )
