"""Bot files: their folders and titles. None is read before the list is opened.

bots/ of the data folder        ─┐
bots/ of the exchange folder    ─┼▶ listed: by the lines with key and title ─▶ open_bot: read and checked as a whole
bots/ of Tavolino itself        ─┘
"""

import logging
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engines.kit.contract import Emblem
from engines.kit.engine import Engine
from engines.kit.options import Options
from engines.kit.rules import MAX_FILE_BYTES
from engines.kit.text import PSEUDO
from engines.registry import KEYS, load_engine
from firmware.bots.engines import bot_of_file, engine_of, read_emblem, read_head, read_title
from firmware.errors import TavolinoError
from firmware.files import exchange
from firmware.files.disk import plain_text
from firmware.files.exchange import Exchange
from firmware.languages import ENGLISH_KEY
from firmware.text import Text
from hw.errors import error_words

log = logging.getLogger("tavolino.bots")

FOLDER = "bots"
SHIPPED = Path(__file__).parents[2] / FOLDER
"""The folder of the bots that come with Tavolino. A file with the same key in another folder replaces one of them."""
HEAD_BYTES = 1 << 14
"""Bytes of a file in which its key and its title are looked for."""
MAX_FILES = 100
"""The most files of a folder that are listed."""


class ListedBot(Struct, frozen=True):
    """A bot file as a list shows it; the title is empty if it cannot be read.

    `other` is a different file with the same key in the data folder; the one on the card is played.
    """

    path: Path
    key: str
    title: str
    emblem: Emblem
    other: Path | None = None


class Bots:
    """The bots of a data folder and of its exchange folder, and those that come with Tavolino.

    `options_of_plays` gives the options of the plays with a bot, the newest first: each contains the bot's file.
    """

    def __init__(self, folder: Path, exchange: Exchange, options_of_plays: Callable[[str], Iterable[Options]]) -> None:
        self._folder = folder
        self._exchange = exchange
        self._options_of_plays = options_of_plays

    def list_files(self) -> list[ListedBot]:
        """Return the files of bots, by title."""
        own: list[ListedBot] = []
        for place in (self._exchange.place, self._folder):
            for path in _bot_files(place / FOLDER):
                _add_row(own, _read_row(path))
        keys = {one.key for one in own}
        shipped = [one for one in map(_read_row, _bot_files(SHIPPED)) if one.key not in keys]
        return sorted((*own, *shipped), key=lambda one: (one.title or one.path.name).casefold())

    def find(self, game: str) -> Engine[Any]:
        """Return a built-in bot, a bot file, or the file in the newest play with it; KeyError if there is none.

        A file that cannot be used is ignored.
        """
        if game in KEYS:
            return load_engine(game)
        files = self.list_files()
        for one in files:
            if one.key == game:
                with suppress(TavolinoError):
                    if (engine := open_bot(one, files)).key == game:
                        return engine
        for options in self._options_of_plays(game):
            with suppress(TavolinoError, KeyError):
                return engine_of(game, options)
        raise KeyError(game)


def open_bot(one: ListedBot, others: list[ListedBot]) -> Engine[Any]:
    """Return the bot of a file; TavolinoError if it cannot be used, or another file has its key."""
    engine = bot_of_file(exchange.read(one.path), exchange.display_name(one.path))
    for other in others:
        if other.key == engine.key and other.path != one.path:
            names = (exchange.display_name(one.path), exchange.display_name(other.path))
            twice = Text("{names} have the same key {key}. Change one of them.", names=names, key=engine.key)
            raise TavolinoError(twice)
    return engine


def has_words_in(path: Path, language: str) -> bool:
    """Return whether a file seems to have words in a language: one of its lines begins a table of them."""
    if language in (ENGLISH_KEY, PSEUDO):
        return True
    raw = b""
    with suppress(OSError), path.open("rb") as file:
        raw = file.read(MAX_FILE_BYTES)
    return re.search(rb"(?m)^\[? *words *\. *[\"']?" + language.encode() + rb"\b", raw) is not None


def _add_row(own: list[ListedBot], one: ListedBot) -> None:
    """Add a file to the player's own, unless it equals one of them or another folder has its key."""
    for place, first in enumerate(own):
        if one.key and first.key == one.key:
            if _are_equal(first.path, one.path):
                return
            if first.path.parent != one.path.parent:
                own[place] = msgspec.structs.replace(first, other=one.path)
                return
    own.append(one)


def _are_equal(one: Path, other: Path) -> bool:
    with suppress(OSError):
        size = one.stat().st_size
        return size == other.stat().st_size <= exchange.MAX_FILE_BYTES and one.read_bytes() == other.read_bytes()
    return False


def _bot_files(folder: Path) -> list[Path]:
    try:
        found = sorted(path for path in folder.iterdir() if _is_bot_file(path))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except PermissionError as error:
        log.warning("%s cannot be read: %s", folder, error_words(error))
        return []
    if found[MAX_FILES:]:
        log.warning("%s has %d files; the first %d are listed", folder, len(found), MAX_FILES)
    return found[:MAX_FILES]


def _is_bot_file(path: Path) -> bool:
    return path.suffix.lower() == ".toml" and not path.name.startswith(".") and path.is_file()


def _read_row(path: Path) -> ListedBot:
    raw = b""
    with suppress(OSError), path.open("rb") as file:
        raw = file.read(HEAD_BYTES)
    text = plain_text(raw).decode(errors="replace")
    title = read_title(text)
    return ListedBot(path, read_head(text).get("key", ""), title, read_emblem(text, title or path.name))
