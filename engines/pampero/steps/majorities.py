"""Words of the majorities."""

from collections.abc import Iterator
from typing import Literal

from engines.kit.contract import Choice, Pick
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero.state import SPACES, State
from engines.pampero.steps.shared import amounts
from engines.pampero.words import title

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


def lowered(state: State) -> Content:
    """pampero.majority.markers: what you count can go down, too."""
    options = tuple(changes(state, -1))
    lines = _titles(state, state.up())
    return Content(Text("Which one went down?"), lines, Pick(options, options[0].id), rule="pampero.majority.markers")


def changes(state: State, by: Literal[1, -1]) -> Iterator[Choice]:
    """Yield reports of one more, or of one less, of the majorities that you count, each with its value."""
    for side, space, n in state.counted_by_you():
        words = {
            ("you", 1): Text("Majority {n}: you {value} + 1", n=space, value=n),
            ("vj", 1): Text("Majority {n}: VJ {value} + 1", n=space, value=n),
            ("you", -1): Text("Majority {n}: you {value} − 1", n=space, value=n),
            ("vj", -1): Text("Majority {n}: VJ {value} − 1", n=space, value=n),
        }
        if n + by >= 0:
            yield Choice(f"{side}_{space}", words[side, by])


def _titles(state: State, spaces: tuple[int, ...] | list[int]) -> tuple[Text, ...]:
    return tuple(_title(state, space) for space in spaces)


def _title(state: State, space: int) -> Text:
    named = title(state.card(space))
    if state.auto(space):
        return Text("{space}: {title}; VJ’s is counted for you.", space=space, title=named)
    return Text("{space}: {title}.", space=space, title=named)
