"""The random player: his answers are allowed, and trying one does not change the play."""

import pytest

from engines.registry import GAMES
from firmware.authoring.random_plays import MAX_INPUTS, fork, has_ended, reply
from tests.contract.walk import begin, is_allowed, luck


@pytest.mark.parametrize("key", GAMES)
def test_a_play_goes_to_its_end(key: str) -> None:
    """Every answer is allowed by the table of asks, and choosing it does not change the play."""
    play, chance = begin(key, {}, 3), luck(key)
    while not has_ended(play):
        before = (play.n, play.state, play.screen)
        value = reply(play, chance)
        assert before == (play.n, play.state, play.screen)
        assert is_allowed(play.screen.ask, value)
        play.give(value)
        assert play.n < MAX_INPUTS


def test_a_report_that_ends_a_play_is_left_out() -> None:
    """Burattino's years all come unless play-ending reports are wanted; then some plays are shorter."""

    def inputs(seed: int, going_on: float) -> int:
        play, chance = begin("burattino", {}, seed), luck(seed)
        while not has_ended(play):
            play.give(reply(play, chance, going_on))
        return play.n

    assert all(inputs(seed, 1) > 30 for seed in range(5))
    assert any(inputs(seed, 0) < 30 for seed in range(5))


def test_a_twin_goes_its_own_way() -> None:
    """An input to a fork does not change the original play."""
    play = begin("magpie", {}, 1)
    other = fork(play)
    other.give(reply(other, luck("twin")))
    assert (0, 1) == (play.n, other.n)
    assert 1 == len(play.steps)
