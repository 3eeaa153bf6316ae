"""`tavolino emulate`: the device on simulated parts, in a browser, in a terminal, or headless by a script."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware.errors import TavolinoError
from firmware.process import LOG, data_folder, end_in_order, read


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
    parser.add_argument("--language", metavar="KEY", help="the language, as de")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, make: Callable[..., Any] | None = None) -> int:
    """Run the device as the arguments say; `make` makes one that is more than simulated."""
    from firmware.device.rig import Simulated

    make = make or Simulated
    if (args.terminal or args.headless) and _of_a_page(args):
        raise TavolinoError("--port, --open, --host and --i-know are for a browser. Leave them out.")
    if args.headless:
        return _run_headless(args, make)
    if args.script is not None or args.frames is not None or args.until_over:
        raise TavolinoError("--script, --frames and --until-over are for a headless run. Add --headless.")
    end_in_order()
    return _run_terminal(args, make) if args.terminal else _run_web(args, make)


def _of_a_page(args: argparse.Namespace) -> bool:
    return args.port is not None or args.host is not None or args.open or args.i_know


def _run_web(args: argparse.Namespace, make: Callable[..., Any]) -> int:
    import logging

    from firmware.emulators.web import guard
    from firmware.emulators.web.emulated import Emulated
    from firmware.emulators.web.owner import Owner
    from firmware.emulators.web.server import HOST, Server
    from firmware.settings.settings import greeting, load

    host = args.host or HOST
    if not guard.is_loopback(host):
        if not args.i_know:
            raise TavolinoError(f"Whoever reaches {host} could use the device and read its plays. Add --i-know if so.")
        print(f"Whoever reaches {host} can use this device and read its plays.", file=sys.stderr)
    folder = data_folder(args.data, "tavolino-emulator")
    logging.basicConfig(format=LOG)
    flags = _flags(args)
    owner = Owner(lambda: Emulated(folder, lambda: greeting(folder, load(folder)), _seeds(args), flags, make))
    with closing(Server(owner, host, args.port)) as server, owner:
        print(f"The device is at {server.address} (Ctrl-C ends it).", flush=True)
        if args.open:
            import webbrowser

            webbrowser.open(server.address)
        server.run()
    return 0


def _port(typed: str) -> int:
    try:
        if 0 <= (port := int(typed)) < 1 << 16:
            return port
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{typed} is no port: 0 to 65535 are")


def _run_terminal(args: argparse.Namespace, make: Callable[..., Any]) -> int:
    import logging

    from msgspec.structs import replace

    from firmware.emulators import terminal
    from firmware.settings.settings import greeting, load
    from hw.clock import LeapClock

    folder, clock = data_folder(args.data, "tavolino-emulator"), LeapClock()
    logging.basicConfig(format=LOG, filename=_log(folder))
    settings = replace(greeting(folder, load(folder)), **_flags(args))
    with closing(make(folder, settings, clock, _seeds(args))) as device:
        try:
            terminal.Terminal(device, clock, Path.cwd()).run()
        finally:
            clock.instant = True  # nobody watches the refresh that runs
    return 0


def _seeds(args: argparse.Namespace) -> Callable[[], str]:
    """Return what gives the seeds of new plays."""
    from firmware.dealer import new_seed
    from firmware.emulators import script

    return script.counted(args.seed) if args.seed else new_seed


def _log(folder: Path) -> str:
    """Return where the terminal emulator logs: the terminal itself is its glass."""
    return str(folder / "emulator.log") if os.access(folder, os.W_OK) else os.devnull


def _run_headless(args: argparse.Namespace, make: Callable[..., Any]) -> int:
    from tempfile import TemporaryDirectory

    from firmware.emulators import script
    from firmware.settings.settings import load

    if args.script is None:
        raise TavolinoError("A headless run wants its keys: --script FILE.")
    text = read(args.script).decode(errors="replace")
    words = script.parse(text, args.script.name)
    with TemporaryDirectory() as fresh:
        folder = data_folder(args.data) if args.data else Path(fresh)
        frames, flags = args.frames or Path.cwd(), _flags(args)
        device = script.Headless(folder, lambda: load(folder), frames, _seeds(args), flags, make)
        try:
            device.run(words, until_over=args.until_over)
        except script.Failed as failed:
            print(failed, file=sys.stderr)
            return 1
        finally:
            device.close()
    return 0


def _flags(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that were typed: they hold for this run, and are not kept."""
    from firmware import languages

    if args.language:
        languages.check(args.language)
    return {name: value for name in ("panel", "language") if (value := getattr(args, name))}
