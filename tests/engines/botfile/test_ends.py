"""Ties, notes of levels, pronouns of the bot and first values of lists in a bot file."""

from typing import Any

import pytest

from engines.kit.contract import GO_ON
from engines.kit.drawings import describe
from engines.kit.text import ENGLISH
from tests.engines.botfile.written import Table, bot

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


def test_each_level_has_a_note() -> None:
    """The note of a level is that of its choice; a choice without a note gives none."""
    option = 'options.level = { label = "Level", choices = { a = "A", b = "B" }, notes = { b = "It is harder." } }'
    [level, *_] = bot(option).options()
    notes = [choice.note for choice in level.choices]  # type: ignore[union-attr]
    assert [None, "It is harder."] == [note and ENGLISH.words(note) for note in notes]


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


def test_a_list_begins_as_a_table_says() -> None:
    """By an option, too."""
    tables = (
        'tables = { hands = { a = ["x", "y"], b = ["y"] }, all_of = ["x"] }',
        'options.level = { label = "Level", choices = { a = "A", b = "B" } }',
        'names = { x = "X", y = "Y" }',
        'values.hand = { list = "", start = "hands[level] + all_of" }',
        'values.one = { of = "all_of", start = "first(all_of)" }',
    )
    assert [["x", "y", "x"], ["y", "x"]] == [Table(bot(*tables), level=level).values["hand"] for level in ("a", "b")]
    assert "x" == Table(bot(*tables)).give(GO_ON).values["one"]
