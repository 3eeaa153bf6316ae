"""Keys as a hand presses them, and what it takes to give an answer with them on the device itself."""

from collections.abc import Iterator
from typing import Any

from display.layout import options_of
from engines.kit.contract import GO_ON, Counters, Marks, Number, Pick, Roll
from firmware.views.position import cursor_at, is_on_choice, read_on, value_at
from hw.events import Key
from hw.keys import REPEAT_S
from hw.sim.hand import Hand
from tests.evening.laws import Laws, Violation
from tests.evening.world import Fingers, World

TAP_S, HOLD_S, QUIET_S, DETENT_S = 0.08, 1.1, 2.5, 0.09
REST_S, FAST_S = 0.06, 0.05
"""The least time between two presses of a key, s; without a knob, detents that come faster are a held key."""
NEXT, BACK, PUSH, UP, DOWN = Key
MAX_MOVES = 80
"""Moves towards one answer before it is given up."""


class Hands:
    """Two hands on the keys of a world. Each waits after a press, by default until the glass rests."""

    def __init__(self, world: World, laws: Laws) -> None:
        self.world, self.laws = world, laws
        self.presses = 0
        self.script: list[str] = []

    def tap(self, key: Key, quiet: float = QUIET_S, *, bounces: bool = False) -> None:
        """Press a key and let it go."""
        self.script += [key.name.lower(), f"wait:{quiet:g}"]
        before = self.laws.key_down()
        self._press(self.world.fingers, key, TAP_S, bounces=bounces)
        self.laws.key_up(key, before)
        self.world.go_on(quiet)

    def hold(self, key: Key, quiet: float = QUIET_S) -> None:
        """Hold a key."""
        self.script += [f"hold:{key.name.lower()}", f"wait:{quiet:g}"]
        before, session = self.laws.key_down(), self.world.on.session
        at_home = before is not None and len(session.views) == 1
        self._press(self.world.fingers, key, HOLD_S)
        faulty = self.laws.faulty_panel or self.laws.faulty_disk  # then a view may say so
        if at_home and key is PUSH and len(session.views) > 2 and not faulty:
            raise Violation("holding the knob opened more than the pause menu")
        self.world.go_on(quiet)

    def turn(self, n: int, every: float = DETENT_S, quiet: float = QUIET_S, fingers: Fingers | None = None) -> None:
        """Turn the knob by detents; without one, press ▼ or ▲ as often, or hold it if that is to be fast."""
        self.script += [f"turn:{n:+}", f"wait:{quiet:g}"]
        fingers = fingers or self.world.fingers
        if isinstance(fingers, Hand) and fingers.has_knob:
            for _ in range(abs(n)):
                self.world.touched_at = self.world.clock.now()
                fingers.detent(1 if n > 0 else -1)
                self.world.go_on(every)
        elif every < FAST_S and abs(n) > 1:
            held_s = self.world.on.device.hold_s + REPEAT_S * (abs(n) - 1.5)
            self._press(fingers, DOWN if n > 0 else UP, held_s)
            self.world.touched_at = self.world.clock.now()
        else:
            for _ in range(abs(n)):
                self._press(fingers, DOWN if n > 0 else UP, TAP_S)
                self.world.go_on(max(every - TAP_S, REST_S))
        self.world.go_on(quiet)

    def fumble(self) -> None:
        """Press ▲ and ▼ in and out of step; at the end both are up."""
        chance, hand, down = self.world.chance, self.world.fingers, set[Key]()
        self.presses += 1
        for _ in range(chance.randint(2, 8)):
            key = chance.choice((UP, DOWN))
            (hand.up if key in down else hand.down)(key)
            down ^= {key}
            self.world.touched_at = self.world.clock.now()
            self.world.go_on(chance.choice((0.0, 0.01, 0.05, 0.14, 0.16, 0.3, 0.7)))
        for key in (UP, DOWN):
            hand.up(key)
        self.world.touched_at = self.world.clock.now()
        self.world.go_on(QUIET_S)

    def escape(self) -> None:
        """Press Esc on the keyboard."""
        self.presses += 1
        self.world.typist.escape()
        self.world.go_on(QUIET_S)

    def _press(self, hand: Fingers, key: Key, seconds: float, *, bounces: bool = False) -> None:
        chance = self.world.chance
        self.presses += 1
        self.world.touched_at = self.world.clock.now()
        keys: tuple[Key, ...] = (key,)
        if key is PUSH and isinstance(hand, Hand) and not hand.has_knob:
            keys = chance.choice(((UP, DOWN), (DOWN, UP)))
        for move, then in ((hand.down, seconds), (hand.up, 0.1 if bounces else 0.0)):
            for finger in keys:
                move(finger)
                if bounces:
                    hand.bounce(finger)
                if finger is not keys[-1]:
                    self.world.go_on(chance.choice((0.0, 0.02, 0.1)))
            self.world.go_on(then)

    # --- answers ---

    @property
    def listed_ids(self) -> list[str]:
        """The ids of the list that is open."""
        return [option.id for option in options_of(self.world.on.device.frames.layout.screen.ask)]

    def row_with_title(self, title: str) -> str:
        """Return the id of the row of the open list with this file title; none if there is no such row."""
        listed = options_of(self.world.on.device.frames.layout.screen.ask)
        return next((one.id for one in listed if one.text.values.get("name") == title), "")

    def choose(self, name: str) -> bool:
        """Take a row of the list that is open; return whether there is one."""
        listed = options_of(self.world.on.device.frames.layout.screen.ask)
        found = next((one for one in listed if one.id == name), None)
        return found is not None and found.blocked is None and self.give(name)

    def give(self, wanted: Any) -> bool:
        """Turn and press until the top view has taken an answer; return whether it has."""
        device = self.world.on.device
        view, steps = device.session.top, device.frames.step
        ask = device.frames.layout.screen.ask
        wanted = _as_listed(ask, wanted)
        for move in self._moves(wanted):
            if move is not None:
                self.tap(move)
            if self.world.rig is None or device.over or device.session.top is not view or device.frames.step != steps:
                return True
        return False

    def _moves(self, wanted: Any) -> Iterator[Key | None]:
        """Yield the next key until an answer is given; turns are made on the way."""
        device = self.world.on.device
        for _ in range(MAX_MOVES):
            layout, place = device.frames.layout, device.session.top.place
            ask = layout.screen.ask
            if not is_on_choice(layout, place) and options_of(ask):
                on = read_on(layout, place)
                if on is None:
                    self.turn(1)
                yield None if on is None else NEXT
            elif value_at(ask, place.cursor) == wanted:
                yield NEXT
            else:
                yield self._towards(ask, place, wanted)

    def _towards(self, ask: Any, place: Any, wanted: Any) -> Key | None:
        """Move towards an answer; return the pressed key."""
        match ask:
            case Marks():
                now = place.cursor.ticks
                others = (i for i, one in enumerate(ask.options) if (one.id in wanted) != (one.id in now))
                if (other := next(others, None)) is None:
                    return NEXT  # ticked in another order
                self._turn_to(other - place.cursor.highlight)
                return PUSH
            case Counters():
                index = next(i for i, line in enumerate(ask.lines) if wanted[line.id] != place.cursor.counts[i])
                if place.cursor.entered and place.cursor.highlight != index:
                    return PUSH
                if not place.cursor.entered:
                    self._turn_to(index - place.cursor.highlight)
                    return PUSH
                count = wanted[ask.lines[index].id]
                self._count_to(count - place.cursor.counts[index])
                return PUSH if self.world.on.device.session.top.place.cursor.counts[index] == count else None
            case Number() | Roll():
                self._count_to(cursor_at(ask, wanted).number - place.cursor.number)
            case _:
                self._turn_to(cursor_at(ask, wanted).highlight - place.cursor.highlight)
        return None

    def _count_to(self, n: int) -> None:
        fingers = self.world.fingers
        self._turn_to(-n if fingers.up_is_more else n, fingers)

    def _turn_to(self, n: int, fingers: Fingers | None = None) -> None:
        if abs(n) >= 25:
            self.turn(n // 3, every=0.04, fingers=fingers)
        elif n:
            self.turn(n, every=0.3, fingers=fingers)  # slow ones count one each


def _as_listed(ask: Any, wanted: Any) -> Any:
    """Return an answer as the id or ids of the device's list."""
    if isinstance(ask, Pick) and isinstance(wanted, bool):
        ids = {one.id for one in ask.options}
        return ("yes" if wanted else "no") if "yes" in ids else GO_ON if wanted else wanted
    return [one.id for one in ask.options if one.id in wanted] if isinstance(ask, Marks) else wanted
