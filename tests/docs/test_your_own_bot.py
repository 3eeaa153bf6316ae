"""Every example of the pages on bot files is a bot that loads and plays, and no field of the language is missing."""

import random
import re
from pathlib import Path

import pytest
import tomli_w

from engines.botfile import FileEngine, load
from engines.botfile.expressions import FUNCTIONS
from engines.botfile.kinds import STEPS
from engines.botfile.scope import Scope
from engines.kit.play import Play
from engines.kit.text import Icon
from firmware.authoring.random_plays import has_ended, reply
from firmware.cli import main
from firmware.dealer import dealer
from tests.docs import bot_examples
from tests.docs.bot_examples import Example

GUIDE, LANGUAGE = bot_examples.GUIDE.read_text(), bot_examples.LANGUAGE.read_text()
PLAYS = 20
MAX_INPUTS = 120
"""Inputs of a play; an example that reshuffles need not end."""


@pytest.mark.all
@pytest.mark.parametrize("example", [*bot_examples.blocks(GUIDE), *bot_examples.blocks(LANGUAGE)])
def test_every_example_plays(example: Example) -> None:
    """A whole file ends each of 20 random plays; a part of a file also ends, or continues without a fault."""
    assert _count_ended(example) == PLAYS or not example.whole


@pytest.mark.all
@pytest.mark.parametrize("example", list(bot_examples.rules(GUIDE)), ids=lambda one: f"line{one.line}")
def test_every_rule_plays(example: Example) -> None:
    """The code beside a sentence of a rulebook is a part of a file that plays."""
    _count_ended(example)


@pytest.mark.all
def test_the_script_takes_its_pictures(tmp_path: Path) -> None:
    """The command below the script of the page writes a picture of each `shot`, of a play that went on."""
    script = GUIDE.partition("<!-- a script -->\n```\n")[2].partition("```\n")[0]
    command = re.search(r"^tavolino (bot try crow.toml --headless.*)", GUIDE, re.MULTILINE)
    assert command is not None
    (tmp_path / "keys.txt").write_text(script)
    (tmp_path / "crow.toml").write_bytes(next(one.raw for one in bot_examples.blocks(GUIDE) if one.whole))
    named = {"crow.toml", "keys.txt", "pictures"}

    assert main([str(tmp_path / word) if word in named else word for word in command[1].split()]) == 0
    pictures = {path.name: path.read_bytes() for path in (tmp_path / "pictures").iterdir()}
    assert sorted(pictures) == [f"{name}.png" for name in re.findall("shot:(.*)", script)]
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.all
@pytest.mark.parametrize("level", ["calm", "breeze", "gale"])
def test_the_longer_example_plays(level: str) -> None:
    """The Keeper, which was written by following the page, ends every play at every level."""
    path = bot_examples.GUIDE.with_name("keeper.toml")
    engine = load(path.read_bytes(), path.name)
    assert all(_ends(engine, seed, level=level) for seed in range(PLAYS))


def test_the_table_of_rules_is_long() -> None:
    """It has at least twenty sentences of rulebooks."""
    assert len(list(bot_examples.rules(GUIDE))) >= 20


def test_every_sum_is_right() -> None:
    """Each expression of the table has the given result, with the values of the block before the table."""
    given = bot_examples.with_frame(bot_examples.declared_before(LANGUAGE, bot_examples.SUMS_HEAD))
    engine = load(tomli_w.dumps(given).encode(), bot_examples.LANGUAGE.name)
    scope = Scope(engine.file, Play(engine, {}, dealer("1"), seed="1").state)
    for line, (cell, gives, _) in bot_examples.rows(LANGUAGE, bot_examples.SUMS_HEAD):
        sums = re.findall(r"`([^`]+)`", cell)
        wanted = [gives] if len(sums) == 1 else re.split("; " if ";" in gives else ", ", gives)
        for one in sums:
            engine.file.compile(one, ())
        assert wanted == [_cell(scope.value(one)) for one in sums], f"line {line}"


def test_every_field_is_listed() -> None:
    """The lists at the end have every field, with its default: `make docs` writes them."""
    assert LANGUAGE.endswith(bot_examples.field_lists())


def test_every_word_of_the_language_is_explained() -> None:
    """Each field, kind of step, function and icon is explained before the lists."""
    page, _, lists = LANGUAGE.partition("## Every field")
    explained = set(re.findall(r"\w+", " ".join(re.findall(r"```.*?```|`[^`]+`", GUIDE + page, re.DOTALL))))
    named = {re.split(r" = ", one)[0] for one in re.findall(r"`([^`]+)`", lists)}

    assert set() == {*named, *STEPS, *FUNCTIONS, *(icon.value for icon in Icon)} - explained


def _count_ended(example: Example) -> int:
    """Play an example with random answers; return how many plays ended."""
    engine = load(example.raw, f"line {example.line}")
    return sum(_ends(engine, seed) for seed in range(PLAYS))


def _ends(engine: FileEngine, seed: int, **options: str) -> bool:
    """Play with random answers; return whether the play ended."""
    chance = random.Random(seed)  # noqa: S311 - the same play every time
    play = Play(engine, options, dealer(str(seed)), seed=str(seed))
    for _ in range(MAX_INPUTS):
        if has_ended(play):
            return True
        play.give(reply(play, chance))
    return False


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value)
