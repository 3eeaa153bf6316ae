"""State to screen: the player's words. A builder has the name of its phase, or of the question it words."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from engines.kit import ending
from engines.kit.contract import GO_ON, Badge, Choice, Draw, Order, Pick, Who
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.wyrmspan import decide
from engines.wyrmspan.pieces import (
    CAVE_NAMES,
    FIXED_ROW,
    GUILD_NAMES,
    MARKERS,
    OBJECTIVE_NAMES,
    ROUNDS,
    TRACK_SPACES,
    cards,
    find_objective,
)
from engines.wyrmspan.score import parts, score
from engines.wyrmspan.side import guild_tile, guild_track
from engines.wyrmspan.state import MAX_COUNT, YOUR_PHASES, Did, Phase, Scored, State

DRAGON_LINES = {
    1: Text("Give her the left dragon and refill."),
    2: Text("Give her the middle dragon and refill."),
    3: Text("Give her the right dragon and refill."),
}
CAVE_LINES = {
    1: Text("Give her the left cave card and refill."),
    2: Text("Give her the middle cave card and refill."),
    3: Text("Give her the right cave card and refill."),
}
"""The orders for the cards of the display, by place."""
SET_UP_STEPS = {Phase.OBJECTIVE: 1, Phase.GUILD: 1, Phase.LAY_TILES: 1, Phase.PLACE_PIECES: 2, Phase.YOUR_RULES: 3}


def badge(state: State) -> Badge:
    """Return the header: whose turn, round, turn."""
    if state.at in SET_UP_STEPS:
        return Badge(Who.TABLE, Text("Set-up"), step=SET_UP_STEPS[state.at], steps=3)
    place = Text("Round {round}/{rounds}", round=state.round, rounds=ROUNDS)
    if state.at in {Phase.COMPARE, Phase.ROUND_END}:
        return Badge(Who.TABLE, place)
    if state.at in YOUR_PHASES:
        return Badge(Who.YOU, place, turn=state.turn)
    return Badge(Who.BOT, place, turn=len(state.played) + (state.at is Phase.CARD))


# --- set-up ---


def objective(state: State) -> Content:
    """wyrmspan.setup.objectives: one side is not used."""
    number = len(state.objectives) + 1
    return Content(
        Text("Which tile?"),
        (
            Text("Draw an objective tile for round {n}.", n=number),
            Text("If it is “Position on Dragon Guild”, return it and draw again."),
        ),
        Draw("objectives", 0, remaining_cards(state, "objectives")),
        {"round": number},
        "wyrmspan.setup.objectives",
    )


def guild(state: State) -> Content:
    """wyrmspan.setup.guild."""
    return Content(
        Text("Which guild tile?"),
        (Text("Draw a Dragon Guild tile and use its side for 1–2 players."),),
        Draw("guild", 0, remaining_cards(state, "guild")),
        rule="wyrmspan.setup.guild",
    )


def lay_tiles(state: State) -> Content:
    """wyrmspan.setup.objectives, wyrmspan.setup.guild, wyrmspan.general.two_players."""
    names = enumerate((OBJECTIVE_NAMES[name] for name in state.objectives), 1)
    return Content(
        Text("Set up for two"),
        (
            *(Text("Round {n} objective tile: “{name}”.", n=n, name=name) for n, name in names),
            Text("Guild tile: {guild}, side for 1–2 players.", guild=GUILD_NAMES[state.guild]),
        ),
        facts={"objectives": list(state.objectives), "guild": state.guild, "level": state.level},
        drawing=guild_tile(state),
    )


def place_pieces(state: State) -> Content:
    """wyrmspan.setup.pieces, wyrmspan.general.no_mat."""
    return Content(
        Text("Place her pieces"),
        (
            Text("Choose a colour for her. She has no player mat."),
            Text("{icon} Put her guild token on START.", icon=Icon.STEPS),
            Text("{icon} Put 1 marker beside the guild.", icon=Icon.MARKER),
            Text("{icon} Put 1 between the rounds on the round tracker: 3 in all.", icon=Icon.MARKER),
            Text("{icon} Put 4 beside the round tracker.", icon=Icon.MARKER),
        ),
        facts={"markers_ready": state.markers_ready, "level": state.level},
        drawing=guild_track(state),
    )


def your_rules(state: State) -> Content:
    """wyrmspan.general.no_share, wyrmspan.general.no_neighbour, wyrmspan.advance.no_benefit."""
    return Content(
        Text("Rules for your turns"),
        (
            Text("Effects of your cards never benefit her."),
            Text("She gains no benefits from the Dragon Guild."),
            Text("Put cards she takes face down beside her."),
            Text("Discard these dragons and draw again:"),
            Text("Owlatic Amphiptere, Miserly Amphiptere, Avaricious Amphiptere, Ringtail Serpent, Vanishing Creeper."),
        ),
    )


# --- turns ---


def your_turn(state: State) -> Content:
    """The idle screen: her turn, and what you may report (wyrmspan.turn.alternate, wyrmspan.round.end)."""
    headline, lines = _news(state)
    marked = tuple(Text("Your marker is in guild row {n}.", n=row) for row in state.reported[-1:])
    drawing = None if state.did is None else guild_track(state)
    return Content(headline, (*lines, *marked), Pick(_reports(state), GO_ON), _facts(state), drawing=drawing)


def your_marker(state: State) -> Content:
    """wyrmspan.you.marker."""
    free = state.free_rows
    rows = tuple(
        Choice(str(row), Text("Row {n}", n=row), blocked=None if row in free else Text("full"))
        for row in range(1, FIXED_ROW + 1)
    )
    return Content(
        Text("Where is your marker?"),
        ask=Pick(rows, str(free[len(free) // 2])),
        facts={"rows": [len(row) for row in state.rows]},
        rule="wyrmspan.you.marker",
        drawing=guild_tile(state),
    )


def card(state: State) -> Content:
    """wyrmspan.turn.draw, wyrmspan.setup.deck, wyrmspan.next.shuffle."""
    first = (Text("Shuffle her cards {cards}.", cards=tuple(state.left)), Text("Put 1 of them aside face down."))
    return Content(
        Text("Which card?"),
        (*(() if state.played else first), Text("Turn up her next card.")),
        Draw("automa", state.shuffle, remaining_cards(state, "automa")),
        {"played": list(state.played)},
        "wyrmspan.turn.draw",
    )


def your_caves(state: State, question: Question) -> Content:
    """wyrmspan.advance.most, wyrmspan.advance.most_plus, wyrmspan.advance.least."""
    caves = [CAVE_NAMES[name] for name in question.counts]
    lines = (Text("Count empty spaces, too:"), *(caves if len(caves) == 1 else ()))
    return Content(Text("Excavated spaces?"), lines, facts={"card": state.played[-1]}, words=CAVE_NAMES)


def her_turn_alone(state: State) -> Content:
    """wyrmspan.turn.alternate: you have passed, she has not."""
    headline, lines = _news(state)
    return Content(headline, lines, facts=_facts(state), drawing=guild_track(state))


# --- the end of a round, and of the game ---


def compare(state: State) -> Content:
    """wyrmspan.objective.rank: your quantity against hers."""
    q, side = decide.quantity(state), state.objective()
    base = side.base[state.round - 1]
    passed = (_pass_line(state),) if state.passed_last else ()
    coins = (Text("Discard down to 2 coins."),) if state.coins_limited else ()
    options = tuple(Choice(yours, _comparison(yours, q)) for yours in decide.comparisons(state))
    return Content(
        Text("How many do you have?"),
        (*passed, *coins, Text("{name}: she has {q}.", name=OBJECTIVE_NAMES[side.id], q=q)),
        Pick(options, options[len(options) // 2 - 1].id),
        {"objective": side.id, "quantity": q, "base": base, "coins": state.coins},
        "wyrmspan.objective.rank",
    )


def round_end(state: State) -> Content:
    """wyrmspan.objective.coins_back, wyrmspan.next.marker."""
    scored = state.scored
    assert scored is not None  # the objective was compared
    lines = [_rank_line(scored), _your_rank_line(scored)]
    if scored.coins:
        text = Text(
            "{icon} Return {n} coin from the objective tile.",
            plural="{icon} Return {n} coins from the objective tile.",
            icon=Icon.COIN,
            n=scored.coins,
        )
        lines.append(Order("coins_back", text))
    if state.round < ROUNDS:
        text = Text("{icon} Put her marker of round {n} beside the Dragon Guild.", icon=Icon.MARKER, n=state.round)
        lines.append(Order("next_marker", text))
    facts = {name: getattr(scored, name) for name in ("automa_vp", "your_vp", "quantity", "coins")}
    return Content(Text("Score objective {n}", n=state.round), tuple(lines), facts=facts)


def final(state: State) -> Content:
    """wyrmspan.end.score."""
    sheet = score(state)
    return ending.bot_total(sheet, Text("She has {total} VP", total=sheet.total), "wyrmspan.end.score")


def your_total(state: State) -> Content:
    """wyrmspan.end.tie."""
    sheet = score(state)
    line = Text("She has {total} VP. You win ties.", total=sheet.total)
    return ending.your_total(sheet, MAX_COUNT, Text("Your total?"), line, "wyrmspan.end.tie", parts(state))


def remaining_cards(state: State, deck: str) -> tuple[Choice, ...]:
    """Return the cards of a deck that can still come up; one of hers is the card put aside."""
    match deck:
        case "automa":
            return tuple(Choice(name, Text("{id}", id=name)) for name in state.left)
        case "objectives":
            used = {find_objective(name).tile for name in state.objectives}
            sides = [side for side in cards().objectives.cards if side.tile not in used]
            return tuple(Choice(side.id, OBJECTIVE_NAMES[side.id]) for side in sides if len(used) < ROUNDS)
    return tuple(Choice(name, text) for name, text in GUILD_NAMES.items() if not state.guild)


# --- shared parts ---


def _news(state: State) -> tuple[Text, tuple[Text | Order, ...]]:
    """Return the headline and the lines about her last turn, or about a new round."""
    if state.passed:
        reason = Text("Ignore her last card (pass icon).") if _passed_by_icon(state) else Text("Her deck is empty.")
        turns = Text("Take all your remaining turns.")
        return Text("She passes"), (Order("no_card", reason), Order("your_turns", turns))
    if (did := state.did) is not None:
        card, steps = did.card, did.steps
        headline = Text("Card {card}: {n} step", plural="Card {card}: {n} steps", card=card, n=steps)
        return headline, tuple(_orders(state, did))
    name = OBJECTIVE_NAMES[state.objectives[state.round - 1]]
    lines = (Text("You start round {n}.", n=state.round), Text("Objective of this round: {name}.", name=name))
    return Text("Take your turn"), lines


def _pass_line(state: State) -> Text:
    """Say in one line that she passes, and why."""
    icon = _passed_by_icon(state)
    return Text("She passes: ignore her last card.") if icon else Text("She passes: her deck is empty.")


def _passed_by_icon(state: State) -> bool:
    return any(state.card(name).passes for name in state.played[-1:])


def _orders(state: State, did: Did) -> Iterator[Order]:
    """Yield her actions in the order in which they are done."""
    if did.refresh:
        yield Order("refresh", Text("Replace the display’s 3 dragons."))
    if did.coin > 0:
        yield Order("coin", Text("Put 1 coin on objective tile {n}.", n=state.round))
    if did.coin < 0:
        yield Order("coin", Text("Take 1 coin off objective tile {n}.", n=state.round))
    text = Text("Move her guild token {n} step.", plural="Move her guild token {n} steps.", n=did.steps)
    yield Order("move", text)
    if did.dragon is not None:
        yield Order("dragon", DRAGON_LINES[did.dragon])
    if did.cave is not None:
        yield Order("cave", CAVE_LINES[did.cave])
    if did.row is not None:
        text = Text("Put her marker in guild row {n}, on the leftmost free space.", n=did.row)
        yield Order("row", text)


def _reports(state: State) -> tuple[Choice, ...]:
    passes = Text("I pass (with at most 2 coins)") if state.coins_limited else Text("I pass")
    if state.passed:
        options = [Choice(GO_ON, passes)]
    else:
        options = [Choice(GO_ON, Text("My turn is done")), Choice("pass", passes)]
    if state.your_markers() < MARKERS:
        options.append(Choice("marker", Text("I placed a guild marker")))
    return tuple(options)


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


def _rank_line(scored: Scored) -> Text | Order:
    if scored.automa_vp == 0:
        return Text("{icon} She has none and scores nothing.", icon=Icon.BOT)
    rank = Text("2nd") if scored.yours == "more" else Text("1st")
    text = Text("{icon} Mark her rank: {rank}, {vp} VP.", icon=Icon.BOT, rank=rank, vp=scored.automa_vp)
    return Order("rank", text)


def _your_rank_line(scored: Scored) -> Text | Order:
    if scored.your_vp == 0:
        return Text("{icon} You have none and score nothing.", icon=Icon.YOU)
    rank = Text("2nd") if scored.yours == "fewer" else Text("1st")
    text = Text("{icon} Mark your rank: {rank}, {vp} VP.", icon=Icon.YOU, rank=rank, vp=scored.your_vp)
    return Order("your_rank", text)


def _facts(state: State) -> dict[str, Any]:
    did = {} if state.did is None else asdict(state.did)
    names = ("round", "passed", "you_passed", "markers_ready")
    return {**did, **{name: getattr(state, name) for name in names}, "space": state.p % TRACK_SPACES}
