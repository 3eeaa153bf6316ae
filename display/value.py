"""Numbers on the glass: the large one between arrows, a die's face, and the numbers at the end of counter lines.

A counter's number is bare in a list, and in a box between arrows while its line is entered.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from PIL import Image, ImageDraw

from display import letters
from display.blocks import Block
from display.icons import DICE, picture
from display.letters import Face
from display.paint import BLACK, WHITE, draw_centred, draw_row
from display.profiles import Profile
from engines.kit.contract import Counter, Counters, Number, Roll

Arrow: TypeAlias = Callable[..., None]
"""Draws an arrow to less or `more`: `draw_arrow` of `display.paint`, or another with its arguments."""

MAX_PLAIN_VALUES = 20
"""A number with more values than this is shown with its bounds."""
_MIN_AIR_PX = 4
"""Room around the control with its bounds, at least."""


class _Control(Struct, frozen=True):
    """The parts of a control in one face (px): `before` and `after` are the room for a sum, outside the arrows.

    Their widths are those of the widest value, so nothing moves while the number turns.
    """

    ask: Number | Roll
    face: Face
    height: int
    die: int
    before: int
    box: int
    after: int

    @property
    def arrow(self) -> int:
        """The room of one arrow."""
        return self.height * 4 // 5

    @property
    def width(self) -> int:
        """The room of all parts."""
        return self.die + self.before + self.arrow + self.box + self.arrow + self.after

    def base(self, top: int) -> int:
        """Return the baseline of the digits if the control begins at `top`."""
        return top + (self.height + letters.cap_height(self.face)) // 2


def draw_value(
    image: Image.Image, profile: Profile, block: Block, ask: Number | Roll, number: int, arrow: Arrow
) -> None:
    """Draw the control in the middle of its block, in the largest face that fits."""
    control = _largest_control(profile, block, ask)
    labels = profile.body_pitch if _bounds_fit_below(profile, block, control) else 0
    top = block.y + (block.height - control.height - labels) // 2
    x = (profile.width - control.width) // 2
    if control.die:
        image.paste(BLACK, (x, top), picture(DICE[number - 1], control.height))
    before, after = preview(ask, number)
    draw_row(image, control.face, (before,), (x + control.die, control.base(top)))
    x += control.die + control.before
    end = x + 2 * control.arrow + control.box
    draw_row(image, control.face, (after,), (end + letters.length(control.face, " "), control.base(top)))
    _draw_digits(image, control, number, x + control.arrow, top)
    _draw_arrows(image, control, number, (x, top), arrow)
    low, high, face = digits(ask.low), digits(ask.high), profile.light
    if labels:
        base, middle = top + control.height + letters.baseline(face, profile.body_pitch), control.arrow // 2
        draw_centred(image, face, (low,), x + middle, base)
        draw_centred(image, face, (high,), x + middle + control.arrow + control.box, base)
    elif _bounds_fit_beside(profile, control):
        base = top + (control.height + letters.cap_height(face)) // 2
        draw_row(image, face, (low,), (x - letters.length(face, low), base))
        draw_row(image, face, (high,), (end, base))


def preview(ask: Number | Roll, number: int) -> tuple[str, str]:
    """Return the words before and after the number: "8 −" and "= 5", or nothing."""
    if isinstance(ask, Roll) or ask.minus_from is None:
        return "", ""
    return f"{ask.minus_from} −", f"= {digits(ask.minus_from - number)}"


def digits(number: int) -> str:
    """Return a number with a true minus sign."""
    return str(number).replace("-", "−")


def _largest_control(profile: Profile, block: Block, ask: Number | Roll) -> _Control:
    """Return the largest control that fits a block, for many values with its bounds."""
    controls = [_control_in(face, ask) for face in profile.number_faces]
    room = profile.width - profile.margin
    fit = [one for one in controls if one.width <= room and one.height <= block.height] or controls[-1:]
    bounded = (one for one in fit if _bounds_fit_below(profile, block, one) or _bounds_fit_beside(profile, one))
    return next(bounded, fit[0]) if ask.high - ask.low > MAX_PLAIN_VALUES else fit[0]


def _bounds_fit_below(profile: Profile, block: Block, control: _Control) -> bool:
    return block.height >= control.height + profile.body_pitch + _MIN_AIR_PX


def _bounds_fit_beside(profile: Profile, control: _Control) -> bool:
    """Return whether there is room outside the arrows."""
    low, high = (letters.length(profile.light, digits(end)) for end in (control.ask.low, control.ask.high))
    left = (profile.width - control.width) // 2
    right = left + 2 * control.arrow + control.box
    return not control.after and not control.die and left - low >= profile.margin and right + high <= profile.width


def _control_in(face: Face, ask: Number | Roll) -> _Control:
    height = letters.cap_height(face) * 8 // 5
    ends = (ask.low, ask.high)
    wide = max(letters.length(face, digits(end)) for end in ends)
    sums = [preview(ask, end) for end in ends]
    space = letters.length(face, " ") if sums[0][0] else 0
    before = max(letters.width(face, (words[0],)) for words in sums)
    after = max(letters.width(face, (words[1],)) for words in sums)
    die = height + height // 2 if isinstance(ask, Roll) and ends == (1, len(DICE)) else 0
    return _Control(ask, face, height, die, before + space, max(wide + height // 3, height), after + space)


def _draw_digits(image: Image.Image, control: _Control, number: int, x: int, top: int) -> None:
    box = (x, top, x + control.box - 1, top + control.height - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, control.height // 10, fill=BLACK)
    draw_centred(image, control.face, (digits(number),), x + control.box // 2, control.base(top), WHITE)


def _draw_arrows(image: Image.Image, control: _Control, number: int, corner: tuple[int, int], arrow: Arrow) -> None:
    """Draw the arrows in the directions in which the number can turn."""
    size, (x, top) = control.height * 2 // 5 // 2 * 2, corner
    middle, inset = top + control.height // 2, (control.arrow - size // 2) // 2
    if number > control.ask.low:
        arrow(image, x + inset, middle, size, more=False)
    if number < control.ask.high:
        arrow(image, x + control.arrow + control.box + inset, middle, size, more=True)


def counters_width(profile: Profile, ask: Counters) -> int:
    """Return the room (px) for the widest number with its arrows, at the right of every line."""
    return _counter_width(profile, ask) + 2 * _arrow_width(profile)


def draw_counter(
    image: Image.Image,
    profile: Profile,
    block: Block,
    ask: Counters,
    number: int,
    arrow: Arrow | None,
    *,
    ink: int,
) -> None:
    """Draw the number of a line, always in the same place; with an `arrow` its line is entered."""
    box = _counter_width(profile, ask)
    right = block.x + block.width - profile.margin - _arrow_width(profile)
    base = block.y + (block.height - block.pitch) // 2 + letters.baseline(profile.body, block.pitch)
    if arrow is not None:
        middle = base - letters.cap_height(profile.body) // 2
        _draw_counter_box(image, block, ask.lines[block.index], number, (right - box, right, middle), arrow)
        ink = WHITE
    draw_centred(image, profile.body, (digits(number),), right - box // 2, base, ink)


def _draw_counter_box(
    image: Image.Image, block: Block, line: Counter, number: int, places: tuple[int, int, int], arrow: Arrow
) -> None:
    """Draw a box as high as the line, and arrows in the directions in which the number can turn."""
    left, right, middle = places
    ImageDraw.Draw(image).rectangle((left, block.y, right - 1, block.y + block.height - 1), fill=BLACK)
    size = letters.cap_height(block.face) // 2 * 2
    if number > line.low:
        arrow(image, left - size * 3 // 4, middle, size, more=False)
    if number < line.high:
        arrow(image, right + size // 4, middle, size, more=True)


def _counter_width(profile: Profile, ask: Counters) -> int:
    ends = (digits(end) for line in ask.lines for end in (line.low, line.high))
    return max(letters.length(profile.body, end) for end in ends) + letters.length(profile.body, "n")


def _arrow_width(profile: Profile) -> int:
    return letters.cap_height(profile.body)
