"""Small bots, written in a test around the steps that it is about."""

from typing import Any

from engines.botfile import FileEngine, load
from engines.kit.contract import Draw, Roll
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.dealer import dealer

HEAD = 'format = 1\nkey = "crow"\ntitle = "The Crow"\n'


def bot(*parts: str, play: str = '{ your_turn = "Your turn" }') -> FileEngine:
    """Return the engine of a bot whose turn is these steps; `parts` are its other tables, the plain keys first."""
    text = "\n".join((HEAD, f"play = [{play}]", *parts))
    return load(text.encode(), "crow.toml")


class Names(dict[str, Any]):
    """Values by their names, as an expression looks at them; `work` is what it went through."""

    work = 0
    forgives = False

    def __call__(self, name: str) -> Any:
        """Return the value of a name."""
        return self[name]

    def spend(self, work: int) -> None:
        """Count work."""
        self.work += work


class Table:
    """A play of such a bot, by its words."""

    def __init__(self, engine: FileEngine, *, seed: str = "1", own: bool = False, **options: Any) -> None:
        sources: dict[str, Any] = {source.name: "own" for source in engine.sources} if own else {}
        self.play: Play[Any] = Play(engine, options, dealer(seed), seed=seed, sources=sources)

    @property
    def headline(self) -> str:
        """What the screen is headed by."""
        return ENGLISH.words(self.play.screen.headline)

    @property
    def lines(self) -> list[str]:
        """What it says."""
        return [ENGLISH.words(line) for line in self.play.screen.lines]

    @property
    def ask(self) -> Any:
        """What it asks."""
        return self.play.screen.ask

    @property
    def choices(self) -> dict[str, str]:
        """The ids of what can be chosen, with their words."""
        listed = self.ask.remaining if isinstance(self.ask, Draw) else self.ask.options
        return {one.id: ENGLISH.words(one.text) for one in listed if getattr(one, "blocked", None) is None}

    @property
    def values(self) -> dict[str, Any]:
        """What the names of the file stand for."""
        held: dict[str, Any] = self.play.state.values
        return held

    @property
    def chance(self) -> bool:
        """Whether a card or a roll is wanted."""
        return isinstance(self.ask, Draw | Roll)

    def give(self, *answers: Any) -> "Table":
        """Answer one screen after the other."""
        for answer in answers:
            self.play.give(answer)
        return self
