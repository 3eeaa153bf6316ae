"""What goes wrong outside the rules of a game: one sentence for the person who can mend it."""

from engines.text import brief


class TavolinoError(Exception):
    """Something from outside cannot be used. The message says what happened, where, and what to do.

    On the command line it is printed and the exit code is 2; on the device it is shown.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(brief(sentence))
