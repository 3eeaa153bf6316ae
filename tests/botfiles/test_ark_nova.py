"""A.R.N.O. in a file decides as brdgm/ark-nova-solo-helper does, whose turns are recorded.

Of a recorded turn: `roll` (slot less 1), `slots`, `upgraded`, `card`, `lines` (action and amount), `snapDie`, partners
with their draws, `project` (answers h, b0, b1, draws, choice), `taskInstead` with its lines, tokens F and N, `appeal`,
`upgradeAfter`, `module`. `grid`: card, upgraded, slot, level, F, lines, and how much F, N and appeal grow. `module`:
sponsors discarded, position, kiosks, order of places.
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, load_record, recorded_plays
from tests.core import core

GAME = "ark-nova"
TURN = "your_turn"
SETUP = dict.fromkeys(("two_players", "its_things", "its_counters", "its_workers", "never"), True)
ACTION_WORDS = {
    r"Move its appeal counter (\d+) space": "appeal",
    r"Move its reputation marker (\d+) space": "reputation",
    r"Move its conservation counter (\d+) space": "conservation",
    r"Move the break token (\d+) space": "break",
    r"Put (\d+) of its tokens on its notepad": "token-notepad",
    r"Put (\d+) of its tokens on its final scoring card": "token-scoring-card",
    r"It takes card|Put card|Discard card": "take-card-display",
    r"on: Partner zoo\.": "gain-partner-zoo",
    r"on: Partner university\.": "gain-partner-university",
    r"on: Project work\.": "conservation-project-work",
    r"It donates": "donate",
}
"""The actions of the helper, by the words of their lines."""
TASKS = {
    "reputation": "reputation",
    "gain-partner-zoo": "partner_zoo",
    "gain-partner-university": "partner_uni",
    "conservation-project-work": "project",
}
NO_PARTNERS: dict[str, Any] = {"zoos": [], "unis": [], "tasks": [], "workers": 1}
ANY_ANSWERS = {"zoo": [1] * 9, "university": [1] * 9, "animal": 1, "on_map": 2, "half": 1, "prefers": 1, "project": 1}
ANY_ANSWERS |= dict.fromkeys(("partner_zoo", "partner_uni", "project_work"), "go_on")
ANY_ANSWERS |= {"lacks": "partner_zoo", "either": 1}
"""Answers to what a turn may ask, for turns whose own are not recorded."""


def _actions(told: list[str]) -> list[list[Any]]:
    """Return the actions that lines tell, each with its amount."""
    found = ((re.search(words, line), action) for line in told for words, action in ACTION_WORDS.items())
    return [[action, int(match[1]) if match.re.groups else 0] for match, action in found if match]


def _begin(play: dict[str, Any]) -> FedPlay:
    """Return a play at the player's first turn, after the recorded set-up."""
    expansions = play["expansions"]
    options = {
        "level": play["level"],
        "marine": "marine-worlds" in expansions,
        "variable": "arno-conservation-project-module" in expansions,
    }
    fed = FedPlay(GAME, options)
    cards = {f"slot_{n}": play["slots"][n - 1] for n in (2, 3, 4)}
    fed.until(TURN, SETUP | cards | {"first_sponsors": play.get("sponsorsAtSetup", 0)})
    assert fed.values["slots"] == play["slots"]
    return fed


