"""A reader of Lisboa: downtown and its cubes, offices, church, shipyard, display, and Lacerda's area."""

import random
import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from engines.lisboa.state import State
from tests.readers.reader import Reader, Table
from tests.tables import lisboa as board

NOBLES = ("Builder", "Minister", "King")
FIGURES = (*NOBLES, "Treasury")
TYPES = ("gold", "cloth", "books", "tools")
FITS = {1: ("gold",), 2: ("gold", "cloth"), 3: ("cloth", "books"), 4: ("books", "tools"), 5: ("tools",)}
"""Types of store that fit in a column; the first one faces left."""
PLOTS = [row + str(column) for row in "ABCD" for column in FITS if row + str(column) != "A1"]
SPACES = ("W-D", "W-C", "W-B", "W-A", "N1", "N2", "N3", "N4", "E-A", "E-B", "E-C", "E-D")
"""Construction spaces for two, clockwise from the west end of row D."""
CUBES = ("blue", "red", "brown")
SHIPS = ("Blue ship", "Red ship", "Purple ship", "Brown ship")
"""The ships by size: 1, 2, 3, 4."""


class Player(Reader):
    """A player who knows the rules for two players, and of Lacerda only what he reads."""

    KEY = "lisboa"

    def __init__(self, chance: random.Random, chosen: dict[str, Any]) -> None:
        super().__init__(chance, chosen)
        self.board = self._set_out_the_board()
        self.tiles = {"blue": chance.randint(2, 8), "green": chance.randint(2, 8)}
        self.plans = chance.randint(4, 16)
        self.piles = dict.fromkeys(NOBLES, 2)
        self.his: dict[str, Any] = {"influence": 0, "wigs": 0, "rubble": 0, "decrees": 0, "plans": 0, "area": 0}
        self.his |= {"offices": dict.fromkeys(NOBLES, 0), "stores": dict.fromkeys(TYPES, 0)}
        self.favors: set[str] = set()
        self.ships: dict[str, int] = {}
        """His ships, and the influence on each."""
        self.helper = self.courtier = ""
        self.deck = dict.fromkeys(FIGURES, 5)
        self.treasury = self.seen_treasury = 3
        """The space of the marker, and the last one that the device knows."""
        self.news: dict[str, Any] = {}
        """The changes of his own turn that he has to report, by row."""
        self.visited = ""
        self.plot = ""
        self.tile = ""
        self.ship = ""
        """The ship that he gave last; empty if there was none."""
        self.reached = ""
        """The part of the track that the Cardinal reached or passed."""
        self.missing: set[str] = set()
        """Pieces that he was told to put in Lacerda's area, but that were gone."""

    def _set_out_the_board(self) -> board.Table:
        chance = self.chance
        return board.Table(
            plots={plot: chance.randint(1, 5) for plot in PLOTS},
            feet={str(n): self._cubes() for n in FITS},
            ends={row: self._cubes() for row in "ABCD"},
            sites={(tile, space): self._wigs_of_a_tile() for tile in ("blue", "green") for space in SPACES},
            shipyard=["Blue ship", "Red ship"],
            printed={ship: (chance.randint(0, 3), size) for size, ship in enumerate(SHIPS, 1)},
            officials=dict.fromkeys(NOBLES, 0) | {"Minister": 1},
        )

    def _wigs_of_a_tile(self) -> tuple[int, int]:
        return self.chance.randint(0, 4), self.chance.randint(0, 3)

    def _cubes(self) -> list[str]:
        return [self.chance.choice(CUBES) for _ in range(4)]

    @classmethod
    def play(cls, seed: int) -> tuple[dict[str, Any], set[str]]:
        """Return options and sources of a play; each second one has his own cards."""
        options, _ = super().play(seed)
        return options, {"helper", "courtier", "favor"} if seed % 2 else set()

    def table(self) -> dict[str, Any]:
        """Return Lacerda's things by name; a missing piece counts until it is reported."""
        unreported = {"rubble": "cube" in self.missing, "plans": "plan" in self.missing}
        return {
            **self.his,
            **{name: self.his[name] + n for name, n in unreported.items()},
            "favors": self.favors,
            "ships": set(self.ships),
            "helper": self.helper,
            "courtier": self.courtier,
            "deck": self.deck,
            "treasury": self.seen_treasury,
        }

    # --- his own turn ---

    def your_turn(self) -> None:
        """Change anything that a turn of his can change; seldom report a change that will be asked for."""
        chance, self.news = self.chance, {}
        self.visited = chance.choice((*NOBLES, "", "", "", ""))
        self.board.portfolio = min(20, self.board.portfolio + chance.choice([0, 0, 1]))
        self._use_the_board()
        if self.sometimes(0.15):
            self.board.officials[chance.choice(NOBLES)] = chance.randint(0, 3)
            self._report("My Officials changed")
        if self.sometimes(0.15):
            self.treasury = chance.randint(1, 5)
            self._report("The Treasury moved")
        if self.sometimes(0.1):
            self.news["His wigs changed"] = chance.randint(1, 4)
        if self.sometimes(0.1):
            self._move_the_cardinal()
        if self.sometimes(0.02):
            self.news["rubble set"] = True

    def _report(self, row: str) -> None:
        """Report a change, always if Lacerda followed in this turn, since it is not asked for again."""
        if self.following or self.sometimes(0.2):
            self.news[row] = True

    def _use_the_board(self) -> None:
        table = self.board
        if table.plots and self.sometimes():
            del table.plots[self.chance.choice([*table.plots])]
        table.plots = {plot: self.chance.randint(1, 5) for plot in table.plots}
        table.sites = {place: self._wigs_of_a_tile() for place in table.sites}
        table.stacks_out += [kind for kind in TYPES if kind not in table.stacks_out and self.sometimes(0.05)]
        if table.shipyard and self.sometimes(0.1):
            table.shipyard.pop(0)
        if self.sometimes(0.1):
            noble = self.chance.choice(NOBLES)
            self.piles[noble] = max(0, min(2 - (noble in self.favors), self.piles[noble] + self.chance.choice([-1, 1])))
        self.plans = max(0, self.plans - self.chance.choice([0, 0, 1]))

    def _move_the_cardinal(self) -> None:
        spaces = self.chance.randint(1, 2)
        if self.board.move_cardinal(spaces) == "influence":
            self.news["I scored the church"] = True
        if self.sometimes(0.3):
            self.news["I moved the Cardinal"] = spaces

    # --- orders ---

    def put_in_office(self, n: int) -> None:
        """Put Officials in an office."""
        self.his["offices"]["Minister"] = n

    def lay_out(self, n: int, plans: int) -> None:
        """Put the other Officials and the starting plans in his area."""
        self.his["area"] = n
        self.his["plans"] += plans

    def put_influence(self, n: int) -> None:
        """Put his marker on the influence track."""
        self.his["influence"] = n

    def put_wigs(self, n: int) -> None:
        """Put his marker on the wig track."""
        self.his["wigs"] = n

    def put_helper(self, deck: str) -> None:
        """Put his Helper above a deck."""
        self.helper = deck

    def put_courtier(self, noble: str) -> None:
        """Put his Courtier on a portrait."""
        self.courtier = noble

    def begin_building(self, tile: str, end: str) -> None:
        """Put a Public Building at an end of row D."""
        self._put_tile(tile, "E-D" if end == "east" else "W-D")

    def _put_tile(self, tile: str, space: str) -> None:
        self.board.fill_site(space)
        self.tiles[tile] -= 1
        if not self.tiles[tile]:
            self.board.sites = {place: wigs for place, wigs in self.board.sites.items() if place[0] != tile}

    def give_favor(self, noble: str) -> None:
        """Put a Royal Favor in his area, if there is one."""
        if self.piles[noble]:
            self.piles[noble] -= 1
            self.favors.add(noble)
        else:
            self.missing.add("favor")

    def return_favor(self, noble: str) -> None:
        """Put his Royal Favor back on the portrait."""
        self.favors.remove(noble)
        self.piles[noble] += 1

    def take_plan(self) -> None:
        """Put a plan in his area, if there is one."""
        if self.plans:
            self.plans -= 1
            self.his["plans"] += 1
        else:
            self.missing.add("plan")

    def move_officials(self, *offices: str) -> None:
        """Move Officials from his area to offices."""
        for noble in offices:
            self.his["area"] -= 1
            self.his["offices"][noble] += 1

    def take_ship(self) -> None:
        """Put the top ship in his area, if there is one."""
        self.ship = self.board.shipyard.pop(0) if self.board.shipyard else ""
        if self.ship:
            self.ships[self.ship] = self.board.printed[self.ship][0]

    def move_cardinal(self) -> None:
        """Move the Cardinal."""
        self.reached = self.board.move_cardinal(2)

    def raise_treasury(self) -> None:
        """Move the marker up."""
        self.treasury, self.seen_treasury = self.treasury + 1, self.seen_treasury + 1
        assert self.treasury <= 5

    def gain(self, n: int) -> None:
        """Move his influence up."""
        self.his["influence"] += n

    def pay(self, n: int, now: int) -> None:
        """Move his influence down."""
        self.his["influence"] -= n
        assert now == self.his["influence"]

    def earn(self, n: int, now: int | None = None) -> None:
        """Move his wigs up."""
        self.his["wigs"] += n
        assert now in {None, self.his["wigs"]}

    def pay_wigs(self, n: int, now: int) -> None:
        """Move his wigs down."""
        assert self.his["influence"] == 0
        self.his["wigs"] -= n
        assert now == self.his["wigs"]

    def earn_for_ten(self) -> None:
        """Move his wigs up for influence that ends on 10."""
        assert self.his["influence"] == 10
        self.his["wigs"] += 1

    def earn_for_cubes(self, n: int) -> None:
        """Move his wigs up for his cubes."""
        assert n == self.his["rubble"]
        self.his["wigs"] += n

    def take_decrees(self, n: int) -> None:
        """Put Decrees in his area."""
        self.his["decrees"] += n

    def build(self, kind: str, column: int) -> None:
        """Build a store on the plot that he chose."""
        assert column == int(self.plot[1])
        del self.board.plots[self.plot]
        self.his["stores"][kind] += 1

    def take_cube(self) -> None:
        """Give him the cheapest cube at the foot of its column or at the end of its row; in a tie the column's."""
        if self.board.take_cube(self.plot, CUBES):
            self.his["rubble"] += 1
        else:
            self.missing.add("cube")

    def open_building(self, tile: str) -> None:
        """Put a tile on its best space."""
        assert tile == self.tile
        self._put_tile(tile, self.board.best_site(tile, SPACES))

    def take_cubes(self, n: int) -> None:
        """Give him both cubes of a construction space."""
        self.his["rubble"] += n

    def discard(self, deck: str) -> None:
        """Discard a card of the display."""
        self.deck[deck] -= 1

    def shipyard_of_period_2(self) -> None:
        """Lay out the ships of the second period."""
        self.board.shipyard = ["Purple ship", "Brown ship"]

    def new_decks(self, n: int) -> None:
        """Lay out the decks of the second period."""
        assert n == len(self.deck)
        self.deck = dict.fromkeys(FIGURES, 5)

    # --- checks of sentences and drawings ---

    def check_tracks(self, influence: int, wigs: int) -> None:
        """Check his influence and wigs."""
        assert (influence, wigs) == (self.his["influence"], self.his["wigs"])

    def check_empty_deck(self) -> None:
        """Check that the deck below his Helper is empty."""
        assert not self.deck[self.helper]

    def check_helper_stays(self) -> None:
        """Check that no other deck has cards."""
        assert not any(n for deck, n in self.deck.items() if deck != self.helper)

    def check_no_cubes(self) -> None:
        """Check that he has no cubes."""
        assert not self.his["rubble"]

    def check_stores(self, *counts: int | str) -> None:
        """Check his stores of each type."""
        assert list(counts) == [self.his["stores"][kind] for kind in TYPES]

    def check_production(self, counts: str) -> None:
        """Check the stores of the types that he has."""
        assert counts == ", ".join(f"{kind} {n}" for kind, n in self.his["stores"].items() if n)

    def check_deck(self, deck: str, cards: int, others: str) -> None:
        """Check the drawing of a deck: its cards, and the figures above it."""
        places = {"Helper": self.helper, "Courtier": self.courtier}
        assert cards == self.deck[deck]
        assert [who for who, place in places.items() if place == deck] == re.findall(r"(\w+) here", others)

    def check_offices(self, *counts: int) -> None:
        """Check the drawing of his Officials."""
        assert list(counts) == [*self.his["offices"].values()]

    def check_favors(self, nobles: str) -> None:
        """Check the drawing of his Royal Favors; a missing one is not reported yet."""
        drawn = set(re.findall(r"(\w+) his", nobles))
        assert drawn == self.favors or ("favor" in self.missing and drawn > self.favors)

    def check_influence(self, n: int) -> None:
        """Check the drawing of his influence."""
        assert n == self.his["influence"]

    # --- answers ---

    def deck_drawn(self) -> str:
        """Return the deck that he drew from, once he has reported his visit."""
        visit = f"He follows to the {self.visited}"
        if self.visited and visit in self.seen.rows:
            self._begin_following()
            return visit
        decks = {f"{deck} deck: {n}": deck for deck, n in self.deck.items()}
        assert set(decks) <= set(self.seen.rows), "each deck has as many cards as it says"
        row = self.chance.choice([*(row for row in decks if row not in self.seen.blocked), "I drew no card"])
        if row in decks:
            self.deck[decks[row]] -= 1
        return row

    def top_ship(self) -> str:
        """Return the ship on top."""
        return self.ship or "No ship is there"

    def passed(self) -> str:
        """Return the part that the Cardinal reached or passed."""
        return {"influence": "The Influence icon", "treasury": "The Treasury", "nothing": "Neither"}[self.reached]

    def lines(self) -> dict[str, int]:
        """Return every number that the screen asks for."""
        return {row: self._number(row) for row in self.seen.rows}

    def _number(self, row: str) -> int:
        if row.startswith("Your Officials: "):
            return self.board.officials[row.removeprefix("Your Officials: ")]
        if row.startswith("Wigs of "):
            return self._wigs(row)
        if row.startswith("Treasury"):
            self.seen_treasury = self.treasury
        numbers: dict[str, Callable[[], int]] = {
            "Wigs on its back": self.tile_wigs,
            "Ship’s influence": lambda: self.board.printed[self.ship][0],
            "Ship’s size": lambda: self.board.printed[self.ship][1],
            "Portfolio: top row": lambda: self.board.portfolio,
            "Treasury’s space": lambda: self.treasury,
            "Treasury’s old space": lambda: self.treasury,
        }
        return numbers[row]()

    following = ""
    """The noble to whom he follows."""

    def _begin_following(self) -> None:
        self.following, self.visited = self.visited, ""

    def wigs(self) -> int:
        """Return the wigs of a store, or of a public building."""
        return self._wigs(self.seen.lines[-1])

    def _wigs(self, what: str) -> int:
        if "Store" in what:
            return self.board.plots[self.plot]
        self.tile = next(tile for tile in self.tiles if tile in what)
        return self.board.sites[self.tile, self.board.best_site(self.tile, SPACES)][0]

    def tile_wigs(self) -> int:
        """Return the number on the back of a tile; 0 if there is no tile."""
        return self.chance.randint(0, 4)

    def portfolio_influence(self) -> int:
        """Return the influence of his top row; in his own church scoring Lacerda gains it, too."""
        if any("His influence goes up" in line for line in self.seen.lines):
            gained = self.board.portfolio + sum(self.ships.values())
            self.his["influence"] = min(10, self.his["influence"] + gained)
            self.his["wigs"] += gained > 0 and self.his["influence"] == 10
        return self.board.portfolio

    def check_ships(self, n: int) -> None:
        """Check the printed values of his ships."""
        assert n == sum(self.ships.values())

    def officials(self) -> dict[str, int]:
        """Return his own Officials in each office."""
        return dict(self.board.officials)

    def my_officials(self) -> int:
        """Return his own Officials in the office that is visited."""
        return self.board.officials[self.following or self.courtier]

    def treasury_space(self) -> int:
        """Return the space of the marker."""
        return self._number("Treasury’s space")

    def spaces_moved(self) -> int:
        """Return how far he moved the Cardinal."""
        return int(self.news.pop("I moved the Cardinal"))

    def his_wigs(self) -> int:
        """Return Lacerda's wigs, with those that he earned in the player's turn."""
        self.his["wigs"] += self.news.pop("His wigs changed")
        return int(self.his["wigs"])

    def favor_back(self) -> bool:
        """Return whether the named portrait has a tile again."""
        return any(self.piles[noble] > 0 for noble in NOBLES if f"the {noble}’s portrait" in self.seen.lines[-1])

    def column(self) -> str:
        """Return the column of the best free plot for a store."""
        rows = {int(row[7]): row for row in self.seen.rows if row.startswith("Column")}
        for row in rows.values():
            kind = row.partition(": ")[2]
            if kind and not self._has_tiles(kind, int(row[7])):
                return f"No {kind.removesuffix('s')} tiles left"
        columns = [str(n) for n, kinds in FITS.items() if any(self._has_tiles(kind, n) for kind in kinds)]
        self.plot = self.board.best_plot(PLOTS, "".join(columns))
        return rows[int(self.plot[1])] if self.plot else "No free plot"

    def _has_tiles(self, kind: str, column: int) -> bool:
        return column == 5 or kind not in self.board.stacks_out

    def best(self) -> str:
        """Return the tile that is best on its best space: his wigs less his own; in a tie the first space."""
        gone = next((row for row in self.seen.rows if row.endswith("Favor left")), "")
        if gone and self._was_missing("favor"):
            self.favors.discard(gone.removeprefix("No ").partition("’")[0])
            return gone
        names = {"blue": "The blue architect’s", "green": "The green architect’s", "none": "None can be built"}
        return (names | {"same": "Both, on the same space"})[self.board.best_tile(SPACES)]

    def my_stores(self) -> dict[str, int]:
        """Return his own stores."""
        return {row: self.chance.randint(0, 4) for row in self.seen.rows}

    def my_numbers(self) -> dict[str, int]:
        """Return his numbers at the end."""
        return dict(zip(self.seen.rows, (2, 6, 15, 1), strict=True))

    def for_a_tie(self) -> Any:
        """Return the answer of his rules to a tie."""
        return 3 if self.seen.bounds else "5: second most"

    def my_wigs(self) -> int:
        """Return his own wigs."""
        return self.chance.randint(50, 150)

    # --- reports: whether he chooses a row ---

    def visit(self, noble: str) -> bool:
        """Report a visit now, or only when his card is asked for; missing pieces are reported before."""
        if self.missing or noble != self.visited or not self.sometimes(0.7):
            return False
        self._begin_following()
        return True

    def official_news(self) -> bool:
        """Report that his Officials changed."""
        return bool(self.news.pop("My Officials changed", False))

    def treasury_news(self) -> bool:
        """Report that the Treasury moved."""
        return bool(self.news.pop("The Treasury moved", False))

    def wig_news(self) -> bool:
        """Report that Lacerda earned wigs, in the player's turn or by a visit that the player followed."""
        if not self.seen.yours and self.sometimes():
            self.news["His wigs changed"] = self.chance.randint(1, 4)
        return "His wigs changed" in self.news

    def cardinal_news(self) -> bool:
        """Report that he moved the Cardinal."""
        return "I moved the Cardinal" in self.news

    def church_news(self) -> bool:
        """Report that he scored the church."""
        return bool(self.news.pop("I scored the church", False))

    def set_news(self) -> bool:
        """Report that he completed the rubble set."""
        return bool(self.news.pop("rubble set", False))

    def set_following_news(self) -> bool:
        """Never report a rubble set that he completed in Lacerda's turn."""
        return False

    def no_cube(self) -> bool:
        """Report that no cube was left."""
        return self._was_missing("cube")

    def no_plan(self) -> bool:
        """Report that no plan was left."""
        return self._was_missing("plan")

    def _was_missing(self, what: str) -> bool:
        missing = what in self.missing
        self.missing.discard(what)
        return missing

    def move_courtier(self, noble: str) -> None:
        """Move his Courtier."""
        self.courtier, self.following = noble, ""

    PHRASES: ClassVar[Table] = {
        # set-up
        r"Set up for two": None,
        r"Take the start player marker\.": None,
        r"Give Lacerda a colour, but no board, cards, money or goods\.": None,
        r"Set out his Officials": None,
        r"Put (\d+) in the Minister’s office\.": put_in_office,
        r"Put (\d+) in his area, with 8 houses and (\d+) random Starting Plans\.": lay_out,
        r"Put his influence on (\d+)": put_influence,
        r"Put his wig marker on (\d+)\.": put_wigs,
        r"No two equal Scoring tiles may touch, nor a 4 the printed 4\.": None,
        r"Draw one at random for his area\.": None,
        r"Turn up a blue card for his (?:Helper|Courtier)\b.*\.": None,
        r"Set out his pieces": None,
        r"Put an Official of a third colour above the (\w+) deck\. It is his Helper\.": put_helper,
        r"Give him the (\w+)’s Favor\.": give_favor,
        r"Put the top (blue|green) Public Building to the (east|west) of row D\.": begin_building,
        r"Discard the 2 cubes there\.": None,
        r"Put his Courtier on the (\w+)’s portrait\.": put_courtier,
        # your turn
        r"Take your turn": None,
        r"The period ends after your turn\.": None,
        r"After his turn comes the final round\.": None,
        r"Final round: you take your last turn, then he does\.": None,
        r"If he follows, say that first\.": None,
        r"You may follow his visits as usual\.": None,
        r"The space of its marker\.": None,
        r"Yours in each office\.": None,
        r"How far you moved the Cardinal\.": None,
        r"Nobles and Ships in your top row\.": None,
        r"If that ends on 10, his wigs go up 1\.": None,
        # his State action
        r"Move his Courtier to the (\w+)\.": move_courtier,
        r"Lacerda (?:builds a Store|opens a building|takes Decrees|does nothing)": None,
        r"Lacerda: (?:Officials|Plans|Ships|Production|Cardinal|Royal Favor)": None,
        r"Skip his State action \(\w+(?: Favor)?\): it is not possible\.": None,
        r"Give him the top Plan with more Officials \(tie: blue\)\.": take_plan,
        r"Put 1 of his Officials in each office: (\w+), (\w+)\.": move_officials,
        r"Put 1 of his Officials in the (\w+)’s office\.": move_officials,
        r"Lower the prices as usual\.": None,
        r"Give him the top ship\. You may use it as usual\.": take_ship,
        r"Move the Cardinal 2 spaces\.": move_cardinal,
        r"Discard the tile in front of the Cardinal\.": None,
        r"If there is no tile: 0\.": None,
        r"Score the church\. He discards no tiles\.": None,
        r"Raise the Treasury by 1\.": raise_treasury,
        r"Raise his influence by (\d+)\.": gain,
        r"It ends on 10: move his wigs up 1\.": earn_for_ten,
        r"Look on the \w+’s portrait\.": None,
        # his visit
        r"Most wigs\. Tie: top, then left\.": None,
        r"A \w+ Store in column \d\.": None,
        r"Most wigs, his minus yours\.": None,
        r"Tie: the first space clockwise from the west of row D\.": None,
        r"The (?:blue|green) architect’s tile\.": None,
        r"Yours in the \w+’s office\.": None,
        r"Build his (\w+) Store in column (\d)\.": build,
        r"Give him its cheapest cube \(tie: the column’s\), no bonus\.": take_cube,
        r"Put the (blue|green) tile on its best space\.": open_building,
        r"Give him only its (\d) cubes\.": take_cubes,
        r"Score your own Stores for it\.": None,
        r"Skip his Noble’s action: it is not possible\.": None,
        r"Move his wigs up (\d+) for the tile\.": earn,
        r"Move his wigs up (\d+), to (\d+)\.": earn,
        r"Give him the left (\d) Decrees\.": take_decrees,
        r"Lay 2 new ones at the right, never no\. 69 or 2 red meeples\.": None,
        r"Lower his influence by (\d+), to (\d+)\.": pay,
        r"Move his wigs down (\d+), to (\d+)\.": pay_wigs,
        r"Put the (\w+)’s Favor back on his portrait\.": return_favor,
        r"Discard the top (\w+) card\.": discard,
        r"There is no card below his Helper to discard\.": check_empty_deck,
        r"Move his Helper to the (\w+)\.": put_helper,
        # ends
        r"End period 1": None,
        r"Discard the cards of the display\.": None,
        r"Move his wigs up (\d+), 1 for each cube\.": earn_for_cubes,
        r"Move your own wigs up 3 for each rubble set\.": None,
        r"Discard the ships left in the shipyard\.": None,
        r"Put the brown ship there and the purple one on top\.": shipyard_of_period_2,
        r"Begin period 2": None,
        r"Fill your hand to 5 with purple cards\.": None,
        r"Put the (\d) brown decks on the display\.": new_decks,
        r"Refill the church tiles and the Decrees\.": None,
        r"His Helper and his Courtier stay\.": None,
        r"Score yourself as in a game for two\.": None,
        r"Hired Officials are those in Public Buildings\.": None,
        r"Most .* both have \d+\.": None,
        r"Your rules for ties say what he gets\.": None,
        r"Your wigs, with all that you score at the end\.": None,
        r"(?:Fester|Court Servant|King's Favorite|Marquis' Right Hand|No title)": None,
        r"You have \d+ wigs, Lacerda \d+\.": None,
        r"Because of: .*\.": None,
        r"The table of titles names none\.": None,
        r"There is no better title\.": None,
        r"For (?:Court Servant|King's Favorite|Marquis' Right Hand) you need: .*\.": None,
        r"His (?:track|Stores|Decrees|Officials) \d+, .*\.": None,
        r"Your place at court needs .*": None,
    }
    CHECKS: ClassVar[Table] = {
        r"He has influence (\d+), wigs (\d+)\.": check_tracks,
        r"His Helper stays: no other deck has cards\.": check_helper_stays,
        r"He has no cubes to score\.": check_no_cubes,
        r"His Stores: gold (\d+), cloth (\d+), books (\d+), tools (\d+)\.": check_stores,
        r"Put the goods of his Stores \((.*)\) in his area\.": check_production,
        r"His influence goes up by it and (\d+) for his ships\.": check_ships,
    }
    ANSWERS: ClassVar[Table] = {
        r"His Royal Favor\?": Reader.random_row,
        r"Who is on the card\?": Reader.random_row,
        r"Where did you draw\?": deck_drawn,
        r"His wigs now\?": his_wigs,
        r"The Treasury now\?": treasury_space,
        r"Your Officials now\?": officials,
        r"Your Officials\?": my_officials,
        r"How many spaces\?": spaces_moved,
        r"Portfolio influence\?": portfolio_influence,
        r"Which ship is on top\?": top_ship,
        r"What did he reach or pass\?": passed,
        r"Wigs on its back\?": tile_wigs,
        r"What does he (?:get|pay)\?": lines,
        r"His wigs for it\?": wigs,
        r"Is there a Favor again\?": favor_back,
        r"Where is his best plot\?": column,
        r"Which tile is best\?": best,
        r"Your Stores\?": my_stores,
        r"What do you have\?": my_numbers,
        r"His wigs for the tie\?": for_a_tie,
        r"Your total\?": my_wigs,
    }
    DRAWN: ClassVar[Table] = {
        r"(\w+): Cards (\d)((?:, \w+ (?:here|before))*)\.": check_deck,
        r"Officials: Builder (\d), Minister (\d), King (\d)\.": check_offices,
        r"Favors: (.*)\.": check_favors,
        r"Influence: at (\d+) of 10\.": check_influence,
        r"(?:Yours|Store|Treasury|Cardinal|Moved|Places|At \w)\b.*": None,
    }
    REPORTS: ClassVar[Table] = {
        r"He follows to the (\w+)": visit,
        r"My Officials changed": official_news,
        r"The Treasury moved": treasury_news,
        r"His wigs changed": wig_news,
        r"I moved the Cardinal": cardinal_news,
        r"I scored the church": church_news,
        r"I have a (?:2nd|4th) rubble set": set_news,
        r"(?:2nd|4th) rubble set in his turn": set_following_news,
        r"No cube was left": no_cube,
        r"No Plan was left": no_plan,
    }


def engine_table(state: State) -> dict[str, Any]:
    """Return the same things from the state of the engine."""
    names = {"builder": "Builder", "marquis": "Minister", "king": "King", "treasury": "Treasury"}

    def by_name(figures: Iterable[str], values: list[int]) -> dict[str, int]:
        return {names[figure]: n for figure, n in zip(figures, values, strict=True)}

    return {
        "influence": state.influence,
        "wigs": state.wigs,
        "rubble": state.rubble,
        "decrees": state.decrees,
        "plans": state.plans,
        "area": state.area,
        "offices": by_name(["builder", "marquis", "king"], state.off_L),
        "stores": {kind: state.stores.of(kind) for kind in ("gold", "cloth", "books", "tools")},
        "favors": {names[noble] for noble in state.favors},
        "ships": {f"{ship.colour.capitalize()} ship" for ship in state.ships},
        "helper": names[state.helper],
        "courtier": names[state.courtier],
        "deck": by_name(names, state.deck),
        "treasury": state.treasury,
    }
