"""The Automa in a file decides as brdgm/clans-of-caledonia-solo-helper does, whose turns are recorded.

A recorded turn is a list of what `keys` names: play, round, action card, support card or 0, cards left in the deck,
last unit and fulfilled contracts after the turn, whether it began the round, and `how`: the actions tried, each with +
if it was possible, and what the screen shows of it; then `skip`, or `pass` with the money for it. Of a play: level,
money, first unit, in which turn of each round the player passes (`human`) and for how much, amounts at the end and
their points.
"""

import re
from collections import defaultdict
from typing import Any

import pytest

from tests.botfiles.recorded import PassingPlay, bot_file, load_record

GAME = "clans-of-caledonia"
TURN = "your_turn"
LEVELS = ("very_easy", "easy", "moderate", "hard", "very_hard")
UNITS = ["sheep", "cow", "cheese-dairy", "bakery", "field", "distillery", "worker"]
ACTIONS = ("technology", "trade", "fulfil", "take", "upgrade", "expand")
CRITERIA = {"p": "reach of a port tile", "c": "lowest cost", "s": "most connected", "n": "best neighbourhood"}
NAMES = {
    "technology-upgrade": "technology",
    "export-contract-fulfill": "fulfil",
    "export-contract-take": "take",
    "neighborhood": "neighbourhood",
}
CONFIRMATIONS = dict.fromkeys(("board", "workers", "nothing", "passes", "production", "scoring", "prepare"), True)
CHANCE = {"place": 1, "kind": 1, "kind_expand": 2, "hands": 2, "sells": 1, "left": False}
RECORD = load_record(GAME)
TURNS = defaultdict(list)
for _turn in RECORD["turns"]:
    TURNS[_turn[0]].append(dict(zip(RECORD["keys"], _turn, strict=True)))


def _tried_actions(turn: dict[str, Any]) -> list[str]:
    return [one for one in turn["how"].split() if one != "skip" and not one.startswith("pass")]


def _action_name(tried: str) -> str:
    return re.split(r"[-+]", tried)[0]


class Automa(PassingPlay):
    """A play against the Automa as it was recorded."""

    def __init__(self, play: dict[str, Any]) -> None:
        super().__init__(GAME, {"level": LEVELS[play["level"] - 1]}, play)
        assert f"Give it £{play['money']}." in self.lines
        self.tried: list[str] = []
        self.until("first_unit", CHANCE | CONFIRMATIONS)
        self.until(TURN, {"first_unit": UNITS.index(play["unit"]) + 1})

    def play_its_turn(self, turn: dict[str, Any]) -> list[str]:
        """Play up to the end of its turn, and return the lines."""
        tries = {_action_name(one): one for one in _tried_actions(turn)}
        self.tried = []

        def act(name: str) -> Any:
            def answer() -> str:
                self.tried.append(name)
                return "go_on" if tries[name][len(name)] == "+" else "not_possible"

            return answer

        answers: dict[str, Any] = {name: act(name) for name in ACTIONS}
        answers |= {
            TURN: lambda: self.your_answer(turn["r"]),
            "action": f"c{turn['card']}",
            "support": f"c{turn['support']}",
            "good": lambda: self.values["goods_left"][0],
        }
        done = {TURN, "action", "passes", "nothing", "production"}
        shown: list[str] = []
        self.until("action", answers | CONFIRMATIONS | CHANCE)
        assert self.values["round"] == turn["r"]
        self.play.give(answers.pop("action"))
        for _ in range(40):
            if self.key in done:
                break
            shown += self.lines
            answer = {**CHANCE, **CONFIRMATIONS, **answers}[self.key]
            self.play.give(answer() if callable(answer) else answer)
        return shown + self.lines


def _compare_turn(automa: Automa, turn: dict[str, Any]) -> None:
    had_contract, techs = automa.values["contract"], automa.values["techs"]
    traded = automa.values["round"] == turn["r"] and not automa.values["goods_left"]
    lines = automa.play_its_turn(turn)
    text, values = " ".join(lines), automa.values
    assert values["action"] == f"c{turn['card']}"
    reshuffled = automa.key == "action" and not turn["left"]
    assert reshuffled or len(values["actions_left"]) == turn["left"]
    assert values["unit"] == UNITS.index(turn["unit"])
    assert values["contracts"] == turn["contracts"]
    assert (turn["r"] not in automa.your_rounds) == bool(turn["start"])
    assert not turn["support"] or values["support"] == f"c{turn['support']}"
    wanted = _tried_actions(turn)
    names = [_action_name(one) for one in wanted]
    asked = [
        name
        for name in names
        if not (
            (name == "fulfil" and not had_contract)
            or (name == "take" and had_contract)
            or (name == "technology" and techs == 2)
            or (name == "trade" and traded)
        )
    ]
    assert list(dict.fromkeys(automa.tried)) == asked
    for name, one in zip(names, wanted, strict=True):
        if name in asked:
            _compare_screen(name, one.split(":")[1:], text)
    passed = re.search(r"pass:(\d+)", turn["how"])
    assert values["it_passed"] == bool(passed)
    assert not passed or f"Give it £{passed[1]}." in text


