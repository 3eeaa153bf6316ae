"""From raw edges to key events: debounce, press or hold, detents. Pure: the clock is passed in with every call."""

from collections.abc import Callable
from operator import attrgetter

from msgspec import Struct

from hw.events import Edge, Hold, InputLine, Key, KeyEvent, Press, Turn

DEBOUNCE_S = 0.025
HOLD_S = 0.6
"""Time after which a key is held, unless the settings say otherwise, s."""
PAIR_WAIT_S = 0.15
"""Time for which ▲ or ▼ waits for the other one, s; then it turns. While held, it turns again at the hold time."""
REPEAT_S = 0.15
"""Time between the turns after that, s."""
MAX_TURNS = 200
"""Turns of one press, at most: a key that is down for longer is stuck."""
SWAPPED_KEYS = {Key.NEXT: Key.BACK, Key.BACK: Key.NEXT, Key.UP: Key.DOWN, Key.DOWN: Key.UP}
"""The key of each contact on a device that is turned round."""
DIRECTIONS = {Key.UP: -1, Key.DOWN: 1}
"""The keys that turn, and their direction."""


class Classifier:
    """Turns the edges of all lines into key events, for any key set: a line without a contact has no edges.

    The first edge of a key counts at once; those of the next 25 ms are ignored, then the level is read again
    and accepted. Next acts when it goes down. Back and Push act when they are released before the hold time; at the
    hold time they are held, and their release does nothing. ▲ and ▼ are a `Pair`.

    The times of the edges decide, not the time of the call. So take all edges that have come in, then call `tick`.

    Args:
        level: reads a line as it is now; True: contact closed.
        half_step: the knob has two detents a cycle.

    """

    def __init__(self, level: Callable[[InputLine], bool], *, half_step: bool = False) -> None:
        self._level = level
        self._hold_s = HOLD_S
        self._contacts = {InputLine(key.value): _contact(key, level) for key in Key}
        self._pair = Pair(self._contacts[InputLine.UP], self._contacts[InputLine.DOWN])
        self._knob = {line: level(line) for line in (InputLine.A, InputLine.B)}
        self._quadrature = Quadrature(a=self._knob[InputLine.A], b=self._knob[InputLine.B], half_step=half_step)

    def configure(self, hold_s: float, *, swapped: bool) -> None:
        """Change the time after which a key is held; `swapped`: Next and Back have changed places, and ▲ and ▼.

        If they change while a key is down, its release does nothing.
        """
        self._hold_s = hold_s
        for line, contact in self._contacts.items():
            key = Key(line.value)
            key = SWAPPED_KEYS.get(key, key) if swapped else key
            if contact.closed and contact.key is not key:
                contact.spent = True
                self._pair.spent = self._pair.spent or key in DIRECTIONS
            contact.key = key

    def edge(self, edge: Edge) -> tuple[KeyEvent, ...]:
        """Return the events of one raw edge; each line must be in the order of time. BUSY has none."""
        if edge.line in self._knob:
            self._knob[edge.line] = edge.level
            n = self._quadrature.step(self._knob[InputLine.A], self._knob[InputLine.B])
            return (Turn(n, edge.at),) if n else ()
        if edge.line in self._contacts:
            contact = self._contacts[edge.line]
            return self._catch_up(contact, edge.at) + self._take_edge(contact, edge)
        return ()

    def tick(self, now: float) -> tuple[KeyEvent, ...]:
        """Return the events that are due at the time `now`, in the order of time."""
        contacts = sorted(self._contacts.values(), key=lambda contact: contact.read_at or now)
        events = [event for contact in contacts for event in self._read_again(contact, now)]
        events += [event for contact in contacts for event in self._fire_hold(contact, now)]
        events += self._fire_pair(now)
        return tuple(sorted(events, key=attrgetter("at")))

    def deadline(self) -> float | None:
        """Return the time at which `tick` must be called next; None: not before another edge."""
        due = [at for contact in self._contacts.values() for at in (contact.read_at, contact.held_at(self._hold_s))]
        due.append(self._pair.due(self._hold_s))
        return min((at for at in due if at is not None), default=None)

    def _catch_up(self, contact: "_Contact", at: float) -> tuple[KeyEvent, ...]:
        """Accept the last ignored edge of the other key of a pair, if it came before this edge and the call is late."""
        other = self._pair.other(contact)
        if other is None or other.ignored is None or other.read_at is None or at < other.read_at:
            return ()
        return self._accept(other, other.ignored.level, other.read_at)

    def _take_edge(self, contact: "_Contact", edge: Edge) -> tuple[KeyEvent, ...]:
        """Accept an edge, or keep it as the last one that the debounce ignored."""
        if contact.read_at is not None and edge.at < contact.read_at:
            contact.ignored = edge
            return ()
        missed: tuple[KeyEvent, ...] = ()
        if contact.ignored is not None:
            # The call is late: the level should have been read before this edge. It was that of the last ignored edge.
            missed = self._accept(contact, contact.ignored.level, edge.at)
        return missed + self._accept(contact, edge.level, edge.at, edge.at)

    def _read_again(self, contact: "_Contact", now: float) -> tuple[KeyEvent, ...]:
        """Read the level again at the end of the debounce: this makes up for an edge that was ignored or lost."""
        if contact.read_at is None or now < contact.read_at:
            return ()
        contact.read_at = None
        return self._accept(contact, self._level(contact.line), now)

    def _fire_hold(self, contact: "_Contact", now: float) -> tuple[KeyEvent, ...]:
        """Fire the hold when it is due; if the key is open then, its release was lost, and it was pressed."""
        held_at = contact.held_at(self._hold_s)
        if held_at is None or now < held_at:
            return ()
        return contact.hold(self._hold_s) if self._level(contact.line) else self._accept(contact, False, now)

    def _fire_pair(self, now: float) -> tuple[KeyEvent, ...]:
        """Let the pair do what is due; if one of its keys is open by now, its release was lost."""
        due = self._pair.due(self._hold_s)
        if due is None or now < due:
            return ()
        for contact in self._pair.pressed_keys():
            if not self._level(contact.line):
                return self._accept(contact, False, now)
        return self._pair.advance(now, self._hold_s)

    def _accept(self, contact: "_Contact", closed: bool, now: float, at: float | None = None) -> tuple[KeyEvent, ...]:
        """Accept the level found at `now`. If it is new, return the events of the change, and debounce again.

        `at` is the time of the change. None: the time of the ignored edge with this level; without such an edge the
        time of the change before, since a press whose end was lost was short.
        """
        ignored, contact.ignored = contact.ignored, None
        if closed == contact.closed:
            return ()
        if at is None:
            at = ignored.at if ignored is not None and ignored.level == closed else contact.since
        contact.read_at = now + DEBOUNCE_S
        if contact.key in DIRECTIONS:
            contact.closed, contact.since, contact.spent = closed, at, True
            return (self._pair.go_down if closed else self._pair.go_up)(contact, at, self._hold_s)
        return contact.go_down(at) if closed else contact.go_up(at, self._hold_s)


