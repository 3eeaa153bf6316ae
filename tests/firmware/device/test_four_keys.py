"""Four keys on the whole device: ▲ and ▼ turn, both together push, and the light answers when a key acts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.kit.contract import Counter, Counters, Marks, Number, Pick, YesNo
from firmware.device.keys import MIN_SEEN_S
from hw.events import Key
from hw.keys import PAIR_WAIT_S, REPEAT_S
from tests.display.screens import choices
from tests.firmware.device.bench import BACK, NEXT, PUSH, Bench, bench
from tests.magpie_on_menu import SET_UP_PRESSES

pytestmark = pytest.mark.usefixtures("magpie_menu")

FOUR = {"keys": {"set": "four"}}
UP, DOWN = Key.UP, Key.DOWN
ABC = choices("a", "b", "c")


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """Yield a device with four keys in a play with the Magpie, at your first turn."""
    with bench(tmp_path, hardware=FOUR) as made:
        made.next(2 + SET_UP_PRESSES)
        yield made


def test_a_list_is_moved_in_and_taken(device: Bench) -> None:
    """▼ moves down, ▲ up, Next takes the highlighted row."""
    asked = device.show(Pick(ABC, "a"))
    device.tap(DOWN, DOWN, UP)
    assert "> b" in device.words
    device.next()
    assert asked.taken == ["b"]


def test_the_light_answers_when_the_key_acts(device: Bench) -> None:
    """The light waits until the key turns, since the other one may follow; then it answers each repetition."""
    device.show(Pick(choices(*"abcdefgh"), "a"))
    device.signals.given.clear()
    device.hand.down(DOWN)
    device.wait(PAIR_WAIT_S - 0.01)
    assert device.signals.given == []
    device.wait(0.01)
    assert device.signals.given == ["accepted"]
    device.wait(device.device.hold_s - PAIR_WAIT_S + REPEAT_S)
    assert device.signals.given == ["accepted"] * 3
    device.hand.up(DOWN)
    device.wait(2.5)
    assert "> d" in device.words


def test_both_together_tick_and_have_turned_nothing(device: Bench) -> None:
    """A chord whose keys follow each other ticks the highlighted row and turns nothing."""
    device.show(Marks(ABC, 0, 3))
    device.tap(DOWN)
    device.signals.given.clear()
    device.hand.down(UP)
    device.wait(0.1)
    device.hand.down(DOWN)
    device.wait(0.1)
    assert device.signals.given == []
    device.hand.up(UP)
    device.wait(0.1)
    assert device.signals.given == ["accepted"]
    device.hand.up(DOWN)
    device.wait(2.5)
    assert "> [x] b" in device.words


def test_both_held_open_the_menu_and_nothing_else(device: Bench) -> None:
    """The hold counts from the second key, and releasing does nothing."""
    device.hand.down(DOWN)
    device.wait(0.1)
    device.hand.down(UP)
    device.wait(device.device.hold_s - 0.01)
    assert len(device.session.views) == 1
    device.wait(0.02)
    menu = device.session.top
    assert len(device.session.views) == 2
    device.hand.up(UP)
    device.hand.up(DOWN)
    device.wait(2.5)
    assert device.session.top is menu
    assert device.place.cursor.highlight == 0


@pytest.mark.parametrize(("wait", "signals"), [(MIN_SEEN_S + 0.001, ["accepted"]), (MIN_SEEN_S - 0.001, ["too_early"])])
def test_a_chord_was_seen_if_its_first_key_saw_it(device: Bench, wait: float, signals: list[str]) -> None:
    """A push answers the glass at the time of its first key, however late the second one follows."""
    device.show(Marks(ABC, 0, 3))
    device.tap(NEXT, quiet=0)
    device.finish()
    device.wait(wait)
    device.signals.given.clear()
    device.hand.down(UP)
    device.wait(0.1)
    device.hand.down(DOWN)
    device.wait(0.1)
    device.hand.up(UP)
    device.hand.up(DOWN)
    device.wait(2.5)
    assert device.signals.given == signals
    assert ("[x]" in device.words) == (signals == ["accepted"])


def test_up_is_more(device: Bench) -> None:
    """On a number or an entered line, ▲ counts up and ▼ down; between lines ▼ moves down."""
    asked = device.show(Number(0, 9, 3))
    device.tap(UP, UP, DOWN)
    device.next()
    assert asked.taken == [4]
    lines = Counters((Counter("a", ABC[0].text, 0, 9, 1), Counter("b", ABC[1].text, 0, 9, 1)))
    asked = device.show(lines)
    device.tap(DOWN, PUSH, UP, UP, PUSH)
    device.next()
    assert asked.taken[-1] == {"a": 1, "b": 3}


def test_a_wide_number_moves_faster_while_the_key_is_held(device: Bench) -> None:
    """Held, ▲ soon moves by 5 and by 10; repeated presses move by one, and so does holding without the setting."""
    device.show(Number(0, 500, 0))
    device.hand.down(UP)
    device.wait(3.0)
    device.hand.up(UP)
    fast = device.place.cursor.number
    device.wait(2.5)
    before = device.place.cursor.number
    for _ in range(9):
        device.hand.down(UP)
        device.wait(0.08)
        device.hand.up(UP)
        device.wait(0.1)
    device.wait(2.5)
    assert (before, device.place.cursor.number) == (fast, fast + 9)
    assert fast > 80
    device.session.change_settings(acceleration=False)
    device.hand.down(DOWN)
    device.wait(3.0)
    device.hand.up(DOWN)
    device.wait(2.5)
    assert device.place.cursor.number > before - 20


def test_up_from_the_first_row_shows_the_bots_side(device: Bench) -> None:
    """▲ on the first row opens the side, as turning does."""
    device.tap(UP)
    assert "What it has" in device.words
    device.back()
    device.push()
    assert "Why" in device.words
    device.back()


def test_turned_round_the_keys_swap(device: Bench) -> None:
    """For the left hand the keys swap, so that each does what its mark says."""
    device.session.change_settings(hand="left")
    device.wait(2.5)
    asked = device.show(Pick(ABC, "a"))
    device.tap(DOWN, DOWN, UP, NEXT)
    assert asked.taken == ["b"]
    device.tap(BACK)
    assert asked.backs == 1


@pytest.mark.parametrize("place", ["below", "beside"])
@pytest.mark.parametrize("hand", ["right", "left"])
def test_the_marks_are_where_the_keys_are(tmp_path: Path, place: str, hand: str) -> None:
    """Keys beside the glass have marks at its left edge, for the left hand at the right one."""
    edges = {("beside", "right"): "left", ("beside", "left"): "right"}
    with bench(tmp_path, hardware={"keys": {"set": "four", "place": place}}, hand=hand) as device:
        shown = device.device.glass.shown
        assert shown is not None
        assert (True, edges.get((place, hand))) == (shown.chrome.keys.pair, shown.chrome.keys.edge)


def test_settings_speak_of_keys(device: Bench) -> None:
    """The settings name keys instead of a knob."""
    device.pause("more")
    device.choose("settings")
    assert "Hand on the keys: right" in device.words
    device.turn(device.listed.index("acceleration"))
    assert "Holding ▲ or ▼ moves by more than 1." in device.words


def test_nothing_highlighted_is_no_answer(device: Bench) -> None:
    """Footer and refusal explain how to choose an answer with these keys."""
    asked = device.show(YesNo(None))
    assert "▲ ▼ to choose" in device.footer
    device.next()
    assert (asked.taken, device.header) == ([], "▲ ▼ to choose")
