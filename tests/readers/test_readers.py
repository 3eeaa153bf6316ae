"""Readers get only the words of screens, and have the engine's table after every turn; the presses of their plays."""

from typing import Any

import pytest

from display.layout import lay_out
from engines.kit.contract import Ask, Badge, Counter, Counters, Done, Marks, Number, Pick, Role, Screen, Who, YesNo
from engines.kit.text import ENGLISH, Text
from firmware.views.position import clamp_to_layout, start_position
from tests.contract.walk import luck
from tests.core import core
from tests.display.screens import choices
from tests.profiles import PROFILES
from tests.readers import magpie, wyrmspan
from tests.readers.harness import Game, games, run
from tests.readers.presses import Hand, cost_of_answer, measure, report
from tests.readers.reader import Unknown
from tests.readers.words import Seen

SEEDS, LONG_SEEDS = range(5), range(5, 205)
LEDGES = choices("left", "middle", "right")
COUNTERS = Counters(tuple(Counter(ledge.id, ledge.text, 0, 3, 1) for ledge in LEDGES))

GAMES = games()
SHORT_GAMES = ("burattino", "magpie", "wyrmspan")
"""Games whose plays take few steps."""
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

MAX_PRESSES = {
    ("burgundy", "4.2"): 4.4,
    ("burgundy", "2.9"): 6.0,
    ("lisboa", "4.2"): 6.5,
    ("lisboa", "2.9"): 10.0,
    ("pampero", "4.2"): 8.1,
    ("pampero", "2.9"): 10.9,
}
"""Presses of a bot's turn, on average over 20 plays, by game and panel."""


@pytest.mark.parametrize("game", core(GAMES.values(), *(GAMES[key] for key in SHORT_GAMES)), ids=GAMES)
@pytest.mark.parametrize("seed", core(SEEDS))
def test_the_words_are_enough(game: Game, seed: int) -> None:
    """A reader knows every sentence, answers every question from his board, and ends each turn with the right table."""
    assert run(game, seed).n > 0


@pytest.mark.long
@each_game
@pytest.mark.parametrize("seed", LONG_SEEDS)
def test_the_words_are_enough_long(game: Game, seed: int) -> None:
    """The same with many plays."""
    assert run(game, seed).n > 0


# --- the reader himself ---


def test_a_sentence_that_nobody_knows_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another wording fails with the sentence, the screen, and the file and table that need it."""
    monkeypatch.delitem(magpie.Player.PHRASES, r"Take (\d+) coins\.")
    with pytest.raises(
        Unknown, match=r"“Take 8 coins.” \(on “Lay out your ledges”\): PHRASES in tests/readers/magpie.py"
    ):
        run(GAMES["magpie"], 0)


def test_an_order_not_carried_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a reader ignores an order, the play fails at the end of that turn."""
    monkeypatch.setitem(magpie.Player.PHRASES, r"Move the Magpie (\d+) steps?\.", None)
    with pytest.raises(AssertionError, match=r"step: 0 on the table, \d in the engine"):
        run(GAMES["magpie"], 0)


def test_an_order_that_comes_again_is_done_again() -> None:
    """A reader carries out an order as often as he reads it: an order that is given twice leaves the wrong table."""
    player = magpie.Player(luck("reader"), {})
    idle = Seen(
        "you", "Your turn", "", "Take your turn", ("Give it 2 coins.",), "pick", ("Done",), {}, None, "Done", False
    )
    player.read(idle)
    assert player.its["coins"] == 2
    player.read(idle)
    assert player.its["coins"] == 4


def test_one_cave_alone_is_answered_by_a_number() -> None:
    """A question for one cave has its name among the lines, and needs a number in place of a table."""
    player = wyrmspan.Player(luck("reader"), {})
    player.caves = [2, 4, 4]
    lines = ("Count empty spaces, too:", "Crimson Cavern")
    seen = Seen("bot", "The Automa", "", "Excavated spaces?", lines, "number", (), {}, (0, 4), 2, True)
    player.read(seen)
    assert 2 == player.answer(seen)


# --- the hand ---


@pytest.mark.parametrize("profile", core(PROFILES))
def test_a_hand_gives_the_same_answers(profile: str) -> None:
    """A reader plays the same play with keys as without, and each input costs at least one press."""
    hand = Hand(PROFILES[profile])
    assert run(GAMES["magpie"], 0, hand.give).journal == run(GAMES["magpie"], 0).journal
    assert hand.turns
    assert all(turn.presses >= turn.inputs > 0 for turn in hand.turns)


@pytest.mark.all
@pytest.mark.parametrize("key", GAMES)
def test_the_report_of_presses(key: str) -> None:
    """Its module plays each game on each panel, and prints a line for each."""
    _, _, *lines = report([key], plays=1)
    assert [(key, profile) for profile in PROFILES] == [tuple(line.split()[:2]) for line in lines]


@pytest.mark.all
@pytest.mark.parametrize(("key", "panel"), sorted(MAX_PRESSES))
def test_presses_stay_within_the_budget(key: str, panel: str) -> None:
    """A turn takes no more presses of a reader, on average, than the budget of its game on a panel."""
    turns, _ = measure(GAMES[key], panel)
    assert sum(turn.presses for turn in turns) / len(turns) <= MAX_PRESSES[key, panel]


@pytest.mark.parametrize(
    ("ask", "wanted", "presses", "detents"),
    [
        (Done(), True, 1, 0),
        (YesNo(likely=False), True, 1, 1),
        (Pick(LEDGES, "left"), "left", 1, 0),
        (Pick(LEDGES, "left"), "right", 1, 2),
        (Number(0, 9, 3), 7, 1, 4),
        (Marks(LEDGES, 0, 3), ["left", "right"], 3, 2),
        (Marks(LEDGES, 2, 2), ["left", "right"], 2, 2),
        (Marks(LEDGES, 2, 2, ("left", "right")), ["left", "right"], 1, 0),
        (Marks(LEDGES, 0, 3, advance=True), ["left", "middle"], 3, 0),
        (Marks(LEDGES, 2, 2, advance=True), ["middle", "right"], 1, 1),
        (COUNTERS, {"left": 1, "middle": 1, "right": 1}, 1, 0),
        (COUNTERS, {"left": 1, "middle": 3, "right": 1}, 2, 3),
        (COUNTERS, {"left": 0, "middle": 1, "right": 2}, 4, 4),
    ],
)
def test_the_cost_of_an_answer(ask: Ask, wanted: Any, presses: int, detents: int) -> None:
    """From the likely answer to any other, by the keys of the device."""
    screen = Screen("place", Role.QUESTION, Text("Headline"), (), Badge(Who.BOT), ask, {})
    layout = lay_out(screen, PROFILES["4.2"], ENGLISH)
    cost = cost_of_answer(layout, clamp_to_layout(layout, start_position(ask)), wanted)
    assert (cost.presses, cost.detents) == (presses, detents)
