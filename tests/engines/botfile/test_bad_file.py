"""A file that is no bot gives one sentence: where, what was found, what is allowed."""

import pytest

from engines.botfile import load
from engines.kit.rules import BadFile


def test_a_field_that_is_missing() -> None:
    """The sentence names file, line and field."""
    with pytest.raises(BadFile, match=r"^x\.toml, line 1: format is missing\. Add it\.$"):
        load(b"key = 5\n", "x.toml")
