"""A reader of the Magpie: ledges with trinkets, coins, and what the Magpie has. The model of the other readers."""

import random
from typing import Any, ClassVar

from engines.magpie.state import State
from tests.readers.reader import Reader, Table

LEDGES = ("left", "middle", "right")
WORTH = {"Feather": 2, "Button": 4, "Key": 6}
"""The numbers printed on the charms in his box."""


class Player(Reader):
    """Knows how ledges, trinkets and coins are handled; of the Magpie only what he reads."""

    KEY = "magpie"

    def __init__(self, chance: random.Random, chosen: dict[str, Any]) -> None:
        super().__init__(chance, chosen)
        self.ledges = dict.fromkeys(LEDGES, 0)
        self.coins = 0
        self.its: dict[str, Any] = {"coins": 0, "trinkets": 0, "step": 0, "charm": ""}
        self.deeds: list[str] = []
        self.fullest: list[str] = []
        self.stolen = ""

    @classmethod
    def play(cls, seed: int) -> tuple[dict[str, Any], set[str]]:
        """Each second play is one with his own cards and dice."""
        options, _ = super().play(seed)
        return options, {"deeds", "charms", "hop", "luck"} if seed % 2 else set()

    def table(self) -> dict[str, Any]:
        """Return what the Magpie has, and his own coins."""
        return {**self.its, "purse": self.coins}

    def your_turn(self) -> None:
        """Trinkets come and go."""
        self.ledges = {ledge: self.chance.choice([0, 0, n, n + 1]) for ledge, n in self.ledges.items()}

    # --- what he is told ---

    def fill_ledges(self, n: int) -> None:
        """Put trinkets on each ledge."""
        self.ledges = dict.fromkeys(LEDGES, n)

    def take(self, n: int) -> None:
        """Take coins."""
        self.coins += n

    def give(self, n: int) -> None:
        """Give it coins of the supply."""
        self.its["coins"] += n

    def pay(self, n: int) -> None:
        """Give it coins of his own."""
        self.coins -= n
        self.its["coins"] += n

    def trade(self, coins: int, trinkets: int) -> None:
        """Put coins of it into the supply, and give it trinkets for them."""
        self.its["coins"] -= coins
        self.its["trinkets"] += trinkets

    def find(self) -> None:
        """Give it a trinket of the supply."""
        self.its["trinkets"] += 1

    def move(self, n: int) -> None:
        """Move it along the path."""
        self.its["step"] += n

    def keep_charm(self, name: str) -> None:
        """Give it the charm that came up."""
        self.its["charm"] = name

    def give_stolen(self, ledge: str) -> None:
        """Give it a trinket of a ledge, if there is one."""
        self.stolen = ledge if self.ledges[ledge] else ""
        if self.stolen:
            self.ledges[ledge] -= 1
            self.its["trinkets"] += 1

    def shuffle(self, n: int) -> None:
        """Shuffle its cards."""
        self.deeds = ["Hop", "Steal", "Toll", "Hoard"]
        assert len(self.deeds) == n
        self.chance.shuffle(self.deeds)

    # --- what he checks ---

    def check_holdings(self, trinkets: int, coins: int) -> None:
        """Check its trinkets and his coins."""
        assert (trinkets, coins) == (self.its["trinkets"], self.coins)

    # --- what he is asked ---

    def worth(self) -> int:
        """The number on the charm."""
        [name] = [name for name in WORTH if name in self.seen.lines[0]]
        return WORTH[name]

    def deed(self) -> str:
        """The next of its cards."""
        return self.deeds.pop()

    def fullest_ledges(self) -> list[str]:
        """Every ledge that no other has more trinkets than."""
        self.fullest = [ledge for ledge in LEDGES if self.ledges[ledge] == max(self.ledges.values())]
        return [f"{ledge.capitalize()} ledge" for ledge in self.fullest]

    def tied_ledge(self) -> str:
        """One of those that tie."""
        assert [f"{ledge.capitalize()} ledge" for ledge in self.fullest] == list(self.seen.rows)
        return self.chance.choice(self.seen.rows)

    def shiny(self) -> bool:
        """Return whether one of his coins shines."""
        return self.sometimes(0.5)

    def owned(self) -> dict[str, int]:
        """Return his things at the end."""
        return {"Trinkets": sum(self.ledges.values()), "Coins": self.coins}

    # --- what he reports ---

    def not_possible(self) -> bool:
        """There is no trinket to steal."""
        return not self.stolen

    def buy(self, price: int) -> bool:
        """Buy a trinket back, if he likes."""
        if not self.sometimes():
            return False
        self.coins -= price
        self.its["trinkets"] -= 1
        self.ledges[self.chance.choice(LEDGES)] += 1
        return True

    PHRASES: ClassVar[Table] = {
        r"Lay out your ledges": None,
        r"Put (\d+) trinkets on each ledge\.": fill_ledges,
        r"Take (\d+) coins\.": take,
        r"Give (?:the Magpie|it) (\d+) coins?\.": give,
        r"Turn up one charm for the Magpie\.": None,
        r"The number printed on the (?:Feather|Button|Key)\.": None,
        r"Take your turn": None,
        r"Give it the charm (\w+)\.": keep_charm,
        r"Shuffle its (\d+) cards first\.": shuffle,
        r"Turn up the Magpie’s next card\.": None,
        r"Magpie: \w+": None,
        r"Move the Magpie (\d+) steps?\.": move,
        r"Give it a trinket for the path\.": find,
        r"Tick every ledge with the most trinkets\.": None,
        r"They tie, so you choose\.": None,
        r"It steals a trinket": None,
        r"Give it a trinket of your (\w+) ledge\.": give_stolen,
        r"It wants a toll if you do\.": None,
        r"Give it (\d+) of your coins\.": pay,
        r"Trade (\d+) of its coins for (\d+) trinkets?\.": trade,
        r"The Magpie has \d+\.": None,
        r"Whoever has more points wins\. You win ties\.": None,
        r"(?:The Magpie wins|You win), \d+ to \d+\.": None,
        r"A tie at \d+: you win\.": None,
        r"(?:Trinkets|Coins|Charm): \d+": None,
    }
    CHECKS: ClassVar[Table] = {
        r"Its trinkets: (\d+)\. Your coins: (\d+)\.": check_holdings,
    }
    ANSWERS: ClassVar[Table] = {
        r"Which charm\?": Reader.random_row,
        r"What is it worth\?": worth,
        r"Which deed\?": deed,
        r"Roll the (?:hop|luck) die": Reader.random_number,
        r"Which have the most\?": fullest_ledges,
        r"Which ledge\?": tied_ledge,
        r"Do you show a shiny coin\?": shiny,
        r"How many do you pay\?": Reader.random_number,
        r"What do you have\?": owned,
    }
    REPORTS: ClassVar[Table] = {
        r"Not possible": not_possible,
        r"I buy a trinket for (\d+)": buy,
    }


def engine_table(state: State) -> dict[str, Any]:
    """Return what the engine has for each thing on the table."""
    its = {"coins": state.coins, "trinkets": state.trinkets, "step": state.step, "charm": state.charm.capitalize()}
    return {**its, "purse": state.purse}
