"""Every screen of every bot fits every panel in every language, with all its words; and so does what lies around it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from errno import EIO
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from display.blocks import Part
from display.frame import Cursor, draw, footer_row, header_text, in_full
from display.layout import Layout, lay_out, options_of
from display.profiles import PROFILES
from display.words import as_text
from engines.contract import Counters, Draw, Entry, Marks, Number, Pick, Reason, Role, Roll, Screen, YesNo
from engines.drawings import Side
from engines.options import in_play
from engines.play import Play
from engines.registry import KEYS, load_engine
from engines.text import PSEUDO, SOFT_HYPHEN, Catalogue
from firmware.data import unread
from firmware.device.feedback import FAILED, TOO_EARLY
from firmware.device.session import Session
from firmware.languages import catalogue
from firmware.plays.store import Store
from firmware.plays.versions import OtherRules
from firmware.random_plays import over
from firmware.settings import Settings
from firmware.text import Text
from firmware.views import bots, new_play, notices, pause
from firmware.views.chrome import NOTHING_KEPT, PLAYED, Names, chrome
from firmware.views.corrections import corrections
from firmware.views.play_view import PlayView
from firmware.views.position import begin, read_on, settled
from firmware.views.side import SideView
from firmware.views.view import Menu, View
from firmware.views.why import why, why_now
from tests.contract.laws import guide
from tests.contract.walk import LEVELS, LONG, Walk, finished, levels
from tests.words import COMPLETE

_UNREADABLE = unread(Path("/a/folder/with/a/long/name/plays.sqlite"), OSError(EIO, ""))

SHORT = (Text("Done"), Text("Choose"), PLAYED)
"""What stands in the footer for a row whose words, and whose name, find no room there."""
EACH, SOME, FEW = 4, 16, 64
"""In `test-all`, screens like one before, English, which is shorter, and menus are looked at so many steps apart."""

MANY = 60
"""Plays of a game, all its levels together: they share most screens."""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session that keeps nothing."""
    (tmp_path / "data").write_text("")
    return Session(Store.open(tmp_path / "data"), tmp_path / "data", Settings(), lambda: "7")


class Fits:
    """Looks at views of one game on one panel in one language, each screen once."""

    def __init__(self, profile: str, language: str, game: str) -> None:
        self.profile, self.language, self.catalogue = PROFILES[profile], language, catalogue(language, game)
        self._seen: set[Any] = set()
        self._drawn: set[Any] = set()
        self._shapes: set[Any] = set()

    def is_new(self, screen: Screen) -> bool:
        """Return whether no screen of these sentences with as many options was checked, whatever they name."""
        return shape(screen) not in self._shapes

    def check(self, view: View, names: Names) -> None:
        """Raise unless all pages of a view can be drawn, at whatever is highlighted, with all words on them."""
        screen = view.screen()
        key = (screen.headline, screen.lines, screen.badge, screen.ask, screen.drawing, view.offered() is None)
        if key in self._seen:
            return
        self._seen.add(key)
        self._shapes.add(shape(screen))
        layout = lay_out(screen, self.profile, self.catalogue)
        whole = isinstance(screen.drawing, Side) or words_of(screen, self.catalogue) == words_on(layout)
        assert whole, f"{screen.key} loses words on {self.profile.key}"
        self._draw(view, layout, names)
        options = options_of(screen.ask)
        for place in places(layout, view):
            view.place = place
            bars = chrome(view, layout, names, message=None, kept=True)
            row = footer_row(layout, place.page, bars)
            english = self.language == "en" and self.profile.key != "2.9"
            assert in_full(layout, place.page, bars) or not english, f"{row} is in small type on {self.profile.key}"
            takes = view.next_words is None and isinstance(screen.ask, YesNo | Pick | Draw)
            if takes and read_on(layout, place) is None:
                said = [self._words(self.catalogue.runs(text)) for text in SHORT]
                own = self._words(self.catalogue.runs(options[place.cursor.highlight].text))
                footer = self._words(row)
                named = own in footer or footer in said or own.startswith((f"{footer}:", f"{footer} :", f"{footer} ("))
                assert named, f"the footer of {screen.key} on {self.profile.key} says {footer!r} for {own!r}"

    @staticmethod
    def _words(row: Any) -> str:
        return " ".join("".join(run for run in row if isinstance(run, str)).split())

    def _draw(self, view: View, layout: Layout, names: Names) -> None:
        """Word the header; of each kind draw one with the notice, and with what is said of a refused key, too."""
        view.place = settled(layout, begin(layout.screen.ask))
        bars = chrome(view, layout, names, message=None, kept=True)
        header_text(layout, bars)
        kind = (type(layout.screen.ask), layout.screen.role, len(layout.pages))
        if kind in self._drawn:
            return
        self._drawn.add(kind)
        draw(layout, view.place.page, view.place.cursor, bars)
        noted = lay_out(layout.screen, self.profile, self.catalogue, notice=NOTHING_KEPT)
        view.place = settled(noted, view.place)
        for message in (TOO_EARLY, FAILED):
            bars = chrome(view, noted, names, message=message, kept=False)
            as_text(noted, view.place.page, view.place.cursor, bars, self.catalogue)


