"""USB keys: what they mean is what their numbers say, or what was learned of them."""

import pytest

from hw.events import Hold, Key, KeyEvent, Press, Turn, UsbEdge
from hw.keys import HOLD_S, MAX_TURNS, REPEAT_S
from hw.usb_keys import STANDARD_ROLES, Claims, Learned, UsbDevice, UsbKeys
from tests.usb_pads import (
    ENTER,
    F13,
    KEY_CODES,
    KEYBOARD,
    PAD,
    PAGE_DOWN,
    PAGE_UP,
    SPACE,
    UP,
    VOLUME_DOWN,
    VOLUME_UP,
    A,
    B,
    bits,
)

LEARNED: Learned = {PAD: {"next": A, "back": B, "right": F13, "menu": SPACE}}
LATE_S = 1000.0


class Typed:
    """USB keys with learned ones among them, and all their events."""

    def __init__(self) -> None:
        self.keys = UsbKeys()
        self.keys.configure(HOLD_S, LEARNED)
        self.events: list[KeyEvent] = []

    def edge(self, at: float, code: int, level: bool, device: str = KEYBOARD, port: str = "event1") -> None:
        """Report an edge; look at the time whenever it is due before."""
        self.until(at)
        self.events += self.keys.edge(UsbEdge(at, device, port, code, level))

    def press(self, code: int, up_at: float = 1.25, device: str = KEYBOARD) -> None:
        """Press a key at 1 s, and look at all that follows."""
        self.edge(1.0, code, True, device)
        self.edge(up_at, code, False, device)
        self.until(LATE_S)

    def until(self, now: float) -> None:
        """Look at the time whenever it is due, up to `now`."""
        while (at := self.keys.deadline()) is not None and at < now:
            self.events += self.keys.tick(at)


def test_next_acts_when_it_goes_down() -> None:
    """However long it stays down, and its release means nothing."""
    typed = Typed()
    typed.press(PAGE_DOWN, 9.0)
    assert [Press(Key.NEXT, 1.0, 1.0)] == typed.events


@pytest.mark.parametrize(("code", "key"), [(PAGE_UP, Key.BACK), (ENTER, Key.PUSH)])
def test_back_and_push_act_when_released_or_held(code: int, key: Key) -> None:
    """As beside the knob: a press ends before 0.6 s; a hold comes at 0.6 s, whenever anybody looks."""
    short, long = Typed(), Typed()
    short.press(code, 1.59)
    long.press(code, 1.61)
    assert [Press(key, 1.0, 1.59)] == short.events
    assert [Hold(key, 1.0, 1.6)] == long.events


def test_the_time_of_a_hold_is_a_setting() -> None:
    """It is the same as for the other keys."""
    typed = Typed()
    typed.keys.configure(1.0, LEARNED)
    typed.press(ENTER, 1.9)
    assert [Press(Key.PUSH, 1.0, 1.9)] == typed.events


@pytest.mark.parametrize("late", [False, True])
def test_a_key_that_turns_goes_on(late: bool) -> None:
    """It turns when it goes down, again after 0.6 s, and then every 0.15 s until it is released."""
    typed = Typed()
    typed.edge(1.0, 108, True)
    if not late:
        typed.until(1.95)
    typed.events += typed.keys.edge(UsbEdge(1.95, KEYBOARD, "event1", 108, False))
    typed.until(LATE_S)
    times = [1.0, *(1.0 + HOLD_S + n * REPEAT_S for n in range(3))]
    assert all(isinstance(event, Turn) and event.n == 1 for event in typed.events)
    assert [event.at for event in typed.events] == pytest.approx(times)


@pytest.mark.parametrize(
    ("code", "device", "vertical"), [(UP, KEYBOARD, True), (VOLUME_DOWN, KEYBOARD, False), (UP, PAD, False)]
)
def test_up_is_more(code: int, device: str, vertical: bool) -> None:
    """An arrow changes a number as ▲ and ▼ do, from the first turn on; a knob, or a key learned for one, as a knob."""
    typed = Typed()
    typed.keys.configure(HOLD_S, {PAD: {"left": UP}})
    typed.press(code, 1.65, device)
    assert [Turn(-1, 1.0, vertical), Turn(-1, 1.6, vertical)] == typed.events


def test_a_key_that_is_stuck() -> None:
    """It turns no further than one press can, and wakes nobody any more."""
    typed = Typed()
    typed.edge(1.0, 108, True)
    typed.until(LATE_S)
    assert (MAX_TURNS, None) == (len(typed.events), typed.keys.deadline())


