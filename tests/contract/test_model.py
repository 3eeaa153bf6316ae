"""Any sequence of operations on a play, against a model that knows nothing of snapshots.

The model keeps the inputs with their outcomes, the undone inputs and the owners of decks and dice. Its state is always
replayed from the start (or from the undo limit), and its redo stack follows the sentences of the design.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engines.kit.contract import Draw, Entry, Marks, Refused, Roll, Screen, check
from engines.kit.engine import entry_kind
from engines.kit.play import Base, Change, Play
from engines.kit.text import Text
from engines.registry import KEYS, MAGPIE
from firmware.authoring.random_plays import answer, has_ended
from firmware.dealer import dealer
from tests.contract.laws import assert_same, guide
from tests.contract.test_laws import save_and_load
from tests.contract.walk import begin, engine, luck
from tests.play_values import file_and_state

SHORT_RUNS = [pytest.param(key, 10, marks=pytest.mark.all) for key in KEYS]
LONG_RUNS = [pytest.param(key, 1000, marks=pytest.mark.long) for key in KEYS]
OPERATIONS = ("give", "give", "give", "give", "undo", "undo", "take", "take", "leave", "correct", "use", "replace")


class Model:
    """The simplest model of a play."""

    def __init__(self, play: Play[Any]) -> None:
        self.bot = play.engine
        self.deal = dealer(play.seed)
        self.sources = dict(play.sources)
        self.first = self.bot.start(play.options).state
        self.steps: list[list[Entry]] = [[]]
        """Entries after the last place that undo can reach; the first list is the outcomes of that place."""
        self.redo_stack: list[Entry] = []
        self._deal_chance()

    @property
    def state(self) -> Any:
        """Return the state, replayed."""
        state = self.first
        for step in self.steps:
            for entry in step:
                state = self.bot.apply(state, entry).state
        return state

    def offered(self, state: Any) -> Entry | None:
        """Return the first undone input that has the key of the screen and is legal in the state."""
        return next((entry for entry in self.redo_stack if self._fits(state, entry)), None)

    def _fits(self, state: Any, entry: Entry) -> bool:
        screen = self.bot.screen(state)
        if entry.key != screen.key or entry.kind not in ("correct", entry_kind(screen)):
            return False
        try:
            if entry.kind == "correct":
                self.bot.apply(state, entry)
            else:
                check(screen.ask, entry.value)
        except Refused:
            return False
        return True

    def discard_redo(self) -> None:
        """Remove only the offered entry."""
        self.redo_stack.remove(self.offered(self.state))  # type: ignore[arg-type]  # something is offered

    def give(self, entry: Entry) -> None:
        """Give an input, and update the redo stack.

        The offered input is removed with those before it; another value removes only the offered one; a correction
        never removes an answer.
        """
        state = self.state
        offered = self.offered(state)
        self.bot.apply(state, entry)
        ask = self.bot.screen(state).ask
        if entry.kind == "answer" and isinstance(ask, Marks):
            ids = [option.id for option in ask.options]
            entry = msgspec.structs.replace(entry, value=sorted(entry.value, key=ids.index))
        if offered is not None:
            place = next(place for place, undone in enumerate(self.redo_stack) if undone is offered)
            if offered == entry:
                del self.redo_stack[: place + 1]
            elif entry.kind != "correct" or offered.kind == "correct":
                del self.redo_stack[place]
        self.steps.append([entry])
        self._deal_chance(going_forward=True)

    def undo(self, k: int) -> None:
        """Move inputs to the front of the redo stack, without their outcomes."""
        self.redo_stack[:0] = [step[0] for step in self.steps[-k:]]
        del self.steps[-k:]

    def use(self, source: str, owner: str) -> None:
        """Change the owner, which is no input; the device's outcomes after it belong to the last step."""
        self.sources[source] = owner  # type: ignore[assignment]
        self._deal_chance()

    def replace(self, values: dict[str, Any]) -> None:
        """Replace values of the state, and clear both stacks: undo stops here."""
        self.first = self.bot.replace(self.state, values).state
        self.steps, self.redo_stack = [[]], []
        self._deal_chance()

    def _deal_chance(self, *, going_forward: bool = False) -> None:
        """Deal the device's outcomes, up to an undone outcome of the player, which is offered again."""
        while True:
            state = self.state
            screen = self.bot.screen(state)
            ask = screen.ask
            if not isinstance(ask, Draw | Roll):
                return
            if going_forward and self.redo_stack and self._fits(state, self.redo_stack[0]):
                return
            if self.sources[ask.deck if isinstance(ask, Draw) else ask.die] == "own":
                return
            self.steps[-1].append(Entry(entry_kind(screen), screen.key, self.deal(ask), "device"))


