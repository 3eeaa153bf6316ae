"""Letters are even, large enough, measured as they are drawn, and broken into rows without losing one."""

import math
from collections import Counter
from itertools import groupby
from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from display import type as letters
from display.profiles import PROFILES, Profile
from display.type import Face, Row
from engines.text import Icon

_FACES = sorted(
    {face for one in PROFILES.values() for face in (one.bar, one.headline, one.body, one.light, *one.number)},
    key=lambda face: (face.size, face.weight),
)
_BODY = PROFILES["4.2"].body
_texts = st.text(st.sampled_from("aäÉgWi,.–- \t\u00a0"), max_size=60)
_runs = st.lists(st.one_of(_texts, st.sampled_from(Icon)), max_size=6)


@pytest.mark.parametrize("face", _FACES, ids=lambda face: f"{face.weight} {face.size}")
def test_stems_are_even(face: Face) -> None:
    """At least 80 % of the letters of a face have the same stem, the width of most of their strokes."""
    stems = Counter(_stem(face, letter) for letter in ascii_letters)
    assert stems.most_common(1)[0][1] >= 0.8 * len(ascii_letters)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_body_capitals_are_legible_at_arms_length(profile: Profile) -> None:
    """What must be read to play has capitals of 16 minutes of arc at 60 cm."""
    least = math.ceil(600 * math.tan(math.radians(16 / 60)) / profile.pitch_mm - 0.5)
    assert least == (12 if profile.key == "2.9" else 13)
    for face in (profile.headline, profile.body, profile.light, *profile.number):
        image = _drawn(face, "H")
        height = sum(any(image.getpixel((x, y)) == 0 for x in range(image.width)) for y in range(image.height))
        assert height == letters.capital(face) >= least


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=30))
def test_a_row_is_as_wide_as_its_words(text: str) -> None:
    """Words measured one by one, with their spaces, are as wide as the whole set at once."""
    assert letters.width(_BODY, (text,)) == letters.font(_BODY).getlength(text, mode="1")


@given(_runs, st.integers(1, 400))
def test_rows_fit_and_lose_nothing(runs: list[str | Icon], limit: int) -> None:
    """No row is wider than allowed unless it is a single sign, and all rows together are the text."""
    rows = letters.wrap(_BODY, tuple(runs), limit)
    for row in rows:
        assert letters.width(_BODY, _trimmed(row)) <= limit or _signs(row) == 1
    assert _words([run for row in rows for run in row]) == _words(runs)


def test_a_long_word_is_broken() -> None:
    """A word wider than a row goes on in the next row, without a space."""
    rows = letters.wrap(_BODY, ("Wwwwwwwwwwwwwwwwwwwwwww",), 100)
    assert len(rows) > 1
    assert "".join(str(row[0]) for row in rows) == "Wwwwwwwwwwwwwwwwwwwwwww"


def test_a_number_is_not_left_alone() -> None:
    """A last row of one very short word gets company from the row above."""
    text = "He took the leftmost tile of depot 3."
    limit = letters.length(_BODY, text) - 1
    assert letters.wrap(_BODY, (text,), limit) == (("He took the leftmost tile of ",), ("depot 3.",))


def test_no_text_is_one_empty_row() -> None:
    """A text without a word still has its row."""
    assert letters.wrap(_BODY, ("  ",), 100) == ((),)


def _stem(face: Face, letter: str) -> int:
    """Return the most frequent width of the strokes of a letter, row by row."""
    image = _drawn(face, letter)
    ink = [shade == 0 for shade in image.convert("L").tobytes()]
    strokes = [len(list(run)) for dark, run in groupby(ink) if dark]
    return Counter(strokes).most_common(1)[0][0]


def _drawn(face: Face, text: str) -> Image.Image:
    image = Image.new("1", (2 * face.size, 2 * face.size), 1)
    ImageDraw.Draw(image).text((face.size // 2, face.size), text, font=letters.font(face), fill=0, anchor="ls")
    return image


def _trimmed(row: Row) -> Row:
    """Return a row without the space at its end, which is not drawn."""
    return (*row[:-1], row[-1].rstrip(" ")) if row and isinstance(row[-1], str) else row


def _signs(row: Row) -> int:
    return sum(len(run.strip(" ")) if isinstance(run, str) else 1 for run in row)


def _words(runs: list[str | Icon]) -> list[str]:
    """Return the words of runs, icons as their names."""
    text = "".join(run if isinstance(run, str) else f"<{run.value}>" for run in runs)
    return [word for word in text.replace("\t", " ").split(" ") if word]
