"""The plays that are put away or over: a list, and the last step of each.

put away ─▶ a play: its result, or its step ─▶ resume it
         └▶ earlier plays
"""

from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Choice, Pick, Refused, Role, Screen
from engines.kit.play import Play
from engines.kit.versions import OtherRules, resume
from engines.registry import KEYS
from firmware.bots.engines import engine_of
from firmware.dealer import dealer
from firmware.history.records import Record
from firmware.text import Text
from firmware.views.host import Host, report_errors
from firmware.views.notices import WAITING_PLAY
from firmware.views.progress_label import progress_label, title_of
from firmware.views.view import Item, Menu, MenuPage, View

MAX_LISTED_PLAYS = 20
"""The most plays that are listed at once; those before them are behind the last row."""
LEAVE, AGAIN = "leave", "again"


def put_away(host: Host) -> View:
    """Return the list of these plays, the one used last first; `Refused` if none can be read."""
    found = host.folder.records()
    plays = [one for one in found if one.game in KEYS or one.title]
    if not plays:
        raise Refused(Text("No play can be read"))
    return _list(host, plays[::-1])


def _list(host: Host, plays: list[Record]) -> View:
    def draw_up() -> MenuPage:
        items = [_item(host, one) for one in plays[:MAX_LISTED_PLAYS]]
        if earlier := plays[MAX_LISTED_PLAYS:]:
            items.append(Item("earlier", Text("Earlier plays…"), lambda: host.open(_list(host, earlier))))
        return MenuPage("put_away", Text("Which play?"), items)

    return Menu(draw_up, host.close)


def _item(host: Host, one: Record) -> Item:
    ended = result_label(one) if one.over else progress_label(host, one.game, one.badge)
    text = Text("{n}. {game}: {ended}", n=one.number, game=title_of(one.game, one.title), ended=ended)
    return Item(str(one.number), text, lambda: _open(host, one))


def result_label(one: Record) -> Text:
    """Return how a play ended, in a few words."""
    if one.margin is not None:
        return Text("{you} to {bot}", you=one.you or 0, bot=one.bot or 0)
    return Text("won") if one.winner == "you" else Text("lost") if one.winner == "bot" else Text("over")


def _open(host: Host, one: Record) -> None:
    with report_errors(host):
        stored = host.folder.plays.load(one.number)
        found = resume(engine_of(one.game, stored.options), stored, dealer(stored.seed))
        host.open(KeptPlay(host, one, (found.table or found.at_step) if isinstance(found, OtherRules) else found))


class KeptPlay(View):
    """A play as it was put away: nothing of it changes by being looked at."""

    def __init__(self, host: Host, kept: Record, play: Play[Any]) -> None:
        self._host, self._kept = host, kept
        self._shown = play.screen
        self.game = kept.game
        self.title = Text("Play {n}", n=kept.number)
        super().__init__(host.close)

    def screen(self) -> Screen:
        """Return its result or its step, and whether to take it up again."""
        waits = self._host.folder.plays.live_number(self._kept.game) is not None
        note = WAITING_PLAY if waits else None
        rows = Choice(LEAVE, Text("Leave it as it is")), Choice(AGAIN, Text("Take it up again"), note=note)
        return replace(self._shown, key="device.kept", role=Role.QUESTION, ask=Pick(rows, LEAVE), rule=None)

    def take(self, value: Any) -> None:
        """Go on with the play, or leave it."""
        host = self._host
        if value == LEAVE:
            self.back()
            return
        host.offer_learned(self._kept.game, self._take_up)

    def _take_up(self) -> None:
        with report_errors(self._host):
            self._host.folder.plays.restore(self._kept.number)
            self._host.choose(self._kept.game)
