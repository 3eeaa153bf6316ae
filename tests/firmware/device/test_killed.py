"""A real process killed at random moments of random plays: its acknowledged inputs are there, at the same step."""

import json
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engines.kit.play import Play
from engines.registry import GAMES, load_engine
from firmware.data_folder import DataFolder
from firmware.dealer import dealer
from firmware.device.rig import Simulated
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from firmware.views.play_view import PlayView
from hw.clock import HandClock
from tests.firmware.device.victim import QUIET_S, step

pytestmark = pytest.mark.all

MAX_DELAY_S = 0.03
"""The longest time from an acknowledgement to the kill, s: during the next input, or its drawing."""


Report = tuple[int, int, str, int]
"""The report of a victim: the play, its inputs, its pending step, and the most inputs that its next key gives."""


class Killer:
    """Starts victims and kills them."""

    def __init__(self, nest: "subprocess.Popen[str]", seed: int) -> None:
        self.nest, self.chance = nest, random.Random(seed)  # noqa: S311 - the same rounds every time

    def kill_one(self, folder: Path) -> list[Report]:
        """Let a victim play in a folder, kill it some time later, and return its reports."""
        assert self.nest.stdin is not None
        assert self.nest.stdout is not None
        print(folder, self.chance.randrange(10**6), file=self.nest.stdin, flush=True)
        victim = int(self.nest.stdout.readline())
        reports = [self.nest.stdout.readline() for _ in range(self.chance.randrange(2, 12))]
        select.select([], [], [], self.chance.uniform(0, MAX_DELAY_S))
        os.kill(victim, signal.SIGKILL)
        reports += iter(self.nest.stdout.readline, "\n")
        return [tuple(json.loads(line)) for line in reports]


@pytest.fixture
def nest() -> Iterator["subprocess.Popen[str]"]:
    """Start a process that has everything loaded."""
    command = [sys.executable, "-m", "tests.firmware.device.victim"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


def _replayed_state(play: Play[Any]) -> Any:
    """Return the state after all entries of a play, replayed from its options."""
    state = play.engine.start(play.options).state
    for entry in play.journal:
        state = play.engine.apply(state, entry).state
    return state


def _check(folder: Path, reports: list[Report]) -> None:
    """Start again: the last acknowledged input is there, or the whole of the one being given."""
    number, n, last, more = reports[-1]
    clock = HandClock()
    with closing(Simulated(DataFolder(folder), Settings(), clock)) as rig:
        rig.run_until(clock, QUIET_S)
        assert rig.session.folder.plays.notices == ()
        assert rig.session.folder.plays.is_saved
        assert rig.session.folder.plays.load(number).n in (n, n + more)
        play = rig.session.play
        if play is None or rig.session.number != number:
            return  # the last key put the play away, or began another one
        assert play.engine.broken_laws(play.state) == ()
        assert _replayed_state(play) == play.state
        assert isinstance(rig.device.session.top, PlayView)
        shown = rig.device.frames.layout.screen  # without its reason, if that would need its own page
        assert replace(rig.device.session.top.screen(), because=shown.because) == shown
        if play.n == n:
            assert last == step(rig)


def _kill_in_turn(folder: Path, nest: "subprocess.Popen[str]", seed: int, kills: int) -> None:
    """Kill victims in plays of each game in turn."""
    killer = Killer(nest, seed)
    for key in GAMES:
        with Store(_new_folder(folder / key)) as store:
            store.create(Play(load_engine(key), {}, dealer(key), seed=key, sources={}))
    for key in islice(cycle(GAMES), kills):
        _check(folder / key, killer.kill_one(folder / key))


def _new_folder(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_killed(tmp_path: Path, nest: "subprocess.Popen[str]") -> None:
    """Ten kills at random moments of random plays lose no acknowledged input."""
    _kill_in_turn(tmp_path, nest, 1, 10)
