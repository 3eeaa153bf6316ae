"""Recorded pictures: one PNG each, compared pixel by pixel. `python -m tests.display.golden` rewrites them."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from display.bars import KeyMarks
from display.frame import Cursor, draw
from display.icons import picture
from display.layout import lay_out
from display.off import Off, lay_out_off
from engines.kit.contract import Emblem
from engines.kit.text import ENGLISH, Icon, Text, load_catalogue
from engines.registry import emblem_of
from tests.display.drawings import BESIDE_WORDS, SIDES
from tests.display.screens import CHROME, NOTICE, PUSH, SCREENS
from tests.profiles import ALL_PROFILES, OTHER_PROFILES, PROFILES

FOLDER = Path(__file__).with_name("golden")
OFF, PROGRESS = Text("Switched off"), Text("Lisboa: Period 2, your turn")


class Picture(Struct, frozen=True):
    """A page of a screen on a profile."""

    screen: str
    profile: str
    page: int = 0
    language: str = "en"
    notice: Text | None = None
    off: Off | None = None
    keys: KeyMarks = KeyMarks()

    @property
    def name(self) -> str:
        """Return the name of its file, without the ending."""
        kind = "off" if self.off else "notice" if self.notice else str(self.page + 1)
        keys = f"-keys-{self.keys.edge or 'below'}" if self.keys != KeyMarks() else ""
        return f"{self.profile}-{self.screen}-{kind}-{self.language}{keys}"


def _page_of_highlight(screen: str, profile: str) -> int:
    drawn, cursor = SCREENS[screen]
    return lay_out(drawn, PROFILES[profile], ENGLISH).page_of(cursor.highlight) or 0


_KINDS = dict.fromkeys(
    (kind, profile, page) for kind in SCREENS for profile in PROFILES for page in (0, _page_of_highlight(kind, profile))
)
"""The first page of each kind of screen on each panel, and the page of its highlighted row."""

KEY_SCREENS = ("number", "counters_entered")
MARKS = (KeyMarks(pair=True), KeyMarks(pair=True, edge="left"), KeyMarks(pair=True, edge="right"))
"""Screens that show all that differs with four keys, and the places of these."""

PICTURES = (
    *(Picture(*which) for which in _KINDS),
    Picture("idle", "4.2", language="pseudo", notice=NOTICE),
    Picture("instruction", "2.9", notice=NOTICE),
    Picture("long", "2.9", page=2),
    *(Picture(drawn, profile) for drawn in (*SIDES, *BESIDE_WORDS) for profile in PROFILES),
    *(Picture(drawn, profile) for drawn in ("idle", "marks", "moved", "number") for profile in OTHER_PROFILES),
    *(Picture("games", profile, page=1) for profile in PROFILES),
    *(Picture("moved", profile, off=Off(OFF, emblem_of("lisboa"), (PROGRESS,))) for profile in PROFILES),
    *(Picture("idle", profile, off=Off(OFF, Emblem("C"), (PROGRESS,))) for profile in PROFILES),
    *(Picture("games", profile, off=Off(OFF)) for profile in PROFILES),
    Picture("long", "2.9", off=Off(OFF, emblem_of("burgundy"), (PROGRESS,))),
    *(Picture(kind, profile, keys=keys) for kind in KEY_SCREENS for profile in ("4.2", "2.9") for keys in MARKS),
)


def render(which: Picture) -> Image.Image:
    """Return a picture as it is drawn now."""
    screen, cursor = SCREENS.get(which.screen) or ((SIDES | BESIDE_WORDS)[which.screen], Cursor())
    catalogue = ENGLISH if which.language == "en" else load_catalogue(which.language)
    layout = lay_out(screen, ALL_PROFILES[which.profile], catalogue, notice=which.notice)
    chrome = replace(CHROME, notice=which.notice, push=PUSH.get(which.screen), keys=which.keys)
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
        render(which).save(FOLDER / f"{which.name}.png")
    symbols().save(FOLDER / "symbols.png")


if __name__ == "__main__":
    write()
