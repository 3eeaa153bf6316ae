"""The worked examples of the rulebook and the scenarios of the fact sheet, by their ids there."""

from typing import Any

import pytest

from tests.engines.burattino.years import FULL_HAND, blocked_reason, go_on, hand_of, menu_ids, spring, summer, winter
from tests.play_values import entries
from tests.protocol_client import Outsider
from tests.rules import rule

HAND_AFTER_SWAP = {"vine": 3, "summer": 1}
"""His hand after the swap of T14."""


def values(bot: Outsider, *names: str) -> tuple[Any, ...]:
    """Return some fields of the state."""
    return tuple(bot.state[name] for name in names)


def after_swap() -> Outsider:
    """Return a bot in summer after the swap of T14: two vines for a wine order and a winter visitor."""
    bot = summer(track_hand=True)
    bot.answer("trade", "swap_cards", ["order", "winter"], "vine", "vine")
    return bot


# --- the rulebook's own ---


@rule("W1", "burattino.visitor.nothing", "burattino.visitor.you_say")
def test_w1_volunteer_crew() -> None:
    """If you let him take part in a visitor, nothing of his changes: you read that, and go on."""
    bot = summer()
    before = dict(bot.state)
    bot.answer("visitors")
    assert "burattino.visitor.you_say" in bot.rules()
    assert "He neither gains nor loses anything." in bot.screen["lines"]
    bot.answer(True)
    assert before == bot.state | {name: before[name] for name in ("act", "entries", "orders")}
    assert (3, 4, FULL_HAND) == values(bot, "lira", "supply", "hand")
    assert ["A", "B", "C", "D"] == bot.state["board"]["SUMMER"]


@rule("W2", "burattino.event.pay", "burattino.event.influence", "burattino.ruling.one_influence")
def test_w2_phylloxera() -> None:
    """He pays 4 of his 6 lira for his part and keeps his vine; the team gains the influence of the card once."""
    bot = winter(event="europe")
    assert 6 == bot.state["lira"]
    bot.answer("event")
    assert (2, FULL_HAND, 1) == values(bot, "lira", "hand", "event_paid_year")
    assert "Gain its influence once." in bot.screen["lines"]
    assert {"burattino.event.influence", "burattino.ruling.one_influence"} <= set(bot.rules())
    assert ({}, {"paid": 4, "lira": 2}) == bot.facts_and_outcome("burattino.event.pay")


# --- seasons ---


@rule("T01", "burattino.season.card", "burattino.season.lira", "burattino.season.place", "burattino.season.position")
def test_t01_the_first_summer() -> None:
    """The first card is ABCD: four workers there, 3 lira, 15 cards left."""
    bot = summer()
    assert ("SUMMER", ["A", "B", "C", "D"]) == (bot.state["season"], bot.state["board"]["SUMMER"])
    assert (3, 4, 1) == values(bot, "lira", "supply", "deck_pos")
    go_on(bot, 1)
    bot.answer("go_on")
    assert 15 == len(bot.ids)
    bot = summer()
    assert ({"card": "1"}, {"marked": ["A", "B", "C", "D"]}) == bot.facts_and_outcome("burattino.season.position")
    assert ({}, {"spaces": ["A", "B", "C", "D"], "supply": 4}) == bot.facts_and_outcome("burattino.season.place")
    assert ({}, {"lira": 3}) == bot.facts_and_outcome("burattino.season.lira")
    assert ({"season": "SUMMER"}, {"deck_pos": 1}) == bot.facts_and_outcome("burattino.season.card")


@rule("T02", "burattino.end.workers", "burattino.end.lira", "burattino.year.season")
def test_t02_an_idle_year() -> None:
    """A year without a decision: spring of year 2 with 6 lira, all workers in his supply, two cards drawn."""
    bot = go_on(summer(), 4)
    assert (2, "SPRING", 6, 8, 2) == values(bot, "year", "season", "lira", "supply", "deck_pos")
    assert {"SUMMER": [], "WINTER": []} == bot.state["board"]
    assert ({}, {"supply": 8}) == bot.facts_and_outcome("burattino.end.workers")


