"""Every rule of the rulebook that the scenarios leave out, by its id; the four card sources; and the end."""

from typing import Any

import msgspec
import pytest

from engines.burattino import machine as machine_module
from engines.burattino import pieces as pieces_module
from engines.burattino import setup
from engines.burattino import state as state_module
from engines.burattino.pieces import Letters, cards
from engines.burattino.steps import set_up
from engines.kit.contract import Refused
from engines.kit.options import select_active
from engines.kit.text import Text
from engines.registry import load_engine
from tests.engines.burattino.years import (
    FULL_HAND,
    SUMMERS,
    WINTERS,
    blocked_reason,
    deck_of,
    go_on,
    hand_of,
    menu_ids,
    spring,
    summer,
    winter,
)
from tests.protocol_client import Outsider
from tests.rules import rule

LEVELS = {"demi": 6, "standard": 6, "magnum": 6, "double_magnum": 6, "imperial": 6, "salmanazar": 5}
"""Years of each level."""
EVENTS = ("africa", "asia", "europe", "greengully", "north_america", "oceania", "south_america")


# --- set-up ---


@rule("burattino.setup.level", "burattino.setup.influence", "burattino.setup.overlay", "burattino.setup.tiles")
@pytest.mark.parametrize("difficulty", LEVELS)
def test_the_board_of_a_level(difficulty: str) -> None:
    """Each level has its own years, start of influence, overlays and tokens."""
    bot = Outsider("burattino", difficulty=difficulty)
    full = difficulty != "double_magnum"
    expected = {
        "difficulty": difficulty,
        "years": LEVELS[difficulty],
        "left_of_solo": 2 if difficulty == "imperial" else 0,
        "overlay": full,
        "tiles": ["H", "N"] if full else ["N"],
        "trade_overlay": True,
        "tokens": difficulty in {"magnum", "double_magnum"},
    }
    assert expected | {"orders": []} == bot.screen["facts"]
    assert ["burattino.setup.level"] == bot.rules()
    bot.answer(True)
    assert {"burattino.setup.trade", "burattino.setup.two_players", "burattino.setup.yours"} <= set(bot.rules())


@rule("burattino.setup.only", "burattino.setup.workers", "burattino.setup.vp", "burattino.setup.hand")
@pytest.mark.parametrize("structures", [False, True])
def test_his_pieces(structures: bool) -> None:
    """Eight workers, 25 VP, one card of each type, no lira: that and only that."""
    bot = Outsider("burattino", structures=structures)
    bot.answer(True, True)
    hand = FULL_HAND | ({"structure": 1} if structures else {})
    assert (8, 25, 0, hand) == tuple(bot.state[name] for name in ("supply", "vp", "lira", "hand"))
    assert f"Deal him {len(hand)} cards face up, one of each type." in bot.screen["lines"]
    bot.answer(True)
    assert ({}, {"supply": 8}) == bot.facts_and_outcome("burattino.setup.workers")
    assert ({}, {"hand": list(hand)}) == bot.facts_and_outcome("burattino.setup.hand")
    assert {"burattino.setup.only", "burattino.setup.vp", "burattino.setup.cards"} <= set(bot.rules())


@rule("burattino.setup.only")
@pytest.mark.parametrize("mode", ["table", "marks", "recognised", "taught", "house"])
def test_he_gets_nothing_else(mode: str) -> None:
    """With every source of his cards the screen says that this is all he gets."""
    bot = Outsider("burattino", card_mode=mode)
    bot.answer(True, True)
    assert "He gets nothing else, and no lira." in bot.screen["lines"]


@rule("burattino.setup.event", "burattino.setup.incompatible")
@pytest.mark.parametrize("event", EVENTS)
def test_the_event_deck(event: str) -> None:
    """Each deck says at set-up, and again in its help, what it changes; cards that do not fit are taken out."""
    bot = Outsider("burattino", event=event)
    bot.answer(True, True)
    rules = bot.rules()
    assert {"burattino.setup.event", "burattino.setup.incompatible"} <= set(rules)
    assert rules_of_deck(event, rules)
    bot.answer(True, "events")
    assert rules_of_deck(event, rules) == rules_of_deck(event, bot.rules())
    pays = event not in {"africa", "greengully"}
    assert pays == ("He may pay 4 lira for his part, whatever the card asks." in bot.screen["lines"])
    assert pays == ("burattino.event.influence" in bot.rules())


def rules_of_deck(event: str, rules: list[str]) -> list[str]:
    """Return the rules that belong to an event deck."""
    return [name for name in rules if name.startswith(f"burattino.{event}.")]


@rule(
    "burattino.north_america.card", "burattino.north_america.marker", "burattino.oceania.card",
    "burattino.europe.objectives", "burattino.south_america.vp", "burattino.south_america.hold",
    "burattino.south_america.nothing", "burattino.asia.none", "burattino.greengully.yours",
)  # fmt: skip
@pytest.mark.parametrize(
    ("event", "line"),
    [
        ("north_america", "Replace fame track card B with his."),
        ("north_america", "Give him no fame marker."),
        ("oceania", "Give him 1 of his 2 Shared Knowledge cards at random."),
        ("europe", "Give him no Personal Objective cards."),
    ],
)
def test_orders_of_an_event_deck(event: str, line: str) -> None:
    """The screen has the orders for an event deck."""
    bot = Outsider("burattino", event=event)
    bot.answer(True)
    assert line in bot.screen["lines"]


@rule("burattino.asia.none", "burattino.greengully.yours", "burattino.south_america.vp", "burattino.south_america.hold")
@pytest.mark.parametrize(
    ("event", "line"),
    [
        ("south_america", "If VP are compared, he has 25."),
        ("south_america", "He can hold a personality card, but gains nothing from it."),
        ("south_america", "You can trade your personality card for his."),
        ("asia", "He may pay 4 lira for his part, whatever the card asks."),
        ("greengully", "Only you can use actions on event cards."),
        ("oceania", "If he pays for an event, his aid token advances 1 step."),
        *((deck, "He gains nothing from it but influence.") for deck in EVENTS if deck not in {"africa", "greengully"}),
    ],
)
def test_help_with_events(event: str, line: str) -> None:
    """The rules of an event deck can be read in its help, in every season."""
    bot = spring(event=event)
    bot.answer("events")
    assert line in bot.screen["lines"]


