"""What Lacerda owns and what the device tracks for him."""

from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct, field

from engines import engine, rules
from engines.decks import Deck, DeckKind
from engines.text import Text

Noble = Literal["builder", "marquis", "king"]
Figure = Literal["builder", "marquis", "king", "treasury"]
Type = Literal["gold", "cloth", "books", "tools"]
Column = Literal["c1", "c2", "c3", "c4", "c5"]
Colour = Literal["blue", "red", "purple", "brown"]
Tile = Literal["blue", "green"]
Action = Literal["officials", "plans", "ships", "production", "cardinal", "favor"]
Passed = Literal["nothing", "treasury", "influence", "both"]
Report = Literal["wigs", "treasury", "church"]

NOBLES: tuple[Noble, ...] = get_args(Noble)
"""The portraits and their offices, from left to right."""
FIGURES: tuple[Figure, ...] = get_args(Figure)
"""The decks on the display, from the bottom up."""
TYPES: tuple[Type, ...] = get_args(Type)
COLUMNS: tuple[Column, ...] = get_args(Column)
COLOURS: tuple[Colour, ...] = get_args(Colour)

PERIODS = 2
DECK = 5
"""Cards of a deck when a period begins."""
OFFICIALS = 8
HOUSES = 8
"""Wooden houses, one for each store."""
TREASURY = 5
"""Spaces of the Treasury."""
FULL = 10
"""The last space of the influence track; it shows a wig."""
FAVORS = 2
"""Royal Favours of each noble in a game for two."""
EMPTY = 3
"""Empty decks that end a period."""
PRINTED = 9
"""Bound of a number printed on a ship or on a tile of the church."""
EARNED = 20
"""Bound of wigs that one building earns, and of the influence of a portfolio."""
MOST = 150
"""What a count can be corrected to."""
MANY = 400
"""What wigs and réis are said to be."""
TRACK = 2_000
"""What his wigs can be corrected to: more than a play brings to what was said of them."""
LIMIT = 9_999
"""Bound of every count: more than a play can add to a corrected one."""


class Phase(Enum):
    """What the player can be waiting in; those without a builder in `steps.py` pass."""

    HELPER = "helper"
    COURTIER = "courtier"
    FAVOR = "favor"
    SET_UP = "set_up"
    PIECES = "pieces"
    YOUR_TURN = "your_turn"
    REPORT = "report"
    VISITED = "visited"
    DREW = "drew"
    TURN_OVER = "turn_over"
    STATE_ACTION = "state_action"
    TAKE_FAVOR = "take_favor"
    VISIT = "visit"
    EFFECT = "effect"
    PAY = "pay"
    SHOWN = "shown"
    PERIOD_END = "period_end"
    FINAL = "final"
    OVER = "over"


class NobleCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A portrait and the two State actions of its office."""

    id: Noble
    top: Action
    bottom: Action


class TypeCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of store, with the wigs for most and second most at the end."""

    id: Type
    most: int
    second: int


class ColumnCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of downtown and the types that fit there; the first one faces left."""

    id: Column
    fits: tuple[Type, ...]


class Ship(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ship card: the period of its shipyard, its influence (0 to 9) and size (1 to 9) where they are known."""

    id: Colour
    period: Literal[1, 2]
    influence: Annotated[int, Meta(ge=0, le=PRINTED)] | None = None
    hull: Annotated[int, Meta(ge=1, le=PRINTED)] | None = None


class Title(Struct, frozen=True, forbid_unknown_fields=True):
    """What a title needs at least; `stores` compares yours with his, or wants four."""

    id: str
    stores: Literal["more", "as_many", "four"]
    majorities: int
    reis: int
    decrees: int
    ships: int


class TreasuryTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """What the Treasury adds to a cost, by its space."""

    modifier: tuple[int, int, int, int, int]


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """What only its place in a list tells: a plot, a cube, or a construction space."""

    id: str


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    treasury: TreasuryTrack
    plots: Deck[Thing]
    cubes: Deck[Thing]
    sites: Deck[Thing]
    nobles: Deck[NobleCard]
    types: Deck[TypeCard]
    columns: Deck[ColumnCard]
    ships: Deck[Ship]
    titles: Deck[Title]


FOLDER = Path(__file__).parent


@cache
def cards() -> Cards:
    """Return what is printed on the pieces."""
    return rules.load(FOLDER / "cards.toml", Cards)


@cache
def book() -> rules.RuleBook:
    """Return the rules of the solo book, and our rulings."""
    return rules.load(FOLDER / "rules.toml", rules.RuleBook)


SHIPS = DeckKind(
    "ships",
    Text("Ships"),
    Ship,
    lambda: cards().ships,
    whole=lambda deck: all(None not in (ship.influence, ship.hull) for ship in deck.cards),
)
"""Ships can be taught: a file with their influence and size, or the plays in which they are taken."""


