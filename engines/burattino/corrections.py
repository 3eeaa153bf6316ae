"""What can be corrected and is no field of the state, but follows from some."""

from collections.abc import Callable, Iterator
from typing import Any

from engines.burattino.deck import PLACES
from engines.burattino.pieces import UNKNOWN, Season, letters
from engines.kit.text import Text
from engines.kit.tracked_values import YES, YES_NO, Value


def workers(season: Season, *, newest: bool) -> Iterator[Value]:
    """Yield his workers of a season: how many, where their letters are unknown, or action by action.

    `newest` is for the menu in which winter has begun, and stands first.
    """

    def counted(state: Any) -> bool:
        return state.card_mode == "table" and state.begun(Season.WINTER) is newest

    def named(state: Any) -> bool:
        return state.card_mode != "table" and state.begun(Season.WINTER) is newest

    def get(state: Any) -> int:
        return len(state.board.of(season))

    def put(state: Any, n: int) -> None:
        row = state.board.of(season)
        row[:] = [*row, *[UNKNOWN] * n][:n]

    label, word = THERE[season]
    yield Value(
        f"workers_{season.value}",
        label,
        word,
        lambda state: len(state.board.of(season)),
        put,
        len(PLACES),
        when=counted,
    )
    yield from (_worker(season, letter, named) for letter in letters(season))


THERE = {
    Season.SUMMER: (Text("His workers of summer"), Text("his workers on summer actions")),
    Season.WINTER: (Text("His workers of winter"), Text("his workers on winter actions")),
}


def _worker(season: Season, letter: str, when: Callable[[Any], bool]) -> Value:
    def get(state: Any) -> str:
        return YES[letter in state.board.of(season)]

    def put(state: Any, value: str) -> None:
        row = state.board.of(season)
        row[:] = sorted({*row, letter} if value == "yes" else {*row} - {letter})

    label, word = Text("His worker on {letter}", letter=letter), Text("worker on {letter}", letter=letter)
    return Value(f"action_{letter}", label, word, get, put, choices=YES_NO, when=when)


def used(letter: str, name: str, word: Text) -> Value:
    """Return whether he has used an action this year, a bool of the state called `name`."""

    def put(state: Any, value: str) -> None:
        setattr(state, name, value == "yes")

    label = Text("He used {letter}", letter=letter)
    return Value(f"used_{letter}", label, word, lambda state: YES[getattr(state, name)], put, choices=YES_NO)
