"""The bots of files: a list, and the choice of file for a play whose file was changed.

games ─▶ more bots ─▶ a bot ┬▶ its options, or its waiting play
                            ├▶ its waiting play, and the file was changed: which of the two?
                            └▶ the fault of its file
"""

from functools import partial
from typing import Any

from engines.kit.play import Play
from firmware.bots.files import ListedBot, open_bot, speaks
from firmware.errors import TavolinoError
from firmware.files.exchange import display_name
from firmware.languages import base_language
from firmware.plays.folder import archived_games
from firmware.text import Text
from firmware.views.host import Host, report_errors
from firmware.views.notices import BEFORE_YOU_GO_ON
from firmware.views.view import Item, Menu, MenuPage, Pages, View

MORE = Text("More bots")


def bots(host: Host) -> View:
    """Return the list of the bots of files: those of the newest plays first, the others by title.

    The folders are read now; a file is checked when it is chosen.
    """
    found = host.folder.bots.list_files()
    used = [*dict.fromkeys((*host.folder.plays.waiting_games(), *archived_games(host.folder.path)))]
    language = base_language(host.settings.language)
    items = [
        Item(
            str(n),
            Text("{name}", name=one.title or display_name(one.path)),
            partial(_open, host, one, found),
            note=None if not one.title or speaks(one.path, language) else Text("in English only"),
            emblem=one.emblem,
        )
        for n, one in enumerate(sorted(found, key=lambda one: used.index(one.key) if one.key in used else len(used)))
    ]
    if not items:
        lines = (Text("There is no bot’s file. Put one into the folder bots on the SD card."),)
        return Pages(MORE, lines, host.close)
    page = MenuPage("bots", MORE, items)
    return Menu(lambda: page, host.close, MORE)


def _open(host: Host, one: ListedBot, all_of: list[ListedBot]) -> None:
    with report_errors(host):
        engine = open_bot(one, all_of)
        host.choose(engine.key, engine)
        if one.other is not None:
            twice = Text(
                "Two files have the key {key}: bots/{card} on the SD card and bots/{other} in the data folder. The "
                "one on the SD card is played.",
                key=one.key,
                card=display_name(one.path),
                other=display_name(one.other),
            )
            host.open(Pages(BEFORE_YOU_GO_ON, [twice], host.close))


def other_file(host: Host, play: Play[Any]) -> View:
    """Return the choice whether a play continues with the bot file that is in the folder now."""
    files = host.folder.bots.list_files()
    one = next((one for one in files if one.key == play.engine.key), None)
    if one is None:
        return _read(host, Text("There is no file of this bot. The play has its own copy and continues with it."))
    try:
        engine = open_bot(one, files)
    except TavolinoError as error:
        return _read(host, error.text)
    if engine.version == play.engine.version:
        return _read(host, Text("This play uses the file as it is now."))
    items = (
        Item("keep", Text("Go on with the old file"), partial(host.close, 3)),
        Item("new", Text("Go on with the new file"), partial(host.play_by, engine)),
    )
    lines = (Text("The bot’s file was changed after this play began."),)
    return Menu(lambda: MenuPage("other_file", Text("Go on with which file?"), items, lines), host.close)


def _read(host: Host, line: Text) -> View:
    return Pages(Text("The bot’s file"), (line,), host.close)
