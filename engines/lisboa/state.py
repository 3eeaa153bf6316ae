"""The possessions of Lacerda, and the other values that the device tracks."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from engines.kit import turn
from engines.kit.contract import Law
from engines.kit.rules import rule_book
from engines.kit.text import Text
from engines.kit.tracked_values import Group, choice, each, number, tracked_values, yes_no
from engines.lisboa import corrections
from engines.lisboa.deeds import Did, Final
from engines.lisboa.pieces import (
    CHURCH_SPACES,
    COLOURS,
    COLUMNS,
    DECK_CARDS,
    DECK_NAMES,
    EMPTY_DECKS,
    FAVORS_PER_NOBLE,
    FIGURE_NAMES,
    FIGURES,
    HOUSES,
    MAX_INFLUENCE,
    MAX_PRINTED,
    NOBLE_NAMES,
    NOBLES,
    OFFICIALS,
    PERIODS,
    SHIP_NAMES,
    STORE_NAMES,
    TITLE_NAMES,
    TREASURY_SPACES,
    TYPES,
    Action,
    Colour,
    Figure,
    Noble,
    OwnedShip,
    Stores,
    Type,
    cards,
)

Report = Literal["wigs", "treasury", "officials", "cardinal", "church"]

MAX_EARNED = 20
"""Bound of the wigs that one building earns, and of the influence of a portfolio."""
MAX_PIECES = 150
"""Bound of a corrected count of pieces."""
MAX_ANSWER = 400
"""Bound of wigs and réis in an answer."""
LIKELY_STORE_WIGS = 4
"""The likely wigs of the first store in a column: those of a scoring tile on average."""
MAX_WIGS = 2_000
"""Bound of his wigs in a correction: more than a play can bring."""
MAX_COUNT = 9_999
"""Bound of every count: more than a play can add to a corrected one."""


class Phase(Enum):
    """The phases of a play; a phase without a builder in `steps/` passes."""

    SET_UP = "set_up"
    AREA = "area"
    MARKERS = "markers"
    FAVOR = "favor"
    HELPER = "helper"
    COURTIER = "courtier"
    PIECES = "pieces"
    YOUR_TURN = "your_turn"
    REPORT = "report"
    DREW = "drew"
    TURN_OVER = "turn_over"
    STATE_ACTION = "state_action"
    VISIT = "visit"
    SHOWN = "shown"
    PERIOD_END = "period_end"
    NEXT_PERIOD = "next_period"
    FINAL = "final"
    OVER = "over"


book = rule_book("lisboa", STORE_NAMES, FIGURE_NAMES, TITLE_NAMES)
"""The rules of the solo book, and our rulings."""


def _count(label: Text, word: Text, high: int = MAX_PIECES) -> Meta:
    return number(label, word, high, limit=MAX_COUNT)


CARDS_IN_DECK = number(lambda figure: DECK_NAMES[figure], lambda figure: DECK_NAMES[figure], DECK_CARDS)
YOUR_OFFICIALS = number(
    lambda noble: Text("{noble}: your Officials", noble=NOBLE_NAMES[noble]),
    lambda noble: Text("your officials at the {noble}", noble=NOBLE_NAMES[noble]),
    OFFICIALS,
)
FAVOR_PILE = number(
    lambda noble: Text("{noble}: Favors left", noble=NOBLE_NAMES[noble]),
    lambda noble: Text("Favors on the {noble}’s portrait", noble=NOBLE_NAMES[noble]),
    FAVORS_PER_NOBLE,
)
CARDINAL_LABEL = Text("Cardinal: spaces past Influence")
PORTFOLIO = number(Text("Influence of your portfolio"), Text("influence of your portfolio"), MAX_EARNED)
YOUR_SET_LABELS = {1: Text("Your 2nd rubble set"), 2: Text("Your 4th rubble set")}


class State(turn.State, kw_only=True):
    """A play against Lacerda.

    `deck` counts the cards of the Builder's, the Minister's, the King's and the Treasury's deck. `off_L`, `off_you`,
    `neutral` and `favor_supply` are in the order of the nobles, from the left. `told` are the offices whose `off_you`
    you reported since his last turn, and the Treasury. `cardinal` counts light spaces of the church track from the
    Influence icon. `shipyard` has the remaining ships, the top one first. `tiles_out` are types whose stack of City
    tiles is empty; `column_wigs` and `building_wigs` are the last numbers that you gave. `your_set` is true if you
    completed the rubble set that ends the period; `report` is the part of your turn that you are about to report.
    `agenda` is always empty; states of this version have it.
    """

    RESET_ON_SET: ClassVar[tuple[str, ...]] = ("answers", "pad", "told")

    at: Phase
    favors_used: Literal["spent", "kept"]
    hired: Literal["none", "second", "offices"]
    period: int = 1
    final_round: bool = False
    turn_no: int = 1
    whose: Literal["you", "bot"] = "you"
    helper: Annotated[Figure, choice(Text("Helper above"), Text("Helper above"), DECK_NAMES)] = "builder"
    courtier: Annotated[Noble, choice(Text("Courtier"), Text("Courtier"), NOBLE_NAMES)] = "builder"
    deck: list[Annotated[int, CARDS_IN_DECK]] = field(default_factory=lambda: [DECK_CARDS] * len(FIGURES))
    treasury: Annotated[int, number(Text("Treasury"), Text("Treasury"), TREASURY_SPACES, 1)] = 3
    influence: Annotated[int, number(Text("His influence"), Text("influence"), MAX_INFLUENCE)] = 5
    wigs: Annotated[int, _count(Text("His wigs"), Text("his wigs"), MAX_WIGS)] = 5
    rubble: Annotated[int, _count(Text("His rubble"), Text("his rubble"))] = 0
    decrees: Annotated[int, _count(Text("His decrees"), Text("his decrees"))] = 0
    plans: Annotated[int, _count(Text("His plans"), Text("his plans"))] = 2
    plans_left: Annotated[bool, yes_no(Text("Architects’ plans left"), Text("plans left"))] = True
    cardinal: Annotated[int, number(CARDINAL_LABEL, Text("spaces past the Influence icon"), CHURCH_SPACES - 1)] = 0
    stores: Stores = field(default_factory=Stores)
    off_L: list[int] = field(default_factory=lambda: [0, 1, 0])  # noqa: N815 - a name in play files, as the sheet has it
    area: int = 7
    off_you: list[Annotated[int, YOUR_OFFICIALS]] = field(default_factory=lambda: [0, 1, 0])
    told: list[Figure] = []
    neutral: list[int] = field(default_factory=lambda: [1, 1, 1])
    favors: list[Noble] = []
    favor_supply: list[Annotated[int, FAVOR_PILE]] = field(default_factory=lambda: [FAVORS_PER_NOBLE] * len(NOBLES))
    ships: list[OwnedShip] = []
    shipyard: list[Colour] = []
    ship_influence: dict[Colour, int] = {}
    ship_hull: dict[Colour, int] = {}
    new_ships: bool = False
    portfolio_you: Annotated[int, PORTFOLIO] = 0
    tiles_out: list[Type] = []
    column_wigs: list[int] = field(default_factory=lambda: [LIKELY_STORE_WIGS] * len(COLUMNS))
    building_wigs: int = 0
    your_set: Annotated[bool, yes_no(lambda state: YOUR_SET_LABELS[state.period], Text("your rubble set"))] = False
    report: Report | None = None
    agenda: tuple[()] = ()
    did: Did | None = None
    final: Final | None = None

    def on_correction(self, name: str) -> None:
        """Decide again what follows from a value: orders, the end of a period or of the game, his State action."""
        if name.startswith("favor_"):
            self.orders.pop(name, None)
        if name == "rubble" and self.at is Phase.PERIOD_END:
            self.order_period_end()
        if (name == "your_set" or name.startswith("deck_")) and not self.end_triggered:
            self._take_back_end()
        if self.at is Phase.VISIT and self._can_choose_again(name):
            self._take_back_action()
        if self.at is Phase.STATE_ACTION:  # it is not taken yet
            self.choose_state_action(self.did)

    def _take_back_end(self) -> None:
        """Take back the end of a period or of the game (lisboa.period.end, lisboa.end.trigger)."""
        if self.at is Phase.PERIOD_END:
            self.at, self.orders = Phase.TURN_OVER, {}
            self.turn_no -= self.whose == "bot"  # `Phase.TURN_OVER` counts the turn again
        if self.at not in {Phase.FINAL, Phase.OVER}:
            self.final_round = False

    def order_period_end(self) -> None:
        """Give the orders of the end of a period: what is cleared away, and what scores."""
        rubble = ("rubble",) if self.rubble else ()
        self.orders = dict.fromkeys(("display", *rubble, "sets", "old_ships", "ships"), self.entries)

    def _can_choose_again(self, name: str) -> bool:
        """Return whether the State action can be chosen again: only the device did it, and it moved another value."""
        did = self.deed
        carried_out = {"officials", "plan", "goods", "skip", f"favor_{did.favor}"}.isdisjoint(self.orders)
        return not (did.action is None or carried_out or name in corrections.MOVED_VALUES.get(did.action, ()))

    def _take_back_action(self) -> None:
        """Take back a State action that only the device has done: officials, a plan, or a Royal Favor."""
        did = self.deed
        for place in map(NOBLES.index, did.offices):
            moved = min(1, self.off_L[place])
            self.off_L[place] -= moved
            self.area += moved
        self.plans = max(0, self.plans - (did.action == "plans" and not did.skipped))
        if did.favor is not None:
            self.favors = [one for one in self.favors if one != did.favor]
            self.favor_supply[NOBLES.index(did.favor)] += 1
        self.at = Phase.STATE_ACTION

    def choose_state_action(self, earlier: Did | None = None) -> None:
        """Choose the State action and order its first step; `earlier` is a choice that was not carried out."""
        did = self.did = Did(noble=self.courtier, action=self.action())
        is_there = earlier is not None and earlier.noble == did.noble and "courtier" not in self.orders
        has_begun = is_there and earlier is not None and earlier.action == did.action
        if earlier is not None:
            did.no_favor = earlier.no_favor
        first = {"ships": ("ship",) if self.available_ships else (), "cardinal": ("cardinal",)}.get(self.action(), ())
        self.orders = dict.fromkeys((*(() if has_begun else first), *(() if is_there else ("courtier",))), self.entries)

    @property
    def deed(self) -> Did:
        """Return his present or last deed; he must have begun to act."""
        assert self.did is not None  # laws and guards say so
        return self.did

    def cards_of(self, figure: Figure) -> int:
        """Return the number of cards of a deck."""
        return self.deck[FIGURES.index(figure)]

    @property
    def end_triggered(self) -> bool:
        """Return whether the period is to end: three decks are empty, or you completed the rubble set."""
        return self.deck.count(0) >= EMPTY_DECKS or self.your_set

    @property
    def helper_in_upper_half(self) -> bool:
        """Return whether the Helper is above the King's or the Treasury's deck (lisboa.turn.state_action)."""
        return self.helper in {"king", "treasury"}

    @property
    def houses(self) -> int:
        """His houses that are not on a store."""
        return HOUSES - self.stores.total

    @property
    def available_ships(self) -> tuple[Colour, ...]:
        """The ships of the shipyard that are not his, the top one first."""
        return tuple(colour for colour in self.shipyard if self.his_ship(colour) is None)

    @property
    def nobles_he_follows(self) -> tuple[Noble, ...]:
        """The nobles to whom he follows you: he has their Royal Favor, and has not followed in this turn."""
        followed = self.did is not None and self.did.action is None
        return () if followed else tuple(self.favors)

    def his_ship(self, colour: Colour) -> OwnedShip | None:
        """Return his ship of a colour."""
        return next((ship for ship in self.ships if ship.colour == colour), None)

    def ship_values(self, colour: Colour) -> OwnedShip:
        """Return his ship, or the one that he would have; an unknown number is the lowest possible."""
        printed = self.ship_influence.get(colour, 0), self.ship_hull.get(colour, 1)
        return self.his_ship(colour) or OwnedShip(colour, *printed)

    def action(self) -> Action:
        """Return the State action of the Courtier's office (lisboa.turn.state_action)."""
        office = next(card for card in cards().nobles.cards if card.id == self.courtier)
        return office.top if self.helper_in_upper_half else office.bottom


