"""How a play is written down: the play as of some moment, packed, and the operations after it, one small row each.

    plays    number → what the list shows, and the pack: the play as of operation `seq`
    ops      play, slot → one operation: what came, how many inputs went, how the tail changed
    states   play, slot → an encoded state: slot 0 the last, the others one for every 25 inputs
    meta     name → number: the play used last, the last number given, counters

A live play has all its slots from the start and uses them in turn. Recording an input overwrites one row of `ops` and
one of `states`, of the same size, so no page is ever added then: that is what keeps an input at two pages, three where
a state does not fit in a quarter of one. Every row ends in a CRC-32 of its other columns. Every operation writes a
state, so either table says which operation was the last.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engines.contract import Entry, Options
from engines.play import Base, Change, Owner, Play, Step

SCHEMA = 1
EVERY = 25
"""One state is kept for so many inputs."""
OP_SLOTS = 512
STATE_SLOTS = 25
FIRST = 1 << 16
"""The first operation of a play: from here to 8 million all numbers have the same width in the file."""
LOCAL, SPILL = 960, 4092
"""Bytes of a state that fit in its row, and in each further page: a row has one of these sizes, and never shrinks."""
OP_SIZE = 160
"""Bytes kept free for an operation: twice the usual, so that a longer one does not split its page."""

TABLES: dict[str, tuple[type, ...]] = {
    "meta": (str, int),
    "plays": (int, int, bytes, bytes),
    "ops": (int, int, int, bytes),
    "states": (int, int, int, bytes),
}
"""What is in the columns of each table, but for the CRC."""
CREATE = f"""
CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER, crc BLOB) WITHOUT ROWID;
CREATE TABLE plays (number INTEGER PRIMARY KEY, seq INTEGER, info BLOB, pack BLOB, crc BLOB) WITHOUT ROWID;
CREATE TABLE ops (play INTEGER, slot INTEGER, seq INTEGER, body BLOB, crc BLOB, PRIMARY KEY (play, slot)) WITHOUT ROWID;
CREATE TABLE states (
  play INTEGER, slot INTEGER, seq INTEGER, body BLOB, crc BLOB, PRIMARY KEY (play, slot)
) WITHOUT ROWID;
PRAGMA user_version = {SCHEMA};
"""

_encode = msgspec.msgpack.Encoder().encode

Tail = tuple[int, int, tuple[Entry, ...]]
"""How a tail changed: how many entries stay at its front and at its back, and what stands between them now."""


class Torn(Exception):
    """A play cannot be read whole."""


class PlayInfo(Struct, frozen=True):
    """A play as a list shows it. One that is neither live nor over was abandoned."""

    number: int
    game: str
    version: int
    live: bool = True
    over: bool = False
    winner: Literal["bot", "you"] | None = None
    inputs: int = 0

    @property
    def abandoned(self) -> bool:
        """Whether it ended before its result."""
        return not self.live and not self.over


class Stored(Struct):
    """Everything `Play.restore` needs. Snapshots stand at the last step, every 25 inputs, and the base."""

    game: str
    version: int
    options: Options
    seed: str
    sources: dict[str, Owner]
    steps: list[Step]
    tail: tuple[Entry, ...] = ()
    base: Base | None = None

    @property
    def n(self) -> int:
        """The number of inputs."""
        return len(self.steps) - 1


class Op(Struct, frozen=True, array_like=True):
    """One operation on a play. `base` and `sources` stand only where they changed."""

    place: int
    dropped: int
    entries: tuple[Entry, ...]
    tail: Tail
    base: Base | None = None
    sources: dict[str, Owner] | None = None


class Head(Struct, frozen=True):
    """Where a play's journal stands: what the next operation is written against."""

    seq: int
    packed: int
    n: int
    version: int
    tail: tuple[Entry, ...]
    base: Base | None
    sources: dict[str, Owner]


# --- values ---------------------------------------------------------------------------------------------------------


def stored(play: Play[Any]) -> Stored:
    """Return a play as it is kept."""
    steps = [Step(step.entry, step.outcomes, step.snapshot) for step in play.steps]
    engine = play.engine
    kept = Stored(engine.key, engine.version, play.options, play.seed, play.sources, steps, play.tail, play.base)
    _thin(kept)
    return kept


