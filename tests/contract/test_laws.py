"""The laws of a play, checked at the steps of random plays of every bot."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.contract import Entry, Outcome, Refused
from engines.engine import kind_of
from engines.play import Play, PlayFile, steps_of
from engines.text import ENGLISH
from firmware.dealer import dealer
from firmware.settings import remember, remembered
from tests.contract.walk import Walk, Walks, allowed, answer, begin, each_seed, luck, over, told, twin

WRONG: list[Any] = [
    None, True, False, -1, 0, 1, 10**9, 2.5, "", "nonsense", [], ["nonsense"], [None], [[]], {}, {"id": 1},
]  # fmt: skip
"""Values of every JSON type; each step refuses those that its ask does not allow."""


WRONG_CORRECTIONS: list[Any] = [{}, [], "p", None, {"nonsense": 1}]
FIELDS = 8
"""So many values are corrected at a step that is looked at: bots that track much have dozens of them."""


def test_undo_equals_never_done(walks: Walks) -> None:
    """Taking back k inputs gives the state, screen, reasons and journal of before them; taking them again, of after."""

    def law(seed: int, plays: tuple[Play[Any], ...]) -> None:
        chance, moment = luck("undo", seed), cache(lambda n: _moment(plays[n]))
        for n, walked in enumerate(plays):
            if n == 0 or chance.random() > walks.share:
                continue
            play = twin(walked)
            k = n if over(play) else chance.randint(1, min(3, n))
            play.undo(k)
            assert moment(n - k) == _moment(play)
            for later in range(n - k + 1, n + 1):
                play.take()
                assert moment(later) == _moment(play)
            assert () == play.tail

    each_seed(walks, law)


def test_save_and_load_is_the_identity(walks: Walks) -> None:
    """A play file, written and read without snapshots, gives the same play, and it goes on the same."""

    def law(seed: int, plays: tuple[Play[Any], ...]) -> None:
        chance = luck("load", seed)
        for walked in plays:
            if chance.random() < 0.1 * walks.share or over(walked):
                play = twin(walked)
                undone = chance.randint(0, min(4, play.n))
                if undone:
                    play.undo(undone)
                loaded = load(play)
                assert play.file() == loaded.file()
                assert _moment(play) == _moment(loaded)
                for _ in range(undone):
                    play.take()
                    loaded.take()
                    assert _moment(play) == _moment(loaded)

    each_seed(walks, law)


def test_the_same_inputs_give_the_same_play(walks: Walks) -> None:
    """The same seed and inputs make the same play; so do own cards that come up as the dealer's did."""

    def law(seed: int, plays: tuple[Play[Any], ...]) -> None:
        first = plays[-1]
        sources = {name for name, owner in first.sources.items() if owner == "own"}
        again = begin(first.engine.key, first.options, seed, sources)
        for step in first.steps[1:]:
            assert step.entry is not None
            again.give(step.entry.value)
        assert first.file() == again.file()
        own = begin(first.engine.key, first.options, seed, set(first.sources))
        for entry in first.journal:
            assert entry.kind == kind_of(own.screen)
            own.give(entry.value)
        assert first.engine.encode(first.state) == first.engine.encode(own.state)
        assert first.screen == own.screen

    each_seed(walks, law)


def test_what_was_learned_is_kept_as_it_is(walks: Walks, tmp_path: Path) -> None:
    """What a play offers to keep equals what is read where it was kept, so that it is not offered again."""

    def law(_: int, plays: tuple[Play[Any], ...]) -> None:
        learned = plays[-1].engine.learned(plays[-1].state)
        if learned is not None:
            remember(tmp_path, walks.key, learned)
            assert learned == remembered(tmp_path, walks.key)

    each_seed(walks, law)


def test_only_answers_to_the_open_decision_are_set(walks: Walks) -> None:
    """The answers that a state has can be set with it; one that its open decision did not ask for is refused."""

    def law(seed: int, plays: tuple[Play[Any], ...]) -> None:
        for play in plays[seed % 10 :: 10]:
            engine, values = play.engine, play.engine.plain(play.state)
            assert play.state == engine.replace(play.state, values).state
            answers = [*values["answers"], "no such answer"]
            _refused(engine.replace, play.state, {**values, "answers": answers})

    each_seed(walks, law)


