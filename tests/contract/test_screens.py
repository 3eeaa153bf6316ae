"""The laws of every screen of every bot, and of the reasons behind it."""

from functools import cache
from typing import Any

import msgspec
import pytest

from display.layout import options_of
from engines.kit import rules, why
from engines.kit.contract import (
    GO_ON,
    NOT_POSSIBLE,
    Choice,
    Counters,
    Done,
    Draw,
    Marks,
    Number,
    Pick,
    Reason,
    Role,
    Roll,
    Screen,
    Who,
)
from engines.kit.engine import Engine
from engines.kit.options import Choose
from engines.kit.rules import Kind
from engines.kit.text import ENGLISH, PSEUDO, Text, load_catalogue
from engines.registry import KEYS
from firmware.authoring.random_plays import fork, has_ended
from tests.contract.laws import assert_lawful, guide
from tests.contract.walk import ENGINES, Steps, Walks, each_seed, engine, is_allowed, levels, option_values

MAX_HEADLINE_LETTERS = 28
"""A headline should have about 20 letters; longer ones are set in two lines."""
MAX_LINES = 5
MAX_TURN_LINES = 14
"""Lines of a screen that tells a whole turn of the bot, one for each action, and of `LONG_SCREENS`."""
LONG_SCREENS = ("phase_end", "final")
PSEUDO_WORDS = load_catalogue(PSEUDO)


@guide("steps.py")
def test_every_screen_is_well_formed(walks: Walks) -> None:
    """At every step of a play the screen keeps the contract and differs from the last one."""

    def law(_seed: int, plays: Steps) -> None:
        last: Screen | None = None
        for play in plays:
            screen = play.screen
            assert screen != last, "it equals the screen before it"
            assert (screen.role is Role.RESULT) == has_ended(play), (
                "it is a result, or is none, where the play is not so"
            )
            _check_role(screen)
            _check_ask(screen)
            _check_words(screen)
            assert screen.facts == msgspec.json.decode(msgspec.json.encode(screen.facts)), "facts are plain values"
            last = screen

    each_seed(walks, law)


@guide("state.py")
def test_every_position_keeps_its_laws(walks: Walks) -> None:
    """At every step of a play each tracked value is within its bounds, and no law of the bot is broken."""

    def law(_seed: int, plays: Steps) -> None:
        for play in plays:
            assert_lawful(play.engine, play.state)

    each_seed(walks, law)


@guide("rules.toml")
def test_every_step_has_reasons_in_words(walks: Walks) -> None:
    """At every step Why has a reason, each reason's rule is in rules.toml, and all it says is worded."""

    def law(_seed: int, plays: Steps) -> None:
        missing: dict[str, str] = {}
        for play in plays:
            reasons = play.why()
            assert reasons or play.screen.role is Role.RESULT, "Why has no reason here: note one with `add_reason`"
            for reason in reasons:
                missing |= dict.fromkeys(_missing_words(play.engine, reason), reason.rule)
                if not missing:
                    _check_reason(play.engine, reason)
        listed = ", ".join(f"{name} ({rule})" for name, rule in sorted(missing.items()))
        assert not missing, f"no sentence of `why` in rules.toml tells {listed}, or [words] has no word for it"

    each_seed(walks, law)


@guide("machine.py")
def test_an_impossible_instruction_has_a_fallback(walks: Walks) -> None:
    """If the table may not allow an instruction, a rule has a fallback, on the idle screen too."""

    def law(_seed: int, plays: Steps) -> None:
        for play in plays:
            if isinstance(play.screen.ask, Pick) and is_allowed(play.screen.ask, NOT_POSSIBLE):
                done, fallen = fork(play), fork(play)
                done.give(GO_ON)
                fallen.give(NOT_POSSIBLE)
                assert fallen.why(), "no rule says what follows where it is not possible: note it with `add_reason`"
                assert done.why() != fallen.why(), "what is not possible has the reasons of what was done"

    each_seed(walks, law)


@guide("cards.toml")
def test_a_draw_is_among_the_remaining_cards(walks: Walks) -> None:
    """At any step every deck lists its remaining cards, and a draw is among exactly these."""

    def law(_seed: int, plays: Steps) -> None:
        for play in plays:
            decks = [source.name for source in play.engine.sources if source.kind == "deck"]
            remaining = {deck: play.engine.remaining_cards(play.state, deck) for deck in decks}
            for choices in remaining.values():
                assert len(choices) == len({choice.id for choice in choices}), "a card is left twice"
            if isinstance(play.screen.ask, Draw):
                assert play.screen.ask.remaining == remaining[play.screen.ask.deck], "a draw is not among what is left"

    each_seed(walks, law)


