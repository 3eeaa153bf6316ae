"""A second implementation of the rules: an Automata that sees the whole table and asks nothing.

It knows only the names of the fields of a state, and nothing else of the engine. Numbers in comments are rules of the
fact sheet.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.tables.burgundy import DEPOTS, GOODS, Table, Tile

CARDS = {
    "1": "gray light_green yellow",
    "2": "brown brown light_green yellow",
    "3": "blue brown light_green* brown",
    "4": "brown dark_green yellow gray brown",
    "5": "yellow* brown light_green yellow",
    "6": "blue* yellow brown blue",
    "7": "brown dark_green brown* light_green blue",
    "8": "dark_green gray* dark_green blue",
    "9": "light_green brown brown yellow*",
}
"""Items from the top; a star is a box."""
POINTS = {3: (8, 12, 16), 4: (14, 18, 22), 5: (17, 21, 25)}
"""Points of a card at easy, medium and hard, by the number of its items."""
LEVELS = ("easy", "medium", "hard")
COMPLETE_TILES = {"gray": 3, "dark_green": 4, "light_green": 6, "blue": 6, "yellow": 6, "brown": 12}
"""Tiles of a colour in the duchy that complete it (rule 34)."""
BUILDING_COLOURS = {
    "carpenter": ("brown",),
    "church": ("dark_green", "gray", "yellow"),
    "market": ("blue", "light_green"),
}
"""Colours of the tiles that three buildings take from the depots (rule 24)."""
SIDES = ("left", "right")


def items(card: str, option: str = "castle") -> list[str]:
    """Return the colours of a card's items; `option` is the house rule for the third item of card 8."""
    colours = CARDS[card].replace("*", "").split()
    return ["light_green" if (card, option, n) == ("8", "livestock", 2) else one for n, one in enumerate(colours)]


def boxes(card: str) -> list[int]:
    """Return the places of the items with a box."""
    return [n for n, one in enumerate(CARDS[card].split()) if one.endswith("*")]


def points(card: str, level: str) -> int:
    """Return what a complete card scores (rule 30)."""
    return POINTS[len(items(card))][LEVELS.index(level)]


def clockwise(start: int) -> list[int]:
    """Return all depots from one of them on."""
    return [*DEPOTS[start - 1 :], *DEPOTS[: start - 1]]


