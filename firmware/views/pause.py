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
recap ─▶ a step ─▶ back to it
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
from firmware.views.host import Host, late_view
from firmware.views.new_play import history, other_owner, source_line
from firmware.views.play_view import SideView
from firmware.views.recap import STEPS, EarlierStep, Recap
from firmware.views.view import Item, Menu, MenuPage, Pages, View
from firmware.views.why import why_step

NONE = Text("none in this play")

settings = late_view("settings", "settings")
files = late_view("files", "files")
decks = late_view("decks", "decks")
other_file = late_view("bots", "other_file")
something_wrong = late_view("report", "something_wrong")


def pause(host: Host) -> View:
    """Return the pause menu. Its first line explains the view below."""

    def draw_up() -> MenuPage:
        play, device = host.play, _device_items(host)
        if play is None:
            return MenuPage("pause", Text("Pause"), [one for one in device if one.id not in OF_A_PLAY])
        items = _play_items(host, play)
        items[0].group, device[0].group = Text("This play:"), Text("The device:")
        return MenuPage("pause", Text("Pause"), [*items, *device])

    return Menu(draw_up, host.close)


def _play_items(host: Host, play: Play[Any]) -> list[Item]:
    """Return the lines about the play."""

    def opens(view: Callable[[Host, Play[Any]], View]) -> Callable[[], None]:
        return lambda: host.open(view(host, play))

    over = IS_OVER if play.engine.result(play.state) else None
    used = select_active(play.engine.sources, play.options)
    no_score = Text("no score in this game") if play.engine.score(play.state) is None else None
    no_deck = None if any(one.kind == "deck" for one in used) else NONE
    items = [
        Item("why", Text("Why this?"), opens(why_below)),
        Item("side", play.engine.side(play.state).title, lambda: host.open(SideView(host, play))),
        Item("rules", Text("Rules for you"), opens(rules_for_you)),
        Item("recap", STEPS, opens(Recap)),
        Item("score", Text("Score"), opens(score), no_score),
        Item("correct", Text("Correct a value…"), opens(corrections), over),
        Item("left", Text("Cards left"), opens(cards_left), no_deck),
        Item("cards", Text("Cards and dice…"), opens(sources), over or (None if used else NONE)),
        Item("report", Text("Something is wrong…"), opens(something_wrong)),
    ]
    if play.engine.key not in KEYS:
        items.append(Item("file", Text("The bot’s file…"), opens(other_file)))
    return items


OF_A_PLAY = ("other", "abandon")
"""The lines about the device that are there only while a play is on the table."""


def _device_items(host: Host) -> list[Item]:
    """Return the lines about the device."""
    return [
        Item("other", Text("Other game"), lambda: host.to_menu(host.game)),
        Item("history", Text("History"), lambda: host.open(history(host))),
        Item("clear", Text("Clear the glass"), host.clear_glass),
        Item("settings", Text("Settings…"), lambda: host.open(settings(host))),
        Item("files", Text("Files…"), lambda: host.open(files(host))),
        Item("decks", Text("Decks…"), lambda: host.open(decks(host))),
        Item("abandon", Text("Abandon this play…"), lambda: host.open(abandon(host))),
        Item("off", Text("Power off"), host.power_off),
    ]


def why_below(host: Host, play: Play[Any]) -> View:
    """Explain the step that the recap highlights, else the one that the play waits at."""
    host.close()
    return why_step(host, play, host.top.step if isinstance(host.top, Recap | EarlierStep) else play.n)


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
    """Return the bot's score so far."""
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
        return MenuPage("cards", Text("Who deals?"), items)

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
    lines = (Text("It is set aside, not deleted."),)
    return Menu(lambda: MenuPage("abandon", Text("Abandon this play?"), items, lines), host.close)
