"""Words of his turn, and of a visit of yours that he follows: the questions of the State action and the visit."""

from typing import Any

from engines.kit.contract import Choice, Order
from engines.kit.decisions import NO_WORDS, Question, Words
from engines.kit.decks import Deck
from engines.kit.drawings import Drawing
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.lisboa import decide, side
from engines.lisboa.pieces import CHURCH_SPACES, COLUMNS, NOBLE_NAMES, SHIP_NAMES, STORE_NAMES, Thing, Type, cards
from engines.lisboa.state import Phase, State
from engines.lisboa.steps.deed import before_visit, courtier

PASSED = {
    "nothing": Text("Neither"),
    "treasury": Text("The Treasury"),
    "influence": Text("The Influence icon"),
}
NUMBER_LABELS = {
    "tile_wigs": Text("Wigs on its back"),
    "ship_influence": Text("Ship’s influence"),
    "ship_size": Text("Ship’s size"),
    "portfolio": Text("Portfolio: top row"),
    "treasury": Text("Treasury’s space"),
}
"""Lines of a screen that asks for several numbers."""
BEST_TILES = {
    "blue": Text("The blue architect’s"),
    "green": Text("The green architect’s"),
    "same": Text("Both, on the same space"),
    "none": Text("None can be built"),
}
TILE_LINES = {
    "blue": Text("The blue architect’s tile."),
    "green": Text("The green architect’s tile."),
}
TILE_WIGS_LABELS = {
    "blue": Text("Wigs of the blue tile"),
    "green": Text("Wigs of the green tile"),
}

NO_TILES: dict[Type, Text] = {
    "gold": Text("No gold tiles left"),
    "cloth": Text("No cloth tiles left"),
    "books": Text("No book tiles left"),
    "tools": Text("No tool tiles left"),
}


# --- his State action ---


def top_ship(state: State, question: Question) -> Content:
    """lisboa.ships.take."""
    words = SHIP_NAMES | {"none": Text("No ship is there")}
    ship = Order("ship", Text("Give him the top ship. You may use it as usual."))
    return _question(state, question, Text("Which ship is on top?"), courtier(state), ship, words=words)


def ship_numbers(state: State, question: Question) -> Content:
    """lisboa.ships.influence, lisboa.visit.cost: our cards lack the numbers of ships, so they are asked once."""
    return _numbers(state, question, _WHAT_HE_GETS)


def portfolio(state: State, question: Question) -> Content:
    """lisboa.ships.influence."""
    return _question(state, question, Text("Portfolio influence?"), Text("Nobles and Ships in your top row."))


def cardinal_passed(state: State, question: Question) -> Content:
    """lisboa.cardinal.treasury, lisboa.cardinal.church, lisboa.ruling.church."""
    lines = (courtier(state), Order("cardinal", Text("Move the Cardinal 2 spaces.")))
    headline = Text("What did he reach or pass?")
    return _question(state, question, headline, *lines, words=PASSED, cardinal=state.cardinal)


def tile_wigs(state: State, question: Question) -> Content:
    """lisboa.cardinal.move."""
    return _question(state, question, Text("Wigs on its back?"), _DISCARD_TILE, Text("If there is no tile: 0."))


def church_numbers(state: State, question: Question) -> Content:
    """lisboa.cardinal.move, lisboa.cardinal.church."""
    return _numbers(state, question, _WHAT_HE_GETS, _DISCARD_TILE)


_DISCARD_TILE = Order("tile", Text("Discard the tile in front of the Cardinal."))


def favor_back(state: State, question: Question) -> Content:
    """lisboa.ruling.favor_gone: the pile was empty."""
    where = Text("Look on the {noble}’s portrait.", noble=NOBLE_NAMES[question.facts["noble"]])
    return _question(state, question, Text("Is there a Favor again?"), courtier(state), where)


# --- a visit ---


def store_column(state: State, question: Question) -> Content:
    """lisboa.store.plot, lisboa.store.tie, lisboa.store.type."""
    out = question.facts["tiles_out"]
    words: dict[str, Text | Choice] = {
        "none": Text("No free plot"),
        **{decide.TILES_OUT[kind]: text for kind, text in NO_TILES.items()},
    }
    for column in COLUMNS:
        blocked = Text("no tiles") if column in question.blocked else None
        words[column] = Choice(column, _column_label(column, out), blocked=blocked)
    lines = (*before_visit(state), Text("Most wigs. Tie: top, then left."))
    return _question(state, question, Text("Where is his best plot?"), *lines, words=words, plots=_ids(cards().plots))


