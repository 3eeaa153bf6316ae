"""Set-up in the order of the solo book: the board, the cards to remove, his pieces, his deck."""

from engines.burattino.pieces import (
    CARDS,
    PLACES,
    WORKERS,
    Season,
    cards,
    letters,
    marked_letters,
    odd_cards,
    repeated_cards,
)
from engines.burattino.side import possessions
from engines.burattino.state import State
from engines.burattino.steps.deed import NOT_PRINTED, marks_ask
from engines.kit.contract import YesNo
from engines.kit.screens import Content
from engines.kit.text import Icon, Text


def lay_board(state: State) -> Content:
    """burattino.setup: influence, overlays, innovation tiles, tokens."""
    overlay = state.difficulty != "double_magnum"
    imperial = state.difficulty == "imperial"
    lines = [
        Text("Put the influence token 2 left of Solo.") if imperial else Text("Put the influence token on Solo."),
        Text("Lay his overlay on action H.") if overlay else Text("Lay no overlay on action H."),
        Text("Use his innovation tiles H and N.") if overlay else Text("Use his innovation tile N, not H."),
        Text("Lay his tile on the trade diagram."),
    ]
    if state.has_bonus_tokens:
        lines.append(Text("Put a grape or wine token on each spring bonus."))
    return Content(
        Text("Set up for two"),
        tuple(lines),
        facts={
            "difficulty": state.difficulty,
            "years": state.years,
            "left_of_solo": 2 if imperial else 0,
            "overlay": overlay,
            "tiles": ["H", "N"] if overlay else ["N"],
            "trade_overlay": True,
            "tokens": state.has_bonus_tokens,
        },
        rule="burattino.setup.level",
    )


def event_deck(state: State) -> Content:
    """burattino.setup.event, burattino.setup.incompatible: the changes of the event deck."""
    return Content(
        Text("Prepare the cards"),
        (
            Text("Take out the cards pictured at the end of the solo book."),
            Text("Replace black-bordered cards."),
            *EVENT_LINES.get(state.event, ()),
            Text("Set up everything else as usual."),
        ),
        facts={"event": state.event},
    )


EVENT_LINES: dict[str, tuple[Text, ...]] = {
    "europe": (Text("Give him no Personal Objective cards."),),
    "north_america": (Text("Replace fame track card B with his."), Text("Give him no fame marker.")),
    "oceania": (Text("Give him 1 of his 2 Shared Knowledge cards at random."),),
}
"""The changes of an event deck at set-up; its help has the rest."""


def give_pieces(state: State) -> Content:
    """burattino.setup: his workers, his token, his hand, his cards."""
    kinds = len(state.kinds)
    return Content(
        Text("Give him his pieces"),
        (
            Text("{n} workers of unused colours.", n=WORKERS),
            Text("Put his VP token on {vp}.", vp=state.vp),
            Text("{icon} Deal him {n} cards face up, one of each type.", icon=Icon.CARD, n=kinds),
            *_deck_lines(state),
            Text("He gets nothing else, and no lira."),
        ),
        facts={
            "supply": state.supply,
            "vp": state.vp,
            "lira": state.lira,
            "hand": list(state.hand_types),
            "card_mode": state.card_mode,
            "deck": cards().burattino.origin if state.card_mode == "house" else None,
        },
        drawing=possessions(state),
    )


def teach(state: State) -> Content:
    """burattino.deck.taught: one question a card, which ends by itself at four marks if each card has four."""
    number = len(state.faces) + 1
    return Content(
        Text("Marks of card {n} of {cards}?", n=number, cards=CARDS),
        ask=marks_ask(state, PLACES, Season.SUMMER),
        facts={"number": number, "cards": CARDS},
        rule="burattino.deck.taught",
    )


def same_in_winter(state: State) -> Content:
    """burattino.ruling.position: asked once, on the first card."""
    summer, winter = (marked_letters(state.faces[0].marks, one) for one in (Season.SUMMER, Season.WINTER))
    return Content(
        Text("Are both seasons right?"),
        (
            Text("In summer it marks {summer}.", summer=tuple(summer)),
            Text("In winter it marks {winter}.", winter=tuple(winter)),
            Text("Say no to enter it again."),
        ),
        YesNo(likely=True),
        {"SUMMER": summer, "WINTER": winter},
        "burattino.ruling.position",
    )


def your_deck(state: State) -> Content:
    """burattino.ruling.marks: how often each action is marked, and the unusual cards."""
    places = zip(PLACES, letters(Season.SUMMER), strict=True)
    counts = {letter: sum(place in card.marks for card in state.faces) for place, letter in places}
    odd, repeated = odd_cards(state.faces), repeated_cards(state.faces)
    lines = [Text("Marks: {counts}.", counts=tuple(Text("{letter} {n}", letter=one, n=n) for one, n in counts.items()))]
    if odd:
        lines.append(Text("{icon} Cards without four marks: {ids}.", icon=Icon.WARNING, ids=tuple(odd)))
    if repeated:
        lines.append(Text("Cards like an earlier one: {ids}.", ids=tuple(repeated)))
    return Content(Text("Check the deck"), tuple(lines), facts={"counts": counts, "odd": odd, "double": repeated})


def _deck_lines(state: State) -> tuple[Text, ...]:
    match state.card_mode:
        case "house":
            return (NOT_PRINTED,)
        case "taught":
            return (Text("The device deals your deck."),)
    return (Text("Shuffle his {n} cards face down.", n=CARDS),)
