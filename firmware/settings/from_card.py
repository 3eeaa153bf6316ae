"""Settings from a PC: `settings.toml` in the exchange folder. Its values replace the present ones.

    a start ─▶ changed since it was read? ─▶ checked ─▶ settings.toml, and a copy to recognise it
                                          └▶ wrong: nothing is written, and each start reports it

Later choices on the device hold until that file is changed again.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from engines.kit.rules import parse
from firmware.errors import TavolinoError
from firmware.files.disk import convert_bad_file, plain_text, read_if_present, write_whole
from firmware.settings.settings import FILE_NAME, Settings, SettingsFiles, check_settings, merge_tables, with_new_names
from hw.errors import HwError

COPY_NAME = "settings.card.toml"
"""The copy of the file that was read last."""
MAX_FILE_BYTES = 1 << 16
"""The most bytes that are read of the file."""
_PANEL_LINE = re.compile(rb"^([ \t]*panel[ \t]*=)([^#{\n]*)(?=#|$)", re.MULTILINE)


def import_settings(files: SettingsFiles, card: Path, check: Callable[[Settings], object]) -> Settings | None:
    """Import the settings of a folder on the card, and return all settings; None if nothing changed.

    `check` raises if they fit no build. If they cannot be written, they hold for this start.

    Raises:
        TavolinoError, HwError: the file cannot be used. Nothing was imported.

    """
    path, copy = card / FILE_NAME, files.path.with_name(COPY_NAME)
    raw = read_if_present(path, MAX_FILE_BYTES)
    if raw is None or raw == read_if_present(copy, MAX_FILE_BYTES):
        return None
    name = f"{path.parent.name}/{FILE_NAME}"
    with convert_bad_file():
        values = parse(_PANEL_LINE.sub(_plain_panel, plain_text(raw)), name)
    settings = None
    if values:
        values = files.first_start() | with_new_names(values)
        try:
            merged = merge_tables(files.values(), values)
            settings = _check(merged, name, check)
        except (TavolinoError, HwError):  # the fault may be in what was set before
            merged = values
            settings = _check(merged, name, check)
        with suppress(TavolinoError):
            files.write(merged)
    with suppress(OSError):
        write_whole(copy, raw)
    return settings


def _plain_panel(line: re.Match[bytes]) -> bytes:
    """Return the line of the panel as valid TOML, since an error could not be read on the wrong panel.

    It may have been typed with curly quotes or none, with capitals or a decimal comma.
    """
    name = re.sub(rb"[^\w.,-]", b"", line[2]).replace(b",", b".").lower()
    return line[1] + b' "' + name + b'" '


def _check(values: dict[str, Any], name: str, check: Callable[[Settings], object]) -> Settings:
    settings = check_settings(values, name)
    check(settings)
    return settings
