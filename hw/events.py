"""Events of the parts: raw edges of lines and USB keys, and the key events that follow. All times are clock seconds."""

from enum import Enum
from typing import Literal, TypeAlias

from msgspec import Struct


class InputLine(Enum):
    """A wire whose edges are reported."""

    NEXT = "next"
    BACK = "back"
    PUSH = "push"
    UP = "up"
    DOWN = "down"
    A = "a"
    B = "b"
    BUSY = "busy"


class Key(Enum):
    """A key of the player. Its line has the same value; Push has no line if it is ▲ and ▼ together."""

    NEXT = "next"
    BACK = "back"
    PUSH = "push"
    UP = "up"
    DOWN = "down"


class Edge(Struct, frozen=True):
    """A line changed at the time `at`; `level` is True for a closed contact, or for a busy panel."""

    at: float
    line: InputLine
    level: bool


class UsbEdge(Struct, frozen=True):
    """A key of a USB device went down (`level`) or up. `device` is "vendor:product", `code` the kernel's number."""

    at: float
    device: str
    port: str
    code: int
    level: bool

    def __repr__(self) -> str:
        """Leave out the key: nothing that is typed comes into a log."""
        return f"UsbEdge({self.device})"


UsbRole: TypeAlias = Literal["next", "back", "left", "right", "push", "menu"]
"""The role of a USB key. `menu` is for pads whose keys cannot be held: it does the same as holding Push."""


class UsbGone(Struct, frozen=True):
    """A USB device cannot be read any more: what was down at its `port` ("event3") is up."""

    port: str


class Press(Struct, frozen=True, tag="press"):
    """A key was pressed. It went down at `down_at`; it counts at `at`: Next at once, the others when released.

    If it is ▲ and ▼ together, the first one went down at `down_at`.
    """

    key: Key
    down_at: float
    at: float


class Hold(Struct, frozen=True, tag="hold"):
    """A key has been held long enough; `at` is the end of the hold time, even if it is noticed later."""

    key: Key
    down_at: float
    at: float


class Turn(Struct, frozen=True, tag="turn"):
    """The knob moved by one detent, or ▲ or ▼ acted: `n` is 1 clockwise or for ▼, -1 the other way.

    `vertical`: it was ▲ or ▼, so that a number goes the other way: up is more.
    """

    n: int
    at: float
    vertical: bool = False


AnyEdge: TypeAlias = Edge | UsbEdge | UsbGone
KeyEvent: TypeAlias = Press | Hold | Turn
