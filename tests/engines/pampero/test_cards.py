"""Files of solo cards and boards are read, exported and learned; the fault of a bad one is one sentence."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomli_w

from engines.kit.contract import Refused
from engines.kit.rules import BadFile
from engines.pampero.card import Card, is_complete
from engines.pampero.state import BOARD, CARDS, cards
from engines.registry import load_engine
from firmware.data_folder import DataFolder
from tests.contract.walk import luck
from tests.core import core
from tests.engines.pampero.random_cards import CardMaker
from tests.engines.pampero.turns import (
    ALWAYS_TRUE,
    FALSE_CARD,
    USUAL_CARD,
    YOU_CHOOSE,
    answer_amounts,
    begin,
    board,
    bot_with,
    card,
    deck,
    finish_set_up,
    row,
    tower,
    wind,
)
from tests.engines.pampero.turns import BOARD as FACTS
from tests.firmware.decks.imports import import_deck
from tests.protocol_client import Outsider
from tests.rules import rule

Data = dict[str, Any]


def plain(*made: Data) -> Data:
    """Return a deck file of copies of these cards."""
    copy: Data = msgspec.json.decode(msgspec.json.encode(deck(*made)))
    return copy


def section(cells: Data, n: int) -> Data:
    """Return the n-th section (from 1) of the first card."""
    found: Data = cells["cards"][0]["section"][n - 1]
    return found


# --- known cards ----------------------------------------------------------------------------------------------------


def test_the_known_cards_are_partial() -> None:
    """Two of eighteen cards come with the game, both partial: the rulebook does not show all cells."""
    known = {card.key: card for card in cards().cards}
    assert ["wind_farms", "network_tiles"] == list(known)
    assert "partial" in cards().confidence
    assert not any(card.complete or card.synthetic or is_complete(card) for card in known.values())
    winds = known["wind_farms"]
    assert (3, "?", {"tile": "rb", "printed": "money:5"}) == (
        winds.number,
        winds.section[1].row,
        msgspec.to_builtins((winds.section[1].bonus or {})["B"]),
    )


def test_one_card_alone_is_a_file() -> None:
    """A file may be a single card without the head of a deck."""
    raw = tomli_w.dumps({"schema": "pampero-solo-card/1", **USUAL_CARD}).encode()
    found = CARDS.read("pampero", raw, "mine.toml")
    assert ["usual"] == [one.key for one in found.cards]
    assert "mine.toml" == found.name


@pytest.mark.parametrize("seed", core(range(30), *range(10)))
def test_a_card_survives_its_file(tmp_path: Path, seed: int) -> None:
    """A well-formed card is unchanged after import and export."""
    made = [CardMaker(luck("file", seed), 0.2).card(f"c{n}") for n in range(3)]
    raw = tomli_w.dumps(deck(*made)).encode()
    import_deck(tmp_path, raw, "mine")
    exported = tomllib.loads(DataFolder(tmp_path).decks.export("pampero", "cards", "mine"))
    first, again = (CARDS.check("pampero", one, "x").cards for one in (deck(*made), exported))
    assert first == again


def test_the_printed_files_can_be_exported() -> None:
    """The known cards and the known board are files that pass their own checks."""
    for kind in (CARDS, BOARD):
        text = DataFolder(Path()).decks.export("pampero", kind.key, None)
        assert kind.read("pampero", text.encode(), "printed.toml").cards == kind.printed().cards


# --- malformed cards ------------------------------------------------------------------------------------------------


def _two_sections(cells: Data) -> None:
    del cells["cards"][0]["section"][2]


def _position_twice(cells: Data) -> None:
    section(cells, 2)["position"] = 1


def _position_four(cells: Data) -> None:
    section(cells, 2)["position"] = 4


def _tower_without_bonus(cells: Data) -> None:
    del section(cells, 2)["bonus"]


def _bonus_of_two_zones(cells: Data) -> None:
    del section(cells, 2)["bonus"]["C"]


def _wind_without_energy(cells: Data) -> None:
    del section(cells, 1)["energy"]


def _unknown_sector(cells: Data) -> None:
    section(cells, 2)["row"][1]["where"] = ["D"]


def _unknown_action(cells: Data) -> None:
    section(cells, 1)["action"] = "dance"


def _unknown_icon(cells: Data) -> None:
    section(cells, 2)["row"][0]["icons"][0]["icon"] = "moon"


def _icon_of_contracts(cells: Data) -> None:
    section(cells, 2)["row"][2]["icons"][0] = {"icon": "is_type", "type": "tourism"}


def _choose_in_the_middle(cells: Data) -> None:
    section(cells, 2)["row"][0]["icons"].insert(0, {"icon": "you_choose"})


def _eye_in_the_middle(cells: Data) -> None:
    section(cells, 3)["row"][0]["icons"].insert(0, {"icon": "eye"})


def _choose_behind(cells: Data) -> None:
    section(cells, 2)["row"][0]["icons"][0]["back"] = [{"icon": "you_choose"}]


def _no_type(cells: Data) -> None:
    section(cells, 2)["row"][0]["icons"][0] = {"icon": "most_icons"}


def _unknown_symbol(cells: Data) -> None:
    section(cells, 2)["bonus"]["A"]["tile"] = "gold"


def _unknown_condition(cells: Data) -> None:
    section(cells, 3)["condition"]["kind"] = "rain"


def _unknown_majority(cells: Data) -> None:
    cells["cards"][0]["majority"] = "dragons"


def _complete_with_a_gap(cells: Data) -> None:
    cells["cards"][0]["complete"] = True
    section(cells, 2)["bonus"]["B"]["printed"] = "?"


def _too_much_energy(cells: Data) -> None:
    section(cells, 1)["condition"]["value"] = 11


def _wrong_type(cells: Data) -> None:
    section(cells, 1)["condition"]["value"] = "ten"


def _unknown_field(cells: Data) -> None:
    section(cells, 2)["row"][0]["colour"] = "red"


def _number_19(cells: Data) -> None:
    cells["cards"][0]["number"] = 19


@pytest.mark.parametrize(
    ("spoil", "parts"),
    [
        (_two_sections, ["card usual", "section", "a list of 3"]),
        (_position_twice, ["card usual", "position: found 1, 1, 3", "allowed: 1, 2, 3"]),
        (_position_four, ["card usual", "section", "item 2", "position", "cannot be 4", 'Allowed: 1, 2, 3, "?"']),
        (_tower_without_bonus, ["section 2", "bonus: found nothing", "allowed: zones A, B and C"]),
        (_bonus_of_two_zones, ["section 2", "bonus: found A, B", "allowed: zones A, B and C"]),
        (_wind_without_energy, ["section 1", "energy: found nothing", "allowed: zones A, B and C"]),
        (_unknown_sector, ["section 2", "row 2", "where: found 'D'", "allowed: *, A, A1"]),
        (_unknown_action, ["section", "item 1", "action", 'cannot be "dance"', 'Allowed: "?", "contract"']),
        (
            _unknown_icon,
            ["section", "item 2", "row", "item 1", "icon", 'cannot be "moon"', 'Allowed: "?", "cheapest"'],
        ),
        (_icon_of_contracts, ["section 2", "row 3", "icon: found 'is_type'", "allowed: you_most_structures"]),
        (_choose_in_the_middle, ["section 2", "row 1", "found you_choose before", "allowed: you_choose at the end"]),
        (_eye_in_the_middle, ["section 3", "row 1", "found eye before cheapest", "allowed: eye at the end"]),
        (
            _choose_behind,
            ["section 2", "row 1", "back: field icon: found 'you_choose'", "allowed: you_most_structures"],
        ),
        (_no_type, ["section 2", "row 1", "type: found nothing", "allowed: a contract type"]),
        (_unknown_symbol, ["section 2", "zone A", "tile: found 'gold'", "allowed: rb, type:<type>"]),
        (
            _unknown_condition,
            ["section", "item 3", "kind", 'cannot be "rain"', 'Allowed: "?", "all_transformers_locked"'],
        ),
        (_unknown_majority, ["card usual", "majority: found 'dragons'", "allowed: wind_farms, network_tiles, ?"]),
        (_complete_with_a_gap, ["card usual", "complete: found true", "allowed: false"]),
        (_too_much_energy, ["section 1", "value: found 11", "allowed: 1 to 10"]),
        (_wrong_type, ["section", "item 1", "condition", 'cannot be "ten"']),
        (_unknown_field, ["section", "item 2", "row", "item 1", "colour"]),
        (_number_19, ["card usual", "number: found 19", "allowed: 1 to 18"]),
    ],
)
def test_a_malformed_card_is_one_sentence(spoil: Callable[[Data], None], parts: list[str]) -> None:
    """The sentence names the file, the section, the row, the value found and the values allowed."""
    cells = plain(USUAL_CARD, FALSE_CARD)
    spoil(cells)
    sentence = refusal(cells)
    assert "my.toml" in sentence
    assert "\n" not in sentence
    for part in parts:
        assert part in sentence, sentence


def refusal(cells: Data) -> str:
    """Return the sentence that refuses a deck file, on import or at the start of a play."""
    try:
        found = CARDS.read("pampero", tomli_w.dumps(cells).encode(), "my.toml")
    except BadFile as bad:
        return str(bad)
    with pytest.raises(Refused) as refused:
        load_engine("pampero").start({"cards": msgspec.to_builtins(found)})
    return repr(refused.value.text)


def test_a_card_for_another_board() -> None:
    """A sector that the board does not have is refused, with the file, the row and the sectors of the board."""
    zones = {"A": ["A1", "A2"], "B": ["B1", "B2"], "C": ["C1", "C2"]}
    cells = plain(USUAL_CARD)
    section(cells, 2)["row"][0]["where"] = ["A3"]
    found = msgspec.to_builtins(CARDS.read("pampero", tomli_w.dumps(cells).encode(), "my.toml"))
    with pytest.raises(Refused) as refused:
        load_engine("pampero").start({"cards": found, "board": BOARD.printed_file("pampero") and board(zones=zones)})
    sentence = repr(refused.value.text)
    for part in ("my.toml: card usual: section 2: row 1", "found 'A3'", "allowed: *, A, B, C, A1, A2, B1, B2, C1, C2"):
        assert part in sentence


# --- boards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"zones": {"A": ["A1"]}}, "zones: found A1, B1, B2, C, allowed: 6 different sectors"),
        ({"zones": {"A": ["A1", "A2", "X"]}}, "zone A: found 'X', allowed: A, or A with a number"),
        ({"energy": {"max": 12}}, "energy: found start 1, max 12, allowed: 0 to 10"),
        ({"energy": {"start": 0, "max": 0}}, "energy: field max: found 0, allowed: 1 to 10"),
        ({"energy": {"wind": {"A": 2, "B": 11, "C": 5}}}, "wind: zone B: found 11, allowed: 0 to 10"),
        ({"prices": {"A": 100}}, "prices: zone A: found 100, allowed: 0 to 99"),
        ({"supply": {"towers": 99}}, "towers: found 99, allowed: 0 to 30"),
        ({"supply": {"money": 100}}, "money: found 100, allowed: 0 to 99"),
        ({"supply": {"batteries_total": 1}}, "batteries_total: found 1, allowed: 2 to 60"),
        ({"income": {"values": {"tourism": [0, 100]}}}, "field tourism: found 0, 100, allowed: 0 to 99 by space"),
        ({"income": {"rows_top_to_bottom": ["tourism", "tourism"]}}, "found tourism, tourism, allowed: each type once"),
        ({"grid": {"unlocked_at_start": "many"}}, "unlocked_at_start"),
        ({"grid": {"transformers_per_column": [2, 31]}}, "grid: found 31, allowed: 0 to 30, '?'"),
    ],
)
def test_a_malformed_board_is_one_sentence(changes: Data, sentence: str) -> None:
    """The sentence names the file, the field, the value found and the values allowed."""
    with pytest.raises(BadFile) as bad:
        BOARD.read("pampero", tomli_w.dumps(board(**changes)).encode(), "board.toml")
    assert "board.toml" in str(bad.value)
    assert sentence in str(bad.value)


def test_a_board_alone_is_a_file() -> None:
    """A board file may be the facts of a board without the head of a deck."""
    assert 1 == len(BOARD.read("pampero", tomli_w.dumps(FACTS).encode(), "board.toml").cards)


@rule("pampero.ruling.sectors", "pampero.card.cell")
def test_a_card_of_another_split_of_sectors() -> None:
    """If the confirmed board lacks a sector of a row, the rows of that section are read again."""
    cells = card("one", tower(ALWAYS_TRUE, row("B1", YOU_CHOOSE), row("A", YOU_CHOOSE)))
    file = board()
    file["cards"][0]["confirmed"] = False
    bot = begin(cells, cells | {"id": "two"}, USUAL_CARD, facts=file)
    bot.answer(True, "zones", 4, "confirmed", "one", "usual", "usual")
    finish_set_up(bot)
    found = [*(slot["card"] for slot in bot.state["cards"]), *bot.state["deck"]]
    assert ["one", "usual", "usual", "two"] == [known["id"] for known in found]
    assert [False, False] == ["row" in known["section"][0] for known in found if known["id"] != "usual"]
    assert bot.do(correct={"energy": 2})["ok"]
    bot.answer("go_on")
    assert "cell_where" == bot.key


# --- learning -------------------------------------------------------------------------------------------------------


@rule("pampero.card.cell", "pampero.setup.board")
def test_learned_cells_are_offered_with_the_whole_deck() -> None:
    """Learned cells are offered with all cards of the deck; the next play knows them, and the board."""
    first = card("one", wind({"kind": "?"}))
    bot = Outsider("pampero", cards=deck(first, USUAL_CARD))
    engine = load_engine("pampero")
    bot.answer(True, "tracks", "tourism", "commercial", "end", "columns")
    answer_amounts(bot, column_1=2)
    bot.answer("money", 30, "confirmed", "one", "one", "one")
    finish_set_up(bot)
    bot.answer("go_on")
    assert "cell_condition" == bot.key
    bot.answer("all_transformers_locked")
    learned = engine.learned_options(engine.decode(msgspec.json.encode(bot.state)))
    assert learned is not None
    assert {"board"} == set(learned), "cells of an open decision are not learned yet"
    bot.answer("A1")
    learned = engine.learned_options(engine.decode(msgspec.json.encode(bot.state)))
    assert learned is not None
    assert ["one", "usual"] == [cells["id"] for cells in learned["cards"]["cards"]]
    assert [True, True] == [cells["complete"] for cells in learned["cards"]["cards"]]
    again = finish_set_up(Outsider("pampero", **learned))
    assert "all_transformers_locked" == again.state["cards"][0]["card"]["section"][0]["condition"]["kind"]
    assert ["tourism", "commercial"] == again.state["board"]["income"]["rows_top_to_bottom"]
    assert engine.learned_options(engine.decode(msgspec.json.encode(again.state))) is None


@rule("pampero.card.cell")
def test_a_whole_card_is_learned_by_playing() -> None:
    """A card with a number and no other known cell is learned: conditions, actions, rows, icons, symbols."""
    bot = bot_with(FALSE_CARD)
    blank = {"section": [{"position": n, "condition": {"kind": "?"}} for n in (1, 2, 3)], "number": 9}
    slots = [{"card": blank}, *bot.state["cards"][1:]]
    bot.do(set={"cards": slots, "vj": {"energy": 10, "unlocked_transformers": 0}})
    bot.answer("go_on", "energy_lt", 10, "all_transformers_locked", "tower", "A", "most_icons", "residential")
    assert ("sectors", ["A1", "A2", "A3"]) == (bot.key, bot.screen["facts"]["tied"])
    bot.answer(["A1", "A2"], "none", "eye")
    while bot.key.startswith("cell_"):
        bot.answer("other" if "other" in bot.ids else bot.ask["likely"])
    assert "choose_sector" == bot.key
    bot.answer("A2", "rb", "money", 5)
    assert "bonus_column" == bot.key
    answer_amounts(bot)
    read = msgspec.convert(bot.state["cards"][0]["card"], Card)
    assert ("card_9", ["energy_lt", "all_transformers_locked", "?"]) == (
        read.key,
        [section.condition.kind for section in read.section],
    )
    tower = read.section[1]
    assert ["most_icons", "eye", "?"] == [icon.icon for icon in tower.row[0].icons]  # type: ignore[union-attr]
    assert ("rb", "money:5") == ((tower.bonus or {})["A"].tile, (tower.bonus or {})["A"].printed)
