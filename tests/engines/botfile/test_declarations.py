"""Declarations of a bot file are checked before it is played: an error is one sentence with file and line."""

import pytest

from engines.botfile import load
from engines.kit.contract import Number, Roll
from engines.kit.play import Play
from engines.kit.rules import BadFile
from engines.kit.text import ENGLISH
from firmware.dealer import dealer
from tests.engines.botfile.small import SMALL, changed

COINS = 'coins = { label = "Its coins", start = "2 if hard else 0" }'
DRAW = '{ draw = "deeds", rule = "turn" },'
WAIT = 'wait = "Wait"'
BAD = [
    ('near = "Near"', 'near = "Ne\\u202Ear"', 4, "cannot be seen"),
    ('title = "The Crow"', 'title = "The {crow}"', 3, "cannot have values in braces"),
    ('wait = "Wait"', 'wait = "Wait {coins}"', 27, "cannot have values in braces"),
    ("steps = [1, 2, 3]", "steps = [1, 2.5, 3]", 5, "whole numbers"),
    ("steps = [1, 2, 3]", "steps = [1, 2, 3000000]", 5, "whole numbers"),
    (COINS, 'coins = { low = 5, high = 1, start = "5" }', 16, "low is 5, and high is 1"),
    (COINS, "coins = { high = -5 }", 16, "low is 0, and high is -5"),
    ('near = "Near"', 'near = "Ne\\nar"', 4, "cannot be seen"),
    (COINS, "coins = { high = 2000000 }", 16, "no number may leave"),
    ("stop = { flag = true }", 'stop = { flag = true, list = "" }', 17, "flag and list"),
    ("stop = { flag = true }", "stop = { flag = true, track = true }", 17, "is no number"),
    ('label = "Hop die"', 'label = "Hop die", low = 7', 6, "low is 7"),
    ('near = "Near"', 'go_on = "Near"', 4, "cannot be an id"),
    ('near = "Near"', 'not = "Near"', 4, "cannot be an id"),
    ("stop = { flag = true }", "if = { flag = true }", 17, "word of the language"),
    (
        DRAW,
        '{ yes_no = "Well?", as = "coins" },' + DRAW,
        9,
        "coins becomes yes or no here, and elsewhere it is a n",
    ),
    (DRAW, '{ roll = "hop", as = "near" },' + DRAW, 9, "also an id"),
    (DRAW, '{ draw = "crows" },' + DRAW, 9, "no deck crows"),
    (DRAW, '{ tell = "Well", not_possible = "nowhere" },' + DRAW, 9, "no steps nowhere"),
    ('value = "coins"', 'value = ""', 14, "the expression is empty"),
    ('{ do = "deed" },', '{ do = "" },', 10, "the name of the steps is empty"),
    ("[rules]", "[do]\ndeed = []\n[rules]", 29, "deed is also the card of deeds"),
    (DRAW, '{ roll = "hop", high = 18 },' + DRAW, 9, "the highest face of hop is 6"),
    (DRAW, '{ move = "near", to = "deeds_left" },' + DRAW, 9, "near is no card of deeds"),
    (DRAW, '{ move = "near", to = "deeds" },' + DRAW, 9, "deeds is no list"),
    (DRAW, '{ draw = "deeds", to = "nest_played" },' + DRAW, 9, "take is no card of nest"),
    (DRAW, '{ shuffle = "nest", cards = "deeds_played" },' + DRAW, 9, "take is no card of nest"),
    ('key = "crow"', 'key = "Crow One"', 2, "Allowed: a small letter, then small letters, digits and -, 40 at most"),
    ("stop = {", "Stop = {", 17, "Allowed: a small letter, then small letters, digits and _, 40 at most"),
    (DRAW, '{ tell = "Well", not_possible = "" },' + DRAW, 9, "the name of the steps is empty"),
    (WAIT, 'wait = { name = "Wait", worth = "near" }', 27, "worth is of another kind than on the cards before"),
    (WAIT, 'wait = { name = "Wait", ways = ["near", 2] }', 27, "ways holds a number, yes or no, an id, or a list of"),
    (WAIT, 'wait = { name = "Wait", rule = "nowhere" }', 27, "no rule nowhere"),
    (WAIT, 'wait = { name = "Wait", do = "nowhere" }', 27, "no steps nowhere"),
    ('near = "Near"', 'green_2 = "Near"', 33, "its copy green_2 has the name of something else"),
    ('near = "Near"', 'wait = "Near"', 1, "the id wait has the words “Near” and “Wait”"),
    ('near = "Near"', 'score = "Near"', 4, "score is a word of the language, and cannot be an id"),
    ('calm = "Calm"', 'score = "Calm"', 18, "score is a word of the language, and cannot be an id"),
    ("[rules]", "[do]\nplay = []\n[rules]", 29, "play is the name of a part of the play"),
    ("stop = {", "min = {", 17, "min is a name of both the language and values. Rename one."),
    ("stop = {", "deeds_left = {", 17, "deeds_left is a name of both decks and values. Rename one."),
    ("stop = {", "far = {", 17, "far is also an id"),
    (DRAW, '{ yes_no = "Well?", as = "steps" },' + DRAW, 1, "steps is already the name of one of the tables"),
    ('value = "coins"', 'value = "score"', 14, "the score cannot be a part of itself"),
    ('[{ id = "coins", ', '[\n{ id = "pay", text = "Pay", value = "pay" }, { id = "coins", ', 15, "there is no pay"),
    ('hoard = { list = ""', 'hoard = { list = "", start = ["nut"]', 19, "nut is no id"),
    (COINS, 'coins = { start = "stop" }', 16, "only options and tables are known, and stop is neither"),
    (DRAW, '{ say = "It caws", icon = "caw" },' + DRAW, 9, "there is no icon caw"),
    (DRAW, '{ say = "It has {coins:>4}." },' + DRAW, 9, "braces hold one name and nothing else"),
    ('"deeds", rule = "turn"', '"deeds", rule = "hop"', 9, "there is no rule hop"),
    (DRAW, "{ set = { hard = true } }," + DRAW, 9, "there is no value hard to set"),
    ('card = "deed"\n', "", 9, "the card of deeds has no name"),
    (DRAW, '{ pick = "Which?", as = "one", of = ["near", "nut"] },' + DRAW, 9, "nut is no id"),
    (DRAW, '{ draw = "nest", as = "deed" },' + DRAW, 9, "deed is the card of nest and of deeds"),
    (DRAW, '{ draw = "deeds", why = "It draws {nut}." },' + DRAW, 9, "there is no nut"),
    (DRAW, '{ draw = "deeds", why = { say = "It draws.", if = "nut" } },' + DRAW, 9, "there is no nut"),
    (DRAW, '{ draw = "deeds", why = [{ say = "{icon}", icon = "coin" }] },' + DRAW, 9, "Why has no icons"),
    (DRAW, '{ draw = "deeds", main = 1 },' + DRAW, 9, "main cannot be 1. Allowed: true, false"),
    ('text = "It turns', 'text = "{It} turns', 29, "cannot have values in braces"),
]