class Stores(Struct):
    """Stores of each type."""

    gold: int = 0
    cloth: int = 0
    books: int = 0
    tools: int = 0

    def of(self, kind: Type) -> int:
        """Return the stores of a type."""
        return int(getattr(self, kind))

    @property
    def total(self) -> int:
        """Return the stores of all types."""
        return sum(self.of(kind) for kind in TYPES)


class OwnedShip(Struct):
    """A ship in his area: influence for church scoring, hull (its size) for the end."""

    colour: Colour
    influence: int
    hull: int


class Pay(Struct, tag=True):
    """He pays the usual cost of the noble's office."""


class Store(Struct, tag=True):
    """He builds a store of a type in a column, and earns wigs."""

    kind: Type
    column: Column
    wigs: int


class Decrees(Struct, tag=True):
    """He takes two decrees."""


class Building(Struct, tag=True):
    """He opens a public building of an architect, and earns wigs."""

    tile: Tile
    wigs: int


class Discard(Struct, tag=True):
    """He discards a card of the display, and his Helper moves up."""


Effect = Pay | Store | Decrees | Building | Discard


class Did(Struct):
    """What he did last, without words: the lines of your next turn, or of your visit that he followed.

    `action` is None where he followed; `skipped` says that his State action was not possible. `no_favor` are nobles
    without a tile. `cost` is None where he did not visit.
    """

    noble: Noble
    action: Action | None = None
    skipped: bool = False
    offices: list[Noble] = []
    ship: Colour | None = None
    favor: Noble | None = None
    no_favor: list[Noble] = []
    tile_wigs: int = 0
    passed: Passed = "nothing"
    cost: int | None = None
    store: Type | None = None
    column: Column | None = None
    cube: bool = False
    building: Tile | None = None
    decrees: int = 0
    discarded: Figure | None = None


class Final(Struct):
    """Your numbers at the end, and what the majorities are worth to him."""

    stores: Stores
    officials: int
    reis: int
    decrees: int
    ships: int
    wigs: int
    majorities: int
    his_stores: int
    his_officials: int


class State(engine.State, kw_only=True):
    """A play against Lacerda.

    `deck` counts the cards of the Builder's, the Marquis's, the King's and the Treasury's deck. `off_L`, `off_you`,
    `neutral` and `favor_supply` go by nobles from the left. `told` are the offices whose `off_you` was told since your
    turn ended. `shipyard` has the ships left as the device knows, the top one first. `tiles_out` are types whose stack
    of City tiles is empty; `column_wigs` and `building_wigs` what was told last. `your_set` says that you completed
    the rubble set that ends the period; `report` is what of your turn you are about to tell.
    """

    forgets: ClassVar[tuple[str, ...]] = ("answers", "told")

    at: Phase
    favors_used: Literal["spent", "kept"]
    hired: Literal["none", "second", "offices"]
    period: int = 1
    final_round: bool = False
    turn_no: int = 1
    whose: Literal["you", "bot"] = "you"
    helper: Figure = "builder"
    courtier: Noble = "builder"
    deck: list[int] = field(default_factory=lambda: [DECK] * len(FIGURES))
    treasury: int = 3
    influence: int = 5
    wigs: int = 5
    rubble: int = 0
    decrees: int = 0
    plans: int = 2
    stores: Stores = field(default_factory=Stores)
    off_L: list[int] = field(default_factory=lambda: [0, 1, 0])  # noqa: N815 - a name in play files, as the sheet has it
    area: int = 7
    off_you: list[int] = field(default_factory=lambda: [0, 1, 0])
    told: list[Noble] = []
    neutral: list[int] = field(default_factory=lambda: [1, 1, 1])
    favors: list[Noble] = []
    favor_supply: list[int] = field(default_factory=lambda: [FAVORS] * len(NOBLES))
    ships: list[OwnedShip] = []
    shipyard: list[Colour] = []
    ship_influence: dict[Colour, int] = {}
    ship_hull: dict[Colour, int] = {}
    new_ships: bool = False
    portfolio_you: int = 0
    tiles_out: list[Type] = []
    column_wigs: list[int] = field(default_factory=lambda: [0] * len(COLUMNS))
    building_wigs: int = 0
    your_set: bool = False
    report: Report | None = None
    agenda: list[Effect] = []
    did: Did | None = None
    final: Final | None = None

    def cards_of(self, figure: Figure) -> int:
        """Return the cards of a deck."""
        return self.deck[FIGURES.index(figure)]

    @property
    def ends(self) -> bool:
        """What ends a period has happened: three decks are empty, or you completed the rubble set."""
        return self.deck.count(0) >= EMPTY or self.your_set

    @property
    def upper(self) -> bool:
        """The Helper stands above the King's or the Treasury's deck."""
        return self.helper in {"king", "treasury"}

    @property
    def houses(self) -> int:
        """His houses that are not on a store, and not meant for one."""
        return HOUSES - self.stores.total - sum(isinstance(effect, Store) for effect in self.agenda)

    def his_ship(self, colour: Colour) -> OwnedShip | None:
        """Return his ship of a colour."""
        return next((ship for ship in self.ships if ship.colour == colour), None)

    def printed(self, colour: Colour) -> OwnedShip:
        """Return a ship as he has it, or as it would be his: what is unknown is the least that can be."""
        known = self.ship_influence.get(colour, 0), self.ship_hull.get(colour, 1)
        return self.his_ship(colour) or OwnedShip(colour, *known)

    def action(self) -> Action:
        """Return the State action of the Courtier's office (lisboa.turn.state_action)."""
        office = next(card for card in cards().nobles.cards if card.id == self.courtier)
        return office.top if self.upper else office.bottom