@guide("rules.toml")
@pytest.mark.parametrize("key", KEYS)
def test_every_value_that_can_be_corrected_has_a_word(key: str) -> None:
    """A correction names its fields in Why, so each field has a word."""
    bot = engine(key)
    starts = [bot.start(dict([level])).state for level in levels(key)]
    names = {field.name for state in starts for field in bot.fields(state)}
    missing = sorted(name for name in names if bot.book.word(name) is None)
    assert not missing, f"state.py and rules.toml have no word for {', '.join(missing)}"


@guide("rules.toml")
@pytest.mark.parametrize("key", KEYS)
def test_rule_ids_are_unique_and_rulings_have_their_default(key: str) -> None:
    """An id names one rule; a ruling's default is one of its choices, and its option offers exactly those."""
    bot = engine(key)
    ids = [one.id for one in bot.book.rule] + [one.id for one in bot.book.ruling]
    assert len(ids) == len(set(ids)), "rules.toml has an id twice"
    house = {option.rule: option for option in bot.options() if isinstance(option, Choose) and option.rule}
    for ruling in bot.book.ruling:
        assert ruling.default in ruling.choices, f"the default of {ruling.id} is none of its choices"
        assert ruling.option == (ruling.id in house), f"{ruling.id} is an option in rules.toml or in setup.py alone"
        if ruling.option:
            option = house[ruling.id]
            offered = [choice.id for choice in option.choices]
            assert list(ruling.choices) == offered, f"the option of {ruling.id} offers other choices"
            assert ruling.default == option.default, f"the option of {ruling.id} has another default"


@guide("score.py")
def test_the_last_screen_names_the_deciding_rule(walks: Walks) -> None:
    """The first line of the last screen is the rule that decided the winner."""

    def law(_seed: int, steps: Steps) -> None:
        *_, play = steps
        ended = play.engine.result(play.state)
        assert ended is not None, "the play has no result"
        assert ended.rule, "the result names no rule"
        reason = why.statement(play.engine.book, ended.rule)
        assert reason == play.screen.lines[0], f"the last screen does not begin with {ENGLISH.words(reason)!r}"

    each_seed(walks, law)


@guide("rules.toml")
@pytest.mark.parametrize("key", KEYS)
def test_reminders_name_phases_and_options_that_there_are(key: str) -> None:
    """A reminder names phases that ask or decide, and values of an option; other rules name neither."""
    bot = engine(key)
    turn = bot._runner.turn
    phases = {phase.value for phase in turn.phases if bot.asks(phase) or phase in turn.decisions}
    options = {option.name: option_values(option) for option in bot.options()}
    for rule in bot.book.rule:
        assert not rule.at or rule.kind is Kind.REMINDS, f"{rule.id} names phases, and reminds of nothing"
        unknown = set(rule.at) - phases
        assert not unknown, f"{rule.id} names phases that ask nothing: {', '.join(sorted(unknown))}"
        assert not rule.option or set(rule.values) <= set(options[rule.option]), f"{rule.id} names values of no option"


def _check_role(screen: Screen) -> None:
    if screen.role is Role.RESULT:
        assert Done() == screen.ask, "a result asks for nothing"
    elif screen.role is Role.QUESTION:
        assert screen.rule is not None, "a question names its rule"
        assert not isinstance(screen.ask, Done), "a question asks for something"
    elif isinstance(screen.ask, Pick):
        assert GO_ON == screen.ask.likely, "on an instruction `go_on` is highlighted"
        assert GO_ON == screen.ask.options[0].id, "on an instruction `go_on` is the first option"
        if NOT_POSSIBLE in {option.id for option in screen.ask.options}:
            assert screen.badge.who is not Who.TABLE, "only an instruction of the bot can be impossible"
    else:
        assert Done() == screen.ask, "an instruction asks for `done`, or for one of some options"


