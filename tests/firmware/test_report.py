"""A report as texts: whatever order they come in, it is whole again, or what is missing is named."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import report
from firmware.errors import TavolinoError

LONG = b"".join(sha256(bytes([n])).digest() for n in range(75))


@given(st.binary(max_size=2000))
def test_parts_and_back(raw: bytes) -> None:
    """Any bytes come back from their texts, all of which a code holds as letters."""
    texts = report.parts(raw)
    assert report.joined("\n".join(texts), "x") == raw
    assert all(set(text) <= set(report._LETTERS) for text in texts)


def test_any_order_and_twice() -> None:
    """Texts come back in any order, some twice, in lines of a note that has other words too."""
    texts = report.parts(LONG)
    assert len(texts) > 5
    note = "Hello,\r\n" + "\r\n".join([*reversed(texts), texts[2]]) + "\r\nregards"
    assert report.is_read(note.encode())
    assert report.joined(note, "x") == LONG


def test_what_is_missing_is_named() -> None:
    """A code that was not read is named; damage is."""
    texts = report.parts(LONG)
    with pytest.raises(TavolinoError, match=r"^x lacks code 2, 4 of \d\."):
        report.joined("\n".join(text for n, text in enumerate(texts, 1) if n not in (2, 4)), "x")
    other = "A" if texts[0][20] != "A" else "B"
    with pytest.raises(TavolinoError, match="damaged"):
        report.joined("\n".join([f"{texts[0][:20]}{other}{texts[0][21:]}", *texts[1:]]), "x")
    with pytest.raises(TavolinoError, match="damaged"):
        report.joined(report.HEAD, "x")
