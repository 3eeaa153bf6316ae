"""Cards that are learned while VJ follows them play as cards that were known before: random ones, on random tables."""

import random
from typing import Any

import pytest

from tests.contract.walk import luck
from tests.engines.pampero.dealt import Maker
from tests.engines.pampero.turns import ROWS, Data, pairs, table
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import ALL, Column, Contract, Table

TURNS = 4


@rule("pampero.card.cell")
@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 300))])
def test_a_learned_card_plays_as_a_known_one(seed: int) -> None:
    """Whether VJ's cards are known or read as he comes to them, he does the same."""
    assert played(seed, learned=True) == played(seed, learned=False)


def played(seed: int, *, learned: bool) -> list[Any]:
    """Return what VJ did in some turns, and what he then had; a learned card may list its sections otherwise."""
    chance = luck("learning", seed)
    maker = Maker(chance)
    cards = [learnable(maker.card(f"c{n}")) for n in range(3)]
    vj = {"energy": chance.randint(0, 8), "towers": {sector: 1 for sector in ALL if chance.random() < 0.5}}
    majority = pairs(*((chance.randint(0, 2), chance.randint(0, 2)) for _ in range(3)))
    bot = table(*cards, vj=vj, majority=majority)
    if learned:
        bot.do(set={"cards": [{"card": blank(one)} for one in cards]})
    ends = []
    for _ in range(TURNS):
        look = dealt(chance)
        if bot.key == "your_turn":
            bot.answer("go_on")
            bot.until(lambda bot: reply(bot, cards, look), "your_turn", "round_end")  # noqa: B023 - asked at once
        ends.append([bot.state["did"] | {"section": 0}, bot.state["vj"], bot.state["majority"]])
    return ends


def dealt(chance: random.Random) -> Table:
    """Return a table with anything on it."""
    types = [*ROWS, "market"]
    return Table(
        sites={action: [one for one in ALL if chance.random() < 0.6] for action in ("wind", "tower")},
        structures={sector: chance.randint(0, 2) for sector in ALL},
        dozers={sector: chance.randint(0, 2) for sector in ALL},
        icons={name: {sector: chance.randint(0, 2) for sector in ALL} for name in types},
        fitting=[sector for sector in ALL if chance.random() < 0.4],
        contracts=[
            Contract(
                chance.choice(ALL),
                chance.choice(ROWS),
                chance.randint(1, 4),
                {name: chance.randint(0, 2) for name in types},
            )
            for _ in range(chance.randint(0, 7))
        ],
        markets=[sector for sector in ALL if chance.random() < 0.3],
        columns={zone: [Column([f"type:{chance.choice(ROWS)}"], ["money:5"])] for zone in "ABC"},
    )


def reply(bot: Outsider, cards: list[Data], look: Table) -> Any:
    """Answer what is asked of a card from the printed one, and all else from the table; whoever may choose, alike."""
    if bot.key.startswith("cell_"):
        return printed(cards[bot.screen["facts"]["space"] - 1], bot.key, bot.screen["facts"])
    if bot.key == "choose_sector" and "none" in bot.ids:
        free = look.sites[bot.screen["facts"]["action"]]
        return next((one for one in ALL if one in bot.ids and one in free), "none")
    return look.answer(bot)


def printed(card: Data, key: str, facts: Data) -> Any:
    """Return what a cell of a card says."""
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


def blank(card: Data) -> Data:
    """Return a card of which nothing is known but its name."""
    unread = [{"position": place, "condition": {"kind": "?"}} for place in (1, 2, 3)]
    return {name: card[name] for name in ("id", "title", "majority")} | {"section": unread}


def learnable(cells: Any) -> Any:
    """Return a card without what no question asks for: words, the number on a tile, printed money without one."""
    if isinstance(cells, list):
        return [learnable(one) for one in cells]
    if not isinstance(cells, dict):
        return cells
    kept = {name: learnable(value) for name, value in cells.items() if name != "text"}
    amounts = {"tile": ("money:5", "money"), "printed": ("money", "money:5")}
    return kept | {name: new for name, (old, new) in amounts.items() if kept.get(name) == old}
