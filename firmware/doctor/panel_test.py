"""The panel test: pictures, questions about them that the keys answer, and the settings that follow.

question ─▶ its picture, where it is not on the glass yet ─▶ Next: the answer ─▶ next question
                                                           └ Back ─▶ the one before
"""

from collections.abc import Generator, Iterator
from contextlib import closing
from queue import SimpleQueue
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from firmware.device.frames import facing
from firmware.doctor import checks
from firmware.doctor.checks import Check, failed
from firmware.doctor.dialogue import Found, Question, Set, after
from firmware.doctor.examination import classifier, draw, events, ready_to_draw
from firmware.doctor.installation import Installation
from firmware.errors import TavolinoError
from firmware.settings import settings as kept
from firmware.settings.settings import Settings
from hw.build import Build
from hw.errors import HwError
from hw.events import Edge, Key, Press, Turn

HOW = "Next takes the answer, the knob turns to another, Back goes back to the question before."


def panel_test(installation: Installation) -> Iterator[Check | str]:
    """Yield questions, answers and what was written; or what is wrong."""
    settings, build, wrong = ready_to_draw(installation)
    if build is None or wrong:
        yield from wrong
        return
    yield HOW
    before, answers = Set(build.panel, settings.full_refresh), list[int]()
    shown: Question | None = None
    while isinstance(now := after(before, answers), Question):
        if shown is None or (shown.settings.panel, shown.frames) != (now.settings.panel, now.frames):
            try:
                _draw(installation, build, settings, now)
            except HwError as error:
                yield checks.of_failed_panel(build.panel, error)
                return
        shown = now
        yield now.words
        try:
            answer = yield from _answer(installation, build, settings, now)
        except HwError as error:
            yield failed("keys", error, checks.STOP)
            return
        answers = answers[:-1] if answer is None else [*answers, answer]
    yield from _keep(installation, settings, before, now)


def _draw(installation: Installation, build: Build, settings: Settings, question: Question) -> None:
    with closing(installation.panel(replace(build, panel=question.settings.panel))) as panel:
        for frame, mode in question.frames:
            draw(installation, panel, facing(frame, settings), mode)


def _answer(
    installation: Installation, build: Build, settings: Settings, question: Question
) -> Generator[str, None, int | None]:
    """Yield the answer that the knob is at; return the one that was taken, or None to go back.

    The keys are opened for each question: what was pressed while its picture was drawn answers nothing.
    """
    edges: SimpleQueue[Edge] = SimpleQueue()
    at = 0
    with closing(installation.inputs(build, edges.put)) as inputs:
        yield _row(question, at)
        for event in events(installation, edges, classifier(inputs.level, build, settings)):
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


def _keep(installation: Installation, settings: Settings, before: Set, found: Found) -> Iterator[Check | str]:
    """Write what the answers changed, and say so."""
    after_it = found.settings
    new = _differing(to_builtins(before.panel), to_builtins(after_it.panel))
    yield from (f"{name} is {value}" for name, value in _named(new, "hardware.panel"))
    if after_it.full != before.full:
        yield f'full_refresh is "{after_it.full}"'
    hardware = kept.over(settings.hardware, {"panel": new}) if new else settings.hardware
    try:
        if kept.load(installation.folder) != replace(settings, hardware=hardware, full_refresh=after_it.full):
            values = {"panel": settings.panel, "full_refresh": after_it.full, "hardware": hardware}
            kept.change(installation.folder, **kept.greeted(installation.folder), **values)
            yield checks.of_written(installation.folder / kept.NAME)
        elif not found.uncured:
            yield checks.OF_NOTHING_TO_SET
    except TavolinoError as error:
        yield failed("settings", error)
    yield from (checks.of_uncured(fault) for fault in found.uncured)


def _differing(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return what is new of a table."""
    changed = {name: (old[name], value) for name, value in new.items() if old[name] != value}
    return {
        name: _differing(was, value) if isinstance(value, dict) else value for name, (was, value) in changed.items()
    }


def _named(table: dict[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    """Yield each value with its whole name."""
    for key, value in table.items():
        yield from _named(value, f"{name}.{key}") if isinstance(value, dict) else [(f"{name}.{key}", value)]
