"""The shape of a play of Lisboa: phases, triggers, guards.

A round:
    your_turn ─▶ visited ─▶ drew ─▶ turn_over ─▶ state_action ─▶ visit ─▶ effect ◀─▶ pay
        ▲           │ he follows: visit ▶ effect ◀▶ pay ▶ shown ▶ drew        │
        └───────────┴──────────────── turn_over ◀─────────────────────────────┘
Between your turn and his, or his and yours, the period may end; after his turn in the final round the play does.
"""

from typing import Any, ClassVar

from engines import engine
from engines.contract import NOT_POSSIBLE
from engines.lisboa import decide, score
from engines.lisboa.state import (
    COLUMNS,
    DECK,
    FAVORS,
    FIGURES,
    FULL,
    NOBLES,
    PERIODS,
    TREASURY,
    TYPES,
    Building,
    Decrees,
    Did,
    Discard,
    Effect,
    Figure,
    Noble,
    OwnedShip,
    Pay,
    Phase,
    State,
    Store,
    put_in_order,
    shipyard,
)

P = Phase


class Turn(engine.Turn[State]):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {
        P.REPORT: decide.report,
        P.DREW: decide.drew,
        P.STATE_ACTION: decide.state_action,
        P.VISIT: decide.visit,
        P.PAY: decide.officials_there,
        P.FINAL: decide.final,
    }
    # fmt: off
    transitions: ClassVar[list[dict[str, Any]]] = [
        # set-up
        {"trigger": "answered", "source": P.HELPER, "dest": P.COURTIER, "before": "place_helper"},
        {"trigger": "answered", "source": P.COURTIER, "dest": P.FAVOR, "before": "place_courtier"},
        {"trigger": "answered", "source": P.FAVOR, "dest": P.SET_UP, "before": "give_favor"},
        {"trigger": "go_on", "source": P.SET_UP, "dest": P.PIECES, "before": "give_pieces"},
        {"trigger": "go_on", "source": P.PIECES, "dest": P.YOUR_TURN, "before": "begin"},
        # your turn, and what you report
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.VISITED, "conditions": "holds_favor", "before": "watch_visit"},
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.DREW, "before": "watch_draw"},
        {"trigger": "wigs", "source": P.YOUR_TURN, "dest": P.REPORT, "before": "hear"},
        {"trigger": "treasury", "source": P.YOUR_TURN, "dest": P.REPORT, "before": "hear"},
        {"trigger": "church", "source": P.YOUR_TURN, "dest": P.REPORT, "before": "hear"},
        {"trigger": "go_on", "source": P.REPORT, "dest": P.YOUR_TURN, "before": "take_report"},
        {"trigger": "your_set", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "complete_set"},
        {"trigger": "set_following", "source": P.YOUR_TURN, "dest": P.PERIOD_END, "conditions": "first_period", "before": "complete_set_following"},
        {"trigger": "set_following", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": ["complete_set", "begin_final_round"]},
        {"trigger": "no_cube", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "return_cube"},
        # he follows your visit
        {"trigger": "answered", "source": P.VISITED, "dest": P.DREW, "conditions": "no_visit", "before": "watch_draw"},
        {"trigger": "answered", "source": P.VISITED, "dest": P.VISIT, "before": "follow"},
        {"trigger": "go_on", "source": P.DREW, "dest": P.TURN_OVER, "before": "draw_yourself"},
        # between turns
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.PERIOD_END, "conditions": ["your_move", "period_ends"], "before": "end_period"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.STATE_ACTION, "conditions": "your_move", "before": "move_courtier"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.SHOWN, "conditions": "last_turn"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.SHOWN, "conditions": "period_ends"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.YOUR_TURN, "conditions": "game_ends", "before": ["count_turn", "hand_over", "begin_final_round"]},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.YOUR_TURN, "before": ["count_turn", "hand_over"]},
        # his turn
        {"trigger": "go_on", "source": P.STATE_ACTION, "dest": P.TAKE_FAVOR, "conditions": "favor_chosen", "before": "aim_favor"},
        {"trigger": "go_on", "source": P.STATE_ACTION, "dest": P.VISIT, "before": "take_state_action"},
        {"trigger": "go_on", "source": P.TAKE_FAVOR, "dest": P.VISIT, "before": "take_favor"},
        {"trigger": NOT_POSSIBLE, "source": P.TAKE_FAVOR, "dest": P.STATE_ACTION, "before": "miss_favor"},
        {"trigger": "go_on", "source": P.VISIT, "dest": P.EFFECT, "before": "plan_visit"},
        # effects, one at a time
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.PAY, "conditions": "is_payment"},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.EFFECT, "conditions": "is_store", "before": "build_store"},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.EFFECT, "conditions": "is_decrees", "before": "take_decrees"},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.EFFECT, "conditions": "is_building", "before": "open_building"},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.EFFECT, "conditions": "is_discard", "before": ["discard", "move_helper"]},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.SHOWN, "conditions": "your_move"},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.TURN_OVER},
        {"trigger": "go_on", "source": P.PAY, "dest": P.EFFECT, "before": "pay"},
        # what he did is shown: that he followed, or his last turn of a period
        {"trigger": "no_cube", "source": P.SHOWN, "dest": P.SHOWN, "before": "return_cube"},
        {"trigger": "go_on", "source": P.SHOWN, "dest": P.DREW, "conditions": "your_move", "before": "watch_draw"},
        {"trigger": "go_on", "source": P.SHOWN, "dest": P.FINAL, "conditions": "last_turn", "before": "end_game"},
        {"trigger": "go_on", "source": P.SHOWN, "dest": P.PERIOD_END, "conditions": "period_ends", "before": ["count_turn", "end_period"]},
        {"trigger": "go_on", "source": P.SHOWN, "dest": P.TURN_OVER},
        # the end of a period, and of the game
        {"trigger": "go_on", "source": P.PERIOD_END, "dest": P.STATE_ACTION, "conditions": "your_move", "before": ["change_period", "move_courtier"]},
        {"trigger": "go_on", "source": P.PERIOD_END, "dest": P.YOUR_TURN, "before": ["change_period", "hand_over"]},
        {"trigger": "go_on", "source": P.FINAL, "dest": P.OVER, "before": "count"},
    ]
    # fmt: on

    # --- guards ---

    def holds_favor(self) -> bool:
        """He holds a Royal Favour, so he may follow."""
        return bool(self.state.favors)

    def no_visit(self) -> bool:
        """You visited no noble whose favour he holds."""
        return self.value not in NOBLES

    def first_period(self) -> bool:
        """It is period 1."""
        return self.state.period == 1

    def your_move(self) -> bool:
        """It is your turn still."""
        return self.state.whose == "you"

    def period_ends(self) -> bool:
        """Period 1 ends (lisboa.period.end)."""
        return self.first_period() and self.state.ends

    def game_ends(self) -> bool:
        """What ends the game has happened (lisboa.end.trigger)."""
        return self.state.ends and not self.first_period()

    def last_turn(self) -> bool:
        """It is the final round."""
        return self.state.final_round

    def favor_chosen(self) -> bool:
        """A Royal Favour is there for him to take."""
        return self._did.action == "favor" and self.choice is not None

    def is_payment(self) -> bool:
        """The effect at the head is a payment."""
        return self._head_is(Pay)

    def is_store(self) -> bool:
        """The effect at the head is a store."""
        return self._head_is(Store)

    def is_decrees(self) -> bool:
        """The effect at the head are decrees."""
        return self._head_is(Decrees)

    def is_building(self) -> bool:
        """The effect at the head is a public building."""
        return self._head_is(Building)

    def is_discard(self) -> bool:
        """The effect at the head is the discard."""
        return self._head_is(Discard)

    # --- set-up ---

    def place_helper(self) -> None:
        """lisboa.setup.helper."""
        self.state.helper = self.value
        self.because("lisboa.setup.helper", helper=self.value)

    def place_courtier(self) -> None:
        """lisboa.setup.courtier."""
        self.state.courtier = self.value
        self.because("lisboa.setup.courtier", courtier=self.value)

    def give_favor(self) -> None:
        """lisboa.setup.favor, and what else differs from a game of two."""
        self._take_favor(self.value)
        self.because("lisboa.setup.favor", favor=self.value)
        self.because("lisboa.setup.two_players")
        self.because("lisboa.setup.no_board")
        self.because("lisboa.setup.scoring_tiles")
        self.because("lisboa.ruling.scoring_tiles")
        tile = "green" if self.state.upper else "blue"
        self.because("lisboa.setup.building", {"helper": self.state.helper}, tile=tile)

    def give_pieces(self) -> None:
        """lisboa.setup.pieces, lisboa.setup.plans."""
        self.because("lisboa.setup.pieces", influence=self.state.influence, wigs=self.state.wigs)
        self.because("lisboa.ruling.setup_official", off_L=list(self.state.off_L), area=self.state.area)
        self.because("lisboa.setup.plans", plans=self.state.plans)
        self.because("lisboa.ruling.plans")

    def begin(self) -> None:
        """lisboa.setup.you_start."""
        self.because("lisboa.setup.you_start", period=1)

    # --- you ---

    def watch_visit(self) -> None:
        """lisboa.follow.visit: he may follow."""
        self.because("lisboa.follow.visit", {"favors": list(self.state.favors)})
        self.because("lisboa.ruling.event")

    def watch_draw(self) -> None:
        """lisboa.turn.drew: the decks are counted."""
        self.because("lisboa.turn.drew", {"deck": list(self.state.deck)})

    def hear(self) -> None:
        """What of your turn you report."""
        self.state.report = self.value

    def take_report(self) -> None:
        """lisboa.you.wigs, lisboa.you.treasury, lisboa.you.church: it is as you say."""
        state = self.state
        reported, state.report = state.report, None
        if reported == "wigs":
            before, state.wigs = state.wigs, self.choice
            self.because("lisboa.you.wigs", {"wigs": before}, wigs_now=state.wigs)
        elif reported == "treasury":
            before, state.treasury = state.treasury, self.choice
            self.because("lisboa.you.treasury", {"treasury": before}, treasury_now=state.treasury)
        else:
            self.because("lisboa.you.church")
            self._score_church(self.choice)

    def complete_set(self) -> None:
        """lisboa.period.end, lisboa.end.trigger: you have the rubble set."""
        self.state.your_set = True
        self.because(
            "lisboa.period.end" if self.first_period() else "lisboa.end.trigger", {"sets": 2 * self.state.period}
        )

    def complete_set_following(self) -> None:
        """lisboa.period.end: you had the rubble set in his turn, so the period ends before yours."""
        self.complete_set()
        self.state.whose = "bot"

    def return_cube(self) -> None:
        """lisboa.store.cube: there was none left."""
        self.state.rubble = max(0, self.state.rubble - 1)
        self._did.cube = False
        self.because("lisboa.store.cube", {"taken": 0}, rubble=self.state.rubble)

    def follow(self) -> None:
        """lisboa.follow.visit: he follows."""
        self.state.did = Did(noble=self.value)
        self.because("lisboa.follow.visit", {"noble": self.value}, follows=True)
        self.because("lisboa.ruling.follow_wigs")

    def draw_yourself(self) -> None:
        """lisboa.turn.drew: a card left a deck."""
        if self.choice is not None:
            cards = self._take_card(self.choice)
            self.because("lisboa.turn.drew", {"drew": self.choice}, cards=cards)

    # --- his turn ---

    def move_courtier(self) -> None:
        """lisboa.turn.courtier: one noble to the right; the State action by the Helper's place."""
        state = self.state
        before, place = state.courtier, NOBLES.index(state.courtier) + 1
        state.courtier = NOBLES[place % len(NOBLES)]
        state.whose = "bot"
        state.did = Did(noble=state.courtier, action=state.action())
        self.because("lisboa.turn.order")
        self.because("lisboa.turn.courtier", {"from": before}, courtier=state.courtier)
        half = "upper" if state.upper else "lower"
        facts = {"courtier": state.courtier, "helper": state.helper, "half": half}
        self.because("lisboa.turn.state_action", facts, action=self._did.action)

    def take_state_action(self) -> None:
        """lisboa.turn.state_action: all but a Royal Favour."""
        match self._did.action:
            case "plans":
                self._take_plan()
            case "officials":
                self._move_officials()
            case "ships":
                self._take_ship()
            case "production":
                self._produce()
            case "cardinal":
                self._move_cardinal()
            case _:
                self._skip()

    def aim_favor(self) -> None:
        """lisboa.favor.order: the tile is chosen; those further left that he lacks are not there."""
        did, further_left = self._did, NOBLES[: NOBLES.index(self.choice)]
        did.favor = self.choice
        did.no_favor = [noble for noble in further_left if noble not in self.state.favors]

    def take_favor(self) -> None:
        """lisboa.favor.order: the tile is his."""
        favor = self._did.favor
        assert favor is not None  # it was chosen
        self._take_favor(favor)
        self.because("lisboa.favor.order", {"favor": favor}, favors=list(self.state.favors))

    def miss_favor(self) -> None:
        """lisboa.ruling.favor_gone: no such tile is left."""
        favor, did = self._did.favor, self._did
        assert favor is not None  # it was chosen
        self.state.favor_supply[NOBLES.index(favor)] = 0
        did.no_favor.append(favor)
        did.favor = None
        self.because("lisboa.ruling.favor_gone", {"favor": favor}, missing=list(did.no_favor))

    def plan_visit(self) -> None:
        """lisboa.visit.cost: he pays first, then acts; in his turn he discards, in yours he uses his favour."""
        state, did = self.state, self._did
        effect, state.tiles_out = self.choice[0], self.choice[1] or state.tiles_out
        if effect is None:
            self.because("lisboa.ruling.no_action", {"noble": did.noble})
        else:
            state.agenda += [Pay(), effect]
        if not self.your_move():
            state.agenda.append(Discard())
        elif effect is not None:
            self._use_favor(did.noble)

    def pay(self) -> None:
        """lisboa.visit.cost, lisboa.visit.shortage: influence, and wigs for what is missing."""
        state, did = self.state, self._did
        state.agenda.pop(0)
        place = NOBLES.index(did.noble)
        state.off_you[place] = self.choice
        state.told = put_in_order([*state.told, did.noble])
        did.cost = decide.cost(state, did.noble)
        facts = {"noble": did.noble, "your_officials": self.choice, "neutral": state.neutral[place]}
        facts |= {"treasury": state.treasury, "treasury_adds": decide.treasury_adds(state)}
        self.because("lisboa.visit.cost", facts, cost=did.cost)
        if did.action is not None:
            self.because("lisboa.ruling.cost_after_state")
        before, state.influence = state.influence, max(0, state.influence - did.cost)
        self.because("lisboa.influence.track", {"influence": before, "cost": did.cost}, influence_now=state.influence)
        if did.cost > before:
            self._pay_wigs(did.cost - before)

    def build_store(self) -> None:
        """lisboa.store.score, lisboa.store.cube."""
        effect, state, did = self.state.agenda.pop(0), self.state, self._did
        assert isinstance(effect, Store)  # the guard says so
        setattr(state.stores, effect.kind, state.stores.of(effect.kind) + 1)
        state.column_wigs[COLUMNS.index(effect.column)] = effect.wigs
        state.rubble += 1
        state.wigs += effect.wigs
        did.store, did.column, did.cube = effect.kind, effect.column, True
        stores = state.stores.of(effect.kind)
        self.because("lisboa.store.score", {"type": effect.kind, "earned": effect.wigs}, stores=stores, wigs=state.wigs)
        self.because("lisboa.store.cube", rubble=state.rubble)
        self.because("lisboa.store.cube_tie")
        self.because("lisboa.store.no_bonus")

    def take_decrees(self) -> None:
        """lisboa.decrees.take."""
        self.state.agenda.pop(0)
        self.state.decrees += 2
        self._did.decrees = 2
        self.because("lisboa.decrees.take", {"taken": 2}, decrees=self.state.decrees)
        self.because("lisboa.ruling.leftmost")
        self.because("lisboa.decrees.redraw")

    def open_building(self) -> None:
        """lisboa.building.rubble."""
        effect, state = self.state.agenda.pop(0), self.state
        assert isinstance(effect, Building)  # the guard says so
        state.building_wigs = effect.wigs
        state.rubble += 2
        state.wigs += effect.wigs
        self._did.building = effect.tile
        self.because(
            "lisboa.building.rubble", {"tile": effect.tile, "earned": effect.wigs}, rubble=state.rubble, wigs=state.wigs
        )
        self.because("lisboa.building.no_reward")

    def discard(self) -> None:
        """lisboa.discard.top."""
        state = self.state
        state.agenda.pop(0)
        if self._did.cost is not None:
            self.because("lisboa.you.follow", {"noble": self._did.noble})
        if state.cards_of(state.helper):
            self._did.discarded = state.helper
            cards = self._take_card(state.helper)
            self.because("lisboa.discard.top", {"helper": state.helper}, cards=cards)
        else:
            self.because("lisboa.discard.none", {"helper": state.helper})

    def move_helper(self) -> None:
        """lisboa.helper.up."""
        state = self.state
        before, deck = state.helper, decide.next_deck(state)
        if deck is None:
            self.because("lisboa.ruling.empty_decks", {"deck": list(state.deck)}, helper=before)
            return
        state.helper = deck
        self.because("lisboa.helper.up", {"from": before, "deck": list(state.deck)}, helper=deck)

    def hand_over(self) -> None:
        """lisboa.turn.order: it is your turn again."""
        self.state.whose = "you"
        self.state.told = []

    def count_turn(self) -> None:
        """lisboa.turn.order: a round is over."""
        self.state.turn_no += 1

    # --- the end of a period, and of the game ---

    def end_period(self) -> None:
        """lisboa.period.end: the turn in which it happened is finished first."""
        self.because("lisboa.period.end", {"deck": list(self.state.deck)})
        if not self.your_move():
            self.because("lisboa.ruling.period_in_turn")

    def change_period(self) -> None:
        """lisboa.period: his rubble scores, new ships, new decks; Helper and Courtier stay."""
        state = self.state
        before, state.wigs = state.wigs, state.wigs + state.rubble
        self.because("lisboa.period.rubble", {"rubble": state.rubble, "wigs": before}, wigs_now=state.wigs)
        self.because("lisboa.ruling.his_rubble")
        state.period = PERIODS
        state.deck = [DECK] * len(FIGURES)
        state.shipyard = [ship for ship in shipyard(PERIODS) if ship not in [one.colour for one in state.ships]]
        state.your_set = False
        state.did = None
        self.because("lisboa.period.decks", deck=list(state.deck), helper=state.helper, courtier=state.courtier)
        self.because("lisboa.period.ships", shipyard=list(state.shipyard))

    def begin_final_round(self) -> None:
        """lisboa.end.round: one more turn each."""
        self.state.final_round = True
        self.because("lisboa.end.trigger", {"deck": list(self.state.deck)})
        self.because("lisboa.end.round")

    def end_game(self) -> None:
        """lisboa.end.score: what you have is asked."""
        self.because("lisboa.end.numbers")

    def count(self) -> None:
        """lisboa.end.score, lisboa.title."""
        state = self.state
        state.final = self.choice
        sheet = score.score(state)
        self.because("lisboa.end.score", {f"{row.id}_wigs": row.value for row in sheet.rows}, total=sheet.total)
        for rule in ("ships", "rubble", "decrees", "nothing", "majorities", "favors"):
            self.because(f"lisboa.end.{rule}")
        if not all(state.stores.of(kind) for kind in TYPES):
            self.because("lisboa.ruling.no_store")
        final = self.choice
        facts = {"hired": score.hired(state), "your_officials": final.officials, "ruling": state.hired}
        self.because("lisboa.end.officials", facts, officials_wigs=final.his_officials)
        self.because("lisboa.title.court", {"your_wigs": final.wigs, "total": sheet.total}, title=score.title(state))
        yours = {"stores": final.stores.total, "majorities": final.majorities, "reis": final.reis}
        yours |= {"your_decrees": final.decrees, "your_ships": final.ships}
        self._name_title(yours)

    # --- pieces ---

    @property
    def _did(self) -> Did:
        assert self.state.did is not None  # he has begun to act
        return self.state.did

    def _head_is(self, kind: type[Effect]) -> bool:
        return bool(self.state.agenda) and isinstance(self.state.agenda[0], kind)

    def _take_card(self, figure: Figure) -> int:
        """Take the top card of a deck; return how many are left."""
        self.state.deck[FIGURES.index(figure)] -= 1
        return self.state.cards_of(figure)

    def _take_favor(self, noble: Noble) -> None:
        state, place = self.state, NOBLES.index(noble)
        state.favors = put_in_order([*state.favors, noble])
        state.favor_supply[place] = max(0, state.favor_supply[place] - 1)

    def _use_favor(self, noble: Noble) -> None:
        """Spend or keep the Royal Favour that he follows with (lisboa.ruling.favors_used)."""
        state, place = self.state, NOBLES.index(noble)
        if state.favors_used == "spent":
            state.favors = [one for one in state.favors if one != noble]
            state.favor_supply[place] = min(FAVORS, state.favor_supply[place] + 1)
        self.because("lisboa.ruling.favors_used", {"ruling": state.favors_used}, favors=list(state.favors))

    def _skip(self) -> None:
        self._did.skipped = True
        self.because("lisboa.turn.skip", {"action": self._did.action})

    def _take_plan(self) -> None:
        self.state.plans += 1
        self.because("lisboa.plans.most", plans=self.state.plans)
        self.because("lisboa.plans.tie")

    def _move_officials(self) -> None:
        state = self.state
        if not self.choice:
            self._skip()
            return
        before = list(state.off_L)
        for noble in self.choice:
            state.off_L[NOBLES.index(noble)] += 1
        state.area -= len(self.choice)
        self._did.offices = put_in_order(self.choice)
        self.because("lisboa.officials.fewest", {"off_L": before}, offices=list(self.choice), area=state.area)
        self.because("lisboa.officials.tie")
        self.because("lisboa.ruling.two_offices")
        self.because("lisboa.officials.stay")

    def _take_ship(self) -> None:
        state, ship = self.state, self.choice
        if ship is None:
            state.shipyard = []
            self._skip()
            return
        learned = ship.colour not in state.ship_influence or ship.colour not in state.ship_hull
        state.new_ships = state.new_ships or learned
        state.ship_influence[ship.colour] = ship.influence
        state.ship_hull[ship.colour] = ship.hull
        state.shipyard = state.shipyard[state.shipyard.index(ship.colour) + 1 :]
        state.ships.append(OwnedShip(ship.colour, ship.influence, ship.hull))
        state.portfolio_you = ship.portfolio
        self._did.ship = ship.colour
        self.because("lisboa.ships.take", {"ship": ship.colour}, shipyard=list(state.shipyard))
        self.because("lisboa.ships.yours")
        self._raise_treasury("lisboa.ships.treasury")
        facts = {"ship_influence": ship.influence, "portfolio": ship.portfolio}
        self._gain_influence("lisboa.ships.influence", facts, ship.influence + ship.portfolio)
        self.because("lisboa.ruling.ship_influence")
        self.because("lisboa.ruling.portfolio")

    def _produce(self) -> None:
        stores = self.state.stores
        if not stores.total:
            self._skip()
            return
        self.because("lisboa.production.goods", {kind: stores.of(kind) for kind in TYPES})

    def _move_cardinal(self) -> None:
        state, church, did = self.state, self.choice, self._did
        state.wigs += church.tile_wigs
        did.tile_wigs, did.passed = church.tile_wigs, church.passed
        self.because("lisboa.cardinal.move", {"earned": church.tile_wigs}, wigs=state.wigs)
        if church.passed in {"treasury", "both"}:
            self._raise_treasury("lisboa.cardinal.treasury")
        if church.passed in {"influence", "both"}:
            self._score_church(church.portfolio)
            self.because("lisboa.ruling.church", {"passed": church.passed})

    def _score_church(self, portfolio: int) -> None:
        """Gain the influence of your portfolio and of all his ships (lisboa.cardinal.church)."""
        ships = sum(ship.influence for ship in self.state.ships)
        self.state.portfolio_you = portfolio
        facts = {"ship_influence": ships, "portfolio": portfolio}
        self._gain_influence("lisboa.cardinal.church", facts, ships + portfolio)

    def _raise_treasury(self, rule: str) -> None:
        before, self.state.treasury = self.state.treasury, min(TREASURY, self.state.treasury + 1)
        self.because(rule, {"treasury": before}, treasury_now=self.state.treasury)

    def _gain_influence(self, rule: str, facts: dict[str, Any], gained: int) -> None:
        """Gain influence up to 10; each gain that ends there earns a wig (lisboa.influence.track)."""
        state = self.state
        before, state.influence = state.influence, min(FULL, state.influence + gained)
        self.because(rule, facts, gained=gained)
        full = gained > 0 and state.influence == FULL
        state.wigs += full
        self.because("lisboa.influence.track", {"influence": before}, influence_now=state.influence, earned=int(full))

    def _pay_wigs(self, missing: int) -> None:
        """Pay wigs for missing influence, as far as there are any (lisboa.visit.shortage)."""
        before, self.state.wigs = self.state.wigs, max(0, self.state.wigs - missing)
        self.because("lisboa.visit.shortage", {"missing_influence": missing, "wigs": before}, wigs_now=self.state.wigs)
        if missing > before:
            self.because("lisboa.ruling.wigs_floor", {"wigs": before}, wigs_now=0)

    def _name_title(self, yours: dict[str, Any]) -> None:
        """Tell the row of your title, or that there is none (lisboa.ruling.no_title)."""
        title = score.title(self.state)
        if title is None:
            self.because("lisboa.ruling.no_title", yours)
        else:
            self.because(f"lisboa.title.{title}", yours, title=title)
