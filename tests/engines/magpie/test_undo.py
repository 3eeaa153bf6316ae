"""Undo: the redo stack behind the end of the journal, and how its inputs come back."""

from typing import Any

from engines.kit.versions import OtherRules
from firmware.dealer import dealer
from firmware.plays.from_outside import play_of
from firmware.plays.play_file import PlayFile
from tests.engines.magpie.plays import bot_with, deed
from tests.play_values import entries
from tests.protocol_client import Outsider


def test_one_input_goes_with_its_outcomes() -> None:
    """Undo takes back one input and what the dealer gave after it; forward again gives the same."""
    bot = Outsider("magpie", seed="17")
    bot.answer(True)
    first = bot.status
    bot.answer(*([5] if bot.key == "charm_worth" else []), "go_on")
    dealt = bot.status["dealt"]
    assert "deeds" in [one["source"] for one in dealt]
    after = bot.status["state"]
    bot.do(undo=1)
    assert [] == bot.status["dealt"]
    bot.answer("go_on")
    assert (dealt, after) == (bot.status["dealt"], bot.status["state"])
    bot.do(undo=bot.status["n"] - 1)
    assert first["state"] == bot.status["state"]


def test_undone_inputs_change_no_state() -> None:
    """Undo equals never-done: state and screen are those of before, and only `undone` differs."""
    bot = deed("toll")
    before = bot.status
    bot.answer(True)
    bot.do(undo=1)
    assert before | {"undone": True} == bot.status
    assert {"kind": "yes_no", "likely": False} == bot.ask


def test_each_step_offers_the_next_undone_input() -> None:
    """Each step offers its undone input; taking it offers the next one, until nothing is left."""
    bot = bot_with()
    values: list[Any] = ["go_on", "steal", ["left", "right"], "right", "go_on"]
    bot.answer(*values)
    end = bot.status
    bot.do(undo=len(values))
    for value in values:
        assert value == bot.status["undone"]
        bot.answer(value)
    assert end == bot.status
    assert bot.status["undone"] is None


def test_another_value_removes_its_own_undone_input_alone() -> None:
    """An early slip is mended, and what came after it is still offered."""
    bot = bot_with(purse=8)
    bot.answer("go_on", "toll", True, 3, "go_on", "hoard")
    bot.do(undo=3)
    assert 3 == bot.status["undone"]
    bot.answer(1)
    assert "go_on" == bot.status["undone"]
    bot.answer("go_on")
    assert "hoard" == bot.status["undone"]
    bot.answer("hoard")
    assert bot.status["undone"] is None
    assert (7, 1) == (bot.state["purse"], bot.state["coins"])


def test_the_first_with_this_key_and_a_legal_value_is_offered() -> None:
    """An undone input whose screen does not come, or whose value is not legal now, is passed over."""
    bot = bot_with()
    bot.answer("go_on", "steal", ["left", "right"], "right", "go_on", "go_on", "hoard")
    bot.do(undo=5)
    bot.answer(["middle"])
    assert "stolen" == bot.key, "nothing ties, so which_ledge does not come"
    assert "go_on" == bot.status["undone"]
    bot.answer("go_on", "go_on")
    assert "hoard" == bot.status["undone"], "which_ledge, before it, was removed with what was taken"
    bot.answer("toll")
    assert bot.status["undone"] is None


def test_an_illegal_value_is_not_offered() -> None:
    """A number beyond what can be paid now is not offered."""
    bot = bot_with(purse=8)
    bot.answer("go_on", "toll", True, 3)
    bot.do(undo=2)
    bot.do(correct={"purse": 2})
    bot.answer(True)
    assert (2, None) == (bot.ask["high"], bot.status["undone"])


def test_ticks_are_the_same_in_any_order() -> None:
    """Marks in another order equal the undone value, so the inputs after it are still offered."""
    bot = bot_with()
    bot.answer("go_on", "steal", ["left", "right"], "right")
    bot.do(undo=2)
    bot.answer(["right", "left"])
    assert "right" == bot.status["undone"]
    assert ["left", "right"] == entries(bot.play())[-1][2]


