"""Import and export of decks and plays, by the folder that a PC can open.

files ┬ import a file ─▶ a deck: kept ─▶ the place to choose it
      │               └▶ a play: continue it?
      └ export: this play, all plays, the history ─▶ their names
"""

import io
import logging
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

from engines.kit.play import Play
from firmware.errors import TavolinoError
from firmware.files import exchange
from firmware.plays.folder import ARCHIVE, LIVE, name_of, paths
from firmware.plays.from_outside import load_play, refuse_twin
from firmware.text import Text
from firmware.views.host import Host, report_errors
from firmware.views.view import Item, Menu, MenuPage, Pages, View
from hw.errors import error_words

log = logging.getLogger("tavolino.files")


def files(host: Host) -> View:
    """Return the menu of the files that can be imported and exported. The folder is read now."""
    importable, fault = list[Path](), None
    try:
        importable = host.folder.exchange.files()
    except TavolinoError as error:
        fault = error

    def build_page() -> MenuPage:
        items = [
            Item(f"in.{n}", Text("{name}", name=exchange.display_name(path)), partial(_import, host, path))
            for n, path in enumerate(importable)
        ]
        blocked = None if _play_paths(host) else Text("there is none yet")
        exports = [
            Item("all", Text("All plays"), partial(_export_all, host), blocked),
            Item("history", Text("History"), partial(_export_history, host), blocked),
        ]
        if host.play is not None:
            exports.insert(0, Item("play", Text("This play"), partial(_export_play, host, host.number)))
        exports[0].group = Text("Export:")
        if items:
            items[0].group = Text("Import:")
        lines = [fault.text] if fault else []
        if not items and not fault:
            lines = [Text("There are no decks and no plays."), _folder_words(host)]
        return MenuPage("files", Text("Files"), [*items, *exports], lines)

    return Menu(build_page, host.close)


def export_file(host: Host, name: str, raw: bytes) -> None:
    """Write a file to the folder of exchange, and show the name it has there, or why it cannot be written."""
    with report_errors(host):
        names = [Text("{name}", name=written) for written in host.folder.exchange.write([(name, raw)])]
        host.open(Pages(Text("Written"), [*names, _folder_words(host)], host.close))


# --- inside ---


def _folder_words(host: Host) -> Text:
    place = host.folder.exchange.place
    card = Text("{name} (SD card)", name=place.name)
    return Text("Folder: {place}", place=card if host.folder.exchange.on_card else str(place))


def _export_play(host: Host, number: int) -> None:
    assert host.play is not None  # its row is there
    export_file(host, name_of(number, host.play.engine.key), host.folder.plays.text(number).encode())


def _export_all(host: Host) -> None:
    """Write every play into one file, which each PC opens by itself."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for path in _play_paths(host):
            try:
                file.writestr(zipfile.ZipInfo(path.name), path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=1)
            except OSError as error:
                log.warning("%s cannot be read: %s", path, error_words(error))
    export_file(host, "plays.zip", packed.getvalue())


def _export_history(host: Host) -> None:
    from firmware.history.figures import as_csv

    plays = host.folder.records()
    export_file(host, "history.csv", b"\xef\xbb\xbf" + as_csv(plays).encode())


def _play_paths(host: Host) -> list[Path]:
    """Return the files of all plays, the oldest first, without reading them: there may be a thousand."""
    return paths(host.folder.path, LIVE, ARCHIVE)


def _import(host: Host, path: Path) -> None:
    name = exchange.display_name(path)
    with report_errors(host):
        raw = exchange.read(path)
        if path.suffix.lower() == ".toml":
            _import_deck(host, raw, path)
        else:
            play = load_play(raw, name)
            refuse_twin(host.folder.plays, play, name)
            host.open(_ask_to_continue(host, play))


def _import_deck(host: Host, raw: bytes, path: Path) -> None:
    decks = host.folder.decks
    deck = decks.check(raw, exchange.display_name(path))
    name = decks.import_deck(deck, exchange.deck_name(path.stem))
    lines = [
        Text("{game}: deck {name}", game=deck.game, name=name),
        Text("Choose it in the options of a new play, under “Cards and dice…”."),
        *decks.doubts(deck),
    ]
    host.open(Pages(Text("Imported"), lines, host.close))


def _ask_to_continue(host: Host, play: Play[Any]) -> View:
    """Return the question whether to go on with an imported play, which sets the waiting one aside."""
    engine = play.engine
    items = (
        Item("keep", Text("Leave it"), host.close),
        Item("go_on", Text("Go on with it"), lambda: host.offer_learned(engine.key, lambda: host.enter_new_play(play))),
    )
    lines = [Text("{game}: {n} input", plural="{game}: {n} inputs", game=engine.title, n=play.n)]
    if host.folder.plays.live_number(engine.key) is not None:
        lines.append(Text("The waiting play of this game is set aside, not deleted."))
    return Menu(lambda: MenuPage("take_in", Text("Go on with this play?"), items, lines), host.close)
