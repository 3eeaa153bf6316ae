"""State to screen: the player's words. A builder has the name of its phase, or of the question it words."""

from typing import Any

from engines.contract import (
    GO_ON,
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
)
from engines.decisions import Question
from engines.text import Icon, Text
from engines.wyrmspan import decide
from engines.wyrmspan.score import result, score
from engines.wyrmspan.state import (
    BROWN,
    DEEPEST,
    FIXED_ROW,
    LIMIT,
    MARKERS,
    MOST,
    ROUNDS,
    TRACK,
    Did,
    Scored,
    State,
    cards,
)
from engines.wyrmspan.state import (
    objective as side_of,
)

OBJECTIVE_NAMES = {side.id: Text(side.name) for side in cards().objectives.cards}
DRAGONS = {1: Text("Left dragon"), 2: Text("Middle dragon"), 3: Text("Right dragon")}
CAVES = {1: Text("Left cave"), 2: Text("Middle cave"), 3: Text("Right cave")}
"""The cards of the display, by place."""
GUILD_NAMES = {guild.id: Text(guild.name) for guild in cards().guilds.cards}


# --- set-up ---


def objective(state: State) -> Screen:
    """wyrmspan.setup.objectives: one side is not used."""
    number = len(state.objectives) + 1
    return Screen(
        "objective",
        Role.QUESTION,
        Text("Objective {n} of {rounds}?", n=number, rounds=ROUNDS),
        (Text("Draw a tile for round {n}.", n=number), Text("Redraw “Position on Dragon Guild”.")),
        _setup(1),
        Draw("objectives", 0, left(state, "objectives")),
        {"round": number},
        "wyrmspan.setup.objectives",
    )


def guild(state: State) -> Screen:
    """wyrmspan.setup.guild."""
    return Screen(
        "guild",
        Role.QUESTION,
        Text("Which guild tile?"),
        (Text("Draw one; use the side for 1–2 players."),),
        _setup(1),
        Draw("guild", 0, left(state, "guild")),
        {},
        "wyrmspan.setup.guild",
    )


def lay_tiles(state: State) -> Screen:
    """wyrmspan.setup.objectives, wyrmspan.setup.guild, wyrmspan.general.two_players."""
    sides = enumerate(state.objectives, 1)
    return Screen(
        "lay_tiles",
        Role.INSTRUCTION,
        Text("Set up for two"),
        (
            *(Text("Round {n}: {name}", n=n, name=OBJECTIVE_NAMES[name]) for n, name in sides),
            Text("Guild tile: {guild}", guild=GUILD_NAMES[state.guild]),
        ),
        _setup(1),
        Done(),
        {"objectives": list(state.objectives), "guild": state.guild},
    )


def place_pieces(state: State) -> Screen:
    """wyrmspan.setup.pieces, wyrmspan.general.no_mat."""
    return Screen(
        "place_pieces",
        Role.INSTRUCTION,
        Text("Place her pieces"),
        (
            Text("Choose her colour; no mat."),
            Text("{icon} Token: on START.", icon=Icon.STEPS),
            Text("{icon} 1 marker: by the guild.", icon=Icon.MARKER),
            Text("{icon} 1 in each gap of the rounds.", icon=Icon.MARKER),
            Text("{icon} 4 beside the rounds.", icon=Icon.MARKER),
        ),
        _setup(2),
        Done(),
        {"markers_ready": state.markers_ready, "level": state.level},
    )


def your_rules(state: State) -> Screen:
    """wyrmspan.general.no_share, wyrmspan.general.no_neighbour."""
    return Screen(
        "your_rules",
        Role.INSTRUCTION,
        Text("For your turns"),
        (
            Text("What others gain, she does not."),
            Text("What she takes lies face down."),
            Text("Discard and redraw dragons that compare you with a neighbour:"),
            Text("Owlatic, Miserly and Avaricious Amphiptere, Ringtail Serpent, Vanishing Creeper."),
        ),
        _setup(3),
        Done(),
        {},
    )


# --- turns ---


def your_turn(state: State) -> Screen:
    """The idle screen: what she did, and what you may report (wyrmspan.turn.alternate, wyrmspan.round.end)."""
    return Screen(
        "your_turn",
        Role.INSTRUCTION,
        _your_headline(state),
        _your_lines(state),
        Badge(Who.YOU, _round(state), turn=state.turn),
        Pick(_reports(state), GO_ON),
        _facts(state),
    )


