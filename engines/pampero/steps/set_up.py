"""Words of the set-up."""

from engines.kit.contract import Order
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero import side
from engines.pampero.board import MAX_TOWERS
from engines.pampero.card import ZONES
from engines.pampero.state import State
from engines.pampero.steps.shared import amounts
from engines.pampero.words import MAJORITIES, OPTIONS, card_title


def sectors_right(state: State, _: Question) -> Content:
    """pampero.ruling.sectors."""
    a, b, c = (state.board.zones[zone] for zone in ZONES)
    return Content(Text("Are these the sectors?"), (Text("Zone A: {a}; B: {b}; C: {c}.", a=a, b=b, c=c),))


def sectors_of_zone(_: State, question: Question) -> Content:
    """pampero.ruling.sectors."""
    return Content(Text("Sectors of zone {zone}?", zone=question.facts["zone"]), (Text("The board has six in all."),))


def towers_owned(_: State, __: Question) -> Content:
    """pampero.setup.board."""
    return Content(Text("How many towers has VJ?"), (Text("Count them on his grid board."),))


def income_row(_: State, question: Question) -> Content:
    """pampero.income.rightmost: the order of the income tracks."""
    headline = Text("Income track {n}?", n=question.facts["row"])
    words = OPTIONS | {"end": Text("No further track")}
    return Content(headline, (Text("VJ’s grid board, from the top."),), words=words)


def transformers(_: State, question: Question) -> Content:
    """pampero.ruling.locked: what each tower of his grid board unlocks."""
    lines = (Text("Under each tower of VJ’s grid board, from the left."),)
    return amounts(question, Text("Locked transformers?"), lines, COLUMNS)


COLUMNS = {f"column_{n}": Text("Column {n}", n=n) for n in range(1, MAX_TOWERS + 1)}
"""The columns of his grid board that have a tower."""


def money_at_start(_: State, __: Question) -> Content:
    """pampero.ruling.money."""
    return Content(Text("VJ’s money at the start?"), (Text("As a player in a game for two."),))


def unlocked_at_start(_: State, __: Question) -> Content:
    """pampero.ruling.locked."""
    return Content(Text("How many are unlocked?"), (Text("In columns without a tower."),))


def solo_card(state: State, question: Question) -> Content:
    """pampero.setup.solo_cards, pampero.ruling.spaces."""
    titles = {card.key: card_title(card) for card in state.deck}
    others = {name: Text("Card no. {n}", n=name.removeprefix("card_")) for name in question.ids if name not in titles}
    names = others | titles | {"other": Text("Another card")}
    space = question.facts["space"]
    symbols = {
        1: Text("Symbol: the 2nd scoring tile’s."),
        2: Text("Symbol: end scoring tile A’s."),
        3: Text("Symbol: end scoring tile B’s."),
    }
    return Content(Text("Solo card, red track {n}?", n=space), (symbols[space],), words=names)


def card_number(_: State, question: Question) -> Content:
    """pampero.setup.solo_cards: a card that is not known is called by its number."""
    return Content(Text("Its number?"), (Text("Printed on the card at space {n}.", n=question.facts["space"]),))


def card_majority(_: State, question: Question) -> Content:
    """pampero.setup.solo_cards: it says whose side of its majority the device counts."""
    lines = (Text("The symbol on the left of the card at space {n}.", n=question.facts["space"]),)
    return Content(Text("Its majority?"), lines, words=MAJORITIES | {"other": Text("Another majority")})


def special_tiles(_: State, question: Question) -> Content:
    """pampero.special.tile_23, pampero.special.tile_27."""
    words = {tile: Text("Tile {tile}", tile=tile) for tile in question.ids}
    return Content(Text("Which of these are in play?"), (Text("Scoring tiles; usually none."),), words=words)


def lay_out(state: State) -> Content:
    """pampero.setup.normal, pampero.setup.your_board, pampero.setup.vj_board, pampero.setup.scoring_tiles."""
    return Content(
        Text("Set up for two"),
        (
            Text("Turn up the board’s side for 2 players; use its time track."),
            Text("Take a colour and its board."),
            Text("Give VJ a colour and the solo grid board."),
            Text("Lay scoring tiles as in a normal base game."),
        ),
        rule="pampero.setup.normal",
    )


def place_pieces(state: State) -> Content:
    """pampero.setup.disc, pampero.setup.wind_farm, pampero.setup.no_tower, pampero.setup.yours."""
    sector = next(iter(state.vj.wind))
    farm = Text("{icon} Put VJ’s wind farm on a starting space of {sector}.", icon=Icon.MARKER, sector=sector)
    return Content(
        Text("Place the pieces"),
        (
            Text("Set up yourself as usual."),
            Text("Put your disc on the first space of time; VJ has none."),
            Order("wind_farm", farm),
            Text("Put no tower and no bulldozer of VJ on the board."),
        ),
        facts={"sector": sector},
        drawing=side.places(state, "wind"),
    )


def supply(state: State) -> Content:
    """pampero.setup.energy, pampero.setup.batteries, pampero.ruling.money."""
    vj, total = state.vj, state.board.supply.batteries_total
    lines = [
        Order("energy", Text("Put both energy markers on {n}.", n=vj.energy)),
        Order("supply", Text("Keep {n} batteries in the game.", n=total)),
        Order("batteries", Text("Take 1 battery, and give VJ 1.")),
    ]
    if vj.money:
        lines.append(Order("money", Text("Give VJ ${n}.", n=vj.money)))
    facts = {"energy": vj.energy, "batteries": vj.batteries, "batteries_total": total, "money": vj.money}
    return Content(
        Text("Energy and batteries"),
        tuple(lines),
        facts=facts,
        rule="pampero.ruling.twelve_batteries",
        drawing=side.purse(state),
    )
