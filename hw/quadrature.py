"""From the two contacts of the knob to detents."""

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
