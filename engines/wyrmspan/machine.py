"""The shape of a play of Wyrmspan: phases, triggers, guards.

A round:
    your_turn ─▶ her_turn ─▶ card ─▶ drawn ─▶ advance ─▶ turn_over ─▶ your_turn          (both play)
        │            │                 │                     ├───────▶ her_turn_alone ─▶ her_turn   (you have passed)
        │            └── deck empty ───┴── pass icon ────────┤
        └── you pass, she has passed ────────────────────────┴───────▶ compare ─▶ round_end ─▶ your_turn or final
"""

from typing import Any, ClassVar

from engines.kit import turn
from engines.kit.contract import tie_fact
from engines.wyrmspan import decide, score
from engines.wyrmspan.pieces import BROWN_STEPS, FIXED_ROW, MARKERS, ROUND_CARDS, ROUNDS, TRACK_SPACES, Card, cards
from engines.wyrmspan.state import Did, Phase, Scored, State, row_5_vp

P = Phase


class Turn(turn.Turn[State]):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {P.ADVANCE: decide.steps}
    # fmt: off
    transitions: ClassVar[list[dict[str, Any]]] = [
        # set-up
        {"trigger": "answered", "source": P.OBJECTIVE, "dest": P.GUILD, "conditions": "last_objective", "before": "lay_objective"},
        {"trigger": "answered", "source": P.OBJECTIVE, "dest": P.OBJECTIVE, "before": "lay_objective"},
        {"trigger": "answered", "source": P.GUILD, "dest": P.LAY_TILES, "before": "lay_guild"},
        {"trigger": "go_on", "source": P.LAY_TILES, "dest": P.PLACE_PIECES, "before": "give_pieces"},
        {"trigger": "go_on", "source": P.PLACE_PIECES, "dest": P.YOUR_RULES, "before": "remind"},
        {"trigger": "go_on", "source": P.YOUR_RULES, "dest": P.YOUR_TURN, "before": "begin_round"},
        # your turn
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.COMPARE, "conditions": "passed", "before": "pass_yourself"},
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.HER_TURN},
        {"trigger": "pass", "source": P.YOUR_TURN, "dest": P.HER_TURN, "before": "pass_yourself"},
        {"trigger": "marker", "source": P.YOUR_TURN, "dest": P.YOUR_MARKER},
        {"trigger": "answered", "source": P.YOUR_MARKER, "dest": P.YOUR_TURN, "before": "place_your_marker"},
        # her turn
        {"trigger": "go_on", "source": P.HER_TURN, "dest": P.TURN_OVER, "conditions": "deck_empty", "before": "pass_without_card"},
        {"trigger": "go_on", "source": P.HER_TURN, "dest": P.CARD},
        {"trigger": "answered", "source": P.CARD, "dest": P.DRAWN, "before": "take_card"},
        {"trigger": "go_on", "source": P.DRAWN, "dest": P.TURN_OVER, "conditions": "last_card_passes", "before": "pass_by_icon"},
        {"trigger": "go_on", "source": P.DRAWN, "dest": P.ADVANCE, "before": ["refresh", "adjust_marker"]},
        {"trigger": "go_on", "source": P.ADVANCE, "dest": P.TURN_OVER, "before": ["advance", "brown_effects", "give_orders"]},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.COMPARE, "conditions": ["passed", "you_passed"]},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.HER_TURN_ALONE, "conditions": "you_passed", "before": "go_on_alone"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.YOUR_TURN, "before": "hand_over"},
        {"trigger": "go_on", "source": P.HER_TURN_ALONE, "dest": P.HER_TURN},
        # the end of a round, and of the game
        {"trigger": "answered", "source": P.COMPARE, "dest": P.ROUND_END, "before": ["score_objective", "give_marker"]},
        {"trigger": "go_on", "source": P.ROUND_END, "dest": P.FINAL, "conditions": "last_round", "before": "score_game"},
        {"trigger": "go_on", "source": P.ROUND_END, "dest": P.YOUR_TURN, "before": ["next_round", "begin_round"]},
        {"trigger": "total", "source": P.FINAL, "dest": P.YOUR_TOTAL},
        {"trigger": "skip", "source": P.FINAL, "dest": P.OVER},
        {"trigger": "answered", "source": P.YOUR_TOTAL, "dest": P.OVER, "before": "count_yours"},
    ]
    # fmt: on

    # --- guards ---

    def last_objective(self) -> bool:
        """This is the fourth objective."""
        return len(self.state.objectives) == ROUNDS - 1

    def deck_empty(self) -> bool:
        """Seven cards are drawn; the eighth was put aside."""
        return len(self.state.played) == ROUND_CARDS

    def last_card_passes(self) -> bool:
        """The card just drawn was the last of the deck and has the pass icon (wyrmspan.turn.pass_icon)."""
        return self.deck_empty() and self.state.card(self.state.played[-1]).passes

    def last_round(self) -> bool:
        """It is round 4."""
        return self.state.round == ROUNDS

    # --- set-up ---

    def lay_objective(self) -> None:
        """wyrmspan.setup.objectives: the next side is laid on the round tracker."""
        self.state.objectives.append(self.value)
        self.add_reason("wyrmspan.setup.objectives", {"round": len(self.state.objectives)}, objective=self.value)

    def lay_guild(self) -> None:
        """wyrmspan.setup.guild: the tile is laid."""
        self.state.guild = self.value
        self.add_reason("wyrmspan.setup.guild", guild=self.value)
        self.add_reason("wyrmspan.setup.level", {"level": self.state.level}, left=list(self.state.left))
        self.add_reason("wyrmspan.general.two_players")

    def give_pieces(self) -> None:
        """wyrmspan.setup.pieces."""
        self.add_reason("wyrmspan.setup.pieces", markers_ready=self.state.markers_ready)
        self.add_reason("wyrmspan.general.no_mat")

    def remind(self) -> None:
        """wyrmspan.general: the rules that change for you."""
        self.add_rules("wyrmspan.general.no_share", "wyrmspan.general.no_neighbour", "wyrmspan.general.face_down")
        self.add_rules("wyrmspan.advance.no_benefit", "wyrmspan.brown.no_benefit")

    def begin_round(self) -> None:
        """wyrmspan.setup.you_start."""
        self.add_reason("wyrmspan.setup.deck", cards_left=ROUND_CARDS)
        self.add_reason("wyrmspan.setup.you_start", round=self.state.round)

    # --- you ---

    def pass_yourself(self) -> None:
        """wyrmspan.round.end: you have passed."""
        self.state.you_passed = True
        self.add_reason("wyrmspan.round.end", {"passes": "you"})
        if self.state.coins_limited:
            self.add_reason("wyrmspan.round.coin_limit", {"round": self.state.round}, keep=2)
        if self.state.ravel and self.last_round():
            self.add_reason("wyrmspan.ruling.coin_limit", {"ruling": self.state.coin_limit})

    def place_your_marker(self) -> None:
        """wyrmspan.you.marker: a space of the tile is filled."""
        row = int(self.value)
        self.state.rows[row - 1].append("you")
        self.state.reported.append(row)
        self.add_reason("wyrmspan.you.marker", your_row=row)

    # --- her turn ---

    def pass_without_card(self) -> None:
        """wyrmspan.turn.empty."""
        self._pass()
        self.add_reason("wyrmspan.turn.empty", {"cards_left": 0}, passes="bot")

    def take_card(self) -> None:
        """wyrmspan.turn.draw."""
        state = self.state
        state.left.remove(self.value)
        state.played.append(self.value)
        state.did = Did(card=self.value)
        self.add_reason("wyrmspan.turn.draw", card=self.value, cards_left=ROUND_CARDS - len(state.played))

    def pass_by_icon(self) -> None:
        """wyrmspan.turn.pass_icon: nothing of the card is done."""
        facts = {"card": self.state.played[-1], "icon": True, "cards_left": 0}
        self._pass()
        self.add_reason("wyrmspan.turn.pass_icon", facts, passes="bot")

    def refresh(self) -> None:
        """wyrmspan.refresh.dragons."""
        card = self._card
        self.add_reason("wyrmspan.turn.order", {"card": card.id, "icon": card.passes})
        self._did.refresh = card.refresh
        if card.refresh:
            self.add_reason("wyrmspan.refresh.dragons", {"card": card.id}, refresh=True)

    def adjust_marker(self) -> None:
        """wyrmspan.marker.place, wyrmspan.marker.remove."""
        change = max(self._card.objective, -self.state.coins)
        before, self.state.coins = self.state.coins, self.state.coins + change
        self._did.coin = change
        if self._card.objective:
            rule = "wyrmspan.marker.place" if self._card.objective > 0 else "wyrmspan.marker.remove"
            self.add_reason(rule, {"coins": before}, coins=self.state.coins)

    def advance(self) -> None:
        """wyrmspan.advance: her token moves, and your reported caves are noted."""
        state, did = self.state, self._did
        did.steps, reported = self.choice
        if reported:
            state.excavated |= reported
            state.told = state.you_passed
        before, state.p = state.p, state.p + did.steps
        did.brown = state.p // BROWN_STEPS > before // BROWN_STEPS
        facts = {"from": before % TRACK_SPACES, "steps": did.steps}
        self.add_reason("wyrmspan.brown.enter", facts, space=state.p % TRACK_SPACES, brown=did.brown)
        if state.p // TRACK_SPACES > before // TRACK_SPACES:
            self.add_reason("wyrmspan.ruling.start_space")

    def brown_effects(self) -> None:
        """wyrmspan.brown: a dragon, and a cave card or a marker, once, after the whole move."""
        if not self._did.brown:
            return
        card, state, did = self._card, self.state, self._did
        did.dragon = card.dragon
        state.dragons += 1
        self.add_reason("wyrmspan.brown.dragon", {"card": card.id}, dragon=card.dragon, dragons=state.dragons)
        if card.cave is not None:
            did.cave = card.cave
            state.caves += 1
            self.add_reason("wyrmspan.brown.cave", {"card": card.id}, cave=card.cave, caves=state.caves)
        if card.marker is not None:
            self._place_marker(card.marker)

    def give_orders(self) -> None:
        """wyrmspan.turn.order: you are to do all that the card says, once her steps are known."""
        did = self._did
        self.order("move", *(name for name in ("refresh", "coin", "dragon", "cave", "row") if getattr(did, name)))

    def go_on_alone(self) -> None:
        """wyrmspan.turn.alternate: you have passed, she has not."""
        self.add_reason("wyrmspan.turn.alternate", {"passes": "you"})

    def hand_over(self) -> None:
        """wyrmspan.turn.alternate: it is your turn again."""
        self.state.turn += 1
        self.state.reported = []
        if self.state.passed:
            self.add_reason("wyrmspan.turn.alternate", {"passes": "bot"})

    # --- the end of a round, and of the game ---

    def score_objective(self) -> None:
        """wyrmspan.objective: both quantities are compared, and her rank is marked."""
        state, yours, tie = self.state, self.value, self.value == "equal"
        objective, q = state.objective(), decide.quantity(state)
        base = objective.base[state.round - 1]
        uncapped = base + state.coins
        facts: dict[str, Any] = {"objective": objective.id, "base": base, "coins": state.coins}
        self.add_reason("wyrmspan.objective.quantity", facts, quantity=uncapped)
        if q < uncapped:
            self.add_reason("wyrmspan.objective.cap", {"cap": objective.cap}, quantity=q)
        automa_vp, your_vp = decide.rank_vp(state, yours)
        rule = "wyrmspan.ruling.friendly_tie" if tie else "wyrmspan.objective.rank"
        facts = {"quantity": q, "your_quantity": yours} | tie_fact(("bot", "you") if tie else ())
        self.add_reason(rule, facts, automa_vp=automa_vp, your_vp=your_vp)
        self.add_reason("wyrmspan.objective.coins_back", {"coins": state.coins}, coins=0)
        orders = {"rank": automa_vp, "your_rank": your_vp, "coins_back": state.coins}
        self.order(*(name for name, n in orders.items() if n))
        state.scored = Scored(q, yours, automa_vp, your_vp, state.coins)
        state.objective_vp += automa_vp
        state.your_objective_vp += your_vp
        state.coins = 0

    def give_marker(self) -> None:
        """wyrmspan.next.marker: her marker of this round; after the last one there is none."""
        state = self.state
        if not self.last_round():
            state.markers_ready = min(state.markers_ready + 1, MARKERS)
            self.order("next_marker")
            self.add_reason("wyrmspan.next.marker", {"round": state.round}, markers_ready=state.markers_ready)

    def next_round(self) -> None:
        """wyrmspan.next.shuffle: all eight cards are shuffled."""
        state = self.state
        state.left = sorted(state.left + state.played, key=cards().levels[state.level].index)
        state.played = []
        state.shuffle += 1
        self.add_reason("wyrmspan.next.shuffle", cards_left=ROUND_CARDS)
        state.round += 1
        state.turn = 1
        state.passed = state.you_passed = state.passed_last = False
        state.did = state.scored = None
        state.told = False
        state.reported = []

    def score_game(self) -> None:
        """wyrmspan.end.score."""
        state, sheet = self.state, score.score(self.state)
        rows = {f"{row.id}_vp": row.value for row in sheet.rows[:4]}
        facts = {"dragons": state.dragons, "caves": state.caves, "space": state.p % TRACK_SPACES}
        self.add_reason("wyrmspan.end.score", facts, **rows, total=sheet.total)
        if state.level == "automa3":
            self.add_reason("wyrmspan.end.level_3", {"level": state.level}, bonus=1)
        if state.level == "ravel3":
            self.add_reason(
                "wyrmspan.ruling.ravel_bonus", {"level": state.level}, bonus=score.dragon_vp(state) - score.DRAGON_VP
            )
        if state.ravel:
            self.add_reason("wyrmspan.brown.fixed", fixed_vp=state.fixed_vp)

    def count_yours(self) -> None:
        """wyrmspan.end.tie: your total decides."""
        self.state.your_total = self.value
        total = score.score(self.state).total
        tied = tie_fact(("bot", "you") if self.value == total else ())
        self.add_reason("wyrmspan.end.tie", {"total": total, "your_total": self.value} | tied)

    # --- shared parts ---

    @property
    def _card(self) -> Card:
        return self.state.card(self._did.card)

    @property
    def _did(self) -> Did:
        assert self.state.did is not None  # a card was drawn
        return self.state.did

    def _pass(self) -> None:
        self.state.passed = True
        self.state.passed_last = self.state.you_passed
        self.state.did = None
        if not self.state.you_passed:
            self.order("no_card", "your_turns")

    def _place_marker(self, number: int) -> None:
        state = self.state
        if not state.markers_ready:
            self.add_reason("wyrmspan.brown.no_marker", {"markers_ready": 0})
            return
        row = decide.marker_row(state, number)
        free = state.free_rows
        state.rows[row - 1].append("bot")
        state.markers_ready -= 1
        self._did.row = row
        facts = {"number": number, "rows_free": free}
        self.add_reason("wyrmspan.brown.marker", facts, row=row, markers_ready=state.markers_ready)
        if len(state.rows[row - 1]) > 1:
            self.add_reason("wyrmspan.ruling.leftmost", {"row": row})
        if state.ravel and row == FIXED_ROW:
            before, state.fixed_vp = state.fixed_vp, row_5_vp(state)
            self.add_reason("wyrmspan.brown.fixed", {"row": row}, vp=state.fixed_vp - before)
