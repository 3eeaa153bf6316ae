"""The shape of a play of The Castles of Burgundy: phases, triggers, guards.

A round:   white_die ─▶ your_turn ─▶ [its turn] ─▶ turn_over            (you start)
              └──▶ [its turn] ─▶ your_turn ─▶ turn_over                 (the Automata starts)

Its turn:  die ─▶ resolve ◀──────────────────────────────────┐   the agenda, its next effect first:
                     ├── search, city hall ──▶ place ────────┤     a tile marks an item, and brings
                     ├── ship ───────────────▶ take_goods ───┤     its sale and its bonus
                     ├── past you? ──────────▶ lead ─────────┤
                     ├── to the reserve ─────▶ take ─────────┤
                     ├── bonus, sale ────────────────────────┤
                     └── are cards complete? ▶ complete ▶ bonus_tiles ▶ deal ⇄ card ─┘
"""

from typing import Any, ClassVar

from engines.burgundy import decide, score
from engines.burgundy.actions import Actions
from engines.burgundy.deeds import (
    Bonus,
    Completion,
    Dealt,
    Delivered,
    Overtake,
    Paid,
    Sale,
    Ship,
    Shuffled,
    Skipped,
    Slid,
    Take,
)
from engines.burgundy.pieces import PHASES, PLACES, ROUNDS, Held, Tile
from engines.burgundy.state import Phase
from engines.kit.contract import GO_ON

P = Phase


