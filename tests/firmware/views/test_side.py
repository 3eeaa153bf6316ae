"""The bot's side is one turn left of an instruction, and never in the way."""

from pathlib import Path

import pytest

from engines.kit.contract import Ask, Badge, Choice, Done, Marks, Number, Pick, Screen, Who
from engines.kit.drawings import Row, Side, Slot, Slots
from engines.kit.screens import role
from engines.kit.text import Text
from engines.registry import KEYS
from firmware.views import play_view
from firmware.views.play_view import PlayView, SideView, has_side
from hw.events import Key
from tests.contract.walk import Walk, levels
from tests.core import core
from tests.firmware.device.bench import BACK, NEXT, PUSH, Bench, bench
from tests.magpie_on_menu import COIN_QUESTION, HOP_HEADLINE, TURN_HEADLINE

pytestmark = pytest.mark.usefixtures("magpie_menu")


def is_open(device: Bench) -> bool:
    """Return whether the side is shown."""
    return isinstance(device.session.top, SideView)


def test_left_of_the_first_row(device: Bench) -> None:
    """The header names the side; its words describe the drawings; the play is unchanged."""
    before = device.play.n
    device.turn(-1)
    assert is_open(device)
    assert "What it has | Round 1/2, turn 1" == device.header
    assert "Path: at 6 of 6." in device.words.splitlines()
    assert "Charm, " in device.words
    assert device.footer.endswith("Close")
    assert before == device.play.n


@pytest.mark.parametrize("leave", [NEXT, BACK, "turn"])
def test_keys_that_close_the_side(device: Bench, leave: str) -> None:
    """Next, Back and a turn right at its end close it; the step is unchanged."""
    before = device.words, device.play.n
    device.turn(-1)
    if leave == "turn":
        device.turn(1)
    else:
        device.tap(leave)  # type: ignore[arg-type]
    assert isinstance(device.session.top, PlayView)
    assert before == (device.words, device.play.n)


@pytest.mark.parametrize("leave", [NEXT, BACK, PUSH])
def test_its_legend_is_behind_push(device: Bench, leave: Key) -> None:
    """Push opens the legend with the names of the signs, as the footer says; every key leads back to the side."""
    device.turn(-1)
    assert "(Legend)" in device.footer
    device.push()
    assert "Legend" == device.header.split(" | ")[0]
    assert {"the bot’s piece", "trinket"} <= {*device.words.splitlines()}
    device.tap(leave)
    assert is_open(device)


def test_a_side_without_signs_has_no_legend(device: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without signs Push closes the side."""
    monkeypatch.setattr(play_view, "legend", lambda _: None)
    device.turn(-1)
    assert "Legend" not in device.footer
    device.push()
    assert isinstance(device.session.top, PlayView)


def test_turning_back_to_the_first_row_stops_there(device: Bench) -> None:
    """Turning left stops at the first row; only another turn opens the side."""
    device.turn(1)
    assert 1 == device.place.cursor.highlight
    device.turn(-5)
    assert not is_open(device)
    device.turn(-1)
    assert is_open(device)


def test_next_never_passes_through_it(device: Bench) -> None:
    """Next continues the play, and never opens the side."""
    device.next()
    assert HOP_HEADLINE in device.words
    device.next()
    assert COIN_QUESTION in device.words


def test_a_question_has_no_side_but_in_the_pause_menu(device: Bench) -> None:
    """Left of a question there is no side; in the pause menu it is a row with the side's title."""
    device.next(2)
    device.turn(-2)
    assert COIN_QUESTION in device.words
    device.hold(PUSH)
    assert "  What it has" in device.words.splitlines()
    device.choose("side")
    assert is_open(device)
    device.back()
    assert "Pause" == device.headline


LIST = (Choice("go_on", Text("Done")), Choice("a", Text("A")))
PLACES = Slots((Row(Text("Row"), (Slot(1),)),))


@pytest.mark.parametrize(
    ("ask", "drawing", "beside"),
    [
        (Done(), None, True),
        (Pick(LIST, "go_on"), None, True),
        (Pick(LIST, "a"), None, False),
        (Pick(LIST, "a"), PLACES, True),
        (Marks(LIST, 0, 2), PLACES, True),
        (Number(0, 9, 0), PLACES, False),
    ],
)
def test_screens_that_have_the_side(ask: Ask, drawing: Slots | None, *, beside: bool) -> None:
    """It is left of every instruction, and of a list about a place; a number uses left turns itself."""
    screen = Screen("place", role("place", ask), Text("Headline"), (), Badge(Who.BOT), ask, {}, drawing=drawing)
    assert beside == has_side(screen)


@pytest.mark.parametrize("key", core(KEYS))
def test_what_a_step_draws_comes_first(key: str) -> None:
    """The first part of the side is the drawing of the step; no part of the side is missing or duplicated."""
    for play in Walk(key, levels(key)[0], 0):
        drawing, parts = play.screen.drawing, play.engine.side(play.state).parts
        side = SideView(None, play).screen().drawing  # type: ignore[arg-type]
        assert isinstance(side, Side)
        assert drawing in (None, side.parts[0])
        assert all(1 == side.parts.count(part) for part in {*parts, *([drawing] if drawing else [])})
        assert len(side.parts) == len(parts) + (drawing is not None and drawing not in parts)


def test_pages(tmp_path: Path) -> None:
    """On a small panel it has pages; the knob turns them, and so does Next before it closes the side."""
    with bench(tmp_path, panel="2.9") as small:
        while TURN_HEADLINE not in small.words:
            small.next()
        small.turn(-1)
        pages = len(small.layout.pages)
        assert pages > 1
        small.turn(1)
        assert 1 == small.place.page
        assert small.footer.endswith("Close" if pages == 2 else "Next page")
        small.back()
        assert 0 == small.place.page
        small.next(pages)
        assert not is_open(small)
