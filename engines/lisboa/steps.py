"""State to screen: the player's words. A builder has the name of its phase, or of the question it words."""

from typing import Any

import msgspec

from engines.contract import (
    GO_ON,
    NOT_POSSIBLE,
    Badge,
    Choice,
    Done,
    Draw,
    Field,
    Number,
    Pick,
    Role,
    Screen,
    Who,
    YesNo,
)
from engines.decisions import Question
from engines.lisboa import decide
from engines.lisboa.score import TITLES, result, score, title
from engines.lisboa.state import (
    COLOURS,
    COLUMNS,
    DECK,
    EARNED,
    FAVORS,
    FIGURES,
    FULL,
    HOUSES,
    MOST,
    NOBLES,
    OFFICIALS,
    PERIODS,
    PRINTED,
    TRACK,
    TREASURY,
    TYPES,
    Did,
    Noble,
    State,
    cards,
)
from engines.text import Icon, Text

NAMES = {"builder": Text("Builder"), "marquis": Text("Marquis"), "king": Text("King"), "treasury": Text("Treasury")}
"""Nobles, and the figures of the decks."""
DECKS = {
    "builder": Text("Builder’s deck"),
    "marquis": Text("Marquis’s deck"),
    "king": Text("King’s deck"),
    "treasury": Text("Treasury’s deck"),
}
ACTIONS = {
    "officials": Text("Officials"),
    "plans": Text("Plans"),
    "ships": Text("Ships"),
    "production": Text("Production"),
    "cardinal": Text("Cardinal"),
    "favor": Text("Royal Favour"),
}
STORES = {"gold": Text("gold"), "cloth": Text("cloth"), "books": Text("books"), "tools": Text("tools")}
SHIPS = {"blue": Text("Blue ship"), "red": Text("Red ship"), "purple": Text("Purple ship"), "brown": Text("Brown ship")}
TILES = {"blue": Text("Open the blue building."), "green": Text("Open the green building.")}
OPENED = {"blue": Text("Blue building: 2 cubes to him."), "green": Text("Green building: 2 cubes to him.")}
PASSED = {
    "nothing": Text("Neither"),
    "treasury": Text("The Treasury"),
    "influence": Text("The Influence icon"),
    "both": Text("Both"),
}
NUMBERS = {
    "your_gold": Text("Your gold stores?"),
    "your_cloth": Text("Your cloth stores?"),
    "your_books": Text("Your book stores?"),
    "your_tools": Text("Your tool stores?"),
    "your_hired": Text("Your hired officials?"),
    "your_reis": Text("Your réis?"),
    "your_decrees": Text("Your decrees?"),
    "your_ships": Text("Your ships?"),
}


# --- set-up ---


def helper(state: State) -> Screen:
    """lisboa.setup.helper."""
    return Screen(
        "helper",
        Role.QUESTION,
        Text("Helper: which deck?"),
        (Text("Turn up a blue card; discard it."),),
        _setup(1),
        Draw("helper", 0, left(state, "helper")),
        {},
        "lisboa.setup.helper",
    )


def courtier(state: State) -> Screen:
    """lisboa.setup.courtier."""
    return Screen(
        "courtier",
        Role.QUESTION,
        Text("Courtier: which noble?"),
        (Text("Turn up another blue card."), Text("Treasury: turn up one more.")),
        _setup(1),
        Draw("courtier", 0, left(state, "courtier")),
        {"helper": state.helper},
        "lisboa.setup.courtier",
    )


def favor(state: State) -> Screen:
    """lisboa.setup.favor."""
    return Screen(
        "favor",
        Role.QUESTION,
        Text("His Royal Favour?"),
        (Text("Draw one for him at random."),),
        _setup(1),
        Draw("favor", 0, left(state, "favor")),
        {"courtier": state.courtier},
        "lisboa.setup.favor",
    )


def set_up(state: State) -> Screen:
    """lisboa.setup.two_players, lisboa.setup.scoring_tiles, lisboa.setup.building."""
    tile = "green" if state.upper else "blue"
    site = cards().sites.cards[-1 if state.upper else 0].id
    place = {
        "green": Text("Top green building: E-D (east)."),
        "blue": Text("Top blue building: W-D (west)."),
    }
    return Screen(
        "set_up",
        Role.INSTRUCTION,
        Text("Set up for two"),
        (
            Text("{icon} You are the start player.", icon=Icon.YOU),
            Text("{icon} Lacerda: no board, no hand.", icon=Icon.BOT),
            Text("Equal scoring tiles: not adjacent."),
            place[tile],
            Text("Its 2 cubes leave the game."),
        ),
        _setup(1),
        Done(),
        {"helper": state.helper, "tile": tile, "site": site, "cubes": 2, "rubble": state.rubble},
    )


