"""August 1914 of Banquet des Généraux, every phase of it, as typed orders with its own chance.

Guns of August with the war plans, an advance that is declared, the Austrian offensives, Plan XVII, Galicia called off, a
redeployment and replacements for each side, a Reserve Phase; the last line is the first action of September.
"""

from __future__ import annotations

from functools import cache

from tests.platforms.summer_of_1916 import fallen, parts, played, seated

NEW = "new banquet"
#: Entries of the record in their order; the sides follow from the game.
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
#: What the turn brings, as the engine tells it.
TOLD = frozenset(
    """setup guns_of_august deal draw turn action action_over activated moved sr attack fire loss combat_over retreated
    advance_declared advanced rp attrition vp war_plans war_plan reserve mandated""".split()
)


def entries() -> list[str]:
    """What the record holds behind its first entry."""
    return parts(SCRIPT)


@cache
def typed() -> tuple[tuple[int, str], ...]:
    """Side and line of every choice as somebody would type it; the game is at the first action of turn 2 then."""
    game, lines = played("banquet", SCRIPT)
    assert (game.state.turn, game.state.phase, game.decision.kind) == (2, "actions", "choose_action")
    assert {event.kind for event in game.drain()} >= TOLD
    return lines


def orders() -> list[tuple[str, str]]:
    """The whole game from the lobby on: Anna leads the Central Powers, Ben the Allies."""
    return seated(NEW, typed())


__all__ = ["NEW", "entries", "fallen", "orders", "typed"]
