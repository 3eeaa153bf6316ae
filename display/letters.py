"""Fonts, widths and line breaks: everything that is measured in letters.

Widths are advances of FreeType's monochrome hinting, whole pixels, and the basic layout engine kerns nothing. So the
width of a row is the sum of its words and spaces, and each word is measured and drawn once.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from engines.kit.text import SOFT_HYPHEN, Icon

Run: TypeAlias = str | Icon
TextRow: TypeAlias = tuple[Run, ...]
"""One row of type. A row that was broken at a space ends with the space, so that joined rows are the text."""

HYPHENS = (SOFT_HYPHEN, "-")
"""The signs after which a word that is wider than a row is broken."""
MIN_AIR_PX = 2
"""Distance of the marks on capitals from what is above them, at least, in faces with `marks`."""
_SPACE: TextRow = (" ",)
_MIN_LAST_ROW = 1.5
"""Width of a last row of one word, in sizes of the face, at least: else the word before joins it."""
_MIN_RUNS = 3
"""A row gives its last word to the next one only if it keeps more than this many words and spaces."""
_REFERENCE = "H"
"""A letter with ink, flat feet and no tail."""
UNKNOWN_LETTER = "\uffff"
"""A letter that no typeface has."""
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")


Weight: TypeAlias = Literal["Regular", "Semibold", "Bold"]
WEIGHTS: tuple[Weight, ...] = get_args(Weight)


class Face(Struct, frozen=True):
    """One weight of Source Sans Pro at one size (px), with the grid (16, 24 or 32 px) of the icons among its words.

    `marks`: height (px) of a capital with dots or an accent above the baseline; 0: as in the typeface. If rows are
    close, such a letter is drawn lower, as in faces made for small screens. `pen`: the finest line (px) of drawings.
    """

    weight: Weight
    size: int
    icon: int
    marks: int = 0
    pen: int = 1


class Stamp(Struct, frozen=True):
    """A word as a mask (1 = ink), and the place of its top left corner from the pen on the baseline (px)."""

    mask: Image.Image
    left: int
    top: int


@lru_cache(maxsize=16)
def font(face: Face) -> ImageFont.FreeTypeFont:
    """Return the loaded font of a face. Raise ImportError if the package of the typeface is missing.

    The package is not imported: it would look for all its fonts first, at each start.
    """
    package = find_spec("font_source_sans_pro")
    if package is None or package.origin is None:
        raise ImportError("font_source_sans_pro")
    path = Path(package.origin).with_name("files") / f"SourceSansPro-{face.weight}.ttf"
    return ImageFont.truetype(path, face.size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def is_lacking(letter: str) -> bool:
    """Return whether the typeface has no picture of a letter, but its sign for unknown ones."""
    face = font(Face("Regular", 32, 24))
    mask, unknown = (bytes(face.getmask(one)) for one in (letter, UNKNOWN_LETTER))
    return mask == unknown


@lru_cache(maxsize=16)
def reach(face: Face) -> tuple[int, int]:
    """Return the ascent of an accented capital and the descent of a tail (px)."""
    _, top, _, bottom = font(face).getbbox("ÅÉgjpqy", mode="1", anchor="ls")
    return -int(top), int(bottom)


def baseline(face: Face, pitch: int) -> int:
    """Return the baseline, px from the top of a row of `pitch` px; tails are never below the row."""
    above, below = reach(face)
    return min((pitch + above - below) // 2, pitch - below)


@lru_cache(maxsize=16)
def cap_height(face: Face) -> int:
    """Return the height (px) of a capital as it is drawn."""
    _, top, _, bottom = font(face).getbbox("H", mode="1", anchor="ls")
    return int(bottom - top)


def rise(face: Face) -> int:
    """Return the height (px) of a row of capitals above its baseline, with air over their marks."""
    return face.marks + MIN_AIR_PX if face.marks else cap_height(face)


@lru_cache(maxsize=4096)
def length(face: Face, text: str) -> int:
    """Return the width (px) of a text."""
    return round(font(face).getlength(_visible(text), mode="1"))


def width(face: Face, row: Iterable[Run]) -> int:
    """Return the width (px) of runs set one after the other."""
    return sum(face.icon + 2 if isinstance(run, Icon) else _width_of_words(face, run) for run in row)


@lru_cache(maxsize=4096)
def _width_of_words(face: Face, text: str) -> int:
    words = text.split(" ")
    return sum(length(face, word) for word in words) + length(face, " ") * (len(words) - 1)


@lru_cache(maxsize=512)
def stamp(face: Face, word: str) -> Stamp | None:
    """Return the picture of a word; None if it has no ink.

    Pillow places letters by a box that it rounds up, so a word can be a pixel too high ("coin") or too far right. An H
    before the word moves in the same way: it shows the baseline, and is then cut off.
    """
    word = _visible(word)
    if face.marks and len(word) > 1 and not word.isascii() and any(_is_high(face, letter) for letter in word):
        return _join_stamps(face, word)
    mark, pen = length(face, _REFERENCE), length(face, _REFERENCE + " ")
    sheet = Image.new("1", (pen + length(face, word) + face.size, 2 * face.size), 0)
    ImageDraw.Draw(sheet).text((0, face.size * 3 // 2), f"{_REFERENCE} {word}", font=font(face), fill=1, anchor="ls")
    line = sheet.crop((0, 0, mark, sheet.height)).getbbox()
    ink = sheet.crop((mark, 0, *sheet.size))
    box = ink.getbbox()
    if line is None or box is None:
        return None
    made = Stamp(ink.crop(box), mark + box[0] - pen, box[1] - line[3])
    return _lower(made, _max_top(face, word)) if face.marks and _is_high(face, word) else made


def _is_high(face: Face, letter: str) -> bool:
    """Return whether a letter has a mark that is higher than the face allows."""
    return len(letter) == 1 and letter.isalpha() and _top(face, letter) > _max_top(face, letter)


def _max_top(face: Face, letter: str) -> int:
    """Return how high (px) a letter may rise above the baseline; a small one no higher than an l."""
    return face.marks if letter.isupper() else _top(face, "l")


@lru_cache(maxsize=256)
def _top(face: Face, letter: str) -> int:
    return -int(font(face).getbbox(letter, mode="1", anchor="ls")[1])


def _lower(stamp: Stamp, most: int) -> Stamp:
    """Return a letter of at most `most` px above the baseline, without rows that repeat the one above."""
    wide, high = stamp.mask.size
    rows = [stamp.mask.crop((0, y, wide, y + 1)).tobytes() for y in range(high)]
    for _ in range(-stamp.top - most):
        runs = [list(run) for _, run in groupby(rows)]
        max(runs, key=lambda run: (len(run), -int.from_bytes(run[0]).bit_count())).pop()
        rows = [row for run in runs for row in run]
    return Stamp(Image.frombytes("1", (wide, len(rows)), b"".join(rows)), stamp.left, -most)


def _join_stamps(face: Face, word: str) -> Stamp:
    """Return the picture of a word, letter by letter; at least one of them has ink."""
    sheet, pen = Image.new("1", (length(face, word) + face.size, 2 * face.size), 0), face.size // 2
    for letter in word:
        one = stamp(face, letter)
        if one is not None:
            sheet.paste(1, (pen + one.left, face.size * 3 // 2 + one.top), one.mask)
        pen += length(face, letter)
    left, top, _, _ = box = sheet.getbbox() or (0, 0, 0, 0)
    return Stamp(sheet.crop(box), left - face.size // 2, top - face.size * 3 // 2)


@lru_cache(maxsize=1024)
def wrap(face: Face, runs: TextRow, limit: int) -> tuple[TextRow, ...]:
    """Return the rows, none wider than `limit` px unless a single letter or icon is, and at least one.

    A word that is wider than a row is broken at a hyphen, soft or not; without one, between two letters.
    """
    rows: list[list[TextRow]] = [[]]
    used, space = 0, length(face, " ")
    for word in _words(runs):
        wide = width(face, word)
        if rows[-1] and used + space + wide <= limit:
            rows[-1] += [_SPACE, word]
            used += space + wide
            continue
        pieces = [word] if wide <= limit else _break_word(face, word, limit)
        if rows[-1]:
            rows[-1].append(_SPACE)
            rows.append([])
        rows[-1].append(pieces[0])
        rows += [[piece] for piece in pieces[1:]]
        used = width(face, pieces[-1])
    _avoid_orphan(face, rows, limit)
    return tuple(_join(run for word in row for run in word) for row in rows)


def _avoid_orphan(face: Face, rows: list[list[TextRow]], limit: int) -> None:
    """Move a word down to a last row that would be a single very short word."""
    if len(rows) == 1 or len(rows[-1]) > 1 or width(face, rows[-1][0]) > _MIN_LAST_ROW * face.size:
        return
    match rows[-2]:
        case [*rest, before, space] if len(rest) > _MIN_RUNS and width(face, (*before, *space, *rows[-1][0])) <= limit:
            rows[-2:] = [rest, [before, space, *rows[-1]]]


def breaks_a_word(face: Face, runs: Iterable[Run], limit: int) -> bool:
    """Return whether `wrap` would break a word."""
    return any(width(face, word) > limit for word in _words(runs))


def _words(runs: Iterable[Run]) -> Iterator[TextRow]:
    """Cut runs at spaces. A no-break space stays inside its word, and so does an icon that touches it."""
    word: list[Run] = []
    for run in runs:
        if isinstance(run, Icon):
            word.append(run)
            continue
        for place, part in enumerate(_SPACES.split(run)):
            if place and word:
                yield tuple(word)
                word = []
            if part:
                word.append(part)
    if word:
        yield tuple(word)


def _break_word(face: Face, word: TextRow, limit: int) -> list[TextRow]:
    rows: list[TextRow] = []
    row: list[Run] = []
    for sign in (sign for run in word for sign in ((run,) if isinstance(run, Icon) else run)):
        while row and width(face, _join([*row, sign])) > limit:
            cut = max((n for n, one in enumerate(row, 1) if one in HYPHENS), default=len(row))
            rows.append(_join(row[:cut]))
            row = row[cut:]
        row.append(sign)
    return [*rows, _join(row)]


def _visible(text: str) -> str:
    """Return a text as it is drawn: a soft hyphen is visible at its end only."""
    end = "-" if text.endswith(SOFT_HYPHEN) else ""
    return text.replace(SOFT_HYPHEN, "") + end


def _join(runs: Iterable[Run]) -> TextRow:
    """Join neighbouring strings."""
    row: list[Run] = []
    for run in runs:
        if row and isinstance(run, str) and isinstance(row[-1], str):
            row[-1] += run
        else:
            row.append(run)
    return tuple(row)