def shipyard(period: int) -> list[Colour]:
    """Return the ships of a period, the top one first."""
    return [ship.id for ship in cards().ships.cards if ship.period == period]


def put_in_order(nobles: list[Noble]) -> list[Noble]:
    """Return nobles from left to right."""
    return [noble for noble in NOBLES if noble in nobles]


def broken(state: State) -> tuple[Text, ...]:
    """Return a sentence for each invariant that does not hold."""
    return tuple(text for holds, text in (*_laws(state), *_laws_of_phase(state)) if not holds)


def correct(state: State, name: str, value: Any) -> None:
    """Set one of the fields that `steps.fields` lists."""
    what, _, which = name.partition("_")
    match what:
        case "store":
            setattr(state.stores, which, value)
        case "office":
            place = NOBLES.index(which)
            state.area += state.off_L[place] - value
            state.off_L[place] = value
        case "yours":
            state.off_you[NOBLES.index(which)] = value
        case "pile":
            state.favor_supply[NOBLES.index(which)] = value
        case "deck":
            state.deck[FIGURES.index(which)] = value
        case "favor":
            state.favors = _with(NOBLES, state.favors, which, present=value == "yes")
        case "stack":
            state.tiles_out = _with(TYPES, state.tiles_out, which, present=value == "empty")
        case "ship" | "force" | "size":
            _correct_ship(state, what, which, value)  # type: ignore[arg-type]  # a field names a colour
        case _:
            setattr(state, name, value == "yes" if name == "your_set" else value)
    _change_what_comes(state, what)


def _change_what_comes(state: State, what: str) -> None:
    """Let a corrected value decide anew what comes of it: the end of a period or of the game, his State action."""
    if what in {"deck", "your"} and not state.ends:
        _go_on_after_all(state)
    if state.at in {Phase.STATE_ACTION, Phase.TAKE_FAVOR}:  # it is not taken yet
        _aim_anew(state)


def _go_on_after_all(state: State) -> None:
    """Take back that a period or the game ends: nothing has ended it (lisboa.period.end, lisboa.end.trigger)."""
    if state.at is Phase.PERIOD_END:
        state.at = Phase.TURN_OVER
        state.turn_no -= state.whose == "bot"  # which is counted there
    if state.at not in {Phase.FINAL, Phase.OVER}:
        state.final_round = False


def _aim_anew(state: State) -> None:
    """Choose the State action again, where nothing of it was done."""
    assert state.did is not None  # it is his turn
    state.at = Phase.STATE_ACTION
    state.did = Did(noble=state.courtier, action=state.action(), no_favor=state.did.no_favor)


def _with(order: tuple[Any, ...], given: list[Any], one: str, *, present: bool) -> list[Any]:
    """Return a list with one thing in it or not, in order."""
    return [thing for thing in order if (present if thing == one else thing in given)]


def _correct_ship(state: State, what: str, colour: Colour, value: Any) -> None:
    """Say where a ship is, or what is printed on it."""
    ship = state.printed(colour)
    match what:
        case "force":
            ship.influence = state.ship_influence[colour] = value
            state.new_ships = True
        case "size":
            ship.hull = state.ship_hull[colour] = value
            state.new_ships = True
        case _:
            state.shipyard = _with(COLOURS, state.shipyard, colour, present=value == "yard")
            state.ships = [one for one in state.ships if one is not ship] + [ship] * (value == "his")


