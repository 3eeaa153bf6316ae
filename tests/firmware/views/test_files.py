"""Decks and plays exported and imported by the keys, on all panels."""

import re
import zipfile
from pathlib import Path

import pytest

from display.layout import options_of
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware.data_folder import DataFolder
from firmware.dealer import dealer
from firmware.files import exchange
from firmware.plays.store import Store
from tests.core import core
from tests.firmware.device.bench import bench
from tests.firmware.files.test_exchange import ODD

PANELS = ("4.2", "4.2-big", "2.9")


def put_file(folder: Path, name: str, raw: bytes) -> None:
    """Put a file into the exchange folder, as a PC does."""
    DataFolder(folder).exchange.place.mkdir(parents=True, exist_ok=True)
    (DataFolder(folder).exchange.place / name).write_bytes(raw)


@pytest.mark.parametrize("panel", core(PANELS))
def test_a_play_goes_out_and_comes_in(tmp_path: Path, caplog: pytest.LogCaptureFixture, panel: str) -> None:
    """An exported play that a Windows editor rewrote continues at its step on another device."""
    with bench(tmp_path / "one", panel=panel) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        device.next(3)
        n, step = device.play.n, device.play.screen
        device.pause("files")
        device.choose("play")
        assert "0001-wyrmspan.jsonl" in device.words.replace("\n", "") or device.layout.pages[1:]
        device.back()
        device.store.idle()  # a folder of snapshots is beside the play
        device.choose("all")
        device.back()
        device.choose("history")
    there = DataFolder(tmp_path / "one").exchange.place
    with zipfile.ZipFile(there / "plays.zip") as packed:
        assert packed.namelist() == ["0001-wyrmspan.jsonl"]
    assert caplog.messages == []
    assert (there / "history.csv").read_bytes().startswith(b"\xef\xbb\xbfplay,game,")
    raw = (there / "0001-wyrmspan.jsonl").read_bytes()
    put_file(tmp_path / "two", "İ 🎲.JSONL", b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"))
    with bench(tmp_path / "two", panel=panel) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        device.pause("files")
        device.choose("in.0")
        assert device.listed == ["keep", "go_on"]
        lines = device.layout.screen.lines
        assert "is set aside, not deleted" in ENGLISH.words(lines[-1])
        device.choose("go_on")
        assert (device.play.n, device.play.screen) == (n, step)
        assert [info.live for info in device.store.plays()] == [False, True]


@pytest.mark.parametrize("panel", core(PANELS))
def test_a_deck_comes_in(tmp_path: Path, panel: str) -> None:
    """A deck is named after its file; a second deck of that name gets a number."""
    raw = DataFolder(tmp_path).decks.export("magpie", "charms", None).encode()
    put_file(tmp_path, "My charms!.toml", raw)
    put_file(tmp_path, "My charms?.TOML", raw.replace(b'origin = "', b'origin = "another '))
    with bench(tmp_path, panel=panel) as device:
        for row in ("in.0", "in.1"):
            device.pause("files")
            device.choose(row)
            assert "Imported" in device.words
    assert ["My-charms", "My-charms-2"] == (DataFolder(tmp_path).decks.names("magpie", "charms"))


@pytest.mark.parametrize(
    ("name", "raw", "parts"),
    [
        ("a.toml", b'game = "magpie"\ndeck = \n', ("a.toml", "line 2")),
        ("b.toml", b'game = "chess"\ndeck = "x"\n', ("b.toml", "unknown game")),
        ("c.jsonl", b"nonsense\n", ("c.jsonl", "line 1")),
        ("d.toml", b"\x00\xff\x00", ("d.toml", "byte 1")),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, raw: bytes, parts: tuple[str, ...]) -> None:
    """The panel names the file, the line and the reason, and keeps nothing."""
    put_file(tmp_path, name, raw)
    with bench(tmp_path) as device:
        device.pause("files")
        device.choose("in.0")
        words = device.read_pages()
        assert "That cannot be used" in words
        assert all(part in words for part in parts)
        assert device.store.plays() == ()
        assert DataFolder(tmp_path).decks.names("magpie", "charms") == []


@pytest.mark.parametrize("panel", core(PANELS))
def test_odd_names_can_be_listed(tmp_path: Path, panel: str) -> None:
    """Names of any script and length are listed, and each can be chosen."""
    for name in ODD:
        put_file(tmp_path, name, b"nonsense")
    with bench(tmp_path, panel=panel) as device:
        for n in range(len(ODD)):
            device.pause("files")
            device.choose(f"in.{n}")
            assert "That cannot be used" in device.text


def test_an_empty_folder(tmp_path: Path) -> None:
    """If the folder is empty, the panel names it, and that there is nothing to export."""
    with bench(tmp_path) as device:
        device.pause("files")
        assert "There are no decks and no plays." in device.text
        rows = options_of(device.layout.screen.ask)
        assert [(row.id, row.blocked is None) for row in rows] == [("all", False), ("history", False)]


def test_all_plays_and_the_archive(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """All plays, live and archived, are exported; an unreadable one does not keep out the others."""
    with Store(tmp_path) as store:
        for game in ("magpie", "lisboa", "magpie"):
            store.create(Play(load_engine(game), {}, dealer("7"), seed="7"))
    (tmp_path / "archive" / "0009-magpie.jsonl").mkdir()
    with bench(tmp_path) as device:
        assert "0009-magpie.jsonl cannot be read" in device.text
        device.push()
        device.pause("files")
        device.choose("all")
    with zipfile.ZipFile(DataFolder(tmp_path).exchange.place / "plays.zip") as packed:
        assert packed.namelist() == ["0001-magpie.jsonl", "0002-lisboa.jsonl", "0003-magpie.jsonl"]
    assert "0009-magpie.jsonl cannot be read" in caplog.text


def test_a_play_that_is_here_is_refused(tmp_path: Path) -> None:
    """The file of a live play is not imported beside it."""
    with bench(tmp_path) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        device.pause("files")
        device.choose("play")
        device.session.go_home()
        device.pause("files")
        device.choose("in.0")
        assert "That cannot be used" in device.words
        assert len(device.store.plays()) == 1


@pytest.mark.all
def test_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    """If a file is in the place of the folder, the panel says that it cannot be read, not that it is empty."""
    DataFolder(tmp_path).exchange.place.write_text("no folder")
    with bench(tmp_path) as device:
        device.pause("files")
        words = device.text
        assert "cannot be read" in words
        assert "There are no decks and no plays." not in words


@pytest.mark.all
def test_the_folder_on_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a device the folder has the name that a PC shows."""
    monkeypatch.setenv(exchange.FOLDER_VARIABLE, str(tmp_path / "boot" / "tavolino"))
    with bench(tmp_path) as device:
        device.pause("files")
        assert "Folder: tavolino (SD card)" in device.text


@pytest.mark.all
def test_what_is_unusual_in_a_deck(tmp_path: Path) -> None:
    """A playable deck with an unusual card is imported, with a sentence about it."""
    raw = DataFolder(tmp_path).decks.export("burattino", "burattino", None)
    marks = re.search('marks = "(.*)"', raw)
    assert marks is not None
    put_file(tmp_path, "odd.toml", raw.replace(marks[0], f'marks = "{marks[1][1:]}"', 1).encode())
    with bench(tmp_path) as device:
        device.pause("files")
        device.choose("in.0")
        assert "has 3 marks, not 4." in device.text
