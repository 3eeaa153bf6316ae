"""The three golden runs of the fact sheet, row by row."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from tests.protocol_client import Outsider
from tests.rules import rule

CAVES = [
    {"crimson": 2, "golden": 1, "amethyst": 1},
    {"crimson": 3, "golden": 2, "amethyst": 1},
    {"crimson": 4, "golden": 3, "amethyst": 2},
    {"crimson": 4, "golden": 4, "amethyst": 3},
]
"""Excavated spaces of your caves, by round."""
TILES = ["8A", "3B", "5A", "1A"]
YOUR_QUANTITIES = [0, 2, 0, 8]
"""Your quantities of the objectives, by round."""


class Round(Struct, frozen=True):
    """A row of the sheet: the draw order, and the position when the objective of the round is scored."""

    order: str
    aside: str
    acts: int
    space: int
    owned: tuple[int, int, int]
    rows: list[int]
    coins: int
    quantity: int
    vp: tuple[int, int]


RUNS = {
    ("automa1", "plains", 80): [
        Round("1,5,8,6,2,7,4", "3", 6, 7, (1, 1, 1), [0, 0, 0, 0, 0], 1, 1, (4, 0)),
        Round("3,2,4,6,8,1,5", "7", 7, 3, (2, 1, 1), [0, 0, 1, 0, 0], 0, 2, (5, 5)),
        Round("4,8,7,3,2,6,1", "5", 7, 3, (4, 2, 1), [0, 0, 1, 1, 0], 2, 5, (6, 0)),
        Round("1,8,5,3,6,7,2", "4", 7, 7, (7, 4, 1), [0, 0, 1, 1, 1], 2, 9, (7, 4)),
    ],
    ("automa3", "highlands", 99): [
        Round("1/4,1,7,2,8,2/5,3/6", "3", 7, 10, (1, 0, 0), [0, 0, 1, 0, 0], 0, 0, (0, 0)),
        Round("2,3/6,8,1,1/4,2/5,3", "7", 6, 7, (3, 2, 1), [0, 0, 1, 0, 0], 1, 3, (5, 2)),
        Round("8,3,1,3/6,2/5,2,1/4", "7", 7, 0, (6, 3, 0), [0, 0, 1, 1, 1], 0, 3, (6, 0)),
        Round("3/6,1,8,2,1/4,7,2/5", "3", 7, 9, (9, 3, 0), [0, 0, 1, 1, 2], 2, 9, (7, 4)),
    ],
    ("ravel1", "rainforest", 90): [
        Round("5,4,R 3/6,R 1/4,R 2,7,6", "R 8", 6, 9, (1, 0, 0), [0, 0, 0, 1, 0], 2, 2, (4, 0)),
        Round("R 2,6,5,R 8,R 1/4,R 3/6,4", "7", 6, 9, (3, 0, 0), [0, 0, 0, 2, 0], 0, 2, (5, 5)),
        Round("R 8,R 3/6,7,R 2,6,R 1/4,5", "4", 7, 4, (6, 0, 0), [0, 0, 1, 2, 0], 2, 5, (6, 0)),
        Round("7,R 3/6,R 1/4,R 8,4,6,R 2", "5", 6, 11, (9, 0, 0), [0, 1, 1, 2, 0], 1, 8, (7, 7)),
    ],
}


@rule("wyrmspan.setup.level", "wyrmspan.turn.alternate", "wyrmspan.end.score")
@pytest.mark.parametrize("passing", [False, True], ids=["she_passes_first", "you_pass_first"])
@pytest.mark.parametrize("run", RUNS, ids=["G1-automa1", "G2-automa3", "G3-ravel1"])
def test_a_golden_run(run: tuple[str, str, int], passing: bool) -> None:
    """Every row holds when its round is over, whoever passes first, and so does the final score."""
    level, guild, total = run
    bot = Outsider("wyrmspan", level=level)
    answer = _answers(guild, [row.order.split(",") for row in RUNS[run]], passing)
    objective_vp = 0
    for number, row in enumerate(RUNS[run], 1):
        _play_round(bot, answer, row)
        assert row.coins == bot.state["coins"]
        assert row.quantity == bot.screen["facts"]["quantity"]
        bot.answer(answer(bot))
        facts = bot.screen["facts"]
        assert row.vp == (facts["automa_vp"], facts["your_vp"])
        objective_vp += row.vp[0]
        assert objective_vp == bot.state["objective_vp"]
        assert 0 == bot.state["coins"]
        assert number == bot.state["round"]
        bot.answer(True)
    assert "final" == bot.key
    assert total == bot.status["score"]["total"]


def _answers(guild: str, orders: list[list[str]], passing: bool) -> Callable[[Outsider], Any]:
    """Return a function that answers every question from the sheet."""

    def answer(bot: Outsider) -> Any:
        facts, now = bot.screen["facts"], bot.state["round"] - 1
        if bot.ask["kind"] == "done":
            return True
        answers: dict[str, Callable[[], Any]] = {
            "objective": lambda: TILES[facts["round"] - 1],
            "guild": lambda: guild,
            "card": lambda: orders[now].pop(0),
            "your_turn": lambda: "pass" if passing and not facts["passed"] else "go_on",
            "your_caves": lambda: {line["id"]: CAVES[now][line["id"]] for line in bot.ask["lines"]},
            "compare": lambda: _comparison(facts["quantity"], YOUR_QUANTITIES[now]),
        }
        return answers[bot.key]()

    return answer


def _comparison(hers: int, yours: int) -> str:
    """Return how your quantity compares with hers."""
    if yours == 0 or hers == 0:
        return "some" if yours else "none"
    return "more" if yours > hers else "equal" if yours == hers else "fewer"


def _play_round(bot: Outsider, answer: Callable[[Outsider], Any], row: Round) -> None:
    """Play until the objective is to be compared; check how often she acted and what she has then."""
    bot.until(answer, "card")
    assert sorted([*row.order.split(","), row.aside]) == sorted(bot.ids)
    acted = sum(screen["key"] == "card" for screen in bot.until(answer, "compare"))
    state = bot.state
    passed_by_icon = acted == 7 and "wyrmspan.turn.pass_icon" in _rules_of_all(bot)
    assert row.acts == acted - passed_by_icon
    assert row.space == state["p"] % 12
    assert row.owned == (state["dragons"], state["caves"], state["markers_ready"])
    assert row.rows == [len(owners) for owners in state["rows"]]


def _rules_of_all(bot: Outsider) -> list[str]:
    """Return the rules behind the inputs of this round."""
    rules: list[str] = []
    for n in range(bot.status["n"], 0, -1):
        named = bot.rules(n)
        rules += named
        if "wyrmspan.setup.you_start" in named:
            break
    return rules
