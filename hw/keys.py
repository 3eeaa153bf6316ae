"""From raw edges to key events: debounce, press or hold, detents. Pure: the clock is passed in with every call."""

from collections.abc import Callable

from msgspec import Struct

from hw.events import Edge, Hold, InputLine, Key, KeyEvent, Press, Turn

DEBOUNCE_S = 0.025
HOLD_S = 0.6
OTHER = {Key.NEXT: Key.BACK, Key.BACK: Key.NEXT}
"""What each button is on a device that lies the other way round."""


class Classifier:
    """Says what the edges of all lines mean.

    The first edge of a key counts at once; those of the next `debounce` seconds are ignored, then the level is read
    again and believed. Next acts when it goes down. Back and Push act when they are released before `hold` seconds;
    at `hold` seconds they are held, and their release means nothing.

    The times of the edges decide, not the time of the call. So take all edges that have come in, then call `tick`.

    Args:
        level: reads a line as it is now; True: contact closed.
        debounce: seconds, 0 <= debounce < hold.
        hold: seconds.
        half_step: the knob has two detents a cycle.

    Raises:
        ValueError: the two times are out of bounds.

    """

    def __init__(
        self,
        level: Callable[[InputLine], bool],
        *,
        debounce: float = DEBOUNCE_S,
        hold: float = HOLD_S,
        half_step: bool = False,
    ) -> None:
        if not 0 <= debounce < hold:
            raise ValueError(f"The debounce of {debounce} s must be shorter than the hold of {hold} s.")
        self._level = level
        self._debounce = debounce
        self._hold = hold
        self._contacts = {InputLine(key.value): _contact(key, level) for key in Key}
        self._knob = {line: level(line) for line in (InputLine.A, InputLine.B)}
        self._quadrature = Quadrature(a=self._knob[InputLine.A], b=self._knob[InputLine.B], half_step=half_step)

    def follow(self, hold: float, *, swapped: bool) -> None:
        """Hold keys for another time from now on, s; `swapped`: Next and Back have changed places.

        A key that is down while they do means nothing when it is let go.
        """
        self._hold = hold
        for line, contact in self._contacts.items():
            key = Key(line.value)
            key = OTHER.get(key, key) if swapped else key
            contact.spent = contact.spent or (contact.closed and contact.key is not key)
            contact.key = key

    def edge(self, edge: Edge) -> tuple[KeyEvent, ...]:
        """Take one raw edge, in the order of time for each line; return what it means. BUSY means nothing here."""
        if edge.line in self._knob:
            return self._turned(edge)
        if edge.line in self._contacts:
            return self._touched(self._contacts[edge.line], edge)
        return ()

    def tick(self, now: float) -> tuple[KeyEvent, ...]:
        """Do what is due at the time `now`; return what follows, in the order of time."""
        events = [
            event
            for contact in self._contacts.values()
            for event in self._settled(contact, now) + self._held(contact, now)
        ]
        return tuple(sorted(events, key=_at))

    def deadline(self) -> float | None:
        """Return the time at which `tick` must be called next; None: not before another edge."""
        due = [
            at
            for contact in self._contacts.values()
            for at in (contact.read_at, self._held_at(contact))
            if at is not None
        ]
        return min(due, default=None)

    def _turned(self, edge: Edge) -> tuple[KeyEvent, ...]:
        self._knob[edge.line] = edge.level
        n = self._quadrature.step(self._knob[InputLine.A], self._knob[InputLine.B])
        return (Turn(n, edge.at),) if n else ()

    def _touched(self, contact: "_Contact", edge: Edge) -> tuple[KeyEvent, ...]:
        if contact.read_at is not None and edge.at < contact.read_at:
            contact.ignored = edge
            return ()
        missed: tuple[KeyEvent, ...] = ()
        if contact.ignored is not None:
            # The caller is late: the level was to be read before this edge. The last ignored edge tells what it was.
            missed = self._believe(contact, contact.ignored.level, edge.at)
        return missed + self._believe(contact, edge.level, edge.at, edge.at)

    def _settled(self, contact: "_Contact", now: float) -> tuple[KeyEvent, ...]:
        """Read the level again at the end of the debounce; this cures an edge that was ignored or lost."""
        if contact.read_at is None or now < contact.read_at:
            return ()
        contact.read_at = None
        return self._believe(contact, self._level(contact.line), now)

    def _held(self, contact: "_Contact", now: float) -> tuple[KeyEvent, ...]:
        """Fire the hold when its time has come; a key found open then has lost its release, and was pressed."""
        held_at = self._held_at(contact)
        if held_at is None or now < held_at:
            return ()
        if not self._level(contact.line):
            return self._believe(contact, False, now)
        contact.spent = True
        return (Hold(contact.key, contact.since, held_at),)

    def _held_at(self, contact: "_Contact") -> float | None:
        return contact.since + self._hold if contact.closed and not contact.spent else None

    def _believe(self, contact: "_Contact", closed: bool, now: float, at: float | None = None) -> tuple[KeyEvent, ...]:
        """Take the level as found at `now`. Where it is new, return what the change means, and debounce again.

        `at` is the time of the change. Without it that is the time of the ignored edge which made it, or where none
        did, of the change before: a press whose end nobody saw was a short one.
        """
        ignored, contact.ignored = contact.ignored, None
        if closed == contact.closed:
            return ()
        if at is None:
            at = ignored.at if ignored is not None and ignored.level == closed else contact.since
        contact.read_at = now + self._debounce
        return self._went_down(contact, at) if closed else self._went_up(contact, at)

    def _went_down(self, contact: "_Contact", at: float) -> tuple[KeyEvent, ...]:
        contact.closed, contact.since = True, at
        contact.spent = contact.key is Key.NEXT
        return (Press(contact.key, at, at),) if contact.spent else ()

    def _went_up(self, contact: "_Contact", at: float) -> tuple[KeyEvent, ...]:
        held_at, down_at = self._held_at(contact), contact.since
        contact.closed, contact.since = False, at
        if held_at is None:
            return ()
        return (Press(contact.key, down_at, at),) if at < held_at else (Hold(contact.key, down_at, held_at),)


