"""`tavolino run`: the device on the parts of its build."""

import argparse
import sys
from pathlib import Path

from firmware.process import LOG, data_folder, end_in_order, loading
from hw.errors import HwError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes, and what runs it."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.set_defaults(run=_run_device)


def _run_device(args: argparse.Namespace) -> int:
    with loading():
        import logging

        from firmware.dealer import new_seed
        from firmware.device import rig
        from firmware.service import serve
        from firmware.settings import Settings, greeting
        from hw.clock import SystemClock
        from hw.computer import choose_factory

    choose_factory()
    logging.basicConfig(format=LOG, stream=sys.stdout)
    end_in_order()
    folder = data_folder(args.data)

    def opened(trouble: str | None) -> rig.Rig:
        with loading():
            return rig.opened(folder, lambda settings: made(greeting(folder, settings), trouble))

    def made(settings: Settings, trouble: str | None) -> rig.Rig:
        return rig.Rig(folder, settings, SystemClock(), new_seed, trouble)

    try:
        serve.serve(opened)
    except HwError as error:
        raise HwError(f"{error} `tavolino doctor` says more.") from error
    return 0
