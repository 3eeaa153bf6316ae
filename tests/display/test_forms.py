"""The content and the places of each form of a drawing: read from the strokes of its picture, or from its pixels."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import dist

import pytest
from PIL import Image

from display.drawings import figures, picture_of, places, rows, styles
from display.drawings.pictures import Area, Box, Deferred, Line, Picture, Words, paint
from display.letters import width
from engines.kit.drawings import Bar, Bars, Card, Cards, Code, Drawing, Grid, Mark, Row, Slot, Slots, Track
from engines.kit.text import ENGLISH, Icon, Text
from tests.display.test_drawings import outside
from tests.profiles import PROFILES

STYLE = styles(PROFILES["4.2"], ENGLISH)[0]
WIDE = 376
CODE = Code("a text", ("110", "001", "010"))
RED = Text("red")


RING = 3
"""The line (px) of the ring that is the player's piece."""


def picture_in(drawing: Drawing, room: int = WIDE) -> Picture:
    """Return the picture of a drawing in a room of this width (px), with enough height."""
    picture = picture_of(drawing, (STYLE,), (room, 300))
    assert picture is not None
    return picture


def strokes(picture: Picture, left: int = 0, top: int = 0) -> Iterator[tuple[int, int, Box | Area | Line | Words]]:
    """Yield every stroke of a picture with its place on the picture (px)."""
    for x, y, part in picture.parts:
        if isinstance(part, Picture | Deferred):
            yield from strokes(part.make(*part.args) if isinstance(part, Deferred) else part, left + x, top + y)
        else:
            yield left + x, top + y, part


def words_by_place(picture: Picture) -> dict[str, tuple[int, int, int]]:
    """Return the rows of type of a picture, each with its left edge, its baseline and its right edge (px)."""
    rows = ((x, y, part) for x, y, part in strokes(picture) if isinstance(part, Words))
    return {
        "".join(run for run in part.row if isinstance(run, str)): (x, y, x + width(part.face, part.row))
        for x, y, part in rows
    }


def boxes(picture: Picture, *, disc: bool = False) -> list[tuple[int, int, Box]]:
    """Return the boxes of a picture, or the discs and rings, with their places (px)."""
    found = [(x, y, part) for x, y, part in strokes(picture) if isinstance(part, Box)]
    return [(x, y, box) for x, y, box in found if disc == (2 * box.radius == box.width)]


def bitmap(picture: Picture) -> Image.Image:
    """Return a picture on white."""
    image = Image.new("1", (picture.width, picture.height), 1)
    paint(image, picture, 0, 0, 1)
    return image


