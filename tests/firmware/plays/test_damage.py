"""Damaged files: the readable part continues, losses are reported, and no other or wrong play is ever shown."""

import random
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engines.kit.play import Play, SavedPlay
from engines.kit.text import ENGLISH
from engines.kit.versions import resume
from firmware.dealer import dealer
from firmware.plays import lines
from firmware.plays.play_file import PlayFile
from firmware.plays.snapshots import SNAPSHOT_INTERVAL
from firmware.plays.store import Store
from tests.core import core
from tests.firmware.counting import ENGINE, counting, new_play
from tests.play_values import without_snapshots

SECTOR = 512
INPUTS = 31
NAME = "0003-counting.jsonl"
FIELDS = '"number":3,"game":"counting","version":1,"options":{},"seed":"","sources":{}'
"""The fields in the head of a play, apart from its format."""


class DeviceFolder:
    """A folder as a device leaves it: a play of 31 inputs, one of another game, and one in the archive.

    `states` has the first play after each line of its file; its last state was written before the last line.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.before = folder / "before"
        self.play, self.other = new_play(), new_play("b", engine=counting(key="other"))
        self.states: list[SavedPlay] = []
        with Store(self.before) as store:
            store.create(new_play("a", engine=counting(key="third")))
            store.create(self.other)
            store.create(self.play)
            self._note()
            for i in range(INPUTS):
                store.record(3, self.play, self.play.give(i % 10))
                self._note()
                if i == SNAPSHOT_INTERVAL:
                    for _ in range(3):
                        store.record(3, self.play, self.play.redo() if self.play.redo_stack else self.play.undo(2))
                        self._note()
            store.archive(1, result=None)
            store.idle()
            store.record(2, self.other, self.other.give(5))
            store.choose(3)
            self._note()
            shutil.copytree(self.before, folder / "running")  # closing it would keep a state after the last line
        shutil.rmtree(folder / "running" / "copies")
        shutil.rmtree(self.before)
        (folder / "running").rename(self.before)
        self.raw = (self.before / "plays" / NAME).read_bytes()
        self.lines = self.raw.splitlines(keepends=True)

    def _note(self) -> None:
        self.states.append(without_snapshots(self.play.saved()))

    def folder_with(self, raw: bytes, *, states: bool = True) -> Path:
        """Return a folder with these bytes as the play's file, with or without its states and the counts."""
        folder = self.folder / "damaged"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.before, folder)
        (folder / "plays" / NAME).write_bytes(raw)
        if not states:
            shutil.rmtree((folder / "plays" / NAME).with_suffix(""))
            (folder / "counts.json").unlink()
        return folder

    def count_sound_lines(self, raw: bytes) -> int:
        """Return the number of undamaged lines of a file; the end of the last one may be missing."""
        n, raw = 0, raw if raw.endswith(b"\n") else raw + b"\n"
        while n < len(self.lines) and raw.startswith(b"".join(self.lines[: n + 1])):
            n += 1
        return n

    def check(self, raw: bytes, *, states: bool = True) -> None:
        """Check that the play ends at its last undamaged line, losses are reported, and other plays are unchanged."""
        folder, sound = self.folder_with(raw, states=states), self.count_sound_lines(raw)
        rest = raw[len(b"".join(self.lines[:sound])) :]
        torn = not rest or (sound < len(self.lines) and self.lines[sound].startswith(rest.rstrip(b"\0")))
        with Store(folder) as store:
            assert store.is_saved
            assert without_snapshots(self.other.saved()) == without_snapshots(store.load(2))
            if sound == 0:
                assert f"{NAME} cannot be read as a play" in ENGLISH.words(store.notices[0])
                assert [1, 2] == [info.number for info in store.plays()]
                return
            assert self.states[sound - 1] == without_snapshots(store.load(3))
            forgotten = states and sound < len(self.lines) - 1
            if torn and not forgotten:
                assert () == store.notices
            else:
                read = self.states[sound - 1].n
                assert "Play 3 was damaged: " in ENGLISH.words(store.notices[0])
                assert f"{read} can be read" in ENGLISH.words(store.notices[0])
                assert not states or f"{INPUTS} inputs were kept" in ENGLISH.words(store.notices[0])
            if not torn:
                assert raw == (folder / "damaged" / NAME).read_bytes()
                assert f"What was found is kept as damaged/{NAME}." in ENGLISH.words(store.notices[0])
            self._continue_and_reopen(store, folder)

    def _continue_and_reopen(self, store: Store, folder: Path) -> None:
        """Continue the play, and open it again after a pause: nothing is reported any more."""
        found = resume(ENGINE, store.load(3), dealer("seed"))
        assert isinstance(found, Play)
        store.record(3, found, found.undo() if found.n else found.give(1))
        store.idle()
        store.close()
        with Store(folder) as again:
            assert () == again.notices
            assert without_snapshots(found.saved()) == without_snapshots(again.load(3))