# --- the year ---


@rule("burattino.season.card", "burattino.end.draw")
def test_facts_of_a_season() -> None:
    """Year, cards, purse and size of his hand can be read from the facts of a season, not from its words alone."""
    bot = summer(difficulty="salmanazar", structures=True)
    known = {"difficulty": "salmanazar", "year": 1, "years": 5, "deck_pos": 1, "cards": 10, "lira": 3, "hand_size": 5}
    assert known == {name: bot.screen["facts"][name] for name in known}
    assert "Give him 3 lira: now 3." == bot.screen["lines"][-1]
    bot.answer("trade")
    assert {"lira": 3, "orders": []} == bot.screen["facts"]


@rule("burattino.season.none", "burattino.fall.rooster")
def test_spring_and_fall() -> None:
    """In spring and fall no card comes up and no lira; in fall the rooster stays."""
    bot = spring()
    assert ({"season": "SPRING"}, {"lira": 0}) == bot.facts_and_outcome("burattino.season.none")
    bot = go_on(summer())
    assert ("FALL", 3, 1) == tuple(bot.state[name] for name in ("season", "lira", "deck_pos"))
    assert "burattino.fall.rooster" in bot.rules()
    assert "Choose one; the rooster stays." in bot.screen["lines"]


@rule("burattino.season.card", "burattino.ruling.discards")
def test_cards_that_are_out() -> None:
    """Why of his next card names the cards that cannot come up again."""
    bot = winter()
    go_on(bot, 2)
    bot.answer("go_on")
    assert ("card", ["1", "2"]) == (bot.key, bot.screen["facts"]["out"])
    assert "These cards cannot come up again: 1, 2." in str(bot.reasons())


@rule("burattino.season.position", "burattino.ruling.letters")
@pytest.mark.parametrize("card", ["1", "6", "15", "16"])
def test_the_same_card_in_both_seasons(card: str) -> None:
    """The k-th place of a card is the k-th letter: A to H in summer, I to P in winter."""
    bot = spring()
    bot.answer("go_on", card)
    marked = bot.state["board"]["SUMMER"]
    other = go_on(summer(state={"drawn": []}))
    other.answer("go_on", card)
    assert [WINTERS[SUMMERS.index(letter)] for letter in marked] == other.state["board"]["WINTER"]


@rule("burattino.season.place", "burattino.lira.sources")
def test_placing_gains_nothing() -> None:
    """With a card come 3 lira and four workers, and nothing else of his changes."""
    bot = spring()
    before = dict(bot.state)
    go_on(bot)
    changed = {name for name, value in bot.state.items() if value != before[name]}
    assert {"entries", "orders", "season", "deck_pos", "drawn", "lira", "supply", "board"} == changed


@rule("burattino.ruling.oval_mark", "burattino.ruling.discards", "burattino.pay.only", "burattino.lira.sources")
def test_rules_that_hold_throughout() -> None:
    """The set-up gives once the rules that hold throughout: sources and uses of his lira, and discards."""
    bot = Outsider("burattino")
    bot.answer(True, True)
    throughout = ("general.yours", "lira.sources", "pay.only", "ruling.oval_mark", "ruling.discards")
    assert [f"burattino.{name}" for name in throughout] == bot.rules()[-5:]


@rule("burattino.ruling.too_many")
@pytest.mark.parametrize(("supply", "asked"), [(3, True), (1, True), (0, False)])
def test_more_marks_than_workers(supply: int, asked: bool) -> None:
    """If he has too few workers you choose which marked actions get one; with none left nothing is asked."""
    rest = 8 - supply
    bot = go_on(summer(), 1)
    bot.do(set={"board": {"SUMMER": list(SUMMERS[:rest])}, "supply": supply})
    bot.answer("go_on", "2")
    assert asked == (bot.key == "too_many")
    if asked:
        assert (["I", "J", "M", "N"], supply, supply) == (bot.ids, bot.ask["low"], bot.ask["high"])
        assert 1 == bot.rules().count("burattino.ruling.too_many")
        bot.answer(["N", "I", "M"][:supply])
    assert sorted(["N", "I", "M"][:supply]) == bot.state["board"]["WINTER"]
    assert 0 == bot.state["supply"]
    if not asked:
        assert ({"marked": ["I", "J", "M", "N"], "supply": 0}, {}) == bot.facts_and_outcome("burattino.ruling.too_many")


# --- spaces, H and P ---


@rule("burattino.free.space")
@pytest.mark.parametrize("seasons", [1, 2, 3, 4])
def test_a_space_at_any_time(seasons: int) -> None:
    """From summer to the end of the year a worker can be taken back in every season."""
    bot = go_on(spring(), seasons)
    assert "retrieve" in bot.ids
    bot.answer("retrieve")
    bot.answer(bot.ids[-1])
    assert 2 == {1: 3, 2: 3, 3: 6, 4: 6}[seasons] - bot.state["lira"]


@rule("burattino.free.space")
def test_a_single_worker_is_not_asked_about() -> None:
    """A single worker is taken back without a question; with none on the board the line is not offered."""
    bot = summer(state={"board": {"SUMMER": ["E"]}, "supply": 7})
    bot.answer("retrieve")
    assert (8, 1, "He frees action E") == (bot.state["supply"], bot.state["lira"], bot.screen["headline"])
    assert "retrieve" not in menu_ids(bot)


@rule("burattino.ruling.placed_again")
def test_a_worker_comes_home_to_his_supply() -> None:
    """All workers of summer can be taken back; winter then needs its own four."""
    bot = summer(state={"lira": 8})
    for space in ("A", "B", "C"):
        bot.answer("retrieve", space)
    bot.answer("retrieve")
    assert (0, 8) == (bot.state["lira"], bot.state["supply"])
    assert "burattino.ruling.placed_again" in bot.rules()
    go_on(bot, 2)
    assert 4 == bot.state["supply"]


