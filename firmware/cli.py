"""The command line: `tavolino COMMAND`. Bad input is refused with one sentence and exit code 2."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from engines.kit.contract import Refused
from engines.kit.text import ENGLISH, Text, shorten
from engines.registry import GAMES, load_engine
from firmware.errors import TavolinoError
from firmware.process import Run, in_data_folder, read
from hw.errors import HwError

USAGE_EXIT_CODE = 2
MAX_PATH_BYTES, MAX_NAME_BYTES = 4095, 255
"""The longest path of a file, and the longest name in it."""
INTERRUPTED_EXIT_CODE = 130
"""The exit code of a command that Ctrl-C ended, as a shell has it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code. The function of a command returns it, or None for 0."""
    words = sys.argv[1:] if argv is None else argv
    try:
        args = _parser(*words[:1]).parse_args([_plain_word(word) for word in words])
        code: int | None = args.run(args)
    except (TavolinoError, HwError) as error:
        print(shorten(str(error)), file=sys.stderr)
        return USAGE_EXIT_CODE
    except Refused as refused:
        print(shorten(ENGLISH.words(refused.text)), file=sys.stderr)
        return USAGE_EXIT_CODE
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE
    return code or 0


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence, like everything else here."""

    def error(self, message: str) -> NoReturn:
        raise TavolinoError(f"{message[0].upper()}{message[1:]}. `{self.prog} --help` says more.")


def _plain_word(word: str) -> str:
    """Return a word of the command line; TavolinoError if it cannot be printed or is too long to be a name."""
    try:
        raw = word.encode()
    except UnicodeEncodeError:
        raise TavolinoError(f"The word {word!a} is not UTF-8. Type another, or rename the file.") from None
    if len(raw) > MAX_PATH_BYTES or any(len(name) > MAX_NAME_BYTES for name in raw.split(b"/")):
        raise TavolinoError(f"The word {word} is too long, even for a file. Give a shorter one.")
    return word


def _parser(first: str = "") -> argparse.ArgumentParser:
    """Return the parser of the command that is the first word; if it is none, the parser of all commands."""
    parser = _Parser(prog="tavolino", description="The other side of the table.")
    if first not in COMMANDS:  # `--version` is added only if needed: finding the version takes time
        from importlib.metadata import version

        installed = f"tavolino {version('tavolino')}"
        parser.add_argument("--version", action="version", version=installed, help="say which Tavolino this is")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name in (first,) if first in COMMANDS else COMMANDS:
        help_text, arguments = COMMANDS[name]
        command = commands.add_parser(name, help=help_text)
        if isinstance(arguments, str):
            import_module(f"firmware.{arguments}.command").arguments(command)
        else:
            arguments(command)
    return parser


def _add_command(commands: Any, name: str, run: Run, help_text: str, **arguments: type) -> argparse.ArgumentParser:
    """Add a command that takes the data folder, and arguments of these types by their names in its help."""
    command = in_data_folder(commands.add_parser(name, help=help_text), run)
    for argument, kind in arguments.items():
        command.add_argument(argument.lower(), type=kind, metavar=argument)
    return command


# --- games ---


def _games_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_list_games)


def _list_games(_: argparse.Namespace) -> None:
    for key, title in GAMES.items():
        print(f"{key:<12}{ENGLISH.words(title):<28}{load_engine(key).version}")


# --- engine ---


def _engine_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a key of `tavolino games`, or a bot’s file: FILE.toml")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="VALUE, or @FILE for a deck"
    )
    chance = parser.add_mutually_exclusive_group()
    chance.add_argument("--seed", metavar="N", help="the dealer gives cards and dice, in the order of this seed")
    chance.add_argument("--own-cards", action="store_true", help="every card and die is read from standard input")
    parser.add_argument("--schema", action="store_true", help="print the JSON schema of options, state and corrections")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a play file")
    parser.add_argument("--language", default="en", metavar="KEY", help="the language of all sentences, as de")
    parser.set_defaults(run=_run_engine)


