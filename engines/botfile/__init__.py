"""Bots of files: one engine that plays any TOML file of the language in `docs/bot-language.md`.

load(raw, "crow.toml") ─▶ Engine

tables       the tables of a file, with their fields
kinds        the kinds of steps, with their fields
expressions  expressions: checked before they are parsed, never run as Python
lines        the lines of keys and items in a file
bot          a file read whole: blocks of steps, expressions, sentences, names
check        the checker of a file
words        the translations in a file

state        the state of a play, its tracked values and laws
setup        options and start
machine      the shape of a play
step_runner  the steps, carried out up to one that waits for the player
scope        expressions and sentences with the values of a state
values       changes of values and lists
steps        screens
corrections  the values that can be corrected
score        score and result
side         the side of the table as drawings
"""

from engines.botfile.bot import Bot
from engines.botfile.check import check
from engines.botfile.machine import Turn
from engines.botfile.score import Score
from engines.botfile.setup import Setup
from engines.botfile.side import BotSide
from engines.botfile.state import State, States
from engines.botfile.steps import Steps
from engines.botfile.words import file_text
from engines.kit.contract import Refused
from engines.kit.engine import Engine
from engines.kit.options import BOT_FILE, Options
from engines.kit.text import Text


class FileEngine(Engine[State]):
    """The engine of one file; `words` are its `sentences` in other languages, by language.

    Over all plays of this engine: `reached` has the block and place of each step that was carried out, `added` those of
    each step that moved a card from nowhere, and `removed` the ids that steps took out of a play.
    """

    def __init__(self, bot: Bot) -> None:
        self.file = bot
        self.sentences = bot.sentences.keys()
        self.words = bot.file.words
        self._turn = turn = Turn(bot)
        self.reached, self.removed, self.added = turn.reached, turn.removed, turn.added
        super().__init__(
            key=bot.file.key,
            title=file_text(bot.file.title),
            bot=file_text(bot.file.bot),
            version=bot.version,
            modules=(States(bot), lambda: self._turn, Setup(bot), Steps(bot), Score(bot), BotSide(bot)),
        )

    @property
    def line(self) -> int:
        """The line of the last step that was looked at: on an error, the step that stopped the play."""
        todo = getattr(self._turn.state, "todo", ())
        return self.file.line(todo[-1].block, todo[-1].at) if todo else 1

    def complete(self, given: Options) -> Options:
        """Return options with defaults for those not given, and the file itself; `Refused` if it is another file."""
        rest = dict(given)
        if rest.pop(BOT_FILE, self.file.text) != self.file.text:
            raise Refused(Text("The play was begun with another file of this bot."))
        return super().complete(rest) | {BOT_FILE: self.file.text}


def load(raw: bytes, name: str) -> FileEngine:
    """Return the engine of a file; `BadFile` has one sentence with the fault and its line."""
    bot = Bot(raw, name)
    check(bot)
    return FileEngine(bot)
