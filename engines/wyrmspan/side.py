"""The Automa's side of the table as drawings: the Dragon Guild, its tile, what she owns, and the objectives."""

from functools import partial

from msgspec.structs import replace

from engines.kit.drawings import Mark, Row, Side, Slot, Slots, Track
from engines.kit.text import Icon, Text
from engines.wyrmspan.pieces import BROWN_STEPS, FIXED_ROW, FIXED_VP, OBJECTIVE_NAMES, ROUND_CARDS, TRACK_SPACES
from engines.wyrmspan.state import SET_UP, Player, State

MARKER_SLOTS: dict[Player, partial[Slot]] = {
    "bot": partial(Slot, mark=Mark.TOKEN, said=Text("hers")),
    "you": partial(Slot, mark=Mark.YOURS, said=Text("yours")),
}
BROWN_SPACES = {
    0: Slot(icon=Icon.FLAG, shaded=True, said=Text("START, brown")),
    BROWN_STEPS: Slot(shaded=True, said=Text("brown")),
}


def side(state: State) -> Side:
    """Return all that the Automa has on the table."""
    tile = (guild_tile(state),) if state.guild else ()
    objectives = (_objectives(state),) if state.objectives else ()
    return Side(Text("What she has"), (guild_track(state), *tile, _possessions(state), *objectives))


def guild_track(state: State) -> Track:
    """Return the loop of the Dragon Guild with its two brown spaces, and the last move of her token."""
    spaces = tuple(BROWN_SPACES.get(space, Slot()) for space in range(TRACK_SPACES))
    moved = 0 if state.did is None or state.did.corrected else state.did.steps
    return Track(Text("Dragon Guild"), spaces, state.p % TRACK_SPACES, moved, loop=True, first=0)


def guild_tile(state: State) -> Slots:
    """Return the rows of the guild tile; a triangle marks the start of the count for her next marker."""
    return Slots(tuple(Row(Text("Row {n}", n=row), _spaces(state, row)) for row in range(1, FIXED_ROW + 1)))


def _spaces(state: State, row: int) -> tuple[Slot, ...]:
    """Return the spaces of a row of the tile, markers first; row 5 has one more than it needs, with its points."""
    owners = state.rows[row - 1]
    further = max(len(owners) + 1 - len(FIXED_VP), 1)
    printed: tuple[int | None, ...] = (*FIXED_VP, *[1] * further)
    if row < FIXED_ROW:
        printed = (None,) * state.spaces()[row - 1]
    taken = [MARKER_SLOTS[owner](vp) for owner, vp in zip(owners, printed, strict=False)]
    free = [Slot(vp) for vp in printed[len(owners) :]]
    if row == state.free_rows[0]:
        free[0] = replace(free[0], mark=Mark.NEXT, said=Text("her count begins here"))
    return (*taken, *free)


def _possessions(state: State) -> Slots:
    rows = (
        (Text("Dragons"), state.dragons, Icon.DRAGON),
        (Text("Cave cards"), state.caves, Icon.CAVE),
        (Text("Markers"), state.markers_ready, Icon.MARKER),
        (Text("Cards left"), ROUND_CARDS - len(state.played), Icon.CARD),
        (Text("Objective VP"), state.objective_vp, Icon.TROPHY),
    )
    return Slots(tuple(Row(label, (Slot(n, icon),)) for label, n, icon in rows))


def _objectives(state: State) -> Slots:
    """Return the objectives by round: a tick if scored, coins on this round's."""
    numbered = enumerate(state.objectives, 1)
    return Slots(tuple(Row(number, _round_slots(state, number), OBJECTIVE_NAMES[name]) for number, name in numbered))


def _round_slots(state: State, number: int) -> tuple[Slot, ...]:
    if number < state.round or (number == state.round and state.scored is not None):
        return (Slot(mark=Mark.TICK),)
    playing = number == state.round and state.at not in SET_UP
    return (Slot(state.coins, Icon.COIN, said=Text("coins")),) if playing else ()
