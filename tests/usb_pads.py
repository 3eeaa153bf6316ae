"""USB keyboards and pads without a kernel: a stand-in for `hw.usb.UsbPorts` on simulated parts."""

from collections.abc import Callable, Collection, Iterable

from hw.clock import Clock
from hw.errors import HwError
from hw.events import AnyEdge, Key, UsbEdge, UsbGone, UsbRole
from hw.usb_keys import STANDARD_ROLES, VERTICAL_KEYS, Claims, UsbDevice, role_of

KEYBOARD, PAD = "046d:c31c", "1189:8890"
"""A keyboard, and a pad whose keys send letters until it is programmed."""
NAMES = {KEYBOARD: "Logitech USB Keyboard", PAD: "HID 1189:8890"}
KEY_CODES = range(1, 128)
"""The numbers of the keys that a keyboard or a pad lists."""
F13, A, B, ESC, ENTER, SPACE = 183, 30, 48, 1, 28, 57
UP, DOWN, PAGE_UP, PAGE_DOWN = 103, 108, 104, 109
MUTE, VOLUME_DOWN, VOLUME_UP = 113, 114, 115
ROLES: dict[Key, UsbRole] = {Key.NEXT: "next", Key.BACK: "back", Key.PUSH: "push", Key.UP: "left", Key.DOWN: "right"}


def bits(codes: Iterable[int]) -> int:
    """Return the numbers of keys as bits."""
    return sum(1 << code for code in set(codes))


class Pads:
    """Ports, and a hand that plugs devices in and presses their keys."""

    def __init__(self, sink: Callable[[AnyEdge], None], clock: Clock) -> None:
        self.claims = Claims()
        self.failures: tuple[HwError, ...] = ()
        self.looks = 0
        self._sink, self._clock = sink, clock
        self._devices: dict[str, UsbDevice] = {}

    # --- what the device asks for ---

    @property
    def devices(self) -> tuple[UsbDevice, ...]:
        """The devices that are plugged in."""
        return tuple(self._devices.values())

    def apply(self, claims: Claims) -> None:
        """Note the current claims."""
        self.claims = claims
        self.looks += 1

    def close(self) -> None:
        """Release all devices."""

    # --- the hand ---

    def plug(self, device: str = PAD, port: str = "event1", codes: Iterable[int] = KEY_CODES) -> None:
        """Plug a device in."""
        self._devices[port] = UsbDevice(port, device, NAMES[device], bits(codes))

    def unplug(self, port: str = "event1") -> None:
        """Pull a device out."""
        del self._devices[port]
        self._sink(UsbGone(port))

    def down(self, code: int, port: str = "event1") -> None:
        """Press a key and keep it down."""
        self._edge(code, port, True)

    def up(self, code: int, port: str = "event1") -> None:
        """Let a key go."""
        self._edge(code, port, False)

    def _edge(self, code: int, port: str, level: bool) -> None:
        device = self._devices[port]
        if self.claims.claim_of(device) != "none":
            self._sink(UsbEdge(self._clock.now(), device.device, port, code, level))


class Typist:
    """Presses the keys of a keyboard that is plugged in, as `hw.sim.hand.Hand` does those of the pins."""

    has_knob = False

    def __init__(self, pads: Pads) -> None:
        self._pads = pads
        self._pressed: dict[Key, int] = {}

    @property
    def up_is_more(self) -> bool:
        """Whether a turn to the left increases a number."""
        code = self._code(Key.UP)
        return code in VERTICAL_KEYS and code not in self._learned

    def down(self, key: Key) -> None:
        """Press a key and keep it down."""
        self._pressed[key] = self._code(key)
        self._pads.down(self._pressed[key])

    def up(self, key: Key) -> None:
        """Let a key go."""
        if key in self._pressed:
            self._pads.up(self._pressed.pop(key))

    def bounce(self, key: Key) -> None:
        """Do nothing: the keyboard has debounced its keys."""

    def escape(self) -> None:
        """Press Esc."""
        self._pads.down(ESC)
        self._pads.up(ESC)

    @property
    def _learned(self) -> Collection[int]:
        return self._pads.claims.learned.get(KEYBOARD, {}).values()

    def _code(self, key: Key) -> int:
        """Return the number of the learned key, or of the first standard one that means the same."""
        codes, learned = (*self._learned, *STANDARD_ROLES), self._pads.claims.learned
        return next(code for code in codes if role_of(KEYBOARD, code, learned) == ROLES[key])
