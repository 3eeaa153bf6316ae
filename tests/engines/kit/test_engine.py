"""Exceptions in an engine's code, and the guarantees of the dealer."""

from types import SimpleNamespace
from typing import Any

import pytest

from engines.kit.contract import Choice, Draw, Entry, Refused, Roll
from engines.kit.play import Play
from engines.kit.text import Text
from engines.kit.turn import EngineError
from engines.magpie import decide
from engines.magpie.machine import Turn
from engines.magpie.state import Phase, TakeCoins
from engines.registry import GAMES, MAGPIE, load_engine
from firmware.dealer import dealer
from tests.play_values import file_and_state

ENGINE = load_engine(MAGPIE)


def test_an_exception_leaves_the_play_at_its_last_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A callback that raises half-way changes nothing, and the play continues."""
    play = Play(ENGINE, {}, dealer("7"), sources={"deeds": "own"})
    while play.screen.key != "deed":
        play.give({"lay_out": True, "charm_worth": 3}.get(play.screen.key, "go_on"))
    before = file_and_state(play), play.screen, play.n

    def fail(turn: Turn) -> None:
        turn.state.coins = 50
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(Turn, "take_card", fail)
        with pytest.raises(ZeroDivisionError):
            play.give("hoard")
    assert before == (file_and_state(play), play.screen, play.n)
    play.give("hoard")
    assert 3 == play.state.coins + 3 * play.state.trinkets


def test_a_machine_that_does_not_come_to_rest_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than a thousand passing phases after one entry name the phase, and change nothing."""
    monkeypatch.setattr(Turn, "take_coins", lambda _: None)
    state = ENGINE.start({}).state
    state.at, state.agenda = Phase.EFFECT, [TakeCoins(1)]
    with pytest.raises(EngineError, match="does not come to rest; it was last in effect"):
        ENGINE.replace(state, {})


def test_apply_leaves_its_state_alone() -> None:
    """The state that is given is never the one that comes back, nor changed."""
    state = ENGINE.start({}).state
    before = ENGINE.encode(state)
    after = ENGINE.apply(state, Entry("answer", "lay_out", True, "player")).state
    assert before == ENGINE.encode(state)
    assert before != ENGINE.encode(after)


def test_a_play_starts_with_sources_that_exist() -> None:
    """A source that the game does not have is refused at the start of a play too."""
    with pytest.raises(Refused, match="no source nosuch"):
        Play(ENGINE, {}, dealer("7"), sources={"nosuch": "own"})


def test_an_unknown_game_is_a_key_error() -> None:
    """The registry knows its games and the Magpie, and loads nothing else."""
    for key in ("nosuch", "", "contract", "__init__"):
        with pytest.raises(KeyError):
            load_engine(key)
    assert all(load_engine(key).key == key for key in GAMES)
    assert all(load_engine(key).title == title for key, title in GAMES.items())


# --- the dealer ---

CARDS = [f"card {n}" for n in range(8)]


def draw_among(cards: list[str], shuffle: int = 0) -> Draw:
    """Return the ask for one of these cards."""
    return Draw("deck", shuffle, tuple(Choice(card, Text("{id}", id=card)) for card in cards))


def order(seed: str, shuffle: int, cards: list[str]) -> list[str]:
    """Return the order in which the dealer gives these cards."""
    remaining, dealt, deal = list(cards), [], dealer(seed)
    while remaining:
        dealt.append(str(deal(draw_among(remaining, shuffle))))
        remaining.remove(dealt[-1])
    return dealt


def test_the_order_is_fixed_by_the_seed() -> None:
    """Written down once: the same on any machine and any Python."""
    assert ORDER == order("tavolino", 0, CARDS)
    assert ROLLS == [dealer("tavolino")(Roll("die", n, 1, 6)) for n in range(12)]


ORDER = [f"card {n}" for n in (2, 7, 5, 3, 0, 6, 4, 1)]
ROLLS = [3, 3, 4, 3, 5, 3, 2, 6, 2, 3, 4, 2]


def test_the_order_does_not_depend_on_how_cards_are_listed() -> None:
    """Cards left in another order, or fewer of them, come in the same order."""
    whole = order("seed", 0, CARDS)
    assert whole == order("seed", 0, CARDS[::-1])
    assert [card for card in whole if card != "card 3"] == order(
        "seed", 0, [card for card in CARDS if card != "card 3"]
    )


def test_seeds_shuffles_decks_and_rolls_differ() -> None:
    """Another seed, another shuffle, another die: another order."""
    orders = {tuple(order(seed, shuffle, CARDS)) for seed in ("a", "b") for shuffle in (0, 1)}
    assert 4 == len(orders)
    rolls = {tuple(dealer("a")(Roll(die, n, 1, 6)) for n in range(20)) for die in ("x", "y")}
    assert 2 == len(rolls)


def test_dice_are_fair_enough() -> None:
    """All faces come, about as often, and none beyond the bounds."""
    counts: dict[Any, int] = {}
    for n in range(6000):
        face = dealer("fair")(Roll("die", n, 1, 6))
        counts[face] = counts.get(face, 0) + 1
    assert {1, 2, 3, 4, 5, 6} == set(counts)
    assert all(850 < count < 1150 for count in counts.values())


def test_first_cards_are_fair_enough() -> None:
    """Over many seeds every card comes first about as often."""
    firsts = [order(str(seed), 0, CARDS)[0] for seed in range(1600)]
    assert all(140 < firsts.count(card) < 260 for card in CARDS)


def test_a_draw_is_among_those_left() -> None:
    """One card left is the card that comes."""
    assert "only" == dealer("x")(draw_among(["only"]))


# --- what a step costs ---


def test_an_open_decision_runs_once_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an answer the decision is run for its next question, and not again for the screen of it."""
    runs: list[list[Any]] = []

    def steal(state: Any) -> Any:
        runs.append(list(state.answers))
        return (yield from decide.steal(state))

    monkeypatch.setattr(Turn, "decisions", {**Turn.decisions, Phase.STEAL: steal})
    play = Play(ENGINE, {}, dealer("7"), sources={"deeds": "own"})
    while play.screen.key != "deed":
        play.give({"lay_out": True, "charm_worth": 3}.get(play.screen.key, "go_on"))
    play.give("steal")
    play.give(["left", "right"])
    assert "which_ledge" == play.screen.key
    assert [[], [["left", "right"]]] == runs


def test_a_state_is_encoded_once_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """The snapshot that undo keeps is also what the next input works on."""
    encoded: list[Any] = []
    encoder = ENGINE._encoder

    def encode(state: Any) -> bytes:
        encoded.append(state)
        return encoder.encode(state)

    play = Play(ENGINE, {}, dealer("7"))
    monkeypatch.setattr(ENGINE, "_encoder", SimpleNamespace(encode=encode))
    play.give(True)
    given = len(encoded)
    play.correct({"coins": 7})
    assert (given, play.state) == (len(encoded) - 1, encoded[-1])