def shape(screen: Screen) -> Any:
    """Return what a screen has in common with those that differ in names and numbers alone."""
    sentences = tuple(text.one for text in (screen.headline, *screen.lines))
    return screen.key, screen.role, sentences, len(options_of(screen.ask))


def places(layout: Layout, view: View) -> Iterator[Any]:
    """Yield every page with what may be highlighted there; of a number its ends."""
    ask = layout.screen.ask
    start = begin(ask, view.offered())
    for page, shown in enumerate(layout.pages):
        for option in shown.options or (start.cursor.highlight,):
            yield type(start)(page, replace(start.cursor, highlight=option))
        if isinstance(ask, Number | Roll) and shown.value:
            yield from (type(start)(page, Cursor(number=end)) for end in (ask.low, ask.high))
        if isinstance(ask, Marks):
            yield type(start)(page, replace(start.cursor, ticks=tuple(one.id for one in ask.options)))
        if isinstance(ask, Counters):
            most, seen = tuple(line.high for line in ask.lines), frozenset(range(len(ask.lines)))
            yield type(start)(page, replace(start.cursor, counts=most, entered=True), seen)


def words_of(screen: Screen, catalogue: Catalogue) -> list[str]:
    """Return the words of a screen without spaces: text, then each option with its group, its reason or its note."""
    texts = [screen.headline, *screen.lines]
    options = [[*filter(None, (one.group, one.text, one.blocked or one.note))] for one in _listed(screen)]
    return ["".join("".join(catalogue.words(text) for text in part).split()) for part in (texts, *options)]


def _listed(screen: Screen) -> tuple[Any, ...]:
    options = options_of(screen.ask)
    return () if len(options) == 1 and screen.role is Role.INSTRUCTION else options


def words_on(layout: Layout) -> list[str]:
    """Return the words on the pages of a layout in the same way; what stands on several pages counts once."""
    blocks = [block for page in layout.pages for block in page.blocks]
    heads = [block for block in blocks if block.part is Part.HEADLINE]
    once = layout.pages[:1] if layout.pinned else layout.pages
    texts = [*heads[:1], *(block for page in once for block in page.of(Part.LINE))]
    options: dict[int, dict[Any, Any]] = {}
    for block in blocks:
        if block.part is Part.OPTION:
            options.setdefault(block.index, {})[block.rows, block.reason] = block
    parts = [texts, *(options[index].values() for index in sorted(options))]
    words = ["".join(run for one in part for run in _runs((one.caption, *one.rows, *one.reason))) for part in parts]
    notes = ["".join(_runs(_note_of(layout, index))) for index in sorted(options)]
    return [words[0], *map(str.__add__, words[1:], notes)]


def _note_of(layout: Layout, index: int) -> tuple[Any, ...]:
    """Return the note of an option that stands apart from the list, while it is highlighted."""
    page = layout.page_of(index)
    blocked = options_of(layout.screen.ask)[index].blocked
    return () if page is None or blocked else layout.note(page, index)


def _runs(rows: Iterable[Any]) -> Iterator[str]:
    for row in rows:
        yield from ("".join(run.replace(SOFT_HYPHEN, "").split()) for run in row if isinstance(run, str))


def around(session: Session, play: Play[Any]) -> Iterator[View]:
    """Yield what can be laid above a step: Why, pause and all that it leads to, recap."""
    engine = play.engine
    yield why_now(session, play)
    yield pause.pause(session)
    yield SideView(session, play)
    if engine.score(play.state) is not None:
        yield pause.score(session, play)
    yield pause.abandon(session)
    yield pause.recap(session, play)
    sources = in_play(engine.sources, play.options)
    if sources:
        yield pause.sources(session, play)
    for source in sources:
        if source.kind == "deck":
            yield pause.still_in(session, engine.left(play.state, source.name))
    everything = corrections(session, play)
    yield everything
    yield from _below(session, everything)


def _below(session: Session, menu: View) -> Iterator[View]:
    """Yield the questions that the lines of a menu open."""
    assert isinstance(menu, Menu)
    for item in menu._draw_up().items:
        before = len(session.views)
        if item.blocked is None and item.id not in ("begin", "off") and not item.id.startswith("source."):
            item.do()
        yield from session.views[before:]
        del session.views[before:]


def names_of(play: Play[Any]) -> Names:
    """Return what the chrome calls game and bot."""
    return Names(play.engine.title, play.engine.bot)


def look(session: Session, play: Play[Any], fits: list[Fits], above: Sequence[Fits] = ()) -> None:
    """Check a step of a play, and what can be laid above it."""
    session.play = play
    session.views = [PlayView(session, play)]
    for fit in fits:
        fit.check(PlayView(session, play), names_of(play))
    if above:
        for view in around(session, play):
            for fit in above:
                fit.check(view, names_of(play))