def _answers(turn: dict[str, Any]) -> dict[str, Any]:
    """Return what is rolled and answered in a turn, by the key of the screen."""
    found: dict[str, Any] = {TURN: "go_on", "slot": turn["roll"] + 1, "display": turn["snapDie"]}
    found["snapped"] = turn.get("sponsorSnapped", False)
    for name, key, answer in (("zoo", "zoo", "partner_zoo"), ("uni", "university", "partner_uni")):
        again = [draw[1] for draw in turn.get(f"{name}RerollDraws", []) if draw[0].startswith("d")]
        if name in turn:
            found[key] = [turn[name], *again]
            found[answer] = ["not_possible"] * (f"{name}Reroll" in turn) + ["go_on"]
    animals = [draw[1] for draw in turn.get("uniDraws", []) if draw[0] == "enum"]
    found["animal"] = 1 + ["bird", "herbivore", "predator", "primate", "reptile", "sea"].index((*animals, "bird")[0])
    if "project" in turn:
        asked = turn["project"]
        draws = [draw[1] for draw in asked.get("draws", [])]
        found |= {"on_map": asked["h"], "bare": asked.get("b0", 0), "open": asked.get("b1", 0)}
        found |= {"prefers": draws[0], "project": draws[-1]} if draws else {}
        found = ANY_ANSWERS | found | {"project_work": "go_on"}
    return found


def _compare_instead(fed: FedPlay, turn: dict[str, Any]) -> None:
    """Compare the lines of the task in the slot, if the player then took another one."""
    other = fed.fork()
    other.until("slot", {TURN: "go_on"})
    told = other.until(TURN, _answers(turn) | ANY_ANSWERS)
    assert _actions(told)[: len(turn["lines"])][-1:] == turn["lines"][-1:]
    taken = [task for action, task in TASKS.items() if action != turn["taskInstead"]]
    fed.set(tasks=taken, workers=4)


def _compare_fallback(fed: FedPlay, turn: dict[str, Any], wanted: list[list[Any]]) -> None:
    """Compare the action that replaces a task, and the partner if it lacks zoos and universities alike."""
    other = fed.fork()
    other.set(tasks=["project"], workers=1)
    to_zoo = turn["zooOrUniTie"] == "zoo"
    answers = _answers(turn) | ANY_ANSWERS | {"lacks": "equal", "either": 1 if to_zoo else 2}
    other.until("slot", {TURN: "go_on"})
    told = other.until("partner_zoo" if to_zoo else "partner_uni", answers)
    assert _actions(told) == wanted[:2]


def _compare_partner(fed: FedPlay, turn: dict[str, Any], told: list[str]) -> None:
    if "zoo" in turn:
        wanted = ["america", "europe", "asia", "africa", "australia"]
        assert f"Partner zoo: {wanted[turn['zoo'] - 1].title()}" in told
        assert fed.values["zoos"] == [wanted[turn.get("zooReroll", turn["zoo"]) - 1]]
    if "uni" in turn:
        kinds = ["cards_reputation", "science", "science_reputation", "science_animal"]
        assert turn["uniName"].replace("-", "_").removesuffix("_animal") in kinds[turn["uni"] - 1]
        assert fed.values["unis"] == [kinds[turn.get("uniReroll", turn["uni"]) - 1]]
        if "uniReroll" not in turn and turn["uniAnimal"]:
            assert fed.values["animal"] == turn["uniAnimal"]


def _compare_project(fed: FedPlay, asked: dict[str, Any], told: list[str]) -> None:
    supports = [line for line in told if line.startswith("It supports project")]
    where = {"hand": "on its map", "board-no-token": "without a token", "board-available": "without a token of its own"}
    if not asked["any"]:
        assert not supports
        return
    assert supports == [f"It supports project {asked['number']} of those {where[asked['from']]}."]
    assert fed.values["space"] == asked["level"]
    if "placement" in asked:
        assert fed.values["order"] == asked["placement"]