def _laws(state: State) -> list[tuple[bool, Text]]:
    officials = [*state.off_L, state.area]
    colours = [ship.colour for ship in state.ships]
    counts = [state.stores.of(kind) for kind in TYPES]
    laws = [
        (1 <= state.period <= PERIODS, Text("The period must be 1 to {n}.", n=PERIODS)),
        (state.period == PERIODS or not state.final_round, Text("The final round is in period {n}.", n=PERIODS)),
        (1 <= state.turn_no <= LIMIT, Text("Turns are counted from 1.")),
        (_fit(state.deck, len(FIGURES), DECK), Text("There are 4 decks of 0 to {n} cards.", n=DECK)),
        (1 <= state.treasury <= TREASURY, Text("The Treasury must be 1 to {n}.", n=TREASURY)),
        (0 <= state.influence <= FULL, Text("Influence must be 0 to {n}.", n=FULL)),
        (state.houses >= 0 and _fit(counts, len(TYPES), HOUSES), Text("He has {n} houses.", n=HOUSES)),
        (_fit(officials, 4, OFFICIALS), Text("He has {n} officials, in 3 offices and in his area.", n=OFFICIALS)),
        (_fit(state.off_you, 3, OFFICIALS), Text("Your officials must be 0 to {n} in 3 offices.", n=OFFICIALS)),
        (_fit(state.neutral, 3, 1), Text("Neutral officials must be 0 or 1 in 3 offices.")),
        (_fit(state.favor_supply, 3, FAVORS), Text("There are 3 piles of 0 to {n} Royal Favours.", n=FAVORS)),
        (_once(state.favors), Text("He has each Royal Favour once at most.")),
        (_once(colours) and _once(state.shipyard), Text("There is one ship of each colour.")),
        (_printed(state), Text("Influence on a ship must be 0 to {n}, its size 1 to {n}.", n=PRINTED)),
        (_once(state.tiles_out), Text("Each stack of City tiles is named once.")),
        (_fit(state.column_wigs, len(COLUMNS), EARNED), Text("There are 5 columns of 0 to {n} wigs.", n=EARNED)),
    ]
    bounds = {"wigs": LIMIT, "rubble": LIMIT, "decrees": LIMIT, "plans": LIMIT}
    bounds |= {"portfolio_you": EARNED, "building_wigs": EARNED}
    for name, most in bounds.items():
        laws.append((0 <= getattr(state, name) <= most, Text("{name} must be 0 to {most}.", name=name, most=most)))
    return laws


def _laws_of_phase(state: State) -> list[tuple[bool, Text]]:
    """Return what a phase needs to have happened."""
    at, did = state.at, state.did
    acting = at in {Phase.STATE_ACTION, Phase.TAKE_FAVOR, Phase.VISIT, Phase.EFFECT, Phase.PAY, Phase.SHOWN}
    yours = at in {Phase.YOUR_TURN, Phase.REPORT, Phase.VISITED, Phase.DREW}
    his = at in {Phase.STATE_ACTION, Phase.TAKE_FAVOR}
    paying = at is Phase.PAY
    head = state.agenda[0] if state.agenda else None
    aimed = did is not None and did.action == "favor" and did.favor is not None and did.favor not in state.favors
    return [
        (not acting or did is not None, Text("He has not begun to act.")),
        (not yours or state.whose == "you", Text("This step is one of your turn.")),
        (at is not Phase.REPORT or state.report is not None, Text("There is nothing to report.")),
        (not his or state.whose == "bot", Text("State actions are taken in his turn.")),
        (not his or did is None or did.action is not None, Text("There is no State action to take.")),
        (his or did is None or _taken(did), Text("What he did does not say what his State action took.")),
        (at is not Phase.TAKE_FAVOR or aimed, Text("There is no favour to take.")),
        (not paying or isinstance(head, Pay), Text("There is nothing to pay.")),
        (at is Phase.EFFECT or paying or head is None, Text("Effects must be resolved first.")),
        (at is not Phase.PERIOD_END or state.period < PERIODS, Text("The last period ends with the game.")),
        (at not in {Phase.FINAL, Phase.OVER} or state.final_round, Text("The final round is not played.")),
        (at is not Phase.OVER or state.final is not None, Text("The final scoring is not done.")),
    ]


def _taken(did: Did) -> bool:
    """Return whether it is known what a State action took, as far as it takes anything."""
    took = {"officials": did.offices, "ships": did.ship, "favor": did.favor}
    return did.skipped or bool(took.get(did.action or "", True))


def _fit(values: list[int], length: int, most: int) -> bool:
    return len(values) == length and all(0 <= value <= most for value in values)


def _once(things: list[Any]) -> bool:
    return len(things) == len(set(things))


def _printed(state: State) -> bool:
    influence = [*state.ship_influence.values(), *(ship.influence for ship in state.ships)]
    hulls = [*state.ship_hull.values(), *(ship.hull for ship in state.ships)]
    return all(0 <= n <= PRINTED for n in influence) and all(1 <= n <= PRINTED for n in hulls)
