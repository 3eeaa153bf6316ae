"""A table of The Castles of Burgundy: depots, black market, goods and bonus tiles, as a player sees them.

A tile is a dict as in a state, `{"colour": "light_green", "species": "sheep", "animals": 3}`; its name is "sheep3".
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

Tile = dict[str, Any]
Facts = dict[str, Any]

DEPOTS = range(1, 7)
GOODS = range(1, 7)
ROUNDS = 5
"""Rounds of a phase."""

KINDS = {"castle": "dark_green", "mine": "gray", "knowledge": "yellow", "ship": "blue", "wild": "wild"}
"""Tiles without details, and their colours."""
COLOURS = ("dark_green", "gray", "yellow", "blue", "light_green", "brown")
SPECIES = ("chicken", "sheep", "cow", "pig")
BUILDINGS = ("bank", "boarding_house", "watchtower", "warehouse", "city_hall", "carpenter", "church", "market")
EXPANSIONS = ("crane", "white_castle")
"""Buildings of the expansions, each an option of a play."""
YELLOW_CASTLE = {"colour": "yellow", "building": "white_castle"}
LAYOUT = {
    1: ("brown", "blue"),
    2: ("yellow", "dark_green"),
    3: ("light_green", "brown"),
    4: ("blue", "brown"),
    5: ("gray", "yellow"),
    6: ("brown", "light_green"),
}
"""Colours of the tiles in each depot at the start of a phase, with two players."""
MARKET_TILES = 4
"""Tiles of the black market with two players."""


def tile(name: str) -> Tile:
    """Return a tile by its name."""
    if name in KINDS:
        return {"colour": KINDS[name]}
    if name == "yellow_castle":
        return dict(YELLOW_CASTLE)
    if name in BUILDINGS + EXPANSIONS:
        return {"colour": "brown", "building": name}
    animal = re.fullmatch(r"(\w+)([234])", name)
    assert animal, name
    assert animal[1] in SPECIES, name
    return {"colour": "light_green", "species": animal[1], "animals": int(animal[2])}


def tiles(names: str) -> list[Tile]:
    """Return tiles by their names."""
    return [tile(name) for name in names.split()]


def name_of(one: Tile) -> str:
    """Return the name of a tile."""
    if one["colour"] == "brown":
        return str(one["building"])
    if one.get("building"):
        return "yellow_castle"
    if one["colour"] == "light_green":
        return f"{one['species']}{one['animals']}"
    return next(name for name, colour in KINDS.items() if colour == one["colour"])


class Table:
    """A real table, and the player who looks at it: a question is answered from the facts of its screen alone.

    The first tile in a depot or on the market is the top left one. `bonus` are the remaining bonus tiles by colour,
    `hidden` the fronts of the bot's wild tiles, the next to be turned up first.
    """

    def __init__(
        self,
        depots: dict[int, str] | None = None,
        *,
        market: str = "",
        goods: dict[int, list[int]] | None = None,
        bonus: dict[str, list[int]] | None = None,
        hidden: str = "",
        ahead: str = "you",
    ) -> None:
        self.depots = {depot: tiles((depots or {}).get(depot, "")) for depot in DEPOTS}
        self.market = tiles(market)
        self.goods = {depot: list((goods or {}).get(depot, [])) for depot in DEPOTS}
        self.bonus = {colour: list((bonus or {}).get(colour, [5, 2])) for colour in COLOURS}
        self.hidden = tiles(hidden)
        self.ahead = ahead
        self.loaded: Counter[str] = Counter()
        """The goods that the last ship took, by type."""
        self.given: Counter[str] = Counter()
        """Tiles that the bot got, by colour; a wild one counts as its colour once it is turned up."""
        self._shown: Tile = {}
        """The tile that the bot took last; empty if there was none."""
        self.reserve: dict[str, list[Tile]] = {colour: [] for colour in COLOURS}
        """Tiles of the bot's reserve by colour, the newest last; their details are asked later."""
        self._answers: dict[str, Callable[[Facts], Any]] = {
            "search": self._search,
            "remaining": self._remaining,
            "white_castle": self._white_castle,
            "market_wild": self._market_wild,
            "purchase": self._purchase,
            "flip": self._flip,
            "building": lambda facts: self._placed(facts, "brown")["building"],
            "castle_on_yellow": lambda facts: self._placed(facts, "yellow") == YELLOW_CASTLE,
            "livestock": lambda facts: name_of(self._placed(facts, "light_green")),
            "goods": self._goods,
            "goods_counts": self._goods_counts,
            "lead": lambda _: self.ahead == "you",
            "bonus": self._bonus,
        }

    def answer(self, key: str, facts: Facts) -> Any:
        """Return the answer to a question, and carry it out on the table."""
        return self._answers[key](facts)

    # --- tiles that the bot takes ---

    def take(self, depots: Iterable[int], colours: Iterable[str]) -> Tile | None:
        """Take the first tile: the nearest depot first, in it the first colour, then the top left tile."""
        wanted = list(colours)
        for depot in depots:
            for colour in wanted:
                found = self._take_first(self.depots[depot], colour)
                if found is not None:
                    return found
        return None

    def take_by_colour(self, depots: Iterable[int], colours: Iterable[str]) -> Tile | None:
        """Take the first tile: the first colour found in any depot, from the nearest depot that has it."""
        order = list(depots)
        return next((found for colour in colours if (found := self.take(order, [colour]))), None)

    def take_fewest(self, depots: Iterable[int], counts: dict[str, int]) -> Tile | None:
        """Take, from the nearest depot that has tiles, one of the colour with the lowest count; a tie: top left."""
        nearest = next((self.depots[depot] for depot in depots if self.depots[depot]), None)
        if nearest is None:
            return None
        fewest = min(nearest, key=lambda one: counts.get(one["colour"], 0))
        return self._take_first(nearest, fewest["colour"])

    def take_wild(self) -> Tile | None:
        """Take the top left tile of the market face down."""
        if not self.market:
            return None
        self.hidden.append(self.market.pop(0))
        self.given["wild"] += 1
        return tile("wild")

    def buy(self, owned: Iterable[str]) -> Tile | None:
        """Take the first tile of the market whose colour is not owned; if all are owned, the first one."""
        if not self.market:
            return None
        owned = set(owned)
        new = [one for one in self.market if one["colour"] not in owned]
        return self._take_first(self.market, (new or self.market)[0]["colour"])

    def flip(self) -> Tile:
        """Turn up a wild tile."""
        face = self.hidden.pop(0)
        self.given["wild"] -= 1
        self.given[face["colour"]] += 1
        return face

    def take_goods(self, depots: Iterable[int]) -> list[int]:
        """Take all goods of the depot with most of them; a tie: the nearest."""
        fullest = max(depots, key=lambda depot: len(self.goods[depot]))
        taken, self.goods[fullest] = self.goods[fullest], []
        return taken

    def take_bonus(self, colour: str) -> int:
        """Take the largest remaining bonus tile of a colour; return its points, 0 if there is none."""
        remaining = self.bonus[colour]
        return remaining.pop(0) if remaining else 0

    # --- a whole play ---

    def refill(self, chance: random.Random, options: Facts) -> None:
        """Lay out the tiles of a phase, with the expansions in the options; goods stay in their depots."""
        for depot, colours in LAYOUT.items():
            self.depots[depot] = [any_tile(chance, colour, options) for colour in colours]
        self.market = [any_tile(chance, chance.choice(COLOURS), options) for _ in range(MARKET_TILES)]

    def add_goods(self, depot: int, chance: random.Random) -> None:
        """Put the goods tile of a round on a depot."""
        self.goods[depot].append(chance.choice(GOODS))

    def take_your_turn(self, chance: random.Random) -> None:
        """Take up to three tiles, and sometimes the goods of a depot, as the player."""
        for _ in range(chance.randint(0, 2)):
            filled = [depot for depot in DEPOTS if self.depots[depot]]
            if filled:
                depot = self.depots[chance.choice(filled)]
                depot.pop(chance.randrange(len(depot)))
        if self.market and chance.random() < 0.3:
            self.market.pop(chance.randrange(len(self.market)))
        if chance.random() < 0.2:
            self.goods[chance.choice(DEPOTS)].clear()

    # --- answers ---

    def _search(self, facts: Facts) -> str:
        found = self.take(facts["depots"], facts["colours"])
        colour = self._colour(found)
        return "yellow_castle" if found == YELLOW_CASTLE else colour

    def _remaining(self, facts: Facts) -> str:
        take = self.take if facts["order"] == "depot_first" else self.take_by_colour
        return self._to_reserve(take(facts["depots"], facts["colours"]))

    def _white_castle(self, facts: Facts) -> str:
        counts = dict(zip(COLOURS, facts["counts"], strict=True))
        return self._to_reserve(self.take_fewest(facts["depots"], counts))

    def _market_wild(self, _facts: Facts) -> str:
        return "tile" if self.take_wild() else "empty"

    def _purchase(self, facts: Facts) -> str:
        return self._to_reserve(self.buy(facts["owned"]), "empty")

    def _flip(self, _facts: Facts) -> str:
        return self._colour(self.flip())

    def _goods(self, facts: Facts) -> list[str]:
        self.loaded = Counter(map(str, self.take_goods(facts["depots"])))
        return [*sorted(self.loaded), *(["several"] if self.loaded.total() > len(self.loaded) else [])]

    def _goods_counts(self, facts: Facts) -> int | dict[str, int]:
        counts = {one: self.loaded[one] for one in facts["types"]}
        return counts if len(counts) > 1 else counts.popitem()[1]

    def _bonus(self, facts: Facts) -> str:
        return str(self.take_bonus(facts["colour"]) or "none")

    def _to_reserve(self, taken: Tile | None, nothing: str = "none") -> str:
        if taken:
            self.reserve[taken["colour"]].append(taken)
        return self._colour(taken, nothing)

    def _placed(self, facts: Facts, colour: str) -> Tile:
        """Return the tile that is placed: the newest of the reserve, or the one just taken."""
        return self.reserve[colour].pop() if facts["from"] == "reserve" else self._shown

    def _colour(self, taken: Tile | None, nothing: str = "none") -> str:
        self._shown = taken or {}
        return str(self._shown.get("colour", nothing))

    def _take_first(self, row: list[Tile], colour: str) -> Tile | None:
        for place, one in enumerate(row):
            if one["colour"] == colour:
                self.given[colour] += 1
                return row.pop(place)
        return None


def any_tile(chance: random.Random, colour: str, options: Facts) -> Tile:
    """Return a tile of a colour, by chance; buildings of an expansion only if it is an option of the play."""
    if colour == "brown":
        own = tuple(name for name in EXPANSIONS if options.get(name))
        return {"colour": colour, "building": chance.choice(BUILDINGS + own)}
    if colour == "yellow" and options.get("white_castle") and chance.random() < 0.3:
        return dict(YELLOW_CASTLE)
    if colour == "light_green":
        return {"colour": colour, "species": chance.choice(SPECIES), "animals": chance.choice((2, 2, 3, 3, 4))}
    return {"colour": colour}
