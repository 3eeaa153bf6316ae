"""Settings that a PC wrote on the card: the next start takes them over once."""

import re
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from firmware.data_folder import DataFolder
from firmware.device.builds import build_of
from firmware.device.rig import Simulated, open_rig
from firmware.doctor.examination import examine
from firmware.doctor.installation import SimulatedInstallation
from firmware.errors import TavolinoError
from firmware.files import exchange
from firmware.settings.from_card import COPY_NAME, import_settings
from firmware.settings.settings import Settings, panel_key
from hw.clock import HandClock
from hw.errors import HwError
from tests.firmware.conftest import FullDisk

CARD = Path(__file__).parents[3] / "systemd" / "image" / "settings.toml"
SMALL = 'panel = "2.9"\n'


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder on the card."""
    folder = tmp_path / "card" / "tavolino"
    folder.mkdir(parents=True)
    monkeypatch.setenv(exchange.FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return an empty data folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def start_words(folder: Path) -> tuple[str, str]:
    """Return the panel of a device started as `run` does, and the words on its glass."""
    clock, its = HandClock(), DataFolder(folder)
    with closing(open_rig(its, lambda given: Simulated(its, given, clock))) as device:
        device.run_until(clock, 5)
        return device.session.settings.panel, " ".join(device.device.words().split())


def kept(folder: Path) -> dict[str, object]:
    """Return the values in `settings.toml` of the data folder."""
    return tomllib.loads((folder / "settings.toml").read_text("utf-8"))


@pytest.mark.parametrize("raw", [SMALL, "\ufeff" + SMALL.replace("\n", "\r\n"), SMALL.replace('"', "")])
def test_the_small_panel_before_the_first_start(card: Path, data: Path, raw: str) -> None:
    """The panel is the one on the card, and the first start still asks its questions once."""
    (card / "settings.toml").write_bytes(raw.encode())
    assert start_words(data) == ("2.9", start_words(data)[1])
    assert "Which language?" in start_words(data)[1]
    DataFolder(data).settings.choose(language="de", first_start="")
    assert "Die Burgen von Burgund" in start_words(data)[1]
    assert (kept(data)["panel"], DataFolder(data).settings.load_last().panel) == ("2.9", "2.9")


def test_what_was_chosen_later_holds(card: Path, data: Path) -> None:
    """The file applies once, and again when it changes; fields that it does not have stay."""
    (card / "settings.toml").write_text('language = "de"\nhand = "left"\n')
    start_words(data)
    DataFolder(data).settings.choose(hand="right", first_start="")
    start_words(data)
    assert kept(data) == {"language": "de", "hand": "right", "first_start": ""}
    (card / "settings.toml").write_text("[hardware.keys]\nnext = 6\nback = 5\n")
    start_words(data)
    assert kept(data) == {
        "language": "de",
        "hand": "right",
        "first_start": "",
        "hardware": {"keys": {"next": 6, "back": 5}},
    }
    (card / "settings.toml").write_text("[hardware.keys]\nnext = 20\n[hardware.encoder]\na = 26\nb = 19\n")
    start_words(data)
    assert kept(data)["hardware"] == {"keys": {"next": 20, "back": 5}, "encoder": {"a": 26, "b": 19}}


@pytest.mark.parametrize(
    ("typed", "panel"),
    [
        ("panel = “2.9”", "2.9"),
        ("panel = „2,9“  # klein", "2.9"),
        ("panel=«2.9-BIG»", "2.9-big"),
        ("  panel = ‘2.9’", "2.9"),
        ("panel = 2,9″", "2.9"),
        ('panel = "2.9', "2.9"),
        ("panel = 2.9 -big", "2.9-big"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_a_panel_is_understood_as_it_is_typed(card: Path, data: Path, typed: str, panel: str, encoding: str) -> None:
    """Typographic or missing quotes, capitals and a decimal comma are valid, as a wrong panel shows no message."""
    (card / "settings.toml").write_bytes(f'hand = "left"\n{typed}\n[hardware]\n'.encode(encoding, errors="ignore"))
    taken = import_settings(DataFolder(data).settings, card, build_of)
    assert taken is not None
    assert (panel, "left") == (panel_key(taken), taken.hand)


@pytest.mark.parametrize("raw", [b"", b'# panel = "2.9"\n'])
def test_a_file_that_sets_nothing(card: Path, data: Path, raw: bytes) -> None:
    """The file as delivered leaves the first start unchanged."""
    (card / "settings.toml").write_bytes(raw)
    assert "Which language?" in start_words(data)[1]
    assert not (data / "settings.toml").exists()


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ('panel = "3"', 'tavolino/settings.toml: panel cannot be "3". Allowed: '),
        ('panel = "2.9"\nhand = ', "tavolino/settings.toml is not a TOML file: Invalid value (at line 2"),
        ("colour = 1", "tavolino/settings.toml has the unknown field colour"),
        ('Panel = "2.9"', "tavolino/settings.toml: write panel instead of Panel."),
        ("[hardware]\npanel = {width = 90}", "hardware.panel.width cannot be 90"),
        ("[hardware.signals]\nled = 36", "If 36 is its place on the header, write 16."),
        ("[hardware.keys]\nnext = 99", "hardware.keys.next"),
        ("[hardware.keys]\nnext = 25", "GPIO 25"),
    ],
)
def test_what_cannot_be_used_is_said_until_it_is_mended(card: Path, data: Path, raw: str, sentence: str) -> None:
    """A faulty file is not applied, the settings stay, and every start reports the fault."""
    DataFolder(data).settings.choose(signals="none")
    before = kept(data)
    (card / "settings.toml").write_text(raw)
    for _ in range(2):
        with pytest.raises((TavolinoError, HwError)) as raised:
            import_settings(DataFolder(data).settings, card, build_of)
        assert sentence in str(raised.value)
        assert "That cannot be used" in start_words(data)[1]
    assert (kept(data), (data / COPY_NAME).exists()) == (before, False)
    (card / "settings.toml").write_text(SMALL)
    assert start_words(data)[0] == "2.9"


def test_the_card_replaces_invalid_settings(card: Path, data: Path) -> None:
    """Settings of another version with unknown fields are replaced by those of the card."""
    (data / "settings.toml").write_text("colour = 1\n")
    assert "unknown field" in start_words(data)[1]
    (card / "settings.toml").write_text(SMALL)
    panel, words = start_words(data)
    assert (panel, "unknown field" in words, kept(data)["panel"]) == ("2.9", False, "2.9")


def test_a_disk_that_cannot_be_written(card: Path, data: Path, full_disk: FullDisk) -> None:
    """The settings apply to this start all the same, since a panel needs its own driver."""
    (card / "settings.toml").write_text(SMALL)
    with full_disk(1):
        taken = import_settings(DataFolder(data).settings, card, build_of)
    assert (taken and taken.panel, (data / "settings.toml").exists()) == ("2.9", False)


def test_the_doctor_examines_what_a_start_would_have(card: Path, data: Path) -> None:
    """The doctor examines the panel on the card even before the first start."""
    (card / "settings.toml").write_text(SMALL)
    found = {check.name: check.found for check in examine(SimulatedInstallation(DataFolder(data)))}
    assert "2.9" in found["settings"]


def test_settings_are_no_deck(card: Path, data: Path) -> None:
    """The file is not listed for import, also not in capitals."""
    for name in ("settings.toml", "SETTINGS.TOML", "deck.toml"):
        (card / name).write_text("x = 1")
    assert [path.name for path in DataFolder(data).exchange.files()] == ["deck.toml"]


def test_without_a_card(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An emulator has no card, and a card may lack the folder."""
    monkeypatch.delenv(exchange.FOLDER_VARIABLE, raising=False)
    assert start_words(data)[0] == Settings().panel
    monkeypatch.setenv(exchange.FOLDER_VARIABLE, str(data / "none" / "tavolino"))
    assert start_words(data)[0] == Settings().panel


def test_the_file_that_comes_with_the_card(card: Path, data: Path) -> None:
    """The delivered file sets nothing; with every line uncommented it is valid."""
    raw = CARD.read_text("utf-8")
    assert tomllib.loads(raw) == {}
    (card / "settings.toml").write_text(re.sub(r"(?m)^#(?=\S)", "", raw))
    taken = import_settings(DataFolder(data).settings, card, build_of)
    assert taken
    assert (taken.panel, taken.hardware) == ("2.9", {"encoder": {"a": 26, "b": 19, "half_step": True}})
