"""Why: a sentence for each reason, the main one among them, and their rules."""

import pytest
from msgspec.structs import replace

from engines.kit.contract import Reason
from engines.kit.rules import DEVICE, Account, Kind, Rule, RuleBook, Wording
from engines.kit.text import ENGLISH
from engines.kit.why import (
    LINE_LETTERS,
    MAX_LINES,
    MAX_LIST_VALUES,
    MAX_ROWS,
    Explanation,
    because,
    explain,
    find_wording,
    place,
    rules,
    sentence,
    value_names,
    words,
)

NONE = Wording("None.", when={"steps": 0})
STEP = Wording("Card {card} gives {n} step.", "Card {card} gives {n} steps.", "steps")


def _rule(name: str, statement: str, heading: str, **rest: object) -> Rule:
    return Rule(id=name, statement=statement, heading=heading, kind=Kind.DOES, **rest)  # type: ignore[arg-type]


BOOK = RuleBook(
    book="The book",
    words={"card": "card", "row": "row", "red": "the red one"},
    rule=(
        _rule("draw", "She draws.", "A turn", why=("She draws card {card}.",)),
        _rule("order", "From top to bottom.", "A turn", why=("The card is done from top to bottom.",)),
        _rule(
            "steps",
            "Steps as the card says.",
            "Advance",
            weight="main",
            why=(NONE, STEP),
        ),
        _rule("own", "The table is right.", DEVICE),
        _rule("tie", "The leftmost first.", "Advance", tie="leftmost", why=("She takes row {row}.", "Which row?")),
        _rule("turn", "You take turns.", "A turn", weight="bookkeeping", why=("It is turn {turn}.",)),
        _rule("coins", "She pays.", "A turn", why=("She had {coins_before} coins and has {coins}.",)),
    ),
)
DRAWN = Reason("draw", {}, {"card": "7"})
ORDER = Reason("order", {"card": "7"})
STEPS = Reason("steps", {"card": "7", "row": 2}, {"steps": 1})
TIED = Reason("tie", {"tied": [2, 3]}, {"row": 2})
TURN = Reason("turn", {}, {"turn": 4})
PAID = Reason("coins", {"coins": 3}, {"coins": 1})


def _row_words(found: Explanation) -> list[str]:
    """Return the rows in words."""
    return [ENGLISH.words(row.text) for row in found.rows]


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (DRAWN, "She draws card 7."),
        (STEPS, "Card 7 gives 1 step."),
        (Reason("steps", {"card": "7"}, {"steps": 2}), "Card 7 gives 2 steps."),
        (Reason("steps", {"card": "7"}, {"steps": 0}), "None."),
        (PAID, "She had 3 coins and has 1."),
        (TIED, "She takes row 2. Tie: leftmost."),
        (Reason("tie", {"tied": [2, 3]}), "Which row? Tie: leftmost."),
        (Reason("draw", {}, {"card": "red"}), "She draws card the red one."),
        (Reason("own", {"row": ["red", 3], "strange": True}), "row: the red one, 3."),
        (Reason("own", {"row": list(range(MAX_LIST_VALUES + 1))}), "row: 7 in all."),
        (Reason("own", {"row": 3}, {"row": 1}), "row: 3, row: 1."),
        (Reason("own", {"strange": True}), "The table is right."),
        (Reason("tie", {"tied": True}, {"row": 2}), "She takes row 2."),
    ],
)
def test_a_reason_has_a_sentence(reason: Reason, said: str) -> None:
    """The first sentence that fits, and how a tie was broken; a reason without a sentence has its labelled values."""
    assert said == ENGLISH.words(sentence(BOOK, reason))


@pytest.mark.parametrize(
    ("reason", "names"),
    [
        (DRAWN, {"card"}),
        (STEPS, {"card", "steps"}),
        (PAID, {"coins", "coins_before"}),
        (Reason("steps", {}, {"steps": 0}), {"steps"}),
        (Reason("own", {"row": 2}), None),
        (Reason("draw"), None),
    ],
)
def test_the_values_in_a_sentence(reason: Reason, names: set[str] | None) -> None:
    """A sentence names, counts or depends on its values; a reason that lacks one needs another sentence."""
    wording = find_wording(BOOK, reason)
    assert names == (None if wording is None else value_names(wording))


def test_an_explanation_has_a_row_for_what_followed() -> None:
    """A reason from which nothing followed is a rule behind it; bookkeeping comes last."""
    found = explain(BOOK, (TURN, DRAWN, ORDER, STEPS))
    assert ["She draws card 7.", "Card 7 gives 1 step.", "It is turn 4."] == _row_words(found)
    assert (1, (ORDER,)) == (found.highlighted, found.more)


def test_equal_reasons_are_one() -> None:
    """Equal reasons are said once."""
    assert 1 == len(explain(BOOK, (DRAWN, DRAWN)).rows)


