"""The pages of the games: `python -m tests.docs.game_pages docs` writes them, and measures the presses of a turn.

engines/<key>/: options, rules.toml, cards.toml, machine ─┐
tests/docs/games.toml ────────────────────────────────────┼▶ docs/games/<key>.md ─▶ docs/games/README.md
tests/readers/<key>.py ─▶ tests/docs/presses.json ────────┘
"""

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

from engines.kit.engine import Engine
from engines.kit.options import Choose
from engines.kit.rules import Kind, Ruling
from engines.registry import GAMES, load_engine
from tests.docs import diagrams, turns
from tests.docs.pages import README, ROOT, options, table, words, write
from tests.readers.harness import games
from tests.readers.presses import measure

NOTICE = "<!-- `make docs` writes this page from {source} and tests/docs/games.toml. -->\n"
PRESSES = ROOT / "tests/docs/presses.json"
COUNTS = ("inputs", "presses", "detents", "four_keys")
PLAYS = 4
"""Plays of a reader for the means, which are close to those of twenty plays."""


@cache
def about() -> dict[str, Any]:
    """Return the texts about each game, besides its rules."""
    found: dict[str, Any] = tomllib.loads((ROOT / "tests/docs/games.toml").read_text("utf-8"))
    return found


def pages() -> dict[str, str]:
    """Return the pages by name: one for each game, and their list."""
    engines = [load_engine(key) for key in GAMES]
    found = {f"{engine.key}.md": "\n".join(_page(engine)) for engine in engines}
    return found | {README: "\n".join(_list(engines))}


def measure_presses(key: str) -> dict[str, dict[str, float]]:
    """Return the mean cost of a turn of a bot on two panels, over the plays of a reader."""
    costs = {}
    for panel in ("4.2", "2.9"):
        turns, _ = measure(games()[key], panel, PLAYS)
        costs[panel] = {name: round(mean(getattr(turn, name) for turn in turns), 1) for name in COUNTS}
    return costs


def write_presses() -> None:
    """Measure the cost of a turn of every game, and store it for the pages."""
    PRESSES.write_text(json.dumps({key: measure_presses(key) for key in GAMES}, indent=2) + "\n", "utf-8")


def known_presses() -> dict[str, dict[str, dict[str, float]]]:
    """Return the stored cost of a turn of every game."""
    found: dict[str, dict[str, dict[str, float]]] = json.loads(PRESSES.read_bytes())
    return found


# --- the list ---


def _list(engines: list[Engine[Any]]) -> Iterator[str]:
    yield NOTICE.format(source="engines/")
    yield "# The games\n"
    yield (
        "They are in the game menu, and each plays from set-up to its end. A page says what the bot is, what it asks, "
        "every rule and how it is played, and where its facts are from. The bots of more games [are in "
        "files](../bots/README.md).\n"
    )
    yield '| game | bot | levels | rules | the device does, asks, reminds | presses a turn on 4.2", 2.9" |'
    yield "|---|---|---|---|---|---|"
    taken_by = known_presses()
    for engine in engines:
        counts = _counts(engine)
        kinds = ", ".join(str(counts[kind]) for kind in Kind)
        presses = ", ".join(f"{one['presses']:.1f}" for one in taken_by[engine.key].values())
        yield (
            f"| [{words(engine.title)}]({engine.key}.md) | {words(engine.bot)} | {_levels(engine)} "
            f"| {counts.total()} | {kinds} | {presses} |"
        )
    yield ""


def _levels(engine: Engine[Any]) -> str:
    """Return the values of the option that is the level; "one" if there is none."""
    found = [one for one in engine.options() if isinstance(one, Choose) and one.name in ("level", "difficulty")]
    return ", ".join(words(choice.text) for one in found for choice in one.choices) or "one"


def _counts(engine: Engine[Any]) -> Counter[Kind]:
    return Counter(rule.kind for rule in engine.book.rule)


# --- a page ---


def _page(engine: Engine[Any]) -> Iterator[str]:
    book, counts = engine.book, _counts(engine)
    yield NOTICE.format(source=f"engines/{engine.key}/")
    yield f"# {words(engine.title)} – {words(engine.bot)}\n"
    yield from (f"{one}\n" for one in about()[engine.key]["intro"])
    yield from turns.section(engine.key, "turn", "A turn")
    yield "## What it asks\n"
    yield (
        f"Of the {counts.total()} rules below, the device carries out {counts[Kind.DOES]} by itself, asks you for a "
        f"fact of the table, a card or a die for {counts[Kind.ASKS]}, and reminds you of {counts[Kind.REMINDS]} that "
        "you follow yourself.\n"
    )
    yield from _presses(known_presses()[engine.key])
    yield from turns.section(engine.key, "set-up", "Set-up")
    yield from options(engine.options())
    yield from table(
        "Rules",
        "in the book | rule | the device | id",
        (f"{one.heading} | {one.statement} | {one.kind.value} | `{one.id}`" for one in book.rule),
        f"In our words, with the heading in “{book.book}”. What is headed “Tavolino” is not in the book. The device "
        "**does** a rule by itself, **asks** for what it needs, or **reminds** you of what you do.",
    )
    yield from table(
        "Rulings",
        "in the book | where it is silent or can be read two ways | we play | id",
        (f"{one.heading} | {one.statement} | {_choices(one)} | `{one.id}`" for one in book.ruling),
        "One with several choices is a house rule: choose it among the options; the usual one is in bold.",
    )
    yield from table("Cards, dice and tables", "what | how many | from | how sure", _decks(engine))
    yield diagrams.machine(engine)


def _presses(found: dict[str, dict[str, float]]) -> Iterator[str]:
    yield (
        "Between one turn of yours and the next, on average over whole plays of a program that reads the words, does "
        "what they say on a table of its own, and reports what happens there:\n"
    )
    yield "| panel | answers | presses | detents of the knob | presses of four keys, without a knob |"
    yield "|---|---|---|---|---|"
    for panel, counts in found.items():
        yield f'| {panel}" | {" | ".join(f"{counts[name]:.1f}" for name in COUNTS)} |'
    yield ""


def _choices(ruling: Ruling) -> str:
    return ", ".join(
        f"**{text}**" if one == ruling.default and ruling.option else text for one, text in ruling.choices.items()
    )


def _decks(engine: Engine[Any]) -> Iterator[str]:
    """Yield a row for each table of `cards.toml` that has an origin, then for each die."""
    labels = {one.name: words(one.label) for one in engine.sources}
    labels |= {one.key: words(one.title) for one in engine.decks}
    for name, deck in tomllib.loads((ROOT / f"engines/{engine.key}/cards.toml").read_text("utf-8")).items():
        if "origin" in deck:
            label = labels.get(name, name.replace("_", " ").capitalize())
            yield f"{label} | {len(deck['cards'])} | {deck['origin']} | {deck['confidence']}"
    yield from (f"{words(one.label)} | a die | | " for one in engine.sources if one.kind == "die")


if __name__ == "__main__":
    write_presses()
    write(Path(sys.argv[1]) / "games", pages())
