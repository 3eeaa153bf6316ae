"""Drawings as pictures, as large as fits: first in the form that looks most like the table, then in smaller faces.

drawing ─▶ a form in a face (tracks, slots, cards, grids, plots) ─▶ picture, which knows its size ─▶ paint
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from display.drawings import cards, codes, grids, plots, slots, tracks
from display.drawings.pictures import Picture
from display.drawings.places import Hand
from display.profiles import Profile
from display.type import Face
from engines.drawings import Bars, Cards, Code, Drawing, Grid, Slots, Track
from engines.text import Catalogue

_BETWEEN = (Face("Semibold", 25, 24), Face("Semibold", 21, 24))
"""Faces with even stems that are no profile's, but may stand between its body and its smallest."""


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
    for form in FORMS if forms is None else forms:
        for hand in hands:
            picture = form(drawing, hand, *room) if hand.unit <= min(room) else None
            if picture is not None and picture.width <= room[0] and picture.height <= room[1]:
                return picture
    return None


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
