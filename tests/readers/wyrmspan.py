"""A reader of Wyrmspan: her token, cards and markers, the guild tile, and how deep his caves are."""

import random
import re
from typing import Any, ClassVar

from engines.wyrmspan.state import State
from tests.readers.reader import Reader, Table

SPACES = {
    "Plains Guild": (2, 1, 1, 1),
    "Guild of Seafarers": (1, 1, 2, 1),
    "Guild of Highlands": (1, 2, 1, 1),
    "Rainforest Guild": (1, 1, 1, 2),
}
"""Spaces of rows 1 to 4 as they are printed on the side for 1–2 players; row 5 never fills."""
UNUSED = "Position on Dragon Guild"
TRACK = 12
BROWN = 6
DEEPEST = 4
CAVES = ("Crimson Cavern", "Golden Grotto", "Amethyst Abyss")


class Player(Reader):
    """Knows caves, objectives and the guild tile as in a game of two; of the Automa only what he reads."""

    KEY = "wyrmspan"

    def __init__(self, chance: random.Random, chosen: dict[str, Any]) -> None:
        super().__init__(chance, chosen)
        self.caves = [1, 1, 1]
        self.hers = {"token": 0, "dragons": 0, "caves": 0, "ready": 0, "between": 0, "vp": 0}
        self.ranks = 0
        self.tile: list[list[str]] = [[], [], [], [], []]
        self.guild = ""
        self.coins = 0
        self.my_markers = 1
        self.row = 0
        self.deck: list[str] = []
        self.sides = [UNUSED]
        self.quantity = self.have = 0

    @classmethod
    def play(cls, seed: int) -> tuple[dict[str, Any], set[str]]:
        """Each second play is one with his own tiles and cards."""
        options, _ = super().play(seed)
        return options, {"automa", "objectives", "guild"} if seed % 2 else set()

    def table(self) -> dict[str, Any]:
        """Return the things on the table: hers, the coins on the objective, and the owners of markers on the tile."""
        return {**self.hers, "coins": self.coins, **{f"row {n}": row for n, row in enumerate(self.tile, 1)}}

    def your_turn(self) -> None:
        """A cave is excavated, or not."""
        if self.sometimes(0.35):
            shallow = [cave for cave in range(3) if self.caves[cave] < DEEPEST]
            if shallow:
                self.caves[self.chance.choice(shallow)] += 1

    # --- what he is told ---

    def lay_guild(self, name: str) -> None:
        """Lay the guild tile."""
        self.guild = name

    def place_token(self) -> None:
        """Her token begins on START."""
        self.hers["token"] = 0

    def beside_the_guild(self) -> None:
        """A marker of hers is ready."""
        self.hers["ready"] += 1

    def between_the_rounds(self, n: int) -> None:
        """A marker of hers in each gap."""
        self.hers["between"] += n

    def beside_the_rounds(self, n: int) -> None:
        """Markers for her ranks."""
        self.ranks += n

    def shuffle(self) -> None:
        """Shuffle her eight cards."""
        self.deck = list(self.seen.rows)
        assert len(self.deck) == 8
        self.chance.shuffle(self.deck)

    def put_aside(self) -> None:
        """Put one of them aside."""
        self.deck.pop()

    def move(self, n: int) -> None:
        """Move her token."""
        self.hers["token"] = (self.hers["token"] + n) % TRACK

    def put_coin(self) -> None:
        """Put a coin on the objective tile."""
        self.coins += 1

    def take_coin(self) -> None:
        """Take a coin off it."""
        assert self.coins
        self.coins -= 1

    def give_dragon(self) -> None:
        """Give her a dragon."""
        self.hers["dragons"] += 1

    def give_cave(self) -> None:
        """Give her a cave card."""
        self.hers["caves"] += 1

    def place_marker(self, row: int) -> None:
        """Put her marker on the tile."""
        assert self._free(row)
        self.tile[row - 1].append("bot")
        self.hers["ready"] -= 1

    def mark_rank(self, rank: str, vp: int) -> None:
        """Mark her rank with a marker of hers."""
        self.ranks -= 1
        assert self.ranks >= 0
        self.hers["vp"] += vp
        assert (rank == "2nd") == (self.have > self.quantity)

    def mine(self, rank: str, vp: int) -> None:
        """His own rank."""
        assert self.have
        assert vp
        assert (rank == "2nd") == (self.have < self.quantity)

    def nothing_for_me(self) -> None:
        """He has none of it."""
        assert not self.have

    def return_coins(self, n: int) -> None:
        """The coins of the objective go back."""
        assert n == self.coins
        self.coins = 0

    def marker_to_the_guild(self, *_: int) -> None:
        """A marker from between two rounds becomes ready; he has one more, too."""
        self.hers["between"] -= 1
        self.hers["ready"] += 1
        self.my_markers += 1

    # --- how things stand ---

    def stands(self, place: int) -> None:
        """Check the drawing of her token; START is place 0."""
        assert self.hers["token"] == place

    def went(self, n: int) -> None:
        """Check that the drawn move is as far as the order."""
        assert re.fullmatch(rf"Card .+: {n} steps?", self.seen.headline)

    def lies(self, row: int, spaces: str) -> None:
        """The markers in a row of the tile are drawn as they lie."""
        words = re.findall(r"(\d × )?(?:\d \()?(hers|yours)", spaces)
        owners = [owner for times, owner in words for _ in range(int(times[:1] or 1))]
        assert [{"hers": "bot", "yours": "you"}[owner] for owner in owners] == self.tile[row - 1]

    def noted(self, row: int) -> None:
        """Check the markers that he reported."""
        assert "you" in self.tile[row - 1]

    def has(self, n: int) -> None:
        """Check her number."""
        self.quantity = n

    def of_objectives(self, vp: int) -> None:
        """Her points of objectives."""
        assert vp == self.hers["vp"]

    def of_caves(self, vp: int) -> None:
        """Two points a cave card."""
        assert vp == 2 * self.hers["caves"]

    def of_steps(self, vp: int) -> None:
        """A point a step."""
        assert vp == self.hers["token"] % BROWN

    # --- what he is asked ---

    def card(self) -> str:
        """Her next card."""
        return self.deck.pop()

    def excavated(self) -> dict[str, int] | int:
        """The excavated spaces of each cave that is asked for; the others are full. The last one is a line."""
        deep = dict(zip(CAVES, self.caves, strict=True))
        asked = [cave for cave in CAVES if cave in (*self.seen.rows, *self.seen.lines)]
        assert all(deep[cave] == DEEPEST for cave in deep if cave not in asked)
        return {cave: deep[cave] for cave in asked} if self.seen.rows else deep[asked[0]]

    def which_row(self) -> str:
        """A row of the tile with a free space; what is said to be full is full."""
        full = {f"Row {n}" for n in range(1, 6) if not self._free(n)}
        assert full == set(self.seen.blocked)
        self.row = self.chance.choice([n for n in range(1, 6) if self._free(n)])
        self.tile[self.row - 1].append("you")
        self.my_markers -= 1
        return f"Row {self.row}"

    def compare(self) -> str:
        """Return how many he has of this objective."""
        most = self.quantity + ("More than" in str(self.seen.rows))
        self.have = self.chance.randint(0, most)
        if not self.have:
            return "None"
        if not self.quantity:
            self.have = 1
            return "1 or more"
        if self.have == self.quantity:
            return f"Exactly {self.quantity}"
        if self.have > self.quantity:
            return f"More than {self.quantity}"
        return "1" if self.quantity == 2 else f"1 to {self.quantity - 1}"

    def her_total(self, _: int) -> str:
        """He likes to compare, or not."""
        return self.chance.choice(self.seen.rows)

    def my_total(self) -> int:
        """Some total."""
        return self.chance.randint(60, 140)

    # --- what he reports ---

    def pass_now(self) -> bool:
        """He has no more turns, now and then."""
        return self.sometimes(0.1)

    def report_marker(self) -> bool:
        """He placed a marker, if he has one."""
        return bool(self.my_markers) and self.sometimes(0.15)

    def _free(self, row: int) -> bool:
        return row == 5 or len(self.tile[row - 1]) < SPACES[self.guild][row - 1]

    PHRASES: ClassVar[Table] = {
        # set-up
        r"Draw an? (?:objective|Dragon Guild) tile.*": None,
        r"If it is “Position on Dragon Guild”, return it and draw again\.": None,
        r"Set up for two|Place her pieces|Rules for your turns": None,
        r"Round \d objective tile: .*\.": None,
        r"Guild tile: (.*), side for 1–2 players\.": lay_guild,
        r"Choose a colour for her\. She has no player mat\.": None,
        r"Put her guild token on START\.": place_token,
        r"Put 1 marker beside the guild\.": beside_the_guild,
        r"Put 1 between the rounds on the round tracker: (\d) in all\.": between_the_rounds,
        r"Put (\d) beside the round tracker\.": beside_the_rounds,
        r"Effects of your cards never benefit her\.": None,
        r"She gains no benefits from the Dragon Guild\.": None,
        r"Put cards she takes face down beside her\.": None,
        r"(?:Discard these dragons and draw again:|Owlatic.*)": None,
        # turns
        r"Take your turn": None,
        r"You start round \d\.": None,
        r"Objective of this round: .*\.": None,
        r"Shuffle her cards .*\.": shuffle,
        r"Put 1 of them aside face down\.": put_aside,
        r"Turn up her next card\.": None,
        r"Count empty spaces, too:": None,
        "|".join(CAVES): None,
        r"Card .+: (\d) steps?": None,
        r"Move her guild token (\d) steps?\.": move,
        r"Replace the display’s 3 dragons\.": None,
        r"Put 1 coin on objective tile \d\.": put_coin,
        r"Take 1 coin off objective tile \d\.": take_coin,
        r"Give her the (?:left|middle|right) dragon and refill\.": give_dragon,
        r"Give her the (?:left|middle|right) cave card and refill\.": give_cave,
        r"Put her marker in guild row (\d), on the leftmost free space\.": place_marker,
        r"She passes(?:: ignore her last card\.|: her deck is empty\.)?": None,
        r"Ignore her last card \(pass icon\)\.": None,
        r"Her deck is empty\.": None,
        r"Take all your remaining turns\.": None,
        # the end of a round
        r"Discard down to 2 coins\.": None,
        r"Score objective \d": None,
        r"Mark her rank: (\w+), (\d) VP\.": mark_rank,
        r"She has none and scores nothing\.": None,
        r"Mark your rank: (\w+), (\d) VP\.": mine,
        r"You have none and score nothing\.": nothing_for_me,
        r"Return (\d) coins? from the objective tile\.": return_coins,
        r"Put her marker of round (\d) beside the Dragon Guild\.": marker_to_the_guild,
        # the end
        r"She has \d+ VP\. You win ties\.": None,
        r"Whoever has more VP wins\. You win ties\.": None,
        r"The Automa wins, \d+ to \d+\.": None,
        r"You win(?:, \d+ to \d+| with \d+ or more)\.": None,
        r"A tie at \d+: you win\.": None,
        r"(?:Dragons|Guild markers): \d+": None,
    }
    CHECKS: ClassVar[Table] = {
        r".*: she has (\d+)\.": has,
        r"Your marker is in guild row (\d)\.": noted,
        r"Objectives: (\d+)(?:\. Guild markers: \d+)?": of_objectives,
        r"Cave cards: (\d+)": of_caves,
        r"Steps past brown: (\d+)": of_steps,
    }
    ANSWERS: ClassVar[Table] = {
        r"Which tile\?": Reader.random_row,
        r"Which guild tile\?": Reader.random_row,
        r"Which card\?": card,
        r"Excavated spaces\?": excavated,
        r"Where is your marker\?": which_row,
        r"How many do you have\?": compare,
        r"She has (\d+) VP": her_total,
        r"Your total\?": my_total,
    }
    DRAWN: ClassVar[Table] = {
        r"Dragon Guild: at (\d+) of 11\.": stands,
        r"Moved (\d) steps?\.": went,
        r"At 0: START, brown\.|At 6: brown\.": None,
        r"Row (\d): (.*)\.": lies,
    }
    REPORTS: ClassVar[Table] = {
        r"I pass(?: \(with at most 2 coins\))?": pass_now,
        r"I placed a guild marker": report_marker,
    }


def engine_table(state: State) -> dict[str, Any]:
    """Return what the engine has for each thing on the table."""
    ended = state.round if state.scored is not None else state.round - 1
    hers = {
        "token": state.p % TRACK,
        "dragons": state.dragons,
        "caves": state.caves,
        "ready": state.markers_ready,
        "between": 3 - min(ended, 3),
        "vp": state.objective_vp,
    }
    rows = {f"row {n}": list(row) for n, row in enumerate(state.rows, 1)}
    return {**hers, "coins": state.coins, **rows}
