"""What the Automa owns and what the device tracks for her."""

from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from engines import engine, rules
from engines.contract import Refused
from engines.decks import Deck, DeckKind
from engines.text import Text

ROUNDS = 4
DRAWN = 7
"""Cards of her deck in a round: eight, less the one put aside."""
FARTHEST = ROUNDS * DRAWN * 5
"""Steps from START after every card of a game, at most 5 a card."""
TRACK = 12
"""Spaces of the Dragon Guild track, a loop."""
BROWN = 6
"""Every sixth space of the track is brown; START (space 0) is one of the two."""
DEEPEST = 4
"""Spaces of a cave; the first is excavated from the start."""
MARKERS = 4
"""Markers that each side can place in a game: one from the start, one after each of rounds 1 to 3."""
FIXED_ROW = 5
FIXED_VP = (6, 3)
"""Points printed on the first spaces of row 5; every further one has 1."""
MOST = 60
"""What a count can be corrected to."""
LIMIT = 999
"""Bound of every count: more than a play can add to a corrected one."""

Owner = Literal["bot", "you"]
Level = Literal["automa1", "automa2", "automa3", "ravel1", "ravel2", "ravel3"]
Basis = Literal["most", "least", "most+1"]
Steps = Annotated[int, Meta(ge=1, le=5)]
Place = Annotated[int, Meta(ge=1, le=3)]
Base = Annotated[int, Meta(ge=0, le=20)]


class Phase(Enum):
    """What the player can be waiting in; those without a builder in `steps.py` pass."""

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


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A decision card. Places count from the left, from 1; a card has a cave card or a marker, never both."""

    id: str
    passes: bool = field(name="pass")
    refresh: bool
    objective: Literal[-1, 0, 1]
    steps: tuple[Steps, Steps, Steps, Steps] | Basis
    dragon: Place
    cave: Place | None = None
    marker: Annotated[int, Meta(ge=1, le=9)] | None = None

    def __post_init__(self) -> None:
        if (self.cave is None) == (self.marker is None):
            raise ValueError("it needs either a cave or a marker, and not both")


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of an objective tile: her quantity by round, and the most that is possible where that can bind."""

    id: str
    name: str
    base: tuple[Base, Base, Base, Base]
    cap: int | None = None

    @property
    def tile(self) -> str:
        """The number of the tile, without the side."""
        return self.id[:-1]


class Guild(Struct, frozen=True, forbid_unknown_fields=True):
    """A guild tile: the spaces of rows 1 to 4. Row 5 never fills."""

    id: str
    name: str
    spaces: tuple[int, int, int, int]


