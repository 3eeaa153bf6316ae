"""Other plays than the one on the table, by the keys: those that wait, those put away, and the results."""

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest

from engines.kit.contract import Result
from engines.kit.play import Play
from engines.kit.text import ENGLISH, Text
from engines.registry import load_engine
from firmware.dealer import dealer
from firmware.history.records import INDEX, records
from firmware.plays.store import Store
from firmware.views.hints import ALL_KINDS, FILE_NAME, RESUMED
from firmware.views.key_sets import KNOB
from tests.core import core
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.magpie_on_menu import SET_UP_PRESSES, TURN_HEADLINE
from tests.play_values import file_and_state

pytestmark = pytest.mark.usefixtures("magpie_menu")
each_panel = pytest.mark.parametrize("panel", core(["4.2", "4.2-big", "2.9"]))


def keep_ended_plays(folder: Path, game: str, margins: tuple[int, ...], **options: Any) -> None:
    """Keep finished plays with these margins."""
    play = Play(load_engine(game), options, dealer("7"), seed="7")
    with Store(folder) as store:
        for margin in margins:
            winner: Any = "you" if margin > 0 else "bot" if margin else None
            won = Result(winner, 60, 60 + margin, Text("It is over."))
            store.archive(store.create(play), result=won)


# --- the game menu ---


def test_waiting_plays_come_first(tmp_path: Path) -> None:
    """The menu begins with the waiting plays and their positions; the one left before is highlighted."""
    with Store(tmp_path) as store:
        for game in ("lisboa", "pampero", "burgundy"):
            store.create(Play(load_engine(game), {}, dealer("7"), seed="7"))
    with bench(tmp_path) as device:
        device.pause("other")
        assert device.listed[:3] == ["burgundy", "pampero", "lisboa"]
        assert len(device.listed) == len({*device.listed})
        assert "> Pampero: Set-up" in device.words
        assert "Lisboa: Set-up" in device.words


def test_the_game_played_last_is_highlighted(tmp_path: Path) -> None:
    """After a finished play its game is highlighted, at once and after a power cut."""
    keep_ended_plays(tmp_path, "lisboa", (3,))
    with bench(tmp_path) as device:
        assert "> Lisboa: new" in device.words
        assert device.listed[0] == "lisboa"


# --- put away ---


def test_put_away_and_taken_up_again(device: Bench) -> None:
    """An abandoned play is listed with its position; resumed, it is at the same step, with undo."""
    device.next()
    before, words, file = device.session.number, device.words, file_and_state(device.play)
    device.pause("abandon")
    device.choose("abandon")
    device.choose("forget")
    device.choose("put_away")
    assert device.header.startswith(f"Play {before}")
    device.choose("again")
    assert (device.words, file_and_state(device.play)) == (words, file)
    device.back(2)
    assert device.play.n == SET_UP_PRESSES - 1


def test_looking_changes_nothing(device: Bench) -> None:
    """Looking at a play changes neither it nor the waiting one."""
    device.pause("abandon")
    device.choose("abandon")
    device.next(3)  # keep what was learned
    number = device.session.number
    text = device.store.text(number - 1)
    device.pause("other")
    device.choose("put_away")
    assert TURN_HEADLINE in device.words
    device.choose("leave")
    assert "Which game?" in device.words
    device.back()
    assert (device.store.text(number - 1), device.store.live_number("magpie")) == (text, number)


def test_done_on_a_result_is_no_one_way_door(tmp_path: Path) -> None:
    """After Done the result can be looked at again, and resumed with its undo."""
    with bench(tmp_path) as device:
        sources: Any = {source.name: "device" for source in load_engine("magpie").sources}
        device.session.begin(load_engine("magpie"), {"rounds": 1}, sources)
        device.redraw()
        device.play_to_the_end()
        headline, n = device.headline, device.play.n
        device.choose("go_on")
        device.choose("forget")
        device.choose("put_away")
        assert headline in device.words
        device.choose("again")
        assert (device.play.n, device.headline) == (n, headline)
        device.back()
        assert device.play.n == n - 1


def test_many_plays_are_listed_in_parts(tmp_path: Path) -> None:
    """The newest twenty are listed; the last row leads to the earlier ones."""
    keep_ended_plays(tmp_path, "magpie", (1,) * 22)
    with bench(tmp_path) as device:
        device.choose("put_away")
        assert device.listed == [*map(str, range(22, 2, -1)), "earlier"]
        device.choose("earlier")
        assert device.listed == ["2", "1"]


def test_a_play_that_cannot_be_taken_up_is_one_sentence(tmp_path: Path) -> None:
    """A file damaged after it was listed gives one sentence, and nothing else changes."""
    keep_ended_plays(tmp_path, "magpie", (1, 1))
    with bench(tmp_path) as device:
        device.choose("put_away")
        (tmp_path / "archive" / "0002-magpie.jsonl").write_bytes(b"no play\n")
        device.next()
        assert "cannot be read" in device.words


