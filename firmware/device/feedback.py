"""How a key is answered at once: by light or sound, and by words in the footer that go with the next refresh."""

from engines.text import Text
from firmware.device.glass import Glass
from hw.clock import Clock
from hw.signals import NoSignals, Signals

TOO_EARLY = Text("Too early")
FAILED = Text("That went wrong; nothing is lost")
QUICK = Text("Fast panel: see the log")


class Feedback:
    """Says yes, too early or no. `footer` is what the footer says for one refresh."""

    def __init__(self, glass: Glass, clock: Clock) -> None:
        self.signals: Signals = NoSignals()
        self.footer: Text | None = None
        self._glass = glass
        self._clock = clock
        self._accepted = False

    def begin(self) -> None:
        """Begin with another key."""
        self._accepted = False

    def accept(self) -> None:
        """Say yes, once a key: an input says it before it is written, since a disk may take longer than an eye."""
        if not self._accepted:
            self._accepted = True
            self.signals.accepted()

    def too_early(self) -> None:
        """Two flashes say it; without a light or sound, the footer does."""
        self.signals.too_early()
        if not self.signals.present:
            self.say(TOO_EARLY)

    def refuse(self, reason: Text) -> None:
        """Say no at once, and why in the footer."""
        self.signals.not_allowed()
        self.say(reason)

    def say(self, words: Text) -> None:
        """Put words into the footer."""
        self.footer = words
        if self._glass.fault is None:
            self._glass.wanted(self._clock.now())
