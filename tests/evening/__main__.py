"""Evenings at the table, each from one seed: the whole device with all its faults, and every law watched."""

import argparse
import importlib
import multiprocessing
import os
import pkgutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import firmware.views
from engines.kit.rules import Kind
from engines.registry import KEYS, load_engine
from firmware.views.view import View
from hw.build import names as panels
from tests.conftest import MEMORY_FOLDER
from tests.evening.evening import Told, evening
from tests.evening.plan import AT_REST, FAULTS, OURS, Plan

AHEAD = 200
"""The next seeds are chosen among this many."""


def main() -> int:
    """Play evenings, print what happened, shrink the first that fails; return 1 if a law did not hold."""
    args = arguments().parse_args()
    began = time.perf_counter()
    found: list[Told] = []
    with multiprocessing.Pool(args.jobs) as pool:
        waiting = list(range(args.seed, args.seed + args.count))
        while waiting:
            batch, waiting = waiting[: 2 * args.jobs], waiting[2 * args.jobs :]
            chosen = {"panel": args.panel, "game": args.game}
            play = partial(played, hours=args.hours, presses=args.presses, only=args.only, **chosen)
            for told in pool.imap(play, batch):
                found.append(told)
                print(*(told.log if args.count == 1 else ()), told, sep="\n", flush=True)
            if args.stop and any(told.fault for told in found):
                break
            if args.steer and waiting:
                waiting = next_seeds(max(batch) + 1, summed(found))[: len(waiting)]
    failed = [told for told in found if told.fault]
    hours, seconds = len(found) * args.hours, time.perf_counter() - began
    print(f"{len(found)} evenings of {args.hours:g} h in {seconds:.1f} s, {len(failed)} failed")
    print(f"{hours * 3600 / seconds:.0f} times faster than real time, on {args.jobs} cores")
    for told in failed[:1]:
        print(*_shrunk(told, args), sep="\n")
    print(*(report(found) if args.count > 1 else ()), sep="\n")
    return int(bool(failed))


def arguments() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    parser = argparse.ArgumentParser(prog='make evening ARGS="…"', description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=1, help="how many evenings")
    parser.add_argument("--hours", type=float, default=3.0, help="how long each is")
    parser.add_argument("--presses", type=int, default=400, help="how many key presses each has at most")
    parser.add_argument("--only", default="", metavar="FAULT", help="the one kind of fault that they have")
    parser.add_argument("--panel", default="", choices=panels(), help="the panel that they have")
    parser.add_argument(
        "--game", default="", choices=(*KEYS, *OURS), metavar="GAME", help="the one game that they have"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play them")
    parser.add_argument("--steer", action="store_true", help="choose the next seeds by what was not reached yet")
    parser.add_argument("--stop", action="store_true", help="stop soon after the first failure")
    return parser


def played(
    seed: int,
    hours: float,
    presses: int,
    only: str = "",
    moves: list[int] | None = None,
    *,
    panel: str = "",
    game: str = "",
) -> Told:
    """Play one evening in a folder in memory; no sentence has its path."""
    with tempfile.TemporaryDirectory(dir=MEMORY_FOLDER if os.access(MEMORY_FOLDER, os.W_OK) else None) as place:
        before = Path.cwd()
        os.chdir(place)
        try:
            return evening(Path("device"), Plan.of(seed, only, panel, game), hours, presses, moves or ())
        finally:
            os.chdir(before)


def _shrunk(told: Told, args: argparse.Namespace) -> list[str]:
    """Return the log of the shortest evening that fails in the same way, and its keys if they suffice."""
    play = partial(played, told.seed, args.hours, args.presses, args.only, panel=args.panel, game=args.game)
    short = shrunk(told, play)
    lines = [f"seed {told.seed}, shrunk to {len(short.moves)} moves:", *short.log]
    if not short.faults:
        settings = " ".join(
            f"{name}={value}" for name, value in Plan.of(told.seed, args.only, args.panel, args.game).settings.items()
        )
        lines += [f"As a script for the headless emulator ({settings}):", " ".join(short.keys)]
    return lines


def shrunk(told: Told, play: Callable[[list[int]], Told]) -> Told:
    """Return an evening with the same kind of fault from which no move can be left out, as delta debugging finds it."""
    parts = 2
    while len(told.moves) > 1:
        moves = told.moves
        size = -(-len(moves) // parts)
        groups = [moves[at : at + size] for at in range(0, len(moves), size)]
        for group in groups:
            shorter = play([move for move in moves if move not in set(group)])
            if shorter.fault and shorter.kind == told.kind:
                told, parts = shorter, max(parts - 1, 2)
                break
        else:
            if size == 1:
                break
            parts = min(parts * 2, len(moves))
    return told


# --- what was reached ---


def summed(evenings: Iterable[Told]) -> dict[str, Counter[str]]:
    """Return how often each thing was met, by kind."""
    found: dict[str, Counter[str]] = {"faults": Counter()}
    for told in evenings:
        found["faults"].update(told.faults)
        for kind, names in told.met.items():
            found.setdefault(kind, Counter()).update(names)
    return found


def never(met: dict[str, Counter[str]]) -> dict[str, list[str]]:
    """Return what was never reached, by kind."""
    there = {"views": _views(), "rules": _rules(), "faults": {*FAULTS, *AT_REST}}
    return {kind: sorted(names - met.get(kind, Counter()).keys()) for kind, names in there.items()}


def next_seeds(first: int, met: dict[str, Counter[str]]) -> list[int]:
    """Return the seeds from `first` on, those first whose plans have most of what was met least."""
    seen: Counter[str] = sum(met.values(), Counter())
    games = Counter(name.split(".")[0] for name in met.get("rules", ()))
    return sorted(
        range(first, first + AHEAD), key=lambda seed: sum(seen[kind] + games[kind] for kind in Plan.of(seed).kinds())
    )


def report(evenings: list[Told]) -> Iterator[str]:
    """Yield lines: how often each thing was met, and what never was."""
    met = summed(evenings)
    for kind, names in met.items():
        yield f"\n{kind}: {len(names)} met"
        if kind != "rules":
            yield from (f"  {n:>6} {name}" for name, n in sorted(names.items()))
    for kind, missing in never(met).items():
        yield f"\n{kind} never reached: {', '.join(missing) or 'none'}"


def _views(above: type[View] = View) -> set[str]:
    for module in pkgutil.iter_modules(firmware.views.__path__, "firmware.views."):
        importlib.import_module(module.name)
    below = [one for one in above.__subclasses__() if one.__module__.startswith("firmware.")]
    return {one.__name__ for one in below}.union(*map(_views, below))


def _rules() -> set[str]:
    return {rule.id for key in KEYS for rule in load_engine(key).book.rule if rule.kind is Kind.DOES}


if __name__ == "__main__":
    sys.exit(main())
