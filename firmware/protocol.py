"""The engine protocol: one bot over standard input and output, one JSON object a line, as UCI is for chess.

Tests, other programs and new front ends use it to talk to a bot. See `docs/protocol.md` for the commands.
"""

import logging
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, BinaryIO

import msgspec

from engines.kit.contract import Field, Refused
from engines.kit.engine import Engine
from engines.kit.options import Choose, Count, Embed, Option, Options, Switch
from engines.kit.play import Change, Play
from engines.kit.text import Catalogue, shorten
from firmware import as_json
from firmware.plays.play_file import PlayFile
from firmware.text import Text

log = logging.getLogger("tavolino.protocol")


class Driver:
    """Answers commands about one play, in the words of one language."""

    def __init__(self, play: Play[Any], catalogue: Catalogue) -> None:
        self.play = play
        self._catalogue = catalogue
        self._commands: dict[str, Callable[[Any], Change | dict[str, Any]]] = {
            "answer": play.give,
            "correct": play.correct,
            "undo": self._undo,
            "why": self._why,
            "side": self._side,
            "set": self._set,
            "source": self._source,
            "journal": self._journal,
        }

    def begin(self) -> bytes:
        """Return the first line: the pending step, and every outcome dealt before it."""
        return _line(self._status())

    def reply(self, line: bytes) -> bytes | None:
        """Return the answer to a line; None if it asks to quit. A refused line changes nothing."""
        try:
            name, value = self._parse(line)
            if name == "quit":
                _need_true(name, value)
                return None
            answer = self._commands[name](value)
            return _line(self._status() if isinstance(answer, Change) else answer)
        except Refused as refused:
            return _line({"ok": False, "error": shorten(self._catalogue.words(refused.text))})
        except Exception as error:
            log.exception("input %d of %s failed", self.play.n, self.play.engine.key)
            failed = shorten(f"The bot failed ({error}). The play stays at input {self.play.n}.")
            return _line({"ok": False, "error": failed})

    def _parse(self, line: bytes) -> tuple[str, Any]:
        names = (*self._commands, "quit")
        try:
            command = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise Refused(Text("This line is not JSON: {error}.", error=str(error))) from None
        if not isinstance(command, dict) or len(command) != 1:
            raise Refused(Text("A command is an object with one of these fields: {names}.", names=names))
        [(name, value)] = command.items()
        if name not in names:
            raise Refused(Text("There is no command {name}. There are: {names}.", name=name, names=names))
        return name, value

    # --- commands ---

    def _undo(self, value: Any) -> Change:
        if type(value) is not int:
            raise Refused(Text("“undo” takes a number of inputs."))
        return self.play.undo(value)

    def _set(self, value: Any) -> Change:
        if not isinstance(value, dict) or not value:
            raise Refused(Text("“set” takes an object with at least one field of the state."))
        return self.play.replace(value)

    def _source(self, value: Any) -> Change:
        if not isinstance(value, dict) or len(value) != 1:
            raise Refused(Text("“source” takes an object with one source and who gives it: own or device."))
        [(name, owner)] = value.items()
        return self.play.use(name, owner)

    def _journal(self, value: Any) -> dict[str, Any]:
        _need_true("journal", value)
        return {"ok": True, "lines": PlayFile.from_play(self.play.saved()).text.splitlines()}

    def _why(self, value: Any) -> dict[str, Any]:
        if value is not None and type(value) is not int:
            raise Refused(Text("“why” takes the number of an input, or null for the current step."))
        return {"ok": True, "reasons": as_json.reasons(self.play.engine, self.play.why(value), self._catalogue)}

    def _side(self, value: Any) -> dict[str, Any]:
        _need_true("side", value)
        return {"ok": True} | as_json.side(self.play.engine.side(self.play.state), self._catalogue)

    # --- the answers ---

    def _status(self) -> dict[str, Any]:
        play, engine = self.play, self.play.engine
        offered = play.offered
        score, result = engine.score(play.state), engine.result(play.state)
        return {
            "ok": True,
            "n": play.n,
            "over": result is not None,
            "screen": as_json.screen(play.screen, self._catalogue),
            "dealt": [{"source": dealt.source, "value": dealt.value} for dealt in play.dealt],
            "undone": None if offered is None else offered.value,
            "state": msgspec.to_builtins(play.state),
            "score": None if score is None else as_json.score(score, self._catalogue),
            "result": None if result is None else as_json.result(result, self._catalogue),
        }


def _need_true(name: str, value: Any) -> None:
    if value is not True:
        raise Refused(Text("“{name}” takes true.", name=name))


def serve(driver: Driver, lines: Iterable[bytes], out: BinaryIO) -> None:
    """Answer every line until the input ends or asks to quit."""
    for reply in chain([driver.begin()], map(driver.reply, lines)):
        if reply is None:
            return
        out.write(reply)
        out.flush()


def schema(engine: Engine[Any]) -> bytes:
    """Return the JSON schema of an engine's options, state and corrections."""
    values = {
        "options": _object({option.name: _option_schema(option) for option in engine.options()}),
        "state": msgspec.json.schema(engine.state_type),
        "correct": _object({field.name: _field_schema(field) for field in _all_fields(engine)}),
    }
    return _line(values)


def _all_fields(engine: Engine[Any]) -> Iterable[Field]:
    """Return every value that can be corrected under some options, with its bounds at the start."""
    all_on: Options = {option.name: True for option in engine.options() if isinstance(option, Switch)}
    lists = [option for option in engine.options() if isinstance(option, Choose)]
    choices = [all_on | {option.name: choice.id} for option in lists for choice in option.choices]
    states = [engine.start(options).state for options in ({}, all_on, *choices)]
    return {field.name: field for state in states for field in engine.fields(state)}.values()


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _option_schema(option: Option) -> dict[str, Any]:
    match option:
        case Choose():
            return {"enum": [choice.id for choice in option.choices], "default": option.default}
        case Count():
            return {"type": "integer", "minimum": option.low, "maximum": option.high, "default": option.default}
        case Switch():
            return {"type": "boolean", "default": option.default}
        case Embed():
            return {"type": "object", "description": f"a deck file of the kind {option.deck}"}


def _field_schema(field: Field) -> dict[str, Any]:
    if field.choices:
        return {"enum": [choice.id for choice in field.choices]}
    return {"type": "integer", "minimum": field.low, "maximum": field.high}


def _line(values: dict[str, Any]) -> bytes:
    return msgspec.json.encode(values) + b"\n"
