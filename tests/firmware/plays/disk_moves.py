"""Power cuts while plays are restored or imported, the history is listed, or files are exported.

Cases as in `disk_cases.py`: each runs once on a disk that notes every call; then the power is cut after each of them.
"""

import errno
import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Result
from engines.kit.decks import DeckFile
from engines.kit.play import SavedPlay
from engines.kit.text import Text
from engines.registry import MAGPIE
from firmware.data_folder import DataFolder
from firmware.errors import TavolinoError
from firmware.history.records import INDEX, records
from firmware.plays.store import Store
from tests.firmware.counting import new_play
from tests.firmware.plays.disk import Log, disk_rule, fail_at
from tests.play_values import without_snapshots

BOTH_WAYS = ((1, 2), (2, 1))
"""The number of the restored play, and of the waiting one."""
MAX_CALLS = 24
"""More calls than a restore needs."""
GAME, DECK = "counting", "charms"
Check = Callable[[Path, bool], None]
"""Checks a folder after a power cut; the flag is True if the action was acknowledged."""


def cut_anywhere(scene: Path, do: Callable[[], None], check: Check, rounds: int) -> None:
    """Do something, and check the folder after a power cut at each call."""
    log = Log(scene)
    with disk_rule(scene, log):
        do()
    assert log.calls
    chance = random.Random(rounds)  # noqa: S311 - the same places every time
    for n in range(max(rounds, 2 * len(log.calls))):
        cut = n % (len(log.calls) + 1)
        left = scene.with_name(f"{scene.name}-{n}")
        log.write_disk_after(cut, left, chance)
        check(left, cut == len(log.calls))
        shutil.rmtree(left)


def make_two_plays(folder: Path) -> dict[int, SavedPlay]:
    """Make a store of two plays of one game, the older one archived; return them by number."""
    found = {}
    with Store(folder) as store:
        for seed, inputs in (("a", 3), ("b", 2)):
            play = new_play(seed)
            number = store.create(play)
            for n in range(inputs):
                store.record(number, play, play.give(n))
            found[number] = without_snapshots(play.saved())
    return found


def check_all_there(folder: Path, plays: dict[int, SavedPlay]) -> int:
    """Check that all plays are there, and that the same one is live at two starts; return its number."""
    live = set[int | None]()
    for _ in range(2):
        with Store(folder) as store:
            assert (store.notices, store.is_saved) == ((), True)
            assert plays == {info.number: without_snapshots(store.load(info.number)) for info in store.plays()}
            live.add(store.live_number(GAME))
            assert store.live_number(GAME) == store.current()
    (only,) = live
    assert only is not None, "no play goes on"
    return only


def a_loss_of_power_while_a_play_is_taken_up_again(folder: Path, rounds: int) -> None:
    """After a power cut one of the two plays is live and both are undamaged; an acknowledged restore is permanent."""
    for taken, waits in BOTH_WAYS:
        scene = folder / str(taken)
        plays = _one_waits(scene, waits)

        def check(left: Path, done: bool, taken: int = taken, plays: dict[int, SavedPlay] = plays) -> None:
            live = check_all_there(left, plays)
            assert live == taken if done else live in plays

        cut_anywhere(scene, partial(_restore, scene, taken), check, rounds)


def an_error_at_any_call_while_a_play_is_taken_up_again(folder: Path, _: int) -> None:
    """If one call fails, the play is restored or a sentence says why not; both are undamaged, and one is live."""
    for taken, waits in BOTH_WAYS:
        for error in (errno.EIO, errno.ENOSPC):
            for nth in range(MAX_CALLS):
                scene = folder / f"{taken}-{error}-{nth}"
                plays = _one_waits(scene, waits)
                with disk_rule(scene, fail_at(nth, error)), suppress(TavolinoError):
                    _restore(scene, taken)
                check_all_there(scene, plays)


def _one_waits(scene: Path, number: int) -> dict[int, SavedPlay]:
    plays = make_two_plays(scene)
    if number == 1:
        with Store(scene) as store:
            store.restore(1)
    return plays


def _restore(scene: Path, number: int) -> None:
    with Store(scene) as store:
        store.restore(number)
        store.idle()  # a failed call is repeated
        assert store.is_saved


