"""No panel flashes for nothing: its times from half to double, in a cold room and a warm one, on both chips."""

import random

import pytest

from tests.hw.sweep import ALLOWED, CHIPS, PANELS, PARTS, ROOMS, cell, table

pytestmark = pytest.mark.all

CELLS = [
    (panel, chip, part, room, full)
    for panel in PANELS
    for chip in CHIPS
    for part in PARTS
    for room in ROOMS
    for full in ("fast", "slow")
]
EDGES = [one for one in CELLS if one[2] in {PARTS[0], PARTS[-1]} and one[4] == "fast"]


def hold(cells: list[tuple[str, str, float, tuple[int, int], str]]) -> None:
    """Hold that no panel flashes more often than is allowed, and that each draws at the end."""
    found = [(one, cell(*one)) for one in cells]

    assert [] == [one for one, done in found if done.unasked > ALLOWED or not done.draws]


def test_some_panels() -> None:
    """In no ten minutes are there more than three unasked full refreshes (a slice: the edges, and some between)."""
    dice = random.Random("sweep")  # noqa: S311
    hold([*dice.sample(EDGES, 6), *dice.sample(CELLS, 2)])


@pytest.mark.long
def test_all_panels() -> None:
    """The same of every panel of the table."""
    hold(CELLS)


@pytest.mark.long
def test_the_table_has_every_panel() -> None:
    """A row for each part, a column for each room, for each panel, chip and full refresh; none is marked."""
    rows = list(table())

    assert len(PANELS) * len(CHIPS) * 2 * (2 + len(PARTS)) == len(rows)
    assert not any("!" in row for row in rows)
