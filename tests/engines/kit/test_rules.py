"""The loader of data files: any content is loaded or refused with one sentence."""

import pytest

from engines.kit.rules import BadFile, parse

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
"""Broken files that nobody wrote by hand."""


@pytest.mark.parametrize("raw", MONSTERS.values(), ids=MONSTERS)
def test_a_monster_is_one_short_sentence(raw: bytes) -> None:
    """The sentence names the file, and is short even if the file is long or deep."""
    with pytest.raises(BadFile) as raised:
        parse(raw, "my.toml")
    said = str(raised.value)
    assert said.startswith(("my.toml is not a TOML file", "my.toml is too large"))
    assert len(said) <= 1000
    assert "\n" not in said


TOO_LARGE = {
    "a key": b".".join([b"a"] * 33) + b" = 1",
    "a key with blanks and quotes": b" . ".join([b"a", b'"b"', b"'c'"] * 11) + b" = 1",
    "a heading": b"[" + b".".join([b"a"] * 12_000) + b"]",
    "a key in braces": b"a = { b = 1, " + b".".join([b"a"] * 33) + b" = 1 }",
    "a key behind words": b"x = '''\n#'''\n# [\n" + b".".join([b"a"] * 100_000) + b" = 1",
    "items": b"a = [" + b"1," * 8_000 + b"1]",
    "keys": b"a=1\n" * 8_001,
    "headings": b"[a]\n" * 8_001,
    "bytes": b"#" * (256 * 1024 + 1),
}
"""Files that exceed one of the loader's limits."""


@pytest.mark.parametrize("raw", TOO_LARGE.values(), ids=TOO_LARGE)
def test_large_files_are_refused_before_they_are_parsed(raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key of many parts takes a parser minutes: parts, items and bytes are counted first."""
    monkeypatch.setattr("tomllib.loads", pytest.fail)
    with pytest.raises(BadFile, match=r"^my\.toml is (not a TOML file that can be used: .*parts|too large: )"):
        parse(raw, "my.toml")


WITHIN_LIMITS = {
    "parts": b".".join([b"a"] * 31) + b" = 1",
    "dots in words": b'a = "' + b"." * 99 + b'\\"' + b"." * 99 + b'" # ' + b"." * 99 + b"\nb = '" + b"." * 99 + b"'",
    "dots in long words": b'a = """' + b'.\\"""\n"' * 99 + b"\"\"\"\nb = '''" + b".\n\"#'" * 99 + b"x'''",
    "fractions": b"a = [" + b"1.5, " * 99 + b"]",
    "items": b"a = [" + b"1, " * 7_990 + b"]",
}


@pytest.mark.parametrize("raw", WITHIN_LIMITS.values(), ids=WITHIN_LIMITS)
def test_files_near_the_limits_are_read(raw: bytes) -> None:
    """Dots in words, comments and numbers make no key longer."""
    assert "a" in parse(raw, "my.toml")


@pytest.mark.parametrize("raw", [b"a = " + b"[" * 30 + b"]" * 30, b"a = [9223372036854775807, -9223372036854775808]"])
def test_large_numbers_and_deep_lists_are_read(raw: bytes) -> None:
    """Numbers of 64 bits and thirty lists in each other are no fault."""
    assert ["a"] == list(parse(raw, "my.toml"))
