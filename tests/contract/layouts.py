"""Six laws of every view of every bot, on each panel and in each language, all checked in one walk.

A law returns what is wrong with a view that was laid out, or nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from display.bars import DoesNotFit
from display.blocks import Part
from display.frame import Chrome, draw, footer_of, header_of
from display.layout import Layout, lay_out, options_of
from display.letters import HYPHENS
from display.plain_text import as_text
from display.profiles import Profile
from engines.kit.contract import Draw, Entry, Pick, Role, Screen, YesNo
from engines.kit.drawings import Drawing, Mark, Side, Slot, describe
from engines.kit.options import select_active
from engines.kit.play import Play
from engines.kit.text import ENGLISH, PSEUDO, SOFT_HYPHEN, Catalogue, Text
from engines.registry import KEYS
from firmware.authoring.fits import shape, words_around
from firmware.authoring.random_plays import fork, has_ended
from firmware.device.feedback import INPUT_FAILED, TOO_EARLY_MESSAGE
from firmware.device.session import Session
from firmware.languages import ENGLISH_KEY, catalogue
from firmware.text import Text as DeviceText
from firmware.views import host, pause
from firmware.views.chrome import MY_TURN_IS_DONE, NOTHING_SAVED, Names, chrome
from firmware.views.corrections import corrections
from firmware.views.play_view import PlayView, SideView
from firmware.views.position import Position, clamp_to_layout, read_on, start_position
from firmware.views.recap import EarlierStep, Recap
from firmware.views.view import Menu, View
from firmware.views.why import why_step
from tests.contract.walk import CORE_SHARE, Steps, Walks, each_seed, levels
from tests.display.test_drawings import on_the_glass
from tests.profiles import OTHER_PROFILES, PROFILES, key_of
from tests.words import COMPLETE

PLAIN_FOOTERS = (DeviceText("Done"), DeviceText("Choose"), MY_TURN_IS_DONE)
"""The words of the footer for a row whose words, and whose name, do not fit there."""
REPEATED_VIEW_STEPS, LANGUAGE_STEPS, MENU_STEPS = 4, 16, 64
"""In `test-all`, the steps between two looks at repeated views, at shorter languages, and at menus."""
CORE_GLASSES = (("2.9", PSEUDO), ("4.2", ENGLISH_KEY))
"""The panels and languages of the core for the end of a play, and for the bot's side."""
MAX_LONG_PLAYS = 60
"""Plays of a game whose every step is laid out in the long run, all its levels together: they share most screens."""
MAX_TITLE_LETTERS, MAX_SENTENCE_LETTERS = 12, 160
"""Limits of a side: its title is in the header and in a menu, its sentences are read aloud."""
SIGNS = {Mark.LOCKED: "locked", Mark.TICK: "done", Mark.NEXT: "next"}


class LaidOutView(NamedTuple):
    """A view that was laid out, and the footer at every place that a player may reach."""

    view: View
    layout: Layout
    catalogue: Catalogue
    footers: list[tuple[Position, Chrome, Any]]


