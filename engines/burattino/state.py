"""What Burattino owns and what the device tracks for him."""

from collections.abc import Callable, Collection, Iterator
from enum import Enum
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta, field
from msgspec.structs import replace

from engines.burattino import corrections
from engines.burattino.deck import CARDS, PLACES, Card, cards
from engines.burattino.pieces import (
    DRAWN,
    EVENT,
    FREE,
    HELD,
    KINDS,
    LIMIT,
    MOST,
    SHORT,
    UNKNOWN,
    WORKERS,
    YEARS,
    Board,
    CardMode,
    Count,
    Did,
    Difficulty,
    EventDeck,
    Goal,
    Kind,
    Season,
    book,
    letters,
)
from engines.kit import turn
from engines.kit.contract import Law
from engines.kit.text import Text
from engines.kit.tracked_values import Group, Value, each, number, tracked_values

__all__ = ["TRACKED", "Phase", "State", "book", "laws"]


class Phase(Enum):
    """What the player can be waiting in; those without a builder in `steps.py` pass."""

    LAY_BOARD = "lay_board"
    EVENT_DECK = "event_deck"
    GIVE_PIECES = "give_pieces"
    TEACH = "teach"
    SAME_IN_WINTER = "same_in_winter"
    YOUR_DECK = "your_deck"
    SEASON = "season_menu"
    CARD = "card"
    MARKED = "marked"
    RECOGNISE = "recognise"
    PLACE = "place"
    RETRIEVE = "retrieve"
    PAY = "pay"
    EVENT = "event"
    TRADE = "trade"
    HELP = "help"
    REFRESH = "refresh"
    REFILL = "refill"
    GOALS = "goals"
    OVER = "over"


def _in_hand(kind: str) -> Text:
    return Text("In his hand: {kind}", kind=KINDS[kind])


def _most_cards(state: "State") -> int:
    return len(state.kinds)


def _aided(state: "State") -> bool:
    return state.event == "oceania"