def test_a_knob_turns_by_each_click() -> None:
    """A volume knob presses and releases a key for each."""
    typed = Typed()
    for n in range(3):
        typed.edge(n + 0.00, VOLUME_UP, True)
        typed.edge(n + 0.01, VOLUME_UP, False)
    assert [Turn(1, 0.0), Turn(1, 1.0), Turn(1, 2.0)] == typed.events


def test_the_keys_that_need_not_be_learned() -> None:
    """Each of them does what it does on the emulator; other keys do nothing."""
    found = {code: role for code in range(1, 768) if (role := _role_of_press(code)) is not None}
    assert found == STANDARD_ROLES
    assert set(found.values()) == {"next", "back", "left", "right", "push"}


def _role_of_press(code: int) -> str | None:
    typed = Typed()
    typed.press(code)
    match typed.events:
        case [Press(key=key)]:
            return str(key.value)
        case [Turn(n=n)]:
            return "right" if n > 0 else "left"
    return None


def test_what_was_learned_comes_first() -> None:
    """The pad's A is Next, on the keyboard it is nothing; the pad's other keys are the usual ones."""
    pad, keyboard = Typed(), Typed()
    pad.press(A, device=PAD)
    pad.press(SPACE, device=PAD)
    pad.press(PAGE_UP, device=PAD)
    keyboard.press(A)
    assert [Press(Key.NEXT, 1.0, 1.0), Hold(Key.PUSH, 1.0, 1.0), Press(Key.BACK, 1.0, 1.25)] == pad.events
    assert [] == keyboard.events


def test_keys_of_two_devices_are_two_keys() -> None:
    """The same key of two keyboards is held on one and pressed on the other."""
    typed = Typed()
    typed.edge(1.0, ENTER, True)
    typed.edge(1.1, ENTER, True, port="event2")
    typed.edge(1.2, ENTER, False, port="event2")
    typed.until(LATE_S)
    assert [Press(Key.PUSH, 1.1, 1.2), Hold(Key.PUSH, 1.0, 1.6)] == typed.events


def test_what_is_gone_is_let_go_of() -> None:
    """A device that is unplugged with keys down no longer turns or holds; other devices still do."""
    typed = Typed()
    typed.edge(1.0, 108, True)
    typed.edge(1.0, ENTER, True)
    typed.edge(1.0, PAGE_UP, True, port="event2")
    typed.keys.forget("event1")
    typed.until(LATE_S)
    assert [Turn(1, 1.0, vertical=True), Hold(Key.BACK, 1.0, 1.6)] == typed.events


def test_events_of_one_look_come_in_the_order_of_time() -> None:
    """Events are in the order of time, not of devices."""
    typed = Typed()
    typed.keys.edge(UsbEdge(0.2, KEYBOARD, "event1", ENTER, True))
    typed.keys.edge(UsbEdge(0.0, KEYBOARD, "event1", 108, True))
    assert [0.6, 0.75, 0.8, 0.9] == [pytest.approx(event.at) for event in typed.keys.tick(0.9)]


def test_nothing_that_is_typed_can_be_logged() -> None:
    """The repr of an edge does not contain its key."""
    assert str(A) not in repr(UsbEdge(0.0, "046d:c31c", "event1", A, True)).replace(KEYBOARD, "")


# --- which devices are read ---

BOARD, MOUSE = UsbDevice("event1", KEYBOARD, "", bits(KEY_CODES)), UsbDevice("event2", PAD, "", bits([0x110, 0x111]))


@pytest.mark.parametrize(
    ("claims", "board", "mouse"),
    [
        (Claims(), "read", "none"),
        (Claims(alone=True), "grab", "none"),
        (Claims(learning=True), "read", "read"),
        (Claims(alone=True, console=True), "none", "none"),
        (Claims(learning=True, console=True), "read", "read"),
        (Claims({KEYBOARD: {"next": A}}), "grab", "none"),
        (Claims({KEYBOARD: {"next": A}}, console=True), "read", "none"),
        (Claims({PAD: {"next": A}}), "read", "none"),
        (Claims({PAD: {"next": 0x110}}), "read", "grab"),
    ],
)
def test_which_devices_are_read_and_grabbed(claims: Claims, board: str, mouse: str) -> None:
    """Usual keys are read; learned ones are grabbed, or what there is alone; with a console nothing is."""
    assert (board, mouse) == (claims.claim_of(BOARD), claims.claim_of(MOUSE))


def test_which_device_is_a_keyboard() -> None:
    """It has keys; a mouse has buttons."""
    assert (True, False) == (BOARD.is_keyboard, MOUSE.is_keyboard)
