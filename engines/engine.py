"""A bot, put together from the modules of its folder; the same class runs all of them.

        entry
          │  check: does it answer the ask of this phase?           Refused
          ▼
    ┌─ trigger ─▶ phase ──asks──────────────▶ screen   (a builder of the phase's name in steps.py)
    │               │ passes: go_on, on and on
    │               │ decides: run its generator ──open──▶ screen   (a builder of the question's key)
    └───────────────┴── decided: go_on

The machine is small and long-lived; the state of a play is loaded into its model before each entry and copied first,
so an entry that fails half-way changes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct
from transitions import Machine

from engines.contract import (
    GO_ON,
    Choice,
    Done,
    Draw,
    Entry,
    Field,
    Option,
    Options,
    Outcome,
    Pick,
    Reason,
    Refused,
    Result,
    Role,
    Roll,
    Screen,
    Sheet,
    Source,
    check,
    in_order,
)
from engines.decisions import Decision, Run, run
from engines.decks import DeckKind
from engines.options import check_field, complete, whole
from engines.rules import RuleBook
from engines.text import Text, sentences

ENDLESS = 1_000
"""More passing phases than this after one entry are an error of the machine, not of the player."""


class State(Struct, kw_only=True):
    """What every state has: the phase it waits in, and the answers given to the decision that is open."""

    at: Any
    answers: list[Any] = []

    forgets: ClassVar[tuple[str, ...]] = ("answers",)
    """Fields that a position set by hand makes void, so they begin anew: what was told of the table before it."""


S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
S_co = TypeVar("S_co", bound=State, covariant=True)


class EngineError(Exception):
    """A bot's machine is wrong. The message names the phase and the trigger; the play stays at its last input."""


class Turn(Generic[S]):
    """The model of a machine: one state, and what callbacks need while one entry is worked out.

    A game's `Turn` adds guards, which only read, and callbacks, which only compute; none fires a trigger.
    """

    phases: ClassVar[type[Enum]]
    transitions: ClassVar[Sequence[dict[str, Any]]]
    decisions: ClassVar[Mapping[Any, Callable[[Any], Decision[Any]]]] = {}

    state: S
    value: Any
    """What the player or the dealer gave."""
    choice: Any
    """What the last decision chose."""

    def load(self, state: S, value: Any = None) -> None:
        """Take a state (which callbacks will change) and the value of an entry."""
        self.state = state
        self.value = value
        self.reasons: list[Reason] = []

    def seen(self) -> None:
        """Note that the player answered a screen, so what it told is told; a draw or a roll may show no screen."""

    def because(self, rule: str, facts: dict[str, Any] | None = None, **outcome: Any) -> None:
        """Note why something follows."""
        self.reasons.append(Reason(rule, facts or {}, outcome))

    @property
    def phase(self) -> Any:
        """The phase lives in the state, and nowhere else."""
        return self.state.at

    @phase.setter
    def phase(self, phase: Any) -> None:
        self.state.at = phase


class SetupModule(Protocol[S_co]):
    """`setup.py` of a game."""

    def options(self) -> tuple[Option, ...]: ...  # noqa: D102
    def start(self, options: Options) -> S_co: ...  # noqa: D102


class StateModule(Protocol[S_contra]):
    """`state.py` of a game: besides the state, its rule book, what holds of it and how a value of it is corrected."""

    def book(self) -> RuleBook: ...  # noqa: D102
    def broken(self, state: S_contra) -> tuple[Text, ...]: ...  # noqa: D102
    def correct(self, state: S_contra, name: str, value: Any) -> None: ...  # noqa: D102


class ScoreModule(Protocol[S_contra]):
    """`score.py` of a game."""

    def score(self, state: S_contra) -> Sheet | None: ...  # noqa: D102
    def result(self, state: S_contra) -> Result | None: ...  # noqa: D102
    def learned(self, state: S_contra) -> Options | None: ...  # noqa: D102


class StepsModule(Protocol[S_contra]):
    """`steps.py` of a game: builders named after phases and questions, cards left, fields that can be corrected."""

    def left(self, state: S_contra, deck: str) -> tuple[Choice, ...]: ...  # noqa: D102
    def fields(self, state: S_contra) -> tuple[Field, ...]: ...  # noqa: D102


