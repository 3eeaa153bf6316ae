"""What the player settles once: `settings.toml`, and what each game is to remember from play to play."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.kit import faults
from engines.kit.options import Options
from engines.kit.play import Owner
from engines.kit.rules import BadFile, parse
from firmware.errors import TavolinoError
from firmware.files.disk import unread, unwritten, write_whole
from firmware.languages import is_language
from firmware.text import Text

NAME = "settings.toml"
LAST = "settings.last.toml"
"""The last settings that could be used."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings. What the player can choose on the device stands in `firmware.settings.preferences`.

    `options` and `sources` are the last, by game. `first_start` is the step at which it waits; empty: it is over.
    `hardware` changes the build that belongs to the panel, value by value.
    """

    panel: Literal["4.2", "4.2-big", "2.9"] = "4.2"
    language: str = "en"
    hand: Literal["right", "left"] = "right"
    full_refresh: Literal["fast", "slow"] = "fast"
    full_refresh_after: Annotated[int, Meta(ge=4, le=20)] = 8
    signals: Literal["all", "light", "sound", "none"] = "all"
    hold: Literal["short", "normal", "long"] = "normal"
    one_action_per_page: bool = False
    hints: bool = True
    acceleration: bool = True
    deals: Owner = "device"
    first_start: Literal["", "language", "hand", "text", "reading", "next", "back", "knob"] = ""
    options: dict[str, Options] = {}
    sources: dict[str, dict[str, Owner]] = {}
    hardware: dict[str, Any] = {}


def load(folder: Path, name: str = NAME) -> Settings:
    """Return the settings of a folder; the defaults where it has none. TavolinoError where they are not allowed."""
    return checked(_read(folder / name), str(folder / name))


def checked(values: dict[str, Any], name: str) -> Settings:
    """Return the settings of a file `name`. TavolinoError where they are not allowed."""
    values = _with_variant(values)
    for field, value in values.items():
        if field not in Settings.__struct_fields__:
            known = ", ".join(Settings.__struct_fields__)
            raise TavolinoError(
                Text(
                    "{file} has the unknown field {field}. Allowed: {allowed}. Take it out.",
                    file=name,
                    field=field,
                    allowed=known,
                )
            )
        if not _fits(field, value):
            from firmware.settings.preferences import allowed

            raise TavolinoError(
                Text(
                    "{file}: {field} cannot be {value}. Allowed: {allowed}. Correct it or take it out.",
                    file=name,
                    field=field,
                    value=faults.toml_value(value),
                    allowed=allowed(field),
                )
            )
    return msgspec.convert(values, Settings)


def greeting(folder: Path, settings: Settings) -> Settings:
    """Return the settings of a start: in a folder without settings and plays it is the first, and asks for some.

    A folder that cannot be written is none to greet from: it would be the first start for ever.
    """
    used = any(found for kind in (NAME, LAST, "*/*.jsonl", "plays.*") for found in folder.glob(kind))
    writable = os.access(folder, os.W_OK, effective_ids=True)
    return settings if used or not writable else replace(settings, first_start="language")


def greeted(folder: Path) -> dict[str, Any]:
    """Return what lets the first start still be one when settings are written before it."""
    first = greeting(folder, Settings()).first_start
    return {"first_start": first} if first else {}


def _fits(field: str, value: Any) -> bool:
    try:
        msgspec.convert({field: value}, Settings)
    except msgspec.ValidationError:
        return False
    return field != "language" or is_language(value)


def save(folder: Path, settings: Settings) -> None:
    """Write what plays settle: options and sources. All other values stay as they were written; comments are lost.

    Raises:
        TavolinoError: the disk cannot be written, or nothing can be added to the file.

    """
    change(folder, options=settings.options, sources=settings.sources)


def change(folder: Path, **values: Any) -> None:
    """Write some values; all others stay as they were written. Raises as `save`."""
    write(folder, values_of(folder) | values)


def values_of(folder: Path) -> dict[str, Any]:
    """Return what stands in the file, right or wrong. TavolinoError where it cannot be read."""
    return _with_variant(_read(folder / NAME))


def _with_variant(values: dict[str, Any]) -> dict[str, Any]:
    """Return values without the table of editions that there was once: an older box is a variant of its language."""
    values = dict(values)
    match values.pop("editions", None), values.get("language"):
        case {"burgundy": "old"}, "de":
            values["language"] = "de-old"
    return values


def write(folder: Path, values: dict[str, Any]) -> None:
    """Write the whole file; TavolinoError where the disk cannot be written."""
    _write(folder / NAME, values)


def choose(folder: Path, **values: Any) -> None:
    """Write what the player chose, and keep it for a start that finds the file spoilt. Raises as `save`."""
    change(folder, **values)
    with suppress(TavolinoError):  # what was wrong before is wrong still
        load(folder)
        keep_last(folder)


def keep_last(folder: Path) -> None:
    """Keep the settings of a folder, which can be used, for a start that finds them spoilt."""
    path, last = folder / NAME, folder / LAST
    with suppress(OSError):  # without them that start has the defaults
        raw = path.read_bytes() if path.exists() else b""
        if raw != (last.read_bytes() if last.exists() else b""):
            write_whole(last, raw)


def over(mine: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return a table with new values in it, and in the tables of it."""
    both = {name: over(mine[name], v) for name, v in new.items() if isinstance(v, dict) and _is_table(mine, name)}
    return mine | new | both


def _is_table(values: dict[str, Any], name: str) -> bool:
    return isinstance(values.get(name), dict)


def load_last(folder: Path) -> Settings:
    """Return the last settings that could be used; the defaults where there were none."""
    try:
        return load(folder, LAST)
    except TavolinoError:
        return Settings()


def remembered(folder: Path, game: str) -> Options:
    """Return what a game is to remember; nothing where it has nothing yet."""
    return _read(remembered_at(folder, game))


def remember(folder: Path, game: str, options: Options) -> None:
    """Write what a game is to remember, whole; TavolinoError where the disk cannot be written."""
    _write(remembered_at(folder, game), options)


def remembered_at(folder: Path, game: str) -> Path:
    """Return where stands what a game is to remember; there may be none."""
    return folder / "remembered" / f"{game}.toml"


def _read(path: Path) -> dict[str, Any]:
    try:
        return parse(path.read_bytes(), str(path))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except BadFile as bad:
        raise TavolinoError(bad.text) from None
    except OSError as error:
        raise TavolinoError(unread(path, error)) from None


def _write(path: Path, values: dict[str, Any]) -> None:
    import tomli_w

    try:
        write_whole(path, tomli_w.dumps(values).encode())
    except OSError as error:
        raise TavolinoError(unwritten(path, error)) from None
