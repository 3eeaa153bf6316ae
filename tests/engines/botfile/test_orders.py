"""Instructions of a file to the player are orders: given once, before any question, named by place in the file."""

from engines.kit.contract import GO_ON
from tests.engines.botfile.inline_bots import Table, bot

YOURS = '{ your_turn = "Your turn" }'
VALUES = '[values]\nx = { label = "X" }\n'


def _orders(table: Table) -> dict[str, int]:
    """Return the orders that a screen gives, with the entries that decided them."""
    return {order.id: order.entry for order in table.play.screen.orders}


def test_what_was_said_is_told_before_a_question() -> None:
    """Lines said before a question are above its own lines, and not on the next screen again."""
    question = '{ yes_no = "Is it?", as = "found", lines = ["Look."] }'
    play = f'{YOURS}, {{ say = "Give it 1." }}, {question}, {{ say = "Give it 2." }}'
    table = Table(bot(play=play)).give(GO_ON)
    assert (["Give it 1.", "Look."], {"play#2": 1}) == (table.lines, _orders(table))
    table.give(True)
    assert (["Give it 2."], {"play#4": 2}) == (table.lines, _orders(table))


def test_an_instruction_gives_its_lines() -> None:
    """Earlier lines come before those of the instruction; the headline is the order if there are no lines."""
    lines = 'lines = ["One.", { say = "No.", if = "x > 0" }, "Two."]'
    play = f'{YOURS}, {{ say = "Before." }}, {{ tell = "Do", {lines} }}, {{ tell = "Do that" }}'
    table = Table(bot(VALUES, play=play)).give(GO_ON)
    assert (["Before.", "One.", "Two."], ["play#2", "play#3.1", "play#3.2"]) == (table.lines, [*_orders(table)])
    assert ("Do that", ["play#4"]) == (table.give(True).headline, [*_orders(table)])


def test_a_step_that_is_done_twice_gives_two_orders() -> None:
    """Both orders have different ids; after they were given, the step starts again with its first id."""
    names = 'names = { a = "A", b = "B" }'
    each = '{ each = "one", of = "[a, b]", do = [{ say = "For {one}." }] }'
    table = Table(bot(names, play=f"{YOURS}, {each}")).give(GO_ON)
    for entry in (1, 2):
        given = {"play/1/do#1": entry, "play/1/do#1:2": entry}
        assert (["For A.", "For B."], given) == (table.lines, _orders(table))
        table.give(GO_ON)


def test_own_cards_and_dice_give_what_was_said() -> None:
    """The screen of a card or a roll gives the lines, as a question does; what the device deals leaves them."""
    tables = '[dice]\nhop = { label = "Hop" }\n[decks.deeds]\nlabel = "Deeds"\ncard = "deed"\ncards.one = "One"\n'
    steps = '{ roll = "hop", lines = ["Roll."] }, { say = "Give it 2." }, { draw = "deeds" }, { say = "Give it 3." }'
    file = bot(tables, play=f'{YOURS}, {{ say = "Give it 1." }}, {steps}')
    table = Table(file, own=True).give(GO_ON)
    assert (["Give it 1.", "Roll."], {"play#2": 1}) == (table.lines, _orders(table))
    table.give(3)
    assert (["Give it 2.", "Turn up the next card: Deeds."], {"play#4": 2}) == (table.lines, _orders(table))
    table.give("one")
    assert (["Give it 3."], {"play#6": 3}) == (table.lines, _orders(table))
    assert ["Give it 1.", "Give it 2.", "Give it 3."] == Table(file).give(GO_ON).lines


def test_a_line_that_was_given_with_a_roll_is_not_given_again() -> None:
    """The same step gives its next order under the same name."""
    dice = 'names = { a = "A", b = "B" }\n[dice]\nhop = { label = "Hop" }\n'
    each = '{ each = "one", of = "[a, b]", do = [{ say = "For {one}." }, { roll = "hop" }] }'
    table = Table(bot(dice, play=f"{YOURS}, {each}"), own=True).give(GO_ON)
    assert ["For A."] == table.lines
    assert ["For B."] == table.give(3).lines


def test_lines_given_with_a_card_leave_the_step_at_the_end() -> None:
    """The last instruction is shown though nothing remains to do, so that older plays take the same inputs."""
    dice = '[dice]\nhop = { label = "Hop" }\n'
    finish = 'finish = [{ say = "Give it 1." }, { roll = "hop" }]\n'
    table = Table(bot(finish + dice, play=f'{YOURS}, {{ end = "score" }}'), own=True).give(GO_ON, 3)
    assert ("last_lines", ["Nothing else to do."], {}) == (table.play.screen.key, table.lines, _orders(table))


def test_reports_do_not_repeat_what_was_given() -> None:
    """After a report your turn shows the report's lines only, without those of the bot's turn."""
    report = '{ id = "buy", text = "I buy", do = [{ say = "Pay 1." }] }'
    play = f'{{ say = "Give it 1." }}, {{ your_turn = "Your turn", reports = [{report}] }}'
    table = Table(bot(play=play))
    assert ["play#1"] == [*_orders(table)]
    for _ in range(2):
        table.give("buy")
        assert ["play/1/0#1"] == [order.id for order in table.play.screen.orders]
    assert ["Pay 1."] == table.lines


def test_a_correction_withdraws_what_is_not_to_be_done() -> None:
    """The open instruction is looked at again: orders that no longer hold are gone, the others stay as they were."""
    lines = 'lines = ["One.", { say = "Two.", if = "x == 0" }]'
    play = f'{YOURS}, {{ tell = "Do", {lines}, if = "x < 2" }}, {{ tell = "Do that" }}'
    table = Table(bot(VALUES, play=play)).give(GO_ON)
    assert {"play#2.1": 1, "play#2.2": 1} == _orders(table)
    table.play.correct({"x": 1})
    assert {"play#2.1": 1} == _orders(table) == table.play.state.orders
    table.play.correct({"x": 2})
    assert {"play#3": 3} == _orders(table) == table.play.state.orders


def test_last_lines_are_told() -> None:
    """Lines said at the very end have a separate screen before the result."""
    file = 'finish = [{ say = "Put it away." }]\nscore = [{ id = "x", text = "X", value = "x" }]\n'
    table = Table(bot(file, VALUES, play=f'{YOURS}, {{ end = "score" }}')).give(GO_ON)
    assert (["Put it away."], ["finish#1"]) == (table.lines, [*_orders(table)])
    assert "final" == table.give(True).play.screen.key