class RankVp(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the rank in an objective, by round."""

    first: tuple[int, int, int, int]
    second: tuple[int, int, int, int]


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    levels: dict[str, tuple[str, ...]]
    rank_vp: RankVp
    automa: Deck[Card]
    objectives: Deck[Objective]
    guilds: Deck[Guild]


FOLDER = Path(__file__).parent


@cache
def cards() -> Cards:
    """Return the cards that come with the game."""
    return rules.load(FOLDER / "cards.toml", Cards)


@cache
def book() -> rules.RuleBook:
    """Return the rules of the solo book, and our rulings."""
    return rules.load(FOLDER / "rules.toml", rules.RuleBook)


AUTOMA = DeckKind("automa", Text("Automa cards"), Card, lambda: cards().automa)
"""Her cards are known from a single source: who finds a slip on a printed card can give a deck of his own."""


class Did(Struct):
    """What she did in her last turn, without words: the lines of your next one."""

    card: str
    refresh: bool = False
    coin: int = 0
    steps: int = 0
    brown: bool = False
    dragon: Place | None = None
    cave: Place | None = None
    row: Annotated[int, Meta(ge=1, le=FIXED_ROW)] | None = None


class Scored(Struct):
    """How an objective was scored: her quantity, your part (more, equal, fewer, some, none), both VP, coins back."""

    quantity: int
    yours: str
    automa_vp: int
    your_vp: int
    coins: int


class State(engine.State, kw_only=True):
    """A play against the Automa.

    `p` counts her steps from START without wrapping. `rows` has the owners of the markers in rows 1 to 5 of the guild
    tile, in order of arrival. `left` are her cards that may still come up, with the one put aside, which nobody has
    seen. `most` and `least` (1 to 4) are your caves as last told; `told` names those that cannot have changed since.
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
    dragons: int = 0
    caves: int = 0
    markers_ready: int = 1
    rows: list[list[Owner]] = field(default_factory=lambda: [[], [], [], [], []])
    fixed_vp: int = 0
    coins: int = 0
    objective_vp: int = 0
    passed: bool = False
    you_passed: bool = False
    most: int = 1
    least: int = 1
    told: list[Literal["most", "least"]] = []
    did: Did | None = None
    scored: Scored | None = None
    your_total: int | None = None

    @property
    def ravel(self) -> bool:
        """Ravel mode is played."""
        return self.level.startswith("ravel")

    def card(self, name: str) -> Card:
        """Return a card by its id, from the deck of this play."""
        return next(card for card in self.faces or cards().automa.cards if card.id == name)

    def objective(self) -> Objective:
        """Return the objective of this round."""
        return objective(self.objectives[self.round - 1])

    def spaces(self) -> tuple[int, ...]:
        """Return the spaces of rows 1 to 4 of the guild tile; before it lies, the most that any tile has."""
        tiles = [guild.spaces for guild in cards().guilds.cards if self.guild in ("", guild.id)]
        return tuple(max(row) for row in zip(*tiles, strict=True))

    def free(self, row: int) -> bool:
        """Return whether a row (1 to 5) has a free space."""
        return row == FIXED_ROW or len(self.rows[row - 1]) < self.spaces()[row - 1]

    def your_markers(self) -> int:
        """Return the number of your markers on the guild tile."""
        return sum(row.count("you") for row in self.rows)


def objective(name: str) -> Objective:
    """Return a side of an objective tile by its id."""
    return next(side for side in cards().objectives.cards if side.id == name)


def fixed_points(row: list[Owner]) -> int:
    """Return the printed points of her markers in row 5."""
    points = (*FIXED_VP, *[1] * len(row))
    return sum(vp for owner, vp in zip(row, points, strict=False) if owner == "bot")


def broken(state: State) -> tuple[Text, ...]:
    """Return a sentence for each invariant that does not hold."""
    deck = cards().levels.get(state.level)
    if deck is None:
        return (
            Text("There is no level {level}. There are: {levels}.", level=state.level, levels=tuple(cards().levels)),
        )
    return tuple(text for holds, text in _laws(state, deck) if not holds)


def correct(state: State, name: str, value: Any) -> None:
    """Set one of the fields that `steps.fields` lists."""
    match name:
        case "p":
            state.p = state.p // TRACK * TRACK + value
        case "row_1" | "row_2" | "row_3" | "row_4":
            if value and not state.guild:
                raise Refused(Text("The guild tile comes first."))
            row = state.rows[int(name[-1]) - 1]
            yours: list[Owner] = ["you"] * value
            row[:] = [*row, *yours][:value]
        case "space_6" | "space_3":
            _put(state, 0 if name == "space_6" else 1, value)
        case "ones_bot" | "ones_you":
            _put_ones(state, "bot" if name == "ones_bot" else "you", value)
        case _:
            setattr(state, name, value)
            state.told = [one for one in state.told if one != name]


def _put(state: State, space: int, owner: str) -> None:
    """Say whose marker lies on one of the first two spaces of row 5."""
    row = state.rows[FIXED_ROW - 1]
    _from_the_left(row, space if owner != "nobody" else 0)
    if owner == "nobody":
        del row[space:]
    else:
        row[space : space + 1] = [owner]  # type: ignore[list-item]  # a choice of the field
    _count_fixed(state)


def _put_ones(state: State, owner: Owner, n: int) -> None:
    row = state.rows[FIXED_ROW - 1]
    _from_the_left(row, len(FIXED_VP) if n else 0)
    others: list[Owner] = [one for one in row[len(FIXED_VP) :] if one != owner]
    row[len(FIXED_VP) :] = [*others, *[owner] * n]
    _count_fixed(state)


def _from_the_left(row: list[Owner], filled: int) -> None:
    """Refuse a gap in row 5: its first spaces must be filled."""
    if len(row) < filled:
        raise Refused(Text("Row 5 fills from the left: correct the {vp} first.", vp=FIXED_VP[len(row)]))


def _count_fixed(state: State) -> None:
    state.fixed_vp = _worth(state)


def _worth(state: State) -> int:
    """Return what her markers in row 5 are worth: nothing but in Ravel mode (wyrmspan.brown.fixed)."""
    return fixed_points(state.rows[FIXED_ROW - 1]) if state.ravel else 0


def _laws(state: State, deck: tuple[str, ...]) -> list[tuple[bool, Text]]:
    sides = [side.id for side in cards().objectives.cards]
    guilds = ["", *(guild.id for guild in cards().guilds.cards)]
    tiles = [name[:-1] for name in state.objectives]
    laws = [
        (
            sorted(state.left + state.played) == sorted(deck),
            Text("Cards left and played must together be: {cards}.", cards=deck),
        ),
        (len(state.played) <= DRAWN, Text("Only {n} cards are played in a round.", n=DRAWN)),
        (1 <= state.round <= ROUNDS, Text("The round must be 1 to {rounds}.", rounds=ROUNDS)),
        (state.turn >= 1, Text("Turns of a round are counted from 1.")),
        (state.shuffle >= 0, Text("Shuffles are counted from 0.")),
        (0 <= state.p <= FARTHEST, Text("p counts steps from START: 0 to {most}.", most=FARTHEST)),
        (
            all(name in sides for name in state.objectives),
            Text("An objective must be one of: {ids}.", ids=tuple(sides)),
        ),
        (len(tiles) == len(set(tiles)), Text("Two objectives cannot be sides of one tile.")),
        (len(state.objectives) <= ROUNDS, Text("There are {n} objectives.", n=ROUNDS)),
        (state.guild in guilds, Text("The guild tile must be one of: {ids}.", ids=tuple(guilds[1:]))),
        (len(state.rows) == FIXED_ROW, Text("The guild tile has {n} rows.", n=FIXED_ROW)),
        (1 <= state.most <= DEEPEST and 1 <= state.least <= DEEPEST, Text("A cave has 1 to {n} spaces.", n=DEEPEST)),
    ]
    counts = ("dragons", "caves", "markers_ready", "coins", "objective_vp", "fixed_vp")
    for name in counts:
        most = MARKERS if name == "markers_ready" else LIMIT
        laws.append((0 <= getattr(state, name) <= most, Text("{name} must be 0 to {most}.", name=name, most=most)))
    laws += _laws_of_phase(state)
    if len(state.rows) == FIXED_ROW:
        worth = _worth(state)
        laws.append((state.fixed_vp == worth, Text("Her markers in row 5 are worth {vp} (fixed_vp).", vp=worth)))
    if state.guild in guilds[1:] and len(state.rows) == FIXED_ROW:
        for row, spaces in enumerate(state.spaces(), 1):
            fits = len(state.rows[row - 1]) <= spaces
            laws.append((fits, Text("Row {row} has {n} space.", plural="Row {row} has {n} spaces.", row=row, n=spaces)))
    return laws


SET_UP = {Phase.OBJECTIVE, Phase.GUILD, Phase.LAY_TILES, Phase.PLACE_PIECES, Phase.YOUR_RULES}
YOUR_PHASES = {Phase.YOUR_TURN, Phase.YOUR_MARKER}
HER_PHASES = {Phase.HER_TURN, Phase.CARD, Phase.DRAWN, Phase.ADVANCE, Phase.HER_TURN_ALONE}
END_PHASES = {Phase.FINAL, Phase.YOUR_TOTAL, Phase.OVER}


def _laws_of_phase(state: State) -> list[tuple[bool, Text]]:
    """Return what a phase needs to have happened."""
    at, did, passed = state.at, state.did, (state.passed, state.you_passed)
    set_up = at not in {Phase.OBJECTIVE, Phase.GUILD}
    drawn = at in {Phase.DRAWN, Phase.ADVANCE, Phase.HER_TURN_ALONE}
    return [
        (set_up == (len(state.objectives) == ROUNDS and state.guild != "") or at is Phase.GUILD, _INCOMPLETE),
        (at is not Phase.GUILD or (len(state.objectives) == ROUNDS and state.guild == ""), _INCOMPLETE),
        (not drawn or (did is not None and did.card in state.played[-1:]), Text("Her last card must be the one done.")),
        (did is None or did.card in state.played, Text("What she did must be of a card played.")),
        (at is not Phase.CARD or len(state.played) < DRAWN, Text("Her deck is empty.")),
        (at not in SET_UP or not (any(passed) or state.played), Text("The set-up is over.")),
        (at not in HER_PHASES or not state.passed, Text("She has passed in this round.")),
        (at not in YOUR_PHASES or not state.you_passed, Text("You have passed in this round.")),
        (at is not Phase.HER_TURN_ALONE or state.you_passed, Text("She is alone only after your pass.")),
        (at not in {Phase.COMPARE, Phase.ROUND_END} or all(passed), Text("A round ends when both have passed.")),
        (at not in END_PHASES or state.round == ROUNDS, Text("The game ends after round {n}.", n=ROUNDS)),
        (at is not Phase.ROUND_END or state.scored is not None, Text("The objective was not scored yet.")),
        (
            at is not Phase.ROUND_END or state.coins == 0,
            Text("The objective is scored: take that back to correct its coins."),
        ),
    ]


_INCOMPLETE = Text("After the set-up, and not before, four objectives and the guild tile lie.")
