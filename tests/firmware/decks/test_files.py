"""Taught decks: checked as a whole, or not kept."""

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware.data_folder import DataFolder
from firmware.decks import files as deck_files
from firmware.errors import TavolinoError
from tests.firmware.conftest import FullDisk
from tests.firmware.decks.imports import import_deck

GAME = "magpie"
DECK = "charms"


def _values() -> dict[str, Any]:
    return tomllib.loads(DataFolder(Path()).decks.export(GAME, DECK, None))


def _raw(**changes: Any) -> bytes:
    return tomli_w.dumps(_values() | changes).encode()


def test_the_printed_deck(tmp_path: Path) -> None:
    """The printed deck of a game is exported as a file that passes its own check."""
    text = DataFolder(tmp_path).decks.export(GAME, DECK, None)
    deck = DataFolder(tmp_path).decks.check(text.encode(), "printed.toml")
    (kind,) = load_engine(GAME).decks
    assert deck == kind.printed_file(GAME)


def test_import_and_export(tmp_path: Path) -> None:
    """An imported deck is kept under its name, and exported unchanged."""
    path = import_deck(tmp_path, _raw(origin="my own copy"), "mine")
    assert path == tmp_path / "decks" / GAME / DECK / "mine.toml"
    assert DataFolder(tmp_path).decks.names(GAME, DECK) == ["mine"]
    exported = tomllib.loads(DataFolder(tmp_path).decks.export(GAME, DECK, "mine"))
    assert exported == _values() | {"origin": "my own copy", "name": "mine"}
    assert DataFolder(tmp_path).decks.load(GAME, DECK, "mine").origin == "my own copy"


def test_a_deck_imported_twice(tmp_path: Path) -> None:
    """Importing the same deck again is allowed; another deck of the same name is refused."""
    path = import_deck(tmp_path, _raw(), "mine")
    assert import_deck(tmp_path, _raw(), "mine") == path
    before = path.read_bytes()
    with pytest.raises(TavolinoError, match="There is another deck mine of magpie/charms"):
        import_deck(tmp_path, _raw(origin="other"), "mine")
    assert path.read_bytes() == before


def _without_a_card() -> bytes:
    return _raw(cards=_values()["cards"][1:])


def _unknown_card() -> bytes:
    cards = _values()["cards"]
    return _raw(cards=[*cards, cards[0] | {"id": "dragon"}])


def _card_twice() -> bytes:
    cards = _values()["cards"]
    return _raw(cards=[*cards, cards[0]])


def _wrong_field() -> bytes:
    cards = _values()["cards"]
    return _raw(cards=[cards[0] | {"wings": 2}, *cards[1:]])


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"game = ", "bad.toml is not a TOML file"),
        (b"\xff", "bad.toml is not a TOML file"),
        (b"", "bad.toml is a deck of the unknown game None"),
        (b'game = "chess"', "bad.toml is a deck of the unknown game 'chess'"),
        (b'game = "../.."\ndeck = "x"', "bad.toml is a deck of the unknown game"),
        (b'game = ["chess"]', "bad.toml is a deck of the unknown game"),
        (b'game = "magpie"\ndeck = "tarot"', "bad.toml is the unknown deck 'tarot' of magpie"),
        (_without_a_card(), "bad.toml lacks card"),
        (_unknown_card(), "bad.toml has the unknown card dragon"),
        (_card_twice(), "bad.toml has card"),
        (_wrong_field(), "bad.toml"),
        (_raw(origin=3), "bad.toml: field origin"),
        (_raw(cards="all"), "bad.toml: field cards"),
    ],
)
def test_a_faulty_deck(tmp_path: Path, raw: bytes, sentence: str) -> None:
    """A faulty deck gives one sentence with the file's name, and nothing is kept."""
    for use in (
        lambda: DataFolder(tmp_path).decks.check(raw, "bad.toml"),
        lambda: import_deck(tmp_path, raw, "x", file="bad.toml"),
    ):
        with pytest.raises(TavolinoError) as raised:
            use()
        assert sentence in str(raised.value)
        assert "\n" not in str(raised.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "printed", "../x", "a/b", ".", "x" * 41])
def test_bad_name(tmp_path: Path, name: str) -> None:
    """A name that is no file name, or that of the printed deck, is refused."""
    with pytest.raises(TavolinoError, match="A deck cannot be called"):
        import_deck(tmp_path, _raw(), name)
    assert list(tmp_path.iterdir()) == []


