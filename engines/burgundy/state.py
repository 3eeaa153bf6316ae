"""What the Automata owns and what the device tracks for it."""

from collections.abc import Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, field

from engines import engine, rules
from engines.burgundy.effects import (
    FEWEST_ANIMALS,
    MOST_ANIMALS,
    Completion,
    Deed,
    Effect,
    FromReserve,
    Place,
    Search,
    Ship,
    Species,
    Take,
    Tile,
)
from engines.contract import Refused
from engines.decks import Deck, DeckKind
from engines.text import Text

Side = Literal["you", "bot"]
Colour = Literal["dark_green", "gray", "yellow", "blue", "light_green", "brown"]
Item = Literal["dark_green", "gray", "yellow", "blue", "light_green", "brown", "green"]
Points = Annotated[int, Meta(ge=0, le=99)]
GamePhase = Literal["A", "B", "C", "D", "E"]

PHASES: tuple[GamePhase, ...] = ("A", "B", "C", "D", "E")
ROUNDS = 5
"""Rounds of a phase."""
DEPOTS = 6
GOODS = ("1", "2", "3", "4", "5", "6")
GOODS_OF_TYPE = 7
"""Goods tiles of each type in the game."""
NEEDED: dict[Colour, int] = {"dark_green": 4, "gray": 3, "yellow": 6, "blue": 6, "light_green": 6, "brown": 12}
"""Tiles in the duchy that complete a colour (burgundy.colour.complete); the book names colours in this order."""
COLOURS = tuple(NEEDED)
BUILDINGS = ("bank", "boarding_house", "watchtower", "warehouse", "city_hall", "carpenter", "church", "market")
SPECIES: tuple[Species, ...] = ("chicken", "sheep", "cow", "pig")
PLACES: tuple[Place, ...] = ("left", "right")
LAST_LEFT = 4
"""White die: up to this the left card is active, above it the right one."""
MOST, MOST_VP = 40, 500
"""What a count of pieces, and its points, can be corrected to."""
MOST_ITEMS = 5
"""Items of a card."""
NOTHING = "nothing"
"""What lies where no card was dealt yet."""
MOST_ALIKE = 7
"""Livestock tiles of one species and number that the duchy can be corrected to."""
LIMIT = 9_999
"""Bound of every count: more than a play can add to a corrected one."""


