"""Expressions, sentences and candidates of a file, with the values of a state."""

from collections.abc import Iterable
from string import Formatter
from typing import Any

from engines.botfile import expressions
from engines.botfile.bot import Bot
from engines.botfile.kinds import Candidate, Counters, Roll, Tell
from engines.botfile.state import FilledSentence, Frame, Phase, State
from engines.botfile.words import file_text
from engines.kit.contract import Choice, Counter, Order, Refused
from engines.kit.screens import Content
from engines.kit.text import Icon, Text

MAX_WORK = 200_000
"""The most work of one input: 1 is a part of an expression, an id that it reads, or a letter of a sentence."""
MAX_SENTENCE_LETTERS = 1_000
"""Letters of a sentence with its values."""
MAX_SCREEN_LETTERS = 12_000
"""Letters of a screen, as `letters` counts them."""
SENTENCE_LETTERS = 10
"""Letters that a sentence, or a value in one, counts besides its own."""
NAME_WORK = 10
"""Work of a value in a sentence."""
CANDIDATE_WORK = 10
"""Work of a candidate."""


class Scope:
    """Gives expressions and sentences the values of a state; `work` counts their cost."""

    __slots__ = ("bot", "state", "work")

    def __init__(self, bot: Bot, state: State, work: int = 0) -> None:
        self.bot = bot
        self.state = state
        self.work = work

    @property
    def forgives(self) -> bool:
        """Return whether a missing value is empty, since the player corrected a list."""
        return self.state.list_corrected

    def spend(self, work: int) -> None:
        """Count work; `Refused` if it becomes too much, so that no file can block the device."""
        self.work += work
        if self.work > MAX_WORK:
            block = self.state.todo[-1].block if self.state.todo else self.state.part
            raise Refused(
                Text("The bot’s file goes on without end, or does too much at once: look at {block}.", block=block)
            )

    def __call__(self, name: str) -> Any:
        """Return the value of a name."""
        values = self.state.values
        if name in values:
            return values[name]
        if name in self.bot.file.tables:
            return self.bot.file.tables[name]
        if name == "score":
            return sum(self.number(row.value) for row in self.bot.file.score if self.value(row.if_))
        if name == "your_turn":
            return self.state.at is Phase.YOUR_TURN
        return self._field(name)

    def value(self, expression: Any) -> Any:
        """Return the value of an expression."""
        return self._expression_of(expression)(self) if isinstance(expression, str) else expression

    def number(self, expression: Any) -> int:
        """Return the value of an expression that must be a number."""
        if isinstance(expression, str):
            return int(self._expression_of(expression)(self, expressions.number))
        return int(expression)

    def within(self, expression: Any, low: int, high: int) -> int:
        """Return the value of an expression, kept within bounds."""
        return min(max(self.number(expression), low), high)

    def ids(self, expression: Any) -> list[str]:
        """Return the value of an expression that must be a list of ids."""
        if isinstance(expression, str) and expression:
            return list(self._expression_of(expression)(self, expressions.ids))
        return []

    def _expression_of(self, text: str) -> expressions.Expression:
        expression = self.bot.expressions[text]
        self.spend(expression.size + 3)
        return expression

    def _field(self, name: str) -> Any:
        """Return a field of the card that came up, or that field of all cards of a deck, by card."""
        deck, field, card = self.bot.card_fields[name]
        if card is None:
            self.spend(len(self.bot.faces[deck]))
            faces = {one: self._card_field(deck, one, field) for one in self.bot.faces[deck]}
            return {one: value for one, value in faces.items() if value is not None}
        value = self._card_field(deck, str(self.state.values[card]), field)
        return self.bot.empty_fields[deck][field] if value is None else value

    def _card_field(self, deck: str, card: str, field: str) -> Any:
        """Return a field of a card; None if it is unknown, or there is no such card."""
        face = self.bot.faces[deck].get(card)
        if face is None:
            return None
        return self.state.faces.get(deck, {}).get(face.of, {}).get(field, face.fields.get(field))


# --- sentences ---


def choose_sentence(scope: Scope, given: Any) -> tuple[int, Any]:
    """Return place and words of a sentence; of several, those of the first whose condition holds, if any."""
    if not isinstance(given, list):
        return 0, given
    holds = ((n, one) for n, one in enumerate(given) if isinstance(one, str) or scope.value(one.if_))
    return next(holds, (0, ""))


def fill_sentence(scope: Scope, given: Any, own: dict[str, Any] | None = None) -> FilledSentence:
    """Return a sentence with its values, and `own` ones; of several, the first whose condition holds."""
    _, given = choose_sentence(scope, given)
    if isinstance(given, str):
        return FilledSentence(given, values=_sentence_values(scope, given, own or {}))
    further = {**(own or {}), **{name: scope.value(one) for name, one in given.with_.items()}}
    if given.plural or given.n != 0:
        further["n"] = scope.number(given.n)
    if given.icon:
        further["icon"] = given.icon
    values = _sentence_values(scope, given.say + given.plural, further)
    return FilledSentence(given.say, given.plural, {"n": further["n"], **values} if given.plural else values)


