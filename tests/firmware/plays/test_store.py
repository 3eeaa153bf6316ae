"""The usual operations of the store: create, record, choose, archive, open again."""

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import msgspec
import pytest

from engines.kit.contract import Result
from engines.kit.play import Play
from engines.kit.text import ENGLISH, Text
from engines.kit.versions import OtherRules, resume
from firmware.dealer import dealer
from firmware.errors import TavolinoError
from firmware.plays.kept_file import KeptFile
from firmware.plays.play_file import End, PlayFile, PutAway
from firmware.plays.store import Store
from tests.firmware.counting import ENGINE, Doubling, counting, new_play
from tests.play_values import file_and_state, without_snapshots

PAGE_BYTES = 4096


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in an empty folder."""
    with Store(tmp_path) as store:
        yield store


def test_empty(store: Store) -> None:
    """A new store can be written, has no notices and no plays."""
    assert (store.is_saved, store.notices, store.plays(), store.current()) == (True, (), (), None)


def test_created_whole(tmp_path: Path) -> None:
    """A new play is there after a restart, with the outcomes dealt before its first input."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
    with Store(tmp_path) as store:
        assert (store.current(), store.live_number("counting"), store.live_number("other")) == (number, number, None)
        loaded = store.load(number)
        assert without_snapshots(loaded) == without_snapshots(play.saved())
        assert loaded.steps[0].outcomes
        assert loaded.steps[0].snapshot == play.steps[0].snapshot


def test_each_operation_adds_to_what_is_there(tmp_path: Path) -> None:
    """Inputs, undo, a set state and sources each add one line; a set state drops all undone inputs."""
    play = new_play()
    with Store(tmp_path) as store:
        number, before = store.create(play), ""
        operations: tuple[Callable[[], Any], ...] = (
            *(partial(play.give, value) for value in (1, 2, 3)),
            lambda: play.undo(2),
            lambda: play.replace({"count": 7}),
            lambda: play.use("die", "own"),
        )
        for operation in operations:
            before = store.text(number)
            store.record(number, play, operation())
            assert store.text(number).startswith(before)
            assert store.text(number).count("\n") == before.count("\n") + 1
        assert () == play.redo_stack == store.load(number).redo_stack


def test_operations(tmp_path: Path) -> None:
    """Inputs, undo, corrections, sources and a replaced state are all there after a restart."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
    operations: tuple[Callable[[], Any], ...] = (
        lambda: play.give(3),
        lambda: play.give(4),
        lambda: play.correct({"count": 77}),
        lambda: play.undo(2),
        lambda: play.give(9),
        play.redo,
        lambda: play.use("die", "own"),
        lambda: play.give(1),
        lambda: play.give(6),
        lambda: play.use("die", "device"),
        lambda: play.replace({"count": 5}),
        lambda: play.give(2),
        play.undo,
    )
    for operate in operations:
        change = operate()
        with Store(tmp_path) as store:
            store.record(number, play, change)
        with Store(tmp_path) as store:
            assert without_snapshots(store.load(number)) == without_snapshots(play.saved())


def test_snapshots(tmp_path: Path) -> None:
    """A state is kept every 25 inputs, and the last one; undone steps have none."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        for i in range(60):
            store.record(number, play, play.give(i % 10))
        store.idle()
    assert [0, 25, 50, 60] == _steps_with_snapshot(tmp_path)
    with Store(tmp_path) as store:
        again = resume(ENGINE, store.load(number), dealer("seed"))
        assert isinstance(again, Play)
        store.record(number, again, again.undo(12))
    assert [0, 25, 48] == _steps_with_snapshot(tmp_path)


def _steps_with_snapshot(folder: Path) -> list[int]:
    """Return the inputs after which the first play has a state."""
    with Store(folder) as store:
        return [n for n, step in enumerate(store.load(1).steps) if step.snapshot is not None]


