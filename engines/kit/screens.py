"""Makes screens of what builders return: adds key, role, badge and a question's rule, for all games alike."""

from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import GO_ON, Ask, Badge, Done, Order, Pick, Role, Screen, Who
from engines.kit.decisions import NO_WORDS, Question, Words
from engines.kit.decisions import ask as ask_of
from engines.kit.drawings import Drawing
from engines.kit.text import Text
from engines.kit.turn import State

OVER = "over"
"""The last phase of every game; its screen is the result."""
THE_END = Badge(Who.TABLE, Text("The end"))
ORDERS = "orders"
"""The fact of every screen that lists its orders."""
NOTHING_ELSE = Text("Nothing else to do.")


class Content(Struct, frozen=True):
    """The content of a screen, as a builder of `steps.py` returns it.

    A phase that asks has an `ask`. A question of a decision has its own ask; `words` name its ids.
    An `Order` that an earlier screen gave is omitted.
    `rule` is the rule that needs the answer, if no decision names it. `badge` replaces that of `steps.badge`. `key`
    names a screen if one builder has several. `drawing` shows a change, or the place that a question is about.
    """

    headline: Text | Order
    lines: tuple[Text | Order, ...] = ()
    ask: Ask | None = None
    facts: dict[str, Any] = {}
    rule: str | None = None
    badge: Badge | None = None
    key: str | None = None
    drawing: Drawing | None = None
    words: Words = NO_WORDS

    @property
    def texts(self) -> tuple[Text, ...]:
        """Return the texts of headline and lines, in this order."""
        return tuple(map(_text, (self.headline, *self.lines)))

    @property
    def orders(self) -> Iterator[Order]:
        """Yield the orders among headline and lines."""
        return (one for one in (self.headline, *self.lines) if isinstance(one, Order))


def _text(one: Text | Order) -> Text:
    return one.text if isinstance(one, Order) else one


def screen(key: str, content: Content, badge: Badge, state: State, question: Question | None = None) -> Screen:
    """Return the screen of a phase, or of a decision's question, whose facts it also has."""
    facts, rule, ask = content.facts, content.rule, content.ask or Done()
    if question is not None:
        facts, rule, ask = {**facts, **question.facts}, question.rule, content.ask or ask_of(question, content.words)
    key, badge = content.key or key, content.badge or badge
    orders = tuple(replace(one, entry=state.orders[one.id]) for one in content.orders if one.id in state.orders)
    lines = tuple(_text(one) for one in content.lines if not isinstance(one, Order) or one.id in state.orders)
    purpose = role(key, ask)
    if state.gave_orders and not orders and purpose is Role.INSTRUCTION and badge.who is not Who.TABLE:
        lines = (NOTHING_ELSE, *lines)
    return Screen(
        key,
        purpose,
        _text(content.headline),
        lines,
        badge,
        ask,
        {**facts, ORDERS: [{"id": order.id, "entry": order.entry} for order in orders]},
        rule,
        content.drawing,
        orders=orders,
    )


def role(key: str, ask: Ask) -> Role:
    """Return the role of a screen: an instruction if its likely answer is that it is done; the last one is a result."""
    if key == OVER:
        return Role.RESULT
    instructs = isinstance(ask, Done) or (isinstance(ask, Pick) and ask.likely == GO_ON)
    return Role.INSTRUCTION if instructs else Role.QUESTION


def join_builders(*parts: ModuleType) -> Any:
    """Return the public functions that the parts of `steps/` define, by name; ValueError if two define the same.

    The parts follow the parts of a play. A module that several of them share builds no screen.
    """
    found: dict[str, Any] = {}
    for part in parts:
        public = {name: one for name, one in vars(part).items() if callable(one) and not name.startswith("_")}
        own = {name: one for name, one in public.items() if one.__module__ == part.__name__}
        if duplicates := found.keys() & own:
            raise ValueError(f"{part.__name__} defines {', '.join(sorted(duplicates))}, as a part before it does")
        found |= own
    return SimpleNamespace(**found)
