"""The words in a terminal are those on the glass."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from display import letters
from display.frame import Cursor, footer_of
from display.layout import lay_out
from display.plain_text import as_text
from display.profiles import Profile
from display.typesetting import options_of
from display.value import digits
from engines.kit.contract import Number, Pick, Role, Roll, Screen
from engines.kit.text import ENGLISH, Text, load_catalogue
from tests.display.screens import CHROME, NOTICE, SCREENS
from tests.profiles import PROFILES

_profiles = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)


def test_an_instruction_reads_as_it_stands() -> None:
    """Header, headline, lines, options with the highlight, and footer are in separate rows."""
    screen, cursor = SCREENS["idle"]
    layout = lay_out(screen, PROFILES["4.2"], ENGLISH)
    assert as_text(layout, 0, cursor, replace(CHROME, notice=None), ENGLISH).splitlines() == [
        "Lacerda | Round 2/4",
        "",
        "His turn is done",
        "He took the leftmost tile of depot 3.",
        "He paid 3 coins.",
        "He moved his ship 2 spaces.",
        "",
        "  My turn is done",
        "> I pass",
        "  I build a villa - needs 4, has 3",
        "",
        "Undo | Done: the next step of his turn",
    ]


def test_marks_numbers_and_notices_can_be_read() -> None:
    """Ticks, the number with its sum and bounds, the page and the notice are words too."""
    marks = lay_out(SCREENS["marks"][0], PROFILES["2.9"], ENGLISH, notice=NOTICE)
    text = as_text(marks, 0, Cursor(1, ticks=("Depot 1",)), replace(CHROME, notice=NOTICE), ENGLISH)
    assert "\nNothing is saved\n" in text
    assert "\n  [x] Depot 1\n> [ ] Depot 2\n" in text
    assert " | 1/" not in text, "a list below its question is no page to be read"
    long = lay_out(SCREENS["long"][0], PROFILES["2.9"], ENGLISH)
    assert " | 2/4 | " in as_text(long, 1, Cursor(), CHROME, ENGLISH)
    number = lay_out(SCREENS["minus"][0], PROFILES["4.2"], ENGLISH)
    assert "\n8 − < 3 > = 5 (0 … 8)\n" in as_text(number, 0, Cursor(number=3), CHROME, ENGLISH)


@_profiles
@pytest.mark.parametrize("language", ["en", "pseudo"])
@pytest.mark.parametrize("name", SCREENS)
def test_pages_read_together_are_the_whole_screen(name: str, profile: Profile, language: str) -> None:
    """Every word of the unpaged screen that a row holds is on some page, and the footer is the one that is drawn."""
    catalogue = load_catalogue(language)
    screen, cursor = SCREENS[name]
    layout = lay_out(screen, profile, catalogue)
    pages = [as_text(layout, page, cursor, CHROME, catalogue) for page in range(len(layout.pages))]
    single = screen.role is Role.INSTRUCTION and isinstance(screen.ask, Pick) and len(screen.ask.options) == 1
    whole = (screen.headline,) if single else tuple(_texts(screen))
    words = {word.rstrip(":") for text in whole for word in catalogue.words(text).split()}
    held = {word for word in words if letters.length(profile.body, word) <= profile.width - 2 * profile.margin}
    assert held <= {word.rstrip(":") for page in pages for word in page.split()}
    for page, text in enumerate(pages):
        assert text.endswith("".join(map(str, footer_of(layout, page, CHROME)[1])))


def _texts(screen: Screen) -> Iterator[Text]:
    """Yield every text of a screen, unpaged."""
    yield screen.headline
    yield from screen.lines
    for option in options_of(screen.ask):
        yield option.text
        if option.blocked is not None:
            yield option.blocked
    if isinstance(screen.ask, Number | Roll):
        yield Text("({low} … {high})", low=digits(screen.ask.low), high=digits(screen.ask.high))
