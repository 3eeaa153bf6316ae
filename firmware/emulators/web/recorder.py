"""Recordings: keys as a script of the headless emulator, a play as a test.

Record ─▶ a new device ─▶ keys ─▶ Stop ─▶ a script with the words on the glass after each key
a play ─▶ its inputs ─▶ a test with the headline before each input
"""

import shlex
from pprint import pformat
from typing import Any

from msgspec.structs import astuple

from engines.kit.contract import Refused
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.kit.turn import EngineError
from firmware.dealer import dealer
from firmware.device.rig import Simulated
from firmware.errors import TavolinoError

TEST_WIDTH = 110
TEST_TEMPLATE = '''"""A recorded play of {title}: each input, and the headline that it answered."""

from engines.kit.contract import Entry
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.bots.engines import engine_of
from firmware.dealer import dealer

OPTIONS = {options}
SOURCES = {sources}
INPUTS = {inputs}
END = {end!r}


def test_the_recorded_play() -> None:
    """The inputs lead to the same headlines."""
    play = Play(engine_of({key!r}, OPTIONS), OPTIONS, dealer({seed!r}), seed={seed!r}, sources=SOURCES)
    play.redo_stack = tuple(Entry(*entry) for _, entry in INPUTS)
    for headline, _ in INPUTS:
        assert ENGLISH.words(play.screen.headline) == headline
        play.redo()
    assert ENGLISH.words(play.screen.headline) == END
'''


class Recorder:
    """Records the keys of a device that began as a headless one does."""

    def __init__(self, seed: str, panel: str, language: str) -> None:
        run = f"tavolino emulate --headless --script FILE --seed {seed} --panel {panel} --language {language}"
        self._lines = [f"# {run}"]
        self._pending: str | None = None
        self._seen = ""

    def add(self, word: str) -> None:
        """Take the next word of the script; `finish` wrote the last one before."""
        self._pending = word

    def script(self, rig: Simulated) -> str:
        """Return the script so far."""
        self.finish(rig)
        return "\n".join([*self._lines, ""])

    def finish(self, rig: Simulated) -> None:
        """Write the last word, with what is on the glass now: the headline, and what is highlighted."""
        first, *rest = rig.device.words().splitlines() or [""]
        headline, marked = next(filter(None, rest), ""), next((line for line in rest if line.startswith(">")), "")
        now = [line for line in dict.fromkeys((headline or first, marked)) if line]
        if self._pending is not None:
            expected = [shlex.quote(f"expect:{line}") for line in now if line not in self._seen]
            self._lines.append(" ".join([self._pending, *expected]))
        self._pending, self._seen = None, "\n".join(now)


def test_of(play: Play[Any]) -> str:
    """Return a play as a test; TavolinoError if its inputs alone do not lead to its step."""
    entries = [step.entry for step in play.steps[play.undo_limit + 1 :] if step.entry is not None]
    headlines = [ENGLISH.words(play.screen_before(n).headline) for n in range(play.undo_limit + 1, play.n + 1)]
    repeated: Play[Any] = Play(play.engine, play.options, dealer(play.seed), seed=play.seed, sources=play.sources)
    repeated.redo_stack = tuple(entries)
    try:
        for _ in entries:
            repeated.redo()
        is_repeated = repeated.state == play.state
    except (Refused, EngineError):
        is_repeated = False
    if not is_repeated:
        raise TavolinoError(
            "The inputs of this play do not repeat it: who deals was changed, or the table was set. "
            "Save the play instead."
        )
    return TEST_TEMPLATE.format(
        title=ENGLISH.words(play.engine.title),
        options=pformat(dict(play.options), width=TEST_WIDTH),
        sources=pformat(dict(play.sources), width=TEST_WIDTH),
        inputs=pformat([*zip(headlines, map(astuple, entries), strict=True)], width=TEST_WIDTH),
        end=ENGLISH.words(play.screen.headline),
        key=play.engine.key,
        seed=play.seed,
    )
