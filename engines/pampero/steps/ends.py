"""Words of the end of a round, and of the game."""

import msgspec

from engines.kit import ending
from engines.kit.contract import GO_ON, Choice, Done, Number, Order, Pick
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero import side
from engines.pampero.decide.gains import COMPARED_SPACES, winner
from engines.pampero.pieces import MAX_COUNT, SCORINGS
from engines.pampero.score import PARTS, result
from engines.pampero.state import MARKER_DOLLARS, State
from engines.pampero.steps.shared import deed, deed_facts, ongoing_reminder

MAX_INCOME = 99
"""In $, of a consolidation."""


def round_end(state: State) -> Content:
    """pampero.income.round, pampero.ruling.consolidation: what VJ did in his third turn, and what you may report."""
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
    base = Text("Consolidate by the base rules.")
    if known is not None:
        give = (Order("collect", Text("{icon} Give VJ ${n}.", icon=Icon.COIN, n=known)),) if known else ()
        lines = (base, *give, *ongoing_reminder(state))
        return Content(Text("Consolidation"), lines, facts=facts | {"income_money": known}, drawing=side.income(state))
    lines = (base, Text("Give VJ what his income markers show."), *ongoing_reminder(state))
    ask = Number(0, MAX_INCOME, min(state.last_income, MAX_INCOME))
    return Content(Text("VJ’s income in $?"), lines, ask, facts, "pampero.income.round", drawing=side.income(state))


def marked_spaces(_: State, __: Question) -> Content:
    """pampero.special.tile_27."""
    lines = (Text("VJ’s covered spaces with “!!”."), Text("$3 each; 0 if another tile is scored."))
    return Content(Text("Tile 2.7: how many?"), lines)


def scoring_money(state: State, question: Question) -> Content:
    """pampero.scoring.first, pampero.scoring.majority, pampero.special.tile_23."""
    facts = question.facts
    which = facts["which"]
    lines = [Text("Both score the common part."), Text("Icons of bonus tiles count, too.")]
    lines += [_majority(space, facts[f"vj_{space}"], facts[f"you_{space}"]) for space in COMPARED_SPACES[which]]
    if facts["marked"]:
        lines.append(Text("Beside the ${n} of tile 2.7.", n=MARKER_DOLLARS * facts["marked"]))
    if "2.3" in state.tiles and which != "second":
        lines.append(Text("Tile 2.3: his end-of-column mark."))
    return Content(Text("What does VJ score in $?"), tuple(lines))


def scored(state: State) -> Content:
    """pampero.scoring.majority, pampero.scoring.flip, pampero.majority.tie."""
    done = state.scored
    assert done is not None  # a scoring was told
    headlines = {
        "first": Text("1st scoring"),
        "second": Text("2nd scoring"),
        "final": Text("Final scoring"),
    }
    lines: list[Text | Order] = []
    if done.money:
        lines.append(Order("score", Text("{icon} Give VJ ${n}.", icon=Icon.COIN, n=done.money)))
    pairs = {int(space): state.majority[int(space) - 1] for space in done.winners}
    lines += [_majority(space, pair.vj, pair.you) for space, pair in pairs.items()]
    if done.which == "first":
        lines.append(Text("No majority is compared."))
    if done.which == "second":
        lines.append(Order("flip", Text("{icon} Turn solo card 1 face down.", icon=Icon.CARD)))
    return Content(headlines[done.which], tuple(lines), facts=msgspec.to_builtins(done))


def final(state: State) -> Content:
    """pampero.end.most_money."""
    options = (Choice("total", Text("Enter my money")), Choice("skip", Text("Keep it to myself")))
    return Content(
        Text("VJ has ${n}", n=state.vj.money),
        (Text("Count it on the table, too."), Text("Most money wins.")),
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


def _majority(space: int, vj: int, you: int) -> Text:
    whose = Text("yours") if winner(vj, you) == "you" else Text("VJ’s")
    return Text("Majority {n}: {winner}, {vj}–{you}.", n=space, winner=whose, vj=vj, you=you)
