"""Words of the end of a period, and of the game."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.kit.contract import Order, Part
from engines.kit.decisions import Question, ask
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.lisboa import side
from engines.lisboa.pieces import HAND_CARDS, STORE_NAMES, TITLE_NAMES, TYPES
from engines.lisboa.score import PARTS, fester_causes, next_title, result, score, title
from engines.lisboa.state import State
from engines.lisboa.steps.deed import store_counts

NUMBER_LABELS = {
    "hired": Text("Hired Officials"),
    "decrees": Text("Decrees"),
    "reis": Text("Réis"),
    "ships": Text("Ships"),
}
STORE_LABELS = {
    "gold": Text("Gold Stores"),
    "cloth": Text("Cloth Stores"),
    "books": Text("Book Stores"),
    "tools": Text("Tool Stores"),
}


def period_end(state: State) -> Content:
    """lisboa.period.rubble, lisboa.period.decks, lisboa.period.ships."""
    return Content(
        Text("End period {n}", n=state.period),
        (
            Order("display", Text("Discard the cards of the display.")),
            Order("rubble", Text("{icon} Move his wigs up {n}, 1 for each cube.", icon=Icon.BOT, n=state.rubble))
            if state.rubble
            else Text("{icon} He has no cubes to score.", icon=Icon.BOT),
            Order("sets", Text("{icon} Move your own wigs up 3 for each rubble set.", icon=Icon.YOU)),
            Order("old_ships", Text("Discard the ships left in the shipyard.")),
            Order("ships", Text("Put the brown ship there and the purple one on top.")),
        ),
        facts={
            "rubble": state.rubble,
            "wigs": state.wigs,
            "wigs_now": state.wigs + state.rubble,
            "helper": state.helper,
        },
    )


def next_period(state: State) -> Content:
    """lisboa.period.decks."""
    return Content(
        Text("Begin period {n}", n=state.period),
        (
            Order("hand", Text("{icon} Fill your hand to {n} with purple cards.", icon=Icon.YOU, n=HAND_CARDS)),
            Order("decks", Text("{icon} Put the 4 brown decks on the display.", icon=Icon.CARD)),
            Order("church", Text("Refill the church tiles and the Decrees.")),
            Text("His Helper and his Courtier stay."),
        ),
        facts={"deck": list(state.deck), "helper": state.helper, "courtier": state.courtier},
        drawing=side.display(state),
    )


def your_stores(state: State, _: Question) -> Content:
    """lisboa.end.numbers: the game is over, and only your numbers are unknown."""
    his = tuple(store_counts(state, TYPES))
    return Content(
        Text("Your Stores?"),
        (Text("Score yourself as in a game for two."), Text("His Stores: {stores}.", stores=his)),
        facts={"stores": [state.stores.of(kind) for kind in TYPES]},
        words=STORE_LABELS,
    )


def your_numbers(_: State, __: Question) -> Content:
    """lisboa.end.numbers."""
    lines = (Text("Hired Officials are those in Public Buildings."),)
    return Content(Text("What do you have?"), lines, words=NUMBER_LABELS)


def tied_stores(_: State, question: Question) -> Content:
    """lisboa.ruling.majority_tie."""
    kind, n = STORE_NAMES[question.facts["type"]], question.facts["stores"]
    lines = (Text("Most {type} Stores: both have {n}.", type=kind, n=n), _BY_YOUR_RULES)
    return Content(Text("His wigs for the tie?"), lines)


def tied_officials(_: State, question: Question) -> Content:
    """lisboa.ruling.majority_tie, lisboa.end.officials."""
    words = {"0": Text("None"), "5": Text("5: second most"), "15": Text("15: most")}
    lines = (Text("Most hired Officials: both have {n}.", n=question.facts["hired"]), _BY_YOUR_RULES)
    return Content(Text("His wigs for the tie?"), lines, words=words)


_BY_YOUR_RULES = Text("Your rules for ties say what he gets.")


def your_wigs(_: State, question: Question) -> Content:
    """lisboa.end.numbers."""
    line = Text("Your wigs, with all that you score at the end.")
    parts = tuple(_with_likely_number(part, question) for part in PARTS)
    return Content(Text("Your total?"), (line,), replace(ask(question), parts=parts))


def _with_likely_number(part: Part, question: Question) -> Part:
    """Return a part of your wigs; one for a majority has its likely number."""
    span = question.counts.get(part.id)
    return part if span is None else replace(part, likely=span.likely)


def over(state: State) -> Content:
    """lisboa.title.court, lisboa.end.score."""
    ended, name = result(state), title(state)
    rows = {row.id: row.value for row in score(state).rows}
    return Content(
        Text("No title") if name is None else TITLE_NAMES[name],
        (
            Text("You have {you} wigs, Lacerda {bot}.", you=ended.you or 0, bot=ended.bot or 0),
            *_title_reasons(state, name),
            Text(
                "His track {wigs}, Rubble {rubble}, ships {ships}, Stores {stores}.",
                wigs=rows["wigs"],
                rubble=rows["rubble"],
                ships=rows["ships"],
                stores=rows["stores"],
            ),
            Text(
                "His Officials {officials}, Decrees {decrees}, Favors {favors}.",
                officials=rows["officials"],
                decrees=rows["decrees"],
                favors=rows["favors"],
            ),
        ),
        facts={"title": name, "winner": ended.winner, "bot": ended.bot, "you": ended.you, **rows},
    )


def _title_reasons(state: State, name: str | None) -> Iterator[Text]:
    """Yield the causes of the worst title, or the unmet needs of the title above (lisboa.title)."""
    if name == "fester":
        yield Text("Because of: {things}.", things=tuple(FESTER_CAUSES[one] for one in fester_causes(state)))
        return
    if name is None:
        yield Text("The table of titles names none.")
    above = next_title(state)
    if above is None:
        yield Text("There is no better title.")
    else:
        things = tuple(_need_words(one, n) for one, n in above[1].items())
        yield Text("For {title} you need: {things}.", title=TITLE_NAMES[above[0]], things=things)


FESTER_CAUSES = {
    "wigs": Text("fewer wigs than Lacerda"),
    "stores": Text("fewer than 4 Stores"),
    "majorities": Text("no majority"),
    "reis": Text("less than 5 réis"),
    "decrees": Text("fewer than 4 Decrees"),
}
"""The causes of the worst title, by the name of the number that is too low."""


def _need_words(what: str, n: int) -> Text:
    texts = {
        "wigs": Text("{n} wigs", n=n),
        "stores": Text("{n} Stores", n=n),
        "majorities": Text("{n} majority", plural="{n} majorities", n=n),
        "reis": Text("{n} réis", n=n),
        "decrees": Text("{n} Decrees", n=n),
        "ships": Text("{n} ship", plural="{n} ships", n=n),
    }
    return texts[what]
