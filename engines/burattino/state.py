"""The state of a play with Burattino, and what can be corrected."""

from collections.abc import Callable, Collection, Iterator
from enum import Enum
from functools import partial
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta, field
from msgspec.structs import replace

from engines.burattino.pieces import (
    ACTION_NAMES,
    CARDS,
    CARDS_DRAWN,
    EVENT_PRICE,
    KIND_NAMES,
    MAX_COUNT,
    MAX_PIECES,
    PLACES,
    SALMANAZAR_YEARS,
    SPACE_PRICE,
    UNKNOWN_SPACE,
    WORKERS,
    YEARS,
    Board,
    Card,
    CardMode,
    Count,
    Did,
    Difficulty,
    EventDeck,
    Goal,
    Kind,
    Season,
    cards,
    letters,
)
from engines.kit import turn
from engines.kit.contract import Law
from engines.kit.rules import rule_book
from engines.kit.text import Text
from engines.kit.tracked_values import BOOL_IDS, YES_NO, Group, Value, each, in_list, number, tracked_values

book = rule_book("burattino", KIND_NAMES, ACTION_NAMES)
"""The rules of the solo book, and our rulings."""


class Phase(Enum):
    """The phases of a play; a phase without a builder in `steps/` passes or decides."""

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
    return Text("In his hand: {kind}", kind=KIND_NAMES[kind])


def _max_cards(state: "State") -> int:
    return len(state.kinds)


def _has_aid(state: "State") -> bool:
    return state.event == "oceania"


AID_STEPS = number(Text("Aid steps"), Text("Aid steps"), MAX_PIECES, limit=MAX_COUNT, when=_has_aid)


