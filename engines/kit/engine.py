"""A bot, put together from the modules of its folder; the same class runs all of them.

        entry
          │  check: does it answer the ask of this phase?           Refused
          ▼
        trigger ─▶ the machine runs until it asks (turn.py) ─▶ screen (a builder in steps.py)

The machine is small and long-lived. Before each entry a copy of the play's state is loaded into its model, so an entry
that fails half-way changes nothing.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import cached_property
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec
from transitions import Machine

from engines.kit import ending, faults, screens, why
from engines.kit.contract import (
    GO_ON,
    Badge,
    Choice,
    Done,
    Draw,
    Entry,
    Field,
    Law,
    Number,
    Outcome,
    Part,
    Pick,
    Reason,
    Refused,
    Result,
    Role,
    Roll,
    Screen,
    Sheet,
    add_up,
    check,
    sort_answer,
)
from engines.kit.decisions import Question
from engines.kit.decks import DeckKind
from engines.kit.drawings import Side
from engines.kit.faults import Fault
from engines.kit.options import Choose, Option, Options, Source, check_field, complete, complete_decks
from engines.kit.rules import RuleBook
from engines.kit.screens import Content
from engines.kit.text import Text, sentences
from engines.kit.tracked_values import Tracked
from engines.kit.turn import EngineError, Runner, State, Turn

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class StateModule(Protocol[S]):
    """`state.py` of a game: its state, rule book and tracked values, and further laws of a position."""

    TRACKED: Tracked

    @property
    def State(self) -> type[S]: ...  # noqa: D102, N802
    def book(self) -> RuleBook: ...  # noqa: D102
    def laws(self, state: S) -> Iterable[Law]: ...  # noqa: D102


class SetupModule(Protocol[S]):
    """`setup.py` of a game: options, start and learned options of a play, and how its pieces are put away."""

    @property
    def SOURCES(self) -> tuple[Source, ...]: ...  # noqa: D102, N802
    @property
    def DECKS(self) -> tuple[DeckKind[Any], ...]: ...  # noqa: D102, N802
    def options(self) -> tuple[Option, ...]: ...  # noqa: D102
    def start(self, options: Options) -> S: ...  # noqa: D102
    def learned_options(self, state: S) -> Options | None: ...  # noqa: D102
    def put_away(self, state: S) -> tuple[Content, ...]: ...  # noqa: D102


class StepsModule(Protocol[S_contra]):
    """`steps.py` of a game: builders named after phases and questions, the progress, the remaining cards."""

    def badge(self, state: S_contra) -> Badge: ...  # noqa: D102
    def remaining_cards(self, state: S_contra, deck: str) -> tuple[Choice, ...]: ...  # noqa: D102


class SideModule(Protocol[S_contra]):
    """`side.py` of a game: all that the bot has on the table, as drawings."""

    def side(self, state: S_contra) -> Side: ...  # noqa: D102


class ScoreModule(Protocol[S_contra]):
    """`score.py` of a game; the result is asked for once the play is over.

    `PARTS` are what the player counts to add up the own total.
    """

    @property
    def PARTS(self) -> tuple[Part, ...]: ...  # noqa: D102, N802
    def score(self, state: S_contra) -> Sheet | None: ...  # noqa: D102
    def result(self, state: S_contra) -> Result | None: ...  # noqa: D102


Modules: TypeAlias = tuple[
    StateModule[S], Callable[[], Turn[S]], SetupModule[S], StepsModule[S], ScoreModule[S], SideModule[S]
]
"""The folder of a game: its modules, and the model of its machine."""


class Engine(Generic[S]):
    """One bot. Everything but `start` and `apply` only reads; those two return new states."""

    def __init__(self, *, key: str, title: Text, bot: Text, version: int | str, modules: Modules[S]) -> None:
        self.key = key
        self.title = title
        self.bot = bot
        self.version = version
        self._states, turn, self._setup, self._steps, self._score, self._side = modules
        self.sources = self._setup.SOURCES
        self.decks = self._setup.DECKS
        self.state_type = self._states.State
        self._runner = Runner(key, turn(), self.asks)
        self._last_screen: tuple[S, Screen] | None = None
        self._last_snapshot: tuple[S, bytes] | None = None
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(self.state_type)

    # --- a play's course ---

    def options(self) -> tuple[Option, ...]:
        """Return the options of a play; none depends on another's answer."""
        return self._setup.options()

    def complete(self, given: Options) -> Options:
        """Return options with defaults for those not given; `Refused` names the option, the value, what is allowed."""
        return complete(self.key, self.title, self.options(), self.decks, given)

    def start(self, options: Options) -> Outcome[S]:
        """Return the state before the first input; `Refused` if an option does not fit."""
        self._runner.turn.load(self._setup.start(self.complete(options)))
        return self._runner.settle()

    def screen(self, state: S) -> Screen:
        """Return the screen of a state. The last one is remembered, since it is needed several times in a row."""
        if self._last_screen is None or self._last_screen[0] is not state:
            screen = self._build_screen(state, self._runner.question(state))
            self._last_screen = (state, self._with_result_lines(state, screen))
        return self._last_screen[1]

    def apply(self, state: S, entry: Entry) -> Outcome[S]:
        """Return the state after an entry, and the reasons; `Refused` changes nothing. `state` is left as it is."""
        if entry.kind == "correct":
            return self._correct(state, entry.value)
        screen = self.screen(state)
        if screen.role is Role.RESULT:
            raise Refused(Text("The play is over."))
        if entry.kind != entry_kind(screen):
            raise Refused(Text("This step wants: {kind}.", kind=entry_kind(screen)))
        check(screen.ask, entry.value)
        turn = self._runner.turn
        turn.load(self._copy_for_entry(state), sort_answer(screen.ask, entry.value), by=entry.by)
        if isinstance(screen.ask, Number) and isinstance(turn.value, dict):
            self._add_up(screen, screen.ask)
        if entry.by == "player":
            self._end_orders(turn.state, screen, entry.value)
            turn.clear_news()
        if state.at in turn.decisions:
            turn.state.answers.append(turn.value)
        else:
            self._runner.fire(self._trigger(screen, turn.value))
        return self._runner.settle()

    def score(self, state: S) -> Sheet | None:
        """Return the bot's present score; None if this bot has none."""
        return self._score.score(state)

    def side(self, state: S) -> Side:
        """Return what the bot has on the table."""
        return self._side.side(state)

    def result(self, state: S) -> Result | None:
        """Return the result of a play; None before its end."""
        return self._score.result(state) if self._is_over(state) else None

    def put_away(self, state: S) -> tuple[Content, ...]:
        """Return the steps that put the bot's components away after the play; they have no inputs."""
        return self._setup.put_away(state)

    def learned_options(self, state: S) -> Options | None:
        """Return the options learned during a play."""
        return self._setup.learned_options(state)

    def complete_decks(self, state: S) -> Options:
        """Return the learned decks without an unknown face: they can be kept at once."""
        return complete_decks(self.key, self.options(), self.decks, self.learned_options(state) or {})

    def remaining_cards(self, state: S, deck: str) -> tuple[Choice, ...]:
        """Return the cards of a deck that may still come up, for a player who takes it over."""
        return self._steps.remaining_cards(state, deck)

    def fields(self, state: S) -> tuple[Field, ...]:
        """Return the values that the player can see on the table and correct."""
        return self._states.TRACKED.fields(state)

    def broken_laws(self, state: S) -> tuple[Text, ...]:
        """Return a sentence for each law that does not hold."""
        return tuple(
            text for holds, text in (*self._states.TRACKED.laws(state), *self._states.laws(state)) if not holds
        )

    def replace(self, state: S, values: dict[str, Any]) -> Outcome[S]:
        """Return a state with some of its fields replaced; `Refused` lists what would not hold."""
        everything = msgspec.to_builtins(state)
        unknown = tuple(name for name in values if name not in everything)
        if unknown:
            raise Refused(Text("The state has no field {names}.", names=unknown))
        kept = {name: value for name, value in everything.items() if name not in self.state_type.RESET_ON_SET}
        replaced = faults.fit(kept | values, self.state_type, _unfit_state)
        if broken := self.broken_laws(replaced):
            raise Refused(sentences(broken))
        self._runner.turn.load(replaced)
        self._runner.turn.add_reason(self.table_reason.rule)
        try:
            self._check_answers(replaced)
            settled = self._runner.settle()
            if "orders" not in values:
                self._give_all_orders(settled.state)
            self.screen(settled.state)
        except (EngineError, Refused):
            raise
        except Exception as error:  # a state that nobody can reach may fail anywhere
            raise Refused(Text("The state cannot be played on.")) from error
        return settled

    # --- snapshots, rules and machine ---

    def encode(self, state: S) -> bytes:
        """Return a state as JSON: a snapshot. The last one is remembered, since it is needed twice a step."""
        if self._last_snapshot is None or self._last_snapshot[0] is not state:
            self._last_snapshot = (state, self._encoder.encode(state))
        return self._last_snapshot[1]

    def decode(self, raw: bytes) -> S:
        """Return the state of a snapshot; msgspec.ValidationError if this version cannot read it."""
        return self._decoder.decode(raw)

    def plain_state(self, state: S) -> Any:
        """Return a state as the plain values of a file, with lists for tuples."""
        return msgspec.json.decode(self.encode(state))

    @cached_property
    def book(self) -> RuleBook:
        """The rules of the game's solo book, and our rulings."""
        options = [one.choices for one in self.options() if isinstance(one, Choose)]
        words = {choice.id: choice.text for choices in options for choice in choices}
        words |= {f"your_{part.id}": part.text for part in self._score.PARTS} | self._states.TRACKED.words()
        return msgspec.structs.replace(self._states.book(), tracked=words)

    @property
    def table_reason(self) -> Reason:
        """The reason of a corrected value: the table is right."""
        return Reason(f"{self.key}.table.truth")

    @property
    def machine(self) -> Machine:
        """The machine, whose only model is the bot's `Turn`."""
        return self._runner.machine

    def asks(self, phase: Enum) -> bool:
        """Return whether a phase has a screen."""
        return phase.value == screens.OVER or hasattr(self._steps, phase.value)

    # --- helpers ---

    def _copy_for_entry(self, state: S) -> S:
        """Return a copy of a state, for its next entry."""
        copy = self.decode(self.encode(state))
        copy.entries += 1
        return copy

    def _is_over(self, state: S) -> bool:
        return bool(state.at.value == screens.OVER)

    def _build_screen(self, state: S, question: Question | None) -> Screen:
        content = self._content(state, question)
        return screens.screen(_screen_key(state, question), content, self._steps.badge(state), state, question)

    def _give_all_orders(self, state: S) -> None:
        """Make the screen of a position that was set by hand give all its orders."""
        content = self._content(state, self._runner.question(state))
        state.orders = {one.id: state.orders.get(one.id, state.entries) for one in content.orders}

    def _content(self, state: S, question: Question | None) -> Content:
        builder: Any = getattr(self._steps, _screen_key(state, question), self._default_result_screen)
        content: Content = builder(state) if question is None else builder(state, question)
        return content

    def _end_orders(self, state: S, screen: Screen, value: Any) -> None:
        """End the orders of an answered screen; after a question or a report the turn continues."""
        for order in screen.orders:
            del state.orders[order.id]
        turn_continues = screen.role is Role.QUESTION or (isinstance(screen.ask, Pick) and value != GO_ON)
        state.gave_orders = turn_continues and (state.gave_orders or bool(screen.orders))

    def _with_result_lines(self, state: S, screen: Screen) -> Screen:
        """Return a screen; on that of the result the deciding rule comes first, and margin and score pad last."""
        result = self.result(state)
        if result is None:
            return screen
        rule = (why.statement(self.book, result.rule),) if result.rule else ()
        lines = (*rule, *screen.lines, *ending.margin_and_pad(result, self._score.PARTS, state.pad))
        facts = screen.facts | ({"pad": dict(state.pad)} if state.pad else {})
        return msgspec.structs.replace(screen, lines=lines, facts=facts)

    def _add_up(self, screen: Screen, ask: Number) -> None:
        """Replace the counts of an answer by their total, and keep the counts as the score pad."""
        turn = self._runner.turn
        turn.state.pad = turn.value
        turn.value = add_up(ask.parts, turn.value)
        counted = {f"your_{name}": n for name, n in turn.state.pad.items() if n}
        turn.add_reason(screen.rule or self.table_reason.rule, counted, **{screen.key: turn.value})

    def _default_result_screen(self, state: S) -> Content:
        """Return the usual result screen, for a game without a builder of its own."""
        result, sheet = self.result(state), self.score(state)
        assert result is not None  # the phase is the last one
        return ending.over(result, () if sheet is None else ending.score_lines(sheet))

    def _correct(self, state: S, values: Any) -> Outcome[S]:
        if not isinstance(values, dict) or not values:
            raise Refused(Text("A correction names at least one value."))
        if self._is_over(state):
            raise Refused(ending.IS_OVER)
        copy = self._copy_for_entry(state)
        self._runner.turn.load(copy)
        for name, value in values.items():
            check_field(name, value, self.fields(copy))
            self._states.TRACKED.put(copy, name, value)
            copy.on_correction(name)
        leads_on = copy.at is not state.at
        wanted = {field.name: field.value for field in self.fields(copy)}
        copy.answers = []
        turn = self._runner.turn
        if copy.at in turn.decisions and (self.broken_laws(copy) or self._runner.run_decision(copy) is None):
            turn.withdraw()
        if broken := self.broken_laws(copy):
            raise Refused(sentences(broken))
        turn.add_reason(self.table_reason.rule, dict(values))
        settled = self._runner.settle()
        held = {field.name: field.value for field in self.fields(settled.state)}
        if not leads_on and any(held.get(name) != wanted.get(name) for name in values):
            raise Refused(Text("With this value nothing would be left to answer here. Answer first, then correct."))
        return settled

    def _check_answers(self, state: S) -> None:
        """Give the open decision its answers one by one, as a player would; `Refused` for one too many."""
        given, state.answers = state.answers, []
        for value in given:
            question = self._runner.run_decision(state)
            if question is None:
                raise Refused(Text("No decision is open that asked for all these answers."))
            ask = self._build_screen(state, question).ask
            check(ask, value)
            state.answers.append(sort_answer(ask, value))

    def _trigger(self, screen: Screen, value: Any) -> str:
        if isinstance(screen.ask, Done):
            return GO_ON
        return str(value) if isinstance(screen.ask, Pick) and self._runner.has_trigger(value) else "answered"


def _screen_key(state: State, question: Question | None) -> str:
    """Return the name of the phase, or of the question that its decision asks."""
    return str(state.at.value) if question is None else question.key


def entry_kind(screen: Screen) -> Any:
    """Return the kind of entry that answers a screen."""
    return {Draw: "draw", Roll: "roll"}.get(type(screen.ask), "answer")


def _unfit_state(fault: Fault) -> Refused:
    return Refused(Text("The state does not fit: {fault}", fault=fault.sentence))
