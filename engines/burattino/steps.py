"""State to screen: the player's words. A builder has the name of its phase, or of the question it words."""

from collections.abc import Iterable
from typing import Any

from engines.burattino.deck import CARDS, MARKS, PLACES, cards, double, lettered, odd
from engines.burattino.score import result
from engines.burattino.state import CARD_LIRA, EVENT, FREE, MOST, UNKNOWN, WORKERS, Kind, Season, State, letters
from engines.contract import (
    GO_ON,
    Badge,
    Choice,
    Done,
    Draw,
    Field,
    Marks,
    Number,
    Pick,
    Role,
    Screen,
    Who,
    YesNo,
)
from engines.decisions import Question
from engines.text import Icon, Text

KINDS = {
    "vine": Text("Vine"),
    "order": Text("Wine order"),
    "summer": Text("Summer visitor"),
    "winter": Text("Winter visitor"),
    "structure": Text("Structure"),
}
"""The types of his cards."""
SEASONS = {
    Season.SPRING: Text("Spring"),
    Season.SUMMER: Text("Summer"),
    Season.FALL: Text("Fall"),
    Season.WINTER: Text("Winter"),
    Season.END: Text("Year’s end"),
}
GO = {
    Season.SPRING: Text("Start summer"),
    Season.SUMMER: Text("End summer"),
    Season.FALL: Text("Start winter"),
    Season.WINTER: Text("End winter"),
    Season.END: Text("Next year"),
}
"""What `go_on` says."""
NOT_PRINTED = Text("{icon} House deck, not the printed cards.", icon=Icon.WARNING)


# --- set-up ---


def lay_board(state: State) -> Screen:
    """burattino.setup: influence, overlays, innovation tiles, tokens."""
    full = state.difficulty != "double_magnum"
    imperial = state.difficulty == "imperial"
    lines = [
        Text("Influence: 2 left of Solo.") if imperial else Text("Influence token: on Solo."),
        Text("Overlay: on action H.") if full else Text("No overlay on action H."),
        Text("Replace tiles H and N by his.") if full else Text("Replace tile N by his, not H."),
        Text("Trade overlay: on the diagram."),
    ]
    if state.once:
        lines.append(Text("A token on each spring bonus."))
    return Screen(
        "lay_board",
        Role.INSTRUCTION,
        Text("Set up for two"),
        tuple(lines),
        _setup(1),
        Done(),
        {
            "difficulty": state.difficulty,
            "years": state.years,
            "left_of_solo": 2 if imperial else 0,
            "overlay": full,
            "tiles": ["H", "N"] if full else ["N"],
            "trade_overlay": True,
            "tokens": state.once,
        },
        "burattino.setup.level",
    )


def give_pieces(state: State) -> Screen:
    """burattino.setup: his workers, his token, his hand, his cards."""
    kinds = len(state.kinds)
    return Screen(
        "give_pieces",
        Role.INSTRUCTION,
        Text("Give him his pieces"),
        (
            Text("{n} workers of unused colours.", n=WORKERS),
            Text("VP token: on {vp}.", vp=state.vp),
            Text("{icon} {n} cards face up: 1 of each type.", icon=Icon.CARD, n=kinds),
            *_deck_lines(state),
            Text("Nothing else, and no lira."),
        ),
        _setup(2),
        Done(),
        {
            "supply": state.supply,
            "vp": state.vp,
            "lira": state.lira,
            "hand": list(state.owned),
            "card_mode": state.card_mode,
            "deck": cards().burattino.origin if state.card_mode == "house" else None,
        },
    )


def teach(state: State) -> Screen:
    """burattino.deck.taught: one question a card, which ends by itself at four marks if that is what a card has."""
    number = len(state.faces) + 1
    return Screen(
        "teach",
        Role.QUESTION,
        Text("Card {n} of {cards}: marks?", n=number, cards=CARDS),
        (),
        _setup(2),
        _marks(state, tuple(_action(place, letter) for place, letter in _summers())),
        {"number": number, "cards": CARDS},
        "burattino.deck.taught",
    )