def _compare_turn(fed: FedPlay, turn: dict[str, Any], fallback: list[list[Any]]) -> None:
    if "sponsorsAtBreak" in turn:
        fed.until("paused", {TURN: "pause", "break": True})
        fed.until(TURN, {"paused": turn["sponsorsAtBreak"]})
    fed.set(**NO_PARTNERS)
    if "taskInstead" in turn:
        _compare_instead(fed, turn)
    if "zooOrUniTie" in turn:
        _compare_fallback(fed, turn, fallback)
    assert fed.values["upgraded"] == turn["upgraded"]
    fed.until("slot", {TURN: "go_on"})
    assert fed.values["slots"] == turn["slots"]
    told = fed.until(TURN, _answers(turn))
    assert fed.values["card"] == turn["card"]
    lines = turn.get("linesInstead", turn["lines"])
    if turn.get("project", {"any": True})["any"]:
        assert _actions(told) == lines
    _compare_partner(fed, turn, told)
    if "project" in turn:
        _compare_project(fed, turn["project"], told)
    assert [fed.values["scoring"], fed.values["notepad"], fed.values["appeal"]] == [
        turn["F"],
        turn["N"],
        turn["appeal"],
    ]
    _report(fed, turn)


def _report(fed: FedPlay, turn: dict[str, Any]) -> None:
    """Report what followed the turn, a bonus tile or an upgrade, and compare it."""
    if "bonusTile" in turn:
        fed.until("tile_shows", {TURN: "tile", "tile": 1 if turn["bonusTile"] == "left" else 2})
        assert fed.values["side"] == turn["bonusTile"]
        fed.until(TURN, {"tile_shows": "other_tile"})
    if "upgradeAfter" in turn:
        fed.until("upgrade", {TURN: "upgrade"})
        fed.until(TURN, {"upgrade": turn["upgradeAfter"]["die"]})
        assert fed.values["upgraded"] == turn["upgradeAfter"]["upgraded"]
    if "module" in turn:
        assert (fed.values["thrown"] + 1) % 28 in (turn["module"]["pos"], 28 - turn["module"]["pos"])


def _compare_end(fed: FedPlay, end: dict[str, Any]) -> None:
    """Compare the points. In the helper the player adds the tokens himself; here the bot file adds them."""
    tokens, its, yours = end["extraConservation"], end["bot"], end["human"]
    on_track, beside = max(0, its["conservation"] - tokens), max(0, tokens - its["conservation"])
    if beside > fed.values["debt"]:
        return
    counters = {"its_appeal": its["appeal"], "its_conservation": on_track}
    fed.until("its_end", {TURN: "ended"})
    mine = {"your_appeal": yours["appeal"], "your_conservation": yours["conservation"]}
    fed.until("over", {"its_end": counters, "left_over": beside, "your_end": mine})
    assert [fed.values["its_points"], fed.values["your_points"]] == [its["vp"], yours["vp"]]


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    fed, fallback = _begin(play), load_record(GAME)["fallback"]
    for turn in turns:
        try:
            _compare_turn(fed, turn, fallback)
        except Exception as error:
            error.add_note(f"play {turn['p']}, turn {turn['t']}: {turn}")
            raise
    _compare_end(fed, play["end"])
    return len(turns)


def _compare_grid() -> int:
    """Compare every card on each side, in each slot and at each level; return their number."""
    found, levels = load_record(GAME), {}
    for card, up, slot, level, tokens, lines, *grown in found["grid"]:
        if level not in levels:
            levels[level] = FedPlay(GAME, {"level": level})
            levels[level].until(TURN, SETUP | {"slot_2": "build", "slot_3": "cards", "slot_4": "sponsors"})
        fed, names = levels[level].fork(), ["animals", "association", "build", "cards", "sponsors"]
        slots = [name for name in names if name != card]
        slots.insert(slot - 1, card)
        fed.set(slots=slots, upgraded=[card] if up else [], scoring=tokens)
        before = [fed.values[name] for name in ("scoring", "notepad", "appeal")]
        fed.until("slot", {TURN: "go_on"})
        told = fed.until(TURN, ANY_ANSWERS | {"slot": slot, "display": 1})
        after = [fed.values[name] for name in ("scoring", "notepad", "appeal")]
        assert [n - m for n, m in zip(after, before, strict=True)] == grown
        if card != "association":
            assert _actions(told) == [[action, n] for action, n in lines]
    return len(found["grid"])


