"""A report as code texts: in any order they give it back, or the missing ones are named."""

from hashlib import sha256

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from firmware import report
from firmware.errors import TavolinoError
from firmware.plays.from_outside import saved_play_of

LONG_REPORT = b"".join(sha256(bytes([n])).digest() for n in range(75))


@given(st.binary(max_size=2000))
def test_parts_and_back(raw: bytes) -> None:
    """Any bytes can be restored from their texts, whose characters all fit an alphanumeric code."""
    texts = report.code_texts(raw)
    assert report.join_codes("\n".join(texts), "x") == raw
    assert all(set(text) <= set(report._LETTERS) for text in texts)


def test_any_order_and_twice() -> None:
    """Texts can be joined in any order, with duplicates, from a note with other words."""
    texts = report.code_texts(LONG_REPORT)
    assert len(texts) > 5
    note = "Hello,\r\n" + "\r\n".join([*reversed(texts), texts[2]]) + "\r\nregards"
    assert report.is_code_text(note.encode())
    assert report.join_codes(note, "x") == LONG_REPORT


def test_what_is_missing_is_named() -> None:
    """An unread code is named, and so is damage."""
    texts = report.code_texts(LONG_REPORT)
    with pytest.raises(TavolinoError, match=r"^x lacks code 2, 4 of \d\."):
        report.join_codes("\n".join(text for n, text in enumerate(texts, 1) if n not in (2, 4)), "x")
    other = "A" if texts[0][20] != "A" else "B"
    with pytest.raises(TavolinoError, match="damaged"):
        report.join_codes("\n".join([f"{texts[0][:20]}{other}{texts[0][21:]}", *texts[1:]]), "x")
    with pytest.raises(TavolinoError, match="damaged"):
        report.join_codes(report.CODE_HEAD, "x")


@pytest.mark.parametrize("number", ["999999999", "9" * 5000])
def test_numbers_of_no_code(number: str) -> None:
    """A code with too many codes in its head is damaged; nothing is allocated for long numbers."""
    for text in (f"TAV1 1/{number} AB.", f"TAV1 {number}/2 AB."):
        with pytest.raises(TavolinoError, match="damaged"):
            report.join_codes(text, "x")


def test_many_missing_codes_are_not_all_listed() -> None:
    """Of many missing codes only the first are named."""
    with pytest.raises(TavolinoError, match=r"^x lacks code 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … of 999\."):
        report.join_codes("TAV1 1/999 AB.", "x")


@pytest.mark.parametrize(
    "raw", [b"TAV1 1/1 " * 50_000, b"TAV1 1/1 AA:.\n" * 50_000, b"#\n" * 200_000, b"#" * 1_000_000]
)
def test_a_large_file_is_refused_in_one_pass(raw: bytes) -> None:
    """Endless codes or a million lines above a play are refused quickly: each byte is read only a few times."""
    with pytest.raises(TavolinoError, match="x "):
        saved_play_of(raw, "x")


def test_lines_above_a_play() -> None:
    """The lines above a play are counted and removed."""
    assert report.split_head(b"# a\n#\n[1]\n# b") == (2, b"[1]\n# b")
    assert report.split_head(b"# a") == (1, b"")
    assert report.split_head(b"") == (0, b"")


@pytest.mark.parametrize("modules", report.PART_CHARS)
def test_a_code_holds_its_part(modules: int) -> None:
    """The longest part with its head fits a code of this many modules; a smaller glass gets shorter parts."""
    longest = report.code_texts(LONG_REPORT * 4, report.part_chars(modules))[0].replace("1/", "99/99")
    code = segno.make(longest, error="l", mode="alphanumeric", micro=False, boost_error=False)
    assert len(code.matrix) == modules
    assert report.part_chars(modules - 1) < report.part_chars(modules) == report.part_chars(modules + 1)
    assert report.join_codes("\n".join(report.code_texts(LONG_REPORT, report.part_chars(modules))), "x") == LONG_REPORT