def pieces(state: State) -> Screen:
    """lisboa.setup.pieces, lisboa.setup.plans."""
    return Screen(
        "pieces",
        Role.INSTRUCTION,
        Text("Place his pieces"),
        (
            Text("{icon} Helper: a third colour, above the {deck}.", icon=Icon.MARKER, deck=DECKS[state.helper]),
            Text("{icon} Courtier: on the {noble}.", icon=Icon.MARKER, noble=NAMES[state.courtier]),
            Text("{icon} Favour: {nobles}.", icon=Icon.BOT, nobles=_names(state.favors)),
            Text("{icon} 2 random starting plans.", icon=Icon.BOT),
        ),
        _setup(2),
        Done(),
        {
            "helper": state.helper,
            "courtier": state.courtier,
            "favors": list(state.favors),
            "plans": state.plans,
            "off_L": list(state.off_L),
            "area": state.area,
        },
    )


# --- your turn ---


def your_turn(state: State) -> Screen:
    """The idle screen: what he did, and what you may report (lisboa.turn.order, lisboa.you.follow)."""
    did = state.did
    begun = (Text("Period {n} begins.", n=state.period), Text("You take the first turn."), _has(state))
    return Screen(
        "your_turn",
        Role.INSTRUCTION,
        Text("Take your turn") if did is None else _headline(did),
        begun if did is None else _lines(state, did),
        _badge(state, Who.YOU),
        Pick(_reports(state), GO_ON),
        _facts(state),
    )


def his_wigs(state: State, question: Question) -> Screen:
    """lisboa.you.wigs."""
    line = Text("A building beside his stores, or his ship that you filled.")
    return _report(state, question, Text("His wigs now?"), line, wigs=state.wigs)


def treasury(state: State, question: Question) -> Screen:
    """lisboa.you.treasury."""
    line = Text("The space of its marker.")
    return _report(state, question, Text("The Treasury now?"), line, treasury=state.treasury)


def church(state: State, question: Question) -> Screen:
    """lisboa.you.church."""
    line = Text("He gains it too: nobles and ships in your top row.")
    return _report(state, question, Text("Portfolio influence?"), line, influence=state.influence)


def visited(state: State) -> Screen:
    """lisboa.follow.visit, lisboa.ruling.event."""
    nobles = tuple(Choice(noble, NAMES[noble]) for noble in state.favors)
    return Screen(
        "visited",
        Role.QUESTION,
        Text("Did you visit a noble?"),
        (Text("He follows with his Favour."), Text("An event is no visit.")),
        _badge(state, Who.YOU),
        Pick((Choice("no", Text("No, or another noble")), *nobles), "no"),
        {"favors": list(state.favors)},
        "lisboa.follow.visit",
    )


def deck_drawn(state: State, question: Question) -> Screen:
    """lisboa.turn.drew."""
    decks = tuple(
        Choice(figure, DECKS[figure], blocked=Text("empty") if figure in question.blocked else None)
        for figure in FIGURES
    )
    return Screen(
        question.key,
        Role.QUESTION,
        Text("Your card: which deck?"),
        (Text("The deck of the display that you drew from."),),
        _badge(state, Who.YOU),
        Pick((*decks, Choice("none", Text("I drew none"))), question.likely),
        {"deck": list(state.deck)},
    )


# --- his State action ---


def top_ship(state: State, question: Question) -> Screen:
    """lisboa.ships.take."""
    ships = tuple(Choice(colour, SHIPS[colour]) for colour in question.ids if colour != "none")
    options = (*ships, Choice("none", Text("No ship")))
    lines = (_goes(state), Text("State action: the top ship."))
    return _question(state, question, Text("Which ship is on top?"), lines, Pick(options, question.likely))


def ship_influence(state: State, question: Question) -> Screen:
    """lisboa.ships.influence: asked once for each ship, since it is not in our cards."""
    lines = (Text("{ship}: the number beside the influence icon.", ship=SHIPS[question.facts["ship"]]),)
    return _question(state, question, Text("Influence on the ship?"), lines, _number(question))


