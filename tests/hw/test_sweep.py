"""No panel flashes for nothing: its times from half to double, in a cold room and a warm one, on both chips."""

import random

import pytest

from tests.hw.sweep import CHIPS, MAX_UNASKED, PANELS, ROOMS, TIME_FACTORS, cell, table

pytestmark = pytest.mark.all

CELLS = [
    (panel, chip, part, room, full)
    for panel in PANELS
    for chip in CHIPS
    for part in TIME_FACTORS
    for room in ROOMS
    for full in ("fast", "slow")
]
EXTREME_CELLS = [one for one in CELLS if one[2] in {TIME_FACTORS[0], TIME_FACTORS[-1]} and one[4] == "fast"]


def check_cells(cells: list[tuple[str, str, float, tuple[int, int], str]]) -> None:
    """Assert that no panel flashes more often than is allowed, and that each draws at the end."""
    results = [(one, cell(*one)) for one in cells]

    assert [] == [one for one, result in results if result.unasked > MAX_UNASKED or not result.draws]


def test_some_panels() -> None:
    """In no ten minutes are there more than three unasked full refreshes (a slice: the edges, and some between)."""
    dice = random.Random("sweep")  # noqa: S311
    check_cells([*dice.sample(EXTREME_CELLS, 6), *dice.sample(CELLS, 2)])


@pytest.mark.long
def test_all_panels() -> None:
    """The same of every panel of the table."""
    check_cells(CELLS)


@pytest.mark.long
def test_the_table_has_every_panel() -> None:
    """A row for each part, a column for each room, for each panel, chip and full refresh; none is marked."""
    rows = list(table())

    assert len(PANELS) * len(CHIPS) * 2 * (2 + len(TIME_FACTORS)) == len(rows)
    assert not any("!" in row for row in rows)
