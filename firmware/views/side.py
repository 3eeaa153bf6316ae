"""The bot's side of the table: to the left of what the player does, and never in the way of Next.

side ◀─ turn left ── first row, or page, of an instruction; of a list that asks about a place
     ── turn right on its last page, Next, Back, Push ─▶ as it was

What the step itself draws comes first: so it is one turn away where there is no room for it beside the words.
"""

from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Done, Draw, Marks, Pick, Role, Screen, YesNo
from engines.kit.drawings import Side
from engines.kit.play import Play
from firmware.views.host import Host
from firmware.views.view import CLOSE, View, menu_screen


def is_beside(screen: Screen) -> bool:
    """Return whether a screen has the side at its left: there turning left neither counts down nor leaves a line."""
    if screen.role is Role.QUESTION:
        return screen.drawing is not None and isinstance(screen.ask, Pick | Marks | Draw | YesNo)
    return screen.role is Role.INSTRUCTION


class SideView(View):
    """The side as pages."""

    reading = True
    next_words = (CLOSE,)

    def __init__(self, host: Host, play: Play[Any]) -> None:
        self._host = host
        self._badge = play.screen.badge
        self._side = _side(play)
        self.title = self._side.title
        super().__init__()

    def screen(self) -> Screen:
        """Return the side, with where the play stands."""
        return replace(menu_screen("side", self._side.title, (), Done()), badge=self._badge, drawing=self._side)

    def take(self, _: Any) -> None:
        """Close."""
        self._host.close()

    def back(self) -> None:
        """Close."""
        self._host.close()

    def beyond(self, way: int) -> bool:
        """Close, to the right."""
        if way > 0:
            self._host.close()
        return way > 0


def _side(play: Play[Any]) -> Side:
    """Return the side, with what the step draws as its first part."""
    side, drawing = play.engine.side(play.state), play.screen.drawing
    if drawing is None or isinstance(drawing, Side):
        return side
    return Side(side.title, (drawing, *(part for part in side.parts if part != drawing)))
