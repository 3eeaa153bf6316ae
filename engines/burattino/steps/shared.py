"""Words and asks that several parts of a play have."""

from collections.abc import Iterable

from engines.burattino.deck import MARKS, PLACES
from engines.burattino.pieces import EVENT, FREE, KINDS, Kind, Season, letters
from engines.burattino.state import State
from engines.kit.contract import Choice, Marks
from engines.kit.text import Icon, Text

NOT_PRINTED = Text("{icon} House deck, not the printed cards.", icon=Icon.WARNING)

TRADES = {
    "take1": Text("Take 1 lira from him"),
    "give1": Text("Give him 1 lira"),
    "swap_cards": Text("Swap cards"),
    "grape": Text("Age a grape"),
    "wine": Text("Age a wine"),
    "personality": Text("Swap personality cards"),
}

PRICES = {"retrieve": FREE, "event": EVENT, "africa": EVENT, "swap_cards": 0, "refresh": 0}
"""What a line costs, lira; of the others at least 1."""


def missing(state: State, line: str) -> Text | None:
    """Return what is missing for a line of the menu or a trade."""
    price = PRICES.get(line, 1)
    if (line, True) in {("use_H", state.used_h), ("use_P", state.used_p)}:
        return Text("already used")
    if line in {"africa", "swap_cards", "refresh"} and not state.has_card:
        return Text("he has no card")
    return Text("needs {price}, has {lira}", price=price, lira=state.lira) if state.lira < price else None


def costs(state: State, price: int) -> Text:
    """Say what he pays, and what is left of his lira."""
    return Text("Costs {price}: {lira} − {price} = {rest}.", price=price, lira=state.lira, rest=state.lira - price)


def marks_asked(state: State, options: tuple[Choice, ...]) -> Marks:
    """Return the question for the marks of a card, four or as many as it has (burattino.ruling.marks)."""
    low, high = (MARKS, MARKS) if state.marks == "four" else (0, len(PLACES))
    return Marks(options, low, high, advance=True)


def actions_of(letters: Iterable[str]) -> tuple[Choice, ...]:
    """Return actions to tick, by their letters."""
    return tuple(action_of(letter, letter) for letter in letters)


def action_of(name: str, letter: str) -> Choice:
    """Return an action to tick, as the board names it."""
    return Choice(name, Text("{letter}", letter=letter))


def cards_of(ids: tuple[str, ...]) -> dict[str, Text]:
    """Return what his cards to tick are called: from the second of a type on with a number."""
    return {tick: _card(tick) for tick in ids}


def _card(tick: str) -> Text:
    kind, _, number = tick.partition(".")
    return Text("{kind} {n}", kind=KINDS[kind], n=number) if number else KINDS[kind]


def kinds_of(kinds: Iterable[Kind]) -> tuple[Text, ...]:
    """Return what cards are called."""
    return tuple(KINDS[kind] for kind in kinds)


def summers() -> list[tuple[str, str]]:
    """Return the places of a card with the letters that they have in summer (burattino.ruling.letters)."""
    return list(zip(PLACES, letters(Season.SUMMER), strict=True))
