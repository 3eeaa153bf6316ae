"""Cards, markers and VJ's possessions on the table; his deeds, and the progress of the game."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from engines.kit.text import Text
from engines.kit.tracked_values import number, yes_no
from engines.pampero.card import UNKNOWN, Card, Unknown

ROUNDS = 8
"""The most rounds of the time track; a game in which you take back cards is shorter."""
TURNS = 3
"""Turns of each side in a round."""
Scoring = Literal["first", "second", "final"]
SCORINGS = get_args(Scoring)
MAX_CORRECTION = 999
"""The most that a count can be corrected to."""
MAX_MONEY = 20_000
"""The most that VJ's money can be corrected to, in $."""
MAX_COUNT = 99_999
"""The most of every count, more than a play can add to a corrected one."""

DeedAction = Literal["wind", "tower", "contract", "foreign", "other", "nothing", "skipped"]
Side = Literal["vj", "you"]
Ongoing = Literal[2, 3, 30]
"""Number of an ongoing bonus tile."""
FoundBy = Literal["tile", "yours", "vj", "you", "deck"]
"""How VJ finds a specialist card: by the tile, by icons of your type or his, by your choice, or in the deck."""


class Slot(Struct):
    """A solo card beside the majority track. The first is turned face down after the 2nd scoring."""

    card: Card
    face_up: bool = True


class Pair(Struct):
    """The two markers of a majority: VJ's and yours."""

    vj: int = 0
    you: int = 0


class Contract(Struct):
    """A contract that VJ fulfilled."""

    sector: str
    type: str
    cost: int


def _count(label: Text, word: Text, most: int = MAX_CORRECTION) -> Meta:
    return number(label, word, most, limit=MAX_COUNT)


class Vj(Struct):
    """VJ's possessions. Counts by sector and positions by income track omit those at 0.

    `towers_left` and `wind_left` are computed if they are not given. `unlocked_transformers` is "?" if only his grid
    board shows it.
    """

    energy: Annotated[int, number(Text("VJ’s energy"), Text("energy"), lambda state: state.board.energy.max)] = 1
    batteries: Annotated[
        int, number(Text("VJ’s batteries"), Text("batteries"), lambda state: state.board.supply.batteries_total)
    ] = 1
    money: Annotated[int, _count(Text("VJ’s money"), Text("money in $"), MAX_MONEY)] = 0
    towers: dict[str, int] = {}
    wind: dict[str, int] = {}
    transformers: dict[str, int] = {}
    towers_left: int | None = None
    wind_left: int | None = None
    income: dict[str, int] = {}
    contracts: list[Contract] = []
    network_tiles: Annotated[int, _count(Text("VJ’s network tiles"), Text("network tiles"))] = 0
    bonus_tiles: list[str] = []
    ongoing: list[Ongoing] = []
    scoring_cards: list[str] = []
    connection_tiles: list[str] = []
    dozers_parked: Annotated[int, _count(Text("His parked bulldozers"), Text("his parked bulldozers"))] = 0
    unlocked_transformers: int | Unknown = UNKNOWN


class You(Struct):
    """Your values that are remembered: the type of your rightmost income marker when it was last asked."""

    rb_type: str | None = None


class Clock(Struct):
    """Round (1 to 8), turn of each side in it (1 to 3), the player to move, and the number of scorings (0 to 3)."""

    round: Annotated[int, number(Text("Round"), Text("round"), ROUNDS, 1)] = 1
    turn_in_round: Annotated[int, number(Text("Turn in the round"), Text("turn in the round"), TURNS, 1)] = 1
    whose: Side = "you"
    scorings_done: Annotated[int, number(Text("Scorings done"), Text("scorings done"), len(SCORINGS))] = 0


class Flags(Struct):
    """Flags: the pass tile shows its brain; the play is over."""

    pass_tile_unused: Annotated[bool, yes_no(Text("Pass tile unused"), Text("pass tile unused"))] = True
    over: bool = False


class Deed(Struct):
    """VJ's last turn, without words: the lines of your next one.

    He followed `section` (from 0) of the card at `space`. `gained` and `cost` are in energy. `moved` is the income
    marker that advanced `steps`; `your_type` is the type of your rightmost marker, if it was asked. `specialists` says
    how each specialist card was found, in order.
    """

    action: DeedAction
    space: int = 0
    section: int = 0
    sector: str = ""
    type: str = ""
    gained: int = 0
    cost: int = 0
    batteries: int = 0
    money: int = 0
    steps: int = 0
    moved: str = ""
    network: int = 0
    transformers: int = 0
    tiles: int = 0
    dozers: int = 0
    connections: int = 0
    ongoing: list[int] = []
    specialists: list[list[FoundBy]] = []
    your_type: str = ""


class Scored(Struct):
    """A scoring: which one, the winners of its majorities by space, VJ's $, and his covered spaces with "!!"."""

    which: Scoring
    winners: dict[str, Side]
    money: int
    marked: int = 0
