"""▲ and ▼: alone they turn, together they are Push. A second model, written apart, says what any presses mean."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from hw.events import Hold, InputLine, Key, KeyEvent, Press
from hw.events import Turn as AnyTurn
from hw.keys import MAX_TURNS
from tests.core import with_examples
from tests.hw.test_keys import LATE_S, Contacts, both_ways

Turn = partial(AnyTurn, vertical=True)
UP, DOWN = InputLine.UP, InputLine.DOWN
HOLD_S = 0.6


def events_of(edges: Iterable[tuple[float, InputLine]], *, late: bool = False) -> list[KeyEvent]:
    """Return the events of contacts that change at these times; tick when due, or, if late, when all is over."""
    contacts = Contacts()
    for at, line in sorted(edges, key=lambda edge: edge[0]):
        if not late:
            contacts.until(at)
        contacts.edge(at, line, line not in contacts.closed)
    contacts.until(LATE_S)
    return contacts.events


def in_microseconds(events: Iterable[KeyEvent]) -> list[tuple[object, ...]]:
    """Return events with their times in whole microseconds, so that sums of seconds can be compared."""
    found = ((type(event), *(getattr(event, name) for name in event.__struct_fields__)) for event in events)
    return [tuple(round(part * 1e6) if isinstance(part, float) else part for part in one) for one in found]


# --- alone ---


@both_ways
@pytest.mark.parametrize(("line", "direction"), [(UP, -1), (DOWN, 1)])
def test_alone_a_key_turns_by_one_when_it_is_let_go(line: InputLine, direction: int, late: bool) -> None:
    """▲ goes back and ▼ on, by one; a tap shorter than the debounce, too."""
    assert [Turn(direction, 1.1)] == events_of([(1.0, line), (1.1, line)], late=late)
    assert [Turn(direction, 1.01)] == events_of([(1.0, line), (1.01, line)], late=late)


def test_a_key_that_stays_down_turns_after_0_15_s() -> None:
    """Nothing turns before, since the other key may come; the release then means nothing."""
    contacts = Contacts()
    contacts.edge(1.0, DOWN, True)
    contacts.until(1.149)

    assert [] == contacts.events
    assert pytest.approx(1.15) == contacts.classifier.deadline()

    contacts.until(1.3)
    contacts.edge(1.3, DOWN, False)
    contacts.until(LATE_S)

    assert in_microseconds([Turn(1, 1.15)]) == in_microseconds(contacts.events)
    assert contacts.classifier.deadline() is None


@both_ways
def test_a_key_that_is_held_repeats(late: bool) -> None:
    """From 0.6 s on it turns every 0.15 s, until it is let go."""
    turns = [Turn(1, at) for at in (1.15, 1.6, 1.75, 1.9)]

    assert in_microseconds(turns) == in_microseconds(events_of([(1.0, DOWN), (2.04, DOWN)], late=late))


@both_ways
def test_repeating_begins_at_the_hold_time(late: bool) -> None:
    """A hand that needs longer for a hold needs longer before a key repeats."""
    contacts = Contacts()
    contacts.classifier.configure(1.0, swapped=False)
    contacts.play(UP, [1.0, 2.2], late=late)

    assert in_microseconds([Turn(-1, 1.15), Turn(-1, 2.0), Turn(-1, 2.15)]) == in_microseconds(contacts.events)


def test_next_and_back_never_repeat() -> None:
    """However long they are down, they act once, as beside the knob."""
    assert [Press(Key.NEXT, 1.0, 1.0)] == events_of([(1.0, InputLine.NEXT), (9.0, InputLine.NEXT)])
    assert [Hold(Key.BACK, 1.0, 1.6)] == events_of([(1.0, InputLine.BACK), (9.0, InputLine.BACK)])


def test_a_stuck_key_turns_no_more() -> None:
    """A thing on a key does not keep the panel awake forever."""
    contacts = Contacts()
    contacts.edge(1.0, DOWN, True)
    contacts.until(LATE_S)

    assert MAX_TURNS == len(contacts.events)
    assert contacts.classifier.deadline() is None


# --- together ---


@both_ways
def test_both_together_are_push(late: bool) -> None:
    """Push counts when the first of them is let go; it went down with the first, and nothing has turned."""
    edges = [(1.0, UP), (1.1, DOWN), (1.3, UP), (1.9, DOWN)]

    assert [Press(Key.PUSH, 1.0, 1.3)] == events_of(edges, late=late)
    assert [Press(Key.PUSH, 1.0, 1.3)] == events_of([(1.0, DOWN), (1.1, UP), (1.3, UP), (1.9, DOWN)], late=late)


@both_ways
def test_both_held_are_a_hold_that_counts_from_the_second(late: bool) -> None:
    """The hold fires while both are down, 0.6 s after the second went down; then nothing counts until both are up."""
    edges = [(1.0, UP), (1.125, DOWN), (2.5, UP), (3.0, UP), (3.5, DOWN), (3.6, UP)]

    assert in_microseconds([Hold(Key.PUSH, 1.0, 1.725)]) == in_microseconds(events_of(edges, late=late))


@both_ways
def test_both_let_go_before_the_hold_of_the_second_are_push(late: bool) -> None:
    """The first one was down for longer than a hold, the second one was not."""
    assert [Press(Key.PUSH, 1.0, 1.7)] == events_of([(1.0, UP), (1.125, DOWN), (1.7, DOWN), (1.8, UP)], late=late)


def test_a_hold_of_both_fires_while_they_are_down() -> None:
    """It is due 0.6 s after the second key, and asks for nothing further."""
    contacts = Contacts()
    contacts.edge(1.0, UP, True)
    contacts.edge(1.0625, DOWN, True)
    contacts.until(1.6)

    assert [] == contacts.events

    contacts.until(5.0)

    assert in_microseconds([Hold(Key.PUSH, 1.0, 1.6625)]) == in_microseconds(contacts.events)
    assert contacts.classifier.deadline() is None


@both_ways
def test_a_second_key_that_comes_too_late_does_nothing(late: bool) -> None:
    """The first has turned and continues; the second does nothing until both are up."""
    edges = [(1.0, DOWN), (1.16, UP), (1.7, DOWN), (2.0, DOWN), (2.2, DOWN), (3.0, UP)]

    assert in_microseconds([Turn(1, 1.15), Turn(1, 1.6)]) == in_microseconds(events_of(edges, late=late))


@both_ways
def test_after_both_are_up_all_is_as_before(late: bool) -> None:
    """A Push, and what came too late, leave nothing behind."""
    before = [(1.0, UP), (1.1, DOWN), (1.2, UP), (1.3, DOWN)]

    assert [Press(Key.PUSH, 1.0, 1.2), Turn(1, 1.5)] == events_of([*before, (1.4, DOWN), (1.5, DOWN)], late=late)


@both_ways
def test_a_key_let_go_before_the_other_is_alone(late: bool) -> None:
    """Two keys one after the other are two turns, however quick the hand."""
    assert [Turn(-1, 1.05), Turn(1, 1.11)] == events_of([(1.0, UP), (1.05, UP), (1.06, DOWN), (1.11, DOWN)], late=late)


def test_a_late_call_sees_the_tap_before_the_other_key() -> None:
    """The release that the debounce ignored was before the other key went down: no Push."""
    assert [Turn(-1, 1.01), Turn(1, 1.2)] == events_of([(1.0, UP), (1.01, UP), (1.1, DOWN), (1.2, DOWN)], late=True)


# --- faults ---


def test_keys_down_at_the_start_mean_nothing() -> None:
    """A key that is held since before the start neither turns nor makes a chord, until both are up."""
    contacts = Contacts(UP)
    contacts.edge(1.0, DOWN, True)
    contacts.edge(1.1, DOWN, False)
    contacts.edge(1.2, UP, False)
    contacts.until(2.0)

    assert [] == contacts.events

    contacts.edge(2.0, UP, True)
    contacts.edge(2.1, UP, False)

    assert [Turn(-1, 2.1)] == contacts.events


def test_a_lost_release_was_a_short_press() -> None:
    """A key found open when it is due to act was pressed and let go, and does not repeat."""
    contacts = Contacts()
    contacts.edge(1.0, DOWN, True)
    contacts.until(1.05)
    contacts.set(DOWN, False)
    contacts.until(LATE_S)

    assert [Turn(1, 1.0)] == contacts.events


@pytest.mark.parametrize("lost", [(UP,), (DOWN,), (UP, DOWN)])
def test_a_lost_release_of_both_was_a_push(lost: tuple[InputLine, ...]) -> None:
    """Neither the first nor the second key that is found open opens the menu."""
    contacts = Contacts()
    contacts.edge(1.0, UP, True)
    contacts.edge(1.1, DOWN, True)
    contacts.until(1.2)
    for line in lost:
        contacts.set(line, False)
    contacts.until(LATE_S)

    assert [Press(Key.PUSH, 1.0, 1.1)] == contacts.events


def test_a_release_lost_while_it_repeats_ends_the_repeating() -> None:
    """The level is read before each turn."""
    contacts = Contacts()
    contacts.edge(1.0, DOWN, True)
    contacts.until(1.8)
    contacts.set(DOWN, False)
    contacts.until(LATE_S)

    assert in_microseconds([Turn(1, 1.15), Turn(1, 1.6), Turn(1, 1.75)]) == in_microseconds(contacts.events)


def test_turned_round_all_four_swap_in_order() -> None:
    """Back, ▲, ▼, Next from left to right are Next, ▼, ▲, Back to the player at the other side."""
    contacts = Contacts()
    contacts.classifier.configure(HOLD_S, swapped=True)
    for n, line in enumerate((InputLine.BACK, UP, DOWN, InputLine.NEXT)):
        contacts.play(line, [n + 1.0, n + 1.1], late=False)

    assert [Press(Key.NEXT, 1.0, 1.0), Turn(1, 2.1), Turn(-1, 3.1), Press(Key.BACK, 4.0, 4.1)] == contacts.events


def test_keys_that_swap_while_one_is_down_do_nothing() -> None:
    """Turned round meanwhile, ▼ neither turns nor repeats, and makes no chord."""
    contacts = Contacts()
    contacts.edge(1.0, DOWN, True)
    contacts.classifier.configure(HOLD_S, swapped=True)
    contacts.edge(1.1, UP, True)
    contacts.until(4.0)
    contacts.edge(4.0, UP, False)
    contacts.edge(4.1, DOWN, False)
    contacts.until(LATE_S)

    assert [] == contacts.events


# --- the second model ---


class Down(Struct, frozen=True):
    """A key was down from one time to another, s."""

    line: InputLine
    since: float
    until: float


def expected_events(downs: list[Down]) -> Iterator[KeyEvent]:
    """Yield what presses mean, bout by bout: a bout lasts while any key is down, and its first key decides."""
    for bout in _bouts(sorted(downs, key=lambda down: down.since)):
        first, *later = bout
        second = next((one for one in later if one.since < first.until), None)
        direction = 1 if first.line is DOWN else -1
        acts = min(first.since + 0.15, first.until)
        if second is not None and second.since < acts:
            released = min(first.until, second.until)
            held = second.since + HOLD_S
            yield Hold(Key.PUSH, first.since, held) if released >= held else Press(Key.PUSH, first.since, released)
            continue
        yield Turn(direction, acts)
        repeats = 0
        while (at := first.since + HOLD_S + 0.15 * repeats) <= first.until:
            yield Turn(direction, at)
            repeats += 1


def _bouts(downs: list[Down]) -> Iterator[list[Down]]:
    ends = [max((one.until for one in downs[:n]), default=0.0) for n in range(len(downs))]
    starts = [sum(downs[k].since > ends[k] for k in range(n + 1)) for n in range(len(downs))]
    for _, bout in groupby(zip(starts, downs, strict=True), key=lambda one: one[0]):
        yield [down for _, down in bout]


@st.composite
def presses(draw: st.DrawFn, least: int = 26) -> list[Down]:
    """Draw presses of both keys, each apart from the next of its key; no two edges and no deadline are at one time."""
    downs: list[Down] = []
    for line, shift in ((UP, 0), (DOWN, 250)):
        at = 1_000_000 + shift
        for gap, length in draw(st.lists(st.tuples(st.integers(least, 700), st.integers(least, 1100)), max_size=6)):
            since, until = at + gap * 1000, at + (gap + length) * 1000 + 100
            downs.append(Down(line, since / 1e6, until / 1e6))
            at = until + 1000 - 100
    return downs


def edges_of(downs: Iterable[Down]) -> list[tuple[float, InputLine]]:
    """Return the edges of presses."""
    return [(at, down.line) for down in downs for at in (down.since, down.until)]


@with_examples(100, 3000)
def test_any_presses_mean_what_the_second_model_says(examples: int) -> None:
    """Any presses of two fingers, read at any delay, give the events of the second model."""

    @settings(max_examples=examples)
    @given(downs=presses(), late=st.booleans())
    def law(downs: list[Down], late: bool) -> None:
        assert in_microseconds(expected_events(downs)) == in_microseconds(events_of(edges_of(downs), late=late))

    law()


@with_examples(30, 1000)
def test_bounces_change_nothing(examples: int) -> None:
    """A contact that bounces for 24 ms after each change means the same."""

    @settings(max_examples=examples)
    @given(downs=presses(least=60), flips=st.lists(st.integers(1, 24), unique=True, min_size=2, max_size=2))
    def law(downs: list[Down], flips: list[int]) -> None:
        bounces = [(at + flip / 1000, line) for at, line in edges_of(downs) for flip in flips]

        assert in_microseconds(expected_events(downs)) == in_microseconds(events_of([*edges_of(downs), *bounces]))

    law()


@with_examples(50, 2000)
def test_whatever_contacts_do_one_press_has_one_meaning(examples: int) -> None:
    """However contacts bounce, pushes are in order, and nothing turns between the down and the up of one."""

    @settings(max_examples=examples)
    @given(st.lists(st.tuples(st.integers(0, 400), st.sampled_from([UP, DOWN])), max_size=30), st.booleans())
    def law(moves: list[tuple[int, InputLine]], late: bool) -> None:
        times = [1 + sum(gap for gap, _ in moves[: n + 1]) / 1000 for n in range(len(moves))]
        events = events_of([(at, line) for at, (_, line) in zip(times, moves, strict=True)], late=late)
        pushes = [event for event in events if not isinstance(event, AnyTurn)]

        assert sorted({event.down_at for event in pushes}) == [event.down_at for event in pushes]
        for push in pushes:
            assert not [one for one in events if isinstance(one, AnyTurn) and push.down_at < one.at < push.at]

    law()
