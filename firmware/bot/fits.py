"""Whether a step fits every panel: what its pages say, and the words of header and footer around them."""

from typing import Any

from msgspec.structs import replace

from display.frame import footer_row, header_text
from display.layout import lay_out, options_of
from display.profiles import PROFILES
from engines.engine import Engine
from engines.play import Play
from engines.text import Catalogue
from firmware.views.chrome import Names, chrome
from firmware.views.play_view import PlayView
from firmware.views.position import Position, begin
from firmware.views.side import SideView
from firmware.views.view import View

SAME = 3
"""So many screens of the same sentences are looked at, whatever they name."""

SIDE = 40
"""Of so many screens that are looked at, the bot's side is looked at beside one: it takes longer."""


class Fits:
    """Looks at the steps of plays of a bot in some languages; `looked` counts the screens."""

    def __init__(self, engine: Engine[Any], catalogues: dict[str, Catalogue]) -> None:
        self.looked = 0
        self._names = Names(engine.title, engine.bot)
        self._catalogues = catalogues
        self._seen: dict[Any, int] = {}

    def look(self, play: Play[Any]) -> None:
        """Look at a step, unless enough like it were; `DoesNotFit` where header or footer has no room for its words."""
        screen = play.screen
        shape = (screen.key, screen.headline.one, tuple(line.one for line in screen.lines), len(options_of(screen.ask)))
        self._seen[shape] = self._seen.get(shape, 0) + 1
        if self._seen[shape] > SAME:
            return
        self.looked += 1
        views: list[View] = [PlayView(None, play)]  # type: ignore[arg-type]  # nobody presses a key
        if self.looked % SIDE == 1:
            views.append(SideView(None, play))  # type: ignore[arg-type]  # as above
        for view in views:
            for profile in PROFILES.values():
                for catalogue in self._catalogues.values():
                    self._fit(view, profile, catalogue)

    def _fit(self, view: View, profile: Any, catalogue: Catalogue) -> None:
        layout = lay_out(view.screen(), profile, catalogue)
        for page, shown in enumerate(layout.pages):
            for row in shown.options or (None,):
                begun = begin(layout.screen.ask)
                view.place = Position(page, begun.cursor if row is None else replace(begun.cursor, highlight=row))
                bars = chrome(view, layout, self._names, message=None, kept=True)
                header_text(layout, bars)
                footer_row(layout, page, bars)
