"""VJ does the same by learned cards as by known ones: random cards on random tables."""

import random
from typing import Any

import pytest

from tests.contract.walk import luck
from tests.engines.pampero.random_cards import CardMaker
from tests.engines.pampero.turns import TRACKS, Data, bot_with, pairs
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import SECTORS, Column, Contract, Table

TURNS = 4


@rule("pampero.card.cell")
@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 300))])
def test_a_learned_card_plays_as_a_known_one(seed: int) -> None:
    """VJ does the same whether his cards are known or learned as he follows them."""
    assert deeds(seed, learned=True) == deeds(seed, learned=False)


def deeds(seed: int, *, learned: bool) -> list[Any]:
    """Return VJ's deeds, possessions and majorities after each turn, without the order of a card's sections."""
    chance = luck("learning", seed)
    maker = CardMaker(chance)
    cards = [learnable(maker.card(f"c{n}")) for n in range(3)]
    vj = {"energy": chance.randint(0, 8), "towers": {sector: 1 for sector in SECTORS if chance.random() < 0.5}}
    majority = pairs(*((chance.randint(0, 2), chance.randint(0, 2)) for _ in range(3)))
    bot = bot_with(*cards, vj=vj, majority=majority)
    if learned:
        bot.do(set={"cards": [{"card": unread(one)} for one in cards]})
    results = []
    for _ in range(TURNS):
        table = random_table(chance)
        if bot.key == "your_turn":
            bot.answer("go_on")
            bot.until(lambda bot: reply(bot, cards, table), "your_turn", "round_end")  # noqa: B023 - asked at once
        results.append([bot.state["did"] | {"section": 0}, bot.state["vj"], bot.state["majority"]])
    return results


def random_table(chance: random.Random) -> Table:
    """Return a table with random things on it."""
    types = [*TRACKS, "market"]
    return Table(
        sites={action: [one for one in SECTORS if chance.random() < 0.6] for action in ("wind", "tower")},
        structures={sector: chance.randint(0, 2) for sector in SECTORS},
        dozers={sector: chance.randint(0, 2) for sector in SECTORS},
        icons={name: {sector: chance.randint(0, 2) for sector in SECTORS} for name in types},
        fitting=[sector for sector in SECTORS if chance.random() < 0.4],
        contracts=[
            Contract(
                chance.choice(SECTORS),
                chance.choice(TRACKS),
                chance.randint(1, 4),
                {name: chance.randint(0, 2) for name in types},
            )
            for _ in range(chance.randint(0, 7))
        ],
        markets=[sector for sector in SECTORS if chance.random() < 0.3],
        columns={zone: [Column([f"type:{chance.choice(TRACKS)}"], ["money:5"])] for zone in "ABC"},
    )


def reply(bot: Outsider, cards: list[Data], table: Table) -> Any:
    """Return the answer for a cell from the printed card, else from the table; your choice is always the first site."""
    if bot.key.startswith("cell_"):
        return printed_cell(cards[bot.screen["facts"]["space"] - 1], bot.key, bot.screen["facts"])
    if bot.key == "choose_sector" and "none" in bot.ids:
        free = table.sites[bot.screen["facts"]["action"]]
        return next((one for one in SECTORS if one in bot.ids and one in free), "none")
    return table.answer(bot)


def printed_cell(card: Data, key: str, facts: Data) -> Any:
    """Return the answer for a cell of a card."""
    section = next(one for one in card["section"] if one["position"] == facts["section"])
    wanted = section["condition"].get("any_of", [])
    rows = section["row"]
    icons = rows[facts["row"] - 1]["icons"] if facts.get("row", 0) in range(1, len(rows) + 1) else wanted
    icon: Data = icons[facts.get("number", 1) - 1] if facts.get("number", 1) <= len(icons) else {"icon": "end"}
    icon = icon["back"][0] if facts.get("behind") else icon
    symbol = section["bonus"][facts["zone"]][facts["place"]] if "place" in facts else ""
    match key.removeprefix("cell_"), facts.get("cell"):
        case "number", cell:
            numbers = {"energy": section["condition"].get("value"), "count": icon.get("count"), "money": 5}
            return section["energy"][facts["zone"]] if cell == "gain" else numbers[str(cell)]
        case "where", _:
            return rows[facts["row"] - 1]["where"][0] if facts["row"] <= len(rows) else "end"
        case "back", _:
            return icon["back"][0]["icon"] if icon.get("back") else "none"
        case "wanted", _:
            return icon["icon"] if wanted else "none"
    known = {
        "cell_action": section["action"],
        "cell_condition": section["condition"]["kind"],
        "cell_icon": icon["icon"],
        "cell_type": icon.get("type"),
        "cell_symbol": "money" if symbol.startswith("money") else symbol,
    }
    return known[key]


def unread(card: Data) -> Data:
    """Return a card without known cells."""
    sections = [{"position": place, "condition": {"kind": "?"}} for place in (1, 2, 3)]
    return {name: card[name] for name in ("id", "title", "majority")} | {"section": sections}


def learnable(cells: Any) -> Any:
    """Return a card as it can be learned: without words, and with amounts of money only on printed symbols."""
    if isinstance(cells, list):
        return [learnable(one) for one in cells]
    if not isinstance(cells, dict):
        return cells
    kept = {name: learnable(value) for name, value in cells.items() if name != "text"}
    amounts = {"tile": ("money:5", "money"), "printed": ("money", "money:5")}
    return kept | {name: new for name, (old, new) in amounts.items() if kept.get(name) == old}