class State(turn.State, kw_only=True):
    """A play with Burattino.

    `board` has his workers by season; with `supply` they are eight. `drawn` are the ids of the cards that the device
    knows to be out, `marked` the letters of the card just drawn. `faces` is the deck that was taught, as far as it was;
    `taught` says that it was in this play. `hand` counts his cards by type. `usedH`, `usedP`, `event_paid_year`,
    `africa_paid_year`, `africa_contributed` and `trades_year` are of this year, as is `refreshed`: his hand was changed
    at its end. `vp` never changes. `marks` says how many a card has that is entered. `price_h` and `price_p` are what
    he paid for H and P in earlier plays, `paid_h` and `paid_p` in this one, 0 for nothing yet. `act` is the line of the
    menu that is being carried out, `missed` the goal for which both lose.
    """

    at: Phase
    difficulty: Difficulty
    event: EventDeck
    structures: bool
    card_mode: CardMode
    marks: Literal["four", "any"]
    track_hand: bool
    price_h: Count
    price_p: Count
    hand: dict[Kind, Annotated[int, number(_in_hand, HELD.__getitem__, _most_cards, limit=len(KINDS))]]
    faces: list[Card] = []
    taught: bool = False
    year: int = 1
    season: Season = Season.SPRING
    deck_pos: Annotated[int, Meta(ge=0, le=2 * YEARS)] = 0
    drawn: list[str] = []
    marked: list[str] = []
    lira: Annotated[int, number(Text("His lira"), Text("his lira"), MOST, limit=LIMIT)] = 0
    supply: int = WORKERS
    board: Board = field(default_factory=Board)
    used_h: bool = field(name="usedH", default=False)
    used_p: bool = field(name="usedP", default=False)
    event_paid_year: Count = 0
    africa_paid_year: Count = 0
    africa_contributed: bool = False
    trades_year: Count = 0
    refreshed: bool = False
    aid: Annotated[int, number(Text("His aid token: steps"), Text("his aid steps"), MOST, limit=LIMIT, when=_aided)] = 0
    vp: Literal[25] = 25
    paid_h: Count = 0
    paid_p: Count = 0
    act: str = ""
    did: Did = field(default_factory=Did)
    won: bool | None = None
    missed: Goal | None = None

    RESET_ON_SET: ClassVar[tuple[str, ...]] = ("answers", "pad", "did", "refreshed")

    def on_correction(self, name: str) -> None:
        """Count his supply again, and say no more by how much his lira changed."""
        self.supply = WORKERS - len(self.board.summer) - len(self.board.winter)
        self.hand = {kind: n for kind, n in self.hand.items() if n}
        self.did.corrected |= name == "lira"
        if self.did.corrected:
            self.orders.pop("lira", None)
        if not self.standing():
            self.orders.pop("workers", None)

    @property
    def years(self) -> int:
        """Years of this play (burattino.level.salmanazar)."""
        return SHORT if self.difficulty == "salmanazar" else YEARS

    @property
    def last_year(self) -> bool:
        """It is the last year."""
        return self.year == self.years

    @property
    def once(self) -> bool:
        """Each spring bonus can be chosen once in the play (burattino.spring.once)."""
        return self.difficulty in {"magnum", "double_magnum"}

    @property
    def is_taught(self) -> bool:
        """The device is taught his deck, or was."""
        return self.card_mode in {"taught", "recognised"}

    @property
    def dealt(self) -> bool:
        """The device knows his cards, so that they come up one by one."""
        return self.card_mode in {"taught", "house"}

    @property
    def deck(self) -> tuple[Card, ...]:
        """His cards, where the device knows them."""
        return tuple(self.faces) if self.is_taught else cards().burattino.cards

    @property
    def coming(self) -> Season:
        """The season whose card comes up next: summer until it was drawn, then winter."""
        return Season.SUMMER if self.season is Season.SPRING else Season.WINTER

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The types of his cards in this play."""
        every: tuple[Kind, ...] = get_args(Kind)
        return every if self.structures else every[:-1]

    @property
    def lacks(self) -> tuple[Kind, ...]:
        """The types that are not in his hand."""
        return tuple(kind for kind in self.kinds if not self.hand.get(kind))

    @property
    def owned(self) -> tuple[Kind, ...]:
        """The cards of his hand by type, as often as he has each."""
        return tuple(kind for kind in self.kinds for _ in range(self.hand.get(kind, 0)))

    @property
    def has_card(self) -> bool:
        """He has a card; of a hand that is not tracked the device takes it for granted."""
        return bool(self.owned) or not self.track_hand

    @property
    def refreshes(self) -> bool:
        """His cards can be discarded with the device's help: once at the end of a year."""
        return self._helped and not self.refreshed

    @property
    def _helped(self) -> bool:
        """The device helps with his hand at the end of a year but the last (burattino.ruling.last_hand)."""
        return self.track_hand and self.season is Season.END and not self.last_year

    @property
    def draws(self) -> int:
        """The cards that he lacks at the end of the year, discards or not (burattino.end.draw)."""
        return len(self.kinds) - len(self.owned) if self._helped else 0

    @property
    def part(self) -> str:
        """How he takes part in events of this deck: event, africa, or not at all (burattino.greengully.no_event)."""
        return {"greengully": "", "africa": "africa"}.get(self.event, "event")

    @property
    def undrawn(self) -> list[Card]:
        """The cards of his deck that have not come up."""
        return [card for card in self.deck if card.id not in self.drawn]

    def card(self, name: str) -> Card:
        """Return a card by its id."""
        return next(card for card in self.deck if card.id == name)

    @property
    def rows(self) -> tuple[list[str], list[str]]:
        """Where his workers stand, the newest card's first (burattino.ruling.past_season)."""
        rows = (self.board.summer, self.board.winter)
        return rows[::-1] if self.begun(Season.WINTER) else rows

    def begun(self, season: Season) -> bool:
        """Return whether this year's season has begun."""
        order = list(Season)
        return order.index(self.season) >= order.index(season)

    def standing(self) -> list[str]:
        """Return where his workers stand in this season."""
        return self.board.of(self.season)


