"""Recorded pictures: one PNG each, compared pixel by pixel. `python -m tests.display.golden` rewrites them."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from display.frame import Cursor, draw
from display.icons import picture
from display.layout import lay_out
from display.off import Off, lay_out_off
from display.profiles import PROFILES
from engines.kit.contract import Emblem
from engines.kit.text import ENGLISH, Icon, Text, load_catalogue
from engines.registry import emblem_of
from tests.display.drawings import PLACED, SIDES
from tests.display.screens import CHROME, NOTICE, PUSH, SCREENS

FOLDER = Path(__file__).with_name("golden")
OFF, STANDS = Text("Switched off"), Text("Lisboa: Period 2, your turn")


class Picture(Struct, frozen=True):
    """Which page of which screen on which profile."""

    screen: str
    profile: str
    page: int = 0
    language: str = "en"
    notice: Text | None = None
    off: Off | None = None

    @property
    def name(self) -> str:
        """Return the name of its file, without the ending."""
        return "-".join((self.profile, self.screen, "off" if self.off else str(self.page + 1), self.language))


PICTURES = (
    Picture("instruction", "4.2"),
    Picture("single", "4.2"),
    Picture("yes_no", "4.2"),
    Picture("yours", "4.2"),
    Picture("instruction", "4.2-big"),
    Picture("idle", "4.2"),
    Picture("idle", "4.2", language="pseudo", notice=NOTICE),
    Picture("minus", "4.2"),
    Picture("roll", "4.2"),
    Picture("marks", "4.2"),
    Picture("counters", "4.2"),
    Picture("counters_entered", "4.2"),
    Picture("draw", "4.2", page=1),
    Picture("idle", "4.2-big", page=1),
    Picture("number", "4.2-big"),
    Picture("counters_entered", "4.2-big"),
    Picture("instruction", "2.9", notice=NOTICE),
    Picture("yes_no", "2.9"),
    Picture("blocked", "2.9"),
    Picture("marks", "2.9"),
    Picture("counters", "2.9", page=1),
    Picture("counters_entered", "2.9"),
    Picture("long", "2.9", page=2),
    *(Picture(drawn, profile) for drawn in (*SIDES, *PLACED) for profile in PROFILES),
    *(Picture("games", profile, page) for profile in PROFILES for page in (0, 1)),
    *(Picture("moved", profile, off=Off(OFF, emblem_of("lisboa"), (STANDS,))) for profile in PROFILES),
    *(Picture("idle", profile, off=Off(OFF, Emblem("C"), (STANDS,))) for profile in PROFILES),
    *(Picture("games", profile, off=Off(OFF)) for profile in PROFILES),
    Picture("long", "2.9", off=Off(OFF, emblem_of("burgundy"), (STANDS,))),
)


def made(which: Picture) -> Image.Image:
    """Return a picture as it is drawn now."""
    screen, cursor = SCREENS.get(which.screen) or ((SIDES | PLACED)[which.screen], Cursor())
    catalogue = ENGLISH if which.language == "en" else load_catalogue(which.language)
    layout = lay_out(screen, PROFILES[which.profile], catalogue, notice=which.notice)
    chrome = replace(CHROME, notice=which.notice, push=PUSH.get(which.screen))
    if which.off is not None:
        return draw(lay_out_off(layout, which.notice), which.page, cursor, replace(chrome, off=which.off))
    return draw(layout, which.page, cursor, chrome)


def symbols() -> Image.Image:
    """Return all icons in the sizes in use, on one sheet."""
    sheet = Image.new("1", (len(Icon) * 40, 96), 1)
    for column, icon in enumerate(Icon):
        for size, top in ((16, 4), (24, 24), (32, 56)):
            sheet.paste(0, (column * 40 + 4, top), picture(icon, size))
    return sheet


def write() -> None:
    """Write every picture, and leave nothing else in the folder."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for which in PICTURES:
        made(which).save(FOLDER / f"{which.name}.png")
    symbols().save(FOLDER / "symbols.png")


if __name__ == "__main__":
    write()