def test_a_state_that_is_behind(tmp_path: Path) -> None:
    """If the last state was not written, other rules have no table to continue from, only a step."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(1))
        store.idle()
        store.record(number, play, play.give(2))
        copytree(tmp_path, tmp_path / "left")
    for folder, known in ((tmp_path, True), (tmp_path / "left", False)):
        with Store(folder) as store:
            assert () == store.notices
            other = resume(counting(2, turn=Doubling), store.load(number), dealer("seed"))
            assert isinstance(other, OtherRules)
            assert known is (other.table is not None)
            assert other.at_step.n == 2


def test_second_play_archives(tmp_path: Path) -> None:
    """A new play of a game archives the previous one, which stays listed and readable."""
    first, second = new_play("a"), new_play("b")
    with Store(tmp_path) as store:
        one = store.create(first)
        store.record(one, first, first.give(4))
        two = store.create(second)
        assert two == one + 1
        assert store.live_number("counting") == two
    with Store(tmp_path) as store:
        old, new = store.plays()
        assert (isinstance(old.ended, PutAway), old.over, old.live, old.play.n) == (True, False, False, 1)
        assert (isinstance(new.ended, PutAway), new.live) == (False, True)
        assert without_snapshots(store.load(one)) == without_snapshots(first.saved())


def test_other_games(tmp_path: Path) -> None:
    """Each game has its own live play; the one chosen or recorded last is the current one."""
    one, other = new_play(), new_play(engine=counting(key="other"))
    with Store(tmp_path) as store:
        first, second = store.create(one), store.create(other)
        assert (store.live_number("counting"), store.live_number("other"), store.current()) == (first, second, second)
        store.choose(first)
    with Store(tmp_path) as store:
        assert store.current() == first
        assert [store.load(first).game, store.load(second).game] == ["counting", "other"]


def test_archived_with_result(tmp_path: Path) -> None:
    """A finished play is listed with its winner and is not live; its number is not used again."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(4))
        store.archive(number, result=Result("bot", 9, 7, Text("The bot wins.")))
        assert (store.current(), store.live_number("counting")) == (None, None)
    with Store(tmp_path) as store:
        (info,) = store.plays()
        assert (info.ended, info.play.n, info.play.version) == (End("bot", 9, 7), 1, 1)
        assert without_snapshots(store.load(number)) == without_snapshots(play.saved())
        assert store.create(new_play()) == number + 1


def test_begun_from_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of the previous play has a later number than the new head, but is written first, so no cut loses it."""
    first, won = new_play("a"), Result("you", 7, 9, Text("You win."))
    with Store(tmp_path) as store:
        number = store.create(first)
        store.record(number, first, first.give(4))
        written_to, write = list[str](), KeptFile.write

        def noting(one: KeptFile) -> bool:
            written_to.append(one.path.name)
            return write(one)

        monkeypatch.setattr(KeptFile, "write", noting)
        new = store.create(new_play("b"), result=won)
        assert written_to == ["0001-counting.jsonl", "0002-counting.jsonl"]
        (ended, begun) = store.plays()
        assert (ended.ended, ended.used, store.current()) == (End("you", 7, 9), store.head_seq(new) + 1, new)
        assert begun.head_seq == begun.seq


def test_missed_change(store: Store) -> None:
    """A change that does not follow the written ones makes the store write the whole play."""
    play = new_play()
    number = store.create(play)
    play.give(1)
    store.record(number, play, play.give(2))
    assert without_snapshots(store.load(number)) == without_snapshots(play.saved())


def test_loaded_play_is_private(store: Store) -> None:
    """Changing a loaded play does not change the store."""
    number = store.create(new_play())
    store.load(number).steps.clear()
    assert store.load(number).steps


def test_no_such_play(store: Store) -> None:
    """An unknown number is refused with a sentence."""
    with pytest.raises(TavolinoError, match="There is no play 7"):
        store.load(7)


def test_counters(tmp_path: Path) -> None:
    """Counters add up over restarts."""
    with Store(tmp_path) as store:
        store.count("full", 3)
        store.count("full")
    with Store(tmp_path) as store:
        assert (store.counter("full"), store.counter("partial")) == (4, 0)


def test_changed_rules(tmp_path: Path) -> None:
    """A play continued under other rules records that in a line, and keeps its inputs."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        for i in range(30):
            store.record(number, play, play.give(i % 10))
        newer = resume(counting(2), store.load(number), dealer("seed"))
        assert isinstance(newer, Play)
        store.take_up(number, newer)
        store.record(number, newer, newer.give(5))
        assert '{"do":"rules","version":2,' in store.text(number).splitlines()[-2]
    with Store(tmp_path) as store:
        assert without_snapshots(store.load(number)) == without_snapshots(newer.saved())
        assert (store.plays()[0].play.version, store.plays()[0].play.n) == (2, 31)


def test_one_input_is_one_line(store: Store) -> None:
    """Each operation adds one line and changes no earlier one."""
    play = new_play()
    number = store.create(play)
    for i in range(100):
        before = store.text(number)
        change = play.undo(1 + i % 2) if i % 7 == 6 else play.redo() if play.offered and i % 3 else play.give(i % 10)
        store.record(number, play, change)
        after = store.text(number)
        assert after.startswith(before)
        assert 1 == after.removeprefix(before).count("\n")


@pytest.mark.parametrize("size", [0, 50, 150])
def test_pages(store: Store, tmp_path: Path, size: int) -> None:
    """A stored input writes at most 3 pages of its file, with a small or a large state."""
    bulk = {"seen": {sha256(bytes([i])).hexdigest()[:16]: i for i in range(size)}}
    play = new_play(engine=counting(extra=bulk))
    number = store.create(play)
    file = tmp_path / "plays" / "0001-counting.jsonl"
    for i in range(200):
        before = file.stat().st_size
        store.record(number, play, play.undo(1) if i % 7 == 6 else play.give(i % 10))
        assert 1 <= (file.stat().st_size - 1) // PAGE_BYTES - before // PAGE_BYTES + 1 <= 3