@pytest.fixture(scope="module")
def undamaged(tmp_path_factory: pytest.TempPathFactory) -> DeviceFolder:
    """Return the folder that a device leaves."""
    return DeviceFolder(tmp_path_factory.mktemp("left"))


def _sampled(places: Iterable[int], n: int) -> list[object]:
    """Return a few places for `make test`, some for `make test-all`, and all of them for `make test-long`."""
    every = list(places)
    few = random.Random(n).sample(every, min(n, len(every)))  # noqa: S311 - the same places every time
    return [
        pytest.param(sorted(few[: n // 8]), id="few"),
        pytest.param(sorted(few), marks=pytest.mark.all, id="some"),
        pytest.param(every, marks=pytest.mark.long, id="all"),
    ]


MAX_FILE_BYTES = 6000
"""More bytes than the play has."""


def test_undamaged(undamaged: DeviceFolder) -> None:
    """A folder left by a killed process opens unchanged, without a notice."""
    undamaged.check(undamaged.raw)
    assert len(undamaged.raw) < MAX_FILE_BYTES
    assert INPUTS == undamaged.states[-1].n


# --- bytes and bits ---


@pytest.mark.parametrize("places", _sampled(range(MAX_FILE_BYTES), 60))
@pytest.mark.parametrize("states", [True, False])
def test_cut(undamaged: DeviceFolder, places: list[int], states: bool) -> None:
    """A file cut at any byte continues from its last complete line; further inputs known from a state are reported."""
    for place in places:
        if place < len(undamaged.raw):
            undamaged.check(undamaged.raw[:place], states=states)


def test_the_last_line_without_its_end(undamaged: DeviceFolder) -> None:
    """A missing line end at the end costs nothing, and the next line begins on its own."""
    undamaged.check(b"".join(undamaged.lines[:-1])[:-1])


@pytest.mark.parametrize("places", _sampled(range(8 * MAX_FILE_BYTES), 1500))
def test_a_flipped_bit_ends_the_file(undamaged: DeviceFolder, places: list[int]) -> None:
    """Each flipped bit is noticed, and ends the file before its line."""
    ends = [0]
    for line in undamaged.lines:
        ends.append(ends[-1] + len(line))
    for place in places:
        if place < 8 * len(undamaged.raw):
            raw = _flipped(undamaged.raw, place)
            end = max(end for end in ends if end <= place // 8)
            file = PlayFile.read(raw)
            assert undamaged.raw[:end] == (file.raw if file else b"")
            assert not lines.is_unfinished(raw[end:])


@pytest.mark.parametrize(
    "seeds", [*core([range(10), range(40)]), pytest.param(range(40, 3000), marks=pytest.mark.long)], ids=len
)
@pytest.mark.parametrize("states", [True, False])
def test_flipped_bits(undamaged: DeviceFolder, seeds: range, states: bool) -> None:
    """The store continues before the flipped bit, and reports the loss."""
    for seed in seeds:
        chance = random.Random(seed)  # noqa: S311 - the same places every time
        undamaged.check(_flipped(undamaged.raw, chance.randrange(8 * len(undamaged.raw))), states=states)


def _flipped(raw: bytes, bit: int) -> bytes:
    flipped = bytearray(raw)
    flipped[bit // 8] ^= 1 << bit % 8
    return bytes(flipped)


@pytest.mark.parametrize("places", _sampled(range(0, MAX_FILE_BYTES, SECTOR), 4))
@pytest.mark.parametrize("filler", [b"\0", b"\xff"])
def test_lost_sectors(undamaged: DeviceFolder, places: list[int], filler: bytes) -> None:
    """A sector of zeros or ones is damage anywhere."""
    for place in places:
        lost = undamaged.raw[place : place + SECTOR]
        undamaged.check(undamaged.raw[:place] + filler * len(lost) + undamaged.raw[place + SECTOR :])


@pytest.mark.parametrize("end", [b"\0", bytes(300), b"\xff" * 300, b"[", b"{}\n", b"[12,1,", b"[3,40,\n"])
def test_more_than_was_written(undamaged: DeviceFolder, end: bytes) -> None:
    """Bytes after the last line are the beginning of another one, or damage."""
    folder = undamaged.folder_with(undamaged.raw + end)
    with Store(folder) as store:
        assert undamaged.states[-1] == without_snapshots(store.load(3))
        assert (() == store.notices) is (end in (b"\0", bytes(300), b"[", b"[12,1,"))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_length_that_is_too_long(undamaged: DeviceFolder, n: int) -> None:
    """A line whose length reaches beyond the end of the file is damage, not an unfinished line."""
    length = undamaged.lines[-n].index(b",")
    longer = b"[" + b"9" * (length - 1) + undamaged.lines[-n][length:]
    undamaged.check(b"".join([*undamaged.lines[:-n], longer, *undamaged.lines[len(undamaged.lines) - n + 1 :]]))


# --- lines ---


def _with_swapped_lines(undamaged: DeviceFolder) -> Iterator[list[bytes]]:
    lines = undamaged.lines
    for n in range(len(lines) - 1):
        yield [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]


def _with_doubled_lines(undamaged: DeviceFolder) -> Iterator[list[bytes]]:
    for n in range(len(undamaged.lines)):
        yield [*undamaged.lines[: n + 1], *undamaged.lines[n:]]


def _with_removed_lines(undamaged: DeviceFolder) -> Iterator[list[bytes]]:
    for n in range(len(undamaged.lines) - 1):
        yield [*undamaged.lines[:n], *undamaged.lines[n + 1 :]]


def _with_lines_of_another_play(undamaged: DeviceFolder) -> Iterator[list[bytes]]:
    """Yield files with one line of another play, of the same number and form."""
    other = PlayFile.from_play(undamaged.states[-1], 3).text.encode().splitlines(keepends=True)
    for n in range(1, min(len(other), len(undamaged.lines))):
        yield [*undamaged.lines[:n], other[n], *undamaged.lines[n + 1 :]]


@pytest.mark.parametrize("states", core([True, False]))
@pytest.mark.parametrize("change", core([_with_removed_lines, _with_lines_of_another_play]))
def test_lines(undamaged: DeviceFolder, change: object, states: bool) -> None:
    """A line in a wrong place ends the file there."""
    assert callable(change)
    for changed in change(undamaged):
        undamaged.check(b"".join(changed), states=states)


@pytest.mark.parametrize("states", core([True, False]))
@pytest.mark.parametrize("change", core([_with_swapped_lines, _with_doubled_lines]))
def test_lines_that_are_all_there(undamaged: DeviceFolder, change: object, states: bool) -> None:
    """Swapped or duplicated lines cost nothing, and nothing is reported."""
    assert callable(change)
    for changed in change(undamaged):
        with Store(undamaged.folder_with(b"".join(changed), states=states)) as store:
            assert () == store.notices
            assert undamaged.states[-1] == without_snapshots(store.load(3))


def test_lines_put_back_from_before(undamaged: DeviceFolder) -> None:
    """An outdated file is noticed, though it is whole and in order: inputs are missing."""
    for n in range(1, len(undamaged.lines) - 1):
        folder = undamaged.folder_with(b"".join(undamaged.lines[:n]))
        with Store(folder) as store:
            read = undamaged.states[n - 1].n
            assert f"Play 3 was damaged: {INPUTS} inputs were kept, {read} can be read." in ENGLISH.words(
                store.notices[0]
            )
            assert undamaged.states[n - 1] == without_snapshots(store.load(3))


def test_another_play_under_its_name(undamaged: DeviceFolder) -> None:
    """A file with the content of another play is not shown as this one."""
    for both in (True, False):
        folder = undamaged.folder_with((undamaged.before / "plays" / "0002-other.jsonl").read_bytes())
        if not both:
            (folder / "plays" / "0002-other.jsonl").unlink()
        with Store(folder) as store:
            assert f"{NAME} cannot be read as a play" in ENGLISH.words(store.notices[0])
            assert ([1, 2] if both else [1]) == [info.number for info in store.plays()]


@pytest.mark.parametrize("fields", ['"play":[1,2,3]', FIELDS], ids=["others", "the same"])
def test_a_newer_format(undamaged: DeviceFolder, fields: str) -> None:
    """A play of a newer Tavolino is named and left unchanged, with any head; its number is not used again."""
    newer = lines.encode(9, 0, f'{{"format":"tavolino-play-3",{fields}}}'.encode()).raw
    folder = undamaged.folder_with(newer)
    with Store(folder) as store:
        assert f"{NAME} was written by a newer Tavolino. Install that" in ENGLISH.words(store.notices[0])
        assert 4 == store.create(new_play())
        store.idle()
    assert newer == (folder / "plays" / NAME).read_bytes()


@pytest.mark.parametrize(
    "body", [b'{"do":"dance"}', b'{"do":"undo","inputs":99}', b"7", b'{"do":"set","state":' + b"[" * 9999]
)
def test_a_line_that_means_nothing_here(undamaged: DeviceFolder, body: bytes) -> None:
    """An intact but unknown line is from a newer Tavolino: its play is left unchanged."""
    file = PlayFile.read(undamaged.raw)
    assert file is not None
    newer = undamaged.raw + lines.encode(999, file.chain, body).raw
    folder = undamaged.folder_with(newer)
    with Store(folder) as store:
        assert f"{NAME} was written by a newer Tavolino. Install that" in ENGLISH.words(store.notices[0])
        assert [1, 2] == [info.number for info in store.plays()]
        assert 4 == store.create(new_play())
        store.idle()
    assert newer == (folder / "plays" / NAME).read_bytes()


# --- states ---


@pytest.mark.parametrize("places", _sampled(range(8 * 300), 60))
def test_a_damaged_state_is_as_good_as_none(undamaged: DeviceFolder, places: list[int]) -> None:
    """If any bit of the last state flips, the play is the same, and nothing is reported."""
    folder = undamaged.folder_with(undamaged.raw)
    last = (folder / "plays" / NAME).with_suffix("") / "last.json"
    raw = last.read_bytes()
    for place in places:
        if place < 8 * len(raw):
            last.write_bytes(_flipped(raw, place))
            with Store(folder) as store:
                assert () == store.notices
                play = resume(ENGINE, store.load(3), dealer("seed"))
            assert isinstance(play, Play)
            assert undamaged.play.state == play.state


def test_the_last_line_and_the_last_state(undamaged: DeviceFolder) -> None:
    """If both are damaged, one input is lost and reported."""
    folder = undamaged.folder_with(undamaged.raw[: len(undamaged.raw) - len(undamaged.lines[-1])])
    path = folder / "plays" / NAME
    path.write_bytes(_flipped(path.read_bytes(), 8 * (path.stat().st_size - 30)))
    last = path.with_suffix("") / "last.json"
    last.write_bytes(_flipped(last.read_bytes(), 800))
    with Store(folder) as store:
        assert f"Play 3 was damaged: {INPUTS} inputs were kept, {INPUTS - 1} can be read." in ENGLISH.words(
            store.notices[0]
        )
        assert undamaged.states[-3] == without_snapshots(store.load(3))


# --- files and folders of the wrong kind ---


def _put_folder(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.mkdir(parents=True)
    (path / "thing").write_text("thing")


def _put_file(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.parent.mkdir(exist_ok=True)
    path.write_text("thing")


STATES = "plays/" + NAME.removesuffix(".jsonl")


@pytest.mark.parametrize("name", ["counts.json", "archive", "copies", "damaged", STATES, f"{STATES}/last.json"])
@pytest.mark.parametrize("kind", [_put_folder, _put_file])
def test_what_can_be_done_without(undamaged: DeviceFolder, name: str, kind: object) -> None:
    """With something else in its place, the play continues, is kept, and can be archived and copied."""
    assert callable(kind)
    folder = undamaged.folder_with(undamaged.raw)
    kind(folder / name)
    with Store(folder) as store:
        assert store.is_saved
        gone = ["Play 1 is gone: 0 inputs were kept, 0 can be read."] if name == "archive" else []
        assert gone == [*map(ENGLISH.words, store.notices)]
        play = resume(ENGINE, store.load(3), dealer("seed"))
        assert isinstance(play, Play)
        store.take_up(3, play)
        store.record(3, play, play.give(1))
        store.idle()
        store.back_up()
        assert store.is_saved
        store.archive(3, result=None)
        assert (store.is_saved, store.live_number("counting")) == (True, None)
    with Store(folder) as store:
        assert INPUTS + 1 == store.load(3).n
        assert store.live_number("counting") is None
        store.create(new_play())
        assert store.is_saved


def test_a_folder_in_place_of_a_play(undamaged: DeviceFolder) -> None:
    """The folder is named and set aside; the other plays and a new one are kept."""
    folder = undamaged.folder_with(undamaged.raw, states=False)
    _put_folder(folder / "plays" / NAME)
    with Store(folder) as store:
        assert f"{NAME} cannot be read as a play" in ENGLISH.words(store.notices[0])
        assert store.is_saved
        assert 4 == store.create(new_play())
        store.idle()
        assert store.is_saved
    assert (folder / "damaged" / NAME / "thing").exists()


def test_a_file_in_place_of_the_plays(undamaged: DeviceFolder) -> None:
    """The file is named, and nothing is kept until it is gone; the play continues in memory."""
    folder = undamaged.folder_with(undamaged.raw)
    _put_file(folder / "plays")
    with Store(folder) as store:
        assert not store.is_saved
        assert "plays is not a folder. Move it away; until then nothing is kept." in ENGLISH.words(store.notices[0])
        play = new_play()
        number = store.create(play)
        store.record(number, play, play.give(1))
        assert not store.is_saved
        (folder / "plays").unlink()
        store.idle()
        assert store.is_saved
    with Store(folder) as store:
        assert without_snapshots(play.saved()) == without_snapshots(store.load(number))


def test_a_second_damaged_file_has_its_own_name(undamaged: DeviceFolder) -> None:
    """Files set aside earlier stay; the same file is not set aside twice."""
    folder = undamaged.folder_with(undamaged.raw)
    for place, expected in ((-400, 1), (-700, 2), (-700, 2)):
        damaged = _flipped(undamaged.raw, 8 * (len(undamaged.raw) + place))
        (folder / "plays" / NAME).write_bytes(damaged)
        Store(folder).close()
        assert expected == len(list((folder / "damaged").iterdir()))


def test_damage_is_said_until_it_was_seen(undamaged: DeviceFolder) -> None:
    """A notice is repeated at each start until a pause follows it."""
    folder = undamaged.folder_with(_flipped(undamaged.raw, 8 * len(undamaged.raw) - 400))
    for _ in range(2):
        with Store(folder) as store:
            assert "Play 3 was damaged: " in ENGLISH.words(store.notices[0])
    store.idle()
    with Store(folder) as store:
        assert () == store.notices


def test_damage_does_not_change_what_was_used_last(undamaged: DeviceFolder) -> None:
    """A play that lost inputs does not become the current one."""
    folder = undamaged.folder_with(undamaged.raw)
    other = folder / "plays" / "0002-other.jsonl"
    raw = other.read_bytes()
    other.write_bytes(_flipped(raw, 8 * (len(raw) - 30)))
    with Store(folder) as store:
        assert "Play 2 was damaged: " in ENGLISH.words(store.notices[0])
        assert 3 == store.current()
        store.idle()
    with Store(folder) as store:
        assert 3 == store.current()


# --- in the middle of a run ---


@pytest.mark.parametrize("damage", [b"", b"no play", None])
def test_damaged_while_it_is_open(undamaged: DeviceFolder, damage: bytes | None) -> None:
    """A file that is cut, overwritten or removed under an open play is rewritten: nothing is lost."""
    folder = undamaged.folder_with(undamaged.raw)
    path = folder / "plays" / NAME
    with Store(folder) as store:
        play = resume(ENGINE, store.load(3), dealer("seed"))
        assert isinstance(play, Play)
        if damage is None:
            path.unlink()
        else:
            path.write_bytes(damage)
        store.record(3, play, play.give(1))
        assert store.is_saved
        store.idle()
        assert store.is_saved
    with Store(folder) as store:
        assert () == store.notices
        assert without_snapshots(play.saved()) == without_snapshots(store.load(3))


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 600), marks=pytest.mark.long)], ids=len)
def test_flipped_while_it_is_open(undamaged: DeviceFolder, seeds: range) -> None:
    """A bit flipped under an open play is found in the next pause, reported and repaired: nothing is lost."""
    for seed in seeds:
        chance, folder = random.Random(seed), undamaged.folder_with(undamaged.raw)  # noqa: S311 - the same places every time
        path = folder / "plays" / NAME
        with Store(folder) as store:
            play = resume(ENGINE, store.load(3), dealer("seed"))
            assert isinstance(play, Play)
            path.write_bytes(_flipped(path.read_bytes(), chance.randrange(8 * path.stat().st_size)))
            store.record(3, play, play.give(1))
            store.idle()
            assert "Play 3 was damaged on the disk. It is repaired, and nothing is lost." == ENGLISH.words(
                store.notices[0]
            )
        with Store(folder) as store:
            assert () == store.notices
            assert without_snapshots(play.saved()) == without_snapshots(store.load(3))
