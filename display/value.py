"""Numbers on the glass: the large one between arrows, a die's face, and the numbers at the end of counter lines.

A counter's number is bare in a list, and in a box between arrows while its line is entered.
"""

from msgspec import Struct
from PIL import Image, ImageDraw

from display import type as letters
from display.blocks import Block
from display.icons import DICE, picture
from display.paint import BLACK, WHITE, draw_arrow, draw_centred, draw_row
from display.profiles import Profile
from display.type import Face
from engines.kit.contract import Counter, Counters, Number, Roll

WIDE = 20
"""A number with more values than this says where it ends."""
_AIR = 4
"""Least room (px) around the control with its bounds."""


class _Control(Struct, frozen=True):
    """The parts in one face (px): `box` is the width of the digits' box, `before` and `after` stand outside the arrows.

    Their widths are those of the widest value, so nothing moves while the number turns.
    """

    face: Face
    height: int
    die: int
    before: int
    box: int
    after: int

    @property
    def arrow(self) -> int:
        """Return the room of one arrow."""
        return self.height * 4 // 5

    @property
    def width(self) -> int:
        """Return the room of all."""
        return self.die + self.before + self.arrow + self.box + self.arrow + self.after


def draw_value(image: Image.Image, profile: Profile, block: Block, ask: Number | Roll, number: int) -> None:
    """Draw the control in the middle of its block, in the largest face that fits."""
    control = _fitting(profile, block, ask)
    labels = profile.body_pitch if _bounds_fit_below(profile, block, control) else 0
    top = block.y + (block.height - control.height - labels) // 2
    x = (profile.width - control.width) // 2
    if control.die:
        image.paste(BLACK, (x, top), picture(DICE[number - 1], control.height))
    _draw_sum(image, control, ask, number, x + control.die, top)
    x += control.die + control.before
    _draw_box(image, control, number, x + control.arrow, top)
    _draw_arrows(image, control, ask, number, x, top)
    if labels:
        _draw_bounds_below(image, profile, control, ask, x, top + control.height)
    elif _bounds_fit_beside(profile, control, ask):
        _draw_bounds_beside(image, profile, control, ask, x, top)


def preview(ask: Number | Roll, number: int) -> tuple[str, str]:
    """Return what stands before and after the number: "8 −" and "= 5", or nothing."""
    if isinstance(ask, Roll) or ask.minus_from is None:
        return "", ""
    return f"{ask.minus_from} −", f"= {ask.minus_from - number}".replace("-", "−")


def digits(number: int) -> str:
    """Return a number with the typographer's minus."""
    return str(number).replace("-", "−")


def _fitting(profile: Profile, block: Block, ask: Number | Roll) -> _Control:
    controls = [_control(face, ask) for face in profile.number]
    room = profile.width - profile.margin
    fit = [one for one in controls if one.width <= room and one.height <= block.height] or controls[-1:]
    bounded = (one for one in fit if _bounds_fit_below(profile, block, one) or _bounds_fit_beside(profile, one, ask))
    return next(bounded, fit[0]) if ask.high - ask.low > WIDE else fit[0]


def _bounds_fit_below(profile: Profile, block: Block, control: _Control) -> bool:
    return block.height >= control.height + profile.body_pitch + _AIR


def _bounds_fit_beside(profile: Profile, control: _Control, ask: Number | Roll) -> bool:
    """Return whether there is room outside the arrows."""
    low, high = (letters.length(profile.light, digits(end)) for end in (ask.low, ask.high))
    left = (profile.width - control.width) // 2
    right = left + 2 * control.arrow + control.box
    return not control.after and not control.die and left - low >= profile.margin and right + high <= profile.width


def _control(face: Face, ask: Number | Roll) -> _Control:
    height = letters.capital(face) * 8 // 5
    ends = (ask.low, ask.high)
    wide = max(letters.length(face, digits(end)) for end in ends)
    sums = [preview(ask, end) for end in ends]
    space = letters.length(face, " ") if sums[0][0] else 0
    before = max(letters.width(face, (one[0],)) for one in sums)
    after = max(letters.width(face, (one[1],)) for one in sums)
    die = height + height // 2 if isinstance(ask, Roll) and ends == (1, len(DICE)) else 0
    return _Control(face, height, die, before + space, max(wide + height // 3, height), after + space)


def _draw_sum(image: Image.Image, control: _Control, ask: Number | Roll, number: int, x: int, top: int) -> None:
    before, after = preview(ask, number)
    base = _base(control, top)
    draw_row(image, control.face, (before,), (x, base))
    x += control.before + 2 * control.arrow + control.box
    draw_row(image, control.face, (after,), (x + letters.length(control.face, " "), base))


def _draw_box(image: Image.Image, control: _Control, number: int, x: int, top: int) -> None:
    box = (x, top, x + control.box - 1, top + control.height - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, control.height // 10, fill=BLACK)
    draw_centred(image, control.face, (digits(number),), x + control.box // 2, _base(control, top), WHITE)


def _draw_arrows(image: Image.Image, control: _Control, ask: Number | Roll, number: int, x: int, top: int) -> None:
    """Draw the arrows; one that leads nowhere is left out."""
    size = control.height * 2 // 5 // 2 * 2
    middle, inset = top + control.height // 2, (control.arrow - size // 2) // 2
    if number > ask.low:
        draw_arrow(image, x + inset, middle, size, right=False)
    if number < ask.high:
        draw_arrow(image, x + control.arrow + control.box + inset, middle, size, right=True)


def _draw_bounds_below(
    image: Image.Image, profile: Profile, control: _Control, ask: Number | Roll, x: int, top: int
) -> None:
    """Write the lowest and the highest number below the arrows."""
    base = top + letters.baseline(profile.light, profile.body_pitch)
    left = x + control.arrow // 2
    draw_centred(image, profile.light, (digits(ask.low),), left, base)
    draw_centred(image, profile.light, (digits(ask.high),), left + control.arrow + control.box, base)


def _draw_bounds_beside(
    image: Image.Image, profile: Profile, control: _Control, ask: Number | Roll, x: int, top: int
) -> None:
    """Write the lowest and the highest number outside the arrows."""
    base = top + (control.height + letters.capital(profile.light)) // 2
    low = digits(ask.low)
    draw_row(image, profile.light, (low,), (x - letters.length(profile.light, low), base))
    draw_row(image, profile.light, (digits(ask.high),), (x + 2 * control.arrow + control.box, base))


def _base(control: _Control, top: int) -> int:
    return top + (control.height + letters.capital(control.face)) // 2


def counters_width(profile: Profile, ask: Counters) -> int:
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


def draw_counter_frame(image: Image.Image, profile: Profile, block: Block) -> None:
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