def same_in_winter(state: State) -> Screen:
    """burattino.ruling.position: asked once, on the first card."""
    summer, winter = (lettered(state.faces[0].marks, letters(one)) for one in (Season.SUMMER, Season.WINTER))
    return Screen(
        "same_in_winter",
        Role.QUESTION,
        Text("Same card in winter?"),
        (
            Text("It marks {summer}.", summer=tuple(summer)),
            Text("Then {winter} in winter.", winter=tuple(winter)),
            Text("No: enter it again."),
        ),
        _setup(2),
        YesNo(likely=True),
        {"SUMMER": summer, "WINTER": winter},
        "burattino.ruling.position",
    )


def your_deck(state: State) -> Screen:
    """burattino.ruling.marks: how often each action is marked, and what is unusual."""
    counts = {letter: sum(place in card.marks for card in state.faces) for place, letter in _summers()}
    strange, twice = [card.id for card in odd(state.faces)], double(state.faces)
    lines = [Text("Marks: {counts}.", counts=tuple(Text("{letter} {n}", letter=one, n=n) for one, n in counts.items()))]
    if strange:
        lines.append(Text("{icon} Not four marks: card {ids}.", icon=Icon.WARNING, ids=tuple(strange)))
    if twice:
        lines.append(Text("Like an earlier one: card {ids}.", ids=tuple(twice)))
    return Screen(
        "your_deck",
        Role.INSTRUCTION,
        Text("Check the deck"),
        tuple(lines),
        _setup(2),
        Done(),
        {"counts": counts, "odd": strange, "double": twice},
    )


def event_deck(state: State) -> Screen:
    """burattino.setup.event, burattino.setup.incompatible: what the event deck changes."""
    return Screen(
        "event_deck",
        Role.INSTRUCTION,
        Text("Sort out the cards"),
        (
            Text("Out: those pictured last in the solo rulebook."),
            Text("A black border: discard and draw again."),
            *EVENT_LINES[state.event],
        ),
        _setup(3),
        Done(),
        {"event": state.event},
    )


EVENT_LINES = {
    "africa": (Text("Africa: he adds cards of his hand to goals."),),
    "asia": (Text("Asia: nothing else."),),
    "europe": (Text("Europe: no Personal Objectives for him."),),
    "greengully": (Text("Greengully: event actions are yours alone."),),
    "north_america": (Text("Fame track: use his card B."), Text("He has no fame marker.")),
    "oceania": (Text("Shuffle his 2 Shared Knowledge cards; he gets 1."),),
    "south_america": (Text("Who has least? He has 25."), Text("He can hold a personality card.")),
}
"""What each event deck changes."""


# --- a season ---


def season_menu(state: State) -> Screen:
    """The idle screen of a season: what he did last, and what he can do now."""
    headline, lines = _told(state)
    return Screen(
        state.season.value.lower(),
        Role.INSTRUCTION,
        headline,
        (*lines, _lira(state)),
        _year(state, Who.YOU),
        Pick(_menu(state), GO_ON),
        _facts(state),
    )


def card(state: State) -> Screen:
    """burattino.season.card: his card of the season."""
    return Screen(
        "card",
        Role.QUESTION,
        Text("His card?"),
        (Text("Turn up his next card."),),
        _year(state, Who.BOT, state.coming),
        Draw("burattino", 0, left(state, "burattino")),
        {"out": list(state.drawn), "season": state.coming.value},
        "burattino.season.card",
    )


def marked(state: State) -> Screen:
    """burattino.deck.marks: the marks of the card that was drawn."""
    return Screen(
        "marked",
        Role.QUESTION,
        Text("His card: which marks?"),
        (),
        _year(state, Who.BOT, state.coming),
        _marks(state, _actions(letters(state.coming))),
        {"season": state.coming.value},
        "burattino.deck.marks",
    )


def too_many(state: State, question: Question) -> Screen:
    """burattino.ruling.too_many: which of the marked actions get a worker."""
    lines = (Text("He has {n} worker left.", plural="He has {n} workers left.", n=state.supply),)
    ask = Marks(_actions(question.ids), question.low, question.high)
    return _asked(state, question, Text("Which get a worker?"), lines, ask)


