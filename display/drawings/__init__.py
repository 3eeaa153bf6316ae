"""Drawings as pictures, as large as fits: first in the form that looks most like the table, then in smaller faces.

drawing ─▶ a form in a face (tracks, slots, cards, grids) ─▶ picture, which knows its size ─▶ paint
"""

from collections.abc import Iterator

from display.drawings import cards, grids, slots, tracks
from display.drawings.pictures import Picture
from display.drawings.places import Hand
from display.profiles import Profile
from display.type import Face
from engines.drawings import Cards, Drawing, Grid, Slots, Track
from engines.text import Catalogue

ANY_SIZE = slice(None)
_BETWEEN = (Face("Semibold", 25, 24), Face("Semibold", 21, 24))
"""Faces with even stems that are no profile's, but may stand between its body and its bars."""


def faces(profile: Profile) -> tuple[Face, ...]:
    """Return the faces that drawings have on a panel, the largest first."""
    between = (face for face in _BETWEEN if profile.bar.size < face.size < profile.body.size)
    return (profile.body, *between, profile.bar)


def drawn(
    drawing: Drawing, profile: Profile, catalogue: Catalogue, width: int, height: int, sizes: slice = ANY_SIZE
) -> Picture | None:
    """Return a drawing as the best picture that fits into a rectangle (px); None where none does.

    `sizes` are those of `faces` that it may have.
    """
    hands = [Hand(face, catalogue) for face in faces(profile)[sizes]]
    hands = [hand for hand in hands if hand.unit <= min(width, height)]
    for picture in _forms(drawing, hands, width, height):
        if picture is not None and picture.width <= width and picture.height <= height:
            return picture
    return None


def _forms(drawing: Drawing, hands: list[Hand], width: int, height: int) -> Iterator[Picture | None]:
    """Yield a drawing in all its forms, the best first, whether they fit or not."""
    match drawing:
        case Track():
            if drawing.loop:
                yield from (tracks.looped(drawing, hand, width, height) for hand in hands)
            yield from (tracks.straight(drawing, hand, width) for hand in hands)
        case Slots():
            for hand in hands:
                yield slots.aligned(drawing, hand, width)
                yield slots.flowing(drawing, hand, width)
        case Cards():
            yield from (cards.side_by_side(drawing, hand, width) for hand in hands)
            yield from (cards.packed(drawing, hand, width) for hand in hands)
        case Grid():
            yield from (grids.picture(drawing, hand, width) for hand in hands)
