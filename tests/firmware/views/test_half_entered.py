"""Half-entered numbers and ticks survive Back, other views, menus and power cuts, until the step is over."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.kit.contract import Counters, Marks
from engines.kit.play import Play
from engines.registry import MAGPIE
from firmware.views.play_view import AddUp, PlayView
from tests.contract.walk import Walk, levels
from tests.engines.kit.test_adding_up import play_at_total
from tests.firmware.device.bench import NEXT, PUSH, Bench, bench

OTHER = "lisboa"


@pytest.fixture
def at_lines(tmp_path: Path) -> Iterator[Bench]:
    """Yield a device with the lines of a total open, on two pages."""
    with bench(tmp_path, panel="2.9") as made:
        made.enter(play_at_total("burgundy")[0])
        while not made.page.value:
            made.tap(NEXT, quiet=1)
        made.push()
        assert len(made.layout.pages) == 2
        yield made


def at_ask(kind: type) -> Play[Any]:
    """Return a play of the Magpie that waits at an ask of a kind."""
    for seed in range(30):
        for play in Walk(MAGPIE, levels(MAGPIE)[0], seed):
            if isinstance(play.screen.ask, kind):
                return play
    raise AssertionError(kind)


def to_list(device: Bench, kind: type[Any]) -> None:
    """Take a play to an ask of a kind, and read on to its choices."""
    device.enter(at_ask(kind))
    while not device.page.options:
        device.next()


def set_lines(device: Bench, *numbers: int) -> None:
    """Set lines, from the highlighted one on, and close each."""
    for n in numbers:
        device.tap(PUSH, quiet=1.5)
        device.turn(n, quiet=1.5)
        device.tap(PUSH, quiet=1.5)
        device.turn(1, quiet=1.5)


def after_power_cut(device: Bench, panel: str = "2.9") -> Iterator[Bench]:
    """Cut the power and switch on again."""
    device.rig.cut()
    with bench(device.session.folder.path, panel=panel) as made:
        yield made


def counts(device: Bench) -> tuple[int, ...]:
    """Return the numbers of the open lines."""
    assert isinstance(device.session.top, AddUp)
    return tuple(device.place.cursor.counts)


def test_back_on_the_second_page_is_the_first(at_lines: Bench) -> None:
    """Back leads from page to page of the lines, and from the first to the total."""
    set_lines(at_lines, 4, 3, 2, 1, 5)
    assert at_lines.place.page == 1
    at_lines.back()
    assert (counts(at_lines), at_lines.place.page) == ((4, 3, 2, 1, 5), 0)
    assert at_lines.place.cursor.highlight in at_lines.layout.pages[0].options
    at_lines.back()
    assert isinstance(at_lines.session.top, PlayView)


def test_leaving_the_lines_keeps_them(at_lines: Bench) -> None:
    """Left lines are found again as they were entered; a line closed by Back counts, too."""
    set_lines(at_lines, 4)
    at_lines.push()
    at_lines.turn(3)
    at_lines.back(2)
    assert isinstance(at_lines.session.top, PlayView)
    at_lines.push()
    assert counts(at_lines) == (4, 3, 0, 0, 0)


def test_a_power_cut_keeps_the_lines(at_lines: Bench) -> None:
    """After a power cut the open lines come back, without the input of an unclosed line."""
    set_lines(at_lines, 4, 3)
    at_lines.push()
    at_lines.turn(2)
    for made in after_power_cut(at_lines):
        assert counts(made) == (4, 3, 0, 0, 0)
        assert "4" in made.words


def test_nothing_entered_opens_nothing(at_lines: Bench) -> None:
    """If no line was closed, the total is asked as usual."""
    at_lines.push()
    at_lines.turn(2)
    for made in after_power_cut(at_lines):
        assert isinstance(made.session.top, PlayView)


def test_a_menu_and_another_game_keep_the_lines(at_lines: Bench) -> None:
    """The pause menu and another game keep the input."""
    set_lines(at_lines, 4, 3)
    at_lines.hold(PUSH)
    at_lines.back()
    assert counts(at_lines) == (4, 3, 0, 0, 0)
    at_lines.session.open_game(OTHER)
    at_lines.session.open_game("burgundy")
    at_lines.redraw()
    assert counts(at_lines) == (4, 3, 0, 0, 0)


def test_a_correction_keeps_the_lines(at_lines: Bench) -> None:
    """A correction keeps the step and its input."""
    set_lines(at_lines, 4, 3)
    field = next(field for field in at_lines.play.engine.fields(at_lines.play.state) if field.low < field.high)
    at_lines.session.commit(at_lines.play.correct({field.name: field.low}))
    at_lines.redraw()
    for made in after_power_cut(at_lines):
        assert counts(made) == (4, 3, 0, 0, 0)


def test_answered_lines_are_gone(at_lines: Bench) -> None:
    """An answered total drops the half-entered lines, and undo does not bring them back."""
    set_lines(at_lines, 4, 3)
    while isinstance(at_lines.session.top, AddUp):
        at_lines.next()
    n = at_lines.play.n
    for made in after_power_cut(at_lines):
        assert (made.play.n, made.store.draft(made.session.number)) == (n, None)
        made.session.commit(made.play.undo())
        assert made.store.draft(made.session.number) is None


def test_undone_lines_are_gone(at_lines: Bench) -> None:
    """Undo drops the input of a step, also when the same step comes again."""
    set_lines(at_lines, 4)
    at_lines.session.commit(at_lines.play.undo())
    at_lines.session.commit(at_lines.play.redo())
    for made in after_power_cut(at_lines):
        assert isinstance(made.session.top, PlayView)


def test_several_numbers_come_back(tmp_path: Path) -> None:
    """Numbers are kept when closed with the knob, with Back, or by the next page."""
    with bench(tmp_path) as device:
        to_list(device, Counters)
        before = device.place.cursor.counts
        set_lines(device, 1)
        entered = device.place.cursor.counts
        assert before != entered
        for made in after_power_cut(device, "4.2"):
            assert entered == made.place.cursor.counts
            made.push()
            made.turn(-1)
            made.back()
            for last in after_power_cut(made, "4.2"):
                assert before == last.place.cursor.counts


def test_ticks_come_back(tmp_path: Path) -> None:
    """A tick is kept when it is set, and its removal is kept, too."""
    with bench(tmp_path) as device:
        to_list(device, Marks)
        ticks = device.place.cursor.ticks
        device.push()
        ticked = device.place.cursor.ticks
        assert ticks != ticked
        for made in after_power_cut(device, "4.2"):
            assert ticked == made.place.cursor.ticks


def test_what_was_undone_comes_after_what_was_entered(tmp_path: Path) -> None:
    """An undone step offers its answer; numbers entered since then come first."""
    with bench(tmp_path) as device:
        play = at_ask(Counters)
        device.enter(play)
        ask = play.screen.ask
        assert isinstance(ask, Counters)
        device.session.commit(play.give({line.id: line.high for line in ask.lines}))
        device.session.commit(play.undo())
        device.redraw()
        assert device.place.cursor.counts == tuple(line.high for line in ask.lines)
        while not device.page.options:
            device.next()
        set_lines(device, -1)
        for made in after_power_cut(device, "4.2"):
            assert made.place.cursor.counts[0] == ask.lines[0].high - 1
            made.back(2)
            assert made.store.draft(made.session.number) is None


def test_a_disk_that_cannot_be_written(at_lines: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Input that cannot be written is reported on the glass, held, and written as soon as possible."""

    def full(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as bad:
        bad.setattr("firmware.files.disk.append", full)
        set_lines(at_lines, 4)
        assert "Nothing is saved" in at_lines.words
        assert counts(at_lines) == (4, 0, 0, 0, 0)
    at_lines.wait(6)
    at_lines.wait(3)
    assert "Nothing is saved" not in at_lines.words
    for made in after_power_cut(at_lines):
        assert counts(made) == (4, 0, 0, 0, 0)
