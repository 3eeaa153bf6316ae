"""The headless emulator: a script presses the keys of a whole device on a virtual clock.

    next back push          press and release
    turn:+3 turn:-1         detents; without a knob presses of ▼ and ▲
    hold:push hold:back     hold until it counts as a hold
    wait:5                  seconds
    shot:NAME               the glass as DIR/NAME.png
    expect:TEXT             the words on the glass contain TEXT, which ends at the next word of a script or with its
                            line; it can be quoted, and _ is a space
    power:cut power:on      pull the plug, put it back

After each key the device has time to draw. The glass can be read without power. A `#` begins a comment.
"""

import re
import shlex
from pathlib import Path
from typing import Any

from msgspec import Struct

from firmware.device.rig import Simulated
from firmware.emulators.device import HOLD_MARGIN_S, EmulatedDevice
from firmware.errors import TavolinoError
from hw.clock import HandClock
from hw.events import Key

TAP_S = 0.08
"""Time for which a finger stays on a key, s."""
DETENT_S = 0.07
"""Time between two detents, s: long enough for a wide number to move by one with each."""
SETTLE_S = 2.5
"""Time after a key, s: long enough for any refresh, and for the picture to count as seen."""
MAX_REPETITIONS = 2_000
"""Repetitions of a script without a result, at most."""
VALUE_PATTERNS = {
    "next": "",
    "back": "",
    "push": "",
    "hold": "push|back",
    "turn": "[+-]?[0-9]{1,3}",
    "wait": r"[0-9]{1,6}(\.[0-9]+)?",
    "shot": r"\w[\w.-]*",
    "expect": ".+",
    "power": "cut|on",
}
"""The words of a script, and the pattern of the value of each."""
WORD_FORMS = (
    "next, back, push, hold:push, hold:back, turn:3, turn:-3, wait:5, shot:NAME, expect:TEXT, power:cut and power:on"
)


class ScriptFailed(Exception):
    """An `expect` did not find its text. The message has the line and the words on the glass."""


class Word(Struct, frozen=True):
    """One word of a script, with its line."""

    line: int
    name: str
    value: str = ""


def parse(text: str, name: str) -> list[Word]:
    """Return the words of a script; TavolinoError names the line and the unknown word."""
    words: list[Word] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found = shlex.split(line, comments=True)
        except ValueError as error:
            raise TavolinoError(f"{name}, line {number}: {error}. Close the quotation.") from None
        for one in found:
            key, _, value = one.partition(":")
            if key in VALUE_PATTERNS and re.fullmatch(VALUE_PATTERNS[key], value):
                words.append(Word(number, key, value))
            elif words and (words[-1].line, words[-1].name) == (number, "expect"):
                words[-1] = Word(number, "expect", f"{words[-1].value} {one}")
            else:
                raise TavolinoError(f"{name}, line {number}: {one!r} is no word of a script. There are: {WORD_FORMS}.")
    return words


class HeadlessDevice(EmulatedDevice):
    """A device that a script plays."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.clock = HandClock()
        super().__init__(self.clock, *args, **kwargs)

    def run(self, words: list[Word], frames: Path, *, until_over: bool = False) -> None:
        """Run a script once, or again and again until a play has its result. Its pictures go to the folder `frames`."""
        for _ in range(MAX_REPETITIONS if until_over else 1):
            for word in words:
                self._carry_out(word, frames)
                if until_over and self._is_play_over():
                    return
        if until_over:
            raise TavolinoError(f"No play came to its result in {MAX_REPETITIONS} repetitions of the script.")

    def _is_play_over(self) -> bool:
        play = self.rig.session.play if self.rig else None
        return play is not None and play.engine.result(play.state) is not None

    def power_on(self) -> None:
        """Put the plug in, pulled out before if it was in, and let the device start."""
        self.power_off()
        super().power_on()
        self._wait(self.last_rig, SETTLE_S)

    def power_off(self) -> None:
        """Pull the plug. Raise ScriptFailed if the panel was misused."""
        misuses = list(self.rig.sim.chip.violations) if self.rig else []
        super().power_off()
        if misuses:
            raise ScriptFailed(f"The panel was misused {len(misuses)} times; first: {misuses[0].what.value}.")

    # --- words ---

    def _carry_out(self, word: Word, frames: Path) -> None:
        match word.name:
            case "power":
                self.power_on() if word.value == "on" else self.power_off()
            case "shot":
                self._save_picture(frames, word)
            case "expect":
                self._expect(word)
            case _:
                if self.rig is None:
                    raise TavolinoError(f"Line {word.line}: {word.name} without power. Put power:on before it.")
                self._touch(self.rig, word)

    def _touch(self, rig: Simulated, word: Word) -> None:
        if word.name != "wait" and not rig.hand.keys:
            raise TavolinoError(
                f"Line {word.line}: {word.name} cannot be done: this build has USB keys alone, which a script cannot "
                'press. Write set = "knob" below [hardware.keys] into the settings of --data.'
            )
        match word.name:
            case "next" | "back" | "push":
                self._press(rig, Key(word.name), TAP_S)
            case "hold":
                self._press(rig, Key(word.value), rig.device.hold_s + HOLD_MARGIN_S)
            case "turn":
                for _ in range(abs(int(word.value))):
                    rig.hand.begin_turn(int(word.value))
                    self._wait(rig, 0 if rig.hand.has_knob else TAP_S)
                    rig.hand.end_turn(int(word.value))
                    self._wait(rig, DETENT_S)
                self._wait(rig, SETTLE_S)
            case "wait":
                self._wait(rig, float(word.value))
        if rig.device.over:
            self.power_off()

    def _press(self, rig: Simulated, key: Key, seconds: float) -> None:
        rig.hand.down(key)
        self._wait(rig, seconds)
        rig.hand.up(key)
        self._wait(rig, SETTLE_S)

    def _wait(self, rig: Simulated, seconds: float) -> None:
        rig.run_until(self.clock, self.clock.now() + seconds)

    def _save_picture(self, frames: Path, word: Word) -> None:
        if not self.last_rig.device.words():
            raise ScriptFailed(f"Line {word.line}: shot:{word.value} of a glass that is not drawn yet. Wait before it.")
        path = frames / f"{word.value}.png"
        try:
            frames.mkdir(parents=True, exist_ok=True)
            self.last_rig.sim.picture().save(path)
        except OSError as error:
            raise TavolinoError(f"{path} cannot be written: {error.strerror}. Choose another --frames.") from None

    def _expect(self, word: Word) -> None:
        words = self.last_rig.device.words()
        if word.value not in words and word.value.replace("_", " ") not in words:
            raise ScriptFailed(f"Line {word.line}: expect:{word.value} is not on the glass, which says:\n{words}")
