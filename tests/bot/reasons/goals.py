"""Positions in which a stack can't reach the goal of an order, or points don't suffice for it, by the code of the reason."""

from __future__ import annotations

from tests.bot.reasons import stages
from tests.bot.reasons.refused import Refused
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import suicide
from tests.support.table import AP, CP, Table


def mixed() -> Table:
    """Return an army and a corps about to leave Metz; Erfurt is four spaces away, which only the corps can reach."""
    return stages.west().put("metz", "ge_corps_02").operate(CP).activate("metz")


def two_armies_gone() -> Table:
    """Return two German armies that could be rebuilt in several spaces, and points for both."""
    table = Table(turn=6).put("koblenz", "ge_2_army", "ge_corps_03-").eliminated("ge_9_army", "ge_10_army")
    table.state.rp["ge"] = 6
    return table.phase("cp_replacements")


def few_points() -> Table:
    """Return one RP of Germany, and a corps and an army that could take a step each."""
    table = Table().put("koblenz", "ge_corps_01-").put("breslau", "ge_1_army-")
    table.state.rp["ge"] = 2
    return table.phase("cp_replacements")


def galicia() -> Table:
    """Return August 1914 by the war plans: Austro-Hungarians are next to Russians."""
    table = banquet(turn=1).played("cp_01_guns_of_august").put("przemysl", "ah_1_army").put("tarnow", "ah_2_army")
    table.put("lublin", "ru_4_army").put("lemberg", "ru_8_army")
    table.state.marks["plans"] = 2
    return table.operate(CP)


def redeployed() -> Table:
    """Return both armies of Essen redeployed in the action, then two SR points turned into OPS."""
    table = suicide().put("essen", "ge_1_army").put("koblenz", "ge_2_army")
    table.state.marks["redeployed"] = table.units("ge_1_army")
    return table.operate(CP)


def from_sofia() -> Table:
    """Return a German corps supplied from Sofia, with points to spend."""
    table = Table(turn=9).at_war("bu").put("sofia", "ge_corps_01-").put("essen", "ge_corps_02-")
    table.hold_all(AP, "sb").put("nis", "sb_1_army")
    table.state.rp["ge"] = 4
    return table.phase("cp_replacements")


def poles() -> Table:
    """Return Polish corps while Warsaw is Allied."""
    table = Table(turn=9).put("posen", "ge_pol_corps_1-", "ge_corps_02-")
    table.state.rp["ge"] = 4
    return table.phase("cp_replacements")


def under_way() -> Table:
    """Return an army in mid-move, which could have entrenched instead."""
    return stages.digging("koblenz").do("pick ge_1_army", "step frankfurt")


def neutral_france() -> Table:
    """Return Germans next to neutral French."""
    table = suicide().put("koblenz", "ge_1_army").put("sedan", "fr_1_army")
    table.state.marks["neutral_powers"] = 3
    return table.operate(CP)


def shut_in() -> Table:
    """Return Russians who have lost Lodz, with nowhere to go."""
    table = (
        Table().put("posen", "ge_1_army", "ge_2_army", "ge_3_army").put("lodz", "ru_1_army", "ru_2_army", "ru_3_army")
    )
    for space, corps in (
        ("warsaw", "01"),
        ("lomza", "02"),
        ("plock", "03"),
        ("ivangorod", "04"),
        ("czestochowa", "05"),
    ):
        table.put(space, f"ge_corps_{corps}")
    table.dice(attacker=5, defender=1).attack("lodz", "ge_1_army", "ge_2_army", "ge_3_army")
    return stages.until(table, "retreat", "pick")


def one_way() -> Table:
    """Return the Italians of Rome retreating two spaces, to Naples and on to Foggia."""
    table = Table(turn=12).at_war("it").put("rome", "it_1_army", "it_2_army", "it_corps_01")
    table.put("viterbo", "ah_1_army", "ah_2_army", "ah_3_army").put("florence", "ah_corps_01").hold_all(CP, "it")
    table.hold(AP, "rome", "naples", "foggia", "taranto").dice(attacker=5, defender=1)
    return stages.until(table.attack("rome", "ah_1_army", "ah_2_army", "ah_3_army"), "retreat", "pick")


def beside_a_siege() -> Table:
    """Return an army and a corps of Grodno, and a corps of Lodz, about to move; the forts of Lomza and Warsaw are Russian."""
    table = Table().put("lodz", "ge_corps_01").put("grodno", "ge_8_army", "ge_corps_02").put("plock", "ru_1_army")
    return table.operate(CP).activate("lodz", "grodno")


GOALS = (
    Refused("others_enter_first", beside_a_siege, CP, ("move ge 8 army to lomza", "move ge corps from lodz to warsaw")),
    Refused("left_behind", mixed, CP, ("move all metz to erfurt",)),
    Refused("movement_ends", mixed, CP, ("move ge 4 army metz-koblenz-frankfurt-kassel-erfurt",)),
    Refused("halts_at_fort", stages.siege_on_the_way, CP, ("move ge 1 army liege brussels",)),
    Refused(
        "no_room_for_all",
        lambda: stages.west().put("aachen", "ge_corps_02").operate(CP).activate("aachen"),
        CP,
        ("move all aachen koblenz",),
    ),
    Refused("no_room", lambda: stages.full().operate(CP).activate("metz"), CP, ("move ge 4 army koblenz",)),
    Refused("retreat_goes_on", stages.retreating, AP, ("retreat fr 5 army chateau thierry",)),
    Refused("no_retreat_at_all", shut_in, AP, ("retreat ru 2 army warsaw",)),
    Refused("retreats_over", one_way, AP, ("retreat it 2 army naples",)),
    Refused("is_eliminated", lambda: stages.west().eliminated("ge_9_army").redeploy(CP, 8), CP, ("sr ge 9 berlin",)),
    Refused("moves_now", under_way, CP, ("entrench ge 1 army",)),
    Refused("neutral_still", neutral_france, CP, ("attack sedan with ge 1 army",)),
    Refused(
        "not_on_map", lambda: stages.west().reserve("ge_corps_05").operate(CP), CP, ("move ge corps reserve to metz",)
    ),
    Refused("digs_now", stages.dug, CP, ("choose add ge 1 army",)),
    Refused("rp_too_dear_together", few_points, CP, ("rp ge corps, ge 1 army",)),
    Refused("rebuilt_elsewhere", two_armies_gone, CP, ("rp ge 9 army koblenz",)),
    Refused("rebuild_where", two_armies_gone, CP, ("rp ge 9 army, ge 10 army",)),
    Refused("rp_foreign_supply", from_sofia, CP, ("rp ge corps sofia",)),
    Refused("poles_need_warsaw", poles, CP, ("rp ge pol corps",)),
    Refused("attacks_by_plan", galicia, CP, ("activate przemysl move",)),
    Refused("all_redeployed", redeployed, CP, ("activate essen move",)),
)
