"""A build of the device as data: its panel, its pins, its signals. One TOML file a build, in `hw/profiles/`."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from hw.chips import CHIPS
from hw.errors import BadProfile
from hw.events import InputLine
from hw.inputs import Pins
from hw.panel import Mode
from hw.pinout import PanelPins, PinNumber, Use, check_pins

FOLDER = Path(__file__).parent / "profiles"
DEFAULT = "4.2"
"""The build of a device whose settings name none."""

Byte: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0.01, le=60)]
Command: TypeAlias = Annotated[tuple[Byte, ...], Meta(min_length=1)]
"""A command of a chip and the bytes that follow it."""


class Spi(Struct, frozen=True, forbid_unknown_fields=True):
    """The panel's bus; the kernel drives its chip select."""

    bus: Literal[0]
    device: Literal[0, 1]
    clock_hz: Annotated[int, Meta(ge=100_000, le=20_000_000)]

    @property
    def path(self) -> str:
        """The device of the bus."""
        return f"/dev/spidev{self.bus}.{self.device}"


class Times(Struct, frozen=True, forbid_unknown_fields=True):
    """The busy times of the panel, s; deadlines follow from these."""

    partial_s: Seconds
    full_s: Seconds
    """The fast full refresh, for normal temperature."""
    slow_s: Seconds
    """The full refresh of the chip's own temperature sensor, for the cold."""
    power_on_s: Seconds
    power_off_s: Seconds

    def refresh_s(self, mode: Mode) -> float:
        """Return how long a refresh takes if the voltage is on, s."""
        return {Mode.PARTIAL: self.partial_s, Mode.FULL: self.full_s, Mode.SLOW: self.slow_s}[mode]


class UpdateControl(Struct, frozen=True, forbid_unknown_fields=True):
    """The two bytes of command 0x21 of an SSD16xx, before a full and before a partial refresh."""

    full: tuple[Byte, Byte] = (0x40, 0x00)
    partial: tuple[Byte, Byte] = (0x00, 0x00)


class Registers(Struct, frozen=True, forbid_unknown_fields=True):
    """Registers of the chip that depend on the type of panel."""

    border_full: Byte
    """0x3C, or 0x50 of a UC81xx, with a full refresh."""
    border_partial: Byte
    """The same with a partial one: the border must not flash."""
    scan: Byte = 0
    """The last byte of 0x01 of an SSD16xx: in which order the gates are driven."""
    init: tuple[Command, ...] = ()
    """Commands after each reset."""
    waveform: tuple[Command, ...] = ()
    """Commands of an SSD16xx before a partial refresh, if the panel's memory has no waveform for it."""


class PanelBuild(Struct, frozen=True, forbid_unknown_fields=True):
    """The panel. `width` and `height` are px as the player sees it.

    Raises:
        BadProfile: the size is more than its driver can drive.

    """

    part: str
    driver: Literal["ssd1677", "ssd1680", "ssd1683", "uc8179", "uc8253"]
    width: Annotated[int, Meta(ge=200, le=1000)]
    height: Annotated[int, Meta(ge=100, le=1000)]
    rotation: Literal[0, 1, 2, 3]
    """Quarter turns, as the driver counts them."""
    pitch_mm: Annotated[float, Meta(ge=0.05, le=1)]
    registers: Registers
    spi: Spi
    pins: PanelPins
    times: Times
    update_control: UpdateControl = UpdateControl()
    mirrored: bool = False
    """True if the first row of RAM is at the bottom of the glass."""
    x_offset: Literal[0, 8] = 0
    """The source of the first column of pixels; depends on the batch of the panel."""
    fast_full_temperature: Byte | None = None
    """Degrees beyond any room: with them (0x1A or 0xE5) the chip uses its shortest waveform for a full refresh.

    None: the panel has no short one, and each full refresh is a slow one.
    """

    def __post_init__(self) -> None:
        (width, height), chip = self.native, CHIPS[self.driver]
        if width + self.x_offset > chip.sources or height > chip.gates:
            raise BadProfile(
                f"panel.width, height, rotation and x_offset need {width + self.x_offset} x "
                f'{height} px of the chip. Allowed for the driver "{self.driver}": {chip.sources} x {chip.gates}. '
                "Correct one of them."
            )
        if chip.family != "ssd16xx":
            self._refuse_fields_of_ssd16xx()

    def _refuse_fields_of_ssd16xx(self) -> None:
        """Raise BadProfile if a field that only an SSD16xx has is set."""
        is_set = {
            "update_control": self.update_control != UpdateControl(),
            "x_offset": self.x_offset != 0,
            "registers.scan": self.registers.scan != 0,
            "registers.waveform": self.registers.waveform != (),
        }
        useless = [name for name, used in is_set.items() if used]
        if useless:
            raise BadProfile(f'panel.{useless[0]} has no use with the driver "{self.driver}". Take it out.')

    @property
    def glass(self) -> tuple[int, int, float]:
        """Width and height, px, and the distance of two pixels, mm: screens are set for these."""
        return self.width, self.height, self.pitch_mm

    @property
    def native(self) -> tuple[int, int]:
        """Width and height in the orientation of the chip, px."""
        return (self.height, self.width) if self.rotation % 2 else (self.width, self.height)