def which_space(state: State, question: Question) -> Screen:
    """burattino.free.space: this season's workers first (burattino.ruling.past_season)."""
    options = tuple(Choice(space, _space(space)) for space in question.ids)
    return _asked(state, question, Text("Free which space?"), (_costs(state, FREE),), Pick(options, question.likely))


def how_much(state: State, question: Question) -> Screen:
    """burattino.pay.own, burattino.pay.help, burattino.pay.placement: what is left of his lira is drawn."""
    act, action = state.act, state.act[-1]
    lines: tuple[Text, ...]
    if act.startswith("use"):
        headline = Text("He pays for {action}", action=action)
        price = Text("Price and space, less discount.") if action == "H" else Text("His price, less any discount.")
        lines = (price, Text("Too dear? He can help you pay."))
    else:
        headline = Text("He helps you pay {action}", action=action)
        lines = (Text("His part of your price, space included.") if action == "H" else Text("His part of your price."),)
    ask = Number(question.low, question.high, question.likely, minus_from=state.lira)
    return _asked(state, question, headline, lines, ask)


def pay_again(state: State, question: Question) -> Screen:
    """burattino.ruling.once: asked from the second payment of a year on."""
    lines = (Text("He paid {n} time this year.", plural="He paid {n} times this year.", n=question.facts["paid_year"]),)
    return _asked(state, question, Text("Again, for the same card?"), lines, YesNo(likely=False))


def which_cards(state: State, question: Question) -> Screen:
    """burattino.africa.contribute: cards of his hand that fit the goal."""
    ask = Marks(_cards(question.ids), question.low, question.high)
    return _asked(state, question, Text("He adds which cards?"), (_costs(state, EVENT),), ask)


def which_trade(state: State, question: Question) -> Screen:
    """burattino.trade.grande: the device cannot see your grande, so the condition is said."""
    options = tuple(
        Choice(one, TRADES[one], blocked=_missing(state, one) if one in question.blocked else None)
        for one in question.ids
    )
    lines = (Text("Your grande joins one of his workers."),)
    return _asked(state, question, Text("Trade: which one?"), lines, Pick(options, question.likely))


TRADES = {
    "take1": Text("Take 1 lira from him"),
    "give1": Text("Give him 1 lira"),
    "swap_cards": Text("Swap cards"),
    "grape": Text("Age a grape"),
    "wine": Text("Age a wine"),
    "personality": Text("Swap personality cards"),
}


def cards_taken(state: State, question: Question) -> Screen:
    """burattino.trade.cards: his cards that you take."""
    ask = Marks(_cards(question.ids), question.low, question.high)
    return _asked(state, question, Text("Take which cards of his?"), (Text("You give him as many."),), ask)


def card_given(state: State, question: Question) -> Screen:
    """burattino.trade.cards: the type of a card that you give."""
    number, n = question.facts["number"], question.facts["cards"]
    options = tuple(Choice(kind, KINDS[kind]) for kind in question.ids)
    return _asked(
        state, question, Text("Card {n} of {cards} for him?", n=number, cards=n), (), Pick(options, question.likely)
    )


def help(state: State) -> Screen:  # noqa: A001 - the name of the phase
    """burattino.visitor, burattino.event: what holds for him, to read."""
    visitors = state.act == "visitors"
    return Screen(
        "help",
        Role.INSTRUCTION,
        Text("He and visitor cards") if visitors else Text("He and event cards"),
        VISITOR_LINES if visitors else (Text("He counts as a player."), *PART_LINES[state.event], *_extra(state)),
        _year(state, Who.TABLE),
        Done(),
        {"about": state.act, "event": state.event, "contributed": state.africa_contributed},
    )


VISITOR_LINES = (
    Text("He gains and loses nothing."),
    Text("What you should give him: discard it."),
    Text("He gives you nothing."),
    Text("Must others do or have something? You say if he does."),
)