@pytest.mark.parametrize(
    ("reasons", "asks", "highlighted"),
    [
        ((STEPS, TIED, DRAWN, TURN), False, "Card 7 gives 1 step."),
        ((TIED, DRAWN, TURN), False, "She takes row 2. Tie: leftmost."),
        ((PAID, DRAWN, TURN), False, "She draws card 7."),
        ((STEPS, Reason("tie")), True, "Which row?"),
        ((STEPS, Reason("own")), True, "This question"),
    ],
)
def test_which_row_is_highlighted(reasons: tuple[Reason, ...], asks: bool, highlighted: str) -> None:
    """The question if one is explained, else the main reason, else a tie, else what followed last."""
    found = explain(BOOK, reasons, asks=asks)
    assert highlighted == _row_words(found)[found.highlighted]


def test_a_question_comes_last_though_its_rule_led_to_it() -> None:
    """Its reason may be equal to one before it; a rule that a row leads to is not listed again."""
    asked = Reason("order")
    found = explain(BOOK, [asked, PAID, asked], asks=True)
    assert (["She had 3 coins and has 1.", "The card is done from top to bottom."], 1) == (
        _row_words(found),
        found.highlighted,
    )
    assert () == explain(BOOK, [Reason("coins"), PAID]).more


def test_a_step_of_a_file_has_its_own_sentence() -> None:
    """A given card or answer is the main reason if no other is, and has a row even if nothing followed."""
    steps = {"play#1:0": Account("given", ("It says {card}.",)), "play#2:0": Account("bookkeeping", ("It counts.",))}
    book = replace(BOOK, steps=steps)
    reasons = [Reason("draw", {"card": "7"}, step="play#1:0"), Reason("order", step="play#2:0")]
    assert ["It says 7.", "It counts."] == _row_words(explain(book, reversed(reasons)))
    assert (0, 1) == (explain(book, reasons).highlighted, explain(book, [*reasons, STEPS]).highlighted)
    line = because(book, reasons)
    assert line is not None
    assert "Because: It says 7." == ENGLISH.words(line)


def test_bookkeeping_alone_has_no_rows() -> None:
    """Bookkeeping is never highlighted, so only its rules are shown."""
    assert ((), (TURN,)) == (explain(BOOK, (TURN,)).rows, explain(BOOK, (TURN,)).more)


def test_an_explanation_is_short() -> None:
    """Of too many reasons the heaviest are kept, the first ones of equal weight; the others add their rules."""
    many = [Reason("draw", {}, {"card": str(n)}) for n in range(MAX_ROWS + 1)]
    found = explain(BOOK, [TURN, *many, STEPS])
    assert [*(f"She draws card {n}." for n in range(MAX_ROWS - 1)), "Card 7 gives 1 step."] == _row_words(found)
    assert (TURN,) == found.more


@pytest.mark.parametrize("lines", [MAX_LINES - 1, MAX_LINES])
def test_an_explanation_is_one_page(lines: int) -> None:
    """Long sentences leave room for fewer; the highlighted one is always there."""
    card = "9" * (lines * LINE_LETTERS - len("She draws card ."))
    found = explain(BOOK, [Reason("draw", {}, {"card": card}), STEPS, Reason("draw", {}, {"card": "1"})])
    assert found.rows[found.highlighted].reason == STEPS
    assert [lines < MAX_LINES, False] == [len(found.rows) == 2, len(found.rows) == 3]
    assert 1 == len(explain(BOOK, [Reason("draw", {}, {"card": card * 2})]).rows)


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ((DRAWN, STEPS, TURN), "Because: Card 7 gives 1 step."),
        ((TIED, STEPS), "Because: Card 7 gives 1 step. Tie: leftmost."),
        ((Reason("steps", {}, {"steps": 0}), STEPS), "Because: Card 7 gives 1 step."),
        ((TIED, DRAWN), "Because: She takes row 2. Tie: leftmost."),
        ((Reason("tie", {"tied": [2, 3]}), DRAWN), "Because: Which row? Tie: leftmost."),
        ((DRAWN, TURN), None),
    ],
)
def test_the_main_reason_of_an_instruction(reasons: tuple[Reason, ...], said: str | None) -> None:
    """It is a sentence, with how the only tie was broken; if nothing is main and no tie was broken, there is none."""
    found = because(BOOK, reasons)
    assert said == (found and ENGLISH.words(found))


def test_rules_of_one_place_are_joined() -> None:
    """Each rule is said once, and a place after all its rules."""
    lines = [ENGLISH.words(line) for line in rules(BOOK, (DRAWN, STEPS, ORDER, DRAWN))]
    expected = ["She draws. From top to bottom. (“A turn”)", "Steps as the card says. (“Advance”)", "The book."]
    assert expected == lines


def test_a_rule_of_the_device_cites_no_book() -> None:
    """It comes after the rules of the book and its title; alone it has no title of a book."""
    own = Reason("own", {"card": "7"})
    lines = [ENGLISH.words(line) for line in rules(BOOK, (own, STEPS))]
    assert ["Steps as the card says. (“Advance”)", "The book.", "The table is right. (Tavolino)"] == lines
    assert ["The table is right. (Tavolino)"] == [ENGLISH.words(line) for line in rules(BOOK, (own,))]
    assert ["card: 7.", "The table is right. (Tavolino)"] == [ENGLISH.words(line) for line in words(BOOK, own)]
    assert "Tavolino." == ENGLISH.words(place(BOOK, "own"))
