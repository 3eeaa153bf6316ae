"""The wiring of every build, written from its profile: `python -m tests.docs.wiring docs` writes `docs/wiring.md`."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engines.kit.faults import Path as Place
from engines.kit.faults import allowed_words, toml_value
from engines.kit.text import ENGLISH
from firmware.device.builds import load
from hw.build import KEY_SETS, Build, PanelBuild
from hw.events import InputLine
from hw.pinout import HEADER

NAME = "wiring.md"
POWER = (1, 17)
"""The positions of 3.3 V on the 40-pin header."""
WIRED = ("2.9", "4.2")
"""The builds on the page, which are wired part by part."""
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
ON_A_BOARD = {InputLine.PUSH: " (SW)", InputLine.A: " (CLK)", InputLine.B: " (DT)"}
"""The names of a knob's contacts on a breakout board."""
EXAMPLE = """\
[hardware.keys]
next = 20 # header 38

[hardware.encoder]
half_step = true

[hardware.signals]
led = "none"
buzzer = 12 # header 32
"""
"""Values of a user in `settings.toml`, as the page shows them."""

FOUR_KEYS = """\
[hardware.keys]
set = "four"
place = "beside"
"""
"""The settings of a device with four keys, as the page shows them."""

_HEAD = """\
<!-- `make docs` writes this page from hw/profiles/. -->

# Wiring

**Nobody has yet run this on a Raspberry Pi or with a real panel**, only on [simulated parts](tried.md). The positions
on the header are those of the Raspberry Pi manual. Refresh times and the bytes of command 0x21 are those that the
authors of GxEPD2 measured and send; the slow refresh of the 4.2 inch panel is an estimate. Check every wire against the
print on your own breakout before you give it power.

[Building one](build.md) has the parts with their quantities, a box, and the assembly.

SPI occupies GPIO 7 to 11, so no other part can use them. The installer and the ready-made card switch it on; no overlay
is needed, since the kernel drives the panel's chip select.

Buttons and knob need no resistors: each contact is between its pin and ground, and the Pi has pull-ups. The header has
eight ground pins, which are all connected, so each part can have its own, as drawn; or join the grounds of the parts. A
knob on a board of its own has resistors and a pin "+", which goes to 3.3 V, never to 5 V. The header has two pins with
3.3 V, 1 and 17; join a third wire with one of them.

If the glass stays white or grainy although the doctor finds no fault, look at the [switches of the driver
board](#switches-on-driver-boards).
"""

_KEYS = """\
## Four keys in place of the knob

Any build can have four keys, each between its pin and ground: ▲ and ▼ are the knob that turns, both together are its
push. The [settings](settings.md) say so. Keys beside the glass are at its left edge, in this order from top to
bottom; if they are below it, from left to right, leave out the line with `place`.

```toml
{four}```

{wires}
"""

