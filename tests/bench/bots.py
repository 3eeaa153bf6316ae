"""The cost of each bot file, as a table: a check of many plays, a play, a start of the device, memory.

bots/<key>.toml ─┬▶ loaded, and checked by random plays as `tavolino bot check` does
                 ├▶ whole random plays, input by input
                 └▶ a play half-way in a data folder ─▶ its device, in another process
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from msgspec import Struct

from engines.botfile import load
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.authoring.examine import examine
from firmware.authoring.random_plays import has_ended, reply
from firmware.bots.files import SHIPPED
from firmware.dealer import dealer
from firmware.languages import catalogue
from firmware.plays.store import Store
from tests.bench import start
from tests.bench.figures import FULL_ROUNDS

MS = 1000
CHECKED_PLAYS = 1_000
"""Plays of `tavolino bot check`."""
SHORT_PLAYS = 50
"""Plays of the short form."""
HEADER = ("bot", "lines", "KiB", "load ms", "inputs", "play ms", "check s", "wrong", "start", "MiB")


class Cost(Struct, frozen=True, kw_only=True):
    """The cost of one file: process times, the inputs of a play; a start against bare imports."""

    key: str
    lines: int
    kib: float
    load_ms: float
    inputs: int
    play_ms: float
    check_s: float
    plays: int
    wrong: str
    start_ratio: float
    rss_mib: float


def costs(folder: Path, rounds: int) -> Iterator[Cost]:
    """Yield the cost of each file in bots/, ordered by lines; `folder` is for plays."""
    files = sorted(SHIPPED.glob("*.toml"), key=lambda path: path.read_bytes().count(b"\n"))
    for path in files:
        yield measure(path, folder / path.stem, rounds)


def measure(path: Path, folder: Path, rounds: int, plays: int | None = None) -> Cost:
    """Return the cost of a file, checked with `plays` plays, or with as many as the rounds need."""
    raw = path.read_bytes()
    load_s = median(_process_s(lambda: load(raw, path.name)) for _ in range(rounds))
    engine = load(raw, path.name)
    checked = plays or (CHECKED_PLAYS if rounds == FULL_ROUNDS else SHORT_PLAYS)
    languages = {"en": ENGLISH} | {name: catalogue(name, engine.key) for name in engine.words}
    wrong: list[str] = []
    check_s = _process_s(lambda: wrong.append(examine(engine, range(1, checked + 1), languages).broken_law))
    play_s, lengths = zip(*(_play(Play(engine, {}, dealer(str(n)), seed=str(n))) for n in range(rounds)), strict=True)
    half = Play(engine, {}, dealer("1"), seed="1")
    _play(half, lengths[1] // 2)
    (folder / "data").mkdir(parents=True)
    with Store(folder / "data") as store:
        store.create(half)
    start_figures = {one.id: one for one in start.figures(folder / "data", min(rounds, 3), folder / "start")}
    return Cost(
        key=engine.key,
        lines=raw.count(b"\n"),
        kib=len(raw) / 1024,
        load_ms=load_s * MS,
        inputs=round(median(lengths)),
        play_ms=median(play_s) * MS,
        check_s=check_s,
        plays=checked,
        wrong=wrong[0],
        start_ratio=start_figures["start_to_first_frame"].value,
        rss_mib=start_figures["memory"].ours,
    )


def row(cost: Cost) -> tuple[str, ...]:
    """Return the cells of a cost, in the order of `HEAD`."""
    numbers = (cost.load_ms, cost.inputs, cost.play_ms, cost.check_s)
    wrong = cost.wrong or "none"
    return (
        cost.key,
        str(cost.lines),
        f"{cost.kib:.0f}",
        *(f"{number:.0f}" for number in numbers),
        wrong,
        f"{cost.start_ratio:.2f} ×",
        f"{cost.rss_mib:.1f}",
    )


def columns(cells: tuple[str, ...]) -> str:
    """Return cells as a line of the table."""
    name, *others = cells
    return f"{name:<24}" + "".join(f"{one:>9}" for one in others)


def _play(play: Play[Any], max_inputs: int = 3_000) -> tuple[float, int]:
    """Give random answers up to the end, or `most` of them; return their time, s, and their number."""
    chance, spent_s, began_n = random.Random(play.seed), 0.0, play.n  # noqa: S311 - the same play every time
    while not has_ended(play) and play.n - began_n < max_inputs:
        value = reply(play, chance)
        began = process_time()
        play.give(value)
        spent_s += process_time() - began
    return spent_s, play.n - began_n


def _process_s(act: Callable[[], Any]) -> float:
    began = process_time()
    act()
    return process_time() - began
