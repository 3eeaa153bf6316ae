"""Losses and faults on the glass: other rules, damaged plays and files, and a disk that cannot be written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.kit.contract import Refused
from engines.kit.play import Play
from engines.kit.text import Text
from engines.kit.turn import Runner
from engines.kit.versions import resume
from engines.registry import MAGPIE, load_engine
from firmware.device.loop import IDLE_S
from firmware.plays.play_file import PutAway
from firmware.plays.store import Store
from tests.firmware.conftest import FullDisk
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.magpie_on_menu import HOP_HEADLINE, SET_UP, SET_UP_PRESSES, begin_magpie, teach_charm
from tests.play_values import file_and_state

pytestmark = pytest.mark.usefixtures("magpie_menu")


# --- found at the start ---


@pytest.fixture
def upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A device with a play whose second input is no longer allowed by the rules."""
    engine = load_engine(MAGPIE)
    with bench(tmp_path) as device:
        device.next(2 + SET_UP_PRESSES + 1)
    fire = Runner.fire

    def fired(self: Any, trigger: str) -> None:
        if self.turn.phase.value == "charm_worth":
            raise Refused(Text("Not under these rules."))
        fire(self, trigger)

    monkeypatch.setattr(engine, "version", int(engine.version) + 1)
    monkeypatch.setattr(Runner, "fire", fired)
    with bench(tmp_path) as made:
        yield made


def test_other_rules(upgraded: Bench) -> None:
    """After a change of rules the player can continue from the table as it is, where undo stops, or choose later."""
    assert upgraded.headline == "Go on from where?"
    upgraded.hold(BACK)
    upgraded.hold(PUSH)
    assert upgraded.listed == ["history", "clear", "settings", "files", "decks", "off"]
    upgraded.back(2)
    assert "> The Magpie: Round 1/2, your turn" in upgraded.words
    upgraded.next()
    assert "> From your table as it is" in upgraded.words
    upgraded.next()
    assert (upgraded.play.n, upgraded.play.screen.key) == (SET_UP_PRESSES + 1, "your_turn")
    assert "Undo" not in upgraded.footer
    upgraded.back()
    assert upgraded.signals.given[-1] == "not_allowed"
    assert "Undo stops here" in upgraded.words
    assert upgraded.play.n == SET_UP_PRESSES + 1
    upgraded.next()
    upgraded.back()
    assert upgraded.play.n == SET_UP_PRESSES + 1, "what was done since can be taken back"
    assert "Undo stops here" not in upgraded.words


def test_other_rules_from_a_step(upgraded: Bench) -> None:
    """From the last step that fits, the later inputs can be redone."""
    upgraded.turn(1)
    assert "> From step 1" in upgraded.words
    upgraded.next()
    assert (upgraded.play.n, len(upgraded.play.redo_stack)) == (1, SET_UP_PRESSES)
    assert SET_UP[1] in upgraded.words


def _play_file(folder: Path) -> Path:
    return folder / "plays" / "0001-magpie.jsonl"


def _flip_bit(path: Path) -> None:
    """Flip a bit in the second-last line."""
    raw = bytearray(path.read_bytes())
    raw[raw.rindex(b"\n", 0, raw.rindex(b"\n", 0, -1)) + 40] ^= 1
    path.write_bytes(raw)


def test_damaged_play(tmp_path: Path) -> None:
    """The loss is shown before the play continues, at each start until a pause; the play continues from there."""
    with bench(tmp_path) as device:
        device.next(3 + SET_UP_PRESSES)
        n = device.play.n
    _flip_bit(_play_file(tmp_path))
    for _ in range(2):
        with bench(tmp_path) as device:
            assert device.headline == "Before you go on"
            words = device.text
            assert f"Play 1 was damaged: {n} inputs were kept, {device.play.n} can be read." in words
            assert "What was found is kept as damaged/0001-magpie.jsonl." in words
    with bench(tmp_path) as device:
        device.push()
        assert 0 < device.play.n < n
        device.wait(IDLE_S)
    with bench(tmp_path) as device:
        assert device.headline != "Before you go on"


def test_damaged_in_a_play(tmp_path: Path) -> None:
    """A file damaged during a play is rewritten in the next pause, and the player is informed."""
    with bench(tmp_path) as device:
        device.next(2 + SET_UP_PRESSES)
        _flip_bit(_play_file(tmp_path))
        n = device.play.n
        device.next()
        assert HOP_HEADLINE in device.words
        device.wait(IDLE_S)
        assert device.headline == "Before you go on"
        assert "It is repaired, and nothing is lost." in device.text
        device.push()
        assert HOP_HEADLINE in device.words
        assert device.play.n == n + 1
    with bench(tmp_path) as device:
        assert HOP_HEADLINE in device.words


