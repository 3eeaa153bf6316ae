"""`tavolino bot try`: the device plays a bot file; a saved change appears at the same step of the same play."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.authoring.live import Live
from firmware.cli import main
from firmware.data_folder import DataFolder
from firmware.settings.settings import Settings
from hw.clock import HandClock
from hw.events import Key
from tests.engines.botfile.small import SMALL

SETTLED_S = 4.0
"""Longer than a refresh and a check of the file."""


class Bench:
    """A device with a bot file that is saved now and then."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "crow.toml"
        self._saved = 0
        self.save(SMALL)
        self.clock = HandClock()
        (folder / "data").mkdir()
        self.rig = Live(self.path, DataFolder(folder / "data"), Settings(), self.clock, lambda: "7")
        self.wait()

    def save(self, text: str) -> None:
        """Save the file, each time a second later."""
        self.path.write_text(text, "utf-8")
        self._saved += 1
        os.utime(self.path, (self._saved, self._saved))

    def wait(self, seconds: float = SETTLED_S) -> str:
        """Let time pass; return the words on the glass."""
        self.rig.run_until(self.clock, self.clock.now() + seconds)
        return self.rig.device.words()

    def press(self, key: Key = Key.NEXT, times: int = 1) -> str:
        """Press a key; return the words on the glass."""
        for _ in range(times):
            self.rig.hand.down(key)
            self.rig.run_until(self.clock, self.clock.now() + 0.1)
            self.rig.hand.up(key)
            self.wait()
        return self.wait()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """Yield a device that shows the options of the Crow."""
    made = Bench(tmp_path)
    yield made
    made.rig.close()


def _begin(bench: Bench) -> None:
    """Begin a play from the options of the file."""
    bench.press()
    assert bench.rig.session.play is not None, bench.rig.device.words()


def test_a_saved_change_shows_at_the_same_step(bench: Bench) -> None:
    """The play is replayed by the new file up to the same inputs, without a question about the old one."""
    _begin(bench)
    bench.press(times=3)
    play = bench.rig.session.play
    assert play is not None
    n, key = play.n, play.screen.key
    assert n == 3
    bench.save(SMALL.replace("Take your turn", "Now you").replace("Give it a coin", "Give it a shiny coin"))
    words = bench.wait()
    now = bench.rig.session.play
    assert now is not None
    assert (n, key) == (now.n, now.screen.key)
    assert now is not play
    assert "Now you" in words or "shiny coin" in words or "Wait" in words


def test_a_broken_file_says_so_and_the_play_goes_on(bench: Bench) -> None:
    """The fault is shown on a page; after it the play continues unchanged. The corrected file is used."""
    _begin(bench)
    bench.press()
    play = bench.rig.session.play
    bench.save(SMALL.replace('value = "coins"', 'value = "coin"'))
    words = bench.wait()
    assert "line 14" in words
    assert "there is no coin" in words
    bench.press()
    assert play is bench.rig.session.play
    bench.press()
    assert play is bench.rig.session.play
    assert play is not None
    n = play.n
    bench.save(SMALL.replace("Its coins", "Its gold"))
    bench.wait()
    now = bench.rig.session.play
    assert now is not None
    assert (n, True) == (now.n, now is not play)


def test_a_mended_file_takes_its_sentence_away(bench: Bench) -> None:
    """The fault is shown until the next save, in a play and at its options."""
    for _ in range(2):
        bench.save(SMALL.replace('value = "coins"', 'value = "coin"'))
        assert "line 14" in bench.wait()
        bench.save(SMALL)
        assert "line 14" not in bench.wait()
        _begin(bench)


def test_a_file_of_another_key_is_another_bot(bench: Bench) -> None:
    """The options of the new bot are shown; the play of the first one waits, and continues with its key."""
    _begin(bench)
    bench.press(times=3)
    bench.save(SMALL.replace('"crow"', '"rook"').replace("The Crow", "The Rook"))
    words = bench.wait()
    assert "The Rook" in words
    assert "Begin" in words
    assert bench.rig.session.play is None
    bench.save(SMALL)
    bench.wait()
    play = bench.rig.session.play
    assert play is not None
    assert ("crow", 3) == (play.engine.key, play.n)


def test_a_file_that_leads_elsewhere_goes_as_far_as_it_can(bench: Bench) -> None:
    """The inputs that still fit are kept, and the rest can be redone."""
    _begin(bench)
    bench.press(times=4)
    play = bench.rig.session.play
    assert play is not None
    n = play.n
    bench.save(SMALL.replace('{ end = "score", if = "coins >= 5" },', '{ tell = "Look here", id = "new" },'))
    bench.wait()
    now = bench.rig.session.play
    assert now is not None
    assert 0 < now.n < n
    assert "new" == now.screen.key
    assert now.redo_stack


def test_the_file_is_looked_at_once_a_second(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is checked once a second, not at every turn of the loop; a briefly missing file is no fault."""
    looks = []
    stat = Path.stat
    monkeypatch.setattr(Path, "stat", lambda path, **more: looks.append(path) or stat(path, **more))  # type: ignore[func-returns-value]
    for _ in range(40):
        bench.wait(0.1)
    assert 3 <= looks.count(bench.path) <= 5
    bench.path.unlink()
    assert "cannot be read" not in bench.wait()


def test_try_wants_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file is refused before anything is opened; a script plays a bot from its options to its result."""
    assert 2 == main(["bot", "try", str(tmp_path / "none.toml")])
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "crow.toml").write_text(SMALL)
    (tmp_path / "keys.txt").write_text("next wait:3\n")
    words = ["bot", "try", str(tmp_path / "crow.toml"), "--headless", "--script", str(tmp_path / "keys.txt")]
    assert 0 == main([*words, "--until-over", "--seed", "3"]), capsys.readouterr().err