@rule("T05", "burattino.season.stay")
def test_t05_his_workers_of_summer_stay() -> None:
    """In winter card 2 is IJMN; his workers of summer stay on the board, and one is in his supply."""
    bot = summer()
    bot.answer("retrieve", "C")
    go_on(bot, 2)
    assert {"SUMMER": ["A", "B", "D"], "WINTER": ["I", "J", "M", "N"]} == bot.state["board"]
    assert (4, 1) == values(bot, "lira", "supply")


@rule("T28", "burattino.end.over", "burattino.ruling.discards")
def test_t28_six_idle_years() -> None:
    """On Standard the play is over after 6 years: 12 cards, each once, 36 lira."""
    bot = go_on(spring(difficulty="standard"), 30)
    assert (6, "OVER", 36, 12) == values(bot, "year", "season", "lira", "deck_pos")
    assert [str(n) for n in range(1, 13)] == bot.state["drawn"]
    assert "your_vp" == bot.key
    bot.answer(True, True)
    assert bot.status["over"]
    assert "over" in bot.refusal(answer="go_on")


@rule("T28")
def test_t28_no_card_twice() -> None:
    """Whatever the seed, twelve different cards come up, and all sixteen do in some play."""
    seen: set[str] = set()
    for seed in range(20):
        bot = Outsider("burattino", seed=str(seed), card_mode="house")
        bot.answer(True, True, True)
        while bot.state["season"] != "OVER":
            bot.answer("go_on")
        assert 12 == len(bot.state["drawn"]) == len(set(bot.state["drawn"]))
        seen |= set(bot.state["drawn"])
    assert 16 == len(seen)


@rule("T29", "burattino.end.over", "burattino.ruling.sixth_event")
def test_t29_five_years_on_salmanazar() -> None:
    """On Salmanazar the play is over after 5 years: 10 cards, 30 lira, and there is no next season."""
    bot = go_on(spring(difficulty="salmanazar"), 25)
    assert (5, "OVER", 30, 10) == values(bot, "year", "season", "lira", "deck_pos")
    assert 6 == 16 - len(bot.state["drawn"])
    assert "yes or no" in bot.refusal(answer="go_on")
    bot.do(undo=1)
    assert "burattino.ruling.sixth_event" in bot.rules()


@rule("T32")
def test_t32_no_season_is_left_out() -> None:
    """From summer the only way on is fall."""
    bot = summer()
    assert "go_on" == bot.ask["likely"]
    go_on(bot)
    assert ("FALL", "fall") == (bot.state["season"], bot.key)


@rule("T30")
def test_t30_a_space_is_undone() -> None:
    """Undo brings back lira, worker and supply."""
    bot = summer()
    before = dict(bot.state)
    bot.answer("retrieve", "A")
    bot.do(undo=2)
    assert before == bot.state
    assert (3, 4) == values(bot, "lira", "supply")


@rule("T31")
def test_t31_a_season_is_undone() -> None:
    """Undo goes back to spring without lira, and the same card comes again."""
    for seed in ("1", "2", "3"):
        bot = Outsider("burattino", seed=seed, card_mode="house")
        bot.answer(True, True, True, "go_on")
        summer_state = dict(bot.state)
        bot.do(undo=1)
        assert ("SPRING", 0, 0) == values(bot, "season", "lira", "deck_pos")
        bot.answer("go_on")
        assert summer_state == bot.state


# --- spaces ---


@rule("T04", "burattino.free.space")
def test_t04_two_spaces_cost_four() -> None:
    """The first space is paid with 2 of 3 lira; the second is refused with what is missing."""
    bot = summer()
    bot.answer("retrieve", "C")
    assert (1, 5, ["A", "B", "D"]) == (*values(bot, "lira", "supply"), bot.state["board"]["SUMMER"])
    assert "costs 2, he has 1" == blocked_reason(bot, "retrieve")
    assert "costs 2, he has 1" in bot.refusal(answer="retrieve")
    assert ({"space": "C"}, {"lira": 1, "supply": 5}) == bot.facts_and_outcome("burattino.free.space")


