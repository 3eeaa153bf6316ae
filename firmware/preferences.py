"""The settings that the player chooses on the device: one table, for the menu, for sentences and for the docs."""

from collections.abc import Iterable

from engines.contract import Choice
from engines.options import Choose, Count, Switch
from engines.text import Text
from firmware.languages import languages

Preference = Choose | Count | Switch

PREFERENCES: tuple[Preference, ...] = (
    Choose(
        "hand",
        Text("Hand at the knob"),
        (Choice("right", Text("right")), Choice("left", Text("left"))),
        "right",
        note=Text("For the left hand, turn the device round: picture and buttons follow."),
    ),
    Choose(
        "panel",
        Text("Text"),
        (Choice("4.2", Text("normal")), Choice("4.2-big", Text("big")), Choice("2.9", Text("2.9 inches"))),
        "4.2",
        note=Text("Big text takes more pages."),
    ),
    Switch(
        "one_action_per_page",
        Text("One action per page"),
        default=False,
        note=Text("Each line of what the bot has you do is a page of its own."),
    ),
    Choose(
        "deals",
        Text("Who deals"),
        (Choice("device", Text("the device")), Choice("own", Text("I do"))),
        "device",
        note=Text("Who gives the cards and dice of new plays. Each play can change it."),
    ),
    Switch(
        "hints",
        Text("Hints"),
        default=True,
        note=Text("What the keys do is said the first time that it matters."),
    ),
    Switch(
        "acceleration",
        Text("Fast numbers"),
        default=True,
        note=Text("A number moves by more than 1 while the knob is turned fast."),
    ),
    Choose(
        "hold",
        Text("Holding a key"),
        (Choice("short", Text("0.4 s")), Choice("normal", Text("0.6 s")), Choice("long", Text("1 s"))),
        "normal",
        note=Text("So long a key is down until it counts as held."),
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
        note=Text("How a key is answered at once."),
    ),
    Choose(
        "full_refresh",
        Text("Cleaning flash"),
        (Choice("fast", Text("fast")), Choice("slow", Text("slow"))),
        "fast",
        note=Text("A slow one takes 3 to 4 s, and cleans better in the cold."),
    ),
    Count(
        "full_refresh_after",
        Text("Flash after"),
        4,
        20,
        8,
        note=Text("After so many changes the glass is cleaned by a flash."),
    ),
)
"""By the names that they have in `settings.toml`. The language is not among them: its choices are found on the disk."""
_TABLES = {
    "editions": "a table of game and edition",
    "options": "a table for each game",
    "sources": "a table for each game, of own and device",
    "hardware": "a table shaped like a profile of hw/profiles",
    "first_start": '"language" to have it again, "" for no more of it',
}
"""What is allowed of the settings that are not chosen there."""


def allowed(name: str) -> str:
    """Return what a sentence says is allowed of a setting."""
    found = next((one for one in PREFERENCES if one.name == name), None)
    match found:
        case Choose():
            return _listed(choice.id for choice in found.choices)
        case Count():
            return f"{found.low} to {found.high}"
        case Switch():
            return "true, false"
    return _listed(languages()) if name == "language" else _TABLES[name]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
