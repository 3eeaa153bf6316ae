"""VJ's side of the table: its words contain all his pieces, and screens show the latest changes."""

import re
from typing import Any

import pytest

from engines.kit.text import ENGLISH
from engines.pampero.state import SPACES, State
from engines.pampero.words import type_option
from tests.engines.pampero.turns import (
    ALWAYS,
    AVAILABLE,
    BELOW_1,
    USUAL,
    begin,
    board,
    card,
    contract,
    pairs,
    table,
    tower,
    wind,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import ALL, Contract, Table


def check_pieces(state: State, sentences: list[str]) -> None:
    """Raise unless his pieces can be set up again from the words of his side alone."""
    assert _held(state) == _read(sentences)


def _held(state: State) -> dict[str, Any]:
    """Return every piece that is his, his tracks, and the solo cards."""
    vj = state.vj
    return {
        "Energy": vj.energy,
        **{name: {sector: n for sector, n in there.items() if n} for name, there in _on_board(state).items()},
        "income": {ENGLISH.words(type_option(name)): vj.income.get(name, 0) for name in state.types()},
        "Network tiles": vj.network_tiles,
        "Money": vj.money,
        "Batteries": vj.batteries,
        "Wind farms left": vj.wind_left,
        "towers left": vj.towers_left,
        "Contracts": len(vj.contracts),
        "Bonus tiles": len(vj.bonus_tiles),
        "Ongoing tiles": vj.ongoing,
        "Scoring cards": len(vj.scoring_cards),
        "Connection tiles": len(vj.connection_tiles),
        "Parked bulldozers": vj.dozers_parked,
        "majorities": [[pair.vj, pair.you] for pair in state.majority],
        "face down": [space for space in SPACES if not state.cards[space - 1].face_up],
        "pass tile": state.flags.pass_tile_unused,
    }


def _on_board(state: State) -> dict[str, dict[str, int]]:
    return {"Wind farms": state.vj.wind, "Towers": state.vj.towers, "Transformers": state.vj.transformers}


def _read(sentences: list[str]) -> dict[str, Any]:
    """Return the same from the words of his side; its first three are the solo cards."""
    words = dict(sentence.rstrip(".").split(": ", 1) for sentence in sentences[3:-1])
    counts = ("Network tiles", "Money", "Batteries", "Wind farms left", "Bonus tiles", "Scoring cards")
    places = {name: re.findall(r"(\w+) (\d+)", words[name]) for name in ("Wind farms", "Towers", "Transformers")}
    names, columns = [*words], " ".join(row for name, row in words.items() if "olumns" in name)
    return {
        "Energy": int(words["Energy"].removeprefix("at ").split()[0]),
        **{name: {sector: int(n) for sector, n in found} for name, found in places.items()},
        "income": {
            name: _first(words[name]) for name in names[names.index("Energy") + 1 : names.index("Transformer columns")]
        },
        **{name: _first(words.get(name, "0")) for name in (*counts, "Connection tiles", "Parked bulldozers")},
        "towers left": sum(int(n or 1) for n in re.findall(r"(?:(\d+) × )?\S+ \(locked\)", columns)),
        "Contracts": sum(map(int, re.findall(r"(?:^|, )(\d+)", words["Contracts"]))),
        "Ongoing tiles": [int(n) for n in re.findall(r"\d+", words.get("Ongoing tiles", ""))],
        "majorities": [[int(n) for n in re.findall(r"(?:VJ|you) (\d+)", line)] for line in sentences[:3]],
        "face down": [n for n, line in enumerate(sentences[:3], 1) if "face down" in line],
        "pass tile": "unused" in sentences[-1],
    }


def _first(words: str) -> int:
    found = re.search(r"\d+", words)
    assert found is not None, words
    return int(found[0])


# --- what just changed ---


@rule("pampero.wind.place")
def test_a_wind_farm_is_marked_where_it_was_built() -> None:
    """The sectors with his wind farms stand on your turn, and the one that has a new one."""
    bot = table(card("one", wind(ALWAYS), wind(BELOW_1), wind(BELOW_1)))
    Table(structures={"B1": 3}).turn(bot)
    assert {"Wind farms": [None, 1, None, "+1", None, None]} == _rows(bot)


@rule("pampero.tower.leftmost")
def test_a_tower_is_marked_where_it_was_built() -> None:
    """So is a tower; the column that it unlocked is on his side."""
    bot = table(
        card("one", tower(ALWAYS), wind(BELOW_1), wind(BELOW_1)), facts=board(grid={"transformers_per_column": 2})
    )
    Table(dozers={"A3": 1}).turn(bot)
    assert {"Towers": [None, None, "+1", None, None, None]} == _rows(bot)
    assert "Transformer columns: 2, 6 × 2 (locked) (2 unlocked)." in _words(bot)


@rule("pampero.contract.effect")
def test_the_way_of_an_income_marker() -> None:
    """A contract moves a marker: where it was, and where it is."""
    bot = table(card("one", contract(AVAILABLE), wind(BELOW_1), wind(BELOW_1)), vj={"towers": {"A1": 1}, "energy": 2})
    Table(contracts=[Contract("A1", "industrial", 2)]).turn(bot)
    assert ["was", "token"] == _rows(bot)["Industrial"][:2]
    assert "Industrial: 1 his marker (rightmost)." in _words(bot)


@rule("pampero.majority.pairs")
def test_the_majorities_where_nothing_of_his_changed() -> None:
    """Before his first turn the markers of the red track stand there."""
    bot = table(USUAL, majority=pairs((1, 2), (3, 4), (5, 6)))
    assert {"Majority: VJ": [1, 3, 5], "You": [2, 4, 6]} == _rows(bot)


@rule("pampero.lead.behind", "pampero.read.flipped")
def test_the_card_that_he_follows_stands_out() -> None:
    """It is the first where he is behind; one that lies face down says only that, and its majority."""
    second = card("two", contract(AVAILABLE), {"condition": {"kind": "?"}}, wind(BELOW_1))
    bot = table(USUAL, second, majority=pairs((0, 9), (1, 2), (0, 0)), clock={"scorings_done": 2})
    bot.do(set={"cards": [bot.state["cards"][0] | {"face_up": False}, *bot.state["cards"][1:]]})
    assert [
        "1: usual: VJ 0, you 9, face down.",
        "2: two, active: VJ 1, you 2, contract, to be read, wind farm.",
        "3: never0: VJ 0, you 0, 3 × wind farm.",
    ] == _words(bot)[:3]


@rule("pampero.income.rightmost")
def test_a_marker_far_to_the_right_is_told_by_its_space() -> None:
    """Tracks longer than a panel are numbers."""
    bot = table(USUAL, vj={"income": {"tourism": 40}})
    assert "Tourism: 40 (rightmost)." in _words(bot)


@rule("pampero.tower.order", "pampero.contract.zones")
@pytest.mark.parametrize(
    ("section", "row"), [(wind(ALWAYS), "Wind farms"), (tower(ALWAYS), "Towers"), (contract(AVAILABLE), "Towers")]
)
def test_a_question_of_a_place_shows_the_sectors(section: Any, row: str) -> None:
    """Where VJ builds is asked with what he has there, and a contract with his towers."""
    bot = table(card("one", section, wind(BELOW_1), wind(BELOW_1)), vj={"towers": {"A1": 1, "C": 2}, "energy": 5})
    bot.answer("go_on")
    assert [row] == [*_rows(bot)]
    assert [*ALL] == bot.screen["drawing"]["columns"]


@rule("pampero.setup.wind_farm", "pampero.setup.energy")
def test_the_set_up_shows_where_his_pieces_go() -> None:
    """The wind farm in its sector; what he has to pay with is said."""
    bot = begin(USUAL)
    bot.until(lambda bot: bot.ask.get("likely", True), "place_pieces")
    assert {"Wind farms": [None, 1, None, None, None, None]} == _rows(bot)
    assert "Put both energy markers on 1." in bot.screen["lines"]


def _rows(bot: Outsider) -> dict[str, list[Any]]:
    """Return the rows of the board on the screen: what is written on each place, or lies there."""
    rows = bot.screen["drawing"]["rows"]
    return {row["label"]: [slot.get("text", slot.get("mark")) for slot in row["slots"]] for row in rows}


def _words(bot: Outsider) -> list[str]:
    """Return the words of his side."""
    words: list[str] = bot.send(side=True)["words"]
    return words
