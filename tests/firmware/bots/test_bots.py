"""The bot of a name, of a file, and of a play with its own file."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engines.botfile.words import FileTranslations
from engines.kit.text import Catalogue, Text, load_catalogue
from firmware.bots import files as bot_files
from firmware.bots.engines import bot_of_file, engine_of, load_bot, read_head, read_title
from firmware.data_folder import DataFolder
from firmware.errors import TavolinoError
from firmware.languages import SHARED

FILE = Path(__file__).parents[2] / "botfiles" / "magpie.toml"
KEY = "magpie-file"
TEXT = FILE.read_text("utf-8")


def test_a_name_or_a_file() -> None:
    """GAME is a key; a word that ends in .toml or has a slash is a file."""
    assert (load_bot("lisboa").key, load_bot(str(FILE)).key) == ("lisboa", KEY)
    for wrong, said in (("chess", "There is no game 'chess'"), ("no.toml", "no.toml cannot be read"), ("./", "read")):
        with pytest.raises(TavolinoError, match=said):
            load_bot(wrong)


def test_a_file_of_another_editor(tmp_path: Path) -> None:
    """Line ends, a byte order mark and UTF-16 change neither the bot nor its version."""
    for n, raw in enumerate(
        (TEXT.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + TEXT.encode(), TEXT.encode("utf-16"))
    ):
        path = tmp_path / f"{n}.toml"
        path.write_bytes(raw)
        assert load_bot(str(path)) is load_bot(str(FILE))


def test_the_bot_of_a_play() -> None:
    """A play's bot is built in, or comes from the file in its options; a wrong key or a missing file is refused."""
    assert engine_of("lisboa", {}).key == "lisboa"
    assert engine_of(KEY, {"bot": TEXT}) is bot_of_file(TEXT.encode(), "x.toml")
    for key, options in ((KEY, {}), (KEY, {"bot": 5}), ("crow", {"bot": TEXT})):
        with pytest.raises(KeyError):
            engine_of(key, options)
    with pytest.raises(TavolinoError, match=r"^crow\.toml"):
        engine_of("crow", {"bot": "x = "})
    with pytest.raises(TavolinoError, match="key lisboa is that of a game"):
        bot_of_file(TEXT.replace(KEY, "lisboa").encode(), "x.toml")


@pytest.mark.parametrize(
    ("text", "head", "title"),
    [
        ('key = "a"\ntitle = "The \\"Crow\\""', {"key": "a", "title": 'The "Crow"'}, 'The "Crow"'),
        ("title='X'\ntitle='Y'", {"title": "X"}, "X"),
        ('key = "crow"\nother = "title"', {"key": "crow"}, "crow"),
        ('title = "a\\nb\\u202e"', {"title": "a\nb\u202e"}, "a b"),
        ('title = "\\q"\nkey = ""', {"key": ""}, ""),
        ('title = "' + "x" * 500 + '"', {"title": "x" * 500}, "x" * 80),
        ("title = " + "[" * 9999, {}, ""),
    ],
)
def test_what_a_file_is_called(text: str, head: dict[str, str], title: str) -> None:
    """Key and title are read from their first lines, without parsing the rest; the title fits one line."""
    assert (read_head(text), read_title(text)) == (head, title)


