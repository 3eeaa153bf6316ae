"""No frame leaves half of its room white while something stands on a further page."""

import pytest

from display.profiles import PROFILES
from engines.registry import KEYS
from tests.contract.laws import guide
from tests.contract.white import counted, screens

pytestmark = pytest.mark.all

_FEW, _MANY = 1, 20
"""So many plays of each level are looked at."""


@guide("steps.py")
@pytest.mark.parametrize("plays", [_FEW, pytest.param(_MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", KEYS)
def test_no_glass_is_wasted(key: str, plays: int) -> None:
    """On every page of a random play but the last ones, rows cover half of the room or more, on every panel."""
    shown = [*screens(key, range(plays))]
    for profile in PROFILES.values():
        frames, wasted = counted(shown, profile)
        assert frames, "a play shows nothing"
        assert wasted == 0, f"{wasted} of {frames} pages leave half of their room white on {profile.key}"
