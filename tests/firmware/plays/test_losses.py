"""Every loss is reported with its numbers, in one sentence, until it was on the glass; nothing else is reported."""

import shutil
from itertools import product
from pathlib import Path

import pytest

from engines.kit.contract import Result
from engines.kit.text import ENGLISH, Text
from firmware.cli import main
from firmware.device.loop import IDLE_S
from firmware.history.records import records
from firmware.plays import lines
from firmware.plays.from_outside import refuse_twin
from firmware.plays.kept_file import open_play
from firmware.plays.losses import Loss
from firmware.plays.play_file import PlayFile
from firmware.plays.store import Store
from tests.firmware.counting import counting, new_play
from tests.firmware.device.bench import BACK, bench

FIRST_FILE, SECOND_FILE = "0001-counting.jsonl", "0002-other.jsonl"
EARLY_INPUTS, PAUSED_INPUTS, INPUTS = 10, 25, 28
"""Inputs at the first copy, at the last pause, and in all. Then one is undone."""
RESTORED = "Play 1 was gone or cut short, and restored from the copies"


def notices_of(folder: Path, *, pauses: bool = False) -> list[str]:
    """Open a store and return its notices; with `pauses` it pauses."""
    with Store(folder) as store:
        notices = [*map(ENGLISH.words, store.notices)]
        if pauses:
            store.idle()
    return notices


# --- a play that is cut at any byte ---


class CutPlay:
    """A play as a power cut left it some inputs after its last pause, with copies from then and earlier."""

    def __init__(self, folder: Path) -> None:
        self.path, self.copy = folder / "plays" / FIRST_FILE, folder / "copies" / FIRST_FILE
        self.copies = {"none": b""}
        play = new_play()
        store = Store(folder)
        store.create(play)
        self.inputs = [0]
        """The number of inputs after each line."""
        for n in range(INPUTS):
            store.record(1, play, play.undo(2) if n == EARLY_INPUTS + 3 else play.give(n % 10))
            self.inputs.append(play.n)
            if n in (EARLY_INPUTS, PAUSED_INPUTS):
                store.idle()
                self.copies["early" if n == EARLY_INPUTS else "paused"] = self.copy.read_bytes()
        store.record(1, play, play.undo())
        self.inputs.append(play.n)
        self.raw = self.path.read_bytes()
        self.ends = [place + 1 for place, byte in enumerate(self.raw) if byte == ord("\n")]
        paused = len(self.copies["paused"].splitlines())
        self.seen = PlayFile.read(self.copies["paused"]).seq, self.inputs[paused - 1]  # type: ignore[union-attr]
        self.states = self.path.with_suffix("") / "last.json"
        self.last = self.states.read_bytes()

    def check(self, place: int, copy: str, *, states: bool, counts: bool) -> None:
        """Cut the file there; compare the remaining inputs and the reported loss with all that is known of the play."""
        self.path.write_bytes(self.raw[:place])
        self.copy.write_bytes(self.copies[copy])
        self.states.write_bytes(self.last if states else b"")
        in_file = sum(end - 1 <= place for end in self.ends)  # the end of the last line is added
        in_copy = len(self.copies[copy].splitlines())
        seen = len(self.copies["paused"].splitlines()) if states or counts else 0
        left, known = max(in_file, in_copy), max(in_file, in_copy, seen)
        one, loss = open_play(self.path, self.seen if counts else (0, 0))
        if left == 0:
            assert (one, loss and loss.what) == (None, "unreadable")
            assert loss is not None
            assert loss.had == (self.inputs[seen - 1] if seen else None)
            return
        assert one is not None
        assert one.file.play.n == self.inputs[left - 1]
        if known == in_file:
            assert loss is None
        else:
            what = "restored" if in_copy > in_file else "damaged"
            assert loss == Loss(what, self.inputs[left - 1], self.inputs[known - 1])  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def cut_play(tmp_path_factory: pytest.TempPathFactory) -> CutPlay:
    """Return a play to be cut."""
    return CutPlay(tmp_path_factory.mktemp("cut"))


def test_all_inputs_are_there(cut_play: CutPlay) -> None:
    """An untouched play has all its inputs with any other files beside it, and nothing is reported."""
    for copy, states, counts in product(cut_play.copies, (True, False), (True, False)):
        cut_play.check(len(cut_play.raw), copy, states=states, counts=counts)
    assert len(cut_play.inputs) == len(cut_play.ends) == INPUTS + 2


