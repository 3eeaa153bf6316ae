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

MIN_SEEN_S = 0.25
COPY_DELAY_S = 10.0
"""Time after the last key by which all plays are copied, s."""
ALWAYS_LOGGED = (
    r"is play \d+, which is (in progress|set aside) here|(^|/)(deck|half|mine|notes|play-9)( \(1\))?\.(toml|txt|jsonl)"
    r"|is unplugged\.$"
)
"""Lines that the log may have at any time: about a repeated import, files on the card, and the keyboard."""
LOGGED_AFTER_FAULTS = (
    r"cannot be (read|written|used|copied|kept)|is not kept|Nothing is saved|[Pp]anel|tidy up|settings\.toml"
)
"""Further lines that the log may have after a fault."""
MAX_RETRIES = 4
"""Refreshes in ten minutes without a key: three after failures, and one that cleans the glass."""
_CHECKED_SHAPES = set[Any]()
"""Kinds of screens whose words were checked in this process; screens of one kind differ only in names and numbers."""
MAX_WORK = {"transfers": 400, "sent": 200_000, "calls": 400, "syncs": 120, "read": 8_000_000, "written": 4_000_000}
MAX_WORK |= {"apply": 1500, "settle": 1500, "lay_out": 40}
"""Work of one event: of the panel, of the disk, and calls of engine and layout."""


class Violation(AssertionError):
    """A law does not hold."""


class Entries(NamedTuple):
    """The inputs of a play with their outcomes, and how many there are."""

    n: int
    entries: tuple[Any, ...]


class KeyDown(NamedTuple):
    """The state of the device as a key went down; `seen`: the step was on the glass for long enough."""

    play: Play[Any]
    n: int
    value: Any
    seen: bool
    step: int
    signals: int
    asks: bool


