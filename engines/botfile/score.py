"""The score of a bot in a file, and the result of a play with it, as values."""

from typing import Any, Literal

from engines.botfile.bot import Bot
from engines.botfile.scope import Scope, fill_sentence, text
from engines.botfile.state import State
from engines.botfile.tables import Result as ResultTable
from engines.botfile.words import file_text
from engines.kit.contract import Part, Result, Row, Sheet, add_up
from engines.kit.ending import compare_totals
from engines.kit.text import Text


def sheet(bot: Bot, state: State) -> Sheet | None:
    """Return the present score; None if the file has none."""
    scope = Scope(bot, state)
    rows = [Row(row.id, file_text(row.text), scope.number(row.value)) for row in bot.file.score if scope.value(row.if_)]
    return Sheet(tuple(rows)) if rows else None


def parts(result: ResultTable, scope: Scope | None = None) -> tuple[Part, ...]:
    """Return the parts that the player counts; likely numbers are known in a play only."""
    found = []
    for one in result.parts:
        likely = one.low if scope is None else scope.within(one.likely, one.low, one.high)
        found.append(Part(one.id, file_text(one.text), one.low, one.high, likely, one.worth, one.per))
    return tuple(found)


def total_of(result: ResultTable, value: Any) -> int:
    """Return the player's total, of a number or of what was counted."""
    return add_up(parts(result), value) if isinstance(value, dict) else int(value)


class Score:
    """The bot's score and result."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.PARTS = parts(bot.file.result)

    def score(self, state: State) -> Sheet | None:
        """Return the present score."""
        return sheet(self._bot, state)

    def result(self, state: State) -> Result:
        """Return who won."""
        bot, table = self._bot, self._bot.file.result
        scored, scope = sheet(bot, state), Scope(bot, state)
        total = None if scored is None else scored.total
        rule = f"{bot.file.key}.{table.rule}" if table.rule else ""
        if state.winner or total is None:
            usual = _VERDICTS.get(state.winner, Text("The play is over."))
            verdict = text(bot, state.verdict) if state.verdict else usual
            return Result(_winner(state.winner), total, state.your_total, verdict, rule)
        return compare_totals(
            total,
            state.your_total,
            rule=rule,
            lost=lambda its, you: self._verdict(scope, table.lost, its, you),
            tie=lambda n: self._verdict(scope, table.tied, n, n),
            tie_wins=_winner(scope.value(table.tie)),
            kept=lambda its: self._verdict(scope, table.kept, its, 0),
            won=lambda its, you: self._verdict(scope, table.won, its, you),
        )

    def _verdict(self, scope: Scope, words: Any, its: int, you: int) -> Text:
        said = text(self._bot, fill_sentence(scope, words, {"bot": its, "you": you, "bot_name": ""}))
        said.values["bot_name"] = file_text(self._bot.file.bot)
        return said


def _winner(name: str) -> Literal["bot", "you"] | None:
    return name if name in ("bot", "you") else None  # type: ignore[return-value]


_VERDICTS = {"you": Text("You win."), "bot": Text("The bot wins.")}
