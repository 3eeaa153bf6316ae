"""What holds on a bad disk: `python -m tests.firmware.disk_cases FOLDER ROUNDS [CASE]…`, with the layer of `disk.c`.

These are no tests by themselves: `test_disk.py` starts them in a process that has the layer under it. It writes one
JSON object: for each case the error in which it ended, empty where it holds.
"""

import errno
import json
import random
import shutil
import sys
import traceback
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from engines.play import Play
from firmware.salvage import NAME
from firmware.store import CHECKPOINT, Store
from firmware.stored import Stored, stored
from hw.events import Key
from tests.firmware.bench import bench
from tests.firmware.counting import new_play
from tests.firmware.disk import Call, Log, Rule, What, ruled

GIVEN = 4
"""Inputs of a scenario."""


class Scene:
    """A store with a play, what is done to it, and every state the play was in."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.play: Play[Any] = new_play()
        with Store.open(folder) as store:
            self.number = store.create(self.play)
            store.record(self.number, self.play, self.play.give(1))
        self.states: list[Stored] = [stored(self.play)]
        self.kept = 0
        """The state that was acknowledged last, and was not said to be lost with the power."""

    def run(self, marks: Callable[[], None] = lambda: None) -> None:
        """Open the store, give inputs, take one back, idle, and go on; `marks` is called when one is acknowledged."""
        with Store.open(self.folder) as store:
            for n in range(CHECKPOINT + GIVEN):
                change = self.play.undo() if n % GIVEN == 2 else self.play.give(n % 10)
                self.states.append(stored(self.play))
                store.record(self.number, self.play, change)
                if store.kept:
                    self.kept = len(self.states) - 1
                marks()
                if n > CHECKPOINT:
                    store.idle()
        self.kept = len(self.states) - 1 if store.kept else self.kept

    def check(self, folder: Path, least: int) -> None:
        """Open what is left: the play is one that was, not older than `least`, and nothing was damaged."""
        with Store.open(folder) as store:
            assert store.notices == ()
            assert store.kept
            assert store.load(self.number) in self.states[least:]


def an_input_is_one_sync(folder: Path, _: int) -> None:
    """The first after a start or a checkpoint too."""
    scene = Scene(folder / "scene")
    log = Log(scene.folder)
    with ruled(scene.folder, log), Store.open(scene.folder) as store:
        for n in range(3 * CHECKPOINT):
            change, before = scene.play.give(n % 10), len(log.calls)
            store.record(scene.number, scene.play, change)
            assert [call.what for call in log.calls[before:]].count(What.SYNC) == 1
            if n % 5 == 4:
                store.idle()


def an_error_at_any_call(folder: Path, rounds: int) -> None:
    """One call fails, whichever: nothing is raised, and what was acknowledged as kept is there."""
    scene = Scene(folder / "whole")
    log = Log(scene.folder)
    with ruled(scene.folder, log):
        scene.run()
    assert len(log.calls) > 2 * CHECKPOINT  # each input writes and syncs
    chance = random.Random(rounds)  # noqa: S311 - the same calls every time
    for nth in sorted(chance.sample(range(len(log.calls)), min(rounds // 5, len(log.calls)))):
        for error in (errno.EIO, errno.ENOSPC):
            _fail(Scene(folder / f"{nth}-{error}"), nth, error)


def _fail(scene: Scene, nth: int, error: int) -> None:
    calls = count()
    with ruled(scene.folder, lambda _: error if next(calls) == nth else 0):
        scene.run()
    assert next(calls) > nth
    scene.check(scene.folder, scene.kept)
    shutil.rmtree(scene.folder)


def an_error_at_any_call_of_a_mending(folder: Path, rounds: int) -> None:
    """One call fails while a damaged store is mended: the plays are read all the same, and kept once they can be."""
    scene = _broken(folder / "whole")
    log = Log(scene.folder)
    with ruled(scene.folder, log), Store.open(scene.folder):
        calls = len(log.calls)
    assert calls > 2 * GIVEN
    chance = random.Random(rounds)  # noqa: S311 - the same calls every time
    for nth in sorted(chance.sample(range(calls), min(rounds, calls))):
        for error in (errno.EIO, errno.ENOSPC):
            scene = _broken(folder / f"{nth}-{error}")
            with ruled(scene.folder, _failing(nth, error)), Store.open(scene.folder) as store:
                assert store.load(scene.number) == scene.states[0]
                store.record(scene.number, scene.play, scene.play.give(2))
                assert store.kept
            scene.states.append(stored(scene.play))
            scene.check(scene.folder, -1)
            shutil.rmtree(scene.folder)


def _failing(nth: int, error: int) -> Rule:
    calls = count()
    return lambda _: error if next(calls) == nth else 0


def _broken(folder: Path) -> Scene:
    """Return a scene of which the file is no database any more, though all its rows are in order."""
    scene = Scene(folder)
    with (folder / NAME).open("r+b") as file:
        file.write(bytes(16))
    return scene


def a_disk_that_is_full_for_a_while(folder: Path, _: int) -> None:
    """Nothing can be written for some inputs, and the device says so; then everything is."""
    for first in range(1, CHECKPOINT, 6):
        scene, inputs, said = Scene(folder / str(first)), count(1), list[bool]()
        now = [0]

        def full(_: Call, now: list[int] = now, first: int = first) -> int:
            return errno.ENOSPC if first <= now[0] < first + GIVEN else 0

        with ruled(scene.folder, full), Store.open(scene.folder) as store:
            for n in range(first + 2 * GIVEN):
                now[0] = next(inputs)
                store.record(scene.number, scene.play, scene.play.give(n % 10))
                said.append(store.kept)
        assert [n + 1 for n, kept in enumerate(said) if not kept] == list(range(first, first + GIVEN))
        scene.states.append(stored(scene.play))
        scene.check(scene.folder, -1)


def a_disk_that_cannot_be_written(folder: Path, _: int) -> None:
    """On a file system that is read-only the plays are read, WAL and all; nothing is changed, and nothing is kept."""
    scene = Scene(folder / "scene")
    left = folder / "left"
    with Store.open(scene.folder) as store:
        store.record(scene.number, scene.play, scene.play.give(7))
        shutil.copytree(scene.folder, left, ignore=shutil.ignore_patterns("*-shm"))
    before = {path.name: path.read_bytes() for path in left.iterdir()}
    assert before[f"{NAME}-wal"]
    with ruled(left, lambda _: errno.EROFS), Store.open(left) as store:
        assert (store.kept, store.notices) == (False, ())
        assert store.load(scene.number) == stored(scene.play)
        store.record(scene.number, scene.play, scene.play.give(8))
        assert not store.kept
    assert before == {path.name: path.read_bytes() for path in left.iterdir() if not path.name.endswith("-shm")}


def a_loss_of_power_at_any_call(folder: Path, rounds: int) -> None:
    """What was synced is there, of the rest anything or nothing: the acknowledged input is never lost."""
    _lose_power(folder, rounds, lies=False)


def a_loss_of_power_on_a_disk_that_lies(folder: Path, rounds: int) -> None:
    """The disk synced nothing: inputs may be lost, but what is shown was so once, or the loss is named."""
    _lose_power(folder, rounds, lies=True)


def _lose_power(folder: Path, rounds: int, *, lies: bool) -> None:
    scene = Scene(folder / "scene")
    log, marks = Log(scene.folder, lies=lies), list[tuple[int, int]]()
    with ruled(scene.folder, log):
        scene.run(lambda: marks.append((len(log.calls), scene.kept)))
    assert {What.WRITE, What.SYNC} <= {call.what for call in log.calls}
    chance = random.Random(rounds)  # noqa: S311 - the same places every time
    for nth in range(rounds):
        cut = chance.randrange(len(log.calls) + 1)
        left = folder / str(nth)
        log.after(cut, left, chance)
        if lies:
            _check_named(scene, left)
        else:
            scene.check(left, max((kept for calls, kept in marks if calls <= cut), default=0))
        shutil.rmtree(left)


def _check_named(scene: Scene, folder: Path) -> None:
    with Store.open(folder) as store:
        assert store.kept
        if scene.number in {info.number for info in store.plays()}:
            assert _without_snapshots(store.load(scene.number)) in map(_without_snapshots, scene.states)
        else:
            assert "The damaged file is kept as" in store.notices[0]


def _without_snapshots(play: Stored) -> Any:
    """A snapshot that was damaged is left out, and made again by a replay."""
    return play.options, [(step.entry, step.outcomes) for step in play.steps], play.tail


def a_disk_that_is_slow(folder: Path, _: int) -> None:
    """A sync takes 3 s: the light says yes before it, and a key pressed meanwhile cannot have seen what it answers."""
    with bench(folder) as device:
        device.next(5)
        n, said = device.play.n, list[list[str]]()

        def slow(call: Call) -> int:
            if call.what is What.SYNC:
                said.append(list(device.signals.given))
                for move in (device.hand.up, device.hand.down, device.hand.up):
                    device.clock.advance(1)
                    move(Key.NEXT)
            return 0

        device.signals.given.clear()
        with ruled(folder, slow):
            device.hand.down(Key.NEXT)
            device.wait(10)
        assert [["accepted"]] == said
        assert ["accepted", "too_early"] == device.signals.given
        assert n + 1 == device.play.n == device.store.load(device.desk.number).n


CASES: dict[str, Callable[[Path, int], None]] = {
    case.__name__: case
    for case in (
        an_input_is_one_sync,
        an_error_at_any_call,
        an_error_at_any_call_of_a_mending,
        a_disk_that_is_full_for_a_while,
        a_disk_that_cannot_be_written,
        a_disk_that_is_slow,
        a_loss_of_power_at_any_call,
        a_loss_of_power_on_a_disk_that_lies,
    )
}


def main(folder: Path, rounds: int, names: list[str]) -> None:
    """Try the cases of these names."""
    found = {}
    for name in names:
        (folder / name).mkdir()
        try:
            CASES[name](folder / name, rounds)
        except Exception:  # noqa: BLE001 - it is told
            found[name] = traceback.format_exc()
        else:
            found[name] = ""
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
