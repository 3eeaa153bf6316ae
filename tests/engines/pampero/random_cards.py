"""Random solo cards, with any order, icons and symbols, and any share of unknown cells."""

import random
from typing import Any

from engines.pampero.card import CONTRACT_ICONS, SECTOR_ICONS, TYPED_ICONS, UNKNOWN, ZONES
from tests.engines.pampero.turns import TRACKS, WIND_ENERGY, Data
from tests.tables.pampero import SECTORS

ACTIONS = ("wind", "tower", "contract", "foreign", "other")
KINDS = (
    "energy_lt", "energy_lt", "all_transformers_locked", "cannot_pay_contract", "contract_available", "foreign_market",
    "always", "custom",
)  # fmt: skip
SYMBOLS = ("rb", "money", "money:5", "energy", "battery", "dozer", "income", "specialist", "connection", "none")


class CardMaker:
    """Makes random cards; `unknown` is the share (0 to 1) of unknown cells."""

    def __init__(self, chance: random.Random, unknown: float = 0.0) -> None:
        self.chance = chance
        self.unknown = unknown

    def card(self, name: str) -> Data:
        """Return a well-formed made-up card."""
        actions = self.chance.choice((("wind", "tower", "contract"), tuple(self.chance.choices(ACTIONS, k=3))))
        places = self.chance.sample((1, 2, 3), 3)
        unplaced = self._is_unknown()
        sections = [self._section(action) for action in actions]
        placed = [
            {**cells, "position": UNKNOWN if unplaced else place} for cells, place in zip(sections, places, strict=True)
        ]
        return {
            "id": name,
            "title": f"Card {name}",
            "majority": self.chance.choice(("wind_farms", "network_tiles", UNKNOWN)),
            "synthetic": True,
            "section": placed,
        }

    def _section(self, action: str) -> Data:
        cells: Data = {"action": action, "condition": self._condition()}
        if action == "wind":
            cells["energy"] = {zone: self._or_unknown(WIND_ENERGY[zone]) for zone in ZONES}
        if action == "tower":
            cells["bonus"] = {zone: {"tile": self._symbol(), "printed": self._symbol()} for zone in ZONES}
        cells["row"] = UNKNOWN if self._is_unknown() else self._rows(action)
        return cells

    def _condition(self) -> Data:
        if self._is_unknown():
            return {"kind": UNKNOWN}
        kind = self.chance.choice(KINDS)
        if kind == "energy_lt":
            return {"kind": kind, "value": self._or_unknown(self.chance.randint(1, 10))}
        if kind == "contract_available" and self.chance.random() < 0.5:
            return {"kind": kind, "any_of": [self._icon(self.chance.choice(("is_type", "icons_at_least")), ())]}
        return {"kind": kind, "text": "a made-up condition"} if kind == "custom" else {"kind": kind}

    def _rows(self, action: str) -> list[Data]:
        names: Any = CONTRACT_ICONS if action == "contract" else SECTOR_ICONS
        places = self.chance.choice((["*"], list(ZONES), self.chance.sample([*ZONES, *SECTORS[:5]], 4)))
        return [{"where": [place], "icons": self._icons(names)} for place in places]

    def _icons(self, names: tuple[str, ...]) -> Any:
        if self._is_unknown():
            return UNKNOWN
        middle = [name for name in names if name not in ("eye", "you_choose")]
        line = [self._icon(name, middle) for name in self.chance.sample(middle, self.chance.randint(0, 3))]
        ends: tuple[list[str], ...] = ([], ["eye"], ["you_choose"], ["eye", "you_choose"])
        return line + [{"icon": name} for name in self.chance.choice(ends)]

    def _icon(self, name: str, behind: Any) -> Data:
        cells: Data = {"icon": name}
        if name in TYPED_ICONS:
            cells["type"] = (
                self._or_unknown(self.chance.choice((*TRACKS, "market"))) if behind else self.chance.choice(TRACKS)
            )
        if name == "icons_at_least":
            cells["count"] = self.chance.randint(1, 3)
        if name == "custom":
            cells["text"] = "a made-up icon"
        if behind and self.chance.random() < 0.4:
            cells["back"] = UNKNOWN if self._is_unknown() else [self._icon(self.chance.choice(behind), ())]
        return cells

    def _symbol(self) -> str:
        return str(self._or_unknown(self.chance.choice((*SYMBOLS, f"type:{self.chance.choice(TRACKS)}"))))

    def _or_unknown(self, value: Any) -> Any:
        return UNKNOWN if self._is_unknown() else value

    def _is_unknown(self) -> bool:
        return self.chance.random() < self.unknown
