"""The settings: each is a row that ends with its value; the foot of the screen explains it."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from engines.kit.options import Choose
from firmware.options import value_note, value_words
from firmware.settings.preferences import PREFERENCES, Preference
from firmware.text import Text
from firmware.views import first_start, usb_keys
from firmware.views.first_start import OWN_NAME, choice_of_languages
from firmware.views.host import Host, ask_or_flip
from firmware.views.view import Item, Menu, MenuPage, Pages, Prompt, View, option_prompt


def settings(host: Host) -> View:
    """Return the menu of all settings that this device has."""

    def build_page() -> MenuPage:
        language = Item("language", Text("Language: {name}", name=OWN_NAME), lambda: host.open(ask_language(host)))
        again = Item("hints_again", Text("Show hints again"), host.show_hints_again)
        first = Item("first_start", Text("First start again"), partial(first_start.restart_first_start, host))
        about = Item("about", Text("About Tavolino"), lambda: host.open(_about(host)))
        rows = [_row(host, one) for one in offered_preferences(host)]
        usb = Item("usb_keys", Text("USB keys…"), lambda: host.open(_usb_keys(host)))
        usb_rows = [] if host.usb_devices is None else [usb]
        return MenuPage("settings", Text("Settings"), [language, *rows, *usb_rows, again, first, about])

    return Menu(build_page, host.close)


def _usb_keys(host: Host) -> View:
    """Return the menu of learned keys; if there are none, the screens that learn them."""
    return usb_keys.usb_keys(host) if host.settings.usb_keys else usb_keys.LearnKeys(host)


def _about(host: Host) -> View:
    """Return the version of this Tavolino."""
    from importlib.metadata import version

    return Pages(Text("Tavolino"), [Text("Version {version}", version=version("tavolino"))], host.close)


def offered_preferences(host: Host) -> tuple[Preference, ...]:
    """Return the preferences that this device has, with the choices that it has of each."""
    parts, keys = host.signals, host.key_set
    signals = ("all", *(parts if len(parts) > 1 else ()), "none") if parts else ()  # for one part, all or none
    ids = {"text": ("normal", "big") if host.has_big_text else (), "signals": signals}
    words = {"hand": {"label": keys.hand}, "acceleration": {"note": keys.fast}}
    named = (replace(one, **words.get(one.name, {})) for one in PREFERENCES)
    offered = (_limited(one, ids[one.name]) if isinstance(one, Choose) and one.name in ids else one for one in named)
    return tuple(one for one in offered if not isinstance(one, Choose) or one.choices)


def _limited(preference: Choose, ids: tuple[str, ...]) -> Choose:
    """Return a preference with only these choices."""
    return replace(preference, choices=tuple(choice for choice in preference.choices if choice.id in ids))


def _row(host: Host, preference: Preference) -> Item:
    value = getattr(host.settings, preference.name)
    text = Text("{label}: {value}", label=preference.label, value=value_words(preference, value))
    return Item(preference.name, text, partial(_ask, host, preference), note=value_note(preference, value))


def _ask(host: Host, preference: Preference) -> None:
    def on_answer(value: Any) -> None:
        host.close()
        reset: dict[str, Any] = {"sources": {}} if preference.name == "deals" else {}  # in every game
        host.change_settings(**{preference.name: value}, **reset)

    ask_or_flip(host, option_prompt(preference, getattr(host.settings, preference.name), on_answer, host.close))


def ask_language(host: Host) -> View:
    """Return the question for the language; each has its name in that language."""

    def on_answer(key: str) -> None:
        host.close()
        host.change_settings(language=key)

    return Prompt(Text("Language"), choice_of_languages(host.settings.language), on_answer, host.close)
