"""The parts of a bot that a play has reached: rules, steps of a file, phases, cards. Each step is replayed once."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engines.botfile import FileEngine
from engines.kit import why
from engines.kit.contract import Draw, Entry
from engines.kit.engine import Engine
from engines.kit.options import select_active
from engines.kit.play import Play
from engines.kit.text import Catalogue, Text
from firmware.emulators.web.chart import turn_model
from firmware.emulators.web.messages import Covered, Part

Reached = set[tuple[Any, ...]]
"""Parts that were reached: ("rule", id), ("phase", name), ("step", block and place), ("card", deck and id)."""
Cards = dict[tuple[str, str], Text]
"""The cards that were drawn or may come up, by deck and id."""


class PlayCoverage:
    """Looks at a play again and again, and replays only new steps: those whose outcomes are another list."""

    def __init__(self) -> None:
        self._seen: list[tuple[list[Entry], Reached, Cards]] = []

    def look(self, play: Play[Any], catalogue: Catalogue) -> Covered:
        """Return what the play has reached. Steps before a state that was set count for nothing."""
        seen, steps = self._seen, play.steps[play.undo_limit :]
        pairs = zip(seen, steps, strict=False)
        del seen[next((n for n, (known, step) in enumerate(pairs) if known[0] is not step.outcomes), len(steps)) :]
        for n in range(len(seen), len(steps)):
            seen.append((steps[n].outcomes, *_replay(play, play.undo_limit + n)))
        reached: Reached = set().union(*(parts for _, parts, _ in seen))
        cards = {card: text for _, _, known in seen for card, text in known.items()}
        return Covered(dict(_parts(play, reached, cards, catalogue)))


def _parts(play: Play[Any], reached: Reached, cards: Cards, catalogue: Catalogue) -> Iterator[tuple[str, list[Part]]]:
    engine, words = play.engine, catalogue.words
    rules = [*(rule.id for rule in engine.book.rule), *(ruling.id for ruling in engine.book.ruling)]
    yield "Rules", [Part(one, words(why.statement(engine.book, one)), ("rule", one) in reached) for one in rules]
    if isinstance(engine, FileEngine):
        file, lines = engine.file, engine.file.text.splitlines()
        places = [(name, at) for name, steps in file.blocks.items() for at in range(len(steps))]
        numbered = sorted((file.line(*place), place) for place in places)
        yield "Steps", [Part(f"line {n}", lines[n - 1].strip(), ("step", *place) in reached) for n, place in numbered]
    phases = [phase.value for phase in turn_model(engine).phases]
    yield "Phases", [Part(phase, "", ("phase", phase) in reached) for phase in phases]
    for deck in select_active(engine.sources, play.options):
        if deck.kind == "deck":
            known = [(card, text) for (name, card), text in cards.items() if name == deck.name]
            yield (
                words(deck.label),
                [Part(one, words(text), ("card", deck.name, one) in reached) for one, text in known],
            )


def _replay(play: Play[Any], n: int) -> tuple[Reached, Cards]:
    """Return the parts that the step after input `n` reached, and the cards that could come up in it."""
    engine, cards = play.engine, Cards()
    if isinstance(engine, FileEngine):
        engine.reached.clear()
    with _phases_passed(engine) as reached:
        reasons, entries = [], play.steps[n].entries
        if n > play.undo_limit:
            state = play.state_at(n - 1)
        elif play.base is None:
            started = engine.start(play.options)
            state, reasons = started.state, [*started.reasons]
        else:
            state, entries = play.state_at(n), []
        cards |= _remaining_cards(play, state)
        for entry in entries:
            ask = engine.screen(state).ask
            if isinstance(ask, Draw):
                cards |= {(ask.deck, card.id): card.text for card in ask.remaining}
                reached.add(("card", ask.deck, entry.value))
            applied = engine.apply(state, entry)
            state, reasons = applied.state, [*reasons, *applied.reasons]
    result, phase = engine.result(state), state.at.value
    rules = {reason.rule for reason in reasons} | {engine.screen(state).rule, result and result.rule}
    reminders = select_active(engine.book.reminders(phase), play.options)
    rules |= {rule.id for rule in reminders if state.reminds(rule.id)}
    reached |= {("phase", phase), *(("rule", rule) for rule in rules)}
    if isinstance(engine, FileEngine):
        reached |= {("step", *place) for place in engine.reached}
    return reached, cards | _remaining_cards(play, state)


def _remaining_cards(play: Play[Any], state: Any) -> Cards:
    decks = [one.name for one in play.engine.sources if one.kind == "deck"]
    return {(deck, card.id): card.text for deck in decks for card in play.engine.remaining_cards(state, deck)}


@contextmanager
def _phases_passed(engine: Engine[Any]) -> Iterator[Reached]:
    """Collect the phases that the machine leaves and enters."""
    turn, machine, passed = turn_model(engine), engine.machine, Reached()

    def note(*_: Any) -> None:
        passed.add(("phase", turn.phase.value))

    machine.before_state_change, machine.after_state_change = note, note
    try:
        yield passed
    finally:
        machine.before_state_change, machine.after_state_change = [], []
