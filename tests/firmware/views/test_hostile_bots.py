"""Mutated bot files on the device: a page with a sentence, or a play; no hang, error or loss."""

import logging
import re
from pathlib import Path

import pytest

from firmware.bots import files as bot_files
from tests.core import core
from tests.engines.botfile.hostile import mutant
from tests.firmware.device.bench import BACK, PUSH, Bench, bench

SLICE, ALL = range(12), range(12, 1000)
NEXT_PRESSES = 12
"""Presses of Next in a play."""
each_part = pytest.mark.parametrize(
    "seeds",
    [*core([SLICE[:2], SLICE]), *(pytest.param(ALL[n::19], marks=pytest.mark.long) for n in range(19))],
    ids=lambda seeds: f"{seeds[0]}-{len(seeds)}files",
)


@each_part
def test_a_changed_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, seeds: range
) -> None:
    """Each file opens a page, or a play that continues after a power cut; no error of ours is logged."""
    monkeypatch.setattr(bot_files, "SHIPPED", tmp_path / "none")
    caplog.set_level(logging.ERROR)
    for seed in seeds:
        folder = tmp_path / str(seed)
        (folder / "bots").mkdir(parents=True)
        (folder / "bots" / "mutant.toml").write_bytes(mutant(seed))
        with bench(folder) as device:
            device.choose("bots")
            begun = _state_after_keys(device)
        assert [] == [f"seed {seed}: {record.getMessage()} {record.exc_text}" for record in caplog.records]
        if begun is None:
            continue
        with bench(folder) as device:
            assert device.session.play is not None, f"seed {seed}: {device.words}"
            assert device.play.state == begun, seed
        assert [] == [f"seed {seed}: {record.getMessage()} {record.exc_text}" for record in caplog.records]


def _state_after_keys(device: Bench) -> object:
    """Play for a while; return the state, or None if no play began."""
    if "begin" not in device.listed:
        assert "mutant.toml" in device.words
        assert re.search(r"line\s\d+|too\slarge|more than 32", device.words), device.words
        device.push()
        assert "bots" in device.listed
        return None
    device.choose("begin")
    if device.session.play is None:
        return None
    for _ in range(NEXT_PRESSES):
        device.next()
    device.hold(PUSH)
    device.back()
    device.hold(BACK)
    device.back()
    device.next()
    return device.session.play and device.play.state