@cache
def everywhere(key: str) -> list[Fits]:
    """Return all panels and languages for a game: what fits at one level need not be looked at in the next."""
    languages = ("en", PSEUDO, *(language for language, domains in COMPLETE.items() if key in domains))
    return [Fits(profile, language, key) for profile in PROFILES for language in languages]


def in_longest(key: str) -> list[Fits]:
    """Return all panels in the language whose every sentence is longer than the English one."""
    return [fit for fit in everywhere(key) if fit.language == PSEUDO]


@guide("steps.py")
@pytest.mark.parametrize("key", KEYS)
def test_some_steps_fit(session: Session, key: str) -> None:
    """Some screens of a random play fit the smallest panel in the longest language."""
    fits = [fit for fit in in_longest(key) if fit.profile.key == "2.9"]
    for n, play in enumerate(Walk(key, levels(key)[-1], 1)):
        if n % (3 * SOME) == 0 or over(play):
            look(session, play, fits)


@guide("steps.py")
@pytest.mark.all
@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_plays_fit(session: Session, key: str, level: tuple[str, Any]) -> None:
    """Each sort of screen of a random play fits in the longest language; some do in English, with menus above them."""
    for n, play in enumerate(Walk(key, level, 1)):
        if over(play):
            look(session, play, everywhere(key), everywhere(key))
        elif n % SOME == 0:
            look(session, play, everywhere(key), in_longest(key) if n % FEW == 0 else ())
        else:
            look(session, play, [fit for fit in in_longest(key) if n % EACH == 0 or fit.is_new(play.screen)])


@guide("steps.py")
@pytest.mark.long
@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_many_plays_fit(session: Session, key: str, level: tuple[str, Any]) -> None:
    """Every screen of many random plays fits, with all that can be laid above it."""
    fits = everywhere(key)
    for seed in LONG[: MANY // len(levels(key))]:
        for play in Walk(key, level, seed):
            look(session, play, fits, fits)


each_panel = pytest.mark.parametrize("fits_of", [in_longest, pytest.param(everywhere, marks=pytest.mark.long)])


@guide("steps.py")
@pytest.mark.all
@each_panel
@pytest.mark.parametrize("key", KEYS)
def test_undone_steps_fit(session: Session, key: str, fits_of: Callable[[str], list[Fits]]) -> None:
    """On the way back through a play the footers that name what was undone fit."""
    play, fits = finished(key, levels(key)[-1], 0), fits_of(key)
    while play.n > play.floor:
        play.undo(1 if fits_of is everywhere else min(EACH, play.n - play.floor))
        look(session, play, fits)


@guide("steps.py")
@pytest.mark.all
@each_panel
@pytest.mark.parametrize("key", KEYS)
def test_undone_corrections_fit(session: Session, key: str, fits_of: Callable[[str], list[Fits]]) -> None:
    """The row that offers an undone correction fits on every sort of screen, and so does that of every value."""
    seen, fits = set[Any](), fits_of(key)
    for play in Walk(key, levels(key)[-1], 1):
        fields, sort = play.engine.fields(play.state), shape(play.screen)
        for field in [one for one in fields if one.label.one not in seen] or ([] if sort in seen else fields[:1]):
            play.tail = (Entry("correct", play.screen.key, {field.name: field.value}, "player"),)
            look(session, play, fits)
        seen |= {sort, *(one.label.one for one in fields)}
        play.tail = ()


@guide("steps.py")
@pytest.mark.all
@pytest.mark.parametrize("key", KEYS)
def test_menus_fit(session: Session, key: str) -> None:
    """The menus before and after a play fit: games, options and their questions, what was learned, notices."""
    engine = load_engine(key)
    play = finished(key, levels(key)[0], 0)
    session.to_options(engine)
    options = session.top
    views: list[View] = [
        new_play.games(session),
        bots.bots(session),
        options,
        *_below(session, options),
        new_play.another(session, session.home),
        notices.keep_learned(session, engine, {}),
        notices.notices(
            session,
            Text("That cannot be used"),
            [unread(Path("/a/folder/with/a/long/name/plays.sqlite"), OSError(EIO, ""))],
        ),
        notices.other_rules(session, OtherRules(123, play, play)),
    ]
    for fit in everywhere(key):
        for view in views:
            fit.check(view, Names(Text("Tavolino"), Text("Tavolino")))


@guide("steps.py")
@each_panel
@pytest.mark.parametrize("key", KEYS)
def test_every_why_fits(session: Session, key: str, fits_of: Callable[[str], list[Fits]]) -> None:
    """Every rule of the book, with its place in it, can be read as Why."""
    bot = load_engine(key)
    for rule in bot.book.rule:
        view = why(session, bot, (Reason(rule.id, {}, {"go_on": True}), Reason(rule.id)))
        for fit in fits_of(key):
            fit.check(view, Names(bot.title, bot.bot))