class Engine(Generic[S]):
    """One bot. Everything but `start` and `apply` only reads; those two return new states."""

    def __init__(  # noqa: PLR0913 - one argument for each file of a game's folder
        self,
        *,
        key: str,
        title: Text,
        bot: Text,
        version: int,
        sources: tuple[Source, ...],
        decks: tuple[DeckKind[Any], ...] = (),
        state: type[S],
        turn: type[Turn[S]],
        states: StateModule[S],
        setup: SetupModule[S],
        steps: StepsModule[S],
        score: ScoreModule[S],
    ) -> None:
        self.key = key
        self.title = title
        self.bot = bot
        self.version = version
        self.sources = sources
        self.decks = decks
        self.state_type = state
        self._states = states
        self._setup = setup
        self._steps = steps
        self._score = score
        self._turn = turn()
        self._shown: tuple[S, Screen] | None = None
        self.machine = _machine(self._turn)
        self._triggers = {(step["source"], step["trigger"]) for step in turn.transitions}
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(state)

    # --- a play's course ---

    def options(self) -> tuple[Option, ...]:
        """Return what is to be settled before a play: few, and none depends on another's answer."""
        return self._setup.options()

    def complete(self, given: Options) -> Options:
        """Return options with defaults for those not given; `Refused` names the option, the value, what is allowed."""
        return complete(self.key, self.title, self.options(), self.decks, given)

    def start(self, options: Options) -> Outcome[S]:
        """Return the state before the first input; `Refused` where an option does not fit."""
        self._turn.load(self._setup.start(self.complete(options)))
        return self._settle()

    def screen(self, state: S) -> Screen:
        """Return what is to be shown. A state is asked for it several times in a row: the last one is remembered."""
        if self._shown is None or self._shown[0] is not state:
            self._shown = (state, self._drawn_up(state))
        return self._shown[1]

    def _drawn_up(self, state: S) -> Screen:
        question = self._decide(state).question if state.at in self._turn.decisions else None
        if question is None:
            screen: Screen = self._builder(state.at.value)(state)
            return screen
        asked: Screen = self._builder(question.key)(state, question)
        return msgspec.structs.replace(asked, rule=question.rule)

    def apply(self, state: S, entry: Entry) -> Outcome[S]:
        """Return the state after an entry, and the reasons; `Refused` changes nothing. `state` is left as it is."""
        if entry.kind == "correct":
            return self._correct(state, entry.value)
        screen = self.screen(state)
        if screen.role is Role.RESULT:
            raise Refused(Text("The play is over."))
        if entry.kind != kind_of(screen):
            raise Refused(Text("This step wants: {kind}.", kind=kind_of(screen)))
        check(screen.ask, entry.value)
        self._turn.load(self.decode(self.encode(state)), entry.value)
        if entry.kind == "answer":
            self._turn.seen()
        if state.at in self._turn.decisions:
            self._turn.state.answers.append(in_order(screen.ask, entry.value))
        else:
            self._fire(self._trigger(screen, entry.value))
        return self._settle()

    def score(self, state: S) -> Sheet | None:
        """Return the bot's score as it stands; None where this bot has none."""
        return self._score.score(state)

    def result(self, state: S) -> Result | None:
        """Return how the play ended; None while it goes on."""
        return self._score.result(state)

    def learned(self, state: S) -> Options | None:
        """Return what of this play is worth keeping as options of the next ones."""
        return self._score.learned(state)

    def whole(self, state: S) -> Options:
        """Return the decks of what was learned that have no unknown face left: they can be kept at once."""
        return whole(self.key, self.options(), self.decks, self.learned(state) or {})

    def left(self, state: S, deck: str) -> tuple[Choice, ...]:
        """Return the cards of a deck that may still come up, for a player who takes it over."""
        return self._steps.left(state, deck)

    def fields(self, state: S) -> tuple[Field, ...]:
        """Return the values that the player can see on the table and correct."""
        return self._steps.fields(state)

    def broken(self, state: S) -> tuple[Text, ...]:
        """Return a sentence for each invariant that does not hold."""
        return self._states.broken(state)

    def replace(self, state: S, values: dict[str, Any]) -> Outcome[S]:
        """Return a state with some of its fields replaced; `Refused` lists what would not hold."""
        everything = msgspec.to_builtins(state)
        unknown = tuple(name for name in values if name not in everything)
        if unknown:
            raise Refused(Text("The state has no field {names}.", names=unknown))
        try:
            kept = {name: value for name, value in everything.items() if name not in self.state_type.forgets}
            replaced = msgspec.convert(kept | values, self.state_type, str_keys=True)
        except msgspec.ValidationError as error:
            raise Refused(Text("The state does not fit: {error}.", error=str(error))) from None
        if broken := self.broken(replaced):
            raise Refused(sentences(broken))
        self._turn.load(replaced)
        self._turn.because(self.truth.rule)
        try:
            self._check_answers(replaced)
            settled = self._settle()
            self.screen(settled.state)
        except (EngineError, Refused):
            raise
        except Exception as error:  # a state that nobody can reach may fail anywhere
            raise Refused(Text("The state cannot be played on: {error}.", error=repr(error))) from error
        return settled

    # --- what is kept ---

    def encode(self, state: S) -> bytes:
        """Return a state as JSON, the snapshot that undo keeps."""
        return self._encoder.encode(state)

    def decode(self, raw: bytes) -> S:
        """Return the state of a snapshot; msgspec.ValidationError where this version cannot read it."""
        return self._decoder.decode(raw)

    def plain(self, state: S) -> Any:
        """Return a state as the values of a file: what is a tuple in it is a list there."""
        return msgspec.json.decode(self.encode(state))

    @property
    def book(self) -> RuleBook:
        """The rules of the game's solo book, and our rulings."""
        return self._states.book()

    @property
    def truth(self) -> Reason:
        """The reason why a value is what the player says: what lies on the table is right."""
        return Reason(f"{self.key.lstrip('_')}.table.truth")

    # --- inside ---

    def _correct(self, state: S, values: Any) -> Outcome[S]:
        if not isinstance(values, dict) or not values:
            raise Refused(Text("A correction names at least one value."))
        copy = self.decode(self.encode(state))
        self._turn.load(copy)
        for name, value in values.items():
            check_field(name, value, self.fields(copy))
            self._states.correct(copy, name, value)
        if broken := self.broken(copy):
            raise Refused(sentences(broken))
        copy.answers = []
        self._turn.because(self.truth.rule, dict(values))
        settled = self._settle()
        held = {field.name: field.value for field in self.fields(settled.state)}
        if any(held.get(name) != value for name, value in values.items()):
            raise Refused(Text("With this value the open step would settle itself. Answer it first, then correct."))
        return settled

    def _check_answers(self, state: S) -> None:
        """Give the open decision its answers one by one, as a player would; `Refused` for one that it did not ask."""
        given, state.answers = state.answers, []
        for value in given:
            if state.at not in self._turn.decisions or self._decide(state).question is None:
                raise Refused(Text("No decision is open that asked for all these answers."))
            ask = self._drawn_up(state).ask
            check(ask, value)
            state.answers.append(in_order(ask, value))

    def _settle(self) -> Outcome[S]:
        """Go on until a phase that asks."""
        turn = self._turn
        for _ in range(ENDLESS):
            if turn.state.at in turn.decisions:
                decided = self._decide(turn.state)
                turn.reasons.extend(decided.reasons)
                if decided.question is not None:
                    return Outcome(turn.state, tuple(turn.reasons))
                turn.choice = decided.choice
                turn.state.answers = []
            elif self.asks(turn.state.at):
                return Outcome(turn.state, tuple(turn.reasons))
            self._fire(GO_ON)
        raise EngineError(f"{self.key}: the machine does not come to rest; it was last in {turn.state.at.value}")

    def asks(self, phase: Enum) -> bool:
        """Return whether a phase has a screen of its own."""
        return hasattr(self._steps, phase.value)

    def _decide(self, state: S) -> Run[Any]:
        return run(self._turn.decisions[state.at](state), state.answers)

    def _builder(self, name: str) -> Callable[..., Any]:
        builder: Callable[..., Any] = getattr(self._steps, name)
        return builder

    def _trigger(self, screen: Screen, value: Any) -> str:
        if isinstance(screen.ask, Done):
            return GO_ON
        if isinstance(screen.ask, Pick) and (self._turn.phase, value) in self._triggers:
            return str(value)
        self._turn.value = in_order(screen.ask, value)
        return "answered"

    def _fire(self, trigger: str) -> None:
        phase = self._turn.phase.value
        if not self.machine.events[trigger].trigger(self._turn):
            raise EngineError(f"{self.key}: nothing leaves phase {phase} on {trigger}")


def _machine(turn: Turn[Any]) -> Machine:
    """Return the machine whose only model is `turn`. It wants a phase before there is a play."""
    first = next(iter(turn.phases))
    turn.load(State(at=first))
    return Machine(
        model=turn,
        states=turn.phases,
        transitions=list(turn.transitions),
        initial=first,
        auto_transitions=False,
        model_attribute="phase",
    )


def kind_of(screen: Screen) -> Any:
    """Return the kind of entry that answers a screen."""
    match screen.ask:
        case Draw():
            return "draw"
        case Roll():
            return "roll"
    return "answer"
