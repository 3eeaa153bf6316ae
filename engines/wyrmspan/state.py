"""The state of a play of Wyrmspan, and what can be corrected."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, field

from engines.kit import turn
from engines.kit.contract import Choice, Law, Refused
from engines.kit.rules import rule_book
from engines.kit.text import Text
from engines.kit.tracked_values import Group, Value, each, number, tracked_values
from engines.wyrmspan.pieces import (
    CAVE_NAMES,
    CAVE_SPACES,
    FIXED_ROW,
    FIXED_VP,
    GUILD_NAMES,
    MARKERS,
    MAX_STEPS,
    OBJECTIVE_NAMES,
    ROUND_CARDS,
    ROUNDS,
    TRACK_SPACES,
    Card,
    Cave,
    Level,
    Objective,
    Slot,
    cards,
    find_objective,
)

MAX_PIECES = 60
"""The highest count that a correction can set."""
MAX_COUNT = 999
"""The highest count of any position: more than a play adds to a corrected one."""

Player = Literal["bot", "you"]


class Phase(Enum):
    """The phases of a play; a phase without a builder in `steps.py` passes or decides."""

    OBJECTIVE = "objective"
    GUILD = "guild"
    LAY_TILES = "lay_tiles"
    PLACE_PIECES = "place_pieces"
    YOUR_RULES = "your_rules"
    YOUR_TURN = "your_turn"
    YOUR_MARKER = "your_marker"
    HER_TURN = "her_turn"
    CARD = "card"
    DRAWN = "drawn"
    ADVANCE = "advance"
    TURN_OVER = "turn_over"
    HER_TURN_ALONE = "her_turn_alone"
    COMPARE = "compare"
    ROUND_END = "round_end"
    FINAL = "final"
    YOUR_TOTAL = "your_total"
    OVER = "over"


book = rule_book("wyrmspan", OBJECTIVE_NAMES, GUILD_NAMES)
"""The rules of the solo book, and our rulings."""


class Did(Struct):
    """Her last turn: `steps.py` words it in your next one. `corrected`: her token was corrected since."""

    card: str
    refresh: bool = False
    coin: int = 0
    steps: int = 0
    brown: bool = False
    dragon: Slot | None = None
    cave: Slot | None = None
    row: Annotated[int, Meta(ge=1, le=FIXED_ROW)] | None = None
    corrected: bool = False


class Scored(Struct):
    """The result of an objective: her quantity, yours (more, equal, fewer, some, none), both VP, coins returned."""

    quantity: int
    yours: str
    automa_vp: int
    your_vp: int
    coins: int


def _count(label: Text, word: Text) -> Meta:
    return number(label, word, MAX_PIECES, limit=MAX_COUNT)


def _cave(cave: str) -> Text:
    return Text("Spaces of {cave}", cave=CAVE_NAMES[cave])


def _cave_word(cave: str) -> Text:
    return Text("spaces of {cave}", cave=CAVE_NAMES[cave])


Excavated = Annotated[int, number(_cave, _cave_word, CAVE_SPACES, 1, when=lambda state: state.ravel)]


class State(turn.State, kw_only=True):
    """A play against the Automa.

    `p` counts her steps from START without wrapping. `rows` has the owners of the markers in rows 1 to 5 of the guild
    tile, in order of arrival. `left` are her cards that can still come up, and the unseen card that was put aside.
    `passed_last`: she passed after you, so no screen of your turn has said it. `reported` are the rows of the markers
    that you reported in this turn. `excavated` (1 to 4 spaces) are your caves as last reported; `told`: you reported
    them after your pass, so they cannot have changed since.
    """

    at: Phase
    level: Level
    ravel_bonus: Literal["automa_only", "ravel_too"]
    coin_limit: Literal["each_round", "until_last"]
    faces: list[Card] = []
    objectives: list[str] = []
    guild: str = ""
    round: int = 1
    turn: int = 1
    left: list[str] = []
    played: list[str] = []
    shuffle: int = 0
    p: int = 0
    dragons: Annotated[int, _count(Text("Her dragons"), Text("her dragons"))] = 0
    caves: Annotated[int, _count(Text("Her cave cards"), Text("her cave cards"))] = 0
    markers_ready: Annotated[int, number(Text("Her markers by the guild"), Text("her markers ready"), MARKERS)] = 1
    rows: list[list[Player]] = field(default_factory=lambda: [[], [], [], [], []])
    fixed_vp: int = 0
    coins: Annotated[int, _count(Text("Coins on the objective"), Text("coins on the tile"))] = 0
    objective_vp: Annotated[int, _count(Text("Her objective VP"), Text("her objective VP"))] = 0
    passed: bool = False
    you_passed: bool = False
    passed_last: bool = False
    reported: list[int] = []
    excavated: dict[Cave, Excavated] = field(default_factory=lambda: dict.fromkeys(get_args(Cave), 1))
    told: bool = False
    did: Did | None = None
    scored: Scored | None = None
    your_objective_vp: int = 0
    your_total: int | None = None

    @property
    def ravel(self) -> bool:
        """Ravel mode is played."""
        return self.level.startswith("ravel")

    @property
    def coins_limited(self) -> bool:
        """You must discard down to two coins when you pass now (wyrmspan.round.coin_limit)."""
        return self.ravel and (self.round < ROUNDS or self.coin_limit == "each_round")

    def reminds(self, rule: str) -> bool:
        """Return whether a reminder holds; the coin limit does if your pass has one."""
        return self.coins_limited or rule != "wyrmspan.round.coin_limit"

    def on_correction(self, name: str) -> None:
        """Update the points of row 5, and draw no way to a corrected token."""
        if self.did is not None:
            self.did.corrected |= name == "p"
        self.fixed_vp = row_5_vp(self)

    def card(self, name: str) -> Card:
        """Return a card by its id, from the deck of this play."""
        return next(card for card in self.faces or cards().automa.cards if card.id == name)

    def objective(self) -> Objective:
        """Return the objective of this round."""
        return find_objective(self.objectives[self.round - 1])

    def spaces(self) -> tuple[int, ...]:
        """Return the spaces of rows 1 to 4 of the guild tile; without one, the most of any tile."""
        tiles = [guild.spaces for guild in cards().guilds.cards if self.guild in ("", guild.id)]
        return tuple(max(row) for row in zip(*tiles, strict=True))

    def free(self, row: int) -> bool:
        """Return whether a row (1 to 5) has a free space."""
        return row == FIXED_ROW or len(self.rows[row - 1]) < self.spaces()[row - 1]

    @property
    def free_rows(self) -> list[int]:
        """The rows with a free space, from the top; row 5 never fills."""
        return [row for row in range(1, FIXED_ROW + 1) if self.free(row)]

    def your_markers(self) -> int:
        """Return the number of your markers on the guild tile."""
        return sum(row.count("you") for row in self.rows)


def row_5_vp(state: State) -> int:
    """Return the printed points of her markers in row 5, which count in Ravel mode (wyrmspan.brown.fixed)."""
    row = state.rows[FIXED_ROW - 1]
    points = (*FIXED_VP, *[1] * len(row))
    return sum(vp for owner, vp in zip(row, points, strict=False) if owner == "bot") if state.ravel else 0


# --- what can be corrected, and is no field ---


def _row_markers(n: int, owner: Player, label: Text, word: Text) -> Value:
    """Return the markers of one side in row n (1 to 4)."""

    def put(state: State, value: int) -> None:
        if value and not state.guild:
            raise Refused(Text("The guild tile comes first."))
        row = state.rows[n - 1]
        row[:] = [one for one in row if one != owner] + [owner] * value

    def get(state: State) -> int:
        return state.rows[n - 1].count(owner)

    return Value(f"row_{n}_{owner}", label, word, get, put, lambda state: state.spaces()[n - 1])


def _rows() -> Iterator[Value]:
    """Yield the markers in rows 1 to 4, hers and yours."""
    for n in range(1, FIXED_ROW):
        yield _row_markers(n, "bot", Text("Guild row {n}: hers", n=n), Text("hers in row {n}", n=n))
        yield _row_markers(n, "you", Text("Guild row {n}: yours", n=n), Text("yours in row {n}", n=n))


def _space_owner(space: int) -> Value:
    """Return the owner of the marker on one of the first two spaces of row 5."""

    def put(state: State, owner: Any) -> None:
        _check_filled(state, space if owner != "nobody" else 0)
        state.rows[-1][space:] = [] if owner == "nobody" else [owner, *state.rows[-1][space + 1 :]]

    vp = FIXED_VP[space]
    label, word = Text("Guild row 5: on the {vp}", vp=vp), Text("on the {vp} in row 5", vp=vp)
    return Value(f"space_{vp}", label, word, lambda state: (*state.rows[-1], *NOBODY)[space], put, choices=OWNERS)


NOBODY = ("nobody", "nobody")
OWNERS = (Choice("nobody", Text("nobody")), Choice("bot", Text("the Automa")), Choice("you", Text("you")))


def _further_markers(owner: Player, label: Text, word: Text) -> Value:
    """Return the markers of one side on the further spaces of row 5."""

    def put(state: State, n: int) -> None:
        _check_filled(state, len(FIXED_VP) if n else 0)
        state.rows[-1][len(FIXED_VP) :] = [one for one in state.rows[-1][len(FIXED_VP) :] if one != owner] + [owner] * n

    return Value(f"ones_{owner}", label, word, lambda state: state.rows[-1][len(FIXED_VP) :].count(owner), put, MARKERS)


def _check_filled(state: State, filled: int) -> None:
    """Refuse a gap in row 5, which fills from the left."""
    markers = len(state.rows[-1])
    if markers < filled:
        raise Refused(Text("Row 5 fills from the left: correct the {vp} first.", vp=FIXED_VP[markers]))


def _token() -> Value:
    """Return the space of her token; a correction stays in the same lap."""

    def put(state: State, space: int) -> None:
        state.p = state.p // TRACK_SPACES * TRACK_SPACES + space

    label, word = Text("Her token: steps from START"), Text("her steps from START")
    return Value("p", label, word, lambda state: state.p % TRACK_SPACES, put, TRACK_SPACES - 1)


TRACKED = tracked_values(
    State,
    Group(
        Text("Dragon Guild"),
        Text("When her token enters a brown space, she takes a card or places a marker."),
        _token(),
        "markers_ready",
    ),
    Group(Text("What she took"), Text("Each card is worth VP at the end."), "dragons", "caves"),
    Group(
        Text("Objective tiles"),
        Text("Each coin adds 1 to her quantity in this round. The VP count at the end."),
        "coins",
        "objective_vp",
    ),
    Group(
        Text("Guild tile"),
        Text("Her next marker goes on a row that has a free space."),
        *_rows(),
        _space_owner(0),
        _space_owner(1),
        _further_markers("bot", Text("Guild row 5: hers on the 1"), Text("hers on the 1 in row 5")),
        _further_markers("you", Text("Guild row 5: yours on the 1"), Text("yours on the 1 in row 5")),
    ),
    Group(
        Text("Your caves"),
        Text("Your most or least excavated cave decides how far she moves."),
        *each(State, "excavated", CAVE_NAMES),
    ),
)


# --- what must hold ---


def laws(state: State) -> Iterator[Law]:
    """Yield the laws of a position beyond the bounds of its values."""
    deck = cards().levels[state.level]
    sides = [side.id for side in cards().objectives.cards]
    tiles = [name[:-1] for name in state.objectives]
    guilds = [guild.id for guild in cards().guilds.cards]
    together = sorted(state.left + state.played) == sorted(deck)
    yield together, Text("Cards left and played must together be: {cards}.", cards=deck)
    yield len(state.played) <= ROUND_CARDS, Text("Only {n} cards are played in a round.", n=ROUND_CARDS)
    yield 1 <= state.round <= ROUNDS, Text("The round must be 1 to {rounds}.", rounds=ROUNDS)
    yield state.turn >= 1, Text("Turns of a round are counted from 1.")
    yield state.shuffle >= 0, Text("Shuffles are counted from 0.")
    yield 0 <= state.p <= MAX_STEPS, Text("p counts steps from START: 0 to {most}.", most=MAX_STEPS)
    yield set(state.objectives) <= set(sides), Text("An objective must be one of: {ids}.", ids=tuple(sides))
    yield len(tiles) == len(set(tiles)), Text("Two objectives cannot be sides of one tile.")
    yield len(state.objectives) <= ROUNDS, Text("There are {n} objectives.", n=ROUNDS)
    yield state.guild in ("", *guilds), Text("The guild tile must be one of: {ids}.", ids=tuple(guilds))
    yield 0 <= state.your_objective_vp <= MAX_PIECES, Text("Your objective VP must be 0 to {most}.", most=MAX_PIECES)
    yield from _laws_of_phase(state)
    yield len(state.rows) == FIXED_ROW, Text("The guild tile has {n} rows.", n=FIXED_ROW)
    if len(state.rows) == FIXED_ROW:
        vp = row_5_vp(state)
        yield state.fixed_vp == vp, Text("Her markers in row 5 are worth {vp} (fixed_vp).", vp=vp)
        if state.guild in guilds:
            for row, spaces in enumerate(state.spaces(), 1):
                fits = len(state.rows[row - 1]) <= spaces
                yield fits, Text("Row {row} has {n} space.", plural="Row {row} has {n} spaces.", row=row, n=spaces)


SET_UP = {Phase.OBJECTIVE, Phase.GUILD, Phase.LAY_TILES, Phase.PLACE_PIECES, Phase.YOUR_RULES}
YOUR_PHASES = {Phase.YOUR_TURN, Phase.YOUR_MARKER}
HER_PHASES = {Phase.HER_TURN, Phase.CARD, Phase.DRAWN, Phase.ADVANCE, Phase.HER_TURN_ALONE}
END_PHASES = {Phase.FINAL, Phase.YOUR_TOTAL, Phase.OVER}


def _laws_of_phase(state: State) -> list[Law]:
    """Return the laws of a phase."""
    at, did, passed = state.at, state.did, (state.passed, state.you_passed)
    laid_out = at not in {Phase.OBJECTIVE, Phase.GUILD}
    drawn = at in {Phase.DRAWN, Phase.ADVANCE, Phase.HER_TURN_ALONE}
    return [
        (laid_out == (len(state.objectives) == ROUNDS and state.guild != "") or at is Phase.GUILD, _INCOMPLETE),
        (at is not Phase.GUILD or (len(state.objectives) == ROUNDS and state.guild == ""), _INCOMPLETE),
        (not drawn or (did is not None and did.card in state.played[-1:]), Text("She must have done her last card.")),
        (did is None or did.card in state.played, Text("What she did must come from a card that was played.")),
        (at is not Phase.CARD or len(state.played) < ROUND_CARDS, Text("Her deck is empty.")),
        (at not in SET_UP or not (any(passed) or state.played), Text("The set-up is over.")),
        (at not in HER_PHASES or not state.passed, Text("She has passed in this round.")),
        (at not in YOUR_PHASES or not state.you_passed, Text("You have passed in this round.")),
        (at is not Phase.HER_TURN_ALONE or state.you_passed, Text("She goes on alone only after you have passed.")),
        (at not in {Phase.COMPARE, Phase.ROUND_END} or all(passed), Text("A round ends when both have passed.")),
        (at not in END_PHASES or state.round == ROUNDS, Text("The game ends after round {n}.", n=ROUNDS)),
        (at is not Phase.ROUND_END or state.scored is not None, Text("The objective has not been scored yet.")),
        (
            at is not Phase.ROUND_END or state.coins == 0,
            Text("The objective has been scored. Undo that to correct its coins."),
        ),
    ]


_INCOMPLETE = Text("Four objectives and the guild tile are on the table after the set-up, and not before.")
