"""Evenings at the table, each from one seed: the whole device with all its faults, and every law watched."""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from firmware.data import memory_folder
from tests.evening.coverage import next_seeds, report, summed
from tests.evening.evening import Told, evening
from tests.evening.plan import Plan
from tests.evening.shrink import shrunk


def main() -> int:
    """Play evenings, shrink what fails, and print what was reached; return 1 where a law did not hold."""
    args = _arguments().parse_args()
    began = time.perf_counter()
    found: list[Told] = []
    with multiprocessing.Pool(args.jobs) as pool:
        waiting = list(range(args.seed, args.seed + args.count))
        while waiting:
            batch, waiting = waiting[: args.batch], waiting[args.batch :]
            play = partial(played, hours=args.hours, presses=args.presses, only=args.only)
            for told in pool.imap(play, batch):
                found.append(told)
                _print(told, log=args.log)
            if args.stop and any(told.fault for told in found):
                break
            if args.steer and waiting:
                waiting = next_seeds(max(batch) + 1, summed(found))[: len(waiting)]
    failed = [told for told in found if told.fault]
    hours, seconds = len(found) * args.hours, time.perf_counter() - began
    print(f"{len(found)} evenings of {args.hours:g} h in {seconds:.1f} s, {len(failed)} failed")
    print(f"{hours * 3600 / seconds:.0f} times faster than real time, on {args.jobs} cores")
    for told in failed[:1] if args.shrink else ():
        print(*_shrunk(told, args), sep="\n")
    if args.reached:
        print(*report(found), sep="\n")
    return int(bool(failed))


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog='make evening ARGS="…"', description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=1, help="how many evenings")
    parser.add_argument("--hours", type=float, default=3.0, help="how long each is")
    parser.add_argument("--presses", type=int, default=400, help="how many key presses each has at most")
    parser.add_argument("--only", default="", metavar="FAULT", help="the one kind of fault that they have")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play them")
    parser.add_argument("--batch", type=int, default=10, help="how many are played before the next ones are chosen")
    parser.add_argument("--steer", action="store_true", help="choose seeds by what was not reached yet")
    parser.add_argument("--stop", action="store_true", help="stop after the first batch with a failure")
    parser.add_argument("--shrink", action="store_true", help="shrink the first that fails, and print its log")
    parser.add_argument("--log", action="store_true", help="print what happened, by the minute")
    parser.add_argument("--reached", action="store_true", help="print what was reached, and what never was")
    return parser


def played(seed: int, hours: float, presses: int, only: str = "", moves: list[int] | None = None) -> Told:
    """Play one evening in a folder in memory; no sentence tells where that is."""
    with tempfile.TemporaryDirectory(dir=memory_folder()) as place:
        before = Path.cwd()
        os.chdir(place)
        try:
            return evening(Path("device"), Plan.of(seed, only), hours, presses, moves or ())
        finally:
            os.chdir(before)


def _print(told: Told, *, log: bool) -> None:
    if log:
        print(*told.log, sep="\n")
    print(
        f"seed {told.seed}: {told.presses} presses, {told.starts} starts, {told.digest[:12]} {told.fault}".rstrip(),
        flush=True,
    )


def _shrunk(told: Told, args: argparse.Namespace) -> list[str]:
    """Return the log of the shortest evening that fails in the same way, and its keys where they suffice."""
    short = shrunk(told, lambda moves: played(told.seed, args.hours, args.presses, args.only, moves))
    lines = [f"seed {told.seed}, shrunk to {len(short.moves)} moves:", *short.log]
    if not short.faults:
        settings = " ".join(f"{name}={value}" for name, value in Plan.of(told.seed, args.only).settings.items())
        lines += [f"As a script for the headless emulator ({settings}):", " ".join(short.keys)]
    return lines


if __name__ == "__main__":
    sys.exit(main())
