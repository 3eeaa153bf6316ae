"""State to screen: the player's words. A builder has the name of its phase, or of the question it words."""

from collections.abc import Callable
from typing import Any

import msgspec

from engines.burgundy import decide
from engines.burgundy.effects import (
    Completed,
    Dealt,
    Deed,
    Delivered,
    Kept,
    Loaded,
    Paid,
    Place,
    Placed,
    Scored,
    Shuffled,
    Skipped,
    Slid,
    Sold,
    Tile,
)
from engines.burgundy.score import result, score
from engines.burgundy.state import (
    BEASTS,
    COLOURS,
    DEPOTS,
    GOODS,
    GOODS_OF_TYPE,
    LIMIT,
    MOST,
    MOST_ALIKE,
    MOST_ITEMS,
    MOST_VP,
    NOTHING,
    PLACES,
    ROUNDS,
    State,
    beast,
)
from engines.contract import GO_ON, Badge, Choice, Done, Draw, Field, Number, Pick, Role, Roll, Screen, Who, YesNo
from engines.decisions import Question
from engines.text import Icon, Text

HATCHES = {
    "dark_green": Icon.HATCH_SOLID,
    "gray": Icon.HATCH_CROSS,
    "yellow": Icon.HATCH_EMPTY,
    "blue": Icon.HATCH_HORIZONTAL,
    "light_green": Icon.HATCH_DOTS,
    "brown": Icon.HATCH_DIAGONAL,
}
COLOUR_NAMES = {
    "dark_green": Text("Castle (dark green)"),
    "gray": Text("Mine (gray)"),
    "yellow": Text("Knowledge (yellow)"),
    "blue": Text("Ship (blue)"),
    "light_green": Text("Livestock (light green)"),
    "brown": Text("Building (brown)"),
}
TILE_NAMES = {
    "dark_green": Text("castle"),
    "gray": Text("mine"),
    "yellow": Text("yellow tile"),
    "blue": Text("ship"),
    "light_green": Text("livestock"),
    "brown": Text("building"),
    "wild": Text("wild tile"),
}
BUILDING_NAMES = {
    "bank": Text("Bank"),
    "boarding_house": Text("Boarding house"),
    "watchtower": Text("Watchtower"),
    "warehouse": Text("Warehouse"),
    "city_hall": Text("City hall"),
    "carpenter": Text("Carpenter’s workshop"),
    "church": Text("Church"),
    "market": Text("Market"),
    "crane": Text("Crane"),
    "white_castle": Text("White castle"),
}
SPECIES_NAMES = {
    "chicken": Text("Chickens"),
    "sheep": Text("Sheep"),
    "cow": Text("Cows"),
    "pig": Text("Pigs"),
}
LINES = 5
"""Lines that a screen has room for."""
DICE = (Icon.DIE_1, Icon.DIE_2, Icon.DIE_3, Icon.DIE_4, Icon.DIE_5, Icon.DIE_6)


# --- set-up ---


def lay_out(state: State) -> Screen:
    """burgundy.setup.pieces, burgundy.setup.areas, burgundy.setup.last."""
    return Screen(
        "lay_out",
        Role.INSTRUCTION,
        Text("Set up for two"),
        (
            Text("For the Automata, aside: 1 of each goods, 1 silver, 1 die, 1 castle."),
            Text("Mark its areas: left, right, reserve, duchy."),
            Text("It is last in turn order."),
        ),
        Badge(Who.TABLE, Text("Set-up"), step=1, steps=2),
        Done(),
        {"goods": list(state.goods), "silver": state.silver},
        "burgundy.setup.pieces",
    )


def card(state: State) -> Screen:
    """burgundy.setup.cards, burgundy.card.next, burgundy.card.deck."""
    left_free = state.cards.left is None
    headline = Text("Its left card?") if left_free else Text("Its right card?")
    ask = Draw("cards", state.shuffle, left(state, "cards"))
    badge = _badge(state, Who.BOT) if state.round else Badge(Who.TABLE, Text("Set-up"), step=2, steps=2)
    facts = {"place": "left" if left_free else "right", "deck": list(state.deck), "complete": _completed(state)}
    return Screen("card", Role.QUESTION, headline, _before_the_card(state), badge, ask, facts, "burgundy.card.next")


