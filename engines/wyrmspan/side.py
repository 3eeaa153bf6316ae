"""The Automa's side of the table as drawings: the Dragon Guild, its tile, what she owns, and the objectives."""

from functools import partial

from msgspec.structs import replace

from engines.kit.drawings import Mark, Row, Side, Slot, Slots, Track
from engines.kit.text import Icon, Text
from engines.wyrmspan.pieces import BROWN, DRAWN, FIXED_ROW, FIXED_VP, FURTHER, OBJECTIVE_NAMES, TRACK
from engines.wyrmspan.state import SET_UP, Player, State

MARKERS: dict[Player, partial[Slot]] = {
    "bot": partial(Slot, mark=Mark.TOKEN, said=Text("hers")),
    "you": partial(Slot, mark=Mark.YOURS, said=Text("yours")),
}
BROWN_SPACES = {0: Slot(shaded=True, said=Text("START, brown")), BROWN: Slot(shaded=True, said=Text("brown"))}


def side(state: State) -> Side:
    """Return all that lies before the Automa."""
    tile = (guild_tile(state),) if state.guild else ()
    objectives = (_objectives(state),) if state.objectives else ()
    return Side(Text("Her side"), (guild_track(state), *tile, _owned(state), *objectives))


def guild_track(state: State) -> Track:
    """Return the loop of the Dragon Guild with its two brown spaces, and the way that her token has just gone."""
    spaces = tuple(BROWN_SPACES.get(space, Slot()) for space in range(TRACK))
    moved = 0 if state.did is None or state.did.corrected else state.did.steps
    return Track(Text("Dragon Guild"), spaces, state.p % TRACK, moved, loop=True)


def guild_tile(state: State) -> Slots:
    """Return the rows of the guild tile; an arrow is where the count for her next marker begins."""
    first = next(row for row in range(1, FIXED_ROW + 1) if state.free(row))
    return Slots(
        tuple(Row(Text("Row {n}", n=row), _spaces(state, row, counts=row == first)) for row in range(1, FIXED_ROW + 1))
    )


def _spaces(state: State, row: int, *, counts: bool) -> tuple[Slot, ...]:
    """Return the spaces of a row of the tile, markers first; row 5 has one more than it needs, with its points."""
    owners = state.rows[row - 1]
    further = max(len(owners) + 1 - FURTHER, 1)
    printed: tuple[int | None, ...] = (*FIXED_VP, *[1] * further)
    if row < FIXED_ROW:
        printed = (None,) * state.spaces()[row - 1]
    taken = [MARKERS[owner](vp) for owner, vp in zip(owners, printed, strict=False)]
    free = [Slot(vp) for vp in printed[len(owners) :]]
    if counts:
        free[0] = replace(free[0], mark=Mark.NEXT)
    return (*taken, *free)


def _owned(state: State) -> Slots:
    rows = (
        (Text("Dragons"), state.dragons, Icon.DRAGON),
        (Text("Cave cards"), state.caves, Icon.CAVE),
        (Text("Markers"), state.markers_ready, Icon.MARKER),
        (Text("Cards left"), DRAWN - len(state.played), Icon.CARD),
        (Text("Objective VP"), state.objective_vp, Icon.TROPHY),
    )
    return Slots(tuple(Row(label, (Slot(n, icon),)) for label, n, icon in rows))


def _objectives(state: State) -> Slots:
    """Return the objectives by round: those scored with a tick, that of the round with its coins."""
    return Slots(
        tuple(
            Row(number, _of_round(state, number), OBJECTIVE_NAMES[name])
            for number, name in enumerate(state.objectives, 1)
        )
    )


def _of_round(state: State, number: int) -> tuple[Slot, ...]:
    if number < state.round or (number == state.round and state.scored is not None):
        return (Slot(mark=Mark.TICK),)
    playing = number == state.round and state.at not in SET_UP
    return (Slot(state.coins, Icon.COIN, said=Text("coins")),) if playing else ()
