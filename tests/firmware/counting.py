"""A small bot for tests: it adds the player's number, a die and a card. Some versions differ."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Annotated, Any, ClassVar

from engines.kit.contract import Badge, Choice, Draw, Law, Number, Result, Roll, Sheet, Who
from engines.kit.drawings import Side
from engines.kit.engine import Engine
from engines.kit.options import Option, Options, Source, Switch
from engines.kit.play import Play
from engines.kit.rules import RuleBook
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.kit.tracked_values import number, tracked_values
from engines.kit.turn import State, Turn
from firmware.dealer import dealer

CARDS = ("ant", "bee", "cat", "dog", "eel")
SOURCES = (Source("deck", Text("Deck"), "deck"), Source("die", Text("Die"), "die"))


class Phase(Enum):
    """The steps at which the player can be."""

    SAY = "say"
    ROLL = "roll"
    DRAW = "draw"
    BONUS = "bonus"


class Counting(State, kw_only=True):
    """The count, and the positions of deck and die."""

    at: Phase
    count: Annotated[int, number(Text("Count"), Text("count"), 9999)] = 0
    rolls: int = 0
    shuffle: int = 0
    drawn: list[str] = []
    seen: dict[str, int] = {}


class Tagged(Counting, kw_only=True):
    """A state that cannot be converted from an older one."""

    tag: str


class Adding(Turn[Any]):
    """The machine: say, roll, draw, and again."""

    phases = Phase
    transitions: ClassVar[Sequence[dict[str, Any]]] = [
        {"trigger": "answered", "source": Phase.SAY, "dest": Phase.ROLL, "before": "add_number"},
        {"trigger": "answered", "source": Phase.ROLL, "dest": Phase.DRAW, "before": "add_die"},
        {"trigger": "answered", "source": Phase.DRAW, "dest": Phase.SAY, "before": "note_card"},
    ]
    factor = 1

    def add_number(self) -> None:
        """Add the player's number."""
        self.state.count += self.value * self.factor
        self.add_reason("counting.say", said=self.value)

    def add_die(self) -> None:
        """Add the die."""
        self.state.count += self.value
        self.state.rolls += 1

    def note_card(self) -> None:
        """Note the card; an empty deck is shuffled."""
        self.state.drawn.append(self.value)
        self.state.seen[self.value] = self.state.seen.get(self.value, 0) + 1
        if len(self.state.drawn) == len(CARDS):
            self.state.drawn.clear()
            self.state.shuffle += 1


class Doubling(Adding):
    """Another rule: the player's number counts twice."""

    factor = 2


class Rewarding(Adding):
    """Another rule: a second roll after the card."""

    transitions: ClassVar[Sequence[dict[str, Any]]] = [
        *Adding.transitions[:2],
        {"trigger": "answered", "source": Phase.DRAW, "dest": Phase.BONUS, "before": "note_card"},
        {"trigger": "answered", "source": Phase.BONUS, "dest": Phase.SAY, "before": "add_die"},
    ]


class Steps:
    """The screens."""

    def __init__(self, say: str, high: int) -> None:
        self._say = say
        self._high = high

    def badge(self, _state: Counting) -> Badge:
        """It is always your turn."""
        return Badge(Who.YOU)

    def say(self, state: Counting) -> Content:
        """Ask for a number."""
        return _screen(self._say, state, Number(0, self._high, 1))

    def roll(self, state: Counting) -> Content:
        """Ask for the die."""
        return _screen("counting.roll", state, Roll("die", state.rolls, 1, 6))

    def bonus(self, state: Counting) -> Content:
        """Ask for the die again."""
        return _screen("counting.bonus", state, Roll("die", state.rolls, 1, 6))

    def draw(self, state: Counting) -> Content:
        """Ask for a card."""
        return _screen("counting.draw", state, Draw("deck", state.shuffle, self.remaining_cards(state, "deck")))

    def remaining_cards(self, state: Counting, _deck: str) -> tuple[Choice, ...]:
        """Return the cards not drawn since the last shuffle."""
        return tuple(Choice(card, Text(card)) for card in CARDS if card not in state.drawn)


def _screen(key: str, state: Counting, ask: Any) -> Content:
    return Content(Text("Count {n}", n=state.count), ask=ask, facts={"count": state.count}, key=key)


class States:
    """The book and the laws of a state."""

    TRACKED = tracked_values(Counting)

    def __init__(self, kind: type[Counting]) -> None:
        self.State = kind

    def book(self) -> RuleBook:
        """Return a book without rules."""
        return RuleBook("counting", {}, ())

    def laws(self, _state: Counting) -> Iterator[Law]:
        """Yield no laws; only the bounds of the count apply."""
        yield from ()


class Setup:
    """The start of a play."""

    SOURCES = SOURCES
    DECKS = ()

    def __init__(self, kind: type[Counting], extra: dict[str, Any]) -> None:
        self._kind = kind
        self._extra = extra

    def options(self) -> tuple[Option, ...]:
        """Return one switch: the count begins at 100."""
        return (Switch("high", Text("High"), default=False),)

    def start(self, options: Options) -> Counting:
        """Begin with a roll, so that step 0 deals outcomes."""
        return self._kind(at=Phase.ROLL, count=100 if options["high"] else 0, **self._extra)

    def learned_options(self, _state: Counting) -> Options | None:
        """Return None: nothing of a play is kept."""
        return None

    def put_away(self, _state: Counting) -> tuple[Content, ...]:
        """Put nothing away."""
        return ()


class Table:
    """The bot's side of the table: its count, in words."""

    def side(self, state: Counting) -> Side:
        """Return the count."""
        return Side(Text("Its side"), (Text("Count: {count}.", count=state.count),))


class Score:
    """A bot without score or winner."""

    PARTS = ()

    def score(self, _state: Counting) -> Sheet | None:
        """Return no score."""
        return None

    def result(self, _state: Counting) -> Result | None:
        """Return no result."""
        return None


def counting(
    version: int = 1,
    *,
    turn: type[Adding] = Adding,
    state: type[Counting] = Counting,
    extra: dict[str, Any] | None = None,
    say: str = "counting.say",
    high: int = 9,
    key: str = "counting",
    setup: Setup | None = None,
) -> Engine[Any]:
    """Return the bot, or another version of it."""
    return Engine(
        key=key,
        title=Text("Counting"),
        bot=Text("Counter"),
        version=version,
        modules=(States(state), turn, setup or Setup(state, extra or {}), Steps(say, high), Score(), Table()),
    )


ENGINE = counting()


def new_play(seed: str = "seed", *, engine: Engine[Any] = ENGINE, **sources: Any) -> Play[Any]:
    """Return a play at its first step."""
    return Play(engine, {}, dealer(seed), seed=seed, sources=sources)
