"""A reader of Pampero: the board with contracts and his own pieces, the bonus board, and VJ's things."""

import random
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar

from engines.pampero.state import State
from tests.contract.walk import luck
from tests.engines.pampero.random_cards import CardMaker
from tests.engines.pampero.turns import (
    ALL_LOCKED,
    CANNOT_PAY,
    CHEAPEST,
    CONTRACT_AVAILABLE,
    ENERGY_BELOW_10,
    EYE,
    RIGHTMOST,
    TWO_MARKETS,
    USUAL_ICONS,
    YOU_CHOOSE,
    Data,
    card,
    contract,
    deck,
    row,
    tower,
    wind,
)
from tests.readers.reader import Reader, Table
from tests.tables import pampero as board

TYPES = ("tourism", "industrial", "commercial", "residential")
"""The income tracks of his box, from the top."""
ZONE_SIZES = ((3, 2, 1), (3, 2, 1), (2, 2, 2), (4, 1, 1))
"""The numbers of sectors in zones A, B and C that a box may have."""
NO_TRACK = "no track"
PRICES = {"A": 8, "B": 10, "C": 17}
COUNT_WORDS = {"one": "Exactly one", "several": "Several", "none": "None"}
ICONS_IN_WORDS = {
    r"your most wind farms, towers and transformers": "you_most_structures",
    r"your most bulldozers": "you_most_dozers",
    r"most (.*) icons on .*": "most_icons",
    r"the cheapest contract": "cheapest",
    r"any (.*) contract": "is_type",
    r"one you choose": "you_choose",
}


MARKETS_WANTED = {"kind": "contract_available", "any_of": [TWO_MARKETS]}
RESIDENTIAL_ICONS = {"icon": "most_icons", "type": "residential", "on": ["contract", "connection"]}
COMPLETE_CARDS = (
    card("a", wind(ENERGY_BELOW_10), tower(ALL_LOCKED), contract(CONTRACT_AVAILABLE), majority="wind_farms"),
    card(
        "b",
        tower(
            ALL_LOCKED,
            row("A", RESIDENTIAL_ICONS, USUAL_ICONS[1], YOU_CHOOSE),
            row("B", CHEAPEST, EYE),
            row("C", YOU_CHOOSE),
        ),
        contract(CONTRACT_AVAILABLE, row("B", CHEAPEST, EYE), row("A", CHEAPEST, RIGHTMOST), row("C", CHEAPEST)),
        wind(ENERGY_BELOW_10),
        majority="network_tiles",
    ),
    card("c", contract(MARKETS_WANTED), tower(ALL_LOCKED), wind(CANNOT_PAY)),
)
"""Made-up cards without unknown cells, of the kinds that the book describes."""
PRINTED_CARDS = (
    COMPLETE_CARDS[0],
    card(
        "b",
        tower(
            ALL_LOCKED,
            row("A", RESIDENTIAL_ICONS, USUAL_ICONS[1], YOU_CHOOSE),
            row("B", CHEAPEST, EYE),
            row("C", YOU_CHOOSE),
        ),
        contract(MARKETS_WANTED, row("B", EYE), row("A", TWO_MARKETS, RIGHTMOST), row("C")),
        wind(ENERGY_BELOW_10, row("A", CHEAPEST | {"back": [RESIDENTIAL_ICONS]}, EYE, YOU_CHOOSE), row("C", RIGHTMOST)),
        majority="network_tiles",
    ),
    card(
        "7",
        contract(
            CONTRACT_AVAILABLE,
            row("B"),
            row("A", CHEAPEST | {"back": [TWO_MARKETS | {"back": []}]}, RIGHTMOST),
            row("C", EYE),
        ),
        tower(ALL_LOCKED, row("A", {"icon": "custom", "back": [RESIDENTIAL_ICONS]}, YOU_CHOOSE)),
        wind(CANNOT_PAY),
    ),
)
"""Printed cards as he has them: the two that the device knows in part, and one that it does not know."""
ACTION_NAMES = {"wind": "Build a wind farm", "tower": "Build a tower", "contract": "Fulfil a contract"}
CONDITION_NAMES = {
    "energy_lt": "Energy below a number",
    "all_transformers_locked": "All transformers locked",
    "cannot_pay_contract": "Cannot pay a contract",
    "contract_available": "A contract is available",
}
ICON_NAMES = {
    "is_type": "A contract type",
    "icons_at_least": "Icons of a type",
    "custom": "Something else",
    "you_most_structures": "Your most structures",
    "you_most_dozers": "Your most bulldozers",
    "most_icons": "Most icons of a type",
    "cheapest": "Cheapest contract",
    "rb": "VJ’s rightmost marker",
    "eye": "The eye",
    "you_choose": "You choose",
}
"""The words on the screen for the icons on a card."""


