"""How a play ends whose winner has more in total: screens and result, alike in all such games."""

from collections.abc import Callable
from typing import Literal

from engines.contract import Choice, Number, Pick, Result, Sheet
from engines.screens import THE_END, Content
from engines.text import Text

CHOICES = (Choice("total", Text("Enter my total")), Choice("skip", Text("Keep it to myself")))


def final(sheet: Sheet, headline: Text, rule: str, *before: Text) -> Content:
    """Say the bot's total, row by row below what comes `before`, and ask whether the player wants to compare."""
    facts = {"total": sheet.total, **{f"{row.id}_vp": row.value for row in sheet.rows}}
    return Content(headline, (*before, *rows(sheet)), Pick(CHOICES, CHOICES[0].id), facts, rule, THE_END)


def your_total(total: int, most: int, headline: Text, line: Text, rule: str) -> Content:
    """Ask for the player's total, at most `most`, which may begin at the bot's."""
    return Content(headline, (line,), Number(0, most, total), {"total": total}, rule, THE_END)


def over(result: Result, lines: tuple[Text, ...]) -> Content:
    """Say how the play ended."""
    facts = {"winner": result.winner, "bot": result.bot, "you": result.you}
    return Content(result.verdict, lines, facts=facts, badge=THE_END)


def rows(sheet: Sheet | None) -> tuple[Text, ...]:
    """Return a score as lines."""
    return () if sheet is None else tuple(Text("{row}: {value}", row=row.text, value=row.value) for row in sheet.rows)


def compared(
    bot: int,
    you: int | None,
    *,
    rule: str,
    lost: Callable[[int, int], Text],
    tie: Callable[[int], Text],
    tie_wins: Literal["bot", "you"] | None,
    kept: Callable[[int], Text] = lambda bot: Text("The bot has {bot}.", bot=bot),
    won: Callable[[int, int], Text] = lambda bot, you: Text("You win, {you} to {bot}.", bot=bot, you=you),
) -> Result:
    """Return who has more, by the `rule`; `you` is None where the player keeps his total: `kept` says what he needs."""
    if you is None:
        return Result(None, bot, None, kept(bot), rule)
    if you > bot:
        return Result("you", bot, you, won(bot, you), rule)
    if you == bot:
        return Result(tie_wins, bot, you, tie(you), rule)
    return Result("bot", bot, you, lost(bot, you), rule)
