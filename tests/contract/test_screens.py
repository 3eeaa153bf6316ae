"""What every screen of every bot is like, and the reasons behind it."""

from functools import cache
from typing import Any

import msgspec
import pytest

from engines import rules, why
from engines.contract import (
    GO_ON,
    NOT_POSSIBLE,
    Choice,
    Choose,
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
from engines.engine import Engine
from engines.play import Play
from engines.text import ENGLISH, PSEUDO, Text, load_catalogue
from tests.contract.walk import FOLDER, KEYS, Walks, allowed, each_seed, engine, levels, over

HEADLINE = 28
"""Letters of a headline: about 20 are meant; more are set in two lines."""
LINES = 5
PSEUDO_WORDS = load_catalogue(PSEUDO)


def test_every_screen_is_well_formed(walks: Walks) -> None:
    """At every step of a play the screen keeps the contract, differs from the last one, and nothing is broken."""

    def law(_seed: int, plays: tuple[Play[Any], ...]) -> None:
        last: Screen | None = None
        for play in plays:
            screen = play.screen
            assert () == play.engine.broken(play.state)
            assert screen != last
            assert (screen.role is Role.RESULT) == over(play)
            _check_role(screen)
            _check_ask(screen)
            _check_words(screen)
            assert screen.facts == msgspec.json.decode(msgspec.json.encode(screen.facts)), "facts are plain values"
            last = screen

    each_seed(walks, law)


def test_every_step_has_reasons_in_words(walks: Walks) -> None:
    """At every step Why has a reason, each reason's rule is in rules.toml, and all it says is worded."""

    def law(_seed: int, plays: tuple[Play[Any], ...]) -> None:
        for play in plays:
            reasons = play.why()
            assert reasons or play.screen.role is Role.RESULT
            for reason in reasons:
                _check_reason(play.engine, reason)

    each_seed(walks, law)


def test_what_is_left_is_what_can_be_drawn(walks: Walks) -> None:
    """At any step every deck says which of its cards are still in, and a draw is among exactly those."""

    def law(_seed: int, plays: tuple[Play[Any], ...]) -> None:
        for play in plays:
            decks = [source.name for source in play.engine.sources if source.kind == "deck"]
            left = {deck: play.engine.left(play.state, deck) for deck in decks}
            for choices in left.values():
                assert len(choices) == len({choice.id for choice in choices})
            if isinstance(play.screen.ask, Draw):
                assert play.screen.ask.left == left[play.screen.ask.deck]

    each_seed(walks, law)


@pytest.mark.parametrize("key", KEYS)
def test_every_value_that_can_be_corrected_has_a_word(key: str) -> None:
    """A correction names its fields in Why, so each has a word of its own."""
    bot = engine(key)
    starts = [bot.start(dict([level])).state for level in levels(key)]
    names = {field.name for state in starts for field in bot.fields(state)}
    assert set() == names - set(bot.book.words)


@pytest.mark.parametrize("key", KEYS)
def test_rule_ids_are_unique_and_rulings_have_their_default(key: str) -> None:
    """An id names one rule; a ruling's default is one of its choices, and its option offers exactly those."""
    bot = engine(key)
    ids = [one.id for one in bot.book.rule] + [one.id for one in bot.book.ruling]
    assert len(ids) == len(set(ids))
    house = {option.rule: option for option in bot.options() if isinstance(option, Choose) and option.rule}
    for ruling in bot.book.ruling:
        assert ruling.default in ruling.choices
        assert ruling.option == (ruling.id in house)
        if ruling.option:
            option = house[ruling.id]
            assert list(ruling.choices) == [choice.id for choice in option.choices]
            assert ruling.default == option.default


def _check_role(screen: Screen) -> None:
    if screen.role is Role.RESULT:
        assert Done() == screen.ask
    elif screen.role is Role.QUESTION:
        assert screen.rule is not None
        assert not isinstance(screen.ask, Done)
    elif isinstance(screen.ask, Pick):
        assert GO_ON == screen.ask.likely
        assert GO_ON == screen.ask.options[0].id
        if screen.badge.who is not Who.BOT:
            assert NOT_POSSIBLE not in [option.id for option in screen.ask.options]
    else:
        assert Done() == screen.ask


def _check_ask(screen: Screen) -> None:
    ask = screen.ask
    match ask:
        case Pick():
            _check_ids(ask.options)
            assert allowed(ask, ask.likely)
        case Marks():
            _check_ids(ask.options)
            assert 0 <= ask.low <= ask.high <= len(ask.options)
            assert len(ask.likely) <= ask.high
            assert set(ask.likely) <= {option.id for option in ask.options if option.blocked is None}
        case Draw():
            _check_ids(ask.left)
        case Number():
            assert ask.low < ask.high, "what can be only one number is not asked"
            assert allowed(ask, ask.likely)
        case Roll():
            assert ask.low < ask.high


def _check_ids(choices: tuple[Choice, ...]) -> None:
    ids = [choice.id for choice in choices]
    assert ids
    assert len(ids) == len(set(ids))
    words = [ENGLISH.words(choice.text) for choice in choices]
    assert len(words) == len(set(words)), "two options read alike"


def _check_words(screen: Screen) -> None:
    assert 0 < len(ENGLISH.words(screen.headline)) <= HEADLINE
    assert len(screen.lines) <= LINES
    for text in (screen.headline, *screen.lines):
        _check_text(text)


def _check_text(text: Text) -> None:
    english = ENGLISH.words(text)
    assert english.strip()
    assert english == english.strip()
    assert "{" not in english
    assert len(PSEUDO_WORDS.words(text)) > len(english)


def _check_reason(bot: Engine[Any], reason: Reason) -> None:
    bot.book.find(reason.rule)
    names = {*reason.facts, *reason.outcome}
    assert set() == names - set(bot.book.words), reason
    cards = printed_ids(bot.key)
    for value in (*reason.facts.values(), *reason.outcome.values()):
        for one in value if isinstance(value, list) else [value]:
            assert isinstance(one, int) or one is None or one in bot.book.words or one in cards, reason
    for sentence in why.words(bot.book, reason):
        _check_text(sentence)


@cache
def printed_ids(key: str) -> set[str]:
    """Return the ids of the cards in `cards.toml`: what is printed on a card needs no word."""
    data = rules.parse((FOLDER / key / "cards.toml").read_bytes(), "cards.toml")
    return {card["id"] for deck in data.values() for card in deck.get("cards", [])}
