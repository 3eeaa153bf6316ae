"""Decks that were taught or imported: read, a card corrected, renamed, exported, deleted.

decks ─▶ a deck ┬ cards ─▶ a card ─▶ a cell ─▶ its value
                ├ rename ─▶ a name
                ├ export
                └ delete ─▶ keep, delete

A live play keeps the deck that it began with.
"""

import re
import unicodedata
from functools import partial
from typing import Any

from engines.kit.contract import Choice, Pick, Refused
from engines.kit.decks import DeckFile, DeckKind
from firmware.decks.cells import Cell, card_name, cell_words, cells, is_same_deck, plain_values, with_cell
from firmware.decks.files import ListedDeck
from firmware.files import exchange
from firmware.languages import words_of_game
from firmware.text import Text
from firmware.views.files import export_file
from firmware.views.host import Host, ask_or_flip, report_errors
from firmware.views.view import Item, Menu, MenuPage, Pages, Prompt, View

DECK_NAMES = (
    Text("my deck"),
    Text("our deck"),
    Text("corrected"),
    Text("first"),
    Text("second"),
    Text("third"),
    Text("old"),
)
"""The names that the knob can give a deck; any other name comes with a file."""
MAX_SHORT_CARD_CHARS = 16
"""The most letters of cells that the list of cards shows beside the name of a card."""


def decks(host: Host) -> View:
    """Return the list of decks that were taught or imported, without the printed ones."""

    def build_page() -> MenuPage:
        items = [
            Item(
                f"{n}",
                Text("{game}: {name}", game=host.folder.decks.bot(one.game).title, name=one.name),
                partial(_open, host, one),
            )
            for n, one in enumerate(host.folder.decks.list_taught())
        ]
        if items:
            return MenuPage("decks", Text("Decks"), items)
        lines = [Text("No deck was taught or imported yet.")]
        return MenuPage("decks", Text("Decks"), [Item("close", Text("Close"), host.close)], lines)

    return Menu(build_page, host.close)


def _show(host: Host, listed: ListedDeck, view: View) -> None:
    """Lay a view above the others that has the words of the deck's game."""
    view.game = listed.game
    host.open(view)


def _open(host: Host, listed: ListedDeck) -> None:
    """Open the menu of a deck; one that cannot be read can only be deleted."""

    def build_page() -> MenuPage:
        delete = Item("delete", Text("Delete…"), lambda: host.open(_ask_to_delete(host, listed)))
        if listed.fault:
            return MenuPage("deck", Text("Deck"), [delete], [listed.fault])
        items = [
            Item("cards", Text("Look through"), lambda: _show(host, listed, _cards(host, listed))),
            Item("rename", Text("Rename…"), partial(_rename, host, listed)),
            Item("write", Text("Write it as a file"), partial(_export, host, listed)),
            delete,
        ]
        return MenuPage("deck", Text("{name}", name=listed.name), items)

    _show(host, listed, Menu(build_page, host.close))


def _load(host: Host, listed: ListedDeck) -> DeckFile[Any]:
    return host.folder.decks.load(listed.game, listed.deck, listed.name)


def _kind(host: Host, listed: ListedDeck) -> DeckKind[Any]:
    return host.folder.decks.kind(listed.game, listed.deck)


def _cards(host: Host, listed: ListedDeck) -> View:
    kind, book = _kind(host, listed), host.folder.decks.bot(listed.game).book

    def build_page() -> MenuPage:
        cards = plain_values(_load(host, listed))["cards"]
        items = []
        for n, card in enumerate(cards):
            values = tuple(cell_words(book, cell.value) for cell in cells(kind, card, book))
            name = card_name(card, n + 1)
            words = words_of_game(Text("{values}", values=values), host.settings.language, listed.game)
            short = 0 < len(words) <= MAX_SHORT_CARD_CHARS
            text = Text("{card}: {values}", card=name, values=values) if short else Text("{card}", card=name)
            items.append(Item(f"{n}", text, lambda n=n: _show(host, listed, _card(host, listed, n))))  # type: ignore[misc]
        return MenuPage("cards", Text("Cards"), items)

    return Menu(build_page, host.close)


