"""The table of the settings in the docs is the device's."""

from pathlib import Path

import pytest

from engines.kit.options import Choose
from engines.kit.text import ENGLISH
from firmware.settings.preferences import PREFERENCES, Preference, allowed_values

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def row(one: Preference) -> str:
    """Return the row of a setting in docs/settings.md."""
    label = ENGLISH.words(one.label)
    choices = one.choices if isinstance(one, Choose) else ()
    notes = [*(f"{ENGLISH.words(choice.text)}: {ENGLISH.words(choice.note)}" for choice in choices if choice.note)]
    notes += [ENGLISH.words(one.note)] if one.note else []
    default = f'"{one.default}"' if isinstance(one, Choose) else str(one.default).lower()
    values = ", ".join(f"`{value}`" for value in ENGLISH.words(allowed_values(one.name)).split(", "))
    return f"| `{one.name}` | {label}: {'. '.join((values, *notes)).rstrip('.')} | `{default}` |"


@pytest.mark.parametrize("one", PREFERENCES, ids=lambda one: one.name)
def test_each_setting_has_its_row(one: Preference) -> None:
    """A row has the name, the label on the device, the allowed values, their meaning and the default."""
    assert row(one) in PAGE.read_text("utf-8").splitlines()
