"""Every rule of every book is exercised by a test that names it, or is a reminder; and tests name nothing else."""

import pytest
from msgspec.structs import replace

from engines.kit.options import select_active
from engines.kit.rules import Kind, Rule, RuleBook, Ruling
from engines.kit.text import Text
from engines.registry import KEYS, MAGPIE
from tests.contract.laws import guide
from tests.contract.walk import ENGINES, Walk, engine, levels
from tests.rules import rule_ids_in

SEEDS = range(40)
"""Seeds of each level; play ends as soon as all rules were named."""
TESTS = ENGINES.parent / "tests" / "engines"
SHEETS = {
    MAGPIE: set[str](),
    "wyrmspan": {f"H{n}" for n in range(1, 19)},
    "burgundy": {f"T{n}" for n in range(1, 33)} - {f"T{n}" for n in (3, 6, 12, 18, 22, 25, 27)},
    "lisboa": {f"S{n}" for n in (*range(1, 46), "8b")} - {f"S{n}" for n in (2, 6, 17, 22, 24, 31, 38, 40, 43)},
    "burattino": {"W1", "W2", *(f"T{n:02}" for n in range(1, 44) if n not in {9, 16, 22, 33, 35, 36})},
    "pampero": {f"E{n}" for n in range(1, 15)} - {"E8", "E10"}
    | {f"S{n}" for n in range(1, 51)} - {f"S{n}" for n in (3, 9, 17, 19, 22, 27, 32, 35)},
}
"""The ids of the worked examples in the fact sheet of a game that has one."""


@guide("Tests")
@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_exercised(key: str) -> None:
    """A rule that is no reminder, and a ruling (each choice of one that is an option), has a test with its id."""
    book = engine(key).book
    wanted = {one.id for one in book.rule if one.kind is not Kind.REMINDS}
    for ruling in book.ruling:
        wanted |= {f"{ruling.id}={choice}" for choice in ruling.choices} if ruling.option else {ruling.id}
    lacking = sorted(wanted - rule_ids_in(TESTS / key))
    assert not lacking, f"no test has {', '.join(lacking)} in its `@rule`"


@guide("rules.toml")
@pytest.mark.parametrize("key", KEYS)
def test_every_rule_has_a_sentence_for_why(key: str) -> None:
    """A rule that is no reminder, and a ruling, says in `why` what it did, and some rule is the main reason."""
    book = engine(key).book
    applied: list[Rule | Ruling] = [one for one in book.rule if one.kind is not Kind.REMINDS]
    applied += book.ruling
    lacking = [one.id for one in applied if not one.why]
    assert not lacking, f"no `why` in rules.toml for {', '.join(lacking)}"
    assert any(one.weight == "main" for one in applied), 'no rule has weight = "main"'


@guide("rules.toml")
@pytest.mark.parametrize("key", KEYS)
def test_no_word_is_listed_twice(key: str) -> None:
    """`[words]` has no id whose words are those of a choice, a tracked value or a piece."""
    book = engine(key).book
    elsewhere = replace(book, words={})
    twice = [one for one in book.words if _words_of(book, one) == _words_of(elsewhere, one)]
    assert not twice, f"[words] of rules.toml need not say {', '.join(twice)}: Why knows their words"


def _words_of(book: RuleBook, name: str) -> tuple[Text | None, Text | None]:
    return book.word(name), book.value_word(name)


@pytest.mark.all
@guide("Tests")
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("all_plays", [False, pytest.param(True, marks=pytest.mark.long)])
def test_every_rule_is_named(key: str, all_plays: bool) -> None:
    """In some play Why names each rule and ruling, or "Rules for you" lists it, except those in `RARE`."""
    book = engine(key).book
    wanted = {one.id for one in book.rule} | {one.id for one in book.ruling}
    wanted -= RARE | {f"{key}.table.truth"}
    named: set[str] = set()
    for level, seed in ((level, seed) for seed in SEEDS for level in levels(key)):
        for play in Walk(key, level, seed):
            named |= {reason.rule for reason in play.why()}
            named |= {one.id for one in select_active(book.reminders(play.state.at.value), play.options)}
        if wanted <= named and not all_plays:
            break
    never = ", ".join(sorted(wanted - named))
    cure = "a rule that random plays seldom reach goes into RARE of tests/engines/test_books.py"
    assert wanted <= named, f"neither Why nor Rules for you ever names {never}: {cure}"


RARE = {
    "wyrmspan.objective.cap",
    "burgundy.ruling.tie",
    "burgundy.sale.nothing",
    "burgundy.card.deck",
    "burgundy.ruling.no_goods",
    "lisboa.ruling.no_title",
    "lisboa.ruling.majority_tie",
    "burattino.ruling.too_many",
    "pampero.condition.cannot_pay",
    "pampero.contract.eye",
    "pampero.contract.next_cards",
    "pampero.ruling.last_space",
    "pampero.ruling.lone_card",
    "pampero.contract.rightmost",
    "pampero.contract.third",
    "pampero.icons.secondary",
    "pampero.ruling.secondary_scope",
    "pampero.ruling.two_eyes",
    "pampero.ruling.market_icon",
    "pampero.ruling.money_symbol",
    "pampero.ruling.no_transformer",
    "pampero.ruling.rb_symbol",
    "pampero.tower.eye",
    "pampero.ruling.no_battery",
}
"""Rules that matter too seldom for a few random plays; a test of their own proves that they are named."""


@guide("Tests")
@pytest.mark.parametrize("key", KEYS)
def test_every_named_rule_exists(key: str) -> None:
    """A test names only rules of its own game and examples of its sheet."""
    book = engine(key).book
    known = {one.id for one in book.rule} | {one.id for one in book.ruling} | SHEETS.get(key, set())
    known |= {f"{ruling.id}={choice}" for ruling in book.ruling for choice in ruling.choices}
    unknown = sorted(rule_ids_in(TESTS / key) - known)
    assert not unknown, f"a test names {', '.join(unknown)}, which is not in rules.toml"


@guide("Tests")
@pytest.mark.parametrize("key", KEYS)
def test_every_example_of_the_sheet_is_a_test(key: str) -> None:
    """Each worked example of the fact sheet has a test with its id."""
    lacking = sorted(SHEETS.get(key, set()) - rule_ids_in(TESTS / key))
    assert not lacking, f"no test has the example {', '.join(lacking)} in its `@rule`"
