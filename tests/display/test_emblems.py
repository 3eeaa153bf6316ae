"""Emblems as they are drawn: pixel by pixel in their own size, an initial if there are no rows, never inverted."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from display.emblems import TAVOLINO, draw_emblem, picture
from display.frame import Cursor, draw, page_marker
from display.layout import lay_out
from display.off import Off, lay_out_off, progress_text
from display.plain_text import as_text
from engines.kit import emblem as emblems
from engines.kit.contract import Emblem
from engines.kit.emblem import SIZES, EmblemFile, rows_of
from engines.kit.rules import load
from engines.kit.text import ENGLISH, Text
from engines.registry import GAMES, emblem_of
from tests.contract.layouts import words_of, words_on_pages
from tests.core import core
from tests.display.screens import CHROME, SCREENS
from tests.profiles import ALL_PROFILES, PROFILES

SMALL = "\n".join("#." * 12 if number % 2 else "##" * 6 + ".." * 6 for number in range(24))


def ink(mask: Image.Image) -> list[str]:
    """Return the rows of a mask as an emblem writes them."""
    pixels = ["#" if pixel else "." for pixel in mask.get_flattened_data()]
    return ["".join(pixels[start : start + mask.width]) for start in range(0, len(pixels), mask.width)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("emblem", [*map(emblem_of, GAMES), TAVOLINO], ids=lambda one: one.folder)
def test_own_size(emblem: Emblem, size: int) -> None:
    """In a size that it has rows for, each sign is a pixel."""
    assert ink(picture(emblem, size)) == rows_of(emblem, size)


def test_other_sizes() -> None:
    """The one size that a file has is drawn in any other."""
    own = Emblem("C", rows=SMALL)
    for size in (24, 48, 72, 240):
        mask = picture(own, size)
        assert (mask.mode, mask.size) == ("1", (size, size))
        assert ink(mask)[0][: size // 2] == "#" * (size // 2)
        assert ink(mask)[0][size // 2 + 1 :].count("#") == 0


@pytest.mark.parametrize("size", SIZES)
def test_initial(size: int) -> None:
    """Without rows it is a white letter in the middle of a black square, one for each letter."""
    masks = [picture(Emblem(letter), size) for letter in "ACMWÅ"]
    assert len({mask.tobytes() for mask in masks}) == len(masks)
    for mask in masks:
        assert mask.getbbox() == (0, 0, size, size)
        assert mask.crop((0, 0, size, 2)).getcolors()[0][0] < size  # type: ignore[index]  # two colours


def test_it_is_black_on_white_on_a_black_row() -> None:
    """On a highlighted row it has a white plate around it."""
    image = Image.new("1", (60, 60), 0)
    draw_emblem(image, emblem_of("lisboa"), 48, (6, 6))
    inverted = Image.new("1", (60, 60), 1)
    draw_emblem(inverted, emblem_of("lisboa"), 48, (6, 6))
    box = (6, 6, 54, 54)
    assert image.crop(box).tobytes() == inverted.crop(box).tobytes()
    assert image.getpixel((5, 30)) == 1


def test_only_those_that_are_shown_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of the list reads only the files of its games."""
    read: list[str] = []

    def load_and_note(path: Path, kind: type[EmblemFile]) -> EmblemFile:
        read.append(path.parent.name)
        return load(path, kind)

    monkeypatch.setattr(emblems, "load", load_and_note)
    picture.cache_clear()
    screen, cursor = SCREENS["games"]
    layout = lay_out(screen, PROFILES["4.2"], ENGLISH)
    assert read == []
    draw(layout, 0, cursor, CHROME)
    assert read == list(GAMES)[:4]


def test_four_games_a_page() -> None:
    """On 4.2" a page has four games, each with its title in one row and its progress in the next."""
    screen, cursor = SCREENS["games"]
    layout = lay_out(screen, PROFILES["4.2"], ENGLISH)
    assert layout.pages[0].options == (0, 1, 2, 3)
    assert as_text(layout, 0, cursor, CHROME, ENGLISH).splitlines()[2:4] == [
        "> Wyrmspan: new",
        "  The Castles of Burgundy: new",
    ]
    assert lay_out(screen, PROFILES["2.9"], ENGLISH).pages[0].options == (0, 1)


@pytest.mark.parametrize("profile", core(ALL_PROFILES, *PROFILES))
@pytest.mark.parametrize("name", ["idle", "long", "number", "marks", "yes_no", "instruction"])
def test_switched_off_keeps_the_words(profile: str, name: str) -> None:
    """Rows and footer disappear, headline and lines stay above the band, which has the progress if it fits."""
    screen, _ = SCREENS[name]
    whole = lay_out(screen, ALL_PROFILES[profile], ENGLISH)
    layout = lay_out_off(whole, None)
    assert not any(page.options or page.value for page in layout.pages)
    assert words_on_pages(layout)[0] == words_of(screen, ENGLISH)[0]
    edge = ALL_PROFILES[profile].height - ALL_PROFILES[profile].band
    assert all(block.y + block.height <= edge for page in layout.pages for block in page.blocks)
    off = Off(Text("Switched off"), Emblem("C"), (Text("The Crow: " + "far " * 40), Text("Round 2")))
    text = as_text(layout, 0, Cursor(), replace(CHROME, off=off), ENGLISH)
    marker = page_marker(layout, 0)
    assert text.splitlines()[-1] == " | ".join(filter(None, ("Round 2", "Switched off", marker)))
    assert bool(marker) == (len(layout.pages) > 1)
    assert progress_text(layout, Off(off.message, off.emblem, off.progress[:1])) == Text("")
