"""The values between a bot and the device: screens, asks, entries, outcomes, reasons.

All are values without behaviour. `check` refuses an answer that its ask does not allow.
Words are `Text`. Ids are free of language and never renamed, since journals contain them.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from engines.kit.drawings import Drawing, Side
from engines.kit.text import Icon, Text

S = TypeVar("S")

GO_ON = "go_on"
"""The option that an instruction preselects: the player has done what it says."""
ENDS_EARLY = "did_it"
"""The option by which the player says that the goal is reached before the end; the device shows it last."""
NOT_POSSIBLE = "not_possible"
"""The option of a bot's instruction that takes the rule's fallback."""


class Refused(Exception):
    """An input that the rules or the ask do not allow. `text` is a sentence for the player; nothing has changed."""

    def __init__(self, text: Text) -> None:
        super().__init__(repr(text))
        self.text = text


class Role(Enum):
    """The purpose of a screen."""

    INSTRUCTION = "instruction"
    QUESTION = "question"
    RESULT = "result"


class Who(Enum):
    """Whose turn it is; `table` is set-up and upkeep, which belongs to nobody."""

    YOU = "you"
    BOT = "bot"
    TABLE = "table"


# --- asks -----------------------------------------------------------------------------------------------------------


class Emblem(Struct, frozen=True):
    """The picture of a game: rows in the `emblem.toml` of a folder of the project, or those of a bot's file.

    If neither can be drawn, it is the `initial` of the title.
    """

    initial: str
    folder: str = ""
    rows: str = ""


class Choice(Struct, frozen=True):
    """One line that can be chosen. `blocked` is the reason why it cannot be now.

    `note` says what it means, while it is highlighted. `group` names the lines that begin with this one.
    A game has its `emblem` beside it, and its note is always below its title.
    """

    id: str
    text: Text
    icon: Icon | None = None
    blocked: Text | None = None
    note: Text | None = None
    group: Text | None = None
    emblem: Emblem | None = None


class Done(Struct, frozen=True, tag_field="kind", tag="done"):
    """Something to do and then confirm. Answer: true."""


class YesNo(Struct, frozen=True, tag_field="kind", tag="yes_no"):
    """Answer: a bool. If neither is likely (None), nothing is highlighted until the player turns to one."""

    likely: bool | None = False


class Pick(Struct, frozen=True, tag_field="kind", tag="pick"):
    """One of a list. Answer: the id of an option that is not blocked. `likely` is such an id."""

    options: tuple[Choice, ...]
    likely: str


class Marks(Struct, frozen=True, tag_field="kind", tag="marks"):
    """Ticks in a list. Answer: `low` to `high` different ids, in any order.

    With `advance` a tick moves the highlight on; if `low` = `high` it ends once the rest must be ticked.
    """

    options: tuple[Choice, ...]
    low: int
    high: int
    likely: tuple[str, ...] = ()
    advance: bool = False


class Counter(Struct, frozen=True):
    """One number of several: from `low` to `high`, both included, and `likely` at first."""

    id: str
    text: Text
    low: int
    high: int
    likely: int


class Counters(Struct, frozen=True, tag_field="kind", tag="counters"):
    """Several numbers on one screen. Answer: an object with the number of every line, by its id."""

    lines: tuple[Counter, ...]


class Part(Counter, frozen=True):
    """One line of a total: every `per` of what is counted are worth `worth` points, and fewer are worth nothing."""

    worth: int = 1
    per: int = 1


class Number(Struct, frozen=True, tag_field="kind", tag="number"):
    """Answer: an int from `low` to `high`, both included. `minus_from` draws it as "8 − 3 = 5".

    A total may have `parts`. Then an object with the count of every part, by its id, is an answer, too: it is added up.
    """

    low: int
    high: int
    likely: int
    minus_from: int | None = None
    parts: tuple[Part, ...] = ()


class Draw(Struct, frozen=True, tag_field="kind", tag="draw"):
    """A card of a named deck comes up. Answer: the id of one of those remaining. `shuffle` counts its shuffles."""

    deck: str
    shuffle: int
    remaining: tuple[Choice, ...]


class Roll(Struct, frozen=True, tag_field="kind", tag="roll"):
    """A named die is rolled for the n-th time (from 0). Answer: an int from `low` to `high`."""

    die: str
    n: int
    low: int
    high: int


Ask = Done | YesNo | Pick | Number | Marks | Counters | Draw | Roll


def check(ask: Ask, value: object) -> None:
    """Raise `Refused` with a sentence for the player unless `value` answers `ask`."""
    match ask:
        case Done():
            _require(value is True, Text("Only “done” answers this step."))
        case YesNo():
            _require(isinstance(value, bool), Text("Only yes or no answers this question."))
        case Pick():
            _check_pick(ask, value)
        case Number(parts=parts) if parts and isinstance(value, dict):
            _check_counters(Counters(parts), value)
            _require_within(ask, add_up(parts, value))
        case Number() | Roll():
            _require_within(ask, value)
        case Marks():
            _check_marks(ask, value)
        case Counters():
            _check_counters(ask, value)
        case Draw():
            ids = [card.id for card in ask.remaining]
            fault = Text("{card} is not among the cards left: {left}.", card=_json_of(value), left=tuple(ids))
            _require(value in ids, fault)


def sort_answer(ask: Ask, value: Any) -> Any:
    """Return an allowed answer with its ticks or numbers in the order of the list."""
    match ask:
        case Marks():
            return [option.id for option in ask.options if option.id in value]
        case Counters():
            return {line.id: value[line.id] for line in ask.lines}
        case Number() if isinstance(value, dict):
            return {part.id: value[part.id] for part in ask.parts}
    return value


def add_up(parts: Iterable[Part], counts: Mapping[str, int]) -> int:
    """Return the points of all counts, by the id of a part; a part without a count adds nothing."""
    return sum(points(part, counts.get(part.id, 0)) for part in parts)


def points(part: Part, n: int) -> int:
    """Return the points of `n` pieces of a part."""
    return n // part.per * part.worth


def _check_pick(ask: Pick, value: object) -> None:
    chosen = next((option for option in ask.options if option.id == value), None)
    ids = tuple(option.id for option in ask.options)
    if chosen is None:
        raise Refused(Text("{value} is not one of: {ids}.", value=_json_of(value), ids=ids))
    if chosen.blocked is not None:
        raise Refused(Text("{option}: {reason}", option=chosen.text, reason=chosen.blocked))


def _check_marks(ask: Marks, value: object) -> None:
    ids = [option.id for option in ask.options if option.blocked is None]
    if not isinstance(value, list | tuple) or any(mark not in ids for mark in value):
        raise Refused(Text("Only these can be ticked: {ids}.", ids=tuple(ids)))
    _require(len(set(value)) == len(value), Text("Each can be ticked once."))
    _require(ask.low <= len(value) <= ask.high, marks_needed(ask))


def _check_counters(ask: Counters, value: object) -> None:
    ids = tuple(line.id for line in ask.lines)
    if not isinstance(value, dict) or set(value) != set(ids):
        raise Refused(Text("A number is needed for each of these, and nothing else: {ids}.", ids=ids))
    for line in ask.lines:
        fault = Text("{line}: it must be a number from {low} to {high}.", line=line.text, low=line.low, high=line.high)
        _require(_is_within(line, value[line.id]), fault)


def _is_within(bounds: "Number | Roll | Counter", value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and bounds.low <= value <= bounds.high


def _require_within(ask: Number | Roll, value: object) -> None:
    _require(_is_within(ask, value), Text("It must be a number from {low} to {high}.", low=ask.low, high=ask.high))


def marks_needed(ask: Marks) -> Text:
    """Return the sentence that says how many ticks an ask needs."""
    if ask.low == ask.high:
        return Text("Tick {n}.", n=ask.low)
    return Text("Tick {low} to {high}.", low=ask.low, high=ask.high)


def _json_of(value: object) -> str:
    """Return the words for a value from outside; a single one is written as in JSON."""
    if isinstance(value, dict):
        return "An object"
    if isinstance(value, list | tuple):
        return "A list"
    return msgspec.json.encode(value, enc_hook=repr).decode()


def _require(holds: bool, text: Text) -> None:
    if not holds:
        raise Refused(text)


# --- screens --------------------------------------------------------------------------------------------------------


class Badge(Struct, frozen=True):
    """The progress of a play: whose turn it is, the place ("Round 2/4"), the turn, and the step of several.

    `turn` is a number, or a name ("Summer"). `step` of `steps` is known in set-up. A new place is a new round: the
    panel has a full refresh.
    """

    who: Who
    place: Text | None = None
    turn: int | Text | None = None
    step: int | None = None
    steps: int | None = None


class Order(Struct, frozen=True):
    """A line that tells the player to do something on the table.

    `id` says what, free of language. `entry` is the number of the journal entry that decided it: inputs and outcomes
    counted from 1, and 0 for the start. A builder leaves it out; the engine knows it.
    """

    id: str
    text: Text
    entry: int = 0


class Screen(Struct, frozen=True):
    """One step as the engine shows it, without pixels.

    `key` is stable and names the step. `facts` are the values of its text, for programs. `rule` is the id of the rule
    that needs the answer. `drawing` shows the change on the table, or the place that a question is about; only the
    device's own screens show a whole side. `because` is the main reason of an instruction in a sentence. `orders` are
    the orders among headline and lines that this screen gives.
    """

    key: str
    role: Role
    headline: Text
    lines: tuple[Text, ...]
    badge: Badge
    ask: Ask
    facts: dict[str, Any]
    rule: str | None = None
    drawing: Drawing | Side | None = None
    because: Text | None = None
    orders: tuple[Order, ...] = ()


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
    """The reason of a change: a rule id, the facts used and the outcome; values without words.

    `step` names the step of a bot's file that has the sentence for it; "" if the rule has it.
    """

    rule: str
    facts: dict[str, Any] = {}
    outcome: dict[str, Any] = {}
    step: str = ""


TIED = "tied"
"""The fact of a reason that names the remaining candidates, at least two, before its rule broke the tie."""


def tie_fact(candidates: Iterable[Any]) -> dict[str, list[Any]]:
    """Return the fact of a reason that names candidates which tie; no fact if there are fewer than two."""
    tied = list(candidates)
    return {TIED: tied} if len(tied) > 1 else {}


class Outcome(Struct, Generic[S], frozen=True):
    """The state after an entry, and the reasons."""

    state: S
    reasons: tuple[Reason, ...]


# --- corrections, laws ------------------------------------------------------------------------------------------------


class Field(Struct, frozen=True):
    """A value that the player can correct: a number from `low` to `high`, or one of `choices` if there are any.

    `group` names what it belongs to on the table, and `follows` says what the bot does with that.
    """

    name: str
    label: Text
    value: int | str
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()
    group: Text = Text("")
    follows: Text = Text("")


Law = tuple[bool, Text]
"""True if a position obeys a law, and the sentence that states the law."""


# --- score and result -----------------------------------------------------------------------------------------------


class Row(Struct, frozen=True):
    """One line of a score, in victory points."""

    id: str
    text: Text
    value: int


class Sheet(Struct, frozen=True):
    """The bot's present score."""

    rows: tuple[Row, ...]

    @property
    def total(self) -> int:
        """Return the sum of the rows."""
        return sum(row.value for row in self.rows)


class Result(Struct, frozen=True):
    """The end of a play. `you` is None if the player kept the total to himself; `rule` decided the winner."""

    winner: Literal["bot", "you"] | None
    bot: int | None
    you: int | None
    verdict: Text
    rule: str = ""
