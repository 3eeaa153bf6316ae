"""Every view of every bot, and the menus around a play, keep the laws of layouts on every panel in every language."""

from collections.abc import Callable, Iterable
from errno import EIO
from pathlib import Path

import pytest

from engines.kit.contract import Reason
from engines.kit.versions import OtherRules
from engines.registry import KEYS, load_engine
from firmware.data_folder import DataFolder
from firmware.device.builds import load
from firmware.device.session import Session
from firmware.errors import TavolinoError
from firmware.files.disk import convert_read_error
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from firmware.text import Text
from firmware.views import bots, new_play, notices
from firmware.views.chrome import Names
from firmware.views.view import Pages, View
from firmware.views.why import why
from tests.contract.laws import guide
from tests.contract.layouts import Glass, broken_laws, faults, glasses, in_longest_language, views_below
from tests.contract.walk import Walks, ended_play, levels


@pytest.fixture(scope="session")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A session that keeps nothing."""
    data = DataFolder(tmp_path_factory.mktemp("layouts") / "data")
    data.path.write_text("")
    data.plays = Store(data.path)
    return Session(data, Settings(), load("4.2"), lambda: "7")


def check_law(law: str, walks: Walks, session: Session) -> None:
    """Raise if random plays break a law; all laws are checked in one walk."""
    found = broken_laws(walks, session)
    if law in found:
        raise found[law]


@guide("steps.py")
def test_every_word_is_on_a_page(walks: Walks, session: Session) -> None:
    """The pages of a view have every word of it, on every panel in every language."""
    check_law("words", walks, session)


@guide("steps.py")
def test_header_and_footer_have_room(walks: Walks, session: Session) -> None:
    """Header, footer and notices fit for every highlighted row, and every kind of view can be drawn."""
    check_law("room", walks, session)


@guide("steps.py")
def test_the_footer_names_what_next_takes(walks: Walks, session: Session) -> None:
    """The footer names the highlighted row; in English in the usual type, unless the panel is small."""
    check_law("footer", walks, session)


@guide("steps.py")
def test_no_page_is_half_white(walks: Walks, session: Session) -> None:
    """On every page of a step but the last, rows cover half of the room or more, on every panel."""
    check_law("white", walks, session)


@guide("side.py")
def test_every_drawing_has_a_place(walks: Walks, session: Session) -> None:
    """Each drawing of a side is on a page on every panel, and nothing of it is beside the glass."""
    check_law("drawing", walks, session)


@guide("side.py")
def test_a_side_says_what_it_shows(walks: Walks, session: Session) -> None:
    """The side of every state, and every drawing of a screen, says each text, mark and piece that it has."""
    check_law("said", walks, session)


@guide("steps.py")
@pytest.mark.all
@pytest.mark.parametrize("key", KEYS)
def test_menus_fit(session: Session, key: str) -> None:
    """The menus before and after a play fit: games, options and their questions, what was learned, notices."""
    engine = load_engine(key)
    play = ended_play(key, levels(key)[0], 0)
    session.show_options(engine)
    options = session.top
    with (
        pytest.raises(TavolinoError) as unreadable,
        convert_read_error(Path("/a/folder/with/a/long/name/plays.sqlite")),
    ):
        raise OSError(EIO, "")
    views = [
        new_play.games(session),
        bots.bots(session),
        options,
        *views_below(session, options),
        new_play.ask_to_replace(session, session.go_home),
        notices.ask_to_keep_learned(session, engine, {}, session.close),
        Pages(Text("That cannot be used"), [unreadable.value.text], session.close),
        notices.other_rules(session, OtherRules(123, play, play)),
    ]
    _check_views(views, glasses(key), Names(Text("Tavolino"), Text("Tavolino")))


@guide("steps.py")
@pytest.mark.parametrize("looked_at", [in_longest_language, pytest.param(glasses, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", KEYS)
def test_every_why_fits(session: Session, key: str, looked_at: Callable[[str], list[Glass]]) -> None:
    """Every rule of the book, with its heading, can be read as Why."""
    bot = load_engine(key)
    reasons = ((Reason(rule.id, {}, {"go_on": True}), Reason(rule.id)) for rule in bot.book.rule)
    _check_views([why(session, bot, pair) for pair in reasons], looked_at(key), Names(bot.title, bot.bot))


def _check_views(views: Iterable[View], looked_at: Iterable[Glass], names: Names) -> None:
    for view in views:
        for law, fault in faults(view, names, looked_at):
            pytest.fail(f"law “{law}”: {fault}")
