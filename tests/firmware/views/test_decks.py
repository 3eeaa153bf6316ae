"""Decks on the device, by the keys: list, correct, rename, export, delete."""

from pathlib import Path
from typing import Any

import pytest

from engines.registry import GAMES, load_engine
from firmware.data_folder import DataFolder
from firmware.decks import cells as deck_cells
from firmware.decks import files as deck_files
from firmware.decks.cells import cells, is_same_deck, plain_values, with_cell
from firmware.errors import TavolinoError
from tests.core import core
from tests.firmware.decks.imports import import_deck
from tests.firmware.device.bench import bench

PANELS = ("4.2", "4.2-big", "2.9")
KINDS = [(game, kind.key) for game in GAMES for kind in load_engine(game).decks]


def import_copy(folder: Path, game: str, key: str, name: str = "mine") -> None:
    """Import a copy of a game's deck, as from a file."""
    raw = DataFolder(folder).decks.export(game, key, None)
    import_deck(folder, raw.encode(), name)


def cards(folder: Path, game: str, key: str, name: str = "mine") -> list[dict[str, Any]]:
    """Return the cards of a deck as in its file."""
    values: list[dict[str, Any]] = plain_values(DataFolder(folder).decks.load(game, key, name))["cards"]
    return values


# --- cells ---


@pytest.mark.parametrize(("game", "key"), KINDS)
def test_every_cell_can_stay_as_it_is(game: str, key: str) -> None:
    """Each cell offers its own value, and setting that changes nothing in the deck."""
    kind = DataFolder(Path()).decks.kind(game, key)
    deck = kind.printed_file(game)
    for n, card in enumerate(plain_values(deck)["cards"]):
        found = cells(kind, card, load_engine(game).book)
        assert found
        for cell in found:
            assert is_same_deck(plain_values(with_cell(kind, deck, n, cell, cell.ask.likely)), plain_values(deck))


def test_another_value_is_in_that_cell_alone() -> None:
    """A new value changes its own cell only: numbers, words and optional values."""
    kind, book = DataFolder(Path()).decks.kind("lisboa", "ships"), load_engine("lisboa").book
    deck = kind.printed_file("lisboa")
    found = {cell.path[0]: cell for cell in cells(kind, plain_values(deck)["cards"][0], book)}
    new = with_cell(kind, deck, 0, found["influence"], "7")
    assert (new.cards[0].influence, new.cards[1:]) == (7, deck.cards[1:])
    found = {cell.path[0]: cell for cell in cells(kind, plain_values(new)["cards"][0], book)}
    assert with_cell(kind, new, 0, found["influence"], deck_cells.NONE) == deck


@pytest.mark.parametrize(("game", "key"), KINDS)
def test_every_field_and_value_has_words(game: str, key: str) -> None:
    """Every field has words of its own, and every value except numbers and letters can be translated."""
    kind, book = DataFolder(Path()).decks.kind(game, key), load_engine(game).book
    for card in plain_values(kind.printed_file(game))["cards"]:
        for cell in cells(kind, card, book):
            steps = [step for step in cell.path if isinstance(step, str)]
            ids = [choice.id for choice in getattr(cell.ask, "options", ())]
            own = [one for one in ids if one not in ("true", "false", deck_cells.NONE) and ":" not in one]
            named = [one for one in own if not one.lstrip("-").isdigit()]
            assert [] == [one for one in (*steps, *named) if book.cell_word(one) is None]


# --- by the keys ---


@pytest.mark.parametrize("panel", core(PANELS))
def test_a_card_of_burattino_is_mended(tmp_path: Path, panel: str) -> None:
    """One mark is removed and another set; the file has the change, and so has the next play with this deck."""
    import_copy(tmp_path, "burattino", "burattino")
    before = cards(tmp_path, "burattino", "burattino")
    old = {"cards": plain_values(DataFolder(tmp_path).decks.load("burattino", "burattino", "mine"))}
    DataFolder(tmp_path).settings.change(options={"burattino": old})
    with bench(tmp_path, panel=panel) as device:
        device.pause("decks")
        device.choose("cards")
        assert before[0]["marks"] in device.words
        device.choose("0")
        assert "marks" in device.words
        device.push()
        device.turn(4)
        device.push()
        device.next()
        assert "BCDE" in device.words
    after = cards(tmp_path, "burattino", "burattino")
    assert (after[0]["marks"], after[1:]) == ("BCDE", before[1:])
    assert DataFolder(tmp_path).settings.load().options["burattino"]["cards"]["cards"] == after


