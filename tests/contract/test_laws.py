"""The laws of a play, checked at the steps of random plays of every bot."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from engines.botfile import FileEngine
from engines.kit.contract import Ask, Counters, Draw, Entry, Marks, Number, Outcome, Refused, Roll
from engines.kit.engine import Engine, entry_kind
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.authoring.examine import misplaced_cards
from firmware.authoring.random_plays import answer, fork, has_ended
from firmware.data_folder import DataFolder
from firmware.dealer import dealer
from firmware.plays.play_file import PlayFile
from tests.contract.laws import assert_lawful, assert_same, guide
from tests.contract.walk import Steps, Walk, Walks, begin, each_seed, is_allowed, luck, noting_seed
from tests.play_values import file_and_state
from tests.play_values import play_of_lines as read

WRONG_ANSWERS: list[Any] = [
    None, True, False, -1, 0, 1, 10**9, 2.5, "", "nonsense", [], ["nonsense"], [None], [[]], {}, {"id": 1},
]  # fmt: skip
"""Values of every JSON type; each step refuses those that its ask does not allow."""


WRONG_CORRECTIONS: list[Any] = [{}, [], "p", None, {"nonsense": 1}]
MAX_FIELDS = 8
"""Fields that are corrected at one step; some bots have dozens."""


@guide("state.py")
def test_undo_equals_never_done(walks: Walks) -> None:
    """Undoing k inputs gives the state, screen, reasons and journal of before; redoing them, those of after."""

    def law(seed: int, plays: Steps) -> None:
        chance, moment = luck("undo", seed), cache(lambda n: _moment(plays[n]))
        for n, walked in enumerate(plays):
            if n == 0 or chance.random() > walks.share:
                continue
            play = fork(walked)
            k = n if has_ended(play) else chance.randint(1, min(3, n))
            play.undo(k)
            assert_same(moment(n - k), _moment(play), f"{k} inputs were taken back")
            for later in range(n - k + 1, n + 1):
                play.redo()
                assert_same(moment(later), _moment(play), "an undone input was taken again")
            assert () == play.redo_stack, "an undone input remains although all were redone"

    each_seed(walks, law)


@guide("state.py")
def test_save_and_load_is_the_identity(walks: Walks) -> None:
    """A play file, written and read without snapshots, gives the same play, which continues in the same way."""

    def law(seed: int, plays: Steps) -> None:
        chance = luck("load", seed)
        for walked in plays:
            if chance.random() < 0.1 * walks.share or has_ended(walked):
                play = fork(walked)
                undone = chance.randint(0, min(4, play.n))
                if undone:
                    play.undo(undone)
                loaded = save_and_load(play)
                assert file_and_state(play) == file_and_state(loaded), "the play file of the loaded play is another"
                assert_same(_moment(play), _moment(loaded), "the play was saved and loaded")
                for _ in range(undone):
                    play.redo()
                    loaded.redo()
                    assert_same(_moment(play), _moment(loaded), "the loaded play took an undone input")

    each_seed(walks, law)


@guide("state.py")
def test_the_same_inputs_give_the_same_play(walks: Walks) -> None:
    """The same seed and inputs make the same play; so do own cards that come up as the dealer's did."""

    def law(seed: int, plays: Steps) -> None:
        first = plays[-1]
        sources = {name for name, owner in first.sources.items() if owner == "own"}
        again = begin(first.engine.key, first.options, seed, sources)
        for step in first.steps[1:]:
            assert step.entry is not None, "an input has no entry"
            again.give(step.entry.value)
        assert file_and_state(first) == file_and_state(again), "the same inputs gave another play file"
        own = begin(first.engine.key, first.options, seed, set(first.sources))
        for entry in first.journal:
            assert entry.kind == entry_kind(own.screen), f"with own cards {own.screen.key} is another kind of ask"
            own.give(entry.value)
        assert_same(_moment(first)[:2], _moment(own)[:2], "own cards came up as the dealer’s did")

    each_seed(walks, law)


@guide("score.py")
def test_learned_options_are_kept_unchanged(walks: Walks, tmp_path: Path) -> None:
    """The learned cards that a play offers to keep equal the kept ones, so they are not offered again."""

    def law(_: int, plays: Steps) -> None:
        learned = plays[-1].engine.learned_options(plays[-1].state)
        if learned is not None:
            DataFolder(tmp_path).settings.remember(walks.key, learned)
            assert learned == DataFolder(tmp_path).settings.recall(walks.key), "what was kept is read otherwise"

    each_seed(walks, law)


