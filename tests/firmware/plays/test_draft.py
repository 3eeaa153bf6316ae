"""The half-entered step on disk: one small file per play, valid for one step."""

from pathlib import Path
from typing import Any

import pytest

from engines.kit.contract import Entry
from engines.kit.play import Change, Play
from firmware.plays.store import Store
from tests.firmware.conftest import FullDisk
from tests.firmware.counting import new_play

HALF = Entry("answer", "say", {"a": 3, "b": 0}, "player")
MORE = Entry("answer", "say", {"a": 3, "b": 7}, "player")


def begin_play(folder: Path) -> Play[Any]:
    """Make a store with a play of one input and a half-entered step after it."""
    play = new_play()
    with Store(folder) as store:
        number = store.create(play)
        store.record(number, play, play.give(1))
        store.keep_draft(number, HALF)
        store.keep_draft(number, MORE)
    return play


def operate(play: Play[Any], operation: str) -> Change:
    """Do one of the operations of a play."""
    match operation:
        case "give":
            return play.give(2)
        case "replace":
            return play.replace({"count": 3})
        case "correct":
            return play.correct({"count": 5})
        case "use":
            return play.use("die", "own")
        case "take":
            return play.redo()
    return play.undo()


def draft_after_start(folder: Path) -> Entry | None:
    """Return the half-entered step after a start."""
    with Store(folder) as store:
        assert store.is_saved
        return store.draft(1)


def draft_file(folder: Path) -> Path:
    """Return the path of its only file."""
    (path,) = folder.glob("plays/*/draft.jsonl")
    return path


def test_the_last_one_counts(tmp_path: Path) -> None:
    """The last line of the file has the whole input; the lines of the play have none of it."""
    begin_play(tmp_path)
    assert MORE == draft_after_start(tmp_path)
    assert b'"b":7' not in (tmp_path / "plays" / "0001-counting.jsonl").read_bytes()


def test_nothing_is_entered_at_first(tmp_path: Path) -> None:
    """A play without a half-entered step has no file; a missing play has no step."""
    with Store(tmp_path) as store:
        number = store.create(new_play())
        assert store.draft(number) is None
        assert store.draft(7) is None
    assert not [*tmp_path.glob("plays/*/draft.jsonl")]


@pytest.mark.parametrize("operation", ["give", "undo", "replace"])
def test_another_step_has_none(tmp_path: Path, operation: str) -> None:
    """After an answer, an undo or another state it is gone at once, and its file is empty."""
    play = begin_play(tmp_path)
    with Store(tmp_path) as store:
        assert MORE == store.draft(1)
        store.record(1, play, operate(play, operation))
        assert store.draft(1) is None
    assert draft_file(tmp_path).read_bytes() == b""


def test_it_does_not_come_back_with_the_step(tmp_path: Path) -> None:
    """When the same step comes back, by undo or by redo, the old input does not, even if its file is still there."""
    play = begin_play(tmp_path)
    left = draft_file(tmp_path).read_bytes()
    for changes in (("give", "undo"), ("undo", "take")):
        with Store(tmp_path) as store:
            for operation in changes:
                store.record(1, play, operate(play, operation))
        draft_file(tmp_path).write_bytes(left)
        assert draft_after_start(tmp_path) is None


@pytest.mark.parametrize("operation", ["correct", "use", "leave"])
def test_what_leaves_the_step_leaves_it(tmp_path: Path, operation: str) -> None:
    """A correction, another dealer and another play in between keep the step and its input."""
    play = begin_play(tmp_path)
    with Store(tmp_path) as store:
        if operation == "leave":
            other = store.create(new_play("b"))
            store.archive(other, result=None)
            store.restore(1)
        else:
            store.record(1, play, operate(play, operation))
        assert MORE == store.draft(1)
    assert MORE == draft_after_start(tmp_path)


@pytest.mark.parametrize("raw", [b"", b"nonsense\n", b'[9,0,"00000000",1]\n', b"\xff\x00"])
def test_what_does_not_read_is_none(tmp_path: Path, raw: bytes) -> None:
    """A damaged file counts as none, without a notice, and is overwritten."""
    begin_play(tmp_path)
    draft_file(tmp_path).write_bytes(raw)
    with Store(tmp_path) as store:
        assert (store.draft(1), store.notices) == (None, ())
        store.keep_draft(1, HALF)
    assert HALF == draft_after_start(tmp_path)


def test_a_torn_end_costs_the_last_line(tmp_path: Path) -> None:
    """An unfinished line was not acknowledged; the line before it counts, and the next one continues from there."""
    begin_play(tmp_path)
    raw = draft_file(tmp_path).read_bytes()
    draft_file(tmp_path).write_bytes(raw[:-5])
    with Store(tmp_path) as store:
        assert HALF == store.draft(1)
        store.keep_draft(1, MORE)
    assert MORE == draft_after_start(tmp_path)
    assert draft_file(tmp_path).read_bytes() == raw


def test_what_could_not_be_written_goes_with_its_step(tmp_path: Path, full_disk: FullDisk) -> None:
    """Input that could not be written is dropped when its step is answered."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        with full_disk(1):
            store.keep_draft(number, HALF)
            assert not store.is_saved
        store.record(number, play, play.give(1))
        assert store.is_saved
