"""The messages of a page to the device, one JSON object each, `{"do": …}`, checked before anything is done."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from firmware.errors import TavolinoError

MAX_PLAY_CHARS = 1 << 20
"""Characters of a message with a play file or a bot, at most."""
MAX_COMMAND_CHARS = 1 << 12
"""Characters of any other message, at most."""


PanelKey: TypeAlias = Annotated[str, Meta(max_length=40)]
"""The name of a panel; it may end with "-big"."""

SourceName: TypeAlias = Annotated[str, Meta(max_length=200)]


class Command(Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """One message of a page."""


class Down(Command, frozen=True):
    """A finger presses a key and stays on it; a key that the device does not have is none. Push can be ▲ and ▼."""

    key: Literal["next", "back", "push", "up", "down"]


class Up(Command, frozen=True):
    """The finger lets go."""

    key: Literal["next", "back", "push", "up", "down"]


class Turn(Command, frozen=True):
    """The knob, if there is one, is turned by some detents, clockwise if positive."""

    by: Annotated[int, Meta(ge=-20, le=20)]


class Power(Command, frozen=True):
    """The plug is pulled or put back."""

    on: bool


class Panel(Command, frozen=True):
    """Another panel or size of text: the device restarts with it."""

    panel: PanelKey


class Pace(Command, frozen=True):
    """The panel takes its time, or none."""

    instant: bool


class InjectFault(Command, frozen=True, tag="fault"):
    """A fault lasts from now on, a brown-out of the panel a moment; None: all is well again."""

    fault: Literal["busy-stuck", "busy-dead", "spi-error", "disk-full", "next-stuck", "brown-out"] | None


class Go(Command, frozen=True):
    """The play goes to its input `to`."""

    to: Annotated[int, Meta(ge=0, le=100_000)]


class Save(Command, frozen=True):
    """The page asks for the play file."""


class Load(Command, frozen=True):
    """A play file that the device continues."""

    file: str


class Seed(Command, frozen=True):
    """The seed of the next new play; later plays add a number to it."""

    seed: Annotated[str, Meta(min_length=1, max_length=64)]


class Languages(Command, frozen=True):
    """The languages that the browser prefers, the best first: a device that was never used begins in one of them."""

    languages: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=10)]


class Beside(Command, frozen=True):
    """Other panels show the step of the device beside it."""

    panels: Annotated[list[PanelKey], Meta(max_length=2)]


class Try(Command, frozen=True):
    """The device plays the bot of a file."""

    name: Annotated[str, Meta(max_length=200)]
    file: str


class Record(Command, frozen=True):
    """Keys are recorded on a fresh device from now on; or no more, and the answer is their script."""

    on: bool


class WriteTest(Command, frozen=True, tag="test"):
    """The page asks for a test of the play."""


class AskNext(Command, frozen=True):
    """The player is asked for the next outcome of a deck or die; "": of none, all is dealt."""

    source: SourceName


class Give(Command, frozen=True):
    """The card of a deck, or number of a die, that the play asks for."""

    source: SourceName
    value: Annotated[str, Meta(max_length=200)] | int


class Coverage(Command, frozen=True):
    """The page asks what of the bot the play has reached."""


class Tour(Command, frozen=True):
    """A play begins for a visitor, set up and at his first turn."""


AnyCommand: TypeAlias = (
    Down
    | Up
    | Turn
    | Power
    | Panel
    | Pace
    | InjectFault
    | Go
    | Save
    | Load
    | Seed
    | Languages
    | Tour
    | Beside
    | Try
    | Record
    | WriteTest
    | AskNext
    | Give
    | Coverage
)


class Error(Struct, frozen=True, tag_field="kind", tag="error"):
    """The answer to a command that was refused: nothing has changed."""

    error: str


class File(Struct, frozen=True, tag_field="kind", tag="file"):
    """A file for the page: a play, a script or a test."""

    name: str
    file: str


class Part(Struct, frozen=True):
    """A rule, a step, a phase or a card of the bot: its id, its words, whether the play has reached it."""

    id: str
    text: str
    reached: bool


class Covered(Struct, frozen=True, tag_field="kind", tag="covered"):
    """The parts of the bot that the play has reached, by their kinds."""

    parts: dict[str, list[Part]]


Reply: TypeAlias = Error | File | Covered


def decode_command(message: str | None) -> AnyCommand:
    """Return the command of a message; None is one that was not text. TavolinoError if it is no command."""
    if message is None:
        raise TavolinoError("A message is text, not bytes.")
    if len(message) > MAX_PLAY_CHARS:
        raise TavolinoError(f"The message is too long: {len(message)} characters; {MAX_PLAY_CHARS} are allowed.")
    try:
        command: AnyCommand = msgspec.json.decode(message, type=AnyCommand)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TavolinoError(f"The message is no command: {error}.") from None
    if len(message) > MAX_COMMAND_CHARS and not isinstance(command, Load | Try):
        raise TavolinoError(f"The message is too long: {len(message)} characters; {MAX_COMMAND_CHARS} are allowed.")
    return command


def encode_message(message: Struct) -> str:
    """Return the JSON of a message to a page."""
    return msgspec.json.encode(message).decode()
