"""The worked examples of the rulebook and the scenarios from its text, by their ids in the fact sheet."""

from typing import Any

import pytest

from tests.engines.pampero.turns import (
    ALWAYS,
    AVAILABLE,
    BELOW_1,
    BELOW_10,
    CANNOT_PAY,
    CHEAPEST,
    EYE,
    LOCKED,
    NEVER,
    RB,
    TWO_MARKETS,
    YOU_CHOOSE,
    begin,
    board,
    card,
    contract,
    counted,
    flipped,
    pairs,
    row,
    table,
    to_turn,
    told,
    tower,
    wind,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import ALL, Column, Contract, Table

RESIDENTIAL = {"residential": 3, "commercial": 2}
"""Income markers of which the residential one is rightmost."""


def does(name: str, **cells: Any) -> dict[str, Any]:
    """Return a card whose first section always builds a wind farm where you choose."""
    return card(name, wind(ALWAYS, row("*", YOU_CHOOSE)), wind(BELOW_1), wind(BELOW_1), **cells)


THREE = (does("one"), does("two"), does("three"))


# --- the worked examples --------------------------------------------------------------------------------------------


@rule("E1", "pampero.setup.majorities", "pampero.setup.wind_farm", "pampero.setup.energy", "pampero.setup.solo_cards")
def test_e1_the_start_values() -> None:
    """The wind-farm card at space 2: its pair begins at 1–1, since both have a wind farm; the others at 0–0."""
    bot = to_turn(begin(does("one"), does("two", majority="wind_farms"), does("three")))
    assert pairs((0, 0), (1, 1), (0, 0)) == bot.state["majority"]
    assert {"A2": 1} == bot.state["vj"]["wind"]
    assert ["one", "two", "three"] == [slot["card"]["id"] for slot in bot.state["cards"]]


@rule("E2", "pampero.pay.bulldozer", "pampero.pay.prices")
def test_e2_his_bulldozer_in_zone_b() -> None:
    """You build in B1 without a bulldozer of yours: VJ has $10 more."""
    bot = table(*THREE, vj={"money": 4})
    bot.answer("paid_B")
    assert (14, "your_turn") == (bot.state["vj"]["money"], bot.key)
    assert ({"zone": "B"}, {"price": 10, "money": 14}) == told(bot, "pampero.pay.prices")


@rule("E3", "pampero.condition.energy", "pampero.wind.place", "pampero.read.sections")
def test_e3_card_3_at_1_energy() -> None:
    """The known part of card 3: below 10 energy a wind farm is built."""
    bot = printed(vj={"energy": 1})
    Table(structures={"B2": 3}).turn(bot)
    assert ("wind", "B2") == (bot.state["did"]["action"], bot.state["did"]["sector"])
    assert ({"energy": 1, "needed": 10}, {"holds": True}) == told(bot, "pampero.condition.energy")


@rule("E4", "pampero.condition.energy", "pampero.condition.locked", "pampero.read.false")
def test_e4_card_3_at_10_energy() -> None:
    """At 10 energy the first section is false, and the transformers are looked at."""
    bot = printed(vj={"energy": 10, "unlocked_transformers": "?"})
    bot.answer("go_on")
    assert ("condition", "all_transformers_locked") == (bot.key, bot.screen["facts"]["condition"])
    assert (1, 2) == (bot.screen["facts"]["space"], bot.screen["facts"]["section"])


@rule("E5", "pampero.income.rightmost")
def test_e5_rightmost_and_bottommost() -> None:
    """Residential and commercial are equally far, residential is lower: it is the one."""
    bot = contracts_at(income={"residential": 3, "commercial": 3, "tourism": 2})
    Table(contracts=[Contract("A1", "commercial", 2), Contract("A1", "residential", 2)]).turn(bot)
    assert "residential" == bot.state["did"]["type"]
    income = ["tourism", 2, "industrial", 0, "commercial", 3, "residential", 3]
    assert ({"income": income}, {"type": "residential"}) == told(bot, "pampero.income.rightmost")


@rule("E6", "pampero.tower.printed", "pampero.tower.whole", "pampero.tower.bonuses", "pampero.tower.zone")
def test_e6_the_column_of_a_printed_bonus() -> None:
    """No residential tile in zone B, but a printed $5 in the rightmost column: its two tiles and the $5 are his."""
    bot = printed(vj={"energy": 10, "income": RESIDENTIAL, "unlocked_transformers": 0})
    bot.answer("go_on")
    assert ("cell_where", 2) == (bot.key, bot.state["cards"][0]["card"]["section"][1]["position"])
    bot.answer("B", "no_own_tower", ["B2"])
    assert ["residential"] == bot.screen["facts"]["tile"]
    assert ["money", 5] == bot.screen["facts"]["printed"]
    columns = [Column(["commercial"], ["money:2"]), Column(["tourism", "industrial"], ["money:5"])]
    look = Table(columns={"B": columns})
    bot.until(look.answer, "your_turn")
    assert columns[1] is look.taken
    assert (2, 5) == (bot.state["did"]["tiles"], bot.state["vj"]["money"])
    assert ["kept", "kept"] == bot.state["vj"]["bonus_tiles"]


@rule("E7", "pampero.tower.icons", "pampero.icons.line", "pampero.tower.order")
@pytest.mark.parametrize(
    ("icons", "dozers", "sector"),
    [
        ({"A1": 2, "A2": 3, "A3": 1}, {}, "A2"),
        ({"A1": 3, "A2": 3}, {"A1": 1, "A2": 2}, "A2"),
        ({"A1": 3, "A2": 3}, {"A3": 9}, "A1"),
    ],
)
def test_e7_most_residential_icons(icons: dict[str, int], dozers: dict[str, int], sector: str) -> None:
    """In zone A: most residential icons; of those tied your most bulldozers; of those still tied you choose."""
    bot = network_card()
    look = Table(icons={"residential": icons}, dozers=dozers)
    bot.answer("go_on")
    icons_in_words = (
        "1. most residential icons on contracts and connection tiles, 2. of these your most bulldozers, "
        "3. of these one you choose"
    )
    assert f"A tower on a free site: {icons_in_words}." == bot.screen["lines"][0]
    bot.until(look.answer, "bonus_column")
    assert (sector, ["site"]) == (bot.state["did"]["sector"], look.asked)


@rule("E9", "pampero.tower.icons")
def test_e9_the_cheapest_contract_of_zone_b() -> None:
    """All of A have a tower, none of B: the sector with the cheapest contract, 3 against 4."""
    bot = network_card(towers={"A1": 1, "A2": 1, "A3": 1})
    look = Table(contracts=[Contract("B1", "tourism", 4), Contract("B2", "tourism", 3)])
    bot.answer("go_on")
    bot.until(look.answer, "bonus_column")
    assert ("B2", ["sectors"]) == (bot.state["did"]["sector"], look.asked)


@rule("E9", "pampero.ruling.no_result", "pampero.tower.eye")
@pytest.mark.parametrize(("sites", "sector"), [(("B1", "B2", "C"), "B2"), (("B1", "C"), "B1"), (("C",), "C")])
def test_e9_no_contract_in_zone_b(sites: tuple[str, ...], sector: str) -> None:
    """Sites are free and no contract lies there: the eye decides; the zone is left only where no site is free."""
    second = card("second", tower(BELOW_1, row("B2", {"icon": "no_own_tower"})), wind(BELOW_1), wind(BELOW_1))
    bot = network_card(second, towers={"A1": 1, "A2": 1, "A3": 1})
    look = Table(sites={"wind": [], "tower": list(sites)})
    bot.answer("go_on")
    bot.until(look.answer, "bonus_column")
    assert (sector, ["sectors", "free_sites"]) == (bot.state["did"]["sector"], look.asked[:2])
    assert (sector == "B2") == ("pampero.tower.eye" in bot.rules())


@rule("pampero.tower.single")
def test_one_sector_left_is_not_compared() -> None:
    """One B sector has his tower: he builds in the other, and only its site is asked."""
    bot = network_card(towers={"A1": 1, "A2": 1, "A3": 1, "B2": 1})
    bot.answer("go_on")
    assert ("free_site", "B1") == (bot.key, bot.screen["facts"]["sector"])
    bot.answer(True)
    assert "B1" == bot.state["did"]["sector"]


EYED = card("eyed", contract(AVAILABLE, row("B", CHEAPEST, EYE)), wind(BELOW_1), wind(BELOW_1))
WANTS = card(
    "wants",
    wind(BELOW_1),
    contract({"kind": "contract_available", "any_of": [TWO_MARKETS]}, row("B", CHEAPEST, RB)),
    wind(BELOW_1),
)
LAST = card(
    "last", wind(BELOW_1), wind(BELOW_1), contract(AVAILABLE, row("B", {"icon": "is_type", "type": "industrial"}))
)
MARKETS = {"market": 2}
RESIDENTIAL_ONE = {"icon": "is_type", "type": "residential"}


@rule("E11", "pampero.contract.eye")
def test_e11_the_condition_of_the_next_card() -> None:
    """Two B contracts tie; the next card wants two market icons, and exactly one has them."""
    bot, look = eyed([Contract("B1", "tourism", 2, MARKETS), Contract("B2", "residential", 2)])
    assert ("B1", "tourism") == (bot.state["did"]["sector"], bot.state["did"]["type"])
    assert 1 == look.asked.count("contracts")
    assert ({"card": 2}, {"found": "one"}) == told(bot, "pampero.contract.eye")


@rule("E12", "pampero.icons.secondary", "pampero.ruling.secondary_scope")
@pytest.mark.parametrize("icons", [{}, MARKETS])
def test_e12_the_icon_behind(icons: dict[str, int]) -> None:
    """None, or several, have two market icons: the icon behind wants a residential one, and there is one."""
    bot, _ = eyed([Contract("B1", "tourism", 2, icons), Contract("B2", "residential", 2, icons)])
    assert ("B2", "residential") == (bot.state["did"]["sector"], bot.state["did"]["type"])


@rule("E12", "pampero.ruling.secondary_scope")
def test_e12_only_those_still_tied() -> None:
    """Two of three have two market icons, and only one of those two is residential; the third does not count."""
    three = [
        Contract("B1", "tourism", 2, MARKETS),
        Contract("B1", "residential", 2, MARKETS),
        Contract("B2", "residential", 2),
    ]
    bot, _ = eyed(three)
    assert ("B1", "residential") == (bot.state["did"]["sector"], bot.state["did"]["type"])


@rule("E13", "pampero.contract.eye", "pampero.contract.third", "pampero.ruling.no_result")
@pytest.mark.parametrize(
    ("types", "expected"),
    [(("tourism", "commercial"), "commercial"), (("tourism", "industrial"), "industrial")],
)
def test_e13_the_row_of_the_zone(types: tuple[str, str], expected: str) -> None:
    """Without a residential one: the zone-B row of the next card, his rightmost type; then the third card."""
    bot, _ = eyed([Contract("B1", types[0], 2), Contract("B2", types[1], 2)], income={"commercial": 4})
    assert expected == bot.state["did"]["type"]


@rule("pampero.contract.eye")
def test_the_eye_goes_down_the_rows_of_its_zone() -> None:
    """What one row of the zone leaves is all that the next looks at: those in B1 with a market, then a residential."""
    bot, asked = by_two_rows(EYE)
    assert [(["B1"], "available"), (["B1"], "icons_at_least"), (["B1"], "is_type")] == asked
    assert ("B1", "residential") == (bot.state["did"]["sector"], bot.state["did"]["type"])


@rule("pampero.contract.next_cards")
def test_without_an_eye_each_row_looks_at_all_that_tie() -> None:
    """Where no eye leads on, a row that singles none out leaves the tie to the next as it was."""
    _, asked = by_two_rows()
    assert [(["B1"], "available"), (["B1"], "icons_at_least"), (["B1", "B2"], "is_type")] == asked


@rule("E13", "pampero.contract.third")
def test_e13_you_have_the_last_word() -> None:
    """If all three cards leave a tie, you choose the contract."""
    bot, _ = eyed([Contract("B1", "tourism", 2), Contract("B2", "tourism", 2)], income={"commercial": 4}, stop=True)
    assert bot.screen["facts"]["you_choose"]
    assert "Several tie: choose one." in bot.screen["lines"]


@rule("E14", "pampero.majority.tie")
@pytest.mark.parametrize(("pair", "winner"), [((2, 2), "vj"), ((2, 3), "you")])
def test_e14_ties_are_his(pair: tuple[int, int], winner: str) -> None:
    """2–2 is VJ's majority, 2–3 is yours."""
    bot = table(*THREE, at="scoring", reached=True, majority=pairs(pair, (0, 0), (0, 0)), clock={"scorings_done": 1})
    bot.answer(0)
    assert {"1": winner} == bot.state["scored"]["winners"]


# --- which card leads -----------------------------------------------------------------------------------------------


@rule("S1", "S2", "S4", "S6", "pampero.lead.behind", "pampero.lead.margin")
@pytest.mark.parametrize(
    ("values", "space"),
    [
        pytest.param(((2, 2), (1, 3), (0, 1)), 2, id="S1"),
        pytest.param(((1, 2), (1, 3), (0, 1)), 1, id="S2"),
        pytest.param(((5, 2), (4, 4), (3, 3)), 2, id="S4"),
        pytest.param(((0, 0), (0, 0), (0, 0)), 1, id="S6"),
        pytest.param(((3, 1), (4, 3), (2, 0)), 2, id="least-margin"),
    ],
)
def test_which_card_leads(values: Any, space: int) -> None:
    """The first card whose majority is yours; if none is, the least margin, of those tied the topmost."""
    bot = table(*THREE, majority=pairs(*values))
    Table().turn(bot)
    assert space == bot.state["did"]["space"]
    behind = any(you > vj for vj, you in values)
    _, outcome = told(bot, "pampero.lead.behind" if behind else "pampero.lead.margin")
    assert {"card": space} == outcome


@rule("S5", "pampero.read.flipped")
def test_s5_a_card_that_lies_face_down() -> None:
    """After the 2nd scoring the first card is left out, however far VJ is behind there."""
    bot = table(*THREE, skipping="reported")
    bot.do(set={"cards": flipped(bot), "majority": pairs((0, 9), (4, 4), (3, 2))})
    Table().turn(bot)
    assert 2 == bot.state["did"]["space"]
    assert ({}, {"card": 2}) == told(bot, "pampero.read.flipped")


@rule("S7", "pampero.read.next_card", "pampero.read.until")
def test_s7_the_next_cards() -> None:
    """Nothing of cards 1 and 2 holds: the action of card 3 is done, though VJ leads there."""
    bot = table(named(NEVER, "one"), named(NEVER, "two"), does("three"), majority=pairs((0, 2), (0, 1), (9, 0)))
    Table().turn(bot)
    assert 3 == bot.state["did"]["space"]


@rule("S8", "pampero.read.wrap")
def test_s8_below_the_bottom_comes_the_top() -> None:
    """Card 3 leads and nothing of it holds: the first card is read."""
    bot = table(does("one"), does("two"), named(NEVER, "three"), majority=pairs((3, 0), (3, 0), (0, 1)))
    Table().turn(bot)
    assert 1 == bot.state["did"]["space"]
    assert ({}, {"card": 1}) == told(bot, "pampero.read.wrap")


@rule("S10", "pampero.ruling.no_action")
def test_s10_nothing_can_be_done() -> None:
    """Card 1 lies face down and nothing of the others holds: VJ does nothing, and the device says so."""
    bot = table(does("one"), named(NEVER, "two"), named(NEVER, "three"), skipping="reported")
    bot.do(set={"cards": flipped(bot)})
    bot.answer("go_on")
    assert ("your_turn", "nothing") == (bot.key, bot.state["did"]["action"])
    assert "VJ can do nothing" == bot.screen["headline"]
    assert "pampero.ruling.no_action" in bot.rules()


# --- wind farms -----------------------------------------------------------------------------------------------------


@rule("S11", "S12", "pampero.wind.energy", "pampero.vj.energy_cap")
@pytest.mark.parametrize(
    ("before", "sector", "after"),
    [
        pytest.param(9, "C", 10, id="S11"),
        pytest.param(7, "B1", 10, id="S12"),
        pytest.param(8, "B2", 10, id="S12-capped"),
        pytest.param(1, "A3", 3, id="A"),
    ],
)
def test_energy_of_a_wind_farm(before: int, sector: str, after: int) -> None:
    """2, 3 or 5 energy by zone, and never more than 10."""
    bot = table(does("one"), vj={"energy": before})
    Table(choice=[sector]).turn(bot)
    assert after == bot.state["vj"]["energy"]
    told_cap = "pampero.vj.energy_cap" in bot.rules()
    assert told_cap == (before + {"A": 2, "B": 3, "C": 5}[sector[0]] > 10)


@rule("pampero.wind.energy")
def test_a_card_may_give_an_energy_of_its_own() -> None:
    """What a card says of a zone goes before what all cards give."""
    own = wind(ALWAYS) | {"energy": {"A": 4, "B": 3, "C": 5}}
    bot = table(card("one", own, wind(BELOW_1), wind(BELOW_1)), vj={"energy": 1})
    Table(choice=["A3"]).turn(bot)
    assert 5 == bot.state["vj"]["energy"]


@rule("S13", "S14", "pampero.wind.structures", "pampero.wind.dozers", "pampero.wind.you_choose")
@pytest.mark.parametrize(
    ("dozers", "sector"),
    [
        pytest.param({"A1": 0, "B1": 2}, "B1", id="S13"),
        pytest.param({"A1": 2, "B1": 2}, "A1", id="S14"),
        pytest.param({"C": 9}, "A1", id="S14-none"),
    ],
)
def test_ties_of_your_structures(dozers: dict[str, int], sector: str) -> None:
    """Your most structures in A1 and B1: your most bulldozers tell; of those still tied you choose."""
    bot = table(card("one", wind(BELOW_10), wind(BELOW_1), wind(BELOW_1)))
    look = Table(structures={"A1": 3, "B1": 3, "C": 2}, dozers=dozers)
    look.turn(bot)
    assert (sector, ["site"]) == (bot.state["did"]["sector"], look.asked)
    assert ({"icon": "you_choose", "sectors": [*ALL]}, {"sectors": [sector]}) == told(bot, "pampero.wind.you_choose")


@rule("S15", "pampero.ruling.full_sector", "pampero.vj.no_bulldozer")
def test_s15_a_site_with_your_bulldozer() -> None:
    """The only free site of the top sector carries your bulldozer: that sector is left out."""
    bot = table(card("one", wind(BELOW_10), wind(BELOW_1), wind(BELOW_1)))
    look = Table(sites={"wind": ["A2", "B2"], "tower": []}, structures={"A1": 5, "B2": 2, "A2": 1})
    look.turn(bot)
    assert "B2" == bot.state["did"]["sector"]


# --- towers ---------------------------------------------------------------------------------------------------------

BUILDS = card("builds", tower(LOCKED), wind(BELOW_1), wind(BELOW_1))
FIVE = {"A1": 1, "A2": 1, "A3": 1, "B1": 1, "B2": 1}


@rule("S16", "pampero.tower.order", "pampero.tower.no_second")
def test_s16_the_only_sector_without_a_tower() -> None:
    """Towers in five sectors: he builds in the sixth, if a site is free there."""
    bot = table(BUILDS, vj={"towers": FIVE})
    Table().turn(bot)
    assert ("tower", "C") == (bot.state["did"]["action"], bot.state["did"]["sector"])
    assert FIVE | {"C": 1} == bot.state["vj"]["towers"]
    assert 1 == bot.state["vj"]["towers_left"]


@rule("pampero.ruling.second_tower", "pampero.tower.no_second")
def test_no_second_tower_before_all_have_one() -> None:
    """The sixth sector has no free site: there is no second tower anywhere, and the section fails."""
    bot = table(BUILDS, vj={"towers": FIVE})
    Table(sites={"wind": [], "tower": [*FIVE]}).turn(bot)
    assert "nothing" == bot.state["did"]["action"]
    assert ({"without": ["C"]}, {}) == told(bot, "pampero.ruling.second_tower")


@rule("S18", "pampero.tower.again", "pampero.ruling.second_pass")
@pytest.mark.parametrize("sector", ALL)
def test_s18_one_tower_everywhere(sector: str) -> None:
    """All six have one: you choose any of them."""
    bot = table(BUILDS, vj={"towers": FIVE | {"C": 1}})
    bot.answer("go_on")
    assert [*ALL, "none"] == bot.ids
    bot.answer(sector)
    assert 2 == bot.state["vj"]["towers"][sector]


@rule("S20", "pampero.condition.locked")
def test_s20_transformers_not_locked() -> None:
    """A transformer is unlocked: the tower section is false, the next one is read."""
    bot = table(card("one", tower(LOCKED), wind(BELOW_10), wind(BELOW_1)), vj={"unlocked_transformers": 1})
    Table().turn(bot)
    assert "wind" == bot.state["did"]["action"]
    assert ({"unlocked": 1}, {"holds": False}) == told(bot, "pampero.condition.locked")


@rule("S21", "S23", "pampero.tower.tile", "pampero.tower.zone")
@pytest.mark.parametrize(
    ("sector", "columns", "taken"),
    [
        pytest.param("B1", {"B": [Column(["commercial", "x"]), Column(["a", "b"], ["money:5"])]}, ("B", 0), id="S21"),
        pytest.param(
            "C", {"B": [Column(["commercial"], ["money:5"])], "C": [Column(["a"]), Column([])]}, ("C", 0), id="S23"
        ),
        pytest.param("B1", {"B": [Column(["a", "b"]), Column(["c", "d"]), Column(["e"])]}, ("B", 1), id="most-tiles"),
        pytest.param("A1", {"A": [Column(["commercial"]), Column(["commercial"])]}, ("A", 1), id="rightmost"),
    ],
)
def test_the_column(sector: str, columns: dict[str, list[Column]], taken: tuple[str, int]) -> None:
    """A tile of the top symbol beats a printed one; only the zone of the tower counts; else most tiles, rightmost."""
    bot = table(
        card("one", tower(ALWAYS, row(sector, YOU_CHOOSE)), wind(BELOW_1), wind(BELOW_1)),
        vj={"income": {"commercial": 1}},
    )
    look = Table(columns=columns)
    look.turn(bot)
    zone, place = taken
    assert columns[zone][place] is look.taken
    assert len(columns[zone][place].tiles) == bot.state["did"]["tiles"]


# --- contracts ------------------------------------------------------------------------------------------------------


@rule("S24", "pampero.contract.zones", "pampero.contract.cheapest", "pampero.contract.pay")
def test_s24_the_first_zone_of_the_card() -> None:
    """A payable contract of zone A comes before a cheaper one of zone B."""
    bot = contracts_at(towers={"A1": 1, "B1": 1}, energy=6)
    Table(contracts=[Contract("B1", "tourism", 2), Contract("A1", "tourism", 5)]).turn(bot)
    assert ("A1", 1) == (bot.state["did"]["sector"], bot.state["vj"]["energy"])


@rule("S25", "pampero.contract.rightmost")
def test_s25_the_rightmost_type() -> None:
    """Two at 4 in zone A: the type of his rightmost marker."""
    bot = contracts_at(income=RESIDENTIAL)
    Table(contracts=[Contract("A1", "commercial", 4), Contract("A1", "residential", 4)]).turn(bot)
    assert "residential" == bot.state["did"]["type"]


@rule("S26", "pampero.contract.next_cards", "pampero.ruling.two_eyes")
def test_s26_the_next_card_without_an_eye() -> None:
    """Two residential ones at 4: the next card's first row singles one out; its condition is not tested."""
    wanted = {"icon": "icons_at_least", "type": "market", "count": 1}
    second = card("two", contract(CANNOT_PAY, row("A", wanted)), wind(BELOW_1), wind(BELOW_1))
    bot = contracts_at(second, income=RESIDENTIAL, towers={"A1": 1, "A2": 1})
    look = Table(contracts=[Contract("A1", "residential", 4), Contract("A2", "residential", 4, {"market": 1})])
    look.turn(bot)
    assert "A2" == bot.state["did"]["sector"]
    assert "condition" not in look.asked
    assert ({"card": 2}, {"found": "one"}) == told(bot, "pampero.contract.next_cards")


@rule("S28", "pampero.contract.sectors")
def test_s28_a_sector_with_your_tower_alone() -> None:
    """A contract where only you have a tower is not available to VJ."""
    bot = contracts_at(towers={"B1": 1})
    Table(contracts=[Contract("A1", "tourism", 1)]).turn(bot)
    assert "nothing" == bot.state["did"]["action"]


@rule("S29", "pampero.vj.any_contract")
@pytest.mark.parametrize("name", ["tourism", "industrial", "commercial", "residential"])
def test_s29_any_type(name: str) -> None:
    """VJ fulfils a contract of any type, whatever columns are free."""
    bot = contracts_at()
    Table(contracts=[Contract("A1", name, 2)]).turn(bot)
    assert [{"sector": "A1", "type": name, "cost": 2}] == bot.state["vj"]["contracts"]
    assert 1 == bot.state["vj"]["income"][name]


# --- bonuses, specialists -------------------------------------------------------------------------------------------


@rule("S30", "pampero.income.bonus", "pampero.vj.past_towers")
def test_s30_an_income_bonus() -> None:
    """+2 on his rightmost marker, past an unbuilt tower."""
    bot = gaining(income=2, vj={"income": RESIDENTIAL})
    bot.answer(False)
    assert 5 == bot.state["vj"]["income"]["residential"]
    assert "pampero.vj.past_towers" in bot.rules()


@rule("S31", "pampero.specialist.order")
def test_s31_a_card_that_matches_the_tile() -> None:
    """One card matches the next scoring tile: that one, whatever icons others have."""
    bot = gaining(specialist=1)
    bot.answer("one")
    assert ("your_turn", ["tile"]) == (bot.key, bot.state["vj"]["scoring_cards"])


@rule("S33", "pampero.specialist.order")
def test_s33_no_card_fits() -> None:
    """None matches and none has your icons: the top card of the deck."""
    bot = gaining(specialist=1)
    bot.answer("none", "residential", "none")
    assert ["deck"] == bot.state["vj"]["scoring_cards"]
    assert any("top one of the deck" in line for line in bot.screen["lines"])


@rule("pampero.specialist.order", "pampero.ruling.specialist_icons")
@pytest.mark.parametrize(
    ("answers", "how"),
    [
        (["none", "residential", "one"], "yours"),
        (["none", "residential", "several", "one"], "vj"),
        (["none", "residential", "several", "several"], "you"),
        (["several", "residential", "one"], "yours"),
        (["several", "residential", "none", "one"], "vj"),
    ],
)
def test_the_order_of_scoring_cards(answers: list[str], how: str) -> None:
    """Most icons of your rightmost type, then of his, then you choose; among those that match the tile, too."""
    bot = gaining(specialist=1)
    bot.answer(*answers)
    assert [how] == bot.state["vj"]["scoring_cards"]


@rule("pampero.specialist.order", "pampero.ruling.specialist_icons")
@pytest.mark.parametrize(
    ("answers", "line"),
    [
        (["none", "commercial"], "Commercial icons, of all scoring cards shown."),
        (["several", "commercial"], "Commercial icons, of the cards that match."),
        (["none", "commercial", "several"], "Residential icons, of those with most commercial icons."),
        (["several", "commercial", "several"], "Residential icons, of those with most commercial icons."),
        (["several", "commercial", "none"], "Residential icons, of the cards that match."),
    ],
)
def test_only_the_cards_still_tied_are_compared(answers: list[str], line: str) -> None:
    """Each question says which cards it is about: those that the one before it left."""
    bot = gaining(specialist=1)
    bot.answer(*answers)
    assert ("specialist_icons", line) == (bot.key, bot.screen["lines"][0])


@rule("pampero.specialist.order")
@pytest.mark.parametrize(
    ("answers", "line"),
    [
        (["one"], "one that matches the tile"),
        (["none", "commercial", "one"], "one with most icons of your type"),
        (
            ["none", "commercial", "several", "one"],
            "one with most icons of your type, of these one with most icons of VJ’s type",
        ),
        (["several", "commercial", "one"], "one that matches the tile, of these one with most icons of your type"),
        (
            ["several", "commercial", "none", "one"],
            "one that matches the tile, of these one with most icons of VJ’s type",
        ),
        (["several", "commercial", "none", "none"], "one that matches the tile, of these one that you choose"),
        (["none", "commercial", "several", "none"], "one with most icons of your type, of these one that you choose"),
        (
            ["several", "commercial", "several", "several"],
            (
                "one that matches the tile, of these one with most icons of your type, "
                "of these one with most icons of VJ’s type, of these one that you choose"
            ),
        ),
    ],
)
def test_the_result_says_among_which_cards(answers: list[str], line: str) -> None:
    """VJ's turn tells by what a scoring card was found, and among which ones you choose where they still tie."""
    bot = gaining(specialist=1)
    bot.answer(*answers)
    assert ("your_turn", True) == (bot.key, f"Give VJ a scoring card: {line}." in bot.screen["lines"])


@rule("pampero.specialist.order")
def test_several_scoring_cards_are_told_apart() -> None:
    """Each of two cards of one turn has a line, with its number and by what it was found."""
    bot = gaining(specialist=2)
    bot.answer("one")
    first = "Give VJ scoring card 1: one that matches the tile."
    assert [first, "Refill the display first."] == bot.screen["lines"][:2]
    bot.answer("none", "commercial", "several", "none")
    second = "Give VJ scoring card 2: one with most icons of your type, of these one that you choose."
    assert [second] == [line for line in bot.screen["lines"] if "scoring card" in line]


@rule("S34", "pampero.specialist.last_space", "pampero.ruling.second_card")
@pytest.mark.parametrize(("first", "taken"), [("one", ["tile", "deck"]), ("none", ["deck"])])
def test_s34_the_last_space(first: str, taken: list[str]) -> None:
    """A card at the last space; if it lay face up, the display is refilled and another follows by the same rules."""
    bot = gaining(income=1, facts=board(income={"last_space": {"residential": 4}}), vj={"income": RESIDENTIAL})
    assert "Refill the display first." not in bot.screen["lines"]
    if first == "one":
        bot.answer("one")
        assert "Refill the display first." in bot.screen["lines"]
    bot.answer("none", "residential", "none")
    assert taken == bot.state["vj"]["scoring_cards"]
    assert ("your_turn", 4) == (bot.key, bot.state["vj"]["income"]["residential"])


@rule("S36", "pampero.specialist.scoring")
def test_s36_scoring_cards_alone() -> None:
    """The question is about scoring cards: action cards are no answer to it."""
    bot = gaining(specialist=1)
    assert "Scoring cards that match the next scoring tile." in bot.screen["lines"]
    assert "pampero.specialist.scoring" in bot.rules()


# --- your use of his pieces, the pass tile --------------------------------------------------------------------------


@rule("S37", "pampero.pay.tower", "pampero.ruling.real_tower")
def test_s37_his_tower_in_zone_c() -> None:
    """A contract through his tower in zone C: $17 for VJ."""
    bot = table(*THREE, vj={"towers": {"C": 1}})
    assert "I paid VJ $17 (zone C)" in [option["text"] for option in bot.ask["options"]]
    bot.answer("paid_C")
    assert 17 == bot.state["vj"]["money"]
    assert "pampero.ruling.real_tower" not in bot.rules()


@rule("S38", "pampero.pay.bulldozer")
def test_s38_your_own_bulldozer() -> None:
    """Where you build with your own bulldozer VJ gets nothing: that your turn is done is all you say."""
    bot = table(*THREE)
    bot.answer("go_on")
    assert 0 == bot.state["vj"]["money"]


@rule("S39", "pampero.pass.once", "pampero.pass.cards")
def test_s39_the_pass_tile() -> None:
    """Used before his second turn: he does nothing then, and it cannot be used again."""
    bot = table(*THREE)
    Table(choice=["B1"]).turn(bot)
    before = bot.state["vj"]
    bot.answer("pass")
    assert (before, "skipped") == (bot.state["vj"], bot.state["did"]["action"])
    assert (3, False) == (bot.state["clock"]["turn_in_round"], bot.state["flags"]["pass_tile_unused"])
    assert "pass" not in bot.ids
    bot.refused(answer="pass")


@rule("S40", "pampero.dozer.parking")
def test_s40_a_bulldozer() -> None:
    """It is parked; where the grid is full it goes to the utility area, so there is no limit."""
    bot = gaining(dozer=1, vj={"dozers_parked": 40})
    assert 41 == bot.state["vj"]["dozers_parked"]
    assert "Park 1 of his bulldozers: leftmost, then topmost. If the grid is full: right of it." in bot.screen["lines"]


@rule("S41", "pampero.connection.bonus")
def test_s41_a_connection_at_10_energy() -> None:
    """Energy stays at 10, money goes up by 3, the tile is kept."""
    bot = gaining(connection=1, vj={"energy": 10, "money": 2})
    vj = bot.state["vj"]
    assert (10, 5, 1) == (vj["energy"], vj["money"], len(vj["connection_tiles"]))


# --- scorings -------------------------------------------------------------------------------------------------------


@rule("S42", "pampero.scoring.first")
def test_s42_the_first_scoring() -> None:
    """No majority is compared, and no card is turned."""
    bot = table(*THREE, at="scoring", reached=True)
    bot.answer(6)
    assert ({}, 6) == (bot.state["scored"]["winners"], bot.state["vj"]["money"])
    assert "Give VJ $6." == bot.screen["lines"][0]
    assert ([True] * 3, 1) == ([slot["face_up"] for slot in bot.state["cards"]], bot.state["clock"]["scorings_done"])


@rule("S43", "pampero.scoring.majority", "pampero.scoring.flip")
def test_s43_the_second_scoring() -> None:
    """3–3 at space 1: VJ has that majority, and card 1 is turned face down."""
    bot = table(*THREE, at="scoring", reached=True, majority=pairs((3, 3), (0, 0), (0, 0)), clock={"scorings_done": 1})
    assert "Majority 1 is VJ’s, 3 to 3." in bot.screen["lines"]
    bot.answer(0)
    assert {"1": "vj"} == bot.state["scored"]["winners"]
    assert "Turn solo card 1 face down." in bot.screen["lines"]
    assert [False, True, True] == [slot["face_up"] for slot in bot.state["cards"]]
    assert "pampero.scoring.flip" in bot.rules()


@rule("S44", "pampero.scoring.majority", "pampero.end.most_money")
def test_s44_the_final_scoring() -> None:
    """2–3 and 4–4: you have end A, VJ has end B; then most money wins."""
    bot = table(
        *THREE,
        at="scoring",
        reached=True,
        majority=pairs((0, 0), (2, 3), (4, 4)),
        clock={"scorings_done": 2},
        vj={"money": 50},
    )
    bot.answer(12)
    assert {"2": "you", "3": "vj"} == bot.state["scored"]["winners"]
    assert "Give VJ $12." == bot.screen["lines"][0]
    bot.answer("total", 61)
    assert {"winner": "bot", "bot": 62, "you": 61} == {k: bot.status["result"][k] for k in ("winner", "bot", "you")}


@rule("S45", "pampero.special.tile_27")
def test_s45_covered_spaces() -> None:
    """Tile 2.7 and four covered "!!" spaces: $12."""
    bot = table(*THREE, at="scoring", reached=True, tiles=["2.7"])
    assert "marked_spaces" == bot.key
    bot.answer(4, 0)
    assert 12 == bot.state["vj"]["money"]


@rule("S46", "pampero.tower.spaces")
def test_s46_an_ongoing_tile() -> None:
    """Tile 30 goes to a space of its own, and is not there to be gained again."""
    bot = gaining(ongoing=1)
    bot.answer(["30"])
    assert [30] == bot.state["vj"]["ongoing"]
    assert "Lay bonus tile 30 on its own space of his board." in bot.screen["lines"]
    bot.do(set={"at": "your_turn", "vj": {**bot.state["vj"], "unlocked_transformers": 0}})
    bot.until(Table(columns={}).answer, "your_turn")
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    assert 2 == next(line["high"] for line in bot.ask["lines"] if line["id"] == "ongoing")


# --- conditions -----------------------------------------------------------------------------------------------------


@rule("S47", "pampero.ruling.no_tower")
def test_s47_cannot_pay_without_a_tower() -> None:
    """Without a tower “cannot pay” is false, unasked: the tower section gets its chance."""
    bot = table(card("one", wind(CANNOT_PAY), tower(LOCKED), wind(BELOW_1)))
    look = Table()
    look.turn(bot)
    assert "tower" == bot.state["did"]["action"]
    assert "condition" not in look.asked


@rule("S48", "pampero.condition.cannot_pay")
@pytest.mark.parametrize(("cost", "action"), [(5, "wind"), (3, "nothing"), (None, "nothing")])
def test_s48_cannot_pay(cost: int | None, action: str) -> None:
    """A contract of 5 with 3 energy and no battery: the condition holds; not with one of 3, or without a contract."""
    bot = table(
        card("one", wind(CANNOT_PAY), wind(BELOW_1), wind(BELOW_1)),
        vj={"energy": 3, "batteries": 0, "towers": {"A1": 1}},
    )
    Table(contracts=[] if cost is None else [Contract("A1", "tourism", cost)]).turn(bot)
    assert action == bot.state["did"]["action"]


@rule("S49", "pampero.contract.network", "pampero.contract.effect")
@pytest.mark.parametrize(
    ("tiles", "line"),
    [(1, "Lay a network tile between his contracts."), (2, "Lay 2 network tiles between his contracts.")],
)
def test_s49_a_network_tile(tiles: int, line: str) -> None:
    """The contract completes connections: a network tile is placed on each, and that majority of VJ goes up."""
    cards = card("one", contract(AVAILABLE), wind(BELOW_1), wind(BELOW_1), majority="network_tiles")
    bot = table(cards, vj={"energy": 5, "towers": {"A1": 1}}, majority=pairs((2, 4), (0, 0), (0, 0)))
    bot.answer("go_on")
    bot.until(Table(contracts=[Contract("A1", "tourism", 2)]).answer, "contract_effect")
    counted(bot, network=tiles)
    assert (tiles, {"vj": 2 + tiles, "you": 4}) == (bot.state["vj"]["network_tiles"], bot.state["majority"][0])
    assert {line, f"Move his majority 1 to {2 + tiles}."} <= {*bot.screen["lines"]}


@rule("S50", "pampero.card.cell")
def test_s50_an_unknown_cell() -> None:
    """One question for an unknown cell; what it says is used, kept, offered at the end, and not asked again."""
    first = card("one", wind({"kind": "energy_lt", "value": "?"}, row("*", YOU_CHOOSE)), wind(BELOW_1), wind(BELOW_1))
    bot = table(first)
    bot.answer("go_on")
    assert ("cell_number", "pampero.card.cell") == (bot.key, bot.screen["rule"])
    bot.answer(7)
    bot.until(Table().answer, "your_turn")
    assert ("wind", 7) == (bot.state["did"]["action"], condition_of(bot)["value"])
    look = Table()
    look.turn(bot)
    assert "cell_number" not in look.asked
    assert bot.state["cells_learned"]


# --- pieces ---------------------------------------------------------------------------------------------------------


def printed(**state: Any) -> Outsider:
    """Return a bot with the known part of card 3 at space 1."""
    bot = Outsider("pampero", board=board())
    bot.do(set={"at": "your_turn", **state})
    assert "wind_farms" == bot.state["cards"][0]["card"]["id"]
    return bot


def network_card(*others: Any, towers: dict[str, int] | None = None) -> Outsider:
    """Return a bot that follows the tower section of the network-tiles card, all transformers locked.

    Its row for zone C, which is not known, builds where you choose.
    """
    residential = {"icon": "most_icons", "type": "residential", "on": ["contract", "connection"]}
    rows = row("A", residential, {"icon": "you_most_dozers"}, YOU_CHOOSE), row("B", CHEAPEST, EYE), row("C", YOU_CHOOSE)
    first = card("first", tower(LOCKED, *rows), wind(BELOW_1), wind(BELOW_1), majority="network_tiles")
    return table(first, *others, vj={"towers": towers or {}})


def contracts_at(*others: Any, **vj: Any) -> Outsider:
    """Return a bot whose first card fulfils contracts, with a tower in A1 and 8 energy unless told otherwise."""
    first = card("one", contract(AVAILABLE), wind(BELOW_1), wind(BELOW_1))
    return table(first, *others, vj={"energy": 8, "batteries": 0, "towers": {"A1": 1}, **vj})


def eyed(
    contracts: list[Contract], income: dict[str, int] | None = None, *, stop: bool = False
) -> tuple[Outsider, Table]:
    """Return a bot and a table after a turn by the eye in the zone-B row of the first card."""
    vj = {"energy": 8, "batteries": 0, "towers": {"B1": 1, "B2": 1}, "income": income or {}}
    bot, look = table(EYED, WANTS, LAST, vj=vj), Table(contracts=contracts)
    bot.answer("go_on")
    bot.until(look.answer, "contract_sector" if stop else "your_turn")
    return bot, look


def by_two_rows(*icons: dict[str, Any]) -> tuple[Outsider, list[tuple[list[str], str]]]:
    """Return a bot after a tie that the second card decides by two rows, and where each of its icons looked for what.

    Three contracts lie in B1, two of them with a market; the next row wants a residential one, as in B2 lies too.
    """
    rows = (
        row("B1", {"icon": "icons_at_least", "type": "market", "count": 1}),
        row("A", CHEAPEST),
        row("B", RESIDENTIAL_ONE),
    )
    others = wind(BELOW_1), wind(BELOW_1)
    first = card("first", contract(AVAILABLE, row("B", CHEAPEST, *icons)), *others)
    vj = {"energy": 8, "batteries": 0, "towers": {"B1": 1, "B2": 1}}
    bot = table(first, card("second", contract(AVAILABLE, *rows), *others), vj=vj)
    bot.answer("go_on")
    lie = [("B1", "tourism", {}), ("B1", "tourism", MARKETS), ("B1", "residential", MARKETS), ("B2", "residential", {})]
    look = Table(contracts=[Contract(sector, name, 2, shown) for sector, name, shown in lie])
    facts = [screen["facts"] for screen in bot.until(look.answer, "your_turn") if screen["key"] == "contracts"]
    return bot, [(one["sectors"], one["icon"]) for one in facts]


def gaining(facts: Any = None, vj: dict[str, Any] | None = None, **amounts: int) -> Outsider:
    """Return a bot that has built a tower and gains so much of each kind of bonus."""
    bot = table(BUILDS, facts=facts, vj=vj or {})
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    counted(bot, **amounts)
    return bot


def named(cells: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a card by another name."""
    return {**cells, "id": name, "title": name}


def condition_of(bot: Outsider) -> dict[str, Any]:
    """Return the condition of the first section of the first card."""
    found: dict[str, Any] = bot.state["cards"][0]["card"]["section"][0]["condition"]
    return found
