"""What builders of several parts have in common: asks and lines."""

from collections.abc import Iterable, Mapping
from typing import Any

from engines.kit.contract import Order
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text

COUNTS = {"one": Text("Exactly one"), "several": Text("Several"), "none": Text("None")}


def other_sectors(question: Question) -> dict[str, Text]:
    """Return the words of what a question allows besides sectors."""
    none = Text("No such contract") if question.facts.get("action") == "contract" else Text("No free site")
    return {"none": none, "tie": Text("They still tie")}


def where(facts: dict[str, Any]) -> Text:
    """Return the place on a solo card that a question is about."""
    return Text("Card {card}, section {n}.", card=facts["space"], n=facts["section"])


def purse(facts: dict[str, Any]) -> Text:
    """Return what VJ can pay with."""
    return Text("VJ: energy {energy}, batteries {n}.", energy=facts["energy"], n=facts["batteries"])


def amounts(question: Question, headline: Text, lines: tuple[Text | Order, ...], words: Mapping[str, Text]) -> Content:
    """Ask for several amounts on one screen; a single one is a number, and named."""
    if "amount" in question.facts:
        lines = (Text("{what}:", what=words[question.facts["amount"]]), *lines)
    return Content(headline, lines, words=words)


def numbered(rows: Iterable[Text]) -> tuple[Text, ...]:
    """Return rows with a number before each."""
    return tuple(Text("{n}. {row}", n=n, row=row) for n, row in enumerate(rows, 1))
