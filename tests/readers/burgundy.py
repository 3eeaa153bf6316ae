"""A reader of The Castles of Burgundy: the board of two players, and the Automata's cards and pieces."""

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from engines.burgundy.state import State
from tests.readers.reader import Reader, Table
from tests.tables import burgundy as board
from tests.tables.burgundy import COLOURS, GOODS, name_of, tile

TILES = {
    "castle": "castle",
    "mine": "mine",
    "yellow tile": "knowledge",
    "ship": "ship",
    "wild tile": "wild",
    "Bank": "bank",
    "Boarding house": "boarding_house",
    "Watchtower": "watchtower",
    "Warehouse": "warehouse",
    "City hall": "city_hall",
    "Carpenter’s workshop": "carpenter",
    "Church": "church",
    "Market": "market",
    "Crane": "crane",
    "White castle": "white_castle",
    "White castle (yellow)": "yellow_castle",
    **{f"{n} {word}": f"{word.rstrip('s')}{n}" for word in ("chickens", "cows", "pigs") for n in (2, 3, 4)},
    **{f"{n} sheep": f"sheep{n}" for n in (2, 3, 4)},
}
"""Tiles by their words on the screens."""
ROWS = {
    "Castle": "dark_green",
    "Mine": "gray",
    "Knowledge": "yellow",
    "White castle": "yellow",
    "Ship": "blue",
    "Livestock": "light_green",
    "Building": "brown",
}
"""The colour of a row, by its first words."""
KINDS = {
    "castle": "dark_green",
    "mine": "gray",
    "yellow tile": "yellow",
    "ship": "blue",
    "livestock": "light_green",
    "building": "brown",
}
PLURALS = {f"{name}s": colour for name, colour in KINDS.items()} | {"livestock": "light_green"}
BONUS = {"large": 5, "small": 2}
YELLOW_CASTLE = "White castle (yellow)"
DEPOTS_IN_TURN = r"The first of this list in depot (\d\. If none: depot \d, then (?:\d\s?)+)\."
IN_ANY_DEPOT = r"The first of this list in any depot\. If several depots have it: the first of ((?:\d\s?)+)\."
FIRST_DEPOT_WITH_TILES = r"The first depot with tiles of ((?:\d\s?)+): the colour it has fewest of\."
TIE_OF_DEPOTS = r"The depot with most goods\. Tie: the first of ((?:\d\s?)+)\."
TOP_LEFT = "If several: top, then left."
OWN_SOURCES = {"cards", "white_die", "automata_die"}


