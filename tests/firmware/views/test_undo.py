"""Undo by its key: it shows the old answer, and a second press undoes again on any page."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hw.events import Key
from tests.core import core
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.magpie_on_menu import SET_UP_PRESSES

pytestmark = pytest.mark.usefixtures("magpie_menu")


def _hold_and_leave(key: Key) -> Callable[[Bench], None]:
    def press(device: Bench) -> None:
        device.hold(key)
        device.back()

    return press


KEYS: dict[str, Callable[[Bench], None]] = {
    "turn right": lambda device: device.turn(1),
    "turn left": lambda device: device.turn(-1),
    "push": lambda device: device.push(2),
    "hold push": _hold_and_leave(PUSH),
    "hold Back": _hold_and_leave(BACK),
}
"""Ways to press another key than Back and return to the step."""


@pytest.fixture(params=["4.2", "2.9"])
def device(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    """Yield a device with a report of several pages after an earlier turn."""
    with bench(tmp_path, panel=request.param) as made:
        while not (made.play.n > SET_UP_PRESSES + 1 if made.session.play else False) or "buy" not in made.listed:
            made.next()
        made.choose("buy")
        yield made


def test_the_old_answer_is_on_the_page(device: Bench) -> None:
    """After undo the old answer is highlighted and in sight, and Next gives it again."""
    n = device.play.n
    device.back()
    assert device.play.n == n - 1
    assert device.place.cursor.highlight in device.page.options
    assert "> I buy a trinket for 2" in device.words
    device.next()
    assert (device.play.n, device.play.redo_stack) == (n, ())


def test_back_undoes_again(device: Bench) -> None:
    """The footer says Undo on every page, and each press of Back undoes one input down to the first step."""
    for n in range(device.play.n - 1, -1, -1):
        device.back()
        assert device.play.n == n
        assert device.footer.split(" | ")[0] == ("Undo" if n else "Options")


@pytest.mark.parametrize("key", core(KEYS))
def test_any_other_key_ends_it(device: Bench, key: str) -> None:
    """After another key, Back leads a page back, and the footer says so."""
    device.back()
    n = device.play.n
    KEYS[key](device)
    assert device.footer.split(" | ")[0] == ("Back" if device.place.page else "Undo")
    while device.place.page:
        device.back()
        assert device.play.n == n
    device.back()
    assert device.play.n == n - 1


def test_a_step_chosen_in_the_recap(device: Bench) -> None:
    """Going back to an earlier step is an undo, too: the old answer is in sight, and Back undoes again."""
    device.hold(BACK)
    device.next()
    while "Go back" not in device.footer:
        device.next()
    n = device.play.n
    device.next()
    assert device.play.n == n - 1
    assert "> I buy a trinket for 2" in device.words
    device.back()
    assert device.play.n == n - 2
