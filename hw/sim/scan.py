"""How the chip reads its RAMs when it drives the glass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from hw.sim.ram import SECOND

if TYPE_CHECKING:
    from hw.sim.kinds import ChipKind

BYPASS, INVERT = 4, 8
"""What the two halves of the first byte of 0x21 say: read a RAM as 0, or inverted."""
FROM_S8 = 0x80
"""What the second byte says: use the sources from S8 on."""
PING_PONG = 0x40

# The glass hangs on some sources; 0x21 chooses which source gets the first column of RAM:
#
#     sources       S0 ...... S7 S8 .............. S135 ...
#     RAM, 0x00     |byte 0     |byte 1 ...
#     RAM, 0x80                 |byte 0 ...
#     glass                     |first column               on most 128 wide panels, not on all


class Drawing(Struct, frozen=True):
    """A refresh of some seconds that runs until a time in clock seconds; afterwards the chip may swap its RAMs."""

    partial: bool
    pixels: int
    driven: int
    seconds: float
    until: float
    swap: bool


def option_of(plane: int, control: bytes) -> int:
    """Return what 0x21 says about a plane: 0, BYPASS or INVERT."""
    return control[0] >> 4 if plane == SECOND else control[0] & 0x0F


def shown(kind: ChipKind, plane: bytearray, option: int, control: bytes) -> int:
    """Return the part of a plane that the glass shows, one bit a pixel."""
    if option & BYPASS:
        return 0
    first_in_use = 8 if len(control) > 1 and control[1] & FROM_S8 else 0
    pixels = int.from_bytes(_visible(kind, plane, (kind.first_source - first_in_use) // 8))
    return pixels ^ kind.all_pixels if option & INVERT else pixels


def swaps(kind: ChipKind, option: bytes | None) -> bool:
    """Return whether the RAMs are swapped after a partial refresh; `option` is 0x37, None: never given."""
    return kind.ping_pong if option is None else bool(option[5] & PING_PONG)


def word(value: bytes) -> int:
    """Return the number in two bytes, the low one first."""
    return value[0] | value[1] << 8


def _visible(kind: ChipKind, plane: bytearray, left: int) -> bytes:
    """Return the columns of RAM from byte `left` on, one row of the glass after another; no RAM reads as white."""
    stride, width = kind.ram_width // 8, kind.stride
    if left == 0 and stride == width:
        return bytes(plane[: width * kind.height])
    starts = range(0, kind.height * stride, stride)
    before, after = b"\xff" * max(-left, 0), b"\xff" * max(left + width - stride, 0)
    first, last = max(left, 0), min(left + width, stride)
    return b"".join(before + plane[at + first : at + last] + after for at in starts)
