"""Drawings as pictures, as large as fits: first in the form that looks most like the table, then in smaller faces.

drawing ─▶ a form in a style (tracks, rows, cards, figures) ─▶ picture, which knows its size ─▶ paint

pictures  pictures as values: boxes, lines, areas and words with their places
places    a place of a board, with its text or icon and its mark
tracks    places in order: a loop, or rows
rings     ellipses with points at equal distances, for a loop
rows      rows of places: one by one, as a board, or as a legend
cards     cards side by side
figures   bars and codes
placing   the room of a drawing beside the words of its page
sides     a bot's side of the table as pages
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from display.drawings import cards, figures, rows, tracks
from display.drawings.pictures import Picture
from display.drawings.places import Style
from display.profiles import Profile
from engines.kit.drawings import Bars, Cards, Code, Drawing, Grid, Legend, Slots, Track
from engines.kit.text import Catalogue

_USES_HEIGHT = (Track, Code, Bars, Legend)
"""Drawings whose size depends on the height of their room, too."""


def _table_form(  # noqa: PLR0911 - one for each kind
    drawing: Drawing, style: Style, width: int, height: int
) -> Picture | None:
    match drawing:
        case Track(loop=True):
            return tracks.loop(drawing, style, width, height, every=1)
        case Track():
            return tracks.rows(drawing, style, width)
        case Slots():
            return rows.aligned_rows(drawing, style, width)
        case Cards():
            return cards.card_row(drawing, style, width)
        case Grid():
            return rows.board(drawing, style, width)
        case Code():
            return figures.code(drawing, width, height)
        case Bars():
            return figures.bars(drawing, style, width, height)
        case Legend():
            return rows.legend(drawing, style, width, height)


def _fewer_numbers_form(drawing: Drawing, style: Style, width: int, height: int) -> Picture | None:
    if isinstance(drawing, Track) and drawing.loop:
        return tracks.loop(drawing, style, width, height, every=3)
    return None


def _nameless_form(drawing: Drawing, style: Style, width: int, height: int) -> Picture | None:
    if isinstance(drawing, Track) and drawing.loop:
        return tracks.loop(drawing, style, width, height, every=1, named=False)
    return None


def _smallest_form(drawing: Drawing, style: Style, width: int, height: int) -> Picture | None:
    if isinstance(drawing, Track) and drawing.loop:
        return tracks.loop(drawing, style, width, height, every=3, named=False)
    return None


def _packed_form(drawing: Drawing, style: Style, width: int, _: int) -> Picture | None:
    match drawing:
        case Track(loop=True):
            return tracks.rows(drawing, style, width)
        case Slots():
            return rows.flowing_rows(drawing, style, width)
        case Cards():
            return cards.lowest_cards(drawing, style, width)
    return None


Form: TypeAlias = Callable[[Drawing, Style, int, int], Picture | None]
FORMS: tuple[Form, ...] = (_table_form, _fewer_numbers_form, _nameless_form, _smallest_form, _packed_form)
TABLE_FORMS = FORMS[:4]
"""The forms that look as the table does."""


@lru_cache(maxsize=8)
def styles(profile: Profile, catalogue: Catalogue) -> tuple[Style, ...]:
    """Return the styles in which a panel has drawings, the largest first."""
    return tuple(Style(face, catalogue) for face in profile.drawing_faces)


def picture_of(
    drawing: Drawing, styles: Sequence[Style], room: tuple[int, int], forms: Sequence[Form] = FORMS
) -> Picture | None:
    """Return the best picture of a drawing that fits into a room (width and height, pens); None if none fits."""
    found = best_form(drawing, styles, room, forms)
    if found is None:
        return None
    form, style = found
    return form(drawing, style, *room)


def best_form(
    drawing: Drawing, styles: Sequence[Style], room: tuple[int, int], forms: Sequence[Form] = FORMS
) -> tuple[Form, Style] | None:
    """Return the first form in which a drawing fits, and the first style for it; None if there is none."""
    width, height = room
    limit = height if isinstance(drawing, _USES_HEIGHT) else 0
    for form in forms:
        for style in styles:
            size = _size(form, drawing, style, width, limit) if style.unit <= min(room) else None
            if size is not None and size[0] <= width and size[1] <= height:
                return form, style
    return None


@lru_cache(maxsize=512)
def _size(form: Form, drawing: Drawing, style: Style, width: int, height: int) -> tuple[int, int] | None:
    """Return width and height (pens) of a drawing in a form; most are asked for several times."""
    picture = form(drawing, style, width, height)
    return None if picture is None else (picture.width, picture.height)
