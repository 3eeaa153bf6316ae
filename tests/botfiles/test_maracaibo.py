"""Jean and Jacques in a file do on their turns what brdgm/maracaibo-solo-helper said, and have its points.

A play: `bot`, `level`, the first `deck` in order; of Jean the `end` with the three `influence` points, the player's
`quests` and `upgrades`, how far her explorer is `ahead`, and her points for all of it; `you_end`, if the player ended
the last round. A turn: `card`, `place` of the ship, combat points `paid`, whether the explorer `found` a quest tile;
`acts`, what the card does in that round; `gain` in quest tiles, project cards, discs and points (of Jacques points
alone); the cards left in the `pile`; whether the round is `over`, with Jean's `income` and all that is there `after`
it; `you`, the same if the player ended the round before this turn. Jacques's deck of the next round is `order`.
"""

import re
from typing import Any

import pytest

from engines.kit.text import ENGLISH
from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays
from tests.core import core

GAME = "maracaibo"
NATIONS = ("france", "spain", "england")
PLAYS = list(recorded_plays(GAME))
JEAN_COUNTS = ("quests", "projects", "discs", "points")
FIGHT_ANSWERS = {
    "token": {"token_france": 2, "token_spain": 3, "token_england": 1},
    "condition": {"now_france": 2, "now_spain": 3, "now_england": 2},
    "ranks": {
        "jean_france": 3,
        "jean_spain": 1,
        "jean_england": 2,
        "your_france": 2,
        "your_spain": 1,
        "your_england": 1,
    },
}
"""France 3, Spain 3, England 3: Spain has the highest value on the token."""


def _id(bot: str, card: str) -> str:
    return ("j" if bot == "jean" else "q") + card.lower()


class Game:
    """A play that follows a recorded one."""

    def __init__(self, play: dict[str, Any]) -> None:
        self.bot, self.play = play["bot"], play
        self.fed = FedPlay(GAME, {"level": f"{play['bot']}_{play['level']}"})
        deck = [_id(self.bot, card) for card in play["deck"].split()]
        asked = dict.fromkeys(("board", "table"), True)
        for key, letter in (("jean_b", "jb"), ("jean_c", "jc"), ("jacques_a", "qa"), ("jacques_b_card", "qb")):
            asked[key] = [card for card in deck if card.startswith(letter)]  # type: ignore[assignment]
        self.fed.until("your_turn", asked)
        assert sorted(self.fed.values[f"{self.bot}_cards_left"]) == sorted(deck)

    def counts(self) -> list[int]:
        """Return what the device has counted for the bot."""
        return [self.fed.values[name] for name in (JEAN_COUNTS if self.bot == "jean" else ("points",))]

    def compare_turn(self, turn: dict[str, Any]) -> None:
        """Take the player's turn, in which he may end a round, and compare the bot's turn."""
        fed, where = self.fed, f"play {turn['p']}, turn {turn['turn']}"
        before = self._take_your_turn(turn.get("you"), where)
        if turn["card"]:
            fed.play.give(_id(self.bot, turn["card"]))
        told = [ENGLISH.words(order.text) for order in fed.play.screen.orders]
        told += fed.until(lambda: fed.key in ("your_turn", "round_over"), self._answers(turn))
        gain = [now - then for now, then in zip(self.counts(), before, strict=True)]
        gain[-1] -= turn.get("income", 0)
        under = sum(len(fed.values[f"under_{n}"]) for n in (1, 2, 3) if n < turn["round"])
        assert gain == turn["gain"], where
        assert _deeds(told) == (_jean_deeds(turn) if self.bot == "jean" else _jacques_deeds(turn)), where
        assert fed.values["round"] == turn["round"], where
        assert (fed.key == "round_over") == turn["over"], where
        assert len(fed.values[f"{self.bot}_cards_left"]) + under == turn["pile"], where
        if "after" in turn:
            assert self.counts() == turn["after"], where

    def _take_your_turn(self, you: dict[str, Any] | None, where: str) -> list[int]:
        """Take the player's turn, and return what the bot has before its own."""
        fed = self.fed
        if fed.key == "round_over":
            fed.play.give(True)
        assert fed.key == "your_turn", where
        before = self.counts()
        if you:
            fed.play.give("last")
            assert fed.key == "round_over", where
            before[-1] += you.get("income", 0)
            assert fed.values["points"] == before[-1] == you["vp"], where
        fed.play.give(True if you else "go_on")
        return before

    def _answers(self, turn: dict[str, Any]) -> dict[str, Any]:
        found = turn.get("found", False)
        return {
            "place": turn.get("place"),
            "paid": turn.get("paid"),
            "found": found,
            "his_find": found,
            **FIGHT_ANSWERS,
        }

    def compare_end(self) -> None:
        """Compare the end of the play."""
        fed, end = self.fed, self.play["end"]
        if self.play.get("you_end"):
            fed.play.give("last")
        assert (fed.key, fed.values["round"]) == ("round_over", 4)
        answers: dict[str, Any] = {"round_over": True, "whose": "neither", "your_quests": 0}
        if self.bot == "jean":
            worth = ((11, "by_11"), (8, "by_8"), (1, "by_1"), (-99, "behind"))
            answers["ahead"] = next(place for least, place in worth if end["ahead"] >= least)
            answers["influence"] = dict(zip(("for_france", "for_spain", "for_england"), end["influence"], strict=True))
            answers["yours"] = {"your_quests": end["quests"], "your_upgrades": end["upgrades"]}
        fed.until(lambda: fed.key not in answers, answers)
        sheet = fed.play.engine.score(fed.play.state)
        assert sheet is not None
        rows = {row.id: row.value for row in sheet.rows}
        assert sum(rows.values()) == end["total"]
        if self.bot == "jean":
            wanted = {"quests": end["questVP"], "upgrades": end["upgradesVP"], "explorer": end["explorerVP"]}
            assert {name: rows[name] for name in wanted} == wanted


