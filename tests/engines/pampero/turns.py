"""Synthetic solo cards, a synthetic board, and a turn of VJ in a state of one's choice.

None of these cards is a printed one: the printed ones are known in part only. The rows of the board are made up too.
"""

from collections.abc import Sequence
from typing import Any

from tests.protocol_client import Outsider

Data = dict[str, Any]

ROWS = ["tourism", "industrial", "commercial", "residential"]
BOARD: Data = {
    "zones": {"A": ["A1", "A2", "A3"], "B": ["B1", "B2"], "C": ["C"]},
    "prices": {"A": 8, "B": 10, "C": 17},
    "energy": {"start": 1, "max": 10, "wind": {"A": 2, "B": 3, "C": 5}},
    "supply": {"wind_farms_left": 10, "towers": 7, "batteries_total": 12, "money": 0},
    "income": {"rows_top_to_bottom": ROWS, "last_space": "?", "values": "?"},
    "grid": {"transformers_per_column": 1, "unlocked_at_start": 0},
    "tower_bonus_board": {"columns_per_zone": "?"},
    "majority_kinds": {"wind_farms": {"auto": True}, "network_tiles": {"auto": True}},
    "confirmed": True,
}
ENERGY = {"A": 2, "B": 3, "C": 5}
BELOW_10 = {"kind": "energy_lt", "value": 10}
BELOW_1 = {"kind": "energy_lt", "value": 1}
"""A condition that is false while VJ has any energy."""
LOCKED = {"kind": "all_transformers_locked"}
CANNOT_PAY = {"kind": "cannot_pay_contract"}
AVAILABLE = {"kind": "contract_available"}
MARKET = {"kind": "foreign_market"}
ALWAYS = {"kind": "always"}
CHEAPEST = {"icon": "cheapest"}
RB = {"icon": "rb"}
EYE = {"icon": "eye"}
YOU_CHOOSE = {"icon": "you_choose"}
MOST_STRUCTURES = [{"icon": "you_most_structures"}, {"icon": "you_most_dozers"}, YOU_CHOOSE]
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
    rows = rows or (row("*", *MOST_STRUCTURES),)
    return {"action": "wind", "condition": condition, "energy": ENERGY, "row": list(rows)}


def tower(condition: Data, *rows: Data, tile: str = "rb", printed: str = "money:5") -> Data:
    """Return a section that builds a tower; the same symbols for all zones."""
    rows = rows or tuple(row(zone, MOST_STRUCTURES[1], YOU_CHOOSE) for zone in "ABC")
    bonus = {zone: {"tile": tile, "printed": printed} for zone in "ABC"}
    return {"action": "tower", "condition": condition, "row": list(rows), "bonus": bonus}


def contract(condition: Data, *rows: Data) -> Data:
    """Return a section that fulfils a contract."""
    rows = rows or tuple(row(zone, CHEAPEST, RB) for zone in "ABC")
    return {"action": "contract", "condition": condition, "row": list(rows)}


def foreign(condition: Data) -> Data:
    """Return a section that sells to a foreign market."""
    return {"action": "foreign", "condition": condition, "row": []}


def card(name: str, *sections: Data, majority: str = "?", **cells: Any) -> Data:
    """Return a synthetic card, its sections from the left."""
    placed = [{"position": place, **section} for place, section in enumerate(sections, 1)]
    return {"id": name, "title": name, "majority": majority, "synthetic": True, "section": placed, **cells}


NEVER = card("never", wind(BELOW_1), wind(BELOW_1), wind(BELOW_1))
"""A card of which nothing can be done while VJ has energy."""
USUAL = card("usual", wind(BELOW_10), tower(LOCKED), contract(AVAILABLE), majority="wind_farms")


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


def table(*cards: Data, mode: str = "learning", facts: Data | None = None, **state: Any) -> Outsider:
    """Return a bot that waits in your turn, with these cards at spaces 1 to 3 and these fields of its state.

    Cards that are not given can never be followed. `vj` and `clock` keep their other fields as at the start.
    """
    all_three = (*cards, *(NEVER | {"id": f"never{n}", "title": f"never{n}"} for n in range(3 - len(cards))))
    options = {"skipping": state.pop("skipping")} if "skipping" in state else {}
    bot = begin(*all_three, mode=mode, facts=facts, **options)
    vj = {"unlocked_transformers": 0, "wind": {"A2": 1}, **state.pop("vj", {})}
    bot.do(set={"at": "your_turn", "vj": vj, **state})
    return bot


def pairs(*values: tuple[int, int]) -> list[Data]:
    """Return majorities, VJ's value first."""
    return [{"vj": vj, "you": you} for vj, you in values]


def flipped(bot: Outsider) -> list[Data]:
    """Return the cards of a bot with the first face down."""
    cards: list[Data] = [dict(slot) for slot in bot.state["cards"]]
    cards[0]["face_up"] = False
    return cards


def to_turn(bot: Outsider) -> Outsider:
    """Answer the set-up as proposed."""
    bot.until(proposed, "your_turn")
    return bot


def proposed(bot: Outsider) -> Any:
    """Return the answer that the open screen proposes."""
    if bot.ask["kind"] == "counters":
        return {line["id"]: line["likely"] for line in bot.ask["lines"]}
    return True if bot.ask["kind"] == "done" else bot.ask["likely"]


def counted(bot: Outsider, **values: int) -> None:
    """Answer the numbers of a screen as they are proposed, but for these; one alone by any name."""
    usual = proposed(bot)
    bot.answer(usual | values if isinstance(usual, dict) else next(iter(values.values()), usual))


def told(bot: Outsider, rule: str) -> tuple[Data, Data]:
    """Return facts and outcome of the last reason with a rule, from the input that ended your turn on."""
    last = int(bot.status["n"])
    for n in range(last, 0, -1):
        found = [reason for reason in bot.reasons(n) if reason["rule"] == rule]
        if found:
            return found[-1]["facts"], found[-1]["outcome"]
    raise AssertionError(f"{rule} was not told")
