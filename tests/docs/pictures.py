"""The pictures of `docs/play.md` and `docs/build.md`, taken off the glass of a device that a script plays.

`python -m tests.docs.pictures docs/pictures` writes them. A test compares them with what is drawn now.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from PIL import Image, ImageOps

from firmware.emulators import script
from firmware.emulators.device import numbered_seeds
from firmware.settings.settings import panel_values
from tests.firmware.device.bench import mark_hints_shown

AUTOMA_2 = """
expect:Which_game? next
turn:+1 next turn:+1 next expect:Automa_2   # the level
turn:-1 next                                # Begin
"""
RAVEL_2 = AUTOMA_2.replace("turn:+1 next expect:Automa_2", "turn:+4 next expect:Ravel_2")
SET_UP = "next next next next next expect:Take_your_turn "


class Session(Struct, frozen=True):
    """A device, and the keys pressed on it. Each `shot` takes a picture; `expect` checks that it is the right one."""

    panel: str
    seed: str
    keys: str


SESSIONS = (
    Session(
        "4.2",
        "1",
        """
        expect:Which_game? shot:menu next expect:Begin shot:options
        turn:+1 next turn:+1 next expect:Automa_2 turn:-1 next
        next next expect:Place_her_pieces shot:set-up next next next
        expect:Take_your_turn shot:your-turn
        next next next expect:Move_her shot:bot-turn
        turn:-1 expect:What_she_has shot:side back
        push expect:Why? shot:why back
        turn:+1 expect:I_pass shot:reports
        hold:push expect:Pause shot:pause
        turn:+2 next expect:Correct_a_value shot:correct back
        turn:+3 next turn:+3 next expect:Who_deals? shot:cards
        next expect:Still_in_your_deck shot:still-in next expect:me back back back
        next expect:Which_card? turn:+1 shot:own-card back
        """,
    ),
    Session(
        "4.2",
        "1",
        RAVEL_2 + SET_UP + "next expect:Excavated_spaces? shot:question next hold:back expect:Steps_so_far shot:recap",
    ),
    Session("4.2", "1", AUTOMA_2 + SET_UP + "next next back expect:again shot:undone"),
    Session(
        "4.2",
        "1",
        AUTOMA_2
        + SET_UP
        + "hold:push turn:+5 next turn:+8 next expect:Settings shot:settings "
        + "turn:+12 next expect:language shot:first-start",
    ),
    Session("4.2", "1", AUTOMA_2 + SET_UP + "next " * 42 + "expect:She_has shot:score"),
    Session("4.2-big", "1", AUTOMA_2 + "next " * 9 + "expect:Move_her shot:big-text"),
    Session("2.9", "1", AUTOMA_2 + "next " * 11 + "expect:Move_her shot:small-panel"),
    Session("2.7-hat", "1", AUTOMA_2 + "next " * 11 + "expect:Move_her shot:panel-2.7-hat"),
    *(
        Session(panel, "1", AUTOMA_2 + "next " * 9 + f"expect:Move_her shot:panel-{panel}")
        for panel in ("3.7", "4.26-hat", "7.5-v2")
    ),
)


def write(folder: Path) -> None:
    """Write every picture into `folder`, and delete all others there."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    for session in SESSIONS:
        run(session, folder)
    for path in folder.glob("*.png"):
        with Image.open(path) as glass:
            framed = ImageOps.expand(glass, border=1, fill=0)
        framed.save(path, optimize=True)


def run(session: Session, folder: Path, begin: Callable[[script.HeadlessDevice], None] | None = None) -> None:
    """Press the keys of a session on a new device, after `begin` if it is given."""
    words = script.parse(session.keys, f"{session.panel}, seed {session.seed}")
    with TemporaryDirectory() as data:
        mark_hints_shown(Path(data))
        device = script.HeadlessDevice(Path(data), numbered_seeds(session.seed), panel_values(session.panel))
        try:
            if begin is not None:
                begin(device)
            device.run(words, folder)
        finally:
            device.power_off()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
