"""A small bot file that tests change line by line."""

SMALL = """\
format = 1
key = "crow"
title = "The Crow"
names = { near = "Near", far = "Far" }
tables = { steps = [1, 2, 3] }
dice = { hop = { label = "Hop die" } }
play = [
  { your_turn = "Take your turn", id = "your_turn" },
  { draw = "deeds", rule = "turn" },
  { do = "deed" },
  { set = { coins = "coins + 1" }, rule = "turn" },
  { end = "score", if = "coins >= 5" },
]
score = [{ id = "coins", text = "Coins", value = "coins" }]
[values]
coins = { label = "Its coins", start = "2 if hard else 0" }
stop = { flag = true }
mood = { choices = { calm = "Calm", cross = "Cross" } }
hoard = { list = "" }
[options]
hard = { label = "Hard" }
[decks.deeds]
label = "Deeds"
card = "deed"
[decks.deeds.cards]
take = { name = "Take", worth = 1, do = [{ tell = "Give it a coin", id = "take" }] }
wait = "Wait"
[rules]
turn = { text = "It turns up a card." }
"""


def changed(old: str = "", new: str = "", add: str = "") -> bytes:
    """Return the file with `old`, which occurs once, replaced by `new`, and `add` appended."""
    assert not old or SMALL.count(old) == 1, old
    return (SMALL.replace(old, new) if old else SMALL).encode() + add.encode()