class KeyState(Struct):
    """The state of a key between down and up. All times are clock seconds; `hold_s` is the time until it is held."""

    key: Key
    closed: bool = False
    spent: bool = False  # this press has had its event; the release means nothing
    since: float = 0.0  # time of the last change

    def go_down(self, at: float) -> tuple[KeyEvent, ...]:
        """Return the event of Next, which acts when it goes down."""
        self.closed, self.since = True, at
        self.spent = self.key is Key.NEXT
        return (Press(self.key, at, at),) if self.spent else ()

    def go_up(self, at: float, hold_s: float) -> tuple[KeyEvent, ...]:
        """Return the event of a key that was released: pressed, or held if nobody has noticed that."""
        held_at, down_at = self.held_at(hold_s), self.since
        self.closed, self.since = False, at
        if held_at is None:
            return ()
        return (Press(self.key, down_at, at),) if at < held_at else (Hold(self.key, down_at, held_at),)

    def held_at(self, hold_s: float) -> float | None:
        """Return when the key counts as held; None if that means nothing any more."""
        return self.since + hold_s if self.closed and not self.spent else None

    def hold(self, hold_s: float) -> tuple[KeyEvent, ...]:
        """Return the event of a key that is down and has just been held for long enough."""
        self.spent = True
        return (Hold(self.key, self.since, self.since + hold_s),)


class _Contact(KeyState, kw_only=True):
    """The state of the contact of a key as far as it is known."""

    line: InputLine
    read_at: float | None = None  # end of the debounce, when the level must be read again
    ignored: Edge | None = None  # the last edge that the debounce ignored


def _contact(key: Key, level: Callable[[InputLine], bool]) -> _Contact:
    """Return the contact as found. The release of a key that is down at the start means nothing."""
    line = InputLine(key.value)
    closed = level(line)
    return _Contact(key, closed, spent=closed, line=line)


