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
    """Return the menu of what can be taken in and what can be written. The folder is read now."""
    there, fault = list[Path](), None
    try:
        there = host.folder.exchange.files()
    except TavolinoError as error:
        fault = error

    def draw_up() -> MenuPage:
        items = [
            Item(f"in.{n}", Text("{name}", name=exchange.display_name(path)), partial(_take_in, host, path))
            for n, path in enumerate(there)
        ]
        none = None if _paths(host) else Text("there is none yet")
        out = [
            Item("all", Text("All plays"), partial(_write_all, host), none),
            Item("history", Text("History"), partial(_write_history, host), none),
        ]
        if host.play is not None:
            out.insert(0, Item("play", Text("This play"), partial(_write_play, host, host.number)))
        out[0].group = Text("Export:")
        if items:
            items[0].group = Text("Import:")
        lines = [fault.text] if fault else []
        if not items and not fault:
            lines = [Text("There are no decks and no plays."), _folder(host)]
        return MenuPage("files", Text("Files"), [*items, *out], lines)

    return Menu(draw_up, host.close)


def write_out(host: Host, *named: tuple[str, bytes]) -> None:
    """Write files to the folder of exchange, and say their names; or why it cannot be."""
    with report_errors(host):
        names = [Text("{name}", name=name) for name in host.folder.exchange.write(named)]
        host.open(Pages(Text("Written"), [*names, _folder(host)], host.close))


# --- inside ---


def _folder(host: Host) -> Text:
    place = host.folder.exchange.place
    card = Text("{name} (SD card)", name=place.name)
    return Text("Folder: {place}", place=card if host.folder.exchange.on_card else str(place))


def _write_play(host: Host, number: int) -> None:
    assert host.play is not None  # its row is there
    write_out(host, (name_of(number, host.play.engine.key), host.folder.plays.text(number).encode()))


def _write_all(host: Host) -> None:
    """Write every play into one file, which each PC opens by itself."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for path in _paths(host):
            try:
                file.writestr(zipfile.ZipInfo(path.name), path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=1)
            except OSError as error:
                log.warning("%s cannot be read: %s", path, error_words(error))
    write_out(host, ("plays.zip", packed.getvalue()))


def _write_history(host: Host) -> None:
    from firmware.history.figures import as_csv

    plays = host.folder.records()
    write_out(host, ("history.csv", b"\xef\xbb\xbf" + as_csv(plays).encode()))


def _paths(host: Host) -> list[Path]:
    """Return the files of all plays, the oldest first, without reading them: there may be a thousand."""
    return paths(host.folder.path, LIVE, ARCHIVE)


def _take_in(host: Host, path: Path) -> None:
    name = exchange.display_name(path)
    with report_errors(host):
        raw = exchange.read(path)
        if path.suffix.lower() == ".toml":
            _take_deck(host, raw, path)
        else:
            play = load_play(raw, name)
            refuse_twin(host.folder.plays, play, name)
            host.open(_ask_play(host, play))


def _take_deck(host: Host, raw: bytes, path: Path) -> None:
    decks = host.folder.decks
    deck = decks.check(raw, exchange.display_name(path))
    name = decks.take_in(deck, exchange.deck_name(path.stem))
    lines = [
        Text("{game}: deck {name}", game=deck.game, name=name),
        Text("Choose it in the options of a new play, under “Cards and dice…”."),
        *decks.doubts(deck),
    ]
    host.open(Pages(Text("Imported"), lines, host.close))


def _ask_play(host: Host, play: Play[Any]) -> View:
    """Ask before another play takes the place of the one that waits."""
    engine = play.engine
    items = (
        Item("keep", Text("Leave it"), host.close),
        Item("go_on", Text("Go on with it"), lambda: host.offer_learned(play.engine.key, lambda: host.take_in(play))),
    )
    lines = [Text("{game}: {n} input", plural="{game}: {n} inputs", game=engine.title, n=play.n)]
    if host.folder.plays.live_number(engine.key) is not None:
        lines.append(Text("The waiting play of this game is set aside, not deleted."))
    return Menu(lambda: MenuPage("take_in", Text("Go on with this play?"), items, lines), host.close)