_PART = Text("His part: {n} lira, whatever the card asks.", n=EVENT)
PART_LINES = {
    "africa": (Text("{n} lira and 1 to 3 of his cards.", n=EVENT),),
    "asia": (_PART,),
    "europe": (_PART, Text("He gets no Personal Objectives.")),
    "greengully": (Text("He takes no part in events."), Text("Their actions are yours alone.")),
    "north_america": (_PART, Text("He has no fame marker.")),
    "oceania": (_PART, Text("Then his aid token moves."), Text("So it does where your step serves him too.")),
    "south_america": (_PART, Text("Who has least? He has 25."), Text("His personality card gives him nothing.")),
}
"""How he takes part in the events of each deck, and what else to know of it while you play."""


def _extra(state: State) -> tuple[Text, ...]:
    """Return what a goal of Africa gains you, by what he did this year (burattino.africa.extra)."""
    if state.event != "africa":
        return ()
    if state.africa_contributed:
        return (Text("He contributed. Goal met: you gain the extra 1."),)
    return (Text("Goal met without them: no extra 1."),)


def cards_discarded(state: State, question: Question) -> Screen:
    """burattino.end.discard: any of his cards."""
    ask = Marks(_cards(question.ids), question.low, question.high)
    return _asked(state, question, Text("He discards which?"), (), ask)


def types_drawn(state: State, question: Question) -> Screen:
    """burattino.end.draw: only types that he lacks."""
    options = tuple(Choice(kind, KINDS[kind]) for kind in question.ids)
    lines = (Text("Only types that he lacks."),)
    return _asked(state, question, Text("He draws which types?"), lines, Marks(options, question.low, question.high))


# --- the end ---


def your_vp(state: State, question: Question) -> Screen:
    """burattino.end.goals."""
    return _asked(state, question, Text("Have you {vp} VP or more?", vp=state.vp), (), YesNo(likely=True))


def your_influence(state: State, question: Question) -> Screen:
    """burattino.end.goals."""
    lines = (Text("The token at the end of its track."),)
    return _asked(state, question, Text("Influence complete?"), lines, YesNo(likely=True))


def over(state: State) -> Screen:
    """burattino.end.goals."""
    ended = result(state)
    assert ended is not None  # the phase is the last one
    house = (NOT_PRINTED,) if state.card_mode == "house" else ()
    return Screen(
        "over",
        Role.RESULT,
        ended.verdict,
        (Text("In year {year} of {years}.", year=state.year, years=state.years), *house),
        Badge(Who.TABLE, Text("The end")),
        Done(),
        {"won": state.won, "winner": ended.winner, "year": state.year, "vp": state.vp, "card_mode": state.card_mode},
    )


# --- what can be seen on the table, and corrected ---


def left(state: State, _: str) -> tuple[Choice, ...]:
    """Return the cards that may still come up, with their letters of the coming season; none that nobody knows."""
    if not state.dealt:
        return ()
    known = [card for card in state.deck if card.id not in state.drawn]
    return tuple(
        Choice(one.id, Text("{id}: {letters}", id=one.id, letters="".join(lettered(one.marks, letters(state.coming)))))
        for one in known
    )


def fields(state: State) -> tuple[Field, ...]:
    """Return the values of the table as the device has them."""
    return (
        Field("lira", Text("His lira"), state.lira, 0, MOST),
        *_worker_fields(state),
        _yes_no("used_H", Text("He used H"), state.used_h),
        _yes_no("used_P", Text("He used P"), state.used_p),
        *((Field("aid", Text("His aid token: steps"), state.aid, 0, MOST),) if state.event == "oceania" else ()),
        *(_hand_fields(state) if state.track_hand else ()),
    )


def _worker_fields(state: State) -> tuple[Field, ...]:
    """Return a field for each action, or the workers of a season where letters are unknown; the newest season first."""
    seasons = (Season.WINTER, Season.SUMMER) if state.begun(Season.WINTER) else (Season.SUMMER, Season.WINTER)
    if state.card_mode == "table":
        return tuple(
            Field(f"workers_{one.value}", WORKERS_THERE[one], len(state.board.of(one)), 0, len(PLACES))
            for one in seasons
        )
    return tuple(
        _yes_no(f"action_{letter}", Text("His worker on {letter}", letter=letter), letter in state.board.of(one))
        for one in seasons
        for letter in letters(one)
    )


