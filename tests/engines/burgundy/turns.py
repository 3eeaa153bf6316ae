"""Turns of the Automata from any state: the state is set, then its die is rolled, and a table answers."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.engines.burgundy.automata import CARDS
from tests.protocol_client import Outsider
from tests.tables.burgundy import COLOURS, GOODS, Table, name_of, tile, tiles

YOUR_TURN = "your_turn"
"""The idle screen."""
ROUND_START = "white_die"
"""The screen that a round begins with."""
FINAL = "final"
"""The screen with the score, after the last round."""


def card(text: str) -> dict[str, Any]:
    """Return a card on the table: "4 bank . knowledge" is card 4 with two tiles; all other items are open."""
    name, *laid = text.split()
    laid += ["."] * (len(CARDS[name].split()) - len(laid))
    return {"id": name, "tiles": [None if one == "." else tile(one) for one in laid]}


def duchy(names: str) -> dict[str, Any]:
    """Return a duchy with these tiles."""
    own = tiles(names)
    animals = [one for one in own if one["colour"] == "light_green"]
    counts = Counter(one["colour"] for one in own)
    return {"counts": {colour: counts[colour] for colour in COLOURS}, "livestock": animals}


def goods(given: dict[int, int] | None = None) -> dict[str, int]:
    """Return goods by type; by default one of each."""
    return {str(n): 1 if given is None else given.get(n, 0) for n in GOODS}


def state(left: str, right: str = "", **fields: Any) -> dict[str, Any]:
    """Return the fields of a state in round 1 of phase A. Tiles are given by name; all other cards are in the deck."""
    cards = {"left": card(left), "right": card(right or ("1" if left[0] == "6" else "6"))}
    played = {one["id"] for one in cards.values()}
    discard = fields.pop("discard", [])
    return {
        "phase": "A",
        "round": 1,
        "cards": cards,
        "discard": discard,
        "deck": [one for one in CARDS if one not in played and one not in discard],
        "reserve": tiles(fields.pop("reserve", "")),
        "duchy": duchy(fields.pop("duchy", "")),
        "goods": goods(fields.pop("goods", None)),
        "silver": 1,
        "vp": 0,
        "claimed": [],
        "ships": 0,
        **fields,
    }


def bot_in_your_turn(values: dict[str, Any], **options: Any) -> Outsider:
    """Return a bot in your turn, with your own cards and dice and these fields of its state."""
    bot = Outsider("burgundy", **options)
    bot.until(usual_answer, YOUR_TURN)
    bot.do(set={"at": YOUR_TURN, **values})
    return bot


def usual_answer(bot: Outsider) -> Any:
    """Return a plain answer that continues the play; the first card has a castle."""
    match bot.ask["kind"]:
        case "roll":
            return 1
        case "draw":
            return "4" if "4" in bot.ids else bot.ids[0]
        case "done":
            return True
    return bot.ask["likely"]


def reserve_on_table(reserve: list[dict[str, Any]], table: Table) -> list[dict[str, Any]]:
    """Return the reserve of a state; the details that the state lacks are those of the table."""
    piles = {colour: list(pile) for colour, pile in table.reserve.items()}
    return [one if _has_details(one) else piles[one["colour"]].pop() for one in reversed(reserve)][::-1]


def _has_details(one: dict[str, Any]) -> bool:
    """Return whether a tile of a state has its details, or has none but its colour."""
    details = one.get("building") or one.get("species")
    return bool(details) or (one["colour"] not in ("brown", "light_green") and not one.get("unseen"))


class Turn:
    """A turn of the Automata: the bot after it, every screen that was answered, and the table."""

    def __init__(self, bot: Outsider, screens: list[dict[str, Any]], table: Table | None = None) -> None:
        self.bot = bot
        self.screens = screens
        self.table = table or Table()

    @property
    def state(self) -> dict[str, Any]:
        """The state after the turn."""
        return self.bot.state

    @property
    def left(self) -> str:
        """The left card as text, the inverse of `card`."""
        return self._card("left")

    @property
    def right(self) -> str:
        """The right card as text, the inverse of `card`."""
        return self._card("right")

    @property
    def reserve(self) -> str:
        """The names of the tiles in the reserve, the newest last."""
        return " ".join(name_of(one) for one in reserve_on_table(self.state["reserve"], self.table))

    @property
    def goods(self) -> dict[int, int]:
        """Its goods by type, without types it has none of."""
        return {int(n): count for n, count in self.state["goods"].items() if count}

    @property
    def duchy(self) -> dict[str, int]:
        """The tiles of its duchy by colour, without colours it has none of."""
        return {colour: n for colour, n in self.state["duchy"]["counts"].items() if n}

    @property
    def vp_silver(self) -> tuple[int, int]:
        """Points and silver."""
        return self.state["vp"], self.state["silver"]

    def facts(self, key: str) -> list[dict[str, Any]]:
        """Return the facts of each screen with a key, in order."""
        return [screen["facts"] for screen in self.screens if screen["key"] == key]

    def ids(self, key: str) -> list[list[str]]:
        """Return the options of each screen with a key, in order."""
        return [[one["id"] for one in screen["ask"]["options"]] for screen in self.screens if screen["key"] == key]

    @property
    def questions(self) -> list[str]:
        """Return the keys of the questions, in order, without dice and cards."""
        questions = [screen for screen in self.screens if screen["role"] == "question"]
        return [screen["key"] for screen in questions if screen["ask"]["kind"] not in ("roll", "draw")]

    def reasons(self, rule: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Return facts and outcome of each reason of the turn with a rule, in order."""
        inputs = range(self.bot.status["n"] - len(self.screens) + 1, self.bot.status["n"] + 1)
        found = [reason for n in inputs for reason in self.bot.reasons(n)]
        return [(reason["facts"], reason["outcome"]) for reason in found if reason["rule"] == f"burgundy.{rule}"]

    def _card(self, side: str) -> str:
        held = self.state["cards"][side]
        names = [name_of(one) if one else "." for one in held["tiles"]]
        while names and names[-1] == ".":
            names.pop()
        return " ".join([held["id"], *names])


def turn(
    table: Table,
    left: str,
    right: str = "",
    *,
    white: int,
    die: int,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Turn:
    """Return a turn played on a table, from a state with these fields; the others are the usual ones."""
    return play_turn(bot_in_your_turn(state(left, right, white=white, **fields), **(options or {})), table, die)


def play_turn(bot: Outsider, table: Table, die: int, *cards: str) -> Turn:
    """End your turn and play the bot's, the last of its round, with a die and the cards that come up."""
    bot.answer(usual_answer(bot))
    return Turn(bot, bot.until(answer_from(table, die, *cards), ROUND_START, YOUR_TURN, FINAL), table)


def answer_from(table: Table, die: int, *cards: str) -> Callable[[Outsider], Any]:
    """Return a function that answers a turn of the bot from a table, with a die and the cards that come up."""
    remaining = list(cards)

    def answer(bot: Outsider) -> Any:
        match bot.ask["kind"]:
            case "roll":
                return die
            case "draw":
                return remaining.pop(0) if remaining else bot.ids[0]
        if bot.screen["role"] == "question" and bot.screen["badge"]["who"] == "bot":
            return table.answer(bot.key, bot.screen["facts"])
        return usual_answer(bot)

    return answer
