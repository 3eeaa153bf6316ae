"""A play: its options and its journal, folded into a state; and undo.

    step 0          step 1                  step 2                      redo stack
    start           input + its outcomes    input + its outcomes        inputs taken back, the next one first
      └ snapshot      └ snapshot              └ snapshot

An input comes from the player: an answer, an outcome of his own cards or dice, a correction. The outcomes of the dealer
after it belong to it. Every input of this run has its snapshot; in a resumed play every 25th has one.
Undo returns to a snapshot, so it equals never-done. The dealer's order is fixed, so it deals the same again.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.kit import faults, why
from engines.kit.contract import Draw, Entry, Outcome, Reason, Refused, Role, Roll, Screen, check, sort_answer
from engines.kit.engine import Engine, entry_kind
from engines.kit.options import Options
from engines.kit.screens import ORDERS
from engines.kit.text import Text
from engines.kit.turn import State

S = TypeVar("S", bound=State)

Owner = Literal["own", "device"]
"""The owner of a deck or die: he draws, or rolls."""

Deal = Callable[[Draw | Roll], str | int]
"""The dealer: gives the outcome of a chance ask."""

RedoStack = tuple[Entry, ...]
"""Inputs that were undone, the next one first."""

MAX_OUTCOMES = 100
"""Cards and rolls that the dealer gives after one input."""


class Step(Struct):
    """One input (None: the start), the outcomes it caused, and the encoded state after them if it is known."""

    entry: Entry | None
    outcomes: list[Entry] = []
    snapshot: bytes | None = None

    @property
    def is_correction(self) -> bool:
        """Return whether the input corrected values, so that the step before it is still open."""
        return self.entry is not None and self.entry.kind == "correct"

    @property
    def entries(self) -> list[Entry]:
        """The input, if there is one, and its outcomes."""
        return self.outcomes if self.entry is None else [self.entry, *self.outcomes]


class Dealt(Struct, frozen=True):
    """One outcome of the dealer: the deck or die, and the card or face."""

    source: str
    value: str | int


class Base(Struct, frozen=True):
    """The undo limit of a play: its number of inputs there, and the state."""

    n: int
    state: Any


class Change(Struct, frozen=True):
    """The change that an operation made to a play, for the store.

    Either `dropped` inputs were removed from the end, or `entries` were added: an input, if it `has_input`, and
    outcomes. `redo_stack` and `base` are the play's after the operation.
    """

    dropped: int
    has_input: bool
    entries: tuple[Entry, ...]
    redo_stack: RedoStack
    base: Base | None


class SavedPlay(Struct):
    """Everything `Play.restore` needs. Steps have their snapshots if these are known."""

    game: str
    version: int | str
    options: Options
    seed: str
    sources: dict[str, Owner]
    steps: list[Step]
    redo_stack: RedoStack = ()
    base: Base | None = None

    @property
    def n(self) -> int:
        """The number of inputs."""
        return len(self.steps) - 1


class Play(Generic[S]):
    """One game from set-up to score. All or nothing: an operation that raises has changed nothing.

    >>> from engines.registry import load_engine
    >>> play = Play(load_engine("magpie"), {"rounds": 1}, lambda ask: ask.remaining[0].id)
    >>> play.screen.key, play.screen.ask
    ('lay_out', Done())
    >>> change = play.give(True)
    >>> play.screen.key, play.n
    ('charm_worth', 1)

    Undo equals never-done, and what was undone is offered again:

    >>> change = play.undo()
    >>> play.screen.key, play.offered.value
    ('lay_out', True)
    """

    ask_next: str = ""
    """The deck or die whose next outcome the player is asked for, although it is the device's. It is not stored."""
    _offered: tuple[S, RedoStack, Entry | None] | None = None
    """The offered redo entry, after the state and the redo stack it was found for."""

    def __init__(
        self,
        engine: Engine[S],
        options: Options,
        deal: Deal,
        *,
        seed: str = "",
        sources: dict[str, Owner] | None = None,
    ) -> None:
        """Start a play. `sources` says which decks and dice are the player's own; the others are the device's."""
        self.engine = engine
        self.options = engine.complete(options)
        self.seed = seed
        self.sources: dict[str, Owner] = {source.name: "device" if source.known else "own" for source in engine.sources}
        for name, owner in (sources or {}).items():
            self._check_source(name, owner)
            self.sources[name] = owner
        self.redo_stack: RedoStack = ()
        self.dealt: tuple[Dealt, ...] = ()
        self.base: Base | None = None
        self._deal = deal
        started = engine.start(self.options)
        state, outcomes, reasons = self._deal_all(started.state, self.sources)
        self.steps = [Step(None, outcomes, engine.encode(state))]
        self._enter(state, started.reasons + reasons, self.steps)

    # --- reading ---

    @property
    def n(self) -> int:
        """The number of inputs."""
        return len(self.steps) - 1

    @property
    def undo_limit(self) -> int:
        """The number of inputs at which undo stops."""
        return self.base.n if self.base else 0

    @property
    def journal(self) -> list[Entry]:
        """Every entry in order, outcomes after the input that caused them."""
        return [entry for step in self.steps for entry in step.entries]

    @property
    def offered(self) -> Entry | None:
        """The first undone input with this screen's key and a value that is legal here."""
        if self._offered is None or self._offered[0] is not self.state or self._offered[1] is not self.redo_stack:
            self._offered = self.state, self.redo_stack, next_redo(self.engine, self.state, self.redo_stack)
        return self._offered[2]

    def why(self, n: int | None = None) -> tuple[Reason, ...]:
        """Return the reasons of input `n`, counted from 1; without it, of the current step."""
        if n is None:
            return self.why_step(self.n)
        if not self.undo_limit < n <= self.n:
            raise Refused(self._no_input(n))
        return self._reasons(n)

    def why_step(self, n: int) -> tuple[Reason, ...]:
        """Return the reasons of the step after input `n`; the rule behind its question comes last."""
        now = n == self.n
        screen, reasons = (self.screen, self.reasons) if now else (self.screen_before(n + 1), self._reasons(n))
        facts = {name: value for name, value in screen.facts.items() if name != ORDERS}
        return (*reasons, Reason(screen.rule, facts)) if screen.rule else reasons

    def screen_before(self, n: int) -> Screen:
        """Return the screen that input `n` answered."""
        return self.engine.screen(self.state_at(n - 1))

    def state_at(self, n: int) -> S:
        """Return the state after input `n` and its outcomes, from the nearest snapshot before it."""
        known = next(step for step in range(n, -1, -1) if self.steps[step].snapshot is not None)
        state = self.engine.decode(self.steps[known].snapshot or b"")
        for step in self.steps[known + 1 : n + 1]:
            state = self._replay(state, step.entries).state
            step.snapshot = self.engine.encode(state)
        return state

    # --- the operations ---

    def give(self, value: Any) -> Change:
        """Answer the open ask, also with an outcome of the player's own cards or dice; `Refused` changes nothing."""
        return self._apply_input(Entry(entry_kind(self.screen), self.screen.key, value, "player"))

    def correct(self, values: dict[str, Any]) -> Change:
        """Set tracked values as they are on the table."""
        return self._apply_input(Entry("correct", self.screen.key, values, "player"))

    def redo(self) -> Change:
        """Repeat the undone input that is offered."""
        return self._apply_input(self._offered_entry())

    def discard_redo(self) -> Change:
        """Drop the undone input that is offered."""
        self.redo_stack = without_first(self.redo_stack, self._offered_entry())
        return self._change()

    def undo(self, k: int = 1) -> Change:
        """Take back `k` inputs, each with its outcomes; they go back on the redo stack."""
        most = self.n - self.undo_limit
        if not 1 <= k <= most:
            raise Refused(_no_undo(most))
        n = self.n - k
        state = self.state_at(n)
        reasons = self._reasons(n)
        self._enter(state, reasons, self.steps[: n + 1])
        taken = tuple(step.entry for step in self.steps[n + 1 :] if step.entry is not None)
        del self.steps[n + 1 :]
        self.redo_stack = (*taken, *self.redo_stack)
        self.dealt = ()
        return self._change(dropped=k)

    def replace(self, values: dict[str, Any]) -> Change:
        """Replace fields of the state; undo stops here."""
        replaced = self.engine.replace(self.state, values)
        state, outcomes, reasons = self._deal_all(replaced.state, self.sources)
        self._enter(state, (*replaced.reasons, *reasons), [])
        self.base = Base(self.n, self.engine.plain_state(state))
        self.redo_stack = ()
        return self._add_outcomes(state, outcomes)

    def use(self, source: str, owner: Owner) -> Change:
        """Let the device or the player give the outcomes of a source from now on. Not an input."""
        self._check_source(source, owner)
        sources = self.sources | {source: owner}
        state, outcomes, reasons = self._deal_all(self.state, sources)
        self._enter(state, self.reasons + reasons, self.steps)
        self.sources = sources
        if self.base and self.n == self.undo_limit:
            self.base = Base(self.n, self.engine.plain_state(state))
        return self._add_outcomes(state, outcomes)

    # --- saved plays ---

    @classmethod
    def restore(cls, engine: Engine[S], deal: Deal, saved: SavedPlay) -> "Play[S]":
        """Return a saved play, which takes over its steps; from the undo limit on they get the snapshots they lack.

        The options are complete: those of a play, or of `Engine.complete`.
        """
        play: Play[S] = cls.__new__(cls)
        play.engine, play.options, play.seed = engine, saved.options, saved.seed
        play.sources, play.redo_stack, play.base = dict(saved.sources), saved.redo_stack, saved.base
        play.dealt, play._deal, play.steps = (), deal, saved.steps
        first = play.steps[play.undo_limit]
        if first.snapshot is None:
            base = play.base and msgspec.convert(play.base.state, engine.state_type, str_keys=True)
            first.snapshot = engine.encode(base or play._start().state)
        play._enter(play.state_at(play.n), play._reasons(play.n), play.steps)
        return play

    def saved(self) -> SavedPlay:
        """Return the play as a value; it shares the play's outcomes and snapshots."""
        steps = [Step(step.entry, step.outcomes, step.snapshot) for step in self.steps]
        engine = self.engine
        return SavedPlay(
            engine.key, engine.version, self.options, self.seed, self.sources, steps, self.redo_stack, self.base
        )

    # --- inside ---

    def _enter(self, state: S, reasons: tuple[Reason, ...], steps: list[Step]) -> None:
        """Make a state the present one, after these steps. Its screen comes first: if that fails, nothing changes."""
        screen = self._mark_changed_orders(self.engine.screen(state), steps)
        if screen.role is Role.INSTRUCTION:
            screen = replace(screen, because=why.because(self.engine.book, reasons))
        self.state, self.reasons, self.screen = state, reasons, screen
        if isinstance(screen.ask, Draw | Roll) and source_of(screen.ask) == self.ask_next:
            self.ask_next = ""

    def _mark_changed_orders(self, screen: Screen, steps: list[Step]) -> Screen:
        """Return a screen with marks at orders in place of those that a correction of its step has changed."""
        n = len(steps) - 1
        while n > self.undo_limit and steps[n].is_correction:
            n -= 1
        if n == len(steps) - 1:
            return screen
        shown = {(order.id, order.text) for order in self.engine.screen(self.state_at(n)).orders}
        now = {(order.id, order.text) for order in screen.orders}
        changed = [order for order in screen.orders if (order.id, order.text) not in shown and shown - now]
        marked = {order.text: Text("Changed: {order}", order=order.text) for order in changed}
        lines = tuple(marked.get(line, line) for line in screen.lines)
        orders = tuple(replace(order, text=marked.get(order.text, order.text)) for order in screen.orders)
        return replace(screen, lines=lines, orders=orders)

    def _apply_input(self, entry: Entry) -> Change:
        applied = self.engine.apply(self.state, entry)
        if entry.kind == "answer":
            entry = replace(entry, value=sort_answer(self.screen.ask, entry.value))
        remaining = stack_after(self.offered, self.redo_stack, entry)
        state, outcomes, reasons = self._deal_all(applied.state, self.sources, remaining)
        step = Step(entry, outcomes, self.engine.encode(state))
        self._enter(state, applied.reasons + reasons, [*self.steps, step])
        self.steps.append(step)
        self.redo_stack = remaining
        return self._change((entry, *outcomes), has_input=True)

    def _deal_all(
        self, state: S, sources: dict[str, Owner], redo_stack: RedoStack = ()
    ) -> tuple[S, list[Entry], tuple[Reason, ...]]:
        """Let the dealer answer while the device has to; an outcome that the player gave and undid is not dealt."""
        outcomes: list[Entry] = []
        dealt: list[Dealt] = []
        reasons: tuple[Reason, ...] = ()
        for _ in range(MAX_OUTCOMES + 1):
            screen = self.engine.screen(state)
            ask = screen.ask
            if not isinstance(ask, Draw | Roll) or self._asks_player(state, ask, sources, redo_stack):
                self.dealt = tuple(dealt)
                return state, outcomes, reasons
            value = self._deal(ask)
            entry = Entry(entry_kind(screen), screen.key, value, "device")
            applied = self.engine.apply(state, entry)
            state, reasons = applied.state, reasons + applied.reasons
            outcomes.append(entry)
            dealt.append(Dealt(source_of(ask), value))
        raise Refused(Text("More than {n} cards and rolls would follow from this input.", n=MAX_OUTCOMES))

    def _asks_player(self, state: S, ask: Draw | Roll, sources: dict[str, Owner], redo_stack: RedoStack) -> bool:
        source = source_of(ask)
        if sources[source] != "device" or source == self.ask_next:
            return True
        return bool(redo_stack) and _fits(self.engine, state, redo_stack[0])

    def _offered_entry(self) -> Entry:
        if (offered := self.offered) is None:
            raise Refused(Text("Nothing undone is offered here."))
        return offered

    def _reasons(self, n: int) -> tuple[Reason, ...]:
        if n == self.undo_limit:
            return (self.engine.table_reason,) if self.base else self._start().reasons
        return self._replay(self.state_at(n - 1), self.steps[n].entries).reasons

    def _start(self) -> Outcome[S]:
        """Return the play after the start and its outcomes."""
        started = self.engine.start(self.options)
        dealt = self._replay(started.state, self.steps[0].outcomes)
        return Outcome(dealt.state, started.reasons + dealt.reasons)

    def _no_input(self, n: int) -> Text:
        if self.n == self.undo_limit:
            return Text("There is no input {n}. Nothing was done yet.", n=n)
        return Text("There is no input {n}. There are {low} to {high}.", n=n, low=self.undo_limit + 1, high=self.n)

    def _replay(self, state: S, entries: Iterable[Entry]) -> Outcome[S]:
        reasons: tuple[Reason, ...] = ()
        for entry in entries:
            applied = self.engine.apply(state, entry)
            state, reasons = applied.state, reasons + applied.reasons
        return Outcome(state, reasons)

    def _add_outcomes(self, state: S, outcomes: list[Entry]) -> Change:
        """Add outcomes to the last step, which ends in `state`."""
        step = self.steps[-1]
        step.outcomes = [*step.outcomes, *outcomes]
        step.snapshot = self.engine.encode(state)
        return self._change(tuple(outcomes))

    def _change(self, entries: tuple[Entry, ...] = (), *, has_input: bool = False, dropped: int = 0) -> Change:
        return Change(dropped, has_input, entries, self.redo_stack, self.base)

    def _check_source(self, name: str, owner: Owner) -> None:
        source = next((source for source in self.engine.sources if source.name == name), None)
        if source is None:
            names = tuple(source.name for source in self.engine.sources) or (Text("none"),)
            raise Refused(Text("There is no source {name}. There are: {names}.", name=name, names=names))
        if owner not in ("own", "device"):
            raise Refused(Text("A source is “own” or “device”, not {owner}.", owner=faults.toml_value(owner)))
        if owner == "device" and not source.known:
            raise Refused(Text("The device does not know the cards of {source}.", source=source.label))