def _compare_module() -> int:
    """Compare the conservation project module at each number of sponsors; return how many there are."""
    found = load_record(GAME)["module"]
    begun = FedPlay(GAME, {"level": 1, "variable": True})
    setup = SETUP | {"slot_2": "build", "slot_3": "cards", "slot_4": "sponsors", "first_sponsors": 0}
    begun.until(TURN, setup)
    for thrown, position, kiosks, order in found:
        fed = begun.fork()
        fed.set(thrown=thrown)
        fed.until("slot", {TURN: "go_on"})
        fed.until(TURN, ANY_ANSWERS | {"slot": 5})
        assert [fed.values[name] for name in ("position", "kiosks", "order")] == [position, kiosks, order]
    return len(found)


PLAYS = list(recorded_plays(GAME))


@pytest.mark.parametrize(
    ("level", "marine", "said"),
    [
        (
            8,
            True,
            [
                "conservation counter on 0",
                "Put 1 of its tokens beside",
                "1 association worker on its notepad, and 3 on",
            ],
        ),
        (9, True, ["conservation counter on 0.", "1 association worker on its notepad, and 3 on"]),
        (10, True, ["conservation counter on 1.", "1 association worker on its notepad, and 3 on"]),
        (11, True, ["conservation counter on 2.", "2 association workers on its notepad, and 2 on"]),
        (11, False, ["conservation counter on 0.", "1 association worker on its notepad, and 3 on"]),
    ],
)
def test_each_level_above_6_is_one_conservation_more(level: int, marine: bool, said: list[str]) -> None:
    """With Marine Worlds, too: if no token remains to be put beside the counter, the counter begins higher."""
    fed = FedPlay(GAME, {"level": level, "marine": marine})
    told = " ".join(fed.until(TURN, SETUP | {"slot_2": "build", "slot_3": "cards", "slot_4": "sponsors"}))
    assert [words for words in said if words not in told] == []
    assert ("of its tokens beside" in told) == any("beside" in words for words in said)


def test_the_bonus_tile_above_15_reputation() -> None:
    """With Marine Worlds its reputation reminds of the tile until it is taken; what the tile brings is asked."""
    begun = {"slot_2": "build", "slot_3": "cards", "slot_4": "sponsors"}
    fed = FedPlay(GAME, {"level": 3, "marine": True})
    fed.until(TURN, SETUP | begun)
    answers = ANY_ANSWERS | {TURN: "go_on", "slot": 4}
    fed.until("slot", {TURN: "go_on"})
    assert "If it is above 15 now, it takes the bonus tile there, if there is one." in fed.until(TURN, answers)
    fed.until("above_shows", {TURN: "above"})
    fed.until(TURN, {"above_shows": "reputation_tile"})
    assert "Move its reputation marker as the tile says." in fed.lines
    assert "above" not in {one.id for one in fed.play.screen.ask.options}  # type: ignore[union-attr]
    other = FedPlay(GAME, {"level": 3})
    other.until(TURN, SETUP | begun)
    assert "above" not in {one.id for one in other.play.screen.ask.options}  # type: ignore[union-attr]
    other.until("slot", {TURN: "go_on"})
    assert not [line for line in other.until(TURN, answers) if "15" in line]


@pytest.mark.parametrize("n", core([0, 11]))
def test_turns(n: int) -> None:
    """A recorded play at the lowest level, and one with all modules at the highest, go as recorded."""
    assert _compare_play(*PLAYS[n])


@pytest.mark.long
def test_turns_long() -> None:
    """All recorded turns, at every level, with and without modules, go as recorded."""
    assert sum(_compare_play(*one) for one in PLAYS) >= 200


@pytest.mark.long
def test_grid_long() -> None:
    """Every card on each side, slot and level does what it does in the helper; so does the module."""
    assert _compare_grid() > 300
    assert _compare_module() == 41
