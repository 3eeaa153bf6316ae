"""The law of orders: what a bot decides and what its screens tell the player to do, by id and entry, never by words."""

import random
from contextlib import suppress
from typing import Any

from engines.kit.contract import Draw, Order, Refused, Roll
from engines.kit.play import Play
from engines.kit.screens import ORDERS
from firmware.authoring.random_plays import fork
from tests.contract.laws import guide
from tests.contract.walk import Steps, Walks, each_seed, luck

CORRECTED = 20
"""Of so many steps a value is corrected at one."""


@guide("machine.py")
def test_every_order_is_given(walks: Walks) -> None:
    """What was decided and not told yet is told before any question whose answer depends on the table; nothing else."""

    def law(_seed: int, plays: Steps) -> None:
        decided, before = dict[str, int](), plays[0]
        for play in plays:
            if play.n:
                given = {order.id for order in before.screen.orders}
                _goes_on({name: n for name, n in before.state.orders.items() if name not in given}, before, play)
            decided |= play.state.orders
            _gives(play, decided)
            before = play
        gave = any(play.screen.orders for play in plays)
        assert gave, "no order is given in a whole play"

    each_seed(walks, law)


@guide("state.py")
def test_orders_survive_corrections(walks: Walks) -> None:
    """After a corrected value, too, all orders that wait are on the glass."""

    def law(seed: int, plays: Steps) -> None:
        chance, decided = luck("orders", seed), dict[str, int]()
        for n, before in enumerate(plays):
            decided |= before.state.orders
            if n % CORRECTED == seed % CORRECTED and (play := _corrected(before, chance)) is not None:
                _goes_on({}, before, play)
                _gives(play, decided | play.state.orders)

    each_seed(walks, law)


def _corrected(before: Play[Any], chance: random.Random) -> Play[Any] | None:
    """Return a play with one of its values corrected; None where the value is refused."""
    play = fork(before)
    field = chance.choice(play.engine.fields(play.state))
    value = chance.choice(field.choices).id if field.choices else chance.randint(field.low, field.high)
    with suppress(Refused):
        play.correct({field.name: value})
        return play
    return None


def _gives(play: Play[Any], decided: dict[str, int]) -> None:
    """Raise unless a screen gives the orders that wait, of which chance may give fewer, and tells no others."""
    screen, pending = play.screen, play.state.orders
    given = {order.id: order.entry for order in screen.orders}
    assert len(given) == len(screen.orders), f"an order stands twice on one screen: {[*screen.orders]}"
    assert given.items() <= pending.items(), f"given though not decided: {given.items() - pending.items()}"
    late = pending.items() - given.items()
    assert not late or isinstance(screen.ask, Draw | Roll), f"decided, and not told before this question: {late}"
    words = (screen.headline, *screen.lines)
    assert all(order.text in words for order in screen.orders), "an order is not among the words"
    assert screen.facts[ORDERS] == [{"id": name, "entry": n} for name, n in given.items()], "facts list other orders"
    content = _content(play)
    told = {line.id for line in (content.headline, *content.lines) if isinstance(line, Order)}
    assert told <= decided.keys(), f"told, but never decided: {told - decided.keys()}"


def _goes_on(kept: dict[str, int], before: Play[Any], play: Play[Any]) -> None:
    """Raise unless what was not given still waits after an input, and what is new was decided by its entries."""
    now, since = play.state.orders, before.state.entries
    assert play.state.entries == len(play.journal), "the entries are counted otherwise than in the journal"
    assert kept.items() <= now.items(), f"decided and never told: {kept.items() - now.items()}"
    new = {name: n for name, n in now.items() if name not in before.state.orders}
    assert all(since < n <= play.state.entries for n in new.values()), f"not decided by this input: {new}"


def _content(play: Play[Any]) -> Any:
    """Return what the builder of a screen said."""
    engine, state = play.engine, play.state
    question = engine._runner.question(state)
    return engine._content(state.at.value if question is None else question.key, state, question)
