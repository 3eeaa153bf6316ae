"""The keys of USB devices: which devices are read, the roles of their keys, and the notices as they come and go."""

import logging

from msgspec.structs import replace

from firmware.device.feedback import Feedback
from firmware.device.session import Session
from firmware.text import Text
from hw.events import KeyEvent, UsbEdge, UsbGone
from hw.usb import UsbPorts
from hw.usb_keys import Claims, UsbKeys, role_of

log = logging.getLogger("tavolino.usb")

POLL_S, POLL_DURATION_S = 1.0, 60.0
"""Time between polls of the ports while a device is expected there, and how long they are polled for it, s."""
ASK_AFTER_S = 10.0
"""A device without other keys asks for USB keys this long after its start, s: the kernel finds them late."""
PLUG_IN = Text("Plug in the USB keys")
UNPLUGGED = Text("USB keys unplugged")


class UsbSet:
    """All USB keys as one set.

    Args:
        session: has the settings, and learns keys.
        feedback: says what comes and goes.
        console: this computer has a console, so that no keyboard is grabbed.
        now: the time, s.

    """

    def __init__(self, session: Session, feedback: Feedback, *, console: bool, now: float) -> None:
        self._session = session
        self._feedback = feedback
        self._console = console
        self._keys = UsbKeys()
        self._started_at, self._polled_at = now, now
        self._expects_until = now + POLL_DURATION_S
        self._counting: dict[str, str] = {}  # the devices whose keys count, and their names
        self._missing: set[str] = set()
        self._used: set[str] = set()

    def apply_settings(self, hold_s: float) -> None:
        """Apply the settings as they are now."""
        self._keys.configure(hold_s, self._session.settings.usb_keys)

    def edge(self, edge: UsbEdge | UsbGone) -> tuple[KeyEvent | UsbEdge, ...]:
        """Return the events of one edge; the edge itself if its key is to be learned."""
        if isinstance(edge, UsbGone):
            self._keys.forget(edge.port)
            return ()
        if edge.level and (self._session.top.learns or self._is_strange(edge)):
            return (edge,)
        events = self._keys.edge(edge)
        self._used |= {edge.device} if events else set()
        return events

    def tick(self, now: float) -> tuple[KeyEvent, ...]:
        """Return the events that are due."""
        return self._keys.tick(now)

    def deadline(self) -> float | None:
        """Return when to look again, s; None if only keys can change anything."""
        expects = self._polled_at < self._expects_until or self._session.top.learns
        poll_at = self._polled_at + POLL_S if expects else None
        return min((at for at in (self._keys.deadline(), poll_at) if at is not None), default=None)

    def poll(self, ports: UsbPorts | None, now: float) -> bool:
        """Report the devices that came and went; return whether the set of them changed. `ports` is None before any."""
        self._polled_at, session = now, self._session
        claims = Claims(session.settings.usb_keys, alone=session.has_only_usb_keys, console=self._console)
        if ports is not None:
            ports.apply(replace(claims, learning=session.top.learns))
        devices = () if ports is None else ports.devices
        counting = {one.device: one.name for one in devices if claims.claim_of(one) != "none"}
        self._report_changes(now, counting, {one.device for one in devices})
        self._counting = counting
        keyboards = {one.name for one in devices if one.is_keyboard}
        known, session.usb_devices = session.usb_devices, tuple(sorted(keyboards))
        return known != session.usb_devices

    def _report_changes(self, now: float, counting: dict[str, str], present: set[str]) -> None:
        """Say that devices whose keys count are gone, until they are present again."""
        gone = self._counting.keys() - present
        for device in gone:
            log.warning("%s (%s) is unplugged.", self._counting[device], device)
        for device in counting.keys() - self._counting.keys():
            log.info("%s (%s) has keys.", counting[device], device)
        self._missing = (self._missing | gone) - present
        asks = self._session.has_only_usb_keys and not counting and now >= self._started_at + ASK_AFTER_S
        if gone:
            self._expects_until = now + POLL_DURATION_S
            self._feedback.say(UNPLUGGED)
        elif asks and self._feedback.message is None:
            self._feedback.say(PLUG_IN)
        elif counting and not self._missing and self._feedback.message in (UNPLUGGED, PLUG_IN):
            self._feedback.say(None)

    def _is_strange(self, edge: UsbEdge) -> bool:
        """Return whether a key does nothing, and nobody could learn it by other keys."""
        learned = self._session.settings.usb_keys
        unknown = edge.device not in learned and edge.device not in self._used
        return self._session.has_only_usb_keys and unknown and role_of(edge.device, edge.code, learned) is None
