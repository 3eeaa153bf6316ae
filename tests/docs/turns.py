"""The pictures of a set-up and of a turn on the pages of the bots: `python -m tests.docs.turns docs` writes them.

tests/docs/turns.toml: a play and its keys ─▶ a device on 4.2" ─▶ docs/games/<key>-turn.png, docs/bots/<key>-turn.png …
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import Struct
from PIL import Image, ImageDraw

from display.letters import Face, font
from engines.registry import GAMES
from firmware.emulators import script
from tests.contract.walk import engine
from tests.docs.pages import ROOT
from tests.docs.pictures import Session, run

PANEL = "4.2"
COLUMNS = 2
GAP = 24
CAPTION = Face("Semibold", 20, 14)
CAPTION_HEIGHT = 34
CAPTIONS = {
    "set-up": "",
    "your-turn": "Your turn",
    "reports": "Your turn: turn the knob for what you report",
    "asks": "It asks",
    "does": "What the bot does",
    "side": "Turn left: what the bot has",
    "why": "Push: why",
    "rule": "Next: the rule and its place in the book",
}
"""The captions of screens, by the name of the shot."""
SET_UP = "set-up"


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A play by seed, and the keys pressed after its first `inputs`, which are given by Next.

    Shots of the set-up are one picture, all others are the turn.
    """

    keys: str
    inputs: int = 0
    seed: str = "1"
    options: dict[str, Any] = {}

    def shots(self, part: str) -> list[str]:
        """Return the names of the shots of a part of the play, in order: "set-up" or "turn"."""
        names = re.findall(r"\bshot:(\S+)", self.keys)
        return [name for name in names if (_shot_name(name) == SET_UP) == (part == SET_UP)]


@cache
def plans() -> dict[str, Plan]:
    """Return the plan of each bot."""
    return msgspec.convert(tomllib.loads((ROOT / "tests/docs/turns.toml").read_text("utf-8")), dict[str, Plan])


def section(key: str, part: str, heading: str) -> Iterator[str]:
    """Yield the section of a page with a picture; nothing if its play has no shots of that part."""
    if key in plans() and (shots := plans()[key].shots(part)):
        captions = filter(None, dict.fromkeys(CAPTIONS[_shot_name(shot)] for shot in shots))
        yield f"## {heading}\n"
        yield f"![{'. '.join(['Screens of the 4.2″ panel', *captions])}]({key}-{part}.png)\n"


def draw(key: str) -> dict[str, Image.Image]:
    """Play the play of a bot on a device, and return its pictures by the names of their files."""
    plan = plans()[key]
    with TemporaryDirectory() as folder:
        try:
            run(Session(PANEL, plan.seed, plan.keys), Path(folder), partial(_begin, key))
        except script.ScriptFailed as failed:
            failed.add_note(f"The keys are those of {key} in tests/docs/turns.toml.")
            raise
        parts = {part: plan.shots(part) for part in (SET_UP, "turn")}
        return {f"{key}-{part}.png": _strip(Path(folder), shots) for part, shots in parts.items() if shots}


def _begin(key: str, device: script.HeadlessDevice) -> None:
    """Begin the play of a bot, and give its first inputs by Next."""
    plan, bot, rig = plans()[key], engine(key), device.last_rig
    rig.device.act(partial(rig.session.begin, bot, bot.complete(plan.options), {}))
    device.run(script.parse("wait:3", key), Path())
    while (play := rig.session.play) is not None and play.n < plan.inputs:
        device.run(script.parse("next", key), Path())


def _strip(folder: Path, shots: list[str]) -> Image.Image:
    """Return screens in rows, each in a frame with its number and caption above it."""
    screens = [Image.open(folder / f"{shot}.png").convert("1") for shot in shots]
    width, height = screens[0].width + 2, screens[0].height + 2 + CAPTION_HEIGHT
    columns = min(COLUMNS, len(screens))
    rows = -(-len(screens) // columns)
    strip = Image.new("1", (columns * (width + GAP) - GAP, rows * (height + GAP) - GAP), 1)
    pen = ImageDraw.Draw(strip)
    pen.fontmode = "1"
    for n, (shot, screen) in enumerate(zip(shots, screens, strict=True)):
        x, y = n % columns * (width + GAP), n // columns * (height + GAP)
        pen.text((x, y), f"{n + 1}  {CAPTIONS[_shot_name(shot)]}", 0, font(CAPTION))
        pen.rectangle((x, y + CAPTION_HEIGHT, x + width - 1, y + height - 1), outline=0)
        strip.paste(screen, (x + 1, y + CAPTION_HEIGHT + 1))
    return strip


def _shot_name(shot: str) -> str:
    """Return the name of a shot without its number."""
    return re.sub(r"-\d$", "", shot)


def folder_of(key: str, docs: Path) -> Path:
    """Return the folder of the page of a bot."""
    return docs / ("games" if key in GAMES else "bots")


def write(docs: Path) -> None:
    """Write every picture, and delete all others."""
    pictures = {folder_of(key, docs) / name: picture for key in plans() for name, picture in draw(key).items()}
    for folder in ("games", "bots"):
        for old in (docs / folder).glob("*.png"):
            old.unlink()
    for path, picture in pictures.items():
        picture.save(path, optimize=True)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
