"""Input of dice pictures: plain records that a title fills from the events of a game.

Units, hexes and forts are indices into the facts; `unit` or `fort` is NOWHERE if the other one is used. Before the roll
`die` is None and `chance` is the probability of the result; after it both are set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.liege.grid import NOWHERE

TableResult: TypeAlias = tuple[int, int]
"""Automatic step losses, and the modifier of the test for a further one, as in events (8.3.3)."""


@dataclass(frozen=True, slots=True)
class Shift:
    """One modifier and its cause, a key of the texts `causes`."""

    cause: str
    value: int


@dataclass(frozen=True, slots=True)
class FiringGun:
    """A firing unit or fort, with its hex and strength."""

    hex: int
    strength: int
    unit: int = NOWHERE
    fort: int = NOWHERE


@dataclass(frozen=True, slots=True)
class CabTest:
    """A test against CAB (5.1): the number needed, the die roll, and the result."""

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
    #: Chance from 0 to 1 that it falls or loses a step.
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class BarrageReport:
    """A barrage against units ("units") or fortifications ("forts") (8.3, 8.6)."""

    kind: str
    side: int
    hex: int
    guns: tuple[FiringGun, ...]
    strength: int
    #: Lowest strength of the column used, 0 below the first.
    column: int
    targets: tuple[ShelledTarget, ...]
    die: int | None = None


@dataclass(frozen=True, slots=True)
class AssaultedFort:
    """One fort of an assault: its row, its test, and whether it fell. `camp` has the modifiers for forts the camp has lost (11.6.14)."""

    fort: int
    row: int | None = None
    result: TableResult | None = None
    shifts: tuple[Shift, ...] = ()
    camp: tuple[Shift, ...] = ()
    test: CabTest | None = None
    fell: bool | None = None
    #: Chance from 0 to 1 that it falls.
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class AssaultReport:
    """An assault: its guns, the storming unit, the forts attacked in succession, and the unit's own test (11.5)."""

    side: int
    hex: int
    unit: int
    origin: int
    guns: tuple[FiringGun, ...]
    strength: int
    column: int
    forts: tuple[AssaultedFort, ...]
    #: Column shifts to the right (gained) and to the left (lost), each with its cause.
    shifted: tuple[Shift, ...] = ()
    die: int | None = None
    #: Modifiers of the unit's own CAB.
    own: tuple[Shift, ...] = ()
    test: CabTest | None = None
    #: "", "untouched", "held", "lost" or "destroyed".
    outcome: str = ""
    advanced: bool = False
    #: Chance from 0 to 1 that the unit loses a step.
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class FightingUnit:
    """A unit in a combat: steps already lost, its strength, and whether only its ARF is committed."""

    unit: int
    hex: int
    level: int
    strength: int
    partly: bool = False


@dataclass(frozen=True, slots=True)
class CombatTest:
    """The losses of one unit: steps without a test, its test, and total steps."""

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
    #: Of both sides; works add tenths.
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
    #: Chance from 0 to 1 that the attacker, and the defender, loses the first step.
    chances: tuple[float, float] | None = None


__all__ = [
    "NOWHERE", "AssaultReport", "AssaultedFort", "BarrageReport", "CabTest", "CombatReport", "CombatTest", "FightingUnit", "FiringGun",
    "ShelledTarget", "Shift", "TableResult",
]  # fmt: skip
