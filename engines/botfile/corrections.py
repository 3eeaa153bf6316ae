"""The values of a bot file that the player can correct: numbers and choices, and lists place by place.

A card is in one place. A card that is corrected into a list leaves its old list, and the card that it replaces goes
there instead; a card that is removed goes to the cards played.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.tables import Value
from engines.botfile.words import file_text
from engines.kit.contract import Choice
from engines.kit.text import Text, sentences
from engines.kit.tracked_values import BOOL_IDS, YES_NO, Tracked
from engines.kit.tracked_values import Value as TrackedValue

MAX_LIST_PLACES = 60
"""Places of a list that can be corrected."""
NONE = "none"
"""The value of an empty place."""
NOTHING = Choice(NONE, Text("none"))
TAKEN_OUT = Text("A card that you take out goes to those played.")


def tracked_values(bot: Bot) -> Tracked:
    """Return the values with a label: group by group, its lists last."""
    return Tracked(one for group in (*bot.file.groups, "") for one in _group(bot, group))


def _group(bot: Bot, group: str) -> Iterator[TrackedValue]:
    declared = bot.file.groups.get(group)
    label = file_text(declared.label) if declared else Text("The bot")
    follows = file_text(declared.follows) if declared and declared.follows else Text("")
    own = [
        (name, value)
        for name, value in bot.file.values.items()
        if value.label and (value.group if value.group in bot.file.groups else "") == group
    ]
    for name, value in own:
        if value.list_ is None:
            yield replace(_single(bot, name, value), group=label, follows=follows)
    for name, value in own:
        if value.list_ is not None:
            said = [*([follows] if follows.one else ()), *([TAKEN_OUT] if value.list_ in bot.faces else ())]
            places = _ListPlaces(bot, name, value, sentences(tuple(said)) if said else Text(""))
            yield from map(places.place, range(1, MAX_LIST_PLACES + 1))


def _single(bot: Bot, name: str, value: Value) -> TrackedValue:
    """Return a value that is no list."""
    empty = value.empty

    def get(state: Any) -> Any:
        held = state.values.get(name)
        held = held if type(held) is type(empty) else empty  # a law refuses a position with any other
        if value.of:
            return _kind_of_card(bot, value.of, str(held)) or NONE
        return BOOL_IDS[held] if isinstance(held, bool) else held

    def put(state: Any, given: Any) -> None:
        if value.of:
            if given != get(state):
                copies = (one for one in bot.contents(value.of) if _kind_of_card(bot, value.of, one) == given)
                state.values[name] = next(copies, "")
        else:
            state.values[name] = given == "yes" if value.flag else given

    choices = YES_NO if value.flag else tuple(Choice(one, file_text(words)) for one, words in value.choices.items())
    if value.of:
        choices = (NOTHING, *_candidates(bot, value.of))
    return TrackedValue(
        name,
        file_text(value.label),
        file_text(value.word or value.label),
        get,
        put,
        0 if choices else value.high,
        0 if choices else value.low,
        choices,
        when=lambda state: name not in state.hidden,
        limit=None if choices else value.high,
    )


# --- lists ----------------------------------------------------------------------------------------------------------


class _ListPlaces:
    """The places of a list, and one to add to unless it has all cards of its deck."""

    def __init__(self, bot: Bot, name: str, value: Value, follows: Text) -> None:
        self._bot, self._name, self._value, self._follows = bot, name, value, follows
        self._deck = value.list_ or ""
        self._faces = bot.faces.get(self._deck)
        self._choices = (NOTHING, *_candidates(bot, self._deck))
        self._known = {one.id for one in self._choices}
        self._most = MAX_LIST_PLACES if self._faces is None else len(self._faces)

    def place(self, n: int) -> TrackedValue:
        """Return the n-th place, from 1."""
        label, word = self._value.label, self._value.word or self._value.label
        return TrackedValue(
            f"{self._name}.{n}",
            Text("{list}, place {n}", list=file_text(label), n=n),
            Text("{list}, place {n}", list=file_text(word), n=n),
            partial(self._get, n),
            partial(self._put, n),
            choices=partial(self._choices_at, n),
            when=partial(self._is_shown, n),
            group=file_text(label),
            follows=self._follows,
        )

    def _ids(self, state: Any) -> list[str]:
        ids = state.values.get(self._name)
        return ids if isinstance(ids, list) else []

    def _get(self, n: int, state: Any) -> str:
        ids = self._ids(state)
        return _kind_of_card(self._bot, self._deck, ids[n - 1]) if n <= len(ids) else NONE

    def _put(self, n: int, state: Any, value: str) -> None:
        if value != self._get(n, state):
            _put_at(self._bot, state.values, self._name, n, value)

    def _choices_at(self, n: int, state: Any) -> tuple[Choice, ...]:
        ids = self._ids(state)
        if n <= len(ids):
            here = self._get(n, state)
            return self._choices if here in self._known else (*self._choices, Choice(here, self._bot.word(here)))
        if self._faces is None:
            return self._choices
        addable = {face.of for one, face in self._faces.items() if one not in ids} | {NONE}
        return tuple(one for one in self._choices if one.id in addable)

    def _is_shown(self, n: int, state: Any) -> bool:
        length = len(self._ids(state))
        return self._name not in state.hidden and n <= length + (length < self._most)


def _put_at(bot: Bot, values: dict[str, Any], name: str, n: int, value: str) -> None:
    """Put an id at the n-th place of a list, from 1, or remove the id there."""
    deck, ids = bot.lists[name], list(values[name])
    old = ids[n - 1 : n]
    if deck not in bot.faces:
        ids[n - 1 : n] = [] if value == NONE else [value]
    elif value == NONE:
        del ids[n - 1]
        values[deck + PLAYED] = [*values[deck + PLAYED], *old]
    else:
        lists = [deck + PLAYED, deck + LEFT, *(one for one, of in bot.lists.items() if of == deck and one != name)]
        home = {one: place for place in (name, *reversed(lists)) for one in values[place]}
        order = [*dict.fromkeys(lists), "", name]
        copies = [one for one, face in bot.faces[deck].items() if face.of == value]
        new = min(copies, key=lambda one: order.index(home.get(one, "")))
        origin = home.get(new, "")
        if origin == name:
            ids.remove(new)
            ids.insert(n - 1, new)
        else:
            ids[n - 1 : n] = [new]
            rest = list(values[origin or deck + PLAYED])
            at = rest.index(new) if origin else len(rest)
            rest[at : at + 1] = old
            values[origin or deck + PLAYED] = rest
    values[name] = ids


def _candidates(bot: Bot, of: str) -> tuple[Choice, ...]:
    """Return the ids that a value or a place can have: copies of a card once, those of a table, or all with words."""
    if of in bot.faces:
        return tuple(Choice(name, file_text(text)) for name, text in bot.card_kinds(of).items())
    return tuple(Choice(one, bot.word(one)) for one in dict.fromkeys(bot.contents(of) or bot.file.names))


def _kind_of_card(bot: Bot, deck: str, one: str) -> str:
    """Return the id of a card without the number of its copy; any other id as it is."""
    face = bot.faces.get(deck, {}).get(one)
    return face.of if face else one
