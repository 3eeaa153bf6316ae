"""Words of your turn: what VJ did, and what you may report."""

from engines.kit.contract import GO_ON, Choice, Pick
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero import side
from engines.pampero.card import ZONES
from engines.pampero.state import State
from engines.pampero.steps.deed import deed, facts_of
from engines.pampero.steps.majorities import changes


def your_turn(state: State) -> Content:
    """The idle screen: what VJ did, and what you may report (pampero.pay.bulldozer, pampero.pass.once).

    The majorities stand there as they are known: they decide which card VJ follows (pampero.majority.markers).
    """
    skip = Text("Done, and I skip VJ’s turn")
    must_pass = state.must_pass()
    options = [
        Choice(GO_ON, skip if must_pass else Text("I have played my turn")),
        *changes(state, 1),
        *([Choice("lowered", Text("A majority went down"))] if state.can_be_lowered() else []),
        Choice("paid", Text("I paid VJ"), Icon.COIN),
    ]
    if state.flags.pass_tile_unused and not must_pass:
        options.append(Choice("pass", skip, Icon.FLAG))
    headline, lines = deed(state)
    if must_pass:
        lines = (*lines, Text("The pass tile skips VJ’s last turn."))
    elif state.pass_tile_waits() and state.first_down():
        lines = (*lines, Text("Your pass tile is still unused."))
    return Content(headline, lines, Pick(tuple(options), GO_ON), facts_of(state), drawing=side.changed(state))


def last_round(_: State, __: Question) -> Content:
    """pampero.ruling.pass_tile: how long a game is, only you see."""
    lines = (Text("Your pass tile is still unused."), Text("If the game ends with this round, VJ’s turn is skipped."))
    return Content(Text("Is this the last round?"), lines)


def paid(state: State) -> Content:
    """pampero.pay.bulldozer, pampero.pay.tower, pampero.pay.prices, pampero.ruling.real_tower."""
    prices = state.board.prices
    options = tuple(Choice(zone, Text("Zone {zone}: ${n}", zone=zone, n=prices[zone])) for zone in ZONES)
    towers = tuple(sector for sector in state.board.sectors if state.vj.towers.get(sector))
    lines = (
        Text("For his bulldozer or his tower."),
        Text("VJ’s towers: {sectors}.", sectors=towers) if towers else Text("VJ has no tower yet."),
    )
    facts = {"prices": [prices[zone] for zone in ZONES], "towers": list(towers)}
    ask = Pick(options, ZONES[0])
    shown = side.places(state, "towers")
    return Content(Text("You paid VJ: where?"), lines, ask, facts, "pampero.pay.prices", drawing=shown)
