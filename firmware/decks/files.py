"""Decks that were taught: one TOML file each, checked against the deck that they replace before they are kept.

<folder>/decks/<game>/<deck>/<name>.toml

A deck that a play taught is kept with what its game remembers; it is listed and exported like the others.
"""

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, to_builtins

from engines.kit.contract import Refused
from engines.kit.decks import PRINTED, DeckFile, DeckKind
from engines.kit.engine import Engine
from engines.kit.options import Embed
from engines.kit.rules import BadFile, parse
from engines.registry import GAMES, KEYS, load_engine
from firmware.bots.files import Bots
from firmware.errors import TavolinoError, reason
from firmware.files.disk import convert_bad_file, convert_read_error, convert_write_error, sync, write_whole
from firmware.settings.settings import SettingsFiles
from firmware.text import Text


class ListedDeck(Struct, frozen=True):
    """A deck as a list shows it. `fault` says why it cannot be used; then only its place and name are known."""

    game: str
    deck: str
    name: str
    cards: int = 0
    origin: str = ""
    confidence: str = ""
    fault: Text | None = None


class Decks:
    """The decks of a data folder: those of files, and those that plays taught.

    A deck that cannot be read, written or used is a TavolinoError.
    """

    def __init__(self, folder: Path, settings: SettingsFiles, bots: Bots) -> None:
        self._folder = folder / "decks"
        self._settings = settings
        self._bots = bots

    # --- lists ---

    def list_all(self) -> list[ListedDeck]:
        """Return all decks that can be taught: for each, the one of the game first, then the others by name."""
        rows = []
        for engine in (*map(load_engine, GAMES), *self._engines_of_files()):
            for kind in engine.decks:
                rows += [_row_of(kind.printed_file(engine.key), kind.name), *self._taught_rows(engine, kind)]
        return rows

    def list_taught(self) -> list[ListedDeck]:
        """Return the decks that were taught or imported; only the games that have some are loaded."""
        own = (key for key in KEYS if (self._folder / key).exists() or self._settings.remembered_path(key).exists())
        engines = (*map(load_engine, own), *self._engines_of_files())
        return [one for engine in engines for kind in engine.decks for one in self._taught_rows(engine, kind)]

    def names(self, game: str, deck: str) -> list[str]:
        """Return the names of a kind's deck files, without names that cannot be shown."""
        return [name for name in self._stems(game, deck) if name.isprintable()]

    def selectable(self, engine: Engine[Any], option: Embed) -> tuple[dict[str, Any], list[TavolinoError]]:
        """Return the decks that can replace the printed one, by name, and the errors of the others.

        First the one learned, then those of files.
        """
        decks, faults = dict[str, Any](), list[TavolinoError]()
        learned, _ = self._settings.recall_or_fault(engine.key)
        if option.name in learned:
            with suppress(Refused):
                deck = engine.complete({option.name: learned[option.name]})[option.name]
                decks[deck["name"]] = deck
        for name in self.names(engine.key, option.deck):
            try:
                decks[name] = to_builtins(self.load(engine.key, option.deck, name))
            except TavolinoError as fault:
                faults.append(fault)
        return decks, faults

    def bot(self, game: Any, name: str = "This") -> Engine[Any]:
        """Return the bot of a deck; `name` is what a sentence calls the deck."""
        try:
            return self._bots.find(game)
        except KeyError:
            raise TavolinoError(
                Text(
                    "{name} is a deck of the unknown game {game}. There are: {known}.",
                    name=name,
                    game=repr(game),
                    known=", ".join(KEYS),
                )
            ) from None

    def kind(self, game: Any, deck: Any, name: str = "This") -> DeckKind[Any]:
        """Return the kind of a deck; `name` is what a sentence calls the deck."""
        decks = self.bot(game, name).decks
        for kind in decks:
            if kind.key == deck:
                return kind
        raise TavolinoError(
            Text(
                "{name} is the unknown deck {deck} of {game}. Those that can be taught: {known}.",
                name=name,
                deck=repr(deck),
                game=game,
                known=tuple(kind.key for kind in decks) or Text("none"),
            )
        )

    # --- reading ---

    def load(self, game: str, deck: str, name: str | None) -> DeckFile[Any]:
        """Return a deck that was taught; without a name, the one that comes with the game."""
        kind = self.kind(game, deck)
        if name is None or name == kind.name:
            return kind.printed_file(game)
        learned = self._learned_decks(self.bot(game), kind)
        if name not in (known := self.names(game, deck)):
            if name in learned:
                return learned[name]
            listed = ", ".join((kind.name, *learned, *known))
            of = f"{game}/{deck}"
            raise TavolinoError(
                Text("There is no deck {name} of {of}. There are: {known}.", name=name, of=of, known=listed)
            )
        path = self._path(game, deck, name)
        with convert_read_error(path), convert_bad_file(game):
            return kind.read(game, path.read_bytes(), str(path))

    def export(self, game: str, deck: str, name: str | None) -> str:
        """Return a deck as the text of a file."""
        return _toml(self.load(game, deck, name))

    def check(self, raw: bytes, name: str) -> DeckFile[Any]:
        """Return the deck of a file; TavolinoError if it is not a complete deck of a known game."""
        with convert_bad_file():
            data = parse(raw, name)
        game, deck = data.get("game"), data.get("deck")
        if "play" in data and game is None:
            advice = Text(
                "{name} is a bot’s file. Move it into the folder bots beside it; “More bots…” lists it.", name=name
            )
            raise TavolinoError(advice)
        kind = self.kind(game, deck, name)
        with convert_bad_file(game):
            return kind.check(str(game), data, name)

    def doubts(self, deck: DeckFile[Any]) -> tuple[Text, ...]:
        """Return a sentence for each unusual thing in a deck that was checked."""
        return tuple(self.kind(deck.game, deck.deck).doubts(deck))

    # --- writing ---

    def overwrite(self, deck: DeckFile[Any]) -> None:
        """Write a deck over the one of its name; the old one stays if that fails."""
        path = self._path(deck.game, deck.deck, deck.name)
        if path.exists():
            with convert_write_error(path):
                write_whole(path, _toml(deck).encode())
            return
        for option in _option_names(self.bot(deck.game), deck.deck):
            values = self._settings.recall(deck.game)
            if values.get(option, {}).get("name") == deck.name:
                self._settings.remember(deck.game, values | {option: _without_none(msgspec.to_builtins(deck))})

    def add(self, deck: DeckFile[Any], name: str) -> DeckFile[Any]:
        """Keep a deck under a name, and return it; nothing is kept if another deck has the name."""
        reserved = PRINTED, self.kind(deck.game, deck.deck).name
        if name in reserved or not re.fullmatch(r"[\w-]{1,40}", name):
            raise TavolinoError(
                Text(
                    "A deck cannot be called {name}. Choose another --name, of up to 40 letters, digits, - and _.",
                    name=repr(name),
                )
            )
        named = msgspec.structs.replace(deck, name=name)
        path, raw = self._path(deck.game, deck.deck, name), _toml(named).encode()
        with convert_write_error(path):
            if not path.exists():
                write_whole(path, raw)
            elif path.read_bytes() != raw:
                of = f"{deck.game}/{deck.deck}"
                raise TavolinoError(
                    Text("There is another deck {name} of {of}. Choose another --name.", name=name, of=of)
                )
        return named

    def import_deck(self, deck: DeckFile[Any], name: str) -> str:
        """Keep a deck under a name, or a numbered one if another deck has it; return the name."""
        for n in range(1, len(self.names(deck.game, deck.deck)) + 3):
            with suppress(TavolinoError):
                return self.add(deck, name if n == 1 else f"{name}-{n}").name
        raise TavolinoError(
            Text(
                "The deck {name} cannot be kept: {folder} cannot be written. Nothing was kept.",
                name=name,
                folder=str(self._folder.parent),
            )
        )

    def delete(self, deck: DeckFile[Any] | ListedDeck) -> None:
        """Delete the file of a deck, or forget one that a play taught."""
        path = self._path(deck.game, deck.deck, deck.name)
        try:
            if path.exists():
                path.unlink()
                sync(path.parent)
                return
        except OSError as error:
            stays = Text("{file} cannot be deleted: {reason}. It stays.", file=str(path), reason=reason(error))
            raise TavolinoError(stays) from None
        values = self._settings.recall(deck.game)
        options = _option_names(self.bot(deck.game), deck.deck)
        gone = [one for one in options if values.get(one, {}).get("name") == deck.name]
        self._settings.remember(deck.game, {name: value for name, value in values.items() if name not in gone})

    # --- inside ---

    def _engines_of_files(self) -> list[Engine[Any]]:
        """Return the bots of files that have decks here, without unknown ones."""
        places = (self._folder, self._settings.remembered_path("").parent)
        keys = {path.stem for place in places for path in place.glob("*")}
        engines = []
        for key in sorted(keys.difference(KEYS)):
            with suppress(TavolinoError):
                engines.append(self.bot(key))
        return engines

    def _taught_rows(self, engine: Engine[Any], kind: DeckKind[Any]) -> list[ListedDeck]:
        learned = [_row_of(deck, name) for name, deck in self._learned_decks(engine, kind).items()]
        return [*learned, *(self._load_row(engine.key, kind, name) for name in self._stems(engine.key, kind.key))]

    def _learned_decks(self, engine: Engine[Any], kind: DeckKind[Any]) -> dict[str, DeckFile[Any]]:
        """Return the deck of a kind that plays taught, by its name; none if what is remembered cannot be used."""
        with suppress(TavolinoError, BadFile):
            kept = self._settings.recall(engine.key)
            decks = [kind.check(engine.key, kept[one], one) for one in _option_names(engine, kind.key) if one in kept]
            return {deck.name: deck for deck in decks}
        return {}

    def _load_row(self, game: str, kind: DeckKind[Any], name: str) -> ListedDeck:
        if not name.isprintable():
            fault = Text("The name of this file cannot be shown. Rename it.")
            return ListedDeck(game, kind.key, ascii(name), fault=fault)
        try:
            return _row_of(self.load(game, kind.key, name), name)
        except TavolinoError as error:
            return ListedDeck(game, kind.key, name, fault=error.text)

    def _stems(self, game: str, deck: str) -> list[str]:
        return sorted(path.stem for path in (self._folder / game / deck).glob("*.toml"))

    def _path(self, game: str, deck: str, name: str) -> Path:
        return self._folder / game / deck / f"{name}.toml"


def _option_names(engine: Engine[Any], deck: str) -> list[str]:
    """Return the options of a game that hold a deck of a kind."""
    return [one.name for one in engine.options() if isinstance(one, Embed) and one.deck == deck]


def _row_of(deck: DeckFile[Any], name: str) -> ListedDeck:
    return ListedDeck(deck.game, deck.deck, name, len(deck.cards), deck.origin, deck.confidence)


def _toml(deck: DeckFile[Any]) -> str:
    import tomli_w

    values = _without_none(msgspec.to_builtins(deck))
    return tomli_w.dumps({"game": values.pop("game"), "deck": values.pop("deck"), **values})


def _without_none(value: Any) -> Any:
    """Return a value without fields that are None, since TOML has no null."""
    if isinstance(value, dict):
        return {name: _without_none(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [_without_none(inner) for inner in value]
    return value
