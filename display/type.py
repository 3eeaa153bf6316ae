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
from typing import Literal, TypeAlias

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from engines.kit.text import SOFT_HYPHEN, Icon

Run: TypeAlias = str | Icon
TextRow: TypeAlias = tuple[Run, ...]
"""One row of type. It ends with a space where the text goes on after a space: rows joined are the text again."""

HYPHENS = (SOFT_HYPHEN, "-")
"""The signs at which a word that is wider than a row ends it."""
AIR = 2
"""The least distance (px) of the marks on capitals from what stands above them, in faces that say how high they go."""
_SPACE: TextRow = (" ",)
_LONELY = 1.5
"""A last row narrower than this (in sizes of the face) is not left alone."""
_COMPANY = 3
"""A row gives a word to the next one only if it keeps more than this many words and spaces."""
_MARK = "H"
"""A letter that has ink, flat feet and no tail."""
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")


class Face(Struct, frozen=True):
    """One weight of Source Sans Pro at one size (px), with the grid (16, 24 or 32 px) of the icons among its words.

    `marks`: how far (px) a capital with its dots or accent stands above the baseline; 0: as the typeface has it. Where
    rows are close such a letter is drawn lower, as in faces that were made for small screens.
    """

    weight: Literal["Regular", "Semibold", "Bold"]
    size: int
    icon: int
    marks: int = 0


class Stamp(Struct, frozen=True):
    """A word as a mask (1 = ink), and where its left top corner lies from the pen on the baseline (px)."""

    mask: Image.Image
    left: int
    top: int


@lru_cache(maxsize=16)
def font(face: Face) -> ImageFont.FreeTypeFont:
    """Return the loaded font of a face. ImportError where the package of the typeface is missing.

    The package is not imported: it would look for all its fonts first, at each start.
    """
    package = find_spec("font_source_sans_pro")
    if package is None or package.origin is None:
        raise ImportError("font_source_sans_pro")
    path = Path(package.origin).with_name("files") / f"SourceSansPro-{face.weight}.ttf"
    return ImageFont.truetype(path, face.size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16)
def reach(face: Face) -> tuple[int, int]:
    """Return how far (px) an accented capital stands above the baseline and a tail hangs below it."""
    _, top, _, bottom = font(face).getbbox("ÅÉgjpqy", mode="1", anchor="ls")
    return -int(top), int(bottom)


