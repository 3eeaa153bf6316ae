"""What passes between a bot and the device: screens, asks, entries, outcomes, reasons, options.

Everything here is a value without behaviour, but for `check`, which refuses an answer that its ask does not allow.
Words are `Text`; ids are language-free, stand in journals, and are never renamed.
"""

from enum import Enum
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from engines.text import Icon, Text

S = TypeVar("S")

GO_ON = "go_on"
"""The option that an instruction preselects: what the player does next has been done."""
NOT_POSSIBLE = "not_possible"
"""The option of a bot's instruction that takes the rule's fallback."""


class Refused(Exception):
    """An input that the rules or the ask do not allow. `text` is a sentence for the player; nothing has changed."""

    def __init__(self, text: Text) -> None:
        super().__init__(repr(text))
        self.text = text


class Role(Enum):
    """What a screen is for."""

    INSTRUCTION = "instruction"
    QUESTION = "question"
    RESULT = "result"


class Who(Enum):
    """Whose turn it is; `table` is set-up and upkeep, which belongs to nobody."""

    YOU = "you"
    BOT = "bot"
    TABLE = "table"


# --- asks -----------------------------------------------------------------------------------------------------------


class Choice(Struct, frozen=True):
    """One line that can be chosen. `blocked` is the reason why it cannot be now."""

    id: str
    text: Text
    icon: Icon | None = None
    blocked: Text | None = None


class Done(Struct, frozen=True, tag_field="kind", tag="done"):
    """Nothing to say but that it is done. Answer: true."""


class YesNo(Struct, frozen=True, tag_field="kind", tag="yes_no"):
    """Answer: a bool."""

    likely: bool = False


class Pick(Struct, frozen=True, tag_field="kind", tag="pick"):
    """One of a list. Answer: the id of an option that is not blocked. `likely` is such an id."""

    options: tuple[Choice, ...]
    likely: str


class Number(Struct, frozen=True, tag_field="kind", tag="number"):
    """Answer: an int from `low` to `high`, both included. `minus_from` draws it as "8 − 3 = 5"."""

    low: int
    high: int
    likely: int
    minus_from: int | None = None


class Marks(Struct, frozen=True, tag_field="kind", tag="marks"):
    """Ticks in a list. Answer: `low` to `high` different ids, in any order."""

    options: tuple[Choice, ...]
    low: int
    high: int
    likely: tuple[str, ...] = ()


class Draw(Struct, frozen=True, tag_field="kind", tag="draw"):
    """A card of a named deck comes up. Answer: the id of one of those left. `shuffle` counts that deck's shuffles."""

    deck: str
    shuffle: int
    left: tuple[Choice, ...]


class Roll(Struct, frozen=True, tag_field="kind", tag="roll"):
    """A named die is rolled for the n-th time (from 0). Answer: an int from `low` to `high`."""

    die: str
    n: int
    low: int
    high: int


Ask = Done | YesNo | Pick | Number | Marks | Draw | Roll


def check(ask: Ask, value: object) -> None:
    """Raise `Refused` with a sentence for the player unless `value` answers `ask`."""
    match ask:
        case Done():
            _need(value is True, Text("Only “done” answers this step."))
        case YesNo():
            _need(isinstance(value, bool), Text("Only yes or no answers this question."))
        case Pick():
            _check_pick(ask, value)
        case Number() | Roll():
            whole = isinstance(value, int) and not isinstance(value, bool) and ask.low <= value <= ask.high
            _need(whole, Text("It must be a number from {low} to {high}.", low=ask.low, high=ask.high))
        case Marks():
            _check_marks(ask, value)
        case Draw():
            ids = [card.id for card in ask.left]
            _need(value in ids, Text("{card} is not among the cards left: {left}.", card=_told(value), left=tuple(ids)))


def in_order(ask: Ask, value: Any) -> Any:
    """Return a value that an ask allows, ticks in the order of the list, in whatever order they were made."""
    if isinstance(ask, Marks):
        return [option.id for option in ask.options if option.id in value]
    return value


def _check_pick(ask: Pick, value: object) -> None:
    chosen = next((option for option in ask.options if option.id == value), None)
    ids = tuple(option.id for option in ask.options)
    if chosen is None:
        raise Refused(Text("{value} is not one of: {ids}.", value=_told(value), ids=ids))
    if chosen.blocked is not None:
        raise Refused(Text("{option}: {reason}", option=chosen.text, reason=chosen.blocked))


def _check_marks(ask: Marks, value: object) -> None:
    ids = [option.id for option in ask.options if option.blocked is None]
    if not isinstance(value, list | tuple) or any(mark not in ids for mark in value):
        raise Refused(Text("Only these can be marked: {ids}.", ids=tuple(ids)))
    _need(len(set(value)) == len(value), Text("Each can be marked once."))
    _need(ask.low <= len(value) <= ask.high, marks_needed(ask))


