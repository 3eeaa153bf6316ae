"""State to screen: the player's words. A builder has the name of its phase, or of the question it words."""

from engines._template.score import result, score
from engines._template.state import LEDGES, LIMIT, MOST, PRICE, Did, State, cards
from engines.contract import (
    GO_ON,
    NOT_POSSIBLE,
    Badge,
    Choice,
    Done,
    Draw,
    Field,
    Marks,
    Number,
    Pick,
    Role,
    Roll,
    Screen,
    Who,
    YesNo,
)
from engines.decisions import Question
from engines.text import Icon, Text

LEDGE_NAMES = {"left": Text("Left ledge"), "middle": Text("Middle ledge"), "right": Text("Right ledge")}
DEED_NAMES = {card.id: Text(card.name) for card in cards().deeds.cards}
CHARM_NAMES = {card.id: Text(card.name) for card in cards().charms.cards}


# --- set-up ---


def lay_out(state: State) -> Screen:
    """template.setup.ledges."""
    return Screen(
        "lay_out",
        Role.INSTRUCTION,
        Text("Lay out your ledges"),
        (
            Text("Put 3 trinkets on each ledge."),
            Text("Take {n} coins.", n=state.purse),
            Text("Give the Magpie {n} coin.", plural="Give the Magpie {n} coins.", n=state.coins),
        ),
        Badge(Who.TABLE, Text("Set-up"), step=1, steps=2),
        Done(),
        {"purse": state.purse, "coins": state.coins},
        "template.setup.ledges",
    )


def charm(state: State) -> Screen:
    """template.setup.charm."""
    ask = Draw("charms", 0, left(state, "charms"))
    badge = Badge(Who.TABLE, Text("Set-up"), step=2, steps=2)
    lines = (Text("Turn up one charm for the Magpie."),)
    return Screen("charm", Role.QUESTION, Text("Which charm?"), lines, badge, ask, {}, "template.setup.charm")


def charm_worth(state: State) -> Screen:
    """template.setup.charm: asked once for each charm, since its number is not in our cards."""
    return Screen(
        "charm_worth",
        Role.QUESTION,
        Text("What is it worth?"),
        (Text("The number printed on the {charm}.", charm=CHARM_NAMES[state.charm]),),
        Badge(Who.TABLE, Text("Set-up"), step=2, steps=2),
        Number(0, 9, 3),
        {"charm": state.charm},
        "template.setup.charm",
    )


# --- a turn ---


def your_turn(state: State) -> Screen:
    """The idle screen: what the Magpie did, and what you may report."""
    needs = Text("needs {price}, has {purse}", price=PRICE, purse=state.purse) if state.purse < PRICE else None
    options = [Choice(GO_ON, Text("My turn is done"))]
    if state.trinkets:
        options.append(Choice("buy", Text("I buy a trinket for {price}", price=PRICE), Icon.COIN, needs))
    did = state.did
    return Screen(
        "your_turn",
        Role.INSTRUCTION,
        Text("Take your turn") if did is None else _headline(did),
        (*(() if did is None else _lines(did)), _owned(state)),
        Badge(Who.YOU, Text("Round {round}/{rounds}", round=state.round, rounds=state.rounds), turn=_turn(state)),
        Pick(tuple(options), GO_ON),
        {
            "round": state.round,
            "coins": state.coins,
            "trinkets": state.trinkets,
            "purse": state.purse,
            "step": state.step,
            "played": list(state.played),
        },
    )


def deed(state: State) -> Screen:
    """template.turn.deed."""
    shuffled = () if state.played else (Text("Shuffle its {n} cards first.", n=len(state.left)),)
    ask = Draw("deeds", state.shuffle, left(state, "deeds"))
    lines = (*shuffled, Text("Turn up the Magpie’s next card."))
    return Screen("deed", Role.QUESTION, Text("Which deed?"), lines, _bot(state), ask, {}, "template.turn.deed")


def hop(state: State) -> Screen:
    """template.hop.path."""
    ask = Roll("hop", state.hops, 1, 6)
    return Screen(
        "hop", Role.QUESTION, Text("Roll the hop die"), (), _bot(state), ask, {"step": state.step}, "template.hop.path"
    )


def luck(state: State) -> Screen:
    """template.hop.luck."""
    ask = Roll("luck", state.lucks, 1, 4)
    facts = {"coins": state.coins}
    return Screen("luck", Role.QUESTION, Text("Roll the luck die"), (), _bot(state), ask, facts, "template.hop.luck")


def most_trinkets(state: State, question: Question) -> Screen:
    """template.steal.most."""
    ask = Marks(_ledges(question.ids), question.low, question.high)
    return _question(state, question, Text("Which ledges have most?"), (Text("Tick every ledge that ties."),), ask)


