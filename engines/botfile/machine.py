"""The shape of a play with a bot of a file: it runs steps up to one that waits for the player.

run ─┬▶ tell ─┐           one phase for each kind of step that waits; its answer is
▲   ├▶ ask ──┤           taken on the way back to run
│   ├▶ …     │
└───┼────────┘
└▶ final ▶ your_total ▶ over
"""

from typing import Any, ClassVar

from msgspec.structs import replace

from engines.botfile.bot import LEFT, PLAYED
from engines.botfile.kinds import Counters, Draw, Marks, Number, Pick, Roll, Tell, YesNo, YourTurn
from engines.botfile.scope import asked_counters
from engines.botfile.score import sheet, total_of
from engines.botfile.state import InstructionDraft, Phase, UnknownField
from engines.botfile.step_runner import StepRunner
from engines.kit.contract import GO_ON, NOT_POSSIBLE

P = Phase
ANY_ANSWER = ("answered", GO_ON)


def _back_to_run(source: Phase, before: str) -> list[dict[str, Any]]:
    """Return the transitions from a phase back to run, for any answer."""
    return [{"trigger": name, "source": source, "dest": P.RUN, "before": before} for name in ANY_ANSWER]


class Turn(StepRunner):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    # fmt: off
    transitions: ClassVar[list[dict[str, Any]]] = [
        # the steps that wait, the most frequent first; `run` carries out the others before
        {"trigger": "go_on", "source": P.RUN, "dest": P.YOUR_TURN, "prepare": "run", "conditions": "is_your_turn"},
        {"trigger": "go_on", "source": P.RUN, "dest": P.CARD, "conditions": "draws"},
        {"trigger": "go_on", "source": P.RUN, "dest": P.TELL, "conditions": "tells"},
        {"trigger": "go_on", "source": P.RUN, "dest": P.ASK, "conditions": "asks"},
        {"trigger": "go_on", "source": P.RUN, "dest": P.DIE, "conditions": "rolls"},
        {"trigger": "go_on", "source": P.RUN, "dest": P.FACE, "conditions": "face_unknown"},
        {"trigger": "go_on", "source": P.RUN, "dest": P.OVER, "conditions": "is_decided"},
        {"trigger": "go_on", "source": P.RUN, "dest": P.YOUR_TOTAL, "conditions": "counts_at_once"},
        {"trigger": "go_on", "source": P.RUN, "dest": P.FINAL},
        # answers, cards and rolls
        *_back_to_run(P.TELL, "instruction_done"),
        {"trigger": NOT_POSSIBLE, "source": P.TELL, "dest": P.RUN, "before": "fall_back"},
        *_back_to_run(P.ASK, "take_answer"),
        *_back_to_run(P.CARD, "take_card"),
        *_back_to_run(P.FACE, "learn"),
        *_back_to_run(P.DIE, "take_roll"),
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.RUN, "before": "your_turn_done"},
        {"trigger": "answered", "source": P.YOUR_TURN, "dest": P.RUN, "before": "report"},
        # the end
        {"trigger": "total", "source": P.FINAL, "dest": P.YOUR_TOTAL},
        {"trigger": "skip", "source": P.FINAL, "dest": P.OVER},
        {"trigger": "answered", "source": P.YOUR_TOTAL, "dest": P.OVER, "before": "take_total"},
    ]
    # fmt: on

    # --- guards ---

    def is_decided(self) -> bool:
        """Somebody has won, or there is nothing to count."""
        return self.is_finished() and (self.state.winner != "" or sheet(self._bot, self.state) is None)

    def is_finished(self) -> bool:
        """No step remains."""
        return self.state.part == "over"

    def counts_at_once(self) -> bool:
        """Return whether the parts of the player's total are asked at once, without a choice before."""
        return self.is_finished() and self._bot.file.result.count

    def face_unknown(self) -> bool:
        """The card that came up has an unknown field."""
        return bool(self.state.unknown)

    def tells(self) -> bool:
        """The step is an instruction; or it is the end, with lines that nobody has read yet."""
        return isinstance(self._open_step(), Tell) or (self.is_finished() and bool(self.state.told.lines))

    def asks(self) -> bool:
        """The step is a question."""
        return isinstance(self._open_step(), YesNo | Number | Pick | Marks | Counters)

    def is_your_turn(self) -> bool:
        """The step is the player's turn."""
        return isinstance(self._open_step(), YourTurn)

    def draws(self) -> bool:
        """The step draws a card."""
        return isinstance(self._open_step(), Draw)

    def rolls(self) -> bool:
        """The step rolls a die."""
        return isinstance(self._open_step(), Roll)

    def _open_step(self) -> Any:
        """Return the step that waits; None if an unknown face comes first, or no step remains."""
        return None if self.state.unknown else self._step()

    # --- answers, cards and rolls ---

    def clear_news(self) -> None:
        """Take the orders off lines that were read: the lines are not shown again, but lead to the same steps."""
        draft, orders = self.state.told, self.state.orders
        draft.lines = [line if line.order in orders else replace(line, order="") for line in draft.lines]

    def instruction_done(self) -> None:
        """The instruction has been done."""
        self._clear()
        if isinstance(self._step(), Tell):
            self.state.todo[-1].at += 1

    def fall_back(self) -> None:
        """The player cannot follow an instruction: its replacement begins."""
        step, frame = self._step(), self.state.todo[-1]
        self._clear()
        frame.at += 1
        self._begin(self._block_of(step.not_possible)[0], step.rule or frame.rule)

    def take_answer(self) -> None:
        """A question was answered."""
        step: Any = self._step()
        self.state.told.lines = []
        value: Any = "" if isinstance(step, Pick) and step.none and self.value == "none" else self.value
        values = {step.as_: value} if not isinstance(step, Counters) else value
        if not isinstance(values, dict):  # a single counter is asked as a number
            values = {asked_counters(self._scope, step)[0].id: value}
        self._set_answers(step, values)

    def _set_answers(self, step: Any, values: dict[str, Any]) -> None:
        frame = self.state.todo[-1]
        self._set_values(step, frame, values)
        frame.at += 1

    def take_card(self) -> None:
        """A card came up."""
        step: Any = self._step()
        frame, values, name = self.state.todo[-1], self.state.values, step.as_
        values[step.draw + LEFT] = [card for card in self._list(step.draw + LEFT) if card != self.value]
        self._insert([self.value], step.to or step.draw + PLAYED, step.at)
        values[name] = self.value
        face = self._bot.faces[step.draw][self.value]
        self.state.unknown = [
            UnknownField(step.draw, face.of, field)
            for field in self._bot.file.decks[step.draw].fields
            if field not in face.fields and field not in self.state.faces.get(step.draw, {}).get(face.of, {})
        ]
        self._add_reason(step, frame, {}, {name: self.value})
        frame.at += 1

    def learn(self) -> None:
        """Take the field of a card that was unknown."""
        unknown = self.state.unknown.pop(0)
        self.state.told.lines = []
        self.state.faces.setdefault(unknown.deck, {}).setdefault(unknown.card, {})[unknown.field] = self.value
        self.state.learned = True
        self.add_reason(self._bot.rule())

    def take_roll(self) -> None:
        """A die was rolled."""
        step: Any = self._step()
        self.state.rolls[step.roll] = self.state.rolls.get(step.roll, 0) + 1
        self._set_answers(step, {step.as_: self.value})

    def your_turn_done(self) -> None:
        """The player's turn is over."""
        self.state.before, self.state.moved = InstructionDraft(), {}
        self.state.todo[-1].at += 1

    def report(self) -> None:
        """The player did something that the bot must know."""
        step: Any = self._step()
        frame = self.state.todo[-1]
        report = next(one for one in step.reports if one.id == self.value)
        self.add_reason(self._bot.rule(step.rule, frame.rule))
        self.state.before.lines = []
        if report.ends:
            self.your_turn_done()
        if report.do:
            self._begin(self._block_of(report.do)[0], step.rule or frame.rule)

    def take_total(self) -> None:
        """Take the player's total, or its parts."""
        state, result = self.state, self._bot.file.result
        if isinstance(self.value, dict):
            state.pad = self.value
        state.your_total = total_of(result, self.value)
        facts = {f"your_{name}": n for name, n in state.pad.items()}
        self.add_reason(self._bot.rule(result.rule), facts, your_total=state.your_total)
