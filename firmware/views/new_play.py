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
from engines.kit.options import Choose, Count, Embed, Option, Options, Source, Switch, select_active
from engines.kit.play import Owner, Play
from engines.registry import GAMES, KEYS
from firmware.options import value_note, value_words
from firmware.plays.folder import archived_games
from firmware.text import Text
from firmware.views.host import Host, ask_or_flip, lazy_view, report_errors, row_or_list
from firmware.views.notices import WAITING_PLAY
from firmware.views.progress_label import progress_label, title_and_emblem
from firmware.views.view import Item, Menu, MenuPage, Prompt, View, option_prompt

bots = lazy_view("bots", "bots")
kept_plays = lazy_view("kept_plays", "kept_plays")
history = lazy_view("history", "history")
settings = lazy_view("settings", "settings")
WHICH_GAME = Text("Which game?")
CARDS = Text("Cards and dice…")
OWNER_WORDS: dict[Owner, Text] = {"device": Text("the device"), "own": Text("me")}


def games(host: Host, left_game: str | None = None) -> View:
    """Return the game menu: the game used last, the waiting plays, the other games, each with its progress.

    The game used last is highlighted; if the player left a game for another one, another waiting game.
    """
    badges = host.folder.plays.waiting_games()
    waiting = {game: badge for game, badge in badges.items() if game in GAMES or game not in KEYS}
    archived = next(iter(archived_games(host.folder.path)), None)
    others = [game for game in waiting if left_game not in (None, game)]
    likely = next((game for game in (*others, host.game, *waiting) if game in (*waiting, *GAMES)), None)
    last_used = next((game for game in (host.game, archived) if game in GAMES), None) if not waiting else None

    def build_page() -> MenuPage:
        keys = [game for game in dict.fromkeys((last_used, *waiting, *GAMES)) if game is not None]
        labels = {game: progress_label(host, game, badge) for game, badge in waiting.items()}
        rows = [_game_row(host, key, labels.get(key, Text("new"))) for key in keys]
        new = [Item("new", Text("New play…"), lambda: _open_new(host, waiting))] if waiting else []
        more = Item("bots", Text("More bots…"), lambda: host.open(bots(host)))
        kept = [
            Item("put_away", Text("Earlier plays…"), lambda: host.open(kept_plays(host))),
            Item("history", Text("History"), lambda: host.open(history(host))),
        ]
        setup = Item("settings", Text("Settings…"), lambda: host.open(settings(host)))
        off = Item("off", Text("Power off"), host.power_off)
        rows += [*new, more, *(kept if archived else ()), setup, off]
        return MenuPage("games", WHICH_GAME, rows, likely=likely)

    return Menu(build_page, None, WHICH_GAME)


def _open_new(host: Host, waiting: Mapping[str, Badge | None]) -> None:
    """List the games of which a play waits, to begin another play of one."""

    def show_options(key: str) -> None:
        with report_errors(host):
            host.show_options(host.folder.bots.find(key))

    rows = [_game_row(host, key, progress_label(host, key, badge)) for key, badge in waiting.items()]
    for row in rows:
        row.do = partial(show_options, row.id)
    page = MenuPage("new", Text("New play"), rows)
    host.open(Menu(lambda: page, host.close))


def _game_row(host: Host, key: str, note: Text) -> Item:
    number = None if key in KEYS else host.folder.plays.live_number(key)
    title, emblem = title_and_emblem(key, {} if number is None else host.folder.plays.load(number).options)
    return Item(key, title, partial(host.open_game, key), note=note, emblem=emblem)


def options(
    host: Host, engine: Engine[Any], remembered: Options, sources: dict[str, Owner], left_play: Play[Any] | None = None
) -> View:
    """Return the options of a new play, as they were the last time, with “Begin” highlighted.

    With the same options a play that was left at its first step continues, since its cards may be on the table.
    """
    return Menu(_NewPlay(host, engine, remembered, sources, left_play).menu, host.close)


