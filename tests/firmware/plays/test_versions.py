"""Plays under other rules, and plays from files."""

from pathlib import Path
from shutil import rmtree
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engines.kit.contract import Counters, Done, Draw, Entry, Marks, Roll
from engines.kit.engine import Engine
from engines.kit.play import Base, Play, SavedPlay, Step
from engines.kit.versions import OtherRules, resume
from engines.registry import load_engine
from firmware.dealer import dealer
from firmware.errors import TavolinoError
from firmware.plays import from_outside, lines
from firmware.plays.from_outside import MAX_LINES, play_of, saved_play_of
from firmware.plays.play_file import Opened, PlayFile
from firmware.plays.store import Store
from tests.firmware.counting import ENGINE, Counting, Doubling, Rewarding, Tagged, counting, new_play
from tests.play_values import file_and_state

DEAL = dealer("seed")


def _play_with(*said: int, engine: Engine[Any] = ENGINE, **sources: Any) -> Play[Any]:
    play = new_play(engine=engine, **sources)
    for value in said:
        play.give(value)
    return play


def _resume_other_rules(engine: Engine[Any], kept: SavedPlay) -> OtherRules:
    found = resume(engine, kept, DEAL)
    assert isinstance(found, OtherRules)
    return found


def _resume_same_rules(engine: Engine[Any], kept: SavedPlay) -> Play[Any]:
    found = resume(engine, kept, DEAL)
    assert not isinstance(found, OtherRules)
    return found


def test_same_version() -> None:
    """A play resumed under the same rules is unchanged, with its undone inputs."""
    play = _play_with(1, 2, 3, 4)
    play.undo(2)
    again = _resume_same_rules(ENGINE, play.saved())
    assert (again.journal, again.redo_stack, again.state, again.screen) == (
        play.journal,
        play.redo_stack,
        play.state,
        play.screen,
    )
    assert again.offered == play.offered


def test_stored_is_left_alone() -> None:
    """Resuming does not change the loaded play, so it can be repeated."""
    kept = _play_with(*range(1, 10)).saved()
    before = msgspec.msgpack.encode(kept)
    _resume_same_rules(ENGINE, kept)
    _resume_other_rules(counting(2, turn=Doubling), kept)
    assert msgspec.msgpack.encode(kept) == before


def test_same_end() -> None:
    """Other rules with the same end state need no question, and the play is theirs afterwards."""
    play = _play_with(0, 0, 0)
    engine = counting(2, turn=Doubling)
    again = _resume_same_rules(engine, play.saved())
    assert again.engine is engine
    assert (again.journal, again.state) == (play.journal, play.state)
    again.give(3)
    assert again.state.count - play.state.count >= 6


def test_other_end() -> None:
    """Other rules with another end state offer the play under them, or the table as it is without undo."""
    play = _play_with(1, 2, 3)
    play.undo()
    other = _resume_other_rules(counting(2, turn=Doubling), play.saved())
    assert other.n == 2
    assert other.at_step.state.count == play.state.count + 3
    assert other.at_step.redo_stack == play.redo_stack
    assert other.table is not None
    assert (other.table.state, other.table.n, other.table.undo_limit, other.table.redo_stack) == (play.state, 2, 2, ())
    assert other.table.journal == play.journal
    other.table.give(4)
    other.table.undo()
    assert other.table.state == play.state


def test_both_ways_are_kept(tmp_path: Path) -> None:
    """Either choice is rewritten in the store and resumed later without a question."""
    engine = counting(2, turn=Doubling)
    for place, name in enumerate(("at_step", "table")):
        play = _play_with(*(i % 10 for i in range(29)))
        with Store(tmp_path) as store:
            number = store.create(play)
            chosen: Play[Any] = getattr(_resume_other_rules(engine, store.load(number)), name)
            store.take_up(number, chosen)
            store.record(number, chosen, chosen.give(5))
        with Store(tmp_path) as store:
            again = _resume_same_rules(engine, store.load(number))
            assert (again.state, again.journal, again.base) == (chosen.state, chosen.journal, chosen.base)
            assert store.plays()[place].play.version == 2


