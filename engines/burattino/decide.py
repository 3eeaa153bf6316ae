"""What the player decides for Burattino, and what has to be known for it: facts in, choice and reasons out."""

from typing import get_args

from engines.burattino.deck import PLACES, lettered
from engines.burattino.pieces import CONTRIBUTES, Goal, Kind, Season, letters
from engines.burattino.state import State
from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question


def recognise(state: State) -> Decision[str]:
    """Return the taught card that was drawn, asked mark by mark until one card fits (burattino.deck.recognised)."""
    fit = state.undrawn
    while unlike := [place for place in PLACES if len({place in card.marks for card in fit}) > 1]:
        space = letters(state.coming)[PLACES.index(unlike[0])]
        likely = 2 * sum(unlike[0] in card.marks for card in fit) >= len(fit)
        sure = [place for place in PLACES if all(place in card.marks for card in fit)]
        facts = {"letter": space, "cards_left": len(fit), "marked": lettered("".join(sure), letters(state.coming))}
        marked: bool = yield Question("is_marked", "burattino.deck.recognised", likely=likely, facts=facts)
        fit = [card for card in fit if (unlike[0] in card.marks) is marked]
    yield Reason("burattino.deck.recognised", {}, {"card": fit[0].id})
    return fit[0].id


def place(state: State) -> Decision[list[str]]:
    """Return the actions that get a worker (burattino.season.place, burattino.ruling.too_many)."""
    marked, supply = tuple(state.marked), state.supply
    if len(marked) <= supply:
        return list(marked)
    facts = {"marked": list(marked), "supply": supply}
    if supply == 0:
        yield Reason("burattino.ruling.too_many", facts)
        return []
    chosen: list[str] = yield Question(
        "too_many", "burattino.ruling.too_many", ids=marked, low=supply, high=supply, advance=True, facts=facts
    )
    return chosen


def retrieve(state: State) -> Decision[str]:
    """Return the space that becomes free, asked only where there are several (burattino.free.space)."""
    spaces = occupied(state)
    if len(spaces) == 1:
        return spaces[0]
    facts = {"spaces": list(spaces), "lira": state.lira}
    space: str = yield Question("which_space", "burattino.free.space", ids=spaces, likely=spaces[0], facts=facts)
    return space


def occupied(state: State) -> tuple[str, ...]:
    """Return where his workers stand, this season's first; all that the device was not told of are one."""
    return tuple(dict.fromkeys(space for row in state.rows for space in row))


def pay(state: State) -> Decision[int]:
    """Return what he pays for H or P; of his help an only lira is not asked (burattino.pay.own, burattino.pay.help)."""
    act, lira = state.act, state.lira
    facts = {"act": act, "lira": lira}
    rule, low, likely = "burattino.pay.own", 0, min(offer(state, act[-1]), lira)
    if act.startswith("help"):
        if lira == 1:
            return 1
        rule, low, likely = "burattino.pay.help", 1, lira
    paid: int = yield Question("how_much", rule, low=low, high=lira, likely=likely, minus_from=lira, facts=facts)
    return paid


def offer(state: State, action: str) -> int:
    """Return what he paid for H or P the last time, in this play or an earlier one."""
    return (state.paid_h or state.price_h) if action == "H" else (state.paid_p or state.price_p)


def join(state: State) -> Decision[list[Kind] | None]:
    """Return the cards that he adds to the event, none but in Africa; None where he does not take part after all."""
    africa = state.act == "africa"
    paid = state.africa_paid_year if africa else state.event_paid_year
    if paid:
        again: bool = yield Question("pay_again", "burattino.ruling.once", likely=False, facts={"paid_year": paid})
        yield Reason("burattino.ruling.once", {"paid_year": paid}, {"again": again})
        if not again:
            return None
    if not africa or not state.track_hand:
        return []
    owned = state.owned
    if len(owned) == 1:
        return list(owned)
    most = min(CONTRIBUTES, len(owned))
    facts = {"lira": state.lira}
    chosen: list[str] = yield Question(
        "which_cards", "burattino.africa.contribute", ids=ticks(owned), low=1, high=most, facts=facts
    )
    return ticked(chosen)


