"""A play: its options and its journal, folded into a state; and undo.

    step 0          step 1                  step 2                       tail
    start           input + its outcomes    input + its outcomes        inputs taken back, the next one first
      └ snapshot      └ snapshot              └ snapshot

An input is what the player gave: an answer, an outcome of his own cards or dice, a correction. What the dealer gives
after it are its outcomes. Every input of this run has its snapshot; of a resumed play the store has one every 25.
Undo goes back to a snapshot, so it equals never-done, and the dealer's fixed order makes it deal the same again.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

from engines import faults, undone, why
from engines.contract import TIED, Draw, Entry, Outcome, Reason, Refused, Role, Roll, Screen, in_order
from engines.engine import Engine, kind_of
from engines.journal import Base, Change, Dealt, Owner, Step
from engines.options import Options
from engines.screens import ORDERS
from engines.text import Text
from engines.turn import State

S = TypeVar("S", bound=State)

Deal = Callable[[Draw | Roll], str | int]
"""The dealer: gives the outcome of a chance ask."""


MAX_OUTCOMES = 100
"""Cards and rolls that the dealer gives after one input."""


class Play(Generic[S]):
    """One game from set-up to score. All or nothing: an operation that raises has changed nothing.

    >>> from engines.registry import load_engine
    >>> play = Play(load_engine("magpie"), {"rounds": 1}, lambda ask: ask.left[0].id)
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

    _offered: tuple[S, undone.Tail, Entry | None] | None = None
    """What is offered, after the state and the tail for which it was found."""

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
        self.tail: tuple[Entry, ...] = ()
        self.dealt: tuple[Dealt, ...] = ()
        self.base: Base | None = None
        self._deal = deal
        started = engine.start(self.options)
        self._begin(started.state, started.reasons)

    def _begin(self, state: S, reasons: tuple[Reason, ...]) -> None:
        state, outcomes, dealt_reasons = self._dealt(state, self.sources)
        self.steps = [Step(None, outcomes, self.engine.encode(state))]
        self._enter(state, reasons + dealt_reasons)

    # --- reading ---

    @property
    def n(self) -> int:
        """The number of inputs."""
        return len(self.steps) - 1

    @property
    def floor(self) -> int:
        """The number of inputs at which undo stops."""
        return self.base.n if self.base else 0

    @property
    def journal(self) -> list[Entry]:
        """Every entry in order, outcomes after the input that caused them."""
        return [entry for step in self.steps for entry in step.entries]

    @property
    def offered(self) -> Entry | None:
        """The first undone input with this screen's key and a value that is legal here."""
        if self._offered is None or self._offered[0] is not self.state or self._offered[1] is not self.tail:
            self._offered = self.state, self.tail, undone.offered(self.engine, self.state, self.tail)
        return self._offered[2]

    def why(self, n: int | None = None) -> tuple[Reason, ...]:
        """Return the reasons of input `n`, counted from 1; without it, of the current step."""
        if n is None:
            return self.why_step(self.n)
        if not self.floor < n <= self.n:
            raise Refused(self._no_input(n))
        return self._reasons(n)

    def why_step(self, n: int) -> tuple[Reason, ...]:
        """Return why the step is as it is that follows input `n`; what its question asks for comes last."""
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
            state = self._replayed(state, step.entries).state
            step.snapshot = self.engine.encode(state)
        return state

    # --- the operations ---

    def give(self, value: Any) -> Change:
        """Answer the ask that is open, or say what came up of the player's own; `Refused` changes nothing."""
        return self._input(Entry(kind_of(self.screen), self.screen.key, value, "player"))

    def correct(self, values: dict[str, Any]) -> Change:
        """Set tracked values as they are on the table."""
        return self._input(Entry("correct", self.screen.key, values, "player"))

    def take(self) -> Change:
        """Repeat the undone input that is offered."""
        return self._input(self._undone())

    def leave(self) -> Change:
        """Drop the undone input that is offered."""
        self.tail = undone.without(self.tail, self._undone())
        return self._change()

    def undo(self, k: int = 1) -> Change:
        """Take back `k` inputs, each with its outcomes; they become the front of the tail."""
        most = self.n - self.floor
        if not 1 <= k <= most:
            raise Refused(_no_undo(most))
        n = self.n - k
        state = self.state_at(n)
        reasons = self._reasons(n)
        self._enter(state, reasons)
        taken = tuple(step.entry for step in self.steps[n + 1 :] if step.entry is not None)
        del self.steps[n + 1 :]
        self.tail = (*taken, *self.tail)
        self.dealt = ()
        return self._change(dropped=k)

    def replace(self, values: dict[str, Any]) -> Change:
        """Replace fields of the state; undo stops here."""
        replaced = self.engine.replace(self.state, values)
        state, outcomes, reasons = self._dealt(replaced.state, self.sources)
        self._enter(state, (*replaced.reasons, *reasons))
        self.base = Base(self.n, self.engine.plain(state))
        self.tail = ()
        return self._added(state, outcomes)

    def use(self, source: str, owner: Owner) -> Change:
        """Let the device or the player give the outcomes of a source from now on. Not an input."""
        self._check_source(source, owner)
        sources = self.sources | {source: owner}
        state, outcomes, reasons = self._dealt(self.state, sources)
        self._enter(state, self.reasons + reasons)
        self.sources = sources
        if self.base and self.n == self.floor:
            self.base = Base(self.n, self.engine.plain(state))
        return self._added(state, outcomes)

    # --- as it was kept ---

    @classmethod
    def restore(
        cls,
        engine: Engine[S],
        options: Options,
        deal: Deal,
        steps: list[Step],
        *,
        seed: str,
        sources: dict[str, Owner],
        tail: Iterable[Entry] = (),
        base: Base | None = None,
    ) -> "Play[S]":
        """Return a play from its parts. Steps at or after the base (or step 0) without snapshot are replayed.

        `options` are complete: those of a play, or of `Engine.complete`.
        """
        play: Play[S] = cls.__new__(cls)
        play.engine, play.options, play.seed = engine, options, seed
        play.sources, play.tail, play.base, play.dealt = dict(sources), tuple(tail), base, ()
        play._deal, play.steps = deal, steps
        first = steps[play.floor]
        if first.snapshot is None:
            first.snapshot = play._first_snapshot(base)
        play._enter(play.state_at(play.n), play._reasons(play.n))
        return play

    def _first_snapshot(self, base: Base | None) -> bytes:
        if base is not None:
            return self.engine.encode(msgspec.convert(base.state, self.engine.state_type, str_keys=True))
        return self.engine.encode(self._started().state)

    # --- inside ---

    def _enter(self, state: S, reasons: tuple[Reason, ...]) -> None:
        """Wait in a state. Its screen is made first, so that a state that cannot be shown is never entered."""
        screen = self.engine.screen(state)
        if screen.role is Role.INSTRUCTION and any(TIED in reason.facts for reason in reasons):
            screen = msgspec.structs.replace(screen, tie=why.tie(self.engine.book, reasons))
        self.state, self.reasons, self.screen = state, reasons, screen

    def _input(self, entry: Entry) -> Change:
        applied = self.engine.apply(self.state, entry)
        state, outcomes, reasons = self._dealt(applied.state, self.sources)
        if entry.kind == "answer":
            entry = msgspec.structs.replace(entry, value=in_order(self.screen.ask, entry.value))
        step = Step(entry, outcomes, self.engine.encode(state))
        tail = undone.after(self.offered, self.tail, entry)
        self._enter(state, applied.reasons + reasons)
        self.steps.append(step)
        self.tail = tail
        return self._change((entry, *outcomes), given=True)

    def _dealt(self, state: S, sources: dict[str, Owner]) -> tuple[S, list[Entry], tuple[Reason, ...]]:
        """Let the dealer answer as long as the device has to."""
        outcomes: list[Entry] = []
        dealt: list[Dealt] = []
        reasons: tuple[Reason, ...] = ()
        for _ in range(MAX_OUTCOMES + 1):
            screen = self.engine.screen(state)
            ask = screen.ask
            if not isinstance(ask, Draw | Roll) or sources[_source(ask)] != "device":
                self.dealt = tuple(dealt)
                return state, outcomes, reasons
            value = self._deal(ask)
            entry = Entry(kind_of(screen), screen.key, value, "device")
            applied = self.engine.apply(state, entry)
            state, reasons = applied.state, reasons + applied.reasons
            outcomes.append(entry)
            dealt.append(Dealt(_source(ask), value))
        raise Refused(Text("More than {n} cards and rolls would follow from this input.", n=MAX_OUTCOMES))

    def _undone(self) -> Entry:
        if (offered := self.offered) is None:
            raise Refused(Text("Nothing undone is offered here."))
        return offered

    def _reasons(self, n: int) -> tuple[Reason, ...]:
        if n == self.floor:
            return (self.engine.truth,) if self.base else self._started().reasons
        return self._replayed(self.state_at(n - 1), self.steps[n].entries).reasons

    def _started(self) -> Outcome[S]:
        """Return the play after the start and its outcomes."""
        started = self.engine.start(self.options)
        dealt = self._replayed(started.state, self.steps[0].outcomes)
        return Outcome(dealt.state, started.reasons + dealt.reasons)

    def _no_input(self, n: int) -> Text:
        if self.n == self.floor:
            return Text("There is no input {n}. Nothing was done yet.", n=n)
        return Text("There is no input {n}. There are {low} to {high}.", n=n, low=self.floor + 1, high=self.n)

    def _replayed(self, state: S, entries: Iterable[Entry]) -> Outcome[S]:
        reasons: tuple[Reason, ...] = ()
        for entry in entries:
            applied = self.engine.apply(state, entry)
            state, reasons = applied.state, reasons + applied.reasons
        return Outcome(state, reasons)

    def _added(self, state: S, outcomes: list[Entry]) -> Change:
        """Add outcomes to the last step, which ends in `state`."""
        step = self.steps[-1]
        step.outcomes = [*step.outcomes, *outcomes]
        step.snapshot = self.engine.encode(state)
        return self._change(tuple(outcomes))

    def _change(self, entries: tuple[Entry, ...] = (), *, given: bool = False, dropped: int = 0) -> Change:
        return Change(dropped, given, entries, self.tail, self.base)

    def _check_source(self, name: str, owner: Owner) -> None:
        source = next((source for source in self.engine.sources if source.name == name), None)
        if source is None:
            names = tuple(source.name for source in self.engine.sources) or (Text("none"),)
            raise Refused(Text("There is no source {name}. There are: {names}.", name=name, names=names))
        if owner not in ("own", "device"):
            raise Refused(Text("A source is “own” or “device”, not {owner}.", owner=faults.shown(owner)))
        if owner == "device" and not source.known:
            raise Refused(Text("The device does not know the cards of {source}.", source=source.label))


def _source(ask: Draw | Roll) -> str:
    return ask.deck if isinstance(ask, Draw) else ask.die


def _no_undo(most: int) -> Text:
    if most == 0:
        return Text("There is nothing to take back.")
    return Text("It can take back 1 to {most} inputs.", most=most)
