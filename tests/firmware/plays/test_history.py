"""Archived plays: as a list, as figures, and restored."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from engines.kit.contract import Badge, Result, Who
from engines.kit.play import Play
from engines.kit.text import ENGLISH, Text
from engines.kit.versions import resume
from engines.registry import MAGPIE, load_engine
from firmware.cli import main
from firmware.dealer import dealer
from firmware.history.figures import advised_level, groups
from firmware.history.records import INDEX, Record, records
from firmware.plays.snapshots import LAST_FILE, badge_of, plain_badge
from firmware.plays.store import Store
from tests.firmware.counting import ENGINE, new_play
from tests.play_values import file_and_state, without_snapshots

WON, LOST = Result("you", 7, 19, Text("You win.")), Result("bot", 9, 7, Text("The bot wins."))


def archive_play(store: Store, *, inputs: int = 3, result: Result | None = WON) -> int:
    """Archive a play; return its number."""
    play = new_play()
    number = store.create(play)
    for _ in range(inputs):
        store.record(number, play, play.give(1))
    store.archive(number, result=result)
    return number


def begin_live_play(store: Store, *, inputs: int = 4) -> tuple[int, Play[Any]]:
    """Keep a live play."""
    play = new_play(seed="other")
    number = store.create(play)
    for _ in range(inputs):
        store.record(number, play, play.give(2))
    return number, play


def finished_record(number: int = 1, game: str = "wyrmspan", level: str = "automa1", **values: Any) -> Record:
    """Return the record of a finished play."""
    return Record(number, game, {"level": level}, number, over=True, **values)


# --- taken up again ---


def test_restored_at_the_very_step(tmp_path: Path) -> None:
    """A restored play continues at its step, with undo and redo; the other one is archived."""
    play = new_play()
    with Store(tmp_path) as store:
        first = store.create(play)
        for value in (1, 2, 3):
            store.record(first, play, play.give(value))
        store.record(first, play, play.undo())
        before = without_snapshots(play.saved())
        store.archive(first, result=None)
        second, _ = begin_live_play(store)
        store.restore(first)
        assert (store.current(), store.live_number("counting")) == (first, first)
    with Store(tmp_path) as store:
        assert (store.current(), store.notices) == (first, ())
        assert [(one.number, one.live) for one in store.plays()] == [(first, True), (second, False)]
        again = resume(ENGINE, store.load(first), dealer("seed"))
        assert isinstance(again, Play)
        assert (without_snapshots(again.saved()), file_and_state(again)) == (before, file_and_state(play))
        store.record(first, again, again.undo(2))
        assert (again.n, len(again.redo_stack)) == (0, 3)


def test_a_result_is_no_one_way_door(tmp_path: Path) -> None:
    """A finished play is restored at its result, and can end again."""
    with Store(tmp_path) as store:
        number = archive_play(store)
        store.restore(number)
        assert store.current() == number
        store.archive(number, result=LOST)
    with Store(tmp_path) as store:
        assert store.current() is None
    assert [("bot", 9, 7)] == [(one.winner, one.bot, one.you) for one in records(tmp_path)]


def test_what_cannot_be_restored_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown number, a live play and a file that is no play each give one sentence, and nothing changes."""
    with Store(tmp_path) as store:
        broken, (live, _) = archive_play(store), begin_live_play(store)
    (tmp_path / "archive" / f"{broken:04}-counting.jsonl").write_bytes(b"no play\n")
    for number, words in (("77", "no play 77"), (str(live), "in progress"), (str(broken), "cannot be read")):
        assert main(["play", "restore", number, "--data", str(tmp_path)]) == 2
        out, err = capsys.readouterr()
        assert (out, words in err, err.count("\n")) == ("", True, 1)
    with Store(tmp_path) as store:
        assert store.current() == live


def test_restored_by_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command confirms the restore, and the device shows the play at its next start."""
    with Store(tmp_path) as store:
        number = archive_play(store, result=None)
    assert main(["play", "restore", str(number), "--data", str(tmp_path)]) == 0
    assert f"Play {number} goes on" in capsys.readouterr().out
    with Store(tmp_path) as store:
        assert store.current() == number


def test_the_same_play_is_not_taken_in_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of a live or archived play is refused with its number; with one more input it is accepted."""
    play = Play(load_engine(MAGPIE), {}, dealer("7"), seed="7")
    data, file = tmp_path / "data", tmp_path / "one.jsonl"
    data.mkdir()
    command = ["play", "import", str(file), "--data", str(data)]
    with Store(data) as store:
        number = store.create(play)
        store.record(number, play, play.give(True))
        file.write_text(store.text(number))
    assert main(command) == 2
    assert f"is play {number}, which is in progress" in capsys.readouterr().err
    with Store(data) as store:
        store.archive(number, result=None)
    assert main(command) == 2
    assert f"`tavolino play restore {number}`." in capsys.readouterr().err
    with Store(data) as store:
        assert len(store.plays()) == 1
        store.restore(number)
        store.record(number, play, play.undo())
        store.archive(number, result=None)
    assert main(command) == 0


