"""The bots of files: a list, and the choice of file for a play whose file was changed.

games ─▶ more bots ─▶ a bot ┬▶ its options, or its waiting play
                            ├▶ its waiting play, and the file was changed: which of the two?
                            └▶ the fault of its file
"""

from functools import partial
from typing import Any

from engines.kit.play import Play
from firmware.bots.files import ListedBot, has_words_in, open_bot
from firmware.errors import TavolinoError
from firmware.files.exchange import display_name
from firmware.languages import base_language
from firmware.plays.folder import archived_games
from firmware.text import Text
from firmware.views.host import Host, report_errors
from firmware.views.notices import BEFORE_YOU_GO_ON
from firmware.views.view import Item, Menu, MenuPage, Pages, View

MORE_BOTS = Text("More bots")


def bots(host: Host) -> View:
    """Return the list of the bots of files: those of the newest plays first, the others by title.

    The folders are read now; a file is checked when it is chosen.
    """
    files = host.folder.bots.list_files()
    used = [*dict.fromkeys((*host.folder.plays.waiting_games(), *archived_games(host.folder.path)))]
    language = base_language(host.settings.language)
    items = [
        Item(
            str(n),
            Text("{name}", name=bot.title or display_name(bot.path)),
            partial(_open, host, bot, files),
            note=None if not bot.title or has_words_in(bot.path, language) else Text("in English only"),
            emblem=bot.emblem,
        )
        for n, bot in enumerate(sorted(files, key=lambda bot: used.index(bot.key) if bot.key in used else len(used)))
    ]
    if not items:
        lines = (Text("There is no bot’s file. Put one into the folder bots on the SD card."),)
        return Pages(MORE_BOTS, lines, host.close)
    page = MenuPage("bots", MORE_BOTS, items)
    return Menu(lambda: page, host.close, MORE_BOTS)


def _open(host: Host, bot: ListedBot, files: list[ListedBot]) -> None:
    with report_errors(host):
        engine = open_bot(bot, files)
        host.open_game(engine.key, engine)
        if bot.other is not None:
            notice = Text(
                "Two files have the key {key}: bots/{card} on the SD card and bots/{other} in the data folder. The "
                "one on the SD card is played.",
                key=bot.key,
                card=display_name(bot.path),
                other=display_name(bot.other),
            )
            host.open(Pages(BEFORE_YOU_GO_ON, [notice], host.close))


def other_file(host: Host, play: Play[Any]) -> View:
    """Return the choice whether a play continues with the bot file that is in the folder now."""
    files = host.folder.bots.list_files()
    bot = next((one for one in files if one.key == play.engine.key), None)
    if bot is None:
        return _notice(host, Text("There is no file of this bot. The play has its own copy and continues with it."))
    try:
        engine = open_bot(bot, files)
    except TavolinoError as error:
        return _notice(host, error.text)
    if engine.version == play.engine.version:
        return _notice(host, Text("This play uses the file as it is now."))
    items = (
        Item("keep", Text("Go on with the old file"), partial(host.close, 3)),
        Item("new", Text("Go on with the new file"), partial(host.switch_bot_file, engine)),
    )
    lines = (Text("The bot’s file was changed after this play began."),)
    return Menu(lambda: MenuPage("other_file", Text("Go on with which file?"), items, lines), host.close)


def _notice(host: Host, line: Text) -> View:
    return Pages(Text("The bot’s file"), (line,), host.close)
