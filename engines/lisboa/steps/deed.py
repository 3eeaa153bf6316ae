"""The deeds of Lacerda in words: the orders of his turn, or of his visit that follows yours."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engines.kit.contract import Order
from engines.kit.text import Text
from engines.lisboa.deeds import Did
from engines.lisboa.pieces import COLUMNS, FIGURE_NAMES, NOBLE_NAMES, STORE_NAMES, TYPES, Noble, Type
from engines.lisboa.state import State

ACTIONS = {
    "officials": Text("Officials"),
    "plans": Text("Plans"),
    "ships": Text("Ships"),
    "production": Text("Production"),
    "cardinal": Text("Cardinal"),
    "favor": Text("Royal Favor"),
}
TILE_ORDERS = {
    "blue": Text("Put the blue tile on its best space."),
    "green": Text("Put the green tile on its best space."),
}


def noble_names(nobles: list[Noble]) -> tuple[Text, ...]:
    """Return nobles by name."""
    return tuple(NOBLE_NAMES[noble] for noble in nobles)


def store_counts(state: State, kinds: Iterable[Type]) -> Iterator[Text]:
    """Yield the number of his Stores of each of these types."""
    return (Text("{type} {n}", type=STORE_NAMES[kind], n=state.stores.of(kind)) for kind in kinds)


def headline(did: Did) -> Text:
    """Return his main action as a headline: the Noble's, else his State action."""
    if did.store:
        return Text("Lacerda builds a Store")
    if did.building:
        return Text("Lacerda opens a building")
    if did.decrees:
        return Text("Lacerda takes Decrees")
    if did.action is None or did.skipped:
        return Text("Lacerda does nothing")
    return Text("Lacerda: {action}", action=ACTIONS[did.action])


def lines(state: State) -> tuple[Text | Order, ...]:
    """Return his orders, the first one first; without any, his places on the tracks."""
    did = state.deed
    if not state.orders:
        return (track_line(state),)
    orders = (*before_visit(state), *_noble_action(state, did), *_payment(state, did))
    return (*orders, *(_display(state, did) if did.action else ()))


def before_visit(state: State) -> tuple[Text | Order, ...]:
    """Return the orders before his Noble’s action: where he goes, and his State action."""
    return (courtier(state), *_state_action(state, state.deed))


def courtier(state: State) -> Order:
    """Return his Courtier’s move."""
    return Order("courtier", Text("Move his Courtier to the {noble}.", noble=NOBLE_NAMES[state.deed.noble]))


def _state_action(state: State, did: Did) -> Iterator[Order]:
    match did.action:
        case "plans":
            yield Order("plan", Text("Give him the top Plan with more Officials (tie: blue)."))
        case "officials" if len(did.offices) == 1:
            yield Order(
                "officials", Text("Put 1 of his Officials in the {noble}’s office.", noble=NOBLE_NAMES[did.offices[0]])
            )
        case "officials":
            yield Order(
                "officials", Text("Put 1 of his Officials in each office: {offices}.", offices=noble_names(did.offices))
            )
        case "production":
            stores = tuple(store_counts(state, [kind for kind in TYPES if state.stores.of(kind)]))
            yield Order("goods", Text("Put the goods of his Stores ({stores}) in his area.", stores=stores))
            yield Order("prices", Text("Lower the prices as usual."))
        case "favor" if did.favor:
            yield Order(f"favor_{did.favor}", Text("Give him the {noble}’s Favor.", noble=NOBLE_NAMES[did.favor]))
    if did.skipped and did.action:
        yield Order("skip", Text("Skip his State action ({action}): it is not possible.", action=ACTIONS[did.action]))
    yield Order("tile_wigs", Text("Move his wigs up {n} for the tile.", n=did.tile_wigs))
    yield Order("church", Text("Score the church. He discards no tiles."))
    yield Order("treasury", Text("Raise the Treasury by 1."))
    yield Order("influence", Text("Raise his influence by {n}.", n=did.gained))
    yield Order("ten", Text("It ends on 10: move his wigs up 1."))


def _noble_action(state: State, did: Did) -> Iterator[Order]:
    wigs = Order("wigs", Text("Move his wigs up {n}, to {wigs}.", n=did.earned, wigs=state.wigs + did.short))
    if did.building is not None:
        yield from (Order("building", TILE_ORDERS[did.building]), wigs)
        yield Order("cubes", Text("Give him only its 2 cubes."))
        yield Order("score", Text("Score your own Stores for it."))
    elif did.store is not None and did.column is not None:
        place, kind = COLUMNS.index(did.column) + 1, STORE_NAMES[did.store]
        yield Order("store", Text("Build his {type} Store in column {n}.", type=kind, n=place))
        yield from (wigs, Order("cube", Text("Give him its cheapest cube (tie: the column’s), no bonus.")))
    yield Order("decrees", Text("Give him the left 2 Decrees."))
    yield Order("new_decrees", Text("Lay 2 new ones at the right, never no. 69 or 2 red meeples."))
    yield Order("no_action", Text("Skip his Noble’s action: it is not possible."))


def _payment(state: State, did: Did) -> Iterator[Order]:
    yield Order("pay", Text("Lower his influence by {n}, to {left}.", n=did.paid, left=state.influence))
    yield Order("pay_wigs", Text("Move his wigs down {n}, to {wigs}.", n=did.short, wigs=state.wigs))
    noble = NOBLE_NAMES[did.noble]
    yield Order("favor_back", Text("Put the {noble}’s Favor back on his portrait.", noble=noble))


def track_line(state: State) -> Text:
    """Return his places on the tracks, as a line."""
    return Text("He has influence {n}, wigs {wigs}.", n=state.influence, wigs=state.wigs)


def _display(state: State, did: Did) -> Iterator[Text | Order]:
    if did.discarded is None:
        yield Text("There is no card below his Helper to discard.")
    else:
        yield Order("discard", Text("Discard the top {deck} card.", deck=FIGURE_NAMES[did.discarded]))
    if did.helper_was is None:
        yield Text("His Helper stays: no other deck has cards.")
    else:
        yield Order("helper", Text("Move his Helper to the {deck}.", deck=FIGURE_NAMES[state.helper]))


PLACE_FACTS = ("period", "final_round", "helper", "courtier", "deck", "treasury")
PIECE_FACTS = ("influence", "wigs", "rubble", "off_L", "area", "favors", "stores")


def facts(state: State) -> dict[str, Any]:
    """Return his last deed and his possessions, as facts."""
    values = msgspec.to_builtins(state)
    return (values["did"] or {}) | {name: values[name] for name in (*PLACE_FACTS, *PIECE_FACTS)}
