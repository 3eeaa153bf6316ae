"""A list with one choice is skipped: its row is opened at once, and Back leads to the previous view."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engines.kit.text import Text
from engines.registry import load_engine
from firmware.bots import files as bot_files
from firmware.views.view import Item, Menu, MenuPage
from tests.core import core
from tests.firmware.device.bench import PUSH, bench
from tests.firmware.views.test_bots import MAGPIE as MAGPIE_FILE
from tests.firmware.views.test_bots import put_bot
from tests.firmware.views.test_decks import import_copy
from tests.firmware.views.test_kept_plays import keep_ended_plays

Make = Callable[[Path, int], None]


def _decks(folder: Path, n: int) -> None:
    for k in range(n):
        import_copy(folder, "magpie", "charms", f"deck-{k}")


def _bots(folder: Path, n: int) -> None:
    for k in range(n):
        put_bot(folder, f"{k}.toml", MAGPIE_FILE.replace(b'"magpie-file"', f'"magpie-{k}"'.encode()))


def _plays(folder: Path, n: int) -> None:
    keep_ended_plays(folder, "magpie", (1,) * n)


def _games(folder: Path, n: int) -> None:
    for game in ("magpie", "lisboa")[:n]:
        keep_ended_plays(folder, game, (1,))


def _levels(folder: Path, n: int) -> None:
    for level in ("automa1", "ravel3")[:n]:
        keep_ended_plays(folder, "wyrmspan", (1,), level=level)


LISTS: dict[str, tuple[Make, list[str], list[str]]] = {
    "decks": (_decks, ["0", "1"], ["cards", "rename", "write", "delete"]),
    "bots": (_bots, ["0", "1"], ["begin", "option.rounds", "option.tame", "option.tie", "cards"]),
    "put_away": (_plays, ["2", "1"], ["leave", "again"]),
    "history": (_games, ["lisboa", "magpie"], []),
    "history of one game": (_levels, ["0", "1"], []),
}
"""By list: the function that makes its rows, the ids of two rows, and the rows of the view that one opens."""


@pytest.mark.parametrize("name", core(LISTS, "decks", "put_away"))
@pytest.mark.parametrize("n", [1, 2])
def test_lists_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, n: int) -> None:
    """Two rows are a list; a single one is opened at once, and closed as if there were no list."""
    monkeypatch.setattr(bot_files, "SHIPPED", tmp_path / "none")
    make, rows, opened = LISTS[name]
    make(tmp_path, n)
    with bench(tmp_path) as device:
        if name == "decks":
            device.hold(PUSH)
        before = device.listed
        device.choose(name.split(maxsplit=1)[0])
        assert device.listed == ((rows if n > 1 else opened) or device.listed)
        assert isinstance(device.session.top, Menu) == (n > 1 or name in ("decks", "bots"))
        device.back()
        assert device.listed == before


@pytest.mark.parametrize(("n", "many"), [(1, False), (2, True)])
def test_cards_and_dice_in_a_play(tmp_path: Path, n: int, *, many: bool) -> None:
    """A single deck is a row of More that changes in place; several decks have a list."""
    game = {1: "burattino", 2: "magpie"}[n]
    with bench(tmp_path) as device:
        options = {"card_mode": "house"} if game == "burattino" else {}
        device.session.begin(load_engine(game), options, {})
        device.redraw()
        device.pause("more")
        assert ("cards" in device.listed, "burattino" in device.listed) == (many, not many)
        if not many:
            owner = device.play.sources["burattino"]
            device.choose("burattino")
            assert owner != device.play.sources["burattino"]
            assert "Still in your deck" in device.words
            device.back()
            device.choose("burattino")
            assert owner == device.play.sources["burattino"]
            assert "abandon" in device.listed


@pytest.mark.parametrize(
    ("rows", "blocked", "lines", "is_list"),
    [(1, False, 0, False), (2, False, 0, True), (1, True, 0, True), (1, False, 1, True)],
)
def test_what_only_informs_is_no_choice(tmp_path: Path, *, rows: int, blocked: bool, lines: int, is_list: bool) -> None:
    """A blocked row is shown with its reason, and so is a single row below text."""
    done: list[int] = []
    with bench(tmp_path) as device:
        reason = Text("not now") if blocked else None
        items = [Item(f"{k}", Text("Row"), lambda k=k: done.append(k), reason) for k in range(rows)]  # type: ignore[misc]
        page = MenuPage("m", Text("Menu"), items, [Text("A line.")] * lines)
        menu = Menu(lambda: page, device.session.close)
        device.session.open(menu)
        assert (device.session.top is menu, done) == (is_list, [] if is_list else [0])
