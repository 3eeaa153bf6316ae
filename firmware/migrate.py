"""A store of an older format becomes one of today's, after a copy of it was kept.

    plays.sqlite, format 1 ──▶ plays.format-1.sqlite ──▶ steps 1, 2, … in one transaction ──▶ plays.sqlite, today's

Cut short anywhere, the file is as it was, and the next start begins again.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from firmware.copies import copy_to
from firmware.stored import SCHEMA, put, sound, transaction

STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {}
"""What makes format n + 1 of format n, in SQL alone: the code of today knows no tables but its own."""


def migrate(db: sqlite3.Connection, folder: Path) -> None:
    """Bring an open store of an older format up to today's; one of any other format is left as it is."""
    found = format_of(db)
    if not 0 < found < SCHEMA or noted_format(db) != found:
        return
    copy_to(db, folder / f"plays.format-{found}.sqlite")
    with transaction(db):
        for version in range(found, SCHEMA):
            STEPS[version](db)
        put(db, "meta", "schema", SCHEMA)
        db.execute(f"PRAGMA user_version = {SCHEMA}")


def format_of(db: sqlite3.Connection) -> int:
    """Return the format as SQLite notes it in the head of the file."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def noted_format(db: sqlite3.Connection) -> int | None:
    """Return the format as the store itself notes it, under its CRC: one flipped bit is damage, not another format."""
    row = db.execute("SELECT * FROM meta WHERE name = 'schema'").fetchone()
    return row[1] if row is not None and sound("meta", row) else None
