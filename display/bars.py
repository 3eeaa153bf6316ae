"""Header, notice and footer: one row each, and never cut."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from display import type as letters
from display.errors import DoesNotFit
from display.paint import BLACK, WHITE, draw_centred, draw_row
from display.profiles import Profile
from display.type import Row

_AIR = 2
"""Least distance of two texts in a bar, in widths of an n."""


def draw_header(image: Image.Image, profile: Profile, left: Row, right: Row) -> None:
    """Draw who and where at the left, round and turn at the right; `heading` has found that they fit one row."""
    face = profile.bar
    ImageDraw.Draw(image).rectangle((0, 0, profile.width - 1, profile.header - 1), fill=BLACK)
    base = letters.baseline(face, profile.header)
    draw_row(image, face, left, (profile.margin, base), WHITE)
    draw_row(image, face, right, (profile.width - profile.margin - letters.width(face, right), base), WHITE)


def heading(profile: Profile, left: Row, candidates: Sequence[Row]) -> int:
    """Return the place of the first candidate for the right side that fits. Raise `DoesNotFit` if none does."""
    face, room = profile.bar, profile.width - 2 * profile.margin
    for place, right in enumerate(candidates):
        if letters.width(face, left) + (_gap(profile) if left and right else 0) + letters.width(face, right) <= room:
            return place
    raise DoesNotFit(f"the header {left!r} with {list(candidates)!r} is wider than a row of the panel {profile.key}")


def draw_notice(image: Image.Image, profile: Profile, notice: Row) -> None:
    """Draw a strip below the header."""
    edge, top, bottom = profile.margin // 2, profile.header + 1, 2 * profile.header - 1
    ImageDraw.Draw(image).rounded_rectangle((edge, top, profile.width - 1 - edge, bottom), 3, fill=BLACK)
    base = top + letters.baseline(profile.bar, bottom - top)
    draw_centred(image, profile.bar, notice, profile.width // 2, base, WHITE)


def draw_footer(image: Image.Image, profile: Profile, back: Row, marker: str, following: Row) -> None:
    """Draw what Back does, the page, and what Next does, with a mark for each key at its side."""
    top = profile.height - profile.footer
    draw = ImageDraw.Draw(image)
    draw.line((0, top, profile.width, top), fill=BLACK)
    base = top + 1 + letters.baseline(profile.bar, profile.footer - 1)
    edge, key = profile.margin // 2, _key(profile)
    _draw_key(image, profile, edge, right=False)
    draw_row(image, profile.bar, back, (edge + key + key // 2, base))
    start = profile.width - edge - key - key // 2 - letters.width(profile.bar, following)
    draw_row(image, profile.bar, following, (start, base))
    _draw_key(image, profile, profile.width - edge - key, right=True)
    if marker:
        half = _marker_width(profile, marker) // 2
        middle = min(profile.width // 2, start - _gap(profile) - half)
        if profile.footer > 2 * letters.capital(profile.bar):
            draw.rounded_rectangle((middle - half, top + 4, middle + half, profile.height - 2), 4, outline=BLACK)
        draw_centred(image, profile.bar, (marker,), middle, base)


def longest_fitting(profile: Profile, back: Row, marker: str, candidates: Sequence[Row]) -> int:
    """Return the place of the first candidate that fits the footer. Raise `DoesNotFit` if none does."""
    keys = 2 * (profile.margin // 2 + _key(profile) + _key(profile) // 2)
    taken = keys + letters.width(profile.bar, back) + _gap(profile)
    taken += _marker_width(profile, marker) + _gap(profile) if marker else 0
    for place, candidate in enumerate(candidates):
        if taken + letters.width(profile.bar, candidate) <= profile.width:
            return place
    raise DoesNotFit(f"none of {list(candidates)!r} fits the footer of the panel {profile.key} beside {back!r}")


def _gap(profile: Profile) -> int:
    return _AIR * letters.length(profile.bar, "n")


def _key(profile: Profile) -> int:
    """Return the side (px) of the mark of a key."""
    return letters.capital(profile.bar) + 4


def _marker_width(profile: Profile, marker: str) -> int:
    return letters.length(profile.bar, marker) + letters.length(profile.bar, "n")


def _draw_key(image: Image.Image, profile: Profile, left: int, *, right: bool) -> None:
    """Draw a key as a dark square with a light triangle that points outwards."""
    size = _key(profile)
    base = profile.height - profile.footer + 1 + letters.baseline(profile.bar, profile.footer - 1)
    top = base - (letters.capital(profile.bar) + size) // 2
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((left, top, left + size - 1, top + size - 1), 3, fill=BLACK)
    quarter, middle = size // 4, top + size // 2
    tip, back = (
        (left + size - 1 - quarter, left + quarter + 1) if right else (left + quarter, left + size - 2 - quarter)
    )
    draw.polygon([(tip, middle), (back, middle - quarter), (back, middle + quarter)], fill=WHITE)