def castle(state: State) -> Screen:
    """burgundy.setup.castle."""
    held, right = state.held("left"), state.held("right")
    item = 1 + next(n for n, tile in enumerate(held.tiles) if tile is not None)
    return Screen(
        "castle",
        Role.INSTRUCTION,
        Text("Castle: left, item {n}", n=item),
        (
            Text("{icon} Left card: {card}.", icon=Icon.CARD, card=held.id),
            Text("{icon} Right card: {card}.", icon=Icon.CARD, card=right.id),
            Text("Put the castle on item {n} of the left card. It brings nothing.", n=item),
        ),
        Badge(Who.TABLE, Text("Set-up"), step=2, steps=2),
        Done(),
        {"left": held.id, "right": right.id, "item": item, "discard": list(state.discard)},
    )


# --- rounds ---


def first(state: State) -> Screen:
    """burgundy.round.first."""
    options = (Choice("you", Text("You are")), Choice("bot", Text("The Automata is")))
    lines = (*_lines(state), Text("On the turn order track:"))
    ask = Pick(options, state.first)
    badge = Badge(Who.TABLE, _round(state))
    facts = {"ships": state.ships, "last": state.first}
    return Screen("first", Role.QUESTION, Text("Who is ahead?"), lines, badge, ask, facts, "burgundy.round.first")


def white_die(state: State) -> Screen:
    """burgundy.turn.white."""
    ask = Roll("white_die", state.rolls["white_die"], 1, DEPOTS)
    badge = Badge(Who.TABLE, _round(state))
    facts = {"first": state.first}
    rule = "burgundy.turn.white"
    return Screen("white_die", Role.QUESTION, Text("Roll the white die"), (), badge, ask, facts, rule)


def your_turn(state: State) -> Screen:
    """The idle screen: what it did, and what a new round brings (burgundy.phase.goods)."""
    lines, badge = _lines(state), _badge(state, Who.YOU)
    if len(lines) < LINES and not any(isinstance(deed, Scored) for deed in state.news):
        lines = (*lines, Text("{icon} Its points: {vp}. Silver: {n}.", icon=Icon.FLAG, vp=state.vp, n=state.silver))
    ask = Pick((Choice(GO_ON, Text("My turn is done")),), GO_ON)
    return Screen("your_turn", Role.INSTRUCTION, Text("Take your turn"), lines, badge, ask, _facts(state))


def die(state: State) -> Screen:
    """burgundy.turn.die."""
    ask = Roll("automata_die", state.rolls["automata_die"], 1, DEPOTS)
    badge, facts = _badge(state, Who.BOT), {"white": state.white, "active": state.active}
    rule = "burgundy.turn.die"
    return Screen("die", Role.QUESTION, Text("Roll its own die"), (), badge, ask, facts, rule)


def carry_out(state: State) -> Screen:
    """burgundy.place.mark: what it did, where the next screen has no room for it."""
    lines, badge = _lines(state), _badge(state, Who.BOT)
    return Screen("carry_out", Role.INSTRUCTION, Text("Its turn so far"), lines, badge, Done(), _facts(state))


# --- its questions ---


def search(state: State, question: Question) -> Screen:
    """burgundy.search.order: depots in order, colours in order, one answer."""
    facts = question.facts
    lines = (*_lines(state), _depots(question), Text("In each, the first match of this list."))
    headline = Text("{place} card {card}: search", place=_place(facts["place"]), card=facts["card"])
    return _question(state, question, headline, lines, _none(question))


def building(state: State, question: Question) -> Screen:
    """burgundy.tile.building."""
    options = tuple(Choice(one, BUILDING_NAMES[one]) for one in question.ids)
    return _question(state, question, Text("Which building?"), _origin(question), Pick(options, options[0].id))


def species(state: State, question: Question) -> Screen:
    """burgundy.tile.livestock."""
    options = tuple(Choice(one, SPECIES_NAMES[one]) for one in question.ids)
    return _question(state, question, Text("Which animals?"), _origin(question), Pick(options, question.likely))


def animals(state: State, question: Question) -> Screen:
    """burgundy.tile.livestock."""
    name = SPECIES_NAMES[question.facts["species"]]
    ask = Number(question.low, question.high, question.likely)
    return _question(state, question, Text("How many on the tile?"), (Text("{name}:", name=name),), ask)


