"""The AI in a file plays its scheme cards, rests and gains as brdgm/south-tigris-scholars-solo-helper.

A play: `level`, the first dice sum `start`, `decks`, its cards in order until it rests. A turn: the player `pay`s
silver and gives it what he ticks of a Caliph card, `cal`; then it has `you`: track, research markers, dice sum,
reward. It rests or turns up a `card` and does its action `act`; `rcal` is a Caliph card at its rest. `actions` are
what the helper shows, `focus` its orders of languages, guilds, translators and rooms, `benefit` and `more` its
rewards, `its` its track, research markers and dice sum afterwards, `pile` the remaining cards.
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays
from tests.core import core

GAME = "south-tigris-scholars"
LEVELS = {1: "student", 2: "scribe", 3: "teacher", 4: "scholar"}
PLAYS = list(recorded_plays(GAME))
LANGUAGES = {name[0]: name for name in ("chinese", "sanskrit", "greek", "hebrew", "persian")} | {"y": "syriac"}
GUILDS = {"p": "purple", "o": "orange", "g": "green"}
FACES = [
    *("black_beard", "pink_veil", "short_hair", "long_hair"),
    *("purple_dress", "curly_hair", "golden_cap", "orange_scarf"),
]
ACTION_SCREENS = {
    "translator-place-gold": "gold",
    "translate": "translate",
    "influence-card": "influence",
    "travel": "The AI delivers a scroll",
    "translator-employ": "It employs a translator",
}
"""The screens of first actions, and the headlines of second ones."""
PLACE_ANYWHERE = "Place 1 of its influence in a guild where nobody has any, else in one where it has none."


def _rewards(lines: list[str]) -> list[str]:
    """Return the rewards of the resource track in these lines."""
    told = [line for line in lines if line.startswith("Its marker went round")]
    return [line.split()[-2] if "guild" in line else "gold" for line in told]


def _state(fed: FedPlay) -> list[Any]:
    """Return track, research markers and dice sum; the helper counts the spaces of the track from 0."""
    return [fed.values["track"] - 1, fed.values["claimed"], fed.values["dice_sum"]]


def _compare_your_turn(fed: FedPlay, turn: dict[str, Any]) -> None:
    """Let the player pay and report a Caliph card, and compare what that gives the AI."""
    lines: list[str] = []
    if turn["pay"]:
        fed.play.give("paid")
        fed.play.give(turn["pay"])
        lines += fed.lines
    if turn["cal"]:
        fed.play.give("caliph")
        fed.play.give(turn["cal"])
    *state, reward = turn["you"]
    assert (_state(fed), "".join(_rewards(lines))) == (state, reward)
    fed.play.give("go_on")


def _shown_orders(fed: FedPlay) -> list[str]:
    """Return its orders of languages, guilds, translators and rooms, in the short form of the record."""
    numbers = {face: str(n) for n, face in enumerate(FACES)}
    return [
        "".join(short for one in fed.values["languages"] for short, name in LANGUAGES.items() if name == one),
        "".join(short for one in fed.values["guilds"] for short, name in GUILDS.items() if name == one),
        "".join(numbers[one] for one in fed.values["translators"]),
        "".join(one.removeprefix("room_") for one in fed.values["rooms"]),
    ]


def _compare_card(fed: FedPlay, turn: dict[str, Any]) -> None:
    """Let the AI turn up its card and do its first or second action, and compare it."""
    name, influence, needs, travel = turn["actions"]
    fed.until(lambda: fed.key not in ("card", "your_turn"), {"your_turn": "go_on", "card": f"card_{turn['card']}"})
    orders = " ".join(fed.lines)
    if turn["act"] == 0:
        assert fed.key == ACTION_SCREENS[name]
        assert f"at least {needs} " in orders
    assert _shown_orders(fed) == turn["focus"]
    assert turn["major"] == ("blue" if _majority(fed) else "red")
    fed.play.give("not_possible" if turn["act"] else "go_on")
    assert fed.key == "your_turn"
    lines = fed.lines
    if turn["act"] == 1:
        assert fed.headline == ACTION_SCREENS[name]
        assert ("exactly 2 of its influence" in " ".join(lines)) == (travel == "2")
        assert ("Place 1 or 2 of its influence" in " ".join(lines)) == (travel == "1/2")
    assert (PLACE_ANYWHERE in lines) == (influence == "any")
    assert _rewards(lines) == [one for one in (turn["benefit"], turn["more"]) if one]


def _majority(fed: FedPlay) -> bool:
    blue, red = fed.values["blue_cards"], fed.values["red_cards"]
    return bool(blue > red or (blue == red and fed.values["card"] in ("card_1", "card_2", "card_3")))


def _compare_rest(fed: FedPlay, turn: dict[str, Any]) -> None:
    """Let the AI rest, with or without a Caliph card, and compare it."""
    (bottom, _, dice), (name, influence, number) = turn["actions"]
    dice_before, majority = fed.values["dice_sum"], fed.values["majority"]
    assert (fed.key, bottom, majority) == ("revealed", "rest-bottom-card", turn["major"])
    assert dice == (1 if majority == "blue" else -1)
    fed.play.give(turn["rcal"] is not None)
    lines: list[str] = []
    if turn["rcal"] is not None:
        prefers = "3 VP, then 1 VP and a die" if majority == "blue" else "to retire a translator, then 1 VP"
        assert f"it prefers {prefers}" in " ".join(fed.lines)
        assert dice_before == fed.values["dice_sum"]
        fed.play.give(turn["rcal"])
    lines += fed.lines
    assert (fed.key, fed.headline) == ("your_turn", "The AI rests")
    words = " ".join(lines)
    assert ("influence on a scroll card" in words) == (name == "influence-card")
    assert (PLACE_ANYWHERE in lines) == (influence == "any")
    retired = re.findall(r"Retire the translator with the (golden cap|orange scarf)", words)
    assert retired == ([{6: "golden cap", 7: "orange scarf"}[number]] if name == "translator-retire" else [])
    assert _rewards(lines) == [one for one in (turn["benefit"], turn["more"]) if one]
    if not {"a_worker", "a_silver"} & set(turn["rcal"] or ()):  # silver moves its marker before the rest of its turn
        assert _shown_orders(fed)[:3] == turn["focus"][:3]


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    """Compare a play turn by turn; return how many turns it has."""
    fed = FedPlay(GAME, {"level": LEVELS[play["level"]]})
    fed.until("your_turn", {"table": True, "prepare": True})
    assert fed.values["dice_sum"] == play["start"]
    for turn in turns:
        _compare_your_turn(fed, turn)
        (_compare_rest if turn["rest"] else _compare_card)(fed, turn)
        assert _state(fed) == turn["its"], turn
        assert len(fed.values["cards_left"]) == turn["pile"]
    return len(turns)


@pytest.mark.parametrize(("play", "turns"), core(PLAYS[:4]), ids=LEVELS.values())
def test_the_ai_plays_as_the_helper(play: dict[str, Any], turns: list[dict[str, Any]]) -> None:
    """At each level the 25 turns of a play are the recorded ones."""
    assert _compare_play(play, turns) == 25


@pytest.mark.long
def test_the_ai_plays_as_the_helper_in_every_play() -> None:
    """All recorded turns are equal, field by field."""
    assert sum(_compare_play(play, turns) for play, turns in PLAYS) == 600


@pytest.mark.all
def test_every_field_of_the_cards_is_the_helpers() -> None:
    """The file has the helper's cards."""
    faces = bot_file(GAME).faces["cards"]
    names = {"translator-place-gold": "gold", "translator-employ": "employ", "influence-card": "influence_card"}
    for card in load_record(GAME)["cards"]:
        fields = faces[f"card_{card['id']}"].fields
        one, two = card["actions"]
        assert {
            "colour": card["color"],
            "silver": card["silverValue"],
            "first": names.get(one["action"], one["action"]),
            "needs": one.get("requireEmployedTranslators", 0) + one.get("requireScrollCardsHouseOfWisdom", 0),
            "guild": one.get("influenceBonus") == ["any"],
            "bonus": one.get("silverBonus", 0),
            "second": names.get(two["action"], two["action"]),
            "by_row": two.get("travelInfluence") == [1, 2],
            "bonus_2": two.get("silverBonus", 0),
        } == fields
    assert len(faces) == 6


# the helper's own cases
@pytest.mark.all
@pytest.mark.parametrize(
    ("played", "drawn", "before", "after"),
    [([4], 1, (0, 0), (0, 0)), ([4, 1], 3, (2, 0), (4, 0)), ([4, 1, 3, 5], 6, (5, 2), (1, 3))],
    ids=["card-1", "card-3", "card-6-wrap-over"],
)
def test_a_card_advances_the_marker(
    played: list[int], drawn: int, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """The marker advances by the silver of the card, and once round the track it brings the next reward."""
    fed = FedPlay(GAME, {"level": "scribe"})
    fed.until("your_turn", {"table": True, "prepare": True})
    fed.set(
        track=before[0] + 1,
        claimed=before[1],
        cards_played=[f"card_{n}" for n in played],
        cards_left=[f"card_{n}" for n in range(1, 7) if n not in played],
    )
    fed.play.give("go_on")
    fed.play.give(f"card_{drawn}")
    assert fed.values["track"] == after[0] + 1
    fed.play.give("not_possible")
    assert fed.values["claimed"] == after[1]
    assert _rewards(fed.lines) == (["orange"] if drawn == 6 else [])