class Glass:
    """A panel in a language, which looks at each view of a game once; in passing, at one of each shape alone."""

    def __init__(self, profile: Profile, language: str, words: Catalogue, *, in_passing: bool = False) -> None:
        self.profile, self.language, self.catalogue = profile, language, words
        self._in_passing = in_passing
        self._seen, self._drawn, self._shapes = set[Any](), set[Any](), set[Any]()

    def is_new(self, screen: Screen) -> bool:
        """Return whether no screen with these sentences and this number of options was looked at before."""
        return shape(screen) not in self._shapes

    def looks_at(self, key: Any, screen: Screen) -> bool:
        """Return whether a view was not looked at before; it is now."""
        new = self.is_new(screen) if self._in_passing else key not in self._seen
        self._seen.add(key)
        self._shapes.add(shape(screen))
        return new

    def faults(self, view: View, screen: Screen, names: Names) -> Iterator[tuple[str, str]]:
        """Yield the laws that a view breaks, with what is wrong."""
        where = f"{screen.key} on {key_of(self.profile)} in {self.language}"
        try:
            laid = self._lay_out(view, screen, names)
        except DoesNotFit as error:
            yield "room", f"{where}: {error}"
            return
        yield from ((law, f"{where}: {fault}") for law, of in LAWS.items() if (fault := of(laid)))

    def _lay_out(self, view: View, screen: Screen, names: Names) -> LaidOutView:
        """Return a view laid out; of each kind draw one, with the notice and what is said of a refused key, too."""
        layout = lay_out(screen, self.profile, self.catalogue)
        footers = [*words_around(view, layout, names)]
        kind = type(screen.ask), screen.role, len(layout.pages)
        if kind not in self._drawn:
            self._drawn.add(kind)
            view.place = clamp_to_layout(layout, start_position(screen.ask))
            bars = chrome(view, layout, names, message=None)
            draw(layout, view.place.page, view.place.cursor, bars)
            noted = lay_out(screen, self.profile, self.catalogue, notice=NOTHING_SAVED)
            view.place = clamp_to_layout(noted, view.place)
            for message in (TOO_EARLY_MESSAGE, INPUT_FAILED):
                bars = chrome(view, noted, names, message=message)
                as_text(noted, view.place.page, view.place.cursor, bars, self.catalogue)
        return LaidOutView(view, layout, self.catalogue, footers)


def faults(view: View, names: Names, on: Iterable[Glass]) -> Iterator[tuple[str, str]]:
    """Yield the laws that a view breaks on some glasses, with what is wrong."""
    screen = view.screen()
    key = (screen.headline, screen.lines, screen.badge, screen.ask, screen.drawing, view.offered() is None)
    for glass in on:
        if glass.looks_at(key, screen):
            yield from glass.faults(view, screen, names)


# --- the laws ---


def lost_words(laid: LaidOutView) -> str:
    """Every word of a screen is on its pages, and none is in two rows."""
    screen = laid.layout.screen
    if not isinstance(screen.drawing, Side) and words_of(screen, laid.catalogue) != words_on_pages(laid.layout):
        return "it loses words"
    blocks = [block for page in laid.layout.pages for block in page.blocks]
    pairs = [pair for block in blocks for pair in zip(block.rows, block.rows[1:], strict=False) if all(pair)]
    words = [(row[-1], following[0]) for row, following in pairs]
    text = [(last, first) for last, first in words if isinstance(last, str) and isinstance(first, str)]
    broken = [pair for pair in text if "/" not in pair[0] and pair[0][-1:] not in (" ", *HYPHENS)]  # a path may be long
    return "it breaks the word “{}|{}”".format(*broken[0]) if broken else ""


def vague_footer(laid: LaidOutView) -> str:
    """The footer names what Next takes, in English in the usual type unless the panel is small."""
    view, layout, ask = laid.view, laid.layout, laid.layout.screen.ask
    usual = laid.catalogue is ENGLISH and layout.profile.picture_height > 0
    takes = view.next_words is None and isinstance(ask, YesNo | Pick | Draw)
    for place, bars, row in laid.footers:
        footer = _footer(row)
        faces = {header_of(layout, bars)[0].bar, footer_of(layout, place.page, bars)[0].bar}
        if usual and faces != {layout.profile.bar}:
            return f"the footer {footer!r} is in small type"
        if takes and read_on(layout, place) is None:
            own = options_of(ask)[place.cursor.highlight].text
            names = [own] if view.offered() is None else [own, DeviceText("{answer} again", answer=own)]
            plain = footer in [_footer(laid.catalogue.runs(text)) for text in PLAIN_FOOTERS]
            if not plain and not any(_names_row(footer, _footer(laid.catalogue.runs(one))) for one in names):
                return f"the footer says {footer!r} for {_footer(laid.catalogue.runs(own))!r}"
    return ""


def _names_row(footer: str, words: str) -> bool:
    """Return whether a footer has some words, or those before their colon or bracket."""
    return words in footer or words.startswith((f"{footer}:", f"{footer} :", f"{footer} ("))


