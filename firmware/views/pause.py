"""The menus during a play.

pause ┬ this play ┬ why this?
      │           ├ its side, rules for you, steps so far, score, cards left
      │           ├ correct ─▶ (a group ─▶) a value
      │           ├ cards and dice ─▶ mine or the device's ─▶ cards still in
      │           ├ something is wrong ─▶ a file, codes
      │           └ the bot's file, if it has one ─▶ the old one or the new one
      └ the device ┬ other game
                   ├ history
                   ├ clear the glass
                   ├ settings ─▶ a value
                   ├ files ─▶ take in, write out
                   ├ decks ─▶ a deck ─▶ look through, rename, write out, delete
                   ├ abandon ─▶ keep playing, abandon
                   └ power off
recap ─▶ back to that step
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from engines.kit import why as wording
from engines.kit.contract import Choice
from engines.kit.ending import IS_OVER
from engines.kit.options import Source, select_active
from engines.kit.play import Play
from engines.registry import KEYS
from firmware.text import Text
from firmware.views.corrections import corrections
from firmware.views.host import Host
from firmware.views.new_play import open_history, other_owner, source_line
from firmware.views.recap import Recap
from firmware.views.side import SideView
from firmware.views.view import Item, Menu, MenuPage, Pages, View
from firmware.views.why import why_step

NONE = Text("none in this play")


def pause(host: Host) -> View:
    """Return the pause menu. Its first line explains what lies below it."""

    def draw_up() -> MenuPage:
        play = host.play
        device = [_device_item(host, row) for row in DEVICE if play is not None or not row.of_a_play]
        if play is None:
            return MenuPage("pause", Text("Pause"), device)
        of_file = () if play.engine.key in KEYS else OF_A_FILE
        items = [_item(host, play, row) for row in (*THIS_PLAY, *of_file)]
        items[0].group, device[0].group = Text("This play:"), Text("The device:")
        return MenuPage("pause", Text("Pause"), [*items, *device])

    return Menu(draw_up, host.close)


class Row:
    """A line about the play: what it opens, and the reason why it cannot be chosen now."""

    __slots__ = ("blocked", "name", "opens", "text")

    def __init__(
        self,
        name: str,
        text: Text | Callable[[Play[Any]], Text],
        opens: Callable[[Host, Play[Any]], View],
        blocked: Callable[[Play[Any]], Text | None] = lambda _: None,
    ) -> None:
        self.name, self.text, self.opens, self.blocked = name, text, opens, blocked


class DeviceRow:
    """A line about the device, and what it does. One `of_a_play` is there while a play is on the table."""

    __slots__ = ("do", "name", "of_a_play", "text")

    def __init__(self, name: str, text: Text, do: Callable[[Host], None], *, of_a_play: bool = False) -> None:
        self.name, self.text, self.do, self.of_a_play = name, text, do, of_a_play


def _item(host: Host, play: Play[Any], row: Row) -> Item:
    text = row.text if isinstance(row.text, Text) else row.text(play)
    return Item(row.name, text, lambda: _open(host, play, row), row.blocked(play))


def _device_item(host: Host, row: DeviceRow) -> Item:
    return Item(row.name, row.text, lambda: row.do(host))


def _open(host: Host, play: Play[Any], row: Row) -> None:
    host.open(row.opens(host, play))


def _why_below(host: Host, play: Play[Any]) -> View:
    """Explain the step that the recap highlights, else the one that the play waits at."""
    host.close()
    return why_step(host, play, host.top.step if isinstance(host.top, Recap) else play.n)


def rules_for_you(host: Host, play: Play[Any]) -> View:
    """Return what the player is reminded of: first what matters at this step, then what holds throughout."""
    book = play.engine.book
    rules = select_active(book.reminders(play.state.at.value), play.options)
    lines = [wording.statement(book, rule.id) for rule in rules if play.state.reminds(rule.id)]
    return Pages(Text("Rules for you"), lines or [Text("None at this step.")], host.close)


def cards_left(host: Host, play: Play[Any]) -> View:
    """Return which cards of each deck may still come up."""
    decks = [one for one in select_active(play.engine.sources, play.options) if one.kind == "deck"]
    return Pages(Text("Cards left"), [_left(play, one) for one in decks], host.close)


def _left(play: Play[Any], deck: Source) -> Text:
    cards = tuple(choice.text for choice in play.engine.remaining_cards(play.state, deck.name))
    if not cards:
        return Text("{deck}: none.", deck=deck.label)
    return Text("{deck}, {n}: {cards}.", deck=deck.label, n=len(cards), cards=cards)


def score(host: Host, play: Play[Any]) -> View:
    """Return the bot's score as it stands."""
    sheet = play.engine.score(play.state)
    assert sheet is not None  # the pause menu blocks its line otherwise
    rows = [Text("{row}: {value}", row=row.text, value=row.value) for row in sheet.rows]
    return Pages(Text("{bot}: {total}", bot=play.engine.bot, total=sheet.total), rows, host.close)


