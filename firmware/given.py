"""What is given on the command line, as values: options of a play, and files."""

import re
from pathlib import Path
from typing import Any

import msgspec

from engines.contract import Choose, Count, Embed, Option, Options, Switch
from engines.engine import Engine
from engines.play import Play, PlayFile
from engines.rules import BadFile
from firmware.dealer import dealer
from firmware.errors import TavolinoError

SWITCHED = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
WHOLE = re.compile(r"-?[0-9]{1,9}")


def given_options(engine: Engine[Any], pairs: list[str]) -> Options:
    """Return `NAME=VALUE` pairs as options; an id may be typed without its spaces, dashes and capitals."""
    declared = {option.name: option for option in engine.options()}
    options: Options = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise TavolinoError(f"--option {pair}: NAME=VALUE is wanted.")
        options[name] = _value(engine, declared[name], value) if name in declared else value
    return options


def resumed(engine: Engine[Any], path: Path) -> Play[Any]:
    """Return the play of a play file of this game."""
    from firmware.versions import from_file  # noqa: PLC0415 - versions of rules are rarely needed

    file = from_file(read(path), path.name)
    if file.game != engine.key:
        raise TavolinoError(f"{path.name} is a play of {file.game}, not of {engine.key}.")
    return _taken_up(file)


def loaded(raw: bytes, name: str) -> Play[Any]:
    """Return the play of a play file of any game; TavolinoError names the file where it cannot be used."""
    from firmware.versions import from_file  # noqa: PLC0415 - as above

    return _taken_up(from_file(raw, name))


def read(path: Path) -> bytes:
    """Return the content of a file that the player named."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise TavolinoError(f"{path.name} cannot be read: {error.strerror}. Check its name.") from None


def _taken_up(file: PlayFile) -> Play[Any]:
    """Return the play of a file; where the rules of today come to another end, from the table as it is if they can."""
    from firmware.versions import OtherRules, play_of  # noqa: PLC0415 - as above

    play = play_of(file, dealer(file.seed))
    if not isinstance(play, OtherRules):
        return play
    return play.table or play.at_step


def _value(engine: Engine[Any], option: Option, typed: str) -> Any:
    match option:
        case Count():
            return int(typed) if WHOLE.fullmatch(typed) else typed
        case Switch():
            return SWITCHED.get(typed.casefold(), typed)
        case Choose():
            return next((one.id for one in option.choices if _plain(one.id) == _plain(typed)), typed)
        case Embed():
            return _deck(engine, option, typed)


def _deck(engine: Engine[Any], option: Embed, typed: str) -> Any:
    if not typed.startswith("@"):
        raise TavolinoError(f"--option {option.name} takes a deck file: {option.name}=@FILE.")
    path = Path(typed[1:])
    kind = next(deck for deck in engine.decks if deck.key == option.deck)
    try:
        return msgspec.to_builtins(kind.read(engine.key, read(path), path.name))
    except BadFile as bad:
        raise TavolinoError(str(bad)) from None


def _plain(typed: str) -> str:
    return "".join(letter for letter in typed.casefold() if letter.isalnum())
