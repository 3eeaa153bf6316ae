"""`tavolino run`: how it ends, and what it says where it cannot begin."""

import gc
import logging
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware import cli
from firmware.device import rig
from firmware.settings.settings import Settings
from hw.clock import HandClock
from hw.errors import HwError, PinFailed


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave the process as it was."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def _opening_ends_in(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def opened(*_: object) -> None:
        raise error

    monkeypatch.setattr(rig, "Rig", opened)


def test_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C is no error of ours: no trace, and the exit code that a shell gives."""
    _opening_ends_in(monkeypatch, KeyboardInterrupt())
    assert 130 == cli.main(["run", "--data", str(tmp_path)])
    assert "" == capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [HwError("No SPI device. Switch SPI on."), PinFailed("No SPI device. Switch SPI on.")]
)
def test_parts_that_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: HwError
) -> None:
    """One sentence more than the error has: who knows more of it. Exit code 2."""
    _opening_ends_in(monkeypatch, error)
    assert 2 == cli.main(["run", "--data", str(tmp_path)])
    assert "No SPI device. Switch SPI on. `tavolino doctor` says more.\n" == capsys.readouterr().err


def test_a_new_folder_is_greeted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first start of a folder asks for the language; one with settings does not."""
    steps: list[str] = []

    def opened(_folder: Path, settings: Settings, *_: object) -> None:
        steps.append(settings.first_start)
        raise KeyboardInterrupt

    monkeypatch.setattr(rig, "Rig", opened)
    for _ in range(2):
        cli.main(["run", "--data", str(tmp_path)])
        (tmp_path / "settings.toml").write_text("hints = true\n")
    assert ["language", ""] == steps


def test_told_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGTERM ends it with exit code 0, and closes what was opened."""
    done: list[str] = []

    class Opened:
        """Parts that are told to end while they run."""

        def __init__(self, *_: object) -> None:
            self.lights = self
            self.failures: tuple[str, ...] = ()
            self.clock = HandClock()

        def run(self, _turned: Any) -> None:
            """Run."""
            signal.raise_signal(signal.SIGTERM)
            done.append("went on")

        def close(self) -> None:
            """Close."""
            done.append("closed")

    monkeypatch.setattr(rig, "Rig", Opened)
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", "--data", str(tmp_path)])
    assert (0, ["closed"]) == (ended.value.code, done)


def test_the_first_frame_waits_for_no_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the device is open and its first refresh runs, nothing is searched for garbage; afterwards it is."""
    searched: list[bool] = []

    def opened(*_: object) -> None:
        searched.append(gc.isenabled())
        raise KeyboardInterrupt

    monkeypatch.setattr(rig, "Rig", opened)
    cli.main(["run", "--data", str(tmp_path)])
    assert [False] == searched
    assert gc.isenabled()


def test_the_log_is_quiet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What libraries say while all goes well is not logged: the log is read where something went wrong."""
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    _opening_ends_in(monkeypatch, HwError("No SPI device."))
    assert 2 == cli.main(["run", "--data", str(tmp_path)])
    assert not logging.getLogger("transitions.core").isEnabledFor(logging.INFO)
    assert logging.getLogger("tavolino").isEnabledFor(logging.WARNING)
