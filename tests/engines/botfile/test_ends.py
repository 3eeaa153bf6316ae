"""The end of a play with a bot file: ties, verdicts, and the pronoun of the bot."""

from typing import Any

import pytest

from engines.kit.drawings import describe
from engines.kit.text import ENGLISH
from tests.engines.botfile.inline_bots import Table, bot

RESULT = """
score = [{ id = "coins", text = "Coins", value = "coins" }]
values.coins = { start = 5 }
[result]
tie = "you if taught else bot"
tied = [{ say = "You taught, at {you}.", if = "taught" }, "{bot_name} wins at {bot}."]
won = [{ say = "{n} coin ahead.", plural = "{n} coins ahead.", n = "coins - 4" }]
"""
ENDING = '{ yes_no = "Have you taught?", as = "taught" }, { end = "score" }'


@pytest.mark.parametrize(
    ("taught", "total", "ended"),
    [
        (True, 5, ("you", "You taught, at 5.")),
        (False, 5, ("bot", "The Crow wins at 5.")),
        (True, 6, ("you", "1 coin ahead.")),
        (True, 4, ("bot", "The Crow wins, 5 to 4.")),
    ],
)
def test_a_tie_is_broken_by_a_condition(taught: bool, total: int, ended: Any) -> None:
    """The sentences of the result are like all others, and have both totals and the name of the bot."""
    table = Table(bot('bot = "The Crow"', RESULT, play=ENDING)).give(taught, "total", total)
    result = table.play.engine.result(table.play.state)
    assert result is not None
    assert ended == (result.winner, ENGLISH.words(result.verdict))


@pytest.mark.parametrize(
    ("pronoun", "said"),
    [
        ("it", ("What it has", "It has nothing on the table.", "Its last turn")),
        ("he", ("What he has", "He has nothing on the table.", "His last turn")),
        ("she", ("What she has", "She has nothing on the table.", "Her last turn")),
        ("they", ("What they have", "They have nothing on the table.", "Their last turn")),
    ],
)
def test_the_device_uses_the_pronoun_of_the_bot(pronoun: str, said: tuple[str, str, str]) -> None:
    """In the title of its side, if that is empty, and over its last deeds."""
    table = Table(bot(f'pronoun = "{pronoun}"', play='{ say = "Go." }, { end = "nobody" }'))
    side = table.play.engine.side(table.play.state)
    assert said == (*(ENGLISH.words(one) for one in (side.title, *describe(side))), table.headline)
