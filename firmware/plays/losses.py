"""Losses of plays: kept in a file until they were on the glass, and worded in one sentence.

losses.json    by the name of a play's file: what happened, how many inputs there were, and how many can be read
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.files.disk import write_whole
from firmware.plays.folder import DAMAGED
from firmware.text import Text

NAME = "losses.json"


class Loss(Struct, frozen=True, omit_defaults=True):
    """The loss of a play: of the inputs that it `had`, `left` can be read. `had` is None if it is not known.

    `aside` is the name of the damaged file, which is kept.
    """

    what: Literal["damaged", "restored", "unreadable", "gone"]
    left: int
    had: int | None = None
    aside: str = ""


class Losses:
    """Losses that the player does not know yet, by the names of the plays' files."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self.pending: dict[str, Loss] = {}
        with suppress(OSError, msgspec.MsgspecError):
            self.pending = msgspec.json.decode(self._path.read_bytes(), type=dict[str, Loss])

    def add(self, found: dict[str, Loss]) -> None:
        """Keep losses until they were reported."""
        if found:
            for name, loss in found.items():
                self.pending[name] = replace(self.pending.get(name, loss), left=loss.left)
            with suppress(OSError):  # then it is reported now, or not at all
                write_whole(self._path, msgspec.json.encode(self.pending))

    def clear(self) -> None:
        """Forget the losses; OSError if that fails, so that they will be reported again."""
        self._path.unlink(missing_ok=True)
        self.pending = {}


def sentences(losses: dict[str, Loss]) -> tuple[Text, ...]:
    """Say what happened to plays, how many inputs they had, and how many can be read. Plays can share a sentence."""
    alike: dict[str, dict[str, Loss]] = {}
    for name, loss in sorted(losses.items(), key=lambda one: (one[1].what == "gone", one[0])):
        whole = loss.what == "restored" and loss.left == loss.had
        alike.setdefault(loss.what if whole or loss.what == "gone" else name, {})[name] = loss
    return tuple(map(_sentence, alike.values()))


def _sentence(losses: dict[str, Loss]) -> Text:
    name, loss = next(iter(losses.items()))
    what = _event(name, loss, losses)
    sentence = Text("{what}.", what=what)
    if loss.had is not None:
        had, left = sum(one.had or 0 for one in losses.values()), sum(one.left for one in losses.values())
        kept, rest = Text("{n} input was kept", plural="{n} inputs were kept", n=had), Text("{n} can be read", n=left)
        sentence = Text("{what}: {kept}, {rest}.", what=what, kept=kept, rest=rest)
    if loss.aside:
        sentence = Text("{said} What was found is kept as {place}.", said=sentence, place=f"{DAMAGED}/{loss.aside}")
    return sentence


def _event(name: str, loss: Loss, losses: Iterable[str]) -> Text:
    numbers = tuple(one.partition("-")[0].lstrip("0") for one in losses)
    n = len(numbers)
    match loss.what:
        case "damaged":
            return Text("Play {number} was damaged", number=numbers[0])
        case "unreadable":
            return Text("{file} cannot be read as a play, and has no copy", file=name)
        case "gone":
            return Text(
                "Play {numbers} is gone", plural="{n} plays are gone: {numbers}. Together", n=n, numbers=numbers
            )
        case "restored":
            return Text(
                "Play {numbers} was gone or cut short, and restored from the copies",
                plural="{n} plays were gone or cut short, and restored from the copies: {numbers}. Together",
                n=n,
                numbers=numbers,
            )
