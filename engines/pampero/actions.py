"""The effects of VJ's actions on his possessions: energy, money, income, tiles, majorities."""

from typing import Literal

from engines.kit import turn
from engines.pampero.decide.contracts import NO_TRACK
from engines.pampero.pieces import MAX_COUNT, Contract, Deed
from engines.pampero.state import SPACES, State

CONNECTION_ENERGY = 1
CONNECTION_DOLLARS = 3


class Actions(turn.Turn[State]):
    """Parts of the callbacks of a turn; each adds its reasons."""

    @property
    def _did(self) -> Deed:
        assert self.state.did is not None  # VJ has acted
        return self.state.did

    def _keep_findings(self) -> None:
        """Keep the player's answers about sites, and about VJ's grid board."""
        self.state.full = self.choice.full
        if self.choice.locked:
            self.state.vj.unlocked_transformers = 0

    def _build(self, kind: Literal["wind", "towers"]) -> None:
        """Move a piece from his grid board to its sector (pampero.vj.no_bulldozer, pampero.ruling.site)."""
        vj, sector, name = self.state.vj, self._did.sector, f"{kind}_left"
        remaining = getattr(vj, name) - 1
        setattr(vj, name, remaining)
        pieces = getattr(vj, kind)
        pieces[sector] = pieces.get(sector, 0) + 1
        self.order("build")
        self.add_reason("pampero.vj.no_bulldozer", {"sector": sector}, **{name: remaining})
        self.add_reason("pampero.ruling.site", {"sector": sector})

    def _fulfil(self) -> None:
        """pampero.contract.pay, pampero.contract.effect, pampero.contract.network."""
        vj, plan, did = self.state.vj, self.choice, self._did
        did.type = plan.type
        self.order("contract")
        self._pay()
        vj.contracts.append(Contract(plan.sector, plan.type, plan.cost))
        self._place_transformer()
        self.add_reason("pampero.vj.pays", {"cost": plan.cost}, energy=vj.energy, batteries=vj.batteries)
        self.add_reason("pampero.vj.any_contract", {"type": plan.type})
        self.add_rules("pampero.contract.column", "pampero.special.network_caption")
        self._earn(plan.effect["money"])
        self._charge(plan.effect["gain"])
        self._advance(plan.type, plan.effect["steps"], bool(plan.effect.get("last")))
        did.network = plan.effect["network"]
        if did.network:
            vj.network_tiles += did.network
            self._count("network_tiles", "pampero.contract.network", did.network)
        self.add_reason("pampero.contract.effect", {"type": plan.type}, steps=did.steps)

    def _place_transformer(self) -> None:
        """pampero.contract.transformer, pampero.ruling.no_transformer: an unlocked one goes to the map."""
        vj, did = self.state.vj, self._did
        if vj.unlocked_transformers == 0:
            self.add_reason("pampero.ruling.no_transformer", {"unlocked": 0}, transformers=0)
            return
        did.transformers = 1
        vj.transformers[did.sector] = vj.transformers.get(did.sector, 0) + 1
        if vj.unlocked_transformers != "?":
            vj.unlocked_transformers -= 1
        self.add_reason("pampero.contract.transformer", {"sector": did.sector}, transformers=1)

    def _pay(self) -> None:
        vj, plan, did = self.state.vj, self.choice, self._did
        did.cost, did.batteries = plan.energy, plan.batteries
        vj.energy -= plan.energy
        vj.batteries -= plan.batteries

    def _advance(self, name: str, steps: int, reached: bool) -> None:
        """Move an income marker, past unbuilt towers, too; its last space brings a specialist card."""
        if name == NO_TRACK:
            self.add_reason("pampero.ruling.no_track", {}, steps=0)
            return
        state, income = self.state, self.state.vj.income
        before, last = income.get(name, 0), state.board.last_space(name)
        after = min(before + steps, MAX_COUNT if last is None else last)
        income[name] = after
        self._did.steps, self._did.moved = after - before, name
        if after == before:
            self.add_reason("pampero.ruling.last_space", {"type": name}, steps=0)
            return
        self.add_reason("pampero.vj.past_towers", {"type": name}, steps=after - before)
        if reached or after == last:
            state.due.append("track")
            self.add_reason("pampero.specialist.last_space", {"type": name}, due=1)

    def _order_changes(self) -> None:
        """Give an order for each change of VJ's possessions by the deed."""
        did = self._did
        changes = {
            "energy": did.cost + did.gained,
            "batteries": did.batteries,
            "money": did.money,
            "income": did.steps,
            "network": did.network,
            "transformer": did.transformers,
            "ongoing": len(did.ongoing),
            "tiles": did.tiles - len(did.ongoing),
            "connections": did.connections,
            "dozers": did.dozers,
        }
        self.order(*(name for name, n in changes.items() if n))

    def _remind_of_ongoing(self) -> None:
        """pampero.tiles.ongoing: a reminder, since the device does not know the effects of these tiles."""
        if self.state.vj.ongoing:
            self.add_reason("pampero.tiles.ongoing", {"ongoing": list(self.state.vj.ongoing)})

    def _connect(self, n: int) -> None:
        """pampero.connection.bonus: each tile brings energy and $."""
        self._did.connections = n
        self.state.vj.connection_tiles += ["kept"] * n
        if n:
            self._charge(CONNECTION_ENERGY * n)
            self._earn(CONNECTION_DOLLARS * n)
            self.add_reason("pampero.connection.bonus", {"connections": n}, energy=self.state.vj.energy)

    def _charge(self, n: int) -> None:
        """pampero.vj.energy_cap: energy ends at the last space of its track."""
        vj = self.state.vj
        after = min(vj.energy + n, self.state.board.energy.max)
        self._did.gained += after - vj.energy
        if after < vj.energy + n:
            self.add_reason("pampero.vj.energy_cap", {"gain": n}, energy=after)
            self.add_reason("pampero.ruling.energy_ten")
        vj.energy = after

    def _earn(self, n: int) -> None:
        self._did.money += n
        self._add_money(n)

    def _add_money(self, n: int) -> None:
        self.state.vj.money = min(self.state.vj.money + n, MAX_COUNT)

    def _count(self, majority: str, rule: str, n: int = 1) -> None:
        """Move VJ's markers of a majority that the device counts (pampero.wind.majority, pampero.contract.network)."""
        for space in SPACES:
            if self.state.card(space).majority == majority:
                pair = self.state.majority[space - 1]
                pair.vj += n
                self.order(f"majority.{space}")
                self.add_reason(rule, {"card": space}, vj=pair.vj)
