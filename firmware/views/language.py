"""The languages to choose from, each by its own name."""

from engines.contract import Choice, Pick
from engines.text import PSEUDO, load_catalogue
from firmware.languages import DEVICE, ENGLISH_KEY, languages
from firmware.text import Text

OWN_NAME = Text("English")
"""Translated by the language's own name, for those who read no other."""


def choice_of_languages(now: str) -> Pick:
    """Return the languages there are; the made-up one is for those who chose it in the file."""
    keys = [key for key in languages() if key != PSEUDO or key == now]
    return Pick(tuple(Choice(key, Text("{name}", name=own_name(key))) for key in keys), now)


def own_name(key: str) -> str:
    """Return the name of a language in itself; its key where its catalogue does not say."""
    name = load_catalogue(key, DEVICE / f"{key}.mo").words(OWN_NAME)
    return name if key == ENGLISH_KEY or name != "English" else key
