"""The redo stack: inputs that were undone, the next one first."""

from typing import Any

from engines.kit.contract import Entry, Refused, check
from engines.kit.engine import Engine, kind_of

RedoStack = tuple[Entry, ...]


def next_redo(engine: Engine[Any], state: Any, stack: RedoStack) -> Entry | None:
    """Return the first entry that this screen accepts."""
    return next((entry for entry in stack if _fits(engine, state, entry)), None)


def tail_after(here: Entry | None, stack: RedoStack, entry: Entry) -> RedoStack:
    """Return the rest of a redo stack after an input; `here` is the entry that was offered.

    That one removes it and those before it, another value removes it alone.
    """
    if here is None or (entry.kind == "correct" and here.kind != "correct"):
        return stack  # a correction answers no step
    same = (here.kind, here.value) == (entry.kind, entry.value)
    return stack[stack.index(here) + 1 :] if same else without_first(stack, here)


def without_first(stack: RedoStack, entry: Entry) -> RedoStack:
    """Return the stack without the first such entry."""
    place = stack.index(entry)
    return (*stack[:place], *stack[place + 1 :])


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
