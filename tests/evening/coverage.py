"""What evenings reached of all there is: views, screens, asks, rules, faults, and what was being done at each."""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterable, Iterator

import firmware.views
from engines.registry import KEYS, load_engine
from engines.rules import Kind
from firmware.views.view import View
from tests.evening.evening import Told
from tests.evening.plan import AT_REST, FAULTS, Plan

AHEAD = 200
"""Of so many seeds the next ones are chosen."""


def summed(evenings: Iterable[Told]) -> dict[str, Counter[str]]:
    """Return how often each thing was met, by kind."""
    found: dict[str, Counter[str]] = {"faults": Counter()}
    for told in evenings:
        found["faults"].update(told.faults)
        for kind, names in told.met.items():
            found.setdefault(kind, Counter()).update(names)
    return found


def never(met: dict[str, Counter[str]]) -> dict[str, list[str]]:
    """Return what was never reached, by kind."""
    there = {"views": _views(), "rules": _rules(), "faults": {*FAULTS, *AT_REST}}
    return {kind: sorted(names - met.get(kind, Counter()).keys()) for kind, names in there.items()}


def next_seeds(first: int, met: dict[str, Counter[str]]) -> list[int]:
    """Return the seeds from `first` on, those first whose plans have most of what was met least."""
    seen: Counter[str] = sum(met.values(), Counter())
    games = Counter(name.split(".")[0] for name in met.get("rules", ()))
    return sorted(
        range(first, first + AHEAD), key=lambda seed: sum(seen[kind] + games[kind] for kind in Plan.of(seed).kinds())
    )


def report(evenings: list[Told]) -> Iterator[str]:
    """Yield lines: how often each thing was met, and what never was."""
    met = summed(evenings)
    for kind, names in met.items():
        yield f"\n{kind}: {len(names)} met"
        if kind != "rules":
            yield from (f"  {n:>6} {name}" for name, n in sorted(names.items()))
    for kind, missing in never(met).items():
        yield f"\n{kind} never reached: {', '.join(missing) or 'none'}"


def _views() -> set[str]:
    for module in pkgutil.iter_modules(firmware.views.__path__, "firmware.views."):
        importlib.import_module(module.name)
    found, waiting = set[str](), [View]
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        found |= {one.__name__ for one in below if one.__module__.startswith("firmware.")}
    return found


def _rules() -> set[str]:
    return {rule.id for key in KEYS for rule in load_engine(key).book.rule if rule.kind is Kind.DOES}