def source_of(ask: Draw | Roll) -> str:
    """Return the deck or die that an ask is about."""
    return ask.deck if isinstance(ask, Draw) else ask.die


def _no_undo(most: int) -> Text:
    if most == 0:
        return Text("There is nothing to take back.")
    return Text("Only {n} input can be undone.", plural="1 to {n} inputs can be undone.", n=most)


# --- the redo stack ---------------------------------------------------------------------------------------------------


def next_redo(engine: Engine[Any], state: Any, stack: RedoStack) -> Entry | None:
    """Return the first entry that this screen accepts."""
    return next((entry for entry in stack if _fits(engine, state, entry)), None)


def stack_after(offered: Entry | None, stack: RedoStack, entry: Entry) -> RedoStack:
    """Return the rest of a redo stack after an input; `offered` is the entry that was offered.

    An input equal to it removes it and those before it; another value removes it alone.
    """
    if offered is None or (entry.kind == "correct" and offered.kind != "correct"):
        return stack  # a correction answers no step
    same = (offered.kind, offered.value) == (entry.kind, entry.value)
    return stack[stack.index(offered) + 1 :] if same else without_first(stack, offered)


def without_first(stack: RedoStack, entry: Entry) -> RedoStack:
    """Return the stack without the first such entry."""
    place = stack.index(entry)
    return (*stack[:place], *stack[place + 1 :])


def _fits(engine: Engine[Any], state: Any, entry: Entry) -> bool:
    screen = engine.screen(state)
    if entry.key != screen.key:
        return False
    try:
        if entry.kind == "correct":
            engine.apply(state, entry)
        else:
            check(screen.ask, entry.value)
    except Refused:
        return False
    return entry.kind in ("correct", entry_kind(screen))
