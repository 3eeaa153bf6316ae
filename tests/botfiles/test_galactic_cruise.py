"""Rachel in a file does what brdgm/galactic-cruise-solo-helper gave her, where and how often, and has what she had.

A play: `level`, the first `card`, the `neutral` tile (technology, areas), the `first` development's area and the
discarded blueprint, and the turn of its `end`.
A turn of Rachel: ships that came `back`, whether she had only a meeting (`meet`), the `spot` of her worker, her `cards`
and the `next` ones, and her `acts`: action, places, and whether it was possible (`no`, `yes`), with her worker there
(`again`) or not (`apart`), of a launch whether the ship was new. Then cards `left`, what she `has` (segments,
developments, different ships launched, ships in space, experts), `goals` reached (left, middle, right), and, if she
placed a cube, whether the progress track was `full`. A turn of the player (`y`) is there if it filled a track or was
the last one. `e` is a full track, with the tile of the `npc` developments.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from engines.kit.text import ENGLISH
from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays

pytestmark = pytest.mark.all

GAME = "galactic-cruise"
PLAYS = list(recorded_plays(GAME))
LEVELS = ("easy", "medium", "hard")
ACTS = {
    "launch-ship": "act_launch",
    "build-ship-segments": "act_segments",
    "refresh-blueprints": "act_blueprints",
    "hire-expert-worker-bot": "act_expert",
    "build-development-network": "act_network",
    "build-development-technology": "act_technology",
    "draw-agenda-cards": "act_draw",
    "refill-agenda-cards": "act_refill",
    "gain-resources": "act_gain",
    "refill-storage-silo": "act_silo",
    "advertise-cruise": "act_guests",
}
AREAS = (
    "at the top left",
    "at the top right",
    "on the right",
    "at the bottom right",
    "at the bottom left",
    "on the left",
)
PLACE_WORDS = {
    "build-ship-segments": "Build the blueprints {0} and {1} into",
    "draw-agenda-cards": "the agenda cards {0} and {1} of",
    "gain-resources": "agenda card {0} in the Storage Silo",
    "advertise-cruise": "of the queue to cruise {0},",
    "launch-ship": "Put cruise {0} above",
    "build-development-technology": "below technology {0}, or",
}
COUNTS = ("segments", "developments", "launched", "away", "experts")
GOALS = {"left": "l", "middle": "m", "right": "r"}
TURN_ENDS = ("your_turn", "npc", "last_ships")


def _tile_id(places: list[int]) -> str:
    return next(f"t{tile}" for tile, *found in load_record(GAME)["tiles"] if found == places)


def _action_name(act: str) -> str:
    """Return a recorded action without the segments of its ship."""
    return act.split(" ", maxsplit=1)[0].rstrip("23")


def _area_words(places: list[int]) -> str:
    one, two = (AREAS[place - 1] for place in places[1:])
    return f"{one} and {two}"


class Game:
    """A play that follows a recorded one."""

    def __init__(self, play: dict[str, Any]) -> None:
        self.play = play
        self.fed = FedPlay(GAME, {"level": LEVELS[play["level"] - 1]})
        told = self.fed.until("board", {"neutral": _tile_id(play["neutral"])})
        area, blueprint = play["first"]
        told += self.fed.until("first_development", {"board": True, "company": True, "card": f"c{play['card']}"})
        text = " ".join(told)
        assert f"below technology {play['neutral'][0]}." in text
        assert f"Network areas {_area_words(play['neutral'])}." in text
        assert f"in the Network area {AREAS[area - 1]}." in text
        assert f"Discard blueprint {blueprint} of" in text
        self.fed.play.give(True)

    def compare(self, turn: dict[str, Any]) -> None:
        """Play a recorded turn, and compare it."""
        self.where = f"{turn} of play {self.play}"
        if "y" in turn:
            self._compare_your_turn(turn)
        elif "e" in turn:
            self._compare_full_track(turn)
        else:
            self._compare_her_turn(turn)

    def _shown_lines(self) -> list[str]:
        orders = [ENGLISH.words(order.text) for order in self.fed.play.screen.orders]
        return list(dict.fromkeys(orders + self.fed.lines))

    def _compare_your_turn(self, turn: dict[str, Any]) -> None:
        assert self.fed.key == "your_turn", self.where
        assert any(line.startswith("Last round") for line in self._shown_lines()) == ("last" in turn), self.where
        assert "full" not in turn or self.fed.values["track"] == turn["full"], self.where
        self.fed.play.give("full" if "full" in turn else "go_on")

    def _compare_full_track(self, turn: dict[str, Any]) -> None:
        fed = self.fed
        if "npc" in turn:
            fed.play.give(_tile_id(turn["npc"]))
            assert fed.key == "agm", self.where
            text = " ".join(self._shown_lines())
            assert f"Score progress section {turn['e']} " in text, self.where
            assert f"below technology {turn['npc'][0]}." in text, self.where
            assert f"Network areas {_area_words(turn['npc'])}." in text, self.where
            fed.play.give(True)
        assert fed.values["track"] == turn["e"] + 1, self.where

    def _compare_her_turn(self, turn: dict[str, Any]) -> None:
        fed = self.fed
        if fed.key == "your_turn":
            assert not fed.values["final_round"], self.where
            fed.play.give("go_on")
        self.turn, self.acts, self.card, self.met = turn, list(turn.get("acts", [])), 0, False
        told = self._shown_lines()
        while fed.key not in TURN_ENDS:
            fed.play.give(self._answer())
            told += self._shown_lines()
        assert all(act.endswith(" no") for act in self.acts), self.where
        assert self.met == ("meet" in turn), self.where
        text = " ".join(told)
        spot = [_spot_words(turn["spot"])] if "spot" in turn else []
        assert list(dict.fromkeys(re.findall(r"on the ([a-z ]+) location", text))) == spot, self.where
        assert len(fed.values["cards_left"]) + len(fed.values["next"]) == turn["left"], self.where
        assert [fed.values[name] for name in COUNTS] == turn["has"], self.where
        reached = {GOALS[goal] for goal in re.findall(r"She reaches her (\w+) company goal", text)}
        assert reached == set(turn.get("goals", "")), self.where

    def _answer(self) -> Any:
        """Return the recorded answer to a question of Rachel's turn."""
        key, turn = self.fed.key, self.turn
        self.met = self.met or key == "meeting"
        answers: dict[str, Callable[[], Any]] = {
            "ships": lambda: turn.get("back", 0),
            "worker": lambda: "meet" not in turn,
            "meeting": lambda: True,
            "new_deck": lambda: f"c{turn['cards'][self.card]}",
            "next_card": lambda: f"c{turn['next'][self.card]}",
            "liftoff": lambda: True,
            "fresh": lambda: self.fresh,
            "track_full": lambda: bool(turn["full"]),
        }
        return self._answer_act(key) if key in ("act", "last_act", "launch") else answers[key]()

    def _answer_act(self, key: str) -> str:
        values = self.fed.values
        while ACTS[_action_name(self.acts[0])] != values["act"]:
            assert self.acts.pop(0).endswith(" no"), self.where
        act = self.acts.pop(0)
        name, places, result = str(act).split(" ")
        assert values["now"] == f"c{self.turn['cards'][self.card]}", self.where
        assert values["support"] == f"c{self.turn['next'][self.card]}", self.where
        assert (key == "launch") == name.startswith("launch"), self.where
        size = re.findall(r"with (\d) segments or more", " ".join(self._shown_lines()))
        assert size == [name[-1]] * (key == "launch"), self.where
        again = _action_name(act) in load_record(GAME)["again"] and not self.card and "meet" not in self.turn
        assert (key == "act") == again, self.where
        self._compare_places(_action_name(act), places.split(","))
        if result == "again":
            self.card += 1
        self.fresh = result == "yes-new"
        if key == "act":
            return {"again": "there", "no": "cannot"}.get(result, result)
        return "not_possible" if result == "no" else "go_on"

    def _compare_places(self, name: str, places: list[str]) -> None:
        text, values = " ".join(self._shown_lines()), self.fed.values
        if name == "build-development-network":
            assert f"in the Network area {AREAS[int(places[0]) - 1]}, or" in text, self.where
        elif name == "build-ship-segments" and values["segments"] == 8:
            assert f"Build blueprint {places[0]} into" in text, self.where
        elif name in PLACE_WORDS:
            assert PLACE_WORDS[name].format(*places) in text, self.where
        for cockpit in re.findall(r"cockpit and engine (\d)", text):
            assert cockpit == places[2], self.where

    def compare_end(self) -> None:
        """Check that the play ends when the recorded one does."""
        assert self.fed.key == "last_ships"


