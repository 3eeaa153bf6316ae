"""Arguments of `make test-vm` and `make test-arm64`; running these takes root and an hour."""

import pytest

from tests.vm import user_mode
from tests.vm.__main__ import PULLS, parse_arguments
from tests.vm.image import SUITES


def test_the_arguments_of_machines() -> None:
    """All machines or the named ones are run; unknown names are refused."""
    assert ([*SUITES, "pins", "four", "pi3", "start"], PULLS) == parse_arguments([])
    assert (["pins"], PULLS) == parse_arguments(["pins"])
    assert (["trixie"], 3) == parse_arguments(["trixie", "--pulls", "3"])
    with pytest.raises(SystemExit):
        parse_arguments(["sid"])


def test_which_debian_the_tests_are_run_in() -> None:
    """The tests run in the Debian of the image, or in the one named."""
    assert SUITES["trixie"] == user_mode.parse_suite([])
    assert SUITES["bookworm"] == user_mode.parse_suite(["bookworm"])
    with pytest.raises(SystemExit):
        user_mode.parse_suite(["sid"])
