"""What can be seen: pixels that keep their colour without power, and what partial refreshes leave on them."""

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
        self.partials = 0
        self.fulls = 0
        self._pixels = int.from_bytes(hashlib.shake_128(b"glass").digest(self.size))
        self._remains = 0

    def draw(self, pixels: int, driven: int) -> None:
        """Show `pixels` where `driven` has a 1, by a partial refresh: what it drove keeps a trace."""
        self._pixels ^= (self._pixels ^ pixels) & driven
        self._remains |= driven
        self.partials += 1

    def flash(self, pixels: int) -> None:
        """Show `pixels` everywhere, by a full refresh: it clears all traces."""
        self._pixels = pixels
        self._remains = 0
        self.fulls += 1

    def after(self, pixels: int, driven: int, rotation: int = 0) -> Image:
        """Return what will be seen (mode "1") once `pixels` are shown where `driven` has a 1."""
        return self._image(self._pixels ^ (self._pixels ^ pixels) & driven, rotation)

    def stop(self, pixels: int, driven: int) -> None:
        """Show `pixels` on half of what is driven: the refresh ended in the middle."""
        half = int.from_bytes(bytes((HALF,)) * self.size)
        self._pixels ^= (self._pixels ^ pixels) & driven & half
        self._remains |= driven

    def picture(self, rotation: int = 0) -> Image:
        """Return what can be seen (mode "1"), as seen on a panel that is mounted with this rotation, 0 to 3."""
        return self._image(self._pixels, rotation)

    def remains(self, rotation: int = 0) -> Image:
        """Return the pixels that partial refreshes drove since the last full one (mode "1", 1: driven)."""
        return self._image(self._remains, rotation)

    @property
    def ghosts(self) -> int:
        """How many pixels partial refreshes drove since the last full one."""
        return self._remains.bit_count()

    def _image(self, pixels: int, rotation: int) -> Image:
        from PIL import Image as Pillow  # noqa: PLC0415 - wanted only by who looks

        native = Pillow.frombytes("1", (self.width, self.height), pixels.to_bytes(self.size))
        turns = (None, Pillow.Transpose.ROTATE_90, Pillow.Transpose.ROTATE_180, Pillow.Transpose.ROTATE_270)
        turn = turns[rotation]
        return native if turn is None else native.transpose(turn)
