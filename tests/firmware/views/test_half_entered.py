"""Numbers and ticks that are half entered survive Back, leaving, a menu and a power cut, until the step is over."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.kit.contract import Counters, Marks
from engines.kit.play import Play
from engines.registry import MAGPIE
from firmware.views.play_view import AddUp, PlayView
from tests.contract.walk import Walk, levels
from tests.engines.kit.test_adding_up import at_total
from tests.firmware.device.bench import NEXT, PUSH, Bench, bench

OTHER = "lisboa"


@pytest.fixture
def pad(tmp_path: Path) -> Iterator[Bench]:
    """A device with the lines of a total open: two pages of them."""
    with bench(tmp_path, panel="2.9") as made:
        take_in(made, at_total("burgundy")[0])
        while not made.device.frames.layout.pages[made.place.page].value:
            made.tap(NEXT, quiet=1)
        made.push()
        assert len(made.device.frames.layout.pages) == 2
        yield made


def take_in(device: Bench, play: Play[Any]) -> None:
    """Let the device go on with a play."""
    device.session.take_in(play)
    device.redraw()


def at_ask(kind: type) -> Play[Any]:
    """Return a play of the Magpie that waits at an ask of a kind."""
    for seed in range(30):
        for play in Walk(MAGPIE, levels(MAGPIE)[0], seed):
            if isinstance(play.screen.ask, kind):
                return play
    raise AssertionError(kind)


def read_to_the_list(device: Bench, kind: type[Any]) -> None:
    """Take a play to an ask of a kind, and read on to what is chosen."""
    take_in(device, at_ask(kind))
    while not device.device.frames.layout.pages[device.place.page].options:
        device.next()


def enter(device: Bench, *numbers: int) -> None:
    """Set lines, from the highlighted one on; each is closed."""
    for n in numbers:
        device.tap(PUSH, quiet=1.5)
        device.turn(n, quiet=1.5)
        device.tap(PUSH, quiet=1.5)
        device.turn(1, quiet=1.5)


def again(device: Bench, panel: str = "2.9") -> Iterator[Bench]:
    """Pull the plug, and put it back."""
    device.rig.cut()
    with bench(device.session.folder.path, panel=panel) as made:
        yield made


def counts(device: Bench) -> tuple[int, ...]:
    """Return the numbers of the lines that are open."""
    assert isinstance(device.session.top, AddUp)
    return tuple(device.place.cursor.counts)


def test_back_on_the_second_page_is_the_first(pad: Bench) -> None:
    """Back leads from page to page of the lines, and from the first of them to the total."""
    enter(pad, 4, 3, 2, 1, 5)
    assert pad.place.page == 1
    pad.back()
    assert (counts(pad), pad.place.page) == ((4, 3, 2, 1, 5), 0)
    assert pad.place.cursor.highlight in pad.device.frames.layout.pages[0].options
    pad.back()
    assert isinstance(pad.session.top, PlayView)


def test_leaving_the_lines_keeps_them(pad: Bench) -> None:
    """Who leaves the lines finds them again as they were entered; a line counts that Back closed, too."""
    enter(pad, 4)
    pad.push()
    pad.turn(3)
    pad.back(2)
    assert isinstance(pad.session.top, PlayView)
    pad.push()
    assert counts(pad) == (4, 3, 0, 0, 0)


def test_a_power_cut_keeps_the_lines(pad: Bench) -> None:
    """With the power the open lines come back; what was entered in a line that was not closed yet does not."""
    enter(pad, 4, 3)
    pad.push()
    pad.turn(2)
    for made in again(pad):
        assert counts(made) == (4, 3, 0, 0, 0)
        assert "4" in made.words


def test_nothing_entered_opens_nothing(pad: Bench) -> None:
    """Where no line was closed the total is asked for, as ever."""
    pad.push()
    pad.turn(2)
    for made in again(pad):
        assert isinstance(made.session.top, PlayView)


def test_a_menu_and_another_game_keep_the_lines(pad: Bench) -> None:
    """Neither the pause menu nor another game takes away what was entered."""
    enter(pad, 4, 3)
    pad.hold(PUSH)
    pad.back()
    assert counts(pad) == (4, 3, 0, 0, 0)
    pad.session.choose(OTHER)
    pad.session.choose("burgundy")
    pad.redraw()
    assert counts(pad) == (4, 3, 0, 0, 0)


def test_a_correction_keeps_the_lines(pad: Bench) -> None:
    """A correction leaves the step, and what was entered for it."""
    enter(pad, 4, 3)
    field = next(field for field in pad.play.engine.fields(pad.play.state) if field.low < field.high)
    pad.session.settle(pad.play.correct({field.name: field.low}))
    pad.redraw()
    for made in again(pad):
        assert counts(made) == (4, 3, 0, 0, 0)


def test_answered_lines_are_gone(pad: Bench) -> None:
    """Once the total is given nothing is half entered any more, whatever is undone."""
    enter(pad, 4, 3)
    while isinstance(pad.session.top, AddUp):
        pad.next()
    n = pad.play.n
    for made in again(pad):
        assert (made.play.n, made.store.draft(made.session.number)) == (n, None)
        made.session.settle(made.play.undo())
        assert made.store.draft(made.session.number) is None


def test_undone_lines_are_gone(pad: Bench) -> None:
    """Undo takes away what was entered at the step; the same step has none of it later."""
    enter(pad, 4)
    pad.session.settle(pad.play.undo())
    pad.session.settle(pad.play.redo())
    for made in again(pad):
        assert isinstance(made.session.top, PlayView)


def test_several_numbers_come_back(tmp_path: Path) -> None:
    """Numbers of a question, closed with the knob, with Back, or by going on to the next page."""
    with bench(tmp_path) as device:
        read_to_the_list(device, Counters)
        before = device.place.cursor.counts
        enter(device, 1)
        entered = device.place.cursor.counts
        assert before != entered
        for made in again(device, "4.2"):
            assert entered == made.place.cursor.counts
            made.push()
            made.turn(-1)
            made.back()
            for last in again(made, "4.2"):
                assert before == last.place.cursor.counts


def test_ticks_come_back(tmp_path: Path) -> None:
    """A tick is entered when it is set, and when it is taken away."""
    with bench(tmp_path) as device:
        read_to_the_list(device, Marks)
        ticks = device.place.cursor.ticks
        device.push()
        ticked = device.place.cursor.ticks
        assert ticks != ticked
        for made in again(device, "4.2"):
            assert ticked == made.place.cursor.ticks


def test_what_was_undone_comes_after_what_was_entered(tmp_path: Path) -> None:
    """A step that was undone offers its answer; numbers entered in it since then come first."""
    with bench(tmp_path) as device:
        play = at_ask(Counters)
        take_in(device, play)
        ask = play.screen.ask
        assert isinstance(ask, Counters)
        device.session.settle(play.give({line.id: line.high for line in ask.lines}))
        device.session.settle(play.undo())
        device.redraw()
        assert device.place.cursor.counts == tuple(line.high for line in ask.lines)
        while not device.device.frames.layout.pages[device.place.page].options:
            device.next()
        enter(device, -1)
        for made in again(device, "4.2"):
            assert made.place.cursor.counts[0] == ask.lines[0].high - 1
            made.back(2)
            assert made.store.draft(made.session.number) is None


def test_a_disk_that_cannot_be_written(pad: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be kept is said on the glass, held, and written as soon as that can be."""

    def full(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as bad:
        bad.setattr("firmware.files.disk.append", full)
        enter(pad, 4)
        assert "Nothing is saved" in pad.words
        assert counts(pad) == (4, 0, 0, 0, 0)
    pad.wait(6)
    pad.wait(3)
    assert "Nothing is saved" not in pad.words
    for made in again(pad):
        assert counts(made) == (4, 0, 0, 0, 0)
