"""VJ's side of the table: its words contain all his pieces, and screens draw the last change."""

import re
from typing import Any

import pytest

from engines.kit.text import ENGLISH
from engines.pampero.state import SPACES, State
from engines.pampero.words import type_option
from tests.engines.pampero.turns import (
    ALWAYS_TRUE,
    CONTRACT_AVAILABLE,
    USUAL_CARD,
    begin,
    board,
    bot_with,
    card,
    contract,
    pairs,
    tower,
    wind,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import SECTORS, Contract, Table


def check_pieces(state: State, sentences: list[str]) -> None:
    """Raise unless all his pieces can be set up again from the words of his side."""
    assert _pieces(state) == _pieces_in_words(sentences)


def _pieces(state: State) -> dict[str, Any]:
    """Return all pieces of VJ, his tracks, and the solo cards."""
    vj = state.vj
    return {
        "Energy": vj.energy,
        **{name: {sector: n for sector, n in counts.items() if n} for name, counts in _on_board(state).items()},
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


def _pieces_in_words(sentences: list[str]) -> dict[str, Any]:
    """Return the same things from the words of his side, of which the first three are the solo cards."""
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


# --- the last change ---


@rule("pampero.wind.place")
def test_a_wind_farm_is_marked_where_it_was_built() -> None:
    """Your turn draws his wind farms by sector, and marks the new one."""
    bot = bot_with(card("one", wind(ALWAYS_TRUE)))
    Table(structures={"B1": 3}).turn(bot)
    assert {"Wind farms": [None, 1, None, "+1", None, None]} == _rows(bot)


@rule("pampero.tower.leftmost")
def test_a_tower_is_marked_where_it_was_built() -> None:
    """Your turn draws his towers by sector, and marks the new one; his side shows its column as unlocked."""
    bot = bot_with(card("one", tower(ALWAYS_TRUE)), facts=board(grid={"transformers_per_column": 2}))
    Table(dozers={"A3": 1}).turn(bot)
    assert {"Towers": [None, None, "+1", None, None, None]} == _rows(bot)
    assert "Transformer columns: 2, 6 × 2 (locked) (2 unlocked)." in _words(bot)


@rule("pampero.contract.effect")
def test_an_income_marker_is_drawn_with_its_space_before() -> None:
    """A marker that a contract moved is drawn at its space, and marked at the space before."""
    bot = bot_with(card("one", contract(CONTRACT_AVAILABLE)), vj={"towers": {"A1": 1}, "energy": 2})
    Table(contracts=[Contract("A1", "industrial", 2)]).turn(bot)
    assert ["was", "token"] == _rows(bot)["Industrial"][:2]
    assert "Industrial: 1 his marker (rightmost)." in _words(bot)


@rule("pampero.majority.pairs")
def test_the_majorities_are_drawn_if_no_piece_of_his_changed() -> None:
    """Before his first turn the markers of the red track are drawn."""
    bot = bot_with(USUAL_CARD, majority=pairs((1, 2), (3, 4), (5, 6)))
    assert {"Majority: VJ": [1, 3, 5], "You": [2, 4, 6]} == _rows(bot)


@rule("pampero.lead.behind", "pampero.read.flipped")
def test_the_card_that_he_follows_is_active() -> None:
    """The first card whose majority you have is active; a card that is face down shows only its majority."""
    second = card("two", contract(CONTRACT_AVAILABLE), {"condition": {"kind": "?"}})
    bot = bot_with(USUAL_CARD, second, majority=pairs((0, 9), (1, 2), (0, 0)), clock={"scorings_done": 2})
    bot.do(set={"cards": [bot.state["cards"][0] | {"face_up": False}, *bot.state["cards"][1:]]})
    assert [
        "1: usual: VJ 0, you 9, face down.",
        "2: two, active: VJ 1, you 2, contract, to be read, wind farm.",
        "3: never0: VJ 0, you 0, 3 × wind farm.",
    ] == _words(bot)[:3]


@rule("pampero.income.rightmost")
def test_a_long_income_track_is_a_number() -> None:
    """A track longer than the panel is the number of its marker's space."""
    bot = bot_with(USUAL_CARD, vj={"income": {"tourism": 40}})
    assert "Tourism: 40 (rightmost)." in _words(bot)


@rule("pampero.tower.order", "pampero.contract.zones")
@pytest.mark.parametrize(
    ("section", "row"),
    [(wind(ALWAYS_TRUE), "Wind farms"), (tower(ALWAYS_TRUE), "Towers"), (contract(CONTRACT_AVAILABLE), "Towers")],
)
def test_a_question_of_a_place_shows_the_sectors(section: Any, row: str) -> None:
    """Questions for sectors draw his pieces of the kind that he builds, or his towers for a contract."""
    bot = bot_with(card("one", section), vj={"towers": {"A1": 1, "C": 2}, "energy": 5})
    bot.answer("go_on")
    assert [row] == [*_rows(bot)]
    assert [*SECTORS] == bot.screen["drawing"]["columns"]


@rule("pampero.setup.wind_farm", "pampero.setup.energy")
def test_the_set_up_shows_where_his_pieces_go() -> None:
    """The set-up draws his wind farm in its sector, and orders the energy markers."""
    bot = begin(USUAL_CARD)
    bot.until(lambda bot: bot.ask.get("likely", True), "place_pieces")
    assert {"Wind farms": [None, 1, None, None, None, None]} == _rows(bot)
    assert "Put both energy markers on 1." in bot.screen["lines"]


def _rows(bot: Outsider) -> dict[str, list[Any]]:
    """Return the drawn rows by label, with the text or the mark of each slot."""
    rows = bot.screen["drawing"]["rows"]
    return {row["label"]: [slot.get("text", slot.get("mark")) for slot in row["slots"]] for row in rows}


def _words(bot: Outsider) -> list[str]:
    """Return the words of his side."""
    words: list[str] = bot.send(side=True)["words"]
    return words
