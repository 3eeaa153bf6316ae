"""The side of a bot in a file: its drawings, corrections and laws."""

from typing import Any

import pytest

from engines.botfile.side import MAX_PLACES, MAX_ROWS, MAX_TRACK_PLACES
from engines.kit.contract import GO_ON, Refused
from engines.kit.drawings import Cards, Slots, Track, describe
from engines.kit.text import ENGLISH
from tests.engines.botfile.inline_bots import Table, bot

YOURS = '{ your_turn = "Your turn" }'
DECK = '[decks.deeds]\nlabel = "Deeds"\ncard = "deed"\n[decks.deeds.cards]\n'


def _side(*parts: str, play: str = YOURS) -> Any:
    table = Table(bot(*parts, play=play))
    return table.play.engine.side(table.play.state)


def test_tracks_have_their_places() -> None:
    """A loop begins at its first place, a track at its lowest; one with too many places is a number."""
    values = (
        "[values]",
        'round = { label = "Loop", loop = 6, high = 99, start = 7 }',
        'path = { label = "Path", track = true, low = 1, high = 9, start = 3 }',
        f'far = {{ label = "Far", track = true, low = 1, high = {MAX_TRACK_PLACES + 1} }}',
        f'wide = {{ label = "Wide", track = true, low = 1, high = {MAX_TRACK_PLACES} }}',
    )
    loop, path, wide, numbers = _side(*values).parts
    assert [(0, 6, True), (2, 9, False), (0, 40, False)] == [(t.at, len(t.slots), t.loop) for t in (loop, path, wide)]
    assert isinstance(numbers, Slots)
    assert 1 == len(numbers.rows)


def test_many_numbers_are_drawn_apart() -> None:
    """Each drawing has a few rows."""
    values = "\n".join(f'v{n} = {{ label = "Value {n}" }}' for n in range(MAX_ROWS + 3))
    assert [MAX_ROWS, 3] == [len(part.rows) for part in _side(f"[values]\n{values}").parts]


def test_the_way_of_a_track_is_that_of_all_steps() -> None:
    """The first shown track that moved on is drawn, with all its steps; one that went back has no way."""
    values = (
        "[values]",
        'far = { label = "Far", track = true, high = 9, if = false }',
        'still = { label = "Still", track = true, high = 9 }',
        'path = { label = "Path", track = true, low = 1, high = 9, start = 3 }',
    )
    step = '{ set = { far = 2, still = "still + 0", path = "path + 2" } }, { set = { path = "path + 1" } }'
    track = Table(bot(*values, play=f"{step}, {YOURS}")).play.screen.drawing
    assert isinstance(track, Track)
    assert (5, 3) == (track.at, track.moved)
    back = Table(bot(*values, play=f'{{ set = {{ path = "path - 2" }} }}, {YOURS}')).play.screen.drawing
    assert isinstance(back, Track)
    assert (0, 0) == (back.at, back.moved)


def test_cards_played_are_told_last() -> None:
    """The last cards played are drawn, equal ones side by side; a deck with no card played is a line."""
    names = [f"{n} {'x' * 30}" for n in range(4)]
    cards = "\n".join(f'c{n} = "{name}"' for n, name in enumerate(names))
    draws = ", ".join(['{ draw = "deeds" }'] * 4)
    engine = bot(f"{DECK}{cards}", play=f"{draws}, {YOURS}")
    for given in (("c0", "c1", "c2", "c3"), ("c3", "c2", "c1", "c0")):
        table = Table(engine, own=True).give(*given)
        [drawing] = table.play.engine.side(table.play.state).parts
        assert isinstance(drawing, Cards)
        told = [ENGLISH.words(slot.text) for card in drawing.cards for slot in card.items]  # type: ignore[arg-type]
        assert [names[int(card[1])] for card in given[1:]] == told
    assert ["Deeds, 4 left: none."] == [ENGLISH.words(line) for line in describe(_side(f"{DECK}{cards}"))]