@rule("burattino.use.p", "burattino.use.discount")
def test_he_gains_influence() -> None:
    """P is used once in winter; you gain no free structure, and nothing is said of ovals."""
    bot = winter()
    bot.answer("use_P", 4)
    assert (2, True, False) == tuple(bot.state[name] for name in ("lira", "usedP", "usedH"))
    assert "Advance the influence token. You gain no free structure." == bot.screen["lines"][0]
    assert "burattino.use.discount" in bot.rules()
    assert "burattino.pay.bonus" not in bot.rules()
    assert "already used" == blocked_reason(bot, "use_P")


@rule("burattino.pay.help", "burattino.pay.placement", "burattino.pay.bonus")
@pytest.mark.parametrize("action", ["H", "P"])
def test_only_h_has_an_oval(action: str) -> None:
    """Only H lays tiles: it names placement cost and bonus, and P does not."""
    bot = summer() if action == "H" else winter()
    bot.answer(f"use_{action}")
    assert ("placement cost" in str(bot.screen["lines"])) == (action == "H")
    bot.do(undo=1)
    bot.answer(f"help_{action}")
    assert ("placement cost" in str(bot.screen["lines"])) == (action == "H")
    bot.do(undo=1)
    bot.answer(f"use_{action}", 2)
    assert ("Lay his tile. You gain any bonus." in bot.screen["lines"]) == (action == "H")
    assert ("burattino.pay.bonus" in bot.rules()) == (action == "H")


@rule("burattino.pay.help")
def test_his_only_lira_is_not_asked_about() -> None:
    """With 1 lira he can help with that alone, so he does; what he uses himself may be free."""
    bot = summer(state={"lira": 1})
    bot.answer("help_H")
    assert ("summer", 0) == (bot.key, bot.state["lira"])
    assert "He helps pay for H" == bot.screen["headline"]
    bot.do(undo=1)
    bot.answer("use_H")
    assert {"low": 0, "high": 1} == {name: bot.ask[name] for name in ("low", "high")}


@rule("burattino.use.no_worker", "burattino.ruling.one_use")
def test_an_occupied_space_does_not_matter() -> None:
    """He uses H with a worker of his on it, and without another one; any amount is one use."""
    bot = summer(state={"board": {"SUMMER": ["H"]}, "supply": 7, "lira": 12})
    bot.answer("use_H", 12)
    assert (["H"], 7, 0) == (bot.state["board"]["SUMMER"], bot.state["supply"], bot.state["lira"])
    assert {"burattino.use.no_worker", "burattino.ruling.one_use"} <= set(bot.rules())


@rule("burattino.use.h", "burattino.pay.help")
def test_his_use_and_your_use_are_apart() -> None:
    """His help does not use up his own H, nor his own use his help; next summer he may again."""
    bot = summer(state={"lira": 9})
    bot.answer("help_H")
    assert "from 1 to 9" in bot.refusal(answer=0)
    bot.answer(2, "use_H", 3, "help_H", 1)
    assert (3, True) == (bot.state["lira"], bot.state["usedH"])
    go_on(bot, 5)
    assert (False, None) == (bot.state["usedH"], blocked_reason(bot, "use_H"))


@rule("burattino.pay.own")
def test_the_first_offer_is_what_he_paid_last() -> None:
    """The number begins at what he last paid for that action, kept from play to play, at most what he has."""
    bot = summer(price_h=5, state={"lira": 9})
    bot.answer("use_H")
    assert 5 == bot.ask["likely"]
    bot.answer(4)
    go_on(bot, 5)
    bot.answer("use_H")
    assert 4 == bot.ask["likely"]
    poor = summer(price_h=5)
    poor.answer("use_H")
    assert 3 == poor.ask["likely"]


@rule("burattino.pay.own")
def test_a_price_that_is_kept_can_be_offered() -> None:
    """The price he paid is kept, at most as high as the option of the next play allows."""
    bot = summer(state={"lira": 63})
    bot.answer("use_H", 63)
    kept = learned_options(bot)
    assert {"price_h": 60} == kept
    assert 60 == load_engine("burattino").complete(kept)["price_h"]


@rule("burattino.pay.own")
def test_a_price_that_is_known_is_not_kept_again() -> None:
    """A price is offered to be kept only if it differs from the known one, and never a price of 0."""
    bot = summer(price_h=2, state={"lira": 9})
    assert not learned_options(bot)
    bot.answer("use_H", 2)
    assert not learned_options(bot)
    go_on(bot, 2)
    bot.answer("use_P", 0)
    assert not learned_options(bot)
    go_on(bot, 3)
    bot.answer("use_H", 3)
    assert {"price_h": 3} == learned_options(bot)


def learned_options(bot: Outsider) -> dict[str, Any]:
    """Return the options learned in a play."""
    engine = load_engine("burattino")
    return engine.learned_options(engine.decode(msgspec.json.encode(bot.state))) or {}


# --- events and trade ---


@rule("burattino.event.pay", "burattino.event.player")
@pytest.mark.parametrize("seasons", range(5))
def test_an_event_in_any_season(seasons: int) -> None:
    """If and when he takes part is yours: every season offers it."""
    bot = go_on(spring(event="asia"), seasons)
    bot.do(set={"lira": 5})
    bot.answer("event")
    assert 1 == bot.state["lira"]
    bot.answer("events")
    assert "burattino.event.player" in bot.rules()


@rule("burattino.event.pay")
def test_an_event_takes_no_card() -> None:
    """Except in Africa he pays with lira only, and keeps his cards."""
    bot = summer(event="asia", track_hand=True, state={"lira": 5})
    bot.answer("event")
    assert ("summer", 1, FULL_HAND) == (bot.key, bot.state["lira"], hand_of(bot))


