"""The presses of a play: `python -m tests.readers.presses [GAME]…` prints inputs, presses and detents a turn.

A reader's answers are given through the device's own view of a step, on each panel and size of type: his hand turns and
presses until the intended answer is taken. A turn is from one idle screen to the next, with its reports. Cards and dice
are the device's if it knows them.
"""

import sys
from collections.abc import Iterator
from statistics import mean, median
from typing import Any

from msgspec import Struct

from display.layout import Layout, lay_out, options_of
from display.profiles import Profile
from engines.kit.contract import GO_ON, Counters, Marks, Number, Pick, Role, Roll, Who, YesNo
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.device.keys import Acceleration
from firmware.views.play_view import PlayView
from firmware.views.position import (
    Position,
    clamp_to_layout,
    cursor_at,
    has_wide_range,
    is_on_choice,
    note_seen_lines,
    read_on,
    start_position,
    toggle_entry,
    toggle_tick,
    turn,
    value_at,
)
from tests.profiles import PROFILES
from tests.readers.harness import Game, games, run

DEFAULT_PLAYS = 20
MAX_TAPS = 3
"""Taps of ▲ or ▼ for one move; for more steps the key is held, which is one press."""


class Cost(Struct):
    """The cost of a turn, or a play: answers, presses of Next and Push, detents of the knob.

    `four_keys`: presses of all keys with ▲ and ▼ in place of the knob.
    """

    inputs: int = 0
    presses: int = 0
    detents: int = 0
    four_keys: int = 0


class Hand:
    """Gives the answers of a reader by keys, and records the cost of each turn."""

    def __init__(self, profile: Profile) -> None:
        self.turns: list[Cost] = []
        self.play = Cost()
        self._profile = profile
        self._turn: Cost | None = None
        """None before the first idle screen."""

    def give(self, play: Play[Any], value: Any) -> None:
        """Turn and press until a play has taken an answer."""
        if _is_idle(play) and value in (GO_ON, True):
            if self._turn is not None:
                self.turns.append(self._turn)
            self._turn = Cost()
        spent = self._press(play, value)
        play.give(value)
        for cost in (self.play, self._turn):
            if cost is not None:
                cost.inputs += 1
                cost.presses += spent.presses
                cost.detents += spent.detents
                cost.four_keys += spent.presses + spent.four_keys

    def _press(self, play: Play[Any], value: Any) -> Cost:
        view = PlayView(None, play)  # type: ignore[arg-type]  # nobody shows what it opens
        screen = view.screen()
        layout = lay_out(screen, self._profile, ENGLISH)
        wanted = GO_ON if isinstance(screen.ask, Pick) and value is True else value
        if isinstance(screen.ask, Pick) and isinstance(play.screen.ask, YesNo):
            wanted = "yes" if value else "no"
        return cost_of_answer(layout, clamp_to_layout(layout, start_position(screen.ask)), wanted)


def cost_of_answer(layout: Layout, place: Position, wanted: Any) -> Cost:
    """Return the cost of an answer from a place. AssertionError if another answer would be taken."""
    cost, ask = Cost(), layout.screen.ask
    if value_at(ask, place.cursor) != wanted:
        place = _to_the_choice(layout, place, cost)
    match ask:
        case Marks():
            before = place.cursor.ticks
            place = _set_ticks(layout, ask, place, wanted, cost)
            if ask.low == ask.high == len(place.cursor.ticks) and before != place.cursor.ticks:
                return cost  # the last tick took it
        case Counters():
            place = _set_counts(layout, ask, place, wanted, cost)
        case Number() | Roll():
            place = _turn_by(layout, place, cursor_at(ask, wanted).number - place.cursor.number, cost)
        case _ if options_of(ask):
            place = _turn_by(layout, place, cursor_at(ask, wanted).highlight - place.cursor.highlight, cost)
    place = note_seen_lines(layout, place, place)
    while (next_place := read_on(layout, place)) is not None:
        place = note_seen_lines(layout, next_place, next_place)
        cost.presses += 1
    cost.presses += 1
    taken = value_at(ask, place.cursor)
    assert taken == wanted or (isinstance(ask, Marks) and sorted(taken) == sorted(wanted))
    return cost