@pytest.mark.parametrize("step", [211, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("copy", ["none", "early", "paused"])
def test_a_file_that_is_cut_at_any_byte(cut_play: CutPlay, copy: str, step: int) -> None:
    """A loss is reported with the exact inputs that copy, snapshots or counts know of."""
    for states, counts in product((True, False), (True, False)):
        for place in range(0, len(cut_play.raw), step):
            cut_play.check(place, copy, states=states, counts=counts)


# --- plays that are not there ---


@pytest.fixture
def two_plays(tmp_path: Path) -> Path:
    """Return a folder with two plays, of 3 inputs and of 2, after a pause."""
    with Store(tmp_path) as store:
        for play, inputs in ((new_play("a"), 3), (new_play("b", engine=counting(key="other")), 2)):
            number = store.create(play)
            for n in range(inputs):
                store.record(number, play, play.give(n))
        store.idle()
    return tmp_path


def test_a_play_that_vanishes(two_plays: Path) -> None:
    """A missing play is restored from its copy, or named if there is none; either is reported once."""
    (two_plays / "counts.json").unlink()
    shutil.rmtree((two_plays / "plays" / FIRST_FILE).with_suffix(""))
    (two_plays / "plays" / FIRST_FILE).unlink()
    assert notices_of(two_plays, pauses=True) == [f"{RESTORED}: 3 inputs were kept, 3 can be read."]
    assert notices_of(two_plays) == []
    (two_plays / "plays" / FIRST_FILE).unlink()
    (two_plays / "copies" / FIRST_FILE).unlink()
    for pauses in (False, True):
        assert notices_of(two_plays, pauses=pauses) == ["Play 1 is gone: 3 inputs were kept, 0 can be read."]
    assert notices_of(two_plays) == []
    with Store(two_plays) as store:
        assert [2] == [info.number for info in store.plays()]


@pytest.mark.parametrize("kept", [["counts.json"], ["plays"], ["counts.json", "plays"]])
def test_all_plays_vanish_with_their_copies(two_plays: Path, kept: list[str]) -> None:
    """The counts or the snapshots give the number of inputs."""
    for path in (*two_plays.glob("*.json"), two_plays / "copies", *two_plays.glob("plays/*.jsonl")):
        if path.name not in kept:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    if "plays" not in kept:
        shutil.rmtree(two_plays / "plays")
    assert notices_of(two_plays, pauses=True) == [
        "2 plays are gone: 1, 2. Together: 5 inputs were kept, 0 can be read."
    ]
    assert notices_of(two_plays) == []


def test_a_play_that_came_back_before_it_was_told(two_plays: Path) -> None:
    """A play whose file returns before the report stays in its place."""
    path = two_plays / "plays" / FIRST_FILE
    raw = path.read_bytes()
    shutil.rmtree(two_plays / "copies")
    path.write_bytes(b"no play")
    assert "cannot be read as a play" in notices_of(two_plays)[0]
    path.write_bytes(raw)
    assert "cannot be read as a play" in notices_of(two_plays, pauses=True)[0]
    assert (notices_of(two_plays), path.read_bytes()) == ([], raw)


def test_a_play_that_vanishes_before_its_first_pause(tmp_path: Path) -> None:
    """A play is known from the moment it begins."""
    with Store(tmp_path) as store:
        store.create(new_play())
        shutil.copytree(tmp_path, tmp_path / "left")
    (tmp_path / "left" / "plays" / FIRST_FILE).unlink()
    assert notices_of(tmp_path / "left") == ["Play 1 is gone: 0 inputs were kept, 0 can be read."]


def test_a_number_that_no_device_reaches(two_plays: Path) -> None:
    """A file named 999999999 is reported if it is no play; later plays have their own numbers."""
    (two_plays / "plays" / "999999999-counting.jsonl").write_bytes(b"no play")
    with Store(two_plays) as store:
        assert "999999999-counting.jsonl cannot be read as a play" in ENGLISH.words(store.notices[0])
        assert 3 == store.create(new_play("c"))
        store.idle()
    with Store(two_plays) as store:
        assert [1, 2, 3] == [info.number for info in store.plays()]
        assert 3 == store.live_number("counting")
        assert 4 == store.create(new_play("d"))


# --- damage ---


def test_a_damaged_line_costs_nothing_if_the_copy_has_it(two_plays: Path) -> None:
    """The damaged line comes from the copy, later ones from the play; it is reported, and the damaged file is kept."""
    path = two_plays / "plays" / FIRST_FILE
    for place in range(30, path.stat().st_size, 90):
        raw = bytearray(path.read_bytes())
        raw[place] ^= 1
        path.write_bytes(raw)
        with Store(two_plays) as store:
            assert "Play 1 was damaged: 3 inputs were kept, 3 can be read." in ENGLISH.words(store.notices[0])
            assert 3 == store.load(1).n
            store.idle()
        assert bytes(raw) in [found.read_bytes() for found in (two_plays / "damaged").iterdir()]


def test_inputs_after_the_last_pause_are_counted(two_plays: Path) -> None:
    """Lines after the damage, though unusable, give the number of inputs if nothing else does."""
    with Store(two_plays) as store:
        play = new_play("c")
        number = store.create(play)
        for n in range(5):
            store.record(number, play, play.undo(2) if n == 3 else play.give(n))
        shutil.copytree(two_plays, two_plays / "left")
    path = two_plays / "left" / "plays" / "0003-counting.jsonl"
    raw = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*raw[:2], raw[2].replace(b"player", b"slayer"), *raw[3:]]))
    (words,) = notices_of(two_plays / "left")
    assert words.startswith("Play 3 was damaged: 2 inputs were kept, 1 can be read. What was found is kept as damaged/")


