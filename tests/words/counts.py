"""The stored counts of sentences on the glass, made by tests/words/count_sentences.py from random plays."""

import tomllib
from functools import cache
from pathlib import Path

from tests.words.extract import DEVICE, DOMAINS, wanted

FILE = Path(__file__).with_name("counts.toml")
PLAYS = 100
COMMONEST = 100


@cache
def _stored() -> dict[str, dict[str, int]]:
    return tomllib.loads(FILE.read_text("utf-8"))


def count_of(domain: str, one: str) -> int:
    """Return how often a sentence of a catalogue was on the glass in the plays that were counted."""
    return _stored()["device" if domain == DEVICE else "games"].get(one, 0)


def note_of(domain: str, one: str) -> list[str]:
    """Return a note for translators, if a sentence was on the glass at all."""
    n = count_of(domain, one)
    return [f"on the glass {n:,} times in {PLAYS} plays"] if n else []


def commonest() -> tuple[list[tuple[int, str, str]], float]:
    """Return the commonest sentences, each with its count and catalogue, and their share of all that was counted."""
    found = sorted(((count_of(domain, one), domain, one) for domain in DOMAINS for one in wanted(domain)), reverse=True)
    return found[:COMMONEST], sum(n for n, *_ in found[:COMMONEST]) / sum(n for n, *_ in found)