def test_refused_entry() -> None:
    """If an input is no longer allowed, the play stops before it, and the rest can be redone."""
    play = _play_with(1, 9, 2)
    other = _resume_other_rules(counting(2, high=5), play.saved())
    assert (other.n, other.at_step.n) == (1, 1)
    assert [entry.value for entry in other.at_step.redo_stack] == [9, 2]
    assert "0 to 5" in other.fault
    assert other.table is not None
    assert other.at_step.offered == other.at_step.redo_stack[1]


def test_other_screen_key() -> None:
    """An input whose screen has another key does not fit, even if its value would."""
    other = _resume_other_rules(counting(2, say="counting.tell"), _play_with(1, 2).saved())
    assert (other.n, [entry.value for entry in other.at_step.redo_stack]) == (0, [1, 2])
    assert "counting.tell" in other.fault


def test_unreadable_snapshot() -> None:
    """If these rules cannot read the old state, only the play from a step is offered."""
    engine = counting(2, state=Tagged, extra={"tag": "x"})
    other = _resume_other_rules(engine, _play_with(1, 2, 3).saved())
    assert other.table is None
    assert other.n == 3
    assert other.at_step.state.tag == "x"


def test_new_field_with_its_default() -> None:
    """A state with a new field that has a default is the same end state."""

    class Wider(Counting, kw_only=True):
        """A state with one more field."""

        more: int = 0

    play = _play_with(1, 2, 3)
    assert _resume_same_rules(counting(2, state=Wider), play.saved()).state.count == play.state.count


def test_a_version_that_counted_no_entries() -> None:
    """A state without the counts of its entries and orders is the same end state."""
    play = _play_with(1, 2, 3)
    kept = play.saved()
    old = {name: one for name, one in play.engine.plain_state(play.state).items() if name not in ("entries", "orders")}
    kept.steps[-1].snapshot = msgspec.json.encode(old)
    assert _resume_same_rules(counting(2), kept).state == play.state


def test_broken_state_is_no_table() -> None:
    """A state that breaks the laws of these rules is not offered."""
    kept = _play_with(1).saved()
    kept.steps[-1].snapshot = (kept.steps[-1].snapshot or b"").replace(b'"count":', b'"count":-')
    assert _resume_other_rules(counting(2), kept).table is None


def test_lost_snapshot() -> None:
    """The same rules replay a lost last state; other rules have no table."""
    play = _play_with(*range(1, 9))
    kept = play.saved()
    for step in kept.steps:
        step.snapshot = None
    assert _resume_same_rules(ENGINE, kept).state == play.state
    assert _resume_other_rules(counting(2, turn=Doubling), kept).table is None


def test_changed_without_a_version() -> None:
    """If changed rules with the same version cannot read the play, they count as other rules."""
    engine = counting(1, state=Tagged, extra={"tag": "x"})
    assert _resume_other_rules(engine, _play_with(1, 2, 3).saved()).table is None


def test_from_a_base() -> None:
    """Entries before a base are not replayed: other rules begin at the base."""
    play = _play_with(1, 2)
    play.replace({"count": 50})
    play.give(0)
    again = _resume_same_rules(counting(2, turn=Doubling), play.saved())
    assert (again.undo_limit, again.state) == (2, play.state)
    play.give(1)
    other = _resume_other_rules(counting(2, turn=Doubling), play.saved())
    assert (other.n, other.at_step.undo_limit, other.at_step.state.count) == (4, 2, play.state.count + 1)


def test_a_set_state_is_known_without_snapshots(tmp_path: Path) -> None:
    """A state set at the last input is compared with that of other rules, even if all snapshots are lost."""
    play = _play_with(1, 2)
    with Store(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.replace({"count": 50}))
    for states in (path for path in (tmp_path / "plays").iterdir() if path.is_dir()):
        rmtree(states)
    with Store(tmp_path) as store:
        assert _resume_same_rules(counting(2, turn=Doubling), store.load(number)).state == play.state


