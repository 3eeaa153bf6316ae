"""The real gpiozero code, on mock pins that a simulated hand drives."""

import re
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hw.build import KEY_SETS
from hw.clock import HandClock
from hw.errors import PinFailed, PinInUse
from hw.events import Edge, Hold, InputLine, Key, KeyEvent, Press, Turn
from hw.inputs import Inputs
from hw.keys import Classifier
from hw.pinout import PanelPins, Use, check_pins
from hw.sim.hand import Hand, mock_factory

KNOB = KEY_SETS["knob"]


class Rig:
    """Inputs with a hand on them, a queue between, and a clock."""

    def __init__(self) -> None:
        self.clock = HandClock(1.0)
        self.queue: SimpleQueue[Edge] = SimpleQueue()
        factory = mock_factory()
        self.inputs = Inputs(self.queue.put, self.clock, KNOB, factory)
        self.hand = Hand(KNOB, factory)
        self.classifier = Classifier(self.inputs.level)

    def edges(self) -> list[Edge]:
        """Return the edges that came in."""
        return [self.queue.get_nowait() for _ in range(self.queue.qsize())]

    def events(self) -> list[KeyEvent]:
        """Return what came in and what is due, as the loop would."""
        events = [event for edge in self.edges() for event in self.classifier.edge(edge)]
        return events + list(self.classifier.tick(self.clock.now()))


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Give a new device, and close it."""
    rig = Rig()
    yield rig
    rig.inputs.close()


def test_keys_knob_and_levels_arrive(rig: Rig) -> None:
    """Each key and each contact of the knob reports both edges with the clock's time, and its level can be read."""
    for key in (Key.NEXT, Key.BACK, Key.PUSH):
        line = InputLine(key.value)
        rig.hand.down(key)

        assert rig.inputs.level(line)
        rig.clock.advance(0.25)
        rig.hand.up(key)

        assert not rig.inputs.level(line)
        assert [Edge(rig.clock.now() - 0.25, line, True), Edge(rig.clock.now(), line, False)] == rig.edges()

    rig.hand.detent(-1)

    knob = [(InputLine.B, True), (InputLine.A, True), (InputLine.B, False), (InputLine.A, False)]
    assert [Edge(1.75, line, level) for line, level in knob] == rig.edges()


def test_closed_inputs_report_nothing(rig: Rig) -> None:
    """Closing releases the devices and ends the reports; closing again is no error."""
    devices = list(rig.inputs._devices.values())
    rig.inputs.close()
    rig.hand.down(Key.NEXT)
    rig.inputs.close()

    assert all(device.closed for device in devices)
    assert [] == rig.edges()


def test_a_bouncing_hand_presses_once(rig: Rig) -> None:
    """A key that bounces when pressed and when released gives one press, through the real pins."""
    rig.hand.down(Key.BACK)
    rig.hand.bounce(Key.BACK)
    rig.clock.advance(0.2)
    rig.hand.up(Key.BACK)
    rig.hand.bounce(Key.BACK)
    events = rig.events()
    rig.clock.advance(0.025)

    assert [Press(Key.BACK, 1.0, 1.2)] == events + rig.events()
    assert rig.classifier.deadline() is None


def test_a_hand_holds_and_turns(rig: Rig) -> None:
    """A hold fires while the hand is still down; detents are counted with their sign."""
    rig.hand.down(Key.PUSH)
    rig.hand.detent(2)
    rig.hand.detent(-1)
    rig.hand.detent(0)
    early = rig.events()
    rig.clock.advance(0.7)

    assert [Turn(1, 1.0), Turn(1, 1.0), Turn(-1, 1.0)] == early
    assert [Hold(Key.PUSH, 1.0, 1.6)] == rig.events()

    rig.hand.up(Key.PUSH)

    assert [] == rig.events()


def test_edges_come_from_another_thread(rig: Rig) -> None:
    """On the device the pins move in a thread of the pin library: every edge gets through, in order."""
    thread = Thread(target=turn_and_press, args=(rig.hand,))
    thread.start()
    edges = [rig.queue.get(timeout=60) for _ in range(401)]
    thread.join()
    events = [event for edge in edges for event in rig.classifier.edge(edge)]

    assert [*(Turn(1, 1.0) for _ in range(100)), Press(Key.NEXT, 1.0, 1.0)] == events
    assert [] == rig.edges()


def turn_and_press(hand: Hand) -> None:
    """Turn the knob by a hundred detents and press Next."""
    hand.detent(100)
    hand.down(Key.NEXT)


