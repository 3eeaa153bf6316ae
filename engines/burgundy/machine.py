"""The shape of a play of The Castles of Burgundy: phases, triggers, guards.

A round:   first ─▶ white_die ─▶ your_turn ─▶ [its turn] ─▶ turn_over            (you start)
                       └──▶ [its turn] ─▶ your_turn ─▶ turn_over                 (the Automata starts)

Its turn:  die ─▶ resolve ◀──────────────────────────────────┐   the agenda, its next effect first:
                     ├── search, city hall ──▶ place ────────┤     a tile marks an item, and brings
                     ├── ship ───────────────▶ take_goods ───┤     its sale and its bonus
                     ├── to the reserve ─────▶ take ─────────┤
                     ├── bonus, sale ────────────────────────┤
                     ├── much to tell ───────▶ carry_out ────┤
                     └── are cards complete? ▶ complete ▶ bonus_tiles ▶ deal ⇄ card ─┘
"""

from typing import Any, ClassVar

from engines import engine
from engines.burgundy import decide, score
from engines.burgundy.effects import (
    WILD,
    Bonus,
    Completed,
    Completion,
    Dealt,
    Deed,
    Delivered,
    FromReserve,
    Kept,
    Loaded,
    Paid,
    Placed,
    Sale,
    Scored,
    Search,
    Ship,
    Shuffled,
    Skipped,
    Slid,
    Sold,
    Take,
    Tile,
)
from engines.burgundy.state import COLOURS, PHASES, PLACES, ROUNDS, Held, Phase, State

P = Phase
GOODS_VP = 2
"""Points a tile of goods brings when it is sold, with one human player (burgundy.ruling.two_points)."""
POINTS = {"boarding_house": 2, "watchtower": 4}
BANK = 2
"""Silver of the bank, and of a search that finds nothing at all."""


