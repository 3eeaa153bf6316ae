"""The cards of the keys, for the lid of the box: `python -m tests.docs.key_card docs/keys` writes them.

    key_card.toml ─┐
    catalogues ────┼▶ keys-SET-LANGUAGE.svg   one side of A6 for each key set and language
    hw.usb_keys ───┘

Letters are outlines, lengths are millimetres and all ink is black, so a card prints alike on any machine.
`python -m tests.docs.key_card keys.pdf` prints all cards into one file; that needs Chromium. It is not committed, since
no two of its PDFs are alike.
"""

import re
import sys
import tomllib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from display.letters import Weight
from firmware.languages import catalogue
from firmware.text import Text
from hw.events import UsbRole
from hw.usb_keys import STANDARD_ROLES
from tests.docs.outlines import typeface
from tests.docs.pages import write_files
from tests.docs.svg import as_attribute, document, tag

DATA = Path(__file__).with_suffix(".toml")
LANGUAGES = ("en", "de", "fr")
SETS = ("knob", "four", "four-beside", "usb")
WIDTH, HEIGHT = 105.0, 148.0
"""A6, mm."""
MARGIN = 4.0
"""The least distance from an edge, mm: printers leave 3 mm white."""
RIGHT, BOTTOM = WIDTH - MARGIN, HEIGHT - MARGIN
SIZE, PITCH, DESCENT = 3.15, 3.9, 1.0
"""Size of letters, distance of rows, and depth of a row below its letters' feet, mm."""
CAP = SIZE * 0.656
"""The height of capitals, mm."""
ROWS_LEFT, NAMES_LEFT, KEYS_MIDDLE = 26.5, 11.5, MARGIN + 3.2
"""Left edges of the rows and of the keys' names, and middle of the keys' marks, mm."""
INDENT = 2.5
"""Indent of the second line of a row, mm."""
MIN_GAP, GAPS = 0.75, 14
"""The least gap above and below the rows of a key, mm, and the number of gaps, which grow to fill a card."""
BAR, PAD = 6.2, 1.5
"""The height of header and footer of the small glass, and the room left and right of their words, mm."""
BIG_CAP = 3.6
"""The height of the mark beside the name of a key, mm."""
MARK_WIDTH, KNOB_WIDTHS, PAIR_WIDTHS = 1.35, {"why": 1.4}, {"why": 1.9, "hold": 1.6}
"""Widths of marks in a row, as multiples of the height of capitals: of most, of a knob, and of ▲ and ▼."""
BLACK, WHITE = "#000", "#fff"
STROKE: dict[str, object] = {"fill": "none", "stroke": BLACK, "stroke_width": 0.25}
SECTIONS = ("next", "back", "hold_back", "turn", "push", "hold_push")
LEARNED: dict[str, tuple[UsbRole, ...]] = {
    "next": ("next",),
    "back": ("back",),
    "turn": ("left", "right"),
    "push": ("push",),
    "hold_push": ("menu",),
}
"""The USB roles that can be learned for the key of each section."""
USB_WORDS = {109: "Page Down", 104: "Page Up", 57: "Space", 14: "Backspace", 28: "Enter", 96: "Enter"}
"""Keys by their numbers in linux/input-event-codes.h, as the device calls them."""
USB_ARROWS = {103: "▲", 105: "◀", 106: "▶", 108: "▼"}
USB_KEYPAD = {72: "8", 73: "9", 75: "4", 77: "6", 80: "2", 81: "3"}
"""The keys of a keypad, without its Enter."""
USB_KNOB = (113, 114, 115)
"""What the knob of a pad sends: mute, volume down and up."""

Run: TypeAlias = tuple[Weight, str]
"""Words of one weight; `[why]` and the like among them are marks of the glass."""


class Card(Struct, frozen=True):
    """One side: a key set in a language."""

    keys: str
    language: str

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"keys-{self.keys}-{self.language}.svg"

    @property
    def pair(self) -> bool:
        """Whether ▲ and ▼ take the place of a knob."""
        return self.keys.startswith("four")

    @property
    def data(self) -> dict[str, Any]:
        """The words of the card in its language."""
        words: dict[str, Any] = _data()[self.language]
        return words

    @property
    def extra_rows(self) -> dict[str, Any]:
        """The rows that only this key set has, by section."""
        rows: dict[str, Any] = self.data["more"].get(self.keys.partition("-")[0], {})
        return rows

    @property
    def names(self) -> dict[str, str]:
        """The title of the key set, and what its keys are called."""
        device = {"next": "{Next}", "back": "{Back}", "hold_back": self.data["hold_back"]}
        return {name: self.say(words) for name, words in (device | self.data["sets"][self.keys]).items()}

    def say(self, sentence: str) -> str:
        """Return a sentence with the words of the device and of the key set in their places."""
        words, names = catalogue(self.language).words, self.data["sets"][self.keys]
        sentence = re.sub("<(.*?)>", lambda found: names[found[1]], sentence)
        return re.sub("{(.*?)}", lambda found: words(Text(found[1])), sentence)