class _Contact(Struct):
    """What is believed of one key."""

    key: Key
    line: InputLine
    closed: bool
    spent: bool  # this press has had its event; the release means nothing
    since: float = 0.0  # time of the last change
    read_at: float | None = None  # end of the debounce, when the level must be read again
    ignored: Edge | None = None  # the last edge that the debounce ignored


def _contact(key: Key, level: Callable[[InputLine], bool]) -> _Contact:
    """Return the contact as found; a key held down at the start confirms nothing when it is let go."""
    line = InputLine(key.value)
    closed = level(line)
    return _Contact(key, line, closed, spent=closed)


def _at(event: KeyEvent) -> float:
    return event.at


# One detent clockwise, a closed contact drawn high. The other way the same picture is read from right to left.
#
#     A         ____/-------\________
#     B         ________/-------\____
#     levels     00 | 10| 11| 01| 00        A, then B; 1 is closed
#     quarter    0  | 1 | 2 | 3 | 0
#                ^                ^
#              detent           detent
#
#     states     00 <-> 10 <-> 11 <-> 01 <-> 00       to the right +1, to the left -1
#
# `travel` adds up the quarters since the knob last rested. It must reach a whole detent: a contact that bounces, or
# a finger that trembles, goes back the way it came and adds up to nothing.
#
#     travel   0 <-> 1 <-> 2 <-> 3 <-> 4 = one detent, and again 0        (and the mirror of it below 0)
#
# A quarter that was missed (both levels differ) is taken to lie in the direction of travel; without one it says
# nothing. At rest `travel` is 0 whatever was lost, so that a lost edge costs one detent at most.
#
# An encoder with half steps rests twice in a cycle, at (0,0) and at (1,1).

_QUARTER = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}
_MISSED = 2


class Quadrature:
    """Decoder of one knob, wiggle-tolerant; the same idea as gpiozero's `RotaryEncoder`, with half steps."""

    def __init__(self, *, a: bool = False, b: bool = False, half_step: bool = False) -> None:
        self._quarter = _QUARTER[a, b]
        self._travel = 0
        self._detent = 2 if half_step else 4

    def step(self, a: bool, b: bool) -> int:
        """Take the levels as they are now (True: contact closed); return the detent this completes: 1, -1 or 0."""
        quarter = _QUARTER[a, b]
        self._travel += self._moved((quarter - self._quarter) % 4)
        self._quarter = quarter
        return self._complete()

    def _moved(self, ahead: int) -> int:
        """Return the signed quarters between two levels that lie `ahead` (0..3) quarters apart."""
        if ahead == _MISSED:
            return _MISSED * _sign(self._travel)
        return -1 if ahead > _MISSED else ahead

    def _complete(self) -> int:
        detent = _sign(self._travel) if abs(self._travel) >= self._detent else 0
        at_rest = self._quarter % self._detent == 0
        self._travel = 0 if at_rest else self._travel - detent * self._detent
        return detent


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)
