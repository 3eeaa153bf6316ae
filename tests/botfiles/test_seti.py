"""The rival in a file takes the actions that brdgm/seti-solo-helper gave it, and has what it had after each turn.

A play: `level`, whether the `rival` begins, the first `deck`, and the `end`: objectives `done`, danger of both and
points of the rival's `cards` of the Exertians, `yours` before danger, what that takes off (`minus`), and the rival's
`total`.
A turn of the rival: its `card`; a species discovered there (`disc`: place, species, markers); actions that were not
possible (`no`), the one it took (`act`) and by which `tech`; the first colour it prefers (`pref`); `gains` from the
board as progress, income, publicity, data, points; milestones (`miles`); cards `left` and in reserve (`adv`). `res` is
what it has: progress, publicity, data, points, techs (probe, telescope, computer), probes. A turn of the player (`y`)
is there if something happened in it. `e` ends a round: objectives completed, who `starts`, advanced cards still on top
(`late`).
"""

import re
from typing import Any

import pytest

from engines.kit.text import ENGLISH
from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays
from tests.core import core

GAME = "seti"
PLAYS = list(recorded_plays(GAME))
COUNTS = ("progress", "publicity", "data", "points", "tech_probe", "tech_telescope", "tech_computer", "probes")
GAINS = ("single", "incomes", "b_publicity", "b_data", "b_points")
TECHS = {"computer": "computer", "telescope": "telescope", "probe": "probe_tech"}
COLOURS = {"computer": "blue", "telescope": "pink", "probe": "orange"}
DECLINING_ANSWERS = {"tech": ("taken", "none"), "probe": ("became", "none"), "mascamites": ("became", "none")} | {
    "anomalies": ("wins", True),
    "centaurians": ("spare", False),
    "exertians": ("few", False),
}
STOPS = ("your_turn", "acts", "passes", "round_over", "late", "scoring", "card", "advanced")


def _id(card: str) -> str:
    return card.lower().replace(".", "")


def _parse_gains(text: str) -> dict[str, int]:
    return dict(zip(GAINS, map(int, text.split()), strict=True))


class Game:
    """A play that follows a recorded one."""

    def __init__(self, play: dict[str, Any]) -> None:
        self.play, self.used, self.passed = play, False, False
        self.fed = FedPlay(GAME, {"level": f"l{play['level']}", "starts": "rival" if play["rival"] else "you"})
        joins = [_id(card) for card in play["deck"].split() if int(card[2:]) > 4]
        self.fed.until(lambda: self.fed.key in STOPS, {"board": True, "objectives": True, "joins": joins})
        assert sorted(self.fed.values["cards_left"]) == sorted(map(_id, play["deck"].split()))

    def compare(self, turn: dict[str, Any]) -> None:
        """Play a recorded turn, and compare it."""
        where = f"{turn} of play {self.play}"
        if "y" in turn:
            self._compare_your_turn(turn, where)
        elif "e" in turn:
            self._compare_round_end(turn, where)
        else:
            self._compare_rival_turn(turn, where)
        if "res" in turn and "y" not in turn:
            assert self.counts() == list(map(int, turn["res"].split())), where

    def counts(self) -> list[int]:
        """Return what the device has counted for the rival."""
        return [self.fed.values[name] for name in COUNTS]

    def _go_on(self) -> None:
        """Leave the screen of the rival's turn if it is open."""
        if self.fed.key in ("acts", "passes"):
            self.fed.play.give(True)
        self.used = False

    def _compare_your_turn(self, turn: dict[str, Any], where: str) -> None:
        fed = self.fed
        if self.used:
            fed.play.give("go_on")
            self._go_on()
        assert fed.key == "your_turn", where
        told = []
        if "disc" in turn:
            fed.play.give("discovered")
            told = fed.until("your_turn", self._discovery_answers(turn))
        if "gains" in turn:
            fed.play.give("gains")
            told = fed.until("your_turn", {"gains": _parse_gains(turn["gains"])})
        assert _milestones(told) == sorted(turn.get("miles", [])), where
        assert "message" not in turn or fed.values["message"] == turn["message"], where
        assert "res" not in turn or self.counts() == list(map(int, turn["res"].split())), where
        self.used = True
        if "pass" in turn:
            self.passed, self.used = True, False
            fed.play.give("pass")

    def _discovery_answers(self, turn: dict[str, Any]) -> dict[str, Any]:
        if "disc" not in turn:
            return {"species": "unknown"}
        place, species, *markers = turn["disc"]
        return {"slot": f"species_{place}", "found": species, "species": species, "markers": markers}

    def _compare_rival_turn(self, turn: dict[str, Any], where: str) -> None:
        fed = self.fed
        if fed.key == "your_turn":
            fed.play.give("go_on")
        self._go_on()
        told: list[str] = []
        before = fed.values["progress"]
        if "card" in turn:
            assert fed.key in ("card", "advanced"), where
            fed.play.give(_id(turn["card"]))
            told = [ENGLISH.words(order.text) for order in fed.play.screen.orders]
            told += fed.until(lambda: fed.key in STOPS, self._answers(turn))
            assert fed.values["deed"] == _deed(turn["act"]), where
            assert self._card_counts() == (turn["left"], turn["adv"]), where
            assert "likely" not in turn or self.likely == turn["likely"], where
            if turn["act"] == "tech" and before <= 12:  # from then on the helper always begins with blue
                assert fed.values["first_colour"] == COLOURS[turn["pref"]], where
        else:
            told += fed.lines
            assert fed.values["rival_passed"], where
            order = {"first": "Turn the solar system: the rival is the first to pass."}.get(turn["pass"], "")
            assert [line for line in told if "Turn the solar system" in line] == [order] * bool(order), where
        assert _milestones(told) == sorted(turn.get("miles", [])), where
        assert "message" not in turn or fed.values["message"] == turn["message"], where

    def _card_counts(self) -> tuple[int, int]:
        """Return how many cards deck and reserve have; while an advanced one is drawn, the deck is put aside."""
        values = self.fed.values
        deck, reserve, waiting = ("cards_left", "reserve", values["on_top"])
        if self.fed.key == "advanced":
            deck, reserve, waiting = ("aside", "cards_left", values["on_top"] + 1)
        return len(values[deck]) + waiting, len(values[reserve]) - waiting

    def _answers(self, turn: dict[str, Any]) -> dict[str, Any]:
        answers = self._discovery_answers(turn)
        for act in turn.get("no", []):
            key, answer = DECLINING_ANSWERS[act]
            answers[key] = answer
        tech = turn.get("tech")
        accepted: dict[str, dict[str, Any]] = {
            "tech": {"taken": TECHS.get(str(tech))},
            "probe": {"became": "moon" if tech else "planet"},
            "mascamites": {"became": "moon" if tech else "planet"},
            "anomalies": {"wins": False},
            "centaurians": {"spare": True},
            "exertians": {"few": True},
        }

        def gains() -> dict[str, int]:
            self.likely = self.fed.values["likely_data"]
            return _parse_gains(turn["gains"])

        return answers | accepted.get(turn["act"], {}) | {"gains": gains}

    def _compare_round_end(self, turn: dict[str, Any], where: str) -> None:
        fed = self.fed
        self._go_on()
        self.passed = False
        late = [_id(card) for card in turn.get("late", "").split()]
        assert fed.key == ("late" if late else "round_over"), where
        answers = {"late": late, "round_over": True, "completed": turn["e"]}
        fed.until(lambda: fed.key in ("your_turn", "card", "advanced"), answers)
        assert (fed.key == "your_turn") == (turn["starts"] == "player"), where
        assert self._card_counts() == (turn["left"], turn["adv"]), where

    def compare_end(self) -> None:
        """Compare the end of the play."""
        fed, end = self.fed, self.play["end"]
        self._go_on()
        assert (fed.key, fed.values["round"]) == ("scoring", 5)
        danger = dict(zip(("your_danger", "its_danger"), end.get("danger", (0, 0)), strict=True))
        answers = {
            "scoring": True,
            "completed_end": end["done"],
            "danger": danger | {"exertian_points": end.get("cards", 0)},
            "so_far": end.get("yours"),
        }
        told = fed.until(lambda: fed.key not in answers, answers)
        told += [ENGLISH.words(order.text) for order in fed.play.screen.orders]
        sheet = fed.play.engine.score(fed.play.state)
        assert sheet is not None
        assert sum(row.value for row in sheet.rows) == end["total"]
        assert fed.values["missing"] == end["missing"]
        minus = [int(n) for line in told for n in re.findall(r"Take (\d+) points off yours", line)]
        assert minus[:1] == ([end["minus"]] if end.get("minus") else [])