CARDS = tuple(Card(keys, language) for keys in SETS for language in LANGUAGES)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


# --- letters and marks ---


class Sheet:
    """The drawn parts of a card, mm. Each letter is drawn once and used again.

    `pair`: ▲ and ▼ take the place of a knob.
    """

    def __init__(self, *, pair: bool) -> None:
        self.parts: list[str] = []
        self.pair = pair
        self._letters: dict[Run, str] = {}

    def row(self, row: Sequence[Run], x: float, y: float, align: float = 0, ink: str = BLACK) -> None:
        """Set a row with the feet of its letters at `y`; `align`: how much of it is left of `x`, from 0 to 1."""
        x -= align * self._row_width(row)
        for weight, words in row:
            for piece in _pieces(words):
                wide = self._width(weight, piece)
                if piece.startswith("["):
                    self.mark(piece[1:-1], x + wide / 2, y - CAP / 2, CAP, ink)
                else:
                    self._set(weight, piece, x, y, ink)
                x += wide

    def rows(self, row: Sequence[Run], x: float, y: float, room: float, indent: float = 0) -> float:
        """Set a row `room` mm wide from the height `y`, in as many lines as it needs; return its end."""
        for n, one in enumerate(self._wrap(row, room, indent)):
            y += PITCH
            self.row(one, x + (indent if n else 0), y - DESCENT)
        return y

    def mark(self, name: str, x: float, y: float, size: float, ink: str = BLACK) -> None:
        """Draw a mark of the glass around a place, `size` mm high."""
        paper = WHITE if ink == BLACK else BLACK
        if name in ("next", "back"):
            self.key(x, y, size * 1.2, "▶" if name == "next" else "◀", ink)
        elif self.pair:
            middle = x - size * 0.5 if name == "why" else x
            self.triangle(middle, y - size * 0.28, size * 0.45, size * 0.9, "▲", ink)
            self.triangle(middle, y + size * 0.28, size * 0.45, size * 0.9, "▼", ink)
            if name == "why":
                self.row([("Semibold", "?")], x + size * 0.6, y + CAP / 2, 0.5, ink)
            if name == "hold":
                self.ring(x, y, size * 1.5)
        else:
            for n, radius in enumerate({"why": (0.65,), "push": (0.5,), "hold": (0.55, 0.38, 0.22)}[name]):
                self.parts.append(tag("circle", cx=x, cy=y, r=radius * size, fill=paper if n % 2 else ink))
            if name == "why":
                self.row([("Semibold", "?")], x, y + CAP / 2, 0.5, paper)

    def key(self, x: float, y: float, size: float, sign: str, ink: str = BLACK) -> None:
        """Draw a key around a place: a square with a triangle, as on the glass."""
        self.box(x - size / 2, y - size / 2, size, size, rx=size / 6, fill=ink)
        self.triangle(x, y, size / 2, size * 0.6, sign, WHITE if ink == BLACK else BLACK)

    def triangle(self, x: float, y: float, high: float, wide: float, sign: str, ink: str = BLACK) -> None:
        """Draw ▲, ▼, ◀ or ▶ around a place; `high` is from its foot to its tip."""
        turn, foot, half = (
            {"▶": 0, "▼": 90, "◀": 180, "▲": 270}[sign],
            as_attribute(high / 2),
            as_attribute(wide / 2),
        )
        place = f"translate({as_attribute(x)} {as_attribute(y)}) rotate({turn})"
        self.parts.append(tag("path", d=f"M-{foot} -{half}L{foot} 0L-{foot} {half}Z", transform=place, fill=ink))

    def ring(self, x: float, y: float, size: float) -> None:
        """Draw the ring of a held key around a place."""
        self.box(x - size / 2, y - size / 2, size, size, rx=size / 5, **STROKE)

    def box(self, x: float, y: float, width: float, height: float, **more: object) -> None:
        """Draw a rectangle."""
        self.parts.append(tag("rect", x=x, y=y, width=width, height=height, **more))

    def line(self, x: float, y: float, end: float, **more: object) -> None:
        """Draw a line to the right."""
        self.path(f"M{as_attribute(x)} {as_attribute(y)}H{as_attribute(end)}", **more)

    def path(self, data: str, **more: object) -> None:
        """Draw a path that is not filled."""
        self.parts.append(tag("path", d=data, **STROKE | more))

    def defs(self) -> str:
        """Return the outlines of all letters used."""
        drawn = (tag("path", id=name, d=typeface(weight).outline(one)) for (weight, one), name in self._letters.items())
        return tag("defs", "\n", "\n".join(drawn), "\n")

    def _wrap(self, row: Sequence[Run], room: float, indent: float) -> Iterator[list[Run]]:
        line: list[Run] = []
        for weight, word in ((weight, word) for weight, words in row for word in re.findall(" ?[^ ]+", words)):
            if line and self._row_width([*line, (weight, word)]) > room:
                yield _join(line)
                line, room = [], room - indent
                indent = 0
            line.append((weight, word if line else word.lstrip(" ")))
        yield _join(line)

    def _row_width(self, row: Sequence[Run]) -> float:
        return sum(self._width(weight, piece) for weight, words in row for piece in _pieces(words))

    def _width(self, weight: Weight, piece: str) -> float:
        if piece.startswith("["):
            return CAP * (PAIR_WIDTHS if self.pair else KNOB_WIDTHS).get(piece[1:-1], MARK_WIDTH)
        face = typeface(weight)
        return sum(map(face.advance, piece)) * SIZE / face.units

    def _set(self, weight: Weight, words: str, x: float, y: float, ink: str) -> None:
        face, pen, used = typeface(weight), 0, []
        for letter in words:
            if letter.strip():
                name = self._letters.setdefault((weight, letter), f"{weight[0]}{ord(letter):x}")
                used.append(tag("use", href=f"#{name}", x=pen))
            pen += face.advance(letter)
        place = f"translate({as_attribute(x)} {as_attribute(y)}) scale({SIZE / face.units:g})"
        if used:
            self.parts.append(tag("g", *used, transform=place, fill=ink, aria_label=words.strip()))