@guide("decide.py")
def test_only_answers_to_the_open_decision_are_set(walks: Walks) -> None:
    """A state can be set together with its answers; an answer that its open decision did not ask for is refused."""

    def law(seed: int, plays: Steps) -> None:
        for play in islice(plays, seed % 10, None, 10):
            engine, values = play.engine, play.engine.plain_state(play.state)
            assert play.state == engine.replace(play.state, values).state, "a state set to itself is another"
            answers = [*values["answers"], "no such answer"]
            _refusal(engine.replace, play.state, {**values, "answers": answers})

    each_seed(walks, law)


@guide("machine.py")
def test_a_refusal_changes_nothing(walks: Walks) -> None:
    """A wrong answer is refused with a sentence, a blocked option with its reason; nothing changes."""

    def law(seed: int, plays: Steps) -> None:
        chance = luck("refuse", seed)
        for play in plays:
            for option in getattr(play.screen.ask, "options", ()):
                if option.blocked is not None:
                    reason = ENGLISH.words(option.blocked)
                    assert reason in _refusal(play.give, option.id), f"{option.id} is refused without “{reason}”"
            if chance.random() > 0.15 * walks.share and not has_ended(play):
                continue
            before, file = _moment(play), file_and_state(play)
            for value in WRONG_ANSWERS:
                if has_ended(play) or not is_allowed(play.screen.ask, value):
                    _refusal(play.give, value)
            for entry in _wrong_entries(play):
                _refusal(play.engine.apply, play.state, entry)
            for values in WRONG_CORRECTIONS:
                _refusal(play.correct, values)
            _refusal(play.redo)
            _refusal(play.undo, 0)
            _refusal(play.undo, play.n + 1)
            _refusal(play.why, play.n + 1)
            _refusal(play.why, 0)
            _refusal(play.use, "nonsense", "own")
            assert_same(before, _moment(play), "what is not allowed was refused")
            assert file == file_and_state(play), "a refusal changed the play file"

    each_seed(walks, law)


@guide("state.py")
def test_chance_is_never_asked_for_the_same_twice(walks: Walks) -> None:
    """No roll of a die repeats the number of an earlier roll, and no card comes up twice in one shuffle of its deck."""

    def law(_seed: int, plays: Steps) -> None:
        outcomes = set[tuple[Any, ...]]()
        for play, after in pairwise(plays):
            match play.screen.ask:
                case Roll(die=die, n=n):
                    outcome: tuple[Any, ...] = (die, n)
                case Draw(deck=deck, shuffle=shuffle):
                    outcome = (deck, shuffle, after.steps[-1].entries[0].value)
                case _:
                    continue
            assert outcome not in outcomes, f"{outcome} came twice"
            outcomes.add(outcome)

    each_seed(walks, law)


@guide("steps.py")
def test_answers_that_are_wrong_by_one_are_refused(walks: Walks) -> None:
    """A number below or above its bounds, a tick too few or too many, and one that is blocked or made twice."""

    def law(_seed: int, plays: Steps) -> None:
        for play in plays:
            for value in _answers_wrong_by_one(play.screen.ask):
                _refusal(play.give, value)

    each_seed(walks, law)


@guide("state.py")
def test_a_card_is_in_one_place(walks: Walks) -> None:
    """No card of a bot in a file is in two places, and a list of a deck has only its cards."""

    def law(_seed: int, plays: Steps) -> None:
        for play in plays:
            wrong = _misplaced_cards(play.engine, play.state)
            assert not wrong, wrong

    each_seed(walks, law)


@guide("state.py")
def test_corrections_hold_or_are_refused(walks: Walks) -> None:
    """A field set to its value or a bound has that value, and no law is broken; a value out of bounds is refused."""

    def law(seed: int, plays: Steps) -> None:
        chance = luck("correct", seed)
        for play in plays:
            if chance.random() > 0.05 * walks.share:
                continue
            fields = play.engine.fields(play.state)
            for field in chance.sample(fields, min(MAX_FIELDS, len(fields))):
                values: list[Any] = [choice.id for choice in field.choices] or [field.low, field.high]
                within = field.value in values or field.low <= int(field.value) <= field.high
                assert within, f"{field.name} is {field.value!r}, which its own bounds do not allow"
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
                    _refusal(play.correct, {field.name: value})

    each_seed(walks, law)


@guide("state.py")
def test_a_question_blocks_no_correction(walks: Walks) -> None:
    """A value that is the upper bound of a question for a number can be set to any smaller number."""

    def law(_: int, plays: Steps) -> None:
        for play in plays:
            ask = play.screen.ask
            if isinstance(ask, Number):
                for field in play.engine.fields(play.state):
                    for value in range(field.low, ask.high) if field.value == ask.high and not field.choices else ():
                        corrected = fork(play)
                        corrected.correct({field.name: value})
                        fields = corrected.engine.fields(corrected.state)
                        found = next(one.value for one in fields if one.name == field.name)
                        assert value == found, f"{field.name} was set to {value} and is {found}"

    each_seed(walks, law)