class Player(Reader):
    """A player who knows the board, its goods and its tracks, and of the Automata only what he reads."""

    KEY = "burgundy"

    def __init__(self, chance: random.Random, chosen: dict[str, Any]) -> None:
        super().__init__(chance, chosen)
        self.board = board.Table()
        self.goods = dict.fromkeys(GOODS, 0)
        self.silver = self.vp = 0
        self.cards: dict[str, str] = {}
        self.items: dict[str, dict[int, str]] = {"left": {}, "right": {}}
        self.reserve: dict[str, list[str]] = {colour: [] for colour in (*COLOURS, "wild")}
        self.duchy: Counter[str] = Counter()
        self.found: board.Tile = {}
        """The tile that he found last for the bot."""
        self.hand: list[board.Tile] = []
        self.flipped: list[str] = []
        self.loaded: list[int] = []
        """The goods of the last depot that a ship emptied."""
        self.spaces = {"you": 0, "bot": 0}
        self.upper = "you"

    @classmethod
    def play(cls, seed: int) -> tuple[dict[str, Any], set[str]]:
        """Return options and sources of a play; each second one has his own cards and dice."""
        options, _ = super().play(seed)
        options.pop("cards", None)
        return options, OWN_SOURCES if seed % 2 else set()

    def table(self) -> dict[str, Any]:
        """Return the Automata's cards and pieces."""
        return {
            **{f"goods {n}": self.goods[n] for n in GOODS},
            **{f"reserve {colour}": len(lying) for colour, lying in self.reserve.items()},
            **{f"duchy {colour}": self.duchy[colour] for colour in COLOURS},
            **{f"{side} card": self.cards.get(side) for side in self.items},
            **{f"{side} tiles": self.items[side] for side in self.items},
            "silver": self.silver,
            "points": self.vp,
            "spaces": self.spaces["bot"],
        }

    def your_turn(self) -> None:
        """Take tiles and goods, and sometimes move his own marker."""
        self.board.take_your_turn(self.chance)
        if self.sometimes(0.2):
            self._move("you")

    # --- set-up and cards ---

    def set_up(self) -> None:
        """Lay out the first phase."""
        self.board.refill(self.chance, self.options)

    def begin(self, silver: int) -> None:
        """Give it its silver and goods."""
        self.silver = silver
        self.goods = dict.fromkeys(GOODS, 1)

    def lay_card(self, card: str | int, side: str) -> None:
        """Lay one of its cards, unless he has laid it when he turned it up."""
        if self.cards.get(side) != str(card):
            self.cards[side] = str(card)
            self.items[side] = {}

    def lay_cards(self, left: str | int, right: str | int) -> None:
        """Lay its first two cards."""
        self.lay_card(left, "left")
        self.lay_card(right, "right")

    def lay_castle(self, item: int) -> None:
        """Mark the item of the set-up."""
        self.items["left"][item] = "castle"

    def slide(self, card: str | int) -> None:
        """Slide its right card to the left, with its tiles."""
        assert self.cards["right"] == str(card)
        self.cards = {"left": self.cards.pop("right")}
        self.items = {"left": self.items["right"], "right": {}}

    def complete(self, card: str | int) -> None:
        """Move the tiles of a card to the duchy; wild ones count by the front that he turned up."""
        side = next(side for side, name in self.cards.items() if name == str(card))
        for _, name in sorted(self.items.pop(side).items()):
            self.duchy[self.flipped.pop(0) if name == "wild" else tile(name)["colour"]] += 1
        del self.cards[side]
        self.items[side] = {}

    # --- tiles ---

    def lay(self, words: str, item: int, side: str) -> None:
        """Lay a tile that he found."""
        self._mark(side, item, name_of(self._take_from_hand(lambda one: name_of(one) == TILES[words])))

    def lay_reserved(self, words: str, item: int, side: str) -> None:
        """Lay the topmost tile of its colour in the reserve."""
        name = TILES[words]
        assert self.reserve[tile(name)["colour"]].pop() == name
        self._mark(side, item, name)

    def _mark(self, side: str, item: int, name: str) -> None:
        assert item not in self.items[side], "a tile lies there"
        self.items[side][item] = name

    def keep(self, words: str) -> None:
        """Lay a tile that he found on the reserve, which has none of its colour."""
        assert not self._pile(words)

    def stack(self, words: str) -> None:
        """Lay a tile that he found on those of its colour in the reserve."""
        assert self._pile(words)

    def _pile(self, words: str) -> list[str]:
        """Lay a tile on those of its colour in the reserve; return the tiles below it."""
        taken = self._take_from_hand(lambda one: one["colour"] == KINDS[words])
        below = list(self.reserve[taken["colour"]])
        self.reserve[taken["colour"]].append(name_of(taken))
        return below

    def _take_from_hand(self, fits: Callable[[board.Tile], bool]) -> board.Tile:
        """Return the first fitting tile that he found and has not laid yet."""
        return self.hand.pop(next(n for n, one in enumerate(self.hand) if fits(one)))

    def keep_wild(self) -> None:
        """Lay the first tile of the black market on the reserve; nobody sees its front."""
        assert self.board.take_wild()
        self.reserve["wild"].append("wild")

    # --- goods, silver, points, tracks ---

    def deliver(self, depot: int) -> None:
        """Lay the goods tile of the round."""
        self.board.add_goods(depot, self.chance)

    def load(self, types: str | int) -> None:
        """Give it the goods of the depot."""
        for one in str(types).split(", "):
            self.goods[int(one)] += 1

    def sell(self, *n_and_kind: int) -> None:
        """Put all its goods of a type aside: the named number, or its only tile."""
        *n, kind = n_and_kind
        assert self.goods[kind] == (n[0] if n else 1)
        self.goods[kind] = 0

    def buy(self, n: int, words: str) -> None:
        """Pay its silver for a tile."""
        self.silver -= n
        self.keep(words)

    def buy_more(self, n: int, words: str) -> None:
        """Pay its silver for a tile of a colour that it has."""
        self.silver -= n
        self.stack(words)

    def give(self, n: int) -> None:
        """Give it silver."""
        self.silver += n

    def score(self, n: int, now: int) -> None:
        """Move its marker on the score track."""
        self.vp += n
        assert self.vp == now

    def step(self) -> None:
        """Move its marker in turn order."""
        self._move("bot")

    def _move(self, who: str) -> None:
        self.spaces[who] += 1
        self.upper = who

    @property
    def ahead(self) -> str:
        """Return the player who is further, or whose marker is on top on the same space."""
        you, bot = self.spaces["you"], self.spaces["bot"]
        return self.upper if you == bot else "you" if you > bot else "bot"

    def replace_tiles(self) -> None:
        """Replace the tiles of the board by those of the next phase."""
        for depot in self.board.depots.values():
            depot.clear()
        self.set_up()

    def claim(self, size: str, words: str) -> None:
        """Take a bonus tile off the board."""
        self.board.bonus[PLURALS[words]].remove(BONUS[size])

    # --- checks of drawings ---

    def check_card(self, side: str, card: str | int, items: str) -> None:
        """Check the drawing of a card: its marked items."""
        done = re.findall(r"(?:(\d) × )?[^, ][^,]* \(done\)", items)
        assert self.cards[side.lower()] == str(card)
        assert len(self.items[side.lower()]) == sum(int(n or 1) for n in done)

    def check_possessions(self, points: int, silver: int) -> None:
        """Check the drawing of its points and silver."""
        assert (points, silver) == (self.vp, self.silver)

    def check_tiles(self, where: str, tiles: str | int) -> None:
        """Check the number of drawn tiles; several of a kind are "2 × ship"."""
        groups = [one.partition(" × ") for one in re.sub(r" \(.*?\)", "", str(tiles)).split(", ") if one != "none"]
        counts = self.goods.values() if where == "Goods" else map(len, self.reserve.values())
        assert sum(counts) == sum(int(n) if name else 1 for n, _, name in groups)

    def check_first_depot(self, depot: int) -> None:
        """Check the drawing of the depot where the search begins."""
        orders = [
            self._depots(order) for order in (DEPOTS_IN_TURN, IN_ANY_DEPOT, FIRST_DEPOT_WITH_TILES, TIE_OF_DEPOTS)
        ]
        assert [depot] == [order[0] for order in orders if order]

    # --- answers ---

    def _line(self, pattern: str) -> str:
        """Return the group of the first line that matches; "" if none does."""
        return next((match[1] for line in self.seen.lines if (match := re.fullmatch(pattern, line))), "")

    def _depots(self, pattern: str) -> list[int]:
        return [int(one) for one in re.findall(r"\d", self._line(pattern))]

    def _colours(self) -> list[str]:
        named = [next((ROWS[name] for name in ROWS if row.startswith(name)), "") for row in self.seen.rows]
        return list(dict.fromkeys(one for one in named if one))

    def _row(self, found: board.Tile | None, nothing: str) -> str:
        """Return the row of a tile that he found, or the row for no tile."""
        self.found = found or {}
        if not found:
            return nothing
        self.hand.append(found)
        if YELLOW_CASTLE in self.seen.rows and found == board.YELLOW_CASTLE:
            return YELLOW_CASTLE
        rows = [row for row in self.seen.rows if row != YELLOW_CASTLE]
        return next(row for row in rows for name in ROWS if row.startswith(name) and ROWS[name] == found["colour"])

    def search(self) -> str:
        """Return the first row that fits, depot by depot."""
        depots = self._depots(DEPOTS_IN_TURN)
        assert depots
        return self._row(self.board.take(depots, self._colours()), "None in any depot")

    def tile_for_reserve(self) -> str:
        """Return the row of a tile for the reserve, by the rule in the lines: depots, colours, or fewest first."""
        if depots := self._depots(FIRST_DEPOT_WITH_TILES):
            assert TOP_LEFT in self.seen.lines
            rows = [row for row in self.seen.rows if ": has" in row]
            has = Counter({ROWS[row.split(" (")[0]]: int(row.split()[-1]) for row in rows})
            return self._row(self.board.take_fewest(depots, has), "All depots are empty")
        if depots := self._depots(IN_ANY_DEPOT):
            return self._row(self.board.take_by_colour(depots, self._colours()), "None in any depot")
        return self.search()

    def black_market(self) -> str:
        """Return the row that says whether the black market has a tile."""
        return "Yes" if self.board.market else "No, it is empty"

    def purchase(self) -> str:
        """Return the row of the first tile from the top left, if possible of a colour that is not named."""
        named = self._line(r"The top left, if possible no (.+)\.")
        owned = [KINDS[one] for one in named.split(", ") if one]
        return self._row(self.board.buy(owned), "The black market is empty")

    def _shown(self, colour: str) -> str:
        """Return the tile that is asked about: the topmost of the reserve, or the one that he found."""
        if "It is the top one of its colour in its reserve." in self.seen.lines:
            return self.reserve[colour][-1]
        return name_of(self.found)

    def building(self) -> str:
        """Return the row of a building."""
        words = next(words for words, name in TILES.items() if name == self._shown("brown"))
        return next(row for row in self.seen.rows if row.startswith(words.split("’")[0]))

    def animals(self) -> str:
        """Return the row of livestock, by species and number."""
        name = self._shown("light_green")
        species = {"chicken": "Chickens", "sheep": "Sheep", "cow": "Cows", "pig": "Pigs"}[name[:-1]]
        return f"{species} {name[-1]}"

    def white_castle(self) -> bool:
        """Return whether a yellow tile is a white castle."""
        return self._shown("yellow") == "yellow_castle"

    def which_goods(self) -> list[str]:
        """Return the rows of the goods in the depot with most; in a tie the first in the order of the line."""
        self.loaded = self.board.take_goods(self._depots(TIE_OF_DEPOTS))
        several = len(self.loaded) > len(set(self.loaded))
        types = [row for row in self.seen.rows if row.startswith("Type ") and int(row.split()[-1]) in self.loaded]
        return types + ["Several of one type"] * several

    def how_many_of_each(self) -> dict[str, int]:
        """Return the number of goods of each type that he ticked."""
        return {row: self.loaded.count(int(row.split()[-1])) for row in self.seen.rows}

    def how_many(self, goods: int) -> int:
        """Return the number of goods of the only type that he ticked."""
        return self.loaded.count(goods)

    def i_am_still_ahead(self) -> bool:
        """Return whether his marker is ahead of the bot's."""
        assert "On one space, the upper marker is ahead." in self.seen.lines
        return self.ahead == "you"

    def front(self) -> str:
        """Return the row of the front of a wild tile."""
        face = self.board.flip()
        self.flipped.append(face["colour"])
        row = self._row(face, "")
        self.hand.remove(face)
        return row

    def bonus_tile(self) -> str:
        """Return the row of the larger remaining bonus tile."""
        name = self._line(r"Its duchy has \d+ (.+): it gets the larger bonus tile that is left\.")
        remaining = self.board.bonus[PLURALS[name]]
        if not remaining:
            return "None is left"
        return "The large one: 5 points" if remaining[0] == BONUS["large"] else "The small one: 2 points"

    def turn_up(self) -> str:
        """Return the row of a card by chance, and lay the card at the place that the question names."""
        row = self.random_row()
        self.lay_card(row.removeprefix("Card "), "left" if "left" in self.seen.headline else "right")
        return row

    # --- reports: whether he chooses a row ---

    def i_am_ahead(self) -> bool:
        """Report that his marker is ahead."""
        return self.ahead == "you"

    def it_is_ahead(self) -> bool:
        """Report that the bot's marker is ahead."""
        return self.ahead == "bot"

    PHRASES: ClassVar[Table] = {
        r"Set up for two": set_up,
        r"Give the Automata (\d) silver, 1 castle and 1 goods tile of each type\.": begin,
        r"Give it a die of an unused colour\.": None,
        r"Leave it four places: left card, right card, reserve and duchy\.": None,
        r"Put card \w+ on its discard pile\.": None,
        r"Shuffle its cards that are not on the table\.": None,
        r"Turn up the top card of its deck\.": None,
        r"Lay card (\w+) as its (left|right) card\.": lay_card,
        r"Lay out its cards": None,
        r"Lay card (\w+) on the left and card (\w+) on the right\.": lay_cards,
        r"Lay the castle on item (\d) of the left card\. It brings no bonus\.": lay_castle,
        r"Put its turn order marker last\.": None,
        r"Take your turn": None,
        r".+: (?:left|right) card item \d": None,
        r".+: its reserve": None,
        r"It gets (?:\d+ silver|goods|a bonus tile)": None,
        r"Card \w+ is complete": None,
        r"Lay a goods tile in depot (\d)\.": deliver,
        r"Lay the (.+) from its reserve on item (\d) of the (left|right) card\.": lay_reserved,
        r"Lay the (.+) on item (\d) of the (left|right) card\.": lay,
        r"Lay the black market’s top left tile face down on its reserve\.": keep_wild,
        r"Lay the (.+) on its reserve\.": keep,
        r"Stack the (.+) on its reserve\.": stack,
        r"Pay (\d) of its silver\. Lay the (.+) on its reserve\.": buy,
        r"Pay (\d) of its silver\. Stack the (.+) on its reserve\.": buy_more,
        r"Sell its (?:(\d) )?goods tiles? of type (\d)\.": sell,
        r"Give it (\d) silver for the sale\.": give,
        r"Give it (\d+) silver(?: for the bank| for its mines|: it found no tile)\.": give,
        r"Give it (\d+) points?: now (\d+)\.": score,
        r"Give it these goods: (.+)\.": load,
        r"Move its turn order marker 1 space\.": step,
        r"Empty card (\w+) into its duchy\.": complete,
        r"Slide card (\w+) and its tiles left\.": slide,
        r"Give it the (large|small) bonus tile for (.+)\.": claim,
        DEPOTS_IN_TURN: None,
        IN_ANY_DEPOT: None,
        FIRST_DEPOT_WITH_TILES: None,
        TOP_LEFT: None,
        TIE_OF_DEPOTS: None,
        r"It is the top one of its colour in its reserve\.": None,
        r"On one space, the upper marker is ahead\.": None,
        r"No tile fits its card\.": None,
        r"The top left(?: one|, if possible no .+)\.": None,
        r"Card \w+ is complete: turn up (?:its wild tile|wild tile \d of \d, from the top)\.": None,
        r"Its duchy has \d+ .+: it gets the larger bonus tile that is left\.": None,
        r"Phase \w is over": None,
        r"Replace the board’s hex tiles\.": replace_tiles,
        r"Lay out the next 5 goods tiles\.": None,
        r"It has \d+ points\. It wins ties\.": None,
        r"You win, \d+ to \d+\.": None,
        r"It wins, \d+ to \d+\.": None,
        r"A tie at \d+: it wins\.": None,
        r"You win with more than \d+\.": None,
        r"You win with more points than the Automata\.": None,
        r"(?:During the game|Yellow tiles): \d+": None,
        r"(?:Goods|Reserve): \d+\. (?:Silver|Tiles on its cards): \d+": None,
    }
    ANSWERS: ClassVar[Table] = {
        r"Its (?:left|right) card\?": turn_up,
        r"Which is there first\?": search,
        r"Are you still ahead\?": i_am_still_ahead,
        r"Which does it take\?": tile_for_reserve,
        r"A tile in the black market\?": black_market,
        r"Which black market tile\?": purchase,
        r"Which building\?": building,
        r"Which animals\?": animals,
        r"Is it a white castle\?": white_castle,
        r"Which goods are there\?": which_goods,
        r"How many of each type\?": how_many_of_each,
        r"How many of type (\d)\?": how_many,
        r"What is on its front\?": front,
        r"Which bonus tile\?": bonus_tile,
        r"Roll (?:the white|its) die": Reader.random_number,
        r"It has \d+ points": Reader.random_row,
        r"Your total\?": Reader.random_number,
    }
    DRAWN: ClassVar[Table] = {
        r"(Left|Right) card (\w+), \d+(?:, active)?: (.+)\.": check_card,
        r"Has: (\d+) \(points\), (\d+) \(silver\)\.": check_possessions,
        r"(Goods|Reserve): (.+)\.": check_tiles,
        r"From depot: at (\d) of 6\.": check_first_depot,
    }
    REPORTS: ClassVar[Table] = {
        r"I am ahead in turn order now": i_am_ahead,
        r"It is ahead in turn order now": it_is_ahead,
    }


def engine_table(state: State) -> dict[str, Any]:
    """Return the same things from the state of the engine."""
    cards = {"left": state.cards.left, "right": state.cards.right}
    laid = {
        side: {n: _name(one) for n, one in enumerate(held.tiles if held else (), 1) if one}
        for side, held in cards.items()
    }
    return {
        **{f"goods {n}": state.goods[str(n)] for n in GOODS},
        **{f"reserve {colour}": state.reserve_count(colour) for colour in (*COLOURS, "wild")},
        **{f"duchy {colour}": state.duchy.counts[colour] for colour in COLOURS},
        **{f"{side} card": held and held.id for side, held in cards.items()},
        **{f"{side} tiles": tiles for side, tiles in laid.items()},
        "silver": state.silver,
        "points": state.vp,
        "spaces": state.ships,
    }


def _name(one: Any) -> str:
    return name_of({"colour": one.colour, "building": one.building, "species": one.species, "animals": one.animals})
