"""Each kind of step does what `docs/bot-language.md` says of it."""

import pytest

from engines.botfile.words import FileTranslations
from engines.kit.contract import GO_ON, NOT_POSSIBLE, Counters, Marks, Number, Pick, Refused
from engines.kit.drawings import Track
from engines.kit.text import ENGLISH, Catalogue
from tests.engines.botfile.inline_bots import Table, bot

YOURS = '{ your_turn = "Your turn" }'
DECK = '[decks.deeds]\nlabel = "Deeds"\ncard = "deed"\n[decks.deeds.cards]\n'
NAMES = '[names]\na = "A"\nb = "B"\nc = "C"\n'
ROW = 'row = { list = "" }\n'


def test_lines_are_shown_on_the_players_turn() -> None:
    """Lines are shown below the headline of the next turn, and only on that turn."""
    table = Table(
        bot(play=f'{YOURS}, {{ headline = "It caws" }}, {{ say = "Take {{n}}." , with = {{ n = "1 + 2" }} }}')
    )
    assert ("Your turn", []) == (table.headline, table.lines)
    table.give(GO_ON)
    assert ("It caws", ["Take 3."]) == (table.headline, table.lines)
    table.give(GO_ON)
    assert ["Take 3."] == table.lines


def test_a_sentence_may_count_without_a_plural() -> None:
    """`n` needs no plural if the words are the same for one and many."""
    table = Table(bot(play=f'{YOURS}, {{ say = "Give it {{n}} oil.", n = "1 + 2" }}'))
    assert ["Give it 3 oil."] == table.give(GO_ON).lines


def test_an_instruction_has_what_was_said_before() -> None:
    """An instruction shows earlier lines, then its own whose condition holds; the next screen repeats none."""
    step = '{ tell = "Move", lines = ["Own.", { say = "Never.", if = "x > 0" }] }'
    table = Table(bot("[values]\nx = {}", play=f'{{ say = "Before." }}, {step}, {YOURS}'))
    assert ("Move", ["Before.", "Own."]) == (table.headline, table.lines)
    assert [] == table.give(True).lines


def test_what_is_not_possible_does_something_else() -> None:
    """The fallback of an instruction is carried out before the next step, and only if it was not possible."""
    play = f'{{ tell = "Move", not_possible = [{{ set = {{ x = 5 }} }}] }}, {{ set = {{ y = "x" }} }}, {YOURS}'
    engine = bot("[values]\nx = {}\ny = {}", play=play)
    assert (5, 5) == tuple(Table(engine).give(NOT_POSSIBLE).values[name] for name in "xy")
    assert (0, 0) == tuple(Table(engine).give(GO_ON).values[name] for name in "xy")


def test_a_report_happens_within_the_turn() -> None:
    """A report is carried out and the turn goes on; one that ends it does not come back; a blocked one says why."""
    reports = """reports = [
      { id = "buy", text = "I buy", blocked = "x > 1", because = "has {x}", do = [{ set = { x = "x + 1" } }] },
      { id = "pass", text = "I pass", ends = true, do = [{ set = { x = 9 } }] },
    ]"""
    table = Table(bot("[values]\nx = {}", play=f'{{ your_turn = "Your turn", {reports} }}, {{ tell = "Next" }}'))
    table.give("buy", "buy")
    assert {GO_ON: "My turn is done", "pass": "I pass"} == table.choices
    with pytest.raises(Refused, match="has 2"):
        table.give("buy")
    assert ("Next", 9) == (table.give("pass").headline, table.values["x"])


def test_cards_come_up_once() -> None:
    """A drawn card moves from the remaining cards to those played; its fields are named after it."""
    cards = 'one = { name = "One", worth = 1 }\ntwo = { name = "Two", worth = 2 }'
    play = f'{{ draw = "deeds" }}, {{ set = {{ x = "deed_worth" }} }}, {YOURS}'
    table = Table(bot(f"[values]\nx = {{}}\n{DECK}{cards}", play=play), own=True).give("two")
    assert (2, ["one"], ["two"]) == tuple(table.values[name] for name in ("x", "deeds_left", "deeds_played"))
    assert {"one": "One"} == table.give(GO_ON).choices