class Phase(Enum):
    """What the player can be waiting in; those without a builder in `steps.py` pass."""

    LAY_OUT = "lay_out"
    DEAL = "deal"
    CARD = "card"
    CASTLE = "castle"
    FIRST = "first"
    WHITE_DIE = "white_die"
    YOUR_TURN = "your_turn"
    DIE = "die"
    RESOLVE = "resolve"
    CARRY_OUT = "carry_out"
    PLACE = "place"
    GOODS = "take_goods"
    TAKE = "take"
    COMPLETE = "complete"
    BONUS = "bonus_tiles"
    TURN_OVER = "turn_over"
    PHASE_END = "phase_end"
    FINAL = "final"
    YOUR_TOTAL = "your_total"
    OVER = "over"


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of the Automata. `points` are for easy, medium and hard; `box` counts items from 1."""

    id: str
    items: Annotated[tuple[Item, ...], Meta(min_length=1, max_length=MOST_ITEMS)]
    points: tuple[Points, Points, Points]
    box: Annotated[int, Meta(ge=1, le=MOST_ITEMS)] | None = None

    def __post_init__(self) -> None:
        if self.box is not None and self.box > len(self.items):
            raise ValueError(f"its box is on item {self.box}, but it has {len(self.items)} items")


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    automata: Deck[Card]


FOLDER = Path(__file__).parent


@cache
def cards() -> Cards:
    """Return the cards that come with the game."""
    return rules.load(FOLDER / "cards.toml", Cards)


@cache
def book() -> rules.RuleBook:
    """Return the rules of the solo book, and our rulings."""
    return rules.load(FOLDER / "rules.toml", rules.RuleBook)


AUTOMATA = DeckKind("automata", Text("Automata cards"), Card, lambda: cards().automata)
"""Its cards are known from a single source: who finds a slip on a printed card can give a deck of his own."""


class Held(Struct):
    """A card on the table: its id, and for each item from the top the tile that marks it, or None."""

    id: str
    tiles: list[Tile | None]


class OnTable(Struct):
    """The two cards on the table."""

    left: Held | None = None
    right: Held | None = None


class Duchy(Struct):
    """Tiles of complete cards: how many of each colour, and the livestock tiles among them."""

    counts: dict[str, int] = {}
    livestock: list[Tile] = []

    def __post_init__(self) -> None:
        """Count 0 of a colour that is not named, and the livestock that is listed."""
        self.counts = {**dict.fromkeys(COLOURS, 0), "light_green": len(self.livestock), **self.counts}


class State(engine.State, kw_only=True):
    """A play against the Automata. Counts are 0 to 9,999.

    `round` is 0 during set-up. `first` starts this round; `second` is on during the other one's turn. `white` and `die`
    are 0 before they are rolled, `rolls` counts both dice. `deck` are the cards that may still come up. `reserve` has
    the newest tile last. `ships` are its steps on the turn order track, `ships_told` those when it was last told who is
    ahead. `absent` are colours that were told to be in no depot, `market_empty` that the black market is: both stay
    true until the next phase. `news` are the deeds that no screen has told yet.
    """

    at: Phase
    difficulty: Literal["easy", "medium", "hard"]
    trade_routes: bool
    crane: bool
    white_castle: bool
    mine_income: Literal["yes", "no"]
    box_sale: Literal["before_bonus", "after_bonus"]
    remaining_order: Literal["depot_first", "colour_first"]
    card_8: Literal["castle", "livestock"]
    faces: list[Card] = []
    phase: GamePhase = "A"
    round: int = 0
    first: Side = "you"
    second: bool = False
    white: int = 0
    die: int = 0
    rolls: dict[str, int] = field(default_factory=lambda: {"white_die": 0, "automata_die": 0})
    deck: list[str] = []
    discard: list[str] = []
    shuffle: int = 0
    cards: OnTable = field(default_factory=OnTable)
    reserve: list[Tile] = []
    duchy: Duchy = field(default_factory=Duchy)
    goods: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 1))
    silver: int = 1
    vp: int = 0
    claimed: list[Colour] = []
    ships: int = 0
    ships_told: int = 0
    absent: list[Colour] = []
    market_empty: bool = False
    species: Species = "chicken"
    animals: int = FEWEST_ANIMALS
    agenda: list[Effect] = []
    news: list[Deed] = []
    your_total: int | None = None

    forgets: ClassVar[tuple[str, ...]] = ("answers", "absent", "market_empty")

    def __post_init__(self) -> None:
        """Count 0 of goods of a type that is not named."""
        self.goods = {**dict.fromkeys(GOODS, 0), **self.goods}

    @property
    def active(self) -> Place:
        """The card that the white die makes active (burgundy.turn.active)."""
        return "left" if self.white <= LAST_LEFT else "right"

    def held(self, place: Place) -> Held:
        """Return the card that lies at a place."""
        held: Held | None = getattr(self.cards, place)
        assert held is not None  # between turns both places are filled
        return held

    def deck_of_play(self) -> Sequence[Card]:
        """Return the nine cards of this play."""
        return self.faces or cards().automata.cards

    def card(self, name: str) -> Card:
        """Return a card by its id."""
        return next(card for card in self.deck_of_play() if card.id == name)

    def items(self, name: str) -> tuple[str, ...]:
        """Return the colours of a card's items from the top (burgundy.ruling.card_8)."""
        green = "dark_green" if self.card_8 == "castle" else "light_green"
        return tuple(green if item == "green" else item for item in self.card(name).items)

    def open_items(self, place: Place) -> tuple[tuple[int, str], ...]:
        """Return number (from 1) and colour of the items of a card that have no tile yet, from the top."""
        held = self.held(place)
        items = zip(self.items(held.id), held.tiles, strict=True)
        return tuple((n, colour) for n, (colour, tile) in enumerate(items, 1) if tile is None)

    def laid(self) -> list[Held]:
        """Return the cards on the table, the left one first."""
        return [held for held in (self.cards.left, self.cards.right) if held is not None]

    def settled(self) -> bool:
        """Return whether both cards lie and neither is being dealt or taken away."""
        return self.round > 0 and len(self.laid()) == len(PLACES)

    def on_cards(self) -> list[Tile]:
        """Return the tiles on both cards."""
        return [tile for held in self.laid() for tile in held.tiles if tile is not None]

    def reserved(self, colour: str) -> int:
        """Return how many tiles of a colour, or wild ones, the reserve holds."""
        return sum(tile.colour == colour for tile in self.reserve)

    def buildings(self) -> tuple[str, ...]:
        """Return the buildings that are in the game (burgundy.ruling.expansions)."""
        return BUILDINGS + ("crane",) * self.crane + ("white_castle",) * self.white_castle


def broken(state: State) -> tuple[Text, ...]:
    """Return a sentence for each invariant that does not hold."""
    names = [card.id for card in state.deck_of_play()]
    lying = [held.id for held in state.laid()]
    if sorted(state.deck + state.discard + lying) != sorted(names):
        return (Text("Deck, discard pile and both cards must together be: {cards}.", cards=tuple(names)),)
    laws = [*_laws(state), *_laws_of_tiles(state), *_laws_of_phase(state)]
    return tuple(text for holds, text in laws if not holds)


