"""Chances of an action being assembled, as the report records that dice pictures are drawn from."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from bot.table.table import Table
from bot.titles.liege.narration.dice_reports import ADAPTERS, KINDS, TENTHS, DiceReport, guns_of, odds_text
from bot.titles.story import ShownPicture
from engine.core.bits import members
from engine.liege import assault, barrage, combat, combat_result
from engine.liege.barrage import Aim, FortBarrage, UnitBarrage
from engine.liege.combat import HexAttack
from engine.liege.combat_odds import odds_of
from engine.liege.fog import hidden_hexes
from engine.liege.phase_records import DeclaredAssault
from engine.liege.state import LiegeState
from renderer.liege.reports import (
    AssaultedFort,
    AssaultReport,
    BarrageReport,
    CombatReport,
    FightingUnit,
    ShelledTarget,
    Shift,
)


def shown(table: Table) -> ShownPicture | None:
    """Return the picture of the chances of a partly assembled action; None if there are none yet.

    There is none for a hex with hidden units, since its targets are unknown.
    """
    state: LiegeState = table.game.system.imagine(table.game.state, table.side)
    report = _report(table, state)
    if report is None or hidden_hexes(table.game.state, 1 - table.side) >> report.hex & 1:
        return None
    kind = KINDS[type(report)]
    return ShownPicture(kind, {"report": ADAPTERS[kind].dump_python(report, mode="json")})


def _report(table: Table, state: LiegeState) -> DiceReport | None:
    field = table.field
    match table.kind:
        case "bombarding" if table.offers("fire"):
            return fort_chances(state, FortBarrage(field("forts"), field("guns")))
        case "shelling" if table.offers("fire"):
            return unit_chances(state, UnitBarrage(field("hex"), field("guns"), field("forts")))
        case "assault" if table.offers("declare"):
            return assault_chances(state, DeclaredAssault(field("fort"), field("unit"), field("guns")))
        case "attack" if table.offers("attack"):
            return attack_chances(state, HexAttack(field("hex"), field("full"), field("partly")))
    return None


def fort_chances(state: LiegeState, fired: FortBarrage) -> BarrageReport | None:
    """Return the chances of a barrage at a fort, and at the next forts it could also destroy."""
    facts, aff = state.facts, barrage.aff_of(state, fired.guns)
    aim = barrage.aim_at_fort(state, fired.fort, aff, guns=fired.guns)
    found = barrage.chances_of_falling(state, fired)
    every = sum(found.values())
    chances = {
        fort: sum(weight for forts, weight in found.items() if forts >> fort & 1) / every
        for fort in barrage.order_of(state, fired.forts)
    }
    targets = tuple(
        ShelledTarget(fort=fort, shifts=_shifts(aim.rows) if fort == fired.fort else (), chance=chance)
        for fort, chance in chances.items()
        if chance or fort == fired.fort
    )
    side = facts.units[members_first(fired.guns)].side
    guns = guns_of(state, members(fired.guns), (), "aff")
    return BarrageReport("forts", side, facts.forts[fired.fort].hex, guns, aff, _column(aim), targets)


def unit_chances(state: LiegeState, fired: UnitBarrage) -> BarrageReport | None:
    """Return the chances of a barrage at units: the chance of each to lose a step."""
    targets, column = [], 0
    for unit in barrage.targets_at(state, fired.hex):
        aim, found = barrage.aim_at(state, fired, unit), barrage.chances_of_steps(state, fired, unit)
        column = max(column, _column(aim))
        every = sum(found.values())
        targets.append(ShelledTarget(unit, shifts=_shifts(aim.rows), chance=(every - found.get(0, 0)) / every))
    if not targets:
        return None
    guns = guns_of(state, members(fired.guns), members(fired.forts), "arf")
    return BarrageReport("units", state.side, fired.hex, guns, barrage.arf_of(state, fired), column, tuple(targets))


def assault_chances(state: LiegeState, one: DeclaredAssault) -> AssaultReport | None:
    """Return the chances of an assault as declared, for a unit in its present state."""
    facts, aim = state.facts, assault.aim_of(state, one)
    found = assault.chances_of(state, one)
    every = sum(found.values())
    falls = sum(weight for result, weight in found.items() if result.fallen >> one.fort & 1) / every
    lost = sum(weight for result, weight in found.items() if result.lost) / every
    return AssaultReport(
        state.side, facts.forts[one.fort].hex, one.unit, state.at[one.unit], guns_of(state, members(one.guns), (), "aff"),
        assault.aff_of_assault(state, one.guns, one.unit), _column(aim),
        (AssaultedFort(one.fort, shifts=_shifts(aim.rows), camp=_shifts(aim.tests), chance=falls),), _shifts(assault.shift_of(state, one)),
        chance=lost,
    )  # fmt: skip


def attack_chances(state: LiegeState, attack: HexAttack) -> CombatReport | None:
    """Return the chances of an attack: each side's chance of a first step loss and of a retreat."""
    strength, found = combat.strength_of(state, attack), odds_of(state, attack)
    column = combat.column_of(state, strength)
    if column is None:
        return None
    units, level = state.facts.units, state.level

    def fighting(chosen: Iterable[int], *, partly: bool) -> list[FightingUnit]:
        return [
            FightingUnit(
                unit, state.at[unit], level[unit], (units[unit].arf if partly else units[unit].cbf)[level[unit]], partly
            )
            for unit in chosen
        ]

    return CombatReport(
        state.side, attack.hex, (*fighting(attack.full, partly=False), *fighting(attack.partly, partly=True)),
        tuple(fighting(combat.defenders_of(state, attack.hex), partly=False)),
        (strength.attack / TENTHS, strength.defence / TENTHS), odds_text(state.facts, column),
        tuple(Shift(one.cause, one.value) for one in combat_result.modifiers_of(state, attack)),
        chances=(_share(found.attacker_retreats), _share(found.defender_retreats)),
    )  # fmt: skip


def members_first(found: int) -> int:
    """Return the first member of a non-empty set."""
    return next(iter(members(found)))


def _share(found: Fraction) -> float:
    return found.numerator / found.denominator


def _shifts(rows: Iterable[tuple[str, int]]) -> tuple[Shift, ...]:
    return tuple(Shift(cause, value) for cause, value in rows if value)


def _column(aim: Aim) -> int:
    """Return the strength that names the column, 0 below the first column."""
    columns = aim.table.columns
    return 0 if aim.column is None else columns[min(max(aim.column, 0), len(columns) - 1)][0]


__all__ = ["assault_chances", "attack_chances", "fort_chances", "shown", "unit_chances"]
