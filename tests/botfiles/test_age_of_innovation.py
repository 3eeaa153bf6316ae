"""The Automa in a file decides as brdgm/age-of-innovation-solo-helper does, whose turns are recorded.

Of a recorded turn: round `r`, `support` and `action` card, `left` in the deck with the action card, `do` (its actions
with the values that the screen shows, of an order of terrains the first two), or `pass` with its bonus tile; in the
first turn of a round its `deck` and whether she began it. Of a play: level, faction, terrains (hers, the player's, the
youth's), what set-up and end show, and in which turn of each round the player passes (`human`). `terrains` are all
orders of terrains, `levels` range and points by level and round.
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, PassingPlay, bot_file, load_record, recorded_plays

GAME = "age-of-innovation"
TURN = "your_turn"
LEVELS = ("automalein", "automa", "automaechtig", "ultoma", "alptrauma")
CONFIRMATIONS = dict.fromkeys(("acts", "passes", "round_over", "instead"), True)
SETUP = dict.fromkeys(("board", "yours", "her_things", "workshops", "bonuses"), True)
MARKS = [
    (r"Look at all free spaces", "anywhere"),
    (r"free spaces in range (\d) of her (\w+) buildings", "range {} {}"),
    (r"not in reach of each other", "reaching"),
    (r"give you the most power", "most-power"),
    (r"the spaces nearest to your", "nearest"),
    (r"first of these terrains: (\w+), (\w+)", "{}>{}"),
    (r"Give her an innovation", "innovation"),
    (r"number (\d), row by row from the top left", "right-down {}"),
    (r"number (\d), row by row from the bottom right", "left-up {}"),
    (r"Put her workshop there with a power token", "token"),
    (r"Put her workshop there, on", "plain"),
    (r"look at her workshops beside", "upgrade"),
    (r"Put an X-token", "block"),
    (r"colour of the Automa icon", "tile"),
    (r"nearest to you\.", "catch-up"),
    (r"Put her scholar", "scholar"),
    (r"If that gave you 2 power", "benefit"),
    (r"up (\d) levels? there, without", "advance {}"),
    (r"Put a tool", "cube"),
    (r"Turn 2 spaces of fallow", "fallow"),
    (r"Give her (\d+) victory", "vp {}"),
]
"""Words of lines, and the marks under which the lines are compared."""
PLAYS = list(recorded_plays(GAME))


def _card_id(card: str | None) -> str:
    return "" if card is None else card.replace("*", "s") if card[0] == "*" else f"c{card}"


def _marks(lines: list[str]) -> list[str]:
    found = ((re.search(words, line), mark) for line in lines for words, mark in MARKS)
    return " ".join(mark.format(*match.groups()).lower() for match, mark in found if match).split()


def _expected_marks(action: str) -> list[str]:
    """Return the marks of a recorded action, in the order in which the lines come."""
    kind, *rest = action.split()
    if kind == "build":
        return _build_marks(*rest)
    if kind in ("send-scholar", "advance-science-discipline"):
        corner, n, tile, steps = rest
        chosen = [*(["tile"] if tile == "tile" else []), "catch-up", corner, n]
        if kind == "send-scholar":
            return [*chosen, "scholar"]
        return ["benefit", *chosen, "advance", "1"] if steps == "benefit" else [*chosen, "advance", steps]
    if kind == "cube":
        return ["cube", rest[2], *rest[:2]]
    if kind == "faction-blight-transform-fallow-land":
        return ["fallow", *rest]
    names = {"block-power-book-action": "block", "take-innovation": "innovation"}
    return [names.get(kind, kind), *rest]


def _build_marks(faction: str, ship: str, structure: str, mark: str, corner: str, n: str, terrain: str) -> list[str]:
    marked, _, reaching = structure.partition("-")
    space = ["range", ship, marked, *(["reaching"] if reaching else [])]
    return [
        *(["anywhere"] if faction == "wanderers" else space),
        *(["most-power"] if faction == "powermongers" else []),
        *(["nearest", terrain] if faction == "kuddlers" else [terrain, "nearest"]),
        *(corner, n, "token" if mark == "token" else "plain"),
    ]


class Automa(PassingPlay):
    """A play against the Automa as it was recorded."""

    def __init__(self, play: dict[str, Any]) -> None:
        super().__init__(GAME, {"level": LEVELS[play["level"] - 1], "faction": play["faction"]}, play)
        first = next(turn["deck"] for turn in load_record(GAME)["turns"] if turn["p"] == play["p"])
        self.deck = {_card_id(card) for card in first.split()}
        hers, yours, youth = play["terrain"]
        cards = bot_file(GAME).faces["decisions"]
        letters = [letter.lower() for letter in play["letters"]]
        opening = next(
            id_ for id_, card in cards.items() if [card.fields["marked_letter"], card.fields["plain_letter"]] == letters
        )
        answers = {"her_terrain": hers, "your_terrain": yours, "youth_terrain": youth, "opening": opening}
        joins = [card for card in sorted(self.deck) if card[0] == "c" and not (card == "c13" and play["level"] == 5)]
        assert f"{play['palaces']} random palace tiles" in (text := " ".join(self.lines))
        assert ("without the special rules for 2" in text) == play["two"]
        text = " ".join(self.until(TURN, SETUP | answers | {"joins": joins}))
        assert f"the letter {play['letters'][0]} of" in text or f"letter {play['letters'][0]}," in text
        assert f"letter {play['letters'][1]}." in text
        assert f"Shuffle {play['bonuses']} random" in text
        assert ("for set-up" in text) == play["card"]
        science = dict(play["science"])
        for one in ("banking", "law", "engineering", "medicine"):
            assert f"{one} {science.get(one, 0)}" in text

    def play_her_turn(self, turn: dict[str, Any]) -> list[str]:
        """Play up to the end of a turn of hers, and return the lines."""
        new = {_card_id(card) for card in turn.get("deck", "").split()} - self.deck
        self.deck |= new
        answers = {
            TURN: lambda: self.your_answer(turn["r"]),
            "joins": list(new),
            "support": _card_id(turn["support"]),
            "action": _card_id(turn.get("action")),
            "built": "go_on",
        }
        return self.until(lambda: self._is_over(turn), answers | CONFIRMATIONS)

    def _is_over(self, turn: dict[str, Any]) -> bool:
        where = self.values["round"], self.values["support"]
        ready = self.values["begun"] and self.key in (TURN, "acts", "built", "passes")
        return ready and where == (turn["r"], _card_id(turn["support"]))


def _compare_turn(automa: Automa, turn: dict[str, Any]) -> None:
    innovations = automa.values["innovations"]
    told = automa.play_her_turn(turn)
    values = automa.values
    if "deck" in turn:
        assert (turn["r"] not in automa.your_rounds) == turn["start"]
        cards = [*values["decisions_left"], *values["decisions_played"]]
        assert sorted(cards) == sorted(_card_id(card) for card in turn["deck"].split())
    assert values["action"] == _card_id(turn.get("action"))
    assert len(values["decisions_left"]) + bool(values["action"]) == turn["left"]
    assert values["she_passed"] == turn.get("pass", False)
    if values["she_passed"]:
        text = " ".join(told)
        bonus = {"left": "leftmost", "right": "rightmost"}.get(turn["bonus"], "middle")
        assert (f"Give her the {bonus} round bonus tile. Put the coins on it back" in text) == (turn["r"] < 6)
        assert ("twice: Racelings" in text) == turn["twice"]
        assert ("tile, once" in text) == (not turn["twice"])
    else:
        actions = [act for act in turn["do"] if not (act.startswith("take-innovation") and innovations == 3)]
        assert _marks(told) == [mark for act in actions for mark in _expected_marks(act)]


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    automa = Automa(play)
    for turn in turns:
        try:
            _compare_turn(automa, turn)
        except Exception as error:
            error.add_note(f"play {turn['p']}, {play['faction']}: {turn}")
            raise
    automa.until("final", {TURN: "pass", "built": "go_on"} | CONFIRMATIONS)
    text = " ".join(automa.lines)
    ship, wanderers, gognomes = play["end"]
    assert f"Use range {ship} when" in text
    assert ("for each of her buildings" in text) == wanderers
    assert ("achievements" in text) == gognomes
    return len(turns)


def test_cards_and_tables_are_those_of_the_helper() -> None:
    """Every field of every card, the orders of terrains and the values of each level are those of the helper."""
    file = bot_file(GAME)
    ours, tables, found = file.faces["decisions"], file.file.tables, load_record(GAME)
    kinds = {"upgrade": "upgrade", "block-power-book-action": "cover", "send-scholar": "scholar"}
    kinds |= {"transform-and-build": "build", "faction-action": "faction_action", "take-innovation": "learn"}
    assert len(ours) == len(found["cards"])
    for card in found["cards"]:
        face = ours[_card_id(card["id"])]
        fields = face.fields
        assert face.do == kinds[card["actions"][0]]
        assert fields["own"] == (card["actions"][0] == "faction-action")
        assert fields["by_level"] == card.get("victoryPointsDifficultyLevel", False)
        assert fields["vp"] == card.get("victoryPoints", 0)
        assert fields["marked"] == card["structure"].startswith("marked")
        assert fields["reaching"] == card["structure"].endswith("reaching")
        assert fields["order"] == card["terrainPriority"].lower()
        assert fields["down"] == (card["directionalSelection"] == "right-down")
        assert fields["nth"] == card["directionalSelectionCount"]
        assert fields["by_tile"] == (card["scienceDisciplineSelection"] == "scoring-tile")
        assert fields["bonus"] == "bonus_" + card["bonusCardSelection"]
        assert fields["marked_letter"] == card["initialWorkshopMarked"].lower()
        assert fields["plain_letter"] == card["initialWorkshopUnmarked"].lower()
        assert fields["pass"] == card.get("pass", False)
    assert {"A": tables["orders_a"], "B": tables["orders_b"]} == found["terrains"]
    ranges = [list(map(list, zip(tables["ships"][one], tables["points"][one], strict=True))) for one in LEVELS]
    assert ranges == found["levels"]


def test_no_workshop_left() -> None:
    """If she has no workshop for a building, she upgrades."""
    fed = FedPlay(GAME, {"level": "automa", "faction": "druids"})
    fed.until(TURN, SETUP | {"her_terrain": "lake", "opening": "s1"})
    fed.until("action", {TURN: "go_on", "support": "s1"})
    fed.until(TURN, {"action": "s4"})
    fed.play.give("unbuilt")
    assert fed.headline == "Automa upgrades"
    assert _marks(fed.lines) == ["upgrade", "right-down", "2"]


def test_turns() -> None:
    """A play goes as recorded."""
    assert _compare_play(*PLAYS[0])


@pytest.mark.all
def test_all_turns() -> None:
    """All recorded turns, at every level, go as recorded."""
    assert sum(_compare_play(*one) for one in PLAYS) >= 1000
