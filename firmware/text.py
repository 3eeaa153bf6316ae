"""Sentences of the device itself: their words are in its own catalogue, never in that of a game."""

from typing import TYPE_CHECKING

import engines.kit.text

if TYPE_CHECKING:  # to the type checker both are one type, since either can be shown
    from engines.kit.text import Text
else:

    class Text(engines.kit.text.Text):
        """A sentence of the device."""

        __slots__ = ()
        of_device = True


__all__ = ["Text"]
