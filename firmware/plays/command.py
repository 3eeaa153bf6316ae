"""`tavolino play`: the plays of a data folder, listed, printed, taken in, taken up again and deleted."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engines.kit.text import ENGLISH
from firmware.errors import TavolinoError
from firmware.process import data_folder, in_data_folder, read


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes, and what runs it."""
    does = parser.add_subparsers(required=True, metavar="list|export|import|restore|delete")
    in_data_folder(does.add_parser("list", help="list the plays, the oldest first"), _list_plays)
    export = in_data_folder(does.add_parser("export", help="print a play as a file, for a report"), _export_play)
    export.add_argument("number", type=int, metavar="N")
    take_in = in_data_folder(
        does.add_parser("import", help="let the device go on with a play from a file"), _import_play
    )
    take_in.add_argument("file", type=Path, metavar="FILE")
    restore = in_data_folder(does.add_parser("restore", help="take a play up again that was put away"), _restore_play)
    restore.add_argument("number", type=int, metavar="N")
    delete = in_data_folder(does.add_parser("delete", help="delete a play that does not go on"), _delete_play)
    delete.add_argument("number", type=int, metavar="N")


def _list_plays(args: argparse.Namespace) -> int:
    with _store(args) as store:
        for file in store.plays():
            winner = getattr(file.ended, "winner", None)
            ended = f"won by {winner}" if winner else "over" if file.over else "abandoned"
            state = "goes on" if file.live else ended
            print(f"{file.number:<6}{file.play.game:<12}{file.play.n:>5} inputs  {state}")
    return 0


def _export_play(args: argparse.Namespace) -> int:
    with _store(args) as store:
        print(store.text(args.number), end="")
    return 0


def _import_play(args: argparse.Namespace) -> int:
    from firmware.plays.from_outside import load_play, refuse_twin

    play = load_play(read(args.file), args.file.name)
    with _store(args) as store:
        refuse_twin(store, play, args.file.name)
        number = store.create(play)
        if not store.kept:
            raise TavolinoError(f"{data_folder(args.data)} cannot be written. Nothing was kept.")
    print(f"Kept as play {number}. The device goes on with it.")
    return 0


def _restore_play(args: argparse.Namespace) -> int:
    with _store(args) as store:
        store.restore(args.number)
        if not store.kept:
            raise TavolinoError(f"{data_folder(args.data)} cannot be written. Play {args.number} stays put away.")
    print(f"Play {args.number} goes on where it stood. The device shows it at its next start.")
    return 0


def _delete_play(args: argparse.Namespace) -> int:
    with _store(args) as store:
        store.delete(args.number)
    print(f"Play {args.number} and its copy are gone.")
    return 0


@contextmanager
def _store(args: argparse.Namespace) -> Iterator[Any]:
    """Open the plays of a data folder; what is found wrong with them goes to standard error."""
    from firmware.files.disk import Lock
    from firmware.plays.store import Store

    folder = data_folder(args.data)
    with Lock(folder), Store(folder) as store:
        try:
            yield store
        finally:
            print(*(f"{ENGLISH.words(notice)}\n" for notice in store.notices), sep="", end="", file=sys.stderr)
