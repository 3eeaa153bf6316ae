"""Whole plays on a table, with a player who takes tiles and goods that the bot wants."""

import random
from collections.abc import Iterator
from typing import Any

from engines.kit.contract import GO_ON, Draw, Pick, Role, Roll, Who
from engines.kit.play import Play
from firmware.authoring.random_plays import answer, has_ended
from tests.contract.walk import begin, luck
from tests.engines.burgundy.turns import YOUR_TURN
from tests.tables.burgundy import Table

LEAD_REPORTS = {"you": "ahead", "bot": "behind"}
"""The report of who is ahead; it is offered only if the device has it otherwise."""


def play_on_table(given: dict[str, Any], seed: int, own: set[str] | None = None) -> Iterator[tuple[Play[Any], Table]]:
    """Yield a play and its table at every step, then answer from the table. Dice and decks of `own` are rolled here."""
    chance, table = luck("player", seed), Table()
    play, begun = begin("burgundy", given, seed, own), ("", 0)
    while True:
        state = play.state
        if state.phase != begun[0]:
            begun = (state.phase, 0)
            table.refill(chance, given)
        if state.white and state.round != begun[1]:
            begun = (state.phase, state.round)
            table.add_goods(state.white, chance)
            table.ahead = chance.choice(("you", "bot"))
        yield play, table
        if has_ended(play):
            return
        play.give(_answer(play, table, chance))


def _answer(play: Play[Any], table: Table, chance: random.Random) -> Any:
    screen = play.screen
    if screen.key == YOUR_TURN:
        table.take_your_turn(chance)
    if isinstance(screen.ask, Pick) and screen.ask.likely == GO_ON:
        return next((one.id for one in screen.ask.options if one.id == LEAD_REPORTS[table.ahead]), GO_ON)
    of_the_board = screen.role is Role.QUESTION and not isinstance(screen.ask, Roll | Draw)
    if of_the_board and screen.badge.who is Who.BOT:
        return table.answer(screen.key, screen.facts)
    return answer(screen.ask, chance)
