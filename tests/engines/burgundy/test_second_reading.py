"""Any turn from any position agrees with a second implementation of the rules, which sees the whole table."""

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from engines.kit.play import Play
from firmware.authoring.random_plays import has_ended
from tests.contract.walk import FOLDER_SEEDS, luck, noting_seed
from tests.core import core
from tests.engines.burgundy.automata import CARDS, COMPLETE_TILES, LEVELS, SIDES, Automata, items
from tests.engines.burgundy.plays import play_on_table
from tests.engines.burgundy.turns import ROUND_START, YOUR_TURN, bot_in_your_turn, play_turn, reserve_on_table, turn
from tests.rules import rule
from tests.tables.burgundy import COLOURS, DEPOTS, GOODS, Table, Tile, any_tile, tile


@pytest.mark.parametrize(
    "seeds", [*core([range(40), range(150)]), pytest.param(range(150, 5000), marks=pytest.mark.long)]
)
def test_any_turn_from_any_position(seeds: range) -> None:
    """After any turn from any position both implementations have the same possessions, and the tables are the same."""
    for seed in seeds:
        with noting_seed(seed):
            _check_turn(luck("position", seed))


@pytest.mark.parametrize(
    "seeds", [*core([FOLDER_SEEDS[:2], FOLDER_SEEDS]), pytest.param(range(10, 300), marks=pytest.mark.long)]
)
def test_every_turn_of_a_play(seeds: range) -> None:
    """After every turn of a whole play both implementations have the same possessions, with the silver of mines."""
    for seed in seeds:
        with noting_seed(seed):
            _check_play(luck("options", seed), seed)


def _check_play(chance: random.Random, seed: int) -> None:
    options = {**_random_options(chance), "mine_income": chance.choice(["yes", "no"])}
    before: dict[str, Any] = {}
    reading: Automata | None = None
    last, turns = "", 0
    for play, table in play_on_table(options, seed, {"automata_die"}):
        state = msgspec.to_builtins(play.state, str_keys=True)
        if last == "die":
            reading = Automata(before, deepcopy(before["table"]), **options)
            reading.turn(_last_answer(play))
        if reading and (play.screen.key in (ROUND_START, YOUR_TURN, "die") or has_ended(play)):
            phase_ended = state["phase"] != before["phase"] or has_ended(play)
            if phase_ended and options["mine_income"] == "yes":
                reading.silver += reading.income()
            assert _reading_result(reading, before) == _engine_result(state, reading, table)
            reading, turns = None, turns + 1
        if play.screen.key == "die":
            before = {**state, "table": deepcopy(table), "reserve": reserve_on_table(state["reserve"], table)}
        last = play.screen.key
    assert 25 == turns


def _last_answer(play: Play[Any]) -> Any:
    entry = play.steps[-1].entry
    assert entry is not None
    return entry.value


def _check_turn(chance: random.Random) -> None:
    options = _random_options(chance)
    position, table = _random_position(chance, options), _random_table(chance, options)
    table.hidden = [_random_tile(chance, options) for _ in range(_wild_count(position))]
    die = chance.choice(DEPOTS)
    bot = bot_in_your_turn(position, **options)
    reading = Automata(position, deepcopy(table), **options)
    reading.turn(die)
    done = play_turn(bot, table, die)
    assert _reading_result(reading, position) == _engine_result(done.state, reading, table)
    assert _table_contents(reading.table) == _table_contents(table)


def _random_options(chance: random.Random) -> dict[str, Any]:
    return {
        "difficulty": chance.choice(LEVELS),
        "trade_routes": chance.random() < 0.5,
        "crane": chance.random() < 0.5,
        "white_castle": chance.random() < 0.5,
        "box_sale": chance.choice(["before_bonus", "after_bonus"]),
        "remaining_order": chance.choice(["depot_first", "colour_first"]),
        "card_8": chance.choice(["castle", "livestock"]),
    }