KEY_SETS: dict[str, Pins] = {
    "knob": {
        InputLine.NEXT: Use(5, "the Next button"),
        InputLine.BACK: Use(6, "the Back button"),
        InputLine.PUSH: Use(13, "the knob's push"),
        InputLine.A: Use(19, "the knob's A"),
        InputLine.B: Use(26, "the knob's B"),
    },
    "four": {
        InputLine.BACK: Use(5, "the Back key"),
        InputLine.UP: Use(6, "the ▲ key"),
        InputLine.DOWN: Use(13, "the ▼ key"),
        InputLine.NEXT: Use(19, "the Next key"),
    },
    "usb": {},
}
"""The contacts of each key set, on their usual pins: of four keys from left to right, or from top to bottom."""


class Keys(Struct, frozen=True, forbid_unknown_fields=True):
    """The key set, its place, and the pins of its contacts that are not the usual ones.

    Pins of contacts that this set lacks are ignored.
    """

    set: Literal["knob", "four", "usb"]
    place: Literal["below", "beside"] = "below"
    """Below the glass, or at its left edge from top to bottom; turned round, above or at its right edge."""
    next: PinNumber | UnsetType = UNSET
    back: PinNumber | UnsetType = UNSET
    push: PinNumber | UnsetType = UNSET
    up: PinNumber | UnsetType = UNSET
    down: PinNumber | UnsetType = UNSET

    @property
    def has_knob(self) -> bool:
        """True if there is a knob to turn and push; else ▲ and ▼ turn, and both together push."""
        return self.set == "knob"


class Encoder(Struct, frozen=True, forbid_unknown_fields=True):
    """The pins of the knob that are not the usual ones; `half_step` for one that rests twice in a cycle."""

    a: PinNumber | UnsetType = UNSET
    b: PinNumber | UnsetType = UNSET
    half_step: bool = False


class SignalPins(Struct, frozen=True, forbid_unknown_fields=True):
    """The pins of the light and of the sound; None: the build has none."""

    led: PinNumber | None = None
    buzzer: PinNumber | None = None

    def uses(self) -> tuple[Use, ...]:
        """Return the parts of the build, with their pins."""
        parts = ((self.led, "the LED"), (self.buzzer, "the buzzer"))
        return tuple(Use(pin, part) for pin, part in parts if pin is not None)


class Build(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a device and their pins, from a profile.

    Raises:
        PinInUse: two parts are on one pin, or one is on a pin of the bus.

    """

    title: str
    panel: PanelBuild
    keys: Keys
    encoder: Encoder = Encoder()
    signals: SignalPins = SignalPins()

    def __post_init__(self) -> None:
        check_pins((*self.panel.pins.uses(), *self.pins.values(), *self.signals.uses()))

    @property
    def pins(self) -> Pins:
        """The contacts of the key set, for `Inputs`."""
        given = {**to_builtins(self.encoder), **to_builtins(self.keys)}
        usual = KEY_SETS[self.keys.set]
        return {line: Use(given.get(line.value, use.pin), use.part) for line, use in usual.items()}


def names() -> tuple[str, ...]:
    """Return the names of all profiles: the choices of the setting `panel`."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))
