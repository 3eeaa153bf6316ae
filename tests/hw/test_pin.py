"""gpiozero's pins in the shape of the driver's, on mock pins."""

import pytest
from digitalio import Direction

from hw.errors import PinFailed, PinInUse
from hw.pin import Pin
from hw.pinout import Use, cannot_open
from hw.sim.hand import mock_factory

WIRE = Use(25, "the panel's data/command")


@pytest.mark.parametrize("initial", [False, True])
def test_an_output_drives_what_is_new(*, initial: bool) -> None:
    """It begins at its initial level and drives each new one."""
    factory = mock_factory()
    pin = Pin(WIRE, factory, initial=initial)
    pin.direction = Direction.OUTPUT
    mock = factory.pin(WIRE.pin)

    assert (Direction.OUTPUT, initial) == (pin.direction, pin.value)

    mock.clear_states()
    for level in (initial, not initial, not initial, initial):
        pin.value = level

    assert [initial, not initial, initial] == [bool(state.state) for state in mock.states]


@pytest.mark.parametrize("low", [False, True])
def test_an_input_without_a_wire_is_not_active(*, low: bool) -> None:
    """It is pulled to the level that means nothing; what it reads and reports is whether it is active."""
    factory, seen = mock_factory(), list[bool]()
    pin = Pin(WIRE, factory, active_low=low)
    pin.direction = Direction.INPUT
    pin.changed = lambda _, active: seen.append(active)

    assert not pin.value

    mock = factory.pin(WIRE.pin)
    for drive in (mock.drive_low, mock.drive_high) if low else (mock.drive_high, mock.drive_low):
        drive()
        seen.append(pin.value)

    assert [True, True, False, False] == seen


def test_what_the_wire_has_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same level costs no second write, unless the first one failed: then nobody knows what the wire has."""
    factory, written = mock_factory(), list[bool]()
    pin = Pin(WIRE, factory)
    pin.direction = Direction.OUTPUT
    monkeypatch.setattr(factory.pin(WIRE.pin), "_set_state", written.append)
    for level in (False, True, True, False, False):
        pin.value = level

    assert [True, False] == written

    def fail(_: bool) -> None:
        raise OSError

    monkeypatch.setattr(factory.pin(WIRE.pin), "_set_state", fail)
    with pytest.raises(PinFailed):
        pin.value = True
    monkeypatch.setattr(factory.pin(WIRE.pin), "_set_state", written.append)
    pin.value = True

    assert [True, False, True] == written


def test_an_input_is_low_without_a_wire_and_reports_its_edges() -> None:
    """Nothing plugged in reads low; edges come with the new level, until the pin is closed."""
    factory, levels = mock_factory(), list[bool]()
    pin = Pin(WIRE, factory)
    pin.changed = lambda _, level: levels.append(level)
    pin.direction = Direction.INPUT
    mock = factory.pin(WIRE.pin)

    assert (False, "down") == (pin.value, mock.pull)

    mock.drive_high()

    assert pin.value

    mock.drive_low()
    pin.close()
    pin.close()
    mock.drive_high()

    assert ([True, False], None) == (levels, pin.direction)


def test_a_pin_that_is_taken_or_cannot_be() -> None:
    """The sentence names the pin, the part, and what to do."""
    factory = mock_factory()
    first, second = Pin(WIRE, factory), Pin(Use(25, "another part"), factory)
    first.direction = Direction.OUTPUT
    with pytest.raises(PinInUse, match="GPIO 25, another part, is held"):
        second.direction = Direction.OUTPUT
    with pytest.raises(PinFailed, match=r"GPIO 99, nothing, cannot be opened"):
        Pin(Use(99, "nothing"), factory).direction = Direction.OUTPUT


def test_a_pin_library_that_cannot_be_loaded() -> None:
    """The sentence is about the library, not about the pin that wanted it first."""
    sentence = str(cannot_open(ModuleNotFoundError("No module named 'gpiod'"), WIRE))

    assert sentence.startswith("The library of the pins cannot be loaded (No module named 'gpiod'). Install")


def test_a_pin_library_that_fails_later() -> None:
    """An error while reading or driving is a sentence too."""
    pin = Pin(WIRE, mock_factory())
    with pytest.raises(PinFailed, match="GPIO 25, the panel's data/command, cannot be read any more"):
        _ = pin.value
    with pytest.raises(PinFailed, match="GPIO 25, the panel's data/command, cannot be driven any more"):
        pin.value = True
