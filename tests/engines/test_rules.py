"""The loader of data files: whatever is in one, it is a file or one sentence."""

import pytest

from engines.rules import BadFile, parse

DEEP = 20_000

MONSTERS = {
    "brackets": b"a = " + b"[" * DEEP,
    "closed brackets": b"a = " + b"[" * 40 + b"]" * 40,
    "braces": b"a = " + b"{a = " * DEEP,
    "a key with dots": b".".join([b"a"] * DEEP) + b" = 1",
    "a table with dots": b"[" + b".".join([b"a"] * DEEP) + b"]",
    "digits": b"a = " + b"9" * 5000,
    "hexadecimal digits": b"a = [0x" + b"f" * 5000 + b"]",
    "a number of 65 bits": b"a = 9223372036854775808",
    "a key twice": b"".join([b"[" + b".".join([b"a"] * 2000) + b"]\n"] * 2),
    "no end": b'a = "' + b"x" * 100_000,
    "no text": b"\xff\xfe",
}
"""Files that nobody wrote by hand."""


@pytest.mark.parametrize("raw", MONSTERS.values(), ids=MONSTERS)
def test_a_monster_is_one_short_sentence(raw: bytes) -> None:
    """The sentence names the file, and is short however long and deep that is."""
    with pytest.raises(BadFile) as raised:
        parse(raw, "my.toml")
    said = str(raised.value)
    assert said.startswith("my.toml is not a TOML file")
    assert len(said) <= 1000
    assert "\n" not in said


@pytest.mark.parametrize("raw", [b"a = " + b"[" * 30 + b"]" * 30, b"a = [9223372036854775807, -9223372036854775808]"])
def test_what_is_within_the_limits_is_read(raw: bytes) -> None:
    """Numbers of 64 bits and thirty lists in each other are no fault."""
    assert ["a"] == list(parse(raw, "my.toml"))
