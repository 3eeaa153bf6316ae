"""Options of a play of The Castles of Burgundy, its start, and how its pieces are put away."""

import msgspec

from engines.burgundy.pieces import AUTOMATA, Card, book, cards
from engines.burgundy.state import Phase, State
from engines.kit.contract import Choice, Refused
from engines.kit.options import Choose, Embed, Option, Options, Source, Switch, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text

DIFFICULTIES = (
    Choice("easy", Text("Easy"), note=Text("Its cards score least. It ends at about 171 points.")),
    Choice("medium", Text("Medium"), note=Text("It ends at about 195 points.")),
    Choice("hard", Text("Hard"), note=Text("Its cards score most. It ends at about 219 points.")),
)
"""The points are means of the fact sheet, over 1,500 simulated plays a level."""

SOURCES = (
    Source("cards", Text("Automata cards"), "deck"),
    Source("white_die", Text("White die"), "die"),
    Source("automata_die", Text("Automata die"), "die"),
)
DECKS = (AUTOMATA,)


def options() -> tuple[Option, ...]:
    """Return the options to be chosen before a play (burgundy.setup.difficulty)."""
    return (
        Choose("difficulty", Text("Difficulty"), DIFFICULTIES, "medium"),
        Switch("trade_routes", Text("Trade routes"), default=False, note=Text("Each sale scores 1 point more.")),
        Switch("crane", Text("Crane"), default=False, note=Text("The building counts as a castle for it.")),
        Switch(
            "white_castle", Text("White castle"), default=False, note=Text("The castle brings a tile to its reserve.")
        ),
        house_rule("mine_income", Text("Its mines"), book(), "burgundy.ruling.mine_income"),
        house_rule("box_sale", Text("When a box sells"), book(), "burgundy.ruling.box_sale"),
        house_rule("remaining_order", Text("Church and market"), book(), "burgundy.ruling.remaining_order"),
        house_rule("card_8", Text("Card 8, third item"), book(), "burgundy.ruling.card_8"),
        Embed("cards", Text("Automata cards"), "automata"),
    )


def start(options: Options) -> State:
    """Return the state before the first step; `Refused` if no card of the deck has a dark green item."""
    values = dict(options)
    faces = msgspec.convert(values.pop("cards", {"cards": []})["cards"], list[Card])
    deck = [card.id for card in faces or cards().automata.cards]
    state = State(at=Phase.LAY_OUT, faces=faces, deck=deck, **values)
    if not any("dark_green" in state.items(name) for name in state.deck):
        raise Refused(Text("The deck has no card with a dark green item. Give one of them such an item."))
    return state


def learned_options(_: State) -> None:
    """Return nothing: no play teaches anything."""


def put_away(state: State) -> tuple[Content, ...]:
    """Return where its things go after the play (burgundy.setup.pieces, burgundy.setup.cards)."""
    silver = (Text("Put its {n} silver back.", n=state.silver),) if state.silver else ()
    bonus = (Text("Put its bonus tiles back."),) if state.claimed else ()
    tiles = Text("Put the hex tiles of its cards, reserve and duchy with the others.")
    return (
        Content(Text("Its tiles"), (tiles, Text("Put its goods tiles back."), *bonus)),
        Content(
            Text("Its other things"),
            (
                *silver,
                Text("Put its die and its marker with the others of their colour."),
                Text("If you used its printed cards, put all {n} together.", n=len(state.play_deck())),
            ),
        ),
    )
