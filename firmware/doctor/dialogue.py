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


def _dialogue(best: PanelSettings, uncured: list[str]) -> Dialogue:
    best = yield from _first_right(_scans(best), _ask_piece, uncured, "The picture is torn whatever the scan order is")
    if uncured == [NO_PICTURE]:
        return best
    best = yield from _first_right(_inks(best), _ask_ink, uncured, "The picture stays white on black")
    best = yield from _turn_upright(best, uncured)
    best = yield from _first_right(_offsets(best), _ask_frame, uncured, "No offset makes the frame whole")
    best = yield from _first_right(_partials(best), _ask_partial, uncured, "A partial refresh is not right")
    return (yield from _first_right(_temperatures(best), _ask_grey, uncured, "The squares stay grey"))


def _first_right(choices: list[PanelSettings], question: Ask, uncured: list[str], fault: str) -> Dialogue:
    """Return the first choice that is right; the present settings if none is."""
    for settings in choices:
        answer = yield question(settings)
        if answer == RIGHT_ANSWER:
            return settings
        if answer == NO_PICTURE_ANSWER:
            fault = NO_PICTURE
            break
    uncured.append(fault)
    return choices[0]


def _turn_upright(settings: PanelSettings, uncured: list[str]) -> Dialogue:
    for _ in CORNERS:
        corner = yield _ask_corner(settings)
        if corner == RIGHT_ANSWER:
            return settings
        settings = _with_dot_top_left(settings, corner)
    uncured.append("The dot is never top left")
    return settings


# --- the questions ---


def _about_frame(name: str, words: str, answers: tuple[str, ...], settings: PanelSettings) -> Question:
    """Return a question about the frame. The slow refresh needs no temperature to be right."""
    return Question(name, words, settings, ((border(settings.panel.width, settings.panel.height), Mode.SLOW),), answers)


_ask_piece = partial(
    _about_frame,
    "piece",
    "Is the picture in one piece, its circle round? It may be turned or mirrored.",
    (*YES_NO, "there is none"),
)
_ask_ink = partial(_about_frame, "ink", "Is it black on white?", YES_NO)
_ask_corner = partial(_about_frame, "corner", "Which corner has the dot?", CORNERS)
_ask_frame = partial(
    _about_frame, "frame", "Is the frame whole on all four sides, its outer line on the edge of the glass?", YES_NO
)


def _ask_partial(settings: PanelSettings) -> Question:
    width, height = settings.panel.width, settings.panel.height
    frames = ((checkerboard(width, height), Mode.SLOW), (border(width, height), Mode.PARTIAL))
    words = "Is it the frame again, whole and nowhere double? Faint remains of squares are as they should be."
    return Question("partial", words, settings, frames)


def _ask_grey(settings: PanelSettings) -> Question:
    mode = Mode.SLOW if settings.full == "slow" else Mode.FULL
    frames = ((checkerboard(settings.panel.width, settings.panel.height), mode),)
    return Question("grey", "Is anything grey?", settings, frames, ("no, black and white", "yes"))


# --- the settings that may cure a fault; the first are the present ones ---


def _scans(settings: PanelSettings) -> list[PanelSettings]:
    others = (SPLIT, SWAPPED, SPLIT | SWAPPED) if _family(settings) == "ssd16xx" else ()
    return [settings, *(_with_scan_bits(settings, bits) for bits in others)]


def _inks(settings: PanelSettings) -> list[PanelSettings]:
    if _family(settings) != "ssd16xx":
        return [settings]
    (full, full_2), (partial, partial_2) = settings.panel.update_control.full, settings.panel.update_control.partial
    inverse = UpdateControl((full ^ INVERT[0], full_2), (partial ^ INVERT[1], partial_2))
    return [settings, _with_panel(settings, update_control=inverse)]


def _with_dot_top_left(settings: PanelSettings, corner: int) -> PanelSettings:
    """Return the settings that bring a dot from a corner to the top left."""
    mirrored = 1 if settings.panel.rotation % 2 else 3  # its place if the last row comes first
    rotation = settings.panel.rotation if corner == mirrored else (settings.panel.rotation + 2) % 4
    turned = _with_panel(settings, rotation=rotation)
    return turned if CORNERS[corner] == "bottom right" else _with_panel(turned, mirrored=not turned.panel.mirrored)


def _offsets(settings: PanelSettings) -> list[PanelSettings]:
    """Return the settings that move the picture by 8 pixels; none if the chip has no more sources than the glass."""
    now = settings.panel.x_offset, settings.panel.update_control.full[1] & FROM_S8
    others = ((offset, byte) for offset in (0, 8) for byte in (0, FROM_S8) if (offset, byte) != now)
    return [settings, *(_with_offset(settings, *other) for other in others if _has_spare_sources(settings.panel))]


def _with_offset(settings: PanelSettings, offset: int, byte: int) -> PanelSettings:
    control = settings.panel.update_control
    both = UpdateControl((control.full[0], byte), (control.partial[0], byte))
    return _with_panel(settings, x_offset=offset, update_control=both)


def _partials(settings: PanelSettings) -> list[PanelSettings]:
    control = settings.panel.update_control
    other = replace(control, partial=(control.partial[0], control.partial[1] ^ FROM_S8))
    return [settings, *([_with_panel(settings, update_control=other)] if _has_spare_sources(settings.panel) else [])]


def _temperatures(settings: PanelSettings) -> list[PanelSettings]:
    now = settings.panel.fast_full_temperature
    if settings.full == "slow" or now is None:
        return [settings]
    degrees = (degrees for degrees in TEMPERATURES[_family(settings)] if degrees != now)
    others = [_with_panel(settings, fast_full_temperature=hot) for hot in degrees]
    return [settings, *others, replace(settings, full="slow")]


def _has_spare_sources(panel: PanelBuild) -> bool:
    """Return whether the glass may be on other sources of its chip."""
    chip = CHIPS[panel.driver]
    return chip.family == "ssd16xx" and not chip.wide and panel.native[0] < chip.sources


def _family(settings: PanelSettings) -> str:
    return CHIPS[settings.panel.driver].family


def _with_scan_bits(settings: PanelSettings, bits: int) -> PanelSettings:
    registers = settings.panel.registers
    return _with_panel(settings, registers=replace(registers, scan=registers.scan ^ bits))


def _with_panel(settings: PanelSettings, **values: object) -> PanelSettings:
    return replace(settings, panel=replace(settings.panel, **values))
