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
TRACK_SPACES = 12
BROWN_STEPS = 6
CAVE_SPACES = 4
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
        self.deck: list[str] = []
        self.quantity = self.my_quantity = 0

    @classmethod
    def play(cls, seed: int) -> tuple[dict[str, Any], set[str]]:
        """Return the options of a play; in every second one tiles and cards are his own."""
        options, _ = super().play(seed)
        return options, {"automa", "objectives", "guild"} if seed % 2 else set()

    def table(self) -> dict[str, Any]:
        """Return the things on the table: hers, the coins on the objective, and the owners of markers on the tile."""
        return {**self.hers, "coins": self.coins, **{f"row {n}": row for n, row in enumerate(self.tile, 1)}}

    def your_turn(self) -> None:
        """A cave is excavated, or not."""
        if self.sometimes(0.35):
            shallow = [cave for cave in range(3) if self.caves[cave] < CAVE_SPACES]
            if shallow:
                self.caves[self.chance.choice(shallow)] += 1

    # --- what he is told ---

    def lay_guild(self, name: str) -> None:
        """Lay the guild tile."""
        self.guild = name

    def place_token(self) -> None:
        """Her token begins on START."""
        self.hers["token"] = 0

    def put_ready_marker(self) -> None:
        """Put a marker of hers beside the guild, where it is ready."""
        self.hers["ready"] += 1

    def put_markers_between_rounds(self, n: int) -> None:
        """Put a marker of hers in each gap between two rounds."""
        self.hers["between"] += n

    def put_rank_markers(self, n: int) -> None:
        """Put markers for her ranks beside the round tracker."""
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
        self.hers["token"] = (self.hers["token"] + n) % TRACK_SPACES

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
        assert (rank == "2nd") == (self.my_quantity > self.quantity)

    def check_my_rank(self, rank: str, vp: int) -> None:
        """Check his own rank."""
        assert self.my_quantity
        assert vp
        assert (rank == "2nd") == (self.my_quantity < self.quantity)

    def check_nothing_scored(self) -> None:
        """Check that he has none of the objective."""
        assert not self.my_quantity

    def return_coins(self, n: int) -> None:
        """Return the coins of the objective."""
        assert n == self.coins
        self.coins = 0

    def move_marker_to_guild(self, *_: int) -> None:
        """Move her marker from between two rounds to the guild; he has one more, too."""
        self.hers["between"] -= 1
        self.hers["ready"] += 1
        self.my_markers += 1

    # --- what he checks ---

    def check_token(self, place: int) -> None:
        """Check the drawing of her token; START is place 0."""
        assert self.hers["token"] == place

    def check_move(self, n: int) -> None:
        """Check that the drawn move is as far as the order."""
        assert re.fullmatch(rf"Card .+: {n} steps?", self.seen.headline)

    def check_row(self, row: int, spaces: str) -> None:
        """Check the drawn markers in a row of the tile."""
        words = re.findall(r"(\d × )?(?:\d \()?(hers|yours)", spaces)
        owners = [owner for times, owner in words for _ in range(int(times[:1] or 1))]
        assert [{"hers": "bot", "yours": "you"}[owner] for owner in owners] == self.tile[row - 1]

    def check_my_marker(self, row: int) -> None:
        """Check that his reported marker is in that row."""
        assert "you" in self.tile[row - 1]

    def remember_quantity(self, n: int) -> None:
        """Remember her quantity of the objective."""
        self.quantity = n

    def check_objective_vp(self, vp: int) -> None:
        """Check her points for objectives."""
        assert vp == self.hers["vp"]

    def check_cave_vp(self, vp: int) -> None:
        """Check her points for cave cards: two each."""
        assert vp == 2 * self.hers["caves"]

    def check_step_vp(self, vp: int) -> None:
        """Check her points for steps: one each."""
        assert vp == self.hers["token"] % BROWN_STEPS

    # --- what he is asked ---

    def next_card(self) -> str:
        """Return her next card."""
        return self.deck.pop()

    def excavated_spaces(self) -> dict[str, int] | int:
        """Return the excavated spaces of each cave that is asked for; the others are full. A single cave is a line."""
        deep = dict(zip(CAVES, self.caves, strict=True))
        asked = [cave for cave in CAVES if cave in (*self.seen.rows, *self.seen.lines)]
        assert all(deep[cave] == CAVE_SPACES for cave in deep if cave not in asked)
        return {cave: deep[cave] for cave in asked} if self.seen.rows else deep[asked[0]]

    def which_row(self) -> str:
        """Return a row of the tile with a free space; only full rows are blocked."""
        full = {f"Row {n}" for n in range(1, 6) if not self._free(n)}
        assert full == set(self.seen.blocked)
        row = self.chance.choice([n for n in range(1, 6) if self._free(n)])
        self.tile[row - 1].append("you")
        self.my_markers -= 1
        return f"Row {row}"

    def compare_quantities(self) -> str:
        """Return how many he has of this objective."""
        most = self.quantity + ("More than" in str(self.seen.rows))
        self.my_quantity = self.chance.randint(0, most)
        if not self.my_quantity:
            return "None"
        if not self.quantity:
            self.my_quantity = 1
            return "1 or more"
        if self.my_quantity == self.quantity:
            return f"Exactly {self.quantity}"
        if self.my_quantity > self.quantity:
            return f"More than {self.quantity}"
        return "1" if self.quantity == 2 else f"1 to {self.quantity - 1}"

    def compare_totals(self, _: int) -> str:
        """Compare the totals, or not."""
        return self.chance.choice(self.seen.rows)

    def my_total(self) -> int:
        """Return some total."""
        return self.chance.randint(60, 140)

    # --- what he reports ---

    def pass_now(self) -> bool:
        """Return whether he passes, now and then."""
        return self.sometimes(0.1)

    def report_marker(self) -> bool:
        """Return whether he placed a marker; he needs one."""
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
        r"Put 1 marker beside the guild\.": put_ready_marker,
        r"Put 1 between the rounds on the round tracker: (\d) in all\.": put_markers_between_rounds,
        r"Put (\d) beside the round tracker\.": put_rank_markers,
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
        r"Mark your rank: (\w+), (\d) VP\.": check_my_rank,
        r"You have none and score nothing\.": check_nothing_scored,
        r"Return (\d) coins? from the objective tile\.": return_coins,
        r"Put her marker of round (\d) beside the Dragon Guild\.": move_marker_to_guild,
        # the end
        r"She has \d+ VP\. You win ties\.": None,
        r"Whoever has more VP wins\. You win ties\.": None,
        r"The Automa wins, \d+ to \d+\.": None,
        r"You win(?:, \d+ to \d+| with \d+ or more)\.": None,
        r"A tie at \d+: you win\.": None,
        r"(?:Dragons|Guild markers): \d+": None,
    }
    CHECKS: ClassVar[Table] = {
        r".*: she has (\d+)\.": remember_quantity,
        r"Your marker is in guild row (\d)\.": check_my_marker,
        r"Objectives: (\d+)(?:\. Guild markers: \d+)?": check_objective_vp,
        r"Cave cards: (\d+)": check_cave_vp,
        r"Steps past brown: (\d+)": check_step_vp,
    }
    ANSWERS: ClassVar[Table] = {
        r"Which tile\?": Reader.random_row,
        r"Which guild tile\?": Reader.random_row,
        r"Which card\?": next_card,
        r"Excavated spaces\?": excavated_spaces,
        r"Where is your marker\?": which_row,
        r"How many do you have\?": compare_quantities,
        r"She has (\d+) VP": compare_totals,
        r"Your total\?": my_total,
    }
    DRAWN: ClassVar[Table] = {
        r"Dragon Guild: at (\d+) of 11\.": check_token,
        r"Moved (\d) steps?\.": check_move,
        r"At 0: START, brown\.|At 6: brown\.": None,
        r"Row (\d): (.*)\.": check_row,
    }
    REPORTS: ClassVar[Table] = {
        r"I pass(?: \(with at most 2 coins\))?": pass_now,
        r"I placed a guild marker": report_marker,
    }


def engine_table(state: State) -> dict[str, Any]:
    """Return what the engine has for each thing on the table."""
    ended = state.round if state.scored is not None else state.round - 1
    hers = {
        "token": state.p % TRACK_SPACES,
        "dragons": state.dragons,
        "caves": state.caves,
        "ready": state.markers_ready,
        "between": 3 - min(ended, 3),
        "vp": state.objective_vp,
    }
    rows = {f"row {n}": list(row) for n, row in enumerate(state.rows, 1)}
    return {**hers, "coins": state.coins, **rows}
