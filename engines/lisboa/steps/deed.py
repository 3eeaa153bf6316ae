"""What Lacerda did, in words: the lines of your next turn, or of your visit that he followed.

What an earlier screen of the turn had you do is told in the past tense.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engines.kit.contract import Order
from engines.kit.text import Text
from engines.lisboa.corrections import WORDS_OF_SHIPS
from engines.lisboa.deeds import Did
from engines.lisboa.pieces import COLUMNS, DECKS, NAMES, STORES, TYPES, Noble, Type
from engines.lisboa.state import State

ACTIONS = {
    "officials": Text("Officials"),
    "plans": Text("Plans"),
    "ships": Text("Ships"),
    "production": Text("Production"),
    "cardinal": Text("Cardinal"),
    "favor": Text("Royal Favor"),
}
OPENED = {
    "blue": Text("Put the top blue Public Building on its best space."),
    "green": Text("Put the top green Public Building on its best space."),
}


def destination(state: State) -> tuple[Text | Order, ...]:
    """Return where he goes, unless an earlier screen said so."""
    did = state.deed
    if did.courtier_told:
        return ()
    if did.action is None:
        return (Text("He follows you to the {noble}.", noble=NAMES[did.noble]),)
    return (courtier_order(did),)


def courtier_order(did: Did) -> Order:
    """Return his Courtier's move."""
    return Order("courtier", Text("Move his Courtier to the {noble}.", noble=NAMES[did.noble]))


def noble_names(nobles: list[Noble]) -> tuple[Text, ...]:
    """Return nobles by name."""
    return tuple(NAMES[noble] for noble in nobles)


def store_counts(state: State, kinds: Iterable[Type]) -> Iterator[Text]:
    """Yield how many Stores of these types he has."""
    return (Text("{type} {n}", type=STORES[kind], n=state.stores.of(kind)) for kind in kinds)


def headline(did: Did) -> Text:
    """Return his main action: that of the Noble, else his State action."""
    if did.store:
        return Text("Lacerda: Store")
    if did.building:
        return Text("Lacerda: Building")
    if did.decrees:
        return Text("Lacerda: Decrees")
    if did.action is None or did.skipped:
        return Text("Lacerda: nothing")
    return Text("Lacerda: {action}", action=ACTIONS[did.action])


def lines(state: State, did: Did) -> tuple[Text | Order, ...]:
    """Return his actions in order, and what he has after them."""
    found: list[Text | Order] = [_courtier(did), *(state_action(state, did) if did.action else ())]
    found += [*_noble_action(did), *_payment(did)]
    if did.action:
        if did.visited:
            found.append(Text("You may follow: {noble}’s Favor.", noble=NAMES[did.noble]))
        found += _display(state, did)
    elif did.visited and state.favors_used == "spent":
        noble = NAMES[did.noble]
        found.append(Order("favor_back", Text("Put the {noble}’s Favor back on his portrait.", noble=noble)))
    return (*found, track_line(state))


def before_visit(state: State, did: Did) -> tuple[Text | Order, ...]:
    """Return what comes before his Noble's action, at the first question of that: where he goes, his State action."""
    if did.action is None or did.action_told:
        return destination(state)
    return (*destination(state), *state_action(state, did))


def state_action(state: State, did: Did) -> Iterator[Text | Order]:
    """Yield his State action, as what is to be done unless that was told."""
    if did.skipped:
        yield Text("{action}: not possible.", action=ACTIONS[did.action or ""])
    else:
        yield from _told(did) if did.action_told else _to_do(state, did)


def _courtier(did: Did) -> Text | Order:
    noble = NAMES[did.noble]
    if did.action is None:
        return Text("He followed you to the {noble}.", noble=noble)
    return Text("His Courtier went to the {noble}.", noble=noble) if did.courtier_told else courtier_order(did)


def _to_do(state: State, did: Did) -> Iterator[Text | Order]:
    match did.action:
        case "plans":
            yield Order("plan", Text("Give him the top Plan with most Officials; tie: blue."))
        case "officials" if len(did.offices) == 1:
            yield Order(
                "officials", Text("Put 1 of his Officials in the {noble}’s office.", noble=NAMES[did.offices[0]])
            )
        case "officials":
            yield Order(
                "officials", Text("Put 1 of his Officials in each office: {offices}.", offices=noble_names(did.offices))
            )
        case "production":
            stores = tuple(store_counts(state, [kind for kind in TYPES if state.stores.of(kind)]))
            yield Order("goods", Text("Put the goods of his Stores ({stores}) in his area.", stores=stores))
            yield Order("prices", Text("Move the prices down as usual."))
        case "ships":
            yield Text("He took the {ship}.", ship=WORDS_OF_SHIPS[did.ship or "blue"])
            yield Text("You may use his ship as usual.")
        case "favor":
            yield Order(f"favor_{did.favor}", Text("Give him the {noble}’s Favor.", noble=NAMES[did.favor or ""]))
    yield from _changes_to_do(did)


