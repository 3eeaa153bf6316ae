"""Copies of the open store, made by SQLite itself: whole or not at all, whatever is written meanwhile."""

import sqlite3
from contextlib import closing
from pathlib import Path

from firmware.data import sync

BACKUP = "plays.backup.sqlite"
"""The last copy, from which a damaged store gets back what it lost."""
STARTS = 10
"""A copy is made at every so many starts,"""
UPTIME_S = 24 * 3600.0
"""and whenever the device has run for so long since the last one."""


def copy_to(db: sqlite3.Connection, path: Path) -> None:
    """Copy a store to a file; OSError or sqlite3.Error where that cannot be written, and the old copy stays."""
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(new)) as copy:
            db.backup(copy)
        sync(new)
        new.replace(path)
    except (OSError, sqlite3.Error):
        new.unlink(missing_ok=True)
        raise
    sync(path.parent)