def your_marker(state: State) -> Screen:
    """wyrmspan.you.marker."""
    rows = tuple(_row_choice(state, row) for row in range(1, FIXED_ROW + 1))
    likely = next(choice.id for choice in rows if choice.blocked is None)
    return Screen(
        "your_marker",
        Role.QUESTION,
        Text("Your marker: which row?"),
        (),
        Badge(Who.YOU, _round(state), turn=state.turn),
        Pick(rows, likely),
        {"rows": [len(row) for row in state.rows]},
        "wyrmspan.you.marker",
    )


def card(state: State) -> Screen:
    """wyrmspan.turn.draw, wyrmspan.setup.deck, wyrmspan.next.shuffle."""
    first = (Text("Shuffle {cards}.", cards=tuple(state.left)), Text("Put 1 aside unseen."))
    return Screen(
        "card",
        Role.QUESTION,
        Text("Her card?"),
        (*(() if state.played else first), Text("Turn up her next card.")),
        Badge(Who.BOT, _round(state), turn=state.turn),
        Draw("automa", state.shuffle, left(state, "automa")),
        {"played": list(state.played)},
        "wyrmspan.turn.draw",
    )


def most_excavated(state: State, question: Question) -> Screen:
    """wyrmspan.advance.most, wyrmspan.advance.most_plus."""
    return _excavated(state, question, Text("Your deepest cave?"))


def least_excavated(state: State, question: Question) -> Screen:
    """wyrmspan.advance.least."""
    return _excavated(state, question, Text("Your shallowest cave?"))


def her_turn_alone(state: State) -> Screen:
    """wyrmspan.turn.alternate: you have passed, she has not."""
    assert state.did is not None  # she drew a card
    return Screen(
        "her_turn_alone",
        Role.INSTRUCTION,
        _move(state.did),
        _lines(state, state.did),
        Badge(Who.BOT, _round(state), turn=len(state.played)),
        Done(),
        _facts(state),
    )


# --- the end of a round, and of the game ---


def compare(state: State) -> Screen:
    """wyrmspan.objective.rank: your quantity against hers."""
    q, side = decide.quantity(state), state.objective()
    base = side.base[state.round - 1]
    limited = Text("Round {n} is over; keep 2 coins at most.", n=state.round)
    ended = limited if decide.coin_limit(state) else Text("Round {n} is over.", n=state.round)
    options = tuple(Choice(yours, _comparison(yours, q)) for yours in decide.comparisons(state))
    return Screen(
        "compare",
        Role.QUESTION,
        Text("How many have you?"),
        (ended, Text("{name}: she has {q}.", name=OBJECTIVE_NAMES[side.id], q=q)),
        Badge(Who.TABLE, _round(state)),
        Pick(options, options[0].id),
        {"objective": side.id, "quantity": q, "base": base, "coins": state.coins},
        "wyrmspan.objective.rank",
    )


def round_end(state: State) -> Screen:
    """wyrmspan.objective.coins_back, wyrmspan.next.marker."""
    scored = state.scored
    assert scored is not None  # the objective was compared
    lines = [_rank(scored)]
    lines.append(Text("{icon} You score {vp} VP.", icon=Icon.YOU, vp=scored.your_vp))
    if scored.coins:
        back = Text("Return {n} coin from the tile.", plural="Return {n} coins from the tile.", n=scored.coins)
        lines.append(Text("{icon} {back}", icon=Icon.COIN, back=back))
    if state.round < ROUNDS:
        text = Text("Her marker {n}: to the guild.", n=state.round)
        lines.append(Text("{icon} {text}", icon=Icon.MARKER, text=text))
    return Screen(
        "round_end",
        Role.INSTRUCTION,
        Text("Score objective {n}", n=state.round),
        tuple(lines),
        Badge(Who.TABLE, _round(state)),
        Done(),
        {"automa_vp": scored.automa_vp, "your_vp": scored.your_vp, "quantity": scored.quantity, "coins": scored.coins},
    )


