"""Options of a play: as they are typed on the command line, and the words of their values."""

import re
from pathlib import Path
from typing import Any

import msgspec

from engines.kit.engine import Engine
from engines.kit.options import Choose, Count, Embed, Option, Options, Switch
from firmware.errors import TavolinoError
from firmware.files.disk import convert_bad_file
from firmware.process import read
from firmware.text import Text

SWITCH_WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
INTEGER_PATTERN = re.compile(r"-?[0-9]{1,9}")


def parse_options(engine: Engine[Any], pairs: list[str]) -> Options:
    """Return `NAME=VALUE` pairs as options; an id may be typed without its spaces, dashes and capitals."""
    declared = {option.name: option for option in engine.options()}
    options: Options = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise TavolinoError(f"--option {pair}: NAME=VALUE is wanted.")
        options[name] = _parse_value(engine, declared[name], value) if name in declared else value
    return options


def value_words(option: Option, value: Any) -> Text:
    """Return the words of a value."""
    match option:
        case Choose():
            return next(choice.text for choice in option.choices if choice.id == value)
        case Count():
            return Text("{n}", n=value)
        case Switch():
            return Text("on") if value else Text("off")
        case Embed():
            return option.unset if value is None else Text("{name}", name=value.get("name") or "own")


def value_note(option: Option, value: Any) -> Text | None:
    """Return the note of the chosen value, or else that of the option."""
    notes = (one.note for one in option.choices if one.id == value) if isinstance(option, Choose) else iter(())
    return next(notes, None) or option.note


def _parse_value(engine: Engine[Any], option: Option, typed: str) -> Any:
    match option:
        case Count():
            return int(typed) if INTEGER_PATTERN.fullmatch(typed) else typed
        case Switch():
            return SWITCH_WORDS.get(typed.casefold(), typed)
        case Choose():
            return next((one.id for one in option.choices if _normalized(one.id) == _normalized(typed)), typed)
        case Embed():
            return _read_deck(engine, option, typed)


def _read_deck(engine: Engine[Any], option: Embed, typed: str) -> Any:
    if not typed.startswith("@"):
        raise TavolinoError(f"--option {option.name} takes a deck file: {option.name}=@FILE.")
    path = Path(typed[1:])
    kind = next(deck for deck in engine.decks if deck.key == option.deck)
    with convert_bad_file():
        return msgspec.to_builtins(kind.read(engine.key, read(path), path.name))


def _normalized(typed: str) -> str:
    return "".join(letter for letter in typed.casefold() if letter.isalnum())
