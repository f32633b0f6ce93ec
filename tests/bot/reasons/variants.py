"""Positions of variants, each with an order refused by their rules."""

from __future__ import annotations

from collections.abc import Callable

from tests.bot.reasons.refused import Refused
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
    """Return an offer at 12 VP that was rejected and moved them."""

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


def _serbs_abroad() -> Table:
    table = banquet(turn=12).at_war("gr").hold_all(CP, "sb").put("salonika", "sb_1_army-", "sb_corps_01-")
    table.hold(AP, "athens", "belgrade", "nis").hold(CP, "skopje", "monastir").state.rp = {"a": 8}
    return table.run_from("ap_replacements")


def _belgrade_lost() -> Table:
    table = banquet(turn=12).hold(CP, "belgrade").hold(AP, "nis", "skopje").put("skopje", "sb_corps_02-")
    table.put("paris", "fr_1_army-").state.rp = {"a": 8, "fr": 2}
    return table.run_from("ap_replacements")


def _british_in_the_near_east() -> Table:
    table = banquet(turn=12).at_war("tu").put("basra", "br_corps_01-", "br_corps_02-", "br_corps_03-")
    table.put("amiens", "br_1_army-").state.rp = {"br": 8}
    return table.run_from("ap_replacements").do("spend br_corps_01", "spend br_corps_02")


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
    Refused("restored_at_home", _romanians_in_russia, AP, ("rp ro corps",)),
    Refused("serbs_out_of_touch", _serbs_abroad, AP, ("rp sb 1 army",)),
    Refused("belgrade_lost", _belgrade_lost, AP, ("rp sb corps skopje",)),
    Refused("limit_spent_there", _british_in_the_near_east, AP, ("rp reduced br corps basra",)),
    Refused("must_attack", _guns_of_august, CP, ("choose decline",)),
    Refused("must_attack", _guns_of_august, CP, ("done",)),
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
)
