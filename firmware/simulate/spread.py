"""How many plays ended: tables and plots for a terminal, rows for a spreadsheet."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO

from firmware.simulate.plays import End

COLUMNS = ("seed", "options", "bot", "inputs", "winner")
WIDE = 60
"""Characters of a plot, at most; each stands for as many values as the others."""
BLOCKS = " ▁▂▃▄▅▆▇█"


def told(groups: Mapping[str, Sequence[End]]) -> Iterator[str]:
    """Yield a table and a plot of the plays of each group, which is not empty: the bot's score, or else the inputs."""
    scored = all(one.bot is not None for group in groups.values() for one in group)
    values = {name: [one.inputs if one.bot is None else one.bot for one in group] for name, group in groups.items()}
    yield "The bot’s final score:" if scored else "This bot has no score. Inputs of a play, and who won:"
    yield ""
    yield from _table(values, {} if scored else groups)
    yield ""
    yield from _plot(values)


def as_csv(plays: Iterable[tuple[str, End]]) -> str:
    """Return plays with their options, one a line below the names of the columns."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows((one.seed, options, one.bot, one.inputs, one.winner) for options, one in plays)
    return text.getvalue()


def quartiles(values: Iterable[int]) -> tuple[int, ...]:
    """Return smallest value, quartiles and largest: each of them is one of the values."""
    ordered = sorted(values)
    return tuple(ordered[(len(ordered) - 1) * quarter // 4] for quarter in range(5))


def _table(values: Mapping[str, list[int]], winners: Mapping[str, Sequence[End]]) -> Iterator[str]:
    further = ("you won", "bot won") if winners else ()
    rows = [("", "plays", "min", "25 %", "median", "75 %", "max", "mean", *further)]
    for name, each in values.items():
        won = Counter(one.winner for one in winners.get(name, ()))
        counts = (f"{won[who] / len(each):.0%}" for who in ("you", "bot") if winners)
        spread = map(str, (len(each), *quartiles(each)))
        rows.append((name, *spread, f"{sum(each) / len(each):.1f}", *counts))
    left = max(len(row[0]) for row in rows)
    for name, *cells in rows:
        yield f"{name:<{left}}{''.join(f'{cell:>8}' for cell in cells)}"


def _plot(values: Mapping[str, list[int]]) -> Iterator[str]:
    """Yield one line for each group, all on one scale; the highest block of a line is its most frequent place."""
    low, high = min(map(min, values.values())), max(map(max, values.values()))
    step = (high - low) // WIDE + 1
    places = (high - low) // step + 1
    left = max(map(len, values))
    for name, each in values.items():
        counts = Counter((value - low) // step for value in each)
        most = max(counts.values())
        bars = (BLOCKS[-(-counts[place] * (len(BLOCKS) - 1) // most)] for place in range(places))
        yield f"{name:<{left}}  {''.join(bars)}".rstrip()
    yield f"{'':<{left}}  {low}{high:>{max(places - len(str(low)), len(str(high)) + 1)}}"
