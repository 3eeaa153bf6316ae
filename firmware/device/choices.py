"""What a new play can choose from: what was learned, and the decks of files."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from engines.contract import Refused
from engines.engine import Engine
from engines.options import Embed, Options
from firmware import deck_files
from firmware.errors import TavolinoError
from firmware.settings import remembered


def learned(folder: Path, game: str) -> tuple[Options, TavolinoError | None]:
    """Return what was learned; a file that cannot be read is named, but does not keep anyone from playing."""
    try:
        return remembered(folder, game), None
    except TavolinoError as error:
        return {}, error


def decks(folder: Path, engine: Engine[Any], option: Embed) -> tuple[dict[str, Any], list[TavolinoError]]:
    """Return the decks that can be chosen in place of the printed one, by name, and what is wrong with the others.

    First the one learned, then those of files.
    """
    found, faults = dict[str, Any](), list[TavolinoError]()
    kept, _ = learned(folder, engine.key)
    if option.name in kept:
        with suppress(Refused):
            deck = engine.complete({option.name: kept[option.name]})[option.name]
            found[deck["name"]] = deck
    for name in deck_files.names(folder, engine.key, option.deck):
        try:
            found[name] = to_builtins(deck_files.load(folder, engine.key, option.deck, name))
        except TavolinoError as fault:
            faults.append(fault)
    return found, faults