def test_an_older_tavolino_noted_its_losses_in_the_play(two_plays: Path) -> None:
    """Such lines are read and ignored."""
    path = two_plays / "plays" / FIRST_FILE
    file = PlayFile.read(path.read_bytes())
    assert file is not None
    raw, chain = path.read_bytes(), file.chain
    for seq, body in ((90, b'{"do":"mended","kept":7,"read":3,"copied":true}'), (91, b'{"do":"told"}')):
        line = lines.encode(seq, chain, body)
        raw, chain = raw + line.raw, line.chain
    path.write_bytes(raw)
    with Store(two_plays) as store:
        assert ((), 3) == (store.notices, store.load(1).n)
        assert 2 == store.current()


# --- in the archive ---


@pytest.fixture
def archived(two_plays: Path) -> Path:
    """Return the file of an archived play without a copy."""
    with Store(two_plays) as store:
        store.archive(1, result=Result("you", None, None, Text("You win.")))
    (two_plays / "copies" / FIRST_FILE).unlink()
    return two_plays / "archive" / FIRST_FILE


def test_a_damaged_play_of_the_archive_is_named(
    two_plays: Path, archived: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A loss is reported when the play is listed, looked at or restored."""
    raw = archived.read_bytes()
    archived.write_bytes(b"".join(raw.splitlines(keepends=True)[:3]))
    words = "Play 1 was damaged: 3 inputs were kept, 2 can be read."
    with Store(two_plays) as store:
        assert () == store.notices
        (listed,) = records(two_plays, store.losses.add)
        assert 2 == listed.inputs
        assert [words] == [*map(ENGLISH.words, store.notices)]
        store.idle()
        assert () == store.notices
        assert 2 == store.load(1).n
        assert [words] == [*map(ENGLISH.words, store.notices)]
        store.idle()
        store.restore(1)
        assert [words] == [*map(ENGLISH.words, store.notices)]
    for command in (["play", "list"], ["history"]):
        (two_plays / "history.json").unlink(missing_ok=True)
        assert main([*command, "--data", str(two_plays)]) == 0
        assert words in capsys.readouterr().err or command == ["history"]


def test_an_import_reads_no_play_that_it_cannot_be(two_plays: Path, archived: Path) -> None:
    """A loss already reported is not reported again because another play is imported."""
    archived.write_bytes(b"".join(archived.read_bytes().splitlines(keepends=True)[:3]))
    with Store(two_plays) as store:
        (listed,) = records(two_plays, store.losses.add)
        assert 1 == len(store.notices)
        store.idle()
        another = new_play()
        assert another.n != listed.inputs
        refuse_twin(store, another, "another.jsonl")
        assert 0 == len(store.notices)


def test_a_play_of_the_archive_that_cannot_be_read_is_named(
    two_plays: Path, archived: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unreadable play is in no list, and its file is set aside after the report."""
    archived.write_bytes(b"no play")
    words = f"{FIRST_FILE} cannot be read as a play, and has no copy: 3 inputs were kept, 0 can be read. "
    words += f"What was found is kept as damaged/{FIRST_FILE}."
    assert main(["history", "--data", str(two_plays)]) == 0
    assert words in capsys.readouterr().err
    with Store(two_plays) as store:
        assert () == records(two_plays)
        assert [2] == [info.number for info in store.plays()]
        assert [words] == [*map(ENGLISH.words, store.notices)]
        store.idle()
    assert b"no play" == (two_plays / "damaged" / FIRST_FILE).read_bytes()
    assert notices_of(two_plays) == []


# --- until it was on the glass ---


def test_it_is_told_until_it_was_on_the_glass(two_plays: Path) -> None:
    """A notice that was closed before the panel had drawn it is repeated at the next start."""
    (two_plays / "plays" / FIRST_FILE).unlink()
    for on in (False, True):
        with bench(two_plays, on=on) as device:
            assert "Before you go on" in device.words if on else device.words == ""
            device.tap(BACK, quiet=0)
            device.wait(IDLE_S)
            assert on is (device.store.notices == ())