def _random_position(chance: random.Random, options: dict[str, Any]) -> dict[str, Any]:
    """Return a possible position of a play; its cards can be nearly full or nearly empty."""
    names = chance.sample(sorted(CARDS), 9)
    cards = {side: _random_card(chance, name, options) for side, name in zip(SIDES, names, strict=False)}
    duchy = [_random_tile(chance, options) for _ in range(chance.choice((0, 3, 12, 30)))]
    counts = Counter(one["colour"] for one in duchy)
    rest = names[2:]
    cut = chance.randint(0, len(rest))
    return {
        "phase": chance.choice("ABCDE"),
        "round": chance.randint(1, 4),
        "cards": cards,
        "deck": rest[cut:],
        "discard": rest[:cut],
        "reserve": [_random_tile(chance, options, wild=0.15) for _ in range(chance.choice((0, 0, 2, 6)))],
        "duchy": {
            "counts": {colour: counts[colour] for colour in COLOURS},
            "livestock": [one for one in duchy if one["colour"] == "light_green"],
        },
        "goods": {str(n): chance.choice((0, 0, 1, 2, 3)) for n in GOODS},
        "silver": chance.randint(0, 3),
        "vp": chance.randint(0, 100),
        "claimed": [colour for colour, needed in COMPLETE_TILES.items() if counts[colour] >= needed],
        "ships": 0,
        "white": chance.choice(DEPOTS),
    }


def _random_card(chance: random.Random, name: str, options: dict[str, Any]) -> dict[str, Any]:
    colours = items(name, options["card_8"])
    full = chance.choice((0.1, 0.5, 0.9))
    laid = [_marking_tile(chance, colour, options) if chance.random() < full else None for colour in colours]
    if all(laid):
        laid[chance.randrange(len(laid))] = None
    return {"id": name, "tiles": laid}


def _marking_tile(chance: random.Random, colour: str, options: dict[str, Any]) -> Tile:
    return tile("wild") if chance.random() < 0.2 else any_tile(chance, colour, options)


def _random_table(chance: random.Random, options: dict[str, Any]) -> Table:
    """Return a table with many, few or no tiles in its depots."""
    table = Table(bonus={colour: chance.choice(([5, 2], [2], [])) for colour in COLOURS})
    most = chance.choice((0, 1, 1, 3))
    for depot in DEPOTS:
        table.depots[depot] = [_random_tile(chance, options) for _ in range(chance.randint(0, most))]
        table.goods[depot] = [chance.choice(GOODS) for _ in range(chance.choice((0, 0, 1, 2)))]
    table.market = [_random_tile(chance, options) for _ in range(chance.randint(0, 4))]
    return table


def _random_tile(chance: random.Random, options: dict[str, Any], *, wild: float = 0) -> Tile:
    """Return any tile; buildings and castles, which have most effects, are the most frequent."""
    if chance.random() < wild:
        return tile("wild")
    colour = chance.choice((*COLOURS, "brown", "brown", "dark_green"))
    return any_tile(chance, colour, options)


def _wild_count(position: dict[str, Any]) -> int:
    laid = [one for side in SIDES for one in position["cards"][side]["tiles"] if one]
    return sum(one["colour"] == "wild" for one in laid + position["reserve"])


def _reading_result(reading: Automata, position: dict[str, Any]) -> dict[str, Any]:
    """Return the possessions in the second implementation; new cards are None, since it cannot know them."""
    return {
        "cards": reading.cards,
        "laid": {side: [_without_unknown(one) for one in reading.laid[side]] for side in SIDES},
        "reserve": [_without_unknown(one) for one in reading.reserve],
        "counts": {colour: n for colour, n in reading.counts.items() if n},
        "livestock": sorted(map(str, map(_without_unknown, reading.livestock))),
        "goods": reading.goods,
        "silver, vp": (reading.silver, reading.vp),
        "claimed": reading.claimed,
        "ships": reading.ships,
        "all cards": sorted([*position["deck"], *position["discard"], *_ids(position)]),
    }


