"""Cases on a bad disk: `python -m tests.firmware.plays.disk_cases FOLDER ROUNDS [CASE]…`, on the layer of `disk.c`.

`test_disk.py` runs them in a process with the layer preloaded. The process writes one JSON object: the error of each
case, empty if it passes.
"""

import errno
import json
import random
import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from engines.kit.contract import Entry
from engines.kit.play import Play, SavedPlay
from engines.kit.text import ENGLISH
from firmware.data_folder import DataFolder
from firmware.errors import TavolinoError
from firmware.files.disk import write_whole
from firmware.plays.snapshots import SNAPSHOT_INTERVAL
from firmware.plays.store import Store
from hw.events import Key
from tests.firmware.counting import counting, new_play
from tests.firmware.device.bench import bench
from tests.firmware.plays import disk_moves
from tests.firmware.plays.disk import Call, Log, What, disk_rule, fail_at
from tests.firmware.plays.disk_in_python import Disk
from tests.play_values import without_snapshots

EXTRA_INPUTS = 4
"""Inputs of a scenario after the first snapshots."""


class Scene:
    """A store with two plays, a scenario for it, and every state of the first play."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.play: Play[Any] = new_play()
        with Store(folder) as store:
            store.create(new_play("b", engine=counting(key="other")))
            self.number = store.create(self.play)
            store.record(self.number, self.play, self.play.give(1))
        self.file = folder / "plays" / f"{self.number:04}-counting.jsonl"
        self.states: list[SavedPlay] = [without_snapshots(self.play.saved())]
        self.kept = 0
        """The index of the last acknowledged state."""

    def run(self, marks: Callable[[], None] = lambda: None) -> None:
        """Give inputs, undo one, put the other play away, idle, copy; call `marks` after each input."""
        with Store(self.folder) as store:
            for n in range(SNAPSHOT_INTERVAL + EXTRA_INPUTS):
                change = self.play.undo() if n % EXTRA_INPUTS == 2 else self.play.give(n % 10)
                self.states.append(without_snapshots(self.play.saved()))
                store.record(self.number, self.play, change)
                if store.is_saved:
                    self.kept = len(self.states) - 1
                marks()
                if n == EXTRA_INPUTS:
                    store.archive(1, result=None)
                    store.back_up()
                if n > SNAPSHOT_INTERVAL:
                    store.idle()
            self.kept = len(self.states) - 1 if store.is_saved else self.kept

    def check(self, folder: Path, least: int) -> None:
        """Open the folder: the play is in one of its states from `least` on, and nothing is damaged."""
        with Store(folder) as store:
            assert store.notices == (), store.notices
            assert store.is_saved
            assert [1, 2] == [info.number for info in store.plays()]
            assert without_snapshots(store.load(self.number)) in self.states[least:]


def the_disk_of_an_evening_sees_the_same_calls(folder: Path, _: int) -> None:
    """The layer of `tests.firmware.plays.disk_in_python`, above the C library, sees the same calls as the lower one."""
    scene = Scene(folder / "scene")
    below, above = Log(scene.folder), Disk(scene.folder, Counter())
    above.start()
    with disk_rule(scene.folder, below), above.mounted():
        scene.run()
    assert below.calls == above.log.calls


def an_input_is_one_write_and_one_sync(folder: Path, _: int) -> None:
    """An input is one write and one sync, also the first after a start or a pause."""
    scene = Scene(folder / "scene")
    log = Log(scene.folder)
    with disk_rule(scene.folder, log), Store(scene.folder) as store:
        for n in range(3 * SNAPSHOT_INTERVAL):
            change, before = scene.play.give(n % 10), len(log.calls)
            store.record(scene.number, scene.play, change)
            assert [What.OPEN, What.WRITE, What.SYNC] == [call.what for call in log.calls[before:]]
            if n % 5 == 4:
                store.idle()


def a_closed_line_is_one_write_and_one_sync(folder: Path, _: int) -> None:
    """The file of half-entered steps is made once per play, with its folder; another step empties it, unsynced."""
    scene = Scene(folder / "scene")
    log = Log(scene.folder)
    with disk_rule(scene.folder, log), Store(scene.folder) as store:
        before = len(log.calls)
        store.keep_draft(scene.number, half_entered(0))
        synced = [call.path for call in log.calls[before:] if call.what is What.SYNC]
        assert [scene.file.with_suffix(""), scene.file.parent] == synced[1:]
        for n in range(3):
            store.keep_draft(scene.number, half_entered(0))
            for line in range(1, 4):
                before = len(log.calls)
                store.keep_draft(scene.number, half_entered(line))
                assert [What.OPEN, What.WRITE, What.SYNC] == [call.what for call in log.calls[before:]]
            before = len(log.calls)
            store.record(scene.number, scene.play, scene.play.give(n))
            assert [What.SYNC] == [call.what for call in log.calls[before:] if call.what is What.SYNC]


def a_pause_costs_one_sync(folder: Path, _: int) -> None:
    """A pause adds the missing lines to the copy by one sync. A pause without inputs writes nothing."""
    scene = Scene(folder / "scene")
    log, copy = Log(scene.folder), scene.folder / "copies" / scene.file.name
    with Store(scene.folder) as store:
        store.idle()
        with disk_rule(scene.folder, log):
            for n in range(2):
                store.record(scene.number, scene.play, scene.play.give(n))
                log.calls.clear()
                store.idle()
                assert [copy] == [call.path for call in log.calls if call.what is What.SYNC]
                assert [What.OPEN, What.WRITE, What.SYNC] == [call.what for call in log.calls if call.path == copy]
            log.calls.clear()
            store.idle()
            assert [] == log.calls
    assert scene.file.read_bytes() == copy.read_bytes()


def half_entered(n: int) -> Entry:
    """Return the half-entered step after closing `n` lines."""
    return Entry("answer", "say", {"closed": n, "of": "many"}, "player")


def a_loss_of_power_while_numbers_are_entered(folder: Path, rounds: int) -> None:
    """After a power cut the acknowledged lines are there, none from another step, and the play is undamaged."""
    scene = Scene(folder / "scene")
    log, marks = Log(scene.folder), list[tuple[int, int, int]]()
    with disk_rule(scene.folder, log), Store(scene.folder) as store:
        for n in range(3):
            for line in range(4):
                store.keep_draft(scene.number, half_entered(10 * n + line))
                marks.append((len(log.calls), scene.play.n, 10 * n + line))
            store.record(scene.number, scene.play, scene.play.give(n))
            scene.states.append(without_snapshots(scene.play.saved()))
    chance = random.Random(rounds)  # noqa: S311 - the same places every time
    for cut in range(len(log.calls) + 1):
        left = folder / str(cut)
        log.write_disk_after(cut, left, chance)
        with Store(left) as store:
            found, n = store.draft(scene.number), store.load(scene.number).n
            closed = -1 if found is None else found.value["closed"]
            assert closed >= max((line for calls, at, line in marks if calls <= cut and at == n), default=-1)
            assert found is None or closed // 10 == n - 1
            store.keep_draft(scene.number, half_entered(99))
            assert (store.is_saved, store.notices, half_entered(99)) == (True, (), store.draft(scene.number))
        shutil.rmtree(left)


def an_error_while_numbers_are_entered(folder: Path, _: int) -> None:
    """If one call fails, nothing is raised, the store reports it, and the input is written as soon as possible.

    A file whose sync failed is replaced by a new one.
    """
    scene = Scene(folder / "scene")
    log, bad = Log(scene.folder), list[What]()

    def rule(call: Call) -> int:
        log(call)
        return errno.EIO if call.what in bad else 0

    with Store(scene.folder) as store, disk_rule(scene.folder, rule):
        store.keep_draft(scene.number, half_entered(0))
        bad.append(What.SYNC)
        store.keep_draft(scene.number, half_entered(1))
        assert not store.is_saved
        bad.clear()
        failed = len(log.calls)
        store.keep_draft(scene.number, half_entered(2))
        assert store.is_saved
        assert What.RENAME in [call.what for call in log.calls[failed:]]
    for nth in range(12):
        for answer in (errno.EIO, errno.ENOSPC, -7):
            scene = Scene(folder / f"{nth}-{answer}")
            with disk_rule(scene.folder, fail_at(nth, answer)), Store(scene.folder) as store:
                for line in range(3):
                    store.keep_draft(scene.number, half_entered(line))
                kept = store.is_saved
                store.idle()
                assert store.is_saved or not kept
            with Store(scene.folder) as store:
                assert (store.draft(scene.number), store.notices) == (half_entered(2), ())


def an_error_at_any_call(folder: Path, rounds: int) -> None:
    """If any one call fails or writes too little, nothing is raised, and every acknowledged input is there."""
    scene = Scene(folder / "whole")
    log = Log(scene.folder)
    with disk_rule(scene.folder, log):
        scene.run()
    assert len(log.calls) > 3 * SNAPSHOT_INTERVAL
    for nth in _sampled_calls(len(log.calls), rounds):
        for answer in (errno.EIO, errno.ENOSPC, -7):
            one = Scene(folder / f"{nth}-{answer}")
            with disk_rule(one.folder, fail_at(nth, answer)):
                one.run()
            one.check(one.folder, one.kept)
            shutil.rmtree(one.folder)


def _sampled_calls(calls: int, rounds: int) -> list[int]:
    chance = random.Random(rounds)  # noqa: S311 - the same calls every time
    return sorted(chance.sample(range(calls), min(rounds, calls)))


def an_error_at_any_call_of_a_mending(folder: Path, rounds: int) -> None:
    """If a call fails while a damaged play is repaired, the play is read and its loss reported; repair comes later."""
    scene = _damaged_scene(folder / "whole")
    log = Log(scene.folder)
    with disk_rule(scene.folder, log), Store(scene.folder):
        calls = len(log.calls)
    assert calls > 2 * EXTRA_INPUTS
    for nth in _sampled_calls(calls, rounds):
        for answer in (errno.EIO, errno.ENOSPC):
            scene = _damaged_scene(folder / f"{nth}-{answer}")
            with disk_rule(scene.folder, fail_at(nth, answer)), Store(scene.folder) as store:
                assert "2 inputs were kept, 1 can be read" in ENGLISH.words(store.notices[0])
                scene.play.undo()
                store.record(scene.number, scene.play, scene.play.give(2))
                assert store.is_saved
            with Store(scene.folder) as store:
                assert store.is_saved
                assert without_snapshots(scene.play.saved()) == without_snapshots(store.load(scene.number))
            assert [scene.found] == [path.read_bytes() for path in (scene.folder / "damaged").iterdir()]
            shutil.rmtree(scene.folder)


class _DamagedScene(Scene):
    found = b""


def _damaged_scene(folder: Path) -> _DamagedScene:
    """Return a scene with a play of two inputs, of which the last is unreadable."""
    scene = _DamagedScene(folder)
    with Store(folder) as store:
        store.record(scene.number, scene.play, scene.play.give(3))
    raw = bytearray(scene.file.read_bytes())
    raw[-20] ^= 1
    scene.found = bytes(raw)
    scene.file.write_bytes(raw)
    return scene


def a_sync_that_fails_is_not_tried_again(folder: Path, _: int) -> None:
    """After a failed sync the play is written whole to a new file; until then nothing is kept."""
    scene = Scene(folder / "scene")
    log, bad = Log(scene.folder), [What.SYNC]

    def rule(call: Call) -> int:
        log(call)
        return errno.EIO if call.what in bad else 0

    with Store(scene.folder) as store:
        with disk_rule(scene.folder, rule):
            store.record(scene.number, scene.play, scene.play.give(1))
            assert not store.is_saved
            bad.clear()
            failed = len(log.calls)
            store.record(scene.number, scene.play, scene.play.give(2))
        assert store.is_saved
        after = log.calls[failed:]
        renamed = next(i for i, call in enumerate(after) if call.what is What.RENAME)
        assert scene.file == after[renamed].to
        assert not [call for call in after[:renamed] if call.path == scene.file]
        done = [call.what for call in after if call.what not in (What.OPEN, What.MKDIR)]
        assert [What.WRITE, What.SYNC, What.RENAME, What.SYNC] == done
        assert scene.file.parent == after[-1].path
    scene.states.append(without_snapshots(scene.play.saved()))
    scene.check(scene.folder, -1)


def a_write_that_is_cut_short_is_cut_off(folder: Path, _: int) -> None:
    """The rest of a failed write is cut off and synced before the next write."""
    scene = Scene(folder / "scene")
    log, answers = Log(scene.folder), [-9, errno.ENOSPC]

    def rule(call: Call) -> int:
        log(call)
        return answers.pop(0) if answers and call.what is What.WRITE else 0

    with Store(scene.folder) as store, disk_rule(scene.folder, rule):
        end = scene.file.stat().st_size
        store.record(scene.number, scene.play, scene.play.give(1))
        assert (False, end + 9) == (store.is_saved, scene.file.stat().st_size)
        failed = len(log.calls)
        store.record(scene.number, scene.play, scene.play.give(2))
        assert store.is_saved
        expected = [What.OPEN, What.TRUNCATE, What.SYNC, What.WRITE, What.SYNC]
        assert expected == [call.what for call in log.calls[failed:]]
    scene.states.append(without_snapshots(scene.play.saved()))
    scene.check(scene.folder, -1)


def a_new_play_and_a_move_sync_their_folders(folder: Path, _: int) -> None:
    """A new play is shown after its folder is synced; an archived play and both its folders are synced, too."""
    scene = Scene(folder / "scene")
    log = Log(scene.folder)
    with disk_rule(scene.folder, log), Store(scene.folder) as store:
        before = len(log.calls)
        store.create(new_play("c", engine=counting(key="third")))
        assert scene.file.parent == [call.path for call in log.calls if call.what is What.SYNC][-1]
        assert What.RENAME in [call.what for call in log.calls[before:]]
        before = len(log.calls)
        store.archive(scene.number, result=None)
        calls = log.calls[before:]
        moved = next(i for i, call in enumerate(calls) if call.what is What.RENAME)
        assert (What.SYNC, scene.file) == (calls[moved - 1].what, calls[moved - 1].path)
        synced = {call.path for call in calls[moved:] if call.what is What.SYNC}
        assert {scene.file.parent, scene.folder / "archive"} == synced


def a_disk_that_is_full_for_a_while(folder: Path, _: int) -> None:
    """While nothing can be written, the device says so; afterwards all inputs are written."""
    for first in range(1, SNAPSHOT_INTERVAL, 6):
        scene, inputs, said = Scene(folder / str(first)), count(1), list[bool]()
        now = [0]

        def full(_: Call, now: list[int] = now, first: int = first) -> int:
            return errno.ENOSPC if first <= now[0] < first + EXTRA_INPUTS else 0

        with disk_rule(scene.folder, full), Store(scene.folder) as store:
            for n in range(first + 2 * EXTRA_INPUTS):
                now[0] = next(inputs)
                store.record(scene.number, scene.play, scene.play.give(n % 10))
                said.append(store.is_saved)
        assert [n + 1 for n, kept in enumerate(said) if not kept] == list(range(first, first + EXTRA_INPUTS))
        scene.states.append(without_snapshots(scene.play.saved()))
        scene.check(scene.folder, -1)


def a_disk_that_cannot_be_written(folder: Path, _: int) -> None:
    """On a read-only file system the plays are read, nothing is changed, and nothing is kept."""
    scene = Scene(folder / "scene")
    before = {path: path.read_bytes() for path in scene.folder.rglob("*") if path.is_file()}
    with disk_rule(scene.folder, lambda _: errno.EROFS), Store(scene.folder) as store:
        assert (store.is_saved, store.notices) == (False, ())
        assert without_snapshots(store.load(scene.number)) == without_snapshots(scene.play.saved())
        store.record(scene.number, scene.play, scene.play.give(8))
        assert not store.is_saved
    assert before == {path: path.read_bytes() for path in scene.folder.rglob("*") if path.is_file()}


def a_loss_of_power_at_any_call(folder: Path, rounds: int) -> None:
    """After a power cut all synced data is there, and any part of the rest: no acknowledged input is lost."""
    _lose_power(folder, rounds, lies=False)


def a_loss_of_power_on_a_disk_that_lies(folder: Path, rounds: int) -> None:
    """If the disk synced nothing, inputs may be lost, but the state is an earlier one, or the loss is reported."""
    _lose_power(folder, rounds, lies=True)


def _lose_power(folder: Path, rounds: int, *, lies: bool) -> None:
    scene = Scene(folder / "scene")
    log, marks = Log(scene.folder, lies=lies), list[tuple[int, int]]()
    with disk_rule(scene.folder, log):
        scene.run(lambda: marks.append((len(log.calls), scene.kept)))
    assert {What.WRITE, What.SYNC, What.RENAME} <= {call.what for call in log.calls}
    chance = random.Random(rounds)  # noqa: S311 - the same places every time
    for nth in range(rounds):
        cut = chance.randrange(len(log.calls) + 1)
        left = folder / str(nth)
        log.write_disk_after(cut, left, chance)
        if lies:
            _check_loss_reported(scene, left)
        else:
            scene.check(left, max((kept for calls, kept in marks if calls <= cut), default=0))
        shutil.rmtree(left)


def _check_loss_reported(scene: Scene, folder: Path) -> None:
    with Store(folder) as store:
        assert store.is_saved
        if scene.number in {info.number for info in store.plays()}:
            assert without_snapshots(store.load(scene.number)) in scene.states
        else:
            assert store.notices


def a_loss_of_power_while_a_play_is_mended(folder: Path, rounds: int) -> None:
    """After a power cut at any call, the next start has the readable inputs, and reports the loss."""
    scene = _damaged_scene(folder / "scene")
    log = Log(scene.folder)
    with disk_rule(scene.folder, log), Store(scene.folder):
        pass
    chance = random.Random(rounds)  # noqa: S311 - the same places every time
    for cut in range(len(log.calls) + 1):
        left = folder / str(cut)
        log.write_disk_after(cut, left, chance)
        with Store(left) as store:
            assert "2 inputs were kept, 1 can be read" in ENGLISH.words(store.notices[0])
            assert scene.states[0] == without_snapshots(store.load(scene.number))
        assert [scene.found] == [path.read_bytes() for path in (left / "damaged").glob("*.jsonl")]


def a_file_that_is_written_whole(folder: Path, rounds: int) -> None:
    """After an error or a power cut at any call, a file written whole is the old or the new one."""
    for nth in range(8):
        for error in (errno.EIO, errno.ENOSPC):
            place = folder / f"{nth}-{error}"
            place.mkdir()
            DataFolder(place).settings.remember("game", {"old": 1})
            with disk_rule(place, fail_at(nth, error)):
                done = _remember(place)
            assert DataFolder(place).settings.recall("game") in ([{"new": 2}] if done else [{"old": 1}, {"new": 2}])
            assert ["game.toml"] == [path.name for path in (place / "remembered").iterdir()]
    path = folder / "file"
    write_whole(path, b"old")
    log = Log(folder)
    with disk_rule(folder, log):
        write_whole(path, b"newer")
    assert [What.MKDIR, What.OPEN, What.WRITE, What.SYNC, What.RENAME, What.SYNC] == [call.what for call in log.calls]
    chance = random.Random(rounds)  # noqa: S311 - the same places every time
    for n in range(20 * (len(log.calls) + 1)):
        left, cut = folder / f"left-{n}", n % (len(log.calls) + 1)
        log.write_disk_after(cut, left, chance)
        assert (left / "file").read_bytes() in ([b"newer"] if cut == len(log.calls) else [b"old", b"newer"])


def _remember(place: Path) -> bool:
    try:
        DataFolder(place).settings.remember("game", {"new": 2})
    except TavolinoError:
        return False
    return True


def a_disk_that_is_slow(folder: Path, _: int) -> None:
    """During a sync of 3 s the light says yes before it, and keys pressed meanwhile are ignored as too early."""
    with bench(folder) as device:
        device.next(6)
        n, said = device.play.n, list[list[str]]()

        def slow(call: Call) -> int:
            if call.what is What.SYNC and call.path.suffix == ".jsonl":
                said.append(list(device.signals.given))
                for move in (device.hand.up, device.hand.down, device.hand.up):
                    device.clock.advance(1)
                    move(Key.NEXT)
            return 0

        device.signals.given.clear()
        with disk_rule(folder, slow):
            device.hand.down(Key.NEXT)
            device.wait(10)
        assert [["accepted"]] == said
        assert ["accepted", "too_early"] == device.signals.given
        assert n + 1 == device.play.n == device.store.load(device.session.number).n


CASES: dict[str, Callable[[Path, int], None]] = {
    case.__name__: case
    for case in (
        the_disk_of_an_evening_sees_the_same_calls,
        an_input_is_one_write_and_one_sync,
        a_pause_costs_one_sync,
        a_closed_line_is_one_write_and_one_sync,
        a_loss_of_power_while_numbers_are_entered,
        an_error_while_numbers_are_entered,
        an_error_at_any_call,
        an_error_at_any_call_of_a_mending,
        a_sync_that_fails_is_not_tried_again,
        a_write_that_is_cut_short_is_cut_off,
        a_new_play_and_a_move_sync_their_folders,
        a_disk_that_is_full_for_a_while,
        a_disk_that_cannot_be_written,
        a_disk_that_is_slow,
        a_file_that_is_written_whole,
        a_loss_of_power_at_any_call,
        a_loss_of_power_on_a_disk_that_lies,
        a_loss_of_power_while_a_play_is_mended,
        *disk_moves.CASES,
    )
}


def main(folder: Path, rounds: int, names: list[str]) -> None:
    """Run the cases with these names."""
    found = {}
    for name in names:
        (folder / name).mkdir()
        try:
            CASES[name](folder / name, rounds)
        except Exception:  # noqa: BLE001 - it is reported
            found[name] = traceback.format_exc()
        else:
            found[name] = ""
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