def _check_ask(screen: Screen) -> None:
    ask = screen.ask
    match ask:
        case Pick():
            _check_ids(ask.options)
            assert is_allowed(ask, ask.likely), f"the likely option {ask.likely} cannot be chosen"
        case Marks():
            _check_ids(ask.options)
            assert 0 <= ask.low <= ask.high <= len(ask.options), f"{ask.low} to {ask.high} ticks cannot be made"
            assert len(ask.likely) <= ask.high, "more ticks are likely than allowed"
            free = {option.id for option in ask.options if option.blocked is None}
            assert set(ask.likely) <= free, "a likely tick cannot be made"
        case Draw():
            _check_ids(options_of(ask))
        case Number():
            assert ask.low < ask.high, f"it asks for a number that can only be {ask.low}: decide it without asking"
            assert is_allowed(ask, ask.likely), f"the likely number {ask.likely} is out of its bounds"
        case Roll():
            assert ask.low < ask.high, "what can be only one number is not rolled"
        case Counters():
            _check_ids(options_of(ask))
            fixed = [line.id for line in ask.lines if line.low >= line.high]
            assert not fixed, f"it asks for {', '.join(fixed)}, which can only be one number: leave that out"
            assert len(ask.lines) > 1, "a single number has an ask of its own"
            likely = {line.id: line.likely for line in ask.lines}
            assert is_allowed(ask, likely), f"the likely numbers {likely} are out of their bounds"


def _check_ids(choices: tuple[Choice, ...]) -> None:
    ids = [choice.id for choice in choices]
    assert ids, "there is nothing to choose from"
    assert len(ids) == len(set(ids)), "two options have one id"
    words = [ENGLISH.words(choice.text) for choice in choices]
    assert len(words) == len(set(words)), "two options read alike"
    bare = [
        one.id for one in choices if one.text.one == "{id}" and one.id.replace("_", "").isalpha() and one.id.islower()
    ]
    assert not bare, f"the builder has no words for {', '.join(bare)}"


def _check_words(screen: Screen) -> None:
    letters = len(ENGLISH.words(screen.headline))
    assert 0 < letters <= MAX_HEADLINE_LETTERS, (
        f"its headline has {letters} letters; 1 to {MAX_HEADLINE_LETTERS} are allowed"
    )
    is_long = screen.badge.who is not Who.TABLE or screen.key in LONG_SCREENS
    max_lines = MAX_TURN_LINES if is_long else MAX_LINES + (screen.role is Role.RESULT)  # by which rule it was decided
    assert len(screen.lines) <= max_lines, f"it has {len(screen.lines)} lines; {max_lines} are the most"
    for text in (screen.headline, *screen.lines):
        _check_text(text)


def _check_text(text: Text) -> None:
    english = ENGLISH.words(text)
    assert english.strip(), "a sentence is empty"
    assert english == english.strip(), f"“{english}” begins or ends with a space"
    assert "{" not in english, f"a value is missing in “{english}”"
    assert len(PSEUDO_WORDS.words(text)) > len(english), f"“{english}” cannot be translated"


def _check_reason(bot: Engine[Any], reason: Reason) -> None:
    known = {one.id for one in bot.book.rule} | {one.id for one in bot.book.ruling}
    assert reason.rule in known, f"a reason names {reason.rule}, which is not in rules.toml"
    for sentence in why.words(bot.book, reason):
        _check_text(sentence)
        english = ENGLISH.words(sentence)
        assert "_" not in english, f"“{english}” shows an id: give it a word in rules.toml"


def _missing_words(bot: Engine[Any], reason: Reason) -> list[str]:
    """Return the outcomes and ids of a reason that have no words in Why."""
    numbers, one = printed_numbers(bot.key), why.find_wording(bot.book, reason)
    if bot.key not in KEYS:
        return []
    if one is None:
        return [*reason.facts, *reason.outcome]
    worded = why.value_names(one)
    values = [value for name, value in (reason.facts | reason.outcome).items() if name in worded]
    ids = [each for value in values for each in (value if isinstance(value, list) else [value])]
    words = [each for each in ids if isinstance(each, str) and each not in numbers]
    return [
        *(name for name in reason.outcome if name not in worded),
        *(each for each in words if not bot.book.value_word(each)),
    ]


@cache
def printed_numbers(key: str) -> set[str]:
    """Return the ids in `cards.toml` that are the number printed on a card, such as R2: these need no word.

    All other ids are in small letters.
    """
    path = ENGINES / key / "cards.toml"
    if not path.exists():  # a bot in a file, or one without cards
        return set()
    data = rules.parse(path.read_bytes(), path.name)
    ids = {card["id"] for deck in data.values() for card in deck.get("cards", [])}
    return {one for one in ids if one == one.upper()}
