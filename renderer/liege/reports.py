"""What the pictures of dice are drawn from: plain records that a title fills from the events of a game.

Units, hexes and forts are numbers of the facts; `unit` or `fort` is NOWHERE where the other is meant. Before the dice fall `die` is
None and `chance` says how likely the result is; afterwards both are there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.liege.grid import NOWHERE

TableResult: TypeAlias = tuple[int, int]
"""Steps lost without a test, and the modifier of the test for one more, as events have them (8.3.3)."""


@dataclass(frozen=True, slots=True)
class Shift:
    """One modifier and its cause, a key of the words `causes`."""

    cause: str
    value: int


@dataclass(frozen=True, slots=True)
class FiringGun:
    """A unit or a fort that fires, from where, and with how much."""

    hex: int
    strength: int
    unit: int = NOWHERE
    fort: int = NOWHERE


@dataclass(frozen=True, slots=True)
class CabTest:
    """A test against CAB (5.1): what was needed, the die, and what came of it."""

    needed: int
    die: int | None
    passed: bool | None


@dataclass(frozen=True, slots=True)
class ShelledTarget:
    """One target of a barrage. `outcome` is "", "fell", "held", "lost", "lost_2", "destroyed" or "no_effect"."""

    unit: int = NOWHERE
    fort: int = NOWHERE
    shifts: tuple[Shift, ...] = ()
    row: int | None = None
    result: TableResult | None = None
    test: CabTest | None = None
    outcome: str = ""
    #: Chance that it falls or loses a step, from 0 to 1.
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class BarrageReport:
    """A barrage against units ("units") or fortifications ("forts") (8.3, 8.6)."""

    kind: str
    side: int
    hex: int
    guns: tuple[FiringGun, ...]
    strength: int
    #: Lowest strength of the column that is read, 0 below the first.
    column: int
    targets: tuple[ShelledTarget, ...]
    die: int | None = None


@dataclass(frozen=True, slots=True)
class AssaultedFort:
    """One fort of an assault: its row, its test, and whether it fell. `camp` are the modifiers of a camp that has lost forts (11.6.14)."""

    fort: int
    row: int | None = None
    result: TableResult | None = None
    shifts: tuple[Shift, ...] = ()
    camp: tuple[Shift, ...] = ()
    test: CabTest | None = None
    fell: bool | None = None
    #: Chance that it falls, from 0 to 1.
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class AssaultReport:
    """An assault barrage: guns, the unit that storms, the forts it dealt with one after another, and its own test (11.5)."""

    side: int
    hex: int
    unit: int
    origin: int
    guns: tuple[FiringGun, ...]
    strength: int
    column: int
    forts: tuple[AssaultedFort, ...]
    #: Columns to the right that it gains, and to the left that it loses, each with its cause.
    shifted: tuple[Shift, ...] = ()
    die: int | None = None
    #: Modifiers of the unit's own CAB.
    own: tuple[Shift, ...] = ()
    test: CabTest | None = None
    #: "", "untouched", "held", "lost" or "destroyed".
    outcome: str = ""
    advanced: bool = False
    #: Chance that the unit loses a step, from 0 to 1.
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class FightingUnit:
    """A unit in a combat: steps lost as it begins, its strength, and whether only its ARF is committed."""

    unit: int
    hex: int
    level: int
    strength: int
    partly: bool = False


@dataclass(frozen=True, slots=True)
class CombatTest:
    """The losses of one unit: steps without a test, its test, and steps in all."""

    unit: int
    automatic: int
    test: CabTest | None
    lost: int
    destroyed: bool = False


@dataclass(frozen=True, slots=True)
class CombatReport:
    """One combat (9). `outcome` is "", "attacker", "defender" or "open"; `works` is "", "fieldworks" or "entrenchments"."""

    side: int
    hex: int
    attackers: tuple[FightingUnit, ...]
    defenders: tuple[FightingUnit, ...]
    #: Of both sides; works make tenths.
    strengths: tuple[float, float]
    odds: str
    shifts: tuple[Shift, ...] = ()
    works: str = ""
    forts: int = 0
    die: int | None = None
    row: int | None = None
    results: tuple[TableResult, TableResult] | None = None
    tests: tuple[CombatTest, ...] = ()
    retreats: tuple[tuple[int, tuple[int, ...]], ...] = ()
    advances: tuple[int, ...] = ()
    outcome: str = ""
    #: Chance that the attacker, and that the defender, loses the first step, from 0 to 1.
    chances: tuple[float, float] | None = None


__all__ = [
    "NOWHERE", "AssaultReport", "AssaultedFort", "BarrageReport", "CabTest", "CombatReport", "CombatTest", "FightingUnit", "FiringGun",
    "ShelledTarget", "Shift", "TableResult",
]  # fmt: skip
