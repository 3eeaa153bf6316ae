"""Drawings as pictures, as large as fits: first in the form that looks most like the table, then in smaller faces.

drawing ─▶ a form in a face (tracks, slots, cards, grids, plots) ─▶ picture, which knows its size ─▶ paint
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from display.drawings import cards, codes, grids, plots, slots, tracks
from display.drawings.pictures import Picture
from display.drawings.places import Hand
from display.profiles import Profile
from display.type import Face
from engines.kit.drawings import Bars, Cards, Code, Drawing, Grid, Slots, Track
from engines.kit.text import Catalogue

_HIGH = (Track, Code, Bars)
"""What is set by the height of its room, too; anything else just takes its height."""
_BETWEEN = (Face("Semibold", 25, 24), Face("Semibold", 21, 24))
"""Faces with even stems that are no profile's, but may stand between its body and its smallest."""


@lru_cache(maxsize=8)
def hands(profile: Profile, catalogue: Catalogue) -> tuple[Hand, ...]:
    """Return the faces in which a panel has drawings, the largest first."""
    between = (face for face in _BETWEEN if profile.small.size < face.size < profile.body.size)
    return tuple(Hand(face, catalogue) for face in (profile.body, *between, profile.small))


def drawn(
    drawing: Drawing, hands: Sequence[Hand], room: tuple[int, int], forms: Sequence["Form"] | None = None
) -> Picture | None:
    """Return a drawing as the best picture that fits into so much width and height (px); None where none does.

    It has the first of the forms that fits, all of `FORMS` where none are given, in the first of the faces.
    """
    found = fitting(drawing, hands, room, forms)
    if found is None:
        return None
    form, hand = found
    return form(drawing, hand, *room)


def fitting(
    drawing: Drawing, hands: Sequence[Hand], room: tuple[int, int], forms: Sequence["Form"] | None = None
) -> "tuple[Form, Hand] | None":
    """Return the first of the forms in which a drawing fits, and the face; None where there is none."""
    width, height = room
    given = height if isinstance(drawing, _HIGH) else 0
    for form in FORMS if forms is None else forms:
        for hand in hands:
            size = _size(form, drawing, hand, width, given) if hand.unit <= min(room) else None
            if size is not None and size[0] <= width and size[1] <= height:
                return form, hand
    return None


@lru_cache(maxsize=512)
def _size(form: "Form", drawing: Drawing, hand: Hand, width: int, height: int) -> tuple[int, int] | None:
    """Return width and height (px) of a drawing in a form. Of one drawing many sizes and cuts are tried, most again."""
    picture = form(drawing, hand, width, height)
    return None if picture is None else (picture.width, picture.height)


def _like_the_table(  # noqa: PLR0911 - one for each kind
    drawing: Drawing, hand: Hand, width: int, height: int
) -> Picture | None:
    match drawing:
        case Track(loop=True):
            return tracks.looped(drawing, hand, width, height)
        case Track():
            return tracks.straight(drawing, hand, width)
        case Slots():
            return slots.aligned(drawing, hand, width)
        case Cards():
            return cards.side_by_side(drawing, hand, width)
        case Grid():
            return grids.picture(drawing, hand, width)
        case Code():
            return codes.picture(drawing, width, height)
        case Bars():
            return plots.picture(drawing, hand, width, height)


def _without_name(drawing: Drawing, hand: Hand, width: int, height: int) -> Picture | None:
    if isinstance(drawing, Track) and drawing.loop:
        return tracks.looped(drawing, hand, width, height, named=False)
    return None


def _packed(drawing: Drawing, hand: Hand, width: int, _: int) -> Picture | None:
    match drawing:
        case Track(loop=True):
            return tracks.straight(drawing, hand, width)
        case Slots():
            return slots.flowing(drawing, hand, width)
        case Cards():
            return cards.packed(drawing, hand, width)
    return None


Form: TypeAlias = Callable[[Drawing, Hand, int, int], Picture | None]
FORMS: tuple[Form, ...] = (_like_the_table, _without_name, _packed)
ALIKE = FORMS[:2]
"""The forms that look as the table does."""
