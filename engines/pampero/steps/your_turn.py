"""Words of your turn: what VJ did, and what you may report; and of the majorities."""

from collections.abc import Iterable, Iterator
from typing import Literal

from engines.kit.contract import GO_ON, Choice, Pick
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero import side
from engines.pampero.card import ZONES
from engines.pampero.state import SPACES, State
from engines.pampero.steps.shared import amounts, deed, deed_facts
from engines.pampero.words import card_title

MARKER_WORDS = {
    "vj_1": Text("1: VJ’s"),
    "vj_2": Text("2: VJ’s"),
    "vj_3": Text("3: VJ’s"),
    "you_1": Text("1: yours"),
    "you_2": Text("2: yours"),
    "you_3": Text("3: yours"),
}
"""The six majority markers."""


def your_turn(state: State) -> Content:
    """Say what VJ did, and what you may report (pampero.pay.bulldozer, pampero.pass.once).

    The known majorities are shown: they decide which card VJ follows (pampero.majority.markers).
    """
    skip = Text("Done, and I skip VJ’s turn")
    must_pass = state.must_pass()
    options = [
        Choice(GO_ON, skip if must_pass else Text("I have played my turn")),
        *_changes(state, 1),
        *([Choice("lowered", Text("A majority went down"))] if state.can_be_lowered() else []),
        Choice("paid", Text("I paid VJ"), Icon.COIN),
    ]
    if state.flags.pass_tile_unused and not must_pass:
        options.append(Choice("pass", skip, Icon.FLAG))
    headline, lines = deed(state)
    if must_pass:
        lines = (*lines, Text("The pass tile skips VJ’s last turn."))
    elif state.pass_tile_waits() and state.first_card_is_down():
        lines = (*lines, Text("Your pass tile is still unused."))
    return Content(headline, lines, Pick(tuple(options), GO_ON), deed_facts(state), drawing=side.changed_part(state))


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


# --- majorities ---


def start_majorities(state: State, question: Question) -> Content:
    """pampero.setup.majorities, pampero.setup.pass_tile: proposed; other majorities may begin elsewhere."""
    lines = (
        Text("Put each at what its side has."),
        *_titles(state, SPACES),
        Text("Lay the pass tile brain side up."),
    )
    return amounts(question, Text("Place majority markers"), lines, MARKER_WORDS)


def majority_values(state: State, question: Question) -> Content:
    """pampero.majority.markers."""
    return amounts(question, Text("Majority markers?"), (Text("Move the markers of what changed."),), MARKER_WORDS)


def lowered(state: State) -> Content:
    """pampero.majority.markers: what you count can go down, too."""
    options = tuple(_changes(state, -1))
    lines = tuple(_titles(state, state.face_up()))
    return Content(Text("Which one went down?"), lines, Pick(options, options[0].id), rule="pampero.majority.markers")


def _changes(state: State, by: Literal[1, -1]) -> Iterator[Choice]:
    """Yield reports of one more, or of one less, of the majorities that you count, each with its value."""
    for whose, space, n in state.reported_markers():
        words = {
            ("you", 1): Text("Majority {n}: you {value} + 1", n=space, value=n),
            ("vj", 1): Text("Majority {n}: VJ {value} + 1", n=space, value=n),
            ("you", -1): Text("Majority {n}: you {value} − 1", n=space, value=n),
            ("vj", -1): Text("Majority {n}: VJ {value} − 1", n=space, value=n),
        }
        if n + by >= 0:
            yield Choice(f"{whose}_{space}", words[whose, by])


def _titles(state: State, spaces: Iterable[int]) -> Iterator[Text]:
    for space in spaces:
        named = card_title(state.card(space))
        counted = Text("{space}: {title}; VJ’s is counted for you.", space=space, title=named)
        yield counted if state.counts_majority(space) else Text("{space}: {title}.", space=space, title=named)
