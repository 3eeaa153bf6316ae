"""Arguments of `make test-vm` and `make test-arm64`; running these takes root and an hour."""

import pytest

from tests.vm import user_mode
from tests.vm.__main__ import PULLS, asked
from tests.vm.image import SUITES


def test_what_is_asked_for() -> None:
    """All machines or the named ones are run; unknown names are refused."""
    assert ([*SUITES, "pins", "four", "pi3", "start"], PULLS) == asked([])
    assert (["pins"], PULLS) == asked(["pins"])
    assert (["trixie"], 3) == asked(["trixie", "--pulls", "3"])
    with pytest.raises(SystemExit):
        asked(["sid"])


def test_which_debian_the_tests_are_run_in() -> None:
    """The tests run in the Debian of the image, or in the one named."""
    assert SUITES["trixie"] == user_mode.asked([])
    assert SUITES["bookworm"] == user_mode.asked(["bookworm"])
    with pytest.raises(SystemExit):
        user_mode.asked(["sid"])