def ship_size(state: State, question: Question) -> Screen:
    """lisboa.end.ships: asked once for each ship, since it is not in our cards."""
    lines = (Text("{ship}: what it scores at the end.", ship=SHIPS[question.facts["ship"]]),)
    return _question(state, question, Text("The size of the ship?"), lines, _number(question))


def portfolio(state: State, question: Question) -> Screen:
    """lisboa.ships.influence, lisboa.cardinal.church."""
    lines = (Text("Nobles and ships in your top row."),)
    return _question(state, question, Text("Portfolio influence?"), lines, _number(question))


def tile_wigs(state: State, question: Question) -> Screen:
    """lisboa.cardinal.move."""
    lines = (_goes(state), Text("Move the Cardinal 2 spaces."), Text("Discard the tile in front."))
    return _question(state, question, Text("Wigs on the tile’s back?"), lines, _number(question))


def cardinal_passed(state: State, question: Question) -> Screen:
    """lisboa.cardinal.treasury, lisboa.cardinal.church."""
    options = tuple(Choice(place, PASSED[place]) for place in question.ids)
    lines = (Text("What the Cardinal reached or passed, as in your normal rules."),)
    return _question(state, question, Text("Treasury or Influence?"), lines, Pick(options, question.likely))


def favor_back(state: State, question: Question) -> Screen:
    """lisboa.ruling.favor_gone: the pile was empty."""
    noble = NAMES[question.facts["noble"]]
    lines = (_goes(state), Text("A Royal Favour on the {noble}’s portrait.", noble=noble))
    return _question(state, question, Text("Is there one again?"), lines, YesNo(likely=question.likely))


def take_favor(state: State) -> Screen:
    """lisboa.favor.order: an instruction that the table may not allow."""
    did = _done(state)
    assert did.favor is not None  # it was chosen
    return Screen(
        "take_favor",
        Role.INSTRUCTION,
        Text("Give him a Royal Favour"),
        (_goes(state), Text("{icon} Favour: {noble}.", icon=Icon.BOT, noble=NAMES[did.favor])),
        _badge(state, Who.BOT),
        Pick((Choice(GO_ON, Text("Done")), Choice(NOT_POSSIBLE, Text("No such tile is left"), Icon.WARNING)), GO_ON),
        {"noble": did.noble, "favor": did.favor, "missing": list(did.no_favor)},
    )


# --- a visit, his own or one that follows yours ---


def store_column(state: State, question: Question) -> Screen:
    """lisboa.store.plot, lisboa.store.tie, lisboa.store.type."""
    out = question.facts["tiles_out"]
    options = [
        Choice(column, _column(column, out), blocked=Text("tiles out") if column in question.blocked else None)
        for column in COLUMNS
    ]
    options.append(Choice("none", Text("No free plot")))
    if "out" in question.ids:
        options.append(Choice("out", Text("A stack of tiles is out")))
    lines = (_goes(state), Text("Plot with most wigs; tie: topmost row, then leftmost."))
    plots = [plot.id for plot in cards().plots.cards]
    ask = Pick(tuple(options), question.likely)
    return _question(state, question, Text("His store: which column?"), lines, ask, plots=plots)


def tiles_out(state: State, question: Question) -> Screen:
    """lisboa.store.type."""
    options = tuple(Choice(kind, STORES[kind]) for kind in question.ids)
    lines = (Text("The stack of City tiles that is empty."),)
    return _question(state, question, Text("Which tiles are out?"), lines, Pick(options, question.likely))


def store_wigs(state: State, question: Question) -> Screen:
    """lisboa.store.score."""
    place = COLUMNS.index(question.facts["column"]) + 1
    lines = (
        Text("Store of {type} in column {n}.", type=STORES[question.facts["type"]], n=place),
        Text("No bonus, no payment."),
        Text("Its cheapest cube to him: blue, red, brown; tie: the column’s."),
    )
    cubes = [cube.id for cube in cards().cubes.cards]
    return _question(state, question, Text("How many wigs for him?"), lines, _number(question), cubes=cubes)


def best_building(state: State, question: Question) -> Screen:
    """lisboa.building.best, lisboa.building.site_tie, lisboa.building.tile_tie."""
    options = (
        Choice("blue", Text("The blue architect’s")),
        Choice("green", Text("The green architect’s")),
        Choice("equal", Text("Both are as good")),
        Choice("none", Text("None can be built")),
    )
    lines = (_goes(state), Text("Best site: his wigs less yours."), Text("Tie: clockwise from W-D."))
    ask = Pick(options, question.likely)
    return _question(state, question, Text("Which building is best?"), lines, ask, sites=_sites())


