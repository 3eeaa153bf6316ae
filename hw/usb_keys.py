"""The keys of USB devices: from a key's number to key events. Pure: the clock is passed in with every call.

A key is known by its device ("vendor:product") and its number (linux/input-event-codes.h), so devices that are alike
have the same keys. The kernel's own repeats are not used.
"""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from hw.events import Hold, Key, KeyEvent, Turn, UsbEdge, UsbRole
from hw.keys import DIRECTIONS, HOLD_S, MAX_TURNS, REPEAT_S, KeyState

ROLES: tuple[UsbRole, ...] = get_args(UsbRole)
Learned: TypeAlias = Mapping[str, Mapping[UsbRole, int]]
"""The learned keys: by device, the number of the key of each role."""
Place: TypeAlias = tuple[str, int]
"""A key of one device: its port and its number."""

TURNS: dict[UsbRole, int] = {"left": DIRECTIONS[Key.UP], "right": DIRECTIONS[Key.DOWN]}
STANDARD_ROLES: dict[int, UsbRole] = {
    **dict.fromkeys((109, 57, 81), "next"),  # Page Down, Space, 3 of a keypad
    **dict.fromkeys((104, 14, 73), "back"),  # Page Up, Backspace, 9 of a keypad
    **dict.fromkeys((103, 105, 114, 72, 75), "left"),  # up, left, volume down, 8 and 4 of a keypad
    **dict.fromkeys((108, 106, 115, 80, 77), "right"),  # down, right, volume up, 2 and 6 of a keypad
    **dict.fromkeys((28, 96, 113), "push"),  # Enter, Enter of a keypad, mute
}
"""The keys that need not be learned, by their numbers. A knob of a pad is a volume knob until it is programmed."""
VERTICAL_KEYS = {103, 108, 72, 80}
"""Up, down, 8 and 2 of a keypad: up is more, as with ▲ and ▼."""
FIRST_BUTTON = 0x100
"""The least number of a button that is no key of a keyboard."""
ESCAPE = 1
"""The key that ends learning, and is never learned."""


class UsbDevice(Struct, frozen=True):
    """A device at a port of the kernel ("event3"). Each key that it has is a bit of `codes`."""

    port: str
    device: str
    name: str
    codes: int

    def has(self, codes: Iterable[int]) -> bool:
        """Return whether it has any of some keys."""
        return any(self.codes >> code & 1 for code in codes)

    @property
    def is_keyboard(self) -> bool:
        """True if it has keys of a keyboard; the keys of a mouse or a gamepad have higher numbers."""
        return bool(self.codes & (1 << FIRST_BUTTON) - 1)


Claim: TypeAlias = Literal["none", "read", "grab"]
"""The claim on a device: none; its keys are read; or they are read, and no other program gets them."""


class Claims(Struct, frozen=True):
    """Decides which devices are read, and which are grabbed.

    Attributes:
        learned: the keys that were learned.
        learning: True while a key of any device is being learned.
        alone: True if the build has no other keys.
        console: True if this computer has a console: then keyboards are left to its users.

    """

    learned: Learned = {}
    learning: bool = False
    alone: bool = False
    console: bool = False

    def claim_of(self, usb_device: UsbDevice) -> Claim:
        """Return the claim on a device."""
        codes = self.learned.get(usb_device.device, {}).values()
        learned = usb_device.has(codes) or (bool(codes) and usb_device.has(STANDARD_ROLES))
        standard = usb_device.has(STANDARD_ROLES) and not self.console
        if not self.console and (learned or (self.alone and standard)):
            return "grab"
        return "read" if learned or standard or self.learning else "none"


def role_of(device: str, code: int, learned: Learned) -> UsbRole | None:
    """Return the role of a key of a device; None if it has none."""
    by_code = {number: role for role, number in learned.get(device, {}).items()}
    return by_code.get(code) or STANDARD_ROLES.get(code)


class _Repeat(Struct):
    """A key that turns as long as it is down. `due` is the time of its next turn; None: it is stuck."""

    turn: Turn
    due: float | None
    turned: int = 1

    def turns(self, now: float) -> tuple[KeyEvent, ...]:
        """Return the turns that are due at the time `now`."""
        turns: list[KeyEvent] = []
        while self.due is not None and self.due <= now:
            turns.append(replace(self.turn, at=self.due))
            self.turned += 1
            self.due = self.due + REPEAT_S if self.turned < MAX_TURNS else None
        return tuple(turns)


class UsbKeys:
    """Turns the edges of USB keys into key events, as `hw.keys.Classifier` does with those of contacts.

    Keys that turn act when they go down, and again while they are down, as ▲ and ▼ do.
    """

    def __init__(self) -> None:
        self._learned: Learned = {}
        self._hold_s = HOLD_S
        self._down: dict[Place, KeyState | _Repeat] = {}

    def configure(self, hold_s: float, learned: Learned) -> None:
        """Change the time after which a key is held, and the keys that were learned."""
        self._hold_s, self._learned = hold_s, learned

    def edge(self, edge: UsbEdge) -> tuple[KeyEvent, ...]:
        """Return the events of one edge; those of a device must be in the order of time."""
        place = edge.port, edge.code
        if not edge.level:
            return self._release(self._down.pop(place, None), edge.at)
        role = role_of(edge.device, edge.code, self._learned)
        if role is None:
            return ()
        if role == "menu":
            return (Hold(Key.PUSH, edge.at, edge.at),)
        if role in TURNS:
            learned = edge.code in self._learned.get(edge.device, {}).values()
            turn = Turn(TURNS[role], edge.at, vertical=edge.code in VERTICAL_KEYS and not learned)
            self._down[place] = _Repeat(turn, edge.at + self._hold_s)
            return (turn,)
        self._down[place] = key = KeyState(Key(role))
        return key.go_down(edge.at)

    def forget(self, port: str) -> None:
        """Forget what is down at a port whose device is gone: nobody released it."""
        self._down = {place: key for place, key in self._down.items() if place[0] != port}

    def tick(self, now: float) -> tuple[KeyEvent, ...]:
        """Return the events that are due at the time `now`, in the order of time."""
        events = [event for key in self._down.values() for event in self._due(key, now)]
        return tuple(sorted(events, key=attrgetter("at")))

    def deadline(self) -> float | None:
        """Return the time at which `tick` must be called next; None: not before another edge."""
        due = (key.due if isinstance(key, _Repeat) else key.held_at(self._hold_s) for key in self._down.values())
        return min((at for at in due if at is not None), default=None)

    def _release(self, key: KeyState | _Repeat | None, at: float) -> tuple[KeyEvent, ...]:
        match key:
            case KeyState():
                return key.go_up(at, self._hold_s)
            case _Repeat():
                return key.turns(at)
        return ()

    def _due(self, key: KeyState | _Repeat, now: float) -> tuple[KeyEvent, ...]:
        if isinstance(key, _Repeat):
            return key.turns(now)
        held_at = key.held_at(self._hold_s)
        return () if held_at is None or now < held_at else key.hold(self._hold_s)
