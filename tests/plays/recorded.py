"""Recorded plays: play files, one for each bot and level, that say what the rules made of certain inputs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engines.contract import Refused
from engines.play import Play, PlayFile
from firmware.dealer import dealer
from tests.contract.walk import KEYS, answer, begin, engine, levels, luck, options, over

FOLDER = Path(__file__).parent
SEED = 2026


class Record(Struct, frozen=True):
    """Which play: the bot, and its level as name and value of the first option."""

    key: str
    level: tuple[str, Any]

    @property
    def path(self) -> Path:
        """Where its file is."""
        name, value = self.level
        return FOLDER / self.key.lstrip("_") / f"{name}-{value}.json"

    @property
    def name(self) -> str:
        """Its name in the file of ends."""
        return self.path.relative_to(FOLDER).with_suffix("").as_posix()

    def read(self) -> PlayFile:
        """Return the play file."""
        return msgspec.json.decode(self.path.read_bytes(), type=PlayFile)

    def play(self) -> Play[Any]:
        """Play it with the rules of today: random answers, half of the cards and dice one's own, and corrections."""
        chance = luck("recorded", self.key, *self.level)
        sources = sorted(source.name for source in engine(self.key).sources)
        own = set(chance.sample(sources, len(sources) // 2))
        play = begin(self.key, options(self.key, self.level, chance), SEED, own)
        while not over(play):
            if chance.random() < CORRECTED:
                _correct(play, chance.choice(engine(self.key).fields(play.state)))
            play.give(answer(play.screen.ask, chance))
        return play


ENDS = FOLDER / "ends.json"
"""Score by row, and winner, of every recorded play: what its last state is worth."""


def end(record: Record, file: PlayFile) -> dict[str, Any]:
    """Return what the rules of today make of the last state of a play."""
    bot = engine(record.key)
    state = msgspec.convert(file.state, bot.state_type)
    sheet, result = bot.score(state), bot.result(state)
    rows = {} if sheet is None else {row.id: row.value for row in sheet.rows}
    return {**rows, "winner": None if result is None else result.winner}


def ends() -> dict[str, Any]:
    """Return the recorded ends."""
    found: dict[str, Any] = msgspec.json.decode(ENDS.read_bytes()) if ENDS.exists() else {}
    return found


CORRECTED = 0.03
"""How often a value is corrected by one before an answer."""

RECORDS = [Record(key, level) for key in KEYS for level in levels(key)]
"""One for each bot and level."""


def differences(file: PlayFile) -> Iterator[str]:
    """Yield where the rules of today differ from a recorded play: a step, a dealt outcome, or the end."""
    bot, deal = engine(file.game), dealer(file.seed)
    state = bot.start(file.options).state
    for n, entry in enumerate(file.journal):
        screen = bot.screen(state)
        if entry.key != screen.key:
            yield f"entry {n} answers {entry.key}, but the step is {screen.key}"
            return
        if entry.by == "device" and deal(screen.ask) != entry.value:  # type: ignore[arg-type]  # the device gives chance
            yield f"entry {n}: the dealer gave {entry.value!r} and would give {deal(screen.ask)!r}"  # type: ignore[arg-type]
        try:
            state = bot.apply(state, entry).state
        except Refused as refused:
            yield f"entry {n}: {refused}"
            return
    now = bot.plain(state)
    yield from (
        f"{name}: {value!r} was recorded, it is {now.get(name)!r}"
        for name, value in file.state.items()
        if now.get(name) != value
    )
    yield from (f"{name} is new" for name in now if name not in file.state)


def changes(record: Record) -> list[str]:
    """Return where the rules of today differ from a recorded play, its score included."""
    file = record.read()
    found = list(differences(file))
    recorded, now = ends().get(record.name), None if found else end(record, file)
    return found if found or recorded == now else [f"the end was {recorded}, it is {now}"]


def write(record: Record) -> str:
    """Record a play anew; return what was done. The rules of one version come to one end, so that is not rewritten."""
    if record.path.exists() and record.read().version == engine(record.key).version:
        changed = changes(record)
        return f"{record.name}: {changed[0]}; raise the version of {record.key} first" if changed else ""
    record.path.parent.mkdir(exist_ok=True)
    file = record.play().file()
    record.path.write_text(_lines(file))
    all_ends = dict(sorted((ends() | {record.name: end(record, file)}).items()))
    known = {one.name for one in RECORDS}
    ENDS.write_text(_json_lines({name: value for name, value in all_ends.items() if name in known}))
    return f"{record.name}: written"


def _lines(file: PlayFile) -> str:
    """Return a play file with an entry a line, so that a change of one is seen as one."""
    told = _json_lines({name: value for name, value in msgspec.to_builtins(file).items() if name != "journal"})
    journal = ",\n".join(f"  {_json(entry)}" for entry in file.journal)
    return told.replace("{\n", f'{{\n"journal": [\n{journal}\n],\n', 1)


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
