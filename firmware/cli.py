"""The command line: `tavolino COMMAND`. What cannot be used is one sentence on standard error and exit code 2."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.contract import Refused
from engines.registry import GAMES, TEMPLATE, load_engine
from engines.text import ENGLISH
from firmware.errors import TavolinoError

USAGE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    given = _parser().parse_args(arguments)
    try:
        code: int = given.run(given)
    except TavolinoError as error:
        print(error, file=sys.stderr)
        return USAGE
    except Refused as refused:
        print(ENGLISH.words(refused.text), file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        return 0
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tavolino", description="The other side of the table.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _games(commands.add_parser("games", help="list the games: key, title, version"))
    _engine(commands.add_parser("engine", help="drive one bot over standard input and output, a JSON object a line"))
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
    from firmware import protocol  # noqa: PLC0415 - the device never needs it

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
    from engines.play import Owner, Play  # noqa: PLC0415 - as above
    from firmware.dealer import dealer, new_seed  # noqa: PLC0415 - as above
    from firmware.given import given_options, resumed  # noqa: PLC0415 - as above

    if given.resume is not None:
        return resumed(engine, given.resume)
    seed = given.seed or new_seed()
    sources: dict[str, Owner] = {source.name: "own" for source in engine.sources} if given.own_cards else {}
    return Play(engine, given_options(engine, given.option), dealer(seed), seed=seed, sources=sources)


if __name__ == "__main__":
    sys.exit(main())
