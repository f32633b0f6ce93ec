"""Positions of variants, each with an order that their rules refuse."""

from __future__ import annotations

from collections.abc import Callable

from tests.bot.reasons.refused import Refused
from tests.rules.test_12_5_retreat import beaten
from tests.rulesets.banquet.support import banquet
from tests.support.table import AP, CP, Table


def _used_entry() -> Table:
    table = banquet(turn=6, setup=True).hand(AP, "ap_17_italy")
    table.state.marks["entries_used"] = table.cards("ap_17_italy")
    return table.choose(AP)


def _idle_fleet() -> Table:
    table = banquet(turn=14, setup=True).hand(CP, "cp_25_high_seas_fleet").played("ap_54_zimmermann_telegram")
    return table.choose(CP)


def _asked_for_peace(turn: int) -> Callable[[], Table]:
    """An offer at 12 VP that was rejected and moved them."""

    def make() -> Table:
        table = banquet(turn=5)
        table.state.vp = 12
        table.dice(peace=1).choose(CP).do("peace", "reject")
        if turn > 5:
            table.state.turn, table.state.actions = turn, [[], []]
        return table.choose(CP)

    return make


def _guns_of_august() -> Table:
    card = "cp_01_guns_of_august"
    return banquet(turn=1, setup=True).hand(CP, card).choose(CP).do(f"event {card}")


def _apart() -> Table:
    table = banquet(turn=8).at_war("tu", "bu").put("adrianople", "tu_corps_01").put("philippoli", "bu_corps_01")
    return table.operate(CP).activate("philippoli")


def _romanians_in_russia() -> Table:
    table = banquet(turn=12).at_war("ro").put("kishinev", "ro_corps_01-").put("paris", "fr_1_army-")
    table.state.rp = {"a": 4, "fr": 4}
    return table.run_from("ap_replacements")


def _dear() -> Table:
    """One MP is left in Cambrai, and Amiens, which the enemy held in supply, costs two."""
    table = banquet().put("koblenz", "ge_1_army").hold(CP, "sedan").choose(CP).do("auto_op")
    return table.activate("koblenz").do("pick ge_1_army", "step sedan", "step cambrai")


def _cut_off() -> Table:
    """A German army in Cambrai whose only way to supply the French have taken; from Brussels it would have another."""
    table = banquet().hold(CP, "liege", "sedan").destroy("liege").put("cambrai", "ge_1_army").put("verdun", "fr_5_army")
    table.choose(AP).do("auto_op").activate("verdun").do("pick fr_5_army", "step sedan")
    if table.asks("move_on"):
        table.do("stop")
    return table.do("auto_op", "for_movement cambrai")


def _all_trenches() -> Table:
    """A French army has dug, and all markers lie on the map."""
    table = banquet(turn=5).played("cp_06_entrench").put("sedan", "fr_1_army").put("metz", "ge_1_army")
    board = table.system.rules.board
    free = sorted(table.names(board.lands("fr", "ru") & table.state.control[AP] & ~board.forts) - {"sedan"})
    for space in free[: table.system.content.entrench.markers]:
        table.trench(space, 1, AP)
    return table.dice(entrench=1).operate(AP).activate("sedan").do("pick fr_1_army", "entrench")


def _reserve_phase() -> Table:
    """An army that waited in Aachen may move behind the combat at Sedan; Brussels behind besieged Liège is the enemy's."""
    table = banquet().put("koblenz", "ge_1_army", "ge_3_army").put("aachen", "ge_2_army").put("liege", "ge_4_army")
    table.put("sedan", "fr_corps_01-").dice(attacker=6, defender=1).operate(CP).activate("!koblenz", "aachen")
    table.do("finish", "add ge_1_army", "add ge_3_army", "target sedan")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table.do("add ge_1_army", "step sedan", "finish")


def _beaten_in_cambrai() -> Table:
    table = banquet().put("brussels", "ge_1_army", "ge_2_army", "ge_corps_01-").put("cambrai", "fr_1_army")
    table.reserve("fr_corps_01").hold(CP, "sedan").dice(attacker=1, defender=1).played("cp_08_race_to_the_sea")
    return beaten(table, "cambrai", "ge_1_army", "ge_2_army", "ge_corps_01", length=2)


def _beaten_at_verdun() -> Table:
    """An army could besiege the fort behind the beaten garrison, a corps could not."""
    attackers = ("ge_1_army", "ge_corps_01", "ge_corps_02")
    table = banquet().put("sedan", *attackers).put("verdun", "fr_corps_01", "fr_corps_02")
    return beaten(table.dice(attacker=1, defender=1), "verdun", *attackers, length=2)


VARIANTS = (
    Refused(
        "kept_out",
        lambda: banquet(turn=6).hold(CP, "lodz").put("vienna", "ah_corps_01").redeploy(CP),
        CP,
        ("sr ah corps from vienna to lodz",),
    ),
    Refused(
        "not_to_attack",
        lambda: (
            banquet(turn=2)
            .put("brussels", "ge_1_army")
            .put("antwerp", "be_1_army")
            .put("cambrai", "fr_1_army")
            .hold(CP, "liege")
            .destroy("liege")
            .operate(CP)
            .activate("!brussels")
        ),
        CP,
        ("attack antwerp with ge 1",),
    ),
    Refused(
        "bound_there",
        lambda: (
            banquet(turn=2)
            .played("cp_01_guns_of_august")
            .put("antwerp", "be_1_army")
            .put("ostend", "br_corps_01")
            .operate(AP)
            .activate("antwerp", "ostend")
        ),
        AP,
        ("move be 1 ostend",),
    ),
    Refused("not_in_company", _apart, CP, ("move bu corps adrianople",)),
    Refused(
        "goes_home",
        lambda: banquet(turn=12).at_war("ro").put("odessa", "ro_corps_01").operate(AP).activate("odessa"),
        AP,
        ("move ro corps uman",),
    ),
    Refused("not_restored_there", _romanians_in_russia, AP, ("rp ro corps",)),
    Refused("must_attack", _guns_of_august, CP, ("choose decline",)),
    Refused(
        "no_race_yet",
        lambda: banquet(turn=5, setup=True).hand(CP, "cp_08_race_to_the_sea").choose(CP),
        CP,
        ("play race to the sea as event",),
    ),
    Refused("peace_asked_this_turn", _asked_for_peace(5), CP, ("choose peace",)),
    Refused("peace_answered_for_good", _asked_for_peace(6), CP, ("choose peace",)),
    Refused("entry_used_once", _used_entry, AP, ("play italy as ops",)),
    Refused("fleet_is_idle", _idle_fleet, CP, ("play high seas fleet as event",)),
    Refused("step_too_dear", _dear, CP, ("choose step amiens",)),
    Refused("only_towards_supply", _cut_off, CP, ("move ge 1 amiens",)),
    Refused("no_trench_to_take", _all_trenches, AP, ("choose take metz",)),
    Refused("reserve_ground", _reserve_phase, CP, ("move ge 2 liege-brussels",)),
    Refused("nobody_named", _beaten_in_cambrai, CP, ("choose declare",)),
    Refused("cannot_occupy", _beaten_in_cambrai, CP, ("choose add ge corps",)),
    Refused("siege_too_weak", _beaten_at_verdun, CP, ("choose add ge corps", "choose declare")),
)