NEST = '[decks.nest]\nlabel = "Nest"\ncard = "twig"\ncards = { green = { name = "Green", n = 2 } }\n'


def test_a_missing_field_is_a_sentence() -> None:
    """The sentence names file, line and field."""
    with pytest.raises(BadFile, match=r"^x\.toml, line 1: format is missing\. Add it\.$"):
        load(b"key = 5\n", "x.toml")


@pytest.mark.parametrize(("old", "new", "line", "words"), BAD, ids=lambda one: str(one)[:24])
def test_what_does_not_hold_is_a_sentence(old: str, new: str, line: int, words: str) -> None:
    """The sentence names the file, the line and what is wrong."""
    with pytest.raises(BadFile, match=rf"^crow\.toml, line {line}: .*{words}"):
        load(changed(old, new, NEST), "crow.toml")


def test_a_translation_has_the_values_of_its_sentence() -> None:
    """A translation may use only the values of its sentence; it may omit them or give them a form."""
    load(changed(add='[words.de]\n"Steps: {n}" = ["Schritt", "Schritte: {n:dat}"]\n'), "crow.toml")
    with pytest.raises(BadFile, match=r"line 32: .*has no gold"):
        load(changed(add='\n[words.de]\n"Wait" = "Warte {gold}"\n'), "crow.toml")


def test_words_may_hold_what_is_seen_as_room() -> None:
    """Words may contain no-break spaces, soft hyphens and backslashes."""
    load(changed('near = "Near"', 'near = "Very\u00a0near\u00adby\\\\"'), "crow.toml")


