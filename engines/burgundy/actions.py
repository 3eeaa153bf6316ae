"""The actions of the Automata in its turn, and their effects on its state. The machine decides when."""

from engines.burgundy import decide
from engines.burgundy.deeds import (
    Bonus,
    Claimed,
    Completed,
    Completion,
    Deed,
    FromReserve,
    Kept,
    Loaded,
    Overtake,
    Paid,
    Payer,
    Placed,
    Sale,
    Scored,
    Search,
    Ship,
    Sold,
    Take,
)
from engines.burgundy.pieces import COLOURS, WILD, Tile
from engines.burgundy.state import State
from engines.kit import turn
from engines.kit.contract import tie_fact

GOODS_VP = 2
"""Points of a goods tile that is sold, with one human player (burgundy.ruling.two_points)."""
BUILDING_VP = {"boarding_house": 2, "watchtower": 4}
BANK_SILVER = 2
"""Silver of the bank, and of a search that finds no tile."""


class Actions(turn.Turn[State]):
    """The callbacks of its turn, and helpers of all callbacks; each gives its reasons."""

    # --- its turn ---

    def roll(self) -> None:
        """burgundy.turn.die: a new turn begins, and the die names the first depot of the search."""
        self.state.done = []
        self.state.die = self.value
        self.state.rolls["automata_die"] += 1
        self.add_reason("burgundy.turn.die", {"die": self.value}, start=self.value)
        if self.state.second:  # the white die was rolled for your turn
            self.add_reason("burgundy.turn.active", {"white": self.state.white}, active=self.state.active)
        self.add_reason("burgundy.ruling.white_value")

    def plan_turn(self) -> None:
        """burgundy.search.order: first a tile is taken and placed, then complete cards are resolved, then it buys."""
        self.state.agenda = [Search(self.state.die), Completion(), Take("purchase")]

    def next_effect(self) -> None:
        """burgundy.search.order: the head of the agenda is taken off, to be resolved."""
        self.state.agenda.pop(0)

    def place(self) -> None:
        """burgundy.place.mark: the tile marks its item, which may sell; then comes its bonus."""
        state, move = self.state, self.choice
        self._remember_absent(move)
        match move.source:
            case "market":
                state.reserve.append(WILD)
                self._add_news(Kept(WILD, "market"))
            case "silver":
                self._pay(BANK_SILVER, "search")
            case "board" | "reserve":
                self._mark_item(move)

    def resolve(self) -> None:
        """burgundy.bonus, burgundy.sale.most: an effect that asks nothing is resolved."""
        match self.state.agenda.pop(0):
            case Bonus(tile):
                self._take_bonus(tile)
            case Sale():
                self._sell()

    def _take_bonus(self, tile: Tile) -> None:
        """Take the bonus of a tile just placed, by its colour (burgundy.bonus)."""
        match tile.colour:
            case "dark_green":
                self._search_again("burgundy.bonus.castle")
            case "light_green":
                points = self.state.animals(tile.species)
                self._score(points)
                self.add_reason(
                    "burgundy.bonus.livestock", {"species": tile.species, "animals": tile.animals}, vp=points
                )
            case "blue":
                self.state.agenda.insert(0, Ship())
            case "brown" | "yellow" if tile.building is not None:
                self._use_building(tile.building)
            case "yellow":
                self.add_reason("burgundy.general.yellow")

    def _sell(self) -> None:
        """Sell all goods of the type it has most of (burgundy.sale.most)."""
        state = self.state
        types = decide.types_with_most(state)
        if not types:
            self.add_reason("burgundy.sale.nothing", {"goods": 0})
            return
        sold = types[0]
        n, state.goods[sold] = state.goods[sold], 0
        points = GOODS_VP * n + state.trade_routes
        state.silver += 1
        self._add_news(Sold(sold, n))
        self._score(points)
        self.add_reason("burgundy.sale.most", {"tiles": n} | tie_fact(types), goods=sold, silver=1, vp=GOODS_VP * n)
        self.add_reason("burgundy.ruling.two_points")
        if state.trade_routes:
            self.add_reason("burgundy.sale.trade_routes", vp=1)

    def load_ship(self) -> None:
        """burgundy.bonus.ship: goods, and a step on the turn order track, after which it may be ahead."""
        state = self.state
        for goods in self.choice:
            state.goods[goods] += 1
        state.ahead = state.ahead_now
        state.ships += 1
        self._add_news(Loaded(list(self.choice)))
        self.add_reason("burgundy.bonus.ship_step", ships=state.ships)
        if state.ahead == "you" and not state.is_last_round_of_play():
            state.agenda.insert(0, Overtake())

    def keep(self) -> None:
        """burgundy.bonus.remaining, burgundy.bonus.white_castle, burgundy.purchase.tile: a tile goes to the reserve."""
        state, gain = self.state, self.choice
        head = state.agenda.pop(0)
        assert isinstance(head, Take)  # the phase has no other
        self._remember_absent(gain)
        if gain.tile is not None:
            bought, stacked = head.by == "purchase", bool(state.reserve_count(gain.tile.colour))
            state.reserve.append(gain.tile)
            state.silver -= decide.TILE_PRICE if bought else 0
            self._add_news(Kept(gain.tile, "purchase" if bought else "board", stacked))
        elif head.by == "white_castle":
            self._pay(1, "white_castle")

    def complete_card(self) -> None:
        """burgundy.card: a complete card scores; its tiles go to the duchy, the card to the discard pile."""
        state, place = self.state, decide.complete_card(self.state)
        assert place is not None  # as the guard says
        held = state.card_at(place)
        points = state.points(held.id)
        before = [name for deed in state.news if isinstance(deed, Completed) for name in deed.cards]
        state.news = [deed for deed in state.news if not isinstance(deed, Completed)]
        self._add_news(Completed([*before, held.id]))
        self._score(points)
        self.add_reason("burgundy.card.points", {"card": held.id, "difficulty": state.difficulty}, vp=points)
        for tile in self.choice:
            state.duchy.counts[tile.colour] += 1
        state.duchy.livestock += [tile for tile in self.choice if tile.colour == "light_green"]
        self.add_reason("burgundy.card.duchy", {"tiles": len(self.choice)})
        setattr(state.cards, place, None)
        state.discard.append(held.id)

    def claim(self) -> None:
        """burgundy.colour.complete: it takes and scores bonus tiles."""
        for colour, points in self.choice.items():
            self.state.claimed.append(colour)
            if points:
                self._add_news(Claimed(colour, points))
            self._score(points)

    # --- helpers ---

    def _mark_item(self, move: decide.Move) -> None:
        state, held = self.state, self.state.card_at(move.place)
        if move.source == "reserve":
            _take_newest(state.reserve, move.tile.colour)
            self.add_reason("burgundy.ruling.newest", {"colour": move.tile.colour})
        held.tiles[move.item - 1] = move.tile
        self._add_news(Placed(move.tile, move.place, move.item, "reserve" if move.source == "reserve" else "board"))
        facts = {"colour": move.tile.colour, "place": move.place, "card": held.id}
        self.add_reason("burgundy.place.mark", facts, item=move.item)
        if state.card(held.id).items[move.item - 1] == "green":
            self.add_reason("burgundy.ruling.card_8", {"ruling": state.card_8})
        bonus = [Bonus(move.tile)] if move.tile != WILD else []
        if not bonus:
            self.add_reason("burgundy.ruling.wild_no_bonus")
        sale = [Sale()] if state.card(held.id).box == move.item else []
        if sale:
            self.add_reason("burgundy.sale.box", {"card": held.id, "item": move.item})
            self.add_reason("burgundy.ruling.box_sale", {"ruling": state.box_sale})
        state.agenda[:0] = [*sale, *bonus] if state.box_sale == "before_bonus" else [*bonus, *sale]

    def _use_building(self, building: str) -> None:
        state = self.state
        match building:
            case "bank":
                self._pay(BANK_SILVER, "bank")
                self.add_reason("burgundy.bonus.silver", {"building": building}, silver=BANK_SILVER)
            case "boarding_house" | "watchtower":
                rule = "burgundy.bonus.worker" if building == "boarding_house" else "burgundy.bonus.points"
                self._score(BUILDING_VP[building])
                self.add_reason(rule, {"building": building}, vp=BUILDING_VP[building])
            case "warehouse":
                state.agenda.insert(0, Sale())
                self.add_reason("burgundy.bonus.shipping", {"building": building})
            case "city_hall":
                state.agenda.insert(0, FromReserve())
            case "crane":
                self._search_again("burgundy.bonus.crane")
            case "carpenter" | "church" | "market" | "white_castle":
                state.agenda.insert(0, Take(building))

    def _search_again(self, rule: str) -> None:
        """Search once more, from the white die's depot on, with a rule as the reason."""
        self.state.agenda.insert(0, Search(self.state.white))
        self.add_reason(rule, {"white": self.state.white}, start=self.state.white)

    def _remember_absent(self, found: decide.Move | decide.Gain) -> None:
        """Remember until the next phase which colours are in no depot, and whether the black market is empty."""
        state = self.state
        state.absent = [colour for colour in COLOURS if colour in state.absent or colour in found.absent]
        state.market_empty = state.market_empty or found.market_empty

    def _pay(self, n: int, by: Payer) -> None:
        self.state.silver += n
        self._add_news(Paid(n, by))

    def _score(self, points: int) -> None:
        """Score points; those of one screen are one deed."""
        self.state.vp += points
        before = sum(deed.n for deed in self.state.news if isinstance(deed, Scored))
        if points:
            self.state.news = [deed for deed in self.state.news if not isinstance(deed, Scored)]
            self._add_news(Scored(before + points))

    def _add_news(self, deed: Deed) -> None:
        """Give the orders of a deed, and show it on the next screen, points last; keep the main deeds of the turn."""
        for name in deed.orders:
            self.order(name)
        if isinstance(deed, Placed | Kept | Paid | Completed):
            self.state.done.append(deed)
        self.state.news.append(deed)
        self.state.news.sort(key=lambda one: isinstance(one, Scored))


def _take_newest(reserve: list[Tile], colour: str) -> None:
    """Take the newest tile of a colour out of the reserve (burgundy.ruling.newest)."""
    place = max(n for n, tile in enumerate(reserve) if tile.colour == colour)
    del reserve[place]
