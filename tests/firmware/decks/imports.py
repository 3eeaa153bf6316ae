"""Deck files in a data folder, for tests."""

from pathlib import Path

from firmware.data_folder import DataFolder


def import_deck(folder: Path, raw: bytes, name: str, *, file: str = "") -> Path:
    """Keep a deck file as `tavolino deck import` does; return its path. Sentences use the name `file`."""
    decks = DataFolder(folder).decks
    deck = decks.add(decks.check(raw, file or name), name)
    return folder / "decks" / deck.game / deck.deck / f"{deck.name}.toml"
