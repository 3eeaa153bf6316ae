"""A file's side of the table as drawings: its tracks, numbers, lists and decks, without a word of layout."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.state import State
from engines.botfile.tables import Deck, Value
from engines.botfile.words import PRONOUNS, file_text
from engines.kit.drawings import Card, Cards, Drawing, Row, Side, Slot, Slots, Track
from engines.kit.text import Text

MAX_TRACK_PLACES = 40
"""Places of a drawn track; a longer one is shown as a number."""
MAX_PLACES = 300
"""Places drawn altogether; tracks and lists beyond that are shown as numbers."""
MAX_ROWS = 12
MAX_DRAWN_DECKS = 4
"""Rows and decks of one drawing: larger ones are slow to cut into pages."""
MAX_CARD_LETTERS = 100
"""Letters of the names of cards played."""


class BotSide:
    """The bot's side of the table."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def side(self, state: State) -> Side:
        """Return everything that the bot has on the table."""
        drawn = _SideDrawing(self._bot, state)
        parts = (*drawn.tracks(), *drawn.numbers(), *drawn.decks())
        title, nothing, _ = PRONOUNS[self._bot.file.pronoun]
        return Side(title, parts or (nothing,))


def moved_track(bot: Bot, state: State) -> Drawing | None:
    """Return the first track that moved since the last instruction."""
    name = next((name for name, n in state.moved.items() if n and name not in state.hidden), None)
    return None if name is None else _track(state, name, bot.file.values[name])


def _track(state: State, name: str, value: Value) -> Track:
    at, step = state.values[name], state.moved.get(name, 0)
    assert isinstance(at, int)  # a track is a number
    if value.loop:
        slots = tuple(Slot() for _ in range(value.loop))
        return Track(file_text(value.label), slots, (at - 1) % value.loop, max(step, 0), loop=True)
    slots = tuple(Slot(place) for place in range(value.low, value.high + 1))
    return Track(file_text(value.label), slots, at - value.low, max(step, 0))


class _SideDrawing:
    """The drawings of a state, up to a number of places."""

    def __init__(self, bot: Bot, state: State) -> None:
        self._bot, self._state = bot, state
        self._values = {name: one for name, one in bot.file.values.items() if one.label and name not in state.hidden}
        self._places = MAX_PLACES

    def tracks(self) -> Iterator[Drawing]:
        """Yield the tracks; those without remaining places become numbers."""
        for name, value in list(self._values.items()):
            places = value.loop or value.high - value.low + 1
            if (value.loop or (value.track and places <= MAX_TRACK_PLACES)) and self._reserve(places):
                del self._values[name]
                yield _track(self._state, name, value)

    def numbers(self) -> Iterator[Drawing]:
        """Yield the values that are no tracks, in drawings of at most `MAX_ROWS` rows."""
        rows = [self._row(value, self._state.values[name]) for name, value in self._values.items()]
        return (Slots(tuple(chunk)) for chunk in _chunks(rows, MAX_ROWS))

    def decks(self) -> Iterator[Drawing]:
        """Yield the decks: how many cards remain, and which were played."""
        cards = [self._card(name, deck) for name, deck in self._bot.file.decks.items()]
        return (Cards(tuple(chunk)) for chunk in _chunks(cards, MAX_DRAWN_DECKS))

    def _reserve(self, places: int) -> bool:
        taken = places <= self._places
        self._places -= places if taken else 0
        return taken

    def _row(self, value: Value, held: Any) -> Row:
        items = held if isinstance(held, list) else [held]
        if not isinstance(held, list) or self._reserve(len(items)):
            slots = (Slot() if one == "" else Slot(self._bot.word(one)) for one in items)
            return Row(file_text(value.label), tuple(slots))
        return Row(file_text(value.label), note=Text("{n} in all", n=len(items)))

    def _card(self, name: str, deck: Deck) -> Card:
        played, left = self._state.values[name + PLAYED], self._state.values[name + LEFT]
        assert isinstance(played, list)  # both are lists of a deck
        assert isinstance(left, list)
        names = _last_cards([self._bot.faces[name][card].name for card in played])
        items = tuple(Slot(file_text(card)) for card in names) if self._reserve(len(names)) else ()
        value = Text("{n} left; played", n=len(left)) if items else Text("{n} left", n=len(left))
        return Card(file_text(deck.label), value, items)


def _chunks(items: list[Any], size: int) -> Iterator[list[Any]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _last_cards(names: list[str]) -> list[str]:
    """Return the last cards played, at most `MAX_CARD_LETTERS` letters, equal ones beside each other."""
    letters = list(accumulate(map(len, reversed(names))))
    last = names[len(names) - sum(n <= MAX_CARD_LETTERS for n in letters) :]
    order = {name: place for place, name in reversed(list(enumerate(last)))}
    return sorted(last, key=order.__getitem__)
