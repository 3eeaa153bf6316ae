"""Carries out the steps of a bot file up to one that waits for the player, and gives each change its reason."""

from collections.abc import Callable
from itertools import accumulate, count, islice
from typing import Any, TypeAlias

import msgspec

from engines.botfile.bot import PLAYED, Bot
from engines.botfile.expressions import describe
from engines.botfile.kinds import (
    Counters,
    Do,
    Draw,
    End,
    Headline,
    Marks,
    Move,
    Number,
    Pick,
    Roll,
    Say,
    Set,
    Shuffle,
    Step,
    Tell,
    YourTurn,
)
from engines.botfile.scope import (
    MAX_SCREEN_LETTERS,
    asked_counters,
    candidates,
    choose_sentence,
    fill_sentence,
    free_ids,
    highest_face,
    instruction,
    letters,
    order_id,
    text,
)
from engines.botfile.state import Frame, InstructionDraft
from engines.botfile.values import Values
from engines.kit.contract import Order, Reason, Refused, tie_fact
from engines.kit.text import Text

STEP_WORK = 20
"""Work of every step."""
MAX_REASONS = 200
"""Reasons of one input; further ones are not kept."""
MAX_OPEN_BLOCKS = 40
"""Blocks that are open inside each other."""
NEXT_PART = {"setup": "play", "play": "play", "finish": "over"}
MAX_LINES = 60
"""Lines that wait for the next instruction; the oldest of more are dropped."""


Facts: TypeAlias = dict[str, Any]
"""Values by their names."""


