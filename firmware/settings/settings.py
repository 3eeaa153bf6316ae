"""The settings of the player, `settings.toml`, and the last options of each game."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from engines.kit import faults
from engines.kit.options import Options
from engines.kit.play import Owner
from engines.kit.rules import parse
from firmware.errors import TavolinoError
from firmware.files.disk import convert_bad_file, convert_write_error, read_if_present, write_whole
from firmware.languages import is_language
from firmware.text import Text
from hw.build import DEFAULT, names
from hw.events import UsbRole

FILE_NAME = "settings.toml"
BIG_SUFFIX = "-big"
"""The end of the name of a panel that means big text, too."""
LAST_FILE_NAME = "settings.last.toml"
"""The last settings that could be used."""

KeyNumber: TypeAlias = Annotated[int, Meta(ge=1, le=767)]
"""The number of a key, of linux/input-event-codes.h."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings. Those that can be chosen on the device are in `firmware.settings.preferences`.

    `options` and `sources` are those of the last play, by game. `first_start` is the step at which the first start
    waits; empty if it is over. `panel` names a build of `hw/profiles`; `hardware` changes values of it. `usb_keys`
    are the learned keys of USB devices.
    """

    panel: str = DEFAULT
    text: Literal["normal", "big"] = "normal"
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
    first_start: Literal["", "language", "hand", "text", "reading", "next", "back", "knob", "usb"] = ""
    options: dict[str, Options] = {}
    sources: dict[str, dict[str, Owner]] = {}
    hardware: dict[str, Any] = {}
    usb_keys: dict[str, dict[UsbRole, KeyNumber]] = {}


class SettingsFiles:
    """The settings of a data folder, and the last options of each game.

    A file that cannot be read or written is a TavolinoError, unless a method says otherwise.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._folder = folder
        self._last = folder / LAST_FILE_NAME

    def load(self) -> Settings:
        """Return the settings; the defaults if there are none. TavolinoError if they are invalid."""
        return check_settings(_read(self.path), str(self.path))

    def load_last(self) -> Settings:
        """Return the last settings that could be used; the defaults if there were none."""
        try:
            return check_settings(_read(self._last), str(self._last))
        except TavolinoError:
            return Settings()

    def first_start(self) -> dict[str, Any]:
        """Return the settings that begin the first start; nothing if the folder was used before.

        A folder that cannot be written has no first start, since every start would be one.
        """
        patterns = (FILE_NAME, LAST_FILE_NAME, "*/*.jsonl", "plays.*")
        used = any(found for pattern in patterns for found in self._folder.glob(pattern))
        writable = os.access(self._folder, os.W_OK, effective_ids=True)
        return {} if used or not writable else {"first_start": "language"}

    def values(self) -> dict[str, Any]:
        """Return the values in the file, valid or not."""
        return with_new_names(_read(self.path))

    def write(self, values: dict[str, Any]) -> None:
        """Write the whole file."""
        _write(self.path, values)

    def change(self, **values: Any) -> None:
        """Write some values and keep all others. Comments are lost."""
        self.write(self.values() | values)

    def choose(self, **values: Any) -> None:
        """Write what the player chose, with a copy for a start that finds the file spoilt."""
        self.change(**values)
        with suppress(TavolinoError):  # another value may be invalid
            self.load()
            self.keep_last()

    def keep_last(self) -> None:
        """Copy the settings, which are valid, for a start that finds them spoilt."""
        with suppress(OSError):  # without a copy that start has the defaults
            raw = self.path.read_bytes() if self.path.exists() else b""
            if raw != (self._last.read_bytes() if self._last.exists() else b""):
                write_whole(self._last, raw)

    def recall(self, game: str) -> Options:
        """Return what a game remembers; empty at first."""
        return _read(self.remembered_path(game))

    def recall_or_fault(self, game: str) -> tuple[Options, TavolinoError | None]:
        """Return what a game remembers, or nothing and why that cannot be read."""
        try:
            return self.recall(game), None
        except TavolinoError as error:
            return {}, error

    def remember(self, game: str, options: Options) -> None:
        """Write all that a game remembers."""
        _write(self.remembered_path(game), options)

    def remembered_path(self, game: str) -> Path:
        """Return the file of what a game remembers; it may be missing."""
        return self._folder / "remembered" / f"{game}.toml"


def check_settings(values: dict[str, Any], name: str) -> Settings:
    """Return the settings of the file `name`. TavolinoError if they are invalid."""
    values = with_new_names(values)
    for field, value in values.items():
        if field not in Settings.__struct_fields__:
            if field.lower() in Settings.__struct_fields__:
                raise TavolinoError(
                    Text("{file}: write {name} instead of {field}.", file=name, name=field.lower(), field=field)
                )
            known = ", ".join(Settings.__struct_fields__)
            raise TavolinoError(
                Text(
                    "{file} has the unknown field {field}. Allowed: {allowed}. Take it out.",
                    file=name,
                    field=field,
                    allowed=known,
                )
            )
        if not _is_allowed(field, value):
            from firmware.settings.preferences import allowed_values

            raise TavolinoError(
                Text(
                    "{file}: {field} cannot be {value}. Allowed: {allowed}. Correct it or take it out.",
                    file=name,
                    field=field,
                    value=faults.toml_value(value),
                    allowed=allowed_values(field),
                )
            )
    return msgspec.convert(values, Settings)


def _is_allowed(field: str, value: Any) -> bool:
    try:
        msgspec.convert({field: value}, Settings)
    except msgspec.ValidationError:
        return False
    match field:
        case "language":
            return is_language(value)
        case "panel":
            return value in names()
    return True


def with_new_names(values: dict[str, Any]) -> dict[str, Any]:
    """Return values under their present names.

    Older files may have a table of editions, now a variant of the language, and a panel that ends with "-big".
    """
    values = dict(values)
    match values.pop("editions", None), values.get("language"):
        case {"burgundy": "old"}, "de":
            values["language"] = "de-old"
    panel = values.get("panel")
    return values | panel_values(panel) if isinstance(panel, str) and panel.endswith(BIG_SUFFIX) else values


def panel_values(key: str) -> dict[str, str]:
    """Return the settings for a panel whose name may end with "-big"."""
    name = key.removesuffix(BIG_SUFFIX)
    return {"panel": name, "text": "normal" if name == key else "big"}


def panel_key(settings: Settings) -> str:
    """Return the panel of settings, with "-big" for big text."""
    return settings.panel + (BIG_SUFFIX if settings.text == "big" else "")


def merge_tables(mine: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return a table with new values, also in its inner tables."""
    merged = {
        name: merge_tables(mine[name], value)
        for name, value in new.items()
        if isinstance(value, dict) and isinstance(mine.get(name), dict)
    }
    return mine | new | merged


def _read(path: Path) -> dict[str, Any]:
    with convert_bad_file():
        return parse(read_if_present(path) or b"", str(path))


def _write(path: Path, values: dict[str, Any]) -> None:
    import tomli_w

    with convert_write_error(path):
        write_whole(path, tomli_w.dumps(values).encode())