def _engine_result(state: dict[str, Any], reading: Automata, table: Table) -> dict[str, Any]:
    """Return the same from the engine's state; check that a new card has no tiles."""
    drawn = [side for side in SIDES if reading.cards[side] is None]
    for side in drawn:
        assert not any(state["cards"][side]["tiles"])
    return {
        "cards": {side: None if side in drawn else state["cards"][side]["id"] for side in SIDES},
        "laid": {
            side: [] if side in drawn else [_without_unknown(one) for one in state["cards"][side]["tiles"]]
            for side in SIDES
        },
        "reserve": [_without_unknown(one) for one in reserve_on_table(state["reserve"], table)],
        "counts": {colour: n for colour, n in state["duchy"]["counts"].items() if n},
        "livestock": sorted(map(str, map(_without_unknown, state["duchy"]["livestock"]))),
        "goods": {int(n): count for n, count in state["goods"].items()},
        "silver, vp": (state["silver"], state["vp"]),
        "claimed": set(state["claimed"]),
        "ships": state["ships"],
        "all cards": sorted([*state["deck"], *state["discard"], *_ids(state)]),
    }


def _ids(state: dict[str, Any]) -> list[str]:
    return [state["cards"][side]["id"] for side in SIDES]


def _without_unknown(one: Tile | None) -> Tile | None:
    """Return a tile without its fields that are None, sorted by field."""
    return one and {key: one[key] for key in sorted(one) if one[key] is not None}


def _table_contents(table: Table) -> tuple[Any, ...]:
    return table.depots, table.market, table.goods, table.bonus, table.hidden


@rule("burgundy.purchase.tile", "burgundy.ruling.by_colour")
@pytest.mark.parametrize(
    ("market", "reserve", "bought"),
    [
        ("", "mine", ""),
        ("mine bank", "mine", "bank"),
        ("mine bank", "mine bank", "mine"),
        ("mine castle", "", "mine"),
        ("mine mine", "mine wild", "mine"),
    ],
    ids=["none there", "one that fits", "none that fits", "all fit", "a wild one has no colour"],
)
def test_the_cases_of_a_purchase(market: str, reserve: str, bought: str) -> None:
    """It buys the first tile of a new colour, without one the first tile, from an empty market nothing."""
    done = turn(Table({1: "knowledge"}, market=market), "2", white=1, die=1, silver=2, reserve=reserve)
    assert (f"{reserve} {bought}".strip(), 0 if bought else 2) == (done.reserve, done.state["silver"])


@rule("burgundy.bonus.ship", "burgundy.ruling.no_goods", "burgundy.ruling.own_depot_first")
@pytest.mark.parametrize(
    ("goods", "taken"),
    [({}, {}), ({n: [n] for n in DEPOTS}, {4: 1}), ({3: [3], 5: [5]}, {5: 1}), ({4: [4], 3: [1, 2]}, {1: 1, 2: 1})],
    ids=["none there", "all equal", "a tie without its own", "one fullest"],
)
def test_the_cases_of_a_ship(goods: dict[int, list[int]], taken: dict[int, int]) -> None:
    """A ship takes the goods of the fullest depot, in a tie the first from its own on; its marker moves in any case."""
    done = turn(Table({1: "ship"}, goods=goods), "3", white=4, die=1, goods={})
    assert (taken, 1) == (done.goods, done.state["ships"])


@rule("burgundy.bonus.white_castle", "burgundy.ruling.wild_colourless")
@pytest.mark.parametrize(
    ("depots", "reserve", "taken"),
    [
        ({}, "", ""),
        ({3: "mine knowledge"}, "", "mine"),
        ({3: "mine knowledge"}, "mine", "knowledge"),
        ({3: "mine knowledge"}, "mine knowledge wild", "mine"),
        ({2: "castle"}, "castle", "castle"),
    ],
    ids=["none there", "has none of either", "fewest", "all equal", "only what it has"],
)
def test_the_cases_of_a_white_castle(depots: dict[int, str], reserve: str, taken: str) -> None:
    """A white castle takes the colour it has fewest of, in a tie the top left tile; empty depots bring silver."""
    table = Table({**depots, 1: "white_castle"}, hidden="bank")
    done = turn(table, "2", white=3, die=1, reserve=reserve, options={"white_castle": True})
    assert (f"{reserve} {taken}".strip(), 1 if taken else 2) == (done.reserve, done.vp_silver[1])
