"""The device from outside: its glass, lights, keys and plug."""

from typing import Literal

from msgspec import Struct

from firmware.device.rig import Simulated
from firmware.emulators.web.beside import Neighbour, bits
from firmware.emulators.web.device import WebDevice
from firmware.emulators.web.words import FOUR_LABELS, LABELS
from firmware.languages import base_language
from firmware.settings.settings import panel_key
from hw.signals import ACCEPTED, NOT_ALLOWED, TOO_EARLY, Pattern

SIGNALS: dict[Pattern, str] = {ACCEPTED: "accepted", TOO_EARLY: "too-early", NOT_ALLOWED: "not-allowed"}


class Refresh(Struct, frozen=True):
    """A running refresh: its kind, how long it takes, s, and the glass at its end, as in `Face`."""

    full: bool
    seconds: float
    glass: str


class Signal(Struct, frozen=True):
    """The last signal of LED and buzzer: its number, its name, and how long it is on, off, on, s."""

    number: int
    name: str
    pattern: Pattern


class Face(Struct, frozen=True, tag_field="kind", tag="face"):
    """The device from outside.

    `glass` has a bit a pixel, 1 is white; each row begins a byte; in base 64. `words` are the words on it. `pitch_mm`
    is the distance of two pixels. `turned`: the device is turned round for the left hand. `keys` is the key set, below
    the glass or beside it. `labels` are the words of the page, by their ids there, in the `language` of the glass,
    which is never a variant.
    """

    on: bool
    panel: str
    width: int
    height: int
    pitch_mm: float
    turned: bool
    keys: Literal["knob", "four", "usb"]
    keys_beside: bool
    glass: str
    refresh: Refresh | None
    words: str
    language: str
    labels: dict[str, str]
    led: bool
    buzzer: bool
    signal: Signal
    down: tuple[str, ...]
    instant: bool
    fault: str | None
    beside: tuple[Neighbour, ...]


def look(device: WebDevice) -> Face:
    """Return the device from outside as it is now."""
    rig = device.last_rig
    labels = LABELS if rig.build.keys.has_knob else FOUR_LABELS
    picture, panel, signals = rig.sim.picture(), rig.build.panel, rig.build.signals
    return Face(
        on=device.rig is not None,
        panel=panel_key(rig.session.settings),
        width=picture.width,
        height=picture.height,
        pitch_mm=panel.pitch_mm,
        turned=rig.sim.turned,
        keys=rig.build.keys.set,
        keys_beside=rig.build.keys.place == "beside",
        glass=bits(picture),
        refresh=_refresh(rig),
        words=rig.device.words(),
        language=base_language(rig.session.settings.language),
        labels={key: rig.device.session.catalogue.words(words) for key, words in labels.items()},
        led=signals.led is not None,
        buzzer=signals.buzzer is not None,
        signal=Signal(rig.lights.played, SIGNALS.get(rig.lights.pattern, ""), rig.lights.pattern),
        down=tuple(key.value for key in device.keys_down()),
        instant=device.clock.instant,
        fault=device.fault,
        beside=device.neighbours.look(rig),
    )


def _refresh(rig: Simulated) -> Refresh | None:
    drawing, coming = rig.sim.chip.drawing, rig.sim.next_picture()
    if drawing is None or coming is None:
        return None
    return Refresh(not drawing.partial, drawing.seconds, bits(coming))
