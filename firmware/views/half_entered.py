"""Numbers and ticks that are half entered in a step: kept when a line is closed, and there again when it is shown."""

from msgspec.structs import replace

from engines.contract import Counters, Entry, Marks, Refused, Screen, check
from firmware.views.host import Host
from firmware.views.position import value_at
from firmware.views.view import View


def half_entered(host: Host | None, screen: Screen) -> Entry | None:
    """Return what was entered in a step of the play, as far as its ask allows that. Without a host nothing was."""
    ask = replace(screen.ask, low=0) if isinstance(screen.ask, Marks) else screen.ask
    if host is None or not isinstance(ask, Counters | Marks):
        return None
    found = host.store.draft(host.number)
    if found is None or found.key != screen.key:
        return None
    try:
        check(ask, found.value)
    except Refused:
        return None
    return found


def keep_entered(host: Host, view: View) -> None:
    """Keep what is entered in a view of a step of the play."""
    screen = view.screen()
    value = value_at(screen.ask, view.place.cursor)
    host.store.keep_draft(host.number, Entry("answer", screen.key, value, "player"))
