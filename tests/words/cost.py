"""The cost of a language: messages, words and evenings of each catalogue, as a table in docs/translate.md."""

import re

from engines.registry import GAMES, MAGPIE
from tests.product_sentences import ROOT
from tests.words.extract import DEVICE, DOMAINS, SHARED, wanted

PAGE = ROOT / "docs/translate.md"
WORDS_AN_EVENING = 500
"""Two hours, at the 250 words an hour that translators usually manage."""
MAX_DRIFT = 0.05
"""The table is updated only if a number is off by more than this share, so that it changes seldom."""
_TABLE = re.compile(r"(?<=\|---\|--:\|--:\|--:\|\n)(?:\|.*\n)+")


def costs() -> dict[str, tuple[int, int]]:
    """Return messages and English words of each catalogue, then of all together."""
    numbers = {}
    for domain in DOMAINS:
        messages = wanted(domain).values()
        numbers[_name(domain)] = len(messages), sum(_words(message.one) for message in messages)
    return numbers | {"all of it": (sum(n for n, _ in numbers.values()), sum(n for _, n in numbers.values()))}


def table_on_page() -> dict[str, tuple[int, int]]:
    """Return messages and words in the table on the page."""
    rows = [[cell.strip().replace(",", "") for cell in row.split("|")[1:-1]] for row in _rows(PAGE.read_text("utf-8"))]
    return {name: (int(messages), int(words)) for name, messages, words, _ in rows}


def update() -> None:
    """Update the table if a number has drifted too far."""
    true, known = costs(), table_on_page()
    if true.keys() == known.keys() and all(drift(true[name], known[name]) <= MAX_DRIFT for name in true):
        return
    rows = [f"| {name} | {n:,} | {words:,} | {-(-words // WORDS_AN_EVENING)} |\n" for name, (n, words) in true.items()]
    PAGE.write_text(_TABLE.sub("".join(rows), PAGE.read_text("utf-8")), "utf-8")


def drift(true: tuple[int, int], known: tuple[int, int]) -> float:
    """Return how far the known numbers are from the true ones, as a share of them."""
    return max(abs(one - other) / one for one, other in zip(true, known, strict=True))


def _rows(page: str) -> list[str]:
    found = _TABLE.search(page)
    assert found is not None
    return found[0].splitlines()


def _name(domain: str) -> str:
    others = {DEVICE: "the device", SHARED: "shared", MAGPIE: "the Magpie (for tests)"}
    return others.get(domain) or GAMES[domain].one


def _words(sentence: str) -> int:
    """Return the number of words of a sentence; a value is none."""
    return len(re.findall(r"[^\W\d_][\w’'-]*", re.sub(r"\{[^}]*\}", "", sentence)))
