"""The three ways a screen is set: sizes and distances in pixels, measured so that stems are even and capitals legible.

Faces are those whose letters share one stem width in one bit (tests/display/test_type.py measures them).
"""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import asdict, replace

from display.type import Face


class Size(Struct, frozen=True):
    """The faces in which words are set, and the distances of their rows (px)."""

    headline: Face
    headline_pitch: int
    body: Face
    body_pitch: int
    light: Face
    """As large as the body, for blocked options, reasons and bounds."""


class Profile(Size, frozen=True, kw_only=True):
    """A panel and a size of type. All distances are px.

    A single line of text or a list row takes `body_pitch` and one of `gaps`; the last gap is the tightest.
    """

    width: int
    height: int
    pitch_mm: float
    """Distance of two pixels on the glass, mm."""
    big: bool = False
    bar: Face
    """Header, footer and notice."""
    small: Face
    """The smallest face, for captions and for drawings that do not fit in a larger one."""
    header: int
    footer: int
    headline_rows: int
    """Rows of a headline in its own face, at most; a longer one is set in the face of the body."""
    gaps: tuple[int, ...]
    above: int
    """Between the header and the first row."""
    below: int
    """Between the last row and the footer."""
    rule: int
    """Between the lines and a list below them, for a rule."""
    margin: int
    """From the edge of the glass to the letters."""
    number: tuple[Face, ...]
    """Faces of the number control, largest first."""
    value: int
    """Least height of the number control below a text."""
    emblem: int
    """Side of the emblem of a game."""
    emblem_row: int
    """Least height of a row with an emblem, without its gap: two rows of words are below each other if they fit."""
    band: int
    """Height of the band that takes the place of the footer while the power is off."""
    columns: bool
    """Whether Yes and No are side by side."""
    picture_share: float
    """Part of the width for a drawing beside words."""
    picture_height: int
    """Most height of such a drawing; 0 if the panel is too small for one."""
    larger: tuple[Size, ...]
    """The sizes of an instruction that stays on one page, largest first."""

    @property
    def name(self) -> str:
        """What a sentence calls it."""
        return f"{self.width} x {self.height} px{', big text' if self.big else ''}"

    def larger_profiles(self) -> "Iterator[Profile]":
        """Yield the profile in its larger sizes."""
        for size in self.larger:
            yield replace(self, **asdict(size))


_24 = Size(Face("Bold", 27, 24, 22), 30, Face("Semibold", 24, 24, 17), 24, Face("Regular", 24, 24, 17))
_25 = Size(Face("Bold", 35, 24, 27), 36, Face("Bold", 26, 24, 19), 26, Face("Semibold", 26, 24, 19))
_27 = Size(Face("Semibold", 37, 32), 42, Face("Semibold", 27, 24), 28, Face("Regular", 25, 24))
_35 = Size(Face("Bold", 47, 32), 52, Face("Semibold", 35, 32), 38, Face("Regular", 35, 32))
_37 = Size(Face("Bold", 47, 32), 52, Face("Semibold", 37, 32), 40, Face("Regular", 37, 32))
_42 = Size(Face("Bold", 53, 32), 58, Face("Semibold", 42, 32), 46, Face("Regular", 39, 32))

_MIDDLE = Profile(
    width=400,
    height=300,
    pitch_mm=0.212,
    bar=Face("Semibold", 21, 16),
    small=Face("Semibold", 17, 16),
    header=24,
    footer=26,
    headline=Face("Semibold", 35, 32),
    headline_pitch=40,
    headline_rows=2,
    body=Face("Semibold", 25, 24),
    body_pitch=26,
    light=Face("Regular", 25, 24),
    gaps=(8, 5, 2, 1),
    above=6,
    below=2,
    rule=8,
    margin=12,
    number=(Face("Semibold", 61, 32), Face("Semibold", 44, 32), Face("Semibold", 25, 24)),
    value=80,
    emblem=48,
    emblem_row=52,
    band=60,
    columns=False,
    picture_share=0.4,
    picture_height=118,
    larger=(_35, _27),
)
_BIG = replace(
    _MIDDLE,
    big=True,
    small=Face("Semibold", 21, 16),
    header=28,
    footer=30,
    headline=Face("Bold", 47, 32),
    headline_pitch=52,
    body=Face("Semibold", 35, 32),
    body_pitch=38,
    light=Face("Regular", 35, 32),
    gaps=(6, 2),
    above=4,
    rule=6,
    emblem_row=76,
    band=64,
    larger=(_42, _37),
)
_SMALL = Profile(
    width=296,
    height=128,
    pitch_mm=0.227,
    bar=Face("Bold", 19, 16, 12),
    small=Face("Semibold", 15, 16, 12),
    header=19,
    footer=19,
    headline=Face("Bold", 27, 24, 18),
    headline_pitch=26,
    headline_rows=1,
    body=Face("Bold", 21, 16, 14),
    body_pitch=20,
    light=Face("Semibold", 21, 16, 14),
    gaps=(4, 2, 0),
    above=0,
    below=2,
    rule=2,
    margin=8,
    number=(Face("Semibold", 44, 32), Face("Bold", 27, 24), Face("Bold", 21, 16)),
    value=40,
    emblem=24,
    emblem_row=26,
    band=38,
    columns=True,
    picture_share=0.4,
    picture_height=0,
    larger=(_25, _24),
)
_MIN_HEIGHT_MM = 45
"""A lower glass has its rows close together, and no big text."""


@lru_cache(maxsize=32)
def profile_for(width: int, height: int, pitch_mm: float, *, big: bool) -> Profile:
    """Return how screens are set on a glass of a size (px) and pitch, in `big` text if it has room for that."""
    way = _SMALL if height * pitch_mm < _MIN_HEIGHT_MM else _BIG if big else _MIDDLE
    return replace(way, width=width, height=height, pitch_mm=pitch_mm)
