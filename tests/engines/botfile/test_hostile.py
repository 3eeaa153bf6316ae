"""Any bot file plays or is refused with one sentence. Nothing hangs, and nothing fails otherwise."""

import re

import pytest

from tests.core import core
from tests.engines.botfile.hostile import NAME, mutant, verdict

SLICE, ALL = range(300), range(300, 10_000)
TOO_MUCH = ("more than 32 lists, tables", "is too large: ")
"""Errors of a file as a whole, which name no line."""
each_part = pytest.mark.parametrize(
    "seeds",
    [*core([SLICE[:6], SLICE]), *(pytest.param(ALL[n::20], marks=pytest.mark.long) for n in range(20))],
    ids=lambda seeds: f"{seeds[0]}-{len(seeds)}files",
)


@each_part
def test_a_changed_file_gives_a_sentence_or_plays(seeds: range) -> None:
    """A changed file plays, or is refused with one sentence that names file and line, or with one of the play."""
    for seed in seeds:
        said = verdict(mutant(seed), seed)
        assert said == " ".join(said.split()), f"seed {seed}: {said}"
        known = not said or said.startswith("The bot’s file") or re.search(rf"{NAME}.*\bline \d+", said)
        assert known or any(words in said for words in TOO_MUCH), f"seed {seed}: {said}"