def test_an_empty_deck_is_shuffled() -> None:
    """An empty deck is reshuffled from the cards played, or, with `reshuffle = false`, gives no card."""
    play = f'{{ draw = "deeds" }}, {YOURS}'
    table = Table(bot(f'{DECK}one = "One"', play=play), own=True).give("one", GO_ON)
    assert ({"one": "One"}, 1) == (table.choices, table.ask.shuffle)
    stiff = DECK.replace("card =", "reshuffle = false\ncard =")
    assert "" == Table(bot(f'{stiff}one = "One"', play=play), own=True).give("one", GO_ON).values["deed"]


def test_copies_of_a_card() -> None:
    """Each copy of a card can be drawn, under the same name."""
    engine = bot(f'{DECK}coin = {{ name = "Coin", n = 3 }}', play=f'{{ draw = "deeds" }}, {YOURS}')
    assert {"coin_1": "Coin", "coin_2": "Coin", "coin_3": "Coin"} == Table(engine, own=True).choices


def test_an_unknown_face_is_asked_once() -> None:
    """A field that a card lacks is asked when the card comes up, never again, and is worth keeping."""
    fields = (
        '[decks.deeds.fields]\nworth = { ask = "Its worth?", low = 1, high = 5, likely = 2 }\n[decks.deeds.cards]\n'
    )
    deck = DECK.replace("[decks.deeds.cards]\n", fields)
    engine = bot(f'{deck}one = "One"\ntwo = {{ name = "Two", worth = 4 }}', play=f'{{ draw = "deeds" }}, {YOURS}')
    table = Table(engine, own=True).give("one")
    assert (Number(1, 5, 2), "Its worth?") == (table.ask, table.headline)
    table.give(3, GO_ON, "two", GO_ON, "one")
    assert "Your turn" == table.headline
    learned = engine.learned_options(table.play.state)
    assert learned is not None
    again = Table(engine, own=True, **learned).give("one")
    assert "Your turn" == again.headline
    assert [3, 4] == [card["worth"] for card in learned["deeds"]["cards"]]


def test_a_roll_of_one_face_is_not_rolled() -> None:
    """A die with one face that counts is not rolled, since its result is known."""
    play = f'{{ roll = "die", as = "first", high = "x" }}, {{ roll = "die" }}, {YOURS}'
    table = Table(bot('[values]\nx = { start = 1 }\n[dice]\ndie = { label = "Die" }', play=play), own=True)
    assert (6, 1) == (table.ask.high, table.values["first"])
    assert 4 == table.give(4).values["die"]


def test_a_question_that_decides_nothing_is_not_asked() -> None:
    """The only possible answer is taken: one candidate, an empty id for none, one number, all marks."""
    names = '[names]\na = "A"\nb = "B"\n'
    steps = (
        '{ pick = "Which?", as = "one", of = ["a", { id = "b", if = "x > 0" }] }',
        '{ pick = "Which?", as = "nothing", of = [{ id = "b", if = "x > 0" }] }',
        '{ number = "How many?", as = "many", low = 2, high = "x + 2" }',
        '{ marks = "Which?", as = "both", low = 2, of = ["a", "b"] }',
        YOURS,
    )
    table = Table(bot(f"{names}[values]\nx = {{}}", play=", ".join(steps)))
    assert "Your turn" == table.headline
    assert ["a", "", 2, ["a", "b"]] == [table.values[name] for name in ("one", "nothing", "many", "both")]