def shipyard(period: int) -> list[Colour]:
    """Return the ships of a period, the top one first."""
    return [ship.id for ship in cards().ships.cards if ship.period == period]


def from_left_to_right(nobles: list[Noble]) -> list[Noble]:
    """Return nobles in the order of their portraits."""
    return [noble for noble in NOBLES if noble in nobles]


# --- what can be corrected ---

_NOBLE_BY_NOBLE = zip(
    NOBLES, each(State, "off_you", NOBLES, "yours"), each(State, "favor_supply", NOBLES, "pile"), strict=True
)
TRACKED = tracked_values(
    State,
    Group(Text("His wigs"), Text("They are his score."), "wigs"),
    Group(
        Text("Influence and Treasury"),
        Text("He pays his visits with influence; the Treasury makes them dearer."),
        "influence",
        "treasury",
    ),
    Group(
        Text("Decks, Helper, Courtier"),
        Text("His Courtier names the noble, his Helper the action; three empty decks end a period."),
        "helper",
        "courtier",
        *each(State, "deck", FIGURES),
    ),
    Group(
        Text("His area"),
        Text("Rubble scores and ends a period; decrees score; a plan comes before other actions."),
        "rubble",
        "decrees",
        "plans",
        "plans_left",
    ),
    Group(Text("Cardinal"), Text("Where he lands, tiles go, or churches score."), "cardinal"),
    *(
        Group(
            NOBLE_NAMES[noble],
            Text("Officials make visits dearer, and who has most scores; a Favor lets him follow you."),
            corrections.office(noble),
            yours,
            corrections.favor(noble),
            pile,
        )
        for noble, yours, pile in _NOBLE_BY_NOBLE
    ),
    Group(
        Text("His stores"),
        Text("They make goods and score majorities; of a type whose tiles are out he builds no more."),
        *(value for kind in TYPES for value in corrections.stores(kind)),
    ),
    Group(Text("Your portfolio"), Text("He gains your influence too."), "portfolio_you", "your_set"),
    *(
        Group(SHIP_NAMES[colour], Text("A ship brings influence, and its size in wigs."), *corrections.ship(colour))
        for colour in COLOURS
    ),
)


