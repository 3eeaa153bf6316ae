"""Where the cards of a bot's file are in a play: each is in one place, unless a step takes it out."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.botfile import FileEngine
from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.kinds import Draw, Move


class Cards:
    """The cards of one play; what was said of a deck is not said again."""

    def __init__(self, engine: FileEngine) -> None:
        self._engine = engine
        self._lists = {deck: lists_of(engine.file, deck) for deck in engine.file.faces}
        self._told: set[tuple[str, bool]] = set()

    def begin(self) -> None:
        """Begin a play."""
        self._seen: dict[str, set[str]] = {deck: set() for deck in self._lists}
        self._engine.removed.clear()

    def doubts(self, state: Any) -> Iterator[str]:
        """Yield a sentence for a card of each deck that is there twice, and for one that is nowhere any more."""
        for deck, lists in self._lists.items():
            places = {name: state.values[name] for name in lists}
            found = Counter(one for ids in places.values() for one in ids)
            twice = next((one for one, n in found.items() if n > 1), None)
            lost = next((one for one in self._seen[deck] if one not in found and one not in self._engine.removed), None)
            self._seen[deck] |= set(found) & set(self._engine.file.faces[deck])
            if twice is not None and self._tell(deck, lost=False):
                where = [name for name, ids in places.items() for one in ids if one == twice]
                yield f"the card {self._name(deck, twice)} is in {' and '.join(where)}."
            if lost is not None and self._tell(deck, lost=True):
                yield f"the card {self._name(deck, lost)} is in none of {', '.join(lists)} any more."

    def _tell(self, deck: str, *, lost: bool) -> bool:
        new = (deck, lost) not in self._told
        self._told.add((deck, lost))
        return new

    def _name(self, deck: str, card: str) -> str:
        face = self._engine.file.faces[deck].get(card)
        return face.name if face else card


def lists_of(bot: Bot, deck: str) -> tuple[str, ...]:
    """Return the lists in which the cards of a deck can be: its own, those of the file, those that steps lead to."""
    lists = [deck + LEFT, deck + PLAYED, *(name for name, value in bot.file.values.items() if value.list_ == deck)]
    steps = [step for block in bot.blocks.values() for step in block]
    ways = {(step.draw + LEFT, step.to) for step in steps if isinstance(step, Draw)}
    ways |= {(step.all or step.from_, step.to) for step in steps if isinstance(step, Move)}
    for name in lists:  # it grows meanwhile
        further = sorted(to for origin, to in ways if origin == name and to and to not in lists)
        lists += [to for to in further if bot.deck_lists.get(to, deck) == deck]
    return tuple(lists)