def _spot_words(place: str) -> str:
    return place.lower().replace("_", " ").replace("center", "middle")


@pytest.mark.parametrize("at", range(len(PLAYS)))
def test_rachel_does_as_the_helper(at: int) -> None:
    """Each recorded turn is equal, field by field, and so is the end."""
    play, turns = PLAYS[at]
    game = Game(play)
    for turn in turns:
        game.compare(turn)
    game.compare_end()


def test_each_card_is_that_of_the_helper() -> None:
    """All fields of the cards and the development tiles are equal, and so are the goals of each level."""
    file = bot_file(GAME)
    record = load_record(GAME)
    for card, first, second, numbers, spot in record["cards"]:
        fields = file.faces["cards"][f"c{card}"].fields
        assert [fields["a"], fields["b"]] == [ACTS[_action_name(first)], ACTS[_action_name(second)]], card
        assert fields.get("size", 0) == (int(first[-1]) if first[-1].isdigit() else 0), card
        assert [fields["number"], fields["other"]] == list(map(int, numbers.split(","))), card
        assert fields["spot"].replace("_", " ") == _spot_words(spot), card
    for tile, technology, *areas in record["tiles"]:
        fields = file.faces["tiles"][f"t{tile}"].fields
        assert (fields["tech"], list(fields["areas"])) == (technology, [f"area_{area}" for area in areas]), tile
    tables = file.file.tables
    for level, goals in record["levels"].items():
        name = LEVELS[int(level) - 1]
        assert tables["goal_developments"][name] == goals["developmentsBuildGoal"], name
        assert tables["goal_segments"][name] == goals["segmentsBuildGoal"], name
        assert tables["goal_ships"][name] == goals["differentShipsLaunchedGoal"], name


@pytest.mark.parametrize(("card", "numbers"), [(1, [1, 1, 1]), (4, [4, 4, 4]), (5, [4, 5, 5]), (6, [3, 3, 6])])
def test_a_number_is_the_first_that_is_not_too_large(card: int, numbers: list[int]) -> None:
    """The cases are those of the helper's own tests, with at most 4, 5 and 6."""
    fed = FedPlay(GAME, {"level": "easy"})
    fed.until("first_development", {"neutral": "t1", "board": True, "company": True, "card": f"c{card}"})
    assert [fed.values[name] for name in ("n4", "n5", "n6")] == numbers
