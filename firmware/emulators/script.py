"""The headless emulator: a script of keys against a whole device on one virtual clock.

    next back push          press and let go
    turn:+3 turn:-1         detents
    hold:push hold:back     hold for as long as it takes
    wait:5                  seconds
    shot:NAME               the glass as DIR/NAME.png
    expect:TEXT             the words on the glass have TEXT, which goes on to the next word of a script or the end of
                            its line; it can be quoted, and _ stands for a space
    power:cut power:on      pull the plug, put it back

After each key the device has time to draw. Without power the glass can still be read. A `#` begins a comment.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from firmware.device.rig import Simulated
from firmware.errors import TavolinoError
from firmware.settings.settings import Settings
from hw.clock import HandClock
from hw.events import Key

TAP_S = 0.08
"""How long a finger stays on a key."""
HELD_S = 0.1
"""So much longer than it takes, one holds a key."""
DETENT_S = 0.07
"""So long between two detents that a wide number moves by one with each."""
QUIET_S = 2.5
"""Long enough for any refresh, and for what was drawn to have been seen."""
ENDLESS = 2_000
"""After so many repetitions without a result a script never comes to one."""


class Failed(Exception):
    """An `expect` did not find its words. The message has the line and the words on the glass."""


class Word(Struct, frozen=True):
    """One word of a script, and where it stands."""

    line: int
    name: str
    value: str = ""


def parse(text: str, name: str) -> list[Word]:
    """Return the words of a script; TavolinoError names the line and the word that it does not know."""
    words: list[Word] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found = shlex.split(line, comments=True)
        except ValueError as error:
            raise TavolinoError(f"{name}, line {number}: {error}. Close the quotation.") from None
        for one in found:
            last = words[-1] if words else None
            if last is not None and (last.line, last.name) == (number, "expect") and not _known(one):
                words[-1] = Word(number, "expect", f"{last.value} {one}")
            else:
                words.append(_word(one, number, name))
    return words


class Headless:
    """A device that a script plays. It can lose its power and get it back; the data folder stays."""

    def __init__(
        self,
        folder: Path,
        settings: Callable[[], Settings],
        frames: Path,
        seeds: Callable[[], str],
        flags: dict[str, Any] | None = None,
        make: Callable[..., Simulated] = Simulated,
    ) -> None:
        """`settings` is called whenever the power comes on: a device reads them then; `flags` are those of this run.

        `make` makes the device whenever the power comes on.
        """
        self._folder, self._settings, self._frames, self._seeds = folder, settings, frames, seeds
        self._flags = flags or {}
        self._make = make
        self._clock = HandClock()
        self._glass: Image.Image | None = None
        self._words = ""
        self.rig: Simulated | None = None
        self._power_on()

    def run(self, words: list[Word], *, until_over: bool) -> None:
        """Do what the script says, once, or again and again until a play has its result."""
        for _ in range(ENDLESS if until_over else 1):
            for word in words:
                self._do(word)
                if until_over and self.over:
                    return
        if until_over:
            raise TavolinoError(f"No play came to its result in {ENDLESS} repetitions of the script.")

    @property
    def over(self) -> bool:
        """Whether the play on the device has its result."""
        play = self.rig.session.play if self.rig else None
        return play is not None and play.engine.result(play.state) is not None

    def close(self) -> None:
        """Cut the power. What is on the glass stays."""
        if self.rig is not None:
            self._look(self.rig)
            misuses = list(self.rig.sim.chip.violations)
            self._flags = followed(self._flags, self.rig.session.settings)
            self.rig.cut()
            self.rig = None
            if misuses:
                raise Failed(f"The panel was misused {len(misuses)} times; first: {misuses[0].what.value}.")

    # --- words ---

    def _do(self, word: Word) -> None:
        match word.name:
            case "power":
                self._power_on() if word.value == "on" else self.close()
            case "shot":
                self._shoot(word)
            case "expect":
                self._expect(word)
            case _:
                if self.rig is None:
                    raise TavolinoError(f"Line {word.line}: {word.name} without power. Put power:on before it.")
                self._touch(self.rig, word)

    def _touch(self, rig: Simulated, word: Word) -> None:
        match word.name:
            case "next" | "back" | "push":
                self._press(rig, Key(word.name), TAP_S)
            case "hold":
                self._press(rig, Key(word.value), rig.device.hold_s + HELD_S)
            case "turn":
                for _ in range(abs(int(word.value))):
                    rig.hand.detent(1 if int(word.value) > 0 else -1)
                    self._wait(rig, DETENT_S)
                self._wait(rig, QUIET_S)
            case "wait":
                self._wait(rig, float(word.value))
        if rig.device.over:
            self.close()

    def _press(self, rig: Simulated, key: Key, seconds: float) -> None:
        rig.hand.down(key)
        self._wait(rig, seconds)
        rig.hand.up(key)
        self._wait(rig, QUIET_S)

    def _wait(self, rig: Simulated, seconds: float) -> None:
        rig.go_on(self._clock, self._clock.now() + seconds)

    def _look(self, rig: Simulated) -> None:
        self._words = rig.device.words()
        self._glass = rig.sim.picture() if self._words else None

    def _shoot(self, word: Word) -> None:
        if self.rig is not None:
            self._look(self.rig)
        if self._glass is None:
            raise Failed(f"Line {word.line}: shot:{word.value} of a glass that is not drawn yet. Wait before it.")
        path = self._frames / f"{word.value}.png"
        try:
            self._frames.mkdir(parents=True, exist_ok=True)
            self._glass.save(path)
        except OSError as error:
            raise TavolinoError(f"{path} cannot be written: {error.strerror}. Choose another --frames.") from None

    def _expect(self, word: Word) -> None:
        if self.rig is not None:
            self._look(self.rig)
        if word.value not in self._words and word.value.replace("_", " ") not in self._words:
            raise Failed(f"Line {word.line}: expect:{word.value} is not on the glass, which says:\n{self._words}")

    def _power_on(self) -> None:
        self.close()
        settings = replace(self._settings(), **self._flags)
        self.rig = self._make(self._folder, settings, self._clock, self._seeds)
        self._wait(self.rig, QUIET_S)


def followed(flags: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return what the settings of a run are whatever the file says: `flags`, or what was chosen since on the device."""
    return {name: getattr(settings, name) for name in flags}


NAMES: dict[str, Callable[[str], bool]] = {
    "next": lambda value: not value,
    "back": lambda value: not value,
    "push": lambda value: not value,
    "hold": lambda value: value in ("push", "back"),
    "turn": lambda value: re.fullmatch(r"[+-]?[0-9]{1,3}", value) is not None,
    "wait": lambda value: re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", value) is not None,
    "shot": lambda value: re.fullmatch(r"\w[\w.-]*", value) is not None,
    "expect": bool,
    "power": lambda value: value in ("cut", "on"),
}


def _known(text: str) -> bool:
    key, _, value = text.partition(":")
    return key in NAMES and NAMES[key](value)


def _word(text: str, line: int, name: str) -> Word:
    key, _, value = text.partition(":")
    if not _known(text):
        raise TavolinoError(f"{name}, line {line}: {text!r} is no word of a script. There are: {', '.join(NAMES)}.")
    return Word(line, key, value)


def counted(seed: str) -> Callable[[], str]:
    """Return seeds for the plays of one run: the first as it is, each further one with a number behind it."""

    def seeds() -> Iterator[str]:
        yield seed
        n = 1
        while True:
            n += 1
            yield f"{seed}-{n}"

    return seeds().__next__
