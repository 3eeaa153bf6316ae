"""Another play from a result or of a game with a waiting play; the values a play taught are offered before it ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.kit.play import Play
from engines.registry import MAGPIE, load_engine
from firmware.dealer import dealer
from firmware.plays.play_file import PlayFile
from firmware.plays.store import Store
from firmware.views.play_view import PlayView
from tests.contract.walk import ended_play, levels
from tests.core import core
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.firmware.views.test_files import put_file
from tests.magpie_on_menu import begin_magpie, teach_charm
from tests.play_values import file_and_state

pytestmark = pytest.mark.usefixtures("magpie_menu")
KEEP = "Keep what you taught?"


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """A device at the result of a play that taught nothing."""
    with bench(tmp_path) as made:
        made.enter(ended_play("wyrmspan", levels("wyrmspan")[1], 1))
        yield made


def _choose_all(device: Bench, rows: list[str]) -> None:
    for row in rows:
        if row == "pause":
            device.hold(PUSH)
        else:
            device.choose(row)


def _to_last_page(device: Bench) -> None:
    while not device.footer.endswith("Play again"):
        device.next()


def test_one_press(device: Bench) -> None:
    """On the last page of the result one press begins a play with the same options; the old one is kept as over."""
    options, number = device.play.options, device.session.number
    _to_last_page(device)
    assert "> Play again" in device.words
    device.next()
    assert (device.play.n, device.play.options, device.session.number) == (0, options, number + 1)
    (over,) = (info for info in device.store.plays() if info.number == number)
    assert (over.over, over.live) == (True, False)


def test_it_needs_the_last_page(device: Bench) -> None:
    """On any other page of the result Next does not begin a play."""
    play = device.play
    while device.place.page < len(device.layout.pages) - 1:
        device.next()
        assert device.session.play is play


def test_back_returns_to_the_result(device: Bench) -> None:
    """Back on the first step returns to the unchanged result; the play without inputs is gone."""
    words, number = device.words, device.session.number
    _to_last_page(device)
    device.next()
    assert device.footer.split(" | ")[0] == "Result"
    device.back()
    assert (device.words, device.session.number) == (words, number)
    assert [info.number for info in device.store.plays()] == [number]
    device.back()
    assert device.play.n > 0
    device.next()
    _to_last_page(device)
    device.next()
    assert device.play.n == 0


@pytest.mark.parametrize("undone", [0, 2])
def test_a_power_cut_keeps_the_way_back(tmp_path: Path, undone: int) -> None:
    """After power-on, Back on the first step still returns to the result."""
    with bench(tmp_path) as device:
        device.enter(ended_play("wyrmspan", levels("wyrmspan")[1], 1))
        words, play = device.words, file_and_state(device.play)
        _to_last_page(device)
        device.next()
        while device.play.n < undone:
            device.next()
    with bench(tmp_path) as device:
        for _ in range(undone):
            device.tap(BACK)
        assert (device.play.n, device.footer.split(" | ")[0]) == (0, "Result")
        device.tap(BACK)
        assert (device.words, file_and_state(device.play)) == (words, play)
        assert [info.number for info in device.store.plays() if info.live] == [1]
    with bench(tmp_path) as device:
        assert (device.words, file_and_state(device.play)) == (words, play)


@pytest.mark.parametrize("again", [False, True])
def test_after_done_it_leads_to_the_options(tmp_path: Path, *, again: bool) -> None:
    """A play begun from the menu leads back there, even if one with its number was begun from a result."""
    with bench(tmp_path) as device:
        device.enter(ended_play("wyrmspan", levels("wyrmspan")[1], 1))
        if again:
            _to_last_page(device)
            device.next()
            device.back()
        device.choose("go_on")
        device.choose("wyrmspan")
        device.choose("begin")
        assert (device.play.n, device.session.number) == (0, 2)
        assert device.footer.split(" | ")[0] == "Options"
    with bench(tmp_path) as device:
        assert device.footer.split(" | ")[0] == "Options"


def test_a_play_with_inputs_is_set_aside(device: Bench) -> None:
    """When Back returns to the result, undone inputs are set aside, not lost."""
    number = device.session.number
    _to_last_page(device)
    device.next()
    while not device.play.n:
        device.next()
    device.tap(BACK)
    device.tap(BACK)
    assert device.session.number == number
    assert [(info.number, info.live) for info in device.store.plays()] == [(number, True), (number + 1, False)]


def test_what_it_taught_is_offered_first(tmp_path: Path) -> None:
    """Play again first offers what the play taught, so that the next play uses it; Back returns to the result."""
    with bench(tmp_path) as device:
        begin_magpie(device)
        teach_charm(device)
        worth = device.play.state.worth
        device.play_to_the_end()
        device.choose("device.play_again")
        assert device.headline == KEEP
        device.back()
        assert isinstance(device.session.top, PlayView)
        device.choose("device.play_again")
        device.choose("keep")
        assert (device.play.n, device.play.state.worth) == (0, worth)


@pytest.mark.parametrize("kept", [True, False])
def test_what_a_waiting_play_taught_is_offered(tmp_path: Path, kept: bool) -> None:
    """A play that replaces a waiting one uses what that one taught, if it is kept."""
    with bench(tmp_path) as device:
        begin_magpie(device)
        teach_charm(device)
        worth = device.play.state.worth
        device.pause("other")
        device.choose("new")
        device.choose("begin")
        assert device.headline == KEEP
        device.choose("keep" if kept else "forget")
        assert device.play.n == 0
        assert (device.play.state.worth == worth) == kept


def test_what_is_taken_up_again_offers_it_too(tmp_path: Path) -> None:
    """A resumed earlier play first offers what the waiting one taught, then continues."""
    with bench(tmp_path) as device:
        begin_magpie(device)
        device.pause("abandon")
        device.choose("abandon")
        begin_magpie(device)
        teach_charm(device)
        device.pause("other")
        device.choose("put_away")
        device.choose("again")
        assert device.headline == KEEP
        device.choose("forget")
        assert isinstance(device.session.top, PlayView)
        assert device.session.number == 1


WAYS_OUT: dict[str, tuple[bool, list[str]]] = {
    "play again": (True, ["device.play_again"]),
    "done": (True, ["go_on"]),
    "abandon": (False, ["pause", "abandon", "abandon"]),
    "abandon at the end": (True, ["pause", "abandon", "abandon"]),
    "new play": (False, ["pause", "other", "new", "begin"]),
    "new play at the end": (True, ["pause", "other", "new", "begin"]),
    "an earlier play": (False, ["pause", "other", "put_away", "again"]),
    "a play from a file": (False, ["pause", "files", "in.0", "go_on"]),
}
"""By way out of a play: whether the play is over, and the rows to choose."""


@pytest.mark.parametrize("way", core(WAYS_OUT, "done", "an earlier play"))
def test_every_way_out_offers_what_it_taught(tmp_path: Path, way: str) -> None:
    """The question comes before the play is put away: a power cut or Back leave the play unchanged."""
    ends, rows = WAYS_OUT[way]
    with Store(tmp_path) as store:
        store.archive(store.create(Play(load_engine(MAGPIE), {}, dealer("8"), seed="8")), result=None)
        another = PlayFile.from_play(Play(load_engine(MAGPIE), {}, dealer("9"), seed="9").saved())
        put_file(tmp_path, "play.jsonl", another.text.encode())
    with bench(tmp_path) as device:
        begin_magpie(device)
        teach_charm(device)
        if ends:
            device.play_to_the_end()
        number, play = device.session.number, file_and_state(device.play)
        _choose_all(device, rows)
        assert device.headline == KEEP
        assert device.store.current() == number
    with bench(tmp_path) as device:
        assert (device.session.number, file_and_state(device.play)) == (number, play)
        _choose_all(device, rows)
        device.choose("keep")
        assert device.store.current() != number
        assert "charms" in device.session.folder.settings.recall(MAGPIE)


@pytest.mark.parametrize("row", ["other", "off"])
def test_a_play_that_goes_on_asks_nothing(tmp_path: Path, row: str) -> None:
    """Another game and power off do not end a play: it waits at its result, and Done offers what it taught."""
    with bench(tmp_path) as device:
        begin_magpie(device)
        teach_charm(device)
        device.play_to_the_end()
        words = device.words
        device.pause(row)
        assert KEEP not in device.words
    with bench(tmp_path) as device:
        assert device.words == words
        device.choose("go_on")
        assert device.headline == KEEP


def test_new_plays_of_waiting_games(tmp_path: Path) -> None:
    """The row lists the games with a waiting play; Begin says that the waiting one is set aside."""
    with bench(tmp_path) as device:
        for game in ("lisboa", "wyrmspan"):
            device.session.begin(load_engine(game), {}, {})
        device.session.show_game_menu()
        device.redraw()
        device.choose("new")
        assert device.listed == ["wyrmspan", "lisboa"]
        device.next()
        assert "set aside, not deleted" in device.text
        device.back()
        assert "new" in device.listed


def test_no_waiting_game_no_row(tmp_path: Path) -> None:
    """Without a waiting play there is no row; with a single one there is no list."""
    with bench(tmp_path) as device:
        assert "new" not in device.listed
        begin_magpie(device)
        device.session.show_game_menu()
        device.redraw()
        device.choose("new")
        assert ("begin" in device.listed, device.session.game) == (True, MAGPIE)
