"""Places in order: a loop around its name, or rows; with the token, and the way that it just went."""

from msgspec.structs import replace

from display.drawings import places
from display.drawings.pictures import Area, Box, Later, Line, Picture, Placed, beside, centred, stacked
from display.drawings.places import Hand
from display.drawings.rings import Ring, smallest
from engines.kit.drawings import Mark, Slot, Track
from engines.kit.text import Text

_LEAST = 18
"""Least size (px) of a place of a loop that has no text."""
_WAY = 10
"""Room (px) for the way just gone, above places in rows, or inside of a loop."""


def looped(track: Track, hand: Hand, width: int, height: int, *, named: bool = True) -> Picture | None:
    """Return the smallest loop with room for its places, and its name if it is `named`; None where none fits."""
    name = _name(track, hand, width) if named else Picture(0, 0)
    full, least = hand.unit, min(hand.unit, _LEAST)
    if any(map(places.is_written, track.slots)):
        full = least = (max(places.width(hand, slot) for slot in track.slots) + 1) // 2 * 2
    for side in range(full, least - 1, -2):
        away = side // 2 + (_WAY + 4 if track.moved else 4)
        ring = smallest(len(track.slots), side, (width - side, height - side), away, (name.width, name.height))
        if ring is not None:
            picture = Later(_round, (track, hand, name, ring, side))
            return Picture(ring.wide + side, ring.high + side, ((0, 0, picture),))
    return None


def _round(track: Track, hand: Hand, name: Picture, ring: Ring, side: int) -> Picture:
    """Return a loop with places of `side` px."""
    slots = _slots(track)
    wide, high = ring.wide + side, ring.high + side
    way = _round_way(track, ring, side // 2 + _WAY // 2) if track.moved else ()
    parts: list[Placed] = [centred(name, wide, high), (wide // 2, high // 2, Picture(0, 0, way))]
    for (x, y), slot in zip(ring.points(len(slots)), slots, strict=True):
        cell = places.cell(hand, slot, side, corner=side // 2)
        parts.append((round(x + ring.wide / 2), round(y + ring.high / 2), cell))
    return Picture(wide, high, tuple(parts))


def straight(track: Track, hand: Hand, width: int) -> Picture:
    """Return the places in as many rows as they take, all but the last equally long."""
    slots = _slots(track)
    wide = max(places.width(hand, slot) for slot in slots)
    most = max((width - 2) // (wide - 2), 1)
    in_row = -(-len(slots) // -(-len(slots) // most))
    tall = any(map(places.is_tall, track.slots))
    cells = [_below_way(places.cell(hand, slot, wide, tall=tall, corner=0), n, track) for n, slot in enumerate(slots)]
    rows = [beside(cells[start : start + in_row], -2) for start in range(0, len(cells), in_row)]
    name = beside(_labels(track, hand, width), 3 * hand.gap)
    if name.width > width:
        name = stacked(_labels(track, hand, width), hand.gap)
    return stacked([name, *rows], hand.gap)


def _labels(track: Track, hand: Hand, limit: int) -> list[Picture]:
    """Return the name, and the steps just taken, each in as many rows as it takes."""
    steps = Text("{n} step", plural="{n} steps", n=track.moved)
    return [*hand.words(track.label, limit), *(hand.words(steps, limit) if track.moved else ())]


def _name(track: Track, hand: Hand, width: int) -> Picture:
    """Return what stands in the middle of a loop."""
    rows = _labels(track, hand, max(width // 2, 1))
    wide = max(row.width for row in rows)
    return stacked((Picture(wide, row.height, (((wide - row.width) // 2, 0, row),)) for row in rows), hand.gap + 1)


def _slots(track: Track) -> list[Slot]:
    """Return the places with the token, and a mark where it was if nothing else is there."""
    slots = list(track.slots)
    was = track.at - track.moved
    before = was % len(slots)
    if track.moved and (was >= 0 or track.loop) and slots[before].mark is None and not places.is_written(slots[before]):
        slots[before] = replace(slots[before], mark=Mark.WAS)
    slots[track.at] = replace(slots[track.at], mark=Mark.TOKEN)
    return slots


def _below_way(cell: Picture, n: int, track: Track) -> Picture:
    """Return a place of a row with what stands above it: a dot where the token went from, an arrow where it is."""
    if not track.moved:
        return cell
    middle, way = cell.width // 2, list[Placed]()
    if n == track.at:
        way = [(middle - 6, 0, Area(((0, 0), (11, 0), (6, 6), (5, 6))))]
    elif max(track.at - track.moved, 0) <= n < track.at:
        way = [(middle - 2, 2, Box(4, 4, fill="black"))]
    return Picture(cell.width, cell.height + _WAY, (*way, (0, _WAY, cell)))


def _round_way(track: Track, ring: Ring, away: int) -> tuple[Placed, ...]:
    """Return the way inside of a loop as an arrow, around the middle of the loop."""
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
