"""Places in order: a loop around its name, or rows; with the token, and the trail of its last move."""

from math import hypot

from msgspec.structs import replace

from display.drawings import places
from display.drawings.pictures import Area, Box, Deferred, Line, Picture, Placed, centre, column_of, row_of
from display.drawings.places import Style
from display.drawings.rings import Ring, smallest_ring
from engines.kit.drawings import Mark, Slot, Track
from engines.kit.text import Text

_MIN_PLACE = 18
"""Least size (pens) of a place of a loop."""
_TOKEN_EXTRA = 4
"""Difference in size (pens) between the token of a loop and a place."""
_TRAIL_ROOM = 10
"""Room (pens) for the trail above places in rows, and for a triangle inside of a loop."""


def loop(track: Track, style: Style, width: int, height: int, *, every: int, named: bool = True) -> Picture | None:
    """Return the smallest loop with room for its places and its name; None if none fits.

    Places without a text have their numbers. If `every` is not 1, only the first, the token's and multiples of `every`
    have one; a number that does not fit its place is omitted.
    """
    name = _name(track, style, width) if named else Picture(0, 0)
    if name is None:
        return None
    slots = _slots(track, every) if every == 1 else [*track.slots, Slot(0)]
    least = max(_MIN_PLACE, *(_disc(style, slot) for slot in slots))
    for side in range(max(style.unit, least) // 2 * 2, least - 1, -2):
        away = side // 2 + 4 + (_TRAIL_ROOM if track.mark is not Mark.TOKEN else 0)
        room = width - side - _TOKEN_EXTRA, height - side - _TOKEN_EXTRA
        ring = smallest_ring(len(track.slots), side, room, away, (name.width, name.height))
        if ring is not None:
            picture = Deferred(_draw_loop, (track, style, name, ring, side, every))
            return Picture(ring.wide + side + _TOKEN_EXTRA, ring.high + side + _TOKEN_EXTRA, ((0, 0, picture),))
    return None


def _disc(style: Style, slot: Slot) -> int:
    """Return the least even size (pens) of a round place with its text or icon; the token may be larger."""
    if slot.icon is not None and slot.text is None:
        return style.icon + 6
    wide = places.text_width(style, slot)
    size = round(hypot(wide, style.capital) / 2 + 3) * 2 if wide else 0
    return size - _TOKEN_EXTRA if slot.mark is Mark.TOKEN else size


def _without_large_number(style: Style, slot: Slot, side: int) -> Slot:
    """Return a place of `side` pens, without its number if that has no room."""
    return slot if _disc(style, slot) <= side else replace(slot, text=None)


def _draw_loop(track: Track, style: Style, name: Picture, ring: Ring, side: int, every: int) -> Picture:
    """Return a loop with places of `side` pens."""
    wide, high = ring.wide + side + _TOKEN_EXTRA, ring.high + side + _TOKEN_EXTRA
    middle = Picture(0, 0, (*_trail(track, ring), *_pointer(track, ring, side)))
    parts: list[Placed] = [centre(name, wide, high), (wide // 2, high // 2, middle)]
    slots = (_without_large_number(style, slot, side) for slot in _slots(track, every))
    for (x, y), slot in zip(ring.points(len(track.slots)), slots, strict=True):
        size = side + (_TOKEN_EXTRA if slot.mark is Mark.TOKEN else 0)
        cell = places.cell(style, slot, size, corner=size // 2)
        parts.append((round(x + (wide - size) / 2), round(y + (high - size) / 2), cell))
    return Picture(wide, high, tuple(parts))


def rows(track: Track, style: Style, width: int) -> Picture:
    """Return the places in as many rows as they take, all but the last equally long."""
    slots = _slots(track, 1)
    wide = max(places.min_width(style, slot) for slot in slots)
    most = max((width - 2) // (wide - 2), 1)
    in_row = -(-len(slots) // -(-len(slots) // most))
    signs = track.slots if track.mark is Mark.TOKEN else slots
    tall = any(map(places.has_mark_below, signs))
    cells = [_with_trail(places.cell(style, slot, wide, tall=tall, corner=0), n, track) for n, slot in enumerate(slots)]
    rows = [row_of(cells[start : start + in_row], -2) for start in range(0, len(cells), in_row)]
    name = row_of(_labels(track, style, width), 3 * style.gap)
    if name.width > width:
        name = column_of(_labels(track, style, width), style.gap)
    return column_of([name, *rows], style.gap)


def _labels(track: Track, style: Style, limit: int) -> list[Picture]:
    """Return the name, and the steps just taken, each in as many rows as it takes."""
    return [row for text in _texts(track) for row in style.words(text, limit)]


def _texts(track: Track) -> tuple[Text | int | str, ...]:
    steps = Text("{n} step", plural="{n} steps", n=track.moved)
    return (track.label, *((steps,) if track.moved else ()))


def _name(track: Track, style: Style, width: int) -> Picture | None:
    """Return the name in the middle of a loop; None if it would break a word."""
    limit = max(width // 2, 1)
    if any(style.breaks_a_word(style.row(text), limit) for text in _texts(track)):
        return None
    rows = _labels(track, style, limit)
    wide = max(row.width for row in rows)
    return column_of((Picture(wide, row.height, (((wide - row.width) // 2, 0, row),)) for row in rows), style.gap + 1)


def _slots(track: Track, every: int) -> list[Slot]:
    """Return the places with their numbers and the token, and a dot on its last place if nothing else is there."""
    last = track.at - track.moved
    left = last % len(track.slots) if track.moved and (last >= 0 or track.loop) else None
    return [_slot(track, n, slot, every, just_left=n == left) for n, slot in enumerate(track.slots)]


def _slot(track: Track, n: int, slot: Slot, every: int, *, just_left: bool) -> Slot:
    number = track.first + n
    numbered = not places.is_written(slot) and (n in (0, track.at) or number % every == 0)
    text = number if numbered else slot.text
    if n == track.at:
        return replace(slot, mark=track.mark, text=text)
    if slot.mark is not None or places.is_written(slot):
        return slot
    return replace(slot, mark=Mark.WAS) if just_left else replace(slot, text=text)


def _with_trail(cell: Picture, n: int, track: Track) -> Picture:
    """Return a place of a row with the trail above it: a dot at the token's last place, a line, and its tip."""
    if not track.moved:
        return cell
    last, wide = track.at - track.moved, cell.width
    middle, trail = wide // 2, list[Placed]()
    if max(last, 0) <= n <= track.at:
        start, end = middle if n == last else 0, middle if n == track.at else wide
        trail.append((start, 3, Box(end - start, 2, fill="black")))
    if n == last:
        trail.append((middle - 3, 1, Box(6, 6, 3, fill="black")))
    if n == track.at:
        trail.append((middle - 6, 3, Area(((0, 0), (11, 0), (6, 6), (5, 6)))))
    return Picture(cell.width, cell.height + _TRAIL_ROOM, (*trail, (0, _TRAIL_ROOM, cell)))


def _trail(track: Track, ring: Ring) -> tuple[Placed, ...]:
    """Return the trail of the last move: a line along the loop, behind its places."""
    if not track.moved:
        return ()
    fine, moved = 8, min(track.moved, len(track.slots) - 1)
    points = ring.points(fine * len(track.slots))
    trail = (points[n % len(points)] for n in range(fine * (track.at - moved), fine * track.at + 1))
    return ((0, 0, Line(tuple((round(x), round(y)) for x, y in trail), 5)),)


def _pointer(track: Track, ring: Ring, side: int) -> tuple[Placed, ...]:
    """Return a triangle inside the loop that points to place `at`, if no token is there."""
    if track.mark is Mark.TOKEN:
        return ()
    aways = side // 2 + _TRAIL_ROOM + 2, side // 2 + 2
    (x, y), (tip_x, tip_y) = (ring.points(len(track.slots), away)[track.at] for away in aways)
    across, along = (tip_x - x) / 2, (tip_y - y) / 2
    corners = (tip_x, tip_y), (x - along, y + across), (x + along, y - across)
    return ((0, 0, Area(tuple((round(a), round(b)) for a, b in corners))),)
