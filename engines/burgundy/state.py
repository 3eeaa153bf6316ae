"""The possessions of the Automata, and the other values that the device tracks."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Annotated, ClassVar, Literal

from msgspec import Struct, field

from engines.burgundy import corrections
from engines.burgundy.deeds import Completion, Deed, Effect, FromReserve, Overtake, Scored, Search, Ship, Take
from engines.burgundy.pieces import (
    BUILDINGS,
    CARD_TITLES,
    COLOURS,
    DEPOTS,
    GOODS,
    GOODS_PER_TYPE,
    LIVESTOCK,
    MAX_COUNT,
    MAX_ITEMS,
    MAX_LEFT_DIE,
    MAX_PIECES,
    MAX_VP,
    PHASES,
    PLACES,
    ROUNDS,
    TILE_NAMES,
    Card,
    Colour,
    GamePhase,
    Held,
    Place,
    Player,
    Species,
    Tile,
    book,
    cards,
)
from engines.kit import turn
from engines.kit.contract import Law
from engines.kit.text import Text
from engines.kit.tracked_values import Group, choice, each, number, tracked_values, yes_no

__all__ = ["TRACKED", "Phase", "State", "book", "laws"]


class Phase(Enum):
    """The phases of a play; a phase without a builder in `steps/` passes."""

    LAY_OUT = "lay_out"
    DEAL = "deal"
    CARD = "card"
    CASTLE = "castle"
    WHITE_DIE = "white_die"
    YOUR_TURN = "your_turn"
    DIE = "die"
    RESOLVE = "resolve"
    PLACE = "place"
    GOODS = "take_goods"
    LEAD = "lead"
    TAKE = "take"
    COMPLETE = "complete"
    BONUS = "bonus_tiles"
    TURN_OVER = "turn_over"
    PHASE_END = "phase_end"
    FINAL = "final"
    YOUR_TOTAL = "your_total"
    OVER = "over"


ITS_GOODS = number(lambda n: Text("Its goods {n}", n=n), lambda n: Text("its goods {n}", n=n), GOODS_PER_TYPE)
DUCHY_TILES = number(
    lambda colour: Text("Duchy: {name}", name=TILE_NAMES[colour].one),
    lambda colour: Text("{tiles} in its duchy", tiles=TILE_NAMES[colour].many),
    MAX_PIECES,
    limit=MAX_COUNT,
)
SHIP_STEPS = number(Text("Its steps on the track"), Text("steps on the track"), MAX_PIECES, limit=MAX_COUNT)
WHO_IS_AHEAD = choice(
    Text("Ahead in turn order"), Text("ahead"), {"you": Text("you are"), "bot": Text("the Automata is")}
)
MARKET_EMPTY = yes_no(Text("Black market is empty"), Text("black market empty"), corrections.YES_NO)


class OnTable(Struct):
    """The two cards on the table."""

    left: Held | None = None
    right: Held | None = None


class Duchy(Struct):
    """Tiles of complete cards: the number of each colour, and the livestock tiles among them."""

    counts: dict[str, Annotated[int, DUCHY_TILES]] = {}
    livestock: list[Tile] = []

    def __post_init__(self) -> None:
        """Add the count of each missing colour: 0, or the number of livestock tiles."""
        self.counts = {**dict.fromkeys(COLOURS, 0), "light_green": len(self.livestock), **self.counts}


class State(turn.State, kw_only=True):
    """A play against the Automata. Counts are 0 to 9,999.

    `round` is 0 during set-up. `first` starts this round; `second` is true during its second turn; `ahead` is ahead on
    the turn order track. `white` and `die` are 0 before they are rolled; `rolls` counts both dice. `deck` are the cards
    that may still come up. `reserve` has the newest tile last. `ships` are its steps on the turn order track. `absent`
    are the colours in no depot, and `market_empty` is true if the black market is empty, both until the next phase.
    `news` are the deeds that no screen has shown yet, `done` the main deeds of its newest turn. `corrected_at` is the
    phase in which a correction completed a card; the play returns to it.
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
    first: Player = "you"
    ahead: Annotated[Player, WHO_IS_AHEAD] = "you"
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
    goods: dict[str, Annotated[int, ITS_GOODS]] = field(default_factory=lambda: dict.fromkeys(GOODS, 1))
    silver: Annotated[int, number(Text("Its silver"), Text("silver"), MAX_PIECES, limit=MAX_COUNT)] = 1
    vp: Annotated[int, number(Text("Its points so far"), Text("points"), MAX_VP, limit=MAX_COUNT)] = 0
    claimed: list[Colour] = []
    ships: Annotated[int, SHIP_STEPS] = 0
    absent: list[Colour] = []
    market_empty: Annotated[bool, MARKET_EMPTY] = False
    agenda: list[Effect] = []
    news: list[Deed] = []
    done: list[Deed] = []
    corrected_at: Phase | None = None
    your_total: int | None = None

    RESET_ON_SET: ClassVar[tuple[str, ...]] = ("answers", "pad", "absent", "market_empty", "corrected_at")

    def __post_init__(self) -> None:
        """Add a count of 0 for each missing type of goods."""
        self.goods = {**dict.fromkeys(GOODS, 0), **self.goods}

    def on_correction(self, name: str) -> None:
        """Drop the order to score if its points were corrected; resolve a card that the correction completed."""
        if name == "vp":
            self.news = [deed for deed in self.news if not isinstance(deed, Scored)]
            self.orders.pop("score", None)
        place = name.partition("_")[0]
        if place in PLACES and self.has_both_cards() and not self.open_items(place):
            self._complete_now()

    def _complete_now(self) -> None:
        """Resolve the complete cards at once, then return to the open step."""
        if isinstance(next(iter(self.agenda), None), Completion):
            return
        self.agenda.insert(0, Completion())
        if self.at not in _AGENDA_HEADS:
            self.corrected_at = self.at
        self.at = Phase.RESOLVE

    @property
    def active(self) -> Place:
        """The place of the active card, by the white die (burgundy.turn.active)."""
        return "left" if self.white <= MAX_LEFT_DIE else "right"

    @property
    def ahead_now(self) -> Player:
        """Return the player who is ahead on the turn order track; you, if it has no ship (burgundy.setup.last)."""
        return self.ahead if self.ships else "you"

    def is_last_round_of_play(self) -> bool:
        """Return whether no round comes after this one."""
        return (self.phase, self.round) == (PHASES[-1], ROUNDS)

    def card_at(self, place: Place) -> Held:
        """Return the card at a place."""
        held: Held | None = getattr(self.cards, place)
        assert held is not None  # between turns both places are filled
        return held

    def play_deck(self) -> Sequence[Card]:
        """Return the nine cards of this play."""
        return self.faces or cards().automata.cards

    def card(self, name: str) -> Card:
        """Return a card by its id."""
        return next(card for card in self.play_deck() if card.id == name)

    def points(self, name: str) -> int:
        """Return the points at the top of a card (burgundy.setup.difficulty)."""
        return self.card(name).points[("easy", "medium", "hard").index(self.difficulty)]

    def items(self, name: str) -> tuple[str, ...]:
        """Return the colours of a card's items, from the top (burgundy.ruling.card_8)."""
        green = "dark_green" if self.card_8 == "castle" else "light_green"
        return tuple(green if item == "green" else item for item in self.card(name).items)

    def open_items(self, place: Place) -> tuple[tuple[int, str], ...]:
        """Return number (from 1) and colour of each item of a card without a tile, from the top."""
        held = self.card_at(place)
        items = zip(self.items(held.id), held.tiles, strict=True)
        return tuple((n, colour) for n, (colour, tile) in enumerate(items, 1) if tile is None)

    def table_cards(self) -> list[Held]:
        """Return the cards on the table, the left one first."""
        return [held for held in (self.cards.left, self.cards.right) if held is not None]

    def has_both_cards(self) -> bool:
        """Return whether both cards are on the table, and the set-up is over."""
        return self.round > 0 and len(self.table_cards()) == len(PLACES)

    def card_tiles(self) -> list[Tile]:
        """Return the tiles on both cards."""
        return [tile for held in self.table_cards() for tile in held.tiles if tile is not None]

    def count(self, colour: str) -> int:
        """Count the tiles of a colour in the duchy and on both cards."""
        return self.duchy.counts[colour] + sum(tile.colour == colour for tile in self.card_tiles())

    def animals(self, species: Species | None) -> int:
        """Count the animals of a species in the duchy and on both cards."""
        livestock = (*self.duchy.livestock, *self.card_tiles())
        return sum(tile.animals or 0 for tile in livestock if tile.species == species)

    def reserve_count(self, colour: str) -> int:
        """Count the tiles of a colour, or wild ones, in the reserve."""
        return sum(tile.colour == colour for tile in self.reserve)


