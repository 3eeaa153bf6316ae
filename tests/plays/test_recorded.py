"""Recorded plays still come to the same end, step by step."""

import pytest

from engines.kit.contract import Draw, Roll
from engines.kit.versions import OtherRules
from engines.registry import KEYS, MAGPIE
from firmware.dealer import dealer
from firmware.plays.from_outside import play_of
from tests.contract.walk import CORE_FILES, engine
from tests.core import core
from tests.plays.recorded import FOLDER, RECORDS, Record, differences, ends


def _name(record: Record) -> str:
    return f"{record.key}-{record.level[1]}"


FIRST_RECORDS = {record.key: record for record in reversed(RECORDS) if record.key in (*KEYS, *CORE_FILES)}
"""One record of each bot in a folder, and of some in files."""
each_record = pytest.mark.parametrize("record", core(RECORDS, *FIRST_RECORDS.values()), ids=_name)


@each_record
def test_a_recorded_play_comes_to_its_end(record: Record) -> None:
    """Steps, dealt outcomes, last state and score are as recorded; changed behaviour needs a new version."""
    assert record.path.exists(), "there is none yet: make golden"
    file = record.read()
    assert engine(record.key).version == file.version, "the version was raised: make golden, and read what changed"
    assert [] == list(differences(record)), f"raise the version of {record.key}, then make golden"


@pytest.mark.parametrize("record", core(RECORDS, FIRST_RECORDS[MAGPIE]), ids=_name)
def test_a_recorded_play_is_resumed(record: Record) -> None:
    """The device resumes the file of a play that is over."""
    file = record.read()
    play = play_of(file, dealer(file.seed))
    assert not isinstance(play, OtherRules)
    assert play.engine.result(play.state) is not None
    assert not isinstance(play.screen.ask, Draw | Roll)


def test_no_recorded_play_is_left_over() -> None:
    """Every file belongs to a bot and a level that exist."""
    assert {record.path for record in RECORDS} == set(FOLDER.rglob("*.jsonl"))
    assert {record.name for record in RECORDS} == set(ends())
