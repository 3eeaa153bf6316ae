"""Made-up solo cards, a made-up board, and bots with them in any state.

The printed cards are known in part only, so none of these is a printed one. The tracks of the board are made up, too.
"""

from collections.abc import Sequence
from typing import Any

from tests.protocol_client import Outsider

Data = dict[str, Any]

TRACKS = ["tourism", "industrial", "commercial", "residential"]
BOARD: Data = {
    "zones": {"A": ["A1", "A2", "A3"], "B": ["B1", "B2"], "C": ["C"]},
    "prices": {"A": 8, "B": 10, "C": 17},
    "energy": {"start": 1, "max": 10, "wind": {"A": 2, "B": 3, "C": 5}},
    "supply": {"wind_farms_left": 10, "towers": 7, "batteries_total": 12, "money": 0},
    "income": {"rows_top_to_bottom": TRACKS, "last_space": "?", "values": "?"},
    "grid": {"transformers_per_column": 1, "unlocked_at_start": 0},
    "tower_bonus_board": {"columns_per_zone": "?"},
    "majority_kinds": {"wind_farms": {"auto": True}, "network_tiles": {"auto": True}},
    "confirmed": True,
}
WIND_ENERGY = {"A": 2, "B": 3, "C": 5}
ENERGY_BELOW_10 = {"kind": "energy_lt", "value": 10}
ENERGY_BELOW_1 = {"kind": "energy_lt", "value": 1}
"""False while VJ has any energy."""
ALL_LOCKED = {"kind": "all_transformers_locked"}
CANNOT_PAY = {"kind": "cannot_pay_contract"}
CONTRACT_AVAILABLE = {"kind": "contract_available"}
FOREIGN_MARKET = {"kind": "foreign_market"}
ALWAYS_TRUE = {"kind": "always"}
CHEAPEST = {"icon": "cheapest"}
RIGHTMOST = {"icon": "rb"}
EYE = {"icon": "eye"}
YOU_CHOOSE = {"icon": "you_choose"}
USUAL_ICONS = [{"icon": "you_most_structures"}, {"icon": "you_most_dozers"}, YOU_CHOOSE]
TWO_MARKETS = {
    "icon": "icons_at_least",
    "type": "market",
    "count": 2,
    "back": [{"icon": "is_type", "type": "residential"}],
}


def row(where: str | Sequence[str], *icons: Data) -> Data:
    """Return a row of a section."""
    return {"where": [where] if isinstance(where, str) else list(where), "icons": list(icons)}


def wind(condition: Data, *rows: Data) -> Data:
    """Return a section that builds a wind farm."""
    rows = rows or (row("*", *USUAL_ICONS),)
    return {"action": "wind", "condition": condition, "energy": WIND_ENERGY, "row": list(rows)}


def tower(condition: Data, *rows: Data, tile: str = "rb", printed: str = "money:5") -> Data:
    """Return a section that builds a tower, with the same symbols for all zones."""
    rows = rows or tuple(row(zone, USUAL_ICONS[1], YOU_CHOOSE) for zone in "ABC")
    bonus = {zone: {"tile": tile, "printed": printed} for zone in "ABC"}
    return {"action": "tower", "condition": condition, "row": list(rows), "bonus": bonus}


def contract(condition: Data, *rows: Data) -> Data:
    """Return a section that fulfils a contract."""
    rows = rows or tuple(row(zone, CHEAPEST, RIGHTMOST) for zone in "ABC")
    return {"action": "contract", "condition": condition, "row": list(rows)}


def foreign(condition: Data) -> Data:
    """Return a section that sells to a foreign market."""
    return {"action": "foreign", "condition": condition, "row": []}


def card(name: str, *sections: Data, majority: str = "?", **cells: Any) -> Data:
    """Return a made-up card, its sections from the left; the missing ones are never followed while VJ has energy."""
    all_three = (*sections, *[wind(ENERGY_BELOW_1)] * (3 - len(sections)))
    placed = [{"position": place, **section} for place, section in enumerate(all_three, 1)]
    return {"id": name, "title": name, "majority": majority, "synthetic": True, "section": placed, **cells}


FALSE_CARD = card("never")
"""A card without a true condition while VJ has energy."""
USUAL_CARD = card(
    "usual", wind(ENERGY_BELOW_10), tower(ALL_LOCKED), contract(CONTRACT_AVAILABLE), majority="wind_farms"
)


def deck(*cards: Data) -> Data:
    """Return a deck file of these cards."""
    return {"game": "pampero", "deck": "cards", "origin": "made up", "confidence": "synthetic", "cards": list(cards)}


def board(**changes: Data) -> Data:
    """Return a board file; a changed table keeps its other fields."""
    facts = {name: {**BOARD[name], **change} for name, change in changes.items()}
    head = {"game": "pampero", "deck": "board", "origin": "made up", "confidence": "synthetic"}
    return {**head, "cards": [BOARD | facts]}


def begin(*cards: Data, mode: str = "learning", facts: Data | None = None, **options: Any) -> Outsider:
    """Return a bot before the set-up, with these cards known."""
    return Outsider("pampero", mode=mode, cards=deck(*cards), board=facts or board(), **options)


def bot_with(*cards: Data, mode: str = "learning", facts: Data | None = None, **state: Any) -> Outsider:
    """Return a bot that waits in your turn, with these cards at spaces 1 to 3 and these fields of its state.

    The missing cards are never followed. `vj` and `clock` keep their other fields as at the start.
    """
    all_three = (*cards, *(FALSE_CARD | {"id": f"never{n}", "title": f"never{n}"} for n in range(3 - len(cards))))
    options = {"skipping": state.pop("skipping")} if "skipping" in state else {}
    bot = begin(*all_three, mode=mode, facts=facts, **options)
    vj = {"unlocked_transformers": 0, "wind": {"A2": 1}, **state.pop("vj", {})}
    bot.do(set={"at": "your_turn", "vj": vj, **state})
    return bot


def pairs(*values: tuple[int, int]) -> list[Data]:
    """Return the markers of majorities, each pair with VJ's value first."""
    return [{"vj": vj, "you": you} for vj, you in values]


def first_card_down(bot: Outsider) -> list[Data]:
    """Return the cards of a bot, the first of them face down."""
    cards: list[Data] = [dict(slot) for slot in bot.state["cards"]]
    cards[0]["face_up"] = False
    return cards


def finish_set_up(bot: Outsider) -> Outsider:
    """Answer the set-up as it is proposed, until your turn; return the bot."""
    bot.until(proposed_answer, "your_turn")
    return bot


def proposed_answer(bot: Outsider) -> Any:
    """Return the answer that the open screen proposes."""
    if bot.ask["kind"] == "counters":
        return {line["id"]: line["likely"] for line in bot.ask["lines"]}
    return True if bot.ask["kind"] == "done" else bot.ask["likely"]


def answer_amounts(bot: Outsider, **values: int) -> None:
    """Answer several numbers with these values, the others as proposed; a single number with the only value."""
    proposed = proposed_answer(bot)
    bot.answer(proposed | values if isinstance(proposed, dict) else next(iter(values.values()), proposed))


def facts_and_outcome(bot: Outsider, rule: str) -> tuple[Data, Data]:
    """Return facts and outcome of the last reason with a rule in the whole play."""
    for n in range(int(bot.status["n"]), 0, -1):
        found = [reason for reason in bot.reasons(n) if reason["rule"] == rule]
        if found:
            return found[-1]["facts"], found[-1]["outcome"]
    raise AssertionError(f"{rule} is no reason of this play")