def correct(state: State, name: str, value: Any) -> None:
    """Set one of the fields that `steps.fields` lists."""
    topic, _, what = name.partition("_")
    match topic:
        case "goods":
            state.goods[what] = value
        case "left" | "right" if value == NOTHING or not state.settled():
            _need_no_card(state, value)
        case "left" | "right" if what == "card":
            _exchange(state, topic, value)
        case "left" | "right":
            held = state.held(topic)
            held.tiles[int(what) - 1] = _tile_on(state.items(held.id)[int(what) - 1], value)
        case "reserve":
            _count_reserve(state, what, value)
        case "duchy":
            _count_duchy(state, what, value)
        case "claimed":
            _list(state.claimed, what, on=value == "yes")
        case "absent":
            _list(state.absent, what, on=value == "yes")
        case "market":
            state.market_empty = value == "yes"
        case _:
            setattr(state, name, value)


def _need_no_card(state: State, value: str) -> None:
    if value != NOTHING or state.settled():
        raise Refused(Text("Both cards can be corrected once they lie."))


def beast(tile: Tile) -> str:
    """Return a livestock tile as one word: sheep3."""
    return f"{tile.species}{tile.animals}"


BEASTS = {
    beast(tile): tile
    for tile in (
        Tile("light_green", species=species, animals=n)
        for species in SPECIES
        for n in range(FEWEST_ANIMALS, MOST_ANIMALS + 1)
    )
}
"""The livestock tiles, by that word."""


def _exchange(state: State, place: Place, name: str) -> None:
    """Lay another card: tiles that fit its items stay on it."""
    held = state.held(place)
    if name == held.id:
        return
    pile = state.deck if name in state.deck else state.discard
    pile[pile.index(name)] = held.id
    items = state.items(name)
    tiles = (held.tiles + [None] * len(items))[: len(items)]
    fitting = [
        tile if tile and tile.colour in (item, "wild") else None for tile, item in zip(tiles, items, strict=True)
    ]
    setattr(state.cards, place, Held(name, fitting))


def _tile_on(colour: Any, value: str) -> Tile | None:
    if value == "open":
        return None
    return BEASTS.get(value) or Tile("wild" if value == "wild" else colour)


def _count_reserve(state: State, colour: Any, n: int) -> None:
    """Take the newest tiles of a colour away, or add tiles whose details will be asked when they are placed."""
    more = Tile(colour, unseen=state.white_castle and colour == "yellow")
    own = [tile for tile in state.reserve if tile.colour == colour]
    others = [tile for tile in state.reserve if tile.colour != colour]
    state.reserve = [*others, *own[:n], *[more] * (n - len(own))]


def _count_duchy(state: State, what: str, n: int) -> None:
    duchy = state.duchy
    if what in BEASTS:
        duchy.livestock = [tile for tile in duchy.livestock if beast(tile) != what] + [BEASTS[what]] * n
        duchy.counts["light_green"] = len(duchy.livestock)
    else:
        duchy.counts[what] = n


def _list(names: list[Any], name: str, *, on: bool) -> None:
    names[:] = [one for one in names if one != name] + [name] * on


def _laws(state: State) -> list[tuple[bool, Text]]:
    laws = [
        (0 <= state.round <= ROUNDS, Text("The round must be 1 to {rounds}.", rounds=ROUNDS)),
        (0 <= state.white <= DEPOTS and 0 <= state.die <= DEPOTS, Text("A die shows 1 to {n}.", n=DEPOTS)),
        (sorted(state.goods) == sorted(GOODS), Text("Goods are counted by type: {types}.", types=GOODS)),
        (
            all(0 <= n <= GOODS_OF_TYPE for n in state.goods.values()),
            Text("There are 0 to {n} goods of a type.", n=GOODS_OF_TYPE),
        ),
        (len(set(state.claimed)) == len(state.claimed), Text("A colour is claimed once.")),
        (len(set(state.absent)) == len(state.absent), Text("A colour is absent once.")),
        (set(state.rolls) == {"white_die", "automata_die"}, Text("Rolls are counted for both dice.")),
        (FEWEST_ANIMALS <= state.animals <= MOST_ANIMALS, _ANIMALS),
    ]
    laws += [
        (0 <= getattr(state, name) <= LIMIT, Text("{name} must be 0 to {most}.", name=name, most=LIMIT))
        for name in ("silver", "vp", "ships", "ships_told", "shuffle")
    ]
    laws += [(n >= 0, Text("Rolls are counted from 0.")) for n in state.rolls.values()]
    return laws


