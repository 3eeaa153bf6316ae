"""Checks that a step fits every panel: its pages, and the words of header and footer around them."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from msgspec.structs import replace

from display.frame import Chrome, Cursor, footer_of, header_of
from display.layout import Layout, lay_out, options_of
from display.letters import is_lacking
from display.profiles import Profile
from engines.botfile.bot import Bot
from engines.botfile.check import strings
from engines.kit.contract import Counters, Marks, Number, Roll, Screen
from engines.kit.engine import Engine
from engines.kit.play import Play
from engines.kit.text import Catalogue
from firmware.device.builds import profiles
from firmware.views.chrome import Names, chrome
from firmware.views.play_view import PlayView, SideView
from firmware.views.position import Position, start_position
from firmware.views.view import View

MAX_ALIKE = 3
"""The most screens with the same sentences, of any values, that are checked."""

SCREENS_PER_SIDE = 40
"""Screens checked per check of the bot's side, which takes longer."""


class Fits:
    """Looks at the steps of plays of a bot in some languages; `looked` counts the screens."""

    def __init__(self, engine: Engine[Any], catalogues: dict[str, Catalogue]) -> None:
        self.looked = 0
        self._names = Names(engine.title, engine.bot)
        self._catalogues = catalogues
        self._seen: dict[Any, int] = {}

    def look(self, play: Play[Any]) -> None:
        """Check a step, unless enough like it were; `DoesNotFit` if header or footer has no room for its words."""
        alike = shape(play.screen)
        self._seen[alike] = self._seen.get(alike, 0) + 1
        if self._seen[alike] > MAX_ALIKE:
            return
        self.looked += 1
        views: list[View] = [PlayView(None, play)]  # type: ignore[arg-type]  # nobody presses a key
        if self.looked % SCREENS_PER_SIDE == 1:
            views.append(SideView(None, play))  # type: ignore[arg-type]
        for view, profile, catalogue in product(views, extremes(), self._catalogues.values()):
            for _ in words_around(view, lay_out(view.screen(), profile, catalogue), self._names):
                pass


@cache
def extremes() -> tuple[Profile, Profile]:
    """Return how screens are set with the least and with the most letters in a row: what fits both fits all panels."""
    ways = sorted(profiles().values(), key=lambda way: way.width / way.bar.size)
    return ways[0], ways[-1]


def undrawable_letters(bot: Bot) -> Iterator[str]:
    """Yield a sentence for each place of a file with letters that the typeface lacks, its translations included."""
    for path, said in strings({**bot.values, "emblem": ""}, ()):
        lacking = " ".join(sorted({one for one in said if is_lacking(one)}))
        if lacking and said != path[-1]:
            yield str(bot.fault(path, f"the typeface lacks {lacking}. Take other letters in “{said}”."))


def shape(screen: Screen) -> Any:
    """Return what a screen has in common with those that differ in names and numbers alone."""
    sentences = tuple(text.one for text in (screen.headline, *screen.lines))
    return screen.key, screen.role, sentences, len(options_of(screen.ask))


def words_around(view: View, layout: Layout, names: Names) -> Iterator[tuple[Position, Chrome, Any]]:
    """Yield the words around a view and its footer, at every place; `DoesNotFit` if header or footer has no room."""
    for place in places(view, layout):
        view.place = place
        words = chrome(view, layout, names, message=None)
        header_of(layout, words)
        yield place, words, footer_of(layout, place.page, words)[1]


def places(view: View, layout: Layout) -> Iterator[Position]:
    """Yield every page with each row that may be highlighted there; the ends of numbers, and all marks ticked."""
    ask = layout.screen.ask
    start = start_position(ask, view.offered()).cursor
    for page, shown in enumerate(layout.pages):
        for option in shown.options or (start.highlight,):
            yield Position(page, replace(start, highlight=option))
        match ask:
            case Number() | Roll() if shown.value:
                yield from (Position(page, Cursor(number=end)) for end in (ask.low, ask.high))
            case Marks():
                yield Position(page, replace(start, ticks=tuple(one.id for one in ask.options)))
            case Counters():
                counts = tuple(line.high for line in ask.lines)
                yield Position(page, replace(start, counts=counts, entered=True), frozenset(range(len(counts))))
