"""The bot's side of the table: to the left of what the player does, and never in the way of Next.

side ◀─ turn left ── first row of your turn
     ── turn right on its last page, Next, Back, Push ─▶ as it was
"""

from typing import Any

from msgspec.structs import replace

from engines.contract import Done, Pick, Role, Screen, Who
from engines.play import Play
from firmware.views.host import Host
from firmware.views.view import CLOSE, View, menu_screen


def is_beside(screen: Screen) -> bool:
    """Return whether a screen has the side at its left: it is the player's turn, with a list of reports."""
    return screen.badge.who is Who.YOU and screen.role is Role.INSTRUCTION and isinstance(screen.ask, Pick)


class SideView(View):
    """The side as pages."""

    reading = True
    next_words = (CLOSE,)

    def __init__(self, host: Host, play: Play[Any]) -> None:
        self._host = host
        self._badge = play.screen.badge
        self._side = play.engine.side(play.state)
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
