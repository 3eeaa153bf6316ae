"""The faults and their times, decided by the seed alone."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.registry import KEYS, load_engine
from hw.events import Key
from tests.evening.laws import Laws
from tests.evening.plan import POWER_FAULTS, Plan
from tests.evening.world import World
from tests.firmware.plays.disk import Call, What
from tests.firmware.plays.disk_in_python import BROKEN, FULL, READ_ONLY
from tests.usb_pads import KEYBOARD

PANEL_HEALS_S = 40.0
"""The glass must be right this long after a fault of the panel, s: two tries, then one every 10 s, each up to 8 s."""

BROWN_OUT_HEALS_S = 12.0
"""The same after a brown-out, s: the next refresh notices it, and is repeated at once."""


class Faults:
    """Causes faults in a world. `met` counts them, by kind and by what the player was doing."""

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
            "short write": self._short_write,
            "read error": lambda: self._fail_disk(BROKEN, lambda call: isinstance(call, Path)),
            "busy": self._busy,
            "bus": self._bus,
            "brown-out": self._brown_out,
            "late": self._wake_late,
            "unplug": self._unplug,
        }
        self.rest_kinds: dict[str, Callable[[], bool]] = {
            "rot": lambda: self._change_file(self._rot),
            "delete": lambda: self._change_file(Path.unlink),
            "double": lambda: self._change_file(_duplicate),
            "edit": lambda: self._change_file(self._edit),
            "rules": self._change_rules,
        }
        self._heal_disk_at = self._heal_panel_at = float("inf")
        self._right_at, self._heals_s = 0.0, PANEL_HEALS_S
        self._versions = {key: load_engine(key).version for key in KEYS}

    def maybe_fault(self, doing: str) -> str:
        """Cause a random fault now and then; return its name, empty if there is none."""
        self._heal()
        if not self.plan.faults or self.chance.random() >= self.plan.fault_share:
            return ""
        name = self.chance.choice(self.plan.faults)
        self.met[name] += 1
        self.met[f"{name} while {doing}"] += 1
        self.kill = name in ("kill", "hang") if name in POWER_FAULTS else self.kill
        self.kinds[name]()
        return name

    def maybe_at_rest(self) -> str:
        """Change files of a device that is off now and then; return the name of the fault, empty if there is none."""
        self.heal_all()
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

    def heal_all(self) -> None:
        """End all faults of disk, panel and rules, since the power was off."""
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
        healing = self.laws.faulty_disk and self._heal_disk_at == float("inf")
        if healing and rig is not None and rig.session.folder.plays.is_saved:
            self.laws.faulty_disk, self.laws.calm_since = False, now

    def _cut_at_a_call(self) -> None:
        self.world.disk.cut_in = self.chance.randint(0, 30)

    def _cut_at_a_byte(self) -> None:
        self.world.panel.bus.cut_in = self.chance.randint(1, 40_000)

    def _cut_at_a_time(self) -> None:
        self.world.cut_at = self.world.clock.now() + self.chance.uniform(0, 4)

    def _kill(self) -> None:
        self.chance.choice((self._cut_at_a_call, self._cut_at_a_time))()

    def _hang(self) -> None:
        """Let the loop hang until the watchdog ends the process."""
        self.world.clock.advance(12.0)
        self.world.cut_at = self.world.clock.now()

    def _fail_disk(self, error: int, seen: Callable[[Call | Path], bool], longest: float = 60.0) -> None:
        """Let one disk operation fail, a few, or all for a while; a failing write is half done."""
        self.laws.faulty_disk = True
        remaining = self.chance.choice((1, 2, 3, 10**9))

        def trouble(call: Call | Path) -> int:
            nonlocal remaining
            if not seen(call):
                return 0
            remaining -= 1
            return error if remaining >= 0 else 0

        self.world.disk.trouble = trouble
        self._heal_disk_at = self.world.clock.now() + self.chance.uniform(0, longest)

    def _disk(self, error: int) -> None:
        """Let calls that change something fail; a full disk still frees room."""
        spared = (What.SYNC, What.UNLINK, What.TRUNCATE) if error == FULL else ()
        self._fail_disk(error, lambda call: isinstance(call, Call) and call.what not in spared, 300.0)

    def _short_write(self) -> None:
        """Let the next write take only a part, and the one after it fail: the disk is full."""
        self._fail_disk(FULL, lambda call: isinstance(call, Call) and call.what is What.WRITE)
        fails, first = self.world.disk.trouble, True

        def trouble(call: Call | Path) -> int:
            nonlocal first
            if not fails(call) or isinstance(call, Path):
                return 0
            first, was_first = False, first
            return -max(len(call.raw) // 2, 1) if was_first else FULL

        self.world.disk.trouble = trouble

    def _busy(self) -> None:
        self._panel_is_faulty()
        self.world.panel.busy.trouble = self.chance.choice(("stuck", "dead", "early", "late"))

    def _bus(self) -> None:
        self._panel_is_faulty()
        self.world.panel.bus.trouble = self.chance.choice(("error", "short"))

    def _brown_out(self) -> None:
        self._panel_is_faulty(0.0, BROWN_OUT_HEALS_S)
        self.world.go_on(self.chance.uniform(0, 2))
        self.world.panel.chip.brown_out()

    def _panel_is_faulty(self, longest: float = 60.0, heals_s: float = PANEL_HEALS_S) -> None:
        self.laws.faulty_panel, self._heals_s = True, heals_s
        self._heal_panel_at = self.world.clock.now() + self.chance.uniform(0, longest)

    def _wake_late(self) -> None:
        """Let the process wake late, while the panel continues."""
        clock, panel = self.world.clock, self.world.panel
        until = clock.now() + self.chance.uniform(0, 3)
        while (due := panel.deadline()) is not None and due < until:
            clock.advance_to(max(due, clock.now()))
            panel.poll()
            self.world.see()
        clock.advance_to(until)

    def _unplug(self) -> None:
        """Pull the plug of the keyboard, perhaps while a key is down, and put it in again after a while."""
        pads = self.world.pads
        if pads is None or not pads.devices:
            return
        if self.chance.random() < 0.5:
            self.world.touched_at = self.world.clock.now()
            self.world.typist.down(self.chance.choice([*Key]))
        self.world.go_on(self.chance.choice((0.0, 0.1)))
        pads.unplug()
        self.world.go_on(self.chance.choice((0.0, 2.0, 90.0)))
        pads.plug(KEYBOARD)
        self.world.go_on(self.chance.choice((0.0, 2.0)))

    # --- files of a device that is off ---

    def _change_file(self, spoil: Callable[[Path], None]) -> bool:
        """Change a random file; return whether there is one."""
        files = sorted(one for one in self.world.folder.rglob("*") if one.is_file() and one.name != "lock")
        if not files:
            return False
        spoil(self.chance.choice(files))
        self.laws.damaged = self.laws.was_damaged = True
        return True

    def _rot(self, path: Path) -> None:
        raw = bytearray(path.read_bytes())
        for _ in range(self.chance.choice((1, 1, 8)) if raw else 0):
            raw[self.chance.randrange(len(raw))] ^= 1 << self.chance.randrange(8)
        path.write_bytes(raw)

    def _edit(self, path: Path) -> None:
        """Save a file with an editor of a PC."""
        raw = path.read_bytes()
        edits = raw.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + raw, raw.rstrip(b"\n"), raw + b"\n\n"
        path.write_bytes(self.chance.choice((*edits, raw[: len(raw) // 2])))

    def _change_rules(self) -> bool:
        """Let the next start have another version of the rules."""
        for key in KEYS:
            engine: Any = load_engine(key)
            engine.version = f"{self._versions[key]} and more"
        return True


def _duplicate(path: Path) -> None:
    path.with_name(f"{path.stem} (1){path.suffix}").write_bytes(path.read_bytes())
