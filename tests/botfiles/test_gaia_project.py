"""The Automa in a file decides as brdgm/gaia-project-solo-helper does, whose turns are recorded.

Of a recorded turn: round `r`, `support` and `action` card, `left` in the deck with the action card, `do` (its actions
with the values that the screen shows), or `pass` with its points, `booster` and whether it begins the next round; in
the first turn of a round its `deck`. Of a play: level, faction, scoring tiles, what the set-up shows, and in which turn
of each round the player passes (`human`).
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, PassingPlay, bot_file, load_record, recorded_plays

GAME = "gaia-project"
TURN = "your_turn"
LEVELS = ("automalein", "automa", "automaechtig", "ultoma", "alptrauma")
FINAL_TILES = {
    "federation-structures": "federation",
    "space-sector-tiles": "sectors",
    "structures": "all_structures",
}
ROUND_TILES = {
    "academy-planetary-institute": "academies_tile",
    "federation-token": "federation_tile",
    "gaia-planet": "gaia_tile",
    "mine": "mine_tile",
    "research-area": "research_tile",
    "terraforming": "terraforming_tile",
    "trading-station": "station_tile",
}
CONFIRMATIONS = dict.fromkeys(("acts", "passes", "round_over", "instead"), True)
SETUP = {"board": True, "its_things": True, "mines": True, "built": "go_on"}
ALPTRAUMA = 4
"""The number of the level, from 0, at which Automa gains 1 point more each time."""
MARKS = [
    (r"Look at the empty planets in range (\d)", "build {}"),
    (r"keep only the Transdim planets", "faction"),
    (r"keep only Gaia and Transdim", "gaia-planets"),
    (r"of a type that it has not", "planet-types"),
    (r"in a sector where it has none", "space-sector-tiles"),
    (r"fewest terraforming", "fewest"),
    (r"nearest to your planets", "nearest"),
    (r"row by row from the top left", "right-down"),
    (r"row by row from the bottom right", "left-up"),
    (r"Put a satellite of its own next", "satellite"),
    (r"first planet of that type, give it (\d)", "geodens"),
    (r"Look at its|Replace its", "upgrade"),
    (r"(\d) victory points for the trading station", "hh"),
    (r"It can upgrade nothing", "upgrade none"),
    (r"Look at the power", "power"),
    (r"Look at the research areas where", "research"),
    (r"area Gaia project first", "research gaia-project"),
    (r"its level is highest", "highest"),
    (r"number (\d) from the left", "right {}"),
    (r"number (\d) from the right", "left {}"),
    (r"cover a second", "twice"),
    (r"Give it (\d+) victory points?\.", "vp {}"),
]
"""Words of lines, and the marks under which the lines are compared."""
PLAYS = list(recorded_plays(GAME))


def _final_id(tile: str) -> str:
    return FINAL_TILES.get(tile, tile.replace("-", "_"))


def _marks(lines: list[str]) -> list[str]:
    found = ((re.search(words, line), mark) for line in lines for words, mark in MARKS)
    return " ".join(mark.format(*match.groups()) for match, mark in found if match).split()


def _expected_marks(action: str, automa: "Automa") -> list[str]:
    """Return the marks of a recorded action: those of a build are in the order in which the lines come."""
    kind, *rest = action.split()
    if kind == "vp":
        return ["vp", str(int(rest[0]) + automa.extra)]
    if kind == "build":
        return _build_marks(rest, automa)
    if kind == "upgrade":
        return ["upgrade"]
    if kind == "power-qic":
        return ["power", *rest]
    highest = ["highest"] if kind.endswith("highest") else []
    return ["research", *(["gaia-project"] if "gaia-project" in rest else []), *highest, *rest[:2]]


def _build_marks(rest: list[str], automa: "Automa") -> list[str]:
    reach, corner, tie, *flags = rest
    first = {"terrans": ["faction"], "taklons": ["nearest"]}[automa.faction] if "faction" in flags else []
    near = [] if first == ["nearest"] else ["nearest"]
    return [
        *("build", reach, *first, *([] if tie == "none" else [tie]), "fewest", *near, corner),
        *(flag for flag in flags if flag != "faction"),
    ]


class Automa(PassingPlay):
    """A play against the Automa as it was recorded."""

    def __init__(self, play: dict[str, Any]) -> None:
        self.faction = play["faction"].replace("-", "_")
        super().__init__(GAME, {"level": LEVELS[play["level"] - 1], "faction": self.faction}, play)
        self.extra = int(play["level"] - 1 == ALPTRAUMA)
        self.deck: set[str] = set()
        assert f"Lay out {play['boosters']} random round boosters" in " ".join(self.lines)
        top, bottom = (_final_id(tile) for tile in play["final"])
        told = self.until("joins", SETUP | {"top_tile": top, "bottom_tile": bottom, "opening": "c3"})
        text = " ".join(told)
        assert f"marker on {play['vp']} victory points" in text
        assert f"Put {play['mines']} mines of its own" in text
        assert ("but on level 1 in" in text) == play["bonus"]
        assert ("a colour that nobody plays" in text) == play["neutral"]
        self.deck = set(self.values["its_cards"])

    def play_its_turn(self, turn: dict[str, Any]) -> list[str]:
        """Play up to the end of its turn, and return the lines."""
        new = {f"c{card}" for card in turn.get("deck", "").split()} - self.deck
        self.deck |= new
        tile = re.sub(r"-\d$", "", self.recorded["round"][turn["r"] - 1])
        answers = {
            TURN: lambda: self.your_answer(turn["r"]),
            "joins": list(new),
            "support": f"c{turn['support']}",
            "action": f"c{turn.get('action')}",
            "built": "go_on",
            "tile": ROUND_TILES[tile],
        }
        return self.until(lambda: self._is_over(turn), answers | CONFIRMATIONS)

    def _is_over(self, turn: dict[str, Any]) -> bool:
        where = self.values["round"], self.values["support"]
        return (
            self.values["begun"]
            and self.key in (TURN, "acts", "built", "passes")
            and where == (turn["r"], f"c{turn['support']}")
        )


def _compare_turn(automa: Automa, turn: dict[str, Any]) -> None:
    before = automa.values
    told = automa.play_its_turn(turn)
    values = automa.values
    if "deck" in turn:
        cards = [*values["decisions_left"], *values["decisions_played"]]
        assert sorted(cards) == sorted(f"c{card}" for card in turn["deck"].split())
    assert values["action"] == (f"c{turn['action']}" if "action" in turn else "")
    assert len(values["decisions_left"]) + bool(values["action"]) == turn["left"]
    assert values["it_passed"] == turn.get("pass", False)
    if values["it_passed"]:
        points = turn["vp"] + automa.extra * (turn["vp"] > 0)
        assert _marks(told) == (["vp", str(points)] if points else [])
        assert values["it_starts"] == turn["start"]
        text = " ".join(told)
        booster = {"left": "leftmost", "middle": "middle", "right": "rightmost"}.get(turn.get("booster", ""))
        assert (f"Give it the {booster} round booster" in text) == ("booster" in turn)
    else:
        _compare_actions(automa, before, turn, _marks(told))


def _compare_actions(automa: Automa, before: dict[str, Any], turn: dict[str, Any], said: list[str]) -> None:
    """Compare the actions of a turn; only the file tracks whether a mine remains, and what is upgraded."""
    mines = before["mines"]
    actions = turn["do"] if len(set(turn["do"])) == len(turn["do"]) else [f"{turn['do'][0]} twice", turn["do"][-1]]
    for action in actions:
        kind = action.split()[0]
        if "orMine" in action and automa.values["becomes"] == "nothing":
            assert said[:2] == ["build", "3"]
            said = said[said.index("vp") :]
        elif kind == "upgrade" or (kind == "build" and mines == 8):
            assert said[0] == "upgrade"
            said = _after_upgrade(action, automa, said)
        else:
            wanted = _expected_marks(action, automa)
            assert said[: len(wanted)] == wanted, action
            said = said[len(wanted) :]
    assert not said


def _after_upgrade(action: str, automa: Automa, said: list[str]) -> list[str]:
    """Return the marks after an upgrade; its direction is the recorded one if it chose among structures."""
    corner = next(word for word in action.split() if word in ("right-down", "left-up"))
    said = said[1:]
    if said[:1] == ["none"]:
        return said[1:]
    if said[:1] == ["nearest"]:
        assert said[1] == corner
        said = said[2:]
    becomes, values = automa.values["becomes"], automa.values
    if automa.faction == "hadsch_hallas" and becomes == "station":
        assert said[0] == "hh"
        said = said[1:]
    if automa.faction == "firaks" and becomes == "lab":
        side = {"from_left": "right", "from_right": "left"}[values["side"]]
        assert said[:3] == ["research", side, str(values["nth"])]
        said = said[3:]
    return said


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    automa = Automa(play)
    for turn in turns:
        try:
            _compare_turn(automa, turn)
        except Exception as error:
            error.add_note(f"play {turn['p']}, {play['faction']}: {turn}, {automa.values}")
            raise
    automa.until("final", {TURN: "pass", "built": "go_on"} | CONFIRMATIONS)
    assert ("in federations" in " ".join(automa.lines)) == play["federation"]
    return len(turns)


def test_cards_are_those_of_the_helper() -> None:
    """Every field of every card is that of the helper."""
    ours = bot_file(GAME).faces["decisions"]
    kinds = {"random": "research-area-random", "highest": "research-area-highest", "build": "build-mine"}
    kinds |= {"faction_action": "faction", "xeno_power": "power-qic", "upgrade": "upgrade"}
    cards = load_record(GAME)["cards"]
    assert len(ours) == len(cards)
    for card in cards:
        fields = ours[f"c{card['id']}"].fields
        assert fields["vp"] == card["victoryPoints"]
        assert (fields["tie"] or "none") == card["scoringFinalTiebreaker"]
        assert fields["range"] == card["range"]
        assert fields["down"] == (card["directionalSelection"] == "right-down")
        assert fields["rightward"] == (card["numberedSelection"] == "right")
        assert fields["nth"] == card["numberedSelectionCount"]
        assert fields["booster"] == "booster_" + card["roundBoosterSelection"]
        assert f"slot-{fields['slot']}" == card["initialRoundBoosterSelection"]
        assert fields["pass"] == card.get("pass", False)
        assert fields["own"] == (card["action"] == "faction")
        assert fields["mining"] == (card["action"] == "build-mine")
        assert kinds[ours[f"c{card['id']}"].do] == card["action"]


@pytest.mark.parametrize(
    ("faction", "board", "becomes"),
    [
        ("taklons", (2, 1, 1, 0, 0), "institute"),
        ("taklons", (2, 1, 1, 0, 1), "station"),
        ("taklons", (2, 4, 1, 0, 1), "academy"),
        ("taklons", (0, 1, 1, 2, 1), "lab"),
        ("taklons", (0, 0, 1, 2, 1), "nothing"),
        ("firaks", (2, 1, 1, 0, 1), "station_again"),
        ("firaks", (2, 4, 1, 0, 1), "academy"),
    ],
)
def test_the_order_of_upgrades(faction: str, board: tuple[int, ...], becomes: str) -> None:
    """It does the first upgrade, in the order of the helper's screen, that its structures allow."""
    fed = FedPlay(GAME, {"level": "automa", "faction": faction})
    answers = SETUP | {"top_tile": "sectors", "bottom_tile": "satellites", "opening": "c3", "joins": "c3"}
    fed.until(TURN, answers)
    fed.set(**dict(zip(("mines", "stations", "labs", "academies", "institutes"), board, strict=True)))
    fed.until("action", {TURN: "go_on", "support": "c4"})
    fed.until(TURN, {"action": "c1"})
    assert fed.values["becomes"] == becomes


def test_a_planet_out_of_reach() -> None:
    """If it can reach no planet, its mine is taken back and it upgrades."""
    fed = FedPlay(GAME, {"level": "automa", "faction": "taklons"})
    answers = SETUP | {"top_tile": "sectors", "bottom_tile": "satellites", "opening": "c3", "joins": "c3"}
    fed.until(TURN, answers)
    fed.until("action", {TURN: "go_on", "support": "c1"})
    fed.until(TURN, {"action": "c4"})
    assert fed.values["mines"] == 3
    fed.play.give("unreachable")
    assert (fed.values["mines"], fed.values["stations"]) == (1, 1)
    assert fed.headline == "Automa upgrades"


def test_turns() -> None:
    """A play goes as recorded."""
    assert _compare_play(*PLAYS[0])


@pytest.mark.all
def test_all_turns() -> None:
    """All recorded turns, at every level, go as recorded."""
    assert sum(_compare_play(*one) for one in PLAYS) >= 1000
