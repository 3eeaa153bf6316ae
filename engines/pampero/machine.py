"""The shape of a play of Pampero: phases, triggers, guards.

A turn:
    your_turn ─▶ vj_turn ─▶ column ─▶ effect ─▶ turn_over ─▶ your_turn
        │      (decided)  (a tower)  └▶ specialist    │
        └── pass tile ───────────────────────────────▶┤
                                                      third turn: round_end ─▶ consolidation
                                                      ─▶ scoring ─▶ scored ─▶ your_turn or final
"""

from typing import Any, ClassVar

import msgspec

from engines.pampero import setup
from engines.pampero.actions import Actions
from engines.pampero.card import ZONES, card_for_board
from engines.pampero.decide.gains import COMPARED_SPACES, column, scoring, specialist, winner
from engines.pampero.decide.turn import turn
from engines.pampero.pieces import MAX_COUNT, SCORINGS, TURNS, Deed, Scored, Slot
from engines.pampero.state import MARKED_SPACE_DOLLARS, MARKERS, SPACES, Phase, start_sector

P = Phase


class Turn(Actions):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {
        P.SET_UP: setup.set_up,
        P.MARKERS: setup.markers,
        P.VJ_TURN: turn,
        P.COLUMN: column,
        P.SPECIALIST: specialist,
        P.SCORING: scoring,
    }
    # fmt: off
    transitions: ClassVar[list[dict[str, Any]]] = [
        # set-up
        {"trigger": "go_on", "source": P.LAY_OUT, "dest": P.SET_UP, "before": "add_setup_rules"},
        {"trigger": "go_on", "source": P.SET_UP, "dest": P.PLACE_PIECES, "before": ["apply_set_up", "give_pieces", "give_batteries"]},
        {"trigger": "go_on", "source": P.PLACE_PIECES, "dest": P.MARKERS},
        {"trigger": "go_on", "source": P.MARKERS, "dest": P.YOUR_TURN, "before": ["place_markers", "begin"]},
        # your turn
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.TURN_OVER, "conditions": "must_pass", "before": ["end_your_turn", "skip_turn"]},
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.VJ_TURN, "before": "end_your_turn"},
        *({"trigger": marker, "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "move_marker"} for marker in MARKERS),
        {"trigger": "lowered", "source": P.YOUR_TURN, "dest": P.LOWERED},
        {"trigger": "answered", "source": P.LOWERED, "dest": P.YOUR_TURN, "before": "move_marker"},
        *({"trigger": f"paid_{zone}", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "take_payment"} for zone in ZONES),
        {"trigger": "pass", "source": P.YOUR_TURN, "dest": P.TURN_OVER, "before": ["end_your_turn", "skip_turn"]},
        # his turn
        {"trigger": "go_on", "source": P.VJ_TURN, "dest": P.TURN_OVER, "conditions": "is_skipped", "before": ["skip_turn", "reach_scoring"]},
        {"trigger": "go_on", "source": P.VJ_TURN, "dest": P.COLUMN, "conditions": "builds_tower", "before": ["keep_read_cells", "build_tower"]},
        {"trigger": "go_on", "source": P.VJ_TURN, "dest": P.EFFECT, "before": ["keep_read_cells", "act"]},
        {"trigger": "go_on", "source": P.COLUMN, "dest": P.EFFECT, "before": ["keep_read_cells", "take_column"]},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.SPECIALIST, "conditions": "card_due"},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.TURN_OVER},
        {"trigger": "go_on", "source": P.SPECIALIST, "dest": P.EFFECT, "before": "take_card"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.ROUND_END, "conditions": "third_turn", "before": "end_round"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.YOUR_TURN, "before": "hand_over"},
        # the end of a round, and of the game
        {"trigger": "go_on", "source": P.ROUND_END, "dest": P.CONSOLIDATION, "before": "consolidate"},
        {"trigger": "scoring", "source": P.ROUND_END, "dest": P.CONSOLIDATION, "before": ["reach_scoring", "consolidate"]},
        {"trigger": "answered", "source": P.CONSOLIDATION, "dest": P.SCORING, "before": "collect_income"},
        {"trigger": "go_on", "source": P.CONSOLIDATION, "dest": P.SCORING, "before": "collect_income"},
        {"trigger": "go_on", "source": P.SCORING, "dest": P.SCORED, "conditions": "is_scoring_due", "before": "score_tile"},
        {"trigger": "go_on", "source": P.SCORING, "dest": P.YOUR_TURN, "before": "next_round"},
        {"trigger": "go_on", "source": P.SCORED, "dest": P.FINAL, "conditions": "final_scored", "before": "end_game"},
        {"trigger": "go_on", "source": P.SCORED, "dest": P.SCORING, "conditions": "last_round", "before": "flip"},
        {"trigger": "go_on", "source": P.SCORED, "dest": P.YOUR_TURN, "before": ["flip", "next_round"]},
        {"trigger": "total", "source": P.FINAL, "dest": P.YOUR_TOTAL},
        {"trigger": "skip", "source": P.FINAL, "dest": P.OVER, "before": "finish"},
        {"trigger": "answered", "source": P.YOUR_TOTAL, "dest": P.OVER, "before": ["count_yours", "finish"]},
    ]
    # fmt: on

    # --- guards ---

    def is_skipped(self) -> bool:
        """You said that it would be VJ's last turn (pampero.ruling.pass_tile)."""
        return bool(self.choice.action == "skipped")

    def builds_tower(self) -> bool:
        """VJ builds a tower, which brings a column of bonuses."""
        return bool(self.choice.action == "tower")

    def card_due(self) -> bool:
        """VJ is still to take a specialist card."""
        return bool(self.state.due)

    def third_turn(self) -> bool:
        """Both have had three turns in this round."""
        return self.state.clock.turn_in_round == TURNS

    def final_scored(self) -> bool:
        """It was the final scoring."""
        return self.state.clock.scorings_done == len(SCORINGS)

    # --- set-up ---

    def add_setup_rules(self) -> None:
        """pampero.setup: the board and the table, before the solo cards."""
        self.add_rules("pampero.setup.normal", "pampero.setup.vj_board", "pampero.setup.scoring_tiles")

    def apply_set_up(self) -> None:
        """pampero.setup: the facts that were confirmed, the cards and the tiles."""
        state, chosen = self.state, self.choice
        state.board_learned = chosen.board != state.board
        state.board = chosen.board
        state.cards = [Slot(card_for_board(card, state.board.places)) for card in chosen.cards]
        in_play = [card.key for card in chosen.cards]
        state.deck = [card_for_board(card, state.board.places) for card in state.deck if card.key not in in_play]
        state.tiles = list(chosen.tiles)
        state.vj = setup.vj_at_start(state.board)
        state.vj.money = chosen.board.supply.money
        self.add_reason("pampero.ruling.spaces")

    def give_pieces(self) -> None:
        """pampero.setup.disc, pampero.setup.wind_farm, pampero.setup.no_tower."""
        self.order("wind_farm")
        self.add_reason("pampero.setup.disc")
        self.add_reason("pampero.setup.wind_farm", {}, sector=start_sector(self.state.board))
        self.add_reason("pampero.setup.no_tower")

    def give_batteries(self) -> None:
        """pampero.setup.energy, pampero.setup.batteries, pampero.ruling.money."""
        state, vj = self.state, self.state.vj
        self.order("energy", "batteries", *(["money"] if vj.money else []))
        self.add_reason("pampero.setup.energy", {}, energy=vj.energy)
        self.add_reason("pampero.setup.batteries", {}, batteries=vj.batteries)
        self.add_reason("pampero.ruling.twelve_batteries", {"batteries_total": state.board.supply.batteries_total})
        self.add_reason("pampero.ruling.money", {}, money=vj.money)

    def place_markers(self) -> None:
        """pampero.setup.majorities, pampero.setup.pass_tile."""
        self.state.majority = [msgspec.structs.replace(pair) for pair in self.choice]
        self.add_reason("pampero.setup.pass_tile")

    def begin(self) -> None:
        """pampero.frame.you_start, pampero.pay: the rules that change for you."""
        self.add_rules("pampero.setup.your_board", "pampero.setup.yours", "pampero.pay.virtual", "pampero.pay.instead")
        self.add_rules("pampero.pay.no_hindrance", "pampero.pay.never_you", "pampero.frame.you_start")
        self.add_rules("pampero.frame.your_turns", "pampero.frame.no_action_cards", "pampero.majority.pairs")

    # --- you ---

    def end_your_turn(self) -> None:
        """pampero.frame.you_start: turns alternate."""
        self.state.clock.whose = "vj"
        self.state.scored = None

    def take_payment(self) -> None:
        """pampero.pay.prices: VJ gets your payment for his bulldozer or tower."""
        state, zone = self.state, self.value.removeprefix("paid_")
        price = state.board.prices[zone]
        self._add_money(price)
        self.add_reason("pampero.pay.bulldozer", {"zone": zone})
        self.add_reason("pampero.pay.tower", {"zone": zone})
        self.add_reason("pampero.pay.prices", {"zone": zone}, price=price, money=state.vj.money)
        if not any(state.vj.towers.get(sector) for sector in state.board.zones[zone]):
            self.add_reason("pampero.ruling.real_tower", {"zone": zone})

    def move_marker(self) -> None:
        """pampero.majority.markers: the marker of a side and a space moves by one, as you report."""
        side, _, space = self.value.partition("_")
        by = -1 if self.state.at is P.LOWERED else 1
        n = min(getattr(self.state.majority[int(space) - 1], side) + by, MAX_COUNT)
        setattr(self.state.majority[int(space) - 1], side, n)
        self.add_reason("pampero.majority.markers", {}, **{self.value: n})

    def skip_turn(self) -> None:
        """pampero.pass.once: VJ's turn is skipped, once in a game."""
        self.state.flags.pass_tile_unused = False
        self.state.did = Deed("skipped")
        self.order("pass_tile")
        self.add_reason("pampero.pass.once", {}, skipped=True)
        self.add_reason("pampero.pass.cards")
        self.add_reason("pampero.ruling.pass_tile", {"ruling": self.state.skipping})

    # --- his turn ---

    def keep_read_cells(self) -> None:
        """pampero.card.cell: the cells that were read are known from now on."""
        for slot, card in zip(self.state.cards, self.choice.cards, strict=True):
            self.state.cells_learned |= slot.card != card
            slot.card = card

    def act(self) -> None:
        """Carry out a plan other than a tower (pampero.read.until)."""
        state, plan = self.state, self.choice
        self._keep_findings()
        state.did = Deed(plan.action, space=plan.space, sector=plan.sector, gained=plan.gained)
        if plan.action == "wind":
            state.vj.energy += plan.gained
            self._build("wind")
            self._count("wind_farms", "pampero.wind.majority")
        if plan.action == "contract":
            self._fulfil()
        if plan.action == "foreign":
            self._pay()
            self._earn(plan.effect["money"])
        if plan.action == "other":
            self.order("other")
        self._order_changes()
        if plan.action != "nothing":
            self._remind_of_ongoing()

    def build_tower(self) -> None:
        """pampero.tower.leftmost: his leftmost tower unlocks the transformers of its column."""
        state, plan, vj = self.state, self.choice, self.state.vj
        unlocked = state.board.transformers(sum(vj.towers.values()))
        self._keep_findings()
        known = vj.unlocked_transformers
        vj.unlocked_transformers = "?" if known == "?" or unlocked is None else known + unlocked
        state.did = Deed("tower", space=plan.space, section=plan.section, sector=plan.sector)
        self._build("towers")

    def take_column(self) -> None:
        """pampero.tower.bonuses: the whole column is his, from top to bottom."""
        state, vj, did = self.state, self.state.vj, self._did
        found, did.ongoing = self.choice.amounts, [*self.choice.ongoing]
        did.tiles = max(found["tiles"], len(did.ongoing))
        vj.bonus_tiles += ["kept"] * did.tiles
        gains = [kind for kind, n in found.items() if n and kind != "tiles"]
        self.add_reason("pampero.tower.whole", {"gains": gains} if gains else {}, tiles=did.tiles)
        self.add_rules("pampero.tower.bonuses", "pampero.ruling.bonus_order")
        self._earn(found["money"])
        self._charge(found["energy"])
        did.batteries = found["battery"]
        if vj.batteries == state.board.supply.batteries_total:
            self.add_reason("pampero.ruling.no_battery", {"batteries": vj.batteries})
        vj.batteries += did.batteries
        for tile in self.choice.ongoing:
            vj.ongoing = sorted([*vj.ongoing, tile])
            self.add_reason("pampero.tower.spaces", {}, ongoing=tile)
        self._connect(found["connection"])
        did.dozers = found["dozer"]
        vj.dozers_parked += did.dozers
        if did.dozers:
            self.add_reason("pampero.dozer.parking", {}, dozers_parked=vj.dozers_parked)
        state.due += ["bonus"] * found["specialist"]
        if found["income"]:
            self.add_reason("pampero.income.bonus", {"type": self.choice.moved})
            self._advance(self.choice.moved, found["income"], bool(found.get("last")))
        self._order_changes()

    def take_card(self) -> None:
        """pampero.specialist.scoring: a scoring card is his; one taken face up at the end of a track brings another."""
        state, taken = self.state, self.choice
        state.vj.scoring_cards.append(taken.found_by[-1])
        self._did.specialists.append([*taken.found_by])
        self.order(f"card.{len(self._did.specialists)}")
        self._did.your_type = taken.your_type
        state.you.rb_type = taken.your_type or state.you.rb_type
        due = state.due.pop(0)
        if due == "track" and taken.found_by != ("deck",):
            state.due.insert(0, "second")
            self.add_reason("pampero.ruling.second_card", {}, due=1)

    def end_round(self) -> None:
        """pampero.income.round: after three turns each the round is over."""
        self.add_reason("pampero.income.round", {"round": self.state.clock.round})

    def hand_over(self) -> None:
        """pampero.frame.you_start: it is your turn again."""
        self.state.clock.turn_in_round += 1
        self.state.clock.whose = "you"

    # --- the end of a round, and of the game ---

    def reach_scoring(self) -> None:
        """pampero.ruling.consolidation: you report that the time track reached a scoring."""
        self.state.reached = True

    def consolidate(self) -> None:
        """pampero.ruling.consolidation: VJ collects income in each consolidation."""
        if self.state.income():
            self.order("collect")
        self.add_reason("pampero.ruling.consolidation", {"round": self.state.clock.round})
        self._remind_of_ongoing()

    def collect_income(self) -> None:
        """pampero.income.round: the income by the board file, or else by your answer."""
        known = self.state.income()
        income = self.value if known is None else known
        self.state.last_income = income
        self._add_money(income)
        self.add_reason("pampero.income.round", {"income_money": income}, money=self.state.vj.money)

    def score_tile(self) -> None:
        """pampero.scoring.majority, pampero.majority.tie: VJ's $, and the winners of the majorities."""
        state, tally = self.state, self.choice
        which = SCORINGS[state.clock.scorings_done]
        pairs = {space: state.majority[space - 1] for space in COMPARED_SPACES[which]}
        winners = {space: winner(pair.vj, pair.you) for space, pair in pairs.items()}
        gain = tally.money + MARKED_SPACE_DOLLARS * tally.marked
        state.marked |= tally.marked > 0
        self._add_money(gain)
        state.scored = Scored(which, {str(space): whose for space, whose in winners.items()}, gain, tally.marked)
        state.clock.scorings_done += 1
        for name, applies in (("score", gain), ("flip", which == "second")):
            if applies:
                self.order(name)
        if which == "first":
            self.add_reason("pampero.scoring.first", {"which": which}, money=state.vj.money)
        for space, whose in winners.items():
            pair = state.majority[space - 1]
            self.add_reason("pampero.scoring.majority", {"card": space, "vj": pair.vj, "you": pair.you}, majority=whose)
        if "2.3" in state.tiles and which != "second":
            self.add_reason("pampero.special.tile_23", {"which": which})

    def flip(self) -> None:
        """pampero.scoring.flip: after the 2nd scoring card 1 is turned face down."""
        assert self.state.scored is not None  # it was scored
        if self.state.scored.which == "second":
            self.state.cards[0].face_up = False
            self.add_reason("pampero.scoring.flip", {}, card=SPACES[0])
        else:
            self.add_reason("pampero.scoring.first", {"which": self.state.scored.which})

    def next_round(self) -> None:
        """The next round begins with your turn (pampero.frame.you_start)."""
        clock = self.state.clock
        clock.round += 1
        clock.turn_in_round = 1
        clock.whose = "you"
        self.state.did = None
        self.state.reached = False
        self.add_reason("pampero.frame.you_start", {}, round=clock.round)

    def end_game(self) -> None:
        """pampero.end.most_money."""
        self.add_reason("pampero.vj.keeps_money", {}, money=self.state.vj.money)
        self.add_reason("pampero.tiles.icons")

    def count_yours(self) -> None:
        """pampero.end.most_money: your money decides."""
        self.state.your_total = self.value
        self.add_reason("pampero.end.most_money", {"money": self.state.vj.money, "your_total": self.value})

    def finish(self) -> None:
        """The play is over."""
        self.state.flags.over = True
