"""Sentences with values: equal by what they say, worded by a catalogue."""

import gettext
from pathlib import Path

import pytest

from engines.kit.text import ENGLISH, PSEUDO, Catalogue, Icon, Text, load_catalogue

COIN = Text("{icon} Take {n} coin.", plural="{icon} Take {n} coins.", n=2, icon=Icon.COIN)


@pytest.mark.parametrize(("n", "words"), [(1, "Take 1 coin."), (2, "Take 2 coins."), (0, "Take 0 coins.")])
def test_plurals_count_n(n: int, words: str) -> None:
    """The value n decides which form is used."""
    assert words == ENGLISH.words(Text("Take {n} coin.", plural="Take {n} coins.", n=n))


def test_a_plural_needs_a_number() -> None:
    """A plural without a number is an error that names the sentence."""
    with pytest.raises(TypeError, match="counts, so it must be an int"):
        ENGLISH.words(Text("{n} coin", plural="{n} coins", n="two"))


def test_an_icon_is_a_run_of_its_own() -> None:
    """A painter gets words and icons in reading order; words leave the icon out."""
    assert (Icon.COIN, " Take 2 coins.") == ENGLISH.runs(COIN)
    assert "Take 2 coins." == ENGLISH.words(COIN)


def test_values_may_be_nested() -> None:
    """A value is a number, a word, a sentence, or several joined by the catalogue."""
    inner = Text("the {place}", place="left")
    assert "From the left, 3, x, y." == ENGLISH.words(Text("From {all}.", all=(inner, 3, ("x", "y"))))


def test_sentences_are_equal_by_what_they_say() -> None:
    """Same sentence and values: equal, and of one hash; anything else is not."""
    same = Text("{icon} Take {n} coin.", plural="{icon} Take {n} coins.", n=2, icon=Icon.COIN)
    assert same == COIN
    assert hash(same) == hash(COIN)
    assert COIN != Text("{icon} Take {n} coin.", plural="{icon} Take {n} coins.", n=3, icon=Icon.COIN)
    assert COIN != "Take 2 coins."
    assert "Text('Take 2 coins.')" == repr(COIN)


def test_braces_in_a_value_are_only_braces() -> None:
    """Braces in a value are not read as placeholders."""
    assert "It is {n}." == ENGLISH.words(Text("It is {value}.", value="{n}"))


def test_the_pseudo_language_is_longer_and_keeps_values() -> None:
    """At least 40 % more letters, accents, and every value unchanged."""
    text = Text("Take {n} cards from {place}", n=3, place="left")
    pseudo = load_catalogue(PSEUDO).words(text)
    assert len(pseudo) >= 1.4 * len("Take {n} cards from {place}") - len("{n}{place}") + len("3left") - 1
    assert "3" in pseudo
    assert "left" in pseudo
    assert "Take" not in pseudo


def test_a_catalogue_translates_the_sentence_and_its_joint() -> None:
    """Values are set into the translated sentence; the catalogue joins several of them."""

    class German(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return {", ": " und ", "Take {all}.": "Nimm {all}."}.get(message, message)

    assert "Nimm a und b." == Catalogue(German()).words(Text("Take {all}.", all=("a", "b")))


def test_a_soft_hyphen_is_no_letter() -> None:
    """A painter gets soft hyphens; words leave them out."""
    word = Text("Wein\u00adberg")
    assert ("Wein\u00adberg",) == ENGLISH.runs(word)
    assert "Weinberg" == ENGLISH.words(word)


def test_a_language_without_files_stays_english(tmp_path: Path) -> None:
    """A sentence without a translation is shown as it is in the code."""
    assert "Take 2 coins." == load_catalogue("xx", tmp_path / "xx.mo").words(COIN)