class State(turn.State, kw_only=True):
    """A play with Burattino.

    `board` has his workers by season; with `supply` they are eight. `drawn` are the ids of the cards that are known to
    be out, `marked` the letters of the card just drawn. `faces` is the taught deck, as far as it is known; `taught` is
    true if it was taught in this play. `hand` counts his cards by type. `usedH`, `usedP`, `event_paid_year`,
    `africa_paid_year`, `africa_contributed`, `trades_year` and `refreshed` (his hand was changed at the end) are this
    year's. `vp` never changes. `marks` is the number of marks of an entered card. `price_h` and `price_p` are the
    prices of H and P that he paid in earlier plays, `paid_h` and `paid_p` in this one, 0 before the first. `act` is the
    line of the menu that is being carried out, `missed` the goal for which both lose.
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
    hand: dict[Kind, Annotated[int, number(_in_hand, _in_hand, _max_cards, limit=len(KIND_NAMES))]]
    faces: list[Card] = []
    taught: bool = False
    year: int = 1
    season: Season = Season.SPRING
    deck_pos: Annotated[int, Meta(ge=0, le=2 * YEARS)] = 0
    drawn: list[str] = []
    marked: list[str] = []
    lira: Annotated[int, number(Text("His lira"), Text("His lira"), MAX_PIECES, limit=MAX_COUNT)] = 0
    supply: int = WORKERS
    board: Board = field(default_factory=Board)
    used_h: bool = field(name="usedH", default=False)
    used_p: bool = field(name="usedP", default=False)
    event_paid_year: Count = 0
    africa_paid_year: Count = 0
    africa_contributed: bool = False
    trades_year: Count = 0
    refreshed: bool = False
    aid: Annotated[int, AID_STEPS] = 0
    vp: Literal[25] = 25
    paid_h: Count = 0
    paid_p: Count = 0
    act: str = ""
    did: Did = field(default_factory=Did)
    won: bool | None = None
    missed: Goal | None = None

    RESET_ON_SET: ClassVar[tuple[str, ...]] = ("answers", "pad", "did", "refreshed")

    def on_correction(self, name: str) -> None:
        """Count his supply again, and end the orders that a corrected value has carried out."""
        self.supply = WORKERS - len(self.board.summer) - len(self.board.winter)
        self.hand = {kind: n for kind, n in self.hand.items() if n}
        if name == "lira":
            self.orders.pop("lira", None)
        if not self.season_workers():
            self.orders.pop("workers", None)

    @property
    def years(self) -> int:
        """The years of this play (burattino.level.salmanazar)."""
        return SALMANAZAR_YEARS if self.difficulty == "salmanazar" else YEARS

    @property
    def last_year(self) -> bool:
        """It is the last year."""
        return self.year == self.years

    @property
    def has_bonus_tokens(self) -> bool:
        """Each spring bonus can be chosen once in the play (burattino.spring.once)."""
        return self.difficulty in {"magnum", "double_magnum"}

    @property
    def bars_last_bonus(self) -> bool:
        """Last year's spring bonus is not allowed (burattino.spring.standard)."""
        return not self.has_bonus_tokens and self.difficulty != "demi"

    @property
    def is_taught(self) -> bool:
        """The player teaches the device his deck, or did in an earlier play."""
        return self.card_mode in {"taught", "recognised"}

    @property
    def is_dealt(self) -> bool:
        """The device deals his cards, since it knows them."""
        return self.card_mode in {"taught", "house"}

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards of his deck, as far as the device knows them."""
        return tuple(self.faces) if self.is_taught else cards().burattino.cards

    @property
    def card_season(self) -> Season:
        """The season of the next card: summer until its card is drawn, then winter."""
        return Season.SUMMER if self.season is Season.SPRING else Season.WINTER

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The types of his cards in this play."""
        every: tuple[Kind, ...] = get_args(Kind)
        return every if self.structures else every[:-1]

    def lacks(self, hand: Collection[str]) -> list[Kind]:
        """Return the types that are not in a hand."""
        return [kind for kind in self.kinds if kind not in hand]

    @property
    def hand_types(self) -> tuple[Kind, ...]:
        """The types of the cards in his hand, once for each card."""
        return tuple(kind for kind in self.kinds for _ in range(self.hand.get(kind, 0)))

    @property
    def has_card(self) -> bool:
        """He has a card; a hand that is not tracked counts as one that has."""
        return bool(self.hand_types) or not self.track_hand

    @property
    def can_refresh(self) -> bool:
        """The device can help to change his hand: once at the end of a year."""
        return self._helps_with_hand and not self.refreshed

    @property
    def _helps_with_hand(self) -> bool:
        """The device helps with his hand at the end of a year but the last (burattino.ruling.last_hand)."""
        return self.track_hand and self.season is Season.END and not self.last_year

    @property
    def cards_to_draw(self) -> int:
        """The number of cards that he lacks at the end of the year (burattino.end.draw)."""
        return len(self.kinds) - len(self.hand_types) if self._helps_with_hand else 0

    @property
    def event_line(self) -> str:
        """The line by which he takes part in events: event, africa, or none (burattino.greengully.no_event)."""
        return {"greengully": "", "africa": "africa"}.get(self.event, "event")

    @property
    def undrawn_cards(self) -> list[Card]:
        """The cards of his deck that have not come up."""
        return [card for card in self.deck if card.id not in self.drawn]

    def card(self, name: str) -> Card:
        """Return a card by its id."""
        return next(card for card in self.deck if card.id == name)

    @property
    def worker_rows(self) -> tuple[list[str], list[str]]:
        """The spaces of his workers by season, the newest first (burattino.ruling.past_season)."""
        rows = (self.board.summer, self.board.winter)
        return rows[::-1] if self.has_begun(Season.WINTER) else rows

    def has_begun(self, season: Season) -> bool:
        """Return whether a season of this year has begun."""
        order = list(Season)
        return order.index(self.season) >= order.index(season)

    def season_workers(self) -> list[str]:
        """Return the spaces of his workers of this season."""
        return self.board.of(self.season)


# --- what can be corrected ---


def _workers(season: Season, *, newest: bool) -> Iterator[Value]:
    """Yield his workers of a season: their number if their spaces are unknown, else action by action.

    `newest` is for the menu once winter has begun, when winter comes first.
    """

    def is_shown(state: State, *, counted: bool) -> bool:
        return (state.card_mode == "table") is counted and state.has_begun(Season.WINTER) is newest

    def get(state: State) -> int:
        return len(state.board.of(season))

    def put(state: State, n: int) -> None:
        row = state.board.of(season)
        row[:] = [*row, *[UNKNOWN_SPACE] * n][:n]

    name, label = f"workers_{season.value}", WORKER_LABELS[season]
    yield Value(name, label, label, get, put, len(PLACES), when=partial(is_shown, counted=True))
    yield from (_worker(season, letter, partial(is_shown, counted=False)) for letter in letters(season))


WORKER_LABELS = {
    Season.SUMMER: Text("His workers in summer"),
    Season.WINTER: Text("His workers in winter"),
}


