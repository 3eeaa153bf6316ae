"""A problem report: a play file with what wrote it, and the same as texts that codes on the glass can carry.

report ─▶ zlib ─▶ base 45 (RFC 9285) ─▶ parts "TAV1 2/6 ….", each as much as one code holds
"""

import re
import zlib
from collections.abc import Iterable

from engines.text import Text
from firmware.errors import TavolinoError

HEAD = "TAV1"
PART = 600
"""Letters of a part: with its head a code of version 13 holds them at the level L."""
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_CODE = re.compile(rf"{HEAD} (\d+)/(\d+) ([{re.escape(_LETTERS)}]*)\.", re.ASCII)
_MOST = 1 << 24


def of_play(lines: str, panel: str, version: int | str) -> bytes:
    """Return the report of a play: its file, below what wrote it."""
    from importlib.metadata import version as installed  # noqa: PLC0415 - only a report says it

    return f"# Tavolino {installed('tavolino')}, rules {version}, panel {panel}\n{lines}".encode()


def parts(raw: bytes) -> list[str]:
    """Return a report as numbered texts of letters that codes hold best."""
    packed = zlib.compress(raw, 9)
    words = "".join(_word(packed[at : at + 2]) for at in range(0, len(packed), 2))
    cut = [words[at : at + PART] for at in range(0, len(words), PART)]
    return [f"{HEAD} {n}/{len(cut)} {part}." for n, part in enumerate(cut, 1)]


def is_read(raw: bytes) -> bool:
    """Return whether a file has the texts of codes, as a phone gave them."""
    return HEAD.encode() in raw[:100]


def joined(texts: str, name: str) -> bytes:
    """Return the report of texts in any order, once or more each; TavolinoError names what is missing."""
    found = {int(n): (int(of), part) for n, of, part in _CODE.findall(texts)}
    most = max((of for of, _ in found.values()), default=0)
    missing = [str(n) for n in range(1, most + 1) if n not in found]
    if missing:
        codes = ", ".join(missing)
        raise TavolinoError(
            Text(
                "{name} lacks code {codes} of {most}. Read it from the glass again.", name=name, codes=codes, most=most
            )
        )
    try:
        packed = _unpacked("".join(found[n][1] for n in range(1, most + 1)))
        unzip = zlib.decompressobj()
        raw = unzip.decompress(packed, _MOST)
        if unzip.eof:
            return raw
    except (zlib.error, ValueError, OverflowError):
        pass
    raise TavolinoError(
        Text("{name} has codes of different reports, or damaged ones. Read them from the glass again.", name=name)
    )


def headed(raw: bytes) -> tuple[int, bytes]:
    """Return how many lines a report has above its play file, and that."""
    lines = 0
    while raw[:1] == b"#":
        lines, raw = lines + 1, raw.partition(b"\n")[2]
    return lines, raw


def _word(pair: bytes) -> str:
    """Return two bytes as three letters, the last one alone as two."""
    n = int.from_bytes(pair, "big")
    return "".join(_LETTERS[n // 45**place % 45] for place in range(len(pair) + 1))


def _unpacked(words: str) -> bytes:
    return b"".join(_pair(words[at : at + 3]) for at in range(0, len(words), 3))


def _pair(letters: Iterable[str]) -> bytes:
    values = [_LETTERS.index(letter) for letter in letters]
    number: int = sum(value * 45**place for place, value in enumerate(values))
    return number.to_bytes(len(values) - 1, "big")
