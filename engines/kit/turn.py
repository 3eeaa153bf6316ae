"""The machine of a bot: the state that it works on, its model, and its run to the next ask.

    trigger ─▶ phase ──asks──────────────▶ rest   (a builder of the phase's name in steps.py)
                 │ passes: go_on, again and again
                 │ decides: run its generator ──open──▶ rest   (a builder of the question's key)
                 └── decided: go_on

The question of the open decision is remembered until the next rest, so that its screen need not run it again.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from transitions import Machine

from engines.kit.contract import GO_ON, By, Outcome, Reason
from engines.kit.decisions import Decision, Question, run

MAX_PASSING_PHASES = 1_000
"""Passing phases after one entry; more are an error of the machine, not of the player."""


class State(Struct, kw_only=True):
    """The fields of every state: the phase it waits in, the answers to the open decision, the score pad.

    `pad` has the player's counts for the own total, by the id of a part; empty if the total itself was given.
    `entries` is the number of journal entries. `orders` has the orders that no answered screen has given yet: by id,
    the number of the entry that decided it. `gave_orders` is true if this turn has given an order.
    """

    at: Any
    answers: list[Any] = []
    pad: dict[str, int] = {}
    entries: int = 0
    orders: dict[str, int] = {}
    gave_orders: bool = False

    RESET_ON_SET: ClassVar[tuple[str, ...]] = ("answers", "pad")
    """Fields reset when a position is set by hand."""
    JOURNAL_FIELDS: ClassVar[tuple[str, ...]] = ("entries", "orders", "gave_orders")
    """Fields that say how the position came about, not what it is."""

    def on_correction(self, name: str) -> None:
        """Update what depends on a corrected value; this may lead to another phase."""

    def reminds(self, _rule: str) -> bool:
        """Return whether a reminder of this phase and these options holds in this state, too."""
        return True


S = TypeVar("S", bound=State)


class EngineError(Exception):
    """The machine of a bot has a fault. The message names phase and trigger; the play stays at its last input."""


class Turn(Generic[S]):
    """The model of a machine: one state, and the values that callbacks need during one entry.

    A game's `Turn` adds guards, which only read, and callbacks, which only compute; none fires a trigger. A field, a
    property or a method without arguments of the state is a guard, too, by its name.
    """

    phases: ClassVar[type[Enum]]
    transitions: ClassVar[Sequence[dict[str, Any]]]
    decisions: ClassVar[Mapping[Any, Callable[[Any], Decision[Any]]]] = {}

    state: S
    value: Any
    """The value of the entry, from the player or the dealer."""
    choice: Any
    """The choice of the last decision."""

    def load(self, state: S, value: Any = None, *, by: By = "player") -> None:  # noqa: ARG002 - `by` is for those that count work
        """Take a state (which callbacks will change) and the value of an entry, given by the player or the dealer."""
        self.state = state
        self.value = value
        self.reasons: list[Reason] = []

    def order(self, *names: str) -> None:
        """Make the next screen give these orders; an order that is already pending is given once."""
        for name in names:
            self.state.orders.setdefault(name, self.state.entries)

    def clear_news(self) -> None:
        """Forget the news of the screen that the player answered; the dealer's outcomes show no screen."""

    def withdraw(self) -> None:
        """Undo the step that opened this decision if a correction left nothing to decide."""

    def add_reason(self, rule: str, facts: dict[str, Any] | None = None, **outcome: Any) -> None:
        """Add a reason: the rule, its facts and its outcome."""
        self.reasons.append(Reason(rule, facts or {}, outcome))

    def add_rules(self, *rules: str) -> None:
        """Add rules that apply without facts."""
        for rule in rules:
            self.add_reason(rule)

    @property
    def phase(self) -> Any:
        """The phase lives in the state, and nowhere else."""
        return self.state.at

    @phase.setter
    def phase(self, phase: Any) -> None:
        self.state.at = phase


class _StateMachine(Machine):
    """A machine whose guards may be those of the state."""

    @staticmethod
    def resolve_callable(func: Any, event_data: Any) -> Any:
        """Return the function of a name; one that the turn does not have is a member of its state."""
        turn = event_data.model
        if not isinstance(func, str) or hasattr(turn, func):
            return Machine.resolve_callable(func, event_data)
        member = getattr(turn.state, func)
        return member if callable(member) else lambda: member


class Runner(Generic[S]):
    """Runs the machine of a bot, whose only model is its `turn`; `asks` says which phases have a screen."""

    def __init__(self, key: str, turn: Turn[S], asks: Callable[[Enum], bool]) -> None:
        self.turn = turn
        first = next(iter(turn.phases))
        turn.load(State(at=first))  # type: ignore[arg-type]  # the machine wants a phase before there is a play
        self.machine = _StateMachine(
            model=turn,
            states=turn.phases,
            transitions=list(turn.transitions),
            initial=first,
            auto_transitions=False,
            model_attribute="phase",
        )
        self._key = key
        self._asks = asks
        self._triggers = {(step["source"], step["trigger"]) for step in turn.transitions}
        self._rest: tuple[S, Question | None] | None = None

    def settle(self) -> Outcome[S]:
        """Run the machine to the next phase that asks."""
        turn = self.turn
        for _ in range(MAX_PASSING_PHASES):
            if turn.state.at in turn.decisions:
                decided = run(turn.decisions[turn.state.at](turn.state), turn.state.answers)
                turn.reasons.extend(decided.reasons)
                if decided.question is not None:
                    return self._wait(decided.question)
                turn.choice = decided.choice
                turn.state.answers = []
            elif self._asks(turn.state.at):
                return self._wait(None)
            self.fire(GO_ON)
        raise EngineError(f"{self._key}: the machine does not come to rest; it was last in {turn.state.at.value}")

    def question(self, state: S) -> Question | None:
        """Return the question of the open decision, if there is one; that of the last rest is remembered."""
        if self._rest is not None and self._rest[0] is state:
            return self._rest[1]
        return self.run_decision(state)

    def run_decision(self, state: S) -> Question | None:
        """Run the decision of a phase; return its question, None if it is made or there is none."""
        decision = self.turn.decisions.get(state.at)
        return None if decision is None else run(decision(state), state.answers).question

    def has_trigger(self, trigger: Any) -> bool:
        """Return whether the phase has a transition of that trigger."""
        return (self.turn.phase, trigger) in self._triggers

    def fire(self, trigger: str) -> None:
        """Leave the phase by a trigger; `EngineError` if it has no such transition."""
        phase = self.turn.phase.value
        if not self.machine.events[trigger].trigger(self.turn):
            raise EngineError(f"{self._key}: nothing leaves phase {phase} on {trigger}")

    def _wait(self, question: Question | None) -> Outcome[S]:
        self._rest = (self.turn.state, question)
        return Outcome(self.turn.state, tuple(self.turn.reasons))
