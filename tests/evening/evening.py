"""One evening of a seed, from power-on to the end: what happened, minute by minute, and what was reached."""

import hashlib
import random
import re
import shutil
import traceback
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path

from msgspec import Struct

from engines.kit.text import ENGLISH
from engines.registry import KEYS, load_engine
from tests.evening.faults import Faults
from tests.evening.laws import Laws, Violation, check_nothing_grew, open_files_and_threads
from tests.evening.plan import Plan
from tests.evening.player import Player
from tests.evening.world import World
from tests.firmware.plays.disk_in_python import PowerCut

HOUR_S = 3600.0
PAUSES = (0.0, 0.0, 2.0, 15.0, 60.0)
"""The player's pauses between two moves, s; with the moves this gives about 130 presses an hour."""


class Report(Struct):
    """The report of an evening. `fault` is empty if every law held."""

    seed: int
    moves: list[int] = []
    log: list[str] = []
    fault: str = ""
    keys: list[str] = []
    """Its keys, as a script of the headless emulator has them."""
    presses: int = 0
    starts: int = 0
    met: dict[str, list[str]] = {}
    faults: dict[str, int] = {}

    @property
    def digest(self) -> str:
        """A hash of the log."""
        return hashlib.sha256("\n".join(self.log).encode()).hexdigest()

    def __str__(self) -> str:
        words = f"seed {self.seed}: {self.presses} presses, {self.starts} starts, {self.digest[:12]} {self.fault}"
        return words.rstrip()

    @property
    def kind(self) -> str:
        """The fault without its names and numbers."""
        return re.sub(r"\W\S*[\d.]\S*", " …", self.fault)[:40]


class Evening:
    """The world of a plan, its player, its faults and its laws, in its own folder.

    `moves` are the numbers of the moves that are made. The seed and its number decide each move, so an evening without
    some of them is valid, too.
    """

    def __init__(self, folder: Path, plan: Plan, hours: float, presses: int, moves: Iterable[int]) -> None:
        self.folder, self.plan, self.hours, self.max_presses, self.moves = folder, plan, hours, presses, moves
        plan.lay_out(folder)
        self.chance = random.Random()  # noqa: S311 - seeded before each move
        self.world = World(folder, plan, self.chance)
        self.laws = Laws(self.world, self.chance)
        self.world.watch, self.world.see = self.laws.watch, self.laws.note_glass
        self.player = Player(self.world, self.laws, plan, self.chance)
        self.faults = Faults(self.world, self.laws, plan, self.chance)
        self.report = Report(plan.seed)
        self._doing = "start"

    def run(self) -> Report:
        """Play the evening, up to the first broken law."""
        before = open_files_and_threads()
        for key in KEYS:
            load_engine(key)
        try:
            with self.world.disk.mounted(), self.world.observed():
                self._play()
            check_nothing_grew(before)
        except (Violation, Exception) as error:  # noqa: BLE001 - each is a fault of the device
            self.report.fault = f"{type(error).__name__}: {error}"
            self._log("".join(traceback.format_exception(error)))
        finally:
            self.faults.heal_all()
            shutil.rmtree(self.folder, ignore_errors=True)
        self.report.keys = self.player.hands.script
        self.report.presses, self.report.starts = self.player.hands.presses, self.world.starts
        self.report.met = {name: sorted(found) for name, found in self.laws.met.items()}
        self.report.faults = dict(sorted(self.faults.met.items()))
        return self.report

    def _play(self) -> None:
        world = self.world
        for number in self.moves:
            self.report.moves.append(number)
            self.chance.seed(f"{self.plan.seed}/{number}")
            try:
                if world.rig is None:
                    self._start()
                self._move()
            except PowerCut:
                self._end_by_cut()
            if world.worked >= self.hours * HOUR_S or self.player.hands.presses >= self.max_presses:
                break
        if world.rig is not None:
            world.lose_power()
        world.clock.advance(self.faults.off_s())
        self.faults.heal_all()
        with suppress(PowerCut):
            self._start()
        world.lose_power()

    def _start(self) -> None:
        world = self.world
        self.laws.new_start()
        self._doing = "start"
        self.laws.faulty_panel = False
        world.power_on()
        words = [ENGLISH.words(one) for one in world.on.session.folder.plays.notices]
        self._log(f"on: {len(world.on.session.folder.plays.plays())} plays {' '.join(words)}")
        self.laws.check_start(words)
        world.go_on(2.5)
        self._note("start")

    def _move(self) -> None:
        world = self.world
        if world.on.device.over:
            self._log("switched off")
            world.lose_power()
            self._rest()
            return
        if fault := self.faults.maybe_fault(self._doing):
            self._log(f"fault: {fault}")
        self._doing = self.player.move()
        self._note(self._doing)
        world.go_on(self.chance.choice(PAUSES))
        self.laws.check_at_rest()

    def _end_by_cut(self) -> None:
        self.laws.note_cut()
        self._log(f"{'killed' if self.faults.kill else 'cut'} while {self._doing}")
        (self.world.kill_process if self.faults.kill else self.world.lose_power)()
        self.faults.kill = False
        self._rest()

    def _rest(self) -> None:
        self.world.clock.advance(self.faults.off_s())
        if happened := self.faults.maybe_at_rest():
            self._log(f"while off: {happened}")

    def _note(self, what: str) -> None:
        world = self.world
        if world.rig is not None:
            shown = world.panel.picture()
            glass = "" if shown is None else hashlib.sha256(shown.tobytes()).hexdigest()[:8]
            self._log(f"{what} | {glass} | {' '.join(world.on.device.words().split())}")

    def _log(self, words: str) -> None:
        self.report.log.append(f"{self.world.clock.now():>14.3f} {words}")


def play_evening(folder: Path, plan: Plan, hours: float = 3.0, presses: int = 400, moves: Iterable[int] = ()) -> Report:
    """Play the evening of a plan in a new folder, which is deleted; with `moves`, only these moves."""
    return Evening(folder, plan, hours, presses, moves or count()).run()
