"""What a play shows, as JSON values: for the engine protocol, and for the page of the emulator."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import asdict

from engines.kit import why
from engines.kit.contract import (
    Choice,
    Counters,
    Done,
    Draw,
    Marks,
    Number,
    Pick,
    Reason,
    Result,
    Roll,
    Screen,
    Sheet,
    YesNo,
)
from engines.kit.drawings import Drawing, Side, describe
from engines.kit.engine import Engine
from engines.kit.text import Catalogue, Text


def screen(shown: Screen, catalogue: Catalogue) -> dict[str, Any]:
    """Return a screen: its words, what it asks, its facts."""
    words = catalogue.words
    badge = shown.badge
    return {
        "key": shown.key,
        "role": shown.role.value,
        "headline": words(shown.headline),
        "lines": [words(line) for line in shown.lines],
        "badge": {
            "who": badge.who.value,
            "place": None if badge.place is None else words(badge.place),
            "turn": words(badge.turn) if isinstance(badge.turn, Text) else badge.turn,
            "step": badge.step,
            "steps": badge.steps,
        },
        "ask": _ask(shown, catalogue),
        "facts": shown.facts,
        "rule": shown.rule,
        "drawing": drawing(shown.drawing, catalogue),
        "tie": None if shown.tie is None else words(shown.tie),
    }


def drawing(shown: Drawing | Side | None, catalogue: Catalogue) -> Any:
    """Return a drawing, or a whole side: its fields, with the words of every text in it; None stays None."""
    return msgspec.to_builtins(shown, enc_hook=catalogue.words)


def side(shown: Side, catalogue: Catalogue) -> dict[str, Any]:
    """Return a bot's side of the table, and the same in sentences."""
    return {"side": drawing(shown, catalogue), "words": [catalogue.words(sentence) for sentence in describe(shown)]}


def score(sheet: Sheet, catalogue: Catalogue) -> dict[str, Any]:
    """Return the bot's score, row by row."""
    rows = [{"id": row.id, "text": catalogue.words(row.text), "value": row.value} for row in sheet.rows]
    return {"total": sheet.total, "rows": rows}


def result(ended: Result, catalogue: Catalogue) -> dict[str, Any]:
    """Return how a play ended."""
    return {"winner": ended.winner, "bot": ended.bot, "you": ended.you, "verdict": catalogue.words(ended.verdict)}


def reasons(engine: Engine[Any], given: Iterable[Reason], catalogue: Catalogue) -> list[dict[str, Any]]:
    """Return reasons, each with its sentences."""
    return [_reason(engine, reason, catalogue) for reason in given]


def _reason(engine: Engine[Any], reason: Reason, catalogue: Catalogue) -> dict[str, Any]:
    text = " ".join(catalogue.words(sentence) for sentence in why.words(engine.book, reason))
    return {"rule": reason.rule, "facts": reason.facts, "outcome": reason.outcome, "text": text}


def _ask(shown: Screen, catalogue: Catalogue) -> dict[str, Any]:
    ask = shown.ask
    fields: dict[str, Any]
    match ask:
        case Pick():
            fields = {"options": _choices(ask.options, catalogue), "likely": ask.likely}
        case Marks():
            bounds = {"low": ask.low, "high": ask.high, "likely": list(ask.likely), "advance": ask.advance}
            fields = {"options": _choices(ask.options, catalogue), **bounds}
        case Counters():
            fields = {"lines": [asdict(line) | {"text": catalogue.words(line.text)} for line in ask.lines]}
        case Draw():
            fields = {"deck": ask.deck, "shuffle": ask.shuffle, "left": _choices(ask.remaining, catalogue)}
        case Number():
            fields = {"low": ask.low, "high": ask.high, "likely": ask.likely}
            if ask.minus_from is not None:
                fields["minus_from"] = ask.minus_from
            if ask.parts:
                fields["parts"] = [asdict(part) | {"text": catalogue.words(part.text)} for part in ask.parts]
        case Done() | YesNo() | Roll():
            fields = asdict(ask)
    return {"kind": ask.__struct_config__.tag, **fields}


def _choices(choices: Iterable[Choice], catalogue: Catalogue) -> list[dict[str, str]]:
    return [_choice(choice, catalogue) for choice in choices]


def _choice(choice: Choice, catalogue: Catalogue) -> dict[str, str]:
    fields = {"id": choice.id, "text": catalogue.words(choice.text)}
    if choice.icon is not None:
        fields["icon"] = choice.icon.value
    for name in ("blocked", "note", "group"):
        if (text := getattr(choice, name)) is not None:
            fields[name] = catalogue.words(text)
    return fields
