"""The folder that a PC can open: nothing is overwritten, and the habits of PCs and editors do not matter."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engines.kit.rules import parse
from firmware.data_folder import DataFolder
from firmware.errors import TavolinoError
from firmware.files import exchange

ODD = ("İstanbul.toml", "🎲🎲.toml", "ö" * 122 + ".jsonl", "GROSS.TOML", "a b'c.toml")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A taken name, in any capitals, gets a number, and so does a name given twice."""
    there = DataFolder(tmp_path).exchange.place
    there.mkdir()
    (there / "DECK.toml").write_text("old")
    assert DataFolder(tmp_path).exchange.write([("deck.toml", b"1"), ("deck.toml", b"2")]) == [
        "deck-2.toml",
        "deck-3.toml",
    ]
    assert DataFolder(tmp_path).exchange.write([("deck.toml", b"3")]) == ["deck-4.toml"]
    assert (there / "DECK.toml").read_text() == "old"
    assert sorted(path.name for path in there.iterdir()) == ["DECK.toml", "deck-2.toml", "deck-3.toml", "deck-4.toml"]


def test_odd_names(tmp_path: Path) -> None:
    """Each file is found and has a short printable name; files added by a Mac, folders and others are ignored."""
    there = DataFolder(tmp_path).exchange.place
    assert DataFolder(tmp_path).exchange.files() == []
    there.mkdir()
    for name in (*ODD, "._deck.toml", ".DS_Store", "photo.jpg"):
        (there / name).write_text("x")
    (there / "folder.toml").mkdir()
    Path(os.fsdecode(os.fsencode(there) + b"/\xff\xfe.toml")).write_text("x")
    found = DataFolder(tmp_path).exchange.files()
    assert len(found) == len(ODD) + 1
    for path in found:
        name = exchange.display_name(path)
        assert name.isprintable()
        assert len(name) <= exchange.MAX_NAME_CHARS
        assert name.encode()
        plain = exchange.deck_name(path.stem.encode(errors="replace").decode())
        assert plain.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_editors_add(tmp_path: Path, encoding: str) -> None:
    """A byte order mark, Windows line ends and the editor's encoding are removed."""
    path = tmp_path / "x.toml"
    path.write_bytes('a = "ü"\r\nb = 2\r\n'.encode(encoding))
    assert parse(exchange.read(path), "x") == {"a": "ü", "b": 2}


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """A file too large for a deck is not read."""
    path = tmp_path / "film.toml"
    path.write_bytes(b"x" * (exchange.MAX_FILE_BYTES + 1))
    with pytest.raises(TavolinoError, match=r"film\.toml is larger than any"):
        exchange.read(path)


class Helper:
    """A stand-in for systemd: it moves the waiting files, or fails."""

    def __init__(self, out: Path, there: Path, *, error: str = "") -> None:
        self.out, self.there, self.error = out, there, error

    def run(self, *_: Any, **__: Any) -> subprocess.CompletedProcess[str]:
        """Do the work of the unit."""
        if not self.error:
            self.there.mkdir(exist_ok=True)
            for path in self.out.iterdir():
                (self.there / path.name).write_bytes(path.read_bytes())
        return subprocess.CompletedProcess((), int(bool(self.error)), "", self.error)


def test_by_the_helper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a folder on the card the helper moves the files there; then nothing waits, even after a power cut."""
    there, out = tmp_path / "boot", tmp_path / "outbox"
    monkeypatch.setenv(exchange.FOLDER_VARIABLE, str(there))
    out.mkdir()
    (out / "left.toml").write_text("never said to be written")
    monkeypatch.setattr(subprocess, "run", Helper(out, there).run)
    assert DataFolder(tmp_path).exchange.write([("a.toml", b"1")]) == ["a.toml"]
    assert [path.name for path in there.iterdir()] == ["a.toml"]
    monkeypatch.setattr(subprocess, "run", Helper(out, there, error="Access denied").run)
    with pytest.raises(TavolinoError, match=r"cannot be written\. Access denied"):
        DataFolder(tmp_path).exchange.write([("b.toml", b"1")])
    assert not out.exists()


def test_a_helper_that_brings_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file missing in the end was not written, whatever the helper reports; a hanging helper is reported, too."""
    monkeypatch.setenv(exchange.FOLDER_VARIABLE, str(tmp_path / "boot"))
    done = subprocess.CompletedProcess((), 0, "", "")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    with pytest.raises(TavolinoError, match="cannot be written"):
        DataFolder(tmp_path).exchange.write([("a.toml", b"1")])

    def hang(*_: Any, **__: Any) -> None:
        raise subprocess.TimeoutExpired((), 1)

    monkeypatch.setattr(subprocess, "run", hang)
    with pytest.raises(TavolinoError, match="took too long"):
        DataFolder(tmp_path).exchange.write([("a.toml", b"1")])
