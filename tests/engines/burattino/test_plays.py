"""Whole random plays, over all levels, event decks and card sources: the invariants of the sheet, and the presses."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engines.kit.contract import GO_ON, Marks, Pick, Refused
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware.authoring.random_plays import fork
from firmware.dealer import dealer
from hw.panel import Mode
from tests.contract.walk import FOLDER_SEEDS, luck, moments, noting_seed, reply
from tests.core import core
from tests.engines.burattino.years import SUMMERS, WINTERS, go_on, hand_of, spring, summer
from tests.firmware.device.bench import bench
from tests.play_values import file_and_state
from tests.protocol_client import Outsider
from tests.rules import rule

LEVELS = ("demi", "standard", "magnum", "double_magnum", "imperial", "salmanazar")
EVENTS = ("africa", "asia", "europe", "greengully", "north_america", "oceania", "south_america")
MODES = ("table", "marks", "recognised", "taught", "house")
PAIRS = tuple(product(EVENTS, MODES))
CARDS_DRAWN = {"SPRING": 0, "SUMMER": 1, "FALL": 1, "WINTER": 2, "END": 2}
for_seeds = pytest.mark.parametrize(
    "seeds",
    [*core([FOLDER_SEEDS[:1], FOLDER_SEEDS]), pytest.param(range(10, 300), marks=pytest.mark.long)],
    ids=lambda seeds: f"{len(seeds)}seeds",
)
at_each_level = pytest.mark.parametrize("level", LEVELS)


def options(level: str, seed: int) -> dict[str, Any]:
    """Return options of a play: over ten seeds and six levels every event deck meets every card source."""
    chance = luck("burattino", level, seed)
    event, mode = PAIRS[(seed * len(LEVELS) + LEVELS.index(level)) % len(PAIRS)]
    return {
        "difficulty": level,
        "event": event,
        "card_mode": mode,
        "structures": chance.random() < 0.5,
        "track_hand": chance.random() < 0.5,
    }


def walk(level: str, seed: int) -> Iterator[Play[Any]]:
    """Yield a random play at every step."""
    chance = luck("walk", level, seed)
    play: Play[Any] = Play(load_engine("burattino"), options(level, seed), dealer(str(seed)), seed=str(seed))
    return moments(play, lambda play: reply(play, chance))


@lru_cache(maxsize=len(LEVELS) * len(FOLDER_SEEDS))
def steps_of_play(level: str, seed: int) -> tuple[Play[Any], ...]:
    """Return copies of a random play, one for every step."""
    return tuple(fork(play) for play in walk(level, seed))


def test_every_event_deck_meets_every_card_source() -> None:
    """Ten seeds of each level reach all 35 pairs."""
    given = [options(level, seed) for level in LEVELS for seed in FOLDER_SEEDS]
    assert set(PAIRS) == {(one["event"], one["card_mode"]) for one in given}


@for_seeds
@at_each_level
def test_the_invariants(level: str, seeds: range) -> None:
    """At every step: lira at least 0, 25 VP, eight workers, the cards of the calendar, and a hand within its size."""
    for seed in seeds:
        with noting_seed(seed):
            for play in steps_of_play(level, seed):
                state = play.state
                assert state.lira >= 0
                assert 25 == state.vp
                assert 8 == state.supply + len(state.board.summer) + len(state.board.winter)
                if state.season.value != "OVER":
                    assert state.deck_pos == 2 * (state.year - 1) + CARDS_DRAWN[state.season.value]
                assert state.years == (5 if level == "salmanazar" else 6)
                assert len(state.drawn) == len(set(state.drawn)) <= state.deck_pos
                assert set(state.board.summer) <= {*SUMMERS, "?"}
                assert set(state.board.winter) <= {*WINTERS, "?"}
                assert () == play.engine.broken_laws(state)


@for_seeds
@at_each_level
def test_the_ledger(level: str, seeds: range) -> None:
    """His lira always follow from the journal: 3 a card, plus those you gave, less those you took and he spent."""
    for seed in seeds:
        with noting_seed(seed):
            for play in steps_of_play(level, seed):
                if play.screen.key in {"spring", "end", "over"}:
                    assert ledger(play) == play.state.lira


def ledger(play: Play[Any]) -> int:
    """Return his lira as the inputs make it, without the engine."""
    lira: int = 3 * play.state.deck_pos
    following = [*(entry.key for entry in play.journal[1:]), ""]
    for entry, after in zip(play.journal, following, strict=True):
        match entry.key, entry.value:
            case "how_much", int(paid):
                lira -= paid
            case _, "help_H" | "help_P" if after != "how_much":
                lira -= 1
            case "pay_again", False:
                lira += 4
            case "which_trade", "take1":
                lira -= 1
            case "which_trade", "give1":
                lira += 1
            case _, "retrieve":
                lira -= 2
            case _, "event" | "africa":
                lira -= 4
    return lira


@for_seeds
@at_each_level
def test_he_draws_only_types_he_lacks(level: str, seeds: range) -> None:
    """A tracked hand is full when a year begins, and he draws no card of a type that he holds."""
    for seed in seeds:
        with noting_seed(seed):
            for play in steps_of_play(level, seed):
                state = play.state
                if state.track_hand and play.screen.key == "spring" and state.did.act == "":
                    assert (5 if state.structures else 4) == sum(state.hand.values())
                    assert all(1 == state.hand[kind] for kind in state.did.taken)
                if not state.track_hand:
                    assert {1} == set(state.hand.values())


@for_seeds
@at_each_level
def test_blocked_lines_name_the_reason(level: str, seeds: range) -> None:
    """A line that he cannot pay names price and purse; choosing it is refused with that reason and changes nothing."""
    for seed in seeds:
        with noting_seed(seed):
            for play in steps_of_play(level, seed):
                if not isinstance(play.screen.ask, Pick):
                    continue
                for option in play.screen.ask.options:
                    if option.blocked is None:
                        continue
                    reason, before = ENGLISH.words(option.blocked), file_and_state(play)
                    assert reason in {"already used", "he has no card"} or reason.endswith(
                        f", he has {play.state.lira}"
                    )
                    with pytest.raises(Refused, match=reason):
                        play.give(option.id)
                    assert before == file_and_state(play)


@for_seeds
@at_each_level
def test_marks_end_by_themselves(level: str, seeds: range) -> None:
    """Marks of a card are four, so the last tick ends the question."""
    for seed in seeds:
        with noting_seed(seed):
            for play in steps_of_play(level, seed):
                if play.screen.key in {"teach", "marked"}:
                    assert isinstance(play.screen.ask, Marks)
                    assert (4, 4, 8) == (play.screen.ask.low, play.screen.ask.high, len(play.screen.ask.options))


@rule("T15", "T17", "burattino.end.draw", "burattino.end.duplicates")
@pytest.mark.parametrize("hands", [200, pytest.param(20_000, marks=pytest.mark.long)])
def test_any_hand_can_be_filled(hands: int) -> None:
    """Any hand is filled with types that he lacked, each once, after any discard."""
    chance = luck("hands")
    bots = {full: go_on(spring(track_hand=True, structures=full), 4) for full in (False, True)}
    for _ in range(hands):
        full = chance.random() < 0.5
        bot, kinds = bots[full], ["vine", "order", "summer", "winter", *(["structure"] if full else [])]
        cards = [chance.choice(kinds) for _ in range(chance.randint(1, len(kinds)))]
        bot.do(set={"hand": {kind: cards.count(kind) for kind in kinds if kind in cards}})
        bot.answer("refresh")
        discarded = chance.sample(bot.ids, chance.randint(0, len(bot.ids)))
        bot.answer(discarded)
        remaining = {kind: cards.count(kind) - sum(one.startswith(kind) for one in discarded) for kind in kinds}
        if bot.key == "types_drawn":
            bot.answer(chance.sample(bot.ids, bot.ask["low"]))
        assert len(kinds) == sum(hand_of(bot).values())
        for kind in kinds:
            assert hand_of(bot).get(kind, 0) - remaining[kind] in ({0, 1} if remaining[kind] == 0 else {0})


# --- presses ---


@at_each_level
@pytest.mark.parametrize("mode", ["table", "house"])
def test_an_idle_year_takes_five_inputs(level: str, mode: str) -> None:
    """One input a season and one at the end of the year, if the device deals or nothing is tracked."""
    bot = Outsider("burattino", seed="5", difficulty=level, card_mode=mode)
    bot.answer(True, True, True)
    for year in range(1, 5 if level == "salmanazar" else 6):
        assert (year, "SPRING") == (bot.state["year"], bot.state["season"])
        bot.answer(*[GO_ON] * 5)


def test_an_idle_year_takes_five_presses(tmp_path: Path) -> None:
    """An idle year is five presses of Next, since each season fits on one page."""
    with bench(tmp_path) as device:
        device.session.begin(load_engine("burattino"), {"card_mode": "house"}, {})
        device.redraw()
        device.next(3)
        for year in (1, 2):
            assert (year, "spring") == (device.play.state.year, device.play.screen.key)
            device.next(5)


def test_the_panel_flashes_once_a_year(tmp_path: Path) -> None:
    """A round is a year: only its first season is a full refresh, as long as the glass needs none for itself."""
    with bench(tmp_path, full_refresh_after=20) as device:
        device.session.begin(load_engine("burattino"), {"card_mode": "house"}, {})
        device.redraw()
        device.next(3)
        for _ in range(2):
            device.frames.clear()
            device.next(5)
            assert [Mode.PARTIAL] * 4 + [Mode.FULL] == device.frames


@rule("T42")
def test_t42_a_power_cut_after_any_input(tmp_path: Path) -> None:
    """Pull the plug after every input: the same state is there, and the same cards come as without a cut."""
    engine = load_engine("burattino")
    whole: Play[Any] = Play(engine, {"card_mode": "house"}, dealer("7"), seed="7")
    with bench(tmp_path) as device:
        device.session.begin(engine, {"card_mode": "house"}, {})
    for _ in range(10):
        with bench(tmp_path) as device:
            assert engine.encode(whole.state) == engine.encode(device.play.state)
            device.next()
        whole.give(GO_ON if isinstance(whole.screen.ask, Pick) else True)
    assert ("FALL", 2) == (whole.state.season.value, whole.state.year)


@rule("burattino.free.space", "burattino.use.h", "burattino.pay.help", "burattino.event.pay", "burattino.trade.grande")
@pytest.mark.parametrize(
    ("event", "inputs"),
    [
        ("asia", ["retrieve", "A"]),
        ("asia", ["use_H", 3]),
        ("asia", ["help_H", 3]),
        ("asia", ["event"]),
        ("asia", ["trade", "take1"]),
        ("asia", ["trade", "grape"]),
        ("africa", ["africa"]),
        ("oceania", ["aid"]),
    ],
)
def test_every_act_takes_the_presses_of_the_sheet(event: str, inputs: list[Any]) -> None:
    """Each act takes its line and, if needed, a value; then the menu is back."""
    bot = summer(event=event, state={"lira": 9})
    bot.answer(*inputs)
    assert "summer" == bot.key
