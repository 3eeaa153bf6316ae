"""`tavolino emulate`: the device on simulated parts, in a browser, in a terminal, or headless by a script."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware.errors import TavolinoError
from firmware.process import LOG, data_folder, end_in_order


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes, and what runs it."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--web", action="store_true", help="in a browser (the default)")
    where.add_argument("--terminal", action="store_true", help="in this terminal")
    where.add_argument("--headless", action="store_true", help="by a script, on a virtual clock")
    parser.add_argument("--port", type=_port, metavar="N", help="the port of the page; without it 8420, or a free one")
    parser.add_argument("--open", action="store_true", help="open the page")
    parser.add_argument("--host", metavar="HOST", help="where the page can be reached; without it, from here alone")
    parser.add_argument("--i-know", action="store_true", help="whoever reaches that host may play, and I know it")
    parser.add_argument("--script", type=Path, metavar="FILE", help="the keys of a headless run")
    parser.add_argument("--frames", type=Path, metavar="DIR", help="where a headless run writes its pictures")
    parser.add_argument("--until-over", action="store_true", help="repeat the script until a play has its result")
    parser.add_argument("--seed", metavar="N", help="the seed of the first play")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder; headless: without it a fresh one")
    parser.add_argument("--panel", choices=("4.2", "4.2-big", "2.9"), help="the panel and its text")
    parser.set_defaults(run=_run_emulator)


def _run_emulator(given: argparse.Namespace) -> int:
    if (given.terminal or given.headless) and _of_a_page(given):
        raise TavolinoError("--port, --open, --host and --i-know are for a browser. Leave them out.")
    if given.headless:
        return _run_headless(given)
    if given.script is not None or given.frames is not None or given.until_over:
        raise TavolinoError("--script, --frames and --until-over are for a headless run. Add --headless.")
    end_in_order()
    return _run_terminal(given) if given.terminal else _run_web(given)


def _of_a_page(given: argparse.Namespace) -> bool:
    return given.port is not None or given.host is not None or given.open or given.i_know


def _run_web(given: argparse.Namespace) -> int:
    import logging

    from firmware.web import guard
    from firmware.web.emulated import Emulated
    from firmware.web.owner import Owner
    from firmware.web.server import HOST, Server

    host = given.host or HOST
    if not guard.is_loopback(host):
        if not given.i_know:
            raise TavolinoError(f"Whoever reaches {host} could use the device and read its plays. Add --i-know if so.")
        print(f"Whoever reaches {host} can use this device and read its plays.", file=sys.stderr)
    folder = data_folder(given.data, "tavolino-emulator")
    logging.basicConfig(format=LOG)
    owner = Owner(lambda: Emulated(folder, lambda: _settings(folder, given), _seeds(given)))
    with closing(Server(owner, host, given.port)) as server, owner:
        print(f"The device is at {server.address} (Ctrl-C ends it).", flush=True)
        if given.open:
            import webbrowser

            webbrowser.open(server.address)
        server.run()
    return 0


def _port(given: str) -> int:
    """Return a port; ValueError, which the parser words, where it is none."""
    port = int(given)
    if not 0 <= port < 1 << 16:
        raise ValueError
    return port


def _run_terminal(given: argparse.Namespace) -> int:
    import logging

    from firmware import rig, terminal
    from hw.clock import LeapClock

    folder, clock = data_folder(given.data, "tavolino-emulator"), LeapClock()
    logging.basicConfig(format=LOG, filename=_log(folder))
    with closing(rig.Simulated(folder, _settings(folder, given), clock, _seeds(given))) as device:
        try:
            terminal.Terminal(device, clock, Path.cwd()).run()
        finally:
            clock.instant = True  # nobody watches the refresh that runs
    return 0


def _seeds(given: argparse.Namespace) -> Callable[[], str]:
    """Return what gives the seeds of new plays."""
    from firmware import script
    from firmware.dealer import new_seed

    return script.counted(given.seed) if given.seed else new_seed


def _log(folder: Path) -> str:
    """Return where the terminal emulator logs: the terminal itself is its glass."""
    return str(folder / "emulator.log") if os.access(folder, os.W_OK) else os.devnull


def _run_headless(given: argparse.Namespace) -> int:
    from tempfile import TemporaryDirectory

    from firmware import given as from_outside
    from firmware import script

    if given.script is None:
        raise TavolinoError("A headless run wants its keys: --script FILE.")
    text = from_outside.read(given.script).decode(errors="replace")
    words = script.parse(text, given.script.name)
    with TemporaryDirectory() as fresh:
        folder = data_folder(given.data) if given.data else Path(fresh)
        device = script.Headless(folder, lambda: _settings(folder, given), given.frames or Path.cwd(), _seeds(given))
        try:
            device.run(words, until_over=given.until_over)
        except script.Failed as failed:
            print(failed, file=sys.stderr)
            return 1
        finally:
            device.close()
    return 0


def _settings(folder: Path, given: argparse.Namespace) -> Any:
    from msgspec.structs import replace

    from firmware import settings

    kept = settings.load(folder)
    return replace(kept, panel=given.panel) if given.panel else kept