class Keeper:
    """The simplest store: the entries of each step, kept up to date by the changes of a play."""

    def __init__(self, play: Play[Any]) -> None:
        self.steps: list[list[Entry]] = [list(play.steps[0].outcomes)]
        self.redo_stack: tuple[Entry, ...] = ()
        self.base: Base | None = None

    def keep(self, change: Change | None) -> None:
        """Apply a change; None if nothing was done."""
        if change is None:
            return
        del self.steps[len(self.steps) - change.dropped :]
        if change.has_input:
            self.steps.append([])
        self.steps[-1] += change.entries
        self.redo_stack, self.base = change.redo_stack, change.base


@guide("state.py")
@pytest.mark.parametrize(("key", "examples"), [(MAGPIE, 2), *SHORT_RUNS, *LONG_RUNS])
def test_any_sequence_of_operations(key: str, examples: int) -> None:
    """After any operations in any order the play equals the model, also when it is saved and loaded."""
    operations = st.lists(st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 999)), min_size=20, max_size=60)

    @settings(max_examples=examples, phases=[Phase.generate])
    @given(st.integers(0, 99), operations)
    def law(seed: int, operations: list[tuple[str, int]]) -> None:
        names = [source.name for source in engine(key).sources]
        play = begin(key, {}, seed, {name for name in names if luck(seed, name).random() < 0.5})
        model, keeper = Model(play), Keeper(play)
        for operation, number in operations:
            keeper.keep(_apply_operation(operation, number, play, model))
            stored = (keeper.steps, keeper.redo_stack, keeper.base)
            real = ([step.entries for step in play.steps], play.redo_stack, play.base)
            assert play.steps[-1].snapshot == play.engine.encode(play.state), f"an old state, after: {operation}"
            assert stored == real, f"what a store was told is not the play, after: {operation}"
            state = model.state
            simple = (play.engine.encode(state), play.engine.screen(state))
            fast = (play.engine.encode(play.state), _without_additions(play.screen))
            assert_same(simple, fast, f"{operation}; a replay from the start")
            assert model.redo_stack == list(play.redo_stack), f"other inputs are undone, after: {operation}"
            assert model.offered(state) == play.offered, f"another undone input is offered, after: {operation}"
            assert len(model.steps) - 1 == play.n - play.undo_limit, f"undo stops elsewhere, after: {operation}"
            assert model.sources == play.sources, f"somebody else gives chance, after: {operation}"
        loaded = save_and_load(play)
        assert file_and_state(play) == file_and_state(loaded), "the play file of the loaded play is another"
        assert play.screen == loaded.screen, "the screen of the loaded play is another"
        assert play.undo_limit == loaded.undo_limit, "undo of the loaded play stops elsewhere"

    law()


def _without_additions(screen: Screen) -> Screen:
    """Return a screen without the additions of a play: main reason, and marks of orders that a correction changed."""
    lines = tuple(map(_unmarked, screen.lines))
    orders = tuple(msgspec.structs.replace(order, text=_unmarked(order.text)) for order in screen.orders)
    return msgspec.structs.replace(screen, because=None, lines=lines, orders=orders)


def _unmarked(line: Text) -> Any:
    return line.values["order"] if line.one == "Changed: {order}" else line


def _apply_operation(operation: str, number: int, play: Play[Any], model: Model) -> Change | None:
    chance, change = luck(operation, number), None
    match operation:
        case "give" if not has_ended(play):
            value = answer(play.screen.ask, chance)
            model.give(Entry(entry_kind(play.screen), play.screen.key, value, "player"))
            change = play.give(value)
        case "undo" if play.n > play.undo_limit:
            k = 1 + number % min(6, play.n - play.undo_limit)
            model.undo(k)
            change = play.undo(k)
        case "take" if play.offered is not None:
            model.give(play.offered)
            change = play.redo()
        case "leave" if play.offered is not None:
            model.discard_redo()
            change = play.discard_redo()
        case "correct":
            field = chance.choice(play.engine.fields(play.state))
            values: list[Any] = [choice.id for choice in field.choices] or [field.low, field.high, field.value]
            entry = Entry("correct", play.screen.key, {field.name: chance.choice(values)}, "player")
            try:
                model.give(entry)
            except Refused:
                return None
            change = play.correct(entry.value)
        case "use" if play.engine.sources:
            source = chance.choice(play.engine.sources).name
            owner: Any = chance.choice(["own", "device"])
            model.use(source, owner)
            change = play.use(source, owner)
        case "replace" if number % 4 == 0:
            values = msgspec.to_builtins(play.state)
            name = chance.choice(sorted(set(values) - {"answers"}))
            model.replace({name: values[name]})
            change = play.replace({name: values[name]})
    return change
