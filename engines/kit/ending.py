"""The end of a game that the higher total wins: its screens and its result, alike in all such games."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from engines.kit.contract import Choice, Number, Part, Pick, Result, Sheet, points
from engines.kit.screens import THE_END, Content
from engines.kit.text import Text, sentences

MAX_SCORE_LINES = 4
"""Lines of a score in a result, so that the deciding rule is on the same page."""
IS_OVER = Text("the play is over")
"""The reason why corrections are refused at the end."""
CHOICES = (Choice("total", Text("Enter my total")), Choice("skip", Text("Keep it to myself")))


def bot_total(sheet: Sheet, headline: Text, rule: str, *before: Text) -> Content:
    """Return the screen of the bot's total, row by row below the lines `before`, which offers to compare."""
    facts = {"total": sheet.total, **{f"{row.id}_vp": row.value for row in sheet.rows}}
    return Content(headline, (*before, *row_lines(sheet)), Pick(CHOICES, CHOICES[0].id), facts, rule, THE_END)


def your_total(sheet: Sheet, high: int, headline: Text, line: Text, rule: str, parts: tuple[Part, ...]) -> Content:
    """Return the screen that asks for the player's total, up to `high`, or for its `parts`; it starts at the bot's."""
    ask = Number(0, high, sheet.total, parts=parts)
    return Content(headline, (line,), ask, {"total": sheet.total}, rule, THE_END)


def over(result: Result, lines: tuple[Text, ...]) -> Content:
    """Return the screen of a result."""
    facts = {"winner": result.winner, "bot": result.bot, "you": result.you}
    return Content(result.verdict, lines, facts=facts, badge=THE_END)


def score_lines(sheet: Sheet) -> tuple[Text, ...]:
    """Return a score in at most `MAX_SCORE_LINES` lines: of more rows, the last ones share a line two by two."""
    alone = row_lines(sheet)
    first = max(2 * MAX_SCORE_LINES - len(alone), 0) if len(alone) > MAX_SCORE_LINES else len(alone)
    pairs = zip(alone[first::2], alone[first + 1 :: 2], strict=True)
    return (*alone[:first], *(Text("{one}. {other}", one=one, other=other) for one, other in pairs))


def row_lines(sheet: Sheet | None) -> tuple[Text, ...]:
    """Return a score as lines."""
    return () if sheet is None else tuple(Text("{row}: {value}", row=row.text, value=row.value) for row in sheet.rows)


def margin_and_pad(result: Result, parts: Iterable[Part], pad: Mapping[str, int]) -> tuple[Text, ...]:
    """Return the last line of a result: the margin, if there is one, and the player's parts, if they were counted.

    Each part has its points, and the number of pieces if that differs.
    """
    said: list[Text] = []
    if result.bot is not None and result.you is not None and result.bot != result.you:
        said.append(Text("Margin: {n}.", n=abs(result.you - result.bot)))
    if counted := tuple(_part_words(part, pad[part.id]) for part in parts if pad.get(part.id)):
        said.append(Text("You: {parts}.", parts=counted))
    return (sentences(tuple(said)),) if said else ()


def _part_words(part: Part, n: int) -> Text:
    worth = points(part, n)
    if worth == n:
        return Text("{part} {n}", part=part.text, n=n)
    return Text("{part} {n} → {worth}", part=part.text, n=n, worth=worth)


def compare_totals(
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
    """Return the result by the `rule`: the higher total wins.

    `you` is None if the player keeps his total to himself; `kept` is the verdict that says which total wins.
    """
    if you is None:
        return Result(None, bot, None, kept(bot), rule)
    if you > bot:
        return Result("you", bot, you, won(bot, you), rule)
    if you == bot:
        return Result(tie_wins, bot, you, tie(you), rule)
    return Result("bot", bot, you, lost(bot, you), rule)