def _laws_of_tiles(state: State) -> list[tuple[bool, Text]]:
    duchy = state.duchy
    laws = [
        (sorted(duchy.counts) == sorted(COLOURS), Text("The duchy counts these colours: {ids}.", ids=COLOURS)),
        (all(0 <= n <= LIMIT for n in duchy.counts.values()), Text("The duchy counts 0 to {n}.", n=LIMIT)),
        (duchy.counts.get("light_green") == len(duchy.livestock), Text("The duchy lists each of its livestock tiles.")),
        (len(state.reserve) <= LIMIT, Text("The reserve holds at most {n} tiles.", n=LIMIT)),
    ]
    laws += [(_fits(state, tile), _DETAILS) for tile in (*state.reserve, *state.on_cards(), *duchy.livestock)]
    laws += [(tile.colour == "light_green", _LIVESTOCK) for tile in duchy.livestock]
    pasture = [tile for tile in (*state.on_cards(), *duchy.livestock) if tile.colour == "light_green"]
    laws += [(tile.animals is not None, _COUNTED) for tile in pasture]
    for held in state.laid():
        items = state.items(held.id)
        n = len(items)
        laws.append((len(held.tiles) == n, Text("Card {card} has {n} items.", card=held.id, n=n)))
        pairs = zip(held.tiles, items, strict=False)
        fits = all(tile is None or tile.colour in (item, "wild") for tile, item in pairs)
        laws.append((fits, Text("A tile on card {card} has the colour of its item, or is wild.", card=held.id)))
    return laws


def _fits(state: State, tile: Tile) -> bool:
    """Return whether the details of a tile can be those of its colour."""
    buildings: tuple[str, ...] = ()
    if tile.colour == "brown":
        buildings = state.buildings()
    elif tile.colour == "yellow" and state.white_castle:
        buildings = ("white_castle",)
    animals = (tile.species is None) == (tile.animals is None) and (
        tile.species is None or tile.colour == "light_green"
    )
    unseen = not tile.unseen or (tile.colour == "yellow" and tile.building is None)
    return animals and unseen and (tile.building is None or tile.building in buildings)


def _laws_of_phase(state: State) -> list[tuple[bool, Text]]:
    """Return what a phase needs to have happened."""
    at, laid, begun = state.at, len(state.laid()), state.round > 0
    its_turn = at in _ITS_TURN or (at in _DEALING and begun)
    rolled = its_turn or at in {Phase.YOUR_TURN, Phase.TURN_OVER}
    heads = _HEADS.get(at, ())
    waits = not heads or isinstance(next(iter(state.agenda), None), heads)
    lie = at in _DEALING | _CLEARING or laid == (0 if at is Phase.LAY_OUT else len(PLACES))
    castle = at is not Phase.CASTLE or any(held.tiles != [None] * len(held.tiles) for held in state.laid()[:1])
    return [
        (at not in _SET_UP or not begun, Text("Set-up is in round 0.")),
        (at in _SET_UP | _DEALING or begun, Text("After the set-up rounds are counted from 1.")),
        (lie, Text("Both cards lie but while they are dealt.")),
        (castle, Text("At the set-up the castle lies on the left card.")),
        (at is not Phase.CARD or (laid < len(PLACES) and bool(state.deck)), Text("There is no card to be dealt.")),
        (not rolled or state.white > 0, Text("The white die was not rolled yet.")),
        (waits, Text("The agenda does not begin with what this step is about.")),
        (_is_turn(state, its_turn=its_turn), Text("It is not this player’s turn.")),
        (at is not Phase.CARRY_OUT or bool(state.news), Text("There is nothing to be carried out.")),
        (at is not Phase.PHASE_END or state.phase != PHASES[-1], Text("After phase E comes the score.")),
    ]


def _is_turn(state: State, *, its_turn: bool) -> bool:
    """Return whether the first or the second turn of a round is on, as the phase needs it."""
    if its_turn:
        return state.second == (state.first == "you")
    if state.at is Phase.YOUR_TURN:
        return state.second == (state.first == "bot")
    return not state.second or (state.round > 0 and state.at not in {Phase.FIRST, Phase.WHITE_DIE})


_SET_UP = {Phase.LAY_OUT, Phase.CASTLE}
_DEALING = {Phase.DEAL, Phase.CARD}
_CLEARING = {Phase.COMPLETE, Phase.BONUS}
_ITS_TURN = _CLEARING | {Phase.DIE, Phase.RESOLVE, Phase.CARRY_OUT, Phase.PLACE, Phase.GOODS, Phase.TAKE}
_HEADS: dict[Phase, tuple[type, ...]] = {
    Phase.PLACE: (Search, FromReserve),
    Phase.GOODS: (Ship,),
    Phase.TAKE: (Take,),
    Phase.COMPLETE: (Completion,),
}
_ANIMALS = Text("A livestock tile has {low} to {high} animals.", low=FEWEST_ANIMALS, high=MOST_ANIMALS)
_LIVESTOCK = Text("The livestock of the duchy is light green.")
_DETAILS = Text("A tile has the details of its colour only.")
_COUNTED = Text("Livestock on cards and in the duchy has species and animals.")
