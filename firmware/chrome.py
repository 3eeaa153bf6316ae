"""The words around a screen: whose turn it is, where the play stands, and what each key will do."""

from display.frame import Chrome, Cursor
from display.layout import Layout, options_of
from engines.contract import Ask, Badge, Done, Draw, Marks, Number, Pick, Roll, Who, YesNo
from engines.text import Text
from firmware.moves import goes_on, read_back, read_on, value_at
from firmware.views import BACK, View

NOTHING_KEPT = Text("Nothing is kept")


def chrome(view: View, layout: Layout, names: "Names", *, refusal: Text | None, kept: bool) -> Chrome:
    """Return header, footer and notice. A refusal stands in the footer until the next refresh."""
    badge = layout.screen.badge
    return Chrome(
        left=_who(badge, names),
        right=_where(badge),
        footer=(refusal, Text("Not now")) if refusal else _following(view, layout),
        back=BACK if read_back(layout, view.place) else view.back_word,
        notice=None if kept else NOTHING_KEPT,
    )


class Names:
    """What the header calls the game and its bot."""

    __slots__ = ("bot", "game")

    def __init__(self, game: Text, bot: Text) -> None:
        self.game, self.bot = game, bot


def _who(badge: Badge, names: Names) -> Text:
    match badge.who:
        case Who.YOU:
            return Text("Your turn")
        case Who.BOT:
            return names.bot
    return names.game


def _where(badge: Badge) -> tuple[Text, ...]:
    """Return round, turn and step, longest first: the header takes the first that fits."""
    place = () if badge.place is None else (badge.place,)
    turn = () if badge.turn is None else (_turn(badge.turn),)
    step = () if badge.step is None else (Text("{step}/{steps}", step=badge.step, steps=badge.steps or badge.step),)
    return (Text("{parts}", parts=place + turn + step), Text("{parts}", parts=place or turn or step), Text(""))


def _turn(turn: int | Text) -> Text:
    return turn if isinstance(turn, Text) else Text("turn {n}", n=turn)


def _following(view: View, layout: Layout) -> tuple[Text, ...]:
    """Return what Next will do, longest first."""
    ask = layout.screen.ask
    if read_on(layout, view.place) is not None:
        return (Text("Next page"),)
    if view.reading:
        return (Text("Close"),)
    offered = view.offered()
    if offered is not None and offered.kind == "correct":
        return (Text("Correct it again"), Text("Correct"))
    named = _named(ask, view.place.cursor)
    again = () if offered is None or offered.value != _value(ask, view) else (Text("{answer} again", answer=named[0]),)
    return (*again, *named)


def _named(ask: Ask, cursor: Cursor) -> tuple[Text, ...]:
    match ask:
        case Done():
            return (Text("Done"),)
        case Number() | Roll():
            return (Text("{n}", n=cursor.number),)
        case Marks():
            return (Text("{n} marked", n=len(cursor.ticks)), Text("{n}", n=len(cursor.ticks)))
        case YesNo() | Pick() | Draw():
            short = Text("Done") if goes_on(ask, cursor) else Text("Choose")
            return (options_of(ask)[cursor.highlight].text, short)


def _value(ask: Ask, view: View) -> object:
    return value_at(ask, view.place.cursor)
