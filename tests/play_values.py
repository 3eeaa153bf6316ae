"""Plays as values, for tests that compare two plays or show that a play has not changed."""

from typing import Any

import msgspec
from msgspec.structs import replace

from engines.kit.play import Play, SavedPlay, Step
from firmware.plays.play_file import PlayFile


def file_and_state(play: Play[Any]) -> str:
    """Return the lines of a play's file, with its state below them."""
    return PlayFile.from_play(play.saved()).text + play.engine.encode(play.state).decode()


def without_snapshots(stored: SavedPlay) -> SavedPlay:
    """Return a play without its snapshots, since a store keeps only some of them."""
    return replace(stored, steps=[Step(step.entry, list(step.outcomes)) for step in stored.steps])


def entries(stored: SavedPlay) -> list[Any]:
    """Return every entry of a play in order, as plain values."""
    found: list[Any] = msgspec.to_builtins([entry for step in stored.steps for entry in step.entries])
    return found


def play_of_lines(lines: list[str]) -> SavedPlay:
    """Return the play of the lines that the engine protocol gives."""
    file = PlayFile.read("".join(f"{line}\n" for line in lines).encode())
    assert file is not None
    return file.play
