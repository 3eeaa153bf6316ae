"""Header, notice and footer: one row each, never cut."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeVar

from msgspec.structs import replace
from PIL import Image, ImageDraw

from display import type as letters
from display.paint import BLACK, WHITE, draw_centred, draw_row
from display.profiles import Profile
from display.type import TextRow

T = TypeVar("T")


class Knob(Enum):
    """What the mark of the knob in the footer means: push it, hold it, or push it to see why."""

    PUSH = "push"
    HOLD = "hold"
    WHY = "why"


class DoesNotFit(Exception):
    """A text of header, footer or notice has no room. Lines, lists and headlines always fit."""


def fit_face(profile: Profile, fit: Callable[[Profile], T]) -> tuple[Profile, T]:
    """Return the profile and what `fit` finds for it; if nothing fits, both with bars in the smallest face."""
    try:
        return profile, fit(profile)
    except DoesNotFit:
        smaller = replace(profile, bar=profile.small)
        return smaller, fit(smaller)


def draw_header(image: Image.Image, profile: Profile, left: TextRow, right: TextRow) -> None:
    """Draw who and where at the left, round and turn at the right; `fit_header` found that both fit in one row."""
    face = profile.bar
    ImageDraw.Draw(image).rectangle((0, 0, profile.width - 1, profile.header - 1), fill=BLACK)
    base = letters.baseline(face, profile.header)
    draw_row(image, face, left, (profile.margin, base), WHITE)
    draw_row(image, face, right, (profile.width - profile.margin - letters.width(face, right), base), WHITE)


def draw_message(image: Image.Image, profile: Profile, message: TextRow) -> None:
    """Draw a message in place of the header, dark on white to tell them apart."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, profile.width - 1, profile.header - 1), outline=BLACK, fill=WHITE)
    base = letters.baseline(profile.bar, profile.header)
    draw_centred(image, profile.bar, message, profile.width // 2, base, BLACK)


def draw_hint(image: Image.Image, profile: Profile, hint: TextRow, top: int) -> None:
    """Draw a hint for the keys in a frame as high as the header."""
    bottom, draw = top + profile.header - 1, ImageDraw.Draw(image)
    draw.rounded_rectangle((1, top, profile.width - 2, bottom), 3, outline=BLACK, fill=WHITE)
    base = top + letters.baseline(profile.bar, profile.header)
    draw_centred(image, profile.bar, hint, profile.width // 2, base, BLACK)


def fit_header(profile: Profile, left: TextRow, candidates: Sequence[TextRow]) -> int:
    """Return the index of the first candidate for the right side that fits. Raise `DoesNotFit` if none does."""
    face, room = profile.bar, profile.width - 2 * profile.margin
    for place, right in enumerate(candidates):
        if letters.width(face, left) + (_gap(profile) if left and right else 0) + letters.width(face, right) <= room:
            return place
    raise DoesNotFit(f"the header {left!r} with {list(candidates)!r} is wider than a row of a panel of {profile.name}")


def draw_notice(image: Image.Image, profile: Profile, notice: TextRow) -> None:
    """Draw a strip below the header."""
    edge, top, bottom = profile.margin // 2, profile.header + 1, 2 * profile.header - 1
    ImageDraw.Draw(image).rounded_rectangle((edge, top, profile.width - 1 - edge, bottom), 3, fill=BLACK)
    base = top + letters.baseline(profile.bar, bottom - top)
    draw_centred(image, profile.bar, notice, profile.width // 2, base, WHITE)


def check_notice(profile: Profile, notice: TextRow) -> None:
    """Raise `DoesNotFit` if a notice is wider than a row."""
    if letters.width(profile.bar, notice) > profile.width - 2 * profile.margin:
        raise DoesNotFit(f"the notice {notice!r} is wider than a row of a panel of {profile.name}")


def draw_footer(
    image: Image.Image,
    profile: Profile,
    back: TextRow,
    marker: str,
    next_row: TextRow,
    push: TextRow,
    knob: Knob | None,
) -> None:
    """Draw what Back does, what Push does (if any), the page, and what Next does, a mark beside each.

    A question mark stands for why.
    """
    top = profile.height - profile.footer
    draw = ImageDraw.Draw(image)
    draw.line((0, top, profile.width, top), fill=BLACK)
    base = top + 1 + letters.baseline(profile.bar, profile.footer - 1)
    edge, side = profile.margin // 2, _side(profile)
    _draw_key(image, profile, edge, right=False)
    draw_row(image, profile.bar, back, (side, base))
    start = profile.width - side - letters.width(profile.bar, next_row)
    draw_row(image, profile.bar, next_row, (start, base))
    _draw_key(image, profile, profile.width - edge - _key(profile), right=True)
    if knob is not None:
        push = () if knob is Knob.WHY else push
        left = side + letters.width(profile.bar, back)
        room = start - left - _marker_room(profile, marker)
        _draw_push(image, profile, push, left + (room - _push_width(profile, push)) // 2, base, knob)
    if marker:
        half = _marker_width(profile, marker) // 2
        middle = start - _gap(profile) - half if knob else min(profile.width // 2, start - _gap(profile) - half)
        draw_centred(image, profile.bar, (marker,), middle, base)


def fit_footer(
    profile: Profile, back: TextRow, marker: str, candidates: Sequence[TextRow], *, why: bool = False
) -> TextRow:
    """Return the first candidate that fits the footer, beside the question mark of `why`; before the last, short names.

    Raise `DoesNotFit` if none fits.
    """
    room, longer = _room(profile, back, marker), candidates[:-1]
    if why:
        room -= _push_width(profile, ()) + _gap(profile)
    for row in (*longer, *map(_name, longer), *candidates[-1:]):
        if row and letters.width(profile.bar, row) <= room:
            return row
    raise DoesNotFit(f"none of {list(candidates)!r} fits the footer of a panel of {profile.name} beside {back!r}")


def fit_push(profile: Profile, back: TextRow, marker: str, next_row: TextRow, push: TextRow) -> TextRow:
    """Return what Push does, or nothing if it has no room between the others."""
    room = _room(profile, back, marker) - letters.width(profile.bar, next_row)
    return push if _push_width(profile, push) + _gap(profile) <= room else ()


def _push_width(profile: Profile, push: TextRow) -> int:
    """Return the width (px) of the knob with the words beside it; without words it is larger, with a sign in it."""
    if not push:
        return _key(profile) + 2
    return letters.cap_height(profile.bar) * 3 // 2 + letters.width(profile.bar, push)


def _draw_push(image: Image.Image, profile: Profile, push: TextRow, left: int, base: int, knob: Knob) -> None:
    """Draw the knob, and what it does; a knob to be held has a ring."""
    size, draw = letters.cap_height(profile.bar), ImageDraw.Draw(image)
    if knob is Knob.WHY:
        whole = _push_width(profile, ())
        top = base - (size + whole) // 2
        draw.ellipse((left, top, left + whole - 1, top + whole - 1), fill=BLACK)
        draw_centred(image, profile.bar, ("?",), left + whole // 2, base, WHITE)
        return
    draw.ellipse((left, base - size, left + size - 1, base - 1), fill=BLACK)
    if knob is Knob.HOLD:
        ring, disc = size // 6, size // 3
        for inset, ink in ((ring, WHITE), (disc, BLACK)):
            draw.ellipse((left + inset, base - size + inset, left + size - 1 - inset, base - 1 - inset), fill=ink)
    draw_row(image, profile.bar, push, (left + size * 3 // 2, base))


def _room(profile: Profile, back: TextRow, marker: str) -> int:
    """Return the room (px) for what Next does."""
    taken = 2 * _side(profile) + letters.width(profile.bar, back) + _gap(profile)
    return profile.width - taken - _marker_room(profile, marker)


def _name(row: TextRow) -> TextRow:
    """Return the words before a colon or a parenthesis, "Ship" of "Ship (blue)"; nothing if there is neither."""
    for place, run in enumerate(row):
        head = run.partition(":")[0].partition(" (")[0] if isinstance(run, str) else run
        if head != run:
            return (*row[:place], head)
    return ()


def _gap(profile: Profile) -> int:
    """Return the least distance (px) of two texts in a bar."""
    return letters.length(profile.bar, "n")


def _key(profile: Profile) -> int:
    """Return the side (px) of the mark of a key."""
    return letters.cap_height(profile.bar) + 4


def _side(profile: Profile) -> int:
    """Return the distance (px) of words from the edge of the footer: the mark of a key is between them."""
    return profile.margin // 2 + _key(profile) + _key(profile) // 3


def _marker_width(profile: Profile, marker: str) -> int:
    return letters.length(profile.bar, marker) + letters.length(profile.bar, "n")


def _marker_room(profile: Profile, marker: str) -> int:
    return _marker_width(profile, marker) + _gap(profile) if marker else 0


def _draw_key(image: Image.Image, profile: Profile, left: int, *, right: bool) -> None:
    """Draw a key as a dark square with a light triangle that points outwards."""
    size = _key(profile)
    base = profile.height - profile.footer + 1 + letters.baseline(profile.bar, profile.footer - 1)
    top = base - (letters.cap_height(profile.bar) + size) // 2
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((left, top, left + size - 1, top + size - 1), 3, fill=BLACK)
    quarter, middle = size // 4, top + size // 2
    tip, back = (
        (left + size - 1 - quarter, left + quarter + 1) if right else (left + quarter, left + size - 2 - quarter)
    )
    draw.polygon([(tip, middle), (back, middle - quarter), (back, middle + quarter)], fill=WHITE)
