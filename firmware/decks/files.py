"""Decks that were taught: one TOML file each, checked against the deck that they stand for before they are kept.

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
from engines.kit.options import Embed, Options
from engines.kit.rules import BadFile, parse
from engines.registry import GAMES, KEYS, load_engine
from firmware.errors import TavolinoError, reason
from firmware.files.disk import sync, unread, unwritten, write_whole
from firmware.settings.settings import remember, remembered, remembered_at
from firmware.text import Text


class Listed(Struct, frozen=True):
    """A deck as a list shows it. `fault` says why it cannot be used; then the rest is not known."""

    game: str
    deck: str
    name: str
    cards: int = 0
    origin: str = ""
    confidence: str = ""
    fault: Text | None = None


def listing(folder: Path) -> list[Listed]:
    """Return the decks of all games that can be taught: the one of the game first, then those taught, by name."""
    found = []
    for engine in (*map(load_engine, GAMES), *_of_files(folder)):
        for kind in engine.decks:
            found += [_listed(kind.file(engine.key), kind.name), *_taught(folder, engine, kind)]
    return found


def taught(folder: Path) -> list[Listed]:
    """Return the decks that were taught or taken in; only the games of which there is something are loaded."""
    own = (key for key in KEYS if (folder / "decks" / key).exists() or remembered_at(folder, key).exists())
    engines = (*map(load_engine, own), *_of_files(folder))
    return [one for engine in engines for kind in engine.decks for one in _taught(folder, engine, kind)]


def bot(folder: Path, game: Any, name: str = "This") -> Engine[Any]:
    """Return the bot whose deck it is; TavolinoError where nobody knows it."""
    if game in KEYS:
        return load_engine(game)
    from firmware.data_folder import find_bot

    try:
        return find_bot(folder, game)
    except KeyError:
        raise TavolinoError(
            Text(
                "{name} is a deck of the unknown game {game}. There are: {known}.",
                name=name,
                game=repr(game),
                known=", ".join(KEYS),
            )
        ) from None


def kind(folder: Path, game: str, deck: str) -> DeckKind[Any]:
    """Return the kind of a deck that is there."""
    return _kind(bot(folder, game), deck, "This")


def put(folder: Path, deck: DeckFile[Any]) -> None:
    """Write a deck over the one of its name; TavolinoError, and the old one stays, where it cannot be written."""
    path = _place(folder, deck.game, deck.deck, deck.name)
    if path.exists():
        try:
            write_whole(path, _toml(deck).encode())
        except OSError as error:
            raise TavolinoError(unwritten(path, error)) from None
        return
    for option in _options(bot(folder, deck.game), deck.deck):
        values = remembered(folder, deck.game)
        if values.get(option, {}).get("name") == deck.name:
            remember(folder, deck.game, values | {option: _without_none(msgspec.to_builtins(deck))})


def renamed(folder: Path, deck: DeckFile[Any], name: str) -> DeckFile[Any]:
    """Keep a deck under another name, too, and return that one; TavolinoError where the name is taken."""
    new = msgspec.structs.replace(deck, name=name)
    import_deck(folder, _toml(new).encode(), name)
    return new


def drop(folder: Path, deck: DeckFile[Any] | Listed) -> None:
    """Delete a deck from outside, or forget one that a play taught; TavolinoError where it cannot be."""
    path = _place(folder, deck.game, deck.deck, deck.name)
    try:
        if path.exists():
            path.unlink()
            sync(path.parent)
            return
    except OSError as error:
        stays = Text("{file} cannot be deleted: {reason}. It stays.", file=str(path), reason=reason(error))
        raise TavolinoError(stays) from None
    values = remembered(folder, deck.game)
    gone = [one for one in _options(bot(folder, deck.game), deck.deck) if values.get(one, {}).get("name") == deck.name]
    remember(folder, deck.game, {name: value for name, value in values.items() if name not in gone})


def names(folder: Path, game: str, deck: str) -> list[str]:
    """Return the names of the decks of a kind that were taught; a name that cannot be shown is passed over."""
    return [name for name in _files(folder, game, deck) if name.isprintable()]


def check(folder: Path, raw: bytes, name: str) -> DeckFile[Any]:
    """Return a deck file; TavolinoError with one sentence where it is not a whole deck of a game known here."""
    game = None
    try:
        data = parse(raw, name)
        game, deck = data.get("game"), data.get("deck")
        if "play" in data and game is None:
            place = Text(
                "{name} is a bot’s file. Move it into the folder bots beside it; “More bots…” lists it.", name=name
            )
            raise TavolinoError(place)
        return _kind(bot(folder, game, name), deck, name).check(str(game), data, name)
    except BadFile as bad:
        raise TavolinoError(bad.text, game) from None


def doubts(folder: Path, deck: DeckFile[Any]) -> tuple[Text, ...]:
    """Return a sentence for whatever is unusual in a deck that was checked."""
    return tuple(kind(folder, deck.game, deck.deck).doubts(deck))


def import_deck(folder: Path, raw: bytes, name: str, *, file: str = "") -> Path:
    """Keep a deck under a name; TavolinoError, and nothing is kept, where it is faulty or the name is taken.

    `file` is what sentences call it.
    """
    deck = check(folder, raw, file or name)
    if name in _reserved(folder, deck) or not re.fullmatch(r"[\w-]{1,40}", name):
        raise TavolinoError(
            Text(
                "A deck cannot be called {name}. Choose another --name, of up to 40 letters, digits, - and _.",
                name=repr(name),
            )
        )
    path, new = _place(folder, deck.game, deck.deck, name), _toml(msgspec.structs.replace(deck, name=name))
    try:
        if not path.exists():
            write_whole(path, new.encode())
        elif path.read_bytes() != new.encode():
            of = f"{deck.game}/{deck.deck}"
            raise TavolinoError(Text("There is another deck {name} of {of}. Choose another --name.", name=name, of=of))
    except OSError as error:
        raise TavolinoError(unwritten(path, error)) from None
    return path


def take_in(folder: Path, deck: DeckFile[Any], name: str) -> str:
    """Keep a deck that was checked, under this name or a numbered one where another deck has it; return the name."""
    for n in range(1, len(names(folder, deck.game, deck.deck)) + 3):
        free = name if n == 1 else f"{name}-{n}"
        with suppress(TavolinoError):
            path, new = _place(folder, deck.game, deck.deck, free), _toml(msgspec.structs.replace(deck, name=free))
            if free not in _reserved(folder, deck) and (not path.exists() or path.read_bytes() == new.encode()):
                return import_deck(folder, new.encode(), free).stem
    raise TavolinoError(
        Text(
            "The deck {name} cannot be kept: {folder} cannot be written. Nothing was kept.",
            name=name,
            folder=str(folder),
        )
    )


def load(folder: Path, game: str, deck: str, name: str | None) -> DeckFile[Any]:
    """Return a deck that was taught, or (None) the one that comes with the game; TavolinoError where it cannot be."""
    engine = bot(folder, game)
    kind = _kind(engine, deck, "This")
    if name is None or name == kind.name:
        return kind.file(game)
    learned = _learned(folder, engine, kind)
    if name not in (known := names(folder, game, deck)):
        if name in learned:
            return learned[name]
        listed = ", ".join((kind.name, *learned, *known))
        of = f"{game}/{deck}"
        raise TavolinoError(
            Text("There is no deck {name} of {of}. There are: {known}.", name=name, of=of, known=listed)
        )
    path = _place(folder, game, deck, name)
    try:
        return kind.read(game, path.read_bytes(), str(path))
    except BadFile as bad:
        raise TavolinoError(bad.text, game) from None
    except OSError as error:
        raise TavolinoError(unread(path, error)) from None


def export(folder: Path, game: str, deck: str, name: str | None) -> str:
    """Return a deck as the text of a file."""
    return _toml(load(folder, game, deck, name))


# --- inside ---------------------------------------------------------------------------------------------------------


def learned(folder: Path, game: str) -> tuple[Options, TavolinoError | None]:
    """Return what was learned; a file that cannot be read is named, but does not keep anyone from playing."""
    try:
        return remembered(folder, game), None
    except TavolinoError as error:
        return {}, error


def selectable_decks(folder: Path, engine: Engine[Any], option: Embed) -> tuple[dict[str, Any], list[TavolinoError]]:
    """Return the decks that can replace the printed one, by name, and the errors of the others.

    First the one learned, then those of files.
    """
    found, faults = dict[str, Any](), list[TavolinoError]()
    kept, _ = learned(folder, engine.key)
    if option.name in kept:
        with suppress(Refused):
            deck = engine.complete({option.name: kept[option.name]})[option.name]
            found[deck["name"]] = deck
    for name in names(folder, engine.key, option.deck):
        try:
            found[name] = to_builtins(load(folder, engine.key, option.deck, name))
        except TavolinoError as fault:
            faults.append(fault)
    return found, faults


def _of_files(folder: Path) -> list[Engine[Any]]:
    """Return the bots of files of which a deck was taught or taken in, as far as they are known."""
    keys = {path.stem for place in ("decks", "remembered") for path in (folder / place).glob("*")}
    found = []
    for key in sorted(keys.difference(KEYS)):
        with suppress(TavolinoError):
            found.append(bot(folder, key))
    return found


def _taught(folder: Path, engine: Engine[Any], kind: DeckKind[Any]) -> list[Listed]:
    learned = [_listed(deck, name) for name, deck in _learned(folder, engine, kind).items()]
    return [*learned, *(_tried(folder, engine.key, kind, name) for name in _files(folder, engine.key, kind.key))]


def _kind(engine: Engine[Any], deck: Any, name: str) -> DeckKind[Any]:
    decks = engine.decks
    for kind in decks:
        if kind.key == deck:
            return kind
    raise TavolinoError(
        Text(
            "{name} is the unknown deck {deck} of {game}. Those that can be taught: {known}.",
            name=name,
            deck=repr(deck),
            game=engine.key,
            known=tuple(kind.key for kind in decks) or Text("none"),
        )
    )


def _reserved(folder: Path, deck: DeckFile[Any]) -> set[str]:
    """Return the names that no deck from outside may have."""
    return {PRINTED, kind(folder, deck.game, deck.deck).name}


def _options(engine: Engine[Any], deck: str) -> list[str]:
    """Return the options of a game that hold a deck of a kind."""
    return [one.name for one in engine.options() if isinstance(one, Embed) and one.deck == deck]


def _learned(folder: Path, engine: Engine[Any], kind: DeckKind[Any]) -> dict[str, DeckFile[Any]]:
    """Return the deck of a kind that plays taught, by its name; none where what is remembered cannot be used."""
    with suppress(TavolinoError, BadFile):
        kept = remembered(folder, engine.key)
        decks = [kind.check(engine.key, kept[one], one) for one in _options(engine, kind.key) if one in kept]
        return {deck.name: deck for deck in decks}
    return {}


def _files(folder: Path, game: str, deck: str) -> list[str]:
    return sorted(path.stem for path in _place(folder, game, deck, "x").parent.glob("*.toml"))


def _place(folder: Path, game: str, deck: str, name: str) -> Path:
    return folder / "decks" / game / deck / f"{name}.toml"


def _tried(folder: Path, game: str, kind: DeckKind[Any], name: str) -> Listed:
    if not name.isprintable():
        fault = Text("The name of this file cannot be shown. Rename it.")
        return Listed(game, kind.key, ascii(name), fault=fault)
    try:
        return _listed(load(folder, game, kind.key, name), name)
    except TavolinoError as error:
        return Listed(game, kind.key, name, fault=error.text)


def _listed(deck: DeckFile[Any], name: str) -> Listed:
    return Listed(deck.game, deck.deck, name, len(deck.cards), deck.origin, deck.confidence)


def _toml(deck: DeckFile[Any]) -> str:
    import tomli_w

    values = _without_none(msgspec.to_builtins(deck))
    return tomli_w.dumps({"game": values.pop("game"), "deck": values.pop("deck"), **values})


def _without_none(value: Any) -> Any:
    """TOML has no null: a field without a value is left out."""
    if isinstance(value, dict):
        return {name: _without_none(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [_without_none(inner) for inner in value]
    return value
