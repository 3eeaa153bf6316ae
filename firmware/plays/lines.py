"""Lines with lengths, numbers and chained checksums, so that no loss or change goes unnoticed.

    [91,812,"9f8e7d6c",{"do":"input","entry":["answer","your_turn","go_on","player"]}]
     │  │    └ CRC-32 of number and JSON, which starts from the CRC of the line before
     │  └ a number that counts through all plays of a device
     └ bytes after the first comma, with the end of the line

A line that is damaged, swapped or from another file does not follow the line before. A line shorter than its length was
never finished, so it was never acknowledged.
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


def encode(seq: int, chain: int, body: bytes) -> Line:
    """Return the line that follows `chain`."""
    link = zlib.crc32(b"%d,%s" % (seq, body), chain)
    rest = b'%d,"%08x",%s]\n' % (seq, link, body)
    return Line(seq, link, body, b"[%d,%s" % (len(rest), rest))


def read(*sources: bytes, chain: int = 0) -> list[Line]:
    """Return the lines that follow `chain` and each other, whichever source has the next one."""
    lines: list[Line] = []
    for source in sources:
        for raw in source.splitlines(keepends=True):
            try:
                _, seq, _, rest = raw.split(b",", 3)
                line = encode(int(seq), chain, rest[:-2])
            except ValueError:
                continue
            if line.raw == raw:
                chain = line.chain
                lines.append(line)
    return lines


def with_last_end(raw: bytes) -> bytes:
    """Return a file with the end of its last line, if only that is missing: an editor may have taken it away."""
    ended = raw + b"\n"
    return ended if not raw.endswith(b"\n") and len(read(ended)) > len(read(raw)) else raw


def is_unfinished(end: bytes) -> bool:
    """Return whether the end of a file is the beginning of a line."""
    found = re.fullmatch(_UNFINISHED, end)
    return found is not None and (found[2] is None or len(end) < found.end(2) + 1 + int(found[2]))
