"""Adding up a total: Push opens its lines, Next takes their sum; a number can still be given at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.kit.contract import Counters
from engines.kit.versions import resume
from firmware.dealer import dealer
from firmware.views.play_view import AddUp, PlayView
from tests.core import core
from tests.engines.kit.test_adding_up import play_at_total
from tests.firmware.device.bench import BACK, Bench, bench

PANELS = ("4.2", "4.2-big", "2.9")


@pytest.fixture(params=core(PANELS))
def device(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A device that asks for the total of a play of Burgundy, at the number."""
    with bench(tmp_path, panel=request.param) as made:
        made.session.enter_new_play(play_at_total("burgundy")[0])
        made.device.frames.renew()
        made.wait(2.5)
        while not made.page.value:
            made.next()
        yield made


def counted_lines(device: Bench) -> list[tuple[str, int]]:
    """Return the lines counted in the play."""
    return list(device.play.state.pad.items())


def count(device: Bench, *numbers: int) -> None:
    """Set the open lines, from the first on."""
    for n in numbers:
        device.push()
        device.turn(n)
        device.push()
        device.turn(1)


def test_the_quick_way(device: Bench) -> None:
    """Next takes the number at once, and the pad stays empty."""
    n = device.play.n
    number = device.place.cursor.number
    device.next()
    result = device.play.engine.result(device.play.state)
    assert result is not None
    assert (n + 1, number, []) == (device.play.n, result.you, counted_lines(device))


def test_push_opens_the_lines(device: Bench) -> None:
    """Push opens a line for each part; Back leads back to the number, and the play is unchanged."""
    n = device.play.n
    device.push()
    assert isinstance(device.session.top, AddUp)
    assert isinstance(device.layout.screen.ask, Counters)
    device.back()
    assert isinstance(device.session.top, PlayView)
    assert n == device.play.n


def test_next_takes_the_sum(device: Bench) -> None:
    """The footer has the sum; Next takes it after the last page, and the result shows the sum and its lines."""
    device.push()
    count(device, 4, 3, 2)
    while isinstance(device.session.top, AddUp):
        device.next()
    assert [("track", 4), ("unsold", 3), ("silver", 2), ("workers", 0), ("yellow", 0)] == counted_lines(device)
    result = device.play.engine.result(device.play.state)
    assert result is not None
    assert result.you == 9
    assert "Points on the track 4" in device.read_pages()


def test_the_sum_is_said(device: Bench) -> None:
    """On the last page the footer names the total that Next takes."""
    device.push()
    count(device, 4, 3, 2)
    device.turn(9)
    assert device.footer.endswith("Take 9")


def test_undone_counts_come_back(device: Bench) -> None:
    """After undo the number is the sum; Next gives the same counts again, and Push opens the lines with them."""
    device.push()
    count(device, 4, 3, 2)
    while isinstance(device.session.top, AddUp):
        device.next()
    counted = counted_lines(device)
    while device.play.engine.result(device.play.state) is not None:
        device.back()
    while not device.page.value:
        device.next()
    assert device.place.cursor.number == 9
    device.push()
    assert (4, 3, 2, 0, 0) == device.place.cursor.counts
    device.back()
    device.next()
    assert counted == counted_lines(device)


def test_another_total_drops_the_counts(device: Bench) -> None:
    """After undo, another number empties the pad."""
    device.push()
    count(device, 4)
    while isinstance(device.session.top, AddUp):
        device.next()
    while device.play.engine.result(device.play.state) is not None:
        device.back()
    while not device.page.value:
        device.next()
    device.turn(1)
    device.next()
    assert [] == counted_lines(device)


def test_counts_are_in_the_play_file(device: Bench) -> None:
    """The counts are one line of the play file: the resumed play has the same end, and Done keeps the line."""
    device.push()
    count(device, 4, 3)
    while isinstance(device.session.top, AddUp):
        device.next()
    play, number = device.play, device.session.number
    stored = device.store.load(number)
    found = resume(play.engine, stored, dealer(stored.seed))
    assert play.state == found.state  # type: ignore[union-attr]
    while device.session.play is play:
        device.next()
    entry = device.store.load(number).steps[-1].entry
    assert entry is not None
    assert [("track", 4), ("unsold", 3)] == [item for item in entry.value.items() if item[1]]


def test_recap_says_the_total(device: Bench) -> None:
    """A total that was added up is a number in the recap."""
    device.push()
    count(device, 4, 3)
    while isinstance(device.session.top, AddUp):
        device.next()
    device.hold(BACK)
    while not device.page.options:
        device.turn(1)
    assert "Your total? 7" in device.words