@rule("burattino.africa.contribute", "burattino.africa.extra", "burattino.hand.never", "burattino.africa.refill")
def test_his_hand_after_a_contribution() -> None:
    """In Africa he also pays with cards; they are drawn again at the end of the year, and you gain the bonus."""
    bot = summer(event="africa", track_hand=True, state={"lira": 5})
    assert "event" not in menu_ids(bot)
    bot.answer("africa", ["vine", "order", "summer"])
    assert {"burattino.africa.extra", "burattino.hand.never"} <= set(bot.rules())
    extra = "When the goal is met, you gain the extra 1 shown in the solo book."
    assert extra in bot.screen["lines"]
    bot.answer("events")
    assert extra in bot.screen["lines"]
    bot.answer(True)
    go_on(bot, 3)
    assert {"winter": 1} == hand_of(bot)
    assert "Draw him 3 cards" == bot.ask["options"][0]["text"]
    go_on(bot)
    assert ("END", FULL_HAND) == (bot.state["season"], hand_of(bot))
    assert "Draw for him: Vine, Wine order, Summer visitor." in bot.screen["lines"]
    assert "burattino.africa.refill" in bot.rules()
    go_on(bot)
    assert (False, 0) == (bot.state["africa_contributed"], bot.state["africa_paid_year"])
    bot.answer("events")
    assert extra not in bot.screen["lines"]


@rule("burattino.ruling.once")
def test_africa_asks_again_too() -> None:
    """A second contribution in a year is asked about; then his last card goes without a question."""
    bot = summer(event="africa", track_hand=True, state={"lira": 12})
    bot.answer("africa", ["vine", "order", "summer"], "africa", False)
    assert ({"event": "africa"}, {"paid": 0}) == bot.facts_and_outcome("burattino.africa.contribute")
    assert "burattino.event.pay" not in bot.rules()
    bot.answer("africa", True)
    assert (4, {}) == (bot.state["lira"], hand_of(bot))
    assert "he has no card" == blocked_reason(bot, "africa")
    assert "he has no card" in bot.refusal(answer="africa")
    bot.answer("trade")
    assert "he has no card" in bot.refusal(answer="swap_cards")


@rule("burattino.africa.contribute")
def test_africa_without_the_hand_helper() -> None:
    """If his hand is not tracked he pays, and you choose the cards on the table."""
    bot = summer(event="africa", state={"lira": 5})
    bot.answer("africa")
    assert (1, FULL_HAND, True) == (bot.state["lira"], hand_of(bot), bot.state["africa_contributed"])
    assert "Add 1 to 3 of his cards that fit the goal." in bot.screen["lines"]
    assert ({}, {"paid": 4, "lira": 1}) == bot.facts_and_outcome("burattino.africa.contribute"), (
        "which cards went is not known"
    )


@rule("burattino.oceania.shared")
def test_shared_knowledge() -> None:
    """If your step helps him his own token advances too, without lira; only in Oceania."""
    bot = spring(event="oceania")
    bot.answer("aid", "aid")
    assert (2, 0) == (bot.state["aid"], bot.state["lira"])
    assert ({}, {"aid": 2}) == bot.facts_and_outcome("burattino.oceania.shared")
    assert "aid" not in menu_ids(spring(event="asia"))


@rule("burattino.ruling.track")
def test_rewards_of_his_track_are_on_his_card() -> None:
    """The device counts the steps of his aid token and points to his card."""
    bot = summer(event="oceania", state={"lira": 4})
    bot.answer("event")
    assert "burattino.ruling.track" in bot.rules()
    assert "Advance his aid token to step 1 and do what his card says." in bot.screen["lines"]


@rule("burattino.trade.grape", "burattino.trade.wine", "burattino.trade.cards", "burattino.ruling.trades")
@pytest.mark.parametrize(("trade", "name"), [("grape", "grape"), ("wine", "wine"), ("swap_cards", "cards")])
def test_trades_on_the_table(trade: str, name: str) -> None:
    """Trades that happen only on the table do not change his values; a second trade in a year is allowed."""
    bot = winter()
    for number in (1, 2):
        bot.answer("trade", trade)
        assert (6, FULL_HAND, number) == tuple(bot.state[one] for one in ("lira", "hand", "trades_year"))
        assert ({"trade": trade}, {}) == bot.facts_and_outcome(f"burattino.trade.{name}"), "nothing is known of cards"
        assert ({"trades_year": number}, {}) == bot.facts_and_outcome("burattino.ruling.trades")
    go_on(bot, 2)
    assert 0 == bot.state["trades_year"]


# --- the end of a year, and of the play ---


@rule("burattino.end.discard", "burattino.end.draw")
@pytest.mark.parametrize("structures", [False, True])
def test_his_hand_as_text(structures: bool) -> None:
    """Without the helper the end of the year says what to do with his hand, and offers nothing."""
    bot = go_on(winter(structures=structures))
    assert "Then discard any of his cards." in bot.screen["lines"]
    assert f"Then draw for him, only types he lacks, until he has {5 if structures else 4}." in bot.screen["lines"]
    assert "refresh" not in menu_ids(bot)
    assert {"burattino.end.discard", "burattino.end.draw"} <= set(bot.rules())


@rule("burattino.end.discard")
def test_nothing_is_discarded_of_an_empty_hand() -> None:
    """With an empty hand, discarding is shown with the reason why it is blocked."""
    bot = go_on(winter(track_hand=True))
    assert blocked_reason(bot, "refresh") is None
    bot.do(set={"hand": {}})
    assert "he has no card" == blocked_reason(bot, "refresh")


@rule("burattino.end.draw")
def test_a_draw_without_a_choice_is_announced() -> None:
    """With five types and two discarded just those two are drawn, without a question; once a year."""
    bot = go_on(winter(structures=True, track_hand=True))
    bot.answer("refresh", ["structure", "order"])
    assert FULL_HAND | {"structure": 1} == hand_of(bot)
    lines = ["Discard for him: Wine order, Structure.", "Draw for him: Wine order, Structure."]
    assert lines == bot.screen["lines"][:2]
    assert "refresh" not in menu_ids(bot)
    go_on(bot, 5)
    assert "refresh" in menu_ids(bot)