@pytest.mark.parametrize(("room", "side"), [((100, 100), 9), ((300, 60), 5), ((60, 300), 5), ((10, 10), 3)])
def test_a_code_has_all_its_modules_and_white_around_them(room: tuple[int, int], side: int) -> None:
    """Four modules of white on each side, and every module as large as fits, at least 3 px."""
    picture = figures.code(CODE, *room)
    image, middles = bitmap(picture), range(side // 2, 11 * side, side)
    assert (picture.width, picture.height) == (11 * side, 11 * side)
    white = ["0" * 11] * 4
    assert [*white, *(f"0000{row}0000" for row in CODE.rows), *white] == [
        "".join("0" if image.getpixel((x, y)) else "1" for x in middles) for y in middles
    ]


@pytest.mark.parametrize(
    ("drawing", "room", "words"),
    [
        (Cards((Card("Left", 17, (Slot("Mine"),)),)), WIDE, "Left 17 Mine"),
        (Slots((Row("A", (Slot("B"),), "of Prestige buildings"),)), 110, "A B of Prestige buildings"),
        (Grid(("A",), (Row(2, (Slot(),), "hot in the summer"),)), 100, "A 2 2: hot in the summer"),
    ],
    ids=["the only item of a card", "a note of several rows", "a note below a board"],
)
def test_no_word_is_left_out(drawing: Drawing, room: int, words: str) -> None:
    """The picture of a drawing has all its words."""
    assert {*words.split()} == {word for row in words_by_place(picture_in(drawing, room)) for word in row.split()}


def test_names_of_columns_do_not_touch() -> None:
    """A column is at least as wide as its name."""
    names = "Treasury", "Minister", "Builder"
    places_of = words_by_place(picture_in(Grid(names, (Row(1, (Slot(),) * 3),))))
    assert all(places_of[one][2] < places_of[other][0] for one, other in pairwise(names))


def test_a_board_grows_no_wider_than_its_room() -> None:
    """Places grow by half if there is room for them and for the notes behind the rows."""
    board = Grid(tuple("ABCDE"), (Row(1, (Slot(),) * 5, "hot"),))
    pictures = {room: rows.board(board, STYLE, room) for room in range(200, WIDE, 8)}
    assert [] == [room for room, picture in pictures.items() if picture.width > room]
    sides = {room: {box.width for *_, box in boxes(picture)} for room, picture in pictures.items()}
    assert {STYLE.unit * 3 // 2} == sides[max(sides)]
    assert max(sides[min(sides)]) < STYLE.unit * 3 // 2


VILLA, DOTS = Slot("Villa", mark=Mark.YOURS), Slot(icon=Icon.HATCH_DOTS, mark=Mark.YOURS, said=RED)


@pytest.mark.parametrize(
    "drawing",
    [Grid(("A",), (Row(1, (VILLA,)),)), Track("Path", (VILLA, Slot()), 1), Slots((Row(1, (VILLA,)),))],
    ids=["board", "track", "row"],
)
def test_a_piece_is_below_the_name_of_its_place(drawing: Drawing) -> None:
    """Both are seen, and the place is as high as both."""
    picture = picture_in(drawing)
    _, base, _ = words_by_place(picture)["Villa"]
    assert [True] == [y > base for _, y, box in boxes(picture, disc=True) if box.line == RING]
    assert [] == outside(picture)


def test_a_piece_is_below_an_icon() -> None:
    """A place with an icon is as high as one with a name."""
    icon, name = (places.cells(STYLE, (slot,))[0] for slot in (DOTS, VILLA))
    assert icon.height == name.height
    assert [RING] == [box.line for *_, box in boxes(icon, disc=True)]


def test_a_text_on_a_shade_is_on_white() -> None:
    """Around its letters the place looks as it does without the shade, and no further."""
    plain, shaded = (bitmap(places.cell(STYLE, Slot("II", shaded=dark, said=RED), 60)) for dark in (False, True))
    inside = [(x, y) for x in range(4, plain.width - 4) for y in range(4, plain.height - 4)]
    ink = [(x, y) for x, y in inside if not plain.getpixel((x, y))]
    around = {(x + a, y + b) for x, y in ink for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1))}
    assert [plain.getpixel(one) for one in around] == [shaded.getpixel(one) for one in around]
    assert any(not shaded.getpixel((x, plain.height // 2)) for x in range(4, min(ink)[0] - 2))


@pytest.mark.parametrize("slot", [Slot(mark=Mark.YOURS), Slot("A", mark=Mark.YOURS)], ids=["alone", "below a text"])
def test_a_piece_on_a_shade_is_on_white(slot: Slot) -> None:
    """The two pixels around the ring are white at all four sides."""
    (picture,) = places.cells(STYLE, (Slot(slot.text, mark=slot.mark, shaded=True, said=RED),), 48)
    image, ((x, y, ring),) = bitmap(picture), [one for one in boxes(picture, disc=True) if one[2].line == RING]
    half, far = ring.width // 2, ring.width
    for n in (1, 2):
        around = (x - n, y + half), (x + far + n - 1, y + half), (x + half, y - n), (x + half, y + far + n - 1)
        assert all(image.getpixel(one) for one in around)


@pytest.mark.parametrize("values", [(3, 6), (-3, -6), (-4, 8), (4, -8)])
def test_bars_are_as_long_as_their_numbers(values: tuple[int, int]) -> None:
    """The second number is twice as large, wherever the line is; both bars begin at the line."""
    bars = Bars("Last results", tuple(Bar(value, Text("{n}", n=value)) for value in values))
    picture = figures.bars(bars, STYLE, WIDE, 200)
    (one, other), line = [place for place in boxes(picture) if place[2].height > 2], boxes(picture)[-1]
    assert abs(2 * one[2].height - other[2].height) <= 2
    starts = [y + box.height if value > 0 else y for (_, y, box), value in zip((one, other), values, strict=True)]
    assert [line[1] + 1] * 2 == starts
    assert [] == outside(picture)


def test_places_are_spread_over_their_rows() -> None:
    """Seven places of which five fit side by side are in rows of four and three."""
    room = 5 * (STYLE.unit + STYLE.gap)
    picture = rows.flowing_rows(Slots((Row("", (Slot(),) * 7),)), STYLE, room + STYLE.gap)
    assert [4, 3] == [*Counter(y for _, y, _ in boxes(picture)).values()]


def test_a_long_name_is_above_its_places() -> None:
    """A name that would take half of the width does not push its places to the right."""
    row = Row("Prestige buildings", (Slot(), Slot()))
    picture = picture_in(Slots((row,)))
    ((_, base, _),) = words_by_place(picture).values()
    assert [(0, True)] == [(x, y > base) for x, y, _ in boxes(picture)[:1]]


@pytest.mark.parametrize(("at", "loop", "before"), [(5, False, 1), (1, False, 0), (1, True, 1), (6, True, 0)])
def test_where_the_token_was(at: int, loop: bool, before: int) -> None:
    """A small disc marks the place, unless the token came from outside the row, or the player's piece is there."""
    squares = tuple(Slot(mark=Mark.YOURS if n == 3 else None) for n in range(12))
    track = Track("Guild", squares, at, 3, loop=loop)
    discs = [box for *_, box in boxes(picture_in(track), disc=True)]
    dots = [box for box in discs if box.fill == "black" and 6 < box.width <= STYLE.unit // 2]
    assert (before, 1) == (len(dots), sum(box.line == RING for box in discs))


def test_the_token_is_the_largest_mark() -> None:
    """In a loop it is larger than its place, and has its number; its last place has a dot, as on a board."""
    picture = picture_in(Track("Guild", (Slot(), Slot(mark=Mark.YOURS), *[Slot()] * 10), 5, 3, loop=True))
    *_, second, first = sorted(box.width for *_, box in boxes(picture, disc=True))
    assert first == second + 4
    (token,) = [(x, y, box) for x, y, box in boxes(picture, disc=True) if box.width == first]
    left, base, right = words_by_place(picture)["6"]
    assert token[0] < left < right < token[0] + first
    assert token[1] < base < token[1] + first
    sizes = {mark: max(part.width for *_, part in strokes(places.mark_picture(mark, 18)) if isinstance(part, Box))
             for mark in (Mark.TOKEN, Mark.YOURS, Mark.WAS)}  # fmt: skip
    assert sizes[Mark.TOKEN] > sizes[Mark.YOURS] > sizes[Mark.WAS]


@pytest.mark.parametrize("size", [8, 10, 12, 18])
def test_the_piece_of_the_player_is_a_ring_in_all_sizes(size: int) -> None:
    """There is white in its middle, and ink around that."""
    image = bitmap(places.mark_picture(Mark.YOURS, size))
    assert image.getpixel((size // 2, size // 2))
    assert not image.getpixel((1, size // 2))


def test_a_small_loop_has_every_third_number() -> None:
    """It also has the first number and the token's; those of two digits only as far as they have room."""
    track = Track("Guild", (Slot(),) * 12, 4, loop=True)
    picture = picture_of(track, styles(PROFILES["4.2"], ENGLISH), (150, 113))
    assert picture is not None
    assert {"1", "3", "5", "6", "9"} == {*words_by_place(picture)} - {"Guild"}
    assert {"1", "12"} <= {*words_by_place(picture_in(track))}


def test_a_loop_without_room_for_its_name_is_a_loop() -> None:
    """It leaves out its name rather than be set in rows."""
    track = Track("Schifffahrtsgesellschaft", (Slot(),) * 12, 4, loop=True)
    picture = picture_of(track, styles(PROFILES["4.2"], ENGLISH), (150, 130))
    assert picture is not None
    assert len(boxes(picture, disc=True)) == len(track.slots)


def test_a_triangle_points_to_a_place_without_a_token() -> None:
    """It is inside the loop; the place has its number, and is white."""
    picture = picture_in(Track("From", tuple(map(Slot, range(1, 7))), 2, loop=True, mark=Mark.NEXT))
    ((x, y, triangle),) = ((x, y, part) for x, y, part in strokes(picture) if isinstance(part, Area))
    centres = {name: (left + right) / 2 for name, (left, _, right) in words_by_place(picture).items() if name.isdigit()}
    tip = x + triangle.points[0][0], y + triangle.points[0][1]
    middles = {name: (middle, words_by_place(picture)[name][1] - STYLE.capital / 2) for name, middle in centres.items()}
    assert "3" == min(middles, key=lambda name: dist(tip, middles[name]))
    assert {"white"} == {box.fill for *_, box in boxes(picture, disc=True)}


def test_a_token_that_did_not_move_took_no_steps() -> None:
    """Its name and numbers are all that is written."""
    assert {"Guild", *map(str, range(1, 13))} == {*words_by_place(picture_in(Track("Guild", (Slot(),) * 12, 3)))}


def test_a_way_of_more_than_a_loop_does_not_overlap() -> None:
    """The arrow never reaches its own start."""
    track = Track("Guild", (Slot(),) * 12, 3, 15, loop=True)
    (way,) = (part for *_, part in strokes(picture_in(track)) if isinstance(part, Line))
    assert len(way.points) == len({*way.points})
