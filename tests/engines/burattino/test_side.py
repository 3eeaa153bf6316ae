"""His side of the table: all his pieces are drawn and described."""

from typing import Any

import pytest

from engines.burattino.pieces import KIND_NAMES
from engines.burattino.state import State
from engines.kit.text import ENGLISH
from tests.engines.burattino.years import deck_of, go_on, spring, summer, winter
from tests.protocol_client import Outsider

SIGNS = {None: "", "token": "*", "was": "o", "tick": "+", "next": ">"}


def check_pieces(state: State, lines: list[str]) -> None:
    """Raise unless the words of his side have his workers, lira, tokens and cards."""
    words = "\n".join(lines)
    assert f"Lira: {state.lira}" in words
    for name, n in {"Workers left": state.supply, "VP": 25, "Cards left": 16 - state.deck_pos}.items():
        assert f"{name}: {n}." in lines
    assert f"Aid steps: {state.aid}." in lines or state.event != "oceania"
    for kind, n in state.hand.items() if state.track_hand else ():
        [hand] = [line for line in lines if line.startswith("His hand")]
        assert (f"{n} × " if n > 1 else "") + ENGLISH.words(KIND_NAMES[kind]) in hand
    for name, row in (("Summer", state.board.summer), ("Winter", state.board.winter)):
        standing = [line for line in lines if line.startswith(f"{name}: ")]
        assert standing or not row
        for letter in row:
            assert letter == "?" or f"{letter} (" in standing[0]


def test_his_workers_of_both_seasons() -> None:
    """Workers of the season before are still on the board, so they are discs, too; the newest row is first."""
    assert {"Summer": "A*B*C*D*EFGH"} == _drawn_rows(summer())
    bot = winter()
    assert {"Winter": "I*J*KLM*N*OP", "Summer": "A*B*C*D*EFGH"} == _drawn_rows(bot)
    assert ["Winter", "Summer"] == list(_drawn_rows(bot))
    bot.answer("retrieve")
    assert "which_space" == bot.key
    assert "I*J*KLM*N*OP" == _drawn_rows(bot)["Winter"]


def test_workers_without_letters_are_counted() -> None:
    """With his cards on the table the device knows only the number of workers on the board."""
    bot = go_on(spring(card_mode="table"))
    assert {"Summer": "****"} == _drawn_rows(bot)


def test_no_worker_is_drawn_in_spring_or_at_the_end_of_the_year() -> None:
    """Before summer no action is his, and at the end of the year his workers go home."""
    bot = spring()
    assert bot.screen["drawing"] is None
    assert go_on(bot, 4).screen["drawing"] is None


@pytest.mark.parametrize(
    ("event", "lira", "line"),
    [
        ("europe", 1, "Lira: 1."),
        ("europe", 2, "Lira: 2 (enough for a space)."),
        ("europe", 4, "Lira: 4 (enough for a space, an event)."),
        ("africa", 4, "Lira: 4 (enough for a space, a part of the goal)."),
        ("greengully", 9, "Lira: 9 (enough for a space)."),
    ],
)
def test_what_his_lira_still_buys(event: str, lira: int, line: str) -> None:
    """The line of his lira names purchases of known prices: a space while he has a worker out, a part of an event."""
    assert line in _words(summer(event=event, state={"lira": lira}))


def test_no_space_is_bought_where_nobody_stands() -> None:
    """In spring all his workers are at home."""
    bot = spring(event="greengully")
    bot.do(set={"lira": 3})
    assert "Lira: 3." in _words(bot)


def test_used_actions_have_a_tick() -> None:
    """H and P are ticked once he has used them this year."""
    assert "His actions: H (done), P." in _words(summer(state={"usedH": True}))


def test_the_card_that_is_recognised() -> None:
    """While a card is being recognised its places are drawn: those surely marked, and the one that is asked."""
    cards = deck_of(["ABCD", "ABEF", "ABGH", *["CDEF"] * 13])
    bot = Outsider("burattino", card_mode="recognised", cards=cards, event="europe")
    bot.answer(True, True, True, "go_on")
    assert {"Card": "A>BCDEFGH"} == _drawn_rows(bot)
    bot.answer(True)
    assert {"Card": "A+B+C>DEFGH"} == _drawn_rows(bot)


def test_the_marks_that_are_too_many() -> None:
    """If a card has more marks than he has workers, its marks are drawn with the question."""
    bot = spring(card_mode="marks", marks="any")
    bot.do(set={"season": "FALL", "deck_pos": 1, "board": {"SUMMER": list("ABCDEF")}, "supply": 2})
    bot.answer("go_on", ["I", "K", "P"])
    assert "too_many" == bot.key
    assert {"Card": "I+JK+LMNOP+"} == _drawn_rows(bot)


def test_the_set_up_shows_what_he_gets() -> None:
    """The screen about his pieces draws them."""
    bot = Outsider("burattino")
    bot.answer(True, True)
    assert ["Lira", "Workers left", "VP"] == [row["label"] for row in bot.screen["drawing"]["rows"]][:3]


def _drawn_rows(bot: Outsider) -> dict[str, str]:
    """Return the rows that are drawn on the open screen, by their names: letters, each with its sign."""
    rows = bot.screen["drawing"]["rows"]
    return {row["label"]: "".join(map(_letter_with_sign, row["slots"])) for row in rows}


def _letter_with_sign(slot: dict[str, Any]) -> str:
    """Return the letter of a place, and the sign of its mark; "+" if it is shaded."""
    return str(slot.get("text", "")) + ("+" if slot.get("shaded") else SIGNS[slot.get("mark")])


def _words(bot: Outsider) -> list[str]:
    words: list[str] = bot.send(side=True)["words"]
    return words