def sources(host: Host, play: Play[Any]) -> View:
    """Return who gives the cards and dice from now on."""

    def draw_up() -> MenuPage:
        items = [
            source_line(one.name, one, play.sources[one.name], partial(_switch, host, play, one))
            for one in select_active(play.engine.sources, play.options)
        ]
        return MenuPage("cards", Text("Who gives them?"), items)

    return Menu(draw_up, host.close)


def _switch(host: Host, play: Play[Any], source: Source) -> None:
    """Hand a deck or die over, and show which cards of the player's own deck are still in."""
    owner = other_owner(play.sources[source.name])
    left = play.engine.remaining_cards(play.state, source.name) if source.kind == "deck" else ()
    host.hand_over(source.name, owner)
    if owner == "own" and left:
        host.open(still_in(host, left))


def still_in(host: Host, left: Iterable[Choice]) -> View:
    """Return the cards of the player's own deck that may still come up."""
    cards = tuple(choice.text for choice in left)
    return Pages(Text("Still in your deck"), [Text("{cards}", cards=cards)], host.close)


def abandon(host: Host) -> View:
    """Return the question whether to give a play up. It is put away, never deleted."""
    items = (Item("keep", Text("Keep playing"), partial(host.close, 2)), Item("abandon", Text("Abandon"), host.archive))
    lines = (Text("It is put away, not deleted."),)
    return Menu(lambda: MenuPage("abandon", Text("Abandon this play?"), items, lines), host.close)


def recap(host: Host, play: Play[Any]) -> View:
    """Return the steps of this turn; Next goes back to one."""
    return Recap(play, undo=lambda k: host.settle(play.undo(k)), close=host.close)


def _its_side(play: Play[Any]) -> Text:
    return play.engine.side(play.state).title


def _no_score(play: Play[Any]) -> Text | None:
    return Text("no score in this game") if play.engine.score(play.state) is None else None


def _over(play: Play[Any]) -> Text | None:
    return IS_OVER if play.engine.result(play.state) else None


def _no_deck(play: Play[Any]) -> Text | None:
    return None if any(one.kind == "deck" for one in select_active(play.engine.sources, play.options)) else NONE


def _no_source(play: Play[Any]) -> Text | None:
    return _over(play) or (None if select_active(play.engine.sources, play.options) else NONE)


def _settings(host: Host) -> None:
    from firmware.views.settings import settings

    host.open(settings(host))


def _files(host: Host) -> None:
    from firmware.views.files import files

    host.open(files(host))


def _decks(host: Host) -> None:
    from firmware.views.decks import decks

    host.open(decks(host))


def _file(host: Host, play: Play[Any]) -> View:
    from firmware.views.bots import other_file

    return other_file(host, play)


def _report(host: Host, play: Play[Any]) -> View:
    from firmware.views.report import something_wrong

    return something_wrong(host, play)


THIS_PLAY = (
    Row("why", Text("Why this?"), _why_below),
    Row("side", _its_side, SideView),
    Row("rules", Text("Rules for you"), rules_for_you),
    Row("recap", Text("Steps so far"), recap),
    Row("score", Text("Score"), score, _no_score),
    Row("correct", Text("Correct a value…"), corrections, _over),
    Row("left", Text("Cards left"), cards_left, _no_deck),
    Row("cards", Text("Cards and dice…"), sources, _no_source),
    Row("report", Text("Something is wrong…"), _report),
)
OF_A_FILE = (Row("file", Text("The bot’s file…"), _file),)
DEVICE = (
    DeviceRow("other", Text("Other game"), lambda host: host.to_menu(host.game), of_a_play=True),
    DeviceRow("history", Text("History"), open_history),
    DeviceRow("clear", Text("Clear the glass"), lambda host: host.clear_glass()),
    DeviceRow("settings", Text("Settings…"), _settings),
    DeviceRow("files", Text("Files…"), _files),
    DeviceRow("decks", Text("Decks…"), _decks),
    DeviceRow("abandon", Text("Abandon this play…"), lambda host: host.open(abandon(host)), of_a_play=True),
    DeviceRow("off", Text("Power off"), lambda host: host.power_off()),
)
