"""Errors outside the rules of a game: one sentence for the person who can correct them."""

import errno

from engines.kit.text import Sentence, Value
from firmware.text import Text
from hw.errors import error_words

_COMMON_REASONS = {
    errno.EACCES: Text("Permission denied"),
    errno.EIO: Text("Input/output error"),
    errno.ENOENT: Text("No such file or directory"),
    errno.ENOSPC: Text("No space left on device"),
    errno.EROFS: Text("Read-only file system"),
}


class TavolinoError(Sentence):
    """Something from outside cannot be used. The sentence names the error and the file or part, and says what to do.

    On the command line it is printed in English and the exit code is 2. The device shows it in its language, with the
    words of `game` if it is given. A sentence that only the command line prints is a string.
    """

    def __init__(self, sentence: Text | str, game: str | None = None) -> None:
        super().__init__(sentence)
        self.game = game


def reason(error: OSError) -> Value:
    """Return the system's reason for an error; the common ones are sentences that can be translated."""
    return _COMMON_REASONS.get(error.errno or 0, error_words(error))
