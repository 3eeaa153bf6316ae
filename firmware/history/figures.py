"""What plays against a bot came to: by level and options, wins and margins, and the level that would fit."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from engines.kit.engine import Engine
from engines.kit.options import Choose, Embed, Option, in_effect
from firmware.options import value_words
from firmware.plays.history import Record
from firmware.text import Text

LEVELS = ("level", "difficulty")
"""What an option is called that says how strong a bot is; its choices go from easy to hard."""
RUN, CLEAR = 3, 10
"""So many plays in a row, won by so many points each, or lost, say that another level fits."""


class Group(Struct, frozen=True):
    """Plays that were set up alike, the oldest first; at least one."""

    label: Text
    plays: tuple[Record, ...]

    @property
    def won(self) -> int:
        """How many the player won."""
        return sum(one.winner == "you" for one in self.plays)

    @property
    def margins(self) -> list[int]:
        """By how much the player was ahead in each that has both totals."""
        return [one.margin for one in self.plays if one.margin is not None]


def groups(engine: Engine[Any], plays: Iterable[Record]) -> list[Group]:
    """Return plays of a game by level and by the options that were not as usual; the group played last comes first."""
    found: dict[tuple[Text, ...], list[Record]] = {}
    for one in plays:
        label = _label(engine, one)
        found[label] = [*found.pop(label, []), one]
    return [Group(Text("{options}", options=label), tuple(plays)) for label, plays in reversed(found.items())]


def fitting_level(engine: Engine[Any], options: dict[str, Any], plays: Iterable[Record]) -> Text | None:
    """Return the sentence that names another level, where the last plays at this one say so; else None."""
    level = level_of(engine)
    if level is None:
        return None
    here = options.get(level.name, level.default)
    last = [one for one in plays if one.options.get(level.name) == here][-RUN:]
    at = [choice.id for choice in level.choices].index(here)
    if len(last) < RUN:
        return None
    if all(_clear(one) for one in last) and at + 1 < len(level.choices):
        harder = level.choices[at + 1].text
        if any(one.margin is None for one in last):
            return Text("You won the last {n} plays at this level. Try {level}.", n=RUN, level=harder)
        return Text(
            "You won the last {n} plays at this level by {points} or more. Try {level}.",
            n=RUN,
            points=min(one.margin or 0 for one in last),
            level=harder,
        )
    if all(one.winner != "you" for one in last) and at > 0:
        easier = level.choices[at - 1].text
        return Text("You lost the last {n} plays at this level. Try {level}.", n=RUN, level=easier)
    return None


def level_of(engine: Engine[Any]) -> Choose | None:
    """Return the option that says how strong a bot is; None where it has no levels."""
    return next((one for one in engine.options() if isinstance(one, Choose) and one.name in LEVELS), None)


def _clear(one: Record) -> bool:
    return one.winner == "you" and (one.margin is None or one.margin >= CLEAR)


def _label(engine: Engine[Any], play: Record) -> tuple[Text, ...]:
    """Return the level, and the options that were not as usual."""
    level, usual = level_of(engine), engine.complete({})
    given = usual | {one.name: play.options[one.name] for one in engine.options() if _known(one, play.options)}
    unusual = [one for one in in_effect(engine.options(), given) if given.get(one.name) != usual.get(one.name)]
    label = () if level is None else (value_words(level, given[level.name]),)
    further = (_option(one, given[one.name]) for one in unusual if one != level)
    return (*label, *further) or (Text("Usual options"),)


def _known(option: Option, options: dict[str, Any]) -> bool:
    """Return whether a play has a value of an option that the option still has."""
    known = not isinstance(option, Choose) or options.get(option.name) in [one.id for one in option.choices]
    return option.name in options and known


def _option(option: Option, value: Any) -> Text:
    value = {"name": value} if isinstance(option, Embed) else value
    return Text("{label}: {value}", label=option.label, value=value_words(option, value))
