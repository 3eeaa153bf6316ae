"""The questions of the panel test, and the settings that follow from the answers. Pure.

    in one piece? ─▶ black on white? ─▶ which corner? ──▶ whole? ─────────▶ the same, partial? ─▶ anything grey?
    scan             0x21               rotation, scan    x_offset, 0x21    0x21                  temperature, slow

No wire leads back from the panel, so each question shows a picture and is about what the builder sees. If it is not
right, the next setting that may cure it is drawn, until one does. The first answer means that all is right. If there is
no picture at all, no setting is tried.
"""

from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from PIL.Image import Image

from display.patterns import border, checkerboard
from hw.build import PanelBuild, UpdateControl
from hw.chips import CHIPS
from hw.panel import Mode

RIGHT_ANSWER = 0
"""The number of the answer that all is right."""
YES_NO = ("yes", "no")
NO_PICTURE_ANSWER = len(YES_NO)
"""The number of the answer to the first question that nothing is to be seen."""
NO_PICTURE = "BUSY moves, but there is no picture"
CORNERS = ("top left", "top right", "bottom right", "bottom left")
SPLIT, SWAPPED = 2, 4
"""The bits of `registers.scan`: even gates, then odd ones; pairs exchanged."""
INVERT = 0x08, 0x88
"""The bits of the first byte of 0x21 that invert the picture: in a full refresh, and for both RAMs in a partial one."""
FROM_S8 = 0x80
"""The bit of its second byte that moves the picture by 8 pixels."""
TEMPERATURES = {"ssd16xx": (0x6E, 0x64, 0x5A), "uc81xx": (0x5A, 0x5F)}
"""The temperatures that other drivers set, by family: 0x1A GxEPD2 since v1.6.0, before that, and Waveshare; 0xE5."""


class PanelSettings(Struct, frozen=True):
    """The settings that the panel test can change: the panel, and the full refresh, `"fast"` or `"slow"`."""

    panel: PanelBuild
    full: str


class Question(Struct, frozen=True):
    """Pictures, drawn in order with these settings; words about the last one; the answers, the right one first."""

    name: str
    words: str
    settings: PanelSettings
    frames: tuple[tuple[Image, Mode], ...]
    answers: tuple[str, ...] = YES_NO


class Outcome(Struct, frozen=True):
    """The settings at the end, and the faults that none cured."""

    settings: PanelSettings
    uncured: tuple[str, ...]


Ask: TypeAlias = Callable[[PanelSettings], Question]
Dialogue: TypeAlias = Generator[Question, int, PanelSettings]


def next_question(settings: PanelSettings, answers: Iterable[int]) -> Question | Outcome:
    """Return the question after some answers, or the outcome. Answers are numbers of `Question.answers`."""
    uncured: list[str] = []
    dialogue = _dialogue(settings, uncured)
    try:
        question = next(dialogue)
        for answer in answers:
            question = dialogue.send(answer)
    except StopIteration as end:
        return Outcome(end.value, tuple(uncured))
    return question


def _dialogue(one: PanelSettings, uncured: list[str]) -> Dialogue:
    one = yield from _first_right(_scans(one), _piece, uncured, "The picture is torn whatever the scan order is")
    if uncured == [NO_PICTURE]:
        return one
    one = yield from _first_right(_inks(one), _ink, uncured, "The picture stays white on black")
    one = yield from _turn_upright(one, uncured)
    one = yield from _first_right(_offsets(one), _frame, uncured, "No offset makes the frame whole")
    one = yield from _first_right(_partials(one), _partial, uncured, "A partial refresh is not right")
    return (yield from _first_right(_temperatures(one), _grey, uncured, "The squares stay grey"))


def _first_right(choices: list[PanelSettings], question: Ask, uncured: list[str], fault: str) -> Dialogue:
    """Return the first choice that is right; the one of before if none is."""
    for one in choices:
        answer = yield question(one)
        if answer == RIGHT_ANSWER:
            return one
        if answer == NO_PICTURE_ANSWER:
            fault = NO_PICTURE
            break
    uncured.append(fault)
    return choices[0]


def _turn_upright(one: PanelSettings, uncured: list[str]) -> Dialogue:
    for _ in CORNERS:
        corner = yield _corner(one)
        if corner == RIGHT_ANSWER:
            return one
        one = _with_dot_top_left(one, corner)
    uncured.append("The dot is never top left")
    return one


# --- the questions ---


def _about_frame(name: str, words: str, answers: tuple[str, ...], one: PanelSettings) -> Question:
    """Return a question about the frame. The slow refresh needs no temperature to be right."""
    return Question(name, words, one, ((border(one.panel.width, one.panel.height), Mode.SLOW),), answers)


