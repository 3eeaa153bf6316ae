"""Settings, and the remembered values of games."""

import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from firmware.data_folder import DataFolder
from firmware.device.rig import Simulated, open_rig
from firmware.errors import TavolinoError
from firmware.settings.settings import Settings
from hw.clock import HandClock
from tests.firmware.conftest import FullDisk

DECK = {"origin": "taught", "cards": [{"id": "a", "steps": [1, 2], "known": True}], "worth": {"a": 3}}


def test_defaults(tmp_path: Path) -> None:
    """A folder without settings has the defaults."""
    loaded = DataFolder(tmp_path).settings.load()
    assert (loaded.panel, loaded.language, loaded.full_refresh_after, loaded.options) == ("4.2", "en", 8, {})


def test_saved_settings(tmp_path: Path) -> None:
    """Saved settings are loaded again, including options with whole decks."""
    options = {"wyrmspan": {"level": "egg", "n": 3, "on": True, "deck": DECK}}
    saved = Settings(options=options, sources={"wyrmspan": {"cards": "own"}})
    DataFolder(tmp_path).settings.change(options=saved.options, sources=saved.sources)
    assert DataFolder(tmp_path).settings.load() == saved
    DataFolder(tmp_path).settings.change(options={})
    assert DataFolder(tmp_path).settings.load() == Settings(sources=saved.sources)
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_what_somebody_wrote_stays(tmp_path: Path) -> None:
    """Saving keeps all other values that somebody wrote into the file, right or wrong."""
    path = tmp_path / "settings.toml"
    path.write_text('panel = "2.9"\nlanguage = "xx"\n')
    DataFolder(tmp_path).settings.change(options={"lisboa": {"n": 3}}, sources={})
    assert tomllib.loads(path.read_text()) == {
        "panel": "2.9",
        "language": "xx",
        "options": {"lisboa": {"n": 3}},
        "sources": {},
    }
    path.write_text("panel = ")
    with pytest.raises(TavolinoError, match="is not a TOML file"):
        DataFolder(tmp_path).settings.change(options={})
    assert path.read_text() == "panel = "


# --- a start ---


DEEP = "panel = " + "[" * 20_000
ENDLESS = f'[hardware]\n"{"x" * 100_000}" = "{"x" * 100_000}"'


def start_words(folder: Path, trouble: str | None = None) -> tuple[str, str]:
    """Return the panel of a folder's device, and the words on its glass."""
    clock, data = HandClock(), DataFolder(folder)
    with closing(open_rig(data, lambda settings: Simulated(data, settings, clock, lambda: "7", trouble))) as device:
        device.run_until(clock, 5)
        return device.session.settings.panel, " ".join(device.device.words().split())


@pytest.mark.parametrize(
    "wrong",
    [
        'panel = "7.5"',
        "panel = ",
        DEEP,
        ENDLESS,
        *(f'panel = "2.9"\n[hardware.keys]\nnext = {pin}' for pin in (99, 25)),
    ],
    ids=["a panel", "no TOML", "deep", "endless", "no pin", "the panel's pin"],
)
def test_a_start_with_settings_that_cannot_be_used(tmp_path: Path, wrong: str) -> None:
    """The last valid settings apply, the panel reports the fault, and the file is left unchanged."""
    path = tmp_path / "settings.toml"
    path.write_text('panel = "2.9"')
    assert "2.9" == start_words(tmp_path)[0]
    path.write_text(wrong)
    panel, words = start_words(tmp_path)
    assert ("2.9", True, wrong) == (panel, "That cannot be used" in words, path.read_text())
    path.write_text("")
    assert "Wyrmspan: new" in start_words(tmp_path)[1]
    path.write_text(wrong)
    assert "4.2" == start_words(tmp_path)[0]


def test_a_start_in_safe_mode_with_unreadable_files(tmp_path: Path) -> None:
    """Unreadable settings, remembered values and decks do not prevent a start in safe mode."""
    for name in ("settings.toml", "settings.last.toml", "remembered/magpie.toml", "decks/magpie/charms/x.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(DEEP)
    panel, words = start_words(tmp_path, "It crashed.")
    assert ("4.2", True) == (panel, "settings.toml is not a TOML file" in words)


def test_a_first_start_with_settings_that_cannot_be_used(tmp_path: Path) -> None:
    """Without any valid settings the defaults apply."""
    for name in ("settings.toml", "settings.last.toml"):
        (tmp_path / name).write_bytes(b"\xff\xfe")
    panel, words = start_words(tmp_path)
    assert ("4.2", True) == (panel, "That cannot be used" in words)


def test_the_last_settings_are_written_once(tmp_path: Path) -> None:
    """A start with unchanged settings writes nothing, nor does one without settings."""
    DataFolder(tmp_path).settings.keep_last()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "settings.toml").write_text('panel = "2.9"')
    DataFolder(tmp_path).settings.keep_last()
    written = (tmp_path / "settings.last.toml").stat().st_mtime_ns
    DataFolder(tmp_path).settings.keep_last()
    assert (tmp_path / "settings.last.toml").stat().st_mtime_ns == written


