"""The kinds of steps in a bot file, with their fields. `docs/bot-language.md` explains them."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from engines.botfile.tables import (
    BlockName,
    DeckName,
    DieName,
    Expr,
    IconName,
    Id,
    Lines,
    ListName,
    Plain,
    RuleName,
    Sentence,
    Slug,
    Table,
    Words,
)
from engines.kit.rules import Weight


class Step(Table, frozen=True, kw_only=True):
    """The fields of all steps: a condition, its rule, the name of its screen, its sentence of Why; `main` reason."""

    if_: Expr = True
    rule: RuleName = ""
    id: Slug = ""
    main: bool = False
    why: Sentence = ""


class Say(Step, frozen=True, kw_only=True):
    """A line of the next instruction."""

    say: Words
    plural: Words = ""
    n: Expr = 0
    with_: dict[Slug, Expr] = {}
    icon: IconName = ""


class Headline(Step, frozen=True, kw_only=True):
    """The headline of the player's next turn, even if other sentences come before it."""

    headline: Sentence


class Tell(Step, frozen=True, kw_only=True):
    """An instruction: its headline, the lines said before, and its own. `not_possible`: what happens instead."""

    tell: Sentence
    lines: Lines = []
    not_possible: BlockName | None = None


class Report(Table, frozen=True, kw_only=True):
    """A report of the player on his turn, and its steps; if `blocked`, it cannot be chosen, `because` says why."""

    id: Slug
    text: Sentence
    do: BlockName = ""
    ends: bool = False
    if_: Expr = True
    blocked: Expr = False
    because: Sentence = ""
    icon: IconName = ""


class YourTurn(Step, frozen=True, kw_only=True):
    """The player's turn: it shows what the bot did, and he may report."""

    your_turn: Sentence
    lines: Lines = []
    done: Sentence = "My turn is done"
    reports: list[Report] = []


class Draw(Step, frozen=True, kw_only=True):
    """The next card of a deck comes up: it is `as` this name, and goes to the list `to`, at a place or its end.

    Without `as` it has the name of the deck's `card`; it is empty if there is none.
    """

    draw: DeckName
    as_: Slug = ""
    to: ListName = ""
    at: Expr = 0
    ask: Sentence = ""
    lines: Lines = []


class Roll(Step, frozen=True, kw_only=True):
    """A die is rolled, or as many of its faces as `high` says; `as` names the roll. Of one face it is not rolled."""

    roll: DieName
    as_: Slug = ""
    high: Expr = ""
    ask: Sentence = ""
    lines: Lines = []


class Candidate(Table, frozen=True, kw_only=True):
    """An id that may be chosen, in other words than its own; `blocked`, it cannot be `because`."""

    id: Id
    text: Sentence = ""
    if_: Expr = True
    blocked: Expr = False
    because: Sentence = ""


Candidates: TypeAlias = Annotated[str, Meta(extra={"is": "expression"})] | list[Id | Candidate]


class YesNo(Step, frozen=True, kw_only=True):
    """A question with yes or no."""

    yes_no: Sentence
    as_: Slug
    lines: Lines = []
    likely: Expr = False


class Number(Step, frozen=True, kw_only=True):
    """A question for a number; `minus_from` draws the remainder. If only one is possible, it is not asked."""

    number: Sentence
    as_: Slug
    low: Expr = 0
    high: Expr
    likely: Expr = ""
    minus_from: Expr = ""
    lines: Lines = []


class Pick(Step, frozen=True, kw_only=True):
    """One of some ids, in this order. If only one remains, it is taken; if none does, the answer is an empty id.

    `none` adds a last row for none of them; then it is asked even of a single id.
    """

    pick: Sentence
    as_: Slug
    of: Candidates
    likely: Expr = ""
    none: Sentence = ""
    lines: Lines = []


class Marks(Step, frozen=True, kw_only=True):
    """Some of the ids: `low` to `high` of them."""

    marks: Sentence
    as_: Slug
    of: Candidates
    low: Expr = 0
    high: Expr = 0
    advance: bool = False
    lines: Lines = []


class Counter(Table, frozen=True, kw_only=True):
    """A number of several: the name that it gets, its words, its bounds."""

    as_: Slug
    text: Plain
    if_: Expr = True
    low: Expr = 0
    high: Expr = 99
    likely: Expr = 0


class Counters(Step, frozen=True, kw_only=True):
    """Several numbers on one screen."""

    counters: Sentence
    of: list[Counter]
    lines: Lines = []


class Set(Step, frozen=True, kw_only=True):
    """Values change: all are worked out before any changes. A number stays within the bounds of its value."""

    set: dict[Slug, Expr]


class Move(Step, frozen=True, kw_only=True):
    """An id goes to the list `to`, at a place (from 1) or at its end, `from` a list or from nowhere.

    Without `to` it is gone. `all` moves the whole list instead.
    """

    move: Expr = ""
    all: ListName = ""
    from_: ListName = ""
    to: ListName = ""
    at: Expr = 0


class Shuffle(Step, frozen=True, kw_only=True):
    """The cards played go back among those left; with `cards`, those of that list instead."""

    shuffle: DeckName
    cards: ListName = ""


class Do(Step, frozen=True, kw_only=True):
    """Steps with a name, those of a card, or those given here; `while` it holds; `else` if `if` does not.

    With `each` they are done once for each id of the list `of`, which has that name.
    """

    do: BlockName
    while_: Expr = ""
    each: Slug = ""
    of: Expr = ""
    else_: BlockName = ""


class End(Step, frozen=True, kw_only=True):
    """The play is over: by the score, or because somebody has won."""

    end: Literal["score", "you", "bot", "nobody"]
    verdict: Sentence = ""


STEPS: dict[str, type[Step]] = {
    "say": Say,
    "headline": Headline,
    "tell": Tell,
    "your_turn": YourTurn,
    "draw": Draw,
    "roll": Roll,
    "yes_no": YesNo,
    "number": Number,
    "pick": Pick,
    "marks": Marks,
    "counters": Counters,
    "set": Set,
    "move": Move,
    "all": Move,
    "shuffle": Shuffle,
    "do": Do,
    "end": End,
}
"""The kinds of steps, by the field that makes a step one of that kind."""

BLOCK_FIELDS = {Tell: ("not_possible",), YourTurn: ("reports",), Do: ("do", "else")}
"""Fields of steps that have steps inside."""

WEIGHTS: dict[type[Step], Weight] = {
    **dict.fromkeys((Draw, Roll, Pick, Number), "given"),
    **dict.fromkeys((Set, Move, YourTurn), "bookkeeping"),
}
"""The weights of the reasons of steps in Why, unless they are marked as main."""

_EMPTY_ANSWERS: dict[type[Step], Any] = {Draw: "", Pick: "", Number: 0, Roll: 0, YesNo: False, Marks: []}


def outputs(step: Step) -> dict[str, Any]:
    """Return the names that a step gives values to, each with its value before."""
    match step:
        case Counters():
            return {one.as_: 0 for one in step.of}
        case Do() if step.each:
            return {step.each: ""}
        case Draw() | Pick() | Number() | Roll() | YesNo() | Marks():
            return {step.as_: _EMPTY_ANSWERS[type(step)]}
    return {}
