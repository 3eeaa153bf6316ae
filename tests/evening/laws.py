"""The laws of an evening: checked after every event from outside, at rest, and after every start."""

import gc
import random
import re
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from display.layout import Layout
from engines.kit.contract import Refused, Role
from engines.kit.drawings import Side
from engines.kit.play import Play, SavedPlay
from engines.kit.text import ENGLISH
from engines.kit.versions import resume
from engines.registry import MAGPIE
from firmware.authoring.fits import shape
from firmware.authoring.random_plays import answer, fork, has_ended
from firmware.dealer import dealer
from firmware.languages import base_language
from firmware.plays.folder import content, name_of
from firmware.views.play_view import PlayView
from firmware.views.position import value_at
from hw.events import Key
from tests.contract.layouts import words_of, words_on_pages
from tests.evening.world import World
from tests.words.knob import KNOB, knob_words

SEEN_S = 0.25
COPIED_S = 10.0
"""So long after the last key all plays are copied."""
ALWAYS = (
    r"is play \d+, which is (in progress|set aside) here|(^|/)(deck|half|mine|notes|play-9)( \(1\))?\.(toml|txt|jsonl)"
    r"|is unplugged\.$"
)
"""Lines that the log may have at any time: about a repeated import, files on the card, and the keyboard."""
WHILE_FAULTY = r"cannot be (read|written|used|copied|kept)|is not kept|Nothing is saved|[Pp]anel|tidy up|settings\.toml"
"""Further lines that the log may have after a fault."""
MAX_RETRIES = 4
"""Refreshes that may begin in ten minutes in which no key is touched: three after failures, and one that cleans."""
_LOOKED_AT = set[Any]()
"""The screens whose words were counted, of all evenings: names and numbers apart, they are alike."""
WORK = {"transfers": 400, "sent": 200_000, "calls": 400, "syncs": 120, "read": 8_000_000, "written": 4_000_000}
WORK |= {"apply": 1500, "settle": 1500, "lay_out": 40}
"""The most that one event may cost: of the panel, of the disk, and what is worked out."""


class Violation(AssertionError):
    """A law does not hold."""


class Entries(NamedTuple):
    """The inputs of a play with their outcomes, and how many there are."""

    n: int
    entries: tuple[Any, ...]


class Pressed(NamedTuple):
    """The state of the device as a key went down; `seen`: the step was on the glass for long enough."""

    play: Play[Any]
    n: int
    value: Any
    seen: bool
    step: int
    said: int
    asks: bool


