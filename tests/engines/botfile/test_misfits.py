"""Wrong kinds in an expression, and ids that are no choices, are found without playing."""

import pytest

from engines.botfile.bot import Bot
from engines.botfile.check import check
from engines.botfile.expressions import ANY, ID, LIST, NUMBER
from tests.engines.botfile.small import changed

TABLES = ("tables = { steps = [1, 2, 3] }", "tables = { steps = [1, 2, 3], pay = { calm = 1, merry = 2 } }")
LEVEL = '[options.level]\nlabel = "Level"\nchoices = { easy = "Easy", tough = "Tough" }\n'
WRONG = [
    ("coins == near", ANY, "coins is a number, and near is an id: they are never the same"),
    ("coins > near", ANY, "a number is wanted, and near is an id"),
    ("near in coins", ANY, "a list is wanted, and coins is a number"),
    ("len(coins)", ANY, "a list is wanted, and coins is a number"),
    ("mood == near", ANY, "mood is never near, but calm, cross"),
    ("pay[near]", ANY, "pay has no entry near; it has calm, merry"),
    ("first(hoard)", NUMBER, "a number is wanted, and this is an id"),
    ("coins", LIST, "a list is wanted, and this is a number"),
    ("deed_worth == near", ANY, "deed_worth is a number"),
    ("-mood", ANY, "a number is wanted, and mood is an id"),
    ("total(hoard, coins)", ANY, "a table is wanted, and coins is a number"),
    ("hoard + 2", ANY, "a list is wanted, and 2 is a number"),
    ("deed == near", ANY, "deed is never near, but take, wait"),
    ("level == calm", ANY, "level is never calm, but easy, tough"),
]
RIGHT = [
    ("coins == stop", ANY),
    ("mood == calm and not stop", ANY),
    ("near in [near, far]", ANY),
    ("first(deeds_left) == take", ANY),
    ("steps[coins + 1]", NUMBER),
    ("pay[mood]", NUMBER),
    ("near if coins > 2 else far", ID),
    ("mood == (near if coins > 2 else calm)", ANY),
    ("last(hoard) == near", ANY),
    ("total(deeds_left, deeds_worth)", NUMBER),
    ("both(hoard, [near])", LIST),
    ("hoard + [near] + deeds_worth", LIST),
    ("first(hoard) if coins else none", ID),
    ("coins + steps[1] + 1", NUMBER),
    ("deed == none", ANY),
    ("len(steps) + len(deeds_worth)", NUMBER),
]


def _misfits(text: str, wanted: str) -> list[str]:
    """Return what does not fit in an expression of a bot."""
    bot = Bot(changed(*TABLES, LEVEL), "crow.toml")
    check(bot)
    return list(bot.compile(text, ()).misfits(wanted))


@pytest.mark.parametrize(("text", "wanted", "words"), WRONG)
def test_what_can_never_be_is_said(text: str, wanted: str, words: str) -> None:
    """The expression, and what of it does not fit."""
    [said] = _misfits(text, wanted)
    assert said.startswith(f"“{text}”: ")
    assert words in said


@pytest.mark.parametrize(("text", "wanted"), RIGHT)
def test_what_fits_is_left_alone(text: str, wanted: str) -> None:
    """Yes and no are numbers, and a table is a list of its ids."""
    assert [] == _misfits(text, wanted)
