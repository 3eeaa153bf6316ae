"""Words of rounds: the header, your turn with what he did, and what you may report."""

from collections.abc import Iterator

from engines.kit.contract import GO_ON, Badge, Choice, Pick, Who
from engines.kit.decisions import Question
from engines.kit.screens import THE_END, Content
from engines.kit.text import Text
from engines.lisboa import side
from engines.lisboa.deeds import Did
from engines.lisboa.pieces import DECK_NAMES, FIGURES, NOBLE_NAMES
from engines.lisboa.state import Phase, State
from engines.lisboa.steps.deed import before_visit, facts, headline, lines, track_line

STEPS_OF_SET_UP = {Phase.SET_UP: 1, Phase.AREA: 2, Phase.MARKERS: 3} | dict.fromkeys(
    (Phase.FAVOR, Phase.HELPER, Phase.COURTIER, Phase.PIECES), 4
)
YOUR_PHASES = {Phase.YOUR_TURN, Phase.REPORT, Phase.DREW}


def badge(state: State) -> Badge:
    """Return the progress of the play: whose turn, period, turn."""
    at = state.at
    if at in STEPS_OF_SET_UP:
        return Badge(Who.TABLE, Text("Set-up"), step=STEPS_OF_SET_UP[at], steps=4)
    if at in {Phase.FINAL, Phase.OVER}:
        return THE_END
    if at in {Phase.PERIOD_END, Phase.NEXT_PERIOD}:
        return Badge(Who.TABLE, _period(state))
    yours = at in YOUR_PHASES and state.whose == "you"
    return Badge(Who.YOU if yours else Who.BOT, _period(state), turn=state.turn_no)


def _period(state: State) -> Text:
    if state.final_round:
        return Text("Final round")
    if state.end_triggered:
        return Text("Period {n} ends", n=state.period)
    return Text("Period {n}", n=state.period)


def your_turn(state: State) -> Content:
    """The idle screen: what he did, and what you may report (lisboa.turn.order, lisboa.you.follow)."""
    did = state.did
    first_lines = (Text("You may follow his visits as usual."), track_line(state))
    return Content(
        Text("Take your turn") if did is None else headline(did),
        (*(first_lines if did is None else lines(state)), *_end_notices(state)),
        Pick(tuple(_reports(state)), GO_ON),
        facts(state),
        drawing=side.display(state),
    )


def shown(state: State) -> Content:
    """His last turn of a period: your turn does not follow at once."""
    did = state.deed
    ask = Pick((Choice(GO_ON, Text("Done")), _WIGS_CHANGED, *_shortage_reports(did)), GO_ON)
    return Content(headline(did), lines(state), ask, facts(state), drawing=side.display(state))


def his_wigs(state: State, _: Question) -> Content:
    """lisboa.you.wigs."""
    return Content(Text("His wigs now?"), facts={"wigs": state.wigs})


def treasury(state: State, _: Question) -> Content:
    """lisboa.you.treasury, lisboa.visit.cost."""
    lines = (*(before_visit(state) if state.at is Phase.VISIT else ()), Text("The space of its marker."))
    facts, drawing = {"treasury": state.treasury}, side.treasury(state)
    return Content(Text("The Treasury now?"), lines, facts=facts, drawing=drawing)


def my_officials(state: State, _: Question) -> Content:
    """lisboa.you.officials."""
    lines, facts = (Text("Yours in each office."),), {"off_you": list(state.off_you)}
    return Content(Text("Your Officials now?"), lines, facts=facts, drawing=side.offices(state), words=NOBLE_NAMES)


def cardinal_moved(state: State, _: Question) -> Content:
    """lisboa.you.cardinal."""
    lines, facts = (Text("How far you moved the Cardinal."),), {"cardinal": state.cardinal}
    return Content(Text("How many spaces?"), lines, facts=facts, drawing=side.church(state.cardinal))


def church(state: State, _: Question) -> Content:
    """lisboa.you.church."""
    ships = sum(ship.influence for ship in state.ships)
    return Content(
        Text("Portfolio influence?"),
        (
            Text("Nobles and Ships in your top row."),
            Text("His influence goes up by it and {n} for his ships.", n=ships),
            Text("If that ends on 10, his wigs go up 1."),
        ),
        facts={"influence": state.influence},
        drawing=side.influence(state),
    )


def deck_drawn(state: State, question: Question) -> Content:
    """lisboa.turn.drew, lisboa.follow.visit, lisboa.ruling.event: the decks in the order of the board."""
    words: dict[str, Text | Choice] = {"none": Text("I drew no card"), **{one.id: one for one in _visit_reports(state)}}
    for figure in FIGURES:
        n, blocked = state.cards_of(figure), Text("empty") if figure in question.blocked else None
        words[figure] = Choice(figure, Text("{deck}: {n}", deck=DECK_NAMES[figure], n=n), blocked=blocked)
    return Content(
        Text("Where did you draw?"),
        (Text("If he follows, say that first."),) if state.nobles_he_follows else (),
        facts={"deck": list(state.deck), "favors": list(state.nobles_he_follows)},
        drawing=side.display(state),
        words=words,
    )


_SET_REPORTS = {1: Text("I have a 2nd rubble set"), 2: Text("I have a 4th rubble set")}
_SET_FOLLOWING_REPORTS = {1: Text("2nd rubble set in his turn"), 2: Text("4th rubble set in his turn")}


def _reports(state: State) -> Iterator[Choice]:
    did = state.did
    yield Choice(GO_ON, Text("My turn is done"))
    yield from _visit_reports(state)
    yield _WIGS_CHANGED
    yield Choice("church", Text("I scored the church"))
    yield Choice("officials", Text("My Officials changed"))
    yield Choice("cardinal", Text("I moved the Cardinal"))
    yield Choice("treasury", Text("The Treasury moved"))
    if not state.your_set and not state.final_round:
        yield Choice("your_set", _SET_REPORTS[state.period])
        if did is not None and did.action is not None:
            yield Choice("set_following", _SET_FOLLOWING_REPORTS[state.period])
    yield from _shortage_reports(did)


def _visit_reports(state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(_VISITS[noble], Text("He follows to the {noble}", noble=NOBLE_NAMES[noble]))
        for noble in state.nobles_he_follows
    )


_VISITS = {"builder": "visit_builder", "marquis": "visit_marquis", "king": "visit_king"}
"""`decide.VISITS` in full: a test looks for the ids of triggers in the modules of words."""


def _end_notices(state: State) -> Iterator[Text]:
    """Yield a notice if the period or the game is about to end (lisboa.period.end, lisboa.end.round)."""
    if state.final_round:
        yield Text("Final round: you take your last turn, then he does.")
    elif state.end_triggered and state.period == 1:
        yield Text("The period ends after your turn.")
    elif state.end_triggered:
        yield Text("After his turn comes the final round.")


_WIGS_CHANGED = Choice("wigs", Text("His wigs changed"))
"""A report of your turn, and of his last turn of a period."""


def _shortage_reports(did: Did | None) -> Iterator[Choice]:
    """Yield the reports that a cube or a Plan of his was missing on the table."""
    if did is not None and did.cube:
        yield Choice("no_cube", Text("No cube was left"))
    if did is not None and did.action == "plans" and not did.skipped:
        yield Choice("no_plan", Text("No Plan was left"))
