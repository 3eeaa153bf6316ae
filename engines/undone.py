"""The inputs that were undone, in their order: which of them a step offers, and what an input leaves of them."""

from typing import Any

from engines.contract import Entry, Refused, check
from engines.engine import Engine, kind_of

Tail = tuple[Entry, ...]


def offered(engine: Engine[Any], state: Any, tail: Tail) -> Entry | None:
    """Return the first one with the key of the state's screen and a value that is legal there."""
    return next((entry for entry in tail if _fits(engine, state, entry)), None)


def after(here: Entry | None, tail: Tail, entry: Entry) -> Tail:
    """Return what an input leaves of a tail of which `here` was offered.

    That one removes it and those before it, another value removes it alone.
    """
    if here is None or (entry.kind == "correct" and here.kind != "correct"):
        return tail  # a correction answers no step
    same = (here.kind, here.value) == (entry.kind, entry.value)
    return tail[tail.index(here) + 1 :] if same else without(tail, here)


def without(tail: Tail, entry: Entry) -> Tail:
    """Return the others."""
    place = tail.index(entry)
    return (*tail[:place], *tail[place + 1 :])


def _fits(engine: Engine[Any], state: Any, entry: Entry) -> bool:
    screen = engine.screen(state)
    if entry.key != screen.key:
        return False
    try:
        if entry.kind == "correct":
            engine.apply(state, entry)
        else:
            check(screen.ask, entry.value)
    except Refused:
        return False
    return entry.kind in ("correct", kind_of(screen))
