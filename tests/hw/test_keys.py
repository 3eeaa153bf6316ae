"""Keys: what counts is when contacts closed and opened, not when anybody looked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.events import Edge, Hold, InputLine, Key, KeyEvent, Press, Turn
from hw.keys import DEBOUNCE_S, Classifier

LATE_S = 1000.0


class Contacts:
    """Lines that close and open by hand, their classifier, and all it said."""

    def __init__(self, *closed: InputLine, half_step: bool = False) -> None:
        self.closed = set(closed)
        self.classifier = Classifier(self.closed.__contains__, half_step=half_step)
        self.events: list[KeyEvent] = []

    def set(self, line: InputLine, level: bool) -> None:
        """Move the contact, without an edge."""
        (self.closed.add if level else self.closed.discard)(line)

    def edge(self, at: float, line: InputLine, level: bool) -> None:
        """Move the contact and report it."""
        self.set(line, level)
        self.events += self.classifier.edge(Edge(at, line, level))

    def tick(self, now: float) -> None:
        """Look at the time."""
        self.events += self.classifier.tick(now)

    def until(self, now: float) -> None:
        """Look at the time whenever it is due, up to `now`."""
        while (at := self.classifier.deadline()) is not None and at <= now:
            self.tick(at)

    def play(self, line: InputLine, times: list[float], *, late: bool) -> None:
        """Close and open a contact in turn at these times; tick when due, or, if late, when all is over."""
        for i, at in enumerate(times):
            if not late:
                self.until(at)
            self.edge(at, line, i % 2 == 0)
        self.until(LATE_S)


def events_of(line: InputLine, times: list[float], *, late: bool = False) -> list[KeyEvent]:
    """Return the events of a contact that closes and opens in turn at these times."""
    contacts = Contacts()
    contacts.play(line, times, late=late)
    return contacts.events


both_ways = pytest.mark.parametrize("late", [False, True], ids=["in time", "late"])
BUTTONS = (Key.NEXT, Key.BACK, Key.PUSH)
"""The keys that are no pair; `tests.hw.test_four_keys` has ▲ and ▼."""
slow_keys = pytest.mark.parametrize("key", [Key.BACK, Key.PUSH], ids=lambda key: key.value)


def line_of(key: Key) -> InputLine:
    """Return the line of a key."""
    return InputLine(key.value)


@both_ways
def test_next_acts_when_pressed(late: bool) -> None:
    """Next counts when it goes down, once, however long it stays there."""
    assert [Press(Key.NEXT, 5.0, 5.0)] == events_of(InputLine.NEXT, [5.0, 9.0], late=late)


def test_next_acts_before_it_is_released() -> None:
    """The first edge of Next is enough."""
    contacts = Contacts()
    contacts.edge(5.0, InputLine.NEXT, True)

    assert [Press(Key.NEXT, 5.0, 5.0)] == contacts.events


@both_ways
@slow_keys
def test_released_at_0_59_s_is_a_press(key: Key, late: bool) -> None:
    """A release before 0.6 s is a press that counts at the release, whenever it is processed."""
    assert [Press(key, 1.0, 1.59)] == events_of(line_of(key), [1.0, 1.59], late=late)


@both_ways
@slow_keys
def test_released_at_0_61_s_is_a_hold(key: Key, late: bool) -> None:
    """A release after 0.6 s is a hold that counts at 0.6 s; the release means nothing."""
    assert [Hold(key, 1.0, 1.6)] == events_of(line_of(key), [1.0, 1.61], late=late)


@both_ways
@slow_keys
def test_released_at_exactly_0_6_s_is_a_hold(key: Key, late: bool) -> None:
    """The hold has come with 0.6 s, and with nothing less."""
    assert [Hold(key, 0.0, 0.6)] == events_of(line_of(key), [0.0, 0.6], late=late)


@slow_keys
def test_a_hold_fires_while_the_key_is_down(key: Key) -> None:
    """The hold is due at 0.6 s, asks for no further tick, and fires once."""
    contacts = Contacts()
    contacts.edge(0.0, line_of(key), True)
    contacts.until(0.599)

    assert [] == contacts.events
    assert contacts.classifier.deadline() == 0.6

    contacts.tick(0.6)
    contacts.tick(5.0)

    assert [Hold(key, 0.0, 0.6)] == contacts.events
    assert contacts.classifier.deadline() is None


def test_bounces_are_ignored_and_the_level_is_read_again() -> None:
    """Only the first edge of 25 ms counts; at their end the level is read, and nothing is due afterwards."""
    contacts = Contacts()
    contacts.edge(0.0, InputLine.NEXT, True)
    contacts.edge(0.002, InputLine.NEXT, False)
    contacts.edge(0.004, InputLine.NEXT, True)

    assert contacts.classifier.deadline() == 0.025

    contacts.tick(0.025)

    assert [Press(Key.NEXT, 0.0, 0.0)] == contacts.events
    assert contacts.classifier.deadline() is None


@both_ways
def test_a_tap_shorter_than_the_debounce_is_a_press(late: bool) -> None:
    """A release inside the 25 ms is ignored at first, found when the level is read, and dated as it was."""
    assert [Press(Key.PUSH, 1.0, 1.01)] == events_of(InputLine.PUSH, [1.0, 1.01], late=late)


@both_ways
def test_a_tap_and_a_press_are_two(late: bool) -> None:
    """The release that the debounce ignored is not forgotten when the next edge comes before anybody looked."""
    assert [Press(Key.BACK, 1.0, 1.01), Press(Key.BACK, 1.3, 1.5)] == events_of(
        InputLine.BACK, [1.0, 1.01, 1.3, 1.5], late=late
    )


def test_an_edge_when_the_debounce_is_over_counts_at_once() -> None:
    """A release at exactly 25 ms is a press, though nobody has read the level yet."""
    contacts = Contacts()
    contacts.edge(1.0, InputLine.PUSH, True)
    contacts.edge(1.0 + DEBOUNCE_S, InputLine.PUSH, False)

    assert [Press(Key.PUSH, 1.0, 1.0 + DEBOUNCE_S)] == contacts.events


def test_a_tap_is_a_press_however_late_anybody_looks() -> None:
    """A loop that was away for longer than a hold does not turn a tap into one."""
    contacts = Contacts()
    contacts.edge(1.0, InputLine.PUSH, True)
    contacts.edge(1.01, InputLine.PUSH, False)
    contacts.tick(3.0)

    assert [Press(Key.PUSH, 1.0, 1.01)] == contacts.events


@both_ways
def test_two_edges_at_the_same_time_are_a_press(late: bool) -> None:
    """A clock that did not move between two edges loses neither."""
    assert [Press(Key.BACK, 1.0, 1.0)] == events_of(InputLine.BACK, [1.0, 1.0], late=late)


def test_a_press_inside_the_debounce_of_a_release_is_found() -> None:
    """The second press was ignored as bouncing, but the key stays down: it counts from when it went down."""
    assert [Press(Key.NEXT, 0.0, 0.0), Press(Key.NEXT, 0.21, 0.21)] == events_of(InputLine.NEXT, [0.0, 0.2, 0.21])


def test_a_release_lost_in_the_bouncing_is_cured() -> None:
    """The release had no edge, but the level read after 25 ms shows it, and no hold follows."""
    contacts = Contacts()
    contacts.edge(1.0, InputLine.PUSH, True)
    contacts.set(InputLine.PUSH, False)
    contacts.until(LATE_S)

    assert [Press(Key.PUSH, 1.0, 1.0)] == contacts.events


def test_a_release_lost_later_does_not_become_a_hold() -> None:
    """A key found open when its hold is due was pressed; a release edge that comes after all means nothing."""
    contacts = Contacts()
    contacts.edge(1.0, InputLine.PUSH, True)
    contacts.until(1.3)
    contacts.set(InputLine.PUSH, False)
    contacts.until(1.6)
    contacts.edge(1.601, InputLine.PUSH, False)
    contacts.until(LATE_S)

    assert [Press(Key.PUSH, 1.0, 1.0)] == contacts.events


def test_an_edge_to_the_level_known_says_nothing() -> None:
    """The same edge twice is one press."""
    contacts = Contacts()
    contacts.edge(1.0, InputLine.NEXT, True)
    contacts.until(1.1)
    contacts.edge(1.2, InputLine.NEXT, True)
    contacts.until(LATE_S)

    assert [Press(Key.NEXT, 1.0, 1.0)] == contacts.events


@pytest.mark.parametrize("key", BUTTONS)
def test_a_key_down_at_the_start_confirms_nothing(key: Key) -> None:
    """A key held since before the start means nothing until it was let go."""
    contacts = Contacts(line_of(key))
    contacts.tick(1.0)
    contacts.edge(2.0, line_of(key), False)
    contacts.until(3.0)

    assert [] == contacts.events

    contacts.edge(4.0, line_of(key), True)
    contacts.edge(4.2, line_of(key), False)

    assert [4.0] == [event.down_at for event in contacts.events if isinstance(event, Press)]


def test_keys_do_not_disturb_each_other() -> None:
    """While one key bounces the other counts, and what one tick finds comes in the order of time."""
    contacts = Contacts()
    contacts.edge(1.0, InputLine.PUSH, True)
    contacts.edge(1.001, InputLine.BACK, True)
    contacts.edge(1.002, InputLine.NEXT, True)
    contacts.until(1.1)
    contacts.tick(2.0)

    assert [Press(Key.NEXT, 1.002, 1.002), Hold(Key.PUSH, 1.0, 1.6), Hold(Key.BACK, 1.001, 1.601)] == contacts.events


def test_the_knob_is_not_debounced() -> None:
    """Quick detents all count, at the time of their last edge; the busy line means nothing."""
    contacts = Contacts()
    for i in range(3):
        for j, (line, level) in enumerate(
            [(InputLine.A, True), (InputLine.B, True), (InputLine.A, False), (InputLine.B, False)]
        ):
            contacts.edge(i + j / 1024, line, level)
        contacts.edge(float(i), InputLine.BUSY, True)

    assert [Turn(1, i + 3 / 1024) for i in range(3)] == contacts.events
    assert contacts.classifier.deadline() is None


def test_a_half_step_knob_turns_twice_a_cycle() -> None:
    """With two detents a cycle each half counts, also for one that rests with both contacts closed at the start."""
    contacts = Contacts(InputLine.A, InputLine.B, half_step=True)
    contacts.edge(1.0, InputLine.B, False)
    contacts.edge(2.0, InputLine.A, False)
    contacts.edge(3.0, InputLine.B, True)
    contacts.edge(4.0, InputLine.A, True)

    assert [Turn(-1, 2.0), Turn(-1, 4.0)] == contacts.events


def test_a_key_that_changes_its_meaning_while_it_is_down_does_nothing() -> None:
    """Back is down while the buttons change places; its release is no press, and the next one is one of Next."""
    contacts = Contacts()
    contacts.edge(1.0, InputLine.BACK, True)
    contacts.classifier.configure(0.6, swapped=True)
    contacts.edge(1.2, InputLine.BACK, False)
    contacts.until(2.0)
    contacts.edge(3.0, InputLine.BACK, True)

    assert [Press(Key.NEXT, 3.0, 3.0)] == contacts.events


gaps = st.lists(st.integers(0, 800), max_size=24)  # milliseconds between edges, bounces among them
clean_gaps = st.lists(st.integers(26, 800), max_size=24)


def times(milliseconds: list[int]) -> list[float]:
    """Return the times of edges with these gaps."""
    return [sum(milliseconds[: i + 1]) / 1000 for i in range(len(milliseconds))]


@given(key=st.sampled_from(BUTTONS), gaps=gaps, late=st.booleans())
def test_one_down_has_one_meaning(key: Key, gaps: list[int], late: bool) -> None:
    """However a contact behaves, no down is both press and hold, or either twice, and all are in order."""
    downs = [e.down_at for e in events_of(line_of(key), times(gaps), late=late) if not isinstance(e, Turn)]

    assert sorted(set(downs)) == downs


@given(key=st.sampled_from(BUTTONS), gaps=clean_gaps)
def test_lateness_changes_nothing(key: Key, gaps: list[int]) -> None:
    """A contact that does not bounce means the same whether each tick comes in time or all come at the end."""
    line = line_of(key)

    assert events_of(line, times(gaps), late=False) == events_of(line, times(gaps), late=True)


@given(key=st.sampled_from(BUTTONS), bounces=st.lists(st.integers(1, 24), unique=True, max_size=12), late=st.booleans())
def test_a_bouncing_press_is_one_press(key: Key, bounces: list[int], late: bool) -> None:
    """Any bouncing within 25 ms of going down and of coming up leaves exactly one press."""
    flips = [t / 1000 for t in sorted(bounces)[: len(bounces) // 2 * 2]]
    down, up = 1.0, 1.3
    edges = [down, *(down + t for t in flips), up, *(up + t for t in flips)]

    assert [Press(key, down, down if key is Key.NEXT else up)] == events_of(line_of(key), edges, late=late)
