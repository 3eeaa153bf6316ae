"""The build of a device: the profile of its panel, with the user's values."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from display.profiles import Profile, profile_for
from engines.kit import faults
from engines.kit.rules import parse
from engines.kit.text import ENGLISH
from firmware.settings.settings import BIG_SUFFIX, Settings
from firmware.settings.settings import FILE_NAME as SETTINGS_NAME
from hw.build import FOLDER, Build, names
from hw.errors import BadProfile, PinInUse
from hw.pinout import header_hint

HARDWARE_TABLE = "hardware"
"""The table of the settings whose values replace those of a profile."""
NONE = "none"
"""The value of a setting that removes a part of the profile; TOML has no null."""


def build_of(settings: Settings) -> Build:
    """Return the build of the settings, with what the user changed of it.

    Raises:
        HwError: a value that is not allowed.

    """
    return load(settings.panel, settings.hardware, SETTINGS_NAME)


@cache
def profiles() -> dict[str, Profile]:
    """Return the profile of the screens on every panel, with normal and with big text, each made once."""
    panels = {name: load(name).panel for name in names()}
    found = ((name, profile_for(*panel.glass, big=big)) for name, panel in panels.items() for big in (False, True))
    return {name + (BIG_SUFFIX if profile.big else ""): profile for name, profile in found}


def load(name: str, overrides: Mapping[str, Any] | None = None, source: str = "settings.toml") -> Build:
    """Return a profile with the user's values.

    Args:
        name: one of `names`.
        overrides: the table `[hardware]` of the settings, in the shape of a profile; only what differs.
        source: the name of the overrides' file in sentences.

    Raises:
        BadProfile: no profile of that name, an unknown field, or a value that is not allowed; the sentence names the
            file, the field, the value and what is allowed.
        PinInUse: two parts are on one pin, or one is on a pin of the bus; the sentence names the file and both.

    """
    if name not in names():
        raise BadProfile(f'There is no hardware profile "{name}". There are: {", ".join(names())}. Choose one of them.')
    overrides = overrides or {}
    values = _merge(_profile(name), overrides)
    try:
        fault = faults.find_fault(Build, values)
    except (BadProfile, PinInUse) as error:
        where = f"{source}, [{HARDWARE_TABLE}]" if overrides else f"profiles/{name}.toml"
        raise type(error)(f"{where}: {error}") from None
    if fault is not None:
        sentence = ENGLISH.words(fault.sentence_at(_field_name(fault.path, overrides, source, name)))
        raise BadProfile(sentence + _header_hint(values, fault.path))
    return msgspec.convert(values, Build)


@cache
def _profile(name: str) -> dict[str, Any]:
    """Return the values of a profile, which a start reads twice."""
    return parse((FOLDER / f"{name}.toml").read_bytes(), name)


def _merge(profile: Any, overrides: Any) -> Any:
    """Return the values of a profile, replaced by the user's where he gave some, table by table."""
    if isinstance(overrides, Mapping):
        table = profile if isinstance(profile, Mapping) else {}
        return {**table, **{name: _merge(table.get(name), value) for name, value in overrides.items()}}
    return None if overrides == NONE else overrides


def _header_hint(values: Any, path: faults.Path) -> str:
    """Return the sentence for a user who gave a pin by its place on the header; empty for all other values."""
    is_pin = path[:1] not in ((), ("panel",)) or path[:2] == ("panel", "pins")
    for step in path:
        values = values.get(step) if isinstance(values, Mapping) else None
    return header_hint(values) if is_pin and type(values) is int else ""


def _field_name(path: faults.Path, overrides: Any, source: str, name: str) -> str:
    """Return the name of a field in a sentence, with the file that has it: the settings, or the profile."""
    for step in path:
        if not isinstance(overrides, Mapping):  # a list, which the user gave as a whole
            break
        if step not in overrides:
            return f"profiles/{name}.toml: {'.'.join(map(str, path))}"
        overrides = overrides[step]
    return f"{source}: {'.'.join(map(str, (HARDWARE_TABLE, *path)))}"