# --- where a play stands ---


def test_where_a_play_stands_outlasts_a_restart(tmp_path: Path) -> None:
    """Round, turn and player are kept beside the play; if they are not of its last input, nothing is shown."""
    with Store(tmp_path) as store:
        number, play = begin_live_play(store)
        expected = play.screen.badge
        assert store.waiting_games().get("counting") == expected
    with Store(tmp_path) as store:
        assert store.waiting_games().get("counting") == expected
        store.idle()  # the play was not opened: its position is known all the same
    with Store(tmp_path) as store:
        assert store.waiting_games().get("counting") == expected
    (tmp_path / "plays" / f"{number:04}-counting" / LAST_FILE).unlink()
    with Store(tmp_path) as store:
        assert store.waiting_games().get("counting") is None


@pytest.mark.parametrize(
    "badge",
    [
        Badge(Who.BOT, Text("Round {n}/4", n=2), 3),
        Badge(Who.YOU, Text("{n} year", plural="{n} years", n=2), Text("{a}", a=(Text("Spring"), 1, "x"))),
        Badge(Who.TABLE),
    ],
)
def test_badges_in_plain_values(badge: Badge) -> None:
    """A badge survives JSON unchanged."""
    assert badge_of(json.loads(json.dumps(plain_badge(badge)))) == badge


@pytest.mark.parametrize("values", [None, 7, [], ["you"], ["nobody", None, None], ["you", {"one": "x"}, None]])
def test_what_is_no_badge(values: Any) -> None:
    """Any other value is no badge."""
    assert badge_of(values) is None


# --- the list ---


def test_records(tmp_path: Path) -> None:
    """Each play has number, set-up and result; undone and corrected inputs are counted; the last used is last."""
    with Store(tmp_path) as store:
        first, play = archive_play(store, result=LOST), new_play()
        second = store.create(play)
        store.record(second, play, play.give(3))
        store.record(second, play, play.correct({"count": 7}))
        store.record(second, play, play.give(3))
        store.record(second, play, play.undo())
        store.archive(second, result=None)
        kept_last = store.create(new_play())
    lost, away = records(tmp_path)
    assert (lost.number, lost.over, lost.winner, lost.margin, lost.undone, lost.corrected) == (
        first,
        True,
        "bot",
        -2,
        0,
        0,
    )
    assert (away.number, away.over, away.margin, away.inputs, away.undone, away.corrected) == (
        second,
        False,
        None,
        2,
        1,
        1,
    )
    assert away.badge == play.screen.badge
    assert kept_last not in (lost.number, away.number)


def test_a_position_that_was_set_is_a_correction(tmp_path: Path) -> None:
    """A play whose position was set by hand counts as corrected."""
    with Store(tmp_path) as store:
        play = new_play()
        number = store.create(play)
        store.record(number, play, play.give(3))
        store.record(number, play, play.replace({"count": 7}))
        store.archive(number, result=WON)
    assert [1] == [one.corrected for one in records(tmp_path)]


