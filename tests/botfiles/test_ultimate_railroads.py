"""Emil in a file blocks the spaces that he blocks in brdgm/ultimate-railroads-solo-helper, and passes when he does.

`cards`: the helper's data; all else names a card by its place there. A play: `modules`, `rounds`, and `decks`, his
cards in order for each round. A turn of his: `r` of `n` rounds; `tracks`, how many colours the player has; his
`workers` of `total`; `no`, the cards whose space was taken; what he `does`, a card, "none" without workers, "empty"
without cards; `count` and `place` of that card; `pile` and `seen`, cards not drawn and drawn; `left`, his workers
after it. What the player then says: `unlocked` a track colour, `toy`, a worker for Emil; at the `end` of a round
`gain` such workers, `totalAfter`.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays
from tests.core import core

GAME = "ultimate-railroads"
CARDS = load_record(GAME)["cards"]
CARD_IDS = {
    "build-locomotive-and-factory": "loc_and_factory",
    "build-locomotive-or-factory": "loc_or_factory",
    "build-track-level1-3step": "wooden_3",
    "build-track-level2-3step": "green_3",
    "build-track-level3-1step": "bronze_1",
    "build-track-level3-2step": "bronze_2",
    "build-track-level4-1step": "silver_1",
    "build-track-level4-2step": "silver_2",
    "build-track-level5-1step": "gold_1",
    "build-track-level5-2step": "gold_2",
    "build-track-wild-2step": "any_2",
    "doubler": "doubler",
    "hire-engineer": "hire",
    "industry-1step": "industry_1",
    "industry-2step": "industry_2",
    "use-engineer-light-side": "light_side",
    "module-coal": "coal_card",
    "module-manufactory-train": "train_card",
}
NAMES = [CARD_IDS[card["id"]] for card in CARDS]
POINTS = {6: "below_50", 7: "below_150", 8: "from_150"}
PLAYS = list(recorded_plays(GAME))


def _answers(deck: Iterator[str], **more: Any) -> dict[str, Any]:
    return {"board_up": True, "workers_up": True, "card": lambda: next(deck), **more}


def _order_start(card: dict[str, Any]) -> str:
    """Return the first words of a card's order."""
    match card["placement"]:
        case "coin":
            return "Put 1 coin from the supply "
        case "worker-coin":
            return f"Put {card['workerCount']} of his workers and 1 coin from the supply "
        case _:
            return f"Put {card['workerCount']} of his workers on "


def _compare_turn(fed: FedPlay, turn: dict[str, Any], deck: Iterator[str]) -> None:
    """Play a recorded turn of Emil, compare it, and report what the player did then."""
    answers, where = _answers(deck), f"play {turn['p']}, round {turn['r']}"
    fed.until(lambda: fed.key in ("your_turn", "alone"), answers)
    for card in turn.get("no", []):
        assert fed.values["card"] == NAMES[card], where
        fed.play.give("taken")
        fed.until(lambda: fed.key in ("your_turn", "alone"), answers)
    values = fed.values
    state = (values["round"], values["rounds"], values["track"], values["all_workers"], values["workers"])
    assert state == (turn["r"], turn["n"], turn["tracks"], turn["total"], turn["left"]), where
    if isinstance(turn["does"], str):
        _compare_pass(fed, turn, where)
        return
    card = CARDS[turn["does"]]
    assert (values["card"], fed.key) == (NAMES[turn["does"]], "your_turn"), where
    assert (len(values["cards_left"]), len(values["cards_played"])) == (turn["pile"], turn["seen"]), where
    assert (turn["count"], turn["place"]) == (card["workerCount"], card["placement"])
    assert any(line.startswith(_order_start(card)) for line in fed.lines), where
    if "unlocked" in turn:
        fed.play.give(f"track_{turn['tracks'] + 1}")
    if "toy" in turn:
        fed.play.give(f"at_{50 if turn['total'] == 6 else 150}")
    fed.play.give("go_on")


def _compare_pass(fed: FedPlay, turn: dict[str, Any], where: str) -> None:
    """Check that he passes, for lack of workers or of usable cards as recorded."""
    if fed.key == "your_turn":
        fed.play.give("go_on")
    assert (fed.key, fed.headline) == ("alone", "Emil passes"), where
    tracks = bot_file(GAME).faces["cards"]
    usable = [card for card in fed.values["cards_left"] if tracks[card].fields.get("track", 0) <= turn["tracks"]]
    assert bool(usable) == (turn["does"] == "none"), where
    if "toy" in turn:
        fed.play.give(f"more_at_{50 if turn['total'] == 6 else 150}")
        return
    fed.play.give("go_on")
    assert "end" in turn, where
    if turn["r"] < turn["n"]:
        fed.until("card", {"round_over": True, "your_points": POINTS[turn["totalAfter"]]})


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    """Compare a play turn by turn; return how many turns it has."""
    modules = play["modules"]
    fed = FedPlay(GAME, {"coal": "coal" in modules, "trains": "manufactory-train" in modules})
    decks = iter([iter([NAMES[int(card)] for card in deck.split()]) for deck in play["decks"]])
    deck = next(decks)
    for before, turn in zip([turns[0], *turns], turns, strict=False):
        if before["r"] < turn["r"]:
            deck = next(decks)
        _compare_turn(fed, turn, deck)
    hired = sum(turn["does"] == NAMES.index("hire") for turn in turns)
    assert (fed.key, fed.values["engineers"]) == ("final", hired)
    return len(turns)


@pytest.mark.all
def test_cards_are_those_of_the_helper() -> None:
    """Each field of each card is the helper's, and the cards of a module are only in plays with it."""
    faces = bot_file(GAME).faces["cards"]
    for card in CARDS:
        fields, track = faces[CARD_IDS[card["id"]]].fields, int(card.get("track", "level0")[-1])
        assert (fields.get("workers", 0), fields.get("track", 0)) == (card["workerCount"], track)
    for modules in ({}, {"coal": True}, {"trains": True}):
        fed = FedPlay(GAME, modules)
        names = {"coal": "coal", "manufactory-train": "trains"}
        wanted = [CARD_IDS[one["id"]] for one in CARDS if all(names[it] in modules for it in one.get("module", []))]
        assert sorted(fed.values["cards_left"]) == sorted(wanted)


@pytest.mark.parametrize(("play", "turns"), core(PLAYS[:4], PLAYS[3]), ids=["base", "coal", "trains", "both"])
def test_emil_decides_as_the_helper(play: dict[str, Any], turns: list[dict[str, Any]]) -> None:
    """With each of the modules his turns in all rounds are the recorded ones."""
    assert _compare_play(play, turns) > 25


@pytest.mark.long
def test_emil_decides_as_the_helper_in_every_play() -> None:
    """All recorded turns are equal, field by field."""
    assert sum(_compare_play(play, turns) for play, turns in PLAYS) == 873
