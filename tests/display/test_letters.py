"""Letters are even, large enough, measured as they are drawn, and broken into rows without losing one."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageDraw

from display import letters
from display.letters import Face, Stamp, TextRow, Weight
from display.paint import draw_row
from display.profiles import _EVEN_SIZES, Profile
from engines.kit.text import PSEUDO, SOFT_HYPHEN, Icon, Text, load_catalogue
from tests import product_sentences
from tests.core import core
from tests.profiles import ALL_PROFILES, PROFILES, key_of
from tests.words import catalogues


def _faces(profiles: Iterable[Profile]) -> list[Face]:
    """Return the faces of profiles, the smallest first."""
    found = {
        replace(face, marks=0, icon=16, pen=1)
        for profile in profiles
        for one in (profile, *profile.larger_profiles())
        for face in (one.bar, one.small, one.headline, one.body, one.light, *one.number_faces, *one.drawing_faces)
    }
    return sorted(found, key=lambda face: (face.size, face.weight))


_FACES, _BUILT_FACES = _faces(ALL_PROFILES.values()), _faces(PROFILES.values())
MIN_ROUNDED_PX = 90
"""From this size (px) on Pillow also rounds the box of a bar, so it cannot show the place of rows."""
LARGE_MM = 106
"""The diagonal of a 4.2 inch panel."""
_WORDS_PER_ROW = 25
"""The words that are compared at once."""
_BODY = PROFILES["4.2"].body
_texts = st.text(st.sampled_from("aäÉgWi,.–- \t\u00a0"), max_size=60)
_runs = st.lists(st.one_of(_texts, st.sampled_from(Icon)), max_size=6)


def _name(face: Face) -> str:
    return f"{face.weight} {face.size}"


_each_face = pytest.mark.parametrize("face", core(_FACES, *_BUILT_FACES), ids=_name)


@pytest.mark.parametrize("face", core(_FACES, *_FACES[::5]), ids=_name)
def test_stems_are_even(face: Face) -> None:
    """At least 80 % of the letters of a face have the same stem, the width of most of their strokes, to an eighth."""
    stems = Counter(_stem(face, letter) for letter in ascii_letters)
    common, _ = stems.most_common(1)[0]
    alike = sum(n for stem, n in stems.items() if abs(stem - common) <= common / 8)
    assert alike >= 0.8 * len(ascii_letters)


@pytest.mark.all
@pytest.mark.parametrize("weight", _EVEN_SIZES)
def test_the_list_of_even_sizes(weight: Weight) -> None:
    """Each size of the list is even."""
    for size in [one for one in _EVEN_SIZES[weight] if one < MIN_ROUNDED_PX or one % 10 == 0]:
        test_stems_are_even(Face(weight, size, 16))


@pytest.mark.all
@pytest.mark.parametrize("face", [face for face in _FACES if face.size < MIN_ROUNDED_PX], ids=_name)
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.long)])
def test_every_word_stands_on_its_line(face: Face, every: int) -> None:
    """Words of any language, each drawn alone, are in every pixel the row that is drawn at once."""
    every *= 1 if face in _BUILT_FACES else 20
    words = _vocabulary()[_FACES.index(face) % every :: every]
    rows = [" ".join(["|", *words[place : place + _WORDS_PER_ROW]]) for place in range(0, len(words), _WORDS_PER_ROW)]
    assert [] == [row for row in rows if _set_word_by_word(face, row).tobytes() != _set_at_once(face, row).tobytes()]


@_each_face
def test_letters_with_feet_stand_on_their_line(face: Face) -> None:
    """The last ink of a letter that does not hang over is just above the line."""
    stamps = {letter: letters.stamp(face, letter) for letter in "fhikmnrxzAEFHIKLMNPTXYZ1247"}
    assert {} == {letter: stamp for letter, stamp in stamps.items() if stamp is None or _foot(stamp) != 0}


_CLOSE_PROFILES = [
    one for profile in ALL_PROFILES.values() for one in (profile, *profile.larger_profiles()) if one.body.marks
]
_MARKED_CAPITALS = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖŠÙÚÛÜÝŽŘĚŮŐ"


@pytest.mark.parametrize("profile", core(_CLOSE_PROFILES), ids=lambda profile: f"{key_of(profile)} {profile.body.size}")
def test_marks_on_capitals_have_air(profile: Profile) -> None:
    """If rows are close, two pixels are between the marks of any capital and the tails of the row above it."""
    small = profile.small, sum(letters.reach(profile.small))
    rows = [(profile.headline, profile.headline_pitch), (profile.body, profile.body_pitch), small]
    for face, pitch in (*rows, (profile.light, profile.body_pitch), (profile.bar, profile.footer - 1)):
        free = pitch - letters.reach(face)[1] - letters.MIN_AIR_PX
        stamps = {letter: letters.stamp(face, letter) for letter in _MARKED_CAPITALS}
        assert {} == {letter: stamp for letter, stamp in stamps.items() if stamp is None or -stamp.top > free}
        assert letters.baseline(face, pitch) >= free + letters.MIN_AIR_PX
        tops = {_stamp(face, letter).top for letter in _MARKED_CAPITALS.lower()}
        assert min(tops) == _stamp(face, "l").top


@pytest.mark.parametrize("profile", core(_CLOSE_PROFILES), ids=lambda profile: f"{key_of(profile)} {profile.body.size}")
def test_a_capital_that_is_drawn_lower_keeps_its_mark(profile: Profile) -> None:
    """It has the typeface's width, is on the line, is still distinct from others, and other letters do not change."""
    for face in (profile.headline, profile.body, profile.light, profile.bar, profile.small):
        plain = replace(face, marks=0)
        stamps = {letter: _stamp(face, letter) for letter in _MARKED_CAPITALS}
        assert len({stamp.mask.tobytes() for stamp in stamps.values()}) == len(_MARKED_CAPITALS)
        for letter, stamp in stamps.items():
            before = _stamp(plain, letter)
            assert (stamp.left, stamp.mask.width) == (before.left, before.mask.width)
            assert _foot(stamp) == _foot(before)
        after = face.size + letters.length(face, "Ä")
        lowered, whole = (_set_word_by_word(one, "Äpfel") for one in (face, plain))
        assert lowered != whole
        assert lowered.crop((after, 0, *lowered.size)) == whole.crop((after, 0, *whole.size))