class _NewPlay:
    """The options of a new play as chosen so far, and the menus that change them."""

    def __init__(
        self, host: Host, engine: Engine[Any], remembered: Options, sources: dict[str, Owner], left: Play[Any] | None
    ) -> None:
        """`left` is a play that was left at its first step."""
        self._host, self._engine, self._left = host, engine, left
        self._remembered, self._values, self._owners = remembered, dict(remembered), dict(sources)
        self._advice = _adviser(host, engine)
        waits = left is None and host.folder.plays.live_number(engine.key) is not None
        self._aside = WAITING_PLAY if waits else None
        decks = [one for one in engine.options() if isinstance(one, Embed) and one.name not in remembered]
        self._without_choice = {one.name for one in decks if not any(host.folder.decks.selectable(engine, one))}

    def menu(self) -> MenuPage:
        """Return the first menu; house rules, and cards and dice, have their own."""
        host, page = self._host, partial(MenuPage, "options")
        house, cards = Text("House rules"), Text("Cards and dice")
        rows = [
            self._begin_row(),
            *self._rows("options"),
            *row_or_list(host, "house", Text("House rules…"), lambda: page(house, self._rows("house"))),
            *row_or_list(host, "cards", CARDS, lambda: page(cards, self._card_rows())),
        ]
        return page(self._engine.title, rows)

    def _begin_row(self) -> Item:
        active = select_active(self._engine.options(), self._values)
        played = {option.name: self._values[option.name] for option in active if option.name in self._values}
        note = self._aside or self._advice(self._values)
        return Item("begin", Text("Begin"), partial(self._begin, played), note=note)

    def _begin(self, played: Options) -> None:
        host, engine, left, owners = self._host, self._engine, self._left, self._owners
        start = partial(host.begin, engine, played, owners)
        if left is not None and (engine.complete(played), owners) == (left.options, left.sources):
            host.go_home()
        elif left is not None and left.redo_stack:
            host.open(ask_to_replace(host, start))
        else:  # no input would be lost
            start()

    def _rows(self, menu: str) -> list[Item]:
        active = select_active(self._engine.options(), self._values)
        return [self._row(one) for one in active if _menu_of(one) == menu and one.name not in self._without_choice]

    def _card_rows(self) -> list[Item]:
        decks = self._rows("cards")
        owners = [
            source_row(f"source.{one.name}", one, self._owners[one.name], partial(self._hand_over, one.name))
            for one in select_active(self._engine.sources, self._values)
        ]
        if decks and owners:
            decks[0].group, owners[0].group = Text("Which cards?"), Text("Who deals?")
        return [*decks, *owners]

    def _row(self, option: Option) -> Item:
        ask = partial(self._ask_deck, option) if isinstance(option, Embed) else partial(self._ask, option)
        value = self._values.get(option.name)
        text = Text("{label}: {value}", label=option.label, value=value_words(option, value))
        return Item(f"option.{option.name}", text, ask, note=value_note(option, value))

    def _ask(self, option: Choose | Count | Switch) -> None:
        def on_answer(value: Any) -> None:
            self._values[option.name] = value
            self._host.close()

        ask_or_flip(self._host, option_prompt(option, self._values.get(option.name), on_answer, self._host.close))

    def _ask_deck(self, option: Embed) -> None:
        def on_answer(name: str) -> None:
            self._values.pop(option.name, None)
            if name != PRINTED:
                self._values[option.name] = decks[name]
            host.close()

        host = self._host
        decks, faults = host.folder.decks.selectable(self._engine, option)
        last = self._remembered.get(option.name)
        if last is not None and last not in decks.values():
            decks[last["name"] or "own"] = last  # taken away since the last play
        value: Any = self._values.get(option.name)
        likely = next((name for name, deck in decks.items() if deck == value), PRINTED)
        named = (Choice(PRINTED, option.unset), *(Choice(name, Text("{name}", name=name)) for name in decks))
        ask_or_flip(host, Prompt(option.label, Pick(named, likely), on_answer, host.close))
        for fault in faults:
            host.complain(fault)

    def _hand_over(self, name: str) -> None:
        self._owners[name] = other_owner(self._owners[name])


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
    """Return the question whether another play replaces a play left at its first step."""
    items = (Item("keep", Text("Keep the set-up"), host.go_home), Item("anew", Text("Begin another play"), begin))
    lines = (Text("You chose other options."), Text("It is set aside, not deleted."))
    return Menu(lambda: MenuPage("another", Text("Set this play aside?"), items, lines), host.close)


def source_row(name: str, source: Source, owner: Owner, switch: Callable[[], None]) -> Item:
    """Return the row that says who gives a deck or a die; only one whose faces are known can change hands."""
    unknown = None if source.known else Text("faces unknown")
    return Item(name, Text("{label}: {owner}", label=source.label, owner=OWNER_WORDS[owner]), switch, unknown)


def other_owner(owner: Owner) -> Owner:
    """Return the other one who can give a deck or a die."""
    return "own" if owner == "device" else "device"
