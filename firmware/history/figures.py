"""The results of plays against a bot: by level and options, with a suggested level, and as rows of a table."""

import csv
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import Any

from msgspec import Struct

from engines.kit.engine import Engine
from engines.kit.options import Choose, Embed, Option, select_active
from engines.kit.text import ENGLISH
from engines.registry import GAMES, KEYS
from firmware.history.records import Record
from firmware.options import value_words
from firmware.text import Text

COLUMNS = ("play", "game", "options", "end", "you", "bot", "margin", "inputs", "undone", "corrected")
MAX_RESULTS = 8
"""The most results of a group that are listed; the last ones are."""
LEVELS = ("level", "difficulty")
"""The names of the option for a bot's strength; its choices go from easy to hard."""
MIN_RUN_PLAYS, MIN_CLEAR_POINTS = 3, 10
"""Plays in a row, each lost, or won by at least this many points, after which another level fits."""


class Group(Struct, frozen=True):
    """Plays that were set up alike, the oldest first; at least one."""

    label: Text
    plays: tuple[Record, ...]

    @property
    def wins(self) -> int:
        """The number that the player won."""
        return sum(one.winner == "you" for one in self.plays)

    @property
    def margins(self) -> list[int]:
        """The player's margin in each play that has both totals."""
        return [one.margin for one in self.plays if one.margin is not None]


def groups(engine: Engine[Any], plays: Iterable[Record]) -> list[Group]:
    """Return plays of a game by level and unusual options, the group played last first."""
    plays_by_label: dict[tuple[Text, ...], list[Record]] = {}
    for play in plays:
        label = _label(engine, play)
        plays_by_label[label] = [*plays_by_label.pop(label, []), play]
    return [Group(Text("{options}", options=label), tuple(plays)) for label, plays in reversed(plays_by_label.items())]


def advised_level(engine: Engine[Any], options: dict[str, Any], plays: Iterable[Record]) -> Text | None:
    """Return the sentence that recommends another level, if the last plays at this one do."""
    level = level_of(engine)
    if level is None:
        return None
    current = options.get(level.name, level.default)
    last = [one for one in plays if one.options.get(level.name) == current][-MIN_RUN_PLAYS:]
    at = [choice.id for choice in level.choices].index(current)
    if len(last) < MIN_RUN_PLAYS:
        return None
    if all(_is_clear_win(one) for one in last) and at + 1 < len(level.choices):
        harder = level.choices[at + 1].text
        if any(one.margin is None for one in last):
            return Text("You won the last {n} plays at this level. Try {level}.", n=MIN_RUN_PLAYS, level=harder)
        return Text(
            "You won the last {n} plays at this level by {points} or more. Try {level}.",
            n=MIN_RUN_PLAYS,
            points=min(one.margin or 0 for one in last),
            level=harder,
        )
    if all(one.winner != "you" for one in last) and at > 0:
        easier = level.choices[at - 1].text
        return Text("You lost the last {n} plays at this level. Try {level}.", n=MIN_RUN_PLAYS, level=easier)
    return None


def level_of(engine: Engine[Any]) -> Choose | None:
    """Return the option for a bot's strength; None if it has no levels."""
    return next((one for one in engine.options() if isinstance(one, Choose) and one.name in LEVELS), None)


def _is_clear_win(one: Record) -> bool:
    return one.winner == "you" and (one.margin is None or one.margin >= MIN_CLEAR_POINTS)


def _label(engine: Engine[Any], play: Record) -> tuple[Text, ...]:
    """Return the words of the level and of unusual options."""
    level, usual = level_of(engine), engine.complete({})
    options = usual | {one.name: play.options[one.name] for one in engine.options() if _has_value(one, play.options)}
    unusual = [one for one in select_active(engine.options(), options) if options.get(one.name) != usual.get(one.name)]
    label = () if level is None else (value_words(level, options[level.name]),)
    further = (_option_words(one, options[one.name]) for one in unusual if one != level)
    return (*label, *further) or (Text("Usual options"),)


def _has_value(option: Option, options: dict[str, Any]) -> bool:
    """Return whether a play has a value of an option that the option still has."""
    exists = not isinstance(option, Choose) or options.get(option.name) in [one.id for one in option.choices]
    return option.name in options and exists


def _option_words(option: Option, value: Any) -> Text:
    value = {"name": value} if isinstance(option, Embed) else value
    return Text("{label}: {value}", label=option.label, value=value_words(option, value))


# --- lists ----------------------------------------------------------------------------------------------------------


def games_played(plays: Iterable[Record]) -> list[str]:
    """Return the games of which a play came to its end, in the order of the menu, then bots of files."""
    games = dict.fromkeys(one.game for one in plays if one.over and (one.game in KEYS or one.title))
    return sorted(games, key=lambda game: KEYS.index(game) if game in KEYS else len(KEYS))


def plays_of(plays: Iterable[Record], game: str) -> list[Record]:
    """Return the plays of a game that came to their end."""
    return [one for one in plays if one.over and one.game == game]


def as_csv(plays: Iterable[Record]) -> str:
    """Return plays for a spreadsheet, one a line below the names of the columns."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(row(one) for one in plays)
    return text.getvalue()


def outcome_word(one: Record) -> str:
    """Return how a play ended, in a word or two."""
    if not one.over:
        return "set aside"
    return {"you": "won", "bot": "lost", None: "nobody won"}[one.winner]


def row(play: Record, options: Any = None) -> dict[str, Any]:
    """Return a play by its columns; without `options`, its options as words."""
    if options is None:
        options = " ".join(f"{name}={value}" for name, value in play.options.items())
    scores, counts = (play.you, play.bot, play.margin), (play.inputs, play.undone, play.corrected)
    return dict(zip(COLUMNS, (play.number, play.game, options, outcome_word(play), *scores, *counts), strict=True))


def summary(plays: Iterable[Record], find: Callable[[str], Engine[Any]]) -> Iterator[str]:
    """Yield the lines that sum up all plays, by game and level; `find` returns the bot of a game."""
    plays = tuple(plays)
    for game in games_played(plays):
        engine = find(game)
        yield ENGLISH.words(GAMES.get(game, engine.title))
        yield from (f"  {_group_line(group)}" for group in groups(engine, plays_of(plays, game)))
    if not any(one.over for one in plays):
        yield "No play is finished yet."
    if unfinished := sum(not one.over for one in plays):
        yield f"Set aside before the end: {unfinished}. `tavolino play list` shows them."


def _group_line(group: Group) -> str:
    n, margins = len(group.plays), group.margins
    line = f"{ENGLISH.words(group.label)}: {n} {'play' if n == 1 else 'plays'}, {group.wins} won"
    if n > 1 and margins:
        line += f"; margin {min(margins):+} to {max(margins):+}, mean {sum(margins) / len(margins):+.1f}"
    last = " ".join(_result_word(one) for one in group.plays[-MAX_RESULTS:])
    undone, corrected = sum(one.undone > 0 for one in group.plays), sum(one.corrected > 0 for one in group.plays)
    return f"{line}; last {last}; {undone} with undone inputs, {corrected} with corrections"


def _result_word(one: Record) -> str:
    return outcome_word(one) if one.margin is None else f"{one.margin:+}"