WORKERS_THERE = {Season.SUMMER: Text("His workers of summer"), Season.WINTER: Text("His workers of winter")}
_YES_NO = (Choice("no", Text("no")), Choice("yes", Text("yes")))


def _yes_no(name: str, label: Text, holds: bool) -> Field:
    return Field(name, label, "yes" if holds else "no", choices=_YES_NO)


def _hand_fields(state: State) -> tuple[Field, ...]:
    hand, most = state.hand, len(state.kinds)
    return tuple(
        Field(f"hand_{kind}", Text("In his hand: {kind}", kind=KINDS[kind]), hand.get(kind, 0), 0, most)
        for kind in state.kinds
    )


# --- the menu of a season ---


def _menu(state: State) -> tuple[Choice, ...]:
    """Return what he can do now; what he cannot pay is blocked with what is missing."""
    end = state.season is Season.END and state.last_year
    return (
        Choice(GO_ON, Text("End the game") if end else GO[state.season]),
        *(_paid(state, line) for line in _payable(state)),
        *_unpaid(state),
        Choice("visitors", Text("Help: visitor cards")),
        Choice("events", Text("Help: event cards")),
        Choice("did_it", Text("We have met both goals")),
    )


def _payable(state: State) -> tuple[str, ...]:
    """Return the lines that cost him lira and are allowed in this season."""
    freed = ("retrieve",) if state.supply < WORKERS else ()
    own = {Season.SUMMER: ("use_H", "help_H"), Season.WINTER: ("use_P", "help_P")}.get(state.season, ())
    part = (state.part,) if state.part else ()
    return (*freed, *own, *part)


def _paid(state: State, line: str) -> Choice:
    return Choice(line, LINES[line], blocked=_missing(state, line))


LINES = {
    "retrieve": Text("Free a space for {price}", price=FREE),
    "use_H": Text("He innovates (H)"),
    "help_H": Text("He helps me pay H"),
    "use_P": Text("He gains influence (P)"),
    "help_P": Text("He helps me pay P"),
    "event": Text("Event for {price}", price=EVENT),
    "africa": Text("He adds cards for {price}", price=EVENT),
}
PRICES = {"retrieve": FREE, "event": EVENT, "africa": EVENT, "swap_cards": 0, "refresh": 0}
"""What a line costs, lira; of the others at least 1."""


def _missing(state: State, line: str) -> Text | None:
    """Return what is missing for a line of the menu or a trade."""
    price = PRICES.get(line, 1)
    if (line, True) in {("use_H", state.used_h), ("use_P", state.used_p)}:
        return Text("already used")
    if line in {"africa", "swap_cards", "refresh"} and not state.has_card:
        return Text("he has no card")
    return Text("needs {price}, has {lira}", price=price, lira=state.lira) if state.lira < price else None


def _unpaid(state: State) -> tuple[Choice, ...]:
    """Return the lines that cost him nothing."""
    lines = []
    if state.standing():
        lines.append(Choice("trade", Text("Trade with my grande")))
    if state.event == "oceania":
        lines.append(Choice("aid", Text("My aid token serves him too")))
    if state.refreshes:
        lines.append(Choice("refresh", Text("He discards cards"), blocked=_missing(state, "refresh")))
    return tuple(lines)


# --- what he did ---

Told = tuple[Text, tuple[Text, ...]]
"""A headline, and what is to be done."""


def _told(state: State) -> Told:
    """Return what is to be done for the line that was chosen last, or at the beginning of the season."""
    told = {
        "retrieve": _retrieved,
        "use_H": _innovated,
        "use_P": _influenced,
        "help_H": _helped,
        "help_P": _helped,
        "event": _took_part,
        "africa": _contributed,
        "stay_out": _stayed_out,
        "aid": _advanced,
        "refresh": _refreshed,
        "swap_cards": _swapped,
    }
    if state.did.act in TRADE_LINES:
        return TRADES[state.did.act], TRADE_LINES[state.did.act]
    return told.get(state.did.act, BEGINNINGS[state.season])(state)


