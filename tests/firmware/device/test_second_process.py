"""A second process on the same folder."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.all

CHILD = """
import sys
from pathlib import Path
from firmware.data_folder import DataFolder
from firmware.device.rig import Simulated
from firmware.settings.settings import Settings
from hw.clock import HandClock

rig = Simulated(DataFolder(Path(sys.argv[1])), Settings(), HandClock())
while True:
    rig.pump()
    print("runs", flush=True)
"""


def test_second_process(tmp_path: Path) -> None:
    """A second process on the same folder is refused with one sentence and exit code 2; the first one continues."""
    (tmp_path / "keys.txt").write_text("next")
    with subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        emulate = [sys.executable, "-m", "firmware.cli", "emulate", "--data", str(tmp_path)]
        for options in ([], ["--headless", "--script", str(tmp_path / "keys.txt")]):
            done = subprocess.run(
                [*emulate, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
            expected = f"Another Tavolino runs on {tmp_path}. Stop it first, or choose another folder with --data.\n"
            assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)
        assert child.stdout.readline()
        child.kill()