def castle_on_yellow(state: State, question: Question) -> Screen:
    """burgundy.ruling.white_castle_yellow."""
    return _question(state, question, Text("Is it a white castle?"), _origin(question), YesNo())


def market_wild(state: State, question: Question) -> Screen:
    """burgundy.search.market."""
    options = (
        Choice("tile", Text("Face down to its reserve")),
        Choice("empty", Text("It is empty")),
    )
    lines = (*_lines(state), Text("Nothing to place."), Text("From the top left, its first tile?"))
    return _question(state, question, Text("The black market?"), lines, Pick(options, question.likely))


def goods(state: State, question: Question) -> Screen:
    """burgundy.bonus.ship: type by type, until all are told."""
    taken = question.facts["taken"]
    types = tuple(_goods(one, taken.count(one)) for one in question.ids if one != decide.NO_MORE)
    end = Text("No more") if taken else Text("None in any depot")
    ask = Pick((*types, Choice(decide.NO_MORE, end)), question.likely)
    if taken:
        return _question(state, question, Text("More goods?"), (), ask)
    lines = (
        *_lines(state),
        Text("It takes all goods of the depot with most."),
        Text("A tie: the first of {order}.", order=_order(question)),
    )
    return _question(state, question, Text("Which goods?"), lines, ask)


def remaining(state: State, question: Question) -> Screen:
    """burgundy.bonus.remaining."""
    depot_first = question.facts["order"] == "depot_first" or len(question.facts["colours"]) == 1
    how = (
        Text("In each, the first match of this list.")
        if depot_first
        else Text("The first of this list in any; then the next.")
    )
    lines = (*_lines(state), _depots(question), how)
    return _question(state, question, Text("A tile to its reserve"), lines, _none(question))


def white_castle(state: State, question: Question) -> Screen:
    """burgundy.bonus.white_castle."""
    counts = dict(zip(COLOURS, question.facts["counts"], strict=True))
    options = tuple(
        Choice(one, Text("{name}: has {n}", name=COLOUR_NAMES[one], n=counts[one]), HATCHES[one])
        for one in question.ids
        if one != decide.NONE
    )
    lines = (
        *_lines(state),
        Text("First with tiles: {order}.", order=_order(question)),
        Text("There, of those it has fewest of, the top left."),
    )
    ask = Pick((*options, Choice(decide.NONE, Text("All depots are empty"))), question.likely)
    return _question(state, question, Text("A tile to its reserve"), lines, ask)


def purchase(state: State, question: Question) -> Screen:
    """burgundy.purchase.tile."""
    owned = question.facts["owned"]
    names = tuple(TILE_NAMES[one] for one in owned)
    if not owned:
        which = Text("Its first tile, from the top left.")
    elif len(owned) == len(COLOURS):
        which = Text("Its first tile, from the top left: it has all.")
    else:
        which = Text("Its first tile from the top left; skip, if others lie: {owned}.", owned=names)
    options = (*_colours(question), Choice(decide.EMPTY, Text("The market is empty")))
    lines = (*_lines(state), Text("It pays {n} silver at the black market.", n=decide.PRICE), which)
    return _question(state, question, Text("Which tile is bought?"), lines, Pick(options, question.likely))


def flip(state: State, question: Question) -> Screen:
    """burgundy.card.wild."""
    n, of, name = question.facts["n"], question.facts["of"], question.facts["card"]
    lines = (
        *_lines(state),
        Text("Card {card} is complete.", card=name),
        Text("Turn up its wild tile, {n} of {of}.", n=n, of=of),
    )
    return _question(state, question, Text("What is its front?"), lines, Pick(_colours(question), question.likely))


def bonus(state: State, question: Question) -> Screen:
    """burgundy.colour.complete."""
    colour = question.facts["colour"]
    options = (
        Choice("5", Text("The large one: 5 points")),
        Choice("2", Text("The small one: 2 points")),
        Choice(decide.NONE, Text("None is left")),
    )
    lines = (
        *_lines(state),
        Text("{icon} {name}: its {n} tiles complete the colour.", **_coloured(colour), n=question.facts["tiles"]),
    )
    return _question(state, question, Text("Which bonus tile?"), lines, Pick(options, question.likely))


# --- the end of a phase, and of the game ---


