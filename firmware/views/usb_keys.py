"""Learning the keys of USB devices: each screen asks for one key and learns the key that is pressed.

Next ─▶ Back ─▶ turn left ─▶ turn right ─▶ push ─▶ menu ─▶ kept

Nothing is kept before the end. The keys of the pins and Esc keep their meaning, so there is always a way out.
"""

from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Badge, Done, Refused, Screen, Who
from firmware.text import Text
from firmware.views.host import Host
from firmware.views.view import Item, Menu, MenuPage, Series, View, menu_screen
from hw.events import UsbRole
from hw.usb_keys import ESCAPE, ROLES

TITLE = Text("USB keys")
LEARNED = Text("Keys learned")
FORGOTTEN = Text("Keys forgotten")
PROMPTS: dict[UsbRole, tuple[Text, tuple[Text, ...]]] = {
    "next": (
        Text("Press the key for Next"),
        (Text("Press it on the USB device: it will do what is written at the bottom right."),),
    ),
    "back": (Text("Press the key for Back"), (Text("It takes back your last answer."),)),
    "left": (Text("Turn left"), (Text("Turn the knob of the pad to the left, or press a key for it."),)),
    "right": (Text("Turn right"), (Text("Turn the knob of the pad to the right, or press a key for it."),)),
    "push": (Text("Push"), (Text("Push the knob of the pad, or press a key for it."),)),
    "menu": (
        Text("Press a key for the menu"),
        (Text("If no key is left, press Next."), Text("Holding Push opens it, too.")),
    ),
}
"""The prompt for each key."""
TAKEN_KEYS: dict[UsbRole, Text] = {
    "next": Text("This key is Next"),
    "back": Text("This key is Back"),
    "left": Text("This key turns left"),
    "right": Text("This key turns right"),
    "push": Text("This key is Push"),
}
"""The message for a key that already has a meaning."""
ALL_ALIKE = Text("Some pads send the same letter for all keys until they are programmed on a PC.")
PRESS = Text("Press a key")
ESCAPE_ENDS = Text("The key Esc ends this.")


def usb_keys(host: Host) -> View:
    """Return the menu of what was learned."""
    items = (
        Item("learn", Text("Learn the keys again"), lambda: host.open(LearnKeys(host))),
        Item("forget", Text("Forget all learned keys"), lambda: _forget(host)),
    )
    return Menu(lambda: MenuPage("usb_keys", TITLE, items), host.close)


def _forget(host: Host) -> None:
    host.close()
    host.change_settings(usb_keys={})
    host.pending_message = host.pending_message or FORGOTTEN


class LearnKeys(Series):
    """Asks for one key after the other. Next skips one; a skipped key stays as it was."""

    learns = True
    title = TITLE
    next_words = (Text("Skip"),)

    def __init__(self, host: Host) -> None:
        self._host = host
        self._pressed: dict[UsbRole, tuple[str, int]] = {}
        self._refused = False
        if host.has_only_usb_keys:
            self.back_word, self.next_words = Text(""), (PRESS,)
        super().__init__(len(ROLES), host.close)

    def screen(self) -> Screen:
        """Return the prompt for the key, below what to do first."""
        headline, lines = PROMPTS[ROLES[self._at]]
        if not self._host.usb_devices:
            lines = (Text("Plug in a USB keyboard or pad."), *lines)
        if self._host.has_only_usb_keys and self._at == 0:
            lines = (*lines, ESCAPE_ENDS)
        if self._refused:
            lines = (ALL_ALIKE, *lines)
        badge = Badge(Who.TABLE, step=self._at + 1, steps=len(ROLES))
        return replace(menu_screen("learn_keys", headline, lines, Done()), badge=badge)

    def take(self, _: Any) -> None:
        """Go on without a key; after the last one, keep what was pressed."""
        if self.is_last:
            self._keep()
        else:
            self.go(1)

    def go(self, direction: int) -> None:
        """Go on or back, and forget the key that is asked for then."""
        self._refused = False
        super().go(direction)
        self._pressed.pop(ROLES[self._at], None)

    def learn(self, device: str, code: int) -> None:
        """Take a key; `Refused` if it was pressed for another one."""
        if code == ESCAPE:
            self._host.close()
            return
        key = device, code
        taken = next((role for role, pressed in self._pressed.items() if pressed == key), None)
        if taken is None:
            self._pressed[ROLES[self._at]] = key
        elif not (taken == "next" and self.is_last):
            self._refused = True
            raise Refused(TAKEN_KEYS[taken])
        self.take(True)

    def _keep(self) -> None:
        learned = {device: dict(keys) for device, keys in self._host.settings.usb_keys.items()}
        for role, (device, code) in self._pressed.items():
            others = {other: number for other, number in learned.get(device, {}).items() if number != code}
            learned[device] = {**others, role: code}
        self._host.close()
        if self._pressed:
            self._host.change_settings(usb_keys=learned)
            self._host.pending_message = self._host.pending_message or LEARNED
