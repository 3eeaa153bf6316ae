"""Lists, cards and places of a bot in a file, as the player corrects them: a card is in one place."""

from typing import Any

import pytest

from engines.kit.contract import GO_ON, Refused
from engines.kit.text import ENGLISH
from tests.engines.botfile.inline_bots import Table, bot

YOURS = '{ your_turn = "Your turn", lines = ["It leads with {lead}, in {spot}."] }'
CARDS = """
groups.nest = { label = "Its nest", follows = "It counts." }
[names]
north = "North"
south = "South"
[tables]
spots = ["north", "south"]
[values]
row = { label = "Its row", list = "deeds", group = "nest", word = "its row" }
pile = { label = "Its pile", list = "deeds" }
way = { label = "Its way", list = "spots", start = ["north", "north"] }
lead = { label = "Its lead", of = "deeds", word = "its lead" }
spot = { label = "Its spot", of = "spots" }
third = {}
[decks.deeds]
label = "Deeds"
card = "deed"
[decks.deeds.cards]
hop = { name = "Hop", n = 2, worth = 3 }
sing = { name = "Sing", worth = 5 }
nap = "Nap"
"""
DEALT = '{ draw = "deeds", to = "row" }, { draw = "deeds", to = "row" }'


def _table(play: str = f"{DEALT}, {YOURS}") -> Table:
    """Return a play whose row is Hop, Sing; left are Hop and Nap."""
    return Table(bot(CARDS, play=play), own=True).give("hop_1", "sing")


def _card_lists(table: Table) -> dict[str, list[str]]:
    return {name: table.values[name] for name in ("deeds_left", "deeds_played", "row", "pile")}


def _fields(table: Table) -> dict[str, Any]:
    return {one.name: one for one in table.play.engine.fields(table.play.state)}


def _choices(table: Table, name: str) -> list[str]:
    return [choice.id for choice in _fields(table)[name].choices]


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({"row.1": "nap"}, (["hop_2", "hop_1"], [], ["nap", "sing"], [])),
        ({"row.1": "sing"}, (["hop_2", "nap"], [], ["sing", "hop_1"], [])),
        ({"row.2": "hop"}, (["sing", "nap"], [], ["hop_1", "hop_2"], [])),
        ({"row.1": "hop"}, (["hop_2", "nap"], [], ["hop_1", "sing"], [])),
        ({"row.3": "nap"}, (["hop_2"], [], ["hop_1", "sing", "nap"], [])),
        ({"row.3": "hop"}, (["nap"], [], ["hop_1", "sing", "hop_2"], [])),
        ({"row.1": "none"}, (["hop_2", "nap"], ["hop_1"], ["sing"], [])),
        ({"row.1": "none", "pile.1": "sing"}, (["hop_2", "nap"], ["hop_1"], [], ["sing"])),
        ({"row.1": "none", "row.2": "hop"}, (["hop_2", "nap"], [], ["sing", "hop_1"], [])),
    ],
)
def test_a_card_that_is_corrected_into_a_list_leaves_its_place(
    values: dict[str, str], wanted: tuple[list[str], ...]
) -> None:
    """The card it replaces takes its old place; a removed card joins those played; the others keep their order."""
    table = _table()
    for name, value in values.items():
        table.play.correct({name: value})
    left, played, row, pile = wanted
    assert {"deeds_left": left, "deeds_played": played, "row": row, "pile": pile} == _card_lists(table)


def test_a_card_that_was_in_no_list_can_be_corrected_into_one() -> None:
    """The one that it replaces goes to those played."""
    gone = f'{DEALT}, {{ move = "hop_1", from = "row" }}, {YOURS}'
    table = _table(gone)
    table.play.correct({"row.2": "hop"})
    assert (["nap"], ["sing", "hop_2"]) == (table.values["deeds_left"], table.values["row"])
    table.play.correct({"row.1": "hop"})
    assert (["nap"], ["sing"], ["hop_1", "hop_2"]) == (
        table.values["deeds_left"],
        table.values["deeds_played"],
        table.values["row"],
    )