def test_questions_that_decide() -> None:
    """A pick keeps the order of its list and may offer none; a single counter is asked as a number."""
    names = '[names]\na = "A"\nb = "B"\n'
    steps = (
        '{ pick = "Which?", as = "one", of = ["b", "a"], none = "Neither" }',
        '{ marks = "Which?", as = "some", of = "[a, b]", low = 1 }',
        '{ counters = "How many?", of = [{ as = "c", text = "C" }, { as = "d", text = "D", if = "one == a" }] }',
        YOURS,
    )
    engine = bot(names, play=", ".join(steps))
    table = Table(engine)
    assert ({"b": "B", "a": "A", "none": "Neither"}, "b") == (table.choices, table.ask.likely)
    table.give("none")
    assert isinstance(table.ask, Marks)
    table.give(["b"])
    assert isinstance(table.ask, Number)
    table.give(7)
    assert ("", ["b"], 7) == tuple(table.values[name] for name in ("one", "some", "c"))
    assert isinstance(Table(engine).give("a", ["a"]).ask, Counters)


def test_values_stay_within_their_bounds() -> None:
    """All values of a `set` are computed before any changes, and numbers are kept within their bounds."""
    play = f'{{ set = {{ x = "y + 10", y = "x - 10" }} }}, {YOURS}'
    table = Table(bot("[values]\nx = { start = 3, high = 12 }\ny = { start = 5, low = -2 }", play=play))
    assert (12, -2) == (table.values["x"], table.values["y"])


def test_lists_are_rows_of_places() -> None:
    """An id moved to a place of a list pushes the others back by one; a whole list can be moved at once."""
    steps = (
        '{ move = "row[3]", from = "row", to = "row", at = 1 }',
        '{ move = "first(row)", to = "other" }',
        '{ all = "other", to = "third" }',
        YOURS,
    )
    names = '[names]\na = "A"\nb = "B"\nc = "C"\n'
    values = (
        '[values]\nrow = { list = "ids", start = ["a", "b", "c"] }\nother = { list = "ids" }\nthird = { list = "ids" }'
    )
    table = Table(bot(f"{names}{values}", play=", ".join(steps)))
    assert (["c", "a", "b"], [], ["c"]) == tuple(table.values[name] for name in ("row", "other", "third"))


def test_steps_with_a_name_are_done_again() -> None:
    """Named steps run while a condition holds, once for each id of a list, or as `else` of a failed condition."""
    blocks = '[do]\nup = [{ set = { x = "x + 1" } }]\ndown = [{ set = { y = "y + 5" } }]\n[names]\na = "A"\nb = "B"\n'
    steps = (
        '{ do = "up", while = "x < 4" }',
        '{ do = [{ set = { y = "y + (one == b) + 1" } }], each = "one", of = "[a, b]" }',
        '{ do = "up", if = "x > 9", else = "down" }',
        YOURS,
    )
    table = Table(bot(f"{blocks}[values]\nx = {{}}\ny = {{}}", play=", ".join(steps)))
    assert (4, 8) == (table.values["x"], table.values["y"])


def test_somebody_wins_at_once() -> None:
    """An end that names a winner is the result, in the words of the file."""
    table = Table(bot(play=f'{YOURS}, {{ end = "bot", verdict = "The Crow has it all." }}')).give(GO_ON)
    result = table.play.engine.result(table.play.state)
    assert result is not None
    assert ("bot", "The Crow has it all.") == (result.winner, ENGLISH.words(result.verdict))


def test_the_score_is_compared() -> None:
    """After the last questions the rows of the score are added up and compared with the player's total."""
    parts = (
        'finish = [{ number = "Its nests?", as = "nests", high = 9 }]',
        'score = [{ id = "nests", text = "Nests", value = "3 * nests" }]',
        'result = { tie = "bot", tied = "The Crow wins ties." }',
    )
    table = Table(bot(*parts, play=f'{YOURS}, {{ end = "score" }}')).give(GO_ON, 4)
    assert isinstance(table.ask, Pick)
    table.give("total", 12)
    result = table.play.engine.result(table.play.state)
    assert result is not None
    assert ("bot", 12, 12, "The Crow wins ties.") == (
        result.winner,
        result.bot,
        result.you,
        ENGLISH.words(result.verdict),
    )


