"""The options of a play with a bot file, its start, the decks learned in it, and its end on the table."""

from typing import Any

import msgspec
from msgspec.structs import replace

from engines.botfile.bot import LEFT, Bot
from engines.botfile.scope import Scope, check_size, lines
from engines.botfile.state import Frame, Phase, State
from engines.botfile.tables import Option as OptionTable
from engines.botfile.tables import Value
from engines.botfile.words import file_text
from engines.kit.contract import Choice
from engines.kit.decks import Deck, DeckKind
from engines.kit.options import Choose, Count, Embed, Option, Options, Source, Switch
from engines.kit.screens import Content
from engines.kit.text import Text


class Setup:
    """The options of a play, its start, and its end on the table."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        decks = (Source(name, file_text(one.label), "deck", one.known) for name, one in bot.file.decks.items())
        dice = (Source(name, file_text(one.label), "die") for name, one in bot.file.dice.items())
        self.SOURCES = (*decks, *dice)
        self.DECKS = tuple(_deck_kind(bot, deck) for deck, one in bot.file.decks.items() if one.fields)

    def options(self) -> tuple[Option, ...]:
        """Return the options of the file, and the decks whose faces can be taught."""
        own = tuple(_option(self._bot, name, one) for name, one in self._bot.file.options.items())
        return (*own, *(Embed(kind.key, kind.title, kind.key) for kind in self.DECKS))

    def start(self, options: Options) -> State:
        """Return the state before the first step."""
        bot = self._bot
        values = bot.empty_values() | {name: options[name] for name in bot.file.options}
        state = State(at=Phase.RUN, values=values, faces=self._faces(options))
        scope = Scope(bot, state)
        for name, declared in bot.file.values.items():
            if declared.start != "":
                values[name] = _start_value(scope, name, declared, values[name])
        for deck, faces in bot.faces.items():
            values[deck + LEFT] = [card for card, face in faces.items() if scope.value(face.if_)]
        state.hidden = [name for name, declared in bot.file.values.items() if not scope.value(declared.if_)]
        state.todo = [Frame("setup")]
        return state

    def learned_options(self, state: State) -> Options | None:
        """Return the decks with every known field, once the player has given one."""
        if not state.learned:
            return None
        key = self._bot.file.key
        found = {}
        for kind in self.DECKS:
            known = state.faces.get(kind.key, {})
            cards = [replace(card, **known.get(card.id, {})) for card in kind.printed().cards]
            found[kind.key] = kind.learned_file(key, cards)
        return found

    def put_away(self, state: State) -> tuple[Content, ...]:
        """Return the screen that puts the bot's things away."""
        scope = Scope(self._bot, state)
        orders = lines(scope, self._bot.file.put_away)
        return (check_size(Content(Text("Tidy up"), orders)),) if orders else ()

    def _faces(self, options: Options) -> dict[str, dict[str, dict[str, Any]]]:
        """Return the fields of cards that the decks among the options know."""
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for kind in self.DECKS:
            for card in options.get(kind.key, {"cards": []})["cards"]:
                known = {
                    name: card[name] for name in self._bot.file.decks[kind.key].fields if card.get(name) is not None
                }
                if known:
                    found.setdefault(kind.key, {})[card["id"]] = known
        return found


def _start_value(scope: Scope, name: str, declared: Value, empty: Any) -> Any:
    start = declared.start
    if isinstance(empty, list):
        return list(start) if isinstance(start, list) else scope.ids(start)
    if isinstance(empty, bool):
        return bool(scope.value(start))
    if isinstance(empty, str):
        value = scope.value(start)
        return value if value in scope.bot.allowed[name] else empty
    return scope.within(start, declared.low, declared.high)


def _option(bot: Bot, name: str, option: OptionTable) -> Option:
    rule = bot.file.rules.get(option.rule)
    note = file_text(option.note) if option.note else file_text(rule.text) if rule else None
    if option.choices:
        notes = {one: file_text(words) for one, words in option.notes.items()}
        choices = tuple(Choice(one, file_text(words), note=notes.get(one)) for one, words in option.choices.items())
        default = option.default if option.default in option.choices else choices[0].id
        ruled = f"{bot.file.key}.{option.rule}" if rule else None
        return Choose(name, file_text(option.label), choices, str(default), ruled, note=note)
    if option.high is not None:
        number = option.default if isinstance(option.default, int) else option.low
        return Count(name, file_text(option.label), option.low, option.high, number, note=note)
    return Switch(name, file_text(option.label), default=option.default is True, note=note)


def _deck_kind(bot: Bot, deck: str) -> DeckKind[Any]:
    """Return a deck with fields that can be taught, as the device keeps and shows it."""
    declared = bot.file.decks[deck]
    fields = [(name, int | None, None) for name in declared.fields]
    card = msgspec.defstruct(
        "Card", [("id", str), ("name", str), *fields], frozen=True, forbid_unknown_fields=True, omit_defaults=True
    )
    faces = {face.of: face for face in bot.faces[deck].values()}
    cards = tuple(
        card(name, face.name, **{one: face.fields[one] for one in declared.fields if one in face.fields})
        for name, face in faces.items()
    )
    return DeckKind(
        deck,
        file_text(declared.label),
        card,
        lambda: Deck(declared.origin, declared.confidence, cards),
        is_complete=lambda deck: all(getattr(one, name) is not None for one in deck.cards for name in declared.fields),
    )