def white_pages(laid: LaidOutView) -> str:
    """Of a page of a step but the last, rows cover half of the room or more."""
    pages = half_white_pages(laid.layout) if isinstance(laid.view, PlayView) and laid.catalogue is ENGLISH else []
    return f"page {pages[0] + 1} leaves half of its room white" if pages else ""


def misplaced_drawing(laid: LaidOutView) -> str:
    """Each drawing of a side has a place, and nothing of it is beside the glass."""
    layout, side = laid.layout, laid.layout.screen.drawing
    if not isinstance(side, Side):
        return ""
    blocks = [block for page in layout.pages for block in page.blocks]
    if not all(on_the_glass(block, layout.profile) for block in blocks):
        return "a part of its side is beside the glass"
    drawings = [part for part in side.parts if not isinstance(part, Text)]
    return "a drawing of its side finds no room" if len(drawings) > sum(b.part is Part.DRAWING for b in blocks) else ""


def undescribed(play: Play[Any], seen: set[Drawing | Side]) -> str:
    """A side, and every drawing of a screen, says each text, mark and special place that it has, and each piece."""
    side = play.engine.side(play.state)
    if not 1 <= len(ENGLISH.words(side.title)) <= MAX_TITLE_LETTERS or not side.parts:
        return "its side has no title, a long one, or no parts"
    if check := _check_of_pieces(play.engine.key):
        try:
            check(play.state, [ENGLISH.words(sentence) for sentence in describe(side)])
        except (AssertionError, LookupError, ValueError, StopIteration) as error:
            return f"its side does not say a piece: {error}"
    new = [shown for shown in (side, play.screen.drawing) if shown is not None and shown not in seen]
    seen.update(new)
    return next(filter(None, map(_undescribed_words, new)), "")


LAWS: dict[str, Callable[[LaidOutView], str]] = {
    "words": lost_words,
    "footer": vague_footer,
    "white": white_pages,
    "drawing": misplaced_drawing,
}
"""The laws of a view on a panel. "room", which laying out keeps, and "said", which no panel keeps, make six."""


# --- the walk ---


@cache
def glasses(key: str) -> list[Glass]:
    """Return all panels and languages for a bot: what fits at one level need not be looked at in the next.

    Sizes that no build has yet are looked at in passing, in the longest language.
    """
    known = COMPLETE if key in KEYS else {}
    languages = (ENGLISH_KEY, PSEUDO, *(language for language, domains in known.items() if key in domains))
    built = [Glass(PROFILES[one], language, catalogue(language, key)) for one in PROFILES for language in languages]
    return [*built, *(Glass(one, PSEUDO, catalogue(PSEUDO, key), in_passing=True) for one in OTHER_PROFILES.values())]


def in_longest_language(key: str) -> list[Glass]:
    """Return all panels in the language whose every sentence is longer than the English one."""
    return [glass for glass in glasses(key) if glass.language == PSEUDO]


def names_of(play: Play[Any]) -> Names:
    """Return the names of game and bot for header and footer."""
    return Names(play.engine.title, play.engine.bot)


