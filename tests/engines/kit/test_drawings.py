"""Drawings say in words all that they show."""

import pytest

from engines.kit.drawings import Card, Cards, Drawing, Grid, Mark, Row, Side, Slot, Slots, Track, describe, legend
from engines.kit.text import ENGLISH, Icon, Text

BROWN = Slot(shaded=True, said=Text("brown"))
WORKER = Slot("B", mark=Mark.TOKEN, said=Text("his worker"))
CASTLE = Slot(Text("Castle"), Icon.HATCH_SOLID, Mark.TICK)


def words(shown: Drawing | Side) -> list[str]:
    """Return the sentences of a drawing in English."""
    return [ENGLISH.words(sentence) for sentence in describe(shown)]


def test_a_track_says_where_the_token_is() -> None:
    """A place is called by its text, or its number from 1, as is the last; places that are alike are said together."""
    loop = Track(Text("Guild"), (BROWN, Slot(), BROWN, Slot(mark=Mark.YOURS)), 2, 2, loop=True)
    assert ["Guild: at 3 of 4.", "Moved 2 steps.", "At 1, 3: brown.", "At 4: you."] == words(loop)
    assert ["Year: at Fall of 2.", "Places: Spring, Fall."] == words(Track("Year", (Slot("Spring"), Slot("Fall")), 1))
    assert ["Points: at 0 of 5.", "At 5: locked."] == words(
        Track(Text("Points"), (Slot(0), Slot(5, mark=Mark.LOCKED)), 0)
    )


def test_rows_say_their_places() -> None:
    """Neighbours that are alike are counted; `said` stands for a piece, but not for a sign."""
    locked = Slot(said=Text("grape"), mark=Mark.LOCKED)
    rows = (
        Row(Text("Spaces"), (Slot("A"), WORKER, Slot("C", mark=Mark.WAS), Slot(), Slot()), Text("3 lira")),
        Row(Text("Goods"), (locked, Slot(2, Icon.DIE_2))),
        Row(Text("Silver"), note=2),
        Row(Text("Tiles")),
    )
    assert [
        "Spaces: A, B (his worker), C (before), 2 × empty (3 lira).",
        "Goods: grape, locked, 2.",
        "Silver: 2.",
        "Tiles: none.",
    ] == words(Slots(rows))


def test_cards_say_their_items() -> None:
    """The head of a card is its title, its value, and whether it is the active one."""
    cards = (Card("Left", 17, (CASTLE, Slot(Text("Mine"), mark=Mark.NEXT)), active=True), Card("Right"))
    assert ["Left, 17, active: Castle (done), Mine (next).", "Right: none."] == words(Cards(cards))


def test_a_board_names_its_filled_places() -> None:
    """A place of a board is called by its column; those that are empty are not said."""
    tower = Slot(said=Text("tower"), icon=Icon.FLAG)
    board = Grid(("A", "B"), (Row(1, (tower, Slot(mark=Mark.LOCKED))), Row(2, (Slot(), Slot()))))
    assert ["1: A tower, B locked.", "2: none."] == words(board)


def test_a_side_says_its_parts() -> None:
    """A side is described by its lines and the sentences of its drawings, in their order."""
    side = Side(Text("His side"), (Text("Silver: 2."), Cards((Card("Left"),)), Text("No goods.")))
    assert ["Silver: 2.", "Left: none.", "No goods."] == words(side)


@pytest.mark.parametrize("slot", [{"icon": Icon.COIN}, {"shaded": True}, {"shaded": True, "text": "A"}])
def test_nothing_is_drawn_without_words(slot: dict[str, object]) -> None:
    """A shade always needs words; an icon needs them if there is no text beside it."""
    with pytest.raises(ValueError, match="has no words"):
        Slot(**slot)  # type: ignore[arg-type]


def test_a_board_has_whole_rows() -> None:
    """A row of a board has a place for each column."""
    with pytest.raises(ValueError, match="has not 2 places"):
        Grid(("A", "B"), (Row(1, (Slot(),)),))


def test_places_are_numbered_from_the_first() -> None:
    """A track can begin at 0."""
    assert ["Guild: at 1 of 3.", "At 0: brown."] == words(Track("Guild", (BROWN, *[Slot()] * 3), 1, loop=True, first=0))


def test_a_legend_names_each_sign_once() -> None:
    """Pieces come first. Words are of the icon, else of the shade, the mark or the text; a mark has its own without."""
    sold = Slot(2, mark=Mark.NEXT, said=Text("sold"))
    flag = Slot(icon=Icon.FLAG, shaded=True, said=Text("START"))
    mine = Slot(3, Icon.HATCH_DOTS, Mark.TICK, said=Text("mines"))
    parts = (
        Text("A line."),
        Slots((Row("Goods", (sold, Slot(3, mark=Mark.NEXT), mine, Slot(1, Icon.COIN))),)),
        Track("Ring", (flag, BROWN, Slot("T", said=Text("Treasury")), Slot(mark=Mark.YOURS)), 1, 1, loop=True),
        Grid(("A", "B"), (Row(1, (WORKER, Slot(mark=Mark.LOCKED, said=Text("out")))),)),
        Cards((Card("Left", items=(CASTLE,), active=True),)),
    )
    found = legend(Side(Text("Side"), parts))
    assert found is not None
    signs = [(one.slot.mark or one.slot.icon or one.slot.text or one.slot.shaded, one.active) for one in found.signs]
    assert {
        "the bot’s piece": (Mark.TOKEN, False),
        "place of the bot’s piece": (Mark.TOKEN, False),
        "sold, next": (Mark.NEXT, False),
        "mines": (Icon.HATCH_DOTS, False),
        "done": (Mark.TICK, False),
        "where it was before": (Mark.WAS, False),
        "START": (Icon.FLAG, False),
        "brown": (True, False),
        "Treasury": ("T", False),
        "your piece": (Mark.YOURS, False),
        "out": (Mark.LOCKED, False),
        "active": (False, True),
    } == dict(zip(words(found), signs, strict=True))
    assert words(found)[:2] == ["the bot’s piece", "place of the bot’s piece"]


def test_a_side_without_signs_has_no_legend() -> None:
    """Numbers and names explain themselves."""
    assert legend(Side(Text("Side"), (Text("A line."), Slots((Row("Goods", (Slot(1), Slot("B"))),))))) is None
