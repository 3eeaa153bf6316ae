"""The command line: `tavolino COMMAND`. What cannot be used is one sentence on standard error and exit code 2."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from engines.contract import Refused
from engines.registry import GAMES, TEMPLATE, load_engine
from engines.text import ENGLISH
from firmware import emulate
from firmware.errors import TavolinoError
from firmware.process import LOG, data_folder, end_in_order
from hw.errors import HwError

USAGE = 2
INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended, as a shell has it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    given = _parser().parse_args(arguments)
    try:
        code: int = given.run(given)
    except (TavolinoError, HwError) as error:
        print(error, file=sys.stderr)
        return USAGE
    except Refused as refused:
        print(ENGLISH.words(refused.text), file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tavolino", description="The other side of the table.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _games(commands.add_parser("games", help="list the games: key, title, version of the rules"))
    _engine(commands.add_parser("engine", help="drive one bot over standard input and output, a JSON object a line"))
    _deck(commands.add_parser("deck", help="list, check, import and export decks of cards"))
    _play_file(commands.add_parser("play", help="list the plays of a device, and print one as a file"))
    _run(commands.add_parser("run", help="run the device on the parts of its build"))
    emulate.arguments(
        commands.add_parser("emulate", help="run the device on simulated parts, in a browser, a terminal or headless")
    )
    _bench(commands.add_parser("bench", help="measure what the device costs, here and now, against its budgets"))
    _doctor(commands.add_parser("doctor", help="check the computer, the parts and the disk; say what cures them"))
    return parser


# --- games ---


def _games(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_list_games)


def _list_games(_: argparse.Namespace) -> int:
    for key, title in GAMES.items():
        print(f"{key:<12}{ENGLISH.words(title):<28}{load_engine(key).version}")
    return 0


# --- engine ---


def _engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a key of `tavolino games`")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="VALUE, or @FILE for a deck"
    )
    chance = parser.add_mutually_exclusive_group()
    chance.add_argument("--seed", metavar="N", help="the dealer gives cards and dice, in the order of this seed")
    chance.add_argument("--own-cards", action="store_true", help="every card and die is given on standard input")
    parser.add_argument("--schema", action="store_true", help="print the JSON schema of options, state and corrections")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a play file")
    parser.set_defaults(run=_run_engine)


def _run_engine(given: argparse.Namespace) -> int:
    from firmware import protocol

    engine = _load(given.game)
    if given.schema:
        sys.stdout.buffer.write(protocol.schema(engine))
        return 0
    session = protocol.Session(_play(engine, given), ENGLISH)
    protocol.serve(session, sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _load(key: str) -> Any:
    try:
        return load_engine(key)
    except KeyError:
        known = ", ".join((*GAMES, TEMPLATE))
        raise TavolinoError(f"There is no game {key!r}. There are: {known}.") from None


def _play(engine: Any, given: argparse.Namespace) -> Any:
    from engines.play import Owner, Play
    from firmware.dealer import dealer, new_seed
    from firmware.given import given_options, resumed

    if given.resume is not None:
        if given.seed is not None or given.own_cards or given.option:
            raise TavolinoError("--resume goes on with the play as it is. Leave --seed, --own-cards and --option out.")
        return resumed(engine, given.resume)
    seed = given.seed or new_seed()
    sources: dict[str, Owner] = {source.name: "own" for source in engine.sources} if given.own_cards else {}
    return Play(engine, given_options(engine, given.option), dealer(seed), seed=seed, sources=sources)


# --- deck ---


def _deck(parser: argparse.ArgumentParser) -> None:
    does = parser.add_subparsers(required=True, metavar="list|check|import|export")
    _data_command(does.add_parser("list", help="list the decks, and what is wrong with one"), _list_decks)
    check = _data_command(does.add_parser("check", help="check a deck file"), _check_deck)
    check.add_argument("file", type=Path, metavar="FILE")
    keep = _data_command(does.add_parser("import", help="keep a deck file for the options of its game"), _import_deck)
    keep.add_argument("file", type=Path, metavar="FILE")
    keep.add_argument("--name", help="what to call it; without it, the name of the file")
    export = _data_command(does.add_parser("export", help="print a deck as a file"), _export_deck)
    export.add_argument("game", metavar="GAME")
    export.add_argument("deck", metavar="DECK")
    export.add_argument("--name", help="one of a file, or learned; without it, the one of the game")


def _data_command(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.set_defaults(run=run)
    return parser


def _list_decks(given: argparse.Namespace) -> int:
    from firmware import taught

    for deck in taught.listing(data_folder(given.data)):
        print(f"{deck.game:<12}{deck.deck:<12}{deck.name:<16}{deck.fault or f'{deck.cards} cards; {deck.confidence}'}")
    return 0


def _check_deck(given: argparse.Namespace) -> int:
    from firmware import given as from_outside
    from firmware import taught

    deck = taught.check(from_outside.read(given.file), given.file.name)
    print(f"{given.file.name} is a whole deck of {deck.game}/{deck.deck}. Cards: {len(deck.cards)}.")
    print(*(f"Unusual: {doubt}\n" for doubt in taught.doubts(deck)), sep="", end="")
    return 0


def _import_deck(given: argparse.Namespace) -> int:
    from firmware import given as from_outside
    from firmware import taught
    from firmware.data import Lock

    folder = data_folder(given.data)
    with Lock(folder):
        raw, name = from_outside.read(given.file), given.name or given.file.stem
        path = taught.import_deck(folder, raw, name, file=given.file.name)
    print(f"Kept as {path.stem}. Choose it in the options of its game.")
    print(*(f"Unusual: {doubt}\n" for doubt in taught.doubts(taught.check(raw, name))), sep="", end="")
    return 0


def _export_deck(given: argparse.Namespace) -> int:
    from firmware import taught

    print(taught.export(data_folder(given.data), given.game, given.deck, given.name), end="")
    return 0


# --- play ---


def _play_file(parser: argparse.ArgumentParser) -> None:
    does = parser.add_subparsers(required=True, metavar="list|export")
    _data_command(does.add_parser("list", help="list the plays, the oldest first"), _list_plays)
    export = _data_command(does.add_parser("export", help="print a play as a file, for a report"), _export_play)
    export.add_argument("number", type=int, metavar="N")


def _list_plays(given: argparse.Namespace) -> int:
    with _store(given) as store:
        for info in store.plays():
            over = f"won by {info.winner}" if info.winner else "over"
            state = "goes on" if info.live else "abandoned" if info.abandoned else over
            print(f"{info.number:<6}{info.game:<12}{info.inputs:>5} inputs  {state}")
    return 0


def _export_play(given: argparse.Namespace) -> int:
    import msgspec

    from firmware.versions import file_of

    with _store(given) as store:
        print(msgspec.json.encode(file_of(store.load(given.number))).decode())
    return 0


@contextmanager
def _store(given: argparse.Namespace) -> Iterator[Any]:
    """Open the plays of a data folder; what was found wrong with them goes to standard error."""
    from firmware.data import Lock
    from firmware.store import Store

    folder = data_folder(given.data)
    with Lock(folder), Store.open(folder) as store:
        print(*(f"{notice}\n" for notice in store.notices), sep="", end="", file=sys.stderr)
        yield store


# --- run ---


def _run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.set_defaults(run=_run_device)


def _run_device(given: argparse.Namespace) -> int:
    import logging

    from firmware import rig, service
    from firmware.dealer import new_seed
    from hw.clock import SystemClock

    os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")  # without it, a clear error: gpiozero would guess another
    logging.basicConfig(format=LOG, stream=sys.stdout)
    end_in_order()
    folder = data_folder(given.data)

    def opened(trouble: str | None) -> rig.Rig:
        return rig.opened(folder, lambda settings: rig.Rig(folder, settings, SystemClock(), new_seed, trouble))

    try:
        service.serve(opened)
    except HwError as error:
        raise HwError(f"{error} `tavolino doctor` says more.") from error
    return 0


# --- doctor ---


def _doctor(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--panel-test", action="store_true", help="draw pictures on the panel, each for a while")
    what.add_argument(
        "--keys", type=int, nargs="?", const=0, metavar="N", help="show what the keys do, N times or until Ctrl-C"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--simulate", action="store_true", help="examine simulated parts, in no time")
    where.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.add_argument("--fault", metavar="FAULT", help="what is wrong with the simulated parts, such as busy-stuck")
    parser.add_argument("--frames", type=Path, metavar="DIR", help="where a simulated panel test writes its pictures")
    parser.add_argument("--panel", choices=("4.2", "4.2-big", "2.9"), help="the panel; without it, as in the settings")
    parser.set_defaults(run=_run_doctor)


def _run_doctor(given: argparse.Namespace) -> int:
    from tempfile import TemporaryDirectory

    from firmware import doctor
    from firmware.patient import Patient, Simulated, fault_of

    if not given.simulate and (given.fault or given.frames):
        raise TavolinoError("--fault and --frames are for simulated parts. Add --simulate.")
    with TemporaryDirectory() as fresh:
        patient = (
            Simulated(Path(fresh), given.panel, fault_of(given.fault), given.frames)
            if given.simulate
            else Patient(data_folder(given.data), given.panel)
        )
        with closing(patient), suppress(KeyboardInterrupt):
            if given.panel_test:
                return _told(doctor.panel_test(patient))
            if given.keys is not None:
                return _told(doctor.watch(patient, given.keys))
            return _told(doctor.examine(patient))
    return 0


def _told(found: Iterable[Any]) -> int:
    """Print what the doctor says as it comes; return 1 where something is wrong."""
    code = 0
    for one in found:
        print(one if isinstance(one, str) else one.line, flush=True)
        code = code if isinstance(one, str) or one.ok is not False else 1
    return code


# --- bench ---


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.add_argument("--short", action="store_true", help="a few seconds; exit code 1 where a budget is far missed")
    parser.add_argument("--first-frame", type=Path, metavar="DIR", help=argparse.SUPPRESS)  # what the bench starts
    parser.set_defaults(run=_run_bench)


def _run_bench(given: argparse.Namespace) -> int:
    import msgspec

    if given.first_frame is not None:
        from firmware.bench import start

        print(msgspec.json.encode(start.first_frame(given.first_frame)).decode())
        return 0
    from firmware.bench import report

    found, failed = report.run(short=given.short, table=not given.json)
    if given.json:
        print(msgspec.json.encode(found).decode())
    for figure in failed if given.short else ():
        print(f"{figure.id} missed its budget by far: {figure.what}.", file=sys.stderr)
    return 1 if given.short and failed else 0


if __name__ == "__main__":
    sys.exit(main())
