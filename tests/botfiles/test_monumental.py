"""The Automa in a file carries out the lines that brdgm/monumental-solo-helper carried out, and ends with its gold.

A play: `civ`, `level`, and the `deck` as it is drawn. A turn: the cards `drawn` (without those that China and Greece
pass over); the deck after each of the `shuffles`; `answers`, as done:line:gold earned, no:line, or choose:line:gold;
`actions`, as number of the card:line:price:left out:gold that it brought; `gold0` before, `gold`, `policies`, the cards
left in the `pile` and those `seen` after it, oldest first. A score has [human, Automa] for each kind.
"""

from collections import deque
from itertools import product
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, load_record, recorded_plays
from tests.core import core

GAME = "monumental"
LEVELS = ("beginner", "easy", "medium", "hard", "very_hard")
CODES = {
    "conquer": "CoL",
    "conquer_high": "CoH",
    "conquer_three": "Co3",
    "knowledge": "KnL",
    "knowledge_high": "KnH",
    "knowledge_all": "KnAll",
    "explore": "Ex1",
    "explore_two": "Ex2",
    "explore_three": "Ex3",
    "wonder": "Wo",
    "building": "BuL",
    "building_high": "BuH",
    "few_wonders": "fewWo",
    "few_policies": "fewPo",
    "few_provinces": "fewCo",
    "denmark": "Coast",
}
"""What the recorded turns call the lines that are asked, by their ids without “_2” for a price."""
NOT_ASKED = ("Po", "PoG", "G3", "SHUF", "DRAW", "CHINA", "EGYPT", "GREECE")
"""What the recorded turns call the lines that the device carries out without a question."""
PLAYS = list(recorded_plays(GAME))
SCORES = load_record(GAME)["scores"]
KINDS = ("knowledge", "wonders", "policies", "provinces")


class Game:
    """A play that follows a recorded one."""

    def __init__(self, play: dict[str, Any]) -> None:
        self.fed = FedPlay(GAME, {"level": LEVELS[play["level"]], "civ": play["civ"]})
        self.civ = play["civ"]
        self.pile = deque(play["deck"].split())
        advanced = [f"with_{card}" for card in self.pile if card[0] == "a"]
        self.fed.until("your_turn", {"seats": True, "advanced": advanced})
        assert len(self.fed.values["advanced_played"]) == play["level"]

    def compare_turn(self, turn: dict[str, Any]) -> None:
        """Play a recorded turn; compare each line that is asked, the gold before it, and cards and gold at the end."""
        self.shuffles = deque(turn["shuffles"])
        self.answers = deque(answer.split(":") for answer in turn["answers"].split())
        self.actions = deque(action.split(":") for action in turn["actions"].split())
        self.gold = turn["gold0"]
        drawn: list[str] = []
        self.fed.play.give("go_on")
        while self.fed.key != "your_turn":
            if self.fed.key == "card":
                drawn.append(self._draw_card())
            else:
                self._answer()
        if self.shuffles:
            self.pile = deque(self.shuffles.popleft().split())
        values, drawn_cards = self.fed.values, iter(drawn)
        assert not self.shuffles
        assert not self.answers
        assert all(card in drawn_cards for card in turn["drawn"].split()), "other cards were drawn"
        assert self.civ in ("china", "greece") or drawn == turn["drawn"].split()
        assert (values["gold"], values["policies"]) == (turn["gold"], turn["policies"])
        assert len(values["cards_left"]) == turn["pile"] == len(self.pile)
        assert [_code(card) for card in values["cards_played"]] == turn["seen"].split()

    def _draw_card(self) -> str:
        """Turn up the next recorded card; after a shuffle, from the pile as it was shuffled."""
        left = self.fed.values["cards_left"]
        if len(left) != len(self.pile):
            self.pile = deque(self.shuffles.popleft().split())
        assert sorted(map(_code, left)) == sorted(self.pile)
        card = str(self.pile.popleft())
        self.fed.play.give(f"civ_{self.civ}" if card == "civ" else card)
        return card

    def _answer(self) -> None:
        answer, code, *earned = self.answers.popleft()
        key = self.fed.key
        match key:
            case "act":
                self._check_action(code)
                self.fed.play.give("go_on" if answer == "done" else "not_possible")
            case "few_policies":
                self._check_action(code)
                self.fed.play.give(answer == "done")
            case "provinces":
                assert answer == "choose"
                self.fed.play.give(code == "CoL")
                if code != "CoL":
                    self.fed.play.give(code == "Po")
                else:
                    self.fed.until("earned", {"chosen": True})
            case other:
                raise AssertionError(f"nothing is recorded for {other}")
        if self.fed.key == "earned":
            assert answer != "no"
            self.fed.play.give(int(earned[0]))
        else:
            assert earned in ([], ["0"])

    def _check_action(self, code: str) -> None:
        """Check that a line is the next one that is recorded as asked, at its price, with as much gold before it."""
        values = self.fed.values
        name, _, price = values["act"].partition("_2")
        assert CODES[name] == code
        assert values["cost"] == (2 if price == "" and values["act"].endswith("_2") else 0)
        while True:
            _, action, cost, _, brings = self.actions.popleft()
            if action == code and int(cost) == values["cost"] and int(cost) <= self.gold:
                break
            assert action in NOT_ASKED or int(cost) > self.gold or self.civ == "japan", f"{action} was left out"
            self.gold += int(brings)
        assert values["gold"] == self.gold
        self.gold += int(brings)