def building_wigs(state: State, question: Question) -> Screen:
    """lisboa.building.best."""
    lines = (
        TILES[question.facts["tile"]],
        Text("Best site; tie: clockwise from W-D."),
        Text("No reward, no officials."),
    )
    return _question(state, question, Text("How many wigs for him?"), lines, _number(question), sites=_sites())


def your_officials(state: State, question: Question) -> Screen:
    """lisboa.visit.cost."""
    lines = (_goes(state), Text("Treasury on {n}.", n=state.treasury))
    return _question(state, question, Text("Your officials there?"), lines, _number(question), treasury=state.treasury)


def shown(state: State) -> Screen:
    """What he did where no turn of yours follows at once: he followed, or his last turn of a period."""
    did = _done(state)
    options = [Choice(GO_ON, Text("Done"))]
    if did.cube:
        options.append(Choice("no_cube", _NO_CUBE))
    return Screen(
        "shown",
        Role.INSTRUCTION,
        _headline(did),
        _lines(state, did),
        _badge(state, Who.BOT),
        Pick(tuple(options), GO_ON) if did.cube else Done(),
        _facts(state),
    )


# --- the end of a period, and of the game ---


def period_end(state: State) -> Screen:
    """lisboa.period.rubble, lisboa.period.decks, lisboa.period.ships."""
    return Screen(
        "period_end",
        Role.INSTRUCTION,
        Text("End period {n}", n=state.period),
        (
            Text(
                "{icon} His rubble: {n} wig, now {wigs}.",
                plural="{icon} His rubble: {n} wigs, now {wigs}.",
                icon=Icon.BOT,
                n=state.rubble,
                wigs=state.wigs + state.rubble,
            ),
            Text("{icon} Yours: 3 wigs a set.", icon=Icon.YOU),
            Text("{icon} Discard the display; set out the brown decks.", icon=Icon.CARD),
            Text("New ships: purple on brown."),
            Text("Refill hands, church, decrees."),
        ),
        Badge(Who.TABLE, _period(state)),
        Done(),
        {"rubble": state.rubble, "wigs": state.wigs, "wigs_now": state.wigs + state.rubble, "helper": state.helper},
    )


