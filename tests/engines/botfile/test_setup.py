"""The set-up of a play by a bot file: options, rules, decks and first values."""

from typing import Any

import pytest

from engines.kit.contract import GO_ON, Refused
from engines.kit.options import BOT_FILE, Choose, Count, Embed, Option, Switch
from engines.kit.rules import Rule
from engines.kit.text import ENGLISH
from tests.engines.botfile.inline_bots import Table, bot

RULES = """[rules]
fly = { text = "It flies.", heading = "Flight", tie = "the first" }
rest = { text = "Keep one coin.", remind = true }
odd = { text = "The book is silent.", heading = "Ties" }
"""


def test_a_rule_to_remind_of_is_the_players() -> None:
    """The bot does not follow it: it can be read in every play, under its heading or its name."""
    book = bot(RULES).book
    rest, fly = book.find("crow.rest"), book.find("crow.fly")
    assert (rest,) == book.reminders("your_turn")
    assert isinstance(rest, Rule)
    assert isinstance(fly, Rule)
    assert [("rest", ""), ("Flight", "the first")] == [(one.heading, one.tie) for one in (rest, fly)]


def test_a_play_holds_its_file() -> None:
    """The file is among its options; another one is refused."""
    engine = bot(RULES)
    assert engine.file.text == engine.complete({})[BOT_FILE]
    with pytest.raises(Refused, match="begun with another file"):
        engine.complete({BOT_FILE: bot().file.text})


def test_options_have_defaults_and_notes() -> None:
    """The default is what the file says, else the first choice, the least number, or off; a rule is its note."""
    options = """[options]
level = { label = "Level", choices = { easy = "Easy", tough = "Tough" }, default = "tough", rule = "odd" }
other = { label = "Other", choices = { easy = "Easy", tough = "Tough" }, note = "Whatever." }
rounds = { label = "Rounds", low = 1, high = 9, default = 4 }
years = { label = "Years", low = 2, high = 9 }
tame = { label = "Tame", default = true }
wild = { label = "Wild" }
"""
    found = {one.name: one for one in bot(RULES, options).options()}
    assert ["tough", "easy", 4, 2, True, False] == [_default(one) for one in found.values()]
    notes = {name: ENGLISH.words(one.note) for name, one in found.items() if one.note is not None}
    assert {"level": "The book is silent.", "other": "Whatever."} == notes
    assert ("crow.odd", None) == tuple(one.rule for one in found.values() if isinstance(one, Choose))


def _default(option: Option) -> Any:
    assert isinstance(option, Choose | Count | Switch)
    return option.default


def test_each_level_has_a_note() -> None:
    """The note of a level is that of its choice; a choice without a note gives none."""
    option = 'options.level = { label = "Level", choices = { a = "A", b = "B" }, notes = { b = "It is harder." } }'
    [level, *_] = bot(option).options()
    notes = [choice.note for choice in level.choices]  # type: ignore[union-attr]
    assert [None, "It is harder."] == [note and ENGLISH.words(note) for note in notes]


def test_a_list_begins_as_a_table_says() -> None:
    """The first ids of a list, and the first id of a value, can depend on an option."""
    tables = (
        'tables = { hands = { a = ["x", "y"], b = ["y"] }, all_of = ["x"] }',
        'options.level = { label = "Level", choices = { a = "A", b = "B" } }',
        'names = { x = "X", y = "Y" }',
        'values.hand = { list = "", start = "hands[level] + all_of" }',
        'values.one = { of = "all_of", start = "first(all_of)" }',
    )
    assert [["x", "y", "x"], ["y", "x"]] == [Table(bot(*tables), level=level).values["hand"] for level in ("a", "b")]
    assert "x" == Table(bot(*tables)).give(GO_ON).values["one"]


def test_what_a_play_begins_with() -> None:
    """A value within its bounds, a choice that there is, and the cards whose condition holds."""
    parts = (
        '[options]\nhard = { label = "Hard" }\n[tables]\nmuch = 70',
        '[values]\nx = { start = "much", high = 9 }\ny = { start = "-much", low = 2 }\nz = { start = "much - 67" }',
        '[decks.deeds]\nlabel = "Deeds"\ncard = "deed"\n[decks.deeds.cards]\n',
        'one = "One"\ntwo = { name = "Two", if = "hard" }',
    )
    engine = bot(*parts)
    assert [9, 2, 3] == [Table(engine).values[name] for name in "xyz"]
    assert [["one"], ["one", "two"]] == [Table(engine, hard=hard).values["deeds_left"] for hard in (False, True)]


DECK = """[decks.deeds]
label = "Deeds"
card = "deed"
known = false
[decks.deeds.fields]
worth = { ask = "Its worth?" }
cost = { ask = "Its cost?" }
[decks.deeds.cards]
one = { name = "One", worth = 2 }
[decks.plain]
label = "Plain"
card = "card"
[decks.plain.cards]
four = "Four"
"""


def test_a_deck_with_faces_to_tell() -> None:
    """The deck is an option and can be learned: from its first answer on; it is complete with its last field."""
    engine = bot(DECK, play='{ draw = "deeds" }, { your_turn = "Your turn" }')
    assert [("deeds", False), ("plain", True)] == [(one.name, one.known) for one in engine.sources]
    assert ["deeds"] == [one.name for one in engine.options() if isinstance(one, Embed)]
    table = Table(engine, own=True)
    assert (None, {}) == (engine.learned_options(table.play.state), engine.complete_decks(table.play.state))
    table.give("one", 5)
    learned = engine.learned_options(table.play.state)
    assert learned is not None
    assert {"id": "one", "name": "One", "worth": 2, "cost": 5} == learned["deeds"]["cards"][0]
    [kind] = engine.decks
    assert [False, True] == [
        kind.is_complete(kind.check("crow", kind.learned_file("crow", [{"id": "one", "name": "One", **told}]), "x"))
        for told in ({"worth": 2}, {"worth": 2, "cost": 5})
    ]


def test_what_is_put_away() -> None:
    """The lines whose condition holds; without any there is nothing to put away."""
    line = '{ say = "Never.", if = "x > 0" }'
    for lines, wanted in ((f'["The coins.", {line}]', ["The coins."]), (f"[{line}]", None)):
        table = Table(bot(f"put_away = {lines}", "[values]\nx = {}"))
        steps = table.play.engine.put_away(table.play.state)
        assert ([] if wanted is None else [wanted]) == [
            [ENGLISH.words(line) for line in one.texts[1:]] for one in steps
        ]


def test_the_steps_of_a_set_up_have_numbers() -> None:
    """Its instructions are counted; if all of them are in a block, there are no numbers."""
    step = '{ tell = "Lay out the nuts" }'
    plain, block = (Table(bot(f"setup = [{one}]")) for one in (step, f"{{ do = [{step}] }}"))

    assert [(1, 1), (None, None)] == [
        (one.play.screen.badge.step, one.play.screen.badge.steps) for one in (plain, block)
    ]