def marks_needed(ask: Marks) -> Text:
    """Return the sentence that says how many ticks an ask wants."""
    if ask.low == ask.high:
        return Text("Mark {n}.", n=ask.low)
    return Text("Mark {low} to {high}.", low=ask.low, high=ask.high)


def _told(value: object) -> str:
    """Say a value from outside, as JSON does if it is a single one."""
    if isinstance(value, dict):
        return "An object"
    if isinstance(value, list | tuple):
        return "A list"
    return msgspec.json.encode(value, enc_hook=repr).decode()


def _need(holds: bool, text: Text) -> None:
    if not holds:
        raise Refused(text)


# --- screens --------------------------------------------------------------------------------------------------------


class Badge(Struct, frozen=True):
    """Where the play stands: whose turn, the place ("Round 2/4"), the turn in it, and step i of n where n is known.

    The turn is a number, or a name ("Summer"). A new place is a new round: the panel is refreshed as a whole.
    """

    who: Who
    place: Text | None = None
    turn: int | Text | None = None
    step: int | None = None
    steps: int | None = None


class Screen(Struct, frozen=True):
    """What the engine wants shown, without pixels.

    `key` is stable and names the step; `facts` are what the text is made of, for programs; `rule` is what a question
    asks for.
    """

    key: str
    role: Role
    headline: Text
    lines: tuple[Text, ...]
    badge: Badge
    ask: Ask
    facts: dict[str, Any]
    rule: str | None = None


# --- inputs, outcomes, reasons --------------------------------------------------------------------------------------

Kind = Literal["answer", "draw", "roll", "correct"]
By = Literal["player", "device"]


class Entry(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One line of a journal: what was given to which screen, by whom. In a file: [kind, screen key, value, by]."""

    kind: Kind
    key: str
    value: Any
    by: By


class Reason(Struct, frozen=True):
    """Why something followed: a rule id, the facts used and what followed; values without words."""

    rule: str
    facts: dict[str, Any] = {}
    outcome: dict[str, Any] = {}


class Outcome(Struct, Generic[S], frozen=True):
    """What an entry made of a state."""

    state: S
    reasons: tuple[Reason, ...]


# --- options, sources, corrections ----------------------------------------------------------------------------------


class Choose(Struct, frozen=True):
    """An option with one of several values; `rule` names the ruling whose choices they are, for a house rule.

    Where an `option` is named, it matters with these `values` of that alone.
    """

    name: str
    label: Text
    choices: tuple[Choice, ...]
    default: str
    rule: str | None = None
    option: str = ""
    values: tuple[str, ...] = ()


class Count(Struct, frozen=True):
    """An option that is a whole number from `low` to `high`."""

    name: str
    label: Text
    low: int
    high: int
    default: int


class Switch(Struct, frozen=True):
    """An option that is on or off."""

    name: str
    label: Text
    default: bool


class Embed(Struct, frozen=True):
    """An option that holds a whole deck of the kind `deck`, in place of the one that comes with the game.

    `unset` stands for no deck in a list. Where an `option` is named, the deck is in play with these `values` of it
    alone; the first of them is the default where the deck is given.
    """

    name: str
    label: Text
    deck: str
    unset: Text = Text("printed")
    option: str = ""
    values: tuple[str, ...] = ()


Option = Choose | Count | Switch | Embed
Options = dict[str, Any]


class Source(Struct, frozen=True):
    """A deck or die that can be the player's own. Only one whose faces are `known` can be the device's.

    Where an `option` is named, the source is in play with these `values` of it alone.
    """

    name: str
    label: Text
    kind: Literal["deck", "die"]
    known: bool = True
    option: str = ""
    values: tuple[str, ...] = ()


class Field(Struct, frozen=True):
    """A value that the player can correct: a number from `low` to `high`, or one of `choices` where there are any."""

    name: str
    label: Text
    value: int | str
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()


# --- score and result -----------------------------------------------------------------------------------------------


class Row(Struct, frozen=True):
    """One line of a score, in victory points."""

    id: str
    text: Text
    value: int


class Sheet(Struct, frozen=True):
    """The bot's score as it stands."""

    rows: tuple[Row, ...]

    @property
    def total(self) -> int:
        """Return the sum of the rows."""
        return sum(row.value for row in self.rows)


class Result(Struct, frozen=True):
    """How a play ended. `you` is None where the player kept the total to himself."""

    winner: Literal["bot", "you"] | None
    bot: int | None
    you: int | None
    verdict: Text