def trade(state: State) -> Decision[tuple[str, list[Kind], list[Kind]]]:
    """Return the trade, and the cards of his that go and come in it (burattino.trade.grande)."""
    lira = ("take1", "give1")
    others = ("swap_cards", "grape", "wine")
    personality = ("personality",) if state.event == "south_america" else ()
    blocked = tuple(one for one, fits in (("take1", state.lira), ("swap_cards", state.has_card)) if not fits)
    likely = next(one for one in lira if one not in blocked)
    chosen: str = yield Question(
        "which_trade",
        "burattino.trade.grande",
        ids=(*lira, *others, *personality),
        blocked=blocked,
        likely=likely,
        facts={"lira": state.lira},
    )
    if chosen != "swap_cards" or not state.track_hand:
        return chosen, [], []
    taken = yield from _his(state)
    given = yield from _yours(state, len(taken))
    return chosen, taken, given


def _his(state: State) -> Decision[list[Kind]]:
    """Return the cards of his that you take (burattino.trade.cards)."""
    owned = state.owned
    if len(owned) == 1:
        return list(owned)
    ids = ticks(owned)
    chosen: list[str] = yield Question("cards_taken", "burattino.trade.cards", ids=ids, low=1, high=len(ids))
    return ticked(chosen)


def _yours(state: State, n: int) -> Decision[list[Kind]]:
    """Return the types of the cards that you give for them: as many, one after the other (burattino.trade.cards)."""
    given: list[Kind] = []
    for number in range(1, n + 1):
        kind: Kind = yield Question(
            "card_given", "burattino.trade.cards", ids=state.kinds, likely="vine", facts={"number": number, "cards": n}
        )
        given.append(kind)
    return given


def refresh(state: State) -> Decision[tuple[list[Kind], list[Kind]]]:
    """Return the cards that he discards, and those that he draws after it (burattino.end.discard)."""
    chosen: list[str] = yield Question(
        "cards_discarded", "burattino.end.discard", ids=ticks(state.owned), low=0, high=len(state.owned)
    )
    discarded = ticked(chosen)
    left = list(state.owned)
    for kind in discarded:
        left.remove(kind)
    drawn = yield from _drawn(state, left)
    return discarded, drawn


def refill(state: State) -> Decision[list[Kind]]:
    """Return the types that he draws at the end of a year, where nothing is discarded (burattino.end.draw)."""
    return (yield from _drawn(state, list(state.owned)))


def _drawn(state: State, hand: list[Kind]) -> Decision[list[Kind]]:
    """Return the types that fill a hand, asked only where he lacks more types than cards (burattino.end.draw)."""
    lacks = [kind for kind in state.kinds if kind not in hand]
    n = len(state.kinds) - len(hand)
    if n == 0:
        return []
    drawn = lacks[:n]
    if len(lacks) > n:
        facts = {"lacks": list(lacks)}
        drawn = yield Question(
            "types_drawn", "burattino.end.draw", ids=tuple(lacks), low=n, high=n, advance=True, facts=facts
        )
    yield Reason("burattino.end.draw", {"lacks": list(lacks)}, {"drawn": list(drawn)})
    return drawn


def ticks(kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    """Return an id for each card: its type, from the second of a type on with its number (vine, vine.2)."""
    return tuple(
        kind if (n := kinds[: place + 1].count(kind)) == 1 else f"{kind}.{n}" for place, kind in enumerate(kinds)
    )


def ticked(ids: list[str]) -> list[Kind]:
    """Return the types of ticked cards."""
    return [tick.partition(".")[0] for tick in ids]  # type: ignore[misc]  # an id begins with its type


def goals(state: State) -> Decision[Goal | None]:
    """Return the goal that is missed, the second asked only where the first is met (burattino.end.goals)."""
    goals: tuple[Goal, ...] = get_args(Goal)
    over = state.season is Season.OVER
    rule = "burattino.end.goals" if over else "burattino.ruling.early"
    for goal in goals:
        met: bool = yield Question(goal, rule, likely=over, facts={"year": state.year})
        if not met:
            yield Reason(rule, {goal: False}, {"won": False})
            return goal
    yield Reason(rule, dict.fromkeys(goals, True), {"won": True})
    return None
