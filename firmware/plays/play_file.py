"""A play as its file contains it: a head, and one operation a line.

    head                     game, rules, options with what they embed, seed, who gives cards and dice
    input                    an answer, an outcome of the player's own, a correction; with its outcomes
    undo, leave              inputs taken back, onto the front of the redo stack; some of them discarded there
    set, sources             the state replaced; cards or dice change hands
    rules                    continued under other rules, from a step or from the table as it is
    opened                   chosen on the device, imported from a file, or restored from the copy
    put away, end            moved to the archive
    mended, told             written by an older Tavolino; ignored

It contains only the journal; the state follows from it.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Literal, Self, TypeAlias

import msgspec
from msgspec import Struct

from engines.kit.contract import Entry
from engines.kit.options import Options
from engines.kit.play import Base, Change, Owner, Play, RedoStack, SavedPlay, Step
from firmware.plays import lines
from firmware.plays.folder import Extent, name_of
from firmware.plays.lines import Line

FORMAT = "tavolino-play-2"
Winner = Literal["bot", "you"] | None


class _Operation(Struct, frozen=True, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """One line after the head."""


class Input(_Operation, frozen=True, tag="input"):
    """An input. `undone` is the range of the redo stack that it removes."""

    entry: Entry
    outcomes: tuple[Entry, ...] = ()
    undone: tuple[int, int] = (0, 0)


class Undo(_Operation, frozen=True, tag="undo"):
    """The last `inputs` inputs are taken back."""

    inputs: int


class Leave(_Operation, frozen=True, tag="leave"):
    """A range of the redo stack is given up, from the first place up to, but not including, the second."""

    undone: tuple[int, int]


class Set(_Operation, frozen=True, tag="set"):
    """The state is replaced; undo stops here."""

    state: Any
    outcomes: tuple[Entry, ...] = ()


class Sources(_Operation, frozen=True, tag="sources"):
    """Others give cards or dice from now on. `base` is the state with the outcomes, if undo stops here."""

    sources: dict[str, Owner]
    outcomes: tuple[Entry, ...] = ()
    base: Any = None


class Rules(_Operation, frozen=True, tag="rules"):
    """Other rules from input `n` on, with its outcomes under them. `table`: the redo stack is given up."""

    version: int | str
    options: Options
    sources: dict[str, Owner]
    n: int
    outcomes: tuple[Entry, ...] = ()
    base: Base | None = None
    table: bool = False


class Opened(_Operation, frozen=True, tag="opened"):
    """From here on it is the play that was used last."""


class PutAway(_Operation, frozen=True, tag="put away"):
    """It ended before its result."""


class End(_Operation, frozen=True, tag="end"):
    """It is over, with both totals, if there are any."""

    winner: Winner = None
    bot: int | None = None
    you: int | None = None


class Mended(_Operation, frozen=True, tag="mended", forbid_unknown_fields=False):
    """An older Tavolino noted what damage had cost."""


class Told(Mended, frozen=True, tag="told"):
    """An older Tavolino noted that the player knew it."""


Operation: TypeAlias = Input | Undo | Leave | Set | Sources | Rules | Opened | PutAway | End | Mended | Told


class Head(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line. `outcomes` came before the first input."""

    format: str
    number: int
    game: str
    version: int | str
    options: Options
    seed: str
    sources: dict[str, Owner]
    outcomes: tuple[Entry, ...] = ()


class Newer(Exception):
    """A line is undamaged, but unknown here: a newer Tavolino wrote it."""


_encode = msgspec.json.Encoder().encode
_decode_head: Any = msgspec.json.Decoder(Head).decode
_decode_undo_line = msgspec.json.Decoder(tuple[int, int, str, Undo]).decode
_decode_operations: Any = msgspec.json.Decoder(Operation).decode_lines


