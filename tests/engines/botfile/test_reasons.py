"""Why of a bot in a file: the values as they were, in the words of the file."""

from copy import deepcopy
from typing import Any

import pytest

from engines.botfile import step_runner
from engines.kit.contract import Reason
from engines.kit.text import ENGLISH
from engines.kit.why import explain, find_wording, sentence
from firmware.languages import catalogue
from tests.contract.walk import BOTS, FILES, NO_LEVEL, TWIN_FILES, Walk, ended_play, levels
from tests.core import core
from tests.engines.botfile.inline_bots import Table, bot

DECK = '[decks.deeds]\nlabel = "Deeds"\ncard = "deed"\n[decks.deeds.cards]\none = "One"\ntwo = "Two"\n'


def _why_rows(table: Table) -> list[str]:
    """Return the rows of Why."""
    return [ENGLISH.words(row.text) for row in explain(table.play.engine.book, table.play.reasons).rows]


def _reason_sentences(table: Table) -> list[str]:
    """Return the sentences of all reasons from which something followed."""
    book = table.play.engine.book
    return [ENGLISH.words(sentence(book, one)) for one in table.play.reasons if one.outcome]


def test_a_list_is_told_as_it_was() -> None:
    """The facts of a step still contain an id that a later step moved away."""
    steps = '{ set = { x = "len(row)" } }, { move = "first(row)", from = "row" }, { all = "row" }'
    values = 'names = { a = "A", b = "B" }\n[values]\nrow = { list = "", word = "row", start = ["a", "b"] }\n'
    table = Table(bot(values + 'x = { word = "its cards" }', play='{ your_turn = "Go" }, ' + steps)).give("go_on")
    assert ["row: A, B, its cards: 2.", "row: B.", "row: none."] == _reason_sentences(table)


def test_no_reason_changes_after_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """The values that a reason records do not change while later steps are carried out."""
    given: list[tuple[Reason, Reason]] = []

    def noted(*parts: Any) -> Reason:
        given.append((Reason(*parts), deepcopy(Reason(*parts))))
        return given[-1][0]

    monkeypatch.setattr(step_runner, "Reason", noted)
    ended_play("orleans", levels("orleans")[0], 1)
    assert len(given) > 50
    assert [] == [(now, was) for now, was in given if now != was]


def test_why_calls_a_value_by_its_label_or_word() -> None:
    """A word comes before a label. A value without both stays out of Why; the rule is still told."""
    values = (
        '[values]\na = { label = "Its A", start = 1 }\nb = { label = "Its B", word = "the B", start = 2 }\nc = {}\n'
    )
    step = '{ set = { a = "b + c", b = "a", c = "a" } }, { set = { c = 7 } }'
    table = Table(bot(values, play='{ your_turn = "Go" }, ' + step)).give("go_on")
    assert ["the B: 2, Its A: 1, Its A: 2, the B: 1."] == _reason_sentences(table)


def test_why_calls_options_cards_dice_and_counters_by_their_labels() -> None:
    """Values with a label elsewhere in the file are called by it; the answer to a question has none."""
    tables = f'{DECK}[options]\nhard = {{ label = "Hard" }}\n[dice]\nhop = {{ label = "Hop die" }}\n'
    file = tables + '[values]\nx = { word = "sum", high = 999 }\n'
    steps = (
        '{ draw = "deeds" }, { roll = "hop", as = "hops" }, { yes_no = "Is it?", as = "is_it" }',
        '{ counters = "How many?", of = [{ as = "nuts", text = "Nuts" }, { as = "rings", text = "Rings" }] }',
        '{ set = { x = "hops + nuts + hard + is_it" } }, { set = { x = "0 if deed == one else len(deeds_left)" } }',
    )
    table = Table(bot(file, play='{ your_turn = "Go" }, ' + ", ".join(steps)), own=True)
    said = [
        line for given in ("go_on", "one", 3, True, {"nuts": 2, "rings": 0}) for line in _why_rows(table.give(given))
    ]
    assert "Deeds: One." in said
    assert "Hop die: 3." in said
    assert "Nuts: 2, Rings: 0." in said
    assert "Hard: no, Hop die: 3, Nuts: 2, sum: 6." in said
    assert "Deeds: One, sum: 0." in said
    assert not [line for line in said if "is it" in line or "left" in line]