@rule("T06", "burattino.ruling.past_season")
def test_t06_a_worker_of_the_past_season() -> None:
    """In winter his workers of summer can be taken back too; this season's come first in the list."""
    bot = summer()
    bot.answer("retrieve", "C")
    go_on(bot, 2)
    bot.answer("retrieve")
    assert ["I", "J", "M", "N", "A", "B", "D"] == bot.ids
    bot.answer("A")
    assert (2, 2, ["B", "D"]) == (*values(bot, "lira", "supply"), bot.state["board"]["SUMMER"])
    assert "burattino.ruling.past_season" in bot.rules()


# --- H and P ---


@rule("T07", "burattino.use.h", "burattino.use.p")
def test_t07_h_in_summer_p_in_winter() -> None:
    """Neither can be used in the other's season."""
    bot = summer()
    assert {"use_H", "help_H"} <= set(menu_ids(bot))
    assert "use_P" in bot.refusal(answer="use_P")
    bot = winter()
    assert {"use_P", "help_P"} <= set(menu_ids(bot))
    assert "use_H" in bot.refusal(answer="use_H")
    for bot in (spring(), go_on(summer())):
        for line in ("use_H", "use_P", "help_H", "help_P"):
            assert line in bot.refusal(answer=line)


@rule("T08", "burattino.use.h", "burattino.pay.own")
def test_t08_h_once_a_summer() -> None:
    """He uses H for 4 of 9; a second use is refused."""
    bot = summer(state={"lira": 9})
    bot.answer("use_H", 4)
    assert (5, True) == values(bot, "lira", "usedH")
    assert "already used" in bot.refusal(answer="use_H")
    assert ({"paid": 4}, {"lira": 5}) == bot.facts_and_outcome("burattino.use.h")


@rule("T10", "burattino.pay.help")
def test_t10_he_helps_with_all_he_has() -> None:
    """He pays 3 of a price of 4; that is no use of his own, and then he can help no more."""
    bot = summer()
    assert "help_P" in bot.refusal(answer="help_P")
    bot.answer("help_H")
    assert {"kind": "number", "low": 1, "high": 3, "likely": 3, "minus_from": 3} == bot.ask
    bot.answer(3)
    assert (0, False) == values(bot, "lira", "usedH")
    assert "Pay the rest yourself." in bot.screen["lines"]
    assert "costs 1, he has 0" in bot.refusal(answer="help_H")


@rule("T39", "burattino.pay.placement")
def test_t39_an_oval_with_a_cost() -> None:
    """Price and cost of the space are one number: 3 and 1 of his 5."""
    bot = summer(state={"lira": 5})
    bot.answer("use_H", 4)
    assert (1, True) == values(bot, "lira", "usedH")
    assert "burattino.pay.placement" in bot.rules()


@rule("T40", "burattino.pay.own")
def test_t40_his_use_is_his_own_money() -> None:
    """He cannot pay 3 with 2 of his own lira; the screen says that he can help you pay instead."""
    bot = summer(state={"lira": 2})
    bot.answer("use_H")
    assert "0 to 2" in bot.refusal(answer=3)
    assert "Too dear? He can help you pay." in bot.screen["lines"]
    bot.do(undo=1)
    bot.answer("help_H", 2)
    assert (0, False) == values(bot, "lira", "usedH")


# --- trade ---


@rule("T11", "burattino.trade.lira", "burattino.trade.grande")
def test_t11_a_lira_from_him() -> None:
    """You take 1 of his 3."""
    bot = summer()
    bot.answer("trade", "take1")
    assert (2, 1) == values(bot, "lira", "trades_year")
    assert ({"trade": "take1"}, {"lira": 2}) == bot.facts_and_outcome("burattino.trade.lira")