def test_a_verdict_names_the_bot_in_each_language() -> None:
    """Its name is a sentence of the file, which has words for it."""
    parts = ('bot = "The Crow"', 'score = [{ id = "nests", text = "Nests", value = 3 }]')
    table = Table(bot(*parts, play=f'{YOURS}, {{ end = "score" }}')).give(GO_ON)
    table.give("total", 2)
    result = table.play.engine.result(table.play.state)
    assert result is not None
    german = Catalogue().behind(
        FileTranslations({"The Crow": "Krähe", "{bot_name} wins, {bot} to {you}.": "{bot_name}!"})
    )
    assert ("The Crow wins, 3 to 2.", "Krähe!") == (ENGLISH.words(result.verdict), german.words(result.verdict))


def test_why_follows_the_rule() -> None:
    """A change has the rule of its step, or of the steps that began it; its facts are what was read."""
    rules = '[rules]\nfly = { heading = "Flight", text = "It flies." }\n[do]\nfar = [{ set = { x = "y + 1" } }]'
    values = '[values]\nx = { word = "x" }\ny = { start = 4, word = "y" }'
    table = Table(bot(f"{rules}\n{values}", play=f'{{ do = "far", rule = "fly" }}, {YOURS}'))
    assert ("crow.fly", {"y": 4}, {"x": 5}) in [(one.rule, one.facts, one.outcome) for one in table.play.reasons]


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ('{ set = { x = "x + 1" } }', "without end"),
        ('{ do = "deep" }', "steps begin each other without end: look at deep"),
        ('{ set = { x = "1 // x" } }', "divides by 0"),
        ('{ move = "a", from = "row" }', "is not in row"),
    ],
)
def test_a_file_that_goes_wrong_says_so(play: str, said: str) -> None:
    """Steps without end, and what cannot be worked out, are refused in a sentence; nothing hangs."""
    tables = '[do]\ndeep = [{ do = "deep" }]\n[names]\na = "A"\n[values]\nx = {}\nrow = { list = "ids" }'
    with pytest.raises(Refused, match=said):
        Table(bot(tables, play=play))


def test_a_track_shows_the_steps_of_this_turn() -> None:
    """An instruction draws the track that moved, with the steps since the player's last turn."""
    play = f'{{ set = {{ x = "x + 2" }} }}, {YOURS}'
    table = Table(bot('[values]\nx = { label = "Path", track = true, high = 9 }', play=play)).give(GO_ON, GO_ON)
    drawing = table.play.screen.drawing
    assert isinstance(drawing, Track)
    assert (6, 2) == (drawing.at, drawing.moved)


def test_what_is_no_id_cannot_be_moved() -> None:
    """A list contains only ids: any other value of an expression is refused."""
    table = Table(bot('[values]\nnest = { list = "" }\nx = {}', play=f'{YOURS}, {{ move = "x == 0", to = "nest" }}'))
    with pytest.raises(Refused, match="nest cannot be set to"):
        table.give(GO_ON)


def test_a_rule_says_how_it_broke_a_tie() -> None:
    """A step whose rule has a `tie` names the tie if it took the first of several candidates, not of one."""
    tables = '[tables]\norder = ["left", "right"]\n[names]\nleft = "Left"\nright = "Right"\n'
    values = '[values.ledge]\nchoices = { left = "Left", right = "Right" }\n'
    rules = '[rules]\nsteal = { text = "It steals where there is most.", tie = "the left one" }\n'
    ask = '{ marks = "Which have most?", as = "most", of = "order", low = 1 }'
    step = '{ set = { ledge = "first(order, most)" }, rule = "steal" }'
    engine = bot(tables + values + rules, play=f'{ask}, {step}, {{ tell = "Give it" }}')
    several, one = (Table(engine).give(given).play.screen.because for given in (["left", "right"], ["left"]))
    assert ("Because: It steals where there is most. Tie: the left one.", None) == (
        several and ENGLISH.words(several),
        one,
    )