def test_long_lists_are_drawn_as_numbers() -> None:
    """At most `MAX_PLACES` places are drawn in all; further lists show their number of entries."""
    for ids in (20, 30):
        places = ", ".join(f'"i{n}"' for n in range(ids))
        lists = "\n".join(f'v{n} = {{ label = "List {n}", list = "all_of", start = "all_of" }}' for n in range(50))
        names = "\n".join(f'i{n} = "Id {n}"' for n in range(ids))
        side = _side(f"tables.all_of = [{places}]", f"[names]\n{names}", f"[values]\n{lists}")
        rows = [row for part in side.parts for row in part.rows]
        assert [MAX_PLACES // ids, 50] == [sum(bool(row.slots) for row in rows), len(rows)]
        assert all(row.slots or row.note for row in rows)


def test_a_side_without_anything_says_so() -> None:
    """A page is never empty."""
    assert ["It has nothing on the table."] == [ENGLISH.words(line) for line in describe(_side())]


def test_a_shuffle_of_no_cards_is_none() -> None:
    """The next draw is of the same shuffle."""
    engine = bot(f'{DECK}one = "One"', play=f'{{ shuffle = "deeds" }}, {{ draw = "deeds" }}, {YOURS}')
    assert 0 == Table(engine, own=True).ask.shuffle


TABLE = (
    'groups.nest = { label = "Its nest", follows = "It counts." }',
    "[values]",
    'x = { label = "Coins", high = 9 }',
    'y = { label = "Nuts", group = "nest" }',
    'stop = { label = "Stop", flag = true }',
    'row = { label = "Row", list = "" }',
    'hut = { label = "Hut", if = "hard" }',
    'pile = { label = "Pile", list = "", if = "x > 0 or hard" }',
    "[options]",
    'hard = { label = "Hard" }',
)


def test_values_are_corrected_group_by_group() -> None:
    """Those with a label: groups in their order, then the bot's own, its lists last; within their bounds."""
    tell = '{ tell = "Take a coin", if = "x == 0 and not stop" }'
    table = Table(bot(*TABLE, play=f"{tell}, {YOURS}"))
    fields = table.play.engine.fields(table.play.state)
    groups = [(one.name, ENGLISH.words(one.group), ENGLISH.words(one.follows)) for one in fields]
    bots = [("x", "The bot", ""), ("stop", "The bot", ""), ("row.1", "Row", "")]
    assert [("y", "Its nest", "It counts."), *bots] == groups
    table.play.correct({"y": 4})
    assert ("Take a coin", 4) == (table.headline, table.values["y"])
    table.play.correct({"stop": "yes", "x": 1})
    assert ("Your turn", True) == (table.headline, table.values["stop"])
    hard = Table(bot(*TABLE, play=f"{tell}, {YOURS}"), hard=True)
    shown = [[one.name for one in it.play.engine.fields(it.play.state)] for it in (table, hard)]
    assert [["y", "x", "stop", "row.1"], ["y", "x", "stop", "hut", "row.1", "pile.1"]] == shown
    sides = [it.play.engine.side(it.play.state).parts[0] for it in (table, hard)]
    assert [4, 6] == [len(one.rows) for one in sides if isinstance(one, Slots)]


@pytest.mark.parametrize(
    ("values", "todo", "words"),
    [
        ({"x": 10}, {}, "9"),
        ({"x": "near"}, {}, "x must be of the same kind as 0"),
        ({"x": None}, {}, "The values must be those of the file"),
        ({}, {"todo": [["play", 7]]}, "There is no step 7 of play"),
        ({}, {"todo": [["nowhere", 0]]}, "There is no step 0 of nowhere"),
    ],
)
def test_a_position_has_the_values_and_steps_of_its_file(
    values: dict[str, Any], todo: dict[str, Any], words: str
) -> None:
    """Any other is refused with what does not hold."""
    table = Table(bot(*TABLE)).give(GO_ON)
    held = {name: one for name, one in {**table.values, **values}.items() if one is not None}
    with pytest.raises(Refused, match=words):
        table.play.replace({"values": held, **todo})
