"""The plays that are put away or over: a list, and the last step of each.

plays ─▶ a play: its result, or its step ─▶ resume it
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
"""The most plays that are listed at once; the last row opens those before them."""
LEAVE, TAKE_UP = "leave", "again"


def kept_plays(host: Host) -> View:
    """Return the list of these plays, the one used last first; `Refused` if none can be read."""
    plays = [play for play in host.folder.records() if play.game in KEYS or play.title]
    if not plays:
        raise Refused(Text("No play can be read"))
    return _list(host, plays[::-1])


def _list(host: Host, plays: list[Record]) -> View:
    def build_page() -> MenuPage:
        items = [_row(host, play) for play in plays[:MAX_LISTED_PLAYS]]
        if earlier := plays[MAX_LISTED_PLAYS:]:
            items.append(Item("earlier", Text("Earlier plays…"), lambda: host.open(_list(host, earlier))))
        return MenuPage("put_away", Text("Which play?"), items)

    return Menu(build_page, host.close)


def _row(host: Host, play: Record) -> Item:
    label = result_label(play) if play.over else progress_label(host, play.game, play.badge)
    text = Text("{n}. {game}: {ended}", n=play.number, game=title_of(play.game, play.title), ended=label)
    return Item(str(play.number), text, lambda: _open(host, play))


def result_label(play: Record) -> Text:
    """Return how a play ended, in a few words."""
    if play.margin is not None:
        return Text("{you} to {bot}", you=play.you or 0, bot=play.bot or 0)
    return Text("won") if play.winner == "you" else Text("lost") if play.winner == "bot" else Text("over")


def _open(host: Host, kept: Record) -> None:
    with report_errors(host):
        stored = host.folder.plays.load(kept.number)
        found = resume(engine_of(kept.game, stored.options), stored, dealer(stored.seed))
        host.open(KeptPlay(host, kept, (found.table or found.at_step) if isinstance(found, OtherRules) else found))


class KeptPlay(View):
    """A play as it was put away; looking at it changes nothing."""

    def __init__(self, host: Host, kept: Record, play: Play[Any]) -> None:
        self._host, self._kept = host, kept
        self._play_screen = play.screen
        self.game = kept.game
        self.title = Text("Play {n}", n=kept.number)
        super().__init__(host.close)

    def screen(self) -> Screen:
        """Return its result or its step, with the question whether to take it up again."""
        waits = self._host.folder.plays.live_number(self._kept.game) is not None
        note = WAITING_PLAY if waits else None
        rows = Choice(LEAVE, Text("Leave it as it is")), Choice(TAKE_UP, Text("Take it up again"), note=note)
        return replace(self._play_screen, key="device.kept", role=Role.QUESTION, ask=Pick(rows, LEAVE), rule=None)

    def take(self, value: Any) -> None:
        """Go on with the play, or leave it."""
        if value == LEAVE:
            self.back()
        else:
            self._host.offer_learned(self._kept.game, self._take_up)

    def _take_up(self) -> None:
        with report_errors(self._host):
            self._host.folder.plays.restore(self._kept.number)
            self._host.open_game(self._kept.game)