def test_no_line_is_lost_at_the_end() -> None:
    """Lines said before the end are shown by a separate instruction before the result."""
    table = Table(bot(play=f'{YOURS}, {{ say = "It takes the last nest." }}, {{ end = "bot" }}')).give(GO_ON)
    assert ["It takes the last nest."] == table.lines
    table.give(True)
    assert table.play.engine.result(table.play.state) is not None


def test_a_card_goes_to_its_place() -> None:
    """A drawn card goes to the list and place that the step names."""
    play = f'{{ draw = "deeds", to = "row", at = 1 }}, {{ draw = "deeds", to = "row", at = 1 }}, {YOURS}'
    engine = bot(f'[values]\n{ROW}{DECK}one = "One"\ntwo = "Two"', play=play)
    assert ["two", "one"] == Table(engine, own=True).give("one", "two").values["row"]


def test_a_field_that_a_card_lacks_is_empty() -> None:
    """A missing field has the least value of its kind, not another card's; so has every field before the first draw."""
    read = '{ set = { x = "x + deed_worth + 1" } }'
    cards = 'one = "One"\ntwo = { name = "Two", worth = 20 }'
    engine = bot(f"[values]\nx = {{}}\n{DECK}{cards}", play=f'{read}, {{ draw = "deeds" }}, {read}, {YOURS}')
    assert 2 == Table(engine, own=True).give("one").values["x"]


def test_a_card_that_nobody_told_is_asked_in_the_next_play() -> None:
    """A deck that was learned in part has fields that are still unknown."""
    fields = '[decks.deeds.fields]\nworth = { ask = "Its worth?" }\n[decks.deeds.cards]\n'
    deck = DECK.replace("[decks.deeds.cards]\n", fields)
    engine = bot(f'{deck}one = "One"\ntwo = "Two"', play=f'{{ draw = "deeds" }}, {YOURS}')
    learned = engine.learned_options(Table(engine, own=True).give("one", 3).play.state)
    assert learned is not None
    assert "Its worth?" == Table(engine, own=True, **learned).give("two").headline


def test_what_is_likely_can_be_chosen() -> None:
    """If the likely id is blocked or not offered, the first free one is highlighted."""
    of = '[{ id = "a", blocked = "x == 0", because = "no" }, "b", "c"]'
    for likely, wanted in (("a", "b"), ("c", "c"), ("first(row)", "b")):
        step = f'{{ pick = "Which?", as = "one", likely = "{likely}", of = {of} }}'
        assert wanted == Table(bot(f"{NAMES}[values]\nx = {{}}\n{ROW}", play=f"{step}, {YOURS}")).ask.likely


def test_what_is_likely_lies_within_bounds() -> None:
    """A yes may be likely; a number, a counter and a part of the player's total stay between their bounds."""
    steps = (
        '{ yes_no = "Is it?", as = "is_it", likely = "x == 0" }',
        '{ number = "How many?", as = "n1", low = 1, high = 5, likely = "x + 9" }',
        '{ number = "How many?", as = "n2", low = 1, high = 5, likely = "x" }',
        '{ counters = "Which?", of = [{ as = "c1", text = "First", low = 3, high = "x" }] }',
        '{ end = "score" }',
    )
    parts = (
        'score = [{ id = "x", text = "X", value = "12" }]',
        'result.count = true\nresult.parts = [{ id = "nuts", text = "Nuts", likely = "x + 70", high = 50 }]',
    )
    table = Table(bot(*parts, "[values]\nx = {}", play=", ".join(steps)))
    assert table.ask.likely
    assert [(1, 5, 5), (1, 5, 1)] == [_bounds(table.give(given)) for given in (True, 2)]
    assert ((3, 3, 3), ["First"]) == (_bounds(table.give(2)), table.lines)
    assert isinstance(table.give(3).ask, Counters)
    assert [50] == [line.likely for line in table.ask.lines]
    alone = Table(bot(parts[0], "result.high = 10", play=f'{YOURS}, {{ end = "score" }}')).give(GO_ON, "total")
    assert (0, 10, 10) == _bounds(alone)