class Laws:
    """Checks a world after every event; some laws are suspended while the disk or the panel is `faulty`."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world, self.chance = world, chance
        self.acknowledged: dict[int, Entries] = {}
        self._last_notices: set[str] = set()
        """The notices of the last start."""
        self._longest: dict[int, int] = {}
        """The most inputs that each play had: a copy may have inputs that were undone later."""
        self.unsaved: dict[int, Entries] = {}
        self._entered: dict[int, tuple[Any, ...]] = {}
        """The half-entered answer at the pending step, by play: the acknowledged one, then the one being written."""
        self.faulty_disk = self.faulty_panel = False
        self.damaged = self.was_damaged = False
        """True if files were changed since the last start, and ever."""
        self.met: dict[str, set[str]] = {"views": set(), "screens": set(), "asks": set(), "rules": set()}
        self._drawn_at, self._was_drawing = 0.0, False
        self._on_glass: tuple[int, int] | None = None
        self._layout: Layout | None = None
        self._language_and_cursor: Any = None
        self._misuse = 0
        self.calm_since = 0.0
        """Since when nothing is wrong with the disk, since the start, s."""
        self._drives_count = True
        """True if the panel had no fault since the start: a fault can cause drives that the policy forbids."""
        self._known: tuple[int, int, int, int] | None = None
        self._work: Counter[str] = Counter()
        self._warnings_seen = 0

    # --- watched ---

    def watch(self) -> None:
        """Check the world after an event."""
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
        for name, most in MAX_WORK.items():
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
        new, self._warnings_seen = self.world.warnings[self._warnings_seen :], len(self.world.warnings)
        for words in new:
            excused = self.faulty_disk or not self._drives_count or self.was_damaged
            if not re.search(ALWAYS_LOGGED, words) and not (excused and re.search(LOGGED_AFTER_FAULTS, words)):
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
            self._check_orders(play)
            self.unsaved[session.number] = _entries(play)
            self.met["asks"].add(f"{play.engine.key} {type(play.screen.ask).__name__}")
            self.met["screens"].add(f"{play.engine.key} {play.screen.key}")
            self.met["rules"] |= {reason.rule for reason in play.reasons}
        store = self.world.on.session.folder.plays
        if store.is_saved and self.unsaved.get(session.number) is not None:
            self.acknowledged[session.number] = self.unsaved[session.number]
            longest = self._longest.get(session.number, 0)
            self._longest[session.number] = max(longest, self.acknowledged[session.number].n)
            self._entered[session.number] = ()
        self._entered[session.number] = (*self._entered.get(session.number, (None,))[:1], store.draft(session.number))

    def _check_orders(self, play: Play[Any]) -> None:
        """Check that a step gives exactly the orders that were decided and not given before."""
        given = {order.id: order.entry for order in play.screen.orders}
        if given != play.state.orders:
            raise Violation(f"{play.screen.key} gives {given} in place of {play.state.orders}")

    def _watch_screen(self) -> None:
        """Check what is on the glass: all words of the screen, few refreshes without a key, and a cursor that stays."""
        world = self.world
        self.met["views"].add(type(world.on.session.top).__name__)
        self.note_glass()
        layout = self.world.on.device.frames.layout
        if layout is not self._layout:
            self._layout = layout
            self._check_words(layout)
            self._check_key_names()
        unasked = [one for one in world.drawn if one.at > max(world.touched_at + 60, world.clock.now() - 600)]
        if len(unasked) > MAX_RETRIES:
            raise Violation(f"{len(unasked)} refreshes in ten minutes for no key")
        language = self.world.on.session.settings.language
        first = self.world.on.session.views[0]
        now = (language, first, first.steps, first.place.cursor)
        before, self._language_and_cursor = self._language_and_cursor, now
        if before is not None and before[0] != language and before[1:3] == now[1:3] and before[3] != now[3]:
            raise Violation("a change of language moved the cursor")

    def _check_key_names(self) -> None:
        """Check that no sentence names a knob on a device with four keys; pads that are learned may have one."""
        session, keys = self.world.on.session, self.world.on.build.keys.set
        language = base_language(session.settings.language)
        if keys != "four" or session.top.learns or session.game == MAGPIE or language not in KNOB:
            return
        if found := knob_words(language, self.world.on.device.words()):
            raise Violation(f"{self.world.on.device.frames.layout.screen.key} says {found} of four keys")

    def note_glass(self) -> None:
        """Note which page is on the glass, and since when."""
        world, drawing = self.world, bool(self.world.panel.chip.drawing)
        place = (world.drawn[-1].place if world.drawn else self.place())[:2]  # the first was sent while it started
        if not drawing and place != self._on_glass and (self._was_drawing or self._is_on_glass()):
            self._drawn_at = world.clock.now() if self._was_drawing else self._drawn_at
            self._on_glass = place
        self._was_drawing = drawing

    def _check_words(self, layout: Layout) -> None:
        kind = layout.profile, self.world.on.session.catalogue_key, shape(layout.screen)
        if kind in _CHECKED_SHAPES or isinstance(layout.screen.drawing, Side):
            return
        _CHECKED_SHAPES.add(kind)
        if not layout.notice and words_of(layout.screen, layout.catalogue) != words_on_pages(layout):
            raise Violation(f"{layout.screen.key} loses words on {layout.profile.name}")

    # --- what a key does ---

    def key_down(self) -> KeyDown | None:
        """Return the state of the device as a key goes down, for `key_up`."""
        session, world = self.world.on.session, self.world
        view, play, device = session.top, session.play, self.world.on.device
        if play is None or not isinstance(view, PlayView) or self.faulty_panel:
            return None
        step, page, _ = self.place()
        seen = self._on_glass == (step, page) and world.clock.now() - self._drawn_at >= MIN_SEEN_S - 0.001
        shown = device.frames.layout.screen
        value, asks = value_at(shown.ask, view.place.cursor), shown.role is Role.QUESTION
        return KeyDown(play, play.n, value, seen, step, len(world.signals.patterns), asks)

    def key_up(self, key: Key, before: KeyDown | None) -> None:
        """Check what a key did: the device answered; it made at most one input, of a highlighted and seen answer."""
        if before is None or self.world.rig is None or self.faulty_panel or self.faulty_disk:
            return
        play, now = before.play, self.world.on.session.play
        if len(self.world.signals.patterns) == before.signals and self.world.on.device.frames.step == before.step:
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

    def check_at_rest(self) -> None:
        """Check a world at rest: the glass shows the last frame, and the stored play equals the one in memory."""
        world = self.world
        rig = world.rig
        if rig is None or rig.device.over:
            return
        if not self.faulty_panel:
            self._check_glass()
        charge = world.panel.charge
        if self._drives_count and self.chance.random() < 0.05 and charge.worst > charge.fulls + 1:
            raise Violation(
                f"a pixel is driven {charge.worst} times more to one colour in {charge.fulls} full refreshes"
            )
        if self.chance.random() < 0.1:
            self._check_undo()
            self._check_position()
        if rig.session.folder.plays.is_saved and not self.faulty_disk:
            if self.chance.random() < 0.05:
                self._check_kept()
            if world.clock.now() - COPY_DELAY_S > world.touched_at > self.calm_since:
                self._check_copied()

    def _check_glass(self) -> None:
        world, device, panel = self.world, self.world.on.device, self.world.panel
        if panel.chip.drawing or not device.glass.is_settled or not world.drawn:
            return
        if not self._is_on_glass():
            raise Violation(f"the glass is not what was asked for at {world.drawn[-1].at:.3f} s")
        if world.drawn[-1].place != self.place() and device.glass.fault is None:
            key = device.frames.layout.screen.key
            raise Violation(f"{key} is not shown as it is: {world.drawn[-1].place}, {self.place()}")

    def _is_on_glass(self) -> bool:
        shown = self.world.panel.picture()
        return shown is not None and bool(self.world.drawn) and shown.tobytes() == self.world.drawn[-1].frame.tobytes()

    def _check_undo(self) -> None:
        play = self.world.on.session.play
        if play is None or has_ended(play):
            return
        before, copy = play.engine.encode(play.state), fork(play)
        try:
            copy.give(answer(copy.screen.ask, self.chance))
        except Refused:
            return
        state_after = copy.engine.encode(copy.state)
        copy.undo()
        if copy.engine.encode(copy.state) != before or play.engine.encode(play.state) != before:
            raise Violation(f"undo of {play.screen.key} is not never-done")
        copy.redo()
        if copy.engine.encode(copy.state) != state_after:
            raise Violation(f"redo of {play.screen.key} is not the same again")

    def _check_position(self) -> None:
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

    def _check_kept(self) -> None:
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

    def _check_copied(self) -> None:
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

    def note_cut(self) -> None:
        """Note the inputs that were not yet saved when the power failed."""
        play = self.world.on.session.play if self.world.rig is not None else None
        if play is not None:
            number, store = self.world.on.session.number, self.world.on.session.folder.plays
            self.unsaved[number] = _entries(play)
            self._entered[number] = (*self._entered.get(number, (None,)), store.draft(number))

    def check_start(self, notices: list[str]) -> None:
        """Check that each acknowledged input is there, or that its loss is reported with the right numbers."""
        store = self.world.on.session.folder.plays
        stored = {info.number: info for info in store.plays()}
        for number, acknowledged in sorted(self.acknowledged.items()):
            on_its_way = self.unsaved.get(number, acknowledged)
            if number not in stored:
                self._check_loss(number, notices, {acknowledged.n, on_its_way.n}, None)
                continue
            found = _entries(store.load(number))
            if found not in (acknowledged, on_its_way):
                self._check_loss(number, notices, {acknowledged.n, on_its_way.n}, found.n)
            entered, draft = self._entered.get(number, (None,)), store.draft(number)
            if found == acknowledged == on_its_way and draft not in entered and not self.damaged:
                raise Violation(f"{entered} was entered in play {number}, and it has {draft}")
            self.acknowledged[number] = self.unsaved[number] = found
        self.acknowledged = {number: one for number, one in self.acknowledged.items() if number in stored}
        if notices and not self.was_damaged:
            raise Violation(f"nothing was lost, and it says: {notices}")
        self.damaged = False
        self._last_notices = {*notices}

    def _check_loss(self, number: int, notices: list[str], had: set[int], remaining: int | None) -> None:
        named = [one for one in notices if re.search(rf"\b0*{number}\b", one)]
        if not (self.damaged and named):
            raise Violation(f"play {number} had {had} inputs and has {remaining}, and nothing tells of it: {notices}")
        numbers = re.search(r": (\d+) inputs? (?:was|were) kept, (\d+) can be read", named[0])
        if numbers and ("gone" in named[0] or named[0] in self._last_notices):
            # what came after the last pause, and what was taken back then, was known to the file alone; a play that
            # is damaged again before its notice was closed has the same notice
            had |= {*range(max(*had, self._longest.get(number, 0)) + 1)}
        if (
            numbers
            and "ogether" not in named[0]
            and (int(numbers[1]) not in had or int(numbers[2]) != (remaining or 0))
        ):
            raise Violation(f"play {number} had {had} inputs and has {remaining}, and it says: {named[0]}")

    def new_start(self) -> None:
        """Reset what belonged to the previous process."""
        self._misuse, self._known, self._work, self._warnings_seen = 0, None, Counter(), len(self.world.warnings)
        self._drives_count, self.calm_since = True, self.world.clock.now()
        self._on_glass, self._was_drawing, self._language_and_cursor = None, False, None


def _entries(play: Play[Any] | SavedPlay) -> Entries:
    return Entries(len(play.steps) - 1, tuple(entry for step in play.steps for entry in step.entries))


def open_files_and_threads() -> tuple[int, int]:
    """Return how many files and threads this process holds."""
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


def check_nothing_grew(before: tuple[int, int]) -> None:
    """Raise if this process holds more files or threads than before."""
    if open_files_and_threads() > before:
        gc.collect()  # unreferenced objects may still exist
    if open_files_and_threads() > before:
        raise Violation(f"files and threads grew from {before} to {open_files_and_threads()}")
