"""Notes of options and names of groups: all of them are shown, apart from the list or in it."""

import pytest

from display.frame import Cursor, draw
from display.layout import Layout, lay_out
from display.plain_text import as_text
from display.profiles import Profile
from engines.kit.contract import Choice, Pick
from engines.kit.text import ENGLISH, Text, load_catalogue
from tests.display.screens import CHROME, a_screen
from tests.profiles import PROFILES, key_of

_profiles = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
_NOTE = "The {n}. choice costs more than the one before it and brings less, which nobody wants."
ROWS = tuple(
    Choice(str(n), Text("Row {n}", n=n), note=Text(_NOTE, n=n), group=Text("Group {n}", n=n) if n % 3 == 0 else None)
    for n in range(7)
)


def _list(profile: Profile, language: str = "en") -> Layout:
    return lay_out(a_screen(Text("Which row?"), (), Pick(ROWS, "0")), profile, load_catalogue(language))


def _words_around(layout: Layout, highlight: int) -> str:
    """Return the words of the pages that have an option, without the chrome's; a tall row can be on several pages."""
    pages = [page for page, one in enumerate(layout.pages) if highlight in one.options]
    texts = [as_text(layout, page, Cursor(highlight), CHROME, layout.catalogue) for page in pages]
    lines = [line for text in texts for line in text.splitlines()[3:-2]]
    return " ".join(" ".join(lines).replace(" > ", " ").split())


@_profiles
@pytest.mark.parametrize("language", ["en", "pseudo"])
def test_the_note_of_what_is_highlighted_is_shown_whole(profile: Profile, language: str) -> None:
    """The note of any highlighted option is on the page, and so is the name of a group that begins there."""
    layout = _list(profile, language)
    for n, row in enumerate(ROWS):
        shown, words = _words_around(layout, n), layout.catalogue.words
        assert words(row.note or Text("")) in shown
        assert words(row.group or Text("")) in shown


@_profiles
def test_where_notes_stand(profile: Profile) -> None:
    """If three rows of the list fit above it, the note is below the list; else each note is below its row."""
    layout = _list(profile)
    assert (key_of(profile) == "4.2") == bool(layout.note_room)
    if layout.note_room:
        others = [n for n in range(1, len(ROWS)) if ENGLISH.words(ROWS[n].note or Text("")) in _words_around(layout, 0)]
        assert [] == others


@_profiles
def test_turning_changes_nothing_but_highlight_and_note(profile: Profile) -> None:
    """No row moves when another is highlighted: above the note only the bars differ."""
    layout = _list(profile)
    page = layout.pages[0]
    first, second = (draw(layout, 0, Cursor(n), CHROME) for n in (page.options * 2)[:2])
    rows = [block for block in page.blocks if block.index in page.options[2:]]
    for block in rows:
        box = (0, block.y, profile.width, block.y + block.height)
        assert first.crop(box).tobytes() == second.crop(box).tobytes()