def text(bot: Bot, one: FilledSentence) -> Text:
    """Return a sentence as it is drawn."""
    icons = {"icon": Icon(one.values["icon"])} if "icon" in one.values else {}
    values = {name: bot.word(value) for name, value in one.values.items() if name not in icons}
    return file_text(one.say, plural=one.plural or None, **values, **icons)


def order_id(frame: Frame) -> str:
    """Return the id of the order that a step gives: its place in the file."""
    return f"{frame.block}#{frame.at + 1}"


def instruction(scope: Scope, step: Tell, frame: Frame) -> tuple[Text | Order, tuple[Order, ...]]:
    """Return headline and lines of an instruction; the lines are orders, or the headline is one if there are none."""
    numbered = enumerate(lines(scope, step.lines), 1)
    own = tuple(Order(f"{order_id(frame)}.{n}", line) for n, line in numbered)
    headline = words(scope, step.tell)
    return headline if own else Order(order_id(frame), headline), own


def words(scope: Scope, given: Any) -> Text:
    """Return a sentence of the file as it is now."""
    return text(scope.bot, fill_sentence(scope, given))


def lines(scope: Scope, given: Iterable[Any]) -> tuple[Text, ...]:
    """Return the lines of a step whose conditions hold."""
    return tuple(words(scope, line) for line in given if isinstance(line, str) or scope.value(line.if_))


def check_size(content: Content) -> Content:
    """Return the content of a screen; `Refused` if it has too many letters."""
    ask: Any = content.ask
    rows = getattr(ask, "options", getattr(ask, "lines", getattr(ask, "left", ())))
    if sum(map(letters, (*content.texts, *(one.text for one in rows)))) > MAX_SCREEN_LETTERS:
        raise Refused(Text("The bot’s file: a screen has more than {n} letters.", n=MAX_SCREEN_LETTERS))
    return content


def letters(said: Any) -> int:
    """Return the estimated letters; each sentence, and each value in one, counts `SENTENCE_LETTERS` more."""
    if isinstance(said, Text):
        return SENTENCE_LETTERS + len(said.one) + sum(map(letters, said.values.values()))
    return sum(map(letters, said)) if isinstance(said, tuple) else len(str(said))


def _sentence_values(scope: Scope, sentence: str, further: dict[str, Any]) -> dict[str, Any]:
    names = [name for _, name, _, _ in Formatter().parse(sentence) if name]
    values = {name: further[name] if name in further else _value_of_name(scope, name) for name in sorted(set(names))}
    length = len(sentence) + sum(letters(scope.bot.word(values[name])) for name in names)
    scope.spend(NAME_WORK * len(names) + length // 4)
    if length > MAX_SENTENCE_LETTERS:
        raise Refused(
            Text("The bot’s file: “{text}” becomes longer than {n} letters.", text=sentence, n=MAX_SENTENCE_LETTERS)
        )
    return values


def _value_of_name(scope: Scope, name: str) -> Any:
    if name in scope.bot.words:
        return name
    value = scope(name)
    return list(value) if isinstance(value, dict | tuple) else value


# --- candidates, faces and counters ---


def candidates(scope: Scope, step: Any) -> tuple[Choice, ...]:
    """Return the candidates of a pick or of marks in order, each id once, blocked ones with their reason."""
    if isinstance(step.of, str):
        ids = dict.fromkeys(scope.ids(step.of))
        scope.spend(CANDIDATE_WORK * len(ids))
        return tuple(Choice(one, scope.bot.word(one)) for one in ids if one)
    scope.spend(CANDIDATE_WORK * len(step.of))
    listed = [Candidate(id=one) if isinstance(one, str) else one for one in step.of]
    found: dict[str, Choice] = {}
    for one in listed:
        if one.id not in found and scope.value(one.if_):
            said = words(scope, one.text) if one.text else scope.bot.word(one.id)
            reason = words(scope, one.because) if scope.value(one.blocked) else None
            found[one.id] = Choice(one.id, said, blocked=reason)
    return tuple(found.values())


def free_ids(options: Iterable[Choice]) -> list[str]:
    """Return the ids of the candidates that are not blocked."""
    return [one.id for one in options if one.blocked is None]


def highest_face(scope: Scope, step: Roll) -> int:
    """Return the highest face of a die that counts in a step."""
    die = scope.bot.file.dice[step.roll]
    return die.high if step.high == "" else min(scope.number(step.high), die.high)


def asked_counters(scope: Scope, step: Counters) -> tuple[Counter, ...]:
    """Return the numbers that counters ask for now."""
    return tuple(_counter(scope, one) for one in step.of if scope.value(one.if_))


def _counter(scope: Scope, one: Any) -> Counter:
    low, high = scope.number(one.low), scope.number(one.high)
    return Counter(one.as_, file_text(one.text), low, max(low, high), scope.within(one.likely, low, max(low, high)))
