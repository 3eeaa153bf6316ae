"""The actions of Lacerda in his turn, and their effects on his state. The machine decides when."""

from typing import Any

from engines.kit import turn
from engines.kit.contract import tie_fact
from engines.lisboa import decide
from engines.lisboa.pieces import (
    COLUMNS,
    FAVORS_PER_NOBLE,
    FIGURES,
    MAX_INFLUENCE,
    NOBLES,
    TREASURY_SPACES,
    TYPES,
    Figure,
    Noble,
    OwnedShip,
)
from engines.lisboa.state import Phase, State, from_left_to_right


class Actions(turn.Turn[State]):
    """The callbacks of his turn, and helpers of all callbacks; each gives its reasons."""

    # --- his turn ---

    def clear_news(self) -> None:
        """Order the tile in front of the Cardinal discarded once he has moved."""
        state = self.state
        if state.at is Phase.STATE_ACTION and state.deed.action == "cardinal" and not state.answers:
            self.order("tile")

    def move_courtier(self) -> None:
        """lisboa.turn.courtier: one noble to the right; the State action by the Helper's place."""
        state = self.state
        before, place = state.courtier, NOBLES.index(state.courtier) + 1
        state.courtier = NOBLES[place % len(NOBLES)]
        state.whose = "bot"
        state.choose_state_action()
        self.add_reason("lisboa.turn.order")
        self.add_reason("lisboa.turn.courtier", {"from": before}, courtier=state.courtier)
        half = "upper" if state.helper_in_upper_half else "lower"
        facts = {"courtier": state.courtier, "helper": state.helper, "half": half}
        self.add_reason("lisboa.turn.state_action", facts, action=self.state.deed.action)

    def take_state_action(self) -> None:
        """lisboa.turn.state_action, lisboa.turn.skip."""
        did = self.state.deed
        if not self.choice:
            did.skipped = True
            if not self.state.available_ships or did.action != "ships":  # else you just said that there is none
                self.order("skip")
            if did.action == "ships":
                self.state.shipyard = []
            self.add_reason("lisboa.turn.skip", {"action": did.action})
            return
        match did.action:
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
                self._take_next_favor()

    def miss_favor(self) -> None:
        """lisboa.ruling.favor_gone: there is no such tile, so he does not get it."""
        favor, did, state = self.state.deed.favor, self.state.deed, self.state
        assert favor is not None  # he was to take it
        state.favors = [one for one in state.favors if one != favor]
        state.favor_supply[NOBLES.index(favor)] = 0
        did.no_favor.append(favor)
        did.favor = None
        self.add_reason("lisboa.ruling.favor_gone", {"favor": favor}, missing=list(did.no_favor))

    def visit_noble(self) -> None:
        """lisboa.visit.cost: he pays first, then acts; in his turn he discards, in yours he uses his Favor."""
        state, did, visit = self.state, self.state.deed, self.choice
        state.tiles_out = visit.tiles_out or state.tiles_out
        self._set_cost_numbers(visit.numbers)
        if visit.action is None:
            self.order("no_action")
            self.add_reason("lisboa.ruling.no_action", {"noble": did.noble})
        else:
            if state.whose == "you":
                self._use_favor(did.noble)
            self._pay()
            self._take_noble_action(visit.action)
        if state.whose == "bot":
            self._discard()
            self._move_helper()

    def hand_over(self) -> None:
        """lisboa.turn.order: it is your turn again."""
        self.state.whose = "you"
        self.state.told = []

    def count_turn(self) -> None:
        """lisboa.turn.order: a round is over."""
        self.state.turn_no += 1

    # --- helpers ---

    def _pay(self) -> None:
        """lisboa.visit.cost, lisboa.visit.shortage: influence, and wigs for what is missing."""
        state, did = self.state, self.state.deed
        place = NOBLES.index(did.noble)
        did.cost = decide.cost(state, did.noble)
        facts = {"noble": did.noble, "your_officials": state.off_you[place], "neutral": state.neutral[place]}
        facts |= {"treasury": state.treasury, "treasury_adds": decide.treasury_adds(state)}
        self.add_reason("lisboa.visit.cost", facts, cost=did.cost)
        if did.action is not None:
            self.add_reason("lisboa.ruling.cost_after_state")
        before, state.influence = state.influence, max(0, state.influence - did.cost)
        facts = {"influence": before, "cost": did.cost}
        self.add_reason("lisboa.influence.track", facts, influence_now=state.influence)
        did.paid = before - state.influence
        if did.paid:
            self.order("pay")
        if did.cost > before:
            self._pay_wigs(did.cost - before)

    def _take_noble_action(self, action: Any) -> None:
        match action:
            case decide.Store():
                self._build_store(action)
            case decide.Building():
                self._open_building(action)
            case _:
                self._take_decrees()

    def _build_store(self, action: decide.Store) -> None:
        """lisboa.store.score, lisboa.store.cube."""
        state, did = self.state, self.state.deed
        setattr(state.stores, action.kind, state.stores.of(action.kind) + 1)
        state.column_wigs[COLUMNS.index(action.column)] = action.wigs
        state.rubble += 1
        state.wigs += action.wigs
        did.store, did.column, did.cube, did.earned = action.kind, action.column, True, action.wigs
        self.order("store", "cube", *(("wigs",) if action.wigs else ()))
        stores = state.stores.of(action.kind)
        facts = {"type": action.kind, "earned": action.wigs}
        self.add_reason("lisboa.store.score", facts, stores=stores, wigs=state.wigs)
        self.add_reason("lisboa.store.cube", rubble=state.rubble)
        self.add_rules("lisboa.store.cube_tie", "lisboa.store.no_bonus")

    def _take_decrees(self) -> None:
        """lisboa.decrees.take."""
        self.state.decrees += 2
        self.state.deed.decrees = 2
        self.order("decrees", "new_decrees")
        self.add_reason("lisboa.decrees.take", {"taken": 2}, decrees=self.state.decrees)
        self.add_rules("lisboa.ruling.leftmost", "lisboa.decrees.redraw")

    def _open_building(self, action: decide.Building) -> None:
        """lisboa.building.rubble."""
        state = self.state
        state.building_wigs = action.wigs
        state.rubble += 2
        state.wigs += action.wigs
        self.state.deed.building, self.state.deed.earned = action.tile, action.wigs
        self.order("building", "cubes", *(("wigs",) if action.wigs else ()), "score")
        facts = {"tile": action.tile, "earned": action.wigs}
        self.add_reason("lisboa.building.rubble", facts, rubble=state.rubble, wigs=state.wigs)
        self.add_reason("lisboa.building.no_reward")

    def _discard(self) -> None:
        """lisboa.discard.top."""
        state = self.state
        if self.state.deed.visited:
            self.add_reason("lisboa.you.follow", {"noble": self.state.deed.noble})
        if state.cards_of(state.helper):
            self.state.deed.discarded = state.helper
            self.order("discard")
            cards = self._take_card(state.helper)
            self.add_reason("lisboa.discard.top", {"helper": state.helper}, cards=cards)
        else:
            self.add_reason("lisboa.discard.none", {"helper": state.helper})

    def _move_helper(self) -> None:
        """lisboa.helper.up."""
        state = self.state
        before, deck = state.helper, decide.next_deck(state)
        if deck is None:
            self.add_reason("lisboa.ruling.empty_decks", {"deck": list(state.deck)}, helper=before)
            return
        state.helper = deck
        if deck != before:
            self.state.deed.helper_was = before
            self.order("helper")
        self.add_reason("lisboa.helper.up", {"from": before, "deck": list(state.deck)}, helper=deck)

    def _take_card(self, figure: Figure) -> int:
        """Take the top card of a deck; return the number of remaining cards."""
        self.state.deck[FIGURES.index(figure)] -= 1
        return self.state.cards_of(figure)

    def _take_favor(self, noble: Noble) -> None:
        state, place = self.state, NOBLES.index(noble)
        state.favors = from_left_to_right([*state.favors, noble])
        self.order(f"favor_{noble}")
        state.favor_supply[place] = max(0, state.favor_supply[place] - 1)

    def _take_next_favor(self) -> None:
        """Take the chosen tile; of those further left the ones that he lacks are gone (lisboa.favor.order)."""
        did, favors, further_left = self.state.deed, list(self.state.favors), NOBLES[: NOBLES.index(self.choice)]
        did.favor = self.choice
        did.no_favor = [noble for noble in further_left if noble not in favors]
        self._take_favor(self.choice)
        self.add_reason("lisboa.favor.order", {"favors": favors, "missing": list(did.no_favor)}, favor=did.favor)

    def _use_favor(self, noble: Noble) -> None:
        """Spend or keep the Royal Favor that he follows with (lisboa.ruling.favors_used)."""
        state, place = self.state, NOBLES.index(noble)
        if state.favors_used == "spent":
            state.favors = [one for one in state.favors if one != noble]
            state.favor_supply[place] = min(FAVORS_PER_NOBLE, state.favor_supply[place] + 1)
            self.order("favor_back")
        self.add_reason("lisboa.ruling.favors_used", {"ruling": state.favors_used}, favors=list(state.favors))

    def _set_cost_numbers(self, numbers: dict[str, int]) -> None:
        """Take over your officials in the office and the Treasury's space, if you gave them (lisboa.visit.cost)."""
        state, noble = self.state, self.state.deed.noble
        if "your_officials" in numbers:
            state.off_you[NOBLES.index(noble)] = numbers["your_officials"]
            state.told.append(noble)
        if "treasury" in numbers:
            self._set_treasury(numbers["treasury"])

    def _set_treasury(self, space: int) -> None:
        before, self.state.treasury = self.state.treasury, space
        self.state.told.append("treasury")
        self.add_reason("lisboa.you.treasury", {"treasury": before}, treasury_now=space)

    def _take_plan(self) -> None:
        self.state.plans += 1
        self.order("plan")
        self.add_reason("lisboa.plans.most", plans=self.state.plans)
        self.add_reason("lisboa.plans.tie")

    def _move_officials(self) -> None:
        state = self.state
        before, tied = list(state.off_L), tie_fact(decide.tied_offices(state, self.choice))
        for noble in self.choice:
            state.off_L[NOBLES.index(noble)] += 1
        state.area -= len(self.choice)
        self.state.deed.offices = from_left_to_right(self.choice)
        self.order("officials")
        self.add_reason("lisboa.officials.fewest", {"off_L": before}, offices=list(self.choice), area=state.area)
        if tied:
            self.add_reason("lisboa.officials.tie", tied, offices=list(self.choice))
        self.add_rules("lisboa.ruling.two_offices", "lisboa.officials.stay")

    def _take_ship(self) -> None:
        state, ship = self.state, self.choice
        learned = ship.colour not in state.ship_influence or ship.colour not in state.ship_hull
        state.new_ships = state.new_ships or learned
        state.ship_influence[ship.colour] = ship.influence
        state.ship_hull[ship.colour] = ship.hull
        state.shipyard = state.shipyard[state.shipyard.index(ship.colour) + 1 :]
        state.ships.append(OwnedShip(ship.colour, ship.influence, ship.hull))
        state.portfolio_you = ship.numbers["portfolio"]
        self._set_cost_numbers(ship.numbers)
        self.state.deed.ship = ship.colour
        self.add_reason("lisboa.ships.take", {"ship": ship.colour}, shipyard=list(state.shipyard))
        self.add_reason("lisboa.ships.yours")
        self._raise_treasury("lisboa.ships.treasury")
        self._gain_portfolio("lisboa.ships.influence", ship.influence)
        self.add_rules("lisboa.ruling.ship_influence", "lisboa.ruling.portfolio")

    def _produce(self) -> None:
        self.order("goods", "prices")
        self.add_reason("lisboa.production.goods", {kind: self.state.stores.of(kind) for kind in TYPES})

    def _move_cardinal(self) -> None:
        state, church, did = self.state, self.choice, self.state.deed
        did.tile_wigs, did.passed = church.numbers["tile_wigs"], church.passed
        state.wigs += did.tile_wigs
        state.cardinal = decide.cardinal_space(state.cardinal, church.passed)
        if did.tile_wigs:
            self.order("tile_wigs")
        self._set_cost_numbers(church.numbers)
        self.add_reason("lisboa.cardinal.move", {"earned": did.tile_wigs}, wigs=state.wigs)
        if church.passed == "treasury":
            self._raise_treasury("lisboa.cardinal.treasury")
        if church.passed == "influence":
            self.order("church")
            self._score_church(church.numbers["portfolio"])
            self.add_reason("lisboa.ruling.church", {"passed": church.passed})

    def _score_church(self, portfolio: int) -> None:
        """Gain the influence of your portfolio and of all his ships (lisboa.cardinal.church)."""
        self.state.portfolio_you = portfolio
        self._gain_portfolio("lisboa.cardinal.church", sum(ship.influence for ship in self.state.ships))

    def _raise_treasury(self, rule: str) -> None:
        before, self.state.treasury = self.state.treasury, min(TREASURY_SPACES, self.state.treasury + 1)
        self.state.deed.raised = self.state.treasury - before
        if self.state.deed.raised:
            self.order("treasury")
        self.add_reason(rule, {"treasury": before}, treasury_now=self.state.treasury)

    def _gain_portfolio(self, rule: str, ships: int) -> None:
        """Gain the influence of ships and your portfolio up to 10, which earns a wig (lisboa.influence.track)."""
        state = self.state
        facts = {"ship_influence": ships, "portfolio": state.portfolio_you}
        gained = ships + state.portfolio_you
        before, state.influence = state.influence, min(MAX_INFLUENCE, state.influence + gained)
        self.add_reason(rule, facts, gained=gained)
        full = gained > 0 and state.influence == MAX_INFLUENCE
        state.wigs += full
        if state.whose == "bot":
            self.state.deed.gained, self.state.deed.tens = state.influence - before, int(full)
            self.order(*(("influence",) if self.state.deed.gained else ()), *(("ten",) if full else ()))
        facts = {"influence": before}
        self.add_reason("lisboa.influence.track", facts, influence_now=state.influence, earned=int(full))

    def _pay_wigs(self, missing: int) -> None:
        """Pay wigs for missing influence, as far as there are any (lisboa.visit.shortage)."""
        before, self.state.wigs = self.state.wigs, max(0, self.state.wigs - missing)
        self.state.deed.short = before - self.state.wigs
        if self.state.deed.short:
            self.order("pay_wigs")
        facts = {"missing_influence": missing, "wigs": before}
        self.add_reason("lisboa.visit.shortage", facts, wigs_now=self.state.wigs)
        if missing > before:
            self.add_reason("lisboa.ruling.wigs_floor", {"wigs": before}, wigs_now=0)
