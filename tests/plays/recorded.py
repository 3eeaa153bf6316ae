"""Recorded plays: play files, one for each bot and level, with the results of the rules for certain inputs.

A bot in a file has one at its usual level. Its version is that of its file, so the play is recorded again when the file
changes.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engines.kit.contract import Refused
from engines.kit.engine import Engine
from engines.kit.options import BOT_FILE
from engines.kit.play import Play, SavedPlay
from engines.kit.text import ENGLISH
from engines.registry import KEYS
from firmware.authoring.random_plays import has_ended
from firmware.dealer import dealer
from firmware.plays.from_outside import saved_play_of
from firmware.plays.play_file import PlayFile
from tests.contract.walk import BOTS, NO_LEVEL, TWIN, TWIN_FILES, begin, engine, levels, luck, random_options, reply

FOLDER = Path(__file__).parent
SEED = 2026


class Record(Struct, frozen=True):
    """Which play: the bot, and its level as name and value of the first option."""

    key: str
    level: tuple[str, Any]

    @property
    def path(self) -> Path:
        """Return the path of its file."""
        name, value = self.level
        return FOLDER / self.key / f"{name}-{value}.jsonl"

    @property
    def name(self) -> str:
        """Its name in the file of ends."""
        return self.path.relative_to(FOLDER).with_suffix("").as_posix()

    def read(self) -> SavedPlay:
        """Return the play of the file."""
        return saved_play_of(self.path.read_bytes(), self.path.name)

    def play(self) -> Play[Any]:
        """Play it with the rules of today: random answers, half of the cards and dice one's own, and corrections."""
        chance = luck("recorded", self.key, *self.level)
        sources = sorted(source.name for source in engine(self.key).sources)
        own = set(chance.sample(sources, len(sources) // 2))
        play = begin(self.key, random_options(self.key, self.level, chance), SEED, own)
        while not has_ended(play):
            if chance.random() < CORRECTION_CHANCE:
                _correct(play, chance.choice(engine(self.key).fields(play.state)))
            play.give(reply(play, chance))
        return play


ENDS = FOLDER / "ends.json"
"""Score by row, winner and last state of every recorded play."""


def end(bot: Engine[Any], state: Any) -> dict[str, Any]:
    """Return the end of a play by today's rules: score by row, winner, and last state."""
    sheet, result = bot.score(state), bot.result(state)
    rows = {} if sheet is None else {row.id: row.value for row in sheet.rows}
    values = {name: value for name, value in bot.plain_state(state).items() if name not in state.JOURNAL_FIELDS}
    return {**rows, "winner": None if result is None else result.winner, "state": values}


def ends() -> dict[str, Any]:
    """Return the recorded ends."""
    found: dict[str, Any] = msgspec.json.decode(ENDS.read_bytes()) if ENDS.exists() else {}
    return found


CORRECTION_CHANCE = 0.03
"""The chance that a value is corrected by one before an answer."""

MAX_DIFFERENCES = 3
"""Differences of a play that are reported, at most."""


def _default_level(key: str) -> tuple[str, Any]:
    """Return the level that is offered first."""
    level: Any = next(iter(engine(key).options()), None)
    return NO_LEVEL if level is None else (level.name, level.default)


RECORDS = [
    *(Record(key, level) for key in KEYS for level in levels(key)),
    *(Record(key, _default_level(key)) for key in BOTS if key not in (*KEYS, TWIN, *TWIN_FILES)),
]
"""One for each level of a bot in a folder, and one for each bot in a file."""


def differences(record: Record) -> Iterator[str]:
    """Yield the differences between today's rules and a recorded play: a step, a dealt outcome, or the end."""
    file = record.read()
    bot, deal = engine(file.game), dealer(file.seed)
    state = bot.start({name: value for name, value in file.options.items() if name != BOT_FILE}).state
    for n, entry in enumerate(entry for step in file.steps for entry in step.entries):
        screen = bot.screen(state)
        if entry.key != screen.key:
            yield f"entry {n} answers {entry.key}, but the step is {screen.key}"
            return
        if entry.by == "device" and deal(screen.ask) != entry.value:  # type: ignore[arg-type]  # the device gives chance
            yield f"entry {n}: the dealer gave {entry.value!r} and would give {deal(screen.ask)!r}"  # type: ignore[arg-type]
        try:
            state = bot.apply(state, entry).state
        except Refused as refused:
            yield f"entry {n}: {ENGLISH.words(refused.text)}"
            return
    recorded, now = ends().get(record.name, {}), end(bot, state)
    yield from _changed_values("state.", recorded.pop("state", {}), now.pop("state"))
    yield from _changed_values("", recorded, now)


def _changed_values(part: str, recorded: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    for name in {**recorded, **now}:
        if recorded.get(name) != now.get(name):
            yield f"{part}{name}: {recorded.get(name)!r} was recorded, it is {now.get(name)!r}"


def write(record: Record) -> str:
    """Record a play again; return a sentence about what differs, empty if nothing was done.

    A play of the current version is not recorded again, since one version of the rules has one end.
    """
    changed = list(differences(record)) if record.path.exists() else []
    if record.path.exists() and record.read().version == engine(record.key).version:
        return f"{record.name}: {changed[0]}; raise the version of {record.key} first" if changed else ""
    record.path.parent.mkdir(exist_ok=True)
    play = record.play()
    record.path.write_text(PlayFile.from_play(play.saved()).text)
    all_ends = dict(sorted((ends() | {record.name: end(play.engine, play.state)}).items()))
    known = {one.name for one in RECORDS}
    ENDS.write_text(_json_lines({name: value for name, value in all_ends.items() if name in known}))
    return f"{record.name}: written. The inputs of before: {'; '.join(changed[:MAX_DIFFERENCES]) or 'no difference'}."


def _json_lines(value: dict[str, Any]) -> str:
    return "{\n" + ",\n".join(f"{_json(name)}: {_json(one)}" for name, one in value.items()) + "\n}\n"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _correct(play: Play[Any], field: Any) -> None:
    """Correct a number by one, or a choice to its last."""
    value = field.choices[-1].id if field.choices else min(field.value + 1, field.high)
    try:
        play.correct({field.name: value})
    except Refused:
        return
