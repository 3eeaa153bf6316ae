"""The device in a terminal: its glass in Unicode cells, or the words on it if the window is too small.

Page Down  Next         arrows  turn the knob      h + key  hold it      q  quit
Page Up    Back         Enter   push the knob      p        picture

Without a knob the arrows are ▲ and ▼, and Enter is both.
"""

import os
import re
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from textwrap import wrap

from PIL import Image

from firmware.device.rig import Simulated
from firmware.emulators.device import HOLD_MARGIN_S
from firmware.errors import TavolinoError
from firmware.files.disk import convert_write_error
from firmware.text import Text
from hw.clock import Clock
from hw.events import Key

TAP_S = 0.05
"""Time for which a key is down if it is not held, s."""
HELP = Text("Page Down: Next, Page Up: Back, arrows: turn, Enter: push, h and a key: hold, p: picture, q: quit")
HELP_FOR_FOUR = Text("Page Down: Next, Page Up: Back, arrows: ▲ ▼, Enter: both, h and a key: hold, p: picture, q: quit")
HOLDING = Text("hold…")
ELLIPSIS = " …"
"""The end of a row before omitted lines."""
KEYS = {
    b"\x1b[6~": Key.NEXT,
    b" ": Key.NEXT,
    b"\x1b[5~": Key.BACK,
    b"\x7f": Key.BACK,
    b"\r": Key.PUSH,
    b"\n": Key.PUSH,
}
TURNS = {b"\x1b[A": -1, b"\x1b[D": -1, b"\x1b[B": 1, b"\x1b[C": 1}
KEY_PATTERN = re.compile(b"|".join([*map(re.escape, (*KEYS, *TURNS)), b"."]), re.DOTALL)
INK = "\x1b[30;107m"
"""Black on white, as the panel is, against the terminal's own colours."""
BRAILLE_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of the dots of a Braille cell, row by row."""


class Terminal:
    """A device with a keyboard and a window."""

    def __init__(self, rig: Simulated, clock: Clock, folder: Path) -> None:
        self._rig = rig
        self._clock = clock
        self._folder = folder
        self._release_at: dict[Key, float] = {}
        self._hold = False
        self._message = HELP if rig.hand.has_knob else HELP_FOR_FOUR
        self._last_window: tuple[object, ...] = ()
        self._quit = False

    def run(self) -> None:
        """Run the device until it is switched off or its player quits."""
        with _raw_mode(sys.stdin.fileno()):
            while not (self._quit or self._rig.device.over):
                self._rig.pump()
                self._draw()
                if select.select([sys.stdin], [], [], self._wait_s())[0]:
                    for key in split_keys(self._read_input()):
                        self.press(key)
                self._release_keys()
            _print("\x1b[0m\x1b[2J\x1b[H")

    def _read_input(self) -> bytes:
        """Return what was typed; quit if it is nothing, since the terminal is gone then."""
        try:
            typed = os.read(sys.stdin.fileno(), 64)
        except OSError:
            typed = b""
        self._quit = self._quit or not typed
        return typed

    def press(self, key: bytes) -> None:
        """Handle a key of the keyboard."""
        hand, pressed = self._rig.hand, KEYS.get(key)
        if key in TURNS and hand.has_knob:
            hand.detent(TURNS[key])
        elif key in TURNS:
            pressed = Key.DOWN if TURNS[key] > 0 else Key.UP
        if pressed is not None and pressed not in self._release_at:
            hand.down(pressed)
            seconds = self._rig.device.hold_s + HOLD_MARGIN_S if self._hold else TAP_S
            self._release_at[pressed] = self._clock.now() + seconds
        elif key == b"p":
            self._message = self._save_picture()
        elif key in (b"q", b"\x03"):
            self._quit = True
        self._hold = key == b"h"

    def _release_keys(self) -> None:
        for key in [key for key, at in self._release_at.items() if self._clock.now() >= at]:
            del self._release_at[key]
            self._rig.hand.up(key)

    def _wait_s(self) -> float:
        due = min([self._rig.deadline(), *self._release_at.values()])
        return max(due - self._clock.now(), 0)

    def _save_picture(self) -> Text:
        """Write the glass to a new file; return the message about it."""
        if self._rig.device.glass.shown is None:
            return Text("No picture: the glass is not drawn yet.")
        paths = (self._folder / f"tavolino-{n}.png" for n in count(1))
        path = next(path for path in paths if not path.exists())
        try:
            with convert_write_error(path):
                self._rig.sim.picture().save(path)
        except TavolinoError as error:
            return error.text
        return Text("Written: {file}", file=path.name)

    def _draw(self) -> None:
        """Draw the window, if its content has changed."""
        glass, (columns, lines) = self._rig.sim.picture(), _window_size()
        light = "● " if self._rig.lights.lit else "○ "
        words = self._rig.device.session.catalogue.words
        message = light + (words(HOLDING) + " " if self._hold else "") + words(self._message)
        now = (glass.tobytes(), columns, lines, message)
        if now == self._last_window:
            return
        self._last_window = now
        below = _message_rows(message, columns, max(lines // 4, 1))
        rows = window_rows(glass, self._rig.device.words(), columns, lines - len(below))
        text = "\r\n".join([*rows, *("\x1b[0m" + row for row in below)])
        _print(f"\x1b[0m\x1b[2J\x1b[H{text}")


def _print(text: str) -> None:
    """Write to the terminal. Reading notices if it is gone."""
    with suppress(OSError):
        os.write(sys.stdout.fileno(), text.encode())


def split_keys(typed: bytes) -> list[bytes]:
    """Return the keys of the bytes that a terminal sent: escape sequences whole, everything else a byte each."""
    return KEY_PATTERN.findall(typed)


def window_rows(glass: Image.Image, words: str, columns: int, lines: int) -> list[str]:
    """Return the rows of the window: the glass in cells if it fits, else the words on it, wrapped.

    If even these do not fit, header and footer stay, and between them the rows around the highlighted one.
    """
    if glass.width <= 2 * columns and glass.height <= 4 * lines:
        return [INK + row for row in braille_cells(glass)]
    blocks = _blocks(words, columns)
    if sum(len(block) or 1 for block in blocks) <= lines:
        return [row for block in blocks for row in block or [""]] or ["…"]
    above, *middle = [block for block in _blocks(words, columns - len(ELLIPSIS)) if block]
    below = middle.pop() if middle else []
    rows = [row for block in middle for row in block]
    room = lines - len(above) - len(below)
    if room < 1:  # hardly any window at all
        above, rows, below, room = [], [*above, *rows, *below], [], lines
    highlighted = next((place for place, row in enumerate(rows) if row.startswith((">", "<"))), 0)
    first = max(0, min(highlighted - room // 2, len(rows) - room))
    return _cut_rows(above, rows, below, first, room)


def _message_rows(text: str, columns: int, lines: int) -> list[str]:
    """Return a text in at most `lines` rows."""
    rows = wrap(text, columns)
    return rows if len(rows) <= lines else _cut_rows([], wrap(text, max(columns - len(ELLIPSIS), 1)), [], 0, lines)


def _blocks(words: str, columns: int) -> list[list[str]]:
    """Return the rows of each line."""
    return [wrap(line, max(columns, 1), subsequent_indent="  ") for line in words.splitlines()]


def _cut_rows(above: list[str], rows: list[str], below: list[str], first: int, room: int) -> list[str]:
    """Return `room` of the rows between two blocks; an ellipsis ends the row before omitted ones."""
    kept = [*above, *rows[first : first + room], *below]
    gaps = ((len(above) - 1, first > 0), (len(above) + room - 1, first + room < len(rows)))
    for place in {max(place, 0) for place, left_out in gaps if left_out and kept}:
        kept[place] += ELLIPSIS
    return kept


def braille_cells(glass: Image.Image) -> list[str]:
    """Return a picture in Braille cells of 2 x 4 px; ink is a dot."""
    dots = [(dx, dy, bit) for dy, row in enumerate(BRAILLE_BITS) for dx, bit in enumerate(row)]
    pixels = glass.convert("L").tobytes()
    width, height = glass.size

    def cell(x: int, y: int) -> str:
        inside = ((x + dx, y + dy, bit) for dx, dy, bit in dots if x + dx < width and y + dy < height)
        return chr(0x2800 + sum(bit for px, py, bit in inside if not pixels[py * width + px]))

    return ["".join(cell(x, y) for x in range(0, width, 2)) for y in range(0, height, 4)]


def _window_size() -> tuple[int, int]:
    """Return columns and lines of the terminal; 80 and 24 if they are unknown."""
    columns, lines = os.get_terminal_size(sys.stdin.fileno())
    return columns or 80, lines or 24


@contextmanager
def _raw_mode(descriptor: int) -> Iterator[None]:
    """Read key by key; restore the terminal at the end."""
    try:
        before = termios.tcgetattr(descriptor)
    except termios.error:
        raise TavolinoError("The emulator wants a terminal. Without one: tavolino emulate --headless.") from None
    try:
        tty.setraw(descriptor)
        yield
    finally:
        with suppress(termios.error):  # a terminal that is gone needs nothing back
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