class PlayFile:
    """The lines of a play, and the play that follows from them. `raw` has their bytes; an operation is added to both.

    `undone` counts all inputs that were taken back. `head_seq` is the number of the head; `seq` and `chain` are of the
    last line; `used` is the number of the last line that came from the player. `step_links` has the link of the line
    that made each step: snapshots refer to it. `pending_link` is the link of the line that led to the pending step: the
    draft refers to it.
    """

    def __init__(self, head: Head, line: Line) -> None:
        steps = [Step(None, list(head.outcomes))]
        self.number = head.number
        self.play = SavedPlay(head.game, head.version, head.options, head.seed, head.sources, steps)
        self.raw = bytearray(line.raw)
        self.head_seq = self.seq = self.used = line.seq
        self.chain = self.pending_link = line.chain
        self.ended: PutAway | End | None = None
        self.step_links = [line.chain]
        self.undone = 0

    @classmethod
    def from_play(cls, play: SavedPlay, number: int = 0, seq: int = 1) -> Self:
        """Return a play as a file whose lines are numbered from `seq` on."""
        first = tuple(play.steps[0].outcomes)
        head = Head(FORMAT, number, play.game, play.version, play.options, play.seed, play.sources, first)
        file = cls(head, lines.encode(seq, 0, _encode(head)))
        for operation in _operations(play):
            file.add(operation, file.seq + 1)
        return file

    @classmethod
    def read(cls, *sources: bytes) -> Self | None:
        """Return the play of lines that follow each other, whichever source has the next one; None without a head.

        `Newer` if one of these lines is of another format.
        """
        first, *others = lines.read(*sources) or (None,)
        if first is None:
            return None
        try:
            head = _decode_head(first.body)
            if head.format != FORMAT:
                raise Newer
            file = cls(head, first)
            operations = _decode_operations(b"\n".join(line.body for line in others))
            for line, operation in zip(others, operations, strict=True):
                file._apply(operation, line)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise Newer from None
        file.raw += b"".join(line.raw for line in others)
        return file

    @property
    def name(self) -> str:
        """The name of its file."""
        return name_of(self.number, self.play.game)

    @property
    def live(self) -> bool:
        """True if the play continues."""
        return self.ended is None

    @property
    def over(self) -> bool:
        """True if the play has its result."""
        return isinstance(self.ended, End)

    @property
    def extent(self) -> Extent:
        """Return the number of the last line, and of the inputs."""
        return self.seq, self.play.n

    @property
    def text(self) -> str:
        """The lines."""
        return self.raw.decode()

    def add(self, operation: Operation, seq: int) -> None:
        """Add a line; ValueError if the operation does not fit the play."""
        line = lines.encode(seq, self.chain, _encode(operation))
        self._apply(operation, line)
        self.raw += line.raw

    def _apply(self, operation: Operation, line: Line) -> None:
        """Carry out the operation of a line."""
        play, chain = self.play, line.chain
        match operation:
            case Input():  # a long play has hundreds: fields are read faster by name than by a pattern
                begin, end = operation.undone
                play.steps.append(Step(operation.entry, list(operation.outcomes)))
                play.redo_stack = play.redo_stack[:begin] + play.redo_stack[end:]
                self.step_links.append(chain)
                self.pending_link = self.pending_link if operation.entry.kind == "correct" else chain
            case Leave((begin, end)):
                play.redo_stack = play.redo_stack[:begin] + play.redo_stack[end:]
            case Undo(inputs):
                self._back_to(play.n - inputs, chain)
                self.undone += inputs
            case Set(state, outcomes):
                play.base, play.redo_stack = Base(play.n, state), ()
                play.steps[-1].outcomes.extend(outcomes)
                self.step_links[-1] = self.pending_link = chain
            case Sources(sources, outcomes, base):
                play.sources = play.sources | sources
                play.base = play.base if base is None else Base(play.n, base)
                play.steps[-1].outcomes.extend(outcomes)
                self.step_links[-1] = chain
            case Rules():
                self._back_to(operation.n, chain)
                play.version, play.options, play.sources = operation.version, operation.options, operation.sources
                play.base, play.redo_stack = operation.base, () if operation.table else play.redo_stack
                play.steps[-1].outcomes = list(operation.outcomes)
                self.step_links[-1] = chain
            case PutAway() | End() | Opened():
                self.ended = None if isinstance(operation, Opened) else operation
        self.seq, self.chain = line.seq, chain
        self.used = self.used if isinstance(operation, Mended) else line.seq

    def _back_to(self, n: int, chain: int) -> None:
        """Return to the step after input `n`."""
        play = self.play
        if not 0 <= n <= play.n:
            raise ValueError(n)
        play.redo_stack = (*(step.entry for step in play.steps[n + 1 :] if step.entry is not None), *play.redo_stack)
        del play.steps[n + 1 :], self.step_links[n + 1 :]
        self.pending_link = chain


def operation_of(before: SavedPlay, play: Play[Any], change: Change | None) -> Operation | None:
    """Return the operation by which a change, or the rules of today, led from `before` to a play; None without one."""
    if change is None:
        return None if is_same(before, play) else _rules_of(play)
    if change.dropped:
        return Undo(change.dropped)
    dropped = _dropped_range(before.redo_stack, change.redo_stack)
    if change.has_input:
        return Input(change.entries[0], change.entries[1:], dropped)
    moved = change.base if change.base != before.base else None
    if play.sources != before.sources:
        return Sources(play.sources, change.entries, moved.state if moved else None)
    if change.base and (moved or change.entries):
        return Set(change.base.state, change.entries)
    return Leave(dropped) if any(dropped) else None


def count_inputs(n: int, more_lines: Iterable[bytes]) -> int:
    """Return how many inputs a play of `n` inputs had after more lines, some of which cannot be read."""
    for raw in more_lines:
        n += b'"input"' in raw or b'"entry"' in raw
        with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            n -= _decode_undo_line(raw)[3].inputs
    return n


def _rules_of(play: Play[Any]) -> Rules:
    base, outcomes = play.base, tuple(play.steps[-1].outcomes)
    table = base is not None and base.n == play.n and not play.redo_stack
    return Rules(play.engine.version, play.options, play.sources, play.n, outcomes, base, table)


def is_same(saved: SavedPlay, play: Play[Any]) -> bool:
    """Return whether a play is the stored one, by its rules and its end."""
    rules = (saved.version, saved.options) == (play.engine.version, play.options)
    ends = (saved.n, saved.redo_stack, saved.base, saved.sources) == (play.n, play.redo_stack, play.base, play.sources)
    return rules and ends


def is_twin(saved: SavedPlay, play: Play[Any]) -> bool:
    """Return whether two plays began alike and have the very same inputs."""
    begun = (saved.game, saved.seed, saved.options) == (play.engine.key, play.seed, play.options)
    return begun and [step.entry for step in saved.steps] == [step.entry for step in play.steps]


def _dropped_range(before: RedoStack, after: RedoStack) -> tuple[int, int]:
    """Return the range of a redo stack that was dropped."""
    dropped = len(before) - len(after)
    begin = next((i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), len(after))
    return (begin, begin + dropped) if dropped else (0, 0)


def _operations(play: SavedPlay) -> Iterator[Operation]:
    """Yield the operations that lead to a play: undone inputs are given, then all taken back at once."""
    for n, step in enumerate(play.steps):
        if step.entry is not None:
            yield Input(step.entry, tuple(step.outcomes))
        if play.base is not None and play.base.n == n:
            yield Set(play.base.state)
    yield from (Input(entry) for entry in play.redo_stack)
    if play.redo_stack:
        yield Undo(len(play.redo_stack))
