"""Plays as an older Tavolino kept them, in files that it wrote: a database, closed or as a loss of power left it."""

import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.play import Play
from engines.registry import load_engine
from engines.text import ENGLISH
from firmware.dealer import dealer
from firmware.plays import counts
from firmware.plays.store import Store
from firmware.plays.versions import resume
from tests.firmware.conftest import Full

pytestmark = pytest.mark.all

FORMER = Path(__file__).parent / "former"
PLAYS: dict[str, Any] = msgspec.json.decode((FORMER / "plays.json").read_bytes())
"""Each play of the database as a file of the first format."""
DATABASES = pytest.mark.parametrize("name", ["closed", "running"])


def _left(folder: Path, name: str) -> Path:
    """Make a folder as the older Tavolino left it."""
    for path in FORMER.glob(f"{name}-*.xz"):
        (folder / path.stem.removeprefix(f"{name}-")).write_bytes(lzma.decompress(path.read_bytes()))
    return folder


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _check(store: Store, *numbers: int) -> None:
    """The plays are as they were: inputs, outcomes, undone inputs, options, sources, base, and the last state."""
    for number in numbers:
        file, play = PLAYS[str(number)], store.load(number)
        assert file["journal"] == _plain([entry for step in play.steps for entry in step.entries])
        assert (file["undone"], file["base"]) == (_plain(play.tail), _plain(play.base))
        assert (file["options"], file["sources"], file["seed"]) == (play.options, play.sources, play.seed)
        resumed = resume(load_engine(play.game), play, dealer(play.seed))
        if file["version"] == load_engine(play.game).version:
            assert isinstance(resumed, Play)
            assert file["state"] == _plain(resumed.engine.plain(resumed.state))


@DATABASES
def test_a_database_is_taken_over(tmp_path: Path, name: str) -> None:
    """All plays of it are there, live or archived, the one used last is current, and the counters go on."""
    with Store.open(_left(tmp_path, name)) as store:
        assert (store.kept, store.notices, store.current()) == (True, (), 3)
        _check(store, 1, 2, 3, 4)
        over, abandoned, *live = store.plays()
        assert (over.over, over.game, over.inputs) == (True, "wyrmspan", len(store.load(1).steps) - 1)
        assert (abandoned.abandoned, abandoned.game) == (True, "burgundy")
        assert [("magpie", True), ("wyrmspan", True)] == [(info.game, info.live) for info in live]
        assert 2 == counts.read(tmp_path).starts
        assert (7 if name == "closed" else 0) == store.counter("refresh.full")
        assert 5 == store.create(Play(load_engine("lisboa"), {}, dealer("7"), seed="7"))
    assert not (tmp_path / "plays.sqlite").exists()
    assert (tmp_path / "plays.sqlite.taken-over").exists()
    with Store.open(tmp_path) as store:
        assert (() == store.notices, store.current()) == (True, 5)
        _check(store, 1, 2, 3, 4)


@DATABASES
def test_the_power_goes_while_it_is_taken_over(tmp_path: Path, name: str) -> None:
    """Cut short anywhere, the next start has all of it."""
    with Store.open(_left(tmp_path, name)):
        pass
    for path in tmp_path.glob("*.taken-over"):
        path.rename(path.with_suffix(""))
    (tmp_path / "plays" / "0004-wyrmspan.jsonl").unlink()
    with Store.open(tmp_path) as store:
        assert [1, 2, 3, 4] == [info.number for info in store.plays()]
        _check(store, 1, 2, 3, 4)


def test_on_a_full_disk(tmp_path: Path, full_disk: Full) -> None:
    """Where nothing can be written the plays go on in memory, and the database stays."""
    _left(tmp_path, "closed")
    with full_disk(1), Store.open(tmp_path) as store:
        assert not store.kept
    assert (tmp_path / "plays.sqlite").exists()
    with Store.open(tmp_path) as store:
        _check(store, 1, 2, 3, 4)


def test_a_damaged_play_comes_from_the_backup(tmp_path: Path) -> None:
    """Of a database in which a play does not read whole, that one is taken from its copy."""
    path = _left(tmp_path, "closed") / "plays.sqlite"
    path.write_bytes(path.read_bytes().replace(b'"game":"burgundy"', b'"game":"burgundz"'))
    with Store.open(tmp_path) as store:
        assert "plays.sqlite of an older Tavolino cannot be read whole" in ENGLISH.words(store.notices[0])
        _check(store, 1, 2, 3, 4)


@pytest.mark.parametrize("raw", [b"", b"no database", bytes(8192)])
def test_what_is_no_database(tmp_path: Path, raw: bytes) -> None:
    """It is said, and the backup is taken if there is one."""
    (_left(tmp_path, "closed") / "plays.sqlite").write_bytes(raw)
    with Store.open(tmp_path) as store:
        _check(store, 1, 2, 3, 4)
    for path in tmp_path.glob("plays*"):
        if path.is_file():
            path.unlink()
    (tmp_path / "plays.sqlite").write_bytes(raw)
    with Store.open(tmp_path) as store:
        assert "It stays as plays.sqlite.taken-over." in ENGLISH.words(store.notices[0])
        _check(store, 1, 2, 3, 4)


def test_without_a_database_its_library_is_not_loaded(tmp_path: Path) -> None:
    """The device loads sqlite3 for an older store alone."""
    code = """
import sys
from pathlib import Path
from firmware.plays.store import Store
with Store.open(Path(sys.argv[1])):
    assert "sqlite3" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