def _card(host: Host, listed: ListedDeck, n: int) -> View:
    """Return the cells of a card, as its file has them; taking one asks for another value."""
    kind, book = _kind(host, listed), host.folder.decks.bot(listed.game).book

    def build_page() -> MenuPage:
        card = plain_values(_load(host, listed))["cards"][n]
        items = [
            Item(
                ".".join(map(str, cell.path)),
                Text("{cell}: {value}", cell=cell.name, value=cell_words(book, cell.value)),
                partial(_ask_cell, host, listed, n, cell),
            )
            for cell in cells(kind, card, book)
        ]
        return MenuPage("card", Text("{card}", card=card_name(card, n + 1)), items)

    return Menu(build_page, host.close)


def _ask_cell(host: Host, listed: ListedDeck, n: int, cell: Cell) -> None:
    def on_answer(answer: Any) -> None:
        host.close()
        with report_errors(host):
            deck = _load(host, listed)
            new = with_cell(_kind(host, listed), deck, n, cell, answer)
            host.folder.decks.overwrite(new)
            _update_options(host, deck, new)

    prompt = Prompt(cell.name, cell.ask, on_answer, host.close)
    prompt.game = listed.game
    ask_or_flip(host, prompt)


def _rename(host: Host, listed: ListedDeck) -> None:
    taken = {one.name for one in host.folder.decks.list_taught()}
    words = [(exchange.deck_name(host.catalogue.words(name)), name) for name in DECK_NAMES]
    names = tuple(Choice(name, text) for name, text in words if name not in taken)
    if not names:
        raise Refused(Text("No name is free"))
    host.open(Prompt(Text("New name"), Pick(names, names[0].id), partial(_store_as, host, listed), host.close))


def _store_as(host: Host, listed: ListedDeck, name: str) -> None:
    """Add the deck under a name before the old one is deleted, so that a power cut loses none."""
    with report_errors(host):
        old = _load(host, listed)
        new = host.folder.decks.add(old, name)
        host.folder.decks.delete(old)
        host.close(2)
        _update_options(host, old, new)


def _export(host: Host, listed: ListedDeck) -> None:
    with report_errors(host):
        text = host.folder.decks.export(listed.game, listed.deck, listed.name)
        ascii_only = unicodedata.normalize("NFKD", listed.name).encode("ascii", "ignore").decode()
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", ascii_only).strip("-") or "deck"
        export_file(host, f"{listed.game}-{stem}.toml", text.encode())


def _ask_to_delete(host: Host, listed: ListedDeck) -> View:
    def delete() -> None:
        with report_errors(host):
            old = None if listed.fault else _load(host, listed)
            host.folder.decks.delete(old or listed)
            host.close(2)
            if old is not None:
                _update_options(host, old, None)
            host.open(Pages(Text("Deleted"), [Text("{name}", name=listed.name)], host.close))

    items = (Item("keep", Text("Keep it"), host.close), Item("delete", Text("Delete it"), delete))
    lines = (Text("It will be gone for good. A play in progress keeps it."),)
    return Menu(lambda: MenuPage("delete", Text("Delete {name}?", name=listed.name), items, lines), host.close)


def _update_options(host: Host, old: DeckFile[Any], new: DeckFile[Any] | None) -> None:
    """Replace a deck in the options of the next play, or take it out."""
    old_values = plain_values(old)
    last = host.settings.options.get(old.game, {})
    options = dict(last)
    for name, value in last.items():
        if isinstance(value, dict) and is_same_deck(value, old_values):
            options.pop(name)
            if new is not None:
                options[name] = plain_values(new)
    if options != last:
        host.change_settings(options=host.settings.options | {old.game: options})
