"""Words of the majorities."""

from collections.abc import Iterator

from engines.contract import Choice
from engines.decisions import Question
from engines.pampero.state import SPACES, State
from engines.pampero.steps.shared import amounts
from engines.pampero.words import title
from engines.screens import Content
from engines.text import Text

WORDS = {
    "vj_1": Text("1: VJ’s"),
    "vj_2": Text("2: VJ’s"),
    "vj_3": Text("3: VJ’s"),
    "you_1": Text("1: yours"),
    "you_2": Text("2: yours"),
    "you_3": Text("3: yours"),
}
"""The six majority markers."""


def start_majorities(state: State, question: Question) -> Content:
    """pampero.setup.majorities, pampero.setup.pass_tile: proposed; other majorities may begin elsewhere."""
    lines = (
        Text("Put each at what its side has."),
        *_titles(state, SPACES),
        Text("Lay the pass tile brain side up."),
    )
    return amounts(question, Text("Place majority markers"), lines, WORDS)


def majority_values(state: State, question: Question) -> Content:
    """pampero.majority.markers."""
    return amounts(question, Text("Majority markers?"), (Text("Move the markers of what changed."),), WORDS)


def one_more(state: State) -> Iterator[Choice]:
    """Yield reports of the majorities that are still to be scored, each with its value: yours, and VJ's if asked."""
    for space in state.up():
        pair = state.majority[space - 1]
        yield Choice(f"you_{space}", Text("Majority {n}: you {value} + 1", n=space, value=pair.you))
        if not state.auto(space):
            yield Choice(f"vj_{space}", Text("Majority {n}: VJ {value} + 1", n=space, value=pair.vj))


def _titles(state: State, spaces: tuple[int, ...] | list[int]) -> tuple[Text, ...]:
    return tuple(_title(state, space) for space in spaces)


def _title(state: State, space: int) -> Text:
    named = title(state.card(space))
    if state.auto(space):
        return Text("{space}: {title}; VJ’s is counted for you.", space=space, title=named)
    return Text("{space}: {title}.", space=space, title=named)
