"""What became of an upgrade that lies on the card, as the image's `tavolino-upgrade` tells it: a word and a version.

The unit says by $TAVOLINO_UPGRADE where. What cannot be read there, or has another word in it, says nothing.
"""

import os
from contextlib import suppress
from pathlib import Path

from firmware.text import Text

PLACE = "TAVOLINO_UPGRADE"
MOST = 40
"""Of a longer file this many bytes are read."""


def told() -> Text | None:
    """Return what there is to say of an upgrade now."""
    place = os.environ.get(PLACE)
    if not place:
        return None
    with suppress(OSError, ValueError), Path(place).open("rb") as file:
        word, version = (file.read(MOST).decode("ascii", "ignore") + " ?").split()[:2]  # a damaged file may name none
        return _said(word, version)
    return None


def _said(word: str, version: str) -> Text | None:
    said = None
    match word:
        case "ready":
            said = Text("Tavolino {version} is ready. It starts when you next switch on.", version=version)
        case "damaged":
            said = Text("The upgrade is damaged. Copy its file to the partition BOOT again.")
        case "large":
            said = Text(
                "There is no room for Tavolino {version}. Write it to the card as an image; before that write out all "
                "plays (Files…) and copy them to a PC.",
                version=version,
            )
        case "back":
            said = Text(
                "Tavolino {version} did not start well in three tries. The one before it is back, with your plays. To "
                "try again, rename the file of the upgrade.",
                version=version,
            )
    return said