# --- what must hold ---


def laws(state: State) -> Iterator[Law]:
    """Yield the laws of a position beyond the bounds of its values."""
    colours = [ship.colour for ship in state.ships]
    lengths = {"deck": FIGURES, "off_you": NOBLES, "favor_supply": NOBLES}
    yield 1 <= state.period <= PERIODS, Text("The period must be 1 to {n}.", n=PERIODS)
    yield state.period == PERIODS or not state.final_round, Text("The final round is in period {n}.", n=PERIODS)
    yield 1 <= state.turn_no <= MAX_COUNT, Text("Turns are counted from 1.")
    for name, keys in lengths.items():
        yield len(getattr(state, name)) == len(keys), Text("{name} has {n} numbers.", name=name, n=len(keys))
    yield state.houses >= 0, Text("He has {n} houses.", n=HOUSES)
    officials = [*state.off_L, state.area]
    yield _in_bounds(officials, 4, OFFICIALS), Text("He has {n} officials, in 3 offices and in his area.", n=OFFICIALS)
    yield _in_bounds(state.neutral, 3, 1), Text("Neutral officials must be 0 or 1 in 3 offices.")
    yield _no_duplicates(state.favors), Text("He has each Royal Favor once at most.")
    yield _no_duplicates(colours) and _no_duplicates(state.shipyard), Text("There is one ship of each colour.")
    yield _ships_valid(state), Text("Influence on a ship must be 0 to {n}, its size 1 to {n}.", n=MAX_PRINTED)
    yield _no_duplicates(state.tiles_out), Text("Each stack of City tiles is named once.")
    yield _in_bounds(state.column_wigs, 5, MAX_EARNED), Text("There are 5 columns of 0 to {n} wigs.", n=MAX_EARNED)
    yield 0 <= state.building_wigs <= MAX_EARNED, Text("building_wigs must be 0 to {n}.", n=MAX_EARNED)
    yield from _laws_of_phase(state)