def test_a_file_can_be_read(store: Store) -> None:
    """A line is JSON: length, number, checksum, and the operation in words."""
    play = new_play()
    number = store.create(play)
    for operate in (partial(play.give, 3), partial(play.correct, {"count": 7}), partial(play.undo, 2)):
        store.record(number, play, operate())
    store.archive(number, result=Result("bot", 9, 7, Text("The bot wins.")))
    lines = [msgspec.json.decode(line) for line in store.text(number).splitlines()]
    assert [1, 2, 3, 4, 5] == [seq for _, seq, _, _ in lines]
    assert ("tavolino-play-2", "counting", 1) == tuple(lines[0][3][name] for name in ("format", "game", "number"))
    assert [
        {
            "do": "input",
            "entry": ["answer", "counting.say", 3, "player"],
            "outcomes": [["roll", "counting.roll", 2, "device"], ["draw", "counting.draw", "bee", "device"]],
        },
        {"do": "input", "entry": ["correct", "counting.say", {"count": 7}, "player"]},
        {"do": "undo", "inputs": 2},
        {"do": "end", "winner": "bot", "bot": 9, "you": 7},
    ] == [body for _, _, _, body in lines[1:]]


def test_current_follows_from_the_lines(tmp_path: Path) -> None:
    """The current play is the one whose last line has the highest number; opening a play writes a line."""
    with Store(tmp_path) as store:
        first, second = store.create(new_play()), store.create(new_play(engine=counting(key="other")))
        store.choose(second)
        assert 1 == store.text(second).count("\n")
        store.choose(first)
        assert '{"do":"opened"}' in store.text(first)
    (tmp_path / "counts.json").unlink()
    with Store(tmp_path) as store:
        assert first == store.current()


def test_a_number_is_not_used_again(tmp_path: Path) -> None:
    """Numbers follow from the names of all files in any folder; the archive is not read for that."""
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "0041-other.jsonl").write_bytes(b"never read")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "0077-other.2.jsonl").write_bytes(b"never read")
    with Store(tmp_path) as store:
        assert () == store.notices
        assert 78 == store.create(new_play())


def test_put_away_is_a_move(tmp_path: Path) -> None:
    """An archived play moves with its states; it can be read and exported there."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(1))
        store.idle()
        store.archive(number, result=None)
        assert [] == list((tmp_path / "plays").iterdir())
        assert {"0001-counting", "0001-counting.jsonl"} == {path.name for path in (tmp_path / "archive").iterdir()}
        assert (tmp_path / "archive" / "0001-counting.jsonl").read_text() == store.text(number)
    with Store(tmp_path) as store:
        assert [True] == [isinstance(info.ended, PutAway) for info in store.plays()]


def test_the_power_goes_between_two_plays(tmp_path: Path) -> None:
    """If a power cut kept the previous play from being archived, the next start does it."""
    first, second = new_play("a"), new_play("b")
    with Store(tmp_path) as store:
        store.create(first)
        before = (tmp_path / "plays" / "0001-counting.jsonl").read_bytes()
        store.create(second)
    (tmp_path / "archive" / "0001-counting.jsonl").rename(tmp_path / "plays" / "0001-counting.jsonl")
    (tmp_path / "plays" / "0001-counting.jsonl").write_bytes(before)
    with Store(tmp_path) as store:
        assert [False, True] == [info.live for info in store.plays()]
        assert 2 == store.live_number("counting")


def test_sources_right_after_set(tmp_path: Path) -> None:
    """If undo stops at the step where a source changes, the loaded play is unchanged."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.use("deck", "own"))
        for operate in (
            partial(play.give, 1),
            partial(play.replace, {"count": 5}),
            partial(play.use, "deck", "device"),
        ):
            before = store.text(number)
            store.record(number, play, operate())
            assert store.text(number).startswith(before)
        assert play.base is not None
        assert play.base.state["drawn"] != []
    with Store(tmp_path) as store:
        again = resume(ENGINE, store.load(number), dealer("seed"))
        assert isinstance(again, Play)
        assert file_and_state(again) == file_and_state(play)
        assert again.state_at(again.undo_limit) == play.state


