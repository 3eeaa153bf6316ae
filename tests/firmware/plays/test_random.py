"""Random plays through the store."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.kit.contract import Refused
from engines.kit.play import Change, Play
from engines.kit.versions import OtherRules, resume
from firmware.dealer import dealer
from firmware.plays.store import Store
from tests.firmware.counting import ENGINE, new_play
from tests.play_values import without_snapshots

OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("give"), st.integers(0, 9)),
        st.tuples(st.just("own"), st.sampled_from(["ant", "bee", "cat", "dog", "eel", 1, 2, 3, 4, 5, 6])),
        st.tuples(st.just("take"), st.none()),
        st.tuples(st.just("undo"), st.integers(1, 40)),
        st.tuples(st.just("correct"), st.integers(0, 9999)),
        st.tuples(st.just("use"), st.sampled_from([(s, o) for s in ("deck", "die") for o in ("own", "device")])),
        st.tuples(st.just("replace"), st.integers(0, 50)),
        st.tuples(st.just("many"), st.integers(1, 30)),
        st.tuples(st.just("reopen"), st.none()),
        st.tuples(st.just("idle"), st.none()),
    ),
    max_size=60,
)


def _operate(play: Play[Any], name: str, value: Any) -> list[Change]:
    """Carry out one operation; a refused one changes nothing."""
    operations: dict[str, Any] = {
        "give": lambda: play.give(value),
        "own": lambda: play.give(value),
        "take": play.redo,
        "undo": lambda: play.undo(min(value, max(play.n - play.undo_limit, 1))),
        "correct": lambda: play.correct({"count": value}),
        "use": lambda: play.use(*value),
        "replace": lambda: play.replace({"count": value}),
    }
    try:
        return [operations[name]()] if name in operations else []
    except Refused:
        return []


@given(OPERATIONS)
@settings(deadline=None, max_examples=15)
def test_same_play(operations: list[tuple[str, Any]]) -> None:
    """After any operations and restarts, the store returns the same play."""
    _check(operations)


def _check(operations: list[tuple[str, Any]]) -> None:
    with TemporaryDirectory() as name:
        play = new_play()
        store = Store(Path(name))
        number = store.create(play)
        for operation, value in operations:
            if operation == "reopen":
                store.close()
                store = Store(Path(name))
                play = _resumed(store, number, play)
            elif operation == "idle":
                store.idle()
            elif operation == "many":
                for i in range(value):
                    for change in _operate(play, "give", i % 6 + 1):
                        store.record(number, play, change)
            for change in _operate(play, operation, value):
                store.record(number, play, change)
        store.close()
        with Store(Path(name)) as store:
            assert store.notices == ()
            assert store.plays()[0].play.n == play.n
            _resumed(store, number, play)


def _resumed(store: Store, number: int, play: Play[Any]) -> Play[Any]:
    loaded = store.load(number)
    assert without_snapshots(loaded) == without_snapshots(play.saved())
    again = resume(ENGINE, loaded, dealer(play.seed))
    assert not isinstance(again, OtherRules)
    assert (again.journal, again.redo_stack, again.state) == (play.journal, play.redo_stack, play.state)
    assert (again.base, again.sources, again.screen) == (play.base, play.sources, play.screen)
    assert [again.state_at(n) for n in range(again.undo_limit, again.n + 1)] == [
        play.state_at(n) for n in range(play.undo_limit, play.n + 1)
    ]
    return again


@pytest.mark.long
@given(OPERATIONS)
@settings(deadline=None, max_examples=500)
def test_same_play_often(operations: list[tuple[str, Any]]) -> None:
    """After many more random operations, the store returns the same play."""
    _check(operations)
