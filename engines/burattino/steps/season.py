"""A season: the header of its screens, its card, its menu (the idle screen), and help to read."""

from collections.abc import Iterator
from typing import Any

from engines.burattino.pieces import EVENT_PRICE, WORKERS, Season, letters, marked_letters
from engines.burattino.side import spaces
from engines.burattino.state import SET_UP, Phase, State
from engines.burattino.steps.deed import MENU_LINES, blocked_reason, deed, lira_line, marks_ask
from engines.kit.contract import GO_ON, Badge, Choice, Draw, Pick, Who
from engines.kit.screens import Content
from engines.kit.text import Text

SET_UP_STEPS = {Phase.LAY_BOARD: 1, Phase.EVENT_DECK: 2}
"""The steps of the set-up; the other phases are the third, his pieces."""
YOUR_PHASES = {Phase.SEASON, Phase.GOALS}
SEASON_NAMES = {
    Season.SPRING: Text("Spring"),
    Season.SUMMER: Text("Summer"),
    Season.FALL: Text("Fall"),
    Season.WINTER: Text("Winter"),
    Season.END: Text("Year’s end"),
}
STATE_FACTS = ("difficulty", "year", "years", "deck_pos", "lira", "supply", "aid", "card_mode")
DID_FACTS = ("act", "paid", "space", "given", "taken")
"""The facts of the menu, by their names in the state and in what he did last."""


def badge(state: State) -> Badge:
    """Return the header; a season that begins with a card is named once the card is asked for."""
    if state.at in SET_UP:
        return Badge(Who.TABLE, Text("Set-up"), step=SET_UP_STEPS.get(state.at, 3), steps=3)
    place = Text("Year {year}/{years}", year=state.year, years=state.years)
    if state.season is Season.OVER:
        return Badge(Who.TABLE, place)
    season = state.card_season if state.at in {Phase.CARD, Phase.MARKED, Phase.RECOGNISE} else state.season
    return Badge(Who.YOU if state.at in YOUR_PHASES else Who.BOT, place, SEASON_NAMES[season])


# --- the card of a season ---


def card(state: State) -> Content:
    """burattino.season.card: his card of the season."""
    ask = Draw("burattino", 0, remaining_cards(state, "burattino"))
    facts = {"out": state.drawn, "season": state.card_season.value}
    return Content(Text("Which card came up?"), (Text("Draw his next card."),), ask, facts, "burattino.season.card")


def marked(state: State) -> Content:
    """burattino.deck.marks: the marks of the card that was drawn."""
    season, lines = state.card_season, (Text("Draw his next card."),)
    ask, facts = marks_ask(state, letters(season), season), {"season": season.value}
    return Content(Text("Which actions are marked?"), lines, ask, facts, "burattino.deck.marks")


def remaining_cards(state: State, _: str) -> tuple[Choice, ...]:
    """Return the cards that can still come up, with their letters of the season; none if they are unknown."""
    cards = state.undrawn_cards if state.is_dealt else ()
    marks = {card.id: "".join(marked_letters(card.marks, state.card_season)) for card in cards}
    return tuple(Choice(name, Text("{id}: {letters}", id=name, letters=marked)) for name, marked in marks.items())


# --- the menu ---


def season_menu(state: State) -> Content:
    """The idle screen of a season: what he does, and the lines of the menu."""
    headline, lines = deed(state)
    menu = (Choice(line, MENU_LINES[line], blocked=blocked_reason(state, line)) for line in _menu_lines(state))
    return Content(
        headline,
        (*lines, lira_line(state)),
        Pick((Choice(GO_ON, _go_on_label(state)), *menu), GO_ON),
        _facts(state),
        key=state.season.value.lower(),
        drawing=None if state.season is Season.END else spaces(state),
    )


def _menu_lines(state: State) -> Iterator[str]:
    """Yield the lines of the menu that a season allows, first those that he pays."""
    if state.supply < WORKERS:
        yield "retrieve"
    if state.season is Season.SUMMER:
        yield from ("use_H", "help_H")
    if state.season is Season.WINTER:
        yield from ("use_P", "help_P")
    if state.event_line:
        yield state.event_line
    if state.season_workers():
        yield "trade"
    if state.event == "oceania":
        yield "aid"
    if state.can_refresh:
        yield "refresh"
    yield from ("visitors", "events", "did_it")


def _go_on_label(state: State) -> Text:
    if n := state.cards_to_draw:
        return Text("Draw him {n} card", plural="Draw him {n} cards", n=n)
    return Text("End the game") if state.season is Season.END and state.last_year else GO_ON_LABELS[state.season]


GO_ON_LABELS = {
    Season.SPRING: Text("Start summer"),
    Season.SUMMER: Text("End summer"),
    Season.FALL: Text("Start winter"),
    Season.WINTER: Text("End winter"),
    Season.END: Text("Next year"),
}
"""The words of `go_on`."""


def _facts(state: State) -> dict[str, Any]:
    return {
        **{name: getattr(state, name) for name in STATE_FACTS},
        **{name: getattr(state.did, name) for name in DID_FACTS},
        "season": state.season.value,
        "cards": 2 * state.years,
        "workers": [state.board.summer, state.board.winter],
        "hand": state.hand if state.track_hand else None,
        "hand_size": len(state.kinds),
    }


# --- help ---


def help(state: State) -> Content:  # noqa: A001 - the name of the phase
    """burattino.visitor, burattino.event: rules to read."""
    facts = {"about": state.act, "event": state.event, "contributed": state.africa_contributed}
    if state.act == "visitors":
        return Content(MENU_LINES["visitors"], VISITOR_LINES, facts=facts)
    lines = (Text("He counts as a player."), *EVENT_LINES[state.event], *_africa_lines(state))
    return Content(MENU_LINES["events"], lines, facts=facts)


VISITOR_LINES = (
    Text("He neither gains nor loses anything."),
    Text("If you should give him something, discard it instead."),
    Text("He never gives you anything directly."),
    Text("If a card allows or requires others to do or have something, you decide whether he does or has it."),
    Text("He ignores its requirements."),
    Text("Example: on Volunteer Crew you say that he plants. You gain 2 lira; he neither plants nor gains anything."),
)

_PART = Text("He may pay {n} lira for his part, whatever the card asks.", n=EVENT_PRICE)
_GAINS = Text("He gains nothing from it but influence.")

EVENT_LINES = {
    "africa": (Text("He may pay {n} lira and add 1 to 3 cards of his hand to the goal.", n=EVENT_PRICE),),
    "asia": (_PART, _GAINS),
    "europe": (_PART, _GAINS, Text("He gets no Personal Objective cards.")),
    "greengully": (Text("He takes no part in events."), Text("Only you can use actions on event cards.")),
    "north_america": (_PART, _GAINS, Text("He has no fame marker.")),
    "oceania": (
        _PART,
        _GAINS,
        Text("If he pays for an event, his aid token advances 1 step."),
        Text("If a step of your aid token would benefit him, his own advances 1 step instead."),
    ),
    "south_america": (
        _PART,
        _GAINS,
        Text("If VP are compared, he has 25."),
        Text("He can hold a personality card, but gains nothing from it."),
        Text("You can trade your personality card for his."),
    ),
}
"""The rules of his part in the events of each deck, and its other rules."""


def _africa_lines(state: State) -> tuple[Text, ...]:
    """Return what a goal of Africa gains you this year (burattino.africa.extra)."""
    if state.event != "africa":
        return ()
    if state.africa_contributed:
        return (Text("When the goal is met, you gain the extra 1 shown in the solo book."),)
    return (Text("If he does not, you gain no extra 1 for the goal."),)