def test_what_no_card_can_have_is_said_in_the_language(tmp_path: Path) -> None:
    """The cells and the refusal of a value are in the player's language, after any other game."""
    DataFolder(tmp_path).settings.change(language="de")
    import_copy(tmp_path, "wyrmspan", "automa")
    with bench(tmp_path) as device:
        device.pause("decks")
        device.choose("cards")
        device.choose("0")
        assert "passen: nein" in device.words
        device.choose("cave")
        device.choose("2")
        assert "entweder eine Höhle" in device.text


@pytest.mark.parametrize("panel", core(PANELS))
def test_a_cell_of_pampero_is_mended(tmp_path: Path, panel: str) -> None:
    """A wrong cell of a solo card is corrected; all others stay."""
    import_copy(tmp_path, "pampero", "cards")
    before = cards(tmp_path, "pampero", "cards")
    with bench(tmp_path, panel=panel) as device:
        device.pause("decks")
        device.choose("cards")
        device.choose("0")
        device.choose("section.1.bonus.B.tile")
        device.choose("dozer")
    after = cards(tmp_path, "pampero", "cards")
    before[0]["section"][1]["bonus"]["B"]["tile"] = "dozer"
    assert after == before


def test_what_no_card_can_have_is_refused(tmp_path: Path) -> None:
    """An impossible value is refused with a reason, and the deck does not change."""
    import_copy(tmp_path, "wyrmspan", "automa")
    before = cards(tmp_path, "wyrmspan", "automa")
    with bench(tmp_path) as device:
        device.pause("decks")
        device.choose("cards")
        device.choose("0")
        device.choose("cave")
        device.choose("2")
        assert "That cannot be used" in device.words
        assert "cave or a marker" in device.text
    assert cards(tmp_path, "wyrmspan", "automa") == before


@pytest.mark.parametrize("panel", core(PANELS))
def test_rename_and_write_out(tmp_path: Path, panel: str) -> None:
    """A deck gets a proposed name, and is exported as a file that can be imported."""
    import_copy(tmp_path, "magpie", "charms")
    with bench(tmp_path, panel=panel) as device:
        device.pause("decks")
        device.choose("rename")
        assert "my-deck" in device.listed
        device.choose("our-deck")
        assert DataFolder(tmp_path).decks.names("magpie", "charms") == ["our-deck"]
        device.pause("decks")
        device.choose("rename")
        assert "our-deck" not in device.listed
        device.back()
        device.choose("write")
        assert "magpie-our-deck.toml" in device.words
    raw = (DataFolder(tmp_path).exchange.place / "magpie-our-deck.toml").read_text()
    assert raw == DataFolder(tmp_path).decks.export("magpie", "charms", "our-deck")


def test_no_name_is_free(tmp_path: Path) -> None:
    """If all names that the device proposes are taken, the row says so."""
    with bench(tmp_path) as device:
        import_copy(tmp_path, "magpie", "charms")
        device.pause("decks")
        device.choose("rename")
        names = device.listed
        for name in names:
            import_copy(tmp_path, "magpie", "charms", name)
        device.back()
        device.choose("rename")
        assert device.header == "No name is free"
        assert "rename" in device.listed


@pytest.mark.all
def test_a_name_without_ascii_letters(tmp_path: Path) -> None:
    """The file of a deck with such a name is named after its game, then “deck”."""
    import_copy(tmp_path, "magpie", "charms", "сорока")
    with bench(tmp_path) as device:
        device.pause("decks")
        device.choose("write")
    assert [path.name for path in DataFolder(tmp_path).exchange.place.iterdir()] == ["magpie-deck.toml"]


