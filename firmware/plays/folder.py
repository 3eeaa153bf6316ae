"""The folder of the plays: where its files are, and what is found in it at a start."""

from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from firmware.errors import reason
from firmware.plays import copies
from firmware.plays.kept_file import DAMAGED, SUFFIX, KeptFile, numbered, opened
from firmware.plays.play_file import Mended, Newer, PlayFile
from firmware.text import Text

LIVE, ARCHIVE = "plays", "archive"
OLDER = "plays.sqlite"
"""The store that there was before."""


class Found(Struct):
    """What was found: live plays by their numbers; what was lost of some; sentences; files that are no plays."""

    files: dict[int, KeptFile] = {}
    lost: list[tuple[KeptFile, Mended]] = []
    notices: list[Text] = []
    strange: list[Path] = []


def found(folder: Path) -> Found:
    """Return the live plays of a folder, those among them that only a copy has. Nothing is written."""
    all_found = Found()
    archived = {path.name for path in paths(folder, ARCHIVE)}
    names = {path.name for path in (*paths(folder, LIVE), *paths(folder, copies.FOLDER))} - archived
    if (folder / LIVE).exists() and not (folder / LIVE).is_dir():
        moved = Text("{file} is not a folder. Move it away; until then nothing is kept.", file=str(folder / LIVE))
        all_found.notices.append(moved)
    for name in sorted(name for name in names if name.endswith(SUFFIX)):
        _read(folder, name, all_found)
    all_found.lost.sort(key=lambda found: found[0].file.seq)
    return all_found


def _read(folder: Path, name: str, into: Found) -> None:
    path = folder / LIVE / name
    try:
        one, lost = opened(path, folder / copies.FOLDER / name)
    except Newer:
        newer = Text("{file} was written by a newer Tavolino. Install that; the file is left as it is.", file=str(path))
        into.notices.append(newer)
        return
    except OSError as error:
        left = Text("{file} cannot be read ({reason}). It is left as it is.", file=str(path), reason=reason(error))
        into.notices.append(left)
        return
    if one is None or one.file.number in into.files:
        aside = Text(
            "{file} cannot be read as a play, and has no copy. It is kept in the folder {folder}.",
            file=name,
            folder=DAMAGED,
        )
        into.notices.append(aside)
        into.strange.append(path if path.exists() else folder / copies.FOLDER / name)
        return
    into.files[one.file.number] = one
    if lost is not None:
        into.lost.append((one, lost))


def archived(folder: Path, path: Path) -> PlayFile | None:
    """Return what can be read of a play of the archive, or of its copy if that is more."""
    with suppress(OSError, Newer):
        one, _ = opened(path, folder / copies.FOLDER / path.name)
        return one.file if one else None
    return None


def paths(folder: Path, name: str) -> list[Path]:
    """Return what is called like a play in a part of the folder; nothing where that cannot be read."""
    with suppress(OSError):
        return sorted(path for path in (folder / name).iterdir() if numbered(path.name))
    return []


def last_archived(folder: Path) -> str | None:
    """Return the game of the newest play of the archive; None where that is empty."""
    names = [path.name for path in paths(folder, ARCHIVE) if path.suffix == SUFFIX]
    return names[-1].removesuffix(SUFFIX).partition("-")[2] if names else None


def free_number(folder: Path) -> int:
    """Return the number of the next play: no file has it, whatever has become of its play."""
    parts = (LIVE, ARCHIVE, copies.FOLDER, DAMAGED)
    return 1 + max((numbered(path.name) for part in parts for path in paths(folder, part)), default=0)