@rule("burattino.end.draw", "burattino.africa.refill")
def test_a_short_hand_is_filled_before_the_year_ends() -> None:
    """A short hand is filled at the end of its year, if nothing is discarded; types are asked where he lacks more."""
    bot = go_on(summer(event="africa", track_hand=True, state={"lira": 9, "hand": {"vine": 2, "order": 2}}), 3)
    assert "Next year" == bot.ask["options"][0]["text"], "a full hand draws nothing"
    bot.do(set={"hand": {"vine": 2, "order": 1}})
    assert "Draw him 1 card" == bot.ask["options"][0]["text"]
    bot.answer("go_on")
    assert ("types_drawn", ["summer", "winter"]) == (bot.key, bot.ids)
    assert ["He draws 1 card of a type he lacks."] == bot.screen["lines"]
    bot.answer(["winter"])
    assert ("END", "Draw for him: Winter visitor.") == (bot.state["season"], bot.screen["lines"][0])
    assert {"vine": 2, "order": 1, "winter": 1} == hand_of(bot)
    assert "refresh" not in menu_ids(bot)
    go_on(bot)
    assert ("SPRING", {"vine": 2, "order": 1, "winter": 1}) == (bot.state["season"], hand_of(bot))


@rule("burattino.end.draw", "burattino.africa.contribute")
def test_cards_given_after_the_draw_are_replaced() -> None:
    """Cards that he adds to a goal after his draw are replaced before the year ends."""
    bot = go_on(summer(event="africa", track_hand=True, state={"lira": 9}), 3)
    bot.answer("refresh", ["vine"], "africa", ["order", "summer"])
    assert "Draw him 2 cards" == bot.ask["options"][0]["text"]
    go_on(bot, 2)
    assert ("SPRING", FULL_HAND) == (bot.state["season"], hand_of(bot))


@rule("burattino.deck.table", "burattino.free.space")
def test_a_worker_without_a_letter_comes_back_each_time() -> None:
    """Two spaces freed in a turn are two sentences, since each says how many workers he then has."""
    bot = summer(card_mode="table", state={"lira": 4})
    for supply in (5, 6):
        bot.answer("retrieve")
        assert f"Take back 1 of his workers: he has {supply}." == bot.screen["lines"][0]


@rule("burattino.end.workers")
@pytest.mark.parametrize("seasons", [4, 29])
def test_his_workers_come_home(seasons: int) -> None:
    """The end of a year says that his workers come home, and why; of the last year too."""
    bot = go_on(spring(), seasons)
    assert "Take his workers home." in bot.screen["lines"]
    assert "burattino.end.workers" in bot.rules()


@rule("burattino.deck.table")
@pytest.mark.parametrize(
    ("summers", "lines"),
    [
        (4, ["Draw it, and put his workers on the marked actions."]),
        (8, ["Draw it.", "He places no worker."]),
    ],
)
def test_workers_on_marks_that_the_device_does_not_see(summers: int, lines: list[str]) -> None:
    """With his cards on the table his workers go on the marks; the card is drawn even if he has none."""
    bot = go_on(spring(card_mode="table"), 2)
    bot.do(correct={"workers_SUMMER": summers})
    assert [*lines, "Give him 3 lira: now 6."] == go_on(bot).screen["lines"]


@rule("burattino.ruling.last_hand")
def test_the_last_year_leaves_his_hand() -> None:
    """At the end of the last year nothing is done about his hand."""
    bot = go_on(spring(track_hand=True), 29)
    assert ("END", 6) == (bot.state["season"], bot.state["year"])
    assert "refresh" not in menu_ids(bot)
    assert ["Discard down to 5 cards.", "Take his workers home."] == bot.screen["lines"][:2]
    assert bot.screen["lines"] == go_on(spring(), 29).screen["lines"], "without the helper, too"
    assert "burattino.ruling.last_hand" in bot.rules()
    bot.do(correct={"hand_winter": 0, "hand_summer": 0, "hand_order": 0, "hand_vine": 2})
    bot.answer("go_on")
    assert ("your_vp", {"vine": 2}) == (bot.key, hand_of(bot)), "he draws nothing, and nothing is asked"
    bot.do(undo=2)
    assert "End the game" == bot.ask["options"][0]["text"]


@rule("burattino.end.goals")
@pytest.mark.parametrize(
    ("answers", "winner", "verdict", "goals"),
    [
        ([True, True], "you", "You both win", ("You have 25 VP or more.", "Influence is complete.")),
        ([True, False], None, "You both lose", ("You have 25 VP or more.", "Influence is not complete.")),
        ([False], None, "You both lose", ("You have fewer than 25 VP.",)),
    ],
)
def test_the_end(answers: list[bool], winner: str | None, verdict: str, goals: tuple[str, ...]) -> None:
    """Both goals win, and a missed goal ends the questions; the goals asked are listed; there is no score."""
    bot = go_on(spring(), 30)
    bot.answer(*answers)
    assert {"winner": winner, "bot": None, "you": None, "verdict": verdict} == bot.status["result"]
    assert all(answers) == bot.screen["facts"]["won"]
    assert (*goals, "In year 6 of 6.") == tuple(bot.screen["lines"][1:-1]), "the rule comes first, the house deck last"
    assert bot.status["score"] is None
    assert "burattino.end.goals" in bot.rules()


@rule("burattino.ruling.early")
@pytest.mark.parametrize("seasons", [0, 1, 4, 12])
def test_we_did_it(seasons: int) -> None:
    """In every season the player can say that both goals are met; when both are, both win."""
    bot = go_on(spring(), seasons)
    assert "did_it" == menu_ids(bot)[-1]
    bot.answer("did_it")
    assert ("your_vp", "you", False) == (bot.key, bot.screen["badge"]["who"], bot.ask["likely"])
    bot.answer(True)
    assert ("your_influence", False) == (bot.key, bot.ask["likely"])
    bot.answer(True)
    assert ("you", "OVER") == (bot.status["result"]["winner"], bot.state["season"])
    assert "burattino.ruling.early" in bot.rules()
    bot.do(undo=1)
    assert not bot.status["over"]


@rule("burattino.ruling.early")
@pytest.mark.parametrize("answers", [[False], [True, False]])
def test_a_goal_that_is_not_met_yet(answers: list[bool]) -> None:
    """If a goal is not met the play continues unchanged."""
    bot = summer()
    bot.answer("visitors", True)
    before, state = bot.screen, bot.state
    bot.answer("did_it", *answers)
    because = bot.screen["because"]
    assert because.endswith("the game goes on.")
    assert before | {"because": because} == bot.screen
    assert state | {"entries": bot.state["entries"]} == bot.state


