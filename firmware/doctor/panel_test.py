"""The panel test: pictures, questions about them that the keys answer, and the settings that follow.

question ─▶ its picture, if it is not on the glass yet ─▶ Next: the answer ─▶ next question
                                                        └ Back ─▶ previous question
"""

from collections.abc import Generator, Iterator
from contextlib import closing
from queue import SimpleQueue
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from firmware.device.frames import turned_frame
from firmware.doctor.checks import STOP_SERVICE, Check, failed_check
from firmware.doctor.dialogue import Outcome, PanelSettings, Question, next_question
from firmware.doctor.examination import NO_PINS, Findings, draw, key_classifier, key_events, needs_panel
from firmware.doctor.installation import Installation
from firmware.errors import TavolinoError
from firmware.settings.settings import Settings, merge_tables
from hw.build import Build
from hw.errors import HwError
from hw.events import Edge, Key, Press, Turn

KEYS_HELP = "Next takes the answer, {turn} to another, Back goes back to the question before."
NOTHING_TO_SET = Check("panel test", True, "all is right; the settings stay as they are")
CURE = (
    "Push the flat cable home and straight; compare the name of the panel with that of the build. If the driver board "
    "has switches or solder pads: the interface at 4 wires (0), RESE (0.47 or 3 ohms, A or B) in its other position."
)


@needs_panel
def panel_test(installation: Installation, settings: Settings, build: Build) -> Findings:
    """Yield questions and answers, and the settings that were written."""
    if not build.pins:
        yield NO_PINS
        return
    yield KEYS_HELP.format(turn="the knob turns" if build.keys.has_knob else "▲ and ▼ lead")
    before, answers = PanelSettings(build.panel, settings.full_refresh), list[int]()
    last: Question | None = None
    while isinstance(question := next_question(before, answers), Question):
        if last is None or (last.settings.panel, last.frames) != (question.settings.panel, question.frames):
            _draw(installation, build, settings, question)
        last = question
        yield question.words
        try:
            answer = yield from _answer(installation, build, settings, question)
        except HwError as error:
            yield failed_check("keys", error, STOP_SERVICE)
            return
        answers = answers[:-1] if answer is None else [*answers, answer]
    yield from _write(installation, settings, before, question)


def _draw(installation: Installation, build: Build, settings: Settings, question: Question) -> None:
    with closing(installation.panel(replace(build, panel=question.settings.panel))) as panel:
        for frame, mode in question.frames:
            draw(installation, panel, turned_frame(frame, settings), mode)


def _answer(
    installation: Installation, build: Build, settings: Settings, question: Question
) -> Generator[str, None, int | None]:
    """Yield the answer that the knob is at; return the one that was taken, or None to go back.

    The keys are opened for each question: presses while its picture was drawn are ignored.
    """
    edges: SimpleQueue[Edge] = SimpleQueue()
    at = 0
    with closing(installation.inputs(build, edges.put)) as inputs:
        yield _row(question, at)
        for event in key_events(installation, edges, key_classifier(inputs.level, build, settings)):
            match event:
                case Turn(n):
                    at = min(max(at + n, 0), len(question.answers) - 1)
                    yield _row(question, at)
                case Press(Key.BACK):
                    return None
                case Press():
                    return at
    return None


def _row(question: Question, at: int) -> str:
    return "  ".join(f"[{one}]" if n == at else f" {one} " for n, one in enumerate(question.answers))


def _write(installation: Installation, settings: Settings, before: PanelSettings, outcome: Outcome) -> Findings:
    """Write the settings that the answers changed, and yield them."""
    after, files = outcome.settings, installation.folder.settings
    new = _changes(to_builtins(before.panel), to_builtins(after.panel))
    yield from (f"{name} is {value}" for name, value in _full_names(new, "hardware.panel"))
    if after.full != before.full:
        yield f'full_refresh is "{after.full}"'
    hardware = merge_tables(settings.hardware, {"panel": new}) if new else settings.hardware
    try:
        if files.load() != replace(settings, hardware=hardware, full_refresh=after.full):
            values = {"panel": settings.panel, "full_refresh": after.full, "hardware": hardware}
            files.change(**files.first_start(), **values)
            restart = "the device takes it with its next start (`sudo systemctl restart tavolino`)"
            yield Check("panel test", True, f"written into {files.path}; {restart}")
        elif not outcome.uncured:
            yield NOTHING_TO_SET
    except TavolinoError as error:
        yield failed_check("settings", error)
    yield from (Check("panel test", False, fault, CURE) for fault in outcome.uncured)


def _changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the new values of a table."""
    changed = {name: (old[name], value) for name, value in new.items() if old[name] != value}
    return {name: _changes(was, now) if isinstance(now, dict) else now for name, (was, now) in changed.items()}


def _full_names(table: dict[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    """Yield each value with its full name."""
    for key, value in table.items():
        yield from _full_names(value, f"{name}.{key}") if isinstance(value, dict) else [(f"{name}.{key}", value)]
