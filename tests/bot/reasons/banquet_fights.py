"""Positions of Banquet in operations and combats, each with an order refused by its rules."""

from __future__ import annotations

from tests.bot.reasons.refused import Refused
from tests.rules.test_12_6_withdrawal import hit_all
from tests.rulesets.banquet.support import banquet
from tests.support.table import AP, CP, Table


def _beaten_cambrai() -> Table:
    table = banquet().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").reserve("fr_corps_01")
    table.played("cp_08_race_to_the_sea").hold(CP, "sedan").put("koblenz", "ge_3_army").dice(attacker=1, defender=1)
    return hit_all(table.attack("cambrai", "ge_1_army", "ge_2_army"))


def _pursued_to_amiens() -> Table:
    return _beaten_cambrai().do("add ge_1_army", "declare", "step amiens")


def _beaten_verdun() -> Table:
    table = (
        banquet().put("sedan", "ge_1_army", "ge_corps_01", "ge_corps_02").put("verdun", "fr_corps_01", "fr_corps_02")
    )
    return hit_all(table.dice(attacker=1, defender=1).attack("verdun", "ge_1_army", "ge_corps_01", "ge_corps_02"))


def _no_marker_left() -> Table:
    table = banquet(turn=5).played("cp_06_entrench").put("sedan", "fr_1_army").dice(entrench=1)
    board = table.system.rules.board
    free = sorted(table.names(board.lands("fr", "ru") & table.state.control[AP] & ~board.forts) - {"sedan"})
    for space in free[: table.system.content.entrench.markers]:
        table.trench(space, 1, AP)
    return table.operate(AP).activate("sedan").do("pick fr_1_army", "entrench")


def _reserves() -> Table:
    table = banquet().put("koblenz", "ge_1_army").put("aachen", "ge_2_army").put("liege", "ge_4_army")
    table.put("sedan", "fr_corps_01-").dice(attacker=6, defender=1).operate(CP).activate("!koblenz", "aachen")
    hit_all(table.do("finish", "add ge_1_army", "target sedan"))
    return table.do("add ge_1_army", "step sedan", "pick ge_2_army", "step liege")


def _cut_off() -> Table:
    table = banquet().hold(CP, "liege", "sedan").destroy("liege").put("cambrai", "ge_1_army").put("verdun", "fr_5_army")
    table.choose(AP).do("auto_op").activate("verdun").do("pick fr_5_army", "step sedan")
    table.do(*(["stop"] if table.asks("move_on") else []))
    return table.do("auto_op", "for_movement cambrai")


def _tired() -> Table:
    table = banquet().put("koblenz", "ge_corps_01").choose(CP).do("auto_op").activate("koblenz")
    return table.do("pick ge_corps_01", "step sedan", "step cambrai")


def _before_combats() -> Table:
    table = banquet().put("koblenz", "ge_3_army").put("sedan", "ge_1_army").put("verdun", "fr_5_army").hold(CP, "sedan")
    return table.operate(CP).activate("koblenz", "!sedan")


FIGHTS = (
    Refused("attack_marker_until_reserve", _before_combats, CP, ("move ge 3 army sedan",)),
    Refused("nobody_named", _beaten_cambrai, CP, ("choose declare",)),
    Refused("not_in_combat", _pursued_to_amiens, CP, ("choose add ge 3 army",)),
    Refused("siege_too_weak", _beaten_verdun, CP, ("choose add ge corps full", "choose declare")),
    Refused("no_trench_to_take", _no_marker_left, AP, ("choose take metz",)),
    Refused("reserve_ground", _reserves, CP, ("choose step brussels",)),
    Refused("only_towards_supply", _cut_off, CP, ("move ge 1 army amiens",)),
    Refused("step_too_dear", _tired, CP, ("choose step chateau thierry",)),
)

__all__ = ["FIGHTS"]