def _stamp(face: Face, letter: str) -> Stamp:
    stamp = letters.stamp(face, letter)
    assert stamp is not None
    return stamp


def test_a_word_without_ink_is_not_drawn() -> None:
    """A no-break space is as wide as it is and leaves nothing."""
    assert letters.stamp(_BODY, "\u00a0") is None


@pytest.mark.parametrize(
    "profile", core(ALL_PROFILES.values(), *PROFILES.values(), ALL_PROFILES["4.26"]), ids=ALL_PROFILES
)
def test_capitals_are_legible_at_arms_length(profile: Profile) -> None:
    """Words that must be read have capitals of at least 16 minutes of arc at 60 cm, bodies of 19 on larger panels."""
    least, body = (math.ceil(600 * math.tan(math.radians(arc / 60)) / profile.pitch_mm - 0.5) for arc in (16, 19))
    if math.hypot(profile.width, profile.height) * profile.pitch_mm >= LARGE_MM:
        assert letters.cap_height(profile.body) >= body
    larger = [face for one in profile.larger_profiles() for face in (one.headline, one.body, one.light)]
    for face in (profile.bar, profile.headline, profile.body, profile.light, *profile.number_faces, *larger):
        image = _draw(face, "H")
        height = sum(any(image.getpixel((x, y)) == 0 for x in range(image.width)) for y in range(image.height))
        assert height >= least
        assert abs(height - letters.cap_height(face)) < face.pen


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x17F, exclude_characters=SOFT_HYPHEN), max_size=30))
def test_a_row_is_as_wide_as_its_words(text: str) -> None:
    """Words measured one by one, with their spaces, are as wide as the whole set at once."""
    assert letters.width(_BODY, (text,)) == letters.font(_BODY).getlength(text, mode="1")


@given(_runs, st.integers(1, 400))
def test_rows_fit_and_lose_nothing(runs: list[str | Icon], limit: int) -> None:
    """No row is wider than allowed unless it is a single sign, and all rows together are the text."""
    rows = letters.wrap(_BODY, tuple(runs), limit)
    for row in rows:
        assert letters.width(_BODY, _trim(row)) <= limit or _count_signs(row) == 1
    assert _words([run for row in rows for run in row]) == _words(runs)


def test_a_long_word_is_broken() -> None:
    """A word wider than a row continues in the next row, without a space."""
    rows = letters.wrap(_BODY, ("Wwwwwwwwwwwwwwwwwwwwwww",), 100)
    assert len(rows) > 1
    assert "".join(str(row[0]) for row in rows) == "Wwwwwwwwwwwwwwwwwwwwwww"