_piece = partial(
    _about_frame,
    "piece",
    "Is the picture in one piece, its circle round? It may be turned or mirrored.",
    (*YES_NO, "there is none"),
)
_ink = partial(_about_frame, "ink", "Is it black on white?", YES_NO)
_corner = partial(_about_frame, "corner", "Which corner has the dot?", CORNERS)
_frame = partial(
    _about_frame, "frame", "Is the frame whole on all four sides, its outer line on the edge of the glass?", YES_NO
)


def _partial(one: PanelSettings) -> Question:
    width, height = one.panel.width, one.panel.height
    frames = ((checkerboard(width, height), Mode.SLOW), (border(width, height), Mode.PARTIAL))
    words = "Is it the frame again, whole and nowhere double? Faint remains of squares are as they should be."
    return Question("partial", words, one, frames)


def _grey(one: PanelSettings) -> Question:
    mode = Mode.SLOW if one.full == "slow" else Mode.FULL
    frames = ((checkerboard(one.panel.width, one.panel.height), mode),)
    return Question("grey", "Is anything grey?", one, frames, ("no, black and white", "yes"))


# --- the settings that may cure a fault; the first are the present ones ---


def _scans(one: PanelSettings) -> list[PanelSettings]:
    others = (SPLIT, SWAPPED, SPLIT | SWAPPED) if _family(one) == "ssd16xx" else ()
    return [one, *(_with_scan_bits(one, bits) for bits in others)]


def _inks(one: PanelSettings) -> list[PanelSettings]:
    if _family(one) != "ssd16xx":
        return [one]
    (full, full_2), (partial, partial_2) = one.panel.update_control.full, one.panel.update_control.partial
    inverse = UpdateControl((full ^ INVERT[0], full_2), (partial ^ INVERT[1], partial_2))
    return [one, _with_panel(one, update_control=inverse)]


def _with_dot_top_left(one: PanelSettings, corner: int) -> PanelSettings:
    """Return the settings that bring a dot from a corner to the top left."""
    mirrored = 1 if one.panel.rotation % 2 else 3  # its place if the last row comes first
    rotation = one.panel.rotation if corner == mirrored else (one.panel.rotation + 2) % 4
    turned = _with_panel(one, rotation=rotation)
    return turned if CORNERS[corner] == "bottom right" else _with_panel(turned, mirrored=not turned.panel.mirrored)


def _offsets(one: PanelSettings) -> list[PanelSettings]:
    """Return the settings that move the picture by 8 pixels; none if the chip has no more sources than the glass."""
    now = one.panel.x_offset, one.panel.update_control.full[1] & FROM_S8
    others = ((offset, byte) for offset in (0, 8) for byte in (0, FROM_S8) if (offset, byte) != now)
    return [one, *(_with_offset(one, *other) for other in others if _has_spare_sources(one.panel))]


def _with_offset(one: PanelSettings, offset: int, byte: int) -> PanelSettings:
    control = one.panel.update_control
    both = UpdateControl((control.full[0], byte), (control.partial[0], byte))
    return _with_panel(one, x_offset=offset, update_control=both)


def _partials(one: PanelSettings) -> list[PanelSettings]:
    control = one.panel.update_control
    other = replace(control, partial=(control.partial[0], control.partial[1] ^ FROM_S8))
    return [one, *([_with_panel(one, update_control=other)] if _has_spare_sources(one.panel) else [])]


def _temperatures(one: PanelSettings) -> list[PanelSettings]:
    now = one.panel.fast_full_temperature
    if one.full == "slow" or now is None:
        return [one]
    degrees = (degrees for degrees in TEMPERATURES[_family(one)] if degrees != now)
    others = [_with_panel(one, fast_full_temperature=hot) for hot in degrees]
    return [one, *others, replace(one, full="slow")]


def _has_spare_sources(panel: PanelBuild) -> bool:
    """Return whether the glass may be on other sources of its chip."""
    chip = CHIPS[panel.driver]
    return chip.family == "ssd16xx" and not chip.wide and panel.native[0] < chip.sources


def _family(one: PanelSettings) -> str:
    return CHIPS[one.panel.driver].family


def _with_scan_bits(one: PanelSettings, bits: int) -> PanelSettings:
    registers = one.panel.registers
    return _with_panel(one, registers=replace(registers, scan=registers.scan ^ bits))


def _with_panel(one: PanelSettings, **values: object) -> PanelSettings:
    return replace(one, panel=replace(one.panel, **values))
