"""Turn 11 of the war that begins in the summer of 1916, with every phase.

The replacements of turn 10 come first, as the war begins with them; the last line ends turn 11.
"""

from __future__ import annotations

from tests.platforms.whole_turns import WholeTurn

SCRIPT = """
spend br_corps_08; spend ru_5_army; finish
spend bu_corps_02; spend ah_corps_09; spend ah_corps_09; spend bu_corps_06; finish
ops cp_52_fall_of_the_tsar; stop
ops ap_43_usa_reinforcements; for_combat ostend; for_combat lomza; for_combat verdun
add fr_5_army; add fr_9_army; add fr_4_army; target metz; finish; hit fr_5_army; hit fr_5_army
add br_bef_army; target brussels; finish; add ru_5_army; release
sr cp_30_alpenkorps; pick ge_corps_01; to berlin; finish
sr ap_33_grand_fleet; finish
ops cp_25_high_seas_fleet; stop
ops ap_45_kerensky_offensive; for_combat kars; stop; add ru_cau_army; target erzerum; finish
hit tu_corps_08; hit bu_corps_04; =hit tu_corps_05; step diyarbakir; step kharput; add ru_cau_army; step erzerum
rp cp_38_german_reinforcements
ops ap_38_usa_reinforcements; stop
ops cp_44_von_hutier; stop
ops ap_05_putnik; for_movement monastir; for_combat nancy
pick sb_2_army; step strumitsa; step kavala; stop; add sb_1_army; entrench
add fr_1_army; target metz; finish; hit ge_10_army; decline
event cp_39_german_reinforcements
sr ap_54_zimmermann_telegram; finish
spend ge_corps_15; finish
finish
discard cp_03_von_francois; finish
"""
TOLD = frozenset(
    """setup flipped rebuilt draw turn mandated mandate_missed action activated sr attack fire loss combat_over retreated
    advanced rp moved entrench reinforcement attrition siege_roll vp rp_changed discarded""".split()
)
SUMMER_OF_1916 = WholeTurn(
    "summer_1916", "The Great War", 12, SCRIPT, TOLD, ("The Great War",), ("log 10", "log 11"), asks=True
)

__all__ = ["SUMMER_OF_1916"]