class Player(Reader):
    """Knows the two-player game: sites, contracts, columns, markers; about VJ he knows only what he reads."""

    KEY = "pampero"

    def __init__(self, chance: random.Random, chosen: dict[str, Any]) -> None:
        super().__init__(chance, chosen)
        sizes = chance.choice(ZONE_SIZES)
        self.zones = {zone: sector_names(zone, n) for zone, n in zip("ABC", sizes, strict=True)}
        self.sectors = tuple(sector for zone in self.zones.values() for sector in zone)
        self.columns = [chance.randint(0, 4) for _ in range(7)]
        self.board = self._set_out_the_board()
        self.vj: Counter[str] = Counter()
        self.wind: Counter[str] = Counter()
        self.towers: Counter[str] = Counter()
        self.transformers: Counter[str] = Counter()
        self.income: Counter[str] = Counter()
        self.ongoing: set[int] = set()
        self.markers: Counter[str] = Counter()
        self.majorities: dict[int, str] = {}
        self.raised: Counter[str] = Counter()
        """Majority markers that his turn raised, until he moves and reports them."""
        self.lowered: Counter[str] = Counter()
        """Majority markers that his turn lowered, until he moves and reports them."""
        self.may_end = True
        """True if the game can end with this round, by his answers."""
        self.pass_tile = self.first_card = True
        self.tiles = 0
        self.cards: list[str] = []
        self.start_money = chance.randint(0, 30)
        self.special = [tile for tile in ("2.3", "2.7") if chance.random() < 0.1]

    @classmethod
    def play(cls, seed: int) -> tuple[dict[str, Any], set[str]]:
        """Return the options by turns: the device's cards, complete ones, partly known ones, and cards on the table."""
        chance = luck("reader", cls.KEY, seed)
        mode = ("learning", "digital", "learning", "table")[seed % 4]
        chosen: dict[str, Any] = {"mode": mode, "skipping": chance.choice(["asked", "reported"])}
        if seed % 4 == 1:
            chosen["cards"] = deck(*COMPLETE_CARDS)
        elif seed % 4:
            maker = CardMaker(chance, 0.3)
            chosen["cards"] = deck(*map(without_sector_rows, (maker.card(f"c{n}") for n in range(3))))
        return chosen, set()

    def table(self) -> dict[str, Any]:
        """Return VJ's possessions, and the markers of both."""
        counts = (
            "energy",
            "batteries",
            "money",
            "network",
            "unlocked",
            "tiles",
            "connections",
            "dozers",
            "cards",
            "contracts",
        )
        return {
            **{name: self.vj[name] for name in counts},
            **{name: +getattr(self, name) for name in ("wind", "towers", "transformers", "income", "markers")},
            "ongoing": self.ongoing,
            "pass_tile": self.pass_tile,
            "first_card": self.first_card,
        }

    def your_turn(self) -> None:
        """Build, fulfil a contract, and raise or lower majorities that only he can count."""
        sector = self.chance.choice(self.sectors)
        self.board.structures[sector] += 1
        self._use_site(sector)
        self.board.dozers[self.chance.choice(self.sectors)] += 1
        self.board.contracts = [*self.board.contracts[1:], self._contract()]
        self.raised.update(marker for marker in self._reportable() if self.sometimes(0.15))
        others = (marker for marker in self._reportable() if self.markers[marker] and not self.raised[marker])
        self.lowered.update(marker for marker in others if self.sometimes(0.05))
        self.may_end = True

    def _set_out_the_board(self) -> board.Table:
        """Return his board at the start; wind farms and towers need the same sites."""
        chance = self.chance
        sites = [sector for sector in self.sectors for _ in range(chance.randint(1, 9))]
        return board.Table(
            sites={"wind": sites, "tower": sites},
            structures=dict.fromkeys(self.sectors, 0),
            dozers=dict.fromkeys(self.sectors, 0),
            icons={kind: {name: chance.randint(1, 3) for name in self.sectors if self.sometimes()} for kind in TYPES},
            contracts=[self._contract() for _ in range(8)],
        )

    def _contract(self) -> board.Contract:
        kind = self.chance.choice([*TYPES, NO_TRACK])
        return board.Contract(self.chance.choice(self.sectors), kind, self.chance.randint(1, 6))

    def _use_site(self, sector: str) -> None:
        if sector in self.board.sites["wind"]:
            self.board.sites["wind"].remove(sector)

    def _reportable(self) -> list[str]:
        """Return the markers that he counts himself and can report."""
        return [name[1] for row in self.seen.rows if (name := re.match(r"(.* majority \d) went up", row))]

    # --- set-up ---

    def place_first_wind_farm(self, sector: str) -> None:
        """Put VJ's first wind farm."""
        self.wind[sector] += 1

    def set_energy(self, n: int) -> None:
        """Put his energy marker on a space; in the set-up both."""
        self.vj["energy"] = n

    def share_batteries(self) -> None:
        """Each side takes one."""
        self.vj["batteries"] = 1

    def board_answer(self) -> str:
        """Return the row that says that the shown board is his, or names the first difference."""
        tiles = f"Tiles 2.3, 2.7: {', '.join(self.special) or 'none'}"
        facts = {
            "No: other sectors": f"Sectors {', '.join(self.sectors)}.",
            "No: other transformers": f"7 towers lock {' '.join(map(str, self.columns))}.",
            "No: other money": f"Unlocked: 0. VJ has ${self.start_money}.",
            self.seen.rows[-1]: tiles,
        }
        shown = (*self.seen.lines, *self.seen.rows)
        return next((row for row, line in facts.items() if line not in shown), "Yes, all of it")

    def sector_count(self, zone: str) -> int:
        """Return the number of sectors of a zone."""
        return len(self.zones[zone])

    def transformer_counts(self) -> dict[str, int]:
        """Return the transformers under each tower."""
        return {f"Column {n}": count for n, count in enumerate(self.columns, 1)}

    def choose_card(self) -> str:
        """Return the next of the known cards, and after them another card."""
        known = [row for row in self.seen.rows[:-1] if row not in self.cards]
        self.cards.append(known[0] if known else self.seen.rows[-1])
        self.majorities[len(self.cards)] = self.cards[-1]
        return self.cards[-1]

    def place_markers(self) -> dict[str, int]:
        """Return the markers at the start: 1 for wind farms, since both have one; the others at random."""
        values = {}
        for name in self.seen.rows:
            space, side = re.fullmatch(r"Majority (\d): (VJ|you)", name).groups()  # type: ignore[union-attr]
            of_wind_farms = self.majorities[int(space)] in ("Most wind farms", "a")
            values[name] = 1 if of_wind_farms else self.chance.choice([0, 0, 1])
            self.markers[f"{'VJ’s' if side == 'VJ' else 'My'} majority {space}"] = values[name]
        return values

    # --- orders ---

    def build_wind_farm(self, sector: str) -> None:
        """Build a wind farm of VJ in a sector with a free site."""
        self.wind[sector] += 1
        self._use_site(sector)

    def build_tower(self, sector: str) -> None:
        """Build VJ's leftmost tower, which unlocks the transformers of its column."""
        self.vj["unlocked"] += self.columns[self.towers.total()]
        self.towers[sector] += 1
        self._use_site(sector)

    def take_contract(self, _: str) -> None:
        """Take the contract that VJ fulfils from the board."""
        self.vj["contracts"] += 1
        self.board.contracts = [one for one in self.board.contracts if one not in self.board.tied[:1]]

    def place_transformer(self, sector: str) -> None:
        """Move an unlocked transformer of VJ to a sector."""
        self.vj["unlocked"] -= 1
        self.transformers[sector] += 1

    def check_all_locked(self) -> None:
        """Check that no transformer is unlocked."""
        assert not self.vj["unlocked"]

    def take_batteries(self, n: int) -> None:
        """Take batteries from VJ."""
        self.vj["batteries"] -= n

    def give_batteries(self, n: int) -> None:
        """Give VJ batteries of the supply."""
        self.vj["batteries"] += n

    def give_money(self, n: int) -> None:
        """Give VJ money of the bank."""
        self.vj["money"] += n

    def lay_network_tiles(self, n: int = 1) -> None:
        """Lay network tiles between contracts of his."""
        self.vj["network"] += n

    def lay_ongoing_tiles(self, tiles: str | int) -> None:
        """Lay ongoing tiles on their own spaces."""
        numbers = [int(number) for number in str(tiles).split(", ")]
        self.ongoing |= {*numbers}
        self.vj["tiles"] += len(numbers)

    def lay_bonus_tiles(self, n: int) -> None:
        """Lay bonus tiles on the open space."""
        self.vj["tiles"] += n

    def lay_connection_tiles(self, n: int) -> None:
        """Lay connection tiles beside his board."""
        self.vj["connections"] += n

    def park_bulldozers(self, n: int) -> None:
        """Park bulldozers of his."""
        self.vj["dozers"] += n

    def move_income(self, name: str, n: int) -> None:
        """Move an income marker."""
        self.income[name] += n

    def move_majority(self, space: int, n: int) -> None:
        """Move his marker of a majority."""
        self.markers[f"VJ’s majority {space}"] = n

    def give_scoring_card(self, *_: str) -> None:
        """Give VJ a specialist card."""
        self.vj["cards"] += 1

    def turn_pass_tile(self) -> None:
        """Turn the pass tile over."""
        self.pass_tile = False

    def turn_first_card(self) -> None:
        """Turn the first solo card face down."""
        self.first_card = False

    # --- sentences about the table ---

    def check_energy_and_money(self, energy: int, money: int) -> None:
        """Check his energy and money."""
        assert (energy, money) == (self.vj["energy"], self.vj["money"])

    def check_purse(self, energy: int, batteries: int) -> None:
        """Check the energy and batteries that he can pay with."""
        assert (energy, batteries) == (self.vj["energy"], self.vj["batteries"])

    def check_energy(self, energy: int) -> None:
        """Check his energy."""
        assert energy == self.vj["energy"]

    def check_money(self, money: int) -> None:
        """Check his money."""
        assert money == self.vj["money"]

    def check_towers(self, energy: int, sectors: str) -> None:
        """Check his energy and the sectors of his towers."""
        assert (energy, set(sectors.split(", "))) == (self.vj["energy"], set(+self.towers))

    def check_no_tower(self, energy: int) -> None:
        """Check his energy, and that he has no tower."""
        assert (energy, +self.towers) == (self.vj["energy"], Counter())

    def check_pass_tile(self) -> None:
        """Check that the pass tile is unused."""
        assert self.pass_tile

    def check_majority(self, space: int, whose: str, more: int, less: int) -> None:
        """Check a majority against the markers; VJ has it in a tie."""
        vj, you = self.markers[f"VJ’s majority {space}"], self.markers[f"My majority {space}"]
        assert ("yours", you, vj) if you > vj else ("VJ’s", vj, you) == (whose, more, less)

    # --- drawings ---

    def check_drawn_pieces(self, kind: str, drawn: str) -> None:
        """Check the drawing of his pieces in the sectors."""
        counts = {"Wind farms": self.wind, "Towers": self.towers, "Transformers": self.transformers}[kind]
        assert {
            sector: int(n or 0) + int(new or 0) for sector, n, new in re.findall(r"([A-C]\d?) (\d*)\+?(\d*)", drawn)
        } == dict(+counts)

    def check_drawn_majorities(self, whose: str, drawn: str) -> None:
        """Check the drawn values of a side's majority markers."""
        side = "My" if whose == "You" else "VJ’s"
        found = {int(space): int(n) for space, n in re.findall(r"(\d) (\d+)", drawn)}
        assert found == {space: self.markers[f"{side} majority {space}"] for space in (1, 2, 3)}

    def check_drawn_marker(self, name: str, drawn: str | int) -> None:
        """Check the space of an income marker, drawn or in words."""
        drawn = str(drawn)
        was, now = re.search(r"(?:(\d+) before, )?(\d+)(?: his marker)?", drawn).groups()  # type: ignore[union-attr]
        assert self.income[name.lower()] == int(now) > int(was or -1)
        assert ("rightmost" in drawn) == (name == self.his_rightmost())

    # --- questions about sectors ---

    def best_sectors(self, icon: str, kind: str | None = None) -> list[str]:
        """Return all best sectors by an icon, of those with a free site if the question is about them."""
        sites = "Count sectors with a free site only." in self.seen.lines
        rows = self.free_sites() if sites else [*self.seen.rows]
        return self.board.best_sectors(rows, icon, kind)

    def free_sites(self) -> list[str]:
        """Return the sectors with a free site."""
        return [row for row in self.seen.rows if self.free_site(row)]

    def free_site(self, sector: str) -> bool:
        """Return whether a site is free there."""
        return sector in self.board.sites["wind"]

    def random_row(self) -> str:
        """Return a random row, with a free site if the question is about one."""
        if not any("free" in line for line in self.seen.lines):
            return self.chance.choice(self.seen.rows)
        free = self.free_sites()
        return self.chance.choice(free) if free else "No free site"

    # --- questions about a printed card ---

    def _section(self) -> Data | None:
        """Return the section of the printed card that a screen is about; None if he has no such card."""
        if self.options["mode"] != "learning" or "cards" in self.options:
            return None
        line = next(line for line in self.seen.lines if line.startswith("Card "))
        space, place = map(int, re.findall(r"\d", line)[:2])
        section: Data = PRINTED_CARDS[space - 1]["section"][place - 1]
        return section

    def action_of_section(self, place: int) -> str:
        """Return the action of a section, which the headline names."""
        section = self._section()
        assert section is None or place == section["position"]
        return ACTION_NAMES[section["action"]] if section else self.random_row()

    def condition_of_section(self) -> str:
        """Return the condition of a section."""
        section = self._section()
        return CONDITION_NAMES[section["condition"]["kind"]] if section else self.random_row()

    def place_of_row(self, n: int) -> str:
        """Return the place that the n-th row of a section looks at."""
        section = self._section()
        if section is None:
            return self.random_row()
        if n > len(section["row"]):
            return "There is no such row"
        where = section["row"][n - 1]["where"][0]
        return "All sectors" if where == "*" else f"Zone {where}"

    def icon_of_row(self, n: int, place: int) -> str:
        """Return the n-th icon of a row."""
        section = self._section()
        if section is None:
            return self.random_row()
        icons = section["row"][place - 1]["icons"]
        return ICON_NAMES[icons[n - 1]["icon"]] if n <= len(icons) else "Nothing more"

    def _icon(self, section: Data) -> Data:
        """Return the icon of a section that a screen is about."""
        line = self._line_match(r"(.*\w: .*\.)")
        if found := re.fullmatch(r"(Behind i|I)con (\d+) of row (\d+): (.*)\.", line):
            behind, n, place, name = found.groups()
            icon: Data = section["row"][int(place) - 1]["icons"][int(n) - 1]
        else:
            behind, name = re.fullmatch(r"(The|Behind the) icon of its condition: (.*)\.", line).groups()  # type: ignore[union-attr]
            icon = section["condition"]["any_of"][0]
        icon = icon["back"][0] if "Behind" in behind else icon
        assert name == ICON_NAMES[icon["icon"]]
        return icon

    def icon_behind(self) -> str:
        """Return the icon behind an icon, if there is one."""
        section = self._section()
        if section is None:
            return self.random_row()
        back = self._icon(section).get("back", [])
        return ICON_NAMES[back[0]["icon"]] if back else "Nothing"

    def wanted_icon(self) -> str:
        """Return the icon that a contract must show, if there is one."""
        section = self._section()
        if section is None:
            return self.random_row()
        icons = section["condition"].get("any_of", [])
        return ICON_NAMES[icons[0]["icon"]] if icons else "Nothing"

    def type_of_icon(self) -> str:
        """Return the type that an icon names."""
        section = self._section()
        return self._icon(section)["type"].capitalize() if section else self.random_row()

    def count_of_icon(self) -> int:
        """Return the number that an icon shows."""
        section = self._section()
        return self._icon(section)["count"] if section else self.small_number()

    def symbol_of_zone(self, place: str) -> str:
        """Return the top or bottom symbol, the same in all zones."""
        if self._section() is None:
            return self.random_row()
        return "VJ’s rightmost marker" if place == "top" else "Money"

    def number_on_card(self, n: int) -> int:
        """Return a number on a printed card; a random one if he has no such card."""
        return n if self._section() else self.small_number()

    # --- questions about contracts ---

    def _payable_in(self, sectors: str) -> list[board.Contract]:
        return self.board.payable(sectors.split(", "), self._energy)

    @property
    def _energy(self) -> int:
        return self.vj["energy"] + 2 * self.vj["batteries"]

    def count_payable(self) -> str:
        """Return whether VJ can pay one contract or several."""
        self.board.tied = self._payable_in(self._line_match(r"Contracts in (.*) for .*"))
        return self._count_answer("available")

    def _count_answer(self, *icon: str) -> str:
        answer = COUNT_WORDS[self.board.count(self.sectors, *icon)]
        return answer if answer in self.seen.rows else self.seen.rows[0]

    def _line_match(self, pattern: str) -> str:
        return next(found[1] for line in self.seen.lines if (found := re.fullmatch(pattern, line)))

    def which_contract(self) -> str:
        """Return the contract, or the tie, that the listed rows and icons lead to; a random one without a list."""
        matches = [
            re.fullmatch(r"(?:In (.*) f|F)or \d+ energy and \d+ batter(?:y|ies): (.*)\.", line)
            for line in self.seen.lines
        ]
        line = next(filter(None, matches), None)
        if line is None:
            return self._any_contract()
        places, words = line.groups()
        if places:
            rows = [(place, words) for place in places.split(", else in ")]
        else:
            rows = re.findall(r"\d\. in ((?:[A-C]\d?(?:, )?)+) (.*?)(?=, \d\. in |$)", words)
        listed = [(place.split(", "), [_icon(icon) for icon in icons.split(", of these ")]) for place, icons in rows]
        result = self.board.follow_rows(listed, self._energy)
        if result is None:
            any_there = any(one.sector in sectors for sectors, _ in listed for one in self.board.contracts)
            missing = "He can pay none of them" if any_there else "There is none"
            return next((row for row in (missing, "None that he can pay") if row in self.seen.rows), self.seen.rows[0])
        sectors, found = result
        if found is None:
            tie = ("Several still tie", f"Several still tie in {', '.join(sectors)}")
            return next(row for row in self.seen.rows if row in tie)
        return self._row_of(found)

    def _row_of(self, one: board.Contract) -> str:
        """Return the row of a contract: its type, or its sector and its type; the first row if it has none."""
        names = (
            "A type without a track" if one.type == NO_TRACK else one.type.capitalize(),
            f"{one.sector}: {one.type}",
        )
        return next((row for row in self.seen.rows if row in names), self.seen.rows[0])

    def _any_contract(self) -> str:
        """Return the row of a random contract that he can pay; the last row if there is none."""
        sectors = {row.partition(":")[0] for row in self.seen.rows} & {*self.sectors} or self.sectors
        found = self._payable_in(", ".join(sectors))
        self.board.tied = found[:1]
        return self._row_of(self.chance.choice(found)) if found else self.seen.rows[-1]

    def best_site(self) -> str:
        """Return a sector with a free site that the numbered icons lead to; a random one without a list."""
        if (line := next((line for line in self.seen.lines if "1. " in line), None)) is None:
            return self.random_row()
        _, *icons = re.split(r"(?:: |, )\d\. (?:of these )?", line.removesuffix("."))
        tied = self.board.follow(self.free_sites(), map(_icon, icons))
        return self.chance.choice(tied) if tied else "No free site"

    def named_contract(self) -> str:
        """Return the row of the named contract, or of the first that ties."""
        return self._row_of(self.board.tied[0]) if self.board.tied else self.seen.rows[0]

    def count_of_type(self, name: str) -> str:
        """Return how many of the tied contracts are of a type."""
        return self._count_answer("is_type", name)

    def random_count(self, *_: Any) -> str:
        """Return a random row: one, several or none."""
        return self.chance.choice(self.seen.rows)

    def contract_effect(self) -> dict[str, int]:
        """Return the effect of a contract: mostly a step of income, sometimes more."""
        usual = {"Income steps": 1, "Money in $": 0, "Energy": 0, "Network tiles": 0, "Last space (1 = yes)": 0}
        usual["Cost in energy"] = self._cost()
        if self.sometimes():
            usual |= {"Network tiles": self.chance.choice([1, 1, 2])}
        if self.sometimes(0.1):
            usual |= {"Money in $": 4, "Energy": 2}
        return {row: usual[row] for row in self.seen.rows}

    def _cost(self) -> int:
        """Return the cost of the contract in the headline, which VJ can pay."""
        named = re.match(r"([A-C]\d?), (.*):", self.seen.headline)
        found = [one.cost for one in self._payable_in(named[1]) if one.type == named[2]] if named else []
        return min(found, default=min(self.vj["energy"], 1))

    # --- bonuses and specialists ---

    def take_column(self) -> dict[str, int]:
        """Return the amounts of the taken column: tiles, and a wanted tile or printed bonus, and perhaps another."""
        line = next(line for line in self.seen.lines if line.startswith("Zone "))
        amounts = dict.fromkeys(self.seen.rows, 0) | {"Bonus tiles": self.chance.choice([1, 1, 2])}
        ways = [re.search(r"any tile with “(.*?)”", line), re.search(r"\d\. (?:“([^”]*)”|\$(\d+)) printed", line)]
        for way in self.chance.sample(list(filter(None, ways)), min(1, len(list(filter(None, ways))))):
            amounts.update(_bonus(way[1], self.seen.rows) if way[1] else {"Money in $": int(way[2])})
        if self.sometimes():
            amounts[self.chance.choice(self.seen.rows[1:])] += 1
        return amounts

    def first_ongoing(self) -> list[str]:
        """Return the first ongoing tile."""
        return [self.seen.rows[0]]

    def his_rightmost(self) -> str:
        """Return the farthest of VJ's income markers, of those tied the lowest."""
        farthest = max(self.income[name] for name in TYPES)
        return [name for name in TYPES if self.income[name] == farthest][-1].capitalize()

    # --- questions about conditions ---

    def are_all_locked(self) -> bool:
        """Return whether all transformers of VJ are locked."""
        return not self.vj["unlocked"]

    def random_yes(self) -> bool:
        """Return yes half of the time."""
        return self.sometimes(0.5)

    # --- questions at a scoring ---

    def give_income(self) -> int:
        """Return VJ's income, after giving it to him."""
        income = self.chance.randint(0, 12)
        self.vj["money"] += income
        return income

    def small_number(self) -> int:
        """Return a number that the screen allows, at most 9."""
        assert self.seen.bounds is not None
        return self.chance.randint(self.seen.bounds[0], min(self.seen.bounds[1], 9))

    def final_answer(self, money: int) -> str:
        """Check VJ's money; return whether he enters his own or keeps it to himself."""
        assert money == self.vj["money"]
        assert not self.pass_tile or self.options["skipping"] == "reported", "the pass tile had to be used"
        return self.chance.choice(self.seen.rows)

    # --- reports ---

    def raise_own_marker(self, space: int, n: int) -> bool:
        """Move his own marker of a majority if his turn raised it; `n` is its value before."""
        return self._raise_marker(f"My majority {space}", n)

    def raise_his_marker(self, space: int, n: int) -> bool:
        """Move VJ's marker of a majority if his turn raised it; `n` is its value before."""
        return self._raise_marker(f"VJ’s majority {space}", n)

    def _raise_marker(self, marker: str, n: int) -> bool:
        assert n == self.markers[marker]
        if not self.raised[marker]:
            return False
        self.raised[marker] -= 1
        self.markers[marker] += 1
        return True

    def report_lowered(self) -> bool:
        """Report that a majority went down in his turn."""
        return bool(+self.lowered)

    def lower_marker(self) -> str:
        """Move a lowered marker down; return its row, which has both values."""
        marker = next(iter(+self.lowered))
        self.lowered[marker] -= 1
        self.markers[marker] -= 1
        return f"{marker} ({self.markers[marker] + 1} → {self.markers[marker]})"

    def pay_vj(self, price: int, zone: str) -> bool:
        """Return whether he used a bulldozer or a tower of VJ, after giving VJ its price."""
        assert PRICES[zone] == price
        if not self.sometimes(0.035):
            return False
        self.vj["money"] += price
        return True

    def use_pass_tile(self) -> bool:
        """Return whether he uses the pass tile."""
        return self.sometimes(0.03)

    def is_last_round(self) -> bool:
        """Return whether the game ends with this round."""
        self.may_end = self.sometimes(0.4)
        return self.may_end

    def reach_scoring(self, which: str) -> bool:
        """Return whether the time track reached a scoring; the final one only if the game may end."""
        return (which != "final" or self.may_end) and self.sometimes(0.4)

    PHRASES: ClassVar[Table] = {
        # set-up
        r"Set up for 2 players|Place the pieces|Use the printed time track\.": None,
        r"Give VJ a colour and the solo grid board\.|Lay the pass tile brain side up\.": None,
        r"Sectors .*\.|7 towers lock .*\.|Tracks: tourism, industrial, commercial, residential\.": None,
        r"Unlocked: 0\. VJ has \$\d+\.|The board has six in all\.": None,
        r"Transformers (?:under each tower, from the left|in columns without a tower)\.": None,
        r"As a player in a game for two\.|For (?:the 2nd|end) scoring tile(?: [AB])?\.": None,
        r"The solo card at space \d\.|Scoring tiles; mostly none\.|See the symbol on its left\.": None,
        r"Put only a wind farm of VJ on the board: on a starting space of (\w+)\.": place_first_wind_farm,
        r"Put both energy markers on (\d+)\.": set_energy,
        r"Keep \d+ batteries in the game\. Take 1, and give VJ 1\.": share_batteries,
        # your turn
        r"Take your turn|You start\.|VJ’s bulldozer or tower costs \$8 in A, \$10 in B, \$17 in C\.": None,
        r"If you have no bulldozer or tower there, use VJ’s\.": None,
        r"Pay VJ \$8 in A, \$10 in B, \$17 in C\.|Pay that instead of the amount below your card\.": None,
        r"Place your bulldozers as if his were not there\.|Nothing else to do\.": None,
        # VJ's last turn
        r"(?:Wind farm|Tower|Contract) in \w+": None,
        r"VJ sells to a foreign market|VJ does as card \d says|VJ can do nothing|VJ’s turn is skipped": None,
        r"Build his wind farm in (\w+)\.": build_wind_farm,
        r"Build his leftmost tower in (\w+)\.": build_tower,
        r"No section of his cards can be done\.|Do what it shows, then correct what he has\.": None,
        r"Turn the pass tile over\.": turn_pass_tile,
        r"Move his energy to (\d+)\.": set_energy,
        r"Take (\d+) batter(?:y|ies) from VJ\.": take_batteries,
        r"Give VJ (\d+) batter(?:y|ies)\.": give_batteries,
        r"Give VJ \$(\d+)\.": give_money,
        r"Lay the contract from (\w+) in his leftmost free column\.": take_contract,
        r"Move his transformer to (\w+)\.": place_transformer,
        r"Move no transformer: all are locked\.": check_all_locked,
        r"Lay (?:a|(\d+)) network tiles? between his contracts\.": lay_network_tiles,
        r"Lay bonus tiles? (\d+(?:, \d+)*) on (?:its own space|their own spaces) of his board\.": lay_ongoing_tiles,
        r"Lay (\d+) bonus tiles? on the open space of his board\.": lay_bonus_tiles,
        r"Lay (\d+) connection tiles? beside his board\.": lay_connection_tiles,
        r"Park (\d+) of his bulldozers: leftmost, then topmost\. If the grid is full: right of it\.": park_bulldozers,
        r"Move his (.+) marker (\d+) spaces?\.": move_income,
        r"Move his majority (\d) to (\d+)\.": move_majority,
        r"Give VJ a scoring card: (.+)\.": give_scoring_card,
        r"Give VJ scoring card (?:\d): (.+)\.": give_scoring_card,
        r"Refill the display first\.": None,
        r"Correct what his ongoing tiles bring him: .*": None,
        # lines of questions
        r"Card \d, (?:section \d|top of section \d|section \d: .*)\.|Card \d, section \d, zone \w\.": None,
        r"(?:Behind i|I)con \d+ of row \d+: .*\.|(?:The|Behind the) icon of its condition: .*\.": None,
        r"A transformer is locked while its column has a tower\.": None,
        r"One is locked while its column has a tower\.|“Cannot pay” is false if there is no contract\.": None,
        r"Contracts and markets count in sectors with VJ’s tower\.|In .*, where VJ has towers\.": None,
        r"Contracts in .*, but none for \d+ energy and \d+ batter(?:y|ies)\.|One in .*\.|a made-up .*": None,
        r"For VJ’s (?:wind farm|tower)\.|A (?:wind farm|tower) on a free site: .*\.": None,
        r"A free site has no bulldozer of yours\.|Count sectors with a free site only\.": None,
        r"Wind farms, towers and transformers count\.|Only yours count\.": None,
        r"The contract that costs least energy\.|.* icons on .*\.": None,
        r"If several tie, tick them all\. If none fits, tick none\.": None,
        r"VJ has fewest towers there\. Choose a free site\.|Choose any free site of the board\.": None,
        r"They tie: you choose\.|Several tie: choose one\.|The remaining one\.": None,
        r"(?:In .* f|F)or \d+ energy and \d+ batter(?:y|ies): .*\.": None,
        r"Follow card \d, section \d\.": None,
        r"Of the contracts in .* that still tie\.|Contracts in .* for \d+ energy and \d+ batter(?:y|ies)\.": None,
        r"The contract goes to his leftmost free column\.|Network tiles: 1 for each connection .*": None,
        r"Last space: 1 if .*|It costs \d+; all his energy is spent\.": None,
        r"If so, your pass tile, still unused, skips VJ’s turn\.": None,
        r"The income marker farthest right; of those tied the lowest\.|His .* marker, on its track\.": None,
        r"For \d+ energy and \d+ batter(?:y|ies)\.": None,
        r"Zone \w, from the right: .*\.": None,
        r"Scoring cards that match (?:the next|an end) scoring tile\.": None,
        r".* icons, of (?:the cards that match|all scoring cards shown|those with most .* icons)\.": None,
        r"(?:Money in \$|Energy|Network tiles|Income steps|Cost in energy):": None,
        # rounds and scorings
        r"By the base rules\.|In .*, by the base rules\.": None,
        r"Consolidat(?:e by the base rules\.|ion)|Consolidate\. Give it to him\.": None,
        r"Spaces with “!!” that VJ covers: .*|His bonus tiles’ icons count\.": None,
        r"The \$\d+ of tile 2\.7 come on top\.|Tile 2\.3: count the mark at the end of his columns\.": None,
        r"Turn solo card 1 face down\.": turn_first_card,
        r"Count it on the table, too\.|Most money after the final scoring wins\.": None,
        r"(?:VJ wins|You win), \$\d+ to \$\d+\.|A tie at \$\d+\.|More than \$\d+ wins\.": None,
    }
    CHECKS: ClassVar[Table] = {
        r"VJ has (\d+) energy and \$(\d+)\.": check_energy_and_money,
        r"VJ has (\d+) energy and (\d+) batter(?:y|ies)\.": check_purse,
        r"VJ has (\d+) energy\.": check_energy,
        r"VJ has \$(\d+)\.": check_money,
        r"(\d+) energy, towers in (.*)\.": check_towers,
        r"VJ has (\d+) energy and no tower\.": check_no_tower,
        r"Your pass tile is still unused\.|The pass tile skips VJ’s last turn\.": check_pass_tile,
        r"Majority (\d) is (yours|VJ’s), (\d+) to (\d+)\.": check_majority,
    }
    DRAWN: ClassVar[Table] = {
        r"(Wind farms|Towers|Transformers): (.*)\.": check_drawn_pieces,
        r"(Majority: VJ|You): (.*)\.": check_drawn_majorities,
        r"Energy: (\d+)\.": check_energy,
        r"Batteries: (\d+)\.|Money: (\d+)\.": None,
        r"(Tourism|Industrial|Commercial|Residential): (.*)\.": check_drawn_marker,
    }
    ANSWERS: ClassVar[Table] = {
        r"Is this your board\?": board_answer,
        r"How many sectors has zone (\w)\?": sector_count,
        r"How many are locked\?": transformer_counts,
        r"How many \$ has VJ at first\?": lambda reader: reader.start_money,
        r"Solo card at space \d\?": choose_card,
        r"Which is true first\?": random_row,
        r"What does section (\d) do\?": action_of_section,
        r"What is its condition\?": condition_of_section,
        r"Which sectors are in row (\d)\?": place_of_row,
        r"What is icon (\d+) of row (\d)\?": icon_of_row,
        r"What is behind that icon\?": icon_behind,
        r"Which icon must it show\?": wanted_icon,
        r"Which contract type is it\?": type_of_icon,
        r"What is the (top|bottom) symbol\?": symbol_of_zone,
        r"Energy below which number\?": lambda reader: reader.number_on_card(10),
        r"How many \$\?": lambda reader: reader.number_on_card(5),
        r"How many of these icons\?": count_of_icon,
        r"How much energy in zone \w\?": small_number,
        r"Which number has the card\?": lambda _: 7,
        r"Which majority is it for\?": lambda _: "Another majority",
        r"Which majority went down\?": lower_marker,
        r"Is this the last round\?": is_last_round,
        r"Which of yours is rightmost\?": random_row,
        r"Which of these are in play\?": lambda reader: [f"Tile {tile}" for tile in reader.special],
        r"Place the majority markers": place_markers,
        r"Is a site free in (\w+)\?": free_site,
        r"Where is a site free\?": free_sites,
        r"Where have you built most\?": lambda reader: reader.best_sectors("you_most_structures"),
        r"Where are most bulldozers\?": lambda reader: reader.best_sectors("you_most_dozers"),
        r"Where is the cheapest one\?": lambda reader: reader.best_sectors("cheapest"),
        r"Which sectors fit best\?": free_sites,
        r"Where are most icons\?": lambda reader: reader.best_sectors(
            "most_icons", reader._line_match(r"(.*) icons on .*").lower()
        ),
        r"Where does VJ build\?": best_site,
        r"Which contract\?": which_contract,
        r"Which contract is it\?": named_contract,
        r"How many can he pay\?": count_payable,
        r"How many are the cheapest\?": lambda reader: reader._count_answer("cheapest"),
        r"How many are (.*)\?": count_of_type,
        r"How many (?:with .*|fit the icon|cards match|have most icons)\?": random_count,
        r"How many batteries pay it\?": Reader.random_number,
        r"[A-C]\d?, .*:": contract_effect,
        r"What does VJ take\?": take_column,
        r"Which ongoing tiles\?": first_ongoing,
        r"Is it on its last space\?": lambda _: False,
        r"Which of his is rightmost\?": his_rightmost,
        r"Are all transformers locked\?": are_all_locked,
        r"Is VJ short of energy\?|Is there such a contract\?|Is there a foreign market\?|Is this true\?": random_yes,
        r"Is the condition true\?|Can VJ do what it shows\?": random_yes,
        r"VJ sells how (?:much energy|many batteries)\?|How many \$ does he get\?": small_number,
        r"What is VJ’s income\?": give_income,
        r"Tile 2\.7: how many “!!”\?|(?:1st|2nd|Final) scoring: VJ’s \$\?|Your money\?": small_number,
        r"VJ has \$(\d+)": final_answer,
    }
    REPORTS: ClassVar[Table] = {
        r"My majority (\d) went up \((\d+) → \d+\)": raise_own_marker,
        r"VJ’s majority (\d) went up \((\d+) → \d+\)": raise_his_marker,
        r"I paid VJ \$(\d+) \(zone (\w)\)": pay_vj,
        r"My turn is done; VJ skips his \(pass tile\)": use_pass_tile,
        r"A majority went down": report_lowered,
        r"I reach the (1st|2nd|final) scoring": reach_scoring,
    }


