"""Header, notice and footer: one row each, never cut."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageDraw

from display import letters
from display.letters import TextRow
from display.paint import BLACK, WHITE, draw_centred, draw_row
from display.profiles import Profile

T = TypeVar("T")

WHY_SIGN = ("?",)


class Knob(Enum):
    """The meaning of the mark of the knob, or of ▲ and ▼: push it, hold it, or push it to see why."""

    PUSH = "push"
    HOLD = "hold"
    WHY = "why"


class KeyMarks(Struct, frozen=True):
    """The keys that are drawn. `pair`: ▲ and ▼ in place of a knob.

    `edge`: the edge of the glass that has the keys beside it, Back at the top and Next at the bottom; None: below it.
    """

    pair: bool = False
    edge: Literal["left", "right"] | None = None


class DoesNotFit(Exception):
    """A text of header, footer or notice has no room. Lines, lists and headlines always fit."""


def fit_face(profile: Profile, fit: Callable[[Profile], T]) -> tuple[Profile, T]:
    """Return the profile and the result of `fit`; if nothing fits, those with bars in the smallest face."""
    try:
        return profile, fit(profile)
    except DoesNotFit:
        smaller = replace(profile, bar=profile.small)
        return smaller, fit(smaller)


def draw_header(
    image: Image.Image, profile: Profile, left: TextRow, right: TextRow, back: TextRow | None, keys: KeyMarks
) -> None:
    """Draw who and where at the left, round and turn at the right; `fit_header` found that both fit in one row.

    `back`: the effect of Back, or () for its mark alone, if its key is beside the header; else None.
    """
    face = profile.bar
    ImageDraw.Draw(image).rectangle((0, 0, profile.width - 1, profile.header - 1), fill=BLACK)
    base = letters.baseline(face, profile.header)
    start, end = _draw_back(image, profile, back, keys, WHITE)
    draw_row(image, face, left, (start, base), WHITE)
    draw_row(image, face, right, (end - letters.width(face, right), base), WHITE)


def draw_message(image: Image.Image, profile: Profile, message: TextRow, back: TextRow | None, keys: KeyMarks) -> None:
    """Draw a message in place of the header; it is dark on white, unlike the header."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, profile.width - 1, profile.header - 1), outline=BLACK, fill=WHITE, width=profile.pen)
    base = letters.baseline(profile.bar, profile.header)
    start, end = _draw_back(image, profile, back, keys, BLACK)
    draw_centred(image, profile.bar, message, (start + end) // 2, base, BLACK)


def _draw_back(image: Image.Image, profile: Profile, back: TextRow | None, keys: KeyMarks, ink: int) -> tuple[int, int]:
    """Draw the effect of Back at its key beside the header; return start and end of the remaining header (px)."""
    start, end = profile.margin, profile.width - profile.margin
    if back is None:
        return start, end
    base, taken = letters.baseline(profile.bar, profile.header), _back_room(profile, back)
    right, side = keys.edge == "right", _words_inset(profile)
    words = profile.width - side - letters.width(profile.bar, back) if right else side
    _draw_key(image, profile, base, right=right, ink=ink)
    draw_row(image, profile.bar, back, (words, base), ink)
    gap = profile.margin // 2
    line = profile.width - 1 - taken - gap if right else taken + gap
    start, end = (start, line - gap) if right else (line + gap + 1, end)
    if back:
        ImageDraw.Draw(image).line((line, 3, line, profile.header - 4), fill=ink)
    return start, end


def draw_hint(image: Image.Image, profile: Profile, hint: TextRow, top: int) -> None:
    """Draw a hint for the keys in a frame as high as the header, in smaller type if it is wide."""
    bottom, draw = top + profile.header - 1, ImageDraw.Draw(image)
    box, pen = (1, top, profile.width - 2, bottom), profile.pen
    draw.rounded_rectangle(box, 3 * pen, outline=BLACK, fill=WHITE, width=pen)
    room = profile.width - 2 * profile.margin
    face = profile.bar if letters.width(profile.bar, hint) <= room else profile.small
    base = top + letters.baseline(face, profile.header)
    draw_centred(image, face, hint, profile.width // 2, base, BLACK)


def fit_header(profile: Profile, left: TextRow, candidates: Sequence[TextRow], back: TextRow | None) -> int:
    """Return the index of the first candidate for the right side that fits. Raise `DoesNotFit` if none does."""
    face, room = profile.bar, profile.width - 2 * profile.margin
    if back is not None:
        room -= _back_room(profile, back)
    for place, right in enumerate(candidates):
        if letters.width(face, left) + (_gap(profile) if left and right else 0) + letters.width(face, right) <= room:
            return place
    raise DoesNotFit(f"the header {left!r} with {list(candidates)!r} is wider than a row of a panel of {profile.name}")


def draw_notice(image: Image.Image, profile: Profile, notice: TextRow) -> None:
    """Draw a strip below the header, or in its place."""
    edge, top, bottom = profile.margin // 2, profile.notice + 1, profile.notice + profile.header - 1
    ImageDraw.Draw(image).rounded_rectangle((edge, top, profile.width - 1 - edge, bottom), 3 * profile.pen, fill=BLACK)
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
    keys: KeyMarks,
) -> None:
    """Draw the effects of Back, of Push (if any) and of Next, each with its mark, and the page.

    A question mark is Why. If the keys are beside the glass, Next is at their edge, and Back in the header.
    """
    top = profile.height - profile.footer
    draw = ImageDraw.Draw(image)
    draw.line((0, top, profile.width, top), fill=BLACK, width=profile.pen)
    base = top + 1 + letters.baseline(profile.bar, profile.footer - 1)
    side = _words_inset(profile)
    at_left, at_right = {None: (back, next_row), "left": (next_row, None), "right": (None, next_row)}[keys.edge]
    left = right = profile.margin // 2
    if at_left is not None:
        _draw_key(image, profile, base, right=False)
        draw_row(image, profile.bar, at_left, (side, base))
        left = side + letters.width(profile.bar, at_left)
    if at_right is not None:
        _draw_key(image, profile, base, right=True)
        right = side + letters.width(profile.bar, at_right)
        draw_row(image, profile.bar, at_right, (profile.width - right, base))
    end = profile.width - right
    if knob is not None:
        push = () if knob is Knob.WHY else push
        room = end - left - _marker_room(profile, marker)
        start = left + (room - _push_width(profile, push, keys)) // 2
        _draw_push(image, profile, push, (start, base), knob, keys)
    if marker:
        half = _marker_width(profile, marker) // 2
        middle = end - _gap(profile) - half
        if knob is None and keys.edge != "left":
            middle = min(profile.width // 2, middle)
        draw_centred(image, profile.bar, (marker,), middle, base)


def fit_footer(
    profile: Profile, back: TextRow, marker: str, candidates: Sequence[TextRow], keys: KeyMarks, *, why: bool = False
) -> TextRow:
    """Return the first candidate that fits the footer, beside the question mark of `why`; before the last, short names.

    Raise `DoesNotFit` if none fits.
    """
    room, longer = _next_room(profile, back, marker, keys), candidates[:-1]
    if why:
        room -= _push_width(profile, (), keys) + _gap(profile)
    for row in (*longer, *map(_short_name, longer), *candidates[-1:]):
        if row and letters.width(profile.bar, row) <= room:
            return row
    raise DoesNotFit(f"none of {list(candidates)!r} fits the footer of a panel of {profile.name} beside {back!r}")


def fit_push(profile: Profile, back: TextRow, marker: str, next_row: TextRow, push: TextRow, keys: KeyMarks) -> TextRow:
    """Return the words for Push; () if there is no room between the others."""
    room = _next_room(profile, back, marker, keys) - letters.width(profile.bar, next_row)
    return push if _push_width(profile, push, keys) + _gap(profile) <= room else ()


def _push_width(profile: Profile, push: TextRow, keys: KeyMarks) -> int:
    """Return the width (px) of the mark of Push with the words beside it.

    Without words a knob is larger, with a sign in it; ▲ and ▼ have the sign beside them.
    """
    if keys.pair:
        return sum(_pair_widths(profile, push)) + letters.width(profile.bar, push or WHY_SIGN)
    if not push:
        return _key_size(profile) + 2
    return letters.cap_height(profile.bar) * 3 // 2 + letters.width(profile.bar, push)


def _draw_push(
    image: Image.Image, profile: Profile, push: TextRow, place: tuple[int, int], knob: Knob, keys: KeyMarks
) -> None:
    """Draw the knob, or ▲ and ▼, with their words; a key to be held has a ring."""
    (left, base), size, draw = place, letters.cap_height(profile.bar), ImageDraw.Draw(image)
    if keys.pair:
        width, gap = _pair_widths(profile, push)
        _draw_pair(draw, profile, place, width, held=knob is Knob.HOLD)
        draw_row(image, profile.bar, push or WHY_SIGN, (left + width + gap, base))
        return
    if knob is Knob.WHY:
        whole = _push_width(profile, (), keys)
        top = base - (size + whole) // 2
        draw.ellipse((left, top, left + whole - 1, top + whole - 1), fill=BLACK)
        draw_centred(image, profile.bar, WHY_SIGN, left + whole // 2, base, WHITE)
        return
    draw.ellipse((left, base - size, left + size - 1, base - 1), fill=BLACK)
    if knob is Knob.HOLD:
        ring, disc = size // 6, size // 3
        for inset, ink in ((ring, WHITE), (disc, BLACK)):
            draw.ellipse((left + inset, base - size + inset, left + size - 1 - inset, base - 1 - inset), fill=ink)
    draw_row(image, profile.bar, push, (left + size * 3 // 2, base))


def _draw_pair(draw: ImageDraw.ImageDraw, profile: Profile, place: tuple[int, int], width: int, *, held: bool) -> None:
    """Draw ▲ above ▼, with a ring if they are to be held."""
    (left, base), high = place, letters.cap_height(profile.bar) // 2
    middle = base - high
    if held:
        draw.rounded_rectangle((left - 3, middle - high - 4, left + width + 2, middle + high + 3), 3, outline=BLACK)
    for foot, tip in ((middle - 2, middle - 1 - high), (middle + 1, middle + high)):
        draw.polygon([(left, foot), (left + width - 1, foot), (left + width // 2, tip)], fill=BLACK)


def _pair_widths(profile: Profile, push: TextRow) -> tuple[int, int]:
    """Return the width (px) of ▲ above ▼, which is odd for their tips, and the distance (px) of their words.

    Both take at most the room of a knob; beside a question mark the triangles are narrower.
    """
    if push:
        return (letters.cap_height(profile.bar) - 2) | 1, 6
    room = _push_width(profile, (), KeyMarks()) - 1 - letters.width(profile.bar, WHY_SIGN)
    return (room - 1) | 1, 1


def _back_room(profile: Profile, back: TextRow) -> int:
    """Return the room (px) that Back takes of a header beside its key."""
    return _words_inset(profile) + letters.width(profile.bar, back)


def _next_room(profile: Profile, back: TextRow, marker: str, keys: KeyMarks) -> int:
    """Return the room (px) for the words of Next."""
    taken = 2 * _words_inset(profile) + letters.width(profile.bar, back) + _gap(profile)
    if keys.edge is not None:
        taken = _words_inset(profile) + profile.margin // 2 + _gap(profile)
    return profile.width - taken - _marker_room(profile, marker)


def _short_name(row: TextRow) -> TextRow:
    """Return the words before a colon or a parenthesis, "Ship" of "Ship (blue)"; nothing if there is neither."""
    for place, run in enumerate(row):
        head = run.partition(":")[0].partition(" (")[0] if isinstance(run, str) else run
        if head != run:
            return (*row[:place], head)
    return ()


def _gap(profile: Profile) -> int:
    """Return the least distance (px) of two texts in a bar."""
    return letters.length(profile.bar, "n")


def _key_size(profile: Profile) -> int:
    """Return the side (px) of the mark of a key."""
    return letters.cap_height(profile.bar) + 4


def _words_inset(profile: Profile) -> int:
    """Return the distance (px) of words from the edge of the footer: the mark of a key is between them."""
    return profile.margin // 2 + _key_size(profile) + _key_size(profile) // 3


def _marker_width(profile: Profile, marker: str) -> int:
    return letters.length(profile.bar, marker) + letters.length(profile.bar, "n")


def _marker_room(profile: Profile, marker: str) -> int:
    return _marker_width(profile, marker) + _gap(profile) if marker else 0


def _draw_key(image: Image.Image, profile: Profile, base: int, *, right: bool, ink: int = BLACK) -> None:
    """Draw a key at an edge of the glass as a square with a triangle that points outwards."""
    size, edge = _key_size(profile), profile.margin // 2
    left = profile.width - edge - size if right else edge
    top = base - (letters.cap_height(profile.bar) + size) // 2
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((left, top, left + size - 1, top + size - 1), 3, fill=ink)
    quarter, middle = size // 4, top + size // 2
    tip, back = (
        (left + size - 1 - quarter, left + quarter + 1) if right else (left + quarter, left + size - 2 - quarter)
    )
    draw.polygon([(tip, middle), (back, middle - quarter), (back, middle + quarter)], fill=WHITE - ink)
