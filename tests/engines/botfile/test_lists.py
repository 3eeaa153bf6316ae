"""What expressions of a file make of lists."""

from engines.botfile.expressions import Expression
from tests.engines.botfile.written import Names


def test_a_list_is_read_backwards() -> None:
    """An arrow that points up reads a list of the card from its end."""
    read = Expression("first(backwards(order), open)", lambda name: name in ("owl", "fox", "hen"))
    assert read(Names({"order": ["owl", "fox", "hen"], "open": ["owl", "fox"]})) == "fox"
