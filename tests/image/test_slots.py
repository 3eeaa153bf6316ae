"""The choice of the root: of two records, the newer undamaged one counts."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.image.card import slots

pytestmark = pytest.mark.all

RECORD = 512


@pytest.fixture
def part(tmp_path: Path) -> Path:
    """Return an empty partition of records."""
    path = tmp_path / "p5"
    path.write_bytes(bytes(4 * RECORD))
    return path


def test_an_empty_card_starts_root_a(part: Path) -> None:
    """Without any record root a starts."""
    assert "a - 0 -" == slots("show", part)


def test_the_newest_record_counts(part: Path) -> None:
    """Each record replaces the older one of the two."""
    for n in range(12):
        slots("set", part, "a", "b", n, "0.2.0:7")
        assert f"a b {n} 0.2.0:7" == slots("show", part)
    assert len(part.read_bytes()) == 4 * RECORD


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, RECORD), st.binary(max_size=RECORD), st.integers(1, 4))
@example(12, b"", 3)
def test_a_record_that_is_half_written_does_not_count(part: Path, n: int, rest: bytes, before: int) -> None:
    """After any cut during a write, the old record or the new one counts."""
    part.write_bytes(bytes(4 * RECORD))
    for tries in range(before):
        slots("set", part, "a", "b", tries, "old:1")
    old = part.read_bytes()
    slots("set", part, "b", "-", 0, "new:2")
    new = part.read_bytes()
    (place,) = (at for at in (0, RECORD) if old[at : at + RECORD] != new[at : at + RECORD])
    half = (new[place : place + n] + rest + old[place + n + len(rest) : place + RECORD])[:RECORD]
    part.write_bytes(old[:place] + half + old[place + RECORD :])
    assert slots("show", part) in (f"a b {before - 1} old:1", "b - 0 new:2")
    slots("set", part, "b", "-", 0, "next:3")
    assert "b - 0 next:3" == slots("show", part)
