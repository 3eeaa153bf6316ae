"""Frames as the panel's chip wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image


def pack(frame: Image, rotation: int) -> bytearray:
    """Return a frame as the chip wants it: turned to its own rows, 8 pixels a byte, the left one highest, 1 is white.

    Args:
        frame: mode "1", as the player sees it.
        rotation: 0 to 3, as Adafruit counts; the library turns its frames the same way, pixel by pixel.

    """
    from PIL import Image as Pillow  # noqa: PLC0415 - whoever has a frame has Pillow

    turns = (None, Pillow.Transpose.ROTATE_270, Pillow.Transpose.ROTATE_180, Pillow.Transpose.ROTATE_90)
    turn = turns[rotation]
    native = frame if turn is None else frame.transpose(turn)
    if native.width % 8:  # Pillow fills the last byte of a row with black, the chip's rows end in white
        wide = Pillow.new("1", (native.width + 7 & ~7, native.height), 1)
        wide.paste(native)
        native = wide
    return bytearray(native.tobytes())