@rule("T12", "T13", "burattino.trade.lira")
def test_t12_t13_without_lira() -> None:
    """Of no lira none can be taken, but he can be given one."""
    bot = summer(state={"lira": 0})
    bot.answer("trade")
    assert "costs 1, he has 0" in bot.refusal(answer="take1")
    bot.answer("give1")
    assert 1 == bot.state["lira"]


@rule("T14", "burattino.trade.cards", "burattino.end.duplicates")
def test_t14_two_cards_for_two() -> None:
    """Two vines for an order and a winter visitor: he holds three vines; cards he lacks, or 1 for 2, are refused."""
    bot = after_swap()
    assert HAND_AFTER_SWAP == hand_of(bot)
    assert "burattino.end.duplicates" in bot.rules()
    bot.answer("trade", "swap_cards")
    assert "order" not in bot.ids
    assert "Only these" in bot.refusal(answer=["order"])
    bot.answer(["vine", "vine.2"], "winter")
    assert "card_given" == bot.key, "one card for two is not enough"
    bot.answer("winter")
    assert {"vine": 1, "summer": 1, "winter": 2} == hand_of(bot)


@rule("T38", "burattino.trade.grande")
def test_t38_the_grande_is_yours_to_see() -> None:
    """The device cannot see your grande: the condition is said, and the player's word counts."""
    bot = summer()
    bot.answer("trade")
    assert "Trade if your grande has joined one of his workers." in bot.screen["lines"]
    bot.answer("take1")
    assert 2 == bot.state["lira"]


@rule("T34", "burattino.trade.grande")
def test_t34_no_trade_in_spring() -> None:
    """Without a worker of his on an action of this season, trading is not offered."""
    for bot in (spring(), go_on(summer()), summer(state={"board": {"SUMMER": []}, "supply": 8})):
        assert "trade" not in menu_ids(bot)
        assert "trade" in bot.refusal(answer="trade")
        assert "give1" in bot.refusal(answer="give1")


# --- his hand ---


@rule("T15", "burattino.end.discard")
def test_t15_a_full_hand_draws_nothing() -> None:
    """A hand of four cards from which nothing is discarded stays, with its duplicates."""
    bot = go_on(after_swap(), 3)
    assert "END" == bot.state["season"]
    assert "refresh" in menu_ids(bot)
    assert "Next year" == bot.ask["options"][0]["text"], "his hand is full, so nothing is drawn"
    bot.answer("refresh", [])
    assert HAND_AFTER_SWAP == hand_of(bot)
    go_on(bot)
    assert (2, HAND_AFTER_SWAP) == values(bot, "year", "hand")


@rule("T17", "burattino.end.draw")
@pytest.mark.parametrize("kind", ["order", "winter"])
def test_t17_only_types_that_he_lacks(kind: str) -> None:
    """After a vine is discarded only a wine order or a winter visitor can be drawn."""
    bot = go_on(after_swap(), 3)
    bot.answer("refresh", ["vine"])
    assert ["order", "winter"] == bot.ids
    for wrong in (["vine"], ["order", "winter"], []):
        assert bot.refusal(answer=wrong)
    bot.answer([kind])
    assert {"vine": 2, "summer": 1, kind: 1} == hand_of(bot)
    assert ({"lacks": ["order", "winter"]}, {"drawn": [kind]}) == bot.facts_and_outcome("burattino.end.draw")


# --- levels ---


@rule("T18", "burattino.spring.standard", "burattino.ruling.first_spring")
@pytest.mark.parametrize("difficulty", ["standard", "imperial", "salmanazar"])
def test_t18_not_last_years_bonus(difficulty: str) -> None:
    """Rows are not tracked: from year 2 on it is said that last year's bonus is not allowed."""
    bot = spring(difficulty=difficulty)
    assert "Choose any spring bonus." in bot.screen["lines"]
    assert {"burattino.spring.standard", "burattino.ruling.first_spring"} <= set(bot.rules())
    for _ in range(2):
        go_on(bot, 5)
        assert "Choose any but last year’s." in bot.screen["lines"]
        assert "burattino.ruling.first_spring" not in bot.rules()