def _compare_screen(name: str, shown: list[str], text: str) -> None:
    """Compare what the screen shows of an action."""
    if name == "upgrade":
        first, second = ("ship", "hire") if shown[0] == "ship-level" else ("hire", "ship")
        assert text.index(first) < text.index(second)
    if name == "take":
        money, rarity, when = shown
        pays = {
            "5": "Give it £5 for taking",
            "0": "",
            **{f"-{n}": f"Take £{n} from it for taking" for n in (5, 10, 15)},
        }
        assert pays[money] in text
        assert (money == "0") == ("for taking a contract" not in text)
        assert ("rarest" in text) == (rarity == "rare")
        assert ("at once" in text) == (when == "now")
    if name == "expand":
        modules, criteria, unit = shown
        assert re.search(rf"Look at map modules? {', '.join(modules.upper())}\.", text)
        order = re.search(r"in this order: ([^.]*)", text)
        assert order
        places = [order[1].index(CRITERIA[one]) for one in criteria]
        assert places == sorted(places)
        assert f"that it can put there: {unit.replace('-', ' ')}" in text


def _compare_end(automa: Automa) -> None:
    """Compare the points of both."""
    play = automa.recorded
    amount, vp = play["amount"], play["vp"]
    its = {"its_money": "money", "its_hops": "hops", "its_cotton": "cotton", "its_tobacco": "tobacco"}
    its |= {"its_sugar": "sugarCane", "its_contracts": "exportContract", "its_settlements": "settlement"}
    yours = {name.replace("its", "your"): key for name, key in its.items() if key not in ("money", "hops")}
    automa.until("its_count", {TURN: "pass"} | CONFIRMATIONS)
    automa.play.give({name: amount[key][1] for name, key in its.items()})
    automa.play.give({name: amount[key][0] for name, key in yours.items()})
    sheet = automa.play.engine.score(automa.play.state)
    assert sheet
    rows = {row.id: row.value for row in sheet.rows}
    assert [rows["glory"], rows["money"], rows["hops"]] == [vp["gloryVP"][1], vp["moneyVP"][1], vp["hopsVP"][1]]
    assert [rows["contracts"], rows["settlements"]] == [vp["exportContractVP"][1], vp["settlementVP"][1]]
    assert sum(rows.values()) == vp["totalVP"][1]
    values = automa.values
    worth = {"cotton": "cottonValue", "tobacco": "tobaccoValue", "sugar": "sugarCaneValue"}
    assert all(values[f"{good}_worth"] == vp[key] for good, key in worth.items())
    assert [values["your_export"], values["your_joined"]] == [vp["exportContractVP"][0], vp["settlementVP"][0]]


def _compare_play(play: dict[str, Any]) -> int:
    automa = Automa(play)
    for turn in TURNS[play["p"]]:
        try:
            _compare_turn(automa, turn)
        except Exception as error:
            error.add_note(f"{turn}")
            raise
    _compare_end(automa)
    return len(TURNS[play["p"]])


def test_cards_are_those_of_the_helper() -> None:
    """Every field of every card is that of the helper."""
    ours = bot_file(GAME).faces["actions"]
    assert len(ours) == len(RECORD["cards"])
    for card in RECORD["cards"]:
        fields = ours[f"c{card['id']}"].fields
        acts = [NAMES.get(act, act) for act in card["actions"]]
        assert fields["skips"] == (acts == ["skip-turn"])
        assert list(fields["acts"]) == ([] if fields["skips"] else acts)
        assert fields["round"] == card["round"]
        assert fields["leaves"] == card.get("removeCard", False)
        assert list(fields["order"]) == [NAMES.get(one, one) for one in card["expandCriteria"]]
        assert fields["ships"] == (card["upgradeType"] == "ship-level")
        assert fields["steps"] == card["chooseUnitSteps"]
        assert list(fields["modules"]) == card["mapModules"]


def test_turns() -> None:
    """A play goes as recorded."""
    assert _compare_play(RECORD["plays"][0])


@pytest.mark.all
def test_all_turns() -> None:
    """All recorded turns, at every level, go as recorded."""
    assert sum(map(_compare_play, RECORD["plays"])) >= 1800