def test_bytes_that_are_no_text_have_a_line() -> None:
    """The error names the line of a byte that is not UTF-8, and of a text that ends too early."""
    with pytest.raises(BadFile, match="byte 33, in line 3, is not UTF-8"):
        load(SMALL.encode().replace(b'"The Crow"', b'"\xff"'), "crow.toml")
    with pytest.raises(BadFile, match="at line 32, column 1"):
        load(changed(add='\nmore = """\n'), "crow.toml")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ('{ pick = "Which?", as = "one", of = "[coins, 2]" }', "an id is wanted, and 0 is none"),
        ('{ pick = "Which?", as = "one", of = "coins" }', "a list is wanted, and 0 is none"),
        ('{ number = "How many?", as = "many", low = "near", high = 5 }', "a number is wanted, and near is none"),
        ('{ set = { mood = "near" } }', "mood cannot be set to near"),
        ('{ set = { hoard = "[1]" } }', "hoard cannot be set to a list"),
        ('{ set = { coins = "[hoard, hoard] == 1" } }', "a number or an id is wanted, and a list is none"),
        ('{ each = "one", of = "steps", do = [] }', "an id is wanted, and 1 is none"),
        ('{ move = "first([near, far])", to = "deeds_left" }', "near is no card of deeds"),
        ('{ set = { hoard = "[far]" } }, { all = "hoard", to = "deeds_played", at = 1 }', "far is no card of deeds"),
        ('{ set = { hoard = "[far]" } }, { shuffle = "deeds", cards = "hoard" }', "far is no card of deeds"),
        ('{ while = "True", do = [' + 3 * '{ move = "near", to = "hoard" },' + "] }", "hoard has more than 1000 ids"),
    ],
)
def test_a_value_of_another_kind_is_refused(step: str, words: str) -> None:
    """A value of the wrong kind found during a play is refused with a sentence; the play stays at its step."""
    play = _begin(changed(DRAW, step + "," + DRAW))
    before = play.state
    with pytest.raises(Exception, match=words) as refused:
        play.give("go_on")
    assert words in ENGLISH.words(refused.value.text)  # type: ignore[attr-defined]
    assert before is play.state


def test_a_question_that_nobody_can_answer_is_not_asked() -> None:
    """If every candidate is blocked, or no counter's condition holds, the play continues without the question."""
    blocked = '{ id = "near", blocked = true, because = "no" }, { id = "far", blocked = true, because = "no" }'
    steps = f'{{ pick = "Which?", as = "one", of = [{blocked}] }}, {{ tell = "On", id = "on" }},'
    play = _begin(changed(DRAW, steps + DRAW))
    play.give("go_on")
    assert ("on", "") == (play.screen.key, play.state.values["one"])
    line = '{ as = "many", text = "Many", if = "coins > 9" }'
    play = _begin(changed(DRAW, f'{{ counters = "How many?", of = [{line}] }}, {{ tell = "On", id = "on" }},' + DRAW))
    play.give("go_on")
    assert "on" == play.screen.key


def test_bounds_of_a_question_hold() -> None:
    """A counter's likely value lies within its bounds, and a die from 0 to 1 is rolled."""
    line = '{ as = "many", text = "Many", low = 1, high = 3, likely = "coins" }'
    play = _begin(changed(DRAW, f'{{ counters = "How many?", of = [{line}] }},' + DRAW))
    play.give("go_on")
    ask = play.screen.ask
    assert isinstance(ask, Number)
    assert (1, 3, 1) == (ask.low, ask.high, ask.likely)
    raw = changed(DRAW, '{ roll = "hop", as = "hops" }, { tell = "On" },' + DRAW).replace(
        b'"Hop die"', b'"Coin", low = 0, high = 1'
    )
    play = _begin(raw)
    play.give("go_on")
    assert [("hop", play.state.values["hops"])] == [(one.source, one.value) for one in play.dealt]


def test_a_die_has_the_faces_that_it_has() -> None:
    """The number of faces that count may be computed, and is at most the number of faces of the die."""
    play = Play(
        load(changed(DRAW, '{ roll = "hop", high = "18" },' + DRAW), "x"), {}, dealer("1"), sources={"hop": "own"}
    )
    play.give("go_on")
    assert isinstance(play.screen.ask, Roll)
    assert 6 == play.screen.ask.high


def _begin(raw: bytes) -> Play:  # type: ignore[type-arg]
    return Play(load(raw, "crow.toml"), {}, dealer("1"), seed="1")
