"""The callbacks of Burattino's actions; the machine says when they run."""

from typing import Any

from engines.burattino.pieces import EVENT_PRICE, SPACE_PRICE, UNKNOWN_SPACE, Did
from engines.burattino.state import Phase, State
from engines.kit import turn

PAY_ORDERS = {"use_H": "tile", "use_P": "influence", "help_H": "rest", "help_P": "rest"}
"""The order besides the lira that he pays, by the line of the menu."""
TRADES = {
    "take1": ("burattino.trade.lira", "lira"),
    "give1": ("burattino.trade.lira", "lira"),
    "swap_cards": ("burattino.trade.cards", "take"),
    "grape": ("burattino.trade.grape", "age"),
    "wine": ("burattino.trade.wine", "age"),
    "personality": ("burattino.south_america.trade", "give"),
}
"""The rule of each trade, and its order."""
EVENT_RULES = {
    "africa": ("burattino.africa.extra",),
    "asia": ("burattino.asia.none",),
    "europe": ("burattino.europe.objectives",),
    "greengully": ("burattino.greengully.yours", "burattino.greengully.no_event"),
    "north_america": ("burattino.north_america.card", "burattino.north_america.marker"),
    "oceania": ("burattino.oceania.card", "burattino.oceania.paid"),
    "south_america": (
        "burattino.south_america.vp",
        "burattino.south_america.hold",
        "burattino.south_america.nothing",
    ),
}
"""The rules of each event deck that always apply; others are reasons when they are used."""