def test_no_play_can_be_read(tmp_path: Path) -> None:
    """If all files are damaged, the glass says so instead of a list."""
    keep_ended_plays(tmp_path, "magpie", (1,))
    (tmp_path / "archive" / "0001-magpie.jsonl").write_bytes(b"no play\n")
    with bench(tmp_path) as device:
        device.choose("put_away")
        assert device.header == "No play can be read"


# --- history ---


@each_panel
def test_history(tmp_path: Path, panel: Any) -> None:
    """Game menu and pause menu lead to the history: per game, per level, figures and bars, also in words."""
    keep_ended_plays(tmp_path, "wyrmspan", (-4, 12), level="automa1")
    keep_ended_plays(tmp_path, "wyrmspan", (7, 0), level="ravel3")
    keep_ended_plays(tmp_path, "lisboa", (3,))
    with bench(tmp_path, panel=panel) as device:
        device.choose("history")
        assert "Lisboa: 1 play, 1 won" in device.text
        assert "Wyrmspan: 4 plays, 2 won" in device.text
        device.choose("wyrmspan")
        assert device.listed == ["0", "1"]
        device.choose("1")
        words = device.read_pages()
        assert "Automa 1: 2 plays, 1 won" in words
        assert "Margin: −4 to +12, +4 on average." in words
        assert "−4" in words.split("Last results")[1]
        device.push()
        assert device.listed == ["0", "1"]
        device.back(2)
        device.hold(PUSH)
        assert "history" in device.listed


def test_no_history_yet(device: Bench) -> None:
    """During the first play, the history says that no play is finished."""
    device.pause("history")
    assert "No play is finished yet." in device.text
    device.push()
    device.back(2)
    assert TURN_HEADLINE in device.words


def test_the_level_that_fits_is_named_at_begin(tmp_path: Path) -> None:
    """After three clear wins at a level, the options of a new play suggest the next level until it is chosen."""
    keep_ended_plays(tmp_path, "wyrmspan", (12, 15, 30), level="automa1")
    with bench(tmp_path) as device:
        device.choose("wyrmspan")
        assert "by 12 or more. Try Automa 2." in device.text
        device.choose("option.level")
        device.turn(1)
        device.next()
        device.turn(-1)
        assert "Try" not in device.words


@pytest.mark.all
def test_a_thousand_plays_cost_no_start_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With any number of put-away plays, a start reads none of their files and no index, and imports no history."""
    keep_ended_plays(tmp_path, "magpie", (1, 2))
    raw = (tmp_path / "archive" / "0001-magpie.jsonl").read_bytes()
    for n in range(3, 1001):
        (tmp_path / "archive" / f"{n:04}-magpie.jsonl").write_bytes(raw)
    records(tmp_path)
    names = (
        "firmware.history.records",
        "firmware.views.history",
        "firmware.views.kept_plays",
        "firmware.history.figures",
    )
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    opened: list[str] = []
    open_, read = builtins.open, Path.read_bytes

    def opening(file: Any, *args: Any, **how: Any) -> Any:
        opened.append(str(file))
        return open_(file, *args, **how)

    def reading(path: Path) -> bytes:
        opened.append(str(path))
        return read(path)

    monkeypatch.setattr(builtins, "open", opening)
    monkeypatch.setattr(Path, "read_bytes", reading)
    with bench(tmp_path) as device:
        assert "Which game?" in device.words
        assert [] == [path for path in opened if "/archive/" in path or "history" in path]
        assert not {*names} & {*sys.modules}
        device.choose("put_away")
        assert [] == [path for path in opened if "/archive/" in path]
        assert any(path.endswith(INDEX) for path in opened)


# --- where were we ---


def test_after_power_on_the_first_step_says_where_to_look(tmp_path: Path) -> None:
    """The hint comes once after each power-on, but not at the start of a play, nor if hints are off."""
    caption = ENGLISH.words(KNOB.captions[RESUMED])
    with bench(tmp_path) as device:
        device.next(2 + SET_UP_PRESSES)
    (tmp_path / FILE_NAME).write_text("\n".join(ALL_KINDS - {RESUMED}))
    for _ in range(2):
        with bench(tmp_path, new=True) as device:
            assert caption in device.words.splitlines()[-2:]
            device.hold(BACK)
            assert "Steps so far" in device.words
            device.back()
            device.next()
            assert caption not in device.words
    with bench(tmp_path, new=True, hints=False) as device:
        assert caption not in device.words


def test_hold_back_says_where_we_were(device: Bench) -> None:
    """The header has round and turn; the last inputs follow."""
    device.next()
    device.hold(BACK)
    assert "Round 1/2" in device.header
    assert "> Take your turn: My turn is done" in device.words