# --- what can be corrected ---

TRACKED = tracked_values(
    State,
    Group(
        Text("Its silver and goods"),
        Text("Two silver buy a tile. It sells the goods it has most of. Each is worth 1 point at the end."),
        "silver",
        *each(State, "goods", GOODS),
    ),
    Group(Text("Score track"), Text("The points it scored so far count at the end."), "vp"),
    Group(
        Text("Turn order track"),
        Text("Whoever is ahead starts the round and rolls the white die."),
        *("ships", "ahead"),
    ),
    *(
        Group(
            CARD_TITLES[place],
            Text("It looks for tiles for the open items, from the top. A complete card scores."),
            corrections.card(place),
            *(corrections.item(place, n) for n in range(1, MAX_ITEMS + 1)),
        )
        for place in PLACES
    ),
    Group(
        Text("Its reserve"),
        Text("If no depot has a match, it places tiles from here. Each is worth 1 point at the end."),
        *(corrections.reserve(colour) for colour in TILE_NAMES),
    ),
    Group(
        Text("Its duchy"),
        Text("Enough tiles of a colour claim its bonus tile. Livestock and yellow tiles score."),
        *each(State, "duchy.counts", [colour for colour in COLOURS if colour != "light_green"], "duchy"),
        *(corrections.livestock(name) for name in LIVESTOCK),
    ),
    Group(
        Text("Bonus tiles"),
        Text("It gets the bonus tile of a colour only once."),
        *(corrections.bonus_tile(colour) for colour in COLOURS),
    ),
    Group(
        Text("Depots and black market"),
        Text("It does not look for what is not there."),
        *(corrections.absent_colour(colour) for colour in COLOURS),
        "market_empty",
    ),
)


