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
from tests.contract.walk import begin, luck, moments, noting_seed, round_trips
from tests.core import core
from tests.engines.pampero.random_cards import CardMaker
from tests.engines.pampero.turns import board, deck

LONG_RUN = pytest.param(range(300), id="300seeds", marks=pytest.mark.long)
for_all_seeds = pytest.mark.parametrize(
    "seeds", [*core([range(2), range(10)]), LONG_RUN], ids=lambda one: f"{len(one)}seeds"
)
"""Outside the core, ten seeds: each share of unknown cells in each mode, and the first again."""
for_few_seeds = pytest.mark.parametrize(
    "seeds", [*core([range(2), range(3)]), LONG_RUN], ids=lambda one: f"{len(one)}seeds"
)
"""Outside the core, three seeds: each share of unknown cells once."""
UNKNOWN_SHARES = (0.0, 0.15, 0.6)
"""The shares of unknown cells, in turn by seed."""
MAX_MEDIAN = 6
"""The most inputs of a round trip with digital cards, by the median."""


def random_deck(seed: int, unknown: float) -> dict[str, Any]:
    """Return a deck of three random cards."""
    maker = CardMaker(luck("cards", seed), unknown)
    return deck(*(maker.card(f"c{n}") for n in range(3)))


def random_play(seed: int, *, unknown: float | None = None, **options: Any) -> Play[Any]:
    """Start a play with random cards."""
    share = UNKNOWN_SHARES[seed % 3] if unknown is None else unknown
    given = {
        "cards": random_deck(seed, share),
        "board": board(),
        "mode": ("learning", "digital", "table")[seed // 3 % 3],
    }
    return begin("pampero", given | options, seed)


def random_steps(play: Play[Any], seed: int, *, usual: bool = False) -> Iterator[Play[Any]]:
    """Yield a play at every step, answered at random, with the cards as they are proposed.

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
def play_steps(seed: int) -> tuple[Play[Any], ...]:
    """Return a random play at each of its steps; fork one to continue it."""
    return tuple(fork(play) for play in random_steps(random_play(seed), seed))


def check_each(seeds: range, law: Callable[[int], None]) -> None:
    """Check a law for every seed; a failure names it."""
    for seed in seeds:
        with noting_seed(seed):
            law(seed)


@for_all_seeds
def test_the_laws_of_a_play(seeds: range) -> None:
    """At every step the laws hold, energy is 0 to 10, towers and wind farms are conserved; and the play ends."""

    def law(seed: int) -> None:
        last = None
        for play in play_steps(seed):
            state = play.state
            assert () == play.engine.broken_laws(state)
            assert 0 <= state.vj.energy <= 10
            assert state.board.supply.towers == sum(state.vj.towers.values()) + state.vj.towers_left
            assert state.board.supply.wind_farms_left + 1 == sum(state.vj.wind.values()) + state.vj.wind_left
            assert play.screen != last
            last = play.screen
        assert has_ended(play)

    check_each(seeds, law)


@for_all_seeds
def test_no_second_tower_too_early(seeds: range) -> None:
    """No sector has a second tower of VJ before all six have one."""

    def law(seed: int) -> None:
        for play in play_steps(seed):
            towers = play.state.vj.towers
            if max(towers.values(), default=0) > 1:
                assert set(play.state.board.sectors) == {sector for sector, n in towers.items() if n}

    check_each(seeds, law)


@for_few_seeds
def test_undo_is_exact(seeds: range) -> None:
    """Undo and redo of a whole play lead to the same state, learned cells included."""

    def law(seed: int) -> None:
        play = fork(play_steps(seed)[-1])
        end, n = play.engine.encode(play.state), play.n
        play.undo(n)
        while play.redo_stack:
            play.redo()
        assert (end, n) == (play.engine.encode(play.state), play.n)

    check_each(seeds, law)


@for_all_seeds
def test_learned_cells_are_not_asked_again(seeds: range) -> None:
    """Cells that a play learned are not asked in the next play, even if that takes another course."""

    def law(seed: int) -> None:
        first = random_play(seed, unknown=0.5, mode="learning")
        learned = set(asked_cells(random_steps(first, seed)))
        options = first.engine.learned_options(first.state)
        assert (options is not None) == bool(learned)
        if options is not None:
            again = begin("pampero", {**first.options, **options}, seed)
            assert not [
                cell for cell in asked_cells(random_steps(again, seed)) if cell in learned and cell[0] in PLACED_CELLS
            ]

    check_each(seeds, law)


PLACED_CELLS = ("cell_action", "cell_condition", "cell_where", "cell_icon", "cell_symbol")
"""Questions whose facts identify a cell of the card."""


def asked_cells(plays: Iterator[Play[Any]]) -> Iterator[tuple[Any, ...]]:
    """Yield the cells that a play asks for: the question, the card, and the place on it."""
    for play in plays:
        if play.screen.key.startswith("cell_"):
            facts = {name: value for name, value in play.screen.facts.items() if name != "orders"}
            yield play.screen.key, play.state.card(facts.pop("space")).key, *sorted(facts.items())


@for_few_seeds
def test_digital_cards_ask_for_no_cell(seeds: range) -> None:
    """No known cell of a card is asked, except in the mode with cards on the table."""

    def law(seed: int) -> None:
        for mode in ("learning", "digital"):
            for play in random_steps(random_play(seed, unknown=0.0, mode=mode), seed):
                assert not play.screen.key.startswith("cell_")
                assert play.screen.key != "row_sector"
            assert all(is_complete(slot.card) for slot in play.state.cards)

    check_each(seeds, law)


@pytest.mark.all
def test_inputs_of_a_round_trip() -> None:
    """With digital cards, the median from the end of your turn to your next turn is at most 6 inputs."""
    plays = [random_steps(random_play(seed, unknown=0.0, mode="digital"), seed, usual=True) for seed in range(10)]
    counts = [count for play in plays for count in round_trips(play)]
    assert median(counts) <= MAX_MEDIAN
    print(f"{median(counts)} inputs, mean {sum(counts) / len(counts):.1f}, of {len(counts)} turns")  # noqa: T201 - a figure


def test_the_options_embed_cards_and_board() -> None:
    """A play file holds the cards and the board, so it stands alone."""
    play = random_play(1)
    embeds = {option.name for option in load_engine("pampero").options() if isinstance(option, Embed)}
    assert {"cards", "board"} == embeds
    assert all(play.saved().options[name]["cards"] for name in embeds)
