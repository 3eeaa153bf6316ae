"""What `make test-vm` can be asked for; what it does wants root and an hour."""

import pytest

from tests.vm.__main__ import PULLS, asked
from tests.vm.image import SUITES


def test_what_is_asked_for() -> None:
    """All machines, or those that are named; others are refused."""
    assert ([*SUITES, "pins"], PULLS) == asked([])
    assert (["pins"], PULLS) == asked(["pins"])
    assert (["trixie"], 3) == asked(["trixie", "--pulls", "3"])
    with pytest.raises(SystemExit):
        asked(["sid"])
