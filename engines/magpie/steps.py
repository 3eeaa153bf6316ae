"""State to screen: the player's words. A builder has the name of its phase, or of the question it words."""

from collections.abc import Iterator

from engines.kit.contract import GO_ON, NOT_POSSIBLE, Badge, Choice, Draw, Number, Order, Pick, Roll, Who
from engines.kit.decisions import Question
from engines.kit.screens import THE_END, Content
from engines.kit.text import Icon, Text
from engines.magpie.score import PARTS, score
from engines.magpie.side import path
from engines.magpie.state import (
    BUY_PRICE,
    CHARM_NAMES,
    DEED_NAMES,
    PATH_STEPS,
    TRADE_PRICE,
    Phase,
    State,
)

LEDGE_NAMES = {"left": Text("Left ledge"), "middle": Text("Middle ledge"), "right": Text("Right ledge")}
STEAL_LINES = {
    "left": Text("Give it a trinket of your left ledge."),
    "middle": Text("Give it a trinket of your middle ledge."),
    "right": Text("Give it a trinket of your right ledge."),
}
FACTS = ("round", "coins", "trinkets", "purse", "step", "played")
"""The fields of the state that are facts of your turn."""


def badge(state: State) -> Badge:
    """Return the header: whose turn, round, turn."""
    if state.at in {Phase.LAY_OUT, Phase.CHARM, Phase.CHARM_WORTH}:
        return Badge(Who.TABLE, Text("Set-up"), step=1 if state.at is Phase.LAY_OUT else 2, steps=2)
    place = Text("Round {round}/{rounds}", round=state.round, rounds=state.rounds)
    if state.at is Phase.YOUR_TURN:
        return Badge(Who.YOU, place, turn=len(state.played) + bool(state.left))
    return Badge(Who.BOT, place, turn=len(state.played) or 1)


# --- set-up ---


def lay_out(state: State) -> Content:
    """magpie.setup.ledges."""
    coins = Text("Give the Magpie {n} coin.", plural="Give the Magpie {n} coins.", n=state.coins)
    lines = (Text("Put 3 trinkets on each ledge."), Text("Take {n} coins.", n=state.purse))
    return Content(
        Text("Lay out your ledges"),
        (*lines, coins) if state.coins else lines,
        facts={"tame": state.tame, "purse": state.purse, "coins": state.coins},
        rule="magpie.setup.ledges",
    )


def charm(state: State) -> Content:
    """magpie.setup.charm."""
    lines = (Text("Turn up one charm for the Magpie."),)
    return Content(
        Text("Which charm?"), lines, Draw("charms", 0, remaining_cards(state, "charms")), rule="magpie.setup.charm"
    )


def charm_worth(state: State) -> Content:
    """magpie.setup.charm: asked once for each charm, since `cards.toml` lacks its number."""
    lines = (Text("The number printed on the {charm}.", charm=CHARM_NAMES[state.charm]),)
    facts = {"charm": state.charm}
    return Content(Text("What is it worth?"), lines, Number(0, 9, 3), facts, "magpie.setup.charm")


# --- a turn ---


def your_turn(state: State) -> Content:
    """The idle screen: the orders of its turn, and what you may report."""
    poor = state.purse < BUY_PRICE
    needs = Text("needs {price}, has {purse}", price=BUY_PRICE, purse=state.purse) if poor else None
    options = [Choice(GO_ON, Text("My turn is done"))]
    if state.trinkets:
        options.append(Choice("buy", Text("I buy a trinket for {price}", price=BUY_PRICE), Icon.COIN, needs))
    did = state.did
    if did is None:
        headline = Text("Take your turn")
        lines: list[Text | Order] = [Order("charm", Text("Give it the charm {charm}.", charm=CHARM_NAMES[state.charm]))]
    else:
        headline = Text("Magpie: {deed}", deed=DEED_NAMES[did.deed])
        lines = [*_deed_lines(state)]
    owned = Text("Its trinkets: {trinkets}. Your coins: {purse}.", trinkets=state.trinkets, purse=state.purse)
    facts = {name: getattr(state, name) for name in FACTS}
    drawing = path(state) if did is not None and did.hop else None
    return Content(headline, (*lines, owned), Pick(tuple(options), GO_ON), facts, drawing=drawing)


