"""Decisions for Burattino, which the player takes: facts in, choice and reasons out."""

from typing import Any, get_args

from engines.burattino.pieces import MAX_AFRICA_CARDS, PLACES, Goal, Kind, Season, letters, marked_letters
from engines.burattino.state import State
from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question


def recognise(state: State) -> Decision[str]:
    """Return the taught card that was drawn, by its marks, until one card fits (burattino.deck.recognised)."""
    candidates = state.undrawn_cards
    while differing := [place for place in PLACES if len({place in card.marks for card in candidates}) > 1]:
        letter = letters(state.card_season)[PLACES.index(differing[0])]
        likely = 2 * sum(differing[0] in card.marks for card in candidates) >= len(candidates)
        certain = "".join(place for place in PLACES if all(place in card.marks for card in candidates))
        marked = marked_letters(certain, state.card_season)
        facts = {"letter": letter, "cards_left": len(candidates), "marked": marked}
        is_marked: bool = yield Question("is_marked", "burattino.deck.recognised", likely=likely, facts=facts)
        candidates = [card for card in candidates if (differing[0] in card.marks) is is_marked]
    yield Reason("burattino.deck.recognised", {}, {"card": candidates[0].id})
    return candidates[0].id


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
    """Return the space that becomes free; unknown ones are one choice (burattino.free.space)."""
    spaces = tuple(dict.fromkeys(space for row in state.worker_rows for space in row))
    if len(spaces) == 1:
        return spaces[0]
    facts = {"spaces": list(spaces), "lira": state.lira}
    space: str = yield Question("which_space", "burattino.free.space", ids=spaces, likely=spaces[0], facts=facts)
    return space


def pay(state: State) -> Decision[int]:
    """Return what he pays for H or P; an only lira of help is not asked (burattino.pay.own, burattino.pay.help)."""
    act, lira = state.act, state.lira
    facts = {"act": act, "lira": lira}
    rule, low, likely = "burattino.pay.own", 0, min(first_offer(state, act[-1]), lira)
    if act.startswith("help"):
        if lira == 1:
            return 1
        rule, low, likely = "burattino.pay.help", 1, lira
    paid: int = yield Question("how_much", rule, low=low, high=lira, likely=likely, minus_from=lira, facts=facts)
    return paid


def first_offer(state: State, action: str) -> int:
    """Return what he last paid for H or P, in this play or an earlier one."""
    return (state.paid_h or state.price_h) if action == "H" else (state.paid_p or state.price_p)


def join(state: State) -> Decision[list[Kind] | None]:
    """Return the cards that he adds to the event (only in Africa); None if he does not take part again."""
    africa = state.act == "africa"
    paid = state.africa_paid_year if africa else state.event_paid_year
    if paid:
        again: bool = yield Question("pay_again", "burattino.ruling.once", likely=False, facts={"paid_year": paid})
        yield Reason("burattino.ruling.once", {"paid_year": paid}, {"again": again})
        if not again:
            return None
    if not africa or not state.track_hand:
        return []
    rule = "burattino.africa.contribute"
    return (yield from _hand_cards(state, "which_cards", rule, 1, MAX_AFRICA_CARDS, lira=state.lira))


def _hand_cards(state: State, key: str, rule: str, low: int, most: int, **facts: Any) -> Decision[list[Kind]]:
    """Return the types of cards of his hand; an only card that must be one of them is not asked."""
    owned = state.hand_types
    if low == len(owned) == 1:
        return list(owned)
    ids = _tick_ids(owned)
    chosen: list[Any] = yield Question(key, rule, ids=ids, low=low, high=min(most, len(ids)), facts=facts)
    return [tick.partition(".")[0] for tick in chosen]


def _tick_ids(kinds: tuple[Kind, ...]) -> tuple[str, ...]:
    """Return an id for each card: its type, with a number from the second of a type on (vine, vine.2)."""
    counts = [kinds[: place + 1].count(kind) for place, kind in enumerate(kinds)]
    return tuple(kind if n == 1 else f"{kind}.{n}" for kind, n in zip(kinds, counts, strict=True))


def trade(state: State) -> Decision[tuple[str, list[Kind], list[Kind]]]:
    """Return the trade, and the cards that you take and give (burattino.trade.grande, burattino.trade.cards)."""
    personality = ("personality",) if state.event == "south_america" else ()
    ids = ("take1", "give1", "swap_cards", "grape", "wine", *personality)
    blocked = tuple(one for one, fits in (("take1", state.lira), ("swap_cards", state.has_card)) if not fits)
    likely = "take1" if state.lira else "give1"
    rule, facts = "burattino.trade.grande", {"lira": state.lira}
    chosen: str = yield Question("which_trade", rule, ids=ids, blocked=blocked, likely=likely, facts=facts)
    if chosen != "swap_cards" or not state.track_hand:
        return chosen, [], []
    rule = "burattino.trade.cards"
    taken = yield from _hand_cards(state, "cards_taken", rule, 1, len(state.hand_types))
    given: list[Kind] = []
    for number in range(1, len(taken) + 1):
        facts = {"number": number, "cards": len(taken)}
        given.append((yield Question("card_given", rule, ids=state.kinds, likely="vine", facts=facts)))
    return chosen, taken, given


def refresh(state: State) -> Decision[tuple[list[Kind], list[Kind]]]:
    """Return the cards that he discards, and those that he draws after it (burattino.end.discard)."""
    hand = list(state.hand_types)
    discarded = yield from _hand_cards(state, "cards_discarded", "burattino.end.discard", 0, len(hand))
    for kind in discarded:
        hand.remove(kind)
    drawn = yield from _drawn_types(state, hand)
    return discarded, drawn


def refill(state: State) -> Decision[list[Kind]]:
    """Return the types that he draws at the end of a year without a discard (burattino.end.draw)."""
    return (yield from _drawn_types(state, list(state.hand_types)))


def _drawn_types(state: State, hand: list[Kind]) -> Decision[list[Kind]]:
    """Return the types that fill a hand, asked only if he lacks more types than cards (burattino.end.draw)."""
    rule, lacks = "burattino.end.draw", state.lacks(hand)
    n = len(state.kinds) - len(hand)
    if n == 0:
        return []
    drawn = lacks[:n]
    if len(lacks) > n:
        ids = tuple(lacks)
        drawn = yield Question("types_drawn", rule, ids=ids, low=n, high=n, advance=True, facts={"lacks": lacks})
    yield Reason(rule, {"lacks": lacks}, {"drawn": list(drawn)})
    return drawn


def goals(state: State) -> Decision[Goal | None]:
    """Return the missed goal, if any; the second is asked if the first is met (burattino.end.goals)."""
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
