"""Changes of values and lists by the steps of a bot file: within bounds, and each list is a new one."""

from typing import Any

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.expressions import describe
from engines.botfile.scope import Scope
from engines.botfile.state import Phase, State
from engines.kit import turn
from engines.kit.contract import By, Refused
from engines.kit.text import Text

VALUE_WORK = 10
"""Work of setting a value."""
IDS_PER_WORK = 4
"""Ids of a list that are copied for 1 unit of work."""
MAX_LIST_IDS = 1_000
"""Ids of a list that steps add to."""
MAX_IDS = 2_000
"""Ids in all lists of a play together."""


class Values(turn.Turn[State]):
    """The values of a state, by their names."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._scope = Scope(bot, State(at=Phase.RUN, values={}))

    def load(self, state: State, value: Any = None, *, by: By = "player") -> None:
        """Take a state and the value of an entry. The dealer's outcome belongs to the input before it."""
        super().load(state, value, by=by)
        self._scope = Scope(self._bot, state, self._scope.work if by == "device" else 0)

    def _list(self, name: str) -> list[str]:
        found = self.state.values[name]
        assert isinstance(found, list)  # the file was checked
        return found

    def _insert(self, ids: list[str], to: str, at: Any) -> None:
        """Insert ids into a list at a place, from 1, or at its end if it has no such place."""
        current, place = self._list(to), self._scope.number(at)
        self._check_length(to, len(current) + len(ids))
        ids = self._cards_of(self._bot.deck_lists.get(to, ""), ids)
        index = place - 1 if 0 < place <= len(current) else len(current)
        self.state.values[to] = [*current[:index], *ids, *current[index:]]

    def _cards_of(self, deck: str, ids: list[str]) -> list[str]:
        """Return the ids that go to a deck; refuse those that are no cards of it."""
        foreign = [one for one in ids if one not in self._bot.faces[deck]] if deck else []
        if foreign and not self._scope.forgives:
            raise Refused(Text("The bot’s file: {id} is no card of {deck}.", id=foreign[0], deck=deck))
        return [one for one in ids if one not in foreign]

    def _check_length(self, name: str, ids: int) -> None:
        self._scope.spend(ids // IDS_PER_WORK)
        if ids > MAX_LIST_IDS:
            raise Refused(Text("The bot’s file: {name} has more than {n} ids.", name=name, n=MAX_LIST_IDS))

    def _check_total(self) -> None:
        """Refuse more ids in all lists than each snapshot can hold."""
        lists = (one for one in self.state.values.values() if isinstance(one, list))
        if sum(map(len, (*lists, *(frame.items for frame in self.state.todo)))) > MAX_IDS:
            raise Refused(Text("The bot’s file: its lists have more than {n} ids together.", n=MAX_IDS))

    def _without(self, name: str, ids: list[str]) -> list[str]:
        """Return a new list without some ids, each removed once; reasons keep the old list."""
        rest = list(self._list(name))
        self._check_length(name, len(rest))
        for one in ids:
            if one not in rest:
                raise Refused(Text("The bot’s file: {id} is not in {name}.", id=one, name=name))
            rest.remove(one)
        return rest

    def _fit_value(self, name: str, value: Any) -> Any:
        """Return a value that fits its declaration: a number stays within its bounds."""
        self._scope.spend(VALUE_WORK)
        declared, before = self._bot.file.values.get(name), self.state.values[name]
        if isinstance(before, bool):
            return bool(value)
        if isinstance(value, bool):
            value = int(value)
        if isinstance(before, list) and isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
            self._check_length(name, len(value))
            return list(value)
        chosen = name not in self._bot.allowed or value in self._bot.allowed[name]
        if isinstance(before, list) or type(value) is not type(before) or not chosen:
            if self._scope.forgives:
                return before
            raise Refused(Text("The bot’s file: {name} cannot be set to {value}.", name=name, value=describe(value)))
        if isinstance(value, int) and declared is not None:
            return min(max(value, declared.low), declared.high)
        return value

    def _put(self, name: str, value: Any) -> None:
        declared = self._bot.file.values.get(name)
        if declared is not None and (declared.track or declared.loop):
            self.state.moved[name] = self.state.moved.get(name, 0) + value - int(self.state.values[name])  # type: ignore[arg-type]
        self.state.values[name] = value

    def _remaining(self, deck: str) -> list[str]:
        """Return the remaining cards; if there are none, those played are shuffled first."""
        if not self._list(deck + LEFT) and self._bot.file.decks[deck].reshuffle:
            self._shuffle_in(deck, deck + PLAYED)
        return self._list(deck + LEFT)

    def _shuffle_in(self, deck: str, cards: str) -> None:
        state = self.state
        if not self._list(cards):
            return
        self._scope.spend(len(self._bot.faces[deck]))
        back = {*self._list(deck + LEFT), *self._cards_of(deck, self._list(cards))}
        state.values[cards] = []
        state.values[deck + LEFT] = [card for card in self._bot.faces[deck] if card in back]
        state.shuffles[deck] = state.shuffles.get(deck, 0) + 1