def _laws_of_phase(state: State) -> list[tuple[bool, Text]]:
    """Return the conditions of a phase."""
    at, did = state.at, state.did
    acting = at in {Phase.STATE_ACTION, Phase.VISIT, Phase.SHOWN}
    acting |= at is Phase.REPORT and state.whose == "bot"
    your_step = at in {Phase.YOUR_TURN, Phase.DREW}
    choosing = at is Phase.STATE_ACTION
    return [
        (not acting or did is not None, Text("He has not begun to act.")),
        (not your_step or state.whose == "you", Text("This step is one of your turn.")),
        (at is not Phase.REPORT or state.report is not None, Text("There is nothing to report.")),
        (not choosing or state.whose == "bot", Text("State actions are taken in his turn.")),
        (not choosing or did is None or did.action is not None, Text("There is no State action to take.")),
        (choosing or did is None or _result_known(did), Text("What he did does not say what his State action took.")),
        (at is not Phase.PERIOD_END or state.period < PERIODS, Text("The last period ends with the game.")),
        (at is not Phase.NEXT_PERIOD or state.period == PERIODS, Text("The next period is the last one.")),
        (at not in {Phase.FINAL, Phase.OVER} or state.final_round, Text("The final round is not played.")),
        (at is not Phase.OVER or state.final is not None, Text("The final scoring is not done.")),
    ]


def _result_known(did: Did) -> bool:
    """Return whether it is known what his State action took; true for an action that takes nothing."""
    taken = {"officials": did.offices, "ships": did.ship, "favor": did.favor}
    return did.skipped or bool(taken.get(did.action or "", True))


def _in_bounds(values: list[int], length: int, most: int) -> bool:
    return len(values) == length and all(0 <= value <= most for value in values)


def _no_duplicates(things: list[Any]) -> bool:
    return len(things) == len(set(things))


def _ships_valid(state: State) -> bool:
    influence = [*state.ship_influence.values(), *(ship.influence for ship in state.ships)]
    hulls = [*state.ship_hull.values(), *(ship.hull for ship in state.ships)]
    return all(0 <= n <= MAX_PRINTED for n in influence) and all(1 <= n <= MAX_PRINTED for n in hulls)
