"""The glass names only existing keys: no knob without one; the words fit every panel."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.kit.text import Text
from firmware.languages import catalogue
from firmware.views.key_sets import FOUR_KEYS, KNOB, USB, KeySet, key_set_of
from hw.build import FOLDER, Keys
from tests.core import core
from tests.words.catalogues import read
from tests.words.extract import DEVICE, DOMAINS, messages
from tests.words.knob import knob_words

LANGUAGES = ("en", "de", "fr")
OTHER_MEANINGS = {"Turn the device round.", "Button"}
"""The whole device is turned here; “Button” is one of the Magpie's charms."""
OTHER_PLACES = ("firmware/emulators/", "firmware/views/usb_keys.py")
"""The web page has its own knob, and so may a USB pad."""


def texts(keys: KeySet) -> Iterator[Text]:
    """Yield all texts of a key set."""
    yield from (keys.choose, keys.hand, keys.fast, keys.next, keys.back, keys.turning, *keys.lines)
    yield from keys.captions.values()
    yield keys.side(Text("What it has"))


def sentences(domain: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield each sentence of a catalogue for a device with four keys: in English, and in the language."""
    of_a_knob = {text.one for keys in (KNOB, USB) for text in texts(keys)} - {text.one for text in texts(FOUR_KEYS)}
    written: Any = read(language, domain) if language != "en" else {}
    for one, message in messages(domain).items():
        elsewhere = all(place.startswith(OTHER_PLACES) for place in message.places)
        if one not in of_a_knob and one not in OTHER_MEANINGS and not elsewhere:
            entry = written.get(one)
            words = one if entry is None or not entry.string else entry.string
            yield one, words if isinstance(words, str) else " ".join(words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", core(DOMAINS, DEVICE))
def test_no_sentence_names_a_knob(domain: str, language: str) -> None:
    """Except the texts of the knob itself, no sentence of any catalogue names a knob."""
    of_the_device = domain == DEVICE
    found = [
        one for one, words in sentences(domain, language) if knob_words(language, words, of_the_device=of_the_device)
    ]

    assert [] == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_knob_are_noticed(language: str) -> None:
    """The check can fail: it finds the knob in the texts of a device with one."""
    knob_texts = [catalogue(language).words(text) for text in (KNOB.hand, KNOB.fast, KNOB.turning, KNOB.choose)]

    assert [] == [words for words in knob_texts if not knob_words(language, words, of_the_device=True)]


def test_no_bot_in_a_file_names_a_knob() -> None:
    """The bot files of published games name no knob."""
    files = [*(Path(FOLDER).parents[1] / "bots").glob("*.toml")]

    assert files
    assert [] == [path.name for path in files if knob_words("en", path.read_text("utf-8"))]


def test_all_sets_say_as_much() -> None:
    """All key sets explain the same things."""
    for keys in (FOUR_KEYS, USB):
        assert [*KNOB.captions] == [*keys.captions]
        assert len([*texts(KNOB)]) == len([*texts(keys)])


@pytest.mark.parametrize(
    ("keys", "hand", "pair", "edge"),
    [
        (Keys("knob"), "left", False, None),
        (Keys("four"), "right", True, None),
        (Keys("four", "beside"), "right", True, "left"),
        (Keys("four", "beside"), "left", True, "right"),
        (Keys("knob", "beside"), "right", False, "left"),
        (Keys("usb"), "right", False, None),
    ],
)
def test_the_set_of_a_build(keys: Keys, hand: str, pair: bool, edge: str | None) -> None:
    """Each build has its words and its marks; turned round, marks at the left edge are at the right one."""
    found = key_set_of(keys, hand)

    assert (pair, edge) == (found.marks.pair, found.marks.edge)
    assert {"knob": KNOB, "four": FOUR_KEYS, "usb": USB}[keys.set].captions == found.captions
