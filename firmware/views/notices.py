"""Notices and questions of the device itself: a step that cannot be shown, other rules, learned cards, losses."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from engines.kit.engine import Engine
from engines.kit.options import Options
from engines.kit.play import Play
from engines.kit.versions import OtherRules
from firmware.text import Text
from firmware.views.host import Host
from firmware.views.view import Item, Menu, MenuPage, View

WAITING_PLAY = Text("The waiting play of this game is set aside, not deleted.")
BEFORE_YOU_GO_ON = Text("Before you go on")
UPGRADE_VARIABLE = "TAVOLINO_UPGRADE"
MAX_UPGRADE_BYTES = 40
"""The most bytes that are read of the file about an upgrade."""


def way_out(host: Host, play: Play[Any] | None) -> View:
    """Return the view that replaces a step that cannot be shown, without asking anything of the play."""
    blocked = None if play is not None and play.n > play.undo_limit else Text("nothing to undo")
    undo = Item("undo", Text("Undo the last step"), lambda: host.undo_broken_step(play) if play else None, blocked)
    lines = (Text("Nothing is lost. The log says why."),)
    page = MenuPage("way_out", Text("This step cannot be shown"), _exit_rows(host, undo), lines)
    return Menu(lambda: page, host.go_home)


def safe_mode(host: Host, trouble: str) -> View:
    """Return the first view of a device that crashed several times in a row; no play is opened for it."""
    lines = (Text("It stopped several times:"), Text("{trouble}", trouble=trouble), Text("Nothing is lost."))
    page = MenuPage("safe_mode", Text("Safe mode"), _exit_rows(host), lines)
    return Menu(lambda: page, None)


def _exit_rows(host: Host, *further: Item) -> tuple[Item, ...]:
    """Return the rows that lead out of a fault."""
    no_play = None if host.folder.plays.current() == host.number else Text("no play")
    again = Item("again", Text("Try again"), host.go_home)
    other = Item("other", Text("Other game"), lambda: host.show_game_menu(host.game))
    return (again, *further, other, Item("abandon", Text("Abandon this play"), host.abandon_broken_play, no_play))


def ask_to_keep_learned(host: Host, engine: Engine[Any], learned: Options, then: Callable[[], None]) -> View:
    """Return the question whether to keep what a play taught; after either answer it calls `then`."""

    def keep() -> None:
        host.keep_learned(engine, learned)
        then()

    items = (Item("keep", Text("Keep it"), keep), Item("forget", Text("Forget it"), then))
    kept = tuple(Text("{label}", label=option.label) for option in engine.options() if option.name in learned)
    lines = (Text("The next play begins with it:"), *kept)
    return Menu(lambda: MenuPage("learned", Text("Keep what you taught?"), items, lines), host.close)


def other_rules(host: Host, found: OtherRules) -> View:
    """Return the choice after an upgrade whose rules give the play another course."""
    table = found.table
    from_table = Item(
        "table",
        Text("From your table as it is"),
        lambda: host.enter_replayed_play(table) if table else None,
        None if table else Text("not readable"),
    )
    from_step = Item("step", Text("From step {n}", n=found.n), lambda: host.enter_replayed_play(found.at_step))
    lines = (Text("The bot’s rules were corrected."), Text("From your table: undo stops here."))
    likely = "table" if table else "step"
    page = MenuPage("other_rules", Text("Go on from where?"), (from_table, from_step), lines, likely)
    return Menu(lambda: page, host.show_game_menu)


def upgrade_notice() -> Text | None:
    """Return the sentence about an upgrade on the card; None if there is none.

    The image's `tavolino-upgrade` writes a word and a version into the file named by $TAVOLINO_UPGRADE. A file that
    cannot be read, or has an unknown word, is ignored.
    """
    with suppress(KeyError, OSError, ValueError), Path(os.environ[UPGRADE_VARIABLE]).open("rb") as file:
        word, version, *_ = *file.read(MAX_UPGRADE_BYTES).decode("ascii", "ignore").split(), "?"
        return _upgrade_text(word, version)
    return None


def _upgrade_text(word: str, version: str) -> Text | None:
    match word:
        case "ready":
            return Text("Tavolino {version} is ready. It starts when you next switch on.", version=version)
        case "damaged":
            return Text("The upgrade is damaged. Copy its file to the partition BOOT again.")
        case "large":
            return Text(
                "There is no room for Tavolino {version}. Write it to the card as an image; before that export all "
                "plays (Files…) and copy them to a PC.",
                version=version,
            )
        case "same":
            return Text(
                "Tavolino {version} runs already. Delete its file on the partition BOOT, or copy another there.",
                version=version,
            )
        case "back":
            return Text(
                "Tavolino {version} did not start well in three tries. The one before it is back, with your plays. To "
                "try again, rename the file of the upgrade.",
                version=version,
            )
    return None
