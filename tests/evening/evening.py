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
from tests.evening.laws import Laws, Violation, held, nothing_grew
from tests.evening.plan import Plan
from tests.evening.player import Player
from tests.evening.world import World
from tests.firmware.plays.disk_in_python import PowerCut

HOUR_S = 3600.0
PAUSES = (0.0, 0.0, 2.0, 15.0, 60.0)
"""The player's pauses between two moves, s; with the moves this gives about 130 presses an hour."""


class Told(Struct):
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
        said = f"seed {self.seed}: {self.presses} presses, {self.starts} starts, {self.digest[:12]} {self.fault}"
        return said.rstrip()

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
        self.folder, self.plan, self.hours, self.most, self.moves = folder, plan, hours, presses, moves
        plan.lay_out(folder)
        self.chance = random.Random()  # noqa: S311 - seeded before each move
        self.world = World(folder, plan, self.chance)
        self.laws = Laws(self.world, self.chance)
        self.world.watch, self.world.see = self.laws.watch, self.laws.see
        self.player = Player(self.world, self.laws, plan, self.chance)
        self.faults = Faults(self.world, self.laws, plan, self.chance)
        self.told = Told(plan.seed)
        self._doing = "start"

    def run(self) -> Told:
        """Play the evening; what does not hold ends it."""
        before = held()
        for key in KEYS:
            load_engine(key)
        try:
            with self.world.disk.mounted(), self.world.watched():
                self._play()
            nothing_grew(before)
        except (Violation, Exception) as error:  # noqa: BLE001 - each is a fault of the device
            self.told.fault = f"{type(error).__name__}: {error}"
            self._say("".join(traceback.format_exception(error)))
        finally:
            self.faults.healed()
            shutil.rmtree(self.folder, ignore_errors=True)
        self.told.keys = self.player.hands.script
        self.told.presses, self.told.starts = self.player.hands.presses, self.world.starts
        self.told.met = {name: sorted(found) for name, found in self.laws.met.items()}
        self.told.faults = dict(sorted(self.faults.met.items()))
        return self.told

    def _play(self) -> None:
        world = self.world
        for number in self.moves:
            self.told.moves.append(number)
            self.chance.seed(f"{self.plan.seed}/{number}")
            try:
                if world.rig is None:
                    self._start()
                self._move()
            except PowerCut:
                self._cut()
            if world.worked >= self.hours * HOUR_S or self.player.hands.presses >= self.most:
                break
        if world.rig is not None:
            world.lost()
        world.clock.advance(self.faults.off_s())
        self.faults.healed()
        with suppress(PowerCut):
            self._start()
        world.lost()

    def _start(self) -> None:
        world = self.world
        self.laws.new_start()
        self._doing = "start"
        self.laws.faulty_panel = False
        world.power_on()
        words = [ENGLISH.words(one) for one in world.on.session.folder.plays.notices]
        self._say(f"on: {len(world.on.session.folder.plays.plays())} plays {' '.join(words)}")
        self.laws.restarted(words)
        world.go_on(2.5)
        self._note("start")

    def _move(self) -> None:
        world = self.world
        if world.on.device.over:
            self._say("switched off")
            world.lost()
            self._rest()
            return
        if fault := self.faults.maybe(self._doing):
            self._say(f"fault: {fault}")
        self._doing = self.player.move()
        self._note(self._doing)
        world.go_on(self.chance.choice(PAUSES))
        self.laws.rest()

    def _cut(self) -> None:
        self.laws.cut()
        self._say(f"{'killed' if self.faults.kill else 'cut'} while {self._doing}")
        (self.world.killed if self.faults.kill else self.world.lost)()
        self.faults.kill = False
        self._rest()

    def _rest(self) -> None:
        self.world.clock.advance(self.faults.off_s())
        if happened := self.faults.at_rest():
            self._say(f"while off: {happened}")

    def _note(self, what: str) -> None:
        world = self.world
        if world.rig is not None:
            shown = world.panel.picture()
            glass = "" if shown is None else hashlib.sha256(shown.tobytes()).hexdigest()[:8]
            self._say(f"{what} | {glass} | {' '.join(world.on.device.words().split())}")

    def _say(self, words: str) -> None:
        self.told.log.append(f"{self.world.clock.now():>14.3f} {words}")


def evening(folder: Path, plan: Plan, hours: float = 3.0, presses: int = 400, moves: Iterable[int] = ()) -> Told:
    """Play the evening of a plan in a folder that is made and taken away; `moves`: only these."""
    return Evening(folder, plan, hours, presses, moves or count()).run()
