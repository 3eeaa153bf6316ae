"""Words of a visit: his own, or one that follows yours."""

from typing import Any

from engines.kit.contract import GO_ON, Choice, Pick
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.lisboa import decide, side
from engines.lisboa.pieces import COLUMNS, NAMES, STORES, cards
from engines.lisboa.state import State
from engines.lisboa.steps.deed import before_visit, facts, headline, lines
from engines.lisboa.steps.shared import WIGS_CHANGED, asked, done, missed, numbers

BEST = {
    "blue": Text("The blue architect’s"),
    "green": Text("The green architect’s"),
    "same": Text("Equal, same space"),
    "none": Text("None can be built"),
}
TILES = {
    "blue": Text("The blue architect’s tile, on its best space."),
    "green": Text("The green architect’s tile, on its best space."),
}


def store_column(state: State, question: Question) -> Content:
    """lisboa.store.plot, lisboa.store.tie, lisboa.store.type."""
    out = question.facts["tiles_out"]
    words: dict[str, Text | Choice] = {
        "none": Text("No free plot"),
        "out": Text("A stack of tiles is out"),
    }
    for column in COLUMNS:
        blocked = Text("tiles out") if column in question.blocked else None
        words[column] = Choice(column, _column(column, out), blocked=blocked)
    first = () if state.answers else before_visit(state, done(state))
    rule = Text("Most wigs; tie: topmost, leftmost.")
    plots = [plot.id for plot in cards().plots.cards]
    return asked(state, question, Text("Store: column?"), *first, rule, words=words, plots=plots)


def tiles_out(state: State, question: Question) -> Content:
    """lisboa.store.type."""
    line = Text("The stack of City tiles that is empty.")
    return asked(state, question, Text("Which tiles are out?"), line, words=STORES)


def store_wigs(state: State, question: Question) -> Content:
    """lisboa.store.score."""
    return asked(state, question, Text("His wigs for it?"), _store(question), cubes=_cubes())


def store_numbers(state: State, question: Question) -> Content:
    """lisboa.store.score, lisboa.visit.cost."""
    return numbers(state, question, Text("What does he get?"), _store(question), cubes=_cubes())


def _store(question: Question) -> Text:
    place = COLUMNS.index(question.facts["column"]) + 1
    return Text("A {type} Store in column {n}.", type=STORES[question.facts["type"]], n=place)


def best_building(state: State, question: Question) -> Content:
    """lisboa.building.best."""
    words: dict[str, Text | Choice] = {**BEST}
    if favor := question.facts.get("favor"):
        missing = Text("No {noble}’s Favor left", noble=NAMES[favor])
        words["no_favor"] = Choice("no_favor", missing, Icon.WARNING)
    lines = (
        *before_visit(state, done(state)),
        Text("Best: most wigs, his less yours."),
        Text("Tie: first space clockwise from the west of row D."),
    )
    return asked(state, question, Text("Best building?"), *lines, words=words, sites=_sites())


def building_wigs(state: State, question: Question) -> Content:
    """lisboa.building.best."""
    return asked(state, question, Text("His wigs for it?"), TILES[question.facts["tile"]], sites=_sites())


def building_numbers(state: State, question: Question) -> Content:
    """lisboa.building.best, lisboa.visit.cost."""
    return numbers(state, question, Text("What does he get?"), TILES[question.facts["tile"]], sites=_sites())


def cost_numbers(state: State, question: Question) -> Content:
    """lisboa.visit.cost."""
    return numbers(state, question, Text("His cost?"), *before_visit(state, done(state)))


def your_officials(state: State, question: Question) -> Content:
    """lisboa.visit.cost."""
    lines = (*before_visit(state, done(state)), Text("Treasury on {n}.", n=state.treasury))
    return asked(state, question, Text("Your Officials?"), *lines, treasury=state.treasury)


def shown(state: State) -> Content:
    """What he did in the last turn of a period, which no turn of yours follows at once."""
    did = done(state)
    ask = Pick((Choice(GO_ON, Text("Done")), WIGS_CHANGED, *missed(did)), GO_ON)
    return Content(headline(did), lines(state, did), ask, facts(state), drawing=side.display(state))


def _sites() -> list[str]:
    return [site.id for site in cards().sites.cards]


def _cubes() -> list[str]:
    return [cube.id for cube in cards().cubes.cards]


def _column(column: str, out: list[Any]) -> Text:
    kind = decide.kind_in(column, out)  # type: ignore[arg-type]  # one of the five
    n = COLUMNS.index(column) + 1
    return Text("Column {n}", n=n) if kind is None else Text("Column {n}: {type}", n=n, type=STORES[kind])
