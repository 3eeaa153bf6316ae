"""Words of rounds: the header, the dice, your turn with what the Automata did, the end of a phase and of the game."""

from msgspec.structs import replace

from engines.burgundy.pieces import DEPOTS, MAX_COUNT
from engines.burgundy.score import PARTS, score
from engines.burgundy.state import Phase, State
from engines.burgundy.steps.deed import drawing_of, headline, news, orders, position
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
    """Return whose turn it is; the Automata's turn lasts until you have its orders."""
    if state.at is Phase.YOUR_TURN:
        return Who.YOU
    upkeep = state.at is Phase.PHASE_END or (state.at is Phase.WHITE_DIE and not state.done + state.news)
    return Who.TABLE if upkeep else Who.BOT


def white_die(state: State) -> Content:
    """burgundy.turn.white."""
    ask = Roll("white_die", state.rolls["white_die"], 1, DEPOTS)
    facts = {"first": state.ahead_now}
    headline, drawing = Text("Roll the white die"), drawing_of(state)
    return Content(headline, orders(state), ask, facts, "burgundy.turn.white", drawing=drawing)


def your_turn(state: State) -> Content:
    """The idle screen: what is still to be done, and what a new round brings (burgundy.phase.goods)."""
    done = Choice(GO_ON, Text("My turn is done"))
    ask = Pick((done, *_reports(state)), GO_ON)
    return Content(headline(state), orders(state), ask, position(state), drawing=drawing_of(state))


def _reports(state: State) -> tuple[Choice, ...]:
    """Return the row that reports a change in turn order, if your ships may have changed who starts next."""
    if state.first == "you" or not state.ships or state.is_last_round_of_play():
        return ()
    if state.ahead == "bot":
        return (Choice("ahead", Text("I am ahead in turn order now")),)
    return (Choice("behind", Text("It is ahead in turn order now")),)


def die(state: State) -> Content:
    """burgundy.turn.die."""
    ask = Roll("automata_die", state.rolls["automata_die"], 1, DEPOTS)
    facts = {"white": state.white, "active": state.active}
    return Content(Text("Roll its die"), orders(state), ask, facts, "burgundy.turn.die")


# --- the end ---


def phase_end(state: State) -> Content:
    """burgundy.phase.refill, burgundy.ruling.mine_income."""
    return Content(
        Text("Phase {phase} is over", phase=state.phase),
        (
            *orders(state),
            Text("Replace the board’s hex tiles."),
            Text("Lay out the next 5 goods tiles."),
        ),
        facts={"phase": state.phase, "silver": state.silver, **news(state)},
        drawing=drawing_of(state),
    )


def final(state: State) -> Content:
    """burgundy.end.score."""
    sheet = score(state)
    asked = ending.bot_total(sheet, Text("It has {total} points", total=sheet.total), "burgundy.end.score")
    return replace(asked, lines=(*orders(state), *ending.score_lines(sheet)))


def your_total(state: State) -> Content:
    """burgundy.end.winner."""
    sheet = score(state)
    line = Text("It has {total} points. It wins ties.", total=sheet.total)
    return ending.your_total(sheet, MAX_COUNT, Text("Your total?"), line, "burgundy.end.winner", PARTS)
