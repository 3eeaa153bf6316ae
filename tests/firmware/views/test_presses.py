"""The cost of usual tasks: presses, holds and turns from one place to another."""

from pathlib import Path

from engines.kit.contract import Role
from engines.registry import load_engine
from firmware.views.play_view import PlayView
from tests.contract.walk import ended_play, levels
from tests.firmware.device.bench import BACK, PUSH, Bench, bench


def _to_instruction(device: Bench) -> str:
    """Begin a play, and continue to an instruction; return its key."""
    device.next(5)
    while device.play.screen.role is not Role.INSTRUCTION:
        device.next()
    return str(device.play.screen.key)


def test_power_on_costs_nothing(tmp_path: Path) -> None:
    """After power-on the pending step is shown without a press."""
    with bench(tmp_path) as device:
        key = _to_instruction(device)
    with bench(tmp_path) as device:
        assert isinstance(device.session.top, PlayView)
        assert key == device.play.screen.key


def test_why_and_back(tmp_path: Path) -> None:
    """From an instruction, Why and back are two pushes."""
    with bench(tmp_path) as device:
        _to_instruction(device)
        device.push()
        assert not isinstance(device.session.top, PlayView)
        device.push()
        assert isinstance(device.session.top, PlayView)


def test_why_of_a_question(tmp_path: Path) -> None:
    """From a question, Why and back are one hold and two presses, through the first row of the pause menu."""
    with bench(tmp_path) as device:
        device.next(2)
        while device.play.screen.role is not Role.QUESTION:
            device.next()
        device.hold(PUSH)
        device.next()
        assert not isinstance(device.session.top, PlayView)
        device.push()
        assert isinstance(device.session.top, PlayView)


def test_undo_is_one_press(tmp_path: Path) -> None:
    """One press of Back undoes one input."""
    with bench(tmp_path) as device:
        _to_instruction(device)
        n = device.play.n
        device.tap(BACK)
        assert n - 1 == device.play.n


def test_a_play_from_a_result(tmp_path: Path) -> None:
    """From the last page of a result, a new play is one press."""
    with bench(tmp_path) as device:
        device.enter(ended_play("wyrmspan", levels("wyrmspan")[0], 1))
        while not device.footer.endswith("Play again"):
            device.next()
        number = device.session.number
        device.next()
        assert isinstance(device.session.top, PlayView)
        assert device.session.number > number


def test_another_play_of_a_waiting_game(tmp_path: Path) -> None:
    """From another game's play: a hold, four presses, and one detent per row, through Other game and New play."""
    with bench(tmp_path) as device:
        for game in ("wyrmspan", "lisboa"):
            device.session.begin(load_engine(game), {}, {})
        device.redraw()
        number = device.session.number
        device.hold(PUSH)
        device.turn(1)
        device.next()
        device.turn(4)
        device.next()
        device.turn(1)
        device.next(2)
        assert isinstance(device.session.top, PlayView)
        assert (device.session.number, device.play.engine.key) == (number + 1, "wyrmspan")


def test_another_game(tmp_path: Path) -> None:
    """From a play to the pending step of the previous one: a hold, one detent and two presses."""
    with bench(tmp_path) as device:
        for game in ("lisboa", "wyrmspan", "burgundy"):
            device.session.open_game(game)
            device.redraw()
            device.choose("begin")
            while not device.play.n:
                device.next()
        for game in ("wyrmspan", "burgundy", "wyrmspan"):
            device.hold(PUSH)
            device.turn(1)
            device.next(2)
            assert isinstance(device.session.top, PlayView)
            assert (game, True) == (device.play.engine.key, device.play.n > 0)
