"""The shape of a play with the Magpie: phases, triggers, guards.

A turn: your_turn ─▶ deed (a card) ─▶ hop ▶ luck │ steal ▶ stolen │ toll │ effect… ─▶ your_turn
"""

from typing import Any, ClassVar

from engines.kit import turn
from engines.kit.contract import NOT_POSSIBLE, add_up
from engines.magpie import decide
from engines.magpie.score import PARTS
from engines.magpie.state import (
    BUY_PRICE,
    DEED_NAMES,
    PATH_STEPS,
    TRADE_PRICE,
    Did,
    Phase,
    State,
    TakeCoins,
    Trade,
)

P = Phase


class Turn(turn.Turn[State]):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {P.STEAL: decide.steal, P.TOLL: decide.toll, P.COUNT: decide.total}
    # fmt: off
    transitions: ClassVar[list[dict[str, Any]]] = [
        # set-up
        {"trigger": "go_on", "source": P.LAY_OUT, "dest": P.CHARM},
        {"trigger": "answered", "source": P.CHARM, "dest": P.YOUR_TURN, "conditions": "worth_known", "before": ["take_charm", "give_charm"]},
        {"trigger": "answered", "source": P.CHARM, "dest": P.CHARM_WORTH, "before": "take_charm"},
        {"trigger": "answered", "source": P.CHARM_WORTH, "dest": P.YOUR_TURN, "before": ["learn_worth", "give_charm"]},
        # your turn
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.BEGIN},
        {"trigger": "buy", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "sell_trinket"},
        # its turn: the next card, which may need a shuffle or end the play, and its deed
        {"trigger": "go_on", "source": P.BEGIN, "dest": P.COUNT, "conditions": "last_card"},
        {"trigger": "go_on", "source": P.BEGIN, "dest": P.DEED, "conditions": "deck_empty", "before": "shuffle"},
        {"trigger": "go_on", "source": P.BEGIN, "dest": P.DEED},
        {"trigger": "answered", "source": P.DEED, "dest": P.HOP, "conditions": "is_hop", "before": "take_card"},
        {"trigger": "answered", "source": P.DEED, "dest": P.STEAL, "conditions": "is_steal", "before": "take_card"},
        {"trigger": "answered", "source": P.DEED, "dest": P.TOLL, "conditions": "is_toll", "before": "take_card"},
        {"trigger": "answered", "source": P.DEED, "dest": P.EFFECT, "before": ["take_card", "hoard"]},
        {"trigger": "answered", "source": P.HOP, "dest": P.LUCK, "before": "hop"},
        {"trigger": "answered", "source": P.LUCK, "dest": P.EFFECT, "before": "luck"},
        {"trigger": "go_on", "source": P.STEAL, "dest": P.STOLEN, "before": "choose_ledge"},
        {"trigger": "go_on", "source": P.STOLEN, "dest": P.EFFECT, "before": "steal"},
        {"trigger": NOT_POSSIBLE, "source": P.STOLEN, "dest": P.EFFECT, "before": "steal_nothing"},
        {"trigger": "go_on", "source": P.TOLL, "dest": P.EFFECT, "before": "take_toll"},
        # effects, one at a time; one may add another
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.YOUR_TURN, "conditions": "nothing_left"},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.EFFECT, "conditions": "is_trade", "before": "trade"},
        {"trigger": "go_on", "source": P.EFFECT, "dest": P.EFFECT, "before": "take_coins"},
        # the end
        {"trigger": "go_on", "source": P.COUNT, "dest": P.OVER, "before": "count"},
    ]
    # fmt: on

    # --- guards ---

    def worth_known(self) -> bool:
        """The worth of the charm that came up is known."""
        return self.value in self.state.worth

    def deck_empty(self) -> bool:
        """The deck of deeds is empty."""
        return not self.state.left

    def last_card(self) -> bool:
        """The last card of the last round has been played."""
        return self.deck_empty() and self.state.round == self.state.rounds

    def is_hop(self) -> bool:
        """The card that came up is Hop."""
        return bool(self.value == "hop")

    def is_steal(self) -> bool:
        """The card that came up is Steal."""
        return bool(self.value == "steal")

    def is_toll(self) -> bool:
        """The card that came up is Toll."""
        return bool(self.value == "toll")

    def nothing_left(self) -> bool:
        """No effect remains to be resolved."""
        return not self.state.agenda

    def is_trade(self) -> bool:
        """The first effect is a trade."""
        return isinstance(self.state.agenda[0], Trade)

    # --- set-up and cards ---

    def take_charm(self) -> None:
        """magpie.setup.charm: it keeps the charm that came up."""
        self.state.charm = self.value
        self.add_reason("magpie.setup.charm", charm=self.value)

    def learn_worth(self) -> None:
        """magpie.setup.charm: the printed number is asked once."""
        self.state.worth[self.state.charm] = self.value
        self.state.new_worth = True
        self.add_reason("magpie.setup.charm", {"charm": self.state.charm}, worth=self.value)

    def give_charm(self) -> None:
        """magpie.setup.charm: you give it the charm."""
        self.order("charm")

    def shuffle(self) -> None:
        """magpie.turn.deed: an empty deck is shuffled, and a round begins."""
        self.state.left = list(DEED_NAMES)
        self.state.played = []
        self.state.shuffle += 1
        self.state.round += 1

    def take_card(self) -> None:
        """magpie.turn.deed: the card that came up is this turn's deed."""
        self.state.left.remove(self.value)
        self.state.played.append(self.value)
        self.state.did = Did(deed=self.value)
        self.add_reason("magpie.turn.deed", {"shuffle": self.state.shuffle}, card=self.value)

    # --- deeds ---

    def hop(self) -> None:
        """magpie.hop.path: it moves, and every sixth step brings a trinket."""
        self.state.hops += 1
        before, self.state.step = self.state.step, self.state.step + self.value
        self._did.hop = self.value
        self.order("move")
        passed = self.state.step // PATH_STEPS > before // PATH_STEPS
        if passed:
            self._gain_trinket()
            self.order("path")
        self.add_reason("magpie.hop.path", {"hop": self.value, "passed_six": passed}, step=self.state.step)

    def luck(self) -> None:
        """magpie.hop.luck: coins as the die says."""
        self.state.lucks += 1
        self.add_reason("magpie.hop.luck", luck=self.value)
        self.state.agenda.append(TakeCoins(self.value))

    def choose_ledge(self) -> None:
        """magpie.steal.most: you are to give it a trinket of the chosen ledge."""
        self._did.ledge = self.choice
        self.order("steal")

    def steal(self) -> None:
        """magpie.steal.most: it has the trinket."""
        self._gain_trinket()
        self.add_reason("magpie.steal.most", {"ledge": self._did.ledge}, trinkets=self.state.trinkets)

    def steal_nothing(self) -> None:
        """magpie.steal.nothing: a coin instead."""
        self.add_reason("magpie.steal.nothing", {"ledge": self._did.ledge})
        self._did.ledge = ""
        self.state.agenda.append(TakeCoins(1))

    def take_toll(self) -> None:
        """magpie.toll.shiny: it takes the coins that you pay."""
        self.state.purse -= self.choice
        self._did.paid = self.choice
        if self.choice:
            self.order("toll")
            self.state.agenda.append(TakeCoins(self.choice))

    def hoard(self) -> None:
        """magpie.hoard.coins: two coins."""
        self.add_reason("magpie.hoard.coins", taken=2)
        self.state.agenda.append(TakeCoins(2))

    # --- effects ---

    def take_coins(self) -> None:
        """magpie.hoard.trade: taken coins may start a trade."""
        effect = self.state.agenda.pop(0)
        assert isinstance(effect, TakeCoins)  # the guards leave nothing else
        self.state.coins += effect.n
        self._did.coins += effect.n
        if self._did.coins > self._did.paid:
            self.order("coins")
        if self.state.coins >= TRADE_PRICE:
            self.state.agenda.insert(0, Trade())

    def trade(self) -> None:
        """magpie.hoard.trade: coins for a trinket, again as long as there are enough."""
        self.add_reason("magpie.hoard.trade", {"coins": self.state.coins}, sold=TRADE_PRICE)
        self.state.coins -= TRADE_PRICE
        self._gain_trinket()
        self.order("trade")
        if self.state.coins < TRADE_PRICE:
            self.state.agenda.pop(0)

    # --- you ---

    def sell_trinket(self) -> None:
        """magpie.you.buy: a trinket goes back for two coins."""
        self.state.trinkets -= 1
        self.state.purse -= BUY_PRICE
        self.add_reason("magpie.you.buy", {"price": BUY_PRICE}, trinkets=self.state.trinkets, purse=self.state.purse)

    def count(self) -> None:
        """magpie.end.winner: your total, from the trinkets and coins that you have."""
        self.state.pad = self.choice
        self.state.your_total = add_up(PARTS, self.choice)
        self.add_reason("magpie.end.score", {"trinkets": self.state.trinkets, "coins": self.state.coins})
        self.add_reason("magpie.end.winner", {"your_total": self.state.your_total})

    @property
    def _did(self) -> Did:
        assert self.state.did is not None  # a card was taken
        return self.state.did

    def _gain_trinket(self) -> None:
        self.state.trinkets += 1
        self._did.trinkets += 1