@rule("T19", "burattino.spring.free")
def test_t19_any_bonus_on_demi() -> None:
    """On Demi every bonus is allowed, every year."""
    bot = spring(difficulty="demi")
    for _ in range(3):
        assert "Choose any spring bonus." in bot.screen["lines"]
        assert "burattino.spring.free" in bot.rules()
        go_on(bot, 5)


@rule("T20", "burattino.spring.once", "burattino.setup.tokens")
@pytest.mark.parametrize("difficulty", ["magnum", "double_magnum"])
def test_t20_a_bonus_with_its_token(difficulty: str) -> None:
    """On Magnum tokens lie on the bonuses, and every year it is said that one is needed and discarded."""
    bot = Outsider("burattino", difficulty=difficulty, card_mode="house")
    assert "Put a grape or wine token on each spring bonus." in bot.screen["lines"]
    bot.answer(True)
    assert "burattino.setup.tokens" in bot.rules()
    bot.answer(True, True)
    for _ in range(6):
        assert ["Choose a bonus with a token.", "Discard that token."] == bot.screen["lines"][1:3]
        assert "burattino.spring.once" in bot.rules()
        go_on(bot, 5)


@rule("T21", "burattino.setup.overlay", "burattino.setup.tiles", "burattino.ruling.tile_n")
def test_t21_double_magnum() -> None:
    """No overlay on H and tile H as printed, but tile N replaced, the trade overlay, and tokens as on Magnum."""
    bot = Outsider("burattino", difficulty="double_magnum")
    facts = bot.screen["facts"]
    assert (False, ["N"], True) == (facts["overlay"], facts["tiles"], facts["tokens"])
    for line in (
        "Lay no overlay on action H.",
        "Use his innovation tile N, not H.",
        "Lay his tile on the trade diagram.",
    ):
        assert line in bot.screen["lines"]
    bot.answer(True)
    assert "burattino.ruling.tile_n" in bot.rules()
    assert ({"difficulty": "double_magnum"}, {"overlay": False}) == bot.facts_and_outcome("burattino.setup.overlay")


@rule("T37", "burattino.setup.influence", "burattino.ruling.position_2")
def test_t37_imperial() -> None:
    """Influence begins two spaces left of Solo; six years, and the spring rule of Standard."""
    bot = Outsider("burattino", difficulty="imperial", card_mode="house")
    assert "Put the influence token 2 left of Solo." in bot.screen["lines"]
    assert (2, 6) == (bot.screen["facts"]["left_of_solo"], bot.screen["facts"]["years"])
    bot.answer(True)
    assert "burattino.ruling.position_2" in bot.rules()


# --- event decks ---


@rule("T03", "burattino.event.pay")
def test_t03_an_event_costs_four() -> None:
    """With 3 lira he cannot take part, and the refusal says why."""
    bot = summer(event="europe")
    assert "He joins the event (4 lira): costs 4, he has 3" == bot.refusal(answer="event")


@rule("T23", "burattino.africa.contribute")
def test_t23_africa() -> None:
    """Three lira, two vines of one, or four cards: each is refused."""
    bot = summer(event="africa", track_hand=True)
    assert "He adds to the goal (4 lira): costs 4, he has 3" == bot.refusal(answer="africa")
    bot.do(set={"lira": 4})
    bot.answer("africa")
    assert (1, 3) == (bot.ask["low"], bot.ask["high"])
    for wrong in (["vine", "vine"], ["vine", "vine.2"], ["vine", "order", "summer", "winter"], []):
        bot.refusal(answer=wrong)
    bot.answer(["vine", "summer"])
    assert (0, {"order": 1, "winter": 1}, True, 1) == values(
        bot, "lira", "hand", "africa_contributed", "africa_paid_year"
    )
    assert ({}, {"given": ["vine", "summer"], "paid": 4, "lira": 0}) == bot.facts_and_outcome(
        "burattino.africa.contribute"
    )


