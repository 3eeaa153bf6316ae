"""The languages of the device, and the catalogue of one for the game that is on the glass.

A language has one compiled file of the device's own sentences, one of those that games share, and one for each game;
English needs none. A variant, such as `de-old`, has only different words, and falls back to `de` message by message.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from engines import registry
from engines.kit.text import ENGLISH, PSEUDO, Catalogue, Text, load_catalogue
from firmware.errors import TavolinoError

ENGLISH_KEY = "en"
DEVICE = Path(__file__).parent / "locale"
"""The device's own sentences."""
_words_of_bots: dict[str, dict[str, dict[str, Any]]] = {}
"""The words of bot files: by bot, then by language, then by sentence. The English ones only list the sentences."""
GAMES = Path(registry.__file__).parent
SHARED = GAMES / "kit" / "locale"
"""The sentences that games share."""


def languages() -> tuple[str, ...]:
    """Return the keys of all languages, English first and the made-up one last."""
    return (ENGLISH_KEY, *sorted(file.stem for file in DEVICE.glob("*.mo")), PSEUDO)


def is_language(key: str) -> bool:
    """Return whether there is a language of this key; for English the disk is not read."""
    return key == ENGLISH_KEY or key in languages()


def check_language(language: str) -> None:
    """Raise TavolinoError if there is no language of a key that was typed."""
    if not is_language(language):
        raise TavolinoError(f"There is no language {language!r}. There are: {', '.join(languages())}.")


@lru_cache(maxsize=2)
def catalogue(language: str, game: str | None = None) -> Catalogue:
    """Return the catalogue of a language, with the words of a game.

    A game has its own words, then those that games share; the device has its own. A sentence without words stays
    English; in a bot file, all parts of it do.
    """
    if language == ENGLISH_KEY:
        return ENGLISH
    of_game = [] if game is None else _files(GAMES / game / "locale", language)
    base = load_catalogue(language, *of_game, *_files(SHARED, language), device=_files(DEVICE, language))
    of_bot = _words_of_bots.get(game or "")
    if of_bot is None or language == PSEUDO:
        return base
    from engines.botfile.words import FileTranslations, is_worded

    words = of_bot.get(base_language(language), {})
    return base.behind(FileTranslations(words), {one for one in of_bot[ENGLISH_KEY] if not is_worded(words.get(one))})


@lru_cache(maxsize=64)
def words_of_game(text: Text, language: str, game: str) -> str:
    """Return the words of a sentence of a game, cached for lists that show several games."""
    return catalogue(language, game).words(text)


def base_language(language: str) -> str:
    """Return the language that a variant falls back to, as `de` for `de-old`; any other language is its own."""
    return language.partition("-")[0]


def add_words(game: str, words: dict[str, dict[str, Any]], sentences: Iterable[str]) -> None:
    """Add the words of a bot file, by language, to those that it added before."""
    known = _words_of_bots.setdefault(game, {})
    for language, new in {**words, ENGLISH_KEY: dict.fromkeys(sentences)}.items():
        known[language] = known.get(language, {}) | new
    catalogue.cache_clear()
    words_of_game.cache_clear()


def _files(folder: Path, language: str) -> list[Path]:
    """Return the files of a language, that of a variant first."""
    return [folder / f"{key}.mo" for key in dict.fromkeys((language, base_language(language)))]