def test_damaged_when_a_play_is_put_away(tmp_path: Path) -> None:
    """The archived play is the one in memory, however damaged its file is."""
    with bench(tmp_path) as device:
        device.next(3 + SET_UP_PRESSES)
        n = device.play.n
        _flip_bit(_play_file(tmp_path))
        device.device.act(device.session.archive)
        device.choose("forget")
        (info,) = device.store.plays()
        assert (isinstance(info.ended, PutAway), info.play.n) == (True, n)
        assert device.store.load(info.number).n == n


def test_a_play_that_cannot_be_read(tmp_path: Path) -> None:
    """A play without a readable head or copy is named and set aside in the first pause; its game is free again."""
    with bench(tmp_path) as device:
        device.next(2 + SET_UP_PRESSES)
    _play_file(tmp_path).write_bytes(b"no play")
    with bench(tmp_path) as device:
        assert "0001-magpie.jsonl cannot be read as a play" in device.text
        device.push()
        device.next(2)
        assert device.play.n == 0
        assert device.store.live_number(MAGPIE) == device.session.number == 2
        device.wait(IDLE_S)
    assert b"no play" == (tmp_path / "damaged" / "0001-magpie.jsonl").read_bytes()
    with bench(tmp_path) as device:
        assert SET_UP[0] in device.words or "Rounds" in device.words


def test_unknown_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A play of a game unknown to this version is named, then the menu appears."""
    with bench(tmp_path) as device:
        begin_magpie(device)
    with monkeypatch.context() as older:
        older.setattr("firmware.bots.engines.KEYS", ())
        with bench(tmp_path) as device:
            assert "Play 1 is of magpie" in device.text
            device.push()
            assert "Which game?" in device.words
    with bench(tmp_path) as device:
        assert SET_UP[0] in device.words


@pytest.mark.parametrize("damaged", ["not = toml = at all", "a = " + "[" * 20_000, "a." * 20_000 + "a = 1"])
def test_damaged_learned_values(tmp_path: Path, damaged: str) -> None:
    """An unreadable file of learned values is named, and the game can still be played."""
    with bench(tmp_path) as device:
        (tmp_path / "remembered").mkdir()
        (tmp_path / "remembered" / "magpie.toml").write_text(damaged)
        device.next()
        assert device.headline == "That cannot be used"
        device.push()
        device.next()
        assert device.play.n == 0


# --- a disk that cannot be written ---


def test_nothing_is_kept(tmp_path: Path) -> None:
    """Without a data folder the play continues in memory, and every screen says so."""
    folder = tmp_path / "data"
    folder.write_text("a file in place of the folder")
    with bench(folder) as device:
        seen = 0
        for _ in range(8):
            assert "Nothing is saved" in device.words
            seen += 1
            device.next()
        for key in (PUSH, BACK):
            device.hold(key)
            assert "Nothing is saved" in device.words
            device.back()
        assert (seen, device.play.n) == (8, 6)
        device.back(3)
        assert device.play.n == 3


def test_full_disk_and_back(tmp_path: Path, full_disk: FullDisk) -> None:
    """On a full disk every screen says so; as soon as there is room, everything is written."""
    with bench(tmp_path) as device:
        device.next(2)
        with full_disk(_play_file(tmp_path).stat().st_size):
            device.next()
            assert "Nothing is saved" in device.words
            device.next()
            assert "Nothing is saved" in device.words
        device.next(2)
        assert "Nothing is saved" not in device.words
        file = file_and_state(device.play)
    with Store(tmp_path) as store:
        number = store.current()
        assert number is not None
        stored = store.load(number)
    play = resume(load_engine(MAGPIE), stored, lambda _: 1)
    assert isinstance(play, Play)
    assert file_and_state(play) == file


def test_a_disk_that_recovers_while_idle(tmp_path: Path) -> None:
    """If the disk recovers while no key is pressed, the message disappears."""
    folder = tmp_path / "data"
    folder.write_text("")
    with bench(folder) as device:
        device.next(3)
        folder.unlink()
        folder.mkdir()
        device.wait(10)
        assert "Nothing is saved" not in device.words


def test_a_learned_deck_that_cannot_be_kept(tmp_path: Path) -> None:
    """If the learned values cannot be written, a sentence says so, and the player decides again."""
    folder = tmp_path / "data"
    folder.write_text("")
    with bench(folder) as device:
        begin_magpie(device)
        teach_charm(device)
        device.pause("abandon")
        device.choose("abandon")
        device.next()
        assert "cannot be" in device.text
        device.push()
        assert "Keep what you taught?" in device.words
