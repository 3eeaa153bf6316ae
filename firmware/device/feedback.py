"""The immediate answer to a key: light or sound, and words that go with the next key."""

from firmware.device.glass import Glass
from firmware.text import Text
from hw.build import SignalPins
from hw.clock import Clock
from hw.signals import ACCEPTED, NOT_ALLOWED, TOO_EARLY, Signals

TOO_EARLY_MESSAGE = Text("Too early")
INPUT_FAILED = Text("That went wrong; nothing is lost")
PANEL_QUICK = Text("Fast panel: see the log")
USB_FAILED = Text("USB keys: see the log")


class Feedback:
    """Says yes, too early or no. Until the next key `message` replaces the header, and `hint` is shown."""

    def __init__(self, glass: Glass, clock: Clock) -> None:
        self.signals = Signals(SignalPins(), clock)
        self.message: Text | None = None
        self.hint: Text | None = None
        self._glass = glass
        self._clock = clock
        self._accepted = False

    def begin(self) -> None:
        """Begin with another input: the message about the last one has been read."""
        self._accepted = False
        if self.message is not None or self.hint is not None:
            self.hint = None
            self.say(None)

    def accept(self) -> None:
        """Say yes, once a key: an input says it before it is written, since a disk may take longer than an eye."""
        if not self._accepted:
            self._accepted = True
            self.signals.play(ACCEPTED)

    def signal_too_early(self) -> None:
        """Two flashes say it; without a light or sound, words do."""
        self.signals.play(TOO_EARLY)
        if not self.signals.present:
            self.say(TOO_EARLY_MESSAGE)

    def refuse(self, reason: Text) -> None:
        """Say no at once, and why in words."""
        self.signals.play(NOT_ALLOWED)
        self.say(reason)

    def say(self, words: Text | None) -> None:
        """Put words in place of the header; None: take them away."""
        self.message = words
        if self._glass.fault is None:
            self._glass.request_draw(self._clock.now())
