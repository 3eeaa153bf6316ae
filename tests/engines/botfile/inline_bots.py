"""Small bots whose files are strings in a test, and plays with them."""

from typing import Any

from engines.botfile import FileEngine, load
from engines.kit.contract import Draw
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.dealer import dealer

HEAD = 'format = 1\nkey = "crow"\ntitle = "The Crow"\n'


def bot(*parts: str, play: str = '{ your_turn = "Your turn" }') -> FileEngine:
    """Return the engine of a bot file: `play` has the steps of a turn, `parts` the other keys and tables."""
    text = "\n".join((HEAD, f"play = [{play}]", *parts))
    return load(text.encode(), "crow.toml")


class Names(dict[str, Any]):
    """Values by their names for an expression; `work` is what reading them cost."""

    work = 0
    forgives = False

    def __call__(self, name: str) -> Any:
        """Return the value of a name."""
        return self[name]

    def spend(self, work: int) -> None:
        """Count work."""
        self.work += work


class Table:
    """A play with such a bot, as the player reads and answers it."""

    def __init__(self, engine: FileEngine, *, seed: str = "1", own: bool = False, **options: Any) -> None:
        sources: dict[str, Any] = {source.name: "own" for source in engine.sources} if own else {}
        self.play: Play[Any] = Play(engine, options, dealer(seed), seed=seed, sources=sources)

    @property
    def headline(self) -> str:
        """The headline of the screen."""
        return ENGLISH.words(self.play.screen.headline)

    @property
    def lines(self) -> list[str]:
        """The lines of the screen."""
        return [ENGLISH.words(line) for line in self.play.screen.lines]

    @property
    def ask(self) -> Any:
        """The ask of the screen."""
        return self.play.screen.ask

    @property
    def choices(self) -> dict[str, str]:
        """The ids that can be chosen, with their words."""
        listed = self.ask.remaining if isinstance(self.ask, Draw) else self.ask.options
        return {one.id: ENGLISH.words(one.text) for one in listed if getattr(one, "blocked", None) is None}

    @property
    def values(self) -> dict[str, Any]:
        """The values of the play, by their names in the file."""
        values: dict[str, Any] = self.play.state.values
        return values

    def give(self, *answers: Any) -> "Table":
        """Answer the next screens, one by one."""
        for answer in answers:
            self.play.give(answer)
        return self