def _bounds(table: Table) -> tuple[int, int, int]:
    return table.ask.low, table.ask.high, table.ask.likely


def test_marks_have_bounds() -> None:
    """At least `low` and at most `high` ids are marked, and never more than there are."""
    for bounds, wanted in (("low = 1, high = 2", (1, 2)), ("low = '5 - 3', high = '1'", (1, 1)), ("high = 9", (0, 3))):
        ask = Table(bot(NAMES, play=f'{{ marks = "Which?", as = "some", of = "[a, b, c]", {bounds} }}, {YOURS}')).ask
        assert wanted == (ask.low, ask.high)


def test_an_id_is_offered_once() -> None:
    """Repeated ids keep their first words; an empty id is not offered; a single id is asked if none is allowed."""
    values = f"{NAMES}[values]\n{ROW}"
    steps = (
        '{ pick = "Which?", as = "one", of = [{ id = "a", text = "First" }, { id = "a", text = "Second" }, "b"] }',
        '{ pick = "Which?", as = "two", of = "[a, first(row), a, b]" }',
        '{ pick = "Which?", as = "three", of = ["c"], none = "None" }',
        YOURS,
    )
    table = Table(bot(values, play=", ".join(steps)))
    assert {"a": "First", "b": "B"} == table.choices
    assert ["a", "b"] == [one.id for one in table.give("a").ask.options]
    assert ["c", "none"] == [one.id for one in table.give("a").ask.options]


def test_what_is_blocked_is_not_taken() -> None:
    """If every option that is not blocked must be marked, they are marked without a question."""
    step = '{ marks = "Which?", as = "some", low = 2, of = [{ id = "a", blocked = true, because = "no" }, "b", "c"] }'
    assert ["b", "c"] == Table(bot(NAMES, play=f"{step}, {YOURS}")).values["some"]


def test_ids_of_a_list_are_done_in_its_order() -> None:
    """`each` takes the ids from first to last; moving an empty id changes nothing."""
    steps = (
        '{ each = "one", of = "[a, b, c]", do = [{ move = "one", to = "row" }] }, { move = "first(nest)", to = "row" }'
    )
    values = f'{NAMES}[values]\n{ROW}nest = {{ list = "" }}'
    assert ["a", "b", "c"] == Table(bot(values, play=f"{steps}, {YOURS}")).values["row"]


def test_cards_of_a_list_are_shuffled() -> None:
    """Only the cards of that list go back to the deck."""
    steps = '{ draw = "deeds" }, { draw = "deeds", to = "row" }, { shuffle = "deeds", cards = "row" }'
    engine = bot(f'[values]\n{ROW}{DECK}one = "One"\ntwo = "Two"', play=f"{steps}, {YOURS}")
    values = Table(engine, own=True).give("one", "two").values
    assert (["two"], ["one"], []) == tuple(values[name] for name in ("deeds_left", "deeds_played", "row"))


def test_of_several_sentences_the_first_is_said_that_holds() -> None:
    """A sentence without a condition always applies."""
    step = '{ tell = [{ say = "No.", if = "x > 0" }, "Yes.", "Never."] }'
    assert "Yes." == Table(bot("[values]\nx = {}", play=f"{step}, {YOURS}")).headline


def test_what_a_report_adds_is_the_only_order() -> None:
    """The lines of the turn were given before, so they are not repeated."""
    turn = '{ your_turn = "Your turn", reports = [{ id = "buy", text = "I buy", do = [{ say = "Thanks." }] }] }'
    table = Table(bot(play=f'{{ say = "It caws." }}, {turn}'))
    assert ["Thanks."] == table.give("buy").lines


