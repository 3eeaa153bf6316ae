"""What the player settles once: `settings.toml`, and what each game is to remember from play to play."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from engines.journal import Owner
from engines.options import Options
from engines.rules import BadFile, parse
from firmware.data import write_whole
from firmware.errors import TavolinoError
from firmware.languages import is_language, languages

NAME = "settings.toml"
LAST = "settings.last.toml"
"""The last settings that could be used."""
ALLOWED = {
    "panel": '"4.2", "4.2-big", "2.9"',
    "language": "those that are installed",
    "editions": "a table of game and edition",
    "full_refresh": '"fast", "slow"',
    "full_refresh_after": "4 to 20",
    "options": "a table for each game",
    "sources": "a table for each game, of own and device",
    "hardware": "a table shaped like a profile of hw/profiles",
}


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings. `options` and `sources` are the last, by game.

    `editions` names by game the edition whose words are used, where its translation has several.
    `full_refresh` is how the glass is cleaned, and `full_refresh_after` the partial refreshes after which it is.
    `hardware` changes the build that belongs to the panel, value by value.
    """

    panel: Literal["4.2", "4.2-big", "2.9"] = "4.2"
    language: str = "en"
    editions: dict[str, str] = {}
    full_refresh: Literal["fast", "slow"] = "fast"
    full_refresh_after: Annotated[int, Meta(ge=4, le=20)] = 8
    options: dict[str, Options] = {}
    sources: dict[str, dict[str, Owner]] = {}
    hardware: dict[str, Any] = {}


def load(folder: Path, name: str = NAME) -> Settings:
    """Return the settings of a folder; the defaults where it has none. TavolinoError where they are not allowed."""
    path = folder / name
    values = _read(path)
    for field, value in values.items():
        if field not in ALLOWED:
            raise TavolinoError(f"{path} has the unknown field {field}. Allowed: {', '.join(ALLOWED)}. Take it out.")
        if not _fits(field, value):
            raise TavolinoError(
                f"{path}: {field} cannot be {value!r}. Allowed: {_allowed(field)}. Correct it or take it out."
            )
    return msgspec.convert(values, Settings)


def _fits(field: str, value: Any) -> bool:
    try:
        msgspec.convert({field: value}, Settings)
    except msgspec.ValidationError:
        return False
    return field != "language" or is_language(value)


def _allowed(field: str) -> str:
    return ", ".join(f'"{one}"' for one in languages()) if field == "language" else ALLOWED[field]


def save(folder: Path, settings: Settings) -> None:
    """Write what plays settle: options and sources. All other values stay as they were written; comments are lost.

    Raises:
        TavolinoError: the disk cannot be written, or nothing can be added to the file.

    """
    change(folder, options=settings.options, sources=settings.sources)


def change(folder: Path, **values: Any) -> None:
    """Write some values; all others stay as they were written. Raises as `save`."""
    path = folder / NAME
    _write(path, _read(path) | values)


def keep_last(folder: Path) -> None:
    """Keep the settings of a folder, which can be used, for a start that finds them spoilt."""
    path, last = folder / NAME, folder / LAST
    with suppress(OSError):  # without them that start has the defaults
        raw = path.read_bytes() if path.exists() else b""
        if raw != (last.read_bytes() if last.exists() else b""):
            write_whole(last, raw)


def load_last(folder: Path) -> Settings:
    """Return the last settings that could be used; the defaults where there were none."""
    try:
        return load(folder, LAST)
    except TavolinoError:
        return Settings()


def remembered(folder: Path, game: str) -> Options:
    """Return what a game is to remember; nothing where it has nothing yet."""
    return _read(_place(folder, game))


def remember(folder: Path, game: str, options: Options) -> None:
    """Write what a game is to remember, whole; TavolinoError where the disk cannot be written."""
    _write(_place(folder, game), options)


def _place(folder: Path, game: str) -> Path:
    return folder / "remembered" / f"{game}.toml"


def _read(path: Path) -> dict[str, Any]:
    try:
        return parse(path.read_bytes(), str(path))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except BadFile as bad:
        raise TavolinoError(str(bad)) from None
    except OSError as error:
        raise TavolinoError(f"{path} cannot be read: {error.strerror}. See who owns it.") from None


def _write(path: Path, values: dict[str, Any]) -> None:
    import tomli_w  # noqa: PLC0415 - needed only when something is kept

    try:
        write_whole(path, tomli_w.dumps(values).encode())
    except OSError as error:
        raise TavolinoError(f"{path} cannot be written: {error.strerror}. Nothing was kept.") from None