def phase_end(state: State) -> Screen:
    """burgundy.phase.refill, burgundy.ruling.mine_income."""
    return Screen(
        "phase_end",
        Role.INSTRUCTION,
        Text("Phase {phase} is over", phase=state.phase),
        (
            *_lines(state),
            Text("Clear the hex tiles; goods stay."),
            Text("Refill depots and black market."),
            Text("Lay out 5 new goods tiles."),
        ),
        Badge(Who.TABLE, _round(state)),
        Done(),
        {"phase": state.phase, "silver": state.silver, **_told(state)},
    )


def final(state: State) -> Screen:
    """burgundy.end.score."""
    sheet = score(state)
    options = (Choice("total", Text("Enter my total")), Choice("skip", Text("Keep it to myself")))
    return Screen(
        "final",
        Role.QUESTION,
        Text("It has {total} points", total=sheet.total),
        (*_lines(state), *_rows(state)),
        Badge(Who.TABLE, Text("The end")),
        Pick(options, "total"),
        {"total": sheet.total, **{f"{row.id}_vp": row.value for row in sheet.rows}},
        "burgundy.end.score",
    )


def your_total(state: State) -> Screen:
    """burgundy.end.winner."""
    total = score(state).total
    return Screen(
        "your_total",
        Role.QUESTION,
        Text("Your total?"),
        (Text("The Automata has {total} points; a tie is its own.", total=total),),
        Badge(Who.TABLE, Text("The end")),
        Number(0, LIMIT, total),
        {"total": total},
        "burgundy.end.winner",
    )


def over(state: State) -> Screen:
    """burgundy.end.winner."""
    ended = result(state)
    assert ended is not None  # the phase is the last one
    return Screen(
        "over",
        Role.RESULT,
        ended.verdict,
        _rows(state),
        Badge(Who.TABLE, Text("The end")),
        Done(),
        {"winner": ended.winner, "bot": ended.bot, "you": ended.you},
    )


# --- what can be seen on the table, and corrected ---


def left(state: State, _: str) -> tuple[Choice, ...]:
    """Return the cards that may still come up."""
    return tuple(Choice(name, Text("Card {id}", id=name)) for name in sorted(state.deck))


def fields(state: State) -> tuple[Field, ...]:
    """Return the values of the table as the device has them."""
    return (
        Field("silver", Text("Its silver"), state.silver, 0, MOST),
        *(Field(f"goods_{n}", Text("Its goods {n}", n=n), state.goods[n], 0, GOODS_OF_TYPE) for n in GOODS),
        Field("vp", Text("Its points so far"), state.vp, 0, MOST_VP),
        Field("ships", Text("Its steps on the track"), state.ships, 0, MOST),
        *(_field_of_card(state, place) for place in PLACES),
        *(field for place in PLACES for field in _fields_of_items(state, place)),
        *(_field_of_reserve(state, colour) for colour in TILE_NAMES),
        *(_field_of_duchy(state, colour) for colour in COLOURS if colour != "light_green"),
        *(_field_of_livestock(state, name) for name in BEASTS),
        *(
            _yes_no(f"claimed_{one}", Text("Claimed: {name}", name=TILE_NAMES[one]), one in state.claimed)
            for one in COLOURS
        ),
        *(
            _yes_no(f"absent_{one}", Text("In no depot: {name}", name=TILE_NAMES[one]), one in state.absent)
            for one in COLOURS
        ),
        _yes_no("market_empty", Text("Black market is empty"), state.market_empty),
    )


def _field_of_card(state: State, place: Place) -> Field:
    names = sorted(card.id for card in state.deck_of_play())
    choices = tuple(Choice(name, Text("Card {id}", id=name)) for name in names if name not in _other(state, place))
    label = Text("{place} card", place=_place(place))
    if not state.settled():
        return Field(f"{place}_card", label, NOTHING, choices=(_NOT_DEALT, *choices))
    return Field(f"{place}_card", label, state.held(place).id, choices=choices)


def _other(state: State, place: Place) -> list[str]:
    """Return the id of the card that lies at the other place."""
    return [state.held(one).id for one in PLACES if one != place and state.settled()]