def test_a_step_has_its_own_rule_or_that_of_its_card() -> None:
    """A step's own rule goes before its caller's; a report has the rule of its turn."""
    rules = "[rules]\n" + "\n".join(f'{name} = {{ text = "{name}" }}' for name in ("fly", "walk", "swim", "caw"))
    blocks = '[do]\nturn = [{ set = { x = 1 }, rule = "walk" }, { draw = "deeds" }, { do = "deed" }]'
    reports = 'reports = [{ id = "buy", text = "I buy", do = [{ set = { x = 3 } }] }]'
    steps = (
        f'{{ your_turn = "Your turn", rule = "swim", {reports} }}',
        '{ do = "turn", rule = "fly" }',
        '{ yes_no = "Is it?", as = "is_it", rule = "caw" }',
        '{ yes_no = "Is it not?", as = "is_not", rule = "walk" }',
        '{ say = "It caws.", rule = "caw" }',
    )
    cards = f'{DECK}one = {{ name = "One", rule = "swim", do = [{{ set = {{ x = 2 }} }}] }}'
    table = Table(bot(rules, blocks, "[values]\nx = {}", cards, play=", ".join(steps)), own=True)
    assert ["crow.swim", "crow.swim"] == _rules(table.give("buy"))
    assert ["crow.walk"] == _rules(table.give(GO_ON))
    assert ["crow.fly", "crow.swim"] == _rules(table.give("one"))
    assert ["crow.caw"] == _rules(table.give(True))
    assert ["crow.walk", "crow.caw"] == _rules(table.give(True))
    asked = bot(rules, play=f'{YOURS}, {{ yes_no = "Is it?", as = "is_it", rule = "caw" }}')
    assert ["crow.caw"] == _rules(Table(asked).give(GO_ON))


def _rules(table: Table) -> list[str]:
    return [reason.rule for reason in table.play.reasons]


@pytest.mark.parametrize(
    ("steps", "parts", "wanted"),
    [
        ('{ end = "you" }', "", ("you", "You win.")),
        ('{ end = "bot" }', 'finish = [{ yes_no = "Is it?", as = "is_it" }]', ("bot", "The bot wins.")),
        ('{ end = "score" }', "", (None, "The play is over.")),
    ],
)
def test_a_play_ends_without_a_score(steps: str, parts: str, wanted: tuple[str | None, str]) -> None:
    """A play that somebody has won ends at once, without the steps of `finish`."""
    table = Table(bot(parts, play=f"{YOURS}, {steps}")).give(GO_ON)
    result = table.play.engine.result(table.play.state)
    assert result is not None
    assert wanted == (result.winner, ENGLISH.words(result.verdict))


def test_the_last_lines_have_the_headline_of_the_turn() -> None:
    """Without a headline in the file, the last lines have the device's headline."""
    for step, headline in (('{ headline = "It caws" }, ', "It caws"), ("", "Its last turn")):
        play = f'{YOURS}, {step}{{ say = "It takes the last nest." }}, {{ end = "bot" }}'
        assert headline == Table(bot(play=play)).give(GO_ON).headline


def test_rows_of_the_score_have_conditions() -> None:
    """A row whose condition fails is counted neither in the score nor in what steps make of it."""
    rows = '{ id = "nuts", text = "Nuts", value = 3 }, { id = "rings", text = "Rings", value = 5, if = "x > 0" }'
    table = Table(bot(f"score = [{rows}]", "[values]\nx = {}", play=f'{{ say = "{{score}}" }}, {YOURS}'))
    sheet = table.play.engine.score(table.play.state)
    assert sheet is not None
    assert (["3"], 3, 1) == (table.lines, sheet.total, len(sheet.rows))


def test_values_in_sentences_are_words() -> None:
    """Sentences show flags as yes and no, an empty list as none, and ids by their names."""
    values = f"{NAMES}[values]\nx = {{ flag = true }}\n{ROW}"
    said = '{ say = "{x}, {row}" }, { set = { x = true, row = "[a, b]" } }, { say = "{x}, {row}" }'
    assert ["no, none", "yes, A, B"] == Table(bot(values, play=f"{said}, {YOURS}")).lines
