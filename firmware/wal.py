"""What SQLite leaves unread of a write-ahead log: it reads up to the first frame that is not as it was written.

    head │ frame … frame (end) │ frame … frame (end) │ damaged │ frame (end) │ frame … frame (end)
         └─────────── taken ─────────────────────────┘         └─ acknowledged, and never seen again

A log that breaks off in the middle of one transaction is what a loss of power leaves: that one was never acknowledged.
Each transaction is synced before the next one begins: where two end behind the break, an acknowledged one is lost. The
format: https://www.sqlite.org/walformat.html
"""

import struct
import sys
from pathlib import Path

HEAD, FRAME_HEAD = 32, 24
TAKEN = slice(16, 20)
"""Where the index beside the log has the number of frames that SQLite took."""
BIG = 0x377F0683
"""The magic number of a log whose checksums are made of big-endian words; one less: little-endian."""
UNFINISHED = 1
"""So many transactions may end behind the break without a loss."""


def wal_of(path: Path) -> Path:
    """Return where the log of a database is."""
    return Path(f"{path}-wal")


def has_lost(path: Path, page: int) -> bool:
    """Return whether SQLite, which has a file with pages of so many bytes open, has skipped what was acknowledged.

    OSError where log or index cannot be read.
    """
    wal, index = wal_of(path), Path(f"{path}-shm")
    if not wal.exists() or wal.stat().st_size < HEAD + FRAME_HEAD:
        return False
    taken = int.from_bytes(index.read_bytes()[TAKEN], sys.byteorder)
    return _ends(wal, page, taken) > UNFINISHED


def _ends(wal: Path, page: int, taken: int) -> int:
    """Count the ends of transactions behind so many frames. Frames with other salts are of a log that was done with."""
    with wal.open("rb") as file:
        head, first = file.read(HEAD), file.read(FRAME_HEAD)
        salts = head[16:24] if _is_sound(head) else first[8:16]
        ends = 0
        for frame in range(taken, (wal.stat().st_size - HEAD) // (FRAME_HEAD + page)):
            file.seek(HEAD + frame * (FRAME_HEAD + page))
            _, pages, found = struct.unpack(">2I8s", file.read(16))  # how many pages the file has: at an end only
            ends += pages > 0 and found == salts
    return ends


def _is_sound(head: bytes) -> bool:
    """Return whether the head of a log has the checksum that was written with it."""
    order = ">" if int.from_bytes(head[:4]) == BIG else "<"
    a = b = 0
    words = struct.unpack(f"{order}6I", head[:24])
    for x, y in zip(words[::2], words[1::2], strict=True):
        a = (a + x + b) & 0xFFFFFFFF
        b = (b + y + a) & 0xFFFFFFFF
    return (a, b) == struct.unpack(">2I", head[24:])