def _thin(play: Stored) -> None:
    """Leave the snapshots of the last step, of every 25 inputs, and of the base."""
    kept = {play.n, play.base.n if play.base else 0}
    for n, step in enumerate(play.steps):
        if n % EVERY and n not in kept:
            step.snapshot = None


def pack(play: Stored) -> bytes:
    """Return a play as bytes."""
    return zlib.compress(msgspec.msgpack.encode(play))


def unpack(raw: bytes) -> Stored:
    """Return a play from its bytes, which nobody shares."""
    return msgspec.msgpack.decode(zlib.decompress(raw), type=Stored)


def operation(head: Head, play: Play[Any], change: Change) -> Op:
    """Return a change as the difference to what is written."""
    before = (*change.tail[: change.dropped], *head.tail)
    base = change.base if change.base != head.base else None
    sources = play.sources if play.sources != head.sources else None
    return Op(change.place, change.dropped, change.entries, _difference(before, change.tail), base, sources)


def follows(head: Head, play: Play[Any], change: Change) -> bool:
    """Return whether a change continues what is written; where it does not, the play is to be written whole."""
    added = 1 if change.entries and change.place == 0 else 0
    same = play.engine.version == head.version and head.n - change.dropped + added == change.n
    return same and head.seq - head.packed < OP_SLOTS


def _difference(before: Sequence[Entry], after: Sequence[Entry]) -> Tail:
    most = min(len(before), len(after))
    front = next((i for i in range(most) if before[i] != after[i]), most)
    most -= front
    back = next((i for i in range(most) if before[-1 - i] != after[-1 - i]), most)
    return front, back, tuple(after[front : len(after) - back])


def _fold(play: Stored, ops: Iterable[Op]) -> None:
    """Carry operations out on a play. A step whose state they change has no snapshot then."""
    for op in ops:
        end = len(play.steps) - op.dropped
        taken = tuple(step.entry for step in play.steps[end:] if step.entry is not None)
        del play.steps[end:]
        before = (*taken, *play.tail)
        front, back, between = op.tail
        play.tail = (*before[:front], *between, *before[len(before) - back :])
        play.base = op.base or play.base
        play.sources = op.sources or play.sources
        if op.entries and op.place == 0:
            play.steps.append(Step(op.entries[0], list(op.entries[1:])))
        elif op.entries or op.base:
            step = play.steps[-1]
            play.steps[-1] = Step(step.entry, [*step.outcomes, *op.entries])


# --- rows -----------------------------------------------------------------------------------------------------------


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Write all that follows or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def put(db: sqlite3.Connection, table: str, *values: object) -> None:
    """Write one row with its CRC."""
    marks = ", ".join("?" * (len(values) + 1))
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*values, crc(values)))  # noqa: S608 - our tables


def crc(values: Sequence[object]) -> bytes:
    """Return the CRC-32 of a row's columns."""
    return zlib.crc32(_encode(values)).to_bytes(4)


def sound(table: str, row: Sequence[Any]) -> bool:
    """Return whether a row is as it was written. One of another table, where a page is taken for another's, is not."""
    return tuple(map(type, row[:-1])) == TABLES[table] and bool(row[-1] == crc(row[:-1]))


def put_play(db: sqlite3.Connection, info: PlayInfo, seq: int, packed: bytes) -> None:
    """Write a play as of operation `seq`; a live one gets its slots, another gives them back.

    Slots with a later operation are those of a play that went another way: they are made anew.
    """
    number = info.number
    put(db, "plays", number, seq, msgspec.json.encode(info), packed)
    if not info.live:
        db.execute("DELETE FROM ops WHERE play = ?", (number,))
        db.execute("DELETE FROM states WHERE play = ?", (number,))
        return
    if not all(_has_slots(db, table, n, number, seq) for table, n in (("ops", OP_SLOTS), ("states", STATE_SLOTS))):
        _reserve(db, number, unpack(packed).steps[-1].snapshot or b"")


def _has_slots(db: sqlite3.Connection, table: str, n: int, number: int, seq: int) -> bool:
    where = f"SELECT count(*) FROM {table} WHERE play = ? AND seq <= ?"  # noqa: S608 - our tables
    return bool(db.execute(where, (number, seq)).fetchone()[0] == n)