def _code(card: str) -> str:
    return "civ" if card.startswith("civ_") else card


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    """Compare a play turn by turn; return how many turns it has."""
    game = Game(play)
    for turn in turns:
        try:
            game.compare_turn(turn)
        except BaseException as error:
            error.add_note(f"play {play['p']}, round {turn['round']}")
            raise
    return len(turns)


@pytest.mark.parametrize("civ", core(["china", "denmark", "egypt", "greece", "japan"]))
def test_the_automa_decides_as_the_helper(civ: str) -> None:
    """With each civilization the 17 turns of a play are the recorded ones; each of the levels is among them."""
    plays = [(play, turns) for play, turns in PLAYS if play["civ"] == civ]
    place = sorted({play["civ"] for play, _ in PLAYS}).index(civ)
    assert plays[place][0]["level"] == place
    assert _compare_play(*plays[place]) == 17


@pytest.mark.long
def test_the_automa_decides_as_the_helper_in_every_play() -> None:
    """All recorded turns of the base game are equal, line by line."""
    assert sum(_compare_play(play, turns) for play, turns in PLAYS) == 425
    played = {(play["civ"], play["level"]) for play, _ in PLAYS}
    assert played == set(product(("china", "denmark", "egypt", "greece", "japan"), range(5)))


def test_both_sides_have_the_points_of_the_helper() -> None:
    """Points for each kind, for the majority of a kind, and for gold are as recorded, in 30 scorings."""
    begun = Game(PLAYS[0][0]).fed
    for score in SCORES:
        fed, human, bot = begun.fork(), score["player"], score["bot"]
        fed.set(gold=bot["gold"], policies=bot["policies"])
        fed.play.give("over")
        its = {f"its_{kind}": bot[kind] for kind in KINDS if kind != "policies"}
        fed.play.give(its | {f"your_{kind}": human[kind] for kind in KINDS})
        sheet = fed.play.engine.score(fed.play.state)
        assert sheet is not None
        rows = {row.id: row.value for row in sheet.rows}
        assert [fed.values["your_points"], sheet.total] == score["total"]
        assert rows["gold"] == score["goldVP"][1]
        assert rows["dominance"] == sum(score["dominance"][kind][1] for kind in KINDS)
        assert fed.headline == f"You: {score['total'][0]}. The Automa: {score['total'][1]}."
    assert len(SCORES) == 30
