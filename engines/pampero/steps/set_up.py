"""Words of the set-up."""

from engines.kit.contract import Order
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero import side
from engines.pampero.board import MAX_TOWERS
from engines.pampero.state import State
from engines.pampero.steps.shared import amounts_content
from engines.pampero.words import MAJORITIES, TYPE_OPTIONS, card_title, type_word


def board(state: State, question: Question) -> Content:
    """pampero.setup.board, pampero.ruling.sectors, pampero.ruling.locked, pampero.ruling.money: all on one screen."""
    facts = question.facts
    types = tuple(type_word(name) for name in facts["tracks"])
    tiles = tuple(facts["tiles"]) or Text("none")
    columns = Text("{numbers}", numbers="\N{NO-BREAK SPACE}".join(map(str, facts["columns"])))
    lines = (
        Text("Sectors {sectors}.", sectors=tuple(facts["sectors"])),
        Text("{n} towers lock {columns}.", n=facts["towers"], columns=columns),
        Text("Unlocked: {unlocked}. VJ has ${n}.", unlocked=facts["unlocked"], n=facts["money"]),
        Text("Tracks: {types}.", types=types),
    )
    words = BOARD_ANSWER_WORDS | {"tiles": Text("Tiles 2.3, 2.7: {tiles}", tiles=tiles)}
    return Content(Text("Is this your board?"), lines, words=words)


BOARD_ANSWER_WORDS = {
    "confirmed": Text("Yes, all of it"),
    "zones": Text("No: other sectors"),
    "towers": Text("No: other towers"),
    "columns": Text("No: other transformers"),
    "unlocked": Text("No: some without a tower"),
    "tracks": Text("No: other income tracks"),
    "money": Text("No: other money"),
}
"""The answers about the board, except that about special tiles."""


def sectors_of_zone(_: State, question: Question) -> Content:
    """pampero.ruling.sectors."""
    return Content(
        Text("How many sectors has zone {zone}?", zone=question.facts["zone"]), (Text("The board has six in all."),)
    )


def towers_owned(_: State, __: Question) -> Content:
    """pampero.setup.board."""
    return Content(Text("How many towers has VJ?"), (Text("Count them on his grid board."),))


def income_row(_: State, question: Question) -> Content:
    """pampero.income.rightmost: the order of the income tracks."""
    headline = Text("Which is income track {n}?", n=question.facts["row"])
    words = TYPE_OPTIONS | {"end": Text("No further track")}
    return Content(headline, (Text("On VJ’s grid board, from the top."),), words=words)


def transformers(_: State, question: Question) -> Content:
    """pampero.ruling.locked: the transformers that each tower of his grid board unlocks."""
    lines = (Text("Transformers under each tower, from the left."),)
    return amounts_content(question, Text("How many are locked?"), lines, COLUMN_WORDS)


COLUMN_WORDS = {f"column_{n}": Text("Column {n}", n=n) for n in range(1, MAX_TOWERS + 1)}
"""The columns of his grid board that have a tower."""


def money_at_start(_: State, __: Question) -> Content:
    """pampero.ruling.money."""
    return Content(Text("How many $ has VJ at first?"), (Text("As a player in a game for two."),))


def unlocked_at_start(_: State, __: Question) -> Content:
    """pampero.ruling.locked."""
    return Content(Text("How many are unlocked?"), (Text("Transformers in columns without a tower."),))


def solo_card(state: State, question: Question) -> Content:
    """pampero.setup.solo_cards, pampero.ruling.spaces."""
    titles = {card.key: card_title(card) for card in state.deck}
    others = {name: Text("Card no. {n}", n=name.removeprefix("card_")) for name in question.ids if name not in titles}
    names = others | titles | {"other": Text("Another card")}
    space = question.facts["space"]
    symbols = {
        1: Text("For the 2nd scoring tile."),
        2: Text("For end scoring tile A."),
        3: Text("For end scoring tile B."),
    }
    return Content(Text("Solo card at space {n}?", n=space), (symbols[space],), words=names)


def card_number(_: State, question: Question) -> Content:
    """pampero.setup.solo_cards: an unknown card is identified by its number."""
    return Content(
        Text("Which number has the card?"), (Text("The solo card at space {n}.", n=question.facts["space"]),)
    )


def card_majority(_: State, __: Question) -> Content:
    """pampero.setup.solo_cards: by the majority the device knows whether it counts VJ's side."""
    lines = (Text("See the symbol on its left."),)
    return Content(Text("Which majority is it for?"), lines, words=MAJORITIES | {"other": Text("Another majority")})


def special_tiles(_: State, question: Question) -> Content:
    """pampero.special.tile_23, pampero.special.tile_27."""
    words = {tile: Text("Tile {tile}", tile=tile) for tile in question.ids}
    return Content(Text("Which of these are in play?"), (Text("Scoring tiles; mostly none."),), words=words)


def lay_out(_: State) -> Content:
    """pampero.setup.normal, pampero.setup.your_board, pampero.setup.vj_board, pampero.setup.scoring_tiles."""
    return Content(
        Text("Set up for 2 players"),
        (
            Text("Use the printed time track."),
            Text("Give VJ a colour and the solo grid board."),
        ),
        rule="pampero.setup.normal",
    )


def place_pieces(state: State) -> Content:
    """Say where pieces go (pampero.setup.disc, wind_farm, energy, batteries, pass_tile, pampero.ruling.money)."""
    vj, total = state.vj, state.board.supply.batteries_total
    sector = next(iter(vj.wind))
    farm = Text(
        "{icon} Put only a wind farm of VJ on the board: on a starting space of {sector}.",
        icon=Icon.MARKER,
        sector=sector,
    )
    lines: list[Text | Order] = [
        Order("wind_farm", farm),
        Order("energy", Text("Put both energy markers on {n}.", n=vj.energy)),
        Order("batteries", Text("Keep {n} batteries in the game. Take 1, and give VJ 1.", n=total)),
        Text("Lay the pass tile brain side up."),
    ]
    if vj.money:
        lines.append(Order("money", Text("Give VJ ${n}.", n=vj.money)))
    facts = {"sector": sector, "energy": vj.energy, "batteries": vj.batteries, "batteries_total": total}
    drawing = side.pieces(state, "wind")
    return Content(Text("Place the pieces"), tuple(lines), facts=facts | {"money": vj.money}, drawing=drawing)