@rule("burattino.season.lira", "burattino.free.space", "burattino.end.workers")
def test_each_order_is_given_once() -> None:
    """A season, a line of the menu and the end of the year give orders; reading a help page repeats none."""
    bot = spring()
    assert ["reveal", "rooster"] == _orders(bot)
    go_on(bot)
    assert ["workers", "lira"] == _orders(bot)
    bot.answer("visitors", True)
    assert [] == _orders(bot)
    bot.answer("retrieve", "A")
    assert ["worker", "lira"] == _orders(bot)
    bot.do(correct={"lira": 5})
    assert ["worker"] == _orders(bot), "what he has is what was said"
    go_on(bot, 3)
    assert ["limit", "discard", "draw", "home"] == _orders(bot)


def _orders(bot: Outsider) -> list[str]:
    return [order["id"] for order in bot.screen["facts"]["orders"]]


@rule("burattino.setup.overlay", "burattino.setup.tiles")
def test_the_note_of_double_magnum() -> None:
    """The note names what the set-up omits, and says that he still has action H."""
    [note] = [level.note for level in setup.LEVELS if level.id == "double_magnum"]
    assert note == Text("As Magnum, and action H has no overlay and keeps its own innovation tile.")


@rule("burattino.visitor.nothing", "burattino.visitor.discard", "burattino.visitor.gives")
def test_visitors() -> None:
    """The page about visitors says all four rules."""
    bot = spring()
    bot.answer("visitors")
    assert [f"burattino.visitor.{name}" for name in ("nothing", "discard", "gives", "you_say")] == bot.rules()
    assert "He ignores its requirements." in bot.screen["lines"]
    assert "Example: on Volunteer Crew" in bot.screen["lines"][-1]


# --- the four card sources ---


@rule("burattino.deck.house")
def test_the_house_deck_says_so() -> None:
    """Set-up and end say that the house deck is not the printed one, and the play's file records the deck."""
    bot = Outsider("burattino", card_mode="house")
    bot.answer(True, True)
    warning = "House deck, not the printed cards."
    assert warning in bot.screen["lines"]
    assert bot.screen["facts"]["deck"].startswith("HOUSE-AG32-v1")
    bot.answer(True)
    assert "burattino.deck.house" in bot.rules()
    bot.answer("did_it", True, True)
    assert warning in bot.screen["lines"]
    assert "house" == bot.play().options["card_mode"]


@rule("burattino.deck.table")
def test_cards_on_the_table_take_no_more_than_he_has() -> None:
    """Untracked, his workers are counted by season and can be corrected; no space is asked for."""
    bot = go_on(spring(card_mode="table"), 3)
    assert {"SUMMER": ["?"] * 4, "WINTER": ["?"] * 4} == bot.state["board"]
    bot.do(correct={"workers_WINTER": 3})
    assert (1, ["?"] * 3) == (bot.state["supply"], bot.state["board"]["WINTER"])
    bot.answer("retrieve")
    assert {"SUMMER": ["?"] * 4, "WINTER": ["?"] * 2} == bot.state["board"]
    assert [] == bot.state["drawn"]
    bot = go_on(spring(card_mode="table"), 2)
    bot.do(correct={"workers_SUMMER": 7})
    go_on(bot)
    assert ["?"] == bot.state["board"]["WINTER"]
    assert ({}, {"workers": 1}) == bot.facts_and_outcome("burattino.deck.table")


@rule("burattino.deck.marks")
def test_marks_that_are_entered() -> None:
    """You turn up his card and tick its four marks; the letters are those of the season."""
    bot = spring(card_mode="marks")
    bot.answer("go_on")
    assert ("Year 1/6", "Summer") == (bot.screen["badge"]["place"], bot.screen["badge"]["turn"])
    assert (list(SUMMERS), 4, 4) == (bot.ids, bot.ask["low"], bot.ask["high"])
    assert "Tick 4." in bot.refusal(answer=["A", "B", "C"])
    bot.answer(["H", "A", "C", "E"])
    assert ["A", "C", "E", "H"] == bot.state["board"]["SUMMER"]
    bot.answer("go_on", "go_on")
    assert list(WINTERS) == bot.ids


TAUGHT_MARKS = ["ABCD", "ABEF", *["EFGH"] * 14]


def teach(bot: Outsider, cards: list[str]) -> Outsider:
    """Teach a deck from the set-up on."""
    bot.answer(True, True, True)
    for number, marks in enumerate(cards):
        assert f"Marks of card {number + 1} of 16?" == bot.screen["headline"]
        bot.answer(list(marks))
        if number == 0:
            bot.answer(True)
    return bot


@rule("burattino.deck.taught", "burattino.ruling.marks=four", "burattino.ruling.position")
def test_teaching_a_deck() -> None:
    """Sixteen questions, one confirmation, then a look at the deck; the cards are dealt by the device from then on."""
    bot = Outsider("burattino", seed="1", card_mode="taught")
    bot.answer(True, True, True)
    assert {"kind": "marks", "low": 4, "high": 4, "likely": [], "advance": True} == {
        name: value for name, value in bot.ask.items() if name != "options"
    }
    bot.answer(["A", "B", "C", "D"])
    assert ("same_in_winter", ["I", "J", "K", "L"]) == (bot.key, bot.screen["facts"]["WINTER"])
    assert "Summer A, B, C, D is winter I, J, K, L." in str(bot.reasons())
    bot.answer(False)
    assert ("Marks of card 1 of 16?", []) == (bot.screen["headline"], bot.state["faces"])
    bot.answer(["A", "B", "C", "D"], True)
    assert not learned_options(bot), "a part of a deck is none"
    bot.do(undo=7)
    teach(bot, TAUGHT_MARKS)
    assert "your_deck" == bot.key
    assert TAUGHT_MARKS == [card["marks"] for card in learned_options(bot)["cards"]["cards"]]
    facts = bot.screen["facts"]
    assert {"A": 2, "B": 2, "C": 1, "D": 1, "E": 15, "F": 15, "G": 14, "H": 14} == facts["counts"]
    assert ([], [str(n) for n in range(4, 17)]) == (facts["odd"], facts["double"])
    assert "burattino.ruling.marks" in bot.rules()
    bot.answer(True, "go_on")
    [drawn] = bot.state["drawn"]
    assert list(TAUGHT_MARKS[int(drawn) - 1]) == bot.state["board"]["SUMMER"]


