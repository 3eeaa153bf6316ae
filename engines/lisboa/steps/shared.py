"""What builders of several parts have in common: questions of his turn, and the noble he goes to."""

from collections.abc import Iterable, Iterator
from typing import Any

from engines.kit.contract import Choice, Order
from engines.kit.decisions import NO_WORDS, Question, Words
from engines.kit.drawings import Drawing
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.lisboa import side
from engines.lisboa.deeds import Did
from engines.lisboa.pieces import NAMES, RING, STORES, Noble, Type
from engines.lisboa.state import Phase, State

COUNTS = {
    "store_wigs": Text("Wigs for him"),
    "building_wigs": Text("Wigs for him"),
    "tile_wigs": Text("Wigs on its back"),
    "ship_influence": Text("Its influence"),
    "ship_size": Text("Its size"),
    "portfolio": Text("Your portfolio"),
    "treasury": Text("Treasury’s space"),
}
"""Lines of a screen that asks for several numbers."""


def asked(
    state: State, question: Question, headline: Text, *lines: Text | Order, words: Words = NO_WORDS, **facts: Any
) -> Content:
    """Return a question of his turn: with its facts go those that say where he is."""
    did = done(state)
    known = {"noble": did.noble, "action": did.action, "helper": state.helper}
    facts = known | question.facts | facts  # Why says them in this order
    return Content(headline, lines, facts=facts, drawing=_place(state, question), words=words)


def _place(state: State, question: Question) -> Drawing | None:
    """Return the offices where something has just come to one of them, else the place that a question is about."""
    did = done(state)
    if did.action in {"officials", "favor"} and not did.skipped and not did.action_told and state.at is Phase.VISIT:
        return side.offices(state)
    match question.key:
        case "cardinal_passed":
            return side.church((state.cardinal + 2) % RING, 2)
        case "store_column":
            return side.columns(question.facts["tiles_out"])
        case "cost_numbers" | "your_officials":
            return side.offices(state)
    return None


def numbers(state: State, question: Question, headline: Text, *lines: Text | Order, **facts: Any) -> Content:
    """Return a question for several numbers of his turn; it says what each is where its line is too short for that."""
    labels = COUNTS | {"your_officials": Text("Your Officials: {noble}", noble=NAMES[done(state).noble])}
    if state.at is Phase.STATE_ACTION:
        labels["treasury"] = Text("Treasury before it moves")
    more = (EXPLAINED[name] for name in question.counts if name in EXPLAINED)
    return asked(state, question, headline, *lines, *more, words=labels, **facts)


EXPLAINED = {
    "ship_size": Text("Its size: what it scores at the end."),
    "portfolio": Text("Your portfolio: influence of its top row."),
}


def goes(state: State) -> tuple[Text | Order, ...]:
    """Return where he goes, unless an earlier screen said so."""
    did = done(state)
    if did.courtier_told:
        return ()
    if did.action is None:
        return (Text("He follows you to the {noble}.", noble=NAMES[did.noble]),)
    return (moves(did),)


def moves(did: Did) -> Order:
    """Return his Courtier's move."""
    return Order("courtier", Text("Move his Courtier to the {noble}.", noble=NAMES[did.noble]))


WIGS_CHANGED = Choice("wigs", Text("His wigs changed"))
"""A report of your turn, or where his last turn of a period is shown."""


def missed(did: Did | None) -> Iterator[Choice]:
    """Yield what of his actions may not have been there on the table."""
    if did is not None and did.cube:
        yield Choice("no_cube", Text("There was no cube left"))
    if did is not None and did.action == "plans" and not did.skipped:
        yield Choice("no_plan", Text("There was no Plan left"))


def names(nobles: list[Noble]) -> tuple[Text, ...]:
    """Return nobles by name."""
    return tuple(NAMES[noble] for noble in nobles)


def store_counts(state: State, kinds: Iterable[Type]) -> Iterator[Text]:
    """Yield how many Stores of these types he has."""
    return (Text("{type} {n}", type=STORES[kind], n=state.stores.of(kind)) for kind in kinds)


def done(state: State) -> Did:
    """Return what he did so far."""
    assert state.did is not None  # he has begun to act
    return state.did
