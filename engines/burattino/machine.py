"""The shape of a play with Burattino: phases, triggers, guards.

A year, which waits in season_menu five times (spring, summer, fall, winter, its end):
    season_menu ─┬ spring, fall ▶ card │ marked ▶ place ─▶ season_menu      (summer and winter begin with a card)
                 ├ summer, winter ───────────────────────▶ season_menu
                 ├ the end ▶ refill ─▶ season_menu of the next year, or goals ▶ over
                 └ a line ▶ retrieve │ pay │ event │ trade │ refresh │ help ─▶ season_menu
"""

from typing import Any, ClassVar

from engines import engine
from engines.burattino import decide, reminders
from engines.burattino.deck import CARDS, MARKS, Card, cards, lettered, odd
from engines.burattino.state import (
    AFTER,
    CARD_LIRA,
    EVENT,
    FREE,
    UNKNOWN,
    WORKERS,
    Board,
    Did,
    Phase,
    Season,
    State,
    letters,
)

P = Phase


class Turn(engine.Turn[State]):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {
        P.PLACE: decide.place,
        P.RETRIEVE: decide.retrieve,
        P.PAY: decide.pay,
        P.EVENT: decide.join,
        P.TRADE: decide.trade,
        P.REFRESH: decide.refresh,
        P.REFILL: decide.refill,
        P.GOALS: decide.goals,
    }
    # fmt: off
    transitions: ClassVar[list[dict[str, Any]]] = [
        # set-up, and the teaching of a deck
        {"trigger": "go_on", "source": P.LAY_BOARD, "dest": P.GIVE_PIECES, "before": ["lay_board", "give_pieces"]},
        {"trigger": "go_on", "source": P.GIVE_PIECES, "dest": P.TEACH, "conditions": "to_be_taught", "before": "begin_teaching"},
        {"trigger": "go_on", "source": P.GIVE_PIECES, "dest": P.YOUR_DECK, "conditions": "is_odd", "before": "check_deck"},
        {"trigger": "go_on", "source": P.GIVE_PIECES, "dest": P.EVENT_DECK, "before": "remind"},
        {"trigger": "answered", "source": P.TEACH, "dest": P.SAME_IN_WINTER, "conditions": "first_card", "before": "teach"},
        {"trigger": "answered", "source": P.TEACH, "dest": P.YOUR_DECK, "conditions": "last_card", "before": ["teach", "check_deck"]},
        {"trigger": "answered", "source": P.TEACH, "dest": P.TEACH, "before": "teach"},
        {"trigger": "answered", "source": P.SAME_IN_WINTER, "dest": P.TEACH, "before": "confirm"},
        {"trigger": "go_on", "source": P.YOUR_DECK, "dest": P.EVENT_DECK, "before": "remind"},
        {"trigger": "go_on", "source": P.EVENT_DECK, "dest": P.SEASON, "before": "begin_year"},
        # the calendar
        {"trigger": "go_on", "source": P.SEASON, "dest": P.CARD, "conditions": ["card_comes", "is_dealt"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.MARKED, "conditions": ["card_comes", "is_marked"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.SEASON, "conditions": "card_comes", "before": ["draw", "place_unseen"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.REFILL, "conditions": "year_ends"},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.SEASON, "before": "next_season"},
        {"trigger": "answered", "source": P.CARD, "dest": P.PLACE, "before": ["draw", "take_card"]},
        {"trigger": "answered", "source": P.MARKED, "dest": P.PLACE, "before": ["draw", "take_marks"]},
        {"trigger": "go_on", "source": P.PLACE, "dest": P.SEASON, "before": "place"},
        {"trigger": "go_on", "source": P.REFILL, "dest": P.GOALS, "conditions": "last_year", "before": "end_play"},
        {"trigger": "go_on", "source": P.REFILL, "dest": P.SEASON, "before": ["end_year", "begin_year"]},
        # what he can do now
        {"trigger": "retrieve", "source": P.SEASON, "dest": P.RETRIEVE},
        {"trigger": "use_H", "source": P.SEASON, "dest": P.PAY, "before": "intend"},
        {"trigger": "help_H", "source": P.SEASON, "dest": P.PAY, "before": "intend"},
        {"trigger": "use_P", "source": P.SEASON, "dest": P.PAY, "before": "intend"},
        {"trigger": "help_P", "source": P.SEASON, "dest": P.PAY, "before": "intend"},
        {"trigger": "event", "source": P.SEASON, "dest": P.EVENT, "before": "intend"},
        {"trigger": "africa", "source": P.SEASON, "dest": P.EVENT, "before": "intend"},
        {"trigger": "trade", "source": P.SEASON, "dest": P.TRADE},
        {"trigger": "aid", "source": P.SEASON, "dest": P.SEASON, "before": "share_knowledge"},
        {"trigger": "refresh", "source": P.SEASON, "dest": P.REFRESH},
        {"trigger": "visitors", "source": P.SEASON, "dest": P.HELP, "before": ["intend", "explain"]},
        {"trigger": "events", "source": P.SEASON, "dest": P.HELP, "before": ["intend", "explain"]},
        {"trigger": "did_it", "source": P.SEASON, "dest": P.OVER, "before": "win"},
        {"trigger": "go_on", "source": P.RETRIEVE, "dest": P.SEASON, "before": "take_back"},
        {"trigger": "go_on", "source": P.PAY, "dest": P.SEASON, "before": "pay"},
        {"trigger": "go_on", "source": P.EVENT, "dest": P.SEASON, "conditions": "not_again", "before": "stay_out"},
        {"trigger": "go_on", "source": P.EVENT, "dest": P.SEASON, "before": "join"},
        {"trigger": "go_on", "source": P.TRADE, "dest": P.SEASON, "before": "trade_with_you"},
        {"trigger": "go_on", "source": P.REFRESH, "dest": P.SEASON, "before": "change_hand"},
        {"trigger": "go_on", "source": P.HELP, "dest": P.SEASON, "before": "go_back"},
        # the end
        {"trigger": "go_on", "source": P.GOALS, "dest": P.OVER, "before": "judge"},
    ]
    # fmt: on

    # --- guards ---

    def to_be_taught(self) -> bool:
        """The device is to deal his cards and was given none."""
        return self.state.card_mode == "taught" and not self.state.faces

    def is_odd(self) -> bool:
        """Some card of the deck that was given has not four marks (burattino.ruling.marks)."""
        return bool(odd(self.state.faces))

    def first_card(self) -> bool:
        """This is the first card that is taught."""
        return not self.state.faces

    def last_card(self) -> bool:
        """This is the last card that is taught."""
        return len(self.state.faces) == CARDS - 1

    def card_comes(self) -> bool:
        """The next season begins with a card (burattino.season.card)."""
        return self.state.season in {Season.SPRING, Season.FALL}

    def is_dealt(self) -> bool:
        """His cards come up one by one, since the device knows them."""
        return self.state.dealt

    def is_marked(self) -> bool:
        """The player draws his cards and enters their marks."""
        return self.state.card_mode == "marks"

    def year_ends(self) -> bool:
        """It is the end of the year."""
        return self.state.season is Season.END

    def last_year(self) -> bool:
        """It is the last year (burattino.end.over)."""
        return self.state.last_year

    def not_again(self) -> bool:
        """He is not to take part in the same event again (burattino.ruling.once)."""
        return self.choice is None

    # --- set-up, and the teaching of a deck ---

    def lay_board(self) -> None:
        """burattino.setup: the board lies."""
        self.reasons.extend(reminders.board(self.state))

    def give_pieces(self) -> None:
        """burattino.setup: he has his pieces, and nothing else."""
        self.reasons.extend(reminders.pieces(self.state))

    def begin_teaching(self) -> None:
        """burattino.ruling.letters: the places of a card have letters."""
        self.because("burattino.ruling.letters", letters=[*cards().letters.summer, *cards().letters.winter])

    def teach(self) -> None:
        """burattino.deck.taught: the next card is known."""
        state = self.state
        number = str(len(state.faces) + 1)
        state.faces.append(Card(number, "".join(self.value)))
        state.taught = True
        marked = lettered(state.faces[-1].marks, letters(Season.SUMMER))
        self.because("burattino.deck.taught", {"card": number}, marked=marked)

    def confirm(self) -> None:
        """burattino.ruling.position: the same places count in winter; else the first card is taught again."""
        self.because("burattino.ruling.position", {"same": self.value})
        if not self.value:
            self.state.faces.clear()

    def check_deck(self) -> None:
        """burattino.ruling.marks: what is unusual in a deck is told."""
        self.reasons.extend(reminders.deck(self.state))

    def remind(self) -> None:
        """burattino.setup: what to take out, and what the event deck changes."""
        self.because("burattino.setup.incompatible")
        self.because("burattino.setup.event", {"event": self.state.event})
        self.reasons.extend(reminders.event_deck(self.state))
        self.reasons.extend(reminders.purse())

    # --- the calendar ---

    def begin_year(self) -> None:
        """burattino.spring: a year begins in spring."""
        state = self.state
        self.reasons.extend(reminders.spring(state))
        self.because("burattino.season.none", {"season": "SPRING"}, lira=state.lira)

    def draw(self) -> None:
        """burattino.season.card, burattino.season.lira: summer or winter begins with a card and 3 lira."""
        state = self.state
        state.season = AFTER[state.season]
        state.deck_pos += 1
        state.lira += CARD_LIRA
        state.did = Did()
        self.because("burattino.season.card", {"season": state.season.value}, deck_pos=state.deck_pos)
        self.because("burattino.season.lira", lira=state.lira)

    def take_card(self) -> None:
        """burattino.season.position: the marks of the card are actions of this season."""
        state = self.state
        state.drawn.append(self.value)
        state.marked = lettered(state.card(self.value).marks, letters(state.season))
        self.because("burattino.season.position", {"card": self.value}, marked=list(state.marked))

    def take_marks(self) -> None:
        """burattino.deck.marks: the marks are as entered."""
        self.state.marked = list(self.value)
        self.because("burattino.deck.marks", marked=list(self.value))

    def place_unseen(self) -> None:
        """burattino.deck.table: four workers stand somewhere, as far as there are four."""
        n = min(MARKS, self.state.supply)
        self._stand([UNKNOWN] * n)
        self.because("burattino.deck.table", workers=n)

    def place(self) -> None:
        """burattino.season.place: a worker stands on each action that was decided."""
        self._stand(self.choice)
        self.state.marked = []

    def next_season(self) -> None:
        """burattino.year.season: he goes on to the next season with you."""
        state = self.state
        state.season = AFTER[state.season]
        state.did = Did()
        self.because("burattino.year.season", season=state.season.value)
        if state.season is Season.FALL:
            self.because("burattino.fall.rooster")
            self.because("burattino.season.none", {"season": "FALL"}, lira=state.lira)
        else:
            self.reasons.extend(reminders.year_end(state))

    def end_year(self) -> None:
        """burattino.end.workers: the next year begins with all his workers in his supply, and his lira as it was."""
        state = self.state
        state.year += 1
        state.season = Season.SPRING
        state.board, state.supply = Board(), WORKERS
        state.used_h = state.used_p = state.africa_contributed = state.refreshed = False
        state.event_paid_year = state.africa_paid_year = state.trades_year = 0
        self._gain(self.choice)
        state.did = Did(taken=self.choice)
        self.because("burattino.end.workers", supply=WORKERS)
        self.because("burattino.end.lira", lira=state.lira)
        if state.event == "africa":
            self.because("burattino.africa.refill")

    def end_play(self) -> None:
        """burattino.end.over: the last year is over."""
        self.state.season = Season.OVER
        self.because("burattino.end.over", {"year": self.state.year})

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
        self.because("burattino.free.space", {"space": space}, lira=state.lira, supply=state.supply)
        if row is not state.standing():
            self.because("burattino.ruling.past_season", {"space": space})
        self.because("burattino.season.stay")
        self.because("burattino.ruling.placed_again")

    def pay(self) -> None:
        """burattino.pay: for his own action, or for yours."""
        state, act = self.state, self.state.act
        state.lira -= self.choice
        state.did = Did(act, self.choice)
        if act in {"use_H", "use_P"}:
            self._use(act[-1])
        else:
            self.because("burattino.pay.help", {"act": act, "paid": self.choice}, lira=state.lira)
        if act.endswith("H"):
            self.because("burattino.pay.bonus")

    def stay_out(self) -> None:
        """burattino.ruling.once: nothing happens."""
        state = self.state
        state.did = Did("stay_out")
        rule = "burattino.africa.contribute" if state.act == "africa" else "burattino.event.pay"
        self.because(rule, {"event": state.event}, paid=0)

    def join(self) -> None:
        """burattino.event.pay, burattino.africa.contribute: he pays 4 and takes part."""
        state = self.state
        state.lira -= EVENT
        state.did = Did(state.act, EVENT, given=self.choice)
        if state.act == "africa":
            self._lose(self.choice)
            state.africa_paid_year += 1
            state.africa_contributed = True
            given = {"given": list(self.choice)} if self.choice else {}
            self.because("burattino.africa.contribute", {}, **given, lira=state.lira)
            self.because("burattino.africa.extra")
            self.because("burattino.hand.never")
            return
        state.event_paid_year += 1
        self.because("burattino.event.pay", paid=EVENT, lira=state.lira)
        self.because("burattino.event.influence")
        self.because("burattino.ruling.one_influence")
        if state.event == "oceania":
            state.aid += 1
            self.because("burattino.oceania.paid", aid=state.aid)
            self.because("burattino.ruling.track")

    def trade_with_you(self) -> None:
        """burattino.trade: one of the trades with your grande."""
        state = self.state
        act, taken, given = self.choice
        state.lira += {"take1": -1, "give1": 1}.get(act, 0)
        self._lose(taken)
        self._gain(given)
        state.trades_year += 1
        state.did = Did(act, given=taken, taken=given)
        self.because("burattino.trade.grande", {"trade": act})
        moved = {"given": taken, "taken": given} if taken else {}
        self.because(reminders.TRADES[act], moved, lira=state.lira)
        self.because("burattino.ruling.trades", {"trades_year": state.trades_year})
        if given:
            self.because("burattino.end.duplicates", hand=list(state.owned))

    def share_knowledge(self) -> None:
        """burattino.oceania.shared: his aid token advances in place of a benefit."""
        self.state.aid += 1
        self.state.did = Did("aid")
        self.because("burattino.oceania.shared", aid=self.state.aid)

    def change_hand(self) -> None:
        """burattino.end.discard, burattino.end.draw: his hand changes at the end of the year."""
        discarded, drawn = self.choice
        self._lose(discarded)
        self._gain(drawn)
        self.state.did = Did("refresh", given=discarded, taken=drawn)
        self.state.refreshed = True
        self.because("burattino.end.discard", given=list(discarded), hand=list(self.state.owned))

    def explain(self) -> None:
        """burattino.visitor, burattino.event: what holds for him."""
        visitors = self.state.act == "visitors"
        self.reasons.extend(reminders.visitors() if visitors else reminders.events(self.state))

    def go_back(self) -> None:
        """burattino.year.season: nothing changed."""
        self.because("burattino.year.season", season=self.state.season.value)

    # --- the end ---

    def win(self) -> None:
        """burattino.ruling.early: both goals are met before the last year is over."""
        self.state.season = Season.OVER
        self.state.won = True
        self.because("burattino.ruling.early", {"year": self.state.year}, won=True)

    def judge(self) -> None:
        """burattino.end.goals: both win, or both lose."""
        self.state.won = self.choice

    # --- pieces ---

    def _stand(self, spaces: list[str]) -> None:
        state = self.state
        state.standing().extend(spaces)
        state.supply -= len(spaces)
        known = [space for space in spaces if space != UNKNOWN]
        placed = {"spaces": known} if known else {}
        self.because("burattino.season.place", None, **placed, supply=state.supply)

    def _use(self, action: str) -> None:
        """He uses H or P himself."""
        state, paid = self.state, self.choice
        if action == "H":
            state.used_h, state.paid_h = True, paid
            self.because("burattino.pay.placement")
        else:
            state.used_p, state.paid_p = True, paid
        self.because(f"burattino.use.{action.lower()}", {"paid": paid}, lira=state.lira)
        self.because("burattino.pay.own", {"paid": paid})
        self.because("burattino.use.no_worker")
        self.because("burattino.use.discount")
        self.because("burattino.ruling.one_use")

    def _lose(self, kinds: list[Any]) -> None:
        hand = self.state.hand
        for kind in kinds:
            hand[kind] -= 1
        self.state.hand = {kind: n for kind, n in hand.items() if n}

    def _gain(self, kinds: list[Any]) -> None:
        for kind in kinds:
            self.state.hand[kind] = self.state.hand.get(kind, 0) + 1