def _run_engine(args: argparse.Namespace) -> None:
    from firmware import languages, protocol
    from firmware.bots.engines import load_bot

    engine = load_bot(args.game)
    if args.schema:
        sys.stdout.buffer.write(protocol.schema(engine))
        return
    languages.check_language(args.language)
    driver = protocol.Driver(_new_or_resumed_play(engine, args), languages.catalogue(args.language, engine.key))
    protocol.serve(driver, sys.stdin.buffer, sys.stdout.buffer)


def _new_or_resumed_play(engine: Any, args: argparse.Namespace) -> Any:
    from engines.kit.play import Owner, Play
    from firmware.dealer import dealer, new_seed
    from firmware.options import parse_options
    from firmware.plays.from_outside import load_play

    if args.resume is not None:
        if args.seed is not None or args.own_cards or args.option:
            raise TavolinoError("--resume goes on with the play as it is. Leave --seed, --own-cards and --option out.")
        play = load_play(read(args.resume), args.resume.name)
        if play.engine.key != engine.key:
            raise TavolinoError(f"{args.resume.name} is a play of {play.engine.key}, not of {engine.key}.")
        return play
    seed = args.seed or new_seed()
    sources: dict[str, Owner] = {source.name: "own" for source in engine.sources} if args.own_cards else {}
    return Play(engine, parse_options(engine, args.option), dealer(seed), seed=seed, sources=sources)


# --- deck ---


def _deck_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="list|check|import|export")
    _add_command(commands, "list", _list_decks, "list the decks, and what is wrong with one")
    _add_command(commands, "check", _check_deck, "check a deck file", FILE=Path)
    keep = _add_command(commands, "import", _import_deck, "keep a deck file for the options of its game", FILE=Path)
    keep.add_argument("--name", help="what to call it; without it, the name of the file")
    export = _add_command(commands, "export", _export_deck, "print a deck as a file", GAME=str, DECK=str)
    export.add_argument("--name", help="one of a file, or learned; without it, the one of the game")


def _list_decks(args: argparse.Namespace) -> None:
    for deck in _decks(args).list_all():
        state = ENGLISH.words(deck.fault) if deck.fault else f"{deck.cards} cards; {deck.confidence}"
        print(f"{deck.game:<12}{deck.deck:<12}{deck.name:<16}{state}")


def _check_deck(args: argparse.Namespace) -> None:
    decks = _decks(args)
    deck = decks.check(read(args.file), args.file.name)
    print(f"{args.file.name} is a whole deck of {deck.game}/{deck.deck}. Cards: {len(deck.cards)}.")
    _print_doubts(decks.doubts(deck))


def _import_deck(args: argparse.Namespace) -> None:
    from firmware.data_folder import data_folder
    from firmware.files.disk import lock

    folder = data_folder(args.data)
    with lock(folder.path):
        raw = read(args.file)
        deck = folder.decks.add(folder.decks.check(raw, args.file.name), args.name or args.file.stem)
    print(f"Kept as {deck.name}. Choose it in the options of its game.")
    _print_doubts(folder.decks.doubts(deck))


def _export_deck(args: argparse.Namespace) -> None:
    print(_decks(args).export(args.game, args.deck, args.name), end="")


def _decks(args: argparse.Namespace) -> Any:
    from firmware.data_folder import data_folder

    return data_folder(args.data).decks


def _print_doubts(doubts: Iterable[Text]) -> None:
    print(*(f"Unusual: {ENGLISH.words(doubt)}\n" for doubt in doubts), sep="", end="")


# --- history ---


def _history_arguments(parser: argparse.ArgumentParser) -> None:
    forms = in_data_folder(parser, _print_history).add_mutually_exclusive_group()
    forms.add_argument("--csv", action="store_true", help="a play a line, for a spreadsheet")
    forms.add_argument("--json", action="store_true", help="the same as JSON, for a program")