# --- what must hold ---


def laws(state: State) -> Iterator[Law]:
    """Yield the laws of a position beyond the bounds of its values."""
    names = [card.id for card in state.play_deck()]
    table = [held.id for held in state.table_cards()]
    complete = sorted(state.deck + state.discard + table) == sorted(names)
    yield complete, Text("Deck, discard pile and both cards must together be: {cards}.", cards=tuple(names))
    if complete:
        yield from _laws_of_counts(state)
        yield from _laws_of_tiles(state)
        yield from _laws_of_phase(state)


def _laws_of_counts(state: State) -> Iterator[Law]:
    yield 0 <= state.round <= ROUNDS, Text("The round must be 1 to {rounds}.", rounds=ROUNDS)
    yield 0 <= state.white <= DEPOTS and 0 <= state.die <= DEPOTS, Text("A die shows 1 to {n}.", n=DEPOTS)
    yield sorted(state.goods) == sorted(GOODS), Text("Goods are counted by type: {types}.", types=GOODS)
    yield len(set(state.claimed)) == len(state.claimed), Text("A colour is claimed only once.")
    yield len(set(state.absent)) == len(state.absent), Text("A colour is listed as absent only once.")
    yield set(state.rolls) == {"white_die", "automata_die"}, Text("Rolls are counted for both dice.")
    yield all(n >= 0 for n in state.rolls.values()), Text("Rolls are counted from 0.")
    yield 0 <= state.shuffle <= MAX_COUNT, Text("{name} must be 0 to {most}.", name="shuffle", most=MAX_COUNT)


def _laws_of_tiles(state: State) -> Iterator[Law]:
    duchy = state.duchy
    listed = duchy.counts.get("light_green") == len(duchy.livestock)
    yield sorted(duchy.counts) == sorted(COLOURS), Text("The duchy counts these colours: {ids}.", ids=COLOURS)
    yield listed, Text("The duchy lists each of its livestock tiles.")
    yield len(state.reserve) <= MAX_COUNT, Text("The reserve holds at most {n} tiles.", n=MAX_COUNT)
    for tile in (*state.reserve, *state.card_tiles(), *duchy.livestock):
        yield _details_valid(state, tile), Text("A tile has the details of its colour only.")
    for tile in duchy.livestock:
        yield tile.colour == "light_green", Text("The livestock of the duchy is light green.")
    for tile in (*state.card_tiles(), *duchy.livestock):
        counted = tile.colour != "light_green" or tile.animals is not None
        yield counted, Text("Livestock on cards and in the duchy has species and animals.")
    for held in state.table_cards():
        yield from _laws_of_card(held, state.items(held.id))


