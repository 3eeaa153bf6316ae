"""A season: its card, and its menu, which is the idle screen."""

from typing import Any

from engines.burattino.deck import lettered
from engines.burattino.pieces import EVENT, FREE, WORKERS, Season, letters
from engines.burattino.side import spaces
from engines.burattino.state import State
from engines.burattino.steps.deed import lira_line, told
from engines.burattino.steps.shared import actions_of, marks_asked, missing
from engines.kit.contract import GO_ON, Choice, Draw, Pick
from engines.kit.drawings import Slots
from engines.kit.screens import Content
from engines.kit.text import Text


def season_menu(state: State) -> Content:
    """The idle screen of a season: what he did last, and what he can do now."""
    headline, lines = told(state)
    lines = (*lines, lira_line(state))
    ask, key = Pick(_menu(state), GO_ON), state.season.value.lower()
    return Content(headline, lines, ask, _facts(state), key=key, drawing=_standing(state))


def _standing(state: State) -> Slots | None:
    """Return his workers where they stand; at the end of the year they are taken home."""
    return None if state.season is Season.END else spaces(state)


def card(state: State) -> Content:
    """burattino.season.card: his card of the season."""
    return Content(
        Text("His card?"),
        (Text("Draw his next card."),),
        Draw("burattino", 0, remaining_cards(state, "burattino")),
        {"out": list(state.drawn), "season": state.coming.value},
        "burattino.season.card",
    )


def marked(state: State) -> Content:
    """burattino.deck.marks: the marks of the card that was drawn."""
    return Content(
        Text("Draw his card: marks?"),
        (),
        marks_asked(state, actions_of(letters(state.coming))),
        {"season": state.coming.value},
        "burattino.deck.marks",
    )


def remaining_cards(state: State, _: str) -> tuple[Choice, ...]:
    """Return the cards that may still come up, with their letters of the coming season; none that nobody knows."""
    if not state.dealt:
        return ()
    return tuple(
        Choice(one.id, Text("{id}: {letters}", id=one.id, letters="".join(lettered(one.marks, letters(state.coming)))))
        for one in state.undrawn
    )


def _menu(state: State) -> tuple[Choice, ...]:
    """Return what he can do now; what he cannot pay is blocked with what is missing."""
    return (
        Choice(GO_ON, _onwards(state)),
        *(_paid(state, line) for line in _payable(state)),
        *_unpaid(state),
        Choice("visitors", Text("Help: visitor cards")),
        Choice("events", Text("Help: event cards")),
        Choice("did_it", Text("We have met both goals")),
    )


def _onwards(state: State) -> Text:
    if state.draws:
        return Text("Draw him {n} card", plural="Draw him {n} cards", n=state.draws)
    return Text("End the game") if state.season is Season.END and state.last_year else GO[state.season]


GO = {
    Season.SPRING: Text("Start summer"),
    Season.SUMMER: Text("End summer"),
    Season.FALL: Text("Start winter"),
    Season.WINTER: Text("End winter"),
    Season.END: Text("Next year"),
}
"""What `go_on` says."""


def _payable(state: State) -> tuple[str, ...]:
    """Return the lines that cost him lira and are allowed in this season."""
    freed = ("retrieve",) if state.supply < WORKERS else ()
    own = {Season.SUMMER: ("use_H", "help_H"), Season.WINTER: ("use_P", "help_P")}.get(state.season, ())
    part = (state.part,) if state.part else ()
    return (*freed, *own, *part)


def _paid(state: State, line: str) -> Choice:
    return Choice(line, LINES[line], blocked=missing(state, line))


LINES = {
    "retrieve": Text("Free a space for {price}", price=FREE),
    "use_H": Text("He innovates (H)"),
    "help_H": Text("He helps me pay H"),
    "use_P": Text("He gains influence (P)"),
    "help_P": Text("He helps me pay P"),
    "event": Text("Event for {price}", price=EVENT),
    "africa": Text("He adds cards for {price}", price=EVENT),
}


def _unpaid(state: State) -> tuple[Choice, ...]:
    """Return the lines that cost him nothing."""
    lines = []
    if state.standing():
        lines.append(Choice("trade", Text("Trade with my grande")))
    if state.event == "oceania":
        lines.append(Choice("aid", Text("My aid token serves him too")))
    if state.refreshes:
        lines.append(Choice("refresh", Text("Discard cards of his"), blocked=missing(state, "refresh")))
    return tuple(lines)


def _facts(state: State) -> dict[str, Any]:
    return {
        "difficulty": state.difficulty,
        "year": state.year,
        "years": state.years,
        "season": state.season.value,
        "deck_pos": state.deck_pos,
        "cards": 2 * state.years,
        "lira": state.lira,
        "supply": state.supply,
        "workers": [list(state.board.summer), list(state.board.winter)],
        "act": state.did.act,
        "paid": state.did.paid,
        "space": state.did.space,
        "given": list(state.did.given),
        "taken": list(state.did.taken),
        "aid": state.aid,
        "hand": dict(state.hand) if state.track_hand else None,
        "hand_size": len(state.kinds),
        "card_mode": state.card_mode,
    }
