"""Profiles: sizes and distances of a screen in pixels, by one rule from the panel's size and pitch.

There are three ways of setting: roomy, big, and close for a low glass. Each is written for one pitch and scaled to
others, so letters have the same physical size on every glass. A larger glass is read from further away, so its letters
grow with the root of its size. The letters of a face share one stem width in one bit, and capitals of bars and lines
have at least 16 minutes of arc at 60 cm (tests/display/test_letters.py measures both).
"""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, hypot, radians, sqrt, tan

from msgspec import Struct
from msgspec.structs import asdict, replace

from display import letters
from display.letters import MIN_AIR_PX, Face, Weight

_EVEN_SIZES: dict[Weight, tuple[int, ...]] = {
    "Regular": (12, 13, 14, *range(21, 26), *range(34, 38), 39, *range(46, 50), 51, 59, 60, 62, 63, 71, 72, 74, 75),
    "Semibold": (*range(14, 18), 21, *range(24, 28), *range(33, 38), *range(41, 45), 51, 52, 59, 61, *range(64, 130)),
    "Bold": (12, 13, 14, 19, 21, 26, 27, 28, 34, 35, 41, 42, 47, *range(51, 130)),
}
"""The sizes (px) of each weight at which most letters have one width of stem, to an eighth."""
_WEIGHT_COST = 0.08
"""Semibold and bold replace each other if that brings the size nearer to the goal, by more than this part of it."""
_SIZE_COST = 0.03
"""A larger face replaces a smaller one if it is nearer to the goal by more than this part of it."""
_MIN_ARC_DEGREES = 16 / 60
"""Height of a capital of bars and lines, at least, as it is seen from `_READING_MM`."""
_READING_MM = 600
_DIAGONAL_MM = 106
"""A glass of this diagonal, or less, is read from `_READING_MM`; a larger one from further away."""
_MIN_EMS = 56
"""A way of setting suits a glass if all rows of a page together are at least this many em wide."""
_MIN_NOTED_ROWS = 3
"""Rows that a page below a notice has, at least."""
_MAX_VALUE_PART = 0.4
"""The part of the room of a page that the number control needs at most."""
_LAST_SCALE = 0.85
"""The part of its size in which the closest way is set if nothing suits the glass."""


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
    number_faces: tuple[Face, ...]
    """Faces of the number control, largest first."""
    value_height: int
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
    larger_sizes: tuple[Size, ...]
    """The sizes of an instruction that stays on one page, largest first."""
    drawing_faces: tuple[Face, ...]
    """The faces of drawings, largest first."""

    @property
    def name(self) -> str:
        """Return the size of the panel in words, for errors."""
        return f"{self.width} x {self.height} px{', big text' if self.big else ''}"

    @property
    def top(self) -> int:
        """Return the top (px) of the first row of a page."""
        return self.header + self.above

    @property
    def notice(self) -> int:
        """Room for a notice below the header; 0: it takes the place of the header."""
        return self.header if self.bottom - self.top - self.header >= _MIN_NOTED_ROWS * self.body_pitch else 0

    @property
    def bottom(self) -> int:
        """Return the bottom (px) of the last row of a page."""
        return self.height - self.footer - self.below

    @property
    def pen(self) -> int:
        """The finest line."""
        return self.body.pen

    def larger_profiles(self) -> "Iterator[Profile]":
        """Yield the profile in its larger sizes."""
        for size in self.larger_sizes:
            yield replace(self, **asdict(size))


# Named by the size of the body.
_24 = Size(Face("Bold", 27, 24, 22), 30, Face("Semibold", 24, 24, 17), 24, Face("Regular", 24, 24, 17))
_26 = Size(Face("Bold", 35, 24, 27), 36, Face("Bold", 26, 24, 19), 26, Face("Semibold", 26, 24, 19))
_27 = Size(Face("Semibold", 37, 32), 42, Face("Semibold", 27, 24), 28, Face("Regular", 25, 24))
_35 = Size(Face("Bold", 47, 32), 52, Face("Semibold", 35, 32), 38, Face("Regular", 35, 32))
_37 = Size(Face("Bold", 47, 32), 52, Face("Semibold", 37, 32), 40, Face("Regular", 37, 32))
_42 = Size(Face("Bold", 53, 32), 58, Face("Semibold", 42, 32), 46, Face("Regular", 39, 32))

_ROOMY = Profile(
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
    number_faces=(Face("Semibold", 61, 32), Face("Semibold", 44, 32), Face("Semibold", 25, 24)),
    value_height=80,
    emblem=48,
    emblem_row=52,
    band=60,
    columns=False,
    picture_share=0.4,
    picture_height=118,
    larger_sizes=(_35, _27),
    drawing_faces=(Face("Semibold", 25, 24), Face("Semibold", 21, 24), Face("Semibold", 17, 16)),
)
_BIG = replace(
    _ROOMY,
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
    larger_sizes=(_42, _37),
    drawing_faces=(Face("Semibold", 35, 32), Face("Semibold", 25, 24), Face("Semibold", 21, 16)),
)
_CLOSE = Profile(
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
    number_faces=(Face("Semibold", 44, 32), Face("Bold", 27, 24), Face("Bold", 21, 16)),
    value_height=40,
    emblem=24,
    emblem_row=26,
    band=38,
    columns=True,
    picture_share=0.4,
    picture_height=0,
    larger_sizes=(_26, _24),
    drawing_faces=(Face("Bold", 21, 16, 14), Face("Semibold", 15, 16, 12)),
)


