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
from tests.conftest import memory_folder
from tests.evening.evening import Report, play_evening
from tests.evening.plan import BOT_FILES, FAULTS, FAULTS_AT_REST, Plan

MAX_AHEAD = 200
"""Seeds among which the next ones are chosen."""


def main() -> int:
    """Play evenings, print their reports, and shrink the first that fails; return 1 if a law was broken."""
    args = arguments().parse_args()
    began = time.perf_counter()
    outcomes: list[Report] = []
    with multiprocessing.Pool(args.jobs) as pool:
        waiting = list(range(args.seed, args.seed + args.count))
        while waiting:
            batch, waiting = waiting[: 2 * args.jobs], waiting[2 * args.jobs :]
            chosen = {"panel": args.panel, "game": args.game}
            play = partial(play_in_memory, hours=args.hours, presses=args.presses, only=args.only, **chosen)
            for outcome in pool.imap(play, batch):
                outcomes.append(outcome)
                print(*(outcome.log if args.count == 1 else ()), outcome, sep="\n", flush=True)
            if args.stop and any(outcome.fault for told in outcomes):
                break
            if args.steer and waiting:
                waiting = next_seeds(max(batch) + 1, count_met(outcomes))[: len(waiting)]
    failed = [told for told in outcomes if told.fault]
    hours, seconds = len(outcomes) * args.hours, time.perf_counter() - began
    print(f"{len(outcomes)} evenings of {args.hours:g} h in {seconds:.1f} s, {len(failed)} failed")
    print(f"{hours * 3600 / seconds:.0f} times faster than real time, on {args.jobs} cores")
    for outcome in failed[:1]:
        print(*_shrunk_log(outcome, args), sep="\n")
    print(*(report(outcomes) if args.count > 1 else ()), sep="\n")
    return int(bool(failed))


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog='make evening ARGS="…"', description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=1, help="how many evenings")
    parser.add_argument("--hours", type=float, default=3.0, help="how long each is")
    parser.add_argument("--presses", type=int, default=400, help="how many key presses each has at most")
    parser.add_argument("--only", default="", metavar="FAULT", help="the one kind of fault that they have")
    parser.add_argument("--panel", default="", choices=panels(), help="the panel that they have")
    parser.add_argument(
        "--game", default="", choices=(*KEYS, *BOT_FILES), metavar="GAME", help="the one game that they have"
    )
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play them")
    parser.add_argument("--steer", action="store_true", help="choose the next seeds by what was not reached yet")
    parser.add_argument("--stop", action="store_true", help="stop soon after the first failure")
    return parser


def play_in_memory(
    seed: int,
    hours: float,
    presses: int,
    only: str = "",
    moves: list[int] | None = None,
    *,
    panel: str = "",
    game: str = "",
) -> Report:
    """Play one evening in a folder in memory, with relative paths, so that no sentence contains it."""
    with tempfile.TemporaryDirectory(dir=memory_folder()) as place:
        before = Path.cwd()
        os.chdir(place)
        try:
            return play_evening(Path("device"), Plan.of(seed, only, panel, game), hours, presses, moves or ())
        finally:
            os.chdir(before)


def _shrunk_log(failed: Report, args: argparse.Namespace) -> list[str]:
    """Return the log of the shortest evening that fails in the same way, and its keys if they suffice."""
    play = partial(play_in_memory, failed.seed, args.hours, args.presses, args.only, panel=args.panel, game=args.game)
    shortest = shrink(failed, play)
    lines = [f"seed {failed.seed}, shrunk to {len(shortest.moves)} moves:", *shortest.log]
    if not shortest.faults:
        settings = " ".join(
            f"{name}={value}" for name, value in Plan.of(failed.seed, args.only, args.panel, args.game).settings.items()
        )
        lines += [f"As a script for the headless emulator ({settings}):", " ".join(shortest.keys)]
    return lines


def shrink(failed: Report, play: Callable[[list[int]], Report]) -> Report:
    """Return an evening with the same kind of fault and as few moves as delta debugging finds."""
    parts = 2
    while len(failed.moves) > 1:
        moves = failed.moves
        size = -(-len(moves) // parts)
        groups = [moves[at : at + size] for at in range(0, len(moves), size)]
        for group in groups:
            shorter = play([move for move in moves if move not in set(group)])
            if shorter.fault and shorter.kind == failed.kind:
                failed, parts = shorter, max(parts - 1, 2)
                break
        else:
            if size == 1:
                break
            parts = min(parts * 2, len(moves))
    return failed


# --- what was reached ---


def count_met(evenings: Iterable[Report]) -> dict[str, Counter[str]]:
    """Return how often each thing was met, by kind."""
    met: dict[str, Counter[str]] = {"faults": Counter()}
    for outcome in evenings:
        met["faults"].update(outcome.faults)
        for kind, names in outcome.met.items():
            met.setdefault(kind, Counter()).update(names)
    return met


def never_met(met: dict[str, Counter[str]]) -> dict[str, list[str]]:
    """Return what was never reached, by kind."""
    known = {"views": _views(), "rules": _rules(), "faults": {*FAULTS, *FAULTS_AT_REST}}
    return {kind: sorted(names - met.get(kind, Counter()).keys()) for kind, names in known.items()}


def next_seeds(first: int, met: dict[str, Counter[str]]) -> list[int]:
    """Return the seeds from `first` on, ordered so that plans with rarely met kinds come first."""
    seen: Counter[str] = sum(met.values(), Counter())
    games = Counter(name.split(".")[0] for name in met.get("rules", ()))
    return sorted(
        range(first, first + MAX_AHEAD),
        key=lambda seed: sum(seen[kind] + games[kind] for kind in Plan.of(seed).kinds()),
    )


def report(evenings: list[Report]) -> Iterator[str]:
    """Yield the lines of the report: how often each thing was met, and what was never met."""
    met = count_met(evenings)
    for kind, names in met.items():
        yield f"\n{kind}: {len(names)} met"
        if kind != "rules":
            yield from (f"  {n:>6} {name}" for name, n in sorted(names.items()))
    for kind, missing in never_met(met).items():
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
