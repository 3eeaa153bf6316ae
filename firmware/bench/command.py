"""`tavolino bench`: all figures as a table or as JSON, or one start for the bench itself."""

import argparse
import sys
from pathlib import Path

from firmware.process import loading


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes, and what runs it."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.add_argument("--short", action="store_true", help="a few seconds; exit code 1 where a budget is far missed")
    parser.add_argument("--first-frame", type=Path, metavar="DIR", help=argparse.SUPPRESS)  # what the bench starts
    parser.set_defaults(run=_run_bench)


def _run_bench(args: argparse.Namespace) -> int:
    import msgspec

    if args.first_frame is not None:
        with loading():
            from firmware.bench.first_frame import first_frame

        print(msgspec.json.encode(first_frame(args.first_frame)).decode())
        return 0
    from firmware.bench import report

    found, failed = report.run(short=args.short, table=not args.json)
    if args.json:
        print(msgspec.json.encode(found).decode())
    for figure in failed if args.short else ():
        print(f"{figure.id} missed its budget by far: {figure.what}.", file=sys.stderr)
    return 1 if args.short and failed else 0
