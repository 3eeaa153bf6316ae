"""`tavolino emulate`: the device on simulated parts, in a browser, in a terminal, or headless by a script."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware.errors import TavolinoError
from firmware.process import LOG_FORMAT, exit_on_sigterm, read, whole_number

FOLDER_NAME = "tavolino-emulator"
"""The data folder of the emulators, beside the folder of `tavolino run`."""
EXTRA_PACKAGES = ("starlette", "uvicorn", "websockets")
"""The packages of the extra `emulator`; uvicorn needs the last for the WebSocket."""

_port = whole_number("port: 0 to 65535 are", 65535)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command, and the function that runs it."""
    front_end = parser.add_mutually_exclusive_group()
    front_end.add_argument("--web", action="store_true", help="in a browser (the default)")
    front_end.add_argument("--terminal", action="store_true", help="in this terminal")
    front_end.add_argument("--headless", action="store_true", help="by a script, on a virtual clock")
    parser.add_argument("--port", type=_port, metavar="N", help="the port of the page; without it 8420, or a free one")
    parser.add_argument("--open", action="store_true", help="open the page")
    parser.add_argument("--host", metavar="HOST", help="where the page can be reached; without it, from here alone")
    parser.add_argument("--i-know", action="store_true", help="whoever reaches that host may play, and I know it")
    parser.add_argument("--script", type=Path, metavar="FILE", help="keys and shots: next push turn:3 shot:NAME …")
    parser.add_argument("--frames", type=Path, metavar="DIR", help="where a headless run writes its pictures")
    parser.add_argument("--until-over", action="store_true", help="repeat the script until a play has its result")
    parser.add_argument("--seed", metavar="N", help="the seed of the first play")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder; headless: without it a fresh one")
    parser.add_argument("--panel", metavar="NAME", help="the panel")
    parser.add_argument("--text", choices=("normal", "big"), help="the size of text")
    parser.add_argument("--language", metavar="KEY", help="the language, as de")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, make: Callable[..., Any] | None = None) -> int:
    """Run the device as the arguments say; `make` makes one that is more than simulated."""
    has_page_options = args.port is not None or args.host is not None or args.open or args.i_know
    if (args.terminal or args.headless) and has_page_options:
        raise TavolinoError("--port, --open, --host and --i-know are for a browser. Leave them out.")
    if args.headless:
        return _run_headless(args, make)
    if args.script is not None or args.frames is not None or args.until_over:
        raise TavolinoError("--script, --frames and --until-over are for a headless run. Add --headless.")
    exit_on_sigterm()
    return _run_terminal(args, make) if args.terminal else _run_web(args, make)


def _run_web(args: argparse.Namespace, make: Callable[..., Any] | None) -> int:
    import logging
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in EXTRA_PACKAGES):
        raise TavolinoError(
            "The emulator in a browser needs more packages. Install them: pip install 'tavolino[emulator]'. "
            "Without them: tavolino emulate --terminal."
        )
    from firmware.data_folder import data_folder
    from firmware.emulators.web import guard
    from firmware.emulators.web.device import WebDevice
    from firmware.emulators.web.owner import Owner
    from firmware.emulators.web.server import HOST, Server

    host = args.host or HOST
    if not guard.is_loopback(host):
        if not args.i_know:
            raise TavolinoError(f"Whoever reaches {host} could use the device and read its plays. Add --i-know if so.")
        print(f"Whoever reaches {host} can use this device and read its plays.", file=sys.stderr)
    logging.basicConfig(format=LOG_FORMAT)
    options = _device_options(args, make, data_folder(args.data, FOLDER_NAME))
    owner = Owner(lambda: WebDevice(**options))
    with closing(Server(owner, host, args.port)) as server, owner:
        print(f"The device is at {server.address} (Ctrl-C ends it).", flush=True)
        if args.open:
            import webbrowser

            webbrowser.open(server.address)
        server.run()
    return 0


def _run_terminal(args: argparse.Namespace, make: Callable[..., Any] | None) -> int:
    import logging

    from firmware.data_folder import data_folder
    from firmware.emulators.device import EmulatedDevice
    from firmware.emulators.terminal import Terminal
    from hw.clock import LeapClock

    folder, clock = data_folder(args.data, FOLDER_NAME), LeapClock()
    writable = os.access(folder.path, os.W_OK)
    log = folder.path / "emulator.log" if writable else os.devnull  # the terminal itself is the glass
    logging.basicConfig(format=LOG_FORMAT, filename=log)
    device = EmulatedDevice(clock, **_device_options(args, make, folder))
    try:
        Terminal(device.last_rig, clock, Path.cwd()).run()
    finally:
        device.power_off()
    return 0


def _run_headless(args: argparse.Namespace, make: Callable[..., Any] | None) -> int:
    from tempfile import TemporaryDirectory

    from firmware.data_folder import data_folder
    from firmware.emulators import script

    if args.script is None:
        raise TavolinoError("A headless run wants its keys: --script FILE.")
    words = script.parse(read(args.script).decode(errors="replace"), args.script.name)
    with TemporaryDirectory() as fresh:
        folder = data_folder(args.data or Path(fresh))
        device = script.HeadlessDevice(**_device_options(args, make, folder))
        try:
            device.run(words, args.frames or Path.cwd(), until_over=args.until_over)
        except script.ScriptFailed as failed:
            print(failed, file=sys.stderr)
            return 1
        finally:
            device.power_off()
    return 0


def _device_options(args: argparse.Namespace, make: Callable[..., Any] | None, folder: Any) -> dict[str, Any]:
    """Return the arguments of a device on a data folder. A script plays at once, without a first start."""
    from firmware import languages
    from firmware.dealer import new_seed
    from firmware.device.rig import Simulated
    from firmware.emulators.device import numbered_seeds
    from firmware.settings.settings import panel_values

    if args.language:
        languages.check_language(args.language)
    chosen = panel_values(args.panel) if args.panel else {}
    return {
        "folder": folder.path,
        "seeds": numbered_seeds(args.seed) if args.seed else new_seed,
        "flags": chosen | {name: value for name in ("text", "language") if (value := getattr(args, name))},
        "make": make or Simulated,
        "first_start": not args.headless,
    }
