"""Decisions run from their top again after every answer, and change nothing."""

import pytest

from engines.kit.contract import Ask, Choice, Counter, Counters, Marks, Number, Pick, Reason, YesNo
from engines.kit.decisions import Decision, Question, Span, Words, ask, ask_numbers, run
from engines.kit.text import Icon, Text

FIRST = Question("first", "rule.first")
SECOND = Question("second", "rule.second")


def choose(log: list[str]) -> Decision[str]:
    """Ask once, and a second time if the first answer is yes."""
    yield Reason("rule.top")
    first = yield FIRST
    log.append(first)
    yield Reason("rule.middle", {"first": first})
    if first == "yes":
        second = yield from nested()
        yield Reason("rule.end", {"second": second})
        return f"{first} {second}"
    return str(first)


def nested() -> Decision[str]:
    """Ask the second question."""
    second: str = yield SECOND
    return second


def test_the_first_question_is_open() -> None:
    """Without answers the first question is open, with the reasons so far."""
    assert (FIRST, None, (Reason("rule.top"),)) == _parts([])


def test_reasons_are_those_since_the_last_answer() -> None:
    """After an answer only the reasons that followed from it are returned."""
    assert (SECOND, None, (Reason("rule.middle", {"first": "yes"}),)) == _parts(["yes"])
    assert (None, "yes two", (Reason("rule.end", {"second": "two"}),)) == _parts(["yes", "two"])


def test_a_decision_stops_as_soon_as_it_is_made() -> None:
    """A question that is not needed is not asked."""
    assert (None, "no", (Reason("rule.middle", {"first": "no"}),)) == _parts(["no"])


def test_it_runs_from_its_top_every_time() -> None:
    """Nothing is kept between runs."""
    log: list[str] = []
    for answers in ([], ["yes"], ["yes", "two"]):
        run(choose(log), answers)
    assert ["yes", "yes"] == log


def test_an_answer_may_be_none_or_false() -> None:
    """None and False are answers like any other."""

    def decide() -> Decision[object]:
        first = yield FIRST
        second = yield SECOND
        return first, second

    assert (None, False) == run(decide(), [None, False]).choice


def _parts(answers: list[str]) -> tuple[object, ...]:
    done = run(choose([]), answers)
    return done.question, done.choice, done.reasons


RED, BLUE = Choice("red", Text("Red one")), Choice("blue", Text("Blue one"), Icon.COIN, Text("gone"))
COLOURS: Words = {"blue": BLUE, "red": Text("Red one")}


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (Question("", "", likely=True), YesNo(True)),
        (Question("", "", ids=("red", "blue"), likely="red"), Pick((RED, BLUE), "red")),
        (Question("", "", ids=("7",), likely="7"), Pick((Choice("7", Text("{id}", id="7")),), "7")),
        (Question("", "", ids=("blue", "red"), low=1, high=2, advance=True), Marks((BLUE, RED), 1, 2, advance=True)),
        (Question("", "", ids=("red",), high=0), Marks((RED,), 0, 0)),
        (Question("", "", low=1, high=5, likely=2, minus_from=8), Number(1, 5, 2, minus_from=8)),
        (Question("", "", high=0, likely=0), Number(0, 0, 0)),
        (
            Question("", "", counts={"red": Span(0, 3, 1), "blue": Span(1, 2, 2)}),
            Counters((Counter("red", Text("Red one"), 0, 3, 1), Counter("blue", Text("Blue one"), 1, 2, 2))),
        ),
        (Question("", "", counts={"red": Span(0, 3, 1)}), Number(0, 3, 1)),
    ],
)
def test_a_question_says_how_it_is_asked(question: Question, asked: Ask) -> None:
    """The fields of a question decide its ask; an id without words is its own name."""
    assert ask(question, COLOURS) == asked


def test_several_numbers_are_asked_for_at_once() -> None:
    """The numbers are returned by id, also if only one is asked; without any nothing is asked."""
    two = {"red": Span(0, 3, 1), "blue": Span(1, 2, 2)}
    one = {"red": Span(0, 3, 1)}
    assert {"red": 2, "blue": 1} == run(ask_numbers("", "", two, {}), [{"red": 2, "blue": 1}]).choice
    assert {"red": 2} == run(ask_numbers("", "", one, {}), [2]).choice
    assert {} == run(ask_numbers("", "", {}, {}), []).choice
