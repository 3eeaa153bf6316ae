"""The menus during a play.

pause ┬ why this?
      ├ other game
      ├ correct ─▶ (a group ─▶) a value
      ├ its side
      ├ undo to ─▶ a step ─▶ back to it
      ├ more ┬ this play ┬ rules for you, score, cards left
      │      │           ├ cards and dice ─▶ cards still in (of one deck or die, its row)
      │      │           ├ something is wrong ─▶ a file, codes of a report
      │      │           ├ the bot's file, if it has one ─▶ the old one or the new one
      │      │           └ abandon ─▶ keep playing, abandon
      │      └ the device ┬ history
      │                   ├ clear the glass
      │                   ├ settings ─▶ a value
      │                   ├ files ─▶ import, export
      │                   └ decks ─▶ a deck ─▶ read, rename, export, delete
      └ power off
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from engines.kit import why as wording
from engines.kit.contract import Choice
from engines.kit.ending import IS_OVER
from engines.kit.options import Source, select_active
from engines.kit.play import Play
from engines.registry import KEYS
from firmware.text import Text
from firmware.views.corrections import corrections
from firmware.views.host import Host, lazy_view, row_or_list
from firmware.views.new_play import CARDS, history, other_owner, settings, source_row
from firmware.views.play_view import SideView
from firmware.views.recap import NO_STEPS, EarlierStep, Recap
from firmware.views.view import Item, Menu, MenuPage, Pages, View
from firmware.views.why import why_step

NONE = Text("none in this play")
MORE = Text("More…")

files = lazy_view("files", "files")
decks = lazy_view("decks", "decks")
other_file = lazy_view("bots", "other_file")
report_rows = lazy_view("report", "report_rows")


def pause(host: Host) -> View:
    """Return the pause menu. Its first row explains the step below."""

    def build_page() -> MenuPage:
        rows = _device_rows(host) if host.play is None else _first_rows(host, host.play)
        return MenuPage("pause", Text("Pause"), [*rows, Item("off", Text("Power off"), host.power_off)])

    return Menu(build_page, host.close)


def more(host: Host, play: Play[Any]) -> View:
    """Return the menu of what is needed more rarely during a play."""

    def build_page() -> MenuPage:
        play_rows, device_rows = _play_rows(host, play), _device_rows(host)
        play_rows[0].group, device_rows[0].group = Text("This play:"), Text("The device:")
        return MenuPage("more", Text("More"), [*play_rows, *device_rows])

    return Menu(build_page, host.close)


def _opener(host: Host, play: Play[Any]) -> Callable[[Callable[[Host, Play[Any]], View]], Callable[[], None]]:
    return lambda view: lambda: host.open(view(host, play))


def _first_rows(host: Host, play: Play[Any]) -> list[Item]:
    """Return the rows that are needed most."""
    opens = _opener(host, play)
    none_done = None if play.n > play.undo_limit else NO_STEPS
    return [
        Item("why", Text("Why this?"), opens(why_below)),
        Item("other", Text("Other game"), lambda: host.show_game_menu(host.game)),
        Item("correct", Text("Correct a value…"), opens(corrections), _blocked_at_end(play)),
        Item("side", play.engine.side(play.state).title, lambda: host.open(SideView(host, play))),
        Item("recap", Text("Undo to…"), opens(Recap), none_done),
        Item("more", MORE, opens(more)),
    ]


def _blocked_at_end(play: Play[Any]) -> Text | None:
    return IS_OVER if play.engine.result(play.state) else None


def _play_rows(host: Host, play: Play[Any]) -> list[Item]:
    """Return the other rows about the play."""
    opens = _opener(host, play)
    used = select_active(play.engine.sources, play.options)
    no_score = Text("no score in this game") if play.engine.score(play.state) is None else None
    no_deck = None if any(one.kind == "deck" for one in used) else NONE
    items = [
        Item("rules", Text("Rules for you"), opens(rules_for_you)),
        Item("score", Text("Score"), opens(score), no_score),
        Item("left", Text("Cards left"), opens(remaining_cards), no_deck),
        *sources(host, play),
        Item("report", Text("Something is wrong…"), opens(report_rows)),
    ]
    if play.engine.key not in KEYS:
        items.append(Item("file", Text("The bot’s file…"), opens(other_file)))
    return [*items, Item("abandon", Text("Abandon this play…"), lambda: host.open(ask_to_abandon(host)))]


def _device_rows(host: Host) -> list[Item]:
    """Return the rows about the device."""
    return [
        Item("history", Text("History"), lambda: host.open(history(host))),
        Item("clear", Text("Clear the glass"), host.clear_glass),
        Item("settings", Text("Settings…"), lambda: host.open(settings(host))),
        Item("files", Text("Files…"), lambda: host.open(files(host))),
        Item("decks", Text("Decks…"), lambda: host.open(decks(host))),
    ]


def why_below(host: Host, play: Play[Any]) -> View:
    """Explain the step that the recap highlights, else the step that the play waits at."""
    host.close()
    return why_step(host, play, host.top.step if isinstance(host.top, Recap | EarlierStep) else play.n)


def rules_for_you(host: Host, play: Play[Any]) -> View:
    """Return the player's reminders: first those of this step, then those of the whole play."""
    book = play.engine.book
    rules = select_active(book.reminders(play.state.at.value), play.options)
    lines = [wording.statement(book, rule.id) for rule in rules if play.state.reminds(rule.id)]
    return Pages(Text("Rules for you"), lines or [Text("None at this step.")], host.close)


