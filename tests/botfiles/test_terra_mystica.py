"""The Automa in a file decides as brdgm/terra-mystica-solo-helper does, whose turns are recorded.

Of a recorded turn: round `r` and turn `t` of the round, `action` and `support` card, `left` in the deck with the action
card, `do` (actions `a` with the values that the screen shows, ties in order), `pass` with its bonus card, `start` (she
began the round), and at the start of a round its `deck`. Of a play: cards of the set-up, the turn of a round in which
the player passes, what the end shows. `grid`: action card, support card, faction, level, round, `do`.
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, load_record, recorded_plays

GAME = "terra-mystica"
TURN = "your_turn"
LEVELS = ("automalein", "automa", "automaechtig", "ultoma", "alptrauma")
TILES = {"default": "basic", "greatest-distance": "distance", "stronghold-sanctuary": "sanctuary"}
SETUP: dict[str, Any] = dict.fromkeys(("tiles", "her_things", "cults", "dwellings", "bonus_cards"), True)
MARKS = {
    r"Look at all free spaces": "anywhere",
    r"free spaces in range (\d) of her (\w+) structures": "range",
    r"structures are not joined": "reaching",
    r"the most power": "most-power-to-you",
    r"by order (\w) of her": "terrain",
    r"by order (\w) of your": "your-atp",
    r"by order (\w) of the card of the Sym": "youth",
    r"nearest to your": "closest-to-you",
    r"furthest from her": "furthest-from-automa",
    r"choose number (\d) in rows from the (\w+)": "directional",
    r"Put her dwelling there with": "marked",
    r"Put her dwelling there,": "plain",
    r"Look at her dwellings beside your": "upgrade",
    r"Put an action token": "block",
    r"Look at the cult tracks": "cult",
    r"move her marker 1 step on a cult": "benefit",
    r"Move her marker 2 steps on a cult": "cult-2",
    r"the colour of the Automa icon": "scoring-tile",
    r"Put her priest": "priest",
    r"favor tile": "favor",
    r"by the river without a trade marker": "trade",
    r"worker cube": "cube",
    r"fallow land": "fallow",
    r"Give her (\d+) victory": "vp",
}
"""Marks under which lines are compared, by their words."""
KINDS = {"priest": "cult", "benefit-one-space-no-priest": "benefit", "two-spaces-no-priest": "cult-2"}
FIXED_MARKS = {
    "upgrade": ["upgrade"],
    "block-power-action": ["block"],
    "trade": ["trade"],
    "faction-blight-transform-fallow-land": ["fallow", "closest-to-you"],
}


def _card_id(card: str | None) -> str:
    """Return the id that a card of the helper has in the file."""
    if card is None:
        return ""
    if card == "mots-special":
        return "special_m"
    return card.replace("*", "s").replace("-mots", "m") if card.startswith("*") else f"c{card}"


def _marks(lines: list[str]) -> list[list[str]]:
    found = ((re.search(words, line), name) for line in lines for words, name in MARKS.items())
    return [[name, *match.groups()] for match, name in found if match]


def _expected_marks(actions: list[dict[str, Any]]) -> list[list[str]]:
    return [part for action in actions for part in _action_marks(action)]


def _action_marks(action: dict[str, Any]) -> list[list[str]]:
    """Return the marks of a recorded action, in the order of its lines."""
    kind = action["a"]
    if kind == "gain-victory-points":
        return [["vp", str(action["vp"])]]
    corner, n = action["dir"]
    counted = ["directional", str(n), "top" if corner == "right-down" else "bottom"]
    if kind == "transform-and-build":
        return [*_build_marks(action), counted, ["marked" if action["mark"] else "plain"]]
    if kind == "faction-symbionts-place-cube":
        return [["cube"], ["youth", action["terrain"]], counted]
    if kind in FIXED_MARKS:
        return [*([one] for one in FIXED_MARKS[kind]), counted]
    first = [["scoring-tile"]] if action["scoringTileFirst"] else []
    name = "favor" if kind == "take-favor-tile" else KINDS[action["kind"]]
    return [[name], *first, counted, *([["priest"]] if name == "cult" else [])]


def _build_marks(action: dict[str, Any]) -> list[list[str]]:
    marked, _, reaching = action["validity"].partition("-")
    space = [["anywhere"]] if marked == "anywhere" else [["range", str(action["ship"]), marked]]
    ties = [tie for tie in action["ties"] if tie != "directional"]
    terrain = action["terrain"]
    names = {f"terrain-{terrain}": ["terrain", terrain], f"terrain-{terrain}-your-atp": ["your-atp", terrain]}
    return [*space, *([["reaching"]] if reaching else []), *(names.get(tie, [tie]) for tie in ties)]


class Automa(FedPlay):
    """A play against the Automa as it was recorded."""

    def __init__(self, play: dict[str, Any], deck: list[str]) -> None:
        tile = play["finalScoringTile"]
        options = {"level": LEVELS[play["level"] - 1], "faction": play["faction"], "merchants": play["mots"]}
        super().__init__(GAME, options | {"tile": TILES.get(tile, tile)})
        self.recorded = play
        self.rounds_you_began: set[int] = set()
        self.deck = {_card_id(card) for card in deck}
        setup = play["setup"]
        joins = [card for card in sorted(self.deck) if card.startswith("c")]
        told = self.until(TURN, SETUP | {"opening": _card_id(setup["card"]), "joins": joins})
        text = " ".join(told)
        assert f"the letter {setup['marked']} of" in text
        assert f"the letter {setup['unmarked']}." in text
        cult = dict(setup["cult"])
        assert ", ".join(f"{one} {cult.get(one, 0)}" for one in ("fire", "water", "earth", "air")) in text.lower()

    def play_her_turn(self, turn: dict[str, Any]) -> list[str]:
        """Play up to the end of a turn of hers, and return the lines."""
        new = {_card_id(card) for card in turn.get("deck", ())} - self.deck
        self.deck |= new
        answers = {
            TURN: lambda: self._your_answer(turn),
            "joins": [card for card in new if card not in ("s3", "special_m")],
            "support": _card_id(turn["support"]),
            "action": _card_id(turn["action"]),
            "build": "go_on",
            **dict.fromkeys(("acts", "passes", "round_over"), True),
        }
        return self.until(lambda: self._is_over(turn), answers)

    def _your_answer(self, turn: dict[str, Any]) -> str:
        r = self.values["round"]
        self.rounds_you_began |= set() if self.values["begun"] else {r}
        return "pass" if r < turn["r"] or self.recorded[f"humanPass{r}"] < turn["t"] else "go_on"

    def _is_over(self, turn: dict[str, Any]) -> bool:
        where = self.values["round"], self.values["support"]
        return (
            self.values["begun"]
            and self.key in (TURN, "acts", "passes")
            and where == (turn["r"], _card_id(turn["support"]))
        )


def _compare_turn(automa: Automa, turn: dict[str, Any]) -> None:
    told = automa.play_her_turn(turn)
    values = automa.values
    if "deck" in turn:
        assert (turn["r"] in automa.rounds_you_began) != turn.get("start", False)
        cards = [*values["decisions_left"], *values["decisions_played"]]
        assert sorted(cards) == sorted(_card_id(card) for card in turn["deck"])
    assert values["action"] == _card_id(turn["action"])
    assert len(values["decisions_left"]) + bool(values["action"]) == turn["left"]
    assert values["she_passed"] == turn.get("pass", False)
    if values["she_passed"]:
        bonus = {"left": "leftmost", "right": "rightmost"}.get(turn["bonusCard"], "middle")
        assert f"Give her the {bonus} bonus card. Put the coins on it back in the supply." in told
        assert any("twice" in line for line in told) == turn.get("fixedPointsTwice", False)
    else:
        assert _marks(told) == _expected_marks(_without_slip(turn))


def _without_slip(turn: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the actions of a turn without a slip of the helper: a benefit for a trade that did not happen."""
    slip = turn["action"] == "*2-mots" and all(action["a"] != "trade" for action in turn["do"])
    return [action for action in turn["do"] if not (slip and str(action.get("kind")).startswith("benefit"))]


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    automa = Automa(play, turns[0]["deck"])
    for turn in turns:
        try:
            _compare_turn(automa, turn)
        except Exception as error:
            error.add_note(f"play {turn['p']}, round {turn['r']}, turn {turn['t']}: {turn}")
            raise
    _compare_end(automa, play["end"])
    return len(turns)


