"""The values of a bot file that the player can correct: numbers and choices, and lists place by place.

A card is in one place. A card that is corrected into a list leaves its old list, and the card that it replaces goes
there instead; a card that is removed goes to the cards played.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.tables import Value
from engines.botfile.words import file_text
from engines.kit.contract import Choice
from engines.kit.text import Text, sentences
from engines.kit.tracked_values import YES, YES_NO, Tracked
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
            yield from _places(bot, name, value, sentences(tuple(said)) if said else Text(""))


def _single(bot: Bot, name: str, value: Value) -> TrackedValue:
    """Return a value that is no list."""
    empty = value.empty

    def get(state: Any) -> Any:
        held = state.values.get(name)
        held = held if type(held) is type(empty) else empty  # a law refuses a position with any other
        if value.of:
            return _kind_of_card(bot, value.of, str(held)) or NONE
        return YES[held] if isinstance(held, bool) else held

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


def _places(bot: Bot, name: str, value: Value, follows: Text) -> Iterator[TrackedValue]:
    """Yield the places of a list, and one to add to unless it has all cards of its deck."""
    deck = value.list_ or ""
    choices = (NOTHING, *_candidates(bot, deck))
    known = {one.id for one in choices}
    most = len(bot.faces[deck]) if deck in bot.faces else MAX_LIST_PLACES

    def held(state: Any) -> list[str]:
        found = state.values.get(name)
        return found if isinstance(found, list) else []

    def place(n: int) -> TrackedValue:
        def get(state: Any) -> str:
            there = held(state)
            return _kind_of_card(bot, deck, there[n - 1]) if n <= len(there) else NONE

        def listed(state: Any) -> tuple[Choice, ...]:
            there = held(state)
            if n <= len(there):
                here = get(state)
                return choices if here in known else (*choices, Choice(here, bot.word(here)))
            outside = {face.of for one, face in bot.faces.get(deck, {}).items() if one not in there}
            return tuple(one for one in choices if one.id in outside or one.id == NONE or deck not in bot.faces)

        def put(state: Any, given: str) -> None:
            if given != get(state):
                _lay(bot, state.values, name, n, given)

        return TrackedValue(
            f"{name}.{n}",
            Text("{list}, place {n}", list=file_text(value.label), n=n),
            Text("{list}, place {n}", list=file_text(value.word or value.label), n=n),
            get,
            put,
            choices=listed,
            when=lambda state: name not in state.hidden and n <= len(held(state)) + (len(held(state)) < most),
            group=file_text(value.label),
            follows=follows,
        )

    yield from map(place, range(1, MAX_LIST_PLACES + 1))


def _lay(bot: Bot, values: dict[str, Any], name: str, n: int, given: str) -> None:
    """Put an id on the n-th place of a list, from 1, or take out what is there."""
    deck, there = bot.lists[name], list(values[name])
    old = there[n - 1 : n]
    if deck not in bot.faces:
        there[n - 1 : n] = [] if given == NONE else [given]
    elif given == NONE:
        del there[n - 1]
        values[deck + PLAYED] = [*values[deck + PLAYED], *old]
    else:
        lists = [deck + PLAYED, deck + LEFT, *(one for one, of in bot.lists.items() if of == deck and one != name)]
        home = {one: place for place in (name, *reversed(lists)) for one in values[place]}
        order = [*dict.fromkeys(lists), "", name]
        copies = [one for one, face in bot.faces[deck].items() if face.of == given]
        new = min(copies, key=lambda one: order.index(home.get(one, "")))
        origin = home.get(new, "")
        if origin == name:
            there.remove(new)
            there.insert(n - 1, new)
        else:
            there[n - 1 : n] = [new]
            rest = list(values[origin or deck + PLAYED])
            at = rest.index(new) if origin else len(rest)
            rest[at : at + 1] = old
            values[origin or deck + PLAYED] = rest
    values[name] = there


def _candidates(bot: Bot, of: str) -> tuple[Choice, ...]:
    """Return the ids that a value or a place can have: copies of a card once, those of a table, or all with words."""
    if of in bot.faces:
        return tuple(Choice(name, file_text(text)) for name, text in bot.card_kinds(of).items())
    return tuple(Choice(one, bot.word(one)) for one in dict.fromkeys(bot.contents(of) or bot.file.names))


def _kind_of_card(bot: Bot, deck: str, one: str) -> str:
    """Return the id of a card without the number of its copy; any other id as it is."""
    face = bot.faces.get(deck, {}).get(one)
    return face.of if face else one