def store_wigs(state: State, question: Question) -> Content:
    """lisboa.store.score."""
    place = COLUMNS.index(question.facts["column"]) + 1
    store = Text("A {type} Store in column {n}.", type=STORE_NAMES[question.facts["type"]], n=place)
    return _question(state, question, Text("His wigs for it?"), store, cubes=_ids(cards().cubes))


def store_numbers(state: State, question: Question) -> Content:
    """lisboa.store.score, lisboa.visit.cost."""
    label = Text("Wigs of his {type} Store", type=STORE_NAMES[question.facts["type"]])
    return _numbers(state, question, _WHAT_HE_GETS, labels={"store_wigs": label}, cubes=_ids(cards().cubes))


def best_building(state: State, question: Question) -> Content:
    """lisboa.building.best."""
    words: dict[str, Text | Choice] = {**BEST_TILES}
    if favor := question.facts.get("favor"):
        missing = Text("No {noble}’s Favor left", noble=NOBLE_NAMES[favor])
        words["no_favor"] = Choice("no_favor", missing, Icon.WARNING)
    lines = (
        *before_visit(state),
        Text("Most wigs, his minus yours."),
        Text("Tie: the first space clockwise from the west of row D."),
    )
    return _question(state, question, Text("Which tile is best?"), *lines, words=words, sites=_ids(cards().sites))


def building_wigs(state: State, question: Question) -> Content:
    """lisboa.building.best."""
    return _question(
        state, question, Text("His wigs for it?"), TILE_LINES[question.facts["tile"]], sites=_ids(cards().sites)
    )


def building_numbers(state: State, question: Question) -> Content:
    """lisboa.building.best, lisboa.visit.cost."""
    label = TILE_WIGS_LABELS[question.facts["tile"]]
    return _numbers(state, question, _WHAT_HE_GETS, labels={"building_wigs": label}, sites=_ids(cards().sites))


def cost_numbers(state: State, question: Question) -> Content:
    """lisboa.visit.cost."""
    return _numbers(state, question, Text("What does he pay?"), *before_visit(state))


def your_officials(state: State, question: Question) -> Content:
    """lisboa.visit.cost."""
    lines = (*before_visit(state), Text("Yours in the {noble}’s office.", noble=NOBLE_NAMES[state.deed.noble]))
    return _question(state, question, Text("Your Officials?"), *lines, treasury=state.treasury)


def _ids(deck: Deck[Thing]) -> list[str]:
    return [one.id for one in deck.cards]


def _column_label(column: str, out: list[Any]) -> Text:
    kind = decide.store_type(column, out)  # type: ignore[arg-type]  # one of the five
    n = COLUMNS.index(column) + 1
    return Text("Column {n}", n=n) if kind is None else Text("Column {n}: {type}", n=n, type=STORE_NAMES[kind])


# --- all questions of his turn ---

_WHAT_HE_GETS = Text("What does he get?")


def _question(
    state: State, question: Question, headline: Text, *lines: Text | Order, words: Words = NO_WORDS, **facts: Any
) -> Content:
    """Return a question of his turn; its facts begin with his noble, his action and his Helper."""
    did = state.deed
    his = {"noble": did.noble, "action": did.action, "helper": state.helper}
    facts = his | question.facts | facts  # Why lists them in this order
    return Content(headline, lines, facts=facts, drawing=_drawing(state, question), words=words)


def _drawing(state: State, question: Question) -> Drawing | None:
    """Return the offices if one of them has just changed, else the place that a question is about."""
    if state.orders.keys() & {"officials", f"favor_{state.deed.favor}"}:
        return side.offices(state)
    match question.key:
        case "cardinal_passed":
            return side.church((state.cardinal + 2) % CHURCH_SPACES, 2)
        case "store_column":
            return side.columns(question.facts["tiles_out"])
        case "cost_numbers" | "your_officials":
            return side.offices(state)
    return None


def _numbers(
    state: State, question: Question, headline: Text, *lines: Text | Order, labels: Words = NO_WORDS, **facts: Any
) -> Content:
    """Return a question for several numbers of his turn; some have special labels."""
    officials = Text("Your Officials: {noble}", noble=NOBLE_NAMES[state.deed.noble])
    words = NUMBER_LABELS | {"your_officials": officials, **labels}
    if state.at is Phase.STATE_ACTION:
        words["treasury"] = Text("Treasury’s old space")
    return _question(state, question, headline, *lines, words=words, **facts)
