"""Made-up reports for the gallery and the tests, before and after the roll."""

from __future__ import annotations

from engine.liege.facts import ALLIED, GERMAN, facts
from renderer.liege.reports import (
    AssaultedFort,
    AssaultReport,
    BarrageReport,
    CabTest,
    CombatReport,
    CombatTest,
    FightingUnit,
    FiringGun,
    ShelledTarget,
    Shift,
)
from renderer.liege.requests import LiegeEnd, PuzzlePicture, ScoreLine, TurnPicture
from renderer.liege.samples import maubeuge_view, sample_view


def _unit(name: str) -> int:
    return facts().unit_ids[name]


def _hex(name: str) -> int:
    return facts().hex_of(name)


def _fort(name: str) -> int:
    return next(number for number, fort in enumerate(facts().forts) if fort.name == name)


def _guns() -> tuple[FiringGun, ...]:
    return (
        FiringGun(_hex("V36"), 96, _unit("ge_kmk_b3")),
        FiringGun(_hex("V36"), 12, _unit("ge_ii_fussa_4")),
    )


def fort_barrage(*, thrown: bool = True) -> BarrageReport:
    """Return a barrage at Pontisse that continues to Lantin, or its chances."""
    if not thrown:
        return BarrageReport(
            "forts", GERMAN, _hex("W35"), _guns(), 108, 94, (ShelledTarget(fort=_fort("pontisse"), chance=0.74),)
        )
    return BarrageReport(
        "forts", GERMAN, _hex("W35"), _guns(), 108, 94,
        (
            ShelledTarget(fort=_fort("pontisse"), shifts=(Shift("limited_supply", 3),), row=7, result=(1, -4), outcome="fell"),
            ShelledTarget(fort=_fort("lantin"), row=7, result=(0, -4), test=CabTest(10, 8, True), outcome="held"),
        ),
        die=7,
    )  # fmt: skip


def unit_barrage() -> BarrageReport:
    """Return a barrage by two forts and a brigade at a stack."""
    guns = (
        FiringGun(_hex("W34"), 4, fort=_fort("boncelles")), FiringGun(_hex("W34"), 3, fort=_fort("embourg")),
        FiringGun(_hex("W34"), 4, _unit("be_12_14_bm")),
    )  # fmt: skip
    return BarrageReport(
        "units", ALLIED, _hex("V34"), guns, 11, 8,
        (
            ShelledTarget(_unit("ge_19_id"), shifts=(Shift("terrain", 3), Shift("abu_coordination", 1)), row=9, result=(0, -3),
                          test=CabTest(9, 14, False), outcome="lost"),
            ShelledTarget(_unit("ge_iii_fussa_9"), shifts=(Shift("abu_heavy_gun", 3),), row=12, result=(0, 2), test=CabTest(14, 3, True),
                          outcome="held"),
        ),
        die=9,
    )  # fmt: skip


def assault(*, thrown: bool = True) -> AssaultReport:
    """Return an assault on Fléron by a brigade with support from two battalions, or its chances."""
    guns = (FiringGun(_hex("U35"), 12, _unit("ge_iii_fussa_4")), FiringGun(_hex("U35"), 6, _unit("ge_ii_fussa_9")))
    start = (GERMAN, _hex("V35"), _unit("ge_27_ib"), _hex("U35"), guns, 18, 29)
    if not thrown:
        return AssaultReport(
            *start, (AssaultedFort(_fort("fleron"), chance=0.41),), (Shift("assault_unit", 2),), chance=0.35
        )
    return AssaultReport(
        *start,
        (AssaultedFort(_fort("fleron"), 5, (0, -9), (), (Shift("camp_half", -1),), CabTest(4, 11, False), True),),
        (Shift("assault_unit", 2),), 9, (Shift("assault_cbf_7", -2), Shift("cab_tired", -1), Shift("assault_success", 3)), CabTest(9, 12, False), "lost", True,
    )  # fmt: skip


def combat(*, thrown: bool = True) -> CombatReport:
    """Return an attack on the river bank at Visé, or its chances."""
    attackers = (
        FightingUnit(_unit("ge_34_ib"), _hex("V36"), 0, 17), FightingUnit(_unit("ge_ii_fussa_4"), _hex("V36"), 0, 4, partly=True),
        FightingUnit(_unit("ge_2_kd"), _hex("W36"), 0, 10),
    )  # fmt: skip
    defenders = (
        FightingUnit(_unit("be_15_bm"), _hex("W35"), 0, 8),
        FightingUnit(_unit("be_9_11_bm"), _hex("W35"), 0, 12),
    )
    shifts = (Shift("hexside", 4), Shift("several_hexes", -1), Shift("flank", -10))
    start = (GERMAN, _hex("W35"), attackers, defenders, (31, 20), "1.5:1", shifts, "regular", 7)
    if not thrown:
        return CombatReport(*start, chances=(0.28, 0.64))
    return CombatReport(
        *start, 14, 7, ((0, 2), (0, -8)),
        (
            CombatTest(_unit("be_15_bm"), 0, CabTest(4, 9, False), 1), CombatTest(_unit("be_9_11_bm"), 1, CabTest(4, 15, False), 2),
            CombatTest(_unit("ge_34_ib"), 0, CabTest(14, 6, True), 0), CombatTest(_unit("ge_2_kd"), 0, CabTest(14, 19, False), 1),
        ),
        ((_unit("be_15_bm"), (_hex("W35"), _hex("X36"))), (_unit("be_9_11_bm"), (_hex("W35"), _hex("X36")))),
        (_unit("ge_34_ib"),), "attacker",
    )  # fmt: skip


_LINES = (
    ScoreLine("fort", GERMAN, 10, 10), ScoreLine("city", GERMAN, 1, 3), ScoreLine("allied_step", GERMAN, 4, 4),
    ScoreLine("german_step", ALLIED, 6, 6), ScoreLine("saved_step", ALLIED, 5, 2), ScoreLine("camp_hex", ALLIED, 2, 2),
    ScoreLine("fort_left", ALLIED, 2, 2),
)  # fmt: skip
_SCORES = ((2, -4), (3, -3), (4, -5), (5, -2), (6, 1), (7, 3), (8, 5))


def turn() -> TurnPicture:
    """Return the summary of turn five."""
    fell = tuple(map(_fort, ("barchon", "evegnee")))
    lines = (ScoreLine("fort", GERMAN, 3, 3), ScoreLine("allied_step", GERMAN, 1, 1), ScoreLine("german_step", ALLIED, 2, 2),
             ScoreLine("camp_hex", ALLIED, 4, 4))  # fmt: skip
    return TurnPicture(sample_view(), 5, fell, (2, 1), lines, _SCORES[:4])


def end() -> LiegeEnd:
    """Return a German victory."""
    return LiegeEnd(sample_view(), GERMAN, (6, 4), _LINES, _SCORES)


def puzzle() -> PuzzlePicture:
    """Return example 14 as a puzzle."""
    view = maubeuge_view()
    guns = tuple(one.unit for one in view.units if view.facts.units[one.unit].aff)
    return PuzzlePicture(view, guns, tuple(number for number in range(len(view.facts.forts)) if view.active(number)))


__all__ = ["assault", "combat", "end", "fort_barrage", "puzzle", "turn", "unit_barrage"]