def _worker(season: Season, letter: str, when: Callable[[State], bool]) -> Value:
    """Return whether a worker of his is on an action."""
    label = Text("His worker on action {letter}", letter=letter)
    on_action = in_list(lambda state: state.board.of(season), letter, sort_key=str)
    return Value(f"action_{letter}", label, label, *on_action, choices=YES_NO, when=when)


def _use_of(letter: str) -> Value:
    """Return whether he used H or P this year."""
    field = f"used_{letter.lower()}"

    def put(state: State, value: str) -> None:
        setattr(state, field, value == "yes")

    label = Text("He used action {letter}", letter=letter)
    return Value(f"used_{letter}", label, label, lambda state: BOOL_IDS[getattr(state, field)], put, choices=YES_NO)


def _hand() -> Iterator[Value]:
    """Yield the cards in his hand by type, if they are tracked."""
    for kind, value in zip(KIND_NAMES, each(State, "hand", KIND_NAMES), strict=True):
        yield replace(value, when=lambda state, kind=kind: state.track_hand and kind in state.kinds)


TRACKED = tracked_values(
    State,
    Group(Text("His lira"), Text("He pays for spaces, events, H and P, and helps you pay for H and P."), "lira"),
    Group(
        Text("His workers"),
        Text("They block the actions they are on. He can take one back for 2 lira."),
        *_workers(Season.WINTER, newest=True),
        *_workers(Season.SUMMER, newest=True),
        *_workers(Season.SUMMER, newest=False),
        *_workers(Season.WINTER, newest=False),
    ),
    Group(
        Text("Actions H and P"),
        Text("He can use each once a year."),
        _use_of("H"),
        _use_of("P"),
    ),
    Group(Text("His aid token"), Text("It advances if yours would benefit him, or when he pays for an event."), "aid"),
    Group(Text("His hand"), Text("You can trade for his cards. At the year’s end he draws what he lacks."), *_hand()),
)


# --- laws ---


def laws(state: State) -> Iterator[Law]:
    """Yield the laws of a position beyond the bounds of its values."""
    yield from (*_laws(state), *_laws_of_cards(state), *_laws_of_phase(state))


def _laws(state: State) -> list[Law]:
    summer, winter, season = state.board.summer, state.board.winter, state.season
    placed = len(summer) + len(winter)
    drawn = 2 * (state.year - 1) + CARDS_DRAWN.get(season, 0)
    return [
        (1 <= state.year <= state.years, Text("The year must be 1 to {years}.", years=state.years)),
        (season is Season.OVER or state.deck_pos == drawn, Text("Cards drawn by then (deck_pos): {n}.", n=drawn)),
        (state.supply >= 0 and state.supply + placed == WORKERS, Text("He has {n} workers in all.", n=WORKERS)),
        (_is_valid_row(summer, Season.SUMMER), Text("Each summer action holds one worker of his.")),
        (_is_valid_row(winter, Season.WINTER), Text("Each winter action holds one worker of his.")),
        (state.has_begun(Season.SUMMER) or not summer, Text("In spring no worker stands on a summer action.")),
        (state.has_begun(Season.WINTER) or not winter, Text("Before winter no worker stands on a winter action.")),
        (state.card_mode == "table" or UNKNOWN_SPACE not in summer + winter, Text("Each worker of his has a letter.")),
        (state.has_begun(Season.SUMMER) or not state.used_h, Text("In spring he has not used H.")),
        (state.has_begun(Season.WINTER) or not state.used_p, Text("Before winter he has not used P.")),
        (sum(state.hand.values()) <= len(state.kinds), Text("His hand has {n} cards at most.", n=len(state.kinds))),
        (state.at is not Phase.PLACE or _places(state), Text("No worker is to be placed.")),
    ]


def _is_valid_row(row: list[str], season: Season) -> bool:
    """Return whether workers can be on these spaces of a season."""
    known = [letter for letter in row if letter != UNKNOWN_SPACE]
    return _all_different(known, letters(season)) and len(row) <= len(PLACES)