@pytest.mark.parametrize("what", ["rename", "delete"])
def test_the_next_play_has_the_deck_as_it_is_now(tmp_path: Path, what: str) -> None:
    """A deck in the last options has its new name, or is gone; other options stay, of this game and others.

    The other deck of this game is from a file that is gone.
    """
    import_copy(tmp_path, "pampero", "cards")
    import_copy(tmp_path, "pampero", "board", "gone")
    decks = DataFolder(tmp_path).decks
    mine, gone = (plain_values(decks.load("pampero", *deck)) for deck in (("cards", "mine"), ("board", "gone")))
    (tmp_path / "decks" / "pampero" / "board" / "gone.toml").unlink()
    DataFolder(tmp_path).settings.change(options={"pampero": {"cards": mine, "board": gone}, "magpie": {"rounds": 3}})
    with bench(tmp_path) as device:
        device.pause("decks")
        device.choose(what)
        device.choose("first" if what == "rename" else "delete")
    kept = DataFolder(tmp_path).settings.load().options
    assert kept["magpie"] == {"rounds": 3}
    assert kept["pampero"] == ({"cards": {**mine, "name": "first"}} if what == "rename" else {}) | {"board": gone}


def test_a_learned_deck(tmp_path: Path) -> None:
    """A learned deck is corrected where it is remembered; renamed, it becomes a deck like those from files."""
    deck = (
        load_engine("magpie")
        .decks[0]
        .learned_file("magpie", plain_values(load_engine("magpie").decks[0].printed_file("magpie"))["cards"])
    )
    DataFolder(tmp_path).settings.remember("magpie", {"charms": deck})
    with bench(tmp_path) as device:
        device.pause("decks")
        device.choose("cards")
        device.choose("0")
        device.choose("3")
        assert DataFolder(tmp_path).settings.recall("magpie")["charms"]["cards"][0]["worth"] == 3
        device.pause("decks")
        device.choose("rename")
        device.choose("corrected")
    assert DataFolder(tmp_path).settings.recall("magpie") == {}
    assert cards(tmp_path, "magpie", "charms", "corrected")[0]["worth"] == 3


@pytest.mark.parametrize("panel", core(PANELS))
def test_delete_asks(tmp_path: Path, panel: str) -> None:
    """Next keeps the deck; only the row that deletes it does so."""
    import_copy(tmp_path, "magpie", "charms")
    with bench(tmp_path, panel=panel) as device:
        device.pause("decks")
        device.choose("delete")
        while not device.page.options:
            device.next()
        device.next()
        assert "rename" in device.listed
        assert DataFolder(tmp_path).decks.names("magpie", "charms") == ["mine"]
        device.choose("delete")
        device.choose("delete")
        assert "Deleted" in device.words
        assert DataFolder(tmp_path).decks.list_taught() == []
        device.back()
        assert "decks" in device.listed
        device.choose("decks")
        assert "No deck was taught or imported yet." in device.text


def test_a_faulty_deck(tmp_path: Path) -> None:
    """An unreadable deck gives its fault, and can be deleted."""
    path = tmp_path / "decks" / "magpie" / "charms" / "bad.toml"
    path.parent.mkdir(parents=True)
    path.write_text("x = \n")
    with bench(tmp_path) as device:
        device.pause("decks")
        assert "line 1" in device.text
        device.choose("delete")
        device.choose("delete")
    assert not path.exists()


def test_a_disk_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed write is reported, and the deck does not change."""
    import_copy(tmp_path, "magpie", "charms")
    deck = DataFolder(tmp_path).decks.load("magpie", "charms", "mine")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(deck_files, "write_whole", full)
    with pytest.raises(TavolinoError, match="Nothing was kept"):
        DataFolder(tmp_path).decks.overwrite(deck)
    assert DataFolder(tmp_path).decks.load("magpie", "charms", "mine") == deck
