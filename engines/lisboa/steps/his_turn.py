"""Words of his turn, and of a visit of yours that he follows: the questions of the State action and the visit."""

from typing import Any

from engines.kit.contract import Choice, Order
from engines.kit.decisions import NO_WORDS, Question, Words
from engines.kit.decks import Deck
from engines.kit.drawings import Drawing
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.lisboa import decide, side
from engines.lisboa.pieces import CHURCH_SPACES, COLUMNS, NAMES, SHIP_NAMES, STORES, Thing, cards
from engines.lisboa.state import Phase, State
from engines.lisboa.steps.deed import before_visit, destination

PASSED = {
    "nothing": Text("Neither"),
    "treasury": Text("The Treasury"),
    "influence": Text("The Influence icon"),
}
COUNTS = {
    "store_wigs": Text("Wigs for him"),
    "building_wigs": Text("Wigs for him"),
    "tile_wigs": Text("Wigs on its back"),
    "ship_influence": Text("Its influence"),
    "ship_size": Text("Its size"),
    "portfolio": Text("Your portfolio"),
    "treasury": Text("Treasury’s space"),
}
"""Lines of a screen that asks for several numbers."""
EXPLAINED = {
    "ship_size": Text("Its size: what it scores at the end."),
    "portfolio": Text("Your portfolio: influence of its top row."),
}
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


# --- his State action ---


def top_ship(state: State, question: Question) -> Content:
    """lisboa.ships.take."""
    words = SHIP_NAMES | {"none": Text("No ship is there")}
    lines = (*destination(state), *_first(state, "ship", Text("Give him the top ship.")))
    return _question(state, question, Text("Which ship?"), *lines, words=words)


def ship_numbers(state: State, question: Question) -> Content:
    """lisboa.ships.influence, lisboa.visit.cost; a ship's numbers are asked once, since they are not in our cards."""
    ship = Text("{ship}.", ship=SHIP_NAMES[question.facts["ship"]])
    return _numbers(state, question, Text("What does he get?"), ship)


def portfolio(state: State, question: Question) -> Content:
    """lisboa.ships.influence."""
    return _question(state, question, Text("Portfolio influence?"), Text("Nobles and Ships in your top row."))


def cardinal_passed(state: State, question: Question) -> Content:
    """lisboa.cardinal.treasury, lisboa.cardinal.church, lisboa.ruling.church."""
    lines = (*destination(state), *_first(state, "cardinal", Text("Move the Cardinal 2 spaces.")))
    return _question(state, question, Text("Reached or passed?"), *lines, words=PASSED, cardinal=state.cardinal)


def tile_wigs(state: State, question: Question) -> Content:
    """lisboa.cardinal.move."""
    return _question(state, question, Text("Wigs on its back?"), _TILE, Text("No tile there: 0."))


def church_numbers(state: State, question: Question) -> Content:
    """lisboa.cardinal.move, lisboa.cardinal.church."""
    return _numbers(state, question, Text("What does he get?"), _TILE)


_TILE = Order("tile", Text("Discard the tile in front of the Cardinal."))


def _first(state: State, name: str, text: Text) -> tuple[Order, ...]:
    """Return what his State action begins with, unless that was done before a value was corrected."""
    return (Order(name, text),) if name in state.orders else ()


def favor_back(state: State, question: Question) -> Content:
    """lisboa.ruling.favor_gone: the pile was empty."""
    where = Text("A Royal Favor on the {noble}’s portrait.", noble=NAMES[question.facts["noble"]])
    return _question(state, question, Text("Is there one again?"), *destination(state), where)


# --- a visit ---


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
    first = () if state.answers else before_visit(state, state.deed)
    rule = Text("Most wigs; tie: topmost, leftmost.")
    return _question(state, question, Text("Store: column?"), *first, rule, words=words, plots=_ids(cards().plots))


def tiles_out(state: State, question: Question) -> Content:
    """lisboa.store.type."""
    line = Text("The stack of City tiles that is empty.")
    return _question(state, question, Text("Which tiles are out?"), line, words=STORES)


def store_wigs(state: State, question: Question) -> Content:
    """lisboa.store.score."""
    return _question(state, question, Text("His wigs for it?"), _store(question), cubes=_ids(cards().cubes))


def store_numbers(state: State, question: Question) -> Content:
    """lisboa.store.score, lisboa.visit.cost."""
    return _numbers(state, question, Text("What does he get?"), _store(question), cubes=_ids(cards().cubes))


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
        *before_visit(state, state.deed),
        Text("Best: most wigs, his less yours."),
        Text("Tie: first space clockwise from the west of row D."),
    )
    return _question(state, question, Text("Best building?"), *lines, words=words, sites=_ids(cards().sites))


def building_wigs(state: State, question: Question) -> Content:
    """lisboa.building.best."""
    return _question(
        state, question, Text("His wigs for it?"), TILES[question.facts["tile"]], sites=_ids(cards().sites)
    )


def building_numbers(state: State, question: Question) -> Content:
    """lisboa.building.best, lisboa.visit.cost."""
    return _numbers(
        state, question, Text("What does he get?"), TILES[question.facts["tile"]], sites=_ids(cards().sites)
    )


def cost_numbers(state: State, question: Question) -> Content:
    """lisboa.visit.cost."""
    return _numbers(state, question, Text("His cost?"), *before_visit(state, state.deed))


def your_officials(state: State, question: Question) -> Content:
    """lisboa.visit.cost."""
    lines = (*before_visit(state, state.deed), Text("Treasury on {n}.", n=state.treasury))
    return _question(state, question, Text("Your Officials?"), *lines, treasury=state.treasury)


def _ids(deck: Deck[Thing]) -> list[str]:
    return [one.id for one in deck.cards]


def _column(column: str, out: list[Any]) -> Text:
    kind = decide.store_type(column, out)  # type: ignore[arg-type]  # one of the five
    n = COLUMNS.index(column) + 1
    return Text("Column {n}", n=n) if kind is None else Text("Column {n}: {type}", n=n, type=STORES[kind])


# --- all questions of his turn ---


def _question(
    state: State, question: Question, headline: Text, *lines: Text | Order, words: Words = NO_WORDS, **facts: Any
) -> Content:
    """Return a question of his turn: with its facts go those that say where he is."""
    did = state.deed
    known = {"noble": did.noble, "action": did.action, "helper": state.helper}
    facts = known | question.facts | facts  # Why says them in this order
    return Content(headline, lines, facts=facts, drawing=_place(state, question), words=words)


def _place(state: State, question: Question) -> Drawing | None:
    """Return the offices where something has just come to one of them, else the place that a question is about."""
    did = state.deed
    if did.action in {"officials", "favor"} and not did.skipped and not did.action_told and state.at is Phase.VISIT:
        return side.offices(state)
    match question.key:
        case "cardinal_passed":
            return side.church((state.cardinal + 2) % CHURCH_SPACES, 2)
        case "store_column":
            return side.columns(question.facts["tiles_out"])
        case "cost_numbers" | "your_officials":
            return side.offices(state)
    return None


def _numbers(state: State, question: Question, headline: Text, *lines: Text | Order, **facts: Any) -> Content:
    """Return a question for several numbers of his turn; it says what each is where its line is too short for that."""
    labels = COUNTS | {"your_officials": Text("Your Officials: {noble}", noble=NAMES[state.deed.noble])}
    if state.at is Phase.STATE_ACTION:
        labels["treasury"] = Text("Treasury before it moves")
    more = (EXPLAINED[name] for name in question.counts if name in EXPLAINED)
    return _question(state, question, headline, *lines, *more, words=labels, **facts)
