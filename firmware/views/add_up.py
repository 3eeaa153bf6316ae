"""The player's total, line by line: the device counts it together, and the sum answers the question for the total.

total ── Push ─▶ lines ── Next ─▶ the step after it; Back ─▶ the total
"""

from typing import Any

from msgspec.structs import replace

from engines.contract import Counters, Number, Part, Screen, added
from engines.play import Play
from firmware.text import Text
from firmware.views.half_entered import half_entered
from firmware.views.host import Host
from firmware.views.position import begin, value_at
from firmware.views.view import ADD_UP, View


class AddUp(View):
    """The parts of a total as counters. Together they are one answer, which keeps what was counted."""

    keeps_entered = True

    def __init__(self, host: Host, play: Play[Any]) -> None:
        self._host = host
        self._play = play
        super().__init__()
        undone = play.offered
        counted = undone if undone is not None and isinstance(undone.value, dict) else None
        screen = self.screen()
        self.place = begin(screen.ask, half_entered(host, screen) or counted)

    def screen(self) -> Screen:
        """Return the lines."""
        return replace(self._play.screen, headline=ADD_UP, lines=(), ask=Counters(self._parts), drawing=None)

    @property
    def next_words(self) -> tuple[Text, ...]:  # type: ignore[override]  # other views say the same all the time
        """What Next takes: the sum so far."""
        return (Text("Take {n}", n=added(self._parts, value_at(self.screen().ask, self.place.cursor))),)

    def take(self, value: Any) -> None:
        """Answer with what was counted."""
        self._host.settle(self._play.give(value))

    def back(self) -> None:
        """Go back to the total."""
        self._host.close()

    @property
    def _parts(self) -> tuple[Part, ...]:
        ask = self._play.screen.ask
        assert isinstance(ask, Number)  # only a total has parts
        return ask.parts
