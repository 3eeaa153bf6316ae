"""`tavolino history`: how the plays of a data folder ended, for people, for spreadsheets and for programs."""

import argparse
import sys
from collections.abc import Iterable, Iterator

import msgspec

from engines.kit.text import ENGLISH
from engines.registry import GAMES
from firmware.data_folder import DataFolder, data_folder
from firmware.history.figures import Group, as_csv, games_played, groups, outcome_word, plays_of, row
from firmware.plays.history import Record
from firmware.plays.kept_file import Loss
from firmware.plays.losses import sentences
from firmware.process import in_data_folder

LAST = 8
"""So many results of a group are printed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes, and what runs it."""
    forms = in_data_folder(parser, _history).add_mutually_exclusive_group()
    forms.add_argument("--csv", action="store_true", help="a play a line, for a spreadsheet")
    forms.add_argument("--json", action="store_true", help="the same as JSON, for a program")


def _history(args: argparse.Namespace) -> int:
    folder = data_folder(args.data)
    lost: dict[str, Loss] = {}
    plays = folder.records(lost.update)
    print(*(f"{ENGLISH.words(said)}\n" for said in sentences(lost)), sep="", end="", file=sys.stderr)
    if args.csv:
        sys.stdout.write(as_csv(plays))
    elif args.json:
        print(msgspec.json.format(msgspec.json.encode([row(one, one.options) for one in plays])).decode())
    else:
        print(*_printed(folder, plays), sep="\n")
    return 0


def _printed(folder: DataFolder, plays: Iterable[Record]) -> Iterator[str]:
    plays = tuple(plays)
    for game in games_played(plays):
        engine = folder.bots.find(game)
        yield ENGLISH.words(GAMES.get(game, engine.title))
        yield from (f"  {_line(group)}" for group in groups(engine, plays_of(plays, game)))
    if not any(one.over for one in plays):
        yield "No play has come to its end yet."
    if away := sum(not one.over for one in plays):
        yield f"Put away before the end: {away}. `tavolino play list` shows them."


def _line(group: Group) -> str:
    n, margins = len(group.plays), group.margins
    line = f"{ENGLISH.words(group.label)}: {n} {'play' if n == 1 else 'plays'}, {group.won} won"
    if margins:
        line += f"; margin {min(margins):+} to {max(margins):+}, mean {sum(margins) / len(margins):+.1f}"
    last = " ".join(_result(one) for one in group.plays[-LAST:])
    undone, corrected = sum(one.undone > 0 for one in group.plays), sum(one.corrected > 0 for one in group.plays)
    return f"{line}; last {last}; {undone} with undone inputs, {corrected} with corrections"


def _result(one: Record) -> str:
    return outcome_word(one) if one.margin is None else f"{one.margin:+}"
