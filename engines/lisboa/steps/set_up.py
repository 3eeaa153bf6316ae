"""Words of the set-up, in the order of the book."""

from engines.kit.contract import Choice, Draw, Order
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.lisboa import side
from engines.lisboa.pieces import DECK_NAMES, FIGURE_NAMES, FIGURES, HOUSES, NOBLE_NAMES, NOBLES, Noble, cards
from engines.lisboa.state import Phase, State


def set_up(_: State) -> Content:
    """lisboa.setup.two_players, lisboa.setup.you_start, lisboa.setup.no_board."""
    return Content(
        Text("Set up for two"),
        (
            Text("Take the start player marker."),
            Text("Give Lacerda a colour, but no board, cards, money or goods."),
        ),
        rule="lisboa.setup.two_players",
    )


def area(state: State) -> Content:
    """lisboa.setup.pieces, lisboa.setup.plans, lisboa.ruling.setup_official."""
    return Content(
        Text("Set out his Officials"),
        (
            Text("Put 1 in the Minister’s office."),
            Text(
                "Put {n} in his area, with {houses} houses and {plans} random Starting Plans.",
                n=state.area,
                houses=HOUSES,
                plans=state.plans,
            ),
        ),
        facts={"plans": state.plans, "off_L": list(state.off_L), "area": state.area},
        rule="lisboa.setup.pieces",
        drawing=side.officials(state),
    )


def markers(state: State) -> Content:
    """lisboa.setup.pieces, lisboa.setup.scoring_tiles."""
    return Content(
        Text("Put his influence on {n}", n=state.influence),
        (
            Text("Put his wig marker on {n}.", n=state.wigs),
            Text("No two equal Scoring tiles may touch, nor a 4 the printed 4."),
        ),
        facts={"influence": state.influence, "wigs": state.wigs},
        rule="lisboa.setup.pieces",
        drawing=side.influence(state),
    )


def favor(state: State) -> Content:
    """lisboa.setup.favor."""
    lines = (Text("Draw one at random for his area."),)
    return Content(
        Text("His Royal Favor?"), lines, Draw("favor", 0, remaining_cards(state, "favor")), rule="lisboa.setup.favor"
    )


def helper(state: State) -> Content:
    """lisboa.setup.helper."""
    return Content(
        Text("Who is on the card?"),
        (*map(_favor_order, state.favors), Text("Turn up a blue card for his Helper, then discard it.")),
        Draw("helper", 0, remaining_cards(state, "helper")),
        {"favors": list(state.favors)},
        "lisboa.setup.helper",
    )


def courtier(state: State) -> Content:
    """lisboa.setup.courtier."""
    return Content(
        Text("Who is on the card?"),
        (
            *map(_favor_order, state.favors),
            Text("Turn up a blue card for his Courtier. If it is a Treasury, turn up one more."),
        ),
        Draw("courtier", 0, remaining_cards(state, "courtier")),
        {"helper": state.helper},
        "lisboa.setup.courtier",
    )


def pieces(state: State) -> Content:
    """lisboa.setup.favor, lisboa.setup.helper, lisboa.setup.building, lisboa.setup.courtier."""
    tile = "green" if state.helper_in_upper_half else "blue"
    site = cards().sites.cards[-1 if state.helper_in_upper_half else 0].id
    buildings = {
        "green": Text("Put the top green Public Building to the east of row D."),
        "blue": Text("Put the top blue Public Building to the west of row D."),
    }
    deck, noble = DECK_NAMES[state.helper], NOBLE_NAMES[state.courtier]
    helper = Text("Put an Official of a third colour above the {deck}. It is his Helper.", deck=deck)
    return Content(
        Text("Set out his pieces"),
        (
            Order("helper", helper),
            Order("courtier", Text("Put his Courtier on the {noble}’s portrait.", noble=noble)),
            *(_favor_order(one) for one in state.favors),
            Order("building", buildings[tile]),
            Order("cubes", Text("Discard the 2 cubes there.")),
        ),
        facts={
            "favors": list(state.favors),
            "helper": state.helper,
            "tile": tile,
            "site": site,
            "cubes": 2,
            "rubble": state.rubble,
            "courtier": state.courtier,
        },
        drawing=side.display(state),
    )


def remaining_cards(state: State, deck: str) -> tuple[Choice, ...]:
    """Return the figures that a card of the set-up may show."""
    figures: tuple[str, ...] = FIGURES if deck == "helper" else NOBLES
    phases = list(Phase)  # a deck has the name of the phase that draws from it
    drawn = phases.index(state.at) > phases.index(Phase(deck))
    return () if drawn else tuple(Choice(figure, FIGURE_NAMES[figure]) for figure in figures)


def _favor_order(noble: Noble) -> Order:
    return Order(f"favor_{noble}", Text("Give him the {noble}’s Favor.", noble=NOBLE_NAMES[noble]))