def test_base_that_cannot_be_read() -> None:
    """If the base itself is unreadable, the play is replayed from its start."""
    play = _play_with(1, 2)
    play.replace({"count": 50})
    play.give(3)
    other = _resume_other_rules(counting(2, state=Tagged, extra={"tag": "x"}), play.saved())
    assert (other.at_step.undo_limit, other.at_step.base, other.table) == (0, None, None)
    assert other.n + len(other.at_step.redo_stack) == 3


def test_own_cards() -> None:
    """The player's own cards are replayed unchanged."""
    play = _play_with(deck="own")
    for card in ("cat", "ant"):
        play.give(card)
        play.give(0)
    assert _resume_same_rules(counting(2, turn=Doubling), play.saved()).journal == play.journal


def test_dealt_by_these_rules() -> None:
    """An outcome that the old rules did not need is dealt before the player is asked."""
    other = _resume_other_rules(counting(2, turn=Rewarding), _play_with(1, 2).saved())
    assert (other.n, [entry.value for entry in other.at_step.redo_stack]) == (0, [1, 2])
    assert [entry.key for entry in other.at_step.journal] == ["counting.roll", "counting.draw", "counting.bonus"]
    assert other.at_step.screen.key == "counting.say"


def test_start_that_does_not_fit() -> None:
    """If even the start does not fit, the play restarts and all its inputs can be redone."""
    kept = _play_with(1, 2).saved()
    kept.steps[0].outcomes = [*kept.steps[0].outcomes, *kept.steps[0].outcomes]
    other = _resume_other_rules(counting(2), kept)
    assert (other.n, [entry.value for entry in other.at_step.redo_stack]) == (0, [1, 2])
    assert other.at_step.state == _play_with().state


def test_option_that_is_gone() -> None:
    """An option unknown to these rules is dropped."""
    kept = _play_with(1).saved()
    kept.options = {"high": False, "gone": 3}
    assert _resume_same_rules(counting(2), kept).options == {"high": False}


# --- files ----------------------------------------------------------------------------------------------------------


def _file_bytes(play: Play[Any], **changes: Any) -> bytes:
    """Return a play as a file, with some parts replaced."""
    return PlayFile.from_play(replace(play.saved(), **changes)).text.encode()


def _too_long_file() -> bytes:
    """Return a play file with more operations than any play has."""
    file = PlayFile.from_play(_play_with(1).saved())
    for seq in range(MAX_LINES):
        file.add(Opened(), seq + 3)
    return bytes(file.raw)


def _engine_of(game: str, _: Any) -> Any:
    return {"counting": ENGINE}[game]


