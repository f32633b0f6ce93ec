"""August 1914 of Banquet des Généraux, with every phase.

Guns of August with the war plans, a declared advance, the Austrian offensives, Plan XVII, Galicia called off, a
redeployment and replacements for each side, a Reserve Phase; the last line is the first action of September.
"""

from __future__ import annotations

from tests.platforms.whole_turns import WholeTurn

SCRIPT = """
take; event cp_01_guns_of_august
add ge_1_army; add ge_2_army; add ge_3_army; target sedan; frontal; finish; hit ge_1_army
add ge_2_army; declare; retreat; step cambrai
add ah_5_army; target belgrade; finish; add ah_6_army; target valjevo; finish
ops ap_01_british_reinforcements; for_combat nancy; stop; add fr_1_army; add fr_2_army; target metz; hit fr_1_army
call_off; ops cp_02_wireless_intercepts; for_movement koblenz; for_movement tarnopol; finish
ops ap_03_russian_reinforcements; for_movement lomza; stop; pick ru_2_army; step tannenberg; stop
sr cp_05_landwehr; pick ge_corps_01; to berlin; finish
sr ap_04_pleve; finish
rp cp_07_german_reinforcements
rp ap_07_severe_weather
ops cp_09_reichstag_truce; for_movement liege; for_combat sedan; stop; finish; decline; finish
auto_op; stop; auto_op; stop; auto_op; stop
finish; finish; finish; finish
"""
TOLD = frozenset(
    """setup guns_of_august deal draw turn action action_over activated moved sr attack fire loss combat_over retreated
    advance_declared advanced rp attrition vp war_plans war_plan reserve mandated""".split()
)
BANQUET = WholeTurn("banquet", "Banquet des Généraux", 2, SCRIPT, TOLD, ("Banquet des G", "War plan carried out"))

__all__ = ["BANQUET"]