def _fields_of_items(state: State, place: Place) -> tuple[Field, ...]:
    """Return what marks each item of a card; before the cards are dealt, what may mark one."""
    if not state.settled():
        any_mark = (_NOT_DEALT, *_marks(*COLOURS))
        return tuple(
            Field(f"{place}_{n}", _item(place, n), NOTHING, choices=any_mark) for n in range(1, MOST_ITEMS + 1)
        )
    held = state.held(place)
    pairs = enumerate(zip(state.items(held.id), held.tiles, strict=True), 1)
    return tuple(
        Field(f"{place}_{n}", _item(place, n), _mark(tile), choices=_marks(colour)) for n, (colour, tile) in pairs
    )


def _item(place: Place, n: int) -> Text:
    return Text("{place}, item {n}", place=_place(place), n=n)


def _mark(tile: Tile | None) -> str:
    if tile is None:
        return "open"
    return beast(tile) if tile.species else tile.colour


def _marks(*colours: str) -> tuple[Choice, ...]:
    """Return what may mark an item of one of these colours."""
    marks = [Choice(one, TILE_NAMES[one]) for one in colours if one != "light_green"]
    if "light_green" in colours:
        marks += [Choice(name, _tile(one)) for name, one in BEASTS.items()]
    return (Choice("open", Text("open")), *marks, Choice("wild", TILE_NAMES["wild"]))


def _field_of_reserve(state: State, colour: str) -> Field:
    return Field(f"reserve_{colour}", Text("Reserve: {name}", name=TILE_NAMES[colour]), state.reserved(colour), 0, MOST)


def _field_of_duchy(state: State, colour: str) -> Field:
    return Field(f"duchy_{colour}", Text("Duchy: {name}", name=TILE_NAMES[colour]), state.duchy.counts[colour], 0, MOST)


def _field_of_livestock(state: State, name: str) -> Field:
    n = sum(beast(tile) == name for tile in state.duchy.livestock)
    return Field(f"duchy_{name}", Text("Duchy: {tile}", tile=_tile(BEASTS[name])), n, 0, MOST_ALIKE)


_NOT_DEALT = Choice(NOTHING, Text("not dealt yet"))


def _yes_no(name: str, label: Text, is_so: bool) -> Field:
    choices = (Choice("yes", Text("yes")), Choice("no", Text("no")))
    return Field(name, label, "yes" if is_so else "no", choices=choices)


# --- pieces ---


def _badge(state: State, who: Who) -> Badge:
    return Badge(who, _round(state))


def _round(state: State) -> Text:
    return Text("{phase} {round}/{rounds}", phase=state.phase, round=state.round, rounds=ROUNDS)


def _question(
    state: State, question: Question, headline: Text, lines: tuple[Text, ...], ask: Pick | Number | YesNo
) -> Screen:
    badge, facts = _badge(state, Who.BOT), dict(question.facts)
    return Screen(question.key, Role.QUESTION, headline, lines, badge, ask, facts, question.rule)


def _colours(question: Question) -> tuple[Choice, ...]:
    return tuple(Choice(one, COLOUR_NAMES[one], HATCHES[one]) for one in question.ids if one in COLOUR_NAMES)


def _none(question: Question) -> Pick:
    return Pick((*_colours(question), Choice(decide.NONE, Text("None in any depot"))), question.likely)


def _goods(one: str, taken: int) -> Choice:
    return Choice(one, Text("Type {type}: {n} taken", type=one, n=taken) if taken else Text("Type {type}", type=one))


def _coloured(colour: str) -> dict[str, Any]:
    return {"icon": HATCHES[colour], "name": COLOUR_NAMES[colour]}


def _rows(state: State) -> tuple[Text, ...]:
    """Return the score in four lines, two of its rows in each of the last."""
    rows = tuple(Text("{row}: {value}", row=row.text, value=row.value) for row in score(state).rows)
    pairs = zip(rows[2::2], rows[3::2], strict=True)
    return (*rows[:2], *(Text("{one}. {other}", one=one, other=other) for one, other in pairs))


def _origin(question: Question) -> tuple[Text, ...]:
    """Return where the tile is that the question is about; one from elsewhere was just told."""
    return (Text("The newest one of its reserve."),) if question.facts["from"] == "reserve" else ()


def _depots(question: Question) -> Text:
    return Text("Depots {order}.", order=_order(question))


def _order(question: Question) -> Text:
    """Return the depots in order: 5 6 1 2 3 4."""
    return Text(
        "{d1} {d2} {d3} {d4} {d5} {d6}", **{f"d{n}": depot for n, depot in enumerate(question.facts["depots"], 1)}
    )