def test_words_of_a_file() -> None:
    """A file's translations come first, in the plural forms of the language, and only with existing values."""
    words = FileTranslations(
        {
            "Take {n} coin": ["Nimm {n} Münze", "Nimm {n} Münzen"],
            "Take {card}": "Nimm {card:dat}",
            "Hop": "Hüpfer",
            "Hop:dat": "dem Hüpfer",
            "Steal": "{x}",
            "Toll": [],
        }
    )
    german = Catalogue().behind(words)

    def said(one: str, **values: object) -> str:
        return german.words(Text(one, **values))  # type: ignore[arg-type]

    counted = [german.words(Text("Take {n} coin", plural="Take {n} coins", n=n)) for n in (1, 2)]
    assert counted == ["Nimm 1 Münze", "Nimm 2 Münzen"]
    assert said("Take {card}", card=Text("Hop")) == "Nimm dem Hüpfer"
    assert said("Take {card}", card=Text("Toll")) == "Nimm Toll"
    assert (said("Hop"), said("Steal"), said("Toll"), said("Other")) == ("Hüpfer", "Steal", "Toll", "Other")
    french = load_catalogue("fr", SHARED / "fr.mo").behind(
        FileTranslations({"{n} coin": ["{n} pièce", "{n} pièces"], "a nut": ["noix"]})
    )
    assert [french.words(Text("{n} coin", plural="{n} coins", n=n)) for n in (0, 1, 2)] == [
        "0 pièce",
        "1 pièce",
        "2 pièces",
    ]
    assert french.words(Text("a nut", plural="nuts", n=2)) == "noix"


def test_a_bot_is_found_by_its_key(tmp_path: Path) -> None:
    """A bot is found by its key among the files; an unknown key is an error."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "a.toml").write_text(TEXT)
    assert DataFolder(tmp_path).bots.find(KEY).key == KEY
    assert DataFolder(tmp_path).bots.find("lisboa").key == "lisboa"
    with pytest.raises(KeyError):
        DataFolder(tmp_path).bots.find("crow")


def test_the_players_file_replaces_a_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's file replaces the one of Tavolino with the same key."""
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "a.toml").write_text(TEXT)
    (tmp_path / "bots").mkdir()
    monkeypatch.setattr(bot_files, "SHIPPED", tmp_path / "ours")
    assert [one.path.name for one in DataFolder(tmp_path).bots.list_files()] == ["a.toml"]
    (tmp_path / "bots" / "mine.toml").write_text(TEXT)
    (tmp_path / "bots" / "._mine.toml").write_text("left by a Mac")
    (tmp_path / "bots" / "folder.toml").mkdir()
    assert [one.path.name for one in DataFolder(tmp_path).bots.list_files()] == ["mine.toml"]


@pytest.mark.all
def test_one_file_in_both_folders(tmp_path: Path) -> None:
    """Equal bytes are one bot in both folders; of two files with one key the one on the card is used."""
    card, mine = tmp_path / "exchange" / "bots", tmp_path / "bots"
    for folder in (card, mine):
        folder.mkdir(parents=True)
        (folder / "a.toml").write_text(TEXT)
    (mine / "copy.toml").write_text(TEXT)
    [one] = [one for one in DataFolder(tmp_path).bots.list_files() if one.key == KEY]
    assert (one.path, one.other) == (card / "a.toml", None)
    assert DataFolder(tmp_path).bots.find(KEY).key == KEY
    (mine / "a.toml").write_text(TEXT.replace("The Magpie", "The Other"))
    (mine / "copy.toml").unlink()
    [one] = [one for one in DataFolder(tmp_path).bots.list_files() if one.key == KEY]
    assert (one.path, one.other) == (card / "a.toml", mine / "a.toml")
    assert bot_files.open_bot(one, [one]).version == bot_of_file(TEXT.encode(), "a.toml").version


@pytest.mark.all
def test_the_protocol(tmp_path: Path) -> None:
    """`tavolino engine FILE` plays the bot, prints its schema, and resumes its play with the play's own file."""
    schema = _engine([str(FILE), "--schema"])
    assert {"options", "state", "correct"} <= set(schema[0])
    lines = _engine([str(FILE), "--seed", "7"], '{"answer":true}', '{"journal":true}')
    assert [line["ok"] for line in lines] == [True] * 3
    (tmp_path / "play.jsonl").write_text("\n".join(lines[-1]["lines"]) + "\n")
    (tmp_path / "changed.toml").write_text(TEXT.replace("The Magpie", "The Other"))
    again = _engine([str(tmp_path / "changed.toml"), "--resume", str(tmp_path / "play.jsonl")])
    assert (again[0]["n"], again[0]["screen"]) == (1, lines[1]["screen"])


def _engine(words: list[str], *commands: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "firmware", "engine", *words],
        input="\n".join(commands),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]
