"""State to screen: the player's words. A builder has the name of its phase, or of the question it words."""

from typing import Any

from engines.contract import (
    GO_ON,
    Ask,
    Badge,
    Choice,
    Done,
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
from engines.pampero.bonus import SCORED_AT, SCORING, winner
from engines.pampero.card import EVERYWHERE, ZONES, Card, unread
from engines.pampero.pieces import Deed
from engines.pampero.score import result
from engines.pampero.state import (
    LIMIT,
    MARKER_DOLLARS,
    MOST,
    MOST_MONEY,
    ONGOING,
    POSITIONS,
    ROUNDS,
    SCORINGS,
    SPACES,
    TURNS,
    Phase,
    State,
)
from engines.pampero.ties import places
from engines.pampero.wizard import ROWS
from engines.pampero.words import ACTIONS, BONUSES, CONDITIONS, ICONS, contract, option, shown, symbol
from engines.text import Icon, Text, Value

MOST_INCOME = 99
MOST_TRACKS = len(ROWS)
MOST_PIECES = 30
"""Of a kind; how many VJ really has is part of the board."""
ONE, SEVERAL, NONE = Text("Exactly one"), Text("Several"), Text("None")


# --- set-up -------------------------------------------------------------------------------------------------------


def sectors_right(state: State, question: Question) -> Screen:
    """pampero.ruling.sectors."""
    zones = [Text("Zone {zone}: {sectors}", zone=zone, sectors=state.board.zones[zone]) for zone in ZONES]
    return _ask(question, Text("Are these the sectors?"), tuple(zones), YesNo(question.likely), _setup())


def sectors_of_zone(state: State, question: Question) -> Screen:
    """pampero.ruling.sectors."""
    headline = Text("Sectors of zone {zone}?", zone=question.facts["zone"])
    return _ask(question, headline, (Text("The board has six in all."),), _number(question), _setup())


def towers_owned(state: State, question: Question) -> Screen:
    """pampero.setup.board."""
    lines = (Text("Count them on his grid board."),)
    return _ask(question, Text("How many towers has VJ?"), lines, _number(question), _setup())


def income_row(state: State, question: Question) -> Screen:
    """pampero.income.rightmost: the order of the income tracks."""
    options = tuple(Choice(name, _row_name(name)) for name in question.ids)
    headline = Text("Income track {n}?", n=question.facts["row"])
    lines = (Text("VJ’s grid board, from the top."),)
    return _ask(question, headline, lines, Pick(options, question.likely), _setup())


def locked_at_start(state: State, question: Question) -> Screen:
    """pampero.ruling.locked."""
    lines = (Text("Those of VJ’s grid board."), Text("A column with a tower is locked."))
    return _ask(question, Text("All transformers locked?"), lines, YesNo(question.likely), _setup())


def unlocked_at_start(state: State, question: Question) -> Screen:
    """pampero.ruling.locked."""
    lines = (Text("In columns without a tower."),)
    return _ask(question, Text("How many are unlocked?"), lines, _number(question), _setup())


def solo_card(state: State, question: Question) -> Screen:
    """pampero.setup.solo_cards, pampero.ruling.spaces."""
    titles = {card.key: _title(card) for card in state.deck}
    others = {name: Text("Card no. {n}", n=name.removeprefix("card_")) for name in question.ids if name not in titles}
    names = others | titles | {"other": Text("Another card")}
    space = question.facts["space"]
    objectives = {1: Text("The 2nd scoring tile"), 2: Text("End scoring tile A"), 3: Text("End scoring tile B")}
    lines = (Text("{tile}: the card with its symbol.", tile=objectives[space]),)
    ask = Pick(tuple(Choice(name, names[name]) for name in question.ids), question.likely)
    return _ask(question, Text("Solo card at space {n}?", n=space), lines, ask, _setup())


def card_number(state: State, question: Question) -> Screen:
    """pampero.setup.solo_cards: a card that is not known is called by its number."""
    headline = Text("Its number?")
    lines = (Text("As printed on the card at space {n}.", n=question.facts["space"]),)
    return _ask(question, headline, lines, _number(question), _setup())


def special_tiles(state: State, question: Question) -> Screen:
    """pampero.special.tile_23, pampero.special.tile_27."""
    options = tuple(Choice(tile, Text("Tile {tile}", tile=tile)) for tile in question.ids)
    ask = Marks(options, question.low, question.high)
    return _ask(question, Text("Which of these are in play?"), (Text("Scoring tiles; usually none."),), ask, _setup())


def start_majorities(state: State, question: Question) -> Screen:
    """pampero.setup.majorities: proposed, and corrected where another majority begins elsewhere."""
    options = [Choice(GO_ON, Text("All right"))]
    options += [_majority_choice(name, question) for name in question.ids[1:]]
    lines = tuple(_pair_line(state, question, space) for space in SPACES)
    return Screen(
        "start_majorities",
        Role.INSTRUCTION,
        Text("Place the majority markers"),
        lines,
        _setup(),
        Pick(tuple(options), GO_ON),
        dict(question.facts),
    )


def start_majorities_amount(state: State, question: Question) -> Screen:
    """pampero.setup.majorities."""
    return _majority_number(state, question, _setup())


def lay_out(state: State) -> Screen:
    """pampero.setup.normal, pampero.setup.scoring_tiles, pampero.ruling.spaces."""
    return Screen(
        "lay_out",
        Role.INSTRUCTION,
        Text("Set up for two"),
        (
            Text("Board: side for 2 players."),
            Text("Scoring tiles: normal rules, base game only."),
            Text("Solo cards: spaces 1, 2, 3."),
            Text("{n} batteries in all, 1 each.", n=state.board.supply.batteries_total),
        ),
        _setup(1),
        Done(),
        {"cards": [slot.card.key for slot in state.cards], "batteries": state.board.supply.batteries_total},
    )


def place_pieces(state: State) -> Screen:
    """pampero.setup.wind_farm, pampero.setup.no_tower, pampero.setup.energy, pampero.setup.pass_tile."""
    sector = next(iter(state.vj.wind))
    return Screen(
        "place_pieces",
        Role.INSTRUCTION,
        Text("Place VJ’s pieces"),
        (
            Text("Solo grid board, an unused colour."),
            Text("{icon} Wind farm: {sector} start.", icon=Icon.MARKER, sector=sector),
            Text("No tower, no bulldozer."),
            Text("{icon} Energy {n}, no disc.", icon=Icon.STEPS, n=state.vj.energy),
            Text("{icon} Pass tile: brain up.", icon=Icon.FLAG),
        ),
        _setup(2),
        Done(),
        {"sector": sector, "energy": state.vj.energy, "batteries": state.vj.batteries},
    )


def your_rules(state: State) -> Screen:
    """pampero.pay.virtual, pampero.pay.prices, pampero.pay.instead, pampero.pay.no_hindrance."""
    prices = state.board.prices
    return Screen(
        "your_rules",
        Role.INSTRUCTION,
        Text("For your turns"),
        (
            Text("Set up yourself as usual."),
            Text("No bulldozer there? Use VJ’s."),
            Text("No tower there? Use VJ’s."),
            Text("Pay him, not the slot:"),
            Text("A ${a}, B ${b}, C ${c}.", a=prices["A"], b=prices["B"], c=prices["C"]),
        ),
        _setup(3),
        Done(),
        {"prices": dict(prices)},
    )


# --- your turn ----------------------------------------------------------------------------------------------------


def your_turn(state: State) -> Screen:
    """The idle screen: what VJ did, and what you may report (pampero.pay.bulldozer, pampero.pass.once)."""
    options = [Choice(GO_ON, Text("My turn is done")), Choice("paid", Text("I paid VJ"), Icon.COIN)]
    if state.flags.pass_tile_unused:
        options.append(Choice("pass", Text("Done, and I skip VJ’s turn"), Icon.FLAG))
    headline, lines = _deed(state)
    badge = Badge(Who.YOU, _round(state), turn=state.clock.turn_in_round)
    ask = Pick(tuple(options), GO_ON)
    return Screen("your_turn", Role.INSTRUCTION, headline, lines, badge, ask, _table(state))


def paid(state: State) -> Screen:
    """pampero.pay.bulldozer, pampero.pay.tower, pampero.pay.prices, pampero.ruling.real_tower."""
    prices = state.board.prices
    options = tuple(Choice(zone, Text("Zone {zone}: ${n}", zone=zone, n=prices[zone])) for zone in ZONES)
    towers = tuple(sector for sector in state.board.sectors if state.vj.towers.get(sector))
    lines = (
        Text("For his bulldozer or his tower."),
        Text("VJ’s towers: {sectors}.", sectors=towers) if towers else Text("VJ has no tower yet."),
    )
    badge = Badge(Who.YOU, _round(state), turn=state.clock.turn_in_round)
    facts = {"prices": [prices[zone] for zone in ZONES], "towers": list(towers)}
    ask = Pick(options, ZONES[0])
    return Screen("paid", Role.QUESTION, Text("You paid VJ: where?"), lines, badge, ask, facts, "pampero.pay.prices")


def majority_values(state: State, question: Question) -> Screen:
    """pampero.majority.markers: one press where nothing changed."""
    options = [Choice(GO_ON, Text("All right"))]
    options += [_majority_choice(name, question) for name in question.ids[1:]]
    lines = tuple(_titled_pair(state, question, space) for space in question.facts["up"])
    return Screen(
        "majority_values",
        Role.INSTRUCTION,
        Text("Majorities, VJ – you"),
        lines,
        _markers(state),
        Pick(tuple(options), GO_ON),
        dict(question.facts),
    )


def majority_values_amount(state: State, question: Question) -> Screen:
    """pampero.majority.markers."""
    return _majority_number(state, question, _markers(state))


def _markers(state: State) -> Badge:
    """Return the badge of the majorities: after your turn, or at a scoring."""
    if state.at is Phase.SCORING:
        return Badge(Who.TABLE, _round(state))
    return Badge(Who.YOU, _round(state), turn=state.clock.turn_in_round)


def skip(state: State) -> Screen:
    """pampero.pass.once, pampero.ruling.pass_tile."""
    lines = (Text("Once in a game. Yes: turn the pass tile over."),)
    return Screen(
        "skip",
        Role.QUESTION,
        Text("Skip VJ’s turn now?"),
        lines,
        _bot(state),
        YesNo(likely=False),
        {"round": state.clock.round, "turn": state.clock.turn_in_round},
        "pampero.pass.once",
    )


# --- the card that VJ follows -------------------------------------------------------------------------------------


def condition(state: State, question: Question) -> Screen:
    """pampero.condition: what only the table tells."""
    facts = question.facts
    sectors, energy = tuple(facts["sectors"]), _purse(facts)
    lines: tuple[Text, ...]
    match facts["condition"]:
        case "all_transformers_locked":
            headline, lines = Text("All transformers locked?"), (Text("Those of VJ’s grid board."),)
        case "cannot_pay_contract":
            headline = Text("Is VJ short of energy?")
            lines = (Text("Contracts in {sectors}, none he can pay.", sectors=sectors), energy)
        case "contract_available":
            headline = Text("Is there such a contract?")
            lines = (Text("One he can pay in {sectors}.", sectors=sectors), *_wanted(facts["any_of"]), energy)
        case "foreign_market":
            headline, lines = Text("A foreign market there?"), (Text("In {sectors}.", sectors=sectors),)
        case "custom" if "text" in facts:
            headline, lines = Text("Does this hold?"), (Text("{text}", text=facts["text"]),)
        case _:
            headline, lines = Text("Is its condition true?"), (Text("The top of that section."), energy)
    return _ask(question, headline, (_where(facts), *lines), YesNo(question.likely), _bot(state))


def cell_action(state: State, question: Question) -> Screen:
    """pampero.card.cell."""
    options = tuple(Choice(name, ACTIONS[name]) for name in question.ids)
    facts = question.facts
    headline = Text("What does section {n} do?", n=facts["section"])
    return _ask(question, headline, (_where(facts),), Pick(options, question.likely), _bot(state))


def cell_condition(state: State, question: Question) -> Screen:
    """pampero.card.cell."""
    options = tuple(Choice(name, CONDITIONS[name]) for name in question.ids)
    lines = (_where(question.facts), Text("The top of that section."))
    return _ask(question, Text("What is its condition?"), lines, Pick(options, question.likely), _bot(state))


def cell_number(state: State, question: Question) -> Screen:
    """pampero.card.cell."""
    headlines = {
        "energy": Text("Energy below what?"),
        "gain": Text("How much energy?"),
        "count": Text("How many icons?"),
        "money": Text("How many $?"),
    }
    headline = headlines[question.facts["cell"]]
    return _ask(question, headline, (_where(question.facts),), _number(question), _bot(state))


def cell_where(state: State, question: Question) -> Screen:
    """pampero.card.cell."""
    names = {EVERYWHERE: Text("All sectors"), "end": Text("There is no such row")}
    zones = {zone: Text("Zone {zone}", zone=zone) for zone in ZONES if question.ids.count(zone)}
    options = tuple(Choice(name, (names | zones).get(name) or Text("{name}", name=name)) for name in question.ids)
    headline = Text("Row {n}: which sectors?", n=question.facts["row"])
    return _ask(question, headline, (_where(question.facts),), Pick(options, question.likely), _bot(state))


def cell_icon(state: State, question: Question) -> Screen:
    """pampero.card.cell."""
    headline = Text("Icon {n} of row {row}?", n=question.facts["number"], row=question.facts["row"])
    return _ask(question, headline, (_where(question.facts),), _icons(question), _bot(state))


def cell_back(state: State, question: Question) -> Screen:
    """pampero.card.cell, pampero.icons.secondary."""
    lines = (_where(question.facts), Text("Behind: {icon}.", icon=ICONS[question.facts["icon"]]))
    return _ask(question, Text("What is behind that icon?"), lines, _icons(question), _bot(state))


def cell_wanted(state: State, question: Question) -> Screen:
    """pampero.card.cell."""
    lines = (_where(question.facts), Text("The icon of its condition."))
    return _ask(question, Text("Which contract is wanted?"), lines, _icons(question), _bot(state))


def cell_type(state: State, question: Question) -> Screen:
    """pampero.card.cell."""
    return _ask(question, Text("Which contract type?"), (_where(question.facts),), _types(question), _bot(state))


def cell_symbol(state: State, question: Question) -> Screen:
    """pampero.card.cell."""
    options = tuple(Choice(name, symbol(name)) for name in question.ids)
    facts = question.facts
    top, bottom = Text("Zone {zone}, top.", zone=facts["zone"]), Text("Zone {zone}, bottom.", zone=facts["zone"])
    lines = (_where(facts), top if facts["place"] == "tile" else bottom)
    return _ask(question, Text("Which symbol?"), lines, Pick(options, question.likely), _bot(state))


def rightmost(state: State, question: Question) -> Screen:
    """pampero.income.rightmost."""
    lines = (Text("Farthest right; of those tied the lowest."),)
    return _ask(question, Text("VJ’s rightmost marker?"), lines, _types(question), _bot(state))


# --- sectors ------------------------------------------------------------------------------------------------------


def free_site(state: State, question: Question) -> Screen:
    """pampero.tower.single, pampero.ruling.full_sector."""
    facts = question.facts
    headline = Text("Is a site free in {sector}?", sector=facts["sector"])
    return _ask(question, headline, (_for(facts), _NO_DOZER), YesNo(question.likely), _bot(state))


def free_sites(state: State, question: Question) -> Screen:
    """pampero.tower.order."""
    return _ask(
        question, Text("Where is a site free?"), (_for(question.facts), _NO_DOZER), _marks(question), _bot(state)
    )


def sectors(state: State, question: Question) -> Screen:
    """pampero.icons.line: every sector that ties is ticked; where sites may be taken, only those with a free one."""
    facts = question.facts
    headlines = {
        "you_most_structures": Text("Your most structures?"),
        "you_most_dozers": Text("Your most bulldozers?"),
        "cheapest": Text("The cheapest contract?"),
        "custom": Text("Which sectors fit best?"),
    }
    name = contract(facts["type"]) if facts.get("type") else Text("such")
    headline = headlines.get(facts["icon"]) or Text("Most {type} icons?", type=name)
    lines = [_for(facts)]
    if facts.get("text"):
        lines.append(Text("{text}", text=facts["text"]))
    if facts["sites"]:
        lines += [Text("Where a site is free."), _NO_DOZER, Text("No site: tick none. A tie: tick all.")]
    else:
        lines.append(Text("Tick all that tie."))
    return _ask(question, headline, tuple(lines), _marks(question), _bot(state))


def choose_sector(state: State, question: Question) -> Screen:
    """pampero.wind.you_choose, pampero.ruling.second_pass."""
    fewest, tie = Text("Fewest towers: choose a free site."), Text("They tie: you choose.")
    lines = (_for(question.facts), fewest if question.facts["again"] else tie)
    return _ask(question, Text("Which sector?"), lines, _places(question), _bot(state))


def row_sector(state: State, question: Question) -> Screen:
    """pampero.card.cell: the middle of the printed section is followed at the table."""
    facts = question.facts
    lines = [Text("Follow the rows of card {card}, section {n}.", card=facts["space"], n=facts["section"])]
    if facts.get("zone"):
        lines.append(Text("The eye: rows for zone {zone} alone.", zone=facts["zone"]))
    if facts.get("condition"):
        lines.append(Text("Before them, its condition."))
    if facts["action"] == "contract":
        lines.append(Text("VJ has {energy} energy.", energy=state.vj.energy))
    return _ask(question, Text("Which sector?"), tuple(lines), _places(question), _bot(state))


# --- contracts ----------------------------------------------------------------------------------------------------


def contracts(state: State, question: Question) -> Screen:
    """pampero.contract.zones, pampero.contract.cheapest, pampero.contract.rightmost."""
    facts = question.facts
    where = Text("In {sectors}.", sectors=tuple(facts["sectors"]))
    among = Text("Of the contracts still tied.") if facts["tied"] else _purse(facts)
    name = contract(facts["type"]) if facts["type"] else Text("such")
    match facts["icon"]:
        case "cheapest":
            headline = Text("Cheapest he can pay?")
        case "rb" | "is_type":
            headline = Text("Any {type} one?", type=name)
        case "icons_at_least":
            headline = Text("Any with {n} {type}?", n=facts["count"], type=name)
        case "custom":
            headline = Text("Any that fits?")
        case _:
            headline = Text("Any here?") if facts["tied"] else Text("Any contract he can pay?")
    text = (Text("{text}", text=facts["text"]),) if "text" in facts else ()
    words = {"one": ONE, "several": SEVERAL, "none": NONE}
    options = tuple(Choice(name, words[name]) for name in question.ids)
    lines = (_card_line(facts), where, *text, among)
    return _ask(question, headline, lines, Pick(options, question.likely), _bot(state))


def contract_sector(state: State, question: Question) -> Screen:
    """pampero.contract.sectors."""
    lines = _tied_contract(question)
    return _ask(question, Text("Where is that contract?"), lines, _places(question), _bot(state))


def contract_type(state: State, question: Question) -> Screen:
    """pampero.contract.effect, pampero.vj.any_contract."""
    lines = (Text("In {sector}.", sector=question.facts["sector"]), *_tied_contract(question))
    return _ask(question, Text("What type is it?"), lines, _types(question), _bot(state))


def contract_cost(state: State, question: Question) -> Screen:
    """pampero.contract.pay."""
    facts = question.facts
    lines = (
        Text("{sector}, {type}.", sector=facts["sector"], type=contract(facts["type"])),
        *_tied_contract(question),
        _purse(facts),
    )
    return _ask(question, Text("What does it cost?"), lines, _number(question), _bot(state))


def batteries_paid(state: State, question: Question) -> Screen:
    """pampero.ruling.battery."""
    lines = (Text("Cost {cost}, all energy spent.", cost=question.facts["cost"]), Text("Batteries pay the rest."))
    return _ask(question, Text("How many batteries?"), lines, _number(question), _bot(state))


def contract_effect(state: State, question: Question) -> Screen:
    """pampero.contract.effect, pampero.contract.network, pampero.specialist.last_space."""
    facts = amounts = question.facts
    words = {
        "steps": Text("Income: {n}", n=amounts["steps"]),
        "money": Text("Money: ${n}", n=amounts["money"]),
        "gain": Text("Energy gained: {n}", n=amounts["gain"]),
        "network": _switch(Text("Network tile placed"), amounts["network"]),
        "last": _switch(Text("Marker at its last space"), amounts.get("last", 0)),
    }
    lines = (
        Text("{sector}, {type}, cost paid.", sector=facts["sector"], type=contract(facts["type"])),
        Text("Tile: leftmost free column."),
        Text("Transformer: to the map."),
        Text("Income, {type}: +{n}.", type=contract(facts["type"]), n=amounts["steps"]),
    )
    return _amounts(state, question, Text("Fulfil the contract"), lines, words)


def contract_effect_amount(state: State, question: Question) -> Screen:
    """pampero.contract.effect."""
    return _amount(state, question)


def sold(state: State, question: Question) -> Screen:
    """pampero.foreign.sell."""
    facts = question.facts
    headline = Text("Sells how much energy?") if facts["what"] == "energy" else Text("Sells how many batteries?")
    ask = Number(question.low, question.high, question.likely, minus_from=facts["has"])
    lines = (Text("In {sectors}, by the base rules.", sectors=tuple(facts["sectors"])),)
    return _ask(question, headline, lines, ask, _bot(state))


def sold_for(state: State, question: Question) -> Screen:
    """pampero.foreign.sell."""
    lines = (
        Text("Sold: energy {energy}, batteries {n}.", energy=question.facts["energy"], n=question.facts["batteries"]),
    )
    return _ask(question, Text("For how many $?"), lines, _number(question), _bot(state))


def other_action(state: State, question: Question) -> Screen:
    """pampero.condition.other."""
    lines = (_where(question.facts), Text("Do what it shows."))
    return _ask(question, Text("Can VJ do it?"), lines, YesNo(question.likely), _bot(state))


# --- what VJ gains ------------------------------------------------------------------------------------------------


def bonus_column(state: State, question: Question) -> Screen:
    """pampero.tower.zone, pampero.tower.tile, pampero.tower.printed, pampero.tower.most, pampero.tower.whole."""
    facts = question.facts
    options = tuple(Choice(kind, BONUSES[kind]) for kind in question.ids)
    lines = (
        Text("Tower in {sector}, bonuses of card {n}.", sector=facts["sector"], n=facts["space"]),
        Text("Zone {zone}, rightmost column with", zone=facts["zone"]),
        Text("1. {tile};", tile=shown(*facts["tile"])),
        Text("2. else printed: {symbol};", symbol=shown(*facts["printed"])),
        Text("3. else the most tiles."),
    )
    ask = Marks(options, question.low, question.high)
    return _ask(question, Text("What is in the column?"), lines, ask, _bot(state))


def gains(state: State, question: Question) -> Screen:
    """pampero.tower.bonuses."""
    amounts = question.facts
    words = {
        "tiles": Text("Tiles: {n}", n=amounts.get("tiles", 0)),
        "money": Text("Money: ${n}", n=amounts.get("money", 0)),
        "energy": Text("Energy: {n}", n=amounts.get("energy", 0)),
        "battery": Text("Batteries: {n}", n=amounts.get("battery", 0)),
        "income": Text("Income steps: {n}", n=amounts.get("income", 0)),
        "dozer": Text("Bulldozers: {n}", n=amounts.get("dozer", 0)),
        "specialist": Text("Specialist cards: {n}", n=amounts.get("specialist", 0)),
        "connection": Text("Connection tiles: {n}", n=amounts.get("connection", 0)),
        "last": _switch(Text("Marker at its last space"), amounts.get("last", 0)),
    }
    lines = (Text("VJ takes the whole column."), Text("Tiles go to his grid board."))
    return _amounts(state, question, Text("How much of each?"), lines, words)


def gains_amount(state: State, question: Question) -> Screen:
    """pampero.tower.bonuses."""
    return _amount(state, question)


def specialist_tile(state: State, question: Question) -> Screen:
    """pampero.specialist.order: scoring cards alone count."""
    options = (Choice("one", ONE), Choice("several", SEVERAL), Choice("none", NONE))
    n = question.facts["number"]
    again = Text("Refill; his card {n} of this turn.", n=n)
    which = again if question.facts["refill"] else Text("His card {n} of this turn.", n=n)
    end, following = Text("Does one match an end scoring tile?"), Text("Does one match the next scoring tile?")
    lines = (which, Text("Scoring cards shown, no others."), end if state.first_down() else following)
    return _ask(question, Text("A specialist that fits?"), lines, Pick(options, question.likely), _bot(state))


def your_rightmost(state: State, question: Question) -> Screen:
    """pampero.specialist.order."""
    lines = (Text("Farthest right; of those tied the lowest."),)
    return _ask(question, Text("Your rightmost marker?"), lines, _types(question), _bot(state))


def specialist_icons(state: State, question: Question) -> Screen:
    """pampero.specialist.order."""
    options = (Choice("one", ONE), Choice("several", SEVERAL), Choice("none", NONE))
    facts = question.facts
    headline = Text("Most {type} icons?", type=contract(facts["type"]))
    whose = Text("Your marker’s type.") if facts["whose"] == "yours" else Text("VJ’s marker’s type.")
    which = Text("Of the cards that match.") if facts["matching"] == "several" else Text("Of all scoring cards shown.")
    return _ask(question, headline, (which, whose), Pick(options, question.likely), _bot(state))


# --- the end of a round, and of the game --------------------------------------------------------------------------


def round_end(state: State) -> Screen:
    """pampero.income.round, pampero.ruling.consolidation: what VJ did in his third turn, and what you may report."""
    headline, lines = _deed(state)
    badge = Badge(Who.BOT, Text("End of round {n}", n=state.clock.round))
    scorings = {
        "first": Text("I reach the 1st scoring"),
        "second": Text("I reach the 2nd scoring"),
        "final": Text("I reach the final scoring"),
    }
    report = Choice("scoring", scorings[SCORING[state.clock.scorings_done]], Icon.TROPHY)
    ask = Done() if state.last_round() else Pick((Choice(GO_ON, Text("I consolidate, no scoring")), report), GO_ON)
    return Screen("round_end", Role.INSTRUCTION, headline, lines, badge, ask, _table(state))


def consolidation(state: State) -> Screen:
    """pampero.income.round, pampero.ruling.consolidation."""
    known, badge = state.income(), Badge(Who.TABLE, _round(state))
    facts = {"round": state.clock.round, "income": places(state), "ongoing_tiles": list(state.vj.ongoing)}
    base = Text("Consolidate by the base rules.")
    if known is not None:
        lines = (base, Text("{icon} VJ collects ${n}.", icon=Icon.COIN, n=known), *_ongoing(state))
        told = facts | {"income_money": known}
        return Screen("consolidation", Role.INSTRUCTION, Text("Consolidation"), lines, badge, Done(), told)
    lines = (base, Text("VJ collects what his markers show."), *_ongoing(state))
    ask = Number(0, MOST_INCOME, min(state.last_income, MOST_INCOME))
    headline = Text("VJ’s income in $?")
    return Screen("consolidation", Role.QUESTION, headline, lines, badge, ask, facts, "pampero.income.round")


def marked_spaces(state: State, question: Question) -> Screen:
    """pampero.special.tile_27."""
    lines = (Text("VJ’s covered spaces with “!!”."), Text("$3 each; 0 if another tile is scored."))
    return _ask(question, Text("Tile 2.7: how many?"), lines, _number(question), Badge(Who.TABLE, _round(state)))


def scoring_money(state: State, question: Question) -> Screen:
    """pampero.scoring.first, pampero.scoring.majority, pampero.special.tile_23."""
    facts = question.facts
    which = facts["which"]
    lines = [Text("Both score the common part.")]
    lines += [_majority(space, facts[f"vj_{space}"], facts[f"you_{space}"]) for space in SCORED_AT[which]]
    if facts["marked"]:
        lines.append(Text("Beside the ${n} of tile 2.7.", n=MARKER_DOLLARS * facts["marked"]))
    if "2.3" in state.tiles and which != "second":
        lines.append(Text("Tile 2.3: his end-of-column mark."))
    badge = Badge(Who.TABLE, _round(state))
    return _ask(question, Text("What does VJ score in $?"), tuple(lines), _number(question), badge)


def scored(state: State) -> Screen:
    """pampero.scoring.majority, pampero.scoring.flip, pampero.majority.tie."""
    done = state.scored
    assert done is not None  # a scoring was told
    headlines = {
        "first": Text("1st scoring"),
        "second": Text("2nd scoring"),
        "final": Text("Final scoring"),
    }
    lines = [Text("{icon} Give VJ ${n}.", icon=Icon.COIN, n=done.money)]
    pairs = {int(space): state.majority[int(space) - 1] for space in done.winners}
    lines += [_majority(space, pair.vj, pair.you) for space, pair in pairs.items()]
    if done.which == "first":
        lines.append(Text("No majority is compared."))
    if done.which == "second":
        lines.append(Text("{icon} Turn solo card 1 face down.", icon=Icon.CARD))
    return Screen(
        "scored",
        Role.INSTRUCTION,
        headlines[done.which],
        tuple(lines),
        Badge(Who.TABLE, _round(state)),
        Done(),
        {
            "which": done.which,
            "winners": dict(done.winners),
            "money": done.money,
            "marked": done.marked,
        },
    )


def final(state: State) -> Screen:
    """pampero.end.most_money."""
    options = (Choice("total", Text("Enter my money")), Choice("skip", Text("Keep it to myself")))
    return Screen(
        "final",
        Role.QUESTION,
        Text("VJ has ${n}", n=state.vj.money),
        (Text("Count it on the table, too."), Text("Most money wins.")),
        Badge(Who.TABLE, Text("The end")),
        Pick(options, "total"),
        {"money": state.vj.money},
        "pampero.end.most_money",
    )


def your_total(state: State) -> Screen:
    """pampero.end.most_money."""
    return Screen(
        "your_total",
        Role.QUESTION,
        Text("Your money?"),
        (Text("VJ has ${n}.", n=state.vj.money),),
        Badge(Who.TABLE, Text("The end")),
        Number(0, LIMIT, state.vj.money),
        {"money": state.vj.money},
        "pampero.end.most_money",
    )


def over(state: State) -> Screen:
    """pampero.end.most_money."""
    ended = result(state)
    assert ended is not None  # the phase is the last one
    return Screen(
        "over",
        Role.RESULT,
        ended.verdict,
        (Text("VJ: ${n}", n=state.vj.money),),
        Badge(Who.TABLE, Text("The end")),
        Done(),
        {"winner": ended.winner, "bot": ended.bot, "you": ended.you},
    )


# --- what can be seen on the table, and corrected -----------------------------------------------------------------


def left(state: State, deck: str) -> tuple[Choice, ...]:
    """Return nothing: no deck and no die of this game decides anything."""
    return ()


def fields(state: State) -> tuple[Field, ...]:
    """Return the values of the table as the device has them."""
    vj, supply, clock = state.vj, state.board.supply, state.clock
    unlocked = 0 if vj.unlocked_transformers == "?" else vj.unlocked_transformers
    connections = len(vj.connection_tiles)
    return (
        Field("energy", Text("VJ’s energy"), vj.energy, 0, state.board.energy.max),
        Field("batteries", Text("VJ’s batteries"), vj.batteries, 0, supply.batteries_total),
        Field("money", Text("VJ’s money"), vj.money, 0, MOST_MONEY),
        *(field for space in SPACES for field in _pair_fields(state, space)),
        *_sector_fields(state),
        *_income_fields(state),
        Field("network_tiles", Text("VJ’s network tiles"), vj.network_tiles, 0, MOST),
        Field("unlocked_transformers", Text("His unlocked transformers"), unlocked, 0, MOST),
        Field("dozers_parked", Text("His parked bulldozers"), vj.dozers_parked, 0, MOST),
        Field("connection_tiles", Text("His connection tiles"), connections, 0, MOST),
        *(_yes_no(f"ongoing_{tile}", Text("Ongoing tile {n}", n=tile), tile in vj.ongoing) for tile in ONGOING),
        _yes_no("pass_tile_unused", Text("Pass tile unused"), state.flags.pass_tile_unused),
        Field("round", Text("Round"), clock.round, 1, ROUNDS),
        Field("turn_in_round", Text("Turn in the round"), clock.turn_in_round, 1, TURNS),
        Field("scorings_done", Text("Scorings done"), clock.scorings_done, 0, SCORINGS),
        *_card_fields(state),
    )


def _pair_fields(state: State, space: int) -> tuple[Field, ...]:
    pair = state.majority[space - 1]
    return (
        Field(f"vj_{space}", Text("Majority {n}: VJ", n=space), pair.vj, 0, MOST),
        Field(f"you_{space}", Text("Majority {n}: you", n=space), pair.you, 0, MOST),
    )


def _sector_fields(state: State) -> tuple[Field, ...]:
    vj = state.vj
    found = []
    for n, sector in enumerate(state.board.sectors, 1):
        wind, towers, transformers = (pieces.get(sector, 0) for pieces in (vj.wind, vj.towers, vj.transformers))
        found += [
            Field(f"wind_{n}", Text("{sector}: wind farms", sector=sector), wind, 0, MOST_PIECES),
            Field(f"towers_{n}", Text("{sector}: towers", sector=sector), towers, 0, MOST_PIECES),
            Field(
                f"transformers_{n}",
                Text("{sector}: transformers", sector=sector),
                transformers,
                0,
                MOST,
            ),
        ]
    return tuple(found)


def _income_fields(state: State) -> tuple[Field, ...]:
    """Return the income markers by track, from the top; before the tracks are known, all there can be."""
    found = []
    for n, name in enumerate(state.types(), 1):
        place, last = state.vj.income.get(name, 0), state.board.last_space(name)
        most = MOST if last is None else last
        found.append(Field(f"income_{n}", Text("Income, {type}", type=contract(name)), place, 0, most))
    if state.at is Phase.SET_UP:
        places = range(len(found) + 1, MOST_TRACKS + 1)
        found += [Field(f"income_{n}", Text("Income track {n}", n=n), 0, 0, MOST) for n in places]
    return tuple(found)


def _card_fields(state: State) -> tuple[Field, ...]:
    """Return the sections of the solo cards: what was read of one can be forgotten (pampero.card.cell)."""
    choices = (Choice("read", Text("as it was read")), Choice("unread", Text("to be read")))
    found = []
    for space in SPACES:
        for n in POSITIONS:
            value = "unread" if state.card(space).placed(n) in (None, unread(n)) else "read"
            label = Text("Card {card}, section {n}", card=space, n=n)
            found.append(Field(f"card_{space}_{n}", label, value, choices=choices))
    return tuple(found)


def _yes_no(name: str, label: Text, value: bool) -> Field:
    return Field(name, label, "yes" if value else "no", choices=(Choice("no", Text("no")), Choice("yes", Text("yes"))))


# --- pieces -------------------------------------------------------------------------------------------------------

_NO_DOZER = Text("None with your bulldozer on it.")


def _ask(question: Question, headline: Text, lines: tuple[Text, ...], ask: Ask, badge: Badge) -> Screen:
    return Screen(question.key, Role.QUESTION, headline, lines, badge, ask, dict(question.facts), question.rule)


def _setup(step: int | None = None) -> Badge:
    return Badge(Who.TABLE, Text("Set-up")) if step is None else Badge(Who.TABLE, Text("Set-up"), step=step, steps=3)


def _bot(state: State) -> Badge:
    return Badge(Who.BOT, _round(state), turn=state.clock.turn_in_round)


def _round(state: State) -> Text:
    return Text("Round {round}/{rounds}", round=state.clock.round, rounds=ROUNDS)


def _number(question: Question) -> Number:
    return Number(question.low, question.high, question.likely)


def _marks(question: Question) -> Marks:
    options = tuple(Choice(sector, Text("{sector}", sector=sector)) for sector in question.ids)
    return Marks(options, question.low, question.high)


def _places(question: Question) -> Pick:
    none = Text("No such contract") if question.facts.get("action") == "contract" else Text("No free site")
    words = {"none": none, "tie": Text("They still tie")}
    options = tuple(Choice(name, words.get(name) or Text("{sector}", sector=name)) for name in question.ids)
    return Pick(options, question.likely)


def _types(question: Question) -> Pick:
    return Pick(tuple(Choice(name, option(name)) for name in question.ids), question.likely)


def _icons(question: Question) -> Pick:
    return Pick(tuple(Choice(name, ICONS[name]) for name in question.ids), question.likely)


def _row_name(name: str) -> Text:
    return Text("No further track") if name == "end" else option(name)


def _title(card: Card) -> Text:
    if card.title:
        return Text("{title}", title=card.title)
    return Text("Card no. {n}", n=card.number) if card.number != "?" else Text("{key}", key=card.key or "?")


def _where(facts: dict[str, Any]) -> Text:
    return Text("Card {card}, section {n}.", card=facts["space"], n=facts["section"])


def _card_line(facts: dict[str, Any]) -> Text:
    return Text("On solo card {n}.", n=facts["space"])


def _for(facts: dict[str, Any]) -> Text:
    thing = Text("wind farm") if facts["action"] == "wind" else Text("tower")
    return Text("VJ’s {thing}, by card {n}.", thing=thing, n=facts["space"])


def _purse(facts: dict[str, Any]) -> Text:
    return Text("VJ: energy {energy}, batteries {n}.", energy=facts["energy"], n=facts["batteries"])


def _wanted(any_of: list[Any]) -> tuple[Text, ...]:
    """Word the icons that a contract must show (icon, type, count): the first, or else those behind it."""
    words = tuple(_wanted_icon(*any_of[n : n + 3]) for n in range(0, len(any_of), 3))
    if len(words) < 2:  # noqa: PLR2004 - one, and those behind it
        return tuple(Text("It shows {icon}.", icon=word) for word in words)
    return (Text("It shows {icon}, or else {behind}.", icon=words[0], behind=words[1:]),)


def _wanted_icon(icon: str, name: str | None, count: int) -> Text:
    """Word an icon; without a type it is one that has no name here."""
    if icon == "icons_at_least" and name:
        return Text("{n} {type} icons", n=count, type=contract(name))
    return contract(name) if name else Text("the icon on the card")


def _tied_contract(question: Question) -> tuple[Text, ...]:
    return (Text("Several tie: you choose one."),) if question.facts["you_choose"] else ()


def _switch(text: Text, on: int) -> Text:
    return Text("{text}: {value}", text=text, value=Text("yes") if on else Text("no"))


def _amounts(
    state: State, question: Question, headline: Text, lines: tuple[Text, ...], words: dict[str, Text]
) -> Screen:
    """Show amounts that are usually right: the options set one of them."""
    options = (Choice(GO_ON, Text("All right")), *(Choice(name, words[name]) for name in question.ids[1:]))
    ask = Pick(options, GO_ON)
    return Screen(question.key, Role.INSTRUCTION, headline, lines, _bot(state), ask, dict(question.facts))


def _amount(state: State, question: Question) -> Screen:
    headlines = {
        "steps": Text("How many steps?"),
        "money": Text("How many $?"),
        "gain": Text("How much energy?"),
        "tiles": Text("How many tiles?"),
        "energy": Text("How much energy?"),
        "battery": Text("How many batteries?"),
        "income": Text("How many steps?"),
        "dozer": Text("How many bulldozers?"),
        "specialist": Text("How many cards?"),
        "connection": Text("How many tiles?"),
    }
    return _ask(question, headlines[question.facts["amount"]], (), _number(question), _bot(state))


def _majority_choice(name: str, question: Question) -> Choice:
    n = question.facts[name]
    side, _, space = name.partition("_")
    text = (
        Text("{space}: VJ has {n}", space=space, n=n)
        if side == "vj"
        else Text("{space}: you have {n}", space=space, n=n)
    )
    return Choice(name, text)


def _majority_number(state: State, question: Question, badge: Badge) -> Screen:
    side, _, space = question.facts["amount"].partition("_")
    headline = Text("Majority {n}: VJ’s value?", n=space) if side == "vj" else Text("Majority {n}: yours?", n=space)
    return _ask(question, headline, (), _number(question), badge)


def _pair_line(state: State, question: Question, space: int) -> Text:
    amounts = question.facts
    pair = state.majority[space - 1]
    vj, you = amounts.get(f"vj_{space}", pair.vj), amounts.get(f"you_{space}", pair.you)
    return Text("{space}: VJ {vj}, you {you}.", space=space, vj=vj, you=you)


def _titled_pair(state: State, question: Question, space: int) -> Text:
    facts, pair = question.facts, state.majority[space - 1]
    vj, you = facts.get(f"vj_{space}", pair.vj), facts.get(f"you_{space}", pair.you)
    return Text("{space} {title}: {vj} – {you}.", space=space, title=_title(state.card(space)), vj=vj, you=you)


def _majority(space: int, vj: int, you: int) -> Text:
    whose = Text("yours") if winner(vj, you) == "you" else Text("VJ’s")
    return Text("Majority {n}: {winner}, {vj}–{you}.", n=space, winner=whose, vj=vj, you=you)


def _deed(state: State) -> tuple[Text, tuple[Text, ...]]:
    """Return what VJ did in his last turn: a headline, and the lines to be done on the table."""
    did = state.did
    if did is None:
        prices = state.board.prices
        price = Text("VJ’s pieces: A ${a}, B ${b}, C ${c}.", a=prices["A"], b=prices["B"], c=prices["C"])
        return Text("Take your turn"), (Text("You start round {n}.", n=state.clock.round), price)
    headlines = {
        "wind": Text("Wind farm in {sector}", sector=did.sector),
        "tower": Text("Tower in {sector}", sector=did.sector),
        "contract": Text("Contract in {sector}", sector=did.sector),
        "foreign": Text("A foreign market"),
        "other": Text("VJ does as card {n} says", n=did.space),
        "nothing": Text("VJ can do nothing"),
        "skipped": Text("VJ’s turn is skipped"),
    }
    return headlines[did.action], _lines(state, did)


def _lines(state: State, did: Deed) -> tuple[Text, ...]:
    """Return VJ's actions in the order in which they are done, what he has last."""
    lines = []
    if did.action == "skipped":
        lines.append(Text("{icon} Turn the pass tile over.", icon=Icon.FLAG))
    if did.action == "nothing":
        lines.append(Text("No section of a card can be done."))
    if did.action in ("wind", "tower"):
        lines.append(Text("{icon} Build it; you choose the site.", icon=Icon.MARKER))
    paid = _paid(did)
    if paid:
        lines.append(
            Text("VJ sells {what}.", what=paid) if did.action == "foreign" else Text("VJ pays {what}.", what=paid)
        )
    found = _found(did)
    if found:
        lines.append(Text("VJ gains {gains}.", gains=found))
    if did.steps:
        lines.append(Text("{icon} Income, {type}: +{n}.", icon=Icon.STEPS, type=contract(did.moved), n=did.steps))
    if did.network:
        lines.append(Text("Place a network tile."))
    if did.specialists:
        found = tuple(_SPECIALISTS[how] for how in did.specialists)
        lines.append(Text("{icon} Scoring card: {cards}.", icon=Icon.CARD, cards=found))
    lines += _ongoing(state, at_work=did.action not in ("tower", "nothing", "skipped"))
    if len(lines) < ROOM:
        lines.append(Text("{icon} VJ: energy {n}, ${money}.", icon=Icon.BOT, n=state.vj.energy, money=state.vj.money))
    return tuple(lines)


ROOM = 5
"""Lines of a screen; what VJ has is told where there is room."""
_SPECIALISTS = {
    "tile": Text("the one that fits"),
    "yours": Text("most of your type"),
    "vj": Text("most of VJ’s type"),
    "you": Text("you choose"),
    "deck": Text("top of the deck"),
}


def _ongoing(state: State, *, at_work: bool = True) -> tuple[Text, ...]:
    """Return that his ongoing tiles are at work, where he has any (pampero.tiles.ongoing)."""
    tiles = tuple(Text("ongoing tile {n}", n=tile) for tile in state.vj.ongoing)
    return (Text("By base rules: {tiles}.", tiles=tiles),) if tiles and at_work else ()


def _paid(did: Deed) -> tuple[Value, ...]:
    """Return what VJ gave for a contract, or sold; a tower costs nothing, and its batteries are gained."""
    given = [(did.cost, Text("{n} energy", n=did.cost))]
    if did.action != "tower":
        given.append((did.batteries, Text("{n} battery", plural="{n} batteries", n=did.batteries)))
    return tuple(text for n, text in given if n)


def _found(did: Deed) -> tuple[Value, ...]:
    gained = [
        (did.gained, Text("{n} energy", n=did.gained)),
        (did.money, Text("${n}", n=did.money)),
        (did.batteries if did.action == "tower" else 0, Text("{n} battery", plural="{n} batteries", n=did.batteries)),
        (did.tiles, Text("{n} tile", plural="{n} tiles", n=did.tiles)),
        (did.dozers, Text("{n} parked bulldozer", plural="{n} parked bulldozers", n=did.dozers)),
        (did.connections, Text("{n} connection tile", plural="{n} connection tiles", n=did.connections)),
    ]
    ongoing = [Text("ongoing tile {n}", n=tile) for tile in did.ongoing]
    return (*(text for n, text in gained if n), *ongoing)


def _table(state: State) -> dict[str, Any]:
    """Return what VJ did and what he has, for programs."""
    did, vj = state.did, state.vj
    acts = {} if did is None else {name: getattr(did, name) for name in did.__struct_fields__}
    return {
        **acts,
        "round": state.clock.round,
        "turn": state.clock.turn_in_round,
        "energy": vj.energy,
        "batteries_left": vj.batteries,
        "vj_money": vj.money,
        "ongoing_tiles": list(vj.ongoing),
        "towers": {sector: n for sector, n in vj.towers.items() if n},
        "wind": {sector: n for sector, n in vj.wind.items() if n},
        "pairs": [[pair.vj, pair.you] for pair in state.majority],
        "pass_tile_unused": state.flags.pass_tile_unused,
    }