def test_a_refusal_changes_nothing(walks: Walks) -> None:
    """What the ask does not allow is refused with a sentence, a blocked option with its reason; all stays as it was."""

    def law(seed: int, plays: tuple[Play[Any], ...]) -> None:
        chance = luck("refuse", seed)
        for play in plays:
            for option in getattr(play.screen.ask, "options", ()):
                if option.blocked is not None:
                    assert ENGLISH.words(option.blocked) in _refused(play.give, option.id)
            if chance.random() > 0.15 * walks.share and not over(play):
                continue
            before = _moment(play), play.file()
            for value in WRONG:
                if over(play) or not allowed(play.screen.ask, value):
                    _refused(play.give, value)
            for entry in _wrong_entries(play):
                _refused(play.engine.apply, play.state, entry)
            for values in WRONG_CORRECTIONS:
                _refused(play.correct, values)
            _refused(play.take)
            _refused(play.undo, 0)
            _refused(play.undo, play.n + 1)
            _refused(play.why, play.n + 1)
            _refused(play.why, 0)
            _refused(play.use, "nonsense", "own")
            assert before == (_moment(play), play.file())

    each_seed(walks, law)


def test_corrections_hold_or_are_refused(walks: Walks) -> None:
    """A field set to its value or a bound has that value then, and nothing is broken; out of bounds is refused."""

    def law(seed: int, plays: tuple[Play[Any], ...]) -> None:
        chance = luck("correct", seed)
        for play in plays:
            if chance.random() > 0.05 * walks.share:
                continue
            fields = play.engine.fields(play.state)
            for field in chance.sample(fields, min(FIELDS, len(fields))):
                values: list[Any] = [choice.id for choice in field.choices] or [field.low, field.high]
                assert field.value in values or field.low <= int(field.value) <= field.high
                for value in [*values, field.value]:
                    _check_correction(play, field.name, value)
                wrong: list[Any] = [
                    None,
                    True,
                    "nonsense",
                    [],
                    *([] if field.choices else [field.low - 1, field.high + 1]),
                ]
                for value in wrong:
                    _refused(play.correct, {field.name: value})

    each_seed(walks, law)


def test_a_corrected_play_goes_on(walks: Walks) -> None:
    """Whatever is corrected to whatever bound at whatever step, the play goes on to its end and nothing breaks."""
    for seed in walks.seeds:
        with told(seed):
            _go_on_corrected(walks.key, walks.level, seed)


def load(play: Play[Any]) -> Play[Any]:
    """Return a play through its file: JSON and back, replayed from its start or base."""
    file = msgspec.json.decode(msgspec.json.encode(play.file()), type=PlayFile)
    return Play.restore(
        play.engine,
        file.options,
        dealer(file.seed),
        steps_of(file.journal),
        seed=file.seed,
        sources=file.sources,
        tail=file.undone,
        base=file.base,
    )


def _moment(play: Play[Any]) -> tuple[Any, ...]:
    return play.engine.encode(play.state), play.screen, play.why(), play.journal


def _go_on_corrected(key: str, level: tuple[str, Any], seed: int) -> None:
    chance = luck("corrected", seed)
    for play in Walk(key, level, seed):
        if chance.random() < 0.2:
            field = chance.choice(play.engine.fields(play.state))
            values: list[Any] = [choice.id for choice in field.choices] or [field.low, field.high]
            try:
                play.correct({field.name: chance.choice(values)})
            except Refused:
                continue
        assert () == play.engine.broken(play.state)
        if not over(play):
            assert allowed(play.screen.ask, answer(play.screen.ask, chance))
            likely = getattr(play.screen.ask, "likely", ())
            assert isinstance(likely, tuple) or allowed(play.screen.ask, likely)


def _check_correction(play: Play[Any], name: str, value: Any) -> None:
    before = play.engine.encode(play.state)
    try:
        outcome: Outcome[Any] = play.engine.apply(
            play.state, Entry("correct", play.screen.key, {name: value}, "player")
        )
    except Refused:
        return
    finally:
        assert before == play.engine.encode(play.state)
    assert () == play.engine.broken(outcome.state)
    assert play.engine.screen(outcome.state)
    assert {name: value} == {one.name: one.value for one in play.engine.fields(outcome.state) if one.name == name}
    assert outcome.reasons


def _wrong_entries(play: Play[Any]) -> list[Entry]:
    """Return entries of a wrong kind, whatever their value."""
    key, kind = play.screen.key, kind_of(play.screen)
    kinds: list[Any] = [other for other in ("answer", "draw", "roll") if other != kind]
    return [Entry(other, key, value, "player") for other in kinds for value in (True, 1, "go_on")]


def _refused(act: Callable[..., Any], *given: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(*given)
    sentence = ENGLISH.words(refused.value.text)
    assert sentence
    assert "{" not in sentence.replace("{'", "").replace("{}", "")
    return sentence
