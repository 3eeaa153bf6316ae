"""All figures, one after the other: as a table, as JSON, and as a verdict."""

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from firmware.bench import glass, lengths, plays, start
from firmware.bench.figures import FULL, SHORT, Effort, Figure, Law, ReportRow, row
from firmware.bench.parts import GAME

DISK = Path("/var/tmp")  # noqa: S108 - a folder of its own is made in it
"""Where the bench has its data folders: on a disk. The usual folder for such things may be in memory."""
HEAD = ("", "ours", "baseline", "ratio", "budget", "")
SIGNS = {Law.AT_MOST: "≤ {}", Law.AT_LEAST: "≥ {}", Law.TIMES_AT_MOST: "≤ {} ×", Law.TIMES_LESS: "≥ {} × less"}


class Report(Struct, frozen=True):
    """What `tavolino bench --json` prints."""

    machine: str
    rows: tuple[ReportRow, ...]


def figures(effort: Effort) -> Iterator[Figure]:
    """Yield every figure, as it is measured. Takes data folders of its own and leaves nothing behind."""
    with TemporaryDirectory(dir=DISK if os.access(DISK, os.W_OK) else None) as made:
        folder = Path(made)
        yield from glass.figures(folder / "glass", effort)
        lengths.long_plays(folder)
        yield from start.figures(folder / GAME / str(lengths.LONG), effort, folder / "start")
        yield from lengths.figures(folder, effort)
        yield from plays.figures(effort)


def machine() -> str:
    """Return what this was measured on."""
    system = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return f"{_model() or 'unknown processor'}, {system}"


def run(*, short: bool, table: bool) -> tuple[Report, list[Figure]]:
    """Measure everything; return the report, and the figures that the short form does not let pass.

    With `table` each row is printed as soon as it is there.
    """
    rows, failed = [], []
    if table:
        _print(machine())
        _print(_columns(HEAD))
    for figure in figures(SHORT if short else FULL):
        rows.append(row(figure))
        failed += [] if figure.sound else [figure]
        if table:
            _print(line(figure))
            _print(f"    {figure.what}")
    return Report(machine(), tuple(rows)), failed


def line(figure: Figure) -> str:
    """Return a figure as a row of the table."""
    budget = "" if figure.budget is None else SIGNS[figure.law].format(f"{figure.budget:g}")
    kept = "" if figure.budget is None else "ok" if figure.ok else "missed"
    numbers = (_number(figure.ours), _number(figure.baseline), _number(figure.ratio))
    return _columns((figure.id, *numbers, budget, kept))


def _columns(cells: tuple[str, ...]) -> str:
    name, ours, baseline, ratio, budget, kept = cells
    return f"{name:<28}{ours:>10}{baseline:>10}{ratio:>8}  {budget:<13}{kept}".rstrip()


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if value == round(value) else f"{value:.2f}"


def _model() -> str:
    """Return the name of the board or of the processor."""
    board = Path("/proc/device-tree/model")
    if board.exists():
        return board.read_text("utf-8", "replace").rstrip("\0\n")
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor()
    return next((text.partition(":")[2].strip() for text in lines if text.startswith("model name")), "")


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
