"""What goes wrong, and when: by the seed alone."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.registry import KEYS, load_engine
from tests.evening.disk import BROKEN, FULL, READ_ONLY
from tests.evening.laws import Laws
from tests.evening.plan import Plan
from tests.evening.world import World
from tests.firmware.plays.disk import Call, What

PANEL_HEALS_S = 40.0
"""So long after a fault of the panel its glass must be right again: two tries, and one every 10 s, each up to 8 s."""

BROWN_OUT_HEALS_S = 12.0
"""So long after a brown-out: it is noticed by the next refresh, and drawn once more at once."""


class Faults:
    """Lets things go wrong in a world. `met` counts them, with what was being done."""

    def __init__(self, world: World, laws: Laws, plan: Plan, chance: random.Random) -> None:
        self.world, self.laws, self.plan, self.chance = world, laws, plan, chance
        self.met: Counter[str] = Counter()
        self.kill = False
        """The next cut ends the process alone."""
        self.kinds: dict[str, Callable[[], None]] = {
            "cut at a call": self._cut_at_a_call,
            "cut at a byte": self._cut_at_a_byte,
            "cut at a time": self._cut_at_a_time,
            "kill": self._kill,
            "hang": self._hang,
            "full": lambda: self._disk(FULL),
            "broken": lambda: self._disk(BROKEN),
            "read-only": lambda: self._disk(READ_ONLY),
            "short write": self._short,
            "read error": self._read,
            "busy": self._busy,
            "bus": self._bus,
            "brown-out": self._brown_out,
            "late": self._late,
        }
        self.rest_kinds: dict[str, Callable[[], bool]] = {
            "rot": self._rot,
            "delete": self._delete,
            "double": self._double,
            "edit": self._edit,
            "rules": self._rules,
        }
        self._heal_disk_at = self._heal_panel_at = float("inf")
        self._right_at, self._heals_s = 0.0, PANEL_HEALS_S
        self._versions = {key: load_engine(key).version for key in KEYS}

    def maybe(self, doing: str) -> str:
        """Now and then let something go wrong; return what."""
        self._heal()
        if not self.plan.faults or self.chance.random() >= self.plan.fault_share:
            return ""
        name = self.chance.choice(self.plan.faults)
        self.met[name] += 1
        self.met[f"{name} while {doing}"] += 1
        self.kinds[name]()
        return name

    def at_rest(self) -> str:
        """Now and then let something happen to the files of a device that is off; return what."""
        self.healed()
        if not self.plan.at_rest or self.chance.random() >= self.plan.rest_share:
            return ""
        name = self.chance.choice(self.plan.at_rest)
        if self.rest_kinds[name]():
            self.met[name] += 1
            return name
        return ""

    def off_s(self) -> float:
        """Return how long the power stays off, s."""
        return self.chance.choice((0.0, 1.0, 60.0, 30 * 86_400.0))

    def healed(self) -> None:
        """Let disk and panel be well: the power was off."""
        self.world.disk.trouble = lambda _: 0
        self.laws.faulty_disk = self.laws.faulty_panel = False
        self._heal_disk_at = self._heal_panel_at = float("inf")
        for key, version in self._versions.items():
            load_engine(key).version = version

    # --- inside ---

    def _heal(self) -> None:
        now, panel = self.world.clock.now(), self.world.panel
        if now >= self._heal_disk_at:
            self.world.disk.trouble = lambda _: 0
            self._heal_disk_at = float("inf")
        if now >= self._heal_panel_at:
            panel.busy.heal()
            panel.bus.trouble = ""
            self._heal_panel_at, self._right_at = float("inf"), now + self._heals_s
        if self.laws.faulty_panel and self._heal_panel_at == float("inf") and now >= self._right_at:
            self.laws.faulty_panel = False
        rig = self.world.rig
        if self.laws.faulty_disk and self._heal_disk_at == float("inf") and rig is not None and rig.store.kept:
            self.laws.faulty_disk = False

    def _cut_at_a_call(self) -> None:
        self.kill = False
        self.world.disk.cut_in = self.chance.randint(0, 30)

    def _cut_at_a_byte(self) -> None:
        self.kill = False
        self.world.panel.bus.cut_in = self.chance.randint(1, 40_000)

    def _cut_at_a_time(self) -> None:
        self.kill = False
        self.world.cut_at = self.world.clock.now() + self.chance.uniform(0, 4)

    def _kill(self) -> None:
        self.kill = True
        if self.chance.random() < 0.5:
            self.world.disk.cut_in = self.chance.randint(0, 30)
        else:
            self.world.cut_at = self.world.clock.now() + self.chance.uniform(0, 4)

    def _hang(self) -> None:
        """Let the loop stand still until the watchdog ends the process."""
        self.kill = True
        self.world.clock.advance(12.0)
        self.world.cut_at = self.world.clock.now()

    def _read(self) -> None:
        """Let the next file that is read fail, or all for a while."""
        self.laws.faulty_disk = True
        left = [self.chance.choice((1, 3, 10**9))]

        def trouble(call: Call | Path) -> int:
            if not isinstance(call, Path):
                return 0
            left[0] -= 1
            return BROKEN if left[0] >= 0 else 0

        self.world.disk.trouble = trouble
        self._heal_disk_at = self.world.clock.now() + self.chance.uniform(0, 60)

    def _disk(self, error: int) -> None:
        """Let all calls fail for a while, or a single one."""
        self.laws.faulty_disk = True
        left = [self.chance.choice((1, 1, 2, 10**9))]

        def trouble(call: Call | Path) -> int:
            if isinstance(call, Path):
                return 0
            if error == FULL and call.what in (What.SYNC, What.UNLINK, What.TRUNCATE):
                return 0
            left[0] -= 1
            return error if left[0] >= 0 else 0

        self.world.disk.trouble = trouble
        self._heal_disk_at = self.world.clock.now() + self.chance.uniform(0, 300)

    def _short(self) -> None:
        """Let the next write take only a part, and the one after it fail: the disk is full."""
        self.laws.faulty_disk = True
        state = ["part"]

        def trouble(call: Call | Path) -> int:
            if isinstance(call, Path) or call.what is not What.WRITE:
                return 0
            if state[0] == "part":
                state[0] = "full"
                return -max(len(call.raw) // 2, 1)
            return FULL

        self.world.disk.trouble = trouble
        self._heal_disk_at = self.world.clock.now() + self.chance.uniform(0, 60)

    def _busy(self) -> None:
        self._panel_is_faulty()
        self.world.panel.busy.trouble = self.chance.choice(("stuck", "dead", "early", "late"))

    def _bus(self) -> None:
        self._panel_is_faulty()
        self.world.panel.bus.trouble = self.chance.choice(("error", "short"))

    def _brown_out(self) -> None:
        self._panel_is_faulty(0.0, BROWN_OUT_HEALS_S)
        self.world.go_on(self.chance.uniform(0, 2))
        self.world.panel.brown_out()

    def _panel_is_faulty(self, longest: float = 60.0, heals_s: float = PANEL_HEALS_S) -> None:
        self.laws.faulty_panel, self._heals_s = True, heals_s
        self._heal_panel_at = self.world.clock.now() + self.chance.uniform(0, longest)

    def _late(self) -> None:
        """Let the process wake late."""
        self.world.clock.advance(self.chance.uniform(0, 3))

    # --- files of a device that is off ---

    def _file(self) -> Path | None:
        found = sorted(one for one in self.world.folder.rglob("*") if one.is_file() and one.name != "lock")
        return self.chance.choice(found) if found else None

    def _rot(self) -> bool:
        path = self._file()
        if path is None or not (raw := bytearray(path.read_bytes())):
            return False
        for _ in range(self.chance.choice((1, 1, 8))):
            raw[self.chance.randrange(len(raw))] ^= 1 << self.chance.randrange(8)
        path.write_bytes(raw)
        self.laws.damaged = self.laws.was_damaged = True
        return True

    def _delete(self) -> bool:
        path = self._file()
        if path is None:
            return False
        path.unlink()
        self.laws.damaged = self.laws.was_damaged = True
        return True

    def _double(self) -> bool:
        path = self._file()
        if path is None:
            return False
        path.with_name(f"{path.stem} (1){path.suffix}").write_bytes(path.read_bytes())
        self.laws.damaged = self.laws.was_damaged = True
        return True

    def _edit(self) -> bool:
        """Let an editor of a PC save a file."""
        path = self._file()
        if path is None:
            return False
        raw = path.read_bytes()
        edits = (
            raw.replace(b"\n", b"\r\n"),
            b"\xef\xbb\xbf" + raw,
            raw.rstrip(b"\n"),
            raw + b"\n\n",
            raw[: len(raw) // 2],
        )
        path.write_bytes(self.chance.choice(edits))
        self.laws.damaged = self.laws.was_damaged = True
        return True

    def _rules(self) -> bool:
        """Let the next start have another version of the rules."""
        for key in KEYS:
            engine: Any = load_engine(key)
            engine.version = f"{self._versions[key]} and more"
        return True