class Automata:
    """The possessions of the bot, taken from a state, and a table. `turn` changes both."""

    def __init__(self, state: dict[str, Any], table: Table, **options: Any) -> None:
        self.table = table
        self.options = {
            "difficulty": "medium",
            "trade_routes": False,
            "box_sale": "before_bonus",
            "remaining_order": "depot_first",
            "card_8": "castle",
            **options,
        }
        self.cards: dict[str, str | None] = {side: state["cards"][side]["id"] for side in SIDES}
        self.laid: dict[str, list[Tile | None]] = {side: list(state["cards"][side]["tiles"]) for side in SIDES}
        self.reserve: list[Tile] = list(state["reserve"])
        self.counts = Counter(state["duchy"]["counts"])
        self.livestock: list[Tile] = list(state["duchy"]["livestock"])
        self.goods = {n: int(state["goods"][str(n)]) for n in GOODS}
        self.silver, self.vp, self.ships = state["silver"], state["vp"], state["ships"]
        self.claimed = set(state["claimed"])
        self.white = state["white"]
        self.active = "left" if self.white <= 4 else "right"  # 11
        self._buildings: dict[str, Callable[[], None]] = {
            "bank": lambda: self._gain(silver=2),
            "boarding_house": lambda: self._gain(vp=2),
            "watchtower": lambda: self._gain(vp=4),
            "warehouse": self._sell,
            "city_hall": self._city_hall,
            "crane": lambda: self._take_and_place(self.white),  # 25
            "white_castle": self._white_castle,
        }

    def turn(self, die: int) -> None:
        """Play a turn: take and place a tile with its chain, resolve complete cards, buy a tile."""
        self._take_and_place(die)
        self._complete()
        if self.silver >= 2:  # 35
            bought = self.table.buy(one["colour"] for one in self._known())
            if bought:
                self.silver -= 2
                self.reserve.append(bought)

    def income(self) -> int:
        """Return the silver of the mines at the end of a phase (rule 36)."""
        on_cards = [one for side in SIDES for one in self.laid[side] if one and one["colour"] == "gray"]
        return self.counts["gray"] + len(on_cards)

    # --- taking and placing, 12 to 17 ---

    def _take_and_place(self, start: int) -> None:
        side = self._side()
        colours = self._open(side)
        found = self.table.take(clockwise(start), colours) or next(filter(None, map(self._newest, colours)), None)
        if side and found:
            self._place(side, found)
        elif side and (wild := self._newest("wild")):
            self._place(side, wild)
        elif taken := self.table.take_wild():
            self.reserve.append(taken)
        else:
            self._gain(silver=2)

    def _place(self, side: str, placed: Tile) -> None:
        wild = placed["colour"] == "wild"
        colour = self._open(side)[0] if wild else placed["colour"]
        card = self.cards[side]
        assert card is not None
        pairs = zip(items(card, self.options["card_8"]), self.laid[side], strict=True)
        place = [one is None and item == colour for item, one in pairs].index(True)
        self.laid[side][place] = placed
        sells = place in boxes(card)
        if sells and self.options["box_sale"] == "before_bonus":
            self._sell()
        if not wild:
            self._bonus(placed)
        if sells and self.options["box_sale"] == "after_bonus":
            self._sell()

    def _bonus(self, placed: Tile) -> None:
        match placed["colour"]:
            case "dark_green":
                self._take_and_place(self.white)
            case "light_green":
                pasture = [one for side in SIDES for one in self.laid[side] if one] + self.livestock
                herd = [one["animals"] for one in pasture if one.get("species") == placed["species"]]
                self._gain(vp=sum(herd))  # the placed tile lies there already
            case "blue":
                for good in self.table.take_goods(clockwise(self.white)):
                    self.goods[good] += 1
                self.ships += 1
            case "yellow" if "building" in placed:
                self._white_castle()
            case "brown" if placed["building"] in BUILDING_COLOURS:
                self._remaining(BUILDING_COLOURS[placed["building"]])
            case "brown":
                self._buildings[placed["building"]]()

    # --- buildings, 21 to 26 ---

    def _city_hall(self) -> None:
        side = self._side()
        colours = self._open(side)
        counts = Counter(one["colour"] for one in self.reserve if one["colour"] in colours)
        if side and counts:
            most = max(colours, key=lambda colour: counts[colour])
            placed = self._newest(most)
            assert placed
            self._place(side, placed)

    def _remaining(self, colours: tuple[str, ...]) -> None:
        by_depot = self.options["remaining_order"] == "depot_first"
        found = (self.table.take if by_depot else self.table.take_by_colour)(clockwise(self.white), colours)
        if found:
            self.reserve.append(found)

    def _white_castle(self) -> None:
        found = self.table.take_fewest(clockwise(self.white), Counter(one["colour"] for one in self._known()))
        if found:
            self.reserve.append(found)
        else:
            self._gain(silver=1)

    # --- selling, 27 and 28 ---

    def _sell(self) -> None:
        good = max(GOODS, key=lambda one: self.goods[one])
        n, self.goods[good] = self.goods[good], 0
        if n:
            self._gain(silver=1, vp=2 * n + self.options["trade_routes"])

    # --- completing a card, 30 to 34 ---

    def _complete(self) -> None:
        full = [side for side in SIDES if all(self.laid[side])]
        for side in full:
            card = self.cards[side]
            assert card is not None
            self._gain(vp=points(card, self.options["difficulty"]))
            for one in self.laid[side]:
                assert one
                self._to_duchy(self.table.flip() if one["colour"] == "wild" else one)
            self._claim()
            self.cards[side], self.laid[side] = None, []
        if self.cards["left"] is None:
            self.cards = {"left": self.cards["right"], "right": None}
            self.laid = {"left": self.laid["right"], "right": []}

    def _to_duchy(self, one: Tile) -> None:
        self.counts[one["colour"]] += 1
        if one["colour"] == "light_green":
            self.livestock.append(one)

    def _claim(self) -> None:
        for colour, needed in COMPLETE_TILES.items():
            if self.counts[colour] >= needed and colour not in self.claimed:
                self.claimed.add(colour)
                self._gain(vp=self.table.take_bonus(colour))

    # --- cards and reserve ---

    def _side(self) -> str | None:
        """Return the card to place on: the active one, the other if that is full (ruling A7), or none."""
        other = SIDES[1 - SIDES.index(self.active)]
        return next((side for side in (self.active, other) if not all(self.laid[side])), None)

    def _open(self, side: str | None) -> list[str]:
        """Return the colours of the open items from the top, each once."""
        if side is None:
            return []
        card = self.cards[side]
        assert card is not None
        pairs = zip(items(card, self.options["card_8"]), self.laid[side], strict=True)
        return list(dict.fromkeys(item for item, one in pairs if one is None))

    def _newest(self, colour: str) -> Tile | None:
        """Take the newest tile of a colour from the reserve (ruling A4)."""
        place = next((n for n in reversed(range(len(self.reserve))) if self.reserve[n]["colour"] == colour), None)
        return None if place is None else self.reserve.pop(place)

    def _known(self) -> list[Tile]:
        """Return the tiles of the reserve that have a colour (ruling A9)."""
        return [one for one in self.reserve if one["colour"] != "wild"]

    def _gain(self, *, silver: int = 0, vp: int = 0) -> None:
        self.silver += silver
        self.vp += vp