def your_gold(state: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _stores_of(question, state.stores.gold)


def your_cloth(state: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _stores_of(question, state.stores.cloth)


def your_books(state: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _stores_of(question, state.stores.books)


def your_tools(state: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _stores_of(question, state.stores.tools)


def your_hired(_: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _count_of(question, Text("Officials in public buildings."))


def your_reis(_: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _count_of(question, Text("Your money."))


def your_decrees(_: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _count_of(question, Text("All that you have taken."))


def your_ships(_: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _count_of(question, Text("All that you own."))


def tied_stores(_: State, question: Question) -> Screen:
    """lisboa.ruling.majority_tie."""
    kind, n = STORES[question.facts["type"]], question.facts["stores"]
    lines = (Text("Most stores of {type}: both have {n}.", type=kind, n=n), Text("His wigs, by your rules for ties."))
    return _at_the_end(question, Text("His wigs for the tie?"), lines, _number(question))


def his_officials(_: State, question: Question) -> Screen:
    """lisboa.end.officials, lisboa.ruling.hired."""
    options = (Choice("0", Text("None")), Choice("5", Text("5: second most")), Choice("15", Text("15: most")))
    hired, yours = question.facts["hired"], question.facts["your_officials"]
    lines = (Text("Hired officials: his {hired}, yours {yours}.", hired=hired, yours=yours),)
    return _at_the_end(question, Text("His wigs for officials?"), lines, Pick(options, question.likely))


def your_majorities(_: State, question: Question) -> Screen:
    """lisboa.ruling.majorities."""
    lines = (Text("Types of which you have most, and hired officials."),)
    return _at_the_end(question, Text("Your majorities?"), lines, _number(question))


def your_wigs(_: State, question: Question) -> Screen:
    """lisboa.end.numbers."""
    return _at_the_end(question, Text("Your wigs?"), (Text("With all that you score at the end."),), _number(question))


def over(state: State) -> Screen:
    """lisboa.title.court, lisboa.end.score."""
    ended, name = result(state), title(state)
    assert ended is not None  # the phase is the last one
    rows = {row.id: row.value for row in score(state).rows}
    gap = (Text("The table of titles names none."),) if name is None else ()
    return Screen(
        "over",
        Role.RESULT,
        Text("No title") if name is None else TITLES[name],
        (
            Text("You {you}, Lacerda {bot}.", you=ended.you or 0, bot=ended.bot or 0),
            *gap,
            Text(
                "Track {wigs}, rubble {rubble}, ships {ships}.",
                wigs=rows["wigs"],
                rubble=rows["rubble"],
                ships=rows["ships"],
            ),
            Text("Stores {stores}, officials {officials}.", stores=rows["stores"], officials=rows["officials"]),
            Text("Decrees {decrees}, Favours {favors}.", decrees=rows["decrees"], favors=rows["favors"]),
        ),
        Badge(Who.TABLE, Text("The end")),
        Done(),
        {"title": name, "winner": ended.winner, "bot": ended.bot, "you": ended.you, **rows},
    )


# --- what can be seen on the table, and corrected ---


def left(state: State, deck: str) -> tuple[Choice, ...]:
    """Return the figures that a card of the set-up may show."""
    figures: tuple[str, ...] = FIGURES if deck == "helper" else NOBLES
    drawn = {"helper": ("helper",), "courtier": ("helper", "courtier"), "favor": ("helper", "courtier", "favor")}
    return tuple(Choice(figure, NAMES[figure]) for figure in figures if state.at.value in drawn[deck])


def fields(state: State) -> tuple[Field, ...]:
    """Return the values of the table as the device has them."""
    return (
        Field("wigs", Text("His wigs"), state.wigs, 0, TRACK),
        Field("influence", Text("His influence"), state.influence, 0, FULL),
        Field("treasury", Text("Treasury"), state.treasury, 1, TREASURY),
        Field("helper", Text("Helper above"), state.helper, choices=tuple(Choice(one, DECKS[one]) for one in FIGURES)),
        Field("courtier", Text("Courtier"), state.courtier, choices=tuple(Choice(one, NAMES[one]) for one in NOBLES)),
        *_deck_fields(state),
        Field("rubble", Text("His rubble"), state.rubble, 0, MOST),
        Field("decrees", Text("His decrees"), state.decrees, 0, MOST),
        Field("plans", Text("His plans"), state.plans, 0, MOST),
        *_noble_fields(state),
        *_store_fields(state),
        Field("portfolio_you", Text("Influence of your portfolio"), state.portfolio_you, 0, EARNED),
        Field("your_set", _YOUR_SET[state.period], "yes" if state.your_set else "no", choices=_YES_NO),
        *_ship_fields(state),
    )


_YES_NO = (Choice("no", Text("no")), Choice("yes", Text("yes")))
_YOUR_SET = {1: Text("Your 2nd rubble set"), 2: Text("Your 4th rubble set")}
_PLACES = (Choice("yard", Text("in the shipyard")), Choice("his", Text("his")), Choice("gone", Text("gone")))
_STACKS = (Choice("plenty", Text("some left")), Choice("empty", Text("out")))


def _deck_fields(state: State) -> tuple[Field, ...]:
    return tuple(Field(f"deck_{one}", DECKS[one], state.cards_of(one), 0, DECK) for one in FIGURES)


def _noble_fields(state: State) -> tuple[Field, ...]:
    found = []
    for place, noble in enumerate(NOBLES):
        name, his = NAMES[noble], state.off_L[place]
        holds = "yes" if noble in state.favors else "no"
        pile = state.favor_supply[place]
        found += [
            Field(f"office_{noble}", Text("{noble}: his officials", noble=name), his, 0, OFFICIALS),
            Field(f"yours_{noble}", Text("{noble}: your officials", noble=name), state.off_you[place], 0, OFFICIALS),
            Field(f"favor_{noble}", Text("{noble}: his Favour", noble=name), holds, choices=_YES_NO),
            Field(f"pile_{noble}", Text("{noble}: Favours left", noble=name), pile, 0, FAVORS),
        ]
    return tuple(found)


def _store_fields(state: State) -> tuple[Field, ...]:
    found = []
    for kind in TYPES:
        his = state.stores.of(kind)
        stack = "empty" if kind in state.tiles_out else "plenty"
        found += [
            Field(f"store_{kind}", Text("His stores: {type}", type=STORES[kind]), his, 0, HOUSES),
            Field(f"stack_{kind}", Text("City tiles: {type}", type=STORES[kind]), stack, choices=_STACKS),
        ]
    return tuple(found)


def _ship_fields(state: State) -> tuple[Field, ...]:
    found = []
    for ship in COLOURS:
        place = "his" if state.his_ship(ship) else "yard" if ship in state.shipyard else "gone"
        printed = state.printed(ship)
        found += [
            Field(f"ship_{ship}", SHIPS[ship], place, choices=_PLACES),
            Field(f"force_{ship}", Text("{ship}: influence", ship=SHIPS[ship]), printed.influence, 0, PRINTED),
            Field(f"size_{ship}", Text("{ship}: size", ship=SHIPS[ship]), printed.hull, 1, PRINTED),
        ]
    return tuple(found)


# --- pieces ---

_NO_CUBE = Text("There was no cube left")
_MY_SET = {1: Text("I have a 2nd rubble set"), 2: Text("I have a 4th rubble set")}
_SET_FOLLOWING = {1: Text("2nd rubble set by following"), 2: Text("4th rubble set by following")}


def _setup(step: int) -> Badge:
    return Badge(Who.TABLE, Text("Set-up"), step=step, steps=2)


def _badge(state: State, who: Who) -> Badge:
    return Badge(who, _period(state), turn=state.turn_no)


def _period(state: State) -> Text:
    if state.final_round:
        return Text("Final round")
    if state.ends:
        return Text("Period {n} ends", n=state.period)
    return Text("Period {n}/{periods}", n=state.period, periods=PERIODS)


def _done(state: State) -> Did:
    assert state.did is not None  # he has begun to act
    return state.did


def _names(nobles: list[Noble]) -> tuple[Text, ...]:
    return tuple(NAMES[noble] for noble in nobles)


def _number(question: Question) -> Number:
    return Number(question.low, question.high, question.likely)


def _question(
    state: State, question: Question, headline: Text, lines: tuple[Text, ...], ask: Pick | Number | YesNo, **facts: Any
) -> Screen:
    did = _done(state)
    known = {"noble": did.noble, "action": did.action, "helper": state.helper}
    badge = _badge(state, Who.BOT)
    return Screen(question.key, Role.QUESTION, headline, lines, badge, ask, known | question.facts | facts)


def _report(state: State, question: Question, headline: Text, line: Text, **facts: Any) -> Screen:
    badge = _badge(state, Who.YOU)
    return Screen(question.key, Role.QUESTION, headline, (line,), badge, _number(question), facts)


def _stores_of(question: Question, his: int) -> Screen:
    return _count_of(question, Text("He has {n}.", n=his), stores=his)


def _count_of(question: Question, line: Text, **facts: Any) -> Screen:
    step = list(decide.NUMBERS).index(question.key) + 1
    badge = Badge(Who.TABLE, Text("The end"), step=step, steps=len(decide.NUMBERS))
    return Screen(question.key, Role.QUESTION, NUMBERS[question.key], (line,), badge, _number(question), facts)


def _at_the_end(question: Question, headline: Text, lines: tuple[Text, ...], ask: Pick | Number) -> Screen:
    badge = Badge(Who.TABLE, Text("The end"))
    return Screen(question.key, Role.QUESTION, headline, lines, badge, ask, dict(question.facts))


def _goes(state: State) -> Text:
    """Return where he goes, at every question of a visit."""
    noble = NAMES[_done(state).noble]
    if _done(state).action is None:
        return Text("{icon} He follows to the {noble}.", icon=Icon.BOT, noble=noble)
    return Text("{icon} Courtier: to the {noble}.", icon=Icon.MARKER, noble=noble)


def _sites() -> list[str]:
    return [site.id for site in cards().sites.cards]


def _column(column: str, out: list[Any]) -> Text:
    kind = decide.kind_in(column, out)  # type: ignore[arg-type]  # one of the five
    n = COLUMNS.index(column) + 1
    return Text("Column {n}", n=n) if kind is None else Text("Column {n}: {type}", n=n, type=STORES[kind])


def _headline(did: Did) -> Text:
    if did.action is None:
        return Text("Let him follow: {noble}", noble=NAMES[did.noble])
    return Text("Move Courtier: {noble}", noble=NAMES[did.noble])


def _lines(state: State, did: Did) -> tuple[Text, ...]:
    """Return his actions in order, and what he has after them; the Courtier's move is the headline."""
    lines = [_state_action(state, did)] if did.action else []
    lines += _noble_action(did)
    lines.append(_paid(state, did))
    if did.action:
        if did.cost is not None:
            lines.append(Text("{icon} You may follow by Favour.", icon=Icon.YOU))
        lines.append(_display(state, did))
    elif did.noble not in state.favors:
        lines.append(Text("{icon} His Favour goes back.", icon=Icon.BOT))
    return tuple(lines)


def _state_action(state: State, did: Did) -> Text:
    if did.skipped:
        return Text("{action}: not possible.", action=ACTIONS[did.action or ""])
    match did.action:
        case "plans":
            text = Text("Plan: most officials; tie: blue.")
        case "officials":
            text = Text("1 official each: {offices}.", offices=_names(did.offices))
        case "ships":
            text = Text("{ship}: his. Treasury on {n}.", ship=SHIPS[did.ship or ""], n=state.treasury)
        case "production":
            stores = tuple(
                Text("{n} {type}", n=state.stores.of(kind), type=STORES[kind])
                for kind in TYPES
                if state.stores.of(kind)
            )
            text = Text("His stores ({stores}) produce; prices go down.", stores=stores)
        case "cardinal":
            text = Text(
                "Cardinal: {n} wig. Treasury on {space}.",
                plural="Cardinal: {n} wigs. Treasury on {space}.",
                n=did.tile_wigs,
                space=state.treasury,
            )
            if did.passed in {"influence", "both"}:
                text = Text("{text} Score the church.", text=text)
        case _:
            text = Text("Royal Favour: {noble}, his.", noble=NAMES[did.favor or ""])
    return text


def _noble_action(did: Did) -> list[Text]:
    if did.decrees:
        return [Text("{icon} Leftmost 2 decrees: his. Refill; replace 69, red 2-meeples.", icon=Icon.CARD)]
    if did.building is not None:
        return [OPENED[did.building]]
    if did.store is None or did.column is None:
        return [Text("Visit: not possible.")]
    place = COLUMNS.index(did.column) + 1
    kind = STORES[did.store]
    if did.cube:
        return [Text("Store: {type}, column {n}; 1 cube.", type=kind, n=place)]
    return [Text("Store: {type}, column {n}; no cube.", type=kind, n=place)]


def _paid(state: State, did: Did) -> Text:
    if did.cost is None:
        return _has(state)
    return Text(
        "{icon} Pays {cost}: influence {n}, wigs {wigs}.",
        icon=Icon.BOT,
        cost=did.cost,
        n=state.influence,
        wigs=state.wigs,
    )


def _has(state: State) -> Text:
    return Text("{icon} Influence {n}, wigs {wigs}.", icon=Icon.BOT, n=state.influence, wigs=state.wigs)


def _display(state: State, did: Did) -> Text:
    if did.discarded == state.helper:
        return Text("{icon} Discard; the Helper stays.", icon=Icon.CARD)
    if did.discarded is not None:
        return Text("{icon} Discard; Helper to {deck}.", icon=Icon.CARD, deck=NAMES[state.helper])
    return Text("{icon} No discard; Helper: {deck}.", icon=Icon.CARD, deck=NAMES[state.helper])


def _reports(state: State) -> tuple[Choice, ...]:
    options = [
        Choice(GO_ON, Text("My last turn is done") if state.final_round else Text("My turn is done")),
        Choice("wigs", Text("His wigs changed")),
        Choice("treasury", Text("The Treasury moved")),
        Choice("church", Text("The church was scored")),
    ]
    if not state.your_set and not state.final_round:
        options.append(Choice("your_set", _MY_SET[state.period]))
        if state.did is not None:
            options.append(Choice("set_following", _SET_FOLLOWING[state.period]))
    if state.did is not None and state.did.cube:
        options.append(Choice("no_cube", _NO_CUBE))
    return tuple(options)


def _facts(state: State) -> dict[str, Any]:
    acts = {} if state.did is None else msgspec.to_builtins(state.did)
    return {
        **acts,
        "period": state.period,
        "final_round": state.final_round,
        "helper": state.helper,
        "courtier": state.courtier,
        "deck": list(state.deck),
        "treasury": state.treasury,
        "influence": state.influence,
        "wigs": state.wigs,
        "rubble": state.rubble,
        "off_L": list(state.off_L),
        "area": state.area,
        "favors": list(state.favors),
        "stores": msgspec.to_builtins(state.stores),
    }