def final(state: State) -> Screen:
    """wyrmspan.end.score."""
    sheet = score(state)
    options = (Choice("total", Text("Enter my total")), Choice("skip", Text("Keep it to myself")))
    return Screen(
        "final",
        Role.QUESTION,
        Text("She has {total} VP", total=sheet.total),
        tuple(Text("{row}: {value}", row=row.text, value=row.value) for row in sheet.rows),
        Badge(Who.TABLE, Text("The end")),
        Pick(options, "total"),
        {"total": sheet.total, **{f"{row.id}_vp": row.value for row in sheet.rows}},
        "wyrmspan.end.score",
    )


def your_total(state: State) -> Screen:
    """wyrmspan.end.tie."""
    total = score(state).total
    return Screen(
        "your_total",
        Role.QUESTION,
        Text("Your total?"),
        (Text("She has {total} VP; a tie is yours.", total=total),),
        Badge(Who.TABLE, Text("The end")),
        Number(0, LIMIT, total),
        {"total": total},
        "wyrmspan.end.tie",
    )


def over(state: State) -> Screen:
    """wyrmspan.end.tie."""
    ended = result(state)
    assert ended is not None  # the phase is the last one
    return Screen(
        "over",
        Role.RESULT,
        ended.verdict,
        tuple(Text("{row}: {value}", row=row.text, value=row.value) for row in score(state).rows),
        Badge(Who.TABLE, Text("The end")),
        Done(),
        {"winner": ended.winner, "bot": ended.bot, "you": ended.you},
    )


# --- what can be seen on the table, and corrected ---


def left(state: State, deck: str) -> tuple[Choice, ...]:
    """Return the cards of a deck that may still come up; of hers, one is the card put aside."""
    match deck:
        case "automa":
            return tuple(Choice(name, Text("{id}", id=name)) for name in state.left)
        case "objectives":
            used = {side_of(name).tile for name in state.objectives}
            sides = [side for side in cards().objectives.cards if side.tile not in used]
            return tuple(Choice(side.id, OBJECTIVE_NAMES[side.id]) for side in sides if len(used) < ROUNDS)
    return tuple(Choice(name, text) for name, text in GUILD_NAMES.items() if not state.guild)


def fields(state: State) -> tuple[Field, ...]:
    """Return the values of the table as the device has them."""
    row_5 = state.rows[FIXED_ROW - 1]
    rows = tuple(
        Field(f"row_{n}", Text("Guild row {n}: markers", n=n), len(state.rows[n - 1]), 0, most)
        for n, most in enumerate(state.spaces(), 1)
    )
    return (
        Field("p", Text("Token: steps from START"), state.p % TRACK, 0, TRACK - 1),
        Field("dragons", Text("Her dragons"), state.dragons, 0, MOST),
        Field("caves", Text("Her cave cards"), state.caves, 0, MOST),
        Field("coins", Text("Coins on the objective"), state.coins, 0, MOST),
        Field("markers_ready", Text("Her markers by the guild"), state.markers_ready, 0, MARKERS),
        *rows,
        Field("space_6", Text("Guild row 5: on the 6"), _owner(row_5, 0), choices=_OWNERS),
        Field("space_3", Text("Guild row 5: on the 3"), _owner(row_5, 1), choices=_OWNERS),
        Field("ones_bot", Text("Guild row 5: hers on the 1"), row_5[2:].count("bot"), 0, MARKERS),
        Field("ones_you", Text("Guild row 5: yours on the 1"), row_5[2:].count("you"), 0, MARKERS),
        Field("objective_vp", Text("Her VP of objectives"), state.objective_vp, 0, MOST),
        *(_cave_fields(state) if state.ravel else ()),
    )


_OWNERS = (Choice("nobody", Text("nobody")), Choice("bot", Text("the Automa")), Choice("you", Text("you")))


def _owner(row: list[Any], space: int) -> str:
    return str(row[space]) if len(row) > space else "nobody"


def _cave_fields(state: State) -> tuple[Field, ...]:
    return (
        Field("most", Text("Your deepest cave"), state.most, 1, DEEPEST),
        Field("least", Text("Your shallowest cave"), state.least, 1, DEEPEST),
    )


# --- pieces ---


def _setup(step: int) -> Badge:
    return Badge(Who.TABLE, Text("Set-up"), step=step, steps=3)


def _round(state: State) -> Text:
    return Text("Round {round}/{rounds}", round=state.round, rounds=ROUNDS)


