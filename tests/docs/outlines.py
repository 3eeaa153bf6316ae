"""The outlines of letters, read from a TrueType file, so that a drawing prints alike on every machine.

The tables are those of the OpenType specification: cmap (format 4), hmtx, loca and glyf. Nothing is kerned, as on the
glass.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from struct import calcsize, unpack_from
from typing import Any

from display.letters import Weight

ON_CURVE, SHORT_X, SHORT_Y, REPEAT, SAME_X, SAME_Y = 1, 2, 4, 8, 16, 32
"""Flags of a point of an outline."""
ARE_WORDS, ARE_OFFSETS, IS_SCALED, MORE = 1, 2, 8 | 64 | 128, 32
"""Flags of a part of a glyph that is made of others."""

_Point = tuple[int, int, bool]
"""x and y in units of the typeface, y upwards, and whether the curve passes through it."""


class Typeface:
    """One file of a typeface. Lengths are in its units: `units` are as high as its size."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._tables = {
            data[at : at + 4].decode(): unpack_from(">I", data, at + 8)[0]
            for at in range(12, 12 + 16 * self._read("H", 4)[0], 16)
        }
        self.units: int = self._read("H", self._tables["head"] + 18)[0]
        (self._long,) = self._read("h", self._tables["head"] + 50)
        (self._metrics,) = self._read("H", self._tables["hhea"] + 34)
        self._glyphs = dict(self._mapping())

    def advance(self, letter: str) -> int:
        """Return the distance from a letter to the next one."""
        return int(self._read("H", self._tables["hmtx"] + 4 * min(self._glyphs[ord(letter)], self._metrics - 1))[0])

    def outline(self, letter: str) -> str:
        """Return the outline as the data of an SVG path, y downwards; empty for a space. KeyError: there is none."""
        return "".join(_path(contour) for contour in self._contours(self._glyphs[ord(letter)]))

    def _read(self, form: str, at: int) -> tuple[Any, ...]:
        return unpack_from(f">{form}", self._data, at)

    def _mapping(self) -> Iterator[tuple[int, int]]:
        """Yield each character with its glyph."""
        cmap = self._tables["cmap"]
        records = [self._read("HHI", cmap + 4 + 8 * n) for n in range(self._read("H", cmap + 2)[0])]
        table = next(cmap + at for platform, encoding, at in records if (platform, encoding) == (3, 1))
        size = self._read("H", table + 6)[0]
        ends, starts, deltas, offsets = (table + at for at in (14, 16 + size, 16 + 2 * size, 16 + 3 * size))
        for n in range(0, size, 2):
            (end,), (start,), (delta,), (offset,) = (self._read("H", at + n) for at in (ends, starts, deltas, offsets))
            for code in range(start, end + 1):
                glyph = self._read("H", offsets + n + offset + 2 * (code - start))[0] if offset else code
                if glyph:
                    yield code, (glyph + delta) % 65536

    def _contours(self, glyph: int) -> list[list[_Point]]:
        form, step = ("II", 4) if self._long else ("HH", 2)
        start, end = self._read(form, self._tables["loca"] + step * glyph)
        scale = 1 if self._long else 2
        if start == end:
            return []
        at = self._tables["glyf"] + scale * start
        (count,) = self._read("h", at)
        return self._simple(at + 10, count) if count >= 0 else list(self._composite(at + 10))

    def _composite(self, at: int) -> Iterator[list[_Point]]:
        """Yield the contours of a glyph made of others, such as an accented letter."""
        flags = MORE
        while flags & MORE:
            flags, glyph = self._read("HH", at)
            assert flags & ARE_OFFSETS, "parts are placed by their points"
            assert not flags & IS_SCALED, "parts are scaled"
            form = "hh" if flags & ARE_WORDS else "bb"
            dx, dy = self._read(form, at + 4)
            at += 4 + calcsize(form)
            yield from ([(x + dx, y + dy, on) for x, y, on in contour] for contour in self._contours(glyph))

    def _simple(self, at: int, count: int) -> list[list[_Point]]:
        ends = self._read(f"{count}H", at)
        at += 2 * count
        at += 2 + self._read("H", at)[0]
        flags: list[int] = []
        while len(flags) <= ends[-1]:
            flag, more = self._data[at], self._data[at + 1] if self._data[at] & REPEAT else 0
            flags += [flag] * (1 + more)
            at += 2 if flag & REPEAT else 1
        xs, at = self._along(flags, at, SHORT_X, SAME_X)
        ys, at = self._along(flags, at, SHORT_Y, SAME_Y)
        points = [(x, y, bool(flag & ON_CURVE)) for x, y, flag in zip(xs, ys, flags, strict=True)]
        return [points[a:b] for a, b in zip((0, *(end + 1 for end in ends)), (end + 1 for end in ends), strict=False)]

    def _along(self, flags: list[int], at: int, short: int, same: int) -> tuple[list[int], int]:
        """Return the places of points on one axis, and where the next table begins."""
        places, now = [], 0
        for flag in flags:
            if flag & short:
                now += self._data[at] if flag & same else -self._data[at]
                at += 1
            elif not flag & same:
                now += self._read("h", at)[0]
                at += 2
            places.append(now)
        return places, at


@lru_cache
def typeface(weight: Weight) -> Typeface:
    """Return a weight of the typeface of the glass."""
    package = find_spec("font_source_sans_pro")
    assert package is not None
    assert package.origin is not None
    return Typeface((Path(package.origin).with_name("files") / f"SourceSansPro-{weight}.ttf").read_bytes())


def _path(contour: list[_Point]) -> str:
    """Return a closed curve, which passes through the middle between two points that are not on it."""
    ring: list[tuple[float, float, bool]] = []
    for n, (x, y, on) in enumerate(contour):
        x0, y0, on0 = contour[n - 1]
        if not on and not on0:
            ring.append(((x0 + x) / 2, (y0 + y) / 2, True))
        ring.append((x, y, on))
    first = next(n for n, (_, _, on) in enumerate(ring) if on)
    ring = [*ring[first:], *ring[: first + 1]]
    commands, was_on = [f"M{ring[0][0]:g} {-ring[0][1]:g}"], True
    for point_x, point_y, on in ring[1:]:
        commands.append(f"{' ' if not was_on else 'L' if on else 'Q'}{point_x:g} {-point_y:g}")
        was_on = on
    return "".join(commands) + "Z"