class Laws:
    """Watches a world, also while something in it is `faulty`."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world, self.chance = world, chance
        self.acknowledged: dict[int, Entries] = {}
        self._told: set[str] = set()
        """The notices of the last start."""
        self._longest: dict[int, int] = {}
        """The most inputs that each play had: a copy may have those that were taken back since."""
        self.on_its_way: dict[int, Entries] = {}
        self._entered: dict[int, tuple[Any, ...]] = {}
        """The half-entered answer at the pending step, by play: the acknowledged one, then the one being written."""
        self.faulty_disk = self.faulty_panel = False
        self.damaged = self.was_damaged = False
        """True if files were changed since the last start, and ever."""
        self.met: dict[str, set[str]] = {"views": set(), "screens": set(), "asks": set(), "rules": set()}
        self._drawn_at, self._was_drawing = 0.0, False
        self._on_glass: tuple[int, int] | None = None
        self._layout: Layout | None = None
        self._spoken: Any = None
        self._misuse = 0
        self.calm_since = 0.0
        """Since when nothing is wrong with the disk, since the start, s."""
        self._drives_count = True
        """True if the panel had no fault since the start: a fault can cause drives that the policy forbids."""
        self._known: tuple[int, int, int, int] | None = None
        self._work: Counter[str] = Counter()
        self._said = 0

    # --- watched ---

    def watch(self) -> None:
        """Look at the world after an event."""
        rig = self.world.rig
        if rig is None:
            return
        self._watch_work()
        self._watch_panel()
        self._watch_warnings()
        self._watch_play()
        self._watch_screen()

    def _watch_work(self) -> None:
        spent = self.world.work - self._work
        for name, most in WORK.items():
            if spent[name] > most and self._work:
                raise Violation(f"one event cost {spent[name]} {name}, more than {most}")
        self._work = Counter(self.world.work)

    def _watch_panel(self) -> None:
        """Look for misuse of the chip, and for pixels that partial refreshes drive to the same colour twice."""
        misuse, charge = self.world.panel.misuse, self.world.panel.charge
        self._drives_count &= not self.faulty_panel
        if len(misuse) > self._misuse and not self.faulty_panel:
            raise Violation(f"the panel is misused: {misuse[-1]}")
        if self._drives_count and charge.driven_twice:
            raise Violation(f"{charge.driven_twice} pixels were driven to the same colour twice")
        self._misuse = len(misuse)

    def _watch_warnings(self) -> None:
        new, self._said = self.world.warnings[self._said :], len(self.world.warnings)
        for words in new:
            excused = self.faulty_disk or not self._drives_count or self.was_damaged
            if not re.search(ALWAYS, words) and not (excused and re.search(WHILE_FAULTY, words)):
                raise Violation(f"the log says: {words}")

    def _watch_play(self) -> None:
        """Note what was acknowledged, and check that nothing unseen was confirmed."""
        session = self.world.on.session
        play = session.play
        if play is None:
            return
        known = session.number, play.n, id(play.steps[-1]), len(play.steps[-1].outcomes)
        if known != self._known:
            self._known = known
            self._orders_are_given(play)
            self.on_its_way[session.number] = _entries(play)
            self.met["asks"].add(f"{play.engine.key} {type(play.screen.ask).__name__}")
            self.met["screens"].add(f"{play.engine.key} {play.screen.key}")
            self.met["rules"] |= {reason.rule for reason in play.reasons}
        store = self.world.on.session.folder.plays
        if store.is_saved and self.on_its_way.get(session.number) is not None:
            self.acknowledged[session.number] = self.on_its_way[session.number]
            longest = self._longest.get(session.number, 0)
            self._longest[session.number] = max(longest, self.acknowledged[session.number].n)
            self._entered[session.number] = ()
        self._entered[session.number] = (*self._entered.get(session.number, (None,))[:1], store.draft(session.number))

    def _orders_are_given(self, play: Play[Any]) -> None:
        """Check that a step gives exactly the orders that were decided and not given before."""
        given = {order.id: order.entry for order in play.screen.orders}
        if given != play.state.orders:
            raise Violation(f"{play.screen.key} gives {given} in place of {play.state.orders}")

    def _watch_screen(self) -> None:
        """Look at what is on the glass: all words of a screen, drawn when asked for, and not for ever by itself."""
        world = self.world
        self.met["views"].add(type(world.on.session.top).__name__)
        self.see()
        layout = self.world.on.device.frames.layout
        if layout is not self._layout:
            self._layout = layout
            self._nothing_is_cut(layout)
            self._only_keys_are_named()
        unasked = [one for one in world.asked if one.at > max(world.touched_at + 60, world.clock.now() - 600)]
        if len(unasked) > MAX_RETRIES:
            raise Violation(f"{len(unasked)} refreshes in ten minutes for no key")
        language = self.world.on.session.settings.language
        first = self.world.on.session.views[0]
        now = (language, first, first.steps, first.place.cursor)
        before, self._spoken = self._spoken, now
        if before is not None and before[0] != language and before[1:3] == now[1:3] and before[3] != now[3]:
            raise Violation("a change of language moved the cursor")

    def _only_keys_are_named(self) -> None:
        """Check that four keys are called no knob. A pad that is learned may have one, and so has the Magpie."""
        session, keys = self.world.on.session, self.world.on.build.keys.set
        language = base_language(session.settings.language)
        if keys != "four" or session.top.learns or session.game == MAGPIE or language not in KNOB:
            return
        if found := knob_words(language, self.world.on.device.words()):
            raise Violation(f"{self.world.on.device.frames.layout.screen.key} says {found} of four keys")

    def see(self) -> None:
        """Note which page is on the glass, and since when: the next refresh may begin as soon as one has ended."""
        world, drawing = self.world, bool(self.world.panel.chip.drawing)
        place = (world.asked[-1].place if world.asked else self.place())[:2]  # the first was sent while it started
        if not drawing and place != self._on_glass and (self._was_drawing or self._is_on_glass()):
            self._drawn_at = world.clock.now() if self._was_drawing else self._drawn_at
            self._on_glass = place
        self._was_drawing = drawing

    def _nothing_is_cut(self, layout: Layout) -> None:
        kind = layout.profile, self.world.on.session.catalogue_key, shape(layout.screen)
        if kind in _LOOKED_AT or isinstance(layout.screen.drawing, Side):
            return
        _LOOKED_AT.add(kind)
        if not layout.notice and words_of(layout.screen, layout.catalogue) != words_on_pages(layout):
            raise Violation(f"{layout.screen.key} loses words on {layout.profile.name}")

    # --- what a key does ---

    def key_down(self) -> Pressed | None:
        """Note how the device waits as a key goes down; to be given to `key_up`."""
        session, world = self.world.on.session, self.world
        view, play, device = session.top, session.play, self.world.on.device
        if play is None or not isinstance(view, PlayView) or self.faulty_panel:
            return None
        step, page, _ = self.place()
        seen = self._on_glass == (step, page) and world.clock.now() - self._drawn_at >= SEEN_S - 0.001
        shown = device.frames.layout.screen
        value, asks = value_at(shown.ask, view.place.cursor), shown.role is Role.QUESTION
        return Pressed(play, play.n, value, seen, step, len(world.signals.said), asks)

    def key_up(self, key: Key, before: Pressed | None) -> None:
        """Check what a key did: it was answered, to one input at most, to what was highlighted, and that was seen."""
        if before is None or self.world.rig is None or self.faulty_panel or self.faulty_disk:
            return
        play, now = before.play, self.world.on.session.play
        if len(self.world.signals.said) == before.said and self.world.on.device.frames.step == before.step:
            raise Violation(f"{key.name} was not answered")
        if now is not play:
            return
        allowed = {Key.BACK: (-1, 0), Key.PUSH: (0, 1) if before.asks else (0,)}.get(key, (0, 1))
        if play.n - before.n not in allowed:
            raise Violation(f"{key.name} did {play.n - before.n} inputs")
        if play.n != before.n + 1:
            return
        if not before.seen:
            raise Violation(f"{key.name} confirmed what was not seen: {play.steps[-1].entry}")
        entry = play.steps[-1].entry
        assert entry is not None  # it was given
        plain = isinstance(before.value, int | str) and isinstance(entry.value, int | str)
        worded = isinstance(entry.value, bool) and before.value in ("yes", "no", "go_on")
        if entry.kind != "correct" and plain and not worded and entry.value != before.value:
            raise Violation(f"{before.value} was highlighted, and {entry.value} was given")

    def place(self) -> tuple[int, int, Any]:
        """Return the player's position: step, page, cursor."""
        place = self.world.on.session.top.place
        return self.world.on.device.frames.step, place.page, place.cursor

    # --- probed at rest ---

    def rest(self) -> None:
        """Look at a world that rests: the glass is what was asked for, and the play is kept as it is."""
        world = self.world
        rig = world.rig
        if rig is None or rig.device.over:
            return
        if not self.faulty_panel:
            self._glass_is_right()
        charge = world.panel.charge
        if self._drives_count and self.chance.random() < 0.05 and charge.worst > charge.fulls + 1:
            raise Violation(
                f"a pixel is driven {charge.worst} times more to one colour in {charge.fulls} full refreshes"
            )
        if self.chance.random() < 0.1:
            self._undo_is_never_done()
            self._position_is_lawful()
        if rig.session.folder.plays.is_saved and not self.faulty_disk:
            if self.chance.random() < 0.05:
                self._is_kept()
            if world.clock.now() - COPIED_S > world.touched_at > self.calm_since:
                self._is_copied()

    def _glass_is_right(self) -> None:
        world, device, panel = self.world, self.world.on.device, self.world.panel
        if panel.chip.drawing or not device.glass.is_settled or not world.asked:
            return
        if not self._is_on_glass():
            raise Violation(f"the glass is not what was asked for at {world.asked[-1].at:.3f} s")
        if world.asked[-1].place != self.place() and device.glass.fault is None:
            key = device.frames.layout.screen.key
            raise Violation(f"{key} is not shown as it is: {world.asked[-1].place}, {self.place()}")

    def _is_on_glass(self) -> bool:
        shown = self.world.panel.picture()
        return shown is not None and bool(self.world.asked) and shown.tobytes() == self.world.asked[-1].frame.tobytes()

    def _undo_is_never_done(self) -> None:
        play = self.world.on.session.play
        if play is None or has_ended(play):
            return
        before, other = play.engine.encode(play.state), fork(play)
        try:
            other.give(answer(other.screen.ask, self.chance))
        except Refused:
            return
        given = other.engine.encode(other.state)
        other.undo()
        if other.engine.encode(other.state) != before or play.engine.encode(play.state) != before:
            raise Violation(f"undo of {play.screen.key} is not never-done")
        other.redo()
        if other.engine.encode(other.state) != given:
            raise Violation(f"redo of {play.screen.key} is not the same again")

    def _position_is_lawful(self) -> None:
        play = self.world.on.session.play
        if play is None:
            return
        if broken := play.engine.broken_laws(play.state):
            raise Violation(f"{play.screen.key}: {ENGLISH.words(broken[0])}")
        state = play.engine.encode(play.state)
        with suppress(Refused):
            play.give("nothing that is asked")
            raise Violation(f"{play.screen.key} takes what is no answer")
        if play.engine.encode(play.state) != state:
            raise Violation("a refused answer changed something")

    def _is_kept(self) -> None:
        session = self.world.on.session
        play = session.play
        if play is None:
            return
        stored = self.world.on.session.folder.plays.load(session.number)
        again = resume(play.engine, stored, dealer(stored.seed))
        if not isinstance(again, Play):
            raise Violation("the play on disk has other rules")
        if _entries(again) != _entries(play) or again.redo_stack != play.redo_stack:
            raise Violation(f"play {session.number} in memory is not the one on disk")
        if again.engine.encode(again.state) != play.engine.encode(play.state):
            raise Violation(f"play {session.number} does not come to the same state again")

    def _is_copied(self) -> None:
        """Check that each live play has a whole copy after a pause, and that no play with a result is live."""
        store, folder = self.world.on.session.folder.plays, self.world.folder
        for info in store.plays():
            goes_on = store.live_number(info.play.game) == info.number
            if goes_on and info.over:
                raise Violation(f"play {info.number} is over, and goes on")
            name = name_of(info.number, info.play.game)
            if goes_on and not content(folder / "copies" / name).startswith(content(folder / "plays" / name)):
                raise Violation(f"play {info.number} is not copied in a pause")

    # --- probed after a start ---

    def cut(self) -> None:
        """Note what was on its way to the disk when the power went."""
        play = self.world.on.session.play if self.world.rig is not None else None
        if play is not None:
            number, store = self.world.on.session.number, self.world.on.session.folder.plays
            self.on_its_way[number] = _entries(play)
            self._entered[number] = (*self._entered.get(number, (None,)), store.draft(number))

    def restarted(self, notices: list[str]) -> None:
        """Check that each acknowledged input is there, or that its loss is reported with the right numbers."""
        store = self.world.on.session.folder.plays
        there = {info.number: info for info in store.plays()}
        for number, acknowledged in sorted(self.acknowledged.items()):
            on_its_way = self.on_its_way.get(number, acknowledged)
            if number not in there:
                self._lost(number, notices, {acknowledged.n, on_its_way.n}, None)
                continue
            found = _entries(store.load(number))
            if found not in (acknowledged, on_its_way):
                self._lost(number, notices, {acknowledged.n, on_its_way.n}, found.n)
            entered, draft = self._entered.get(number, (None,)), store.draft(number)
            if found == acknowledged == on_its_way and draft not in entered and not self.damaged:
                raise Violation(f"{entered} was entered in play {number}, and it has {draft}")
            self.acknowledged[number] = self.on_its_way[number] = found
        self.acknowledged = {number: one for number, one in self.acknowledged.items() if number in there}
        if notices and not self.was_damaged:
            raise Violation(f"nothing was lost, and it says: {notices}")
        self.damaged = False
        self._told = {*notices}

    def _lost(self, number: int, notices: list[str], had: set[int], left: int | None) -> None:
        told = [one for one in notices if re.search(rf"\b0*{number}\b", one)]
        if not (self.damaged and told):
            raise Violation(f"play {number} had {had} inputs and has {left}, and nothing tells of it: {notices}")
        numbers = re.search(r": (\d+) inputs? (?:was|were) kept, (\d+) can be read", told[0])
        if numbers and ("gone" in told[0] or told[0] in self._told):
            # what came after the last pause, and what was taken back then, was known to the file alone; a play that
            # is damaged again before its notice was closed has the same notice
            had |= {*range(max(*had, self._longest.get(number, 0)) + 1)}
        if numbers and "ogether" not in told[0] and (int(numbers[1]) not in had or int(numbers[2]) != (left or 0)):
            raise Violation(f"play {number} had {had} inputs and has {left}, and it says: {told[0]}")

    def new_start(self) -> None:
        """Forget what belongs to the process before."""
        self._misuse, self._known, self._work, self._said = 0, None, Counter(), len(self.world.warnings)
        self._drives_count, self.calm_since = True, self.world.clock.now()
        self._on_glass, self._was_drawing, self._spoken = None, False, None


def _entries(play: Play[Any] | SavedPlay) -> Entries:
    return Entries(len(play.steps) - 1, tuple(entry for step in play.steps for entry in step.entries))


def held() -> tuple[int, int]:
    """Return how many files and threads this process holds."""
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


def nothing_grew(before: tuple[int, int]) -> None:
    """Raise if this process holds more files or threads than before."""
    if held() > before:
        gc.collect()  # what nobody holds may not be gone yet
    if held() > before:
        raise Violation(f"files and threads grew from {before} to {held()}")
