"""What builders of several parts have in common: asks and lines."""

from collections.abc import Iterable, Mapping
from typing import Any

from engines.contract import Choice, Number, Order, Pick
from engines.decisions import Question, counters
from engines.pampero.words import option
from engines.screens import Content
from engines.text import Text

COUNTS = {"one": Text("Exactly one"), "several": Text("Several"), "none": Text("None")}


def number(question: Question) -> Number:
    """Return the number that a question asks for."""
    return Number(question.low, question.high, question.likely)


def sector_pick(question: Question) -> Pick:
    """Return the sectors of a question as a list, with what else it allows."""
    none = Text("No such contract") if question.facts.get("action") == "contract" else Text("No free site")
    words = {"none": none, "tie": Text("They still tie")}
    options = tuple(Choice(name, words.get(name) or Text("{sector}", sector=name)) for name in question.ids)
    return Pick(options, question.likely)


def type_pick(question: Question) -> Pick:
    """Return the contract types of a question as a list."""
    return Pick(tuple(Choice(name, option(name)) for name in question.ids), question.likely)


def count_pick(question: Question) -> Pick:
    """Return whether one, several or none fit, as a list."""
    return Pick(tuple(Choice(name, COUNTS[name]) for name in question.ids), question.likely)


def where(facts: dict[str, Any]) -> Text:
    """Return the place on a solo card that a question is about."""
    return Text("Card {card}, section {n}.", card=facts["space"], n=facts["section"])


def purse(facts: dict[str, Any]) -> Text:
    """Return what VJ can pay with."""
    return Text("VJ: energy {energy}, batteries {n}.", energy=facts["energy"], n=facts["batteries"])


def amounts(question: Question, headline: Text, lines: tuple[Text | Order, ...], words: Mapping[str, Text]) -> Content:
    """Ask for several amounts on one screen; a single one is a number, and named."""
    if question.counts:
        return Content(headline, lines, counters(question, words))
    return Content(headline, (Text("{what}:", what=words[question.facts["amount"]]), *lines), number(question))


def numbered(rows: Iterable[Text]) -> tuple[Text, ...]:
    """Return rows with a number before each."""
    return tuple(Text("{n}. {row}", n=n, row=row) for n, row in enumerate(rows, 1))
