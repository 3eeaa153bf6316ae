"""Screens, scores and reasons as JSON values: for the engine protocol, and for the page of the emulator."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engines.kit import why
from engines.kit.contract import Reason, Result, Screen, Sheet
from engines.kit.drawings import Side, describe
from engines.kit.engine import Engine
from engines.kit.text import Catalogue


def screen(shown: Screen, catalogue: Catalogue) -> dict[str, Any]:
    """Return a screen: its words, what it asks, its facts."""
    values: dict[str, Any] = plain(shown, catalogue)
    del values["orders"]
    ask = values["ask"]
    match ask["kind"]:
        case "pick" | "marks":
            ask["options"] = _without_none(ask["options"])
        case "draw":
            ask["left"] = _without_none(ask.pop("remaining"))
        case "number":
            values["ask"] = {name: value for name, value in ask.items() if value not in (None, ())}
    return values


def plain(shown: Any, catalogue: Catalogue) -> Any:
    """Return a value of an engine as builtins, with the words of its texts; None stays None."""
    return msgspec.to_builtins(shown, enc_hook=catalogue.words)


def side(shown: Side, catalogue: Catalogue) -> dict[str, Any]:
    """Return a bot's side of the table, and the same in sentences."""
    return {"side": plain(shown, catalogue), "words": [catalogue.words(sentence) for sentence in describe(shown)]}


def score(sheet: Sheet, catalogue: Catalogue) -> dict[str, Any]:
    """Return the bot's score, row by row."""
    return {"total": sheet.total, "rows": plain(sheet.rows, catalogue)}


def result(ended: Result, catalogue: Catalogue) -> dict[str, Any]:
    """Return how a play ended."""
    return {"winner": ended.winner, "bot": ended.bot, "you": ended.you, "verdict": catalogue.words(ended.verdict)}


def reasons(engine: Engine[Any], given: Iterable[Reason], catalogue: Catalogue) -> list[dict[str, Any]]:
    """Return reasons, each with its sentences."""
    texts = ((reason, map(catalogue.words, why.words(engine.book, reason))) for reason in given)
    return [{"rule": r.rule, "facts": r.facts, "outcome": r.outcome, "text": " ".join(text)} for r, text in texts]


def _without_none(choices: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in choice.items() if value is not None} for choice in choices]
