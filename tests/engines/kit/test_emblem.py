"""Emblems are rows of text that can be drawn; each game and each published bot has its own."""

from itertools import combinations

import pytest
import tomli_w

from engines.botfile import load
from engines.kit import emblem as emblems
from engines.kit.contract import Emblem
from engines.kit.emblem import SIZES, EmblemFile, fault_in, rows_of
from engines.kit.rules import FOLDER, BadFile
from engines.registry import KEYS, emblem_of
from firmware.bots.engines import read_emblem
from tests.contract.walk import CORE_FILES
from tests.core import core

OWN_FILES = {path.stem: path.read_text("utf-8") for path in sorted((FOLDER.parent / "bots").glob("*.toml"))}
EMBLEMS = {key: emblem_of(key) for key in KEYS} | {key: read_emblem(text, key) for key, text in OWN_FILES.items()}
SMALL = "\n".join(["#" * 24] * 24)
BOT = {"format": 1, "key": "crow", "title": "The Crow", "play": [{"end": "nobody"}]}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("size", SIZES)
def test_a_game_has_both_sizes(key: str, size: int) -> None:
    """An emblem has as many rows as its size, and ink in at least a tenth of its square."""
    rows = rows_of(emblem_of(key), size)
    assert len(rows) == size
    assert "".join(rows).count("#") > size * size / 10


@pytest.mark.parametrize("key", core(OWN_FILES, *CORE_FILES))
def test_a_bot_of_ours_has_one(key: str) -> None:
    """The emblem found in the first lines of the file is that of the checked file."""
    engine = load(OWN_FILES[key].encode(), key)
    assert rows_of(EMBLEMS[key], 48) == engine.file.file.emblem.split()
    assert len(rows_of(EMBLEMS[key], 48)) == 48


def test_no_two_look_alike() -> None:
    """Any two differ in at least an eighth of their pixels."""
    rows = ["".join(rows_of(one, 48)) for one in EMBLEMS.values()]
    assert all(sum(a != b for a, b in zip(*pair, strict=True)) > 48 * 48 / 8 for pair in combinations(rows, 2))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "an emblem has 24 or 48 rows, this one has 0."),
        (SMALL[:-25], "an emblem has 24 or 48 rows, this one has 23."),
        (SMALL[:-1], "row 24 of the emblem has 23 signs. Each has 24, as there are rows."),
        ("x" + SMALL[1:], "row 1 of the emblem has the sign x. Write # for a dark dot and . for a light one."),
        (SMALL, None),
        (f"\n  {SMALL}\r\n\n", None),
    ],
)
def test_faults(text: str, fault: str | None) -> None:
    """An emblem that cannot be drawn is one sentence with the remedy."""
    assert fault_in(text) == fault


def test_the_check_refuses_a_broken_emblem() -> None:
    """A bot's file with an emblem that cannot be drawn is refused with its line; a file needs no emblem."""
    assert load(tomli_w.dumps(BOT).encode(), "crow.toml").file.file.emblem == ""
    assert (
        load(tomli_w.dumps(BOT | {"emblem": SMALL}, multiline_strings=True).encode(), "crow.toml").file.file.emblem
        == SMALL
    )
    with pytest.raises(BadFile, match=r"^crow\.toml, line 4: an emblem has 24 or 48 rows, this one has 1\.$"):
        load(b'format = 1\nkey = "crow"\ntitle = "The Crow"\nemblem = "##"\nplay = [{ end = "nobody" }]\n', "crow.toml")


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        (f'emblem = """\n{SMALL}\n"""\n', 24),
        (f"emblem='''{SMALL}'''\n", 24),
        (f'# emblem = """\n{SMALL}\n"""\n', 0),
        ('emblem = """\n##\n"""\n', 0),
        ("emblem = 5\n", 0),
        (f'emblem = """\n{SMALL}', 24),
        ("", 0),
    ],
)
def test_the_first_lines_of_a_file(line: str, rows: int) -> None:
    """Title and emblem are read whatever follows in the file; an emblem that cannot be drawn is an initial."""
    found = read_emblem(f'title = "The Crow"\n{line}play = [', "the Crow")
    assert (found.initial, len(rows_of(found, 24))) == ("T", rows)


def test_a_folder_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without the file, or with one that cannot be read, has its initial."""
    assert rows_of(Emblem("N", folder="engines/none"), 48) == []
    monkeypatch.setattr(emblems, "load", lambda *_: EmblemFile("##", SMALL))
    assert [rows_of(emblem_of("lisboa"), size) for size in (48, 24)] == [[], SMALL.split()]
