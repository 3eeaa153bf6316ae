"""The shape of a play with Burattino: phases, triggers, guards.

A year, which waits in season_menu five times (spring, summer, fall, winter, its end):
    season_menu ─┬ spring, fall ▶ card │ marked │ recognise ▶ place ─▶ season_menu      (summer and winter begin with a card)
                 ├ summer, winter ───────────────────────▶ season_menu
                 ├ the end ──────▶ season_menu of the next year, or goals ▶ over
                 ├ the end ▶ refill ─▶ season_menu             (if the device draws the cards that his hand lacks)
                 ├ both are met ▶ goals ─▶ over, or season_menu
                 └ a line ▶ retrieve │ pay │ event │ trade │ refresh │ help ─▶ season_menu
"""

from typing import Any, ClassVar

from engines.burattino import decide
from engines.burattino.actions import EVENT_RULES, Actions
from engines.burattino.pieces import (
    CARD_LIRA,
    CARDS,
    MARKS,
    NEXT_SEASON,
    UNKNOWN_SPACE,
    WORKERS,
    Board,
    Card,
    Did,
    Season,
    cards,
    marked_letters,
    odd_cards,
    repeated_cards,
)
from engines.burattino.state import Phase

P = Phase


class Turn(Actions):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {
        P.RECOGNISE: decide.recognise,
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
        {"trigger": "go_on", "source": P.LAY_BOARD, "dest": P.EVENT_DECK, "before": "lay_board"},
        {"trigger": "go_on", "source": P.EVENT_DECK, "dest": P.GIVE_PIECES, "before": "remind"},
        {"trigger": "go_on", "source": P.GIVE_PIECES, "dest": P.TEACH, "conditions": "to_be_taught", "before": ["give_pieces", "begin_teaching"]},
        {"trigger": "go_on", "source": P.GIVE_PIECES, "dest": P.YOUR_DECK, "conditions": "has_odd_card", "before": ["give_pieces", "check_deck"]},
        {"trigger": "go_on", "source": P.GIVE_PIECES, "dest": P.SEASON, "before": ["give_pieces", "begin_year"]},
        {"trigger": "answered", "source": P.TEACH, "dest": P.SAME_IN_WINTER, "conditions": "first_card", "before": "teach"},
        {"trigger": "answered", "source": P.TEACH, "dest": P.YOUR_DECK, "conditions": "last_card", "before": ["teach", "check_deck"]},
        {"trigger": "answered", "source": P.TEACH, "dest": P.TEACH, "before": "teach"},
        {"trigger": "answered", "source": P.SAME_IN_WINTER, "dest": P.TEACH, "before": "confirm"},
        {"trigger": "go_on", "source": P.YOUR_DECK, "dest": P.SEASON, "before": "begin_year"},
        # the calendar
        {"trigger": "go_on", "source": P.SEASON, "dest": P.CARD, "conditions": ["card_comes", "is_dealt"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.MARKED, "conditions": ["card_comes", "is_marked"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.RECOGNISE, "conditions": ["card_comes", "is_recognised"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.SEASON, "conditions": "card_comes", "before": ["draw", "place_unseen"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.REFILL, "conditions": ["year_ends", "lacks_cards"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.GOALS, "conditions": ["year_ends", "last_year"], "before": "end_play"},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.SEASON, "conditions": "year_ends", "before": ["end_year", "begin_year"]},
        {"trigger": "go_on", "source": P.SEASON, "dest": P.SEASON, "before": "next_season"},
        {"trigger": "answered", "source": P.CARD, "dest": P.PLACE, "before": ["draw", "take_card"]},
        {"trigger": "answered", "source": P.MARKED, "dest": P.PLACE, "before": ["draw", "take_marks"]},
        {"trigger": "go_on", "source": P.RECOGNISE, "dest": P.PLACE, "before": ["draw", "take_recognised"]},
        {"trigger": "go_on", "source": P.PLACE, "dest": P.SEASON, "before": "place"},
        {"trigger": "go_on", "source": P.REFILL, "dest": P.SEASON, "before": "draw_cards"},
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
        {"trigger": "did_it", "source": P.SEASON, "dest": P.GOALS},
        {"trigger": "go_on", "source": P.RETRIEVE, "dest": P.SEASON, "before": "take_back"},
        {"trigger": "go_on", "source": P.PAY, "dest": P.SEASON, "before": "pay"},
        {"trigger": "go_on", "source": P.EVENT, "dest": P.SEASON, "conditions": "stays_out", "before": "stay_out"},
        {"trigger": "go_on", "source": P.EVENT, "dest": P.SEASON, "before": "join"},
        {"trigger": "go_on", "source": P.TRADE, "dest": P.SEASON, "before": "trade_with_you"},
        {"trigger": "go_on", "source": P.REFRESH, "dest": P.SEASON, "before": "change_hand"},
        {"trigger": "go_on", "source": P.HELP, "dest": P.SEASON, "before": "go_back"},
        # the end
        {"trigger": "go_on", "source": P.GOALS, "dest": P.SEASON, "conditions": "play_goes_on", "before": "go_back"},
        {"trigger": "go_on", "source": P.GOALS, "dest": P.OVER, "before": "judge"},
    ]
    # fmt: on

    # --- guards ---

    def to_be_taught(self) -> bool:
        """The device is to be taught his cards and has none yet."""
        return self.state.is_taught and not self.state.faces

    def has_odd_card(self) -> bool:
        """A card of the given deck has another number of marks than four (burattino.ruling.marks)."""
        return bool(odd_cards(self.state.faces))

    def first_card(self) -> bool:
        """This is the first card that is taught."""
        return not self.state.faces

    def last_card(self) -> bool:
        """This is the last card that is taught."""
        return len(self.state.faces) == CARDS - 1

    def card_comes(self) -> bool:
        """The next season begins with a card (burattino.season.card)."""
        return self.state.season in {Season.SPRING, Season.FALL}

    def is_marked(self) -> bool:
        """The player draws his cards and enters their marks."""
        return self.state.card_mode == "marks"

    def is_recognised(self) -> bool:
        """The player draws his cards, and the device recognises them by their marks."""
        return self.state.card_mode == "recognised"

    def year_ends(self) -> bool:
        """It is the end of the year."""
        return self.state.season is Season.END

    def lacks_cards(self) -> bool:
        """He lacks cards, and the device helps with his hand (burattino.end.draw)."""
        return self.state.cards_to_draw > 0

    def stays_out(self) -> bool:
        """He does not take part in the same event again (burattino.ruling.once)."""
        return self.choice is None

    def play_goes_on(self) -> bool:
        """A goal is not met, and the last year is not over (burattino.ruling.early)."""
        return self.choice is not None and self.state.season is not Season.OVER

    # --- set-up, and the teaching of a deck ---

    def lay_board(self) -> None:
        """burattino.setup: the rules by which the board is laid."""
        state, level = self.state, {"difficulty": self.state.difficulty}
        overlay = state.difficulty != "double_magnum"
        self.add_reason("burattino.setup.influence", level)
        if state.difficulty == "imperial":
            self.add_reason("burattino.ruling.position_2")
        self.add_reason("burattino.setup.overlay", level, overlay=overlay)
        self.add_reason("burattino.setup.tiles", level, tiles=["H", "N"] if overlay else ["N"])
        if not overlay:
            self.add_reason("burattino.ruling.tile_n")
        self.add_reason("burattino.setup.trade")
        if state.has_bonus_tokens:
            self.add_reason("burattino.setup.tokens")
        self.add_rules("burattino.setup.two_players", "burattino.setup.yours")

    def give_pieces(self) -> None:
        """burattino.setup: he has his pieces, and nothing else."""
        state = self.state
        self.add_reason("burattino.setup.only", lira=state.lira)
        self.add_reason("burattino.setup.workers", supply=state.supply)
        self.add_reason("burattino.setup.vp", vp=state.vp)
        self.add_reason("burattino.setup.hand", hand=list(state.hand_types))
        self.add_reason("burattino.setup.cards")
        self.add_reason(f"burattino.deck.{state.card_mode}", {"card_mode": state.card_mode})

    def begin_teaching(self) -> None:
        """burattino.ruling.letters: the places of a card have letters."""
        self.add_reason("burattino.ruling.letters", letters=[*cards().letters.summer, *cards().letters.winter])

    def teach(self) -> None:
        """burattino.deck.taught: the next card is known."""
        state = self.state
        number = str(len(state.faces) + 1)
        state.faces.append(Card(number, "".join(self.value)))
        state.taught = True
        marked = marked_letters(state.faces[-1].marks, Season.SUMMER)
        self.add_reason("burattino.deck.taught", {"card": number}, marked=marked)

    def confirm(self) -> None:
        """burattino.ruling.position: the same places count in winter; else the first card is taught again."""
        self.add_reason("burattino.ruling.position", {"same": self.value})
        if not self.value:
            self.state.faces.clear()

    def check_deck(self) -> None:
        """burattino.ruling.marks: the unusual cards of a deck are named."""
        faces = self.state.faces
        self.add_reason("burattino.ruling.marks", {"odd": odd_cards(faces), "double": repeated_cards(faces)})

    def remind(self) -> None:
        """burattino.setup: the cards to take out, the rules of the event deck, and those that hold throughout."""
        self.add_reason("burattino.setup.incompatible")
        self.add_reason("burattino.setup.event", {"event": self.state.event})
        self.add_rules(*EVENT_RULES[self.state.event], "burattino.general.yours", "burattino.lira.sources")
        self.add_rules("burattino.pay.only", "burattino.ruling.oval_mark", "burattino.ruling.discards")

    # --- the calendar ---

    def begin_year(self) -> None:
        """burattino.spring: a year begins in spring."""
        state, year = self.state, {"year": self.state.year}
        self.order("rooster", *(("token",) if state.has_bonus_tokens else ()), "reveal")
        if state.has_bonus_tokens:
            self.add_reason("burattino.spring.once", year)
        elif state.difficulty == "demi":
            self.add_reason("burattino.spring.free", year)
        else:
            self.add_reason("burattino.spring.standard", year)
            if state.year == 1:
                self.add_reason("burattino.ruling.first_spring", year)
        self.add_reason("burattino.season.none", {"season": "SPRING"}, lira=state.lira)

    def draw(self) -> None:
        """burattino.season.card, burattino.season.lira: summer or winter begins with a card and 3 lira."""
        state = self.state
        state.season = NEXT_SEASON[state.season]
        state.deck_pos += 1
        state.lira += CARD_LIRA
        state.did = Did()
        self.add_reason("burattino.season.card", {"season": state.season.value}, deck_pos=state.deck_pos)
        self.add_reason("burattino.season.lira", lira=state.lira)

    def take_card(self) -> None:
        """burattino.season.position: the marks of the card that came up are actions of this season."""
        self._take(self.value)

    def take_recognised(self) -> None:
        """burattino.deck.recognised: the marks of the recognised card are actions of this season."""
        self._take(self.choice)

    def _take(self, card: str) -> None:
        state = self.state
        state.drawn.append(card)
        state.marked = marked_letters(state.card(card).marks, state.season)
        self.add_reason("burattino.season.position", {"card": card}, marked=list(state.marked))

    def take_marks(self) -> None:
        """burattino.deck.marks: the marks are as entered."""
        self.state.marked = list(self.value)
        self.add_reason("burattino.deck.marks", marked=list(self.value))

    def place_unseen(self) -> None:
        """burattino.deck.table: up to four workers go on spaces that the device does not know."""
        n = min(MARKS, self.state.supply)
        if n == 0:
            self.order("card")
        self._place_workers([UNKNOWN_SPACE] * n)
        self.add_reason("burattino.deck.table", workers=n)

    def place(self) -> None:
        """burattino.season.place: a worker goes on each chosen action."""
        self._place_workers(self.choice)
        self.state.marked = []

    def next_season(self) -> None:
        """burattino.year.season: he begins the next season with you."""
        state = self.state
        state.season = NEXT_SEASON[state.season]
        state.did = Did()
        self.add_reason("burattino.year.season", season=state.season.value)
        if state.season is Season.FALL:
            self.order("fall")
            self.add_reason("burattino.fall.rooster", {"forbids": state.bars_last_bonus and not state.last_year})
            self.add_reason("burattino.season.none", {"season": "FALL"}, lira=state.lira)
        else:
            hand = () if state.last_year or state.track_hand else ("discard", "draw")
            self.order("limit", *hand, "home")
            self._note_year_end()

    def _note_year_end(self) -> None:
        """Note the rules about his workers and his hand at the end of a year."""
        state = self.state
        self.add_reason("burattino.end.workers")
        if state.last_year:
            self.add_reason("burattino.ruling.last_hand", {"year": state.year})
            if state.difficulty == "salmanazar":
                self.add_reason("burattino.ruling.sixth_event")
            return
        self.add_reason("burattino.end.discard")
        self.add_reason("burattino.end.draw", {"lacks": state.lacks(state.hand_types)} if state.track_hand else {})
        self.add_reason("burattino.end.duplicates")

    def end_year(self) -> None:
        """burattino.end.workers: the next year begins with all his workers in his supply, and his lira as it was."""
        state = self.state
        state.year += 1
        state.season = Season.SPRING
        state.board, state.supply = Board(), WORKERS
        state.used_h = state.used_p = state.africa_contributed = state.refreshed = False
        state.event_paid_year = state.africa_paid_year = state.trades_year = 0
        state.did = Did()
        self.add_reason("burattino.end.workers", supply=WORKERS)
        self.add_reason("burattino.end.lira", lira=state.lira)

    def end_play(self) -> None:
        """burattino.end.over: the last year is over."""
        self.state.season = Season.OVER
        self.add_reason("burattino.end.over", {"year": self.state.year})

    # --- the end ---

    def judge(self) -> None:
        """burattino.end.goals: both win, or both lose."""
        self.state.season = Season.OVER
        self.state.missed = self.choice
        self.state.won = self.choice is None