def _bonus(symbol: str, rows: Iterable[str]) -> dict[str, int]:
    """Return 1 for the row that has the name of a symbol; other symbols are tiles that are only kept."""
    name = symbol.removeprefix("A ").split()[0].rstrip("y").lower()
    return {row: 1 for row in rows if row.lower().startswith(name)}


def _icon(words: str) -> list[str]:
    """Return an icon as the board knows it; an icon that he cannot count is "custom"."""
    known = ((re.fullmatch(pattern, words), icon) for pattern, icon in ICONS_IN_WORDS.items())
    return next(([icon, *match.groups()] for match, icon in known if match), ["custom"])


def without_sector_rows(cells: Data) -> Data:
    """Return a card without rows for single sectors, which a box may not have."""
    for section in cells["section"]:
        rows = section.get("row", "?")
        section["row"] = "?" if rows == "?" else [one for one in rows if {*one["where"]} <= {*"*ABC?"}] or "?"
    return cells | {"complete": False}


def sector_names(zone: str, n: int) -> tuple[str, ...]:
    """Return the sectors of a zone as they are printed: with a number if there are several."""
    return (zone,) if n == 1 else tuple(f"{zone}{place}" for place in range(1, n + 1))


def engine_table(state: State) -> dict[str, Any]:
    """Return the things on the table by the engine's state."""
    vj = state.vj
    sides = {f"VJ’s majority {n}": pair.vj for n, pair in enumerate(state.majority, 1)}
    sides |= {f"My majority {n}": pair.you for n, pair in enumerate(state.majority, 1)}
    return {
        "energy": vj.energy,
        "batteries": vj.batteries,
        "money": vj.money,
        "network": vj.network_tiles,
        "unlocked": vj.unlocked_transformers,
        "tiles": len(vj.bonus_tiles),
        "connections": len(vj.connection_tiles),
        "dozers": vj.dozers_parked,
        "cards": len(vj.scoring_cards),
        "contracts": len(vj.contracts),
        **{name: +Counter(getattr(vj, name)) for name in ("wind", "towers", "transformers", "income")},
        "markers": +Counter(sides),
        "ongoing": {*vj.ongoing},
        "pass_tile": state.flags.pass_tile_unused,
        "first_card": state.cards[0].face_up,
    }