def _pieces(words: str) -> list[str]:
    """Cut words at the marks among them."""
    return [piece for piece in re.split(r"(\[\w+\])", words) if piece]


def _join(row: Sequence[Run]) -> list[Run]:
    """Join neighbouring words of one weight."""
    return [(weight, "".join(words for _, words in run)) for weight, run in groupby(row, itemgetter(0))]


# --- cards ---


def draw(card: Card) -> str:
    """Return a card as SVG."""
    free = BOTTOM - _draw(card, Sheet(pair=card.pair), MIN_GAP)
    assert free >= 0, f"{card.name} is {-free:.1f} mm too long"
    sheet = Sheet(pair=card.pair)
    _draw(card, sheet, MIN_GAP + free / GAPS)
    title = f"Tavolino: {card.names['title']}"
    return document(title, WIDTH, HEIGHT, sheet.defs(), *sheet.parts, unit="mm")


def _draw(card: Card, sheet: Sheet, gap: float) -> float:
    """Draw a card, with a gap above and below the rows of each key; return where it ends, mm."""
    y = _draw_glass(card, sheet) + 2
    for section in SECTIONS:
        sheet.line(MARGIN, y, RIGHT)
        top = y = y + gap
        _draw_key(sheet, section, top + PITCH)
        end = sheet.rows([("Semibold", card.names[section])], NAMES_LEFT, top, ROWS_LEFT - NAMES_LEFT - 1.8)
        if card.keys == "usb" and section in LEARNED:
            end += PITCH
            sheet.line(NAMES_LEFT, end - DESCENT, ROWS_LEFT - 2, stroke_dasharray="0.4 0.8")
        for row in _rows(card, section):
            y = sheet.rows(row, ROWS_LEFT, y, RIGHT - ROWS_LEFT, INDENT)
        y = max(y, end) + gap
    if card.keys == "knob":  # only devices with one have a light
        sheet.line(MARGIN, y, RIGHT)
        y = sheet.rows([("Regular", card.data["light"])], MARGIN, y + gap, RIGHT - MARGIN)
    return y


