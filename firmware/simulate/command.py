"""`tavolino simulate`: many plays with random answers, and the spread of the bot's final score at each level."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from engines.engine import Engine
from engines.text import ENGLISH
from firmware.bots import named
from firmware.errors import TavolinoError
from firmware.typed_options import WHOLE, parse_options
from firmware.views.figures import level_of

PLAYS, MOST = 100, 100_000
"""Plays a level where nothing is said, and at most."""
PROCESSES = 60
"""More processes than this no system allows everywhere."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes, and what runs it."""
    parser.add_argument("game", metavar="GAME", help="a key of `tavolino games`, or a bot’s file: FILE.toml")
    parser.add_argument("--plays", type=_whole(1, MOST), default=PLAYS, metavar="N", help="plays of each level")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="as for `tavolino engine`; a level is one"
    )
    parser.add_argument(
        "--seed", type=_whole(0), default=1, metavar="N", help="the first play's; each next is one more"
    )
    parser.add_argument(
        "--jobs", type=_whole(1, PROCESSES), metavar="K", help="processes; without it, one for each core"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a play a line there, for a spreadsheet")
    parser.set_defaults(run=_simulate)


def _simulate(args: argparse.Namespace) -> int:
    from firmware.simulate import plays, spread

    engine = named(args.game)
    groups = _groups(engine, args.option)
    given = [parse_options(engine, pairs) for pairs in groups.values()]
    for options in given:
        engine.start(options)  # so that what does not fit is said before anything is played
    _write(args.csv)  # as above
    seeds = range(args.seed, args.seed + args.plays)
    tasks = [plays.Task(args.game, options, seed) for options in given for seed in seeds]
    with closing(plays.ends(tasks, min(args.jobs or os.cpu_count() or 1, len(tasks)))) as ends:
        found = list(_watched(ends, len(tasks)))
    parts = [found[n : n + args.plays] for n in range(0, len(found), args.plays)]
    print(", ".join([ENGLISH.words(engine.title), *args.option, f"random answers, seeds {seeds[0]} to {seeds[-1]}."]))
    print(*spread.told(dict(zip(groups, parts, strict=True))), sep="\n")
    rows = ((" ".join(pairs), one) for pairs, part in zip(groups.values(), parts, strict=True) for one in part)
    _write(args.csv, spread.as_csv(rows))
    return 0


def _groups(engine: Engine[Any], pairs: list[str]) -> dict[str, list[str]]:
    """Return the options of each group of plays, as typed: each level is one, unless one is typed or there is none."""
    level = level_of(engine)
    if level is None or level.name in [pair.partition("=")[0] for pair in pairs]:
        return {"All plays": pairs}
    return {ENGLISH.words(one.text): [*pairs, f"{level.name}={one.id}"] for one in level.choices}


def _watched(ends: Iterable[Any], total: int) -> Iterable[Any]:
    """Return what comes; where somebody looks at the terminal, a bar shows how much came."""
    if not sys.stderr.isatty():
        return ends
    try:
        from rich.console import Console
        from rich.progress import track
    except ImportError:
        print("To see how far it is, install rich: pip install rich. It plays on without.", file=sys.stderr)
        return ends
    seen: Iterable[Any] = track(ends, "Playing", total, console=Console(stderr=True), transient=True)
    return seen


def _write(path: Path | None, text: str | None = None) -> None:
    """Write a file; without a text see whether it can be written, and leave it as it is."""
    if path is None:
        return
    try:
        with path.open("a" if text is None else "w", encoding="utf-8", newline="") as file:
            file.write(text or "")
    except OSError as error:
        raise TavolinoError(f"{path} cannot be written: {error.strerror}. Name another file.") from None


def _whole(low: int, high: int = 10**9) -> Callable[[str], int]:
    """Return what reads a whole number within bounds."""

    def read(typed: str) -> int:
        if not WHOLE.fullmatch(typed) or not low <= int(typed) <= high:
            raise argparse.ArgumentTypeError(f"{typed} is no whole number from {low} to {high}")
        return int(typed)

    return read