@rule("burattino.ruling.letters")
def test_a_board_with_other_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letters of summer and winter are one setting for every screen; of a card its places are stored."""
    other = msgspec.structs.replace(cards(), letters=Letters("HGFEDCBA", "PONMLKJI"))
    for module in (pieces_module, state_module, machine_module, set_up):
        monkeypatch.setattr(module, "cards", lambda: other)
    bot = Outsider("burattino", card_mode="taught")
    bot.answer(True, True, True)
    assert list("HGFEDCBA") == [option["text"] for option in bot.ask["options"]]
    bot.answer(["A", "B", "C", "D"])
    assert ["In summer it marks H, G, F, E.", "In winter it marks P, O, N, M."] == bot.screen["lines"][:2]
    assert "ABCD" == bot.state["faces"][0]["marks"]
    bot = spring()
    bot.answer("go_on", "1")
    assert ["H", "G", "F", "E"] == bot.state["board"]["SUMMER"]
    bot.do(correct={"action_E": "no"})
    assert "Changed: Put his workers on F, G, H." in bot.screen["lines"]


@pytest.mark.parametrize(
    ("summer", "winter"), [("ABCDEFG", "IJKLMNOP"), ("ABCDEFGH", "HIJKLMNO"), ("AABCDEFG", "IJKLMNOP")]
)
def test_wrong_letters_are_refused(summer: str, winter: str) -> None:
    """Letters of a board are eight a season, all different; others are refused as soon as they are read."""
    with pytest.raises(ValueError, match="all different"):
        Letters(summer, winter)


@rule("burattino.ruling.marks=any")
def test_as_many_marks_as_a_card_has() -> None:
    """With `marks="any"` a card has any number of marks, and cards without four marks are listed."""
    bot = Outsider("burattino", card_mode="taught", marks="any")
    bot.answer(True, True, True)
    assert (0, 8) == (bot.ask["low"], bot.ask["high"])
    bot.answer(["A", "B", "C", "D", "E"], True, [], *(list(marks) for marks in TAUGHT_MARKS[2:]))
    assert "Cards without four marks: 1, 2." in bot.screen["lines"]


@rule("burattino.ruling.marks=any")
@pytest.mark.parametrize("marks", ["", "C", "ABCDE", "ABCDEFGH"])
def test_a_drawn_card_with_another_count(marks: str) -> None:
    """The same for a card that you draw: he places as many workers, and with too many marks you choose which."""
    bot = spring(card_mode="marks", marks="any")
    bot.answer("go_on", list(marks))
    assert list(marks) == bot.state["board"]["SUMMER"]
    assert 8 - len(marks) == bot.state["supply"]


@pytest.mark.parametrize(("mode", "asked"), [("table", False), ("marks", True), ("taught", True), ("house", False)])
def test_the_option_for_the_count_of_marks(mode: str, asked: bool) -> None:
    """The option for the number of marks of a card matters only if marks are entered."""
    bot = load_engine("burattino")
    options = bot.complete({"card_mode": mode})
    assert asked == ("marks" in {option.name for option in select_active(bot.options(), options)})


@rule("burattino.ruling.marks=four")
@pytest.mark.parametrize("marks", ["", "C", "ABCDE", "ABCDEFGH"])
def test_a_deck_with_another_count(marks: str) -> None:
    """A file may have cards with 0 to 8 marks: the set-up warns, and they are played as they are."""
    deck = deck_of([*TAUGHT_MARKS[:2], marks, *TAUGHT_MARKS[3:]])
    bot = Outsider("burattino", card_mode="taught", cards=deck)
    bot.answer(True, True, True)
    assert "Cards without four marks: 3." in bot.screen["lines"]
    bot.answer(True, "go_on", "3")
    assert list(marks) == bot.state["board"]["SUMMER"]
    assert 8 - len(marks) == bot.state["supply"]


@rule("burattino.deck.taught")
@pytest.mark.parametrize("marks", ["AA", "BA", "AX", "abcd"])
def test_a_deck_with_wrong_marks(marks: str) -> None:
    """A file whose marks are no letters in order is refused with the card and the field."""
    with pytest.raises(Refused, match=r"card 3 is wrong: marks must be letters of ABCDEFGH"):
        Outsider("burattino", card_mode="taught", cards=deck_of([*TAUGHT_MARKS[:2], marks, *TAUGHT_MARKS[3:]]))


@rule("burattino.deck.taught")
@pytest.mark.parametrize("mode", ["table", "marks", "house"])
def test_a_deck_that_would_not_be_played(mode: str) -> None:
    """A given deck is played; with another card source it is refused, with the reason."""
    deck = deck_of(TAUGHT_MARKS)
    given = Outsider("burattino", cards=deck)
    assert "taught" == given.state["card_mode"]
    assert not learned_options(given), "it is known already"
    with pytest.raises(Refused, match=r"cards is played only with card_mode: taught"):
        Outsider("burattino", card_mode=mode, cards=deck)


# --- the table is right ---


@rule("burattino.table.truth")
def test_corrections() -> None:
    """Lira, workers, H, the aid token and his hand can be corrected; eight workers remain eight."""
    bot = summer(event="oceania", track_hand=True)
    bot.do(correct={"lira": 7, "action_A": "no", "action_H": "yes", "used_H": "yes", "aid": 3, "hand_vine": 0})
    assert (7, ["B", "C", "D", "H"], 4) == (bot.state["lira"], bot.state["board"]["SUMMER"], bot.state["supply"])
    assert (True, 3) == (bot.state["usedH"], bot.state["aid"])
    assert FULL_HAND == {"vine": 1} | hand_of(bot)
    assert ["burattino.table.truth"] == bot.rules()
    assert "4 cards at most" in bot.refusal(correct={"hand_order": 3})


LIRA_INPUTS: dict[str, list[Any]] = {"retrieve": ["A"], "use_H": [2], "help_H": [2], "event": [], "trade": ["give1"]}
"""Lines of the menu that change his lira, and what is answered after them."""


@rule("burattino.table.truth")
@pytest.mark.parametrize("line", ["", *LIRA_INPUTS])
def test_corrected_lira_are_shown_without_a_change(line: str) -> None:
    """After a correction his lira are shown without the earlier change; the next change is shown again."""
    bot = summer(state={"lira": 8}) if line else summer()
    bot.answer(*([line, *LIRA_INPUTS[line]] if line else []))
    assert "lira: now" in bot.screen["lines"][-1], "what changes his lira is told"
    bot.do(correct={"used_H": "yes"})
    assert "lira: now" in bot.screen["lines"][-1], "another value was corrected"
    bot.do(correct={"lira": 9})
    assert "He has 9 lira." in bot.screen["lines"][-1]
    bot.answer("trade", "take1")
    assert "Take 1 lira from him: now 8." in bot.screen["lines"][-1]


@rule("burattino.table.truth")
@pytest.mark.parametrize("line", ["use_H", "help_H", "event", "retrieve"])
@pytest.mark.parametrize("lira", [0, 1, 3, 12])
def test_an_open_question_blocks_no_correction(line: str, lira: int) -> None:
    """An open question starts again with the corrected lira, or returns to the menu if nothing remains to ask."""
    bot = summer(state={"lira": 8, "event_paid_year": 1})
    bot.answer(line)
    question = bot.key
    bot.do(correct={"lira": lira})
    assert lira == bot.state["lira"]
    asks = lira >= {"use_H": 1, "help_H": 2, "event": 4, "retrieve": 2}[line]
    assert (question if asks else "summer") == bot.key
    if question == "how_much" and asks:
        assert lira == bot.ask["high"]


@rule("burattino.table.truth")
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"lira": -1}, "lira"),
        ({"supply": 5}, "8 workers in all"),
        ({"board": {"SUMMER": ["A", "A", "B", "C"]}}, "Each summer action"),
        ({"board": {"SUMMER": ["I", "B", "C", "D"]}}, "Each summer action"),
        ({"board": {"SUMMER": [], "WINTER": ["I", "J", "K", "L"]}}, "Before winter"),
        ({"deck_pos": 2}, "deck_pos"),
        ({"year": 2}, "deck_pos"),
        ({"year": 7, "deck_pos": 12}, "1 to 6"),
        ({"season": "WINTER"}, "deck_pos"),
        ({"season": "OVER"}, "The play is over"),
        ({"vp": 24}, "vp"),
        ({"hand": {"vine": 5}}, "4 cards at most"),
        ({"hand": {"structure": 1}}, "No structures"),
        ({"drawn": ["1", "1"]}, "different"),
        ({"at": "pay"}, "cannot do that now"),
        ({"at": "card"}, "No card is to be drawn"),
        ({"at": "refill"}, "not at its end"),
        ({"at": "event_deck"}, "set-up is over"),
        ({"board": {"SUMMER": ["?"] * 4}}, "has a letter"),
        ({"usedP": True}, "not used P"),
        ({"season": "SPRING", "deck_pos": 0, "board": {}, "supply": 8, "usedH": True}, "not used H"),
        ({"missed": "your_vp"}, "missed no goal"),
        ({"nonsense": 1}, "no field"),
    ],
)
def test_states_that_cannot_be(state: dict[str, Any], sentence: str) -> None:
    """A state against an invariant is refused with the sentence that does not hold."""
    assert sentence in summer().refusal(set=state)


@rule("burattino.table.truth")
def test_a_deck_that_is_not_taught_cannot_be_played() -> None:
    """After the teaching every face of a taught deck must be known."""
    bot = Outsider("burattino", card_mode="taught")
    for phase in ("your_deck", "season_menu"):
        assert "not all taught" in bot.refusal(set={"at": phase})
    assert "not taught yet" in bot.refusal(set={"faces": [{"id": "1", "marks": "ABCD"}]})
    assert "in their order" in bot.refusal(set={"at": "teach", "faces": [{"id": "2", "marks": "ABCD"}]})


@rule("burattino.table.truth")
def test_h_and_p_are_not_corrected_before_their_season() -> None:
    """The use of H can be corrected from summer on, that of P from winter on."""
    assert "not used H" in spring().refusal(correct={"used_H": "yes"})
    bot = go_on(summer())
    assert "not used P" in bot.refusal(correct={"used_P": "yes"})
    bot.do(correct={"used_H": "yes"})
    winter().do(correct={"used_H": "yes", "used_P": "yes"})


def recognise(bot: Outsider, marks: str) -> list[str]:
    """Draw a card with these marks, answer for each asked action whether it is marked, and return the asked actions."""
    bot.answer("go_on")
    asked = []
    while bot.key == "is_marked":
        asked.append(bot.screen["facts"]["letter"])
        bot.answer("ABCDEFGH"[(SUMMERS + WINTERS).index(asked[-1]) % 8] in marks)
    return asked


@rule("burattino.deck.recognised")
def test_a_taught_card_is_recognised() -> None:
    """Marks of a drawn card are asked until one of the taught ones that are not out fits; its workers are placed."""
    house = [card.marks for card in cards().burattino.cards]
    bot = Outsider("burattino", card_mode="recognised", cards=deck_of(house))
    bot.answer(True, True, True)
    assert ["A", "B", "C", "D"] == recognise(bot, "ABCD")
    assert (["1"], ["A", "B", "C", "D"]) == (bot.state["drawn"], bot.state["board"]["SUMMER"])
    assert "burattino.deck.recognised" in bot.rules()
    bot.answer("go_on")
    assert ["I", "J", "K", "M"] == recognise(bot, "BCFG")
    assert (["1", "9"], ["J", "K", "N", "O"]) == (bot.state["drawn"], bot.state["board"]["WINTER"])


@rule("burattino.deck.recognised")
def test_cards_that_are_alike_are_not_told_apart() -> None:
    """Cards with the same marks are not told apart, so no question is asked among them."""
    bot = Outsider("burattino", card_mode="recognised", cards=deck_of(["ABCD", *["EFGH"] * 15]))
    bot.answer(True, True, True)
    assert ["A"] == recognise(bot, "ABCD")
    bot.answer("go_on")
    assert [] == recognise(bot, "EFGH")
    assert ["M", "N", "O", "P"] == bot.state["board"]["WINTER"]