def test_the_index_is_made_again(tmp_path: Path) -> None:
    """A damaged index is rebuilt from the files; a changed play is read again."""
    with Store(tmp_path) as store:
        number = archive_play(store)
        archive_play(store, result=LOST)
    expected, index = records(tmp_path), tmp_path / INDEX
    whole = index.read_bytes()
    for raw in (b"", whole[: len(whole) // 2], b"[]", b'{"0001-counting.jsonl":[1,null]}', whole + b"x"):
        index.write_bytes(raw)
        assert records(tmp_path) == expected
        assert index.read_bytes() == whole
    with Store(tmp_path) as store:
        store.restore(number)
        assert [one.number for one in records(tmp_path)] == [2]
        store.archive(number, result=LOST)
    assert [one.winner for one in records(tmp_path)] == ["bot", "bot"]


def test_a_damaged_play_is_left_out(tmp_path: Path) -> None:
    """An unreadable play is in no list, and hides no other."""
    with Store(tmp_path) as store:
        archive_play(store)
        archive_play(store, result=LOST)
    (tmp_path / "archive" / "0001-counting.jsonl").write_bytes(b"no play\n")
    assert [2] == [one.number for one in records(tmp_path)]


# --- figures ---


def test_groups() -> None:
    """Plays of one level with the same unusual options are a group; the group played last comes first."""
    engine = load_engine("wyrmspan")
    plays = [
        finished_record(1, winner="you", bot=70, you=80),
        finished_record(2, level="ravel3", winner="bot", bot=130, you=90),
        finished_record(3, winner="bot", bot=75, you=70),
    ]
    first, second = groups(engine, plays)
    assert [ENGLISH.words(one.label) for one in (first, second)] == ["Automa 1", "Ravel 3"]
    assert ([one.number for one in first.plays], first.wins, first.margins) == ([1, 3], 1, [10, -5])
    lisboa = [Record(4, "lisboa", {"hired": "gone"}, 4, over=True)]
    assert ["Usual options"] == [ENGLISH.words(one.label) for one in groups(load_engine("lisboa"), lisboa)]


@pytest.mark.parametrize(
    ("margins", "level", "expected"),
    [
        ((10, 25, 12), "automa1", "You won the last 3 plays at this level by 10 or more. Try Automa 2."),
        ((10, 25, 9), "automa1", None),
        ((25, 12), "automa1", None),
        ((-1, 30, 25, 12), "automa1", "You won the last 3 plays at this level by 12 or more. Try Automa 2."),
        ((30, 25, 12), "ravel3", None),
        ((-1, -3, -2), "ravel3", "You lost the last 3 plays at this level. Try Ravel 2."),
        ((-1, -3, -2), "automa1", None),
    ],
)
def test_the_level_that_fits(margins: tuple[int, ...], level: str, expected: str | None) -> None:
    """Three clear wins in a row at a level suggest the next one, three defeats the previous; otherwise none does."""
    plays = [
        finished_record(n, level=level, winner="you" if margin > 0 else "bot", bot=50, you=50 + margin)
        for n, margin in enumerate(margins)
    ]
    plays.append(finished_record(9, level="automa3", winner="bot"))
    advice = advised_level(load_engine("wyrmspan"), {"level": level}, plays)
    assert (advice and ENGLISH.words(advice)) == expected


def test_the_level_that_fits_without_points() -> None:
    """For a bot without scores the wins alone count; for one without levels there is no advice."""
    plays = [Record(n, "burattino", {"difficulty": "demi"}, n, over=True, winner="you") for n in range(3)]
    advice = advised_level(load_engine("burattino"), {"difficulty": "demi"}, plays)
    assert advice
    assert ENGLISH.words(advice) == "You won the last 3 plays at this level. Try Standard."
    assert advised_level(load_engine("lisboa"), {}, plays) is None


def test_draws_name_no_harder_level() -> None:
    """Three draws are not three wins."""
    plays = [finished_record(n, bot=50, you=70) for n in range(3)]
    assert advised_level(load_engine("wyrmspan"), {"level": "automa1"}, plays) is None


# --- the command ---


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It prints figures by game and level, or one play per line, as CSV or JSON."""
    data = ["--data", str(tmp_path)]
    assert main(["history", *data]) == 0
    assert capsys.readouterr().out == "No play is finished yet.\n"
    play = Play(load_engine(MAGPIE), {}, dealer("7"), seed="7")
    with Store(tmp_path) as store:
        for result in (WON, LOST, None):
            store.archive(store.create(play), result=result)
    assert main(["history", *data]) == 0
    assert capsys.readouterr().out == (
        "The Magpie\n"
        "  Usual options: 2 plays, 1 won; margin -2 to +12, mean +5.0; last +12 -2;"
        " 0 with undone inputs, 0 with corrections\n"
        "Set aside before the end: 1. `tavolino play list` shows them.\n"
    )
    assert main(["history", "--csv", *data]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["play"], row["end"], row["margin"]) for row in rows] == [
        ("1", "won", "12"),
        ("2", "lost", "-2"),
        ("3", "set aside", ""),
    ]
    assert main(["history", "--json", *data]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(one["play"], one["end"], one["margin"]) for one in listed] == [
        (1, "won", 12),
        (2, "lost", -2),
        (3, "set aside", None),
    ]