_TAIL = """\
## Pins that only some boards have

| Board | Pin | Wire to |
| --- | --- | --- |
| Adafruit's e-ink breakouts | VIN | 3.3 V, not 5 V: ECS and RST, which go to the Pi, are pulled up to it |
| | ENA | nothing: 100 kΩ hold it high; ground would switch the panel off |
| | SRCS (SRAM select) | nothing: 100 kΩ hold it high, so the memory chip on the same bus is never selected |
| | SDCS (card select; the Friend has none) | nothing, for the same reason |
| | MISO, 3V3 | nothing: 3V3 is an output |
| Waveshare's boards from Rev2.3 on | PWR | 3.3 V: without it the panel has no power, and BUSY does not rise |

The facts on Adafruit's boards are from its schematics (`Adafruit-E-Paper-Display-Breakout-PCBs` on GitHub: 2.9"
display, eInk Breakout Friend). Its FeatherWings bring BUSY to no pin and do not fit this device.

## Switches on driver boards

A bare panel is plugged into a driver board by its flat cable: Good Display's DESPI-C02, Waveshare's e-Paper Driver HAT,
Adafruit's eInk Friend. Such a board has up to two switches, or solder pads in their place. **If one is wrong, BUSY
moves and the doctor finds no fault, but the glass stays white, or the picture is faint or grainy.** Take the power away
before you move one.

| Switch | Its names | Position |
| --- | --- | --- |
| RESE, 0.47 or 3 ohms | “RESE” (Good Display); “Display Config”, A or B (Waveshare); SJ1 (Adafruit) | see below |
| 3-wire or 4-wire SPI | “Interface Config”, 1 or 0 (Waveshare); BS or BS1 on other boards | 4-wire: 0 |

The data sheet of the panel says which RESE it wants. If you do not have it, or the glass stays white, try the other
position. Makers have been wrong about it: the ED037TC1 wants 3 ohms (release notes of GxEPD2 1.4.2); one GDEY075Z08
wanted 3, too, where its maker says 0.47 (`lmarzen/esp32-weather-epd` #104 on GitHub), and another panel was faint until
it had 0.47 (#90). That 0 is 4-wire is from `waveshareteam/Pico_ePaper_Code` #6 and
`G6EJD/ESP32-e-Paper-Weather-Display` #113.

## A HAT on the header

A panel that is sold as a HAT can be plugged onto the header, and has a second connector with the eight names of the
table. **With these eight wires it gets 3.3 V**: VCC to header 1. On the header some take 5 V: on one, BUSY was measured
at 5 V, more than a pin of a Pi may have, and it failed now and then on a Zero
([measurements](https://www.martinhubacek.cz/blog/waveshare-epaper-hat-issues/)). Waveshare's driver HAT Rev2.1 resets
a Zero when plugged on (`waveshareteam/e-Paper` #92 on GitHub). So if a HAT on the header makes trouble, use the wires.

A Waveshare HAT of Rev2.3 or later that is plugged onto the header has its PWR at GPIO 18 (header 12), as in
Waveshare's `epdconfig.py`; older ones have no such pin. The builds of such boards drive it, and `panel.pins.pwr = 18`
does in the others. None of these boards was tried here.

## A supply that gives way

If a panel loses its power for a moment while it draws, the device draws it again by a slow full refresh. BUSY shows
the loss in two ways: the refresh ends before four fifths of the measured time of this panel (half of it for the slow
refresh; a third of the time below, until it was measured), or afterwards there is no high voltage to switch off. One
case stays unnoticed: the power goes in the last part of a refresh, and the next refresh begins within half a second,
before the voltage is switched off. Then remains of the older picture can stay on the glass until the next full
refresh, and in that half second the step counts as shown.

A panel that takes half to double of the times below keeps its own pace. If it is faster than half three times in a row
at the same point, the device first takes each for a loss of power, then accepts that pace, says so once and goes on;
it will not notice a loss of power at that point any more. `sudo tavolino doctor --speed` measures your panel, with the
device stopped.

While nobody touches a key, the device retries a failed refresh at most three times in ten minutes. Each key allows one
more.

## Your own pins

Write the values that differ from a build into the table `[hardware]` of the [settings](settings.md), by the
names below. An LED or a buzzer that you leave out is `"none"`. The device refuses two parts on one pin, and a value
that is not allowed; the sentence names both parts, or the field and its allowed values. Numbers here are GPIO numbers,
not positions on the header: `led = 16` is header 36.

```toml
{example}```

If the picture is turned, mirrored, shifted by 8 pixels, inverted or grey, the [panel
test](doctor.md#looking-at-the-panel) asks what you see, finds the right values of the panel, and writes them here.

{fields}
"""


def page() -> str:
    """Return `docs/wiring.md`, whole."""
    builds = {name: load(name) for name in WIRED}
    tail = _TAIL.format(example=EXAMPLE, fields=_fields(builds))
    keys = _KEYS.format(
        four=FOUR_KEYS,
        wires=_table(("Pin", "Header", "Wire to"), (_wire(use.pin, use.part) for use in KEY_SETS["four"].values())),
    )
    return "\n".join((_HEAD, *(section(name, build) for name, build in builds.items()), keys, tail))


def section(name: str, build: Build) -> str:
    """Return the parts and the wires of a build, as Markdown; `name` is the name of its profile."""
    parts = "\n".join(f"- {part}" for part in _parts(build))
    picture = f"![The wires from the header, drawn](drawings/wiring-{name}.svg)"
    table = _table(("Pin", "Header", "Wire to"), _wires(build))
    return f"## {build.title} (`{name}`)\n\n{parts}\n\n{table}\n\n{picture}\n"


def main(arguments: Sequence[str]) -> None:
    """Write the page into the folder that is given."""
    (folder,) = arguments
    (Path(folder) / NAME).write_text(page(), encoding="utf-8")


