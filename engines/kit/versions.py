"""Replays a play of another version with today's rules.

journal, input by input ── all fit, and the end is the same ──▶ Play: the player is not told
                        └─ otherwise ──▶ OtherRules: from step n, or from the table as it is
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Entry, Refused
from engines.kit.engine import Engine
from engines.kit.options import Options
from engines.kit.play import Base, Deal, Owner, Play, SavedPlay, Step
from engines.kit.text import ENGLISH, Text


class OtherRules(Struct, frozen=True):
    """The replay ended differently. The player continues with one of two plays.

    `at_step` is the play up to input `n`, the last that fits, with the rest on its redo stack. `table` is the play as
    it was, with the undo limit there; None if these rules cannot read its state. The chosen one must be rewritten in
    the store. `fault` says why input n + 1 did not fit; it is for the log.
    """

    n: int
    at_step: Play[Any]
    table: Play[Any] | None
    fault: str = ""


def resume(engine: Engine[Any], saved: SavedPlay, deal: Deal) -> Play[Any] | OtherRules:
    """Return a saved play, ready to continue."""
    if saved.version == engine.version:
        with suppress(Exception):  # rules that changed without a new version are other rules all the same
            return Play.restore(engine, deal, replace(saved, steps=_copies(saved.steps)))
    return replay(engine, saved, deal)


def replay(engine: Engine[Any], saved: SavedPlay, deal: Deal) -> Play[Any] | OtherRules:
    """Return a saved play, replayed input by input with today's rules."""
    fitted = replace(
        saved,
        options=drop_unsupported_options(engine, saved.options),
        sources=supported_sources(engine, saved.sources),
    )
    base, steps = _first_steps(engine, fitted)
    fault = _replay_inputs(engine, saved, steps) if steps[-1].snapshot is not None else "The start does not fit."
    n = len(steps) - 1
    rest = (step.entry for step in saved.steps[n + 1 :] if step.entry is not None)
    redo_stack = (*rest, *saved.redo_stack)
    play = Play.restore(engine, deal, replace(fitted, steps=steps, redo_stack=redo_stack, base=base))
    last, same = saved.steps[-1].snapshot, saved.version == engine.version
    if not fault and (_is_same_state(engine, play.state, last) if last else same):
        return play
    for source in engine.sources:
        play.use(source.name, play.sources[source.name])  # today's rules may ask for further outcomes
    return OtherRules(n, play, _table_play(engine, deal, fitted), fault)


def drop_unsupported_options(engine: Engine[Any], given: Options) -> Options:
    """Return the options that these rules still have; a value that no longer fits gives way to the default."""
    options: Options = {}
    for name, value in given.items():
        with suppress(Refused):
            options = engine.complete({**options, name: value})
    return engine.complete(options)


def supported_sources(engine: Engine[Any], given: dict[str, Owner]) -> dict[str, Owner]:
    """Return who gives cards and dice: as before, or by default the device; the player gives unknown cards."""
    return {source.name: given.get(source.name, "device") if source.known else "own" for source in engine.sources}


def canonical_snapshot(engine: Engine[Any], snapshot: bytes | None) -> bytes | None:
    """Return an old state as these rules write it; None if they cannot read or show it, or it breaks a law."""
    if snapshot is None:
        return None
    try:
        state = engine.decode(snapshot)
        if engine.broken_laws(state):
            return None
        try:
            engine.screen(state)
        except Exception:  # noqa: BLE001 - the open decision is another one now: it starts again from its top
            state.answers = []
            engine.screen(state)
    except Exception:  # noqa: BLE001 - a state of other rules can fail anywhere in these
        return None
    return engine.encode(state)


def _is_same_state(engine: Engine[Any], state: Any, snapshot: bytes) -> bool:
    """Return whether an old state has, as these rules write it, the values of this one."""
    old = canonical_snapshot(engine, snapshot)
    if old is None:
        return False
    wanted = engine.decode(old)
    for name in state.JOURNAL_FIELDS:
        setattr(wanted, name, getattr(state, name))
    return bool(wanted == state)


# --- replaying ------------------------------------------------------------------------------------------------------


def _first_steps(engine: Engine[Any], saved: SavedPlay) -> tuple[Base | None, list[Step]]:
    """Return the steps up to the base with its state; from the start if there is no base that can be read."""
    if saved.base is not None:
        snapshot = canonical_snapshot(engine, msgspec.json.encode(saved.base.state))
        if snapshot is not None:
            steps = _copies(saved.steps[: saved.base.n + 1], without_snapshots=True)
            steps[-1].snapshot = snapshot
            return saved.base, steps
    state = engine.start(saved.options).state
    try:
        snapshot = _snapshot_after(engine, state, saved.steps[0].outcomes)
    except Exception:  # noqa: BLE001 - outcomes of other rules can fail anywhere in these
        return None, [Step(None)]
    return None, [Step(None, list(saved.steps[0].outcomes), snapshot)]


def _replay_inputs(engine: Engine[Any], saved: SavedPlay, steps: list[Step]) -> str:
    """Add the steps that fit; return why the next one does not, "" if all do."""
    for step in saved.steps[len(steps) :]:
        try:
            snapshot = _snapshot_after(engine, engine.decode(steps[-1].snapshot or b""), step.entries)
        except Refused as refused:
            return ENGLISH.words(refused.text)
        except Exception:  # noqa: BLE001 - the play stays at the last input that these rules accept
            return "These rules fail on it."
        steps.append(Step(step.entry, list(step.outcomes), snapshot))
    return ""


def _snapshot_after(engine: Engine[Any], state: Any, entries: Iterable[Entry]) -> bytes:
    for entry in entries:
        key = engine.screen(state).key
        if key != entry.key:
            raise Refused(Text("{fault}", fault=f"It answers {entry.key}, but the step is {key}."))
        state = engine.apply(state, entry).state
    engine.screen(state)
    return engine.encode(state)


def _table_play(engine: Engine[Any], deal: Deal, saved: SavedPlay) -> Play[Any] | None:
    snapshot = canonical_snapshot(engine, saved.steps[-1].snapshot)
    if snapshot is None:
        return None
    steps = _copies(saved.steps, without_snapshots=True)
    steps[-1].snapshot = snapshot
    base = Base(saved.n, engine.plain_state(engine.decode(snapshot)))
    return Play.restore(engine, deal, replace(saved, steps=steps, redo_stack=(), base=base))


# --- parts ----------------------------------------------------------------------------------------------------------


def _copies(steps: Iterable[Step], *, without_snapshots: bool = False) -> list[Step]:
    return [Step(step.entry, step.outcomes, None if without_snapshots else step.snapshot) for step in steps]