@guide("state.py")
def test_a_corrected_play_goes_on(walks: Walks) -> None:
    """After any value is corrected to any of its bounds at any step, the play continues to its end."""
    for seed in walks.seeds:
        with noting_seed(seed):
            _play_with_corrections(walks.key, walks.level, seed)


def save_and_load(play: Play[Any]) -> Play[Any]:
    """Return a play through its file: JSON and back, replayed from its start or base."""
    file = read(PlayFile.from_play(play.saved()).text.splitlines())
    return Play.restore(play.engine, dealer(file.seed), file)


def _moment(play: Play[Any]) -> tuple[Any, ...]:
    return play.engine.encode(play.state), play.screen, play.why(), play.journal


def _play_with_corrections(key: str, level: tuple[str, Any], seed: int) -> None:
    chance = luck("corrected", seed)
    for play in Walk(key, level, seed):
        if chance.random() < 0.2:
            field = chance.choice(play.engine.fields(play.state))
            values: list[Any] = [choice.id for choice in field.choices] or [field.low, field.high]
            try:
                play.correct({field.name: chance.choice(values)})
            except Refused:
                continue
        assert_lawful(play.engine, play.state)
        if not has_ended(play):
            ask, key = play.screen.ask, play.screen.key
            assert is_allowed(ask, answer(ask, chance)), f"{key} asks for what nobody can answer"
            likely = getattr(ask, "likely", None)
            assert likely is None or isinstance(likely, tuple) or is_allowed(ask, likely), (
                f"{key} offers {likely!r}, which it refuses"
            )


def _misplaced_cards(bot: Engine[Any], state: Any) -> str:
    """Return sentences about cards of a bot in a file that are in a wrong place or in two; empty if all are right."""
    return "; ".join(misplaced_cards(bot.file, state)) if isinstance(bot, FileEngine) else ""


def _check_correction(play: Play[Any], name: str, value: Any) -> None:
    before = play.engine.encode(play.state)
    try:
        outcome: Outcome[Any] = play.engine.apply(
            play.state, Entry("correct", play.screen.key, {name: value}, "player")
        )
    except Refused:
        return
    finally:
        assert before == play.engine.encode(play.state), f"a correction of {name} changed the state it was made to"
    assert_lawful(play.engine, outcome.state)
    assert play.engine.screen(outcome.state), "a corrected state has no screen"
    found = [one.value for one in play.engine.fields(outcome.state) if one.name == name]
    if name.rpartition(".")[2].isdigit():  # an item of a list: if it is removed, the next one takes its place
        value = found[0] if value == "none" else value
        wrong = _misplaced_cards(play.engine, outcome.state)
        assert not wrong, f"after a correction of {name}, {wrong}"
    if outcome.state.at is play.state.at:  # else something followed at once, as from a card that is full
        assert [value] == found, f"{name} was set to {value!r} and is {found}"
    assert outcome.reasons, f"a correction of {name} has no reason"


def _answers_wrong_by_one(ask: Ask) -> Iterator[Any]:
    match ask:
        case Number() | Roll():
            yield from (ask.low - 1, ask.high + 1)
        case Marks():
            ids = [option.id for option in ask.options if option.blocked is None]
            too_few, enough, too_many = ids[: max(ask.low - 1, 0)], ids[: max(ask.low, 2) - 1], ids[: ask.high + 1]
            yield from (ticks for ticks in (too_few, too_many) if not ask.low <= len(ticks) <= ask.high)
            yield from ([*enough, one] for one in enough[:1])
            yield from ([*enough, one.id] for one in ask.options if one.blocked is not None)
        case Counters():
            likely = {line.id: line.likely for line in ask.lines}
            yield from (likely | {line.id: n} for line in ask.lines for n in (line.low - 1, line.high + 1, True))
            yield from ({line.id: line.likely for line in ask.lines[1:]}, likely | {"nonsense": 1}, list(likely))


def _wrong_entries(play: Play[Any]) -> list[Entry]:
    """Return entries of a wrong kind, with any values."""
    key, kind = play.screen.key, entry_kind(play.screen)
    kinds: list[Any] = [other for other in ("answer", "draw", "roll") if other != kind]
    return [Entry(other, key, value, "player") for other in kinds for value in (True, 1, "go_on")]


def _refusal(act: Callable[..., Any], *given: Any) -> str:
    try:
        act(*given)
    except Refused as refused:
        sentence = ENGLISH.words(refused.text)
    else:
        raise AssertionError(f"{given[-1:]} is not allowed, and “{act.__name__}” does not refuse it")
    assert sentence, f"{given[-1:]} is refused without a word"
    assert "{" not in sentence.replace("{'", "").replace("{}", ""), f"a value is missing in “{sentence}”"
    return sentence
