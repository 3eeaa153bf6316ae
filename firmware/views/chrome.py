"""The words around a screen: whose turn it is, how far the play has come, and what each key will do."""

from msgspec import Struct

from display.frame import Chrome, Cursor
from display.layout import Layout, options_of
from display.off import Off
from engines.kit.contract import Ask, Badge, Counters, Done, Draw, Marks, Number, Pick, Role, Roll, Screen, Who, YesNo
from firmware.text import Text
from firmware.views.key_sets import KNOB, KeySet
from firmware.views.position import NOWHERE, Position, is_go_on, is_on_choice, read_back, read_on, value_at
from firmware.views.view import ADD_UP, BACK, CLOSE, LEGEND, UNDO, WHY, View

MAX_NAMED_COUNTS = 3
"""The most numbers that the footer names; more leave no room for what Push does."""
MENU = Text("Menu")
CHOOSE = Text("Choose")
MY_TURN_IS_DONE = Text("My turn is done")
"""The footer after the player's turn, if the row's words do not fit; "Done" could mean the bot's turn."""
NOTHING_SAVED = Text("Nothing is saved")
SWITCHED_OFF = Text("Switched off")
NOT_ALLOWED_MESSAGE = Text("Not now")
"""The message for a key that does nothing here, if there is no room for the reason."""


def chrome(
    view: View,
    layout: Layout,
    names: "Names",
    *,
    message: Text | None,
    hint: Text | None = None,
    hold_hint: bool = False,
    keys: KeySet = KNOB,
) -> Chrome:
    """Return header, footer, notice and hint. A message replaces the header.

    With `hold_hint` the footer says what holding Push does.
    """
    badge, push = layout.screen.badge, MENU if hold_hint else _push_words(view, layout, keys)
    return Chrome(
        left=view.title or _whose_turn(badge, names),
        right=_progress(badge),
        footer=_next_words(view, layout, keys),
        back=BACK if backward_page(view, layout) else view.back_word,
        notice=NOTHING_SAVED if layout.notice else None,
        push=push,
        held=hold_hint,
        explains=push in (WHY, LEGEND),
        corners=view.corners,
        message=(message, NOT_ALLOWED_MESSAGE) if message else (),
        hint=hint,
        keys=keys.marks,
    )


def off_chrome(layout: Layout, names: "Names", off: Off) -> Chrome:
    """Return the words around a step while the power is off: no key does anything."""
    badge, notice = layout.screen.badge, NOTHING_SAVED if layout.notice else None
    return Chrome(_whose_turn(badge, names), _progress(badge), (), Text(""), notice, off=off)


def backward_page(view: View, layout: Layout) -> Position | None:
    """Return the place to which Back leads within a view; None if it leaves the view or undoes."""
    undoes = view.just_undone and view.back_word == UNDO
    return None if undoes else read_back(layout, view.place)


class Names(Struct):
    """The names of the game and its bot in the header."""

    game: Text
    bot: Text


def _whose_turn(badge: Badge, names: Names) -> Text:
    match badge.who:
        case Who.YOU:
            return Text("Your turn")
        case Who.BOT:
            return names.bot
    return names.game


def _progress(badge: Badge) -> tuple[Text, ...]:
    """Return round, turn and step, longest first: the header takes the first that fits."""
    place = () if badge.place is None else (badge.place,)
    turn = () if badge.turn is None else (_turn_words(badge.turn),)
    step = () if badge.step is None else (Text("{step}/{steps}", step=badge.step, steps=badge.steps or badge.step),)
    return (Text("{parts}", parts=place + turn + step), Text("{parts}", parts=place or turn or step), Text(""))


def _turn_words(turn: int | Text) -> Text:
    return Text("turn {n}", n=turn) if isinstance(turn, int) else turn


def _next_words(view: View, layout: Layout, keys: KeySet) -> tuple[Text, ...]:
    """Return the words for Next, longest first."""
    if read_on(layout, view.place) is not None:
        return Text("Next page"), Text("More")
    if view.next_words is not None:
        return view.next_words
    if view.place.cursor.highlight == NOWHERE:
        return keys.choose, CHOOSE
    offered = view.offered()
    answer = _answer_words(layout.screen, view.place.cursor)
    if offered is not None and offered.value == value_at(layout.screen.ask, view.place.cursor):
        return (Text("{answer} again", answer=answer[0]), *answer)
    return answer


def _answer_words(screen: Screen, cursor: Cursor) -> tuple[Text, ...]:
    match ask := screen.ask:
        case Done():
            return (Text("Done"),)
        case Number() | Roll():
            return (Text("{n}", n=cursor.number),)
        case Marks():
            return (Text("{n} ticked", n=len(cursor.ticks)), Text("{n}", n=len(cursor.ticks)))
        case Counters():
            numbers = (Text("Take {numbers}", numbers=cursor.counts),) if len(cursor.counts) <= MAX_NAMED_COUNTS else ()
            return (*numbers, Text("Take all"))
        case YesNo() | Pick() | Draw():
            text = options_of(ask)[cursor.highlight].text
            if not is_go_on(ask, cursor):
                return (text, CHOOSE)
            return (text, *((MY_TURN_IS_DONE,) if screen.badge.who is Who.YOU else ()), Text("Done"))


def _push_words(view: View, layout: Layout, keys: KeySet) -> Text | None:
    """Return the words for Push; None if it does what Next does."""
    if view.push_word is not None:
        return view.push_word
    if view.reading:
        return CLOSE if _next_words(view, layout, keys) != (CLOSE,) else None
    if layout.screen.role is not Role.QUESTION:
        return WHY
    if not is_on_choice(layout, view.place):
        return None
    return WHY if view.explains else _row_push_words(layout.screen.ask, view.place.cursor)


def _row_push_words(ask: Ask, cursor: Cursor) -> Text | None:
    """Return the words for Push on the highlighted row; None if it does what Next does."""
    match ask:
        case Number() if ask.parts:
            return ADD_UP
        case Marks():
            return Text("Untick") if ask.options[cursor.highlight].id in cursor.ticks else Text("Tick")
        case Counters():
            return Text("OK") if cursor.entered else Text("Change")
    return None
