"""Lines of which none can be lost, added or changed unnoticed.

    [91,812,"9f8e7d6c",{"do":"input","entry":["answer","your_turn","go_on","player"]}]
     │  │    └ CRC-32 of number and JSON, chained: it begins with that of the line before
     │  └ a number that counts through all plays of a device
     └ bytes that follow the first comma, the line's end included

What is lost, doubled, swapped or comes from before breaks the chain there. A line shorter than its length was never
finished, so nobody was told that it is kept; any other line that does not read is damage.
"""

import re
import zlib

from msgspec import Struct

_UNFINISHED = rb"\[(\d{0,9}|(\d{1,9}),[^\n]*)"


class Line(Struct, frozen=True):
    """A line that reads: its number, its link of the chain, its JSON, and where it ends in its file."""

    seq: int
    chain: int
    body: bytes
    end: int


def written(seq: int, chain: int, body: bytes) -> tuple[bytes, int]:
    """Return a line that follows `chain`, and its own link."""
    link = zlib.crc32(b"%d,%s" % (seq, body), chain)
    rest = b'%d,"%08x",%s]\n' % (seq, link, body)
    return b"[%d,%s" % (len(rest), rest), link


def read(raw: bytes, end: int = 0, chain: int = 0) -> list[Line]:
    """Return the lines from `end` on, where `chain` is the link before them, up to the first that does not read."""
    lines: list[Line] = []
    for line in raw[end:].splitlines(keepends=True):
        try:
            _, number, _, rest = line.split(b",", 3)
            seq, body = int(number), rest[:-2]
        except ValueError:
            break
        again, chain = written(seq, chain, body)
        if again != line:
            break
        end += len(line)
        lines.append(Line(seq, chain, body, end))
    return lines


def unfinished(rest: bytes) -> bool:
    """Return whether what follows the last line that reads is the beginning of one."""
    found = re.fullmatch(_UNFINISHED, rest)
    return found is not None and (found[2] is None or len(rest) < found.end(2) + 1 + int(found[2]))