def _compare_end(automa: Automa, end: dict[str, Any]) -> None:
    automa.until("final", {TURN: "pass", "acts": True, "passes": True})
    shown = {"greatest distance": "strongholdSanctuary", "less 2": "outposts", "each of": "wanderers"}
    shown |= {"achievements": "gognomes", f"range is {end['shipLevel']}.": ""}
    for words, name in shown.items():
        assert any(words in line for line in automa.lines) == end.get(name, True)


def _compare_grid() -> int:
    found = load_record(GAME)["grid"]
    begun = FedPlay(GAME, {"level": "automa"})
    begun.until(TURN, SETUP | {"opening": "s1"})
    for action, support, faction, level, r, do in found:
        fed, cards = begun.fork(), [_card_id(action), "c10", "c11", "c12", "c13"]
        fed.set(round=r, level=LEVELS[level - 1], faction=faction, begun=True, action=_card_id(support))
        fed.set(decisions_left=list(dict.fromkeys(cards)), decisions_played=[_card_id(support)])
        fed.until("action", {TURN: "go_on"})
        told = fed.until(TURN, {"action": _card_id(action), "build": "go_on"})
        assert _marks(told) == _expected_marks(do), (action, support, faction, level, r)
    return len(found)


PLAYS = list(recorded_plays(GAME))


def test_the_income_of_each_round() -> None:
    """Before each round, the first one included, a line reminds its first player of the income."""
    fed = FedPlay(GAME, {"level": "automa"})
    fed.until(TURN, SETUP | {"opening": "s1"})
    reminder = "Take your income, then begin the round."
    assert reminder in fed.lines
    fed.until("support", {TURN: "go_on"})
    fed.until(TURN, {"support": "s1", "action": "s2", "build": "go_on"})
    assert reminder not in fed.lines


@pytest.mark.parametrize("n", [0, 8])
def test_turns(n: int) -> None:
    """A play against the Automalein, and one with Merchants of the Seas, go as recorded."""
    assert _compare_play(*PLAYS[n])


@pytest.mark.long
def test_turns_long() -> None:
    """All recorded turns, at every level, go as recorded."""
    assert sum(_compare_play(*one) for one in PLAYS) >= 200


@pytest.mark.long
def test_grid_long() -> None:
    """Pairs of cards of every faction, at every level, give the actions that they give in the helper."""
    assert _compare_grid() > 200
