"""The place of the data folder."""

from pathlib import Path

import pytest

from firmware.data_folder import data_folder
from firmware.files.disk import lock


def test_state_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of systemd comes first; of several, the first."""
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path / 'one'}:{tmp_path / 'two'}")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder().path == tmp_path / "one"
    assert (tmp_path / "one").is_dir()


def test_xdg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The XDG folder comes next; it is named after the program and private to its owner."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    folder = data_folder(name="tavolino-emulator").path
    assert folder == tmp_path / "xdg" / "tavolino-emulator"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert data_folder(name="tavolino-emulator").path == folder


def test_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The home folder comes last; a relative XDG path is ignored."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder().path == tmp_path / ".local" / "share" / "tavolino"


def test_folder_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be created is no error here."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "file" / "data"))
    folder = data_folder().path
    assert not folder.exists() if folder.parent.is_dir() else True
    with lock(folder) as held:
        assert not held