def _place(place: str) -> Text:
    return Text("Left") if place == "left" else Text("Right")


def _tile(tile: Tile) -> Text:
    if tile.building is not None:
        return BUILDING_NAMES[tile.building]
    if tile.species is not None:
        return Text("{name} {n}", name=SPECIES_NAMES[tile.species], n=tile.animals or 0)
    return TILE_NAMES[tile.colour]


def _lines(state: State) -> tuple[Text, ...]:
    """Return what it did since the last screen, one action a line."""
    return tuple(_line(state, deed) for deed in state.news)


def _line(state: State, deed: Deed) -> Text:
    if isinstance(deed, Scored):
        return Text("{icon} It scores {n}, now {vp}.", icon=Icon.FLAG, n=deed.n, vp=state.vp)
    return _WORDS[type(deed)](deed)


def _placed(deed: Placed) -> Text:
    place, tile = _place(deed.place), _tile(deed.tile)
    if deed.source == "reserve":
        return Text("{place}, item {n}: {tile} (reserve).", place=place, n=deed.item, tile=tile)
    return Text("{place}, item {n}: {tile}.", place=place, n=deed.item, tile=tile)


def _kept(deed: Kept) -> Text:
    if deed.source == "market":
        return Text("Market tile: face down, reserve.")
    if deed.source == "purchase":
        return Text("{icon} It pays 2: {tile} to its reserve.", icon=Icon.COIN, tile=_tile(deed.tile))
    return Text("To its reserve: {tile}.", tile=_tile(deed.tile))


def _sold(deed: Sold) -> Text:
    return Text("{icon} It sells {n} of goods {type} for 1 silver.", icon=Icon.COIN, n=deed.n, type=deed.goods)


def _dealt(deed: Dealt) -> Text:
    if deed.slid:
        return Text("{icon} Slide right to left; new: {card}.", icon=Icon.CARD, card=deed.card)
    return Text("{icon} {place} card: {card}.", icon=Icon.CARD, place=_place(deed.place), card=deed.card)


_SHUFFLE = Text("Shuffle its cards not in use.")
_WORDS: dict[type, Callable[[Any], Text]] = {
    Placed: _placed,
    Kept: _kept,
    Sold: _sold,
    Loaded: lambda _: Text("{icon} Its turn order: 1 step.", icon=Icon.STEPS),
    Paid: lambda deed: Text("{icon} Give it {n} silver.", icon=Icon.COIN, n=deed.n),
    Completed: lambda deed: Text("Card {cards} done: tiles to duchy.", cards=tuple(deed.cards)),
    Skipped: lambda deed: Text("Card {card}: to the discard pile.", card=deed.card),
    Slid: lambda _: Text("Right card: slide it left."),
    Shuffled: lambda _: _SHUFFLE,
    Dealt: _dealt,
    Delivered: lambda deed: Text("{die} Goods tile: depot {n}.", die=DICE[deed.depot - 1], n=deed.depot),
}


def _before_the_card(state: State) -> tuple[Text, ...]:
    """Return why the next card comes and what it needs; in play the rest is told once it lies, and only then."""
    dealt = max((n for n, deed in enumerate(state.news, 1) if isinstance(deed, Dealt)), default=0)
    news = state.news[dealt:]
    if not state.round:
        return tuple(_line(state, deed) for deed in news)
    done = tuple(_completed(state))
    lines = [Text("Card {cards} done: turn up its next card.", cards=done)] if done and not dealt else []
    if Shuffled() in news:
        lines.append(Text("First shuffle those not in use, card {cards} too.", cards=done) if done else _SHUFFLE)
    return tuple(lines)


def _completed(state: State) -> list[str]:
    """Return the cards of which no screen has told yet that they are complete."""
    return [name for deed in state.news if isinstance(deed, Completed) for name in deed.cards]


def _told(state: State) -> dict[str, Any]:
    return {"news": msgspec.to_builtins(state.news)}


def _facts(state: State) -> dict[str, Any]:
    return {
        "phase": state.phase,
        "round": state.round,
        "first": state.first,
        "white": state.white,
        "die": state.die,
        "silver": state.silver,
        "vp": state.vp,
        **_told(state),
    }