# --- what can be corrected ---


def _held() -> Iterator[Value]:
    for kind, value in zip(KINDS, each(State, "hand", KINDS), strict=True):
        yield replace(value, when=lambda state, kind=kind: state.track_hand and kind in state.kinds)


TRACKED = tracked_values(
    State,
    Group(Text("His lira"), Text("He pays what he uses with them, and helps you pay."), "lira"),
    Group(
        Text("His workers"),
        Text("They block the actions they stand on; 2 lira take one back."),
        *corrections.workers(Season.WINTER, newest=True),
        *corrections.workers(Season.SUMMER, newest=True),
        *corrections.workers(Season.SUMMER, newest=False),
        *corrections.workers(Season.WINTER, newest=False),
    ),
    Group(
        Text("Actions H and P"),
        Text("He uses each once a year."),
        corrections.used("H", "used_h", Text("he used H this summer")),
        corrections.used("P", "used_p", Text("he used P this winter")),
    ),
    Group(Text("His aid token"), Text("It advances with yours, or when he pays for an event."), "aid"),
    Group(Text("His hand"), Text("You can trade for his cards; at the year’s end he draws what he lacks."), *_held()),
)


# --- laws ---


def laws(state: State) -> Iterator[Law]:
    """Yield what must hold of a position beyond the bounds of its values."""
    yield from (*_laws(state), *_laws_of_cards(state), *_laws_of_phase(state))


def _laws(state: State) -> list[Law]:
    summer, winter, season = state.board.summer, state.board.winter, state.season
    standing = len(summer) + len(winter)
    drawn = 2 * (state.year - 1) + DRAWN.get(season, 0)
    return [
        (1 <= state.year <= state.years, Text("The year must be 1 to {years}.", years=state.years)),
        (season is Season.OVER or state.deck_pos == drawn, Text("Cards drawn by then (deck_pos): {n}.", n=drawn)),
        (state.supply >= 0 and state.supply + standing == WORKERS, Text("He has {n} workers in all.", n=WORKERS)),
        (_stands(summer, Season.SUMMER), Text("Each summer action holds one worker of his.")),
        (_stands(winter, Season.WINTER), Text("Each winter action holds one worker of his.")),
        (state.begun(Season.SUMMER) or not summer, Text("In spring no worker stands on a summer action.")),
        (state.begun(Season.WINTER) or not winter, Text("Before winter no worker stands on a winter action.")),
        (state.card_mode == "table" or UNKNOWN not in [*summer, *winter], Text("Each worker of his has a letter.")),
        (state.begun(Season.SUMMER) or not state.used_h, Text("In spring he has not used H.")),
        (state.begun(Season.WINTER) or not state.used_p, Text("Before winter he has not used P.")),
    ]


def _stands(row: list[str], season: Season) -> bool:
    known = [letter for letter in row if letter != UNKNOWN]
    return _different(known, letters(season)) and len(row) <= len(PLACES)


def _laws_of_cards(state: State) -> list[Law]:
    ids, taught = [card.id for card in cards().burattino.cards], [card.id for card in state.faces]
    most = CARDS - 2 * state.years + state.deck_pos
    return [
        (_different(state.drawn, ids), Text("Cards drawn are different ones of: {ids}.", ids=tuple(ids))),
        (_different(taught, ids), Text("Cards taught are different ones of: {ids}.", ids=tuple(ids))),
        (len(taught) == CARDS or taught == ids[: len(taught)], Text("Cards are taught in their order.")),
        (len(state.drawn) <= most, Text("Too many cards are drawn for the years to come.")),
        (sum(state.hand.values()) <= len(state.kinds), Text("His hand has {n} cards at most.", n=len(state.kinds))),
        (state.structures or not state.hand.get("structure"), Text("No structures are in this play.")),
    ]


