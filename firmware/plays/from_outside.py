"""Plays from files that the player names: read, checked, and taken up under the rules of today."""

from itertools import zip_longest
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.kit.contract import Refused
from engines.kit.engine import Engine
from engines.kit.play import Deal, Play, SavedPlay
from engines.kit.versions import OtherRules, canonical_snapshot, replay
from engines.registry import KEYS
from firmware import report
from firmware.bots.engines import engine_of
from firmware.dealer import dealer
from firmware.errors import TavolinoError
from firmware.plays import lines
from firmware.plays.play_file import Newer, PlayFile
from firmware.plays.store import Store
from firmware.text import Text

MAX_LINES = 4_000
"""Operations of a play, at most."""


def load_play(raw: bytes, name: str) -> Play[Any]:
    """Return the play of a file, by today's rules or else from the table as it is; TavolinoError if that cannot be."""
    saved = saved_play_of(raw, name)
    play = play_of(saved, dealer(saved.seed))
    return play if isinstance(play, Play) else play.table or play.at_step


def saved_play_of(raw: bytes, name: str) -> SavedPlay:
    """Return the play of a file as it was saved; TavolinoError with its name and the wrong line if it is none."""
    if report.is_code_text(raw):
        raw = report.join_codes(raw.decode(errors="replace"), name)
    if raw[:1] == b"{":
        refusal = Text("{name} is no play file, or one from before 0.1.0. Choose another file.", name=name)
        raise TavolinoError(refusal)
    head, raw = report.split_head(raw)
    raw = raw if raw.endswith(b"\n") else raw + b"\n"
    chained, found = [line.raw for line in lines.read(raw)], raw.splitlines(keepends=True)
    if chained != found:
        good = next(n for n, (one, other) in enumerate(zip_longest(chained, found)) if one != other)
        raise TavolinoError(
            Text(
                "{name} is no play file: line {line} was changed. Choose another file.", name=name, line=1 + head + good
            )
        )
    if len(found) > MAX_LINES:
        raise TavolinoError(Text("{name} is longer than any play. Choose another file.", name=name))
    try:
        file = PlayFile.read(raw)
    except Newer:
        refusal = Text("{name} was written by a newer Tavolino. Install the newer version.", name=name)
        raise TavolinoError(refusal) from None
    assert file is not None  # it has a line, which is its head
    return file.play


def play_of(saved: SavedPlay, deal: Deal) -> Play[Any] | OtherRules:
    """Return the play of a file; TavolinoError if the file contradicts itself or its game is unknown."""
    try:
        engine = engine_of(saved.game, saved.options)
    except KeyError:
        game, known = repr(saved.game), ", ".join(KEYS)
        raise TavolinoError(
            Text("The play file is of the game {game}. There are: {known}.", game=game, known=known)
        ) from None
    if saved.version != engine.version:
        return replay(engine, saved, deal)
    _check_parts(engine, saved)
    try:
        saved = replace(saved, options=engine.complete(saved.options))
    except Refused as refused:
        refusal = Text("The options of the play file do not fit. {reason}", reason=refused.text)
        raise TavolinoError(refusal, engine.key) from None
    play = replay(engine, saved, deal)
    if isinstance(play, OtherRules):
        raise TavolinoError(
            Text(
                "The play file contradicts itself after input {n} of {inputs}: {fault}",
                n=play.n,
                inputs=saved.n,
                fault=play.fault,
            )
        )
    return play


def refuse_twin(store: Store, play: Play[Any], name: str) -> None:
    """Raise TavolinoError for a play that the store already has."""
    twin = store.twin(play)
    if twin is None:
        return
    n = twin.number
    if twin.live:
        raise TavolinoError(Text("{name} is play {n}, which is in progress here. Nothing was changed.", name=name, n=n))
    raise TavolinoError(
        Text(
            "{name} is play {n}, which is set aside here. "
            "Take it up again in the game menu, or with `tavolino play restore {n}`.",
            name=name,
            n=n,
        )
    )


def _check_parts(engine: Engine[Any], file: SavedPlay) -> None:
    """Raise TavolinoError for a part that these very rules cannot have written."""
    known = [source.name for source in engine.sources]
    if unknown := [name for name in file.sources if name not in known]:
        raise TavolinoError(
            Text(
                "The play file has the unknown source {name}. There are: {known}.",
                name=unknown[0],
                known=", ".join(known),
            )
        )
    if file.base is not None and canonical_snapshot(engine, msgspec.json.encode(file.base.state)) is None:
        raise TavolinoError(Text("The play file starts from an impossible position. Take another file of that play."))