def remaining_cards(host: Host, play: Play[Any]) -> View:
    """Return the cards of each deck that may still come up."""
    decks = [one for one in select_active(play.engine.sources, play.options) if one.kind == "deck"]
    return Pages(Text("Cards left"), [_remaining_words(play, one) for one in decks], host.close)


def _remaining_words(play: Play[Any], deck: Source) -> Text:
    cards = tuple(choice.text for choice in play.engine.remaining_cards(play.state, deck.name))
    if not cards:
        return Text("{deck}: none.", deck=deck.label)
    return Text("{deck}, {n}: {cards}.", deck=deck.label, n=len(cards), cards=cards)


def score(host: Host, play: Play[Any]) -> View:
    """Return the bot's score so far."""
    sheet = play.engine.score(play.state)
    assert sheet is not None  # its row is blocked otherwise
    rows = [Text("{row}: {value}", row=row.text, value=row.value) for row in sheet.rows]
    return Pages(Text("{bot}: {total}", bot=play.engine.bot, total=sheet.total), rows, host.close)


def sources(host: Host, play: Play[Any]) -> list[Item]:
    """Return the row that opens the list of who gives each deck and die; for a single one, its own row."""

    def build_page() -> MenuPage:
        items = [
            source_row(one.name, one, play.sources[one.name], partial(_switch, host, play, one))
            for one in select_active(play.engine.sources, play.options)
        ]
        return MenuPage("cards", Text("Who deals?"), items)

    rows = row_or_list(host, "cards", CARDS, build_page) or [Item("cards", CARDS, host.close, NONE)]
    return [replace(row, blocked=_blocked_at_end(play) or row.blocked) for row in rows]


def _switch(host: Host, play: Play[Any], source: Source) -> None:
    """Hand a deck or die over; if it is now the player's deck, show the cards that may still come up."""
    owner = other_owner(play.sources[source.name])
    remaining = play.engine.remaining_cards(play.state, source.name) if source.kind == "deck" else ()
    host.hand_over(source.name, owner)
    if owner == "own" and remaining:
        host.open(cards_still_in(host, remaining))


def cards_still_in(host: Host, remaining: Iterable[Choice]) -> View:
    """Return the cards of the player's own deck that may still come up."""
    cards = tuple(choice.text for choice in remaining)
    return Pages(Text("Still in your deck"), [Text("{cards}", cards=cards)], host.close)


def ask_to_abandon(host: Host) -> View:
    """Return the question whether to give a play up. It is put away, never deleted."""
    items = (Item("keep", Text("Keep playing"), partial(host.close, 3)), Item("abandon", Text("Abandon"), host.archive))
    lines = (Text("It is set aside, not deleted."),)
    return Menu(lambda: MenuPage("abandon", Text("Abandon this play?"), items, lines), host.close)
