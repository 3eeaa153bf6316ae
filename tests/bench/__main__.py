"""All figures as a table: `python -m tests.bench`; with `--short` a verdict in a few seconds."""

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench import boards, bots, files, glass, lengths, start
from tests.bench.device import GAME
from tests.bench.figures import FULL_ROUNDS, SHORT_ROUNDS, Figure
from tests.conftest import memory_folder

HEADER = ("", "ours", "baseline", "ratio", "budget", "")


def figures(rounds: int) -> Iterator[Figure]:
    """Yield every figure as soon as it is measured. The plays are in memory, so that no disk is measured."""
    with TemporaryDirectory(dir=memory_folder()) as made:
        folder = Path(made)
        yield from glass.figures(folder / "glass", rounds)
        lengths.long_plays(folder)
        yield from start.figures(folder / GAME / str(lengths.LONG_INPUTS), rounds, folder / "start")
        yield from lengths.figures(folder, rounds)
        yield from files.figures(rounds)


def board_figures(rounds: int) -> Iterator[Figure]:
    """Yield the figures of each board."""
    with TemporaryDirectory(dir=memory_folder()) as made:
        yield from boards.figures(Path(made), rounds)


def print_bots(rounds: int) -> bool:
    """Print the cost of each bot file; return whether no play was wrong."""
    clean = True
    print(bots.columns(bots.HEADER))
    with TemporaryDirectory(dir=memory_folder()) as made:
        for cost in bots.costs(Path(made), rounds):
            print(bots.columns(bots.row(cost)), flush=True)
            clean = clean and not cost.wrong
    return clean


def main(arguments: list[str]) -> int:
    """Measure everything and print it; return 1 if the short form missed a budget by far."""
    parser = argparse.ArgumentParser(prog='make bench ARGS="…"', description=__doc__)
    parser.add_argument("--short", action="store_true", help="a few seconds; exit code 1 if a budget is far missed")
    parser.add_argument("--boards", action="store_true", help="what a key costs on each board, instead")
    parser.add_argument("--bots", action="store_true", help="what each bot in a file costs, instead; some minutes each")
    given = parser.parse_args(arguments)
    short, measure = given.short, board_figures if given.boards else figures
    print(f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}")
    if given.bots:
        return 0 if print_bots(SHORT_ROUNDS if short else FULL_ROUNDS) else 1
    print(_columns(HEADER))
    missed = []
    for figure in measure(SHORT_ROUNDS if short else FULL_ROUNDS):
        print(line(figure), f"    {figure.what}", sep="\n", flush=True)
        missed += [] if figure.acceptable else [figure]
    for figure in missed if short else ():
        print(f"{figure.id} missed its budget by far: {figure.what}.", file=sys.stderr)
    return 1 if short and missed else 0


def line(figure: Figure) -> str:
    """Return a figure as a row of the table."""
    baseline, ratio = ("", "") if figure.baseline is None else (_number(figure.baseline), _number(figure.value))
    budget = f"≤ {figure.budget:g}{' ×' if figure.baseline else ''}"
    return _columns((figure.id, _number(figure.ours), baseline, ratio, budget, "ok" if figure.ok else "missed"))


def _columns(cells: tuple[str, ...]) -> str:
    name, ours, baseline, ratio, budget, kept = cells
    return f"{name:<28}{ours:>10}{baseline:>10}{ratio:>8}  {budget:<13}{kept}".rstrip()


def _number(value: float) -> str:
    return f"{value:.0f}" if value == round(value) else f"{value:.2f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