def a_loss_of_power_while_a_play_is_taken_in(folder: Path, rounds: int) -> None:
    """An imported play is there completely or not at all, and the waiting one is live until then."""
    scene, play = folder / "scene", new_play("c")
    plays = make_two_plays(scene)

    def take_in() -> None:
        with Store(scene) as store:
            assert 3 == store.create(play)
            assert store.is_saved

    def check(left: Path, done: bool) -> None:
        with Store(left) as store:
            there = 3 in [info.number for info in store.plays()]
        assert check_all_there(left, plays | ({3: without_snapshots(play.saved())} if there else {})) == (
            3 if there else 2
        )
        assert there or not done

    cut_anywhere(scene, take_in, check, rounds)


def a_loss_of_power_while_the_history_is_listed(folder: Path, rounds: int) -> None:
    """However damaged the index is, the list matches the files; only a snapshot has a play's position."""
    scene = folder / "scene"
    make_two_plays(scene)

    def use() -> None:
        assert [1] == [one.number for one in records(scene)]
        with Store(scene) as store:
            store.archive(2, result=Result("you", 3, 4, Text("You won.")))
        assert [1, 2] == [one.number for one in records(scene)]
        with Store(scene) as store:
            store.restore(1)
        assert [2] == [one.number for one in records(scene)]

    def check(left: Path, done: bool) -> None:
        with Store(left):
            pass
        listed = records(left)
        (left / INDEX).unlink(missing_ok=True)
        assert [replace(one, at=None) for one in listed] == [replace(one, at=None) for one in records(left)]
        assert not done or [2] == [one.number for one in listed]

    cut_anywhere(scene, use, check, rounds)


def a_loss_of_power_while_files_are_written_out(folder: Path, rounds: int) -> None:
    """Other files are unchanged, every exported file is complete, and after the report all are there."""
    scene = folder / "scene"
    place = DataFolder(scene).exchange.place
    place.mkdir(parents=True)
    (place / "0001-counting.jsonl").write_bytes(b"mine")
    files = [("0001-counting.jsonl", b"a play" * 2000), ("history.csv", b"a list")]

    def check(left: Path, done: bool) -> None:
        seen = {
            path.name: path.read_bytes() for path in DataFolder(left).exchange.place.iterdir() if path.name[0] != "."
        }
        wanted = {"0001-counting.jsonl": b"mine", "0001-counting-2.jsonl": files[0][1], "history.csv": files[1][1]}
        assert seen.items() <= wanted.items()
        assert "0001-counting.jsonl" in seen
        assert not done or seen == wanted
        DataFolder(left).exchange.write(files)  # a cut export does not hinder the next one

    cut_anywhere(scene, lambda: _export(scene, files), check, rounds)


def _export(scene: Path, files: list[tuple[str, bytes]]) -> None:
    assert ["0001-counting-2.jsonl", "history.csv"] == DataFolder(scene).exchange.write(files)


def a_loss_of_power_while_a_deck_is_taken_in(folder: Path, rounds: int) -> None:
    """An imported deck is there completely or not at all; a second import gives it no second name."""
    scene = folder / "scene"
    raw = DataFolder(scene).decks.export(MAGPIE, DECK, None).encode()
    deck = DataFolder(scene).decks.check(raw, "deck.toml")

    def check(left: Path, done: bool) -> None:
        names = DataFolder(left).decks.names(MAGPIE, DECK)
        assert names == ["mine"] if done else names in ([], ["mine"])
        assert DataFolder(left).decks.import_deck(deck, "mine") == "mine"
        assert DataFolder(left).decks.load(MAGPIE, DECK, "mine").cards == deck.cards

    scene.mkdir()
    cut_anywhere(scene, lambda: _import_deck(scene, deck), check, rounds)


def _import_deck(scene: Path, deck: DeckFile[Any]) -> None:
    assert DataFolder(scene).decks.import_deck(deck, "mine") == "mine"


CASES: tuple[Callable[[Path, int], None], ...] = (
    a_loss_of_power_while_a_play_is_taken_up_again,
    an_error_at_any_call_while_a_play_is_taken_up_again,
    a_loss_of_power_while_a_play_is_taken_in,
    a_loss_of_power_while_the_history_is_listed,
    a_loss_of_power_while_files_are_written_out,
    a_loss_of_power_while_a_deck_is_taken_in,
)