class Turn(Actions):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {
        P.PLACE: decide.place,
        P.GOODS: decide.goods,
        P.TAKE: decide.take,
        P.COMPLETE: decide.completed_tiles,
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
        {"trigger": "answered", "source": P.WHITE_DIE, "dest": P.DIE, "conditions": "it_is_ahead", "before": "roll_white"},
        {"trigger": "answered", "source": P.WHITE_DIE, "dest": P.YOUR_TURN, "before": "roll_white"},
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.TURN_OVER},
        {"trigger": "ahead", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "set_leader"},
        {"trigger": "behind", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "set_leader"},
        # its turn
        {"trigger": "answered", "source": P.DIE, "dest": P.RESOLVE, "before": ["roll", "plan_turn"]},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.RESOLVE, "conditions": ["nothing_left", "was_corrected"], "after": "return_to_step"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.TURN_OVER, "conditions": "nothing_left"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.RESOLVE, "conditions": "asks_nothing", "before": "resolve"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.GOODS, "conditions": "is_ship"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.LEAD, "conditions": "is_overtake"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.TAKE, "conditions": "is_take"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.COMPLETE, "conditions": "is_completion"},
        {"trigger": "go_on", "source": P.RESOLVE, "dest": P.PLACE},
        {"trigger": "go_on", "source": P.PLACE, "dest": P.RESOLVE, "before": ["next_effect", "place"]},
        {"trigger": "go_on", "source": P.GOODS, "dest": P.RESOLVE, "before": ["next_effect", "load_ship"]},
        {"trigger": "answered", "source": P.LEAD, "dest": P.RESOLVE, "before": ["next_effect", "set_leader"]},
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
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.WHITE_DIE, "before": "next_round"},
        {"trigger": "go_on", "source": P.PHASE_END, "dest": P.WHITE_DIE, "before": "next_phase"},
        {"trigger": "total", "source": P.FINAL, "dest": P.YOUR_TOTAL},
        {"trigger": "skip", "source": P.FINAL, "dest": P.OVER},
        {"trigger": "answered", "source": P.YOUR_TOTAL, "dest": P.OVER, "before": "count_yours"},
    ]
    # fmt: on

    def clear_news(self) -> None:
        """Forget the news of the answered screen. An answer that ends a turn also clears its deeds; a report does not."""
        self.state.news = []
        if self.state.at in (P.WHITE_DIE, P.PHASE_END) or self.value == GO_ON:
            self.state.done = []

    # --- guards ---

    def place_free(self) -> bool:
        """A card is to be dealt."""
        return len(self.state.table_cards()) < len(PLACES)

    def setting_up(self) -> bool:
        """The first round has not begun."""
        return self.state.round == 0

    def no_castle_left(self) -> bool:
        """The left card has no dark green item (burgundy.setup.cards)."""
        return "dark_green" not in self.state.items(self.state.card_at("left").id)

    def it_is_ahead(self) -> bool:
        """The Automata is ahead on the turn order track, so it starts (burgundy.round.first)."""
        return self.state.ahead_now == "bot"

    def you_started(self) -> bool:
        """You started this round."""
        return self.state.first == "you"

    def one_turn_left(self) -> bool:
        """The second turn of the round comes next."""
        return not self.state.second

    def last_round(self) -> bool:
        """It is round 5 of the phase."""
        return self.state.round == ROUNDS

    def last_phase(self) -> bool:
        """It is phase E."""
        return self.state.phase == PHASES[-1]

    def nothing_left(self) -> bool:
        """No effect remains to be resolved."""
        return not self.state.agenda

    def was_corrected(self) -> bool:
        """A correction completed a card, so the play returns to its step."""
        return self.state.corrected_at is not None

    def asks_nothing(self) -> bool:
        """The effect at the head is a placement bonus or a sale."""
        return isinstance(self.state.agenda[0], Bonus | Sale)

    def is_ship(self) -> bool:
        """The effect at the head is a ship's."""
        return isinstance(self.state.agenda[0], Ship)

    def is_overtake(self) -> bool:
        """The effect at the head is its step on the turn order track, perhaps past you."""
        return isinstance(self.state.agenda[0], Overtake)

    def is_take(self) -> bool:
        """The effect at the head is a tile for the reserve."""
        return isinstance(self.state.agenda[0], Take)

    def is_completion(self) -> bool:
        """The effect at the head resolves complete cards."""
        return isinstance(self.state.agenda[0], Completion)

    def card_complete(self) -> bool:
        """A card on the table has no open item."""
        return decide.complete_card(self.state) is not None

    # --- set-up and cards ---

    def give_pieces(self) -> None:
        """burgundy.setup.pieces, burgundy.setup.areas: it gets its first pieces."""
        state = self.state
        self._add_news(Shuffled())
        self.add_reason("burgundy.setup.difficulty", {"difficulty": state.difficulty})
        self.add_reason("burgundy.setup.pieces", goods=list(state.goods), silver=state.silver)
        self.add_rules("burgundy.setup.areas", "burgundy.general.duplicates")
        if state.crane or state.white_castle:
            self.add_reason("burgundy.ruling.expansions", {"crane": state.crane, "white_castle": state.white_castle})

    def slide(self) -> None:
        """burgundy.card.next: the right card becomes the left one."""
        table = self.state.cards
        if table.left is None and table.right is not None:
            table.left, table.right = table.right, None
            self._add_news(Slid(table.left.id))
            self.add_reason("burgundy.card.next", {"right": table.left.id}, left=table.left.id)

    def reshuffle(self) -> None:
        """burgundy.card.deck: if the deck is empty, the discard pile becomes the new deck."""
        state = self.state
        if not state.deck:
            self.add_reason("burgundy.card.deck", {"discard": list(state.discard)}, deck=len(state.discard))
            state.deck, state.discard = state.discard, []
            state.shuffle += 1
            self._add_news(Shuffled())

    def deal(self) -> None:
        """burgundy.card.next: the drawn card is laid on the free place."""
        state = self.state
        place = PLACES[len(state.table_cards())]
        state.deck.remove(self.value)
        setattr(state.cards, place, Held(self.value, [None] * len(state.items(self.value))))
        state.news = [deed for deed in state.news if deed != Shuffled()]
        state.orders.pop("shuffle", None)  # if the device deals, it shuffles
        if state.round:
            self._add_news(Dealt(place, self.value))
        rule = "burgundy.card.next" if state.round else "burgundy.setup.cards"
        self.add_reason(rule, {"place": place}, card=self.value)

    def skip_left(self) -> None:
        """burgundy.setup.cards: a left card without a dark green item is discarded."""
        state = self.state
        name = state.card_at("left").id
        state.cards.left = None
        state.discard.append(name)
        self._add_news(Skipped(name))
        self.add_reason("burgundy.setup.cards", {"card": name}, discard=list(state.discard))

    def give_castle(self) -> None:
        """burgundy.setup.castle: the topmost dark green item of the left card is marked."""
        held = self.state.card_at("left")
        item = self.state.items(held.id).index("dark_green") + 1
        held.tiles[item - 1] = Tile("dark_green")
        self.state.news, self.state.orders = [], {}  # if the device deals, no other cards are laid out
        for name in ("cards", "castle", "last"):
            self.order(name)
        self.add_reason("burgundy.setup.castle", {"card": held.id}, item=item)
        self.add_reason("burgundy.ruling.setup_castle")

    def begin(self) -> None:
        """burgundy.setup.last: the first round; it is last in turn order."""
        self.state.round = 1
        self.add_reason("burgundy.setup.last", first="you")

    # --- after a correction ---

    def return_to_step(self) -> None:
        """burgundy.table.truth: the play returns to the step in which a correction completed a card."""
        assert self.state.corrected_at is not None  # as the guard says
        self.state.at, self.state.corrected_at = self.state.corrected_at, None

    # --- rounds ---

    def set_leader(self) -> None:
        """burgundy.round.first: you report who is ahead, or whether you still are after its step."""
        self.state.ahead = "you" if self.value in ("ahead", True) else "bot"
        rule = "burgundy.bonus.ship_step" if self.state.at is P.LEAD else "burgundy.round.first"
        self.add_reason(rule, ahead=self.state.ahead)

    def roll_white(self) -> None:
        """burgundy.turn.white: the player ahead starts; the die names the depot of the goods tile and the active card."""
        state = self.state
        state.white, state.first = self.value, state.ahead_now
        state.rolls["white_die"] += 1
        rule = "burgundy.round.first" if state.ships else "burgundy.setup.last"
        self.add_reason(rule, first=state.first)
        self._add_news(Delivered(state.white))
        self.add_reason("burgundy.turn.white", {"white": state.white}, active=state.active)
        self.add_reason("burgundy.phase.goods", {"white": state.white}, goods_to_depot=state.white)

    def change_sides(self) -> None:
        """burgundy.round.first: the other player's turn."""
        self.state.second = True
        self.add_reason("burgundy.round.first", second="bot" if self.state.first == "you" else "you")

    def next_round(self) -> None:
        """burgundy.phase.rounds: five rounds a phase."""
        self.state.round += 1
        self.state.second = False
        self.add_reason("burgundy.phase.rounds", {"phase": self.state.phase}, round=self.state.round)

    def mine_income(self) -> None:
        """burgundy.ruling.mine_income: silver for mines in the duchy and on both cards."""
        state = self.state
        mines = state.count("gray")
        paid = mines if state.mine_income == "yes" else 0
        state.silver += paid
        if paid:
            self._add_news(Paid(paid, "mines"))
        self.add_reason("burgundy.ruling.mine_income", {"ruling": state.mine_income, "mines": mines}, silver=paid)

    def next_phase(self) -> None:
        """burgundy.phase.refill: depots and black market are filled again."""
        state = self.state
        state.phase = PHASES[PHASES.index(state.phase) + 1]
        state.round = 1
        state.second = False
        state.absent = []
        state.market_empty = False
        self.add_reason("burgundy.phase.refill", phase=state.phase)

    # --- the end ---

    def score_game(self) -> None:
        """burgundy.end.score."""
        sheet = score.score(self.state)
        self.add_reason("burgundy.end.score", {f"{row.id}_vp": row.value for row in sheet.rows}, total=sheet.total)
        self.add_reason("burgundy.ruling.face_down")

    def count_yours(self) -> None:
        """burgundy.end.winner: your total decides who wins."""
        self.state.your_total = self.value
        total = score.score(self.state).total
        self.add_reason("burgundy.end.winner", {"total": total, "your_total": self.value})
        if self.value == total:
            self.add_reason("burgundy.ruling.tie")
