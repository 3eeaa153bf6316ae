"""`tavolino run`: its ends, and its reports if it cannot start."""

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
    """Restore the process."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def _fail_to_open(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def opened(*_: object) -> None:
        raise error

    monkeypatch.setattr(rig, "Rig", opened)


def test_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C gives no traceback, and the exit code of a shell."""
    _fail_to_open(monkeypatch, KeyboardInterrupt())
    assert 130 == cli.main(["run", "--data", str(tmp_path)])
    assert "" == capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [HwError("No SPI device. Switch SPI on."), PinFailed("No SPI device. Switch SPI on.")]
)
def test_parts_that_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: HwError
) -> None:
    """The error is followed by a hint to the doctor; the exit code is 2."""
    _fail_to_open(monkeypatch, error)
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
    """SIGTERM ends it with exit code 0, and closes the parts."""
    done: list[str] = []

    class TerminatedRig:
        """Parts that receive SIGTERM while they run."""

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

    monkeypatch.setattr(rig, "Rig", TerminatedRig)
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", "--data", str(tmp_path)])
    assert (0, ["closed"]) == (ended.value.code, done)


def test_the_first_frame_waits_for_no_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Garbage collection is off until the device is open and its first refresh runs, then on."""
    searched: list[bool] = []

    def opened(*_: object) -> None:
        searched.append(gc.isenabled())
        raise KeyboardInterrupt

    monkeypatch.setattr(rig, "Rig", opened)
    cli.main(["run", "--data", str(tmp_path)])
    assert [False] == searched
    assert gc.isenabled()


def test_the_log_is_quiet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Routine messages of libraries are not logged."""
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    _fail_to_open(monkeypatch, HwError("No SPI device."))
    assert 2 == cli.main(["run", "--data", str(tmp_path)])
    assert not logging.getLogger("transitions.core").isEnabledFor(logging.INFO)
    assert logging.getLogger("tavolino").isEnabledFor(logging.WARNING)
