"""The menus before a play.

games ┬▶ options ─▶ (a play)
      │    └ of a play at its first step ─▶ keep its set-up, begin again
      ├▶ bots of files
      └▶ earlier plays
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engines.kit.contract import Badge, Choice, Pick
from engines.kit.decks import PRINTED
from engines.kit.engine import Engine
from engines.kit.options import Choose, Embed, Option, Options, Source, select_active
from engines.kit.play import Owner, Play
from engines.registry import GAMES, KEYS
from firmware.options import value_note, value_words
from firmware.plays.folder import archived_games
from firmware.text import Text
from firmware.views.host import Host, ask_or_flip, late_view, report_errors, row_or_list
from firmware.views.notices import WAITING_PLAY
from firmware.views.progress_label import face_of, progress_label
from firmware.views.view import Item, Menu, MenuPage, Prompt, View, option_prompt

bots = late_view("bots", "bots")
put_away = late_view("kept_plays", "put_away")
history = late_view("history", "history")
settings = late_view("settings", "settings")
WHICH, NEW = Text("Which game?"), Text("new")
HOUSE, HOUSE_RULES = Text("House rules…"), Text("House rules")
CARDS, CARDS_AND_DICE = Text("Cards and dice…"), Text("Cards and dice")
OWNERS: dict[Owner, Text] = {"device": Text("the device"), "own": Text("me")}


def games(host: Host, left: str | None = None) -> View:
    """Return the game menu: the game used last, the waiting plays, the other games, each with its progress.

    The game used last is highlighted; if the player `left` a game for another one, another waiting game.
    """
    games = host.folder.plays.waiting_games()
    waiting = {game: badge for game, badge in games.items() if game in GAMES or game not in KEYS}
    archived = next(iter(archived_games(host.folder.path)), None)
    others = [game for game in waiting if left not in (None, game)]
    likely = next((game for game in (*others, host.game, *waiting, archived) if game in (*waiting, *GAMES)), None)
    first = next((game for game in (host.game, archived) if game in GAMES), None) if not waiting else None

    def draw_up() -> MenuPage:
        keys = [game for game in dict.fromkeys((first, *waiting, *GAMES)) if game is not None]
        rows = [_game(host, key, progress_label(host, key, waiting[key]) if key in waiting else NEW) for key in keys]
        new = [Item("new", Text("New play…"), lambda: _open_new(host, waiting))] if waiting else []
        more = Item("bots", Text("More bots…"), lambda: host.open(bots(host)))
        kept = [
            Item("put_away", Text("Earlier plays…"), lambda: host.open(put_away(host))),
            Item("history", Text("History"), lambda: host.open(history(host))),
        ]
        setup = Item("settings", Text("Settings…"), lambda: host.open(settings(host)))
        off = Item("off", Text("Power off"), host.power_off)
        return MenuPage("games", WHICH, [*rows, *new, more, *(kept if archived else ()), setup, off], likely=likely)

    return Menu(draw_up, None, WHICH)


def _open_new(host: Host, waiting: Mapping[str, Badge | None]) -> None:
    """List the games of which a play waits, for another play."""

    def new(key: str) -> None:
        with report_errors(host):
            host.show_options(host.folder.bots.find(key))

    rows = [_game(host, key, progress_label(host, key, badge)) for key, badge in waiting.items()]
    for row in rows:
        row.do = partial(new, row.id)
    page = MenuPage("new", Text("New play"), rows)
    host.open(Menu(lambda: page, host.close))


def _game(host: Host, key: str, stands: Text) -> Item:
    number = None if key in KEYS else host.folder.plays.live_number(key)
    title, emblem = face_of(key, {} if number is None else host.folder.plays.load(number).options)
    return Item(key, title, partial(host.choose, key), note=stands, emblem=emblem)


def options(
    host: Host, engine: Engine[Any], remembered: Options, sources: dict[str, Owner], left: Play[Any] | None = None
) -> View:
    """Return the options of a new play, as they were the last time, with “Begin” highlighted.

    With the same options a play that was left at its first step continues, since its cards may be on the table.
    """
    values, owners = dict(remembered), dict(sources)
    advice = _adviser(host, engine)
    aside = WAITING_PLAY if left is None and host.folder.plays.live_number(engine.key) is not None else None
    decks = [option for option in engine.options() if isinstance(option, Embed)]
    replaceable = {option.name for option in decks if any(host.folder.decks.selectable(engine, option))}

    def has_choice(option: Option) -> bool:
        return not isinstance(option, Embed) or option.name in replaceable or option.name in remembered

    def begin(played: Options) -> None:
        start = partial(host.begin, engine, played, owners)
        if left is not None and (engine.complete(played), owners) == (left.options, left.sources):
            host.home()
        elif left is not None and left.redo_stack:
            host.open(ask_to_replace(host, start))
        else:  # no input would be lost
            start()

    def draw_up() -> MenuPage:
        active = select_active(engine.options(), values)
        played = {option.name: values[option.name] for option in active if option.name in values}
        page = partial(MenuPage, "options")
        house = row_or_list(host, "house", HOUSE, lambda: page(HOUSE_RULES, rows("house")))
        deals = row_or_list(host, "cards", CARDS, lambda: page(CARDS_AND_DICE, cards()))
        begins = Item("begin", Text("Begin"), partial(begin, played), note=aside or advice(values))
        return MenuPage("options", engine.title, [begins, *rows("options"), *house, *deals])

    def rows(menu: str) -> list[Item]:
        active = select_active(engine.options(), values)
        return [
            _option(host, engine, one, values, remembered)
            for one in active
            if _menu_of(one) == menu and has_choice(one)
        ]

    def cards() -> list[Item]:
        decks = rows("cards")
        givers = [
            source_line(f"source.{one.name}", one, owners[one.name], partial(_hand_over, owners, one.name))
            for one in select_active(engine.sources, values)
        ]
        if decks and givers:
            decks[0].group, givers[0].group = Text("Which cards?"), Text("Who deals?")
        return [*decks, *givers]

    return Menu(draw_up, host.close)


def _adviser(host: Host, engine: Engine[Any]) -> Callable[[Options], Text | None]:
    """Return a function that recommends another level if the last plays do."""
    if not archived_games(host.folder.path):
        return lambda _: None
    from firmware.history.figures import advised_level, plays_of

    plays = plays_of(host.folder.records(), engine.key)
    return lambda values: advised_level(engine, values, plays)


def _menu_of(option: Option) -> str:
    """Return the menu that has the row of an option: house rules and replaced decks have their own."""
    if isinstance(option, Embed):
        return "cards"
    return "house" if isinstance(option, Choose) and option.rule is not None else "options"


def ask_to_replace(host: Host, begin: Callable[[], None]) -> View:
    """Return the question whether another play replaces one that was left at its first step."""
    items = (Item("keep", Text("Keep the set-up"), host.home), Item("anew", Text("Begin another play"), begin))
    lines = (Text("You chose other options."), Text("It is set aside, not deleted."))
    return Menu(lambda: MenuPage("another", Text("Set this play aside?"), items, lines), host.close)


def _option(host: Host, engine: Engine[Any], option: Option, values: Options, remembered: Options) -> Item:
    asked = partial(_ask_option, host, engine, option, values, remembered)
    value = values.get(option.name)
    text = Text("{label}: {value}", label=option.label, value=value_words(option, value))
    return Item(f"option.{option.name}", text, asked, note=value_note(option, value))


def _ask_option(host: Host, engine: Engine[Any], option: Option, values: Options, remembered: Options) -> None:
    def on_answer(value: Any) -> None:
        values[option.name] = value
        host.close()

    def on_deck(name: str) -> None:
        values.pop(option.name, None)
        if name != PRINTED:
            values[option.name] = decks[name]
        host.close()

    value: Any = values.get(option.name)
    if not isinstance(option, Embed):
        ask_or_flip(host, option_prompt(option, value, on_answer, host.close))
        return
    decks, faults = host.folder.decks.selectable(engine, option)
    last = remembered.get(option.name)
    if last is not None and last not in decks.values():
        decks[last["name"] or "own"] = last  # taken away since the last play
    named = (Choice(PRINTED, option.unset), *(Choice(name, Text("{name}", name=name)) for name in decks))
    likely = next((name for name, deck in decks.items() if deck == value), PRINTED)
    ask_or_flip(host, Prompt(option.label, Pick(named, likely), on_deck, host.close))
    for fault in faults:
        host.complain(fault)


def source_line(name: str, source: Source, owner: Owner, switch: Callable[[], None]) -> Item:
    """Return the line that says who gives a deck or a die; only one whose faces are known can change hands."""
    unknown = None if source.known else Text("faces unknown")
    return Item(name, Text("{label}: {owner}", label=source.label, owner=OWNERS[owner]), switch, unknown)


def _hand_over(owners: dict[str, Owner], name: str) -> None:
    owners[name] = other_owner(owners[name])


def other_owner(owner: Owner) -> Owner:
    """Return who else can give a deck or a die."""
    return "own" if owner == "device" else "device"