def _to_the_choice(layout: Layout, place: Position, cost: Cost) -> Position:
    """Read up to the page with the choice; turn if Next would take the highlighted row."""
    while not is_on_choice(layout, place):
        next_place = read_on(layout, place)
        if next_place is None:
            place = _turn_by(layout, place, 1, cost)
        else:
            place = next_place
            cost.presses += 1
    return place


def _turn_by(layout: Layout, place: Position, n: int, cost: Cost) -> Position:
    cost.detents += _detents(abs(n)) if has_wide_range(layout, place) else abs(n)
    cost.four_keys += abs(n) if abs(n) <= MAX_TAPS else 1
    return turn(layout, place, n)


def _detents(n: int) -> int:
    """Return the detents that move a wide number by `n`: fast ones while they do not pass it, then slow ones."""
    acceleration, fast = Acceleration(), 0
    while (step := acceleration.distance(1, 0.0)) <= n:
        n -= step
        fast += 1
    return fast + n


def _set_ticks(layout: Layout, ask: Marks, place: Position, wanted: list[str], cost: Cost) -> Position:
    """Remove unwanted ticks, then add the wanted ones."""
    for ticking in (False, True):
        for index, option in enumerate(ask.options):
            if (option.id in wanted, option.id in place.cursor.ticks) == (ticking, not ticking):
                place = _turn_by(layout, place, index - place.cursor.highlight, cost)
                place = toggle_tick(layout, ask, place)
                cost.presses += 1
    assert sorted(place.cursor.ticks) == sorted(wanted)
    return place


def _set_counts(layout: Layout, ask: Counters, place: Position, wanted: dict[str, int], cost: Cost) -> Position:
    """Enter each line whose number must change, and change it."""
    for index, line in enumerate(ask.lines):
        change = wanted[line.id] - place.cursor.counts[index]
        if change:
            if place.cursor.entered:
                place = toggle_entry(place)
                cost.presses += 1
            place = toggle_entry(_turn_by(layout, place, index - place.cursor.highlight, cost))
            cost.presses += 1
            place = _turn_by(layout, place, change, cost)
        place = note_seen_lines(layout, place, place)
    return place


def _is_idle(play: Play[Any]) -> bool:
    return play.screen.role is Role.INSTRUCTION and play.screen.badge.who is Who.YOU


def measure(game: Game, profile: str, plays: int = DEFAULT_PLAYS) -> tuple[list[Cost], list[Cost]]:
    """Return the costs of the turns and plays of a reader on a panel."""
    hands = [Hand(PROFILES[profile]) for _ in range(plays)]
    for seed, hand in enumerate(hands):
        run(game, seed, hand.give, own=False)
    return [turn for hand in hands for turn in hand.turns], [hand.play for hand in hands]


def report(names: list[str], plays: int = DEFAULT_PLAYS) -> Iterator[str]:
    """Yield the report: a line for each game and panel; of each count the median and mean of a turn, and of a play."""
    counts = Cost.__struct_fields__
    yield f"{'':20}{'turns':>6}" + "".join(f"{name:>28}" for name in counts)
    yield f"{'':26}" + f"{'median':>12}{'mean':>7}{'a play':>9}" * len(counts)
    for key in names:
        for profile in PROFILES:
            turns, whole = measure(games()[key], profile, plays)
            cells = (
                _cells([getattr(one, name) for one in turns], [getattr(one, name) for one in whole]) for name in counts
            )
            yield f"{key:12}{profile:8}{len(turns):>6}{''.join(cells)}"


def _cells(turns: list[int], plays: list[int]) -> str:
    return f"{median(turns):>12.0f}{mean(turns):>7.1f}{mean(plays):>9.1f}"


if __name__ == "__main__":
    for line in report(sys.argv[1:] or list(games())):
        sys.stdout.write(f"{line}\n")
