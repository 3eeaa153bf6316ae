"""The terminal emulator: its keys, its window, and a real run in its own terminal."""

import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from typing import Self

import pytest
from PIL import Image

from engines.kit.text import ENGLISH
from engines.registry import GAMES
from firmware.emulators import terminal as emulator
from firmware.emulators.terminal import INK, Terminal, _raw_mode, braille_cells, split_keys, window_rows
from firmware.errors import TavolinoError
from hw.events import Key
from tests.firmware.device.bench import QUIET_S, Bench, bench

DEADLINE_S = 60.0


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """A device at its game menu."""
    with bench(tmp_path) as made:
        yield made


@pytest.fixture
def terminal(device: Bench, tmp_path: Path) -> Terminal:
    """Return a keyboard for the device."""
    return Terminal(device.rig, device.clock, tmp_path)


def type_keys(terminal: Terminal, device: Bench, raw: bytes, seconds: float = QUIET_S) -> None:
    """Type, and release the pressed keys in time."""
    for key in split_keys(raw):
        terminal.press(key)
    for _ in range(round(seconds / 0.05)):
        device.wait(0.05)
        terminal._release_keys()


# --- keys ---


def test_keys() -> None:
    """Several escape sequences at once are split whole; every other byte is a key."""
    assert [b"\x1b[6~", b"\x1b[A", b"h", b"\r", b"x"] == list(split_keys(b"\x1b[6~\x1b[Ah\rx"))


@pytest.mark.parametrize(
    ("raw", "key"), [(b"\x1b[6~", Key.NEXT), (b" ", Key.NEXT), (b"\r", Key.PUSH), (b"\n", Key.PUSH)]
)
def test_next_and_push(terminal: Terminal, device: Bench, raw: bytes, key: Key) -> None:
    """Page Down and Space are Next, Enter is Push."""
    type_keys(terminal, device, raw, seconds=0)
    assert list(terminal._release_at) == [key]
    type_keys(terminal, device, b"")
    assert "> Begin" in device.words


@pytest.mark.parametrize("raw", [b"\x1b[5~", b"\x7f"])
def test_back(terminal: Terminal, device: Bench, raw: bytes) -> None:
    """Page Up and Backspace are Back."""
    type_keys(terminal, device, b"\x1b[6~")
    type_keys(terminal, device, raw)
    assert "Which game?" in device.words


def test_arrows(terminal: Terminal, device: Bench) -> None:
    """Down and right turn the knob clockwise, up and left the other way."""
    first, second, *_ = (ENGLISH.words(title) for title in GAMES.values())
    for raw, marked in ((b"\x1b[B", second), (b"\x1b[A", first), (b"\x1b[C", second), (b"\x1b[D", first)):
        type_keys(terminal, device, raw)
        assert f"> {marked}" in device.words


def test_arrows_of_four_keys(tmp_path: Path) -> None:
    """Without a knob the arrows are ▲ and ▼, Enter is both, and the help says so."""
    with bench(tmp_path, hardware={"keys": {"set": "four"}}) as device:
        terminal = Terminal(device.rig, device.clock, tmp_path)
        assert "▲ ▼" in ENGLISH.words(terminal._message)
        type_keys(terminal, device, b"\x1b[B")
        assert device.place.cursor.highlight == 1
        type_keys(terminal, device, b"\x1b[A")
        assert device.place.cursor.highlight == 0
        type_keys(terminal, device, b"h\r")
        assert "Pause" in device.words


def test_a_build_without_keys_on_pins(tmp_path: Path) -> None:
    """With USB keys only, the keys of the terminal do nothing."""
    with bench(tmp_path, panel="2.13") as device:
        terminal, words = Terminal(device.rig, device.clock, tmp_path), device.words
        assert device.hand.keys == ()
        type_keys(terminal, device, b"\x1b[B\r\x1b[6~")
        assert words == device.words


def test_hold(terminal: Terminal, device: Bench) -> None:
    """H and a key hold that key once."""
    type_keys(terminal, device, b"h\r")
    assert "Pause" in device.words
    type_keys(terminal, device, b"\x1b[5~")
    assert "Which game?" in device.words
    type_keys(terminal, device, b"hx\r")
    assert "> Begin" in device.words


def test_key_that_is_down(terminal: Terminal, device: Bench) -> None:
    """A repeated key that is still down is pressed once."""
    type_keys(terminal, device, b"  ")
    assert "> Begin" in device.words


def test_pictures(terminal: Terminal, device: Bench, tmp_path: Path) -> None:
    """P writes a picture of the glass; each picture has its own name."""
    (tmp_path / "tavolino-1.png").write_text("an older one")
    type_keys(terminal, device, b"pp")
    assert ENGLISH.words(terminal._message) == "Written: tavolino-3.png"
    with Image.open(tmp_path / "tavolino-2.png") as picture:
        assert picture.size == (400, 300)


