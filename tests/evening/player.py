"""The player at the table: he plays sensibly for a while, then is clumsy, curious or changes his mind."""

import random
from copy import deepcopy
from typing import Any

import msgspec

from engines.kit.contract import GO_ON, Ask, Counters, Number, Pick, Role, sort_answer
from engines.kit.play import Play
from engines.registry import KEYS
from firmware.authoring.random_plays import answer
from firmware.bots.engines import read_title
from firmware.views.play_view import PlayView
from hw.events import Key
from tests.contract.walk import FILES
from tests.evening.hands import BACK, NEXT, PUSH, Hands
from tests.evening.laws import Laws, Violation
from tests.evening.plan import BOT_FILES, Plan
from tests.evening.world import World
from tests.readers.harness import differences, games
from tests.readers.reader import Reader, Unknown
from tests.readers.words import as_value, read_screen

READERS = games()
TITLES = {key: read_title(FILES[key].read_text("utf-8")) for key in BOT_FILES}
"""The titles of the bots in files, by which they are listed."""
PLAY_ROWS = ("why", "side", "rules", "recap", "score", "correct", "left", "cards", "report", "file", "abandon")
MENUS = (*PLAY_ROWS, "history", "clear", "settings", "files", "decks")
FUMBLE_SHARE = 0.3
"""The share of slips without a knob that are two fingers on ▲ and ▼."""
MAX_DISTANCE = 4
"""Distance of a sensible number from the likely one."""
MAX_BACKS = 40
"""Presses of Back that lead out of any menu."""


