"""The recruit: the first level of the computer. It plays by the plain rules of thumb of its modules, one decision at a time.

Its memory between decisions only saves time: a recruit that starts in the middle of an order can answer too.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.core.bits import members
from engine.core.options import Choice
from engine.liege import assault
from engine.liege.barrage import UnitBarrage
from engine.liege.facts import GERMAN
from engine.liege.grid import NOWHERE
from engine.liege.opponent import fighting, fire, marching
from engine.liege.opponent.fire import FortFire
from engine.liege.opponent.manner import PLAIN, Manner
from engine.liege.opponent.marching import MarchOrder
from engine.liege.opponent.seat import LiegeSeat
from engine.liege.opponent.support import kept_for_support
from engine.liege.opponent.unseen import best_attack
from engine.liege.state import LiegeState

#: Answers that end or decline something, in the order of preference.
ENDS = ("done", "finish", "stop", "stand", "leave", "attack", "pass")
#: Decisions that a waiting player skips: everything it begins itself, except arrivals.
WAITED_FOR = frozenset({"barrage", "assaults", "combat"})


class Recruit:
    """One player of one side."""

    def __init__(self, manner: Manner = PLAIN) -> None:
        self._manner = manner
        self._order: MarchOrder | None = None
        self._phase: tuple[int, int] = (-1, -1)
        #: Units already asked in this Movement Phase that stay.
        self._done: frozenset[int] = frozenset()
        self._answers: dict[str, Callable[[LiegeSeat], Choice | None]] = {
            "barrage": self._barrage, "shelling": self._shelling, "barrage_targets": self._targets, "bombarding": self._bombarding,
            "assaults": self._assaults, "assault": self._assault, "storm_on": self._continue_assault, "assault_advance": self._enter,
            "march": self._march, "marching": self._marching, "facing": self._facing, "arrival_facing": self._arrival,
            **fighting.ANSWERS, "combat": self._combat, "attack": self._attack,
            **({} if manner.attacks else {"combat": lambda _: Choice("done")}),
            **({} if manner.city else {"breach": lambda _: Choice("stay")}),
        }  # fmt: skip

    def __call__(self, seat: LiegeSeat, rng: random.Random) -> Choice:
        """Return one of the options."""
        del rng
        waits = seat.side == GERMAN and seat.state.turn < self._manner.waits and seat.kind in WAITED_FOR
        asked = None if waits else self._answers.get(seat.kind)
        answer = asked(seat) if asked is not None else None
        if answer is not None and seat.options.allows(answer):
            return answer
        ends = (Choice(verb) for verb in ENDS if seat.options.allows(Choice(verb)))
        return next(ends, None) or next(iter(seat.options))

    # -- fire ----------------------------------------------------------------------------

    def _barrage(self, seat: LiegeSeat) -> Choice | None:
        plan = fire.plan_fire(seat.state, self._idle_infantry(seat), storming=self._manner.storms)
        if plan.forts:
            return Choice("fort", plan.forts[0].fort)
        silent = kept_for_support(seat) if self._manner.forts_fire else -1
        units = [one for one in plan.units if not one.forts & silent]
        return Choice("target", units[0].hex) if units else None

    def _idle_infantry(self, seat: LiegeSeat) -> int:
        """Return the infantry with nothing better to do than fire: it neither storms nor attacks this turn."""
        focus = fighting.focus(seat.state)
        units = seat.state.facts.units
        return sum(
            1 << unit
            for unit, at in enumerate(seat.state.at)
            if at >= 0 and units[unit].type == "INF" and not focus and units[unit].side == seat.side
        )

    def _shelling(self, seat: LiegeSeat) -> Choice | None:
        _, fired = fire.at_units(seat.state, seat.field("hex"), self._idle_infantry(seat))
        if fired is None:
            return None
        for verb, wanted, had in (("join", fired.forts, seat.field("forts")), ("add", fired.guns, seat.field("guns"))):
            if rest := members(wanted & ~had):
                return Choice(verb, rest[0])
        return Choice("fire")

    def _targets(self, seat: LiegeSeat) -> Choice | None:
        fired = UnitBarrage(seat.field("hex"), seat.field("guns"), seat.field("forts"))
        lost = fire.losses(seat.state, fired)
        return Choice("hit", max(seat.options.of("hit"), key=lambda unit: lost[unit]))

    def _bombarding(self, seat: LiegeSeat) -> Choice | None:
        fort = seat.field("forts")[0]
        plan = fire.fire_at_forts(seat.state, storming=self._manner.storms)
        wanted = next((one.guns for one in plan if one.fort == fort), 0)
        if rest := members(wanted & ~seat.field("guns")):
            return Choice("add", rest[0])
        return Choice("fire")

    # -- assaults ------------------------------------------------------------------------

    def _assaults(self, seat: LiegeSeat) -> Choice | None:
        found = self._storms(seat)
        return Choice("fort", found[0].fort) if found else None

    def _storms(self, seat: LiegeSeat) -> list[FortFire]:
        plan = fire.fire_at_forts(seat.state, storming=self._manner.storms)
        return [one for one in plan if one.unit != NOWHERE]

    def _assault(self, seat: LiegeSeat) -> Choice | None:
        found = next((one for one in self._storms(seat) if one.fort == seat.field("fort")), None)
        if found is None:
            return None
        if seat.field("unit") == NOWHERE:
            return Choice("by", found.unit)
        if rest := members(found.guns & ~seat.field("guns")):
            return Choice("gun", rest[0])
        return Choice("declare")

    def _continue_assault(self, seat: LiegeSeat) -> Choice | None:
        """Continue if the next fort is likely enough to fall for the test it costs."""
        state, first = seat.state, seat.field("fort")

        def chance(fort: int) -> float:
            cab = assault.cab_of_next(state, first, fort, seat.field("modifier"))
            return min(max(20 - cab, 0), 20) / 20

        best = max(seat.options.of("go"), key=chance)
        test = assault.test_of_unit(state, seat.field("unit"), best, fallen=False)
        worth = fire.worth_of(state, best) * chance(best)
        return Choice("go", best) if worth > 1 - max(test.cab, 0) / 20 else Choice("stop")

    def _enter(self, seat: LiegeSeat) -> Choice | None:
        """Enter only the city: entering leaves the guns behind."""
        if seat.field("hex") != seat.state.scenario.city or not self._manner.city:
            return Choice("stay")
        facing = marching.toward(
            seat.state, seat.field("unit"), seat.field("hex"), marching.enemies(seat.state, seat.side)
        )
        return Choice("enter", facing)

    # -- combat --------------------------------------------------------------------------

    def _combat(self, seat: LiegeSeat) -> Choice | None:
        found = [(best_attack(seat, hex_)[0], -hex_) for hex_ in seat.options.of("hex")]
        if found and max(found)[0] >= fighting.WORTH_AN_ATTACK:
            return Choice("hex", -max(found)[1])
        return Choice("done")

    def _attack(self, seat: LiegeSeat) -> Choice | None:
        gain, attack = best_attack(seat, seat.field("hex"))
        if gain < fighting.WORTH_AN_ATTACK:
            return Choice("leave")
        rest = [unit for unit in attack.full if unit not in seat.field("full")]
        return Choice("commit", rest[0]) if rest else Choice("attack")

    # -- marches -------------------------------------------------------------------------

    def _march(self, seat: LiegeSeat) -> Choice | None:
        state = seat.state
        arriving = seat.options.of("arrive")
        if arriving and (state.side == GERMAN or state.turn >= self._manner.comes):
            return Choice("arrive", arriving[0])
        if self._phase != (state.turn, state.side):
            self._phase, self._done = (state.turn, state.side), frozenset()
        if state.side == GERMAN and state.turn < self._manner.waits:
            return Choice("done")
        focus = fighting.focus(state) if self._manner.attacks else 0
        for unit in marching.in_turn(state):
            if unit in self._done:
                continue
            order = self._unit_order(state, unit, focus)
            choice = None if order is None else Choice("turn" if order.turns else "unit", unit)
            if choice is not None and seat.options.allows(choice):
                self._order = order
                return choice
            self._done |= {unit}
        return Choice("done")

    def _marching(self, seat: LiegeSeat) -> Choice | None:
        order, so_far = self._order_of(seat), seat.field("path")
        if order is None or order.march.path[: len(so_far)] != so_far:
            return next((Choice(verb) for verb in ("deploy", "halt") if seat.options.allows(Choice(verb))), None)
        rest = order.march.path[len(so_far) :]
        if rest:
            ways = Choice("step", rest[0]), Choice("forced"), Choice("deploy"), Choice("halt")
            return next((way for way in ways if seat.options.allows(way)), None)
        return Choice("leave") if order.leave else Choice("deploy") if order.deploy else Choice("halt")

    def _facing(self, seat: LiegeSeat) -> Choice | None:
        order, unit = self._order_of(seat), seat.field("unit")
        if order is not None and order.march.path == seat.field("path"):
            return Choice("face", order.facing)
        at = seat.field("path")[-1]
        return Choice("face", marching.toward(seat.state, unit, at, marching.enemies(seat.state, seat.side)))

    def _order_of(self, seat: LiegeSeat) -> MarchOrder | None:
        """Return the order under way, recomputed if not stored."""
        if self._order is None or self._order.march.unit != seat.field("unit"):
            self._order = self._unit_order(seat.state, seat.field("unit"), fighting.focus(seat.state))
        return self._order

    def _unit_order(self, state: LiegeState, unit: int, focus: int) -> MarchOrder | None:
        """Return a unit's order, or None if it stays as it is."""
        return marching.order_of(state, unit, focus, self._manner)

    def _arrival(self, seat: LiegeSeat) -> Choice | None:
        unit, at = seat.field("unit"), seat.field("hex")
        if seat.state.facts.units[unit].type in ("HAR", "SAR"):
            return Choice("face", marching.best_facing(seat.state, unit, at, 0))
        return Choice("face", marching.toward(seat.state, unit, at, marching.enemies(seat.state, seat.side)))


__all__ = ["Recruit"]