def _reserve(db: sqlite3.Connection, number: int, snapshot: bytes) -> None:
    for slot in range(OP_SLOTS):
        put(db, "ops", number, slot, FIRST, bytes(OP_SIZE))
    body = _padded(bytes(2 * len(zlib.compress(snapshot))))
    for slot in range(STATE_SLOTS):
        put(db, "states", number, slot, FIRST, body)


def put_change(db: sqlite3.Connection, number: int, seq: int, op: Op, n: int, snapshot: bytes) -> None:
    """Write operation `seq` of a play, and the state after it, which has `n` inputs."""
    _overwrite(db, "ops", number, seq % OP_SLOTS, seq, msgspec.json.encode(op))
    slot = 0 if n % EVERY else 1 + n // EVERY % (STATE_SLOTS - 1)
    where = "SELECT coalesce(length(body), 0) FROM states WHERE play = ? AND slot = ?"
    sizes = db.execute(where, (number, slot)).fetchone() or (0,)
    _overwrite(db, "states", number, slot, seq, _padded(n.to_bytes(4) + zlib.compress(snapshot)).ljust(sizes[0], b"\0"))


def _overwrite(db: sqlite3.Connection, table: str, number: int, slot: int, seq: int, body: bytes) -> None:
    check = crc((number, slot, seq, body))
    statement = f"UPDATE {table} SET seq = ?, body = ?, crc = ? WHERE play = ? AND slot = ?"  # noqa: S608 - our tables
    if db.execute(statement, (seq, body, check, number, slot)).rowcount != 1:
        raise sqlite3.DatabaseError(f"{table} has no slot {slot} of play {number}")


def _padded(raw: bytes) -> bytes:
    spilled = max(-(-(len(raw) - LOCAL) // SPILL), 0)
    return raw.ljust(LOCAL + spilled * SPILL, b"\0")


def read_play(db: sqlite3.Connection, number: int) -> tuple[PlayInfo, int, int, Stored]:
    """Return what the list shows of a play, its last operation, the one it is packed at, and the play.

    `Torn` where a row is missing or damaged that the play may need; sqlite3.Error where the file cannot be read.
    """
    row = db.execute("SELECT * FROM plays WHERE number = ?", (number,)).fetchone()
    if row is None or not sound("plays", row):
        raise Torn
    packed: int = row[1]
    info, play = msgspec.json.decode(row[2], type=PlayInfo), unpack(row[3])
    if not info.live:
        return info, packed, packed, play
    ops, states, seq = _slots(db, number, packed)
    _fold(play, [msgspec.json.decode(body, type=Op) for _, body in ops])
    for _, body in sorted(states):
        n = int.from_bytes(body[:4])
        if n <= play.n:  # a step that changed was the last one then, and wrote its slot
            play.steps[n].snapshot = zlib.decompressobj().decompress(body[4:])
    _thin(play)
    base = play.base
    if base is not None and play.steps[base.n].snapshot is None:
        play.steps[base.n].snapshot = msgspec.json.encode(base.state)
    return msgspec.structs.replace(info, inputs=play.n), seq, packed, play


def _slots(
    db: sqlite3.Connection, number: int, packed: int
) -> tuple[list[tuple[int, bytes]], list[tuple[int, bytes]], int]:
    """Return the operations and states after the pack, and the number of the last operation.

    One damaged slot is one that may have held the last operation, unless the other table shows which that is.
    """
    all_ops = db.execute("SELECT * FROM ops WHERE play = ?", (number,)).fetchall()
    all_states = db.execute("SELECT * FROM states WHERE play = ?", (number,)).fetchall()
    good_ops = [row for row in all_ops if sound("ops", row)]
    good_states = [row for row in all_states if sound("states", row)]
    if len(good_ops) != OP_SLOTS and len(good_states) != STATE_SLOTS:
        raise Torn
    ops = sorted((row[2], row[3]) for row in good_ops if row[2] > packed)
    states = [(row[2], row[3]) for row in good_states if row[2] > packed]
    last = max([packed, *(op[0] for op in ops), *(state[0] for state in states)])
    if [op[0] for op in ops] != list(range(packed + 1, last + 1)):
        raise Torn
    return ops, states, last