def test_picture_cannot_be_written(terminal: Terminal, device: Bench) -> None:
    """A picture that cannot be written, or an undrawn glass, gives a message and no error."""
    terminal._folder = Path("/proc/nothing")
    type_keys(terminal, device, b"p")
    assert "tavolino-1.png cannot be written: " in ENGLISH.words(terminal._message)
    device.device.glass.shown = None
    type_keys(terminal, device, b"p")
    assert ENGLISH.words(terminal._message) == "No picture: the glass is not drawn yet."


@pytest.mark.parametrize("raw", [b"q", b"\x03"])
def test_quit(terminal: Terminal, raw: bytes) -> None:
    """Q and Ctrl-C leave."""
    terminal.press(raw)
    assert terminal._quit


def drawn_rows(terminal: Terminal, columns: int, lines: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the rows drawn in a terminal of a size."""
    written: list[str] = []
    monkeypatch.setattr(emulator, "_window_size", lambda: (columns, lines))
    monkeypatch.setattr(emulator, "_print", written.append)
    terminal._draw()
    return re.sub("\x1b\\[[0-9;]*[A-Za-z]", "", written[-1]).split("\r\n")


def test_keys_in_the_language_of_the_glass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The help is in the language of the glass, in as many rows as it needs."""
    with bench(tmp_path, language="de") as device:
        terminal = Terminal(device.rig, device.clock, tmp_path)
        rows = drawn_rows(terminal, 80, 24, monkeypatch)
        assert "○ Bild ↓: Weiter, Bild ↑: Zurück, Pfeile: drehen" in rows[-2] + rows[-1]
        assert drawn_rows(terminal, 400, 24, monkeypatch)[-1].endswith("q: Ende")
    for columns, lines in ((40, 10), (20, 4), (9, 2)):
        monkeypatch.setattr(emulator, "_window_size", lambda size=(columns, lines): size)
        shown = drawn_rows(terminal, columns, lines, monkeypatch)
        assert (True, True) == (len(shown) <= lines, all(len(row) <= columns for row in shown))
        assert any("…" in row for row in shown)


# --- the window ---


def test_window_with_room() -> None:
    """If the window has room for the whole glass, it shows the glass."""
    glass = Image.new("1", (296, 128), 1)
    rows = window_rows(glass, "words", 148, 32)
    assert [INK + "\u2800" * 148] * 32 == rows


@pytest.mark.parametrize(("columns", "lines"), [(147, 32), (148, 31)])
def test_window_without_room(columns: int, lines: int) -> None:
    """If the window is too small for the glass, it shows the words."""
    assert ["one", "two"] == window_rows(Image.new("1", (296, 128), 1), "one\ntwo", columns, lines)


def test_small_window() -> None:
    """Nothing is written outside of a small window; before the first frame an ellipsis is shown."""
    glass = Image.new("1", (296, 128), 1)
    assert ["one", "  two …"] == window_rows(glass, "one two three\nfour", 7, 2)
    assert ["two …", "> three …"] == window_rows(glass, "one\ntwo\n> three\nfour", 9, 2)
    assert ["one …"] == window_rows(glass, "one\n\ntwo", 9, 1)
    assert ["on …"] == window_rows(glass, "one two", 4, 1)
    assert ["…"] == window_rows(glass, "", 80, 24)


def test_lines_that_are_left_out_are_marked() -> None:
    """If lines above or below are left out, the row before them ends with an ellipsis."""
    words = "\n".join(["head", *(f"row {n}" for n in range(1, 10)), "foot"])
    glass = Image.new("1", (400, 300), 1)
    assert ["head", "row 1", "row 2 …", "foot"] == window_rows(glass, words, 20, 4)
    assert ["head …", "row 8", "> row 9", "foot"] == window_rows(glass, words.replace("row 9", "> row 9"), 20, 4)
    assert ["head …", "row 4", "> row 5 …", "foot"] == window_rows(glass, words.replace("row 5", "> row 5"), 20, 4)


@pytest.mark.parametrize("lit", ["> row 1", "> row 5", "> row 9", "< 3 > (0 … 9)"])
def test_forty_by_ten(lit: str) -> None:
    """In 40 columns and 10 lines, header, footer and the highlighted row are in sight."""
    rows = [f"  row {n}" for n in range(1, 10)]
    if lit.startswith(">"):
        rows[int(lit[-1]) - 1] = lit
    else:
        rows.append(lit)
    words = [
        "Your turn | Round 1/4, turn 3",
        "",
        "A headline",
        "A line that takes all of two rows of the window",
        "",
        *rows,
    ]
    shown = window_rows(
        Image.new("1", (400, 300), 1), "\n".join([*words, "", "Undo | (Why?) | 1/2 | I have played my turn"]), 40, 9
    )
    assert len(shown) == 9
    assert shown[0].removesuffix(" …") == words[0]
    assert lit in [row.removesuffix(" …") for row in shown]
    assert "Undo | (Why?) | 1/2 | I have played my turn" == " ".join(" ".join(shown[-2:]).split())


def test_a_screen_in_forty_by_six(device: Bench) -> None:
    """The list of games in a small window has its header, the row that Next takes, and its footer."""
    device.turn(7)
    shown = window_rows(device.rig.sim.picture(), device.words, 40, 5)
    assert [shown[0], shown[-1]] == [device.header + " …", device.words.splitlines()[-1]]
    assert "> Power off" in shown


def test_cells() -> None:
    """Each cell shows 2 x 4 pixels; ink is a dot, and beyond the edge there is none."""
    picture = Image.new("1", (3, 5), 1)
    for x, y in ((0, 0), (1, 3), (2, 0), (0, 4)):
        picture.putpixel((x, y), 0)
    assert ["\u2881\u2801", "\u2801\u2800"] == braille_cells(picture)
    assert ["\u28ff"] == braille_cells(Image.new("1", (2, 4), 0))


# --- a real one ---


class Window:
    """A terminal of a size that runs the emulator."""

    def __init__(
        self,
        folder: Path,
        columns: int,
        lines: int,
        *options: str,
        terminal: tuple[int, int] | None = None,
        new: bool = False,
    ) -> None:
        if not new:  # without a light the footer says that a key was too early, which can be read here
            (folder / "settings.toml").write_text('[hardware.signals]\nled = "none"\n')
        self._ours, theirs = terminal or pty.openpty()
        self.resize(columns, lines)
        command = [sys.executable, "-m", "firmware.cli", "emulate", "--terminal", "--data", str(folder), *options]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=Path.cwd())
        os.close(theirs)
        self._shown = ""
        self.all = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(DEADLINE_S)
        os.close(self._ours)

    def type(self, raw: bytes) -> None:
        """Type something."""
        os.write(self._ours, raw)

    def resize(self, columns: int, lines: int) -> None:
        """Resize the terminal; the emulator notices it at the next drawing."""
        ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, *words: str) -> str:
        """Read until one of these words is in the window; return it."""
        end = time.monotonic() + DEADLINE_S
        while True:
            window = self._shown.rpartition("\x1b[2J")[2]
            for word in words:
                if word in window:
                    self._shown = ""
                    return word
            if not select.select([self._ours], [], [], max(end - time.monotonic(), 0))[0]:
                pytest.fail(f"none of {words} came up; the window shows {window!r}")
            self._shown += self._read()

    def press(self, raw: bytes, *words: str) -> None:
        """Type a key, again if it was too early, until one of these words is in the window."""
        self.type(raw)
        while self.until(*words, "Too early") == "Too early":
            self.type(raw)

    def leave(self) -> int:
        """Type q and read to the end; return the exit code."""
        self.type(b"q")
        while raw := self._read():
            self._shown += raw
        return self.process.wait(DEADLINE_S)

    def _read(self) -> str:
        try:
            raw = os.read(self._ours, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            raw = ""
        self.all += raw
        return raw


@pytest.mark.all
def test_real_terminal(tmp_path: Path) -> None:
    """In a real terminal Page Down leads to a play, more room shows the glass, and q restores the terminal."""
    with Window(tmp_path, 80, 24, "--seed", "7") as window:
        window.until("Wyrmspan: new")
        window.press(b"\x1b[6~", "> Begin")
        window.press(b"\x1b[6~", "Set up for two")
        window.resize(220, 90)
        window.type(b"h")
        window.until("\u28ff")
        assert window.leave() == 0
        assert window.all.endswith("\x1b[0m\x1b[2J\x1b[H")


@pytest.mark.all
def test_a_terminal_that_goes_away(tmp_path: Path) -> None:
    """If its terminal is closed, the emulator ends and leaves nothing running."""
    with Window(tmp_path, 100, 30) as window:
        window.until("…")
        os.close(window._ours)
        window._ours = os.open(os.devnull, os.O_RDONLY)
        assert window.process.wait(DEADLINE_S) == 0


@pytest.mark.all
def test_a_new_folder_is_greeted(tmp_path: Path) -> None:
    """The first start of a folder asks for the language."""
    with Window(tmp_path, 40, 12, new=True) as window:
        assert window.until("Which language?", "Wyrmspan: new") == "Which language?"


@pytest.mark.all
def test_a_terminal_is_given_back(tmp_path: Path) -> None:
    """If the emulator is terminated by systemd or `kill`, its terminal is restored."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with Window(tmp_path, 80, 24, terminal=(ours, theirs)) as window:
        window.until("…")
        assert termios.tcgetattr(ours) != before
        window.process.terminate()
        assert window.process.wait(DEADLINE_S) == 0
        assert termios.tcgetattr(ours) == before


@pytest.mark.all
def test_no_terminal(tmp_path: Path) -> None:
    """Without a terminal the emulator asks for one."""
    command = [sys.executable, "-m", "firmware.cli", "emulate", "--terminal", "--data", str(tmp_path)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "The emulator wants a terminal. Without one: tavolino emulate --headless.\n"


def test_raw_is_undone() -> None:
    """After any error in raw mode the terminal is restored."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)

    def fails() -> None:
        with _raw_mode(theirs):
            assert termios.tcgetattr(theirs) != before
            raise TavolinoError("anything")

    with pytest.raises(TavolinoError):
        fails()
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)
