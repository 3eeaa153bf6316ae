"""Signals are heard, or known to be absent."""

from hw.signals import NoSignals, RecordedSignals, Signals


def give_all(signals: Signals) -> bool:
    """Give every signal once; return whether anybody could notice."""
    signals.accepted()
    signals.too_early()
    signals.not_allowed()
    return signals.present


def test_no_signals_are_silent_and_say_so() -> None:
    """A build without light and sound takes every call and is not present."""
    assert not give_all(NoSignals())


def test_recorded_signals_are_remembered_in_order() -> None:
    """Every signal is remembered, in order."""
    signals = RecordedSignals()

    assert give_all(signals)
    assert ["accepted", "too_early", "not_allowed"] == signals.given
