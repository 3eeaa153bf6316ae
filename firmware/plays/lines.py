"""Lines of which none can be lost, added or changed unnoticed.

    [91,812,"9f8e7d6c",{"do":"input","entry":["answer","your_turn","go_on","player"]}]
     │  │    └ CRC-32 of number and JSON, chained: it begins with that of the line before
     │  └ a number that counts through all plays of a device
     └ bytes that follow the first comma, the line's end included

A line that was damaged, swapped or comes from elsewhere does not follow. A line shorter than its length was never
finished, so nobody was told that it is kept.
"""

import re
import zlib

from msgspec import Struct

_UNFINISHED = rb"\[(\d{0,9}|(\d{1,9}),[^\n]*)"


class Line(Struct, frozen=True):
    """A line that follows another: its number, its link of the chain, its JSON, and its bytes."""

    seq: int
    chain: int
    body: bytes
    raw: bytes


def written(seq: int, chain: int, body: bytes) -> tuple[bytes, int]:
    """Return a line that follows `chain`, and its own link."""
    link = zlib.crc32(b"%d,%s" % (seq, body), chain)
    rest = b'%d,"%08x",%s]\n' % (seq, link, body)
    return b"[%d,%s" % (len(rest), rest), link


def read(*sources: bytes, chain: int = 0) -> list[Line]:
    """Return the lines that follow `chain` and each other, whichever source has the next one."""
    lines: list[Line] = []
    for source in sources:
        for raw in source.splitlines(keepends=True):
            try:
                length, number, link, rest = raw.split(b",", 3)
                seq, body = int(number), rest[:-2]
            except ValueError:
                continue
            found = zlib.crc32(body, zlib.crc32(number + b",", chain))
            whole = rest[-2:] == b"]\n" and length == b"[%d" % (len(raw) - len(length) - 1)
            if whole and link == b'"%08x"' % found:
                chain = found
                lines.append(Line(seq, chain, body, raw))
    return lines


def unfinished(rest: bytes) -> bool:
    """Return whether the end of a file is the beginning of a line."""
    found = re.fullmatch(_UNFINISHED, rest)
    return found is not None and (found[2] is None or len(rest) < found.end(2) + 1 + int(found[2]))