def test_a_long_word_is_broken_at_its_joint() -> None:
    """A word wider than a row ends it at the last soft hyphen that fits, where a hyphen is drawn; elsewhere none is."""
    word = "Wein\u00adberg\u00adrebe"
    assert letters.length(_BODY, word) == letters.length(_BODY, "Weinbergrebe")
    limit = letters.length(_BODY, "Weinberg-")
    assert letters.wrap(_BODY, (word,), limit) == (("Wein\u00adberg\u00ad",), ("rebe",))
    assert letters.length(_BODY, "Wein\u00adberg\u00ad") == limit
    assert letters.stamp(_BODY, "Wein\u00adberg\u00ad") == letters.stamp(_BODY, "Weinberg-")
    assert letters.wrap(_BODY, (word,), limit - 1) == (("Wein\u00ad",), ("berg\u00adrebe",))
    assert letters.wrap(_BODY, ("Wein-Bergrebe",), limit) == (("Wein-",), ("Bergrebe",))


def test_what_rows_are_made_of() -> None:
    """An icon takes its grid and a pixel at each side; a no-break space holds its words together."""
    icon = next(iter(Icon))
    assert letters.width(_BODY, ("a", icon)) == letters.length(_BODY, "a") + _BODY.icon + 2
    limit = letters.length(_BODY, "one two three") - 1
    assert letters.wrap(_BODY, ("one two\u00a0three",), limit) == (("one ",), ("two\u00a0three",))


def test_a_number_is_not_left_alone() -> None:
    """A last row of one very short word gets company from the row above."""
    text = "He took the leftmost tile of depot 3."
    limit = letters.length(_BODY, text) - 1
    assert letters.wrap(_BODY, (text,), limit) == (("He took the leftmost tile of ",), ("depot 3.",))


def test_no_text_is_one_empty_row() -> None:
    """A text without a word still has its row."""
    assert letters.wrap(_BODY, ("  ",), 100) == ((),)


@cache
def _vocabulary() -> list[str]:
    """Return every word that a sentence of the product has, in every language."""
    bare = [_bare(words) for words in product_sentences.all_sentences()]
    sentences = [*bare, *(load_catalogue(PSEUDO).words(Text(words)) for words in bare)]
    sentences += [_bare(words) for words in catalogues.all_translations()]
    return sorted({word for words in sentences for word in words.split()})


def _bare(sentence: str) -> str:
    """Return a sentence without its values, as it is drawn: a soft hyphen is not seen inside a row."""
    return re.sub(r"\{[^}]*\}", "", sentence).replace(SOFT_HYPHEN, "")


def _set_word_by_word(face: Face, row: str) -> Image.Image:
    """Return a row as the device sets it, word by word."""
    image = _blank(face, row)
    draw_row(image, face, (row,), (face.size, 2 * face.size))
    return image


def _set_at_once(face: Face, row: str) -> Image.Image:
    """Return a row as Pillow sets it. The bar in it is tall and deep, and its box needs no rounding."""
    image = _blank(face, row)
    ImageDraw.Draw(image).text((face.size, 2 * face.size), row, font=letters.font(face), fill=0, anchor="ls")
    return image


def _blank(face: Face, row: str) -> Image.Image:
    return Image.new("1", (letters.width(face, (row,)) + 2 * face.size, 3 * face.size), 1)


def _foot(stamp: Stamp) -> int:
    """Return how far (px) the last ink of a stamp is below the line."""
    box = stamp.mask.getbbox()
    assert box is not None
    return stamp.top + box[3]


def _stem(face: Face, letter: str) -> int:
    """Return the most frequent width of the strokes of a letter, row by row."""
    image = _draw(face, letter)
    ink = [shade == 0 for shade in image.convert("L").tobytes()]
    strokes = [len(list(run)) for dark, run in groupby(ink) if dark]
    return Counter(strokes).most_common(1)[0][0]


def _draw(face: Face, text: str) -> Image.Image:
    image = Image.new("1", (2 * face.size, 2 * face.size), 1)
    ImageDraw.Draw(image).text((face.size // 2, face.size), text, font=letters.font(face), fill=0, anchor="ls")
    return image


def _trim(row: TextRow) -> TextRow:
    """Return a row without the space at its end, which is not drawn."""
    return (*row[:-1], row[-1].rstrip(" ")) if row and isinstance(row[-1], str) else row


def _count_signs(row: TextRow) -> int:
    return sum(len(run.strip(" ")) if isinstance(run, str) else 1 for run in row)


def _words(runs: list[str | Icon]) -> list[str]:
    """Return the words of runs, icons as their names."""
    text = "".join(run if isinstance(run, str) else f"<{run.value}>" for run in runs)
    return [word for word in text.replace("\t", " ").split(" ") if word]
