"""Hints about the keys, each shown once: when a kind of screen appears for the first time on a device.

The kinds that were seen are in a small file of the data folder, one name a line. If it cannot be written, they are
remembered until power-off.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from display.layout import Layout
from engines.kit.contract import Ask, Counters, Draw, Marks, Number, Pick, Role, Roll, Screen, Who, YesNo
from engines.kit.play import Play
from engines.kit.text import Text
from firmware.files.disk import write_whole
from firmware.views.key_sets import KNOB, KeySet
from firmware.views.play_view import PlayView
from firmware.views.position import is_on_choice, read_on
from firmware.views.recap import EarlierStep
from firmware.views.view import View

FILE_NAME = "hints"
IDLE = "idle"
"""The hint about the bot's side. It contains the side's title, since each bot has its own pronoun."""
_KINDS_BY_ASK: dict[type[Ask], tuple[str, ...]] = {
    Pick: ("list",),
    YesNo: ("list",),
    Number: ("number",),
    Roll: ("number",),
    Marks: ("marks",),
    Counters: ("counters",),
    Draw: ("draw",),
}
RESUMED = "resumed"
"""The hint on the first pending step after each power-on."""
HOLD = "hold"
"""The hint in the footer about holding Push, on the first question of a play that has room for it."""
ALL_KINDS = frozenset({*KNOB.captions, IDLE, HOLD})
"""The content of the file once all hints were shown."""


def caption(kind: str, play: Play[Any] | None, keys: KeySet) -> Text:
    """Return the hint for a kind of screen; an idle screen is one of a play."""
    if kind == IDLE and play is not None:
        return keys.side(play.engine.side(play.state).title)
    return keys.captions[kind]


class Hints:
    """The kinds of screens that this device has shown; `resumed`: the play was begun before this start."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._kept = self._seen = _read(self._path)
        self.resumed = False

    def next_kind(self, view: View, layout: Layout) -> str | None:
        """Return the kind of a screen whose hint is still to be shown; None if all were."""
        first = (RESUMED,) if self.resumed and isinstance(view, PlayView) else ()
        return next((kind for kind in (*first, *_kinds(view, layout)) if kind not in self._seen), None)

    def wants_hold_hint(self, view: View, screen: Screen) -> bool:
        """Return whether the footer has room to say what holding Push does: Push has no word of its own there."""
        asks = isinstance(screen.ask, YesNo | Pick | Number | Draw | Roll) and screen.role is Role.QUESTION
        adds_up = isinstance(screen.ask, Number) and screen.ask.parts
        return HOLD not in self._seen and asks and not adds_up and isinstance(view, PlayView)

    def note_shown(self, kind: str) -> None:
        """Note that the hint for a kind was shown."""
        if kind == RESUMED:
            self.resumed = False
        else:
            self._seen |= {kind}

    def reset(self) -> None:
        """Show all hints again."""
        self._seen = frozenset()

    def keep(self) -> None:
        """Write the kinds that were seen, if there are new ones."""
        if self._seen != self._kept:
            with suppress(OSError):
                write_whole(self._path, "".join(f"{kind}\n" for kind in sorted(self._seen)).encode())
            self._kept = self._seen


def _kinds(view: View, layout: Layout) -> tuple[str, ...]:
    """Return the kinds of a screen, in the order in which their hints are shown; none if there is nothing to say."""
    screen = layout.screen
    if view.reading or isinstance(view, EarlierStep) or screen.role is Role.RESULT:
        return ()
    if read_on(layout, view.place) is not None and not is_on_choice(layout, view.place):
        return ("pages",)
    if screen.role is Role.INSTRUCTION:
        return (IDLE, "recap") if screen.badge.who is Who.YOU else ("instruction", IDLE)
    if isinstance(screen.ask, Number) and screen.ask.parts:
        return ("total",)
    return _KINDS_BY_ASK.get(type(screen.ask), ())


def _read(path: Path) -> frozenset[str]:
    try:
        return frozenset(path.read_text("utf-8").split())
    except (OSError, UnicodeDecodeError):
        return frozenset()