def test_no_such_deck(tmp_path: Path) -> None:
    """Exporting a missing deck names the existing ones."""
    import_deck(tmp_path, _raw(), "mine")
    with pytest.raises(TavolinoError, match="There is no deck other of magpie/charms"):
        DataFolder(tmp_path).decks.export(GAME, DECK, "other")
    with pytest.raises(TavolinoError, match="unknown deck 'tarot'"):
        DataFolder(tmp_path).decks.export(GAME, "tarot", None)
    with pytest.raises(TavolinoError, match="unknown game 'chess'"):
        DataFolder(tmp_path).decks.export("chess", DECK, None)


def test_listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list has the printed decks, the taught ones, and the faults of changed files."""
    monkeypatch.setattr(deck_files, "GAMES", {GAME: load_engine(GAME).title})
    import_deck(tmp_path, _raw(), "mine")
    (tmp_path / "decks" / GAME / DECK / "bad.toml").write_text("cards = 3")
    printed, bad, mine = DataFolder(tmp_path).decks.list_all()
    cards = len(_values()["cards"])
    assert (printed.name, printed.cards, printed.fault) == ("printed", cards, None)
    assert (mine.game, mine.deck, mine.name, mine.cards) == (GAME, DECK, "mine", cards)
    assert bad.fault is not None
    assert "bad.toml" in ENGLISH.words(bad.fault)


def test_a_file_whose_name_is_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is not UTF-8 or has a line break is listed in printable form, and cannot be chosen."""
    monkeypatch.setattr(deck_files, "GAMES", {GAME: load_engine(GAME).title})
    place = import_deck(tmp_path, _raw(), "mine").parent
    for name in (b"b\xffd.toml", b"a\nb.toml"):
        Path(os.fsdecode(os.path.join(os.fsencode(place), name))).write_bytes(_raw())  # noqa: PTH118 - a path of bytes
    _, *faulty, mine = DataFolder(tmp_path).decks.list_all()
    assert [(r"'a\nb'", True), (r"'b\udcffd'", True)] == [
        (deck.name, "Rename it" in repr(deck.fault)) for deck in faulty
    ]
    assert ("mine", None) == (mine.name, mine.fault)
    assert ["mine"] == DataFolder(tmp_path).decks.names(GAME, DECK)


def test_listing_of_all_games(tmp_path: Path) -> None:
    """The decks of every game on the menu are listed."""
    assert {deck.name for deck in DataFolder(tmp_path).decks.list_all()} <= {"printed", "house"}


def test_a_deck_of_another_name(tmp_path: Path) -> None:
    """A game may name its own deck; that name and “printed” are reserved."""
    text = DataFolder(tmp_path).decks.export("burattino", "burattino", "house")
    assert tomllib.loads(text)["name"] == "house"
    assert DataFolder(tmp_path).decks.export("burattino", "burattino", None) == text
    for name in ("house", "printed"):
        with pytest.raises(TavolinoError, match="A deck cannot be called"):
            import_deck(tmp_path, text.encode(), name)
    import_deck(tmp_path, text.encode(), "mine")
    assert DataFolder(tmp_path).decks.names("burattino", "burattino") == ["mine"]


def test_a_deck_that_a_play_taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A learned deck is listed and exported like any other; an unusable one is skipped."""
    monkeypatch.setattr(deck_files, "GAMES", {GAME: load_engine(GAME).title})
    DataFolder(tmp_path).settings.remember(
        GAME, {"charms": _values() | {"name": "learned", "origin": "learned in play"}}
    )
    assert [deck.name for deck in DataFolder(tmp_path).decks.list_all()] == ["printed", "learned"]
    exported = DataFolder(tmp_path).decks.export(GAME, DECK, "learned")
    assert tomllib.loads(exported)["origin"] == "learned in play"
    import_deck(tmp_path, exported.encode(), "mine")
    with pytest.raises(TavolinoError, match="There are: printed, learned, mine"):
        DataFolder(tmp_path).decks.export(GAME, DECK, "nosuch")
    DataFolder(tmp_path).settings.remember(GAME, {"charms": {"name": "learned"}})
    assert [deck.name for deck in DataFolder(tmp_path).decks.list_all()] == ["printed", "mine"]


def test_full_disk(tmp_path: Path, full_disk: FullDisk) -> None:
    """A deck that cannot be written is not kept, and a sentence says so."""
    with full_disk(10), pytest.raises(TavolinoError, match="cannot be written"):
        import_deck(tmp_path, _raw(), "mine")
    assert DataFolder(tmp_path).decks.names(GAME, DECK) == []
