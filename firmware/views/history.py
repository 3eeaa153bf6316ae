"""The history: figures and last results of plays, by game, level and options.

history ─▶ a game ─▶ its plays with the same set-up ─▶ figures, and the last results as bars
"""

from engines.kit.drawings import Bar, Bars, Drawing, Side
from engines.kit.text import Icon
from firmware.history.figures import Group, games_played, groups, plays_of
from firmware.history.records import Record
from firmware.text import Text
from firmware.views.host import Host
from firmware.views.progress_label import title_of
from firmware.views.view import Item, Menu, MenuPage, Pages, View

HISTORY = Text("History")
MAX_DRAWN_RESULTS = 6
"""The most results that are drawn; the last ones are."""


def history(host: Host) -> View:
    """Return the list of games that were played to their end."""
    records = host.folder.records()
    rows = [_game_row(host, game, plays_of(records, game)) for game in games_played(records)]
    if not rows:
        return Pages(HISTORY, (Text("No play is finished yet."),), host.close)
    page = MenuPage("history", HISTORY, rows)
    return Menu(lambda: page, host.close)


def _game_row(host: Host, game: str, plays: list[Record]) -> Item:
    won = sum(play.winner == "you" for play in plays)
    text = _summary(title_of(game, plays[-1].title), len(plays), won)
    return Item(game, text, lambda: host.open(_group_list(host, game, plays)))


def _group_list(host: Host, game: str, plays: list[Record]) -> View:
    """Return the list of a game's plays by level and options."""
    title = title_of(game, plays[-1].title)
    by_set_up = groups(host.folder.bots.find(game), plays)
    page = MenuPage("history", title, [_group_row(host, game, title, n, group) for n, group in enumerate(by_set_up)])
    menu = Menu(lambda: page, host.close)
    menu.game = game
    return menu


def _group_row(host: Host, game: str, title: Text, n: int, group: Group) -> Item:
    return Item(str(n), heading(group), lambda: host.open(figures(host, game, title, group)))


def heading(group: Group) -> Text:
    """Return the common set-up of plays, how many there are, and how many of them were won."""
    return _summary(group.label, len(group.plays), group.wins)


def _summary(label: Text, n: int, won: int) -> Text:
    return Text("{label}: {n} play, {won} won", plural="{label}: {n} plays, {won} won", label=label, n=n, won=won)


def figures(host: Host, game: str, title: Text, group: Group) -> View:
    """Return the figures and the bars of plays with the same set-up."""
    side = Side(title, tuple(_parts(group)))
    view = Pages(title, (), host.close, title=title, key="history", side=side)
    view.game = game
    return view


def _parts(group: Group) -> list[Drawing | Text]:
    if len(group.plays) == 1:
        return [group.label, *_result_lines(group.plays[0])]
    parts: list[Drawing | Text] = [heading(group)]
    if margins := group.margins:
        low, high, mean = (_signed(n) for n in (min(margins), max(margins), round(sum(margins) / len(margins))))
        parts.append(Text("Margin: {low} to {high}, {mean} on average.", low=low, high=high, mean=mean))
    bars = tuple(_bar(play) for play in group.plays[-MAX_DRAWN_RESULTS:])
    parts.append(Bars(Text("Last results"), bars))
    if any(bar.marked for bar in bars):
        parts.append(Text("{icon} Inputs were undone or corrected.", icon=Icon.REFRESH))
    return parts


def _result_lines(play: Record) -> list[Text]:
    """Return how a play ended, and whether inputs were undone or corrected."""
    if play.you is None or play.bot is None:
        ended = {"you": Text("You won."), "bot": Text("The bot won."), None: Text("Nobody won.")}[play.winner]
    else:
        won = Text("You won, {you} to {bot}.", you=play.you, bot=play.bot)
        lost = Text("The bot won, {bot} to {you}.", you=play.you, bot=play.bot)
        nobody = Text("Nobody won, {you} to {bot}.", you=play.you, bot=play.bot)
        ended = {"you": won, "bot": lost, None: nobody}[play.winner]
    return [ended, *([Text("Inputs were undone or corrected.")] if play.undone or play.corrected else ())]


def _bar(play: Record) -> Bar:
    won, marked = play.winner == "you", bool(play.undone or play.corrected)
    if play.margin is not None:
        label = _signed(play.margin)
        words = Text("{label}", label=label)
    else:
        label, words = None, Text("won") if won else Text("lost")
    if marked:
        words = Text("{result} (undone or corrected)", result=words)
    return Bar((1 if won else -1) if play.margin is None else play.margin, words, label, marked)


def _signed(n: int) -> str:
    return f"{n:+}".replace("-", "−") if n else "0"