def _spring(state: State) -> Told:
    if state.once:
        bonus = Text("Needs its token; discard it.")
    elif state.difficulty == "demi" or state.year == 1:
        bonus = Text("Any bonus.")
    else:
        bonus = Text("Not last year’s bonus.")
    return Text("Choose a spring bonus"), (Text("New event and tiles."), bonus, *_drawn(state))


def _placed(state: State) -> Told:
    """Summer and winter begin with his workers."""
    n = len(state.standing())
    card = Text("Card {n} of {cards}.", n=state.deck_pos, cards=2 * state.years)
    if state.card_mode == "table":
        return Text("Draw his card"), (Text("A worker on each mark."), card)
    if n == 0:
        return Text("Place no worker"), (card,)
    return Text("Place his {n} worker", plural="Place his {n} workers", n=n), (*_standing(state), card)


def _fall(_: State) -> Told:
    return Text("Take a fall bonus"), (Text("Your rooster stays."),)


def _end(state: State) -> Told:
    return Text("End the year"), (Text("Keep 5 cards at most."), Text("His workers come home."), *_hand(state))


BEGINNINGS = {
    Season.SPRING: _spring,
    Season.SUMMER: _placed,
    Season.FALL: _fall,
    Season.WINTER: _placed,
    Season.END: _end,
}


def _hand(state: State) -> tuple[Text, ...]:
    """Return what happens to his hand at the end of the year (burattino.end.draw, burattino.ruling.last_hand)."""
    if state.last_year:
        return ()
    if not state.track_hand:
        return (Text("He discards any, then draws types he lacks, up to {n}.", n=len(state.kinds)),)
    if not state.lacks:
        return (Text("His hand has every type."),)
    if len(state.owned) == len(state.kinds):
        return (Text("His hand is full; he lacks: {kinds}.", kinds=_kinds(state.lacks)),)
    return (Text("He lacks: {kinds}.", kinds=_kinds(state.lacks)),)


def _retrieved(state: State) -> Told:
    did = state.did
    headline = Text("Take back a worker") if did.space == UNKNOWN else Text("Free space {space}", space=did.space)
    return headline, _standing(state)


def _innovated(state: State) -> Told:
    lines = (Text("Lay the tile that he takes."), Text("An oval’s bonus is yours."))
    return Text("He innovates for {n}", n=state.did.paid), lines


def _influenced(state: State) -> Told:
    lines = (Text("Move the influence token."), Text("No free structure for you."))
    return Text("He gains influence for {n}", n=state.did.paid), lines


def _helped(state: State) -> Told:
    bonus = (Text("An oval’s bonus is yours."),) if state.did.act == "help_H" else ()
    return Text("Take {n} of his lira", n=state.did.paid), (Text("You pay the rest of the price."), *bonus)


def _took_part(state: State) -> Told:
    aided = (_step(state),) if state.event == "oceania" else ()
    lines = (*aided, Text("Influence: once, as the card says."))
    return Text("He takes part for {n}", n=state.did.paid), lines


def _contributed(state: State) -> Told:
    given = Text("His {kinds}.", kinds=_kinds(state.did.given)) if state.track_hand else Text("1 to 3 cards that fit.")
    extra = Text("Goal met? Gain the extra 1 that the solo book shows.")
    return Text("Add his cards to the goal"), (given, extra)


def _stayed_out(_: State) -> Told:
    return Text("He does not pay again"), ()


def _advanced(state: State) -> Told:
    return Text("Advance his aid token"), (_step(state), Text("He gains nothing else."))


def _refreshed(state: State) -> Told:
    given = _kinds(state.did.given)
    gone = Text("Discard: {kinds}.", kinds=given) if given else Text("He keeps all his cards.")
    return Text("Change his hand"), (gone, *_drawn(state))


def _swapped(state: State) -> Told:
    did = state.did
    if not state.track_hand:
        return TRADES["swap_cards"], (Text("Any number, for as many of his."),)
    taken, given = (
        Text("You take: {kinds}.", kinds=_kinds(did.given)),
        Text("He takes: {kinds}.", kinds=_kinds(did.taken)),
    )
    return TRADES["swap_cards"], (taken, given)