@cache
def broken_laws(walks: Walks, session: Session) -> dict[str, AssertionError]:
    """Check all laws on random plays in one walk; return the first fault of each broken law."""
    faults_by_law: dict[str, AssertionError] = {}
    laid_out = walks.seeds[: MAX_LONG_PLAYS // len(levels(walks.key)) if walks.share == 1 else 1]

    def note(fault: tuple[str, str], place: str) -> None:
        if fault[0] not in faults_by_law:
            faults_by_law[fault[0]] = AssertionError(f"law “{fault[0]}” of {walks.key}: {fault[1]}")
            faults_by_law[fault[0]].add_note(place)

    def look(seed: int, plays: Steps) -> None:
        seen, before = set[Drawing | Side](), set[Any]()
        for n, play in enumerate(plays):
            place = f"seed {seed}{plays.place}"
            if (walks.share > CORE_SHARE or n % LANGUAGE_STEPS == 0) and (fault := undescribed(play, seen)):
                note(("said", fault), place)
            if seed in laid_out:
                following = plays[n + 1].steps[-1].entry if not has_ended(play) else None
                for view, on in _views(session, fork(play), following, before, walks.share):
                    for one in faults(view, names_of(play), on):
                        note(one, place)

    each_seed(walks, look)
    return faults_by_law


def _views(
    session: Session, play: Play[Any], following: Entry | None, before: set[Any], share: float
) -> Iterator[tuple[View, list[Glass]]]:
    """Yield the views of a step to check, each with its glasses; `following` is the input after the step."""
    key, n = play.engine.key, play.n
    everywhere, longest = glasses(key), in_longest_language(key)
    session.play = play
    session.views = [PlayView(session, play)]
    if share == CORE_SHARE:
        if has_ended(play):
            core = [
                [one for one in everywhere if (key_of(one.profile), one.language) == glass] for glass in CORE_GLASSES
            ]
            yield from zip((session.top, SideView(session, play)), core, strict=True)
        return
    if share < 1 and key not in KEYS:
        if n % (3 * LANGUAGE_STEPS) == 0 or has_ended(play):
            yield from ((view, everywhere) for view in (session.top, SideView(session, play)))
        return
    in_all_languages = share == 1 or n % LANGUAGE_STEPS == 0 or has_ended(play)
    english = [glass for glass in everywhere if glass.catalogue is ENGLISH]
    new = [glass for glass in longest if n % REPEATED_VIEW_STEPS == 0 or glass.is_new(play.screen)]
    yield session.top, everywhere if in_all_languages else [*english, *new]
    if share == 1 or n % MENU_STEPS == 0 or has_ended(play):
        yield from (
            (view, longest if share < 1 and not has_ended(play) else everywhere) for view in views_above(session, play)
        )
    for tail in _redo_stacks(play, following if in_all_languages else None, before):
        play.redo_stack = tail
        yield PlayView(session, play), everywhere if share == 1 else longest


def _redo_stacks(play: Play[Any], following: Entry | None, before: set[Any]) -> Iterator[tuple[Entry, ...]]:
    """Yield possible redo stacks of a step: the input that follows, and a correction of each value, once."""
    if following is not None:
        yield (following,)
    fields, alike = play.engine.fields(play.state), shape(play.screen)
    for field in [one for one in fields if one.label.one not in before] or ([] if alike in before else fields[:1]):
        yield (Entry("correct", play.screen.key, {field.name: field.value}, "player"),)
    before.update((alike, *(one.label.one for one in fields)))


def views_above(session: Session, play: Play[Any]) -> Iterator[View]:
    """Yield what can be laid above a step: Why, pause and all that it leads to, the side and its legend, recap."""
    engine = play.engine
    yield why_step(session, play, play.n)
    yield pause.pause(session)
    side = SideView(session, play)
    yield side
    if side.push_word is not None:
        side.push()
        yield session.views.pop()
    if engine.score(play.state) is not None:
        yield pause.score(session, play)
    yield pause.ask_to_abandon(session)
    if play.n > play.undo_limit:
        yield Recap(session, play)
        yield EarlierStep(session, play, play.n - 1)
    sources = select_active(engine.sources, play.options)
    if len(sources) > 1:
        (row,) = pause.sources(session, play)
        row.do()
        yield session.views.pop()
    elif sources:
        yield pause.more(session, play)
    for source in sources:
        if source.kind == "deck":
            yield pause.cards_still_in(session, engine.remaining_cards(play.state, source.name))
    everything = corrections(session, play)
    yield everything
    yield from views_below(session, everything)


def views_below(session: Session, menu: View) -> Iterator[View]:
    """Yield the questions that the lines of a menu open; a value of two states is asked for instead of set."""
    assert isinstance(menu, Menu)
    for item in menu._build_page().items:
        before = len(session.views)
        if item.blocked is None and item.id not in ("begin", "off") and not item.id.startswith("source."):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(host, "other_answer", lambda _: None)
                item.do()
        yield from session.views[before:]
        del session.views[before:]


# --- words ---


def words_of(screen: Screen, catalogue: Catalogue) -> list[str]:
    """Return the words of a screen without spaces: text, then each option with its group, its reason or its note."""
    texts = [screen.headline, *screen.lines]
    options = [[*filter(None, (one.group, one.text, one.blocked or one.note))] for one in _listed_options(screen)]
    return ["".join("".join(catalogue.words(text) for text in part).split()) for part in (texts, *options)]


def _listed_options(screen: Screen) -> tuple[Any, ...]:
    options = options_of(screen.ask)
    return () if len(options) == 1 and screen.role is Role.INSTRUCTION else options


def words_on_pages(layout: Layout) -> list[str]:
    """Return the words on the pages of a layout in the same way; words on several pages count once."""
    blocks = [block for page in layout.pages for block in page.blocks]
    heads = [block for block in blocks if block.part is Part.HEADLINE]
    once = layout.pages[:1] if layout.pinned else [page for page in layout.pages if not page.repeats]
    headed = [page.blocks[:2] for page in layout.pages if page.blocks[0].part is Part.HEADLINE]
    again = {id(block) for page in headed[1:] if page == headed[0] for block in page[1:]}  # the rest of the headline
    texts = [*heads[:1], *(block for page in once for block in page.of(Part.LINE) if id(block) not in again)]
    options: dict[int, dict[Any, Any]] = {}
    for block in blocks:
        if block.part is Part.OPTION:
            options.setdefault(block.index, {})[block.rows, block.reason] = block
    parts = [texts, *(options[index].values() for index in sorted(options))]
    words = ["".join(run for one in part for run in _runs((one.caption, *one.rows, *one.reason))) for part in parts]
    notes = ["".join(_runs(_note_of(layout, index))) for index in sorted(options)]
    return [words[0], *map(str.__add__, words[1:], notes)]


def _note_of(layout: Layout, index: int) -> tuple[Any, ...]:
    """Return the note of a highlighted option that is apart from the list."""
    page = layout.page_of(index)
    blocked = options_of(layout.screen.ask)[index].blocked
    return () if page is None or blocked else layout.note(page, index)


def _runs(rows: Iterable[Any]) -> Iterator[str]:
    for row in rows:
        yield from ("".join(run.replace(SOFT_HYPHEN, "").split()) for run in row if isinstance(run, str))


def _footer(row: Any) -> str:
    return " ".join("".join(run for run in row if isinstance(run, str)).split())


def _undescribed_words(shown: Drawing | Side) -> str:
    sentences = [ENGLISH.words(sentence) for sentence in describe(shown)]
    long = [sentence for sentence in sentences if not 1 <= len(sentence) <= MAX_SENTENCE_LETTERS]
    if long:
        return f"a sentence of its side has {len(long[0])} letters: {long[0]}"
    words = " ".join(sentences)
    missing = [text for part in getattr(shown, "parts", (shown,)) for text in _words_in(part) if text not in words]
    return f"{missing[0]} is drawn and not said: {words}" if missing else ""


def _words_in(shown: Any) -> Iterator[str]:
    """Yield every word in a drawing, at any depth, and one for each sign on a place."""
    match shown:
        case Text():
            yield ENGLISH.words(shown)
        case Slot(mark=Mark() as mark) if mark in SIGNS:
            yield SIGNS[mark]
            yield from _words_in(replace(shown, mark=None))
        case msgspec.Struct():
            for value in msgspec.structs.asdict(shown).values():
                yield from _words_in(value)
        case tuple():
            for value in shown:
                yield from _words_in(value)


@cache
def _check_of_pieces(key: str) -> Any:
    """Return the function that checks that a side describes every piece of a state; None if a bot's tests have none."""
    name = f"tests.engines.{key}.test_side"
    return import_module(name).check_pieces if key in KEYS and find_spec(name) else None


# --- white ---


def half_white_pages(layout: Layout) -> list[int]:
    """Return the pages before the last one that are less than half covered."""
    profile = layout.profile
    room = profile.height - profile.header - profile.above - profile.below - profile.footer
    return [page for page in range(len(layout.pages) - 1) if _covered_rows(layout, page) * 2 < room]


def _covered_rows(layout: Layout, page: int) -> int:
    """Return how many rows of pixels the blocks of a page take."""
    blocks = layout.pages[page].blocks
    return len({y for block in blocks for y in range(block.y, block.y + block.height)})