class Pair:
    """▲ and ▼: alone a key turns, both together are Push.

    alone    ▼ ─┬──────────┬─ turns when it is released, or at PAIR_WAIT_S; again at the hold time, and every REPEAT_S
    both     ▼ ─┬──────────────┬─ Push when the first is released, held at the hold time
             ▲ ──┬─────────────────┬─ counted from the second
    too late ▼ ─┬──── turns ───┬─ continues to turn
             ▲ ────────┬──────────┬─ does nothing

    After a Push, a hold or a key that was too late, both are `spent`: nothing counts until both are up.
    """

    def __init__(self, up: "_Contact", down: "_Contact") -> None:
        self.spent = True  # a key that is down at the start means nothing
        self._others = {up.line: down, down.line: up}
        self._first = up
        self._down_at = 0.0
        self._second_at: float | None = None
        self._turns = 0

    def other(self, contact: "_Contact") -> "_Contact | None":
        """Return the other key of a contact; None if it is none of this pair."""
        return self._others.get(contact.line)

    def pressed_keys(self) -> "tuple[_Contact, ...]":
        """Return the keys that are down and act together."""
        second = () if self._second_at is None else (self._others[self._first.line],)
        return (self._first, *second)

    def due(self, hold_s: float) -> float | None:
        """Return when the keys that are down act next; None if they do not."""
        if self.spent or self._turns == MAX_TURNS:
            return None
        if self._second_at is not None:
            return self._second_at + hold_s
        return self._down_at + (hold_s + REPEAT_S * (self._turns - 1) if self._turns else PAIR_WAIT_S)

    def advance(self, now: float, hold_s: float) -> tuple[KeyEvent, ...]:
        """Return what is due up to a time, as if the keys were down until then."""
        events: list[KeyEvent] = []
        while (due := self.due(hold_s)) is not None and due <= now:
            if self._second_at is None:
                events.append(_turn(self._first, due))
                self._turns += 1
            else:
                events.append(Hold(Key.PUSH, self._down_at, due))
                self.spent = True
        return tuple(events)

    def go_down(self, contact: "_Contact", at: float, hold_s: float) -> tuple[KeyEvent, ...]:
        """Return what the other key did before this one went down."""
        events = self.advance(at, hold_s)
        if not self._others[contact.line].closed:
            self._first, self._down_at, self._second_at, self._turns, self.spent = contact, at, None, 0, False
        elif not self._turns:
            self._second_at = at
        return events

    def go_up(self, contact: "_Contact", at: float, hold_s: float) -> tuple[KeyEvent, ...]:
        """Return what the release of a key means, after what was due before it."""
        events = self.advance(at, hold_s)
        if self.spent or (self._second_at is None and contact is not self._first):
            return events
        self.spent = True
        if self._second_at is not None:
            return (*events, Press(Key.PUSH, self._down_at, max(at, self._second_at)))
        return events if self._turns else (*events, _turn(contact, at))


def _turn(contact: "_Contact", at: float) -> Turn:
    return Turn(DIRECTIONS[contact.key], at, vertical=True)


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
# `travel` adds up the quarters since the knob last rested. It must reach a whole detent: a contact that bounces and a
# finger that trembles go back the way they came and add up to nothing.
#
#     travel   0 <-> 1 <-> 2 <-> 3 <-> 4 = one detent, and again 0        (and the mirror of it below 0)
#
# A quarter that was missed (both levels differ) counts in the direction of travel; without one it counts nothing. At
# rest `travel` is 0 again, so a lost edge costs at most one detent.
#
# An encoder with half steps rests twice in a cycle, at (0,0) and at (1,1).

_QUARTER = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}
_MISSED = 2


class Quadrature:
    """Decodes one knob and tolerates bounces: the idea of gpiozero's `RotaryEncoder`, with half steps."""

    def __init__(self, *, a: bool = False, b: bool = False, half_step: bool = False) -> None:
        self._quarter = _QUARTER[a, b]
        self._travel = 0
        self._detent = 2 if half_step else 4

    def step(self, a: bool, b: bool) -> int:
        """Return the detent that new levels (True: contact closed) complete: 1, -1 or 0."""
        quarter = _QUARTER[a, b]
        self._travel += self._quarters((quarter - self._quarter) % 4)
        self._quarter = quarter
        detent = _sign(self._travel) if abs(self._travel) >= self._detent else 0
        at_rest = self._quarter % self._detent == 0
        self._travel = 0 if at_rest else self._travel - detent * self._detent
        return detent

    def _quarters(self, ahead: int) -> int:
        """Return the signed quarters between two positions that are `ahead` (0 to 3) quarters apart."""
        if ahead == _MISSED:
            return _MISSED * _sign(self._travel)
        return -1 if ahead > _MISSED else ahead


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)