class StepRunner(Values):
    """The steps of a file as changes of a state."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self.reached: set[tuple[str, int]] = set()
        self.removed: set[str] = set()
        self.added: set[tuple[str, int]] = set()
        self._handlers: dict[type[Step], Callable[[Any, Frame], None]] = {
            Say: self._say,
            Headline: self._set_headline,
            Set: self._set,
            Move: self._move,
            Shuffle: self._shuffle,
            Do: self._do,
            End: self._end,
        }

    # --- running ---

    def run(self) -> None:
        """Carry out steps up to one that waits; `Refused` if they do not end."""
        self._withdraw()
        while not self.state.unknown and self._begin_part():
            self._scope.spend(STEP_WORK)
            frame = self.state.todo[-1]
            block = self._bot.blocks[frame.block]
            if frame.at >= len(block):
                self._repeat_or_leave(frame)
                continue
            step = block[frame.at]
            if not self._scope.value(step.if_):
                self._skip(step, frame)
                continue
            self.reached.add((frame.block, frame.at))
            if isinstance(step, Headline | Shuffle | Do | End) and (step.main or step.why):
                self._add_reason(step, frame, {})
            if type(step) in self._handlers:
                self._handlers[type(step)](step, frame)
            elif (values := self._only_answer(step)) is None:
                self._wait(step, frame)
                break
            elif isinstance(step, Pick | Marks | Number):
                self._set_values(step, frame, values)
            else:
                self.state.values |= values
            frame.at += 1
        self._check_total()

    def _wait(self, step: Step, frame: Frame) -> None:
        """Wait at a step; give its own rule as the reason if there is no other, or if the step is marked."""
        self._scope.spend(len(msgspec.json.encode(step)))
        draft = self.state.told
        if isinstance(step, YourTurn):
            self._show_on_your_turn()
            draft = self.state.before
        if isinstance(step, Tell):
            headline, lines = instruction(self._scope, step, frame)
            for one in (headline, *lines):
                if isinstance(one, Order):
                    self.state.orders[one.id] = self._withdrawn.get(one.id, self.state.entries)
        self._trim(draft)
        if isinstance(step, Tell | YourTurn) and (step.main or step.why):
            self._add_reason(step, frame, {})
        elif not self.reasons:
            self.add_reason(self._bot.rule(step.rule, frame.rule))

    def _withdraw(self) -> None:
        """Take back the orders of an instruction that is open, since a value was corrected: it may give others."""
        drafted = {line.order for line in (*self.state.told.lines, *self.state.before.lines)}
        self._withdrawn = {name: n for name, n in self.state.orders.items() if name not in drafted}
        for name in self._withdrawn:
            del self.state.orders[name]

    def _trim(self, draft: InstructionDraft) -> None:
        """Drop the oldest of more lines than a screen has room for, with their orders."""
        sizes = accumulate(letters(text(self._bot, one)) for one in reversed(draft.lines))
        kept = sum(n <= MAX_SCREEN_LETTERS // 2 for n in islice(sizes, MAX_LINES))
        for line in draft.lines[: len(draft.lines) - kept]:
            self.state.orders.pop(line.order, None)
        draft.lines = draft.lines[len(draft.lines) - kept :]

    def _begin_part(self) -> bool:
        """Begin the next part if no block is open; return False if there is none."""
        state = self.state
        if not state.todo and state.part != "over":
            state.part = NEXT_PART[state.part]
            if state.part != "over":
                self._begin(state.part)
        return bool(state.todo)

    def _begin(self, block: str, rule: str = "") -> None:
        if len(self.state.todo) >= MAX_OPEN_BLOCKS:
            raise Refused(Text("The bot’s file: steps begin each other without end: look at {block}.", block=block))
        self.state.todo.append(Frame(block, 0, rule))

    def _repeat_or_leave(self, frame: Frame) -> None:
        """Repeat a block with its next id, or leave it if there is none."""
        if frame.items:
            self.state.values[frame.each] = frame.items.pop(0)
            frame.at = 0
        else:
            self.state.todo.pop()

    def _only_answer(self, step: Step) -> dict[str, Any] | None:
        """Return the values that a step gives without waiting; None if it waits for the player or the dealer."""
        scope, waits = self._scope, True
        only: dict[str, Any] = {}
        match step:
            case Draw():
                waits, only = bool(self._remaining(step.draw)), {step.as_: ""}
            case Roll():
                high = highest_face(scope, step)
                waits, only = high > self._bot.file.dice[step.roll].low, {step.as_: max(high, 0)}
            case Pick():
                options = candidates(scope, step)
                free = free_ids(options)
                waits = bool(options) if step.none else len(options) > 1 and bool(free)
                only = {step.as_: free[0] if free else ""}
            case Marks():
                free = free_ids(candidates(scope, step))
                waits, only = scope.number(step.low) < len(free), {step.as_: free}
            case Number():
                low = scope.number(step.low)
                waits, only = low < scope.number(step.high), {step.as_: low}
            case Counters():
                waits = bool(asked_counters(scope, step))
        return None if waits else only

    def _skip(self, step: Step, frame: Frame) -> None:
        frame.at += 1
        if isinstance(step, Do) and step.else_:
            self._begin(self._block_of(step.else_)[0], step.rule or frame.rule)

    # --- steps that do not wait ---

    def _say(self, step: Say, frame: Frame) -> None:
        name = first = order_id(frame)
        for n in count(2):
            if name not in self.state.orders:
                break
            name = f"{first}:{n}"
        self.order(name)
        self.state.told.lines.append(msgspec.structs.replace(fill_sentence(self._scope, step), order=name))
        if step.rule or step.main or step.why:
            self._add_reason(step, frame, self._facts(step.if_, *step.with_.values()))

    def _set_headline(self, step: Headline, _: Frame) -> None:
        self.state.told.headline = fill_sentence(self._scope, step.headline)

    def _set(self, step: Set, frame: Frame) -> None:
        facts = self._facts(step.if_, *step.set.values())
        changes = {name: self._fit_value(name, self._scope.value(one)) for name, one in step.set.items()}
        for name, value in changes.items():
            self._put(name, value)
        self._add_reason(step, frame, facts | self._tie(step, frame, facts), changes)

    def _move(self, step: Move, frame: Frame) -> None:
        values, origin = self.state.values, step.all or step.from_
        moved = self._list(step.all) if step.all else self._ids_to_move(step)
        if self._scope.forgives and origin and not step.all:
            moved = [one for one in moved if one in self._list(origin)]
        if step.all:
            values[origin] = []
        elif origin:
            values[origin] = self._without(origin, moved)
        elif not self._bot.card_ids.isdisjoint(moved):
            self.added.add((frame.block, frame.at))
        if step.to:
            self._insert(moved, step.to, step.at)
        else:
            self.removed.update(moved)
        self._add_reason(step, frame, {}, {name: values[name] for name in (origin, step.to) if name})

    def _ids_to_move(self, step: Move) -> list[str]:
        """Return the id that a step moves, if it is one."""
        one = self._scope.value(step.move)
        if not isinstance(one, str):
            if self._scope.forgives:
                return []
            name = step.to or step.from_
            raise Refused(Text("The bot’s file: {name} cannot be set to {value}.", name=name, value=describe(one)))
        return [one] if one else []

    def _shuffle(self, step: Shuffle, _: Frame) -> None:
        self._shuffle_in(step.shuffle, step.cards or step.shuffle + PLAYED)

    def _do(self, step: Do, frame: Frame) -> None:
        block, rule = self._block_of(step.do)
        if step.each:
            if items := self._scope.ids(step.of):
                self._begin(block, step.rule or rule or frame.rule)
                self.state.values[step.each] = items[0]
                self.state.todo[-1].each, self.state.todo[-1].items = step.each, items[1:]
            return
        if step.while_ != "":
            if not self._scope.value(step.while_):
                return
            frame.at -= 1  # so that its condition is checked again
        if block:
            self._begin(block, step.rule or rule or frame.rule)

    def _end(self, step: End, _: Frame) -> None:
        self.state.winner = "" if step.end == "score" else step.end
        self.state.verdict = fill_sentence(self._scope, step.verdict) if step.verdict else None
        self.state.todo = []
        self.state.part = "over" if self.state.part == "finish" or step.end != "score" else "finish"
        if self.state.part == "finish":
            self._begin("finish")

    # --- helpers ---

    def _step(self) -> Any:
        if not self.state.todo:
            return None
        frame = self.state.todo[-1]
        return self._bot.blocks[frame.block][frame.at]

    def _block_of(self, name: str) -> tuple[str, str]:
        """Return the block of a name, or the block and the rule of the card that has the name."""
        if name in self._bot.blocks:
            return name, ""
        face = self._bot.faces[self._bot.draws[name]].get(str(self.state.values[name]))
        return (face.do, face.rule) if face else ("", "")

    def _set_values(self, step: Step, frame: Frame, values: dict[str, Any]) -> None:
        values = {name: self._fit_value(name, value) for name, value in values.items()}
        self.state.values |= values
        self._add_reason(step, frame, {}, values)

    def _clear(self) -> None:
        self.state.told, self.state.moved = InstructionDraft(self.state.told.headline), {}

    def _show_on_your_turn(self) -> None:
        """Show what the bot did on the player's turn, and below it what a report adds."""
        draft, before = self.state.told, self.state.before
        if draft.headline is not None or (draft.lines and not before.lines):
            self.state.before = draft
        else:
            before.lines = [*before.lines, *draft.lines]
        self.state.told = InstructionDraft()

    def _facts(self, *expressions: Any) -> dict[str, Any]:
        """Return the values that expressions read."""
        read = [self._bot.expressions[one] for one in expressions if isinstance(one, str) and one]
        names = dict.fromkeys(name for one in read for name in one.names if name in self.state.values)
        return {name: self.state.values[name] for name in names}

    def _tie(self, step: Set, frame: Frame, facts: dict[str, Any]) -> dict[str, Any]:
        """Return the tie that a tie-breaking rule had to break: the first list among the facts."""
        rule = self._bot.file.rules.get(step.rule or frame.rule)
        tied = next((one for one in facts.values() if isinstance(one, list)), [])
        return tie_fact(tied) if rule is not None and rule.tie else {}

    def _add_reason(self, step: Step, frame: Frame, facts: Facts, outcome: Facts | None = None) -> None:
        """Add the reason of a step, with the values that its sentence has or the file has words for."""
        if len(self.reasons) < MAX_REASONS:
            both = (facts, outcome or {})
            known, followed = ({name: one for name, one in part.items() if name in self._bot.labels} for part in both)
            place, sentence = choose_sentence(self._scope, step.why)
            name = order_id(frame) if followed or step.main else ""
            if sentence:
                followed |= fill_sentence(self._scope, sentence).values
                name = f"{order_id(frame)}:{place}"
            if name or step.rule or frame.rule:
                self.reasons.append(Reason(self._bot.rule(step.rule, frame.rule), known, followed, name))
