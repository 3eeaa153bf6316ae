"""Where the bot's things go after the play, step by step. It is there to read: no inputs, and the result stays.

result ── "Put away…" ─▶ step 1 ─▶ … ─▶ the last step ─▶ result
"""

from typing import Any

from msgspec.structs import replace

from engines.contract import Badge, Done, Screen, Who
from engines.play import Play
from engines.screens import THE_END
from firmware.text import Text
from firmware.views.host import Host
from firmware.views.position import begin
from firmware.views.view import CLOSE, View, menu_screen


class PutAway(View):
    """The steps. Next and Push go on, Back goes back."""

    def __init__(self, host: Host, play: Play[Any]) -> None:
        self._host = host
        self._steps = play.engine.put_away(play.state)
        self._at = 0
        super().__init__()

    def screen(self) -> Screen:
        """Return the step."""
        headline, *lines = self._steps[self._at].texts
        badge = Badge(Who.TABLE, THE_END.place, step=self._at + 1, steps=len(self._steps))
        return replace(menu_screen("put_away", headline, lines, Done()), badge=badge)

    @property
    def next_words(self) -> tuple[Text, ...]:  # type: ignore[override]  # other views say the same all the time
        """What Next does after the last line of a step."""
        return (CLOSE,) if self._at == len(self._steps) - 1 else (Text("Next step"), Text("Next"))

    def take(self, _: Any) -> None:
        """Go on to the next step; after the last one, close."""
        if self._at == len(self._steps) - 1:
            self._host.close()
        else:
            self._go(1)

    def back(self) -> None:
        """Go back to the step before; from the first one, close."""
        if self._at == 0:
            self._host.close()
        else:
            self._go(-1)

    def _go(self, way: int) -> None:
        self._at += way
        self.place = begin(self.screen().ask)