def baseline(face: Face, pitch: int) -> int:
    """Return where (px from the top of a row of `pitch` px) the letters stand; tails are never below the row."""
    above, below = reach(face)
    return min((pitch + above - below) // 2, pitch - below)


@lru_cache(maxsize=16)
def capital(face: Face) -> int:
    """Return the height (px) of a capital as it is drawn."""
    _, top, _, bottom = font(face).getbbox("H", mode="1", anchor="ls")
    return int(bottom - top)


def rise(face: Face) -> int:
    """Return how far (px) above its baseline a row begins whose highest letters are capitals; `marks` have air."""
    return face.marks + AIR if face.marks else capital(face)


@lru_cache(maxsize=4096)
def length(face: Face, text: str) -> int:
    """Return the width (px) of a text."""
    return round(font(face).getlength(_drawn(text), mode="1"))


def width(face: Face, row: Iterable[Run]) -> int:
    """Return the width (px) of runs set one after the other."""
    return sum(face.icon + 2 if isinstance(run, Icon) else _width_of_words(face, run) for run in row)


@lru_cache(maxsize=4096)
def _width_of_words(face: Face, text: str) -> int:
    words = text.split(" ")
    return sum(length(face, word) for word in words) + length(face, " ") * (len(words) - 1)


@lru_cache(maxsize=512)
def stamp(face: Face, word: str) -> Stamp | None:
    """Return the picture of a word; None if it leaves no ink.

    Pillow sets letters by a box that it rounds up, so that a word can stand a pixel too high ("coin") or too far right.
    Whatever it does to the word it does to an H before it: where that stands is the line, and then it is cut off.
    """
    word = _drawn(word)
    if face.marks and len(word) > 1 and not word.isascii() and any(_is_high(face, letter) for letter in word):
        return _joined_stamps(face, word)
    mark, pen = length(face, _MARK), length(face, _MARK + " ")
    sheet = Image.new("1", (pen + length(face, word) + face.size, 2 * face.size), 0)
    ImageDraw.Draw(sheet).text((0, face.size * 3 // 2), f"{_MARK} {word}", font=font(face), fill=1, anchor="ls")
    line = sheet.crop((0, 0, mark, sheet.height)).getbbox()
    ink = sheet.crop((mark, 0, *sheet.size))
    box = ink.getbbox()
    if line is None or box is None:
        return None
    made = Stamp(ink.crop(box), mark + box[0] - pen, box[1] - line[3])
    return _lowered(made, _most(face, word)) if face.marks and _is_high(face, word) else made


def _is_high(face: Face, letter: str) -> bool:
    """Return whether a letter has a mark that stands higher than the face allows."""
    return len(letter) == 1 and letter.isalpha() and _top(face, letter) > _most(face, letter)


def _most(face: Face, letter: str) -> int:
    """Return how far (px) a letter may stand above the line; a small one stands no higher than an l."""
    return face.marks if letter.isupper() else _top(face, "l")


@lru_cache(maxsize=256)
def _top(face: Face, letter: str) -> int:
    return -int(font(face).getbbox(letter, mode="1", anchor="ls")[1])


def _lowered(stamp: Stamp, most: int) -> Stamp:
    """Return a letter that stands so many px above the line: rows go that repeat the one above, long strokes first."""
    wide, high = stamp.mask.size
    rows = [stamp.mask.crop((0, y, wide, y + 1)).tobytes() for y in range(high)]
    for _ in range(-stamp.top - most):
        runs = [list(run) for _, run in groupby(rows)]
        max(runs, key=lambda run: (len(run), -int.from_bytes(run[0]).bit_count())).pop()
        rows = [row for run in runs for row in run]
    return Stamp(Image.frombytes("1", (wide, len(rows)), b"".join(rows)), stamp.left, -most)


def _joined_stamps(face: Face, word: str) -> Stamp:
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
        pieces = _broken(face, word, wide, limit)
        if rows[-1]:
            rows[-1].append(_SPACE)
            rows.append([])
        rows[-1].append(pieces[0])
        rows += [[piece] for piece in pieces[1:]]
        used = width(face, pieces[-1])
    _keep_company(face, rows, limit)
    return tuple(_joined(run for word in row for run in word) for row in rows)


def _keep_company(face: Face, rows: list[list[TextRow]], limit: int) -> None:
    """Move a word down to a last row that would hold a number or another very short word alone."""
    if len(rows) == 1 or len(rows[-1]) > 1 or width(face, rows[-1][0]) > _LONELY * face.size:
        return
    match rows[-2]:
        case [*rest, before, space] if len(rest) > _COMPANY and width(face, (*before, *space, *rows[-1][0])) <= limit:
            rows[-2:] = [rest, [before, space, *rows[-1]]]


def breaks_a_word(face: Face, runs: Iterable[Run], limit: int) -> bool:
    """Tell whether `wrap` would break a word."""
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


def _broken(face: Face, word: TextRow, wide: int, limit: int) -> list[TextRow]:
    if wide <= limit:
        return [word]
    rows: list[TextRow] = []
    row: list[Run] = []
    for sign in (sign for run in word for sign in ((run,) if isinstance(run, Icon) else run)):
        while row and width(face, _joined([*row, sign])) > limit:
            cut = max((n for n, one in enumerate(row, 1) if one in HYPHENS), default=len(row))
            rows.append(_joined(row[:cut]))
            row = row[cut:]
        row.append(sign)
    return [*rows, _joined(row)]


def _drawn(text: str) -> str:
    """Return a text as it is drawn: a soft hyphen is seen where a row ends with it."""
    end = "-" if text.endswith(SOFT_HYPHEN) else ""
    return text.replace(SOFT_HYPHEN, "") + end


def _joined(runs: Iterable[Run]) -> TextRow:
    """Join neighbouring strings."""
    row: list[Run] = []
    for run in runs:
        if row and isinstance(run, str) and isinstance(row[-1], str):
            row[-1] += run
        else:
            row.append(run)
    return tuple(row)
