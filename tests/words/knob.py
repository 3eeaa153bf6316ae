"""Words of a knob, in each language: no device without one may show them."""

import re

KNOB = {"en": r"knob|\bpush", "de": r"knopf|knöpf", "fr": r"bouton|molette"}
"""The words for the knob and for pushing it, which no sentence of a game has. (Any key can be pressed.)"""
TURN = {"en": r"\bturn(?:ing)? (?:it|or|to|fast|left)\b|, then turn$", "de": r"dreh", "fr": r"tourn"}
"""The words for turning it, in sentences of the device; games turn cards and take turns."""


def knob_words(language: str, words: str, *, of_the_device: bool = False) -> str:
    """Return the first words of a knob in a text; nothing if there are none."""
    pattern = f"{KNOB[language]}|{TURN[language]}" if of_the_device else KNOB[language]
    found = re.search(pattern, words, re.IGNORECASE)
    return found[0] if found else ""
