"""No frame leaves half of its room white while something stands on a further page."""

import pytest

from display.profiles import PROFILES, Profile
from engines.registry import KEYS
from tests.contract.laws import guide
from tests.contract.white import counted

_FEW, _MANY = 1, 20
"""So many plays of each level are looked at."""


@guide("steps.py")
@pytest.mark.parametrize("plays", [_FEW, pytest.param(_MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("key", KEYS)
def test_no_glass_is_wasted(key: str, profile: Profile, plays: int) -> None:
    """On every page of a random play but the last ones, rows cover half of the room or more."""
    frames, wasted = counted(key, profile, plays=plays)
    assert frames, "a play shows nothing"
    assert wasted == 0, f"{wasted} of {frames} pages leave half of their room white"