@rule("T24", "burattino.greengully.no_event")
def test_t24_greengully() -> None:
    """He takes no part in events of Greengully, however rich he is."""
    bot = summer(event="greengully", state={"lira": 10})
    assert "event" not in menu_ids(bot)
    bot.refusal(answer="event")
    bot.refusal(answer="africa")


@rule("T25", "burattino.oceania.paid")
def test_t25_oceania() -> None:
    """His payment for an event also advances his aid token."""
    bot = summer(event="oceania", state={"lira": 4})
    bot.answer("event")
    assert (0, 1) == values(bot, "lira", "aid")
    assert ({}, {"aid": 1}) == bot.facts_and_outcome("burattino.oceania.paid")


@rule("T26", "burattino.south_america.trade")
def test_t26_personality_cards() -> None:
    """In South America your personality card can be traded for his; elsewhere that is not offered."""
    bot = summer(event="south_america")
    bot.answer("trade", "personality")
    assert (3, FULL_HAND, 1) == values(bot, "lira", "hand", "trades_year")
    assert "burattino.south_america.trade" in bot.rules()
    bot = summer(event="asia")
    bot.answer("trade")
    assert "personality" in bot.refusal(answer="personality")


@rule("T27", "burattino.event.pay")
@pytest.mark.parametrize("event", ["north_america", "europe", "asia", "south_america"])
def test_t27_the_usual_price(event: str) -> None:
    """In North America, as elsewhere, his part costs 4; no aid token moves."""
    bot = summer(event=event, state={"lira": 4})
    bot.answer("event")
    assert (0, 0, 1) == values(bot, "lira", "aid", "event_paid_year")


@rule("T41", "burattino.ruling.once")
@pytest.mark.parametrize(("again", "lira"), [(False, 4), (True, 0)])
def test_t41_the_same_card_again(again: bool, lira: int) -> None:
    """A second payment in a year is asked about first; no is the likely answer and changes nothing."""
    bot = summer(event="europe", state={"lira": 8})
    bot.answer("event")
    assert 4 == bot.state["lira"]
    bot.answer("event")
    assert {"kind": "yes_no", "likely": False} == bot.ask
    bot.answer(again)
    assert (lira, 1 + again) == values(bot, "lira", "event_paid_year")
    assert ({"paid_year": 1}, {"again": again}) == bot.facts_and_outcome("burattino.ruling.once")
    assert ("He joins the event" if again else "He does not pay again") == bot.screen["headline"]


# --- the device ---


@rule("T42")
def test_t42_a_play_from_its_file() -> None:
    """A play that is loaded after any input has the same state, and the same cards to come."""
    first = Outsider("burattino", seed="42", card_mode="house")
    second = Outsider("burattino", seed="42", card_mode="house")
    for value in (True, True, True, "go_on", "go_on", "go_on", "go_on", "go_on"):
        first.answer(value)
        second.answer(value)
        again = Outsider("burattino", seed="42", card_mode="house")
        for entry in entries(first.play()):
            if entry[3] == "player":
                again.answer(entry[2])
        assert again.status == first.status == second.status


@rule("T43", "burattino.deck.table")
def test_t43_cards_on_the_table() -> None:
    """Without marks the device asks nothing: you draw and place; he has 3 lira and 4 workers left."""
    bot = Outsider("burattino")
    bot.answer(True, True, True, "go_on")
    assert "His next card" == bot.screen["headline"]
    assert "Draw it, and put his workers on the marked actions." == bot.screen["lines"][0]
    assert (3, 4, 1) == values(bot, "lira", "supply", "deck_pos")
    assert ({}, {"supply": 4}) == bot.facts_and_outcome("burattino.season.place")
    bot.answer("retrieve")
    assert ("summer", 1, 5) == (bot.key, *values(bot, "lira", "supply"))
    assert ["?", "?", "?"] == bot.state["board"]["SUMMER"]