def _milestones(lines: list[str]) -> list[str]:
    found = []
    for line in dict.fromkeys(lines):
        found += [f"{kind} {height}" for kind, height in re.findall(r"at the (neutral|gold) milestone (\d+)", line)]
        found += [f"centaurians {n}" for n in re.findall(r"at its message milestone (\d+)", line)]
    return sorted(found)


def _deed(act: str) -> str:
    deeds = {"tech": "techs", "launch": "launches", "probe": "lands", "mascamites": "lands", "telescope": "scans"}
    return {**deeds, "analyze": "analyzes"}.get(act, "meets")


@pytest.mark.parametrize("at", core(range(len(PLAYS)), 2))
def test_the_rival_does_as_the_helper(at: int) -> None:
    """Each recorded turn is equal, field by field, and so is the end."""
    play, turns = PLAYS[at]
    game = Game(play)
    for turn in turns:
        game.compare(turn)
    game.compare_end()


@pytest.mark.all
def test_each_card_is_that_of_the_helper() -> None:
    """All fields of all cards are equal, and the actions of the species."""
    file = bot_file(GAME)
    for name, card in load_record(GAME)["cards"].items():
        if card["species"]:
            acts = [RECORDED_ACTS[act] for act in file.file.tables["of_kind"][card["species"]]]
        else:
            fields = file.faces["cards"][_id(name)].fields
            acts = [_recorded_act(act, fields) for act in fields["acts"]]
            assert fields["right"] == (card["side"] == "right"), name
        assert acts == card["acts"], name


RECORDED_ACTS = {
    "tech": "tech 6 0",
    "tech_1": "tech 6 1",
    "tech_free": "tech 0 1",
    "launch": "launch 1 0",
    "launch_1": "launch 1 1",
    "probe_o": "probe 4 oumuamua lander,orbiter",
    "scan": "telescope earth,card,card",
    "scan_2": "telescope earth,earth,card",
    "scan_o": "telescope earth,card,oumuamua",
    "analyze": "analyze 0",
    "analyze_3": "analyze 3",
    "species_1": "species-discovery 1",
    "species_2": "species-discovery 2",
} | dict.fromkeys(("mascamite", "anomaly", "centaurian", "exertian"), "species-special-action")


def _recorded_act(act: str, fields: dict[str, Any]) -> str:
    if act != "probe":
        return RECORDED_ACTS[act]
    way = bot_file(GAME).file.names[fields["way"]].lower().replace(" ", "")
    return f"probe {fields['moves']} {way} {'lander,orbiter' if fields['lander'] else 'orbiter,lander'}"