def test_a_list_has_its_places_and_one_to_add_to() -> None:
    """Below the numbers, under its own label; each has the cards that can be there, copies of a card once."""
    table = _table()
    said = [(one.name, ENGLISH.words(one.label), ENGLISH.words(one.group)) for one in _fields(table).values()]
    row = [(f"row.{n}", f"Its row, place {n}", "Its row") for n in (1, 2, 3)]
    single = [("lead", "Its lead", "The bot"), ("spot", "Its spot", "The bot")]
    way = [(f"way.{n}", f"Its way, place {n}", "Its way") for n in (1, 2, 3)]
    assert [*row, *single, ("pile.1", "Its pile, place 1", "Its pile"), *way] == said
    assert ["none", "hop", "sing", "nap"] == _choices(table, "row.1")
    assert ["none", "hop", "nap"] == _choices(table, "row.3")
    assert "It counts. A card that you take out goes to those played." == ENGLISH.words(_fields(table)["row.1"].follows)
    with pytest.raises(Refused):
        table.play.correct({"row.3": "sing"})


def test_a_list_with_all_cards_has_no_place_to_add_to() -> None:
    """There is nothing that could be added."""
    table = _table()
    for place, card in ((3, "nap"), (4, "hop")):
        table.play.correct({f"row.{place}": card})
    assert ["row.1", "row.2", "row.3", "row.4"] == [name for name in _fields(table) if name.startswith("row.")]


def test_a_list_of_ids_can_have_one_twice() -> None:
    """Its places are set one by one; nothing leaves another place."""
    table = _table()
    assert ["none", "north", "south"] == _choices(table, "way.1")
    table.play.correct({"way.2": "south"})
    table.play.correct({"way.3": "south"})
    table.play.correct({"way.1": "none"})
    assert ["south", "south"] == table.values["way"]


def test_a_value_that_holds_a_card_begins_empty() -> None:
    """It is said by the name of the card, has its fields, does its steps, and is corrected among the cards."""
    steps = '{ set = { lead = "last(row)", spot = "south" } }, { say = "Worth {lead_worth}.", if = "lead == sing" }'
    table = _table(f'{DEALT}, {{ say = "It leads.", if = "lead == none" }}, {steps}, {YOURS}')
    assert ["It leads.", "Worth 5.", "It leads with Sing, in South."] == table.lines
    assert ["none", "hop", "sing", "nap"] == _choices(table, "lead")
    table.play.correct({"lead": "hop"})
    assert ("hop_1", "It leads with Hop, in South.") == (table.values["lead"], table.lines[-1])
    table.play.correct({"lead": "none"})
    table.play.correct({"spot": "none"})
    assert ("", "", "It leads with none, in none.") == (table.values["lead"], table.values["spot"], table.lines[-1])
    saved = table.play.engine.decode(table.play.engine.encode(table.play.state))
    assert saved == table.play.state


def test_a_value_that_holds_a_card_takes_no_other_id() -> None:
    """A place is no card."""
    with pytest.raises(Refused, match="lead cannot be set to north"):
        _table(f'{DEALT}, {{ set = {{ lead = "first(spots)" }} }}, {YOURS}')


def test_a_deck_without_cards_is_not_asked_for_one() -> None:
    """A correction that takes the last card of a deck leads on from the step that waits for it."""
    play = f'{DEALT}, {{ draw = "deeds", to = "row" }}, {{ draw = "deeds" }}, {YOURS}'
    table = _table(play).give("nap")
    table.play.correct({"row.4": "hop"})
    assert "Your turn" == table.headline


def test_a_list_that_is_too_short_after_a_correction_stops_no_play() -> None:
    """A missing entry is an empty id, and a step that cannot use it changes nothing."""
    steps = (
        '{ set = { third = "row[3] + 1", lead = "row[2]", spot = "first(row)" } }, { move = "row[2]", from = "row" }, '
        '{ move = "sing", from = "row", to = "pile" }, { set = { way = "row[9]" } }'
    )
    table = _table(f"{DEALT}, {YOURS}, {steps}")
    table.play.correct({"spot": "north"})
    with pytest.raises(Refused, match="row has no entry 3"):
        table.give(GO_ON)
    table.play.correct({"row.2": "none"})
    table.give(GO_ON)
    assert ("", "north", 0) == tuple(table.values[name] for name in ("lead", "spot", "third"))
    assert (["hop_1"], [], ["north", "north"]) == tuple(table.values[name] for name in ("row", "pile", "way"))
