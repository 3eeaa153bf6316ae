"""The settings that the player chooses on the device: one table for the menu, errors and the docs."""

from collections.abc import Iterable

from engines.kit.contract import Choice
from engines.kit.options import Choose, Count, Switch
from firmware.languages import languages
from firmware.text import Text
from hw.build import names as panels

Preference = Choose | Count | Switch

PREFERENCES: tuple[Preference, ...] = (
    Choose(
        "hand",
        Text("Hand on the knob"),
        (Choice("right", Text("right")), Choice("left", Text("left"), note=Text("Turn the device round."))),
        "right",
    ),
    Choose(
        "text",
        Text("Text size"),
        (Choice("normal", Text("normal")), Choice("big", Text("big"), note=Text("It takes more pages."))),
        "normal",
    ),
    Switch(
        "one_action_per_page",
        Text("One action per page"),
        default=False,
        note=Text("Each thing to do has its own page."),
    ),
    Choose(
        "deals",
        Text("Who deals"),
        (Choice("device", Text("the device")), Choice("own", Text("me"))),
        "device",
        note=Text("Cards and dice of new plays."),
    ),
    Switch("hints", Text("Hints"), default=True, note=Text("Keys are explained the first time.")),
    Switch("acceleration", Text("Fast numbers"), default=True, note=Text("Turning fast moves by more than 1.")),
    Choose(
        "hold",
        Text("Holding a key"),
        (Choice("short", Text("0.4 s")), Choice("normal", Text("0.6 s")), Choice("long", Text("1 s"))),
        "normal",
        note=Text("How long a key is pressed to count as held."),
    ),
    Choose(
        "signals",
        Text("Signals"),
        (
            Choice("all", Text("all")),
            Choice("light", Text("light")),
            Choice("sound", Text("sound")),
            Choice("none", Text("none")),
        ),
        "all",
        note=Text("How the device answers each key."),
    ),
    Choose(
        "full_refresh",
        Text("Cleaning flash"),
        (Choice("fast", Text("fast")), Choice("slow", Text("slow"), note=Text("3 to 4 s, cleaner in the cold."))),
        "fast",
    ),
    Count("full_refresh_after", Text("Flash after"), 4, 20, 8, note=Text("How many changes before it is cleaned.")),
)
"""The preferences, by their names in `settings.toml`. The language is missing: its choices depend on the disk."""
_VALUES_IN_FILE = {
    "options": Text("a table for each game"),
    "sources": Text("a table for each game, of own and device"),
    "hardware": Text("a table shaped like a profile of hw/profiles"),
    "usb_keys": Text("a table for each USB device, as learning writes it"),
    "first_start": Text('"language" to run it again, "" to skip it'),
}
"""The allowed values of the settings that the device has no menu for."""


def allowed_values(name: str) -> Text:
    """Return the words for the allowed values of a setting."""
    preference = next((one for one in PREFERENCES if one.name == name), None)
    match preference:
        case Choose():
            return _quote_names(choice.id for choice in preference.choices)
        case Count():
            return Text("{low} to {high}", low=preference.low, high=preference.high)
        case Switch():
            return Text("true, false")
    names = {"panel": panels, "language": languages}
    return _quote_names(names[name]()) if name in names else _VALUES_IN_FILE[name]


def _quote_names(names: Iterable[str]) -> Text:
    return Text("{names}", names=", ".join(f'"{name}"' for name in names))
