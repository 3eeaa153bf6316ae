"""The Magpie's side of the table as drawings: its path, what it has, and its deeds."""

from engines.kit.drawings import Card, Cards, Mark, Row, Side, Slot, Slots, Track
from engines.kit.text import Icon, Text
from engines.magpie.state import CHARM_NAMES, DEED_NAMES, PATH_STEPS, State


def side(state: State) -> Side:
    """Return all that the Magpie has on the table."""
    return Side(Text("What it has"), (path(state), _possessions(state), _deeds(state)))


def path(state: State) -> Track:
    """Return the loop of its path, with the trinket on its last place."""
    trinket = Slot(shaded=True, said=Text("trinket"))
    moved = state.did.hop if state.did else 0
    places = (*[Slot()] * (PATH_STEPS - 1), trinket)
    return Track(Text("Path"), places, (state.step - 1) % PATH_STEPS, moved, loop=True)


def _possessions(state: State) -> Slots:
    coins, trinkets = Slot(state.coins, Icon.COIN), Slot(state.trinkets)
    return Slots((Row(Text("Coins"), (coins,)), Row(Text("Trinkets"), (trinkets,))))


def _deeds(state: State) -> Cards:
    """Return its charm, and its deeds with a tick on those done."""
    done = [Slot(DEED_NAMES[card], mark=Mark.TICK) for card in state.played]
    deeds = Card(Text("Deeds"), items=(*done, *(Slot(DEED_NAMES[card]) for card in sorted(state.left))))
    if not state.charm:
        return Cards((deeds,))
    worth = state.worth.get(state.charm)
    return Cards((deeds, Card(Text("Charm"), worth, (Slot(CHARM_NAMES[state.charm]),))))