class Player:
    """Moves at random, in the same way for the same seed."""

    def __init__(self, world: World, laws: Laws, plan: Plan, chance: random.Random) -> None:
        self.world, self.laws, self.hands = world, laws, Hands(world, laws)
        self.plan, self.chance = plan, chance
        self._readers: dict[tuple[int, bytes], Reader] = {}

    def move(self) -> str:
        """Make one move; return its name."""
        if self.chance.random() < 0.01:
            return self._choose("off")
        if self.chance.random() < self.plan.clumsiness:
            moves = self._slip, self._slip, self._menu, self._menu, self._undo, self._wander, self._home
            return self.chance.choice((*moves, lambda: self._choose("other")))()
        return self._sensible()

    # --- sensible ---

    def _sensible(self) -> str:
        session = self.world.on.session
        view, play = session.top, session.play
        if play is None:
            return self._begin()
        if not isinstance(view, PlayView):
            self.hands.tap(BACK if self.chance.random() < 0.7 else NEXT)
            return "close"
        if play.screen.role is Role.RESULT:
            self.hands.give(GO_ON)
            return "result"
        offered = play.offered
        if offered is not None and offered.kind == "correct":
            self.hands.tap(NEXT)
            return "redo a correction"
        wanted = sensible_answer(play.screen.ask, self.chance)
        before = self._key(play)
        reader = self._readers.pop(before, None)
        knows = not any(isinstance(value, dict) for value in play.options.values())  # nothing that a play has taught
        if reader is None and play.n == 0 and play.engine.key in READERS and knows:
            reader = READERS[play.engine.key].player(random.Random(self.chance.random()), play.options)  # noqa: S311
        if reader is not None:
            wanted, reader = self._read(play, reader)
        n = play.n
        given = self.hands.give(wanted)
        if reader is not None and session.play is play and play.n == n + 1 and _took_answer(play, wanted):
            self._readers[self._key(play)] = reader
        return f"answer {play.screen.key if not given else ''}".strip()

    def _read(self, play: Play[Any], reader: Reader) -> tuple[Any, Reader | None]:
        """Return a reader's answer and the reader after it; None for the reader if he lost track of the play."""
        self._readers[self._key(play)] = deepcopy(reader)
        if any(entry.kind == "correct" for entry in play.journal):
            return sensible_answer(play.screen.ask, self.chance), None
        try:
            seen = read_screen(play)
            reader.read(seen)
            expected = READERS[play.engine.key].engine_table(play.state) if seen.yours else {}
            if unlike := differences(reader.table(), expected) if expected else []:
                raise Violation(f"the table of a reader and the bot's differ: {unlike}")
            return as_value(play.screen.ask, reader.answer(seen)), reader
        except Unknown as unknown:
            raise Violation(f"the words are not enough: {unknown}") from unknown

    def _key(self, play: Play[Any]) -> tuple[int, bytes]:
        return self.world.on.session.number, msgspec.json.encode([play.options, play.sources, play.journal])

    def _begin(self) -> str:
        """Begin a play, of a game in a folder or in a file, or continue a waiting one."""
        hands, rows = self.hands, self.hands.listed_ids
        if "begin" in rows:
            hands.choose("begin")
            return "begin"
        wanted = self.chance.choice(self.plan.games)
        if any(one in KEYS for one in rows):
            hands.choose(wanted if wanted in rows else "bots")
            return "choose a game"
        if file := hands.row_with_title(TITLES.get(wanted, "")):
            hands.choose(file)
            return "choose a bot"
        if rows and self.chance.random() < 0.8:
            hands.choose(self.chance.choice(rows))
            return "choose"
        hands.tap(self.chance.choice((NEXT, NEXT, BACK)))
        return "on"

    # --- clumsy ---

    def _slip(self) -> str:
        """Press with bounces, twice, too early or too long, or turn too fast."""
        hands, chance = self.hands, self.chance
        if chance.random() < (0 if self.world.hand.has_knob else FUMBLE_SHARE):
            hands.fumble()
            return "fumble"
        match chance.randrange(6):
            case 0:
                hands.tap(chance.choice((NEXT, BACK, PUSH)), bounces=True)
            case 1:
                key = chance.choice((NEXT, BACK, PUSH))
                hands.tap(key, 0.02)
                hands.tap(key)
            case 2:
                hands.tap(NEXT, chance.choice((0.05, 0.2, 0.5)))
                hands.tap(NEXT, 0.1)
                hands.tap(chance.choice((NEXT, PUSH)))
            case 3:
                for n in (chance.randint(1, 8), -chance.randint(1, 8), chance.randint(1, 3)):
                    hands.turn(n, chance.choice((0.004, 0.02)), 0.05)
                self.world.go_on(2.5)
            case 4:
                hands.hold(chance.choice((NEXT, BACK, PUSH)), chance.choice((0.0, 2.5)))
            case _:
                hands.turn(chance.choice((-30, -3, -1, 1, 3, 30)), 0.03)
        return "slip"

    def _menu(self) -> str:
        """Open the pause menu and one of its rows, and press random keys there."""
        if chosen := self._choose(self.chance.choice(MENUS)):
            self._press_at_random(self.chance.randint(0, 6))
            if self.chance.random() < 0.8:
                self._home()
        return chosen or "pause"

    def _choose(self, row: str) -> str:
        """Choose a row of the pause menu or its submenu; return the name of the move, empty if there is no such row."""
        hands = self.hands
        hands.hold(PUSH)
        there = self.world.rig is not None and (hands.choose(row) or (hands.choose("more") and hands.choose(row)))
        return f"menu {row}" if there else ""

    def _wander(self) -> str:
        self._press_at_random(self.chance.randint(2, 8))
        return "wander"

    def _press_at_random(self, keys: int) -> None:
        for _ in range(keys):
            if self.world.on.device.over:
                return
            move = self.chance.choice((NEXT, NEXT, NEXT, BACK, PUSH, "hold", "turn", "turn"))
            if isinstance(move, Key):
                self.hands.tap(move)
            elif move == "hold":
                self.hands.hold(self.chance.choice((PUSH, BACK)))
            else:
                self.hands.turn(self.chance.choice((-4, -1, 1, 1, 2, 6)))

    def _undo(self) -> str:
        """Take back a few inputs, or far back."""
        for _ in range(self.chance.choice((1, 1, 2, 3, 12))):
            if self.world.on.device.over or not isinstance(self.world.on.session.top, PlayView):
                break
            self.hands.tap(BACK, self.chance.choice((0.4, 2.5)))
        self.world.go_on(2.5)
        return "undo"

    def _home(self) -> str:
        """Hold the knob for the pause menu, then press Back until the play or the game menu is open."""
        device, session = self.world.on.device, self.world.on.session
        for n in range(MAX_BACKS):
            if device.over or len(session.views) == 1:
                return "home"
            if session.top.learns and not self.world.on.build.pins:
                self.hands.escape()
            elif n == 0:
                self.hands.hold(PUSH)
            else:
                self.hands.tap(BACK, 1.2)
        if not self.laws.faulty_panel:  # else no key counts until the panel is back
            raise Violation(f"no way out of {device.frames.layout.screen.key}")
        return "home"


def _took_answer(play: Play[Any], wanted: Any) -> bool:
    """Return whether the last input of a play is the intended answer."""
    entry = play.steps[-1].entry
    if entry is None or entry.kind == "correct":
        return False
    return bool(entry.value == sort_answer(play.screen_before(play.n).ask, wanted))


def sensible_answer(ask: Ask, chance: random.Random) -> Any:
    """Return a sensible answer: on an instruction mostly Next, numbers near the likely one."""
    match ask:
        case Pick() if ask.likely == GO_ON:
            return GO_ON if chance.random() < 0.8 else answer(ask, chance)
        case Number():
            return _near_likely(ask, chance)
        case Counters():
            moved = chance.choice(ask.lines).id
            return {line.id: _near_likely(line, chance) if line.id == moved else line.likely for line in ask.lines}
    return answer(ask, chance)


def _near_likely(bounds: Any, chance: random.Random) -> int:
    low, high = max(bounds.low, bounds.likely - MAX_DISTANCE), min(bounds.high, bounds.likely + MAX_DISTANCE)
    return chance.randint(low, high)
