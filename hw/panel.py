"""The panel as the loop sees it, and one that lives in memory."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from hw.errors import BadFrame, PanelBusy

if TYPE_CHECKING:
    from PIL.Image import Image

    from hw.clock import Clock


class Mode(Enum):
    """How the glass is redrawn."""

    PARTIAL = "partial"  # fast, without a flash; faint remains add up
    FULL = "full"  # flashes, clears the remains; the waveform of a warm panel
    SLOW = "slow"  # the same with the waveform for the temperature that the chip measures: for the cold


class PanelKind(Struct, frozen=True):
    """A make of panel: size in pixels, refresh times in seconds, distance of two pixels in millimetres."""

    key: str
    width: int
    height: int
    partial_s: float
    full_s: float
    pitch_mm: float
    slow_s: float = 4.0

    def refresh_s(self, mode: Mode) -> float:
        """Return the seconds that a refresh takes, from the first change that can be seen to the last."""
        return {Mode.PARTIAL: self.partial_s, Mode.FULL: self.full_s, Mode.SLOW: self.slow_s}[mode]


# Times as measured by the authors of GxEPD2 for GDEY042T81 and GDEY029T94; the slow one is that of older waveforms.
PANELS = {
    kind.key: kind
    for kind in (
        PanelKind("4.2", 400, 300, partial_s=0.36, full_s=1.14, pitch_mm=0.212),
        PanelKind("2.9", 296, 128, partial_s=0.36, full_s=1.72, pitch_mm=0.227),
    )
}


class Panel(Protocol):
    """An e-ink panel that never keeps its caller waiting.

    `start` begins a refresh. Its end is announced by the falling edge of `Line.BUSY` where the panel has one, and
    otherwise comes at the deadline. At either, `poll` tells whether it is over. From `start` until `poll` has said so
    the panel is busy.

    A panel may have more to do after that: switch off its high voltage, look again for an edge that was lost. So
    `poll` is called at every deadline, whether a refresh runs or not.
    """

    @property
    def kind(self) -> PanelKind:
        """The make of this panel."""
        ...

    @property
    def busy(self) -> bool:
        """Whether a refresh runs, or has run and was not polled yet."""
        ...

    def start(self, frame: Image, mode: Mode) -> None:
        """Begin to show a frame of the panel's size and of mode "1" (1: white); it may be changed afterwards.

        Raises:
            PanelBusy: a refresh runs.
            BadFrame: another size or mode.
            PanelFailed: the panel does not answer. The next refresh is a full one, whatever is asked for.

        """
        ...

    def deadline(self) -> float | None:
        """Return the time at which to poll, in clock seconds, if no edge came before; None: nothing is due."""
        ...

    def poll(self, now: float) -> bool:
        """Return True once, when the refresh that ran has finished.

        Raises:
            PanelFailed: it should have finished long ago, or stopped in the middle.

        """
        ...

    def sleep(self) -> None:
        """Let the chip sleep, for a long pause; the next `start` wakes it. Raise PanelBusy while a refresh runs."""
        ...

    def close(self) -> None:
        """Release the panel. The glass keeps its picture."""
        ...


class MemoryPanel:
    """A panel without a chip. It takes the time of its kind on the clock it is given."""

    def __init__(self, kind: PanelKind, clock: Clock) -> None:
        self.kind = kind
        self.glass: Image | None = None  # what can be seen; None: nobody knows, before the first full refresh
        self.partials = 0
        self.fulls = 0
        self._clock = clock
        self._running: _Refresh | None = None

    @property
    def busy(self) -> bool:
        """Whether a refresh runs, or has run and was not polled yet."""
        return self._running is not None

    def start(self, frame: Image, mode: Mode) -> None:
        """Begin a refresh; see `Panel.start`."""
        self._refuse_while_busy()
        check_frame(frame, self.kind)
        self._running = _Refresh(frame.copy(), mode, self._clock.now() + self.kind.refresh_s(mode))

    def deadline(self) -> float | None:
        """Return when the refresh that runs will be over."""
        return None if self._running is None else self._running.over_at

    def poll(self, now: float) -> bool:
        """Return True once, when the refresh is over; only then the glass has changed."""
        if self._running is None or now < self._running.over_at:
            return False
        self._finish(self._running)
        self._running = None
        return True

    def sleep(self) -> None:
        """Do nothing: no chip. Raise PanelBusy while a refresh runs."""
        self._refuse_while_busy()

    def close(self) -> None:
        """Forget the refresh that runs."""
        self._running = None

    def _refuse_while_busy(self) -> None:
        if self.busy:
            raise still_drawing(self.kind)

    def _finish(self, refresh: _Refresh) -> None:
        if refresh.mode is not Mode.PARTIAL:
            self.fulls += 1
            self.glass = refresh.frame
            return
        self.partials += 1
        if self.glass is not None:  # a partial refresh draws differences: on an unknown glass it shows anything
            self.glass = refresh.frame


class _Refresh(Struct, frozen=True):
    frame: Image
    mode: Mode
    over_at: float


def still_drawing(kind: PanelKind) -> PanelBusy:
    """Return the error of a panel that is asked for something while a refresh runs."""
    return PanelBusy(f"The {kind.key} inch panel is still drawing. Keep the frame until it has finished.")


def check_frame(frame: Image, kind: PanelKind) -> None:
    """Raise BadFrame unless the frame has the panel's size and one bit a pixel."""
    wanted = (kind.width, kind.height)
    if frame.size != wanted or frame.mode != "1":
        raise BadFrame(
            f'The {kind.key} inch panel shows frames of {wanted[0]} x {wanted[1]} pixels in mode "1", '
            f'not of {frame.size[0]} x {frame.size[1]} in mode "{frame.mode}". Draw the frame for this panel.'
        )