class Turn(engine.Turn[State]):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {
        P.PLACE: decide.place,
        P.GOODS: decide.goods,
        P.TAKE: decide.take,
        P.COMPLETE: decide.flips,
        P.BONUS: decide.bonus_tiles,
    }
    # fmt: off
    transitions: ClassVar[list[dict[str, Any]]] = [
        # set-up, and new cards for complete ones
        {"trigger": "go_on", "source": P.LAY_OUT, "dest": P.DEAL, "before": "give_pieces"},
        {"trigger": "go_on", "source": P.DEAL, "dest": P.CARD, "conditions": "place_free", "before": ["slide", "reshuffle"]},
        {"trigger": "go_on", "source": P.DEAL, "dest": P.DEAL, "conditions": ["setting_up", "no_castle_left"], "before": "skip_left"},
        {"trigger": "go_on", "source": P.DEAL, "dest": P.CASTLE, "conditions": "setting_up", "before": "give_castle"},
        {"trigger": "go_on", "source": P.DEAL, "dest": P.RESOLVE},
        {"trigger": "answered", "source": P.CARD, "dest": P.DEAL, "before": "deal"},
        {"trigger": "go_on", "source": P.CASTLE, "dest": P.WHITE_DIE, "before": "begin"},
        # the start of a round
        {"trigger": "answered", "source": P.FIRST, "dest": P.WHITE_DIE, "before": "order_turns"},
        {"trigger": "answered", "source": P.WHITE_DIE, "dest": P.DIE, "conditions": ["it_starts", "has_sailed"], "before": "roll_white"},
        {"trigger": "answered", "source": P.WHITE_DIE, "dest": P.YOUR_TURN, "before": "roll_white"},
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.TURN_OVER},
        # its turn
        {"trigger": "answered", "source": P.DIE, "dest": P.RESOLVE, "before": ["roll", "plan"]},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.CARRY_OUT, "conditions": "much_to_tell"},
        {"trigger": "go_on", "source": P.CARRY_OUT, "dest": P.RESOLVE},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.TURN_OVER, "conditions": "nothing_left"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.RESOLVE, "conditions": "is_bonus", "before": "bonus"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.RESOLVE, "conditions": "is_sale", "before": "sell"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.GOODS, "conditions": "is_ship"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.TAKE, "conditions": "is_take"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.COMPLETE, "conditions": "is_completion"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.PLACE},
        {"trigger": "go_on", "source": P.PLACE, "dest": P.RESOLVE, "before": ["next_effect", "place"]},
        {"trigger": "go_on", "source": P.GOODS, "dest": P.RESOLVE, "before": ["next_effect", "load_ship"]},
        {"trigger": "go_on", "source": P.TAKE, "dest": P.RESOLVE, "before": "keep"},
        {"trigger": "go_on", "source": P.COMPLETE, "dest": P.COMPLETE, "conditions": "card_complete", "before": "complete_card"},
        {"trigger": "go_on", "source": P.COMPLETE, "dest": P.BONUS, "conditions": "place_free", "before": "next_effect"},
        {"trigger": "go_on", "source": P.COMPLETE, "dest": P.RESOLVE, "before": "next_effect"},
        {"trigger": "go_on", "source": P.BONUS, "dest": P.DEAL, "before": "claim"},
        # the end of a turn, a phase, the game
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.DIE, "conditions": ["one_turn_left", "you_started"], "before": "change_sides"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.YOUR_TURN, "conditions": "one_turn_left", "before": "change_sides"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.FINAL, "conditions": ["last_round", "last_phase"], "before": ["mine_income", "score_game"]},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.PHASE_END, "conditions": "last_round", "before": "mine_income"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.FIRST, "conditions": "order_open", "before": "next_round"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.WHITE_DIE, "before": "next_round"},
        {"trigger": "go_on", "source": P.PHASE_END, "dest": P.FIRST, "conditions": "order_open", "before": "next_phase"},
        {"trigger": "go_on", "source": P.PHASE_END, "dest": P.WHITE_DIE, "before": "next_phase"},
        {"trigger": "total", "source": P.FINAL, "dest": P.YOUR_TOTAL},
        {"trigger": "skip", "source": P.FINAL, "dest": P.OVER},
        {"trigger": "answered", "source": P.YOUR_TOTAL, "dest": P.OVER, "before": "count_yours"},
    ]
    # fmt: on

    def seen(self) -> None:
        """Forget what the screen told that the player has answered."""
        self.state.news = []

    # --- guards ---

    def place_free(self) -> bool:
        """A card is to be dealt."""
        return len(self.state.laid()) < len(PLACES)

    def setting_up(self) -> bool:
        """The first round has not begun."""
        return self.state.round == 0

    def no_castle_left(self) -> bool:
        """The left card has no dark green item (burgundy.setup.cards)."""
        return "dark_green" not in self.state.items(self.state.held("left").id)

    def it_starts(self) -> bool:
        """The Automata starts this round."""
        return self.state.first == "bot"

    def has_sailed(self) -> bool:
        """A ship has moved it on the turn order track; without one it is last (burgundy.setup.last)."""
        return self.state.ships > 0

    def you_started(self) -> bool:
        """You started this round."""
        return self.state.first == "you"

    def one_turn_left(self) -> bool:
        """The second player of the round comes next."""
        return not self.state.second

    def last_round(self) -> bool:
        """It is round 5 of the phase."""
        return self.state.round == ROUNDS

    def last_phase(self) -> bool:
        """It is phase E."""
        return self.state.phase == PHASES[-1]

    def order_open(self) -> bool:
        """You may have overtaken it, or it you, since who is ahead was told (burgundy.round.first)."""
        return self.has_sailed() and (self.it_starts() or self.state.ships != self.state.ships_told)

    def much_to_tell(self) -> bool:
        """What it did leaves no room for what the next screen itself says: a screen has five lines."""
        return len(self.state.news) > self._room

    def nothing_left(self) -> bool:
        """No effect is to be resolved."""
        return not self.state.agenda

    def is_bonus(self) -> bool:
        """The effect at the head is a placement bonus."""
        return isinstance(self.state.agenda[0], Bonus)

    def is_sale(self) -> bool:
        """The effect at the head is a sale."""
        return isinstance(self.state.agenda[0], Sale)

    def is_ship(self) -> bool:
        """The effect at the head is a ship's."""
        return isinstance(self.state.agenda[0], Ship)

    def is_take(self) -> bool:
        """The effect at the head is a tile for the reserve."""
        return isinstance(self.state.agenda[0], Take)

    def is_completion(self) -> bool:
        """The effect at the head looks for complete cards."""
        return isinstance(self.state.agenda[0], Completion)

    def card_complete(self) -> bool:
        """A card on the table has no open item."""
        return decide.complete_card(self.state) is not None

    # --- set-up and cards ---

    def give_pieces(self) -> None:
        """burgundy.setup.pieces, burgundy.setup.areas: what it begins with."""
        state = self.state
        self._tell(Shuffled())
        self.because("burgundy.setup.difficulty", {"difficulty": state.difficulty})
        self.because("burgundy.setup.pieces", goods=list(state.goods), silver=state.silver)
        self.because("burgundy.setup.areas")
        self.because("burgundy.general.duplicates")
        if state.crane or state.white_castle:
            self.because("burgundy.ruling.expansions", {"crane": state.crane, "white_castle": state.white_castle})

    def slide(self) -> None:
        """burgundy.card.next: the right card becomes the left one."""
        table = self.state.cards
        if table.left is None and table.right is not None:
            table.left, table.right = table.right, None
            self._tell(Slid())
            self.because("burgundy.card.next", {"right": table.left.id}, left=table.left.id)

    def reshuffle(self) -> None:
        """burgundy.card.deck: an empty deck is made of the discard pile."""
        state = self.state
        if not state.deck:
            self.because("burgundy.card.deck", {"discard": list(state.discard)}, deck=len(state.discard))
            state.deck, state.discard = state.discard, []
            state.shuffle += 1
            self._tell(Shuffled())

    def deal(self) -> None:
        """burgundy.card.next: the card that came up lies at the free place."""
        state = self.state
        place = PLACES[len(state.laid())]
        state.deck.remove(self.value)
        setattr(state.cards, place, Held(self.value, [None] * len(state.items(self.value))))
        slid = Slid() in state.news
        state.news = [deed for deed in state.news if deed not in (Slid(), Shuffled())]
        self._tell(Dealt(place, self.value, slid))
        rule = "burgundy.card.next" if state.round else "burgundy.setup.cards"
        self.because(rule, {"place": place}, card=self.value)

    def skip_left(self) -> None:
        """burgundy.setup.cards: a left card without a dark green item is discarded."""
        state = self.state
        name = state.held("left").id
        state.cards.left = None
        state.discard.append(name)
        self._tell(Skipped(name))
        self.because("burgundy.setup.cards", {"card": name}, discard=list(state.discard))

    def give_castle(self) -> None:
        """burgundy.setup.castle: the topmost dark green item of the left card is marked."""
        held = self.state.held("left")
        item = self.state.items(held.id).index("dark_green") + 1
        held.tiles[item - 1] = Tile("dark_green")
        self.because("burgundy.setup.castle", {"card": held.id}, item=item)
        self.because("burgundy.ruling.setup_castle")

    def begin(self) -> None:
        """burgundy.setup.last: the first round; it is last in turn order."""
        self.state.round = 1
        self.because("burgundy.setup.last", first="you")

    # --- rounds ---

    def order_turns(self) -> None:
        """burgundy.round.first: whoever is ahead starts."""
        self.state.first = self.value
        self.state.ships_told = self.state.ships
        self.because("burgundy.round.first", {"ahead": self.value}, first=self.value)

    def roll_white(self) -> None:
        """burgundy.turn.white: a goods tile goes to its depot; it makes a card active."""
        state = self.state
        state.white = self.value
        state.rolls["white_die"] += 1
        self._tell(Delivered(state.white))
        self.because("burgundy.turn.white", {"white": state.white}, active=state.active)
        self.because("burgundy.phase.goods", {"white": state.white}, goods_to_depot=state.white)
        if not state.ships:
            state.first = "you"
            self.because("burgundy.setup.last", first=state.first)

    def change_sides(self) -> None:
        """burgundy.round.first: the other player's turn."""
        self.state.second = True
        self.because("burgundy.round.first", second="bot" if self.state.first == "you" else "you")

    def next_round(self) -> None:
        """burgundy.phase.rounds: five rounds a phase."""
        self.state.round += 1
        self.state.second = False
        self.because("burgundy.phase.rounds", {"phase": self.state.phase}, round=self.state.round)

    def mine_income(self) -> None:
        """burgundy.ruling.mine_income: silver for mines in the duchy and on both cards."""
        state = self.state
        mines = state.duchy.counts["gray"] + sum(tile.colour == "gray" for tile in state.on_cards())
        paid = mines if state.mine_income == "yes" else 0
        state.silver += paid
        if paid:
            self._tell(Paid(paid))
        self.because("burgundy.ruling.mine_income", {"ruling": state.mine_income, "mines": mines}, silver=paid)

    def next_phase(self) -> None:
        """burgundy.phase.refill: depots and black market are filled anew."""
        state = self.state
        state.phase = PHASES[PHASES.index(state.phase) + 1]
        state.round = 1
        state.second = False
        state.absent = []
        state.market_empty = False
        self.because("burgundy.phase.refill", phase=state.phase)

    # --- its turn ---

    def roll(self) -> None:
        """burgundy.turn.die: the depot where the search begins."""
        self.state.die = self.value
        self.state.rolls["automata_die"] += 1
        self.because("burgundy.turn.die", {"die": self.value}, start=self.value)
        self.because("burgundy.turn.active", {"white": self.state.white}, active=self.state.active)
        self.because("burgundy.ruling.white_value")

    def plan(self) -> None:
        """burgundy.search.order: take and place, then complete cards, then the purchase."""
        self.state.agenda = [Search(self.state.die), Completion(), Take("purchase")]

    def next_effect(self) -> None:
        """burgundy.search.order: the head of the agenda is decided."""
        self.state.agenda.pop(0)

    def place(self) -> None:
        """burgundy.place.mark: the tile marks its item, which may sell; then comes its bonus."""
        state, move = self.state, self.choice
        self._learn(move)
        match move.source:
            case "market":
                state.reserve.append(WILD)
                self._tell(Kept(WILD, "market"))
            case "silver":
                self._pay(BANK)
            case "board" | "reserve":
                self._mark(move)

    def bonus(self) -> None:
        """burgundy.bonus: what the colour of a tile just placed brings."""
        effect = self.state.agenda.pop(0)
        assert isinstance(effect, Bonus)  # the guard leaves nothing else
        tile = effect.tile
        match tile.colour:
            case "dark_green":
                self._again("burgundy.bonus.castle")
            case "light_green":
                points = decide.livestock(self.state, tile)
                self._score(points)
                self.because("burgundy.bonus.livestock", {"species": tile.species, "animals": tile.animals}, vp=points)
            case "blue":
                self.state.agenda.insert(0, Ship())
            case "brown" | "yellow" if tile.building is not None:
                self._build(tile.building)
            case "yellow":
                self.because("burgundy.general.yellow")

    def sell(self) -> None:
        """burgundy.sale.most: all goods of one type."""
        state = self.state
        state.agenda.pop(0)
        types = decide.types_with_most(state)
        if not types:
            self.because("burgundy.sale.nothing", {"goods": 0})
            return
        sold = types[0]
        n, state.goods[sold] = state.goods[sold], 0
        points = GOODS_VP * n + state.trade_routes
        state.silver += 1
        self._tell(Sold(sold, n))
        self._score(points)
        self.because("burgundy.sale.most", {"goods": types, "tiles": n}, goods=sold, silver=1, vp=GOODS_VP * n)
        self.because("burgundy.ruling.two_points")
        if state.trade_routes:
            self.because("burgundy.sale.trade_routes", vp=1)

    def load_ship(self) -> None:
        """burgundy.bonus.ship: goods, and a step on the turn order track."""
        for one in self.choice:
            self.state.goods[one] += 1
        self.state.ships += 1
        self._tell(Loaded(self.choice))
        self.because("burgundy.bonus.ship_step", ships=self.state.ships)

    def keep(self) -> None:
        """burgundy.bonus.remaining, burgundy.bonus.white_castle, burgundy.purchase.tile: a tile for the reserve."""
        state, gain = self.state, self.choice
        head = state.agenda.pop(0)
        assert isinstance(head, Take)  # the phase has no other
        self._learn(gain)
        if gain.tile is not None:
            state.reserve.append(gain.tile)
            bought = head.by == "purchase"
            state.silver -= decide.PRICE if bought else 0
            self._tell(Kept(gain.tile, "purchase" if bought else "board"))
        elif head.by == "white_castle":
            self._pay(1)

    def complete_card(self) -> None:
        """burgundy.card: points, tiles to the duchy, the card to the discard pile."""
        state, place = self.state, decide.complete_card(self.state)
        assert place is not None  # the guard looked
        held = state.held(place)
        points = state.card(held.id).points[("easy", "medium", "hard").index(state.difficulty)]
        before = [name for deed in state.news if isinstance(deed, Completed) for name in deed.cards]
        state.news = [deed for deed in state.news if not isinstance(deed, Completed)]
        self._tell(Completed([*before, held.id]))
        self._score(points)
        self.because("burgundy.card.points", {"card": held.id, "difficulty": state.difficulty}, vp=points)
        for tile in self.choice:
            state.duchy.counts[tile.colour] += 1
        state.duchy.livestock += [tile for tile in self.choice if tile.colour == "light_green"]
        self.because("burgundy.card.duchy", {"tiles": len(self.choice)})
        setattr(state.cards, place, None)
        state.discard.append(held.id)

    def claim(self) -> None:
        """burgundy.colour.complete: points of the bonus tiles that are left."""
        for colour, points in self.choice.items():
            self.state.claimed.append(colour)
            self._score(points)

    # --- the end ---

    def score_game(self) -> None:
        """burgundy.end.score."""
        sheet = score.score(self.state)
        self.because("burgundy.end.score", {f"{row.id}_vp": row.value for row in sheet.rows}, total=sheet.total)
        self.because("burgundy.ruling.face_down")

    def count_yours(self) -> None:
        """burgundy.end.winner: your total decides."""
        self.state.your_total = self.value
        total = score.score(self.state).total
        self.because("burgundy.end.winner", {"total": total, "your_total": self.value})
        if self.value == total:
            self.because("burgundy.ruling.tie")

    # --- pieces ---

    @property
    def _room(self) -> int:
        """Deeds that the next screen has room for: a question has two lines of its own, the end of a phase four."""
        if not self.nothing_left():
            return 1 if self.is_completion() and self.card_complete() else 3
        if self.state.second and self.last_round():
            return 0 if self.last_phase() else 1
        return 4

    def _mark(self, move: decide.Move) -> None:
        state, held = self.state, self.state.held(move.place)
        if move.source == "reserve":
            _take_out(state.reserve, move.tile.colour)
            self.because("burgundy.ruling.newest", {"colour": move.tile.colour})
        held.tiles[move.item - 1] = move.tile
        self._tell(Placed(move.tile, move.place, move.item, "reserve" if move.source == "reserve" else "board"))
        facts = {"colour": move.tile.colour, "place": move.place, "card": held.id}
        self.because("burgundy.place.mark", facts, item=move.item)
        if state.card(held.id).items[move.item - 1] == "green":
            self.because("burgundy.ruling.card_8", {"ruling": state.card_8})
        bonus = [Bonus(move.tile)] if move.tile != WILD else []
        if not bonus:
            self.because("burgundy.ruling.wild_no_bonus")
        sale = [Sale()] if state.card(held.id).box == move.item else []
        if sale:
            self.because("burgundy.sale.box", {"card": held.id, "item": move.item})
            self.because("burgundy.ruling.box_sale", {"ruling": state.box_sale})
        state.agenda[:0] = [*sale, *bonus] if state.box_sale == "before_bonus" else [*bonus, *sale]

    def _build(self, building: str) -> None:
        state = self.state
        match building:
            case "bank":
                self._pay(BANK)
                self.because("burgundy.bonus.silver", {"building": building}, silver=BANK)
            case "boarding_house" | "watchtower":
                rule = "burgundy.bonus.worker" if building == "boarding_house" else "burgundy.bonus.points"
                self._score(POINTS[building])
                self.because(rule, {"building": building}, vp=POINTS[building])
            case "warehouse":
                state.agenda.insert(0, Sale())
                self.because("burgundy.bonus.shipping", {"building": building})
            case "city_hall":
                state.agenda.insert(0, FromReserve())
            case "crane":
                self._again("burgundy.bonus.crane")
            case "carpenter" | "church" | "market" | "white_castle":
                state.agenda.insert(0, Take(building))

    def _again(self, rule: str) -> None:
        """Take and place once more, from the white die's depot."""
        self.state.agenda.insert(0, Search(self.state.white))
        self.because(rule, {"white": self.state.white}, start=self.state.white)

    def _learn(self, told: decide.Move | decide.Gain) -> None:
        """Remember until the next phase what is not on the board."""
        state = self.state
        state.absent = [colour for colour in COLOURS if colour in state.absent or colour in told.absent]
        state.market_empty = state.market_empty or told.market_empty
        tile = told.tile
        if tile is not None and tile.species is not None and tile.animals is not None:
            state.species, state.animals = tile.species, tile.animals

    def _pay(self, n: int) -> None:
        self.state.silver += n
        self._tell(Paid(n))

    def _score(self, points: int) -> None:
        """Count points; those of one screen are told together, and last."""
        self.state.vp += points
        before = sum(deed.n for deed in self.state.news if isinstance(deed, Scored))
        if points:
            others = [deed for deed in self.state.news if not isinstance(deed, Scored)]
            self.state.news = [*others, Scored(before + points)]

    def _tell(self, deed: Deed) -> None:
        """Note what the next screen says; points come last."""
        self.state.news.append(deed)
        self.state.news.sort(key=lambda one: isinstance(one, Scored))


def _take_out(reserve: list[Tile], colour: str) -> None:
    """Take the newest tile of a colour out of the reserve (burgundy.ruling.newest)."""
    place = max(n for n, tile in enumerate(reserve) if tile.colour == colour)
    del reserve[place]