DEEDS = {
    r"Move Jean’s ship (\d) spaces? on, by the (\w+) route.*": r"ship \1 \2",
    r"Give Jean the quest tile\. .*": "quest",
    r"Put a disc from the supply on the free market space\.": "free",
    r"Remove project card (\d) from .*": r"display \1",
    r"Pay (\d) combat points?.*": r"reduce-combat \1",
    r"Give Jean the top quest tile of the pile\.": "quest-pile",
    r"Jean improves her ship.*": "remove-disc",
    r"Move Jean’s marker on the influence track of (\w+) (\d) steps? on\.": r"influence \1 \2",
    r"Put another one on the empty village .*": "village",
    r"Move J\w+’s explorer (\d) spaces? on, .*": r"explore \1",
    r"Jean gains (\d+) points?: .*": r"vp \1",
    r"Put a disc from the supply on the market of city (\d+), .*": r"city-disc \1",
    r"Give Jacques the quest tile .* from (\d) to (\d+)\.": r"quest \1 \2",
    r"Jacques will end the round with his .*": "end-round",
    r"Jacques will end the game .*": "21b",
    r"Jacques gains 15 points.*": "ends",
}
"""Patterns of lines, and what they tell in the words of the record."""


def _deeds(lines: list[str]) -> list[str]:
    deeds = []
    for line in dict.fromkeys(lines):
        deeds += [re.sub(seen, deed, line) for seen, deed in DEEDS.items() if re.fullmatch(seen, line)]
    return sorted(deeds)


def _jean_deeds(turn: dict[str, Any]) -> list[str]:
    """Return Jean's recorded deeds. A recorded fight is for Spain here, as `FIGHT_ANSWERS` decide."""
    ship = f"ship {turn['steps']} {turn['route']}"
    if turn["place"] == "quest":
        return sorted([ship, "quest"])
    acts = []
    for act in turn["acts"].split(", "):
        name, *rest = act.split()
        if name == "combat":
            acts += [f"influence Spain {rest[-1]}", *["village"] * (rest[0] == "true")]
        elif name == "influence":
            acts.append(f"influence {rest[0].title()} {rest[1]}")
        elif name != "vp":
            acts.append(act)
    points = [f"vp {turn['gain'][3]}"] * (turn["gain"][3] > 0)
    return sorted([ship, "free" if turn["place"] == "free" else f"display {turn['display']}", *acts, *points])


def _jacques_deeds(turn: dict[str, Any]) -> list[str]:
    return ["ends" if turn["over"] else turn["act"]]