TRADE_LINES = {
    "take1": (),
    "give1": (),
    "grape": (Text("Once; its colour may change."),),
    "wine": (Text("Once; its type may change."),),
    "personality": (Text("He gains nothing from it."),),
}
"""What is to be done for the trades that say it in few words."""


def _lira(state: State) -> Text:
    """Return what he has, and what changed it last."""
    change = _change(state)
    if change == 0:
        return Text("{icon} His lira: {lira}.", icon=Icon.COIN, lira=state.lira)
    signed = Text("+{n}", n=change) if change > 0 else Text("−{n}", n=-change)
    return Text("{icon} His lira: {lira} ({change}).", icon=Icon.COIN, lira=state.lira, change=signed)


def _change(state: State) -> int:
    act = state.did.act
    if act == "" and state.season in {Season.SUMMER, Season.WINTER}:
        return CARD_LIRA
    return {"take1": -1, "give1": 1}.get(act, -state.did.paid)


def _standing(state: State) -> tuple[Text, ...]:
    spaces = tuple(space for space in state.standing() if space != UNKNOWN)
    return (Text("His workers: {spaces}.", spaces=spaces),) if spaces else ()


def _drawn(state: State) -> tuple[Text, ...]:
    """Return the cards that he drew at the end of the year or for a change of his hand."""
    taken = _kinds(state.did.taken)
    return (Text("{icon} He draws: {kinds}.", icon=Icon.CARD, kinds=taken),) if taken else ()


def _step(state: State) -> Text:
    return Text("Step {n}: do as his card says.", n=state.aid)


def _kinds(kinds: Iterable[Kind]) -> tuple[Text, ...]:
    return tuple(KINDS[kind] for kind in kinds)


# --- pieces ---


def _setup(step: int) -> Badge:
    return Badge(Who.TABLE, Text("Set-up"), step=step, steps=3)


def _year(state: State, who: Who, season: Season | None = None) -> Badge:
    """Return the place in the calendar; a season that begins with a card is named as soon as the card is asked for."""
    place = Text("Year {year}/{years}", year=state.year, years=state.years)
    if state.season is Season.OVER:
        return Badge(Who.TABLE, place)
    return Badge(who, place, SEASONS[season or state.season])


def _deck_lines(state: State) -> tuple[Text, ...]:
    match state.card_mode:
        case "house":
            return (NOT_PRINTED,)
        case "taught":
            return (Text("The device deals your deck."),)
    return (Text("Shuffle his {n} cards face down.", n=CARDS),)


def _asked(
    state: State, question: Question, headline: Text, lines: tuple[Text, ...], ask: Marks | Pick | YesNo | Number
) -> Screen:
    return Screen(
        question.key, Role.QUESTION, headline, lines, _year(state, Who.BOT), ask, dict(question.facts), question.rule
    )


def _costs(state: State, price: int) -> Text:
    return Text("Costs {price}: {lira} − {price} = {rest}.", price=price, lira=state.lira, rest=state.lira - price)


def _summers() -> list[tuple[str, str]]:
    """Return the places of a card with the letters that they have in summer (burattino.ruling.letters)."""
    return list(zip(PLACES, letters(Season.SUMMER), strict=True))


def _marks(state: State, options: tuple[Choice, ...]) -> Marks:
    """Return the question for the marks of a card, four or as many as it has (burattino.ruling.marks)."""
    return Marks(options, MARKS, MARKS) if state.marks == "four" else Marks(options, 0, len(PLACES))


def _actions(letters: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(_action(letter, letter) for letter in letters)


def _action(name: str, letter: str) -> Choice:
    return Choice(name, Text("{letter}", letter=letter))


def _space(space: str) -> Text:
    if space == UNKNOWN:
        return Text("Any other of his")
    return Text("{letter}", letter=space)


def _cards(ids: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return his cards to tick: from the second of a type on with a number."""
    return tuple(Choice(tick, _card(tick)) for tick in ids)


def _card(tick: str) -> Text:
    kind, _, number = tick.partition(".")
    return Text("{kind} {n}", kind=KINDS[kind], n=number) if number else KINDS[kind]


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