def which_ledge(state: State, question: Question) -> Screen:
    """template.steal.tie."""
    ask = Pick(_ledges(question.ids), question.likely)
    return _question(state, question, Text("Which one?"), (Text("They tie; you choose."),), ask)


def stolen(state: State) -> Screen:
    """template.steal.most: an instruction that the table may not allow."""
    ledge = state.did.ledge if state.did else ""
    return Screen(
        "stolen",
        Role.INSTRUCTION,
        Text("Give it a trinket"),
        (Text("From: {ledge}.", ledge=LEDGE_NAMES[ledge]),),
        _bot(state),
        Pick((Choice(GO_ON, Text("Done")), Choice(NOT_POSSIBLE, Text("Not possible"), Icon.WARNING)), GO_ON),
        {"ledge": ledge},
    )


def shiny_coin(state: State, question: Question) -> Screen:
    """template.toll.shiny."""
    lines = (Text("It wants a toll if you do."),)
    return _question(state, question, Text("Do you show a shiny coin?"), lines, YesNo(likely=question.likely))


def toll_paid(state: State, question: Question) -> Screen:
    """template.toll.shiny: how much of the purse is left is drawn, not left to the player."""
    ask = Number(question.low, question.high, question.likely, minus_from=state.purse)
    return _question(state, question, Text("Pay how many coins?"), (), ask)


# --- the end ---


def your_total(state: State) -> Screen:
    """template.end.winner."""
    total = score(state).total
    badge = Badge(Who.TABLE, Text("The end"))
    lines = (Text("The Magpie has {total}.", total=total),)
    ask = Number(0, LIMIT, total)
    facts = {"total": total}
    return Screen("your_total", Role.QUESTION, Text("Your points?"), lines, badge, ask, facts, "template.end.winner")


def over(state: State) -> Screen:
    """template.end.winner."""
    ended = result(state)
    assert ended is not None  # the phase is the last one
    rows = tuple(Text("{row}: {value}", row=row.text, value=row.value) for row in score(state).rows)
    facts = {"winner": ended.winner, "bot": ended.bot, "you": ended.you}
    return Screen("over", Role.RESULT, ended.verdict, rows, Badge(Who.TABLE, Text("The end")), Done(), facts)


def left(state: State, deck: str) -> tuple[Choice, ...]:
    """Return the cards of a deck that may still come up."""
    if deck == "deeds":
        return tuple(Choice(card, DEED_NAMES[card]) for card in state.left)
    return tuple(Choice(card, name) for card, name in CHARM_NAMES.items() if not state.charm)


def fields(state: State) -> tuple[Field, ...]:
    """Return what can be seen on the table and corrected."""
    return (
        Field("trinkets", Text("Its trinkets"), state.trinkets, 0, MOST),
        Field("coins", Text("Its coins"), state.coins, 0, MOST),
        Field("purse", Text("Your coins"), state.purse, 0, MOST),
        Field("tie", Text("Ledges that tie"), state.tie, choices=_ties()),
    )


# --- pieces ---


def _headline(did: Did) -> Text:
    return Text("Magpie: {deed}", deed=DEED_NAMES[did.deed])


def _owned(state: State) -> Text:
    return Text("Trinkets: {trinkets}. Your coins: {purse}.", trinkets=state.trinkets, purse=state.purse)


def _lines(did: Did) -> list[Text]:
    lines = []
    if did.hop:
        lines.append(Text("Hop {n} step.", plural="Hop {n} steps.", n=did.hop))
    if did.paid:
        lines.append(Text("You paid {n} coin.", plural="You paid {n} coins.", n=did.paid))
    if did.coins:
        lines.append(Text("{icon} Give it {n} coin.", plural="{icon} Give it {n} coins.", n=did.coins, icon=Icon.COIN))
    if did.trinkets:
        lines.append(Text("Give it {n} trinket.", plural="Give it {n} trinkets.", n=did.trinkets))
    return lines


def _question(
    state: State, question: Question, headline: Text, lines: tuple[Text, ...], ask: Marks | Pick | YesNo | Number
) -> Screen:
    return Screen(question.key, Role.QUESTION, headline, lines, _bot(state), ask, dict(question.facts), question.rule)


def _bot(state: State) -> Badge:
    return Badge(
        Who.BOT, Text("Round {round}/{rounds}", round=state.round, rounds=state.rounds), turn=len(state.played) or 1
    )


def _turn(state: State) -> int:
    return len(state.played) + 1 if state.left else len(state.played)


def _ledges(ids: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(ledge, LEDGE_NAMES[ledge]) for ledge in LEDGES if ledge in ids)


def _ties() -> tuple[Choice, ...]:
    return (Choice("you", Text("You choose the ledge")), Choice("leftmost", Text("The leftmost ledge")))
