"""`tavolino bot try`: the emulator's device on a bot file that changes.

saved ─▶ read ─┬▶ a sentence with the fault; the play continues with the old file
               └▶ its inputs, one by one, with the new file: the same step, or the last one that they reach
"""

from functools import partial
from pathlib import Path
from typing import Any

from engines.kit.contract import Refused
from engines.kit.turn import EngineError
from firmware.bots.engines import bot_of_file
from firmware.device.rig import Simulated
from firmware.errors import TavolinoError
from firmware.files.disk import plain_text
from firmware.process import read

FILE_CHECK_S = 1.0
"""Time between two looks at the file, s."""


class Live(Simulated):
    """A simulated device that plays the bot of a file, and follows the file."""

    def __init__(self, path: Path, *args: Any, **kwargs: Any) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._due = 0.0
        super().__init__(*args, **kwargs)

    def pump(self) -> None:
        """Look at the file, once in a while, and let the device do what is due."""
        if self.clock.now() >= self._due:
            self._due = self.clock.now() + FILE_CHECK_S
            self._look()
        super().pump()

    def deadline(self) -> float:
        """Return when to pump at the latest, s."""
        return min(super().deadline(), self._due)

    def _look(self) -> None:
        try:
            found = self._path.stat()
        except OSError:  # an editor that saves may take the file away for a moment
            return
        if self._seen == (found.st_mtime_ns, found.st_size):
            return
        self._seen = (found.st_mtime_ns, found.st_size)
        self.session.close(len(self.session.views))  # what was wrong with the file before
        try:
            engine = bot_of_file(plain_text(read(self._path)), self._path.name)
            self.device.act(partial(self.session.try_bot, engine))
        except TavolinoError as error:
            self.device.complain(error)
        except Refused as refused:
            self.device.complain(TavolinoError(refused.text))
        except EngineError as error:
            self.device.complain(TavolinoError(str(error)))