def _laws_of_card(held: Held, items: tuple[str, ...]) -> Iterator[Law]:
    n = len(items)
    yield len(held.tiles) == n, Text("Card {card} has {n} items.", card=held.id, n=n)
    fits = all(tile is None or tile.colour in (item, "wild") for tile, item in zip(held.tiles, items, strict=False))
    yield fits, Text("A tile on card {card} has the colour of its item, or is wild.", card=held.id)


def _details_valid(state: State, tile: Tile) -> bool:
    """Return whether the details of a tile can be those of its colour."""
    buildings: tuple[str, ...] = ()
    if tile.colour == "brown":
        buildings = BUILDINGS
    elif tile.colour == "yellow" and state.white_castle:
        buildings = ("white_castle",)
    animals = (tile.species is None) == (tile.animals is None) and (
        tile.species is None or tile.colour == "light_green"
    )
    unseen = not tile.unseen or (tile.colour == "yellow" and tile.building is None)
    return animals and unseen and (tile.building is None or tile.building in buildings)


def _laws_of_phase(state: State) -> list[Law]:
    """Return the conditions of a phase."""
    at, on_table, begun = state.at, len(state.table_cards()), state.round > 0
    its_turn = at in _ITS_PHASES or (at in _DEALING_PHASES and begun)
    rolled = its_turn or at in {Phase.YOUR_TURN, Phase.TURN_OVER}
    heads = _AGENDA_HEADS.get(at, ())
    head_fits = not heads or isinstance(next(iter(state.agenda), None), heads)
    cards_fit = at in _DEALING_PHASES | _CLEARING_PHASES or on_table == (0 if at is Phase.LAY_OUT else len(PLACES))
    castle_laid = at is not Phase.CASTLE or any(any(held.tiles) for held in state.table_cards()[:1])
    return [
        (at not in _SET_UP_PHASES or not begun, Text("Set-up is in round 0.")),
        (at in _SET_UP_PHASES | _DEALING_PHASES or begun, Text("After set-up, rounds are counted from 1.")),
        (cards_fit, Text("Both cards are on the table, except while they are dealt.")),
        (castle_laid, Text("During set-up the castle is on the left card.")),
        (at is not Phase.CARD or (on_table < len(PLACES) and bool(state.deck)), Text("There is no card to be dealt.")),
        (not rolled or state.white > 0, Text("The white die was not rolled yet.")),
        (head_fits, Text("The agenda does not begin with what this step is about.")),
        (_is_turn(state, its_turn=its_turn), Text("It is not this player’s turn.")),
        (state.corrected_at is None or at in _CARD_PHASES, Text("No card is being completed since it was corrected.")),
        (at is not Phase.PHASE_END or state.phase != PHASES[-1], Text("After phase E comes the score.")),
    ]


def _is_turn(state: State, *, its_turn: bool) -> bool:
    """Return whether the phase belongs to the player whose turn it is."""
    if its_turn and state.at not in _CARD_PHASES:
        return state.second == (state.first == "you")
    if state.at is Phase.YOUR_TURN:
        return state.second == (state.first == "bot")
    return not state.second or (state.round > 0 and state.at is not Phase.WHITE_DIE)


_SET_UP_PHASES = {Phase.LAY_OUT, Phase.CASTLE}
_DEALING_PHASES = {Phase.DEAL, Phase.CARD}
_CLEARING_PHASES = {Phase.COMPLETE, Phase.BONUS}
_CARD_PHASES = _CLEARING_PHASES | _DEALING_PHASES | {Phase.RESOLVE}
"""Phases that follow a complete card; a correction can open them in your turn, too."""
_ITS_PHASES = _CLEARING_PHASES | {Phase.DIE, Phase.RESOLVE, Phase.PLACE, Phase.GOODS, Phase.LEAD, Phase.TAKE}
_AGENDA_HEADS: dict[Phase, tuple[type, ...]] = {
    Phase.PLACE: (Search, FromReserve),
    Phase.GOODS: (Ship,),
    Phase.LEAD: (Overtake,),
    Phase.TAKE: (Take,),
    Phase.COMPLETE: (Completion,),
}
