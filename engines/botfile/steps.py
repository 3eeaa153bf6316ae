"""State to screen: the sentences of the file, and the few that all files share."""

from typing import Any

from msgspec.structs import replace

from engines.botfile.bot import LEFT, Bot
from engines.botfile.kinds import STEPS, Counters, End, Marks, Number, Pick, Report, YesNo
from engines.botfile.scope import (
    Scope,
    asked_counters,
    candidates,
    check_size,
    free_ids,
    highest_face,
    instruction,
    lines,
    text,
    words,
)
from engines.botfile.score import parts, sheet
from engines.botfile.side import moved_track
from engines.botfile.state import Frame, InstructionDraft, Phase, State
from engines.botfile.words import PRONOUNS, file_text
from engines.kit import contract, ending
from engines.kit.contract import (
    GO_ON,
    NOT_POSSIBLE,
    Ask,
    Badge,
    Choice,
    Counter,
    Done,
    Draw,
    Order,
    Roll,
    Who,
)
from engines.kit.screens import THE_END, Content
from engines.kit.text import Icon, Text


class Steps:
    """The builders of a bot's screens, each named after its phase."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._end_rule = bot.rule(bot.file.result.rule)
        self._choices = {
            deck: {card: Choice(card, file_text(face.name)) for card, face in faces.items()}
            for deck, faces in bot.faces.items()
        }

    # --- progress ---

    def badge(self, state: State) -> Badge:
        """Return whose turn it is, and what the file says of round and turn; in the set-up step i of n."""
        scope, badge = Scope(self._bot, state), self._bot.file.badge
        if state.part == "setup":
            return self._setup_badge(scope)
        if state.part == "over":
            return THE_END
        who = Who.YOU if state.at is Phase.YOUR_TURN else Who.BOT
        place = words(scope, badge.place) if badge.place else None
        return Badge(who, place, None if badge.turn == "" else scope.number(badge.turn))

    def _setup_badge(self, scope: Scope) -> Badge:
        steps = self._bot.blocks["setup"]
        at = scope.state.todo[0].at - bool(scope.state.unknown) if scope.state.todo else 0
        shown = [place for place, step in enumerate(steps) if hasattr(step, "lines") and scope.value(step.if_)]
        before = sum(place < at for place in shown)
        return Badge(Who.TABLE, Text("Set-up"), step=min(before + 1, len(shown)) or None, steps=len(shown) or None)

    def remaining_cards(self, state: State, deck: str) -> tuple[Choice, ...]:
        """Return the cards of a deck that may still come up."""
        found = state.values[deck + LEFT]
        assert isinstance(found, list)  # it is the list of a deck
        return tuple(map(self._choices[deck].__getitem__, found))

    # --- steps of the file ---

    def tell(self, state: State) -> Content:
        """Return an instruction: what was said before, and its own lines."""
        last = text(self._bot, state.told.headline) if state.told.headline else PRONOUNS[self._bot.file.pronoun][2]
        if not state.todo:
            badge = replace(THE_END, who=Who.BOT)
            return check_size(Content(last, self._lines_of(state.told), badge=badge, key="last_lines"))
        step, scope, frame = self._current_step(state)
        if isinstance(step, End):
            return self._of_step(step, frame, Content(last, self._lines_of(state.told)))
        ask: Ask = Done()
        if step.not_possible is not None:
            options = (Choice(GO_ON, Text("Done")), Choice(NOT_POSSIBLE, Text("Not possible"), Icon.WARNING))
            ask = contract.Pick(options, GO_ON)
        headline, own = instruction(scope, step, frame)
        told = (*self._lines_of(state.told), *own)
        return self._of_step(step, frame, Content(headline, told, ask, drawing=moved_track(self._bot, state)))

    def ask(self, state: State) -> Content:
        """Return a question."""
        step, scope, frame = self._current_step(state)
        headline = words(scope, getattr(step, _VERBS[type(step)]))
        ask = _ask(scope, step)
        is_alone = isinstance(step, Counters) and isinstance(ask, contract.Number)
        alone = asked_counters(scope, step) if is_alone else ()
        said = (*self._lines_of(state.told), *lines(scope, step.lines), *(one.text for one in alone))
        return self._of_step(step, frame, Content(headline, said, ask), asks=True)

    def card(self, state: State) -> Content:
        """Return what asks for the next card of a deck."""
        step, scope, frame = self._current_step(state)
        headline = words(scope, step.ask) if step.ask else Text("Which card?")
        deck = file_text(self._bot.file.decks[step.draw].label)
        own = lines(scope, step.lines) or (Text("Turn up the next card: {deck}.", deck=deck),)
        ask = Draw(step.draw, state.shuffles.get(step.draw, 0), self.remaining_cards(state, step.draw))
        return self._of_step(step, frame, Content(headline, (*self._lines_of(state.told), *own), ask), asks=True)

    def face(self, state: State) -> Content:
        """Return what asks for a field of a card that nobody knows yet."""
        scope, unknown = Scope(self._bot, state), state.unknown[0]
        deck = self._bot.file.decks[unknown.deck]
        field = deck.fields[unknown.field]
        ask = contract.Number(field.low, field.high, field.likely)
        said = (*self._lines_of(state.told), *lines(scope, field.lines))
        rule = self._bot.rule(state.todo[-1].rule)
        facts = {deck.card: unknown.card} if deck.card else {}
        key = f"{deck.card or unknown.deck}_{unknown.field}"
        return Content(words(scope, field.ask), said, ask, facts, rule, key=key)

    def die(self, state: State) -> Content:
        """Return what asks for a roll."""
        step, scope, frame = self._current_step(state)
        die = self._bot.file.dice[step.roll]
        headline = words(scope, step.ask) if step.ask else Text("Roll: {die}", die=file_text(die.label))
        ask = Roll(step.roll, state.rolls.get(step.roll, 0), die.low, highest_face(scope, step))
        said = (*self._lines_of(state.told), *lines(scope, step.lines))
        return self._of_step(step, frame, Content(headline, said, ask), asks=True)

    def your_turn(self, state: State) -> Content:
        """Return the idle screen: what the bot did, and what the player may report."""
        step, scope, frame = self._current_step(state)
        before = state.before
        headline = text(self._bot, before.headline) if before.headline else words(scope, step.your_turn)
        options = [Choice(GO_ON, words(scope, step.done))]
        options += [self._report(scope, report) for report in step.reports if scope.value(report.if_)]
        said = (*self._lines_of(before), *lines(scope, step.lines))
        ask = contract.Pick(tuple(options), GO_ON)
        return self._of_step(step, frame, Content(headline, said, ask, drawing=moved_track(self._bot, state)))

    def _report(self, scope: Scope, report: Report) -> Choice:
        blocked = words(scope, report.because) if scope.value(report.blocked) else None
        return Choice(report.id, words(scope, report.text), Icon(report.icon) if report.icon else None, blocked)

    # --- the end ---

    def final(self, state: State) -> Content:
        """Return the bot's total, and offer to compare."""
        scored = sheet(self._bot, state)
        assert scored is not None  # without a score there is nothing to compare
        headline = Text("{bot} has {n}", bot=file_text(self._bot.file.bot), n=scored.total)
        return ending.bot_total(scored, headline, self._end_rule)

    def your_total(self, state: State) -> Content:
        """Return what asks for the player's total, or for all parts of it at once."""
        result, scope = self._bot.file.result, Scope(self._bot, state)
        scored = sheet(self._bot, state)
        total = 0 if scored is None else scored.total
        line = Text("{bot} has {total}.", bot=file_text(self._bot.file.bot), total=total)
        counted = parts(result, scope)
        headline = words(scope, result.ask)
        ask: Ask = contract.Number(0, result.high, min(total, result.high), parts=counted)
        if result.count:
            ask = contract.Counters(tuple(Counter(one.id, one.text, one.low, one.high, one.likely) for one in counted))
        return Content(headline, (line,), ask, {"total": total}, self._end_rule, THE_END)

    # --- inside ---

    def _current_step(self, state: State) -> tuple[Any, Scope, Frame]:
        frame = state.todo[-1]
        return self._bot.blocks[frame.block][frame.at], Scope(self._bot, state), frame

    def _lines_of(self, told: InstructionDraft) -> tuple[Text | Order, ...]:
        return tuple(Order(one.order, text(self._bot, one)) for one in told.lines if one.order)

    def _of_step(self, step: Any, frame: Frame, content: Content, *, asks: bool = False) -> Content:
        """Return the content of a step's screen, with its key, and its rule if it asks."""
        key = step.id or f"{frame.block}_{frame.at + 1}"
        rule = self._bot.rule(step.rule, frame.rule) if asks else None
        return check_size(replace(content, key=key, rule=rule))


_VERBS = {kind: verb for verb, kind in STEPS.items()}


def _ask(scope: Scope, step: Any) -> Ask:
    match step:
        case YesNo():
            return contract.YesNo(likely=bool(scope.value(step.likely)))
        case Number():
            low, high = scope.number(step.low), scope.number(step.high)
            likely = low if step.likely == "" else scope.within(step.likely, low, high)
            return contract.Number(low, high, likely, None if step.minus_from == "" else scope.number(step.minus_from))
        case Pick():
            options = candidates(scope, step)
            if step.none:
                options = (*options, Choice("none", words(scope, step.none)))
            free = free_ids(options)
            wanted = scope.value(step.likely) if step.likely else ""
            return contract.Pick(options, wanted if wanted in free else free[0])
        case Marks():
            options = candidates(scope, step)
            high = min(max(scope.number(step.high), 0) or len(options), len(options))
            return contract.Marks(options, scope.within(step.low, 0, high), high, advance=step.advance)
    several = asked_counters(scope, step)
    only = several[0]
    return contract.Counters(several) if len(several) > 1 else contract.Number(only.low, only.high, only.likely)
