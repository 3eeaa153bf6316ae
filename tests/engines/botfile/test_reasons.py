"""What Why tells of a bot in a file: the values as they were, by the words that the file has for them."""

from copy import deepcopy
from typing import Any

import pytest

from engines.botfile import step_runner
from engines.kit.contract import Reason
from engines.kit.text import ENGLISH
from engines.kit.why import explain
from tests.contract.walk import finished, levels
from tests.engines.botfile.written import Table, bot

DECK = '[decks.deeds]\nlabel = "Deeds"\ncard = "deed"\n[decks.deeds.cards]\none = "One"\ntwo = "Two"\n'


def _why(table: Table) -> list[str]:
    """Return the rows of Why."""
    return [ENGLISH.words(row.text) for row in explain(table.play.engine.book, table.play.reasons).rows]


def test_a_list_is_told_as_it_was() -> None:
    """What is moved away later is still among the facts of a step before."""
    steps = '{ set = { x = "len(row)" } }, { move = "first(row)", from = "row" }, { all = "row" }'
    values = 'names = { a = "A", b = "B" }\n[values]\nrow = { list = "", word = "row", start = ["a", "b"] }\n'
    table = Table(bot(values + 'x = { word = "its cards" }', play='{ your_turn = "Go" }, ' + steps)).give("go_on")
    assert ["row: A, B, its cards: 2.", "row: B.", "row: none."] == _why(table)


def test_no_reason_changes_after_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a step looked at stays what it was, while the steps behind it are carried out."""
    given: list[tuple[Reason, Reason]] = []

    def noted(*parts: Any) -> Reason:
        given.append((Reason(*parts), deepcopy(Reason(*parts))))
        return given[-1][0]

    monkeypatch.setattr(step_runner, "Reason", noted)
    finished("orleans", levels("orleans")[0], 1)
    assert len(given) > 50
    assert [] == [(now, was) for now, was in given if now != was]


def test_why_calls_a_value_by_its_label_or_word() -> None:
    """A word comes before a label. A value without both stays out of Why; the rule is still told."""
    values = (
        '[values]\na = { label = "Its A", start = 1 }\nb = { label = "Its B", word = "the B", start = 2 }\nc = {}\n'
    )
    step = '{ set = { a = "b + c", b = "a", c = "a" } }, { set = { c = 7 } }'
    table = Table(bot(values, play='{ your_turn = "Go" }, ' + step)).give("go_on")
    assert ["the B: 2, Its A: 1, Its A: 2, the B: 1."] == _why(table)


def test_why_calls_options_cards_dice_and_counters_by_their_labels() -> None:
    """What has a label somewhere else in the file goes by that; a question has none."""
    tables = f'{DECK}[options]\nhard = {{ label = "Hard" }}\n[dice]\nhop = {{ label = "Hop die" }}\n'
    file = tables + '[values]\nx = { word = "sum", high = 999 }\n'
    steps = (
        '{ draw = "deeds" }, { roll = "hop", as = "hops" }, { yes_no = "Is it?", as = "is_it" }',
        '{ counters = "How many?", of = [{ as = "nuts", text = "Nuts" }, { as = "rings", text = "Rings" }] }',
        '{ set = { x = "hops + nuts + hard + is_it" } }, { set = { x = "0 if deed == one else len(deeds_left)" } }',
    )
    table = Table(bot(file, play='{ your_turn = "Go" }, ' + ", ".join(steps)), own=True)
    said = [line for given in ("go_on", "one", 3, True, {"nuts": 2, "rings": 0}) for line in _why(table.give(given))]
    assert "Deeds: One." in said
    assert "Hop die: 3." in said
    assert "Nuts: 2, Rings: 0." in said
    assert "Hard: no, Hop die: 3, Nuts: 2, sum: 6." in said
    assert "Deeds: One, sum: 0." in said
    assert not [line for line in said if "is it" in line or "left" in line]
