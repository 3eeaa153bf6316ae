"""`tavolino run`: the device on the parts of its build."""

import argparse
import sys

from firmware.process import LOG_FORMAT, exit_on_sigterm, in_data_folder, loading
from hw.errors import HwError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command, and the function that runs it."""
    in_data_folder(parser, _run_device)


def _run_device(args: argparse.Namespace) -> int:
    with loading():
        import logging

        from firmware.data_folder import data_folder
        from firmware.dealer import new_seed
        from firmware.device import rig
        from firmware.service import serve
        from firmware.settings.settings import Settings
        from hw.clock import SystemClock
        from hw.computer import choose_factory

    choose_factory()
    logging.basicConfig(format=LOG_FORMAT, stream=sys.stdout)
    exit_on_sigterm()
    folder = data_folder(args.data)

    def open_rig(trouble: str | None) -> rig.Rig:
        def make(settings: Settings) -> rig.Rig:
            return rig.Rig(folder, settings, SystemClock(), new_seed, trouble)

        with loading():
            return rig.open_rig(folder, make)

    try:
        serve.serve(open_rig)
    except HwError as error:
        raise HwError(f"{error} `tavolino doctor` says more.") from error
    return 0
