"""Her side of the table: all her pieces are drawn and described."""

import re

from engines.wyrmspan.pieces import find_objective
from engines.wyrmspan.state import State
from tests.engines.wyrmspan.turns import bot_with, her_turn
from tests.protocol_client import Outsider


def check_pieces(state: State, lines: list[str]) -> None:
    """Raise unless the words of her side have her token, cards, markers, coins and objectives."""
    assert f"Dragon Guild: at {state.p % 12} of 11." in lines
    owned = {"Dragons": state.dragons, "Cave cards": state.caves, "Markers": state.markers_ready}
    owned |= {"Cards left": 7 - len(state.played), "Objective VP": state.objective_vp}
    for name, n in owned.items():
        assert f"{name}: {n}." in lines
    for number, name in enumerate(state.objectives, 1):
        [line] = [line for line in lines if line.startswith(f"{number}: ")]
        assert find_objective(name).name in line
    if state.guild:
        rows = [line for line in lines if line.startswith("Row ")]
        for row, owners in zip(rows, state.rows, strict=True):
            assert (owners.count("bot"), owners.count("you")) == (_count(row, "hers"), _count(row, "yours"))


def _count(row: str, piece: str) -> int:
    found = re.findall(rf"(?:(\d) × )?(?:\d \()?{piece}", row)
    return sum(int(times or 1) for times in found)


def test_the_path_of_her_token() -> None:
    """The idle screen draws the loop with its two brown spaces, her token, and the steps just taken."""
    bot = her_turn("8", round=4, p=10)
    track = bot.screen["drawing"]
    assert ("track", 1, 3, True) == tuple(track[name] for name in ("kind", "at", "moved", "loop"))
    assert [0, 6] == [place for place, slot in enumerate(track["slots"]) if slot.get("shaded")]


def test_a_corrected_token_has_no_path() -> None:
    """A corrected token is drawn without a path; her deeds are still reported."""
    bot = her_turn("1")
    bot.do(correct={"dragons": 2})
    assert 1 == bot.screen["drawing"]["moved"]
    bot.do(correct={"p": 5})
    assert (5, 0) == (bot.screen["drawing"]["at"], bot.screen["drawing"]["moved"])
    assert "Card 1: 1 step" == bot.screen["headline"]


def test_the_guild_tile() -> None:
    """The tile has its spaces, hers and yours from the left, and a triangle where the next count begins."""
    bot = bot_with(rows=[["bot", "you"], [], ["you"], [], ["you", "bot", "bot"]], guild="plains", markers_ready=0)
    lines = _words(bot)
    assert ["Row 1: hers, yours.", "Row 2: her count begins here, next.", "Row 3: yours.", "Row 4: empty."] == lines[
        3:7
    ]
    assert "Row 5: 6 (yours), 3 (hers), 1 (hers), 1." == lines[7]
    bot.answer("marker")
    assert ["next", None] == [bot.screen["drawing"]["rows"][row]["slots"][0].get("mark") for row in (1, 3)]


def test_a_full_tile_counts_in_row_5() -> None:
    """Row 5 has a free space always: it is drawn behind the markers."""
    full = [["you"] * 2, ["bot"], ["you"], ["bot"], []]
    assert "Row 5: 6 (her count begins here, next), 3, 1." in _words(bot_with(rows=full))
    full[-1] = ["you"] * 4
    bot = bot_with(rows=full, markers_ready=0)
    assert "Row 5: 6 (yours), 3 (yours), 2 × 1 (yours), 1 (her count begins here, next)." in _words(bot)


def test_the_objectives_by_round() -> None:
    """Scored objectives have a tick, that of the round has its coins, and the others only their names."""
    bot = bot_with(round=2, coins=1)
    assert [
        "1: done (Medium dragons).",
        "2: 1 (coins) (Eggs on the mat).",
        "3: Dragons of cost 0–2.",
        "4: Cave cards on the mat.",
    ] == _words(bot)[-4:]
    bot.do(set={"passed": True})
    bot.answer("go_on", "none")
    assert "2: done (Eggs on the mat)." in _words(bot)


def test_the_set_up_shows_where_pieces_go() -> None:
    """The tile is empty before its markers come; her token is on START."""
    bot = Outsider("wyrmspan")
    bot.answer("8A", "3B", "5A", "1A", "plains")
    assert "slots" == bot.screen["drawing"]["kind"]
    bot.answer(True)
    assert ("track", 0, 0) == tuple(bot.screen["drawing"][name] for name in ("kind", "at", "moved"))


def _words(bot: Outsider) -> list[str]:
    words: list[str] = bot.send(side=True)["words"]
    return words