def _print_history(args: argparse.Namespace) -> None:
    import msgspec

    from firmware.data_folder import data_folder
    from firmware.history.figures import as_csv, row, summary
    from firmware.plays.losses import Loss, sentences

    folder, lost = data_folder(args.data), dict[str, Loss]()
    plays = folder.records(lost.update)
    print(*(f"{ENGLISH.words(sentence)}\n" for sentence in sentences(lost)), sep="", end="", file=sys.stderr)
    if args.csv:
        sys.stdout.write(as_csv(plays))
    elif args.json:
        print(msgspec.json.format(msgspec.json.encode([row(play, play.options) for play in plays])).decode())
    else:
        print(*summary(plays, folder.bots.find), sep="\n")


# --- play ---


def _plays_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="list|export|import|restore|delete")
    _add_command(commands, "list", _list_plays, "list the plays, the oldest first")
    _add_command(commands, "export", _export_play, "print a play as a file, for a report", N=int)
    _add_command(commands, "import", _import_play, "let the device go on with a play from a file", FILE=Path)
    _add_command(commands, "restore", _restore_play, "take a play up again that was set aside", N=int)
    _add_command(commands, "delete", _delete_play, "delete a play that does not go on", N=int)


def _list_plays(args: argparse.Namespace) -> None:
    with _open_plays(args) as store:
        for file in store.plays():
            winner = getattr(file.ended, "winner", None)
            ended = f"won by {winner}" if winner else "over" if file.over else "abandoned"
            state = "goes on" if file.live else ended
            print(f"{file.number:<6}{file.play.game:<12}{file.play.n:>5} inputs  {state}")


def _export_play(args: argparse.Namespace) -> None:
    with _open_plays(args) as store:
        print(store.text(args.n), end="")


def _import_play(args: argparse.Namespace) -> None:
    from firmware.plays.from_outside import load_play, refuse_twin

    play = load_play(read(args.file), args.file.name)
    with _open_plays(args) as store:
        refuse_twin(store, play, args.file.name)
        number = store.create(play)
        if not store.is_saved:
            raise TavolinoError(f"{store.folder} cannot be written. Nothing was kept.")
    print(f"Kept as play {number}. The device goes on with it.")


def _restore_play(args: argparse.Namespace) -> None:
    with _open_plays(args) as store:
        store.restore(args.n)
        if not store.is_saved:
            raise TavolinoError(f"{store.folder} cannot be written. Play {args.n} stays set aside.")
    print(f"Play {args.n} goes on where it stood. The device shows it at its next start.")


def _delete_play(args: argparse.Namespace) -> None:
    with _open_plays(args) as store:
        store.delete(args.n)
    print(f"Play {args.n} and its copy are gone.")


@contextmanager
def _open_plays(args: argparse.Namespace) -> Iterator[Any]:
    """Open the plays of a data folder; notices about them go to standard error."""
    from firmware.data_folder import data_folder

    with data_folder(args.data).open() as store:
        try:
            yield store
        finally:
            print(*(f"{ENGLISH.words(notice)}\n" for notice in store.notices), sep="", end="", file=sys.stderr)


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None] | str]] = {
    "games": ("list the games: key, title, version of the rules", _games_arguments),
    "engine": ("drive one bot over standard input and output, a JSON object a line", _engine_arguments),
    "deck": ("list, check, import and export decks of cards", _deck_arguments),
    "play": ("list the plays of a device, print, import and delete one", _plays_arguments),
    "bot": ("begin a bot in a file, check it, play it while it changes", "authoring"),
    "history": ("print how the plays ended, by game and level, or one a line", _history_arguments),
    "run": ("run the device on the parts of its build", "service"),
    "emulate": ("run the device on simulated parts, in a browser, a terminal or headless", "emulators"),
    "doctor": ("check the computer, the parts and the disk; say what cures them", "doctor"),
}
"""The help of each command, and the function that adds its arguments or the package whose `command.py` does."""


if __name__ == "__main__":
    sys.exit(main())
