"""The law of orders: the decided orders and those on screens are compared by id and entry, never by words."""

import random
from contextlib import suppress
from typing import Any

from engines.kit.contract import Refused
from engines.kit.play import Play
from engines.kit.screens import ORDERS
from engines.kit.text import ENGLISH
from firmware.authoring.random_plays import fork
from tests.contract.laws import guide
from tests.contract.walk import Steps, Walks, each_seed, luck

CORRECTION_INTERVAL = 20
"""A value is corrected at one step in this many."""


@guide("machine.py")
def test_every_order_is_given_once(walks: Walks) -> None:
    """A decided order is on the next screen of any kind, before any later question, and on no other."""

    def law(_seed: int, plays: Steps) -> None:
        before = plays[0]
        for play in plays:
            if play.n:
                _check_answered_orders(before, play)
            _check_given_orders(play)
            before = play
        gave = any(play.screen.orders for play in plays)
        assert gave, "no order is given in a whole play"

    each_seed(walks, law)


@guide("state.py")
def test_orders_survive_corrections(walks: Walks) -> None:
    """After a correction all pending orders are on the screen, and those that it changed are marked."""

    def law(seed: int, plays: Steps) -> None:
        chance = luck("orders", seed)
        for n, before in enumerate(plays):
            is_due = n % CORRECTION_INTERVAL == seed % CORRECTION_INTERVAL
            if is_due and (play := _with_correction(before, chance)) is not None:
                _check_new_orders(before, play)
                _check_given_orders(play)
                shown = {(order.id, order.text) for order in before.screen.orders}
                unmarked = {(one.id, one.text.values.get("order", one.text)) for one in play.screen.orders}
                new = [one for one in play.screen.orders if (one.id, one.text) not in shown and shown - unmarked]
                marked = [ENGLISH.words(order.text).startswith("Changed: ") for order in new]
                assert all(marked), f"changed by a correction and not marked: {new}"

    each_seed(walks, law)


def _with_correction(before: Play[Any], chance: random.Random) -> Play[Any] | None:
    """Return a play with one of its values corrected; None if the value is refused."""
    play = fork(before)
    field = chance.choice(play.engine.fields(play.state))
    value = chance.choice(field.choices).id if field.choices else chance.randint(field.low, field.high)
    with suppress(Refused):
        play.correct({field.name: value})
        return play
    return None


def _check_given_orders(play: Play[Any]) -> None:
    """Raise unless a screen gives exactly the pending orders."""
    screen, pending = play.screen, play.state.orders
    shown = {order.id: order.entry for order in screen.orders}
    assert len(shown) == len(screen.orders), f"an order is twice on one screen: {[*screen.orders]}"
    assert shown.items() <= pending.items(), f"given though not decided: {shown.items() - pending.items()}"
    assert shown == pending, f"decided, and not told on the next screen: {pending.items() - shown.items()}"
    words = (screen.headline, *screen.lines)
    assert all(order.text in words for order in screen.orders), "an order is not among the words"
    assert screen.facts[ORDERS] == [{"id": name, "entry": n} for name, n in shown.items()], "facts list other orders"


def _check_answered_orders(before: Play[Any], play: Play[Any]) -> None:
    """Raise unless an input ended the orders of its screen, and decided all new ones."""
    given = {order.id: order.entry for order in before.screen.orders}
    again = given.items() & play.state.orders.items()
    assert not again, f"given, answered, and given again: {again}"
    _check_new_orders(before, play)


def _check_new_orders(before: Play[Any], play: Play[Any]) -> None:
    """Raise unless the entries of the last input decided all new orders."""
    assert play.state.entries == len(play.journal), "the entries are counted otherwise than in the journal"
    new = {name: n for name, n in play.state.orders.items() if name not in before.state.orders}
    since = before.state.entries
    assert all(since < n <= play.state.entries for n in new.values()), f"not decided by this input: {new}"