def _laws_of_cards(state: State) -> list[Law]:
    ids, taught = [card.id for card in cards().burattino.cards], [card.id for card in state.faces]
    most = CARDS - 2 * state.years + state.deck_pos
    return [
        (_all_different(state.drawn, ids), Text("Cards drawn are different ones of: {ids}.", ids=tuple(ids))),
        (_all_different(taught, ids), Text("Cards taught are different ones of: {ids}.", ids=tuple(ids))),
        (len(taught) == CARDS or taught == ids[: len(taught)], Text("Cards are taught in their order.")),
        (len(state.drawn) <= most, Text("Too many cards are drawn for the years to come.")),
        (state.structures or not state.hand.get("structure"), Text("No structures are in this play.")),
    ]


def _all_different(values: Collection[str], allowed: Collection[str]) -> bool:
    return set(values) <= set(allowed) and len(values) == len(set(values))


PHASES_BY_END = {True: {Phase.GOALS, Phase.OVER}, False: {*Phase} - {Phase.OVER}}
"""The phases of a play by whether its last year is over; the goals can be met early."""
BEFORE_TEACHING = {Phase.LAY_BOARD, Phase.EVENT_DECK, Phase.GIVE_PIECES}
UNTAUGHT = {*BEFORE_TEACHING, Phase.TEACH, Phase.SAME_IN_WINTER}
SET_UP = {*UNTAUGHT, Phase.YOUR_DECK}
USE_LINES = ("use_H", "use_P")
PAID_LINES = (*USE_LINES, "help_H", "help_P")
HELP_LINES = ("visitors", "events")


def _laws_of_phase(state: State) -> list[Law]:
    """Return the laws of a phase."""
    at, season = state.at, state.season
    to_draw = season in {Season.SPRING, Season.FALL}
    first = state.year == 1 and season is Season.SPRING
    is_complete = not state.is_taught or len(state.faces) == CARDS
    teaching = state.is_taught and len(state.faces) < CARDS
    return [
        (at in PHASES_BY_END[season is Season.OVER], Text("The play is over, or it is not.")),
        ((state.won is None) == (at is not Phase.OVER), Text("Who won is known when the play is over.")),
        (state.missed is None or state.won is False, Text("Who wins has missed no goal.")),
        (at not in SET_UP or first, Text("The set-up is over.")),
        (is_complete or at in UNTAUGHT, Text("His cards were not all taught.")),
        (is_complete or not state.faces or at not in BEFORE_TEACHING, Text("His cards are not taught yet.")),
        (at is not Phase.TEACH or teaching, Text("There is no card to teach.")),
        (at is not Phase.SAME_IN_WINTER or (teaching and len(state.faces) == 1), Text("One card is to be confirmed.")),
        (at is not Phase.YOUR_DECK or (is_complete and state.is_taught), Text("No deck was taught.")),
        (at is not Phase.CARD or (to_draw and state.is_dealt), Text("No card is to be drawn.")),
        (at is not Phase.MARKED or (to_draw and state.card_mode == "marks"), Text("No marks are to be entered.")),
        (
            at is not Phase.RECOGNISE or (to_draw and state.card_mode == "recognised"),
            Text("No card is to be recognised."),
        ),
        (at is not Phase.REFILL or season is Season.END, Text("The year is not at its end.")),
        (at not in LINE_LAWS or LINE_LAWS[at](state), Text("He cannot do that now.")),
    ]


def _places(state: State) -> bool:
    placing = state.season in {Season.SUMMER, Season.WINTER} and not state.season_workers()
    return placing and _all_different(state.marked, letters(state.season))


def _payable(state: State) -> bool:
    """Return whether the action can be paid now, by him or with his help."""
    season, used = (Season.SUMMER, state.used_h) if state.act.endswith("H") else (Season.WINTER, state.used_p)
    allowed = state.act in PAID_LINES and not (used and state.act in USE_LINES)
    return allowed and state.lira > 0 and state.season is season


def _takes_part(state: State) -> bool:
    return state.lira >= EVENT_PRICE and state.act == state.event_line and (state.act == "event" or state.has_card)


LINE_LAWS: dict[Phase, Callable[[State], bool]] = {
    Phase.RETRIEVE: lambda state: state.supply < WORKERS and state.lira >= SPACE_PRICE,
    Phase.PAY: _payable,
    Phase.EVENT: _takes_part,
    Phase.TRADE: lambda state: bool(state.season_workers()),
    Phase.HELP: lambda state: state.act in HELP_LINES,
    Phase.REFRESH: lambda state: state.can_refresh and bool(state.hand_types),
}
"""The law of a phase that carries out a line of the menu."""
