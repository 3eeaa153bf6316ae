"""Words of your turn: VJ's last turn, your reports, and the majorities."""

from collections.abc import Iterator
from typing import Literal

from engines.kit.contract import GO_ON, Choice, Pick
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero import side
from engines.pampero.card import Zone
from engines.pampero.state import State
from engines.pampero.steps.shared import amounts_content, deed, deed_facts

MARKER_WORDS = {
    "vj_1": Text("Majority {n}: VJ", n=1),
    "vj_2": Text("Majority {n}: VJ", n=2),
    "vj_3": Text("Majority {n}: VJ", n=3),
    "you_1": Text("Majority {n}: you", n=1),
    "you_2": Text("Majority {n}: you", n=2),
    "you_3": Text("Majority {n}: you", n=3),
}
"""The six majority markers."""


def your_turn(state: State) -> Content:
    """Show VJ's last turn, and your possible reports (pampero.pay.bulldozer, pampero.pass.once).

    The reports show the known majorities, which decide the card that VJ follows (pampero.majority.markers).
    """
    skip = Text("My turn is done; VJ skips his (pass tile)")
    must_pass = state.must_pass()
    options = [
        Choice(GO_ON, skip if must_pass else Text("My turn is done")),
        *_changes(state, 1),
        *([Choice("lowered", Text("A majority went down"))] if state.can_be_lowered() else []),
        *(Choice(name, _paid(state, zone), Icon.COIN) for name, zone in PAID.items()),
    ]
    if state.flags.pass_tile_unused and not must_pass:
        options.append(Choice("pass", skip))
    headline, lines = deed(state)
    if must_pass:
        lines = (*lines, Text("The pass tile skips VJ’s last turn."))
    elif state.pass_tile_waits() and state.first_card_is_down():
        lines = (*lines, Text("Your pass tile is still unused."))
    return Content(headline, lines, Pick(tuple(options), GO_ON), deed_facts(state), drawing=side.changed_part(state))


PAID: dict[str, Zone] = {"paid_A": "A", "paid_B": "B", "paid_C": "C"}
"""The reports of a payment, with the zone of the price."""


def _paid(state: State, zone: Zone) -> Text:
    return Text("I paid VJ ${n} (zone {zone})", n=state.board.prices[zone], zone=zone)


def last_round(_: State, __: Question) -> Content:
    """pampero.ruling.pass_tile: only you see which round is the last."""
    lines = (Text("If so, your pass tile, still unused, skips VJ’s turn."),)
    return Content(Text("Is this the last round?"), lines)


# --- majorities ---


def start_majorities(_: State, question: Question) -> Content:
    """pampero.setup.majorities: the usual values are proposed; some majorities begin elsewhere."""
    return amounts_content(question, Text("Place the majority markers"), (), MARKER_WORDS)


def lowered(state: State) -> Content:
    """pampero.majority.markers: a majority that you count can go down, too."""
    options = tuple(_changes(state, -1))
    ask = Pick(options, options[0].id)
    return Content(Text("Which majority went down?"), (), ask, rule="pampero.majority.markers")


def _changes(state: State, by: Literal[1, -1]) -> Iterator[Choice]:
    """Yield the reports of one more, or of one less, for each marker that you report, with its value."""
    for marker_side, space, n in state.reported_markers():
        words = {
            ("you", 1): Text("My majority {n} went up ({value} → {changed})", n=space, value=n, changed=n + by),
            ("vj", 1): Text("VJ’s majority {n} went up ({value} → {changed})", n=space, value=n, changed=n + by),
            ("you", -1): Text("My majority {n} ({value} → {changed})", n=space, value=n, changed=n + by),
            ("vj", -1): Text("VJ’s majority {n} ({value} → {changed})", n=space, value=n, changed=n + by),
        }
        if n + by >= 0:
            yield Choice(f"{marker_side}_{space}", words[marker_side, by])
