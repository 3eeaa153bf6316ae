"""The lock of a folder, and files written whole."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.errors import TavolinoError
from firmware.files.disk import Unsynced, append, lock, write_whole
from tests.firmware.conftest import FullDisk


def test_second_process(tmp_path: Path) -> None:
    """A second process is refused with a sentence that names the folder; after the first has ended, it is accepted."""
    script = (
        f"from pathlib import Path; from firmware.files.disk import lock; lock(Path({str(tmp_path)!r})).__enter__()"
    )
    with lock(tmp_path) as held:
        assert held
        second = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert f"Another Tavolino runs on {tmp_path}. Stop it first, or choose another folder" in second.stderr
        with pytest.raises(TavolinoError), lock(tmp_path):
            pass
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
    with lock(tmp_path) as held:
        assert held


def test_lock_read_only(plain_folder: Path) -> None:
    """A read-only folder does not prevent the start."""
    plain_folder.chmod(0o555)
    with lock(plain_folder) as held:
        assert not held


def test_write_whole(tmp_path: Path, full_disk: FullDisk) -> None:
    """A file is the old or the new one, and no other file remains."""
    path = tmp_path / "folder" / "file"
    write_whole(path, b"old")
    write_whole(path, b"new")
    with full_disk(2), pytest.raises(OSError, match="large"):
        write_whole(path, b"newer")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_append(tmp_path: Path) -> None:
    """Bytes of an unfinished write after the last line are cut off; a shortened file is not appended to."""
    path = tmp_path / "file"
    path.write_bytes(b"one\nhalf of the second")
    append(path, 4, b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"
    path.write_bytes(b"on")
    with pytest.raises(Unsynced, match="was cut"):
        append(path, 8, b"three\n")
    assert path.read_bytes() == b"on"
