"""Places in order: a loop around its name, or rows; with the token, and the way that it just went."""

from msgspec.structs import replace

from display.drawings import places
from display.drawings.pictures import Area, Box, Deferred, Line, Picture, Placed, centre, column_of, row_of
from display.drawings.places import Style
from display.drawings.rings import Ring, smallest_ring
from engines.kit.drawings import Mark, Slot, Track
from engines.kit.text import Text

_MIN_PLACE_PX = 18
"""Least size (px) of a place of a loop that has no text."""
_WAY_PX = 10
"""Room (px) for the way just gone, above places in rows, or inside of a loop."""


def loop(track: Track, style: Style, width: int, height: int, *, named: bool = True) -> Picture | None:
    """Return the smallest loop with room for its places, and its name if `named`; None if none fits."""
    name = _name(track, style, width) if named else Picture(0, 0)
    full, least = style.unit, min(style.unit, _MIN_PLACE_PX)
    if any(map(places.is_written, track.slots)):
        full = least = (max(places.width(style, slot) for slot in track.slots) + 1) // 2 * 2
    for side in range(full, least - 1, -2):
        away = side // 2 + (_WAY_PX + 4 if track.moved else 4)
        ring = smallest_ring(len(track.slots), side, (width - side, height - side), away, (name.width, name.height))
        if ring is not None:
            picture = Deferred(_draw_loop, (track, style, name, ring, side))
            return Picture(ring.wide + side, ring.high + side, ((0, 0, picture),))
    return None


def _draw_loop(track: Track, style: Style, name: Picture, ring: Ring, side: int) -> Picture:
    """Return a loop with places of `side` px."""
    slots = _slots(track)
    wide, high = ring.wide + side, ring.high + side
    way = _way_in_loop(track, ring, side // 2 + _WAY_PX // 2) if track.moved else ()
    parts: list[Placed] = [centre(name, wide, high), (wide // 2, high // 2, Picture(0, 0, way))]
    for (x, y), slot in zip(ring.points(len(slots)), slots, strict=True):
        cell = places.cell(style, slot, side, corner=side // 2)
        parts.append((round(x + ring.wide / 2), round(y + ring.high / 2), cell))
    return Picture(wide, high, tuple(parts))


def rows(track: Track, style: Style, width: int) -> Picture:
    """Return the places in as many rows as they take, all but the last equally long."""
    slots = _slots(track)
    wide = max(places.width(style, slot) for slot in slots)
    most = max((width - 2) // (wide - 2), 1)
    in_row = -(-len(slots) // -(-len(slots) // most))
    tall = any(map(places.has_mark_below, track.slots))
    cells = [_with_way(places.cell(style, slot, wide, tall=tall, corner=0), n, track) for n, slot in enumerate(slots)]
    rows = [row_of(cells[start : start + in_row], -2) for start in range(0, len(cells), in_row)]
    name = row_of(_labels(track, style, width), 3 * style.gap)
    if name.width > width:
        name = column_of(_labels(track, style, width), style.gap)
    return column_of([name, *rows], style.gap)


def _labels(track: Track, style: Style, limit: int) -> list[Picture]:
    """Return the name, and the steps just taken, each in as many rows as it takes."""
    steps = Text("{n} step", plural="{n} steps", n=track.moved)
    return [*style.words(track.label, limit), *(style.words(steps, limit) if track.moved else ())]


def _name(track: Track, style: Style, width: int) -> Picture:
    """Return the name in the middle of a loop."""
    rows = _labels(track, style, max(width // 2, 1))
    wide = max(row.width for row in rows)
    return column_of((Picture(wide, row.height, (((wide - row.width) // 2, 0, row),)) for row in rows), style.gap + 1)


def _slots(track: Track) -> list[Slot]:
    """Return the places with the token, and a mark on its last place if nothing else is there."""
    slots = list(track.slots)
    was = track.at - track.moved
    before = was % len(slots)
    if track.moved and (was >= 0 or track.loop) and slots[before].mark is None and not places.is_written(slots[before]):
        slots[before] = replace(slots[before], mark=Mark.WAS)
    slots[track.at] = replace(slots[track.at], mark=Mark.TOKEN)
    return slots


def _with_way(cell: Picture, n: int, track: Track) -> Picture:
    """Return a place of a row with the way above it: a dot on each place left behind, an arrow on the token's."""
    if not track.moved:
        return cell
    middle, way = cell.width // 2, list[Placed]()
    if n == track.at:
        way = [(middle - 6, 0, Area(((0, 0), (11, 0), (6, 6), (5, 6))))]
    elif max(track.at - track.moved, 0) <= n < track.at:
        way = [(middle - 2, 2, Box(4, 4, fill="black"))]
    return Picture(cell.width, cell.height + _WAY_PX, (*way, (0, _WAY_PX, cell)))


def _way_in_loop(track: Track, ring: Ring, away: int) -> tuple[Placed, ...]:
    """Return the way as an arrow inside the loop, around its middle."""
    fine, moved = 8, min(track.moved, len(track.slots) - 1)
    points = ring.points(fine * len(track.slots), away)
    start, end = fine * (track.at - moved), fine * track.at
    back = max(round(9 * len(points) / ring.around), 1)
    line = [points[n % len(points)] for n in range(start, end - back + 1)]
    (x, y), (tip_x, tip_y) = (points[n % len(points)] for n in (end - 4, end))
    across, along = (tip_x - x) / 2, (tip_y - y) / 2
    far = max((across**2 + along**2) ** 0.5, 1)
    across, along = across / far * 5, along / far * 5
    head = (tip_x, tip_y), (tip_x - 2 * across - along, tip_y - 2 * along + across)
    corners = (*head, (tip_x - 2 * across + along, tip_y - 2 * along - across))
    whole = [tuple((round(a), round(b)) for a, b in shape) for shape in (line, corners)]
    return (0, 0, Line(whole[0], 3)), (0, 0, Area(whole[1]))
