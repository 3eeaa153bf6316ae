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
    """A simulated device that plays the bot of a file, and reads the file again after each save."""

    def __init__(self, path: Path, *args: Any, **kwargs: Any) -> None:
        self._path = path
        self._file_stamp: tuple[int, int] | None = None
        self._next_check_s = 0.0
        super().__init__(*args, **kwargs)

    def pump(self) -> None:
        """Check the file if it is time, and let the device do what is due."""
        if self.clock.now() >= self._next_check_s:
            self._next_check_s = self.clock.now() + FILE_CHECK_S
            self._check_file()
        super().pump()

    def deadline(self) -> float:
        """Return when to pump at the latest, s."""
        return min(super().deadline(), self._next_check_s)

    def _check_file(self) -> None:
        try:
            found = self._path.stat()
        except OSError:  # an editor that saves may take the file away for a moment
            return
        if self._file_stamp == (found.st_mtime_ns, found.st_size):
            return
        self._file_stamp = (found.st_mtime_ns, found.st_size)
        self.session.close(len(self.session.views))  # the fault of the file as it was before
        try:
            engine = bot_of_file(plain_text(read(self._path)), self._path.name)
            self.device.act(partial(self.session.try_bot, engine))
        except TavolinoError as error:
            self.device.complain(error)
        except Refused as refused:
            self.device.complain(TavolinoError(refused.text))
        except EngineError as error:
            self.device.complain(TavolinoError(str(error)))
