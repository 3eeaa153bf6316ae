"""Words of the end of a round, and of the game."""

from engines.kit import ending
from engines.kit.contract import GO_ON, Choice, Done, Number, Order, Pick
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero import side
from engines.pampero.decide.gains import COMPARED_SPACES, winner
from engines.pampero.pieces import MAX_COUNT, SCORINGS, Pair
from engines.pampero.score import PARTS, result
from engines.pampero.state import MARKED_SPACE_DOLLARS, State
from engines.pampero.steps.shared import deed, deed_facts, ongoing_reminder, pending_orders

MAX_INCOME = 99
"""The most $ of a consolidation that can be entered."""


def round_end(state: State) -> Content:
    """pampero.income.round, pampero.ruling.consolidation: VJ's third turn, and your reports."""
    headline, lines = deed(state)
    scorings = {
        "first": Text("I reach the 1st scoring"),
        "second": Text("I reach the 2nd scoring"),
        "final": Text("I reach the final scoring"),
    }
    report = Choice("scoring", scorings[SCORINGS[state.clock.scorings_done]], Icon.TROPHY)
    ask = Done() if state.is_scoring_due() else Pick((Choice(GO_ON, Text("I consolidate, no scoring")), report), GO_ON)
    return Content(headline, lines, ask, deed_facts(state), drawing=side.changed_part(state))


def consolidation(state: State) -> Content:
    """pampero.income.round, pampero.ruling.consolidation."""
    known = state.income()
    facts = {"round": state.clock.round, "income": state.income_places(), "ongoing_tiles": list(state.vj.ongoing)}
    if known is not None:
        give = (Order("collect", Text("{icon} Give VJ ${n}.", icon=Icon.COIN, n=known)),) if known else ()
        lines = (Text("Consolidate by the base rules."), *give, *ongoing_reminder(state))
        return Content(Text("Consolidation"), lines, facts=facts | {"income_money": known}, drawing=side.income(state))
    lines = (Text("Consolidate. Give it to him."), *ongoing_reminder(state))
    ask = Number(0, MAX_INCOME, min(state.last_income, MAX_INCOME))
    headline = Text("What is VJ’s income?")
    return Content(headline, lines, ask, facts, "pampero.income.round", drawing=side.income(state))


def marked_spaces(state: State, __: Question) -> Content:
    """pampero.special.tile_27."""
    lines = (*pending_orders(state), Text("Spaces with “!!” that VJ covers: $3 each. 0 if tile 2.7 is not scored now."))
    return Content(Text("Tile 2.7: how many “!!”?"), lines)


def scoring_money(state: State, question: Question) -> Content:
    """pampero.scoring.first, pampero.scoring.majority, pampero.special.tile_23."""
    facts = question.facts
    which = facts["which"]
    lines = [*pending_orders(state)]
    lines += [_majority(space, state.majority[space - 1]) for space in COMPARED_SPACES[which]]
    if which == "first":
        lines.append(Text("His bonus tiles’ icons count."))
    if facts["marked"]:
        lines.append(Text("The ${n} of tile 2.7 come on top.", n=MARKED_SPACE_DOLLARS * facts["marked"]))
    if "2.3" in state.tiles and which != "second":
        lines.append(Text("Tile 2.3: count the mark at the end of his columns."))
    headlines = {
        "first": Text("1st scoring: VJ’s $?"),
        "second": Text("2nd scoring: VJ’s $?"),
        "final": Text("Final scoring: VJ’s $?"),
    }
    return Content(headlines[which], tuple(lines))


def final(state: State) -> Content:
    """pampero.end.most_money."""
    options = (Choice("total", Text("Enter my money")), Choice("skip", Text("Keep it to myself")))
    return Content(
        Text("VJ has ${n}", n=state.vj.money),
        (*pending_orders(state), Text("Count it on the table, too.")),
        Pick(options, "total"),
        {"money": state.vj.money},
        "pampero.end.most_money",
    )


def your_total(state: State) -> Content:
    """pampero.end.most_money."""
    return Content(
        Text("Your money?"),
        (Text("VJ has ${n}.", n=state.vj.money),),
        Number(0, MAX_COUNT, state.vj.money, parts=PARTS),
        {"money": state.vj.money},
        "pampero.end.most_money",
    )


def over(state: State) -> Content:
    """pampero.end.most_money."""
    return ending.over(result(state), (Text("VJ has ${n}.", n=state.vj.money),))


def _majority(space: int, pair: Pair) -> Text:
    if winner(pair.vj, pair.you) == "you":
        return Text("Majority {card} is yours, {you} to {vj}.", card=space, vj=pair.vj, you=pair.you)
    return Text("Majority {card} is VJ’s, {vj} to {you}.", card=space, vj=pair.vj, you=pair.you)
