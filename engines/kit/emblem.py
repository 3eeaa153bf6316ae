"""Emblems as text: rows of "#" for ink and "." for white, 24 or 48 of them, each as long as there are rows.

A game has both sizes in the `emblem.toml` of its folder; the file of a bot may bring one of them.
"""

from contextlib import suppress

from msgspec import Struct

from engines.kit.contract import Emblem
from engines.kit.rules import FOLDER, BadFile, load

SIZES = (24, 48)
INK = "#"
"""A dark pixel; a light one is a dot."""


class EmblemFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a folder: 48 and 24 rows."""

    large: str
    small: str


def rows_of(emblem: Emblem, size: int) -> list[str]:
    """Return the rows of an emblem for a size (px), or for its other size; [] if it has no rows.

    The file of a folder is read now, so emblems that are not shown cost nothing.
    """
    text = emblem.rows
    if emblem.folder:
        with suppress(OSError, BadFile):
            file = load(FOLDER.parent / emblem.folder / "emblem.toml", EmblemFile)
            text = file.small if size <= SIZES[0] else file.large
    return [] if fault_in(text) else text.split()


def fault_in(text: str) -> str | None:
    """Return what is wrong with an emblem, and the remedy; None if it can be drawn."""
    rows = text.split()
    if len(rows) not in SIZES:
        return f"an emblem has 24 or 48 rows, this one has {len(rows)}."
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            return f"row {number} of the emblem has {len(row)} signs. Each has {len(rows)}, as there are rows."
        if other := set(row) - {INK, "."}:
            return (
                f"row {number} of the emblem has the sign {min(other)}. Write # for a dark dot and . for a light one."
            )
    return None
