"""The orders of the Barrage Phase: barrages at the units of a hex and at forts (chapter 8).

An order is a chain: a target, the guns one by one, and `fire`. Nothing is used up before that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.liege import barrage
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.cab import total
from engine.liege.fog import emit_of, reveal
from engine.liege.phase_records import Volley
from engine.liege.sequence.base import AttackerDecision, ConditionalPhase, LiegeGame
from engine.liege.state import FIRED, LiegeState
from engine.liege.tables import FACES, half, passes
from engine.liege.zones import in_front


@dataclass(frozen=True, slots=True)
class BarrageOrders(ConditionalPhase):
    """Choose the next hex or fort to shell (8.2.4, 8.5.5); the phase ends when there are no targets left."""

    forced: ClassVar[bool] = True
    kind: ClassVar[str] = "barrage"
    verbs: ClassVar[dict[str, str]] = {"target": "hex", "fort": "fort", "done": ""}

    def options(self, game: LiegeGame) -> Options:
        """Return the targets with enough guns in reach."""
        return Options({"target": hexes_in_reach(game.state), "fort": forts_in_reach(game.state), "done": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Ask for the guns, then for the next order."""
        if choice.verb == "target":
            game.call(Shelling, choice.arg)
        elif choice.verb == "fort":
            game.call(Bombarding, (choice.arg,))

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a hex or a fort is no target."""
        state = game.state
        if choice.verb == "target":
            reason = barrage.cannot_be_shelled(state, choice.arg)
            return reason or _no_guns_at_units(state, UnitBarrage(choice.arg))
        reason = barrage.cannot_be_bombarded(state, choice.arg)
        return reason or _no_guns_at_fort(state, choice.arg)


@dataclass(frozen=True, slots=True)
class Shelling(AttackerDecision):
    """Choose the units and forts that fire together at the units of a hex (8.2.2, 8.2.3, 11.3.5)."""

    hex: int
    guns: int = 0
    forts: int = 0
    kind: ClassVar[str] = "shelling"
    verbs: ClassVar[dict[str, str]] = {"add": "unit", "join": "fort", "fire": ""}

    @property
    def barrage(self) -> UnitBarrage:
        """The barrage as a value."""
        return UnitBarrage(self.hex, self.guns, self.forts)

    def options(self, game: LiegeGame) -> Options:
        """Return the units that can still take part, and `fire` once the ARF is sufficient."""
        guns, forts = firing_at(game.state, self.barrage)
        if barrage.too_weak(game.state, UnitBarrage(self.hex, guns, forts)) is not None:
            guns = 0  # forts alone need less: with a unit among them nothing could be fired
        return Options({
            "add": guns & ~self.guns,
            "join": forts & ~self.forts,
            "fire": int(barrage.too_weak(game.state, self.barrage) is None),
        })  # fmt: skip

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Add a gun, or fire: at all units, or at those chosen next (8.3.1)."""
        if choice.verb == "add":
            game.stay(guns=self.guns | 1 << choice.arg)
        elif choice.verb == "join":
            game.stay(forts=self.forts | 1 << choice.arg)
        else:
            targets = barrage.targets_of(game.state, self.barrage)
            if barrage.hits(game.state, self.barrage) < len(targets):
                game.goto(BarrageTargets, self.hex, self.guns, self.forts)
            else:
                shell(game, self.barrage, targets)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit or a fort may not take part, or why nothing can be fired yet."""
        state = game.state
        if choice.verb == "fire":
            return barrage.too_weak(state, self.barrage) or Reason("not_possible_now", "", {"verb": "fire"})
        if choice.verb == "add" and choice.arg < len(state.facts.units):
            reason = barrage.cannot_shell(state, choice.arg, self.barrage)
            return reason or Reason("takes_part_already", "8.2.3", {"unit": state.facts.units[choice.arg].name})
        reason = barrage.fort_cannot_shell(state, choice.arg, self.hex)
        return reason or Reason("takes_part_already", "8.2.3", {"fort": state.facts.forts[choice.arg].name})


@dataclass(frozen=True, slots=True)
class BarrageTargets(AttackerDecision):
    """Choose the units of the hex that are hit, if the ARF is insufficient for all (8.3.1)."""

    hex: int
    guns: int
    forts: int
    chosen: int = 0
    kind: ClassVar[str] = "barrage_targets"
    verbs: ClassVar[dict[str, str]] = {"hit": "unit"}

    def options(self, game: LiegeGame) -> Options:
        """Return the units not chosen yet."""
        fired = UnitBarrage(self.hex, self.guns, self.forts)
        return Options({"hit": mask(barrage.targets_of(game.state, fired)) & ~self.chosen})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Add a target; fire after the last that the barrage can hit."""
        chosen, fired = self.chosen | 1 << choice.arg, UnitBarrage(self.hex, self.guns, self.forts)
        if chosen.bit_count() < barrage.hits(game.state, fired):
            game.stay(chosen=chosen)
        else:
            shell(game, fired, list(members(chosen)))

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the unit is no target, or already one."""
        code = "target_already" if self.chosen >> choice.arg & 1 else "not_a_target"
        return Reason(code, "8.3.1", {"hex": game.state.facts.grid.names[self.hex], "arg": choice.arg})


@dataclass(frozen=True, slots=True)
class Bombarding(AttackerDecision):
    """Choose the guns that fire together at a fort, and the order in which the forts of its hex are hit (8.5.3, 8.5.4, 8.6.1)."""

    forts: tuple[int, ...]
    guns: int = 0
    kind: ClassVar[str] = "bombarding"
    verbs: ClassVar[dict[str, str]] = {"add": "unit", "next": "fort", "fire": ""}

    @property
    def barrage(self) -> FortBarrage:
        """The barrage as a value."""
        return FortBarrage(self.forts, self.guns)

    def options(self, game: LiegeGame) -> Options:
        """Return the guns that can take part, the forts that can follow in the order, and `fire` once the AFF is sufficient."""
        state, fort = game.state, self.forts[0]
        others = barrage.order_of(state, self.forts)[len(self.forts) :]
        return Options({
            "add": _bombarding(state, fort) & ~self.guns,
            "next": mask(others) if len(others) > 1 else 0,
            "fire": int(barrage.aim_at_fort(state, fort, barrage.aff_of(state, self.guns)).column is not None),
        })  # fmt: skip

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Add a gun, announce the next fort of the order, or fire."""
        if choice.verb == "add":
            game.stay(guns=self.guns | 1 << choice.arg)
        elif choice.verb == "next":
            game.stay(forts=(*self.forts, choice.arg))
        else:
            bombard(game, self.barrage)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a gun may not take part, a fort is not next, or nothing can be fired yet."""
        state = game.state
        if choice.verb == "fire":
            least = state.facts.tables.forts[state.facts.forts[self.forts[0]].kind].columns[0][0]
            return Reason("too_little_aff", "8.6.3", {"aff": barrage.aff_of(state, self.guns), "least": least})
        if choice.verb == "add" and choice.arg < len(state.facts.units):
            reason = barrage.cannot_bombard(state, choice.arg, self.forts[0])
            return reason or Reason("takes_part_already", "8.5.4", {"unit": state.facts.units[choice.arg].name})
        return Reason("not_next", "8.6.1", {"arg": choice.arg, "fort": state.facts.forts[self.forts[0]].name})


# -- what is in reach ----------------------------------------------------------------------------------------------


def firing_at(state: LiegeState, fired: UnitBarrage) -> tuple[int, int]:
    """Return the units and the forts that can take part in a barrage at a hex."""
    own = [unit for unit, at in enumerate(state.at) if at >= 0 and state.facts.units[unit].side == state.side]
    guns = mask(unit for unit in own if barrage.cannot_shell(state, unit, fired) is None)
    forts = mask(fort for fort in members(state.forts) if barrage.fort_cannot_shell(state, fort, fired.hex) is None)
    return guns, forts


def hexes_in_reach(state: LiegeState) -> int:
    """Return the hexes at whose units a barrage can be fired now."""
    enemies = {at for unit, at in enumerate(state.at) if at >= 0 and state.facts.units[unit].side != state.side}
    return mask(hex_ for hex_ in enemies if not state.shelled >> hex_ & 1 and _guns_suffice(state, hex_))


def _guns_suffice(state: LiegeState, hex_: int) -> bool:
    """Return True if all guns in reach of a hex together, or the forts alone, have enough ARF."""
    guns, forts = firing_at(state, UnitBarrage(hex_))
    return any(barrage.too_weak(state, UnitBarrage(hex_, *fired)) is None for fired in ((guns, forts), (0, forts)))


def _no_guns_at_units(state: LiegeState, fired: UnitBarrage) -> Reason:
    guns, forts = firing_at(state, fired)
    data = {"hex": state.facts.grid.names[fired.hex]}
    if not guns and not forts:
        return Reason("no_guns_in_reach", "8.2.1", data)
    return barrage.too_weak(state, UnitBarrage(fired.hex, guns, forts)) or Reason("not_possible_now", "", data)


def _no_guns_at_fort(state: LiegeState, fort: int) -> Reason:
    """Return why nothing can fire at a fort: all guns facing it have fired, or there are none."""
    facts, target = state.facts, state.facts.forts[fort]
    ready = [
        state.has(unit, FIRED)
        for unit, at in enumerate(state.at)
        if at >= 0
        and facts.units[unit].side == state.side
        and facts.units[unit].aff
        and in_front(state, unit, target.hex)
    ]
    if ready and all(ready):
        return Reason("guns_have_fired", "8.1.4", {"fort": target.name})
    return Reason("no_guns", "8.5.1", {"fort": target.name})


def _bombarding(state: LiegeState, fort: int) -> int:
    """Return the units that can take part in a barrage at a fort."""
    own = (unit for unit, at in enumerate(state.at) if at >= 0 and state.facts.units[unit].aff)
    return mask(unit for unit in own if barrage.cannot_bombard(state, unit, fort) is None)


def forts_in_reach(state: LiegeState) -> int:
    """Return the forts at which a barrage can be fired now; a gun that reaches one of a hex reaches all."""
    aff: dict[int, int] = {}
    found = 0
    for fort in members(state.forts):
        hex_ = state.facts.forts[fort].hex
        if barrage.cannot_be_bombarded(state, fort) is not None:
            continue
        if hex_ not in aff:
            aff[hex_] = barrage.aff_of(state, _bombarding(state, fort))
        if aff[hex_] and barrage.aim_at_fort(state, fort, aff[hex_]).column is not None:
            found |= 1 << fort
    return found


# -- fire ----------------------------------------------------------------------------------------------------------


def shell(game: LiegeGame, fired: UnitBarrage, targets: list[int]) -> None:
    """Fire at units: one die for all, and a row and test for each target (8.3.2, 8.3.3)."""
    state = game.state
    aims = [(unit, barrage.aim_at(state, fired, unit)) for unit in targets]
    arf = barrage.arf_of(state, fired)
    reveal(game, fired.guns, why="fired")
    state.fire(fired.guns)
    state.volleys[state.side].append(Volley(fired.hex, (), fired.guns, fired.forts))
    state.spent |= fired.forts
    state.shelled |= 1 << fired.hex
    die = game.die("barrage", FACES)
    game.emit("shelled", hex=fired.hex, guns=members(fired.guns), forts=members(fired.forts), arf=arf, die=die)
    for unit, aim in aims:
        result = aim.read(half(die))
        automatic, modifier = (result.automatic, result.modifier) if result is not None else (0, 0)
        lost, test = min(automatic, state.steps(unit)), 0
        if result is not None:
            reveal(game, 1 << unit, why="tested")
        if result is not None and automatic < state.steps(unit):
            passed, test = tested(game, aim.cab + modifier)
            lost += not passed
        state.hurt(unit, lost)
        emit_of(game, "unit_shelled", unit, {
            "column": column_of(aim), "row": half(die) + total(aim.rows), "rows": aim.rows,
            "result": None if result is None else (automatic, modifier), "cab": aim.cab + modifier, "tests": aim.tests, "die": test,
            "lost": lost, "destroyed": state.steps(unit) == 0,
        })  # fmt: skip


def bombard(game: LiegeGame, fired: FortBarrage) -> None:
    """Fire at a fort: a filled circle destroys it without a die, and the next fort in order tests (8.6.3, 8.6.4)."""
    state = game.state
    order, aff = barrage.order_of(state, fired.forts), barrage.aff_of(state, fired.guns)
    aim = barrage.aim_at_fort(state, fired.fort, aff, guns=fired.guns)
    reveal(game, fired.guns, why="fired")
    state.fire(fired.guns)
    state.volleys[state.side].append(Volley(state.facts.forts[fired.fort].hex, fired.forts, fired.guns, 0))
    state.bombarded |= 1 << fired.fort
    state.spared &= ~(1 << fired.fort)
    die = game.die("barrage", FACES)
    result = aim.read(half(die))
    game.emit(
        "bombarded", fort=fired.fort, order=order, guns=members(fired.guns), aff=aff, column=column_of(aim),
        row=half(die) + total(aim.rows), rows=aim.rows, die=die,
        result=None if result is None else (result.automatic, result.modifier),
    )  # fmt: skip
    fallen, test = barrage.strike(state, order, result)
    for fort in members(fallen):
        state.fell(fort)
        game.emit("fort_fell", fort=fort)
    if test is not None and not fort_falls(game, test.fort, test.cab) and test.fort != fired.fort:
        state.bombarded |= 1 << test.fort
        state.spared |= 1 << test.fort


def fort_falls(game: LiegeGame, fort: int, cab: int) -> bool:
    """Test a fort; it falls if it fails (8.6.3). Return True if it has fallen."""
    passed, die = tested(game, cab)
    game.emit("fort_tested", fort=fort, cab=cab, die=die, passed=passed)
    if not passed:
        game.state.fell(fort)
        game.emit("fort_fell", fort=fort)
    return not passed


def tested(game: LiegeGame, cab: int) -> tuple[bool, int]:
    """Roll a CAB test; a CAB of 0 or less fails without a die (5.1.1, 5.1.2). Return whether it passed, and the die or 0."""
    if cab <= 0:
        return False, 0
    die = game.die("cab", FACES, range(1, min(cab, FACES) + 1))
    return passes(cab, die), die


def column_of(aim: barrage.Aim) -> int:
    """Return the strength that names a column, 0 for none."""
    return 0 if aim.column is None else aim.table.columns[min(aim.column, len(aim.table.columns) - 1)][0]


__all__ = [
    "BarrageOrders",
    "BarrageTargets",
    "Bombarding",
    "Shelling",
    "bombard",
    "column_of",
    "firing_at",
    "fort_falls",
    "forts_in_reach",
    "hexes_in_reach",
    "shell",
    "tested",
]  # fmt: skip