def test_a_disk_that_keeps_no_last_settings(tmp_path: Path, full_disk: FullDisk) -> None:
    """A full disk does not prevent a start."""
    (tmp_path / "settings.toml").write_text('panel = "2.9"')
    with full_disk(1):
        DataFolder(tmp_path).settings.keep_last()
    assert not (tmp_path / "settings.last.toml").exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('panel = "7.5"', 'panel cannot be "7.5". Allowed: "2.13", "2.7-hat", "2.9", "2.9-v2", '),
        ('language = "xx"', 'language cannot be "xx". Allowed: "en", '),
        ("panel = 1979-05-27", "panel cannot be 1979-05-27. Allowed:"),
        ("panel = 07:32:00", "panel cannot be 07:32:00. Allowed:"),
        ("full_refresh_after = nan", "full_refresh_after cannot be nan. Allowed: 4 to 20"),
        ("full_refresh_after = 3", "full_refresh_after cannot be 3. Allowed: 4 to 20"),
        ("full_refresh_after = 21", "full_refresh_after cannot be 21. Allowed: 4 to 20"),
        ("full_refresh_after = true", "full_refresh_after cannot be true. Allowed: 4 to 20"),
        ("options = 3", "options cannot be 3. Allowed: a table for each game"),
        ('full_refresh = "never"', 'full_refresh cannot be "never". Allowed: "fast", "slow"'),
        ("colour = 3", "has the unknown field colour. Allowed: panel, text, language, hand, full_refresh, fu"),
        ("panel = ", "is not a TOML file"),
        (DEEP, "is not a TOML file"),
        (f'panel = "{"x" * 100_000}"', 'panel cannot be "xxx'),
        (f'"{"x" * 100_000}" = 1', "has the unknown field xxx"),
    ],
)
def test_a_value_that_is_not_allowed(tmp_path: Path, line: str, sentence: str) -> None:
    """A value that is not allowed gives one sentence with file, field, value and allowed values."""
    (tmp_path / "settings.toml").write_text(line)
    with pytest.raises(TavolinoError) as raised:
        DataFolder(tmp_path).settings.load()
    assert sentence in str(raised.value)
    assert str(tmp_path / "settings.toml") in str(raised.value)
    assert len(str(raised.value)) <= 1000


def test_big_text_in_the_name_of_the_panel(tmp_path: Path) -> None:
    """A panel name with -big also sets big text; a size chosen later replaces it."""
    files = DataFolder(tmp_path).settings
    (tmp_path / "settings.toml").write_text('panel = "4.2-big"')
    assert files.load() == Settings("4.2", text="big")
    files.change(text="normal")
    assert (files.load(), files.values()) == (Settings("4.2"), {"panel": "4.2", "text": "normal"})
    for wrong in ("big", "-big", "4.2-big-big", "../4.2"):
        (tmp_path / "settings.toml").write_text(f'panel = "{wrong}"')
        with pytest.raises(TavolinoError, match="panel cannot be"):
            files.load()


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    """A file that is not text gives a sentence, too."""
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(TavolinoError, match="is not a TOML file"):
        DataFolder(tmp_path).settings.load()


def test_remembered_values(tmp_path: Path) -> None:
    """Each game remembers its own values, and none at first."""
    assert DataFolder(tmp_path).settings.recall("lisboa") == {}
    DataFolder(tmp_path).settings.remember("lisboa", {"deck": DECK})
    DataFolder(tmp_path).settings.remember("pampero", {"n": 4})
    assert DataFolder(tmp_path).settings.recall("lisboa") == {"deck": DECK}
    assert DataFolder(tmp_path).settings.recall("pampero") == {"n": 4}
    assert (tmp_path / "remembered" / "lisboa.toml").exists()


def test_full_disk(tmp_path: Path, full_disk: FullDisk) -> None:
    """A failed write keeps the old values, and is reported."""
    DataFolder(tmp_path).settings.remember("lisboa", {"n": 1})
    with full_disk(1), pytest.raises(TavolinoError, match="cannot be written"):
        DataFolder(tmp_path).settings.remember("lisboa", {"n": 2})
    assert DataFolder(tmp_path).settings.recall("lisboa") == {"n": 1}


def test_unreadable_settings(plain_folder: Path) -> None:
    """Unreadable settings are named."""
    DataFolder(plain_folder).settings.change(options={})
    (plain_folder / "settings.toml").chmod(0)
    with pytest.raises(TavolinoError, match="cannot be read"):
        DataFolder(plain_folder).settings.load()
