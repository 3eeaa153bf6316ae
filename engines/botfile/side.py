"""A file's side of the table as drawings: its tracks, numbers, lists and decks, without a word of layout."""

from collections.abc import Iterator

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.state import State
from engines.botfile.tables import Value
from engines.botfile.words import own
from engines.drawings import Card, Cards, Drawing, Row, Side, Slot, Slots, Track
from engines.text import Text

MOST_PLACES = 40
"""Places of a track that is drawn; a longer one is a number."""
MOST_LETTERS = 100
"""Of the cards played that are told."""


class SideOf:
    """The bot's side of the table."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def side(self, state: State) -> Side:
        """Return all that lies before the bot."""
        parts = (*_tracks(self._bot, state), *_numbers(self._bot, state), *_decks(self._bot, state))
        return Side(Text("Its side"), parts or (Text("It has nothing on the table."),))


def moved(bot: Bot, state: State) -> Drawing | None:
    """Return the first track that moved since the last instruction."""
    name = next((name for name, n in state.moved.items() if n), None)
    return None if name is None else _track(state, name, bot.file.values[name])


def _tracks(bot: Bot, state: State) -> Iterator[Drawing]:
    for name, value in bot.file.values.items():
        if _is_track(value):
            yield _track(state, name, value)


def _is_track(value: Value) -> bool:
    return bool(value.label and (value.loop or (value.track and value.high - value.low < MOST_PLACES)))


def _track(state: State, name: str, value: Value) -> Track:
    at, step = _int(state, name), state.moved.get(name, 0)
    if value.loop:
        slots = tuple(Slot() for _ in range(value.loop))
        return Track(own(value.label), slots, (at - 1) % value.loop, max(step, 0), loop=True)
    slots = tuple(Slot(place) for place in range(value.low, value.high + 1))
    return Track(own(value.label), slots, at - value.low, max(step, 0))


def _numbers(bot: Bot, state: State) -> Iterator[Drawing]:
    """Yield what is no track, group by group."""
    rows = []
    for name, value in bot.file.values.items():
        if not value.label or _is_track(value):
            continue
        held = state.values[name]
        items = held if isinstance(held, list) else [held]
        rows.append(Row(own(value.label), tuple(Slot(bot.word(one)) for one in items)))
    if rows:
        yield Slots(tuple(rows))


def _decks(bot: Bot, state: State) -> Iterator[Drawing]:
    """Yield the decks: how many cards are left, and which were played."""
    cards = []
    for name, deck in bot.file.decks.items():
        played, left = state.values[name + PLAYED], state.values[name + LEFT]
        assert isinstance(played, list)  # both are lists of a deck
        assert isinstance(left, list)
        items = tuple(Slot(own(card)) for card in _told([bot.faces[name][card].name for card in played]))
        value = Text("{n} left; played", n=len(left)) if items else Text("{n} left", n=len(left))
        cards.append(Card(own(deck.label), value, items))
    if cards:
        yield Cards(tuple(cards))


def _told(names: list[str]) -> list[str]:
    """Return the last of the cards played, as many as a glance takes in; those that are alike beside each other."""
    while sum(map(len, names)) > MOST_LETTERS:
        names = names[1:]
    return sorted(names, key=names.index)


def _int(state: State, name: str) -> int:
    held = state.values[name]
    assert isinstance(held, int)  # a track is a number
    return held