def _parts(build: Build) -> Iterable[str]:
    yield "Raspberry Pi with the 40-pin header (Zero 2 W, 3, 4 or 5), its card and supply"
    yield f"{build.panel.part}, driver chip {build.panel.driver.upper()}"
    match build.keys.set:
        case "knob":
            yield "2 push buttons that close when pressed: Next and Back"
            rests = "two detents" if build.encoder.half_step else "one detent"
            yield f"1 rotary encoder with a push button, {rests} in a cycle"
        case "four":
            yield "4 push buttons that close when pressed: Back, ▲, ▼ and Next"
        case "usb":
            yield "1 keypad, keyboard or pad with a knob, for USB"
    if build.signals.led is not None:
        yield "1 LED and a resistor of 330 Ω to 1 kΩ"
    if build.signals.buzzer is not None:
        yield "1 active buzzer for 3.3 V, at most 10 mA (a larger one needs a transistor; a passive one stays silent)"


def _wires(build: Build) -> Iterable[tuple[str, str, str]]:
    plus = "; “+” of a knob on a board" if build.keys.has_knob else ""
    yield "3.3 V", " or ".join(map(str, POWER)), f"VCC (VIN) of the panel{plus}"
    yield "ground", ", ".join(map(str, GROUND)), _grounds(build)
    yield from _panel_wires(build.panel)
    for line, use in build.pins.items():
        yield _wire(use.pin, use.part + ON_A_BOARD.get(line, ""))
    if build.signals.led is not None:
        yield _wire(build.signals.led, "the resistor, and from there the long leg of the LED")
    if build.signals.buzzer is not None:
        yield _wire(build.signals.buzzer, "+ of the buzzer")


def _panel_wires(panel: PanelBuild) -> Iterable[tuple[str, str, str]]:
    device = panel.spi.device
    yield _wire(10, "DIN (MOSI, SDI, SDA) of the panel", "SPI0 MOSI")
    yield _wire(11, "CLK (SCK, SCL) of the panel", "SPI0 SCLK")
    yield _wire(8 - device, "CS (ECS) of the panel", f"SPI0 CE{device}")
    yield _wire(panel.pins.dc, "DC (D/C) of the panel")
    yield _wire(panel.pins.rst, "RST (RES) of the panel")
    yield _wire(panel.pins.busy, "BUSY of the panel")


def _grounds(build: Build) -> str:
    parts = ["GND of the panel"]
    if build.pins:
        parts.append("the other side of each button")
    if build.keys.has_knob:
        parts.append("the knob's middle contact and one of its push")
    if build.signals.led is not None:
        parts.append("the short leg of the LED")
    if build.signals.buzzer is not None:
        parts.append("− of the buzzer")
    return ", ".join(parts)


def _wire(pin: int, to: str, also: str = "") -> tuple[str, str, str]:
    return f"GPIO {pin}{f' ({also})' if also else ''}", str(HEADER[pin]), to


def _fields(builds: dict[str, Build]) -> str:
    """Return every field of a profile, with its allowed values and its value in each build."""
    rows = [
        (f"`{'.'.join(map(str, path))}`", allowed, *(_value_of(build, path) for build in builds.values()))
        for path, allowed in list_fields(Build)
        if path not in {("title",), ("panel", "part")} and path[-1] not in {"init", "waveform"}
    ]
    return _table(("Field", "Allowed", *(f"`{name}`" for name in builds)), rows)


def _value_of(build: Build, path: Place) -> str:
    lines = {line.value: use.pin for line, use in build.pins.items()}
    value: Any = build
    for name in path:
        value = getattr(value, str(name))
    if isinstance(value, msgspec.UnsetType):
        return str(lines.get(str(path[-1]), "–"))
    return toml_value(list(value) if isinstance(value, tuple) else value)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rows))


def list_fields(kind: type[Struct], path: Place = ()) -> Iterator[tuple[Place, str]]:
    """Yield every field of nested structs that holds a value, and the words for what is allowed there."""
    for field in msgspec.structs.fields(kind):
        field_path = (*path, field.encode_name)
        if isinstance(field.type, type) and issubclass(field.type, Struct):
            yield from list_fields(field.type, field_path)
        else:
            yield field_path, ENGLISH.words(allowed_words(field.type))


if __name__ == "__main__":
    main(sys.argv[1:])