def _different(some: Collection[str], every: Collection[str]) -> bool:
    return set(some) <= set(every) and len(some) == len(set(some))


ENDS = {True: {Phase.GOALS, Phase.OVER}, False: {*Phase} - {Phase.OVER}}
"""The phases of a play whose last year is over, and of one whose is not: you may say early that the goals are met."""
BEFORE_TEACHING = {Phase.LAY_BOARD, Phase.EVENT_DECK, Phase.GIVE_PIECES}
UNTAUGHT = {*BEFORE_TEACHING, Phase.TEACH, Phase.SAME_IN_WINTER}
SET_UP = {*UNTAUGHT, Phase.YOUR_DECK}
USES = ("use_H", "use_P")
PAID = (*USES, "help_H", "help_P")
HELPS = ("visitors", "events")


def _laws_of_phase(state: State) -> list[Law]:
    """Return what a phase needs to have happened."""
    at, season = state.at, state.season
    to_draw = season in {Season.SPRING, Season.FALL}
    first = state.year == 1 and season is Season.SPRING
    whole = not state.is_taught or len(state.faces) == CARDS
    teaching = state.is_taught and len(state.faces) < CARDS
    return [
        (at in ENDS[season is Season.OVER], Text("The play is over, or it is not.")),
        ((state.won is None) == (at is not Phase.OVER), Text("Who won is known when the play is over.")),
        (state.missed is None or state.won is False, Text("Who wins has missed no goal.")),
        (at not in SET_UP or first, Text("The set-up is over.")),
        (whole or at in UNTAUGHT, Text("His cards were not all taught.")),
        (whole or not state.faces or at not in BEFORE_TEACHING, Text("His cards are not taught yet.")),
        (at is not Phase.TEACH or teaching, Text("There is no card to teach.")),
        (at is not Phase.SAME_IN_WINTER or (teaching and len(state.faces) == 1), Text("One card is to be confirmed.")),
        (at is not Phase.YOUR_DECK or (whole and state.is_taught), Text("No deck was taught.")),
        (at is not Phase.CARD or (to_draw and state.dealt), Text("No card is to be drawn.")),
        (at is not Phase.MARKED or (to_draw and state.card_mode == "marks"), Text("No marks are to be entered.")),
        (
            at is not Phase.RECOGNISE or (to_draw and state.card_mode == "recognised"),
            Text("No card is to be recognised."),
        ),
        (at is not Phase.PLACE or _places(state), Text("No worker is to be placed.")),
        (at is not Phase.REFILL or season is Season.END, Text("The year is not at its end.")),
        (at not in ACTS or ACTS[at](state), Text("He cannot do that now.")),
    ]


def _places(state: State) -> bool:
    placing = state.season in {Season.SUMMER, Season.WINTER} and not state.standing()
    return placing and _different(state.marked, letters(state.season))


def _payable(state: State) -> bool:
    """Return whether the action can be paid now, by him or with his help."""
    season, used = (Season.SUMMER, state.used_h) if state.act.endswith("H") else (Season.WINTER, state.used_p)
    return state.act in PAID and state.lira > 0 and state.season is season and not (used and state.act in USES)


def _takes_part(state: State) -> bool:
    return state.lira >= EVENT and state.act == state.part and (state.act == "event" or state.has_card)


ACTS: dict[Phase, Callable[[State], bool]] = {
    Phase.RETRIEVE: lambda state: state.supply < WORKERS and state.lira >= FREE,
    Phase.PAY: _payable,
    Phase.EVENT: _takes_part,
    Phase.TRADE: lambda state: bool(state.standing()),
    Phase.HELP: lambda state: state.act in HELPS,
    Phase.REFRESH: lambda state: state.refreshes and bool(state.owned),
}
"""What must hold while a line of the menu is carried out."""
