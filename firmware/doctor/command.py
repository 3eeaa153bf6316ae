"""`tavolino doctor`: the checks of an installation, printed as they are made."""

import argparse
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware.process import whole_number

_times = whole_number("number of times", sys.maxsize)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command, and the function that runs it."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--panel-test", action="store_true", help="draw pictures, ask what is seen, set the panel")
    what.add_argument("--speed", action="store_true", help="measure the panel, a key to its refresh, and memory")
    what.add_argument("--wipe", action="store_true", help="draw black and white by turns, for a stained panel")
    what.add_argument(
        "--keys", type=_times, nargs="?", const=0, metavar="N", help="show what the keys do, N times or until Ctrl-C"
    )
    what.add_argument("--simulate", action="store_true", help="examine simulated parts, with the settings of DIR")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.add_argument("--panel", metavar="NAME", help="the panel; without it, as in the settings")
    parser.set_defaults(run=_run_doctor)


def _run_doctor(args: argparse.Namespace) -> int:
    with suppress(KeyboardInterrupt):
        return _print(_findings(args))
    return 0


def _findings(args: argparse.Namespace) -> Iterable[Any]:
    from tempfile import TemporaryDirectory

    from firmware.data_folder import DataFolder, data_folder
    from firmware.doctor import examination, upkeep
    from firmware.doctor.installation import Installation, SimulatedInstallation
    from firmware.doctor.panel_test import panel_test
    from firmware.settings.settings import FILE_NAME

    if args.simulate:
        with TemporaryDirectory() as fresh:
            folder = Path(fresh)
            if args.data and (settings := args.data / FILE_NAME).exists():
                (folder / FILE_NAME).write_bytes(settings.read_bytes())
            yield from examination.examine(SimulatedInstallation(DataFolder(folder), args.panel))
        return
    installation = Installation(data_folder(args.data), args.panel)
    if args.keys is not None:
        yield from examination.watch_keys(installation, args.keys)
    elif args.panel_test:
        yield from panel_test(installation)
    elif args.speed:
        yield from upkeep.measure(installation)
    elif args.wipe:
        yield from upkeep.wipe(installation)
    else:
        yield from examination.examine(installation)


def _print(found: Iterable[Any]) -> int:
    """Print sentences and checks as they come; return 1 if a check failed."""
    code = 0
    for finding in found:
        print(finding if isinstance(finding, str) else finding.line, flush=True)
        code = code if isinstance(finding, str) or finding.ok is not False else 1
    return code
