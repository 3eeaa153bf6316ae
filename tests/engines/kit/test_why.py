"""Why in one look: the chain of what followed from what, what it leaves out, and the rules behind it."""

import pytest

from engines.kit.contract import Reason
from engines.kit.rules import DEVICE, Kind, Rule, RuleBook
from engines.kit.text import ENGLISH
from engines.kit.why import MAX_CHAIN_ROWS, MAX_LIST_VALUES, Chain, chain, place, rules, words

BOOK = RuleBook(
    book="The book",
    words={"card": "card", "steps": "steps", "row": "row", "rows": "rows", "left": "cards left", "tied": "tied"},
    rule=(
        Rule("draw", "She draws.", "A turn", Kind.DOES),
        Rule("order", "From top to bottom.", "A turn", Kind.DOES),
        Rule("steps", "Steps as the card says.", "Advance", Kind.DOES),
        Rule("own", "The table is right.", DEVICE, Kind.DOES),
        Rule("tie", "The leftmost first.", "Advance", Kind.DOES, tie="leftmost"),
    ),
)
DRAWN = Reason("draw", {}, {"card": "7"})
ORDER = Reason("order", {"card": "7"})
STEPS = Reason("steps", {"card": "7", "row": 2}, {"steps": 1})


def told(found: Chain) -> list[str]:
    """Return the rows in words."""
    return [ENGLISH.words(link.text) for link in found.links]


def test_a_chain_tells_what_followed() -> None:
    """A row has the facts that no row before it told, and what followed; a reason without is a rule behind it."""
    found = chain(BOOK, (DRAWN, ORDER, STEPS))
    assert ["→ card: 7", "row: 2 → steps: 1"] == told(found)
    assert (ORDER,) == found.more


def test_what_changes_on_the_way_is_told_again() -> None:
    """Of cards looked at one after the other each row says its own."""
    found = chain(BOOK, [Reason("steps", {"card": card, "row": 2}, {"steps": 1}) for card in ("7", "8")])
    assert ["card: 7, row: 2 → steps: 1", "card: 8 → steps: 1"] == told(found)


def test_what_became_of_a_value() -> None:
    """A value that was another before is named once."""
    assert ["steps: 1 → 0"] == told(chain(BOOK, [Reason("steps", {"steps": 1}, {"steps": 0})]))


def test_equal_reasons_are_one() -> None:
    """What was said is not said again."""
    assert 1 == len(chain(BOOK, (DRAWN, DRAWN)).links)


@pytest.mark.parametrize(
    ("reasons", "asks", "decided"),
    [
        ((DRAWN, STEPS, DRAWN), False, "row: 2 → steps: 1"),
        ((DRAWN, Reason("tie", {"tied": [2, 3]}, {"steps": 1}), STEPS), False, "tied: 2, 3 → steps: 1, tie: leftmost"),
        ((Reason("tie"), STEPS), False, "card: 7, row: 2 → steps: 1"),
        (
            (Reason("tie", {"row": 2}, {"steps": 1}), Reason("order", {"card": "7"})),
            True,
            "card: 7 → this question",
        ),
    ],
)
def test_what_decided(reasons: tuple[Reason, ...], asks: bool, decided: str) -> None:
    """The question where one is explained, else a tie that was broken, else what followed last from facts."""
    found = chain(BOOK, reasons, asks=asks)
    assert decided == told(found)[found.decided]


def test_a_chain_is_short() -> None:
    """Of too many reasons those that tell most are kept, the first ones of as many; the others stand behind it."""
    many = [Reason("steps", {"row": n}, {"steps": n}) for n in range(MAX_CHAIN_ROWS + 1)]
    found = chain(BOOK, [DRAWN, *many])
    assert [f"row: {n} → steps: {n}" for n in range(MAX_CHAIN_ROWS - 1)] == told(found)
    assert (DRAWN, *many[MAX_CHAIN_ROWS - 1 :]) == found.more


def test_a_row_is_short() -> None:
    """Of many facts a row tells the first ones, of a long list how many it has; then it is not the whole of it."""
    few = chain(BOOK, [Reason("steps", {"rows": list(range(MAX_LIST_VALUES))}, {"steps": 1})])
    long = chain(BOOK, [Reason("steps", {"rows": list(range(MAX_LIST_VALUES + 1))}, {"steps": 1})])
    many = chain(BOOK, [Reason("steps", {"card": "7", "row": 1, "steps": 2, "left": 3}, {"steps": 1})])
    assert (["rows: 0, 1, 2, 3, 4, 5 → steps: 1"], True) == (told(few), few.links[0].whole)
    assert (["rows: 7 in all → steps: 1"], False) == (told(long), long.links[0].whole)
    assert (["card: 7, row: 1, steps: 2 → 1"], False) == (told(many), many.links[0].whole)


def test_rules_of_one_place_are_joined() -> None:
    """Each rule is said once, and a place after all its rules."""
    lines = [ENGLISH.words(line) for line in rules(BOOK, (DRAWN, STEPS, ORDER, DRAWN))]
    expected = ["She draws. From top to bottom. (“A turn”)", "Steps as the card says. (“Advance”)", "The book."]
    assert expected == lines


def test_a_rule_of_the_device_cites_no_book() -> None:
    """It comes after the book, which has it nowhere; alone it is without one."""
    own = Reason("own", {"card": "7"})
    lines = [ENGLISH.words(line) for line in rules(BOOK, (own, STEPS))]
    assert ["Steps as the card says. (“Advance”)", "The book.", "The table is right. (Tavolino)"] == lines
    assert ["The table is right. (Tavolino)"] == [ENGLISH.words(line) for line in rules(BOOK, (own,))]
    assert ["The table is right. (Tavolino)", "card: 7."] == [ENGLISH.words(line) for line in words(BOOK, own)]
    assert "Tavolino." == ENGLISH.words(place(BOOK, "own"))
