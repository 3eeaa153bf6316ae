"""The worked examples of the rulebook (E) and scenarios from its text (S), by their ids in the fact sheet."""

from typing import Any

import pytest

from tests.engines.pampero.turns import (
    ALL_LOCKED,
    ALWAYS_TRUE,
    CANNOT_PAY,
    CHEAPEST,
    CONTRACT_AVAILABLE,
    ENERGY_BELOW_1,
    ENERGY_BELOW_10,
    EYE,
    FALSE_CARD,
    RIGHTMOST,
    TWO_MARKETS,
    YOU_CHOOSE,
    answer_amounts,
    begin,
    board,
    bot_with,
    card,
    contract,
    facts_and_outcome,
    finish_set_up,
    first_card_down,
    pairs,
    row,
    tower,
    wind,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import SECTORS, Column, Contract, Table

RESIDENTIAL_INCOME = {"residential": 3, "commercial": 2}
"""Income markers, the residential one rightmost."""


def wind_card(name: str, **cells: Any) -> dict[str, Any]:
    """Return a card whose first section always builds a wind farm where you choose."""
    return card(name, wind(ALWAYS_TRUE, row("*", YOU_CHOOSE)), **cells)


WIND_CARDS = (wind_card("one"), wind_card("two"), wind_card("three"))


# --- the worked examples --------------------------------------------------------------------------------------------


@rule("E1", "pampero.setup.majorities", "pampero.setup.wind_farm", "pampero.setup.energy", "pampero.setup.solo_cards")
def test_e1_the_start_values() -> None:
    """The wind-farm card at space 2: its pair begins at 1–1, since both have a wind farm; the others at 0–0."""
    bot = finish_set_up(begin(wind_card("one"), wind_card("two", majority="wind_farms"), wind_card("three")))
    assert pairs((0, 0), (1, 1), (0, 0)) == bot.state["majority"]
    assert {"A2": 1} == bot.state["vj"]["wind"]
    assert ["one", "two", "three"] == [slot["card"]["id"] for slot in bot.state["cards"]]


@rule("E2", "pampero.pay.bulldozer", "pampero.pay.prices")
def test_e2_his_bulldozer_in_zone_b() -> None:
    """You build in B1 without a bulldozer of yours: VJ has $10 more."""
    bot = bot_with(*WIND_CARDS, vj={"money": 4})
    bot.answer("paid_B")
    assert (14, "your_turn") == (bot.state["vj"]["money"], bot.key)
    assert ({"zone": "B"}, {"price": 10, "money": 14}) == facts_and_outcome(bot, "pampero.pay.prices")


@rule("E3", "pampero.condition.energy", "pampero.wind.place", "pampero.read.sections")
def test_e3_card_3_at_1_energy() -> None:
    """The known part of card 3: below 10 energy a wind farm is built."""
    bot = with_card_3(vj={"energy": 1})
    Table(structures={"B2": 3}).turn(bot)
    assert ("wind", "B2") == (bot.state["did"]["action"], bot.state["did"]["sector"])
    assert ({"energy": 1, "needed": 10}, {"holds": True}) == facts_and_outcome(bot, "pampero.condition.energy")


@rule("E4", "pampero.condition.energy", "pampero.condition.locked", "pampero.read.false")
def test_e4_card_3_at_10_energy() -> None:
    """At 10 energy the first section is false, and the transformers are looked at."""
    bot = with_card_3(vj={"energy": 10, "unlocked_transformers": "?"})
    bot.answer("go_on")
    assert ("condition", "all_transformers_locked") == (bot.key, bot.screen["facts"]["condition"])
    assert (1, 2) == (bot.screen["facts"]["space"], bot.screen["facts"]["section"])


@rule("E5", "pampero.income.rightmost")
def test_e5_rightmost_and_bottommost() -> None:
    """Residential and commercial tie for the rightmost marker: residential counts, since it is lower."""
    bot = with_contract_card(income={"residential": 3, "commercial": 3, "tourism": 2})
    Table(contracts=[Contract("A1", "commercial", 2), Contract("A1", "residential", 2)]).turn(bot)
    assert "residential" == bot.state["did"]["type"]
    income = ["tourism", 2, "industrial", 0, "commercial", 3, "residential", 3]
    assert ({"income": income}, {"type": "residential"}) == facts_and_outcome(bot, "pampero.income.rightmost")


@rule("E6", "pampero.tower.printed", "pampero.tower.whole", "pampero.tower.bonuses", "pampero.tower.zone")
def test_e6_the_column_of_a_printed_bonus() -> None:
    """Zone B has no residential tile, but a printed $5 in the rightmost column: VJ takes its two tiles and the $5."""
    bot = with_card_3(vj={"energy": 10, "income": RESIDENTIAL_INCOME, "unlocked_transformers": 0})
    bot.answer("go_on")
    assert ("cell_where", 2) == (bot.key, bot.state["cards"][0]["card"]["section"][1]["position"])
    bot.answer("B", "no_own_tower", ["B2"])
    assert ["residential"] == bot.screen["facts"]["tile"]
    assert ["money", 5] == bot.screen["facts"]["printed"]
    columns = [Column(["commercial"], ["money:2"]), Column(["tourism", "industrial"], ["money:5"])]
    table = Table(columns={"B": columns})
    bot.until(table.answer, "your_turn")
    assert columns[1] is table.taken
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
    """In zone A most residential icons count; if sectors tie, your most bulldozers; then you choose."""
    bot = with_network_card()
    table = Table(icons={"residential": icons}, dozers=dozers)
    bot.answer("go_on")
    icons_in_words = (
        "1. most residential icons on contracts and connection tiles, 2. of these your most bulldozers, "
        "3. of these one you choose"
    )
    assert f"A tower on a free site: {icons_in_words}." == bot.screen["lines"][0]
    bot.until(table.answer, "bonus_column")
    assert (sector, ["site"]) == (bot.state["did"]["sector"], table.asked)


@rule("E9", "pampero.tower.icons")
def test_e9_the_cheapest_contract_of_zone_b() -> None:
    """All sectors of A have a tower, none of B has one: VJ builds at the cheapest contract, 3 against 4."""
    bot = with_network_card(towers={"A1": 1, "A2": 1, "A3": 1})
    table = Table(contracts=[Contract("B1", "tourism", 4), Contract("B2", "tourism", 3)])
    bot.answer("go_on")
    bot.until(table.answer, "bonus_column")
    assert ("B2", ["sectors"]) == (bot.state["did"]["sector"], table.asked)


@rule("E9", "pampero.ruling.no_result", "pampero.tower.eye")
@pytest.mark.parametrize(("sites", "sector"), [(("B1", "B2", "C"), "B2"), (("B1", "C"), "B1"), (("C",), "C")])
def test_e9_no_contract_in_zone_b(sites: tuple[str, ...], sector: str) -> None:
    """If zone B has sites and no contract, the eye decides; VJ builds in zone C only if B has no site."""
    second = card("second", tower(ENERGY_BELOW_1, row("B2", {"icon": "no_own_tower"})))
    bot = with_network_card(second, towers={"A1": 1, "A2": 1, "A3": 1})
    table = Table(sites={"wind": [], "tower": list(sites)})
    bot.answer("go_on")
    bot.until(table.answer, "bonus_column")
    assert (sector, ["sectors", "free_sites"]) == (bot.state["did"]["sector"], table.asked[:2])
    assert (sector == "B2") == ("pampero.tower.eye" in bot.rules())


@rule("pampero.tower.single")
def test_a_single_sector_is_not_compared() -> None:
    """One B sector has a tower of VJ: only a site in the other is asked, and he builds there."""
    bot = with_network_card(towers={"A1": 1, "A2": 1, "A3": 1, "B2": 1})
    bot.answer("go_on")
    assert ("free_site", "B1") == (bot.key, bot.screen["facts"]["sector"])
    bot.answer(True)
    assert "B1" == bot.state["did"]["sector"]


EYE_CARD = card("eyed", contract(CONTRACT_AVAILABLE, row("B", CHEAPEST, EYE)))
MARKETS_CARD = card(
    "wants",
    wind(ENERGY_BELOW_1),
    contract({"kind": "contract_available", "any_of": [TWO_MARKETS]}, row("B", CHEAPEST, RIGHTMOST)),
)
INDUSTRIAL_CARD = card(
    "last",
    wind(ENERGY_BELOW_1),
    wind(ENERGY_BELOW_1),
    contract(CONTRACT_AVAILABLE, row("B", {"icon": "is_type", "type": "industrial"})),
)
TWO_MARKET_ICONS = {"market": 2}
OF_RESIDENTIAL = {"icon": "is_type", "type": "residential"}


@rule("E11", "pampero.contract.eye")
def test_e11_the_condition_of_the_next_card() -> None:
    """Two B contracts tie: the next card's condition picks the one with two market icons."""
    bot, table = after_eye([Contract("B1", "tourism", 2, TWO_MARKET_ICONS), Contract("B2", "residential", 2)])
    assert ("B1", "tourism") == (bot.state["did"]["sector"], bot.state["did"]["type"])
    assert 1 == table.asked.count("contracts")
    assert ({"card": 2}, {"found": "one"}) == facts_and_outcome(bot, "pampero.contract.eye")


@rule("E12", "pampero.icons.secondary", "pampero.ruling.secondary_scope")
@pytest.mark.parametrize("icons", [{}, TWO_MARKET_ICONS])
def test_e12_the_icon_behind(icons: dict[str, int]) -> None:
    """If no contract, or several, have two market icons, the icon behind picks the residential one."""
    bot, _ = after_eye([Contract("B1", "tourism", 2, icons), Contract("B2", "residential", 2, icons)])
    assert ("B2", "residential") == (bot.state["did"]["sector"], bot.state["did"]["type"])


@rule("E12", "pampero.ruling.secondary_scope")
def test_e12_only_those_still_tied() -> None:
    """Two of three contracts have two market icons: the icon behind picks the residential one of these two."""
    three = [
        Contract("B1", "tourism", 2, TWO_MARKET_ICONS),
        Contract("B1", "residential", 2, TWO_MARKET_ICONS),
        Contract("B2", "residential", 2),
    ]
    bot, _ = after_eye(three)
    assert ("B1", "residential") == (bot.state["did"]["sector"], bot.state["did"]["type"])


@rule("E13", "pampero.contract.eye", "pampero.contract.third", "pampero.ruling.no_result")
@pytest.mark.parametrize(
    ("types", "expected"),
    [(("tourism", "commercial"), "commercial"), (("tourism", "industrial"), "industrial")],
)
def test_e13_the_row_of_the_zone(types: tuple[str, str], expected: str) -> None:
    """Without a residential contract, the zone-B row of the next card decides by his rightmost type, else card 3."""
    bot, _ = after_eye([Contract("B1", types[0], 2), Contract("B2", types[1], 2)], income={"commercial": 4})
    assert expected == bot.state["did"]["type"]


@rule("pampero.contract.eye")
def test_the_eye_goes_down_the_rows_of_its_zone() -> None:
    """The next row of the zone compares only the contracts that the one before it left tied."""
    bot, asked = after_two_rows(EYE)
    assert [(["B1"], "available"), (["B1"], "icons_at_least"), (["B1"], "is_type")] == asked
    assert ("B1", "residential") == (bot.state["did"]["sector"], bot.state["did"]["type"])


@rule("pampero.contract.next_cards")
def test_without_an_eye_each_row_looks_at_all_that_tie() -> None:
    """Without an eye, a row that does not break the tie passes all tied contracts to the next row."""
    _, asked = after_two_rows()
    assert [(["B1"], "available"), (["B1"], "icons_at_least"), (["B1", "B2"], "is_type")] == asked


@rule("E13", "pampero.contract.third")
def test_e13_you_break_the_last_tie() -> None:
    """If all three cards leave a tie, you choose the contract."""
    bot, _ = after_eye(
        [Contract("B1", "tourism", 2), Contract("B2", "tourism", 2)], income={"commercial": 4}, stop=True
    )
    assert bot.screen["facts"]["you_choose"]
    assert "Several tie: choose one." in bot.screen["lines"]


@rule("E14", "pampero.majority.tie")
@pytest.mark.parametrize(("pair", "winner"), [((2, 2), "vj"), ((2, 3), "you")])
def test_e14_ties_are_his(pair: tuple[int, int], winner: str) -> None:
    """2–2 is VJ's majority, 2–3 is yours."""
    bot = bot_with(
        *WIND_CARDS, at="scoring", reached=True, majority=pairs(pair, (0, 0), (0, 0)), clock={"scorings_done": 1}
    )
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
    """The first card with a majority of yours leads; if VJ has all, the least margin, if margins tie the topmost."""
    bot = bot_with(*WIND_CARDS, majority=pairs(*values))
    Table().turn(bot)
    assert space == bot.state["did"]["space"]
    behind = any(you > vj for vj, you in values)
    _, outcome = facts_and_outcome(bot, "pampero.lead.behind" if behind else "pampero.lead.margin")
    assert {"card": space} == outcome


@rule("S5", "pampero.read.flipped")
def test_s5_a_card_that_lies_face_down() -> None:
    """After the 2nd scoring the first card is skipped, even if VJ is far behind there."""
    bot = bot_with(*WIND_CARDS, skipping="reported")
    bot.do(set={"cards": first_card_down(bot), "majority": pairs((0, 9), (4, 4), (3, 2))})
    Table().turn(bot)
    assert 2 == bot.state["did"]["space"]
    assert ({}, {"card": 2}) == facts_and_outcome(bot, "pampero.read.flipped")


@rule("S7", "pampero.read.next_card", "pampero.read.until")
def test_s7_the_next_cards() -> None:
    """No condition of cards 1 and 2 is true: VJ does the action of card 3, though he leads there."""
    bot = bot_with(
        renamed(FALSE_CARD, "one"),
        renamed(FALSE_CARD, "two"),
        wind_card("three"),
        majority=pairs((0, 2), (0, 1), (9, 0)),
    )
    Table().turn(bot)
    assert 3 == bot.state["did"]["space"]


@rule("S8", "pampero.read.wrap")
def test_s8_below_the_bottom_comes_the_top() -> None:
    """VJ follows card 3, and no condition of it is true: card 1 is read next."""
    bot = bot_with(
        wind_card("one"), wind_card("two"), renamed(FALSE_CARD, "three"), majority=pairs((3, 0), (3, 0), (0, 1))
    )
    Table().turn(bot)
    assert 1 == bot.state["did"]["space"]
    assert ({}, {"card": 1}) == facts_and_outcome(bot, "pampero.read.wrap")


@rule("S10", "pampero.ruling.no_action")
def test_s10_nothing_can_be_done() -> None:
    """Card 1 is face down and no condition of the others is true: the screen says that VJ can do nothing."""
    bot = bot_with(wind_card("one"), renamed(FALSE_CARD, "two"), renamed(FALSE_CARD, "three"), skipping="reported")
    bot.do(set={"cards": first_card_down(bot)})
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
    bot = bot_with(wind_card("one"), vj={"energy": before})
    Table(choice=[sector]).turn(bot)
    assert after == bot.state["vj"]["energy"]
    capped = "pampero.vj.energy_cap" in bot.rules()
    assert capped == (before + {"A": 2, "B": 3, "C": 5}[sector[0]] > 10)


@rule("pampero.wind.energy")
def test_a_card_may_give_an_energy_of_its_own() -> None:
    """The energy that a card gives in a zone replaces the usual one."""
    own = wind(ALWAYS_TRUE) | {"energy": {"A": 4, "B": 3, "C": 5}}
    bot = bot_with(card("one", own), vj={"energy": 1})
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
    """You have most structures in A1 and B1: your most bulldozers decide; if these tie, you choose."""
    bot = bot_with(card("one", wind(ENERGY_BELOW_10)))
    table = Table(structures={"A1": 3, "B1": 3, "C": 2}, dozers=dozers)
    table.turn(bot)
    assert (sector, ["site"]) == (bot.state["did"]["sector"], table.asked)
    assert ({"icon": "you_choose", "sectors": [*SECTORS]}, {"sectors": [sector]}) == facts_and_outcome(
        bot, "pampero.wind.you_choose"
    )


@rule("S15", "pampero.ruling.full_sector", "pampero.vj.no_bulldozer")
def test_s15_a_site_with_your_bulldozer() -> None:
    """Your bulldozer is on the only free site of the best sector: VJ builds in the next best one."""
    bot = bot_with(card("one", wind(ENERGY_BELOW_10)))
    table = Table(sites={"wind": ["A2", "B2"], "tower": []}, structures={"A1": 5, "B2": 2, "A2": 1})
    table.turn(bot)
    assert "B2" == bot.state["did"]["sector"]


# --- towers ---------------------------------------------------------------------------------------------------------

TOWER_CARD = card("builds", tower(ALL_LOCKED))
FIVE_TOWERS = {"A1": 1, "A2": 1, "A3": 1, "B1": 1, "B2": 1}


@rule("S16", "pampero.tower.order", "pampero.tower.no_second")
def test_s16_the_only_sector_without_a_tower() -> None:
    """Towers in five sectors: he builds in the sixth, if a site is free there."""
    bot = bot_with(TOWER_CARD, vj={"towers": FIVE_TOWERS})
    Table().turn(bot)
    assert ("tower", "C") == (bot.state["did"]["action"], bot.state["did"]["sector"])
    assert FIVE_TOWERS | {"C": 1} == bot.state["vj"]["towers"]
    assert 1 == bot.state["vj"]["towers_left"]


@rule("pampero.ruling.second_tower", "pampero.tower.no_second")
def test_no_second_tower_before_all_have_one() -> None:
    """The sixth sector has no free site: there is no second tower anywhere, and the section fails."""
    bot = bot_with(TOWER_CARD, vj={"towers": FIVE_TOWERS})
    Table(sites={"wind": [], "tower": [*FIVE_TOWERS]}).turn(bot)
    assert "nothing" == bot.state["did"]["action"]
    assert ({"without": ["C"]}, {}) == facts_and_outcome(bot, "pampero.ruling.second_tower")


@rule("S18", "pampero.tower.again", "pampero.ruling.second_pass")
@pytest.mark.parametrize("sector", SECTORS)
def test_s18_one_tower_everywhere(sector: str) -> None:
    """All six sectors have a tower: you choose any of them."""
    bot = bot_with(TOWER_CARD, vj={"towers": FIVE_TOWERS | {"C": 1}})
    bot.answer("go_on")
    assert [*SECTORS, "none"] == bot.ids
    bot.answer(sector)
    assert 2 == bot.state["vj"]["towers"][sector]


@rule("S20", "pampero.condition.locked")
def test_s20_transformers_not_locked() -> None:
    """A transformer is unlocked: the tower section is false, the next one is read."""
    bot = bot_with(card("one", tower(ALL_LOCKED), wind(ENERGY_BELOW_10)), vj={"unlocked_transformers": 1})
    Table().turn(bot)
    assert "wind" == bot.state["did"]["action"]
    assert ({"unlocked": 1}, {"holds": False}) == facts_and_outcome(bot, "pampero.condition.locked")


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
def test_the_column_that_vj_takes(sector: str, columns: dict[str, list[Column]], taken: tuple[str, int]) -> None:
    """A tile of the top symbol beats a printed bonus, in the zone of the tower only; else most tiles, rightmost."""
    bot = bot_with(
        card("one", tower(ALWAYS_TRUE, row(sector, YOU_CHOOSE))),
        vj={"income": {"commercial": 1}},
    )
    table = Table(columns=columns)
    table.turn(bot)
    zone, place = taken
    assert columns[zone][place] is table.taken
    assert len(columns[zone][place].tiles) == bot.state["did"]["tiles"]


# --- contracts ------------------------------------------------------------------------------------------------------


@rule("S24", "pampero.contract.zones", "pampero.contract.cheapest", "pampero.contract.pay")
def test_s24_the_first_zone_of_the_card() -> None:
    """A payable contract of zone A comes before a cheaper one of zone B."""
    bot = with_contract_card(towers={"A1": 1, "B1": 1}, energy=6)
    Table(contracts=[Contract("B1", "tourism", 2), Contract("A1", "tourism", 5)]).turn(bot)
    assert ("A1", 1) == (bot.state["did"]["sector"], bot.state["vj"]["energy"])


@rule("S25", "pampero.contract.rightmost")
def test_s25_the_rightmost_type() -> None:
    """Two contracts of zone A cost 4: VJ takes the type of his rightmost marker."""
    bot = with_contract_card(income=RESIDENTIAL_INCOME)
    Table(contracts=[Contract("A1", "commercial", 4), Contract("A1", "residential", 4)]).turn(bot)
    assert "residential" == bot.state["did"]["type"]


@rule("S26", "pampero.contract.next_cards", "pampero.ruling.two_eyes")
def test_s26_the_next_card_without_an_eye() -> None:
    """Two residential contracts cost 4: the first row of the next card breaks the tie, not its condition."""
    wanted = {"icon": "icons_at_least", "type": "market", "count": 1}
    second = card("two", contract(CANNOT_PAY, row("A", wanted)))
    bot = with_contract_card(second, income=RESIDENTIAL_INCOME, towers={"A1": 1, "A2": 1})
    table = Table(contracts=[Contract("A1", "residential", 4), Contract("A2", "residential", 4, {"market": 1})])
    table.turn(bot)
    assert "A2" == bot.state["did"]["sector"]
    assert "condition" not in table.asked
    assert ({"card": 2}, {"found": "one"}) == facts_and_outcome(bot, "pampero.contract.next_cards")


@rule("S28", "pampero.contract.sectors")
def test_s28_a_sector_with_your_tower_alone() -> None:
    """A contract where only you have a tower is not available to VJ."""
    bot = with_contract_card(towers={"B1": 1})
    Table(contracts=[Contract("A1", "tourism", 1)]).turn(bot)
    assert "nothing" == bot.state["did"]["action"]


@rule("S29", "pampero.vj.any_contract")
@pytest.mark.parametrize("name", ["tourism", "industrial", "commercial", "residential"])
def test_s29_any_type(name: str) -> None:
    """VJ fulfils contracts of any type."""
    bot = with_contract_card()
    Table(contracts=[Contract("A1", name, 2)]).turn(bot)
    assert [{"sector": "A1", "type": name, "cost": 2}] == bot.state["vj"]["contracts"]
    assert 1 == bot.state["vj"]["income"][name]


# --- bonuses, specialists -------------------------------------------------------------------------------------------


@rule("S30", "pampero.income.bonus", "pampero.vj.past_towers")
def test_s30_an_income_bonus() -> None:
    """His rightmost marker moves by 2, past an unbuilt tower."""
    bot = with_gains(income=2, vj={"income": RESIDENTIAL_INCOME})
    bot.answer(False)
    assert 5 == bot.state["vj"]["income"]["residential"]
    assert "pampero.vj.past_towers" in bot.rules()


@rule("S31", "pampero.specialist.order")
def test_s31_a_card_that_matches_the_tile() -> None:
    """If one card matches the next scoring tile, VJ takes it; icons do not matter."""
    bot = with_gains(specialist=1)
    bot.answer("one")
    assert ("your_turn", ["tile"]) == (bot.key, bot.state["vj"]["scoring_cards"])


@rule("S33", "pampero.specialist.order")
def test_s33_no_card_fits() -> None:
    """If no card matches the tile or has icons of your type, VJ takes the top card of the deck."""
    bot = with_gains(specialist=1)
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
    """Most icons of your rightmost type decide, then of VJ's, then you choose; so also among cards that match."""
    bot = with_gains(specialist=1)
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
    """Each question names the cards that still tie."""
    bot = with_gains(specialist=1)
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
def test_the_order_says_how_a_scoring_card_was_found(answers: list[str], line: str) -> None:
    """The order names the steps by which the scoring card was found, the last of them perhaps your choice."""
    bot = with_gains(specialist=1)
    bot.answer(*answers)
    assert ("your_turn", True) == (bot.key, f"Give VJ a scoring card: {line}." in bot.screen["lines"])


@rule("pampero.specialist.order")
def test_several_scoring_cards_are_numbered() -> None:
    """Two scoring cards of one turn have a line each, with a number."""
    bot = with_gains(specialist=2)
    bot.answer("one")
    first = "Give VJ scoring card 1: one that matches the tile."
    assert [first, "Refill the display first."] == bot.screen["lines"][:2]
    bot.answer("none", "commercial", "several", "none")
    second = "Give VJ scoring card 2: one with most icons of your type, of these one that you choose."
    assert [second] == [line for line in bot.screen["lines"] if "scoring card" in line]


@rule("S34", "pampero.specialist.last_space", "pampero.ruling.second_card")
@pytest.mark.parametrize(("first", "taken"), [("one", ["tile", "deck"]), ("none", ["deck"])])
def test_s34_the_last_space(first: str, taken: list[str]) -> None:
    """The last space brings a card; if that was face up, the display is refilled and VJ takes another."""
    bot = with_gains(
        income=1, facts=board(income={"last_space": {"residential": 4}}), vj={"income": RESIDENTIAL_INCOME}
    )
    assert "Refill the display first." not in bot.screen["lines"]
    if first == "one":
        bot.answer("one")
        assert "Refill the display first." in bot.screen["lines"]
    bot.answer("none", "residential", "none")
    assert taken == bot.state["vj"]["scoring_cards"]
    assert ("your_turn", 4) == (bot.key, bot.state["vj"]["income"]["residential"])


@rule("S36", "pampero.specialist.scoring")
def test_s36_scoring_cards_alone() -> None:
    """Only scoring cards are asked about, never action cards."""
    bot = with_gains(specialist=1)
    assert "Scoring cards that match the next scoring tile." in bot.screen["lines"]
    assert "pampero.specialist.scoring" in bot.rules()


# --- your use of his pieces, the pass tile --------------------------------------------------------------------------


@rule("S37", "pampero.pay.tower", "pampero.ruling.real_tower")
def test_s37_his_tower_in_zone_c() -> None:
    """You use his tower in zone C for a contract: VJ gets $17."""
    bot = bot_with(*WIND_CARDS, vj={"towers": {"C": 1}})
    assert "I paid VJ $17 (zone C)" in [option["text"] for option in bot.ask["options"]]
    bot.answer("paid_C")
    assert 17 == bot.state["vj"]["money"]
    assert "pampero.ruling.real_tower" not in bot.rules()


@rule("S38", "pampero.pay.bulldozer")
def test_s38_your_own_bulldozer() -> None:
    """VJ gets nothing if you build with your own bulldozer: you report only the end of your turn."""
    bot = bot_with(*WIND_CARDS)
    bot.answer("go_on")
    assert 0 == bot.state["vj"]["money"]


@rule("S39", "pampero.pass.once", "pampero.pass.cards")
def test_s39_the_pass_tile() -> None:
    """The pass tile skips his second turn, and cannot be used again."""
    bot = bot_with(*WIND_CARDS)
    Table(choice=["B1"]).turn(bot)
    before = bot.state["vj"]
    bot.answer("pass")
    assert (before, "skipped") == (bot.state["vj"], bot.state["did"]["action"])
    assert (3, False) == (bot.state["clock"]["turn_in_round"], bot.state["flags"]["pass_tile_unused"])
    assert "pass" not in bot.ids
    bot.refusal(answer="pass")


@rule("S40", "pampero.dozer.parking")
def test_s40_a_bulldozer() -> None:
    """VJ parks any number of bulldozers: if the grid is full, right of it."""
    bot = with_gains(dozer=1, vj={"dozers_parked": 40})
    assert 41 == bot.state["vj"]["dozers_parked"]
    assert "Park 1 of his bulldozers: leftmost, then topmost. If the grid is full: right of it." in bot.screen["lines"]


@rule("S41", "pampero.connection.bonus")
def test_s41_a_connection_at_10_energy() -> None:
    """Energy stays at 10, money goes up by 3, the tile is kept."""
    bot = with_gains(connection=1, vj={"energy": 10, "money": 2})
    vj = bot.state["vj"]
    assert (10, 5, 1) == (vj["energy"], vj["money"], len(vj["connection_tiles"]))


# --- scorings -------------------------------------------------------------------------------------------------------


@rule("S42", "pampero.scoring.first")
def test_s42_the_first_scoring() -> None:
    """No majority is compared, and no card is turned."""
    bot = bot_with(*WIND_CARDS, at="scoring", reached=True)
    bot.answer(6)
    assert ({}, 6) == (bot.state["scored"]["winners"], bot.state["vj"]["money"])
    assert "Give VJ $6." == bot.screen["lines"][0]
    assert ([True] * 3, 1) == ([slot["face_up"] for slot in bot.state["cards"]], bot.state["clock"]["scorings_done"])


@rule("S43", "pampero.scoring.majority", "pampero.scoring.flip")
def test_s43_the_second_scoring() -> None:
    """3–3 at space 1: VJ has that majority, and card 1 is turned face down."""
    bot = bot_with(
        *WIND_CARDS,
        at="scoring",
        reached=True,
        majority=pairs((3, 3), (0, 0), (0, 0)),
        clock={"scorings_done": 1},
    )
    assert "Majority 1 is VJ’s, 3 to 3." in bot.screen["lines"]
    bot.answer(0)
    assert {"1": "vj"} == bot.state["scored"]["winners"]
    assert "Turn solo card 1 face down." in bot.screen["lines"]
    assert [False, True, True] == [slot["face_up"] for slot in bot.state["cards"]]
    assert "pampero.scoring.flip" in bot.rules()


@rule("S44", "pampero.scoring.majority", "pampero.end.most_money")
def test_s44_the_final_scoring() -> None:
    """You have end A with 2–3, VJ has end B with 4–4; then most money wins."""
    bot = bot_with(
        *WIND_CARDS,
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
    """VJ gets $12 for four covered spaces with "!!" if tile 2.7 is in play."""
    bot = bot_with(*WIND_CARDS, at="scoring", reached=True, tiles=["2.7"])
    assert "marked_spaces" == bot.key
    bot.answer(4, 0)
    assert 12 == bot.state["vj"]["money"]


@rule("S46", "pampero.tower.spaces")
def test_s46_an_ongoing_tile() -> None:
    """Tile 30 goes to its own space, and cannot be gained again."""
    bot = with_gains(ongoing=1)
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
    """Without a tower “cannot pay” is false and not asked: the next section builds a tower."""
    bot = bot_with(card("one", wind(CANNOT_PAY), tower(ALL_LOCKED)))
    table = Table()
    table.turn(bot)
    assert "tower" == bot.state["did"]["action"]
    assert "condition" not in table.asked


@rule("S48", "pampero.condition.cannot_pay")
@pytest.mark.parametrize(("cost", "action"), [(5, "wind"), (3, "nothing"), (None, "nothing")])
def test_s48_cannot_pay(cost: int | None, action: str) -> None:
    """With 3 energy and no battery, a contract of 5 makes it true; one of 3, or none, makes it false."""
    bot = bot_with(
        card("one", wind(CANNOT_PAY)),
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
    """A contract that completes connections brings a network tile for each, and moves VJ's majority marker."""
    cards = card("one", contract(CONTRACT_AVAILABLE), majority="network_tiles")
    bot = bot_with(cards, vj={"energy": 5, "towers": {"A1": 1}}, majority=pairs((2, 4), (0, 0), (0, 0)))
    bot.answer("go_on")
    bot.until(Table(contracts=[Contract("A1", "tourism", 2)]).answer, "contract_effect")
    answer_amounts(bot, network=tiles)
    assert (tiles, {"vj": 2 + tiles, "you": 4}) == (bot.state["vj"]["network_tiles"], bot.state["majority"][0])
    assert {line, f"Move his majority 1 to {2 + tiles}."} <= {*bot.screen["lines"]}


@rule("S50", "pampero.card.cell")
def test_s50_an_unknown_cell() -> None:
    """An unknown cell is asked once; its answer is used, and offered as learned."""
    first = card("one", wind({"kind": "energy_lt", "value": "?"}, row("*", YOU_CHOOSE)))
    bot = bot_with(first)
    bot.answer("go_on")
    assert ("cell_number", "pampero.card.cell") == (bot.key, bot.screen["rule"])
    bot.answer(7)
    bot.until(Table().answer, "your_turn")
    assert ("wind", 7) == (bot.state["did"]["action"], first_condition(bot)["value"])
    table = Table()
    table.turn(bot)
    assert "cell_number" not in table.asked
    assert bot.state["cells_learned"]


# --- pieces ---------------------------------------------------------------------------------------------------------


def with_card_3(**state: Any) -> Outsider:
    """Return a bot in your turn with card 3 at space 1, as far as it is known."""
    bot = Outsider("pampero", board=board())
    bot.do(set={"at": "your_turn", **state})
    assert "wind_farms" == bot.state["cards"][0]["card"]["id"]
    return bot


def with_network_card(*others: Any, towers: dict[str, int] | None = None) -> Outsider:
    """Return a bot that follows the tower section of the network-tiles card, all transformers locked.

    The printed row for zone C is unknown; here you choose the sector.
    """
    residential = {"icon": "most_icons", "type": "residential", "on": ["contract", "connection"]}
    rows = row("A", residential, {"icon": "you_most_dozers"}, YOU_CHOOSE), row("B", CHEAPEST, EYE), row("C", YOU_CHOOSE)
    first = card("first", tower(ALL_LOCKED, *rows), majority="network_tiles")
    return bot_with(first, *others, vj={"towers": towers or {}})


def with_contract_card(*others: Any, **vj: Any) -> Outsider:
    """Return a bot whose first card fulfils contracts, by default with 8 energy and a tower in A1."""
    first = card("one", contract(CONTRACT_AVAILABLE))
    return bot_with(first, *others, vj={"energy": 8, "batteries": 0, "towers": {"A1": 1}, **vj})


def after_eye(
    contracts: list[Contract], income: dict[str, int] | None = None, *, stop: bool = False
) -> tuple[Outsider, Table]:
    """Return a bot and its table after a turn by the eye in the zone-B row of the first card."""
    vj = {"energy": 8, "batteries": 0, "towers": {"B1": 1, "B2": 1}, "income": income or {}}
    bot, table = bot_with(EYE_CARD, MARKETS_CARD, INDUSTRIAL_CARD, vj=vj), Table(contracts=contracts)
    bot.answer("go_on")
    bot.until(table.answer, "contract_sector" if stop else "your_turn")
    return bot, table


def after_two_rows(*icons: dict[str, Any]) -> tuple[Outsider, list[tuple[list[str], str]]]:
    """Return a bot after a tie that two rows of card 2 break, and the sectors and the icon of each question.

    Of three contracts in B1 two have a market icon, and one of these is residential; B2 has a residential one, too.
    """
    rows = (
        row("B1", {"icon": "icons_at_least", "type": "market", "count": 1}),
        row("A", CHEAPEST),
        row("B", OF_RESIDENTIAL),
    )
    first = card("first", contract(CONTRACT_AVAILABLE, row("B", CHEAPEST, *icons)))
    vj = {"energy": 8, "batteries": 0, "towers": {"B1": 1, "B2": 1}}
    bot = bot_with(first, card("second", contract(CONTRACT_AVAILABLE, *rows)), vj=vj)
    bot.answer("go_on")
    contracts = [
        Contract("B1", "tourism", 2),
        Contract("B1", "tourism", 2, TWO_MARKET_ICONS),
        Contract("B1", "residential", 2, TWO_MARKET_ICONS),
        Contract("B2", "residential", 2),
    ]
    screens = bot.until(Table(contracts=contracts).answer, "your_turn")
    questions = [screen["facts"] for screen in screens if screen["key"] == "contracts"]
    return bot, [(facts["sectors"], facts["icon"]) for facts in questions]


def with_gains(facts: Any = None, vj: dict[str, Any] | None = None, **amounts: int) -> Outsider:
    """Return a bot that has built a tower, after the answer about the amounts in its column."""
    bot = bot_with(TOWER_CARD, facts=facts, vj=vj or {})
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    answer_amounts(bot, **amounts)
    return bot


def renamed(cells: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a card by another name."""
    return {**cells, "id": name, "title": name}


def first_condition(bot: Outsider) -> dict[str, Any]:
    """Return the condition of the first section of the first card."""
    found: dict[str, Any] = bot.state["cards"][0]["card"]["section"][0]["condition"]
    return found
