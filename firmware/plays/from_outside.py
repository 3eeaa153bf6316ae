"""Plays from files that somebody names: taken up under the rules of today."""

from pathlib import Path
from typing import Any

from engines.engine import Engine
from engines.play import Play
from firmware.dealer import dealer
from firmware.errors import TavolinoError
from firmware.plays.play_file import Stored
from firmware.plays.versions import OtherRules, from_file, play_of
from firmware.process import read


def resume(engine: Engine[Any], path: Path) -> Play[Any]:
    """Return the play of a play file of this game."""
    file = from_file(read(path), path.name)
    if file.game != engine.key:
        raise TavolinoError(f"{path.name} is a play of {file.game}, not of {engine.key}.")
    return _resume(file)


def load_play(raw: bytes, name: str) -> Play[Any]:
    """Return the play of a play file of any game; TavolinoError names the file where it cannot be used."""
    return _resume(from_file(raw, name))


def _resume(file: Stored) -> Play[Any]:
    """Return the play of a file. Where today's rules lead elsewhere, it goes on from the table as it is, if it can."""
    play = play_of(file, dealer(file.seed))
    if not isinstance(play, OtherRules):
        return play
    return play.table or play.at_step
