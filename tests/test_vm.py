"""What `make test-vm` and `make test-arm64` can be asked for; what they do wants root and an hour."""

import pytest

from tests.vm import user_mode
from tests.vm.__main__ import PULLS, asked
from tests.vm.image import SUITES


def test_what_is_asked_for() -> None:
    """All machines, or those that are named; others are refused."""
    assert ([*SUITES, "pins", "four", "pi3", "start"], PULLS) == asked([])
    assert (["pins"], PULLS) == asked(["pins"])
    assert (["trixie"], 3) == asked(["trixie", "--pulls", "3"])
    with pytest.raises(SystemExit):
        asked(["sid"])


def test_which_debian_the_tests_are_run_in() -> None:
    """That of the image, or the one that is named."""
    assert SUITES["trixie"] == user_mode.asked([])
    assert SUITES["bookworm"] == user_mode.asked(["bookworm"])
    with pytest.raises(SystemExit):
        user_mode.asked(["sid"])