def test_a_correction_leaves_undone_answers_alone() -> None:
    """A slip mended by a correction costs no undone answer."""
    bot = bot_with(coins=0)
    bot.answer("go_on", "hoard", "go_on")
    bot.do(undo=3)
    bot.do(correct={"coins": 1})
    assert "go_on" == bot.status["undone"]
    bot.answer("go_on", "hoard")
    assert "go_on" == bot.status["undone"]
    assert (0, 1) == (bot.state["coins"], bot.state["trinkets"])


def test_an_undone_correction_is_offered() -> None:
    """Applying it again takes it from the redo stack; answering the step instead removes it alone."""
    bot = bot_with()
    bot.do(correct={"coins": 1})
    bot.answer("go_on", "hoard")
    bot.do(undo=3)
    assert {"coins": 1} == bot.status["undone"]
    bot.do(correct={"coins": 1})
    assert "go_on" == bot.status["undone"]
    bot.do(undo=1)
    assert {"coins": 1} == bot.status["undone"]
    bot.answer("go_on")
    assert "hoard" == bot.status["undone"]
    kinds = [entry.kind for entry in bot.play().redo_stack]
    assert ["answer", "draw"] == kinds, "the undone go_on stays, since another value was given"


def test_undo_reaches_over_rounds_to_the_first_step() -> None:
    """Nothing but the start of the play stops undo."""
    bot = Outsider("magpie", seed="3", rounds=5)
    first = bot.status
    values: dict[str, Any] = {"most_trinkets": ["left"], "shiny_coin": False, "charm_worth": 1, "lay_out": True}
    while not bot.status["over"]:
        bot.answer(values.get(bot.key, {"trinkets": 3, "coins": 3} if bot.key == "your_total" else "go_on"))
    n, end = bot.status["n"], bot.status
    for _ in range(n):
        bot.do(undo=1)
    assert first == bot.status | {"undone": None, "dealt": first["dealt"]}
    assert "There is nothing to take back." == bot.refusal(undo=1)
    for _ in range(n):
        correction = isinstance(bot.status["undone"], dict) and bot.ask["kind"] != "counters"
        bot.do(**{"correct" if correction else "answer": bot.status["undone"]})
    assert end == bot.status


def test_undo_stops_where_the_state_was_replaced() -> None:
    """`set` is no input; what came before it cannot be taken back, and nothing is undone any more."""
    bot = bot_with()
    bot.answer("go_on", "hoard")
    bot.do(undo=1)
    bot.do(set={"coins": 5})
    assert bot.status["undone"] is None
    assert "There is nothing to take back." == bot.refusal(undo=1)
    assert ["magpie.table.truth"] == bot.rules()[:1]
    bot.answer("hoard")
    assert "Only 1 input can be undone." == bot.refusal(undo=2)
    bot.do(undo=1)
    assert 5 == bot.state["coins"]


def test_undo_keeps_cards_dealt_at_set() -> None:
    """If the replaced state needs a card of the device, it is dealt and recorded in the journal, and undo keeps it."""
    bot = Outsider("magpie", seed="7")
    bot.do(set={"at": "deed", "charm": "key", "worth": {"key": 4}})
    assert ["deeds"] == [one["source"] for one in bot.status["dealt"]][:1]
    kept = bot.state
    assert ["draw", "deed"] == entries(bot.play())[0][:2]
    bot.answer(_any_answer(bot))
    bot.do(undo=1)
    assert kept == bot.state
    kept_play = bot.play()
    play = play_of(kept_play, dealer("7"))
    assert not isinstance(play, OtherRules)
    assert PlayFile.from_play(kept_play).text == PlayFile.from_play(play.saved()).text


def test_a_switch_of_the_dealer_is_no_input() -> None:
    """A switch keeps the play where it is, and undo does not take it back."""
    bot = bot_with()
    bot.answer("go_on")
    n = bot.status["n"]
    bot.do(source={"deeds": "device"})
    assert n == bot.status["n"]
    assert ["deeds"] == [one["source"] for one in bot.status["dealt"]]
    dealt = bot.state
    bot.answer(_any_answer(bot))
    bot.do(undo=1)
    assert dealt == bot.state, "what was dealt at the switch stays with the step"
    bot.do(undo=1)
    assert "device" == bot.play().sources["deeds"]
    assert (["go_on"], "go_on") == (bot.ids, bot.status["undone"])


def _any_answer(bot: Outsider) -> Any:
    """Return an answer to any deed."""
    return {"roll": 3, "marks": ["left"], "yes_no": False}.get(bot.ask["kind"], "go_on")