@pytest.fixture
def _counting_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the counting bot on the menu."""
    monkeypatch.setattr(from_outside, "KEYS", ("counting",))
    monkeypatch.setattr(from_outside, "engine_of", _engine_of)


@pytest.mark.usefixtures("_counting_game")
def test_file() -> None:
    """A play file gives the play that it was written from."""
    play = _play_with(1, 2, 3, 4)
    play.correct({"count": 7})
    play.undo(2)
    play.use("die", "own")
    again = play_of(saved_play_of(_file_bytes(play), "play.jsonl"), DEAL)
    assert not isinstance(again, OtherRules)
    assert file_and_state(again) == file_and_state(play)
    assert again.state_at(1) == play.state_at(1)


@pytest.mark.usefixtures("_counting_game")
def test_file_with_a_base() -> None:
    """A play file with an undo limit gives its play, too."""
    play = _play_with(1, 2)
    play.replace({"count": 50})
    play.give(3)
    again = play_of(saved_play_of(_file_bytes(play), "play.jsonl"), DEAL)
    assert not isinstance(again, OtherRules)
    assert file_and_state(again) == file_and_state(play)


@pytest.mark.usefixtures("_counting_game")
def test_file_of_other_rules() -> None:
    """A play file of another version is replayed as far as its inputs fit."""
    play = _play_with(1, 2, engine=counting(7, turn=Doubling))
    other = play_of(saved_play_of(_file_bytes(play), "play.jsonl"), DEAL)
    assert isinstance(other, OtherRules)
    assert (other.n, other.table) == (2, None)


@pytest.mark.usefixtures("_counting_game")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"steps": [Step(None), Step(Entry("answer", "counting.say", 99, "player"))]},
            "contradicts itself after input 0 of 1",
        ),
        ({"options": {"high": "very"}}, "Option high cannot be very"),
        ({"game": "chess"}, "is of the game 'chess'"),
    ],
)
def test_contradicting_file(changes: dict[str, Any], sentence: str) -> None:
    """A play file that contradicts its own rules is refused with a sentence."""
    file = saved_play_of(_file_bytes(_play_with(1, 2), **changes), "play.jsonl")
    with pytest.raises(TavolinoError, match=sentence):
        play_of(file, DEAL)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "play.json is no play file: line 1"),
        (b'{"format":"tavolino-play-1","game":"wyrmspan"}', "play.json is no play file, or one from before 0.1.0"),
        (b"\xff", "play.json is no play file: line 1"),
        (_file_bytes(_play_with(1))[:-9], "play.json is no play file: line 2 was changed"),
        (_file_bytes(_play_with(1)) + _file_bytes(_play_with(1)), "play.json is no play file: line 3 was changed"),
        (lines.encode(1, 0, b'{"format":"tavolino-play-9"}').raw, "play.json was written by a newer Tavolino"),
        (_too_long_file(), "play.json is longer than any play"),
        (b'{"options":' + b'{"a":' * 100_000, "play.json is no play file, or one from before 0.1.0"),
        (b"[]", "play.json is no play file: line 1"),
    ],
)
def test_no_play_file(raw: bytes, sentence: str) -> None:
    """A file that is no play file is refused with its name and the faulty line."""
    with pytest.raises(TavolinoError, match=sentence):
        saved_play_of(raw, "play.json")


def test_magpie(tmp_path: Path) -> None:
    """A play of a real bot survives the store, its resume and its file."""
    engine = load_engine("magpie")
    play = Play(engine, {}, DEAL, seed="seed")
    with Store(tmp_path) as store:
        number = store.create(play)
        for turn in range(300):
            if engine.result(play.state) is not None:
                break
            store.record(number, play, play.give(_likely(play)))
            if turn % 10 == 9:
                store.record(number, play, play.undo(3))
                store.record(number, play, play.redo())
    with Store(tmp_path) as store:
        again = _resume_same_rules(engine, store.load(number))
        store.archive(number, result=engine.result(play.state))
        assert store.plays()[0].play.n == play.n
    assert file_and_state(again) == file_and_state(play)
    from_its_file = play_of(saved_play_of(_file_bytes(play), "play.jsonl"), DEAL)
    assert isinstance(from_its_file, Play)
    assert file_and_state(from_its_file) == file_and_state(play)


def _likely(play: Play[Any]) -> Any:
    match play.screen.ask:
        case Draw(remaining=remaining):
            return remaining[0].id
        case Roll(low=low):
            return low
        case Marks(options=options, low=low, likely=likely):
            return list(likely) or [option.id for option in options[:low]]
        case Done():
            return True
        case Counters(lines=lines):
            return {line.id: line.likely for line in lines}
        case ask:
            return ask.likely


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ({"sources": {"nosuch": "own"}}, "the unknown source nosuch"),
        ({"base": Base(0, {})}, "starts from an impossible position"),
    ],
)
def test_a_damaged_part_of_a_file_is_refused(part: dict[str, Any], sentence: str) -> None:
    """A play file with an impossible part is refused, and the part is named."""
    play = Play(load_engine("magpie"), {}, dealer("7"), seed="7")
    with pytest.raises(TavolinoError, match=sentence):
        play_of(saved_play_of(_file_bytes(play, **part), "play.jsonl"), dealer("7"))
