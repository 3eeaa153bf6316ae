"""The interface of a panel."""

from enum import Enum
from typing import Protocol

from PIL.Image import Image


class Mode(Enum):
    """The kind of a refresh."""

    PARTIAL = "partial"  # fast, without a flash; ghosting adds up
    FULL = "full"  # flashes, removes ghosting; the waveform of a warm panel
    SLOW = "slow"  # as FULL, with the waveform for the measured temperature: for the cold


class Panel(Protocol):
    """An e-ink panel that never keeps its caller waiting.

    `start` begins a refresh. It ends with the falling edge of `InputLine.BUSY`, or at the deadline if that is lost;
    then `poll` returns whether it has finished. Until it has, the panel is busy.

    A panel may have more to do after that, such as switching off its high voltage. So `poll` is called at every
    deadline, whether a refresh runs or not.
    """

    @property
    def busy(self) -> bool:
        """True while a refresh runs, or has ended and was not polled yet."""

    def start(self, frame: Image, mode: Mode) -> None:
        """Begin to show a frame of the panel's size and of mode "1" (1: white); it may be changed afterwards.

        Raises:
            PanelBusy: a refresh runs.
            BadFrame: another size or mode.
            PanelFailed: the panel does not answer. The next refresh is a full one, even if another is asked for.

        """

    def deadline(self) -> float | None:
        """Return the time at which to poll, in clock seconds, if no edge came before; None: nothing is due."""

    def poll(self, now: float) -> bool:
        """Return True once, when the refresh that ran has finished.

        Raises:
            PanelFailed: it should have finished long ago, or stopped in the middle.

        """

    def sleep(self) -> None:
        """Let the chip sleep, for a long pause; the next `start` wakes it. Raise PanelBusy while a refresh runs."""

    def close(self) -> None:
        """Release the panel. The glass keeps its picture."""
