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

MAX_SIMILAR_SCREENS = 3
"""The most screens with the same sentences, of any values, that are checked."""

SCREENS_PER_SIDE = 40
"""Screens checked per check of the bot's side, which takes longer."""


class FitChecker:
    """Checks steps of a bot's plays in some languages; `screens` is the number of checked ones."""

    def __init__(self, engine: Engine[Any], catalogues: dict[str, Catalogue]) -> None:
        self.screens = 0
        self._names = Names(engine.title, engine.bot)
        self._catalogues = catalogues
        self._seen: dict[Any, int] = {}

    def check(self, play: Play[Any]) -> None:
        """Check a step unless enough similar ones were; `DoesNotFit` if header or footer has no room for its words."""
        key = shape(play.screen)
        self._seen[key] = self._seen.get(key, 0) + 1
        if self._seen[key] > MAX_SIMILAR_SCREENS:
            return
        self.screens += 1
        views: list[View] = [PlayView(None, play)]  # type: ignore[arg-type]  # nobody presses a key
        if self.screens % SCREENS_PER_SIDE == 1:
            views.append(SideView(None, play))  # type: ignore[arg-type]
        for view, profile, catalogue in product(views, extreme_profiles(), self._catalogues.values()):
            for _ in words_around(view, lay_out(view.screen(), profile, catalogue), self._names):
                pass


@cache
def extreme_profiles() -> tuple[Profile, Profile]:
    """Return the panels with the fewest and the most letters in a row: what fits both fits all."""
    panels = sorted(profiles().values(), key=lambda panel: panel.width / panel.bar.size)
    return panels[0], panels[-1]


def undrawable_letters(bot: Bot) -> Iterator[str]:
    """Yield a sentence for each place of a file with letters that the typeface lacks, its translations included."""
    for path, said in strings({**bot.values, "emblem": ""}, ()):
        lacking = " ".join(sorted({one for one in said if is_lacking(one)}))
        if lacking and said != path[-1]:
            yield str(bot.fault(path, f"the typeface lacks {lacking}. Take other letters in “{said}”."))


def shape(screen: Screen) -> Any:
    """Return a value that is equal for screens which differ only in names and numbers."""
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
    """Yield each page with each row that may be highlighted there, both ends of numbers, and all marks ticked."""
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
