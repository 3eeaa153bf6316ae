"""The bots: those that are built in, and those of files.

a play ─▶ engine_of ─┬▶ engines/<game>
                     └▶ the file that the play embeds ─▶ bot_of_file
GAME, FILE ─▶ load_bot
"""

import re
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from engines.kit.contract import Emblem
from engines.kit.engine import Engine
from engines.kit.options import BOT_FILE, Options
from engines.kit.rules import BadFile, parse
from engines.registry import KEYS, load_engine
from firmware import languages
from firmware.errors import TavolinoError
from firmware.files.disk import convert_bad_file, plain_text
from firmware.process import read
from firmware.text import Text

MAX_CACHED_BOTS = 8
"""Bots of files that are kept in memory, the most recently used ones."""
MAX_TITLE_CHARS = 80
"""Letters of a title."""
MAX_HEAD_LINES = 20
"""Lines with a key or a title that are tried; the first readable one of each counts."""
_HEAD = r"(?m)^(key|title)[ \t]*=[ \t]*(\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')"
_EMBLEM = r"""(?m)^emblem[ \t]*=[ \t]*(?:\"{3}|'{3})([#.\s]*)"""
_cache: dict[str, Engine[Any]] = {}


def load_bot(game: str) -> Engine[Any]:
    """Return the bot of GAME or FILE on a command line; TavolinoError if there is none."""
    if game.endswith(".toml") or "/" in game:
        return bot_of_file(plain_text(read(Path(game))), Path(game).name)
    try:
        return load_engine(game)
    except KeyError:
        known = ", ".join(KEYS)
        raise TavolinoError(f"There is no game {game!r}. There are: {known}.") from None


def engine_of(game: str, options: Options) -> Engine[Any]:
    """Return the bot of a play: a built-in one, or the bot of the file in its options.

    Raises:
        KeyError: it is not built in, and there is no file of it.
        TavolinoError: the file cannot be used.

    """
    if game in KEYS:
        return load_engine(game)
    text = options.get(BOT_FILE)
    if not isinstance(text, str):
        raise KeyError(game)
    engine = bot_of_file(text.encode(errors="replace"), f"{game}.toml")
    if engine.key != game:
        raise KeyError(game)
    return engine


def bot_of_file(raw: bytes, name: str) -> Engine[Any]:
    """Return the bot of a file, made once; TavolinoError says what is wrong with the file, and in which line."""
    from hashlib import sha256

    from engines.botfile import load

    version = sha256(raw).hexdigest()
    engine: Any = _cache.pop(version, None)
    if engine is None:
        with convert_bad_file():
            engine = load(raw, name)
        if engine.key in KEYS:
            taken = Text(
                "{name}: the key {key} is that of a game of Tavolino’s own. Choose another.", name=name, key=engine.key
            )
            raise TavolinoError(taken)
        languages.add_words(engine.key, engine.words, engine.sentences)
    _cache[version] = engine
    if len(_cache) > MAX_CACHED_BOTS:
        del _cache[next(iter(_cache))]
    return engine  # type: ignore[no-any-return]


def read_head(text: str) -> dict[str, str]:
    """Return key and title of a bot file from its first lines, without parsing the rest."""
    found: dict[str, str] = {}
    for match in islice(re.finditer(_HEAD, text), MAX_HEAD_LINES):
        with suppress(BadFile):
            found = parse(match[0].encode(), "") | found
    return found


def read_title(text: str) -> str:
    """Return the title of a bot's file, on one line; else its key."""
    head = read_head(text)
    title = " ".join("".join(one if one.isprintable() else " " for one in head.get("title", "")).split())
    return title[:MAX_TITLE_CHARS] or head.get("key", "")


def read_emblem(text: str, title: str) -> Emblem:
    """Return the emblem of a bot file from its first lines; without a valid one it is an initial."""
    found = re.search(_EMBLEM, text)
    return Emblem(title[:1].upper(), rows=found[1] if found else "")


def cached_bot(game: str) -> Engine[Any] | None:
    """Return a built-in bot, or the bot file that was used last under this key; None if there is none."""
    if game in KEYS:
        return load_engine(game)
    return next((one for one in reversed(tuple(_cache.values())) if one.key == game), None)
