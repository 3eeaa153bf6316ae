"""What the data folder has of several rooms: the bot of a game, wherever it is."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from engines.kit.engine import Engine
from engines.registry import KEYS, load_engine
from firmware.bots.engines import engine_of
from firmware.bots.files import listed, opened
from firmware.errors import TavolinoError
from firmware.plays import folder as folders
from firmware.plays.folder import ARCHIVE, LIVE
from firmware.plays.kept_file import SUFFIX


def find_bot(folder: Path, game: str) -> Engine[Any]:
    """Return a bot: one that is built in, that of a file, or that of the newest play with it; KeyError where none is.

    A file that cannot be used is passed over.
    """
    if game in KEYS:
        return load_engine(game)
    files = listed(folder)
    for one in files:
        if one.key == game:
            with suppress(TavolinoError):
                if (engine := opened(one, files)).key == game:
                    return engine
    plays = (path for path in folders.paths(folder, LIVE, ARCHIVE) if path.name.endswith(f"-{game}{SUFFIX}"))
    for path in sorted(plays, reverse=True):
        with suppress(TavolinoError, KeyError):
            if (kept := folders.archived(folder, path)[0]) is not None:
                return engine_of(game, kept.file.play.options)
    raise KeyError(game)
