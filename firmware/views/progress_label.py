"""The label of a play in a list: its game with its emblem, and its progress."""

from contextlib import suppress

from engines.kit.contract import Badge, Emblem, Who
from engines.kit.options import BOT_FILE, Options
from engines.registry import GAMES, KEYS, emblem_of, load_engine
from firmware.bots.engines import cached_bot, read_emblem, read_title
from firmware.languages import ENGLISH_KEY, words_of_game
from firmware.text import Text
from firmware.views.host import Host


def title_of(game: str, title: str = "") -> Text:
    """Return the title of a game, on the menu or not; `title` is the title of a bot file."""
    if game in GAMES:
        return GAMES[game]
    return load_engine(game).title if game in KEYS else Text("{name}", name=title or game)


def title_and_emblem(game: str, options: Options) -> tuple[Text, Emblem]:
    """Return title and emblem of a game of the menu, or of the bot file embedded in the options of a play."""
    if game in KEYS:
        return title_of(game), emblem_of(game)
    bot = options.get(BOT_FILE)
    text = bot if isinstance(bot, str) else ""
    title = read_title(text)
    return title_of(game, title), read_emblem(text, title or game)


def progress_label(host: Host, game: str, badge: Badge | None) -> Text:
    """Return how far a play has come: the round, and whose turn it is."""
    if badge is None or (badge.place is None and badge.who is Who.TABLE):
        return Text("go on")
    if badge.place is None:
        return Text("your turn") if badge.who is Who.YOU else Text("the bot’s turn")
    _load_bot_words(host, game)
    place = words_of_game(badge.place, host.settings.language, game)
    match badge.who:
        case Who.YOU:
            return Text("{place}, your turn", place=place)
        case Who.BOT:
            return Text("{place}, the bot’s turn", place=place)
    return Text("{place}", place=place)


def _load_bot_words(host: Host, game: str) -> None:
    """Load the words of a bot file before a label uses them."""
    if game not in KEYS and host.settings.language != ENGLISH_KEY and cached_bot(game) is None:
        with suppress(KeyError):
            host.folder.bots.find(game)
