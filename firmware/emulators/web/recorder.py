"""What was played, to be played again: keys as a script of the headless emulator, a play as a test.

Record ─▶ a fresh device ─▶ keys ─▶ Stop ─▶ a script with what was on the glass after each key
a play ─▶ its inputs ─▶ a test with the headline before each input
"""

import shlex
from pprint import pformat
from typing import Any

from engines.kit.contract import Refused
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.kit.turn import EngineError
from firmware.dealer import dealer
from firmware.device.rig import Simulated
from firmware.errors import TavolinoError

WIDTH = 110
TEST = '''"""A recorded play of {title}: each input, and the headline that it answered."""

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
    for headline, kind, value in INPUTS:
        assert ENGLISH.words(play.screen.headline) == headline
        play.correct(value) if kind == "correct" else play.give(value)
    assert ENGLISH.words(play.screen.headline) == END
'''


class Recorder:
    """The keys of a device that began as a headless one does."""

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
    inputs = [
        (ENGLISH.words(play.screen_before(n).headline), step.entry.kind, step.entry.value)
        for n, step in enumerate(play.steps)
        if step.entry is not None and n > play.undo_limit
    ]
    again: Play[Any] = Play(play.engine, play.options, dealer(play.seed), seed=play.seed, sources=play.sources)
    try:
        for _, kind, value in inputs:
            again.correct(value) if kind == "correct" else again.give(value)
    except (Refused, EngineError) as error:
        raise _not_repeated() from error
    if again.state != play.state:
        raise _not_repeated()
    return TEST.format(
        title=ENGLISH.words(play.engine.title),
        options=pformat(dict(play.options), width=WIDTH),
        sources=pformat(dict(play.sources), width=WIDTH),
        inputs=pformat(inputs, width=WIDTH),
        end=ENGLISH.words(play.screen.headline),
        key=play.engine.key,
        seed=play.seed,
    )


def _not_repeated() -> TavolinoError:
    return TavolinoError(
        "The inputs of this play do not repeat it: who deals was changed, or the table was set. Save the play instead."
    )