@pytest.mark.parametrize(
    ("play", "turns"), core(PLAYS, PLAYS[2]), ids=lambda one: f"play {one['p']}" if type(one) is dict else ""
)
def test_jean_and_jacques_do_as_the_helper(play: dict[str, Any], turns: list[dict[str, Any]]) -> None:
    """Each recorded turn is equal, field by field, and so is the end."""
    game = Game(play)
    for turn in turns:
        game.compare_turn(turn)
    game.compare_end()


@pytest.mark.all
def test_each_card_is_that_of_the_helper() -> None:
    """All fields of all cards are equal."""
    faces, cards = bot_file(GAME).faces, load_record(GAME)["cards"]
    ours = {
        bot: {card: _recorded_card(bot, faces[f"{bot}_cards"][_id(bot, card)].fields) for card in cards[bot]}
        for bot in cards
    }
    assert ours == cards
    assert [len(faces[f"{bot}_cards"]) for bot in cards] == [17, 12]


def _recorded_card(bot: str, fields: dict[str, Any]) -> dict[str, Any]:
    if bot == "jacques":
        names = {"disc": "city-disc {}", "quest": "quest 2 {}", "explore": "explore {}", "home": "end-round"}
        acts = [act.partition("_") for act in fields["acts"]]
        return {"vp": fields["vp"], "acts": [names[name].format(number) for name, _, number in acts]}
    acts = [f"1-4 vp {fields['vp']}"] * (fields["vp"] > 0)
    acts += ["1-4 quest-pile"] * fields["quest"] + ["1-4 remove-disc"] * fields["disc"]
    acts += [f"1-4 influence {fields['nation']} 1"] * fields["for"]
    acts += [f"1-4 combat {'true ' * fields['village']}{fields['fight']}"] * (fields["fight"] > 0)
    late = fields["explore_late"]
    acts += [f"1-{2 if late else 4} explore {fields['explore']}"] * (fields["explore"] > 0)
    acts += [f"3-4 explore {late}"] * (late > 0)
    acts += [f"1-2 reduce-combat {fields['pay']}", "3-4 reduce-combat 4"] * (fields["pay"] > 0)
    acts += [f"3-4 vp {fields['vp_late']}"] * (fields["vp_late"] > 0)
    route = "upper" if fields["upper"] else "lower"
    return {"steps": fields["steps"], "route": route, "display": fields["display"], "acts": sorted(acts)}


@pytest.mark.all
@pytest.mark.parametrize(
    ("token", "condition", "jean", "you", "nation"),
    [
        ((1, 2, 3), (1, 2, 3), (0, 0, 0), (0, 0, 0), "england"),
        ((1, 2, 3), (1, 2, 3), (4, 0, 0), (0, 0, 0), "france"),
        ((1, 2, 3), (1, 2, 3), (0, 2, 0), (0, 0, 1), "spain"),
        ((2, 3, 1), (3, 3, 3), (0, 0, 0), (0, 0, 0), "spain"),
        ((2, 2, 2), (2, 2, 2), (1, 1, 1), (1, 1, 1), "france"),
        ((1, 2, 2), (1, 2, 2), (0, 0, 0), (0, 0, 0), "spain"),
        ((0, 0, 0), (0, 0, 0), (0, 0, 0), (3, 2, 1), "england"),
    ],
)
def test_jean_fights_for_the_highest_sum(token: Any, condition: Any, jean: Any, you: Any, nation: str) -> None:
    """Ties go to the highest value on the token, then to France, Spain, England."""
    game = Game(next(play for play, _ in PLAYS if play["bot"] == "jean"))
    game.fed.play.give("go_on")
    game.fed.play.give("ja3")
    numbers = {"token": ("token", token), "condition": ("now", condition)}
    answers: dict[str, Any] = {
        key: dict(zip((f"{name}_{one}" for one in NATIONS), given, strict=True))
        for key, (name, given) in numbers.items()
    }
    answers["ranks"] = {
        f"{who}_{one}": rank
        for who, ranks in (("jean", jean), ("your", you))
        for one, rank in zip(NATIONS, ranks, strict=True)
    }
    game.fed.until("your_turn", {"place": "full", **answers})
    assert game.fed.values["nation"] == nation
