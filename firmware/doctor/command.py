"""`tavolino doctor`: what is wrong with an installation, printed as it is found."""

import argparse
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from firmware.errors import TavolinoError
from firmware.process import data_folder


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes, and what runs it."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--panel-test", action="store_true", help="draw pictures, ask what is seen, set the panel")
    what.add_argument("--pace", action="store_true", help="measure how long the panel takes, anew")
    what.add_argument("--wipe", action="store_true", help="draw black and white by turns, for a stained panel")
    what.add_argument(
        "--keys", type=_times, nargs="?", const=0, metavar="N", help="show what the keys do, N times or until Ctrl-C"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--simulate", action="store_true", help="examine simulated parts, in no time")
    where.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.add_argument("--fault", metavar="FAULT", help="what is wrong with the simulated parts, such as busy-stuck")
    parser.add_argument("--frames", type=Path, metavar="DIR", help="where a simulated panel test writes its pictures")
    parser.add_argument("--panel", choices=("4.2", "4.2-big", "2.9"), help="the panel; without it, as in the settings")
    parser.set_defaults(run=_run_doctor)


def _times(typed: str) -> int:
    try:
        if (times := int(typed)) >= 0:
            return times
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{typed} is no number of times")


def _run_doctor(args: argparse.Namespace) -> int:
    from tempfile import TemporaryDirectory

    from firmware.doctor import examination
    from firmware.doctor.installation import Installation, SimulatedInstallation, defect_of

    if not args.simulate and (args.fault or args.frames):
        raise TavolinoError("--fault and --frames are for simulated parts. Add --simulate.")
    with TemporaryDirectory() as fresh:
        installation = (
            SimulatedInstallation(Path(fresh), args.panel, defect_of(args.fault), args.frames)
            if args.simulate
            else Installation(data_folder(args.data), args.panel)
        )
        with closing(installation), suppress(KeyboardInterrupt):
            if args.panel_test:
                from firmware.doctor.panel_test import panel_test

                return _print(panel_test(installation))
            if args.pace or args.wipe:
                from firmware.doctor import upkeep

                return _print(upkeep.measure(installation) if args.pace else upkeep.wipe(installation))
            if args.keys is not None:
                return _print(examination.watch(installation, args.keys))
            return _print(examination.examine(installation))
    return 0


def _print(found: Iterable[Any]) -> int:
    """Print what the doctor says as it comes; return 1 where something is wrong."""
    code = 0
    for one in found:
        print(one if isinstance(one, str) else one.line, flush=True)
        code = code if isinstance(one, str) or one.ok is not False else 1
    return code
