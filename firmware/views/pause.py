"""The menus during a play.

pause ┬ why this?
      ├ its side
      ├ rules for you
      ├ score
      ├ correct ─▶ a value
      ├ cards left
      ├ cards ─▶ mine or the device's ─▶ cards still in
      ├ other game
      ├ abandon ─▶ keep playing, abandon
      ├ clear the glass, show hints again
      └ power off
recap ─▶ back to that step
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from engines import why as wording
from engines.contract import Choice, Field, Number, Pick
from engines.options import Source, in_play
from engines.play import Play
from engines.text import Text, Value
from firmware.views.host import Host
from firmware.views.new_play import other_owner, source_line
from firmware.views.recap import Recap
from firmware.views.side import SideView
from firmware.views.view import Item, Menu, MenuPage, Pages, Prompt, View
from firmware.views.why import why, why_now


def pause(host: Host) -> View:
    """Return the pause menu. Its first line explains what lies below it."""

    def draw_up() -> MenuPage:
        play = host.play
        items = [] if play is None else _play_items(host, play)
        own = (
            Item("clear", Text("Clear the glass"), host.clear_glass),
            Item("hints", Text("Show hints again"), host.hint_again),
            Item("off", Text("Power off"), host.power_off),
        )
        return MenuPage("pause", Text("Pause"), [*items, *own])

    return Menu(draw_up, host.close)


def _play_items(host: Host, play: Play[Any]) -> list[Item]:
    sheet = play.engine.score(play.state)
    no_score = Text("no score in this game") if sheet is None else None
    over = Text("it is over") if play.engine.result(play.state) else None
    played = in_play(play.engine.sources, play.options)
    none = Text("none in this play")
    no_deck = None if any(one.kind == "deck" for one in played) else none
    return [
        Item("why", Text("Why this?"), lambda: _why_below(host, play)),
        Item("side", play.engine.side(play.state).title, lambda: host.open(SideView(host, play))),
        Item("rules", Text("Rules for you"), lambda: host.open(rules_for_you(host, play))),
        Item("score", Text("Score"), lambda: host.open(score(host, play)), no_score),
        Item("correct", Text("Correct a value…"), lambda: host.open(corrections(host, play)), over),
        Item("left", Text("Cards left"), lambda: host.open(cards_left(host, play)), no_deck),
        Item(
            "cards", Text("Cards and dice…"), lambda: host.open(sources(host, play)), over or (None if played else none)
        ),
        Item("other", Text("Other game"), host.to_menu),
        Item("abandon", Text("Abandon this play…"), lambda: host.open(abandon(host))),
    ]


def _why_below(host: Host, play: Play[Any]) -> None:
    """Explain the step that the recap highlights, else the one that the play waits at."""
    host.close()
    if isinstance(host.top, Recap):
        host.top.why()
    else:
        host.open(why_now(host, play))


def rules_for_you(host: Host, play: Play[Any]) -> View:
    """Return what the player is reminded of: first what matters at this step, then what holds throughout."""
    book = play.engine.book
    rules = in_play(book.reminders(play.state.at.value), play.options)
    lines = [wording.plain(book, rule.id) for rule in rules] or [Text("None at this step.")]
    return Pages(Text("Rules for you"), lines, host.close)


def cards_left(host: Host, play: Play[Any]) -> View:
    """Return which cards of each deck may still come up."""
    decks = [one for one in in_play(play.engine.sources, play.options) if one.kind == "deck"]
    return Pages(Text("Cards left"), [_left(play, one) for one in decks], host.close)


def _left(play: Play[Any], deck: Source) -> Text:
    cards = tuple(choice.text for choice in play.engine.left(play.state, deck.name))
    if not cards:
        return Text("{deck}: none.", deck=deck.label)
    return Text("{deck}, {n}: {cards}.", deck=deck.label, n=len(cards), cards=cards)


def score(host: Host, play: Play[Any]) -> View:
    """Return the bot's score as it stands."""
    sheet = play.engine.score(play.state)
    assert sheet is not None  # the pause menu blocks its line otherwise
    rows = [Text("{row}: {value}", row=row.text, value=row.value) for row in sheet.rows]
    return Pages(Text("{bot}: {total}", bot=play.engine.bot, total=sheet.total), rows, host.close)


def corrections(host: Host, play: Play[Any]) -> View:
    """Return every value that can be corrected."""

    def draw_up() -> MenuPage:
        items = [_field(host, play, field) for field in play.engine.fields(play.state)]
        return MenuPage("correct", Text("Correct a value"), items)

    return Menu(draw_up, host.close)


def _field(host: Host, play: Play[Any], field: Field) -> Item:
    text = Text("{label}: {value}", label=field.label, value=_worded(field, field.value))
    return Item(field.name, text, lambda: _ask_field(host, play, field))


def _ask_field(host: Host, play: Play[Any], field: Field) -> None:
    def taken(value: Any) -> None:
        host.settle(play.correct({field.name: value}), Text("Corrected"))

    ask = Pick(field.choices, str(field.value)) if field.choices else Number(field.low, field.high, int(field.value))
    host.open(Prompt(field.label, ask, taken, host.close))


def correction(play: Play[Any], values: dict[str, Any]) -> Text:
    """Return the line that makes an undone correction again."""
    fields = {field.name: field for field in play.engine.fields(play.state)}
    worded = tuple(
        Text("{label} {value}", label=fields[name].label, value=_worded(fields[name], value))
        for name, value in values.items()
    )
    return Text("Again: {values}", values=worded)


def _worded(field: Field, value: int | str) -> Value:
    return next((choice.text for choice in field.choices if choice.id == value), value)


def sources(host: Host, play: Play[Any]) -> View:
    """Return who gives the cards and dice from now on."""

    def draw_up() -> MenuPage:
        items = [
            source_line(one.name, one, play.sources[one.name], partial(_switch, host, play, one))
            for one in in_play(play.engine.sources, play.options)
        ]
        return MenuPage("cards", Text("Who gives them?"), items)

    return Menu(draw_up, host.close)


def _switch(host: Host, play: Play[Any], source: Source) -> None:
    """Switch, and show which cards of the player's own deck are still in."""
    owner = other_owner(play.sources[source.name])
    left = play.engine.left(play.state, source.name) if source.kind == "deck" else ()
    host.settle(play.use(source.name, owner))
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
    return Recap(
        play,
        undo=lambda k: host.settle(play.undo(k)),
        explain=lambda reasons: host.open(why(host, play.engine, reasons)),
        close=host.close,
    )
