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


class Left:
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

    def sound(self, raw: bytes) -> int:
        """Return the number of undamaged lines of a file; the end of the last one may be missing."""
        n, raw = 0, raw if raw.endswith(b"\n") else raw + b"\n"
        while n < len(self.lines) and raw.startswith(b"".join(self.lines[: n + 1])):
            n += 1
        return n

    def check(self, raw: bytes, *, states: bool = True) -> None:
        """Check that the play ends at its last undamaged line, losses are reported, and other plays are unchanged."""
        folder, sound = self.folder_with(raw, states=states), self.sound(raw)
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
            self._go_on(store, folder)

    def _go_on(self, store: Store, folder: Path) -> None:
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
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    """Return the folder that a device leaves."""
    return Left(tmp_path_factory.mktemp("left"))


def _sampled(places: Iterable[int], n: int) -> list[object]:
    """Return a few places for `make test`, some for `make test-all`, and all of them for `make test-long`."""
    every = list(places)
    few = random.Random(n).sample(every, min(n, len(every)))  # noqa: S311 - the same places every time
    return [
        pytest.param(sorted(few[: n // 8]), id="few"),
        pytest.param(sorted(few), marks=pytest.mark.all, id="some"),
        pytest.param(every, marks=pytest.mark.long, id="all"),
    ]


SIZE = 6000
"""More bytes than the play has."""


def test_undamaged(left: Left) -> None:
    """A folder left by a killed process opens unchanged, without a notice."""
    left.check(left.raw)
    assert len(left.raw) < SIZE
    assert INPUTS == left.states[-1].n


# --- bytes and bits ---


@pytest.mark.parametrize("places", _sampled(range(SIZE), 60))
@pytest.mark.parametrize("states", [True, False])
def test_cut(left: Left, places: list[int], states: bool) -> None:
    """A file cut at any byte continues from its last complete line; further inputs known from a state are reported."""
    for place in places:
        if place < len(left.raw):
            left.check(left.raw[:place], states=states)


def test_the_last_line_without_its_end(left: Left) -> None:
    """A missing line end at the end costs nothing, and the next line begins on its own."""
    left.check(b"".join(left.lines[:-1])[:-1])


@pytest.mark.parametrize("places", _sampled(range(8 * SIZE), 1500))
def test_a_flipped_bit_ends_the_file(left: Left, places: list[int]) -> None:
    """Each flipped bit is noticed, and ends the file before its line."""
    ends = [0]
    for line in left.lines:
        ends.append(ends[-1] + len(line))
    for place in places:
        if place < 8 * len(left.raw):
            raw = _flipped(left.raw, place)
            end = max(end for end in ends if end <= place // 8)
            file = PlayFile.read(raw)
            assert left.raw[:end] == (file.raw if file else b"")
            assert not lines.is_unfinished(raw[end:])


@pytest.mark.parametrize(
    "seeds", [*core([range(10), range(40)]), pytest.param(range(40, 3000), marks=pytest.mark.long)], ids=len
)
@pytest.mark.parametrize("states", [True, False])
def test_flipped_bits(left: Left, seeds: range, states: bool) -> None:
    """The store continues before the flipped bit, and reports the loss."""
    for seed in seeds:
        chance = random.Random(seed)  # noqa: S311 - the same places every time
        left.check(_flipped(left.raw, chance.randrange(8 * len(left.raw))), states=states)


def _flipped(raw: bytes, bit: int) -> bytes:
    flipped = bytearray(raw)
    flipped[bit // 8] ^= 1 << bit % 8
    return bytes(flipped)


@pytest.mark.parametrize("places", _sampled(range(0, SIZE, SECTOR), 4))
@pytest.mark.parametrize("filler", [b"\0", b"\xff"])
def test_lost_sectors(left: Left, places: list[int], filler: bytes) -> None:
    """A sector of zeros or ones is damage anywhere."""
    for place in places:
        lost = left.raw[place : place + SECTOR]
        left.check(left.raw[:place] + filler * len(lost) + left.raw[place + SECTOR :])


@pytest.mark.parametrize("end", [b"\0", bytes(300), b"\xff" * 300, b"[", b"{}\n", b"[12,1,", b"[3,40,\n"])
def test_more_than_was_written(left: Left, end: bytes) -> None:
    """Bytes after the last line are the beginning of another one, or damage."""
    folder = left.folder_with(left.raw + end)
    with Store(folder) as store:
        assert left.states[-1] == without_snapshots(store.load(3))
        assert (() == store.notices) is (end in (b"\0", bytes(300), b"[", b"[12,1,"))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_length_that_is_too_long(left: Left, n: int) -> None:
    """A line whose length reaches beyond the end of the file is damage, not an unfinished line."""
    length = left.lines[-n].index(b",")
    longer = b"[" + b"9" * (length - 1) + left.lines[-n][length:]
    left.check(b"".join([*left.lines[:-n], longer, *left.lines[len(left.lines) - n + 1 :]]))


# --- lines ---


def _swapped(left: Left) -> Iterator[list[bytes]]:
    for n in range(len(left.lines) - 1):
        yield [*left.lines[:n], left.lines[n + 1], left.lines[n], *left.lines[n + 2 :]]


def _doubled(left: Left) -> Iterator[list[bytes]]:
    for n in range(len(left.lines)):
        yield [*left.lines[: n + 1], *left.lines[n:]]


def _taken_out(left: Left) -> Iterator[list[bytes]]:
    for n in range(len(left.lines) - 1):
        yield [*left.lines[:n], *left.lines[n + 1 :]]


def _of_another_play(left: Left) -> Iterator[list[bytes]]:
    """Yield files with one line of another play, of the same number and form."""
    other = PlayFile.from_play(left.states[-1], 3).text.encode().splitlines(keepends=True)
    for n in range(1, min(len(other), len(left.lines))):
        yield [*left.lines[:n], other[n], *left.lines[n + 1 :]]


@pytest.mark.parametrize("states", core([True, False]))
@pytest.mark.parametrize("change", core([_taken_out, _of_another_play]))
def test_lines(left: Left, change: object, states: bool) -> None:
    """A line in a wrong place ends the file there."""
    assert callable(change)
    for changed in change(left):
        left.check(b"".join(changed), states=states)


@pytest.mark.parametrize("states", core([True, False]))
@pytest.mark.parametrize("change", core([_swapped, _doubled]))
def test_lines_that_are_all_there(left: Left, change: object, states: bool) -> None:
    """Swapped or duplicated lines cost nothing, and nothing is reported."""
    assert callable(change)
    for changed in change(left):
        with Store(left.folder_with(b"".join(changed), states=states)) as store:
            assert () == store.notices
            assert left.states[-1] == without_snapshots(store.load(3))


def test_lines_put_back_from_before(left: Left) -> None:
    """An outdated file is noticed, though it is whole and in order: inputs are missing."""
    for n in range(1, len(left.lines) - 1):
        folder = left.folder_with(b"".join(left.lines[:n]))
        with Store(folder) as store:
            read = left.states[n - 1].n
            assert f"Play 3 was damaged: {INPUTS} inputs were kept, {read} can be read." in ENGLISH.words(
                store.notices[0]
            )
            assert left.states[n - 1] == without_snapshots(store.load(3))


def test_another_play_under_its_name(left: Left) -> None:
    """A file with the content of another play is not shown as this one."""
    for both in (True, False):
        folder = left.folder_with((left.before / "plays" / "0002-other.jsonl").read_bytes())
        if not both:
            (folder / "plays" / "0002-other.jsonl").unlink()
        with Store(folder) as store:
            assert f"{NAME} cannot be read as a play" in ENGLISH.words(store.notices[0])
            assert ([1, 2] if both else [1]) == [info.number for info in store.plays()]


@pytest.mark.parametrize("fields", ['"play":[1,2,3]', FIELDS], ids=["others", "the same"])
def test_a_newer_format(left: Left, fields: str) -> None:
    """A play of a newer Tavolino is named and left unchanged, with any head; its number is not used again."""
    newer = lines.encode(9, 0, f'{{"format":"tavolino-play-3",{fields}}}'.encode()).raw
    folder = left.folder_with(newer)
    with Store(folder) as store:
        assert f"{NAME} was written by a newer Tavolino. Install that" in ENGLISH.words(store.notices[0])
        assert 4 == store.create(new_play())
        store.idle()
    assert newer == (folder / "plays" / NAME).read_bytes()


@pytest.mark.parametrize(
    "body", [b'{"do":"dance"}', b'{"do":"undo","inputs":99}', b"7", b'{"do":"set","state":' + b"[" * 9999]
)
def test_a_line_that_means_nothing_here(left: Left, body: bytes) -> None:
    """An intact but unknown line is from a newer Tavolino: its play is left unchanged."""
    file = PlayFile.read(left.raw)
    assert file is not None
    newer = left.raw + lines.encode(999, file.chain, body).raw
    folder = left.folder_with(newer)
    with Store(folder) as store:
        assert f"{NAME} was written by a newer Tavolino. Install that" in ENGLISH.words(store.notices[0])
        assert [1, 2] == [info.number for info in store.plays()]
        assert 4 == store.create(new_play())
        store.idle()
    assert newer == (folder / "plays" / NAME).read_bytes()


# --- states ---


@pytest.mark.parametrize("places", _sampled(range(8 * 300), 60))
def test_a_damaged_state_is_as_good_as_none(left: Left, places: list[int]) -> None:
    """If any bit of the last state flips, the play is the same, and nothing is reported."""
    folder = left.folder_with(left.raw)
    last = (folder / "plays" / NAME).with_suffix("") / "last.json"
    raw = last.read_bytes()
    for place in places:
        if place < 8 * len(raw):
            last.write_bytes(_flipped(raw, place))
            with Store(folder) as store:
                assert () == store.notices
                play = resume(ENGINE, store.load(3), dealer("seed"))
            assert isinstance(play, Play)
            assert left.play.state == play.state


def test_the_last_line_and_the_last_state(left: Left) -> None:
    """If both are damaged, one input is lost and reported."""
    folder = left.folder_with(left.raw[: len(left.raw) - len(left.lines[-1])])
    path = folder / "plays" / NAME
    path.write_bytes(_flipped(path.read_bytes(), 8 * (path.stat().st_size - 30)))
    last = path.with_suffix("") / "last.json"
    last.write_bytes(_flipped(last.read_bytes(), 800))
    with Store(folder) as store:
        assert f"Play 3 was damaged: {INPUTS} inputs were kept, {INPUTS - 1} can be read." in ENGLISH.words(
            store.notices[0]
        )
        assert left.states[-3] == without_snapshots(store.load(3))


# --- files and folders of the wrong kind ---


def _a_folder(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.mkdir(parents=True)
    (path / "thing").write_text("thing")


def _a_file(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.parent.mkdir(exist_ok=True)
    path.write_text("thing")


STATES = "plays/" + NAME.removesuffix(".jsonl")


@pytest.mark.parametrize("name", ["counts.json", "archive", "copies", "damaged", STATES, f"{STATES}/last.json"])
@pytest.mark.parametrize("kind", [_a_folder, _a_file])
def test_what_can_be_done_without(left: Left, name: str, kind: object) -> None:
    """With something else in its place, the play continues, is kept, and can be archived and copied."""
    assert callable(kind)
    folder = left.folder_with(left.raw)
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


def test_a_folder_in_place_of_a_play(left: Left) -> None:
    """The folder is named and set aside; the other plays and a new one are kept."""
    folder = left.folder_with(left.raw, states=False)
    _a_folder(folder / "plays" / NAME)
    with Store(folder) as store:
        assert f"{NAME} cannot be read as a play" in ENGLISH.words(store.notices[0])
        assert store.is_saved
        assert 4 == store.create(new_play())
        store.idle()
        assert store.is_saved
    assert (folder / "damaged" / NAME / "thing").exists()


def test_a_file_in_place_of_the_plays(left: Left) -> None:
    """The file is named, and nothing is kept until it is gone; the play continues in memory."""
    folder = left.folder_with(left.raw)
    _a_file(folder / "plays")
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


def test_a_second_damaged_file_has_its_own_name(left: Left) -> None:
    """Files set aside earlier stay; the same file is not set aside twice."""
    folder = left.folder_with(left.raw)
    for place, expected in ((-400, 1), (-700, 2), (-700, 2)):
        damaged = _flipped(left.raw, 8 * (len(left.raw) + place))
        (folder / "plays" / NAME).write_bytes(damaged)
        Store(folder).close()
        assert expected == len(list((folder / "damaged").iterdir()))


def test_damage_is_said_until_it_was_seen(left: Left) -> None:
    """A notice is repeated at each start until a pause follows it."""
    folder = left.folder_with(_flipped(left.raw, 8 * len(left.raw) - 400))
    for _ in range(2):
        with Store(folder) as store:
            assert "Play 3 was damaged: " in ENGLISH.words(store.notices[0])
    store.idle()
    with Store(folder) as store:
        assert () == store.notices


def test_damage_does_not_change_what_was_used_last(left: Left) -> None:
    """A play that lost inputs does not become the current one."""
    folder = left.folder_with(left.raw)
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
def test_damaged_while_it_is_open(left: Left, damage: bytes | None) -> None:
    """A file that is cut, overwritten or removed under an open play is rewritten: nothing is lost."""
    folder = left.folder_with(left.raw)
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
def test_flipped_while_it_is_open(left: Left, seeds: range) -> None:
    """A bit flipped under an open play is found in the next pause, reported and repaired: nothing is lost."""
    for seed in seeds:
        chance, folder = random.Random(seed), left.folder_with(left.raw)  # noqa: S311 - the same places every time
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
