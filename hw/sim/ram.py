"""The chip's two picture RAMs, the window in which they are written, and the counter in it."""

from __future__ import annotations

from hw.sim.faults import Misuse

NEW, SECOND = 0x24, 0x26  # the commands that write them

# A window of 3 bytes and 2 rows, and how the counter goes through it:
#
#          xs      xe
#     ys   0 ─ 1 ─ 2 ┐
#        ┌───────────┘
#     ye └ 3 ─ 4 ─ 5 ──▶ back to 0


class Ram:
    """Two planes of `stride` bytes a row and `rows` rows. Both are unknown until they were written as a whole.

    Args:
        stride: bytes in a row of RAM.
        rows: rows of RAM.
        visible: bytes of a picture; a window of that size or more makes a plane known.

    """

    def __init__(self, stride: int, rows: int, visible: int) -> None:
        self._stride = stride
        self._rows = rows
        self._visible = visible
        self.planes: dict[int, bytearray] = {}
        self.known = {NEW: False, SECOND: False}
        self._fresh = False  # written from the window's start on
        self._full = False  # ... to its end
        self.lose()
        self.reset()

    def lose(self) -> None:
        """Forget the content, as without power: it may be anything, and never what it was."""
        size = self._stride * self._rows
        self.planes = {NEW: bytearray(b"\x5a" * size), SECOND: bytearray(b"\xc3" * size)}
        self.known = {NEW: False, SECOND: False}

    def reset(self) -> None:
        """Make the window the whole RAM; the content stays."""
        self._xs, self._xe, self._ys, self._ye = 0, self._stride - 1, 0, self._rows - 1
        self._x = self._y = 0
        self._open(fresh=False)

    def swap(self) -> None:
        """Exchange the two planes, as chips with RAM ping-pong do after a partial refresh."""
        planes, known = self.planes, self.known
        planes[NEW], planes[SECOND] = planes[SECOND], planes[NEW]
        known[NEW], known[SECOND] = known[SECOND], known[NEW]

    def columns(self, start: int, end: int) -> Misuse | None:
        """Set the window's first and last byte of a row; return what is wrong with it."""
        self._xs, self._xe = start, end
        return None if start <= end < self._stride else Misuse.WINDOW

    def rows(self, start: int, end: int) -> Misuse | None:
        """Set the window's first and last row; return what is wrong with it."""
        self._ys, self._ye = start, end
        return None if start <= end < self._rows else Misuse.WINDOW

    def seek(self, *, x: int | None = None, y: int | None = None) -> None:
        """Set the counter: `x` in bytes, `y` in rows."""
        self._x = self._x if x is None else x
        self._y = self._y if y is None else y

    def begin(self) -> None:
        """Take a command that writes a plane: data follows."""
        self._open(fresh=(self._x, self._y) == (self._xs, self._ys))

    def write(self, plane: int, data: bytes) -> Misuse | None:
        """Write at the counter and move it; return Misuse.WINDOW if some of it fell outside, where it is dropped."""
        inside = self._xs <= self._x <= self._xe < self._stride and self._ys <= self._y <= self._ye < self._rows
        if not inside or self._full:
            return Misuse.WINDOW if data else None
        width = self._xe + 1 - self._xs
        left = (self._ye - self._y) * width + self._xe + 1 - self._x
        self._put(self.planes[plane], data[:left], width)
        if len(data) >= left:
            self._x, self._y, self._full = self._xs, self._ys, True
            whole = self._fresh and width * (self._ye + 1 - self._ys) >= self._visible
            self.known[plane] = self.known[plane] or whole
        return Misuse.WINDOW if len(data) > left else None

    def _open(self, *, fresh: bool) -> None:
        self._fresh, self._full = fresh, False

    def _put(self, plane: bytearray, data: bytes, width: int) -> None:
        """Copy data that is known to fit."""
        if width == self._stride:  # the window is as wide as RAM: its rows follow one another
            at = self._y * width + self._x
            plane[at : at + len(data)] = data
            rows, self._x = divmod(self._x + len(data), width)
            self._y += rows
            return
        at = self._put_columns(plane, data, width) if self._x == self._xs else 0
        while at < len(data):
            run = min(self._xe + 1 - self._x, len(data) - at)
            to = self._y * self._stride + self._x
            plane[to : to + run] = data[at : at + run]
            at += run
            self._x += run
            if self._x > self._xe:
                self._x, self._y = self._xs, self._y + 1

    def _put_columns(self, plane: bytearray, data: bytes, width: int) -> int:
        """Copy the whole rows of a window that is narrow and high, a column at a time; return how many bytes."""
        rows = len(data) // width
        if rows <= width:
            return 0
        first = self._y * self._stride + self._xs
        for n in range(width):
            plane[first + n : first + n + (rows - 1) * self._stride + 1 : self._stride] = data[n : rows * width : width]
        self._y += rows
        return rows * width
