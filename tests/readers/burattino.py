"""A reader of Viticulture World: what is Burattino's on the table, by the words that move it."""

import random
import re
from collections import Counter
from typing import Any, ClassVar

from engines.burattino.pieces import KIND_NAMES, Season
from engines.burattino.state import State
from engines.kit.text import ENGLISH
from tests.readers.reader import Reader, Table

ACTIONS = {"Summer": "ABCDEFGH", "Winter": "IJKLMNOP"}
"""The letters of the actions that his board has."""
CARDS = ("Vine", "Wine order", "Summer visitor", "Winter visitor", "Structure")
ACTION_PRICE = 3
"""What H and P cost on his board."""


class Player(Reader):
    """Knows actions, cards and the steps of a year; of Burattino only what he reads."""

    KEY = "burattino"

    def __init__(self, chance: random.Random, chosen: dict[str, Any]) -> None:
        super().__init__(chance, chosen)
        self.lira = self.supply = self.vp = self.aid = self.influence = 0
        self.overlays: list[str] = []
        self.tiles = ""
        self.tokens = False
        self.hand: Counter[str] = Counter()
        self.workers: dict[str, list[str]] = {season: [] for season in ACTIONS}
        self.grande = True
        self.deck: list[list[int]] = []
        self.card_drawn: list[int] = []

    @classmethod
    def play(cls, seed: int) -> tuple[dict[str, Any], set[str]]:
        """Return the options of a play; in every second one the cards are his own, if the device knows them."""
        options, _ = super().play(seed)
        return options, {"burattino"} if seed % 2 else set()

    def table(self) -> dict[str, Any]:
        """Return Burattino's things; his workers only until the end, since nobody clears the table for that."""
        table: dict[str, Any] = {
            "lira": self.lira,
            "vp": self.vp,
            "aid": self.aid,
            "influence": self.influence,
            "overlays": self.overlays,
            "tiles": self.tiles,
            "tokens": self.tokens,
        }
        if self.options["track_hand"]:
            table["hand"] = dict(+self.hand)
        if self.seen.yours:
            workers = [row if self._has_letters else len(row) for row in map(sorted, self.workers.values())]
            table |= {"supply": self.supply, "workers": workers}
        return table

    @property
    def _has_letters(self) -> bool:
        return bool(self.options["card_mode"] != "table")

    @property
    def season(self) -> str:
        """The season in the header."""
        return self.seen.where.split()[-1]

    # --- what he is told ---

    def put_influence(self) -> None:
        """Put the influence token on Solo."""
        self.influence = 0

    def put_influence_left(self, n: int) -> None:
        """Put it left of Solo."""
        self.influence = -n

    def lay_overlay(self, where: str) -> None:
        """Lay an overlay."""
        self.overlays.append(where)

    def replace_tiles(self, tiles: str) -> None:
        """Replace innovation tiles."""
        self.tiles = tiles

    def put_tokens(self) -> None:
        """Put a token on each spring bonus."""
        self.tokens = True

    def give_workers(self, n: int) -> None:
        """Give him workers."""
        self.supply += n

    def put_vp(self, n: int) -> None:
        """Put his VP token on its space."""
        self.vp = n

    def deal(self, n: int) -> None:
        """Deal him a card of each type that is in play."""
        kinds = CARDS if self.options["structures"] else CARDS[:-1]
        assert n == len(kinds)
        self.hand = Counter(kinds)

    def give_lira(self, n: int, left: int) -> None:
        """Give him lira."""
        self.lira += n
        assert self.lira == left

    def lose_lira(self, n: int, left: int) -> None:
        """Put back some of his lira, or take them."""
        self.lira -= n
        assert self.lira == left

    def place(self, spaces: str) -> None:
        """Place a worker of his on each of some actions."""
        actions = ACTIONS[self.season]
        if self.card_drawn and len(spaces.split(", ")) == len(self.card_drawn):
            assert spaces.split(", ") == [actions[place] for place in sorted(self.card_drawn)]
        for space in spaces.split(", "):
            assert space in actions
            self.workers[self.season].append(space)
            self.supply -= 1

    def place_on_marks(self) -> None:
        """Draw his card, and place workers on its marks, as many as he has."""
        self.place(", ".join(self.chance.sample(ACTIONS[self.season], min(4, self.supply))))

    def take_back(self, space: str) -> None:
        """Take a worker back."""
        next(row for row in self.workers.values() if space in row).remove(space)
        self.supply += 1

    def take_back_one(self, supply: int) -> None:
        """Take back the worker that is in his way, of this season first."""
        of_this_season = self.workers.get(self.season, [])
        self.take_back((of_this_season or [space for row in self.workers.values() for space in row])[0])
        assert self.supply == supply

    def take_home(self) -> None:
        """Take all his workers home."""
        self.supply += sum(map(len, self.workers.values()))
        self.workers = {season: [] for season in ACTIONS}
        self.grande = True

    def advance(self, step: int) -> None:
        """Advance his aid token by a step."""
        self.aid += 1
        assert self.aid == step

    def lose_cards(self, kinds: str) -> None:
        """Take cards out of his hand."""
        lost = Counter(kinds.split(", "))
        assert lost <= self.hand
        self.hand -= lost

    def gain_cards(self, kinds: str) -> None:
        """Put cards into his hand."""
        self.hand += Counter(kinds.split(", "))

    def draw_cards(self, kinds: str) -> None:
        """Draw cards for him, of types that he lacks."""
        assert not Counter(kinds.split(", ")) & self.hand
        self.gain_cards(kinds)

    # --- what he checks ---

    def check_lira(self, lira: int) -> None:
        """Check his lira."""
        assert self.lira == lira

    def check_supply(self, n: int) -> None:
        """Check his supply."""
        assert self.supply == n

    def check_workers(self, season: str, spaces: str) -> None:
        """Check the drawing of his workers: their spaces, or their number."""
        placed = sorted(self.workers[season])
        if self._has_letters:
            assert placed == re.findall(r"([A-P]) \(his worker\)", spaces)
        else:
            assert len(placed) == sum(int(n or 1) for n in re.findall(r"(?:(\d) × )?his worker", spaces))

    def check_marks(self, places: str) -> None:
        """Check the drawing of the marks on the card."""
        marked = re.findall(r"([A-P]) \(done\)", places)
        assert {ACTIONS[self.season].index(letter) for letter in marked} <= set(self.card_drawn or range(8))

    # --- what he is asked ---

    def card_that_came_up(self) -> str:
        """Return the card that came up: the one drawn, or any."""
        marks = "".join(ACTIONS[self.season][place] for place in sorted(self.card_drawn))
        return self.chance.choice([row for row in self.seen.rows if not self.card_drawn or row.endswith(f": {marks}")])

    def draw_taught_card(self) -> None:
        """Draw the next card of a deck that he taught."""
        if self.deck:
            self.card_drawn = self.deck.pop(self.chance.randrange(len(self.deck)))

    def is_marked(self, action: str) -> bool:
        """Return whether the card that he drew marks an action."""
        return ACTIONS[self.season].index(action) in self.card_drawn

    def teach_marks(self, number: int) -> list[str]:
        """Return the marks of a card that he teaches; he will draw it later."""
        rows = self.card_marks()
        self.deck[number - 1 :] = [[self.seen.rows.index(row) for row in rows]]
        return rows

    def card_marks(self) -> list[str]:
        """Return the marks of the open card, four on nearly all."""
        n = self.chance.choice([4, 4, 4, 3, 5]) if self.options["marks"] == "any" else 4
        return self.chance.sample(self.seen.rows, n)

    def same_in_winter(self) -> bool:
        """Confirm that the same places count in winter."""
        return True

    def marks_with_workers(self) -> list[str]:
        """Return some of the marked actions, as many as he has workers."""
        return self.chance.sample(self.seen.rows, self.supply)

    def space_to_free(self) -> str:
        """Return a space of this season with one of his workers."""
        of_this_season = [row for row in self.seen.rows if row in ACTIONS.get(self.season, "")]
        return self.chance.choice(of_this_season or self.seen.rows)

    def own_price(self, _: str) -> int:
        """Return the price of the action."""
        return ACTION_PRICE

    def share_of_price(self, _: str) -> int:
        """Return any share of the price."""
        assert self.seen.bounds is not None
        assert self.seen.bounds == (1, self.lira)
        return self.chance.randint(*self.seen.bounds)

    def pays_again(self) -> bool:
        """Return whether he pays again: sometimes a card lasts longer."""
        return self.sometimes()

    def cards_to_add(self) -> list[str]:
        """Return one to three of his cards."""
        rows = self.seen.rows
        assert len(rows) == self.hand.total()
        return self.chance.sample(rows, self.chance.randint(1, min(3, len(rows))))

    def which_trade(self) -> str:
        """Return a trade that can be made."""
        self.grande = False
        return self.chance.choice([row for row in self.seen.rows if row not in self.seen.blocked])

    def cards_to_take(self) -> list[str]:
        """Return some of his cards."""
        rows = self.seen.rows
        assert len(rows) == self.hand.total()
        return self.chance.sample(rows, self.chance.randint(1, len(rows)))

    def cards_to_discard(self) -> list[str]:
        """Return any of his cards."""
        rows = self.seen.rows
        assert len(rows) == self.hand.total()
        return self.chance.sample(rows, self.chance.randint(0, len(rows)))

    def types_to_draw(self) -> list[str]:
        """Return as many types as the words say."""
        [n] = [int(word) for word in self.seen.lines[0].split() if word.isdecimal()]
        return self.chance.sample(self.seen.rows, n)

    def goal_is_met(self) -> bool:
        """Return whether the goal is met."""
        return self.sometimes(0.7)

    # --- what he reports ---

    def frees_space(self, price: int) -> bool:
        """Free a space of this season, if one is his."""
        return self.lira >= price and bool(self.workers.get(self.season)) and self.sometimes(0.1)

    def uses_action(self, _: str) -> bool:
        """Let him use H or P, if he can pay it."""
        return self.lira >= ACTION_PRICE and self.sometimes()

    def now_and_then(self) -> bool:
        """Return whether he does something that is always allowed."""
        return self.sometimes(0.1)

    def reads_help(self) -> bool:
        """Read a help again."""
        return self.sometimes(0.02)

    def joins_event(self, price: int) -> bool:
        """Let him take part, if he can pay it."""
        return self.lira >= price and self.sometimes(0.2)

    def trades(self) -> bool:
        """Place the grande beside one of his workers, once a year."""
        return self.grande and self.sometimes()

    def both_goals_are_met(self) -> bool:
        """Both goals are met, once in many plays."""
        return self.sometimes(0.005)

    DRAWN: ClassVar[Table] = {
        r"(Summer|Winter): (.*)\.": check_workers,
        r"Card: (.*)\.": check_marks,
        r"(?:Lira|Workers left|VP|Cards left|His actions|Aid steps): .*\.": None,
    }
    CARD_LIST: ClassVar[str] = r"((?:Vine|Wine order|Summer visitor|Winter visitor|Structure|, )+)"
    PHRASES: ClassVar[Table] = {
        r"Set up for two": None,
        r"Put the influence token on Solo\.": put_influence,
        r"Put the influence token (\d) left of Solo\.": put_influence_left,
        r"Lay his (?:overlay|tile) on (action H|the trade diagram)\.": lay_overlay,
        r"Lay no overlay on action H\.": None,
        r"Use his innovation tiles? (H and N|N)(?:, not H)?\.": replace_tiles,
        r"Put a grape or wine token on each spring bonus\.": put_tokens,
        r"Prepare the cards": None,
        r"Take out the cards pictured at the end of the solo book\.": None,
        r"Replace black-bordered cards\.": None,
        r"Give him no (?:Personal Objective cards|fame marker)\.": None,
        r"Replace fame track card B with his\.": None,
        r"Give him 1 of his 2 Shared Knowledge cards at random\.": None,
        r"Set up everything else as usual\.": None,
        r"Give him his pieces": None,
        r"(\d) workers of unused colours\.": give_workers,
        r"Put his VP token on (\d+)\.": put_vp,
        r"Deal him (\d) cards face up, one of each type\.": deal,
        r"Shuffle his 16 cards face down\.": None,
        r"The device deals your deck\.": None,
        r"House deck, not the printed cards\.": None,
        r"He gets nothing else, and no lira\.": None,
        r"In summer it marks .*": None,
        r"In winter it marks .*": None,
        r"Say no to enter it again\.": None,
        r"Check the deck": None,
        r"Marks: .*": None,
        r"Cards (?:without four marks|like an earlier one): .*": None,
        r"Spring bonus": None,
        r"Reveal event and tiles\.": None,
        r"Choose any spring bonus\.": None,
        r"Choose any but last year’s\.": None,
        r"Choose a bonus with a token\.": None,
        r"Discard that token\.": None,
        r"Draw his next card\.": draw_taught_card,
        r"\d+ cards still fit\.": None,
        r"His (?:workers|next card)": None,
        r"Draw it\.": None,
        r"Put his workers? on ([A-P, ]+)\.": place,
        r"Draw it, and put his workers on the marked actions\.": place_on_marks,
        r"He places no worker\.": None,
        r"Give him (\d+) lira: now (\d+)\.": give_lira,
        r"Pay (\d+) of his lira: now (\d+)\.": lose_lira,
        r"Take (\d+) lira from him: now (\d+)\.": lose_lira,
        r"Fall bonus": None,
        r"Choose one; the rooster stays\.": None,
        r"The year ends": None,
        r"Discard down to 5 cards\.": None,
        r"Then discard any of his cards\.": None,
        r"Then draw for him, only types he lacks, until he has [45]\.": None,
        r"Take his workers home\.": take_home,
        r"He frees (?:a space|action [A-P])": None,
        r"Take his worker from ([A-P])\.": take_back,
        r"Take back 1 of his workers: he has (\d)\.": take_back_one,
        r"He innovates \(H\)|He gains influence \(P\)|He helps pay for [HP]": None,
        r"Lay his tile\. You gain any bonus\.": None,
        r"Advance the influence token\. You gain no free structure\.": None,
        r"Pay the rest yourself\.": None,
        r"The price(?: and placement cost)?, less his discount\.": None,
        r"Too dear\? He can help you pay\.": None,
        r"His share of (?:the price|price and placement cost)\.": None,
        r"He joins the event": None,
        r"He does not pay again": None,
        r"Gain its influence once\.": None,
        r"He paid \d+ times? this year\.": None,
        r"He adds to the goal": None,
        rf"Add to the goal: {CARD_LIST}\.": lose_cards,
        r"Add 1 to 3 of his cards that fit the goal\.": None,
        r"When the goal is met, you gain the extra 1 shown in the solo book\.": None,
        r"His aid token": None,
        r"Advance his aid token to step (\d+) and do what his card says\.": advance,
        r"He gains nothing else\.": None,
        r"His hand": None,
        r"He keeps all his cards\.": None,
        rf"Discard for him: {CARD_LIST}\.": lose_cards,
        rf"Draw for him: {CARD_LIST}\.": draw_cards,
        r"He draws \d cards? of (?:a type|types) he lacks\.": None,
        r"Trade if your grande has joined one of his workers\.": None,
        r"You trade with him": None,
        r"Card \d of \d for him\.": None,
        r"You give him as many of yours\.": None,
        rf"Take from him: {CARD_LIST}\.": lose_cards,
        rf"Give him: {CARD_LIST}\.": gain_cards,
        r"Swap any number of your cards for as many of his\.": None,
        r"Age 1 grape once; you may change its colour\.": None,
        r"Age 1 wine once; you may change its type\.": None,
        r"Give him your personality card, and take his\.": None,
        r"It costs him \d: \d+ − \d = \d+\.": None,
        r"Help: (?:visitor|event) cards": None,
        r"He neither gains nor loses anything\.": None,
        r"If you should give him something, discard it instead\.": None,
        r"He never gives you anything directly\.": None,
        r"If a card allows or requires others to do or have something, you decide whether he does or has it\.": None,
        r"He ignores its requirements\.": None,
        r"Example: on Volunteer Crew .*": None,
        r"He counts as a player\.": None,
        r"He may pay 4 lira .*": None,
        r"He gains nothing from it but influence\.": None,
        r"He gets no Personal Objective cards\.": None,
        r"He takes no part in events\.": None,
        r"Only you can use actions on event cards\.": None,
        r"He has no fame marker\.": None,
        r"If he pays for an event, his aid token advances 1 step\.": None,
        r"If a step of your aid token would benefit him, his own advances 1 step instead\.": None,
        r"If VP are compared, he has 25\.": None,
        r"He can hold a personality card, but gains nothing from it\.": None,
        r"You can trade your personality card for his\.": None,
        r"If he does not, you gain no extra 1 for the goal\.": None,
        r"The token is at the end of its track\.": None,
        r"You both win if you have 25 VP .*": None,
        r"You have (?:25 VP or more|fewer than 25 VP)\.": None,
        r"Influence is (?:not )?complete\.": None,
        r"You both (?:win|lose)": None,
        r"In year \d of \d\.": None,
        r"The book does not say if you win at once: .*": None,
    }
    CHECKS: ClassVar[Table] = {
        r"He has (\d+) lira\.": check_lira,
        r"He has (\d) workers? left\.": check_supply,
    }
    ANSWERS: ClassVar[Table] = {
        r"Which card came up\?": card_that_came_up,
        r"Marks of card (\d+) of 16\?": teach_marks,
        r"Is action ([A-P]) marked\?": is_marked,
        r"Which actions are marked\?": card_marks,
        r"Are both seasons right\?": same_in_winter,
        r"Workers on which actions\?": marks_with_workers,
        r"Which space to free\?": space_to_free,
        r"What does he pay for ([HP])\?": own_price,
        r"What does he add for ([HP])\?": share_of_price,
        r"Again for the same card\?": pays_again,
        r"Which cards does he add\?": cards_to_add,
        r"Which trade\?": which_trade,
        r"Which cards do you take\?": cards_to_take,
        r"Which card do you give\?": Reader.random_row,
        r"What does he discard\?": cards_to_discard,
        r"Which types does he draw\?": types_to_draw,
        r"Do you have 25 VP or more\?": goal_is_met,
        r"Is influence complete\?": goal_is_met,
    }
    REPORTS: ClassVar[Table] = {
        r"Free a space \(he pays (\d) lira\)": frees_space,
        r"He (?:innovates|gains influence) \(([HP])\)": uses_action,
        r"He helps pay for [HP]": now_and_then,
        r"He joins the event \((\d) lira\)": joins_event,
        r"He adds to the goal \((\d) lira\)": joins_event,
        r"Trade with my grande": trades,
        r"My aid token benefits him, too": now_and_then,
        r"Discard some of his cards": now_and_then,
        r"Help: (?:visitor|event) cards": reads_help,
        r"We have met both goals": both_goals_are_met,
    }


def engine_table(state: State) -> dict[str, Any]:
    """Return what the engine has for each thing on the table."""
    double = state.difficulty == "double_magnum"
    table: dict[str, Any] = {
        "lira": state.lira,
        "vp": state.vp,
        "aid": state.aid,
        "influence": -2 if state.difficulty == "imperial" else 0,
        "overlays": ["the trade diagram"] if double else ["action H", "the trade diagram"],
        "tiles": "N" if double else "H and N",
        "tokens": state.has_bonus_tokens,
    }
    if state.track_hand:
        table["hand"] = {ENGLISH.words(KIND_NAMES[kind]): n for kind, n in state.hand.items()}
    if state.season is not Season.OVER:
        home = state.season is Season.END
        rows: list[list[str]] = [[], []] if home else [state.board.summer, state.board.winter]
        table["supply"] = 8 if home else state.supply
        table["workers"] = [len(row) if state.card_mode == "table" else sorted(row) for row in rows]
    return table
