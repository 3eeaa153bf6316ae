"""The number at the end of a line of counters: bare in a list, in a box between arrows while the line is entered."""

from PIL import Image, ImageDraw

from display import type as letters
from display.blocks import Block
from display.paint import BLACK, WHITE, draw_arrow, draw_centred
from display.profiles import Profile
from display.value import digits
from engines.contract import Counter, Counters


def column(profile: Profile, ask: Counters) -> int:
    """Return the room (px) for the numbers and their arrows at the right of every line: that of the widest."""
    return _box(profile, ask) + 2 * _arrow(profile)


def draw_counter(
    image: Image.Image, profile: Profile, block: Block, ask: Counters, number: int, *, entered: bool, ink: int
) -> None:
    """Draw the number of a line; nothing moves while it changes or the line is entered."""
    box, arrow = _box(profile, ask), _arrow(profile)
    right = block.x + block.width - profile.margin - arrow
    base = block.y + (block.height - block.pitch) // 2 + letters.baseline(profile.body, block.pitch)
    if entered:
        middle = base - letters.capital(profile.body) // 2
        _draw_control(image, block, ask.lines[block.index], number, (right - box, right, middle))
        ink = WHITE
    draw_centred(image, profile.body, (digits(number),), right - box // 2, base, ink)


def draw_frame(image: Image.Image, profile: Profile, block: Block) -> None:
    """Frame the line whose number the knob changes now."""
    edge = profile.margin // 2
    box = (block.x + edge, block.y, block.x + block.width - 1 - edge, block.y + block.height - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, 3, outline=BLACK, width=2)


def _draw_control(image: Image.Image, block: Block, line: Counter, number: int, places: tuple[int, int, int]) -> None:
    """Draw the box as high as the line, and an arrow to each side that the number can go to."""
    left, right, middle = places
    ImageDraw.Draw(image).rectangle((left, block.y, right - 1, block.y + block.height - 1), fill=BLACK)
    size = letters.capital(block.face) // 2 * 2
    if number > line.low:
        draw_arrow(image, left - size * 3 // 4, middle, size, right=False)
    if number < line.high:
        draw_arrow(image, right + size // 4, middle, size, right=True)


def _box(profile: Profile, ask: Counters) -> int:
    ends = (digits(end) for line in ask.lines for end in (line.low, line.high))
    return max(letters.length(profile.body, end) for end in ends) + letters.length(profile.body, "n")


def _arrow(profile: Profile) -> int:
    return letters.capital(profile.body)