def _changes_to_do(did: Did) -> Iterator[Text | Order]:
    if did.tile_wigs:
        yield Order("tile_wigs", Text("Move his wigs up {n} for the tile.", n=did.tile_wigs))
    if did.passed == "influence":
        yield Order("church", Text("Score the church; he discards no tiles."))
    if did.raised:
        yield Order("treasury", Text("Move the Treasury up 1."))
    if did.gained:
        yield Order("influence", Text("Move his influence up {n}.", n=did.gained))
    if did.tens:
        yield Order("ten", Text("It ends on 10: move his wigs up 1."))


def _told(did: Did) -> Iterator[Text | Order]:
    match did.action:
        case "plans":
            yield Text("He took a Plan.")
        case "officials" if len(did.offices) == 1:
            yield Text("His Official went to the {noble}’s office.", noble=NAMES[did.offices[0]])
        case "officials":
            yield Text("His Officials went to: {offices}.", offices=noble_names(did.offices))
        case "production":
            yield Text("His Stores produced.")
        case "ships":
            yield Text("He took the {ship}.", ship=WORDS_OF_SHIPS[did.ship or "blue"])
        case "favor":
            yield Text("He took the {noble}’s Favor.", noble=NAMES[did.favor or ""])
    yield from _changes_told(did)


def _changes_told(did: Did) -> Iterator[Text | Order]:
    if n := did.tile_wigs:
        yield Text("The tile earned him {n} wig.", plural="The tile earned him {n} wigs.", n=n)
    if did.raised:
        yield Text("The Treasury went up 1.")
    if did.gained and did.passed == "influence":
        yield Text("The church was scored: his influence went up {n}.", n=did.gained)
    elif did.gained:
        yield Text("His influence went up {n}.", n=did.gained)
    elif did.passed == "influence":
        yield Text("The church was scored.")
    if did.tens:
        yield Text("It earned him 1 wig.")


def _noble_action(did: Did) -> Iterator[Text | Order]:
    if did.decrees:
        yield Order("decrees", Text("Give him the 2 leftmost Decrees."))
        yield Order("new_decrees", Text("Lay 2 new ones at the right, never no. 69 or 2 red meeples."))
    elif did.building is not None:
        yield Order("building", OPENED[did.building])
        yield Order("cubes", Text("Give him its 2 cubes; no reward."))
    elif did.store is not None and did.column is not None:
        place, kind = COLUMNS.index(did.column) + 1, STORES[did.store]
        yield Order("store", Text("Build his {type} Store in column {n}: no bonus, no cost.", type=kind, n=place))
        yield (
            Order("cube", Text("Give him its cheapest cube; tie: the column’s."))
            if did.cube
            else Text("No cube was left there.")
        )
    else:
        yield Text("Noble’s action: not possible.")
    if did.earned:
        yield Order("wigs", Text("Move his wigs up {n} for it.", n=did.earned))
    if did.building is not None:
        yield Order("score", Text("Score your own Stores for it."))


def _payment(did: Did) -> Iterator[Text | Order]:
    if did.cost == 0:
        yield Text("His visit costs nothing.")
    if did.paid:
        yield Order("pay", Text("Move his influence down {n}.", n=did.paid))
    if did.short:
        yield Order("pay_wigs", Text("Move his wigs down {n} for what is missing.", n=did.short))


def track_line(state: State) -> Text:
    """Return what he has on the tracks."""
    return Text("He has influence {n}, wigs {wigs}.", n=state.influence, wigs=state.wigs)


def _display(state: State, did: Did) -> Iterator[Text | Order]:
    if did.discarded is None:
        yield Text("No card lies below his Helper to discard.")
    else:
        yield Order("discard", Text("Discard the top {deck} card.", deck=NAMES[did.discarded]))
    if did.helper_was is None:
        yield Text("His Helper stays: no other deck has cards.")
    else:
        yield Order("helper", Text("Move his Helper to the {deck}.", deck=DECKS[state.helper]))


PLACE_FACTS = ("period", "final_round", "helper", "courtier", "deck", "treasury")
PIECE_FACTS = ("influence", "wigs", "rubble", "off_L", "area", "favors", "stores")


def facts(state: State) -> dict[str, Any]:
    """Return what he did and has."""
    values = msgspec.to_builtins(state)
    return (values["did"] or {}) | {name: values[name] for name in (*PLACE_FACTS, *PIECE_FACTS)}