def _your_headline(state: State) -> Text:
    if state.passed:
        return Text("The Automa passes")
    return Text("Take your turn") if state.did is None else _move(state.did)


def _your_lines(state: State) -> tuple[Text, ...]:
    if state.passed:
        return (Text("Take all your remaining turns."),)
    if state.did is not None:
        return _lines(state, state.did)
    name = OBJECTIVE_NAMES[state.objectives[state.round - 1]]
    return (Text("You start round {n}.", n=state.round), Text("Objective: {name}.", name=name))


def _move(did: Did) -> Text:
    return Text("Move her {n} step", plural="Move her {n} steps", n=did.steps)


def _lines(state: State, did: Did) -> tuple[Text, ...]:
    """Return her actions in the order in which they are done; the move itself is the headline."""
    lines = []
    if did.refresh:
        lines.append(Text("{icon} Replace the 3 dragons shown.", icon=Icon.REFRESH))
    if did.coin > 0:
        lines.append(Text("{icon} Put 1 coin on objective {n}.", icon=Icon.COIN, n=state.round))
    if did.coin < 0:
        lines.append(Text("{icon} Take 1 coin off objective {n}.", icon=Icon.COIN, n=state.round))
    lines.append(_standing(state))
    if did.dragon is not None:
        lines.append(_taken(DRAGONS[did.dragon], Icon.DRAGON))
    if did.cave is not None:
        lines.append(_taken(CAVES[did.cave], Icon.CAVE))
    if did.row is not None:
        lines.append(Text("{icon} Her marker: guild row {n}.", icon=Icon.MARKER, n=did.row))
    return tuple(lines)


def _taken(card: Text, icon: Icon) -> Text:
    return Text("{icon} {card}: hers; refill.", icon=icon, card=card)


def _standing(state: State) -> Text:
    past = state.p % BROWN
    if past == 0:
        return Text("{icon} On a brown space.", icon=Icon.STEPS)
    return Text("{icon} {n} past a brown space.", icon=Icon.STEPS, n=past)


def _reports(state: State) -> tuple[Choice, ...]:
    limited = decide.coin_limit(state)
    if state.passed:
        passes = Text("I have passed (2 coins at most)") if limited else Text("I have passed")
        options = [Choice(GO_ON, passes)]
    else:
        passes = Text("I pass (2 coins at most)") if limited else Text("I pass")
        options = [Choice(GO_ON, Text("My turn is done")), Choice("pass", passes)]
    if state.your_markers() < MARKERS:
        options.append(Choice("marker", Text("I placed a guild marker")))
    return tuple(options)


def _row_choice(state: State, row: int) -> Choice:
    full = None if state.free(row) else Text("full")
    return Choice(str(row), Text("Row {n}", n=row), blocked=full)


def _excavated(state: State, question: Question, headline: Text) -> Screen:
    return Screen(
        question.key,
        Role.QUESTION,
        headline,
        (Text("Its excavated spaces:"),),
        Badge(Who.BOT, _round(state), turn=len(state.played)),
        Number(question.low, question.high, question.likely),
        {"card": state.played[-1], **question.facts},
    )


def _comparison(yours: str, q: int) -> Text:
    match yours:
        case "more":
            return Text("More than {q}", q=q)
        case "equal":
            return Text("Exactly {q}", q=q)
        case "fewer":
            return Text("1 to {n}", n=q - 1) if q > 2 else Text("1")  # noqa: PLR2004 - below 2 there is only 1
        case "some":
            return Text("1 or more")
    return Text("None")


def _rank(scored: Scored) -> Text:
    if scored.automa_vp == 0:
        return Text("{icon} She has none and scores nothing.", icon=Icon.BOT)
    rank = Text("2nd") if scored.yours == "more" else Text("1st")
    return Text("{icon} Mark her rank: {rank}, {vp} VP.", icon=Icon.BOT, rank=rank, vp=scored.automa_vp)


def _facts(state: State) -> dict[str, Any]:
    did = state.did
    acts = {} if did is None else {name: getattr(did, name) for name in did.__struct_fields__}
    return {
        **acts,
        "round": state.round,
        "space": state.p % TRACK,
        "passed": state.passed,
        "you_passed": state.you_passed,
        "markers_ready": state.markers_ready,
    }
