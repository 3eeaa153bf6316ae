"""Random plays over random cards to the end of the time track: laws, learning, and how many inputs a turn takes."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from statistics import median
from typing import Any

import pytest

from engines.kit.contract import GO_ON, Role
from engines.kit.options import Embed
from engines.kit.play import Play
from engines.pampero.card import is_complete
from engines.registry import load_engine
from firmware.authoring.random_plays import answer, fork, has_ended
from tests.contract.walk import begin, luck, moments, round_trips, told
from tests.core import core
from tests.engines.pampero.dealt import Maker
from tests.engines.pampero.turns import board, deck

LONG = pytest.param(range(300), id="300seeds", marks=pytest.mark.long)
for_seeds = pytest.mark.parametrize("seeds", [*core([range(2), range(10)]), LONG], ids=lambda one: f"{len(one)}seeds")
"""In all tests each share of unknown cells in each mode, and once more."""
for_few_seeds = pytest.mark.parametrize(
    "seeds", [*core([range(2), range(3)]), LONG], ids=lambda one: f"{len(one)}seeds"
)
"""In all tests each share once."""
UNKNOWN = (0.0, 0.15, 0.6)
"""Shares of cells that are not known, one after the other by seed."""
MEDIAN = 6
"""Inputs of a round trip with digital cards."""


def cards(seed: int, unknown: float) -> dict[str, Any]:
    """Return a deck of three random cards."""
    maker = Maker(luck("cards", seed), unknown)
    return deck(*(maker.card(f"c{n}") for n in range(3)))


def random_play(seed: int, *, unknown: float | None = None, **options: Any) -> Play[Any]:
    """Start a play with random cards."""
    share = UNKNOWN[seed % 3] if unknown is None else unknown
    given = {"cards": cards(seed, share), "board": board(), "mode": ("learning", "digital", "table")[seed // 3 % 3]}
    return begin("pampero", given | options, seed)


def steps(play: Play[Any], seed: int, *, usual: bool = False) -> Iterator[Play[Any]]:
    """Yield a play at every step, answered by chance, with the cards as they are proposed.

    `usual`: go on at every instruction, as a player mostly does.
    """
    chance = luck("steps", seed)

    def reply(play: Play[Any]) -> Any:
        screen = play.screen
        ask: Any = screen.ask
        plain = usual and screen.role is Role.INSTRUCTION and getattr(ask, "likely", None) == GO_ON
        plain = plain or screen.key == "solo_card"
        return ask.likely if plain else answer(ask, chance)

    return moments(play, reply)


@lru_cache(maxsize=10)
def played(seed: int) -> tuple[Play[Any], ...]:
    """Return a random play as it stood at every step; who goes on with one takes its twin."""
    return tuple(fork(play) for play in steps(random_play(seed), seed))


def each(seeds: range, law: Callable[[int], None]) -> None:
    """Check a law for every seed; a failure names it."""
    for seed in seeds:
        with told(seed):
            law(seed)


@for_seeds
def test_the_laws_of_a_play(seeds: range) -> None:
    """At every step nothing is broken: energy 0 to 10, towers and wind farms conserved, and the play ends."""

    def law(seed: int) -> None:
        last = None
        for play in played(seed):
            state = play.state
            assert () == play.engine.broken_laws(state)
            assert 0 <= state.vj.energy <= 10
            assert state.board.supply.towers == sum(state.vj.towers.values()) + state.vj.towers_left
            assert state.board.supply.wind_farms_left + 1 == sum(state.vj.wind.values()) + state.vj.wind_left
            assert play.screen != last
            last = play.screen
        assert has_ended(play)

    each(seeds, law)


@for_seeds
def test_no_second_tower_too_early(seeds: range) -> None:
    """No sector has a second tower of VJ before all six have one."""

    def law(seed: int) -> None:
        for play in played(seed):
            towers = play.state.vj.towers
            if max(towers.values(), default=0) > 1:
                assert set(play.state.board.sectors) == {sector for sector, n in towers.items() if n}

    each(seeds, law)


@for_few_seeds
def test_undo_is_exact(seeds: range) -> None:
    """Taking everything back and giving it again comes to the same state, learned cells included."""

    def law(seed: int) -> None:
        play = fork(played(seed)[-1])
        end, n = play.engine.encode(play.state), play.n
        play.undo(n)
        while play.redo_stack:
            play.redo()
        assert (end, n) == (play.engine.encode(play.state), play.n)

    each(seeds, law)


@for_seeds
def test_what_was_learned_is_not_asked_again(seeds: range) -> None:
    """What a play taught the next one knows, though it goes another way: it is asked for other cells alone."""

    def law(seed: int) -> None:
        first = random_play(seed, unknown=0.5, mode="learning")
        taught = set(cells(steps(first, seed)))
        kept = first.engine.learned_options(first.state)
        assert (kept is not None) == bool(taught)
        if kept is not None:
            again = begin("pampero", {**first.options, **kept}, seed)
            assert not [cell for cell in cells(steps(again, seed)) if cell in taught and cell[0] in OF_ONE_PLACE]

    each(seeds, law)


OF_ONE_PLACE = ("cell_action", "cell_condition", "cell_where", "cell_icon", "cell_symbol")
"""Questions whose facts say which cell of the card it is."""


def cells(played: Iterator[Play[Any]]) -> Iterator[tuple[Any, ...]]:
    """Yield the cells that a play asks for: the question, the card, and the place on it."""
    for play in played:
        if play.screen.key.startswith("cell_"):
            facts = {name: value for name, value in play.screen.facts.items() if name != "orders"}
            yield play.screen.key, play.state.card(facts.pop("space")).key, *sorted(facts.items())


@for_few_seeds
def test_digital_cards_ask_for_no_cell(seeds: range) -> None:
    """Where all is known, no cell of a card is asked in any mode but that of cards on the table."""

    def law(seed: int) -> None:
        for mode in ("learning", "digital"):
            for play in steps(random_play(seed, unknown=0.0, mode=mode), seed):
                assert not play.screen.key.startswith("cell_")
                assert play.screen.key != "row_sector"
            assert all(is_complete(slot.card) for slot in play.state.cards)

    each(seeds, law)


@pytest.mark.all
def test_inputs_of_a_round_trip() -> None:
    """With digital cards the median from the end of your turn to the idle screen of the next is at most 7 inputs."""
    plays = [steps(random_play(seed, unknown=0.0, mode="digital"), seed, usual=True) for seed in range(10)]
    counts = [count for play in plays for count in round_trips(play)]
    assert median(counts) <= MEDIAN
    print(f"{median(counts)} inputs, mean {sum(counts) / len(counts):.1f}, of {len(counts)} turns")  # noqa: T201 - a figure


def test_the_options_embed_cards_and_board() -> None:
    """A play file holds the cards and the board, so it stands alone."""
    play = random_play(1)
    embeds = {option.name for option in load_engine("pampero").options() if isinstance(option, Embed)}
    assert {"cards", "board"} == embeds
    assert all(play.saved().options[name]["cards"] for name in embeds)