def _draw_glass(card: Card, sheet: Sheet) -> float:
    """Draw a small glass with the marks of its keys, and the keys if they are beside it; return where it ends, mm."""
    beside = card.keys == "four-beside"
    left, top, bottom = MARGIN + (7 if beside else 0), MARGIN, MARGIN + 2 * BAR + 2 + PITCH
    foot, head = bottom - (BAR - CAP) / 2, top + (BAR + CAP) / 2
    undo, done = card.say("{Undo}"), card.say("{My turn is done}")
    title: list[Run] = [("Semibold", card.names["title"])]
    sheet.box(left, top, RIGHT - left, bottom - top, **STROKE)
    sheet.box(left, top, RIGHT - left, BAR)
    sheet.line(left, bottom - BAR, RIGHT)
    sheet.row(
        [("Regular", card.data["usb" if card.keys == "usb" else "glass"])], (left + RIGHT) / 2, top + BAR + PITCH, 0.5
    )
    if beside:
        sheet.row([("Regular", f"[back] {undo}")], left + PAD, head, ink=WHITE)
        sheet.row(title, RIGHT - PAD, head, 1, WHITE)
        sheet.row([("Regular", f"[next] {done}")], left + PAD, foot)
        for n, sign in enumerate("◀▲▼▶"):
            sheet.key(MARGIN + 2, top + BAR / 2 + n * (bottom - top - BAR) / 3, 3.6, sign)
    else:
        sheet.row(title, left + PAD, head, ink=WHITE)
        sheet.row([("Regular", "Tavolino")], RIGHT - PAD, head, 1, WHITE)
        sheet.row([("Regular", f"[back] {undo}")], left + PAD, foot)
        sheet.row([("Regular", f"{done} [next]")], RIGHT - PAD, foot, 1)
    sheet.row([("Regular", "[why]")], RIGHT - PAD if beside else (left + RIGHT) / 2, foot, 1 if beside else 0.5)
    return bottom


def _draw_key(sheet: Sheet, section: str, y: float) -> None:
    """Draw the key of a section beside its name."""
    x = KEYS_MIDDLE
    match section:
        case "next" | "back":
            sheet.mark(section, x, y, BIG_CAP)
        case "hold_back":
            sheet.mark("back", x, y, BIG_CAP)
            sheet.ring(x, y, BIG_CAP * 1.6)
        case "turn" if sheet.pair:
            sheet.triangle(x - 1.7, y, 1.9, 2.9, "▲")
            sheet.triangle(x + 1.7, y, 1.9, 2.9, "▼")
        case "turn":
            sheet.mark("push", x, y, BIG_CAP * 0.8)
            for way, sweep in ((-1, 0), (1, 1)):
                start = f"M{as_attribute(x + way * 2)} {as_attribute(y - 1.8)}"
                sheet.path(f"{start}a2.7 2.7 0 0 {sweep} 0 3.6", stroke_width=0.5)
        case _:
            sheet.mark(section.partition("_")[0], x, y, BIG_CAP)


def _rows(card: Card, section: str) -> Iterator[list[Run]]:
    """Yield a row for each situation, with what a key does there; for USB keys first a row with the key's names."""
    if card.keys == "usb" and section in LEARNED and section != "hold_push":
        yield [("Semibold", _usb_keys(card, LEARNED[section]))]
    colon = "\u00a0:" if card.language == "fr" else ":"
    for where, does in (*card.data["rows"][section], *card.extra_rows.get(section, ())):
        yield [("Semibold", f"{where}{colon}"), ("Regular", f" {card.say(does)}")]


def _usb_keys(card: Card, roles: tuple[UsbRole, ...]) -> str:
    """Return the names of the keys that need not be learned for some roles."""
    codes = [code for code, role in STANDARD_ROLES.items() if role in roles]
    names = dict.fromkeys(card.say("{" + USB_WORDS[code] + "}") for code in codes if code in USB_WORDS)
    arrows = " ".join(USB_ARROWS[code] for code in codes if code in USB_ARROWS)
    keypad = " ".join(USB_KEYPAD[code] for code in codes if code in USB_KEYPAD)
    knob = card.data["knob"] if any(code in USB_KNOB for code in codes) else ""
    return ", ".join(filter(None, (*names, arrows, f"{keypad} ({card.data['keypad']})" if keypad else "", knob)))


# --- files ---


def pages() -> dict[str, str]:
    """Return the name and the text of every card."""
    return {card.name: draw(card) for card in CARDS}


def print_all(path: Path) -> None:
    """Print all cards into one PDF, a page each."""
    from playwright.sync_api import sync_playwright

    from tests.browser.hand import CHROMIUM, launch

    if CHROMIUM is None:
        sys.exit("The PDF of the cards wants chromium. Install it: apt-get install chromium")
    cards = "".join(
        f'<img src="data:image/svg+xml;base64,{b64encode(page.encode()).decode()}">' for page in pages().values()
    )
    with sync_playwright() as playwright, launch(playwright) as browser:
        page = browser.new_page()
        page.set_content(f"<style>body{{margin:0}}img{{display:block;break-after:page}}</style>{cards}")
        page.pdf(path=path, width=f"{WIDTH:g}mm", height=f"{HEIGHT:g}mm")


def main(arguments: Sequence[str]) -> None:
    """Write the cards into the folder that is given, or print them into a PDF."""
    (name,) = arguments
    if name.endswith(".pdf"):
        print_all(Path(name))
        return
    write_files(Path(name), pages())


if __name__ == "__main__":
    main(sys.argv[1:])
