"""Sentences can be translated: they are whole literals, in modules that may have words for the player."""

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest

from tests.product_sentences import MODULES, ROOT, all_sentences, literal, text_calls

FROM_DATA = {
    "engines/botfile/words.py": "sentences of a bot file, which has tables of its own",
    "engines/kit/decks.py": "names of cards in cards.toml",
    "engines/kit/options.py": "choices of rulings in rules.toml",
    "engines/kit/rules.py": "words of rules.toml",
    "engines/kit/why.py": "statements of rules.toml",
    "firmware/plays/snapshots.py": "where a play stands, as an engine said it",
}
"""Modules in which a sentence may come from a data file, and from which."""


def _names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_sentences_are_literals() -> None:
    """The first argument of Text is a literal, or comes from a data file that is translated as a whole."""
    not_literal = {path: [call for call in text_calls(path) if literal(call.args[0]) is None] for path in MODULES}
    assert [*FROM_DATA] == [str(path.relative_to(ROOT)) for path in MODULES if not_literal[path]]


def test_no_sentence_has_an_error_in_the_words_of_python() -> None:
    """Errors have the words of the system or a library, not Python's `OSError(30, …)`."""
    raw_error = re.compile(r"\{(error|fault|refused)!r\}|\brepr\((error|fault|refused)\)|%r\",.*\berror\)")
    paths = [path for room in ("engines", "display", "hw", "firmware") for path in (ROOT / room).rglob("*.py")]
    assert [] == [path.name for path in paths if raw_error.search(path.read_text())]


def test_a_sentence_has_the_values_it_names() -> None:
    """Every value named in a sentence is given and every value given is named; so in the plural, which counts n."""
    assert [] == [(path.name, fault) for path in MODULES for call in text_calls(path) for fault in _faults(call)]


def _faults(call: ast.Call) -> Iterator[str]:
    """Yield what is wrong with the values of one sentence."""
    sentence = literal(call.args[0])
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    if sentence is None or None in keywords:
        return
    plural = keywords.pop("plural", None)
    values = {str(name) for name in keywords}
    if plural is None:
        if _names(sentence) != values:
            yield f"{sentence!r} names other values than it is given"
        return
    plural_sentence = literal(plural)
    if plural_sentence is None or plural_sentence == sentence:
        yield f"the plural of {sentence!r} is no sentence of its own"
    elif "n" not in values or _names(plural_sentence) != values or _names(sentence) | {"n"} != values:
        yield f"{sentence!r} counts n, and names other values than it is given"


@pytest.mark.parametrize("name", ["decide", "machine"])
def test_decisions_and_machines_have_no_words(name: str) -> None:
    """Decisions and machines contain no sentences: those are in steps.py and rules.toml."""
    paths = [path for path in MODULES if name in (path.stem, path.parent.name)]
    assert paths
    assert [] == [ast.unparse(call) for path in paths for call in text_calls(path)]


def test_a_sentence_names_nothing_of_the_code() -> None:
    """No word has a capital inside, as names of classes do, except keys and units."""
    plain = {sentence: re.sub(r"\{\w*\}|PgUp|PgDn|KiB", "", sentence) for sentence in all_sentences()}
    assert [] == [sentence for sentence, words in plain.items() if re.search("[a-z][A-Z]", words)]