def _explain_steps(*steps: str) -> tuple[list[str], str]:
    """Return the rows of Why after these steps, and the one that is highlighted."""
    file = bot(f"{DECK}[values]\nnuts = {{}}\nrings = {{}}\n", play=", ".join(('{ your_turn = "Go" }', *steps)))
    play = Table(file).give("go_on").play
    found = explain(play.engine.book, play.reasons)
    said = [ENGLISH.words(row.text) for row in found.rows]
    return said, said[found.highlighted] if said else ""


def test_why_tells_a_step_by_its_own_sentence() -> None:
    """The first one whose condition holds, with the values after the step; what it counts has a plural."""
    counted = '{ say = "It has {n} nut.", plural = "It has {n} nuts.", n = "nuts" }'
    some = f'[{{ say = "It is poor.", if = "rings > 2" }}, {{ say = "Nobody.", if = "nuts == 7" }}, {counted}]'
    said, _ = _explain_steps(f'{{ set = {{ nuts = "nuts + 2", rings = 1 }}, main = true, why = {some} }}')
    assert ["It has 2 nuts."] == said


def test_what_a_card_gave_is_the_main_reason_unless_another_is_marked() -> None:
    """Of several the last; what is set or moved comes last, and is highlighted only if it is marked."""
    draws = ('{ draw = "deeds", why = "First {deed}." }', '{ draw = "deeds", as = "second", why = "Then {second}." }')
    sets = '{ set = { nuts = 2 }, why = "It has {nuts}." }'
    said, main = _explain_steps(draws[0], sets, draws[1])
    assert ([said[1], "It has 2."], "Then ") == ([main, said[2]], main[:5])
    assert "It has 2." == _explain_steps(sets.replace("{ set", "{ main = true, set"), *draws)[1]
    assert ([], "") == _explain_steps(sets)


def test_every_kind_of_step_may_have_a_reason() -> None:
    """A headline, a line, an instruction, steps begun: each by its sentence, or by its rule if it is only marked."""
    steps = (
        '{ headline = "It eats", why = "It is hungry." }',
        '{ say = "Give it 1.", why = "It wants 1." }',
        '{ do = [{ set = { nuts = 1 } }], why = "It counts." }',
        '{ tell = "Do that", why = "It must be done." }',
    )
    assert ["It is hungry.", "It wants 1.", "It counts.", "It must be done."] == _explain_steps(*steps)[0]
    table = Table(
        bot(
            'rules.eat = { text = "It eats." }',
            play='{ your_turn = "Go" }, { say = "Eat.", rule = "eat", main = true }',
        )
    )
    because = table.give("go_on").play.screen.because
    assert because is not None
    assert "Because: It eats." == ENGLISH.words(because)


SHIPPED = [(game, level) for game in BOTS if game in FILES and game not in TWIN_FILES for level in levels(game)]


@pytest.mark.parametrize(("game", "level"), core(SHIPPED, ("praga", NO_LEVEL)), ids=str)
def test_reasons_of_the_bots_that_come_with_it_are_sentences(game: str, level: tuple[str, Any]) -> None:
    """Every reason of a step, except those of `finish`, has a sentence; no bookkeeping is highlighted."""
    for play in Walk(game, level, 1):
        book, reasons = play.engine.book, play.reasons
        found = explain(book, reasons)
        assert not found.rows or "bookkeeping" != book.account(found.rows[found.highlighted].reason).weight
        labels = [one.step for one in reasons if one.step and find_wording(book, one) is None]
        assert not [step for step in labels if not step.startswith("finish")]


def test_why_calls_your_total_so_in_every_language() -> None:
    """The file has no word for it; the device has."""
    table = Table(bot('score = [{ id = "ones", text = "Ones", value = "1" }]', play='{ end = "score" }')).give(
        "total", 6
    )
    (row,) = explain(table.play.engine.book, table.play.reasons).rows
    assert ["Your total: 6.", "Dein Ergebnis: 6."] == [catalogue(one, "crow").words(row.text) for one in ("en", "de")]