class Actions(turn.Turn[State]):
    """Callbacks for what he does, and the parts that callbacks share."""

    # --- the lines of the menu ---

    def intend(self) -> None:
        """Note which line of the menu is carried out."""
        self.state.act = self.value

    def take_back(self) -> None:
        """burattino.free.space: he takes a worker back for 2 lira."""
        state, space = self.state, self.choice
        row = next(row for row in state.worker_rows if space in row)
        row.remove(space)
        state.supply += 1
        state.lira -= SPACE_PRICE
        state.did = Did("retrieve", SPACE_PRICE, space)
        self.order("worker", "lira")
        self.add_reason("burattino.free.space", {"space": space}, lira=state.lira, supply=state.supply)
        if row is not state.season_workers():
            self.add_reason("burattino.ruling.past_season", {"space": space})
        self.add_rules("burattino.season.stay", "burattino.ruling.placed_again")

    def pay(self) -> None:
        """burattino.pay: for his own action, or for yours."""
        state, act = self.state, self.state.act
        state.lira -= self.choice
        state.did = Did(act, self.choice)
        self.order(PAY_ORDERS[act], *(("lira",) if self.choice else ()))
        if act in {"use_H", "use_P"}:
            self._use(act[-1])
        else:
            self.add_reason("burattino.pay.help", {"act": act, "paid": self.choice}, lira=state.lira)

    def stay_out(self) -> None:
        """burattino.ruling.once: he does not pay again."""
        state = self.state
        state.did = Did("stay_out")
        rule = "burattino.africa.contribute" if state.act == "africa" else "burattino.event.pay"
        self.add_reason(rule, {"event": state.event}, paid=0)

    def join(self) -> None:
        """burattino.event.pay, burattino.africa.contribute: he pays 4 and takes part."""
        state = self.state
        state.lira -= EVENT_PRICE
        state.did = Did(state.act, EVENT_PRICE, given=self.choice)
        self.order("cards" if state.act == "africa" else "influence", "lira")
        if state.act == "africa":
            self._lose(self.choice)
            state.africa_paid_year += 1
            state.africa_contributed = True
            given = {"given": list(self.choice)} if self.choice else {}
            self.add_reason("burattino.africa.contribute", {}, **given, paid=EVENT_PRICE, lira=state.lira)
            self.add_rules("burattino.africa.extra", "burattino.hand.never")
            return
        state.event_paid_year += 1
        self.add_reason("burattino.event.pay", paid=EVENT_PRICE, lira=state.lira)
        self.add_rules("burattino.event.influence", "burattino.ruling.one_influence")
        if state.event == "oceania":
            state.aid += 1
            self.order("aid")
            self.add_reason("burattino.oceania.paid", aid=state.aid)
            self.add_reason("burattino.ruling.track")

    def trade_with_you(self) -> None:
        """burattino.trade: one of the trades with your grande."""
        state, (act, taken, given) = self.state, self.choice
        rule, order = TRADES[act]
        state.lira += {"take1": -1, "give1": 1}.get(act, 0)
        self._lose(taken)
        self._gain(given)
        state.trades_year += 1
        state.did = Did(act, given=taken, taken=given)
        self.order(order, *(("give",) if given else ()))
        self.add_reason("burattino.trade.grande", {"trade": act})
        followed = {"lira": state.lira} if order == "lira" else {"given": taken, "taken": given} if given else {}
        self.add_reason(rule, {"trade": act}, **followed)
        self.add_reason("burattino.ruling.trades", {"trades_year": state.trades_year})
        if given:
            self.add_reason("burattino.end.duplicates", hand=list(state.hand_types))

    def share_knowledge(self) -> None:
        """burattino.oceania.shared: his aid token advances in place of a benefit."""
        self.state.aid += 1
        self.state.did = Did("aid")
        self.order("aid")
        self.add_reason("burattino.oceania.shared", aid=self.state.aid)

    def change_hand(self) -> None:
        """burattino.end.discard, burattino.end.draw: his hand changes at the end of the year."""
        discarded, drawn = self.choice
        self._lose(discarded)
        self._gain(drawn)
        self.state.did = Did("refresh", given=discarded, taken=drawn)
        self.order(*(("discard",) if discarded else ()), *(("draw",) if drawn else ()))
        self.state.refreshed = True
        self.add_reason("burattino.end.discard", given=list(discarded), hand=list(self.state.hand_types))

    def draw_cards(self) -> None:
        """burattino.end.draw: he draws the types that his hand lacks, without a discard."""
        self._gain(self.choice)
        self.state.did = Did("refresh", taken=self.choice)
        self.order(*(("draw",) if self.choice else ()))
        self.state.refreshed = True
        if self.state.event == "africa":
            self.add_reason("burattino.africa.refill")

    def explain(self) -> None:
        """burattino.visitor, burattino.event: the rules of the chosen help."""
        if self.state.act == "visitors":
            self.add_rules(*(f"burattino.visitor.{rule}" for rule in ("nothing", "discard", "gives", "you_say")))
            return
        self.add_reason("burattino.event.player")
        if self.state.event_line == "event":
            self.add_reason("burattino.event.influence")
        self.add_rules(*EVENT_RULES[self.state.event])

    def withdraw(self) -> None:
        """burattino.table.truth: the menu is back, since a corrected value may not allow its line."""
        if self.state.at not in {Phase.PLACE, Phase.GOALS}:
            self.state.at = Phase.SEASON

    def go_back(self) -> None:
        """burattino.year.season: the menu is back, and nothing changed."""
        self.add_reason("burattino.year.season", season=self.state.season.value)

    # --- shared parts ---

    def _place_workers(self, spaces: list[str]) -> None:
        state = self.state
        state.season_workers().extend(spaces)
        state.supply -= len(spaces)
        self.order(*(("workers",) if spaces else ()), "lira")
        known = [space for space in spaces if space != UNKNOWN_SPACE]
        placed = {"spaces": known} if known else {}
        self.add_reason("burattino.season.place", None, **placed, supply=state.supply)

    def _use(self, action: str) -> None:
        """Note that he uses H or P himself."""
        state, paid = self.state, self.choice
        if action == "H":
            state.used_h, state.paid_h = True, paid
            self.add_rules("burattino.pay.placement", "burattino.pay.bonus")
        else:
            state.used_p, state.paid_p = True, paid
        self.add_reason(f"burattino.use.{action.lower()}", {"paid": paid}, lira=state.lira)
        self.add_reason("burattino.pay.own", {"paid": paid})
        self.add_rules("burattino.use.no_worker", "burattino.use.discount", "burattino.ruling.one_use")

    def _lose(self, kinds: list[Any]) -> None:
        hand = self.state.hand
        for kind in kinds:
            hand[kind] -= 1
        self.state.hand = {kind: n for kind, n in hand.items() if n}

    def _gain(self, kinds: list[Any]) -> None:
        for kind in kinds:
            self.state.hand[kind] = self.state.hand.get(kind, 0) + 1
