"""The state of a play with a bot of a file, its rule book, its tracked values and its laws."""

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from msgspec import Struct, field

from engines.botfile.bot import Bot
from engines.botfile.corrections import tracked_values
from engines.botfile.kinds import WEIGHTS
from engines.botfile.tables import Held
from engines.botfile.words import YOUR_TOTAL
from engines.kit import turn
from engines.kit.contract import Law
from engines.kit.rules import DEVICE, Account, Kind, Rule, RuleBook, Wording
from engines.kit.text import Text


class Phase(Enum):
    """The phases of a play; `run` passes."""

    RUN = "run"
    TELL = "tell"
    ASK = "ask"
    CARD = "card"
    FACE = "face"
    DIE = "die"
    YOUR_TURN = "your_turn"
    FINAL = "final"
    YOUR_TOTAL = "your_total"
    OVER = "over"


class FilledSentence(Struct, frozen=True):
    """A sentence with the values that it had when it was said; a sentence that counts does so by its value `n`.

    `order` is the id of its order, if it is one.
    """

    say: str
    plural: str = ""
    values: dict[str, Held] = {}
    order: str = ""


class Frame(Struct, array_like=True):
    """The progress of a block of steps: its name, the place of its next step, the rule that began it.

    It is repeated for each of the remaining `items`, whose value has the name `each`.
    """

    block: str
    at: int = 0
    rule: str = ""
    each: str = ""
    items: list[str] = []


class UnknownField(Struct, frozen=True):
    """An unknown field of a card that came up."""

    deck: str
    card: str
    field: str


class InstructionDraft(Struct):
    """An instruction in the making: a headline and lines."""

    headline: FilledSentence | None = None
    lines: list[FilledSentence] = []


class State(turn.State, kw_only=True):
    """A play of a bot in a file.

    `part` is setup, play, finish or over; `todo` are the open blocks, the innermost last. `values` has everything that
    expressions read. `told` has the sentences of the next instruction, `before` those of the player's turn. `faces` are
    the known fields of cards, by deck and card; `moved` the steps of tracks since the last instruction; `hidden` the
    values that this play does not show. `list_corrected`: the player corrected a list, so it may be shorter than the
    file expects.
    """

    at: Phase
    part: str = "setup"
    todo: list[Frame] = []
    values: dict[str, Held]
    shuffles: dict[str, int] = {}
    rolls: dict[str, int] = {}
    faces: dict[str, dict[str, dict[str, Held]]] = {}
    learned: bool = False
    unknown: list[UnknownField] = []
    told: InstructionDraft = field(default_factory=InstructionDraft)
    before: InstructionDraft = field(default_factory=InstructionDraft)
    moved: dict[str, int] = {}
    hidden: list[str] = []
    winner: str = ""
    verdict: FilledSentence | None = None
    your_total: int | None = None
    list_corrected: bool = False

    JOURNAL_FIELDS: ClassVar[tuple[str, ...]] = (*turn.State.JOURNAL_FIELDS, "list_corrected", "hidden")

    def on_correction(self, name: str) -> None:
        """Open the pending step again: its condition or its question may have changed."""
        self.list_corrected |= "." in name
        if self.at in (Phase.ASK, Phase.TELL, Phase.CARD):
            self.at = Phase.RUN


class States:
    """The rule book of a bot, its tracked values, its laws."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.State = State
        self.TRACKED = tracked_values(bot)

    def book(self) -> RuleBook:
        """Return the rules of the file, and the two that every file has."""
        bot = self._bot
        key, file = bot.file.key, bot.file
        rules = [
            Rule(id=f"{key}.table.truth", statement=TABLE_IS_RIGHT, heading=DEVICE, kind=Kind.DOES),
            Rule(id=f"{key}.file", statement=FROM_FILE, heading=DEVICE, kind=Kind.DOES),
        ]
        for name, rule in file.rules.items():
            kind = Kind.REMINDS if rule.remind else Kind.DOES
            heading = rule.heading or name
            rules.append(Rule(id=f"{key}.{name}", statement=rule.text, heading=heading, kind=kind, tie=rule.tie))
        words = bot.words | bot.labels | {"your_total": YOUR_TOTAL}
        words |= {f"{row.id}_vp": row.text for row in file.score}
        words |= {name: text for deck in bot.faces for name, text in bot.card_kinds(deck).items()}
        return RuleBook(book=file.book, words=words, rule=tuple(rules), steps=dict(self._accounts()))

    def _accounts(self) -> Iterator[tuple[str, Account]]:
        """Yield the account of each step's reason in Why, and of each of its sentences, by the id of that reason."""
        for block, steps in self._bot.blocks.items():
            for at, step in enumerate(steps):
                name, weight = f"{block}#{at + 1}", "main" if step.main else WEIGHTS.get(type(step), "")
                yield name, Account(weight)
                for n, one in enumerate(step.why if isinstance(step.why, list) else [step.why]):
                    said = one if isinstance(one, str) else Wording(one.say, one.plural, "n" if one.plural else "")
                    yield f"{name}:{n}", Account(weight, (said,))

    def laws(self, state: State) -> Iterator[Law]:
        """Yield the laws of a position: every name has a value of its kind, every open step exists."""
        bot = self._bot
        wanted = bot.empty_values()
        complete = set(state.values) == set(wanted)
        yield complete, Text("The values must be those of the file: {names}.", names=tuple(wanted))
        if complete:
            for name, value in state.values.items():
                fits = type(value) is type(wanted[name])
                yield fits, Text("{name} must be of the same kind as {value}.", name=name, value=str(wanted[name]))
        for frame in state.todo:
            exists = frame.block in bot.blocks and 0 <= frame.at <= len(bot.blocks[frame.block])
            yield exists, Text("There is no step {at} of {block}.", at=frame.at, block=frame.block)


TABLE_IS_RIGHT = Text("The table is right: the device takes over the values you correct.").one
FROM_FILE = Text("The bot’s file says so.").one
