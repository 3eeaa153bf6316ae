"""Where the cards of a bot's file are in a play: each is in one place, unless a step takes it out."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from engines.botfile import FileEngine
from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.kinds import Draw, Move


class Cards:
    """The cards of one play."""

    def __init__(self, engine: FileEngine) -> None:
        self._engine = engine
        self._seen: dict[str, set[str]] = {}
        engine.removed.clear()

    def doubts(self, state: Any) -> Iterator[str]:
        """Yield for each deck that a card is in it twice, and that one is nowhere any more."""
        for deck, faces in self._engine.file.faces.items():
            lists = lists_of(self._engine.file, deck)
            found = Counter(one for name in lists for one in state.values[name])
            lost = self._seen.get(deck, set()) - found.keys() - self._engine.removed
            self._seen[deck] = found.keys() & faces.keys()
            for one in [one for one, n in found.items() if n > 1 and one in faces][:1]:
                where = [name for name in lists for here in state.values[name] if here == one]
                yield f"the card {faces[one].name} is in {' and '.join(where)}."
            for one in sorted(lost)[:1]:
                yield f"the card {faces[one].name} is in none of {', '.join(lists)} any more."


@lru_cache(maxsize=64)
def lists_of(bot: Bot, deck: str) -> tuple[str, ...]:
    """Return the lists in which the cards of a deck can be: its own, those of the file, those that steps lead to."""
    lists = [deck + LEFT, deck + PLAYED, *(name for name, value in bot.file.values.items() if value.list_ == deck)]
    steps = [step for block in bot.blocks.values() for step in block]
    ways = {(step.draw + LEFT, step.to): None for step in steps if isinstance(step, Draw)}
    ways |= {(step.all or step.from_, step.to): None for step in steps if isinstance(step, Move)}
    for name in lists:  # it grows meanwhile
        further = dict.fromkeys(to for origin, to in ways if origin == name and to not in ("", *lists))
        lists += [to for to in further if bot.deck_lists.get(to, deck) == deck]
    return tuple(lists)
