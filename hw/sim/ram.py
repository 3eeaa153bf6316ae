"""The chip's two picture RAMs, how they are written and read, and the glass, which keeps its picture without power."""

import hashlib
from collections.abc import Callable

from msgspec import Struct
from PIL import Image

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
        names: of the planes: the one with the picture first.

    """

    def __init__(self, stride: int, rows: int, visible: int, names: tuple[int, int]) -> None:
        self._stride = stride
        self._rows = rows
        self._visible = visible
        self._names = names
        self.planes: dict[int, bytearray] = {}
        self.known = dict.fromkeys(names, False)
        self._fresh = self._full = False  # written from the window's start on; to its end
        self.lose()
        self.reset()

    def lose(self) -> None:
        """Forget the content, as without power: it may be anything but what it was."""
        size = self._stride * self._rows
        self.planes = {name: bytearray(byte * size) for name, byte in zip(self._names, (b"\x5a", b"\xc3"), strict=True)}
        self.known = dict.fromkeys(self._names, False)

    def reset(self) -> None:
        """Make the window the whole RAM; the content stays."""
        self._xs, self._xe, self._ys, self._ye = 0, self._stride - 1, 0, self._rows - 1
        self._x = self._y = 0
        self._fresh = self._full = False

    def swap(self) -> None:
        """Exchange the two planes, as chips with RAM ping-pong do after a partial refresh."""
        (new, second), planes, known = self._names, self.planes, self.known
        planes[new], planes[second] = planes[second], planes[new]
        known[new], known[second] = known[second], known[new]

    def copy(self) -> None:
        """Copy the picture to the second plane, as some chips do after a refresh."""
        new, second = self._names
        self.planes[second][:], self.known[second] = self.planes[new], self.known[new]

    def columns(self, start: int, end: int) -> bool:
        """Set the window's first and last byte of a row; return whether they are in RAM."""
        self._xs, self._xe = start, end
        return start <= end < self._stride

    def rows(self, start: int, end: int) -> bool:
        """Set the window's first and last row; return whether they are in RAM."""
        self._ys, self._ye = start, end
        return start <= end < self._rows

    def seek(self, *, x: int | None = None, y: int | None = None) -> None:
        """Set the counter: `x` in bytes, `y` in rows."""
        self._x = self._x if x is None else x
        self._y = self._y if y is None else y

    def begin(self) -> None:
        """Take a command that writes a plane: data follows."""
        self._fresh, self._full = (self._x, self._y) == (self._xs, self._ys), False

    def write(self, plane: int, data: bytes) -> bool:
        """Write at the counter and move it; return whether all of it fell in the window: the rest is dropped."""
        inside = self._xs <= self._x <= self._xe < self._stride and self._ys <= self._y <= self._ye < self._rows
        if not inside or self._full:
            return not data
        width = self._xe + 1 - self._xs
        remaining = (self._ye - self._y) * width + self._xe + 1 - self._x
        self._put(self.planes[plane], data[:remaining])
        if len(data) >= remaining:
            self._x, self._y, self._full = self._xs, self._ys, True
            whole = self._fresh and width * (self._ye + 1 - self._ys) >= self._visible
            self.known[plane] = self.known[plane] or whole
        return len(data) <= remaining

    def _put(self, plane: bytearray, data: bytes) -> None:
        """Copy data that fits in the window, row by row."""
        at = 0
        while at < len(data):
            run = min(self._xe + 1 - self._x, len(data) - at)
            to = self._y * self._stride + self._x
            plane[to : to + run] = data[at : at + run]
            at += run
            self._x += run
            if self._x > self._xe:
                self._x, self._y = self._xs, self._y + 1

    def pixels(self, plane: int, left: int, width: int, height: int) -> int:
        """Return `width` bytes of each of the first rows from byte `left` on, as one number; no RAM reads as white."""
        stride, data = self._stride, self.planes[plane]
        if left == 0 and stride == width:
            return int.from_bytes(data[: width * height])
        before, after = b"\xff" * max(-left, 0), b"\xff" * max(left + width - stride, 0)
        first, last = max(left, 0), min(left + width, stride)
        starts = range(0, height * stride, stride)
        return int.from_bytes(b"".join(before + data[at + first : at + last] + after for at in starts))


class Drawing(Struct, frozen=True):
    """A refresh of `seconds` that runs until a time in clock seconds; what the chip does with its RAMs `after` it."""

    partial: bool
    pixels: int
    driven: int
    seconds: float
    until: float
    after: Callable[[], None] | None = None


def word(value: bytes) -> int:
    """Return the number in two bytes, the low one first."""
    return value[0] | value[1] << 8


HALF_BYTE = 0x99
"""The pixels of a byte that have changed when a refresh stops in the middle."""


class Glass:
    """The glass of a panel, in the chip's own orientation; pixels are bits of one large number, 1 is white.

    A new one shows noise, always the same.

    Args:
        width: pixels in a row.
        height: rows.
        mirrored: whether the first row is at the bottom.

    """

    def __init__(self, width: int, height: int, *, mirrored: bool = False) -> None:
        self.width = width
        self.height = height
        self._mirrored = mirrored
        self.size = (width + 7) // 8 * height
        self._pixels = int.from_bytes(hashlib.shake_128(b"glass").digest(self.size))

    def draw(self, pixels: int, driven: int) -> None:
        """Show `pixels` where `driven` has a 1, by a partial refresh."""
        self._pixels = self._mix(pixels, driven)

    def flash(self, pixels: int) -> None:
        """Show `pixels` everywhere, by a full refresh."""
        self._pixels = pixels

    def stop(self, pixels: int, driven: int) -> None:
        """Show `pixels` on half of what is driven: the refresh ended in the middle."""
        self._pixels = self._mix(pixels, driven & int.from_bytes(bytes((HALF_BYTE,)) * self.size))

    def picture_after(self, pixels: int, driven: int, rotation: int = 0) -> Image.Image:
        """Return the picture (mode "1") once `pixels` are shown where `driven` has a 1."""
        return self._image(self._mix(pixels, driven), rotation)

    def picture(self, rotation: int = 0) -> Image.Image:
        """Return the picture (mode "1") as seen on a panel that is mounted with this rotation, 0 to 3."""
        return self._image(self._pixels, rotation)

    def _mix(self, pixels: int, driven: int) -> int:
        return self._pixels ^ (self._pixels ^ pixels) & driven

    def _image(self, pixels: int, rotation: int) -> Image.Image:
        native = Image.frombytes("1", (self.width, self.height), pixels.to_bytes(self.size))
        if self._mirrored:
            native = native.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        turns = (None, Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)
        turn = turns[rotation]
        return native if turn is None else native.transpose(turn)
