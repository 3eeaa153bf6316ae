"""A bot file on the device: from the menu to the history, and on a device without the file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware import languages
from firmware.bots import engines as bots
from firmware.bots import files as bot_files
from firmware.plays.store import Store
from tests.firmware.device.bench import Bench, bench

MAGPIE = (Path(__file__).parents[2] / "botfiles" / "magpie.toml").read_bytes()
KEY = "magpie-file"
HALF_VALUE = b'value = "2 * trinkets"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with the Magpie as a file."""
    put_bot(tmp_path, "crow.toml", MAGPIE)
    return tmp_path


@pytest.fixture
def device(folder: Path) -> Iterator[Bench]:
    """A device of that folder, at its game menu."""
    with bench(folder) as made:
        yield made


@pytest.fixture(autouse=True)
def _none_of_ours(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Remove the bots that come with Tavolino."""
    monkeypatch.setattr(bot_files, "SHIPPED", tmp_path_factory.mktemp("ours"))


def put_bot(folder: Path, name: str, raw: bytes) -> None:
    """Put a file into the folder of bots."""
    (folder / "bots").mkdir(parents=True, exist_ok=True)
    (folder / "bots" / name).write_bytes(raw)


def magpie_as(key: str, title: str) -> bytes:
    """Return the Magpie's file under another key and title."""
    return MAGPIE.replace(b'"magpie-file"', f'"{key}"'.encode()).replace(b"The Magpie", title.encode())


def begin(device: Bench) -> None:
    """Begin a play with the only bot."""
    device.choose("bots")
    device.choose("begin")


@pytest.mark.all
def test_from_the_menu_to_the_history(folder: Path) -> None:
    """Set-up, Why, correction, undo, power cut, result and history work as in any game."""
    with bench(folder) as device:
        device.choose("bots")
        assert "The Magpie" in device.words
        device.choose("option.tame")
        device.choose("begin")
        assert "Lay out your ledges" in device.text
        device.push()
        assert "Put 3 trinkets on each of your ledges" in device.text
        device.push()
        device.next(2)
        assert "Take your turn" in device.text
        device.pause("correct")
        device.choose("coins")
        device.turn(2)
        device.next()
        assert device.play.state.values["coins"] == 2
        device.next()
        n = device.play.n
        device.back()
        assert device.play.n == n - 1
        state = device.play.state
    with bench(folder) as device:
        assert device.play.state == state
        assert device.play.options["tame"] is True
        device.play_to_the_end()
        device.turn(2)
        device.next()
        device.choose("forget")
        device.choose("history")
        assert "The Magpie" in device.text
        assert "Tame: on You won" in device.text


def test_the_play_has_its_file(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Without its file a play keeps its title in the menu, continues, is listed when put away, and can be resumed."""
    with bench(folder) as device:
        begin(device)
        device.next(2)
        state = device.play.state
        raw = device.store.text(device.session.number).encode()
    (folder / "bots" / "crow.toml").unlink()
    with bench(folder) as device:
        assert device.play.state == state
        device.pause("other")
        assert "The Magpie: Round 1/2, your turn" in device.text
        device.choose(KEY)
        device.pause("file")
        assert "There is no file of this bot" in device.text
        device.push()
        device.pause("abandon")
        device.choose("abandon")
        device.choose("forget")
        device.choose("put_away")
        assert device.text.startswith("Play 1 | Round 1/2")
        device.choose("again")
        assert device.play.state == state
    other = tmp_path_factory.mktemp("other")
    (other / "exchange").mkdir()
    (other / "exchange" / "play.jsonl").write_bytes(raw)
    with bench(other) as device:
        device.pause("files")
        device.choose("in.0")
        device.choose("go_on")
        assert device.play.state == state


def test_a_changed_file(folder: Path) -> None:
    """A play keeps the file that it began with, and changes to the new one when the player chooses that."""
    with bench(folder) as device:
        begin(device)
        device.next(2)
        device.pause("file")
        assert "uses the file as it is now" in device.text
    put_bot(folder, "crow.toml", MAGPIE.replace(HALF_VALUE, b'value = "3 * trinkets"'))
    with bench(folder) as device:
        old = device.play.engine.version
        device.pause("file")
        assert "was changed after this play began" in device.text
        device.choose("keep")
        assert device.play.engine.version == old
        device.pause("file")
        device.choose("new")
        new, n = device.play.engine.version, device.play.n
        assert (new != old, n) == (True, 2)
    with bench(folder) as device:
        assert (device.play.engine.version, device.play.n) == (new, n)


def test_a_file_that_plays_otherwise(folder: Path) -> None:
    """If the new file leads elsewhere, the player continues from the table as it is, or from a step."""
    with bench(folder) as device:
        begin(device)
        device.next(4)
        n, coins = device.play.n, device.play.state.values["coins"]
    put_bot(folder, "crow.toml", MAGPIE.replace(b'"0 if tame else 1"', b'"5"'))
    with bench(folder) as device:
        device.pause("file")
        device.choose("new")
        assert "The bot’s rules were corrected." in device.text
        device.choose("table")
        assert (device.play.n, device.play.state.values["coins"]) == (n, coins)


def test_files_that_cannot_be_played(folder: Path) -> None:
    """A broken file is a row that opens a page, and so is one with a taken key. The others can be played."""
    put_bot(folder, "broken.toml", magpie_as("broken", "A Broken One").replace(b'{ do = "deed" }', b'{ do = "dead" }'))
    put_bot(folder, "nothing.toml", b"\xff\x00")
    put_bot(folder, "wyrmspan.toml", magpie_as("wyrmspan", "Wrong Key"))
    put_bot(folder, "twin.toml", magpie_as("twin", "A Twin"))
    put_bot(folder, "other.toml", magpie_as("twin", "Other Twin"))
    pages = {
        "A Broken One": "broken.toml, line 29: there are no steps dead under [do]",
        "nothing.toml": "nothing.toml is not a TOML file: byte 0, in line 1, is not UTF-8 text.",
        "Wrong Key": "wyrmspan.toml: the key wyrmspan is that of a game",
        "A Twin": "twin.toml, other.toml have the same key twin.",
    }
    with bench(folder) as device:
        device.choose("bots")
        rows = _titles(device)
        assert rows == ["A Broken One", "A Twin", "nothing.toml", "Other Twin", "The Magpie", "Wrong Key"]
        for row, sentence in pages.items():
            device.choose(str(rows.index(row)))
            assert sentence in device.read_pages()
            device.push()
        device.choose(str(rows.index("The Magpie")))
        device.choose("begin")
        assert device.play.engine.key == KEY


@pytest.mark.all
def test_the_list_begins_with_what_was_played_last(folder: Path) -> None:
    """The bots of the newest plays, waiting or put away, come first; the others follow by title."""
    titles = {"alder": "Alder", "birch": "Birch", "cedar": "Cedar"}
    for key, title in titles.items():
        put_bot(folder, f"{key}.toml", magpie_as(key, title))
    with bench(folder) as device:
        for title in ("Cedar", "Birch"):
            device.choose("bots") if title == "Cedar" else device.pause("other")
            device.choose("bots") if title == "Birch" else None
            device.choose(str(_titles(device).index(title)))
            device.choose("begin")
            device.next(2)
        device.pause("abandon")
        device.choose("abandon")
        device.choose("forget")
        device.choose("bots")
        assert _titles(device) == ["Cedar", "Birch", "Alder", "The Magpie"]


def test_the_list_marks_what_is_in_english_only(folder: Path) -> None:
    """A row without words in the player's language is marked; none is marked in English."""
    put_bot(folder, "birch.toml", magpie_as("birch", "Birch") + b'[words.de]\n"Take your turn" = "Du bist dran"\n')
    put_bot(folder, "cedar.toml", magpie_as("cedar", "Cedar") + b'words.fr."Take your turn" = "A toi"\n')
    put_bot(folder, "nothing.toml", b"\xff\x00")
    for language, marked in {"de": ["Cedar", "The Magpie"], "fr": ["Birch", "The Magpie"], "en": []}.items():
        with bench(folder, language=language) as device:
            device.choose("bots")
            found = [one for one in device.layout.screen.ask.options if one.note]  # type: ignore[union-attr]
            assert marked == [one.text.values["name"] for one in found]
            assert {"in English only"} >= {one.note.one for one in found if one.note}


def _titles(device: Bench) -> list[Any]:
    return [one.text.values["name"] for one in device.layout.screen.ask.options]  # type: ignore[union-attr]


def test_the_file_of_the_card_is_played(folder: Path) -> None:
    """If the data folder has another file with the same key, a sentence names both, then the play begins."""
    put_bot(folder / "exchange", "magpie.toml", MAGPIE.replace(b"The Magpie", b"The Card"))
    with bench(folder) as device:
        device.choose("bots")
        words = device.read_pages()
        assert "bots/magpie.toml on the SD card and bots/crow.toml in the data folder. The one on the" in words
        device.push()
        device.choose("begin")
        assert "The Card" in device.words


def test_no_bots(tmp_path: Path) -> None:
    """If there is no file, the list names the folder for one."""
    with bench(tmp_path) as device:
        device.choose("bots")
        assert "There is no bot’s file." in device.text


def test_no_file_is_read_at_a_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the menu nor a play with such a bot reads a folder of bots until the list is opened."""
    looked: list[Path] = []
    real = bot_files._bot_files

    def files(folder: Path) -> list[Path]:
        looked.append(folder)
        return real(folder)

    monkeypatch.setattr(bot_files, "_bot_files", files)
    with bench(folder) as device:
        assert looked == []
        begin(device)
    with bench(folder) as device:
        looked.clear()
        device.next(3)
    assert looked == []


def test_words_of_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file's own table translates its sentences, also in a list before its play is resumed."""
    words = '[words.de]\n"Take your turn" = "Du bist dran"\n"Round {round}/{rounds}" = "Runde {round} von {rounds}"\n'
    put_bot(folder, "crow.toml", MAGPIE + words.encode())
    with bench(folder, language="de") as device:
        begin(device)
        device.next(2)
        assert "Du bist dran" in device.text
        assert "Runde 1 von 2" in device.text
        device.pause("other")
        device.choose("wyrmspan")
        device.choose("begin")
    monkeypatch.setattr(bots, "_cache", {})
    monkeypatch.setattr(languages, "_words_of_bots", {})
    languages.catalogue.cache_clear()
    languages.words_of_game.cache_clear()
    with bench(folder, language="de") as device:
        device.pause("other")
        assert "Runde 1 von 2" in device.text


def test_settings_and_list_have_no_copy_of_the_file(folder: Path) -> None:
    """The settings and the list of plays have no copy of the file."""
    with bench(folder) as device:
        begin(device)
        device.next(2)
        device.pause("abandon")
        device.choose("abandon")
        device.choose("forget")
        device.choose("put_away")
    assert (folder / "settings.toml").stat().st_size < 1000
    assert (folder / "history.json").stat().st_size < 1000
    with Store(folder) as store:
        assert store.load(1).options["bot"] == MAGPIE.decode()


def test_a_taught_deck(folder: Path) -> None:
    """A deck taught in a play is kept, listed, corrected and used, with and without the bot's file."""
    with bench(folder) as device:
        begin(device)
        device.next()
        device.turn(-1)
        device.next()
        device.pause("abandon")
        device.choose("abandon")
        assert "Keep what you taught?" in device.text
        device.choose("keep")
    (folder / "bots" / "crow.toml").rename(folder / "crow.toml")
    with bench(folder) as device:
        device.pause("decks")
        assert device.headline == "learned"
        device.choose("cards")
        assert "Key: 2" in device.text
        device.choose("2")
        assert "worth" in device.text
        device.turn(3)
        device.next()
        assert "Key: 5" in device.text
    (folder / "crow.toml").rename(folder / "bots" / "crow.toml")
    with bench(folder) as device:
        device.choose("bots")
        device.choose("begin")
        assert [card.get("worth") for card in device.play.options["charms"]["cards"]] == [None, None, 5]
        device.next()
        assert "What is it worth?" not in device.text


def test_a_file_in_the_wrong_folder(folder: Path) -> None:
    """For a bot file among the decks, the page names the right folder."""
    (folder / "exchange").mkdir()
    (folder / "exchange" / "crow.toml").write_bytes(MAGPIE)
    with bench(folder) as device:
        device.pause("files")
        device.choose("in.0")
        assert "crow.toml is a bot’s file. Move it into the folder bots" in device.text
