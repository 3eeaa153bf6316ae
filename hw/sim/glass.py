"""What can be seen: pixels that keep their colour without power."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

HALF = 0x99
"""Half of the pixels of a byte: those that have turned when a refresh stops in the middle."""


class Glass:
    """The glass of a panel, in the chip's own orientation; pixels are bits of one large number, 1 is white.

    A new one shows what nobody knows: noise, always the same.

    Args:
        width: pixels in a row.
        height: rows.

    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.size = (width + 7) // 8 * height
        self._pixels = int.from_bytes(hashlib.shake_128(b"glass").digest(self.size))

    def draw(self, pixels: int, driven: int) -> None:
        """Show `pixels` where `driven` has a 1, by a partial refresh."""
        self._pixels ^= (self._pixels ^ pixels) & driven

    def flash(self, pixels: int) -> None:
        """Show `pixels` everywhere, by a full refresh."""
        self._pixels = pixels

    def after(self, pixels: int, driven: int, rotation: int = 0) -> Image:
        """Return what will be seen (mode "1") once `pixels` are shown where `driven` has a 1."""
        return self._image(self._pixels ^ (self._pixels ^ pixels) & driven, rotation)

    def stop(self, pixels: int, driven: int) -> None:
        """Show `pixels` on half of what is driven: the refresh ended in the middle."""
        half = int.from_bytes(bytes((HALF,)) * self.size)
        self._pixels ^= (self._pixels ^ pixels) & driven & half

    def picture(self, rotation: int = 0) -> Image:
        """Return what can be seen (mode "1"), as seen on a panel that is mounted with this rotation, 0 to 3."""
        return self._image(self._pixels, rotation)

    def _image(self, pixels: int, rotation: int) -> Image:
        from PIL import Image as Pillow  # noqa: PLC0415 - wanted only by who looks

        native = Pillow.frombytes("1", (self.width, self.height), pixels.to_bytes(self.size))
        turns = (None, Pillow.Transpose.ROTATE_90, Pillow.Transpose.ROTATE_180, Pillow.Transpose.ROTATE_270)
        turn = turns[rotation]
        return native if turn is None else native.transpose(turn)
