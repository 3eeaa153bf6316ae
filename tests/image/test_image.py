"""The parts of the image match each other, as far as this can be checked without building it."""

import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from firmware.views.notices import UPGRADE_VARIABLE
from tests.image.card import IMAGE

EXCHANGE = IMAGE.parent / "tavolino-exchange.service"
UNITS = sorted((IMAGE / "root/etc/systemd/system").glob("*.service"))
SCRIPTS = sorted(path for path in IMAGE.rglob("*") if path.is_file() and path.read_bytes().startswith(b"#!/bin"))
MiB = 2048
"""A mebibyte, in sectors."""
MAX_EXPOSURE = 2.5
"""The highest exposure by `systemd-analyze security` of a unit that runs as root, of 10."""


def table() -> dict[int, tuple[int, int]]:
    """Return start and end of each partition, in sectors."""
    rows = re.findall(r"^(\d): start=(\d+), size=(\d+)", (IMAGE / "partitions").read_text(), re.MULTILINE)
    return {int(n): (int(start), int(start) + int(size)) for n, start, size in rows}


def test_the_partitions_fit() -> None:
    """All partitions begin at whole mebibytes and do not overlap, and those of the roots are in the extended one."""
    parts = table()
    assert {1, 2, 3, 4, 5, 6, 7} == set(parts)
    assert all(start % MiB == 0 for start, _ in parts.values())
    for inside, order in ((False, (1, 2, 3, 4)), (True, (5, 6, 7))):
        rows = [parts[n] for n in order]
        assert rows == sorted(rows)
        assert all(end <= start for (_, end), (start, _) in pairwise(rows)), inside
    assert all(parts[3][0] < start and end <= parts[3][1] for start, end in (parts[5], parts[6], parts[7]))


def test_both_roots_are_of_one_size() -> None:
    """A root fits both partitions; the plays are last on the card, so that they can grow."""
    parts = table()
    assert len({end - start for start, end in (parts[6], parts[7])}) == 1
    assert max(end for _, end in parts.values()) == parts[4][1]


def test_the_first_program_grows_the_partition_of_the_plays() -> None:
    """It writes the size of the fourth entry of the table, at byte 446 plus three entries of 16 plus 12."""
    assert f"seek={446 + 3 * 16 + 12} " in (IMAGE / "first").read_text()


def test_the_shells_accept_the_scripts() -> None:
    """Their shells find no syntax error."""
    assert {"first", "slots", "upgrade"} <= {path.name for path in SCRIPTS}
    for path in [*SCRIPTS, *IMAGE.glob("*.sh")]:
        shell = "bash" if path.suffix == ".sh" else "sh"
        subprocess.run([shell, "-n", path], check=True)


def test_the_device_reads_what_the_upgrade_tells() -> None:
    """The upgrade service writes to the file that the device reads."""
    files = re.findall("^TOLD=(.*)$", (IMAGE / "root/usr/local/lib/tavolino/upgrade").read_text(), re.MULTILINE)
    unit = (IMAGE / "root/etc/systemd/system/tavolino.service.d/50-image.conf").read_text()
    assert files == re.findall(f"^Environment={UPGRADE_VARIABLE}=(.*)$", unit, re.MULTILINE)


def test_nobody_can_log_in_unasked() -> None:
    """No login starts, except on a console, which needs its file."""
    started = (IMAGE / "wants").read_text()
    assert not re.search("getty|login|ssh|network", started)
    console = (IMAGE / "root/etc/systemd/system/tavolino-console@.service").read_text()
    assert "ConditionPathExists=/run/tavolino-card/console" in console
    assert "--lock root" in (IMAGE / "root.sh").read_text()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("unit", [EXCHANGE, *(one for one in UNITS if "@" not in one.name)], ids=lambda path: path.stem)
def test_the_units_are_hardened(unit: Path, tmp_path: Path) -> None:
    """A unit that runs as root can do little beyond its purpose."""
    text = re.sub(r"^(Exec\w+)=\S+", r"\1=/bin/true", unit.read_text(), flags=re.MULTILINE)
    (tmp_path / unit.name).write_text(text)
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(tmp_path / unit.name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None, done.stderr
    assert float(found[1]) <= MAX_EXPOSURE, done.stdout