def test_what_was_undone_is_given_up(tmp_path: Path) -> None:
    """An undone input that the player discards is also gone after a restart."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        give = partial(play.give, 1)
        for operate in (give, partial(play.correct, {"count": 7}), partial(play.undo, 2), give, play.discard_redo):
            store.record(number, play, operate())
        assert () == play.redo_stack
    with Store(tmp_path) as store:
        assert without_snapshots(store.load(number)) == without_snapshots(play.saved())


def test_a_deleted_play(tmp_path: Path) -> None:
    """A deleted play is gone with its copy, so it is not restored; a live play cannot be deleted."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        with pytest.raises(TavolinoError, match=r"Play 1 goes on\. Put it away"):
            store.delete(number)
        store.idle()
        store.archive(number, result=None)
        store.back_up()
        store.delete(number)
        assert () == store.plays()
        assert 1 == store.create(new_play())
    with Store(tmp_path) as store:
        assert ((), [1]) == (store.notices, [info.number for info in store.plays()])


# --- snapshots ---


def test_states_that_can_be_made_again(tmp_path: Path) -> None:
    """A play without its states is resumed all the same, and has them again afterwards."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        for i in range(60):
            store.record(number, play, play.give(i % 10))
    states = tmp_path / "plays" / "0001-counting"
    assert {"every.jsonl", "last.json"} == {path.name for path in states.iterdir()}
    rmtree(states)
    with Store(tmp_path) as store:
        assert () == store.notices
        again = resume(ENGINE, store.load(number), dealer("seed"))
        assert isinstance(again, Play)
        assert file_and_state(again) == file_and_state(play)
        store.take_up(number, again)
    with Store(tmp_path) as store:
        assert [0, 25, 50, 60] == [n for n, step in enumerate(store.load(number).steps) if step.snapshot is not None]


def test_a_pause_in_which_nothing_was_done(store: Store, tmp_path: Path) -> None:
    """Existing states are not written again."""
    store.create(new_play())
    store.idle()
    last = next(tmp_path.glob("**/last.json"))
    before = last.stat().st_ino
    store.idle()
    assert before == last.stat().st_ino
    store.record(1, play := new_play(), play.give(3))
    store.idle()
    assert before != last.stat().st_ino


def test_a_state_of_a_step_that_was_undone(tmp_path: Path) -> None:
    """A state belongs only to its own step, not to another one with the same number."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        for i in range(26):
            store.record(number, play, play.give(i % 10))
        store.idle()
        kept = (tmp_path / "plays" / "0001-counting" / "every.jsonl").read_bytes()
        store.record(number, play, play.undo(5))
        for _ in range(6):
            store.record(number, play, play.give(9))
    (tmp_path / "plays" / "0001-counting" / "every.jsonl").write_bytes(kept)
    with Store(tmp_path) as store:
        assert () == store.notices
        loaded = store.load(number)
        assert [0, 27] == [n for n, step in enumerate(loaded.steps) if step.snapshot is not None]


def test_states_of_other_rules(tmp_path: Path) -> None:
    """Under other rules only states written under them are used."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        for i in range(30):
            store.record(number, play, play.give(i % 10))
        store.idle()
        newer = resume(counting(2), store.load(number), dealer("seed"))
        assert isinstance(newer, Play)
        for path in (tmp_path / "plays" / "0001-counting").iterdir():
            path.rename(tmp_path / path.name)
        store.take_up(number, newer)
        store.idle()
    (tmp_path / "every.jsonl").replace(tmp_path / "plays" / "0001-counting" / "every.jsonl")
    with Store(tmp_path) as store:
        assert [30] == [n for n, step in enumerate(store.load(number).steps) if step.snapshot is not None]


def test_states_are_written_again_under_other_rules(tmp_path: Path) -> None:
    """A play continued under other rules has states of these rules after a pause."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        for i in range(30):
            store.record(number, play, play.give(i % 10))
        store.idle()
        newer = resume(counting(2), store.load(number), dealer("seed"))
        assert isinstance(newer, Play)
        store.take_up(number, newer)
        store.idle()
    assert [0, 25, 30] == _steps_with_snapshot(tmp_path)


def test_the_play_in_the_docs_is_one() -> None:
    """The file in `docs/play-files.md` is read to its end, line by line as described."""
    page = (Path(__file__).parents[3] / "docs" / "play-files.md").read_text()
    raw = page.partition("```json\n[")[2].partition("```")[0]
    file = PlayFile.read(f"[{raw}".encode())
    assert file is not None
    assert f"[{raw}" == file.text
    assert (42, 812 + 3, 1, 1) == (file.number, file.seq, file.play.n, len(file.play.redo_stack))


def test_a_store_of_before_is_left_as_it_is(tmp_path: Path) -> None:
    """A database from before 0.1.0 is named, and neither read nor changed."""
    (tmp_path / "plays.sqlite").write_bytes(b"SQLite format 3")
    with Store(tmp_path) as store:
        assert [ENGLISH.words(one) for one in store.notices] == [
            "plays.sqlite has plays from before 0.1.0, which are not read. It is left as it is."
        ]
        assert store.plays() == ()
    assert (tmp_path / "plays.sqlite").read_bytes() == b"SQLite format 3"