def test_a_thread_that_wakes_late(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edge has the time of the kernel: a hold stays a hold, though both its ends are heard of at once.

    A bounce stays one, and so does a press that was long enough after it.
    """
    monkeypatch.setattr(HandClock, "time_of", lambda _, ticks: ticks)
    rig.clock.advance(10.0)
    push, back = (rig.inputs._devices[line].pin for line in (InputLine.PUSH, InputLine.BACK))
    for at, pin, high in ((2.0, push, False), (2.001, push, True), (2.002, push, False), (2.7, push, True)):
        pin.when_changed(at, high)
    for at, high in ((3.0, False), (3.2, True)):
        back.when_changed(at, high)

    assert [Hold(Key.PUSH, 2.0, 2.6), Press(Key.BACK, 3.0, 3.2)] == rig.events()


def test_a_pin_that_reports_no_edges_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the library cannot wait for the edges of a pin, a sentence says so, and the pin is free again."""
    monkeypatch.setattr(gpiozero.pins.mock.MockPin, "_enable_event_detect", broken)
    factory = mock_factory()
    with pytest.raises(PinFailed, match=r"GPIO 5, the Next button, cannot be opened \(bad handle\)") as caught:
        Inputs(list[Edge]().append, HandClock(), KNOB, factory)
    gpiozero.LED(5, pin_factory=factory).close()

    assert caught.tb is not None  # what failed is still referred to


def test_a_sink_that_fails_does_not_reach_the_pins() -> None:
    """An exception of the sink would end the only thread of the pin library: it is kept, and later edges arrive."""
    taken: list[Edge] = []
    factory = mock_factory()
    inputs = Inputs(failing_once(taken), HandClock(), KNOB, factory)
    hand = Hand(KNOB, factory)
    hand.down(Key.NEXT)

    assert "full" == str(inputs.failure)

    hand.up(Key.NEXT)
    inputs.close()

    assert [Edge(0.0, InputLine.NEXT, False)] == taken


def failing_once(taken: list[Edge]) -> Any:
    """Return a sink that raises on a press and takes a release."""

    def sink(edge: Edge) -> None:
        if edge.level:
            raise RuntimeError("full")
        taken.append(edge)

    return sink


def test_two_devices_live_side_by_side(rig: Rig) -> None:
    """Each device has its own pins, and gpiozero's global factory is not changed."""
    other = Rig()
    other.hand.down(Key.NEXT)
    other.inputs.close()

    assert [] == rig.edges()
    assert [Edge(1.0, InputLine.NEXT, True)] == other.edges()
    assert gpiozero.Device.pin_factory is None


def test_a_level_that_cannot_be_read_is_the_last_one_known(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The level of the last edge counts; the error is a sentence, the same one while nothing else fails."""
    monkeypatch.setattr(gpiozero.pins.mock.MockPin, "_get_state", broken)
    rig.hand.down(Key.BACK)

    assert [True, False] == [rig.inputs.level(InputLine.BACK), rig.inputs.level(InputLine.NEXT)]
    failure = rig.inputs.failure
    assert re.match(r"GPIO 5, the Next button, cannot be read any more \(bad handle\)", str(failure))
    assert not rig.inputs.level(InputLine.NEXT)
    assert failure is rig.inputs.failure


def broken(_: object) -> bool:
    """Fail as a pin library does that lost its chip."""
    raise OSError("bad handle")


def test_a_pin_used_twice_names_both_parts() -> None:
    """Two parts on one pin, or one on a pin of the panel, are refused with both names."""
    with pytest.raises(PinInUse, match="GPIO 6 is given to the Back button and to the knob's A"):
        check_pins({**KNOB, InputLine.A: Use(6, "the knob's A")}.values())
    with pytest.raises(PinInUse, match="GPIO 24 is given to the panel's busy and to the Next button"):
        check_pins((*PanelPins(dc=25, rst=17, busy=24).uses(), Use(24, "the Next button")))


def test_a_pin_that_is_held_is_named() -> None:
    """A pin held by somebody else gives its number, the part and the holder; the other pins are free again."""
    factory = mock_factory()
    with gpiozero.LED(19, pin_factory=factory):
        with pytest.raises(PinInUse, match=r"GPIO 19, the knob's A, is held by .*gpiozero\.LED") as caught:
            Inputs(list[Edge]().append, HandClock(), KNOB, factory)
        gpiozero.LED(5, pin_factory=factory).close()

        assert caught.tb is not None  # what failed is still referred to: it was closed, not collected


class BusyFactory(MockFactory):  # type: ignore[misc]  # gpiozero carries no types
    """A pin library that finds every pin held by the kernel."""

    def pin(self, *_: object, **__: object) -> None:
        """Fail as a pin library does."""
        raise RuntimeError("'GPIO busy'")


def test_a_pin_held_outside_gpiozero_is_in_use() -> None:
    """A pin that the library calls busy is a pin in use."""
    with pytest.raises(PinInUse, match=r"GPIO 5, the Next button, is held by another program or part .*GPIO busy"):
        Inputs(list[Edge]().append, HandClock(), KNOB, BusyFactory())


def test_a_pin_that_does_not_exist_is_named() -> None:
    """A number that is no pin gives the number, the part and what to check."""
    with pytest.raises(PinFailed, match=r"GPIO 99, the knob's push, cannot be opened .* Check its number"):
        Inputs(list[Edge]().append, HandClock(), {InputLine.PUSH: Use(99, "the knob's push")}, mock_factory())


def test_a_dead_thread_is_noticed(rig: Rig) -> None:
    """Mock pins have no thread; if a library's thread has ended, no edge can come, and a sentence says so."""

    class Calling(Thread):
        """As that of the library, by the name of its module."""

    Calling.__module__ = "hw.gpiod_pins"
    assert rig.inputs.thread_failure is None
    end = Event()
    thread = Calling(target=end.wait)
    thread.start()
    other = Rig()
    assert other.inputs.thread_failure is None
    end.set()
    thread.join()
    assert "The thread that waits for keys has ended: no key is noticed any more. Start Tavolino again." == str(
        other.inputs.thread_failure
    )
    other.inputs.close()
