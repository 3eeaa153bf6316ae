"""The shape of a play of Lisboa: phases, triggers, guards.

A round:
    your_turn ─▶ drew ─▶ turn_over ─▶ state_action ─▶ visit
      ▲  │ he follows: visit ▶ your_turn                │
      └──┴────────────── turn_over ◀────────────────────┘
The period may end between two turns; the play ends after his turn in the final round.
"""

from typing import Any, ClassVar, get_args

from engines.lisboa import decide, score
from engines.lisboa.actions import Actions
from engines.lisboa.deeds import Did
from engines.lisboa.pieces import CHURCH_SPACES, DECK_CARDS, FIGURES, NOBLES, PERIODS, TYPES
from engines.lisboa.state import Phase, Report, shipyard

P = Phase


class Turn(Actions):
    """Guards, which only read, and callbacks, which only compute."""

    phases = Phase
    decisions: ClassVar[dict[Any, Any]] = {
        P.REPORT: decide.report,
        P.DREW: decide.drawn_deck,
        P.STATE_ACTION: decide.state_action,
        P.VISIT: decide.visit,
        P.FINAL: decide.final,
    }
    # fmt: off
    transitions: ClassVar[list[dict[str, Any]]] = [
        # set-up
        {"trigger": "go_on", "source": P.SET_UP, "dest": P.AREA, "before": "lay_out"},
        {"trigger": "go_on", "source": P.AREA, "dest": P.MARKERS, "before": "give_pieces"},
        {"trigger": "go_on", "source": P.MARKERS, "dest": P.FAVOR, "before": "set_markers"},
        {"trigger": "answered", "source": P.FAVOR, "dest": P.HELPER, "before": "give_favor"},
        {"trigger": "answered", "source": P.HELPER, "dest": P.COURTIER, "before": "place_helper"},
        {"trigger": "answered", "source": P.COURTIER, "dest": P.PIECES, "before": "place_courtier"},
        {"trigger": "go_on", "source": P.PIECES, "dest": P.YOUR_TURN, "before": "begin"},
        # your turn, and what you report
        {"trigger": "go_on", "source": P.YOUR_TURN, "dest": P.DREW, "before": "watch_draw"},
        *({"trigger": name, "source": P.YOUR_TURN, "dest": P.REPORT, "before": "open_report"} for name in get_args(Report)),
        {"trigger": "go_on", "source": P.REPORT, "dest": P.YOUR_TURN, "conditions": "is_your_turn", "before": "take_report"},
        {"trigger": "go_on", "source": P.REPORT, "dest": P.SHOWN, "before": "take_report"},
        {"trigger": "your_set", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "complete_set"},
        {"trigger": "set_following", "source": P.YOUR_TURN, "dest": P.PERIOD_END, "conditions": "first_period", "before": "complete_set_following"},
        {"trigger": "set_following", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": ["complete_set", "begin_final_round"]},
        {"trigger": "no_cube", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "return_cube"},
        {"trigger": "no_plan", "source": P.YOUR_TURN, "dest": P.YOUR_TURN, "before": "return_plan"},
        # he follows your visit
        *({"trigger": name, "source": P.YOUR_TURN, "dest": P.VISIT, "before": "follow"} for name in decide.VISITS.values()),
        {"trigger": "go_on", "source": P.DREW, "dest": P.VISIT, "conditions": "is_late_visit", "before": "follow"},
        {"trigger": "go_on", "source": P.DREW, "dest": P.TURN_OVER, "before": "draw_yourself"},
        # between turns
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.PERIOD_END, "conditions": ["is_your_turn", "period_ends"], "before": "end_period"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.STATE_ACTION, "conditions": "is_your_turn", "before": "move_courtier"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.SHOWN, "conditions": "final_round"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.SHOWN, "conditions": "period_ends"},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.YOUR_TURN, "conditions": "game_ends", "before": ["count_turn", "hand_over", "begin_final_round"]},
        {"trigger": "go_on", "source": P.TURN_OVER, "dest": P.YOUR_TURN, "before": ["count_turn", "hand_over"]},
        # his turn
        {"trigger": "go_on", "source": P.STATE_ACTION, "dest": P.VISIT, "before": "take_state_action"},
        {"trigger": "go_on", "source": P.VISIT, "dest": P.STATE_ACTION, "conditions": "favor_missing", "before": "miss_favor"},
        {"trigger": "go_on", "source": P.VISIT, "dest": P.YOUR_TURN, "conditions": "is_your_turn", "before": "visit_noble"},
        {"trigger": "go_on", "source": P.VISIT, "dest": P.TURN_OVER, "before": "visit_noble"},
        # his last turn of a period is shown; you may have followed his visit
        {"trigger": "wigs", "source": P.SHOWN, "dest": P.REPORT, "before": "open_report"},
        {"trigger": "no_cube", "source": P.SHOWN, "dest": P.SHOWN, "before": "return_cube"},
        {"trigger": "no_plan", "source": P.SHOWN, "dest": P.SHOWN, "before": "return_plan"},
        {"trigger": "go_on", "source": P.SHOWN, "dest": P.FINAL, "conditions": "final_round", "before": "end_game"},
        {"trigger": "go_on", "source": P.SHOWN, "dest": P.PERIOD_END, "conditions": "period_ends", "before": ["count_turn", "end_period"]},
        {"trigger": "go_on", "source": P.SHOWN, "dest": P.TURN_OVER},
        # the end of a period, and of the game
        {"trigger": "go_on", "source": P.PERIOD_END, "dest": P.NEXT_PERIOD, "before": "change_period"},
        {"trigger": "go_on", "source": P.NEXT_PERIOD, "dest": P.STATE_ACTION, "conditions": "is_your_turn", "before": ["begin_period", "move_courtier"]},
        {"trigger": "go_on", "source": P.NEXT_PERIOD, "dest": P.YOUR_TURN, "before": ["begin_period", "hand_over"]},
        {"trigger": "go_on", "source": P.FINAL, "dest": P.OVER, "before": "score_game"},
    ]
    # fmt: on

    # --- guards ---

    def is_late_visit(self) -> bool:
        """You reported the visit that he follows only when your card was asked for."""
        return self.choice in decide.VISITS.values()

    def first_period(self) -> bool:
        """It is period 1."""
        return self.state.period == 1

    def is_your_turn(self) -> bool:
        """It is your turn, not his."""
        return self.state.whose == "you"

    def period_ends(self) -> bool:
        """Period 1 ends (lisboa.period.end)."""
        return self.first_period() and self.state.end_triggered

    def game_ends(self) -> bool:
        """The end of the game was triggered in period 2 (lisboa.end.trigger)."""
        return self.state.end_triggered and not self.first_period()

    def favor_missing(self) -> bool:
        """The Royal Favor that he was to take is not there."""
        return self.choice is None

    # --- set-up, in the order of the book ---

    def lay_out(self) -> None:
        """lisboa.setup.two_players, lisboa.setup.no_board."""
        self.add_rules("lisboa.setup.two_players", "lisboa.setup.no_board")

    def give_pieces(self) -> None:
        """lisboa.setup.pieces, lisboa.setup.plans."""
        self.add_reason("lisboa.setup.pieces", area=self.state.area)
        self.add_reason("lisboa.ruling.setup_official", off_L=list(self.state.off_L))
        self.add_reason("lisboa.setup.plans", plans=self.state.plans)
        self.add_reason("lisboa.ruling.plans")

    def set_markers(self) -> None:
        """lisboa.setup.pieces, lisboa.setup.scoring_tiles."""
        self.add_reason("lisboa.setup.pieces", influence=self.state.influence, wigs=self.state.wigs)
        self.add_rules("lisboa.setup.scoring_tiles", "lisboa.ruling.scoring_tiles")

    def give_favor(self) -> None:
        """lisboa.setup.favor."""
        self._take_favor(self.value)
        self.add_reason("lisboa.setup.favor", favor=self.value)

    def place_helper(self) -> None:
        """lisboa.setup.helper, lisboa.setup.building."""
        self.state.helper = self.value
        self.add_reason("lisboa.setup.helper", helper=self.value)
        tile = "green" if self.state.helper_in_upper_half else "blue"
        self.add_reason("lisboa.setup.building", {"helper": self.state.helper}, tile=tile)

    def place_courtier(self) -> None:
        """lisboa.setup.courtier."""
        self.state.courtier = self.value
        self.order("helper", "courtier", "building", "cubes")
        self.add_reason("lisboa.setup.courtier", courtier=self.value)

    def begin(self) -> None:
        """lisboa.setup.you_start."""
        self.add_reason("lisboa.setup.you_start", period=1)

    # --- you ---

    def watch_draw(self) -> None:
        """lisboa.turn.drew: the decks are counted."""
        self.add_reason("lisboa.turn.drew", {"deck": list(self.state.deck)})

    def open_report(self) -> None:
        """Note which part of your turn you are about to report."""
        self.state.report = self.value

    def take_report(self) -> None:
        """lisboa.you: the reported numbers are taken over."""
        state = self.state
        reported, state.report = state.report, None
        if reported == "wigs":
            before, state.wigs = state.wigs, self.choice
            self.add_reason("lisboa.you.wigs", {"wigs": before}, wigs_now=state.wigs)
        elif reported == "treasury":
            self._set_treasury(self.choice)
        elif reported == "officials":
            state.off_you = [self.choice[noble] for noble in NOBLES]
            state.told += NOBLES
            self.add_reason("lisboa.you.officials", off_you=list(state.off_you))
        elif reported == "cardinal":
            before, state.cardinal = state.cardinal, (state.cardinal + self.choice) % CHURCH_SPACES
            self.add_reason("lisboa.you.cardinal", {"cardinal": before}, cardinal_now=state.cardinal)
        else:
            self.add_reason("lisboa.you.church")
            self._score_church(self.choice)

    def complete_set(self) -> None:
        """lisboa.period.end, lisboa.end.trigger: you completed the rubble set."""
        self.state.your_set = True
        rule = "lisboa.period.end" if self.first_period() else "lisboa.end.trigger"
        self.add_reason(rule, {"sets": 2 * self.state.period})

    def complete_set_following(self) -> None:
        """lisboa.period.end: you completed the rubble set in his turn, so the period ends before yours."""
        self.complete_set()
        self.state.whose = "bot"
        self.state.order_period_end()

    def return_cube(self) -> None:
        """lisboa.store.cube: there was no cube."""
        self.state.rubble = max(0, self.state.rubble - 1)
        self.state.deed.cube = False
        self.add_reason("lisboa.store.cube", {"taken": 0}, rubble=self.state.rubble)

    def return_plan(self) -> None:
        """lisboa.turn.skip: both architects' stacks were empty."""
        self.state.plans -= 1
        self.state.plans_left = False
        self.state.deed.skipped = True
        self.add_reason("lisboa.turn.skip", {"action": "plans"})

    def follow(self) -> None:
        """lisboa.follow.visit: he follows, even if you report your visit only after your turn."""
        noble = next(noble for noble, name in decide.VISITS.items() if name == self.value)
        self.state.did = Did(noble=noble)
        self.add_reason("lisboa.follow.visit", {"noble": noble}, follows=True)
        self.add_rules("lisboa.follow.event", "lisboa.ruling.event", "lisboa.ruling.follow_wigs")

    def draw_yourself(self) -> None:
        """lisboa.turn.drew: a card left a deck."""
        if self.choice is not None:
            cards = self._take_card(self.choice)
            self.add_reason("lisboa.turn.drew", {"drew": self.choice}, cards=cards)

    # --- the end of a period, and of the game ---

    def end_period(self) -> None:
        """lisboa.period.end: the turn in which it happened is finished first."""
        self.add_reason("lisboa.period.end", {"deck": list(self.state.deck)})
        self.state.order_period_end()
        if not self.is_your_turn():
            self.add_reason("lisboa.ruling.period_in_turn")

    def change_period(self) -> None:
        """lisboa.period: his rubble scores, new ships, new decks; Helper and Courtier stay."""
        state = self.state
        self.order("hand", "decks", "church")
        before, state.wigs = state.wigs, state.wigs + state.rubble
        self.add_reason("lisboa.period.rubble", {"rubble": state.rubble, "wigs": before}, wigs_now=state.wigs)
        self.add_reason("lisboa.ruling.his_rubble")
        state.period = PERIODS
        state.deck = [DECK_CARDS] * len(FIGURES)
        state.shipyard = [ship for ship in shipyard(PERIODS) if ship not in [one.colour for one in state.ships]]
        state.your_set = False
        state.did = None
        self.add_reason("lisboa.period.ships", shipyard=list(state.shipyard))

    def begin_period(self) -> None:
        """lisboa.period.decks."""
        state = self.state
        self.add_reason("lisboa.period.decks", deck=list(state.deck), helper=state.helper, courtier=state.courtier)

    def begin_final_round(self) -> None:
        """lisboa.end.round: one more turn each."""
        self.state.final_round = True
        self.add_reason("lisboa.end.trigger", {"deck": list(self.state.deck)})
        self.add_reason("lisboa.end.round")

    def end_game(self) -> None:
        """lisboa.end.score: your numbers are asked."""
        self.add_reason("lisboa.end.numbers")

    def score_game(self) -> None:
        """lisboa.end.score, lisboa.title."""
        state = self.state
        state.final = self.choice
        sheet = score.score(state)
        self.add_reason("lisboa.end.score", {f"{row.id}_wigs": row.value for row in sheet.rows}, total=sheet.total)
        for rule in ("ships", "rubble", "decrees", "nothing", "majorities", "favors"):
            self.add_reason(f"lisboa.end.{rule}")
        if not all(state.stores.of(kind) for kind in TYPES):
            self.add_reason("lisboa.ruling.no_store")
        final, title = self.choice, score.title(state)
        facts = {"hired": score.hired_officials(state), "your_officials": final.officials, "ruling": state.hired}
        self.add_reason("lisboa.end.officials", facts, officials_wigs=final.his_officials)
        self.add_reason("lisboa.ruling.hired", {"ruling": state.hired})
        self.add_reason("lisboa.ruling.majorities", {"your_officials": final.officials}, majorities=final.majorities)
        self.add_reason("lisboa.title.court", {"your_wigs": final.wigs, "total": sheet.total}, title=title)
        yours = {"stores": final.stores.total, "majorities": final.majorities, "reis": final.reis}
        yours |= {"your_decrees": final.decrees, "your_ships": final.ships}
        if title is None:
            self.add_reason("lisboa.ruling.no_title", yours)
        else:
            self.add_reason(f"lisboa.title.{title}", yours, title=title)
