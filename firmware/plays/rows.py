"""Plays as rows, for spreadsheets and programs."""

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Any

from firmware.plays.history import Record

COLUMNS = ("play", "game", "options", "end", "you", "bot", "margin", "inputs", "undone", "corrected")


def as_csv(plays: Iterable[Record]) -> str:
    """Return plays for a spreadsheet, one a line below the names of the columns."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(row(one) for one in plays)
    return text.getvalue()


def end(one: Record) -> str:
    """Return how a play ended, in a word or two."""
    if not one.over:
        return "put away"
    return {"you": "won", "bot": "lost", None: "nobody won"}[one.winner]


def row(one: Record, options: Any = None) -> dict[str, Any]:
    """Return a play by its columns; options as words where a line has no room for values."""
    told = " ".join(f"{name}={value}" for name, value in one.options.items())
    values = (one.number, one.game, told if options is None else options, end(one), one.you, one.bot, one.margin)
    return dict(zip(COLUMNS, (*values, one.inputs, one.undone, one.corrected), strict=True))
