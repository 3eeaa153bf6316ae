"""The plays of the archive: read from their files once, then from an index that can be made again.

    history.json    by file: its size, and the record of its play

It is read when the list is shown or a play begins. A file of another size is read again.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engines.kit.contract import Badge
from engines.kit.options import BOT_FILE
from firmware.bots.engines import read_title
from firmware.files.disk import write_whole
from firmware.plays import snapshots
from firmware.plays.folder import ARCHIVE, UNKNOWN, paths, read_counts
from firmware.plays.kept_file import KeptFile, read_archived
from firmware.plays.losses import Loss
from firmware.plays.play_file import End, Winner

INDEX = "history.json"


class Record(Struct, frozen=True, omit_defaults=True):
    """A play: its set-up and its end; options name decks instead of containing them.

    `title` is the title of a bot file, which only the play contains. `undone` counts all inputs that were taken back,
    `corrected` the corrections that remain. `used` orders plays by their last use. `at` is the badge of a play that is
    not over, in plain values (`snapshots.py`).
    """

    number: int
    game: str
    options: dict[str, Any]
    used: int
    inputs: int = 0
    over: bool = False
    winner: Winner = None
    bot: int | None = None
    you: int | None = None
    undone: int = 0
    corrected: int = 0
    at: Any = None
    title: str = ""

    @property
    def margin(self) -> int | None:
        """The player's total minus the bot's; None if the bot has no score, or the player's total is unknown."""
        return None if self.bot is None or self.you is None else self.you - self.bot

    @property
    def badge(self) -> Badge | None:
        """Return the progress of a play that is not over."""
        return snapshots.badge_of(self.at)


_Index = dict[str, tuple[int, Record | None]]


def records(folder: Path, lose: Callable[[dict[str, Loss]], object] = lambda _: None) -> tuple[Record, ...]:
    """Return the plays of the archive, the one used last at the end. `lose` is given the losses found."""
    known, index, extents = _read(folder / INDEX), _Index(), read_counts(folder).plays
    for path in paths(folder, ARCHIVE):
        with suppress(OSError):
            size = path.stat().st_size
            index[path.name] = known.get(path.name, (-1, None))
            if index[path.name][0] != size:
                kept = read_archived(path, extents.get(path.name, UNKNOWN), lose)
                index[path.name] = size, _record(kept) if kept else None
    if index != known:
        with suppress(OSError):  # it is made again at the next look
            write_whole(folder / INDEX, msgspec.json.encode(index))
    return tuple(sorted((record for _, record in index.values() if record is not None), key=lambda one: one.used))


def _record(kept: KeptFile) -> Record:
    file, play = kept.file, kept.file.play
    end = file.ended if isinstance(file.ended, End) else End()
    options, bot = dict(play.options), play.options.get(BOT_FILE)
    options.pop(BOT_FILE, None)
    for name, value in options.items():
        if isinstance(value, dict):
            options[name] = value.get("name") or "own"
    corrected = sum(step.entry is not None and step.entry.kind == "correct" for step in play.steps)
    return Record(
        file.number,
        play.game,
        options,
        file.used,
        play.n,
        file.over,
        end.winner,
        end.bot,
        end.you,
        file.undone,
        corrected + (play.base is not None),
        snapshots.plain_badge(kept.badge) if kept.badge else None,
        read_title(bot) if isinstance(bot, str) else "",
    )


def _read(path: Path) -> _Index:
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(path.read_bytes(), type=_Index)
    return {}
