"""Words of rounds: the header, the dice, your turn with what the Automata did, the end of a phase and of the game."""

from msgspec.structs import replace

from engines.burgundy.deeds import Kept, Paid, Placed
from engines.burgundy.pieces import DEPOTS, MAX_COUNT
from engines.burgundy.score import PARTS, score
from engines.burgundy.state import Phase, State
from engines.burgundy.steps.deed import drawing_of, headline, news, orders, position, turn_lines
from engines.kit import ending
from engines.kit.contract import GO_ON, Badge, Choice, Pick, Roll, Who
from engines.kit.screens import Content
from engines.kit.text import Text


def badge(state: State) -> Badge:
    """Return whose turn it is, phase and round."""
    if not state.round:
        return Badge(Who.TABLE, Text("Set-up"), step=1 if state.at is Phase.LAY_OUT else 2, steps=2)
    return Badge(_who(state), Text("Phase {phase}, round {round}", phase=state.phase, round=state.round))


def _who(state: State) -> Who:
    """Return whose turn it is; when a round begins, it is still the Automata's if it has orders or news."""
    if state.at is Phase.YOUR_TURN:
        return Who.YOU
    upkeep = state.at is Phase.PHASE_END or (state.at is Phase.WHITE_DIE and not state.done + state.news)
    return Who.TABLE if upkeep else Who.BOT


def white_die(state: State) -> Content:
    """burgundy.turn.white."""
    ask = Roll("white_die", state.rolls["white_die"], 1, DEPOTS)
    facts = {"first": state.ahead_now}
    return Content(Text("Roll the white die"), orders(state), ask, facts, "burgundy.turn.white")


def your_turn(state: State) -> Content:
    """The idle screen: what it did, and what a new round brings (burgundy.phase.goods)."""
    deeds = (*state.done, *state.news)
    main = next((deed for kind in _MAIN for deed in deeds if isinstance(deed, kind)), None)
    lines, reports = turn_lines(state), _reports(state)
    if reports:
        lines = (*lines, Text("It leads in turn order.") if state.ahead == "bot" else Text("You lead in turn order."))
    return Content(
        headline(main),
        lines,
        Pick((Choice(GO_ON, Text("I have played my turn")), *reports), GO_ON),
        position(state),
        drawing=drawing_of(state, deeds),
    )


_MAIN = (Placed, Kept, Paid)
"""The first deed of the first of these kinds heads the idle screen."""


def _reports(state: State) -> tuple[Choice, ...]:
    """Return who is ahead where your ships can have changed it, and where it decides who starts the next round."""
    if state.first == "you" or not state.ships or state.last_of_all():
        return ()
    if state.ahead == "bot":
        return (Choice("ahead", Text("I lead in turn order")),)
    return (Choice("behind", Text("It leads in turn order")),)


def die(state: State) -> Content:
    """burgundy.turn.die."""
    ask = Roll("automata_die", state.rolls["automata_die"], 1, DEPOTS)
    facts = {"white": state.white, "active": state.active}
    return Content(Text("Roll its own die"), orders(state), ask, facts, "burgundy.turn.die")


# --- the end ---


def phase_end(state: State) -> Content:
    """burgundy.phase.refill, burgundy.ruling.mine_income."""
    return Content(
        Text("Phase {phase} is over", phase=state.phase),
        (
            *turn_lines(state),
            Text("Take all hex tiles off the board; goods stay."),
            Text("Refill the depots and the black market."),
            Text("Lay out 5 goods tiles for the next phase."),
        ),
        facts={"phase": state.phase, "silver": state.silver, **news(state)},
    )


def final(state: State) -> Content:
    """burgundy.end.score."""
    sheet = score(state)
    asked = ending.final(sheet, Text("It has {total} points", total=sheet.total), "burgundy.end.score")
    return replace(asked, lines=(*turn_lines(state), *ending.score_lines(sheet)))


def your_total(state: State) -> Content:
    """burgundy.end.winner."""
    sheet = score(state)
    line = Text("It has {total}; a tie is its own.", total=sheet.total)
    return ending.your_total(sheet, MAX_COUNT, Text("Your total?"), line, "burgundy.end.winner", PARTS)