def deed(state: State) -> Content:
    """magpie.turn.deed."""
    shuffled = () if state.played else (Text("Shuffle its {n} cards first.", n=len(state.left)),)
    ask = Draw("deeds", state.shuffle, remaining_cards(state, "deeds"))
    lines = (*shuffled, Text("Turn up the Magpie’s next card."))
    return Content(Text("Which deed?"), lines, ask, rule="magpie.turn.deed")


def hop(state: State) -> Content:
    """magpie.hop.path."""
    return Content(Text("Roll the hop die"), (), Roll("hop", state.hops, 1, 6), {"step": state.step}, "magpie.hop.path")


def luck(state: State) -> Content:
    """magpie.hop.luck."""
    ask = Roll("luck", state.lucks, 1, 4)
    lines = tuple(_deed_lines(state))
    return Content(Text("Roll the luck die"), lines, ask, {"coins": state.coins}, "magpie.hop.luck")


def most_trinkets(_: State, __: Question) -> Content:
    """magpie.steal.most."""
    return Content(Text("Which have the most?"), (Text("Tick every ledge with the most trinkets."),), words=LEDGE_NAMES)


def which_ledge(_: State, __: Question) -> Content:
    """magpie.steal.tie."""
    return Content(Text("Which ledge?"), (Text("They tie, so you choose."),), words=LEDGE_NAMES)


def stolen(state: State) -> Content:
    """magpie.steal.most: an instruction that the table may not allow."""
    ledge = state.did.ledge if state.did else ""
    options = (Choice(GO_ON, Text("Done")), Choice(NOT_POSSIBLE, Text("Not possible"), Icon.WARNING))
    lines = (Order("steal", STEAL_LINES[ledge]),)
    return Content(Text("It steals a trinket"), lines, Pick(options, GO_ON), {"ledge": ledge})


def shiny_coin(_: State, __: Question) -> Content:
    """magpie.toll.shiny."""
    return Content(Text("Do you show a shiny coin?"), (Text("It wants a toll if you do."),))


def toll_paid(_: State, __: Question) -> Content:
    """magpie.toll.shiny: the remaining coins of the purse are drawn."""
    return Content(Text("How many do you pay?"))


# --- the end ---


def your_total(state: State, _: Question) -> Content:
    """magpie.end.winner: both numbers on one screen."""
    line = Text("The Magpie has {total}.", total=score(state).total)
    return Content(Text("What do you have?"), (line,), badge=THE_END, words={part.id: part.text for part in PARTS})


def remaining_cards(state: State, deck: str) -> tuple[Choice, ...]:
    """Return the cards of a deck that can still come up."""
    if deck == "deeds":
        return tuple(Choice(card, DEED_NAMES[card]) for card in state.left)
    return tuple(Choice(card, name) for card, name in CHARM_NAMES.items() if not state.charm)


def _deed_lines(state: State) -> Iterator[Order]:
    """Yield the orders of its turn; the engine leaves out those that an earlier screen gave."""
    did = state.did
    assert did is not None  # a card was taken
    passed = state.step // PATH_STEPS - (state.step - did.hop) // PATH_STEPS
    trades = did.trinkets - passed - bool(did.ledge)
    if did.hop:
        yield Order("move", Text("Move the Magpie {n} step.", plural="Move the Magpie {n} steps.", n=did.hop))
    if passed:
        yield Order("path", Text("Give it a trinket for the path."))
    if did.paid:
        yield Order("toll", Text("Give it {n} of your coins.", n=did.paid))
    if gained := did.coins - did.paid:
        text = Text("{icon} Give it {n} coin.", plural="{icon} Give it {n} coins.", n=gained, icon=Icon.COIN)
        yield Order("coins", text)
    if trades:
        text = Text(
            "Trade {coins} of its coins for {n} trinket.",
            plural="Trade {coins} of its coins for {n} trinkets.",
            n=trades,
            coins=TRADE_PRICE * trades,
        )
        yield Order("trade", text)
