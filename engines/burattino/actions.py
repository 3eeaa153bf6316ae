"""What Burattino does with a card, and what that does to what he has. The machine says when."""

from typing import Any

from engines.burattino import reminders
from engines.burattino.pieces import EVENT, FREE, UNKNOWN, Did
from engines.burattino.state import Phase, State
from engines.kit import turn

PAYS = {"use_H": "tile", "use_P": "influence", "help_H": "rest", "help_P": "rest"}
"""What is ordered besides the lira that he pays, by the line of the menu."""
TRADED: dict[str, tuple[str, ...]] = {
    "take1": ("lira",),
    "give1": ("lira",),
    "swap_cards": ("take",),
    "grape": ("age",),
    "wine": ("age",),
    "personality": ("give",),
}
"""What is ordered for a trade."""


class Actions(turn.Turn[State]):
    """The callbacks of his turn, and pieces of all callbacks; each notes why."""

    # --- what he can do now ---

    def intend(self) -> None:
        """Keep which line of the menu is carried out."""
        self.state.act = self.value

    def take_back(self) -> None:
        """burattino.free.space: he takes a worker back for 2."""
        state, space = self.state, self.choice
        row = next(row for row in state.rows if space in row)
        row.remove(space)
        state.supply += 1
        state.lira -= FREE
        state.did = Did("retrieve", FREE, space)
        self.order("worker", "lira")
        self.add_reason("burattino.free.space", {"space": space}, lira=state.lira, supply=state.supply)
        if row is not state.standing():
            self.add_reason("burattino.ruling.past_season", {"space": space})
        self.add_reason("burattino.season.stay")
        self.add_reason("burattino.ruling.placed_again")

    def pay(self) -> None:
        """burattino.pay: for his own action, or for yours."""
        state, act = self.state, self.state.act
        state.lira -= self.choice
        state.did = Did(act, self.choice)
        self.order(PAYS[act], *(("lira",) if self.choice else ()))
        if act in {"use_H", "use_P"}:
            self._use(act[-1])
        else:
            self.add_reason("burattino.pay.help", {"act": act, "paid": self.choice}, lira=state.lira)
        if act.endswith("H"):
            self.add_reason("burattino.pay.bonus")

    def stay_out(self) -> None:
        """burattino.ruling.once: nothing happens."""
        state = self.state
        state.did = Did("stay_out")
        rule = "burattino.africa.contribute" if state.act == "africa" else "burattino.event.pay"
        self.add_reason(rule, {"event": state.event}, paid=0)

    def join(self) -> None:
        """burattino.event.pay, burattino.africa.contribute: he pays 4 and takes part."""
        state = self.state
        state.lira -= EVENT
        state.did = Did(state.act, EVENT, given=self.choice)
        self.order("cards" if state.act == "africa" else "influence", "lira")
        if state.act == "africa":
            self._lose(self.choice)
            state.africa_paid_year += 1
            state.africa_contributed = True
            given = {"given": list(self.choice)} if self.choice else {}
            self.add_reason("burattino.africa.contribute", {}, **given, lira=state.lira)
            self.add_reason("burattino.africa.extra")
            self.add_reason("burattino.hand.never")
            return
        state.event_paid_year += 1
        self.add_reason("burattino.event.pay", paid=EVENT, lira=state.lira)
        self.add_reason("burattino.event.influence")
        self.add_reason("burattino.ruling.one_influence")
        if state.event == "oceania":
            state.aid += 1
            self.order("aid")
            self.add_reason("burattino.oceania.paid", aid=state.aid)
            self.add_reason("burattino.ruling.track")

    def trade_with_you(self) -> None:
        """burattino.trade: one of the trades with your grande."""
        state, (act, taken, given) = self.state, self.choice
        state.lira += {"take1": -1, "give1": 1}.get(act, 0)
        self._lose(taken)
        self._gain(given)
        state.trades_year += 1
        state.did = Did(act, given=taken, taken=given)
        self.order(*TRADED[act], *(("give",) if given else ()))
        self.add_reason("burattino.trade.grande", {"trade": act})
        self.add_reason(reminders.TRADES[act], {"given": taken, "taken": given} if taken else {}, lira=state.lira)
        self.add_reason("burattino.ruling.trades", {"trades_year": state.trades_year})
        if given:
            self.add_reason("burattino.end.duplicates", hand=list(state.owned))

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
        self.add_reason("burattino.end.discard", given=list(discarded), hand=list(self.state.owned))

    def draw_cards(self) -> None:
        """burattino.end.draw: nothing is discarded, and he draws what his hand lacks."""
        self._gain(self.choice)
        self.state.did = Did("refresh", taken=self.choice)
        self.order(*(("draw",) if self.choice else ()))
        self.state.refreshed = True
        if self.state.event == "africa":
            self.add_reason("burattino.africa.refill")

    def explain(self) -> None:
        """burattino.visitor, burattino.event: what holds for him."""
        visitors = self.state.act == "visitors"
        self.reasons.extend(reminders.visitors() if visitors else reminders.events(self.state))

    def withdraw(self) -> None:
        """burattino.table.truth: a line of the menu is chosen again, since he may lack what it needs."""
        if self.state.at not in {Phase.PLACE, Phase.GOALS}:
            self.state.at = Phase.SEASON

    def go_back(self) -> None:
        """burattino.year.season: nothing changed."""
        self.add_reason("burattino.year.season", season=self.state.season.value)

    # --- pieces ---

    def _stand(self, spaces: list[str]) -> None:
        state = self.state
        state.standing().extend(spaces)
        state.supply -= len(spaces)
        self.order(*(("workers",) if spaces else ()), "lira")
        known = [space for space in spaces if space != UNKNOWN]
        placed = {"spaces": known} if known else {}
        self.add_reason("burattino.season.place", None, **placed, supply=state.supply)

    def _use(self, action: str) -> None:
        """He uses H or P himself."""
        state, paid = self.state, self.choice
        if action == "H":
            state.used_h, state.paid_h = True, paid
            self.add_reason("burattino.pay.placement")
        else:
            state.used_p, state.paid_p = True, paid
        self.add_reason(f"burattino.use.{action.lower()}", {"paid": paid}, lira=state.lira)
        self.add_reason("burattino.pay.own", {"paid": paid})
        self.add_reason("burattino.use.no_worker")
        self.add_reason("burattino.use.discount")
        self.add_reason("burattino.ruling.one_use")

    def _lose(self, kinds: list[Any]) -> None:
        hand = self.state.hand
        for kind in kinds:
            hand[kind] -= 1
        self.state.hand = {kind: n for kind, n in hand.items() if n}

    def _gain(self, kinds: list[Any]) -> None:
        for kind in kinds:
            self.state.hand[kind] = self.state.hand.get(kind, 0) + 1
