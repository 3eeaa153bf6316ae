"""`tavolino bot`: begin a bot file, check it, play it while it changes."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from firmware.emulators import command as emulators
from firmware.errors import TavolinoError
from firmware.process import read, whole_number

MAX_PLAYS = 100_000
NEW_FILE = Path(__file__).parent / "new.toml"
_play_count = whole_number(f"number of plays: 0 to {MAX_PLAYS} are", MAX_PLAYS)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command, and the functions that run it."""
    commands = parser.add_subparsers(required=True, metavar="new|check|words|try")
    new = commands.add_parser("new", help="write a small bot file that plays, with comments")
    check = commands.add_parser("check", help="say what is wrong with a bot file, and play it by chance")
    words = commands.add_parser("words", help="print the sentences of a bot file that have no words in a language")
    live = commands.add_parser("try", help="open the emulator on a bot file; a saved change shows at the same step")
    for command in (new, check, words, live):
        command.add_argument("file", type=Path, metavar="FILE")
    check.add_argument("--plays", type=_play_count, default=1_000, metavar="N", help="random plays; without it 1000")
    words.add_argument("language", metavar="LANGUAGE", help="as de or fr")
    emulators.arguments(live)
    for command, run in ((new, _new), (check, _check), (words, _words), (live, _try)):
        command.set_defaults(run=run)


def _new(args: argparse.Namespace) -> None:
    path: Path = args.file
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(NEW_FILE.read_text("utf-8"))
    except FileExistsError:
        raise TavolinoError(f"{path} is there already. Name a file that is not.") from None
    except OSError as error:
        raise TavolinoError(f"{path} cannot be written: {error.strerror}. Name another file.") from None
    print(f"{path} is a bot that plays. Open it in an editor, and see what it says: tavolino bot check {path}")


def _check(args: argparse.Namespace) -> int:
    from engines.botfile.check import cards_from_nowhere, doubts, mistakes
    from engines.kit.text import ENGLISH
    from firmware.authoring import check
    from firmware.authoring.examine import examine
    from firmware.authoring.fits import undrawable_letters
    from firmware.bots.engines import bot_of_file
    from firmware.files.disk import plain_text
    from firmware.languages import catalogue

    raw = plain_text(read(args.file))
    try:
        engine: Any = bot_of_file(raw, args.file.name)
    except TavolinoError as bad:
        print(bad)
        return 1
    print(check.heading(engine))
    wrong = [*mistakes(engine.file), *undrawable_letters(engine.file)]
    languages = {"en": ENGLISH} | {name: catalogue(name, engine.key) for name in engine.words}
    examination = examine(engine, _with_progress_bar(range(1, args.plays + 1)), languages)
    wrong += [*cards_from_nowhere(engine.file, sorted(engine.added)), *examination.misplaced]
    print(*dict.fromkeys(wrong), sep="\n", end="\n" if wrong else "")
    if examination.broken_law:
        print(examination.broken_law)
    elif args.plays:
        print(*check.play_lines(engine, examination, languages), sep="\n")
    print(*(f"Doubt: {one}" for one in doubts(engine.file)), "", *check.limit_lines(), sep="\n")
    return int(bool(wrong or examination.broken_law))


def _words(args: argparse.Namespace) -> None:
    from engines.botfile.check import untranslated
    from engines.botfile.lines import line_of
    from firmware.bots.engines import bot_of_file
    from firmware.files.disk import plain_text
    from firmware.languages import check_language

    check_language(args.language)
    engine: Any = bot_of_file(plain_text(read(args.file)), args.file.name)
    if args.language not in engine.words:
        print(f"[words.{args.language}]")
    for leaf in untranslated(engine.file, args.language):
        plural = getattr(leaf.table, "plural", "")
        forms, plural_note = ('["", ""]', f", for other numbers: {plural}") if plural else ('""', "")
        line = line_of(engine.file.text, leaf.path)
        print(f"{msgspec.json.encode(leaf.value).decode()} = {forms}  # line {line}{plural_note}")


def _with_progress_bar(seeds: range) -> Iterable[int]:
    """Return the seeds; on a terminal, a bar shows how many were played."""
    if not sys.stderr.isatty():
        return seeds
    try:
        from rich.console import Console
        from rich.progress import track
    except ImportError:
        print("To see how far it is, install rich: pip install rich. It plays on without.", file=sys.stderr)
        return seeds
    bar: Iterable[int] = track(seeds, "Playing", console=Console(stderr=True), transient=True)
    return bar


def _try(args: argparse.Namespace) -> int:
    from functools import partial

    from firmware.authoring.live import Live

    read(args.file)  # so that a wrong name is reported before anything is opened
    return emulators.run(args, partial(Live, args.file))
