"""The explanation of a step: its reasons in sentences, and behind each of them its rule.

reasons ─▶ the rule of a line, or the further rules ─▶ close
"""

from collections.abc import Iterable
from typing import Any

from engines.kit import why as wording
from engines.kit.contract import Choice, Pick, Reason, Role, Screen
from engines.kit.engine import Engine
from engines.kit.play import Play
from firmware.text import Text
from firmware.views.host import Host
from firmware.views.view import WHY, Pages, View, menu_screen

NONE = Text("")
"""No headline, to leave room for the text."""
RULE = Text("The rule")
MORE_RULES = Text("More rules")
MORE = "more"


def why_step(host: Host, play: Play[Any], n: int) -> View:
    """Return the explanation of the step that follows input `n` of a play."""
    screen = play.screen_before(n + 1)
    return why(host, play.engine, play.why_step(n), asks=screen.role is Role.QUESTION and screen.rule is not None)


def why(host: Host, engine: Engine[Any], reasons: Iterable[Reason], *, asks: bool = False) -> View:
    """Return a view of reasons, or of their rules if nothing followed. If it `asks`, the last explains a question."""
    reasons = tuple(reasons)
    explanation = wording.explain(engine.book, reasons, asks=asks)
    if explanation.rows:
        return Why(host, engine, explanation)
    return Pages(NONE, wording.rules(engine.book, reasons), host.close, title=WHY)


class Why(View):
    """The reasons of a step, the main one highlighted. Next leads to its rule and then out; Push closes."""

    reading = True
    title = WHY
    next_words = (RULE,)

    def __init__(self, host: Host, engine: Engine[Any], explanation: wording.Explanation) -> None:
        self._host = host
        self._book = engine.book
        self._explanation = explanation
        super().__init__(host.close)

    def screen(self) -> Screen:
        """Return the reasons in sentences; the last row leads to all other rules."""
        rows = [Choice(str(n), row.text) for n, row in enumerate(self._explanation.rows)]
        if n := len(self._explanation.more):
            rows.append(Choice(MORE, Text("{n} more rule", plural="{n} more rules", n=n)))
        return menu_screen("why", NONE, (), Pick(tuple(rows), rows[self._explanation.highlighted].id))

    def take(self, value: Any) -> None:
        """Show the rule of a row. Push takes no row: it closes."""
        if value is True:
            self.back()
            return
        if value == MORE:
            title, lines = MORE_RULES, wording.rules(self._book, self._explanation.more)
        else:
            title, lines = RULE, self._rule(self._explanation.rows[int(value)])
        self._host.open(Pages(NONE, lines, lambda: self._host.close(2), self._host.close, title))

    def _rule(self, row: wording.Row) -> tuple[Text, ...]:
        """Return the rule of a row, and its place in the book."""
        return (wording.statement(self._book, row.reason.rule), wording.place(self._book, row.reason.rule))
