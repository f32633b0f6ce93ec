"""August 1914 of Suicide of Europe, with every phase.

The Schlieffen Plan with Holland, a retreat that stops in cover, tactical redeployment and a point that becomes OPS, points
without a card, political and economic actions of both sides, a space that is taken in passing, limited operations against
a fort in which the defender holds; the last line is the first action of September.
"""

from __future__ import annotations

from tests.platforms.whole_turns import WholeTurn

SCRIPT = """
schlieffen; add ge_1_army; add ge_2_army; add ge_3_army; target sedan; frontal; finish; hit ge_1_army; retreat
step verdun; halt; add ge_2_army; add ge_3_army; step sedan
sr ap_07_severe_weather; near fr_6_army; to amiens; convert 1; for_movement verdun; pick fr_5_army; step bar_le_duc; stop; leave
auto_rp; pool ge
political; finish
economic; spend ge_1_army
auto_rp; pool ru
ops cp_09_reichstag_truce; for_movement sedan; stop; pick ge_3_army; step cambrai; claim; step calais; leave
economic
political; finish
auto_op; stop
rp cp_04_severe_weather; for_combat metz; add ge_4_army; add ge_5_army; target nancy; finish
hit fr_1_army; hit ge_4_army; hold fr_2_army
rp ap_08_russian_reinforcements; stop
auto_sr; pick ge_corps_10; to posen
auto_op; stop; auto_op; stop; auto_op; stop
"""
#: Events of the turn, as the engine reports them.
TOLD = frozenset(
    """setup opening guns_of_august enters_war deal draw turn action action_over activated moved sr sr_converted attack fire loss
    combat_over retreated advanced rp flipped attrition control vp mandated""".split()
)
SUICIDE = WholeTurn(
    "suicide", "Suicide of Europe", 2, SCRIPT, TOLD,
    ("the Schlieffen Plan", "uses 1 of its SR points as OPS", "takes a political action", "Ruleset: Suicide of Europe"),
)  # fmt: skip

__all__ = ["SUICIDE"]