@lru_cache(maxsize=32)
def profile_for(width: int, height: int, pitch_mm: float, *, big: bool) -> Profile:
    """Return the profile of a glass of a size (px) and pitch, in `big` text if it has room for that."""
    further = max(sqrt(hypot(width, height) * pitch_mm / _DIAGONAL_MM), 1)
    for way, part in (*[(_BIG, 1)] * big, (_ROOMY, 1), (_CLOSE, 1), (_CLOSE, _LAST_SCALE)):
        profile = _scaled(way, width, height, pitch_mm, way.pitch_mm / pitch_mm * further * part)
        rows = (profile.bottom - profile.top) / (profile.body_pitch + profile.gaps[-1])
        if rows * (width - 2 * profile.margin) / profile.body.size >= _MIN_EMS:
            break
    return profile


def _scaled(way: Profile, width: int, height: int, pitch_mm: float, factor: float) -> Profile:
    """Return a way of setting with all its faces and distances larger by a factor."""
    if factor == 1:
        return replace(way, width=width, height=height)
    scale = _Scale(factor, ceil(_READING_MM * tan(radians(_MIN_ARC_DEGREES)) / pitch_mm - 0.5))
    bar, size = scale.face(way.bar), scale.size(way)
    header, footer = (scale.pitch(way.bar, bar, one) for one in (way.header, way.footer))
    emblem, rows = way.emblem * bar.pen, way.emblem_row // way.body_pitch
    profile = replace(
        way,
        **asdict(size),
        width=width,
        height=height,
        pitch_mm=pitch_mm,
        bar=bar,
        small=scale.face(way.small, least=0),
        header=header,
        footer=footer,
        gaps=tuple(round(gap * factor) for gap in way.gaps),
        above=round(way.above * factor),
        below=round(way.below * factor),
        rule=round(way.rule * factor),
        margin=round(way.margin * factor),
        number_faces=tuple(scale.face(face) for face in way.number_faces),
        value_height=round(way.value_height * factor),
        emblem=emblem,
        emblem_row=max(emblem + round((way.emblem_row - way.emblem) * factor), rows * size.body_pitch),
        band=max(round(way.band * factor), 2 * header),
        larger_sizes=tuple(scale.size(one) for one in way.larger_sizes),
        drawing_faces=(size.body, *(scale.face(face, least=0) for face in way.drawing_faces[1:])),
    )
    room = profile.bottom - profile.top
    most = room - profile.headline_pitch - profile.rule - profile.body_pitch - profile.gaps[-1]
    value = min(profile.value_height, round(_MAX_VALUE_PART * room))
    return replace(profile, picture_height=min(round(way.picture_height * factor), most), value_height=value)


class _Scale(Struct, frozen=True):
    """Makes faces and pitches larger by a factor, with even stems and capitals of at least `least` px."""

    factor: float
    least: int

    def size(self, size: Size) -> Size:
        """Return faces and pitches of rows."""
        headline, body = self.face(size.headline), self.face(size.body)
        light = self.face(size.light, body.size / size.body.size)
        pitches = self.pitch(size.headline, headline, size.headline_pitch), self.pitch(size.body, body, size.body_pitch)
        return Size(headline, pitches[0], body, pitches[1], light)

    def face(self, base: Face, factor: float | None = None, *, least: int | None = None) -> Face:
        """Return the nearest even face to a scaled one."""
        goal = base.size * (factor or self.factor)
        weights: tuple[Weight, ...] = ("Regular",) if base.weight == "Regular" else ("Semibold", "Bold")
        near = sorted(
            (abs(size / goal - 1) + _WEIGHT_COST * (weight != base.weight) + _SIZE_COST * (size > goal), weight, size)
            for weight in weights
            for size in _EVEN_SIZES[weight]
        )
        least = self.least if least is None else least
        faces = (Face(weight, size, base.icon) for _, weight, size in near)
        nearest = next(face for face in faces if letters.cap_height(face) >= least)
        marks = letters.cap_height(nearest) + base.marks - letters.cap_height(base) if base.marks else 0
        icon = max(round(base.icon * nearest.size / base.size / 8) * 8, 16)
        return replace(nearest, icon=icon, marks=marks, pen=max(round(self.factor), 1))

    def pitch(self, base: Face, face: Face, pitch: int) -> int:
        """Return the pitch of rows in a face, as close as those of its base: tails and marks keep their air."""
        if not face.marks:
            return round(pitch * face.size / base.size)
        over = pitch - base.marks - MIN_AIR_PX - letters.reach(base)[1]
        return face.marks + MIN_AIR_PX + letters.reach(face)[1] + over
